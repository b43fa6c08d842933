"""Built-in policies for Skyjo.

`random_action`
    A coin between drawing and taking, after a draw a coin between keeping and
    discarding, positions uniformly.
`greedy_action`
    Takes the discard pile's top card if it is 0 or less, or below its highest
    visible card, and puts it there, else on the first hidden position; a drawn card
    goes on the highest visible card if it is lower, else it is discarded and a
    random hidden card is turned.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.grid import highest_visible, nth_card, nth_hidden
from skyjo_widget.engine.skyjo import (
    CHOOSE,
    DISCARD,
    DRAW,
    FLIP_FIRST,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_TAKEN,
    TAKE,
)
from skyjo_widget.engine.speed import inlined_rule, rule

RANDOM, GREEDY = range(2)
NAMES = ("random", "greedy")


@inlined_rule
def choose(policy: int, o: Any, r: Any, rng: Any) -> int:
    """The action of the policy with that index of `NAMES`."""
    if policy == RANDOM:
        return random_action(o, r, rng)
    return greedy_action(o, r, rng)


@inlined_rule
def random_action(o: Any, r: Any, rng: Any) -> int:
    """A coin for each choice, positions uniformly."""
    if o.phase == CHOOSE:
        return coin(o, rng)
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
def coin(o: Any, rng: Any) -> int:
    """Draw or take, each with one half; what is possible where only one is."""
    if o.draw_size == 0 and o.discard_size < 2:
        return TAKE
    return DRAW if rng.random() < 0.5 else TAKE


@rule
def random_place(o: Any, r: Any, rng: Any) -> int:
    """A cell that holds a card, uniformly; −1 if there is none."""
    return nth_card(o, r, o.seat, int(rng.random() * o.cards_left[o.seat]))


@rule
def random_hidden(o: Any, r: Any, rng: Any) -> int:
    """A cell whose card lies face down, uniformly."""
    return nth_hidden(o, r, o.seat, int(rng.random() * o.hidden[o.seat]))


@rule
def greedy_action(o: Any, r: Any, rng: Any) -> int:
    """Low cards on high ones; see the module."""
    if o.phase == CHOOSE:
        value = r.value[o.discard[o.discard_size - 1]]
        if value <= 0 or lowers(o, r, value) or (o.draw_size == 0 and o.discard_size < 2):
            return TAKE
        return DRAW
    if o.phase == PLACE_TAKEN:
        if lowers(o, r, r.value[o.discard[o.discard_size - 1]]):
            return PLACE_FIRST + highest_visible(o, r, o.seat)
        if o.hidden[o.seat] > 0:
            return PLACE_FIRST + nth_hidden(o, r, o.seat, 0)
        return PLACE_FIRST + nth_card(o, r, o.seat, 0)
    if o.phase == PLACE_DRAWN:
        if lowers(o, r, r.value[o.hand]):
            return PLACE_FIRST + highest_visible(o, r, o.seat)
        return DISCARD
    return FLIP_FIRST + random_hidden(o, r, rng)


@rule
def lowers(o: Any, r: Any, value: int) -> bool:
    """Whether a value is below the highest visible card of the seat to act."""
    cell = highest_visible(o, r, o.seat)
    return cell >= 0 and value < r.value[o.grid[o.seat][cell]]
