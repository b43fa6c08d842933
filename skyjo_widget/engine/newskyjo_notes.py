"""What a driver notes of NewSkyjo beside what it notes of its family: the effects."""

from __future__ import annotations

from typing import Any

import numpy as np

from skyjo_widget.engine import family_notes
from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.family_notes import FamilyDetails
from skyjo_widget.engine.family_notes import note_details as note_family_details
from skyjo_widget.engine.grid_notation import place_text
from skyjo_widget.engine.newskyjo import NO_EFFECT
from skyjo_widget.engine.noted import Column, numbers, texts
from skyjo_widget.engine.speed import inlined_rule, rule
from skyjo_widget.engine.state import MAX_CELLS, NO_PLACE, field, twin


@twin
class NewSkyjoDetails(FamilyDetails):
    """The details of a decision in NewSkyjo."""

    effect: int = field("public", "the effect that it began or went on with")
    no_effect: int = field("public", "1 if it began one that could do nothing")
    swapped_first: int = field("public", "the first place that it swapped", empty=NO_PLACE)
    swapped_second: int = field("public", "the second one", empty=NO_PLACE)


@inlined_rule
def note_after(s: Any, r: Any, note: Any) -> None:
    """Note what came of a decision."""
    note.card_in = max(s.hand, s.card_in)  # at most one of them is a card; no jump
    note.card_out = s.card_out


@rule
def note_details(s: Any, r: Any, seat: int, detail: Any) -> None:
    """Note the details of the moment after it."""
    note_family_details(s, r, seat, detail)
    detail.effect = s.effect_told
    detail.no_effect = s.no_effect
    detail.swapped_first = s.swapped_first
    detail.swapped_second = s.swapped_second


def tell(details: Any, seats: Any, cleared: Any, r: Any, deck: Deck) -> dict[str, Column]:
    """The log's columns from the details of decisions; see `skyjo_widget.engine.family_notes`."""
    return {
        **family_notes.tell(details, seats, cleared, r, deck),
        "effect": texts(details["effect"] - NO_EFFECT - 1, tuple(deck.effects)),
        "no_effect": numbers(details["no_effect"]),
        "swapped": _tell_swapped(details["swapped_first"], details["swapped_second"], seats, r),
    }


def _tell_swapped(first: Any, second: Any, seats: Any, r: Any) -> Column:
    codes = np.full(len(seats), -1)
    many = 16 * MAX_CELLS * 16  # more than there are places
    keys = (seats.astype(np.int64) * many + first) * many + second
    kinds, found = np.unique(keys[first != NO_PLACE], return_inverse=True)
    words = []
    for key in kinds.tolist():
        rest, b = divmod(key, many)
        seat, a = divmod(rest, many)
        words.append(" ".join(place_text(place, r.columns, seat) for place in (a, b)))
    codes[first != NO_PLACE] = found
    return Column(codes, tuple(words))
