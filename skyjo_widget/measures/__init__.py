"""Measures of games: spread, luck, wins, choices, pace, interaction, cards.

``docs/measures.md`` has each one's formula and source.  `source` reads games from memory or from
files, `summaries` makes small tables of them, and each measure is a number from these with its
interval (`cells`); `registry` lists all.
"""

from __future__ import annotations

from skyjo_widget.measures.result import Measures
from skyjo_widget.measures.run import measure
from skyjo_widget.measures.source import COLUMNS

DECISIONS = COLUMNS["decisions"]
"""The columns of decisions that measures need: ``simulate(…, decisions=DECISIONS)``."""

__all__ = ["DECISIONS", "Measures", "measure"]
