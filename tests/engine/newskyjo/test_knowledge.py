"""A seat's knowledge of the draw pile: never more than it has seen, and all of that.

The model here keeps, for each seat, every way in which the next cards may lie for all it has
seen; None is a card that it knows nothing of.
"""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from skyjo_widget import NEWSKYJO_DECK, Deck, Effect, NewSkyjoRules, Session
from skyjo_widget.engine import games
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.rules import ORDER, PLACE_DRAWN
from skyjo_widget.strategies.conformance import check_game, permute_hidden
from tests.fixtures.random_games import new_game, random_newskyjo_deck, random_newskyjo_rules
from tests.fixtures.tables import DOWN, TWICE, knows, moves, pile, table

LOOK = "(3:peek-three) (2) (3) (4) (5) (6)"


def looks(*depths: int) -> Deck:
    """A deck in which many cards look at so many cards."""
    words = {"en": "Look"}
    effects = [Effect(key=f"peek-{depth}", peek=depth, words=words) for depth in depths]
    kinds = [(value, 4, effect) for value in range(-2, 9) for effect in effects]
    return Deck.from_counts([*((value, 6) for value in range(-2, 9)), *kinds])


# By scenario


def test_who_looks_knows_the_cards_in_the_order_in_which_they_are_put_back():
    """Nobody else knows anything."""
    h = table(DOWN, DOWN, DOWN, draws="3:peek-three 7 8 9 10")
    moves(h, "draw", "keep")
    assert [knows(h, seat) for seat in range(3)] == ["7 8 9", "", ""]
    moves(h, "order 231")
    assert [knows(h, seat) for seat in range(3)] == ["8 9 7", "", ""]


def test_a_card_that_is_drawn_is_known_until_all_have_seen_it():
    """While it is in somebody's hand the others still count it."""
    h = table(LOOK, DOWN, DOWN, draws="7 8 9 10")
    moves(h, "flip a1", "order 123", "draw")
    assert (h.state.seat, knows(h, 0), knows(h, 1)) == (1, "7 8 9", "")
    moves(h, "discard")
    assert knows(h, 0) == "8 9"
    moves(h, "flip a1", "draw", "place a1")
    assert knows(h, 0) == "9"
    moves(h, "draw", "place b1")
    assert knows(h, 0) == ""


def test_a_card_that_is_kept_is_seen_by_all_at_once():
    """Before its effect, which may be a look."""
    h = table(LOOK, DOWN, DOWN, draws="4:peek-three 8 9 10")
    moves(h, "flip a1", "order 123", "draw", "keep")
    assert knows(h, 0) == "8 9"
    assert knows(h, 1) == "8 9 10"


def test_when_somebody_else_puts_them_back_one_knows_which_but_not_how_they_lie():
    """Two of them are among the next three; then, when the third one is drawn, among two."""
    h = table(LOOK, DOWN, DOWN, draws="4:peek-three 8 9 10 11")
    moves(h, "flip a1", "order 123", "draw", "keep")
    moves(h, "order 312", "place a1")
    assert knows(h, 0) == "[8 9 ?]"
    assert knows(h, 1) == "10 8 9"
    moves(h, "draw", "place a1")  # the 10, of which seat 0 knew nothing
    assert knows(h, 0) == "[8 9]"
    moves(h, "draw", "place b1")  # the 8
    assert knows(h, 0) == "9"


def test_ones_own_second_look_tells_the_order_again():
    """All of what is seen, and nothing twice."""
    h = table(
        "(3:peek-three) (2:peek-three) (3) (4) (5) (6)",
        "(2:peek-three) (1) (3) (4) (5) (6)",
        DOWN,
        draws="7 8 9 10",
    )
    moves(h, "flip a1", "order 123", "flip a1", "order 321")
    assert knows(h, 0) == "[7 8 9]"
    moves(h, "take", "place a1", "flip b1")
    assert knows(h, 0) == "9 8 7"
    moves(h, "order 132")
    assert knows(h, 0) == "9 7 8"
    assert knows(h, 1) == "[7 8 9]"


def test_one_card_put_back_is_known_to_lie_where_it_lay():
    """With one card left there is no other order."""
    h = table(LOOK, DOWN, DOWN, draws="4:peek-three 8")
    moves(h, "flip a1", "order 12", "draw", "keep", "order 1")
    assert knows(h, 0) == knows(h, 1) == "8"


def test_a_seat_sees_its_own_knowledge_alone():
    """In an observation the others' parts are empty."""
    h = table(TWICE, DOWN, DOWN, draws="3:peek-three 7 8 9")
    moves(h, "draw", "keep", "order 312")
    session = Session(h, functions={}, writer=None)
    assert session.observation(0).known == [[(9, 1), (7, 2), (8, 3)], [], []]
    for seat in (1, 2):
        assert session.observation(seat).known == [[], [], []]
        assert " known=|| " in str(session.observation(seat))
    assert " known=9@1,7@2,8@3|| " in str(session.observation(0))


def test_an_unordered_list_of_known_cards_tells_nothing_of_their_order():
    """Whatever order somebody else has chosen, the list is the same."""
    seen = set()
    for order in ("123", "132", "213", "231", "312", "321"):
        h = table(
            TWICE.replace("1:next-plays-twice", "3:peek-three"),
            DOWN,
            DOWN,
            draws="4:peek-three 9 8 7",
        )
        moves(h, "flip a1", "order 123", "draw", "keep", f"order {order}")
        session = Session(h, functions={}, writer=None)
        seen.add((knows(h, 0), str(session.observation(0)), str(session.observation(2))))
    assert [text for text, _, _ in seen] == ["[8 9 ?]"]


def test_a_new_draw_pile_is_known_to_nobody():
    """The known card has been drawn before."""
    h = table(LOOK, DOWN, DOWN, draws="7 8")
    moves(h, "flip a1", "order 12", "draw", "place a1", "draw", "place a1")
    assert (pile(h, "draw"), knows(h, 0)) == ([], "")
    moves(h, "draw")
    assert h.needs_shuffle
    h.shuffle(sorted(h.state.draw[: h.state.draw_size]))
    assert [knows(h, seat) for seat in range(3)] == [""] * 3


def test_a_look_at_fewer_cards_leaves_those_below_where_they_are():
    """Of three that lie in order, the first two are mixed, the third is still the third."""
    two = Effect(key="peek-two", peek=2, words={"en": "x"})
    h = table(LOOK, DOWN, DOWN, draws="4:peek-two 7 8 9", own=[two])
    moves(h, "flip a1")
    assert knows(h, 0) == "4:peek-two 7 8"
    moves(h, "order 231", "draw", "place a1")
    h = table(LOOK, "(4:peek-two) (1) (2) (3) (5) (6)", DOWN, draws="7 8 9", own=[two])
    moves(h, "flip a1", "order 123", "flip a1")
    assert (knows(h, 0), knows(h, 1)) == ("7 8 9", "7 8")
    moves(h, "order 21")
    assert (knows(h, 0), knows(h, 1)) == ("[7 8] 9", "8 7")
    moves(h, "draw", "place a1")  # the 8
    assert (knows(h, 0), knows(h, 1)) == ("7 9", "7")


# Against the model


def fits(way, other) -> bool:
    """Return True if a way in which cards may lie leaves open all that another one says."""
    return all(
        card is None or card == there
        for card, there in itertools.zip_longest(way, other, fillvalue=None)
    )


def reduced(ways) -> frozenset:
    """The same knowledge without ways that another one leaves open anyway."""
    short = set()
    for way in ways:
        cut = tuple(way)
        while cut and cut[-1] is None:
            cut = cut[:-1]
        short.add(cut)
    return frozenset(w for w in short if not any(o != w and fits(o, w) for o in short))


class Model:
    """One seat's possible thoughts about the next cards."""

    def __init__(self) -> None:
        self.ways = frozenset({()})

    def sees(self, cards) -> None:
        """Look at the next cards."""
        n = len(cards)
        self.ways = reduced((*cards, *way[n:]) for way in self.ways if fits(way[:n], cards))

    def puts_back(self, order) -> None:
        """Put them in an order, each given by its former place from 0."""
        n = len(order)
        self.ways = reduced((*(way[k] for k in order), *way[n:]) for way in self.ways)

    def others_put_back(self, n) -> None:
        """Somebody else puts so many in any order."""
        padded = [(*way, *[None] * n) for way in self.ways]
        self.ways = reduced(
            (*(way[k] for k in order), *way[n:])
            for way in padded
            for order in itertools.permutations(range(n))
        )

    def laid(self, card) -> None:
        """The next card is laid down for all to see."""
        self.ways = reduced(way[1:] for way in self.ways if not way or way[0] in (None, card))


def claimed(state, seat) -> frozenset:
    """Return the engine's knowledge of a seat, as ways in which the cards may lie."""
    cards, ends = NEWSKYJO.known(state, seat)
    ways, begin = [()], 0
    for end in sorted(set(ends)):
        block = [card for card, to in zip(cards, ends, strict=True) if to == end]
        block += [None] * (end - begin - len(block))
        ways = [(*way, *lying) for way in ways for lying in itertools.permutations(block)]
        begin = end
    return reduced(ways)


def at_random(h, rng):
    """Play a game; yield the state before each decision, None after a shuffle."""
    while not h.over:
        if h.needs_scoring:
            h.score()
        elif h.between_rounds:
            h.begin_round()
        elif h.needs_shuffle:
            order = h.state.draw[: h.state.draw_size]
            shuffle(rng, order, len(order))
            h.shuffle(order)
            yield None
        else:
            before, actions = copy(h.state), h.legal()
            h.act(actions[int(rng.random() * len(actions))])
            yield before


def hold_against_the_model(h, seed: int, *, complete: bool = True) -> int:
    """Play at random; return how many looks there were."""
    looked = 0
    for before in at_random(h, np.random.default_rng(seed)):
        if before is None:
            models = [Model() for _ in h.players]
        else:
            looked += follow(models, before, h)
        if h.needs_shuffle:
            assert not any(h.state.known_size)
            continue
        for seat, model in enumerate(models):
            says, lying = claimed(h.state, seat), coming(h.state)
            assert any(fits(way, lying) for way in says), "not true"
            assert any(fits(way, lying) for way in model.ways), "the model is wrong"
            assert all(any(fits(way, may) for way in says) for may in model.ways), "too much"
            assert says == model.ways or not complete, "not all"
    return looked


def follow(models, before, h) -> bool:
    """Tell each seat's model what it has seen of a decision; whether that began a look."""
    if before.phase == PLACE_DRAWN:
        for model in models:
            model.laid(before.hand)
    if before.phase == ORDER:
        order = [int(digit) - 1 for digit in h.newest().notation.split()[1]]
        for seat, model in enumerate(models):
            if seat == before.on_turn:
                model.puts_back(order)
            else:
                model.others_put_back(len(order))
    if h.state.phase != ORDER:
        return False
    size = len(h.game.action_text(h.legal()[0], h.codes).split()[1])
    models[h.state.on_turn].sees(coming(h.state)[:size])
    return True


def coming(s) -> list[int]:
    """The next cards, one in a hand counted."""
    return [*([s.hand] if s.hand >= 0 else []), *s.draw[: s.draw_size][::-1]]


@pytest.mark.parametrize("players", [3, 5, 8])
def test_a_seat_knows_just_what_it_must(players):
    """With NewSkyjo's deck, and with one of many looks."""
    for deck, least in ((NEWSKYJO_DECK, 1), (looks(3), 20)):
        h = new_game("newskyjo", NewSkyjoRules(rounds=2), players, deck, 1)
        assert hold_against_the_model(h, players) >= least


def test_looks_of_different_depth_leave_nothing_untrue():
    """There a seat may know a little less than it could work out, never more."""
    for seed in range(3):
        h = new_game("newskyjo", NewSkyjoRules(rounds=2), 3 + seed, looks(1, 2, 3), 1)
        assert hold_against_the_model(h, seed, complete=False) > 20


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
def test_a_seat_knows_just_what_it_must_at_any_table(block):
    """Any options, NewSkyjo's deck and any other."""
    looked = 0
    for seed in range(block * 160, block * 160 + 160):
        rng = np.random.default_rng([seed, 6])
        deck, rules = random_newskyjo_deck(rng), random_newskyjo_rules(rng)
        if seed % 4 == 3:
            deck = looks(1, 2, 3)
        players = 3 + seed % 6
        if players * rules.columns * rules.rows < deck.size:
            h = new_game("newskyjo", rules, players, deck, seed)
            depths = {effect.peek for effect in deck.effects.values()} - {0}
            looked += hold_against_the_model(h, seed, complete=len(depths) < 2)
    assert looked > 1000


def test_what_is_swapped_behind_a_seats_back_leaves_what_it_knows():
    """The conformance suite's swap, at many moments: in order, and among the next so many."""
    h = new_game("newskyjo", NewSkyjoRules(rounds=2), 4, looks(3), 1)
    rng, kinds = np.random.default_rng(1), set()
    for _ in at_random(h, rng):
        for seat in range(4):
            other = copy(h.state)
            permute_hidden(NEWSKYJO, other, h.codes, seat, rng)
            says = claimed(h.state, seat)
            assert any(fits(way, coming(other)) for way in says)
            kinds.add((len(says) > 1, coming(other)[:3] != coming(h.state)[:3]))
    assert kinds == {(False, False), (False, True), (True, False), (True, True)}


# Unknown cards may be anything


def test_what_a_seat_sees_does_not_hang_on_what_it_cannot_know(monkeypatch):
    """The contract of a game, with decks in which many cards look."""
    for seed, deck in enumerate((looks(3), looks(1, 2, 3))):
        monkeypatch.setitem(games.GAMES, "newskyjo", dataclasses.replace(NEWSKYJO, deck=deck))
        check_game("newskyjo", seats=3 + seed, games=1, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 9))
def test_what_a_seat_sees_does_not_hang_on_what_it_cannot_know_at_any_table(monkeypatch, players):
    """The same, with any options and decks."""
    for seed in range(60):
        rng = np.random.default_rng([seed, players])
        deck, rules = random_newskyjo_deck(rng), random_newskyjo_rules(rng)
        if players * rules.columns * rules.rows < deck.size:
            monkeypatch.setitem(games.GAMES, "newskyjo", dataclasses.replace(NEWSKYJO, deck=deck))
            check_game("newskyjo", seats=players, games=1, seed=seed, rules=rules)
