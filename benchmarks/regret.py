"""Measure how far bots' choices in Skyjo lie below the best action.

    python -m benchmarks.regret learned "strong(1000)" "strong(4000)" --players 4

Positions come from games of a search against `learned`.  Each action is tried in thousands of
worlds to the end of the round: `learned` plays for the seat, and for the others `learned` in one
half of the worlds and `careful` in the other.  A bot's regret is the chance to win that its
choices lose against the best action, in points of a hundred, with its standard error.  The best
action is chosen by one half of the worlds and valued by the other, and the other way round, so
that luck doesn't choose it.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget import play
from skyjo_widget.bots import find, search_bot
from skyjo_widget.bots.search import CHANCE, Strong
from skyjo_widget.bots.skyjo import CAREFUL, LEARNED
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.skyjo.game import SKYJO

PLAYER = "strong(300)"
"""Plays the games from which the positions come."""
TAKEN = 0.1
"""The share of its decisions that are looked at."""
SEEDS = range(3)
"""Each bot decides with each of these."""

Floats = npt.NDArray[np.float64]


class Position(NamedTuple):
    """A decision, and what its actions are worth.

    Attributes
    ----------
    o, r : observation, twin
    actions : list of int
        Those worth a try.
    values : array of float, 2 × actions
        Their chances to win among `learned`, and among `careful`.
    best : array of float, 2
        The chance of the best action, among each.
    """

    o: Any
    r: Any
    actions: list[int]
    values: Floats
    best: Floats


def decisions(players: int, rng: np.random.Generator) -> Iterator[tuple[Any, Any, list[int]]]:
    """Yield observations with a choice, their rule codes and their actions, game by game."""
    seed = 0
    while True:
        names = [f"bot:{PLAYER}", *["bot:learned"] * (players - 1)]
        table = play("skyjo", names, seed=seed, record=False, display=False)
        while not table.over:
            history = table.history
            if history.actor == 0 and rng.random() < TAKEN:
                o, r = observe(copy(history.state), 0), history.codes
                plans = search_bot("skyjo").functions.candidates(o, r, SKYJO.legal_actions(o, r))
                if len(plans) > 1:
                    yield o, r, [plan for plan in plans if isinstance(plan, int)]
            if table.waiting == "next round":
                table.next_round()
            else:
                table.step()
        seed += 1


def valued(o: Any, r: Any, actions: list[int], bot: Strong, worlds: int, seed: int) -> Position:
    """Return a position with the values of its actions."""
    plans = [(action,) for action in actions]
    outcomes = bot.try_out(plans, o, r, np.random.default_rng([seed, worlds]), worlds)
    kinds = (outcomes[0::2], outcomes[1::2])  # the others play `careful` in every second world
    values = np.array([kind.mean(axis=0) for kind in kinds])
    best = []
    for kind in kinds:
        first, other = kind[: len(kind) // 2].mean(axis=0), kind[len(kind) // 2 :].mean(axis=0)
        best.append((other[first.argmax()] + first[other.argmax()]) / 2)
    return Position(o, r, actions, values, np.array(best))


def regrets(bot: Any, positions: list[Position]) -> tuple[Floats, float]:
    """Return a bot's mean regret at each position, positions × 2, and its ms for a decision."""
    lost = np.zeros((len(positions), 2))
    begun = time.process_time()
    for number, position in enumerate(positions):
        for seed in SEEDS:
            action = bot.act(position.o, position.r, np.random.default_rng([seed, number]))
            lost[number] += position.best - position.values[:, position.actions.index(action)]
    took = (time.process_time() - begun) / (len(positions) * len(SEEDS))
    return lost / len(SEEDS), 1000 * took


def variants(name: str, horizons: list[int], one_style: bool) -> Iterator[tuple[str, Any]]:
    """Yield a bot, and if it searches its variants, with their names."""
    bot = find("skyjo", name)
    if not isinstance(bot, Strong):
        yield name, bot
        return
    for horizon in horizons or [bot.functions.horizon]:
        bot.functions = dataclasses.replace(bot.functions, horizon=horizon)
        bot.load()
        yield f"{name}, {horizon} decisions", bot
    if one_style:
        bot.rival = bot.base[0]
        yield f"{name}, {horizon} decisions, expects `learned` alone", bot


def main() -> None:
    """Find the positions, value their actions, and print each bot's regret."""
    parser = argparse.ArgumentParser(description="Measure how far choices lie below the best.")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--worlds", type=int, default=16_000)
    parser.add_argument(
        "--horizons", type=int, nargs="*", help="decisions of each seat in a rollout"
    )
    parser.add_argument(
        "--one-style", action="store_true", help="also a search that expects `learned` alone"
    )
    options = parser.parse_args()
    judge = Strong(
        SKYJO, search_bot("skyjo").functions, "", base=(LEARNED, 0), rival=CAREFUL, judge=CHANCE
    )
    judge.load()
    moments = decisions(options.players, np.random.default_rng(1))
    positions = [
        valued(*next(moments), judge, options.worlds, seed) for seed in range(options.positions)
    ]
    print(f"{len(positions)} positions, {options.players} players, {options.worlds} worlds each")
    bots = (
        pair
        for name in options.bots
        for pair in variants(name, options.horizons, options.one_style)
    )
    for name, bot in bots:
        lost, took = regrets(bot, positions)
        error = 100 * lost.std(axis=0, ddof=1) / math.sqrt(len(lost))
        rivals = zip(("learned", "careful"), 100 * lost.mean(axis=0), error, strict=True)
        text = ", ".join(
            f"{mean:.3f} ± {error_of_mean:.3f} among {who}" for who, mean, error_of_mean in rivals
        )
        print(f"{name}: {text}; {took:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
