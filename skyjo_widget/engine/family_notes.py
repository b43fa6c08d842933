"""What a driver notes of any game of the Skyjo family, and what the log makes of it.

The same columns as `skyjo_widget.engine.family_rows` tells of a game at a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.family import SOURCES
from skyjo_widget.engine.grid import visible_sum
from skyjo_widget.engine.grid_notation import place_text
from skyjo_widget.engine.noted import NOTHING, Column, numbers, texts
from skyjo_widget.engine.speed import rule
from skyjo_widget.engine.state import MAX_CELLS, NO_CARD, field, twin


@twin
class FamilyDetails:
    """The details of a decision in any game of the family."""

    legal_actions: int = field("public", "how many were legal")
    discard_top: int = field("public", "the number on the discard pile's top card before")
    visible_before: int = field("public", "the sum of the seat's face-up cards before")
    source: int = field("public", "where the card came from, of `SOURCES`")
    hidden_left: int = field("public", "the seat's cards face down after it")
    visible_after: int = field("public", "the sum of its face-up cards after it")


@rule
def note_before(s: Any, r: Any, detail: Any, scratch: Any) -> None:
    """Note the details of the moment before a decision, and the grids."""
    detail.discard_top = NOTHING
    if s.discard_size > 0:
        detail.discard_top = r.value[s.discard[s.discard_size - 1]]
    detail.visible_before = visible_sum(s, r, s.seat)
    for p in range(r.players):
        for i in range(r.cells):
            scratch.grid[p][i] = s.grid[p][i]


@rule
def note_details(s: Any, r: Any, seat: int, detail: Any) -> None:
    """Note the details of the moment after it."""
    detail.source = s.source
    detail.hidden_left = s.hidden[seat]
    detail.visible_after = visible_sum(s, r, seat)


@rule
def note_cleared(
    s: Any, r: Any, seat: int, row: int, cleared: Any, where: Any, scratch: Any
) -> None:
    """Note the cards that the column rule took away: the seat's first, then those to its left."""
    for q in range(r.players):
        p = (seat + q) % r.players
        for i in range(r.cells):
            if s.grid[p][i] == NO_CARD and scratch.grid[p][i] != NO_CARD:
                cleared[where.cleared].row = row
                cleared[where.cleared].place = p * MAX_CELLS + i
                where.cleared += 1


@rule
def note_round(s: Any, r: Any, seat: int, row: Any) -> None:
    """Note how a round has ended for a seat."""
    row.starter = int(s.starter == seat)
    row.ender = int(s.ender == seat)
    row.raw_score = s.raw[seat]
    row.score = s.score[seat]
    row.total = s.total[seat]
    row.turns = s.turns[seat]
    row.columns_cleared = s.columns_cleared[seat]


ROUND_COLUMNS = ("raw_score", "penalty", "turns", "columns_cleared")


def tell(details: Any, seats: Any, cleared: Any, r: Any, _deck: Deck) -> dict[str, Column]:
    """The log's columns from the details of decisions.

    Parameters
    ----------
    details : structured array, shape (decisions,)
    seats : array of int, shape (decisions,)
        Who decided.
    cleared : structured array, shape (cards,)
        Of `skyjo_widget.engine.noted.ClearedNote`.
    """
    return {
        "legal_actions": numbers(details["legal_actions"]),
        "discard_top": numbers(details["discard_top"]),
        "visible_before": numbers(details["visible_before"]),
        "source": texts(details["source"] - 1, SOURCES[1:]),
        "hidden_left": numbers(details["hidden_left"]),
        "visible_after": numbers(details["visible_after"]),
        "cleared": _tell_cleared(cleared, seats, r),
    }


def _tell_cleared(cleared: Any, seats: Any, r: Any) -> Column:
    codes = np.full(len(seats), -1)
    words: list[str] = []
    found, firsts = np.unique(cleared["row"], return_index=True)
    for n, places in zip(found, np.split(cleared["place"], firsts[1:]), strict=False):
        codes[n] = len(words)
        words.append(" ".join(place_text(place, r.columns, seats[n]) for place in places.tolist()))
    return Column(codes, tuple(words))
