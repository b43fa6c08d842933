"""Skip-Bo in teams, and the referee's penalty, by scenario (docs/rules-skipbo.md)."""

from __future__ import annotations

import pytest

from skyjo_widget import IllegalActionError, RulesError, Session
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.skipbo.rules import GAME_OVER, ROUND_OVER
from tests.fixtures.tables import (
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
    refused,
    skip_bo,
    stock,
)

# Teams


@pytest.mark.parametrize(
    ("seat", "partner", "players"),
    [
        *((0, 2, 4), (1, 3, 4), (2, 0, 4), (3, 1, 4)),
        *((0, 3, 6), (1, 4, 6), (2, 5, 6), (3, 0, 6), (4, 1, 6), (5, 2, 6)),
    ],
)
def test_partners_sit_opposite(seat, partner, players):
    """Each may play the other's stock pile."""
    h = skip_bo(*["2 1"] * players, hands="2 |" * (players - 1) + "2", hand=1, teams=True)
    moves(h, *["discard 2 d1"] * seat)
    assert h.actor == seat
    moves(h, "play partner-stock b1")
    assert [stock(h, p) for p in range(players)] == [
        "2" if p == partner else "2 1" for p in range(players)
    ]
    assert h.events[-1]["source_pile"] == f"{partner}:stock"
    assert h.events[-1]["seat"] == h.actor == seat


def test_one_plays_ones_own_piles_and_the_partners():
    """The tops alone; not those of the other team."""
    h = skip_bo(
        *("5 1", "5 2", "5 4 2", "5 2"),
        hands="5 5",
        discards="3 2 | 2 | 4 2 / 3 | 2",
        building="1",
        hand=2,
        teams=True,
    )
    own = {"play d1 b1", "play stock b2", "play stock b3", "play stock b4"}
    assert plays(h) == {*own, "play partner-stock b1", "play partner-d1 b1"}
    moves(h, "play partner-d1 b1")
    assert discards(h, 2) == ["4", "3", "", ""]
    assert h.events[-1]["source_pile"] == "2:d1"
    moves(h, "play partner-d2 b1", "play partner-d1 b1")
    assert discards(h, 2) == [""] * 4
    moves(h, "play stock b4", "play partner-stock b4")
    assert (stock(h, 0), stock(h, 2)) == ("5", "5 4")
    assert h.deck.card_text(h.state.stock_top[2]) == "4"
    assert building(h) == ["1 2 3 4", "", "", "1 2"]


def test_one_plays_ones_own_hand_and_discards_on_ones_own_piles():
    """The partner's hand stays as it is."""
    h = skip_bo(*["4"] * 4, hands="3 | | 2", building="1", hand=1, teams=True)
    assert set(legal(h)) == {f"discard 3 d{d}" for d in (1, 2, 3, 4)}
    moves(h, "discard 3 d1")
    assert discards(h, 0) == ["3", "", "", ""]
    assert discards(h, 2) == [""] * 4
    assert (hand(h, 2), h.actor) == ("2", 1)


def test_a_partner_sees_no_more_than_others():
    """Neither the partner's hand nor what lies in the stock pile."""
    h = skip_bo(*["1 2"] * 4, hands="1 | 1 | 1 | 1", hand=1, teams=True)
    seen = observe(h.state, 0)
    assert [seen.hand[p] == h.state.hand[p] for p in range(4)] == [True, False, False, False]
    assert not hasattr(seen, "stock")


def test_an_empty_hand_is_filled_after_a_partners_card_too():
    """Here it completes a pile, from which one draws."""
    h = skip_bo("2", "2", "2 3", "2", building="1 2", hand=2, teams=True)
    assert set(legal(h)) == {"play partner-stock b1", "pass"}
    moves(h, "play partner-stock b1")
    put_in_order(h, "3 1")
    assert (h.actor, hand(h, 0), drawn_from(h)) == (0, "1 3", "2")


def test_a_player_whose_stock_pile_is_gone_goes_on_playing():
    """In this turn and the later ones; the round goes on."""
    h = skip_bo("1", *["2 2"] * 3, hands="2 | 2 | 2 | 2", draw="2 2 2", hand=1, teams=True)
    moves(h, "play stock b1")
    assert (h.actor, stock(h, 0), h.state.ender) == (0, "", NOBODY)
    assert "play stock b1" not in legal(h)
    moves(h, *["discard 2 d1"] * 4)
    assert (h.actor, hand(h, 0)) == (0, "2")
    assert {"play 2 b1", "play d1 b1", "play partner-stock b1"} < plays(h)
    refused(h, "play stock b1", "that stock pile is empty")


def test_a_players_turn_comes_though_the_partner_has_emptied_the_stock_pile():
    """Seat 2 draws, and may still play its partner's."""
    h = skip_bo("2 2", "2 2", "1", "2 2", hands="2 | 2", draw="2 2", hand=1, teams=True)
    moves(h, "play partner-stock b1", "discard 2 d1", "discard 2 d1")
    assert (h.actor, stock(h, 2), hand(h, 2)) == (2, "", "2")
    assert "play partner-stock b1" in plays(h)
    refused(h, "play stock b1", "that stock pile is empty")


@pytest.mark.parametrize(
    ("stocks", "action"),
    [(("1", ""), "play stock b2"), (("", "1"), "play partner-stock b2")],
)
def test_the_round_ends_when_both_stock_piles_of_a_team_are_empty(stocks, action):
    """Whoever's was the last; the team has one score, written for both."""
    own, partners = stocks
    h = skip_bo(own, "2 2", partners, "2 2 2", hands="1 2 | 2", hand=2, teams=True)
    moves(h, "play 1 b1")
    assert h.actor == 0
    moves(h, action)
    assert (h.state.phase, h.state.ender) == (ROUND_OVER, 0)
    assert hand(h, 0) == "2"
    assert h.rounds[-1].facts["cards_left"] == [0, 2, 0, 3]
    assert h.state.score[:4] == h.state.total[:4] == [50, 0, 50, 0]


def test_the_stock_piles_of_all_other_teams_count():
    """Three teams; seat 4 ends the round for itself and seat 1."""
    stocks = ["2", "", "2 2", "2 2 2", "1", "2 2"]
    h = skip_bo(*stocks, hands="2 | 2 | 2 | 2", hand=1, teams=True)
    moves(h, *["discard 2 d1"] * 4, "play stock b1")
    assert h.state.ender == 4
    points = 25 + 5 * (1 + 2 + 3 + 2)
    assert h.state.score[:6] == [0, points, 0, 0, points, 0]


def test_a_team_wins_a_game_together():
    """By the target or the last round."""
    for options in ({"target": 45}, {"rounds": 1}):
        h = skip_bo("1", "2 2", "", "2 2", hands="2", hand=1, teams=True, **options)
        moves(h, "play stock b1")
        assert h.state.phase == GAME_OVER
        assert h.events[-1]["winners"] == [0, 2]


def test_in_teams_as_many_idle_turns_as_players_end_the_round():
    """A player whose stock pile is gone is counted too."""
    h = skip_bo("2 3", "1 3", "", "1 3", building="1", hand=1, teams=True)
    for seat in range(4):
        assert h.actor == seat
        moves(h, "pass")
    assert (h.state.phase, h.state.ender) == (ROUND_OVER, NOBODY)
    assert h.state.score[:4] == [0] * 4


# The referee's penalty


@pytest.mark.parametrize("seat", [0, 1])
def test_a_penalty_puts_two_cards_of_the_draw_pile_under_a_stock_pile(seat):
    """The first one drawn lies above the second; nobody sees them; whose turn it is stays."""
    h = skip_bo("3 2", "3 2", hands="1 3", draw="1 4 3", hand=2)
    before, could = copy(h.state), legal(h)
    event = h.penalize(seat)
    assert (event["event"], event["seat"], event["cards"]) == ("penalty", seat, 2)
    assert stock(h, seat) == "4 1 3 2"
    assert stock(h, 1 - seat) == "3 2"
    assert drawn_from(h) == "3"
    assert (h.decisions, legal(h)) == ([], could)
    for name in ("phase", "seat", "turn", "turns", "idle_turns", "hand", "stock_top"):
        assert getattr(h.state, name) == getattr(before, name)
    assert h.state.stock_left[seat] == 4
    assert not hasattr(observe(h.state, seat), "stock")


def test_a_penalty_may_come_in_the_middle_of_a_turn_and_again():
    """The turn goes on."""
    h = skip_bo("3 2", "3", hands="1 3", draw="1 3 2 1", hand=2)
    moves(h, "play 1 b1")
    h.penalize(0)
    h.penalize(0)
    assert stock(h, 0) == "1 2 3 1 3 2"
    moves(h, "play stock b1", "play 3 b1")
    assert h.state.turn == 1


def test_a_penalty_shuffles_the_completed_piles_if_need_be():
    """After the last card of the draw pile, before the next."""
    h = skip_bo("3", "3 2", hands="1", draw="1", completed="1 2 3", hand=1)
    h.penalize(1)
    assert h.needs_shuffle
    assert (stock(h, 1), sorted(pile(h, "draw"))) == ("1 3 2", [1, 2, 3])
    put_in_order(h, "3 2")
    assert h.events[-1]["for"] == "penalty"
    assert (stock(h, 1), drawn_from(h), pile(h, "completed")) == ("3 1 3 2", "2 1", [])
    assert (h.actor, h.state.turn, hand(h, 0)) == (0, 1, "1")


def test_a_table_gives_a_penalty_and_shuffles_by_itself():
    """``table.penalize(1)``; it is nobody's decision."""
    h = skip_bo("3", "3 2", hands="1", draw="1", completed="1 2 3", hand=1)
    session = Session(h, functions={}, writer=None)
    session.penalize(1)
    assert (h.state.stock_left[:2], h.state.draw_size) == ([1, 4], 2)
    assert (session.seat, session.phase, len(session.log.decisions)) == (0, "turn", 0)
    assert [event["event"] for event in h.events[-2:]] == ["penalty", "shuffle"]


def test_a_penalty_may_begin_with_a_shuffle():
    """The draw pile is empty."""
    h = skip_bo("3", "3 2", hands="1", completed="1 2 3", hand=1)
    h.penalize(1)
    put_in_order(h, "3 2")
    assert (stock(h, 1), drawn_from(h)) == ("2 3 3 2", "1")


def test_a_penalty_shuffles_nothing_before_a_card_must_be_drawn():
    """Two cards were enough."""
    h = skip_bo("3", "3 2", hands="1", draw="1 2", completed="1 2 3", hand=1)
    h.penalize(1)
    assert not h.needs_shuffle
    assert (stock(h, 1), drawn_from(h), pile(h, "completed")) == ("2 1 3 2", "", [3, 2, 1])


@pytest.mark.parametrize(
    ("draw", "completed", "cards", "left"), [("1", "", 1, "1 3 2"), ("", "", 0, "3 2")]
)
def test_a_penalty_gives_fewer_cards_if_there_are_no_more(draw, completed, cards, left):
    """None at all if there is none."""
    h = skip_bo("3", "3 2", hands="1", draw=draw, completed=completed, hand=1)
    assert h.penalize(1)["cards"] == cards
    assert (stock(h, 1), h.actor) == (left, 0)


def test_an_emptied_stock_pile_is_in_play_again():
    """The upper card is turned up, which anybody who may can play at once."""
    h = skip_bo("3", "3", "", "3", hands="1 3", building="1", draw="2 1", hand=2, teams=True)
    assert plays(h) == {"play 1 b2", "play 1 b3", "play 1 b4"}
    h.penalize(2)
    assert stock(h, 2) == "1 2"
    assert h.deck.card_text(h.state.stock_top[2]) == "2"
    moves(h, "play partner-stock b1")
    assert stock(h, 2) == "1"


def test_an_emptied_stock_pile_may_get_a_single_card():
    """It is turned up."""
    h = skip_bo("3", "3", "", "3", hands="1", draw="2", hand=1, teams=True)
    h.penalize(2)
    assert (stock(h, 2), h.deck.card_text(h.state.stock_top[2])) == ("2", "2")


def test_a_team_must_empty_a_stock_pile_again_that_a_penalty_filled():
    """The other's last card ends nothing then."""
    h = skip_bo("1", "2 2", "", "2 2", hands="2", draw="1 2", hand=1, teams=True)
    h.penalize(2)
    moves(h, "play stock b1")
    assert (h.actor, stock(h, 0), stock(h, 2)) == (0, "", "2 1")
    moves(h, "play partner-stock b2", "play partner-stock b1")
    assert (h.state.phase, h.state.ender) == (ROUND_OVER, 0)
    assert h.state.score[:4] == [45, 0, 45, 0]


def test_a_team_goes_on_though_the_stock_pile_was_empty_before():
    """Seat 2 had none; both of the team's must be empty at the moment of the end."""
    h = skip_bo("1", "2 2", "1", "2 2", hands="2 | 2", draw="2 2", hand=1, teams=True)
    moves(h, "play partner-stock b1")
    h.penalize(2)
    moves(h, "play stock b2")
    assert (h.actor, h.state.ender) == (0, NOBODY)
    moves(h, "play partner-stock b1", "play partner-stock b2")
    assert h.state.ender == 0


def test_cards_of_a_penalty_count_in_the_score():
    """As any others of the stock pile."""
    h = skip_bo("1", "2", hands="2", draw="2 2", hand=1)
    h.penalize(1)
    moves(h, "play stock b1")
    assert (h.rounds[-1].facts["cards_left"], h.state.score[:2]) == ([0, 3], [40, 0])


def test_a_penalty_changes_nothing_of_the_count_of_idle_turns():
    """There is nothing to give where nobody can draw."""
    h = skip_bo("2 3", "1 3", building="1", hand=1)
    moves(h, "pass")
    assert h.penalize(0)["cards"] == 0
    assert h.state.idle_turns == 1
    moves(h, "pass")
    assert (h.state.phase, h.state.ender) == (ROUND_OVER, NOBODY)


def test_a_round_that_is_over_knows_no_penalty():
    """Nor does a game that is, or a seat that isn't there; nothing changes."""
    for options, says in (({}, "the round is over"), ({"rounds": 1}, "the game is over")):
        h = skip_bo("1", "2", hands="2", draw="2 2", hand=1, **options)
        moves(h, "play stock b1")
        before, events = copy(h.state), len(h.events)
        with pytest.raises(IllegalActionError, match=says):
            Session(h, functions={}, writer=None).penalize(1)
        assert (h.state, len(h.events)) == (before, events)
    h = skip_bo("1", "2", hands="2", draw="2 2", hand=1)
    before = copy(h.state)
    for seat in (2, -1):
        with pytest.raises(RulesError, match=f"there is no seat {seat}; seats go from 0 to 1"):
            Session(h, functions={}, writer=None).penalize(seat)
    assert h.state == before


def test_a_penalty_goes_with_the_decisions_before_it_when_these_are_undone():
    """One that came before a decision which is taken back stays."""
    h = begun("skip-bo", 2, stock=2)
    put_in_order(h, "5 9")
    put_in_order(h, "3 4 5 6 7 8 9 10 11")
    moves(h, "discard 7 d1")
    h.penalize(1)
    punished = copy(h.state)
    moves(h, legal(h)[-1])
    h.undo(1)
    assert h.state == punished
    assert h.state.stock_left[:2] == [2, 4]
    h.undo(0)
    assert h.state.stock_left[:2] == [2, 2]
