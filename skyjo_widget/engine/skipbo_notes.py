"""What a driver notes of Skip-Bo, and what the log makes of it.

The same columns as `skyjo_widget.engine.skipbo_rows` tells of a game at a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.noted import Column, numbers, texts
from skyjo_widget.engine.skipbo import NO_SOURCE, partner
from skyjo_widget.engine.skipbo_rows import source_pile, source_word
from skyjo_widget.engine.speed import inlined_rule, rule
from skyjo_widget.engine.state import NO_CARD, field, twin

_WORDS = ("stock pile", "discard pile", "hand")


@twin
class SkipBoDetails:
    """The details of a decision in Skip-Bo."""

    legal_actions: int = field("public", "how many were legal")
    source: int = field("public", "where the card came from", empty=NO_SOURCE)
    played_as: int = field("public", "the number it stands for; 0 if it wasn't played")
    completed: int = field("public", "1 if it completed its building pile")
    stock_left: int = field("public", "cards in the seat's stock pile after it")
    hand_size: int = field("public", "cards in its hand after it")


@rule
def note_before(s: Any, r: Any, detail: Any, scratch: Any) -> None:
    """Nothing but what every game notes of the moment before a decision."""


@inlined_rule
def note_after(s: Any, r: Any, note: Any) -> None:
    """Note what came of a decision."""
    note.card_in = s.card_in
    note.card_out = NO_CARD


@rule
def note_details(s: Any, r: Any, seat: int, detail: Any) -> None:
    """Note the details of the moment after it."""
    detail.source = s.source
    detail.played_as = s.played_as
    detail.completed = s.has_completed
    detail.stock_left = s.stock_left[seat]
    detail.hand_size = s.hand_size[seat]


@rule
def note_cleared(
    s: Any, r: Any, seat: int, row: int, cleared: Any, where: Any, scratch: Any
) -> None:
    """Nothing: there is no column rule."""


@rule
def note_round(s: Any, r: Any, seat: int, row: Any) -> None:
    """Note how a round has ended for a seat."""
    row.dealer = int(s.dealer == seat)
    row.starter = int(s.starter == seat)
    row.ender = int(s.ender == seat)
    row.score = s.score[seat]
    row.total = s.total[seat]
    row.turns = s.turns[seat]
    row.cards_left = s.stock_left[seat]
    row.penalty_cards = s.penalty_cards[seat]


ROUND_COLUMNS = ("dealer", "turns", "cards_left", "penalty_cards")


def tell(details: Any, seats: Any, _cleared: Any, r: Any, _deck: Deck) -> dict[str, Column]:
    """The log's columns from the details of decisions.

    Parameters
    ----------
    details : structured array, shape (decisions,)
    seats : array of int, shape (decisions,)
        Who decided.
    """
    kinds, found = np.unique(details["source"] * r.players + seats, return_inverse=True)
    sources, whose = np.divmod(kinds, r.players)
    told = [source_word(one) for one in sources.tolist()]
    piles = [
        source_pile(one, partner(r, seat))
        for one, seat in zip(sources.tolist(), whose.tolist(), strict=True)
    ]
    names = sorted({pile for pile in piles if pile})
    word = np.array([_WORDS.index(one) if one else -1 for one in told], np.int64)
    pile = np.array([names.index(one) if one else -1 for one in piles], np.int64)
    return {
        "legal_actions": numbers(details["legal_actions"]),
        "source": texts(word[found], _WORDS),
        "source_pile": texts(pile[found], names),
        "played_as": numbers(details["played_as"], details["played_as"] == 0),
        "completed": numbers(details["completed"]),
        "stock_left": numbers(details["stock_left"]),
        "hand_size": numbers(details["hand_size"]),
    }
