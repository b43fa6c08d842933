"""The log of Skyjo: rows of a game at a table, and the same columns from a trace."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.jit import inlined_rule
from skyjo_widget.engine.grids import log as grid_log
from skyjo_widget.engine.skyjo.options import SkyjoCodes
from skyjo_widget.engine.skyjo.rules import GAME_OVER, PLACE_DRAWN, ROUND_OVER, SkyjoState


def consequences(
    before: SkyjoState, s: SkyjoState, r: SkyjoCodes, deck: Deck, seat: int
) -> dict[str, Any]:
    """What the last action of a seat did; see `skyjo_widget.engine.grids.log`."""
    return grid_log.consequences(before, s, r, deck, seat, s.phase == PLACE_DRAWN)


def round_facts(s: SkyjoState, r: SkyjoCodes) -> dict[str, Any]:
    """How a round stands; see `skyjo_widget.engine.grids.log`."""
    return grid_log.round_facts(s, r, s.phase in (ROUND_OVER, GAME_OVER))


# The same columns, from the trace of a driver


@inlined_rule
def note_after(s: Any, r: Any, note: Any) -> None:
    """Note what came of a decision."""
    note.card_in = max(s.hand, s.card_in)  # at most one of them is a card; no jump
    note.card_out = s.card_out
