"""Games side by side: Gymnasium's conventions, and the same games as one by one."""

from __future__ import annotations

import copy as copying
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from skyjo_widget import Deck, IllegalActionError, RulesError
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.state import copy
from skyjo_widget.simulation import environments
from skyjo_widget.strategies.conformance import permute_hidden

TABLES = {
    "skyjo": ("skyjo", 2, {"target": 20}),
    "newskyjo": ("newskyjo", 3, {}),
    "skip-bo": ("skip-bo", 2, {"stock": 3, "rounds": 1}),
    "down": ("skip-bo", 2, {"stock": 2, "rounds": 1, "piles_down": True}),
    "teams": ("skip-bo", 4, {"stock": 2, "teams": True, "rounds": 2, "depth": 2, "turns": 40}),
    "house rules": ("skyjo-tall", 5, {"columns": 2, "rows": 6, "target": 10, "depth": 1}),
    "own deck": ("skyjo", 3, {"deck": Deck.from_counts([(-5, 30), (0, 30), (9, 30)]), "target": 5}),
    "points, truncated": ("newskyjo", 4, {"reward": "score", "turns": 40}),
}
tables = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
SLOW = ("skip-bo", "house rules", "own deck", "points, truncated")
SPEEDS = {"compiled": True, "interpreted": False}


@pytest.fixture(params=SPEEDS.values(), ids=SPEEDS)
def fast(request, monkeypatch):
    """Both speeds, one after the other."""
    if request.param:
        pytest.importorskip("numba")
    else:
        monkeypatch.setattr(jit, "has_numba", lambda: False)
        monkeypatch.setattr(background, "waits", lambda: False)
    return request.param


def make(table, games=3):
    """The vector environment of a table."""
    preset, players, options = table
    return environments.vector_env(preset, players, games=games, **options)


def legal(infos, rng):
    """A random legal action in each game."""
    mask = infos["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def played(env, seed, steps):
    """Play at random; after each step yield the actions and copies of what came back."""
    rng = np.random.default_rng([seed, 1])
    observations, infos = env.reset(seed=seed)
    for _ in range(steps):
        actions = legal(infos, rng)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        mask, seat = infos["action_mask"].copy(), infos["seat"]
        yield actions, observations.copy(), rewards, terminations, truncations, mask, seat, infos


@pytest.mark.seconds
@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, id=name, marks=[pytest.mark.slow] * (name in SLOW))
        for name, table in TABLES.items()
    ],
)
def test_each_game_goes_as_alone(table, fast):
    """The same seeds and actions: what is seen, legal and won is the same at each step."""
    preset, players, options = table
    env = make(table)
    alone = [environments.raw_env(preset, players, **options) for _ in range(3)]
    for seed, raw in enumerate(alone, start=7):
        raw.reset(seed=seed)
    ended = 0
    for actions, seen, rewards, over, broken, mask, seat, infos in played(env, 7, 250):
        assert env._games.fast is fast
        for i, raw in enumerate(alone):
            raw.step(int(actions[i]))
            ends = [raw.terminations[agent] for agent in raw.agents]
            breaks = [raw.truncations[agent] for agent in raw.agents]
            assert rewards[i].tolist() == list(raw.rewards.values())
            assert (ends, breaks) == ([over[i]] * players, [broken[i]] * players)
            if over[i] or broken[i]:
                ended += 1
                last = [raw.observe(agent)["observation"] for agent in raw.possible_agents]
                np.testing.assert_array_equal(infos["final_obs"][i], last)
                raw.reset()
            now = raw.observe(raw.agent_selection)
            assert raw.agent_selection == f"player_{seat[i]}"
            np.testing.assert_array_equal(seen[i], now["observation"])
            np.testing.assert_array_equal(mask[i], now["action_mask"])
    assert ended > 0


@tables
def test_both_speeds_play_the_same_games(table, monkeypatch):
    """Views, masks, rewards and ends are the same with numba and without."""
    pytest.importorskip("numba")
    compiled = list(played(make(table), 3, 60))
    monkeypatch.setattr(jit, "has_numba", lambda: False)
    interpreted = list(played(make(table), 3, 60))
    for step, other in zip(compiled, interpreted, strict=True):
        for part, same in zip(step[:-1], other[:-1], strict=True):
            np.testing.assert_array_equal(part, same)


class Alone(gymnasium.Env):
    """A game as an ordinary environment of Gymnasium; the rewards of the seats are in the infos."""

    def __init__(self, table):
        preset, players, options = table
        self.raw = environments.raw_env(preset, players, **options)
        self.observation_space = self.raw.observation_space("player_0")["observation"]
        self.action_space = self.raw.action_space("player_0")

    def reset(self, *, seed=None, options=None):
        self.raw.reset(seed=seed)
        return self.seen(), {}

    def step(self, action):
        self.raw.step(int(action))
        ends, breaks = (
            any(each.values()) for each in (self.raw.terminations, self.raw.truncations)
        )
        return self.seen(), self.raw.rewards["player_0"], ends, breaks, {}

    def seen(self):
        return self.raw.observe(self.raw.agent_selection)["observation"]


@pytest.mark.seconds
def test_it_begins_anew_as_gymnasiums_own():
    """Beside `SyncVectorEnv` in the mode that it declares."""
    table = ("newskyjo", 3, {})
    ours = make(table, games=2)
    mode = ours.metadata["autoreset_mode"]
    assert mode is AutoresetMode.SAME_STEP
    theirs = SyncVectorEnv([lambda: Alone(table)] * 2, autoreset_mode=mode)
    assert ours.num_envs == theirs.num_envs
    for space in ("single_observation_space", "observation_space"):
        assert getattr(ours, space) == getattr(theirs, space)
    for space in ("single_action_space", "action_space"):
        assert getattr(ours, space) == getattr(theirs, space)
    first, _ = theirs.reset(seed=4)
    np.testing.assert_array_equal(first, ours.reset(seed=4)[0])
    ended = 0
    for actions, seen, rewards, over, broken, _, _, infos in played(ours, 4, 300):
        expected = theirs.step(actions)
        np.testing.assert_array_equal(seen, expected[0])
        np.testing.assert_array_equal(rewards[:, 0], expected[1])
        np.testing.assert_array_equal(over, expected[2])
        np.testing.assert_array_equal(broken, expected[3])
        assert ("final_obs" in infos) is ("final_obs" in expected[4])
        if "final_obs" in infos:
            ended += 1
            np.testing.assert_array_equal(infos["_final_obs"], expected[4]["_final_obs"])
            for i in np.flatnonzero(infos["_final_obs"]):
                np.testing.assert_array_equal(infos["final_obs"][i][0], expected[4]["final_obs"][i])
    assert ended > 1


@tables
def test_what_comes_back_lies_in_its_space(table):
    """Observations, and actions that are drawn from the mask."""
    env = make(table)
    for actions, seen, *_ in played(env, 2, 40):
        assert env.observation_space.contains(seen)
        assert env.action_space.contains(actions)


@pytest.mark.seconds
@tables
def test_nothing_hidden_changes_an_observation(table):
    """All cards that the seat to act can't see change places; what it gets stays."""
    env = make(table)
    games = env._games
    rng = np.random.default_rng(5)
    changed = 0
    for step, (_, seen, *_, mask, seat, _) in enumerate(played(env, 6, 60)):
        if step % 5:
            continue
        for i in range(env.num_envs):
            truth = games.state(i)
            other = copy(truth)
            permute_hidden(env.game, other, env.codes, int(seat[i]), rng)
            changed += other != truth
            games.set_state(i, other)
            games.look()
            np.testing.assert_array_equal(games.x[i], seen[i])
            np.testing.assert_array_equal(games.mask[i], mask[i])
            games.set_state(i, truth)
        games.look()
    assert changed > 10


@pytest.mark.parametrize(
    "actions",
    [
        np.array([0, 1.5]),
        np.array([True, False]),
        np.zeros(3, int),
        np.zeros((2, 1), int),
        None,
    ],
    ids=str,
)
def test_actions_are_integers_one_for_each_game(actions):
    """Anything else is refused before a game has changed."""
    env = make(TABLES["skyjo"], games=2)
    env.reset(seed=1)
    with pytest.raises(RulesError, match="2 integers are needed"):
        env.step(actions)


@pytest.mark.parametrize("wrong", [-1, -2, -3, 10**6, 2**63 - 1])
def test_an_illegal_action_changes_no_game(wrong, fast):
    """Not even those before it; the error names the game and the legal actions."""
    env = make(TABLES["skyjo"])
    seen, infos = env.reset(seed=1)
    before = [copy(env._games.state(i)) for i in range(3)]
    rng = np.random.default_rng(1)
    actions = legal(infos, rng)
    seen, mask = seen.copy(), infos["action_mask"].copy()
    refused = actions.copy()
    refused[1] = wrong
    with pytest.raises(IllegalActionError, match=r"in game 1: .*Legal now: flip a1"):
        env.step(refused)
    assert [env._games.state(i) for i in range(3)] == before
    np.testing.assert_array_equal(env._games.x, seen)
    np.testing.assert_array_equal(env._games.mask, mask)
    env.step(actions)


def test_the_mask_is_a_report_and_no_permission():
    """Writing into it can't make the engine do what is illegal."""
    env = make(TABLES["skyjo"])
    _, infos = env.reset(seed=1)
    infos["action_mask"][:] = 1
    with pytest.raises(IllegalActionError):
        env.step([0, 0, 0])


def test_observations_and_masks_are_the_same_memory():
    """Nothing is copied from step to step; all else is the caller's."""
    env = make(TABLES["skyjo"])
    observations, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    first = env.step(legal(infos, rng))
    second = env.step(legal(infos, rng))
    assert first[0] is second[0] is observations
    assert first[4]["action_mask"] is second[4]["action_mask"]
    for small, later in zip(first[1:4], second[1:4], strict=True):
        assert not np.shares_memory(small, later)
    assert not np.shares_memory(first[4]["seat"], second[4]["seat"])


def test_a_seed_for_each_game_or_the_first():
    """A list says the same as its first number, where they follow each other."""
    env = make(TABLES["newskyjo"])
    by_list = env.reset(seed=[4, 5, 6])[0].copy()
    np.testing.assert_array_equal(env.reset(seed=4)[0], by_list)
    on, _ = env.reset()
    assert (on != by_list).any()
    kept = env.reset(seed=[4, None, 6])[0]
    np.testing.assert_array_equal(kept[[0, 2]], by_list[[0, 2]])
    with pytest.raises(RulesError, match="2 seeds for 3 games"):
        env.reset(seed=[1, 2])


@pytest.mark.parametrize(
    "wrong",
    [{"games": 0}, {"games": 2.5}, {"depth": 0}, {"reward": "points"}, {"turns": 0}, {"turnd": 3}],
    ids=str,
)
def test_what_cannot_be_played_is_refused(wrong):
    """The check comes when the environment is made."""
    with pytest.raises(RulesError):
        environments.vector_env("skyjo", **wrong)


def test_a_game_begins_with_reset():
    """A step before it says so."""
    with pytest.raises(RulesError, match=r"before reset\(\)"):
        make(TABLES["skyjo"]).step([0, 0, 0])


@pytest.mark.parametrize(
    "carried",
    [copying.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["copied", "pickled"],
)
def test_a_copy_goes_on_as_the_original(carried, fast):
    """In the middle of its games, with the same cards to come."""
    env = make(TABLES["newskyjo"])
    *_, infos = list(played(env, 2, 30))[-1]
    twin = carried(env)
    rng = np.random.default_rng(3)
    for _ in range(150):
        actions = legal(infos, rng)
        step, same = env.step(actions), twin.step(actions)
        infos = step[4]
        for part, other in zip(step[:4], same[:4], strict=True):
            np.testing.assert_array_equal(part, other)


def test_games_go_over_to_compiled_code_in_the_middle(monkeypatch):
    """As soon as it is there; nothing else changes."""
    pytest.importorskip("numba")
    steady = list(played(make(TABLES["newskyjo"]), 5, 60))
    monkeypatch.setattr(background, "ready", lambda *_: False)
    env = make(TABLES["newskyjo"])
    for number, (step, other) in enumerate(zip(steady, played(env, 5, 60), strict=True)):
        if number == 25:
            monkeypatch.undo()
        for part, same in zip(step[:-1], other[:-1], strict=True):
            np.testing.assert_array_equal(part, same)
    assert env._games.fast


def test_a_bot_reads_what_a_seat_sees():
    """As the engine's object, for built-in policies."""
    from skyjo_widget import bots

    greedy = bots.find("skyjo", "greedy")
    env = make(TABLES["skyjo"])
    _, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(30):
        actions = [greedy.act(env.seen(i), env.codes, rng) for i in range(env.num_envs)]
        assert infos["action_mask"][range(3), actions].all()
        infos = env.step(actions)[4]


@pytest.mark.slow
def test_100_000_decisions_feed_a_policy():
    """A linear policy in NumPy plays all seats; each seat decides, and each game's rewards come."""
    games, players = 256, 2
    env = environments.vector_env("skyjo", players, games=games, depth=1, target=1, reward="score")
    at, rng = env.layout(), np.random.default_rng(0)
    weights = rng.normal(size=(env.single_observation_space.shape[0], env.single_action_space.n))
    observations, infos = env.reset(seed=0)
    by_seat, ends = np.zeros(players, int), []
    for _ in range(100_000 // games):
        mask, seat = infos["action_mask"], infos["seat"]
        assert (observations[:, at["me"].start] == seat).all()
        values = observations.astype(np.float32) @ weights / 100 + rng.gumbel(size=mask.shape)
        actions = np.where(mask == 1, values, -np.inf).argmax(axis=1)
        observations, rewards, terminations, _, infos = env.step(actions)
        by_seat += np.bincount(seat, minlength=players)
        ends += rewards[terminations].tolist()
    assert by_seat.min() > 30_000
    assert len(ends) > 500
    np.testing.assert_allclose(np.sum(ends, axis=1), 0, atol=1e-9)


WITHOUT = """
import sys
sys.modules["pettingzoo"] = sys.modules["gymnasium"] = None
from skyjo_widget import SkyjoWidgetError, environments
try:
    environments.vector_env("skyjo")
except SkyjoWidgetError as error:
    assert "pip install pettingzoo" in str(error)
else:
    raise SystemExit("nothing was said")
"""


def test_without_gymnasium_it_says_what_is_missing():
    """The module can be imported all the same."""
    subprocess.run([sys.executable, "-W", "error", "-c", WITHOUT], check=True, timeout=60)
