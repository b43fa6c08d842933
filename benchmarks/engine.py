"""The engine and a table without a browser."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import hand_kernel
from benchmarks.figures import Figure
from skyjo_widget import bots, play
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.driver import MAX_TURNS, driver_parts, make_play
from skyjo_widget.engine.core.state import to_record
from skyjo_widget.engine.core.trace import make_buffers
from skyjo_widget.engine.games import GAMES, find_preset
from skyjo_widget.simulation.job import ROOM

REPEATS = 9
SEATS = 4


def rates(*runs: Callable[[], float]) -> list[float]:
    """The median rate of each run, taken in turn so that a busy moment hits all."""
    measured: list[list[float]] = [[] for _ in runs]
    for _ in range(REPEATS):
        for run, rate in zip(runs, measured, strict=True):
            rate.append(run())
    return [statistics.median(rate) for rate in measured]


def driver_run(
    decisions: int,
    preset: str = "skyjo",
    seats: int = SEATS,
    *,
    policy: str = "random",
    noted: int = 0,
    compiled: bool = True,
) -> Callable[[], float]:
    """Decisions a second of a driver, a game after the other, about so many a run.

    `noted`: how many decisions are noted before they are thrown away; 0 notes none.
    """
    game, chosen = find_preset(preset)
    bot: Any = bots.find(game.name, policy)
    make = jit.compiled if compiled else jit.interpreted
    driver = make(make_play, *driver_parts(game, bots.chooser(game.name)))
    codes = chosen.codes(seats, game.deck)
    state = game.state()
    states = to_record(state) if compiled else [state]
    rules = to_record(codes) if compiled else [codes]
    rngs = [np.random.default_rng(stream) for stream in range(3)]
    line_up, knobs = np.full(seats, bot.index), np.full(seats, bot.knob)

    def games(count: int) -> int:
        """Play so many; returns how many decisions were made."""
        notes = make_buffers(game.details, compiled=compiled, games=count, decisions=noted)
        over = False
        while not over:
            over = driver(states, rules, *rngs, line_up, knobs, notes, MAX_TURNS)
            if noted:
                notes.where["decisions"] = 0
        return sum(int(row["decisions"] if compiled else row.decisions) for row in notes.games)

    count = max(1, round(decisions * 10 / games(10)))

    def run() -> float:
        begun = time.perf_counter()
        return games(count) / (time.perf_counter() - begun)

    return run


def by_hand_run(
    decisions: int, play: Callable[[np.random.Generator, int], int] = hand_kernel.play
) -> Callable[[], float]:
    """The same of a kernel specialised by hand."""
    rng = np.random.default_rng(1)
    play(rng, 1000)

    def run() -> float:
        begun = time.perf_counter()
        played = play(rng, decisions) // 1_000_000
        return played / (time.perf_counter() - begun)

    return run


def starts() -> tuple[float, float, float]:
    """Seconds to the first compiled decision: cold, from the disk cache; and to import."""
    code = (
        "import time; a = time.perf_counter(); import skyjo_widget; b = time.perf_counter(); "
        "from benchmarks.engine import driver_run; c = time.perf_counter(); "
        "driver_run(1); print(b - a, time.perf_counter() - c)"
    )
    cold, warm = in_new_processes(code)
    light = [imported for imported, _ in cold + warm]
    firsts = [statistics.median(first for _, first in runs) for runs in (cold, warm)]
    return firsts[0], firsts[1], statistics.median(light)


def compile_in_thread(game: str) -> float:
    """CPU seconds of the process that compiles all of a game, from nothing."""
    with tempfile.TemporaryDirectory() as cache:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-P", "-m", "skyjo_widget.simulation.compile_ahead", "play", game],
            env={**os.environ, "NUMBA_CACHE_DIR": cache, background.MODE: "wait"},
            check=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_new_processes(code: str) -> tuple[list[list[float]], list[list[float]]]:
    """The numbers that some code prints last: nothing compiled yet, and from the disk cache."""
    cold: list[list[float]] = []
    warm: list[list[float]] = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as cache:
            for kept in (cold, warm):
                done = subprocess.run(
                    [sys.executable, "-c", code],
                    env={**os.environ, "NUMBA_CACHE_DIR": cache},
                    capture_output=True,
                    encoding="utf-8",
                    check=True,
                )
                kept.append([float(word) for word in done.stdout.splitlines()[-1].split()])
    return cold, warm


def live_action() -> tuple[float, float]:
    """Milliseconds of one action in a live session, record and view included.

    Without and with the wait for the disk that a person's decision has.
    """
    fsync = os.fsync
    medians = []
    for sync in (lambda _file: None, fsync):
        os.fsync = sync
        times = []
        with tempfile.TemporaryDirectory() as folder:
            for seed in range(5):
                table = play(
                    "skyjo",
                    ["Ana", "Bo", "Cy", "Di"],
                    seed=seed,
                    record=Path(folder) / f"{seed}.jsonl",
                    display=False,
                )
                board = table.board  # hears of each decision and draws its picture
                for step in range(150):
                    if table.waiting != "person":
                        break
                    action = table.legal[step % len(table.legal)]
                    begun = time.perf_counter()
                    table.act(action)
                    json.dumps([board.view, board.rows])
                    times.append((time.perf_counter() - begun) * 1000)
                table.close()
        medians.append(statistics.median(times))
    os.fsync = fsync
    return medians[0], medians[1]


def figures() -> list[Figure]:
    """Measure all."""
    compiled, by_hand, greedy, greedy_by_hand, noted, effects, piles = rates(
        driver_run(2_000_000),
        by_hand_run(2_000_000),
        driver_run(2_000_000, policy="greedy"),
        by_hand_run(2_000_000, hand_kernel.play_greedy),
        driver_run(2_000_000, noted=ROOM),
        driver_run(2_000_000, "newskyjo"),
        driver_run(2_000_000, "skip-bo", seats=2, policy="plain"),
    )
    interpreted, with_effects, with_piles = rates(
        driver_run(20_000, compiled=False),
        driver_run(20_000, "newskyjo", compiled=False),
        driver_run(20_000, "skip-bo", seats=2, policy="plain", compiled=False),
    )
    cold, warm, light = starts()
    live, synced = live_action()
    return [
        Figure("compiled random play, 4 seats", compiled / 1e6, "M decisions/s", at_least=10),
        Figure("  the kernel specialised by hand", by_hand / 1e6, "M decisions/s"),
        Figure("  ratio", compiled / by_hand, "", at_least=0.5),
        Figure("  ten columns of each decision noted", noted / 1e6, "M decisions/s"),
        Figure("  ratio", noted / compiled, "", at_least=0.8),
        Figure("compiled greedy play, 4 seats", greedy / 1e6, "M decisions/s"),
        Figure("  the kernel specialised by hand", greedy_by_hand / 1e6, "M decisions/s"),
        Figure("  ratio", greedy / greedy_by_hand, "", at_least=0.5),
        Figure("compiled random play, NewSkyjo", effects / 1e6, "M decisions/s"),
        Figure("  ratio", effects / compiled, "", at_least=0.5),
        Figure("compiled plain play, Skip-Bo, 2 seats", piles / 1e6, "M decisions/s", at_least=5),
        Figure("  first compile, in the kernel itself", cold, "s"),
        *(Figure(f"compiling all of {name}, CPU", compile_in_thread(name), "s") for name in GAMES),
        Figure("  start from the disk cache", warm, "s"),
        Figure(
            "interpreted random play, 4 seats", interpreted / 1e3, "k decisions/s", at_least=200
        ),
        Figure("  NewSkyjo", with_effects / 1e3, "k decisions/s"),
        Figure("  Skip-Bo, 2 seats, plain", with_piles / 1e3, "k decisions/s"),
        Figure("one action, record and view", live, "ms", at_most=2),
        Figure("  waiting for the disk as well", synced, "ms"),
        Figure("import skyjo_widget", light, "s"),
    ]
