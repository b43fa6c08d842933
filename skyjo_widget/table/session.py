"""A session without a board: a table with annotations, odds, the coach, what-ifs and the log.

`skyjo_widget.table.table` plays the game; `skyjo_widget.board.session` adds the board.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from skyjo_widget.coach.advice import Advice, Mode
from skyjo_widget.coach.what_if import Outlook
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors import RulesError
from skyjo_widget.odds import Odds
from skyjo_widget.odds.unseen import Memory
from skyjo_widget.records import record_file
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import new_history
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.annotator import Annotator
from skyjo_widget.table.branch import branch_header, seated_anew
from skyjo_widget.table.seating import PlayerSpec, Policy
from skyjo_widget.table.served import Served
from skyjo_widget.table.study import Study
from skyjo_widget.table.table import Table
from skyjo_widget.util.cell_view import FrozenView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import explained
from skyjo_widget.util.validation import new_seed, seed_number

if TYPE_CHECKING:
    from skyjo_widget.frames.incremental import Growing
    from skyjo_widget.frames.log import Log


class HeadlessSession(Table):
    """A game at a table, with its annotations, odds, coach and log, without a board.

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
        functions: dict[int, Policy],
        writer: record_file.Writer | None,
        lang: str = "",
    ) -> None:
        super().__init__(history, functions=functions, writer=writer)
        self._lang = lang
        self._annotator = Annotator(self._game, self._turns)
        self._study = Study(self._game, self._turns, self._annotator)
        self._growing: tuple[History, Growing] | None = None
        self.served: Served | None = None
        """The owner of this session's own screen, while people play on their own devices."""

    # State; in a notebook each of these is a trait

    @property
    def state(self) -> int:
        """Number of the present state, for `act(state=…)`; increases with every change."""
        return self.state_id

    @property
    def decision(self) -> int:
        """Number of decisions made, undone ones too; the key of the one that is due."""
        return len(self._game.history.decisions)

    @property
    def log_length(self) -> int:
        """Number of events in the game's log: whatever changes a frame of `log` adds one."""
        return len(self._game.history.events)

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
            words(lang)  # raises for an unknown language
        with self.lock:
            self._lang = lang or ""
            self._relabel()

    def _relabel(self) -> None:
        """Follow a change of the language."""

    @property
    def spoken(self) -> str:
        """The language in which the table's results are shown."""
        return self.lang or "en"

    @property
    def rules(self) -> Any:
        """The rules in force."""
        return self._shown(super().rules)

    @property
    def deck(self) -> Deck:
        """The deck it is played with."""
        deck: Deck = self._shown(super().deck)
        return deck

    def _shown(self, thing: Any) -> Any:
        """Return a thing as it is shown in the table's language."""
        if not isinstance(thing, FrozenView) or thing.lang == self.spoken:
            return thing
        return thing.in_language(self.spoken)

    def observation(self, seat: int | None = None) -> Observation:
        """Return the present observation of a seat, by default of the seat to act.

        Raises
        ------
        RulesError
            If there is no such seat.
        """
        seen = super().observation(seat)
        seen.lang = self.spoken
        return seen

    @property
    def log(self) -> Log:
        """The game as DataFrames, live."""
        with explained():
            from skyjo_widget.frames.log import Log, growing  # noqa: PLC0415  (pandas loads when asked for)

        with self.lock:
            history = self._game.history
            if self._growing is None or self._growing[0] is not history:
                self._growing = history, growing(history)
        log = Log([history], lock=self.lock, paths=[self.path], growing=self._growing[1])
        log.lang = self.spoken
        return log

    # Annotations

    def note(
        self,
        text: str = "",
        *,
        kind: str | None = None,
        rating: int | None = None,
        tags: Sequence[str] = (),
        decision: int | None = None,
        by: str | None = None,
        whom: str | None = None,
        edits: int | None = None,
    ) -> int:
        """Add a remark to the record.

        Parameters
        ----------
        text : str
            Anything.
        kind : {"observed", "opinion", "idea"}, optional
            What it is.
        rating : int, optional
            From 1 to 5.
        tags : sequence of str
            Such as ``["rule question"]``; a comma separates two.
        decision : int, optional
            What it is about; the last decision by default, or that of the note that
            is edited.
        by : str, optional
            Whose remark it is.
        whom : str, optional
            The player it is about.
        edits : int, optional
            The number of an older note, whose place this one takes; the old one stays in the
            record and in the log, marked.  An edit that says nothing withdraws it.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        RulesError
            If there is no such decision or note, the text or a tag is no text, a kind or rating
            is none, or it says nothing at all.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.note("Too slow?", tags=["slow"], by="Ana")
        0
        """
        return self._annotator.note(
            text,
            kind=kind,
            rating=rating,
            tags=tags,
            decision=decision,
            by=by,
            edits=edits,
            whom=whom,
        )

    def form(
        self,
        *,
        by: str | None = None,
        experience: str | None = None,
        version: str | None = None,
        fun: int | None = None,
        fairness: int | None = None,
        clarity: int | None = None,
        length: int | None = None,
        text: str = "",
    ) -> int:
        """Add somebody's opinion of the whole session to the record.

        Parameters
        ----------
        by : str, optional
            Who says it.
        experience : {"first", "some", "many"}, optional
            How many games of the kind they had played before.
        version : str, optional
            Of the deck or the rules, as the table calls it; by default the deck's name, and ``""``
            for none.
        fun, fairness, clarity : int, optional
            From 1 (none) to 5.
        length : int, optional
            From 1 (far too short) to 5 (far too long); 3 is right.
        text : str
            Anything else.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        RulesError
            If a part is none of these, or all are missing.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.form(fun=4, clarity=5, by="Bo")
        0
        """
        return self._annotator.form(
            by=by,
            experience=experience,
            version=version,
            fun=fun,
            fairness=fairness,
            clarity=clarity,
            length=length,
            text=text,
        )

    def ruling(
        self,
        text: str,
        *,
        question: str = "",
        decision: int | None = None,
        by: str | None = None,
    ) -> int:
        """Add a decision where the rules were silent to the record.

        Parameters
        ----------
        text : str
            What was decided.
        question : str
            What the rules don't say.
        decision : int, optional
            Where it came up; the last decision by default.
        by : str, optional
            Who decided.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        RulesError
            If there is no such decision, or a text is none.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.ruling("Both turn again.", question="Two equal sums?")
        0
        """
        return self._annotator.ruling(text, question=question, decision=decision, by=by)

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
            An event of X, the value of the next card drawn, such as ``"X <= 4"`` or
            ``"X = 4 or X > 9"``, or of R, the own raw score of this round, such as ``"R <= 20"``;
            ``"draw at most 4"`` and ``"score at most 20"`` are the same in words.  ``"win"``: how
            likely one wins the game; ``"mean"``: the own expected raw score if the round ended
            now; ``"best"``: the action with the best chance to win.
        value : float or str
            A probability from 0 to 1, a number of points, or an action in notation; numbers
            also as people write them: ``"0,4"``, ``"40 %"``, ``"2/5"``.
        seat : int, optional
            Who predicts; the seat to act by default.
        by : str, optional
            Whose prediction it is, where several share a seat.

        Returns
        -------
        Prediction
            With the coach's answer; None if it is locked, or has no answer.

        Raises
        ------
        RulesError
            If the question or the value is none; nothing is written then.
        IllegalActionError
            If the predicted action isn't legal.
        StaleStateError
            If the game has changed while the coach was thinking.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.predict("X <= 4", "1/2").coach
        0.463087
        """
        made = self._annotator.predict(question, value, seat=seat, by=by)
        return dataclasses.replace(made, coach=None) if self.coach == "locked" else made

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
        """Add an answer on a worksheet to the record; see `skyjo_widget.classroom.worksheet`.

        Raises
        ------
        RulesError
            If a text is none, or the answer is neither a number nor a text.
        """
        self._annotator.answer(sheet, question, value, right=right, by=by, written=written)

    def note_coach(self, mode: str, decision: int | None = None) -> None:
        """Record that the coach is consulted, once for each decision of a person.

        Parameters
        ----------
        mode : {"request", "after"}
            Before the decision, or after it.
        decision : int, optional
            Which; the one that is due by default.

        Raises
        ------
        RulesError
            If the mode is neither.
        """
        self._annotator.note_coach(mode, decision)

    # Odds and the coach

    def odds(self, seat: int | None = None, *, memory: Memory = "perfect") -> Odds:
        """Return the exact odds for a seat: probabilities and expected values.

        Parameters
        ----------
        seat : int, optional
            The seat to act by default.
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
        odds = self._study.odds(seat, memory=memory)
        odds.lang = odds.unseen.lang = self.spoken
        return odds

    @property
    def coach(self) -> str:  # jedi 0.20 completes nothing where a property returns a Literal
        """The mode of the coach: when it speaks on the board.

        ``off``: never; ``request``: if it is asked; ``after``: after a person's move;
        ``locked``: never in this whole game, which its record says.

        Raises
        ------
        RulesError
            If another one is set, or the coach is locked.
        """
        return self._study.coach

    @coach.setter
    def coach(self, mode: Mode) -> None:
        self._study.coach = mode

    def advice(self, *, memory: Memory = "perfect", worlds: int | None = None) -> Advice:
        """Return the coach's advice for the person or the bot to act.

        Parameters
        ----------
        memory : {"perfect", "table"}
            As in `odds`.
        worlds : int, optional
            Worlds in which each action is tried out; as many as fit into an eighth of a
            second by default, 0 for points alone.

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
        advice = self._study.advice(memory=memory, worlds=worlds)
        advice.lang = advice.odds.lang = advice.odds.unseen.lang = self.spoken
        return advice

    @property
    def sighted(self) -> bool:
        """True if the seat to act sees no unnamed cards, which only paper cards can be."""
        try:
            self.check_sighted()
        except RulesError:
            return False
        return True

    def check_sighted(self) -> None:
        """Raise `RulesError` if the seat to act sees unnamed cards."""
        if self.seat is not None:
            self._turns.check_sighted(self._game.history, self.seat)

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
            The decision to be made there; the one that is due by default.
        players : dict of int to player, optional
            The players who replace others, by seat.
        seed : int or str, optional
            Of the cards that are dealt anew and of all later ones.
        anew : bool, optional
            Whether the cards that the seat to act there doesn't see are dealt anew.  While the
            round goes on they always are; of a round that is over the real ones lie there
            by default.
        record : path, False or None
            As in `play`; by default nowhere.
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
            raise RulesError("anew={anew!r}: True, False or None is needed", anew=anew)
        with self.lock:
            history = self._game.history
            moment, due = self._study.moment(decision)
            seated, functions = seated_anew(history, self._bots.functions, players or {})
            first = branch_header(history, moment, due, seated, seed=seed, anew=anew)
        path = record_file.place_for(record, record_file.file_name(first))
        writer = record_file.Writer(path) if path else None
        other = type(self)(new_history(first), functions=functions, writer=writer, lang=self.lang)
        other._take_settings(self)
        other.begin()
        if display:
            other.show()
        return other

    def _take_settings(self, other: Self) -> None:
        """Take the settings of the session that this one is a branch of."""
        self.limit = other.limit
        if other.coach != "locked":
            self.coach = other._study.coach

    def show(self) -> None:
        """Show the game, where it has a board."""

    def what_if(
        self,
        actions: Sequence[str] | None = None,
        *,
        decision: int | None = None,
        games: int = 1000,
        seed: int | str = 0,
    ) -> Outlook:
        """Simulate the results of several actions: a bot plays the round to its end many times.

        Parameters
        ----------
        actions : sequence of str, optional
            In notation; all legal ones by default.
        decision : int, optional
            As in `branch`.
        games : int
            The number of worlds in which each action is simulated.
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
        outlook = self._study.what_if(actions, decision=decision, games=games, seed=seed)
        outlook.lang = self.spoken
        return outlook
