"""The picture of strength over time."""

from __future__ import annotations

import io
from collections.abc import Sequence

from benchmarks.league.page import curve
from benchmarks.league.play import Kept
from benchmarks.league.settings import Division
from skyjo_widget.charts.style import QUIET, drawing
from skyjo_widget.util.colours import COLOURS


def picture(divisions: Sequence[Division], kept: Kept) -> str:
    """Return an SVG: for each division the share of wins against the time for a move.

    A dashed line shows what equal players would win.  It is empty if there is nothing to draw.
    """
    drawn = [(division, curve(division, kept)) for division in divisions]
    drawn = [(division, points) for division, points in drawn if points]
    if not drawn:
        return ""
    import matplotlib as mpl  # noqa: PLC0415  (an optional dependency)

    with drawing(9, 3 * -(-len(drawn) // 2)) as figure:
        grid = figure.subplots(-(-len(drawn) // 2), 2, squeeze=False, sharey=True).flat
        for axes, (division, points) in zip(grid, drawn, strict=False):
            at = [point.ms or point.budget.ms for point in points]
            rates = [point.rate for point in points]
            below = [rate - low for rate, low, _ in rates]
            above = [high - rate for rate, _, high in rates]
            axes.errorbar(
                at, [rate for rate, *_ in rates], yerr=[below, above], fmt="o-", capsize=3,
                color=COLOURS[0],
            )  # fmt: skip
            axes.axhline(1 / division.seats, color=QUIET, linestyle="--", linewidth=1)
            axes.set_xscale("log")
            axes.set_xticks([1, 10, 100, 1000], ["1", "10", "100", "1,000"])
            axes.set_ylim(0, 1)
            axes.set_yticks([0, 0.5, 1], ["0", "50 %", "100 %"])
            axes.set_xlabel("ms a move")
            axes.set_title(f"{division.title}\nagainst {division.others(division.best)}")
        for axes in list(grid):
            axes.remove()
    file = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "league"}):  # the same each time
        figure.savefig(file, format="svg", metadata={"Date": None})
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"
