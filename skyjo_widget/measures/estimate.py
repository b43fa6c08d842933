"""Statistics computed from sums over games, with their 95 % intervals.

The sampling unit is the game, or the deal where each is played once for every seat: rounds and
decisions of one game aren't independent of each other, nor are games with the same cards.
``docs/measures.md`` describes each kind of interval.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.util.intervals import student, wilson

GROUPS = 200
"""The most groups of a jackknife: up to so many units, each unit is a group of its own."""
ANY = (-math.inf, math.inf)
"""The bounds of an unbounded number."""
SHARE = (0.0, 1.0)
"""The bounds of a share."""
AT_LEAST_0 = (0.0, math.inf)
"""The bounds of a number that is never below 0."""

Sums = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A number with its 95 % interval; NaN where unknown.

    Parameters
    ----------
    value, low, high : float
    units : int
        The number of games, or deals, that it is computed from.
    """

    value: float
    low: float
    high: float
    units: int

    @property
    def half(self) -> float:
        """Half the width of the interval; 0 for an exact number."""
        return (self.high - self.low) / 2


NO_ESTIMATE = Estimate(math.nan, math.nan, math.nan, 0)


def ratio(sums: Sums) -> Sums:
    """Return the first sum divided by the second."""
    return divide(sums[..., 0], sums[..., 1])


def divide(a: Any, b: Any) -> Sums:
    """Return the quotient; NaN where the divisor isn't above 0."""
    quotient: Sums = np.divide(a, b, out=np.full(np.shape(b), np.nan), where=np.asarray(b) > 0)
    return quotient


def identity(number: float) -> float:
    """Return the number itself: the scale of most statistics."""
    return number


def root(number: float) -> float:
    """Return the square root; 0 for numbers below 0, which are estimates of 0 with noise."""
    return number if math.isnan(number) else math.sqrt(max(number, 0.0))


@dataclasses.dataclass(frozen=True)
class Statistic:
    """A number computed from sums over units.

    Parameters
    ----------
    sums : array of float, shape (rows, columns)
        A row is a unit (a game or a deal), or a block of neighbours.
    value : callable
        Computes the number from the sums over all units: ``(..., columns) -> (...)``.
    n : float, optional
        The sample size, in what the measure counts; by default the sum of the last column.
    about : str
        The part of the game that it describes: ``seat 0``, ``card 5``; empty for all.
    interval : callable, optional
        Computes the 95 % interval from the sums of each unit; by default a jackknife.
    scale : callable
        Transforms the number and the ends of its interval; it never falls.
    bounds : tuple of float
        The bounds of the number before it is scaled: an estimate beyond is clipped to them, and
        its interval is centred there.
    blocks_of : int, optional
        The number of units, where a row is a block of them.
    at : array of int, optional
        The block of each row, or its deal.
    together : float
        Games per unit.
    """

    sums: Sums
    value: Callable[[Sums], Sums] = ratio
    n: float | None = None
    about: str = ""
    interval: Callable[[Sums], tuple[float, float]] | None = None
    scale: Callable[[float], float] = identity
    bounds: tuple[float, float] = ANY
    blocks_of: int | None = None
    at: npt.NDArray[np.int64] | None = None
    together: float = 1.0

    @property
    def count(self) -> int:
        """The sample size, in what the measure counts."""
        return round(float(self.sums[:, -1].sum()) if self.n is None else self.n)

    @property
    def units(self) -> int:
        """The number of games, or deals."""
        return len(self.sums) if self.blocks_of is None else self.blocks_of

    def estimate(self) -> Estimate:
        """Return the number with its interval."""
        return self._estimate

    @functools.cached_property
    def _estimate(self) -> Estimate:
        rows = self.sums
        number = float(np.clip(self.value(rows.sum(axis=0)), *self.bounds))
        if self.interval:
            ends = self.interval(rows)
        else:
            error, freedom = jackknife(self.sums, self.value)
            half = error * student(freedom) if freedom else math.nan
            ends = (number - half, number + half)
            # All or none of them so far: there is no variance to estimate.
            if error == 0 and self.bounds == SHARE and number in SHARE:
                n = round(self.count / self.together)
                ends = wilson(number * n, n)
        low, high = np.clip(ends, *self.bounds).tolist()
        if not self.interval:
            low, high = self.scale(low), self.scale(high)
        return Estimate(self.scale(number), low, high, self.units)


def of_units(rows: pd.DataFrame, *columns: str) -> Statistic:
    """Return the ratio of two columns of rows whose index is that of their units."""
    games = rows["game_id"].nunique()
    sums = rows[list(columns)].groupby(level=0, observed=True).sum()
    at = sums.index.to_numpy() if sums.index.name == "deal" else None
    return Statistic(sums.to_numpy(float), at=at, together=games / max(len(sums), 1))


def no_games() -> Statistic:
    """Return the statistic of an empty sample: no number, but a note on how many are needed."""
    return Statistic(np.zeros((0, 2)), at=np.zeros(0, np.int64))


@dataclasses.dataclass(frozen=True)
class Exact:
    """A number that is known exactly.

    Parameters
    ----------
    number : float
    count : int
        The number of things that it is a share of.
    about : str
        As in `Statistic`.
    """

    number: float
    count: int
    about: str = ""
    units: int = 1

    def estimate(self) -> Estimate:
        """Return the number with an interval of width 0."""
        return Estimate(self.number, self.number, self.number, self.units)


def trials_interval(rows: Sums) -> tuple[float, float]:
    """Return the Wilson interval (1927) of a share of trials that are clustered by unit.

    Trials of one unit may be correlated.  So the sample size is the number of independent trials
    with the variance observed between units: Kish's effective sample size (*Survey Sampling*,
    1965), at least the number of units, at most that of trials.

    Parameters
    ----------
    rows : array of float
        The sums over units of `skyjo_widget.measures.sums.OF_WINS`, by block.
    """
    won, trials, squares, products, trials_sq, g = rows.sum(axis=0).tolist()
    share = won / trials
    n = round(g)
    if g > 1 and 0 < share < 1:
        residual = squares - 2 * share * products + share**2 * trials_sq
        spread = max(residual, 0.0) * g / (g - 1) / trials**2
        alone = share * (1 - share) / spread if spread else math.inf
        n = round(float(np.clip(alone, g, trials)))
    return wilson(share * n, n)


def jackknife(rows: Sums, value: Callable[[Sums], Sums]) -> tuple[float, int]:
    """Return the jackknife standard error of a number from sums over units, and its freedom.

    Each unit is left out once; of more than `GROUPS` units, each of as many groups of neighbours.
    If the number is undefined without one of them, it rests on that one
    alone: the error is NaN and the degrees of freedom 0.

    Notes
    -----
    Efron and Stein, "The jackknife estimate of variance" (1981); in groups: Shao and Wu, "A
    general theory for jackknife variance estimation" (1989).
    """
    if len(rows) > GROUPS:
        rows = np.add.reduceat(rows, group_starts(len(rows)))
    left = value(rows.sum(axis=0) - rows)
    g = len(left)
    if g < 2 or np.isnan(left).any():
        return math.nan, 0
    return math.sqrt((g - 1) / g * float(((left - left.mean()) ** 2).sum())), g - 1


def block_of(place: Any, units: Any) -> Any:
    """Return the block of neighbours in which a unit lies, given its place among all; or of each.

    There are `GROUPS` blocks, or as many as units.
    """
    return place * np.minimum(units, GROUPS) // units


def group_starts(units: int) -> npt.NDArray[np.int64]:
    """Return the first index of each group of units, which are the blocks of `block_of`."""
    groups = min(units, GROUPS)
    return -(-np.arange(groups, dtype=np.int64) * units // groups)
