"""A table where people and bots play: turns, bots and undo.

Every decision is checked, applied, recorded, and only then shown.  The parts of a table share its
`LiveGame`, through which all changes go.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS, endless, turns_lost
from skyjo_widget.engine.core.game import Game
from skyjo_widget.errors import IllegalActionError, PolicyError, RecordError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records import record_file
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.paper_history import PaperHistory
from skyjo_widget.records.replay import new_history
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.bot_seats import BotSeats
from skyjo_widget.table.branch import header_again
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.paper import CardSpec, PaperPlay
from skyjo_widget.table.paper_lines import Lines, Understood
from skyjo_widget.table.seating import PlayerSpec, Policy, seat_one
from skyjo_widget.table.turns import Turns
from skyjo_widget.util.i18n import present_language
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.markup import LONGEST_NAME, short
from skyjo_widget.util.messages import warn
from skyjo_widget.util.names_checked import NamesChecked
from skyjo_widget.util.validation import new_seed, seed_number, whole_number

_NO_UNDO = {
    "yes": "",
    "nothing": _("there is no such decision to take back"),
    "seen": _("a card has been seen since; only a practice table takes that back"),
    "penalty": _("a referee has given a penalty since; only a practice table takes that back"),
}


_INSIDE = {"begin", "resume", "settle", "served", "set_served", "undo_seat"}
_INSIDE |= {"begun", "offer_begun", "decline_begun", "go_on_with_begun"}
"""Names that only `play`, `load`, the board and the server use."""


class Table(NamesChecked):
    """A game at a table, without its analysis: see `skyjo_widget.table.session`.

    Parameters
    ----------
    history : History
        The game so far.
    functions : dict of int to callable
        The seats' own policies, where a function was given.
    writer : record_file.Writer or None
        Where events go; None keeps them in memory.
    """

    _called = "Session"

    def __init__(
        self,
        history: History,
        *,
        functions: dict[int, Policy],
        writer: record_file.Writer | None,
    ) -> None:
        self._game = LiveGame(history, writer, self._notified)
        self._turns = Turns(self._game)
        self._bots = BotSeats(history, functions)
        self._paper = self._paper_at(history)
        self._lines: Lines | None = None
        self.fault: PolicyError | None = None
        """The error that stopped a bot, until `retry` or `replace`."""

    def _paper_at(self, history: History) -> PaperPlay | None:
        """Return what names the paper cards of a game; None if it isn't played with any."""
        if isinstance(history, PaperHistory):
            return PaperPlay(self._game, history, self._turns)
        return None

    def _notified(self) -> None:
        """Follow a change, after the listeners."""

    # State

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game.history.game

    @property
    def history(self) -> History:
        """The whole game with its hidden cards; a bot or a browser never gets it."""
        return self._game.history

    @property
    def rules(self) -> Any:
        """The rules in force."""
        return self._game.history.rules

    @property
    def deck(self) -> Deck:
        """The deck it is played with."""
        return self._game.history.deck

    @property
    def game_id(self) -> str:
        """The game's unique name, the first part of every row's key."""
        return str(self._game.history.header["game_id"])

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, by seat."""
        return tuple(self._game.history.players)

    @property
    def state_id(self) -> int:
        """Increases with every change of the game; a request for an older state is refused."""
        return self._game.state_id

    @property
    def limit(self) -> float | None:
        """Seconds that a strategy has for a move; None for no limit."""
        return self._bots.limit

    @limit.setter
    def limit(self, seconds: float | None) -> None:
        self._bots.limit = seconds

    @property
    def path(self) -> Path | None:
        """The record's file; None if the game is in memory only."""
        return self._game.record.path

    @property
    def trouble(self) -> RecordError | None:
        """The error that stopped recording; the game continues in memory, `save_as` saves it."""
        return self._game.record.trouble

    @property
    def saved(self) -> Path | None:
        """The file that `save_as` has just written, until the next change."""
        return self._game.record.saved

    @property
    def seat(self) -> int | None:
        """The seat to act; None between rounds and after the game."""
        return self._game.history.actor

    @property
    def phase(self) -> str:
        """The name of the present phase."""
        return str(self.game.phases[self._game.history.state.phase])

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self._game.history.over

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' names; empty until the game is over."""
        if not self.over:
            return ()
        seats = self.game.winners(self._game.history.state, self._game.history.codes)
        return tuple(self.players[seat].name for seat in seats)

    @property
    def waiting(self) -> str | None:
        """The next step: ``person``, ``bot``, ``next round``, ``cards`` or ``fault``.

        ``cards``: some that turn up now must be named (`Session.name_card`).  None after the
        game.
        """
        if self.fault:
            return "fault"
        if self.over:
            return None
        history = self._game.history
        return history.acting_kind or ("next round" if history.between_rounds else "cards")

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions, in notation.

        Empty while a bot decides about cards that only it has seen: its legal actions would
        reveal them.
        """
        return self._turns.legal

    def observation(self, seat: int | None = None) -> Observation:
        """Return the present observation of a seat, by default of the seat to act.

        Raises
        ------
        RulesError
            If there is no such seat.
        """
        return self._turns.observation(seat)

    # Deciding

    def verify(self, action: str | int, *, seat: int | None = None) -> int:
        """Check that an action may be carried out now, and return its id.

        Parameters
        ----------
        action : str or int
            In notation, or its id.
        seat : int, optional
            The acting seat; the seat to act by default.

        Raises
        ------
        IllegalActionError
            With the reason, the seat to act, and the legal actions.
        """
        return self._turns.verify(action, seat)

    def can(self, action: str | int, *, seat: int | None = None) -> bool:
        """Return whether an action may be carried out now."""
        try:
            self.verify(action, seat=seat)
        except IllegalActionError:
            return False
        return True

    def act(
        self,
        action: str | int,
        *,
        seat: int | None = None,
        state: int | None = None,
        card: CardSpec | None = None,
        out: CardSpec | None = None,
        cards: Mapping[str, CardSpec] | None = None,
    ) -> None:
        """Carry out a decision of the seat to act.

        Parameters
        ----------
        action : str or int
            In notation (``"place b3"``), or its id.
        seat : int, optional
            Who asks; refused if it isn't their turn.
        state : int, optional
            The expected `state_id`; refused if it isn't the present one.
        card : int or str, optional
            With paper cards: the card that was drawn (it may be named later, when it lands),
            turned, kept, discarded or placed; after ``play stock`` the next one that turns up.
        out : int or str, optional
            With paper cards: the face-down card that goes on the discard pile.
        cards : mapping of str to card, optional
            The cards by place, as in `unnamed`: ``{"hand": 4, "0:b3": 9}``.

        Raises
        ------
        IllegalActionError, StaleStateError
            Nothing has changed then.
        RulesError
            If a card is invalid, can't lie there, is missing, or isn't needed; nothing has
            changed then.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.history.decisions[0].notation
        'flip a1'
        """
        with self.lock:
            if self._paper:
                self._paper.act(action, seat=seat, state=state, card=card, out=out, cards=cards)
                return
            if (card, out, cards) != (None, None, None):
                raise RulesError("only in a game with paper cards a card is named")
            self.check_state(state)
            self._decide(self.verify(action, seat=seat), self._game.since)

    def unnamed(self, action: str | int | None = None) -> tuple[str, ...]:
        """List the hidden cards that must be named for an action, or now to continue the game.

        Parameters
        ----------
        action : str or int, optional
            A legal action.  By default the cards that a deal or the end of a round
            shows; none while a seat decides.

        Returns
        -------
        tuple of str
            ``hand``, ``discard``, places such as ``0:b3``, ``0:stock``.  Empty in a game
            that isn't played with paper cards.

        Raises
        ------
        IllegalActionError
            If the action isn't legal.
        """
        if self._paper:
            return self._paper.unnamed(action)
        if action is not None:
            self.verify(action)
        return ()

    def name_card(self, where: str, card: CardSpec, *, state: int | None = None) -> None:
        """Name the card at a hidden place, in a game with paper cards.

        If no other card is missing, the cards are dealt or the round is scored.  A wrong name
        can be corrected while the card is hidden.

        Parameters
        ----------
        where : str
            A place of `unnamed`, or of any face-down card, ``hand``, ``draw 1``.
        card : int or str
            As a record writes it: ``5``, ``"5:reverse"``, ``"wild"``.
        state : int, optional
            As in `act`.

        Raises
        ------
        RulesError
            If it isn't a game with paper cards, no hidden card lies there, or this one can't:
            with the counts of its like.  Nothing has changed then.
        """
        self._need_paper().name_card(where, card, state=state)

    def referee(
        self,
        what: str,
        *,
        text: str = "",
        card: CardSpec | None = None,
        state: int | None = None,
        **about: Any,
    ) -> None:
        """Record a referee's correction, in a game with paper cards.

        Parameters
        ----------
        what : str
            ``"turn"`` (`seat`): that seat played out of turn and it was noticed late, so it
            is its turn now; ``"points"`` (`seat`, `points`): its total changes; in games
            with grids ``"show"`` (`place`): a face-down card was turned up by mistake,
            ``"swap"`` (`first`, `second`): two cards of the grids change places, ``"move"``
            (`source`, `target`): the top card goes from the ``"draw pile"`` to the
            ``"discard pile"``, or back; in Skip-Bo ``"surplus"`` (`seat`, `cards`): so many
            cards that were drawn too many go into its stock pile, ``"no draw"`` (`seat`):
            it draws nothing in its next turn.
        text : str
            What happened, in free words.
        card : int or str, optional
            The card that this shows.
        state : int, optional
            As in `act`.
        **about
            As above; a place is ``"0:a1"``.

        Raises
        ------
        RulesError
            If it isn't a game with paper cards, or that isn't possible; nothing has changed
            then.
        IllegalActionError
            If no seat is to decide (points may come between rounds too).
        """
        self._need_paper().referee(what, about, text=text, card=card, state=state)

    def write(self, line: str, *, state: int | None = None) -> None:
        """Carry out a line in shorthand, in a game with paper cards: all of it or nothing.

        Parameters
        ----------
        line : str
            A turn or a part of it, such as ``"5b3/9"``: a 5 was drawn and put on b3, where a
            face-down 9 lay.
        state : int, optional
            As in `act`.

        Raises
        ------
        RulesError
            If it isn't a game with paper cards, the line isn't understood, a card is missing or
            can't be, or something isn't possible now; nothing has changed then.

        Examples
        --------
        >>> from skyjo_widget import paper
        >>> table = paper("skyjo", ["Ana", "Bo"], turned=1, record=False, display=False)
        >>> table.write("= 4")
        >>> table.write("a1/7")
        >>> print(table.shorthand())
        = 4
        a1/7
        """
        lines = self._need_lines()
        with self.lock:
            self.check_state(state)
            lines.write(line)

    def write_all(self, text: str | Path) -> None:
        """Carry out lines in shorthand, one after the other.

        Parameters
        ----------
        text : str or Path
            The lines, as `shorthand` gives them, or a file in UTF-8: a `Path`, or a text that
            ends in ``.txt``.  Empty lines and those that begin with ``#`` are skipped.

        Raises
        ------
        RulesError
            As `write` does, with the number and the text of the line; those before it stand.
        """
        self._need_lines().write_all(text)

    def unwrite(self, *, state: int | None = None) -> None:
        """Take the last line back; what came after one is taken back by itself, as by `undo`.

        Parameters
        ----------
        state : int, optional
            As in `act`.

        Raises
        ------
        RulesError
            If it isn't a game with paper cards, or the line has only named cards.
        IllegalActionError
            If there is nothing to take back.
        """
        lines = self._need_lines()
        with self.lock:
            self.check_state(state)
            first = lines.take_back()
            self.undo(to=first)

    def shorthand(self) -> str:
        """Return the game so far in shorthand, a line for each turn; `write_all` reads it.

        Raises
        ------
        RulesError
            If it isn't a game with paper cards.
        """
        return self._need_lines().text()

    def understand(self, line: str, *, lang: str | None = None) -> Understood:
        """Return what a line in shorthand would do, and what may come next; nothing changes.

        Parameters
        ----------
        line : str
            As in `write`.
        lang : str, optional
            The language of the answer; the table's by default.

        Raises
        ------
        RulesError
            If it isn't a game with paper cards.
        """
        return self._need_lines().understand(line, lang or present_language())

    def step(self, *, state: int | None = None) -> None:
        """Let the bot whose turn it is make one decision.

        Raises
        ------
        PolicyError
            If it raised or returned no legal action.  The game waits there; `retry` or
            `replace` continues it.
        IllegalActionError
            If no bot is to act.
        """
        with self.lock:
            self.check_state(state)
            if self.fault:
                raise self.fault
            seat = self.seat
            if seat is None or self._game.history.acting_kind != "bot":
                raise IllegalActionError(
                    "step",
                    seat=seat,
                    player=None if seat is None else self.players[seat].name,
                    reason=_("no bot is to act"),
                )
            begun = time.perf_counter()
            try:
                action, rollouts = self._bots.ask(seat, secret=self._turns.secret)
            except PolicyError as fault:
                self._stop_at(fault, seat)
                raise
            self._decide(action, begun, rollouts)

    def run(self, *, rounds: bool = False, turns: int = MAX_TURNS) -> None:
        """Let bots act until a person must decide or the round is over.

        Parameters
        ----------
        rounds : bool
            Begin the next rounds too, until the game is over.
        turns : int
            Stop with a warning when nobody has ended a round for so long: some bots never do.

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
        begun = len(self._game.history.decisions)
        with self._game.hushed(), self._game.synced():
            while True:
                with self.lock:  # checked and done in one piece
                    state = self._game.history.state
                    if self.waiting == "bot" and endless(
                        state, lost, turns, len(self._game.history.decisions) - begun
                    ):
                        warn(
                            "nobody has ended a round for {turns} turns: run(turns=…) goes on",
                            turns=turns,
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
        with self.lock:
            self.check_state(state)
            if not self._game.history.between_rounds:
                raise IllegalActionError(
                    "next_round",
                    seat=self.seat,
                    player=None,
                    reason=_("the game is over") if self.over else _("the round isn't over"),
                )
            with self._game.change() as history:
                history.begin_round()
                history.settle()

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
            If no round is in progress.
        RulesError
            If there is no such seat, or the game has no penalties.
        """
        with self.lock:
            self.check_state(state)
            seat = self._game.check_seat(seat)
            if self.game.penalize is None:
                raise RulesError("there are no penalties in {name}", name=self.game.name)
            if self.seat is None:
                raise IllegalActionError(
                    "penalty",
                    seat=None,
                    player=self.players[seat].name,
                    reason=_("the game is over") if self.over else _("the round is over"),
                )
            since = self._game.since  # the person to act is still thinking
            with self._game.change() as history:
                history.penalize(seat)
                history.settle()
            self._game.since = since

    def undo(self, *, to: int | None = None, state: int | None = None) -> None:
        """Take back decisions; their rows stay, marked.

        Parameters
        ----------
        to : int, optional
            The decision to be made again; by default a person's last one, with the bots'
            decisions since (if only bots play, the last one).
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
        with self.lock:
            self.check_state(state)
            if to is None and self._game.history.fresh_deal is not None:
                with self._game.change() as history:
                    history.undo(None)
                return
            back = self._back_to(None if to is None else whole_number("to", to))
            reason = _NO_UNDO[self._undoable(back)]
            if reason:
                raise IllegalActionError("undo", seat=self.seat, player=None, reason=reason)
            with self._game.change() as history:
                history.undo(back[0].decision, back[-1].seat)
                self.fault = None

    @property
    def undoable(self) -> str:
        """``yes`` if a person's last decision can be taken back, else the reason why not.

        ``nothing``: there is none; ``seen``, ``penalty``: a card was seen or a penalty given
        since, and only a practice table takes that back.
        """
        with self.lock:
            if self._game.history.fresh_deal is not None:
                return "yes"
            back = self._back_to(None)
            if not any(row.kind == "person" for row in back):
                return "nothing"
            return self._undoable(back)

    @property
    def undo_seat(self) -> int | None:
        """The seat whose decision `undo` takes back to; None if there is none."""
        with self.lock:
            back = self._back_to(None)
            return back[0].seat if back else None

    def retry(self, *, state: int | None = None) -> None:
        """Ask a bot that has failed again.

        Raises
        ------
        PolicyError
            If it fails again.
        """
        with self.lock:
            self.check_state(state)
            self.fault = None
            self.step()

    def replace(self, seat: int, player: PlayerSpec, *, state: int | None = None) -> None:
        """Let another player take over a seat.

        Raises
        ------
        RulesError
            If there is no such seat or no such bot, or the game is over.
        """
        with self.lock:
            self.check_state(state)
            seat = self._game.check_seat(seat)
            if self.over:
                raise RulesError("the game is over: nobody can play on")
            others = [p.name for i, p in enumerate(self.players) if i != seat]
            newcomer, function = seat_one(player, self.game.name, others)
            if self._paper and newcomer.kind == "bot":
                raise RulesError("with paper cards people play, no bots")
            self._bots.replace(seat, function)
            if self.fault and self.fault.seat == seat:
                self.fault = None
            with self._game.change() as history:
                history.sit(seat, newcomer)

    # Showing

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change; returns a function that ends it."""
        listeners = self._game.listeners
        listeners.append(listener)
        return lambda: listeners.remove(listener) if listener in listeners else None

    @property
    def lock(self) -> threading.RLock:
        """The lock of the game; hold it to read a consistent state."""
        return self._game.lock

    def again(self, *, seed: int | str | None = None) -> None:
        """Deal a new game to the same players, by the same rules.

        The present game's record is closed; the new one, if there was one, stands beside it.

        Parameters
        ----------
        seed : int or str, optional
            As in `play`; the present game's own seed deals its cards once more.

        Raises
        ------
        RulesError
            If the game is played with paper cards.
        RecordError
            If the new record can't be made; nothing has changed then.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.again(seed=7)
        >>> len(table.log.decisions)
        0
        """
        seed = new_seed() if seed is None else seed_number(seed)
        with self.lock, uninterrupted():
            first = header_again(self._game.history, seed)
            history = new_history(first)
            writer = None
            if self.path:
                place = self.path.parent / record_file.file_name(first)
                writer = record_file.Writer(record_file.unused(place))
            self._take_up(history, writer, 0)

    def _take_up(self, history: History, writer: record_file.Writer | None, written: int) -> None:
        """Put another game in this one's place, whose record has so many of its events."""
        with self.lock, uninterrupted():
            self._game.restart(history, writer, written)
            self._bots = self._bots.at(history)
            self._paper, self._lines = self._paper_at(history), None
            self.fault = None
            with self._game.change():
                history.settle()

    def save_as(self, record: str | Path | None = None) -> Path:
        """Write the whole game to a new file, and continue there.

        Parameters
        ----------
        record : path, optional
            A new file, or a folder, in which it gets a dated name.  By default the first
            of these that works: beside the present record, the folder ``games``, the home
            folder, the one for temporary files.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        RecordError
            If it can't be written there; nothing has changed then.
        """
        with self.lock, uninterrupted():
            path = self._game.record.save_as(record)
            self._game.notify()
            return path

    def close(self) -> None:
        """Release the record's file.  The game can be loaded again."""
        with self.lock:
            self._game.closed = True
            self._game.record.close()

    def _elsewhere(self, name: str) -> str:
        from skyjo_widget.frames.schema import FRAMES  # noqa: PLC0415  (it loads pandas)

        return f"log.{name}" if name in FRAMES else ""

    def __dir__(self) -> list[str]:
        """List the useful attributes, for completion."""
        return [name for name in super().__dir__() if name not in _INSIDE]

    def __repr__(self) -> str:
        names = ", ".join(short(player.name, LONGEST_NAME) for player in self.players)
        where = self.path or "in memory"
        return f"<Session {self._game.history.header['preset']}, {names}: {self.phase}; {where}>"

    @contextlib.contextmanager
    def hushed(self) -> Iterator[None]:
        """Limit the rate of notifications in a block; the last change is notified at its end.

        A browser can't show more than some 30 frames a second.
        """
        with self._game.hushed():
            yield

    def check_state(self, state: int | None) -> None:
        """Raise `StaleStateError` if a `state_id` isn't the present one."""
        self._game.check_state(state)

    # Opening

    def begin(self) -> None:
        """Deal, and record the first events; for a new game."""
        with self._game.change(moves=False, notify=False) as history:
            history.settle()

    def settle(self) -> None:
        """Advance the game where nobody decides; for a record that ends before that."""
        with self.lock, uninterrupted():
            self._game.history.settle()

    def resume(self, writer: record_file.Writer | None = None, *, written: int = 0) -> None:
        """Continue a loaded game where its record ends.

        Parameters
        ----------
        writer : record_file.Writer, optional
            Its file.
        written : int
            The number of the game's events that it already has.
        """
        with self._game.change(moves=False, notify=False) as history:
            self._game.record.resume(writer, written)
            history.settle()

    # Internals

    def _decide(self, action: int, begun: float, rollouts: int | None = None) -> None:
        person = self._game.history.acting_kind == "person"
        ms = round((time.perf_counter() - begun) * 1000)
        with self._game.change(lazily=not person) as history:
            history.act(action, ms=ms, rollouts=rollouts)
            self.fault = None
            history.settle()

    def _stop_at(self, fault: PolicyError, seat: int) -> None:
        """Stop where a bot has failed, and record the reason."""
        self.fault = fault
        with self._game.change() as history:
            history.remark(
                {
                    "event": "fault",
                    "at": record_file.timestamp(),
                    "seat": seat,
                    "player": fault.player,
                    "decision": len(history.decisions),
                    "text": fault.line,
                    "traceback": fault.traceback,
                    "observation": fault.observation,
                }
            )

    def _need_paper(self) -> PaperPlay:
        if self._paper is None:
            raise RulesError("only in a game with paper cards: see paper(…)")
        return self._paper

    def _need_lines(self) -> Lines:
        paper, history = self._need_paper(), self._game.history
        assert isinstance(history, PaperHistory)
        if self._lines is None:
            self._lines = Lines(self._game, history, paper)
        return self._lines

    def _back_to(self, to: int | None) -> list[Decision]:
        """List the decisions from `to` on that hold; by default from a person's last one."""
        top = self._game.history.standing
        if to is None and top is not None:
            to = top.decision if top.person is None else top.person  # perhaps only bots play
        if to is None or not 0 <= to < len(self._game.history.decisions):
            return []
        back: list[Decision] = []
        if not self._game.history.decisions[to].undone:
            for row in self._game.history.standing_rows():
                back.append(row)
                if row.decision == to:
                    break
        return back[::-1]

    def _undoable(self, back: list[Decision]) -> str:
        if not back:
            return "nothing"
        history = self._game.history
        if history.header["practice"] or self._paper:
            return "yes"
        if history.penalized_since(back[0].decision):
            return "penalty"
        in_this_round = self.seat is not None and back[0].round == history.state.round
        return "yes" if in_this_round and not any(row.revealed for row in back) else "seen"
