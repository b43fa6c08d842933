"""Histograms of two to four samples on a common axis."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.charts.dots import draw_dots
from skyjo_widget.charts.style import INK, PAPER, QUIET, drawing
from skyjo_widget.errors import RulesError
from skyjo_widget.util.cell_view import CellTexts
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.intervals import FEW, mean_interval, welch
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.numbers import decimals, format_number, numbers, percent
from skyjo_widget.util.spelling import suggestion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Sample = npt.NDArray[np.float64]

MOST_BINS = 16
"""The most bins that leave room for each bar's share above it."""
ROOM = 90
"""The number of characters that fit below the axis."""


@in_its_language
def distributions(
    samples: Mapping[str, Iterable[Any]],
    *,
    title: str = "",
    unit: str = "",
    exact: Mapping[str, Mapping[Any, Any]] | None = None,
    paired: bool = False,
    lang: str | None = None,
) -> Figure:
    """Draw samples below each other, with the same bins on the same axis.

    A sample of fewer than 30 values is drawn as a dot for each, others as bars.

    Parameters
    ----------
    samples : mapping of str to iterable of number
        Two to four, by name: ``{"take": scores, "draw": others}``.
    title : str
    unit : str
        The unit of the numbers, such as ``points``.
    exact : mapping of str to mapping, optional
        The exact distribution for some of the names, from each number to its probability, such
        as ``odds.score()``.
    paired : bool
        Whether the n-th numbers of all samples belong together, such as those of one deal: then
        the differences are paired.
    lang : str, optional

    Returns
    -------
    Figure
        A Matplotlib figure, with each mean, its 95 % interval (Student's), its difference from
        that of the first sample with its own, and each bar's share.

    Raises
    ------
    RulesError
        If a sample is empty, holds something else than numbers (the message names its row),
        or there are too few or too many; if chances aren't from 0 to 1, or don't sum to 1; if
        paired samples aren't of one length.
    SkyjoWidgetError
        If Matplotlib isn't installed.

    Notes
    -----
    The interval of a difference is the paired t interval (`mean_interval`, Student 1908), or
    Welch's (1947) for samples that are independent of each other.  A mean of fewer than five values
    has none.

    Examples
    --------
    >>> figure = distributions({"take": [8, 12, 5, 9], "draw": [7, 15, 3, 11]}, unit="points")
    >>> len(figure.axes)
    2
    """
    lang = call_language(lang)
    say = CellTexts(lang)
    if not isinstance(samples, Mapping) or not 2 <= len(samples) <= len(COLOURS):
        raise RulesError("samples: two to {count}, by their names, are needed", count=len(COLOURS))
    by_name = {str(name): numbers(str(name), values) for name, values in samples.items()}
    if paired and len({len(values) for values in by_name.values()}) > 1:
        lengths = ", ".join(f"{len(values)} of {name}" for name, values in by_name.items())
        raise RulesError(
            "paired=True: samples of one length are needed, not {lengths}", lengths=lengths
        )
    laws = {str(name): _chances(str(name), chances) for name, chances in (exact or {}).items()}
    if unknown := [name for name in laws if name not in by_name]:
        meant = suggestion(unknown[0], by_name)
        raise RulesError(
            "exact: {unknown!r}{meant} is none of {found}",
            unknown=unknown[0],
            meant=meant,
            found=", ".join(by_name),
        )
    apart = {name: _apart(by_name, name, paired, say) for name in by_name}
    return draw_samples(by_name, apart, title=title, unit=unit, exact=laws, lang=lang)


def draw_samples(
    samples: Mapping[str, Sample],
    apart: Mapping[str, str],
    *,
    title: str,
    unit: str,
    exact: Mapping[str, tuple[Sample, Sample]] | None = None,
    lang: str,
) -> Figure:
    """Draw checked samples; see `distributions`.

    Parameters
    ----------
    samples : mapping of str to array of float
    apart : mapping of str to str
        The second line above a sample: its difference from another one.
    title, unit, lang : str
    exact : mapping of str to (array, array), optional
        Exact distributions: values and their probabilities.
    """
    say, exact = CellTexts(lang), exact or {}
    texts = words(lang)["charts"]["distributions"]
    every = np.concatenate([*samples.values(), *(value for value, _ in exact.values())])
    edges = bin_edges(every)
    width = float(edges[1] - edges[0])
    centres = (edges[:-1] + edges[1:]) / 2
    single = width == 1 and edges[0] % 1 == 0.5
    few = {name for name, values in samples.items() if len(values) < FEW}
    with drawing(9, 1.1 + (1.9 if any(apart.values()) else 1.75) * len(samples), lang) as figure:
        rows = figure.subplots(len(samples), 1, sharex=True, sharey=not few)
        figure.suptitle(title, x=0.01, ha="left", fontsize=12)
        for axes, (name, values), colour in zip(rows, samples.items(), COLOURS, strict=False):
            shares = np.histogram(values, edges)[0] / len(values)
            if name in few:
                draw_dots(axes, values, edges, each=1 / len(values), color=colour)
            else:
                axes.bar(centres, shares, 0.9 * width, color=colour, alpha=0.8)
            tops = shares.copy()
            if name in exact:
                values_of, chances = exact[name]
                likely = np.histogram(values_of, edges, weights=chances)[0]
                axes.hlines(
                    likely,
                    edges[:-1] + 0.02 * width,
                    edges[1:] - 0.02 * width,
                    color=INK,
                    linewidth=2,
                    label=texts["exact"],
                )
                axes.legend(loc="upper right")
                tops = np.maximum(shares, likely)
            for x, share, top in zip(centres, shares, tops, strict=True):
                if share and name not in few:
                    axes.annotate(
                        _share(share, lang),
                        (x, top),
                        (0, 3),
                        textcoords="offset points",
                        ha="center",
                        fontsize=8,
                        color=QUIET,
                        bbox={"facecolor": PAPER, "linewidth": 0, "pad": 0.5, "alpha": 0.8},
                        zorder=4,
                    )
            mean, low, high = mean_interval(values)
            axes.axvline(mean, color=INK, linewidth=1.5)
            if not math.isnan(low):
                axes.axvspan(low, high, color=INK, alpha=0.18, linewidth=0)
            above = filter(None, (_mean_title(name, values, say), apart.get(name)))
            axes.set_title("\n".join(above), color=colour, fontweight="bold")
            axes.set_ylabel(texts["share"])
            axes.yaxis.set_major_formatter(lambda share, _: percent(share, lang))
            axes.margins(y=0.16)
        ticks = centres if single else edges
        wide = max(len(format_number(tick)) for tick in ticks) * len(ticks) > ROOM
        rows[-1].set_xticks(ticks[:: 2 if wide else 1])
        rows[-1].set_xlabel(
            texts["numbers" if single else "bins"].format(
                unit=unit or texts["value"], width=format_number(width, lang)
            )
        )
    return figure


def bin_edges(values: Sample) -> Sample:
    """Return the edges of at most 16 bins of width 1, 2 or 5 times a power of ten.

    Bins of a single integer are centred on it; others begin at a multiple of their width, which
    belongs to them, and have integer edges for integers.

    Parameters
    ----------
    values : array of float
    """
    low, high = float(values.min()), float(values.max())
    whole = bool((values % 1 == 0).all())
    if whole and high - low < MOST_BINS:
        return np.arange(low - 0.5, high + 1)
    ten = 10.0 ** math.floor(math.log10((high - low) / MOST_BINS or 1))
    for width in (ten * step for step in (1, 2, 5, 10, 20)):
        first, last = math.floor(low / width), math.floor(high / width) + 1
        if last - first <= MOST_BINS and (width > 1 or not whole):
            break
    return np.arange(first, last + 1).astype(np.float64) * width


def _share(share: float, lang: str) -> str:
    """Format a share in whole per cent; a positive share below that as less than 1 %."""
    return percent(share, lang) if share > 0.005 else f"<\u00a0{percent(0.01, lang)}"


def _mean_title(name: str, values: Sample, say: CellTexts) -> str:
    """Return a sample's mean with its interval, and its size."""
    texts = words(say.lang)["charts"]["distributions"]
    mean, low, high = mean_interval(values)
    digits = decimals((high - low) / 2) if high > low else None
    parts = {
        key: format_number(number, say.lang, digits)
        for key, number in (("mean", mean), ("low", low), ("high", high))
    }
    key = "mean_alone" if math.isnan(low) else "mean"
    return str(texts[key].format(name=name, count=format_number(len(values), say.lang), **parts))


def _apart(samples: Mapping[str, Sample], name: str, paired: bool, say: CellTexts) -> str:
    """Return a sample's difference from the first one; empty for that one, or without interval."""
    first, reference = next(iter(samples.items()))
    if name == first:
        return ""
    values = samples[name]
    difference = mean_interval(values - reference) if paired else welch(values, reference)
    if math.isnan(difference.low):
        return ""
    digits = decimals((difference.high - difference.low) / 2)
    text = say.estimate(difference, lambda number: say.number(number, digits, sign=True))
    return say("from", name=first, text=text)


def _chances(name: str, exact: Mapping[Any, Any]) -> tuple[Sample, Sample]:
    if not isinstance(exact, Mapping):
        raise RulesError("exact: of {name} each number with its chance is needed", name=name)
    values = numbers(f"exact: {name}", list(exact))
    chances = numbers(f"exact: {name}", list(exact.values()))
    for value, chance in zip(exact, chances, strict=True):
        if not 0 <= chance <= 1:
            raise RulesError(
                "exact: {name}: the chance of {value} is {chance}, not from 0 to 1",
                name=name,
                value=value,
                chance=chance,
            )
    if abs(chances.sum() - 1) > 1e-6:
        raise RulesError(
            "exact: {name}: the chances sum to {sum:g}, not to 1", name=name, sum=chances.sum()
        )
    return values, chances
