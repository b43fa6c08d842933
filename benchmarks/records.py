"""Long records: undo, loading, replaying and the log, and a file of many undos."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure
from skyjo_widget import load, play
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.games import PresetName
from skyjo_widget.frames.incremental import Growing
from skyjo_widget.records.history import History
from skyjo_widget.records.record_file import chained

DECISIONS = 50_000
UNDONE_AT = 10_000
REPEATS = 3
LIVE = 100_000
FILES = 300

_READ = """
import re, sys, time
from pathlib import Path
from skyjo_widget import load, replay
begun = time.process_time()
game = load(sys.argv[2], record=False, display=False) if sys.argv[1] == "load" else replay(
    sys.argv[2], display=False
)
seconds = time.process_time() - begun
most = re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text("utf-8"))[1]
print(seconds, int(most) / 1024)
"""


_JSON = """
import json, sys, time
from pathlib import Path
begun = time.process_time()
for path in sorted(Path(sys.argv[1]).glob("*.jsonl")):
    [json.loads(line) for line in path.read_bytes().splitlines()]
print(time.process_time() - begun)
"""
_LOAD = """
import sys, time
import pandas, pyarrow.parquet
from skyjo_widget import load_all
begun = time.process_time()
load_all(sys.argv[1]).decisions
print(time.process_time() - begun)
"""


def figures() -> Iterator[Figure]:
    """Seconds of the processor, each file read in a process of its own (on Linux)."""
    with tempfile.TemporaryDirectory() as folder:
        long, undone, noted = (Path(folder, name) for name in ("long", "undone", "noted"))
        rng = random.Random(1)
        h = _new()
        _play_on(h, rng, UNDONE_AT)
        _write(h, undone)
        _play_on(h, rng, DECISIONS)
        _write(h, long)
        for what, most in (("load", 3.0), ("replay", 5.0)):
            seconds, memory = _read(what, long)
            yield Figure(f"{what} {DECISIONS:,} decisions", seconds, "s", at_most=most)
            room = 150 if what == "replay" else None
            yield Figure("  the most memory it took", memory, "MB", at_most=room)
        yield Figure(f"undo after {UNDONE_AT:,} decisions", _undo(undone), "ms", at_most=1)
        for path, count in ((undone, UNDONE_AT), (long, DECISIONS)):
            took = _log(path)
            yield Figure(f"log.decisions after an action, {count:,}", took, "ms", at_most=30)
        yield from _growing()
        yield from _many(Path(folder, "many"))
        h = _new()
        _play_on(h, rng, 3000)
        for _ in range(100):
            row = h.newest()
            h.undo(row.decision if row else None)
            _play_on(h, rng, len(h.decisions) + 1)
        _write(h, undone)
        yield Figure("load 3,000 decisions, 100 undone", _read("load", undone)[0], "s", at_most=1)
        for number in range(100_000):
            h.annotations.add_note(f"note {number}", decision=5, tags=(), by=None)
        _write(h, noted)
        yield Figure("load 100,000 notes", _read("load", noted)[0], "s", at_most=5)
        yield Figure("replay 100,000 notes", _read("replay", noted)[0], "s", at_most=5)


def _growing() -> Iterator[Figure]:
    """A frame after each of 100,000 decisions: what the last thousand cost, of the second one's."""
    h, rng = _new(), random.Random(1)
    frames, took = Growing(h), []
    for number in range(1, LIVE + 1):
        _play_on(h, rng, number)
        begun = time.process_time()
        frames.frame()
        took.append(time.process_time() - begun)
    early, late = statistics.median(took[1000:2000]), statistics.median(took[-1000:])
    yield Figure(f"a frame after each of {LIVE:,} decisions, the last", late * 1000, "ms")
    yield Figure("  of what the first ones took", late / early, "times", at_most=1.5)


def _many(folder: Path) -> Iterator[Figure]:
    """A folder of some 300 recorded games: the first time, with its cache, and JSON alone."""
    for seed in range(FILES):
        preset: PresetName = "skip-bo" if seed % 6 == 3 else "skyjo"
        players = 3 if seed % 6 == 3 else 3 + seed % 2
        table = play(
            "newskyjo" if seed % 6 == 0 else preset,
            ["bot:greedy"] * players,
            seed=seed,
            record=folder / f"{seed:03}.jsonl",
            display=False,
        )
        table.run()
        table.close()
    size = sum(path.stat().st_size for path in folder.glob("*.jsonl")) / 1e6
    for what, code, most in (
        ("as JSON alone", _JSON, None),
        ("load_all(…).decisions", _LOAD, 2.0),
        ("  again, with the cache", _LOAD, 0.5),
    ):
        command = [sys.executable, "-W", "ignore", "-c", code, str(folder)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        yield Figure(f"{FILES} games, {size:.0f} MB: {what}", float(done.stdout), "s", at_most=most)


def _new() -> History:
    table = play(
        "skyjo", ["A", "B"], seed=1, practice=True, target=10**6, record=False, display=False
    )
    return table.history


def _play_on(h: History, rng: random.Random, decisions: int) -> None:
    """Anything legal, until there have been so many decisions."""
    numbers = _Numbers(rng)
    while len(h.decisions) < decisions:
        if h.between_rounds:
            h.begin_round()
        while h.needs_shuffle or h.needs_scoring:
            if h.needs_scoring:
                h.score()
                continue
            order = sorted(h.state.draw[: h.state.draw_size])
            shuffle(numbers, order, len(order))
            h.shuffle(order)
        if h.actor is not None:
            h.act(rng.choice(h.legal()), ms=5)


class _Numbers:
    """A source of numbers for shuffles."""

    def __init__(self, rng: random.Random) -> None:
        self.random = rng.random


def _write(h: History, path: Path) -> None:
    link = ""
    with path.open("wb") as file:
        for event in h.events:
            line, link = chained(event, link)
            file.write(line)


def _read(what: str, path: Path) -> tuple[float, float]:
    """Seconds, the median, and megabytes, the most."""
    figures = []
    for _ in range(REPEATS):
        command = [sys.executable, "-W", "ignore", "-c", _READ, what, str(path)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        figures.append([float(word) for word in done.stdout.split()])
    return statistics.median(took for took, _ in figures), max(most for _, most in figures)


def _undo(path: Path) -> float:
    table = load(path, record=False, display=False)
    rng = random.Random(1)
    took: list[float] = []
    while len(took) < 50:
        if table.waiting == "next round":
            table.next_round()
        table.act(rng.choice(table.legal))
        begun = time.process_time()
        table.undo()
        took.append(time.process_time() - begun)
    return statistics.median(took) * 1000


def _log(path: Path) -> float:
    table = load(path, record=False, display=False)
    rng = random.Random(1)
    took: list[float] = []
    _ = table.log.decisions
    while len(took) < 20:
        if table.waiting == "next round":
            table.next_round()
        table.act(rng.choice(table.legal))
        begun = time.process_time()
        _ = table.log.decisions
        took.append(time.process_time() - begun)
    return statistics.median(took) * 1000
