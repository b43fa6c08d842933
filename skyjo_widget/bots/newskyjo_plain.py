"""The policies of NewSkyjo that don't count cards; `skyjo_widget.bots.newskyjo` describes them."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.cards.effects import (
    GIVEN,
    TOP_OF_DISCARD,
)
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.positions import DISCARD_PLACE
from skyjo_widget.engine.grids.grid import (
    highest_visible,
    nth_card,
    nth_hidden,
    visible_sum,
)
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NO_PLACE, UNKNOWN
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    DECLINE,
    DISCARD,
    DRAW,
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
    PICK_SECOND,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_KEPT,
    PLACE_TAKEN,
    TAKE,
    TOP_FIRST,
    can_be_second,
    can_draw,
    can_land,
    can_pick,
    lands_on,
    looked_at,
    may_be_first,
    may_be_second,
    orders_of,
)

STEP = 100_000
WORST = -(10**9)


@inlined_rule
def random_action(o: Any, r: Any, x: float) -> int:
    """Make each choice uniformly."""
    p = o.seat
    if o.phase == CHOOSE:
        return random_turn(o, r, x)
    if o.phase == PLACE_DRAWN:
        effect = r.effect[o.hand]
        if x < 0.5 and can_land(o, r, p, r.lands[effect]):
            return KEEP if effect != NO_EFFECT else PLACE_FIRST + random_place(o, r, 0, 2 * x)
        return DISCARD
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + random_place(o, r, 0, x)
    if o.phase == PLACE_KEPT:
        return PLACE_FIRST + random_place(o, r, r.lands[r.effect[o.kept]], x)
    if o.phase >= PICK_FIRST:
        if o.phase == ORDER:
            first, last = orders_of(looked_at(o, r))
            return ORDER_FIRST + first + int(x * (last - first))
        if o.phase in (PICK_HIDDEN, GIVE):
            return PICK_FIRST_ID + random_of_picks(o, r, x)
        return random_pick(o, r, x)
    return FLIP_FIRST + nth_hidden(o, r, p, int(x * o.hidden[p]))


@inlined_rule
def random_turn(o: Any, r: Any, x: float) -> int:
    """Draw, take or turn: each possible one with the same probability."""
    p = o.seat
    draws = can_draw(o)
    takes = o.discard_size > 0 and o.cards_left[p] > 0
    turns = r.flip_turn and not o.must_take and o.hidden[p] > 0
    n = int(draws) + int(takes) + int(turns)
    if n == 0:
        return PASS
    x *= n
    k = int(x)
    x -= k
    if draws:
        if k == 0:
            return DRAW
        k -= 1
    if takes and k == 0:
        return TAKE
    return FLIP_FIRST + nth_hidden(o, r, p, int(x * o.hidden[p]))


@inlined_rule
def random_place(o: Any, r: Any, sides: int, x: float) -> int:
    """Return a random cell that holds a card and lies on these sides of the grid."""
    p = o.seat
    if sides == 0:
        return nth_card(o, r, p, int(x * o.cards_left[p]))
    n = 0
    for cell in range(r.cells):
        n += o.grid[p][cell] != NO_CARD and lands_on(r, sides, cell)
    n = int(x * n)
    for cell in range(r.cells):
        if o.grid[p][cell] != NO_CARD and lands_on(r, sides, cell):
            if n == 0:
                return cell
            n -= 1
    return -1


@rule
def random_pick(o: Any, r: Any, x: float) -> int:
    """Decline with probability ½, if allowed; else pick a random card that may be picked."""
    if o.phase == PICK_FIRST and r.may_decline[o.effect]:
        if x < 0.5:
            return DECLINE
        x = 2 * x - 1
    owner = o.first // MAX_CELLS
    n = 0
    for seat in range(r.players):
        if can_pick_from(o, r, seat, owner):
            n += o.cards_left[seat]
    x *= n
    n = int(x)
    x -= n
    for seat in range(r.players):
        if can_pick_from(o, r, seat, owner):
            if n < o.cards_left[seat]:
                cell = nth_card(o, r, seat, n)
                if can_pick(o, r, seat, cell):
                    return PICK_FIRST_ID + seat * MAX_CELLS + cell
                break
            n -= o.cards_left[seat]
    return PICK_FIRST_ID + random_of_picks(o, r, x)


@rule
def can_pick_from(o: Any, r: Any, seat: int, owner: int) -> bool:
    """Return True if cards of a seat may be picked now; the faces aren't checked."""
    if o.phase == PICK_FIRST:
        return may_be_first(o, r, seat)
    return may_be_second(o, r, seat, owner)


@rule
def random_of_picks(o: Any, r: Any, x: float) -> int:
    """Return a random place that may be picked: the slow way, after a first try has missed."""
    n = 0
    for seat in range(r.players):
        for cell in range(r.cells):
            n += can_pick(o, r, seat, cell)
    n = int(x * n)
    for seat in range(r.players):
        for cell in range(r.cells):
            if can_pick(o, r, seat, cell):
                if n == 0:
                    return seat * MAX_CELLS + cell
                n -= 1
    return -1


@rule
def greedy_action(o: Any, r: Any, x: float) -> int:
    """Put low cards on high ones; see the module.  `x` is a random number."""
    p = o.seat
    if o.phase == CHOOSE:
        return greedy_turn(o, r)
    if o.phase == PLACE_DRAWN:
        effect = r.effect[o.hand]
        if r.lands[effect] == GIVEN:
            gains = can_land(o, r, p, GIVEN) and best_gift(o, r, o.hand)[1] > 0
            return KEEP if gains else DISCARD
        cell = best_landing(o, r, r.lands[effect])
        if cell >= 0 and r.value[o.hand] < r.value[o.grid[p][cell]]:
            return KEEP if effect != NO_EFFECT else PLACE_FIRST + cell
        return DISCARD
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + landing_cell(o, r, 0, r.value[o.discard[o.discard_size - 1]])
    if o.phase == PLACE_KEPT:
        return PLACE_FIRST + landing_cell(o, r, r.lands[r.effect[o.kept]], r.value[o.kept])
    if o.phase == PICK_FIRST or o.phase == PICK_SECOND:
        return greedy_pick(o, r)
    if o.phase == PICK_HIDDEN:
        return PICK_FIRST_ID + random_of_picks(o, r, x)
    if o.phase == GIVE:
        return PICK_FIRST_ID + best_gift(o, r, o.kept)[0]
    if o.phase == ORDER:
        return ORDER_FIRST + greedy_order(o, r)
    return FLIP_FIRST + nth_hidden(o, r, p, int(x * o.hidden[p]))


@rule
def threshold_action(o: Any, r: Any, k: int, x: float) -> int:
    """Use cards up to `k`; otherwise play like greedy."""
    p = o.seat
    if o.phase == CHOOSE:
        takes = o.cards_left[p] > 0 and r.value[o.discard[o.discard_size - 1]] <= k
        if can_draw(o) and not takes:
            return DRAW
        return TAKE if o.cards_left[p] > 0 else PASS
    if o.phase == PLACE_DRAWN:
        value, effect = r.value[o.hand], r.effect[o.hand]
        if r.lands[effect] != GIVEN and value <= k and can_land(o, r, p, r.lands[effect]):
            return KEEP if effect != NO_EFFECT else PLACE_FIRST + landing_cell(o, r, 0, value)
    return greedy_action(o, r, x)


@rule
def greedy_turn(o: Any, r: Any) -> int:
    """Take a low card, else draw, else do what is possible."""
    p = o.seat
    if o.cards_left[p] > 0:
        value = r.value[o.discard[o.discard_size - 1]]
        cell = highest_visible(o, r, p)
        lowers = cell >= 0 and value < r.value[o.grid[p][cell]]
        if value <= 0 or lowers or not can_draw(o):
            return TAKE
    return DRAW if can_draw(o) else PASS


@rule
def best_landing(o: Any, r: Any, sides: int) -> int:
    """Return the cell of the highest visible card on these sides of the grid; −1 without one."""
    p = o.seat
    best = -1
    for cell in range(r.cells):
        card = o.grid[p][cell]
        if (
            card >= 0
            and lands_on(r, sides, cell)
            and (best < 0 or r.value[card] > r.value[o.grid[p][best]])
        ):
            best = cell
    return best


@rule
def landing_cell(o: Any, r: Any, sides: int, value: int) -> int:
    """Return the cell for a card: the highest visible one if the card is lower, else a hidden one.

    The first hidden one is taken.  Without any, it is the highest visible one: the least loss.
    """
    p = o.seat
    best = best_landing(o, r, sides)
    if best >= 0 and value < r.value[o.grid[p][best]]:
        return best
    for cell in range(r.cells):
        if o.grid[p][cell] == UNKNOWN and lands_on(r, sides, cell):
            return cell
    return best


@rule
def greedy_order(o: Any, r: Any) -> int:
    """Return the index in `ORDERS` with the highest card on top.

    The lowest is on top if the seat draws next itself.
    """
    p = o.seat
    size = looked_at(o, r)
    first, last = orders_of(size)
    sign = -1 if o.actions_left > 0 or o.turns_left > 1 else 1
    best = first
    for order in range(first, last):
        if order_value(o, r, p, order, size) * sign > order_value(o, r, p, best, size) * sign:
            best = order
    return best


@rule
def order_value(o: Any, r: Any, seat: int, order: int, size: int) -> int:
    """Return a key that compares orders by their top card, then the next one, and so on."""
    total = 0
    for k in range(size):
        total = total * 2000 + r.value[o.known[seat][TOP_FIRST[order][k]]]
    return total


@rule
def greedy_pick(o: Any, r: Any) -> int:
    """Return the pick of the first card with the best swap, or of the best second card."""
    may_decline = o.phase == PICK_FIRST and r.may_decline[o.effect]
    best = 0 if may_decline else WORST
    action = DECLINE
    for seat in range(r.players):
        for cell in range(r.cells):
            if can_pick(o, r, seat, cell):
                place = seat * MAX_CELLS + cell
                if o.phase == PICK_FIRST:
                    gain = best_visible_swap(o, r, place)
                else:
                    gain = visible_swap_gain(o, r, o.first, place)
                if gain > best:
                    best = gain
                    action = PICK_FIRST_ID + place
    return action


@rule
def best_visible_swap(o: Any, r: Any, first: int) -> int:
    """Return the gain in visible sums of the best swap with a first card."""
    if r.second_whose[o.effect] == TOP_OF_DISCARD:
        return visible_swap_gain(o, r, first, DISCARD_PLACE)
    best = WORST
    for seat in range(r.players):
        for cell in range(r.cells):
            if can_be_second(o, r, first, seat, cell):
                best = max(best, visible_swap_gain(o, r, first, seat * MAX_CELLS + cell))
    return best


@rule
def visible_swap_gain(o: Any, r: Any, first: int, second: int) -> int:
    """Return the gain of a swap: the fall of one's own visible sum, then the leader's rise."""
    p = o.seat
    leader = -1
    for seat in range(r.players):
        if seat != p and (leader < 0 or visible_sum(o, r, seat) < visible_sum(o, r, leader)):
            leader = seat
    lower = -sum_change(o, r, p, first, second)
    return int(lower * STEP + sum_change(o, r, leader, first, second))


@rule
def sum_change(o: Any, r: Any, seat: int, first: int, second: int) -> int:
    """Return the change in a seat's visible sum when two cards are swapped."""
    total = 0
    if first // MAX_CELLS == seat:
        total += sum_change_at(o, r, first, second)
    if second // MAX_CELLS == seat:
        total += sum_change_at(o, r, second, first)
    return total


@rule
def sum_change_at(o: Any, r: Any, place: int, other: int) -> int:
    """Return the change in the visible sum at `place` when it gets the card of `other`."""
    seat, cell = place // MAX_CELLS, place % MAX_CELLS
    card = card_at(o, other)
    old = o.grid[seat][cell]
    total = 0 if old < 0 else -r.value[old]
    if card < 0:
        return int(total)
    value = r.value[card]
    total += value
    same = 0
    for i in range(r.top[cell], r.cells, r.columns):
        there = o.grid[seat][i]
        if i == cell:
            there = card
        elif seat * MAX_CELLS + i == other:
            there = old
        if there >= 0 and r.value[there] == value:
            same += 1
    if same >= r.clear:
        total -= r.clear * value
    return int(total)


@rule
def best_gift(o: Any, r: Any, card: int) -> tuple[int, int]:
    """Return the place in another grid where a card raises the visible sum most, and by how much.

    A card that completes a column removes it, which may lower the sum.
    """
    best = WORST
    target = NO_PLACE
    for seat in range(r.players):
        if seat != o.seat and not o.protected[seat]:
            for cell in range(r.cells):
                old = o.grid[seat][cell]
                if old != NO_CARD:
                    rise = r.value[card] - (r.value[old] if old >= 0 else 0)
                    same = 1
                    i = r.top[cell]
                    while i < r.cells:
                        there = o.grid[seat][i]
                        same += (i != cell) & (there >= 0) & (r.value[there] == r.value[card])
                        i += r.columns
                    if same >= r.clear:
                        rise -= r.clear * r.value[card]
                    if rise > best:
                        best = rise
                        target = seat * MAX_CELLS + cell
    return target, best


@rule
def card_at(o: Any, place: int) -> int:
    """Return the card at a place, `UNKNOWN` if it lies face down."""
    if place == DISCARD_PLACE:
        return int(o.discard[o.discard_size - 1])
    return int(o.grid[place // MAX_CELLS][place % MAX_CELLS])
