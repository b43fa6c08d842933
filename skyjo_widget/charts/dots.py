"""Dot plots of small samples, in which each value is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.charts.style import PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_dots(
    axes: Axes,
    values: npt.NDArray[np.float64],
    edges: npt.NDArray[np.float64],
    *,
    each: float = 1.0,
    color: Any,
) -> None:
    """Draw a dot for each value; those in the same bin stand above each other.

    Parameters
    ----------
    axes : Axes
    values : array of float, shape (n,)
    edges : array of float
        Of the bins; a value lies where it is, not in the middle of its bin.
    each : float
        The height of a dot on the vertical axis.
    color : str
    """
    values = np.sort(values)
    bins = np.searchsorted(edges, values, side="right")
    above = np.arange(len(values)) - np.searchsorted(bins, bins)
    (dots,) = axes.plot(
        values,
        (above + 0.5) * each,
        linestyle="none",
        marker="o",
        markersize=8,
        color=color,
        alpha=0.85,
        markeredgecolor=PAPER,
        zorder=3,
    )
    dots.sticky_edges.y[:] = [0]
    axes.update_datalim([(values[0], 0), (values[-1], (above.max() + 1) * each)])
    axes.autoscale_view()
