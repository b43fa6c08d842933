"""The loop that plays games: one driver for each game, at either speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skyjo_widget.engine.game import Game
from skyjo_widget.engine.piles import shuffle
from skyjo_widget.engine.speed import rule
from skyjo_widget.engine.state import NOBODY

MAX_TURNS = 2_000
"""Turns after which a game in which nobody ends a round counts as endless."""


@rule
def turns_lost(s: Any, lost: int) -> int:
    """Turns since somebody ended a round; for the end of one, with those before it."""
    return 0 if s.ender != NOBODY else int(lost + s.turn)


@rule
def break_off(s: Any, game_over: int) -> None:
    """Break off a game that doesn't end; nobody has won it."""
    s.unfinished = 1
    s.seat = NOBODY
    s.phase = game_over


def driver_parts(game: Game, choose: Callable[..., int]) -> tuple[Any, ...]:
    """What `make_play` needs to know of a game, and the function of its policies."""
    return (
        game.start,
        game.apply,
        game.proceed,
        choose,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.round_over,
        game.game_over,
    )


def make_play(
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    choose: Callable[..., int],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    round_over: int,
    game_over: int,
    fingerprint: int,
) -> Callable[..., int]:
    """Build a driver, for `speed.compiled` or `speed.interpreted`."""

    def play(
        states: Any,
        rules: Any,
        rng: Any,
        line_up: Any,
        trace: Any,
        decisions: int,
        games: int,
        turns: int = MAX_TURNS,
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
        turns : int
            When nobody has ended a round for longer, the game is broken off: its last
            round and it are ``unfinished``.

        Returns
        -------
        int
            How many decisions were made.
        """
        s = states[0]
        r = rules[0]
        n = fingerprint * 0  # the cache key must change with the rule sources
        lost = 0
        while n < decisions:
            if s.phase == game_over:
                games -= 1
                if games <= 0:
                    break
                start(s, r)
                lost = 0
            elif s.phase in idle_phases:
                if s.phase == shuffle_phase:
                    shuffle(rng, s.draw, s.draw_size)
                elif s.phase == round_over:
                    lost = turns_lost(s, lost)
                proceed(s, r)
            elif lost + s.turn > turns:
                break_off(s, game_over)
            else:
                action = choose(line_up[s.seat], s, r, rng)
                if n < len(trace):
                    trace[n] = action
                apply(s, r, action)
                n += 1
        return n

    return play
