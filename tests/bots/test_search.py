"""Bots by name, and what search does whatever the game."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from skyjo_widget import RulesError, SkyjoRules, bots
from skyjo_widget.bots import search, skyjo_search
from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.skyjo import CAREFUL, LEARNED
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import DRAW, TAKE

R = SkyjoRules().codes(2, SKYJO.deck)


class Pretended(search.Strong):
    """Search whose plans are worth what the test says, with some noise by world."""

    def __init__(self, chances, rollouts=None, ms=None, noise=0.1):
        functions = search.SearchFunctions(
            lambda *_: DRAW,
            imagine=None,
            worth=None,
            candidates=lambda o, r, legal: [(plan,) for plan in chances],
            chance=None,
        )
        super().__init__(SKYJO, functions, "pretended", base=(CAREFUL, 0), rollouts=rollouts, ms=ms)
        self.chances, self.noise = chances, noise
        self.tried = dict.fromkeys(chances, 0)

    def _sample(self, seen, worlds, rules, rng, me, policy, knob, rival, judge, plans, outcomes):
        for k, plan in enumerate(plans):
            self.tried[int(plan[0])] += len(outcomes)
            noise = rng.normal(0, self.noise, len(outcomes))
            outcomes[:, k, 0] = self.chances[int(plan[0])] + noise


def position():
    """A first choice of a game."""
    s = SKYJO.state()
    rng = np.random.default_rng(3)
    SKYJO.start(s, R)
    while SKYJO.actor(s) < 0 or s.turn == 0:
        if s.phase in SKYJO.idle_phases:
            shuffle(rng, s.draw, s.draw_size)
            SKYJO.proceed(s, R)
        else:
            SKYJO.apply(s, R, SKYJO.legal_actions(s, R)[0])
    return observe(s, s.seat)


def act(bot, seed=0):
    """Return its action there."""
    return bot.act(position(), R, np.random.default_rng(seed))


# The race


def test_the_best_plan_wins():
    """Though it isn't the policy's own."""
    assert act(Pretended({DRAW: 0.5, TAKE: 0.6}, rollouts=600)) == TAKE
    assert act(Pretended({DRAW: 0.6, TAKE: 0.5}, rollouts=600)) == DRAW


def test_the_policys_own_choice_is_left_only_for_a_better_one():
    """A difference within chance isn't better."""
    actions = [act(Pretended({TAKE: 0.5, DRAW: 0.5}, rollouts=64), seed) for seed in range(200)]
    assert 120 < actions.count(DRAW) < 195


def test_a_clear_choice_is_made_early():
    """And a plan that is far behind gets no more rollouts."""
    bot = Pretended({DRAW: 0.9, TAKE: 0.1}, rollouts=100_000)
    assert act(bot) == DRAW
    assert sum(bot.tried.values()) < 1000
    bot = Pretended({0: 0.5, 1: 0.501, 2: 0.1}, rollouts=6000)
    act(bot)
    assert bot.tried[2] < 500 < bot.tried[0]


def test_a_budget_of_rollouts_is_kept():
    """All plans together, as long as each meets one world."""
    for rollouts in (2, 7, 100, 333):
        bot = Pretended({DRAW: 0.5, TAKE: 0.5}, rollouts=rollouts)
        act(bot)
        assert rollouts - 2 < sum(bot.tried.values()) <= rollouts
    bot = Pretended(dict.fromkeys(range(9), 0.5), rollouts=1)
    act(bot)
    assert sum(bot.tried.values()) == 9


def test_a_budget_of_time_comes_to_an_end():
    """However close the choice."""
    assert act(Pretended({DRAW: 0.5, TAKE: 0.5}, ms=1)) in {DRAW, TAKE}


def test_a_single_plan_is_not_tried_out():
    """There is nothing to choose."""
    bot = Pretended({TAKE: 0.5}, rollouts=100)
    assert act(bot) == TAKE
    assert bot.tried == {TAKE: 0}


def test_a_plan_is_played_as_planned():
    """To take a card and put it on d3 is worth what d3 is, once the card is taken."""
    place = SKYJO.parse_action("place d3", R)
    o = position()
    planned = outcomes(o, [(TAKE, place), (TAKE, place)])
    assert (planned[:, 0] == planned[:, 1]).all(), "a world is the same for all plans"
    assert len(set(planned[:, 0])) > 1, "and another one isn't"
    SKYJO.apply(o, R, TAKE)
    assert (planned[:, :1] == outcomes(o, [(place,)])).all()


def outcomes(o, plans):
    """The values of plans in eight worlds, where each round is played to its end."""
    bot = skyjo_search.strong("", rollouts=1)
    seen, worlds, rules = search.search_arrays(SKYJO, o, R, fast=True)
    outcomes = np.empty((8, len(plans), 1))
    rng = np.random.default_rng(1)
    policies = (*bot.base, bot.rival)
    bot._sample(
        seen, worlds, rules, rng, o.seat, *policies, search.CHANCE, np.array(plans), outcomes
    )
    return outcomes[:, :, 0]


@pytest.mark.parametrize(
    ("bot", "value"),
    [
        (bots.search_bot("newskyjo"), 0.25),
        (bots.win_estimator("newskyjo"), 0.5),
        (bots.round_estimator("newskyjo", "chance"), 0.5),
        (bots.round_estimator("newskyjo", "points"), 7.0),
    ],
)
def test_one_loop_judges_by_what_is_asked_for(bot, value):
    """The end of a rollout by one function of the game, or by the total."""
    judges = {"worth": lambda *_: 0.25, "chance": lambda *_: 0.5}
    functions = dataclasses.replace(bot.functions, imagine=lambda *_: None, **judges)
    loop = jit.interpreted(search.make_sample, *search.search_parts(NEWSKYJO, functions))
    state = NEWSKYJO.state()
    state.phase, state.total[0] = NEWSKYJO.round_over, 7
    codes = NEWSKYJO.presets["newskyjo"].codes(3, NEWSKYJO.deck)
    held = search.search_arrays(NEWSKYJO, observe(state, NOBODY), codes, fast=False)
    values = np.empty((2, 1, 1))
    loop(*held, None, 0, 0, 0, 0, bot.judge, [[0]], values)
    assert values.tolist() == [[[value]]] * 2


def test_in_every_second_world_the_others_play_as_the_rival_does():
    """And the seat itself by the policy of the rollouts."""
    chosen = []

    def choose(policy, _knob, o, r, _rng):
        chosen.append((policy, o.seat))
        return SKYJO.legal_actions(o, r)[0]

    functions = dataclasses.replace(
        skyjo_search.SEARCH_FUNCTIONS, choose=choose, horizon=4, settled=search.anywhere
    )
    loop = jit.interpreted(search.make_sample, *search.search_parts(SKYJO, functions))
    o = position()
    held = search.search_arrays(SKYJO, o, R, fast=False)
    rng = np.random.default_rng(1)
    loop(*held, rng, o.seat, LEARNED, 0, CAREFUL, search.WORTH, [[TAKE]], np.empty((2, 1, 1)))
    first, other = chosen[: len(chosen) // 2], chosen[len(chosen) // 2 :]
    assert {seat for _, seat in first} == {seat for _, seat in other} == {0, 1}
    assert {policy for policy, _ in first} == {LEARNED}
    assert {(policy, seat == o.seat) for policy, seat in other} == {
        (LEARNED, True),
        (CAREFUL, False),
    }


def test_errors_are_those_of_paired_differences():
    """Against numpy's own."""
    outcomes = np.random.default_rng(2).random((40, 3))
    errors = search._errors(outcomes.mean(axis=0), outcomes.T @ outcomes, 40, 1)
    wanted = (outcomes - outcomes[:, [1]]).std(axis=0, ddof=1) / 40**0.5
    assert errors == pytest.approx(wanted)


# Names


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_is_found_by_its_name(game):
    """As it is listed, and by the name that it then has."""
    for text in bots.names(game):
        bot = bots.find(game, text)
        assert bots.find(game, bot.name) == bot
        assert (bot.index is None) == (text in {"strong", "level", "perfect"})
        if bot.index is not None:
            assert bots.policies(game)[bot.index] == text


@pytest.mark.parametrize(
    ("text", "name", "rollouts", "ms"),
    [
        ("strong", "strong(2000)", 2000, None),
        (" strong(500) ", "strong(500)", 500, None),
        ("strong (20ms)", "strong(20ms)", None, 20),
    ],
)
def test_a_strong_bot_says_its_budget(text, name, rollouts, ms):
    """In its name, so that a record tells which one played."""
    bot = bots.find("skyjo", text)
    assert (bot.name, bot.rollouts, bot.ms) == (name, rollouts, ms)
    assert bots.find("skyjo", name) is bot, "it is made once"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("clever", r"'clever' is no bot of skyjo .*; there are random, .*, level, strong, perfect"),
        ("strong()", "there are random"),
        ("strong(20 s)", "there are random"),
        ("strong(0)", "strong takes a number from 1 to 1000000"),
        ("strong(-5)", "strong takes a number from 1"),
        ("level(6)", "level takes a number from 1 to 5"),
        ("level(2ms)", "only strong takes milliseconds"),
        ("threshold(5ms)", "only strong takes milliseconds"),
        ("threshold(5000)", "threshold takes a number from -1000 to 1000"),
        ("greedy(2)", "greedy takes no number"),
    ],
)
def test_what_is_no_bot_is_refused(text, says):
    """And the message says what would be one."""
    with pytest.raises(RulesError, match=says):
        bots.find("skyjo", text)


@pytest.mark.parametrize("game", sorted(bots.BOTS))
def test_levels_rise(game):
    """More rollouts or less misjudged from each to the next; all below strong."""
    table = [search_of(game).levels[level] for level in range(1, 6)]
    for (rollouts, blur), (more, less) in itertools.pairwise(table):
        assert rollouts <= more
        assert blur >= less
        assert (rollouts, blur) != (more, less)
    assert all(rollouts < search_of(game).rollouts and blur > 0 for rollouts, blur in table)
    assert bots.find(game, "level(2)").blur == search_of(game).levels[2][1]
    assert bots.find(game, "strong").blur == 0


def test_who_misjudges_errs_now_and_then():
    """The more, the closer the choice; and the same again for the same seed."""

    def errors(gap, blur):
        bot = Pretended({DRAW: 0.5, TAKE: 0.5 - gap}, rollouts=100, noise=0.01)
        bot.blur = blur
        actions = [act(bot, seed) for seed in range(100)]
        assert actions == [act(bot, seed) for seed in range(100)]
        return actions.count(TAKE)

    assert errors(0.1, 0) == errors(0.5, 0.1) == 0
    assert 10 < errors(0.1, 0.1) < errors(0.02, 0.1) < 60
