"""Built-in policies for NewSkyjo.

`random_action`
    Each choice uniformly: which kind of turn, whether a card is kept, whether a swap is
    declined, which card, which order.
`greedy_action`
    Takes the discard pile's top card if it is 0 or less, or below its highest visible
    card, as Skyjo's does, and puts it there, else on the first hidden position.  A drawn
    card is placed or kept if it is below the highest visible card that it may replace,
    which it replaces; else it is discarded and a random hidden card is turned.  Of a swap
    it makes the one that lowers its own visible sum most (a hidden card counts 0, a column
    that is completed leaves), of several such, or if none does, the one that raises the
    leader's most: the opponent with the lowest visible sum.  It declines a swap that does
    neither.  Cards that it has looked at it puts back with the highest on top, the lowest
    if it draws next itself.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.effects import TOP_OF_DISCARD
from skyjo_widget.engine.grid import (
    highest_visible,
    nth_card,
    nth_hidden,
    visible_sum,
)
from skyjo_widget.engine.grid_notation import DISCARD_PLACE
from skyjo_widget.engine.newskyjo import (
    CHOOSE,
    DECLINE,
    DISCARD,
    DRAW,
    FLIP_FIRST,
    KEEP,
    NO_EFFECT,
    ORDER,
    ORDER_FIRST,
    PASS,
    PICK_FIRST,
    PICK_FIRST_ID,
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
from skyjo_widget.engine.speed import inlined_rule, rule
from skyjo_widget.engine.state import MAX_CELLS, NO_CARD, UNKNOWN

STEP = 100_000
WORST = -(10**9)

RANDOM, GREEDY = range(2)
NAMES = ("random", "greedy")


@inlined_rule
def choose(policy: int, o: Any, r: Any, rng: Any) -> int:
    """The action of the policy with that index of `NAMES`.

    A policy gets one random number from 0 to 1, of which it may use one part after the
    other: to draw one costs time, and so does handing on the generator.
    """
    x = rng.random()
    if policy == RANDOM:
        return random_action(o, r, x)
    return greedy_action(o, r, x)


@inlined_rule
def random_action(o: Any, r: Any, x: float) -> int:
    """Each choice uniformly."""
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
    if o.phase in (PICK_FIRST, PICK_SECOND):
        return random_pick(o, r, x)
    if o.phase == ORDER:
        first, last = orders_of(looked_at(o, r))
        return ORDER_FIRST + first + int(x * (last - first))
    return FLIP_FIRST + nth_hidden(o, r, p, int(x * o.hidden[p]))


@inlined_rule
def random_turn(o: Any, r: Any, x: float) -> int:
    """Draw, take or turn, each with the same chance; what is possible."""
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
    """A cell that holds a card and lies on these sides of the grid, uniformly."""
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
    """Decline with one half, where that is possible; else a card that may be picked, uniformly."""
    if o.phase == PICK_FIRST and r.may_decline[o.effect]:
        if x < 0.5:
            return DECLINE
        x = 2 * x - 1
    owner = o.first // MAX_CELLS
    n = 0
    for seat in range(r.players):
        if picks_from(o, r, seat, owner):
            n += o.cards_left[seat]
    x *= n
    n = int(x)
    x -= n
    for seat in range(r.players):
        if picks_from(o, r, seat, owner):
            if n < o.cards_left[seat]:
                cell = nth_card(o, r, seat, n)
                if can_pick(o, r, seat, cell):
                    return PICK_FIRST_ID + seat * MAX_CELLS + cell
                break
            n -= o.cards_left[seat]
    return PICK_FIRST_ID + random_of_picks(o, r, x)


@rule
def picks_from(o: Any, r: Any, seat: int, owner: int) -> bool:
    """Whether cards of a seat may be picked now, as far as the seat goes."""
    if o.phase == PICK_FIRST:
        return may_be_first(o, r, seat)
    return may_be_second(o, r, seat, owner)


@rule
def random_of_picks(o: Any, r: Any, x: float) -> int:
    """A place that may be picked, uniformly: slow, for when a first try has missed."""
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
    """Low cards on high ones; see the module.  `x` is random."""
    p = o.seat
    if o.phase == CHOOSE:
        return greedy_turn(o, r)
    if o.phase == PLACE_DRAWN:
        effect = r.effect[o.hand]
        cell = best_landing(o, r, r.lands[effect])
        if cell >= 0 and r.value[o.hand] < r.value[o.grid[p][cell]]:
            return KEEP if effect != NO_EFFECT else PLACE_FIRST + cell
        return DISCARD
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + landing(o, r, 0, r.value[o.discard[o.discard_size - 1]])
    if o.phase == PLACE_KEPT:
        return PLACE_FIRST + landing(o, r, r.lands[r.effect[o.kept]], r.value[o.kept])
    if o.phase == PICK_FIRST or o.phase == PICK_SECOND:
        return greedy_pick(o, r)
    if o.phase == ORDER:
        return ORDER_FIRST + greedy_order(o, r)
    return FLIP_FIRST + nth_hidden(o, r, p, int(x * o.hidden[p]))


@rule
def greedy_turn(o: Any, r: Any) -> int:
    """Take a low card, else draw, else what is possible."""
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
    """The cell of the highest visible card on these sides of the grid; −1 if there is none."""
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
def landing(o: Any, r: Any, sides: int, value: int) -> int:
    """Where a card must go: on the highest visible one if it is lower, else the first hidden.

    If there is neither, on the highest visible one, which is then the least loss.
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
    """The highest on top, the lowest if the seat draws next itself; of `ORDERS`."""
    p = o.seat
    size = looked_at(o, r)
    first, last = orders_of(size)
    sign = -1 if o.actions_left > 0 or o.turns_left > 1 else 1
    best = first
    for order in range(first, last):
        if worth(o, r, p, order, size) * sign > worth(o, r, p, best, size) * sign:
            best = order
    return best


@rule
def worth(o: Any, r: Any, seat: int, order: int, size: int) -> int:
    """How high the cards lie in an order: the top one counts most."""
    total = 0
    for k in range(size):
        total = total * 2000 + r.value[o.known[seat][TOP_FIRST[order][k]]]
    return total


@rule
def greedy_pick(o: Any, r: Any) -> int:
    """The best first card with its best second one, or the best second one."""
    may_decline = o.phase == PICK_FIRST and r.may_decline[o.effect]
    best = 0 if may_decline else WORST
    action = DECLINE
    for seat in range(r.players):
        for cell in range(r.cells):
            if can_pick(o, r, seat, cell):
                place = seat * MAX_CELLS + cell
                if o.phase == PICK_FIRST:
                    gain = best_second(o, r, place)
                else:
                    gain = gained(o, r, o.first, place)
                if gain > best:
                    best = gain
                    action = PICK_FIRST_ID + place
    return action


@rule
def best_second(o: Any, r: Any, first: int) -> int:
    """What the best swap with a first card gains."""
    if r.second_whose[o.effect] == TOP_OF_DISCARD:
        return gained(o, r, first, DISCARD_PLACE)
    best = WORST
    for seat in range(r.players):
        for cell in range(r.cells):
            if can_be_second(o, r, first, seat, cell):
                best = max(best, gained(o, r, first, seat * MAX_CELLS + cell))
    return best


@rule
def gained(o: Any, r: Any, first: int, second: int) -> int:
    """What a swap gains: one's own visible sum lower, then the leader's higher."""
    p = o.seat
    leader = -1
    for seat in range(r.players):
        if seat != p and (leader < 0 or visible_sum(o, r, seat) < visible_sum(o, r, leader)):
            leader = seat
    lower = -risen(o, r, p, first, second)
    return int(lower * STEP + risen(o, r, leader, first, second))


@rule
def risen(o: Any, r: Any, seat: int, first: int, second: int) -> int:
    """How much a seat's visible sum rises when two cards change places."""
    total = 0
    if first // MAX_CELLS == seat:
        total += risen_at(o, r, first, second)
    if second // MAX_CELLS == seat:
        total += risen_at(o, r, second, first)
    return total


@rule
def risen_at(o: Any, r: Any, place: int, other: int) -> int:
    """How much the visible sum rises where the card of the place `other` comes to lie."""
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
def card_at(o: Any, place: int) -> int:
    """The card on a place, `UNKNOWN` if it lies face down."""
    if place == DISCARD_PLACE:
        return int(o.discard[o.discard_size - 1])
    return int(o.grid[place // MAX_CELLS][place % MAX_CELLS])
