"""The chance that who ends a round is penalised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from skyjo_widget.odds.grid_columns import EXACT, Column, distribution, simulated, ways_to_lie
from skyjo_widget.odds.unseen import Chance, Unseen

Columns = tuple[Column, ...]


def penalised(
    grids: Sequence[Columns],
    unseen: Unseen,
    r: Any,
    rng: np.random.Generator | None = None,
    worlds: int = 4000,
) -> Chance:
    """The chance that the first of these grids' owner is penalised, had they ended the round.

    Exact where at most one opponent has hidden cards and the ender one at most, and where that
    is quick; else by simulation.

    Parameters
    ----------
    grids : sequence of tuple of Column
        The ender's, then the others'.
    unseen : Unseen
        What hidden cards are drawn from.
    r : object
        The rule codes.
    rng : Generator, optional
        For the simulation; the same one each time unless told.
    worlds : int
        How many worlds are drawn.
    """
    if r.penalty_factor == 1 and r.penalty_add == 0:
        return Chance(Fraction(0), None)  # there is no penalty
    mine, *others = grids
    hidden = sum(column.hidden for column in mine)
    open_grids = [grid for grid in others if any(column.hidden for column in grid)]
    ways = ways_to_lie(column for grid in open_grids for column in grid)
    if hidden > 1 or len(open_grids) > 1 or ways * (len(unseen.counts) if hidden else 1) > EXACT:
        sums = simulated(grids, unseen, _clear(r), rng or np.random.default_rng(0), worlds)
        hits = int(np.count_nonzero(_pays(sums[:, 0], sums[:, 1:].min(axis=1), r)))
        rate = hits / worlds
        return Chance(Fraction(hits, worlds), (rate * (1 - rate) / worlds) ** 0.5)
    closed = [_sum_of(grid, _clear(r)) for grid in others if grid not in open_grids]
    chance = Fraction(0)
    for columns, rest, likely in _turned_up(mine, unseen):
        own = _sum_of(columns, _clear(r))
        if any(_pays(own, other, r) for other in closed):
            chance += likely
            continue
        for grid in open_grids:
            for other, of in distribution(grid, rest, _clear(r)).items():
                if _pays(own, other, r):
                    chance += likely * of
    return Chance(chance, None)


def _clear(r: Any) -> int:
    return r.clear if r.clear_at_reveal else 0


def _pays(mine: Any, other: Any, r: Any) -> Any:
    """Whether another's raw score makes the ender's cost a penalty; of numbers, or of arrays."""
    beaten = other < mine if r.tie_is_safe else other <= mine
    return beaten & ((mine > 0) | bool(r.penalty_always))


def _sum_of(columns: Columns, clear: int) -> int:
    """What a grid without hidden cards counts."""
    total = sum(sum(column.shown) for column in columns)
    for shown, _ in columns if clear else ():
        total -= sum(v * (shown.count(v) // clear * clear) for v in set(shown))
    return total


def _turned_up(columns: Columns, unseen: Unseen) -> Iterator[tuple[Columns, Unseen, Fraction]]:
    """A grid with its last hidden card turned, in all ways."""
    at = next((j for j, column in enumerate(columns) if column.hidden), None)
    if at is None:
        yield columns, unseen, Fraction(1)
        return
    for value in unseen.counts:
        turned = Column((*columns[at].shown, value), 0)
        turned_up = (*columns[:at], turned, *columns[at + 1 :])
        yield turned_up, unseen.without(value), unseen.chance(value)
