"""The search of Skyjo: `skyjo_widget.bots.search` with rollouts by `learned`.

A rollout is cut off after some turns, and the grids are then valued by the table of `learned`.
In every second world the other seats play as `careful` does, so that the choice holds against
either.
Scores, what-ifs and measures play on by `careful`: published figures are by it.
"""

from __future__ import annotations

import math
from typing import Any

from skyjo_widget.bots import levels, skyjo
from skyjo_widget.bots.registry import Bots, Search
from skyjo_widget.bots.reshuffled import count_reshuffled, take_off
from skyjo_widget.bots.search import Plan, SearchFunctions, Strong
from skyjo_widget.bots.skyjo import CAREFUL, LEARNED
from skyjo_widget.bots.skyjo_careful import careful_action
from skyjo_widget.bots.skyjo_expected import count_unseen
from skyjo_widget.bots.skyjo_learned import (
    MOVED,
    STAGES,
    VALUES,
    WAITING,
    grid_number,
    grid_value,
    is_known,
    learned_action,
)
from skyjo_widget.bots.skyjo_perfect import Perfect
from skyjo_widget.bots.skyjo_win import WIN_MODEL
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
    FLIP,
    FLIP_FIRST,
    GAME_OVER,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_TAKEN,
    SETUP,
)

HORIZON = 12
"""Decisions of each seat in a rollout, some six turns: docs/bots.md compares lengths."""
UNCERTAIN = 0.6
"""The uncertainty of a round that has just begun, in rounds."""

# The win curve, fitted by `scripts/skyjo_win_curve.py`; scaled in proportion for other grids.
ROUND_POINTS = 11.1  # a round raises the highest total by this, times the root of the players
LAST_ROUND = 0.66  # the least number of rounds to come
ROUND_SPREAD = 17.5  # the scale of the logistic curve for one round, over their cube root
FIRST_TURN = 1.63  # the value of starting the next round, in points


@rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """Return the action of `learned`, or for any other policy `careful`'s."""
    return learned_action(o, r) if policy == LEARNED else careful_action(o, r)


@rule
def imagine(s: Any, r: Any, me: int, rng: Any) -> None:
    """Deal the unseen cards to the face-down places at random.

    Of a draw pile made of discards the cards are known; those in the grids are the others.
    """
    n = 0
    for kind in range(r.kinds):
        for _ in range(count_unseen(s, r, kind) - count_reshuffled(s, kind)):
            s.draw[n] = kind
            n += 1
    shuffle(rng, s.draw, n)
    for p in range(r.players):
        for i in range(r.cells):
            if s.grid[p][i] == UNKNOWN:
                n -= 1
                s.under[p][i] = s.draw[n]
                s.draw[n] = NO_CARD
    if s.reshuffled_size > 0:
        for i in range(s.reshuffled_size):
            s.draw[n] = s.reshuffled[i]
            n += 1
        shuffle(rng, s.draw, take_off(s.draw, n, s.hand))


@rule
def settled(s: Any, r: Any) -> bool:
    """Return whether a seat's turn begins, before the last lap, with rules that the table knows."""
    return bool(s.phase == CHOOSE and s.ender == NOBODY and is_known(r))


@rule
def expected_total(s: Any, r: Any, p: int, stage: int) -> float:
    """Return a seat's total, with what its grid is expected to bring from a stage of the table."""
    if stage < 0:
        return float(s.total[p])
    role = MOVED if (p + 1) % r.players == s.seat else WAITING
    return float(s.total[p] + grid_value(grid_number(s, r, p), r, VALUES[role][stage]))


@rule
def worth(s: Any, r: Any, me: int) -> float:
    """Return the probability to win the game, from the totals and the next round's starter.

    Within a round, the totals are those that are expected at its end.
    """
    stage = -1
    left = 0.0
    if settled(s, r):
        fewest = MAX_CELLS
        for p in range(r.players):
            fewest = min(fewest, s.hidden[p])
        stage = 1 + min(fewest, STAGES - 2)
        left = UNCERTAIN * stage / (STAGES - 1)
    mine = expected_total(s, r, me, stage)
    highest = mine
    lower = 0
    as_low = 0
    for p in range(r.players):
        total = expected_total(s, r, p, stage)
        highest = max(highest, total)
        lower += total < mine
        as_low += total == mine
    if s.phase == GAME_OVER:
        return 0.0 if lower > 0 else 1.0 / as_low
    size = r.cells / 12.0
    growth = ROUND_POINTS * size * math.sqrt(r.players)
    rounds = max((r.target - highest) / growth, LAST_ROUND)
    spread = ROUND_SPREAD * size * math.sqrt(rounds + left) / r.players ** (1 / 3)
    weights = 0.0
    for p in range(r.players):
        behind = mine - expected_total(s, r, p, stage)
        if r.ender_starts:
            behind += FIRST_TURN * ((s.ender == p) - (s.ender == me))
        weights += math.exp(min(behind / spread, 50.0))  # a larger one could overflow
    return 1.0 / weights


def candidates(o: Any, r: Any, legal: list[int]) -> list[Plan]:
    """Return the legal actions; of equal cells in equal columns, only the first."""
    if o.phase in (PLACE_TAKEN, PLACE_DRAWN):
        first = PLACE_FIRST
    elif o.phase in (FLIP, SETUP):
        first = FLIP_FIRST
    else:
        return [*legal]
    grid = o.grid[o.seat]
    plans: list[Plan] = []
    keys = set()
    for action in legal:
        cell = action - first
        if cell >= 0:  # else it is a discard
            column = sorted(grid[i] for i in range(r.top[cell], r.cells, r.columns))
            key = (grid[cell], *column)
            if key in keys:
                continue
            keys.add(key)
        plans.append(action)
    return plans


@rule
def complete(s: Any, r: Any) -> None:
    """Put the card left over by `imagine` into the hand."""
    if s.hand == UNKNOWN:
        s.hand = s.draw[s.draw_size]
        s.draw[s.draw_size] = NO_CARD


SEARCH_FUNCTIONS = SearchFunctions(
    choose,
    imagine,
    worth,
    candidates,
    chance=worth,
    complete=complete,
    horizon=HORIZON,
    settled=settled,
)


def strong(name: str, *, rollouts: int | None = None, ms: int | None = None) -> Strong:
    """Return a bot that searches Skyjo."""
    base = (LEARNED, 0)
    return Strong(SKYJO, SEARCH_FUNCTIONS, name, base=base, rival=CAREFUL, rollouts=rollouts, ms=ms)


BOTS = Bots(
    skyjo.NAMES,
    skyjo.choose,
    skyjo.KNOBS,
    Search(
        functions=SEARCH_FUNCTIONS,
        strong=strong,
        estimates=(CAREFUL, 0),
        rollouts=2000,
        levels=levels.SKYJO,
        advises_by_rounds=True,
        advice_worlds=240,
        chance_worlds=400,
        value_worlds=400,
        slow_value_worlds=12,
    ),
    WIN_MODEL,
    Perfect(),
)
"""The bots of Skyjo."""
