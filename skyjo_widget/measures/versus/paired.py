"""Paired differences between two versions that were played on the same deals.

The estimators are those of `measure`; the interval of a difference comes from a jackknife that
leaves each deal out of both versions at once, so that the common effect of a deal cancels.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.measures.estimate import ANY, GROUPS, Sums, block_of, identity, ratio
from skyjo_widget.util.intervals import student

FEWEST = 10
"""Fewest deals (or groups of them) with data of both versions for an interval."""
LEVEL = 0.05
"""The family-wise error rate of the significance tests."""


class Difference(NamedTuple):
    """The difference B − A of a measure.

    Parameters
    ----------
    value, low, high : float
        B − A, and its 95 % interval; NaN where there is none.
    error : float
        Its standard error.
    p : float
        Two-sided p-value of no difference.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    error: float = math.nan
    p: float = math.nan

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


NO_DIFFERENCE = Difference(math.nan)


@dataclasses.dataclass(frozen=True)
class Units:
    """The units of the paired jackknife: deals, or `GROUPS` groups of them.

    Parameters
    ----------
    deals : int
        How many deals both versions have played.
    seats : int
        Games per deal.
    """

    deals: int
    seats: int

    @property
    def count(self) -> int:
        """The number of units."""
        return min(self.deals, GROUPS)

    def of(self, deals: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the unit of each deal."""
        units: npt.NDArray[np.int64] = block_of(deals, self.deals)
        return units

    def sums(self, rows: Sums, units: npt.NDArray[np.int64]) -> Sums:
        """Sum rows by unit: units × columns; 0 where a unit has no row."""
        sums = np.zeros((self.count, rows.shape[1]))
        np.add.at(sums, units, rows)
        return sums


class Side(NamedTuple):
    """A statistic of one version, summed by unit.

    Parameters
    ----------
    sums : array of float, units × columns
    value, scale : callable
        Compute the number from sums over all units, and transform it, as in `Statistic`.
    ends : tuple of float, optional
        Its interval, where a jackknife's would be wrong.
    bounds : tuple of float
        The bounds of the number, as in `Statistic`.
    """

    sums: Sums
    value: Callable[[Sums], Sums] = ratio
    scale: Callable[[float], float] = identity
    ends: tuple[float, float] | None = None
    bounds: tuple[float, float] = ANY


def difference(a: Side, b: Side) -> Difference:
    """Return the difference of a statistic between two versions, with a paired jackknife interval.

    Parameters
    ----------
    a, b : Side
        Unit i of one and unit i of the other form a pair; columns may differ.

    Notes
    -----
    ``d(i)`` is the difference with the i-th of g units left out of both; the standard error is
    ``√((g − 1)/g · Σ (d(i) − mean)²)``: the jackknife of Efron and Stein (1981), on pairs.  Scaled
    numbers get the interval of Zou and Donner, "Construction of confidence limits about effect
    measures" (2008), from the intervals of the two numbers and the correlation of their jackknife
    values; numbers with intervals of their own from these, as if uncorrelated.  Numbers and ends
    beyond their bounds are clipped.  The error is that of the unclipped numbers, which is no less.
    """
    sides = (a, b)
    totals = [side.sums.sum(axis=0) for side in sides]
    numbers = [
        float(np.clip(side.value(total), *side.bounds))
        for side, total in zip(sides, totals, strict=True)
    ]
    scaled = [side.scale(number) for side, number in zip(sides, numbers, strict=True)]
    size = sum(map(abs, scaled))
    apart = _zeroed(scaled[1] - scaled[0], size)
    if min(int((side.sums != 0).any(axis=1).sum()) for side in sides) < FEWEST:
        return Difference(apart)
    left = np.array(
        [side.value(total - side.sums) for side, total in zip(sides, totals, strict=True)]
    )
    left = left[:, ~np.isnan(left).any(axis=0)]
    g = left.shape[1]
    if g < FEWEST or math.isnan(apart):
        return Difference(apart)
    t = student(g - 1)
    error = _zeroed(_jackknife(left[1] - left[0]), sum(map(abs, numbers)))
    below = above = t * error
    if not a.scale is b.scale is identity and not error == apart == 0:
        errors = [_jackknife(values) for values in left]
        product = 0.0 if a.ends or b.ends else 2 * errors[0] * errors[1]
        together = (errors[0] ** 2 + errors[1] ** 2 - error**2) / product if product else 0.0
        halves = []
        for side, number, value, e in zip(sides, numbers, scaled, errors, strict=True):
            low, high = side.ends or (side.scale(number - t * e), side.scale(number + t * e))
            halves.append((value - low, high - value))
        below = _mixed(halves[1][0], halves[0][1], together)
        above = _mixed(halves[1][1], halves[0][0], together)
    p = p_value(apart, (below if apart > 0 else above) / t, g - 1)
    low = max(apart - below, b.bounds[0] - a.bounds[1])
    high = min(apart + above, b.bounds[1] - a.bounds[0])
    return Difference(apart, low, high, (below + above) / (2 * t), p)


def _mixed(a: float, b: float, together: float) -> float:
    """Return the standard deviation of a difference from two of them and their correlation."""
    return math.sqrt(max(a**2 + b**2 - 2 * together * a * b, 0.0))


def _jackknife(left: Sums) -> float:
    """Return the standard error from the jackknife values."""
    g = len(left)
    return math.sqrt((g - 1) / g * float(((left - left.mean()) ** 2).sum()))


def known_difference(a: float, b: float) -> Difference:
    """Return the difference of two exact numbers, with an interval of width 0."""
    apart = _zeroed(b - a, abs(a) + abs(b))
    return Difference(apart, apart, apart, 0.0, 1.0 if apart == 0 else 0.0)


def p_value(apart: float, error: float, freedom: int) -> float:
    """Return the two-sided p-value of Student's t-test.

    With ``t = √v · tan θ`` the density of t becomes that of ``cos(θ)^(v − 1)``, which is integrated
    from θ to π/2 by Simpson's rule.
    """
    if error == 0:
        return 1.0 if apart == 0 else 0.0
    v = freedom
    start = math.atan(abs(apart) / error / math.sqrt(v))
    at = np.linspace(start, math.pi / 2, 2001)
    weights = np.full(2001, 2.0)
    weights[1::2], weights[[0, -1]] = 4.0, 1.0
    step = float(at[1] - at[0])
    area = float((np.cos(at).clip(0) ** (v - 1) * weights).sum()) * step / 3
    log_scale = math.lgamma((v + 1) / 2) - math.lgamma(v / 2) - math.log(math.pi) / 2
    return min(2 * math.exp(log_scale) * area, 1.0)


def holm(p_values: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Return which p-values are significant after Holm's correction.

    Parameters
    ----------
    p_values : sequence of float
        NaN for those that aren't compared.
    level : float

    Notes
    -----
    Holm, "A simple sequentially rejective multiple test procedure" (1979): the smallest p is
    compared with ``level / m``, the next with ``level / (m − 1)`` …, until one is too large.  It
    needs no assumption on the dependence of the measures.
    """
    order = sorted((p, i) for i, p in enumerate(p_values) if not math.isnan(p))
    stands = [False] * len(p_values)
    for rank, (p, i) in enumerate(order):
        if p > level / (len(order) - rank):
            break
        stands[i] = True
    return stands


def _zeroed(number: float, size: float) -> float:
    """Return the number, or 0 if it is a rounding error relative to `size`."""
    return 0.0 if abs(number) <= 1e-12 * size else number
