"""The search of Skyjo: `skyjo_widget.bots.search` with rollouts by `learned`.

Scores, what-ifs and measures play on by `careful`: published figures are by it.
"""

from __future__ import annotations

import math
from typing import Any

from skyjo_widget.bots import skyjo
from skyjo_widget.bots.registry import Bots, Search
from skyjo_widget.bots.search import DOUBT, Plan, SearchFunctions, Strong
from skyjo_widget.bots.skyjo import CAREFUL, LEARNED
from skyjo_widget.bots.skyjo_careful import careful_action
from skyjo_widget.bots.skyjo_expected import count_unseen
from skyjo_widget.bots.skyjo_learned import learned_action
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import (
    FLIP,
    FLIP_FIRST,
    GAME_OVER,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_TAKEN,
    ROUND_OVER,
    SETUP,
)

# Fitted to 20,000 games of `careful` against itself from random totals, with 2 to 4 players and
# 12 cards each; scaled in proportion for other grids.
ROUND_POINTS = 17.0  # the growth of the highest total in a round
LAST_ROUND = 0.65  # the weight of the last round, in rounds
ROUND_SPREAD = 11.0  # the scale of the logistic win curve, for one round
FIRST_TURN = 1.75  # the value of starting the next round, in points


@rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """Return the action of `learned`, or for any other policy that of `careful`."""
    return learned_action(o, r) if policy == LEARNED else careful_action(o, r)


@rule
def imagine(s: Any, r: Any, me: int, rng: Any) -> None:
    """Deal the unseen cards to the face-down places at random."""
    n = 0
    for kind in range(r.kinds):
        for _ in range(count_unseen(s, r, kind)):
            s.draw[n] = kind
            n += 1
    shuffle(rng, s.draw, n)
    for p in range(r.players):
        for i in range(r.cells):
            if s.grid[p][i] == UNKNOWN:
                n -= 1
                s.under[p][i] = s.draw[n]
                s.draw[n] = NO_CARD


@rule
def worth(s: Any, r: Any, me: int) -> float:
    """Return the probability to win the game, from the totals and the next round's starter."""
    highest = s.total[me]
    lower = 0
    as_low = 0
    for p in range(r.players):
        highest = max(highest, s.total[p])
        lower += s.total[p] < s.total[me]
        as_low += s.total[p] == s.total[me]
    if s.phase == GAME_OVER:
        return 0.0 if lower > 0 else 1.0 / as_low
    size = r.cells / 12.0
    rounds = max((r.target - highest) / (ROUND_POINTS * size), LAST_ROUND)
    spread = ROUND_SPREAD * size * math.sqrt(rounds)
    weights = 0.0
    for p in range(r.players):
        behind = 1.0 * (s.total[me] - s.total[p])
        if r.ender_starts:
            behind += FIRST_TURN * ((s.ender == p) - (s.ender == me))
        weights += math.exp(min(behind / spread, 50.0))
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
    found: list[Plan] = []
    keys = set()
    for action in legal:
        cell = action - first
        if cell >= 0:  # else it is a discard
            column = sorted(grid[i] for i in range(r.top[cell], r.cells, r.columns))
            key = (grid[cell], *column)
            if key in keys:
                continue
            keys.add(key)
        found.append(action)
    return found


@rule
def points(s: Any, r: Any, me: int) -> float:
    """Return the running total after the round; NaN if the rollout was cut off."""
    return float(s.total[me]) if s.phase in (ROUND_OVER, GAME_OVER) else math.nan


@rule
def complete(s: Any, r: Any) -> None:
    """Put the card left over by `imagine` into the hand."""
    if s.hand == UNKNOWN:
        s.hand = s.draw[s.draw_size]
        s.draw[s.draw_size] = NO_CARD


SEARCH_FUNCTIONS = SearchFunctions(
    choose, imagine, worth, candidates, chance=worth, points=points, complete=complete
)


FEW, FEW_DOUBT = 1000, 2.0
"""With fewer rollouts, the standard errors by which a candidate must be better than `learned`'s own
choice.  On the deals of 96 games against `careful` `strong(250)` won 73 % with 2, 57 % with 1.
"""
LEVEL_DOUBT = 1.0
"""The same of levels, which would else leave most choices to it and err too seldom."""


def strong(name: str, *, rollouts: int | None = None, ms: int | None = None) -> Strong:
    """Return a bot that searches Skyjo."""
    base = (LEARNED, 0)
    doubt = FEW_DOUBT if rollouts is not None and rollouts < FEW else DOUBT
    return Strong(SKYJO, SEARCH_FUNCTIONS, name, base=base, rollouts=rollouts, ms=ms, doubt=doubt)


BOTS = Bots(
    skyjo.NAMES,
    skyjo.choose,
    skyjo.KNOBS,
    Search(
        functions=SEARCH_FUNCTIONS,
        strong=strong,
        estimates=(CAREFUL, 0),
        rollouts=1000,
        levels={1: (40, 0.05), 2: (40, 0.0345), 3: (50, 0.026), 4: (60, 0.0185), 5: (120, 0.01)},
        level_doubt=LEVEL_DOUBT,
        advice_worlds=240,
        chance_worlds=400,
        value_worlds=400,
        slow_value_worlds=12,
    ),
)
"""The bots of Skyjo."""
