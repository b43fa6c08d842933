"""Rollouts that estimate every seat's probability to win the game.

A world is a state that agrees with an observation, with the secrets drawn at random.  The
observation is a seat's, or `NOBODY`'s: the public information at the table.  If a game's search
values totals (`Search.judged`), a world is played to the end of its round and valued there
(``SearchFunctions.chance``); else it is played to the end of the game.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget import bots
from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.search import MAX_DECISIONS, NOTHING, search_arrays
from skyjo_widget.engine.core import background as apart
from skyjo_widget.engine.core import jit as speed
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NOBODY

Floats = npt.NDArray[np.float64]

OUTLOOK = "outlook"


"""The kind of compiled code that plays worlds (`skyjo_widget.engine.core.background`)."""

_MOST = {True: MAX_DECISIONS, False: 20_000}
"""Decisions after which a round (True) or a game (False) is cut off: players may wait forever."""


def make_outlook(
    apply: Callable[..., None],
    proceed: Callable[..., None],
    wins: Callable[..., bool],
    choose: Callable[..., int],
    imagine: Callable[..., None],
    complete: Callable[..., None],
    chance: Callable[..., float],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    round_over: int,
    game_over: int,
    judged: bool,
    most: int,
    fingerprint: int,
) -> Callable[..., None]:
    """Build the loop over worlds, for `speed.compiled` or `speed.interpreted`."""

    def outlook(
        seen: Any,
        worlds: Any,
        rules: Any,
        rng: Any,
        me: int,
        policy: int,
        knob: int,
        plans: Any,
        outcomes: Any,
    ) -> None:
        """Play on after each plan in each world, and write every seat's probability to win.

        Parameters
        ----------
        seen : sequence of one twin
            The observation of seat `me`, as a state.
        worlds : sequence of two twins
            Working memory.
        rules : sequence of one twin
        rng : Generator
        me : int
            The seat with this knowledge; `NOBODY` for public information.
        policy, knob : int
            The policy of the rollouts, and its number.
        plans : sequence of sequences of int
            The actions of each plan, padded with `NOTHING`.
        outcomes : array of float, worlds × plans × seats
            Receives the probabilities; those of all seats sum to 1.
        """
        r = rules[0]
        for world in range(len(outcomes) + fingerprint * 0):
            worlds[0] = seen[0]  # a copy
            imagine(worlds[0], r, me, rng)
            if me == NOBODY:
                complete(worlds[0], r)
            for k in range(len(plans)):
                worlds[1] = worlds[0]
                s = worlds[1]
                done = 0
                while (
                    done < most and s.phase != game_over and not (judged and s.phase == round_over)
                ):
                    if s.phase in idle_phases:
                        if s.phase == shuffle_phase:
                            shuffle(rng, s.draw, s.draw_size)
                        proceed(s, r)
                    else:
                        action = NOTHING
                        if done < len(plans[k]):
                            action = plans[k][done]
                        if action == NOTHING:
                            action = choose(policy, knob, s, r, rng)
                        apply(s, r, action)
                        done += 1
                total = 0.0
                for p in range(r.players):
                    if s.phase == game_over:
                        share = 1.0 if wins(s, r, p) else 0.0
                    elif judged:
                        share = chance(s, r, p)
                    else:
                        share = 1.0
                    outcomes[world, k, p] = share
                    total += share
                for p in range(r.players):
                    share = outcomes[world, k, p]
                    outcomes[world, k, p] = share / total if total > 0.0 else 1.0 / r.players

    return outlook


@functools.cache
def _loop(name: str, *, fast: bool) -> Callable[..., None]:
    """Return the loop of a game, compiled or interpreted."""
    game, search = GAMES[name], search_of(name)
    functions = search.functions
    parts = (
        game.apply,
        game.proceed,
        game.wins,
        functions.choose,
        functions.imagine,
        search.complete,
        functions.chance,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.round_over,
        game.game_over,
        search.judged,
        _MOST[search.judged],
    )
    if not fast:
        return speed.interpreted(make_outlook, *parts)
    speed.hand_over(search.complete)
    return speed.compiled(make_outlook, *parts)


class Task(NamedTuple):
    """A request for rollouts from a state; it can be sent to another process.

    Parameters
    ----------
    game : str
    state : twin
        The state as `me` sees it: secrets are empty (`seen_by`).
    codes : twin
        The rule codes.
    me : int
        The seat with this knowledge; `NOBODY` for public information.
    plans : tuple of tuple of int
        The actions of each plan; ``((),)`` for rollouts without one.
    worlds : int
        The number of worlds.
    seed : tuple of int
        The seed of the worlds.
    """

    game: str
    state: Any
    codes: Any
    me: int
    plans: tuple[tuple[int, ...], ...]
    worlds: int
    seed: tuple[int, ...]


def seen_by(game: Game, state: Any, seat: int) -> Any:
    """Return a state with only what a seat sees; for `NOBODY`, with public information."""
    seen = observe(state, seat)
    made = game.state()
    for name in type(seen).__slots__:
        setattr(made, name, getattr(seen, name))
    return made


def play_on(task: Task) -> Floats:
    """Return all seats' probabilities to win, an array of worlds × plans × seats."""
    game = GAMES[task.game]
    base = bots.search_bot(task.game).base
    longest = max(map(len, task.plans)) or 1
    plans: Any = np.full((len(task.plans), longest), NOTHING, np.int64)
    for row, plan in zip(plans, task.plans, strict=True):
        row[: len(plan)] = plan
    outcomes = np.empty((task.worlds, len(task.plans), task.codes.players))
    rng = np.random.default_rng(np.random.SeedSequence(task.seed))
    done = 0
    while done < task.worlds:  # from one world to the next there may be compiled code
        fast = apart.ready(OUTLOOK, task.game)
        until = task.worlds if fast else done + 1
        table = plans if fast else plans.tolist()
        held = search_arrays(game, task.state, task.codes, fast=fast)
        _loop(task.game, fast=fast)(*held, rng, task.me, *base, table, outcomes[done:until])
        done = until
    return outcomes


@apart.maker(OUTLOOK)
def _load_outlook(name: str) -> None:
    game = GAMES[name]
    codes = next(iter(game.presets.values())).codes(3, game.deck)
    held = search_arrays(game, game.state(), codes, fast=True)
    base = bots.search_bot(name).base
    nothing = np.zeros((1, 1), np.int64), np.empty((0, 1, codes.players))
    _loop(name, fast=True)(*held, np.random.default_rng(0), NOBODY, *base, *nothing)
