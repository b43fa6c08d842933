"""Odds of NewSkyjo, held against full enumeration by the engine and against simulation."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from skyjo_widget import Deck, NewSkyjoRules, play
from skyjo_widget.bots.newskyjo_search import imagine
from skyjo_widget.engine.cards.effects import Effect, Pick
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.grids.rules import reveal
from skyjo_widget.engine.limits import UNKNOWN
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    FLIP,
    KEEP,
    ORDER,
    PICK_FIRST,
    PICK_SECOND,
    PLACE_DRAWN,
    PLACE_KEPT,
    PLACE_TAKEN,
    SETUP,
)
from skyjo_widget.odds import NewSkyjoOdds
from skyjo_widget.strategies.conformance import permute_hidden
from skyjo_widget.strategies.observation import Observation
from tests.fixtures.tables import pairs

LITTLE = {"columns": 2, "rows": 2, "clear": 2, "turned": 3}
OWN_MADE = {
    "hidden-to-discard": Effect(
        key="hidden-to-discard", first=Pick("own", "hidden"), second=Pick("discard pile")
    ),
    "left-gives-highest": Effect(
        key="left-gives-highest",
        chooser="left neighbour",
        first=Pick("own", "highest"),
        second=Pick("player", "visible"),
        peek=2,
    ),
    "visible-below": Effect(
        key="visible-below",
        may_decline=True,
        first=Pick("own", "visible"),
        second=Pick("own"),
        lands="bottom row",
    ),
}
EFFECTS = {**NEWSKYJO_EFFECTS, **OWN_MADE}
CONTINUED = {PLACE_TAKEN, PLACE_DRAWN, PLACE_KEPT, FLIP, ORDER, PICK_FIRST, PICK_SECOND}


def little_deck(effect):
    """Few cards, half of them with an effect."""
    return Deck.from_counts(
        [(-2, 2, effect), (3, 5), (3, 2, effect), (9, 5), (9, 3, effect), (1, 2, "peek-three")]
        if effect.key != "peek-three"
        else [(-2, 3, effect), (3, 5), (3, 3, effect), (9, 5), (9, 3, effect)]
    )


def positions(seed, rules, deck, limit=60):
    """Moments of a random game of three: the true state, the rule codes."""
    rng = np.random.default_rng(seed)
    r = rules.codes(3, deck)
    s = NEWSKYJO.state()
    NEWSKYJO.start(s, r)
    for _ in range(limit):
        while s.phase in NEWSKYJO.idle_phases:
            if s.phase == NEWSKYJO.shuffle_phase:
                shuffle(rng, s.draw, s.draw_size)
            NEWSKYJO.proceed(s, r)
        if s.phase == NEWSKYJO.game_over:
            return
        yield s, r
        acts = NEWSKYJO.legal_actions(s, r)
        if KEEP in acts and rng.random() < 0.5:
            acts = [KEEP]
        NEWSKYJO.apply(s, r, acts[rng.integers(len(acts))])


def known_of(s):
    """The seat to act's knowledge of the draw pile: cards, and among the next how many."""
    me = s.seat
    cards = list(zip(s.known[me], s.known_to[me], strict=True))[: s.known_size[me]]
    if s.hand >= 0:
        first = cards[0][1] if cards else 0
        if (s.hand, first) in cards:
            cards.remove((s.hand, first))
        cards = [(card, to - 1) for card, to in cards]
    return cards


def next_cards(s, pool, looked_at):
    """Each card that may come next, and its chance, if the others are drawn from a pool."""
    ends = [to for _, to in looked_at]
    among = min(ends, default=1)
    first = [card for card, to in looked_at if to == among]
    chances = Counter()
    for card in first:
        chances[card] += Fraction(1, among)
    for card, n in pool.items():
        if n:
            chances[card] += Fraction((among - len(first)) * n, among * sum(pool.values()))
    return {card: chance for card, chance in chances.items() if chance}


def worlds(s, r):
    """Each way in which face-down cards and the next card may lie, with its chance."""
    looked_at = known_of(s)
    coming = Counter(s.draw[: s.draw_size])
    coming.subtract(card for card, _ in looked_at)
    cells = [(p, i) for p in range(r.players) for i in range(r.cells) if s.grid[p][i] == UNKNOWN]
    pool = Counter(s.under[p][i] for p, i in cells)
    if not s.reshuffled_size:  # one set until the draw pile is made of discards
        pool += coming

    def deal(left, chance):
        if len(left) == 0:
            yield [], pool_left, chance
            return
        every = sum(pool_left.values())
        for card in [card for card, n in pool_left.items() if n]:
            here = chance * Fraction(pool_left[card], every)
            pool_left[card] -= 1
            for dealt, rest, of in deal(left[1:], here):
                yield [card, *dealt], rest, of
            pool_left[card] += 1

    pool_left = Counter(pool)
    for dealt, rest, chance in deal(cells, Fraction(1)):
        world = copy(s)
        for (p, i), card in zip(cells, dealt, strict=True):
            world.under[p][i] = card
        for p in range(r.players):  # the others' knowledge of the draw pile may not fit
            world.known_size[p] *= p == s.seat
        if not s.draw_size:
            yield world, chance
            continue
        for top, of in next_cards(s, coming if s.reshuffled_size else rest, looked_at).items():
            drawn = copy(world)
            drawn.draw[drawn.draw_size - 1] = top
            yield drawn, chance * of


def how_many_worlds(s, r):
    """About how many there are, without making them."""
    hidden = sum(s.hidden[: r.players])
    return r.kinds ** (hidden + (s.draw_size > 0))


def ended(world, r, seat):
    """Return the count of the seat's cards if the round ends there."""
    last = copy(world)
    last.ender = max(last.ender, 0)
    reveal(last, r)
    return last.raw[seat]


def mean(weighted, r, seat):
    """The mean of the seat's raw score over worlds with chances."""
    total = sum(chance for _, chance in weighted)
    return sum(ended(world, r, seat) * chance for world, chance in weighted) / total


def seen_alike(world, me):
    """Return what the seat sees, without what a look at the draw pile has told it."""
    hand = world.hand if world.seat == me else UNKNOWN
    discard = tuple(world.discard[: world.discard_size])
    return (world.phase, world.seat, repr(world.grid), discard, world.kept, hand, world.first)


def best_after(weighted, r, me, turn, action):
    """The chance-weighted best (of others: worst) mean after an action, summed over chances."""
    groups = {}
    for world, chance in weighted:
        done = copy(world)
        NEWSKYJO.apply(done, r, action)
        if done.phase == NEWSKYJO.shuffle_phase:
            raise LookupError
        groups.setdefault(seen_alike(done, me), []).append((done, chance))
    total = Fraction(0)
    for group in groups.values():
        world = group[0][0]
        goes_on = world.phase in CONTINUED and (world.turn, world.on_turn) == turn
        weight = sum(chance for _, chance in group)
        if not goes_on or (world.seat != me and world.on_turn != me):
            total += weight * mean(group, r, me)
            continue
        best = min if world.seat == me else max
        legal = NEWSKYJO.legal_actions(world, r)
        if world.phase == ORDER:
            legal = legal[:1]
        total += best(best_after(group, r, me, turn, then) for then in legal)
    return total


QUICK = {("hidden-to-discard", False)}
"""Tries each time, until each kind of action was met: own picks, and a card shown."""


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("key", "clear_at_reveal"),
    [
        case if case in QUICK else pytest.param(*case, marks=pytest.mark.slow)
        for case in zip(EFFECTS, itertools.cycle((True, False)), strict=False)
    ],
)
def test_odds_are_those_of_full_enumeration(key, clear_at_reveal):
    """Cards, chances, and the value of each action to the fraction, in every phase."""
    deck = little_deck(EFFECTS[key])
    rules = NewSkyjoRules(**LITTLE, clear_at_reveal=clear_at_reveal)
    needed = {"draw", "keep", "flip", "take", "discard"}
    if EFFECTS[key].first and key != "lowest-to-discard":  # mostly that is no choice
        needed.add("pick")
    met = Counter()
    for seed in range(6):
        for s, r in positions(seed, rules, deck):
            if (key, clear_at_reveal) in QUICK and all(met[kind] > 1 for kind in needed):
                return
            if how_many_worlds(s, r) < 700:
                check_position(s, r, deck, met)
    assert needed <= set(met)


def check_position(s, r, deck, met):
    """Hold all that the odds say of a moment against enumeration."""
    me = s.seat
    odds = NewSkyjoOdds(Observation(NEWSKYJO, s, r, deck, me))
    every = list(worlds(s, r))
    now = mean(every, r, me)
    assert odds.mean == now
    scores = Counter()
    for world, chance in every:
        scores[ended(world, r, me)] += chance
    assert odds.score() == dict(sorted(scores.items()))
    if s.draw_size:
        tops = Counter()
        for world, chance in every:
            tops[world.draw[s.draw_size - 1]] += chance
        effects = Counter()
        numbers = Counter()
        for card, chance in tops.items():
            numbers[r.value[card]] += chance
            if deck.kinds[card].effect:
                effects[deck.kinds[card].effect.key] += chance
        assert odds.next_effects == effects
        assert {v: odds.next_draw.chance(v) for v in odds.next_draw.counts} == numbers
        assert odds.law == numbers
        assert (odds.X > 3).probability == sum(c for v, c in numbers.items() if v > 3)
    turn = (s.turn, s.on_turn)
    legal = NEWSKYJO.legal_actions(s, r)
    if s.phase == SETUP:
        return
    for valued, action in zip(odds.actions, legal, strict=True):
        kind = valued.action.split()[0]
        if kind == "draw":
            if not s.draw_size or known_and_unseen(s, r):
                continue
            points = drawn_best(every, s, r, me, turn, action, odds)
        else:
            points = best_after(every, r, me, turn, action) - now
            assert valued.exact
        met[kind] += 1
        assert valued.points == points, (valued, points, NEWSKYJO.state_text(s, r, deck))


def known_and_unseen(s, r):
    """Return True if the next card may be like a known one without being it."""
    cards = known_of(s)
    among = min((to for _, to in cards), default=1)
    return len([1 for _, to in cards if to == among]) < among and bool(cards)


def drawn_best(every, s, r, me, turn, action, odds):
    """The value of a draw: a turn after a discard counts as one now, unless the card is known."""
    groups = {}
    for world, chance in every:
        done = copy(world)
        NEWSKYJO.apply(done, r, action)
        groups.setdefault(done.hand, []).append((done, chance))
    now = mean(every, r, me)
    turns = [
        best_after(every, r, me, turn, a) - now
        for a in NEWSKYJO.legal_actions(s, r)
        if NEWSKYJO.action_text(a, r).startswith("flip")
    ]
    exact = next(valued.exact for valued in odds.actions if valued.action == "draw")
    assert exact or turns
    total = Fraction(0)
    for group in groups.values():
        weight, base = sum(chance for _, chance in group), mean(group, r, me)
        discard, *others = NEWSKYJO.legal_actions(group[0][0], r)
        kept = [best_after(group, r, me, turn, a) / weight - base for a in others]
        exactly = best_after(group, r, me, turn, discard) / weight - base
        turned = exactly if exact else min(turns)
        total += weight * min([*kept, turned])
    return total


def middle():
    """A whole table in the middle of a round; who is to act has looked at the draw pile."""
    for seed in range(20):
        session = play("newskyjo", ["bot:expected"] * 4, seed=seed, record=False, display=False)
        for _ in range(70):
            session.step()
        while session.seat is not None:
            s = session.history.state
            if s.phase == CHOOSE and s.known_size[s.seat]:
                return session
            session.step()
    raise AssertionError("nobody has looked at the draw pile in these games")


def test_what_is_known_of_the_draw_pile_is_that_of_all_orders():
    """One card in its place; two among the next three; a card that another has drawn."""
    deck = Deck.from_counts([(value, 1) for value in range(20)])
    rules = NewSkyjoRules(columns=2, rows=2, clear=2, turned=1)
    s, r = next(itertools.islice(positions(1, rules, deck), 3, None))
    me, unknown = s.seat, Counter(s.draw[: s.draw_size])
    for p in range(3):
        unknown.update(card for card in s.under[p] if card >= 0)
    first, second, third = s.draw[s.draw_size - 1], s.draw[s.draw_size - 2], s.draw[0]

    def chances(*cards, hand=-1):
        s.known_size[me] = len(cards)
        for k, (card, to) in enumerate(cards):
            s.known[me][k], s.known_to[me][k] = card, to
        s.hand, s.seat = hand, me if hand < 0 else (me + 1) % 3
        odds = NewSkyjoOdds(Observation(NEWSKYJO, s, r, deck, me))
        total = len(unknown) + (hand >= 0 and hand not in unknown) - len(cards)
        assert odds.unseen.total == total
        assert set(odds.unseen.counts).isdisjoint(card for card, _ in cards)
        return odds.next_draw

    assert chances((first, 1)).counts == {first: 1}
    two = chances((second, 3), (third, 3))
    assert two.chance(second) == two.chance(third) == Fraction(1, 3)
    assert two.chance(first) == Fraction(1, 3) / (len(unknown) - 2)
    other = chances((first, 1), (second, 3))
    assert other.counts == {first: 1}
    s.draw_size -= 1  # the first one is in another's hand
    after = chances((first, 1), (second, 2), (third, 3), hand=first)
    assert after.counts == {second: 1}
    mixed = chances((second, 2), (third, 2), hand=third)
    assert mixed.chance(second) == mixed.chance(third) == Fraction(1, 2)


def test_what_cannot_be_seen_changes_nothing():
    """All is reckoned from the observation, whatever lies face down and in which order."""
    session = middle()
    h = session.history
    rng = np.random.default_rng(2)
    for memory in ("perfect", "table"):
        before = NewSkyjoOdds(session.observation(h.state.seat), memory)
        for _ in range(3):
            other = copy(h.state)
            permute_hidden(h.game, other, h.codes, other.seat, rng)
            odds = NewSkyjoOdds(Observation(h.game, other, h.codes, h.deck, other.seat), memory)
            assert (odds.actions, odds.kinds) == (before.actions, before.kinds)
            assert (odds.next_effects, odds.html()) == (before.next_effects, before.html())


def test_odds_of_a_whole_table_agree_with_simulation():
    """Worlds as the searching bot imagines them: the next card, and the own mean."""
    session = middle()
    h = session.history
    s, r = h.state, h.codes
    odds, rng, worlds = session.odds(), np.random.default_rng(3), 3000
    effects, sums = 0, []
    for _ in range(worlds):
        world = copy(s)
        world.under = [[-1] * len(row) for row in s.under]
        world.draw = [-1] * len(s.draw)
        imagine(world, r, s.seat, rng)
        effects += bool(r.effect[world.draw[world.draw_size - 1]])
        columns = [[] for _ in range(r.columns)]
        for i in range(r.cells):
            card = world.grid[s.seat][i]
            card = world.under[s.seat][i] if card == UNKNOWN else card
            if card >= 0:
                columns[i % r.columns].append(r.value[card])
        sums.append(sum(v for c in columns for v in c if c.count(v) < 3))
    chance = float(odds.effect_next)
    assert abs(chance - effects / worlds) <= 4 * (chance * (1 - chance) / worlds) ** 0.5 + 1e-9
    assert abs(float(odds.mean) - np.mean(sums)) <= 4 * np.std(sums) / worlds**0.5 + 1e-9


def test_kinds_and_effects_are_those_of_the_cards_that_are_not_seen():
    """All of the deck but what lies open and what the seat has looked at."""
    session = middle()
    s, kinds = session.history.state, session.deck.kinds
    unseen = Counter(s.draw[: s.draw_size])
    unseen.update(card for row in s.under for card in row if card >= 0)
    unseen.subtract(s.known[s.seat][: s.known_size[s.seat]])
    odds = session.odds()
    assert odds.kinds == {
        (kinds[card].value, kinds[card].effect and kinds[card].effect.key): n
        for card, n in unseen.items()
        if n
    }
    assert odds.unseen.total == sum(odds.kinds.values())
    forgetful = session.odds(memory="table")
    assert forgetful.unseen.total > odds.unseen.total + s.known_size[s.seat]
    assert forgetful.next_draw.counts == forgetful.unseen.counts


def test_without_effects_it_is_skyjo():
    """The same grid, cards and actions are worth the same."""
    deck = Deck.from_counts([(-2, 5), (0, 15), (4, 20), (9, 20)])
    tables = [
        play(game, ["Ana", "Bo", "Cy"], deck=deck, seed=4, record=False, display=False, **options)
        for game, options in (("skyjo", {}), ("newskyjo", {"flip_turn": False}))
    ]
    for _ in range(25):
        skyjo, newskyjo = (table.odds() for table in tables)
        points = [
            [(valued.action, valued.points) for valued in odds.actions]
            for odds in (skyjo, newskyjo)
        ]
        assert points[0] == points[1]
        for table in tables:
            table.act(skyjo.best.action)


@pytest.mark.slow
def test_formulas_add_up_and_say_what_is_close():
    """Each ends with what the action changes, and has ≈ where that isn't exact."""
    session = play("newskyjo", ["bot:expected"] * 4, seed=2, record=False, display=False)
    met = Counter()
    while session.seat is not None:
        for valued in session.odds().actions:
            number = re.split("[=≈:]", valued.formula)[-1].split()[-1].replace("−", "-")
            assert abs(float(number) - float(valued.points)) < 0.006, valued
            assert valued.exact == ("≈" not in valued.formula)
            met[valued.action.split()[0], valued.exact] += 1
        session.step()
    assert {("draw", False), ("keep", True), ("pick", True), ("flip", True)} <= set(met)


@pytest.mark.seconds
def test_effects_on_the_turn_order_change_no_points():
    """A formula says so: the effect with 0, then the best place."""
    session = play("newskyjo", ["bot:expected"] * 4, seed=2, record=False, display=False)
    while session.seat is not None:
        for valued in session.odds().actions:
            if valued.action == "keep" and valued.formula.startswith("next-skips"):
                assert valued.formula.startswith("next-skips: +0, place ")
                return
        session.step()
    raise AssertionError("no such card in this game")


def test_points_that_effects_count_are_in_the_score():
    """Of visible cards exactly; of unseen ones by simulation, near the mean."""

    def odds_of(h):
        return NewSkyjoOdds(Observation(h.game, h.state, h.codes, h.deck, 0))

    bonus = Effect(key="bonus", words={"en": "Bonus"}, score=-4, score_at="top row")
    with_bonus = odds_of(pairs("9:bonus (2)", "3 (4)", "5 (6)", own=[bonus]))
    without = odds_of(pairs("9 (2)", "3 (4)", "5 (6)"))
    assert with_bonus.mean == without.mean - 4
    assert with_bonus.mean_of(1) == without.mean_of(1)
    assert with_bonus.score().expectation == without.score().expectation - 4
    anywhere = dataclasses.replace(bonus, score_at="anywhere")
    hidden = odds_of(pairs("9 (2)", "3 (4:bonus)", "5 (6)", own=[anywhere]))
    assert hidden.mean == without.mean - Fraction(4, 3)
    assert abs(hidden.score().expectation - hidden.mean) < Fraction(1, 10)
