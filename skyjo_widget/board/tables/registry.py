"""The registry of tables."""

from __future__ import annotations

from skyjo_widget.board.tables.common import TableView, effects_of
from skyjo_widget.board.tables.grids import GRID_TABLE
from skyjo_widget.board.tables.newskyjo import NEWSKYJO_TABLE
from skyjo_widget.board.tables.skipbo import SKIPBO_TABLE
from skyjo_widget.records.history import History

TABLES: dict[str, TableView] = {
    "skyjo": GRID_TABLE,
    "newskyjo": NEWSKYJO_TABLE,
    "skip-bo": SKIPBO_TABLE,
}
"""The tables, by game."""

_EFFECT_COLUMNS = ("position", "effect", "no_effect", "swapped")


def row_columns(history: History) -> tuple[str, ...]:
    """Return the columns of the log that the board shows or describes in a sentence."""
    return TABLES[history.game.name].columns + (_EFFECT_COLUMNS if effects_of(history) else ())
