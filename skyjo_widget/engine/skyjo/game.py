"""The definition of Skyjo: its functions and facts."""

from __future__ import annotations

from skyjo_widget.engine.grids.game import grid_game
from skyjo_widget.engine.grids.paper import GridPaper
from skyjo_widget.engine.skyjo import checks, rules
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS

SKYJO = grid_game(
    rules,
    name="skyjo",
    presets=SKYJO_PRESETS,
    deck=SKYJO_DECK,
    state=rules.SkyjoState,
    invariants=checks.INVARIANTS,
    why_illegal=checks.why_illegal,
    paper=GridPaper(rules),
)
