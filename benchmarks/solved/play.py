"""Rounds of the engine against the optimal player, and what each decision loses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots import skyjo_perfect
from skyjo_widget.bots.skyjo import KNOBS, NAMES, choose
from skyjo_widget.bots.skyjo_boards import Board, Tables
from skyjo_widget.bots.skyjo_worth import best_action, worths
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import to_record
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
    DISCARD,
    FLIP_FIRST,
    GAME_OVER,
    PLACE_DRAWN,
    PLACE_FIRST,
    ROUND_OVER,
    SETUP,
    SHUFFLE,
)

OPTIMAL, PERFECT = -1, -2
"""The policies of the optimal player, and of the bot, which has rounded values."""
MOST_TURNS = 1000
"""A round that is longer is broken off, and counts 0."""
ROUNDED = skyjo_perfect.TIED
TIED = 1e-5
"""Worth that counts as equal: a rounding error."""
OUTCOME, START, PILE, KEEP, WHERE, ENDLESS, STARTER, DOUBLED = range(8)
"""Columns of `duel`."""


@rule
def pile_number(t: Any, s: Any, r: Any, apart: bool) -> int:
    """Return the number of the unseen cards; `apart` after a reshuffle."""
    hidden = 0
    for p in range(r.players):
        for i in range(r.cells):
            if s.under[p][i] >= 0:
                hidden += t.unit[s.under[p][i]]
    drawn = 0
    for i in range(s.draw_size):
        drawn += t.unit[s.draw[i]]
    if apart:
        return int(t.used_up[t.first + hidden] + drawn)
    return int(t.first + hidden + drawn)


@rule
def card_of(r: Any, rng: Any) -> int:
    """Return the kind of a card drawn from the whole deck."""
    at = int(rng.random() * r.deck_size)
    kind = 0
    while at >= r.count[kind]:
        at -= r.count[kind]
        kind += 1
    return kind


def make_duel(
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    choose: Callable[..., int],
    fingerprint: int,
) -> Callable[..., None]:
    """Build the loop that plays rounds, for `jit.compiled`."""

    def play(
        states: Any,
        rules: Any,
        rng: Any,
        t: Any,
        rounded: Any,
        replaced: bool,
        bot: Any,
        actions: int,
        rows: Any,
    ) -> None:
        """Play a round for each row.

        Parameters
        ----------
        states, rules : arrays of one twin
        rng : Generator
        t : Tables
        rounded : Tables
            With the values of the bot.
        replaced : bool
            Whether each card comes from the whole deck.
        bot : tuple of int
            A policy and its number; it sits in seat 0 in every second round.
        actions : int
        rows : array of float, rounds × columns
        """
        s = states[0]
        r = rules[0]
        worth = np.zeros(actions)
        own = np.zeros(actions)
        for n in range(len(rows) + fingerprint * 0):
            me = n % 2
            row = rows[n]
            apart = False
            start(s, r)
            while s.phase != ROUND_OVER and s.phase != GAME_OVER and s.turn <= MOST_TURNS:
                if s.phase == SHUFFLE:
                    apart = s.shuffled_for == CHOOSE
                    shuffle(rng, s.draw, s.draw_size)
                    if replaced:
                        for i in range(s.draw_size):
                            s.draw[i] = card_of(r, rng)
                    proceed(s, r)
                elif s.seat == NOBODY:
                    proceed(s, r)
                elif s.phase == SETUP:
                    apply(s, r, FLIP_FIRST + r.turned - s.flips)
                else:
                    if replaced and s.phase == CHOOSE:  # all but what is seen is in the pile
                        top = s.discard[s.discard_size - 1]
                        s.discard[0] = top
                        s.discard_size = 1
                        s.draw_size = r.deck_size - 2 * r.cells - 1
                        s.draw[s.draw_size - 1] = card_of(r, rng)
                    worths(t, s, r, pile_number(t, s, r, apart), worth)
                    best = best_action(s, worth, TIED)
                    if s.turn == 1 and s.phase == CHOOSE:
                        row[START] = worth[best] if s.seat == me else -worth[best]
                    action = best
                    if s.seat == me and bot[0] != OPTIMAL:
                        if bot[0] == PERFECT:
                            worths(rounded, s, r, 0, own)
                            action = best_action(s, own, ROUNDED)
                        else:
                            action = choose(bot[0], bot[1], s, r, rng)
                        lost = worth[best] - worth[action]
                        if s.phase == CHOOSE:
                            row[PILE] += lost
                        elif s.phase != PLACE_DRAWN or action == DISCARD:
                            row[KEEP if s.phase == PLACE_DRAWN else WHERE] += lost
                        else:
                            kept = np.nanmax(worth[PLACE_FIRST:])
                            row[KEEP] += worth[best] - kept
                            row[WHERE] += kept - worth[action]
                    if s.turn == MOST_TURNS and s.phase == CHOOSE:
                        row[ENDLESS] = 1
                    apply(s, r, action)
            if s.phase == ROUND_OVER or s.phase == GAME_OVER:
                row[ENDLESS] = 0
                row[OUTCOME] = s.score[1 - me] - s.score[me]
                row[DOUBLED] = s.score[s.ender] != s.raw[s.ender]
                row[STARTER] = row[OUTCOME] if s.starter == me else -row[OUTCOME]

    return play


def duel(board: Board, t: Tables, name: str, rounds: int, seed: int) -> npt.NDArray[np.float64]:
    """Play rounds of a bot against the optimal player, each seat in turn.

    Parameters
    ----------
    board : Board
    t : Tables
        Its values.
    name : str
        A rule bot's, ``optimal``, or ``perfect`` on one of its boards.
    rounds, seed : int

    Returns
    -------
    array of float, rounds × columns
        The points that the bot is better off; the same as expected after the deal; what its
        decisions have lost: to take or draw, to place or discard, and where; 1 if the round didn't
        end; the points that the starter is better off; 1 if the ender was doubled.
    """
    codes = board.rules.codes(2, board.deck)
    rounded = t
    if name == "perfect":
        played = skyjo_perfect.board_of(codes)
        assert played is not None, "perfect plays its own boards alone"
        policy, rounded = PERFECT, skyjo_perfect.solution(played)
    else:
        policy = OPTIMAL if name == "optimal" else NAMES.index(name)
    bot = policy, KNOBS.get(name, (0,))[0]
    play = jit.compiled(make_duel, SKYJO.start, SKYJO.apply, SKYJO.proceed, choose)
    rows = np.zeros((rounds, 8))
    twins = to_record(SKYJO.state()), to_record(codes)
    rng = np.random.default_rng(seed)
    play(*twins, rng, t, rounded, board.replaced, bot, len(SKYJO.actions), rows)
    return rows
