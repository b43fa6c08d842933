"""The probability that the player who ends a round is penalised."""

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
    """Return the probability of a penalty if the first grid's owner had ended the round.

    It is exact if at most one opponent has hidden cards, the ender has at most one and the
    enumeration is quick; otherwise it is simulated.

    Parameters
    ----------
    grids : sequence of tuple of Column
        The ender's grid, then the others'.
    unseen : Unseen
        The cards that hidden cards are drawn from.
    r : object
        The rule codes.
    rng : Generator, optional
        For the simulation; by default one with a fixed seed.
    worlds : int
        The number of simulated worlds.
    """
    if r.penalty_factor == 1 and r.penalty_add == 0:
        return Chance(Fraction(0), None)  # there is no penalty
    mine, *others = grids
    hidden = sum(column.hidden for column in mine)
    open_grids = [grid for grid in others if any(column.hidden for column in grid)]
    ways = ways_to_lie(column for grid in open_grids for column in grid)
    if hidden > 1 or len(open_grids) > 1 or ways * (len(unseen.counts) if hidden else 1) > EXACT:
        sums = simulated(grids, unseen, _clear(r), rng or np.random.default_rng(0), worlds)
        hits = int(np.count_nonzero(_is_penalised(sums[:, 0], sums[:, 1:].min(axis=1), r)))
        rate = hits / worlds
        return Chance(Fraction(hits, worlds), (rate * (1 - rate) / worlds) ** 0.5)
    closed = [_sum_of(grid, _clear(r)) for grid in others if grid not in open_grids]
    chance = Fraction(0)
    for columns, rest, likely in _outcomes(mine, unseen):
        own = _sum_of(columns, _clear(r))
        if any(_is_penalised(own, other, r) for other in closed):
            chance += likely
            continue
        for grid in open_grids:
            for other, of in distribution(grid, rest, _clear(r)).items():
                if _is_penalised(own, other, r):
                    chance += likely * of
    return Chance(chance, None)


def _clear(r: Any) -> int:
    return r.clear if r.clear_at_reveal else 0


def _is_penalised(mine: Any, other: Any, r: Any) -> Any:
    """Return True where another's raw score brings the ender a penalty; for scalars or arrays."""
    beaten = other < mine if r.tie_is_safe else other <= mine
    return beaten & ((mine > 0) | bool(r.penalty_always))


def _sum_of(columns: Columns, clear: int) -> int:
    """Return the score of a grid without hidden cards."""
    total = sum(sum(column.visible) for column in columns)
    for visible, _ in columns if clear else ():
        total -= sum(v * (visible.count(v) // clear * clear) for v in set(visible))
    return total


def _outcomes(columns: Columns, unseen: Unseen) -> Iterator[tuple[Columns, Unseen, Fraction]]:
    """Yield each outcome of turning a grid's last hidden card: grid, unseen cards, probability."""
    at = next((j for j, column in enumerate(columns) if column.hidden), None)
    if at is None:
        yield columns, unseen, Fraction(1)
        return
    for value in unseen.counts:
        turned = Column((*columns[at].visible, value), 0)
        grid = (*columns[:at], turned, *columns[at + 1 :])
        yield grid, unseen.without(value), unseen.chance(value)
