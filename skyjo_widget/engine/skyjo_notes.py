"""What a driver notes of Skyjo beside what it notes of its family."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.speed import inlined_rule


@inlined_rule
def note_after(s: Any, r: Any, note: Any) -> None:
    """Note what came of a decision."""
    note.card_in = max(s.hand, s.card_in)  # at most one of them is a card; no jump
    note.card_out = s.card_out
