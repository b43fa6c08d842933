"""A session with its board; `play` and `load` return one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, overload

from skyjo_widget.bots.registry import BOTS
from skyjo_widget.coach.advice import Mode
from skyjo_widget.errors import RulesError
from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.table.seating import Policy
from skyjo_widget.table.session import HeadlessSession
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import whole_number

if TYPE_CHECKING:
    from skyjo_widget.board.live import Panel, Panels
    from skyjo_widget.board.widget import Board
    from skyjo_widget.frames.log import Log

PACE = 700
"""The default of milliseconds between two decisions of bots."""
Live = Callable[["Log"], Any]
"""A function for `Session.live`."""


class Session(HeadlessSession):
    """A game at a table with a board; made by `play` and `load`.

    In a notebook it is an ipywidget, `TableWidget`; in a script it loads no widgets.

    Parameters
    ----------
    history, functions, writer, lang
        As in `HeadlessSession`.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    >>> table.act("flip a1")
    >>> table
    <Session skyjo, Ana, Bo: setup; in memory>
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
        self._pace = PACE
        self._projector = False
        self._board: Board | None = None
        self._heard = ""  # the language of a closed board's browser
        self._for = ""
        self._panels: Panels | None = None

    @property
    def pace(self) -> int:
        """Milliseconds between two decisions of bots on the board; 0: at once; -1: by hand.

        Raises
        ------
        RulesError
            If the new value is no whole number, or below -1.
        """
        return self._pace if self._board is None else self._board.pace

    @pace.setter
    def pace(self, ms: int) -> None:
        ms = whole_number("pace", ms)
        if ms < -1:
            raise RulesError(f"pace={ms}: milliseconds, 0 (at once) or -1 (by hand) are needed")
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
        return self._projector if self._board is None else self._board.projector

    @projector.setter
    def projector(self, on: bool) -> None:
        if not isinstance(on, bool):
            raise RulesError(f"projector={on!r}: it is True or False")
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

    def _take_settings(self, other: Self) -> None:
        super()._take_settings(other)
        self._for = other._for

    def _relabel(self) -> None:
        if self._board is not None:
            self._board.lang = self._lang
        if self._panels:
            self._panels.refresh()

    @property
    def spoken(self) -> str:
        """The language in which the table's results are shown."""
        spoken = self.lang or (self._board.spoken if self._board else self._heard)
        return spoken if spoken in languages() else "en"

    @property
    def board(self) -> Board:
        """The session's board, an anywidget that can be shown any number of times."""
        from skyjo_widget.board.widget import Board  # noqa: PLC0415  (widgets load when they are shown)

        with self.lock:
            if self._board is None:
                self._board = Board(self, pace=self._pace, projector=self._projector)
            return self._board

    def show(self) -> None:
        """Show the board, if there is a notebook to show it in."""

    def close(self) -> None:
        """Release the record's file, and remove the board from the notebook.

        A static board stays there.  The game can be loaded again.
        """
        with self.lock:
            super().close()
            if self._panels:
                self._panels.close()
            self._put_away()
            if self._board is not None:
                self._pace, self._heard = self._board.pace, self._board.spoken
                board, self._board = self._board, None
                board.close()
                board.layout.close()

    def _put_away(self) -> None:
        """Close the widgets around the board."""

    @overload
    def live(self, function: Live | str, *, title: str | None = None) -> Panel: ...
    @overload
    def live(
        self, function: None = None, *, title: str | None = None
    ) -> Callable[[Live], Panel]: ...
    def live(
        self, function: Live | str | None = None, *, title: str | None = None
    ) -> Panel | Callable[[Live], Panel]:
        """Show a function's output from the log beside the board, updated after each decision.

        It runs on its own thread, so that no click waits for it.  Changes during a run cause one
        more run with the newest state.  An error is shown in its place.

        Parameters
        ----------
        function : callable or str, optional
            Takes `log`, a `Log`: of the present round public information only.
            What it returns, prints or displays is shown: a figure, a frame, text, a widget.  Or
            the name of a built-in panel: ``"sums"``, ``"expected score"``,
            ``"chance to win"``, ``"cards left"``.  Without it a decorator is returned.
        title : str, optional
            The heading; the function's name by default.  A panel replaces an older one of the
            same title.

        Returns
        -------
        Panel
            Its `close` removes it.

        Raises
        ------
        RulesError
            If `function` isn't callable, or this game has no such panel.

        Examples
        --------
        >>> from skyjo_widget import play
        >>> table = play("skyjo", ["Ana", "Bo"], seed=3, record=False, display=False)
        >>> @table.live
        ... def moves(log):
        ...     return log.decisions["player"].value_counts()
        >>> moves.close()
        """
        from skyjo_widget.board.live import Panels  # noqa: PLC0415  (widgets load when asked for)

        with self.lock:
            panels = self._panels = self._panels or Panels(self, self._arrange)
        if function is None:
            return lambda one: panels.add(one, title)
        return panels.add(function, title)

    def _arrange(self) -> None:
        """Update which panels are shown beside the board."""

    def _display_(self) -> Board:
        return self.board  # marimo asks so, and shows what it gets


def people_for(people: str | None) -> str:
    """Check whom a table is for; empty for everybody.  Raises `RulesError`."""
    return "" if people in (None, "") else choice("for_", people, ("class", "playtest"))


def coach_for(people: str, game: str) -> Mode:
    """Return when the coach speaks by default."""
    return "request" if people == "class" and BOTS[game].search else "off"
