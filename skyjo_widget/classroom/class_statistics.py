"""What is counted of a class: a row a pupil, and means over pupils with their intervals.

The pupil is the unit: a class's mean is that of its pupils' means, and its interval comes from
how much these differ (one pupil's rounds and decisions aren't independent of each other).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from skyjo_widget.classroom.hand_ins import HandIn
from skyjo_widget.frames.log import Log
from skyjo_widget.records.history import History
from skyjo_widget.util.intervals import student

ENOUGH = 5
"""Values: with fewer no interval is given."""
NEAR = 0.1
"""How far a prediction near the coach's lies from it at most."""


class Estimate(NamedTuple):
    """A mean.

    Parameters
    ----------
    n : int
        Of how many values.
    mean, low, high : float
        With its 95 % interval (Student's t); NaN where there are too few values.
    """

    n: int
    mean: float
    low: float
    high: float


NOTHING = Estimate(0, math.nan, math.nan, math.nan)


def estimate(values: Iterable[float]) -> Estimate:
    """The mean of some values with its interval; values that are missing don't count."""
    found = np.array([float(value) for value in values if not pd.isna(value)])
    n = len(found)
    if n == 0:
        return NOTHING
    mean = float(found.mean())
    if n < ENOUGH:
        return Estimate(n, mean, math.nan, math.nan)
    half = student(n - 1) * float(found.std(ddof=1)) / math.sqrt(n)
    return Estimate(n, mean, mean - half, mean + half)


class Score(NamedTuple):
    """A round's score and the deal that it was played with."""

    round: int
    deal: str
    score: int


@dataclasses.dataclass
class Pupil:
    """A pupil; several games that were handed in under one name are one pupil's.

    Parameters
    ----------
    name : str
        What was typed in; empty for nothing.
    code : str
        Of the file, or of the first of them.
    player : str
        Who at the table, if several people played there; else empty.
    games, finished, won : int
    locked : int
        Games in which the coach was locked.
    scores : list of Score
        Of the rounds that are over, in points.
    predictions : DataFrame
        As in ``log.predictions``.
    regret : DataFrame
        As `regret` gives it.
    answers : DataFrame
        As in ``log.answers``.
    """

    name: str
    code: str
    player: str
    games: int = 0
    finished: int = 0
    won: int = 0
    locked: int = 0
    scores: list[Score] = dataclasses.field(default_factory=list)
    predictions: pd.DataFrame = dataclasses.field(default_factory=pd.DataFrame)
    regret: pd.DataFrame = dataclasses.field(default_factory=pd.DataFrame)
    answers: pd.DataFrame = dataclasses.field(default_factory=pd.DataFrame)

    @property
    def score(self) -> Estimate:
        """Points a round; lower is better."""
        return estimate(one.score for one in self.scores)

    @property
    def total(self) -> int:
        """Points of all rounds."""
        return sum(one.score for one in self.scores)

    @property
    def chances(self) -> pd.DataFrame:
        """The predictions that state a chance and whose outcome is known, as numbers."""
        told = self.predictions[["value", "outcome", "coach"]].astype("Float64")
        return told.dropna(subset=["value", "outcome"]).astype(float)

    @property
    def brier(self) -> float:
        """The mean of (prediction − outcome)²; NaN if there are none."""
        return _brier(self.chances, "value")

    @property
    def beside_coach(self) -> tuple[float, float]:
        """The Brier scores of the pupil and of the coach, where both state a chance."""
        both = self.chances.dropna()
        return _brier(both, "value"), _brier(both, "coach")

    @property
    def near(self) -> tuple[int, int]:
        """How many predictions lie near the coach's, and of how many."""
        told = self.predictions.loc[self.predictions["question"] != "mean", ["value", "coach"]]
        both = told.dropna().astype(float)
        return int(((both["value"] - both["coach"]).abs() <= NEAR + 1e-9).sum()), len(both)

    @property
    def cost(self) -> Estimate:
        """Points lost a decision; the set-up, where nothing is known yet, doesn't count."""
        return estimate(self._after_setup["cost"].dropna())

    @property
    def cost_win(self) -> Estimate:
        """Chance to win lost a decision, of those that were tried out."""
        return estimate(self._after_setup["cost_win"].dropna())

    @property
    def coached(self) -> tuple[int, int]:
        """For how many decisions the coach was looked at before, and of how many."""
        asked = self.regret["coached"]
        return int(asked.sum()), len(asked)

    @property
    def sheet(self) -> dict[str, int]:
        """Questions answered right (in the end, and at first), wrong, or open."""
        by_question = self.answers.groupby(["sheet", "question"], sort=False)["right"]
        last, first = by_question.last(), by_question.first()  # they skip what is missing
        return {
            "right": int((last == True).sum()),  # noqa: E712  (it may be missing)
            "first": int((first == True).sum()),  # noqa: E712  (likewise)
            "wrong": int((last == False).sum()),  # noqa: E712  (likewise)
            "open": int(last.isna().sum()),
        }

    @property
    def _after_setup(self) -> pd.DataFrame:
        return self.regret[self.regret["phase"] != "setup"]


def pupils_of(hand_ins: Sequence[HandIn], regrets: pd.DataFrame) -> list[Pupil]:
    """The pupils of a class, the named ones by name, then the others by their code.

    Parameters
    ----------
    hand_ins : sequence of HandIn
    regrets : DataFrame
        What `regret` gives of their games.
    """
    found: dict[tuple[Any, ...], Pupil] = {}
    for one in sorted(hand_ins, key=_by_name):
        log = Log([one.history])
        people = _people(one.history)
        for player in people:
            several = player if len(people) > 1 else ""
            key = (one.name.casefold() or one.path, several)
            pupil = found.setdefault(key, Pupil(one.name, one.code, several))
            _add(pupil, one.history, log, player, regrets, alone=player == people[0])
    return list(found.values())


def _by_name(one: HandIn) -> tuple[Any, ...]:
    return not one.name, one.name.casefold(), one.name, one.code


def _people(h: History) -> list[str]:
    """Who has played by hand."""
    names = [row.player for row in h.decisions if row.kind == "person"]
    sitting = [player.name for player in h.players if player.kind == "person"]
    return list(dict.fromkeys([*sitting, *names])) or [""]


def _add(
    pupil: Pupil, h: History, log: Log, player: str, regrets: pd.DataFrame, *, alone: bool
) -> None:
    """Count a game as a pupil's."""
    rounds = log.rounds
    mine = rounds[(rounds["player"] == player) & (rounds["kind"] == "person") & rounds["finished"]]
    deals = _deals(h)
    pupil.games += 1
    pupil.locked += h.locked
    pupil.scores += [
        Score(int(row["round"]), deals.get(row["round"], ""), int(row["score"]))
        for row in mine.to_dict("records")
        if not pd.isna(row["score"])
    ]
    if h.over and not h.state.unfinished:
        pupil.finished += 1
        winners = h.game.winners(h.state, h.codes)
        pupil.won += any(h.players[seat].name == player for seat in winners)
    predictions, answers, game_id = log.predictions, log.answers, h.header["game_id"]
    by_hand = predictions["player"] == player
    pupil.predictions = _joined(pupil.predictions, predictions[by_hand])
    own = (regrets["game_id"] == game_id) & (regrets["player"] == player)
    pupil.regret = _joined(pupil.regret, regrets[own])
    by = answers["by"].eq(player).fillna(alone)  # a sheet that nobody has signed: the first one's
    pupil.answers = _joined(pupil.answers, answers[by.astype(bool)])


def _joined(before: pd.DataFrame, more: pd.DataFrame) -> pd.DataFrame:
    return more if before.empty else before if more.empty else pd.concat([before, more])


def _deals(h: History) -> dict[int, str]:
    """A short name of each round's deal: the same cards, dealt to as many seats, have the same."""
    return {
        event["round"]: hashlib.sha256(
            json.dumps([h.game.name, len(h.players), h.deck.hash, event["order"]]).encode()
        ).hexdigest()[:12]
        for event in h.events
        if event["event"] == "shuffle" and event["for"] == "deal"
    }


def _brier(chances: pd.DataFrame, whose: str) -> float:
    if chances.empty:
        return math.nan
    return float(((chances[whose] - chances["outcome"]) ** 2).mean())


MEASURES: dict[str, Callable[[Pupil], float]] = {
    "score": lambda pupil: pupil.score.mean,
    "brier": lambda pupil: pupil.brier,
    "brier_difference": lambda pupil: pupil.beside_coach[0] - pupil.beside_coach[1],
    "cost": lambda pupil: pupil.cost.mean,
    "cost_win": lambda pupil: pupil.cost_win.mean,
}
"""What is summed up over a class: of each pupil one number."""


def summary_of(pupils: Sequence[Pupil]) -> dict[str, Estimate]:
    """The class's means over its pupils."""
    return {name: estimate(map(of, pupils)) for name, of in MEASURES.items()}


class Deal(NamedTuple):
    """A deal that several pupils have played.

    Parameters
    ----------
    round : int
    scores : dict of int to list of int
        By the pupil's number, from 0; more than one who played it again.
    """

    round: int
    scores: dict[int, list[int]]


def same_deals(pupils: Sequence[Pupil], *, fewest: int = 2) -> list[Deal]:
    """The deals that so many pupils or more have played to the end, by round."""
    found: dict[tuple[int, str], dict[int, list[int]]] = {}
    for number, pupil in enumerate(pupils):
        for one in pupil.scores:
            by_pupil = found.setdefault((one.round, one.deal), {})
            by_pupil.setdefault(number, []).append(one.score)
    shared = sorted((key, scores) for key, scores in found.items() if len(scores) >= fewest)
    return [Deal(key[0], scores) for key, scores in shared]
