"""Measures of games: spread, luck, wins, choices, pace, interaction, cards.

``docs/measures.md`` has the formula and source of each.  `source` reads games from memory or from
files, `summaries` aggregates them into small tables, and a measure computes statistics with
intervals (`estimate`) from these; `registry` lists all measures.
"""

from __future__ import annotations

from skyjo_widget.measures.result import Measures
from skyjo_widget.measures.run import measure
from skyjo_widget.measures.source import COLUMNS

DECISIONS = COLUMNS["decisions"]
"""The columns of decisions that measures need: ``simulate(…, decisions=DECISIONS)``."""

__all__ = ["DECISIONS", "Measures", "measure"]
