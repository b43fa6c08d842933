"""The solver: backward induction over hidden cards, among as many by damped value iteration.

An action that turns a card leads to positions with fewer hidden ones, which are solved before.
Players can also take and replace for ever: such positions are solved together, with a
discount for each turn that turns no card, of 0.9, 0.99, 0.999 and none in turn, so that infinite
play counts 0.  Without damping the iteration oscillates.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from skyjo_widget.bots.skyjo_boards import Board, Tables, tables
from skyjo_widget.bots.skyjo_worth import flipped, placed, refilled
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.jit import rule

DISCOUNTS = (0.9, 0.99, 0.999, 1.0)
CLOSE = 1e-7
"""An iteration ends when no value changes by more."""
DAMPED = 0.5
"""The share of a change that is made."""
NEVER = -1e9
"""Below any value."""


@rule
def best_placed(t: Any, mine: int, other: int, pile: int, card: int) -> float:
    """Return what the best place is worth for a card, among those solved before.

    These are the hidden ones, and all at the last turn.
    """
    best = NEVER
    for j in range(t.old.shape[1]):
        old = t.old[mine, j]
        if old == len(t.unit) or (old >= 0 and t.hidden[other] == 0):
            best = max(best, placed(t, mine, other, pile, j, card))
    return best


@rule
def best_flipped(t: Any, mine: int, other: int, pile: int, card: int) -> float:
    """Return what it is worth to discard a card and to turn the best one."""
    best = NEVER
    for j in range(t.old.shape[1]):
        if t.old[mine, j] == len(t.unit):
            best = max(best, flipped(t, mine, other, pile, j, card))
    return best


@rule
def followed(t: Any, mine: int, other: int, pile: int, j: int, card: int) -> int:
    """Return where the value stands of what laying a card on an open one leads to; else −1."""
    old = t.old[mine, j]
    if old < 0 or old == len(t.unit) or t.hidden[other] == 0:
        return -1
    top = card if t.clears[mine, j, card] else old
    return int(t.at[other, t.after[mine, j, card], pile] * len(t.unit) + top)


@rule
def best_lost(values: Any, to: Any) -> float:
    """Return the best of the values that are left to the other seat."""
    best = NEVER
    for j in range(len(to)):
        if to[j] >= 0:
            best = max(best, -values[to[j]])
    return float(best)


def make_solve(fingerprint: int) -> Callable[..., int]:
    """Build the solver of a board, for `jit.compiled`."""

    def solve(t: Any, order: Any, groups: Any, discounts: Any, close: float) -> int:
        """Fill the values in; return the number of sweeps.

        Parameters
        ----------
        t : Tables
        order : array of int
            The positions, by their hidden cards.
        groups : array of int, groups × 3
            Where as many hidden cards begin in it, first at last turns; the first at no last
            turn; and the end.
        discounts, close : sequence of float, float
        """
        kinds = len(t.unit)
        n_all, places = len(t.mine), t.old.shape[1]
        takes = np.full((n_all, kinds), NEVER)  # `best_placed`
        draws = np.full((n_all, kinds), NEVER)  # the same of a drawn card, or its discard
        take_to = np.full((n_all, kinds, places), -1, np.int32)  # `followed`
        draw_to = np.full((n_all, kinds, places), -1, np.int32)
        filled = np.full((n_all, kinds), -1, np.int32)
        chance = np.zeros((n_all, kinds))
        values = t.value.reshape(-1)
        sweeps = fingerprint * 0
        for g in range(len(groups)):
            begin, middle, end = groups[g]
            for at in range(begin, end):
                n = order[at]
                mine, other, pile = t.mine[n], t.other[n], t.pile[n]
                some_left = t.cards[pile] > t.mixed[pile] * (t.hidden[mine] + t.hidden[other])
                for k in range(kinds):
                    if t.possible[n, k]:
                        takes[n, k] = best_placed(t, mine, other, pile, k)
                        then = refilled(t, mine, other, pile, k)
                        if then >= 0:
                            filled[n, k] = t.at[mine, other, then]
                        for j in range(places):
                            take_to[n, k, j] = followed(t, mine, other, pile, j, k)
                    if some_left and t.drawn[pile, k] > 0:
                        chance[n, k] = t.drawn[pile, k]
                        rest = t.draw[pile, k]
                        best = best_placed(t, mine, other, rest, k)
                        draws[n, k] = max(best, best_flipped(t, mine, other, rest, k))
                        for j in range(places):
                            draw_to[n, k, j] = followed(t, mine, other, rest, j, k)
            for discount in discounts:
                changed = 2 * close
                first = begin if discount == discounts[0] else middle
                while changed > close:
                    sweeps += 1
                    changed = 0.0
                    for at in range(first, end):
                        n = order[at]
                        total = 0.0
                        for k in range(kinds):
                            if chance[n, k] > 0:
                                open_one = discount * best_lost(values, draw_to[n, k])
                                total += chance[n, k] * max(draws[n, k], open_one)
                        t.drawing[n] = total
                    for at in range(first, end):
                        n = order[at]
                        for k in range(kinds):
                            if t.possible[n, k]:
                                open_one = discount * best_lost(values, take_to[n, k])
                                best = max(takes[n, k], open_one)
                                if filled[n, k] >= 0:
                                    best = max(best, t.drawing[filled[n, k]])
                                step = best - t.value[n, k]
                                t.value[n, k] += step if at < middle else DAMPED * step
                                changed = max(changed, abs(step))
                    first = middle
        return sweeps

    return solve


def solved(board: Board) -> Tables:
    """Return the tables of a board with the values of optimal play."""
    t = tables(board)
    down = t.hidden[t.mine] + t.hidden[t.other]
    key = 2 * down + (t.hidden[t.other] > 0)
    order = np.argsort(key, kind="stable")
    starts = np.searchsorted(key[order], 2 * np.arange(1, down.max() + 1)[:, None] + [0, 1, 2])
    jit.compiled(make_solve)(t, order, starts, DISCOUNTS, CLOSE)
    return t


def value(board: Board, t: Tables) -> float:
    """Return the points that the starter is better off in the end, before the deal.

    Each seat turns cards of different columns.
    """
    kinds, cells, turned = len(t.unit), board.rules.columns * board.rules.rows, board.rules.turned
    counts = np.array([kind.count for kind in board.deck.kinds])
    digits = (kinds + 2) ** np.arange(cells)[::-1]
    total = 0.0
    for cards in itertools.product(range(kinds), repeat=2 * turned + 1):
        chance, remaining = 1.0, counts.copy()
        for card in cards:
            chance *= remaining[card] / remaining.sum()
            remaining[card] -= not board.replaced
        if chance > 0:
            grids = []
            for own in (cards[:turned], cards[turned:-1]):
                grid = [*own, *[kinds] * (cells - turned)]
                grids.append((-sum(board.deck.values[k] for k in own), t.grid[digits @ grid]))
            if grids[1][0] < grids[0][0]:
                grids.reverse()  # the highest sum starts
            pile = t.first + remaining @ t.unit
            total += chance * t.value[t.at[grids[0][1], grids[1][1], pile], cards[-1]]
    return float(total)
