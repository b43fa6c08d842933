"""The common style of all charts, with a palette for colour-blind readers too.

A figure has its own background, so that it looks the same in a light and in a dark notebook, under
any Matplotlib style, and if it is saved with ``transparent=True``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.numbers import format_number

if TYPE_CHECKING:
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

INK, QUIET, PAPER = "#1a1a1a", "#5f5f5f", "white"

_STYLE = {
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 9,
}


def diverging() -> Colormap:
    """Return colours of shares: from vermilion, 0, over paper to blue, 1."""
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415  (an optional dependency)

    return LinearSegmentedColormap.from_list("shares", [COLOURS[1], PAPER, COLOURS[0]])


@contextlib.contextmanager
def drawing(width: float, height: float, lang: str = "en") -> Iterator[Figure]:
    """Make a figure to draw on, in the style of all charts.

    Parameters
    ----------
    width, height : float
        In inches.
    lang : str
        The language of the numbers on its axes.

    Raises
    ------
    SkyjoWidgetError
        If Matplotlib isn't installed.
    """
    try:
        from matplotlib import pyplot  # noqa: PLC0415  (an optional dependency)
        from matplotlib.patches import Rectangle  # noqa: PLC0415  (the same)
        from matplotlib.ticker import ScalarFormatter  # noqa: PLC0415  (the same)
    except ImportError:
        raise SkyjoWidgetError(
            "a picture needs matplotlib, which isn't installed here: pip install matplotlib"
        ) from None
    with pyplot.style.context(["default", _STYLE]):
        figure = pyplot.figure(figsize=(width, height), layout="constrained")
        pyplot.close(figure)  # else a notebook shows it twice
        paper = Rectangle((-1, -1), 3, 3, transform=figure.transFigure, color=PAPER, zorder=-9)
        paper.set_in_layout(False)
        figure.add_artist(paper)
        yield figure
        for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
            if isinstance(axis.get_major_formatter(), ScalarFormatter):
                axis.set_major_formatter(lambda number, _: format_number(number, lang))
        figure.draw_without_rendering()  # makes the ticks while the style is active
