"""`expected`, a policy of Skyjo, and expected sums; `skyjo_widget.bots.skyjo` describes it."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.engine.skyjo.rules import (
    DISCARD,
    DRAW,
    FLIP,
    FLIP_FIRST,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_TAKEN,
    SETUP,
    TAKE,
)

NOWHERE = -100_000.0
"""Below any gain."""


@rule
def expected_action(o: Any, r: Any) -> int:
    """Lower the expected sum most; see the module."""
    if o.phase == SETUP or o.phase == FLIP:
        return FLIP_FIRST + promising_hidden(o, r)
    mean = unseen_mean(o, r)
    card = o.hand if o.phase == PLACE_DRAWN else o.discard[o.discard_size - 1]
    value = r.value[card]
    cell = best_cell(o, r, value, mean)
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + cell
    gained = gain(o, r, cell, value, mean, 0.0)
    if o.phase == PLACE_DRAWN:
        return PLACE_FIRST + cell if gained > 0.0 else DISCARD
    if o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    n = 0
    drawn = 0.0
    for kind in range(r.kinds):
        left = count_unseen(o, r, kind)
        if left > 0:
            n += left
            decrease = gain(o, r, best_cell(o, r, r.value[kind], mean), r.value[kind], mean, 0.0)
            drawn += left * max(decrease, 0.0)
    return TAKE if gained * n >= drawn else DRAW


@rule
def count_unseen(o: Any, r: Any, kind: int) -> int:
    """Return the number of cards of a kind that the seat to act can't see."""
    left = r.count[kind] - (o.hand == kind)
    for p in range(r.players):
        for i in range(r.cells):
            left -= o.grid[p][i] == kind
    for i in range(o.discard_size):
        left -= o.discard[i] == kind
    for i in range(o.out_size):
        left -= o.out[i] == kind
    return int(left)


@rule
def unseen_mean(o: Any, r: Any) -> float:
    """Return the mean number on the cards that the seat to act can't see; 0 if it sees all."""
    total = 0
    for kind in range(r.kinds):
        total += r.count[kind] * r.value[kind]
    n = r.deck_size - o.discard_size - o.out_size
    for p in range(r.players):
        for i in range(r.cells):
            if o.grid[p][i] >= 0:
                total -= r.value[o.grid[p][i]]
                n -= 1
    for i in range(o.discard_size):
        total -= r.value[o.discard[i]]
    for i in range(o.out_size):
        total -= r.value[o.out[i]]
    if o.phase == PLACE_DRAWN:
        total -= r.value[o.hand]
        n -= 1
    return total / n if n > 0 else 0.0


@rule
def expected_sum(o: Any, r: Any, seat: int, mean: float) -> float:
    """Return the expected sum of a seat's grid, with hidden cards at their mean."""
    total = mean * o.hidden[seat]
    for i in range(r.cells):
        if o.grid[seat][i] >= 0:
            total += r.value[o.grid[seat][i]]
    return float(total)


@rule
def gain(o: Any, r: Any, cell: int, value: int, mean: float, chance: float) -> float:
    """Return how much placing a number on a cell lowers the expected sum.

    A group that lacks one card is cleared with probability `chance`.
    """
    old = o.grid[o.seat][cell]
    old_value = r.value[old] if old >= 0 else 0
    same = 1
    same_as_old = 1
    i = r.top[cell]
    while i < r.cells:
        card = o.grid[o.seat][i]
        if card >= 0 and i != cell:
            same += r.value[card] == value
            same_as_old += r.value[card] == old_value
        i += r.columns
    before = mean
    if old >= 0:
        before = old_value - group_value(r, same_as_old, old_value, mean, chance)
    if same == r.clear:
        return before + (same - 1) * value
    return before - value + group_value(r, same, value, mean, chance)


@rule
def group_value(r: Any, same: int, value: int, mean: float, chance: float) -> float:
    """Return the expected saving from clearing a group that lacks one card, with that card."""
    if same != r.clear - 1:
        return 0.0
    return max(0.0, chance * (same * value + mean))


@rule
def best_cell(o: Any, r: Any, value: int, mean: float) -> int:
    """Return the cell where a number lowers the expected sum most."""
    best = NOWHERE
    at = -1
    for i in range(r.cells):
        if o.grid[o.seat][i] != NO_CARD:
            decrease = gain(o, r, i, value, mean, 0.0)
            if decrease > best:
                best = decrease
                at = i
    return at


@rule
def promising_hidden(o: Any, r: Any) -> int:
    """Return a hidden cell in the column with the highest equal cards; else the first one."""
    best = -1
    at = -1
    for i in range(r.cells):
        if o.grid[o.seat][i] == UNKNOWN:
            highest = 0
            j = r.top[i]
            while j < r.cells:
                card = o.grid[o.seat][j]
                k = j + r.columns
                while card >= 0 and k < r.cells:
                    if o.grid[o.seat][k] == card:
                        highest = max(highest, r.value[card])
                    k += r.columns
                j += r.columns
            if highest > best:
                best = highest
                at = i
    return at
