"""A session with its board; `play` and `load` return one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, overload

from skyjo_widget.board.position import Position, seen_position
from skyjo_widget.board.view import hides_hand, viewer_of
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.table.hooks import HOOKS
from skyjo_widget.table.seating import Policy
from skyjo_widget.table.table import Table
from skyjo_widget.util.messages import speaks

if TYPE_CHECKING:
    from skyjo_widget.board.live import Panel, Panels
    from skyjo_widget.board.live_charts import LivePanel
    from skyjo_widget.board.widget import Board
    from skyjo_widget.frames.log import Log

Live = Callable[["Log"], Any]
"""A function for `Session.live`."""


@speaks
class Session(Table):
    """A game at a table with a board; made by `play` and `load`.

    In a notebook it is an ipywidget, `TableWidget`; in a script it loads no widgets.

    Parameters
    ----------
    history, functions, writer, lang
        As in `Table`.

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
        self._panels: Panels | None = None

    def _relabel(self) -> None:
        if self.parts.screen.board is not None:
            self.parts.screen.board.lang = self.lang
        if self._panels:
            self._panels.refresh()

    @property
    def board(self) -> Board:
        """The session's board, an anywidget that can be shown any number of times."""
        from skyjo_widget.board.widget import Board  # noqa: PLC0415  (widgets load when they are shown)

        with self._game.lock:
            screen = self.parts.screen
            if screen.board is None:
                screen.board = Board(self, pace=screen.pace, projector=screen.projector)
            board: Board = screen.board
            return board

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
        with self._game.lock:
            self.parts.study.check_unlocked()
            if seat is None:
                viewer = viewer_of(self)
                eyes = NOBODY if viewer is None or hides_hand(self, None) else viewer
            else:
                eyes = self._game.check_seat(seat)
            return seen_position(self.history, eyes, self.parts.bots.functions, self._game.spoken)

    def serve(
        self,
        *,
        seat: int | None = None,
        network: bool | str = False,
        port: int = 0,
        hosts: Sequence[str] = (),
        link: str | None = None,
        delayed: bool = False,
        title: str = "",
        display: bool = True,
    ) -> Any:
        """Let people join this table from their own phones.

        The people's seats are for guests, in their order; each sees what its own seat may see,
        and every decision becomes a row as before.  This board then shows what everybody may see.
        Guests come back to their seats by themselves, also after `load` of the record in another
        kernel.  It needs the extra ``serve``; ``docs/serving.md`` has the steps for a class.

        Parameters
        ----------
        seat : int, optional
            The host's own seat at this board; by default the host watches.
        network : bool or str
            True: devices in the networks of this machine may join; an address: those that reach
            it.  By default only browsers on this machine.
        port : int
            A free one by default.
        hosts : sequence of str
            Further names of this machine that guests' addresses have.
        link : str, optional
            The address that guests open, where a proxy stands before the table; on a JupyterHub
            it is found.
        delayed : bool
            Show spectators each round only when it is over.
        title : str
            What the page on which guests join has at its head, such as the class's name; whoever
            opens it sees that.
        display : bool
            Show the link, the QR code and the PIN, with the host's controls.

        Returns
        -------
        Serving
            Who is here, and the host's controls; its `stop` ends it, and the game goes on here.

        Raises
        ------
        RulesError
            If something is missing or can't be; the message says what.
        """
        service = self.parts.screen.service
        if service is not None and service.running:
            raise RulesError(
                "this table is served already: stop() of what serve() has returned ends it"
            )
        options = {"seat": seat, "network": network, "port": port, "hosts": hosts, "link": link}
        assert HOOKS.service
        service = HOOKS.service(self, **options, delayed=delayed, title=title, display=display)
        self.parts.screen.service = service
        return service

    def close(self) -> None:
        """Release the record's file, and remove the board from the notebook.

        A static board stays there.  The game can be loaded again.
        """
        service = self.parts.screen.service
        if service is not None and service.running:
            service.stop()
        with self._game.lock:
            super().close()
            if self._panels:
                self._panels.close()
            self._put_away()
            board = self.parts.screen.put_away()
            if board is not None:
                board.close()
                board.layout.close()

    def _put_away(self) -> None:
        """Close the widgets around the board."""

    @overload
    def live(self, function: Live | LivePanel, *, title: str | None = None) -> Panel: ...
    @overload
    def live(
        self, function: None = None, *, title: str | None = None
    ) -> Callable[[Live], Panel]: ...
    def live(
        self, function: Live | LivePanel | None = None, *, title: str | None = None
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

        with self._game.lock:
            panels = self._panels = self._panels or Panels(self, self._arrange)
        if function is None:
            return lambda decorated: panels.add(decorated, title)
        return panels.add(function, title)

    def _arrange(self) -> None:
        """Update which panels are shown beside the board."""

    def _repr_html_(self) -> str:
        """Draw the table as everybody may see it, for a notebook without widgets."""
        from skyjo_widget.board.static_board import table_html  # noqa: PLC0415  (only for a cell)

        with self._game.lock:
            return table_html(self)
