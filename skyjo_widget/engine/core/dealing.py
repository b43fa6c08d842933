"""Random numbers of a table: each shuffle and each bot's decision has a generator of its own.

So resuming a game changes nothing, and what was dealt can be dealt again from the seed.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from skyjo_widget.engine.core.piles import shuffle

DEALS, BOTS = 0, 1
"""The streams of a seed; they never touch."""


def generator(seed: int, stream: int, number: int) -> np.random.Generator:
    """Return the generator of a game's n-th shuffle (``DEALS``) or decision (``BOTS``)."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream, number)))


def dealt(cards: Iterable[int], seed: int, number: int) -> list[int]:
    """Return the order, top first, in which a game's n-th shuffle leaves some cards."""
    order = sorted(cards)
    shuffle(generator(seed, DEALS, number), order, len(order))
    return order
