"""Texts for positions and actions, and back.

Grammar (``docs/notation.md`` has it with examples)::

    position = column letter, row number            a1 … l12
    place    = seat ":" position                     2:b3
    order    = digits                                231
    action   = kind [" " (position | place | order)] draw, place b3

A parser accepts what the writer writes and nothing else, and says what is wrong.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from skyjo_widget.engine.state import MAX_CELLS, MAX_SEATS, NO_PLACE
from skyjo_widget.errors import NotationError

_POSITION = re.compile(r"([a-z])([1-9][0-9]?)")


def position_text(cell: int, columns: int) -> str:
    """The name of a cell: column letter from the left, row number from the top."""
    return f"{chr(ord('a') + cell % columns)}{cell // columns + 1}"


def parse_position(text: str, columns: int, cells: int) -> int:
    """The cell with that name.

    Raises
    ------
    NotationError
        If there is none on a grid of that size.
    """
    match = _POSITION.fullmatch(text)
    if match:
        column = ord(match[1]) - ord("a")
        cell = (int(match[2]) - 1) * columns + column
        if column < columns and cell < cells:
            return cell
    last = position_text(cells - 1, columns)
    raise NotationError(f"{text!r} is no position here; positions go from a1 to {last}")


DISCARD_PLACE = MAX_SEATS * MAX_CELLS
"""The discard pile's top card as a place; others are seat × MAX_CELLS + cell."""


def place_text(place: int, columns: int, seat: int | None = None) -> str:
    """The name of a place: ``2:b3``, without the seat if it is the one given."""
    if place == NO_PLACE:
        return "."
    if place == DISCARD_PLACE:
        return "discard pile"
    owner, cell = divmod(place, MAX_CELLS)
    position = position_text(cell, columns)
    return position if owner == seat else f"{owner}:{position}"


def parse_place(text: str, columns: int, cells: int, players: int) -> int:
    """The place in a grid with that name, as ``2:b3``.

    Raises
    ------
    NotationError
        If there is none at a table of that size.
    """
    seat, colon, position = text.partition(":")
    if not colon or seat not in map(str, range(players)):
        raise NotationError(
            f"{text!r} is no place here; a place is a seat from 0 to {players - 1}, a colon and "
            "a position, as in 0:a1"
        )
    return int(seat) * MAX_CELLS + parse_position(position, columns, cells)


ORDERS = ("1", "12", "21", "123", "132", "213", "231", "312", "321")
"""How cards that were looked at are put back: their former places, top first."""


@dataclasses.dataclass(frozen=True, slots=True)
class About:
    """What the actions of a kind name beside it, numbered from 0.

    Parameters
    ----------
    size : int
        How many numbers there are.
    text : callable
        ``text(number, r)``: the words for a number; "" if there are none.
    parse : callable
        ``parse(text, r)``: the number; raises `NotationError`.
    example : str
        What is needed, for the message if it is missing.
    position : callable
        ``position(number, r, seat)``: where on the table the action lands, as the log
        names it for its seat; None if nowhere.
    """

    size: int
    text: Callable[[int, Any], str]
    parse: Callable[[str, Any], int]
    example: str = ""
    position: Callable[[int, Any, int], str | None] = lambda number, r, seat: None


def _parse_order(text: str, _r: Any) -> int:
    if text not in ORDERS:
        raise NotationError(f"'order {text}': 'order' needs an order, as in 'order 231'")
    return ORDERS.index(text)


ALONE = About(1, lambda number, r: "", lambda text, r: 0)
"""An action that stands alone."""
CELL = About(
    MAX_CELLS,
    lambda cell, r: position_text(cell, r.columns),
    lambda text, r: parse_position(text, r.columns, r.cells),
    "a position, as in '{} a1'",
    lambda cell, r, seat: position_text(cell, r.columns),
)
"""A cell of one's own grid."""
PLACE = About(
    MAX_SEATS * MAX_CELLS,
    lambda place, r: place_text(place, r.columns),
    lambda text, r: parse_place(text, r.columns, r.cells, r.players),
    "a place, as in '{} 0:a1'",
    lambda place, r, seat: place_text(place, r.columns, seat),
)
"""A seat and a cell, as seat × MAX_CELLS + cell."""
ORDER_OF_CARDS = About(
    len(ORDERS), lambda order, r: ORDERS[order], _parse_order, "an order, as in '{} 231'"
)
"""An order of up to three cards."""


class ActionTable:
    """The actions of a game: one block of consecutive ids for each kind.

    Parameters
    ----------
    *blocks : tuple of (str, About)
        A kind and what it is about.
    """

    def __init__(self, *blocks: tuple[str, About]) -> None:
        self._first: dict[str, int] = {}
        self._about: dict[str, About] = {}
        self._kind_of: list[str] = []
        for kind, about in blocks:
            self._first[kind] = len(self._kind_of)
            self._about[kind] = about
            self._kind_of += [kind] * about.size

    def __len__(self) -> int:
        return len(self._kind_of)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of action, in the order of their ids."""
        return tuple(self._first)

    def first(self, kind: str) -> int:
        """The first id of a kind."""
        return self._first[kind]

    def kind(self, action: int) -> str:
        """The kind of an action."""
        return self._kind_of[action]

    def number(self, action: int, about: About) -> int | None:
        """What an action names, if it is about that."""
        kind = self._kind_of[action]
        return action - self._first[kind] if self._about[kind] is about else None

    def position(self, action: int, r: Any, seat: int) -> str | None:
        """Where on the table an action of a seat lands, as the log names it."""
        kind = self._kind_of[action]
        return self._about[kind].position(action - self._first[kind], r, seat)

    def text(self, action: int, r: Any) -> str:
        """An action in notation."""
        kind = self.kind(action)
        words = self._about[kind].text(action - self._first[kind], r)
        return f"{kind} {words}" if words else kind

    def parse(self, text: str, r: Any) -> int:
        """The action that a text stands for.

        Raises
        ------
        NotationError
            If it is none; the message says which word is wrong.
        """
        kind, space, rest = text.partition(" ")
        if kind not in self._first:
            raise NotationError(
                f"{text!r} is no action; an action begins with {', '.join(self.kinds)}"
            )
        about = self._about[kind]
        if about is ALONE:
            if space:
                raise NotationError(f"{text!r}: {kind!r} stands alone")
        elif not rest:
            raise NotationError(f"{text!r}: {kind!r} needs {about.example.format(kind)}")
        return self._first[kind] + about.parse(rest, r)
