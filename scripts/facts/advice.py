"""Public advice for Skyjo, each piece a player that differs from `plain` in it alone.

`plain` is the player of ``docs/advice.md``; here it reads the state, as built-in bots do.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.grids.grid import nth_hidden, visible_sum
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
    DISCARD,
    DRAW,
    FLIP,
    FLIP_FIRST,
    PLACE_DRAWN,
    PLACE_FIRST,
    SETUP,
    TAKE,
)

ADVISED = 100
"""The policy that `advised_action` plays; its number is a piece of advice."""


@dataclasses.dataclass(frozen=True)
class Piece:
    """A way to play.

    Parameters
    ----------
    hidden : int
        The points that a hidden card counts when it is chosen which card goes.
    lead : int
        The expected lead required to end the round.
    taken : int
        Cards up to this one are always taken.
    turned : int
        Until so many cards are open, a drawn card is discarded and another one turned.
    one_column : int
        1 if the second card of the set-up is turned below the first.
    """

    hidden: int = 5
    lead: int = 0
    taken: int = -100
    turned: int = 0
    one_column: int = 0


PIECES = {
    "plain": Piece(),
    "plain(lead=-100)": Piece(lead=-100),
    "plain(lead=10)": Piece(lead=10),
    "plain(turned=7)": Piece(turned=7),
    "plain(taken=6)": Piece(taken=6),
    "plain(taken=4)": Piece(taken=4),
    "plain(taken=2)": Piece(taken=2),
    "plain(hidden=-3)": Piece(hidden=-3),
    "plain(one_column=1)": Piece(one_column=1),
}
"""Each piece by its name."""
_KNOBS = np.array([dataclasses.astuple(piece) for piece in PIECES.values()])
_HIDDEN, _LEAD, _TAKEN, _TURNED, _ONE_COLUMN = range(5)
PAIR = 4
"""The points that an equal card in a column counts."""
MEAN = 5
"""The points of a hidden card."""


@rule
def points_at_hand(s: Any, r: Any, seat: int) -> int:
    """Return the sum of a grid, a hidden card counted as `MEAN`."""
    return int(MEAN * s.hidden[seat] + visible_sum(s, r, seat))


@rule
def is_ahead(s: Any, r: Any, mine: int, lead: int) -> bool:
    """Return whether nobody else's sum is below mine and the lead."""
    for p in range(r.players):
        if p != s.seat and points_at_hand(s, r, p) < mine + lead:
            return False
    return True


@rule
def equals(s: Any, r: Any, cell: int, value: int) -> int:
    """Count the other open cards of a cell's column with a number."""
    same = 0
    i = r.top[cell]
    while i < r.cells:
        card = s.grid[s.seat][i]
        same += i != cell and card >= 0 and r.value[card] == value
        i += r.columns
    return same


@rule
def gain(s: Any, r: Any, cell: int, value: int, hidden: int) -> int:
    """Return the points that a card saves in a cell."""
    card = s.grid[s.seat][cell]
    if card >= 0 and r.value[card] == value:
        return 0
    points = (hidden if card == UNKNOWN else r.value[card]) - value
    beside = equals(s, r, cell, value)
    if beside == 2:
        points += 3 * value
    if beside == 1:
        points += PAIR
    if card >= 0 and equals(s, r, cell, r.value[card]) == 1:
        points -= PAIR
    return int(points)


@rule
def advised_action(s: Any, r: Any, piece: int) -> int:
    """Return the action of the player with that piece of advice."""
    p = s.seat
    if s.phase == SETUP or s.phase == FLIP:
        cell = nth_hidden(s, r, p, 0)
        below = cell - 1 + r.columns
        second = s.phase == SETUP and s.flips < r.turned and cell > 0 and below < r.cells
        if second and _KNOBS[piece, _ONE_COLUMN]:
            cell = below
        return FLIP_FIRST + cell
    value = r.value[s.hand if s.phase == PLACE_DRAWN else s.discard[s.discard_size - 1]]
    can_draw = s.draw_size > 0 or s.discard_size > 1
    if r.cells - s.hidden[p] < _KNOBS[piece, _TURNED] and can_draw:
        return DRAW if s.phase == CHOOSE else DISCARD
    now = points_at_hand(s, r, p)
    last = s.hidden[p] == 1 and s.ender == NOBODY
    lead = _KNOBS[piece, _LEAD]
    best = -1
    most = -100
    for cell in range(r.cells):
        card = s.grid[p][cell]
        if card != NO_CARD:
            worth = gain(s, r, cell, value, _KNOBS[piece, _HIDDEN])
            if worth > most and not (
                last and card == UNKNOWN and not is_ahead(s, r, now - MEAN + value, lead)
            ):
                best = cell
                most = worth
    if best >= 0:
        most = gain(s, r, best, value, MEAN)
    if s.phase == CHOOSE:
        return TAKE if most >= 3 or value <= _KNOBS[piece, _TAKEN] or not can_draw else DRAW
    if s.phase == PLACE_DRAWN and most < 1 and (not last or is_ahead(s, r, now, lead)):
        return DISCARD
    return PLACE_FIRST + (best if best >= 0 else nth_hidden(s, r, p, 0))
