"""The time that the coach thinks, at all decisions of a person in a few games."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.figures import Figure
from skyjo_widget import play
from skyjo_widget.coach.advice import at_once, with_rollouts
from skyjo_widget.engine.games import PresetName
from skyjo_widget.strategies.observation import Observation

EVERY = 5
"""One of so many decisions is looked at."""


def figures() -> Iterator[Figure]:
    """Odds and rollouts, game by game."""
    tables: list[tuple[PresetName, int]] = [("skyjo", 4), ("newskyjo", 4), ("skip-bo", 2)]
    for game, players in tables:
        odds, rollouts = thinking(list(moments(game, players)))
        yield Figure(f"{game}, exact odds of a decision", statistics.median(odds), "ms", at_most=10)
        yield Figure("  the slowest", max(odds), "ms")
        yield Figure("  rollouts", statistics.median(rollouts), "ms", at_most=150)
        yield Figure("  the slowest", max(rollouts), "ms")


def moments(game: PresetName, players: int, games: int = 4) -> Iterator[Observation]:
    """Observations of the seat to act, now and then in games of people who do anything."""
    rng = np.random.default_rng(1)
    for seed in range(games):
        names = [f"Player {seat}" for seat in range(players)]
        table = play(game, names, seed=seed, record=False, display=False)
        for decision in range(200):
            if table.waiting != "person":
                break
            if decision % EVERY == EVERY - 1:
                yield table.observation()
            table.act(table.legal[rng.integers(len(table.legal))])


def thinking(seen: list[Observation]) -> tuple[list[float], list[float]]:
    """Milliseconds of each moment: what is exact, and the rollouts."""
    with_rollouts(at_once(seen[0]), seen[0])  # compiles
    odds, rollouts = [], []
    for observation in seen:
        begun = time.perf_counter()
        advice = at_once(observation)
        between = time.perf_counter()
        with_rollouts(advice, observation)
        odds.append(1000 * (between - begun))
        rollouts.append(1000 * (time.perf_counter() - between))
    return odds, rollouts
