"""The yardstick: random and greedy play of Skyjo's default rules, specialised by hand.

Everything that the rulebook leaves open is fixed here: 4 × 3 cards, 3 equal ones
clear onto the discard pile, the standard deck, bytes for cards, a bit mask for a
grid's hidden and empty places.  It plays the same policies as
`skyjo_widget.bots.skyjo` and counts the same decisions, and it can do nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

import numba
import numpy as np

SEATS = 4
CELLS = 12


@numba.njit(inline="always")
def _nth(mask: int, n: int) -> int:
    """The n-th set bit of a mask, from 0."""
    for _ in range(n):
        mask &= mask - 1
    cell = 0
    while not (mask >> cell) & 1:
        cell += 1
    return cell


@numba.njit(inline="always")
def _count(mask: int) -> int:
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def _kernel(  # noqa: PLR0915  (by hand)
    greedy: bool,
) -> Callable[[np.random.Generator, int], int]:
    """The kernel for one of the two policies."""

    @numba.njit(nogil=True)
    def play(rng: np.random.Generator, decisions: int) -> int:  # noqa: PLR0912, PLR0915  (by hand)
        """Play rounds until so many decisions are made; returns a checksum of the scores."""
        deck = np.empty(150, np.int8)
        n = 0
        for value in range(-2, 13):
            for _ in range(5 if value == -2 else 15 if value == 0 else 10):
                deck[n] = value
                n += 1
        draw = np.empty(150, np.int8)
        discard = np.empty(150, np.int8)
        grid = np.empty((SEATS, CELLS), np.int8)
        hidden = np.empty(SEATS, np.int64)
        full = np.empty(SEATS, np.int64)
        total = np.zeros(SEATS, np.int64)
        raw = np.empty(SEATS, np.int64)
        decided = 0
        checksum = 0
        last_ender = -1
        while decided < decisions:
            draw[:] = deck
            for i in range(149, 0, -1):
                j = int(rng.random() * (i + 1))
                draw[i], draw[j] = draw[j], draw[i]
            top = 150
            for p in range(SEATS):
                for i in range(CELLS):
                    top -= 1
                    grid[p, i] = draw[top]
                hidden[p] = full[p] = (1 << CELLS) - 1
            top -= 1
            discard[0] = draw[top]
            size = 1
            seat = 0
            best = -1000
            for p in range(SEATS):
                turned = 0
                for k in range(2):
                    cell = _nth(hidden[p], int(rng.random() * (CELLS - k)))
                    hidden[p] &= ~(1 << cell)
                    turned += grid[p, cell]
                    decided += 1
                if turned > best:
                    best, seat = turned, p
            if last_ender >= 0:
                seat = last_ender
            ender = -1
            left = -1
            while left != 0:
                decided += 1  # draw or take
                lowers = False
                high = -1
                if greedy:
                    mask = full[seat] & ~hidden[seat]
                    for i in range(CELLS):
                        if mask >> i & 1 and (high < 0 or grid[seat, i] > grid[seat, high]):
                            high = i
                    value = discard[size - 1]
                    lowers = high >= 0 and value < grid[seat, high]
                    draws = value > 0 and not lowers
                else:
                    draws = rng.random() < 0.5
                if draws and (top > 0 or size > 1):
                    if top == 0:
                        for i in range(size - 1):
                            draw[i] = discard[i]
                        discard[0] = discard[size - 1]
                        top = size - 1
                        size = 1
                        for i in range(top - 1, 0, -1):
                            j = int(rng.random() * (i + 1))
                            draw[i], draw[j] = draw[j], draw[i]
                    top -= 1
                    card = draw[top]
                    if greedy:
                        keep = lowers = high >= 0 and card < grid[seat, high]
                    else:
                        keep = rng.random() < 0.5
                else:
                    size -= 1
                    card = discard[size]
                    keep = True
                decided += 1  # place, or discard
                if keep:
                    mask = full[seat]
                    if not greedy:
                        cell = _nth(mask, int(rng.random() * _count(mask)))
                    elif lowers:
                        cell = high
                    else:
                        cell = _nth(hidden[seat] if hidden[seat] else mask, 0)
                    discard[size] = grid[seat, cell]
                    size += 1
                    grid[seat, cell] = card
                else:
                    discard[size] = card
                    size += 1
                    decided += 1  # turn
                    mask = hidden[seat]
                    cell = _nth(mask, int(rng.random() * _count(mask)))
                hidden[seat] &= ~(1 << cell)
                column = 0b000100010001 << (cell % 4)
                if full[seat] & column == column and hidden[seat] & column == 0:
                    a = cell % 4
                    value = grid[seat, a]
                    if grid[seat, a + 4] == value and grid[seat, a + 8] == value:
                        full[seat] &= ~column
                        discard[size] = discard[size + 1] = discard[size + 2] = value
                        size += 3
                if ender < 0:
                    if hidden[seat] == 0:
                        ender = seat
                        left = SEATS - 1
                else:
                    left -= 1
                seat = (seat + 1) % SEATS
            safe = True
            for p in range(SEATS):
                raw[p] = 0
                for a in range(4):
                    if full[p] >> a & 1:
                        upper, middle, lower = grid[p, a], grid[p, a + 4], grid[p, a + 8]
                        if not (upper == middle and middle == lower):
                            raw[p] += upper + middle + lower
            for p in range(SEATS):
                if p != ender and raw[p] <= raw[ender]:
                    safe = False
            if not safe and raw[ender] > 0:
                raw[ender] *= 2
            over = False
            for p in range(SEATS):
                total[p] += raw[p]
                checksum += raw[p]
                over = over or total[p] >= 100
            last_ender = ender
            if over:
                total[:] = 0
                last_ender = -1
        return decided * 1_000_000 + checksum % 1_000_000

    kernel: Callable[[np.random.Generator, int], int] = play
    return kernel


play = _kernel(greedy=False)
play_greedy = _kernel(greedy=True)
