"""Charts: strategies compared, samples side by side, predictions checked."""

from __future__ import annotations

import itertools
import math
import re
import sys
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import (
    RulesError,
    SimulationError,
    SkyjoWidgetError,
    calibration,
    compare,
    distributions,
    play,
)
from skyjo_widget.charts.histograms import MOST_BINS, bin_edges
from skyjo_widget.charts.style import PAPER, drawing
from skyjo_widget.simulation.compare import Comparison
from skyjo_widget.simulation.tournament import Tournament, tournament
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.intervals import matched_rates, mean_interval, student, wilson
from skyjo_widget.util.numbers import decimals, format_number, numbers, percent
from tests.fixtures.paths import ROOT

FEW = {"games": 40, "seed": 3, "progress": False}


# Two strategies


@pytest.fixture(scope="module")
def two():
    """Two against each other."""
    return compare("threshold(2)", "greedy", **FEW)


def test_differences_are_those_of_the_deals(two):
    """Worked out again, game by game: two games of a deal, in each the mean of the rounds."""
    (simulation,) = two.tournament.simulations.values()
    rounds = simulation.rounds
    for deal, row in two.differences.iterrows():
        ids = simulation.games["game_id"].iloc[2 * deal : 2 * deal + 2]
        means = {
            name: np.mean(
                [
                    rounds.loc[
                        (rounds["game_id"] == one) & (rounds["player"] == name), "score"
                    ].mean()
                    for one in ids
                ]
            )
            for name in two.names
        }
        assert row["deal"] == deal
        assert row["score_a"] == pytest.approx(means["threshold(2)"])
        assert row["score_b"] == pytest.approx(means["greedy"])
        assert row["difference"] == pytest.approx(means["threshold(2)"] - means["greedy"])
    assert (two.deals, two.left_out, len(two.differences)) == (20, 0, 20)


def test_interval_is_students(two):
    """t of 19 degrees of freedom is 2.093 (from a table)."""
    found = two.differences["difference"]
    half = 2.093 * found.std() / math.sqrt(20)
    assert two.mean == pytest.approx(found.mean())
    assert (two.low, two.high) == pytest.approx((two.mean - half, two.mean + half), abs=0.002)


@pytest.mark.parametrize(
    ("freedom", "t"), [(9, 2.2622), (19, 2.0930), (29, 2.0452), (99, 1.9842), (10**6, 1.9600)]
)
def test_t_is_that_of_tables(freedom, t):
    """To the third place."""
    assert student(freedom) == pytest.approx(t, abs=5e-4)


def test_rates_have_wilson_intervals(two):
    """Both together win all."""
    summary = two.summary
    assert list(summary["strategy"]) == ["threshold(2)", "greedy"]
    assert summary["win_rate"].sum() == pytest.approx(1)
    for row in summary.itertuples():
        assert (row.low, row.high) == wilson(row.win_rate * 40, 40)


def test_more_games_are_needed_for_less(two):
    """(1.96 + 0.84)² · (sd / points)² deals find a difference in 80 %; a deal is two games."""
    needed = math.ceil(((1.959964 + 0.841621) * two.sd / 0.5) ** 2)
    assert two.more_games(0.5) == 2 * (needed - 20)
    assert two.more_games(100) == 0
    for points in (0, -1, float("nan")):
        with pytest.raises(RulesError, match="a difference above 0"):
            two.more_games(points)


def test_so_many_games_find_a_difference_as_often_as_said():
    """A power of 80 %: of 2,000 normal samples that long, t-tests find a difference of 1.

    With the seed fixed this is one sample; another seed would fail with a chance of about 1 in
    10,000 (3.9 standard errors of 0.0089).
    """
    sd = 5.0
    deals = math.ceil(((1.959964 + 0.841621) * sd) ** 2)
    samples = np.random.default_rng(1).normal(1, sd, (2000, deals))
    half = student(deals - 1) * samples.std(axis=1, ddof=1) / math.sqrt(deals)
    found = (np.abs(samples.mean(axis=1)) > half).mean()
    assert found == pytest.approx(0.8, abs=3.9 * 0.0089)


def test_who_plays_against_itself_is_no_better():
    """The same strategy twice, under two names: the interval holds 0, as it does 19 times in 20."""
    same = compare("greedy", "greedy", **FEW)
    assert same.names == ("greedy", "greedy 2")
    assert same.low < 0 < same.high
    assert same.summary["win_rate"].sum() == 1


def test_with_others_each_plays_the_same_deals_at_their_table():
    """Two simulations; the same first deal in both; each strategy sits in every seat."""
    found = compare("threshold(2)", "greedy", against="random", seats=3, **FEW)
    assert list(found.tournament.simulations) == [
        ("threshold(2)", "random"),
        ("greedy", "random"),
    ]
    orders = [
        simulation.open(0, display=False).history.events[1]["order"]
        for simulation in found.tournament.simulations.values()
    ]
    assert orders[0] == orders[1]
    assert found.deals == 14  # 42 games of each, three to a deal
    assert list(found.summary["games"]) == [42, 42]
    a, b = (s.rounds for s in found.tournament.simulations.values())
    means = [
        table[table["player"] == name].groupby("game_id")["score"].mean().mean()
        for table, name in ((a, "threshold(2)"), (b, "greedy"))
    ]
    assert found.mean == pytest.approx(means[0] - means[1])


def first_legal(obs):
    """A strategy without chance."""
    return obs.legal[0]


def test_a_difference_without_spread_is_drawn_too():
    """Without chance a strategy does the same as itself on every deal: 0, and surely so."""

    def difference(obs):  # the name of a column
        return obs.legal[0]

    same = compare(first_legal, difference, games=20, seed=1, target=20, progress=False)
    assert same.names == ("first_legal", "difference")
    assert (same.mean, same.low, same.high, same.more_games()) == (0, 0, 0, 0)
    assert "enough games to show a difference of 1 point" in repr(same)
    same.picture()


@pytest.mark.slow
def test_deals_that_were_broken_off_are_counted():
    """Games of Skip-Bo that take too long; a deal counts if all of its games ended."""
    with pytest.raises(RulesError, match="0 deals were played to the end by both; 10 are needed"):
        compare("random", "random", game="skip-bo", turns=20, **FEW)
    played = tournament(["greedy", "random"], game="skip-bo", turns=150, **FEW)
    (simulation,) = played.simulations.values()
    finished = simulation.games["finished"].to_numpy(bool).reshape(-1, 2).all(axis=1)
    assert 10 <= finished.sum() < 20
    found = Comparison(played)
    assert (found.deals, found.left_out) == (finished.sum(), 20 - finished.sum())
    assert list(found.differences["deal"]) == list(np.flatnonzero(finished))
    assert f"{found.left_out} deals were left out" in repr(found)
    assert any("not played to the end" in text.get_text() for text in texts(found.picture()))


def test_what_cannot_be_compared_is_refused():
    """Before a game is played, or as soon as it is known."""
    with pytest.raises(RulesError, match="seats=3: two play against each other"):
        compare("greedy", "random", seats=3)
    with pytest.raises(RulesError, match=r"9 deals .* ask for more games"):
        compare("greedy", "random", games=18, progress=False)
    with pytest.raises(SimulationError, match="only one of the two"):
        Comparison(Tournament(("greedy", "random")))


def test_a_comparison_says_what_it_found(two):
    """The difference in a sentence with its interval; one that isn't seen is never called none."""
    points, wins, *_ = repr(two).splitlines()
    assert two.low < 0 < two.high
    assert points == (
        "No difference in points can be seen with these 20 deals: threshold(2) − greedy is between "
        f"{two.low:.2f} and +{two.high:.2f} a round (95%)".replace("-", "−")
    )
    assert wins.startswith("No difference in games won can be seen: threshold(2) − greedy is")
    assert "986 more games would show a difference of 1 point, 4 times out of 5" in repr(two)
    clear = compare("greedy", "random", **FEW)
    clear.lang = "fr"
    low, mean, high = (format_number(abs(x), "fr", 2) for x in (clear.high, clear.mean, clear.low))
    assert repr(clear).splitlines()[0] == (
        f"greedy marque {mean} points de moins par manche que random "
        f"(95\u00a0%\u00a0: de {low} à {high}), sur les mêmes 20 donnes"
    )
    assert "de points de moins" not in clear.html()
    assert f"greedy marque {mean} points de moins" in clear.html()


def test_shares_of_games_won_are_compared_deal_by_deal(two):
    """Two games of a deal make a share of 0, 1/2 or 1; both together win all."""
    table, found = two.differences, two.win_difference
    assert set(table["wins_a"]) <= {0, 0.25, 0.5, 0.75, 1}
    assert (table["wins_a"] + table["wins_b"]).eq(1).all()
    assert found == matched_rates((table["wins_a"] - table["wins_b"]).to_numpy())
    rates = two.summary["win_rate"]
    assert found.mean == pytest.approx(rates[0] - rates[1])


@pytest.mark.parametrize(("lang", "word"), [("en", "points a round"), ("fr", "points par manche")])
def test_picture_of_a_comparison(two, lang, word):
    """A dot for each of few deals, and the running mean, which ends at the mean; both languages."""
    figure = two.picture(lang)
    left, right = figure.axes
    assert word in left.get_xlabel()
    assert right.get_ylabel() == word
    (dots,) = (line for line in left.lines if line.get_marker() == "o")
    assert list(dots.get_xdata()) == sorted(two.differences["difference"])
    assert right.lines[0].get_xdata()[0] == 5  # with fewer there is no interval
    assert right.lines[0].get_ydata()[-1] == pytest.approx(two.mean)
    band = right.collections[0].get_paths()[0].vertices
    ends = band[band[:, 0] == 20][:, 1]
    assert (ends.min(), ends.max()) == pytest.approx((two.low, two.high))
    said = figure.get_suptitle().replace("\n", " ")
    two.lang = lang
    assert said == repr(two).splitlines()[0]
    two.lang = "en"


def test_many_deals_are_drawn_as_bars():
    """From 30 on."""
    found = compare("threshold(2)", "greedy", games=60, seed=3, progress=False)
    left, _ = found.picture().axes
    assert sum(bar.get_height() for bar in left.patches[:-1]) == 30
    assert not [line for line in left.lines if line.get_marker() == "o"]


# Samples side by side


def texts(figure):
    """All texts of a figure."""
    return figure.findobj(lambda artist: hasattr(artist, "get_text"))


def test_distributions_have_the_same_bins():
    """Two samples by hand: shares, means, intervals, and the difference with Welch's."""
    take, draw = [1, 1, 2, 4] * 10, [0, 5] * 20
    figure = distributions({"take": take, "draw": draw}, title="The 4", unit="points")
    one, other = figure.axes
    assert [bar.get_height() for bar in one.patches[:6]] == [0, 0.5, 0.25, 0, 0.25, 0]
    assert [bar.get_height() for bar in other.patches[:6]] == [0.5, 0, 0, 0, 0, 0.5]
    assert [bar.get_x() for bar in one.patches[:6]] == [bar.get_x() for bar in other.patches[:6]]
    assert one.get_xlim() == other.get_xlim()
    assert one.get_ylim() == other.get_ylim()
    # take: mean 2, s² = 60/39; t of 39 degrees of freedom is 2.023: ± 0.40.  draw: 2.5 ± 0.81.
    # The difference, 0.5, has the variance (60 + 250)/39/40 and 57.4 degrees: ± 0.89.
    assert one.get_title("left") == "take: mean 2.00 (95%: 1.60 to 2.40), n = 40"
    assert other.get_title("left") == (
        "draw: mean 2.50 (95%: 1.69 to 3.31), n = 40\ncompared with take: +0.50 (−0.39 to +1.39)"
    )
    assert [text.get_text() for text in one.texts] == ["50%", "25%", "25%"]
    assert other.get_xlabel() == "points"
    assert figure.get_suptitle() == "The 4"


def test_paired_samples_have_the_interval_of_their_differences():
    """Each a point more, give or take: paired the difference is clear, else it can't be seen."""
    rng = np.random.default_rng(1)
    one = rng.normal(0, 10, 40)
    samples = {"one": one, "other": one + 1 + rng.normal(0, 0.5, 40)}
    found = mean_interval(samples["other"] - one)
    assert 0 < found.low < 1 < found.high
    title = distributions(samples, paired=True, lang="fr").axes[1].get_title("left")
    low, mean, high = (format_number(x, "fr", 2) for x in (found.low, found.mean, found.high))
    assert title.endswith(f"par rapport à one\u00a0: +{mean} (de +{low} à +{high})")
    apart = distributions(samples).axes[1].get_title("left")
    assert re.search(r"compared with one: \+\d\.\d \(−\d\.\d to \+\d\.\d\)$", apart)
    with pytest.raises(RulesError, match=r"samples of one length .* 2 of a, 3 of b"):
        distributions({"a": [1, 2], "b": [1, 2, 3]}, paired=True)


def test_a_small_sample_is_drawn_value_by_value():
    """Under 30: a dot each, where it is, those of a bin above each other; no bar, no share."""
    figure = distributions({"few": [4, 1, 1, 2.5], "many": list(range(30))})
    few, many = figure.axes
    (dots,) = (line for line in few.lines if line.get_marker() == "o")
    assert list(dots.get_xdata()) == [1, 1, 2.5, 4]
    edges = bin_edges(np.array([4, 1, 1, 2.5, *range(30)]))
    assert (edges[0], edges[1]) == (0, 2)  # both 1s lie in the first bin
    assert list(dots.get_ydata()) == [0.125, 0.375, 0.125, 0.125]  # a quarter each
    assert few.get_ylim()[0] == 0
    assert few.get_ylim()[1] > 0.5
    assert not few.texts
    assert few.get_title("left") == "few: mean 2.125, n = 4"
    assert len(many.patches) > 10


def test_an_exact_distribution_lies_over_its_sample():
    """Chances as lines, at the height of the shares."""
    exact = {"die": {value: Fraction(1, 2) for value in (1, 2)}}
    figure = distributions({"die": [1, 2, 2], "other": [2]}, exact=exact)
    (lines,) = figure.axes[0].collections
    assert [segment[0, 1] for segment in lines.get_segments()] == [0.5, 0.5]
    assert not figure.axes[1].collections
    assert figure.axes[1].get_title("left") == "other: mean 2, n = 1"


@pytest.mark.parametrize(
    ("values", "first", "width", "count"),
    [
        ([3, 3], 2.5, 1, 1),
        ([-2, 12], -2.5, 1, 15),
        ([0, 15], -0.5, 1, 16),
        ([0, 16], 0, 2, 9),
        ([-7, 41], -10, 5, 11),
        ([0.5, 0.5], 0, 1, 1),
        ([0, 0.31], 0, 0.02, 16),
        ([0, 300_000], 0, 20_000, 16),
    ],
)
def test_bins_are_round_and_few(values, first, width, count):
    """A number each where that fits; else 1, 2 or 5 with zeros wide."""
    edges = bin_edges(np.array(values, float))
    assert edges[0] == pytest.approx(first)
    assert len(edges) - 1 == count <= MOST_BINS
    if count > 1:
        assert np.diff(edges) == pytest.approx(width)


def test_every_value_has_its_bin():
    """Many samples, whole and not: none falls beside the bins."""
    rng = np.random.default_rng(3)
    for scale, whole in itertools.product((0.01, 1, 7, 300, 1e5), (True, False)):
        for _ in range(40):
            values = rng.normal(rng.normal(0, 3 * scale), scale, rng.integers(1, 60))
            values = values.round() if whole else values
            edges = bin_edges(values)
            assert np.histogram(values, edges)[0].sum() == len(values)
            assert len(edges) - 1 <= MOST_BINS


@pytest.mark.parametrize(
    ("samples", "exact", "message"),
    [
        ({"one": [1]}, None, "two to 4"),
        ({name: [1] for name in "abcde"}, None, "two to 4"),
        ([[1], [2]], None, "two to 4"),
        ({"a": [1], "b": []}, None, "b: it is empty"),
        ({"a": [1], "b": [1, "x"]}, None, "b: row 1: 'x' is no number"),
        ({"a": [1], "b": pd.Series([2.0, None], index=[7, 9])}, None, "b: row 9 is nan"),
        ({"a": [1], "b": [2]}, {"c": {1: 1}}, "exact: 'c' is none of a, b"),
        ({"a": [1], "b": [2]}, {"a": {1: 0.5, 2: 0.4}}, "the chances sum to 0.9, not to 1"),
        ({"a": [1], "b": [2]}, {"a": {1: 1.5, 2: -0.5}}, "the chance of 1 is 1.5, not from 0"),
        ({"a": [1], "b": [2]}, {"a": [1]}, "of a each number with its chance"),
    ],
)
def test_samples_that_are_none_are_named(samples, exact, message):
    """With the sample, the row and the value."""
    with pytest.raises(RulesError, match=message):
        distributions(samples, exact=exact)


# Predictions


def predictions(rows):
    """A frame with the columns and dtypes of a log's."""
    columns = ["value", "choice", "coach", "outcome"]
    table = pd.DataFrame(rows, columns=columns)
    return table.astype(
        {"value": "Float64", "choice": "string", "coach": "Float64", "outcome": "boolean"}
    )


SIX = [
    (0.3, None, 0.2, True),
    (0.3, None, 0.4, False),
    (0.1, None, None, False),
    (1.0, None, 1.0, True),
    (0.5, None, 0.5, None),
    (None, "take", None, True),
]


def test_calibration_of_six_rows_by_hand():
    """Two are left out, each for its reason; the others fall into three bins."""
    found = calibration(predictions(SIX))
    assert (found.count, found.unknown, found.no_chance) == (4, 1, 1)
    table = found.frame
    assert list(table["start"]) == [0, 0.2, 0.8]
    assert list(table["n"]) == [1, 2, 1]
    assert list(table["prediction"]) == pytest.approx([0.1, 0.3, 1])
    assert list(table["came_true"]) == [0, 0.5, 1]
    assert list(zip(table["low"], table["high"], strict=True)) == [
        wilson(0, 1),
        wilson(1, 2),
        wilson(1, 1),
    ]
    assert list(table["coach_n"]) == [0, 2, 1]
    assert list(table["coach"].fillna(-1)) == pytest.approx([-1, 0.3, 1])


def test_a_mean_is_no_chance():
    """A log's value for the question ``mean`` is a number of points."""
    table = predictions([*SIX, (17.5, None, 16.0, None)])
    table["question"] = ["draw at most 4"] * 5 + ["best", "mean"]
    found = calibration(table)
    assert (found.count, found.unknown, found.no_chance) == (4, 1, 2)


def test_predictions_of_a_game_are_taken_as_its_log_has_them():
    """Chances of the next card, an action, a mean; the coach's chance stands beside each."""
    session = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    asked = 0
    while session.waiting == "person" and asked < 6:
        if "draw" in session.legal:
            session.predict("draw at most 4", 0.5)
            session.predict("mean", 40)
            session.predict("best", "draw")
            asked += 1
        session.act("draw" if "draw" in session.legal else session.legal[0])
    table = session.log.predictions
    found = calibration(table)
    chances = table[table["question"] == "draw at most 4"]
    assert found.no_chance == 12
    assert found.count + found.unknown == 6
    assert found.count == chances["outcome"].notna().sum() >= 5
    assert found.brier == 0.25
    known = chances[chances["outcome"].notna()]
    wrong = known["coach"] - known["outcome"].astype("Float64")
    assert found.references["brier"][0] == pytest.approx((wrong**2).mean())


def test_brier_scores_by_hand():
    """(0.49 + 0.09 + 0.01 + 0) / 4; the coach's on the three rows where it has a chance."""
    found = calibration(predictions(SIX))
    assert found.brier == pytest.approx(0.59 / 4)
    assert found.base_rate == 0.5
    coach, base = found.references.to_dict("records")
    assert coach["n"] == 3
    assert coach["brier"] == pytest.approx((0.64 + 0.16 + 0) / 3)
    assert coach["own"] == pytest.approx((0.49 + 0.09 + 0) / 3)
    assert (base["n"], base["brier"], base["own"]) == (4, 0.25, found.brier)


def test_a_tenth_falls_into_the_bin_that_begins_there():
    """Though 0.3 · 10 is a little more, and 0.7 · 10 a little less, than whole."""
    rows = [(k / 10, None, None, True) for k in range(11)]
    table = calibration(predictions(rows), bins=10).frame
    assert list(table["n"]) == [1] * 9 + [2]
    assert list(table["start"]) == pytest.approx([k / 10 for k in range(10)])


def test_few_predictions_get_no_verdict():
    """From 30 on there is one."""
    few, enough = (calibration(predictions(SIX[:3] * k)) for k in (9, 10))
    assert "Predictions with a known outcome: 27, too few" in few.verdict()
    assert "30 are needed" in few.verdict()
    assert "is compatible with the predictions" in enough.verdict()
    assert few.verdict() in repr(few)
    assert "Prédictions au résultat connu : 27" in few.verdict("fr")


def test_a_verdict_counts_the_groups_that_fit():
    """A 10 % prediction of what comes true in half of all cases fails; 50 % fits."""
    half = [(p, None, None, k % 2 == 0) for p in (0.1, 0.5) for k in range(40)]
    assert calibration(predictions(half)).verdict().startswith("In 1 of 2 groups")


def test_true_chances_fit_and_wrong_ones_do_not():
    """Outcomes drawn by the stated chance: nearly all bins hold it; by its square root: few."""
    rng = np.random.default_rng(8)
    value = rng.random(4000)

    def fits(chance):
        rows = [(v, None, None, c) for v, c in zip(value, rng.random(4000) < chance, strict=True)]
        table = calibration(predictions(rows), bins=10).frame
        return table["prediction"].between(table["low"], table["high"]).sum()

    assert fits(value) >= 8
    assert fits(np.sqrt(value)) <= 3


def test_no_known_outcome_is_told_not_raised():
    """A class that has just begun: nothing to draw but the diagonal."""
    found = calibration(predictions(SIX[4:]))
    assert (found.count, found.unknown, found.no_chance) == (0, 1, 1)
    assert math.isnan(found.brier)
    assert "known outcome: 0, too few" in found.verdict()
    assert len(found.frame) == 0
    assert calibration(predictions([])).count == 0
    found.picture()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ((1.2, None, None, True), "row 6: value is 1.2; a chance is a number from 0 to 1"),
        ((-0.1, None, None, None), "row 6: value is -0.1"),
        ((30, None, None, True), "row 6: value is 30"),
        ((None, None, None, True), "row 6: value is <NA>"),
        ((0.5, None, 1.01, True), "row 6: coach is 1.01"),
    ],
)
def test_a_value_that_is_no_chance_is_named(row, message):
    """With its row, also where the outcome isn't known; nothing is left out silently."""
    with pytest.raises(RulesError, match=message):
        calibration(predictions([*SIX, row]))


def test_a_frame_without_dtypes_will_do():
    """Numbers and truth values as a hand-made table has them; what is neither is named."""
    table = pd.DataFrame({"value": [0.5, 1], "outcome": [True, 0]}, dtype=object)
    assert calibration(table).brier == pytest.approx((0.25 + 1) / 2)
    for column, wrong, message in (
        ("value", "much", "row 1: value: 'much' is no number"),
        ("outcome", 2, "row 1: outcome is 2; true or false"),
        ("outcome", "yes", "outcome: row 1: 'yes' is no number"),
    ):
        broken = table.copy()
        broken.loc[1, column] = wrong
        with pytest.raises(RulesError, match=message):
            calibration(broken)


def test_columns_and_bins_that_are_none_are_refused():
    """The message says what is needed."""
    with pytest.raises(RulesError, match="the column 'outcome' is missing"):
        calibration(pd.DataFrame({"value": [0.5]}))
    for bins in (0, 21, 2.5):
        with pytest.raises(RulesError, match="bins="):
            calibration(predictions(SIX), bins=bins)


def test_picture_of_a_calibration():
    """The diagonal, a point for each bin as large as its n, intervals, the coach's points."""
    found = calibration(predictions(SIX))
    axes = found.picture().axes[0]
    assert [list(axes.lines[0].get_xdata()), list(axes.lines[0].get_ydata())] == [[0, 1], [0, 1]]
    coach, points = (c for c in axes.collections if hasattr(c, "get_sizes") and len(c.get_sizes()))
    assert points.get_offsets().tolist() == found.frame[["prediction", "came_true"]].values.tolist()
    assert np.argmax(points.get_sizes()) == 1
    assert len(coach.get_offsets()) == 2
    assert [text.get_text() for text in axes.texts] == ["n = 1", "n = 2", "n = 1"]
    assert "known outcome: 4, too few" in found.picture().get_suptitle()
    said = axes.get_title("left")
    assert "outcome not known yet: 1" in said
    assert "in place of a chance: 1" in said
    french = found.picture("fr")
    assert french.get_suptitle().startswith("Prédictions au résultat connu")
    assert "0,147" in french.axes[0].get_title("left")


# Common parts


@pytest.mark.parametrize(
    ("number", "digits", "english", "french"),
    [
        (-1234.5, 2, "−1,234.50", "−1\u202f234,50"),
        (0.25, None, "0.25", "0,25"),
        (-0.001, 2, "0.00", "0,00"),
        (100000, None, "100,000", "100\u202f000"),
        (0.1 + 0.2, None, "0.3", "0,3"),
    ],
)
def test_numbers_are_written_as_the_language_does(number, digits, english, french):
    """With a real minus sign, and none before nothing."""
    assert format_number(number, "en", digits) == english
    assert format_number(number, "fr", digits) == french


def test_percent_in_both_languages():
    """French sets a space before the sign."""
    assert (percent(0.253, "en"), percent(0.253, "fr")) == ("25%", "25\u00a0%")


def test_decimals_are_two_digits_of_the_error():
    """Whatever its size."""
    assert [decimals(error) for error in (0.034, 0.34, 3.4, 34, 340)] == [3, 2, 1, 0, 0]
    assert decimals(0) == 2


def test_numbers_keep_their_order():
    """Whatever holds them."""
    for values in ([2, 1.5, True], (2, 1.5, True), np.array([2, 1.5, 1]), iter([2, 1.5, 1])):
        assert numbers("n", values).tolist() == [2, 1.5, 1]
    assert numbers("n", np.array([True, False])).tolist() == [1, 0]
    assert numbers("n", [Fraction(1, 4)]).tolist() == [0.25]


def test_a_picture_brings_its_own_paper(tmp_path):
    """Also in a dark style, and saved as transparent: dark letters never stand on a dark page."""
    from matplotlib import pyplot

    with pyplot.style.context("dark_background"):
        figure = distributions({"a": [1, 2], "b": [2, 3]}, title="A title")
    file = tmp_path / "picture.png"
    figure.savefig(file, transparent=True)
    picture = pyplot.imread(file)
    assert (picture[..., 3] == 1).all()
    assert (picture.min(axis=(0, 1))[:3] < 0.3).all()  # letters
    assert np.median(picture[..., :3]) == 1  # paper
    assert figure.get_facecolor()[:3] == (1, 1, 1)
    assert PAPER == "white"
    assert pyplot.get_fignums() == []


def test_colours_differ_and_stand_out_on_paper():
    """At least 3 to 1 against white, as WCAG 2.1 asks of graphics."""
    from matplotlib.colors import to_rgb

    def light(colour):
        parts = [
            c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    assert len(set(COLOURS)) == 4
    assert all(1.05 / (light(colour) + 0.05) >= 3 for colour in COLOURS)


def test_without_matplotlib_it_is_said_what_to_install(two, monkeypatch):
    """A sentence; tables are there all the same."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = calibration(predictions(SIX))
    for draw in (two.picture, found.picture, lambda: distributions({"a": [1], "b": [2]})):
        with pytest.raises(SkyjoWidgetError, match="pip install matplotlib"):
            draw()
    with pytest.raises(SkyjoWidgetError, match="pip install matplotlib"), drawing(1, 1):
        pass


def test_the_page_is_true(capsys):
    """Its examples run in order, and print what it says."""
    page = (ROOT / "docs" / "charts.md").read_text("utf-8")
    blocks = re.findall(r"```(python|text)\n(.*?)```", page, re.DOTALL)
    names = {}
    for kind, text in blocks:
        if kind == "python":
            capsys.readouterr()
            exec(text, names)
        else:
            assert capsys.readouterr().out == text
    assert names["growing"].chart["mean"] == float(names["table"].odds().unseen.mean)
    assert len(names["picture"].axes) == 2


def test_shares_have_the_colours_of_the_pages():
    """Vermilion for none, blue for all, as players and series have them; white between."""
    from matplotlib.colors import to_hex

    from skyjo_widget.charts.style import diverging
    from skyjo_widget.util.colours import COLOURS

    colours = [to_hex(diverging()(share)) for share in (0.0, 1.0)]
    assert colours == [COLOURS[1], COLOURS[0]]
    assert min(diverging()(0.5)[:3]) > 0.98
