"""Tournaments: who plays whom, on which deals, and what is made of it."""

from __future__ import annotations

import math

import nbformat
import numpy as np
import pandas as pd
import pytest
from nbclient import NotebookClient

from skyjo_widget import Comparison, RulesError, SimulationError, SkyjoWidgetError, tournament
from skyjo_widget.util.intervals import ELO, plackett_luce, student, wilson

pytestmark = pytest.mark.filterwarnings("ignore:broken stopped .* games, ")

FEW = {"games": 24, "seed": 3, "progress": False}


def first_legal(obs):
    """A strategy."""
    return obs.legal[0]


@pytest.fixture(scope="module")
def three():
    """A tournament of three."""
    return tournament(["random", "greedy", "threshold(2)"], **FEW)


def test_each_pair_plays_each_deal_in_every_seating(three):
    """The same deal, with the seats changed; all pairs have the same deals."""
    for simulation in three.simulations.values():
        games, rounds = simulation.games, simulation.rounds
        assert len(games) == 24
        assert len(set(map(tuple, games["names"]))) == 2
        seats = rounds[rounds["round"] == 1].groupby("player")["seat"].value_counts()
        assert set(seats) == {12}
    first = {
        pair: [simulation.open(game, display=False).history.events[1]["order"] for game in (0, 1)]
        for pair, simulation in three.simulations.items()
    }
    orders = [order for pair in first.values() for order in pair]
    assert all(order == orders[0] for order in orders)


def test_ranking_counts_what_was_played(three):
    """Games, wins and scores of the ranking are those of the games."""
    ranking = three.ranking.set_index("strategy")
    assert list(ranking.index) == ["threshold(2)", "greedy", "random"]
    assert set(ranking["games"]) == {48}
    games = pd.concat(simulation.games for simulation in three.simulations.values())
    for name, row in ranking.iterrows():
        shares = [(name in won) / len(won) for won in games["winners"] if name in won]
        assert row["win_rate"] == pytest.approx(sum(shares) / 48)
        assert (row["low"], row["high"]) == wilson(sum(shares), 48)
        assert row["low"] <= row["win_rate"] <= row["high"]
    assert ranking["rating"].sum() == pytest.approx(0, abs=1e-6)
    assert (ranking["rating_error"] > 0).all()


def test_cross_table_adds_up(three):
    """A win of the one is a loss of the other."""
    cross = three.cross
    for a in cross.index:
        assert pd.isna(cross.loc[a, a])
        for b in cross.columns:
            if a != b:
                assert cross.loc[a, b] + cross.loc[b, a] == pytest.approx(1)


def test_mean_score_is_a_rounds(three):
    """Of the rounds that the strategy has played, each game counting alike by pair."""
    pair = three.pairs.iloc[0]
    rounds = three.simulations["random", "greedy"].rounds
    means = rounds.groupby("player")["score"].mean()
    assert pair["mean_score"] == pytest.approx(means["random"])
    assert pair["against_score"] == pytest.approx(means["greedy"])


def test_at_a_bigger_table_one_sits_alone_among_the_others():
    """Three at a NewSkyjo table: one of the one, two of the other, and the other way round."""
    result = tournament(["random", "greedy"], game="newskyjo", **FEW)
    assert list(result.simulations) == [("random", "greedy"), ("greedy", "random")]
    names = result.simulations["random", "greedy"].games["names"]
    assert set(map(tuple, names)) == {
        ("random", "greedy", "greedy 2"),
        ("greedy", "greedy 2", "random"),
        ("greedy 2", "random", "greedy"),
    }
    assert result.ranking["strategy"].iloc[0] == "greedy"
    table = tournament(["greedy"], against="random", seats=4, **FEW)
    assert [pair["seats"] for _, pair in table.pairs.iterrows()] == [4]


def test_against_one_opponent_only():
    """A sweep: each against the same one, in one call."""
    result = tournament([f"threshold({k})" for k in range(3)], against="greedy", **FEW)
    assert set(result.pairs["against"]) == {"greedy"}
    assert len(result.pairs) == 3


@pytest.mark.seconds
def test_functions_play_and_a_failing_one_stops_its_own_games():
    """A strategy that raises wins nothing, and the others' games are played."""

    def broken(obs):
        raise ValueError("oh")

    result = tournament([first_legal, broken, "random"], games=4, seed=1, progress=False)
    pairs = result.pairs.set_index(["strategy", "against"])
    assert pairs.loc[("first_legal", "broken"), "undecided"] == 0
    assert pairs.loc[("first_legal", "random"), "undecided"] == 0
    faults = result.simulations["first_legal", "broken"].faults
    assert set(faults["player"]) == {"broken"}
    assert len(faults) == 4
    assert pairs.loc[("first_legal", "broken"), "win_rate"] == 1
    assert math.isnan(pairs.loc[("first_legal", "broken"), "mean_score"])


def broken(obs):
    """A strategy that never plays."""
    raise ValueError("oh")


def test_a_strategy_without_a_finished_game_is_not_rated():
    """It is said why; what the others have is as without it."""
    options = {"games": 10, "seed": 1, "progress": False, "apart": False, "on_fault": "leave out"}
    result = tournament([broken, "greedy", "random"], **options)
    ranking = result.ranking.set_index("strategy")
    alone = tournament(["greedy", "random"], **options).ranking.set_index("strategy")
    assert list(ranking.index) == ["greedy", "random", "broken"]
    counts = ["stopped", "left_out"]
    pd.testing.assert_frame_equal(
        ranking.loc[["greedy", "random"]].drop(columns=counts), alone.drop(columns=counts)
    )
    row = ranking.loc["broken"]
    assert (row["games"], row["stopped"], row["left_out"]) == (0, 20, 20)
    assert row.drop(["games", "stopped", "left_out", "low", "high"]).isna().all()
    for text in (repr(result), result.html()):
        assert "broken isn’t rated: none of its 20 games has a result." in text
        assert "broken stopped 20 of 20 games, which are left out: ValueError: oh" in text
    assert "broken n’est pas classé" in result.html("fr")
    assert "nan" not in repr(result) + result.html() + result.html("fr")
    texts = [text.get_text() for text in result.picture().axes[0].texts]
    assert texts == ["not rated"]


def test_where_nobody_finished_a_game_nobody_is_rated():
    """All have met only the one who fails."""
    result = tournament(
        ["greedy", "random"],
        against=broken,
        games=4,
        seed=1,
        progress=False,
        apart=False,
        on_fault="leave out",
    )
    assert result.ranking["rating"].isna().all()
    assert "ahead: nobody" in repr(result)
    assert "greedy isn’t rated: none of its 4 games has a result" in repr(result)
    assert "nan" not in repr(result) + result.html()
    result.picture()
    with pytest.raises(
        RulesError, match="differ: broken stopped 8 of 8 games, which are left out: V"
    ):
        Comparison(result)


def test_two_of_a_name_are_told_apart():
    """The same policy twice."""
    assert tournament(["greedy", "greedy"], **FEW).names == ("greedy", "greedy 2")


@pytest.mark.parametrize(
    ("strategies", "options", "said"),
    [
        ("greedy", {}, "a list is needed"),
        (["greedy"], {}, "a tournament needs two or more"),
        ([], {}, "a tournament needs two or more"),
        (
            ["greedy", "grady"],
            {},
            "'grady' is no bot of skyjo .did you mean 'greedy'..; there are random",
        ),
        (["greedy", "random"], {"games": 0}, "at least one is needed"),
        (["greedy", "random"], {"games": 2.5}, "games=2.5 is no whole number"),
        (["greedy", "random"], {"seats": 1}, "at least two play at a table"),
        (["greedy", "random"], {"seats": 9}, "Skyjo is played by 2 to 8 players, not 9"),
        (["greedy", "random"], {"seed": -1}, "seed=-1: a whole number from 0"),
        (["greedy", "random"], {"game": "poker"}, "'poker' is no game here"),
        (["greedy", "random"], {"tarjet": 50}, "tarjet"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(strategies, options, said):
    """Before anything is played."""
    with pytest.raises(RulesError, match=said.replace("(", r"\(")):
        tournament(strategies, **{"progress": False, **options})


def test_picture_shows_every_strategy(three, tmp_path):
    """Ratings and the cross table; Matplotlib draws it."""
    figure = three.picture()
    left, right = figure.axes
    assert [text.get_text() for text in left.get_yticklabels()] == list(three.ranking["strategy"])
    assert len(right.texts) == 6
    assert three.ranking["strategy"].iloc[0] in figure.get_suptitle()
    figure.savefig(tmp_path / "picture.png")


@pytest.mark.seconds
def test_a_name_with_a_comma_is_one_name():
    """Winners are counted too, in whichever order they sit."""

    def last(obs):
        return obs.legal[-1]

    last.__name__ = "random, the wise"
    played = tournament([last, "random"], games=40, seed=1, progress=False)
    (pair,) = played.simulations.values()
    assert set(pair.winners) <= {(last.__name__,), ("random",), (last.__name__, "random")}
    assert sum(pair.winners.values()) == pair.games["winners"].notna().sum() == 40
    wins = pair.summary.set_index("player")["wins"]
    assert wins.sum() == played.pairs["games"].sum() == 40
    assert played.pairs["wins"].tolist() == [wins[played.pairs.loc[0, "strategy"]]]
    assert wins.min() > 0


@pytest.mark.slow
def test_a_notebook_shows_the_picture_once():
    """As an image; what matplotlib says of its fonts on a first day is a stream, not a picture."""
    code = "from skyjo_widget import tournament\n"
    code += "tournament(['random', 'greedy'], games=10, seed=1, progress=False).picture()"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    NotebookClient(notebook, timeout=120).execute()
    outputs = notebook.cells[0].outputs
    shown = [output.data for output in outputs if output.output_type != "stream"]
    assert ["image/png" in data for data in shown] == [True]


def test_without_matplotlib_the_picture_says_what_to_install(three, monkeypatch):
    """A sentence; all tables are there."""
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(SkyjoWidgetError, match="pip install matplotlib"):
        three.picture()


def test_ratings_find_the_strengths_that_made_the_results():
    """Expected wins of known strengths give these strengths back, at two and at four seats."""
    strength = np.array([0.8, 0.1, -0.9])
    results = []
    for one, other in ((0, 1), (0, 2), (1, 2), (2, 1)):
        for seats in (2, 4):
            chance = 1 / (1 + (seats - 1) * math.exp(strength[other] - strength[one]))
            results.append((one, other, seats, chance * 100_000, 100_000))
    rating, covariance = plackett_luce(3, results)
    error = np.sqrt(np.diag(covariance))
    assert rating == pytest.approx(ELO * strength, abs=0.1)
    assert (error < 3).all()


def test_rating_errors_are_what_repetition_shows():
    """The standard error is the spread of ratings over many tournaments of chance."""
    rng = np.random.default_rng(4)
    chance = 1 / (1 + math.exp(-0.5))
    found = [
        plackett_luce(2, [(0, 1, 2, float(rng.binomial(200, chance)), 200)]) for _ in range(2000)
    ]
    error = math.sqrt(found[0][1][0, 0])
    assert np.std([rating[0] for rating, _ in found]) == pytest.approx(error, rel=0.1)


def test_who_won_everything_has_a_rating():
    """Finite, and with an error that says how little is known."""
    rating, covariance = plackett_luce(2, [(0, 1, 2, 10, 10)])
    error = np.sqrt(np.diag(covariance))
    assert 200 < rating[0] < 1000
    assert error[0] > 100


def test_wilson_interval_covers_the_truth_as_often_as_it_says():
    """95 %, give or take, for a rate near the edge."""
    rng = np.random.default_rng(5)
    covered = [
        low <= 0.9 <= high
        for low, high in (wilson(float(rng.binomial(60, 0.9)), 60) for _ in range(4000))
    ]
    assert 0.93 < np.mean(covered) < 0.975
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(30, 30)[1] == 1.0


def test_a_strategy_against_itself_wins_as_chance_has_it():
    """At a table of three, too, where the others have numbers behind their names."""
    result = tournament(["random", "random"], game="newskyjo", games=300, seed=2, progress=False)
    for _, pair in result.pairs.iterrows():
        assert pair["low"] < 1 / 3 < pair["high"]
    for simulation in result.simulations.values():
        assert len(set(simulation.job.names)) == 3


def test_an_interrupted_tournament_tells_what_was_played():
    """Ratings of those who have played; the others' are missing."""
    begun = []

    def stops(obs):
        begun.append(1)
        if len(begun) > 20:
            raise KeyboardInterrupt
        return obs.legal[0]

    with pytest.warns(UserWarning, match="interrupted"):
        result = tournament(
            ["random", "greedy", stops, "threshold"],
            games=4,
            seed=1,
            progress=False,
            apart=False,  # a strategy can't press Stop from a process of its own
        )
    assert list(result.simulations) == [("random", "greedy")]
    ranking = result.ranking.set_index("strategy")
    assert ranking["rating"].notna().to_dict() == {
        "greedy": True,
        "random": True,
        "stops": False,
        "threshold(2)": False,
    }
    assert ranking.loc["greedy", "rating"] > ranking.loc["random", "rating"]
    assert len(result.cross) == 4
    assert "2 strategies" not in repr(result)
    result.picture()


def test_ratings_of_those_who_never_met_are_missing():
    """Two pairs without a game between them can't be compared."""
    rating, covariance = plackett_luce(4, [(0, 1, 2, 3, 10), (2, 3, 2, 5, 10)])
    error = np.diag(covariance)
    assert list(np.isnan(rating)) == list(np.isnan(error)) == [False, False, True, True]


def test_pairs_differ_by_deal(three):
    """In points a round, paired: Student's interval over twelve deals."""
    pair = three.pairs.set_index(["strategy", "against"]).loc[("random", "greedy")]
    rounds = three.simulations["random", "greedy"].rounds
    by_game = rounds.groupby(["game_id", "player"], sort=False)["score"].mean().unstack()
    games = by_game.loc[three.simulations["random", "greedy"].games["game_id"]]
    apart = (games["random"] - games["greedy"]).to_numpy(float).reshape(12, 2).mean(axis=1)
    half = student(11) * apart.std(ddof=1) / math.sqrt(12)
    assert pair["deals"] == 12
    assert pair["score_difference"] == pytest.approx(apart.mean())
    assert pair["score_difference_low"] == pytest.approx(apart.mean() - half)
    assert pair["score_difference_high"] == pytest.approx(apart.mean() + half)
    assert "random − greedy" in three.html()
    assert "Intervals that overlap don’t mean" in three.html()
    assert "Des intervalles qui se recoupent" in three.html("fr")


def test_any_two_of_a_tournament_are_compared(three):
    """As they met, either way round; or as each met the same third."""
    found = Comparison(three, ("greedy", "random"))
    back = Comparison(three, ("random", "greedy"))
    assert found.mean == -back.mean == -three.pairs.iloc[0]["score_difference"]
    assert found.win_difference.mean == -back.win_difference.mean
    sweep = tournament(["threshold(1)", "threshold(3)"], against="greedy", **FEW)
    apart = Comparison(sweep, ("threshold(3)", "threshold(1)"))
    a, b = sweep.pairs["mean_score"]
    assert apart.deals == 12
    assert apart.mean == pytest.approx(b - a, abs=1.5)  # rounds of a game count together here
    with pytest.raises(SimulationError, match="only one of the two"):
        Comparison(sweep, ("greedy", "nobody"))


def test_ratings_are_compared_with_the_first(three):
    """The difference has an interval of its own, narrower than the two errors together."""
    ranking = three.ranking
    first, second = ranking.to_dict("records")[:2]
    assert ranking["rating_difference"][0] == 0
    assert second["rating_difference"] == pytest.approx(second["rating"] - first["rating"])
    half = second["rating_difference_high"] - second["rating_difference"]
    assert half < 1.96 * (first["rating_error"] + second["rating_error"])
    assert half > 1.96 * max(first["rating_error"], second["rating_error"])
