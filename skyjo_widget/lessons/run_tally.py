"""A tally of runs: how many of their means lie near the exact one, and how many were expected."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd

SIZES = (10, 100, 1000)
"""The sample sizes at which runs are tallied, beside the last one."""
TWO_ERRORS, ROOT = "2σ/√n", "1/√n"
_CLOSE = 1e-9
"""A mean so near the end of a band lies inside, whatever was rounded."""


def tally_sizes(count: int) -> list[int]:
    """Return the sample sizes at which runs of `count` numbers are tallied."""
    return [*(n for n in SIZES if n < count), count]


class RunTally:
    """The runs inside each band at each sample size.

    Parameters
    ----------
    sizes : list of int
    mean : float or None
        The exact mean, or one to compare with; without it nothing is tallied.
    sd : float or None
        The exact standard deviation; else each run has its own.
    frequency : bool
        Whether the means are frequencies, which have the band ``1/√n`` too.
    """

    sizes: list[int]
    runs: int

    def __init__(
        self, sizes: list[int], *, mean: float | None, sd: float | None, frequency: bool
    ) -> None:
        self.sizes, self.runs, self._mean, self._sd = sizes, 0, mean, sd
        bands = [TWO_ERRORS, ROOT] if frequency else [TWO_ERRORS]
        self._rows: list[dict[str, Any]] = [
            {"n": n, "band": band, "half_width": 0.0, "share": 0.0, "inside": [], "errors": []}
            for n in sizes
            for band in bands
            if mean is not None
        ]

    def add(self, means: npt.NDArray[np.float64], sd: float) -> None:
        """Count a run.

        Parameters
        ----------
        means : array of float
            At each of the sizes.
        sd : float
            The standard deviation: the exact one, or that of the run.
        """
        self.runs += 1
        at = dict(zip(self.sizes, means.tolist(), strict=True))
        for row in self._rows:
            two = row["band"] == TWO_ERRORS
            row["half_width"] = (2 * sd if two else 1) / math.sqrt(row["n"])
            row["share"] = expected_share(2 if two else 1 / sd if sd else math.inf)
            away = at[row["n"]] - (self._mean or 0)
            row["inside"].append(abs(away) <= row["half_width"] + _CLOSE)
            row["errors"].append(round(away * math.sqrt(row["n"]) / sd, 2) if sd else 0.0)

    def rows(self, n: npt.NDArray[np.int64]) -> list[dict[str, Any]]:
        """Return the tally as the browser needs it, with each run's distance in standard errors.

        Parameters
        ----------
        n : array of int
            The sample sizes that are shown, the tally's among them.
        """
        return [
            {
                **row,
                "at": int(np.searchsorted(n, row["n"])),
                "inside": [*map(int, row["inside"])],
                "errors": [*row["errors"]],
            }
            for row in self._rows
        ]

    @property
    def frame(self) -> pd.DataFrame:
        """A row per sample size and band; see `RunningMean.tally`."""
        import pandas as pd  # noqa: PLC0415  (it is loaded on first use)

        columns = ["n", "band", "half_width", "runs", "inside", "expected", "expected_share"]
        rows = [
            {
                **row,
                "runs": self.runs,
                "inside": sum(row["inside"]),
                "expected": self.runs * row["share"],
                "expected_share": row["share"],
            }
            for row in self._rows
        ]
        return pd.DataFrame(rows, columns=columns)


def expected_share(errors: float) -> float:
    """Return P(|Z| ≤ `errors`) of a standard normal Z."""
    return 1 - 2 * NormalDist().cdf(-errors)
