"""Skip-Bo's policy `planner` by scenarios, and the strong bot, which plans its turns."""

from __future__ import annotations

import numpy as np
import pytest

from skyjo_widget import Observation, SkipBoRules, play, simulate
from skyjo_widget.bots import skipbo_search
from skyjo_widget.bots.skipbo import PLANNER, choose, planner_action
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.strategies.conformance import check_bot, permute_hidden
from tests.fixtures.random_games import random_skipbo
from tests.fixtures.skipbo import skip_bo


def choice(h, bot=None):
    """Return the action of `planner` or another bot, in notation; it isn't done."""
    o, rng = observe(h.state, h.state.seat), np.random.default_rng(1)
    action = bot.act(o, h.codes, rng) if bot else choose(PLANNER, 0, o, h.codes, rng)
    return h.game.action_text(action, h.codes)


def some_tables(count, deepest=60):
    """Moments at which somebody decides, at any tables, some turns on; with a generator."""
    tables = seed = 0
    while tables < count:
        seed += 1
        if h := random_skipbo(seed):
            tables += 1
            s, r, rng = SKIPBO.state(), h.codes, np.random.default_rng([seed, 4])
            SKIPBO.start(s, r)
            advance(s, r, rng, int(rng.integers(1, deepest)))
            yield s, r, rng


def advance(s, r, rng, decisions):
    """Let `planner` and chance go on until somebody decides after so many decisions."""
    actions = []
    while s.phase in SKIPBO.idle_phases or len(actions) < decisions:
        if s.phase == SKIPBO.game_over:
            SKIPBO.start(s, r)
        elif s.phase in SKIPBO.idle_phases:
            if s.phase == SKIPBO.shuffle_phase:
                shuffle(rng, s.draw, s.draw_size)
            SKIPBO.proceed(s, r)
        else:
            actions.append(planner_action(s, r))
            SKIPBO.apply(s, r, actions[-1])
    if s.phase == SKIPBO.game_over:
        SKIPBO.start(s, r)
        actions += advance(s, r, rng, 0)
    return actions


# The policy planner


@pytest.mark.parametrize(
    ("table", "plays"),
    [
        ({"stocks": ["1", "5"], "hands": ["1 9", "4"]}, "play stock b1"),
        ({"stocks": ["3", "12"], "hands": ["1 9", "4"], "discards": ["8/2", ""]}, "play 1 b1"),
        ({"stocks": ["3", "12"], "hands": ["2 9", "4"], "discards": ["8/1", ""]}, "play d2 b1"),
        ({"stocks": ["2", "12"], "hands": ["9 wild", "4"]}, "play wild b1"),
        ({"stocks": ["2", "12"], "hands": ["1 wild", "4"]}, "play 1 b1"),
        ({"stocks": ["2", "12"], "hands": ["9 9", "4"], "discards": ["wild", ""]}, "play d1 b1"),
        ({"stocks": ["1", "12"], "hands": ["9 12", "4"], "building": ["1 2 3 4 5 6 7 8 9 10 11"],
          "building_piles": 1}, "play 12 b1"),
    ],
)  # fmt: skip
def test_planner_plays_what_leads_to_its_stock_card(table, plays):
    """The stock card itself, else the first card on the way; wild ones where none else is."""
    assert choice(skip_bo(**table)) == plays


def test_planner_takes_the_cheapest_way():
    """Few cards, and few wild ones."""
    building = ["1 2 3", "1 2 3 4 5"]
    h = skip_bo(stocks=["7", "12"], hands=["4 5 6 9", "4"], building=building)
    assert choice(h) == "play 6 b2"
    h = skip_bo(stocks=["7", "12"], hands=["4 5 6 9 wild", "4"], building=["1 2 3", "1 2 3 4"])
    assert choice(h) == "play 5 b2"


@pytest.mark.parametrize(
    ("stocks", "hands", "plays"),
    [
        (["12", "5"], "4 9", "discard 9 d1"),  # a 5 would be next, which the neighbour needs
        (["12", "4"], "4 9", "play 4 b1"),  # it is the neighbour's own card
        (["12", "3"], "4 9", "play 4 b1"),  # the neighbour's stock card is far away
        (["12", "5"], "4", "play 4 b1"),  # the hand is empty then
        (["12", "5"], "9 wild", "discard 9 d1"),
        (["12", "5"], "wild wild", "play wild b2"),  # better than to discard one
    ],
)
def test_planner_does_not_help_the_next_player(stocks, hands, plays):
    """It plays other cards only if that brings the neighbour no nearer, or empties its hand."""
    h = skip_bo(stocks=stocks, hands=[hands, "4"], building=["1 2 3"], discards=["9", ""],
                draw="6 6 6")  # fmt: skip
    assert choice(h) == plays


def test_planner_helps_the_next_player_where_the_cards_run_out():
    """If nothing is left to draw, somebody must go on."""
    h = skip_bo(stocks=["12", "5"], hands=["4 9", "4"], building=["1 2 3"], discards=["9", ""])
    assert choice(h) == "play 4 b1"


def test_planner_plays_off_its_discard_piles():
    """A card lies there if it helps nobody."""
    h = skip_bo(stocks=["12", "4"], hands=["9 9", "4"], building=["1 2 3"], discards=["4", ""])
    assert choice(h) == "play d1 b1"


@pytest.mark.parametrize(
    ("hands", "discards", "plays"),
    [
        ("6 9 11", "9/8/3/2", "discard 9 d1"),  # its like
        ("6 11", "9/12/3", "discard 6 d4"),  # an empty pile
        ("6 11", "9/12/3/2", "discard 11 d2"),  # the next higher card
        ("6 8", "4/2/3/wild", "discard 6 d1"),  # little above
        ("9 wild wild", "2/3/4/1", "discard 9 d3"),
        ("9 wild wild", "2/3/4/6", "discard 9 d3"),  # the 6 may be played before the 1
        ("6 8 8", "4/2/3/wild", "discard 8 d1"),  # it holds another one
    ],
)
def test_planner_keeps_its_discard_piles_in_order(hands, discards, plays):
    """Alike on alike, an empty pile, the next lower on a higher card; doubles, and no wild ones."""
    h = skip_bo(stocks=["1", "2"], hands=[hands, "4"], discards=[discards, ""],
                building=["1 2 3 4"], building_piles=1, draw="6 6 6")  # fmt: skip
    assert choice(h) == plays


def test_planner_keeps_what_leads_to_its_stock_card():
    """Of two cards that lie equally well it discards the one behind that."""
    h = skip_bo(stocks=["7", "12"], hands=["5 9", "4"], building=["1 2 3"], building_piles=1,
                draw="6 6 6")  # fmt: skip
    assert choice(h) == "discard 9 d1"


def test_planner_brings_its_partner_on():
    """If it can't play its own stock card; with the partner's discard piles too."""
    table = {"stocks": ["7", "12", "1", "6"], "hands": ["9 9", "", "", ""], "teams": True}
    assert choice(skip_bo(**table)) == "play partner-stock b1"
    table = {**table, "stocks": ["7", "12", "2", "6"], "discards": ["", "", "9/1", ""]}
    assert choice(skip_bo(**table)) == "play partner-d2 b1"
    assert choice(skip_bo(**{**table, "stocks": ["1", "12", "2", "6"]})) == "play stock b1"


@pytest.mark.parametrize(
    ("table", "plays"),
    [
        ({"stocks": ["12", "5"], "hands": ["9 9", "4"]}, "play stock b1"),
        ({"stocks": ["11", "5"], "hands": ["9 12", "4"]}, "play 12 b1"),
        ({"stocks": ["11", "5"], "hands": ["9 wild", "4"]}, "play wild b1 down"),
        ({"stocks": ["2", "5"], "hands": ["9 wild", "4"]}, "play wild b1"),
        ({"stocks": ["11", "5"], "hands": ["9 9", "4"], "discards": ["8/wild", ""]},
         "play d2 b1 down"),
        ({"stocks": ["9", "5"], "hands": ["2 10 10", "4"], "building": ["12 11 down"]},
         "play 10 b1"),
        ({"stocks": ["9", "5"], "hands": ["2 wild", "4"], "building": ["12 11 down", "1 2 3"]},
         "play wild b1"),
        ({"stocks": ["12 wild", "3"], "hands": ["6 6", "4"], "building": ["1", "1", "1"]},
         "play stock b4 down"),  # every other place brings the neighbour nearer to the 3
        ({"stocks": ["5", "3"], "hands": ["1 12 12", "4"], "building": ["1 2 3 4 5 6"] * 3,
          "draw": "6 6 6"}, "play 12 b4"),  # the 1 would bring the neighbour nearer
    ],
)  # fmt: skip
def test_planner_begins_piles_in_the_direction_that_serves_it(table, plays):
    """To its stock card, and away from the neighbour's, if they may run down."""
    assert choice(skip_bo(**table, piles_down=True)) == plays


def test_planner_empties_its_hand_on_piles_of_both_directions():
    """The 12 begins one that takes the 11; the 4 goes up."""
    h = skip_bo(stocks=["8", "5"], hands=["4 11 12", "3"], building=["1 2 3", "1", "1"],
                draw="6 6 6", piles_down=True)  # fmt: skip
    for plays in ("play 4 b1", "play 12 b4", "play 11 b4"):
        assert choice(h) == plays
        h.act(h.game.parse_action(plays, h.codes))


@pytest.mark.parametrize("names", [["random"] * 2, ["plain", "greedy", "planner"], ["planner"] * 4])
def test_bots_play_games_with_piles_that_run_down_to_their_end(names):
    """Piles of both directions are completed, and every action was legal."""
    played = simulate("skip-bo", names, games=12, seed=5, stock=4, rounds=1, piles_down=True,
                      decisions=True, progress=False, teams=len(names) == 4)  # fmt: skip
    assert played.games["finished"].all()
    rows = played.decisions
    downs = rows[rows["notation"].str.endswith(" down")]
    assert len(downs) > 0
    assert (downs["played_as"] == 12).all()
    ends = rows.loc[rows["completed"].astype(bool), "played_as"]
    assert {1, 12} == set(ends) or names[0] != "random"


@pytest.mark.seconds
def test_planner_beats_greedy_more_often_than_not():
    """In short games on both sides."""
    won = 0
    for seed in range(20):
        players = ["bot:planner", "bot:greedy"][:: 1 if seed % 2 else -1]
        table = play(
            "skip-bo", players, seed=seed, record=False, display=False, short=True, rounds=1
        )
        table.run()
        won += table.winners == ("planner",)
    assert won > 12


# Worlds


def test_a_copied_world_goes_on_like_the_state():
    """Though its piles held other cards before."""
    room = SKIPBO.state()
    for s, r, rng in some_tables(25):
        skipbo_search.copy_world(room, s, r)
        seed = int(rng.integers(1000))
        begun = advance(copy(s), r, np.random.default_rng(seed), 80)
        assert advance(room, r, np.random.default_rng(seed), 80) == begun


def test_a_world_agrees_with_what_a_seat_sees():
    """No card is lost or made, no size is another."""
    for s, r, rng in some_tables(25):
        world = copy(s)
        for pile in (world.draw, *world.stock, *(world.hand[p] for p in range(8) if p != s.seat)):
            pile[:] = [skipbo_search.NO_CARD] * len(pile)
        skipbo_search.imagine(world, r, s.seat, rng)
        assert observe(world, s.seat) == observe(s, s.seat)
        assert status(SKIPBO, world, r) == ()


def test_worlds_differ_in_what_a_seat_does_not_see():
    """Any unseen card may be anywhere."""
    h = skip_bo(stocks=["7 8", "5"], hands=["1 9", "4 4"], draw="2 3 6")
    cards = set()
    for seed in range(60):
        world = copy(h.state)
        skipbo_search.imagine(world, h.codes, 0, np.random.default_rng(seed))
        cards.add(world.hand[1][1])
    assert len(cards) > 5


def test_nearer_the_end_is_worth_more():
    """Fewer cards in one's stock pile than in the others', and a round that one has won."""
    h = skip_bo(stocks=["7 8 9 10", "5"], hands=["", "4"])
    s = copy(h.state)
    s.stock_left[:2] = [4, 9]
    chance = skipbo_search.worth(s, h.codes, 0)
    assert chance > 0.6
    assert skipbo_search.worth(s, h.codes, 1) == pytest.approx(1 - chance)
    s.phase = skipbo_search.SCORE
    assert (skipbo_search.worth(s, h.codes, 0), skipbo_search.worth(s, h.codes, 1)) == (0, 0)
    s.ender = 1
    assert (skipbo_search.worth(s, h.codes, 0), skipbo_search.worth(s, h.codes, 1)) == (0, 1)


# Plans


def test_plans_can_be_carried_out_and_differ():
    """To their last action by the seat itself, without a card that it doesn't know yet."""
    longest = 0
    for s, r, _ in some_tables(60):
        o = observe(s, s.seat)
        plans = skipbo_search.candidates(o, r, [])
        assert o == observe(s, s.seat)
        assert len(set(plans)) == len(plans) <= skipbo_search.MAX_PLANS
        assert plans[0] == (planner_action(o, r),)
        for plan in plans:
            world = copy(s)
            for action in plan:
                assert (world.turn, world.revealed) == (s.turn, 0) or action == plan[0]
                assert action in SKIPBO.legal_actions(world, r)
                SKIPBO.apply(world, r, action)
            longest = max(longest, len(plan))
    assert longest > 2


def test_a_plan_leads_to_the_stock_card_by_each_way():
    """The 3 comes from the hand or by a wild card; the ways to play it are plans."""
    h = skip_bo(stocks=["9 4", "12"], hands=["1 2 3 wild", "4"], building_piles=1)
    plans = skipbo_search.candidates(observe(h.state, 0), h.codes, [])
    texts = [[h.game.action_text(action, h.codes) for action in plan] for plan in plans]
    runs = [" ".join(plan) for plan in texts if plan[-1] == "play stock b1"]
    assert "play 1 b1 play 2 b1 play 3 b1 play stock b1" in runs
    assert "play 1 b1 play 2 b1 play wild b1 play stock b1" in runs


def test_piles_that_are_alike_are_tried_once():
    """An empty place is like another."""
    h = skip_bo(stocks=["7", "5"], hands=["1 9", "4"])
    plans = skipbo_search.candidates(observe(h.state, 0), h.codes, [])
    texts = {h.game.action_text(plan[0], h.codes) for plan in plans}
    assert texts == {"play 1 b1", "discard 1 d1", "discard 9 d1"}


def test_an_empty_place_is_tried_both_ways():
    """And a pile that runs down isn't one that runs up with as many cards."""
    h = skip_bo(stocks=["7", "5"], hands=["1 2 12 wild", "4"], piles_down=True,
                building=["1", "12 down"])  # fmt: skip
    plans = skipbo_search.candidates(observe(h.state, 0), h.codes, [])
    texts = {h.game.action_text(plan[0], h.codes) for plan in plans}
    assert texts >= {
        *("play 1 b3", "play 12 b3", "play wild b3", "play wild b3 down"),
        *("play 2 b1", "play wild b1", "play wild b2"),
    }
    assert not {text for text in texts if "b4" in text}


def test_a_stock_card_that_fits_is_not_thought_about():
    """Nothing is better; a wild one may be played anywhere."""
    h = skip_bo(stocks=["1", "5"], hands=["1 9", "4"], building=["1"])
    assert len(skipbo_search.candidates(observe(h.state, 0), h.codes, [])) == 1
    h = skip_bo(stocks=["9 wild", "5"], hands=["1 9", "4"], building=["1"])
    first = [plan[0] for plan in skipbo_search.candidates(observe(h.state, 0), h.codes, [])]
    texts = [h.game.action_text(action, h.codes) for action in first]
    assert {"play stock b1", "play stock b2"} <= set(texts)


# The strong bot


def answers(rollouts=24, count=25):
    """Its actions at some tables."""
    bot = skipbo_search.strong("strong", rollouts=rollouts)
    return [bot.act(observe(s, s.seat), r, rng) for s, r, rng in some_tables(count)]


def test_strong_is_the_same_for_the_same_seed_at_both_speeds(monkeypatch):
    """Any options and decks, alone and in teams."""
    compiled = answers()
    assert answers() == compiled
    monkeypatch.setattr(jit, "has_numba", lambda: False)
    assert answers() == compiled


@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, True), (6, True)])
def test_strong_keeps_the_contract_of_a_bot(players, teams):
    """Legal answers that depend on what it may see alone."""
    rules = SkipBoRules(teams=teams, stock=3, rounds=2)
    check_strong(seats=players, rules=rules, deck=SKIPBO_DECK, turns=10)


@pytest.mark.seconds
def test_strong_plays_by_any_rules():
    """Small decks, few piles, hands of one card."""
    for seed in range(14):
        if h := random_skipbo(seed):
            check_strong(seats=len(h.players), rules=h.rules, deck=h.deck, turns=8)


def check_strong(**table):
    """Hold it against the contract of a bot."""
    bot = skipbo_search.strong("strong", rollouts=20)
    codes = table["rules"].codes(table["seats"], table["deck"])
    bot.prepare(codes)  # it has a time limit from here on

    def strong(obs: Observation) -> int:
        return bot.act(obs.seen, codes, np.random.default_rng(1))

    check_bot("skip-bo", strong, games=1, **table)


def test_strong_does_not_look_at_hidden_cards():
    """Whatever they are, it does the same."""
    bot = skipbo_search.strong("strong", rollouts=40)
    for s, r, rng in some_tables(15):
        action = bot.act(observe(s, s.seat), r, np.random.default_rng(1))
        for _ in range(3):
            other = copy(s)
            permute_hidden(SKIPBO, other, r, s.seat, rng)
            assert bot.act(observe(other, s.seat), r, np.random.default_rng(1)) == action


def test_strong_wins_where_it_can():
    """Its last stock card by the only way."""
    h = skip_bo(stocks=["4", "5"], hands=["1 2 3 9", "4"])
    bot = skipbo_search.strong("strong", rollouts=200)
    for plays in ("play 1 b1", "play 2 b1", "play 3 b1", "play stock b1"):
        assert choice(h, bot) == plays
        h.act(h.game.parse_action(plays, h.codes))
    assert h.state.ender == 0


def test_strong_has_a_budget_in_milliseconds_too():
    """It answers legally, whatever the machine."""
    bot = skipbo_search.strong("strong", ms=1)
    for s, r, rng in some_tables(4):
        assert bot.act(observe(s, s.seat), r, rng) in SKIPBO.legal_actions(s, r)
