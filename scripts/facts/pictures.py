"""The pictures of the page of facts: bars with twice the standard error."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from scripts.facts.figures import Figure
from skyjo_widget.charts.style import INK, drawing
from skyjo_widget.util.colours import COLOURS

FOLDER = Path(__file__).parents[2] / "docs" / "images" / "facts"


def bars(rows: Sequence[tuple[str, Figure]], lang: str) -> str:
    """Return an SVG with a bar for each figure, and the figure beside it."""
    import matplotlib as mpl  # noqa: PLC0415  (an optional dependency)

    with drawing(4.6, 0.3 * len(rows) + 0.3, lang) as figure:
        axes = figure.subplots()
        values = [row.value for _, row in rows]
        errors = [2 * row.error for _, row in rows]
        axes.barh(range(len(rows)), values, xerr=errors, color=COLOURS[0], height=0.6, ecolor=INK)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_yticks(range(len(rows)), [label for label, _ in rows])
        axes.invert_yaxis()
        axes.set_xticks([])
        axes.spines[:].set_visible(False)
        signed = min(values) < 0
        width = max(values) - min(0, *values)
        for at, (_, row) in enumerate(rows):
            edge = max(row.value + 2 * row.error, 0) + 0.02 * width
            axes.text(edge, at, row.text(lang, signed=signed), va="center", fontsize=9)
        axes.set_xlim(min(0, *(v - e for v, e in zip(values, errors, strict=True))), None)
        axes.margins(x=0.2)
    file = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "facts"}):  # the same each time
        figure.savefig(file, format="svg", metadata={"Date": None})
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"
