"""NewSkyjo's policies `threshold` and `expected` by scenarios, and what search needs to know."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from skyjo_widget import Deck, bots
from skyjo_widget.bots import newskyjo_search, search
from skyjo_widget.engine import games
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.knowledge import learn
from skyjo_widget.engine.newskyjo.options import NewSkyjoRules
from skyjo_widget.engine.newskyjo.rules import CHOOSE, ORDER, PICK_FIRST, PLACE_DRAWN, PLACE_TAKEN
from skyjo_widget.strategies.conformance import check_bot
from tests.fixtures.newskyjo_tables import choice, does, table
from tests.fixtures.random_games import random_newskyjo_deck, random_newskyjo_rules
from tests.fixtures.rollouts import chances
from tests.fixtures.tables import DOWN, moves


def know_next(h, count: int) -> None:
    """Let the seat to act know the next cards."""
    s = h.state
    s.looked = count
    for depth in range(count):
        learn(s, s.seat, depth, s.draw[s.draw_size - 1 - depth])


# The policy threshold


HIGH = "9 (8) (8) (8) (8) (8)"
OTHERS = ["9 (1) (1) (1) (1) (1)"] * 2


@pytest.mark.parametrize(
    ("bot", "discard", "action"),
    [
        ("threshold", 2, "take"),
        ("threshold", 3, "draw"),
        ("threshold(3)", 3, "take"),
        ("threshold(-1)", 0, "draw"),
    ],
)
def test_threshold_takes_a_card_up_to_its_number(bot, discard, action):
    """Even where a higher card would lower its visible sum: that is what greedy looks at."""
    assert choice(table(HIGH, *OTHERS, discard=discard), bot) == action


@pytest.mark.parametrize(
    ("drawn", "bot", "action"),
    [
        ("6", "threshold", "discard"),
        ("2", "threshold", "place a1"),
        ("2:reverse", "threshold", "keep"),
        ("6", "threshold(6)", "place a1"),
        ("6:reverse", "threshold(6)", "keep"),
        ("6:only-top-right", "threshold(6)", "keep"),
    ],
)
def test_threshold_keeps_or_places_a_drawn_card_up_to_its_number(drawn, bot, action):
    """With no visible card above it, it goes on the first hidden place."""
    h = moves(table(DOWN, DOWN, DOWN, draws=drawn), "draw")
    assert choice(h, bot) == action


def test_threshold_does_all_else_as_greedy_does():
    """A drawn card below its highest is placed, and of a swap it makes the best one."""
    h = table(HIGH, *OTHERS, discard=5, draws="7 8:swap-with-another")
    does(h, "threshold", "draw", "place a1")
    h = table(HIGH, *OTHERS, discard=5, draws="8:swap-with-another")
    does(h, "threshold", "draw", "keep", "pick 0:a1")


# The policy expected


ONES = "(1) (1) (1) (1) (1) (1)"
TENS = "(10) (10) (10) (10) (10) (10)"


@pytest.mark.parametrize(("hidden", "action"), [(ONES, "discard"), (TENS, "place a1")])
def test_expected_values_a_hidden_card_at_the_mean_of_the_unseen(hidden, action):
    """A 6 is bad among ones and good among tens, though nobody has seen any."""
    h = moves(table(hidden, hidden, hidden, discard=6, draws="6"), "draw")
    assert choice(h, "expected") == action


def test_expected_places_a_card_where_it_lowers_the_expected_sum_most():
    """The high card that lies there, not the hidden one that is lower in the mean."""
    h = table("12 3 (4) (4) (4) (4)", *["5 5 (4) (4) (4) (4)"] * 2, discard=9, draws="2")
    does(h, "expected", "draw", "place a1")


def test_expected_completes_a_column():
    """Three fives count nothing; the 11 would cost one more."""
    h = table("5 11 5 9 (4) (4)", *["6 6 6 9 (4) (4)"] * 2, discard=5)
    does(h, "expected", "take", "place a3")


def test_expected_does_not_complete_a_column_of_negative_numbers_for_nothing():
    """They would leave; the 11 is worth more."""
    h = table("-2 11 -2 9 9 (4)", *["6 6 9 9 7 (4)"] * 2, draws="-2")
    does(h, "expected", "draw", "place b1")


def test_expected_begins_a_column():
    """A second 7 beside the first, in the place of one of two equal cards."""
    h = table("7 9 9 1 (4) (4)", *["6 6 9 9 (4) (4)"] * 2, discard=12, draws="7")
    does(h, "expected", "draw", "place a2")


def test_expected_draws_a_card_that_it_knows_to_be_better():
    """And takes the other if that is worse."""
    for drawn, action in [("0", "draw"), ("12", "take")]:
        h = table(HIGH, *OTHERS, discard=2, draws=drawn)
        know_next(h, 1)
        assert choice(h, "expected") == action


@pytest.mark.parametrize(
    ("drawn", "action"),
    [
        ("7:swap-with-another", "keep"),  # the 12 goes, a −2 comes
        ("7:right-neighbour-swap", "discard"),  # the 0 would go, a 12 come
        ("7", "place b1"),
    ],
)
def test_expected_counts_what_a_cards_effect_gains_or_costs(drawn, action):
    """Beside where the card itself may go."""
    mine = "0 10 (4) (4) (4) (4)" if "right" in drawn else "12 10 (4) (4) (4) (4)"
    if drawn == "7":
        mine = "5 10 (4) (4) (4) (4)"
    h = table(mine, "-2 5 (4) (4) (4) (4)", "12 11 (4) (4) (4) (4)", discard=12, draws=drawn)
    assert choice(moves(h, "draw"), "expected") == action


def test_expected_gives_its_highest_card_for_the_lowest_of_the_others():
    """A hidden one stays: it is worth the mean."""
    h = table(
        "12 10 (4) (4) (4) (4)",
        "-2 5 (4) (4) (4) (4)",
        "12 11 (4) (4) (4) (4)",
        discard=12,
        draws="7:swap-with-another",
    )
    does(h, "expected", "draw", "keep", "pick 0:a1", "pick 1:a1", "place b1")


def test_expected_completes_a_column_by_a_swap_of_its_own_cards():
    """The 9 comes to the two others."""
    h = table("9 1 9 9 2 (1)", *["9 1 1 9 2 (1)"] * 2, discard=12, draws="7:swap-own-two 5 6 7 8")
    moves(h, "draw", "keep")
    does(h, "expected", "pick 0:b2", "pick 0:a3")


def test_expected_makes_the_swap_of_two_others_that_costs_the_leader_most():
    """A low card of the leader's for the highest of the third's."""
    h = table(
        "9 9 (4) (4) (4) (4)",
        "0 1 (4) (4) (4) (4)",
        "12 11 (4) (4) (4) (4)",
        draws="6:swap-two-others",
    )
    moves(h, "draw", "keep")
    does(h, "expected", "pick 1:a1", "pick 2:a1")


def test_expected_declines_a_swap_that_loses_and_makes_one_that_wins():
    """Seat 2 sits on the right of seat 0."""
    for theirs, action in [("1 1", "decline"), ("12 1", "pick 2:a1")]:
        h = table(
            "9 9 (4) (4) (4) (4)",
            "9 9 (4) (4) (4) (4)",
            f"{theirs} (4) (4) (4) (4)",
            draws="1:right-neighbour-swap",
        )
        moves(h, "draw", "keep")
        assert h.state.seat == 2
        assert choice(h, "expected") == action


def test_expected_puts_the_highest_card_on_top_for_the_next_player():
    """As greedy does."""
    h = table("(1) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="1:peek-three 7 12 3")
    moves(h, "draw", "keep")
    assert choice(h, "expected") == "order 213"


# Worlds


def seen_by(s):
    """Return what the seat to act sees, as a state whose secrets are empty."""
    o = observe(s, s.seat)
    state = NEWSKYJO.state()
    for f in dataclasses.fields(o):
        setattr(state, f.name, getattr(o, f.name))
    return state


def positions(seed: int, small: bool = False):
    """All positions of a random table in which somebody decides, at random; and the rules.

    A small deck's draw pile is soon made of discards.
    """
    rng = np.random.default_rng([seed, 3])
    rules, deck = random_newskyjo_rules(rng), random_newskyjo_deck(rng)
    if seed % 2:
        rules, deck = NEWSKYJO.presets["newskyjo"], NEWSKYJO_DECK
    players = 3 + seed % 6
    if small:
        rules = NewSkyjoRules(columns=2, rows=3, clear=3, turned=1, flip_turn=False)
        deck = Deck.from_counts([(3, 8), (6, 8), (9, 4, "peek-three"), (1, 8, "peek-three")])
        players = 3
    if players * rules.columns * rules.rows >= deck.size:
        return
    r = rules.codes(players, deck)
    s = NEWSKYJO.state()
    NEWSKYJO.start(s, r)
    for _ in range(400):
        if s.phase == NEWSKYJO.game_over:
            return
        if s.phase in NEWSKYJO.idle_phases:
            shuffle(rng, s.draw, s.draw_size if s.phase == NEWSKYJO.shuffle_phase else 0)
            NEWSKYJO.proceed(s, r)
            continue
        yield s, r, rng
        actions = NEWSKYJO.legal_actions(s, r)
        NEWSKYJO.apply(s, r, actions[int(rng.random() * len(actions))])


@pytest.mark.seconds
@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 150), marks=pytest.mark.slow)])
@pytest.mark.parametrize("small", [False, True])
def test_an_imagined_world_is_sound_and_looks_the_same(seeds, small):
    """No invariant breaks, and its seat sees there what it saw, what it knows too.

    After a reshuffle the same cards lie face down.
    """
    knew = drawn = apart = 0
    for seed in seeds:
        for s, r, rng in positions(seed, small):
            world = seen_by(s)
            newskyjo_search.imagine(world, r, s.seat, rng)
            assert status(NEWSKYJO, world, r) == ()
            assert observe(world, s.seat) == observe(s, s.seat)
            if s.reshuffled_size:
                assert sorted(itertools.chain(*world.under)) == sorted(itertools.chain(*s.under))
                apart += s.known_size[s.seat] > 0
            knew += s.known_size[s.seat] > 0
            drawn += s.known_size[s.seat] > 0 and s.phase == PLACE_DRAWN
    assert knew > 100
    assert drawn > 10
    assert apart > 10 or not small


def test_cards_that_may_lie_either_way_do_so_in_imagined_worlds():
    """It knows an 8 and a 9 to be among the next three."""
    h = table("(1:peek-three) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="4:peek-three 8 9 10 11")
    moves(h, "flip a1", "order 123", "draw", "keep", "order 312", "place a1")
    moves(h, "take", "place a1")
    assert h.state.seat == 0
    rng = np.random.default_rng(0)
    tops = set()
    for _ in range(200):
        world = seen_by(h.state)
        newskyjo_search.imagine(world, h.codes, 0, rng)
        tops.add(tuple(h.deck.card_text(card) for card in world.draw[world.draw_size - 3 :]))
    assert {"8", "9"} <= {card for top in tops for card in top}
    assert all({"8", "9"} <= set(top) for top in tops)
    assert len({top.index("8") for top in tops}) == 3
    assert {card for top in tops for card in top} > {"8", "9", "10"}


def test_imagined_cards_are_spread_over_all_that_is_hidden():
    """Each of the unseen cards comes to each grid, and to the draw pile."""
    h = table("1 (2)", "3 (4)", "5 (6)", columns=1, rows=2, clear=2)
    rng = np.random.default_rng(0)
    worlds = set()
    for _ in range(300):
        world = seen_by(h.state)
        newskyjo_search.imagine(world, h.codes, 0, rng)
        worlds.add((tuple(world.under[p][1] for p in range(3)), world.draw[0]))
    assert len(worlds) == 12  # two of the four cards are equal


# Worth and candidates


def test_a_lead_is_worth_more_than_a_share_and_a_greater_one_more():
    """A lead over every opponent, not only the best one; less of it while rounds are left."""
    s, r = NEWSKYJO.state(), NewSkyjoRules(rounds=3).codes(3, NEWSKYJO_DECK)
    s.phase, s.round = NEWSKYJO.game_over, 3

    def worth(*totals, me=0):
        s.total[:3] = totals
        return newskyjo_search.worth(s, r, me)

    assert worth(10, 10, 10) == pytest.approx(1 / 3)
    assert worth(10, 10, 30) < 0.5 < worth(8, 10, 30) < worth(5, 10, 30) < 1
    assert worth(10, 10, 20) < worth(10, 10, 30)
    assert sum(worth(3, 10, 12, me=seat) for seat in range(3)) == pytest.approx(1)
    last = worth(5, 10, 30)
    s.phase, s.round = NEWSKYJO.round_over, 1
    assert 0.5 < worth(5, 10, 30) < last


def test_the_chance_after_a_round_is_certain_only_at_the_end():
    """Winners share it then; before, a lead counts less the more rounds are left."""
    s, r = NEWSKYJO.state(), NewSkyjoRules(rounds=5).codes(3, NEWSKYJO_DECK)

    def chances(phase, played, *totals):
        s.phase, s.round = phase, played
        s.total[:3] = totals
        chances = [newskyjo_search.chance(s, r, seat) for seat in range(3)]
        assert sum(chances) == pytest.approx(1)
        return chances

    assert chances(NEWSKYJO.game_over, 5, 10, 11, 30) == [1, 0, 0]
    assert chances(NEWSKYJO.game_over, 5, 10, 30, 10) == [0.5, 0, 0.5]
    late, early = (
        chances(NEWSKYJO.round_over, 4, 5, 10, 30),
        chances(NEWSKYJO.round_over, 1, 5, 10, 30),
    )
    assert 1 > late[0] > early[0] > early[1] > early[2] > late[2] > 0


@pytest.mark.parametrize("judge", [newskyjo_search.worth, newskyjo_search.chance])
def test_a_rollout_that_was_cut_off_is_valued_by_the_grids_and_whose_turn_it_is(judge):
    """Lower cards are better, and so is a turn that comes sooner."""
    alike = "12 11 (1) (2) (3) (4)"
    h = table(alike, alike, "-2 -1 (1) (2) (3) (4)")

    def worths():
        return [judge(h.state, h.codes, seat) for seat in range(3)]

    first, second, low = worths()
    assert second < first < low
    assert first + second + low == pytest.approx(1)
    h.state.seat = 1
    assert worths()[0] < worths()[1]
    h.state.ender = 1  # by now only seats 2 and 0 have a turn left
    h.state.seat = 2
    assert worths()[0] > worths()[1]


def rollout(judge, settled=lambda _decided: True) -> list[int]:
    """Return who decides in a rollout after a first action, where everybody does what is first."""
    h = table("9 9 (1) (2) (3) (4)", "9 9 (1) (2) (3) (4)", "9 9 (1) (2) (3) (4)")
    decided = []

    def first(_policy, _knob, o, r, _rng):
        decided.append(o.seat)
        return NEWSKYJO.legal_actions(o, r)[0]

    functions = dataclasses.replace(
        newskyjo_search.SEARCH_FUNCTIONS,
        choose=first,
        imagine=lambda *_: None,
        worth=lambda _s, _r, _me: 0.5,
        chance=lambda _s, _r, _me: 0.5,
        horizon=2,
        settled=lambda _s, _r: settled(decided),
    )
    loop = jit.interpreted(search.make_sample, *search.search_parts(NEWSKYJO, functions))
    held = search.search_arrays(NEWSKYJO, observe(h.state, NOBODY), h.codes, fast=False)
    take = NEWSKYJO.parse_action("take", h.codes)
    loop(*held, np.random.default_rng(0), 0, 0, 0, 0, judge, [[take]], np.empty((1, 1, 1)))
    return decided


@pytest.mark.parametrize("judge", [search.WORTH, search.CHANCE_SOON])
def test_a_rollout_is_cut_off_after_the_decisions_of_its_horizon(judge):
    """If the round is not over by then."""
    assert len(rollout(judge)) == 2 * 3 - 1  # all but the planned one


def test_a_rollout_goes_on_until_its_state_can_be_valued():
    """However long ago its horizon was."""
    assert len(rollout(search.WORTH, settled=lambda decided: len(decided) == 8)) == 8


@pytest.mark.slow
def test_the_coach_s_chances_are_those_of_games_of_careful():
    """Short rollouts against rounds that `careful` plays to their end, at moments of its games."""
    soon = bots.win_estimator("newskyjo")
    whole = search.Strong(
        NEWSKYJO, soon.functions, "", base=soon.base, judge=search.CHANCE, kind="rounds"
    )
    short, true = chances((soon, whole), ["bot:careful"] * 3, games=10, moments=(20, 30, 40))
    errors = short - true
    assert len(true) > 20
    assert abs(errors.mean()) < 0.03
    assert np.sqrt((errors**2).mean()) < min(0.06, 0.7 * true.std())


def plans(h) -> list[str]:
    """The candidates in notation."""
    o = observe(h.state, h.state.seat)
    plans = newskyjo_search.candidates(o, h.codes, h.legal())
    return [
        " ".join(
            h.game.action_text(action, h.codes)
            for action in (plan if isinstance(plan, tuple) else [plan])
        )
        for plan in plans
    ]


def test_of_hidden_cards_that_are_alike_one_is_tried():
    """In a column with the same cards; to take one is tried with its place."""
    h = table("9 9 (1) (2) (3) (4)", "5 8 (1) (2) (3) (4)", "7 6 (1) (2) (3) (4)", discard=5)
    assert plans(h) == ["draw", "flip a2", "take place a1", "take place a2"]


def test_of_many_picks_the_promising_ones_are_tried():
    """The high cards of one's own; the low ones of the others; and to decline."""
    h = table(
        "12 11 (4) (4) (4) (4)",
        "-2 5 (4) (4) (4) (4)",
        "12 9 (4) (4) (4) (4)",
        draws="7:swap-with-another",
        discard=3,
    )
    moves(h, "draw", "keep")
    assert plans(h)[0] == "pick 0:a1"
    moves(h, "pick 0:a1")
    assert plans(h)[0] == "pick 1:a1"
    assert len(plans(h)) <= newskyjo_search.PICKS


def test_every_candidate_is_legal():
    """At random tables, its plans' second decision too."""
    phases = set()
    for seed in range(12):
        for s, r, _ in positions(seed):
            actions = NEWSKYJO.legal_actions(s, r)
            plans = newskyjo_search.candidates(observe(s, s.seat), r, actions)
            phases.add(s.phase)
            assert plans
            for plan in plans:
                first, *rest = plan if isinstance(plan, tuple) else [plan]
                assert first in actions
                after = copy(s)
                for action in rest:
                    NEWSKYJO.apply(after, r, first)
                    assert action in NEWSKYJO.legal_actions(after, r)
    assert {CHOOSE, PLACE_TAKEN, PLACE_DRAWN, PICK_FIRST, ORDER} <= phases


# The strong one


def answer(s, r, rollouts: int, seed: int = 0) -> int:
    """Return its action in a position."""
    bot = newskyjo_search.strong("strong", rollouts=rollouts)
    return bot.act(observe(s, s.seat), r, np.random.default_rng(seed))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_decision_at_both_speeds(monkeypatch):
    """At small tables, since a rollout is slow when it is interpreted."""
    rules = NewSkyjoRules(columns=2, rows=3)
    r = rules.codes(4, NEWSKYJO_DECK)
    places = []
    s, rng = NEWSKYJO.state(), np.random.default_rng(3)
    NEWSKYJO.start(s, r)
    while s.phase != NEWSKYJO.game_over:
        if s.phase in NEWSKYJO.idle_phases:
            shuffle(rng, s.draw, s.draw_size if s.phase == NEWSKYJO.shuffle_phase else 0)
            NEWSKYJO.proceed(s, r)
            continue
        places.append(copy(s))
        NEWSKYJO.apply(s, r, answer(s, r, 40, len(places)))
    fast = [answer(s, r, 60, n) for n, s in enumerate(places)]
    assert fast == [answer(s, r, 60, n) for n, s in enumerate(places)]
    monkeypatch.setattr(jit, "has_numba", lambda: False)
    assert fast[::6] == [answer(s, r, 60, n) for n, s in enumerate(places) if n % 6 == 0]


@pytest.mark.seconds
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 60))]
)
def test_it_keeps_the_contract_of_a_bot_with_any_rules_and_deck(monkeypatch, seed):
    """3 to 8 players; legal answers that depend on what it may see alone."""
    rng = np.random.default_rng([seed, 4])
    rules, deck = random_newskyjo_rules(rng), random_newskyjo_deck(rng)
    if seed % 3 == 0:
        rules, deck = NEWSKYJO.presets["newskyjo"], NEWSKYJO_DECK
    players = 3 + seed % 6
    if players * rules.columns * rules.rows >= deck.size:
        rules = NewSkyjoRules(columns=2, rows=2, clear=2)
    rules = rules.replace(rounds=1)
    r = rules.codes(players, deck)
    monkeypatch.setitem(games.GAMES, "newskyjo", dataclasses.replace(NEWSKYJO, deck=deck))
    strong = newskyjo_search.strong("strong", rollouts=12)
    strong.prepare(r)  # it has a time limit from here on

    def bot(obs):
        return strong.act(obs.seen, r, np.random.default_rng(obs.turn))

    check_bot("newskyjo", bot, seats=players, games=1, seed=seed, rules=rules, deck=deck, turns=60)
