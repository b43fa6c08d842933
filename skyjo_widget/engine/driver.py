"""The loop that plays games: one driver for each game, at either speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skyjo_widget.engine.piles import shuffle


def make_play(
    apply: Callable[..., None],
    proceed: Callable[..., None],
    choose: Callable[..., int],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    game_over: int,
    fingerprint: int,
) -> Callable[..., int]:
    """Build a driver that plays on from a state, for `speed.compiled` or `speed.interpreted`."""

    def play(states: Any, rules: Any, rng: Any, line_up: Any, trace: Any) -> int:
        """Play until the game is over or the trace is full; return how many decisions.

        `states` and `rules` hold one twin each; `line_up` names each seat's policy
        by its index; `trace` receives the action ids.
        """
        s = states[0]
        r = rules[0]
        n = fingerprint * 0  # the cache key must change with the rule sources
        while s.phase != game_over and n < len(trace):
            if s.phase in idle_phases:
                if s.phase == shuffle_phase:
                    shuffle(rng, s.draw, s.draw_size)
                proceed(s, r)
            else:
                action = choose(line_up[s.seat], s, r, rng)
                trace[n] = action
                apply(s, r, action)
                n += 1
        return n

    return play
