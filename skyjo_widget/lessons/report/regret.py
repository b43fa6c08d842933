"""Regret of people's decisions: their cost compared with the best action, by the coach."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from skyjo_widget.coach.advice import at_once, tried_again, with_rollouts
from skyjo_widget.errors import RulesError
from skyjo_widget.frames.log import Log
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.replay import states
from skyjo_widget.simulation.load import Source, load_all
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.sources import histories_of
from skyjo_widget.table.table import Table
from skyjo_widget.util.messages import in_its_language, warn
from skyjo_widget.util.validation import seed_number, whole_number

_COLUMNS: dict[str, Any] = {
    "game_id": "string",
    "decision": "Int64",
    "round": "Int64",
    "seat": "Int64",
    "player": "string",
    "phase": "string",
    "action": "string",
    "best": "string",
    "cost": "Float64",
    "best_to_win": "string",
    "cost_win": "Float64",
    "error": "Float64",
    "cost_win_low": "Float64",
    "cost_win_high": "Float64",
    "cost_win_again": "Float64",
    "error_again": "Float64",
    "coached": "boolean",
}


@in_its_language
def regret(
    source: Log | Table | Sequence[History] | Source | Sequence[Source],
    *,
    worlds: int = 0,
    sample: int | None = None,
    seed: int | str | None = 0,
    progress: bool = True,
) -> pd.DataFrame:
    """Compute the cost of each decision of a person compared with the best, as known then.

    Parameters
    ----------
    source : Log, Session, sequence of History, path, or list of paths
        Such as ``table.log``, or whatever `load_all` takes.
    worlds : int
        Rollouts of each action for its chance to win; 0 for points alone.
    sample : int, optional
        How many decisions, drawn at random, get rollouts; by default all.
    seed : int or str, optional
        The seed of the sample and of the worlds.
    progress : bool
        Show a progress bar if it takes long.

    Returns
    -------
    DataFrame
        One row per decision of a person that wasn't undone: game_id, decision, round, seat,
        player, phase, action; `best` by points, and `cost`, in expected points of the own raw
        score, exact; `best_to_win`, `cost_win` (a difference of chances, 0 to 1), its standard
        `error` and its 95 % interval, `cost_win_low` to `cost_win_high`; `cost_win_again`, the same
        in other worlds, and its `error_again`; `coached`, whether the coach was looked at before
        the decision.  Missing in a game without that measure (Skip-Bo has no points), in an
        unfinished round if hands are private or the coach is locked, and, with a warning, in the
        decisions that an interrupt has left over.

    Raises
    ------
    RulesError
        If a number is out of range.
    KeyboardInterrupt
        If it is interrupted before a cost is known.

    Notes
    -----
    `cost_win` is 0 or more by its definition, also where all actions are alike and the best one is
    so by noise alone.  So don't average it: average `cost_win_again`, whose worlds are other ones
    than those in which the best action was chosen.  Single numbers of it may be below 0, and small
    losses are missed where the action itself looked best.  The interval of `cost_win` allows for
    that choice (`Advice.cost_interval`).

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> table.act("flip a1")
    >>> table.act("flip b1")
    >>> costs = regret(table, progress=False)
    >>> costs["action"].tolist(), costs["cost"].tolist()
    (['flip a1', 'flip b1'], [0.0, 0.0])
    """
    costs, missing = _computed(source, worlds, sample, seed, progress=progress)
    if missing:
        warn(
            "{done:,} of {count:,} decisions: interrupted",
            done=len(costs) - missing,
            count=len(costs),
        )
    return costs


def _computed(
    source: Any, worlds: int, sample: int | None, seed: int | str | None, *, progress: bool
) -> tuple[pd.DataFrame, int]:
    """Return the regret of games, and how many decisions an interrupt has left over."""
    worlds, seed = whole_number("worlds", worlds), seed_number(seed)
    sample = None if sample is None else whole_number("sample", sample)
    if worlds < 0:
        raise RulesError("worlds={worlds}: 0 or more are needed", worlds=worlds)
    if sample is not None and sample < 1:
        raise RulesError("sample={sample}: 1 or more decisions are needed", sample=sample)
    histories = histories_of(source, load_all)
    judged = [
        (history, row) for history in histories if _is_known(history) for row in _counted(history)
    ]
    tried = _chosen(len(judged), sample, seed) if worlds else frozenset()
    rows: list[dict[str, Any]] = []
    from tqdm.auto import tqdm  # noqa: PLC0415  (it looks for a notebook: only when needed)

    with (
        contextlib.suppress(KeyboardInterrupt),
        tqdm(total=len(judged), unit="decision", delay=1, disable=not progress, leave=False) as bar,
    ):
        for history in histories:
            for row, seen in _judged(history):
                rollouts = worlds if len(rows) in tried else 0
                rows.append(_row(history, row, seen, rollouts, seed))
                bar.update()
    if judged and not rows:
        raise KeyboardInterrupt
    left = judged[len(rows) :]
    rows += [_facts(history, row) for history, row in left]
    frame = pd.DataFrame(
        {
            name: pd.Series(pd.array([row[name] for row in rows], dtype=dtype))
            for name, dtype in _COLUMNS.items()
        }
    )
    return frame, len(left)


class Regrets:
    """The regret of games, of which those that were computed before are remembered.

    Parameters
    ----------
    worlds, sample, progress
        As in `regret`.

    Attributes
    ----------
    missing : int
        The decisions that an interrupt has left over; after one nothing more is computed.
    """

    def __init__(self, *, worlds: int, sample: int | None, progress: bool) -> None:
        self._worlds, self._sample, self._progress = worlds, sample, progress
        self._by_history: dict[int, tuple[History, pd.DataFrame]] = {}
        self._newest = pd.DataFrame()
        self.missing: int = 0

    def of(self, histories: Sequence[History]) -> pd.DataFrame:
        """Return the regret of all games, as `regret`."""
        if not self.missing:
            self._newest = self._of(histories)
        return self._newest

    def _of(self, histories: Sequence[History]) -> pd.DataFrame:
        if self._worlds:  # the sample is of all decisions
            return self._computed(histories)
        new = [history for history in histories if id(history) not in self._by_history]
        frame = self._computed(new)
        by_game = dict(iter(frame.groupby("game_id", sort=False)))
        nothing = frame.iloc[:0]
        for history in new:
            rows = by_game.get(str(history.header["game_id"]), nothing)
            self._by_history[id(history)] = history, rows
        parts = [self._by_history[id(history)][1] for history in histories]
        parts = [part for part in parts if len(part)]
        return pd.concat(parts, ignore_index=True) if parts else nothing

    def _computed(self, histories: Sequence[History]) -> pd.DataFrame:
        frame, self.missing = _computed(
            histories, self._worlds, self._sample, 0, progress=self._progress
        )
        return frame


def _counts(row: Decision) -> bool:
    return row.kind == "person" and not row.undone


def _counted(history: History) -> list[Decision]:
    return list(filter(_counts, history.decisions))


def _is_known(history: History) -> bool:
    """Return whether it is known what seats saw."""
    return not (history.paper and history.game.private_hands)


def _chosen(count: int, sample: int | None, seed: int) -> frozenset[int]:
    if sample is None or sample >= count:
        return frozenset(range(count))
    return frozenset(np.random.default_rng(seed).choice(count, sample, replace=False).tolist())


def _judged(history: History) -> Iterator[tuple[Decision, Observation]]:
    """Yield people's decisions that weren't undone, with their observations where known."""
    if not _is_known(history):
        return
    for row, state in zip(history.decisions, states(history), strict=True):
        if _counts(row):
            yield row, Observation(history.game, state, history.codes, history.deck, row.seat)


def _facts(history: History, row: Decision) -> dict[str, Any]:
    """Return a decision's row without its cost."""
    return dict.fromkeys(_COLUMNS) | {
        "game_id": history.header["game_id"],
        "decision": row.decision,
        "round": row.round,
        "seat": row.seat,
        "player": row.player,
        "phase": row.phase,
        "action": history.notation(row, None),
        "coached": history.coached.get(row.decision) == "request",
    }


def _row(
    history: History, row: Decision, seen: Observation, worlds: int, seed: int
) -> dict[str, Any]:
    facts = _facts(history, row)
    if row.round > history.rounds_over and (history.locked or history.game.private_hands):
        return facts
    advice = at_once(seen, with_maxims=False)
    advice = with_rollouts(advice, seen, worlds=worlds, seed=seed + row.decision)
    points = advice.cost(row.notation, "points")
    if points is not None:
        facts |= {"best": advice.best("points"), "cost": points[0]}
    win = advice.cost(row.notation, "win")
    if win is not None:
        best = str(advice.best("win"))
        facts |= {"best_to_win": best, "cost_win": win[0], "error": win[1]}
        interval = advice.cost_interval(row.notation, "win")
        if interval and not math.isnan(interval.low):
            facts |= {"cost_win_low": interval.low, "cost_win_high": interval.high}
        cost, error = tried_again(seen, row.notation, best, worlds=worlds, seed=seed + row.decision)
        facts |= {"cost_win_again": cost, "error_again": error}
    return facts
