"""Skip-Bo by scenario: each test holds a sentence of docs/rules-skipbo.md.

Teams and penalties are in ``test_teams.py``, options and what is refused in
``test_options.py``.  Most tables have a deck of just the cards that are named,
so that a low number completes a pile.
"""

from __future__ import annotations

from collections import Counter

import pytest

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
from skyjo_widget.engine.skipbo.rules import GAME_OVER, ROUND_OVER
from tests.fixtures.tables import (
    UP_TO_11,
    begun,
    building,
    discards,
    drawn_from,
    hand,
    legal,
    moves,
    pile,
    plays,
    put_in_order,
    skip_bo,
    stock,
)

ONES = Deck.from_counts([(1, 3)])
"""With one card for each stock pile, two players end a round with its first card."""


def cut(players, cards, **options):
    """A game in which these are the cards for the cut, about to be dealt."""
    h = begun("skip-bo", players, **options)
    put_in_order(h, cards)
    return h


# The table


def test_the_deck_has_162_cards():
    """1 to 12 twelve times each, and 18 wild ones."""
    assert SKIPBO_DECK.size == 162
    counts = {card.card: card.count for card in SKIPBO_DECK.kinds}
    assert counts == {**dict.fromkeys(range(1, 13), 12), "wild": 18}
    assert begun("skip-bo", 2).deck == SKIPBO_DECK


def test_nobody_sees_what_lies_in_a_stock_pile_and_only_the_owner_a_hand():
    """Stock tops, sizes, building and discard piles are seen by all."""
    h = skip_bo("1 4", "2 3", hands="1 wild | 2", building="1", discards="2 1", draw="3", hand=2)
    for seat in (NOBODY, 0, 1):
        seen = observe(h.state, seat)
        assert not hasattr(seen, "stock")
        assert not hasattr(seen, "draw")
        for name in (
            *("stock_top", "stock_left", "hand_size", "draw_size"),
            *("building", "discards", "completed"),
        ):
            assert getattr(seen, name) == getattr(h.state, name)
        for owner in (0, 1):
            assert (seen.hand[owner] == h.state.hand[owner]) == (owner == seat)


# The cut for the deal


@pytest.mark.parametrize(
    ("players", "cards", "dealer"),
    [
        (2, "5 9", 1),
        (3, "5 12 11", 1),
        (3, "wild 3 5 7", 2),
        (3, "wild wild 9 5 7", 0),
        (3, "1 wild 2 wild 3", 2),
        (3, "9 9 5 3 4", 1),
        (3, "9 9 5 4 3", 0),
        (3, "9 5 9 1 2", 2),
        (3, "9 5 9 2 1", 0),
        (3, "9 9 9 5 5 1 2 3", 1),
        (3, "9 9 1 wild 3 2", 0),
        (4, "3 wild 8 8 2 wild wild 1 7", 2),
        (6, "1 2 3 4 5 6", 5),
        (6, "6 6 6 6 6 6 1 2 3 2 3 1 8 7", 2),
    ],
)
def test_the_highest_cut_deals(players, cards, dealer):
    """A wild card is cut again at once; those who tie cut again, in order of their seats."""
    h = cut(players, cards)
    assert h.state.dealer == dealer


@pytest.mark.parametrize(
    ("players", "counts", "cards", "dealer"),
    [
        (2, {1: 3}, "1 1 1", 0),
        (2, {1: 4}, "1 1 1 1", 0),
        (2, {1: 1, "wild": 4}, "wild wild wild wild 1", 0),
        (2, {1: 1, "wild": 4}, "1 wild wild wild wild", 0),
        (3, {1: 3, 2: 2}, "1 2 2 1 1", 1),
        (3, {1: 2, 2: 2, "wild": 2}, "1 2 2 1 wild wild", 1),
        (3, {1: 2, 2: 2, "wild": 2}, "1 2 2 wild 1 wild", 1),
        (3, {1: 2, 2: 3}, "2 1 2 1 2", 2),
    ],
)
def test_if_the_deck_runs_out_the_lowest_seat_of_those_still_in_it_deals(
    players, counts, cards, dealer
):
    """However far they got with their last cut; one that is decided by the last card counts."""
    deck = Deck.from_counts(counts.items())
    assert cut(players, cards, deck=deck, stock=1, hand=1).state.dealer == dealer


def test_the_cut_cards_go_back():
    """The whole deck is shuffled for the deal."""
    h = cut(2, "5 9")
    assert h.needs_shuffle
    assert [event["for"] for event in h.events[1:]] == ["cut"]
    assert Counter(h.state.draw[: h.state.draw_size]) == {
        card: kind.count for card, kind in enumerate(SKIPBO_DECK.kinds)
    }
    put_in_order(h)
    assert [event["for"] for event in h.events[1:]] == ["cut", "deal"]


def test_the_deal_passes_to_the_left_after_each_round():
    """The seat to the left of the dealer starts; there is one cut only."""
    deck = Deck.from_counts([(1, 4)])
    h = cut(3, "1 1 1", deck=deck, stock=1, hand=1)
    for number, dealer in enumerate((0, 1, 2, 0), start=1):
        if h.between_rounds:
            h.begin_round()
        put_in_order(h)
        starter = (dealer + 1) % 3
        assert (h.state.round, h.state.dealer, h.state.starter) == (number, dealer, starter)
        assert h.actor == starter
        moves(h, "play stock b1")
        assert h.between_rounds
        assert h.state.ender == starter
    assert [event["for"] for event in h.events if event["event"] == "shuffle"] == [
        "cut",
        *["deal"] * 4,
    ]


# The deal


@pytest.mark.parametrize(
    ("players", "options", "cards"),
    [
        *((players, {}, 30) for players in (2, 3, 4)),
        *((players, {}, 20) for players in (5, 6)),
        *((players, {"short": True}, 10) for players in (2, 6)),
        *((players, {"stock": 7}, 7) for players in (2, 5)),
        (4, {"teams": True}, 30),
        (6, {"teams": True}, 20),
        (4, {"teams": True, "short": True}, 10),
    ],
)
def test_how_many_cards_a_stock_pile_has(players, options, cards):
    """By players and options; who starts has drawn five of the others, the rest is drawn from."""
    h = cut(players, " ".join(str(seat + 1) for seat in range(players)), **options)
    put_in_order(h)
    assert h.state.stock_left[:players] == [cards] * players
    assert h.state.hand_size[:players] == [5] + [0] * (players - 1)
    assert h.state.draw_size == 162 - players * cards - 5
    assert building(h) == discards(h, 0) == discards(h, players - 1) == [""] * 4


def test_the_stock_piles_are_dealt_seat_by_seat():
    """Each pile's last card is its top; then whoever starts draws."""
    h = cut(3, "1 12 2", stock=2)
    put_in_order(h, "1 2 3 4 5 6 7 11 9 10 8 wild 12")
    assert [stock(h, seat) for seat in range(3)] == ["1 2", "3 4", "5 6"]
    assert (h.state.dealer, h.state.starter, h.actor) == (1, 2, 2)
    assert [hand(h, seat) for seat in range(3)] == ["", "", "7 8 9 10 11"]
    assert drawn_from(h).split()[:2] == ["wild", "12"]


# Turns


def test_turns_go_to_the_left():
    """From the seat left of the dealer on, one turn each."""
    h = cut(3, "1 12 2", stock=2)
    put_in_order(h, "1 2 3 4 5 6 7 8 8 8 8")
    for turn, seat in enumerate((2, 0, 1, 2, 0), start=1):
        assert (h.actor, h.state.turn) == (seat, turn)
        moves(h, legal(h)[-1])
    assert h.state.turns[:3] == [2, 2, 2]


def test_at_the_start_of_a_turn_one_draws_until_the_hand_is_full():
    """Only as many as are missing, in the order of the pile; the hand is kept sorted."""
    h = skip_bo("4", "4", hands="1 | 3 wild", draw="4 2 1", hand=4)
    moves(h, "discard 1 d1")
    assert hand(h, 1) == "2 3 4 wild"
    assert drawn_from(h) == "1"


def test_who_has_a_full_hand_draws_nothing():
    """At the start of a turn."""
    h = skip_bo("4", "4", hands="1 | 2 3", draw="4", hand=2)
    moves(h, "discard 1 d1")
    assert (hand(h, 1), drawn_from(h)) == ("2 3", "4")


# Play


def test_a_building_pile_takes_its_next_number_or_a_wild_card():
    """An empty place a 1 or a wild card."""
    h = skip_bo("5", "5", hands="1 2 3 4 wild", building="1 | 1 2 | wild 2 3 | ")
    assert plays(h) == {
        *("play 2 b1", "play 3 b2", "play 4 b3", "play 1 b4"),
        *(f"play wild b{b}" for b in (1, 2, 3, 4)),
    }


def test_a_card_of_the_stock_pile():
    """The next one is then turned up, and may be played as well."""
    h = skip_bo("4 3 2", "4", hands="4 4 4 4 4", building="1")
    assert plays(h) == {"play stock b1"}
    moves(h, "play stock b1")
    assert (stock(h, 0), building(h)) == ("4 3", ["1 2", "", "", ""])
    assert h.deck.card_text(h.state.stock_top[0]) == "3"
    assert h.events[-1]["source_pile"] == "stock"
    moves(h, "play stock b1")
    assert (stock(h, 0), building(h)) == ("4", ["1 2 3", "", "", ""])
    assert hand(h, 0) == "4 4 4 4 4"


def test_the_top_of_a_discard_pile_of_ones_own():
    """A card below is seen only once it has become the top; nobody else's."""
    h = skip_bo("4", "4 2", hands="4 4", discards="3 1 2 / 4 / 3 2 | 2", building="1", hand=2)
    assert plays(h) == {"play d1 b1", "play d3 b1"}
    moves(h, "play d1 b1")
    assert discards(h, 0) == ["3 1", "4", "3 2", ""]
    assert building(h)[0] == "1 2"
    assert h.events[-1]["source_pile"] == "d1"
    assert plays(h) == {"play d1 b2", "play d1 b3", "play d1 b4"}
    moves(h, "play d1 b2", "play d3 b2", "play d1 b1", "play d2 b1")
    assert discards(h, 0) == ["", "", "3", ""]
    assert plays(h) == {"play d3 b2"}


def test_a_card_of_the_hand():
    """Equal ones are one choice."""
    h = skip_bo("4", "4", hands="2 2 3", building="1", hand=3)
    assert [text for text in legal(h) if text.startswith("play")] == ["play 2 b1"]
    moves(h, "play 2 b1")
    assert (hand(h, 0), building(h)[0]) == ("2 3", "1 2")
    assert h.events[-1]["source_pile"] is None
    assert plays(h) == {"play 3 b1"}


def test_one_may_play_as_many_cards_as_one_likes():
    """From everywhere, in any order, in one turn."""
    h = skip_bo("6 4", "6", hands="2 5 6", discards="3 1", hand=3)
    moves(h, "play d1 b4", "play 2 b4", "play d1 b4", "play stock b4", "play 5 b4")
    assert (h.actor, h.state.turn) == (0, 1)
    assert building(h) == ["", "", "", "1 2 3 4 5"]


def test_a_wild_card_stands_for_the_number_that_is_due():
    """The next number goes on it."""
    h = skip_bo("5 2", "5", hands="3 4 wild", building="1", hand=3)
    moves(h, "play wild b1")
    assert building(h)[0] == "1 wild"
    assert (h.events[-1]["card_in"], h.events[-1]["played_as"]) == ("wild", 2)
    assert plays(h) == {"play 3 b1"}
    moves(h, "play 3 b1")
    assert h.events[-1]["played_as"] == 3
    assert plays(h) == {"play 4 b1"}


def test_a_wild_card_begins_a_pile():
    """On any empty place; a 2 is due then."""
    h = skip_bo("3", "3", hands="1 2 wild", hand=3)
    assert plays(h) == {f"play {card} b{b}" for card in ("1", "wild") for b in (1, 2, 3, 4)}
    moves(h, "play wild b3")
    assert building(h) == ["", "", "wild", ""]
    assert plays(h) == {"play 2 b3", "play 1 b1", "play 1 b2", "play 1 b4"}


def test_wild_cards_may_follow_each_other():
    """From the stock pile, a discard pile and the hand."""
    h = skip_bo("4 3 wild", "1 2", hands="2 wild", discards="wild", hand=2)
    moves(h, "play stock b1", "play d1 b1", "play wild b1")
    assert building(h)[0] == "wild wild wild"
    assert h.events[-1]["played_as"] == 3


# A completed pile, an empty hand


@pytest.mark.parametrize("last", ["12", "wild"])
def test_a_pile_that_reaches_12_is_set_aside(last):
    """By a 12 or a wild card; its place is free."""
    h = skip_bo("12 11", "12 11", hands=f"1 {last}", building=f"1 | {UP_TO_11}", hand=2)
    moves(h, f"play {last} b2")
    assert h.events[-1]["completed"] is True
    assert building(h) == ["1", "", "", ""]
    assert Counter(map(str, pile(h, "completed"))) == Counter([*UP_TO_11.split(), last])
    assert plays(h) == {"play 1 b2", "play 1 b3", "play 1 b4"}


def test_with_a_deck_of_ones_own_its_highest_number_completes_a_pile():
    """The numbers below don't; here it is 3."""
    h = skip_bo("2 3", "3 3", hands="1 1 2", hand=3)
    moves(h, "play 1 b1", "play 2 b1")
    assert (building(h)[0], pile(h, "completed")) == ("1 2", [])
    moves(h, "play stock b1")
    assert (building(h)[0], sorted(pile(h, "completed"))) == ("", [1, 2, 3])


def test_who_has_played_out_the_hand_draws_a_full_one_and_goes_on():
    """In the same turn, and not before the hand is empty."""
    h = skip_bo("4", "4", hands="1 2", draw="3 1 4", hand=2)
    moves(h, "play 1 b1")
    assert (hand(h, 0), drawn_from(h)) == ("2", "3 1 4")
    moves(h, "play 2 b1")
    assert (hand(h, 0), drawn_from(h)) == ("1 3", "4")
    assert (h.actor, h.state.turn, h.state.turns[:2]) == (0, 1, [1, 0])
    moves(h, "play 3 b1")


# The end of a turn


def test_a_turn_ends_with_a_discard_on_a_pile_of_ones_own():
    """Any card of the hand, any of the piles; it lies on top of what is there."""
    h = skip_bo("4 4", "4", hands="2 3 | 1 1", discards="/ 4", hand=2)
    assert set(legal(h)) == {f"discard {card} d{d}" for card in (2, 3) for d in (1, 2, 3, 4)}
    moves(h, "discard 3 d2")
    assert discards(h, 0) == ["", "4 3", "", ""]
    assert discards(h, 1) == [""] * 4
    assert hand(h, 0) == "2"
    assert (h.actor, h.state.turn) == (1, 2)
    assert (h.events[-1]["card_in"], h.events[-1]["played_as"]) == (3, None)


def test_a_wild_card_may_be_discarded_and_played_later():
    """It stands for any number then."""
    h = skip_bo("4 4", "4", hands="wild | 2", building="1", draw="3", hand=1)
    moves(h, "discard wild d1")
    assert discards(h, 0)[0] == "wild"
    moves(h, "discard 2 d1")
    assert plays(h) == {f"play d1 b{b}" for b in (1, 2, 3, 4)}
    moves(h, "play d1 b1")
    assert h.events[-1]["played_as"] == 2
    moves(h, "play 3 b1")


def test_one_may_stop_though_something_could_be_played():
    """The stock pile's top card too."""
    h = skip_bo("3 1", "3", hands="1 2", hand=2)
    assert "play stock b1" in plays(h)
    moves(h, "discard 1 d1")
    assert h.actor == 1


def test_only_with_an_empty_hand_one_may_pass():
    """And only where there is nothing to draw is a hand ever empty."""
    h = skip_bo("3 2", "3", hands="1", building="1", discards="3", hand=1)
    assert "pass" not in legal(h)
    moves(h, "play 1 b2")
    assert hand(h, 0) == ""
    assert set(legal(h)) == {"play stock b1", "play stock b2", "pass"}
    moves(h, "play stock b1")
    assert set(legal(h)) == {"play stock b1", "play d1 b1", "pass"}
    moves(h, "pass")
    assert h.actor == 1
    event = h.events[-1]
    assert (event["action"], event["source"], event["card_in"]) == ("pass", None, None)


# The draw pile


def test_the_completed_piles_are_shuffled_in_the_middle_of_drawing():
    """The rest of the hand comes from them."""
    h = skip_bo("4", "4", hands="3 | 2", draw="1", completed="1 2 3 4", hand=3)
    moves(h, "discard 3 d1")
    assert h.needs_shuffle
    assert h.actor is None
    assert hand(h, 1) == "1 2"
    assert sorted(pile(h, "draw")) == [1, 2, 3, 4]
    put_in_order(h, "4 2")
    assert h.events[-1]["for"] == "draw"
    assert (hand(h, 1), drawn_from(h), pile(h, "completed")) == ("1 2 4", "2 3 1", [])
    assert (h.actor, h.state.turn) == (1, 2)


def test_they_are_not_shuffled_before_a_card_must_be_drawn():
    """The last card of the draw pile was enough."""
    h = skip_bo("4", "4", hands="3 | 2", draw="1 3", completed="1 2 3 4", hand=3)
    moves(h, "discard 3 d1")
    assert not h.needs_shuffle
    assert (hand(h, 1), drawn_from(h)) == ("1 2 3", "")
    assert pile(h, "completed") == [4, 3, 2, 1]


def test_a_wild_card_of_a_completed_pile_is_wild_again():
    """It stood for a 2 before."""
    h = skip_bo("2", "2", hands="3 | ", completed="1 wild 3 4", hand=1)
    moves(h, "discard 3 d1")
    put_in_order(h, "wild")
    assert hand(h, 1) == "wild"
    assert plays(h) == {f"play wild b{b}" for b in (1, 2, 3, 4)}


def test_without_completed_piles_the_hand_stays_short():
    """The turn goes on as usual; building piles that aren't complete are left alone."""
    h = skip_bo("4", "4", hands="3 | 2", draw="1", building="1 2", hand=3)
    moves(h, "discard 3 d1")
    assert (h.actor, hand(h, 1)) == (1, "1 2")
    assert "pass" not in legal(h)
    moves(h, "discard 2 d1")
    assert (h.actor, hand(h, 0)) == (0, "")
    assert set(legal(h)) == {"play d1 b1", "pass"}


def test_the_hand_may_stay_short_after_a_shuffle_too():
    """All completed cards are drawn; no second shuffle is asked for."""
    h = skip_bo("3", "3", hands="3 | 1", completed="1 2 3")
    moves(h, "discard 3 d1")
    put_in_order(h)
    assert (h.actor, hand(h, 1), h.state.draw_size) == (1, "1 1 2 3", 0)


def test_a_pile_just_completed_counts():
    """It is set aside before its player draws, from nothing else here."""
    h = skip_bo("3 2", "2", hands="4", building="1 2 3", hand=2)
    moves(h, "play 4 b1")
    assert h.needs_shuffle
    assert building(h)[0] == ""
    put_in_order(h, "3 1")
    assert (hand(h, 0), drawn_from(h)) == ("1 3", "4 2")
    assert (h.actor, h.state.turn) == (0, 1)


def test_a_pile_completed_from_the_table_fills_an_empty_hand():
    """After each card played, wherever it came from."""
    for stocks, discarded, action in (
        (("2 4", "2"), "", "play stock b1"),
        (("2", "2"), "4", "play d1 b1"),
    ):
        h = skip_bo(*stocks, discards=discarded, building="1 2 3", hand=2)
        assert set(legal(h)) == {action, "pass"}
        moves(h, action)
        put_in_order(h, "2 4")
        assert (h.actor, h.state.turn, hand(h, 0)) == (0, 1, "2 4")


# The end of a round


def test_the_last_card_of_a_stock_pile_ends_the_round_at_once():
    """Nothing is discarded; nobody else has a turn."""
    h = skip_bo("1", "2 2", hands="1 2 | 2", draw="2", hand=2)
    moves(h, "play stock b2")
    assert h.state.phase == ROUND_OVER
    assert (h.state.ender, h.actor, legal(h)) == (0, None, [])
    assert (hand(h, 0), discards(h, 0), drawn_from(h)) == ("1 2", [""] * 4, "2")
    assert h.state.turns[:2] == [1, 0]


def test_the_end_comes_before_an_empty_hand_is_filled_and_after_a_pile_is_set_aside():
    """Nothing is shuffled or drawn then."""
    h = skip_bo("4", "2 3", building="1 2 3", hand=2)
    moves(h, "play stock b1")
    assert h.state.phase == ROUND_OVER
    assert (building(h)[0], sorted(pile(h, "completed"))) == ("", [1, 2, 3, 4])
    assert (hand(h, 0), h.state.draw_size) == ("", 0)


def test_the_last_card_of_a_hand_or_a_discard_pile_ends_nothing():
    """Only the stock pile counts."""
    h = skip_bo("2", "2", hands="1", discards="1", hand=1)
    moves(h, "play 1 b1", "play d1 b2")
    assert h.actor == 0


# Nobody can go on


def test_turns_in_which_nobody_moves_a_card_end_the_round():
    """As many as there are players; nobody wins, there are no points, and the deal passes."""
    h = skip_bo("2 3", "1 3", building="1", hand=1)
    assert legal(h) == ["pass"]
    moves(h, "pass")
    assert (h.actor, legal(h)) == (1, ["pass"])
    moves(h, "pass")
    assert h.state.phase == ROUND_OVER
    assert h.state.ender == NOBODY
    assert (h.state.score[:2], h.state.total[:2]) == ([0, 0], [0, 0])
    event = h.events[-1]
    assert (event["ender"], event["cards_left"], event["score"]) == (None, [2, 2], [0, 0])
    assert (h.state.dealer, h.state.starter) == (1, 0)
    h.begin_round()
    put_in_order(h)
    assert (h.state.dealer, h.state.starter, h.actor) == (0, 1, 1)


def test_idle_turns_are_counted_across_players_from_whoever_began():
    """A card that is played begins the count anew; one that could be played doesn't."""
    h = skip_bo("1 3", "3 2", "2 3", building="1", hand=1)
    moves(h, "pass", "play stock b1", "pass")
    assert plays(h) == {"play stock b1"}
    for seat in (2, 0, 1):
        assert h.actor == seat
        moves(h, "pass")
    assert h.state.phase == ROUND_OVER
    assert h.state.turns[:3] == [2, 2, 1]
    assert h.state.ender == NOBODY


def test_a_discard_begins_the_count_of_idle_turns_anew():
    """Its turn isn't idle."""
    h = skip_bo("1 3", "2 3", "1 3", hands="| 3", building="1", hand=1)
    moves(h, "pass", "discard 3 d1")
    for seat in (2, 0, 1):
        assert h.actor == seat
        moves(h, "pass")
    assert h.state.phase == ROUND_OVER


def test_the_count_of_idle_turns_begins_anew_with_a_round():
    """The rest of a round is forgotten."""
    h = skip_bo("2 3", "1 2", building="1", hand=1)
    moves(h, "pass", "play stock b1", "play stock b2")
    assert h.state.ender == 1
    h.begin_round()
    put_in_order(h, "3 2 1")
    assert h.state.idle_turns == 0


# Score


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_winner_gets_25_and_5_for_each_card_of_the_opponents(players):
    """The others get nothing; hands and discard piles don't count."""
    left = [0, 3, 1, 4, 2, 5][:players]
    others = ["2 " * count for count in left[1:]]
    h = skip_bo("1", *others, hands="2 | 2", discards="2 | 2 2", hand=1)
    moves(h, "play stock b1")
    points = 25 + 5 * sum(left)
    assert h.rounds[-1].facts["cards_left"] == left
    assert h.state.score[:players] == h.state.total[:players] == [points] + [0] * (players - 1)
    event = h.events[-1]
    assert (event["ender"], event["score"], event["winners"]) == (0, h.state.score[:players], None)


@pytest.mark.parametrize(("before", "over"), [(469, False), (470, True), (480, True)])
def test_the_game_ends_when_somebody_reaches_500(before, over):
    """30 points are added; the highest total wins."""
    h = skip_bo("1", "2", hands="2 | 2", hand=1)
    h.state.total[:2] = [before, 499]
    moves(h, "play stock b1")
    assert h.state.total[:2] == [before + 30, 499]
    assert h.state.phase == (GAME_OVER if over else ROUND_OVER)
    assert h.events[-1]["winners"] == ([0] if over else None)


def test_a_single_round():
    """Whatever its points."""
    h = skip_bo("1", "2", hands="2 | 2", hand=1, rounds=1)
    moves(h, "play stock b1")
    assert h.state.phase == GAME_OVER
    assert h.events[-1]["winners"] == [0]


def test_totals_add_up_and_equal_highest_ones_share_the_win():
    """Each of two players wins one of two rounds; with the target alone the game goes on."""
    for rounds in (2, None):
        h = cut(2, "1 1 1", deck=ONES, stock=1, hand=1, rounds=rounds)
        put_in_order(h)
        moves(h, "play stock b1")
        assert (h.state.phase, h.state.total[:2]) == (ROUND_OVER, [0, 30])
        h.begin_round()
        put_in_order(h)
        moves(h, "play stock b1")
        assert (h.state.score[:2], h.state.total[:2]) == ([30, 0], [30, 30])
        assert h.state.phase == (GAME_OVER if rounds else ROUND_OVER)
        assert h.events[-1]["winners"] == ([0, 1] if rounds else None)


def test_the_target_may_be_reached_before_the_last_round():
    """Whichever comes first."""
    h = cut(2, "1 1 1", deck=ONES, stock=1, hand=1, rounds=3, target=30)
    put_in_order(h)
    moves(h, "play stock b1")
    assert (h.state.phase, h.events[-1]["winners"]) == (GAME_OVER, [1])


def test_if_nobody_has_a_point_nobody_has_won():
    """A single round in which nobody could go on."""
    h = skip_bo("2 3", "1 3", building="1", hand=1, rounds=1)
    moves(h, "pass", "pass")
    assert h.state.phase == GAME_OVER
    assert h.events[-1]["winners"] == []
