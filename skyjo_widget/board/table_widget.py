"""A table as a notebook has it: an ipywidget whose traits follow the game."""

from __future__ import annotations

import warnings
from typing import Any

import ipywidgets

from skyjo_widget.board.layouts import Borrowed
from skyjo_widget.board.lazy_widget import WIDE, LazyBox, Mirror, aside, flexible
from skyjo_widget.board.panels.all import add_panels, panel_names
from skyjo_widget.board.session import Session
from skyjo_widget.board.still import Still
from skyjo_widget.board.widget import Board
from skyjo_widget.strategies.call import safe_text

_BY_PLAY = "it follows the game, which act(…), step() and run() take further"
_PLAIN = ("update", "request_state", "custom")


class TableWidget(Session, LazyBox):
    """A session that stands wherever a widget can: in an ``HBox``, a ``Tab``, an ``Output``.

    Its comm opens when it is shown or put into a container.  Where a session and a widget have
    the same name, `log` and `close` are the session's: `close` lets go of the record and of the
    board, and leaves a picture of it; shown again, it has another board.

    Parameters
    ----------
    history : History
        As in `Session`, with the others.

    Attributes
    ----------
    state, decision, over, winners, log_length, seat, phase, waiting
        Traits to observe; the game sets them.
    pace, lang, coach
        Traits that can be set too.
    """

    state = Mirror(Session.state, _BY_PLAY)
    decision = Mirror(Session.decision, _BY_PLAY)
    over = Mirror(Session.over, _BY_PLAY)
    winners = Mirror(Session.winners, _BY_PLAY)
    log_length = Mirror(Session.log_length, _BY_PLAY)
    seat = Mirror(Session.seat, _BY_PLAY)
    phase = Mirror(Session.phase, _BY_PLAY)
    waiting = Mirror(Session.waiting, _BY_PLAY)
    pace = Mirror(Session.pace)
    lang = Mirror(Session.lang)
    coach = Mirror(Session.coach)

    _aside: ipywidgets.Box | None = None

    def __init__(self, history: Any, **seating: Any) -> None:
        Session.__init__(self, history, **seating)
        LazyBox.__init__(self)

    @property
    def board(self) -> Board:
        """The board, an anywidget."""
        new, board = self._board is None, super().board
        if new:
            board.observe(lambda _change: self._announce(), "pace")
            board.observe(lambda _change: self._relabel(), "spoken")
        return board

    def show(self) -> None:
        """Show the table in this cell."""
        self._show_at_once()

    def _notified(self) -> None:
        try:
            self._announce()
        except Exception as error:  # what observes the game must not stop it
            warnings.warn(f"an observer failed: {safe_text(repr, error)}", stacklevel=2)

    def _relabel(self) -> None:
        super()._relabel()
        self._announce()

    def _put_away(self) -> None:
        LazyBox._put_away(self)
        self._aside = None

    def _fill(self) -> None:
        self._main = ipywidgets.VBox(
            [self.board], layout=flexible(Borrowed, flex=f"3 1 {WIDE}", overflow="visible")
        )
        add_panels(self, self._main)
        self._still = Still(self)
        self._arrange()

    def _asides(self) -> list[str]:
        return panel_names(self) if self._needed else []  # a board alone has no room for them

    def _arrange(self) -> None:
        with self.lock:
            if self._needed:
                if self._panels and self._aside is None:
                    self._aside = aside()  # most tables never have one
                if self._aside is not None:
                    self._aside.children = tuple(self._panels or ())
                self.children = (self._main, self._aside) if self._panels else (self._main,)

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        if msg["content"]["data"].get("method") in _PLAIN:  # else a widget writes to its `log`
            super()._handle_msg(msg)
