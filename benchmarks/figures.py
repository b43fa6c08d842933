"""A figure, and what it has to reach."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured figure.

    Parameters
    ----------
    what : str
        Its name in the table.
    value : float
        What came of it.
    unit : str
        What it counts.
    at_least, at_most : float, optional
        What it has to reach.
    """

    what: str
    value: float
    unit: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def good(self) -> bool:
        """True if it keeps its bound."""
        low, high = self.at_least, self.at_most
        return (low is None or self.value >= low) and (high is None or self.value <= high)

    def line(self) -> str:
        """The figure as a line of the table."""
        digits = 0 if abs(self.value) >= 100 else 1 if abs(self.value) >= 10 else 2
        bound = ""
        if self.at_least is not None:
            bound = f"≥ {self.at_least:g}"
        elif self.at_most is not None:
            bound = f"≤ {self.at_most:,g}"
        amount = f"{self.value:,.{digits}f} {self.unit}"
        return f"{self.what:44}{amount:>22}  {bound:8}{'' if self.good else 'NOT REACHED'}".rstrip()
