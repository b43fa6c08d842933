"""The cards of Skyjo."""

from __future__ import annotations

from skyjo_widget.engine.cards.deck import Deck

SKYJO_DECK = Deck.from_counts(
    [(-2, 5), (-1, 10), (0, 15), *((value, 10) for value in range(1, 13))]
)
"""The 150 cards of Skyjo."""
