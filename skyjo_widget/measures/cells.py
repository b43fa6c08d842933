"""What a measure finds, and how sure that is: a number from sums over games, and its interval.

The unit is the game (where deals repeat, the deal): rounds and decisions of one game aren't
independent of each other, games are.  Each way to an interval is in ``docs/measures.md``.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.estimates import student, wilson

GROUPS = 200
"""Of so many units each is left out once; of more, as many groups of them."""

Sums = npt.NDArray[np.float64]


class Estimate(NamedTuple):
    """A number with its 95 % interval; NaN where there is none.

    Parameters
    ----------
    value, low, high : float
    units : int
        Games, or deals, that the interval comes from.
    """

    value: float
    low: float
    high: float
    units: int

    @property
    def half(self) -> float:
        """Half of the interval; 0 for a number that is known."""
        return (self.high - self.low) / 2


NO_ESTIMATE = Estimate(math.nan, math.nan, math.nan, 0)


def ratio(sums: Sums) -> Sums:
    """The first sum by the second."""
    return divided(sums[..., 0], sums[..., 1])


def divided(a: Any, b: Any) -> Sums:
    """The quotient; NaN where there is nothing to divide by."""
    found: Sums = np.divide(a, b, out=np.full(np.shape(b), np.nan), where=np.asarray(b) > 0)
    return found


def same(number: float) -> float:
    """The number."""
    return number


def root(number: float) -> float:
    """Its root; 0 for less than 0, which is what chance makes of 0."""
    return number if math.isnan(number) else math.sqrt(max(number, 0.0))


@dataclasses.dataclass(frozen=True)
class Cell:
    """A number from sums over units.

    Parameters
    ----------
    sums : DataFrame
        A row a unit (or a block of neighbours), whose name (number) is the index; columns are what
        is summed.
    value : callable
        The number, from the sums over all units: ``(..., columns) -> (...)``.
    n : float, optional
        How many there are of what the measure counts; the sum of the last column unless told.
    about : str
        What of the game it is about: ``seat 0``, ``card 5``; empty for all.
    interval : callable, optional
        The 95 % interval, from the sums of each unit; a jackknife's unless told.
    scale : callable
        What the number and the ends of its interval are read as; it never falls.
    bounds : tuple of float
        What they can't pass.
    blocks_of : int, optional
        How many units there are, where a row is a block of them.
    """

    sums: pd.DataFrame
    value: Callable[[Sums], Sums] = ratio
    n: float | None = None
    about: str = ""
    interval: Callable[[Sums], tuple[float, float]] | None = None
    scale: Callable[[float], float] = same
    bounds: tuple[float, float] = (-math.inf, math.inf)
    blocks_of: int | None = None

    @property
    def count(self) -> int:
        """How many there are of what the measure counts."""
        return round(float(self.sums.iloc[:, -1].sum()) if self.n is None else self.n)

    @property
    def units(self) -> int:
        """How many games, or deals, there are."""
        return len(self.sums) if self.blocks_of is None else self.blocks_of

    def estimate(self) -> Estimate:
        """The number and its interval."""
        rows = self.sums.to_numpy(float)
        value = float(self.value(rows.sum(axis=0)))
        if self.interval:
            ends = self.interval(rows)
        else:
            error, freedom = jackknife(self.sums, self.value)
            half = error * student(freedom) if freedom else math.nan
            ends = (self.scale(value - half), self.scale(value + half))
        value, low, high = np.clip([self.scale(value), *ends], *self.bounds).tolist()
        return Estimate(value, low, high, self.units)


def no_games() -> Cell:
    """What is found where no game counts yet: no number, and a note on how many are needed."""
    return Cell(pd.DataFrame(columns=["above", "below"], dtype=float))


@dataclasses.dataclass(frozen=True)
class Exact:
    """A number that is known, not estimated.

    Parameters
    ----------
    number : float
    count : int
        How many there are of what the measure counts.
    about : str
        As in `Cell`.
    """

    number: float
    count: int
    about: str = ""
    units: int = 1

    def estimate(self) -> Estimate:
        """The number; it is its interval."""
        return Estimate(self.number, self.number, self.number, self.units)


def of_trials(rows: Sums) -> tuple[float, float]:
    """The interval of a share of units, one trial each: Wilson's."""
    won, trials = rows.sum(axis=0)
    return wilson(float(won), round(float(trials)))


def jackknife(sums: pd.DataFrame, value: Callable[[Sums], Sums]) -> tuple[float, int]:
    """The standard error of a number that comes from sums over units, and its degrees of freedom.

    Each unit is left out once; of more than `GROUPS`, each of as many groups of them, into which
    they are dealt in the order of their names.

    Notes
    -----
    Efron and Stein, "The jackknife estimate of variance" (1981); in groups: Shao and Wu, "A
    general theory for jackknife variance estimation" (1989).
    """
    rows = sums.to_numpy(float)
    if len(rows) > GROUPS:
        if not sums.index.is_monotonic_increasing:
            rows = rows[np.argsort(sums.index.to_numpy(), kind="stable")]
        rows = np.add.reduceat(rows, group_starts(len(rows)))
    left = value(rows.sum(axis=0) - rows)
    left = left[~np.isnan(left)]
    g = len(left)
    if g < 2:
        return math.nan, 0
    return math.sqrt((g - 1) / g * float(((left - left.mean()) ** 2).sum())), g - 1


def group_starts(units: int) -> npt.NDArray[np.int64]:
    """Where groups of units begin: as many as `GROUPS`, or as there are units."""
    groups = min(units, GROUPS)
    return np.arange(groups, dtype=np.int64) * units // groups
