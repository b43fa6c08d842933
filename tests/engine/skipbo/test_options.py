"""The options of Skip-Bo, and what can't be played (docs/rules-skipbo.md)."""

from __future__ import annotations

import dataclasses

import pytest

from skyjo_widget import (
    NEWSKYJO_DECK,
    SKYJO_DECK,
    Deck,
    NewSkyjoRules,
    RulesError,
    SkipBoRules,
    play,
)
from skyjo_widget.engine.skipbo.rules import GAME_OVER, ROUND_OVER
from skyjo_widget.errors import IllegalActionError
from tests.fixtures.tables import (
    begun,
    building,
    discards,
    hand,
    legal,
    moves,
    plays,
    put_in_order,
    refused,
    skip_bo,
)

PEOPLE = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil"]

# Options


def test_the_options_are_those_of_the_rules_page():
    """Each by name, with its default."""
    assert dataclasses.asdict(SkipBoRules()) == {
        "teams": False,
        "short": False,
        "stock": None,
        "hand": 5,
        "building_piles": 4,
        "discard_piles": 4,
        "piles_down": False,
        "target": 500,
        "rounds": None,
        "win_points": 25,
        "card_points": 5,
    }
    assert begun("skip-bo", 2).rules == SkipBoRules()


@pytest.mark.seconds
def test_every_option_can_be_changed_alone():
    """Each gives rules that differ in just that field, and a round that comes to its end."""
    others = {
        "teams": True,
        "short": True,
        "stock": 3,
        "hand": 3,
        "building_piles": 2,
        "discard_piles": 2,
        "piles_down": True,
        "target": 40,
        "rounds": 1,
        "win_points": 10,
        "card_points": 1,
    }
    usual = dataclasses.asdict(SkipBoRules())
    assert set(others) == set(usual)
    for name, value in others.items():
        session = play(
            "skip-bo", ["bot:greedy"] * 4, record=False, display=False, seed=1, **{name: value}
        )
        session.run()
        assert len(session.log.rounds) == 4, name
        assert dataclasses.asdict(session.rules) == {**usual, name: value}


def test_a_hand_of_another_size():
    """At the start of a turn, and when it has been played out."""
    h = skip_bo("4", "4", hands="1", draw="2 3 2 4 3 1", hand=3)
    moves(h, "play 1 b1")
    assert hand(h, 0) == "2 2 3"
    moves(h, "discard 3 d1")
    assert hand(h, 1) == "1 3 4"


def test_fewer_places_for_building_piles():
    """A card for which there is no place isn't played."""
    h = skip_bo("4 1", "4", hands="1 2 3", hand=3, building_piles=1)
    assert plays(h) == {"play stock b1", "play 1 b1"}
    moves(h, "play 1 b1")
    assert building(h) == ["1"]
    assert plays(h) == {"play 2 b1"}


def test_fewer_places_for_discard_piles():
    """A seat's are its own all the same."""
    h = skip_bo("3", "3", hands="1 2 | 1", hand=2, discard_piles=1)
    assert {text for text in legal(h) if "discard" in text} == {"discard 1 d1", "discard 2 d1"}
    moves(h, "discard 2 d1", "discard 1 d1", "discard 1 d1")
    assert [discards(h, seat) for seat in (0, 1)] == [["2 1"], ["1"]]
    assert plays(h) == {f"play d1 b{b}" for b in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("options", "score"),
    [({"win_points": 0}, 15), ({"card_points": 0}, 25), ({"win_points": 7, "card_points": 2}, 13)],
)
def test_other_points(options, score):
    """Three cards are left."""
    h = skip_bo("1", "2 2 2", hands="2", hand=1, **options)
    moves(h, "play stock b1")
    assert h.state.score[:2] == [score, 0]


def test_another_target():
    """30 points are made."""
    for target, phase in ((30, GAME_OVER), (31, ROUND_OVER)):
        h = skip_bo("1", "2", hands="2", hand=1, target=target)
        moves(h, "play stock b1")
        assert h.state.phase == phase


def test_several_rounds():
    """The last one ends the game."""
    deck = Deck.from_counts([(1, 3)])
    h = begun("skip-bo", 2, deck=deck, stock=1, hand=1, rounds=3)
    put_in_order(h)
    for number in (1, 2, 3):
        if number > 1:
            h.begin_round()
        put_in_order(h)
        moves(h, "play stock b1")
        assert h.state.round == number
        assert h.over == (number == 3)
    assert h.events[-1]["winners"] == [1]


@pytest.mark.parametrize(
    ("counts", "highest"),
    [([(1, 8)], 1), ([(1, 4), ("wild", 4)], 1), ([(n, 1) for n in range(1, 31)], 30)],
)
def test_a_deck_of_ones_own(counts, highest):
    """With or without wild cards; its highest number completes a pile."""
    h = begun("skip-bo", 2, deck=Deck.from_counts(counts), stock=1)
    assert h.codes.highest == highest


def test_one_full_hand_must_be_left_after_the_deal():
    """No more than that."""
    deck = Deck.from_counts([(1, 3), (2, 3), (3, 3)])
    h = begun("skip-bo", 2, deck=deck, stock=2)
    put_in_order(h)
    put_in_order(h)
    assert (h.state.hand_size[h.actor], h.state.draw_size) == (5, 0)
    with pytest.raises(RulesError, match="enough for stock piles of 2"):
        play("skip-bo", PEOPLE[:2], display=False, deck=deck, stock=3)


# Options that can't be played


@pytest.mark.parametrize(
    ("players", "options", "says"),
    [
        (1, {}, "Skip-Bo is played by 2 to 6 players, not 1"),
        (7, {}, "Skip-Bo is played by 2 to 6 players, not 7"),
        *(
            (players, {"teams": True}, f"teams of two are played by 4 or 6 players, not {players}")
            for players in (2, 3, 5)
        ),
        (2, {"stock": 79}, "2 stock piles of 79 cards and a hand of 5 are 163 cards.* holds 162"),
        (6, {"stock": 30}, "enough for stock piles of 26"),
        (6, {"deck": Deck.from_counts([(1, 124)])}, "6 stock piles of 20 .* the deck holds 124"),
        (2, {"stock": 7, "short": True}, "stock=7 and short=True: .* give one of the two"),
        (2, {"stock": 10, "short": True}, "stock=10 and short=True"),
        *(
            (2, {name: value}, f"{name}={value} is outside {bounds}")
            for name, values, bounds in (
                ("stock", (0, -1, 121), "1 to 120"),
                ("hand", (0, 11), "1 to 10"),
                ("building_piles", (0, 5), "1 to 4"),
                ("discard_piles", (0, 5), "1 to 4"),
                ("target", (0, 1_000_001), "1 to 1000000"),
                ("rounds", (0, 1001), "1 to 1000"),
                ("win_points", (-1, 10_001), "0 to 10000"),
                ("card_points", (-1, 10_001), "0 to 10000"),
            )
            for value in values
        ),
        (2, {"win_points": 0, "card_points": 0}, "win_points=0 and card_points=0: nobody could"),
        (2, {"teams": 1}, "teams=1: it is True or False"),
        (2, {"short": "yes"}, "short='yes': it is True or False"),
        (2, {"short": None}, "short=None: it is True or False"),
        (2, {"stock": 2.5}, "stock=2.5 is no whole number"),
        (2, {"stock": True}, "stock=True is no whole number"),
        (2, {"hand": None}, "hand=None is no whole number"),
        (2, {"rounds": "1,5"}, "rounds='1,5' is no whole number"),
        (2, {"columns": 4}, "'columns' is no option of Skip-Bo; there are teams, short, stock"),
        (2, {"rules": NewSkyjoRules()}, "skip-bo needs a SkipBoRules"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(players, options, says):
    """And no record is begun."""
    with pytest.raises(RulesError, match=says):
        play("skip-bo", PEOPLE[:players], display=False, **options)


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        (Deck.from_counts([(1, 50), (2, 50), (4, 50)]), "each number from 1 .* has 1, 2, 4"),
        (Deck.from_counts([(2, 50), (3, 50)]), "this one has 2, 3"),
        (Deck.from_counts([(0, 50), (1, 50)]), "this one has 0, 1"),
        (Deck.from_counts([(-1, 50), (1, 50)]), "this one has -1, 1"),
        (Deck.from_counts([("wild", 100)]), "this one has none"),
        (Deck.from_counts([(n, 3) for n in range(1, 32)]), "1 to its highest, which is 30 at most"),
        (Deck.from_counts([(1, 50), (2, 50, "reverse")]), "Skip-Bo has no effects.* this deck has"),
        (NEWSKYJO_DECK, "Skip-Bo has no effects"),
        (SKYJO_DECK, "this one has -2, -1, 0, 1"),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused_with_a_sentence(deck, says):
    """A gap, numbers below 1 or above 30, nothing but wild cards, effects."""
    with pytest.raises(RulesError, match=says):
        play("skip-bo", PEOPLE[:2], display=False, deck=deck)


def test_the_other_games_take_no_wild_cards():
    """Nor does what they can play depend on the options here."""
    deck = Deck.from_counts([*SKYJO_DECK.counts, ("wild", 1)])
    for preset in ("skyjo", "newskyjo"):
        with pytest.raises(RulesError, match="wild"):
            play(preset, PEOPLE[:3], display=False, deck=deck)
    with pytest.raises(RulesError, match="'teams' is no option of Skyjo"):
        play("skyjo", PEOPLE[:4], display=False, teams=True)


# Refusals at the table


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("play 3 b1", "the building pile b1 needs 2, and this is 3"),
        ("play 2 b2", "the building pile b2 needs 1, and this is 2"),
        ("play 2 b3", "the building pile b3 needs 4, and this is 2"),
        ("play stock b1", "the building pile b1 needs 2, and this is 4"),
        ("play d1 b1", "the building pile b1 needs 2, and this is 3"),
        ("play 1 b2", "there is no 1 in the hand"),
        ("play wild b1", "there is no wild card in the hand"),
        ("discard 1 d1", "there is no 1 in the hand"),
        ("discard wild d1", "there is no wild card in the hand"),
        ("play d2 b1", "that discard pile is empty"),
        ("play partner-stock b1", "there are no partners at this table"),
        ("play partner-d1 b1", "there are no partners at this table"),
        ("pass", "a turn ends with a discard while there are cards in the hand"),
        ("play 2 b5", "'b5' is no building pile; they go from b1 to b4"),
        ("play 2 b0", "'b0' is no building pile"),
        ("play 2 d1", "'d1' is no building pile"),
        ("play 2", "building pile"),
        ("play d5 b1", "'d5' is no card to play"),
        ("play 0 b1", "'0' is no card to play"),
        ("play 31 b1", "'31' is no card to play"),
        ("discard 2 d5", "'d5' is no discard pile; they go from d1 to d4"),
        ("discard 2 b1", "'b1' is no discard pile"),
        ("discard stock d1", "'stock' is no card of a hand"),
        ("discard d1 d2", "'d1' is no card of a hand"),
        ("pass d1", "'pass' stands alone"),
        ("draw", "'draw' is no action"),
    ],
)
def test_a_refused_action_is_told_why_and_changes_nothing(action, says):
    """Neither the table nor the record."""
    h = skip_bo("5 4", "5 2", hands="2 3 | 1", discards="3 | 2", building="1 | | wild 2 3", hand=2)
    refused(h, action, says)


def test_there_are_no_cards_above_the_highest_of_the_deck():
    """A wild card isn't one of them."""
    h = skip_bo("3", "3", hands="2 wild", building="1", hand=2)
    for action in ("play 4 b1", "play 30 b1", "discard 4 d1"):
        refused(h, action, f"there is no {action.split()[1]} in the hand")


def test_an_empty_hand_can_neither_be_played_nor_discarded():
    """One passes, or plays from the table."""
    h = skip_bo("3 2", "3", building="1", hand=1)
    for action in ("play 2 b1", "play wild b1", "discard 2 d1"):
        refused(h, action, "the hand is empty")
    assert set(legal(h)) == {"play stock b1", "pass"}


def test_piles_that_the_options_leave_out_cannot_be_used():
    """The sentence says how many there are."""
    h = skip_bo("3", "3", hands="1 2", hand=2, building_piles=2, discard_piles=3)
    refused(h, "play 1 b3", "they go from b1 to b2")
    refused(h, "discard 1 d4", "they go from d1 to d3")
    refused(h, "play d4 b1", "discard piles go from d1 to d3")


def test_an_empty_partners_pile_cannot_be_played():
    """Nor the cards of the other team."""
    h = skip_bo("2", "1", "", "1 1", hands="1", hand=1, teams=True)
    refused(h, "play partner-stock b1", "that stock pile is empty")
    refused(h, "play partner-d1 b1", "that discard pile is empty")
    refused(h, "play partner-d5 b1", "'partner-d5' is no card to play")
    refused(h, "play 1:stock b1", "'1:stock' is no card to play")


def test_nobody_plays_out_of_turn_or_after_the_round():
    """It is refused, and nothing changes."""
    session = play("skip-bo", PEOPLE[:2], display=False, record=False, stock=1, seed=3)
    other = 1 - session.seat
    before = session.history.events[:]
    with pytest.raises(IllegalActionError, match=f"it isn't the turn of seat {other}"):
        session.act(session.legal[0], seat=other)
    assert session.history.events == before
    h = skip_bo("1", "3", hands="2 3", hand=2)
    moves(h, "play stock b1")
    refused(h, "discard 2 d1", "the round is over")
