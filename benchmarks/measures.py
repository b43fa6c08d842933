"""Measures and fitted chances beside the runs themselves; rows in Parquet files; replays."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure
from skyjo_widget import measure, play, replay, simulate, win_probabilities
from skyjo_widget.engine.games import PresetName
from skyjo_widget.measures import DECISIONS

PLAYED = 20_000
"""Games of a run that is measured by playing it again."""
TABLES: list[tuple[PresetName, list[str], float | None]] = [
    ("skyjo", ["greedy"] * 4, 3.0),
    ("newskyjo", ["greedy"] * 3, 1.5),
    ("skip-bo", ["plain"] * 2, 3.0),
]
"""The runs, and how many times the run alone both may take."""
FITTED: list[tuple[PresetName, list[str], float]] = [
    ("skyjo", ["careful"] * 2, 10.0),
    ("skyjo", ["careful"] * 4, 10.0),
    ("newskyjo", ["expected"] * 3, 10.0),
    ("skip-bo", ["planner"] * 2, 10.0),
]
"""The runs, and how many times their time the chances of their decisions may take."""
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
    """All measures that need no rollouts; of rows each time in a process of its own; replays."""
    yield from _replay()
    yield from _played_again()
    yield from _fitted()
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
                [sys.executable, "-c", _MEASURE, folder],  # of a folder of runs the rows count
                capture_output=True,
                encoding="utf-8",
                check=True,
            )
            took, most, _ = (float(word) for word in done.stdout.split())
            seconds.append(took)
            memory.append(most)
    yield Figure(
        f"measures of the rows of {GAMES:,} games", statistics.median(seconds), "s", at_most=60
    )
    yield Figure("  the most memory it took", max(memory), "MB", at_most=2000)
    yield Figure("  decisions", decisions / 1e6, "million")
    yield Figure("  on the disk", size / 1e6, "MB")


def _played_again() -> Iterator[Figure]:
    """CPU time of a run and its measures, times that of the run alone."""
    for game, players, bound in TABLES:
        alone, both = [], []
        for seed in range(REPEATS + 1):  # the first loads the machine code
            begun = time.process_time()
            played = simulate(game, players, games=PLAYED, seed=seed, progress=False)
            alone.append(time.process_time() - begun)
            measures = measure(played)
            both.append(time.process_time() - begun)
            assert measures.played_again
        ratio = statistics.median(b / a for a, b in list(zip(alone, both, strict=True))[1:])
        yield Figure(f"{game}: {PLAYED:,} games and measures", ratio, "runs", at_most=bound)


def _fitted() -> Iterator[Figure]:
    """CPU time of the fitted chances of a run's decisions, in times of the run with decisions."""
    for game, players, bound in FITTED:
        ratios, rates = [], []
        for seed in range(REPEATS + 1):  # the first loads the machine code
            begun = time.process_time()
            played = simulate(game, players, games=200, seed=seed, decisions=True, progress=False)
            decisions = played.decisions
            run = time.process_time() - begun
            begun = time.process_time()
            win_probabilities(played, every="decision", model="fitted", progress=False).add_to(
                decisions
            )
            chances = time.process_time() - begun
            ratios.append(chances / run)
            rates.append(len(decisions) / chances)
        yield Figure(
            f"{game}, {len(players)} seats: fitted chances of each decision",
            statistics.median(ratios[1:]),
            "runs with decisions",
            at_most=bound,
        )
        yield Figure("  decisions a second", statistics.median(rates[1:]) / 1000, "thousand")


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
