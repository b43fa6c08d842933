"""The registry of tables."""

from __future__ import annotations

from skyjo_widget.board.tables.common import TableView
from skyjo_widget.board.tables.grids import GRID_TABLE
from skyjo_widget.board.tables.newskyjo import NEWSKYJO_TABLE
from skyjo_widget.board.tables.skipbo import SKIPBO_TABLE

TABLES: dict[str, TableView] = {
    "skyjo": GRID_TABLE,
    "newskyjo": NEWSKYJO_TABLE,
    "skip-bo": SKIPBO_TABLE,
}
"""The tables, by game."""
