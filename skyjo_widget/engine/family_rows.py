"""What the log tells of any game of the Skyjo family; the rest is each game's own."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.family import SOURCES, FamilyState
from skyjo_widget.engine.grid import visible_sum
from skyjo_widget.engine.grid_notation import place_text
from skyjo_widget.engine.rules import FamilyCodes
from skyjo_widget.engine.state import MAX_CELLS, NO_CARD, NOBODY


def before(s: FamilyState, r: FamilyCodes, seat: int) -> dict[str, Any]:
    """What every seat may know of the moment before an action: columns of its row."""
    return {
        "draw_pile_size": s.draw_size,
        "discard_top": r.value[s.discard[s.discard_size - 1]] if s.discard_size else None,
        "visible_before": visible_sum(s, r, seat),
    }


def after(s: FamilyState, r: FamilyCodes, seat: int) -> dict[str, Any]:
    """The same of the moment after it."""
    return {"hidden_left": s.hidden[seat], "visible_after": visible_sum(s, r, seat)}


def consequences(
    before: FamilyState, s: FamilyState, r: FamilyCodes, deck: Deck, seat: int, private: bool
) -> dict[str, Any]:
    """What the last action of a seat did.

    Parameters
    ----------
    private : bool
        Whether the seat alone has seen the card that came in, now in its hand.

    Returns
    -------
    dict
        source : where `card_in` came from, or None; card_in, card_out : cards as the
        record writes them, or None; cleared : the places that the column rule emptied,
        those of the seat first, then those to its left, each in cell order; private;
        revealed : whether a card was seen that not all had seen before.
    """
    return {
        "source": SOURCES[s.source] or None,
        "card_in": _card(deck, s.hand if private else s.card_in),
        "card_out": _card(deck, s.card_out),
        "cleared": [
            place_text(owner * MAX_CELLS + cell, r.columns, seat)
            for owner in ((seat + k) % r.players for k in range(r.players))
            if s.cards_left[owner] != before.cards_left[owner]
            for cell in range(r.cells)
            if before.grid[owner][cell] != NO_CARD and s.grid[owner][cell] == NO_CARD
        ],
        "private": private,
        "revealed": bool(s.revealed),
    }


def round_facts(s: FamilyState, r: FamilyCodes, over: bool) -> dict[str, Any]:
    """How a round stands; lists by seat, scores None until it is over.

    Returns
    -------
    dict
        starter, ender : seats or None; turns, columns_cleared, raw, score, total.
    """
    n = r.players
    return {
        "starter": s.starter if s.turn else None,
        "ender": s.ender if s.turn and s.ender != NOBODY else None,
        "turns": s.turns[:n],
        "columns_cleared": s.columns_cleared[:n],
        "raw": s.raw[:n] if over else None,
        "score": s.score[:n] if over else None,
        "total": s.total[:n] if over else None,
    }


def round_columns(facts: dict[str, Any], seat: int) -> dict[str, Any]:
    """What `round_facts` tells of one seat: columns of its row."""
    over = facts["score"] is not None
    return {
        "raw_score": facts["raw"][seat] if over else None,
        "penalty": facts["score"][seat] - facts["raw"][seat] if over else None,
        "score": facts["score"][seat] if over else None,
        "total": facts["total"][seat] if over else None,
        "turns": facts["turns"][seat],
        "columns_cleared": facts["columns_cleared"][seat],
    }


def _card(deck: Deck, card: int) -> int | str | None:
    return deck.kinds[card].card if card >= 0 else None
