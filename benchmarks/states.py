"""States for learning: 10⁶ decisions of a run in memory and into files, and of recorded games."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure
from skyjo_widget import load_simulation, simulate
from skyjo_widget.engine.games import PresetName
from skyjo_widget.frames.log import Log

DECISIONS = 1_000_000
MOST = 10.0
"""Seconds that a million decisions may take."""

TABLES: dict[str, tuple[PresetName, list[str]]] = {
    "Skyjo": ("skyjo", ["greedy"] * 3),
    "NewSkyjo": ("newskyjo", ["greedy"] * 3),
    "Skip-Bo, three cards of each pile": ("skip-bo", ["plain"] * 2),
}


def figures() -> Iterator[Figure]:
    """Yield the seconds for a million decisions, games played included."""
    for name, (preset, players) in TABLES.items():
        depth = 3 if preset == "skip-bo" else None
        probe = _run(preset, players, 64)
        probe.states(depth=depth)  # compiled now
        games = round(64 * DECISIONS / len(probe.decisions))
        seconds, states = _timed(lambda: _run(preset, players, games).states(depth=depth))  # noqa: B023  (called at once)
        yield Figure(
            f"states of 10⁶ decisions, {name}", seconds * DECISIONS / len(states), "s", at_most=MOST
        )
    preset, players = TABLES["Skyjo"]
    games = round(DECISIONS / 350)
    with tempfile.TemporaryDirectory() as folder:
        to = str(Path(folder) / "run")
        seconds, run = _timed(lambda: _run(preset, players, games, to=to))
        each = DECISIONS / len(run.decisions)
        yield Figure("the same into Parquet files, Skyjo", seconds * each, "s", at_most=MOST)
        seconds, _ = _timed(lambda: load_simulation(to).states())
        yield Figure("read from there", seconds * each, "s", at_most=MOST)
    histories = [_run(preset, players, 60).open(n, display=False).history for n in range(60)]
    log = Log(histories)
    seconds, states = _timed(log.states)
    yield Figure(
        "log.states() of recorded games", seconds * DECISIONS / len(states), "s", at_most=MOST
    )


def _run(preset: PresetName, players: list[str], games: int, **options: Any) -> Any:
    return simulate(preset, players, games=games, seed=1, states=True, progress=False, **options)


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result
