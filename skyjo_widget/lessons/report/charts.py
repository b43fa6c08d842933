"""The pictures of a class's page, as inline SVG that is readable on a classroom wall."""

from __future__ import annotations

import math
from collections.abc import Sequence

from skyjo_widget.charts import Calibration
from skyjo_widget.lessons.report.draws import ClassDraws
from skyjo_widget.util.markup import escaped, short
from skyjo_widget.util.numbers import format_number, percent

WIDTH = 900
"""Of a picture, in its own units; a text is 16 of them high."""
ASPECT = 2.15
"""The width of a picture that fills the wall, divided by its height."""
FEW_ROWS, MOST_ROWS = 7, 14
"""Up to so many pupils the picture is drawn larger; most of them below one another."""


def law_chart(draws: ClassDraws, lang: str, label: str, axis: str) -> str:
    """Draw the frequency of each number as a bar, and its probability as a mark across it."""
    left, right, top, bottom = 62, WIDTH - 8, 14, 330
    values = list(draws.law)
    step = (right - left) / len(values)
    shares = {value: draws.counts[value] / (draws.cards or 1) for value in values}
    highest = max(*shares.values(), *map(float, draws.law.values()))
    mark = next(m for m in (0.02, 0.05, 0.1, 0.2, 0.5) if highest / m <= 6 or m == 0.5)
    most = mark * math.ceil(highest / mark)

    def y(share: float) -> float:
        return bottom - (bottom - top) * share / most

    parts = []
    for k in range(round(most / mark) + 1):
        at = y(k * mark)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(
            f'<text class="quiet-text" x="{left - 8}" y="{at + 5:.1f}" text-anchor="end">'
            f"{escaped(percent(k * mark, lang))}</text>"
        )
    for k, value in enumerate(values):
        x, middle = left + k * step, left + (k + 0.5) * step
        height = bottom - y(shares[value])
        parts.append(
            f'<rect class="part" x="{x + 0.14 * step:.1f}" y="{bottom - height:.1f}" '
            f'width="{0.72 * step:.1f}" height="{height:.1f}"/>'
        )
        at = y(float(draws.law[value]))
        parts.append(
            f'<line class="whole law" x1="{x + 0.04 * step:.1f}" x2="{x + 0.96 * step:.1f}" '
            f'y1="{at:.1f}" y2="{at:.1f}"/>'
        )
        parts.append(
            f'<text x="{middle:.1f}" y="{bottom + 22}" text-anchor="middle">'
            f"{format_number(value, lang)}</text>"
        )
    parts.append(_axis(axis, right, bottom + 46))
    return _svg("".join(parts), bottom + 56, label)


def dots_chart(rows: Sequence[tuple[str, Sequence[int]]], lang: str, label: str, axis: str) -> str:
    """Draw each row's whole numbers as dots, equal ones on top of each other, and its mean.

    Parameters
    ----------
    rows : sequence of (str, sequence of int)
        A label and its numbers, one or more.
    lang : str
    label : str
        Read aloud instead of the picture.
    axis : str
        The words below the axis.
    """
    left, right = 110, WIDTH - 14
    first, last, step = _scale([number for _, numbers in rows for number in numbers], 10)

    def x(value: float) -> float:
        return left + (right - left) * (value - first) / (last - first)

    highest = max(numbers.count(n) for _, numbers in rows for n in numbers)
    tall = (WIDTH / ASPECT - 60) / len(rows)
    radius = max(2.0, min(14.0, (tall - 22) / highest / 2, (right - left) / (last - first) / 2))
    bottom = tall * len(rows) + 6
    parts = []
    for k in range(round((last - first) / step) + 1):
        at = x(first + k * step)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{bottom:.1f}"/>')
        parts.append(
            f'<text class="quiet-text" x="{at:.1f}" y="{bottom + 20:.1f}" text-anchor="middle">'
            f"{format_number(first + k * step, lang)}</text>"
        )
    for number, (name, numbers) in enumerate(rows):
        floor = tall * (number + 1)
        parts.append(f'<text x="0" y="{floor - 6:.1f}">{escaped(name)}</text>')
        parts.append(
            f'<line class="grid" x1="{left}" x2="{right}" y1="{floor:.1f}" y2="{floor:.1f}"/>'
        )
        for value in sorted(set(numbers)):
            parts += [
                f'<circle class="part" cx="{x(value):.1f}" cy="{floor - radius * (2 * k + 1):.1f}" '
                f'r="{radius:.1f}"/>'
                for k in range(numbers.count(value))
            ]
        mean = x(sum(numbers) / len(numbers))
        parts.append(
            f'<path class="whole" d="M{mean:.1f} {floor - 1:.1f}l-7 12 14 0z">'
            f"<title>{format_number(sum(numbers) / len(numbers), lang, 1)}</title></path>"
        )
    parts.append(_axis(axis, right, bottom + 44))
    return _svg("".join(parts), bottom + 54, label)


def scores_chart(
    rows: Sequence[tuple[str, Sequence[tuple[int, int]]]], lang: str, label: str, axis: str
) -> str:
    """Draw pupils' scores as dots beside their names, and the mean of all.

    Parameters
    ----------
    rows : sequence of (str, sequence of (int, int))
        A name, and rounds with their scores, one or more.
    lang : str
    label : str
        Read aloud instead of the picture.
    axis : str
        The words below the axis.
    """
    width = WIDTH if len(rows) > FEW_ROWS else WIDTH * 0.62
    columns = next(n for n in (1, 2, 3) if len(rows) <= n * MOST_ROWS or n == 3)
    long = -(-len(rows) // columns)
    bottom = max(width / ASPECT - 68, 27 * long)
    tall, whole = bottom / long, width / columns
    every = [score for _, scores in rows for _, score in scores]
    first, last, step = _scale(every, 10 // columns)
    several = len({number for _, scores in rows for number, _ in scores}) > 1
    parts = []
    for column in range(columns):
        left, right = column * whole + 128, (column + 1) * whole - 42
        scale = (right - left) / (last - first)
        for value in range(first, last + 1, step):
            at = left + scale * (value - first)
            parts.append(
                f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{bottom:.1f}"/>'
                f'<text class="quiet-text" x="{at:.1f}" y="{bottom + 22:.1f}" '
                f'text-anchor="middle">{format_number(value, lang)}</text>'
            )
        mean = left + scale * (sum(every) / len(every) - first)
        parts.append(
            f'<path class="whole" d="M{mean:.1f} 0l-7-12 14 0z">'
            f"<title>{format_number(sum(every) / len(every), lang, 1)}</title></path>"
            f'<line class="mean" x1="{mean:.1f}" x2="{mean:.1f}" y1="0" y2="{bottom:.1f}"/>'
        )
        for row, (name, scores) in enumerate(rows[column * long : (column + 1) * long]):
            middle = tall * (row + 0.5)
            parts.append(
                f'<text x="{column * whole:.1f}" y="{middle + 5:.1f}">{escaped(short(name, 15))}'
                f"<title>{escaped(name)}</title></text>"
                f'<line class="grid" x1="{left:.1f}" x2="{right:.1f}" y1="{middle:.1f}" '
                f'y2="{middle:.1f}"/>'
            )
            for place, (number, score) in enumerate(scores):
                alike = sum(other == score for _, other in scores[:place])
                at = left + scale * (score - first) + 20 * alike
                radius = 10 if several else 8
                parts.append(f'<circle class="part" cx="{at:.1f}" cy="{middle:.1f}" r="{radius}"/>')
                if several:
                    parts.append(
                        f'<text class="inside" x="{at:.1f}" y="{middle + 5.5:.1f}" '
                        f'text-anchor="middle">{number}</text>'
                    )
                else:
                    parts.append(
                        f'<text x="{at + 12:.1f}" y="{middle + 5:.1f}">'
                        f"{format_number(score, lang)}</text>"
                    )
    parts.append(_axis(axis, width - 8, bottom + 46))
    inside = f'<g transform="translate(0 13)">{"".join(parts)}</g>'
    return _svg(inside, bottom + 67, label, width)


def _scale(numbers: Sequence[int], most: int) -> tuple[int, int, int]:
    """Return the ends of an axis of whole numbers, and the step of its at most `most` marks."""
    low, high = min(numbers), max(numbers)
    steps = (1, 2, 5, 10, 20, 50, 100, 1000)
    step = next(s for s in steps if (high - low) / s <= most or s == steps[-1])
    first, last = step * (low // step), step * -(-high // step)
    return first, max(last, first + step), step


def calibration_chart(calibration: Calibration, lang: str, axes: tuple[str, str]) -> str:
    """Draw how often predictions came true, with 95 % intervals, against the predictions.

    Parameters
    ----------
    calibration : Calibration
    lang : str
    axes : (str, str)
        The labels of the axes.
    """
    left, right, top, bottom = 110, 640, 34, 400

    def x(share: float) -> float:
        return left + (right - left) * share

    def y(share: float) -> float:
        return bottom - (bottom - top) * share

    parts = []
    for k in range(6):
        share = k / 5
        label = escaped(percent(share, lang))
        parts.append(
            f'<line class="grid" x1="{left}" x2="{right}" y1="{y(share):.1f}" y2="{y(share):.1f}"/>'
            f'<line class="grid" x1="{x(share):.1f}" x2="{x(share):.1f}" y1="{top}" y2="{bottom}"/>'
            f'<text class="quiet-text" x="{left - 10}" y="{y(share) + 5:.1f}" '
            f'text-anchor="end">{label}</text>'
            f'<text class="quiet-text" x="{x(share):.1f}" y="{bottom + 24}" '
            f'text-anchor="middle">{label}</text>'
        )
    parts.append(f'<line class="chance" x1="{left}" x2="{right}" y1="{bottom}" y2="{top}"/>')
    most = max(calibration.frame["n"])
    for row in calibration.frame.to_dict("records"):
        at, radius = x(row["prediction"]), 5 + 9 * math.sqrt(row["n"] / most)
        beside = at + radius + 5
        parts.append(
            f'<line class="part" x1="{at:.1f}" x2="{at:.1f}" y1="{y(row["low"]):.1f}" '
            f'y2="{y(row["high"]):.1f}"/>'
            f'<circle class="part" cx="{at:.1f}" cy="{y(row["came_true"]):.1f}" r="{radius:.1f}"/>'
            f'<text x="{beside:.1f}" y="{y(row["came_true"]) + 5:.1f}">n = {row["n"]}</text>'
        )
    parts.append(f'<text x="{left - 60}" y="18">{escaped(axes[1])}</text>')
    parts.append(f'<text x="{right}" y="{bottom + 50}" text-anchor="end">{escaped(axes[0])}</text>')
    return _svg("".join(parts), bottom + 62, calibration.verdict(lang))


def _axis(text: str, right: float, y: float) -> str:
    """Return the words below an axis."""
    return (
        f'<text class="quiet-text" x="{right:.1f}" y="{y:.1f}" text-anchor="end">'
        f"{escaped(text)}</text>"
    )


def _svg(inside: str, height: float, label: str, width: float = WIDTH) -> str:
    return (
        f'<svg class="chart large" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{escaped(label)}">{inside}</svg>'
    )
