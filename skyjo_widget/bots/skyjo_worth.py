"""The worth of the actions on a solved board: one step ahead of the values of positions.

Worth is the points by which the seat to act is better off than the other one at the end of the
round, on average, if both play optimally from then on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
    DISCARD,
    DRAW,
    FLIP,
    FLIP_FIRST,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_TAKEN,
    TAKE,
)


@rule
def settled(t: Any, mine: int, ender: int) -> float:
    """Return the points by which a seat is better off than the ender, all cards being turned."""
    own = t.points[mine]
    other = t.points[ender]
    if own <= other and other > 0:
        other *= 2
    return float(other - own)


@rule
def ended(t: Any, mine: int, ender: int, pile: int) -> float:
    """Return the expected points after the last turn, over the hidden cards of a grid."""
    kinds = len(t.unit)
    total = 0.0
    for cards in range(kinds ** t.hidden[mine]):
        grid, rest, left_over = mine, pile, cards
        chance = 1.0
        while t.hidden[grid] > 0 and chance > 0:
            k = left_over % kinds
            left_over //= kinds
            chance *= t.turned[rest, k]
            grid = t.after[grid, first_hidden(t, grid), k]
            rest = t.turn[rest, k] if chance > 0 else rest
        if chance > 0:
            total += chance * settled(t, grid, ender)
    return total


@rule
def first_hidden(t: Any, grid: int) -> int:
    """Return a grid's first place with a hidden card."""
    j = 0
    while t.old[grid, j] != len(t.unit):
        j += 1
    return j


@rule
def left(t: Any, mine: int, other: int, pile: int, top: int) -> float:
    """Return what a turn is worth that leaves two grids, a pile and a card on top."""
    if t.hidden[other] == 0:
        return ended(t, mine, other, pile)
    return float(-t.value[t.at[other, mine, pile], top])


@rule
def placed(t: Any, mine: int, other: int, pile: int, j: int, card: int) -> float:
    """Return what it is worth to lay a card at a place."""
    grid = t.after[mine, j, card]
    old = t.old[mine, j]
    if old < len(t.unit):
        return left(t, grid, other, pile, card if t.clears[mine, j, card] else old)
    if t.hidden[other] == 0:  # the replaced card no longer matters
        return ended(t, grid, other, pile)
    total = 0.0
    for k in range(len(t.unit)):
        if t.turned[pile, k] > 0:
            top = card if t.clears[mine, j, card] else k
            total += t.turned[pile, k] * left(t, grid, other, t.turn[pile, k], top)
    return total


@rule
def flipped(t: Any, mine: int, other: int, pile: int, j: int, card: int) -> float:
    """Return what it is worth to have discarded a card and to turn the one at a place."""
    total = 0.0
    for k in range(len(t.unit)):
        if t.turned[pile, k] > 0:
            top = k if t.clears[mine, j, k] else card
            grid = t.after[mine, j, k]
            total += t.turned[pile, k] * left(t, grid, other, t.turn[pile, k], top)
    return total


@rule
def refilled(t: Any, mine: int, other: int, pile: int, top: int) -> int:
    """Return the pile that a card is drawn from: if none is left, the discards; −1 without any."""
    down = t.hidden[mine] + t.hidden[other]
    if t.cards[pile] > t.mixed[pile] * down:
        return pile
    drawn = t.deck - t.seen[mine] - t.seen[other] - t.unit[top] - t.below[pile]
    return int(t.used_up[pile] + drawn) if drawn > 0 else -1


@rule
def grid_number(s: Any, r: Any, seat: int) -> int:
    """Return the number that a seat's cells are the digits of."""
    number = 0
    for i in range(r.cells):
        card = s.grid[seat][i]
        digit = card if card >= 0 else r.kinds + (card == NO_CARD)
        number = number * (r.kinds + 2) + digit
    return int(number)


@rule
def worths(t: Any, s: Any, r: Any, pile: int, out: Any) -> None:
    """Write what each action is worth to the seat to act; NaN for what isn't legal.

    `s` is a state after the set-up or its observation, `pile` the number of the unseen cards.
    """
    number = grid_number(s, r, s.seat)
    mine = t.grid[number]
    other = t.grid[grid_number(s, r, 1 - s.seat)]
    top = s.discard[s.discard_size - 1]
    card = s.hand if s.phase == PLACE_DRAWN else top
    out[:] = np.nan
    for i in range(r.cells):
        j = t.place[number, i]
        if j >= 0:
            if s.phase != FLIP:
                out[PLACE_FIRST + i] = placed(t, mine, other, pile, j, card)
            if s.phase != CHOOSE and s.phase != PLACE_TAKEN and t.old[mine, j] == r.kinds:
                out[FLIP_FIRST + i] = flipped(t, mine, other, pile, j, card)
    if s.phase == CHOOSE:
        out[TAKE] = np.nanmax(out[PLACE_FIRST:])
        out[PLACE_FIRST:] = np.nan
        filled = refilled(t, mine, other, pile, top)
        if filled >= 0:
            out[DRAW] = t.drawing[t.at[mine, other, filled]]
    elif s.phase == PLACE_DRAWN:
        out[DISCARD] = np.nanmax(out[FLIP_FIRST:PLACE_FIRST])
        out[FLIP_FIRST:PLACE_FIRST] = np.nan


@rule
def best_action(s: Any, out: Any, tied: float) -> int:
    """Return the best action by what each is worth.

    Of those that differ by less than `tied`, it is one that draws or turns a card, so that rounds
    come to an end.
    """
    best = -1
    most = -1e9
    for action in range(len(out)):
        worth = out[action]
        turns = action in (DRAW, DISCARD)
        if action >= PLACE_FIRST:
            turns = s.grid[s.seat][action - PLACE_FIRST] == UNKNOWN
        if worth + tied * turns > most:
            most = worth + tied * turns
            best = action
    return best
