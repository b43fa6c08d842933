"""What people hold in a notebook: a table, and what studies the game that is played there.

`skyjo_widget.table` plays the game; here are its odds, the coach, predictions, what-ifs, its
rows, and its board.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import numpy as np

from skyjo_widget import questions
from skyjo_widget import record as record_file
from skyjo_widget._version import __version__
from skyjo_widget.coach import MODES, Advice, Mode, advise, reckon
from skyjo_widget.engine.state import NOBODY, copy, hidden_from_others
from skyjo_widget.errors import RulesError
from skyjo_widget.headers import Player, header
from skyjo_widget.history import History
from skyjo_widget.interrupts import uninterrupted
from skyjo_widget.notebooks import notebook
from skyjo_widget.number_text import written as written_text
from skyjo_widget.observation import Observation
from skyjo_widget.odds import Odds
from skyjo_widget.odds import find as find_odds
from skyjo_widget.odds.unseen import Memory
from skyjo_widget.paper_table import PaperTable
from skyjo_widget.remarks import Prediction
from skyjo_widget.replaying import before
from skyjo_widget.seating import Answer, PlayerSpec, seat_one
from skyjo_widget.spelling import choice
from skyjo_widget.strategies import typed
from skyjo_widget.values import new_seed, plain_text, seed_number, whole_number
from skyjo_widget.what_if import Outlook, look_ahead, redealt
from skyjo_widget.words import languages, words

if TYPE_CHECKING:
    from skyjo_widget.frames import Log
    from skyjo_widget.growing import Growing
    from skyjo_widget.live import Panel
    from skyjo_widget.widget import Board

PACE = 700
"""Milliseconds between two decisions of bots, unless something else is chosen."""
Live = Callable[["Log"], Any]
"""A function for `Session.live`."""
_BRANCH = 2  # a stream of random numbers that no table has


class Session(PaperTable):
    """A game at a table; made by `play` and `load`.

    In a notebook it is an ipywidget, `TableWidget`, as a `pathlib.Path` is a `PosixPath`; in a
    script, which has nothing to show it in, it loads no widgets.

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

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    >>> table.act("flip a1")
    >>> table
    <Session skyjo, Ana, Bo: setup; in memory>
    """

    def __new__(cls, *_args: Any, **_seating: Any) -> Session:
        """Make a widget of it where there is a notebook."""
        if cls is Session and notebook():
            from skyjo_widget.table_widget import TableWidget  # noqa: PLC0415  (loads ipywidgets)

            return TableWidget.__new__(TableWidget)
        return super().__new__(cls)

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
        self._pace = PACE
        self._board: Board | None = None
        self._heard = ""  # the language that a board's browser spoke
        self._panels: list[Panel] = []
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
    def pace(self) -> int:
        """Milliseconds between two decisions of bots on the board; 0: at once; -1: by hand.

        Raises
        ------
        RulesError
            If it is set to no whole number, or to one below -1.
        """
        return self._pace if self._board is None else self._board.pace

    @pace.setter
    def pace(self, ms: int) -> None:
        ms = whole_number("pace", ms)
        if ms < -1:
            raise RulesError(f"pace={ms}: milliseconds, 0 (at once) or -1 (by hand) are needed")
        with self._lock:
            self._pace = ms
            if self._board is not None:
                self._board.pace = ms

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
            if self._board is not None:
                self._board.lang = self._lang
            self._relabel()

    def _relabel(self) -> None:
        """Follow a setting that was changed; a board does it by itself."""
        for panel in self._panels:
            panel.refresh()

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
        odds.lang = self._spoken
        return odds

    @property
    def _spoken(self) -> str:
        """The language of what the table gives to look at."""
        spoken = self.lang or (self._board.spoken if self._board else self._heard)
        return spoken if spoken in languages() else "en"

    @property
    def log(self) -> Log:
        """The game as DataFrames, live."""
        from skyjo_widget.frames import Log, growing  # noqa: PLC0415  (pandas loads when asked for)

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
        advice.lang = advice.odds.lang = self._spoken
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
            asked = questions.parse_question(typed(question), self.game.name)
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
        """Write an answer on a worksheet into the record; see `skyjo_widget.worksheets`.

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
        outlook.lang = self._spoken
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

    # Showing

    @property
    def board(self) -> Board:
        """The board, an anywidget; one for the session, with as many views as you like."""
        from skyjo_widget.widget import Board  # noqa: PLC0415  (widgets load when they are shown)

        with self._lock:
            if self._board is None:
                self._board = Board(self, asides=self._asides())
            return self._board

    def _asides(self) -> list[str]:
        """Name what the board's buttons open."""
        return []

    def show(self) -> None:
        """Show the board, if there is a notebook to show it in."""

    def close(self) -> None:
        """Let go of the record's file, and take the board out of the notebook.

        A picture of the table stays there.  The game can be loaded again.
        """
        with self._lock:
            super().close()
            for panel in list(self._panels):
                panel.close()
            self._put_away()
            if self._board is not None:
                self._pace, self._heard = self._board.pace, self._board.spoken
                board, self._board = self._board, None
                board.close()
                board.layout.close()

    def _put_away(self) -> None:
        """Take away what stands around the board."""

    @overload
    def live(self, function: Live | str, *, title: str | None = None) -> Panel: ...
    @overload
    def live(
        self, function: None = None, *, title: str | None = None
    ) -> Callable[[Live], Panel]: ...
    def live(
        self, function: Live | str | None = None, *, title: str | None = None
    ) -> Panel | Callable[[Live], Panel]:
        """Show beside the board what a function makes of the log, anew after each decision.

        It runs on a thread of its own, so that no click waits for it.  What has happened while
        it was running is one more run, of the newest state.  An error stands in its place.

        Parameters
        ----------
        function : callable or str, optional
            Takes the `Log`, as `log` is: in a round that goes on, what every seat may know.
            What it returns, prints or displays is shown: a figure, a frame, text, a widget.  Or
            the name of a panel that there is: ``"sums"``, ``"expected score"``,
            ``"chance to win"``, ``"cards left"``.  Without it a decorator is returned.
        title : str, optional
            The heading; the function's name unless given.  A panel takes the place of an older
            one of the same title.

        Returns
        -------
        Panel
            Its `close` removes it.

        Raises
        ------
        RulesError
            If it can't be called, or there is no such panel in this game.

        Examples
        --------
        >>> from skyjo_widget import play
        >>> table = play("skyjo", ["Ana", "Bo"], seed=3, record=False, display=False)
        >>> @table.live
        ... def moves(log):
        ...     return log.decisions["player"].value_counts()
        >>> moves.close()
        """
        from skyjo_widget.live import add_panel  # noqa: PLC0415  (widgets load when asked for)

        if function is None:
            return lambda one: add_panel(self, one, title)
        return add_panel(self, function, title)

    def _arrange(self) -> None:
        """Show the panels that there are now."""

    def _display_(self) -> Board:
        return self.board  # marimo asks so, and shows what it gets
