"""`learned`: a policy of Skyjo that values each column of a grid by a learned table.

The value of a seat's grid is the sum that it is expected to end the round with: the sum of its
columns' values.  A column's value depends on its three places and on the turns that are left, so
the table knows that a lone 11 is worth keeping early in a round and isn't late.  The policy
chooses what leaves its own value lowest against the mean of the others', and weighs the penalty
where an action ends the round.  Draws are averaged over the deck.

The card that one leaves on the discard pile is a gift to the next seat: as much as taking it lets
that seat, by the same table, lower its value below the mean over its draws (`gifts`).  It is
added to the value of an action.  A turned card that clears its column is left out of account.

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
PAIR = PLACES + 1
"""The index of two equal places, over their kind."""
COLUMNS = list(itertools.combinations_with_replacement(range(PLACES), ROWS))
"""The columns that differ, each in ascending order."""


def numbered() -> npt.NDArray[np.int16]:
    """Return the place in `COLUMNS` of each column, its places in any order.

    A column's index is the number that its places are the digits of, in base `PLACES`.
    """
    places = np.sort(np.indices((PLACES,) * ROWS).reshape(ROWS, -1), axis=0)
    numbers: npt.NDArray[np.int64] = np.unique(DIGITS @ places, return_inverse=True)[1]
    return numbers.astype(np.int16)


def playable(values: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Return the values as the policy reads them: three equal cards, which clear, are worth 0."""
    small = values.astype(np.float32)
    for kind in range(KINDS):
        small[:, :, COLUMNS.index((kind,) * ROWS)] = 0
    return small


FILE = Path(__file__).with_suffix(".npy")
DIGEST = "48d2f002ee8151d4"
"""The file's `digest`, which a test compares.

Compiled code holds the table: since this line changes with it, it is then made anew.
"""


def digest() -> str:
    """Return a short hash of the table's file."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]


def placed(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return a seat's values after a turn by stage, two places of a column and the third one.

    Two places are the digits of an index.  In this order the values of all cards that could be
    laid in a place stand in a row, which takes a third of the time to read.
    """
    after = np.take(values[MOVED], NUMBERS, axis=1)
    return np.ascontiguousarray(after.reshape(STAGES, PLACES ** (ROWS - 1), PLACES))


NUMBERS = numbered()
VALUES = playable(np.load(FILE) / SCALE)
AFTER = placed(VALUES)


@rule
def learned_action(o: Any, r: Any) -> int:
    """Play by the table, with the gift; see the module."""
    if not is_known(r) or o.phase == SETUP or o.turn >= PATIENCE * r.players:
        return careful_action(o, r)
    return table_action(o, r, (VALUES, AFTER), True)


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
    for row in range(ROWS):  # a range of cells in steps would cost a slow division
        card = o.grid[seat][column + row * r.columns]
        if card == NO_CARD:
            return CLEARED
        index = index * PLACES + (HIDDEN if card < 0 else card)
    return int(NUMBERS[index])


@rule
def others_number(o: Any, r: Any, seat: int, column: int, place: int) -> int:
    """Return the index of a column's two other places in `AFTER`."""
    index = 0
    for row in range(ROWS):
        if row != place:
            card = o.grid[seat][column + row * r.columns]
            index = index * PLACES + (HIDDEN if card < 0 else card)
    return index


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
def end_value(r: Any, after: int, lowest: float) -> float:
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
def prospect(o: Any, r: Any, values: Any, me: int, ended: bool) -> Any:
    """Return the two stages after a seat's action, and the values that it starts from.

    `ended` is whether the round has an ender.

    Returns
    -------
    (grid, stay, turn, kept, turned, lowest)
        The seat's `grid_number`; the stages after an action that turns no card, and that turns
        one; the values of the table then, without a change in a column; and the lowest sum that
        another seat is expected to end with, `NEVER` unless turning a card ends the round.
    """
    own = grid_number(o, r, me)
    if ended:
        kept = grid_value(own, r, values[MOVED, 0])
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
            kept -= grid_value(grid, r, values[WAITING, stay])
            expected = grid_value(grid, r, values[WAITING, turn])
            turned -= expected
            lowest = min(lowest, expected)
    kept = kept / (r.players - 1) + grid_value(own, r, values[MOVED, stay])
    turned = turned / (r.players - 1)
    if o.hidden[me] > 1:
        return own, stay, turn, kept, turned + grid_value(own, r, values[MOVED, turn]), NEVER
    return own, stay, turn, kept, turned, lowest


@rule
def ended_with(r: Any, total: int, card: int, others: int, turned: float, lowest: float) -> float:
    """Return the value of ending the round with a card in the last hidden place.

    `total` is the visible sum before, `others` the `others_number` of the place.
    """
    number = r.value[card]
    after = total + number
    if others == card * PAIR:
        after -= ROWS * number
    return turned + end_value(r, after, lowest)


@rule
def placings(
    o: Any, r: Any, me: int, at: Any, table: Any, stays: Any, turns: Any, first: int, stop: int
) -> Any:
    """Return the values of laying cards in a seat's grid, and of turning one.

    Parameters
    ----------
    o, r : observation, twin
    me : int
        The seat.
    at : tuple
        Its `prospect`.
    table : tuple of two arrays
        The table, and its `placed`.
    stays, turns : lists of float
        The `gifts` after an action that turns no card, and after one that does.
    first, stop : int
        The kinds of the cards, a range.

    Returns
    -------
    (low, cell, turned, turned_cell)
        A list by kind, the lowest value that a card leaves, and where the first one does; the
        lowest value that turning a card is expected to leave, without a gift, and where.
    """
    grid, stay, turn, kept, expected, lowest = at
    values, after = table
    total = 0 if lowest == NEVER else visible_sum(o, r, me)
    low = [2 * NEVER] * KINDS
    cell = -1
    turned = NEVER
    turned_cell = -1
    for column in range(r.columns):
        k = grid >> BITS * column & CLEARED
        if k == CLEARED:
            continue
        any_hidden = False
        for row in range(ROWS):
            i = column + row * r.columns
            others = others_number(o, r, me, column, row)
            pair = KINDS if others % PAIR or r.clear_out else others // PAIR
            was = low[first]
            if o.grid[me][i] != UNKNOWN:
                before = kept - float(values[MOVED, stay, k])
                left = stays[o.grid[me][i]]
                for kind in range(first, stop):
                    value = before + float(after[stay, others, kind])
                    low[kind] = min(low[kind], value + (stays[kind] if kind == pair else left))
            elif not any_hidden:  # else as the one above
                any_hidden = True
                before = expected - float(values[MOVED, turn, k])
                mean = 0.0
                for kind in range(KINDS):
                    if lowest == NEVER:
                        value = before + float(after[turn, others, kind])
                    else:
                        value = ended_with(r, total, kind, others, expected, lowest)
                    mean += r.count[kind] * value
                    left = turns[kind if kind == pair else HIDDEN]
                    low[kind] = min(low[kind], value + left)
                if mean / r.deck_size < turned:
                    turned = mean / r.deck_size
                    turned_cell = i
            if low[first] < was:
                cell = i
    return low, cell, turned, turned_cell


@rule
def gifts(o: Any, r: Any, table: Any, ended: bool) -> list[float]:
    """Return each kind's gift to the next seat, and at `HIDDEN` the deck's mean.

    `ended` is whether the round has an ender by then.  A gift is divided by the number of other
    seats, as their values are, and once more, which wins more at three and four seats.
    """
    gift = [0.0] * PLACES
    seat = (o.seat + 1) % r.players
    if seat == o.ender:
        return gift
    at = prospect(o, r, table[0], seat, ended)
    low, _, turned, _ = placings(o, r, seat, at, table, gift, gift, 0, KINDS)
    drawn = 0.0
    for kind in range(KINDS):
        drawn += r.count[kind] * min(turned, low[kind])
    drawn /= r.deck_size
    mean = 0.0
    squared = (r.players - 1) ** 2
    for kind in range(KINDS):
        gift[kind] = max(0.0, drawn - low[kind]) / squared
        mean += r.count[kind] * gift[kind]
    gift[HIDDEN] = mean / r.deck_size
    return gift


@rule
def table_action(o: Any, r: Any, table: Any, giving: bool) -> int:
    """Return the action that leaves the lowest value, with the gift or without it."""
    if o.phase == CHOOSE and o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    ended = o.ender != NOBODY
    stays = [0.0] * PLACES
    turns = stays
    if giving and o.phase != FLIP:
        stays = gifts(o, r, table, ended)
        turns = stays if ended or o.hidden[o.seat] > 1 else gifts(o, r, table, True)
    at = prospect(o, r, table[0], o.seat, ended)
    card = o.hand if o.phase == PLACE_DRAWN else o.discard[o.discard_size - 1]
    first = 0 if o.phase == CHOOSE else card
    stop = KINDS if o.phase == CHOOSE else card + 1
    low, cell, turned, turned_cell = placings(o, r, o.seat, at, table, stays, turns, first, stop)
    if o.phase == FLIP:
        return int(FLIP_FIRST + turned_cell)
    if o.phase == PLACE_TAKEN:
        return int(PLACE_FIRST + cell)
    if o.phase == PLACE_DRAWN:
        return PLACE_FIRST + cell if low[card] < turned + turns[card] else DISCARD
    drawn = 0.0
    for kind in range(KINDS):
        drawn += r.count[kind] * min(turned + turns[kind], low[kind])
    return TAKE if low[card] * r.deck_size <= drawn else DRAW
