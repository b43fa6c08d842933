"""The games as PettingZoo environments: PettingZoo's own tests, and that they are our games."""

from __future__ import annotations

import copy as copying
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from skyjo_widget import (
    Deck,
    IllegalActionError,
    NewSkyjoRules,
    RulesError,
    SkyjoRules,
    state_fields,
)
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.simulation import environments
from skyjo_widget.simulation.side_by_side import share_out
from skyjo_widget.strategies.conformance import permute_hidden
from tests.fixtures.paths import ROOT
from tests.fixtures.random_games import RANDOM_GAMES

PAGE = (ROOT / "docs" / "environments.md").read_text("utf-8")

TABLES = {
    "skyjo, 2": ("skyjo", 2, {}),
    "skyjo-strict, 4": ("skyjo-strict", 4, {}),
    "skyjo-school, 8": ("skyjo-school", 8, {"target": 30}),
    "skyjo-tall, 3": ("skyjo-tall", 3, {"columns": 2, "rows": 6, "turned": 0}),
    "newskyjo, 3": ("newskyjo", 3, {}),
    "newskyjo, 8": ("newskyjo", 8, {"rounds": 2}),
    "skip-bo, 2": ("skip-bo", 2, {"stock": 5, "rounds": 1}),
    "skip-bo, 3": ("skip-bo", 3, {"stock": 3, "hand": 7, "building_piles": 3, "target": 60}),
    "skip-bo, down": ("skip-bo", 2, {"stock": 2, "rounds": 1, "piles_down": True}),
    "skip-bo, teams": ("skip-bo", 4, {"stock": 2, "teams": True, "discard_piles": 2, "rounds": 2}),
}
tables = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
SLOW = ("skyjo-strict, 4", "skyjo-school, 8", "newskyjo, 8", "skip-bo, 3")
some_tables = pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, id=name, marks=[pytest.mark.slow] * (name in SLOW))
        for name, table in TABLES.items()
    ],
)
"""For tests that play whole games: one of each game every day, and teams."""


def make(table, **more):
    """The environment of a table, and what is inside its wrapper."""
    preset, players, fields = table
    env = environments.env(preset, players, **fields, **more)
    return env, env.unwrapped


def walk(env, seed, decisions=10_000):
    """Play at random; before each step yield the agent, what `last` gave, and the action."""
    rng = np.random.default_rng([seed, 1])
    env.reset(seed=seed)
    for agent in env.agent_iter(decisions):
        last = env.last()
        mask = last[0]["action_mask"]
        action = int(rng.choice(np.flatnonzero(mask))) if mask.any() else None
        yield agent, last, action
        env.step(action)


def played(env, seed):
    """Play at random to the end; the actions, and by agent what it got and how it ended."""
    actions, ends = [], {}
    for agent, (_, reward, terminated, truncated, _), action in walk(env, seed):
        if action is None:
            ends[agent] = (reward, terminated, truncated)
        else:
            actions.append(action)
    return actions, ends


def engine_alone(raw, seed, actions):
    """By the engine without the environment: the state, and turns since somebody ended a round."""
    game, r, rng = raw.game, raw.codes, np.random.default_rng(seed)
    s, coming, lost = game.state(), iter(actions), 0
    game.start(s, r)
    while s.phase != game.game_over:
        if s.phase == game.shuffle_phase:
            shuffle(rng, s.draw, s.draw_size)
            game.proceed(s, r)
        elif s.phase in game.idle_phases:
            if s.phase == game.round_over:
                lost = lost + s.turn if s.ender == NOBODY else 0
            game.proceed(s, r)
        elif (action := next(coming, None)) is None:
            break
        else:
            game.apply(s, r, action)
    return s, lost + s.turn


# PettingZoo's requirements

EXPECTED = [
    # It knows its own environments with such observations by name, and warns of all others.
    "ignore:Observation is not a NumPy array:UserWarning:pettingzoo.test.api_test",
    "ignore:Observation space for each agent probably should:UserWarning:pettingzoo.test.api_test",
    # An agent whose game is over has nothing to choose.
    "ignore:Action mask numpy array is all zeros:UserWarning:pettingzoo.test.api_test",
]


@pytest.mark.filterwarnings(*EXPECTED)
def test_pettingzoo_finds_nothing_wrong_with_a_round():
    """Its test of the interface, wrapped and not."""
    for env in make(TABLES["skyjo, 2"]):
        api_test(env, num_cycles=100)


@pytest.mark.slow
@pytest.mark.filterwarnings(*EXPECTED)
@tables
def test_pettingzoo_finds_nothing_wrong(table):
    """Nor with more of them."""
    for env in make(table):
        api_test(env, num_cycles=1000)


@pytest.mark.slow
@pytest.mark.filterwarnings(*EXPECTED)
@pytest.mark.parametrize("players", range(2, 7))
def test_pettingzoo_finds_nothing_wrong_with_long_games(players):
    """Skip-Bo as it is: at random hardly anybody ever plays the last card."""
    env, _ = make(("skip-bo", players, {}))
    api_test(env, num_cycles=1000)


@pytest.mark.slow
@tables
def test_the_same_seed_gives_the_same_game(table):
    """PettingZoo's test, for 500 cycles."""
    seed_test(lambda: make(table)[0])


@tables
def test_a_seed_deals_anew_and_none_goes_on(table):
    """Seeded again the cards are the same; without a seed they are others."""
    _, raw = make(table)
    dealt = []
    for seed in (5, None, 5, 6):
        raw.reset(seed=seed)
        dealt.append(copy(raw._state))
    assert dealt[0] == dealt[2]
    assert dealt[0] != dealt[1]
    assert dealt[0] != dealt[3]


def test_names_and_modes_are_told():
    """As PettingZoo wants them."""
    names = {make(table)[1].metadata["name"] for table in TABLES.values()}
    assert names == {"skyjo_v0", "newskyjo_v0", "skip_bo_v0"}
    _, raw = make(TABLES["skyjo, 2"])
    assert raw.metadata["render_modes"] == ["human", "ansi"]
    assert raw.metadata["is_parallelizable"] is False
    assert raw.possible_agents == ["player_0", "player_1"]
    assert environments.raw_env is type(raw)


@pytest.mark.parametrize(
    "carried",
    [copying.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["copied", "pickled"],
)
@tables
def test_a_copy_goes_on_as_the_original(table, carried):
    """In the middle of a game, with the same cards to come."""
    env, raw = make(table)
    for _ in walk(env, 2, decisions=20):
        pass
    twin = carried(env)
    for either in (env, twin):
        rng = np.random.default_rng(3)
        for _ in range(40):
            if either.terminations[either.agent_selection]:
                break
            mask = either.observe(either.agent_selection)["action_mask"]
            either.step(int(rng.choice(np.flatnonzero(mask))))
    assert twin.unwrapped._state == raw._state


# The game is ours


@tables
def test_the_mask_has_the_legal_actions_of_the_seat_to_act(table):
    """As the engine lists them from the whole state; nobody else has any."""
    env, raw = make(table)
    for agent, (seen, _, ended, broken_off, _), _ in walk(env, 1, decisions=400):
        legal = raw.game.legal_actions(raw._state, raw.codes)
        assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        assert bool(legal) is not (ended or broken_off)
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()


@pytest.mark.seconds
@some_tables
def test_a_game_goes_as_by_the_engine_alone(table):
    """The same seed and actions lead to the same last state, and to the same winners."""
    env, raw = make(table)
    for seed in range(3):
        actions, ends = played(env, seed)
        s, _ = engine_alone(raw, seed, actions)
        if s.phase != raw.game.game_over:
            assert all(end == (0, False, True) for end in ends.values())
            continue
        assert s == raw._state
        won = raw.game.winners(s, raw.codes)
        assert [seat for seat, end in enumerate(ends.values()) if end[0] > 0] == won
        assert all(end[1:] == (True, False) for end in ends.values())


@pytest.mark.seconds
@tables
def test_nothing_hidden_changes_an_observation(table):
    """All cards that a seat can't see change places; every number that it gets stays."""
    env, raw = make(table)
    changed = 0
    rng = np.random.default_rng(9)
    for _ in walk(env, 4, decisions=300):
        truth = raw._state
        for seat, agent in enumerate(raw.possible_agents):
            seen = raw.observe(agent)
            raw._state = copy(truth)
            permute_hidden(raw.game, raw._state, raw.codes, seat, rng)
            changed += raw._state != truth
            again = raw.observe(agent)
            raw._state = truth
            for part, numbers in seen.items():
                np.testing.assert_array_equal(numbers, again[part])
    assert changed > 50


@pytest.mark.seconds
@tables
def test_observations_lie_in_their_space(table):
    """For every agent, whoever is to act."""
    env, _ = make(table)
    for _ in walk(env, 6, decisions=300):
        for agent in env.agents:
            assert env.observation_space(agent).contains(env.observe(agent))


@pytest.mark.seconds
@pytest.mark.parametrize("random_game", RANDOM_GAMES.values(), ids=RANDOM_GAMES)
def test_observations_lie_in_their_space_with_any_rules(random_game):
    """Any options, any deck, effects of one's own; the grids are as the engine has them."""
    told = 0
    for seed in range(25):
        if not (h := random_game(seed)):
            continue
        told += 1
        env = environments.env(
            h.header["preset"], len(h.players), rules=h.rules, deck=h.deck, turns=100
        )
        for agent, (seen, *_), _ in walk(env, seed, decisions=150):
            assert env.observation_space(agent).contains(seen)
    assert told > 6


def part(raw, agent, name):
    """A part of what an agent sees."""
    return raw.observe(agent)["observation"][raw.layout()[name]].tolist()


def test_an_observation_says_what_lies_where():
    """Cards by their codes, piles from top to bottom; the seat to act sees its card alone."""
    env, raw = make(("skyjo", 3, {}))
    for _ in walk(env, 3):
        if raw.game.phases[raw._state.phase] == "place drawn":
            break
    s, r, me = raw._state, raw.codes, env.agent_selection
    other = next(agent for agent in env.agents if agent != me)
    assert part(raw, me, "me") == [s.seat]
    assert part(raw, me, "hand") == [s.hand]
    assert part(raw, other, "hand") == [UNKNOWN]
    assert part(raw, other, "seat") == [s.seat]
    assert part(raw, me, "grid") == [card for row in s.grid[:3] for card in row[:12]]
    assert part(raw, me, "grid").count(UNKNOWN) == sum(s.hidden)
    assert part(raw, me, "draw_size") == [s.draw_size]
    pile = s.discard[: s.discard_size]
    assert part(raw, me, "discard") == pile[::-1] + [NO_CARD] * (r.deck_size - len(pile))


def test_a_hand_is_seen_by_its_owner():
    """Each agent finds its own, in the same place; of others it finds how many cards."""
    env, raw = make(TABLES["skip-bo, 3"])
    for _ in walk(env, 1, decisions=30):
        for seat, agent in enumerate(env.agents):
            assert part(raw, agent, "hand") == raw._state.hand[seat][:7]
            assert part(raw, agent, "hand_size") == raw._state.hand_size[:3]
    assert len({tuple(part(raw, agent, "hand")) for agent in env.agents}) == 3


def test_the_same_rules_and_table_have_one_layout():
    """Presets with grids of twelve share it; a larger grid needs more room."""
    layouts = [make((f"skyjo{kind}", 4, {}))[1].layout() for kind in ("", "-strict", "-tall")]
    assert layouts[0] == layouts[1] == layouts[2]
    larger = make(("skyjo", 4, {"columns": 5}))[1].layout()
    assert larger["grid"].stop - larger["grid"].start == 4 * 15


# Rewards and ends


def final_rewards(raw):
    """The rewards of an environment if its game ended now."""
    winners = sum(1 << seat for seat in raw.game.winners(raw._state, raw.codes))
    rewards = [0.0] * raw.codes.players
    share_out(raw._state, raw.codes, winners, raw.reward == "score", rewards)
    return rewards


def test_whoever_has_not_won_pays_the_winners():
    """Alone, in a tie, and where all tie."""
    _, raw = make(("skyjo", 4, {}))
    for totals, given in (
        ([10, 30, 20, 40], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([10, 30, 10, 40], [1 / 3, -1 / 3, 1 / 3, -1 / 3]),
        ([10, 10, 10, 10], [0, 0, 0, 0]),
    ):
        raw._state.total[:4] = totals
        assert final_rewards(raw) == pytest.approx(given)


@pytest.mark.parametrize(
    ("preset", "given"), [("skyjo", [15, -5, 5, -15]), ("skip-bo", [-15, 5, -5, 15])]
)
def test_scores_count_from_the_mean_in_the_better_direction(preset, given):
    """Few points are good in Skyjo, many in Skip-Bo."""
    _, raw = make((preset, 4, {}), reward="score")
    raw._state.total[:4] = [10, 30, 20, 40]
    assert final_rewards(raw) == given


@pytest.mark.seconds
@pytest.mark.parametrize("reward", ["win", "score"])
@some_tables
def test_rewards_add_up_to_nothing(table, reward):
    """There are none before the end."""
    env, _ = make(table, reward=reward)
    for _, (_, given, ended, _, _), _ in walk(env, 8):
        assert ended or given == 0
    _, ends = played(env, 8)
    assert sum(end[0] for end in ends.values()) == pytest.approx(0)


@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize("preset", ["skyjo", "newskyjo", "skip-bo"])
def test_a_game_that_nobody_ends_is_truncated(preset, reward):
    """After so many turns, for all agents; nobody has won."""
    env, raw = make((preset, 3, {}), turns=7, reward=reward)
    actions, ends = played(env, 1)
    s, turns = engine_alone(raw, 1, actions)
    assert (turns, s.unfinished) == (8, 0)
    assert raw._state.unfinished == 1
    assert list(ends.values()) == [(0, False, True)] * 3
    assert engine_alone(raw, 1, actions[:-1])[1] == 7


def test_turns_without_an_end_of_a_round_add_up():
    """A round that ended without an ender counts towards the limit, one with an ender doesn't."""
    deck = Deck.from_counts([(1, 4), (2, 4), (3, 4)])
    env, raw = make(("skip-bo", 2, {"stock": 3, "hand": 2}), deck=deck, turns=20)
    for seed in range(10):
        actions, ends = played(env, seed)
        if ends["player_0"] == (0, False, True) and raw._state.turn <= 20:
            s, turns = engine_alone(raw, seed, actions)
            assert turns == 21
            assert s.round > 1
            break
    else:
        pytest.fail("no game was broken off because of rounds before its last")


# Actions that aren't legal


@pytest.mark.parametrize("action", [0, -1, 10**6, None, "draw", 2.0, True])
def test_an_illegal_action_changes_nothing(action):
    """It says who asked for what, and what would be legal."""
    env, raw = make(TABLES["skyjo, 2"])
    env.reset(seed=1)
    before, rewards = copy(raw._state), dict(raw._cumulative_rewards)
    with pytest.raises(IllegalActionError, match=r"by player_0 \(seat 0\).*flip a1, flip b1"):
        env.step(action)
    assert raw._state == before
    assert raw._cumulative_rewards == rewards
    assert env.agent_selection == "player_0"


@pytest.mark.seconds
@tables
def test_every_illegal_action_is_refused(table):
    """By the reason that the engine gives for what the agent sees."""
    env, raw = make(table)
    for step, (_, (seen, *_), action) in enumerate(walk(env, 2, decisions=200)):
        if action is not None and step % 40 == 0:
            for illegal in np.flatnonzero(seen["action_mask"] == 0):
                with pytest.raises(IllegalActionError) as refused:
                    raw.step(illegal)
                assert refused.value.legal


def test_pettingzoos_wrapper_ends_a_game_at_an_illegal_action():
    """For learners without a mask: whoever chose it has lost."""
    _, raw = make(TABLES["skyjo, 2"])
    env = TerminateIllegalWrapper(raw, illegal_reward=-1)
    env.reset(seed=1)
    env.step(0)
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert all(env.terminations.values())


@pytest.mark.parametrize(
    "wrong",
    [
        {"preset": "chess"},
        {"players": 9},
        {"players": 2.5},
        {"rules": NewSkyjoRules()},
        {"deck": 7},
        {"reward": "points"},
        {"turns": 0},
        {"render_mode": "rgb_array"},
        {"turnd": 3},
        {"columns": 99},
    ],
    ids=str,
)
def test_what_cannot_be_played_is_refused(wrong):
    """The check comes when the environment is made."""
    with pytest.raises(RulesError):
        environments.env(**wrong)


def test_rules_and_decks_of_ones_own(own_folder):
    """An object or a path, and single options on top."""
    deck = Deck.from_counts([(0, 20), (7, 20)])
    path = deck.to_csv(own_folder / "deck.csv")
    for given in (deck, path, str(path)):
        env = environments.env("skyjo", 2, rules=SkyjoRules(columns=3), deck=given, turned=1)
        assert env.deck == deck
        assert (env.codes.columns, env.codes.turned) == (3, 1)


# The display


def test_the_text_is_what_the_agent_to_act_sees():
    """The state text of its observation."""
    env, raw = make(TABLES["skip-bo, 2"], render_mode="ansi")
    for agent, _, _ in walk(env, 1, decisions=10):
        text = env.render()
        assert text == raw.game.state_text(raw.seen(agent), raw.codes, raw.deck)
        assert text.startswith("skip-bo phase=turn round=1")


def test_human_mode_prints_every_step(capsys):
    """And the beginning; without a mode nothing can be rendered."""
    env, _ = make(TABLES["skyjo, 2"], render_mode="human")
    for _ in walk(env, 1, decisions=3):
        pass
    assert capsys.readouterr().out.count("skyjo phase=") == 4
    env, _ = make(TABLES["skyjo, 2"])
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# Without PettingZoo, and on the page

WITHOUT = """
import sys
import skyjo_widget
assert "pettingzoo" not in sys.modules and "gymnasium" not in sys.modules
sys.modules["pettingzoo"] = None
from skyjo_widget import SkyjoWidgetError, environments
for make in (environments.env, environments.raw_env):
    try:
        make("skyjo")
    except SkyjoWidgetError as error:
        assert "pip install pettingzoo" in str(error)
    else:
        raise SystemExit("nothing was said")
"""


def test_without_pettingzoo_all_else_works():
    """The package doesn't load it, and the environment says what is missing."""
    subprocess.run([sys.executable, "-W", "error", "-c", WITHOUT], check=True, timeout=60)


def test_the_examples_of_the_page_run(capsys):
    """In the order in which they stand."""
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, names)
    printed = capsys.readouterr().out
    assert printed.count("player_") == 3
    assert "skyjo phase=setup" in printed


@tables
def test_the_table_of_fields_describes_every_part_of_an_observation(table):
    """In order, each with its length."""
    preset, players, rules = table
    fields = state_fields(preset, players, **rules)
    lengths = [(name, at.stop - at.start) for name, at in make(table)[1].layout().items()]
    assert list(zip(fields["field"], fields["length"], strict=True)) == lengths
