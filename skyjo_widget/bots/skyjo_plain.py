"""The policies of Skyjo that don't count cards; `skyjo_widget.bots.skyjo` describes them."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.grids.grid import highest_visible, nth_card, nth_hidden
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
