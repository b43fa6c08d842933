"""NewSkyjo's policy `expected`; `skyjo_widget.bots.newskyjo` describes it."""

from __future__ import annotations

from typing import Any

from skyjo_widget.bots.newskyjo_costs import cost_swap_gain, own_swap_gain
from skyjo_widget.bots.newskyjo_plain import can_pick_from, card_at, greedy_order, random_of_picks
from skyjo_widget.engine.cards.effects import (
    GIVEN,
    NOT_PICKED,
    OF_OTHERS,
    OWN,
    PASS_LOWEST,
    TOP_OF_DISCARD,
)
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.positions import DISCARD_PLACE
from skyjo_widget.engine.grids.grid import (
    highest_visible,
    lowest_visible,
    nth_hidden,
    visible_sum,
)
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NO_PLACE
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

NEVER = -1e9
"""Below any gain."""

SUMS = -1
"""In place of the turns left: swaps are valued by expected sums, not by costs."""

# In points; tuned in games between variants of this policy.
PAIR = 0.4  # the bonus for each of several equal cards in a column, as a fraction of their number
VISIBLE_BONUS = 0.5  # a visible card is preferred to a hidden one of equal expected value
FLIP_GAIN = 1.5  # the gain of turning a card
TAKE_MARGIN = 1.0  # gain that the discard pile's top card must have over a draw
TURN_GAIN = 4.0  # the gain of an extra turn
ORDER_GAIN = 2.0  # the same of the next player's lost turn
SWAP_GAIN = 2.0  # the gain per point that one side wins and the other loses
LEADER_LOSS = 0.3  # the gain per point that the leader loses; half of it for other opponents


@rule
def expected_action(o: Any, r: Any, x: float) -> int:
    """Lower the expected sum most; see the module."""
    p = o.seat
    if o.phase == ORDER:
        return ORDER_FIRST + greedy_order(o, r)
    if o.phase in (SETUP, FLIP):
        return FLIP_FIRST + nth_hidden(o, r, p, int(x * o.hidden[p]))
    if o.phase == PICK_HIDDEN:
        return PICK_FIRST_ID + random_of_picks(o, r, x)
    mean = unseen_mean(o, r)
    if o.phase == GIVE:
        return PICK_FIRST_ID + expected_gift(o, r, o.kept, mean)[0]
    if o.phase == CHOOSE:
        return expected_turn(o, r, mean)
    if o.phase == PLACE_DRAWN:
        effect = r.effect[o.hand]
        if r.lands[effect] == GIVEN:
            if not can_land(o, r, p, GIVEN):
                return DISCARD
            _, gain = expected_gift(o, r, o.hand, mean)
        else:
            cell, gain = best_placement(o, r, r.lands[effect], r.value[o.hand], mean)
            if cell < 0:
                return DISCARD
            if effect == NO_EFFECT:
                return PLACE_FIRST + cell if gain > FLIP_GAIN else DISCARD
        gain += effect_gain(o, r, effect, mean, SUMS, ORDER_GAIN, SWAP_GAIN, 0.0)
        return KEEP if gain > FLIP_GAIN else DISCARD
    if o.phase == PLACE_TAKEN:
        cell, _ = best_placement(o, r, 0, r.value[o.discard[o.discard_size - 1]], mean)
        return PLACE_FIRST + cell
    if o.phase == PLACE_KEPT:
        cell, _ = best_placement(o, r, r.lands[r.effect[o.kept]], r.value[o.kept], mean)
        return PLACE_FIRST + cell
    return best_pick(o, r, mean, SUMS)


@rule
def unseen_mean(o: Any, r: Any) -> float:
    """Return the mean number of the cards that the seat to act doesn't see."""
    total = 0
    for kind in range(r.kinds):
        total += r.count[kind] * r.value[kind]
    n = r.deck_size - o.discard_size - o.out_size
    for i in range(o.discard_size):
        total -= r.value[o.discard[i]]
    for i in range(o.out_size):
        total -= r.value[o.out[i]]
    for p in range(r.players):
        total -= visible_sum(o, r, p)
        n -= o.cards_left[p] - o.hidden[p]
    if o.hand >= 0:
        total -= r.value[o.hand]
        n -= 1
    if o.kept >= 0:
        total -= r.value[o.kept]
        n -= 1
    return total / n if n > 0 else 0.0


@rule
def expected_turn(o: Any, r: Any, mean: float) -> int:
    """Take the discard pile's top card if that gains more than a draw is expected to."""
    p = o.seat
    if o.cards_left[p] == 0:
        return DRAW if can_draw(o) else PASS
    if not can_draw(o):
        return TAKE
    _, gain = best_placement(o, r, 0, r.value[o.discard[o.discard_size - 1]], mean)
    if o.known_size[p] > 0 and o.known_to[p][0] == 1:
        _, promise = best_placement(o, r, 0, r.value[o.known[p][0]], mean)
        promise = max(promise, 0.0)
    else:
        promise = draw_gain(o, r, mean)
    return TAKE if gain > promise + TAKE_MARGIN else DRAW


@rule
def draw_gain(o: Any, r: Any, mean: float) -> float:
    """Return a draw's expected gain: by how much a drawn card is below the worst card."""
    p = o.seat
    cell = highest_visible(o, r, p)
    worst = int(mean) if o.hidden[p] > 0 or cell < 0 else r.value[o.grid[p][cell]]
    if cell >= 0:
        worst = max(worst, r.value[o.grid[p][cell]])
    total = 0
    for kind in range(r.kinds):
        total += r.count[kind] * max(worst - r.value[kind], 0)
    return float(total / r.deck_size)


@rule
def best_placement(o: Any, r: Any, sides: int, value: int, mean: float) -> tuple[int, float]:
    """Return the cell on these sides with the largest placement gain, and that gain.

    The cell is −1 if there is none.
    """
    best = NEVER
    cell = -1
    for column in range(r.columns):
        i = column
        while i < r.cells:
            if o.grid[o.seat][i] != NO_CARD and lands_on(r, sides, i):
                gain = placement_gain(o, r, i, value, mean)
                if gain > best:
                    best = gain
                    cell = i
            i += r.columns
    return cell, best


@rule
def placement_gain(o: Any, r: Any, cell: int, value: int, mean: float) -> float:
    """Return how much placing a card of that value on a cell lowers one's own expected sum."""
    grid = o.grid[o.seat]
    old = grid[cell]
    same = 1
    was = 1
    i = r.top[cell]
    while i < r.cells:
        card = grid[i]
        if i != cell and card >= 0:
            same += r.value[card] == value
            was += old >= 0 and r.value[card] == r.value[old]
        i += r.columns
    gain = (float(r.value[old]) if old >= 0 else mean - VISIBLE_BONUS) - value
    if same >= r.clear:
        return float(gain + r.clear * value)
    if same > 1 and value > 0:
        gain += PAIR * same * value
    if was > 1 and r.value[old] > 0:
        gain -= PAIR * was * r.value[old]
    return gain


@rule
def effect_gain(
    o: Any, r: Any, e: int, mean: float, left: int, order: float, swap: float, peek: float
) -> float:
    """Return the rough gain of an effect, in points.

    `order`, `swap` and `peek` are the gains of a change to the next player's turn, of a point that
    a swap moves, and of a look at a card.  A swap of two own cards counts unless `left` is `SUMS`.
    """
    p = o.seat
    gain = float(TURN_GAIN * r.extra[e] + order * (r.skips[e] - r.twice[e] + r.takes[e]))
    if r.lands[e] != GIVEN:
        gain -= r.points[e]
    if r.pass_on[e]:
        gain += pass_gain(o, r, r.pass_on[e] == PASS_LOWEST)
    if r.peek[e] > 0:
        gain += peek
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
        return gain - swap * max(highest(o, r, q, mean) - lowest(o, r, p, mean), 0.0)
    if whose == OWN and r.second_whose[e] == OWN and left != SUMS:
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
        gain += swap * max(highest(o, r, p, mean) - low, 0.0)
    return gain


@rule
def pass_gain(o: Any, r: Any, lowest: bool) -> float:
    """Return by how much the card that is passed on is above the one that comes for it."""
    mine = lowest_visible(o, r, o.seat) if lowest else highest_visible(o, r, o.seat)
    if mine < 0:
        return 0.0
    q = o.seat
    for _ in range(r.players - 1):
        q = (q - o.direction) % r.players
        theirs = lowest_visible(o, r, q) if lowest else highest_visible(o, r, q)
        if theirs >= 0 and not o.protected[q]:
            return float(r.value[o.grid[o.seat][mine]] - r.value[o.grid[q][theirs]])
    return 0.0


@rule
def expected_gift(o: Any, r: Any, card: int, mean: float) -> tuple[int, float]:
    """Return the place in another grid where a given card gains most, and that gain."""
    leader = find_leader(o, r, mean)
    best = NEVER
    target = NO_PLACE
    for seat in range(r.players):
        if seat != o.seat and not o.protected[seat]:
            for cell in range(r.cells):
                if o.grid[seat][cell] != NO_CARD:
                    place = seat * MAX_CELLS + cell
                    gain = gift_gain(o, r, place, card, leader, mean)
                    if gain > best:
                        best = gain
                        target = place
    return target, best


@rule
def gift_gain(o: Any, r: Any, place: int, card: int, leader: int, mean: float) -> float:
    """Return the expected gain of giving a card to a place."""
    old = o.grid[place // MAX_CELLS][place % MAX_CELLS]
    was = float(r.value[old]) if old >= 0 else mean
    value = float(r.value[card])
    fall = sum_decrease(o, r, place, was, card, value, place)
    return point_value(o, place // MAX_CELLS, leader) * fall


@rule
def highest(o: Any, r: Any, seat: int, mean: float) -> float:
    """Return the number on a seat's highest card, a hidden one counted as the mean."""
    number = mean if o.hidden[seat] > 0 else NEVER
    cell = highest_visible(o, r, seat)
    return max(number, float(r.value[o.grid[seat][cell]])) if cell >= 0 else number


@rule
def lowest(o: Any, r: Any, seat: int, mean: float) -> float:
    """Return the number on a seat's lowest card, a hidden one counted as the mean."""
    number = mean if o.hidden[seat] > 0 else -NEVER
    cell = lowest_visible(o, r, seat)
    return min(number, float(r.value[o.grid[seat][cell]])) if cell >= 0 else number


@rule
def best_pick(o: Any, r: Any, mean: float, left: int) -> int:
    """Return the pick of the first card with the best swap, or of the best second card.

    `left` is the number of turns left, or `SUMS`.
    """
    leader = find_leader(o, r, mean)
    best = NEVER
    action = DECLINE
    if o.phase == PICK_FIRST and r.may_decline[o.effect]:
        best = 0.0
    faces = r.first_faces[o.effect] if o.phase == PICK_FIRST else r.second_faces[o.effect]
    for seat in range(r.players):
        if not can_pick_from(o, r, seat, o.first // MAX_CELLS):
            continue
        for cell in range(r.cells):
            place = seat * MAX_CELLS + cell
            if place != o.first and shows(o, r, seat, cell, faces):
                if o.phase == PICK_FIRST:
                    gain = best_swap_gain(o, r, place, leader, mean, left)
                else:
                    gain = swap_gain(o, r, o.first, place, leader, mean, left)
                if gain > best:
                    best = gain
                    action = PICK_FIRST_ID + place
    return action


@rule
def find_leader(o: Any, r: Any, mean: float) -> int:
    """Return the opponent with the lowest expected sum."""
    leader = -1
    least = 0.0
    for q in range(r.players):
        if q != o.seat:
            total = visible_sum(o, r, q) + mean * o.hidden[q]
            if leader < 0 or total < least:
                least = total
                leader = q
    return leader


@rule
def best_swap_gain(o: Any, r: Any, first: int, leader: int, mean: float, left: int) -> float:
    """Return the expected gain of the best swap with a first card; `NEVER` if there is none.

    If either card could be picked first, the swap counts for the place with the lower number.
    """
    e = o.effect
    if r.second_whose[e] == TOP_OF_DISCARD:
        return swap_gain(o, r, first, DISCARD_PLACE, leader, mean, left)
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
                    best = max(best, swap_gain(o, r, first, place, leader, mean, left))
    return best


@rule
def swap_gain(
    o: Any, r: Any, first: int, second: int, leader: int, mean: float, left: int
) -> float:
    """Return the expected gain of swapping two cards."""
    if left != SUMS:
        return cost_swap_gain(o, r, first, second, leader, mean, left)
    card, other = card_at(o, first), card_at(o, second)
    x = float(r.value[card]) if card >= 0 else mean
    y = float(r.value[other]) if other >= 0 else mean
    gain = point_value(o, first // MAX_CELLS, leader) * sum_decrease(
        o, r, first, x, other, y, second
    )
    if second != DISCARD_PLACE:
        gain += point_value(o, second // MAX_CELLS, leader) * sum_decrease(
            o, r, second, y, card, x, first
        )
    return gain


@inlined_rule
def sum_decrease(o: Any, r: Any, place: int, x: float, card: int, y: float, other: int) -> float:
    """Return the decrease of a sum when a card that counts `y` replaces one that counts `x`.

    The card at the place `other` no longer counts towards the column.
    """
    if card >= 0:
        seat, cell = place // MAX_CELLS, place % MAX_CELLS
        same = 1
        i = r.top[cell]
        while i < r.cells:
            there = o.grid[seat][i]
            if i != cell and seat * MAX_CELLS + i != other:
                same += (there >= 0) & (r.value[there] == r.value[card])
            i += r.columns
        if same >= r.clear:
            return float(x - y + r.clear * y)
        if same > 1 and y > 0:
            return x - y + PAIR * same * y
    return x - y


@inlined_rule
def point_value(o: Any, seat: int, leader: int) -> float:
    """Return the value of lowering a seat's sum by one point."""
    if seat == o.seat:
        return 1.0
    return -LEADER_LOSS if seat == leader else -LEADER_LOSS / 2
