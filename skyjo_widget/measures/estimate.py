"""What a measure finds, and how sure that is: a number from sums over games, and its interval.

The unit is the game, or the deal where each is played once for every seat: rounds and decisions of
one game aren't independent of each other, nor are games with the same cards.  Each way to an
interval is in ``docs/measures.md``.
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
"""Of so many units each is left out once; of more, as many groups of them."""
ANY = (-math.inf, math.inf)
"""The bounds of a number that may be any."""
SHARE = (0.0, 1.0)
"""Those of a share."""

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
        A row a game (its index is ``game_id``), a deal (``deal``) or a block of neighbours; columns
        are what is summed.
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
        What the number can't pass, before it is read on its scale: an estimate beyond is brought
        back to them, and its interval goes from there.
    blocks_of : int, optional
        How many units there are, where a row is a block of them.
    together : float
        How many games are one unit.
    """

    sums: pd.DataFrame
    value: Callable[[Sums], Sums] = ratio
    n: float | None = None
    about: str = ""
    interval: Callable[[Sums], tuple[float, float]] | None = None
    scale: Callable[[float], float] = same
    bounds: tuple[float, float] = ANY
    blocks_of: int | None = None
    together: float = 1.0

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
        return self._estimate

    @functools.cached_property
    def _estimate(self) -> Estimate:
        rows = self.sums.to_numpy(float)
        number = float(np.clip(self.value(rows.sum(axis=0)), *self.bounds))
        if self.interval:
            ends = self.interval(rows)
        else:
            error, freedom = jackknife(self.sums, self.value)
            half = error * student(freedom) if freedom else math.nan
            ends = (number - half, number + half)
            if error == 0 and number in self.bounds:  # all or none so far: that isn't sure
                n = round(self.count / self.together)
                ends = wilson(number * n, n)
        low, high = np.clip(ends, *self.bounds).tolist()
        if not self.interval:
            low, high = self.scale(low), self.scale(high)
        return Estimate(self.scale(number), low, high, self.units)

    def by_deal(self, deals: pd.Series[int]) -> Cell:
        """The same number, of sums over deals in place of games.

        Parameters
        ----------
        deals : Series
            The deal of each game.
        """
        if self.sums.index.name != "game_id":
            return self
        of = deals.loc[self.sums.index].to_numpy()
        sums = self.sums.groupby(of).sum().rename_axis("deal")
        return dataclasses.replace(self, sums=sums, together=len(of) / max(len(sums), 1))


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
    """The interval of a share of trials, some of each unit: Wilson's (1927).

    Trials of one unit may come out alike.  So there count as many as would, each by itself, make
    the variance that is found between units: Kish's effective sample (*Survey Sampling*, 1965), not
    fewer than units, and not more than trials.
    """
    won, trials = rows.sum(axis=0)
    share, g = float(won / trials), len(rows)
    n = g
    if g > 1 and 0 < share < 1:
        spread = float(((rows[:, 0] - share * rows[:, 1]) ** 2).sum()) * g / (g - 1) / trials**2
        alone = share * (1 - share) / spread if spread else math.inf
        n = round(float(np.clip(alone, g, trials)))
    return wilson(share * n, n)


def jackknife(sums: pd.DataFrame, value: Callable[[Sums], Sums]) -> tuple[float, int]:
    """The standard error of a number that comes from sums over units, and its degrees of freedom.

    Each unit is left out once; of more than `GROUPS`, each of as many groups of them, into which
    they are dealt in the order of their names.  A number that isn't there without one of them
    rests on that one alone, and has no error.

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
    g = len(left)
    if g < 2 or np.isnan(left).any():
        return math.nan, 0
    return math.sqrt((g - 1) / g * float(((left - left.mean()) ** 2).sum())), g - 1


def group_starts(units: int) -> npt.NDArray[np.int64]:
    """Where groups of units begin: as many as `GROUPS`, or as there are units."""
    groups = min(units, GROUPS)
    return np.arange(groups, dtype=np.int64) * units // groups
