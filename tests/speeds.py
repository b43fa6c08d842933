"""Games driven at both speeds; numba isn't loaded before the compiled one is asked for."""

from __future__ import annotations

import numpy as np

from skyjo_widget import SKYJO_PRESETS, bots
from skyjo_widget.bots import skyjo as skyjo_bots
from skyjo_widget.engine import speed
from skyjo_widget.engine.driver import driver_parts, make_play
from skyjo_widget.engine.game import SKYJO
from skyjo_widget.engine.state import from_record, to_record
from tests.test_plain_agreement import random_rules

PARTS = driver_parts(SKYJO, bots.chooser("skyjo"))


def drive(play, rules, players, line_up, seed, decisions, *, compiled):
    """Play on from a new game; returns the trace and the last state as an object."""
    codes, state = rules.codes(players, SKYJO.deck), SKYJO.state()
    SKYJO.start(state, codes)
    rng = np.random.default_rng(seed)
    if compiled:
        states, trace = to_record(state), np.zeros(decisions, np.int64)
        play(states, to_record(codes), rng, np.array(line_up), trace, decisions, 1000)
        return trace.tolist(), from_record(SKYJO.state, states)
    trace = [0] * decisions
    play([state], [codes], rng, line_up, trace, decisions, 1000)
    return trace, state


def agree(seeds: range) -> None:
    """Every decision and the whole last state, over many tables."""
    fast, slow = speed.compiled(make_play, *PARTS), speed.interpreted(make_play, *PARTS)
    presets = list(SKYJO_PRESETS.values())
    for seed in seeds:
        rng = np.random.default_rng([seed, 5])
        rules = presets[seed % 4] if seed % 3 else random_rules(rng)
        players = 2 + seed % 7
        if players * rules.columns * rules.rows >= SKYJO.deck.size:
            players = 2
        line_up = [int(code) for code in rng.integers(0, len(skyjo_bots.NAMES), players)]
        found = drive(fast, rules, players, line_up, seed, 1500, compiled=True)
        assert found == drive(slow, rules, players, line_up, seed, 1500, compiled=False)
