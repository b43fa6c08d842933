"""Texts for positions, actions, cards and states, and back.

Grammar (``docs/notation.md`` has it with examples)::

    position = column letter, row number            a1 … l12
    place    = seat ":" position                     2:b3
    order    = digits                                231
    action   = kind [" " (position | place | order)] draw, place b3
    card     = number [":" effect] | "?" | "."       face up; unknown; none
    state    = game { " " field "=" value }

A parser accepts what the writer writes and nothing else, and says what is wrong.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from skyjo_widget.engine.deck import Deck
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

_IDS = {"": 1, "cell": MAX_CELLS, "place": MAX_SEATS * MAX_CELLS, "order": len(ORDERS)}
_EXAMPLES = {"cell": "a position, as in '{} a1'", "place": "a place, as in '{} 0:a1'"}


class ActionTable:
    """The actions of a game: one block of consecutive ids for each kind.

    Parameters
    ----------
    *blocks : tuple of (str, str)
        A kind and what it is about: "" for an action that stands alone, ``"cell"``
        for one that names a cell of one's own grid, ``"place"`` for a seat and a cell,
        ``"order"`` for an order of up to three cards.
    """

    def __init__(self, *blocks: tuple[str, str]) -> None:
        self._first: dict[str, int] = {}
        self._about: dict[str, str] = {}
        self._kind_of: list[str] = []
        for kind, about in blocks:
            self._first[kind] = len(self._kind_of)
            self._about[kind] = about
            self._kind_of += [kind] * _IDS[about]

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

    def cell(self, action: int) -> int | None:
        """The cell of one's own grid that an action is about, if it is about one."""
        return self._number(action, "cell")

    def place(self, action: int) -> int | None:
        """The place (seat × MAX_CELLS + cell) that an action is about, if it is about one."""
        return self._number(action, "place")

    def _number(self, action: int, about: str) -> int | None:
        kind = self._kind_of[action]
        return action - self._first[kind] if self._about[kind] == about else None

    def text(self, action: int, columns: int) -> str:
        """An action in notation, on a grid of so many columns."""
        kind = self.kind(action)
        number = action - self._first[kind]
        about = self._about[kind]
        if about == "cell":
            return f"{kind} {position_text(number, columns)}"
        if about == "place":
            return f"{kind} {place_text(number, columns)}"
        return f"{kind} {ORDERS[number]}" if about == "order" else kind

    def parse(self, text: str, columns: int, cells: int, players: int) -> int:
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
        if not about:
            if space:
                raise NotationError(f"{text!r}: {kind!r} stands alone")
            return self._first[kind]
        if about == "order":
            if rest not in ORDERS:
                raise NotationError(f"{text!r}: {kind!r} needs an order, as in '{kind} 231'")
            return self._first[kind] + ORDERS.index(rest)
        if not rest:
            raise NotationError(f"{text!r}: {kind!r} needs {_EXAMPLES[about].format(kind)}")
        if about == "place":
            return self._first[kind] + parse_place(rest, columns, cells, players)
        return self._first[kind] + parse_position(rest, columns, cells)


def state_text(game: str, state: Any, codes: Any, deck: Deck, phases: tuple[str, ...]) -> str:
    """A state, or an observation, as one line.

    Parameters
    ----------
    game : str
        The game's name, the first word.
    state : twin
        A state or an observation.
    codes : twin
        The rule codes.
    deck : Deck
        Names the cards.
    phases : tuple of str
        Names the phases.
    """
    words = [game]
    for f in dataclasses.fields(state):
        if f.metadata["text"] != "size":
            writer = _Writer(state, codes, deck, phases)
            words.append(f"{f.name}={writer.write(f.metadata['text'], f.name)}")
    return " ".join(words)


def known_cards(state: Any, players: int) -> list[list[tuple[int, int]]]:
    """What each seat knows of the draw pile: cards, and among the next how many each lies."""
    return [
        list(zip(state.known[seat][:size], state.known_to[seat][:size], strict=True))
        for seat, size in enumerate(state.known_size[:players])
    ]


class _Writer:
    def __init__(self, state: Any, codes: Any, deck: Deck, phases: tuple[str, ...]) -> None:
        self.state, self.codes, self.deck, self.phases = state, codes, deck, phases

    def write(self, how: str, name: str) -> str:
        value = getattr(self.state, name)
        card = self.deck.card_text
        if how == "phase":
            return self.phases[int(value)].replace(" ", "-")
        if how == "card":
            return card(value)
        if how == "pile":
            size = getattr(self.state, f"{name}_size")
            return ",".join(card(c) for c in reversed(value[:size]))
        if how == "known":
            return "|".join(
                ",".join(f"{card(c)}@{to}" for c, to in known)
                for known in known_cards(self.state, self.codes.players)
            )
        if how == "seats":
            return ",".join(str(number) for number in value[: self.codes.players])
        if how == "effect":
            return list(self.deck.effects)[value - 1] if value else "."
        if how == "place":
            return place_text(value, self.codes.columns).replace(" ", "-")
        if how == "grid":
            return "|".join(
                ",".join(card(c) for c in row[: self.codes.cells])
                for row in value[: self.codes.players]
            )
        return str(value)


def parse_state(
    text: str, game: str, cls: type, codes: Any, deck: Deck, phases: tuple[str, ...]
) -> Any:
    """The state that a line stands for; the inverse of `state_text`.

    Raises
    ------
    NotationError
        If a word is missing, unknown, doubled or damaged; the message names it.
    """
    if not isinstance(text, str):
        raise NotationError(f"state text is text, not of the type {type(text).__name__}")
    name, *words = text.split(" ")
    if name != game:
        raise NotationError(f"state text begins with {game!r}, not {name!r}")
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in found:
            raise NotationError(f"state text: {word!r} is no field, or stands there twice")
        found[key] = value
    state = cls()
    for f in dataclasses.fields(cls):
        how = f.metadata["text"]
        if how == "size":
            continue
        if f.name not in found:
            raise NotationError(f"state text: the field {f.name!r} is missing")
        value = found.pop(f.name)
        try:
            _read(state, f, how, value, codes, deck, phases)
        except ValueError as error:
            raise NotationError(f"state text: {f.name}={value!r}: {error}") from None
    if found:
        raise NotationError(f"state text: {next(iter(found))!r} is no field of {game}")
    written = state_text(game, state, codes, deck, phases)
    if written != text:
        pairs = enumerate(zip(text, written, strict=False))
        at = next((i for i, (a, b) in pairs if a != b), len(written))
        raise NotationError(
            f"state text: {text[at : at + 20]!r} isn't as it would be written: "
            f"{written[at : at + 20]!r}"
        )
    return state


def _read(
    state: Any,
    f: dataclasses.Field[Any],
    how: str,
    text: str,
    codes: Any,
    deck: Deck,
    phases: tuple[str, ...],
) -> None:
    if how == "phase":
        names = [phase.replace(" ", "-") for phase in phases]
        if text not in names:
            raise NotationError(f"phases are {', '.join(names)}")
        setattr(state, f.name, names.index(text))
    elif how == "card":
        setattr(state, f.name, deck.parse_card(text))
    elif how == "pile":
        cards = [deck.parse_card(word) for word in text.split(",")] if text else []
        _fill(getattr(state, f.name), list(reversed(cards)))
        setattr(state, f"{f.name}_size", len(cards))
    elif how == "known":
        rows = text.split("|")
        if len(rows) != codes.players:
            raise NotationError(f"{codes.players} seats are needed, not {len(rows)}")
        for seat, row in enumerate(rows):
            words = [word.partition("@") for word in row.split(",")] if row else []
            _fill(state.known[seat], [deck.parse_card(card) for card, _, _ in words])
            _fill(state.known_to[seat], [_number(to) for _, _, to in words])
            state.known_size[seat] = len(words)
    elif how == "effect":
        keys = [".", *deck.effects]
        if text not in keys:
            raise NotationError(f"effects of this deck are {', '.join(deck.effects)}")
        setattr(state, f.name, keys.index(text))
    elif how == "place":
        setattr(state, f.name, _read_place(text, codes))
    elif how == "seats":
        _fill(getattr(state, f.name), [_number(word) for word in text.split(",")], codes.players)
    elif how == "grid":
        rows = text.split("|")
        if len(rows) != codes.players:
            raise NotationError(f"{codes.players} grids are needed, not {len(rows)}")
        for seat, row in enumerate(rows):
            cards = [deck.parse_card(word) for word in row.split(",")]
            _fill(getattr(state, f.name)[seat], cards, codes.cells)
    else:
        setattr(state, f.name, _number(text))


def _read_place(text: str, codes: Any) -> int:
    if text in (".", "discard-pile"):
        return NO_PLACE if text == "." else DISCARD_PLACE
    return parse_place(text, codes.columns, codes.cells, codes.players)


def _number(text: str) -> int:
    number = int(text)
    if abs(number) >= 2**63:
        raise NotationError(f"{text} is too large")
    return number


def _fill(target: list[int], values: list[int], needed: int | None = None) -> None:
    if needed is not None and len(values) != needed:
        raise NotationError(f"{needed} entries are needed, not {len(values)}")
    if len(values) > len(target):
        raise NotationError(f"at most {len(target)} entries, not {len(values)}")
    target[: len(values)] = values
