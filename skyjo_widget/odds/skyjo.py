"""Exact odds of Skyjo: the probabilities for a seat, given the cards that it has seen.

The next card of the draw pile and the face-down cards are drawn from the unseen cards
(`skyjo_widget.odds.unseen`).  After the discard pile was shuffled into a new draw pile they are
drawn apart: a player with perfect memory knows which cards were shuffled in, and so which ones
lie face down.
"""

from __future__ import annotations

from skyjo_widget.odds.grids import GridOdds


class SkyjoOdds(GridOdds):
    """Exact odds for a seat of Skyjo; see `GridOdds`."""
