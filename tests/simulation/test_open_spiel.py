"""Games in OpenSpiel, in an environment of its own: they are our games."""

from __future__ import annotations

import pytest

from tests.browser.environments import environment
from tests.fixtures.programs import run

PROGRAM = """
import random
import sys

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import settle_rules
from skyjo_widget.simulation import open_spiel


def beside(rules, codes, deck, game, rng):
    engine, state = rules.state(), game.new_initial_state()
    rules.start(engine, codes)
    while engine.phase != rules.game_over:
        if engine.phase == rules.shuffle_phase:
            shuffle(rng, engine.draw, engine.draw_size)
            left = engine.draw[: engine.draw_size]
            while left:
                chances = {card: left.count(card) / len(left) for card in set(left)}
                assert dict(state.chance_outcomes()) == chances
                state.apply_action(left.pop())
            rules.proceed(engine, codes)
        elif engine.phase in rules.idle_phases:
            rules.proceed(engine, codes)
        else:
            seat, legal = rules.actor(engine), sorted(rules.legal_actions(engine, codes))
            assert (state.current_player(), state.legal_actions()) == (seat, legal)
            for p in range(codes.players):
                seen = rules.state_text(observe(engine, p), codes, deck)
                assert state.observation_string(p) == seen
            action = legal[int(rng.random() * len(legal))]
            assert state.action_to_string(action) == rules.action_text(action, codes)
            rules.apply(engine, codes, action)
            state.apply_action(action)
    assert state.is_terminal()
    assert str(state).startswith(rules.state_text(engine, codes, deck))
    winners, returns = rules.winners(engine, codes), state.returns()
    assert abs(sum(returns)) < 1e-9
    if 0 < len(winners) < codes.players:
        assert [value > 0 for value in returns] == [p in winners for p in range(codes.players)]


TABLES = {
    "skyjo": (2, {"target": 30}),
    "skyjo-tall": (3, {"target": 1}),
    "newskyjo": (3, {"rounds": 1}),
    "skip-bo": (2, {"stock": 5, "rounds": 1}),
}
preset = sys.argv[1]
seats, fields = TABLES[preset]
game = pyspiel.load_game(open_spiel.register(preset, seats, **fields))
rules, chosen, deck = settle_rules(preset, None, None, fields)
for seed in range(5):
    beside(rules, chosen.codes(seats, deck), deck, game, np.random.default_rng(seed))
pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
kind = rl_environment.ObservationType.OBSERVATION
env = rl_environment.Environment(game, observation_type=kind)
step = env.reset()
while not step.last():
    now = step.observations["current_player"]
    step = env.step([random.choice(step.observations["legal_actions"][now])])
broken_off = pyspiel.load_game(open_spiel.register(preset, seats, length=3, **fields))
state = broken_off.new_initial_state()
decisions = 0
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    else:
        state.apply_action(state.legal_actions()[0])
        decisions += 1
print(decisions, *state.returns())
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "seats"), [("skyjo", 2), ("skyjo-tall", 3), ("newskyjo", 3), ("skip-bo", 2)]
)
def test_openspiel_plays_our_game(preset, seats, tmp_path):
    """Beside our engine on the same shuffles; it passes OpenSpiel's own test, and breaks off."""
    python = environment("openspiel")
    text = run([str(python), "-c", PROGRAM, preset], cwd=tmp_path)
    assert text.splitlines()[-1] == f"3{' 0.0' * seats}"
