"""The cards of NewSkyjo, from ``deck.csv``."""

from __future__ import annotations

from importlib import resources

from skyjo_widget.engine.cards.deck import Deck

NEWSKYJO_DECK = Deck.from_text(
    (resources.files("skyjo_widget.engine.newskyjo") / "deck.csv").read_bytes()
)
"""The 135 cards of NewSkyjo, 85 of them with an effect."""
