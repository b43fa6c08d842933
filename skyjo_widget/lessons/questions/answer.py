"""The parts of an answer: numbers with intervals, what they are of, and moments of games."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget.frames.log import Log
from skyjo_widget.measures.choice_values import DecisionValues
from skyjo_widget.measures.definition import Measure
from skyjo_widget.measures.estimate import ANY, Estimate, Statistic, jackknife, ratio

LEAST: int = Measure.least
"""Games for an interval, as of a measure."""
MOST_ROWS = 12
"""The most players in a picture: those with the most observations."""
MOST_MOMENTS = 5

DATA: dict[str, Any] = {
    "game_id": "string",
    "decision": "Int64",
    "round": "Int64",
    "player": "string",
    "value": "Float64",
    "action": "string",
    "best": "string",
}
"""The columns of the observations and of the moments; those that a question hasn't are missing."""


class Row(NamedTuple):
    """A row of a picture.

    Parameters
    ----------
    about : str
        A player, or a part of the game; empty for all together.
    number : Estimate
    n : int
        The number of observations.
    """

    about: str
    number: Estimate
    n: int


@dataclasses.dataclass(frozen=True)
class Answer:
    """The answer to a question.

    Parameters
    ----------
    rows : list of Row
        All together first.
    data : DataFrame
        The observations, with the columns of `DATA`.
    moments : DataFrame
        The rows of `data` to look at first.
    reference : float, optional
        What chance alone would give.
    parts : dict
        More numbers of the sentence, by name.
    unit : str
        The unit of the values, if it isn't the question's.
    """

    rows: list[Row]
    data: pd.DataFrame
    moments: pd.DataFrame
    reference: float = math.nan
    parts: dict[str, float] = dataclasses.field(default_factory=dict)
    unit: str = ""


class NoAnswerError(Exception):
    """Raised by a question that these games don't answer; its text is a key of the reasons."""


@dataclasses.dataclass(frozen=True)
class Played:
    """Games as the questions see them.

    Parameters
    ----------
    log : Log
    source : Log or Simulation
        Where `measure` takes them from.
    practice : bool
        Whether practice tables count.
    values : DecisionValues, optional
        What decisions have cost, in chances to win.
    progress : bool
        Whether to show the progress of what takes long.
    player : str, optional
        Whose moments are to be looked at; by default those of all.
    """

    log: Log
    source: Any
    practice: bool = False
    values: DecisionValues | None = None
    progress: bool = True
    player: str | None = None

    @functools.cached_property
    def games(self) -> pd.DataFrame:
        """The games."""
        return self._counted(self.log.games)

    @functools.cached_property
    def rounds(self) -> pd.DataFrame:
        """The rounds that are over, by seat."""
        rounds = self._counted(self.log.rounds)
        return rounds[rounds["finished"].fillna(value=False)]

    @functools.cached_property
    def seats(self) -> pd.DataFrame:
        """The seats of finished games."""
        seats = self._counted(self.log.seats)
        return seats[seats["finished"].fillna(value=False)]

    @functools.cached_property
    def decisions(self) -> pd.DataFrame:
        """The decisions that weren't undone."""
        decisions = self._counted(self.log.decisions)
        return decisions[~decisions["undone"].fillna(value=False)]

    def kept(self, *columns: str) -> pd.DataFrame:
        """Return the decisions of which all of these columns are known.

        Raises
        ------
        NoAnswerError
            If there is none.
        """
        if self.decisions.empty:
            raise NoAnswerError("decisions")
        rows = self.decisions.dropna(subset=list(columns))
        if rows.empty:
            raise NoAnswerError("cards")
        return rows

    @functools.cached_property
    def _ends(self) -> pd.DataFrame:
        """The decision that ended each round, or its last one, by game and round."""
        rows = self.decisions[["game_id", "round", "decision", "ended_round"]]
        rows = rows.assign(ended=rows["ended_round"].fillna(value=False)).sort_values("decision")
        last = rows.groupby(["game_id", "round"])["decision"].last()
        ended = rows[rows["ended"]].groupby(["game_id", "round"])["decision"].last()
        return pd.DataFrame({"decision": ended.reindex(last.index).fillna(last)})

    def at_the_end(self, rounds: pd.DataFrame) -> pd.DataFrame:
        """Return rows of rounds with the decision that ended theirs, missing if none was kept."""
        return rounds.join(self._ends, on=["game_id", "round"])

    def mine(self, data: pd.DataFrame) -> pd.DataFrame:
        """Return the observations among which the moments to look at are chosen."""
        return data if self.player is None else data[data["player"] == self.player]

    def _counted(self, frame: pd.DataFrame) -> pd.DataFrame:
        return frame if self.practice else frame[~frame["practice"].fillna(value=False)]


def data_of(rows: pd.DataFrame, value: Any) -> pd.DataFrame:
    """Return observations with the columns of `DATA`; those of unknown value are left out."""
    rows = rows.assign(value=value)
    if "notation" in rows:  # of decisions, whose `action` is its kind alone
        rows = rows.assign(action=rows["notation"])
    columns = {
        name: rows[name].astype(dtype) if name in rows else pd.array([pd.NA] * len(rows), dtype)
        for name, dtype in DATA.items()
    }
    frame = pd.DataFrame(columns, index=rows.index)
    return frame.dropna(subset=["value"]).reset_index(drop=True)


def mean_of(data: pd.DataFrame, bounds: tuple[float, float] = ANY) -> Row:
    """Return the mean of observations, with a jackknife interval over games if these suffice."""
    sums = data.groupby("game_id", sort=False)["value"].agg(["sum", "count"]).to_numpy(float)
    if not len(sums):
        return Row("", Estimate(math.nan, math.nan, math.nan, 0), 0)
    number = Statistic(sums, bounds=bounds).estimate()
    error, _ = jackknife(sums, ratio) if len(sums) >= LEAST else (math.nan, 0)
    if math.isnan(error):
        number = number._replace(low=math.nan, high=math.nan)
    return Row("", number, len(data))


def by_player(data: pd.DataFrame, bounds: tuple[float, float] = ANY) -> list[Row]:
    """Return the mean of all observations, and that of each player with many of them."""
    counts = data["player"].value_counts().head(MOST_ROWS)
    rows = [mean_of(data, bounds)]
    if len(counts) > 1:
        rows += [
            mean_of(data[data["player"] == player], bounds)._replace(about=str(player))
            for player in counts.index
        ]
    return rows


def extremes(data: pd.DataFrame, *, highest: int = MOST_MOMENTS, lowest: int = 0) -> pd.DataFrame:
    """Return the observations with the highest and with the lowest values; the first of equals."""
    by_value = data.sort_values("value", ascending=False, kind="stable")
    below = data.sort_values("value", kind="stable").head(lowest)
    above = by_value.head(highest)
    return pd.concat([above, below[~below.index.isin(above.index)]], ignore_index=True)
