"""Measures: each on tiny games worked by hand, apart by who plays, and told with too few games."""

import dataclasses
import functools
import math
import re
from collections import deque

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, load_all, measure, play, simulate, tournament
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors import RecordError
from skyjo_widget.frames.schema import FRAMES, LIST, TIME
from skyjo_widget.measures.estimate import Statistic, of_units, trials_interval
from skyjo_widget.measures.families import luck, wins
from skyjo_widget.measures.registry import BY_KEY, MEASURES
from skyjo_widget.measures.result import LABEL
from skyjo_widget.measures.run import evaluate, groups
from skyjo_widget.measures.source import find, in_memory
from skyjo_widget.measures.summaries import summarise
from skyjo_widget.measures.sums import wins_of
from skyjo_widget.measures.tables import tables_of
from skyjo_widget.util.i18n import languages, words
from skyjo_widget.util.intervals import student, wilson
from tests.fixtures.paths import ROOT


def frame(name, rows, columns=None):
    """Rows as a frame of a log; what a row doesn't say is missing."""
    told = {c: pd.array([row.get(c) for row in rows], dtype="object") for c in FRAMES[name]}
    found = pd.DataFrame(told)
    for column, dtype in FRAMES[name].items():
        if dtype not in (LIST, TIME):  # lists are texts, as in logs of an older version
            found[column] = found[column].astype("string" if dtype == "category" else dtype)
    return found[columns] if columns else found


def game(game_id, winners, **more):
    """A game of Ana (seat 0) and Bo."""
    return {
        "game_id": game_id,
        "game": "skyjo",
        "preset": "skyjo",
        "players": 2,
        "names": "Ana, Bo",
        "persons": 2,
        "finished": winners is not None,
        "winners": winners,
        "rules": "{}",
        "deck": "f00",
        "practice": False,
        **more,
    }


def played_round(game_id, number, scores, *, starter=0, ender=0, penalty=0, turns=(2, 2), **more):
    """The rows of a round; the penalty is the ender's, and in its score."""
    return [
        {
            "game_id": game_id,
            "round": number,
            "seat": seat,
            "player": ("Ana", "Bo")[seat],
            "kind": "person",
            "starter": seat == starter,
            "ender": seat == ender,
            "penalty": penalty if seat == ender else 0,
            "score": score,
            "raw_score": None
            if score is None
            else score - ((penalty or 0) if seat == ender else 0),
            "turns": turns[seat],
            "columns_cleared": seat,
            "finished": score is not None,
            "practice": False,
            **more,
        }
        for seat, score in enumerate(scores)
    ]


GAMES = [game("g1", "Ana"), game("g2", "Bo")]
ROUNDS = [
    *played_round("g1", 1, (10, 30)),
    *played_round("g1", 2, (20, 5), starter=1, penalty=10),
    *played_round("g2", 1, (40, 20), starter=1, ender=1),
]


def decide(seat, phase, action, legal, card=None, ms=None, game_id="g1", **more):
    """A decision of a person."""
    row = {"game_id": game_id, "seat": seat, "kind": "person", "phase": phase, "action": action}
    row |= {"legal_actions": legal, "card_in": card, "ms": ms, "undone": False, "practice": False}
    return row | {"no_effect": False} | more


DECISIONS = [
    decide(0, "setup", "flip", 12, 4, 500),
    decide(0, "choose", "draw", 2, 5, 2000),
    decide(0, "place drawn", "place", 13, 5, 4000),
    decide(1, "choose", "take", 2, 3, 1000),
    decide(1, "place taken", "place", 12, 3, 3000),
    decide(0, "choose", "draw", 2, 9, 1000),
    decide(0, "place drawn", "discard", 13, None, 1000),
    decide(0, "flip", "flip", 1, 7, 500),
]


def sources(games=GAMES, rounds=ROUNDS, decisions=DECISIONS, **more):
    """A source of these rows."""
    frames = {
        "games": frame("games", games),
        "rounds": frame("rounds", rounds),
        "decisions": frame("decisions", decisions),
    }
    return in_memory(frames, {}, **more)


KEPT = deque(maxlen=4)
"""Sources with their summaries, which take a quarter of a second each."""


def known_of(source, **options):
    """Return a source's summaries; the last ones are kept."""
    for one, asked, known in KEPT:
        if one is source and asked == options:
            return known
    KEPT.append((source, options, summarise(source, **options)))
    return KEPT[-1][-1]


def found(source, key, about="all", kind=None, **options):
    """Return a measure's result: value, n and the estimate."""
    known = known_of(source, **options)
    rows = [f for f in evaluate(known, [BY_KEY[key]]) if f.about == about]
    rows = [f for f in rows if kind is None or f.kind == kind]
    assert len(rows) == 1, [(f.about, f.kind) for f in rows]
    return rows[0].statistic


def value(source, key, about="all", kind=None):
    """Its value and n."""
    statistic = found(source, key, about, kind)
    return statistic.estimate().value, statistic.count


# Spread


def test_mean_score():
    """(10 + 30 + 20 + 5 + 40 + 20) / 6."""
    assert value(sources(), "score_mean") == (pytest.approx(125 / 6), 6)


def test_spread_of_scores():
    """Squares 3425, sum 125: (3425 − 125² / 6) / 5 = 164.17, and its root."""
    assert value(sources(), "score_sd") == (pytest.approx(math.sqrt(4925 / 30)), 6)


def test_spread_within_a_round():
    """Variances 200, 112.5 and 200: the root of their mean."""
    assert value(sources(), "score_sd_round") == (pytest.approx(math.sqrt(512.5 / 3)), 3)


def test_spread_before_penalties():
    """The second round's 20 holds a penalty of 10: variances 200, 12.5 and 200."""
    assert value(sources(), "raw_sd_round") == (pytest.approx(math.sqrt(412.5 / 3)), 3)


def test_spread_relative_to_the_mean():
    """The standard deviation of all scores, divided by their mean."""
    spread, mean = math.sqrt(4925 / 30), 125 / 6
    assert value(sources(), "score_sd_relative") == (pytest.approx(spread / mean), 6)


def test_a_spread_may_exceed_the_mean():
    """A doubled score that is far off: no share of a whole, so it isn't cut at 100 %."""
    log = simulate("skyjo", ["greedy", "threshold(2)", "random"], games=200, seed=1)
    scores = log.rounds["score"].to_numpy(float)
    spread, mean = scores.std(ddof=1), scores.mean()
    assert spread > mean
    row = measure(log, measures=["score_sd_relative"]).frame.iloc[0]
    assert row["value"] == pytest.approx(spread / mean)
    assert row["low"] < row["value"] < row["high"]


def test_range_of_a_round():
    """20, 15 and 20."""
    assert value(sources(), "score_range") == (pytest.approx(55 / 3), 3)


def test_margin_is_between_the_totals_of_the_winner_and_the_next():
    """30 to 35, and 40 to 20: (5 + 20) / 2."""
    assert value(sources(), "margin") == (12.5, 2)


def test_a_shared_win_has_no_margin():
    """Ana and Bo have 30 each, Cy has 50."""
    rounds = played_round("g1", 1, (30, 30))
    rounds.append(rounds[0] | {"seat": 2, "player": "Cy", "score": 50, "ender": False})
    games = [game("g1", "Ana, Bo", players=3, names="Ana, Bo, Cy", persons=3)]
    assert value(sources(games, rounds), "margin") == (0, 1)


def test_the_interval_of_a_mean_is_students():
    """Margins 5 and 20: standard error 10.607 / √2 = 7.5, one degree of freedom."""
    estimate = found(sources(), "margin").estimate()
    assert estimate.half == pytest.approx(7.5 * student(1))


def test_the_jackknife_of_a_ratio_by_hand():
    """Sums (1, 2) and (3, 4): left out 3/4 and 1/2; √(1/2 · 2 · 0.125²) = 0.125."""
    statistic = Statistic(np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert statistic.estimate().value == pytest.approx(4 / 6)
    assert statistic.estimate().half == pytest.approx(0.125 * student(1))


def test_many_units_are_left_out_in_groups():
    """Of 1,000 the groups' standard error of a mean is near that of single ones."""
    numbers = np.random.default_rng(1).normal(0, 1, 1000)
    statistic = Statistic(np.column_stack([numbers, np.ones(1000)]))
    assert statistic.estimate().half == pytest.approx(
        1.96 * numbers.std() / math.sqrt(1000), rel=0.15
    )
    assert statistic.units == 1000


# Luck


def test_the_share_of_a_class_is_that_of_the_published_example():
    """Shrout and Fleiss (1979), table 2: six targets, four judges; ICC(1,1) is 0.17."""
    table = np.array(
        [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
    )
    share = luck.intraclass_correlation(
        (table**2).sum(),
        (table.sum(axis=1) ** 2 / 4).sum(),
        table.sum(),
        np.float64(24),
        np.float64(6),
        np.float64(6 * 16),
    )
    assert share == pytest.approx(0.1657, abs=0.0001)


def test_luck_of_players_who_always_score_alike_is_none():
    """Ana has 10 and Bo 30 in each of three games: nothing is left to luck."""
    games = [game(f"g{i}", "Ana") for i in range(3)]
    rounds = [row for i in range(3) for row in played_round(f"g{i}", 1, (10, 30))]
    assert value(sources(games, rounds), "luck") == (pytest.approx(0), 6)


def test_luck_by_hand():
    """Ana 10, 20, 30; Bo 40, 50, 60.

    Within: 100 each, mean square 400 / 4 = 100; between: 3 · 2 · 15² / 1 = 1350;
    of the player (1350 − 100) / 3 = 416.67; luck 100 / 516.67.
    """
    games = [game(f"g{i}", "Ana") for i in range(3)]
    rounds = [row for i in range(3) for row in played_round(f"g{i}", 1, (10 * i + 10, 10 * i + 40))]
    assert value(sources(games, rounds), "luck") == (pytest.approx(100 / (100 + 1250 / 3)), 6)


@pytest.mark.parametrize(("gap", "truth"), [(0, 1.0), (3, 100 / 104.5), (10, 100 / 150)])
def test_the_interval_of_luck_covers_what_is_true(gap, truth):
    """Two players with a standard deviation of 10, `gap` apart: 300 samples of 40 games."""
    rng = np.random.default_rng(3)
    hits = 0
    for _ in range(300):
        x = rng.normal((0, gap), 10, (40, 2))
        sums = np.hstack([x**2, x, np.ones_like(x)])
        statistic = Statistic(
            sums, luck.luck_of_players, interval=luck.luck_interval, bounds=(0.0, 1.0)
        )
        found = statistic.estimate()
        assert found.low <= found.value <= found.high
        assert found.low < 1  # chance alone never shows that all is luck
        hits += found.low <= truth <= found.high
    assert hits / 300 >= 0.92


def test_scores_that_are_all_alike_tell_nothing_of_luck():
    """Forty games of 10 points each: no number, no verdict, and the note says why."""
    games = [game(f"g{i:02d}", "Ana, Bo") for i in range(40)]
    rounds = [row for one in games for row in played_round(one["game_id"], 1, (10, 10))]
    row = measure(sources(games, rounds), measures="luck").frame.iloc[0]
    assert pd.isna(row["value"])
    assert not row["enough"]
    assert row["note"].startswith("These games can’t show it")


def test_luck_is_never_more_than_all():
    """The games of the first test: the players' means differ less than chance has it."""
    assert value(sources(), "luck") == (1, 4)


def test_the_share_of_the_deal_by_hand():
    """Two deals, each played twice with the seats rotated.

    Without the players' means (16 and 15, so −0.5 and +0.5) the places have 9.5 and 12.5; 20.5
    and 21.5; 29.5 and 28.5; 0.5 and 1.5.  Within: 6 / 4 = 1.5.  Between: 886 / 3.  Of the deal:
    (886 / 3 − 1.5) / 2 = 146.92; share 146.92 / 148.42.
    """
    rounds = []
    for i, scores in enumerate([(10, 20), (12, 22), (30, 0), (28, 2)]):
        rows = played_round(f"run-{i:06d}", 1, scores)
        for row in rows if i % 2 else []:
            row["player"] = {"Ana": "Bo", "Bo": "Ana"}[row["player"]]
        rounds += rows
    games = [game(f"run-{i:06d}", "Ana") for i in range(4)]
    part = (886 / 3 - 1.5) / 2
    assert value(sources(games, rounds, rotated=2), "deal_share") == (
        pytest.approx(part / (part + 1.5)),
        2,
    )


def rotated(deals, *, alike):
    """Games of two, each deal twice with the players moved on; alike: the seats score the same."""
    rng = np.random.default_rng(8)
    games, rounds = [], []
    for i in range(2 * deals):
        if i % 2 == 0 or not alike:
            first = int(rng.integers(20, 60))
            scores = (
                first,
                first + int(rng.integers(1, 30)) * (1 if rng.random() < 0.5 else -1),
            )
        names = ("Ana", "Bo") if i % 2 == 0 else ("Bo", "Ana")
        rows = played_round(f"run-{i:06d}", 1, scores, turns=(scores[0] // 4, scores[1] // 4))
        for row, name in zip(rows, names, strict=True):
            row["player"] = name
        rounds += rows
        winner = names[int(scores[1] < scores[0])]
        games.append(game(f"run-{i:06d}", winner, names=", ".join(names)))
    return games, rounds


@functools.cache
def twice_and_once():
    """Sources of forty deals: played twice alike, and once."""
    games, rounds = rotated(40, alike=True)
    return (
        sources(games, rounds, [], rotated=2),
        sources(games[::2], rounds[::4] + rounds[1::4], []),
    )


OF_GAMES = ("score_mean", "score_sd_round", "score_range", "margin", "turns_a_round")


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("key", "about"),
    [*((key, "all") for key in OF_GAMES), ("wins_by_seat", "seat 0"), ("imbalance_seats", "all")],
)
def test_a_deal_that_comes_out_the_same_from_every_seat_counts_once(key, about):
    """Forty deals, played twice alike: the numbers and the intervals are those of forty games."""
    twice, once = (found(source, key, about) for source in twice_and_once())
    assert twice.units == once.units == 40
    assert twice.count == 2 * once.count
    assert tuple(twice.estimate()) == pytest.approx(tuple(once.estimate()), rel=0.03, abs=0.02)
    assert twice.estimate().low < twice.estimate().value < twice.estimate().high


@pytest.mark.parametrize("alike", [True, False])
def test_intervals_of_wins_hold_the_truth_where_deals_are_rotated(alike):
    """400 samples of 40 deals of three games, won by a seat with a chance of 0.3."""
    rng = np.random.default_rng(4)
    hits = 0
    for _ in range(400):
        won = rng.random((40, 1 if alike else 3)) < 0.3
        low, high = trials_interval(wins_of(won.mean(axis=1) * 3, np.full(40, 3.0)))
        hits += low <= 0.3 <= high
    assert 0.93 <= hits / 400 <= 0.99


def test_games_of_one_deal_are_no_more_than_the_deal():
    """Forty games of twenty deals are too few; thirty deals are enough."""
    games, rounds = rotated(30, alike=False)
    frame = measure(sources(games[:40], rounds[:80], [], rotated=2), measures="margin").frame
    assert frame.loc[0, "note"] == "At least 30 deals are needed; there are 20."
    assert measure(sources(games, rounds, [], rotated=2), measures="margin").frame["enough"].all()


def test_every_number_comes_from_deals_where_they_are_rotated():
    """Or from blocks of them; games are no units there."""
    result = tournament(["greedy", "threshold(2)"], games=4, seed=1, progress=False)
    played = result.simulations["greedy", "threshold(2)"]
    statistics = [f.statistic for f in evaluate(summarise(find(played)), MEASURES) if f.statistic]
    assert {f.units for f in statistics if isinstance(f, Statistic) and len(f.sums)} == {2}


def test_players_that_play_each_deal_alike_tell_nothing_of_the_cards():
    """Then the deal would explain all, whatever the game: there is no such row."""
    games, rounds = rotated(30, alike=True)
    known = summarise(sources(games, rounds, [], rotated=2))
    assert not list(evaluate(known, [BY_KEY["deal_share"]]))


def test_the_share_of_the_deal_needs_rotated_deals():
    """Games that each have a deal of their own have none."""
    assert not list(evaluate(summarise(sources()), [BY_KEY["deal_share"]]))


def test_a_tournaments_games_have_a_share_of_the_deal():
    """Its deals are played once for each seat."""
    result = tournament(["greedy", "threshold(2)"], games=80, seed=1, progress=False)
    row = measure(result.simulations["greedy", "threshold(2)"], measures="deal_share").frame.iloc[0]
    assert (row["n"], row["of"], row["enough"]) == (40, "deals", True)
    assert 0 < row["low"] < row["value"] < row["high"] < 1
    assert row["note"].startswith("It holds for these players")


# Wins


def test_wins_by_seat_with_wilsons_interval():
    """Each seat has won one game of two."""
    estimate = found(sources(), "wins_by_seat", "seat 0").estimate()
    assert (estimate.value, estimate.low, estimate.high) == (0.5, *wilson(1, 2))


def test_wins_by_order_of_play():
    """Both games were won by who had the first turn: seat 0, then seat 1."""
    assert value(sources(), "wins_by_starter", "turn 0") == (1, 2)
    assert value(sources(), "wins_by_starter", "turn 1") == (0, 2)


def test_a_shared_win_counts_by_its_share():
    """Half a win for each."""
    source = sources([game("g1", "Ana, Bo")], played_round("g1", 1, (7, 7)))
    assert value(source, "wins_by_seat", "seat 0") == (0.5, 1)


def test_names_in_names_win_for_themselves_alone():
    """“Ana” hasn't won where “Ana B” has."""
    rounds = played_round("g1", 1, (10, 30))
    rounds[1]["player"] = "Ana B"
    source = sources([game("g1", "Ana B", names="Ana, Ana B")], rounds)
    assert value(source, "wins_by_seat", "seat 0") == (0, 1)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("names", "winners", "won"),
    [
        (["Ana, Bo", "Ana"], "Ana, Bo", [1, 0]),
        (["Ana, Bo", "Ana"], "Ana", [0, 1]),
        (["Ana, Bo", "Ana"], "Ana, Bo, Ana", [0.5, 0.5]),
        (["Ana", "Ana, Bo"], "Ana, Bo", [0, 1]),
        (["Bo", "Ana"], "Ana", [0, 1]),
        (["Ana", "Bo"], "Cy", [0, 0]),
    ],
)
def test_a_comma_in_a_name_makes_no_other_winner(names, winners, won):
    """Winners stand in the order of the seats, and are read name by name."""
    rounds = played_round("g1", 1, (50, 70))
    for row, name in zip(rounds, names, strict=True):
        row["player"] = name
    seats = tables_of(sources([game("g1", winners)], rounds)).seats
    assert seats["won"].tolist() == won


def test_imbalance_by_hand():
    """Wins 3 and 1 of 4: Σ w(w − 1) / (4 · 3) = 6 / 12 = 1/2, less 1/2, by 2: none is sure."""
    assert wins.imbalance(np.array([3.0, 1, 3, 0, 0, 1])) == pytest.approx(0)
    everything = np.array(
        [4.0, 0, 4, 0, 0, 0]
    )  # (12 / 12 − 1/2) / 2: half a win away from one half
    assert wins.imbalance(everything) == pytest.approx(0.25)


def test_imbalance_pairs_games_with_other_cards_alone():
    """Two deals of two games, each won twice by one seat: of 8 pairs of other deals none agree."""
    assert wins.imbalance(np.array([2.0, 2, 4, 0, 0, 4])) == pytest.approx((0 - 1 / 2) / 2)


def test_the_interval_of_balance_covers_what_is_true():
    """Of 200 samples of 60 fair games, 95 % or more of the intervals begin at 0."""
    rng = np.random.default_rng(5)
    low = []
    for _ in range(200):
        won = np.eye(3)[rng.integers(0, 3, 60)]
        products = (won[:, :, None] * won[:, None, :]).reshape(60, 9)
        low.append(wins.imbalance_interval(np.hstack([won, products]))[0])
    assert np.mean(np.array(low) == 0) >= 0.95


def test_95_percent_of_chi_squared():
    """From tables, to three percent for one degree of freedom, to one for more."""
    assert wins.chi_squared(1) == pytest.approx(3.841, rel=0.03)
    assert wins.chi_squared(3) == pytest.approx(7.815, rel=0.01)
    assert wins.chi_squared(7) == pytest.approx(14.067, rel=0.01)


# Choices, pace, rounds


def turns(first=2, second=1):
    """The source with as many turns as its decisions have."""
    rounds = played_round("g1", 1, (10, 30), turns=(first, second))
    return sources([GAMES[0]], rounds)


def test_real_choices_a_turn():
    """Six of seven decisions had more than one legal action, in three turns."""
    assert value(turns(), "real_choices") == (2, 3)


def test_legal_actions():
    """(2 + 13 + 2 + 12 + 2 + 13 + 1) / 7."""
    assert value(turns(), "legal_actions") == (pytest.approx(45 / 7), 7)


def test_forced_share():
    """One of seven."""
    assert value(turns(), "forced_share") == (pytest.approx(1 / 7), 7)


@pytest.mark.seconds
def test_turns_and_rounds():
    """Rounds of 4 turns; two rounds, and one."""
    assert value(sources(), "turns_a_round") == (4, 3)
    assert value(sources(), "rounds_a_game") == (1.5, 2)


def test_time_a_turn():
    """12.5 seconds in three turns."""
    assert value(turns(), "time_a_turn") == (pytest.approx(12.5 / 3), 3)


def test_waiting_is_the_time_of_the_other_people():
    """Bo's 4 seconds for Ana's two turns, Ana's 8.5 for Bo's one."""
    assert value(turns(), "waiting") == (pytest.approx(12.5 / 3), 3)


def test_minutes_of_a_game():
    """12.5 seconds."""
    assert value(turns(), "minutes_a_game") == (pytest.approx(12.5 / 60), 1)


def test_doubled_scores():
    """One of three enders had a penalty."""
    assert value(sources(), "doubling_share") == (pytest.approx(1 / 3), 3)


def test_without_a_penalty_in_the_rules_nothing_is_doubled():
    """There is no row then."""
    rules = '{"penalty_factor": 1, "penalty_add": 0}'
    known = summarise(sources([one | {"rules": rules} for one in GAMES]))
    assert not evaluate(known, [BY_KEY["doubling_share"]])


def test_columns_cleared():
    """Bo clears one in each round: 3 in 6 scores."""
    assert value(sources(), "columns") == (0.5, 6)


def test_stock_cards_left():
    """3 and 0, in Skip-Bo, which has no columns."""
    rounds = played_round("g1", 1, (0, 40), penalty=None, columns_cleared=None)
    for row, left in zip(rounds, (0, 3), strict=True):
        row |= {"cards_left": left, "penalty": None}
    source = sources([GAMES[0]], rounds)
    assert value(source, "cards_left") == (1.5, 2)
    keys = {f.measure.key for f in evaluate(summarise(source), MEASURES)}
    assert not {"columns", "doubling_share", "decisions_that_did"} & keys


# Interaction


def effects(**more):
    """A decision with an effect."""
    return decide(0, "flip", "flip", 3, 1, **more)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("row", "touches"),
    [
        (effects(effect="next-skips"), 1),
        (effects(effect="next-skips", no_effect=True), 0),
        (effects(effect="swap-own-two", swapped="a1 b1"), 0),
        (effects(effect="swap-with-another", swapped="c2 1:c1"), 1),
        (effects(effect="peek-three"), 0),
        (effects(cleared="a1 a2 a3"), 0),
        (effects(cleared="1:a1 1:a2 1:a3"), 1),
        (decide(0, "pick first", "pick", 3, effect="next-skips"), 0),
    ],
)
def test_decisions_that_touch_others(row, touches):
    """A swap or a cleared column of another one; a change of turns, where it begins."""
    assert value(sources(decisions=[row]), "decisions_that_did") == (touches, 1)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("actions", "begun"),
    [
        (["draw", "keep"], 1),
        (["draw", "discard", "flip"], 1),
        (["flip"], 1),
        (["take", "place"], 0),
        (["draw", "keep", "place", "flip", "flip", "draw", "discard", "flip"], 4),
    ],
)
def test_each_way_in_which_an_effect_begins(actions, begun):
    """A drawn card that is kept, a card turned after a discard, a card turned as one's turn."""
    deck = Deck.from_counts([(number, 10, "reverse") for number in range(1, 13)])
    table = play("newskyjo", ["Ana", "Bo", "Cy"], deck=deck, seed=1, display=False, record=False)
    while table.phase == "setup":
        table.act(table.legal[0])
    for word in actions:
        table.act(next(action for action in table.legal if action.split()[0] == word))
    seats = tables_of(find(table.log)).seats
    assert (seats["effects"].sum(), seats["touched"].sum()) == (begun, begun)


def test_cards_that_could_touch_others():
    """39 of NewSkyjo's 135 cards, whose effects name others; none of Skyjo's 150."""
    counted = {}
    for preset in ("newskyjo", "skyjo"):
        played = simulate(preset, ["random"] * 3, games=1, seed=1, progress=False)
        row = measure(played, measures="cards_that_could").frame.iloc[0]
        counted[preset] = round(row["value"] * row["n"]), row["n"]
    assert counted == {"newskyjo": (39, 135), "skyjo": (0, 150)}


def test_taken_share():
    """One card taken, two drawn."""
    assert value(turns(), "taken_share") == (pytest.approx(1 / 3), 3)


# Cards


def test_what_happens_to_cards():
    """5 and 9 were drawn, the 5 kept; 4 (in the set-up) and 7 turned; 3 taken."""
    source = turns()
    assert value(source, "card_drawn", "card 5") == (1, 1)
    assert value(source, "card_kept", "card 5") == (1, 1)
    assert value(source, "card_kept", "card 9") == (0, 1)
    assert value(source, "card_turned", "card 4") == (1, 1)
    assert value(source, "card_taken", "card 3") == (1, 1)


def test_what_followed_for_who_kept_a_card():
    """Ana kept a 5 in g1 (total 30, won) and two in g2 (total 40, lost): 110 / 3, and 1 / 3."""
    kept = decide(0, "place drawn", "place", 13, 5)
    rows = [kept, kept | {"game_id": "g2"}, kept | {"game_id": "g2"}]
    source = sources(decisions=rows)
    assert value(source, "card_keeper_total", "card 5") == (pytest.approx(110 / 3), 3)
    assert value(source, "card_keeper_wins", "card 5") == (pytest.approx(1 / 3), 3)


def test_an_effect_is_counted_over_its_cards():
    """Two cards with one effect, drawn once each."""
    rows = [decide(0, "choose", "draw", 2, n, card_effect="reverse") for n in (3, 4)]
    source = sources(decisions=rows)
    assert value(source, "card_drawn", "card 3:reverse") == (0.5, 1)
    assert value(source, "card_drawn", "effect reverse") == (1, 2)


def test_a_card_that_was_rarely_seen_has_no_verdict():
    """Kept each of 29 times that it was drawn, in 40 games: nobody knows how often it would be."""
    games = [game(f"g{i:02d}", "Ana") for i in range(40)]
    rounds = [row for one in games for row in played_round(one["game_id"], 1, (10, 30))]
    for drawn in (29, 30):
        kept = [
            decide(0, phase, action, 2, 5, game_id=f"g{i:02d}")
            for i in range(drawn)
            for phase, action in (("choose", "draw"), ("place drawn", "place"))
        ]
        frame = measure(sources(games, rounds, kept), measures=["card_kept"]).frame
        row = frame.iloc[0]
        assert (row["value"], row["n"], bool(row["enough"])) == (1, drawn, drawn == 30)
        if drawn == 29:
            assert pd.isna(row["low"])
            assert row["note"] == "29 times drawn: at least 30 are needed."
        else:
            assert (row["low"], row["high"]) == pytest.approx(wilson(30, 30))


def test_a_number_that_rests_on_one_game_has_no_interval():
    """Without that game there is nothing to divide by."""
    statistic = Statistic(np.array([[3.0, 4.0], [0, 0], [0, 0]]))
    assert statistic.estimate()[:1] == (0.75,)
    assert math.isnan(statistic.estimate().low)
    games = [game(f"g{i:02d}", "Ana") for i in range(40)]
    rounds = [row for one in games for row in played_round(one["game_id"], 1, (10, 30))]
    kept = decide(0, "place drawn", "place", 13, 5, game_id="g07")
    row = measure(sources(games, rounds, 40 * [kept]), measures="card_keeper_total").frame.iloc[0]
    assert (row["value"], row["n"], bool(row["enough"])) == (10, 40, False)
    assert row["note"].startswith("These games can’t show it")


# Shares


def test_intervals_of_shares_stay_between_none_and_all():
    """One of 40 games has one forced decision of two: 1/80, and less than 0 is no share."""
    sums = np.array([[1.0, 2.0]] + 39 * [[0.0, 2.0]])
    assert Statistic(sums).estimate().low < 0
    found = Statistic(sums, bounds=(0.0, 1.0)).estimate()
    assert found.low == 0 < found.value < found.high
    bound = {one.key for one in MEASURES if one.bounds == (0.0, 1.0)}
    assert bound == {one.key for one in MEASURES if one.unit == "share"} - {
        "regret",  # an unbiased estimate
        "score_sd_relative",  # in units of the mean
    }


def test_a_share_of_none_or_all_is_not_sure():
    """Wilson's interval of the 200 decisions of 40 games; as of 100 if each deal is two games."""
    none = Statistic(np.tile([0.0, 5.0], (40, 1)), bounds=(0.0, 1.0))
    every = Statistic(np.full((40, 2), 5.0), bounds=(0.0, 1.0))
    assert none.estimate()[:3] == (0, *wilson(0, 200))
    assert every.estimate()[:3] == (1, *wilson(200, 200))
    rows = pd.DataFrame({"forced": 5.0, "told": 5.0, "game_id": range(40)}, np.arange(40) // 2)
    of_deals = dataclasses.replace(of_units(rows, "forced", "told"), bounds=(0.0, 1.0))
    assert of_deals.estimate()[:3] == (1, *wilson(100, 100))


def test_an_estimate_beyond_its_bounds_leaves_room_for_doubt():
    """It is brought back, and its interval goes from there."""
    sums = np.column_stack([np.tile([1.0, 1.2], 20), np.ones(40)])
    found = Statistic(sums, bounds=(0.0, 1.0)).estimate()
    assert (found.value, found.high) == (1, 1)
    assert found.low == pytest.approx(1 - Statistic(sums).estimate().half)


# Players, and games that count


def test_people_and_bots_are_apart():
    """Ana is a person, Bo a bot: each has their own scores, the table is mixed."""
    rounds = [row | {"kind": ("person", "bot")[row["seat"]]} for row in ROUNDS]
    source = sources([one | {"persons": 1} for one in GAMES], rounds)
    assert value(source, "score_mean", kind="person") == (pytest.approx(70 / 3), 3)
    assert value(source, "score_mean", kind="bot") == (pytest.approx(55 / 3), 3)
    assert found(source, "margin").estimate().value == 12.5
    assert {group.kind for group in groups(summarise(source), whole=True)} == {"mixed"}


def test_people_and_bots_together():
    """by=None counts them as one."""
    rounds = [row | {"kind": ("person", "bot")[row["seat"]]} for row in ROUNDS]
    source = sources([one | {"persons": 1} for one in GAMES], rounds)
    rows = measure(source, measures=["score_mean", "margin"], by=None).frame
    assert list(rows["kind"]) == ["all", "all"]
    assert list(rows["value"]) == [pytest.approx(125 / 6), 12.5]


def test_a_bots_time_is_no_persons_time_where_both_are_together():
    """(2 + 4 + 1 + 1 + 0.5) s by Ana's 4 turns; what Bo's computer took isn't told."""
    rounds = [row | {"kind": ("person", "bot")[row["seat"]]} for row in ROUNDS]
    decisions = [row | {"kind": ("person", "bot")[row["seat"]]} for row in DECISIONS]
    source = sources([one | {"persons": 1} for one in GAMES], rounds, decisions)
    rows = measure(source, measures=["time_a_turn"], by=None).frame
    assert rows[["value", "n"]].to_numpy().tolist() == [[8.5 / 4, 4]]


def test_who_left_a_seat_neither_wins_nor_loses():
    """A bot goes on for Bo and wins with 35 points, 5 before Ana."""
    first = played_round("g1", 1, (10, 30))
    second = played_round("g1", 2, (20, 5))
    second[1] |= {"player": "greedy", "kind": "bot"}
    for row, total in zip((*first, *second), (10, 30, 40, 35), strict=True):
        row["total"] = total
    source = sources([game("g1", "greedy", persons=1)], [*first, *second])
    assert value(source, "margin") == (5, 1)
    assert value(source, "wins_by_seat", "seat 1", "bot") == (1, 1)
    assert measure(source, measures="wins_by_seat").frame["n"].tolist() == [1, 1]


@pytest.mark.seconds
def test_who_left_within_a_round_keeps_what_was_decided():
    """Ana has two of three turns of the only round, then a bot goes on: both are counted."""
    rounds = played_round("g1", 1, (10, 30), turns=(3, 2))
    rounds[0] |= {"player": "greedy", "kind": "bot"}
    rows = [
        *(decide(0, "choose", "draw", 2, 5, 1000), decide(0, "place drawn", "place", 13, 5, 1000)),
        *(decide(0, "choose", "take", 2, 3, 1000), decide(0, "place taken", "place", 12, 3, 1000)),
        decide(0, "choose", "draw", 2, 9, 5, kind="bot"),
        decide(0, "place drawn", "discard", 13, None, 5, kind="bot"),
        decide(0, "flip", "flip", 1, 9, 5, kind="bot"),
        *(decide(1, "choose", "take", 2, 3, 2000), decide(1, "place taken", "place", 12, 3, 2000)),
    ]
    source = sources([game("g1", "greedy", persons=1, names="greedy, Bo")], rounds, rows)
    tables = tables_of(source)
    assert tables.seats["decisions"].tolist() == [3, 4, 2]
    assert tables.seats["turns"].tolist() == [1, 2, 2]
    assert tables.games["kind"].tolist() == ["mixed"]
    assert value(source, "real_choices", kind="bot") == (2, 1)
    assert value(source, "real_choices", kind="person") == (1.5, 4)
    assert value(source, "time_a_turn", kind="person") == (2, 4)
    assert value(source, "card_kept", "card 5", kind="person") == (1, 1)
    assert value(source, "wins_by_seat", "seat 0", kind="bot") == (1, 1)
    assert found(source, "margin").estimate().value == 20


def test_a_table_that_bots_took_over_is_mixed():
    """Nobody of those who began is there at the end."""
    rounds = [row | {"kind": "bot", "player": "greedy"} for row in played_round("g1", 1, (10, 30))]
    known = tables_of(sources([game("g1", None, persons=0)], rounds))
    assert known.games["kind"].tolist() == ["mixed"]


def test_all_decisions_of_the_records_are_measured():
    """Among them those of somebody who left a round of Skip-Bo to a bot."""
    log = load_all(ROOT / "notebooks" / "records")
    made = log.decisions[~log.decisions["undone"] & (log.decisions["phase"] != "setup")]
    source = find(log)
    for apart in (True, False):
        seats = tables_of(source, practice=True, apart=apart).seats
        assert seats["decisions"].sum() == len(made)


def test_of_two_people_on_a_seat_the_last_one_plays_to_the_end():
    """Al goes on for Bo and wins: the seat has won, though his name comes first."""
    second = [
        row | {"player": ("Ana", "Al")[row["seat"]]} for row in played_round("g1", 2, (20, 5))
    ]
    source = sources([game("g1", "Al")], [*played_round("g1", 1, (10, 20)), *second])
    assert value(source, "wins_by_seat", "seat 1") == (1, 1)


def test_a_referees_points_are_in_the_margin():
    """Scores are 30 and 35, but Ana's total has 20 points more."""
    rounds = played_round("g1", 1, (30, 35))
    for row, total in zip(rounds, (50, 35), strict=True):
        row["total"] = total
    assert value(sources([game("g1", "Bo")], rounds), "margin") == (15, 1)


def test_undone_decisions_never_count():
    """One of them would be a second forced one."""
    undone = decide(0, "flip", "flip", 1, 7) | {"undone": True}
    source = sources([GAMES[0]], played_round("g1", 1, (10, 30)), [*DECISIONS, undone])
    assert value(source, "forced_share") == (pytest.approx(1 / 7), 7)


@pytest.mark.parametrize("mark", [{"practice": True}, {"branch": "g1 12"}])
def test_practice_tables_and_branches_count_only_if_asked(mark):
    """The third game is one."""
    games = [*GAMES, game("g3", "Ana", **mark)]
    source = sources(games, [*ROUNDS, *played_round("g3", 1, (0, 90))])
    assert value(source, "margin") == (12.5, 2)
    assert found(source, "margin", practice=True).count == 3


def test_versions_are_apart():
    """Two presets, and two rules of one of them, which are named by what differs."""
    games = [
        game("g1", "Ana", rules='{"clear": 3, "rows": 3}'),
        game("g2", "Bo", rules='{"clear": 3, "rows": 4}'),
    ]
    frame = measure(sources(games), measures="margin").frame
    assert list(frame["version"]) == ["skyjo × 2, rows=3", "skyjo × 2, rows=4"]
    assert list(frame["value"]) == [5, 20]


@pytest.mark.slow
def test_rows_in_another_order_tell_the_same():
    """All frames are shuffled."""
    played = simulate("newskyjo", ["greedy", "random", "random"], games=45, seed=3, decisions=True)
    frames = {name: getattr(played, name) for name in ("games", "rounds", "decisions")}
    mixed = {name: rows.sample(frac=1, random_state=7) for name, rows in frames.items()}
    plain, shuffled = (measure(in_memory(one, {})).frame for one in (frames, mixed))
    assert len(plain) > 100
    pd.testing.assert_frame_equal(plain, shuffled, rtol=1e-9)


# Notices


def test_too_few_games_have_a_number_and_no_verdict():
    """The number stays, the interval goes, and the note says what is needed."""
    row = measure(sources(), measures="margin").frame.iloc[0]
    assert (row["value"], row["n"], bool(row["enough"])) == (12.5, 2, False)
    assert pd.isna(row["low"])
    assert pd.isna(row["high"])
    assert row["note"] == "At least 30 games are needed; there are 2."


def test_enough_games_have_an_interval():
    """Thirty of them."""
    played = simulate("skyjo", ["greedy", "greedy"], games=30, seed=1, progress=False)
    row = measure(played, measures="margin").frame.iloc[0]
    assert row["enough"]
    assert row["low"] < row["value"] < row["high"]
    assert row["note"] == ""


def test_columns_that_were_not_kept_are_named():
    """Without decisions there are no choices to be counted; the scores are told all the same."""

    def last(obs):
        return obs.legal[-1]

    played = simulate("skyjo", [last, "greedy"], games=5, seed=1, progress=False)
    frame = measure(played, measures=["forced_share", "score_mean"]).frame.set_index("measure")
    row = frame.loc["forced_share"]
    assert pd.isna(row["value"])
    assert not row["enough"]
    assert row["note"] == "These columns weren’t kept: decisions.legal_actions."
    assert frame.loc["score_mean", "n"] > 0


def test_one_game():
    """Numbers, no intervals, no error."""
    frame = measure(sources([GAMES[0]], ROUNDS[:4])).frame
    known = frame.dropna(subset=["value"])
    assert len(known) > 10
    assert not known["enough"].any()
    assert known["low"].isna().all()


def test_a_game_that_goes_on():
    """It has no winner, and its round no score; its decisions count."""
    session = play("skyjo", ["Ana", "bot:greedy"], seed=1, record=False, display=False)
    for _ in range(6):
        session.step() if session.waiting == "bot" else session.act(session.legal[0])
    frame = measure(session).frame.set_index("measure")
    for key in ("margin", "wins_by_seat", "luck", "minutes_a_game"):
        assert frame.loc[[key], "value"].isna().all()
        assert frame.loc[[key], "note"].str.contains("there are 0").all()
    assert frame.loc[["real_choices"], "kind"].isin(["person", "bot"]).all()


def test_a_source_without_games():
    """An empty log says so."""
    with pytest.raises(RulesError, match="no games"):
        measure(sources([], [], []))


@pytest.mark.parametrize(
    ("source", "options", "why"),
    [
        (7, {}, "a Log, a Session"),
        (None, {"measures": "magic"}, "no measure 'magic' .*; there are score_mean"),
        (None, {"measures": []}, "a list of measures"),
        (None, {"by": "age"}, "by='age'"),
        (None, {"lang": "xx"}, "lang='xx'"),
    ],
)
def test_what_cannot_be_measured_is_named(source, options, why):
    """Each with what would be right."""
    with pytest.raises(RulesError, match=why):
        measure(sources() if source is None else source, **options)


def test_a_folder_that_is_not_there_is_named():
    """As by everything that reads records."""
    with pytest.raises(RecordError, match="nowhere: there is no such folder"):
        measure("nowhere")


@pytest.mark.parametrize("lang", languages())
def test_every_measure_has_its_words(lang):
    """Title, unit, what n counts, family, and the warning of those that have one."""
    said = words(lang)["measures"]
    for one in MEASURES:
        assert said["titles"][one.key]
        assert said["families"][one.family]
        assert said["units"][one.unit]
        assert said["of"][one.of]
        assert said["of"]["deals"]
        assert not one.warning or said["notes"][one.key]


def test_the_table_in_french():
    """Titles, kinds, and numbers with a decimal comma."""
    table = measure(sources(), measures=["margin", "wins_by_seat"]).table("fr")
    assert list(table.iloc[0])[:5] == [
        "Avance du gagnant", "", "personnes", "skyjo × 2", "12,5 points"
    ]  # fmt: skip
    assert table.iloc[1]["de"] == "place 0"
    assert table.iloc[0]["remarque"] == "Il faut au moins 30 parties\u00a0; il y en a 2."


def test_markup_and_formulas_in_names_stay_texts(tmp_path):
    """In the CSV file and in HTML."""
    games = [one | {"preset": "=<b>1+1"} for one in GAMES]
    told = measure(sources(games), measures="margin")
    assert "<b>" not in told._repr_html_()
    assert "&lt;b&gt;" in told._repr_html_()
    read = pd.read_csv(told.to_csv(tmp_path / "measures.csv"))
    assert read["version"][0] == "'=<b>1+1 × 2"


@pytest.mark.slow
def test_rows_with_long_names_leave_room_for_what_is_drawn():
    """Their names are wrapped, those of many rows cut."""
    records = ROOT / "notebooks" / "records"
    figure = measure(load_all(records), measures=["spread", "wins"]).picture()
    figure.draw_without_rendering()  # a lack of room is a warning, and so an error here
    labels = [label.get_text() for axes in figure.axes for label in axes.get_yticklabels()]
    lines = [line for label in labels for line in label.split("\n")]
    assert len(labels) > 60
    assert max(map(len, lines)) <= LABEL * 4 // 3


def test_the_picture_has_a_panel_a_measure():
    """Titles in its language, a dot for each number."""
    pytest.importorskip("matplotlib")
    figure = measure(sources(), measures=["margin", "wins_by_seat"]).picture(lang="fr")
    assert [axes.get_title("left") for axes in figure.axes] == [
        "Avance du gagnant", "Victoires par place"
    ]  # fmt: skip
    assert [len(axes.get_yticks()) for axes in figure.axes] == [1, 2]
    assert "son intervalle à 95\u00a0%" in figure.get_suptitle()


def test_a_picture_of_nothing_says_so():
    """A family without a number."""
    with pytest.raises(RulesError, match="nothing to be drawn; there are spread"):
        measure(sources(), measures="spread").picture("cards")


PAGE = (ROOT / "docs" / "measures.md").read_text("utf-8")


def test_every_measure_is_in_its_page():
    """Each has a heading of its own; there are no others of that size."""
    found = set(re.findall(r"^### (\w+)$", PAGE, re.MULTILINE))
    assert found >= {one.key for one in MEASURES if not one.extra}
    assert found <= set(BY_KEY)


def test_the_example_of_the_page_says_what_it_shows(tmp_path, monkeypatch, capsys):
    """To the last digit."""
    pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    code, said = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL).groups()
    exec(code, {})
    assert capsys.readouterr().out == said
