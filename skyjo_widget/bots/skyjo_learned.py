"""`learned`: a policy of Skyjo that values each column of a grid by a learned table.

The value of a seat's grid is the sum that it is expected to end the round with: the sum of its
columns' values.  A column's value depends on its three places and on the turns that are left, so
the table knows that a lone 11 is worth keeping early in a round and isn't late.  The policy
chooses what leaves its own value lowest against the mean of the others', and weighs the penalty
where an action ends the round.  Draws are averaged over the deck.

The table is fitted to rounds that the policy, the policies before it, and `careful` played with
one another: a linear regression of final sums on columns, repeated (``scripts/skyjo_learned.py``
makes it anew).  It holds for up to six columns of three places that three equal cards clear, with
the numbers −2 to 12.  Elsewhere, at the set-up, and in a round that doesn't end, the policy plays
as `careful` does.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots.skyjo_careful import PATIENCE, careful_action
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.grids.grid import visible_sum
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
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

ROWS = 3
LOWEST, KINDS = -2, 15
"""The numbers that the table knows: from −2, fifteen."""
HIDDEN = KINDS
"""A face-down card, after the fifteen kinds."""
PLACES = KINDS + 1
STAGES = 11
"""0 for no turn left, 1 for the last one, else 1 + the fewest hidden cards of a seat, up to 9."""
MOVED, WAITING = range(2)
"""Roles of a seat after a turn: it has had it, or waits for its own."""

END_PRICE = 1.5  # the price of ending a round, in points
END_MARGIN = 4.0  # the lead at which ending has a 50 % risk of a penalty
END_SPREAD = 4.0
BITS = 10
CLEARED = (1 << BITS) - 1
"""A column without cards, in a grid's number."""
MOST_COLUMNS = 6
"""So many numbers fit into one integer of 64 bits."""
NEVER = 1e6
"""Above any value."""
SCALE = 100
"""The file has hundredths of a point."""

DIGITS = PLACES ** np.arange(ROWS)[::-1]
"""The value of each place of a column as a digit of its index."""
COLUMNS = list(itertools.combinations_with_replacement(range(PLACES), ROWS))
"""The columns that differ, each in ascending order."""


def numbered() -> npt.NDArray[np.int16]:
    """Return the place in `COLUMNS` of each column, its places in any order.

    A column's index is the number that its places are the digits of, in base `PLACES`.
    """
    places = np.sort(np.indices((PLACES,) * ROWS).reshape(ROWS, -1), axis=0)
    numbers: npt.NDArray[np.int64] = np.unique(DIGITS @ places, return_inverse=True)[1]
    return numbers.astype(np.int16)


def changes(values: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float32], ...]:
    """Return how much a card laid in a column changes its value, for who has just moved.

    Parameters
    ----------
    values : array of float32, 2 × `STAGES` × columns

    Returns
    -------
    on_seen, on_hidden : arrays of float32, `STAGES` × columns × `KINDS`
        The least change on a face-up card, and the change on a face-down one; `NEVER` where
        the column has none.
    """
    columns, cards = np.array(COLUMNS), np.arange(KINDS)
    before = values[MOVED, :, :, None]
    least = np.full((2, STAGES, len(columns), KINDS), NEVER, np.float32)
    for place in range(ROWS):
        laid = np.repeat(columns[:, None], KINDS, axis=1)
        laid[:, :, place] = cards
        cleared = (laid == cards[:, None]).all(axis=2)
        after = np.where(cleared, np.float32(0), values[MOVED][:, NUMBERS[laid @ DIGITS]])
        hidden = columns[:, place] == HIDDEN
        for on, chosen in zip(least, (~hidden, hidden), strict=True):
            on[:, chosen] = np.minimum(on, after - before)[:, chosen]
    return least[0], least[1]


FILE = Path(__file__).with_suffix(".npy")
DIGEST = "48d2f002ee8151d4"
"""The file's `digest`, which a test compares.

Compiled code holds the table: since this line changes with it, it is then made anew.
"""


def digest() -> str:
    """Return a short hash of the table's file."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]


NUMBERS = numbered()
VALUES = (np.load(FILE) / SCALE).astype(np.float32)
ON_SEEN, ON_HIDDEN = changes(VALUES)


@rule
def learned_action(o: Any, r: Any) -> int:
    """Play by the table; see the module."""
    if not is_known(r) or o.phase == SETUP or o.turn >= PATIENCE * r.players:
        return careful_action(o, r)
    return table_action(o, r, VALUES, ON_SEEN, ON_HIDDEN)


@rule
def is_known(r: Any) -> bool:
    """Return whether the table holds for these rules."""
    if r.kinds != KINDS or r.rows != ROWS or r.clear != ROWS or r.columns > MOST_COLUMNS:
        return False
    strange = 0
    for kind in range(KINDS):
        strange += r.value[kind] != LOWEST + kind
    return bool(strange == 0)


@rule
def column_number(o: Any, r: Any, seat: int, column: int) -> int:
    """Return a column's place in `COLUMNS`; `CLEARED` if it is cleared."""
    index = 0
    for i in range(column, r.cells, r.columns):
        card = o.grid[seat][i]
        if card == NO_CARD:
            return CLEARED
        index = index * PLACES + (HIDDEN if card < 0 else card)
    return int(NUMBERS[index])


@rule
def grid_number(o: Any, r: Any, seat: int) -> int:
    """Return the numbers of a grid's columns, `BITS` bits each."""
    number = 0
    for column in range(r.columns):
        number |= column_number(o, r, seat, column) << BITS * column
    return int(number)


@rule
def grid_value(grid: int, r: Any, of: Any) -> float:
    """Return the value of a grid, by the values of columns at a stage."""
    total = 0.0
    for column in range(r.columns):
        k = grid >> BITS * column & CLEARED
        if k != CLEARED:
            total += float(of[k])
    return total


@rule
def end_value(o: Any, r: Any, after: int, lowest: float) -> float:
    """Return the value of ending the round with a sum, the penalty's risk and the price included.

    `lowest` is the lowest sum that another seat is expected to end with.
    """
    penalty = after * (r.penalty_factor - 1) + r.penalty_add
    if after <= 0 and not r.penalty_always:
        penalty = 0
    x = (after + END_MARGIN - lowest) / END_SPREAD
    risk = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, x))))
    return float(after + END_PRICE + penalty * risk)


@rule
def prospect(o: Any, r: Any, values: Any) -> Any:
    """Return the two stages after an action, and the values that it starts from.

    Returns
    -------
    (grid, stay, turn, kept, turned, lowest)
        The seat's `grid_number`; the stages after an action that turns no card, and that turns
        one; the values of the table then, without a change in a column; and the lowest sum that
        another seat is expected to end with, `NEVER` unless turning a card ends the round.
    """
    me = o.seat
    own = grid_number(o, r, me)
    if o.ender != NOBODY:
        kept = grid_value(own, r, values[MOVED][0])
        return own, 0, 0, kept, kept, NEVER
    fewest = MAX_CELLS
    for p in range(r.players):
        if p != me:
            fewest = min(fewest, o.hidden[p])
    stay = 1 + min(o.hidden[me], fewest, STAGES - 2)
    turn = 1 + min(o.hidden[me] - 1, fewest, STAGES - 2)
    kept = 0.0
    turned = 0.0
    lowest = NEVER
    for p in range(r.players):
        if p != me:
            grid = grid_number(o, r, p)
            kept -= grid_value(grid, r, values[WAITING][stay])
            expected = grid_value(grid, r, values[WAITING][turn])
            turned -= expected
            lowest = min(lowest, expected)
    kept = kept / (r.players - 1) + grid_value(own, r, values[MOVED][stay])
    turned = turned / (r.players - 1)
    if o.hidden[me] > 1:
        return own, stay, turn, kept, turned + grid_value(own, r, values[MOVED][turn]), NEVER
    return own, stay, turn, kept, turned, lowest


@rule
def ended_with(o: Any, r: Any, card: int, column: int, turned: float, lowest: float) -> float:
    """Return the value of ending the round with a card in the last hidden place of a column."""
    same = 0
    for i in range(column, r.cells, r.columns):
        same += o.grid[o.seat][i] == card
    number = r.value[card]
    after = visible_sum(o, r, o.seat) + number
    if same == ROWS - 1:
        after -= ROWS * number
    return turned + end_value(o, r, after, lowest)


@rule
def lowest_value(o: Any, r: Any, card: int, at: Any, on_seen: Any, on_hidden: Any) -> float:
    """Return the lowest value that a card can leave; `at` is the seat's `prospect`."""
    grid, stay, turn, kept, turned, lowest = at
    best = NEVER
    for column in range(r.columns):
        k = grid >> BITS * column & CLEARED
        if k == CLEARED:
            continue
        best = min(best, kept + float(on_seen[stay][k][card]))
        if lowest == NEVER:
            best = min(best, turned + float(on_hidden[turn][k][card]))
        elif on_hidden[turn][k][card] < NEVER:
            best = min(best, ended_with(o, r, card, column, turned, lowest))
    return best


@rule
def best_place(o: Any, r: Any, card: int, at: Any, values: Any) -> int:
    """Return the cell where a card leaves the lowest value."""
    grid, stay, turn, kept, turned, lowest = at
    best = 2 * NEVER
    cell = -1
    for i in range(r.cells):
        old = o.grid[o.seat][i]
        if old == NO_CARD:
            continue
        column = i % r.columns
        stage = turn if old == UNKNOWN else stay
        if old == UNKNOWN and lowest < NEVER:
            value = ended_with(o, r, card, column, turned, lowest)
        else:
            value = turned if old == UNKNOWN else kept
            value -= float(values[MOVED][stage][grid >> BITS * column & CLEARED])
            index = 0
            same = 0
            for j in range(column, r.cells, r.columns):
                there = card if j == i else o.grid[o.seat][j]
                same += there == card
                index = index * PLACES + (HIDDEN if there < 0 else there)
            if same < ROWS:
                value += float(values[MOVED][stage][NUMBERS[index]])
        if value < best:
            best = value
            cell = i
    return cell


@rule
def turned_value(o: Any, r: Any, column: int, at: Any, on_hidden: Any) -> float:
    """Return the expected value of turning a card of a column; `NEVER` where none is hidden."""
    grid, _, turn, _, turned, lowest = at
    k = grid >> BITS * column & CLEARED
    if k == CLEARED or on_hidden[turn][k][0] >= NEVER:
        return NEVER
    total = 0.0
    for card in range(r.kinds):
        if lowest == NEVER:
            total += r.count[card] * (turned + float(on_hidden[turn][k][card]))
        else:
            total += r.count[card] * ended_with(o, r, card, column, turned, lowest)
    return float(total / r.deck_size)


@rule
def table_action(o: Any, r: Any, values: Any, on_seen: Any, on_hidden: Any) -> int:
    """Return the action that leaves the lowest value."""
    if o.phase == CHOOSE and o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    at = prospect(o, r, values)
    best = NEVER  # the value of turning a card
    turns = -1
    if o.phase != PLACE_TAKEN and o.hidden[o.seat] > 0:
        for column in range(r.columns):
            value = turned_value(o, r, column, at, on_hidden)
            if value < best:
                best = value
                turns = column
    if o.phase == FLIP:
        cell = turns
        while o.grid[o.seat][cell] != UNKNOWN:
            cell += r.columns
        return FLIP_FIRST + cell
    card = o.hand if o.phase == PLACE_DRAWN else o.discard[o.discard_size - 1]
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + best_place(o, r, card, at, values)
    value = lowest_value(o, r, card, at, on_seen, on_hidden)
    if o.phase == PLACE_DRAWN:
        return PLACE_FIRST + best_place(o, r, card, at, values) if value < best else DISCARD
    drawn = 0.0
    for kind in range(r.kinds):
        drawn += r.count[kind] * min(best, lowest_value(o, r, kind, at, on_seen, on_hidden))
    return TAKE if value * r.deck_size <= drawn else DRAW
