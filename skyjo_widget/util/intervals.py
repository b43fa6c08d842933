"""Confidence intervals of rates, means and differences, and ratings with standard errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054
ENOUGH = 5
"""Fewest values for Student's interval: with fewer `student` isn't accurate."""
FEW = 30
"""Samples with fewer values are drawn value by value."""


class Interval(NamedTuple):
    """An estimate with its 95 % interval; NaN where unknown.

    Parameters
    ----------
    mean, low, high : float
    """

    mean: float
    low: float
    high: float

    @property
    def holds_zero(self) -> bool:
        """True unless the whole interval lies on one side of 0."""
        return not (self.low > 0 or self.high < 0)


UNKNOWN = Interval(math.nan, math.nan, math.nan)


def wilson(successes: float, n: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a rate.

    Parameters
    ----------
    successes : float
        The successes among `n` trials; a shared win counts as its share.
    n : int
        The number of trials.

    Returns
    -------
    tuple of float
        The ends of the interval, from 0 to 1; the whole range if `n` is 0.

    Notes
    -----
    Wilson, "Probable inference, the law of succession, and statistical inference" (1927).
    """
    if n == 0:
        return 0.0, 1.0
    rate, z = successes / n, Z95
    middle = rate + z * z / (2 * n)
    half = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    below = 1 + z * z / n
    low = (middle - half) / below if successes > 0 else 0.0  # exactly, despite rounding errors
    high = (middle + half) / below if successes < n else 1.0
    return low, high


def student(freedom: float) -> float:
    """Return Student's t for a 95 % interval; accurate to 0.3 % from 4 degrees of freedom on.

    Notes
    -----
    Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 26.7.5.
    """
    z, v = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def mean_interval(values: Sequence[float] | npt.NDArray[Any]) -> Interval:
    """Return a mean with Student's interval, mean ± t · sd / √n.

    Of paired differences it is the paired t interval (Student, "The probable error of a mean",
    1908).  No interval with fewer than `ENOUGH` values.

    Parameters
    ----------
    values : sequence of float, shape (n,)
        Independent of each other.
    """
    sample = np.asarray(values, float)
    n = len(sample)
    if n == 0:
        return UNKNOWN
    mean = float(sample.mean())
    if n < ENOUGH:
        return Interval(mean, math.nan, math.nan)
    half = student(n - 1) * float(sample.std(ddof=1)) / math.sqrt(n)
    return Interval(mean, mean - half, mean + half)


def welch(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> Interval:
    """Return the difference of the means of two independent samples, a − b, with its interval.

    No interval if one has fewer than `ENOUGH` values.

    Notes
    -----
    Welch, "The generalization of 'Student's' problem when several different population variances
    are involved" (1947).
    """
    mean = float(a.mean() - b.mean())
    if min(len(a), len(b)) < ENOUGH:
        return Interval(mean, math.nan, math.nan)
    parts = [float(sample.var(ddof=1)) / len(sample) for sample in (a, b)]
    variance = sum(parts)
    if variance == 0:
        return Interval(mean, mean, mean)
    freedom = variance**2 / sum(
        part**2 / (len(sample) - 1) for part, sample in zip(parts, (a, b), strict=True)
    )
    half = student(freedom) * math.sqrt(variance)
    return Interval(mean, mean - half, mean + half)


def matched_rates(differences: npt.NDArray[Any]) -> Interval:
    """Return the mean of paired differences of rates with an interval.

    Two pairs are added, one without a difference and one half each of +1 and −1: so a sample
    whose pairs are all alike has an interval too.

    Parameters
    ----------
    differences : array of float, shape (n,)
        Each from −1 to 1.

    Notes
    -----
    Agresti and Min, "Simple improved confidence intervals for comparing matched proportions"
    (2005).  The estimate is the plain mean.
    """
    if not len(differences):
        return UNKNOWN
    n = len(differences) + 2
    centre = float(differences.sum()) / n
    variance = (float((differences**2).sum()) + 1) / n - centre**2
    half = Z95 * math.sqrt(variance / n)
    ends = np.clip([centre - half, centre + half], -1, 1).tolist()
    return Interval(float(differences.mean()), *ends)


def critical(differences: int, n: int) -> float:
    """Return the critical value, in standard errors, for so many differences at 5 % in all.

    Bonferroni's quantile of the normal distribution, scaled as Student's with ``n - 1`` degrees of
    freedom is for one difference.

    Parameters
    ----------
    differences : int
        The number of differences that are looked at.
    n : int
        The number of values behind each.
    """
    bonferroni = NormalDist().inv_cdf(1 - 0.025 / max(differences, 1))
    return bonferroni * student(n - 1) / Z95


ELO = 400 / math.log(10)
"""Elo points of one unit of log strength."""


def plackett_luce(
    count: int, results: Sequence[tuple[int, int, int, float, float]]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Estimate ratings and their covariance from numbers of wins.

    One player of strength ``a`` at a table with ``m - 1`` of strength ``b`` wins with
    probability ``e^a / (e^a + (m - 1) e^b)``: the model of Bradley and Terry (1952), for more
    than two players that of Luce (1959) and Plackett (1975).  Newton's method maximises the
    likelihood; the errors come from its curvature.  A game with the expected result of equal
    players is added to each result, so that a player who has won all games has a rating too.

    Parameters
    ----------
    count : int
        The number of strategies.
    results : sequence of tuple
        Each of: one strategy, the other one, seats, wins of the first, games.

    Returns
    -------
    ratings : array of float, shape (count,)
        On the Elo scale with the mean 0.  Only strategies connected by games are comparable:
        those that aren't connected with the first result's get NaN.
    covariance : array of float, shape (count, count)
        Of the differences to the mean.
    """
    connected = _connected(results)
    if len(connected) < count:
        number = {strategy: i for i, strategy in enumerate(connected)}
        inside = [(number[r[0]], number[r[1]], *r[2:]) for r in results if r[0] in number]
        ratings, covariance = np.full(count, np.nan), np.full((count, count), np.nan)
        if connected:
            ratings[connected], covariance[np.ix_(connected, connected)] = plackett_luce(
                len(connected), inside
            )
        return ratings, covariance
    strength = np.zeros(count)
    center = np.full((count, count), 1 / count)
    information = center.copy()
    for _ in range(100):
        slope, information = np.zeros(count), center.copy()
        for a, b, seats, wins, games in results:
            expected = 1 / (1 + (seats - 1) * math.exp(strength[b] - strength[a]))
            gain = wins + 1 / seats - (games + 1) * expected
            slope[a] += gain
            slope[b] -= gain
            weight = (games + 1) * expected * (1 - expected)
            information[[a, b], [a, b]] += weight
            information[[a, b], [b, a]] -= weight
        step = np.linalg.solve(information, slope)
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    covariance = np.linalg.inv(information) - 1 / count
    return ELO * (strength - strength.mean()), ELO**2 * covariance


def _connected(results: Sequence[tuple[int, int, int, float, float]]) -> list[int]:
    """Return the strategies connected by games with those of the first result, in order."""
    connected = {results[0][0]} if results else set()
    while more := {
        strategy
        for a, b, *_ in results
        for strategy in (a, b)
        if {a, b} & connected and strategy not in connected
    }:
        connected |= more
    return sorted(connected)
