"""What the log tells of Skip-Bo."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.skipbo import (
    GAME_OVER,
    NO_SOURCE,
    ROUND_OVER,
    SkipBoState,
    partner,
)
from skyjo_widget.engine.skipbo_notation import (
    FROM_HAND,
    OWN_DISCARD,
    source_text,
)
from skyjo_widget.engine.skipbo_rules import SkipBoCodes
from skyjo_widget.engine.state import NO_CARD, NOBODY


def before(s: SkipBoState, r: SkipBoCodes, seat: int) -> dict[str, Any]:
    """What every seat may know of the moment before an action: columns of its row."""
    return {"draw_pile_size": s.draw_size}


def after(s: SkipBoState, r: SkipBoCodes, seat: int) -> dict[str, Any]:
    """The same of the moment after it."""
    return {"stock_left": s.stock_left[seat], "hand_size": s.hand_size[seat]}


def consequences(
    _before: SkipBoState, s: SkipBoState, r: SkipBoCodes, deck: Deck, seat: int
) -> dict[str, Any]:
    """What the last action of a seat did.

    Returns
    -------
    dict
        source : where the card came from, or None; card_in : the card as the record writes
        it, or None; revealed : whether a card was drawn or turned up since; more :
        source_pile, the pile it came from; played_as, the number it stands for; completed,
        whether it completed its building pile.
    """
    return {
        "source": source_word(s.source),
        "card_in": None if s.card_in == NO_CARD else deck.kinds[s.card_in].card,
        "revealed": bool(s.revealed),
        "more": {
            "source_pile": source_pile(s.source, partner(r, seat)),
            "played_as": s.played_as or None,
            "completed": bool(s.has_completed),
        },
    }


def source_word(source: int) -> str | None:
    """Where a card came from, as the log says it."""
    if source == NO_SOURCE:
        return None
    if source >= FROM_HAND:
        return "hand"
    return "stock pile" if source < OWN_DISCARD else "discard pile"


def source_pile(source: int, other: int) -> str | None:
    """A pile of one's own, or of the partner's with the seat: ``d3``, ``2:stock``."""
    if source == NO_SOURCE or source >= FROM_HAND:
        return None
    return source_text(source).replace("partner-", f"{other}:")


def round_facts(s: SkipBoState, r: SkipBoCodes) -> dict[str, Any]:
    """How a round stands; lists by seat, points None until it is over.

    Returns
    -------
    dict
        dealer, starter : seats; ender : a seat or None; turns, cards_left (in the stock
        piles), penalty_cards, score, total.
    """
    n = r.players
    over = s.phase in (ROUND_OVER, GAME_OVER) and not s.unfinished
    return {
        "dealer": s.dealer,
        "starter": s.starter,
        "ender": None if s.ender == NOBODY else s.ender,
        "turns": s.turns[:n],
        "cards_left": s.stock_left[:n],
        "penalty_cards": s.penalty_cards[:n],
        "score": s.score[:n] if over else None,
        "total": s.total[:n] if over else None,
    }


def round_columns(facts: dict[str, Any], seat: int) -> dict[str, Any]:
    """What `round_facts` tells of one seat: columns of its row."""
    over = facts["score"] is not None
    return {
        "dealer": facts["dealer"] == seat,
        "score": facts["score"][seat] if over else None,
        "total": facts["total"][seat] if over else None,
        "turns": facts["turns"][seat],
        "cards_left": facts["cards_left"][seat],
        "penalty_cards": facts["penalty_cards"][seat],
    }
