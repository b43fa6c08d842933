"""Two versions' measures as rows: A, B, their difference and its significance."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget.measures.definition import Measure
from skyjo_widget.measures.estimate import NO_ESTIMATE, Estimate, Exact, Statistic, identity
from skyjo_widget.measures.format import format_difference
from skyjo_widget.measures.result import Finding
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
"""The columns of `Versus.frame`."""


class Row(NamedTuple):
    """A measure of both versions.

    Parameters
    ----------
    measure : Measure
    about, kind : str
        As in `Finding`.
    findings : tuple of (Finding or None)
        The findings of A and of B; None where one has none.
    numbers : tuple of Estimate
    difference : Difference
    stands : bool or None
        Whether the difference is significant after correction; None if nothing is compared.
    compared : int
        The number of differences in the correction.
    """

    measure: Measure
    about: str
    kind: str
    findings: tuple[Finding | None, Finding | None]
    numbers: tuple[Estimate, Estimate]
    difference: Difference
    stands: bool | None = None
    compared: int = 0

    @property
    def enough(self) -> bool:
        """True if the sample is large enough for a verdict."""
        return not math.isnan(self.difference.low)

    @property
    def exact(self) -> bool:
        """True if both numbers are exact."""
        return all(
            finding is not None and isinstance(finding.statistic, Exact)
            for finding in self.findings
        )

    @property
    def seen_from(self) -> float:
        """The difference that so many games would detect with a power of 80 %."""
        return math.nan if self.exact else (Z95 + Z80) * self.difference.error

    @property
    def ratio(self) -> float:
        """B divided by A; NaN unless both are above 0."""
        a, b = (number.value for number in self.numbers)
        return b / a if a > 0 and b > 0 else math.nan

    @property
    def verdict(self) -> str:
        """The key of its verdict in the locales, under ``versus.verdicts``."""
        if None in self.findings:
            return "only_b" if self.findings[0] is None else "only_a"
        if self.exact:
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
        """Return the verdict and the measure's caveat as a text."""
        texts = words(lang)["versus"]["verdicts"]
        parts = []
        if self.verdict == "few":
            few = [
                finding.note(lang)
                for finding in self.findings
                if finding is not None and not finding.enough
            ]
            parts += list(dict.fromkeys(few)) or [texts["few"]]
        else:
            parts.append(texts[self.verdict].format(size=self.format_detectable(lang)))
        if self.measure.warning and self.verdict != "few":
            parts.append(words(lang)["measures"]["notes"][self.measure.key])
        return " ".join(part for part in parts if part)

    def format_detectable(self, lang: str) -> str:
        """Return `seen_from` with its unit; empty if it is unknown."""
        if math.isnan(self.seen_from):
            return ""
        return format_difference(self.seen_from, self.difference.half, self.measure.unit, lang)


class MeasuredVersion(NamedTuple):
    """The findings of one version, with the games behind them."""

    summaries: Summaries
    findings: list[Finding]


def find_rows(
    a: MeasuredVersion, b: MeasuredVersion, units: Units, wanted: Sequence[Measure]
) -> list[Row]:
    """Pair the findings of both versions, in the order of the measures."""
    pairs: dict[tuple[str, str, str], list[Finding | None]] = {}
    for at, side in enumerate((a, b)):
        for finding in side.findings:
            if finding.statistic is not None:
                name = (finding.measure.key, finding.about, finding.kind)
                pairs.setdefault(name, [None, None])[at] = finding
    order = {measure.key: (i, measure) for i, measure in enumerate(wanted)}
    rows = []
    for (key, about, kind), (of_a, of_b) in sorted(
        pairs.items(), key=lambda item: order[item[0][0]][0]
    ):
        numbers = tuple(NO_ESTIMATE if f is None else f.estimate() for f in (of_a, of_b))
        apart = NO_DIFFERENCE
        if of_a is not None and of_b is not None:
            apart = _difference(of_a, of_b, units)
        rows.append(Row(order[key][1], about, kind, (of_a, of_b), (numbers[0], numbers[1]), apart))
    # Cards are a question of their own, and so many that with them nothing else would stand.
    cards, others = (
        iter(judged([row for row in rows if (row.measure.family == "cards") == of_cards]))
        for of_cards in (True, False)
    )
    return [next(cards if row.measure.family == "cards" else others) for row in rows]


def judged(rows: Iterable[Row]) -> list[Row]:
    """Set `stands` and `compared` of rows, by Holm's correction over all of them."""
    rows = list(rows)
    tested = [place for place, row in enumerate(rows) if row.enough and not row.exact]
    rows = [
        row._replace(stands=row.difference.value != 0 if row.exact else None, compared=0)
        for row in rows
    ]
    stands = holm([rows[place].difference.p for place in tested])
    for place, significant in zip(tested, stands, strict=True):
        rows[place] = rows[place]._replace(stands=significant, compared=len(tested))
    return rows


def frame_of(rows: Sequence[Row], lang: str) -> pd.DataFrame:
    """Return the rows as a DataFrame."""
    texts = words(lang)["measures"]
    table = [
        {
            "measure": row.measure.key,
            "title": texts["titles"][row.measure.key],
            "family": row.measure.family,
            "about": row.about,
            "kind": row.kind,
            "unit": texts["units"][row.measure.unit],
            **_columns("a", row.findings[0], row.numbers[0]),
            **_columns("b", row.findings[1], row.numbers[1]),
            "of": texts["of"][row.measure.of],
            "difference": row.difference.value,
            "low": row.difference.low,
            "high": row.difference.high,
            "p": math.nan if row.exact else row.difference.p,
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


def _difference(a: Finding, b: Finding, units: Units) -> Difference:
    """Return the difference; with an interval only if both samples are large enough."""
    if isinstance(a.statistic, Exact) and isinstance(b.statistic, Exact):
        return known_difference(a.statistic.number, b.statistic.number)
    apart = difference(_side(a, units), _side(b, units))
    return apart if a.played_enough and b.played_enough else Difference(apart.value)


def _side(finding: Finding, units: Units) -> Side:
    """Return a finding summed by the paired units."""
    statistic = finding.statistic
    assert isinstance(statistic, Statistic)  # of the same measure both are of the same class
    at = statistic.at
    assert at is not None  # games have deals here
    if statistic.blocks_of is None:  # else rows are blocks of deals, which are the units
        at = units.of(at)
    ends = None
    if statistic.interval and statistic.scale is not identity:  # imbalance: not normal near 0
        number = statistic.estimate()
        ends = number.low, number.high
    return Side(
        units.sums(statistic.sums, at), statistic.value, statistic.scale, ends, statistic.bounds
    )


def _columns(side: str, finding: Finding | None, number: Estimate) -> dict[str, Any]:
    return {
        side: number.value,
        f"{side}_low": number.low,
        f"{side}_high": number.high,
        f"{side}_n": finding.statistic.count if finding and finding.statistic else None,
    }


def _missing(value: Any) -> Any:
    return pd.NA if value is None or (isinstance(value, float) and math.isnan(value)) else value
