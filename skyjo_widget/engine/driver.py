"""The loop that plays games: one driver for each game, at either speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skyjo_widget.engine.game import Game
from skyjo_widget.engine.piles import shuffle


def driver_parts(game: Game, choose: Callable[..., int]) -> tuple[Any, ...]:
    """What `make_play` needs to know of a game, and the function of its policies."""
    return (
        game.start,
        game.apply,
        game.proceed,
        choose,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.game_over,
    )


def make_play(
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    choose: Callable[..., int],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    game_over: int,
    fingerprint: int,
) -> Callable[..., int]:
    """Build a driver, for `speed.compiled` or `speed.interpreted`."""

    def play(
        states: Any, rules: Any, rng: Any, line_up: Any, trace: Any, decisions: int, games: int
    ) -> int:
        """Play on until so many decisions are made or games are over.

        Parameters
        ----------
        states, rules : sequence of one twin
            Changed in place; a new game begins when one is over.
        rng : Generator
            For shuffles and policies alike.
        line_up : sequence of int
            Each seat's policy, by its index.
        trace : sequence of int
            Receives the action ids, as many as it is long.
        decisions, games : int
            When to stop.

        Returns
        -------
        int
            How many decisions were made.
        """
        s = states[0]
        r = rules[0]
        n = fingerprint * 0  # the cache key must change with the rule sources
        while n < decisions:
            if s.phase == game_over:
                games -= 1
                if games <= 0:
                    break
                start(s, r)
            elif s.phase in idle_phases:
                if s.phase == shuffle_phase:
                    shuffle(rng, s.draw, s.draw_size)
                proceed(s, r)
            else:
                action = choose(line_up[s.seat], s, r, rng)
                if n < len(trace):
                    trace[n] = action
                apply(s, r, action)
                n += 1
        return n

    return play
