"""Notation of Skip-Bo's arguments: the card that is moved, and the pile it goes to.

``play stock b2``, ``play partner-d3 b2``, ``play 7 b2``, ``play wild b2 down``; ``discard
wild d1``.  A source is a number, in the order of `skyjo_widget.engine.skipbo.rules.legal`: one's
own stock pile, the partner's, one's own discard piles, the partner's, then a card of the hand
by its number, a wild one last.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from skyjo_widget.engine.core.notation import About
from skyjo_widget.errors import NotationError
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import SkipBoCodesTwin as R

MAX_PILES = 4
"""The most building piles, and the most discard piles of a seat."""
MAX_NUMBER = 30
"""The highest number that a deck can have."""

OWN_STOCK, PARTNERS_STOCK = range(2)
OWN_DISCARD = 2
PARTNERS_DISCARD = OWN_DISCARD + MAX_PILES
FROM_HAND = PARTNERS_DISCARD + MAX_PILES
WILD_IN_HAND = FROM_HAND + MAX_NUMBER
SOURCES = WILD_IN_HAND + 1

_PILE = re.compile(r"([bd])([1-9])")


def source_text(source: int) -> str:
    """Format a source: ``stock``, ``partner-d3``, ``7``, ``wild``."""
    if source >= FROM_HAND:
        return "wild" if source == WILD_IN_HAND else str(source - FROM_HAND + 1)
    if source < OWN_DISCARD:
        return ("stock", "partner-stock")[source]
    if source < PARTNERS_DISCARD:
        return f"d{source - OWN_DISCARD + 1}"
    return f"partner-d{source - PARTNERS_DISCARD + 1}"


_SOURCES = {source_text(source): source for source in range(SOURCES)}


def _parse_pile(text: str, letter: str, count: int) -> int:
    match = _PILE.fullmatch(text)
    if match and match[1] == letter and int(match[2]) <= count:
        return int(match[2]) - 1
    what = _("building pile") if letter == "b" else _("discard pile")
    raise NotationError(
        "{text!r} is no {what}; they go from {first} to {last}",
        text=text,
        what=what,
        first=f"{letter}1",
        last=f"{letter}{count}",
    )


def _split(text: str) -> tuple[str, str]:
    source, _, pile = text.partition(" ")
    return source, pile


def _play_text(number: int, _r: R) -> str:
    source, pile = divmod(number, MAX_PILES)
    return f"{source_text(source)} b{pile + 1}"


def _parse_play(text: str, r: R) -> int:
    source, pile = _split(text)
    if source not in _SOURCES:
        raise NotationError(
            "{source!r} is no card to play; there are stock, d1 to d{discard_piles}, "
            "with a partner partner-stock and partner-d1, and the cards of the hand: 1 "
            "to {highest} and wild",
            source=source,
            discard_piles=r.discard_piles,
            highest=r.highest,
        )
    return _SOURCES[source] * MAX_PILES + _parse_pile(pile, "b", r.building_piles)


def _down_text(number: int, _r: R) -> str:
    source, pile = divmod(number, MAX_PILES)
    return f"{source_text(WILD_IN_HAND if source == FROM_HAND else source)} b{pile + 1}"


def _parse_down(text: str, r: R) -> int:
    source, pile = divmod(_parse_play(text, r), MAX_PILES)
    if FROM_HAND <= source < WILD_IN_HAND:
        raise NotationError(
            "'down' is for a wild card alone, which may begin a pile either way, not for {card}",
            card=source_text(source),
        )
    return min(source, FROM_HAND) * MAX_PILES + pile


def _discard_text(number: int, _r: R) -> str:
    card, pile = divmod(number, MAX_PILES)
    return f"{source_text(FROM_HAND + card)} d{pile + 1}"


def _parse_discard(text: str, r: R) -> int:
    card, pile = _split(text)
    source = _SOURCES.get(card, 0)
    if source < FROM_HAND:
        raise NotationError(
            "{card!r} is no card of a hand: 1 to {highest}, or wild", card=card, highest=r.highest
        )
    return (source - FROM_HAND) * MAX_PILES + _parse_pile(pile, "d", r.discard_piles)


PLAY_CARD = About(
    SOURCES * MAX_PILES,
    _play_text,
    _parse_play,
    _("a card and a building pile, as in '{action} stock b1'"),
    lambda number, r, seat: f"b{number % MAX_PILES + 1}",
)
"""A source and a building pile, as source × MAX_PILES + pile."""
BEGIN_DOWN = About(
    (FROM_HAND + 1) * MAX_PILES,
    _down_text,
    _parse_down,
    position=lambda number, r, seat: f"b{number % MAX_PILES + 1}",
    ending=" down",
)
"""A wild card and an empty place for a pile that runs down, as number × MAX_PILES + pile.

The number is a source's, `FROM_HAND` for a wild card of the hand.
"""
DISCARD_CARD = About(
    (MAX_NUMBER + 1) * MAX_PILES,
    _discard_text,
    _parse_discard,
    _("a card of the hand and a discard pile, as in '{action} 7 d1'"),
    lambda number, r, seat: f"d{number % MAX_PILES + 1}",
)
"""A card of the hand and a discard pile of one's own, as card × MAX_PILES + pile."""
