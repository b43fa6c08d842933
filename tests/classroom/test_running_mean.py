"""The running mean: what is drawn, its exact mean and its band."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, RunningMean, play, running_mean
from skyjo_widget.classroom.running_mean import _SOURCES, MOST, PLACES, RUNS, moments
from skyjo_widget.util.i18n import words


def table(game="skyjo", moves=12, **options):
    """A table in the middle of a round."""
    session = play(game, ["Ana", "Bo"], seed=7, record=False, display=False, **options)
    for _ in range(moves):
        session.act(session.legal[0])
    return session


def die(rng, n):
    """A fair die."""
    return rng.integers(1, 7, size=n)


DIE = {"mean": Fraction(7, 2), "sd": math.sqrt(35 / 12), "title": "A die"}


def test_means_and_band_of_three_numbers():
    """Worked out by hand: means 2, 3, 5; s is √13."""
    frame = running_mean([2, 4, 9]).frame
    assert list(frame["n"]) == [1, 2, 3]
    assert list(frame["mean"]) == [2, 3, 5]
    s = math.sqrt(13)
    wide = [2 * s, 2 * s / math.sqrt(2), 2 * s / math.sqrt(3)]
    assert list(frame["high"] - frame["mean"]) == pytest.approx(wide)
    assert list(frame["mean"] - frame["low"]) == pytest.approx(wide)


def test_the_band_of_an_exact_mean_lies_round_it():
    """3.5 ± 2 · √(35/12) / √n, whatever was drawn."""
    shown = RunningMean(die, **DIE, draws=2000)
    frame = shown.frame
    assert shown.chart["band"] == "exact"
    assert shown.chart["mean"] == 3.5
    assert list(frame["high"] - 3.5) == pytest.approx(list(2 * DIE["sd"] / np.sqrt(frame["n"])))
    assert list(3.5 - frame["low"]) == pytest.approx(list(frame["high"] - 3.5))


def test_means_are_those_of_the_numbers_drawn():
    """The sampler's numbers again from the same seed, each mean of all those before it."""
    frame = RunningMean(die, **DIE, draws=3000, seed=5).frame
    drawn = die(np.random.default_rng(5), 3000)
    assert list(frame["mean"]) == pytest.approx([drawn[:n].mean() for n in frame["n"]])
    assert (frame["n"].iloc[0], frame["n"].iloc[-1]) == (1, 3000)
    assert len(frame) <= PLACES
    assert frame["n"].is_monotonic_increasing
    assert frame["n"].is_unique


def test_the_same_seed_draws_the_same():
    """And another one something else."""
    one, again, other = (RunningMean(die, **DIE, seed=seed).frame for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(one, again)
    assert not one["mean"].equals(other["mean"])


def test_the_band_holds_the_mean_as_often_as_it_should():
    """Of 600 runs of 400 throws 95.4 % lie inside at the end (normal distribution).

    With the seed fixed this is one sample; with another seed it would fail with a chance of
    about 1 in 10,000: 3.9 standard errors of a share, sqrt(0.954 · 0.046 / 600) = 0.0086.
    """
    shown = RunningMean(die, **DIE, draws=400, seed=2)
    inside = 0
    for _ in range(600):
        shown.renew()
        last = shown.frame.iloc[-1]
        inside += last["low"] <= last["mean"] <= last["high"]
    assert inside / 600 == pytest.approx(0.954, abs=3.9 * 0.0086)


@pytest.mark.parametrize("of", ["next draw", "hidden card", "score"])
def test_what_odds_deal_has_their_exact_mean(of):
    """The band's middle is the exact mean, and 40,000 deals end within four standard errors.

    A right dealer would fail with another seed with a chance of 6 in 100,000.
    """
    odds = table().odds()
    shown = running_mean(odds, of, draws=40_000, seed=1)
    exact = odds.mean if of == "score" else odds.unseen.mean
    assert shown.chart["mean"] == float(exact)
    last = shown.frame.iloc[-1]
    assert abs(last["mean"] - float(exact)) < 2 * (last["high"] - float(exact))
    assert (
        shown.chart["title"]
        == words("en")["charts"]["running_mean"]["titles"][of.replace(" ", "_")]
    )


def test_the_mean_of_a_large_grid_is_exact_too():
    """Its distribution is simulated, so its spread is close: within 3 %."""
    odds = table(columns=6, rows=4, moves=4).odds()
    assert odds.score().error is not None
    shown = running_mean(odds, "score", draws=2000)
    assert shown.chart["mean"] == float(odds.mean)
    draw, _, sd = _SOURCES["score"](odds)
    first = shown.frame.iloc[0]
    assert (first["high"] - first["low"]) / 4 == pytest.approx(sd)
    assert np.std(draw(np.random.default_rng(4), 15_000)) == pytest.approx(sd, rel=0.03)


@pytest.mark.parametrize("of", ["next draw", "hidden card", "score"])
def test_new_skyjo_has_means_too(of):
    """The same of its own deck."""
    odds = play("newskyjo", ["Ana", "Bo", "Cem"], seed=7, record=False, display=False).odds()
    shown = running_mean(odds, of, draws=2000, seed=1)
    assert shown.chart["mean"] == float(odds.mean if of == "score" else odds.unseen.mean)
    assert shown.frame["n"].iloc[-1] == 2000


def test_the_spread_of_odds_is_the_exact_one():
    """The variance of the score, from its distribution."""
    odds = table().odds()
    chances = odds.score()
    mean = sum(value * chance for value, chance in chances.items())
    variance = sum((value - mean) ** 2 * chance for value, chance in chances.items())
    first = running_mean(odds, "score", draws=1000).frame.iloc[0]
    assert (first["high"] - first["low"]) / 4 == pytest.approx(math.sqrt(variance))


def test_moments_of_a_die():
    """7/2, and the root of 35/12."""
    mean, sd = moments({k: Fraction(1, 6) for k in range(1, 7)})
    assert mean == Fraction(7, 2)
    assert sd == pytest.approx(DIE["sd"])


def test_of_played_games_the_band_says_whose_spread_it_is():
    """Round the mean so far, or round a mean to compare with; there are no new draws."""
    scores = pd.Series([12, 30, 7, 25, 18], index=list("abcde"))
    own = running_mean(scores).chart
    assert (own["band"], own["mean"], own["renews"]) == ("own", None, False)
    compared = running_mean(scores, exact=Fraction(39, 2))
    assert (compared.chart["band"], compared.chart["mean"]) == ("reference", 19.5)
    last = compared.frame.iloc[-1]
    assert last["high"] - 19.5 == pytest.approx(2 * scores.std() / math.sqrt(5))
    with pytest.raises(RulesError, match="no others to draw"):
        compared.renew()


def test_true_counts_one():
    """A share of games won is a mean."""
    won = pd.Series([True, False, True, True], dtype="boolean")
    assert running_mean(won, exact=0.5).frame["mean"].iloc[-1] == 0.75


def test_new_draws_keep_the_runs_before_up_to_a_number():
    """The newest is last; the oldest give way."""
    shown = RunningMean(die, **DIE, draws=50)
    before = shown.chart["runs"][0]
    shown._receive(shown, {"type": "new run"}, [])
    assert len(shown.chart["runs"]) == 2
    assert shown.chart["runs"][0] == before != shown.chart["runs"][1]
    for _ in range(RUNS):
        shown.renew()
    assert len(shown.chart["runs"]) == RUNS


def test_other_messages_change_nothing():
    """A browser may say what it likes."""
    shown = RunningMean(die, **DIE, draws=50)
    before = shown.chart
    for content in (None, "new run", {"type": "other"}, {"type": "new run", "draws": 10**9}):
        shown._receive(shown, content, [])
    assert shown.chart is before


def test_the_vertical_axis_shows_all_of_it_where_it_grows_tenfold():
    """Means and band; on an even axis what comes after the first hundredth."""
    low, high = RunningMean(die, **DIE, draws=5000, axis="log").chart["range"]
    assert low < 3.5 - 2 * DIE["sd"] < 3.5 + 2 * DIE["sd"] < high
    even = RunningMean(die, **DIE, draws=5000, axis="linear")
    frame = even.frame[even.frame["n"] >= 50]
    low, high = even.chart["range"]
    assert low < frame["low"].min() < frame["high"].max() < high < 3.5 + 2 * DIE["sd"]


def test_the_axis_grows_tenfold_where_there_are_many():
    """Unless told otherwise."""
    assert running_mean(range(999)).chart["axis"] == "linear"
    assert running_mean(range(1000)).chart["axis"] == "log"
    assert running_mean(range(1000), axis="linear").chart["axis"] == "linear"


def test_decimals_tell_two_digits_of_the_last_error():
    """2σ/√n is 0.034 for 10,000 throws: three decimals; none for hundreds."""
    assert RunningMean(die, **DIE, draws=10_000).chart["digits"] == 3
    assert running_mean([1000, 9000, 4000]).chart["digits"] == 0
    assert running_mean([5, 5, 5]).chart["digits"] == 2


def test_a_sure_thing_has_a_band_without_width():
    """A score without hidden cards, or equal numbers."""
    chart = running_mean([5, 5, 5], exact=5).chart
    assert chart["low"] == chart["high"] == [5, 5, 5]
    assert chart["range"] == [4, 6]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_titles_are_in_the_language(lang):
    """And the words that the browser needs."""
    said = words(lang)["charts"]["running_mean"]
    chart = running_mean(table().odds(), lang=lang, draws=100).chart
    assert chart["title"] == said["titles"]["next_draw"]
    assert (chart["lang"], chart["words"]) == (lang, said)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "it is empty"),
        ([3], "1 values: from 2"),
        ([3, None, 4], "row 1 is None, a finite number is needed"),
        ([3, 4, float("nan")], "row 2 is nan"),
        ([3, float("inf")], "row 1 is inf"),
        (["x", 4], "row 0: 'x' is no number"),
        ("123", "a list or a column of numbers is needed, not '123'"),
        (7, "a list or a column of numbers is needed, not 7"),
        (pd.Series([1, pd.NA], index=["a", "b"], dtype="Int64"), "row b is <NA>"),
    ],
)
def test_a_value_that_is_no_number_is_named(values, message):
    """With its row; nothing is left out silently."""
    with pytest.raises(RulesError, match=message):
        running_mean(values)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"of": "score card"},
            "of='score card' .did you mean 'score'..: one of next draw, hidden card, score",
        ),
        ({"draws": 1}, "draws=1: from 2"),
        ({"draws": MOST + 1}, "draws=1000001"),
        ({"draws": 2.5}, "draws=2.5 is no whole number"),
        ({"seed": -1}, "seed=-1"),
        ({"axis": "loglog"}, "axis='loglog' .did you mean 'log'..: one of log, linear"),
        ({"exact": 5}, "odds have their own"),
        ({"lang": "xx"}, "lang='xx' is unknown"),
    ],
)
def test_an_option_that_is_none_is_refused(change, message):
    """The message says what would be right."""
    with pytest.raises(RulesError, match=message):
        running_mean(table().odds(), **change)


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda _, n: np.zeros(n - 1), r"shape \(9,\), \(10,\) was asked for"),
        (lambda _, n: np.full(n, np.nan), "sampler: row 0 is nan"),
        (lambda _, n: ["x"] * n, "sampler: row 0: 'x' is no number"),
    ],
)
def test_a_sampler_that_draws_something_else_is_refused(draw, message):
    """Too few numbers, or none."""
    with pytest.raises(RulesError, match=message):
        RunningMean(draw, mean=0, sd=1, title="", draws=10)


def test_texts_that_are_none_are_refused():
    """A browser couldn't show them."""
    for name in ("title", "unit", "each"):
        with pytest.raises(RulesError, match=f"{name} is a text, not 7"):
            running_mean([1, 2], **{name: 7})


def test_a_spread_below_zero_is_refused():
    """As is a mean that is no number."""
    with pytest.raises(RulesError, match="sd=-1"):
        RunningMean(die, mean=0, sd=-1, title="")
    with pytest.raises(RulesError, match="mean: row 0 is nan"):
        RunningMean(die, mean=float("nan"), sd=1, title="")


def test_cards_without_a_number_have_no_mean():
    """Wild cards of Skip-Bo."""
    with pytest.raises(RulesError, match="no mean"):
        running_mean(table("skip-bo", 0).odds())
