"""What the log tells of NewSkyjo beside what it tells of its family: the effects."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine import family_rows
from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.grid_notation import place_text
from skyjo_widget.engine.newskyjo import (
    GAME_OVER,
    NO_EFFECT,
    ORDER,
    PLACE_DRAWN,
    ROUND_OVER,
    NewSkyjoState,
)
from skyjo_widget.engine.rules import NewSkyjoCodes
from skyjo_widget.engine.state import NO_PLACE


def consequences(
    before: NewSkyjoState, s: NewSkyjoState, r: NewSkyjoCodes, deck: Deck, seat: int
) -> dict[str, Any]:
    """What the last action of a seat did; see `skyjo_widget.engine.family_rows`.

    Returns
    -------
    dict
        Also `told_as`, what others read of a private choice, and `more`: effect, the key
        of the effect that it began or went on with; no_effect, whether it began one that
        could do nothing; swapped, the two places that changed places.
    """
    told = family_rows.consequences(before, s, r, deck, seat, s.phase == PLACE_DRAWN)
    swapped = None
    if s.swapped_first != NO_PLACE:
        swapped = [
            place_text(place, r.columns, seat) for place in (s.swapped_first, s.swapped_second)
        ]
    told["told_as"] = "order" if before.phase == ORDER else None
    told["more"] = {
        "effect": None if s.effect_told == NO_EFFECT else list(deck.effects)[s.effect_told - 1],
        "no_effect": bool(s.no_effect),
        "swapped": swapped,
    }
    return told


def round_facts(s: NewSkyjoState, r: NewSkyjoCodes) -> dict[str, Any]:
    """How a round stands; see `skyjo_widget.engine.family_rows`."""
    return family_rows.round_facts(s, r, s.phase in (ROUND_OVER, GAME_OVER))


def known(s: NewSkyjoState, seat: int) -> tuple[list[int], list[int]]:
    """The next cards of the draw pile that a seat knows, and among how many each lies."""
    size = s.known_size[seat]
    return s.known[seat][:size], s.known_to[seat][:size]
