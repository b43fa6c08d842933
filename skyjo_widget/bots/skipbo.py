"""Built-in policies for Skip-Bo.

`random_action`
    One of the legal actions, each with the same chance.
`plain_action`
    The first legal play, in the order stock pile, discard piles, hand, on the first building
    pile that takes it; else the first card of the hand, sorted by value with wild cards
    last, on the first discard pile.  A partner's piles come after one's own of the same
    sort.
`greedy_action`
    The same plays.  It discards the highest card that lies on top of one of its discard
    piles on that pile, else its highest card on an empty pile, else on the shortest; wild
    cards count as lowest.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.skipbo import (
    DISCARD_FIRST,
    PASS,
    PLAY_FIRST,
    discard_top,
    partner,
    slot,
    takes,
)
from skyjo_widget.engine.skipbo_notation import (
    FROM_HAND,
    MAX_PILES,
    OWN_DISCARD,
    OWN_STOCK,
    PARTNERS_DISCARD,
    PARTNERS_STOCK,
)
from skyjo_widget.engine.speed import inlined_rule, rule
from skyjo_widget.engine.state import NO_CARD

NO_PLAY = -1

RANDOM, PLAIN, GREEDY = range(3)
NAMES = ("random", "plain", "greedy")


@inlined_rule
def choose(policy: int, o: Any, r: Any, rng: Any) -> int:
    """The action of the policy with that index of `NAMES`."""
    if policy == RANDOM:
        return random_action(o, r, rng.random())
    action = nth_play(o, r, 0)
    if action != NO_PLAY:
        return action
    if o.hand_size[o.seat] == 0:
        return PASS
    return plain_discard(o, r) if policy == PLAIN else greedy_discard(o, r)


@rule
def random_action(o: Any, r: Any, x: float) -> int:
    """One of the legal actions; `x` is from 0 to 1."""
    p = o.seat
    size = o.hand_size[p]
    kinds = 0
    for i in range(size):
        kinds += int(i == 0 or o.hand[p][i] != o.hand[p][i - 1])
    plays = count_plays(o, r)
    ends = kinds * r.discard_piles if size > 0 else 1
    n = int(x * (plays + ends))
    if n < plays:
        return nth_play(o, r, n)
    if size == 0:
        return PASS
    kind = (n - plays) // r.discard_piles
    pile = (n - plays) % r.discard_piles
    i = 0
    while kind > 0:
        i += 1
        kind -= int(o.hand[p][i] != o.hand[p][i - 1])
    return int(DISCARD_FIRST + slot(r, o.hand[p][i]) * MAX_PILES + pile)


@rule
def count_plays(o: Any, r: Any) -> int:
    """How many plays are legal."""
    p = o.seat
    n = fits(o, r, o.stock_top[p])
    for d in range(r.discard_piles):
        n += fits(o, r, discard_top(o, r, p, d))
    if r.teams:
        q = partner(r, p)
        n += fits(o, r, o.stock_top[q])
        for d in range(r.discard_piles):
            n += fits(o, r, discard_top(o, r, q, d))
    for i in range(o.hand_size[p]):
        if i == 0 or o.hand[p][i] != o.hand[p][i - 1]:
            n += fits(o, r, o.hand[p][i])
    return n


@rule
def fits(o: Any, r: Any, card: int) -> int:
    """How many building piles take a card."""
    n = 0
    if card != NO_CARD:
        for b in range(r.building_piles):
            n += int(takes(o, r, b, card))
    return n


@rule
def nth_play(o: Any, r: Any, n: int) -> int:
    """The n-th legal play, from 0; `NO_PLAY` if there are fewer."""
    p = o.seat
    q = partner(r, p)
    found = fits(o, r, o.stock_top[p])
    if n < found:
        return play(o, r, o.stock_top[p], OWN_STOCK, n)
    n -= found
    if r.teams:
        found = fits(o, r, o.stock_top[q])
        if n < found:
            return play(o, r, o.stock_top[q], PARTNERS_STOCK, n)
        n -= found
    for d in range(r.discard_piles):
        card = discard_top(o, r, p, d)
        found = fits(o, r, card)
        if n < found:
            return play(o, r, card, OWN_DISCARD + d, n)
        n -= found
    if r.teams:
        for d in range(r.discard_piles):
            card = discard_top(o, r, q, d)
            found = fits(o, r, card)
            if n < found:
                return play(o, r, card, PARTNERS_DISCARD + d, n)
            n -= found
    for i in range(o.hand_size[p]):
        card = o.hand[p][i]
        if i == 0 or card != o.hand[p][i - 1]:
            found = fits(o, r, card)
            if n < found:
                return play(o, r, card, FROM_HAND + slot(r, card), n)
            n -= found
    return NO_PLAY


@rule
def play(o: Any, r: Any, card: int, source: int, n: int) -> int:
    """The play of a card on the n-th building pile that takes it."""
    b = 0
    while n > 0 or not takes(o, r, b, card):
        n -= int(takes(o, r, b, card))
        b += 1
    return PLAY_FIRST + source * MAX_PILES + b


@rule
def plain_discard(o: Any, r: Any) -> int:
    """The first card of the hand on the first discard pile."""
    return DISCARD_FIRST + slot(r, o.hand[o.seat][0]) * MAX_PILES


@rule
def greedy_discard(o: Any, r: Any) -> int:
    """The highest card that has its like on top of a pile; else the highest one."""
    p = o.seat
    size = o.hand_size[p]
    numbers = size  # how many of the hand aren't wild; they come first
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
