"""A table where people and bots play: the one writer of a game.

Every decision is checked, applied, written to the record, and only then shown.
One re-entrant lock guards every entry, because JupyterLab runs a widget's handlers
on another thread, beside a running cell and beside each other.
"""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from skyjo_widget import bots, questions, strategies
from skyjo_widget import record as record_file
from skyjo_widget._version import __version__
from skyjo_widget.coach import MODES, Advice, Mode, advise, reckon
from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.driver import MAX_TURNS, endless, turns_lost
from skyjo_widget.engine.game import Game
from skyjo_widget.engine.piles import shuffle
from skyjo_widget.engine.state import NOBODY, copy, hidden_from_others
from skyjo_widget.errors import (
    IllegalActionError,
    PolicyError,
    RecordError,
    RulesError,
    StaleStateError,
)
from skyjo_widget.history import Decision, History, Player, Prediction, header
from skyjo_widget.interrupts import uninterrupted
from skyjo_widget.keeping import Keeper
from skyjo_widget.observation import Observation
from skyjo_widget.odds import Odds
from skyjo_widget.odds import find as find_odds
from skyjo_widget.odds.unseen import Memory
from skyjo_widget.replay import states
from skyjo_widget.seating import Answer, PlayerSpec, seat_one
from skyjo_widget.values import new_seed, plain_text, seed_number, whole_number
from skyjo_widget.what_if import Outlook, look_ahead, redealt

if TYPE_CHECKING:
    from skyjo_widget.frames import Log
    from skyjo_widget.widget import Board

BREATH = 1 / 30
"""Seconds between two tellings while many changes come in a row."""

_DEALS, _BOTS, _BRANCH = 0, 1, 2  # streams of random numbers that must not touch

_NO_UNDO = {
    "yes": "",
    "nothing": "there is no such decision to take back",
    "seen": "a card has been seen since; only a practice table takes that back",
    "penalty": "a referee has given a penalty since; only a practice table takes that back",
}


class Session:
    """A game at a table; made by `play` and `load`.

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
        self._board: Board | None = None
        self._shown_in: object = None
        self.lang = lang
        self._closed = False
        self._coach: Mode = "locked" if history.locked else "off"
        self.state_id = 0
        """Rises with every change of the game; a request made for an older one is refused."""
        self.limit: float | None = strategies.LIMIT
        """Seconds that a strategy has for a move; None for as long as it likes."""
        self.fault: PolicyError | None = None
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
        """What must happen next: ``person``, ``bot``, ``next round`` or ``fault``.

        None after the game.
        """
        if self.fault:
            return "fault"
        if self.over:
            return None
        seat = self.seat
        if seat is None:
            return "next round"
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
            return Observation(self.game, h.state, h.codes, h.deck, seat)

    def odds(self, seat: int | None = None, *, memory: Memory = "perfect") -> Odds:
        """What a seat may reckon with now, exactly.

        Parameters
        ----------
        seat : int, optional
            The seat to act unless told otherwise.
        memory : {"perfect", "table"}
            Whether all cards of the round that it has seen are remembered, or only those
            that lie on the table.

        Raises
        ------
        RulesError
            If there is no such seat, nobody is to act, or the coach is locked.
        """
        self._check_unlocked()
        seen = self.observation(seat)
        if seen.me == NOBODY:
            raise RulesError("nobody is to act now: name a seat, as in odds(0)")
        return find_odds(seen, memory)

    # The coach

    @property
    def coach(self) -> Mode:
        """When the coach speaks on the board.

        ``off``: never; ``request``: if it is asked; ``after``: after a person's move;
        ``locked``: never in this whole game, which its record says.

        Raises
        ------
        RulesError
            If another one is set, or the coach is locked.
        """
        return self._coach

    @coach.setter
    def coach(self, mode: Mode) -> None:
        with self._lock:
            if mode not in MODES:
                raise RulesError(f"coach={mode!r}: one of {', '.join(MODES)} is needed")
            if mode == self._coach:
                return
            self._check_unlocked()
            if mode == "locked":
                raise RulesError("the coach is locked for a whole game: play(…, coach='locked')")
            self._coach = mode
            self._tell()

    def advice(self, *, memory: Memory = "perfect", worlds: int | None = None) -> Advice:
        """What the coach says to the person, or to the bot, that is to act.

        Parameters
        ----------
        memory : {"perfect", "table"}
            As in `odds`.
        worlds : int, optional
            Worlds in which each action is tried out; as many as fit into an eighth of a
            second unless told otherwise, 0 for points alone.

        Raises
        ------
        RulesError
            If nobody is to act, a bot is with cards that only it has seen, or the coach is locked.
        """
        self._check_unlocked()
        with self._lock:
            if self.seat is None:
                raise RulesError("the coach has advice for a seat that is to act, and none is now")
            self._check_open(self._history.state, self.seat)
            seen, due = self.observation(), len(self._history.decisions)
        advice = advise(seen, memory=memory, worlds=worlds, seed=due)
        with self._lock:
            if due == len(self._history.decisions):
                self.note_coach("request")
        return advice

    def note_coach(self, mode: str, decision: int | None = None) -> None:
        """Write into the record that the coach is looked at, once for a person's decision.

        Parameters
        ----------
        mode : {"request", "after"}
            Before the decision, or after it.
        decision : int, optional
            Which; the one that is due unless told otherwise.

        Raises
        ------
        RulesError
            If the mode is neither.
        """
        if mode not in ("request", "after"):
            raise RulesError(f"mode={mode!r}: 'request' or 'after' is needed")
        with self._lock:
            if self._closed:
                return
            h = self._history
            due = len(h.decisions) if decision is None else decision
            person = self.waiting == "person" if decision is None else True
            if person and due not in h.coached:
                with uninterrupted():
                    h.add_coach(due, mode)
                    self._keeper.write()

    def predict(
        self,
        question: str,
        value: float | str,
        *,
        seat: int | None = None,
        by: str | None = None,
    ) -> Prediction:
        """Commit to a prediction before the coach shows its own; both go to the record.

        Parameters
        ----------
        question : str
            ``"draw at most 4"``: how likely the draw pile's next card is a 4 or less;
            ``"score at most 20"``: how likely the own raw score of this round is; ``"win"``: how
            likely one wins the game; ``"mean"``: the own raw score if the round ended now,
            in the mean; ``"best"``: the action with the best chance to win.
        value : float or str
            A chance from 0 to 1, a number of points, or an action in notation.
        seat : int, optional
            Who predicts; the seat to act unless told otherwise.
        by : str, optional
            Whose prediction it is, where several share a seat.

        Returns
        -------
        Prediction
            With what the coach says; None where it is locked, or has nothing to say.

        Raises
        ------
        RulesError
            If the question or the value is none; nothing is written then.
        IllegalActionError
            If the predicted action isn't legal.
        StaleStateError
            If the game has gone on while the coach was thinking.
        """
        with self._lock:
            h = self._history
            asked = questions.parse_question(question, self.game.name)
            checked = questions.check_value(asked, value)
            if by is not None:
                plain_text(by, "a prediction's author")
            if self.seat is None:
                raise RulesError("a prediction belongs to a moment in which a seat is to act")
            seat = self.seat if seat is None else self._check_seat(seat)
            if asked.kind == "best":
                self.verify(str(checked), seat=seat)
            seen, state, due = self.observation(seat), self.state_id, len(h.decisions)
        coach = reckon(asked, seen, checked, seed=due)  # it takes a while: nobody waits for it
        with self._lock:
            self.check_state(state)
            with uninterrupted():
                h.add_prediction(str(asked), checked, seat=seat, coach=coach, by=by)
                self._keeper.write()
                self._tell()
            made = h.predictions[-1]
        hidden = self._coach == "locked"
        return dataclasses.replace(made, coach=None) if hidden else made

    def answer(
        self,
        sheet: str,
        question: str,
        value: float | str,
        *,
        right: bool | None = None,
        by: str | None = None,
    ) -> None:
        """Write an answer on a worksheet into the record; see `skyjo_widget.worksheets`.

        Raises
        ------
        RulesError
            If a text is none, or the answer is neither a number nor a text.
        """
        plain_text(sheet, "a worksheet")
        plain_text(question, "a question")
        if by is not None:
            plain_text(by, "an answer's author")
        if right is not None and not isinstance(right, (bool, np.bool_)):
            raise RulesError(f"right={right!r}: True, False or None is needed")
        checked, right = questions.check_answer(value), None if right is None else bool(right)
        with self._lock, uninterrupted():
            self._history.add_answer(sheet, question, checked, right=right, by=by)
            self._keeper.write()
            self._tell()

    # What if

    def branch(
        self,
        decision: int | None = None,
        *,
        players: dict[int, PlayerSpec] | None = None,
        seed: int | str | None = None,
        anew: bool | None = None,
        record: str | Path | Literal[False] | None = False,
        display: bool = True,
    ) -> Session:
        """Open another table at a moment of this game, for practice; this one is untouched.

        Parameters
        ----------
        decision : int, optional
            The decision to be made there; the one that is due unless told otherwise.
        players : dict of int to player, optional
            Who plays at a seat instead.
        seed : int or str, optional
            Of the cards that are dealt anew and of all later ones.
        anew : bool, optional
            Whether the cards that the seat to act there doesn't see are dealt anew.  While the
            round goes on they always are; of a round that is over the real ones lie there
            unless told otherwise.
        record : path, False or None
            As in `play`; unless told otherwise nowhere.
        display : bool
            Show its board, if there is a notebook to show it in.

        Raises
        ------
        RulesError
            If there is no such decision, or its cards can't be left as they are.
        """
        seed = new_seed() if seed is None else seed_number(seed)
        if anew not in (None, True, False):
            raise RulesError(f"anew={anew!r}: True, False or None is needed")
        with self._lock:
            h = self._history
            state, due = self._moment(decision)
            hidden = state.round > h.rounds_over
            if hidden and anew is False:
                raise RulesError("while the round goes on, its unseen cards are dealt anew")
            # Not the game's own stream, which would deal its own rounds again.
            rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_BRANCH, due)))
            if hidden or anew:
                state = redealt(self.game, state, h.codes, rng)
            seated, functions = self._seated_anew(players or {})
            first = header(
                game=self.game,
                game_id=record_file.new_game_id(),
                preset=str(h.header["preset"]),
                rules=self.rules,
                deck=self.deck,
                players=seated,
                seed=int(rng.integers(2**48)),
                practice=True,
                software=__version__,
                start=self.game.state_text(state, h.codes, self.deck),
                branch={"game_id": self.game_id, "decision": due},
                **({"coach": "locked"} if h.locked else {}),
            )
        history = History(first)
        path = record_file.place_for(record, record_file.file_name(first))
        writer = record_file.Writer(path) if path else None
        other = Session(history, functions=functions, writer=writer, lang=self.lang)
        other.limit = self.limit
        if not h.locked:
            other.coach = self._coach
        other.begin()
        if display:
            other.show()
        return other

    def _seated_anew(
        self, newcomers: dict[int, PlayerSpec]
    ) -> tuple[list[Player], dict[int, Answer]]:
        """The players, with others at some seats, and the functions that play some of them."""
        if not isinstance(newcomers, dict):
            raise RulesError(f"players={newcomers!r}: a dict is needed, as in {{0: 'bot:greedy'}}")
        seated, functions = list(self.players), dict(self._functions)
        for seat in newcomers:
            functions.pop(self._check_seat(seat), None)
        names = [p.name for i, p in enumerate(seated) if i not in newcomers]
        for seat, spec in newcomers.items():
            seated[seat], function = seat_one(spec, self.game.name, names)
            names.append(seated[seat].name)
            if function:
                functions[seat] = function
        return seated, functions

    def what_if(
        self,
        actions: Sequence[str] | None = None,
        *,
        decision: int | None = None,
        games: int = 1000,
        seed: int | str = 0,
    ) -> Outlook:
        """What several actions come to, if a bot plays the round on a thousand times.

        Parameters
        ----------
        actions : sequence of str, optional
            In notation; all legal ones unless told otherwise.
        decision : int, optional
            As in `branch`.
        games : int
            In how many worlds each action is played on.
        seed : int or str
            Of the worlds.

        Returns
        -------
        Outlook
            The seat's scores of the round, and its chances to win the game.

        Raises
        ------
        RulesError
            If there is no such decision, or the coach is locked.
        IllegalActionError
            If an action isn't legal there.
        """
        self._check_unlocked()
        if isinstance(actions, str):
            actions = [actions]
        with self._lock:
            h = self._history
            state, _ = self._moment(decision)
            seen = Observation(self.game, state, h.codes, h.deck, state.seat)
        return look_ahead(seen, actions, games=games, seed=seed_number(seed))

    def _moment(self, decision: int | None) -> tuple[Any, int]:
        """The state before a decision, and the decision's number; the lock must be held."""
        h = self._history
        made = len(h.decisions)
        due = made if decision is None else whole_number("decision", decision)
        if due == made and self.seat is not None:
            self._check_open(h.state, self.seat)
            return copy(h.state), due
        if not 0 <= due < made:
            raise RulesError(
                f"there is no decision {due} to be made; there have been {made}"
                if decision is not None
                else "nobody is to act now: name a decision, as in branch(12)"
            )
        state = next(itertools.islice(states(h), due, None))
        self._check_open(state, h.decisions[due].seat)
        return state, due

    def _check_open(self, state: Any, seat: int) -> None:
        """Refuse a moment of a round that goes on, of which a bot knows more than the people."""
        kinds = [player.kind for player in self.players]
        going_on = state.round > self._history.rounds_over
        if not going_on or kinds[seat] != "bot" or "person" not in kinds:
            return
        if hidden_from_others(state, seat) or self.game.private_hands:
            raise RulesError(
                "a bot decides there about cards that only it has seen: "
                "wait until the round is over"
            )

    def _check_unlocked(self) -> None:
        if self._coach == "locked":
            raise RulesError("the coach is locked in this game")

    @property
    def log(self) -> Log:
        """The game as DataFrames, live."""
        from skyjo_widget.frames import Log  # noqa: PLC0415  (pandas loads when it is asked for)

        return Log([self._history], lock=self._lock, paths=[self.path])

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
                    "the game is over" if self.over else "the round is over: call next_round()"
                )
            if seat is not None and seat != actor:
                raise refusal(f"it isn't the turn of seat {seat}")
            if secret and self._secret:
                raise refusal("a bot decides about cards that only it has seen: call step()")
            if isinstance(action, str) and len(action) > strategies.LONGEST_ACTION:
                shown = f"{action[: strategies.LONGEST_ACTION]}…"
            try:
                return strategies.read_action(action, self.game, h.state, h.codes)
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
            self._decide(action, begun)

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
        """
        turns, lost = whole_number("turns", turns), 0
        begun = len(self._history.decisions)
        with self.hushed():
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
                self._keeper.write(sync=True)
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
            isn't open for practice: a look can't be taken back.
        RulesError
            If `to` is no whole number.
        """
        with self._lock:
            self.check_state(state)
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
            back = self._back_to(None)
            if not any(row.kind == "person" for row in back):
                return "nothing"
            return self._undoable(back)

    def note(
        self,
        text: str,
        *,
        tags: Sequence[str] = (),
        decision: int | None = None,
        by: str | None = None,
    ) -> None:
        """Add a remark to the record.

        Parameters
        ----------
        text : str
            Anything.
        tags : sequence of str
            Such as ``["rule question"]``.
        decision : int, optional
            What it is about; the last decision unless told otherwise.
        by : str, optional
            Whose remark it is.

        Raises
        ------
        RulesError
            If there is no such decision, or the text or a tag is no text.
        """
        with self._lock:
            h = self._history
            plain_text(text, "a note")
            if by is not None:
                plain_text(by, "a note's author")
            if not isinstance(tags, (str, list, tuple, set, frozenset)):
                raise RulesError(f"tags={tags!r}: a list of texts is needed")
            names = [
                plain_text(tag, "a tag") for tag in ([tags] if isinstance(tags, str) else tags)
            ]
            if decision is None:
                newest = h.newest()
                decision = newest.decision if newest else None
            else:
                decision = whole_number("decision", decision)
                if not 0 <= decision < len(h.decisions):
                    raise RulesError(
                        f"there is no decision {decision}; there have been {len(h.decisions)}"
                    )
            with uninterrupted():
                h.add_note(text, decision=decision, tags=tuple(names), by=by)
                self._keeper.write()
                self._tell()

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

    @property
    def board(self) -> Board:
        """The board, an anywidget; one for the session, with as many views as you like."""
        from skyjo_widget.widget import Board  # noqa: PLC0415  (widgets load when they are shown)

        with self._lock:
            if self._board is None:
                self._board = Board(self)
            return self._board

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

    def show(self) -> None:
        """Show the board, if there is a notebook to show it in."""
        if "IPython" in sys.modules:  # a script has no use for widgets, and no time to load them
            from skyjo_widget.widget import show  # noqa: PLC0415  (as above)

            show(self)

    def _ipython_display_(self) -> None:
        from skyjo_widget.widget import notebook, show  # noqa: PLC0415  (as above)

        if notebook() is None:
            print(repr(self))  # noqa: T201  (a terminal's IPython asks for it to be shown)
        show(self)

    def _display_(self) -> Board:
        return self.board  # marimo asks so, and shows what it gets

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.players)
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

    def _decide(self, action: int, begun: float) -> None:
        person = self.waiting == "person"
        ms = round((time.perf_counter() - begun) * 1000)
        with uninterrupted():
            self._history.act(action, ms=ms)
            self.fault = None
            self._settle()
            self._keeper.write(sync=person)
            self._changed()

    def _settle(self) -> None:
        """Do what nobody decides: shuffle where it is due, score a round that is over."""
        h = self._history
        while h.needs_shuffle or h.needs_scoring:
            if h.needs_scoring:
                h.score()
            else:
                order = sorted(h.state.draw[: h.state.draw_size])
                shuffle(self._random(_DEALS, h.shuffles), order, len(order))
                h.shuffle(order)

    def _ask(self, seat: int) -> int:
        h, player = self._history, self.players[seat]
        rng = self._random(_BOTS, len(h.decisions))

        def built_in(observation: Observation) -> int:
            name = str(player.policy)
            if name.endswith("()"):
                raise RulesError(
                    f"{name} was a function, which a record doesn't hold: "
                    f"load(path, players={{{seat}: {name[:-2]}}})"
                )
            return bots.find(self.game.name, name).act(observation.seen, h.codes, rng)

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

    def _random(self, stream: int, number: int) -> np.random.Generator:
        """The generator of the n-th shuffle or decision: resuming changes nothing."""
        seed = np.random.SeedSequence(self._history.header["seed"], spawn_key=(stream, number))
        return np.random.default_rng(seed)

    def _action_text(self, action: Any) -> str:
        if isinstance(action, int) and 0 <= action < len(self.game.actions):
            return self.game.action_text(action, self._history.codes)
        return strategies.said(repr, action)

    def _check_seat(self, seat: int) -> int:
        seat = whole_number("seat", seat)
        if not 0 <= seat < len(self.players):
            raise RulesError(f"there is no seat {seat}; seats go from 0 to {len(self.players) - 1}")
        return seat

    def _back_to(self, to: int | None) -> list[Decision]:
        """The standing decisions from one on; unless told, from a person's last one."""
        back: list[Decision] = []
        for row in reversed(self._history.decisions):
            if row.undone:
                continue
            back.append(row)
            if row.decision == to or (to is None and row.kind == "person"):
                return back[::-1]
        return back[:1] if to is None else []  # only bots play, or there is no such decision

    def _undoable(self, back: list[Decision]) -> str:
        if not back:
            return "nothing"
        if self._history.header["practice"]:
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
