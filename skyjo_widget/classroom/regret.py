"""Regret: what a person's decisions cost against the best ones, by the coach's measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from skyjo_widget.coach.advice import advise
from skyjo_widget.errors import RulesError
from skyjo_widget.frames.log import Log
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.replay import states
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.session import HeadlessSession
from skyjo_widget.util.validation import whole_number

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
    "coached": "boolean",
}


def regret(
    games: Log | HeadlessSession | Sequence[History],
    *,
    worlds: int = 0,
    sample: int | None = None,
    seed: int = 0,
    progress: bool = True,
) -> pd.DataFrame:
    """What each decision of a person cost against the best one, from what its seat knew then.

    Parameters
    ----------
    games : Log, Session or sequence of History
        Such as ``load_all(folder)`` or ``table.log``.
    worlds : int
        Worlds in which each action is tried out for its chance to win; 0 for points alone.
    sample : int, optional
        For how many decisions, chosen at random, that is done; for all unless told.
    seed : int
        Of that choice and of the worlds.
    progress : bool
        Show a bar if it takes long.

    Returns
    -------
    DataFrame
        A row for each decision of a person that holds: game_id, decision, round, seat, player,
        phase, action; `best` by points, and `cost`, in points of the own raw score in the mean,
        exact; `best_to_win`, `cost_win` (a difference of chances, 0 to 1) and its standard
        `error`; `coached`, whether the coach was looked at before the decision.  Empty where
        there is nothing to tell: a game without that measure (Skip-Bo has no points), or a
        round that goes on, if hands are private or the coach is locked.

    Raises
    ------
    RulesError
        If a number is wrong.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> table.act("flip a1")
    >>> table.act("flip b1")
    >>> costs = regret(table, progress=False)
    >>> costs["action"].tolist(), costs["cost"].tolist()
    (['flip a1', 'flip b1'], [0.0, 0.0])
    """
    worlds = whole_number("worlds", worlds)
    sample = None if sample is None else whole_number("sample", sample)
    if worlds < 0:
        raise RulesError(f"worlds={worlds}: 0 or more are needed")
    if sample is not None and sample < 1:
        raise RulesError(f"sample={sample}: 1 or more decisions are needed")
    histories = _histories(games)
    judged = [(h, row) for h in histories for row in h.decisions if _counts(row)]
    tried = _chosen(len(judged), sample, seed) if worlds else frozenset()
    rows: list[dict[str, Any]] = []
    from tqdm.auto import tqdm  # noqa: PLC0415  (it looks for a notebook: only when needed)

    with tqdm(
        total=len(judged), unit="decision", delay=1, disable=not progress, leave=False
    ) as bar:
        for h in histories:
            for row, seen in _moments(h):
                rollouts = worlds if len(rows) in tried else 0
                rows.append(_row(h, row, seen, rollouts, seed))
                bar.update()
    return pd.DataFrame(
        {
            name: pd.Series(pd.array([row[name] for row in rows], dtype=dtype))
            for name, dtype in _COLUMNS.items()
        }
    )


def _histories(games: Log | HeadlessSession | Sequence[History]) -> list[History]:
    if isinstance(games, HeadlessSession):
        return [games.history]
    return list(games.histories if isinstance(games, Log) else games)


def _counts(row: Decision) -> bool:
    return row.kind == "person" and not row.undone


def _chosen(count: int, sample: int | None, seed: int) -> frozenset[int]:
    if sample is None or sample >= count:
        return frozenset(range(count))
    return frozenset(np.random.default_rng(seed).choice(count, sample, replace=False).tolist())


def _moments(h: History) -> Iterator[tuple[Decision, Observation]]:
    """A game's decisions of people that hold, each with what its seat saw, where that is known."""
    if h.paper and h.game.private_hands:
        return
    for row, state in zip(h.decisions, states(h), strict=True):
        if _counts(row):
            yield row, Observation(h.game, state, h.codes, h.deck, row.seat)


def _row(h: History, row: Decision, seen: Observation, worlds: int, seed: int) -> dict[str, Any]:
    told: dict[str, Any] = dict.fromkeys(_COLUMNS)
    told |= {
        "game_id": h.header["game_id"],
        "decision": row.decision,
        "round": row.round,
        "seat": row.seat,
        "player": row.player,
        "phase": row.phase,
        "action": h.notation(row, None),
        "coached": h.coached.get(row.decision) == "request",
    }
    if row.round > h.rounds_over and (h.locked or h.game.private_hands):
        return told
    advice = advise(seen, worlds=worlds, seed=seed + row.decision)
    points = advice.cost(row.notation, "points")
    if points is not None:
        told |= {"best": advice.best("points"), "cost": points[0]}
    win = advice.cost(row.notation, "win")
    if win is not None:
        told |= {"best_to_win": advice.best("win"), "cost_win": win[0], "error": win[1]}
    return told
