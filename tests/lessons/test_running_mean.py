"""The running mean: what is drawn, its exact mean and its band."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, RunningMean, play, running_mean
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.running_mean import _SOURCES, MOST, PLACES, RUNS, moments
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
    last = RunningMean(die, **DIE, draws=400, runs=600, seed=2).tally.iloc[-1]
    assert (last["n"], last["runs"]) == (400, 600)
    assert last["inside"] / 600 == pytest.approx(0.954, abs=3.9 * 0.0086)


def fair(rng, n):
    """Heads or tails."""
    return rng.random(n) < 0.5


def test_a_tally_counts_the_runs_inside_at_each_size():
    """Drawn again from the same seed and counted by hand, at 10, 100, 1000 and the end."""
    shown = RunningMean(die, **DIE, draws=2500, runs=30, seed=4)
    rng = np.random.default_rng(4)
    drawn = [die(rng, 2500) for _ in range(30)]
    tally = shown.tally.set_index("n")
    assert list(tally.index) == [10, 100, 1000, 2500]
    for n, row in tally.iterrows():
        half = 2 * DIE["sd"] / math.sqrt(n)
        assert row["half_width"] == pytest.approx(half)
        assert row["inside"] == sum(abs(run[:n].mean() - 3.5) <= half for run in drawn)
        assert row["runs"] == 30
        assert row["expected_share"] == pytest.approx(0.9545, abs=1e-4)
        assert row["expected"] == pytest.approx(28.635, abs=1e-3)
    assert list(RunningMean(die, **DIE, draws=300).tally["n"]) == [10, 100, 300]


def test_a_frequency_has_both_bands():
    """1/√n, as in the seconde, and 2σ/√n, as in the première, which is no wider: σ ≤ 1/2."""
    shown = RunningMean(fair, mean=Fraction(1, 5), title="", draws=100)
    tally = shown.tally
    assert list(tally["band"]) == ["2σ/√n", "1/√n"] * 2
    halves = [0.8 / math.sqrt(10), 1 / math.sqrt(10), 0.08, 0.1]
    assert list(tally["half_width"]) == pytest.approx(halves)
    # σ = 0.4: P(|Z| ≤ 2.5) = 98.8 %
    assert list(tally["expected_share"][:2]) == pytest.approx([0.9545, 0.9876], abs=1e-4)
    assert shown.chart["band"] == "reference"
    assert shown.chart["words"]["so_far"] == "frequency so far"
    assert 0 > shown.chart["range"][0] > -0.1
    assert 1.1 > shown.chart["range"][1] > 1


@pytest.mark.parametrize("band", ["2σ/√n", "1/√n"])
def test_as_many_runs_lie_inside_as_are_expected(band):
    """Of 600 frequencies with n = 1000; the seed is fixed, another would fail 1 in 10,000 times."""
    shown = RunningMean(fair, mean=0.5, title="", draws=1000, runs=600, seed=9)
    row = shown.tally.set_index(["n", "band"]).loc[(1000, band)]
    assert row["inside"] / 600 == pytest.approx(row["expected_share"], abs=3.9 * 0.0086)


def test_a_frequency_at_the_end_of_its_band_lies_inside():
    """Rounding doesn't decide: 60 of 100 is 0.1 from 1/2, and so is 40."""
    for heads in (60, 40):
        values = [True] * heads + [False] * (100 - heads)
        tally = running_mean(values, exact=0.5).tally
        assert list(tally[tally["n"] == 100]["inside"]) == [1, 1]


def test_odds_have_frequencies_too():
    """Of an event of the next card, or of the score; the probability is the exact one."""
    odds = table().odds()
    low = sum(n for value, n in odds.next_draw.counts.items() if value <= 4)
    shown = running_mean(odds, "X <= 4", draws=4000, seed=2, lang="fr")
    assert shown.chart["mean"] == low / odds.next_draw.total
    assert shown.chart["band"] == "exact"
    assert "X ≤ 4" in shown.chart["title"]
    assert shown.chart["unit"] == ""
    last = shown.frame.iloc[-1]
    assert abs(last["mean"] - shown.chart["mean"]) < 2 * (last["high"] - shown.chart["mean"])
    below = sum(p for value, p in odds.score().items() if value <= 40)
    assert running_mean(odds, "S <= 40", draws=50).chart["mean"] == float(below)
    large = table(columns=6, rows=4, moves=4).odds()
    with pytest.raises(RulesError, match="isn't known exactly"):
        running_mean(large, "S <= 40")


def test_without_a_mean_nothing_is_tallied():
    """The band then lies round the mean so far, which is always inside."""
    assert running_mean([3, 1, 2]).tally.empty


def test_runs_are_drawn_up_to_twenty(monkeypatch):
    """By a button; then up to forty, and no further than the most that are tallied."""
    monkeypatch.setattr("skyjo_widget.lessons.running_mean.MOST_RUNS", 45)
    shown = RunningMean(die, **DIE, draws=50)
    for runs in (20, 40, 45, 45):
        shown._receive(shown, {"type": "fill"}, [])
        assert set(shown.tally["runs"]) == {runs}
        assert len(shown.chart["runs"]) == RUNS
        assert {len(row["inside"]) for row in shown.chart["tally"]} == {runs}
    with pytest.raises(RulesError, match="runs=1: from 1 to 0 more"):
        shown.renew()


def test_it_is_written_as_a_page(tmp_path):
    """Whole, in its language, with its runs; an existing file stays."""
    shown = RunningMean(die, **DIE | {"title": "A <die>"}, draws=50, runs=3, lang="fr")
    path = shown.to_html(tmp_path / "die.html")
    text = path.read_text("utf-8")
    assert '<html lang="fr">' in text
    assert "<h1>A &lt;die&gt;</h1>" in text
    assert "échantillons précédents" in text
    english = shown.to_html(tmp_path / "english.html", lang="en").read_text("utf-8")
    assert '<html lang="en">' in english
    assert "échantillons précédents" not in english
    assert shown.chart["lang"] == "fr"
    with pytest.raises(RecordError, match=r"die\.html"):
        shown.to_html(path)


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


@pytest.mark.seconds
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
        ({"runs": 0}, "runs=0: from 1 to 1,000"),
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
