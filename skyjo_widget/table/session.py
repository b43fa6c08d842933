"""A table, and what studies the game that is played there.

`skyjo_widget.table.table` plays the game; here are its odds, the coach, predictions, what-ifs and
its rows.  `skyjo_widget.board.session` adds the board.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import numpy as np

from skyjo_widget.coach.advice import MODES, Advice, Mode, advise, reckon
from skyjo_widget.coach.what_if import Outlook, look_ahead, redealt
from skyjo_widget.engine.core.state import copy, hidden_from_others
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.odds import Odds
from skyjo_widget.odds import find as find_odds
from skyjo_widget.odds.unseen import Memory
from skyjo_widget.records import predictions as questions
from skyjo_widget.records import record_file
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.header import Player, header
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import before
from skyjo_widget.strategies.call import typed
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.paper import PaperTable
from skyjo_widget.table.seating import Answer, PlayerSpec, seat_one
from skyjo_widget.util.i18n import words
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.number_text import written as written_text
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import new_seed, plain_text, seed_number, whole_number
from skyjo_widget.util.version import __version__

if TYPE_CHECKING:
    from skyjo_widget.frames.incremental import Growing
    from skyjo_widget.frames.log import Log

_BRANCH = 2  # a stream of random numbers that no table has


class HeadlessSession(PaperTable):
    """A game at a table, with its odds, coach and log, without a board.

    Parameters
    ----------
    history : History
        The game so far.
    functions : dict of int to callable
        The seats' own policies, where a function was given.
    writer : record_file.Writer or None
        Where events go; None keeps them in memory.
    lang : str
        The board's language; empty for the browser's.
    """

    def __init__(
        self,
        history: History,
        *,
        functions: dict[int, Answer],
        writer: record_file.Writer | None,
        lang: str = "",
    ) -> None:
        super().__init__(history, functions=functions, writer=writer, lang=lang)
        self._coach: Mode = "locked" if history.locked else "off"
        self._growing: Growing | None = None

    # What is the case; in a notebook each is a trait

    @property
    def state(self) -> int:
        """Number of the present state, as `act(state=…)` takes it; rises with every change."""
        return self.state_id

    @property
    def decision(self) -> int:
        """Number of decisions made, undone ones too; the key of the one that is due."""
        return len(self._history.decisions)

    @property
    def log_length(self) -> int:
        """Number of events in the game's log: whatever changes a frame of `log` adds one."""
        return len(self._history.events)

    @property
    def lang(self) -> str:
        """The board's language, as ``"fr"``; empty for the browser's.

        Raises
        ------
        RulesError
            If it is set to one that isn't there.
        """
        return self._lang

    @lang.setter
    def lang(self, lang: str | None) -> None:
        if lang:
            words(lang)  # refuses one that isn't there
        with self._lock:
            self._lang = lang or ""
            self._relabel()

    def _relabel(self) -> None:
        """Follow a language that was changed."""

    # Odds, and what has happened

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

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> odds = table.odds()
        >>> odds.unseen.total, round(float(odds.unseen.mean), 2)
        (149, 5.08)
        """
        self._check_unlocked()
        seen = self.observation(seat)
        if seen.me == NOBODY:
            raise RulesError("nobody is to act now: name a seat, as in odds(0)")
        self._check_sighted(self._history, seen.me)
        odds = find_odds(seen, memory)
        odds.lang = self.spoken
        return odds

    @property
    def spoken(self) -> str:
        """The language of what the table gives to look at."""
        return self.lang or "en"

    @property
    def log(self) -> Log:
        """The game as DataFrames, live."""
        from skyjo_widget.frames.log import Log, growing  # noqa: PLC0415  (pandas loads when asked for)

        with self._lock:
            self._growing = self._growing or growing(self._history)
        return Log([self._history], lock=self._lock, paths=[self.path], growing=self._growing)

    # The coach

    @property
    def coach(self) -> str:  # jedi 0.20 completes nothing where a property returns a Literal
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
            mode = cast("Mode", choice("coach", mode, MODES))
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

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> advice = table.advice(worlds=0)
        >>> advice.best("points")
        'flip a1'
        """
        self._check_unlocked()
        with self._lock:
            if self.seat is None:
                raise RulesError("the coach has advice for a seat that is to act, and none is now")
            self._check_open(self._history.state, self.seat)
            self._check_sighted(self._history, self.seat)
            seen, due = self.observation(), len(self._history.decisions)
        advice = advise(seen, memory=memory, worlds=worlds, seed=due)
        advice.lang = advice.odds.lang = self.spoken
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
            A chance from 0 to 1, a number of points, or an action in notation; numbers also
            as people write them: ``"0,4"``, ``"40 %"``, ``"52/121"``.
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

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.predict("draw at most 4", 0.5).coach
        0.463087
        """
        with self._lock:
            h = self._history
            asked = questions.parse_question(typed(question), self.game)
            checked = questions.check_value(asked, typed(value))
            if by is not None:
                plain_text(by, "a prediction's author")
            if self.seat is None:
                raise RulesError("a prediction belongs to a moment in which a seat is to act")
            seat = self.seat if seat is None else self._check_seat(seat)
            if asked.kind == "best":
                self.verify(str(checked), seat=seat)
            self._check_sighted(h, seat)
            seen, state, due = self.observation(seat), self.state_id, len(h.decisions)
        coach = reckon(asked, seen, checked, seed=due)  # it takes a while: nobody waits for it
        with self._lock:
            self.check_state(state)
            with uninterrupted():
                typed_as = None if asked.kind == "best" else written_text(value)
                h.add_prediction(
                    str(asked), checked, seat=seat, coach=coach, by=by, written=typed_as
                )
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
        written: str | None = None,
    ) -> None:
        """Write an answer on a worksheet into the record; see `skyjo_widget.classroom.worksheet`.

        Raises
        ------
        RulesError
            If a text is none, or the answer is neither a number nor a text.
        """
        if written is not None:
            plain_text(written, "an answer as it was written")
        plain_text(sheet, "a worksheet")
        plain_text(question, "a question")
        if by is not None:
            plain_text(by, "an answer's author")
        if right is not None and not isinstance(right, (bool, np.bool_)):
            raise RulesError(f"right={right!r}: True, False or None is needed")
        checked, right = questions.check_answer(value), None if right is None else bool(right)
        with self._lock, uninterrupted():
            self._history.add_answer(sheet, question, checked, right=right, by=by, written=written)
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
    ) -> Self:
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

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> other = table.branch(0, seed=1, display=False)
        >>> other.act("flip c3")
        >>> len(other.log.decisions), len(table.log.decisions)
        (1, 1)
        """
        seed = new_seed() if seed is None else seed_number(seed)
        if anew not in (None, True, False):
            raise RulesError(f"anew={anew!r}: True, False or None is needed")
        with self._lock:
            h = self._history
            moment, due = self._moment(decision)
            state = copy(moment.state)
            hidden = state.round > h.rounds_over or h.paper is not None
            if hidden and anew is False:
                raise RulesError(
                    "with paper cards nobody knows what lay there: unseen cards are dealt anew"
                    if h.paper
                    else "while the round goes on, its unseen cards are dealt anew"
                )
            # Not the game's own stream, which would deal its own rounds again.
            rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(_BRANCH, due)))
            if moment.paper:
                state = moment.paper.dealt_anew(state, rng)
            elif hidden or anew:
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
        other = type(self)(history, functions=functions, writer=writer, lang=self.lang)
        other.limit = self.limit
        if not h.locked:
            other.coach = self._coach
        other.begin()
        if display:
            other.show()
        return other

    def show(self) -> None:
        """Show the game, where it has a board."""

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

        Examples
        --------
        >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
        >>> for decision in range(4):
        ...     table.step()
        >>> outlook = table.what_if(["draw", "take"], games=4, seed=1)
        >>> outlook.scores.shape
        (4, 2)
        """
        self._check_unlocked()
        if isinstance(actions, str):
            actions = [actions]
        with self._lock:
            h = self._history
            moment, _ = self._moment(decision)
            self._check_sighted(moment, moment.state.seat)
            seen = Observation(self.game, moment.known_state, h.codes, h.deck, moment.state.seat)
        outlook = look_ahead(seen, actions, games=games, seed=seed_number(seed))
        outlook.lang = self.spoken
        return outlook

    def _moment(self, decision: int | None) -> tuple[History, int]:
        """The game before a decision, and the decision's number; the lock must be held."""
        h = self._history
        made = len(h.decisions)
        due = made if decision is None else whole_number("decision", decision)
        if due == made and self.seat is not None:
            self._check_open(h.state, self.seat)
            return h, due
        if not 0 <= due < made:
            raise RulesError(
                f"there is no decision {due} to be made; there have been {made}"
                if decision is not None
                else "nobody is to act now: name a decision, as in branch(12)"
            )
        moment = before(h, due)
        self._check_open(moment.state, h.decisions[due].seat)
        return moment, due

    @property
    def sighted(self) -> bool:
        """Whether it is known what the seat to act sees: with paper cards it may not be."""
        try:
            self.check_sighted()
        except RulesError:
            return False
        return True

    def check_sighted(self) -> None:
        """Raise `RulesError` if it isn't known what the seat to act sees."""
        if self.seat is not None:
            self._check_sighted(self._history, self.seat)

    def _check_sighted(self, h: History, seat: int) -> None:
        """Refuse to reckon with cards of a seat that nobody has named."""
        if h.paper and (self.game.private_hands or (seat == h.actor and h.paper.blind(h.state))):
            raise RulesError(
                f"nobody has said which cards seat {seat} sees"
                + ("" if self.game.private_hands else ": name them first, as in name_card")
            )

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
