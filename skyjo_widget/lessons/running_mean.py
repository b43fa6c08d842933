"""A widget for the law of large numbers: a running mean that converges to its exact value.

A `RunningMean` is an anywidget of its own.  Python draws all numbers and sends the means at some
hundred sample sizes; the browser animates them at the chosen speed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast, get_args

import numpy as np
import numpy.typing as npt
import traitlets

from skyjo_widget.errors import RulesError
from skyjo_widget.front.front import Front, dictionary
from skyjo_widget.front.js_bundle import page_module, page_style
from skyjo_widget.front.lazy_widget import flexible
from skyjo_widget.lessons.run_tally import RunTally, tally_sizes
from skyjo_widget.odds import Odds
from skyjo_widget.odds.base import TableOdds
from skyjo_widget.odds.grid_columns import simulated
from skyjo_widget.odds.grids import GridOdds
from skyjo_widget.odds.law import Event, Law
from skyjo_widget.odds.unseen import Unseen
from skyjo_widget.replays.page import standalone
from skyjo_widget.util.files import write_new
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.numbers import decimals, numbers
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import plain_text, seed_number, whole_number

if TYPE_CHECKING:
    import pandas as pd

Sampler = Callable[[np.random.Generator, int], npt.ArrayLike]
"""A function of a generator and n that returns n random numbers."""
Of = Literal["next draw", "hidden card", "score"]
Axis = Literal["log", "linear"]
Real = float | Fraction

PLACES = 400
"""Most sample sizes at which a mean is sent."""
MOST = 1_000_000
"""Most draws of a run."""
TENFOLD = 1000
"""Draws from which the horizontal axis is logarithmic by default."""
RUNS = 20
"""Most runs to show; a button draws up to as many."""
MOST_RUNS = 1000
"""Most runs that are tallied."""
WORLDS = 10_000
"""Worlds dealt at a time, to limit memory."""


@in_its_language
def running_mean(
    what: Odds | Iterable[Any],
    of: str = "next draw",
    *,
    draws: int = 10_000,
    runs: int = 1,
    seed: int | str | None = 0,
    exact: Real | None = None,
    title: str | None = None,
    unit: str | None = None,
    each: str | None = None,
    axis: Axis | None = None,
    lang: str | None = None,
) -> RunningMean:
    """Show how a running mean converges.

    Parameters
    ----------
    what : odds, or iterable of number
        ``table.odds()``: the cards that a seat doesn't see are dealt again and again; the exact
        mean and standard deviation are those of the odds.  Or numbers of games already played,
        in order, such as ``simulation.rounds["score"]``; True counts 1.
    of : {"next draw", "hidden card", "score"} or an event
        With odds: the draw pile's next card (X), a card that lies face down (Y), or the own raw
        score if the round ended now (S).  With an event of one of them, such as ``"X <= 4"``, it
        is its frequency.
    draws, runs, seed : int
        With odds: the number of deals of a run, the number of runs, and the seed of all.
    exact : float or Fraction, optional
        With numbers: a reference mean; for True and False a reference probability.
    title, unit, each : str, optional
        The heading; the unit of the numbers; the label of the horizontal axis.
    axis : {"log", "linear"}, optional
        The scale of the horizontal axis; by default logarithmic from a thousand on.
    lang : str, optional

    Returns
    -------
    RunningMean

    Raises
    ------
    RulesError
        If there is nothing to draw, a value isn't a number (the message names its row), or an
        option is unknown.

    Examples
    --------
    >>> played = simulate("skyjo", ["greedy", "random"], games=20, seed=1)
    >>> chart = running_mean(played.rounds["score"], unit="points")
    >>> type(chart).__name__
    'RunningMean'
    """
    lang = call_language(lang)
    texts = words(lang)["charts"]["running_mean"]
    if not isinstance(what, TableOdds):
        return RunningMean(
            what,
            mean=exact,
            title=texts["titles"]["values"] if title is None else title,
            unit=unit or "",
            each=texts["each"]["values"] if each is None else each,
            axis=axis,
            lang=lang,
        )
    is_event = isinstance(of, str) and any(sign in of for sign in _COMPARISONS)
    if not is_event:
        of = choice("of", of, (*get_args(Of), "X <= 4"))
    if exact is not None:
        raise RulesError("exact= is for numbers of played games: odds have their own")
    if not isinstance(what, GridOdds):
        raise RulesError("a card may be wild here, and has no number: there is no mean of it")
    if is_event:
        event = what.p(of)
        source = _VARIABLES[event.law.name]
        draw, mean, sd = _frequency(what, source, event)
        condition = event.condition.text(event.law.name, lang)
        heading = texts["titles"]["frequency"].format(
            event=condition, name=event.law.name, what=words(lang)["law"]["of"][event.law.name]
        )
    else:
        source = cast("Of", of)
        draw, mean, sd = _SOURCES[source](what)
        heading = texts["titles"][source.replace(" ", "_")]
    return RunningMean(
        draw,
        mean=mean,
        sd=sd,
        title=heading if title is None else title,
        unit=("" if is_event else texts["points"]) if unit is None else unit,
        each=texts["each"][source.replace(" ", "_")] if each is None else each,
        draws=draws,
        runs=runs,
        seed=seed,
        axis=axis,
        lang=lang,
    )


def moments(chances: Mapping[int, Fraction]) -> tuple[Fraction, float]:
    """Return the exact mean of a distribution and its standard deviation."""
    law = Law(chances)
    return law.expectation, law.sd


# Samplers


def _next_draw(odds: GridOdds) -> tuple[Sampler, Fraction, float]:
    return _one_of(odds.next_draw)


def _hidden_card(odds: GridOdds) -> tuple[Sampler, Fraction, float]:
    return _one_of(odds.face_down)


def _one_of(cards: Unseen) -> tuple[Sampler, Fraction, float]:
    """Return a sampler of a uniformly drawn card, with its mean and standard deviation."""
    if not cards.total:
        raise RulesError("there is no such card: nothing can be drawn")
    pile = np.repeat([*cards.counts], [*cards.counts.values()])
    mean, sd = moments({value: cards.chance(value) for value in cards.counts})
    return lambda rng, n: pile[rng.integers(len(pile), size=n)], mean, sd


def _score(odds: GridOdds) -> tuple[Sampler, Fraction, float]:
    """Return a sampler of the own raw score with hidden places dealt from `GridOdds.face_down`."""

    def draw(rng: np.random.Generator, n: int) -> npt.ArrayLike:
        pieces = [min(WORLDS, n - start) for start in range(0, n, WORLDS)]
        return np.concatenate(
            [simulated([odds.columns], odds.face_down, odds.clear, rng, m)[:, 0] for m in pieces]
        )

    _, sd = moments(odds.score())  # simulated for a large grid, unlike the mean
    return draw, odds.mean, sd


def _frequency(odds: GridOdds, source: Of, event: Event) -> tuple[Sampler, Fraction, float]:
    """Return a sampler of whether an event occurs, with its exact probability."""
    if event.error is not None:
        raise RulesError(
            "the grid has more hidden cards than the odds can count: the probability of "
            "a score isn't known exactly"
        )
    draw, _, _ = _SOURCES[source](odds)
    occurs = [value for value in event.law if event.condition.holds(value)]
    chance = event.probability
    sd = math.sqrt(chance * (1 - chance))
    return lambda rng, n: np.isin(np.asarray(draw(rng, n)), occurs), chance, sd


_SOURCES = {"next draw": _next_draw, "hidden card": _hidden_card, "score": _score}


_VARIABLES: dict[str, Of] = {"X": "next draw", "Y": "hidden card", "S": "score"}
_COMPARISONS = "<>=≤≥≠"


class RunningMean(Front, kind="mean"):
    """A running mean that grows while one looks at it.

    Parameters
    ----------
    values : Sampler or iterable of number
        What draws them, ``draw(rng, n)``, or the numbers themselves, two at least.  True and
        False make it a frequency.
    mean : float or Fraction, optional
        The exact one, or one to compare with; without it the band lies round the mean so far.
    sd : float, optional
        The exact standard deviation; else that of the numbers, and the band says so.
    title, unit, each : str
        The heading; the unit of the numbers; the label of the horizontal axis.
    draws, runs, seed : int
        How many numbers the sampler draws in a run, how many runs, and the seed of all.
    axis : {"log", "linear"}, optional
        As in `running_mean`.
    lang : str

    Attributes
    ----------
    chart : dict
        The data that the browser shows.
    frame : DataFrame
        The newest run at the shown sample sizes: `n`, `mean`, `low`, `high`.
    tally : DataFrame
        The counts of the runs inside the band, and those that were expected.

    Raises
    ------
    RulesError
        If a value isn't a number (the message names its row), or an option is unknown.

    Notes
    -----
    The band is mean ± 2σ/√n.  At any one n some 95 % of all runs lie inside, once n is large
    enough for the central limit theorem; a single run may well leave it for a while.  A frequency
    with probability p has σ = √(p(1 − p)).
    """

    present: ClassVar[tuple[str, ...]] = ("chart",)
    chart: traitlets.Dict[str, Any] = dictionary()

    def __init__(
        self,
        values: Sampler | Iterable[Any],
        *,
        mean: Real | None = None,
        sd: float | None = None,
        title: str,
        unit: str = "",
        each: str = "n",
        draws: int = 10_000,
        runs: int = 1,
        seed: int | str | None = 0,
        axis: Axis | None = None,
        lang: str = "en",
    ) -> None:
        if axis is not None:
            axis = cast("Axis", choice("axis", axis, get_args(Axis)))
        self._mean = None if mean is None else float(numbers("mean", [mean])[0])
        self._sd = None if sd is None else float(numbers("sd", [sd])[0])
        if self._sd is not None and self._sd < 0:
            raise RulesError("sd={sd}: a standard deviation from 0 is needed", sd=sd)
        runs = whole_number("runs", runs)
        self._draw: Sampler | None = None
        if callable(values):
            self._draw = values
            self._count = whole_number("draws", draws)
            self._random = np.random.default_rng(seed_number(seed))
            first = self._drawn()
        else:
            values = list(values) if isinstance(values, Iterator) else values
            first = numbers("values", values)
            if all(isinstance(value, (bool, np.bool_)) for value in values):
                first = first.astype(bool)
            self._count = len(first)
        if not 2 <= self._count <= MOST:
            raise RulesError(
                "{count} values: from 2 to {most:,} are needed", count=self._count, most=MOST
            )
        if not 1 <= runs <= MOST_RUNS or (runs > 1 and not self._draw):
            raise RulesError(
                "runs={runs}: from 1 to {most_runs:,} are needed; numbers that were played are 1",
                runs=runs,
                most_runs=MOST_RUNS,
            )
        self._frequency = frequency = first.dtype == bool
        self._sd_is_exact = self._sd is not None
        if frequency and self._sd is None and self._mean is not None and 0 <= self._mean <= 1:
            self._sd = math.sqrt(self._mean * (1 - self._mean))
        axis = axis or ("log" if self._count >= TENFOLD else "linear")
        spaced = np.geomspace if axis == "log" else np.linspace
        sizes = tally_sizes(self._count)
        places = np.round(spaced(1, self._count, PLACES)).astype(int)
        self._n = np.union1d(places, sizes)
        self._tally = RunTally(sizes, mean=self._mean, sd=self._sd, frequency=frequency)
        self._runs: list[npt.NDArray[np.float64]] = []
        self._about = {
            "lang": lang,
            "title": plain_text(title, "title"),
            "unit": plain_text(unit, "unit"),
            "each": plain_text(each, "each"),
            "axis": axis,
            "words": self._words(lang),
            "renews": self._draw is not None,
        }
        self._add(first)
        for _ in range(runs - 1):
            self._add(self._drawn())
        super().__init__(chart=self._drawing(), layout=flexible(flex="1 1 20rem"))
        self.on_msg(self._receive)

    def renew(self, runs: int = 1) -> None:
        """Draw further runs; the earlier ones stay as thin lines.

        Parameters
        ----------
        runs : int
            How many.

        Raises
        ------
        RulesError
            If these are numbers of played games, or there are too many runs.
        """
        runs = whole_number("runs", runs)
        if self._draw is None:
            raise RulesError("these numbers were played: there are no others to draw")
        most = MOST_RUNS - self._tally.runs
        if not 1 <= runs <= most:
            raise RulesError(
                "runs={runs}: from 1 to {most:,} more are possible", runs=runs, most=most
            )
        for _ in range(runs):
            self._add(self._drawn())
        self.chart = self._drawing()

    @property
    def frame(self) -> pd.DataFrame:
        """The newest run at the shown sample sizes."""
        import pandas as pd  # noqa: PLC0415  (it is loaded on first use)

        chart = self.chart
        columns = {"n": chart["n"], "mean": self._runs[-1]}
        return pd.DataFrame({**columns, "low": chart["low"], "high": chart["high"]})

    @property
    def tally(self) -> pd.DataFrame:
        """Counts of the runs inside the band; a row for n = 10, 100, 1000 and the last n.

        The columns are: `n`; `band`, ``2σ/√n``, and of a frequency also ``1/√n``; `half_width`,
        its value; `runs`; `inside`, how many means lie no further from the exact one; and
        `expected`, how many would by the normal approximation, with their `expected_share`:
        P(|Z| ≤ 2) = 95.4 %, and for 1/√n P(|Z| ≤ 1/σ), which is no less.  Without a mean to
        compare with it has no rows.
        """
        return self._tally.frame

    def to_html(
        self, path: str | Path, *, lang: str | None = None, overwrite: bool = False
    ) -> Path:
        """Write it as one page that opens anywhere, offline.

        The runs that are shown come one after the other, as they were drawn.

        Parameters
        ----------
        path : path
            The file.
        lang : str, optional
            The language of the page's words; the title, the unit and what is counted stay as they
            were given or made.  By default that of the chart.
        overwrite : bool
            Whether to replace an existing file.

        Returns
        -------
        Path
            The self-contained file.

        Raises
        ------
        RulesError
            If there is no such language, or `path` isn't a path.
        RecordError
            If the file exists, or can't be written.
        """
        lang = lang or self.chart["lang"]
        chart = {**self.chart, "lang": lang, "words": self._words(lang)}
        data = {"module": page_module(lang, "mean_page"), "chart": chart}
        own = ".sjm h4 { display: none; }"  # the page has it as its title
        style = page_style("pages/mean_page.js") + own
        html = standalone(self.chart["title"], data, style=style, lang=lang)
        return write_new(path, html, overwrite=overwrite)

    def _words(self, lang: str) -> dict[str, Any]:
        """Return the chart's texts in a language."""
        texts: dict[str, Any] = words(lang)["charts"]["running_mean"]
        return {**texts, **texts["of_frequency"]} if self._frequency else texts

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if self._draw is None:
            return
        left = MOST_RUNS - self._tally.runs
        wanted: dict[Any, int] = {"new run": 1, "fill": RUNS - self._tally.runs % RUNS}
        kind = content.get("type") if isinstance(content, dict) and len(content) == 1 else None
        if runs := min(wanted.get(kind, 0) if isinstance(kind, str) else 0, left):
            self.renew(runs)

    def _drawn(self) -> npt.NDArray[Any]:
        """Return the numbers of a run; booleans if it is a frequency."""
        if not 2 <= self._count <= MOST:  # before it takes all memory
            raise RulesError(
                "draws={count}: from 2 to {most:,} are needed", count=self._count, most=MOST
            )
        assert self._draw is not None
        sample = np.asarray(self._draw(self._random, self._count))
        if sample.shape != (self._count,):
            raise RulesError(
                "the sampler gave an array of shape {shape}, ({count},) was asked for",
                shape=sample.shape,
                count=self._count,
            )
        if sample.dtype.kind not in "buif" or not np.isfinite(sample).all():
            return numbers("sampler", sample.tolist())  # raises with the reason
        return sample if sample.dtype == bool else sample.astype(np.float64)

    def _add(self, values: npt.NDArray[Any]) -> None:
        """Count one more run."""
        means = values.cumsum()[self._n - 1] / self._n
        self._runs = [*self._runs, means][-RUNS:]
        self._spread = float(values.std(ddof=1)) if self._sd is None else self._sd
        self._tally.add(means[np.searchsorted(self._n, self._tally.sizes)], self._spread)

    def _drawing(self) -> dict[str, Any]:
        """Return the chart of the runs so far."""
        means = self._runs[-1]
        centre = means if self._mean is None else np.full(len(means), self._mean)
        errors = 2 * self._spread / np.sqrt(self._n)
        low, high = centre - errors, centre + errors
        # On a linear axis the noisy first hundredth would dominate the range.
        calm = self._n * 100 >= (self._count if self._about["axis"] == "linear" else 0)
        heights = np.concatenate([part[calm] for part in (*self._runs, low, high)])
        if self._frequency:
            heights = np.clip(heights, 0, 1)
        room = 0.04 * float(np.ptp(heights)) or 1.0
        digits = decimals(float(errors[-1]))
        return {
            **self._about,
            "band": "own" if self._mean is None else "exact" if self._sd_is_exact else "reference",
            "mean": self._mean,
            "n": self._n.tolist(),
            "runs": [run.round(digits + 4).tolist() for run in self._runs],
            "low": low.tolist(),
            "high": high.tolist(),
            "range": [float(heights.min()) - room, float(heights.max()) + room],
            "digits": digits,
            "tally": self._tally.rows(self._n),
        }
