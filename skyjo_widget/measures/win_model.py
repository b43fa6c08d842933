"""Win probabilities from a user's model of states, for all moments at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.frames.states.build import of_histories
from skyjo_widget.frames.states.table import States
from skyjo_widget.measures.sample import GameSample
from skyjo_widget.simulation.simulate import Simulation

Model = Callable[[States], Any]
"""A model: from states to the probability of each row's viewer to win."""

Floats = npt.NDArray[np.float64]


def modelled(
    games: GameSample, model: Model, *, every_decision: bool, progress: bool
) -> Iterator[pd.DataFrame]:
    """Yield the moments of games with the probabilities of a model, without dtypes.

    Raises
    ------
    RulesError
        If the model doesn't return a number from 0 to 1 for each row.
    """
    if isinstance(games.source, Simulation):
        job = games.source.job
        states = games.source.states(views="all")
        if len(games.numbers) < games.of:
            states = states[np.isin(states.game, games.numbers)]
        shift = np.array([job.rotation(number) for number in range(games.of)])
        who = (states.viewer + shift[states.game]) % len(job.names)
        yield _moments(
            states, model, np.array(job.names, object)[who], "bot", every_decision=every_decision
        )
        return
    for history in games.histories(progress=progress):
        states = of_histories([history], views="all")
        seated = {seating.round: seating.players for seating in history.rounds_with_present()}
        players = [
            seated.get(number, history.players)[seat]
            for number, seat in zip(states["round"].tolist(), states.viewer.tolist(), strict=True)
        ]
        yield _moments(
            states,
            model,
            np.array([player.name for player in players], object),
            np.array([player.kind for player in players], object),
            every_decision=every_decision,
        )


def _moments(
    states: States, model: Model, players: Any, kinds: Any, *, every_decision: bool
) -> pd.DataFrame:
    """Return the moments before each decision, and the end of each game that is over.

    A moment is named by the decision before it.
    """
    seats = states.players
    chance = _probabilities(states, model, seats)
    game, decision, turns, rounds = (
        each[::seats] for each in (states.game, states.decision, states["turn"], states["round"])
    )
    at = np.arange(len(game))
    starts = np.r_[True, game[1:] != game[:-1]][: len(game)]
    ends = np.r_[game[1:] != game[:-1], True][: len(game)]
    # A moment has the round and the turn of the decision before it; the start has its own.
    before = np.where(starts, at, at - 1)
    new = (rounds != rounds[before]) | (turns != turns[before])
    won = states.won.reshape(-1, seats)
    kept = np.flatnonzero(starts | new | every_decision)
    over = np.flatnonzero(ends & ~np.isnan(won[:, 0]))
    order = np.argsort(np.r_[kept * 2, over * 2 + 1])
    row = np.r_[kept, over][order]
    final = np.r_[np.zeros(len(kept), bool), np.ones(len(over), bool)][order]
    named = np.repeat(np.where(final, row, before[row]), seats)
    missing = np.repeat(starts[row] & ~final, seats)
    views = np.repeat(row, seats) * seats + np.tile(np.arange(seats), len(row))
    return pd.DataFrame(
        {
            "game_id": np.array(states.game_ids, object)[game[named]],
            "decision": pd.arrays.IntegerArray(decision[named].astype(np.int64), missing),
            "round": rounds[named],
            "turn": turns[named],
            "seat": states.viewer[views],
            "player": players[views],
            "kind": kinds if isinstance(kinds, str) else kinds[views],
            "chance": np.where(final[:, None], won[row], chance[row]).reshape(-1),
            "error": 0.0,
            "over": np.repeat(final, seats),
        }
    )


def _probabilities(states: States, model: Model, seats: int) -> Floats:
    """Return the model's probabilities, decisions × seats, so that those of a moment sum to 1."""
    name = getattr(model, "__name__", type(model).__name__)
    probabilities = np.asarray(model(states) if len(states) else np.zeros(0), dtype=float)
    if probabilities.shape != (len(states),):
        raise RulesError(
            "{name} has returned an array of shape {shape} for {count} states: one "
            "probability for each is needed",
            name=name,
            shape=probabilities.shape,
            count=len(states),
        )
    if not ((probabilities >= 0) & (probabilities <= 1)).all():
        wrong = probabilities[~((probabilities >= 0) & (probabilities <= 1))][0]
        raise RulesError(
            "{name} has returned {wrong}: a probability is from 0 to 1", name=name, wrong=wrong
        )
    by_moment = probabilities.reshape(-1, seats)
    sums = by_moment.sum(axis=1, keepdims=True)
    return np.where(sums > 0, by_moment / np.where(sums > 0, sums, 1), 1 / seats)


def per_decision(frame: pd.DataFrame, decisions: pd.DataFrame) -> pd.DataFrame:
    """Return decisions with the columns `wp_before`, `wp_after` and `wpa` of their seats."""
    after = frame[["game_id", "decision", "seat"]].copy()
    after["wp_after"] = frame["chance"]
    after["wp_before"] = frame.groupby(["game_id", "seat"], sort=False, observed=True)[
        "chance"
    ].shift(1)
    after = after[after["decision"].notna()]
    keys: Sequence[str] = ("game_id", "decision", "seat")
    chances = decisions[list(keys)].merge(after, how="left", on=list(keys), validate="many_to_one")
    decisions = decisions.copy()
    for name in ("wp_before", "wp_after"):
        decisions[name] = chances[name].astype("Float64").array
    decisions["wpa"] = decisions["wp_after"] - decisions["wp_before"]
    return decisions
