"""The settings of a session's board, which hold with and without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from skyjo_widget.board.offered_panels import MakePanel
from skyjo_widget.board.position import Position, seen_position
from skyjo_widget.board.view import hides_hand, viewer_of
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.coach.advice import Mode
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.records import record_file
from skyjo_widget.records.begun import Begun, holds_nothing, is_begun
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import replay
from skyjo_widget.table.seating import Policy
from skyjo_widget.table.served import Served
from skyjo_widget.table.session import HeadlessSession
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import whole_number

PACE = 700
"""The default of milliseconds between two decisions of bots."""


class BoardSettings(HeadlessSession):
    """A session with the settings of its board: the part of it that the board itself knows.

    Parameters
    ----------
    history, functions, writer, lang
        As in `HeadlessSession`.
    """

    def __init__(
        self,
        history: History,
        *,
        functions: dict[int, Policy],
        writer: record_file.Writer | None,
        lang: str = "",
    ) -> None:
        super().__init__(history, functions=functions, writer=writer, lang=lang)
        self._board: Any = None
        self._pace = PACE
        self._projector = False
        self._for = ""
        self._heard = ""  # the language of a closed board's browser
        self.offered: dict[str, MakePanel] = {}
        """Panels of this session that other rooms offer, by name."""
        self._given_out: tuple[str, int] | None = None
        self._find_begun: Callable[[], Begun | None] = lambda: None
        self._begun: Begun | None = None

    @property
    def board(self) -> Any:
        """The session's board."""
        return self._board

    @property
    def pace(self) -> int:
        """Milliseconds between two decisions of bots on the board; 0: at once; -1: by hand.

        Raises
        ------
        RulesError
            If the new value is no whole number, or below -1.
        """
        return int(self._pace if self._board is None else self._board.pace)

    @pace.setter
    def pace(self, ms: int) -> None:
        ms = whole_number("pace", ms)
        if ms < -1:
            raise RulesError(
                "pace={ms}: milliseconds, 0 (at once) or -1 (by hand) are needed", ms=ms
            )
        with self.lock:
            self._pace = ms
            if self._board is not None:
                self._board.pace = ms

    @property
    def projector(self) -> bool:
        """True while the board covers the page, as large as a classroom wall needs; P changes it.

        Raises
        ------
        RulesError
            If the new value is neither True nor False.
        """
        return bool(self._projector if self._board is None else self._board.projector)

    @projector.setter
    def projector(self, on: bool) -> None:
        if not isinstance(on, bool):
            raise RulesError("projector={on!r}: it is True or False", on=on)
        with self.lock:
            self._projector = on
            if self._board is not None:
                self._board.projector = on

    @property
    def for_(self) -> str:
        """The people whom the board is for: ``"class"``, ``"playtest"``, or ``""`` for both.

        For a class a coach that is off may then be asked; for a playtest it is off.

        Raises
        ------
        RulesError
            If the new value is none of these.
        """
        return self._for

    @for_.setter
    def for_(self, people: str | None) -> None:
        people = people_for(people)
        with self.lock:
            self._for = people
            if people == "class" and self.coach == "off":
                self.coach = coach_for(people, self.game.name)
            elif people == "playtest" and self.coach != "locked":
                self.coach = "off"
            if self._board is not None:
                self._board.show_for()

    def set_served(self, served: Served | None) -> None:
        """Let people play on devices of their own, or at this screen again (None)."""
        with self.lock:
            self.served = served
            if self._board is not None:
                self._board.show_for()

    @property
    def strategies(self) -> dict[int, Policy]:
        """The functions that play some of the seats."""
        return self._bots.functions

    def position(self, seat: int | None = None) -> Position:
        """Return the present table as a position, with only what a seat may see.

        Parameters
        ----------
        seat : int, optional
            By default the viewer of the board: the person to decide, or the next one; where
            several share the screen and hold hands, or only bots play, what all may see.

        Raises
        ------
        RulesError
            If there is no such seat, nobody is to decide, or the coach is locked: a position
            has odds.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.position().odds().unseen.total
        149
        """
        with self.lock:
            if self.coach == "locked":
                raise RulesError("the coach is locked in this game")
            if seat is None:
                viewer = viewer_of(self)
                eyes = NOBODY if viewer is None or hides_hand(self, None) else viewer
            else:
                eyes = self._game.check_seat(seat)
            return seen_position(self._game.history, eyes, self.strategies, self.spoken)

    def _take_settings(self, other: Self) -> None:
        super()._take_settings(other)
        self._for = other._for

    def offer(self, name: str, make: MakePanel) -> None:
        """Offer a panel on this session's board, whoever it is for.

        Parameters
        ----------
        name : str
            The key of its texts in the locales.
        make : callable
            Makes it for the session.
        """
        with self.lock:
            self.offered[name] = make
            if self._board is not None:
                self._board.show_for()

    # An earlier game that isn't over

    def offer_begun(self, find: Callable[[], Begun | None]) -> None:
        """Let the board offer to continue an earlier game, while nobody has decided in this one.

        Parameters
        ----------
        find : callable
            Finds it; called once, when there is a board.
        """
        self._find_begun = find

    @property
    def begun(self) -> Begun | None:
        """The earlier game that the board offers to continue."""
        with self.lock:
            find, self._find_begun = self._find_begun, lambda: None
            self._begun = find() or self._begun
            if self.served or (self._begun and is_begun(self.history.events)):
                self._begun = None
            return self._begun

    def decline_begun(self) -> None:
        """Keep this game; the earlier one's record stays."""
        self._find_begun, self._begun = lambda: None, None

    def go_on_with_begun(self) -> None:
        """Put the earlier game in this one's place, whose record is removed if it holds nothing.

        Raises
        ------
        RulesError
            If no game is offered.
        RecordError
            If its record can't be read, or another program has it open; nothing has changed then.
        """
        with self.lock:
            begun = self.begun
            empty = self.path if holds_nothing(self.history.events) else None
            if begun is None:
                raise RulesError("no earlier game is offered here")
            record = record_file.read(begun.path)
            history = replay(record.events, str(begun.path))
            writer = record_file.Writer(begun.path, keep=record.size, chain=record.chain)
            self.decline_begun()
            self._take_up(history, writer, len(record.events))
            if empty:
                empty.unlink(missing_ok=True)

    @property
    def is_open(self) -> bool:
        """True if no card of the present round is hidden any more: it is over."""
        return bool(self.history.state.round <= self.history.rounds_over)

    def give_out(self) -> None:
        """End the present round on the board, since its cards have gone to the browser."""
        with self.lock:
            self._given_out = self._this_round

    @property
    def given_out(self) -> bool:
        """True if the cards of the present round have gone to the browser while it was played."""
        return self._given_out == self._this_round and not self.is_open

    @property
    def _this_round(self) -> tuple[str, int]:
        return str(self.history.header["game_id"]), self.history.state.round

    @property
    def spoken(self) -> str:
        """The language in which the table's results are shown."""
        spoken = self.lang or (self._board.spoken if self._board else self._heard)
        return spoken if spoken in languages() else "en"


def people_for(people: str | None) -> str:
    """Check whom a table is for; empty for everybody.  Raises `RulesError`."""
    return "" if people in (None, "") else choice("for_", people, ("class", "playtest"))


def coach_for(people: str, game: str) -> Mode:
    """Return when the coach speaks by default."""
    return "request" if people == "class" and BOTS[game].search else "off"
