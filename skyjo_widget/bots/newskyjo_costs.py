"""Expected costs of the cards of a grid at the end of a round of NewSkyjo.

A card costs less than its number while there are turns left, since high ones are replaced.  What a
card costs, by its number and the turns left, was fitted to the final scores of 30,000 games that an
earlier version of the policy `careful` played against itself, at tables of four (`cell_cost`).
Nearly complete columns count for the chance that they are cleared (`column_cost`).
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.bots.newskyjo_plain import card_at
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.positions import DISCARD_PLACE
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, UNKNOWN

# A low number keeps this share of its cost with one turn left, and loses this much of it a turn.
KEPT = 0.9
LOST = 0.12
LEAST_KEPT = 0.12
# The cost of other numbers, in means of the unseen cards: with one turn left; how much each further
# turn adds to its divisor; and the share of what a number lies above the mean.
HIGH = 0.9
FALLING = 0.2
ABOVE = 0.05
# The cost of a hidden card, in means: with one turn left, and what it loses a turn.
HIDDEN_COST = 0.76
HIDDEN_LOST = 0.035

SOURCES = 1.6  # cards that a seat can use, for each of its turns
CLEARED = 0.8  # the share of its cards' cost that clearing a column saves

LEADER_LOSS = 0.3  # a point that the leader loses, and any other opponent
OTHER_LOSS = 0.15


@rule
def cell_cost(r: Any, card: int, mean: float, left: int) -> float:
    """Return what a card is expected to count at the end of the round, with so many turns left."""
    if card == NO_CARD:
        return 0.0
    value = mean if card < 0 else 1.0 * r.value[card]
    if left == 0:
        return float(value)
    if card == UNKNOWN:
        return float(mean * (HIDDEN_COST - HIDDEN_LOST * (left - 1)))
    high = mean * HIGH / (1.0 + FALLING * (left - 1)) + ABOVE * (value - mean)
    if value >= mean:
        return float(high)
    return float(min(value * max(LEAST_KEPT, KEPT - LOST * left), high))


@rule
def clear_chance(o: Any, r: Any, value: int, left: int) -> float:
    """Return the chance that a seat gets a card with a number in the turns left."""
    n = 0
    unseen = r.deck_size - o.discard_size - o.out_size
    for kind in range(r.kinds):
        n += r.count[kind] * (r.value[kind] == value)
    for i in range(o.discard_size):
        n -= r.value[o.discard[i]] == value
    for i in range(o.out_size):
        n -= r.value[o.out[i]] == value
    for p in range(r.players):
        for i in range(r.cells):
            if o.grid[p][i] >= 0:
                unseen -= 1
                n -= r.value[o.grid[p][i]] == value
    if n <= 0 or unseen <= 0:
        return 0.0
    return float(1.0 - (1.0 - n / unseen) ** (SOURCES * left))


@rule
def column_cost(
    o: Any, r: Any, seat: int, column: int, cell: int, card: int, mean: float, left: int
) -> float:
    """Return the expected cost of a column, with a card of that kind on a cell; −1 for no cell.

    The best chance to clear it is taken off.
    """
    total = 0.0
    saved = 0.0
    i = column
    while i < r.cells:
        own = card if i == cell else o.grid[seat][i]
        cost = cell_cost(r, own, mean, left)
        total += cost
        if own >= 0:
            same = 0
            others = 0
            rest = 0.0
            j = column
            while j < r.cells:
                there = card if j == cell else o.grid[seat][j]
                if there >= 0 and r.value[there] == r.value[own]:
                    same += 1
                    if j < i:
                        others = r.cells  # this group was met before
                elif there != NO_CARD:
                    others += 1
                    rest += cell_cost(r, there, mean, left)
                j += r.columns
            if same >= r.clear and others < r.cells:
                total -= r.clear * cost
            elif left > 0 and same == r.clear - 1 and others == 1 and same * cost + rest > saved:
                chance = clear_chance(o, r, r.value[own], left)
                saved = max(saved, CLEARED * chance * (same * cost + rest))
        i += r.columns
    return total - saved


@rule
def grid_cost(o: Any, r: Any, seat: int, mean: float, left: int) -> float:
    """Return the expected cost of a seat's grid."""
    total = 0.0
    for column in range(r.columns):
        total += column_cost(o, r, seat, column, -1, NO_CARD, mean, left)
    return float(total)


@rule
def cell_gain(o: Any, r: Any, seat: int, cell: int, card: int, mean: float, left: int) -> float:
    """Return by how much a card on a cell lowers a seat's expected cost."""
    column = r.top[cell]
    before = column_cost(o, r, seat, column, -1, NO_CARD, mean, left)
    return before - column_cost(o, r, seat, column, cell, card, mean, left)


@rule
def own_swap_gain(o: Any, r: Any, seat: int, i: int, j: int, mean: float, left: int) -> float:
    """Return the gain of swapping two cards of a seat; 0 within a column."""
    if r.top[i] == r.top[j]:
        return 0.0
    gain = cell_gain(o, r, seat, i, o.grid[seat][j], mean, left)
    return gain + cell_gain(o, r, seat, j, o.grid[seat][i], mean, left)


@rule
def cost_swap_gain(
    o: Any, r: Any, first: int, second: int, leader: int, mean: float, left: int
) -> float:
    """Return the expected gain of swapping two cards."""
    seat, cell = first // MAX_CELLS, first % MAX_CELLS
    mine = cost_point(o, seat, leader)
    other = second // MAX_CELLS
    if second != DISCARD_PLACE and other == seat:
        return mine * own_swap_gain(o, r, seat, cell, second % MAX_CELLS, mean, left)
    gain = mine * cell_gain(o, r, seat, cell, card_at(o, second), mean, left)
    if second != DISCARD_PLACE:
        fall = cell_gain(o, r, other, second % MAX_CELLS, card_at(o, first), mean, left)
        gain += cost_point(o, other, leader) * fall
    return gain


@rule
def cost_point(o: Any, seat: int, leader: int) -> float:
    """Return the value of lowering a seat's cost by one point."""
    if seat == o.seat:
        return 1.0
    return -LEADER_LOSS if seat == leader else -OTHER_LOSS
