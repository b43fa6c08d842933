"""Random play in one environment, as a program of its own: ``loops.py NAME SECONDS [FOLDER]``.

It prints the decisions a second of processor time, each with an observation and the legal
actions.  It imports nothing of this project but for the name ``ours``, so that it runs where a
peer is installed and this package isn't.
"""

# ruff: noqa: PLC0415  (each peer is imported where it is installed)
from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any


def agents(env: Any) -> Iterator[None]:
    """Yield after each decision of a game of PettingZoo's."""
    env.reset()
    for _ in env.agent_iter():
        observation, _, ended, truncated, _ = env.last()
        if ended or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(legal.item(int(random.random() * legal.size)))
        yield


def ours(folder: str) -> Callable[[], Iterator[None]]:
    """A round of Skyjo."""
    from skyjo_widget.simulation import environments

    env = environments.env("skyjo", 2, target=1)
    return lambda: agents(env)


def pettingzoo(folder: str) -> Callable[[], Iterator[None]]:
    """A hand of limit Texas hold'em; there is no game of draw and discard piles."""
    from pettingzoo.classic import texas_holdem_v4

    env = texas_holdem_v4.env()
    return lambda: agents(env)


def rlskyjo(folder: str) -> Callable[[], Iterator[None]]:
    """A round of its Skyjo, by its game alone: its environment needs an older PettingZoo."""
    from rlskyjo.game.skyjo import SkyjoGame

    game = SkyjoGame(2)

    def play() -> Iterator[None]:
        game.reset()
        over = False
        while not over:
            player = game.expected_action[0]
            legal = game.collect_observation(player)[1].nonzero()[0]
            over = game.act(player, legal.item(int(random.random() * legal.size)))
            yield

    return play


def skynet(folder: str) -> Callable[[], Iterator[None]]:
    """A game of SkyNet's Skyjo to 1 point, which is a round, from a folder with its files."""
    sys.path.insert(0, folder)
    from skyjo_decision_env import SkyjoDecisionEnv

    env = SkyjoDecisionEnv(2, score_limit=1)

    def play() -> Iterator[None]:
        env.reset(seed=random.randrange(1 << 30))
        over = False
        while not over:
            over = env.step(random.choice(env.legal_actions()))[2]
            yield

    return play


def openspiel(folder: str) -> Callable[[], Iterator[None]]:
    """A hand of its gin rummy, in C++."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play() -> Iterator[None]:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
            yield

    return play


def rlcard(folder: str) -> Callable[[], Iterator[None]]:
    """A hand of its gin rummy."""
    import rlcard

    env = rlcard.make("gin-rummy")

    def play() -> Iterator[None]:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            yield

    return play


def kaggle(folder: str) -> Callable[[], Iterator[None]]:
    """A hand of OpenSpiel's gin rummy in its wrapper."""
    from kaggle_environments import make

    env = make("open_spiel_gin_rummy", {"includeLegalActions": True})

    def play() -> Iterator[None]:
        states = env.reset(2)
        while not env.done:
            actions = []
            for state in states:
                legal = state.observation.get("legalActions") or [-1]
                turn = state.status == "ACTIVE"
                actions.append({"submission": random.choice(legal) if turn else -1})
            turned = any(action["submission"] >= 0 for action in actions)
            states = env.step(actions)
            if turned:
                yield

    return play


LOOPS = {
    loop.__name__: loop for loop in (ours, rlskyjo, skynet, openspiel, rlcard, kaggle, pettingzoo)
}


def rate(play: Callable[[], Iterator[None]], seconds: float) -> float:
    """Return the decisions a second of processor time, in whole games, after one unmeasured."""
    for _ in play():
        pass
    decisions, begun = 0, time.process_time()
    while time.process_time() < begun + seconds:
        decisions += sum(1 for _ in play())
    return decisions / (time.process_time() - begun)


if __name__ == "__main__":
    name, seconds, *folder = sys.argv[1:]
    sys.path.pop(0)  # this folder, whose names are those of packages
    print("decisions/s", rate(LOOPS[name]("".join(folder)), float(seconds)))
