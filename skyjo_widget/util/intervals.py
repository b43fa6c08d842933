"""Confidence intervals of rates, and ratings with standard errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054


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


def student(freedom: int) -> float:
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


ELO = 400 / math.log(10)
"""Elo points of one unit of log strength."""


def plackett_luce(
    count: int, results: Sequence[tuple[int, int, int, float, float]]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Estimate ratings and their standard errors from numbers of wins.

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
    tuple of array of float, shape (count,)
        Ratings on the Elo scale with the mean 0, and their standard errors (of the
        difference to the mean).  Only strategies connected by games are comparable: those
        that aren't connected with the first result's get NaN.
    """
    known = _connected(results)
    if len(known) < count:
        number = {one: i for i, one in enumerate(known)}
        inside = [(number[r[0]], number[r[1]], *r[2:]) for r in results if r[0] in number]
        found = np.full((2, count), np.nan)
        if known:
            found[:, known] = plackett_luce(len(known), inside)
        return found[0], found[1]
    strength = np.zeros(count)
    center = np.full((count, count), 1 / count)
    information = center.copy()
    for _ in range(100):
        slope, information = np.zeros(count), center.copy()
        for one, other, seats, wins, games in results:
            expected = 1 / (1 + (seats - 1) * math.exp(strength[other] - strength[one]))
            gain = wins + 1 / seats - (games + 1) * expected
            slope[one] += gain
            slope[other] -= gain
            weight = (games + 1) * expected * (1 - expected)
            information[[one, other], [one, other]] += weight
            information[[one, other], [other, one]] -= weight
        step = np.linalg.solve(information, slope)
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    variance = np.diag(np.linalg.inv(information)) - 1 / count
    return ELO * (strength - strength.mean()), ELO * np.sqrt(np.maximum(variance, 0))


def _connected(results: Sequence[tuple[int, int, int, float, float]]) -> list[int]:
    """Return the strategies connected by games with those of the first result, in order."""
    known = {results[0][0]} if results else set()
    while more := {
        one for a, b, *_ in results for one in (a, b) if {a, b} & known and one not in known
    }:
        known |= more
    return sorted(known)
