"""Notation of grid games' arguments: positions, places, orders of cards.

Grammar (``docs/notation.md`` has it with examples)::

    position = column letter, row number            a1 … l12
    place    = seat ":" position                     2:b3
    order    = digits                                231
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skyjo_widget.engine.core.notation import About
from skyjo_widget.engine.limits import MAX_CELLS, MAX_SEATS, NO_PLACE
from skyjo_widget.errors import NotationError
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R

_POSITION = re.compile(r"([a-z])([1-9][0-9]?)")


def position_text(cell: int, columns: int) -> str:
    """Format a cell: column letter from the left, row number from the top."""
    return f"{chr(ord('a') + cell % columns)}{cell // columns + 1}"


def parse_position(text: str, columns: int, cells: int) -> int:
    """Parse a position; returns the cell.

    Raises
    ------
    NotationError
        If a grid of that size has no such cell.
    """
    match = _POSITION.fullmatch(text)
    if match:
        column = ord(match[1]) - ord("a")
        cell = (int(match[2]) - 1) * columns + column
        if column < columns and cell < cells:
            return cell
    last = position_text(cells - 1, columns)
    raise NotationError(
        "{text!r} is no position here; positions go from a1 to {last}", text=text, last=last
    )


DISCARD_PLACE = MAX_SEATS * MAX_CELLS
"""The discard pile's top card as a place; others are seat × MAX_CELLS + cell."""


def place_text(place: int, columns: int, seat: int | None = None) -> str:
    """Format a place: ``2:b3``, without the seat if it is `seat`."""
    if place == NO_PLACE:
        return "."
    if place == DISCARD_PLACE:
        return "discard pile"
    owner, cell = divmod(place, MAX_CELLS)
    position = position_text(cell, columns)
    return position if owner == seat else f"{owner}:{position}"


def parse_place(text: str, columns: int, cells: int, players: int) -> int:
    """Parse a place in a grid, such as ``2:b3``.

    Raises
    ------
    NotationError
        If a table of that size has no such place.
    """
    seat, colon, position = text.partition(":")
    if not colon or seat not in map(str, range(players)):
        raise NotationError(
            "{text!r} is no place here; a place is a seat from 0 to {last}, a colon "
            "and a position, as in 0:a1",
            text=text,
            last=players - 1,
        )
    return int(seat) * MAX_CELLS + parse_position(position, columns, cells)


PASSED_BITS = 7
"""Bits of a cell in `pack_passed`; a seat's cell + 1, 0 for none, is below 2**7."""

PASSED_HALF = 2 ** (PASSED_BITS * MAX_SEATS // 2)
"""The value from which on a packed list of places is of the second half of the seats."""


def passed_places(packed: int) -> list[int]:
    """Return the places of cards that were passed on, each to the next one's; see `pack_passed`."""
    code = abs(packed)
    cells = [(code >> PASSED_BITS * seat) % 2**PASSED_BITS - 1 for seat in range(MAX_SEATS)]
    places = [seat * MAX_CELLS + cell for seat, cell in enumerate(cells) if cell >= 0]
    return places if packed >= 0 else places[::-1]


def pack_passed(places: list[int]) -> int:
    """Return the places of cards that were passed on, at most one a seat, as one integer.

    They go by rising seats, or by falling ones, which makes it negative: so whole lists needn't
    be cleared after each action.
    """
    seats = [place // MAX_CELLS for place in places]
    code = sum(
        (place % MAX_CELLS + 1) << PASSED_BITS * (place // MAX_CELLS) for place in sorted(places)
    )
    return code if seats == sorted(seats) else -code


ORDERS = ("1", "12", "21", "123", "132", "213", "231", "312", "321")
"""Orders in which peeked cards are put back: their former places, top first."""


def _parse_order(text: str, _r: R) -> int:
    if text not in ORDERS:
        raise NotationError("'order {text}': 'order' needs an order, as in 'order 231'", text=text)
    return ORDERS.index(text)


CELL = About(
    MAX_CELLS,
    lambda cell, r: position_text(cell, r.columns),
    lambda text, r: parse_position(text, r.columns, r.cells),
    _("a position, as in '{action} a1'"),
    lambda cell, r, seat: position_text(cell, r.columns),
)
"""A cell of one's own grid."""
PLACE = About(
    MAX_SEATS * MAX_CELLS,
    lambda place, r: place_text(place, r.columns),
    lambda text, r: parse_place(text, r.columns, r.cells, r.players),
    _("a place, as in '{action} 0:a1'"),
    lambda place, r, seat: place_text(place, r.columns, seat),
)
"""A seat and a cell, as seat × MAX_CELLS + cell."""
ORDER_OF_CARDS = About(
    len(ORDERS), lambda order, r: ORDERS[order], _parse_order, _("an order, as in '{action} 231'")
)
"""An order of up to three cards."""
