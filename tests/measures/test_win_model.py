"""Win probabilities as columns of decisions: from rollouts, from a stored file, from a model."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, SimulationError, WinProbabilities, measure, play, simulate
from skyjo_widget import win_probabilities as estimate
from skyjo_widget.frames.log import Log
from tests.fixtures.tables import table_with_undone_decisions


def by_points(states):
    """The fewer points a seat has, the likelier it wins."""
    return 1 / (10.0 + states.from_viewer("total")[:, 0].clip(0))


def run(count=4, players=("greedy", "random"), **options):
    """Some short games."""
    rules = {"target": 30, **options}
    return simulate("skyjo", list(players), games=count, seed=3, decisions=True, **rules)


def log_of(played):
    """The same games, as a log."""
    return Log([played.open(n, display=False).history for n in range(played.played)])


@pytest.mark.parametrize("every", [pytest.param("turn", marks=pytest.mark.slow), "decision"])
def test_a_model_judges_the_same_moments_as_rollouts(every):
    """Rows, decisions, rounds, turns, names; the end of a game is what has happened."""
    played = run(3)
    rolled = estimate(played, every=every, worlds=24, progress=False).frame
    found = estimate(played, every=every, model=by_points).frame
    about = [name for name in found.columns if name not in ("chance", "error")]
    pd.testing.assert_frame_equal(found[about], rolled[about])
    assert found.dtypes.equals(rolled.dtypes)
    over = found["over"].to_numpy(bool)
    assert found["chance"][over].tolist() == rolled["chance"][over].tolist()
    sums = found.groupby(np.arange(len(found)) // 2)["chance"].sum()
    np.testing.assert_allclose(sums.astype(float), 1)


def test_a_log_and_a_run_have_the_same_rows():
    """The kind of the players is known by both."""
    played = run(3, ["greedy", "random", "greedy"])
    a = estimate(played, every="decision", model=by_points).frame
    b = estimate(log_of(played), every="decision", model=by_points, progress=False).frame
    pd.testing.assert_frame_equal(a, b)


def test_columns_of_decisions_join_before_and_after():
    """The gain of a decision ends where the next decision of anybody begins."""
    played = run(3)
    states = played.states(views="all")
    own = by_points(states).reshape(-1, 2)
    own /= own.sum(axis=1, keepdims=True)
    rows = estimate(played, every="decision", model=by_points).add_to(played.decisions)
    seats = rows["seat"].to_numpy(int)
    np.testing.assert_allclose(rows["wp_before"].astype(float), own[np.arange(len(rows)), seats])
    ids = rows["game_id"].to_numpy(object)
    last = np.r_[ids[1:] != ids[:-1], True]
    after = np.r_[own[1:], own[-1:]][np.arange(len(rows)), seats]
    np.testing.assert_allclose(rows["wp_after"].astype(float)[~last], after[~last])
    ends = played.games.set_index("game_id")["winners"]
    for row in rows[last].itertuples():
        won = (row.player in ends[row.game_id]) / len(ends[row.game_id])
        assert float(row.wp_after) == won
    assert (rows["wpa"] == rows["wp_after"] - rows["wp_before"]).all()


def test_undone_decisions_have_no_probability():
    """Those that stand are joined across the gap."""
    table = table_with_undone_decisions()
    rows = estimate(table, every="decision", model=by_points).add_to(table.log.decisions)
    undone = rows["undone"].to_numpy(bool)
    assert undone.any()
    assert rows["wp_before"].isna().equals(rows["undone"].astype(bool))
    standing = rows[~rows["undone"]]
    assert standing["wp_after"].notna().all()


def test_stored_rollouts_are_added_later(own_folder):
    """From the file alone, to decisions in any order, of these games and of others."""
    pytest.importorskip("pyarrow")
    played = run(2)
    path = estimate(played, every="decision", worlds=24, progress=False).to_parquet("wp.parquet")
    stored = WinProbabilities.load(path)
    decisions = pd.concat([played.decisions[::-1], run(1, target=10).decisions])
    rows = stored.add_to(decisions)
    assert len(rows) == len(decisions)
    assert rows["wp_after"].notna().sum() == len(played.decisions)
    assert rows["decision"].tolist() == decisions["decision"].tolist()
    assert not {"wp_before", "wpa"} & set(decisions.columns)
    frame = stored.frame.set_index(["game_id", "decision", "seat"])["chance"]
    one = rows.iloc[17]
    assert one["wp_after"] == frame[one["game_id"], one["decision"], one["seat"]]


def test_a_stored_model_keeps_its_name(own_folder):
    """It says so in both languages, and the measures of a game's course take it."""
    pytest.importorskip("pyarrow")
    played = run(4)
    found = estimate(played, every="decision", model=by_points)
    again = WinProbabilities.load(found.to_parquet("wp.parquet"))
    assert "by by_points" in repr(again)
    assert "by_points" in again._repr_html_()
    again.lang = "fr"
    assert "selon by_points" in repr(again)
    assert len(measure(played, win_probabilities=again, measures=["course"]).frame) > 0


def test_a_game_that_goes_on_has_its_rounds_that_are_over():
    """No end, and nothing of the round that is being played."""
    table = play("skyjo", ["bot:greedy"] * 2, seed=5, record=False, display=False)
    table.run()
    over = len(table.history.decisions)
    table.next_round()
    table.step()
    found = estimate(table, every="decision", model=by_points)
    assert not found.frame["over"].any()
    rows = found.add_to(table.log.decisions)
    assert rows["wp_before"].notna().sum() == over - 1  # the moment after the last isn't known
    assert rows["wp_after"].notna().sum() == over - 1


def test_probabilities_without_a_sum_are_shared_evenly():
    """A model that gives nobody a chance."""
    found = estimate(run(1), model=lambda states: np.zeros(len(states))).frame
    assert set(found["chance"][~found["over"].astype(bool)]) == {0.5}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"model": lambda states: np.full(len(states), 1.5)}, "<lambda> has returned 1.5"),
        ({"model": lambda states: np.full(len(states), np.nan)}, "has returned nan"),
        ({"model": lambda states: states.x}, "one probability for each"),
        ({"model": lambda _states: 0.5}, r"an array of shape \(\)"),
        ({"model": 5}, "model=5: a function of states is needed"),
        ({"model": by_points, "worlds": 24}, "a model plays no worlds"),
    ],
)
def test_wrong_models(arguments, says):
    """The message names the function and what it returned."""
    with pytest.raises(RulesError, match=says):
        estimate(run(1), **arguments)


def test_what_is_needed():
    """Moments of every decision; the keys; games whose decisions were kept."""
    played = run(1)
    with pytest.raises(RulesError, match="every='decision'"):
        estimate(played, model=by_points).add_to(played.decisions)
    with pytest.raises(RulesError, match="the columns decision, seat are missing"):
        estimate(played, every="decision", model=by_points).add_to(played.games)
    without = simulate("skyjo", ["random"] * 2, games=1, seed=1)
    with pytest.raises(SimulationError, match="weren't kept"):
        estimate(without, model=by_points)


def test_a_sample_of_a_run():
    """Drawn with the seed, as for rollouts."""
    played = run(8)
    some = estimate(played, sample=3, seed=5, model=by_points)
    assert some.frame["game_id"].nunique() == some.settings["games"] == 3
    assert estimate(played, model=by_points).settings["games"] == 8
    whole = estimate(played, model=by_points).frame
    pd.testing.assert_frame_equal(
        some.frame, whole[whole["game_id"].isin(some.frame["game_id"])].reset_index(drop=True)
    )
