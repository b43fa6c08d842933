"""The worth of an effect of NewSkyjo to whoever plays it.

Each round is played until the effect happens for the first time, then twice to its end: once as it
is, once as if the card had none, until it is placed; the order of the draw pile is the same.  An
effect that only says where its card lands happens when the card is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from scripts.facts.play import (
    BASES,
    EFFECT,
    EFFECT_POINTS,
    EFFECT_WINS,
    GAMES_,
    NAMES,
    ROUNDS,
    Table,
    share_of,
)
from skyjo_widget.bots import chooser
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.driver import MAX_TURNS, break_off, endless
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import CopyingList, copy, to_record
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    FLIP,
    FLIP_FIRST,
    GAME_OVER,
    KEEP,
    NO_EFFECT,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_KEPT,
    SHUFFLE,
)


@rule
def effect_begun(s: Any, r: Any, action: int) -> int:
    """Return the effect that an action is going to begin, `NO_EFFECT` if none."""
    if s.phase == PLACE_DRAWN and action == KEEP:
        return int(r.effect[s.hand])
    turns = s.phase == CHOOSE or s.phase == FLIP
    if turns and action >= FLIP_FIRST and action < PLACE_FIRST:
        effect = r.effect[s.under[s.seat][action - FLIP_FIRST]]
        return NO_EFFECT if r.lands[effect] else int(effect)
    return NO_EFFECT


def make_pairs(
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    choose: Callable[..., int],
    idle_phases: tuple[int, ...],
    fingerprint: int,
) -> Callable[..., None]:
    """Build the loop."""

    def play(
        states: Any, rules: Any, rng: Any, games: int, line_up: Any, knobs: Any, effect: int,
        row: Any, sums: Any,
    ) -> None:  # fmt: skip
        """Play games of one round, and their ends without the effect; add up their rows.

        Parameters
        ----------
        states, rules : sequences of two twins
            The second rules give the effect's cards none.
        rng : Generator
        games : int
        line_up, knobs : arrays of int
            Each seat's policy and its number.
        effect : int
            The effect's number in the rules.
        row : array of int
            Working memory.
        sums : array of int, 3 × names
            As in `scripts.facts.play`.
        """
        r = rules[0]
        for _game in range(games + fingerprint * 0):
            for k in range(len(row)):
                row[k] = 0
            start(states[0], r)
            player = NOBODY
            chosen = 0
            for branch in range(2):
                s = states[0]
                plain = False
                if branch == 1:
                    if player == NOBODY:
                        break
                    states[0] = states[1]
                    s = states[0]
                    apply(s, rules[1], chosen)
                    plain = s.phase == PLACE_KEPT
                decision = 0
                while s.phase != GAME_OVER:
                    if s.phase in idle_phases:
                        if s.phase == SHUFFLE:
                            shuffle(rng, s.draw, s.draw_size)
                        proceed(s, r)
                    elif endless(s, 0, MAX_TURNS, decision):
                        break_off(s, GAME_OVER)
                        player = NOBODY
                    else:
                        now = rules[1] if plain else r
                        plain = False
                        action = choose(line_up[s.seat], knobs[s.seat], s, now, rng)
                        if player == NOBODY and effect_begun(s, r, action) == effect:
                            player = s.seat
                            chosen = action
                            states[1] = s
                        apply(s, now, action)
                        decision += 1
                if player != NOBODY:
                    sign = -1 if branch == 1 else 1
                    row[EFFECT] = branch
                    row[EFFECT_POINTS] += sign * s.score[player]
                    row[EFFECT_WINS] += sign * share_of(s.score, r.players, player)
            if row[EFFECT] == 0:
                row[EFFECT_POINTS] = 0
                row[EFFECT_WINS] = 0
            row[GAMES_] = 1
            row[ROUNDS] = 1
            for k in range(len(row)):
                sums[0, k] += row[k]
                sums[1, k] += row[k] * row[k]
                sums[2, k] += row[k] * row[BASES[k]]

    return play


def play_pairs(
    table: Table, games: int, seed: Sequence[int], *, compiled: bool
) -> npt.NDArray[np.int64]:
    """Play a part of a run at a table with an effect: see `scripts.facts.parts.play_part`."""
    game = GAMES[table.game]
    codes = table.rules.codes(len(table.players), table.deck)
    number = 1 + list(table.deck.effects).index(table.effect)
    plain = copy(codes)
    plain.effect = [NO_EFFECT if effect == number else effect for effect in codes.effect]
    line_up, knobs = table.policies()
    sums, row = np.zeros((3, len(NAMES)), np.int64), np.zeros(len(NAMES), np.int64)
    rest = np.random.default_rng(seed), games, line_up, knobs, number, row, sums
    idle = tuple(sorted(game.idle_phases))
    parts = game.start, game.apply, game.proceed, chooser(game.name), idle
    if compiled:
        states = np.concatenate([to_record(game.state())] * 2)
        rules = np.concatenate([to_record(codes), to_record(plain)])
        jit.compiled(make_pairs, *parts)(states, rules, *rest)
    else:
        twins = CopyingList([game.state(), game.state()])
        jit.interpreted(make_pairs, *parts)(twins, [codes, plain], *rest)
    return sums
