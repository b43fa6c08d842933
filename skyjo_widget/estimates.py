"""Rates with their intervals."""

from __future__ import annotations

import math

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
    return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)
