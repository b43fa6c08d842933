"""What was measured: a frame, a readable table, a picture."""

from __future__ import annotations

import functools
import math
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from skyjo_widget.charts.style import COLOURS, INK, QUIET, drawing
from skyjo_widget.errors import RulesError
from skyjo_widget.frames.export import csv_bytes
from skyjo_widget.measures.definition import Measure
from skyjo_widget.measures.estimate import NO_ESTIMATE, Cell, Estimate, Exact
from skyjo_widget.measures.format import told_about, told_interval, told_value
from skyjo_widget.measures.summaries import Summaries
from skyjo_widget.util import markup
from skyjo_widget.util.files import write_new
from skyjo_widget.util.i18n import words
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
"""Of `Measures.frame`."""
MANY = 20
"""Rows of a panel in a picture, from which on they are smaller."""
LABEL = 36
"""Letters in a line of a row's name there."""


class Found(NamedTuple):
    """What a measure has found.

    Parameters
    ----------
    measure : Measure
    version, kind : str
        As in `skyjo_widget.measures.definition.Group`.
    cell : Cell or Exact, or None
        None if columns are missing.
    missing : tuple of str
        Those.
    unit : {"games", "deals"}
        What is independent of each other: games, unless deals are played once for every seat.
    """

    measure: Measure
    version: str
    kind: str
    cell: Cell | Exact | None
    missing: tuple[str, ...] = ()
    unit: str = "games"

    @property
    def about(self) -> str:
        """What of the game it is about; ``all`` if nothing else."""
        return (self.cell.about if self.cell else "") or "all"

    @property
    def enough(self) -> bool:
        """Whether a verdict is possible: enough was played and counted, and it tells something."""
        if self.cell is None or isinstance(self.cell, Exact):
            return self.cell is not None
        told = not math.isnan(self.cell.estimate().low)
        return self.played_enough and self.cell.count >= self.measure.least and told

    @property
    def played_enough(self) -> bool:
        """Whether there are as many games, or deals, as the measure needs."""
        return self.cell is not None and (
            isinstance(self.cell, Exact) or self.cell.units >= self.measure.least
        )

    def estimate(self) -> Estimate:
        """The number; its interval only if there are games enough for one."""
        if self.cell is None:
            return NO_ESTIMATE
        found = self.cell.estimate()
        return found if self.enough else found._replace(low=math.nan, high=math.nan)

    def note(self, lang: str) -> str:
        """Why there is no verdict, and what is to be borne in mind."""
        said = words(lang)["measures"]["notes"]
        parts = []
        if self.cell is None:
            parts.append(said["missing"].format(columns=", ".join(self.missing)))
        elif not self.enough:
            of, least = words(lang)["measures"]["of"], self.measure.least
            if not self.played_enough:
                text = said["few"].format(least=least, units=of[self.unit], n=self.cell.units)
            elif self.cell.count < least:
                text = said["few_of"].format(least=least, of=of[self.measure.of], n=self.cell.count)
            else:
                text = said["untold"]
            parts.append(text)
        if self.measure.warning:
            parts.append(said[self.measure.key])
        return " ".join(parts)


class Measures:
    """What was measured; made by `measure`.

    Parameters
    ----------
    summaries : Summaries
        What it was worked out of.
    found : list of Found
    lang : str
        The language of its words.
    """

    def __init__(self, summaries: Summaries, found: list[Found], lang: str = "en") -> None:
        self.summaries, self.found, self.lang = summaries, found, lang

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """A row a measure: of a version, of people or bots, and of a seat or a card.

        `value` with its unit, `n` and what it counts (`of`), `low` and `high` (95 %), `enough`
        (whether there are games enough for a verdict), `note`.
        """
        said = words(self.lang)["measures"]
        rows = []
        for one in self.found:
            number = one.estimate()
            rows.append(
                {
                    "measure": one.measure.key,
                    "title": said["titles"][one.measure.key],
                    "about": one.about,
                    "kind": one.kind,
                    "version": one.version,
                    "value": number.value,
                    "unit": said["units"][one.measure.unit],
                    "n": one.cell.count if one.cell else 0,
                    "of": said["of"][one.measure.of],
                    "low": number.low,
                    "high": number.high,
                    "enough": one.enough,
                    "note": one.note(self.lang),
                }
            )
        return pd.DataFrame(
            {
                name: pd.array([_missing(row[name]) for row in rows], dtype=dtype)
                for name, dtype in COLUMNS.items()
            }
        )

    def table(self, lang: str | None = None) -> pd.DataFrame:
        """The same to be read: titles, numbers with their units and intervals, as texts.

        Parameters
        ----------
        lang : str, optional
            Its language; that of the measures unless told.
        """
        lang = lang or self.lang
        said = words(lang)["measures"]
        heads = said["table"]
        rows = []
        for one in self.found:
            number = one.estimate()
            unit = one.measure.unit
            rows.append(
                {
                    heads["title"]: said["titles"][one.measure.key],
                    heads["about"]: told_about(one.about, lang),
                    heads["kind"]: said["kinds"][one.kind],
                    heads["version"]: one.version,
                    heads["value"]: told_value(number, unit, lang),
                    heads["interval"]: told_interval(number, unit, lang),
                    heads["n"]: _of(one, said, lang),
                    heads["note"]: one.note(lang),
                }
            )
        return pd.DataFrame(rows, columns=list(heads.values()), dtype="string")

    def to_csv(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the frame as a CSV file that a spreadsheet can open safely; returns the file.

        Raises
        ------
        RecordError
            If there is such a file, or it can't be written.
        """
        return write_new(path, csv_bytes(self.frame), overwrite=overwrite)

    def picture(self, family: str | None = None, lang: str | None = None) -> Figure:
        """Dots with their intervals, a panel a measure, as a Matplotlib figure.

        Parameters
        ----------
        family : str, optional
            Which family of measures; all but those of cards unless told.
        lang : str, optional
            Its language; that of the measures unless told.

        Raises
        ------
        RulesError
            If there is no number to be drawn.
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        lang = lang or self.lang
        said = words(lang)["measures"]
        panels: dict[str, list[tuple[Found, Estimate]]] = {}
        for one in self.found:
            number = one.estimate()
            inside = one.measure.family == family if family else one.measure.family != "cards"
            if inside and not math.isnan(number.value):
                panels.setdefault(one.measure.key, []).append((one, number))
        if not panels:
            drawn = [one for one in self.found if not math.isnan(one.estimate().value)]
            there = ", ".join(dict.fromkeys(one.measure.family for one in drawn)) or "none"
            meant = suggestion(family, there.split(", "))
            raise RulesError(f"family={family!r}: nothing to be drawn{meant}; there are {there}")
        kinds = list(dict.fromkeys(one.kind for rows in panels.values() for one, _ in rows))
        columns = min(2, len(panels))
        lines = [list(panels.values())[i : i + columns] for i in range(0, len(panels), columns)]
        heights = [_height(max(len(rows) for rows in line)) for line in lines]
        with drawing(5.2 * columns, sum(heights), lang) as figure:
            grid = figure.add_gridspec(len(lines), columns, height_ratios=heights)
            for i, rows in enumerate(panels.values()):
                axes = figure.add_subplot(grid[i // columns, i % columns])
                measure = rows[0][0].measure
                _draw_panel(axes, rows, kinds, lang)
                axes.set_title(said["titles"][measure.key], fontsize=10)
                axes.set_xlabel(said["units"][measure.unit], color=QUIET, fontsize=9)
        return figure

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def __str__(self) -> str:
        games = len(self.summaries.games)
        lines = [f"<Measures of {games:,} games, {len(self.found)} rows; see .frame, .table()>"]
        for row in self.table().head(40).itertuples(index=False):
            title, about, kind, version, value, interval, n, note = row
            said = f"{value} ({interval})" if interval else value
            lines.append(
                f"{title} [{version}, {kind}{', ' + about if about else ''}]: {said} ({n})"
            )
            if note:
                lines[-1] += f" – {note}"
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title = words(self.lang)["measures"]["table"]["title"].capitalize()
        table = markup.frame_rows(self.table().fillna(""), most=len(self.found))
        return markup.face(title, f'<div class="long">{table}</div>', lang=self.lang)


def _of(one: Found, said: dict[str, Any], lang: str) -> str:
    return f"{format_number(one.cell.count if one.cell else 0, lang)} {said['of'][one.measure.of]}"


def _missing(value: Any) -> Any:
    return pd.NA if isinstance(value, float) and math.isnan(value) else value


def _height(rows: int) -> float:
    """Of a panel, in inches; many rows are closer together."""
    return rows * (0.3 if rows <= MANY else 0.17) + 0.95


def _draw_panel(axes: Any, rows: list[tuple[Found, Estimate]], kinds: list[str], lang: str) -> None:
    """Dots from top to bottom on an axis that begins at 0; each kind of player has its colour."""
    said = words(lang)["measures"]
    versions = {one.version for one, _ in rows}
    factor = 100 if rows[0][0].measure.unit == "share" else 1
    names = []
    for at, (one, number) in enumerate(rows):
        value, low, high = (factor * x for x in (number.value, number.low, number.high))
        colour = COLOURS[kinds.index(one.kind) % len(COLOURS)]
        if high > low:
            axes.plot([low, high], [at, at], color=colour, linewidth=2)
        filled = colour if one.enough else "white"
        axes.plot([value], [at], "o", color=colour, markerfacecolor=filled, markersize=6)
        parts = [told_about(one.about, lang)]
        parts += [said["kinds"][one.kind]] if len(kinds) > 1 or not parts[0] else []
        parts += [one.version] if len(versions) > 1 else []
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
