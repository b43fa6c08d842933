"""Imagined worlds after the discard pile was shuffled into a new draw pile.

The cards of that pile are public, and so are those that lie face down: two sets, which the search
of each grid game deals apart.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.limits import NO_CARD


@rule
def count_reshuffled(s: Any, kind: int) -> int:
    """Return the number of reshuffled cards of a kind that the seat to act doesn't see."""
    n = 0
    for i in range(s.reshuffled_size):
        n += s.reshuffled[i] == kind
    return n - (n > 0 and s.hand == kind)


@rule
def take_off(cards: Any, size: int, card: int) -> int:
    """Take a card off the first `size` ones, if it is among them; return how many are left."""
    for i in range(size):
        if cards[i] == card:
            cards[i] = cards[size - 1]
            cards[size - 1] = NO_CARD
            return size - 1
    return size
