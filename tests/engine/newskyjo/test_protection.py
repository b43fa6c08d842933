"""A protected grid, in games of random effects: nobody else's effect touches it, one's own do."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skyjo_widget import Deck, NewSkyjoRules, RulesError
from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.records.history import History
from tests.fixtures.random_games import new_game, random_effect
from tests.fixtures.tables import legal

RULES = NewSkyjoRules(turned=5)
OTHERWISE = {"protected", "no_effect"}
"""Fields that an effect which protects sets otherwise than one that does not."""


def game(effects: list[Effect], seed: int) -> History:
    """A game of three whose cards all have one of these effects."""
    kinds = [Kind(value, 5, effect) for value in range(8) for effect in effects]
    h = new_game("newskyjo", RULES, 3, Deck(tuple(kinds)), seed)
    order = h.state.draw[: h.state.draw_size]
    shuffle(np.random.default_rng(seed), order, len(order))
    h.shuffle(order)
    return h


def own_effects(rng: np.random.Generator, number: int, **parts) -> list[Effect]:
    """Random rows of parts, with some given."""
    effects: list[Effect] = []
    while len(effects) < number:
        effect = random_effect(rng, f"own-{len(effects)}", range(1, 4))
        try:
            effects.append(dataclasses.replace(effect, **parts))
        except RulesError:  # it does nothing now
            continue
    return effects


def facts(h: History) -> dict[str, object]:
    """The state, without what protection is."""
    return {
        field.name: getattr(h.state, field.name)
        for field in dataclasses.fields(h.state)
        if field.name not in OTHERWISE
    }


def one_turn(effect: Effect, seed: int) -> int:
    """Play the first turns with and without protection; return how many effects happened."""
    rng = np.random.default_rng(seed)
    games = [game([dataclasses.replace(effect, protect=each)], seed) for each in (True, False)]
    begun = 0
    while not any(games[0].state.turns):
        choices = [legal(h) for h in games]
        assert choices[0] == choices[1], (effect, seed)
        if not choices[0] or games[0].needs_shuffle:
            break
        keep = "keep" if "keep" in choices[0] else choices[0][rng.integers(len(choices[0]))]
        for h in games:
            h.act(h.game.parse_action(keep, h.codes))
        assert facts(games[0]) == facts(games[1]), (effect, seed, keep)
        begun += games[0].state.effect_told > 0
    return begun


@pytest.mark.seconds
@pytest.mark.parametrize("block", range(4))
def test_ones_own_effect_does_the_same_behind_ones_own_protection(block):
    """In the turn in which it begins, whatever else the effect does, and when it happens again."""
    begun = 0
    for seed in range(60 * block, 60 * block + 60):
        rng = np.random.default_rng([seed, 7])
        (effect,) = own_effects(rng, 1, chooser="player", extra_actions=2)
        begun += one_turn(effect, seed)
    assert begun > 100


@pytest.mark.parametrize("block", range(4))
def test_nobody_elses_effect_touches_a_protected_grid_in_any_game(block):
    """No cell of it changes, but by the column rule, or by a pick of its owner."""
    watched = 0
    for seed in range(15 * block, 15 * block + 15):
        rng = np.random.default_rng([seed, 8])
        wall, *others = own_effects(rng, 4)
        h = game([dataclasses.replace(wall, protect=True), *others], seed)
        for _ in range(150):
            if h.over or h.needs_shuffle or h.needs_scoring:
                break
            s = h.state
            safe = [
                seat for seat in range(3) if s.protected[seat] and seat not in (s.on_turn, s.seat)
            ]
            before = {seat: list(s.grid[seat]) for seat in safe}
            choices = legal(h)
            h.act(h.game.parse_action(choices[rng.integers(len(choices))], h.codes))
            for seat, cells in before.items():
                watched += 1
                for was, card in zip(cells, h.state.grid[seat], strict=True):
                    assert card in (was, NO_CARD), (seed, seat)
    assert watched > 300
