"""The figures of the page and its pictures, read from the package's file."""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget import facts
from skyjo_widget.util.numbers import decimals, format_number, percent


class Figure(NamedTuple):
    """A number with its standard error and unit; those of a share, or of its change, are of 1.

    Parameters
    ----------
    value, error : float
    share : bool
    """

    value: float
    error: float
    share: bool

    def __sub__(self, other: Figure) -> Figure:
        """Subtract the same fact of a table with games of its own."""
        error = math.hypot(self.error, other.error)
        return Figure(self.value - other.value, error, self.share)

    def text(self, lang: str, *, signed: bool = False) -> str:
        """Format it so that the last digit is the first one of the standard error."""
        error = 100 * self.error if self.share else self.error
        never_or_always = self.share and self.value in (0, 1)
        digits = 0 if never_or_always else max(0, decimals(error) - 1)
        write = percent if self.share else format_number
        text = write(self.value, lang, digits=digits)
        plus = signed and self.value > 0 and any(digit in text for digit in "123456789")
        return f"+{text}" if plus else text


@functools.cache
def _table(game: str) -> pd.DataFrame:
    return facts(game).set_index(["fact", "rules", "players", "strategy"]).sort_index()


def figure(fact: str, players: int, strategy: str, rules: str = "", game: str = "skyjo") -> Figure:
    """Return a fact of a table; the rules are the game's own by default."""
    key: Any = (fact, rules or game, players, strategy)
    row: Any = _table(game).loc[key]
    share = "share" in row["unit"]
    return Figure(float(row["value"]), float(row["standard_error"]), share)
