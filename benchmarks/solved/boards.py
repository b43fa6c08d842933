"""The boards that are solved, beside those that `perfect` plays."""

from __future__ import annotations

from skyjo_widget.bots.skyjo_boards import COLUMN, Board
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.skyjo.options import SkyjoRules

COLUMN_TURNED = COLUMN._replace(rules=SkyjoRules(columns=1, turned=1))
PAIR = Board(
    "1 × 2",
    SkyjoRules(columns=1, rows=2, clear=2, turned=1),
    Deck.from_counts([(value, 4) for value in range(5)]),
    False,
)
SQUARE = Board(
    "2 × 2",
    SkyjoRules(columns=2, rows=2, clear=2),
    Deck.from_counts([(value, 4) for value in range(3)]),
    False,
)
