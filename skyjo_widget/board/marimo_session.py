"""A session in marimo, which takes anywidgets and knows no boxes of widgets."""

from __future__ import annotations

from typing import Any

from skyjo_widget.board.session import Session


class MarimoSession(Session):
    """A session that ``mo.ui.anywidget(table)`` takes: it shows the board.

    Its ``value`` is what everybody may know of the game, and a cell that reads it runs again
    when the page shows another state.
    """

    @property
    def comm(self) -> Any:
        """The comm of the board."""
        self.board.on_page = max(self.board.on_page, 0)
        return self.board.comm

    @property
    def _model_id(self) -> str:
        return self.board.model_id

    def get_state(self) -> dict[str, Any]:
        """Return what ``value`` is, by name."""
        return {name: getattr(self, name) for name in READ}

    def set_state(self, changes: dict[str, Any]) -> None:
        """Do nothing: the board has taken the page's changes itself."""

    def _display_(self) -> Any:
        return self.board  # marimo asks so, and shows what it gets


READ = (
    *("state", "decision", "over", "winners", "seat", "phase", "waiting"),
    *("pace", "lang", "coach", "for_"),
)
"""The attributes that a reading cell gets: traits of `TableWidget`."""
