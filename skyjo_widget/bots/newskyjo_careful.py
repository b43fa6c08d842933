"""NewSkyjo's policy `careful`: it lowers what its grid is expected to cost at the end of the round.

What cards cost is in `skyjo_widget.bots.newskyjo_costs`.  Ending the round is valued by the
probability to win, in points (`end_gain`).

The card that is left to the next seat doesn't count, as it does for Skyjo's `learned`: counted by
that seat's costliest card and the columns that it completes, it won 34.0 % (33.1 to 34.9) of 10,000
games at three seats and 25.5 % (24.7 to 26.4) at four; by each card in each cell there, which is
much to calculate, 34.8 % (33.6 to 36.0) and 26.1 % (25.0 to 27.2) of 6,000.
"""

from __future__ import annotations

import math
from typing import Any

from skyjo_widget.bots.newskyjo_costs import (
    cell_cost,
    cell_gain,
    column_cost,
    grid_cost,
)
from skyjo_widget.bots.newskyjo_expected import (
    NEVER,
    best_pick,
    effect_gain,
    expected_gift,
    unseen_mean,
)
from skyjo_widget.bots.newskyjo_plain import greedy_order, random_of_picks
from skyjo_widget.bots.skyjo_careful import turns_left
from skyjo_widget.bots.skyjo_expected import promising_hidden
from skyjo_widget.engine.cards.effects import GIVEN
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    DISCARD,
    DRAW,
    FLIP,
    FLIP_FIRST,
    GIVE,
    KEEP,
    NO_EFFECT,
    ORDER,
    ORDER_FIRST,
    PASS,
    PICK_FIRST_ID,
    PICK_HIDDEN,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_KEPT,
    PLACE_TAKEN,
    SETUP,
    TAKE,
    can_draw,
    can_land,
    lands_on,
)

TURNED = 1.1  # the gain of turning a card, in points, as those below
TAKE_MARGIN = 0.2  # gain that the discard pile's top card must have over a draw
ORDER_GAIN = (
    1.0  # the next player's lost turn, or duty to take the discard; their second turn's loss
)
SWAP_GAIN = 1.0  # a point that a swap moves
PEEK_GAIN = 0.5

END_PRICE = 2.0  # the cost of ending: the turn after which the sum could have fallen
LAST_TURN = 5.0  # the points by which an opponent's last turn lowers their sum
END_SPREAD = 5.0  # the scale of the logistic win curve once the round is ending
TURN_SPREAD = 8.5  # added to it by each turn left, in squares
PATIENCE = 25  # turns per player after which it ends the round without regard to the lead
END_AT_ONCE = 50.0


@rule
def careful_action(o: Any, r: Any, x: float) -> int:
    """Lower the expected cost most; see the module.  `x` is a random number."""
    p = o.seat
    if o.phase == ORDER:
        return ORDER_FIRST + greedy_order(o, r)
    if o.phase in (SETUP, FLIP):
        return FLIP_FIRST + promising_hidden(o, r)
    if o.phase == PICK_HIDDEN:
        return PICK_FIRST_ID + random_of_picks(o, r, x)
    mean = unseen_mean(o, r)
    if o.phase == GIVE:
        return PICK_FIRST_ID + expected_gift(o, r, o.kept, mean)[0]
    left = turns_left(o, r)
    if o.phase == PLACE_TAKEN:
        top = o.discard[o.discard_size - 1]
        return PLACE_FIRST + cheapest_place(o, r, 0, top, mean, left)[0]
    if o.phase == PLACE_KEPT:
        sides = r.lands[r.effect[o.kept]]
        return PLACE_FIRST + cheapest_place(o, r, sides, o.kept, mean, left)[0]
    if o.phase == CHOOSE or o.phase == PLACE_DRAWN:
        turned = TURNED if left > 0 else 0.0
        if o.hidden[p] == 1 and o.ender == NOBODY:
            raw = grid_cost(o, r, p, mean, 0)
            turned += end_gain(o, r, raw, grid_cost(o, r, p, mean, left), mean, left)
        if o.phase == CHOOSE:
            return careful_turn(o, r, mean, left, turned)
        return careful_drawn(o, r, mean, left, turned)
    return best_pick(o, r, mean, left)


@rule
def careful_turn(o: Any, r: Any, mean: float, left: int, turned: float) -> int:
    """Take the discard pile's top card if that gains more than a draw is expected to."""
    p = o.seat
    if o.cards_left[p] == 0:
        return DRAW if can_draw(o) else PASS
    if not can_draw(o):
        return TAKE
    _, gain = cheapest_place(o, r, 0, o.discard[o.discard_size - 1], mean, left)
    if o.known_size[p] > 0 and o.known_to[p][0] == 1:
        _, promise = cheapest_place(o, r, 0, o.known[p][0], mean, left)
        promise = max(promise, turned)
    else:
        promise = drawn_gain(o, r, mean, left, turned)
    return TAKE if gain >= promise + TAKE_MARGIN else DRAW


@rule
def drawn_gain(o: Any, r: Any, mean: float, left: int, turned: float) -> float:
    """Return a draw's expected gain, with the drawn card in place of the costliest one.

    All cards of the deck count as equally likely.
    """
    worst = NEVER
    for i in range(r.cells):
        if o.grid[o.seat][i] != NO_CARD:
            worst = max(worst, cell_cost(r, o.grid[o.seat][i], mean, left))
    total = 0.0
    for kind in range(r.kinds):
        total += r.count[kind] * max(worst - cell_cost(r, kind, mean, left), turned)
    return float(total / r.deck_size)


@rule
def careful_drawn(o: Any, r: Any, mean: float, left: int, turned: float) -> int:
    """Place or keep the drawn card if that gains more than turning a card."""
    effect = r.effect[o.hand]
    if r.lands[effect] == GIVEN:
        if not can_land(o, r, o.seat, GIVEN):
            return DISCARD
        cell = 0
        gain = expected_gift(o, r, o.hand, mean)[1]
    else:
        cell, gain = cheapest_place(o, r, r.lands[effect], o.hand, mean, left)
        if cell < 0:
            return DISCARD
    if effect == NO_EFFECT:
        return PLACE_FIRST + cell if gain > turned else DISCARD
    gain += effect_gain(o, r, effect, mean, left, ORDER_GAIN, SWAP_GAIN, PEEK_GAIN)
    return KEEP if gain > turned else DISCARD


@rule
def cheapest_place(
    o: Any, r: Any, sides: int, card: int, mean: float, left: int
) -> tuple[int, float]:
    """Return the cell on these sides where a card gains most, or −1, and that gain."""
    best = NEVER
    cell = -1
    p = o.seat
    for column in range(r.columns):
        before = column_cost(o, r, p, column, -1, NO_CARD, mean, left)
        i = column
        while i < r.cells:
            old = o.grid[p][i]
            if old != NO_CARD and lands_on(r, sides, i):
                gain = before - column_cost(o, r, p, column, i, card, mean, left)
                if old == UNKNOWN and o.hidden[p] == 1 and o.ender == NOBODY:
                    raw = grid_cost(o, r, p, mean, 0) - cell_gain(o, r, p, i, card, mean, 0)
                    cost = grid_cost(o, r, p, mean, left) - gain
                    gain += end_gain(o, r, raw, cost, mean, left)
                if gain > best or (gain == best and i < cell):
                    best = gain
                    cell = i
            i += r.columns
    return cell, best


@rule
def end_gain(o: Any, r: Any, raw: float, cost: float, mean: float, left: int) -> float:
    """Return the gain of ending the round with a sum `raw`, where going on would cost `cost`.

    The probabilities to win are those of a logistic curve; their difference is given in points.
    """
    if o.turn >= PATIENCE * r.players:
        return END_AT_ONCE
    spread = math.sqrt(END_SPREAD * END_SPREAD + TURN_SPREAD * TURN_SPREAD * left)
    ended = 0.0
    going = 0.0
    for q in range(r.players):
        if q != o.seat:
            x = (raw - grid_cost(o, r, q, mean, 0) + LAST_TURN) / END_SPREAD
            y = (cost - grid_cost(o, r, q, mean, left)) / spread
            ended += math.exp(max(-40.0, min(40.0, x)))
            going += math.exp(max(-40.0, min(40.0, y)))
    return float(spread * (math.log(going) - math.log(ended)) - END_PRICE)
