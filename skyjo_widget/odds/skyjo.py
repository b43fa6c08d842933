"""Exact odds at a table of Skyjo: what a seat may reckon with, from what it has seen.

The next card of the draw pile and those that lie face down are drawn from the unseen ones
(`skyjo_widget.odds.unseen`).

(After the discard pile was shuffled into a new draw pile, all unseen cards count as equally
likely; who remembers what lay face down before knows more than that.)
"""

from __future__ import annotations

from skyjo_widget.odds.grids import GridOdds


class SkyjoOdds(GridOdds):
    """What a seat may reckon with, of a game of Skyjo; see `GridOdds`."""
