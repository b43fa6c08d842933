"""A session as an ipywidget, whose traits follow the game."""

from __future__ import annotations

from typing import Any

import ipywidgets

from skyjo_widget.board.layouts import Borrowed
from skyjo_widget.board.lazy_widget import WIDE, LazyBox, Mirror, aside, flexible
from skyjo_widget.board.session import Session
from skyjo_widget.board.settings import BoardSettings
from skyjo_widget.board.static_board import StaticBoard
from skyjo_widget.board.study import Studied, can_study, make_study
from skyjo_widget.board.widget import Board
from skyjo_widget.strategies.call import safe_text
from skyjo_widget.util.messages import warn

_BY_PLAY = "it follows the game, which act(…), step() and run() take further"
Below = BoardSettings | Studied
"""A thing whose board can be shown below this one."""
_PLAIN = ("update", "request_state", "custom")


class TableWidget(Session, LazyBox):
    """A session that is an ipywidget: it can be put into an ``HBox``, a ``Tab``, an ``Output``.

    Its comm opens when it is shown or put into a container.  Of the names that a session and a
    widget share, `log` and `close` are the session's: `close` releases the record and the board,
    and leaves a static board; shown again, it has a new board.

    Parameters
    ----------
    history : History
        As in `Session`, with the others.

    Attributes
    ----------
    state, decision, over, winners, log_length, seat, phase, waiting
        Traits to observe; the game sets them.
    pace, lang, coach, for_
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
    for_ = Mirror(Session.for_)

    _aside: ipywidgets.Box | None = None
    _below: Below | None = None

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
        except Exception as error:  # an observer mustn't stop the game
            warn("an observer failed: {error}", error=safe_text(repr, error))

    def _relabel(self) -> None:
        super()._relabel()
        self._announce()

    def _put_away(self) -> None:
        LazyBox._put_away(self)
        self._aside = self._below = None

    def _fill(self) -> None:
        self._main = ipywidgets.VBox(
            [self.board], layout=flexible(Borrowed, flex=f"3 1 {WIDE}", overflow="visible")
        )
        self.board.offer_panels(self._show_below)
        if can_study():
            self.board.offer_study(self._show_study)
        self._static = StaticBoard(self)
        self._arrange()

    def _show_below(self, other: Below | None) -> None:
        """Show another board below this one, in place of an earlier one; None for none."""
        with self.lock:
            before, self._below = self._below, other
            if other:
                other.board.layout.margin = "12px 0 0"
            self._main.children = (self.board, other.board) if other else (self.board,)
            if before:
                before.close()

    def _show_study(self) -> None:
        """Show the replay of the game below the board."""
        self._show_below(make_study(self, self._end_study))

    def _end_study(self) -> None:
        """Remove the replay, and let the board have the keys again."""
        self._show_below(None)
        self.board.take_keys()

    def _arrange(self) -> None:
        with self.lock:
            if self._needed:
                if self._panels and self._aside is None:
                    self._aside = aside()  # made only if needed
                if self._aside is not None:
                    self._aside.children = tuple(self._panels or ())
                self.children = (self._main, self._aside) if self._panels else (self._main,)

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        if msg["content"]["data"].get("method") in _PLAIN:  # else a widget writes to its `log`
            super()._handle_msg(msg)
