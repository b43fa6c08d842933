"""How far two versions lie apart in a measure, when both were played on the same deals.

The estimators are those of `measure`; the interval of a difference comes from leaving each deal
out of both versions at once, so that what a deal does to both of them cancels.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.measures.estimate import ANY, GROUPS, Sums, ratio, same
from skyjo_widget.util.intervals import student

FEWEST = 10
"""Deals (or groups of them) that must tell something of both: with fewer there is no interval."""
LEVEL = 0.05
"""The chance that one or more differences stand though there is none at all."""


class Difference(NamedTuple):
    """How much more B has than A.

    Parameters
    ----------
    value, low, high : float
        B − A, and its 95 % interval; NaN where there is none.
    error : float
        Its standard error.
    p : float
        How often a difference as large as this comes about where there is none.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    error: float = math.nan
    p: float = math.nan

    @property
    def half(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2


NO_DIFFERENCE = Difference(math.nan)


@dataclasses.dataclass(frozen=True)
class Units:
    """The units in which games are left out: deals, or as many groups of them as `GROUPS`.

    Parameters
    ----------
    deals : int
        How many were played; each by both versions.
    seats : int
        Games that are one deal.
    """

    deals: int
    seats: int

    @property
    def count(self) -> int:
        """How many units there are."""
        return min(self.deals, GROUPS)

    def of(self, deals: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The unit of each deal, by its number."""
        return deals if self.deals <= GROUPS else deals * GROUPS // self.deals

    def sums(self, rows: pd.DataFrame, units: npt.NDArray[np.int64]) -> Sums:
        """Sums by unit of rows that are each of one; 0 where a unit has none."""
        found = np.zeros((self.count, rows.shape[1]))
        np.add.at(found, units, rows.to_numpy(float))
        return found


class Side(NamedTuple):
    """A number of one version.

    Parameters
    ----------
    sums : array of float, units × columns
    value, scale : callable
        The number, from sums over all units, and what it is read as, as in `Cell`.
    ends : tuple of float, optional
        Its interval, where a jackknife's would be wrong.
    bounds : tuple of float
        What the number can't pass, as in `Cell`.
    """

    sums: Sums
    value: Callable[[Sums], Sums] = ratio
    scale: Callable[[float], float] = same
    ends: tuple[float, float] | None = None
    bounds: tuple[float, float] = ANY


def difference(a: Side, b: Side) -> Difference:
    """The difference of a number between two versions; its interval is that of a paired jackknife.

    Parameters
    ----------
    a, b : Side
        Unit i of the one and of the other are a pair; columns may differ.

    Notes
    -----
    With the i-th of g units left out of both, ``d(i)`` is what the difference would be; its
    standard error is ``√((g − 1)/g · Σ (d(i) − mean)²)``: the jackknife of Efron and Stein (1981),
    on pairs.  Numbers that are read on another scale get the interval of Zou and Donner,
    "Construction of confidence limits about effect measures" (2008), from those of the two numbers
    and the correlation of what is left; numbers with intervals of their own, from these.  Numbers
    beyond their bounds are brought back to them, as they are shown; so are the ends.  The error
    is that of the numbers as they come, which is no less.
    """
    sides = (a, b)
    totals = [side.sums.sum(axis=0) for side in sides]
    numbers = [
        float(np.clip(side.value(total), *side.bounds))
        for side, total in zip(sides, totals, strict=True)
    ]
    shown = [side.scale(number) for side, number in zip(sides, numbers, strict=True)]
    size = sum(map(abs, shown))
    found = _zeroed(shown[1] - shown[0], size)
    if min(int((side.sums != 0).any(axis=1).sum()) for side in sides) < FEWEST:
        return Difference(found)
    left = np.array(
        [side.value(total - side.sums) for side, total in zip(sides, totals, strict=True)]
    )
    left = left[:, ~np.isnan(left).any(axis=0)]
    g = left.shape[1]
    if g < FEWEST or math.isnan(found):
        return Difference(found)
    t = student(g - 1)
    error = _zeroed(_jackknife(left[1] - left[0]), sum(map(abs, numbers)))
    below = above = t * error
    if not a.scale is b.scale is same and not error == found == 0:
        errors = [_jackknife(one) for one in left]
        product = 0.0 if a.ends or b.ends else 2 * errors[0] * errors[1]
        together = (errors[0] ** 2 + errors[1] ** 2 - error**2) / product if product else 0.0
        halves = []
        for side, number, value, e in zip(sides, numbers, shown, errors, strict=True):
            low, high = side.ends or (side.scale(number - t * e), side.scale(number + t * e))
            halves.append((value - low, high - value))
        below = _mixed(halves[1][0], halves[0][1], together)
        above = _mixed(halves[1][1], halves[0][0], together)
    p = chance(found, (below if found > 0 else above) / t, g - 1)
    low = max(found - below, b.bounds[0] - a.bounds[1])
    high = min(found + above, b.bounds[1] - a.bounds[0])
    return Difference(found, low, high, (below + above) / (2 * t), p)


def _mixed(one: float, other: float, together: float) -> float:
    """The root of the variance of a difference, from two roots and their correlation."""
    return math.sqrt(max(one**2 + other**2 - 2 * together * one * other, 0.0))


def _jackknife(left: Sums) -> float:
    """The standard error, from the numbers that come out if each unit is left out once."""
    g = len(left)
    return math.sqrt((g - 1) / g * float(((left - left.mean()) ** 2).sum()))


def known_difference(a: float, b: float) -> Difference:
    """The difference of two numbers that are known: it is its interval."""
    apart = _zeroed(b - a, abs(a) + abs(b))
    return Difference(apart, apart, apart, 0.0, 1.0 if apart == 0 else 0.0)


def chance(apart: float, error: float, freedom: int) -> float:
    """How often chance alone makes so large a difference: Student's two-sided p.

    With ``t = √v · tan θ`` the density of t is that of ``cos(θ)^(v − 1)``, which is integrated from
    θ to π/2 (Simpson's rule).
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


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which of several differences stand when all are looked at.

    Parameters
    ----------
    chances : sequence of float
        Their p; NaN for those that aren't compared.
    level : float

    Notes
    -----
    Holm, "A simple sequentially rejective multiple test procedure" (1979): the smallest p is held
    against ``level / m``, the next against ``level / (m − 1)`` …, until one is too large.  It needs
    no assumption on how the measures hang together.
    """
    order = sorted((p, i) for i, p in enumerate(chances) if not math.isnan(p))
    stands = [False] * len(chances)
    for rank, (p, i) in enumerate(order):
        if p > level / (len(order) - rank):
            break
        stands[i] = True
    return stands


def _zeroed(number: float, size: float) -> float:
    """0 in place of what rounding leaves."""
    return 0.0 if abs(number) <= 1e-12 * size else number
