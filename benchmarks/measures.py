"""Measures of a hundred thousand games in Parquet files: their time and memory."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure
from skyjo_widget import simulate
from skyjo_widget.measures import DECISIONS

GAMES = 100_000
SEATS = 4
REPEATS = 3

_MEASURE = """
import resource, sys, time
from skyjo_widget import measure
begun = time.perf_counter()
found = measure(sys.argv[1]).frame
seconds = time.perf_counter() - begun
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, len(found))
"""


def figures() -> Iterator[Figure]:
    """All measures that need no rollouts, each time in a process of its own."""
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
                text=True,
                check=True,
            )
            took, most, _ = (float(word) for word in done.stdout.split())
            seconds.append(took)
            memory.append(most)
    yield Figure(f"measures of {GAMES:,} games", statistics.median(seconds), "s", at_most=60)
    yield Figure("  the most memory it took", max(memory), "MB", at_most=2000)
    yield Figure("  decisions", decisions / 1e6, "million")
    yield Figure("  on the disk", size / 1e6, "MB")
