"""Skip-Bo's columns of the log, from a table's states or from a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.core.trace import Column, numbers, texts
from skyjo_widget.engine.limits import NO_CARD, NOBODY
from skyjo_widget.engine.skipbo.notation import FROM_HAND, OWN_DISCARD, source_text
from skyjo_widget.engine.skipbo.options import SkipBoCodes
from skyjo_widget.engine.skipbo.rules import GAME_OVER, NO_SOURCE, ROUND_OVER, SkipBoState, partner

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from skyjo_widget.engine.core.trace import ClearedRow, DecisionRow, Progress, RoundRow, Scratch
    from skyjo_widget.engine.core.twins import SkipBoCodesTwin as R
    from skyjo_widget.engine.core.twins import SkipBoStateTwin as S


def before(s: SkipBoState, r: SkipBoCodes, seat: int, action: int) -> dict[str, Any]:
    """Return the row's public columns about the state before an action."""
    return {"draw_pile_size": s.draw_size}


def after(_before: SkipBoState, s: SkipBoState, r: SkipBoCodes, seat: int) -> dict[str, Any]:
    """Return the row's public columns about the state after an action."""
    return {"stock_left": s.stock_left[seat], "hand_size": s.hand_size[seat]}


def consequences(
    _before: SkipBoState, s: SkipBoState, r: SkipBoCodes, deck: Deck, seat: int
) -> dict[str, Any]:
    """Return the consequences of a seat's last action.

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
    """Return the log's word for the source of a card; None without one."""
    if source == NO_SOURCE:
        return None
    if source >= FROM_HAND:
        return "hand"
    return "stock pile" if source < OWN_DISCARD else "discard pile"


def source_pile(source: int, other: int) -> str | None:
    """Format a pile of one's own, or of the partner's with the seat: ``d3``, ``2:stock``."""
    if source == NO_SOURCE or source >= FROM_HAND:
        return None
    return source_text(source).replace("partner-", f"{other}:")


def round_facts(s: SkipBoState, r: SkipBoCodes) -> dict[str, Any]:
    """Return the state of a round; lists by seat, points None until it is over.

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
    """Return the columns of a seat's row, from `round_facts`."""
    over = facts["score"] is not None
    return {
        "dealer": facts["dealer"] == seat,
        "score": facts["score"][seat] if over else None,
        "total": facts["total"][seat] if over else None,
        "turns": facts["turns"][seat],
        "cards_left": facts["cards_left"][seat],
        "penalty_cards": facts["penalty_cards"][seat],
    }


# The same columns, from the trace of a driver


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
def trace_before(s: S, r: R, action: int, detail: SkipBoDetails, scratch: Scratch) -> None:
    """Write nothing: the columns of every game are enough."""


@inlined_rule
def trace_after(s: S, r: R, note: DecisionRow) -> None:
    """Write the cards that a decision has moved."""
    note.card_in = s.card_in
    note.card_out = NO_CARD


@rule
def trace_details(s: S, r: R, seat: int, detail: SkipBoDetails) -> None:
    """Write the details after a decision."""
    detail.source = s.source
    detail.played_as = s.played_as
    detail.completed = s.has_completed
    detail.stock_left = s.stock_left[seat]
    detail.hand_size = s.hand_size[seat]


@rule
def trace_cleared(
    s: S,
    r: R,
    seat: int,
    row: int,
    cleared: Sequence[ClearedRow],
    where: Progress,
    scratch: Scratch,
) -> None:
    """Write nothing: there is no column rule."""


@rule
def trace_round(s: S, r: R, seat: int, row: RoundRow) -> None:
    """Write a seat's result of a round."""
    row.dealer = int(s.dealer == seat)
    row.starter = int(s.starter == seat)
    row.ender = int(s.ender == seat)
    row.score = s.score[seat]
    row.total = s.total[seat]
    row.turns = s.turns[seat]
    row.cards_left = s.stock_left[seat]
    row.penalty_cards = s.penalty_cards[seat]


ROUND_COLUMNS = ("dealer", "turns", "cards_left", "penalty_cards")


def log_columns(
    details: npt.NDArray[np.void],
    seats: npt.NDArray[np.int64],
    _cleared: npt.NDArray[np.void],
    r: R,
    _deck: Deck,
) -> dict[str, Column]:
    """Return columns of the log from a trace.

    Parameters
    ----------
    details : structured array, shape (decisions,)
    seats : array of int, shape (decisions,)
        The seat that decided.
    """
    kinds, inverse = np.unique(details["source"] * r.players + seats, return_inverse=True)
    sources, whose = np.divmod(kinds, r.players)
    words = [source_word(source) for source in sources.tolist()]
    piles = [
        source_pile(source, partner(r, seat))
        for source, seat in zip(sources.tolist(), whose.tolist(), strict=True)
    ]
    names = sorted({pile for pile in piles if pile})
    word = np.array([_WORDS.index(source) if source else -1 for source in words], np.int64)
    pile = np.array([names.index(name) if name else -1 for name in piles], np.int64)
    return {
        "legal_actions": numbers(details["legal_actions"]),
        "source": texts(word[inverse], _WORDS),
        "source_pile": texts(pile[inverse], names),
        "played_as": numbers(details["played_as"], details["played_as"] == 0),
        "completed": numbers(details["completed"]),
        "stock_left": numbers(details["stock_left"]),
        "hand_size": numbers(details["hand_size"]),
    }
