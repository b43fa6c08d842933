"""The definition of Skyjo: its functions and facts."""

from __future__ import annotations

import functools

from skyjo_widget.engine.grids import log as grid_log
from skyjo_widget.engine.grids.game import grid_game
from skyjo_widget.engine.grids.paper import GridPaper
from skyjo_widget.engine.skyjo import checks, log, rules
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
    before=functools.partial(grid_log.before, note_cards=log.note_cards),
    trace_before=log.trace_before,
    paper=GridPaper(rules),
)
