"""States that could follow an observation: each legal action, carried out in imagined worlds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.rollouts import seen_by
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy


def followers(
    game: Game, seen: Any, codes: Any, me: int, actions: list[int], worlds: int, rng: Any
) -> Iterator[tuple[int, Any]]:
    """Yield each action with the state at the next decision, or at the game's end.

    Parameters
    ----------
    game : Game
    seen : object
        The observation of seat `me` (`engine.core.state.observe`), which is to decide.
    codes : twin
        The rule codes.
    me : int
    actions : list of int
        Legal actions; all are carried out in the same worlds.
    worlds : int
        How many worlds are imagined: the cards that the seat doesn't see lie at random.
    rng : Generator

    Raises
    ------
    RulesError
        If the game has no search, which knows how worlds are imagined.
    """
    imagine = search_of(game.name).functions.imagine
    shuffler = np.random.default_rng(rng.integers(2**32))
    public = seen_by(game, seen, me)
    for _ in range(worlds):
        world = copy(public)
        imagine(world, codes, me, shuffler)
        for action in actions:
            state = copy(world)
            game.apply(state, codes, action)
            while state.phase in game.idle_phases:
                if state.phase == game.shuffle_phase:
                    shuffle(shuffler, state.draw, state.draw_size)
                game.proceed(state, codes)
            yield action, state
