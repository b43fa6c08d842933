"""Results of `measure`: a frame, a readable table, a picture."""

from __future__ import annotations

import functools
import math
import textwrap
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from skyjo_widget.charts.style import INK, QUIET, drawing
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.export import CsvWritten
from skyjo_widget.measures.definition import Measure
from skyjo_widget.measures.estimate import NO_ESTIMATE, Estimate, Exact, Statistic
from skyjo_widget.measures.format import format_about, format_interval, format_value
from skyjo_widget.measures.summaries import Summaries
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import rendered, speaks
from skyjo_widget.util.numbers import format_number
from skyjo_widget.util.spelling import suggestion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMNS: dict[str, Any] = {
    "measure": "string",
    "title": "string",
    "about": "string",
    "kind": "string",
    "version": "string",
    "value": "Float64",
    "unit": "string",
    "n": "Int64",
    "of": "string",
    "low": "Float64",
    "high": "Float64",
    "enough": "boolean",
    "note": "string",
}
"""The columns of `Measures.frame`."""
MANY = 20
"""The most rows of a panel in a picture at full size; more are drawn smaller."""
LABEL = 36
"""Letters per line of a row's label in a picture."""


class Finding(NamedTuple):
    """A statistic of one measure, for one version and kind of player.

    Parameters
    ----------
    measure : Measure
    version, kind : str
        As in `skyjo_widget.measures.definition.Group`.
    statistic : Statistic or Exact, or None
        None if columns are missing.
    missing : tuple of str
        The columns that are missing.
    unit : {"games", "deals"}
        The sampling unit: games, or deals if each is played once for every seat.
    """

    measure: Measure
    version: str
    kind: str
    statistic: Statistic | Exact | None
    missing: tuple[str, ...] = ()
    unit: str = "games"

    @property
    def about(self) -> str:
        """The part of the game that it describes; ``all`` for the whole game."""
        return (self.statistic.about if self.statistic else "") or "all"

    @property
    def enough(self) -> bool:
        """True if a verdict is possible: the sample is large enough, and there is an interval."""
        if self.statistic is None or isinstance(self.statistic, Exact):
            return self.statistic is not None
        has_interval = not math.isnan(self.statistic.estimate().low)
        return self.played_enough and self.statistic.count >= self.measure.least and has_interval

    @property
    def played_enough(self) -> bool:
        """True if there are as many games, or deals, as the measure needs."""
        return self.statistic is not None and (
            isinstance(self.statistic, Exact) or self.statistic.units >= self.measure.least
        )

    def estimate(self) -> Estimate:
        """Return the number; its interval only if `enough`."""
        if self.statistic is None:
            return NO_ESTIMATE
        estimate = self.statistic.estimate()
        return estimate if self.enough else estimate._replace(low=math.nan, high=math.nan)

    def note(self, lang: str) -> str:
        """Return the reason for a missing verdict, and the measure's caveat."""
        texts = words(lang)["measures"]["notes"]
        parts = []
        if self.statistic is None:
            parts.append(texts["missing"].format(columns=", ".join(self.missing)))
        elif not self.enough:
            of, least = words(lang)["measures"]["of"], self.measure.least
            if not self.played_enough:
                text = texts["few"].format(least=least, units=of[self.unit], n=self.statistic.units)
            elif self.statistic.count < least:
                text = texts["few_of"].format(
                    least=least, of=of[self.measure.of], n=self.statistic.count
                )
            else:
                text = texts["untold"]
            parts.append(text)
        if self.measure.warning:
            parts.append(texts[self.measure.key])
        return " ".join(parts)


@speaks
class Measures(CellView, CsvWritten):
    """The measures of a source of games; made by `measure`.

    Parameters
    ----------
    summaries : Summaries
        The sums that it was computed from.
    findings : list of Finding
    lang : str
        The language of its texts.
    """

    summaries: Summaries
    findings: list[Finding]
    lang: str

    def __init__(self, summaries: Summaries, findings: list[Finding], lang: str = "en") -> None:
        self.summaries, self.findings, self.lang = summaries, findings, lang

    @property
    def played_again(self) -> bool:
        """True if a run was played again to count its decisions, not read."""
        return self.summaries.played_again

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """One row per measure, version, kind of player and part of the game (a seat, a card).

        `value` with its `unit`, sample size `n` and what it counts (`of`), `low` and `high`
        (95 %), `enough` (whether the sample is large enough for a verdict), `note`.
        """
        texts = words(self.lang)["measures"]
        rows = []
        for finding in self.findings:
            number = finding.estimate()
            rows.append(
                {
                    "measure": finding.measure.key,
                    "title": texts["titles"][finding.measure.key],
                    "about": finding.about,
                    "kind": finding.kind,
                    "version": finding.version,
                    "value": number.value,
                    "unit": texts["units"][finding.measure.unit],
                    "n": finding.statistic.count if finding.statistic else 0,
                    "of": texts["of"][finding.measure.of],
                    "low": number.low,
                    "high": number.high,
                    "enough": finding.enough,
                    "note": finding.note(self.lang),
                }
            )
        return pd.DataFrame(
            {
                name: pd.array([_missing(row[name]) for row in rows], dtype=dtype)
                for name, dtype in COLUMNS.items()
            }
        )

    def table(self, lang: str | None = None) -> pd.DataFrame:
        """Return the frame in readable form: titles, numbers with units and intervals as texts.

        Parameters
        ----------
        lang : str, optional
            Its language; by default that of the measures.
        """
        lang = lang or self.lang
        texts = words(lang)["measures"]
        heads = texts["table"]
        rows = []
        for finding in self.findings:
            number = finding.estimate()
            unit = finding.measure.unit
            rows.append(
                {
                    heads["title"]: texts["titles"][finding.measure.key],
                    heads["about"]: format_about(finding.about, lang),
                    heads["kind"]: texts["kinds"][finding.kind],
                    heads["version"]: finding.version,
                    heads["value"]: format_value(number, unit, lang),
                    heads["interval"]: format_interval(number, unit, lang),
                    heads["n"]: _sample_size(finding, texts, lang),
                    heads["note"]: finding.note(lang),
                }
            )
        return pd.DataFrame(rows, columns=list(heads.values()), dtype="string")

    def picture(self, family: str | None = None, lang: str | None = None) -> Figure:
        """Draw values as dots with intervals, one panel per measure, as a Matplotlib figure.

        Parameters
        ----------
        family : str, optional
            A family of measures; by default all but those of cards.
        lang : str, optional
            Its language; by default that of the measures.

        Raises
        ------
        RulesError
            If there is no number to draw.
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        lang = lang or self.lang
        texts = words(lang)["measures"]
        panels: dict[str, list[tuple[Finding, Estimate]]] = {}
        for finding in self.findings:
            number = finding.estimate()
            inside = (
                finding.measure.family == family if family else finding.measure.family != "cards"
            )
            if inside and not math.isnan(number.value):
                panels.setdefault(finding.measure.key, []).append((finding, number))
        if not panels:
            drawn = [
                finding for finding in self.findings if not math.isnan(finding.estimate().value)
            ]
            there = ", ".join(dict.fromkeys(finding.measure.family for finding in drawn)) or "none"
            meant = suggestion(family, there.split(", "))
            raise RulesError(
                "family={family!r}: nothing to be drawn{meant}; there are {there}",
                family=family,
                meant=meant,
                there=there,
            )
        kinds = list(dict.fromkeys(finding.kind for rows in panels.values() for finding, _ in rows))
        columns = min(2, len(panels))
        lines = [list(panels.values())[i : i + columns] for i in range(0, len(panels), columns)]
        heights = [_height(max(len(rows) for rows in line)) for line in lines]
        with drawing(5.2 * columns, sum(heights) + 0.4, lang) as figure:
            games = format_number(self.summaries.games, lang)
            title = textwrap.fill(texts["picture"].format(games=games), 62 * columns)
            figure.suptitle(title, x=0.01, ha="left", fontsize=11)
            grid = figure.add_gridspec(len(lines), columns, height_ratios=heights)
            for i, rows in enumerate(panels.values()):
                axes = figure.add_subplot(grid[i // columns, i % columns])
                measure = rows[0][0].measure
                _draw_panel(axes, rows, kinds, lang)
                axes.set_title(texts["titles"][measure.key], fontsize=10)
                axes.set_xlabel(texts["units"][measure.unit], color=QUIET, fontsize=9)
        return figure

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def __str__(self) -> str:
        games = self.summaries.games
        head = _(
            "<Measures of {games:,} games, {rows} rows; see .frame, .table()>",
            games=games,
            rows=len(self.findings),
        )
        lines = [rendered(head, self.lang), *self._gaps(self.lang)]
        for row in self.table().head(40).itertuples(index=False):
            title, about, kind, version, value, interval, n, note = row
            number = f"{value} ({interval})" if interval else value
            lines.append(
                f"{title} [{version}, {kind}{', ' + about if about else ''}]: {number} ({n})"
            )
            if note:
                lines[-1] += f" – {note}"
        return "\n".join(lines)

    def _face(self, say: CellTexts) -> markup.Html:
        title = words(say.lang)["measures"]["table"]["title"].capitalize()
        table = markup.frame_rows(self.table(say.lang).fillna(""), most=len(self.findings))
        gaps = (markup.paragraph(line) for line in self._gaps(say.lang))
        return say.face(title, *gaps, f'<div class="long">{table}</div>')

    def _gaps(self, lang: str) -> list[str]:
        """Return a sentence on the games without an end, if there are any."""
        games, finished = self.summaries.games, self.summaries.finished
        if finished == games:
            return []
        text = words(lang)["measures"]["unfinished"]
        counts = {"count": games - finished, "games": games}
        return [text.format(**{name: format_number(n, lang) for name, n in counts.items()})]


def _sample_size(finding: Finding, texts: dict[str, Any], lang: str) -> str:
    count = finding.statistic.count if finding.statistic else 0
    return f"{format_number(count, lang)} {texts['of'][finding.measure.of]}"


def _missing(value: Any) -> Any:
    return pd.NA if isinstance(value, float) and math.isnan(value) else value


def _height(rows: int) -> float:
    """Return the height of a panel in inches; many rows are closer together."""
    return rows * (0.3 if rows <= MANY else 0.17) + 0.95


def _draw_panel(
    axes: Any, rows: list[tuple[Finding, Estimate]], kinds: list[str], lang: str
) -> None:
    """Draw dots from top to bottom on an axis that includes 0, a colour per kind of player."""
    texts = words(lang)["measures"]
    versions = {finding.version for finding, _ in rows}
    factor = 100 if rows[0][0].measure.unit == "share" else 1
    names = []
    for at, (finding, number) in enumerate(rows):
        value, low, high = (factor * x for x in (number.value, number.low, number.high))
        colour = COLOURS[kinds.index(finding.kind) % len(COLOURS)]
        if high > low:
            axes.plot([low, high], [at, at], color=colour, linewidth=2)
        filled = colour if finding.enough else "white"
        axes.plot([value], [at], "o", color=colour, markerfacecolor=filled, markersize=6)
        parts = [format_about(finding.about, lang)]
        parts += [texts["kinds"][finding.kind]] if len(kinds) > 1 or not parts[0] else []
        parts += [finding.version] if len(versions) > 1 else []
        name = ", ".join(part for part in parts if part)
        width, lines = (LABEL, 2) if len(rows) <= MANY else (LABEL * 4 // 3, 1)
        names.append(textwrap.fill(name, width, max_lines=lines, placeholder="…"))
    ends = [factor * x for _, number in rows for x in number[:3] if not math.isnan(x)]
    low, high = min([*ends, 0.0]), max([*ends, 0.0]) or 1.0
    room = 0.04 * (high - low)
    axes.set_xlim(low - room, high + room)
    axes.set_yticks(range(len(rows)), names, fontsize=9 if len(rows) <= MANY else 7)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.9", linewidth=0.8)
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="x", nbins=5)
    axes.tick_params(axis="x", colors=INK, labelsize=9)
