"""A session as an ipywidget, whose traits follow the game."""

from __future__ import annotations

from typing import Any

import ipywidgets

from skyjo_widget.board.session import Session
from skyjo_widget.board.static_board import StaticBoard
from skyjo_widget.board.widget import Board
from skyjo_widget.front.layouts import Borrowed, close_whole
from skyjo_widget.front.lazy_widget import WIDE, LazyBox, Mirror, aside, flexible
from skyjo_widget.strategies.call import safe_text
from skyjo_widget.table.hooks import HOOKS, Studied
from skyjo_widget.table.screen import Screen
from skyjo_widget.util.messages import in_its_language, warn

_BY_PLAY = "it follows the game, which act(…), step() and run() take further"
Below = Session | Studied
"""A thing whose board can be shown below this one."""
_PLAIN = ("update", "request_state", "custom")


def _log_length(table: Session) -> int:
    """Return the number of events in the log: whatever changes a frame of `log` adds one."""
    return len(table.history.events)


def _projector(table: Session) -> bool:
    return table.parts.screen.projector


@in_its_language
def _set_projector(table: Session, on: bool) -> None:
    table.parts.screen.projector = on


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
    pace, lang, coach, for_, projector
        Traits that can be set too.
    """

    children: Any

    state: Any = Mirror(Session.state, _BY_PLAY)
    decision: Any = Mirror(Session.decision, _BY_PLAY)
    over: Any = Mirror(Session.over, _BY_PLAY)
    winners: Any = Mirror(Session.winners, _BY_PLAY)
    log_length: Any = Mirror(property(_log_length, doc=_log_length.__doc__), _BY_PLAY)
    seat: Any = Mirror(Session.seat, _BY_PLAY)
    phase: Any = Mirror(Session.phase, _BY_PLAY)
    waiting: Any = Mirror(Session.waiting, _BY_PLAY)
    lang: Any = Mirror(Session.lang)
    coach: Any = Mirror(Session.coach)
    pace: Any = Mirror(Session.pace)
    for_: Any = Mirror(Session.for_)
    projector: Any = Mirror(property(_projector, _set_projector, doc=Screen.projector.__doc__))

    _aside: ipywidgets.Box | None = None
    _below: Below | None = None

    def __init__(self, history: Any, **seating: Any) -> None:
        Session.__init__(self, history, **seating)
        self._lock = self._game.lock
        LazyBox.__init__(self)

    @property
    def board(self) -> Board:
        """The board, an anywidget."""
        new, board = self.parts.screen.board is None, super().board
        if new:
            board.observe(lambda _change: self._announce(), "pace")
            board.observe(lambda _change: self._relabel(), "spoken")
        return board

    def _show(self) -> None:
        self._show_at_once()

    def _notified(self) -> None:
        try:
            self._announce()
        except Exception as error:  # an observer mustn't stop the game
            warn("an observer failed: {error}", error=safe_text(repr, error))

    def _relabel(self) -> None:
        super()._relabel()
        self._announce()

    def leave(self) -> None:
        """Close the board, whose cell has run again; the game goes on, and can be shown again."""
        service = self.parts.screen.service
        if service is not None and service.running:
            return  # people play on their phones
        with self._game.lock:
            if self._panels:
                self._panels.close()
            super().leave()
            self.parts.screen.put_away()

    def _put_away(self) -> None:
        LazyBox._put_away(self)
        if self._aside is not None:
            close_whole(self._aside)  # its panels may have been closed before
        self._aside = self._below = None

    def _fill(self) -> None:
        self._main = ipywidgets.VBox(
            [self.board], layout=flexible(Borrowed, flex=f"3 1 {WIDE}", overflow="visible")
        )
        self.board.offer_panels(self._show_below)
        if HOOKS.study:
            self.board.offer_study(self._show_study)
        self._static = StaticBoard(self, self._lock, resend=self._show_again)
        self._arrange()

    def _show_below(self, other: Below | None) -> None:
        """Show another board below this one, in place of an earlier one; None for none."""
        with self._game.lock:
            before, self._below = self._below, other
            if other:
                other.board.layout.margin = "12px 0 0"
            self._main.children = (self.board, other.board) if other else (self.board,)
            if before:
                before.close()

    def _show_study(self) -> None:
        """Show the replay of the game below the board."""
        assert HOOKS.study
        self._show_below(HOOKS.study(self, self._end_study))

    def _end_study(self) -> None:
        """Remove the replay, and let the board have the keys again."""
        self._show_below(None)
        self.board.take_keys()

    def _arrange(self) -> None:
        with self._game.lock:
            if self._needed:
                if self._panels and self._aside is None:
                    self._aside = aside()  # made only if needed
                if self._aside is not None:
                    self._aside.children = tuple(self._panels or ())
                self.children = (self._main, self._aside) if self._panels else (self._main,)

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        if msg["content"]["data"].get("method") in _PLAIN:  # else a widget writes to its `log`
            super()._handle_msg(msg)
