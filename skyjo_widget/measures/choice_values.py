"""Estimated gain or loss in win probability of single decisions, for each seat, on a sample.

Each legal action of a decision is rolled out in the same worlds, drawn from what its seat knew
(`skyjo_widget.bots.rollouts`), and every seat's chance to win is recorded.  The worlds are common
random numbers: luck cancels out of differences between actions, and the effect of a decision isn't
confounded with the cards that turned up after it, as it would be in the difference of the chances
at two moments.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget import bots
from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.rollouts import Task, play_on, seen_by
from skyjo_widget.engine.core import jit
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import ANY, SHARE, Statistic, no_games, of_units
from skyjo_widget.measures.frame_file import StoredFrame, typed_frame
from skyjo_widget.measures.in_steps import Step, in_steps
from skyjo_widget.measures.sample import (
    Games,
    GameSample,
    find_games,
    map_blocks,
)
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.replay import states
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts
from skyjo_widget.util.intervals import critical
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.validation import seed_number, whole_number
from skyjo_widget.util.version import __version__

POINTS = 0.02
"""The least difference of chances that counts: 2 percentage points."""
WORLDS_TO_MOVE = 60
"""With fewer `moved` and `aimed` are missing: they would mostly be noise."""
MOST_WORLDS = 100_000
SAMPLE = 200
"""Decisions that are drawn by default."""

COLUMNS: dict[str, Any] = {
    "game_id": "string",
    "decision": "Int64",
    "round": "Int64",
    "turn": "Int64",
    "seat": "Int64",
    "player": "string",
    "kind": "string",
    "action": "string",
    "legal_actions": "Int64",
    "win": "Float64",
    "regret": "Float64",
    "regret_error": "Float64",
    "choices": "Int64",
    "moved": "boolean",
    "moved_seat": "Int64",
    "moved_by": "Float64",
    "moved_error": "Float64",
    "aimed": "boolean",
    "aimed_seat": "Int64",
    "aimed_by": "Float64",
    "aimed_error": "Float64",
}
"""The columns of `DecisionValues.frame`, in order."""

SETTINGS = ("worlds", "bot", "seed", "decisions", "of", "games", "of_games", "software")

Outcomes = npt.NDArray[np.float64]


@speaks
class DecisionValues(StoredFrame):
    """Values of a sample of decisions, with their settings; made by `decision_values`.

    Parameters
    ----------
    frame : DataFrame
        One row per decision: `game_id`, `decision`, its round, turn, seat, player and kind, its
        action, the number of legal actions; chances from 0 to 1 and differences of them, each
        difference with its standard error:

        `win`, the seat's own chance after it; `regret`, how much higher that would be after the
        best action; `choices`, the number of actions at most 2 points below the best;
        `moved`, whether another seat's chance differs from its mean over all legal actions by
        2 points or more and beyond noise, and the seat whose chance differs most (`moved_seat`,
        `moved_by`); `aimed`, the same after subtracting that seat's share of the actor's own gain
        or loss; missing with two players, where nothing else is left.  Both are missing with fewer
        than `WORLDS_TO_MOVE` worlds.
    settings : dict
        `worlds` and `bot` by game, `seed`, `decisions` (how many there are), `of` (from how
        many), `games`, `of_games`, `software`; if the call was stopped also `missing`, how many
        more were drawn.
    """

    _key, _columns, _needed = "skyjo_widget.weighed", COLUMNS, SETTINGS

    @staticmethod
    def _broken(frame: pd.DataFrame) -> str | None:
        needed = frame[["game_id", "decision", "seat", "kind", "win", "regret", "choices"]]
        if needed.isna().any(axis=None) or not needed["win"].between(0, 1).all():
            return _(
                "of each decision its game, seat, kind, `regret`, `choices`, and "
                "`win` from 0 to 1 are needed"
            )
        return None

    def __repr__(self) -> str:
        say = CellTexts(self.lang)
        text = say("weighed_text", **self._counts(say), seed=str(self.settings["seed"]))
        return "\n".join([text, *self._stopped(say, "decisions")])

    def _face(self, say: CellTexts) -> markup.Html:
        lines = [
            (
                say(str(kind)),
                say.number(len(rows), 0),
                say.number(100 * rows["regret"].mean(), 1),
                say.number(rows["choices"].mean(), 1),
            )
            for kind, rows in self.frame.groupby("kind", observed=True)
        ]
        heads = ("players", "decisions", "regret", "good_choices")
        return say.face(
            say("weighed"),
            say.rows(heads, lines),
            *map(markup.paragraph, self._stopped(say, "decisions")),
            sub=say("weighed_of", **self._counts(say)),
        )

    def _counts(self, say: CellTexts) -> dict[str, Any]:
        """Return how many decisions were weighed, of how many, and how."""
        settings = self.settings
        counts = {"decisions": settings["decisions"], "of": settings["of"]}
        return {**counts, "how": self._worlds(say)}


@in_its_language
def decision_values(
    source: Games,
    *,
    sample: int | None = SAMPLE,
    worlds: int | None = None,
    seed: int | str | None = 0,
    to: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: bool = True,
) -> DecisionValues:
    """Estimate the value of decisions in win probability, for the actor and for the others.

    Parameters
    ----------
    source : Log, Session, Simulation, History, sequence of History, str or Path
        As in `skyjo_widget.measures.win_chances.win_probabilities`.
    sample : int or None
        How many decisions, drawn with the seed from those not undone, in finished rounds;
        None for all.  Those of a simulation are drawn from 100 of its games.
    worlds : int, optional
        Rollouts of each action, at least 4; by default the game's own number.
    seed, to, resume, executor, progress
        As in `skyjo_widget.measures.win_chances.win_probabilities`.

    Returns
    -------
    DecisionValues
        After an interrupt it holds the decisions that are done, the first ones of those drawn in
        the order of the games, and says how many are missing.

    Raises
    ------
    RulesError
        If an argument is wrong, or there is no decision to weigh.
    SimulationError
        If the folder can't be read or written.
    KeyboardInterrupt
        If it is interrupted before a decision is done.

    Examples
    --------
    >>> played = simulate("skyjo", ["greedy", "random"], games=2, seed=1, decisions=True)
    >>> values = decision_values(played, sample=3, worlds=4, progress=False)
    >>> len(values.frame), "regret" in values.frame
    (3, True)
    """
    worlds = None if worlds is None else whole_number("worlds", worlds)
    sample = None if sample is None else whole_number("sample", sample)
    if worlds is not None and not 4 <= worlds <= MOST_WORLDS:
        raise RulesError(
            "worlds={worlds}: 4 to {most_worlds} are needed", worlds=worlds, most_worlds=MOST_WORLDS
        )
    if sample is not None and sample < 1:
        raise RulesError("sample={sample}: 1 or more decisions are needed", sample=sample)
    number = seed_number(seed)
    games = find_games(source, None, number, locked=True)
    counts = _counts(games)
    of = int(sum(counts))
    if of == 0:
        raise RulesError("there is no decision of a round that is over")
    drawn = _drawn(counts, sample, number)
    by_game = {at: wanted for at, wanted in zip(games.numbers, drawn, strict=True) if wanted}

    def weighed(done: int) -> Iterator[Step]:
        rest = _after(by_game, done)
        opened = dataclasses.replace(games, numbers=list(rest))
        weighings: collections.deque[_Weighing] = collections.deque()  # runs ahead of the outcomes

        def tasks() -> Iterator[Task]:
            histories = opened.histories(progress=progress)
            for history, wanted in zip(histories, rest.values(), strict=True):
                for row, state in _drawn_decisions(history, wanted):
                    weighing = _Weighing.of(history, row, state, worlds)
                    weighings.append(weighing)
                    yield weighing.task(state, number)

        for outcomes in map_blocks(play_on, tasks(), executor):
            yield weighings.popleft().step(outcomes)

    about = {"call": "decision_values", "worlds": worlds, "sample": sample, "decisions": of}
    steps = in_steps(weighed, about | games.about(number), to, resume=resume)
    settings: dict[str, Any] = {
        "worlds": {step["game"]: step["worlds"] for step in steps},
        "bot": {step["game"]: step["bot"] for step in steps},
        "seed": number,
        "decisions": len(steps),
        "of": of,
        "games": len(games.numbers),
        "of_games": games.of,
        "software": __version__,
    }
    if missing := sum(map(len, drawn)) - len(steps):
        settings["missing"] = missing
    return DecisionValues(typed_frame([step["row"] for step in steps], COLUMNS), settings)


def _after(by_game: Mapping[int, frozenset[int]], done: int) -> dict[int, frozenset[int]]:
    """Return the drawn decisions of games without the first ones."""
    rest = {}
    for game, wanted in by_game.items():
        left = frozenset(sorted(wanted)[done:])
        done = max(done - len(wanted), 0)
        if left:
            rest[game] = left
    return rest


class _Weighing(NamedTuple):
    """A decision to weigh, with its legal actions and the index of the chosen one."""

    history: History
    decision: Decision
    legal: list[int]
    chosen: int
    worlds: int

    @classmethod
    def of(cls, history: History, decision: Decision, state: Any, worlds: int | None) -> _Weighing:
        """Describe a decision in the state before it."""
        legal = history.game.legal_actions(state, history.codes)
        chosen = legal.index(history.game.parse_action(decision.notation, history.codes))
        search = search_of(history.game.name)
        many = search.value_worlds if jit.has_numba() else search.slow_value_worlds
        return cls(history, decision, legal, chosen, worlds or many)

    def task(self, state: Any, seed: int) -> Task:
        """Make the task of trying its legal actions."""
        history = self.history
        return Task(
            history.game.name,
            seen_by(history.game, state, self.decision.seat),
            history.codes,
            self.decision.seat,
            tuple((action,) for action in self.legal),
            self.worlds,
            (seed, *history.id_numbers, self.decision.decision, 1),
        )

    def step(self, outcomes: Outcomes) -> Step:
        """Return its row, with what the settings say of it."""
        name = self.history.game.name
        base = bots.round_estimator(name, "shares").base
        bot = bots.policies(name)[base[0]]
        return {"game": name, "worlds": self.worlds, "bot": bot, "row": self.row(outcomes)}

    def row(self, outcomes: Outcomes) -> dict[str, Any]:
        """Return its row of the frame; `outcomes` has the shape worlds × actions × seats."""
        decision = self.decision
        row: dict[str, Any] = {
            "game_id": self.history.header["game_id"],
            "decision": decision.decision,
            "round": decision.round,
            "turn": decision.turn,
            "seat": decision.seat,
            "player": decision.player,
            "kind": decision.kind,
            "action": decision.notation,
            "legal_actions": len(self.legal),
            "win": float(outcomes[:, self.chosen, decision.seat].mean()),
        }
        own = outcomes[:, :, decision.seat]
        row["regret"], row["regret_error"] = regret(own, self.chosen)
        row["choices"] = real_choices(own)
        for name, shift in (
            ("moved", moved(outcomes, self.chosen, decision.seat)),
            ("aimed", aimed(outcomes, self.chosen, decision.seat)),
        ):
            row[name] = shift and shift.sure
            row[f"{name}_seat"] = shift and shift.seat
            row[f"{name}_by"] = shift and shift.by
            row[f"{name}_error"] = shift and shift.error
        return row


# The measures


def summary(weighed: DecisionValues) -> pd.DataFrame:
    """Return one row per decision, indexed by `game_id`: its `kind` and the columns to sum."""
    rows = weighed.frame.set_index("game_id")
    numbers = rows[["regret", "choices", "moved", "aimed"]].astype("Float64").astype("float64")
    return numbers.assign(kind=rows["kind"])


def _mean(column: str, group: Group) -> Iterator[Statistic]:
    rows = group.more.get("decision_values")
    if rows is None:
        return
    mine = rows if group.kind == "all" else rows[rows["kind"] == group.kind]
    valued = mine.dropna(subset=[column])
    if len(valued):
        yield of_units(valued.assign(decisions=1.0), column, "decisions")
    elif len(mine) and mine["moved"].isna().all():  # too few worlds: the measure's note explains it
        yield no_games()


def _measure(
    key: str, family: str, column: str, unit: str, bounds: tuple[float, float] = ANY
) -> Measure:
    return Measure(
        key=key,
        family=family,
        statistics=functools.partial(_mean, column),
        unit=unit,
        bounds=bounds,
        of="decisions",
        extra="decision_values",
        warning=True,
    )


CHOICES = (
    _measure("choices_by_value", "choices", "choices", "actions"),
    _measure("regret", "choices", "regret", "share"),
)
INTERACTION = (
    _measure("decisions_that_moved", "interaction", "moved", "share", SHARE),
    _measure("decisions_that_aimed", "interaction", "aimed", "share", SHARE),
)


# Functions of outcomes: chances to win, worlds × actions (× seats)


def regret(own: Outcomes, chosen: int) -> tuple[float, float]:
    """Return the lead of the best action over the chosen one, and its standard error.

    The maximum of several noisy means is biased upwards.  So a better action is sought in one half
    of the worlds and its lead measured in the other half, and the other way round.  A lead within
    the noise of the first half counts 0: small regrets are missed.  A single value may be below 0
    by noise, which is unbiased.
    """
    half = len(own) // 2
    value = variance = 0.0
    for here, there in ((own[:half], own[half:]), (own[half:], own[:half])):
        leads = here - here[:, [chosen]]
        errors = leads.std(axis=0, ddof=1) / len(here) ** 0.5
        sure = leads.mean(axis=0) > critical(own.shape[1] - 1, len(here)) * errors
        if sure.any():
            best = int(np.argmax(np.where(sure, here.mean(axis=0), -1)))
            lead = there[:, best] - there[:, chosen]
            value += float(lead.mean()) / 2
            variance += float(lead.var(ddof=1)) / len(lead) / 4
    return value, variance**0.5


def real_choices(own: Outcomes) -> int:
    """Count the actions whose mean is at most `POINTS` below the best."""
    means = own.mean(axis=0)
    return int((means >= means.max() - POINTS).sum())


class Shift(NamedTuple):
    """The largest change of another seat's chance to win by a decision.

    Parameters
    ----------
    seat : int
    by, error : float
        A difference of chances, and its standard error.
    sure : bool or None
        Whether it is `POINTS` or more and beyond noise; None with fewer than `WORLDS_TO_MOVE`
        worlds.
    """

    seat: int
    by: float
    error: float
    sure: bool | None


def moved(outcomes: Outcomes, chosen: int, seat: int) -> Shift:
    """Return the change of others' chances from their mean over all legal actions."""
    others = [p for p in range(outcomes.shape[2]) if p != seat]
    return _shift(outcomes, chosen, others)


def aimed(outcomes: Outcomes, chosen: int, seat: int) -> Shift | None:
    """Return the change that the seat's own gain or loss doesn't explain; None with two players.

    What a seat gains, the others lose in proportion to their chances.  That part is added back
    first; what is left is a shift among the others.
    """
    others = [p for p in range(outcomes.shape[2]) if p != seat]
    if len(others) < 2:
        return None
    mean = outcomes.mean(axis=(0, 1))
    left = max(1 - mean[seat], 1e-9)
    return _shift(outcomes + outcomes[:, :, [seat]] * (mean / left), chosen, others)


def _shift(outcomes: Outcomes, chosen: int, others: list[int]) -> Shift:
    """Return the largest change of a chance; of those that are significant if there are any.

    The standard errors are s/√n over n worlds, s being that of the differences and of two more:
    the largest possible distance from the mean of k actions, ±(1 - 1/k).  So a few worlds that
    happen to be alike don't make a change certain.
    """
    worlds, actions, seats = outcomes.shape
    paired = outcomes[:, chosen] - outcomes.mean(axis=1)
    by = paired.mean(axis=0)
    most = np.full(seats, 1 - 1 / actions)
    errors = np.vstack([paired, most, -most]).std(axis=0, ddof=1) / worlds**0.5
    sure = (np.abs(by) >= POINTS) & (np.abs(by) > critical(len(others), worlds) * errors)
    seat = max(others, key=lambda p: (bool(sure[p]), abs(by[p])))
    certain = bool(sure[seat]) if worlds >= WORLDS_TO_MOVE else None
    return Shift(seat, float(by[seat]), float(errors[seat]), certain)


# The sample


def _counts(games: GameSample) -> list[int]:
    """Count the eligible decisions of each game; only of whole ones it is known beforehand."""

    def counted(history: History) -> int:
        return sum(_eligible(history, row) for row in history.decisions)

    if isinstance(games.source, Simulation):
        decisions, finished = (
            games.source.games[name].tolist() for name in ("decisions", "finished")
        )
        return [
            int(decisions[number]) if finished[number] else counted(games.source.history(number)[0])
            for number in games.numbers
        ]
    return [counted(history) for history in games.histories(progress=False)]


def _eligible(history: History, row: Decision) -> bool:
    """Return True if a decision isn't undone, its round is over, and its seat's view is known."""
    if row.undone or row.round > history.rounds_over:
        return False
    private = history.game.private_hands or row.phase in ("place drawn", "order")
    # At a table with paper cards nobody records what one seat alone sees.
    return not (history.header.get("paper") and private)


def _drawn(counts: list[int], sample: int | None, seed: int) -> list[frozenset[int]]:
    """Draw decisions; of each game the drawn ones, as indices among its eligible ones."""
    total = sum(counts)
    chosen = np.arange(total)
    if sample is not None and sample < total:
        chosen = np.sort(np.random.default_rng(seed).choice(total, sample, replace=False))
    drawn, first = [], 0
    for count in counts:
        mine = chosen[(chosen >= first) & (chosen < first + count)] - first
        drawn.append(frozenset(mine.tolist()))
        first += count
    return drawn


def _drawn_decisions(history: History, wanted: frozenset[int]) -> Iterator[tuple[Decision, Any]]:
    """Yield the drawn decisions of a game, each with the state before it."""
    number = 0
    for row, state in zip(history.decisions, states(history), strict=True):
        if _eligible(history, row):
            if number in wanted:
                yield row, state
            number += 1
