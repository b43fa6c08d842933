"""`learned`: a policy of Skyjo that values each column of a grid by a learned table.

The value of a seat's grid is the sum that it is expected to end the round with: the sum of its
columns' values.  A column's value depends on its three places and on the turns that are left, so
the table knows that a lone 11 is worth keeping early in a round and isn't late.  The policy
chooses what leaves its own value lowest against the mean of the others', and weighs the penalty
where an action ends the round.  Draws are averaged over the deck.

The card that one leaves on the discard pile is a gift to the next seat: as much as taking it lets
that seat, by the same table, lower its value below the mean over its draws (`gifts`).  It is
added to the value of an action.  A turned card that clears its column is left out of account.
Rollouts do without: it takes almost three times as long (``scripts/skyjo_gift.py``).

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
EQUAL = int(DIGITS.sum())
"""The index of a column of three equal cards, over their kind."""
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


NUMBERS = numbered()
VALUES = playable(np.load(FILE) / SCALE)


@rule
def learned_action(o: Any, r: Any) -> int:
    """Play by the table, with the gift; see the module."""
    if not is_known(r) or o.phase == SETUP or o.turn >= PATIENCE * r.players:
        return careful_action(o, r)
    return table_action(o, r, VALUES, True)


@rule
def ungiving_action(o: Any, r: Any) -> int:
    """Play as `learned` without the gift, which takes less time: for rollouts."""
    if not is_known(r) or o.phase == SETUP or o.turn >= PATIENCE * r.players:
        return careful_action(o, r)
    return table_action(o, r, VALUES, False)


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
def ended_with(
    o: Any, r: Any, me: int, card: int, column: int, turned: float, lowest: float
) -> float:
    """Return the value of ending the round with a card in the last hidden place of a column."""
    same = 0
    for i in range(column, r.cells, r.columns):
        same += o.grid[me][i] == card
    number = r.value[card]
    after = visible_sum(o, r, me) + number
    if same == ROWS - 1:
        after -= ROWS * number
    return turned + end_value(o, r, after, lowest)


@rule
def placings(
    o: Any, r: Any, me: int, at: Any, values: Any, stays: Any, turns: Any, first: int, stop: int
) -> Any:
    """Return the values of laying cards in a seat's grid, and of turning one.

    Parameters
    ----------
    o, r : observation, twin
    me : int
        The seat.
    at : tuple
        Its `prospect`.
    values : array
        The table.
    stays, turns : lists of float
        The `gifts` after an action that turns no card, and after one that does.
    first, stop : int
        The kinds of the cards, a range.

    Returns
    -------
    (low, cells, turned, cell)
        Lists by kind: the lowest value that a card leaves, and where it does; the lowest value
        that turning a card is expected to leave, without a gift, and where.
    """
    grid, stay, turn, kept, expected, lowest = at
    low = [2 * NEVER] * KINDS
    cells = [-1] * KINDS
    turned = NEVER
    cell = -1
    for column in range(r.columns):
        k = grid >> BITS * column & CLEARED
        if k == CLEARED:
            continue
        index = 0
        for i in range(column, r.cells, r.columns):
            card = o.grid[me][i]
            index = index * PLACES + (HIDDEN if card < 0 else card)
        digit = PLACES**ROWS
        any_hidden = False
        for i in range(column, r.cells, r.columns):
            digit //= PLACES
            old = o.grid[me][i]
            hidden = old == UNKNOWN
            if hidden and any_hidden:
                continue  # as the one above
            any_hidden = any_hidden or hidden
            rest = index - digit * (HIDDEN if hidden else old)
            of = values[MOVED][turn if hidden else stay]
            before = (expected if hidden else kept) - float(of[k])
            gift = turns if hidden else stays
            left = gift[HIDDEN if hidden else old]
            mean = 0.0
            for kind in range(0 if hidden else first, KINDS if hidden else stop):
                number = rest + kind * digit
                if hidden and lowest < NEVER:
                    value = ended_with(o, r, me, kind, column, expected, lowest)
                else:
                    value = before + float(of[NUMBERS[number]])
                mean += r.count[kind] * value
                clears = number == kind * EQUAL and not r.clear_out
                value += gift[kind] if clears else left
                if value < low[kind]:
                    low[kind] = value
                    cells[kind] = i
            if hidden and mean / r.deck_size < turned:
                turned = mean / r.deck_size
                cell = i
    return low, cells, turned, cell


@rule
def gifts(o: Any, r: Any, values: Any, ended: bool) -> list[float]:
    """Return each kind's gift to the next seat, and at `HIDDEN` the deck's mean.

    `ended` is whether the round has an ender by then.  A gift is divided by the number of other
    seats, as their values are, and once more, which wins more at three and four seats.
    """
    gift = [0.0] * PLACES
    seat = (o.seat + 1) % r.players
    if seat == o.ender:
        return gift
    at = prospect(o, r, values, seat, ended)
    low, _, turned, _ = placings(o, r, seat, at, values, gift, gift, 0, KINDS)
    drawn = 0.0
    for kind in range(KINDS):
        drawn += r.count[kind] * min(turned, low[kind])
    drawn /= r.deck_size
    for kind in range(KINDS):
        gift[kind] = max(0.0, drawn - low[kind]) / (r.players - 1) ** 2
        gift[HIDDEN] += r.count[kind] * gift[kind] / r.deck_size
    return gift


@rule
def table_action(o: Any, r: Any, values: Any, giving: bool) -> int:
    """Return the action that leaves the lowest value, with the gift or without it."""
    if o.phase == CHOOSE and o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    ended = o.ender != NOBODY
    stays = [0.0] * PLACES
    turns = stays
    if giving and o.phase != FLIP:
        stays = gifts(o, r, values, ended)
        turns = stays if ended or o.hidden[o.seat] > 1 else gifts(o, r, values, True)
    at = prospect(o, r, values, o.seat, ended)
    card = o.hand if o.phase == PLACE_DRAWN else o.discard[o.discard_size - 1]
    first = 0 if o.phase == CHOOSE else card
    stop = KINDS if o.phase == CHOOSE else card + 1
    low, cells, turned, cell = placings(o, r, o.seat, at, values, stays, turns, first, stop)
    if o.phase == FLIP:
        return int(FLIP_FIRST + cell)
    if o.phase == PLACE_TAKEN:
        return int(PLACE_FIRST + cells[card])
    if o.phase == PLACE_DRAWN:
        return PLACE_FIRST + cells[card] if low[card] < turned + turns[card] else DISCARD
    drawn = 0.0
    for kind in range(KINDS):
        drawn += r.count[kind] * min(turned + turns[kind], low[kind])
    return TAKE if low[card] * r.deck_size <= drawn else DRAW
