"""The cards of NewSkyjo, from ``deck.csv``."""

from __future__ import annotations

from importlib import resources

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import ship
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.newskyjo.own_check import check_function

ship("NewSkyjo", NEWSKYJO_EFFECTS.values(), check=check_function)

NEWSKYJO_DECK = Deck.from_text(
    (resources.files("skyjo_widget.engine.newskyjo") / "deck.csv").read_bytes()
)
"""The 135 cards of NewSkyjo, 85 of them with an effect."""
