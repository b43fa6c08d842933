"""A table where people and bots play: the one writer of a game.

Every decision is checked, applied, written to the record, and only then shown.
One re-entrant lock guards every entry, because JupyterLab runs a widget's handlers
on another thread, beside a running cell and beside each other.
"""

from __future__ import annotations

import contextlib
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from skyjo_widget import bots
from skyjo_widget.bots.search import Strong
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import dealing
from skyjo_widget.engine.core.driver import MAX_TURNS, endless, turns_lost
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import (
    IllegalActionError,
    PolicyError,
    RecordError,
    RulesError,
    StaleStateError,
)
from skyjo_widget.records import record_file
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.sync import Keeper
from skyjo_widget.strategies import call as strategies
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.seating import Answer, PlayerSpec, seat_one
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.markup import LONGEST_NAME, short
from skyjo_widget.util.validation import seat_number, whole_number

BREATH = 1 / 30
"""Seconds between two tellings while many changes come in a row."""

_NO_UNDO = {
    "yes": "",
    "nothing": "there is no such decision to take back",
    "seen": "a card has been seen since; only a practice table takes that back",
    "penalty": "a referee has given a penalty since; only a practice table takes that back",
}


_OPENING = {"begin", "resume", "settle"}
"""Methods that `play` and `load` call; nobody else has a use for them."""


class Table:
    """A game at a table, without what studies it: see `skyjo_widget.table.session.Session`.

    Parameters
    ----------
    history : History
        The game so far.
    functions : dict of int to callable
        The seats' own policies, where a function was given.
    writer : record_file.Writer or None
        Where events go; None keeps them in memory.
    """

    def __init__(
        self,
        history: History,
        *,
        functions: dict[int, Answer],
        writer: record_file.Writer | None,
        lang: str = "",
    ) -> None:
        self._history = history
        self._functions = functions
        self._keeper = Keeper(history, writer, self._moved)
        self._lock = threading.RLock()
        self._listeners: list[Callable[[], None]] = []
        self._since = time.perf_counter()
        self._hushed = 0
        self._told = 0.0
        self._untold = False
        self._lang = lang
        self._closed = False
        self.state_id = 0
        """Rises with every change of the game; a request made for an older one is refused."""
        self.limit: float | None = strategies.LIMIT
        """Seconds that a strategy has for a move; None for as long as it likes."""
        self.fault: PolicyError | None = None
        self._rollouts: int | None = None  # of a bot that had fewer than its budget
        """What stopped a bot, until `retry` or `replace`."""

    # What is the case

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._history.game

    @property
    def history(self) -> History:
        """The whole truth; a bot or a browser is never given it."""
        return self._history

    @property
    def rules(self) -> Any:
        """The rules in force."""
        return self._history.rules

    @property
    def deck(self) -> Deck:
        """The deck it is played with."""
        return self._history.deck

    @property
    def game_id(self) -> str:
        """The game's unique name, the first part of every row's key."""
        return str(self._history.header["game_id"])

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return tuple(self._history.players)

    @property
    def path(self) -> Path | None:
        """The record's file; None if the game is in memory only."""
        return self._keeper.path

    @property
    def trouble(self) -> RecordError | None:
        """Why the record isn't written; the game goes on in memory, `save_as` rescues it."""
        return self._keeper.trouble

    @property
    def saved(self) -> Path | None:
        """Where `save_as` has just written the game, until it goes on."""
        return self._keeper.saved

    @property
    def seat(self) -> int | None:
        """Whose decision it is; None between rounds and after the game."""
        return self._history.actor

    @property
    def phase(self) -> str:
        """The name of the present phase."""
        return str(self.game.phases[self._history.state.phase])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._history.over

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; empty while the game goes on."""
        if not self.over:
            return ()
        seats = self.game.winners(self._history.state, self._history.codes)
        return tuple(self.players[seat].name for seat in seats)

    @property
    def waiting(self) -> str | None:
        """What must happen next: ``person``, ``bot``, ``next round``, ``cards`` or ``fault``.

        ``cards``: some that turn up now must be named (`Session.name_card`).  None after the
        game.
        """
        if self.fault:
            return "fault"
        if self.over:
            return None
        seat = self.seat
        if seat is None:
            return "next round" if self._history.between_rounds else "cards"
        return self.players[seat].kind

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions, in notation.

        Empty while a bot decides about cards that only it has seen: what it may do would
        tell which cards these are.
        """
        with self._lock:
            h = self._history
            acts = [] if self._secret else h.legal()
            return tuple(self.game.action_text(action, h.codes) for action in acts)

    @property
    def _secret(self) -> bool:
        """Whether a bot decides about cards that the people at the table haven't seen."""
        seat, row = self.seat, self._history.newest()
        kinds = [player.kind for player in self.players]
        if seat is None or kinds[seat] != "bot" or "person" not in kinds:
            return False
        drawn = row is not None and row.private and row.seat == seat
        return drawn or self.game.private_hands

    def observation(self, seat: int | None = None) -> Observation:
        """What a seat may see now; the seat to act unless told otherwise.

        Raises
        ------
        RulesError
            If there is no such seat.
        """
        with self._lock:
            h = self._history
            if seat is None:
                seat = NOBODY if self.seat is None else self.seat
            else:
                seat = self._check_seat(seat)
            return h.seen(seat)

    # Deciding

    def verify(self, action: str | int, *, seat: int | None = None) -> int:
        """The id of an action, if it may be carried out now.

        Parameters
        ----------
        action : str or int
            In notation, or its id.
        seat : int, optional
            Who asks; the seat to act unless told otherwise.

        Raises
        ------
        IllegalActionError
            With what is wrong, who decides, and what would be legal.
        """
        return self._verify(action, seat, secret=True)

    def _verify(self, action: str | int, seat: int | None = None, *, secret: bool = False) -> int:
        """As `verify`; `secret`: what hangs on a card that only a bot has seen isn't told."""
        with self._lock:
            h, actor = self._history, self.seat
            name = None if actor is None else self.players[actor].name
            shown = action if isinstance(action, str) else self._action_text(action)

            def refusal(reason: str) -> IllegalActionError:
                legal = self.legal if seat in (None, actor) else ()  # it may tell a hand
                return IllegalActionError(
                    shown, seat=actor, player=name, reason=reason, legal=legal
                )

            if actor is None:
                raise refusal(
                    {
                        None: "the game is over",
                        "next round": "the round is over: call next_round()",
                    }.get(self.waiting, f"name first: {', '.join(h.unnamed())}")
                )
            if isinstance(seat, str):
                self._check_seat(seat)
            if seat is not None and seat != actor:
                raise refusal(f"it isn't the turn of seat {seat}")
            if secret and self._secret:
                raise refusal("a bot decides about cards that only it has seen: call step()")
            if isinstance(action, str) and len(action) > strategies.LONGEST_ACTION:
                shown = f"{action[: strategies.LONGEST_ACTION]}…"
            else:
                action = strategies.typed(action)
            try:
                return h.read_action(action)
            except IllegalActionError as error:
                raise refusal(error.reason) from None

    def can(self, action: str | int, *, seat: int | None = None) -> bool:
        """Whether an action may be carried out now."""
        try:
            self.verify(action, seat=seat)
        except IllegalActionError:
            return False
        return True

    def act(self, action: str | int, *, seat: int | None = None, state: int | None = None) -> None:
        """Carry out a decision of the seat to act.

        Parameters
        ----------
        action : str or int
            In notation (``"place b3"``), or its id.
        seat : int, optional
            Who asks; refused if it isn't their turn.
        state : int, optional
            The `state_id` that was seen; refused if it is no longer the present one.

        Raises
        ------
        IllegalActionError, StaleStateError
            Nothing has changed then.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.legal[:2]
        ('flip a1', 'flip b1')
        >>> table.act("flip a1")
        """
        with self._lock:
            self.check_state(state)
            self._decide(self.verify(action, seat=seat), self._since)

    def step(self, *, state: int | None = None) -> None:
        """Let the bot whose turn it is make one decision.

        Raises
        ------
        PolicyError
            If it raised or answered nonsense.  The game waits there; `retry` or
            `replace` goes on.
        IllegalActionError
            If no bot is to act.
        """
        with self._lock:
            self.check_state(state)
            if self.fault:
                raise self.fault
            seat = self.seat
            if seat is None or self.players[seat].kind != "bot":
                raise IllegalActionError(
                    "step",
                    seat=seat,
                    player=None if seat is None else self.players[seat].name,
                    reason="no bot is to act",
                )
            begun = time.perf_counter()
            try:
                action = self._ask(seat)
            except PolicyError as fault:
                self.fault = fault
                self._history.remark(
                    {
                        "event": "fault",
                        "at": record_file.timestamp(),
                        "seat": seat,
                        "player": fault.player,
                        "decision": len(self._history.decisions),
                        "text": fault.line,
                        "traceback": fault.traceback,
                        "observation": fault.observation,
                    }
                )
                self._keeper.write()
                self._changed()
                raise
            self._decide(action, begun, self._rollouts)

    def run(self, *, rounds: bool = False, turns: int = MAX_TURNS) -> None:
        """Let bots act until a person must decide or the round is over.

        Parameters
        ----------
        rounds : bool
            Begin the next rounds too, until the game is over.
        turns : int
            When nobody has ended a round for longer, stop with a warning: some bots would
            go on for ever.

        Raises
        ------
        PolicyError
            If a bot fails.

        Examples
        --------
        >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
        >>> table.run(rounds=True)
        >>> table.over
        True
        """
        turns, lost = whole_number("turns", turns), 0
        begun = len(self._history.decisions)
        with self.hushed(), self._synced():
            while True:
                with self._lock:  # checked and done in one piece
                    state = self._history.state
                    if self.waiting == "bot" and endless(
                        state, lost, turns, len(self._history.decisions) - begun
                    ):
                        warnings.warn(
                            f"nobody has ended a round for {turns} turns: run(turns=…) goes on",
                            stacklevel=2,
                        )
                        break
                    if self.waiting == "bot":
                        self.step()
                    elif rounds and self.waiting == "next round":
                        lost = turns_lost(state, lost)
                        self.next_round()
                    elif self.fault:
                        raise self.fault
                    else:
                        break

    def next_round(self, *, state: int | None = None) -> None:
        """Shuffle and deal the next round.

        Raises
        ------
        IllegalActionError
            If no round has just ended.
        """
        with self._lock:
            self.check_state(state)
            if not self._history.between_rounds:
                raise IllegalActionError(
                    "next_round",
                    seat=self.seat,
                    player=None,
                    reason="the game is over" if self.over else "the round isn't over",
                )
            with uninterrupted():
                self._history.begin_round()
                self._settle()
                self._keeper.write()
                self._changed()

    def penalize(self, seat: int, *, state: int | None = None) -> None:
        """Give a seat a referee's penalty, where the game has one.

        In Skip-Bo two cards of the draw pile go under its stock pile; it is nobody's move.

        Parameters
        ----------
        seat : int
            Who is punished.
        state : int, optional
            As in `act`.

        Raises
        ------
        IllegalActionError
            If no round goes on.
        RulesError
            If there is no such seat, or the game has no penalties.
        """
        with self._lock:
            self.check_state(state)
            seat = self._check_seat(seat)
            if self.game.penalize is None:
                raise RulesError(f"there are no penalties in {self.game.name}")
            if self.seat is None:
                raise IllegalActionError(
                    "penalty",
                    seat=None,
                    player=self.players[seat].name,
                    reason="the game is over" if self.over else "the round is over",
                )
            with uninterrupted():
                since = self._since  # whoever is thinking goes on thinking
                self._history.penalize(seat)
                self._settle()
                self._keeper.write()
                self._changed()
                self._since = since

    def undo(self, *, to: int | None = None, state: int | None = None) -> None:
        """Take back decisions; their rows stay, marked.

        Parameters
        ----------
        to : int, optional
            The decision to be made again; unless told otherwise a person's last one,
            what bots have answered with it (if only bots play, the last one).
        state : int, optional
            As in `act`.

        Raises
        ------
        IllegalActionError
            If there is nothing to take back, or a card was seen since and the table
            isn't open for practice: a look can't be taken back.  (With paper cards anything
            can be, a deal too.)
        RulesError
            If `to` is no whole number.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False, practice=True)
        >>> table.act("flip a1")
        >>> table.undo()
        >>> table.log.decisions["undone"].tolist()
        [True]
        """
        with self._lock:
            self.check_state(state)
            if to is None and self._history.fresh_deal is not None:
                with uninterrupted():
                    self._history.undo(None)
                    self._keeper.write()
                    self._changed()
                return
            back = self._back_to(None if to is None else whole_number("to", to))
            reason = _NO_UNDO[self._undoable(back)]
            if reason:
                raise IllegalActionError("undo", seat=self.seat, player=None, reason=reason)
            with uninterrupted():
                self._history.undo(back[0].decision, back[-1].seat)
                self._keeper.write()
                self.fault = None
                self._changed()

    @property
    def undoable(self) -> str:
        """Whether a person's last decision can be taken back: ``yes``, else why not.

        ``nothing``: there is none; ``seen``, ``penalty``: a card was seen or a penalty given
        since, and only a practice table takes that back.
        """
        with self._lock:
            if self._history.fresh_deal is not None:
                return "yes"
            back = self._back_to(None)
            if not any(row.kind == "person" for row in back):
                return "nothing"
            return self._undoable(back)

    def retry(self, *, state: int | None = None) -> None:
        """Ask a bot that failed once more.

        Raises
        ------
        PolicyError
            If it fails again.
        """
        with self._lock:
            self.check_state(state)
            self.fault = None
            self.step()

    def replace(self, seat: int, player: PlayerSpec, *, state: int | None = None) -> None:
        """Let somebody else play on at a seat.

        Raises
        ------
        RulesError
            If there is no such seat or no such bot, or the game is over.
        """
        with self._lock:
            self.check_state(state)
            seat = self._check_seat(seat)
            if self.over:
                raise RulesError("the game is over: nobody can play on")
            others = [p.name for i, p in enumerate(self.players) if i != seat]
            newcomer, function = seat_one(player, self.game.name, others)
            if self._history.paper and newcomer.kind == "bot":
                raise RulesError("with paper cards people play, no bots")
            self._functions.pop(seat, None)
            if function:
                self._functions[seat] = function
            if self.fault and self.fault.seat == seat:
                self.fault = None
            with uninterrupted():
                self._history.sit(seat, newcomer)
                self._keeper.write()
                self._changed()

    # Showing

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change; returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    @property
    def lock(self) -> threading.RLock:
        """Hold it to read several things of one moment."""
        return self._lock

    def save_as(self, record: str | Path | None = None) -> Path:
        """Write the whole game to a new file, and go on there.

        Parameters
        ----------
        record : path, optional
            A new file, or a folder, in which it gets a dated name.  Unless told
            otherwise the first place that takes it: beside the present record, the
            folder ``games``, the home folder, the one for temporary files.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        RecordError
            If it can't be written there; nothing has changed then.
        """
        with self._lock, uninterrupted():
            path = self._keeper.save_as(record)
            self._tell()
            return path

    def close(self) -> None:
        """Let go of the record's file.  The game can be loaded again."""
        with self._lock:
            self._closed = True
            self._keeper.close()

    def __dir__(self) -> list[str]:
        """List what is of use at a table, for Tab."""
        return [name for name in super().__dir__() if name not in _OPENING]

    def __repr__(self) -> str:
        names = ", ".join(short(player.name, LONGEST_NAME) for player in self.players)
        where = self.path or "in memory"
        return f"<Session {self._history.header['preset']}, {names}: {self.phase}; {where}>"

    @contextlib.contextmanager
    def hushed(self) -> Iterator[None]:
        """Tell listeners of the changes in a block at its end, and now and then before.

        A browser can't show more than some 30 pictures a second.
        """
        with self._lock:
            if not self._hushed:
                self._told = time.perf_counter()
            self._hushed += 1
        try:
            yield
        finally:
            with self._lock:
                self._hushed -= 1
                if self._untold and not self._hushed:
                    self._tell()

    # Inside

    @contextlib.contextmanager
    def _synced(self) -> Iterator[None]:
        """Have all on the disk when a block ends, however it does."""
        try:
            yield
        finally:
            with self._lock, uninterrupted():
                self._keeper.write()

    def begin(self) -> None:
        """Deal, and write the first events; for a new game."""
        with self._lock, uninterrupted():
            self._settle()
            self._keeper.write()

    def settle(self) -> None:
        """Do what nobody decides; for a game whose record ends before that was written."""
        with self._lock, uninterrupted():
            self._settle()

    def resume(self, writer: record_file.Writer | None = None, *, written: int = 0) -> None:
        """Go on where a record ends; for a game that was loaded.

        Parameters
        ----------
        writer : record_file.Writer, optional
            Its file.
        written : int
            How many of the game's events are there already.
        """
        with self._lock, uninterrupted():
            self._keeper.resume(writer, written)
            self._settle()
            self._keeper.write()

    def _decide(self, action: int, begun: float, rollouts: int | None = None) -> None:
        person = self.waiting == "person"
        ms = round((time.perf_counter() - begun) * 1000)
        with uninterrupted():
            self._history.act(action, ms=ms, rollouts=rollouts)
            self.fault = None
            self._settle()
            self._keeper.write(sync=person or self.waiting != "bot")
            self._changed()

    def _settle(self) -> None:
        """Do what nobody decides: shuffle where it is due, score a round that is over."""
        self._history.settle()

    def _ask(self, seat: int) -> int:
        h, player = self._history, self.players[seat]
        self._rollouts = None
        rng = dealing.generator(h.header["seed"], dealing.BOTS, len(h.decisions))

        def built_in(observation: Observation) -> int:
            name = str(player.policy)
            if name.endswith("()"):
                raise RulesError(
                    f"{name} was a function, which a record doesn't hold: "
                    f"load(path, players={{{seat}: {name[:-2]}}})"
                )
            bot = bots.find(self.game.name, name)
            if isinstance(bot, Strong):
                action, self._rollouts = bot.act_soon(observation.seen, h.codes, rng)
                return action
            return bot.act(observation.seen, h.codes, rng)

        function = self._functions.get(seat)
        return strategies.ask(
            function or built_in,
            self.game,
            h.state,
            h.codes,
            h.deck,
            strategies.sealed(rng),
            name=player.name,
            limit=self.limit if function else None,
            secret=self._secret,
        )

    def _action_text(self, action: Any) -> str:
        if isinstance(action, int) and 0 <= action < len(self.game.actions):
            return self.game.action_text(action, self._history.codes)
        return strategies.said(repr, action)

    def _check_seat(self, seat: int) -> int:
        return seat_number(seat, [player.name for player in self.players])

    def _back_to(self, to: int | None) -> list[Decision]:
        """The standing decisions from one on; unless told, from a person's last one."""
        top = self._history.standing
        if to is None and top is not None:
            to = top.decision if top.person is None else top.person  # perhaps only bots play
        if to is None or not 0 <= to < len(self._history.decisions):
            return []
        back: list[Decision] = []
        if not self._history.decisions[to].undone:
            for row in self._history.standing_rows():
                back.append(row)
                if row.decision == to:
                    break
        return back[::-1]

    def _undoable(self, back: list[Decision]) -> str:
        if not back:
            return "nothing"
        if self._history.header["practice"] or self._history.paper:
            return "yes"
        if self._history.penalized_since(back[0].decision):
            return "penalty"
        in_this_round = self.seat is not None and back[0].round == self._history.state.round
        return "yes" if in_this_round and not any(row.revealed for row in back) else "seen"

    def check_state(self, state: int | None) -> None:
        """Raise `StaleStateError` if a `state_id` that was seen is no longer the present one."""
        if state is not None and state != self.state_id:
            raise StaleStateError(state, self.state_id)

    def _moved(self, why: RecordError) -> None:
        """The record was loaded again: whoever looks here should know."""
        with self._lock:
            self._keeper.trouble = why
            self._tell()

    def _changed(self) -> None:
        self.state_id += 1
        self._keeper.saved = None
        self._since = time.perf_counter()
        self._tell()

    def _tell(self) -> None:
        now = time.perf_counter()
        self._untold = self._hushed > 0 and now - self._told < BREATH
        if self._untold:
            return
        self._told = now
        for listener in list(self._listeners):
            try:
                listener()
            except Exception as error:  # what shows the game must not stop it
                warnings.warn(f"a listener failed: {strategies.said(repr, error)}", stacklevel=2)
