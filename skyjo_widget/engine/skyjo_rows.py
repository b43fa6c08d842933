"""What the log tells of Skyjo beside what it tells of its family."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine import family_rows
from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.rules import SkyjoCodes
from skyjo_widget.engine.skyjo import GAME_OVER, PLACE_DRAWN, ROUND_OVER, SkyjoState


def consequences(
    before: SkyjoState, s: SkyjoState, r: SkyjoCodes, deck: Deck, seat: int
) -> dict[str, Any]:
    """What the last action of a seat did; see `skyjo_widget.engine.family_rows`."""
    return family_rows.consequences(before, s, r, deck, seat, s.phase == PLACE_DRAWN)


def round_facts(s: SkyjoState, r: SkyjoCodes) -> dict[str, Any]:
    """How a round stands; see `skyjo_widget.engine.family_rows`."""
    return family_rows.round_facts(s, r, s.phase in (ROUND_OVER, GAME_OVER))
