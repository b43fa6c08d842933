"""The calibration of predicted probabilities: their agreement with the outcomes."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.charts.style import INK, QUIET, drawing
from skyjo_widget.errors import RulesError
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import wilson
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.numbers import format_number, numbers, percent, plain, typed
from skyjo_widget.util.validation import whole_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENOUGH = 30
"""The number of predictions below which there is no verdict."""
TITLE, LINE = 84, 92
"""The number of characters that fit into a line of the title, and of what stands below it."""
NO_CHANCE = ("mean", "best")
"""Questions that ask for points or an action, not for a probability."""


@in_its_language
def calibration(predictions: pd.DataFrame, *, bins: int = 5) -> Calibration:
    """Compare predicted probabilities with the outcomes.

    Parameters
    ----------
    predictions : DataFrame
        The columns `value` (a probability from 0 to 1), `outcome` and `coach` of
        ``log.predictions``; rows with a `choice` in place of a value, or with the `question`
        ``mean``, aren't probabilities and are counted separately.
    bins : int
        The number of equal bins from 0 to 1.

    Returns
    -------
    Calibration

    Raises
    ------
    RulesError
        If a column is missing, or a value is no probability: the message names its row.

    Examples
    --------
    >>> import pandas as pd
    >>> predictions = pd.DataFrame(
    ...     {"value": [0.9, 0.8, 0.3, 0.1], "outcome": [True, True, False, False]}
    ... )
    >>> round(calibration(predictions).brier, 4)
    0.0375
    """
    return Calibration(predictions, bins=bins)


@speaks
class Calibration(CellView):
    """The calibration of predictions; made by `calibration`.

    Parameters
    ----------
    predictions : DataFrame
    bins : int

    Attributes
    ----------
    count : int
        The number of predictions with an outcome.
    unknown : int
        The number left out because their outcome isn't known yet.
    no_chance : int
        The number of rows left out because they hold an action or a mean, not a probability.
    frame : DataFrame
        A row for each bin that has predictions: `start`, `end`, `n`, `prediction` (their mean),
        `came_true` (the share), `low`, `high` (its 95 % interval, Wilson), `coach` (the mean of
        the coach's probabilities) and `coach_n` (their number).
    base_rate : float
        The share of all that came true; NaN if there are none.
    brier : float
        The mean of (prediction − outcome)² with outcomes 1 or 0: 0 is perfect, a constant
        prediction of 50 % gets 0.25.  NaN if there are none.
    references : DataFrame
        Scores for comparison: `reference` (``coach``, and ``base rate``: a constant prediction
        of the final share), `n`, its `brier`, and `own`, the Brier score of the predictions on
        the same `n` rows.

    Notes
    -----
    Brier, "Verification of forecasts expressed in terms of probability" (1950).
    """

    def __init__(self, predictions: pd.DataFrame, *, bins: int = 5) -> None:
        bins = whole_number("bins", bins)
        if not 1 <= bins <= 20:
            raise RulesError("bins={bins}: a whole number from 1 to 20 is needed", bins=bins)
        if not isinstance(predictions, pd.DataFrame):
            raise RulesError(
                "predictions={predictions!r:.60}: a table is needed", predictions=predictions
            )
        if missing := [c for c in ("value", "outcome") if c not in predictions]:
            raise RulesError("predictions: the column {missing!r} is missing", missing=missing[0])
        stated = pd.Series(True, predictions.index)
        if "choice" in predictions:
            stated &= predictions["choice"].isna()
        if "question" in predictions:
            stated &= ~predictions["question"].isin(NO_CHANCE)
        rows = predictions[stated]
        self.no_chance: int = len(predictions) - len(rows)
        values = _chances(rows["value"], "value")
        coach = rows["coach"] if "coach" in rows else pd.Series(pd.NA, rows.index)
        coach = _chances(coach, "coach")
        decided = rows["outcome"].notna()
        self.unknown: int = int((~decided).sum())
        self.count: int = int(decided.sum())
        value = values[decided].to_numpy(float)
        outcome = _outcomes(rows.loc[decided, "outcome"])
        by_coach = coach[decided].to_numpy(float, na_value=np.nan)
        self.frame: pd.DataFrame = _binned(value, outcome, by_coach, bins)
        self.base_rate: float = float(outcome.mean()) if self.count else math.nan
        self.brier: float = _brier(value, outcome)
        has_coach = ~np.isnan(by_coach)
        self.references: pd.DataFrame = pd.DataFrame(
            {
                "reference": ["coach", "base rate"],
                "n": [int(has_coach.sum()), self.count],
                "brier": [
                    _brier(by_coach[has_coach], outcome[has_coach]),
                    _brier(np.full(self.count, self.base_rate), outcome),
                ],
                "own": [_brier(value[has_coach], outcome[has_coach]), self.brier],
            }
        )

    def verdict(self, lang: str = "en") -> str:
        """Return the result in a sentence; with few predictions, that they are too few.

        Parameters
        ----------
        lang : str
        """
        texts = words(lang)["charts"]["calibration"]
        if self.count < ENOUGH:
            return str(texts["few"].format(count=format_number(self.count, lang), enough=ENOUGH))
        fits = self.frame["prediction"].between(self.frame["low"], self.frame["high"])
        return str(
            texts["fits"].format(
                fits=int(fits.sum()), bins=len(fits), count=format_number(self.count, lang)
            )
        )

    def picture(self, lang: str | None = None) -> Figure:
        """Draw predictions against the share that came true, as a Matplotlib figure.

        Parameters
        ----------
        lang : str

        Raises
        ------
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        lang = lang or self.lang
        texts = words(lang)["charts"]["calibration"]
        table = self.frame
        with drawing(7, 6.4, lang) as figure:
            axes = figure.subplots()
            axes.plot([0, 1], [0, 1], "--", color=QUIET, linewidth=1.5, label=texts["diagonal"])
            with_coach = table[table["coach_n"] > 0]
            if len(with_coach):
                axes.scatter(
                    with_coach["coach"],
                    with_coach["came_true"],
                    s=55,
                    marker="D",
                    facecolor="none",
                    edgecolor=COLOURS[1],
                    linewidth=1.2,
                    label=texts["coach"],
                    zorder=4,
                )
            if len(table):
                below, above = (
                    table["came_true"] - table["low"],
                    table["high"] - table["came_true"],
                )
                axes.errorbar(
                    table["prediction"],
                    table["came_true"],
                    yerr=[below.clip(lower=0), above.clip(lower=0)],
                    fmt="none",
                    ecolor=COLOURS[0],
                    elinewidth=1.5,
                    capsize=4,
                )
                axes.scatter(
                    table["prediction"],
                    table["came_true"],
                    s=30 + 370 * table["n"] / table["n"].max(),
                    color=COLOURS[0],
                    alpha=0.85,
                    label=texts["points"],
                    zorder=3,
                )
                for row in table.itertuples():
                    axes.annotate(
                        f"n = {row.n}",
                        (row.prediction, row.high),
                        (0, 4),
                        textcoords="offset points",
                        ha="center",
                        fontsize=9,
                        color=INK,
                    )
            axes.set_xlim(-0.05, 1.05)
            axes.set_ylim(-0.05, 1.08)
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_ticks([0, 0.2, 0.4, 0.6, 0.8, 1])
                axis.set_major_formatter(lambda share, _: percent(share, lang))
            axes.set_xlabel(texts["x"])
            axes.set_ylabel(texts["y"])
            axes.grid(color="0.92")
            axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.11), ncols=1, alignment="left")
            figure.suptitle(
                textwrap.fill(self.verdict(lang), TITLE), x=0.01, ha="left", fontsize=11
            )
            axes.set_title(
                "\n".join(textwrap.fill(line, LINE) for line in self._scores(lang)), fontsize=9
            )
        return figure

    def _scores(self, lang: str) -> list[str]:
        """Return lines with the Brier scores and the number of rows left out."""
        texts = words(lang)["charts"]["calibration"]
        lines = []
        coach, base = self.references.to_dict("records")
        if self.count:
            own, low = format_number(self.brier, lang, 3), format_number(base["brier"], lang, 3)
            lines.append(texts["brier"].format(own=own, base=low))
        if coach["n"]:
            scores = {key: format_number(coach[key], lang, 3) for key in ("brier", "own")}
            lines.append(texts["brier_coach"].format(n=format_number(coach["n"], lang), **scores))
        if self.unknown:
            lines.append(texts["unknown"].format(count=format_number(self.unknown, lang)))
        if self.no_chance:
            lines.append(texts["no_chance"].format(count=format_number(self.no_chance, lang)))
        return lines

    def __repr__(self) -> str:
        return "\n".join([self.verdict(self.lang), *self._scores(self.lang)])

    def _face(self, say: CellTexts) -> markup.Html:
        lines = [
            (
                say.interval(row["start"], row["end"], 0),
                str(row["n"]),
                say.percent(row["prediction"], 0),
                say.percent(row["came_true"], 0),
                markup.bar(row["came_true"]),
                say.interval(row["low"], row["high"], 0),
            )
            for row in self.frame.to_dict("records")
        ]
        heads = ("said", "n", "average", "came_true", "", "interval")
        notes = (self.verdict(say.lang), *self._scores(say.lang))
        return say.face(
            say("calibration"),
            say.rows(heads, lines) if lines else "",
            *(markup.paragraph(note) for note in notes),
            sub=say("predictions", count=self.count),
        )


def _chances(values: pd.Series[Any], column: str) -> pd.Series[Any]:
    """Check the probabilities of a column and parse texts; the coach's may be missing."""
    chances = []
    for row, value in values.items():
        if column == "coach" and pd.isna(value):
            chances.append(value)
            continue
        if isinstance(value, str):
            value = typed(f"predictions: row {row}: {column}", value)  # noqa: PLW2901
        if not isinstance(value, Real) or isinstance(value, bool) or not 0 <= float(value) <= 1:
            raise RulesError(
                "predictions: row {row}: {column} is {value!r}; a chance is a number from 0 to 1",
                row=row,
                column=column,
                value=plain(value),
            )
        chances.append(value)
    return pd.Series(chances, values.index, object)


def _outcomes(values: pd.Series[Any]) -> npt.NDArray[np.float64]:
    outcomes = numbers("outcome", values) if len(values) else np.empty(0)
    for row, value in zip(values.index, outcomes, strict=True):
        if value not in (0, 1):
            raise RulesError(
                "predictions: row {row}: outcome is {value:g}; true or false is needed",
                row=row,
                value=value,
            )
    return outcomes


def _brier(chances: npt.NDArray[np.float64], outcomes: npt.NDArray[np.float64]) -> float:
    return float(np.mean((chances - outcomes) ** 2)) if len(chances) else math.nan


def _binned(
    value: npt.NDArray[np.float64],
    outcome: npt.NDArray[np.float64],
    coach: npt.NDArray[np.float64],
    bins: int,
) -> pd.DataFrame:
    # A value on an edge belongs to the upper bin, even if rounding puts it slightly below.
    place = np.minimum((value * bins + 1e-9).astype(int), bins - 1)
    rows: list[dict[str, Any]] = []
    for b in np.unique(place):
        inside = place == b
        n, true = int(inside.sum()), float(outcome[inside].sum())
        by_coach = coach[inside][~np.isnan(coach[inside])]
        low, high = wilson(true, n)
        rows.append(
            {
                "start": int(b) / bins,
                "end": (int(b) + 1) / bins,
                "n": n,
                "prediction": float(value[inside].mean()),
                "came_true": true / n,
                "low": low,
                "high": high,
                "coach": _mean(by_coach),
                "coach_n": len(by_coach),
            }
        )
    columns = ("start", "end", "n", "prediction", "came_true", "low", "high", "coach", "coach_n")
    return pd.DataFrame(rows, columns=list(columns))


def _mean(values: Iterable[float]) -> float:
    terms = list(values)
    return sum(terms) / len(terms) if terms else math.nan
