"""An inline SVG chart of means with intervals, one row per pupil; small samples as dots."""

from __future__ import annotations

import math
from collections.abc import Sequence

from skyjo_widget.lessons.report.statistics import ClassMean
from skyjo_widget.util.intervals import FEW
from skyjo_widget.util.markup import escaped
from skyjo_widget.util.numbers import format_number

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 420, 130, 404, 24, 8
_LONGEST = 14


def strip(
    rows: Sequence[tuple[str, ClassMean, Sequence[float]]],
    of_all: str,
    mean: ClassMean,
    lang: str,
    digits: int,
    axis: str = "",
) -> str:
    """Draw a dot and a line for each pupil, and last for the class.

    Parameters
    ----------
    rows : sequence of (str, ClassMean, sequence of float)
        A name, the mean, and the values that it is of: fewer than 30 are drawn as small dots.
    of_all : str
        The label of the class.
    mean : ClassMean
        The mean of the class.
    lang : str
    digits : int
        Decimals of the numbers in tooltips.
    axis : str
        The words below the axis.
    """
    dots = [values if len(values) < FEW else () for _, _, values in rows]
    means = [mean, *(row_mean for _, row_mean, _ in rows)]
    ends = [end for row_mean in means for end in row_mean[1:] if not math.isnan(end)]
    ends += [value for values in dots for value in values]
    step = _step(min(ends), max(ends))
    first, last = math.floor(min(ends) / step), math.ceil(max(ends) / step)
    last = max(last, first + 1)

    def x(value: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (value / step - first) / (last - first)

    bottom = _TOP + _ROW * (len(rows) + 1)
    parts = []
    for mark in range(first, last + 1):
        at = x(mark * step)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{bottom}"/>')
        parts.append(
            f'<text class="quiet-text" x="{at:.1f}" y="{bottom + 16}" text-anchor="middle">'
            f"{format_number(round(mark * step, 6), lang)}</text>"
        )
    named = [*((name, row_mean) for name, row_mean, _ in rows), (of_all, mean)]
    for number, ((name, row_mean), values) in enumerate(zip(named, [*dots, ()], strict=True)):
        y = _TOP + _ROW * (number + 0.5)
        whole = number == len(rows)
        short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
        label = escaped(short)
        # isolated: a right-to-left name can't reorder the rest
        parts.append(f'<text x="0" y="{y + 4:.1f}" style="unicode-bidi: isolate">{label}</text>')
        parts += [
            f'<circle class="value" cx="{x(value):.1f}" cy="{y}" r="2.5"/>' for value in values
        ]
        if not math.isnan(row_mean.low):
            kind = "whole" if whole else "part"
            parts.append(
                f'<line class="{kind}" x1="{x(row_mean.low):.1f}" x2="{x(row_mean.high):.1f}" '
                f'y1="{y}" y2="{y}"/>'
            )
        at = x(row_mean.mean)
        title = f"<title>{format_number(row_mean.mean, lang, digits)}</title>"
        parts.append(
            f'<path class="whole" d="M{at - 6:.1f} {y}l6 -6 6 6 -6 6z">{title}</path>'
            if whole
            else f'<circle class="part" cx="{at:.1f}" cy="{y}" r="4.5">{title}</circle>'
        )
    parts.append(
        f'<text class="quiet-text" x="{_RIGHT}" y="{bottom + 34}" text-anchor="end">'
        f"{escaped(axis)}</text>"
    )
    return (
        f'<svg class="chart few" viewBox="0 0 {_WIDTH} {bottom + 40}" width="{_WIDTH}" '
        f'aria-hidden="true">{"".join(parts)}</svg>'  # the tables say the same
    )


def _step(low: float, high: float) -> float:
    """Return a round step between axis marks."""
    wide = max(high - low, 1e-6) / 5
    power = 10.0 ** math.floor(math.log10(wide))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= wide)
