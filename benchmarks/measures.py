"""Measures of a hundred thousand games in Parquet files: time and memory; and a replay's times."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure
from skyjo_widget import play, replay, simulate
from skyjo_widget.measures import DECISIONS

GAMES = 100_000
SEATS = 4
REPEATS = 3

REPLAYED = 300
"""Decisions of the game that is opened as a replay."""

_MEASURE = """
import resource, sys, time
from skyjo_widget import measure
begun = time.perf_counter()
found = measure(sys.argv[1]).frame
seconds = time.perf_counter() - begun
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(found))
"""


def figures() -> Iterator[Figure]:
    """All measures that need no rollouts, each time in a process of its own; replays."""
    yield from _replay()
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder, "run")
        played = simulate(
            "skyjo",
            ["greedy"] * SEATS,
            games=GAMES,
            seed=1,
            decisions=DECISIONS,
            to=run,
            progress=False,
        )
        decisions = int(played.games["decisions"].sum())
        size = sum(file.stat().st_size for file in run.rglob("*.parquet"))
        seconds, memory = [], []
        for _ in range(REPEATS):
            done = subprocess.run(
                [sys.executable, "-c", _MEASURE, str(run)],
                capture_output=True,
                encoding="utf-8",
                check=True,
            )
            took, most, _ = (float(word) for word in done.stdout.split())
            seconds.append(took)
            memory.append(most)
    yield Figure(f"measures of {GAMES:,} games", statistics.median(seconds), "s", at_most=60)
    yield Figure("  the most memory it took", max(memory), "MB", at_most=2000)
    yield Figure("  decisions", decisions / 1e6, "million")
    yield Figure("  on the disk", size / 1e6, "MB")


def _replay() -> Iterator[Figure]:
    """From the record to the board's pictures, in Python; the browser's part isn't in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.jsonl")
        table = play(
            "skyjo", ["bot:greedy", "bot:random"], seed=1, target=10_000, record=path, display=False
        )
        while len(table.history.decisions) < REPLAYED:
            if table.waiting == "bot":
                table.step()
            else:
                table.next_round()
        table.close()
        opened, steps = [], []
        for _ in range(10):
            begun = time.perf_counter()
            look = replay(path, display=False)
            opened.append(time.perf_counter() - begun)
            for by in [1] * 100 + [-1] * 100:
                begun = time.perf_counter()
                look.step(by)
                steps.append(time.perf_counter() - begun)
    yield Figure(f"opening a record of {REPLAYED} decisions", _ms(opened), "ms", at_most=100)
    yield Figure("  a step on the board", _ms(steps), "ms", at_most=100)
    yield Figure("  the slowest of 2,000", max(steps) * 1000, "ms", at_most=100)


def _ms(seconds: list[float]) -> float:
    return statistics.median(seconds) * 1000
