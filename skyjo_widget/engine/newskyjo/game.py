"""NewSkyjo, for the engine: its functions and facts in one record."""

from __future__ import annotations

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.reasons import GRID_REASONS
from skyjo_widget.engine.grids import log as grid_log
from skyjo_widget.engine.grids.rules import wins
from skyjo_widget.engine.newskyjo import checks, log, rules
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.newskyjo.options import NEWSKYJO_PRESETS

NEWSKYJO = Game(
    name="newskyjo",
    presets=NEWSKYJO_PRESETS,
    deck=NEWSKYJO_DECK,
    state=rules.NewSkyjoState,
    phases=rules.PHASES,
    shuffle_phase=rules.SHUFFLE,
    idle_phases=frozenset({rules.SHUFFLE, rules.REVEAL, rules.ROUND_OVER}),
    round_over=rules.ROUND_OVER,
    game_over=rules.GAME_OVER,
    actions=rules.ACTIONS,
    start=rules.start,
    apply=rules.apply,
    proceed=rules.proceed,
    legal=rules.legal,
    wins=wins,
    invariants=checks.INVARIANTS,
    why_illegal=checks.why_illegal,
    before=grid_log.before,
    after=grid_log.after,
    consequences=log.consequences,
    round_facts=log.round_facts,
    round_columns=grid_log.round_columns,
    details=log.NewSkyjoDetails,
    note_before=grid_log.note_before,
    note_after=log.note_after,
    note_details=log.note_details,
    note_cleared=grid_log.note_cleared,
    note_round=grid_log.note_round,
    tell=log.tell,
    noted_of_rounds=grid_log.ROUND_COLUMNS,
    known=log.known,
    way_round=lambda s: (s.on_turn, s.direction),
    shuffles={rules.SETUP: "deal", rules.CHOOSE: "draw"},
    scoring_phase=rules.REVEAL,
    shown_codes=("columns", "rows"),
    mine="grid",
    compared=("phase", "grid", "cards_left"),
    reasons=GRID_REASONS,
)
