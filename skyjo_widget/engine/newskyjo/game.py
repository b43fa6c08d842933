"""The definition of NewSkyjo: its functions and facts."""

from __future__ import annotations

import functools

from skyjo_widget.engine.grids import log as grid_log
from skyjo_widget.engine.grids.game import grid_game
from skyjo_widget.engine.newskyjo import checks, log, rules
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.newskyjo.options import NEWSKYJO_PRESETS
from skyjo_widget.engine.newskyjo.paper import NEWSKYJO_PAPER
from skyjo_widget.engine.newskyjo.table_text import NEWSKYJO_TEXT

NEWSKYJO = grid_game(
    rules,
    name="newskyjo",
    presets=NEWSKYJO_PRESETS,
    deck=NEWSKYJO_DECK,
    state=rules.NewSkyjoState,
    invariants=checks.INVARIANTS,
    why_illegal=checks.why_illegal,
    consequences=log.consequences,
    round_facts=log.round_facts,
    details=log.NewSkyjoDetails,
    before=functools.partial(grid_log.before, note_cards=log.note_cards),
    trace_before=log.trace_before,
    trace_after=log.trace_after,
    trace_details=log.trace_details,
    tally_before=log.tally_before,
    tally_after=log.tally_after,
    log_columns=log.log_columns,
    known=log.known,
    way_round=lambda s: (s.on_turn, s.direction),
    paper=NEWSKYJO_PAPER,
    written=NEWSKYJO_TEXT,
)
