"""Games driven at both speeds; numba isn't loaded before the compiled one is asked for."""

from __future__ import annotations

import numpy as np

from skyjo_widget import SKYJO_PRESETS, bots
from skyjo_widget.engine.core import jit as speed
from skyjo_widget.engine.core.driver import MAX_TURNS, driver_parts, make_play
from skyjo_widget.engine.core.state import from_record, to_record
from skyjo_widget.engine.core.trace import make_notes, take
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.engine.skyjo.game import SKYJO
from tests.test_plain_agreement import (
    random_newskyjo_deck,
    random_newskyjo_rules,
    random_rules,
    random_skipbo,
)

PARTS = driver_parts(SKYJO, bots.chooser("skyjo"))
NEWSKYJO_PARTS = driver_parts(NEWSKYJO, bots.chooser("newskyjo"))
SKIPBO_PARTS = driver_parts(SKIPBO, bots.chooser("skip-bo"))


def drive(play, game, codes, players, seed, decisions, *, compiled, turns=MAX_TURNS, games=1000):
    """Play so many games or decisions; returns all that was noted, and the last state."""
    notes = make_notes(
        game.details,
        compiled=compiled,
        games=games,
        rounds=2_000 + games,
        decisions=decisions,
        detailed=True,
    )
    line_up, knobs = players
    rngs = [np.random.default_rng([seed, stream]) for stream in range(3)]
    state = game.state()
    if compiled:
        states = to_record(state)
        table = (states, to_record(codes), *rngs, np.array(line_up), np.array(knobs))
        play(*table, notes, turns)
        state = from_record(game.state, states)
    else:
        play([state], [codes], *rngs, line_up, knobs, notes, turns)
    return [rows.tolist() for rows in take(notes, game.details)], state


def agree(seeds: range, decisions: int = 1500) -> None:
    """Every decision and the whole last state, over many tables of Skyjo."""
    presets = list(SKYJO_PRESETS.values())
    for seed in seeds:
        rng = np.random.default_rng([seed, 5])
        rules = presets[seed % 4] if seed % 3 else random_rules(rng)
        players = 2 + seed % 7
        if players * rules.columns * rules.rows >= SKYJO.deck.size:
            players = 2
        _agree(SKYJO, PARTS, rules.codes(players, SKYJO.deck), seed, decisions)


def agree_newskyjo(seeds: range, decisions: int = 600) -> int:
    """The same of NewSkyjo: its deck, its effects on others, effects of one's own; how many."""
    played = 0
    for seed in seeds:
        rng = np.random.default_rng([seed, 7])
        rules, deck = random_newskyjo_rules(rng), random_newskyjo_deck(rng)
        if seed % 3 == 0:
            rules, deck = NEWSKYJO.presets["newskyjo"], NEWSKYJO.deck
        players = 3 + seed % 6
        if players * rules.columns * rules.rows < deck.size:
            played += 1
            _agree(NEWSKYJO, NEWSKYJO_PARTS, rules.codes(players, deck), seed, decisions)
    return played


def agree_skipbo(seeds: range, decisions: int = 1500) -> int:
    """The same of Skip-Bo: any options, teams, small decks; rounds are broken off; how many."""
    played = 0
    for seed in seeds:
        h = random_skipbo(seed)
        if seed % 3 == 0:
            players = 2 + seed % 5
            codes = SKIPBO.presets["skip-bo"].codes(players, SKIPBO.deck)
        elif h:
            codes = h.codes
        else:
            continue
        played += 1
        _agree(SKIPBO, SKIPBO_PARTS, codes, seed, decisions, turns=5 + seed % 200)
    return played


def _agree(game, parts, codes, seed: int, decisions: int, turns: int = MAX_TURNS) -> None:
    fast, slow = speed.compiled(make_play, *parts), speed.interpreted(make_play, *parts)
    policies = len(bots.policies(game.name))
    rng = np.random.default_rng([seed, 8])
    line_up = rng.integers(0, policies, codes.players).tolist()
    knobs = rng.integers(-2, 12, codes.players).tolist()
    players = (line_up, knobs)
    found = drive(fast, game, codes, players, seed, decisions, compiled=True, turns=turns)
    again = drive(slow, game, codes, players, seed, decisions, compiled=False, turns=turns)
    assert found == again
