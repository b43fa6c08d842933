"""The search of NewSkyjo: `skyjo_widget.bots.search` with rollouts by `careful`.

A rollout is cut off after some decisions of each seat and valued by what its grids are expected to
cost.  Whole rounds, which depend on more luck, found less: of 180 positions, for each of which
`careful` had played 3,000 rounds on after each action, this search gains 0.2 % of the games a
decision over `careful`'s own choice, rollouts of whole rounds 0.1 %.  Effects (a swap with the
leader, a lost turn, cards put back in another order) are played out.  The coach uses the same
rollouts, valued by `chance`; scores and measures need whole rounds, which `expected` plays in a
fifth of `careful`'s time.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from skyjo_widget.bots import levels, newskyjo
from skyjo_widget.bots.newskyjo import CAREFUL, EXPECTED, choose
from skyjo_widget.bots.newskyjo_careful import END_SPREAD, LAST_TURN, TURN_SPREAD
from skyjo_widget.bots.newskyjo_costs import cell_gain, grid_cost
from skyjo_widget.bots.newskyjo_expected import (
    best_swap_gain,
    find_leader,
    gift_gain,
    swap_gain,
    unseen_mean,
)
from skyjo_widget.bots.newskyjo_win import WIN_MODEL
from skyjo_widget.bots.registry import Bots, Search
from skyjo_widget.bots.reshuffled import take_off
from skyjo_widget.bots.search import Plan, SearchFunctions, Strong
from skyjo_widget.bots.skyjo_careful import turns_left
from skyjo_widget.engine.core.dealing import MOST_DICE
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    DECLINE,
    FLIP_FIRST,
    GAME_OVER,
    GIVE,
    ORDER,
    PICK_FIRST,
    PICK_FIRST_ID,
    PICK_HIDDEN,
    PICK_SECOND,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_KEPT,
    PLACE_TAKEN,
    ROUND_OVER,
    TAKE,
    looked_at,
)

PLACES = 5
"""The most places that are tried for a card: all share the rollouts, more would have fewer each."""
PICKS = 6
"""The most picks that are tried for a swap."""
HORIZON = 4
"""The decisions of each seat after which a rollout is cut off."""
SPREAD = 10.0
LAP_GAIN = 3.0
"""Of `worth`: the scale that a round left adds, in squares; the gain of a turn, in points."""
# Of `chance`, fitted to the winners of 920 games of `careful` with 3 and 4 players, and for rounds
# left to the scores of 6,000: what a turn is worth, in points; the scale of the logistic curve in
# the last lap; what each turn left and each round left adds to it, in squares.
LAP_COST = 2.3
LAP_SPREAD = 5.7
LEFT_SPREAD = 2.6
ROUND_SPREAD = 8.0


# Worlds


@rule
def imagine(s: Any, r: Any, me: int, rng: Any) -> None:
    """Deal the unseen cards to the face-down places at random.

    The next cards of the draw pile lie as the deciding seat `me` knows them; what other seats
    know of them is ignored.  Of a draw pile made of discards all cards are known; those in the
    grids are the others.
    """
    mine = known_in_hand(s, me)
    n = gather_unseen(s, r, me, mine)
    shuffle(rng, s.draw, n)
    if r.functions:
        s.dice = int(rng.random() * MOST_DICE)
    for p in range(r.players):
        for i in range(r.cells):
            if s.grid[p][i] == UNKNOWN:
                n -= 1
                s.under[p][i] = s.draw[n]
                s.draw[n] = NO_CARD
    if s.reshuffled_size > 0:
        lay_reshuffled(s, me, mine, n, rng)
    top = s.draw_size
    drawn = s.hand != NO_CARD  # it counts among the next cards
    begin = 0
    for k in range(s.known_size[me]):
        if k != mine:
            top -= 1
            s.draw[top] = s.known[me][k]
    for k in range(s.known_size[me]):
        end = s.known_to[me][k] - drawn
        if end > begin:
            mix_between(s, begin, end, rng)
            begin = end


@rule
def lay_reshuffled(s: Any, me: int, mine: int, size: int, rng: Any) -> None:
    """Put the reshuffled cards on `size` others at random, but for those that seat `me` knows."""
    for i in range(s.reshuffled_size):
        s.draw[size] = s.reshuffled[i]
        size += 1
    size = take_off(s.draw, size, s.hand)
    for k in range(s.known_size[me]):
        if k != mine:
            size = take_off(s.draw, size, s.known[me][k])
    shuffle(rng, s.draw, size)


@rule
def known_in_hand(s: Any, me: int) -> int:
    """Return the index of the card in hand among the next cards that a seat knows; −1 if none."""
    for k in range(s.known_size[me]):
        if s.known_to[me][k] == s.known_to[me][0] and s.known[me][k] == s.hand:
            return k
    return -1


@rule
def gather_unseen(s: Any, r: Any, me: int, mine: int) -> int:
    """Write the cards that may lie anywhere into the draw pile, from the bottom; return how many.

    After a reshuffle these are those that may lie in the grids.
    They are counted by kind in the cells of `under`, which are still empty.
    """
    for kind in range(r.kinds):
        s.under[kind // MAX_CELLS][kind % MAX_CELLS] = r.count[kind]
    for p in range(r.players):
        for i in range(r.cells):
            count_as_seen(s, s.grid[p][i])
    for i in range(s.discard_size):
        count_as_seen(s, s.discard[i])
    for i in range(s.out_size):
        count_as_seen(s, s.out[i])
    count_as_seen(s, s.kept)
    if s.reshuffled_size > 0:
        for i in range(s.reshuffled_size):
            count_as_seen(s, s.reshuffled[i])
    else:
        count_as_seen(s, s.hand)
        for k in range(s.known_size[me]):
            if k != mine:
                count_as_seen(s, s.known[me][k])
    n = 0
    for kind in range(r.kinds):
        for _ in range(s.under[kind // MAX_CELLS][kind % MAX_CELLS]):
            s.draw[n] = kind
            n += 1
        s.under[kind // MAX_CELLS][kind % MAX_CELLS] = NO_CARD
    return n


@inlined_rule
def count_as_seen(s: Any, card: int) -> None:
    """Count one card fewer of that kind among those that may lie anywhere."""
    if card >= 0:
        s.under[card // MAX_CELLS][card % MAX_CELLS] -= 1


@rule
def mix_between(s: Any, begin: int, end: int, rng: Any) -> None:
    """Shuffle the next cards of the draw pile at the depths `begin` to `end` − 1."""
    top = s.draw_size - 1
    for i in range(end - 1, begin, -1):
        j = begin + int(rng.random() * (i - begin + 1))
        card = s.draw[top - i]
        s.draw[top - i] = s.draw[top - j]
        s.draw[top - j] = card


@rule
def worth(s: Any, r: Any, me: int) -> float:
    """Return what a position is worth, 0 to 1, from the totals and the grids' expected costs.

    It is flatter than `chance`, and never certain: the errors of levels are measured on this scale.
    """
    over = s.phase in (ROUND_OVER, GAME_OVER)
    mean = 0.0 if over else unseen_mean(s, r)
    left = 0 if over else turns_left(s, r)
    squares = END_SPREAD * END_SPREAD + TURN_SPREAD * TURN_SPREAD * left
    spread = math.sqrt(squares + SPREAD * SPREAD * max(r.rounds - s.round, 0))
    return float(lead(s, r, me, mean, left, spread, LAP_GAIN, LAST_TURN))


@rule
def chance(s: Any, r: Any, me: int) -> float:
    """Return the estimated probability to win the game; those of all seats sum to 1."""
    if s.phase == GAME_OVER:
        lower = 0
        as_low = 0
        for p in range(r.players):
            lower += s.total[p] < s.total[me]
            as_low += s.total[p] == s.total[me]
        return 0.0 if lower > 0 else 1.0 / as_low
    over = s.phase == ROUND_OVER
    mean = 0.0 if over else unseen_mean(s, r)
    left = 0 if over else turns_left(s, r)
    squares = 0.0 if over else LAP_SPREAD * LAP_SPREAD + LEFT_SPREAD * LEFT_SPREAD * left
    squares += ROUND_SPREAD * ROUND_SPREAD * max(r.rounds - s.round, 0)
    spread = math.sqrt(max(squares, 1.0))
    return float(lead(s, r, me, mean, left, spread, LAP_COST, LAP_COST))


@rule
def lead(
    s: Any, r: Any, me: int, mean: float, left: int, spread: float, lap: float, last: float
) -> float:
    """Return a seat's share, 0 to 1, of a logistic curve that compares what all will have."""
    over = s.phase in (ROUND_OVER, GAME_OVER)
    mine = s.total[me] + (0.0 if over else cost_at_turn(s, r, me, mean, left, lap, last))
    weights = 0.0
    for p in range(r.players):
        other = s.total[p] + (0.0 if over else cost_at_turn(s, r, p, mean, left, lap, last))
        weights += math.exp(min((mine - other) / spread, 50.0))  # a larger one could overflow
    return 1.0 / weights


@rule
def cost_at_turn(s: Any, r: Any, p: int, mean: float, left: int, lap: float, last: float) -> float:
    """Return the expected cost of a seat's grid, less the advantage of a turn that comes soon.

    That is up to `lap` points; once the round is ending, `last` points of one more turn.
    """
    wait = (p - s.seat) % r.players
    cost = grid_cost(s, r, p, mean, left)
    if s.ender == NOBODY:
        return float(cost - lap * (1.0 - wait / r.players))
    return float(cost - last * (wait < (s.ender - s.seat) % r.players))


# Candidates


def candidates(o: Any, r: Any, legal: list[int]) -> Sequence[Plan]:
    """Return the plans to try: the legal actions without duplicates and hopeless ones.

    Taking a card and placing it form one plan.
    """
    mean, left = unseen_mean(o, r), turns_left(o, r)
    if o.phase in (PICK_FIRST, PICK_SECOND):
        return best_picks(o, r, legal, mean, left)
    if o.phase in (PICK_HIDDEN, GIVE):
        return best_places_of_all(o, r, legal, mean)
    top = o.discard[o.discard_size - 1]
    if o.phase == CHOOSE and TAKE in legal:
        cells = [cell for cell in range(r.cells) if o.grid[o.seat][cell] != NO_CARD]
        places = best_places(o, r, [PLACE_FIRST + cell for cell in cells], top, mean, left)
        # One plan with its place, since where it goes decides what taking the card is worth.
        rest = [action for action in legal if action != TAKE]
        return [*distinct(o, r, rest), *((TAKE, place) for place in places)]
    if o.phase in (PLACE_TAKEN, PLACE_DRAWN, PLACE_KEPT):
        card = {PLACE_TAKEN: top, PLACE_DRAWN: o.hand, PLACE_KEPT: o.kept}[o.phase]
        places = [action for action in legal if action >= PLACE_FIRST]
        return legal[: len(legal) - len(places)] + best_places(o, r, places, card, mean, left)
    return distinct(o, r, legal)


def best_places(o: Any, r: Any, places: list[int], card: int, mean: float, left: int) -> list[int]:
    """Return the places where a card lowers the expected cost most, the best first."""
    gains = {
        place: cell_gain(o, r, o.seat, place - PLACE_FIRST, card, mean, left)
        for place in distinct(o, r, places)
    }
    return sorted(gains, key=lambda place: -gains[place])[:PLACES]


def best_picks(o: Any, r: Any, legal: list[int], mean: float, left: int) -> list[int]:
    """Return the picks whose swaps gain most, the best first; declining gains 0."""
    leader = find_leader(o, r, mean)
    gains: dict[int, float] = {}
    keys = set()
    for action in legal:
        if action == DECLINE:
            gains[action] = 0.0
            continue
        place = action - PICK_FIRST_ID
        seat, cell = divmod(place, MAX_CELLS)
        key = (seat, *cell_key(o, r, seat, cell))
        if key not in keys:
            keys.add(key)
            if o.phase == PICK_FIRST:
                gains[action] = best_swap_gain(o, r, place, leader, mean, left)
            else:
                gains[action] = swap_gain(o, r, o.first, place, leader, mean, left)
    return sorted(gains, key=lambda action: -gains[action])[:PICKS]


def best_places_of_all(o: Any, r: Any, legal: list[int], mean: float) -> list[int]:
    """Return the places to give the kept card to, the best first; or hidden cards to turn up.

    Of those that duplicate another one, one is tried; of hidden ones, of each grid in turn.
    """
    leader = find_leader(o, r, mean)
    by_seat: dict[int, dict[Any, int]] = {}
    for action in legal:
        seat, cell = divmod(action - PICK_FIRST_ID, MAX_CELLS)
        by_seat.setdefault(seat, {}).setdefault(cell_key(o, r, seat, cell), action)
    rows = itertools.zip_longest(*(list(picks.values()) for picks in by_seat.values()))
    picks = [action for row in rows for action in row if action is not None]
    if o.phase == GIVE:
        picks.sort(key=lambda a: -gift_gain(o, r, a - PICK_FIRST_ID, o.kept, leader, mean))
    return picks[:PLACES]


def distinct(o: Any, r: Any, actions: list[int]) -> list[int]:
    """Return the actions without those on one's own cells that duplicate another one."""
    by_key: dict[Any, int] = {action: action for action in actions if action < FLIP_FIRST}
    cells = {
        action - (FLIP_FIRST if action < PLACE_FIRST else PLACE_FIRST): action
        for action in actions
        if action >= FLIP_FIRST
    }
    for cell in sorted(cells, key=lambda cell: r.top[cell]):
        by_key.setdefault(cell_key(o, r, o.seat, cell), cells[cell])
    return list(by_key.values())


def cell_key(o: Any, r: Any, seat: int, cell: int) -> tuple[tuple[bool, int], ...]:
    """Return a key of a cell: its card and the other cards in its column."""
    cards = [o.grid[seat][i] for i in range(r.top[cell], r.cells, r.columns)]
    column = [(card >= 0, r.value[card] if card >= 0 else card) for card in cards]
    own = column.pop(cell // r.columns)
    return own, *sorted(column)


@rule
def complete(s: Any, r: Any) -> None:
    """Put the card left over by `imagine` into the hand; reveal cards that are being ordered."""
    if s.hand == UNKNOWN:
        s.hand = s.draw[s.draw_size]
        s.draw[s.draw_size] = NO_CARD
    if s.phase == ORDER:
        size = looked_at(s, r)
        s.known_size[s.seat] = size
        for k in range(size):
            s.known[s.seat][k] = s.draw[s.draw_size - 1 - k]
            s.known_to[s.seat][k] = k + 1


SEARCH_FUNCTIONS = SearchFunctions(
    choose, imagine, worth, candidates, chance, complete, horizon=HORIZON
)


DOUBT = 2.0
"""Standard errors by which a candidate must be better than `careful`'s own choice."""


def strong(name: str, *, rollouts: int | None = None, ms: int | None = None) -> Strong:
    """Return a bot that searches NewSkyjo."""
    base = (CAREFUL, 0)
    return Strong(
        NEWSKYJO, SEARCH_FUNCTIONS, name, base=base, rollouts=rollouts, ms=ms, doubt=DOUBT
    )


BOTS = Bots(
    newskyjo.NAMES,
    newskyjo.choose,
    newskyjo.KNOBS,
    Search(
        functions=SEARCH_FUNCTIONS,
        strong=strong,
        estimates=(EXPECTED, 0),
        rollouts=1500,
        levels=levels.NEWSKYJO,
        advice_worlds=400,
        chance_worlds=2000,
        value_worlds=1000,
        slow_value_worlds=12,
    ),
    WIN_MODEL,
)
"""The bots of NewSkyjo."""
