"""The definition of Skip-Bo: its functions and facts."""

from __future__ import annotations

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.reasons import PILE_REASONS
from skyjo_widget.engine.skipbo import checks, log, rules
from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
from skyjo_widget.engine.skipbo.options import SKIPBO_PRESETS
from skyjo_widget.engine.skipbo.paper import SKIPBO_PAPER
from skyjo_widget.engine.skipbo.table_text import SKIPBO_TEXT

SKIPBO = Game(
    name="skip-bo",
    presets=SKIPBO_PRESETS,
    deck=SKIPBO_DECK,
    state=rules.SkipBoState,
    phases=rules.PHASES,
    shuffle_phase=rules.SHUFFLE,
    idle_phases=frozenset({rules.SHUFFLE, rules.SCORE, rules.ROUND_OVER}),
    round_over=rules.ROUND_OVER,
    game_over=rules.GAME_OVER,
    actions=rules.ACTIONS,
    start=rules.start,
    apply=rules.apply,
    proceed=rules.proceed,
    legal=rules.legal,
    count_legal=rules.count_legal,
    wins=rules.wins,
    invariants=checks.INVARIANTS,
    why_illegal=checks.why_illegal,
    before=log.before,
    after=log.after,
    consequences=log.consequences,
    round_facts=log.round_facts,
    round_columns=log.round_columns,
    details=log.SkipBoDetails,
    trace_before=log.trace_before,
    trace_after=log.trace_after,
    trace_details=log.trace_details,
    trace_cleared=log.trace_cleared,
    trace_round=log.trace_round,
    log_columns=log.log_columns,
    round_trace_columns=log.ROUND_COLUMNS,
    known=lambda s, seat: ([], []),
    way_round=lambda s: (s.seat, 1),
    shuffles={
        rules.CUT: "cut",
        rules.DEAL: "deal",
        rules.TURN: "draw",
        rules.PENALTY: "penalty",
    },
    scoring_phase=rules.SCORE,
    shown_codes=("teams", "highest", "building_piles", "discard_piles", "piles_down"),
    mine="hand",
    grids=False,
    private_hands=True,
    has_dealer=True,
    paper=SKIPBO_PAPER,
    written=SKIPBO_TEXT,
    questions=("win round", "win", "best"),
    side=rules.side,
    long_round=120,
    count_ids=rules.count_ids,
    penalize=rules.penalize,
    reasons=PILE_REASONS,
)
