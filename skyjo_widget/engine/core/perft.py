"""Perft: counts of action sequences, by which two engines are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.state import copy

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R
    from skyjo_widget.engine.core.twins import StateTwin as S


def perft(game: Game, s: S, r: R, depth: int) -> int:
    """Count the sequences of `depth` legal actions that begin in a state.

    A sequence that the end of the round cuts short doesn't count.  A recycled draw pile isn't
    shuffled: it keeps the order in which its cards lay (the discard pile's lowest card is drawn
    last; of Skip-Bo's completed piles the first card of the first one).

    Parameters
    ----------
    game : Game
        The rules.
    s, r : twin
        An interpreted state and the rule codes; `s` isn't changed.
    depth : int
        Number of decisions, from 0.
    """
    if depth == 0:
        return 1
    actions = game.legal_actions(s, r)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = copy(s)
        game.apply(after, r, action)
        while after.phase == game.shuffle_phase:
            game.proceed(after, r)
        total += perft(game, after, r, depth - 1)
    return total
