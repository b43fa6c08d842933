"""A picture of two versions: one line per measure, dots with intervals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from skyjo_widget.charts.style import QUIET, drawing
from skyjo_widget.errors import RulesError
from skyjo_widget.measures.versus.blocks import widest
from skyjo_widget.measures.versus.report import Report
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.measures.versus.wording import bare, families, line, part_of, with_unit
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import short
from skyjo_widget.util.numbers import format_number, percent
from skyjo_widget.util.spelling import suggestion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST = 60
"""Most lines of a picture; of more, those with the lowest p."""
_LINE, _TOP, _BELOW = 0.27, 0.45, 1.0
"""Inches: the height of a line, and the margins above and below the lines."""
_TEXTS = {"a": 0.43, "b": 0.53, "difference": 0.985}
"""Right edges of the texts, as fractions of the width."""


def draw(report: Report, lang: str, family: str | None) -> Figure:
    """Draw the figure; parameters and errors as of `Versus.picture`."""
    texts, measured = words(lang)["versus"], words(lang)["measures"]
    rows = [
        row
        for row in report.rows
        if (row.measure.family == family if family else row.measure.family != "cards")
    ]
    if not rows:
        drawn = ", ".join(dict.fromkeys(row.measure.family for row in report.rows))
        meant = suggestion(family, drawn.split(", "))
        raise RulesError(
            "family={family!r}: nothing to be drawn{meant}; there are {known}",
            family=family,
            meant=meant,
            known=drawn,
        )
    rows = _clearest(rows)
    places: list[Row | str] = []
    for key, mine in families(rows):
        places += [measured["families"][key], *mine]
    wide, (a, b) = widest(list(map(part_of, rows))), report.names
    high = _LINE * (len(places) + 1) + _TOP + _BELOW
    with drawing(11, high, lang) as figure:
        figure.set_layout_engine("none")  # texts stand to the left and to the right
        axes = figure.add_axes((0.56, _BELOW / high, 0.2, 1 - (_TOP + _BELOW) / high))
        heading = texts["picture"]["title"].format(
            a=a,
            b=b,
            games=format_number(report.games, lang),
            count=sum(bool(row.stands) for row in rows),
            rows=len(rows),
        )
        figure.text(0.01, 1 - 0.5 * _TOP / high, _plain(heading), va="center", fontsize=12)
        axes.axvline(0, color=QUIET, linewidth=1)
        text = _Texts(figure, axes)
        for at, place in enumerate(places):
            if isinstance(place, str):
                text.put(0.01, at, place, ha="left", weight="bold")
                continue
            if at % 2:
                axes.axhspan(at - 0.5, at + 0.5, color="0.965", zorder=-2, linewidth=0)
            cells = line(place, lang)
            text.put(0.01, at, short(with_unit(place, lang), 52), ha="left")
            for x, number in zip((_TEXTS["a"], _TEXTS["b"]), cells.numbers, strict=True):
                text.put(x, at, bare(number, place, lang), ha="right", color=QUIET)
            apart = bare(cells.difference, place, lang)
            apart = f"{apart} ({cells.ends})" if cells.ends else apart
            strong = "bold" if place.stands else "normal"
            text.put(_TEXTS["difference"], at, apart, ha="right", weight=strong)
            _dot(axes, place, at, wide)
        for x, key in ((_TEXTS["a"], a), (_TEXTS["b"], b)):
            text.put(x, -1, short(key, 14), ha="right", weight="bold")
        text.put(
            _TEXTS["difference"], -1, texts["picture"]["difference"], ha="right", weight="bold"
        )
        axes.set_ylim(len(places) - 0.5, -1.5)
        axes.set_xlim(-1.06 * wide, 1.06 * wide)
        marks = [-wide, -wide / 2, 0, wide / 2, wide]
        axes.set_xticks(marks, [_signed(mark, lang) for mark in marks], fontsize=9)
        axes.set_xlabel(texts["picture"]["axis"].format(a=a, b=b), fontsize=9)
        axes.set_yticks([])
        axes.grid(axis="x", color="0.88", linewidth=0.8)
        axes.spines["left"].set_visible(False)
        for filled, key in ((True, "stands"), (False, "open")):
            axes.plot([], [], "o", label=texts["picture"][key], **_look(stands=filled))
        axes.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.62 / (_LINE * len(places))), ncols=2
        )
    return figure


class _Texts:
    """Texts beside the axes: x in fractions of the figure, y in lines."""

    def __init__(self, figure: Any, axes: Any) -> None:
        from matplotlib.transforms import blended_transform_factory  # noqa: PLC0415  (an extra)

        self._axes = axes
        self._place = blended_transform_factory(figure.transFigure, axes.transData)

    def put(self, x: float, at: float, text: str, **look: Any) -> None:
        self._axes.text(
            x,
            at,
            _plain(text),
            transform=self._place,
            va="center",
            fontsize=9,
            clip_on=False,
            **look,
        )


def _dot(axes: Any, row: Row, at: int, wide: float) -> None:
    """Draw the difference relative to A; an arrow where it is outside the axes."""
    part = part_of(row)
    if part is None:
        return
    look = _look(stands=bool(row.stands))
    if not math.isnan(part.low) and part.high > part.low:
        ends = [min(max(end, -wide), wide) for end in (part.low, part.high)]
        axes.plot(ends, [at, at], color=look["color"], linewidth=2, solid_capstyle="butt")
    if abs(part.middle) > wide:
        axes.plot([math.copysign(wide, part.middle)], [at], ">" if part.middle > 0 else "<", **look)
    else:
        axes.plot([part.middle], [at], "D" if row.exact else "o", **look)


def _look(*, stands: bool) -> dict[str, Any]:
    colour = COLOURS[0] if stands else QUIET
    return {
        "color": colour,
        "markerfacecolor": colour if stands else "white",
        "markersize": 6,
        "linestyle": "",
    }


def _plain(text: str) -> str:
    """Escape a text so that Matplotlib reads no formula in it."""
    return text.replace("$", r"\$")


def _clearest(rows: list[Row]) -> list[Row]:
    """Return the rows with the lowest p, at most `MOST`, in their order."""
    if len(rows) <= MOST:
        return rows

    def doubt(row: Row) -> float:
        return 2.0 if math.isnan(row.difference.p) else row.difference.p

    kept = {id(row) for row in sorted(rows, key=doubt)[:MOST]}
    return [row for row in rows if id(row) in kept]


def _signed(part: float, lang: str) -> str:
    text = percent(part, lang)
    return f"+{text}" if part > 0 else text
