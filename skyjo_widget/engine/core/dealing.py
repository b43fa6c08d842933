"""Random generators of a table: one for each shuffle and for each bot's decision.

A resumed game therefore continues as it would have, and a deal can be repeated from its seed.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from skyjo_widget.engine.core.piles import shuffle

DEALS, BOTS = 0, 1
"""The independent streams of a seed."""


def generator(seed: int, stream: int, number: int) -> np.random.Generator:
    """Return the generator of a game's n-th shuffle (``DEALS``) or decision (``BOTS``)."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream, number)))


def dealt(cards: Iterable[int], seed: int, number: int) -> list[int]:
    """Return cards in the order, top first, of a game's n-th shuffle; theirs doesn't matter."""
    order = sorted(cards)
    shuffle(generator(seed, DEALS, number), order, len(order))
    return order
