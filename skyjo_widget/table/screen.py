"""The screen of a table: what its board is set to, which holds with and without one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from skyjo_widget.bots.registry import BOTS
from skyjo_widget.coach.advice import Mode
from skyjo_widget.errors import RulesError
from skyjo_widget.records import record_file
from skyjo_widget.records.begun import Begun, holds_nothing, is_begun
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import replay
from skyjo_widget.table.hooks import MakePanel, Service
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.study import Study
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import whole_number

PACE = 700
"""The default of milliseconds between two decisions of bots."""


@dataclasses.dataclass(frozen=True)
class Served:
    """The screen of a table whose people play on devices of their own: its host's.

    Parameters
    ----------
    seat : int or None
        The host's seat; None if the host watches, and sees what everybody may see.
    """

    seat: int | None


class Screen:
    """The settings of a table's screen.

    Parameters
    ----------
    game : LiveGame
    study : Study

    Attributes
    ----------
    board : Board or None
        The widget, while there is one.
    offered : dict of str to callable
        Panels of this table that other rooms offer, by name.
    served : Served or None
        The host's screen, while people play on their own devices.
    service : Service or None
        What serves the table, or has.
    """

    def __init__(self, game: LiveGame, study: Study) -> None:
        self._game, self._study = game, study
        self.board: Any = None
        self.offered: dict[str, MakePanel] = {}
        self.served: Served | None = None
        self.service: Service | None = None
        self._pace = PACE
        self._projector = False
        self._for = ""
        self._given_out: tuple[str, int] | None = None
        self._find_begun: Callable[[], Begun | None] = lambda: None
        self._begun: Begun | None = None

    @property
    def pace(self) -> int:
        """The pace of bots; see `Table.pace`."""
        return int(self._pace if self.board is None else self.board.pace)

    @pace.setter
    def pace(self, ms: int) -> None:
        ms = whole_number("pace", ms)
        if ms < -1:
            raise RulesError(
                "pace={ms}: milliseconds, 0 (at once) or -1 (by hand) are needed", ms=ms
            )
        with self._game.lock:
            self._pace = ms
            if self.board is not None:
                self.board.pace = ms

    @property
    def projector(self) -> bool:
        """True while the board covers the page, as large as a classroom wall needs; P changes it.

        Raises
        ------
        RulesError
            If the new value is neither True nor False.
        """
        return bool(self._projector if self.board is None else self.board.projector)

    @projector.setter
    def projector(self, on: bool) -> None:
        if not isinstance(on, bool):
            raise RulesError("projector={on!r}: it is True or False", on=on)
        with self._game.lock:
            self._projector = on
            if self.board is not None:
                self.board.projector = on

    @property
    def for_(self) -> str:
        """The people whom the board is for; see `Table.for_`."""
        return self._for

    @for_.setter
    def for_(self, people: str | None) -> None:
        people, study = people_for(people), self._study
        with self._game.lock:
            self._for = people
            if people == "class" and study.coach == "off":
                study.set_coach(coach_for(people, self._game.history.game.name))
            elif people == "playtest" and study.coach != "locked":
                study.set_coach("off")
            self._redraw()

    def serve_at(self, served: Served | None) -> None:
        """Let people play on devices of their own, or at this screen again (None)."""
        with self._game.lock:
            self.served = served
            self._redraw()

    def offer(self, name: str, make: MakePanel) -> None:
        """Offer a panel on this table's board, whoever it is for.

        Parameters
        ----------
        name : str
            The key of its texts in the locales.
        make : callable
            Makes it for the table.
        """
        with self._game.lock:
            self.offered[name] = make
            self._redraw()

    def put_away(self) -> Any:
        """Forget the board, whose pace stays; return it."""
        self._pace = self.pace
        board, self.board = self.board, None
        return board

    def _redraw(self) -> None:
        if self.board is not None:
            self.board.show_for()

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
        game = self._game
        with game.lock:
            find, self._find_begun = self._find_begun, lambda: None
            self._begun = find() or self._begun
            if self.served or (self._begun and is_begun(game.history.events)):
                self._begun = None
            return self._begun

    def decline_begun(self) -> None:
        """Keep this game; the earlier one's record stays."""
        self._find_begun, self._begun = lambda: None, None

    def go_on_with_begun(self, take_up: Callable[[History, record_file.Writer, int], None]) -> None:
        """Put the earlier game in this one's place, whose record is removed if it holds nothing.

        Parameters
        ----------
        take_up : callable
            Puts it there: `Parts.take_up`.

        Raises
        ------
        RulesError
            If no game is offered.
        RecordError
            If its record can't be read, or another program has it open; nothing has changed then.
        """
        game = self._game
        with game.lock:
            begun = self.begun
            empty = game.record.path if holds_nothing(game.history.events) else None
            if begun is None:
                raise RulesError("no earlier game is offered here")
            record = record_file.read(begun.path)
            history = replay(record.events, str(begun.path))
            writer = record_file.Writer(begun.path, keep=record.size, chain=record.chain)
            self.decline_begun()
            take_up(history, writer, len(record.events))
            if empty:
                empty.unlink(missing_ok=True)

    # Cards that have gone to the browser

    @property
    def is_open(self) -> bool:
        """True if no card of the present round is hidden any more: it is over."""
        history = self._game.history
        return bool(history.state.round <= history.rounds_over)

    def give_out(self) -> None:
        """End the present round on the board, since its cards have gone to the browser."""
        with self._game.lock:
            self._given_out = self._this_round

    @property
    def given_out(self) -> bool:
        """True if the cards of the present round have gone to the browser while it was played."""
        return self._given_out == self._this_round and not self.is_open

    @property
    def _this_round(self) -> tuple[str, int]:
        history = self._game.history
        return str(history.header["game_id"]), history.state.round


def people_for(people: str | None) -> str:
    """Check whom a table is for; empty for everybody.  Raises `RulesError`."""
    return "" if people in (None, "") else choice("for_", people, ("class", "playtest"))


def coach_for(people: str, game: str) -> Mode:
    """Return when the coach speaks by default."""
    return "request" if people == "class" and BOTS[game].search else "off"
