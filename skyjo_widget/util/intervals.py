"""Rates and ratings, with their errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Z95 = 1.959963984540054


def wilson(successes: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate.

    Parameters
    ----------
    successes : float
        How many of the `n`; a shared win counts as its share.
    n : int

    Returns
    -------
    tuple of float
        Its ends, from 0 to 1; the whole range if `n` is 0.

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
    low = (middle - half) / below if successes > 0 else 0.0  # not almost 0, by a rounding error
    high = (middle + half) / below if successes < n else 1.0
    return low, high


def student(freedom: int) -> float:
    """The t of a 95 % interval, for so many degrees of freedom; within 0.3 % from 4 on.

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
    """Ratings from who has won how often, and their standard errors.

    One player of strength ``a`` at a table with ``m - 1`` of strength ``b`` wins with the
    chance ``e^a / (e^a + (m - 1) e^b)``: the model of Bradley and Terry (1952), for more than
    two that of Luce (1959) and Plackett (1975).  The likelihood's highest point is found by
    Newton's method; the errors come from its curvature.  To each result one game is added
    that ended as chance has it, so that who has won all games has a rating too.

    Parameters
    ----------
    count : int
        How many strategies.
    results : sequence of tuple
        The one, the others, seats, wins of the one, games.

    Returns
    -------
    tuple of array of float, shape (count,)
        Ratings on the Elo scale with the mean 0, and their standard errors (of the
        difference to the mean).  They compare only who is connected by games: those who
        aren't connected with the first result's get NaN.
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
    """Who is connected by games with those of the first result, ascending."""
    known = {results[0][0]} if results else set()
    while more := {
        one for a, b, *_ in results for one in (a, b) if {a, b} & known and one not in known
    }:
        known |= more
    return sorted(known)
