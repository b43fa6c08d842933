"""The fitted win probabilities: who may be asked, what they depend on, and how good they are."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, SimulationError, WinProbabilities, simulate
from skyjo_widget import win_probabilities as estimate
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.games import GAMES
from skyjo_widget.frames.log import Log
from tests.fixtures.tables import table_with_undone_decisions

TABLES = [
    ("skyjo", ["greedy", "random"], {"target": 30}),
    ("skyjo", ["greedy"] * 5, {"target": 30}),
    ("newskyjo", ["greedy"] * 3, {"rounds": 2}),
    ("skip-bo", ["plain"] * 3, {"short": True, "target": 100}),
]
tables = pytest.mark.parametrize(
    ("game", "players", "rules"), [*TABLES[:-1], pytest.param(*TABLES[-1], marks=pytest.mark.slow)]
)


def run(game="skyjo", players=("greedy", "random"), rules=None, count=4, **options):
    """Some short games."""
    rules = {"target": 30} if rules is None else rules
    options = {"decisions": True, **options}
    return simulate(game, list(players), games=count, seed=3, progress=False, **options, **rules)


def fitted(source, **options):
    """The chances before each decision."""
    options = {"every": "decision", "progress": False, **options}
    return estimate(source, model="fitted", **options)


def edges(states):
    """Players who are equal."""
    return np.zeros((len(states), states.players), np.float32)


@tables
def test_each_decision_has_its_chance(game, players, rules):
    """Those of a moment sum to 1; the end of a game is what has happened."""
    played = run(game, players, rules)
    wins = fitted(played)
    seats = len(players)
    chances = wins.frame["chance"].to_numpy(float).reshape(-1, seats)
    np.testing.assert_allclose(chances.sum(axis=1), 1, atol=1e-6)
    rows = wins.add_to(played.decisions)
    assert rows[["wp_before", "wp_after", "wpa"]].notna().all(axis=None)
    last = wins.frame[wins.frame["over"]]
    ends = played.games.set_index("game_id")["winners"]
    for row in last.itertuples():
        share = (row.player in ends[row.game_id]) / len(ends[row.game_id])
        assert row.chance == share
    assert wins.settings["model"] == "fitted"


def test_a_log_a_run_and_its_folder_have_the_same_chances(own_folder):
    """It doesn't matter if decisions were kept, or the games are replayed."""
    pytest.importorskip("pyarrow")
    played = run(count=6)
    log = Log([played.open(n, display=False).history for n in range(played.played)])
    expected = fitted(played).frame
    pd.testing.assert_frame_equal(fitted(log).frame, expected)
    pd.testing.assert_frame_equal(fitted(run(count=6, decisions=False)).frame, expected)
    run(count=6, states=True, to="kept")
    run(count=6, decisions=False, to="plain")
    pd.testing.assert_frame_equal(fitted("kept").frame, expected)
    pd.testing.assert_frame_equal(fitted("plain").frame, expected)


def test_a_table_with_a_person_has_its_chances():
    """From its record, with undone decisions; an unfinished round has none yet."""
    table = table_with_undone_decisions()
    rows = fitted(table).add_to(table.log.decisions)
    assert rows["undone"].any()
    assert rows["wp_before"].isna().equals(rows["undone"].astype(bool))


@tables
def test_nothing_private_enters(game, players, rules):
    """Other hands, drawn and peeked cards, and another viewer leave every chance as it is."""
    played = run(game, players, rules, count=1)
    model = BOTS[game].win
    states = played.states(depth=model.depth)
    chances = model.chances(states, played.job.codes, edges(states))
    state = GAMES[game].state
    private = [
        f.name for f in dataclasses.fields(state) if f.metadata["seen"] in ("owner", "actor")
    ]
    changed = states[slice(None)]
    changed.x = states.x.copy()
    for name in ("me", *(name for name in private if name in states._layout._by_name)):
        at = states._field(name).slice
        changed.x[:, at] = np.random.default_rng(1).permutation(changed.x[:, at])
    assert (changed.x != states.x).any()
    assert (model.chances(changed, played.job.codes, edges(states)) == chances).all()


@tables
def test_chances_move_with_the_seats(game, players, rules):
    """Features of seats in another order give the chances in that order."""
    played = run(game, players, rules, count=1)
    model = BOTS[game].win
    states = played.states(depth=model.depth)
    features = model.features(states, played.job.codes, edges(states))
    order = np.random.default_rng(2).permutation(len(players))
    np.testing.assert_allclose(
        model.network.chances(features[:, order]),
        model.network.chances(features)[:, order],
        atol=1e-5,
    )


@pytest.mark.parametrize(("game", "players", "rules"), TABLES[:3])
def test_a_table_turned_round_has_its_chances_turned_round(game, players, rules):
    """No seat is better for its number: all seats one further to the left."""
    played = run(game, players, rules, count=1)
    model, seats = BOTS[game].win, len(players)
    states = played.states(depth=model.depth)
    turned = states[slice(None)]
    turned.x = states.x.copy()
    for f in states._layout.fields:
        values = states.x[:, f.slice].reshape(len(states), *f.shape)
        if f.axes[:1] == ("seat",):
            values = np.roll(values, 1, axis=1)
        elif f.name in ("seat", "ender", "starter", "on_turn"):
            values = np.where(values >= 0, (values + 1) % seats, values)
        turned.x[:, f.slice] = values.reshape(len(states), -1)
    np.testing.assert_allclose(
        model.chances(turned, played.job.codes, edges(states)),
        np.roll(model.chances(states, played.job.codes, edges(states)), 1, axis=1),
        atol=1e-4,
    )


@pytest.mark.parametrize(
    ("game", "rules", "says"),
    [
        ("skyjo-tall", {}, "doesn't know columns=3, it knows 4: rollouts"),
        ("skyjo", {"turned": 3}, "doesn't know turned=3, it knows 2"),
        ("skyjo", {"penalty_factor": 3}, "doesn't know penalty_factor=3, it knows 1, 2"),
        ("skyjo", {"target": 5000}, "doesn't know target=5000, it knows 1 to 1000"),
        ("newskyjo", {"rounds": 30}, "doesn't know rounds=30, it knows 1 to 10"),
        ("skip-bo", {"teams": True}, "doesn't know teams=True, it knows False"),
        ("skip-bo", {"stock": 7}, "doesn't know stock=7, it knows None"),
        ("skip-bo", {"piles_down": True}, "doesn't know piles_down=True, it knows False"),
    ],
)
def test_rules_that_it_does_not_know_are_named(game, rules, says):
    """With the values that it knows, and what to do."""
    played = run(game, ["random"] * 4, rules, count=1)
    with pytest.raises(RulesError, match=says):
        fitted(played)


@pytest.mark.parametrize("game", ["skyjo", "skyjo-strict", "skyjo-school", "newskyjo"])
def test_presets_that_it_knows(game):
    """Those with grids of four columns and three rows."""
    assert len(fitted(run(game, ["random"] * 3, {}, count=1)).frame)


def test_a_deck_that_it_does_not_know_is_refused():
    """With the way to find chances all the same."""
    deck = Deck.from_counts([(number, 12) for number in range(-2, 13)])
    with pytest.raises(RulesError, match="doesn't know this deck"):
        fitted(run(deck=deck, count=1))


def test_strengths_come_from_the_other_games():
    """A game's own scores don't enter: alone, it is one between equals."""
    alone = run(count=1)
    pd.testing.assert_frame_equal(fitted(alone).frame, fitted(alone, strengths="equal").frame)
    played = run(count=200, decisions=True)
    start = fitted(played, every="turn").frame
    first = start[start["decision"].isna()].groupby("player")["chance"].mean()
    assert first["greedy"] > 0.9
    equal = fitted(played, every="turn", strengths="equal").frame
    assert equal[equal["decision"].isna()].groupby("player")["chance"].mean()["greedy"] < 0.6


def test_strengths_can_be_told():
    """Mean scores by name, as a summary has them; all players need one."""
    played = run(count=2)
    means = {"greedy": 20.0, "random": 60.0}
    chances = fitted(played, strengths=means)
    assert chances.settings["strengths"] == means
    start = chances.frame[chances.frame["decision"].isna()]
    assert start.groupby("player")["chance"].mean()["greedy"] > 0.9
    with pytest.raises(RulesError, match="strengths: random are missing"):
        fitted(played, strengths={"greedy": 20.0})
    with pytest.raises(RulesError, match="strengths="):
        fitted(played, strengths="elo")


def test_what_can_not_be_asked():
    """Another name, worlds, or games of functions whose decisions weren't kept."""
    with pytest.raises(RulesError, match="fitted"):
        estimate(run(count=1), model="fited")
    with pytest.raises(RulesError, match="a model plays no worlds"):
        estimate(run(count=1), model="fitted", worlds=24)
    played = simulate("skyjo", [lambda o: o.legal[0], "random"], games=1, seed=1, target=1)
    with pytest.raises(SimulationError, match="weren't kept"):
        fitted(played)


def test_stored_chances_name_the_model(own_folder):
    """It says so after loading."""
    pytest.importorskip("pyarrow")
    again = WinProbabilities.load(fitted(run(count=2)).to_parquet("wp.parquet"))
    assert "fitted" in repr(again)


# Quality


def moments(players, games, seed, **rules):
    """The chances at the start of each turn, and the shares of the win: moments × seats."""
    played = simulate("skyjo", players, games=games, seed=seed, decisions=True, progress=False,
                      **rules)  # fmt: skip
    frame = fitted(played, every="turn").frame
    seats = len(players)
    chances = frame["chance"].to_numpy(float).reshape(-1, seats)
    over = frame["over"].to_numpy(bool)[::seats]
    ends = np.flatnonzero(over)
    shares = chances[ends[np.searchsorted(ends, np.arange(len(over)))]]
    return played, chances[~over], shares[~over]


def gaps(chances, shares):
    """By how much the mean share of the win differs from the mean chance, in ten bins."""
    bins = np.minimum((chances * 10).astype(int), 9)
    return [
        abs(float(shares[bins == k].mean() - chances[bins == k].mean()))
        for k in range(10)
        if (bins == k).sum() > 5000
    ]


@pytest.mark.slow
def test_it_is_as_good_as_rollouts():
    """Brier score of rounds of two `careful`, within 0.003 of 100 worlds, and twice its error."""
    played, chances, shares = moments(["careful"] * 2, 150, 7, target=1)
    rolled = estimate(played, worlds=100, sample=150, progress=False).frame
    rolled = rolled[~rolled["over"]]["chance"].to_numpy(float).reshape(-1, 2)
    gap = ((chances - shares) ** 2 - (rolled - shares) ** 2).mean(axis=1)
    assert gap.mean() < 0.003 + 0.006


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (["careful"] * 2, {"target": 1}),
        (["learned"] * 2, {"target": 1}),
        (["careful"] * 4, {"target": 1}),
    ],
)
def test_it_is_calibrated(players, rules):
    """In ten bins, within 2 points and the error of the games."""
    _, chances, shares = moments(players, 6000, 11, **rules)
    assert max(gaps(chances, shares)) < 0.03


@pytest.mark.slow
def test_it_is_calibrated_between_unequal_players():
    """Tables of many kinds together, in ten bins, within 2 points and the error of the games."""
    rng = np.random.default_rng(5)
    pool = ["careful", "learned", "expected", "greedy", "threshold(3)"]
    parts = [
        moments([pool[k] for k in rng.integers(0, len(pool), 2)], 300, seed, target=1)[1:]
        for seed in range(24)
    ]
    chances, shares = (np.concatenate(values) for values in zip(*parts, strict=True))
    assert max(gaps(chances, shares)) < 0.03
