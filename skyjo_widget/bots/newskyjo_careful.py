"""NewSkyjo's policy `careful`: it lowers what its grid is expected to cost at the end of the round.

A card costs less than its number while there are turns left, since high ones are replaced.  What a
card costs, by its number and the turns left, was fitted to the final scores of 30,000 games that an
earlier version of this policy played against itself, at tables of four (`cell_cost`).  Nearly
complete columns count for the chance that they are cleared (`column_cost`).  Ending the round is
valued by the probability to win, in points (`end_gain`).
"""

from __future__ import annotations

import math
from typing import Any

from skyjo_widget.bots.newskyjo_expected import (
    NEVER,
    expected_gift,
    find_leader,
    highest,
    lowest,
    pass_gain,
    unseen_mean,
)
from skyjo_widget.bots.newskyjo_plain import can_pick_from, card_at, greedy_order, random_of_picks
from skyjo_widget.bots.skyjo import promising_hidden, turns_left
from skyjo_widget.engine.cards.effects import (
    GIVEN,
    NOT_PICKED,
    OF_OTHERS,
    OWN,
    PASS_LOWEST,
    TOP_OF_DISCARD,
)
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.positions import DISCARD_PLACE
from skyjo_widget.engine.grids.grid import lowest_visible
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    DECLINE,
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
    PICK_FIRST,
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
    may_be_second,
    shows,
)

# A low number keeps this share of its cost with one turn left, and loses this much of it a turn.
KEPT = 0.9
LOST = 0.12
LEAST_KEPT = 0.12
# The cost of other numbers, in means of the unseen cards: with one turn left; how much each further
# turn adds to its divisor; and the share of what a number lies above the mean.
HIGH = 0.9
FALLING = 0.2
ABOVE = 0.05
# The cost of a hidden card, in means: with one turn left, and what it loses a turn.
HIDDEN_COST = 0.76
HIDDEN_LOST = 0.035

SOURCES = 1.6  # cards that a seat can use, for each of its turns
CLEARED = 0.8  # the share of its cards' cost that clearing a column saves

TURNED = 1.1  # the gain of turning a card, in points, as those below
TAKE_MARGIN = 0.2  # how much more the discard pile's top card must gain than a draw
TURN_GAIN = 4.0  # an extra turn
ORDER_GAIN = (
    1.0  # the next player's lost turn, or duty to take the discard; their second turn's loss
)
PEEK_GAIN = 0.5
SWAP_GAIN = 1.0  # a point that a swap moves
LEADER_LOSS = 0.3  # a point that the leader loses, and any other opponent
OTHER_LOSS = 0.15

END_PRICE = 2.0  # the cost of ending: the turn after which the sum could have fallen
LAST_TURN = 5.0  # the points by which an opponent's last turn lowers their sum
END_SPREAD = 5.0  # the scale of the logistic win curve once the round is ending
TURN_SPREAD = 8.5  # what each turn left adds to it, in squares
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
    return careful_pick(o, r, mean, left)


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
    return KEEP if gain + careful_effect(o, r, effect, mean, left) > turned else DISCARD


# What cards cost


@rule
def cell_cost(r: Any, card: int, mean: float, left: int) -> float:
    """Return what a card is expected to count at the end of the round, with so many turns left."""
    if card == NO_CARD:
        return 0.0
    value = mean if card < 0 else 1.0 * r.value[card]
    if left == 0:
        return float(value)
    if card == UNKNOWN:
        return float(mean * (HIDDEN_COST - HIDDEN_LOST * (left - 1)))
    high = mean * HIGH / (1.0 + FALLING * (left - 1)) + ABOVE * (value - mean)
    if value >= mean:
        return float(high)
    return float(min(value * max(LEAST_KEPT, KEPT - LOST * left), high))


@rule
def clear_chance(o: Any, r: Any, value: int, left: int) -> float:
    """Return the chance that a seat gets a card with a number in the turns left."""
    n = 0
    unseen = r.deck_size - o.discard_size - o.out_size
    for kind in range(r.kinds):
        n += r.count[kind] * (r.value[kind] == value)
    for i in range(o.discard_size):
        n -= r.value[o.discard[i]] == value
    for i in range(o.out_size):
        n -= r.value[o.out[i]] == value
    for p in range(r.players):
        for i in range(r.cells):
            if o.grid[p][i] >= 0:
                unseen -= 1
                n -= r.value[o.grid[p][i]] == value
    if n <= 0 or unseen <= 0:
        return 0.0
    return float(1.0 - (1.0 - n / unseen) ** (SOURCES * left))


@rule
def column_cost(
    o: Any, r: Any, seat: int, column: int, cell: int, card: int, mean: float, left: int
) -> float:
    """Return the expected cost of a column, with a card of that kind on a cell; −1 for no cell.

    The best chance to clear it is taken off.
    """
    total = 0.0
    saved = 0.0
    i = column
    while i < r.cells:
        own = card if i == cell else o.grid[seat][i]
        cost = cell_cost(r, own, mean, left)
        total += cost
        if own >= 0:
            same = 0
            others = 0
            rest = 0.0
            j = column
            while j < r.cells:
                there = card if j == cell else o.grid[seat][j]
                if there >= 0 and r.value[there] == r.value[own]:
                    same += 1
                    if j < i:
                        others = r.cells  # this group was met before
                elif there != NO_CARD:
                    others += 1
                    rest += cell_cost(r, there, mean, left)
                j += r.columns
            if same >= r.clear and others < r.cells:
                total -= r.clear * cost
            elif left > 0 and same == r.clear - 1 and others == 1 and same * cost + rest > saved:
                chance = clear_chance(o, r, r.value[own], left)
                saved = max(saved, CLEARED * chance * (same * cost + rest))
        i += r.columns
    return total - saved


@rule
def grid_cost(o: Any, r: Any, seat: int, mean: float, left: int) -> float:
    """Return the expected cost of a seat's grid."""
    total = 0.0
    for column in range(r.columns):
        total += column_cost(o, r, seat, column, -1, NO_CARD, mean, left)
    return float(total)


@rule
def cell_gain(o: Any, r: Any, seat: int, cell: int, card: int, mean: float, left: int) -> float:
    """Return by how much a card on a cell lowers a seat's expected cost."""
    column = r.top[cell]
    before = column_cost(o, r, seat, column, -1, NO_CARD, mean, left)
    return before - column_cost(o, r, seat, column, cell, card, mean, left)


@rule
def cheapest_place(
    o: Any, r: Any, sides: int, card: int, mean: float, left: int
) -> tuple[int, float]:
    """Return the cell on these sides where a card gains most, or −1, and that gain."""
    best = NEVER
    found = -1
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
                if gain > best or (gain == best and i < found):
                    best = gain
                    found = i
            i += r.columns
    return found, best


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


# Effects


@rule
def careful_effect(o: Any, r: Any, e: int, mean: float, left: int) -> float:
    """Return the rough gain of an effect, in points."""
    p = o.seat
    gain = float(TURN_GAIN * r.extra[e] + ORDER_GAIN * (r.skips[e] - r.twice[e] + r.takes[e]))
    if r.lands[e] != GIVEN:
        gain -= r.points[e]
    if r.pass_on[e]:
        gain += pass_gain(o, r, r.pass_on[e] == PASS_LOWEST)
    if r.peek[e] > 0:
        gain += PEEK_GAIN
    whose = r.first_whose[e]
    if whose == NOT_PICKED:
        return gain
    if r.second_whose[e] == TOP_OF_DISCARD:
        cell = lowest_visible(o, r, p)
        if r.chooser[e] == 0 and cell >= 0:
            gain += r.value[o.grid[p][cell]] - r.value[o.discard[o.discard_size - 1]]
        return gain
    if r.chooser[e] != 0:
        q = (p + r.chooser[e]) % r.players
        return gain - SWAP_GAIN * max(highest(o, r, q, mean) - lowest(o, r, p, mean), 0.0)
    if whose == OWN and r.second_whose[e] == OWN:
        best = NEVER
        for i in range(r.cells):
            for j in range(i + 1, r.cells):
                if o.grid[p][i] != NO_CARD and o.grid[p][j] != NO_CARD:
                    best = max(best, own_swap_gain(o, r, p, i, j, mean, left))
        return gain + best if best > NEVER else gain
    if whose == OWN and r.second_whose[e] == OF_OTHERS:
        low = -NEVER
        for q in range(r.players):
            if q != p:
                low = min(low, lowest(o, r, q, mean))
        gain += SWAP_GAIN * max(highest(o, r, p, mean) - low, 0.0)
    return gain


@rule
def own_swap_gain(o: Any, r: Any, seat: int, i: int, j: int, mean: float, left: int) -> float:
    """Return the gain of swapping two cards of a seat; 0 within a column."""
    if r.top[i] == r.top[j]:
        return 0.0
    gain = cell_gain(o, r, seat, i, o.grid[seat][j], mean, left)
    return gain + cell_gain(o, r, seat, j, o.grid[seat][i], mean, left)


@rule
def careful_pick(o: Any, r: Any, mean: float, left: int) -> int:
    """Return the pick of the first card with the best swap, or of the best second card."""
    leader = find_leader(o, r, mean)
    best = NEVER
    action = DECLINE
    if o.phase == PICK_FIRST and r.may_decline[o.effect]:
        best = 0.0
    faces = r.first_faces[o.effect] if o.phase == PICK_FIRST else r.second_faces[o.effect]
    for seat in range(r.players):
        if can_pick_from(o, r, seat, o.first // MAX_CELLS):
            for cell in range(r.cells):
                place = seat * MAX_CELLS + cell
                if place != o.first and shows(o, r, seat, cell, faces):
                    if o.phase == PICK_FIRST:
                        gain = careful_best_swap(o, r, place, leader, mean, left)
                    else:
                        gain = careful_swap(o, r, o.first, place, leader, mean, left)
                    if gain > best:
                        best = gain
                        action = PICK_FIRST_ID + place
    return action


@rule
def careful_best_swap(o: Any, r: Any, first: int, leader: int, mean: float, left: int) -> float:
    """Return the expected gain of the best swap with a first card; `NEVER` if there is none.

    If either card could be picked first, the swap counts for the place with the lower number.
    """
    e = o.effect
    if r.second_whose[e] == TOP_OF_DISCARD:
        return careful_swap(o, r, first, DISCARD_PLACE, leader, mean, left)
    faces = r.second_faces[e]
    either = r.first_whose[e] == r.second_whose[e] and r.first_faces[e] == faces
    best = NEVER
    for seat in range(r.players):
        if may_be_second(o, r, seat, first // MAX_CELLS):
            for cell in range(r.cells):
                place = seat * MAX_CELLS + cell
                if (place > first or (place < first and not either)) and shows(
                    o, r, seat, cell, faces
                ):
                    best = max(best, careful_swap(o, r, first, place, leader, mean, left))
    return best


@rule
def careful_swap(
    o: Any, r: Any, first: int, second: int, leader: int, mean: float, left: int
) -> float:
    """Return the expected gain of swapping two cards."""
    seat, cell = first // MAX_CELLS, first % MAX_CELLS
    mine = careful_point(o, seat, leader)
    other = second // MAX_CELLS
    if second != DISCARD_PLACE and other == seat:
        return mine * own_swap_gain(o, r, seat, cell, second % MAX_CELLS, mean, left)
    gain = mine * cell_gain(o, r, seat, cell, card_at(o, second), mean, left)
    if second != DISCARD_PLACE:
        fall = cell_gain(o, r, other, second % MAX_CELLS, card_at(o, first), mean, left)
        gain += careful_point(o, other, leader) * fall
    return gain


@rule
def careful_point(o: Any, seat: int, leader: int) -> float:
    """Return the value of lowering a seat's cost by one point."""
    if seat == o.seat:
        return 1.0
    return -LEADER_LOSS if seat == leader else -OTHER_LOSS
