"""State text: formatting and parsing of states and observations as one line.

Grammar (``docs/notation.md`` has it with examples)::

    state = game { " " field "=" value }
    card  = number [":" effect] | "wild" | "?" | "."    face up; a wild card; unknown; none

A field's declaration names its text form (`skyjo_widget.engine.core.state.field`).
A parser accepts what the writer writes and nothing else; its errors say what is wrong.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.positions import (
    DISCARD_PLACE,
    pack_passed,
    parse_place,
    passed_places,
    place_text,
)
from skyjo_widget.engine.limits import NO_CARD, NO_PLACE
from skyjo_widget.errors import NotationError


@dataclasses.dataclass(frozen=True, slots=True)
class Moment:
    """A state or an observation, with the names of its cards and phases.

    Parameters
    ----------
    state, codes : twin
        The state or observation, and the rule codes.
    deck : Deck
        Names the cards.
    phases : tuple of str
        Names the phases.
    """

    state: Any
    codes: Any
    deck: Deck
    phases: tuple[str, ...]


def state_text(game: str, moment: Moment) -> str:
    """Format a moment as one line that begins with the game's name."""
    words = [
        f"{f.name}={TEXTS[f.metadata['text']].write(moment, f.name)}"
        for f in dataclasses.fields(moment.state)
        if f.metadata["text"] != "size" and not _left_out(moment.state, f)
    ]
    return " ".join([game, *words])


def _left_out(state: Any, f: dataclasses.Field[Any]) -> bool:
    """Return whether a field is optional, and empty."""
    if not f.metadata["optional"]:
        return False
    value, empty = getattr(state, f.name), f.metadata["empty"]
    return all(each == empty for each in value) if f.metadata["shape"] else value == empty


def parse_state(text: str, game: str, moment: Moment) -> Any:
    """Parse a line; the inverse of `state_text`.

    Parameters
    ----------
    text : str
        The line.
    game : str
        The game's name, its first word.
    moment : Moment
        With a new state, which is filled and returned.

    Raises
    ------
    NotationError
        If a word is missing, unknown, doubled or damaged; the message names it.
    """
    if not isinstance(text, str):
        raise NotationError("state text is text, not of the type {kind}", kind=type(text).__name__)
    name, *words = text.split(" ")
    if name != game:
        raise NotationError("state text begins with {game!r}, not {name!r}", game=game, name=name)
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in fields:
            raise NotationError(
                "state text: {word!r} is no field, or stands there twice", word=word
            )
        fields[key] = value
    for f in dataclasses.fields(moment.state):
        how = f.metadata["text"]
        if how == "size":
            continue
        if f.name not in fields:
            if f.metadata["optional"]:
                continue
            raise NotationError("state text: the field {name!r} is missing", name=f.name)
        value = fields.pop(f.name)
        try:
            TEXTS[how].read(moment, f.name, value)
        except ValueError as error:
            raise NotationError(
                "state text: {name}={value!r}: {error}", name=f.name, value=value, error=error
            ) from None
    if fields:
        raise NotationError(
            "state text: {found!r} is no field of {game}", found=next(iter(fields)), game=game
        )
    written = state_text(game, moment)
    if written != text:
        pairs = enumerate(zip(text, written, strict=False))
        at = next((i for i, (a, b) in pairs if a != b), len(written))
        raise NotationError(
            "state text: {text!r} isn't as it would be written: {written!r}",
            text=text[at : at + 20],
            written=written[at : at + 20],
        )
    return moment.state


def known_cards(state: Any, players: int) -> list[list[tuple[int, int]]]:
    """List by seat the known cards of the draw pile: pairs of a card and its greatest depth.

    A card with the depth n lies among the next n.
    """
    return [
        list(zip(state.known[seat][:size], state.known_to[seat][:size], strict=True))
        for seat, size in enumerate(state.known_size[:players])
    ]


def piles_of(state: Any, name: str) -> list[list[int]]:
    """List the piles of a field, each from bottom to top."""
    sizes = getattr(state, f"{name}_size")
    return [pile[:size] for pile, size in zip(getattr(state, name), sizes, strict=False)]


class Text(NamedTuple):
    """A text form of fields: ``write(moment, name)`` and ``read(moment, name, text)``."""

    write: Callable[[Moment, str], str]
    read: Callable[[Moment, str, str], None]


def _write_number(m: Moment, name: str) -> str:
    return str(getattr(m.state, name))


def _read_number(m: Moment, name: str, text: str) -> None:
    setattr(m.state, name, _number(text))


def _write_phase(m: Moment, name: str) -> str:
    return m.phases[int(getattr(m.state, name))].replace(" ", "-")


def _read_phase(m: Moment, name: str, text: str) -> None:
    names = [phase.replace(" ", "-") for phase in m.phases]
    if text not in names:
        raise NotationError("phases are {names}", names=", ".join(names))
    setattr(m.state, name, names.index(text))


def _write_card(m: Moment, name: str) -> str:
    return m.deck.card_text(getattr(m.state, name))


def _read_card(m: Moment, name: str, text: str) -> None:
    setattr(m.state, name, m.deck.parse_card(text))


def _write_pile(m: Moment, name: str) -> str:
    size = getattr(m.state, f"{name}_size")
    return _written_pile(m, getattr(m.state, name)[:size])


def _read_pile(m: Moment, name: str, text: str) -> None:
    cards = _read_cards(m, text)[::-1]
    _fill(getattr(m.state, name), cards)
    setattr(m.state, f"{name}_size", len(cards))


def _write_seats(m: Moment, name: str) -> str:
    return ",".join(str(number) for number in getattr(m.state, name)[: m.codes.players])


def _read_seats(m: Moment, name: str, text: str) -> None:
    numbers = [_number(word) for word in text.split(",")]
    _fill(getattr(m.state, name), numbers, m.codes.players)


def _write_building(m: Moment, name: str) -> str:
    return ",".join(str(number) for number in getattr(m.state, name)[: m.codes.building_piles])


def _read_building(m: Moment, name: str, text: str) -> None:
    numbers = [_number(word) for word in text.split(",")]
    _fill(getattr(m.state, name), numbers, m.codes.building_piles)


def _write_cards(m: Moment, name: str) -> str:
    return ",".join(m.deck.card_text(card) for card in getattr(m.state, name)[: m.codes.players])


def _read_cards_of_seats(m: Moment, name: str, text: str) -> None:
    _fill(getattr(m.state, name), _read_cards(m, text), m.codes.players)


def _write_hands(m: Moment, name: str) -> str:
    return "|".join(
        ",".join(m.deck.card_text(card) for card in row if card != NO_CARD)
        for row in getattr(m.state, name)[: m.codes.players]
    )


def _read_hands(m: Moment, name: str, text: str) -> None:
    for row, words in zip(
        getattr(m.state, name), _split(text, "|", m.codes.players, "hands"), strict=False
    ):
        _fill(row, _read_cards(m, words))


def _write_piles(m: Moment, name: str, rows: int) -> str:
    return "|".join(_written_pile(m, pile) for pile in piles_of(m.state, name)[:rows])


def _read_piles(m: Moment, name: str, texts: list[str]) -> None:
    sizes = getattr(m.state, f"{name}_size")
    for n, text in enumerate(texts):
        cards = _read_cards(m, text)[::-1]
        _fill(getattr(m.state, name)[n], cards)
        sizes[n] = len(cards)


def _piles_by(code: str) -> Text:
    """Return the text form of piles whose number is a rule code."""
    return Text(
        lambda m, name: _write_piles(m, name, getattr(m.codes, code)),
        lambda m, name, text: _read_piles(
            m, name, _split(text, "|", getattr(m.codes, code), "piles")
        ),
    )


def _write_seats_piles(m: Moment, name: str) -> str:
    each = m.codes.discard_piles
    rows = m.codes.players * each
    piles = [_written_pile(m, pile) for pile in piles_of(m.state, name)[:rows]]
    return "|".join("/".join(piles[n : n + each]) for n in range(0, rows, each))


def _read_seats_piles(m: Moment, name: str, text: str) -> None:
    seats = _split(text, "|", m.codes.players, "seats")
    each = m.codes.discard_piles
    _read_piles(m, name, [pile for seat in seats for pile in _split(seat, "/", each, "piles")])


def _write_known(m: Moment, _name: str) -> str:
    return "|".join(
        ",".join(f"{m.deck.card_text(card)}@{to}" for card, to in cards)
        for cards in known_cards(m.state, m.codes.players)
    )


def _read_known(m: Moment, _name: str, text: str) -> None:
    for seat, row in enumerate(_split(text, "|", m.codes.players, "seats")):
        words = [word.partition("@") for word in row.split(",")] if row else []
        _fill(m.state.known[seat], [m.deck.parse_card(card) for card, _, _ in words])
        _fill(m.state.known_to[seat], [_number(to) for _, _, to in words])
        m.state.known_size[seat] = len(words)


def _write_effect(m: Moment, name: str) -> str:
    value = getattr(m.state, name)
    return list(m.deck.effects)[value - 1] if value else "."


def _read_effect(m: Moment, name: str, text: str) -> None:
    keys = [".", *m.deck.effects]
    if text not in keys:
        raise NotationError("effects of this deck are {effects}", effects=", ".join(m.deck.effects))
    setattr(m.state, name, keys.index(text))


def _write_place(m: Moment, name: str) -> str:
    return place_text(getattr(m.state, name), m.codes.columns).replace(" ", "-")


def _read_place(m: Moment, name: str, text: str) -> None:
    if text in (".", "discard-pile"):
        place = NO_PLACE if text == "." else DISCARD_PLACE
    else:
        place = parse_place(text, m.codes.columns, m.codes.cells, m.codes.players)
    setattr(m.state, name, place)


def _write_passed(m: Moment, name: str) -> str:
    places = passed_places(getattr(m.state, name))
    return ",".join(place_text(place, m.codes.columns) for place in places) or "."


def _read_passed(m: Moment, name: str, text: str) -> None:
    words = [] if text == "." else text.split(",")
    codes = m.codes
    places = [parse_place(word, codes.columns, codes.cells, codes.players) for word in words]
    setattr(m.state, name, pack_passed(places))


def _write_grid(m: Moment, name: str) -> str:
    return "|".join(
        ",".join(m.deck.card_text(card) for card in row[: m.codes.cells])
        for row in getattr(m.state, name)[: m.codes.players]
    )


def _read_grid(m: Moment, name: str, text: str) -> None:
    for row, words in zip(
        getattr(m.state, name), _split(text, "|", m.codes.players, "grids"), strict=False
    ):
        _fill(row, _read_cards(m, words), m.codes.cells)


TEXTS = {
    "int": Text(_write_number, _read_number),
    "phase": Text(_write_phase, _read_phase),
    "card": Text(_write_card, _read_card),
    "pile": Text(_write_pile, _read_pile),
    "seats": Text(_write_seats, _read_seats),
    "by building pile": Text(_write_building, _read_building),
    "cards": Text(_write_cards, _read_cards_of_seats),
    "hands": Text(_write_hands, _read_hands),
    "stock piles": _piles_by("players"),
    "building piles": _piles_by("building_piles"),
    "discard piles": Text(_write_seats_piles, _read_seats_piles),
    "known": Text(_write_known, _read_known),
    "effect": Text(_write_effect, _read_effect),
    "place": Text(_write_place, _read_place),
    "passed": Text(_write_passed, _read_passed),
    "grid": Text(_write_grid, _read_grid),
}
"""The text forms of fields, by name.

int, phase, card; pile, with its size in another field (``name_size``), top card first; seats,
by building pile: a number for each; cards: a card for each; hands: each seat's visible cards;
piles: one for each seat or place, or several for each seat; known: cards and their greatest
depth; effect; place; passed: the places of cards that were passed on; grid.  A ``size`` isn't
written.
"""


def _written_pile(m: Moment, cards: list[int]) -> str:
    return ",".join(m.deck.card_text(card) for card in reversed(cards))


def _read_cards(m: Moment, text: str) -> list[int]:
    return [m.deck.parse_card(word) for word in text.split(",")] if text else []


def _split(text: str, mark: str, needed: int, what: str) -> list[str]:
    parts = text.split(mark)
    if len(parts) != needed:
        raise NotationError(
            "{needed} {what} are needed, not {count}", needed=needed, what=what, count=len(parts)
        )
    return parts


def _number(text: str) -> int:
    number = int(text)
    if abs(number) >= 2**63:
        raise NotationError("{text} is too large", text=text)
    return number


def _fill(target: list[int], values: list[int], needed: int | None = None) -> None:
    if needed is not None and len(values) != needed:
        raise NotationError(
            "{needed} entries are needed, not {count}", needed=needed, count=len(values)
        )
    if len(values) > len(target):
        raise NotationError(
            "at most {most} entries, not {count}", most=len(target), count=len(values)
        )
    target[: len(values)] = values
