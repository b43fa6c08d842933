"""The pictures of answers, as inline SVG in the colours of a page or of a notebook."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from skyjo_widget.measures.estimate import Estimate
from skyjo_widget.util.markup import escaped, short
from skyjo_widget.util.numbers import format_number, percent

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 460, 140, 380, 24, 8
_LONGEST = 19
_BARS = 150
"""The height of the bars of a picture that counts values."""
_MOST_BARS = 32

CELL_STYLE = """@ .insight { margin: 14px 0 18px; }
@ .insight p { color: inherit; max-width: 640px; }
@ .insight .quiet, @ summary { color: var(--soft); font-size: 12px; }
@ .insight ul { margin: 2px 0; padding-left: 18px; font-size: 12px;
  overflow-wrap: anywhere; }
"""
"""The rules of a cell with pictures, with ``@`` for the display."""

Drawn = tuple[str, Estimate, int]
"""A row: its label, its number and its sample size."""


def draw_means(
    rows: Sequence[Drawn], reference: float, axis: str, *, share: bool, lang: str
) -> str:
    """Draw a dot with its interval for each row, a diamond for the first, which is all together.

    Parameters
    ----------
    rows : sequence of (str, Estimate, int)
    reference : float
        What chance would give, a dashed line; NaN for none.
    axis : str
        The words below the axis.
    share : bool
        Whether the numbers are shares.
    lang : str
    """
    ends = [x for _, number, _ in rows for x in number[:3] if not math.isnan(x)]
    ends += [0.0] if math.isnan(reference) or share else []  # shares and costs are from 0
    ends += [] if math.isnan(reference) else [reference]
    ticks = _ticks(min(ends), max(ends))
    scale = (_RIGHT - _LEFT) / (ticks[-1] - ticks[0])

    def x(value: float) -> float:
        return round(_LEFT + scale * (value - ticks[0]), 1)

    bottom = _TOP + _ROW * len(rows)
    digits = max(0, -math.floor(math.log10(ticks[1] - ticks[0])) - 2)  # of marks in per cent
    marks = [percent(t, lang, digits) if share else format_number(t, lang) for t in ticks]
    parts = [_grid(x(tick), 0, bottom, mark) for tick, mark in zip(ticks, marks, strict=True)]
    if not math.isnan(reference):
        at = x(reference)
        parts.append(f'<line class="chance" x1="{at}" x2="{at}" y1="0" y2="{bottom}"/>')
    for place, (label, number, n) in enumerate(rows):
        y = _TOP + _ROW * (place + 0.5)
        name = escaped(short(label, _LONGEST))
        # isolated: a right-to-left name can't reorder the rest
        parts.append(f'<text x="0" y="{y + 4}" style="unicode-bidi: isolate">{name}</text>')
        count = f"n = {format_number(n, lang)}"
        parts.append(
            f'<text class="quiet-text" x="{_WIDTH}" y="{y + 4}" text-anchor="end">{count}</text>'
        )
        if math.isnan(number.value):
            continue
        kind = "whole" if place == 0 else "part"
        if not math.isnan(number.low):
            low, high = x(number.low), x(number.high)
            parts.append(f'<line class="{kind}" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>')
        at = x(number.value)
        parts.append(
            f'<path class="whole" d="M{at - 6} {y}l6 -6 6 6 -6 6z"/>'
            if place == 0
            else f'<circle class="part" cx="{at}" cy="{y}" r="4.5"/>'
        )
    return _svg("".join(parts), bottom + 22, axis)


def draw_bars(values: Sequence[float], mean: float, axis: str, lang: str) -> str:
    """Draw how often whole numbers occur, many of them in bins, and mark their mean."""
    low, high = math.floor(min(values)), math.ceil(max(values))
    ticks = _ticks(low, high + 1)
    widths = (1, 2, 5, 10, 20, 50, 100, 1000)
    wide = next(w for w in widths if (high + 1 - low) / w <= _MOST_BARS or w == widths[-1])
    first = wide * (low // wide)
    last = max(ticks[-1], first + wide * ((high - first) // wide + 1))
    begin = min(ticks[0], first)
    left = 34
    scale = (_WIDTH - 10 - left) / (last - begin)

    def x(value: float) -> float:
        return round(left + scale * (value - begin), 1)

    counts = Counter(int((value - first) // wide) for value in values)
    most = max(counts.values())
    parts = [_grid(x(tick), _BARS, _BARS + 4, format_number(tick, lang)) for tick in ticks]
    for level in {most, most // 2} - {0}:
        y = round(_BARS - (_BARS - 14) * level / most, 1)
        parts.append(f'<line class="grid" x1="{left}" x2="{_WIDTH}" y1="{y}" y2="{y}"/>')
        parts.append(
            f'<text class="quiet-text" x="{left - 6}" y="{y + 4}" text-anchor="end">'
            f"{format_number(level, lang)}</text>"
        )
    for place, count in sorted(counts.items()):
        start, stop = x(first + wide * place), x(first + wide * (place + 1))
        tall = round((_BARS - 14) * count / most, 1)
        parts.append(
            f'<rect class="part" x="{start + 0.6:.1f}" y="{_BARS - tall:.1f}" '
            f'width="{max(stop - start - 1.2, 0.8):.1f}" height="{tall}"/>'
        )
    parts.append(f'<line class="axis" x1="{left}" x2="{_WIDTH}" y1="{_BARS}" y2="{_BARS}"/>')
    at = x(mean + (0.5 if wide == 1 else 0))  # the middle of the bar of a whole number
    parts.append(f'<line class="mean" x1="{at}" x2="{at}" y1="10" y2="{_BARS}"/>')
    parts.append(f'<path class="whole" d="M{at} 11l-6 -10 12 0z"/>')
    return _svg("".join(parts), _BARS + 24, axis)


def _grid(at: float, top: float, bottom: float, label: str) -> str:
    return (
        f'<line class="grid" x1="{at}" x2="{at}" y1="{top}" y2="{bottom}"/>'
        f'<text class="quiet-text" x="{at}" y="{bottom + 16}" text-anchor="middle">{label}</text>'
    )


def _ticks(low: float, high: float) -> list[float]:
    """Return round marks from below the lowest number to above the highest, some five."""
    wide = max(high - low, 1e-6) / 4
    power = 10.0 ** math.floor(math.log10(wide))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= wide)
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    return [round(step * k, 9) for k in range(first, last + 1)]


def _svg(inside: str, height: float, axis: str) -> str:
    below = (
        f'<text class="quiet-text" x="{_WIDTH}" y="{height + 12}" text-anchor="end">'
        f"{escaped(axis)}</text>"
    )
    return (
        f'<svg class="chart few" viewBox="-2 0 {_WIDTH + 4} {height + 18}" width="{_WIDTH}" '
        f'aria-hidden="true">{inside}{below}</svg>'  # the texts and the table say the same
    )
