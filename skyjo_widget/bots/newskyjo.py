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
`threshold_action`
    Takes the discard pile's top card if it is k or less, and keeps or places a drawn card
    that is; in all else as greedy does.
`expected_action`
    Counts cards: a hidden one is worth the mean of those that it doesn't see.  It takes,
    places, keeps and swaps what lowers its own expected sum most.  Columns count: a
    completed one leaves, two equal cards are a beginning.  The discard pile's top card must
    gain more than a draw promises (what it has looked at it knows), a drawn card more than
    turning another one, with what its effect gains or costs.  Of a swap it also counts what
    the others lose, the leader above all.  It declines a swap that loses, and turns cards at
    random.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.cards.effects import NOT_PICKED, OF_OTHERS, OWN, TOP_OF_DISCARD
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.positions import DISCARD_PLACE
from skyjo_widget.engine.grids.grid import (
    highest_visible,
    lowest_visible,
    nth_card,
    nth_hidden,
    visible_sum,
)
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, UNKNOWN
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    DECLINE,
    DISCARD,
    DRAW,
    FLIP,
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
    SETUP,
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
    shows,
)

STEP = 100_000
WORST = -(10**9)

RANDOM, GREEDY, THRESHOLD, EXPECTED = range(4)
NAMES = ("random", "greedy", "threshold", "expected")
KNOBS = {"threshold": (2, -1000, 1000)}


@inlined_rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """The action of the policy with that index of `NAMES`.

    A policy gets one random number from 0 to 1, of which it may use one part after the
    other: to draw one costs time, and so does handing on the generator.
    """
    x = rng.random()
    if policy == RANDOM:
        return random_action(o, r, x)
    if policy == GREEDY:
        return greedy_action(o, r, x)
    if policy == THRESHOLD:
        return threshold_action(o, r, knob, x)
    return expected_action(o, r, x)


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
def threshold_action(o: Any, r: Any, k: int, x: float) -> int:
    """Cards up to `k`, in all else as greedy does."""
    p = o.seat
    if o.phase == CHOOSE:
        takes = o.cards_left[p] > 0 and r.value[o.discard[o.discard_size - 1]] <= k
        if can_draw(o) and not takes:
            return DRAW
        return TAKE if o.cards_left[p] > 0 else PASS
    if o.phase == PLACE_DRAWN:
        value, effect = r.value[o.hand], r.effect[o.hand]
        if value <= k and can_land(o, r, p, r.lands[effect]):
            return KEEP if effect != NO_EFFECT else PLACE_FIRST + landing(o, r, 0, value)
    return greedy_action(o, r, x)


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


# Expected sums

NEVER = -1e9
"""Less than anything gains."""

# In points, the best of many games against its like.
PAIR = 0.4  # what equal cards in a column are worth, each, as a part of their number
KNOWN = 0.5  # what a card that is seen is better than a hidden one of the same worth
FLIP_GAIN = 1.5  # turning a card
TAKE_MORE = 1.0  # what the discard pile's top card must gain more than a draw
TURN = 4.0
SWAP = 2.0  # a point that one side wins and the other loses
OTHERS = 0.3  # a point that the leader loses; half of it for anybody else


@rule
def expected_action(o: Any, r: Any, x: float) -> int:
    """Whatever lowers the expected sum most; see the module."""
    p = o.seat
    if o.phase == ORDER:
        return ORDER_FIRST + greedy_order(o, r)
    if o.phase in (SETUP, FLIP):
        return FLIP_FIRST + nth_hidden(o, r, p, int(x * o.hidden[p]))
    mean = unseen_mean(o, r)
    if o.phase == CHOOSE:
        return expected_turn(o, r, mean)
    if o.phase == PLACE_DRAWN:
        effect = r.effect[o.hand]
        cell, gain = best_change(o, r, r.lands[effect], r.value[o.hand], mean)
        if cell < 0:
            return DISCARD
        if effect == NO_EFFECT:
            return PLACE_FIRST + cell if gain > FLIP_GAIN else DISCARD
        return KEEP if gain + effect_gain(o, r, effect, mean) > FLIP_GAIN else DISCARD
    if o.phase == PLACE_TAKEN:
        cell, _ = best_change(o, r, 0, r.value[o.discard[o.discard_size - 1]], mean)
        return PLACE_FIRST + cell
    if o.phase == PLACE_KEPT:
        cell, _ = best_change(o, r, r.lands[r.effect[o.kept]], r.value[o.kept], mean)
        return PLACE_FIRST + cell
    return expected_pick(o, r, mean)


@rule
def unseen_mean(o: Any, r: Any) -> float:
    """The mean number of the cards that the seat to act doesn't see."""
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
    """Take the discard if that is better than what a draw promises."""
    p = o.seat
    if o.cards_left[p] == 0:
        return DRAW if can_draw(o) else PASS
    if not can_draw(o):
        return TAKE
    _, gain = best_change(o, r, 0, r.value[o.discard[o.discard_size - 1]], mean)
    if o.known_size[p] > 0 and o.known_to[p][0] == 1:
        _, promise = best_change(o, r, 0, r.value[o.known[p][0]], mean)
        promise = max(promise, 0.0)
    else:
        promise = draw_gain(o, r, mean)
    return TAKE if gain > promise + TAKE_MORE else DRAW


@rule
def draw_gain(o: Any, r: Any, mean: float) -> float:
    """What a drawn card gains in the mean: how much lower it is than the worst card."""
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
def best_change(o: Any, r: Any, sides: int, value: int, mean: float) -> tuple[int, float]:
    """Where on these sides a card of that value lowers the expected sum most, and by how much.

    The cell is -1 if there is none.
    """
    best = NEVER
    found = -1
    for column in range(r.columns):
        i = column
        while i < r.cells:
            if o.grid[o.seat][i] != NO_CARD and lands_on(r, sides, i):
                gain = change(o, r, i, value, mean)
                if gain > best:
                    best = gain
                    found = i
            i += r.columns
    return found, best


@rule
def change(o: Any, r: Any, cell: int, value: int, mean: float) -> float:
    """How much a card of that value lowers the own expected sum if it is placed on a cell."""
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
    gain = (float(r.value[old]) if old >= 0 else mean - KNOWN) - value
    if same >= r.clear:
        return float(gain + r.clear * value)
    if same > 1 and value > 0:
        gain += PAIR * same * value
    if was > 1 and r.value[old] > 0:
        gain -= PAIR * was * r.value[old]
    return gain


@rule
def effect_gain(o: Any, r: Any, e: int, mean: float) -> float:
    """What an effect gains, roughly, in points."""
    p = o.seat
    gain = float(TURN * (r.extra[e] + (r.skips[e] - r.twice[e] + r.takes[e]) / 2))
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
        return gain - SWAP * max(highest(o, r, q, mean) - lowest(o, r, p, mean), 0.0)
    if whose == OWN and r.second_whose[e] == OF_OTHERS:
        low = -NEVER
        for q in range(r.players):
            if q != p:
                low = min(low, lowest(o, r, q, mean))
        gain += SWAP * max(highest(o, r, p, mean) - low, 0.0)
    return gain


@rule
def highest(o: Any, r: Any, seat: int, mean: float) -> float:
    """The highest card of a seat, a hidden one as the mean."""
    found = mean if o.hidden[seat] > 0 else NEVER
    cell = highest_visible(o, r, seat)
    return max(found, float(r.value[o.grid[seat][cell]])) if cell >= 0 else found


@rule
def lowest(o: Any, r: Any, seat: int, mean: float) -> float:
    """The lowest card of a seat, a hidden one as the mean."""
    found = mean if o.hidden[seat] > 0 else -NEVER
    cell = lowest_visible(o, r, seat)
    return min(found, float(r.value[o.grid[seat][cell]])) if cell >= 0 else found


@rule
def expected_pick(o: Any, r: Any, mean: float) -> int:
    """The best first card with its best second one, or the best second one."""
    leader = leading(o, r, mean)
    best = NEVER
    action = DECLINE
    if o.phase == PICK_FIRST and r.may_decline[o.effect]:
        best = 0.0
    faces = r.first_faces[o.effect] if o.phase == PICK_FIRST else r.second_faces[o.effect]
    for seat in range(r.players):
        if not picks_from(o, r, seat, o.first // MAX_CELLS):
            continue
        for cell in range(r.cells):
            place = seat * MAX_CELLS + cell
            if place != o.first and shows(o, r, seat, cell, faces):
                if o.phase == PICK_FIRST:
                    gain = best_partner(o, r, place, leader, mean)
                else:
                    gain = swap_gain(o, r, o.first, place, leader, mean)
                if gain > best:
                    best = gain
                    action = PICK_FIRST_ID + place
    return action


@rule
def leading(o: Any, r: Any, mean: float) -> int:
    """The opponent with the lowest expected sum."""
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
def best_partner(o: Any, r: Any, first: int, leader: int, mean: float) -> float:
    """What the best swap with a first card gains; `NEVER` if there is none.

    Where either card could be picked first, a swap counts for the one that comes first.
    """
    e = o.effect
    if r.second_whose[e] == TOP_OF_DISCARD:
        return swap_gain(o, r, first, DISCARD_PLACE, leader, mean)
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
                    best = max(best, swap_gain(o, r, first, place, leader, mean))
    return best


@rule
def swap_gain(o: Any, r: Any, first: int, second: int, leader: int, mean: float) -> float:
    """What it gains that two cards change places."""
    one, two = card_at(o, first), card_at(o, second)
    x = float(r.value[one]) if one >= 0 else mean
    y = float(r.value[two]) if two >= 0 else mean
    gain = share(o, first // MAX_CELLS, leader) * falls(o, r, first, x, two, y, second)
    if second != DISCARD_PLACE:
        gain += share(o, second // MAX_CELLS, leader) * falls(o, r, second, y, one, x, first)
    return gain


@inlined_rule
def falls(o: Any, r: Any, place: int, x: float, card: int, y: float, other: int) -> float:
    """How much a sum falls when a card that counts `y` comes in the place of one of `x`.

    The card of the place `other` leaves.
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
def share(o: Any, seat: int, leader: int) -> float:
    """What it is worth that a seat's sum falls by one."""
    if seat == o.seat:
        return 1.0
    return -OTHERS if seat == leader else -OTHERS / 2
