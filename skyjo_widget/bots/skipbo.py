"""Built-in policies for Skip-Bo.

`random_action`
    One of the legal actions, each with the same probability.
`plain_action`
    The first legal play, in the order stock pile, discard piles, hand, on the first building
    pile that takes it; else the first card of the hand, sorted by value with wild cards
    last, on the first discard pile.  A partner's piles come after one's own of the same
    kind.
`greedy_action`
    The same plays.  It discards its highest card that equals the top of one of its discard
    piles on that pile; else its highest card on an empty pile, or the shortest one.  Wild
    cards count as lowest.
`planner_action`
    Plays the top of its stock pile, or the cheapest run of cards that leads to it, the only
    one with wild cards; else cards that empty its hand; else cards that bring the next
    player no nearer to playing a stock card.  It discards a card that it is unlikely to need,
    or holds twice: on an equal card, on an empty pile, else on the next higher card, and not on
    one that it may need.  In teams the partner's stock pile comes after its own.

Where building piles may run down, `planner` begins them in the direction that serves it: its
heights and gaps are then those of each pile's own direction.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.skipbo.notation import (
    FROM_HAND,
    MAX_PILES,
    OWN_DISCARD,
    OWN_STOCK,
    PARTNERS_DISCARD,
    PARTNERS_STOCK,
    SOURCES,
    WILD_IN_HAND,
)
from skyjo_widget.engine.skipbo.rules import (
    DISCARD_FIRST,
    DOWN_FIRST,
    PASS,
    PLAY_FIRST,
    card_at,
    discard_top,
    partner,
    slot,
    takes,
    takes_either_way,
)

NO_PLAY = -1
UNREACHABLE = 10**6
WILD_COST = 5  # in cards: runs to a stock card with fewer wild cards are preferred
# Values of discards.  Of two planners, the one that spares the tops that it needs and discards
# doubles first wins 53.7 % ± 0.6 (20,000 rounds, stock piles of 20); against three of the other
# 27.2 % ± 0.6.
NEEDED = -6  # of a card, or a top that it covers, that leads to the stock card
DOUBLE = 8  # of a card that the hand holds twice
NEAR = 5  # the most cards that a building pile may lack to be of use to a player
# A discard opens nothing to others, a play may.  If cards on top of the next player's discard piles
# don't count as lacking, the planner wins 52.1 % (51.3 to 52.9) of 16,000 games against this one at
# two seats, but 25.2 % (24.5 to 25.9) at four.

RANDOM, PLAIN, GREEDY, PLANNER = range(4)
NAMES = ("random", "plain", "greedy", "planner")
KNOBS: dict[str, tuple[int, int, int]] = {}


@inlined_rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """Return the action of the policy with that index in `NAMES`."""
    if policy == RANDOM:
        return random_action(o, r, rng.random())
    if policy == PLANNER:
        return planner_action(o, r)
    if r.piles_down:
        return first_either_way(policy, o, r)
    action = nth_play(o, r, 0)
    if action != NO_PLAY:
        return action
    if o.hand_size[o.seat] == 0:
        return PASS
    return plain_discard(o, r) if policy == PLAIN else greedy_discard(o, r)


@rule
def random_action(o: Any, r: Any, x: float) -> int:
    """Return a random legal action; `x` is from 0 to 1."""
    if r.piles_down:
        return random_either_way(o, r, x)
    plays = count_plays(o, r)
    n = int(x * (plays + count_ends(o, r)))
    return nth_play(o, r, n) if n < plays else nth_end(o, r, n - plays)


@inlined_rule
def count_ends(o: Any, r: Any) -> int:
    """Count the legal actions that end a turn."""
    p = o.seat
    size = o.hand_size[p]
    kinds = 0
    for i in range(size):
        kinds += int(i == 0 or o.hand[p][i] != o.hand[p][i - 1])
    return kinds * r.discard_piles if size > 0 else 1


@inlined_rule
def nth_end(o: Any, r: Any, n: int) -> int:
    """Return the n-th legal action that ends a turn, from 0."""
    p = o.seat
    if o.hand_size[p] == 0:
        return PASS
    kind = n // r.discard_piles
    i = 0
    while kind > 0:
        i += 1
        kind -= int(o.hand[p][i] != o.hand[p][i - 1])
    return int(DISCARD_FIRST + slot(r, o.hand[p][i]) * MAX_PILES + n % r.discard_piles)


@rule
def count_plays(o: Any, r: Any) -> int:
    """Count the legal plays."""
    p = o.seat
    n = count_fitting(o, r, o.stock_top[p])
    for d in range(r.discard_piles):
        n += count_fitting(o, r, discard_top(o, r, p, d))
    if r.teams:
        q = partner(r, p)
        n += count_fitting(o, r, o.stock_top[q])
        for d in range(r.discard_piles):
            n += count_fitting(o, r, discard_top(o, r, q, d))
    for i in range(o.hand_size[p]):
        if i == 0 or o.hand[p][i] != o.hand[p][i - 1]:
            n += count_fitting(o, r, o.hand[p][i])
    return n


@rule
def count_fitting(o: Any, r: Any, card: int) -> int:
    """Count the building piles that take a card."""
    n = 0
    if card != NO_CARD:
        for b in range(r.building_piles):
            n += int(takes(o, r, b, card))
    return n


@rule
def nth_play(o: Any, r: Any, n: int) -> int:
    """Return the n-th legal play, from 0; `NO_PLAY` if there are fewer."""
    p = o.seat
    q = partner(r, p)
    fitting = count_fitting(o, r, o.stock_top[p])
    if n < fitting:
        return play(o, r, o.stock_top[p], OWN_STOCK, n)
    n -= fitting
    if r.teams:
        fitting = count_fitting(o, r, o.stock_top[q])
        if n < fitting:
            return play(o, r, o.stock_top[q], PARTNERS_STOCK, n)
        n -= fitting
    for d in range(r.discard_piles):
        card = discard_top(o, r, p, d)
        fitting = count_fitting(o, r, card)
        if n < fitting:
            return play(o, r, card, OWN_DISCARD + d, n)
        n -= fitting
    if r.teams:
        for d in range(r.discard_piles):
            card = discard_top(o, r, q, d)
            fitting = count_fitting(o, r, card)
            if n < fitting:
                return play(o, r, card, PARTNERS_DISCARD + d, n)
            n -= fitting
    for i in range(o.hand_size[p]):
        card = o.hand[p][i]
        if i == 0 or card != o.hand[p][i - 1]:
            fitting = count_fitting(o, r, card)
            if n < fitting:
                return play(o, r, card, FROM_HAND + slot(r, card), n)
            n -= fitting
    return NO_PLAY


@rule
def play(o: Any, r: Any, card: int, source: int, n: int) -> int:
    """Return the play of a card on the n-th building pile that takes it."""
    b = 0
    while n > 0 or not takes(o, r, b, card):
        n -= int(takes(o, r, b, card))
        b += 1
    return PLAY_FIRST + source * MAX_PILES + b


@rule
def count_plays_either_way(o: Any, r: Any) -> int:
    """Count the legal plays where piles may run down."""
    n = 0
    for source in range(SOURCES):
        card = card_at(o, r, source)
        for b in range(r.building_piles):
            if card != NO_CARD:
                n += int(takes_either_way(o, r, b, card))
                n += int(card == r.wild and o.building_size[b] == 0)
    return n


@rule
def nth_play_either_way(o: Any, r: Any, n: int) -> int:
    """Return what `nth_play` does where piles may run down; up comes first."""
    for source in range(SOURCES):
        card = card_at(o, r, source)
        for b in range(r.building_piles):
            if card != NO_CARD and takes_either_way(o, r, b, card):
                if n == 0:
                    return PLAY_FIRST + source * MAX_PILES + b
                n -= 1
                if card == r.wild and o.building_size[b] == 0:
                    if n == 0:
                        return play_wild(o, r, source, b + MAX_PILES)
                    n -= 1
    return NO_PLAY


@rule
def random_either_way(o: Any, r: Any, x: float) -> int:
    """Return what `random_action` does where piles may run down."""
    plays = count_plays_either_way(o, r)
    n = int(x * (plays + count_ends(o, r)))
    return nth_play_either_way(o, r, n) if n < plays else nth_end(o, r, n - plays)


@rule
def first_either_way(policy: int, o: Any, r: Any) -> int:
    """Return the action of `plain` or `greedy` where piles may run down."""
    action = nth_play_either_way(o, r, 0)
    if action != NO_PLAY:
        return int(action)
    if o.hand_size[o.seat] == 0:
        return PASS
    return plain_discard(o, r) if policy == PLAIN else greedy_discard(o, r)


@rule
def plain_discard(o: Any, r: Any) -> int:
    """Discard the first card of the hand on the first discard pile."""
    return DISCARD_FIRST + slot(r, o.hand[o.seat][0]) * MAX_PILES


@rule
def greedy_discard(o: Any, r: Any) -> int:
    """Discard the highest card that equals the top of a pile; else the highest one."""
    p = o.seat
    size = o.hand_size[p]
    numbers = size  # the cards that aren't wild, which come first in the hand
    while numbers > 0 and o.hand[p][numbers - 1] == r.wild:
        numbers -= 1
    for i in range(max(numbers, 1) - 1, -1, -1):
        for d in range(r.discard_piles):
            if discard_top(o, r, p, d) == o.hand[p][i]:
                return DISCARD_FIRST + slot(r, o.hand[p][i]) * MAX_PILES + d
    card = o.hand[p][max(numbers, 1) - 1]
    shortest = 0
    for d in range(1, r.discard_piles):
        row = p * r.discard_piles
        if o.discards_size[row + d] < o.discards_size[row + shortest]:
            shortest = d
    return DISCARD_FIRST + slot(r, card) * MAX_PILES + shortest


# The planner


@rule
def planner_action(o: Any, r: Any) -> int:
    """Advance a stock pile; else empty the hand, play a harmless card, or discard."""
    p = o.seat
    action = play_towards(o, r, o.stock_top[p], OWN_STOCK)
    if action == NO_PLAY and r.teams:
        action = play_towards(o, r, o.stock_top[partner(r, p)], PARTNERS_STOCK)
    if action == NO_PLAY:
        action = clearing_play(o, r)
    if action == NO_PLAY:
        action = harmless_play(o, r)
    if action != NO_PLAY:
        return action
    return PASS if o.hand_size[p] == 0 else planner_discard(o, r)


@rule
def play_towards(o: Any, r: Any, top: int, source: int) -> int:
    """Return the play of a stock pile's top card, or of the cheapest run to it."""
    if top == NO_CARD:
        return NO_PLAY
    if top == r.wild:
        return play_wild(o, r, source, least_helpful_pile(o, r))
    best = NO_PLAY
    down = 0
    least = UNREACHABLE
    for b in range(r.building_piles):
        if b == 0 or not is_like(o, b, b - 1):
            for way in range(first_way(o, b), last_way(o, r, b) + 1):
                cost_here = run_cost(o, r, top, b, way)
                if cost_here < least:
                    least = cost_here
                    best = b
                    down = way
    if best == NO_PLAY:
        return NO_PLAY
    if fits(o, r, best, top):
        return PLAY_FIRST + source * MAX_PILES + best
    source = find_source(o, r, due_card(o, r, best, down), 0, 0)
    if down and o.building_size[best] == 0 and is_wild_at(o, r, source):
        return play_wild(o, r, source, best + MAX_PILES)
    return PLAY_FIRST + source * MAX_PILES + best


@inlined_rule
def fits(o: Any, r: Any, b: int, number: int) -> bool:
    """Return whether a building pile takes a number card, by any rules."""
    begins = r.piles_down and o.building_size[b] == 0 and number == r.highest - 1
    return bool(number == due_card(o, r, b, o.building_down[b]) or begins)


@rule
def is_wild_at(o: Any, r: Any, source: int) -> bool:
    """Return True if a wild card is at a source of `find_source`."""
    if source >= FROM_HAND:
        return bool(source == WILD_IN_HAND)
    return bool(remaining_top(o, r, source, 0) == r.wild)


@inlined_rule
def is_like(o: Any, b: int, other: int) -> bool:
    """Return True if two building piles are equally high and run the same way."""
    return bool(
        o.building_size[b] == o.building_size[other]
        and o.building_down[b] == o.building_down[other]
    )


@inlined_rule
def first_way(o: Any, b: int) -> int:
    """Return the first way in which a building pile can run on: 0 up, 1 down."""
    return int(o.building_down[b])


@inlined_rule
def last_way(o: Any, r: Any, b: int) -> int:
    """Return the last way in which a building pile can run on: an empty place has two."""
    return int(r.piles_down if o.building_size[b] == 0 else o.building_down[b])


@inlined_rule
def due_card(o: Any, r: Any, b: int, down: int) -> int:
    """Return the number card that a building pile needs next."""
    return int(r.highest - 1 - o.building_size[b] if down else o.building_size[b])


@rule
def play_wild(o: Any, r: Any, source: int, place: int) -> int:
    """Return the play of a wild card; an empty place + `MAX_PILES` is one for a pile down."""
    if place < MAX_PILES:
        return PLAY_FIRST + source * MAX_PILES + place
    number = FROM_HAND if source == WILD_IN_HAND else source
    return DOWN_FIRST + number * MAX_PILES + place - MAX_PILES


@rule
def run_cost(o: Any, r: Any, card: int, b: int, down: int) -> int:
    """Return the cost of advancing a building pile to a card, or `UNREACHABLE`."""
    cost = 0
    taken = 0  # cards of each discard pile, six bits each
    wilds = 0  # wild cards of the hand
    due = due_card(o, r, b, down)
    step = r.highest - 1 if down else 1
    while due != card:
        source = find_source(o, r, due, taken, wilds)
        if source == NO_PLAY:
            return UNREACHABLE
        if source < FROM_HAND:
            cost += 1 if remaining_top(o, r, source, taken) != r.wild else WILD_COST
            taken += 1 << 6 * (source - OWN_DISCARD)
        elif source == WILD_IN_HAND:
            cost += WILD_COST
            wilds += 1
        else:
            cost += 1
        due = (due + step) % r.highest
    return cost


@rule
def find_source(o: Any, r: Any, card: int, taken: int, wilds: int) -> int:
    """Return the source of a card: the hand, a discard pile, else a wild card; else `NO_PLAY`.

    `taken` and `wilds` are the cards used before; see `run_cost`.
    """
    p = o.seat
    held = 0
    for i in range(o.hand_size[p]):
        if o.hand[p][i] == card:
            return FROM_HAND + card
        held += o.hand[p][i] == r.wild
    wild_at = NO_PLAY
    for source in range(OWN_DISCARD, FROM_HAND):
        top = remaining_top(o, r, source, taken)
        if top == card:
            return source
        if top == r.wild and top != NO_CARD:
            wild_at = source
    if wild_at != NO_PLAY:
        return wild_at
    return WILD_IN_HAND if wilds < held else NO_PLAY


@rule
def remaining_top(o: Any, r: Any, source: int, taken: int) -> int:
    """Return a discard pile's top card after the cards in `taken`; `NO_CARD` if it is empty."""
    pile = source - OWN_DISCARD
    seat = o.seat
    used = taken >> 6 * pile & 63
    if pile >= MAX_PILES:
        if not r.teams:
            return NO_CARD
        pile -= MAX_PILES
        seat = partner(r, seat)
    if pile >= r.discard_piles:
        return NO_CARD
    d = seat * r.discard_piles + pile
    at = o.discards_size[d] - 1 - used
    return int(o.discards[d][at]) if at >= 0 else NO_CARD


@rule
def gap(r: Any, card: int, height: int) -> int:
    """Return the number of cards that a building pile of that height lacks before a card."""
    return int(card - height if card >= height else card - height + r.highest)


@rule
def gap_of(r: Any, card: int, height: int, down: int) -> int:
    """Return the `gap` of a pile that runs up or down; that of the nearer way for height 0."""
    if not r.piles_down:
        return gap(r, card, height)
    other = r.highest - 1 - card
    if height > 0:
        at = other if down else card
        if at >= height:
            return int(at - height)
    return int((r.highest - height) % r.highest + min(card, other))


@rule
def rival_gap(o: Any, r: Any, height: int, down: int) -> int:
    """Return `gap_of` the next player's stock card; the largest one if it is wild or absent."""
    top = o.stock_top[(o.seat + 1) % r.players]
    if top == NO_CARD or top == r.wild:
        return int(r.highest)
    return gap_of(r, top, height, down)


@rule
def least_helpful_pile(o: Any, r: Any) -> int:
    """Return the building pile on which a card helps the next player least.

    For an empty place + `MAX_PILES` the card begins a pile that runs down.
    """
    best = 0
    most = -1
    for b in range(r.building_piles):
        for way in range(first_way(o, b), last_way(o, r, b) + 1):
            after = rival_gap(o, r, (o.building_size[b] + 1) % r.highest, way)
            if after > most:
                most = after
                best = b + MAX_PILES * int(way > o.building_down[b])
    return best


@rule
def clearing_play(o: Any, r: Any) -> int:
    """Return the first of the plays that empty the hand; `NO_PLAY` if it can't be emptied.

    Wild cards are played only if the hand holds nothing else.
    """
    p = o.seat
    size = o.hand_size[p]
    if size > 0 and o.hand[p][0] == r.wild:
        return play_wild(o, r, WILD_IN_HAND, least_helpful_pile(o, r))
    if size == 0 or o.hand[p][size - 1] == r.wild:
        return NO_PLAY
    if r.piles_down:
        return clearing_play_either(o, r)
    heights = 0
    for b in range(r.building_piles):
        heights += o.building_size[b] << 6 * b
    first = NO_PLAY
    used = 0
    going = True
    while going:
        going = False
        for i in range(size):
            if not used >> i & 1:
                for b in range(r.building_piles):
                    if not used >> i & 1 and heights >> 6 * b & 63 == o.hand[p][i]:
                        used |= 1 << i
                        going = True
                        due = (o.hand[p][i] + 1) % r.highest
                        heights += due - o.hand[p][i] << 6 * b
                        if first == NO_PLAY:
                            first = PLAY_FIRST + (FROM_HAND + o.hand[p][i]) * MAX_PILES + b
    return first if used == (1 << size) - 1 else NO_PLAY


@rule
def clearing_play_either(o: Any, r: Any) -> int:
    """Return what `clearing_play` does, for piles that may run down and a hand of numbers."""
    p = o.seat
    size = o.hand_size[p]
    heights = 0
    downs = 0  # a bit for each pile that runs down
    for b in range(r.building_piles):
        heights += o.building_size[b] << 6 * b
        downs += o.building_down[b] << b
    first = NO_PLAY
    used = 0
    going = True
    while going:
        going = False
        for i in range(size):
            for b in range(r.building_piles):
                height = heights >> 6 * b & 63
                card = o.hand[p][i]
                begins_down = height == 0 and card == r.highest - 1
                due = r.highest - 1 - height if downs >> b & 1 else height
                if not used >> i & 1 and (card == due or begins_down):
                    used |= 1 << i
                    going = True
                    if begins_down:
                        downs |= 1 << b
                    heights += 1 << 6 * b
                    if height + 1 == r.highest:
                        heights -= r.highest << 6 * b
                        downs &= ~(1 << b)
                    if first == NO_PLAY:
                        first = PLAY_FIRST + (FROM_HAND + card) * MAX_PILES + b
    return first if used == (1 << size) - 1 else NO_PLAY


@rule
def harmless_play(o: Any, r: Any) -> int:
    """Return a play that brings the next player no nearer to playing a stock card."""
    p = o.seat
    for i in range(o.hand_size[p]):
        card = o.hand[p][i]
        if card != r.wild:
            for b in range(r.building_piles):
                if fits(o, r, b, card) and is_harmless(o, r, b, card):
                    return int(PLAY_FIRST + (FROM_HAND + card) * MAX_PILES + b)
    for d in range(r.discard_piles):
        card = discard_top(o, r, p, d)
        if card != NO_CARD and card != r.wild:
            for b in range(r.building_piles):
                if fits(o, r, b, card) and is_harmless(o, r, b, card):
                    return PLAY_FIRST + (OWN_DISCARD + d) * MAX_PILES + b
    return NO_PLAY


@rule
def is_harmless(o: Any, r: Any, b: int, card: int) -> bool:
    """Return True if a number on a pile doesn't help the next player to play a stock card.

    It is always True once the draw pile can't be refilled: somebody must play on.
    """
    down = o.building_down[b]
    if o.building_size[b] == 0:
        down = int(r.piles_down and card == r.highest - 1)
    after = rival_gap(o, r, (o.building_size[b] + 1) % r.highest, down)
    if after > NEAR or o.draw_size + o.completed_size == 0:
        return True
    for other in range(r.building_piles):
        height, way = o.building_size[other], o.building_down[other]
        if other != b and rival_gap(o, r, height, way) <= after:
            return True
    return False


@rule
def planner_discard(o: Any, r: Any) -> int:
    """Discard the card that is needed least, on the pile that it blocks least."""
    p = o.seat
    best = NO_PLAY
    most = 0
    for i in range(o.hand_size[p]):
        card = o.hand[p][i]
        if i == 0 or card != o.hand[p][i - 1]:
            spared = spare_value(o, r, card)
            for d in range(r.discard_piles):
                worth = spared + cover_value(o, r, card, d)
                if best == NO_PLAY or worth > most:
                    most = worth
                    best = DISCARD_FIRST + slot(r, card) * MAX_PILES + d
    return best


@rule
def discard_value(o: Any, r: Any, card: int, pile: int) -> int:
    """Return the value of a discard: lower for a needed card, and for a card that blocks a pile."""
    return spare_value(o, r, card) + cover_value(o, r, card, pile)


@rule
def spare_value(o: Any, r: Any, card: int) -> int:
    """Return the value of a card's leaving the hand."""
    if card == r.wild:
        return -1000
    value = NEEDED if may_help(o, r, card) else 0
    return value + DOUBLE if is_double(o, card) else value


@rule
def cover_value(o: Any, r: Any, card: int, pile: int) -> int:
    """Return the value of a card's place on a discard pile."""
    top = discard_top(o, r, o.seat, pile)
    if card == r.wild:
        return 0
    if top == NO_CARD:
        return 8
    if top == r.wild:
        return -60
    if card == top:
        return 12
    value = NEEDED if may_help(o, r, top) else 0
    return int(value + top - card - 6 if card > top else value + 12 - 5 * (top - card))


@rule
def is_double(o: Any, card: int) -> bool:
    """Return True if the hand holds a card twice."""
    held = 0
    for i in range(o.hand_size[o.seat]):
        held += o.hand[o.seat][i] == card
    return held > 1


@rule
def may_help(o: Any, r: Any, card: int) -> bool:
    """Return True if a card top between a building pile and the top of one's own stock pile."""
    own = o.stock_top[o.seat]
    if own != NO_CARD and own != r.wild:
        for b in range(r.building_piles):
            if leads_to(o, r, b, card, own):
                return True
    return False


@inlined_rule
def leads_to(o: Any, r: Any, b: int, card: int, own: int) -> bool:
    """Return True if a card comes before one's own stock card on a building pile."""
    height = o.building_size[b]
    down = o.building_down[b]
    if r.piles_down and height == 0:
        down = int(own > r.highest - 1 - own)  # the nearer way
    if down:
        return bool(gap(r, r.highest - 1 - card, height) < gap(r, r.highest - 1 - own, height))
    return bool(gap(r, card, height) < gap(r, own, height))
