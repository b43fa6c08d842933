"""Verbs for piles.  A pile is a list and a size; its top is at index size − 1.

Every game with a draw pile and a discard pile has the fields ``draw``,
``draw_size``, ``discard`` and ``discard_size``.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.speed import rule


@rule
def shuffle(rng: Any, cards: Any, size: int) -> None:
    """Shuffle the first `size` cards in place (Fisher–Yates, one draw of `rng` a card).

    ``rng.random()`` gives the same stream at both speeds, and is much faster
    compiled than ``rng.integers``.
    """
    for i in range(size - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def draw_card(s: Any) -> int:
    """Take the top card off the draw pile."""
    s.draw_size -= 1
    return s.draw[s.draw_size]  # type: ignore[no-any-return]


@rule
def discard_card(s: Any, card: int) -> None:
    """Lay a card face up on the discard pile."""
    s.discard[s.discard_size] = card
    s.discard_size += 1


@rule
def take_discard(s: Any) -> int:
    """Take the top card off the discard pile."""
    s.discard_size -= 1
    return s.discard[s.discard_size]  # type: ignore[no-any-return]


@rule
def recycle_discard(s: Any) -> None:
    """Make the discard pile but its top card the draw pile, to be shuffled next."""
    top = s.discard[s.discard_size - 1]
    for i in range(s.discard_size - 1):
        s.draw[i] = s.discard[i]
    s.draw_size = s.discard_size - 1
    s.discard[0] = top
    s.discard_size = 1
