"""Statistics of a class: one row per pupil, and means over pupils with intervals.

The pupil is the sampling unit: a class's mean is that of its pupils' means, and its interval comes
from their variance (one pupil's rounds and decisions aren't independent of each other).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

import pandas as pd

from skyjo_widget.frames.log import Log
from skyjo_widget.lessons.hand_in.collect import HandIn
from skyjo_widget.records.history import History
from skyjo_widget.util.intervals import mean_interval

NEAR = 0.1
"""Largest distance of a prediction that counts as near the coach's."""


class ClassMean(NamedTuple):
    """A mean with its interval.

    Parameters
    ----------
    n : int
        The number of values.
    mean, low, high : float
        With its 95 % interval (Student's t); NaN where there are too few values.
    """

    n: int
    mean: float
    low: float
    high: float


def estimate(values: Iterable[float]) -> ClassMean:
    """Return the mean of some values with its interval; missing values don't count."""
    numbers = [float(value) for value in values if not pd.isna(value)]
    return ClassMean(len(numbers), *mean_interval(numbers))


class RoundScore(NamedTuple):
    """The score of a round, with a hash of its deal."""

    round: int
    deal: str
    score: int


@dataclasses.dataclass
class Pupil:
    """A pupil, with all games handed in under one name.

    Parameters
    ----------
    name : str
        As typed in; may be empty.
    code : str
        The code of the (first) file.
    player : str
        The name at the table, if several people played there; else empty.
    place : int
        The person's number at the table, from 1.
    people : list of str
        The names of all people at these tables.
    at : str
        The time of the newest file, UTC.
    game_ids : list of str
    games, finished, won : int
    locked : int
        Games in which the coach was locked.
    scores : list of RoundScore
        Of the finished rounds, in points.
    unfinished : int
        Rounds that were begun and not finished.
    predictions : DataFrame
        As in ``log.predictions``.
    regret : DataFrame
        As returned by `regret`.
    answers : DataFrame
        As in ``log.answers``.
    """

    name: str
    code: str
    player: str
    place: int = 1
    people: list[str] = dataclasses.field(default_factory=list)
    at: str = ""
    game_ids: list[str] = dataclasses.field(default_factory=list)
    games: int = 0
    finished: int = 0
    won: int = 0
    locked: int = 0
    scores: list[RoundScore] = dataclasses.field(default_factory=list)
    unfinished: int = 0
    predictions: pd.DataFrame = dataclasses.field(default_factory=pd.DataFrame)
    regret: pd.DataFrame = dataclasses.field(default_factory=pd.DataFrame)
    answers: pd.DataFrame = dataclasses.field(default_factory=pd.DataFrame)

    @property
    def score(self) -> ClassMean:
        """Points per round; lower is better."""
        return estimate(self.values("score"))

    @property
    def total(self) -> int:
        """Points of all rounds."""
        return sum(round_score.score for round_score in self.scores)

    @property
    def chances(self) -> pd.DataFrame:
        """The predictions that state a chance and whose outcome is known, as numbers."""
        predictions = self.predictions[["value", "outcome", "coach"]].astype("Float64")
        return predictions.dropna(subset=["value", "outcome"]).astype(float)

    @property
    def brier(self) -> float:
        """The Brier score, the mean of (prediction − outcome)²; NaN without predictions."""
        return _brier(self.chances, "value")

    @property
    def beside_coach(self) -> tuple[float, float]:
        """The Brier scores of the pupil and of the coach, where both state a chance."""
        both = self.chances.dropna()
        return _brier(both, "value"), _brier(both, "coach")

    @property
    def near(self) -> tuple[int, int]:
        """The number of predictions near the coach's, and of all with a coach's value."""
        chances = self.predictions.loc[self.predictions["question"] != "mean", ["value", "coach"]]
        both = chances.dropna().astype(float)
        return int(((both["value"] - both["coach"]).abs() <= NEAR + 1e-9).sum()), len(both)

    @property
    def cost(self) -> ClassMean:
        """Points lost per decision, without the set-up, where nothing is known yet."""
        return estimate(self.values("cost"))

    @property
    def cost_win(self) -> ClassMean:
        """Chance to win lost per decision, of those with rollouts; may be below 0 by noise."""
        return estimate(self._after_setup["cost_win_again"].dropna())

    def values(self, measure: Literal["score", "cost"]) -> list[float]:
        """Return the numbers of which a measure is the mean."""
        if measure == "score":
            return [float(round_score.score) for round_score in self.scores]
        return [float(cost) for cost in self._after_setup["cost"].dropna()]

    @property
    def coached(self) -> tuple[int, int]:
        """The number of decisions made after looking at the coach, and of all."""
        asked = self.regret["coached"]
        return int(asked.sum()), len(asked)

    @property
    def sheet(self) -> dict[str, int]:
        """Counts of questions: right (finally, and at first), wrong, or open."""
        by_question = self.answers.groupby(["sheet", "question"], sort=False)["right"]
        last, first = by_question.last(), by_question.first()  # without missing values
        return {
            "right": int((last == True).sum()),  # noqa: E712  (it may be missing)
            "first": int((first == True).sum()),  # noqa: E712  (as above)
            "wrong": int((last == False).sum()),  # noqa: E712  (as above)
            "open": int(last.isna().sum()),
        }

    @property
    def _after_setup(self) -> pd.DataFrame:
        return self.regret[self.regret["phase"] != "setup"]


def pupils_of(hand_ins: Sequence[HandIn], regrets: pd.DataFrame) -> list[Pupil]:
    """Return the pupils of a class, the named ones by name, then the others by code.

    Parameters
    ----------
    hand_ins : sequence of HandIn
    regrets : DataFrame
        `regret` of their games.
    """
    pupils: dict[tuple[Any, ...], Pupil] = {}
    for hand_in in sorted(hand_ins, key=_by_name):
        log = Log([hand_in.history])
        people = _people(hand_in.history)
        for player in people:
            several = player if len(people) > 1 else ""
            key = (hand_in.name.casefold() or hand_in.path, several)
            new = Pupil(hand_in.name, hand_in.code, several, people.index(player) + 1)
            pupil = pupils.setdefault(key, new)
            pupil.at = max(pupil.at, hand_in.at)
            pupil.people += people
            _add(pupil, hand_in.history, log, player, regrets, alone=player == people[0])
    return list(pupils.values())


def _by_name(hand_in: HandIn) -> tuple[Any, ...]:
    return not hand_in.name, hand_in.name.casefold(), hand_in.name, hand_in.code


def _people(history: History) -> list[str]:
    """Return the names of the people in a game."""
    names = [row.player for row in history.decisions if row.kind == "person"]
    sitting = [player.name for player in history.players if player.kind == "person"]
    return list(dict.fromkeys([*sitting, *names])) or [""]


def _add(
    pupil: Pupil, history: History, log: Log, player: str, regrets: pd.DataFrame, *, alone: bool
) -> None:
    """Add a game to a pupil."""
    rounds = log.rounds
    mine = rounds[(rounds["player"] == player) & (rounds["kind"] == "person")]
    pupil.unfinished += int((~mine["finished"]).sum())
    mine = mine[mine["finished"]]
    deals = deal_marks(history)
    pupil.games += 1
    pupil.game_ids.append(str(history.header["game_id"]))
    pupil.locked += history.locked
    pupil.scores += [
        RoundScore(int(row["round"]), deals.get(row["round"], ""), int(row["score"]))
        for row in mine.to_dict("records")
        if not pd.isna(row["score"])
    ]
    if history.finished:
        pupil.finished += 1
        winners = history.game.winners(history.state, history.codes)
        pupil.won += any(history.players[seat].name == player for seat in winners)
    predictions, answers, game_id = log.predictions, log.answers, history.header["game_id"]
    by_hand = predictions["player"] == player
    pupil.predictions = _joined(pupil.predictions, predictions[by_hand])
    own = (regrets["game_id"] == game_id) & (regrets["player"] == player)
    pupil.regret = _joined(pupil.regret, regrets[own])
    by = answers["by"].eq(player).fillna(alone)  # an unsigned sheet is the first person's
    pupil.answers = _joined(pupil.answers, answers[by.astype(bool)])


def _joined(before: pd.DataFrame, more: pd.DataFrame) -> pd.DataFrame:
    return more if before.empty else before if more.empty else pd.concat([before, more])


def deal_marks(history: History) -> dict[int, str]:
    """Return a hash of each round's deal, equal for the same cards dealt to as many seats."""
    return {
        event["round"]: hashlib.sha256(
            json.dumps(
                [history.game.name, len(history.players), history.deck.hash, event["order"]]
            ).encode()
        ).hexdigest()[:12]
        for event in history.events
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
"""The measures of a class: one number per pupil."""


def summary_of(pupils: Sequence[Pupil]) -> dict[str, ClassMean]:
    """Return the means over a class's pupils."""
    return {name: estimate(map(of, pupils)) for name, of in MEASURES.items()}


class Deal(NamedTuple):
    """A deal that several pupils have played.

    Parameters
    ----------
    round : int
    scores : dict of int to list of int
        By the pupil's number, from 0; several if the pupil played the deal again.
    """

    round: int
    scores: dict[int, list[int]]


def same_deals(pupils: Sequence[Pupil], *, fewest: int = 2) -> list[Deal]:
    """Return the deals that at least `fewest` pupils have finished, by round."""
    by_deal: dict[tuple[int, str], dict[int, list[int]]] = {}
    for number, pupil in enumerate(pupils):
        for round_score in pupil.scores:
            by_pupil = by_deal.setdefault((round_score.round, round_score.deal), {})
            by_pupil.setdefault(number, []).append(round_score.score)
    shared = sorted((key, scores) for key, scores in by_deal.items() if len(scores) >= fewest)
    return [Deal(key[0], scores) for key, scores in shared]
