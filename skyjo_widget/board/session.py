"""A session with its board: what `play` and `load` give to people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from skyjo_widget.errors import RulesError
from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.table.seating import Policy
from skyjo_widget.table.session import HeadlessSession
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.validation import whole_number

if TYPE_CHECKING:
    from skyjo_widget.board.live import Panel, Panels
    from skyjo_widget.board.widget import Board
    from skyjo_widget.frames.log import Log

PACE = 700
"""Milliseconds between two decisions of bots, unless something else is chosen."""
Live = Callable[["Log"], Any]
"""A function for `Session.live`."""


class Session(HeadlessSession):
    """A game at a table with a board; made by `play` and `load`.

    In a notebook it is an ipywidget, `TableWidget`; in a script, which has nothing to show it
    in, it loads no widgets.

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
        self._board: Board | None = None
        self._heard = ""  # the language that a board's browser spoke
        self._panels: Panels | None = None

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
        with self.lock:
            self._pace = ms
            if self._board is not None:
                self._board.pace = ms

    def _relabel(self) -> None:
        if self._board is not None:
            self._board.lang = self._lang
        if self._panels:
            self._panels.refresh()

    @property
    def spoken(self) -> str:
        """The language of what the table gives to look at."""
        spoken = self.lang or (self._board.spoken if self._board else self._heard)
        return spoken if spoken in languages() else "en"

    @property
    def board(self) -> Board:
        """The board, an anywidget; one for the session, with as many views as you like."""
        from skyjo_widget.board.widget import Board  # noqa: PLC0415  (widgets load when they are shown)

        with self.lock:
            if self._board is None:
                self._board = Board(self, pace=self._pace, asides=self._asides())
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
        from skyjo_widget.board.live import Panels  # noqa: PLC0415  (widgets load when asked for)

        with self.lock:
            panels = self._panels = self._panels or Panels(self, self._arrange)
        if function is None:
            return lambda one: panels.add(one, title)
        return panels.add(function, title)

    def _arrange(self) -> None:
        """Show the panels that there are now."""

    def _display_(self) -> Board:
        return self.board  # marimo asks so, and shows what it gets
