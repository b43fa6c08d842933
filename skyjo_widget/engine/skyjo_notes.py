"""What a driver notes of Skyjo beside what it notes of its family."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.skyjo import PLACE_DRAWN
from skyjo_widget.engine.speed import inlined_rule


@inlined_rule
def note_after(s: Any, r: Any, note: Any) -> None:
    """Note what came of a decision."""
    note.card_in = s.hand if s.phase == PLACE_DRAWN else s.card_in
    note.card_out = s.card_out
