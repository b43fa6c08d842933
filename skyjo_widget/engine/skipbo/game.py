"""Skip-Bo, for the engine: its functions and facts in one record."""

from __future__ import annotations

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.reasons import PILE_REASONS
from skyjo_widget.engine.skipbo import checks, log, rules
from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
from skyjo_widget.engine.skipbo.options import SKIPBO_PRESETS

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
    wins=rules.wins,
    invariants=checks.INVARIANTS,
    why_illegal=checks.why_illegal,
    before=log.before,
    after=log.after,
    consequences=log.consequences,
    round_facts=log.round_facts,
    round_columns=log.round_columns,
    details=log.SkipBoDetails,
    note_before=log.note_before,
    note_after=log.note_after,
    note_details=log.note_details,
    note_cleared=log.note_cleared,
    note_round=log.note_round,
    tell=log.tell,
    noted_of_rounds=log.ROUND_COLUMNS,
    known=lambda s, seat: ([], []),
    way_round=lambda s: (s.seat, 1),
    shuffles={
        rules.CUT: "cut",
        rules.DEAL: "deal",
        rules.TURN: "draw",
        rules.PENALTY: "penalty",
    },
    scoring_phase=rules.SCORE,
    shown_codes=("teams", "highest", "building_piles", "discard_piles"),
    mine="hand",
    grids=False,
    private_hands=True,
    has_dealer=True,
    paper=True,
    questions=("win round", "win", "best"),
    penalize=rules.penalize,
    reasons=PILE_REASONS,
)
