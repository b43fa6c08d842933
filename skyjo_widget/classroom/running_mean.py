"""A widget for the law of large numbers: a running mean that converges to its exact value.

A `RunningMean` is an anywidget of its own.  Python draws all numbers and sends the means at some
hundred sample sizes; the browser animates them at the chosen speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

import numpy as np
import numpy.typing as npt
import traitlets

from skyjo_widget.board.front import Front
from skyjo_widget.board.lazy_widget import flexible
from skyjo_widget.errors import RulesError
from skyjo_widget.odds import Odds
from skyjo_widget.odds.base import TableOdds
from skyjo_widget.odds.grid_columns import simulated
from skyjo_widget.odds.grids import GridOdds
from skyjo_widget.odds.law import Law
from skyjo_widget.odds.unseen import Unseen
from skyjo_widget.util.i18n import words
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
RUNS = 12
"""Most runs to show."""
WORLDS = 10_000
"""Worlds dealt at a time, to limit memory."""


def running_mean(
    what: Odds | Iterable[Any],
    of: Of = "next draw",
    *,
    draws: int = 10_000,
    seed: int = 0,
    exact: Real | None = None,
    title: str | None = None,
    unit: str | None = None,
    each: str | None = None,
    axis: Axis | None = None,
    lang: str = "en",
) -> RunningMean:
    """Show how a running mean converges.

    Parameters
    ----------
    what : odds, or iterable of number
        ``table.odds()``: the cards that a seat doesn't see are dealt again and again; the exact
        mean and standard deviation are those of the odds.  Or numbers of games already played,
        in order, such as ``simulation.rounds["score"]``; True counts 1.
    of : {"next draw", "hidden card", "score"}
        With odds: the draw pile's next card, a card that lies face down, or the own raw score
        if the round ended now.
    draws, seed : int
        With odds: the number of deals, and their seed.
    exact : float or Fraction, optional
        With numbers: a reference mean.
    title, unit, each : str, optional
        The heading; the unit of the numbers; the label of the horizontal axis.
    axis : {"log", "linear"}, optional
        The scale of the horizontal axis; by default logarithmic from a thousand on.
    lang : str

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
    of = cast("Of", choice("of", of, get_args(Of)))
    if exact is not None:
        raise RulesError("exact= is for numbers of played games: odds have their own")
    if not isinstance(what, GridOdds):
        raise RulesError("a card may be wild here, and has no number: there is no mean of it")
    draw, mean, sd = _SOURCES[of](what)
    key = of.replace(" ", "_")
    return RunningMean(
        draw,
        mean=mean,
        sd=sd,
        title=texts["titles"][key] if title is None else title,
        unit=texts["points"] if unit is None else unit,
        each=texts["each"][key] if each is None else each,
        draws=draws,
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
    return _one_of(odds.unseen)


def _one_of(cards: Unseen) -> tuple[Sampler, Fraction, float]:
    """Return a sampler of a uniformly drawn card, with its mean and standard deviation."""
    if not cards.total:
        raise RulesError("there is no such card: nothing can be drawn")
    pile = np.repeat([*cards.counts], [*cards.counts.values()])
    mean, sd = moments({value: cards.chance(value) for value in cards.counts})
    return lambda rng, n: pile[rng.integers(len(pile), size=n)], mean, sd


def _score(odds: GridOdds) -> tuple[Sampler, Fraction, float]:
    """Return a sampler of the own raw score with hidden places dealt from the unseen cards."""

    def draw(rng: np.random.Generator, n: int) -> npt.ArrayLike:
        pieces = [min(WORLDS, n - start) for start in range(0, n, WORLDS)]
        return np.concatenate(
            [simulated([odds.columns], odds.unseen, odds.clear, rng, m)[:, 0] for m in pieces]
        )

    _, sd = moments(odds.score())  # simulated for a large grid, unlike the mean
    return draw, odds.mean, sd


_SOURCES = {"next draw": _next_draw, "hidden card": _hidden_card, "score": _score}


class RunningMean(Front, kind="mean"):
    """A running mean that grows while one looks at it.

    Parameters
    ----------
    values : Sampler or iterable of number
        What draws them, ``draw(rng, n)``, or the numbers themselves, two at least.
    mean : float or Fraction, optional
        The exact one, or one to compare with; without it the band lies round the mean so far.
    sd : float, optional
        The exact standard deviation; else that of the numbers, and the band says so.
    title, unit, each : str
        The heading; the unit of the numbers; the label of the horizontal axis.
    draws, seed : int
        How many numbers the sampler draws, and the seed of that.
    axis : {"log", "linear"}, optional
        As in `running_mean`.
    lang : str

    Attributes
    ----------
    chart : dict
        The data that the browser shows.
    frame : DataFrame
        The newest run at the shown sample sizes: `n`, `mean`, `low`, `high`.

    Raises
    ------
    RulesError
        If a value isn't a number (the message names its row), or an option is unknown.

    Notes
    -----
    The band is mean ± 2σ/√n.  At any one n some 95 % of all runs lie inside, once n is large
    enough for the central limit theorem; a single run may well leave it for a while.
    """

    present = ("chart",)
    chart = traitlets.Dict().tag(sync=True)

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
        seed: int = 0,
        axis: Axis | None = None,
        lang: str = "en",
    ) -> None:
        if axis is not None:
            axis = cast("Axis", choice("axis", axis, get_args(Axis)))
        self._mean = None if mean is None else float(numbers("mean", [mean])[0])
        self._sd = None if sd is None else float(numbers("sd", [sd])[0])
        if self._sd is not None and self._sd < 0:
            raise RulesError(f"sd={sd}: a standard deviation from 0 is needed")
        self._draw: Sampler | None = None
        if callable(values):
            self._draw = values
            self._count = whole_number("draws", draws)
            self._random = np.random.default_rng(seed_number(seed))
            first = self._drawn()
        else:
            first = numbers("values", values)
            self._count = len(first)
        if not 2 <= self._count <= MOST:
            raise RulesError(f"{self._count} values: from 2 to {MOST:,} are needed")
        axis = axis or ("log" if self._count >= TENFOLD else "linear")
        spaced = np.geomspace if axis == "log" else np.linspace
        self._n = np.unique(np.round(spaced(1, self._count, PLACES)).astype(int))
        self._runs: list[npt.NDArray[np.float64]] = []
        self._about = {
            "lang": lang,
            "title": plain_text(title, "title"),
            "unit": plain_text(unit, "unit"),
            "each": plain_text(each, "each"),
            "axis": axis,
            "words": words(lang)["charts"]["running_mean"],
            "renews": self._draw is not None,
        }
        super().__init__(chart=self._with(first), layout=flexible(flex="1 1 20rem"))
        self.on_msg(self._receive)

    def renew(self) -> None:
        """Draw another run; the earlier ones stay as thin lines.

        Raises
        ------
        RulesError
            If these are numbers of played games.
        """
        if self._draw is None:
            raise RulesError("these numbers were played: there are no others to draw")
        self.chart = self._with(self._drawn())

    @property
    def frame(self) -> pd.DataFrame:
        """The newest run at the shown sample sizes."""
        import pandas as pd  # noqa: PLC0415  (it is loaded on first use)

        shown = self.chart
        columns = {"n": shown["n"], "mean": shown["runs"][-1]}
        return pd.DataFrame({**columns, "low": shown["low"], "high": shown["high"]})

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if content == {"type": "new run"} and self._draw:
            self.renew()

    def _drawn(self) -> npt.NDArray[np.float64]:
        if not 2 <= self._count <= MOST:  # before it takes all memory
            raise RulesError(f"draws={self._count}: from 2 to {MOST:,} are needed")
        assert self._draw is not None
        found = np.asarray(self._draw(self._random, self._count))
        if found.shape != (self._count,):
            raise RulesError(
                f"the sampler gave an array of shape {found.shape}, ({self._count},) was asked for"
            )
        if found.dtype.kind not in "buif" or not np.isfinite(found).all():
            return numbers("sampler", found.tolist())  # raises with the reason
        return found.astype(np.float64)

    def _with(self, values: npt.NDArray[np.float64]) -> dict[str, Any]:
        """Return the chart with one more run."""
        means = values.cumsum()[self._n - 1] / self._n
        self._runs = [*self._runs, means][-RUNS:]
        spread = float(values.std(ddof=1)) if self._sd is None else self._sd
        centre = means if self._mean is None else np.full(len(means), self._mean)
        errors = 2 * spread / np.sqrt(self._n)
        low, high = centre - errors, centre + errors
        # On a linear axis the noisy first hundredth would dominate the range.
        calm = self._n * 100 >= (self._count if self._about["axis"] == "linear" else 0)
        shown = np.concatenate([part[calm] for part in (*self._runs, low, high)])
        room = 0.04 * float(np.ptp(shown)) or 1.0
        return {
            **self._about,
            "band": "own" if self._mean is None else "reference" if self._sd is None else "exact",
            "mean": self._mean,
            "n": self._n.tolist(),
            "runs": [run.tolist() for run in self._runs],
            "low": low.tolist(),
            "high": high.tolist(),
            "range": [float(shown.min()) - room, float(shown.max()) + room],
            "digits": decimals(float(errors[-1])),
        }
