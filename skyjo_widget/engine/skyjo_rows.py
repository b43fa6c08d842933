"""What the log tells of Skyjo: facts about a seat, what an action did, how a round stands."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.grid import visible_sum
from skyjo_widget.engine.notation import position_text
from skyjo_widget.engine.rules import SkyjoCodes
from skyjo_widget.engine.skyjo import (
    GAME_OVER,
    PLACE_DRAWN,
    ROUND_OVER,
    SOURCES,
    SkyjoState,
)
from skyjo_widget.engine.state import NO_CARD, NOBODY


def facts(s: SkyjoState, r: SkyjoCodes, seat: int) -> dict[str, int | None]:
    """What every seat may know of a moment, as far as a row tells it; cards as numbers."""
    return {
        "draw_pile_size": s.draw_size,
        "discard_top": _number(r, s.discard[s.discard_size - 1]) if s.discard_size else None,
        "hidden": s.hidden[seat],
        "visible_sum": visible_sum(s, r, seat),
    }


def consequences(before: SkyjoState, s: SkyjoState, r: SkyjoCodes, seat: int) -> dict[str, Any]:
    """What the last action of a seat did.

    Returns
    -------
    dict
        source : where `card_in` came from, or None; card_in, card_out : numbers or
        None; cleared : the positions that the column rule emptied, in cell order;
        private : whether the seat alone has seen `card_in`; revealed : whether a card
        was seen that not all had seen before.
    """
    private = s.phase == PLACE_DRAWN
    return {
        "source": SOURCES[s.source] or None,
        "card_in": _number(r, s.hand if private else s.card_in),
        "card_out": _number(r, s.card_out),
        "cleared": [
            position_text(cell, r.columns)
            for cell in range(r.cells)
            if before.grid[seat][cell] != NO_CARD and s.grid[seat][cell] == NO_CARD
        ],
        "private": private,
        "revealed": bool(s.revealed),
    }


def round_facts(s: SkyjoState, r: SkyjoCodes) -> dict[str, Any]:
    """How a round stands; lists by seat, scores None until it is over.

    Returns
    -------
    dict
        starter, ender : seats or None; turns, columns_cleared, raw, score, total.
    """
    n = r.players
    over = s.phase in (ROUND_OVER, GAME_OVER)
    return {
        "starter": s.starter if s.turn else None,
        "ender": s.ender if s.turn and s.ender != NOBODY else None,
        "turns": s.turns[:n],
        "columns_cleared": s.columns_cleared[:n],
        "raw": s.raw[:n] if over else None,
        "score": s.score[:n] if over else None,
        "total": s.total[:n] if over else None,
    }


def _number(r: SkyjoCodes, card: int) -> int | None:
    return r.value[card] if card >= 0 else None
