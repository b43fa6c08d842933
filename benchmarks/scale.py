"""Cost of large runs: CPU time and bytes of a decision, a scheduler's share, and what follows.

Times are CPU times of whole processes, which depend little on what else the machine does.  The
last table extrapolates them.
"""

from __future__ import annotations

import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from benchmarks.bulk import TEN
from benchmarks.figures import Figure
from skyjo_widget import simulate
from skyjo_widget.engine.core import background
from skyjo_widget.engine.games import PresetName
from skyjo_widget.measures import DECISIONS
from skyjo_widget.simulation.executors import map_in_order
from skyjo_widget.simulation.job import FAST_GROUP
from skyjo_widget.strategies.compiled import compile as compiler

REPEATS = 5
BLOCK = FAST_GROUP
"""Games of a task whose players are built-in bots."""
PART = 10 * BLOCK
"""Games of a run that is measured with others."""
SIZES = ((10**6, 1, 1e6), (10**9, 3600, 1e9), (10**12, 3600, 1e12))
"""Decisions, with the seconds and the bytes of the units of their costs."""
TASKS = 64
"""Tasks of which a scheduler's share is taken."""
OPTIONS: dict[str, Any] = {"games": TASKS * BLOCK, "seed": 1, "progress": False}
PAGE = Path(__file__).parents[1] / "docs" / "strategies.md"


class Table(NamedTuple):
    """A table to measure: preset, seats, a built-in bot, and strategies of the documentation."""

    title: str
    preset: PresetName
    seats: int
    bot: str
    own: tuple[str, ...]


TABLES = (
    Table("Skyjo", "skyjo", 4, "greedy", ("replaces_highest", "collects")),
    Table("NewSkyjo", "newskyjo", 4, "greedy", ("keeps_low",)),
    Table("Skip-Bo", "skip-bo", 2, "plain", ("empties_stock",)),
)
KEPT: dict[str, dict[str, Any]] = {
    "games and rounds": {},
    "ten columns": {"decisions": TEN},
    "all columns": {"decisions": True},
    "ten columns, states": {"decisions": TEN, "states": True},
}
"""Options of `simulate` by what they keep."""


class Cost(NamedTuple):
    """CPU seconds and bytes of a decision, decisions of a game, games of a task."""

    seconds: float
    bytes: float
    decisions: float
    block: float


def strategy(name: str) -> Any:
    """Return a strategy of the documentation's page."""
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL):
        if "def " in code:
            exec(code, names)
    return names[name]


def cost(table: Table, player: Any, *, files: bool = False, **kept: Any) -> Cost:
    """Measure runs of a second on one thread, in memory or into Parquet files."""

    def run(games: int, seed: int) -> Cost:
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
            to = Path(folder, "run") if files else None
            options: dict[str, Any] = {"games": games, "seed": seed, "to": to, **kept}
            players = [player] * table.seats
            begun = process_time()
            played = simulate(table.preset, players, executor=thread, progress=False, **options)
            spent = process_time() - begun
            decided = int(played.games["decisions"].sum())
            size = sum(file.stat().st_size for file in Path(folder).rglob("*.parquet"))
        return Cost(spent / decided, size / decided, decided / games, played.job.block)

    run(32, 0)  # compiled now
    probe = run(16, 1)
    games = max(16, min(2 * BLOCK, round(1 / probe.seconds / probe.decisions)))
    runs = [run(games // 16 * 16, seed) for seed in range(REPEATS)]
    return Cost(*(statistics.median(values) for values in zip(*runs, strict=True)))


def costs() -> Iterator[tuple[str, Cost]]:
    """Measure who plays, keeping no decisions, and what is kept, in Parquet files."""
    for table in TABLES:
        yield f"{table.title}, random", cost(table, "random")
        yield f"{table.title}, {table.bot}", cost(table, table.bot)
        for what, kept in KEPT.items():
            measured = cost(table, table.bot, files=True, **kept)
            yield f"{table.title}, {table.bot}: {what}", measured
        for function in table.own:
            player = strategy(function)
            # Once compiled, it stays so in this process.
            for how, compiler.PAYS in (("interpreted", math.inf), ("compiled", 0.0)):
                name = f"{table.title}, {function}, {how}"
                yield name, cost(table, player)
                yield f"{name}: ten columns", cost(table, player, files=True, decisions=TEN)


def given_back(block: int) -> int:
    """Return a block's number: a task without work."""
    return block


class Share(NamedTuple):
    """CPU seconds of a task: of the client with its scheduler, and all, less those on threads."""

    client: float
    all: float


def shares() -> Iterator[tuple[str, Share]]:
    """Measure runs on two Dask workers, and the same runs on two threads."""
    from distributed import Client, LocalCluster  # noqa: PLC0415  (only for this)

    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with (
        folder,
        LocalCluster(  # type: ignore[no-untyped-call]  # it has no types
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            local_directory=folder.name,
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]  # as above
        ThreadPoolExecutor(2) as threads,
    ):
        for name, work in _works().items():
            task_seconds = []
            work(threads)  # compiled now
            work(client.get_executor())
            for _ in range(REPEATS):
                begun = process_time()
                work(threads)
                alone = process_time() - begun
                workers, begun = client.run(process_time), process_time()
                work(client.get_executor())
                here = process_time() - begun
                there = sum(client.run(process_time).values()) - sum(workers.values())
                task_seconds.append((here / TASKS, (here + there - alone) / TASKS))
            yield (
                name,
                Share(*(statistics.median(column) for column in zip(*task_seconds, strict=True))),
            )


def _works() -> dict[str, Callable[[Executor], None]]:
    """Return what is done with an executor, in tasks."""

    def nothing(executor: Executor) -> None:
        list(map_in_order(given_back, iter(range(TASKS)), executor))

    def in_memory(executor: Executor) -> None:
        simulate("skyjo", ["greedy"] * 4, executor=executor, **OPTIONS)

    def in_files(executor: Executor) -> None:
        with tempfile.TemporaryDirectory() as folder:
            to = Path(folder, "run")
            simulate("skyjo", ["greedy"] * 4, executor=executor, decisions=TEN, to=to, **OPTIONS)

    return {"nothing": nothing, "games in memory": in_memory, "ten columns in files": in_files}


_START = """
import time
from skyjo_widget import simulate
simulate("skyjo", ["greedy"] * 4, games=1, seed=1, progress=False)
print(time.process_time())
"""


def printed(code: str, *arguments: str) -> list[float]:
    """Return the medians of the numbers that some code prints in a process of its own."""
    numbers = []
    for _ in range(REPEATS):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        numbers.append([float(word) for word in done.stdout.split()])
    return [statistics.median(values) for values in zip(*numbers, strict=True)]


_MEASURE = """
import re, sys, time
from skyjo_widget import measure
measure(sys.argv[1])
# Not `ru_maxrss`, which begins with that of the process that has started this one.
most = re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())
print(time.process_time(), int(most[1]) * 1024)
"""


def measuring() -> Iterator[Figure]:
    """Measure `measure` of a folder of runs: two of them, then eight."""
    parts = []
    decisions = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(8):
            run = simulate(
                "skyjo",
                ["greedy"] * 4,
                games=PART,
                seed=seed,
                decisions=DECISIONS,
                to=Path(folder, f"{seed}"),
                progress=False,
            )
            decisions += int(run.games["decisions"].sum())
            if seed in (1, 7):
                parts.append((decisions, *printed(_MEASURE, folder)))
    (few, cpu, memory), (many, more_cpu, more_memory) = parts
    yield Figure("measure, a decision", 1e9 * (more_cpu - cpu) / (many - few), "ns of CPU")
    yield Figure("  a game", (more_memory - memory) / (6 * PART), "bytes of memory")
    yield Figure("  of two parts", memory / 1e6, "MB of memory")


def row(name: str, cost_of_row: Cost, client: float) -> str:
    """Return a line of the extrapolation: core-seconds and MB, then core-hours and GB or TB.

    At its end a million tasks of Dask, and the most workers that one client keeps busy.

    Parameters
    ----------
    name : str
    cost_of_row : Cost
    client : float
        CPU seconds of a Dask client for a task.
    """
    cells = [name]
    for size, seconds, of_bytes in SIZES:
        cells += [
            rounded(size * cost_of_row.seconds / seconds),
            rounded(size * cost_of_row.bytes / of_bytes),
        ]
    of_a_task = cost_of_row.decisions * cost_of_row.block
    cells += [rounded(1e12 / of_a_task / 1e6), rounded(cost_of_row.seconds * of_a_task / client)]
    return f"| {' | '.join(cells)} |"


def rounded(value: float) -> str:
    """Return a number with two significant digits."""
    digits = 1 - math.floor(math.log10(value))
    return f"{round(value, digits):,.{max(digits, 0)}f}"


def figures() -> Iterator[Figure]:
    """Measure all; print the extrapolation."""
    os.environ[background.MODE] = "wait"
    pays, rows = compiler.PAYS, {}
    for name, measured in costs():
        if measured.bytes:
            rows[name] = measured
            yield Figure(name, 1e9 * measured.seconds, "ns of CPU a decision")
            yield Figure("  on the disk", measured.bytes, "bytes a decision")
        else:
            yield Figure(name, 1e-3 / measured.seconds, "thousand decisions a core-second")
            yield Figure("  decisions a game", measured.decisions, "")
    compiler.PAYS = pays
    printed(_START)  # compiled now
    yield Figure("a process until its first game is over", printed(_START)[0], "s of CPU")
    client = 0.0
    for name, share in shares():
        client = share.client
        yield Figure(f"a Dask task, {name}: the client", 1e3 * client, "ms of CPU")
        yield Figure("  all, less the same on threads", 1e3 * share.all, "ms of CPU")
    yield from measuring()
    for name, measured in rows.items():
        print(row(name, measured, client))
