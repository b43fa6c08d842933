"""Bulk play: Parquet, memory, threads, strategies, rollouts, first moves, other engines."""

from __future__ import annotations

import dataclasses
import functools
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.engine import SEATS, driver_run, in_new_processes, rates
from benchmarks.figures import Figure
from skyjo_widget import bots, simulate
from skyjo_widget.bots.search import WORTH, make_sample, search_parts
from skyjo_widget.bots.skyjo_search import SEARCH_FUNCTIONS
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.state import observe, to_record
from skyjo_widget.engine.games import PresetName, find_preset
from skyjo_widget.simulation.executors import cores
from skyjo_widget.simulation.simulate import make_job, play_job
from skyjo_widget.strategies.compiled import compile as compiler
from skyjo_widget.strategies.process import StrategyProcess

TEN = (
    "game_id",
    "decision",
    "round",
    "turn",
    "seat",
    "phase",
    "notation",
    "card_in",
    "card_out",
    "draw_pile_size",
)
MID_ROUND = Path(__file__).with_name("mid_round.txt")
"""A position of four players in the middle of a round, as state text."""


def to_parquet(decisions: int = 100_000_000) -> Iterator[Figure]:
    """Recorded greedy decisions, in a process of their own, so that its memory is theirs."""
    code = f"""
import resource, sys, time
from skyjo_widget import simulate
few = dict(seed=1, decisions={list(TEN)!r}, progress=False)
players = ["greedy"] * {SEATS}
probe = simulate("skyjo", players, games=1024, to=sys.argv[1] + "/probe", **few)
games = round({decisions} / probe.games["decisions"].mean())
begun = time.perf_counter()
simulate("skyjo", players, games=games, to=sys.argv[1] + "/run", **few)
print(time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", code, folder], capture_output=True, encoding="utf-8", check=True
        )
        size = sum(file.stat().st_size for file in Path(folder, "run").rglob("*.parquet"))
    seconds, memory = (float(word) for word in done.stdout.splitlines()[-1].split())
    whole = seconds * 1e9 / decisions
    yield Figure(f"{decisions:.0e} greedy decisions to Parquet", seconds, "s")
    yield Figure("  extrapolated to 10⁹", whole, "s", at_most=180)
    yield Figure("  the most memory it took", memory / 1024, "MB", at_most=1000)
    yield Figure("  on the disk, a decision", size / decisions, "bytes")


def threads() -> Iterator[Figure]:
    """One thread and two, in turn."""

    def run(workers: int) -> Callable[[], float]:
        def games() -> float:
            with ThreadPoolExecutor(workers) as pool:
                begun = time.perf_counter()
                simulate(
                    "skyjo", ["greedy"] * SEATS, games=20_480, seed=1, executor=pool, progress=False
                )
                return 20_480 / (time.perf_counter() - begun)

        return games

    single, two = rates(run(1), run(2))
    yield Figure("greedy games, one thread", single, "games/s")
    yield Figure("  two threads", two / single, "times one", at_least=1.8 if cores() > 1 else None)


def looks_once(obs: Any) -> str:
    """A strategy that hardly thinks."""
    return str(obs.legal[len(obs.legal) // 2])


def looks_around(obs: Any) -> str:
    """A strategy that looks at all that lies there, more than once."""
    seen = obs.mine.values() if isinstance(obs.mine, dict) else obs.mine
    n = 0
    for card in seen:
        for other in seen:
            n += card is not None and card == other
    return str(obs.legal[n % len(obs.legal)])


def apart() -> Iterator[Figure]:
    """Strategies that aren't compiled, in mirrored games: in this process, and in their own."""
    pays, compiler.PAYS = compiler.PAYS, math.inf
    tables: list[tuple[PresetName, int]] = [("skyjo", 2), ("newskyjo", 3), ("skip-bo", 2)]
    for game, seats in tables:
        for function in (looks_once, looks_around):
            process, other = StrategyProcess(function, "one"), StrategyProcess(function, "other")

            def run(players: list[Any], game: PresetName = game) -> float:
                job = make_job(game, players, 48, 3, turns=60)
                job = dataclasses.replace(job, mirrored=True)
                begun = time.perf_counter()
                played = play_job(job, executor=None, progress=False)
                return float(played.games["decisions"].sum()) / (time.perf_counter() - begun)

            seated = [process] + [other] * (seats - 1)
            run(seated)  # the processes start
            here, there = rates(
                functools.partial(run, [function] * seats), functools.partial(run, seated)
            )
            yield Figure(f"{game}, {function.__name__}, interpreted", 1e6 / here, "µs a decision")
            yield Figure("  in processes of their own", here / there, "times", at_most=2)
            process.close()
            other.close()
    compiler.PAYS = pays


SHORT, LONG = 4_000, 20_000
"""Games of a run that ends before its strategy is compiled, and of one that doesn't."""
_CAREFUL = """
def careful(obs):
    hidden = [position for position, card in obs.mine.items() if card is None]
    if obs.phase == "choose" and obs.discard[-1] <= {low}:
        return "take"
    if obs.phase in ("place taken", "place drawn"):
        return f"place {{hidden[0]}}"
    return obs.legal[0]
"""
_OWN = """
import resource, sys
from skyjo_widget import simulate
from skyjo_widget.simulation import executors
from skyjo_widget.strategies.compiled import compile as compiler
from careful import careful

def spent():
    return sum(sum(resource.getrusage(who)[:2])
               for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))

player, games, pays = sys.argv[1:]
executors.PATIENCE = float("inf")
compiler.PAYS = float(pays) if pays else compiler.PAYS
first = careful if player == "careful" else player
begun = spent()
simulate("skyjo", [first, "greedy", "threshold(2)"], games=int(games), seed=1, progress=False)
print(spent() - begun)
"""


def own() -> Iterator[Figure]:
    """A function's runs, each in a new process: CPU time, with that of the compiler."""
    environment = {key: value for key, value in os.environ.items() if key != background.MODE}
    with tempfile.TemporaryDirectory() as folder:
        environment["PYTHONPATH"] = os.pathsep.join([str(Path.cwd()), folder])

        def cpu(player: str, games: int, pays: str = "") -> float:
            done = subprocess.run(
                [sys.executable, "-c", _OWN, player, str(games), pays],
                env=environment,
                capture_output=True,
                encoding="utf-8",
                check=True,
            )
            return float(done.stdout.splitlines()[-1])

        rows = []
        for _ in range(3):
            text = _CAREFUL.format(low=f"3 + 1e-20 * {time.time_ns()}")  # a new one
            Path(folder, "careful.py").write_text(text, encoding="utf-8")
            plain, short = cpu("careful", SHORT, "inf"), cpu("careful", SHORT)
            first, then = cpu("careful", LONG), cpu("careful", LONG)
            rows.append((short / plain, first / plain, then / cpu("greedy", LONG)))
    short, first, then = map(statistics.median, zip(*rows, strict=True))
    yield Figure(f"a new function, {SHORT:,} games", short, "times interpreted", at_most=1.1)
    yield Figure(f"  {LONG:,} games", first, f"times {SHORT:,}", at_most=2)
    yield Figure("  in the next process", then, "times greedy", at_most=3)


def rollouts() -> Iterator[Figure]:
    """Complete greedy rollouts of the position in the file, one core, a world for each."""
    game, rules = find_preset("skyjo")
    codes = rules.codes(SEATS, game.deck)
    state = game.parse_state(MID_ROUND.read_text("utf-8").strip(), codes, game.deck)
    seen = game.state()
    for name, value in vars_of(observe(state, state.seat)).items():
        setattr(seen, name, value)
    functions = dataclasses.replace(SEARCH_FUNCTIONS, choose=bots.chooser("skyjo"))
    sample = jit.compiled(make_sample, *search_parts(game, functions))
    greedy: Any = bots.find("skyjo", "greedy")
    ours = (to_record(seen), np.concatenate([to_record(seen)] * 2), to_record(codes))
    rng, plans = np.random.default_rng(1), np.array([game.legal_actions(state, codes)[:1]])
    outcomes = np.empty((10_000, 1, 1))

    def run() -> float:
        begun = time.perf_counter()
        sample(*ours, rng, state.seat, greedy.index, greedy.knob, WORTH, plans, outcomes)
        return 10_000 / (time.perf_counter() - begun)

    run()
    (rate,) = rates(run)
    yield Figure("greedy rollouts from a mid-round position", rate / 10, "in 100 ms", at_least=1e4)


def first_moves() -> Iterator[Figure]:
    """The strong bot's first move in a new process: cold, and from the disk cache."""
    code = (
        "import time; from skyjo_widget import play; a = time.perf_counter(); "
        "table = play('skyjo', ['bot:strong(20ms)', 'bot:greedy'], seed=1, record=False, "
        "display=False); table.step(); print(time.perf_counter() - a)"
    )
    cold, warm = (statistics.median(first for (first,) in runs) for runs in in_new_processes(code))
    yield Figure("the strong bot's first move, compiling", cold, "s", at_most=10)
    yield Figure("  from the disk cache", warm, "s", at_most=1)


def other_engines() -> Iterator[Figure]:
    """Random play of OpenSpiel's card games, by its own C++ rollouts; nothing without it."""
    try:
        import pyspiel  # noqa: PLC0415  (only to compare with)
    except ImportError:
        print("left out: pip install open_spiel, to compare with it")
        return
    ours = driver_run(2_000_000)
    for name in ("crazy_eights", "hearts", "gin_rummy"):
        game = pyspiel.load_game(name)
        rng = np.random.default_rng(1)

        def choose(state: pyspiel.State, rng: np.random.Generator = rng) -> None:
            """One step at random."""
            if state.is_chance_node():
                chances = state.chance_outcomes()
                state.apply_action(chances[int(rng.random() * len(chances))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])

        def begun(game: pyspiel.Game = game) -> pyspiel.State:
            """A new game, as soon as somebody decides."""
            state = game.new_initial_state()
            while state.is_chance_node():
                choose(state)
            return state

        lengths = []
        for _ in range(50):
            state, length = begun(), 0
            while not state.is_terminal():
                length += not state.is_chance_node()
                choose(state)
            lengths.append(length)
        mean = statistics.mean(lengths)

        def theirs(game: pyspiel.Game = game, mean: float = mean) -> float:
            """Decisions a second of its rollouts: one search step that is all rollouts."""
            evaluator = pyspiel.RandomRolloutEvaluator(200, 1)
            bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
            state = begun()
            start = time.perf_counter()
            bot.step(state)
            return 200 * mean / (time.perf_counter() - start)

        mine, other = rates(ours, theirs)
        yield Figure(f"OpenSpiel, {name}, random rollouts", other / 1e6, "M decisions/s")
        yield Figure("  ours, Skyjo, in turn with it", mine / other, "times")


def vars_of(seen: object) -> dict[str, object]:
    """The fields of an observation."""
    return {name: getattr(seen, name) for name in seen.__slots__}  # type: ignore[attr-defined]  # it has slots


def figures() -> Iterator[Figure]:
    """Measure all."""
    yield from threads()
    yield from apart()
    yield from own()
    yield from rollouts()
    yield from first_moves()
    yield from to_parquet()
    yield from other_engines()
