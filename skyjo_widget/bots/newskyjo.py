"""Built-in policies for NewSkyjo.

`random_action`
    Makes each choice uniformly: the kind of turn, to keep a card or not, to decline a swap or
    not, the card, the order.
`greedy_action`
    Takes the discard pile's top card if it is 0 or less, or below its highest visible
    card, like Skyjo's, and puts it there, else on the first hidden position.  A drawn
    card is placed or kept if it is below the highest visible card that it may replace,
    which it replaces; else it is discarded and a random hidden card is turned.  It picks
    the swap that lowers its own visible sum most (a hidden card counts 0, a completed
    column is removed); among equals, or if none lowers it, the one that raises the visible
    sum of the leader most (the opponent with the lowest one).  It declines a swap that does
    neither.  A card that is given to another grid goes where it raises a visible sum most, and is
    kept if it raises one; a hidden card to be turned up is any.  Cards that it has looked at are
    put back with the highest on top, or with the lowest on top if it draws next itself.
`threshold_action`
    Takes the discard pile's top card if it is k or less, and keeps or places a drawn card
    under the same condition; otherwise it plays like greedy.
`expected_action`
    Counts cards: a hidden card is valued at the mean of the cards that it doesn't see.  It
    takes, places, keeps and swaps so as to lower its own expected sum most.  Columns count:
    a completed one is removed, and equal cards in a column get a bonus.  The discard pile's
    top card must gain more than a draw is expected to (a card that it has looked at is
    known); a drawn card, including its effect, must gain more than turning another card.
    A swap is also valued by the others' losses, above all the leader's.  It declines a swap
    with an expected loss, and turns cards at random.
"""

from __future__ import annotations

from typing import Any

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
    """Return the action of the policy with that index in `NAMES`.

    A policy gets a single random number from 0 to 1 and may use parts of it one after another:
    drawing more numbers, or passing on the generator, takes time.
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
    found = NO_PLACE
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
                        found = seat * MAX_CELLS + cell
    return found, best


@rule
def card_at(o: Any, place: int) -> int:
    """Return the card at a place, `UNKNOWN` if it lies face down."""
    if place == DISCARD_PLACE:
        return int(o.discard[o.discard_size - 1])
    return int(o.grid[place // MAX_CELLS][place % MAX_CELLS])


# Expected sums

NEVER = -1e9
"""Below any gain."""

# In points; tuned in games between variants of this policy.
PAIR = 0.4  # the bonus for each of several equal cards in a column, as a fraction of their number
VISIBLE_BONUS = 0.5  # a visible card is preferred to a hidden one of equal expected value
FLIP_GAIN = 1.5  # the gain of turning a card
TAKE_MARGIN = 1.0  # how much more the discard pile's top card must gain than a draw
TURN_GAIN = 4.0  # the gain of an extra turn
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
            gain = expected_gift(o, r, o.hand, mean)[1] + effect_gain(o, r, effect, mean)
            return KEEP if gain > FLIP_GAIN else DISCARD
        cell, gain = best_placement(o, r, r.lands[effect], r.value[o.hand], mean)
        if cell < 0:
            return DISCARD
        if effect == NO_EFFECT:
            return PLACE_FIRST + cell if gain > FLIP_GAIN else DISCARD
        return KEEP if gain + effect_gain(o, r, effect, mean) > FLIP_GAIN else DISCARD
    if o.phase == PLACE_TAKEN:
        cell, _ = best_placement(o, r, 0, r.value[o.discard[o.discard_size - 1]], mean)
        return PLACE_FIRST + cell
    if o.phase == PLACE_KEPT:
        cell, _ = best_placement(o, r, r.lands[r.effect[o.kept]], r.value[o.kept], mean)
        return PLACE_FIRST + cell
    return expected_pick(o, r, mean)


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
    found = -1
    for column in range(r.columns):
        i = column
        while i < r.cells:
            if o.grid[o.seat][i] != NO_CARD and lands_on(r, sides, i):
                gain = placement_gain(o, r, i, value, mean)
                if gain > best:
                    best = gain
                    found = i
            i += r.columns
    return found, best


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
def effect_gain(o: Any, r: Any, e: int, mean: float) -> float:
    """Return the rough gain of an effect, in points."""
    p = o.seat
    gain = float(TURN_GAIN * (r.extra[e] + (r.skips[e] - r.twice[e] + r.takes[e]) / 2))
    if r.lands[e] != GIVEN:
        gain -= r.points[e]
    if r.pass_on[e]:
        gain += pass_gain(o, r, r.pass_on[e] == PASS_LOWEST)
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
    if whose == OWN and r.second_whose[e] == OF_OTHERS:
        low = -NEVER
        for q in range(r.players):
            if q != p:
                low = min(low, lowest(o, r, q, mean))
        gain += SWAP_GAIN * max(highest(o, r, p, mean) - low, 0.0)
    return gain


@rule
def pass_gain(o: Any, r: Any, lowest: bool) -> float:
    """Return by how much the card that is passed on is above the one that comes for it."""
    mine = lowest_visible(o, r, o.seat) if lowest else highest_visible(o, r, o.seat)
    if mine < 0 or o.protected[o.seat]:
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
    found = NO_PLACE
    for seat in range(r.players):
        if seat != o.seat and not o.protected[seat]:
            for cell in range(r.cells):
                if o.grid[seat][cell] != NO_CARD:
                    place = seat * MAX_CELLS + cell
                    gain = gift_gain(o, r, place, card, leader, mean)
                    if gain > best:
                        best = gain
                        found = place
    return found, best


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
    found = mean if o.hidden[seat] > 0 else NEVER
    cell = highest_visible(o, r, seat)
    return max(found, float(r.value[o.grid[seat][cell]])) if cell >= 0 else found


@rule
def lowest(o: Any, r: Any, seat: int, mean: float) -> float:
    """Return the number on a seat's lowest card, a hidden one counted as the mean."""
    found = mean if o.hidden[seat] > 0 else -NEVER
    cell = lowest_visible(o, r, seat)
    return min(found, float(r.value[o.grid[seat][cell]])) if cell >= 0 else found


@rule
def expected_pick(o: Any, r: Any, mean: float) -> int:
    """Return the pick of the first card with the best swap, or of the best second card."""
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
                    gain = best_swap_gain(o, r, place, leader, mean)
                else:
                    gain = swap_gain(o, r, o.first, place, leader, mean)
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
def best_swap_gain(o: Any, r: Any, first: int, leader: int, mean: float) -> float:
    """Return the expected gain of the best swap with a first card; `NEVER` if there is none.

    If either card could be picked first, the swap counts for the place with the lower number.
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
    """Return the expected gain of swapping two cards."""
    one, two = card_at(o, first), card_at(o, second)
    x = float(r.value[one]) if one >= 0 else mean
    y = float(r.value[two]) if two >= 0 else mean
    gain = point_value(o, first // MAX_CELLS, leader) * sum_decrease(o, r, first, x, two, y, second)
    if second != DISCARD_PLACE:
        gain += point_value(o, second // MAX_CELLS, leader) * sum_decrease(
            o, r, second, y, one, x, first
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
