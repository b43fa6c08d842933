"""Skyjo's policies by scenario, and how it is searched."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pandas as pd
import pytest

from scripts.skyjo_gift import TABLE, played, ungiving
from scripts.skyjo_win_curve import NAMES, chances_after, totals_of
from skyjo_widget import SKYJO_DECK, Deck, SkyjoRules, simulate
from skyjo_widget.bots import (
    find,
    search_bot,
    skyjo,
    skyjo_careful,
    skyjo_expected,
    skyjo_learned,
    skyjo_search,
)
from skyjo_widget.bots.rollouts import seen_by
from skyjo_widget.bots.search import CHANCE, WORTH, Strong
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.driver import make_play
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS
from skyjo_widget.engine.skyjo.rules import CHOOSE, ROUND_OVER
from skyjo_widget.strategies.conformance import check_bot
from skyjo_widget.util.intervals import wilson
from tests.fixtures.paths import ROOT
from tests.fixtures.random_games import random_rules
from tests.fixtures.rollouts import chances
from tests.fixtures.speeds import PARTS, drive
from tests.fixtures.tables import moves, prepared

MIXED = "12 5 6 7 8 9 10 11 1 2 3 4"
OTHERS = "4 3 2 1 11 10 9 8 7 6 5 12"
LOW = "0 1 -1 2 1 0 2 -1 0 1 -1 2"
MIDDLE = "1 2 3 4 5 6 1 2 3 4 5 6"
HIGH = "9 10 11 12 8 9 10 11 12 7 8 9"


def answers(bot, history, seed=0):
    """Return a bot's action, in notation."""
    seen = observe(history.state, history.state.seat)
    action = find("skyjo", bot).act(seen, history.codes, np.random.default_rng(seed))
    return history.game.action_text(action, history.codes)


def set_up(*grids, turned, **options):
    """A table where each seat has turned these positions."""
    h = prepared(list(grids), turned=len(turned.split()), **options)
    return moves(h, *(f"flip {place}" for _ in grids for place in turned.split()))


def all_but_one(*grids, **options):
    """A table where each seat has turned all cards but d3; seat 0 is to play."""
    places = " ".join(position_text(cell, 4) for cell in range(11))
    h = set_up(*grids, turned=places, **options)
    h.state.seat = h.state.starter = 0
    return h


def positions(rules=None, players=3, games=2, seed=0, deck=SKYJO_DECK):
    """States in which a seat decides, from random games cut short, with their codes."""
    r = (rules or SkyjoRules()).codes(players, deck)
    for game in range(games):
        rng = np.random.default_rng([seed, game])
        s = SKYJO.state()
        SKYJO.start(s, r)
        while s.phase != ROUND_OVER and s.turn < 60:
            if s.phase in SKYJO.idle_phases:
                if s.phase == SKYJO.shuffle_phase:
                    shuffle(rng, s.draw, s.draw_size)
                SKYJO.proceed(s, r)
                if s.phase == SKYJO.game_over:
                    break
            else:
                yield s, r
                SKYJO.apply(s, r, skyjo.choose(skyjo.RANDOM, 0, s, r, rng))


# Policies


@pytest.mark.parametrize("bot", ["greedy", "threshold(2)", "expected", "careful"])
def test_a_low_card_goes_on_the_highest(bot):
    """A −2 on the 12, for whoever looks at numbers at all."""
    h = set_up(MIXED, OTHERS, turned="a1 b1", discard=-2)
    assert answers(bot, h) == "take"
    assert answers(bot, moves(h, "take")) == "place a1"


def test_threshold_takes_up_to_its_number():
    """And draws above it, though a 5 would be better than its 12."""
    h = set_up(MIXED, OTHERS, turned="a1 b1", discard=5)
    assert answers("threshold(4)", h) == "draw"
    assert answers("threshold(5)", h) == "take"


def test_expected_clears_a_column():
    """The third 9 saves more than two of them cost."""
    h = set_up("9 5 6 7 9 8 10 11 1 2 3 4", LOW, turned="a1 a2", discard=9)
    assert answers("greedy", h) == "draw"
    assert answers("expected", h) == "take"
    assert answers("expected", moves(h, "take")) == "place a3"


def test_expected_keeps_negative_cards():
    """A third −2 goes elsewhere: cleared, they would be gone."""
    h = set_up("-2 5 6 7 -2 8 10 11 1 2 3 4", LOW, turned="a1 a2", discard=-2)
    assert answers("expected", h) == "take"
    assert answers("expected", moves(h, "take")) == "place b1"


def test_expected_weighs_a_taken_card_against_a_draw():
    """With a 12 to be replaced, a 2 is taken; with fives, a 4 is not."""
    assert answers("expected", set_up(MIXED, OTHERS, turned="a1 b1", discard=2)) == "take"
    h = set_up("5 5 6 7 8 9 10 11 1 2 3 4", LOW, turned="a1 b1", discard=4)
    assert answers("expected", h) == "draw"


def test_expected_discards_what_gains_nothing():
    """A drawn 12 fits nowhere; then it turns a card, beside a pair if there is one."""
    h = set_up("1 5 6 9 7 8 10 9 1 2 3 4", LOW, turned="d1 d2", discard=3, draws="12")
    h = moves(h, "draw")
    assert answers("expected", h) == "discard"
    assert answers("expected", moves(h, "discard")) == "flip d3"


def test_unseen_cards_are_counted():
    """By kind and at their mean: those that lie face down, those of the draw pile, no others."""
    for s, r in positions(random_rules(np.random.default_rng(4))):
        hidden = [card for row in s.under for card in row if card >= 0]
        hidden += s.draw[: s.draw_size]
        o = observe(s, s.seat)
        assert [skyjo_expected.count_unseen(o, r, kind) for kind in range(r.kinds)] == [
            hidden.count(kind) for kind in range(r.kinds)
        ]
        mean = sum(r.value[card] for card in hidden) / len(hidden) if hidden else 0.0
        assert skyjo_expected.unseen_mean(o, r) == pytest.approx(mean)


def test_careful_begins_a_column_early():
    """A second 8 beside the first, which lowers no sum yet."""
    h = set_up("8 5 6 7 9 8 10 11 1 2 3 4", LOW, turned="a1 b1", discard=8)
    assert answers("expected", h) == "draw"
    assert answers("careful", h) == "take"
    assert answers("careful", moves(h, "take")) == "place a2"


def test_careful_asks_more_of_a_card_early_than_late():
    """A drawn 4 isn't placed on a 5 at first, when turning a card tells more; but at last."""
    early = moves(set_up(MIXED, OTHERS, turned="b1 c1", discard=3, draws="4"), "draw")
    early.state.grid[early.state.seat][2] = early.state.grid[early.state.seat][1]
    assert answers("expected", early).startswith("place")
    assert answers("careful", early) == "discard"
    late = moves(all_but_one(MIDDLE, HIGH, discard=3, draws="4"), "draw")
    assert answers("careful", late).startswith("place")


def test_careful_does_not_end_a_round_that_another_may_win():
    """It would rather spoil a card; `expected` turns its last one."""
    h = moves(all_but_one(MIDDLE, LOW, discard=12, draws="12"), "draw")
    assert answers("expected", h) == "discard"
    assert answers("careful", h) == "place b2"


def test_careful_ends_a_round_that_it_wins():
    """All others are far above it."""
    h = moves(all_but_one(LOW, HIGH, discard=12, draws="12"), "draw")
    assert answers("careful", h) == "discard"


def test_careful_loses_patience():
    """A round that nobody wants to end is ended."""
    h = moves(all_but_one(MIDDLE, LOW, discard=12, draws="12"), "draw")
    h.state.turn = 1 + 2 * skyjo_careful.PATIENCE
    assert answers("careful", h) == "discard"


SMALL = Deck.from_counts([(value, 4) for value in range(3)])


def test_the_parameters_of_careful_are_scaled_by_the_spread_of_the_deck():
    """Skyjo's own deck leaves them to the last bit, whatever the grid; equal cards some."""

    def scale(deck, rules):
        return skyjo_careful.deck_scale(rules.codes(2, deck))

    assert {scale(SKYJO_DECK, rules) for rules in SKYJO_PRESETS.values()} == {1.0}
    small = SkyjoRules(columns=1)
    spread = [
        np.repeat(deck.values, [kind.count for kind in deck.kinds]).std()
        for deck in (SMALL, SKYJO_DECK)
    ]
    assert scale(SMALL, small) == pytest.approx(spread[0] / spread[1])
    assert scale(Deck.from_counts([(5, 9)]), small) == 0.01


def test_careful_plays_small_decks_alike_at_both_speeds():
    """Its parameters are scaled there."""
    codes = SkyjoRules(columns=2, rows=2, clear=2, target=1000).codes(2, SMALL)
    line_up = [skyjo.NAMES.index("careful")] * 2, [0] * 2
    plain, fast = (
        drive(make(make_play, *PARTS), SKYJO, codes, line_up, 5, 300, compiled=compiled)
        for make, compiled in ((jit.interpreted, False), (jit.compiled, True))
    )
    assert plain == fast


@pytest.mark.seconds
@pytest.mark.parametrize("bot", ["threshold(1)", "expected", "careful", "learned"])
def test_policies_keep_the_contract_under_any_rules(bot):
    """Legal answers from what may be seen alone."""
    for seed in range(6):
        rules = random_rules(np.random.default_rng([seed, 9]))
        check_bot("skyjo", bot, seats=2 + seed % 3, games=1, seed=seed, rules=rules, turns=150)


# The learned table


def test_learned_clears_a_column_while_it_can():
    """A third 11 goes to two others, whatever they cost until then."""
    h = set_up("11 5 6 7 11 9 10 11 1 2 3 4", LOW, turned="a1 a2", discard=11)
    assert answers("learned", h) == "take"
    assert answers("learned", moves(h, "take")) == "place a3"


def test_learned_ends_a_round_by_the_lead():
    """With 0 against 78 a drawn 0 ends it, with 42 against 9 it doesn't."""
    ahead = moves(all_but_one(LOW, HIGH, discard=12, draws="0"), "draw")
    behind = moves(all_but_one(MIDDLE, LOW, discard=12, draws="0"), "draw")
    assert answers("learned", ahead) == "place d3"
    assert answers("learned", behind) != "place d3"


def by_hand(s, r, seat, card, last_lap):
    """A seat's values after a card, by cell, computed column by column."""
    moved, waiting = skyjo_learned.VALUES
    others = [p for p in range(r.players) if p != seat]

    def column_of(p, column, changed=None):
        cells = range(column, r.cells, r.columns)
        cards = [card if i == changed else s.grid[p][i] for i in cells]
        if -1 in cards or (changed is not None and len({*cards}) == 1):
            return None
        return skyjo_learned.COLUMNS.index(
            tuple(sorted(skyjo_learned.HIDDEN if c == UNKNOWN else c for c in cards))
        )

    def total(p, of, changed=None):
        numbers = [
            column_of(p, c, changed if changed is not None and changed % r.columns == c else None)
            for c in range(r.columns)
        ]
        return sum(float(of[k]) for k in numbers if k is not None)

    values = {}
    for i in range(r.cells):
        if s.grid[seat][i] != NO_CARD:
            hidden = s.hidden[seat] - (s.grid[seat][i] == UNKNOWN)
            fewest = min([hidden, 9, *(s.hidden[p] for p in others)])
            stage = 0 if last_lap else 1 + fewest
            values[i] = total(seat, moved[stage], i)
            if not last_lap:
                values[i] -= sum(total(p, waiting[stage]) for p in others) / len(others)
    return values


def test_a_gift_is_what_the_next_seat_gains_over_a_draw():
    """By the table, over the square of the others; the last is the mean of the deck."""
    compared = 0
    places = ((n, at) for n in (2, 3, 4) for at in positions(players=n, seed=n, games=1))
    for players, (s, r) in itertools.islice(places, 0, None, 3):
        seat = (s.seat + 1) % players
        if s.phase != CHOOSE or s.hidden[seat] < 2 or seat == s.ender:
            continue
        last_lap = s.ender != NOBODY
        values = [by_hand(s, r, seat, card, last_lap) for card in range(r.kinds)]
        low = [min(of.values()) for of in values]
        hidden = [i for i in range(r.cells) if s.grid[seat][i] == UNKNOWN]
        weights = [r.count[card] / r.deck_size for card in range(r.kinds)]
        turned = min(np.dot(weights, [of[i] for of in values]) for i in hidden)
        drawn = np.dot(weights, np.minimum(low, turned))
        expected = [max(0, drawn - value) / (players - 1) ** 2 for value in low]
        gifts = skyjo_learned.gifts(observe(s, s.seat), r, TABLE, last_lap)
        assert gifts == pytest.approx([*expected, np.dot(weights, expected)], abs=1e-4)
        compared += 1
    assert compared > 15


def test_learned_keeps_what_the_next_seat_would_clear_a_column_with():
    """A drawn 11 replaces a 5 if the next seat has two of them; else it is discarded."""
    draws = {"discard": 5, "draws": "11"}
    for column, action in (("11", "place"), ("8", "discard")):
        grid = f"{column} 5 6 7 {column} 9 10 11 1 2 3 4"
        h = set_up("4 9 6 7 5 8 10 3 1 2 3 4", grid, turned="a1 a2", **draws)
        h.state.seat = 0
        assert answers("learned", moves(h, "draw")).startswith(action)
        seen = observe(h.state, 0)
        plain = ungiving(skyjo.LEARNED, 0, seen, h.codes, None)
        assert h.game.action_text(plain, h.codes) == "discard"


def test_nothing_is_a_gift_to_who_has_had_the_last_turn():
    """Before the one who ended the round comes nobody."""
    h = all_but_one(MIDDLE, LOW, discard=-2, draws="12")
    h.state.ender, h.state.last_turns = 1, 1
    seen = observe(h.state, 0)
    assert not any(skyjo_learned.gifts(seen, h.codes, TABLE, True))


def test_the_gift_is_reckoned_alike_at_both_speeds():
    """Every decision of `learned` in games of two to four seats."""
    policy = skyjo.NAMES.index("learned")
    for seats in (2, 3, 4):
        line_up = [policy] * seats, [0] * seats
        codes = SkyjoRules().codes(seats, SKYJO_DECK)
        plain, fast = (
            drive(make(make_play, *PARTS), SKYJO, codes, line_up, seats, 300, compiled=compiled)
            for make, compiled in ((jit.interpreted, False), (jit.compiled, True))
        )
        assert plain[0] == fast[0]
        assert plain[1] == fast[1]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_gift_wins_as_often_as_the_page_says(seats):
    """Of 10,000 games with the script's seed, against the same table without it."""
    page = " ".join((ROOT / "docs" / "bots.md").read_text("utf-8").split())
    figures = re.search(
        r"wins (\d+) % of 10,000 games [^,]*, (\d+) % at three seats, (\d+) % at four", page
    )
    shares = played([1, *[0] * (seats - 1)], 10_000)[0][:, 0]
    assert 100 * shares.mean() == pytest.approx(int(figures[seats - 1]), abs=0.6)
    assert wilson(shares.sum(), len(shares))[0] > (0.65 if seats == 2 else 1 / seats)
    control = played([0] * seats, 10_000)[0][:, 0]
    assert control.mean() == pytest.approx(1 / seats, abs=0.015)


def test_the_table_knows_what_a_column_is_worth_and_when():
    """Without turns left its sum; early, two 11s are better than an 11 and a 10."""
    last = skyjo_learned.VALUES[skyjo_learned.MOVED, 0]
    assert last[skyjo_learned.COLUMNS.index((0, 2, 14))] == pytest.approx(-2 + 0 + 12)
    hidden = last[skyjo_learned.COLUMNS.index((15, 15, 15))]
    assert hidden == pytest.approx(3 * 760 / 150, abs=0.01)
    early = skyjo_learned.VALUES[skyjo_learned.MOVED, 8]
    pair, other = (skyjo_learned.COLUMNS.index((k, 13, 15)) for k in (13, 12))
    assert early[pair] < early[other]


def test_the_table_is_the_one_that_its_digest_names():
    """Else compiled code of another table would be used."""
    assert skyjo_learned.digest() == skyjo_learned.DIGEST


def test_learned_plays_as_careful_where_the_table_does_not_hold():
    """Four rows, a deck of other numbers, or grids with more columns than fit."""
    deck = Deck.from_counts([(value, 12) for value in range(15)])
    for rules, cards in (
        (SkyjoRules(rows=4), None),
        (SkyjoRules(columns=7), None),
        (SkyjoRules(), deck),
    ):
        tables = [
            simulate("skyjo", [bot] * 2, games=3, seed=4, rules=rules, deck=cards, progress=False)
            for bot in ("careful", "learned")
        ]
        same = ["rounds", "decisions"]
        assert tables[0].games[same].equals(tables[1].games[same])
        assert list(tables[0].summary["mean_score"]) == list(tables[1].summary["mean_score"])


@pytest.mark.parametrize("seats", [2, 4])
def test_learned_beats_careful(seats):
    """By more than chance in 600 games with a seed of their own."""
    played = simulate(
        "skyjo", ["learned"] + ["careful"] * (seats - 1), games=600, seed=5, progress=False
    )
    won = played.summary["win_rate"].iloc[0]
    assert won > 1 / seats + 3 * (1 / seats * (1 - 1 / seats) / 600) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_learned_beats_careful_as_often_as_the_page_says(seats):
    """Of 10,000 games; both figures stand in one sentence."""
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    figures = re.search(r"wins (\d+) % of two-player games .* (\d+) % at a table with three", page)
    line_up = ["learned"] + ["careful"] * (seats - 1)
    won = simulate("skyjo", line_up, games=10_000, seed=2026, progress=False).summary["win_rate"]
    assert 100 * won.iloc[0] == pytest.approx(int(figures[seats // 2]), abs=0.6)


# Search


@pytest.mark.parametrize("seed", range(6))
def test_an_imagined_world_is_a_sound_state_that_looks_the_same(seed):
    """Nothing that the seat sees has changed, and no card is missing or there twice."""
    rng = np.random.default_rng([seed, 3])
    for s, r in positions(random_rules(rng), players=2 + seed % 3, seed=seed):
        seen = observe(s, s.seat)
        world = copy(s)
        for secret in (world.draw, *world.under):
            secret[:] = [-1] * len(secret)
        skyjo_search.imagine(world, r, s.seat, rng)
        assert status(SKYJO, world, r) == ()
        assert observe(world, s.seat) == seen


def test_after_a_reshuffle_hidden_cards_and_draw_pile_are_imagined_apart():
    """Cards face down have lain there before; discards are in the draw pile, or in a hand."""
    rng = np.random.default_rng(5)
    deck = Deck.from_counts([(value, 3) for value in range(14)])
    met = {False: 0, True: 0}
    for s, r in positions(players=3, games=4, deck=deck):
        if not s.reshuffled_size:
            continue
        for me in (s.seat, NOBODY):
            world = seen_by(SKYJO, s, me)
            skyjo_search.imagine(world, r, me, rng)
            if me == NOBODY:
                skyjo_search.complete(world, r)
            assert status(SKYJO, world, r) == ()
            assert sorted(itertools.chain(*world.under)) == sorted(itertools.chain(*s.under))
            assert sorted([*world.draw, world.hand]) == sorted([*s.draw, s.hand])
            met[s.hand != NO_CARD] += world.under != s.under
    assert min(met.values()) > 10


def test_worlds_differ():
    """Every hidden card may be any of those that can't be seen."""
    h = set_up(MIXED, OTHERS, turned="a1 b1", discard=5)
    rng = np.random.default_rng(1)
    numbers = set()
    for _ in range(300):
        world = copy(h.state)
        skyjo_search.imagine(world, h.codes, 0, rng)
        numbers.add(h.codes.value[world.under[1][5]])
    assert numbers == set(range(-2, 13))


def test_like_cells_are_tried_once():
    """Hidden cards of a column, and of columns that hold the same."""
    h = set_up("5 5 6 7 8 9 10 11 1 2 3 4", OTHERS, turned="a1 b1", discard=4)
    h.state.seat = 0
    moves(h, "take")
    tried = skyjo_search.candidates(observe(h.state, 0), h.codes, h.legal())
    assert [h.game.action_text(action, h.codes) for action in tried] == [
        "place a1",
        "place c1",
        "place a2",
    ]


def test_what_a_total_is_worth():
    """One half where all is even, all or nothing at the end, and shared by those who tie."""
    r = SkyjoRules(starter="highest sum").codes(2, SKYJO_DECK)
    s = SKYJO.state()
    s.phase = ROUND_OVER
    assert skyjo_search.worth(s, r, 0) == pytest.approx(0.5)
    s.total[0] = 10
    assert skyjo_search.worth(s, r, 0) < 0.5
    assert skyjo_search.worth(s, r, 0) + skyjo_search.worth(s, r, 1) == pytest.approx(1)
    early = skyjo_search.worth(s, r, 0)
    s.total[:2] = [95, 85]
    assert skyjo_search.worth(s, r, 0) < early, "the same gap weighs more, late"
    s.phase, s.total[1] = SKYJO.game_over, 105
    assert (skyjo_search.worth(s, r, 0), skyjo_search.worth(s, r, 1)) == (1.0, 0.0)
    s.total[0] = 105
    assert skyjo_search.worth(s, r, 0) == 0.5


def test_a_grid_within_a_round_is_worth_what_it_is_expected_to_bring():
    """The lower grid is ahead, all chances sum to one, and a gap weighs less before the end."""
    even, uneven = (
        set_up(*grids, turned="a1 b1 c1 a2 b2", discard=7)
        for grids in ((MIDDLE, MIDDLE), (LOW, HIGH))
    )
    for h in (even, uneven):
        assert skyjo_search.settled(h.state, h.codes)
        both = [skyjo_search.worth(h.state, h.codes, seat) for seat in range(2)]
        assert sum(both) == pytest.approx(1)
    assert skyjo_search.worth(even.state, even.codes, 0) == pytest.approx(0.5, abs=0.05)
    ahead = skyjo_search.worth(uneven.state, uneven.codes, 0)
    assert 0.55 < ahead < 0.95
    s = uneven.state
    stage = 1 + s.hidden[0]
    s.total[:2] = [
        round(skyjo_search.expected_total(s, uneven.codes, seat, stage)) for seat in range(2)
    ]
    s.phase = ROUND_OVER
    assert skyjo_search.worth(s, uneven.codes, 0) > ahead


def test_a_rollout_ends_where_the_table_knows_the_grids():
    """At the start of a turn; not with a card in hand, in the last lap, or with another deck."""
    h = set_up(LOW, HIGH, turned="a1 b1", discard=7, draws="5")
    s, r = h.state, h.codes
    assert skyjo_search.settled(s, r)
    s.ender = 1
    assert not skyjo_search.settled(s, r)
    s.ender = NOBODY
    moves(h, "draw")
    assert not skyjo_search.settled(s, r)
    deck = Deck.from_counts([(-20, 3), (0, 5), (1, 60), (7, 40), (300, 9)])
    s = next(iter(positions(deck=deck, players=2)))[0]
    s.phase = CHOOSE
    assert not skyjo_search.settled(s, SkyjoRules().codes(2, deck))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_short_rollouts_tell_the_chances_of_whole_rounds(seats):
    """At moments of games of `learned`."""
    bot = search_bot("skyjo")
    both = tuple(
        Strong(SKYJO, bot.functions, "", base=bot.base, judge=judge) for judge in (WORTH, CHANCE)
    )
    moments = range(20, 400, 38)
    short, true = chances(both, ["bot:learned"] * seats, games=12, moments=moments)
    errors = short - true
    assert len(true) > 30
    assert abs(errors.mean()) < 0.02
    assert np.sqrt((errors**2).mean()) < min(0.04, 0.4 * true.std())


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["careful", "learned"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_chance_to_win_after_a_round_comes_true(policy, seats):
    """In a policy's games against itself, whatever the totals and the chance are.

    One curve is for all who play: of two who count gifts, and so have short rounds, it errs most.
    """
    sample = totals_of(policy, seats, 3000, seed=11)
    codes, state = SKYJO.presets["skyjo"].codes(seats, SKYJO.deck), SKYJO.state()
    state.phase = ROUND_OVER
    rows = []
    for totals, ender, shares in zip(*sample, strict=True):
        state.total[:seats], state.ender = totals.tolist(), int(ender)
        chances = [skyjo_search.worth(state, codes, seat) for seat in range(seats)]
        rows += [(totals.max(), *pair) for pair in zip(chances, shares, strict=True)]
    frame = pd.DataFrame(rows, columns=["highest", "chance", "share"])
    numbers = [getattr(skyjo_search, name) for name in NAMES]
    np.testing.assert_allclose(frame["chance"], chances_after(numbers, sample).ravel())
    groups = [
        pd.cut(frame["highest"], [-100, 30, 60, 80, 90, 100]),
        pd.cut(frame["chance"], [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]),
    ]
    means = frame.groupby(groups, observed=True).agg(
        chance=("chance", "mean"), share=("share", "mean"), count=("share", "size")
    )
    errors, count = means["chance"] - means["share"], means["count"]
    assert errors[count > 600].abs().max() < 0.08
    most = 0.03 if (policy, seats) == ("learned", 2) else 0.025
    assert np.sqrt((errors**2 * count).sum() / count.sum()) < most


def test_strong_sees_that_a_round_is_won():
    """It turns its last card below everybody; above them it doesn't."""
    won = moves(all_but_one(LOW, HIGH, discard=12, draws="12"), "draw")
    assert answers("strong(300)", won) == "discard"
    lost = moves(all_but_one(MIDDLE, LOW, discard=12, draws="12"), "draw")
    assert answers("strong(300)", lost) != "discard"


@pytest.mark.parametrize("preset", SKYJO_PRESETS)
@pytest.mark.parametrize("players", [2, 3, 8])
def test_strong_keeps_the_contract_of_a_bot(preset, players):
    """Legal, the same again for the same seed, and blind to what it can't see."""
    check_bot(preset, "strong(8)", seats=players, games=1, seed=players, turns=3 * players)


def test_strong_plays_under_any_rules():
    """Odd grids, and a deck of other numbers."""
    deck = Deck.from_counts([(-20, 3), (0, 5), (1, 60), (7, 40), (300, 9)])
    for seed in range(6):
        rules = random_rules(np.random.default_rng([seed, 11]))
        players = 2 + seed % 3
        own = deck if players * rules.columns * rules.rows < deck.size else SKYJO_DECK
        check_bot(
            "skyjo",
            "strong(6)",
            seats=players,
            games=1,
            seed=seed,
            rules=rules,
            deck=own,
            turns=3 * players,
        )


@pytest.mark.seconds
def test_strong_decides_alike_at_both_speeds(monkeypatch):
    """The same worlds, the same outcomes, the same choice; without numba it works too."""
    bots = {fast: skyjo_search.strong("", rollouts=24) for fast in (True, False)}
    for at, (s, r) in enumerate(positions(games=1, players=2, seed=2)):
        if at % 4:
            continue
        answers = set()
        for fast, bot in bots.items():
            monkeypatch.setattr(jit, "has_numba", lambda fast=fast: fast)
            rng = np.random.default_rng(at)
            answers.add((bot.act(observe(s, s.seat), r, rng), rng.random()))
        assert len(answers) == 1
