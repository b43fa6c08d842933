"""Environments for learning: decisions of one, and of many games side by side, in CPU time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.figures import Figure
from skyjo_widget import simulate
from skyjo_widget.engine.core import background
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.games import PresetName
from skyjo_widget.simulation import environments

REPEATS = 9
SECONDS = 0.5
"""CPU seconds of each repeat."""
GAMES = 256
"""The number of games side by side."""
TABLES: list[tuple[PresetName, int, dict[str, Any], float | None]] = [
    ("skyjo", 4, {}, 1.0),
    ("newskyjo", 4, {}, None),
    ("skip-bo", 4, {}, None),
    ("skip-bo", 4, {"depth": 1}, None),
]
"""Tables, and the million decisions a second that the environment's own step makes of them."""


def figures() -> Iterator[Figure]:
    """Yield rates, each beside that of a run by random players in the same process."""
    with background.waiting():
        alone, bare = _medians(_single_env(), _engine())
        yield Figure("env, 2 players, random play", alone["rounds"], "rounds/s")
        yield Figure("  decisions", alone["decisions"] / 1e3, "k decisions/s")
        yield Figure(
            "  times an interpreted engine alone", alone["decisions"] / bare["decisions"], ""
        )
        for preset, players, options, bound in TABLES:
            name = " ".join([preset, *(f"{key}={value}" for key, value in options.items())])
            (side,) = _medians(_vector(preset, players, options))
            simulated = _simulated(preset, players)
            yield Figure(
                f"{GAMES} side by side, {name}, 4 players", side["step"] / 1e6, "M decisions/s",
                at_least=bound,
            )  # fmt: skip
            yield Figure("  with NumPy's choice of actions", side["all"] / 1e6, "M decisions/s")
            yield Figure("  of the rate of simulate", side["step"] / simulated, "")


def _medians(*runs: Callable[[], dict[str, float]]) -> list[dict[str, float]]:
    """Return the median rates of each run, taken in turn so that a busy moment hits all."""
    for run in runs:  # compiled, and loaded
        run()
    rates = [[run() for run in runs] for _ in range(REPEATS)]
    return [
        {name: statistics.median(each[name] for each in of_run) for name in of_run[0]}
        for of_run in zip(*rates, strict=True)
    ]


def _single_env() -> Callable[[], dict[str, float]]:
    """Rounds and decisions a second of `env` by the loop of the page, with a quick choice."""
    env = environments.env("skyjo", 2, target=1)
    env.reset(seed=1)
    random = np.random.default_rng(1).random

    def run() -> dict[str, float]:
        rounds = decisions = 0
        begun = time.process_time()
        while time.process_time() - begun < SECONDS:
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, broken_off, _ = env.last()
                if over or broken_off:
                    env.step(None)
                else:
                    legal = seen["action_mask"].nonzero()[0]
                    env.step(legal.item(int(random() * legal.size)))
                    decisions += 1
            rounds += 1
        seconds = time.process_time() - begun
        return {"rounds": rounds / seconds, "decisions": decisions / seconds}

    return run


def _engine() -> Callable[[], dict[str, float]]:
    """Decisions a second of an interpreted engine alone: legal actions, a choice, an action."""
    raw = environments.raw_env("skyjo", 2, target=1)
    game, codes = raw.game, raw.codes
    rng = np.random.default_rng(1)

    def run() -> dict[str, float]:
        decisions = 0
        begun = time.process_time()
        while time.process_time() - begun < SECONDS:
            state = game.state()
            game.start(state, codes)
            while state.phase != game.game_over:
                if state.phase in game.idle_phases:
                    if state.phase == game.shuffle_phase:
                        shuffle(rng, state.draw, state.draw_size)
                    game.proceed(state, codes)
                else:
                    legal = game.legal_actions(state, codes)
                    game.apply(state, codes, legal[int(rng.random() * len(legal))])
                    decisions += 1
        return {"decisions": decisions / (time.process_time() - begun)}

    return run


def _vector(
    preset: PresetName, players: int, options: dict[str, Any]
) -> Callable[[], dict[str, float]]:
    """Decisions a second of the vector's step, and with the choice of actions."""
    env = environments.vector_env(preset, players, games=GAMES, **options)
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    mask = infos["action_mask"]

    def run() -> dict[str, float]:
        decisions, stepping = 0, 0.0
        begun = time.process_time()
        while time.process_time() - begun < SECONDS:
            actions = choice(mask, rng)
            before = time.process_time()
            env.step(actions)
            stepping += time.process_time() - before
            decisions += GAMES
        return {
            "step": decisions / stepping,
            "all": decisions / (time.process_time() - begun),
        }

    return run


def choice(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a legal action of each row at random."""
    legal = np.flatnonzero(mask.view(bool))
    count = mask.sum(axis=1, dtype=np.int64)
    first = count.cumsum() - count
    chosen: npt.NDArray[np.int64] = legal[first + (rng.random(len(mask)) * count).astype(np.int64)]
    chosen -= np.arange(len(mask)) * mask.shape[1]
    return chosen


def _simulated(preset: PresetName, players: int) -> float:
    """Decisions a second of `simulate` with random players."""
    rates = []
    for seed in range(3):
        begun = time.process_time()
        played = simulate(preset, ["random"] * players, games=2000, seed=seed, progress=False)
        decisions = int(played.games["decisions"].sum())
        rates.append(decisions / (time.process_time() - begun))
    return statistics.median(rates)
