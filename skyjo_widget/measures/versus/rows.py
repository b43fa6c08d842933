"""Two versions' measures as rows: A, B, how far they lie apart, and whether that stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget.measures.definition import Measure
from skyjo_widget.measures.estimate import NO_ESTIMATE, Cell, Estimate, Exact, same
from skyjo_widget.measures.format import told_difference
from skyjo_widget.measures.result import Found
from skyjo_widget.measures.source import Source
from skyjo_widget.measures.summaries import Summaries
from skyjo_widget.measures.versus.paired import (
    NO_DIFFERENCE,
    Difference,
    Side,
    Units,
    difference,
    holm,
    known_difference,
)
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import Z95

Z80 = NormalDist().inv_cdf(0.8)

COLUMNS: dict[str, Any] = {
    "measure": "string",
    "title": "string",
    "family": "string",
    "about": "string",
    "kind": "string",
    "unit": "string",
    "a": "Float64",
    "a_low": "Float64",
    "a_high": "Float64",
    "a_n": "Int64",
    "b": "Float64",
    "b_low": "Float64",
    "b_high": "Float64",
    "b_n": "Int64",
    "of": "string",
    "difference": "Float64",
    "low": "Float64",
    "high": "Float64",
    "p": "Float64",
    "compared": "Int64",
    "stands": "boolean",
    "seen_from": "Float64",
    "ratio": "Float64",
    "enough": "boolean",
    "note": "string",
}
"""Of `Versus.frame`."""


class Row(NamedTuple):
    """A measure of both.

    Parameters
    ----------
    measure : Measure
    about, kind : str
        As in `Found`.
    found : tuple of (Found or None)
        What was found of A and of B.
    numbers : tuple of Estimate
    difference : Difference
    stands : bool or None
        Whether it stands when all are looked at; None if nothing is compared.
    compared : int
        With how many it was looked at.
    """

    measure: Measure
    about: str
    kind: str
    found: tuple[Found | None, Found | None]
    numbers: tuple[Estimate, Estimate]
    difference: Difference
    stands: bool | None = None
    compared: int = 0

    @property
    def enough(self) -> bool:
        """Whether there are games enough for a verdict."""
        return not math.isnan(self.difference.low)

    @property
    def known(self) -> bool:
        """Whether both numbers are known, not estimated."""
        return all(one is not None and isinstance(one.cell, Exact) for one in self.found)

    @property
    def seen_from(self) -> float:
        """The difference that so many games would show four times out of five."""
        return math.nan if self.known else (Z95 + Z80) * self.difference.error

    @property
    def ratio(self) -> float:
        """B by A; NaN unless both are above 0."""
        a, b = (number.value for number in self.numbers)
        return b / a if a > 0 and b > 0 else math.nan

    @property
    def verdict(self) -> str:
        """The key of what is said of it, in the locales under ``versus.verdicts``."""
        if None in self.found:
            return "only_b" if self.found[0] is None else "only_a"
        if self.known:
            return "known" if self.stands else "known_same"
        if not self.enough:
            return "few"
        if self.stands:
            return "stands"
        apart = self.difference
        if apart.value == 0 and apart.error == 0:
            return "equal"
        return "alone" if apart.low > 0 or apart.high < 0 else "none"

    def note(self, lang: str) -> str:
        """What is to be borne in mind."""
        said = words(lang)["versus"]["verdicts"]
        parts = []
        if self.verdict == "few":
            few = [one.note(lang) for one in self.found if one is not None and not one.enough]
            parts += list(dict.fromkeys(few)) or [said["few"]]
        else:
            parts.append(said[self.verdict].format(size=self.told_size(lang)))
        if self.measure.warning and self.verdict != "few":
            parts.append(words(lang)["measures"]["notes"][self.measure.key])
        return " ".join(part for part in parts if part)

    def told_size(self, lang: str) -> str:
        """The difference that would be seen, with its unit."""
        if math.isnan(self.seen_from):
            return ""
        return told_difference(self.seen_from, self.difference.half, self.measure.unit, lang)


class Measured(NamedTuple):
    """What was found of one version."""

    source: Source
    known: Summaries
    found: list[Found]


def find_rows(a: Measured, b: Measured, units: Units, wanted: Sequence[Measure]) -> list[Row]:
    """What was found of both, in the order of the measures."""
    pairs: dict[tuple[str, str, str], list[Found | None]] = {}
    for at, side in enumerate((a, b)):
        for found in side.found:
            if found.cell is not None:
                name = (found.measure.key, found.about, found.kind)
                pairs.setdefault(name, [None, None])[at] = found
    order = {measure.key: (i, measure) for i, measure in enumerate(wanted)}
    rows = []
    for (key, about, kind), (one, other) in sorted(
        pairs.items(), key=lambda item: order[item[0][0]][0]
    ):
        numbers = tuple(NO_ESTIMATE if f is None else f.estimate() for f in (one, other))
        apart = NO_DIFFERENCE
        if one is not None and other is not None:
            apart = _difference(one, other, units)
        rows.append(Row(order[key][1], about, kind, (one, other), (numbers[0], numbers[1]), apart))
    return _judged(rows)


def frame_of(rows: Sequence[Row], lang: str) -> pd.DataFrame:
    """The rows as a DataFrame."""
    said = words(lang)["measures"]
    table = [
        {
            "measure": row.measure.key,
            "title": said["titles"][row.measure.key],
            "family": row.measure.family,
            "about": row.about,
            "kind": row.kind,
            "unit": said["units"][row.measure.unit],
            **_columns("a", row.found[0], row.numbers[0]),
            **_columns("b", row.found[1], row.numbers[1]),
            "of": said["of"][row.measure.of],
            "difference": row.difference.value,
            "low": row.difference.low,
            "high": row.difference.high,
            "p": math.nan if row.known else row.difference.p,
            "compared": row.compared or None,
            "stands": row.stands,
            "seen_from": row.seen_from,
            "ratio": row.ratio,
            "enough": row.enough,
            "note": row.note(lang),
        }
        for row in rows
    ]
    return pd.DataFrame(
        {
            name: pd.array([_missing(row[name]) for row in table], dtype=dtype)
            for name, dtype in COLUMNS.items()
        }
    )


# Inside


def _difference(one: Found, other: Found, units: Units) -> Difference:
    """How far apart; with an interval only if there are deals enough for one on both sides."""
    if isinstance(one.cell, Exact) and isinstance(other.cell, Exact):
        return known_difference(one.cell.number, other.cell.number)
    found = difference(_side(one, units), _side(other, units))
    return found if one.played_enough and other.played_enough else Difference(found.value)


def _side(found: Found, units: Units) -> Side:
    """The sums over units of what was found, and what makes the number of them."""
    cell = found.cell
    assert isinstance(cell, Cell)  # the same measure finds the same of both
    at = cell.sums.index.to_numpy()
    if cell.blocks_of is None:  # blocks are of whole deals: our units
        at = units.of(at)
    ends = None
    if cell.interval and cell.scale is not same:  # of shares of wins: near 0 it is no normal one
        number = cell.estimate()
        ends = number.low, number.high
    return Side(units.sums(cell.sums, at), cell.value, cell.scale, ends, cell.bounds)


def _judged(rows: Sequence[Row]) -> list[Row]:
    """The rows with whether they stand: single cards among themselves, all others among theirs.

    Which card it is that differs is another question than whether the game does; there are so many
    of them that nothing else would stand beside them.
    """
    judged = list(rows)
    for of_cards in (False, True):
        mine = [
            i
            for i, row in enumerate(rows)
            if (row.measure.family == "cards") == of_cards and row.enough and not row.known
        ]
        stands = holm([rows[i].difference.p for i in mine])
        for i, one in zip(mine, stands, strict=True):
            judged[i] = rows[i]._replace(stands=one, compared=len(mine))
    return [row._replace(stands=row.difference.value != 0) if row.known else row for row in judged]


def _columns(side: str, found: Found | None, number: Estimate) -> dict[str, Any]:
    return {
        side: number.value,
        f"{side}_low": number.low,
        f"{side}_high": number.high,
        f"{side}_n": found.cell.count if found and found.cell else None,
    }


def _missing(value: Any) -> Any:
    return pd.NA if value is None or (isinstance(value, float) and math.isnan(value)) else value
