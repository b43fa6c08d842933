"""The coach: the value of each legal action, given a seat's observation.

There are two measures.  *Points now* is exact (`skyjo_widget.odds`): the change in the seat's own
expected raw score if the round ended after the action; lower is better.  *Chance to win* comes
from rollouts (`skyjo_widget.bots.search`): each action is tried in worlds consistent with the
observation, the same ones for all actions, and a built-in policy plays on.

The coach also applies three common maxims for beginners: hidden cards are poison, watch the
columns, ending a round isn't always good.  It shows which of them favour or oppose an action, but
not if they are right (``docs/advice.md`` tests them).
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from statistics import NormalDist
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from skyjo_widget import bots
from skyjo_widget.bots.registry import search_of
from skyjo_widget.coach.what_if import MOST, look_ahead, paired
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.odds import Odds
from skyjo_widget.odds import find as find_odds
from skyjo_widget.odds.law import Event
from skyjo_widget.odds.unseen import Memory
from skyjo_widget.records.predictions import Question
from skyjo_widget.strategies.observation import GridObservation, Observation, rulebook
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.intervals import Interval
from skyjo_widget.util.messages import speaks
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import whole_number

Measure = Literal["points", "win"]
MEASURES: tuple[Measure, ...] = ("points", "win")

Mode = Literal["off", "request", "after", "locked"]
MODES: tuple[Mode, ...] = ("off", "request", "after", "locked")
"""The modes of the coach: off, on request, after each move, or locked for the whole game."""

WORLDS_INTERPRETED = 8
"""The most worlds in which each action is tried without compiled code."""
SCORES, SCORES_INTERPRETED = 400, 40
"""Worlds in which a round is played on for its score, with and without compiled code."""
OTHER_WORLDS = 2**32
"""The offset of the seed for worlds other than those in which the best action was chosen."""
MS = 120
"""Milliseconds after which rollouts are stopped, once there are `ENOUGH` worlds."""

HIDDEN, COLUMNS, ENDING = "hidden", "columns", "ending"

Maxim = tuple[str, bool]
"""The name of a maxim, and True if it favours an action or False if it opposes it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """The evaluation of an action.

    Parameters
    ----------
    action : str
        In notation.
    points : Fraction or None
        Points now; None in a game without that measure.
    formula : str or None
        The terms that sum to `points`.
    win : float or None
        The probability to win, 0 to 1; None without rollouts.
    error : float or None
        Its standard error.
    advice : tuple of (str, bool)
        The maxims that apply to it (``hidden``, ``columns``, ``ending``), each with True if it
        favours the action.
    """

    action: str
    points: Fraction | None
    formula: str | None
    win: float | None
    error: float | None
    advice: tuple[Maxim, ...]


@speaks
class Advice(CellView):
    """The coach's evaluation of all legal actions at a moment; made by `advise`.

    Parameters
    ----------
    seen : Observation
        The seat's observation.
    odds : Odds
        The seat's odds.
    actions : sequence of Judged
        The actions in the order of `Observation.legal`.
    outcomes : array of float, worlds × actions
        The probability to win in each world; no rows without rollouts.
    """

    seat: int
    odds: Odds
    worlds: int

    def __init__(
        self,
        seen: Observation,
        odds: Odds,
        actions: Sequence[Judged],
        outcomes: npt.NDArray[np.float64],
    ) -> None:
        self.seat, self.odds, self.worlds = seen.me, odds, len(outcomes)
        self.actions: dict[str, Judged] = {judged.action: judged for judged in actions}
        self._outcomes = outcomes
        self._best: dict[Measure, str | None] = {}
        self._game = rulebook(seen).game.name

    def best(self, measure: Measure) -> str | None:
        """Return the best action by a measure, the first of equals; None without that measure.

        Raises
        ------
        RulesError
            If there is no such measure.
        """
        measure = cast("Measure", choice("measure", measure, MEASURES))
        if measure not in self._best:
            worth = {
                action: judged.win if measure == "win" else _negative(judged.points)
                for action, judged in self.actions.items()
            }
            worths = {action: value for action, value in worth.items() if value is not None}
            self._best[measure] = max(worths, key=worths.__getitem__, default=None)
        return self._best[measure]

    def cost(self, action: str, measure: Measure) -> tuple[float, float] | None:
        """Return the loss of an action against the best one, and its standard error.

        In points or probability to win, 0 or more.  None without that measure.

        Raises
        ------
        RulesError
            If the action isn't legal then, or there is no such measure.
        """
        if action not in self.actions:
            raise RulesError(
                "{action!r} isn't among {actions}", action=action, actions=", ".join(self.actions)
            )
        best = self.best(measure)
        if best is None:
            return None
        if measure == "points":
            chosen, other = self.actions[action].points, self.actions[best].points
            return float((chosen or 0) - (other or 0)), 0.0
        names = list(self.actions)
        lost = self._outcomes[:, names.index(best)] - self._outcomes[:, names.index(action)]
        return float(lost.mean()), _error(lost)

    def cost_interval(self, action: str, measure: Measure) -> Interval | None:
        """Return the loss of an action against the best one, with its 95 % interval.

        As `cost`, exact in points.  The interval is that of the loss against whichever action is
        really the best: so the one that looks best has an interval too.  None without that
        measure; with fewer than `ENOUGH` worlds the ends are NaN.

        Raises
        ------
        RulesError
            See `cost`.

        Notes
        -----
        The differences from all other actions have intervals that hold together (paired, with
        Bonferroni's correction for all pairs); the ends are the highest of theirs, and 0 at least:
        Hsu, "Constrained simultaneous confidence intervals for multiple comparisons with the best"
        (1984).  The standard error is at least that of one world that differs, 1/n.
        """
        cost = self.cost(action, measure)
        if cost is None:
            return None
        if measure == "points":
            return Interval(cost[0], cost[0], cost[0])
        k, (worlds, count) = [*self.actions].index(action), self._outcomes.shape
        leads = self._outcomes - self._outcomes[:, [k]]
        ends = [
            paired(leads[:, other], comb(count, 2), 1 / worlds)[1:]
            for other in range(count)
            if other != k
        ]
        low, high = np.clip(np.max(ends, axis=0) if ends else (0, 0), 0, 1).tolist()
        return Interval(cost[0], low, high)

    def is_as_good(self, action: str, measure: Measure) -> bool:
        """Return True if an action isn't significantly worse than the best one.

        Among many equally good actions, one always looks best and one worst.  The significance
        level of 5 % is therefore corrected for all pairs of actions (Bonferroni).

        Raises
        ------
        RulesError
            See `cost`.
        """
        cost = self.cost(action, measure)
        if cost is None:
            return True
        pairs = max(comb(len(self.actions), 2), 1)
        return cost[0] <= NormalDist().inv_cdf(1 - 0.025 / pairs) * cost[1] + 1e-12

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def __str__(self) -> str:
        """Return a line for each action, the best by chance to win first, else by points."""
        lines, say = [], CellTexts(self.lang)
        for judged in self._sorted():
            parts = []
            if judged.points is not None:
                parts.append(say("some_points", points=_points(judged.points, say)))
            if judged.win is not None:
                parts.append(say("wins", share=_win(judged, say)))
            parts += _maxims(judged, say)
            words = say.action(judged.action, self._game)
            lines.append(say("item", name=words, text=", ".join(parts) or say("silent")))
        return "\n".join(lines)

    def _face(self, say: CellTexts) -> markup.Html:
        """Return the evaluations as a table."""
        lines = [
            (
                say.action(judged.action, self._game),
                "–" if judged.points is None else _points(judged.points, say),
                "–" if judged.win is None else _win(judged, say),
                markup.bar(judged.win or 0),
                ", ".join(_maxims(judged, say)),
            )
            for judged in self._sorted()
        ]
        how = say("tried", count=self.worlds) if self.worlds else say("points_alone")
        table = say.rows(("action", "points", "chance", "", "advice"), lines)
        return say.face(say("advice", seat=self.seat), table, sub=how)

    def _sorted(self) -> list[Judged]:
        """Sort by chance to win, the best first; else by points."""
        by_win = self.worlds > 0
        return sorted(
            self.actions.values(),
            key=lambda judged: -(judged.win or 0) if by_win else judged.points or 0,
        )


def advise(
    seen: Observation, *, memory: Memory = "perfect", worlds: int | None = None, seed: int = 0
) -> Advice:
    """Evaluate the legal actions of the seat to act.

    Parameters
    ----------
    seen : Observation
        The seat's observation; nothing else is used.
    memory : {"perfect", "table"}
        See `skyjo_widget.odds.find`; the rollouts use perfect memory.
    worlds : int, optional
        Worlds in which each action is tried; 0 for points alone.  By default as many as the
        time allows: at least `ENOUGH`, at most the game's `Search.advice_worlds`.
    seed : int
        The seed of the worlds.

    Raises
    ------
    RulesError
        If the seat isn't to act, or an argument is wrong.
    """
    return with_rollouts(at_once(seen, memory=memory), seen, worlds=worlds, seed=seed)


def at_once(seen: Observation, *, memory: Memory = "perfect", with_maxims: bool = True) -> Advice:
    """Evaluate the actions without rollouts, and without maxims if so asked; see `advise`."""
    if not seen.legal or seen.me == NOBODY:
        raise RulesError("the coach has advice for the seat that is to act, and none does here")
    odds = find_odds(seen, memory)
    valued = {value.action: value for value in getattr(odds, "actions", ())}
    maxims = None
    if with_maxims and isinstance(seen, GridObservation) and hasattr(odds, "actions"):
        maxims = _Maxims(seen, odds)
    actions = [
        Judged(
            action,
            valued[action].points if action in valued else None,
            valued[action].formula if action in valued else None,
            None,
            None,
            maxims.about(action, valued[action].points) if maxims else (),
        )
        for action in seen.legal
    ]
    return Advice(seen, odds, actions, np.empty((0, len(actions))))


def with_rollouts(
    advice: Advice, seen: Observation, *, worlds: int | None = None, seed: int = 0
) -> Advice:
    """Return the advice with chances to win added; see `advise`."""
    worlds = None if worlds is None else whole_number("worlds", worlds)
    if worlds is not None and not 0 <= worlds <= MOST:
        raise RulesError("worlds={worlds}: 0 to {most} are needed", worlds=worlds, most=MOST)
    if worlds == 0:
        return advice
    many = worlds or _worlds(seen)
    outcomes = _tried(seen, list(advice.actions), many, None if worlds else MS, seed)
    judged = [
        dataclasses.replace(judgement, win=float(tried.mean()), error=_error(tried))
        for judgement, tried in zip(advice.actions.values(), outcomes.T, strict=True)
    ]
    return Advice(seen, advice.odds, judged, outcomes)


def tried_again(
    seen: Observation, action: str, best: str, *, worlds: int, seed: int
) -> tuple[float, float]:
    """Return the loss of an action against the best one in other worlds, and its standard error.

    The best action was chosen in the worlds of `advise`, in which it looks better than it is.  In
    others the loss has no such bias, and may be below 0 by noise.
    """
    if action == best:
        return 0.0, 0.0
    outcomes = _tried(seen, [best, action], worlds, None, seed + OTHER_WORLDS)
    lost = outcomes[:, 0] - outcomes[:, 1]
    return float(lost.mean()), _error(lost)


def coach_answer(
    asked: Question, seen: Observation, value: float | str | None = None, *, seed: int = 0
) -> float | str | None:
    """Return the coach's own answer to a prediction question.

    Parameters
    ----------
    asked : Question
    seen : Observation
        The observation of the seat that is asked.
    value : float or str, optional
        The player's answer: an action as good as the best one is the coach's answer too.
    seed : int
        The seed of the worlds.

    Returns
    -------
    float, str or None
        A probability, a number of points or an action; None if there is no answer: questions
        about the course of the game are answered only for the seat to act.
    """
    if asked.kind in ("draw", "mean"):
        odds: Any = find_odds(seen)
        if asked.kind == "mean":
            return round(float(odds.mean), 6)
        assert asked.event is not None, "a question about the next card has an event"
        return round(float(Event(odds.law, asked.event)), 6) if odds.law else None
    if not seen.legal:
        return None
    if asked.kind == "win" and search_of(rulebook(seen).game.name).judges_rounds:
        return None  # the rollouts end with the round
    advice = advise(seen, worlds=_worlds(seen), seed=seed)
    best = advice.best("win")
    if asked.kind == "best" and value in advice.actions and advice.is_as_good(str(value), "win"):
        return value
    if asked.kind == "best" or best is None:
        return best
    if asked.kind in ("win", "win round"):  # in other worlds, without the bias of the selection
        wins = _tried(seen, [best], _worlds(seen), None, seed + OTHER_WORLDS)
        return round(float(wins.mean()), 6)
    rules = rulebook(seen)
    fast = bots.round_estimator(rules.game.name, "points").is_fast(rules.codes)
    games = SCORES if fast else SCORES_INTERPRETED
    scores = look_ahead(seen, [best], games=games, seed=seed).samples()[best]
    assert asked.event is not None, "a question about the score has an event"
    true = [asked.event.holds(score) for score in scores.tolist()]
    return round(sum(true) / len(true), 6) if true else None


class _Maxims:
    """The three maxims for beginners, applied to actions of a grid game."""

    def __init__(self, seen: GridObservation, odds: Any) -> None:
        self.seen, self.odds = seen, odds
        self.hidden = seen.hidden_positions

    def about(self, action: str, points: Fraction) -> tuple[Maxim, ...]:
        """Return the maxims that apply to an action with this change in points."""
        kind, _, position = action.partition(" ")
        verdicts = {
            HIDDEN: self._hidden(kind, position),
            COLUMNS: self._columns(kind, position),
            ENDING: self._ending(kind, position, points),
        }
        return tuple((maxim, favours) for maxim, favours in verdicts.items() if favours is not None)

    def _hidden(self, kind: str, position: str) -> bool | None:
        """Favour actions that turn or replace a hidden card; oppose placing elsewhere."""
        if not self.hidden or self.seen.phase == "setup":
            return None
        if kind == "discard":
            return True  # a card must be turned then
        return position in self.hidden if kind in ("place", "flip") else None

    def _columns(self, kind: str, position: str) -> bool | None:
        """Favour equal cards in a column; oppose separating them."""
        if kind == "take":
            top = self.seen.discard_top
            return True if any(top in self._face_up(p) for p in self.seen.mine) else None
        if kind == "flip":
            face_up = self._face_up(position)
            return True if len(set(face_up)) < len(face_up) else None
        if kind != "place":
            return None
        others, old = self._face_up(position, without=True), self.seen.mine[position]
        if self._card in others:
            return True
        return False if old is not None and old in others else None

    def _ending(self, kind: str, position: str, points: Fraction) -> bool | None:
        """Favour ending the round if one expects to be lowest then; else oppose it."""
        ends = position in self.hidden if kind in ("place", "flip") else kind == "discard"
        if not ends or len(self.hidden) > 1 or self.seen.ender != NOBODY:
            return None
        if self.seen.phase == "setup":
            return None
        means = [self._mean(seat) for seat in range(self.seen.players) if seat != self.seen.me]
        return bool(self.odds.mean + points < min(means))

    def _mean(self, seat: int) -> Fraction:
        """Return the expected score of another seat's grid."""
        cards = self.seen.grid[seat].values()
        face_up = sum(int(card) for card in cards if card is not None)
        hidden: Fraction = self.seen.hidden[seat] * self.odds.face_down.mean
        return face_up + hidden

    def _face_up(self, position: str, *, without: bool = False) -> list[Any]:
        """Return the face-up cards of a position's column, with or without its own."""
        return [
            card
            for other, card in self.seen.mine.items()
            if other[0] == position[0] and card is not None and not (without and other == position)
        ]

    @functools.cached_property
    def _card(self) -> Any:
        """The card that is to be placed."""
        held = [self.seen.hand, getattr(self.seen, "kept", None)]
        return next((card for card in held if card is not None), self.seen.discard_top)


def _points(points: Fraction, say: CellTexts) -> str:
    return say.number(float(points), 2, sign=True)


def _win(judged: Judged, say: CellTexts) -> str:
    return f"{say.percent(judged.win or 0)} ± {say.percent(2 * (judged.error or 0))}"


def _maxims(judged: Judged, say: CellTexts) -> list[str]:
    return [f"{say(maxim)} {'+' if favours else '−'}" for maxim, favours in judged.advice]


def _tried(
    seen: Observation, actions: list[str], worlds: int, ms: float | None, seed: int
) -> npt.NDArray[np.float64]:
    """Return the actions' probabilities to win, an array of worlds × actions."""
    (game, r, _), o = rulebook(seen), seen.seen
    plans = [(game.parse_action(action, r),) for action in actions]
    rng = np.random.default_rng(seed)
    return bots.win_estimator(game.name).try_out(plans, o, r, rng, worlds, ms)


def _worlds(seen: Observation) -> int:
    rules = rulebook(seen)
    name = rules.game.name
    fast = bots.win_estimator(name).is_fast(rules.codes)
    return search_of(name).advice_worlds if fast else WORLDS_INTERPRETED


def _negative(points: Fraction | None) -> Fraction | None:
    return None if points is None else -points


def _error(sample: npt.NDArray[np.float64]) -> float:
    """Return the standard error of a mean; for a single world the upper bound 1/2."""
    return float(sample.std(ddof=1) / len(sample) ** 0.5) if len(sample) > 1 else 0.5
