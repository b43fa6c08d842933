"""How Skyjo is searched: `skyjo_widget.bots.search` with rollouts by `careful`."""

from __future__ import annotations

import math
from typing import Any

from skyjo_widget.bots import skyjo
from skyjo_widget.bots.registry import Bots, Search
from skyjo_widget.bots.search import Plan, Searched, Strong
from skyjo_widget.bots.skyjo import CAREFUL, careful_action, unseen
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

# Fitted to 20,000 games of `careful` against itself, from random totals on, 2 to 4 players
# with 12 cards each; for other grids in proportion.
ROUND_POINTS = 17.0  # by how much the highest total grows in a round
LAST_ROUND = 0.65  # what the last round counts for, in rounds
ROUND_SPREAD = 11.0
FIRST_TURN = 1.75  # what it is worth in points to start the next round


@rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """`careful`, whatever is asked for: to compile all policies takes half as long again."""
    return careful_action(o, r)


@rule
def imagine(s: Any, r: Any, me: int, rng: Any) -> None:
    """Spread the cards that can't be seen over what lies face down, in any order."""
    n = 0
    for kind in range(r.kinds):
        for _ in range(unseen(s, r, kind)):
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
    """The chance to win the game, from the totals and who starts the next round."""
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
    """The legal actions; of like cells in like columns, the first."""
    if o.phase in (PLACE_TAKEN, PLACE_DRAWN):
        first = PLACE_FIRST
    elif o.phase in (FLIP, SETUP):
        first = FLIP_FIRST
    else:
        return [*legal]
    grid = o.grid[o.seat]
    found: list[Plan] = []
    met = set()
    for action in legal:
        cell = action - first
        if cell >= 0:  # else it is a discard
            column = sorted(grid[i] for i in range(r.top[cell], r.cells, r.columns))
            like = (grid[cell], *column)
            if like in met:
                continue
            met.add(like)
        found.append(action)
    return found


@rule
def points(s: Any, r: Any, me: int) -> float:
    """The running total after the round; NaN where the rollout was cut off."""
    return float(s.total[me]) if s.phase in (ROUND_OVER, GAME_OVER) else math.nan


SEARCHED = Searched(choose, imagine, worth, candidates, chance=worth, points=points)


def complete(s: Any, r: Any) -> None:
    """Put the card that `imagine` has left over into the hand."""
    if s.hand == UNKNOWN:
        s.hand = s.draw[s.draw_size]
        s.draw[s.draw_size] = NO_CARD


def strong(name: str, *, rollouts: int | None = None, ms: int | None = None) -> Strong:
    """The policy that searches Skyjo."""
    base = (CAREFUL, 0)
    return Strong(SKYJO, SEARCHED, name, base=base, rollouts=rollouts, ms=ms)


BOTS = Bots(
    skyjo.NAMES,
    skyjo.choose,
    skyjo.KNOBS,
    Search(
        how=SEARCHED,
        strong=strong,
        rollouts=2000,
        levels={1: (30, 0.04), 2: (40, 0.035), 3: (60, 0.035), 4: (60, 0.02), 5: (120, 0.015)},
        complete=complete,
        advice_worlds=240,
        chance_worlds=400,
        value_worlds=400,
        slow_value_worlds=12,
    ),
)
"""The bots of Skyjo."""
