"""The cards of Skip-Bo."""

from __future__ import annotations

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.cards.deck import Deck

SKIPBO_DECK = Deck.from_counts([*((value, 12) for value in range(1, 13)), (WILD, 18)])
"""The 162 cards of Skip-Bo, 18 of them wild."""
