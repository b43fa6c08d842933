"""Rollouts that estimate every seat's probability to win the game.

A world is a state that agrees with an observation, with the secrets drawn at random.  The
observation is a seat's, or `NOBODY`'s: the public information at the table.  If a game's search
values totals (`SearchFunctions.judged`), a world is played to the end of its round and valued there
(`SearchFunctions.chance`); else it is played to the end of the game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget import bots
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.state import observe

Floats = npt.NDArray[np.float64]


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
    masked = game.state()
    for name in type(seen).__slots__:
        setattr(masked, name, getattr(seen, name))
    return masked


def play_on(task: Task) -> Floats:
    """Return all seats' probabilities to win, an array of worlds × plans × seats."""
    bot = bots.round_estimator(task.game, "shares")
    rng = np.random.default_rng(np.random.SeedSequence(task.seed))
    return bot.try_out(task.plans, task.state, task.codes, rng, task.worlds, me=task.me)
