"""Skyjo's columns of the log, beside those of every grid game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.grids.log import GridDetails, note_placed, note_turned
from skyjo_widget.engine.grids.log import trace_before as trace_grid_before
from skyjo_widget.engine.limits import MAX_CELLS
from skyjo_widget.engine.skyjo.rules import FLIP_FIRST, PLACE_DRAWN, PLACE_FIRST

if TYPE_CHECKING:
    from skyjo_widget.engine.core.trace import Scratch
    from skyjo_widget.engine.core.twins import SkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import SkyjoStateTwin as S


@rule
def note_cards(s: S, r: R, action: int, detail: GridDetails) -> None:
    """Write the details of a card that an action places or turns in the seat's grid."""
    if PLACE_FIRST <= action < PLACE_FIRST + MAX_CELLS:
        card = s.hand if s.phase == PLACE_DRAWN else s.discard[s.discard_size - 1]
        note_placed(s, r, action - PLACE_FIRST, card, detail)
    elif FLIP_FIRST <= action < FLIP_FIRST + MAX_CELLS:
        note_turned(s, r, action - FLIP_FIRST, detail)


@rule
def trace_before(s: S, r: R, action: int, detail: GridDetails, scratch: Scratch) -> None:
    """Write the details before a decision."""
    trace_grid_before(s, r, action, detail, scratch)
    note_cards(s, r, action, detail)
