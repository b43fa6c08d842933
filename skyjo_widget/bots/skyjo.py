"""Built-in policies for Skyjo.

`random_action`
    Draws or takes, and after a draw keeps or discards, each with probability ½; positions are
    uniform.
`greedy_action`
    Takes the discard pile's top card if it is 0 or less, or below its highest
    visible card, and puts it there, else on the first hidden position; a drawn card
    goes on the highest visible card if it is lower, else it is discarded and a
    random hidden card is turned.
`threshold_action`
    Takes the discard pile's top card if it is k or less.  A taken card goes on the
    highest visible card if it is lower, else on the first hidden position; so does a drawn
    card, if it is lower than the highest visible one or k or less; else it is discarded and
    a random hidden card is turned.
`expected_action`
    Counts cards: a hidden card is valued at the mean of the unseen cards.  Does what lowers
    the expected sum of its own grid most, including cleared columns and the expectation of a
    draw (each possible card placed where it gains most, or discarded).  It neither looks
    ahead nor considers the others.
`careful_action`
    Computes expected sums like `expected`, and takes the course of the round into account.
    Equal cards in a column have a chance to clear it while there is time.  Turning a card has
    a value too, since a known card can be replaced: the earlier in the round, the more; so
    early in the round a card must gain more to be placed.  It ends the round only if it
    expects to stay clearly below all others, or if the round has lasted very long.
    Its parameters were tuned in games against itself and the other policies.
"""

from __future__ import annotations

import math
from typing import Any

from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.grids.grid import highest_visible, nth_card, nth_hidden
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
    DISCARD,
    DRAW,
    FLIP,
    FLIP_FIRST,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_TAKEN,
    SETUP,
    TAKE,
)

RANDOM, GREEDY, THRESHOLD, EXPECTED, CAREFUL = range(5)
NAMES = ("random", "greedy", "threshold", "expected", "careful")
KNOBS = {"threshold": (2, -1000, 1000)}

# The parameters of `careful`, in points except for the chances and `PATIENCE`.
GROUP_CHANCE = 0.10  # that a group lacking one card is completed, for each turn left
MOST_CHANCE = 0.6
TURNED = 1.0  # the value of having turned a card, if turns are left
TURNED_EARLY = 0.45  # added for each turn left
TAKE_MARGIN = 0.6  # a draw keeps more options open
END_MARGIN = 8.5  # the lead over the lowest opponent at which ending has a 50 % risk of a penalty
END_SPREAD = 0.8
END_PRICE = 1.4  # the cost of ending: the turn after which the sum could have fallen
PATIENCE = 30  # turns per player after which it ends the round without regard to the lead

NOWHERE = -100_000.0
"""Below any gain."""


@inlined_rule
def choose(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """Return the action of the policy with that index in `NAMES`."""
    if policy == RANDOM:
        return random_action(o, r, rng)
    if policy == GREEDY:
        return greedy_action(o, r, rng)
    if policy == THRESHOLD:
        return threshold_action(o, r, knob, rng)
    if policy == EXPECTED:
        return expected_action(o, r)
    return careful_action(o, r)


@inlined_rule
def random_action(o: Any, r: Any, rng: Any) -> int:
    """Make each choice with probability ½, positions uniformly."""
    if o.phase == CHOOSE:
        return random_pile(o, rng)
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + random_place(o, r, rng)
    if o.phase == PLACE_DRAWN:
        if rng.random() < 0.5:
            place = random_place(o, r, rng)
            if place >= 0:
                return PLACE_FIRST + place
        return DISCARD
    return FLIP_FIRST + random_hidden(o, r, rng)


@rule
def random_pile(o: Any, rng: Any) -> int:
    """Draw or take, each with probability ½; take if drawing isn't possible."""
    if o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    return DRAW if rng.random() < 0.5 else TAKE


@rule
def random_place(o: Any, r: Any, rng: Any) -> int:
    """Return a random cell that holds a card; −1 if there is none."""
    return nth_card(o, r, o.seat, int(rng.random() * o.cards_left[o.seat]))


@rule
def random_hidden(o: Any, r: Any, rng: Any) -> int:
    """Return a random cell whose card lies face down."""
    return nth_hidden(o, r, o.seat, int(rng.random() * o.hidden[o.seat]))


@inlined_rule
def greedy_action(o: Any, r: Any, rng: Any) -> int:
    """Put low cards on high ones; see the module."""
    if o.phase == SETUP or o.phase == FLIP:
        return FLIP_FIRST + random_hidden(o, r, rng)
    value = offered(o, r)
    cell = lowered(o, r, value)
    if o.phase == CHOOSE:
        takes = value <= 0 or cell >= 0 or (o.draw_size == 0 and o.discard_size < 2)
        return TAKE if takes else DRAW
    if cell >= 0:
        return PLACE_FIRST + cell
    return DISCARD if o.phase == PLACE_DRAWN else PLACE_FIRST + first_place(o, r)


@rule
def threshold_action(o: Any, r: Any, k: int, rng: Any) -> int:
    """Use cards up to `k`; see the module."""
    if o.phase == SETUP or o.phase == FLIP:
        return FLIP_FIRST + random_hidden(o, r, rng)
    value = offered(o, r)
    if o.phase == CHOOSE:
        return TAKE if value <= k or (o.draw_size == 0 and o.discard_size < 2) else DRAW
    cell = lowered(o, r, value)
    if cell >= 0:
        return PLACE_FIRST + cell
    if o.phase == PLACE_DRAWN and (value > k or o.cards_left[o.seat] == 0):
        return DISCARD
    return PLACE_FIRST + first_place(o, r)


@inlined_rule
def offered(o: Any, r: Any) -> int:
    """Return the number on the drawn card; before a draw, on the discard pile's top card."""
    if o.phase == PLACE_DRAWN:
        return int(r.value[o.hand])
    return int(r.value[o.discard[o.discard_size - 1]])


@inlined_rule
def lowered(o: Any, r: Any, value: int) -> int:
    """Return the cell of the highest visible card, if the value is below it; else −1."""
    cell = highest_visible(o, r, o.seat)
    return cell if cell >= 0 and value < r.value[o.grid[o.seat][cell]] else -1


@rule
def first_place(o: Any, r: Any) -> int:
    """Return the cell of the first hidden card; if there is none, of the first card."""
    if o.hidden[o.seat] > 0:
        return nth_hidden(o, r, o.seat, 0)
    return nth_card(o, r, o.seat, 0)


# Expectations


@rule
def count_unseen(o: Any, r: Any, kind: int) -> int:
    """Return the number of cards of a kind that the seat to act can't see."""
    left = r.count[kind] - (o.hand == kind)
    for p in range(r.players):
        for i in range(r.cells):
            left -= o.grid[p][i] == kind
    for i in range(o.discard_size):
        left -= o.discard[i] == kind
    for i in range(o.out_size):
        left -= o.out[i] == kind
    return int(left)


@rule
def unseen_mean(o: Any, r: Any) -> float:
    """Return the mean number on the cards that the seat to act can't see; 0 if it sees all."""
    total = 0
    for kind in range(r.kinds):
        total += r.count[kind] * r.value[kind]
    n = r.deck_size - o.discard_size - o.out_size
    for p in range(r.players):
        for i in range(r.cells):
            if o.grid[p][i] >= 0:
                total -= r.value[o.grid[p][i]]
                n -= 1
    for i in range(o.discard_size):
        total -= r.value[o.discard[i]]
    for i in range(o.out_size):
        total -= r.value[o.out[i]]
    if o.phase == PLACE_DRAWN:
        total -= r.value[o.hand]
        n -= 1
    return total / n if n > 0 else 0.0


@rule
def expected_sum(o: Any, r: Any, seat: int, mean: float) -> float:
    """Return the expected sum of a seat's grid, with hidden cards at their mean."""
    total = mean * o.hidden[seat]
    for i in range(r.cells):
        if o.grid[seat][i] >= 0:
            total += r.value[o.grid[seat][i]]
    return float(total)


@rule
def gain(o: Any, r: Any, cell: int, value: int, mean: float, chance: float) -> float:
    """Return how much placing a number on a cell lowers the expected sum.

    A group that lacks one card is cleared with probability `chance`.
    """
    old = o.grid[o.seat][cell]
    old_value = r.value[old] if old >= 0 else 0
    same = 1
    same_as_old = 1
    i = r.top[cell]
    while i < r.cells:
        card = o.grid[o.seat][i]
        if card >= 0 and i != cell:
            same += r.value[card] == value
            same_as_old += r.value[card] == old_value
        i += r.columns
    before = mean
    if old >= 0:
        before = old_value - group_value(r, same_as_old, old_value, mean, chance)
    if same == r.clear:
        return before + (same - 1) * value
    return before - value + group_value(r, same, value, mean, chance)


@rule
def group_value(r: Any, same: int, value: int, mean: float, chance: float) -> float:
    """Return the expected saving from clearing a group that lacks one card, with that card."""
    if same != r.clear - 1:
        return 0.0
    return max(0.0, chance * (same * value + mean))


@rule
def best_cell(o: Any, r: Any, value: int, mean: float) -> int:
    """Return the cell where a number lowers the expected sum most."""
    best = NOWHERE
    at = -1
    for i in range(r.cells):
        if o.grid[o.seat][i] != NO_CARD:
            found = gain(o, r, i, value, mean, 0.0)
            if found > best:
                best = found
                at = i
    return at


@rule
def promising_hidden(o: Any, r: Any) -> int:
    """Return a hidden cell in the column with the highest equal cards; else the first one."""
    best = -1
    at = -1
    for i in range(r.cells):
        if o.grid[o.seat][i] == UNKNOWN:
            highest = 0
            j = r.top[i]
            while j < r.cells:
                card = o.grid[o.seat][j]
                k = j + r.columns
                while card >= 0 and k < r.cells:
                    if o.grid[o.seat][k] == card:
                        highest = max(highest, r.value[card])
                    k += r.columns
                j += r.columns
            if highest > best:
                best = highest
                at = i
    return at


@rule
def expected_action(o: Any, r: Any) -> int:
    """Lower the expected sum most; see the module."""
    if o.phase == SETUP or o.phase == FLIP:
        return FLIP_FIRST + promising_hidden(o, r)
    mean = unseen_mean(o, r)
    card = o.hand if o.phase == PLACE_DRAWN else o.discard[o.discard_size - 1]
    value = r.value[card]
    cell = best_cell(o, r, value, mean)
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + cell
    gained = gain(o, r, cell, value, mean, 0.0)
    if o.phase == PLACE_DRAWN:
        return PLACE_FIRST + cell if gained > 0.0 else DISCARD
    if o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    n = 0
    drawn = 0.0
    for kind in range(r.kinds):
        left = count_unseen(o, r, kind)
        if left > 0:
            n += left
            found = gain(o, r, best_cell(o, r, r.value[kind], mean), r.value[kind], mean, 0.0)
            drawn += left * max(found, 0.0)
    return TAKE if gained * n >= drawn else DRAW


@rule
def careful_action(o: Any, r: Any) -> int:
    """Weigh expected gains, columns and the end of the round; see the module."""
    if o.phase == SETUP or o.phase == FLIP:
        return FLIP_FIRST + promising_hidden(o, r)
    mean = unseen_mean(o, r)
    left = turns_left(o, r)
    chance = min(MOST_CHANCE, GROUP_CHANCE * left)
    turned = TURNED + TURNED_EARLY * left if left > 0 else 0.0
    card = o.hand if o.phase == PLACE_DRAWN else o.discard[o.discard_size - 1]
    value = r.value[card]
    best = NOWHERE
    at = -1
    highest = NOWHERE  # the most that a placement can remove from the expected sum
    for i in range(r.cells):
        old = o.grid[o.seat][i]
        if old != NO_CARD:
            found = gain(o, r, i, value, mean, chance)
            given = r.value[old] if old >= 0 else mean
            if old == UNKNOWN and o.hidden[o.seat] == 1 and o.ender == NOBODY:
                now = expected_sum(o, r, o.seat, mean)
                found -= end_cost(o, r, now - mean + value, mean)
                given -= end_cost(o, r, now, mean)
                turned -= end_cost(o, r, now, mean)
            if found > best:
                best = found
                at = i
            highest = max(highest, given)
    if o.phase == PLACE_TAKEN:
        return PLACE_FIRST + at
    if o.phase == PLACE_DRAWN:
        return PLACE_FIRST + at if best > turned else DISCARD
    if o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    return TAKE if best >= draw_gain(o, r, highest, turned, mean) + TAKE_MARGIN else DRAW


@rule
def turns_left(o: Any, r: Any) -> int:
    """Estimate the turns left per player: the fewest hidden cards; 0 in the last lap."""
    if o.ender != NOBODY:
        return 0
    left = o.hidden[0]
    for p in range(1, r.players):
        left = min(left, o.hidden[p])
    return int(left)


@rule
def end_cost(o: Any, r: Any, after: float, mean: float) -> float:
    """Return the expected cost of ending the round with the sum `after`."""
    lowest = -NOWHERE
    for p in range(r.players):
        if p != o.seat:
            lowest = min(lowest, expected_sum(o, r, p, mean))
    penalty = after * (r.penalty_factor - 1) + r.penalty_add
    if (after <= 0 and not r.penalty_always) or o.turn >= PATIENCE * r.players:
        return END_PRICE
    x = (after + END_MARGIN - lowest) / END_SPREAD
    return float(END_PRICE + penalty / (1.0 + math.exp(-max(-30.0, min(30.0, x)))))


@rule
def draw_gain(o: Any, r: Any, highest: float, turned: float, mean: float) -> float:
    """Return a draw's expected gain from a low card or one that clears a column.

    All cards of the deck count as equally likely: counting the unseen ones took time and
    changed nothing.
    """
    total = 0.0
    for kind in range(r.kinds):
        total += r.count[kind] * max(highest - r.value[kind], turned)
    for i in range(r.cells):
        card = o.grid[o.seat][i]
        if card < 0:
            continue
        same = 0
        other = NOWHERE
        j = r.top[i]
        while j < r.cells:
            beside = o.grid[o.seat][j]
            if beside == card:
                if j < i:
                    same -= r.cells  # this group was met before
                same += 1
            elif beside >= 0:
                other = max(other, r.value[beside] * 1.0)
            elif beside == UNKNOWN:
                other = max(other, mean)
            j += r.columns
        if same == r.clear - 1:
            value = r.value[card]
            cleared = other + same * value - max(highest - value, turned)
            total += r.count[card] * max(0.0, cleared)
    return float(total / r.deck_size)
