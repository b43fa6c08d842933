"""Two versions side by side: pairs, intervals, what stands, and the reports."""

from __future__ import annotations

import csv
import dataclasses
import html.parser
import itertools
import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import NEWSKYJO_DECK, SKYJO_DECK, Deck, NewSkyjoRules, RulesError, Version, versus
from skyjo_widget.errors import RecordError
from skyjo_widget.measures.estimate import Estimate
from skyjo_widget.measures.format import format_difference
from skyjo_widget.measures.registry import MEASURES
from skyjo_widget.measures.versus.blocks import Line, Part, Picture, code, drawn, safe, svg, widest
from skyjo_widget.measures.versus.brief import FIRST, MOST, MOST_CARDS, listed
from skyjo_widget.measures.versus.paired import (
    Difference,
    Side,
    Units,
    difference,
    holm,
    known_difference,
    p_value,
)
from skyjo_widget.measures.versus.rows import COLUMNS
from skyjo_widget.measures.versus.wording import part_of, reading
from skyjo_widget.simulation.simulate import Simulation, play_job
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.i18n import words
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.paths import ROOT

FEW = {"players": ["greedy", "random"], "games": 80, "seed": 3, "progress": False}
PLAIN = ["spread", "wins", "luck", "rounds_a_game"]


def moody(obs):
    """A strategy that fails now and then."""
    if obs.turn == 4:
        raise ValueError("I <b>give up</b>")
    return obs.legal[0]


def first_legal(obs):
    """A strategy of one's own, the same in any game."""
    return obs.legal[0]


@pytest.fixture(scope="module")
def fines():
    """Skyjo with and without the ender's doubling."""
    return versus("skyjo", Version("skyjo", penalty_factor=1), measures=PLAIN, **FEW)


@pytest.fixture(scope="module")
def every():
    """All measures that need no rollouts, of two rules that differ in the target alone."""
    return versus("skyjo", Version("skyjo", target=40), names=("long", "short"), **FEW)


def sides(a, b):
    """Means of units."""
    return [Side(np.column_stack([one, np.ones(len(one))])) for one in (a, b)]


# The interval


def test_the_paired_interval_is_that_of_a_hand_worked_example():
    """Differences 1 to 10: mean 5.5, sd 3.0277, so 5.5 ± 2.2622 · 3.0277 / √10."""
    a = np.array([4.0, 9, 1, 7, 3, 3, 8, 2, 6, 5])
    found = difference(*sides(a, a + np.arange(1, 11)))
    assert found.value == pytest.approx(5.5)
    assert found.error == pytest.approx(0.957427, abs=1e-6)
    assert (found.low, found.high) == pytest.approx((3.3341, 7.6659), abs=2e-3)
    assert found.p == pytest.approx(0.0002782, abs=1e-7)  # t = 5.7446 with 9 degrees of freedom


def test_three_games_of_two_are_four_and_it_says_so():
    """Each deal is played in every seating, so that nobody has the better seat."""
    report = versus("skyjo", "skyjo", **FEW | {"games": 3}, measures=["columns"])
    assert (report.games, report.deals, report.complete) == (4, 2, True)
    assert "4 games of each: 2 deals in 2 seatings" in report.html()
    assert "4 parties de chaque\u00a0: 2 donnes à 2 placements" in report.html("fr")
    assert "games=4" in report.call


def test_what_a_deal_does_to_both_cancels():
    """Units that vary by 100 in both, and by 1 between the two."""
    rng = np.random.default_rng(1)
    luck, noise = 100 * rng.standard_normal(50), rng.standard_normal(50)
    paired = difference(*sides(luck, luck + noise + 2))
    apart = difference(*sides(luck, rng.permutation(luck) + noise + 2))
    assert paired.half < apart.half / 20
    assert paired.low < 2 < paired.high


@pytest.mark.parametrize("scale", ["ratio", "root"])
def test_intervals_hold_the_truth_about_as_often_as_they_say(scale):
    """300 runs with correlated ratios of a known difference: between 90 % and 99 %."""
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(300):
        luck = rng.gamma(4, 1, 40)
        parts = []
        for factor in (1.0, 2.25):
            n = rng.integers(2, 6, 40)
            parts.append(np.column_stack([factor * luck * n * rng.gamma(9, 1 / 9, 40), n]))
        if scale == "root":
            made = [Side(part, scale=lambda x: math.sqrt(max(x, 0))) for part in parts]
        else:
            made = [Side(part) for part in parts]
        truth = 5.0 if scale == "ratio" else 1.0  # 4 · 2.25 − 4, and 3 − 2
        found = difference(*made)
        hits += found.low <= truth <= found.high
    assert 270 <= hits <= 297


def test_with_few_units_there_is_a_difference_and_no_interval():
    """Nine."""
    found = difference(*sides(np.arange(9.0), np.arange(9.0) + 1))
    assert found.value == 1
    assert math.isnan(found.low)
    assert math.isnan(found.p)


def test_units_are_deals_or_groups_of_them():
    """Up to 200 each is one; of more, neighbours go together."""
    assert Units(3, 2).of(np.array([0, 1, 2])).tolist() == [0, 1, 2]
    many = Units(1000, 2)
    assert many.count == 200
    assert many.of(np.array([0, 4, 5, 999])).tolist() == [0, 0, 1, 199]


@pytest.mark.parametrize(
    ("t", "freedom", "p"),
    [(1.0, 1, 0.5), (2.262157, 9, 0.05), (3.249836, 9, 0.01), (1.971957, 199, 0.05),
     (0.0, 20, 1.0), (6.869485, 50, 9.60387e-9)],
)  # fmt: skip
def test_p_is_that_of_the_tables(t, freedom, p):
    """Student's, two-sided."""
    assert p_value(t, 1.0, freedom) == pytest.approx(p, rel=1e-5)


def test_holm_stops_at_the_first_that_is_too_large():
    """Against 0.05 / 4, 0.05 / 3, 0.05 / 2: 0.03 is more than 0.025, so 0.04 isn't looked at."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert holm([math.nan, 0.04]) == [False, True]
    assert holm([]) == []


def test_a_difference_is_that_of_the_numbers_that_are_shown():
    """1.05 and 0.9 of at most 1: the difference is 0.1, and it reaches no further than to 1."""
    rng = np.random.default_rng(2)
    both = []
    for mean in (0.9, 1.05):
        noise = rng.normal(0, 0.3, 40)
        rows = np.column_stack([mean + noise - noise.mean(), np.ones(40)])
        both.append(Side(rows, bounds=(0.0, 1.0)))
    found = difference(*both)
    assert found.value == pytest.approx(0.1)
    free = difference(*(side._replace(bounds=(-math.inf, math.inf)) for side in both))
    assert free.value == pytest.approx(0.15)
    assert found.error == pytest.approx(free.error)
    wide = [side._replace(sums=side.sums * [20.0, 1.0]) for side in both]  # errors of about 1
    assert (difference(*wide).low, difference(*wide).high) == (-1, 1)


def test_numbers_that_are_known_differ_or_do_not():
    """Without a chance of error."""
    assert known_difference(0.25, 0.5)[:5] == (0.25, 0.25, 0.25, 0.0, 0.0)
    assert known_difference(0.1 + 0.2, 0.3).value == 0


# Two versions


@pytest.mark.seconds
def test_a_version_against_itself_is_the_same_in_every_row():
    """The same games: differences of 0, and nothing stands."""
    found = versus("skyjo", "skyjo", **{**FEW, "games": 60}).frame
    assert found["enough"].sum() > 20
    apart = found["difference"].dropna()
    assert len(apart) > 20
    assert set(apart) == {0.0}
    assert not found["stands"].fillna(value=False).any()
    assert (found["a"].dropna() == found["b"].dropna()).all()
    assert (found["high"].dropna() == 0).all()


def test_a_difference_that_is_there_is_found(fines):
    """Without doubling the mean score is lower, and stands."""
    rows = fines.frame.set_index(["measure", "about"])
    row = rows.loc[("score_mean", "all")]
    assert row["stands"]
    assert row["high"] < 0
    assert row["difference"] == pytest.approx(row["b"] - row["a"])
    assert row["ratio"] == pytest.approx(row["b"] / row["a"])
    assert fines.rules == {"penalty_factor": (2, 1)}
    assert not fines.deck_diff
    assert fines.frame.dtypes.astype(str).to_dict() == COLUMNS


def test_swapped_versions_have_swapped_signs(fines):
    """And the same errors."""
    other = versus(Version("skyjo", penalty_factor=1), "skyjo", measures=PLAIN, **FEW).frame
    one = fines.frame
    assert one["difference"].tolist() == pytest.approx((-other["difference"]).tolist(), nan_ok=True)
    known = one["low"].notna()
    assert one["low"][known].tolist() == pytest.approx((-other["high"][known]).tolist())
    assert one["stands"].tolist() == other["stands"].tolist()


def test_pairs_have_the_same_cards_where_the_decks_are_the_same(fines):
    """The shuffled order of every round that both have, in each seating of a deal."""
    played = [play_job(job, executor=None, progress=False) for job in fines.jobs]
    deals = []
    for simulation in played:
        events = [simulation.open(k, display=False).history.events for k in range(4)]
        deals.append([[e["order"] for e in of if e["event"] == "shuffle"] for of in events])
    for one, other in zip(*deals, strict=True):
        assert one[0] == other[0]
    assert deals[0][0][0] == deals[0][1][0] != deals[0][2][0]  # a deal is played once a seat
    names = [simulation.games["names"].tolist()[:4] for simulation in played]
    assert names[0] == names[1]


@pytest.mark.seconds
def test_all_measures_are_there_with_their_words(every):
    """Rows of all families that need no rollouts; each measure has a meaning in both languages."""
    assert set(every.frame["family"]) >= {"spread", "luck", "wins", "choices", "pace", "cards"}
    for lang in ("en", "fr"):
        told = words(lang)["versus"]["means"]
        assert {one.key for one in MEASURES} <= set(told)
    row = every.frame.set_index(["measure", "about"]).loc[("card_drawn", "card 5")]
    assert row["difference"] == pytest.approx(row["b"] - row["a"])
    assert row["stands"]  # shorter games see fewer cards


def test_cards_are_compared_among_themselves(every):
    """Two sets, each with its own number."""
    table = every.frame.dropna(subset=["compared"])
    of_cards = table["family"] == "cards"
    assert set(table["compared"][of_cards]) == {int(of_cards.sum())}
    assert set(table["compared"][~of_cards]) == {int((~of_cards).sum())}
    said = " ".join(reading(every, "en"))
    assert f"over {int((~of_cards).sum())} rows of measures" in said
    assert f"over {int(of_cards.sum())} rows of single cards" in said
    assert "5% at most in each of the two" in said


def test_what_only_one_has_stands_alone():
    """The doubling of scores is no part of NewSkyjo's games."""
    found = versus(
        "skyjo", "newskyjo", players=["random"] * 3, games=30, seed=1, measures=["doubling_share"],
        progress=False,
    )  # fmt: skip
    row = found.frame.iloc[0]
    assert row["a"] > 0
    assert math.isnan(found.rows[0].numbers[1].value)
    assert found.frame["difference"].isna().all()
    assert row["note"] == words("en")["versus"]["verdicts"]["only_a"]

    with pytest.raises(RulesError, match="no interval"):
        found.more_games("doubling_share", 0.1)


@pytest.mark.seconds
def test_players_are_one_program_in_both():
    """Two games' bots of one name are two; who compares them all the same is told so."""
    few = {"games": 6, "seed": 1, "measures": ["score_mean"], "progress": False}
    mixed = {"players": ["greedy", "random", "expected"], **few}
    with pytest.raises(RulesError, match=r"players: greedy, expected: other .*other_programs=True"):
        versus("skyjo", "newskyjo", **mixed)
    found = versus("skyjo", "newskyjo", other_programs=True, names=("old", "new"), **mixed)
    assert "Other programs in new than in old: greedy, expected." in repr(found)
    assert "other_programs=True" in found.call
    assert "Autres programmes dans new que dans old" in found.to_markdown(lang="fr")
    for a, players in (("skyjo", ["random", first_legal]), ("newskyjo", ["greedy", "expected"])):
        same = versus(a, "newskyjo", players=["random", *players], **few)
        assert "programs in" not in repr(same)
        assert "other_programs" not in same.call


def test_equal_bots_say_that_theirs_is_the_share_of_the_deal():
    """In the row and in the sentence; where they play each deal alike there is no share at all."""
    found = versus(
        "newskyjo", Version("skyjo", target=1), players=["expected"] * 3, games=90, seed=4,
        measures=["deal_share", "luck"], progress=False, other_programs=True,
    )  # fmt: skip
    rows = found.frame.set_index("measure")
    assert pd.isna(rows.loc["deal_share", "b"])
    assert rows.loc["deal_share", "note"].endswith(words("en")["measures"]["notes"]["deal_share"])
    assert rows.loc["luck", "difference"] == rows.loc["luck", "b"] - rows.loc["luck", "a"]
    assert rows.loc["luck", "a"] == 1
    assert rows.loc["luck", "a_low"] < 1


def test_a_remark_says_what_is_to_be_borne_in_mind():
    """The share of luck holds for these players alone."""
    found = versus(
        "skyjo", Version("skyjo", target=1), players=["greedy", "random"], games=80, seed=3,
        measures=["luck"], progress=False,
    )  # fmt: skip
    assert found.frame.loc[0, "stands"]
    assert "Luck decides more of the scores in B than in A, by " in repr(found)
    assert words("en")["measures"]["notes"]["luck"] in repr(found)


def test_few_games_give_no_verdict():
    """Five deals."""
    found = versus("skyjo", "skyjo", measures=["margin"], **{**FEW, "games": 10})
    row = found.frame.iloc[0]
    assert not row["enough"]
    assert "30" in row["note"]
    assert found.frame[["low", "p", "stands", "compared"]].isna().all(axis=None)


def test_more_games_follow_from_the_interval(fines):
    """Half the difference takes four times as many; one that shows already takes none."""
    row = next(r for r in fines.rows if r.measure.key == "score_mean")
    size = row.seen_from / 2
    assert fines.more_games("score_mean", size) == 3 * fines.games
    assert fines.more_games("score_mean", 10 * row.seen_from) == 0
    with pytest.raises(RulesError, match="no such row"):
        fines.more_games("score_mean", 1, about="seat 9")
    with pytest.raises(RulesError, match="above 0"):
        fines.more_games("score_mean", 0)


def test_games_that_are_broken_off_are_told():
    """After three turns nobody has ended a round."""
    found = versus("skyjo", "skyjo", measures=["score_mean", "margin"], turns=3, **FEW)
    assert found.unfinished == (80, 80)
    assert found.frame["difference"].isna().all()
    assert "weren’t played to the end: 80" in repr(found)


def test_a_run_that_was_cut_short_leaves_the_pairs_that_both_have(monkeypatch):
    """Stopped after two blocks of 256 games of the one and one of the other: 128 deals of two."""
    blocks = itertools.count()
    add = Simulation.add

    def stopped(simulation, piece):
        if next(blocks) == 3:
            raise KeyboardInterrupt
        add(simulation, piece)

    monkeypatch.setattr(Simulation, "add", stopped)
    short = Version("skyjo", target=1)
    found = versus(short, short, measures=["margin"], **FEW | {"games": 600})
    assert (found.deals, found.games, found.complete) == (128, 256, False)
    assert "Stopped: these are 256 of 600 games of each version" in repr(found)
    assert found.frame["difference"].tolist() == [0.0]
    assert found.frame[["a_n", "b_n"]].to_numpy().tolist() == [[256, 256]]


@pytest.mark.filterwarnings("ignore:.* stopped .* games, and lost")
def test_a_bot_that_fails_is_named_with_what_it_said(tmp_path):
    """In both; the page shows the text as a text."""
    found = versus("skyjo", "skyjo", players=[moody, "greedy"], games=4, seed=1, progress=False)
    assert [len(faults) for faults in found.faults] == [4, 4]
    assert "moody stopped 4 games of A, and lost them" in repr(found)
    text = found.to_html(tmp_path / "a.html").read_text("utf-8")
    assert "I &lt;b&gt;give up&lt;/b&gt;" in text
    assert "players=[moody, 'greedy']" in found.call


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ("skyjo", "skojy", r"b='skojy'"),
        ("skyjo", Version("skyjo", rules=NewSkyjoRules()), "b=Version"),
        ("skyjo", Version("skyjo", deck="nowhere.csv"), r"b=Version.*nowhere\.csv"),
        (SKYJO_DECK, "skyjo", r"a=.*Version\('newskyjo', deck=…\)"),
        ("skyjo", "skip-bo", r"b='skip-bo'"),
    ],
)
def test_errors_name_which_of_the_two_is_wrong(a, b, said):
    """And what would be right."""
    with pytest.raises(RulesError, match=said):
        versus(a, b, **{**FEW, "players": ["greedy", "threshold(2)"]})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"names": ("A", "A")}, "two different names"),
        ({"names": "AB"}, "two different names"),
        ({"measures": ["nothing"]}, "no measure 'nothing'"),
        ({"measures": ["drama"]}, "rollouts"),
        ({"sampled_games": -1}, "sampled_games=-1"),
        ({"games": 0}, "games=0"),
        ({"lang": "xx"}, "xx"),
    ],
)
def test_wrong_arguments_are_told(wrong, said):
    """Before anything is played."""
    with pytest.raises(RulesError, match=said):
        versus("skyjo", "skyjo", **{**FEW, **wrong})


@pytest.mark.slow
def test_rollouts_are_compared_too():
    """The course of the same sampled games."""
    found = versus(
        "skyjo", Version("skyjo", target=30), players=["greedy", "random"], games=20, seed=1,
        measures=["course", "regret"], sampled_games=6, sampled_decisions=8, worlds=24,
        progress=False,
    )  # fmt: skip
    table = found.frame.set_index("measure")
    assert {"lead_changes", "drama", "surprise", "regret"} <= set(table.index)
    assert table.loc["surprise", "a_n"] == table.loc["surprise", "b_n"] == 6


@pytest.mark.slow
def test_a_large_run_goes_through_files_and_comes_out_the_same(monkeypatch):
    """With all in memory, and in a temporary folder."""
    pytest.importorskip("duckdb")
    few = {**FEW, "games": 40}
    one = versus("skyjo", Version("skyjo", target=40), **few).frame
    monkeypatch.setattr("skyjo_widget.measures.versus.experiment.IN_MEMORY", 10)
    other = versus("skyjo", Version("skyjo", target=40), **few).frame
    assert one["measure"].tolist() == other["measure"].tolist()
    for name in ("a", "b", "difference", "low", "high"):
        both = [frame[name].to_numpy(float, na_value=np.nan) for frame in (one, other)]
        assert both[0] == pytest.approx(both[1], nan_ok=True)


@pytest.mark.slow
def test_a_deck_without_an_effect_shows_in_what_could_and_what_did():
    """NewSkyjo without the cards that turn the direction of play."""
    plain = Deck.from_counts(kind for kind in NEWSKYJO_DECK.counts if kind[2:] != ("reverse",))
    found = versus(
        "newskyjo", Version("newskyjo", deck=plain), players=["greedy"] * 3, games=90, seed=2,
        measures=["interaction"], progress=False,
    )  # fmt: skip
    table = found.frame.set_index("measure")
    assert table.loc["cards_that_could", "stands"]
    assert table.loc["cards_that_could", "difference"] < 0
    assert table.loc["decisions_that_did", "stands"]
    assert table.loc["decisions_that_did", "high"] < 0
    assert [one.name for one in found.deck_diff.effects] == ["reverse"]
    label = words("en")["effect_labels"]["reverse"]
    assert f"effect {label} {found.deck_diff.effects[0].before} → 0" in found.to_markdown()


# Reports


class Reader(html.parser.HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.texts = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data):
        self.texts.append(data)


HARMFUL = [text for _, text in HOSTILE if len(text.strip()) and len(text) <= 24]


@pytest.mark.parametrize("name", HARMFUL)
def test_no_name_becomes_markup(fines, name, tmp_path):
    """Names of versions, in the page, in Markdown and in the CSV file."""
    plain = Reader(fines.to_html(tmp_path / "plain.html").read_text("utf-8"))
    named = dataclasses.replace(fines, names=(name, "B"))
    page = Reader(named.to_html(tmp_path / "page.html").read_text("utf-8"))
    lines = named.to_markdown().split("\n")
    assert page.tags == plain.tags
    assert set(page.attributes) == set(plain.attributes)
    table = [line for line in lines if line.startswith("| ")]
    assert len(table) > MOST
    for line in table:
        cells = len(re.findall(r"(?<!\\)\|", line)) - 1
        assert cells in (3, 4, 5), line


def test_a_page_needs_nothing_else(every, tmp_path):
    """No script, no address outside; the one picture is in it."""
    text = every.to_html(tmp_path / "a.html").read_text("utf-8")
    page = Reader(text)
    assert "script" not in page.tags
    assert not {"src", "href", "onload", "onclick"} & set(page.attributes)
    assert page.tags.count("svg") == 1
    assert "http" not in re.sub(r"<style>.*?</style>|http-equiv", "", text, flags=re.DOTALL)
    assert every.call in "".join(page.texts)
    assert every.jobs[0].deck.hash[:12] in text
    for title in ("Spread of scores", "Luck", "Pace"):
        assert f'<p class="head">{title}</p>' in text


def unfolded(text):
    """A page, or Markdown, without its style and without what is folded."""
    return re.sub(r"<(style|details)>.*?</\1>", "", text, flags=re.DOTALL)


def test_a_report_is_short_and_begins_with_its_answer(every, tmp_path):
    """Differences, then sentences with intervals, a picture, and at most seven rows."""
    page = unfolded(every.to_html(tmp_path / "a.html").read_text("utf-8"))
    plain = unfolded(every.to_markdown())
    for text in (page, plain, unfolded(every._repr_html_())):
        lines = "".join(Reader(text).texts)
        assert len(lines.split()) < 700
        answer = lines.index("Games have fewer rounds in short than in long, by 0.34 rounds (95%:")
        assert answer < lines.index("in % of long") < lines.index("Of 24 differences") < 3_000
        assert "too few games" not in lines[:answer].lower()
    assert page.count("<tr>") == MOST + 1
    assert sum(line.startswith("| ") for line in plain.splitlines()) == MOST + 2
    assert plain.count("●") + plain.count("○") + plain.count("▶") + plain.count("◀") >= MOST - 1
    assert page.count("<svg") == 1


def test_what_both_share_and_hundreds_of_cards_are_not_listed(every):
    """They are counted; the frame has them."""
    text = every.to_markdown()
    same = {row.measure.key for row in every.rows if row.verdict == "equal"}
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(every.frame) > 100 > len(lines)
    assert sum(row.family == "cards" for row in every.frame.itertuples()) > 80
    cards = [line for line in lines if "(card " in line]
    assert len(cards) == MOST_CARDS
    assert all("| **" in line for line in cards)
    assert len(same) > 5
    for key in same:
        title = words("en")["measures"]["titles"][key]
        assert not any(line.startswith(f"| {title} ") for line in lines)


def test_rows_are_not_picked_by_their_results(every, fines):
    """They follow a list; if more were asked for than fit, the report says how it chose."""
    rows, how = listed(every)
    assert how == "fixed"
    places = [FIRST.index(row.measure.key) for row in rows]
    assert places == sorted(places)
    assert "fixed before the games" in every.to_markdown()
    rows, how = listed(fines)
    assert (len(rows), how) == (MOST, "clearest")
    assert "on average overstated" in fines.to_markdown()


def test_a_markdown_report_says_what_the_page_says(every):
    """Sentences, rules, seed, call, formulas."""
    text = every.to_markdown()
    assert text.startswith("# long against short\n\nWhat differs: target 100 → 40.\n")
    assert "| target | 100 | 40 |" in text
    assert "Seed 3" in text
    assert f"```python\n{every.call}\n```" in text
    assert every.rows[0].measure.anchor in text
    rows = [line for line in text.splitlines() if line.startswith("| Rounds of a game")]
    assert len(rows) == 2  # on the page, and folded with its meaning and its sample
    assert "| **−" in rows[0]
    assert text.count("<details>") == text.count("</details>") == 5


def test_too_little_is_one_line_with_the_games_that_would_do(fines):
    """A half-width of 5 % of A is aimed at, and falls with the root of the games."""
    row = next(row for row in fines.rows if row.measure.key == "margin")
    a = row.numbers[0].value
    wide = row._replace(
        stands=False, difference=Difference(0.1, 0.1 - a / 10, 0.1 + a / 10, a / 20, 0.4)
    )
    settings = {**fines.settings, "measures": ["margin"]}
    near = dataclasses.replace(fines, rows=[wide], settings=settings)
    (line,) = [text for text in repr(near).splitlines() if text.startswith("Too few games")]
    assert line == (
        "Too few games: with 320 of each, the intervals of Winner’s margin would be within "
        "±5% of A."
    )
    assert re.search(r"Not shown: Winner’s margin \(\+?0\S* points; 95%: −", repr(near))


def test_games_that_would_give_a_verdict_do():
    """As many as the line says: before, the margin had none."""
    few = versus("skyjo", "skyjo", measures=["margin"], **{**FEW, "games": 10})
    (line,) = [text for text in repr(few).splitlines() if text.startswith("Too few games")]
    games = int(re.search(r"with (\d+) of each", line)[1])
    assert games == 60
    assert (
        versus("skyjo", "skyjo", measures=["margin"], **{**FEW, "games": games})
        .frame["enough"]
        .all()
    )


# Caveats


def test_games_of_different_lengths_are_told_and_made_equal(tmp_path):
    """In the first lines, with a call of single rounds that is printed and works."""
    found = versus(
        "skyjo", "newskyjo", players=["random"] * 3, games=90, seed=1, progress=False,
        measures=["spread", "luck", "pace"],
    )  # fmt: skip
    assert found.names == ("skyjo", "newskyjo")
    lines = repr(found).splitlines()
    assert lines[2].startswith("Games of different lengths (skyjo: to 100 points, 1.")
    assert "newskyjo: rounds: 1). Rounds can be compared; luck" in lines[2]
    assert "deal_share" not in [row.measure.key for row in listed(found)[0]]
    assert found.equal_call.startswith("versus(Version('skyjo', target=1), 'newskyjo', players=")
    for text in (found.to_markdown(), found._repr_html_()):
        assert "For equal lengths, one round of each:" in text
    assert found.equal_call in found.to_markdown()
    equal = eval(found.equal_call, {"versus": versus, "Version": Version})  # our own text
    rounds = equal.frame.set_index("measure").loc["rounds_a_game"]
    assert (rounds["a"], rounds["b"]) == (1, 1)
    assert "Games of different lengths" not in repr(equal)
    assert equal.equal_call is None


def test_a_length_that_is_the_question_is_not_made_equal(every):
    """The report names the measures that follow from it."""
    assert every.equal_call is None
    assert "The length is what differs (long: to 100 points, " in every.to_markdown()


def test_several_changes_at_once_and_other_numbers_are_told():
    """Rules and cards; and a deck with twice the numbers."""
    doubled = Deck.from_counts([(0, 50), (12, 50), (24, 50)])
    found = versus(
        "skyjo", Version("skyjo", deck=doubled, penalty_factor=1), players=["random"] * 2, games=4,
        seed=1, measures=["score_mean"], progress=False,
    )  # fmt: skip
    assert "More than one thing differs: change one at a time" in repr(found)
    assert "so points are on two scales: compare “Spread relative to the mean”" in repr(found)
    one = versus(
        "skyjo", Version("skyjo", penalty_factor=1), players=["random"] * 2, games=4, seed=1,
        measures=["score_mean"], progress=False,
    )  # fmt: skip
    assert "What differs: penalty_factor 2 → 1." in repr(one)
    assert "More than one thing" not in repr(one)


def test_the_call_plays_the_same_again(fines):
    """As it is printed."""
    again = eval(fines.call, {"versus": versus, "Version": Version})  # our own text
    assert again.frame["difference"].tolist() == pytest.approx(
        fines.frame["difference"].tolist(), nan_ok=True
    )
    assert "measures=" in fines.call


def test_a_french_report_has_french_numbers_and_spaces(every, tmp_path):
    """Commas, no-break spaces before signs, nothing left of English."""
    page = every.to_html(tmp_path / "a.html", lang="fr").read_text("utf-8")
    text = "".join(Reader(page).texts)
    assert '<html lang="fr">' in page
    assert re.search(r"\d,\d", text)
    assert "(95\u00a0%\u00a0: " in text
    told = unfolded(every.to_markdown(lang="fr"))
    assert not re.search(r"\d\.\d", told.replace("0.1.0", ""))
    for word in ("difference", "games", "points a round"):
        assert word not in told


def test_files_are_written_whole_and_never_over_others(fines, tmp_path):
    """Each kind of report; a folder that isn't there is told."""
    for write, name in (
        (fines.to_html, "a.html"), (fines.to_markdown, "a.md"), (fines.to_csv, "a.csv"),
    ):  # fmt: skip
        write(tmp_path / name)
        (tmp_path / name).write_text("mine")
        with pytest.raises(RecordError, match="overwrite=True"):
            write(tmp_path / name)
        assert (tmp_path / name).read_text() == "mine"
        write(tmp_path / name, overwrite=True)
        assert (tmp_path / name).stat().st_size > 1000
        with pytest.raises(RecordError, match="can't be written"):
            write(tmp_path / "nowhere" / name)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.csv", "a.html", "a.md"]


def test_a_csv_file_holds_no_formulas(fines, tmp_path):
    """Every cell that isn't a number begins with a letter, or is empty."""
    path = fines.to_csv(tmp_path / "a.csv")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(fines.frame)
    for cell in (cell for row in rows for cell in row.values()):
        assert not re.match(r"[=+@\t\r]|-(?!\d)", cell), cell


@pytest.mark.parametrize(
    "text", ["a|b", "*a*", "# a", "1. a", "- a", "+ a", "<b>", "[a](b)", "`a`"]
)
def test_markdown_texts_are_texts(text):
    """Each sign that begins something is marked."""
    assert (
        re.sub(r"\\(?=[\\`*_\[\]|~$.#+=)-])", "", safe(text))
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        == text
    )
    assert safe(text) != text
    assert safe("two\nlines\r") == "two lines "


def test_code_cannot_end_its_own_block():
    """The fence is longer than any in it."""
    assert code("a ``` b", "python").startswith("````python\n")


def test_shares_differ_by_points_of_percent():
    """Not by percent, which would be of something."""
    assert format_difference(0.031, 0.012, "share", "en", sign=True) == "+3.1 percentage points"
    assert format_difference(-1.25, 0.5, "points", "fr", sign=True) == "−1,25 points"


def test_what_was_asked_first_is_answered_first(fines):
    """Even if no difference was seen; of a family the clearest."""

    def asking(*which):
        return dataclasses.replace(fines, settings={**fines.settings, "measures": list(which)})

    unseen = next(row for row in fines.rows if row.verdict in ("none", "alone"))
    asked = asking(unseen.measure.key, "spread")
    assert listed(asked)[0][0] is unseen
    first = repr(asked).splitlines()[2]
    assert first.startswith(f"Not shown: {words('en')['measures']['titles'][unseen.measure.key]}")
    rows, _ = listed(asking("luck", "spread"))
    assert rows[0].measure.family == "luck"


def test_a_notebook_shows_texts(fines):
    """A table of its own, whose texts are texts."""
    table = fines.table()
    assert len(table) == len(fines.rows)
    assert table.loc[0, "difference"].endswith(" points a round")
    page = Reader(fines._repr_html_())
    assert {"style", "h4", "p", "svg", "table", "details"} < set(page.tags)
    assert "script" not in page.tags
    assert "Ce qui diffère" in fines.html("fr")
    assert fines.table("fr").columns[0] == "mesure"


# The picture


def test_the_picture_has_a_line_a_row(fines):
    """With A and B, the difference, and a dot where it can be put in percent."""
    figure = fines.picture()
    texts = [text.get_text() for text in figure.axes[0].texts]
    for row in fines.rows:
        assert any(words("en")["measures"]["titles"][row.measure.key] in text for text in texts)
    assert "A" in texts
    assert "B" in texts
    stand = sum(bool(row.stands) for row in fines.rows)
    title = f"Differences that stand: {stand} of {len(fines.rows)}"
    assert any(title in text.get_text() for text in figure.texts)
    with pytest.raises(RulesError, match="nothing to be drawn; there are spread"):
        fines.picture(family="cards")


def near_nothing(fines):
    """Rows whose A isn't clearly above 0: one that stands, more and less, and one that doesn't."""
    row = next(r for r in fines.rows if r.measure.key == "score_mean")
    a = Estimate(0.05, 0.0, 0.2, 40)
    more = row._replace(numbers=(a, row.numbers[1]), difference=Difference(0.3, 0.2, 0.4, 0.05, 0))
    less = more._replace(difference=Difference(-0.3, -0.4, -0.2, 0.05, 0.0))
    return more._replace(stands=True), less._replace(stands=True), more._replace(stands=False)


def test_a_difference_that_stands_is_in_the_picture_though_it_has_no_percentage(fines):
    """An arrow at the edge, filled, to the side where it goes."""
    more, less, open_ = near_nothing(fines)
    assert [part_of(row).middle for row in (more, less)] == [math.inf, -math.inf]
    assert part_of(open_) is None
    assert widest([part_of(more), part_of(less)]) == 0.05
    near = dataclasses.replace(fines, rows=[more, less, open_])
    dots = [line for line in near.picture().axes[0].lines if line.get_marker() in "<>"]
    assert [(dot.get_marker(), dot.get_xdata()[0]) for dot in dots] == [(">", 0.05), ("<", -0.05)]
    assert {dot.get_markerfacecolor() for dot in dots} == {COLOURS[0]}
    lines = [Line("x", part_of(row), "0 → 1", bool(row.stands)) for row in (more, less)]
    picture = Picture("t", lines, 0.05, ("−5%", "+5%"))
    assert svg(picture).count('<path class="part"') == 2
    assert "nan" not in svg(picture)
    assert [drawn(picture).count(sign) for sign in "▶◀"] == [1, 1]


def test_a_row_that_is_far_off_leaves_the_axis_to_the_others():
    """Its interval is thrice the median's or more: an arrow, and its figure beside it."""
    near = [Part(1.8, 0.6, 2.9), Part(-1.2, -2.0, 0.3), Part(2.2, 1.0, 3.3)]
    far = Part(26.7, 24.0, 29.4)
    assert widest(near) == widest([far, *near]) == 4
    assert widest([far, near[0]]) == 3
    assert widest([far]) == 30
    lines = [Line("random", far, "+26.7 points", True), Line("greedy", near[0], "+1.8", True)]
    picture = Picture("t", lines, 4, ("−4", "+4"))
    assert (svg(picture).count("<path"), svg(picture).count("<circle")) == (1, 1)
    assert "+26.7 points" in svg(picture)
    first, second, _ = drawn(picture).split("\n")
    assert first.endswith("▶  +26.7 points")
    assert "├" in second
    assert "●" in second


@pytest.mark.slow
def test_a_picture_of_many_rows_stays_readable(every):
    """Of cards those that are clearest."""
    figure = every.picture(lang="fr", family="cards")
    assert figure.get_size_inches()[1] < 20
    assert any("," in text.get_text() for text in figure.axes[0].texts)


def test_the_page_is_true(capsys):
    """Its examples run in order, and print what it says."""
    page = (ROOT / "docs" / "versus.md").read_text("utf-8")
    names = {}
    for kind, text in re.findall(r"```(python|text)\n(.*?)```", page, re.DOTALL):
        if kind == "python":
            capsys.readouterr()
            exec(text, names)
        else:
            assert capsys.readouterr().out == text
    assert names["found"].more_games("score_sd", 0.1) > 0
    assert Path("report.md").read_text("utf-8").startswith("# doubled contre plain")
