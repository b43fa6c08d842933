"""`careful`, a policy of Skyjo; `skyjo_widget.bots.skyjo` describes it."""

from __future__ import annotations

import math
from typing import Any

from skyjo_widget.bots.skyjo_expected import (
    NOWHERE,
    expected_sum,
    gain,
    promising_hidden,
    unseen_mean,
)
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skyjo.rules import (
    DISCARD,
    DRAW,
    FLIP,
    FLIP_FIRST,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_TAKEN,
    SETUP,
    TAKE,
)

# The parameters of `careful`, in points of Skyjo's own deck except for the chances and `PATIENCE`.
# For another deck they are scaled by its spread, but not by the size of the grid: on all boards of
# `benchmarks.solved` that lost more.
GROUP_CHANCE = 0.10  # of completing a group that lacks one card, for each turn left
MOST_CHANCE = 0.6
TURNED = 1.0  # the value of having turned a card, if turns are left
TURNED_EARLY = 0.45  # added for each turn left
TAKE_MARGIN = 0.6  # a draw keeps more options open
END_MARGIN = 8.5  # the lead over the lowest opponent at which ending has a 50 % risk of a penalty
END_SPREAD = 0.8
END_PRICE = 1.4  # the cost of ending: the turn after which the sum could have fallen
PATIENCE = 30  # turns per player after which it ends the round without regard to the lead

VARIANCE = 401_900 / 150**2
"""The variance of the numbers on Skyjo's own cards."""
LEAST_VARIANCE = 1e-4
"""A deck's least variance over `VARIANCE`, as all of its cards can be equal."""


@rule
def careful_action(o: Any, r: Any) -> int:
    """Weigh expected gains, columns and the end of the round; see the module."""
    if o.phase == SETUP or o.phase == FLIP:
        return FLIP_FIRST + promising_hidden(o, r)
    mean = unseen_mean(o, r)
    scale = deck_scale(r)
    left = turns_left(o, r)
    chance = min(MOST_CHANCE, GROUP_CHANCE * left)
    turned = scale * (TURNED + TURNED_EARLY * left) if left > 0 else 0.0
    card = o.hand if o.phase == PLACE_DRAWN else o.discard[o.discard_size - 1]
    value = r.value[card]
    best = NOWHERE
    at = -1
    highest = NOWHERE  # the most that a placement can remove from the expected sum
    for i in range(r.cells):
        old = o.grid[o.seat][i]
        if old != NO_CARD:
            decrease = gain(o, r, i, value, mean, chance)
            removed = r.value[old] if old >= 0 else mean
            if old == UNKNOWN and o.hidden[o.seat] == 1 and o.ender == NOBODY:
                now = expected_sum(o, r, o.seat, mean)
                decrease -= end_cost(o, r, now - mean + value, mean, scale)
                removed -= end_cost(o, r, now, mean, scale)
                turned -= end_cost(o, r, now, mean, scale)
            if decrease > best:
                best = decrease
                at = i
            highest = max(highest, removed)
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + at
    if o.phase == PLACE_DRAWN:
        return PLACE_FIRST + at if best > turned else DISCARD
    if o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    return TAKE if best >= draw_gain(o, r, highest, turned, mean) + scale * TAKE_MARGIN else DRAW


@rule
def deck_scale(r: Any) -> float:
    """Return the standard deviation of a deck's numbers over that of Skyjo's own deck."""
    total = 0
    squares = 0
    for kind in range(r.kinds):
        total += r.count[kind] * r.value[kind]
        squares += r.count[kind] * r.value[kind] ** 2
    variance = (r.deck_size * squares - total**2) / r.deck_size**2
    return math.sqrt(max(LEAST_VARIANCE, variance / VARIANCE))


@rule
def turns_left(o: Any, r: Any) -> int:
    """Estimate the turns left per player: the fewest hidden cards; 0 in the last lap."""
    if o.ender != NOBODY:
        return 0
    left = o.hidden[0]
    for p in range(1, r.players):
        left = min(left, o.hidden[p])
    return int(left)


@rule
def end_cost(o: Any, r: Any, after: float, mean: float, scale: float) -> float:
    """Return the expected cost of ending the round with the sum `after`; `scale` is the deck's."""
    lowest = -NOWHERE
    for p in range(r.players):
        if p != o.seat:
            lowest = min(lowest, expected_sum(o, r, p, mean))
    penalty = after * (r.penalty_factor - 1) + r.penalty_add
    if (after <= 0 and not r.penalty_always) or o.turn >= PATIENCE * r.players:
        return scale * END_PRICE
    x = (after + scale * END_MARGIN - lowest) / (scale * END_SPREAD)
    return float(scale * END_PRICE + penalty / (1.0 + math.exp(-max(-30.0, min(30.0, x)))))


@rule
def draw_gain(o: Any, r: Any, highest: float, turned: float, mean: float) -> float:
    """Return a draw's expected gain from a low card or one that clears a column.

    All cards of the deck count as equally likely: counting the unseen ones took time and
    changed nothing.
    """
    total = 0.0
    for kind in range(r.kinds):
        total += r.count[kind] * max(highest - r.value[kind], turned)
    for i in range(r.cells):
        card = o.grid[o.seat][i]
        if card < 0:
            continue
        same = 0
        other = NOWHERE
        j = r.top[i]
        while j < r.cells:
            beside = o.grid[o.seat][j]
            if beside == card:
                if j < i:
                    same -= r.cells  # this group was met before
                same += 1
            elif beside >= 0:
                other = max(other, r.value[beside] * 1.0)
            elif beside == UNKNOWN:
                other = max(other, mean)
            j += r.columns
        if same == r.clear - 1:
            value = r.value[card]
            cleared = other + same * value - max(highest - value, turned)
            total += r.count[card] * max(0.0, cleared)
    return float(total / r.deck_size)
