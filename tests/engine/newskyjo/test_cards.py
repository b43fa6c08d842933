"""Columns, landings and the draw pile of NewSkyjo: docs/rules-newskyjo.md by scenario."""

from __future__ import annotations

import pytest

from skyjo_widget import Effect, IllegalActionError, Pick, Session
from skyjo_widget.engine.newskyjo.rules import GAME_OVER
from tests.fixtures.tables import (
    DOWN,
    grid,
    knows,
    legal,
    lies,
    moves,
    pairs,
    pile,
    table,
    told,
    turns,
)

# Columns


def test_three_equal_numbers_leave_whatever_they_can_do_and_go_out_of_the_game():
    """The replaced card alone goes on the discard pile."""
    h = table("5:reverse 1 5:next-skips 2 (9) (3)", *["0 1 2 3 (4) (5)"] * 2, discard=5)
    moves(h, "take", "place a3")
    assert grid(h, 0) == ". 1 . 2 . ?"
    assert pile(h, "discard") == [9]
    assert pile(h, "out") == [5, "5:next-skips", "5:reverse"]
    assert told(h)["cleared"] == "a1 a2 a3"
    assert h.state.columns_cleared[:3] == [1, 0, 0]


def test_a_turned_cards_column_comes_before_its_effect_which_happens_all_the_same():
    """The card that is set aside with its column still makes the next player skip."""
    h = table("5 1 5 2 (5:next-skips) (3)", *["0 1 2 3 (4) (5)"] * 2)
    moves(h, "flip a3")
    assert grid(h, 0) == ". 1 . 2 . ?"
    assert (told(h)["cleared"], told(h)["effect"]) == ("a1 a2 a3", "next-skips")
    assert turns(h, 1) == [2]


def test_a_turned_card_that_was_set_aside_is_no_lowest_one():
    """The lowest of what is still there goes."""
    h = table("-2 8 -2 9 (-2:lowest-to-discard) (3)", *["0 1 2 3 (4) (5)"] * 2, discard=12)
    moves(h, "flip a3")
    assert grid(h, 0) == ". 12 . 9 . ?"
    assert pile(h, "discard") == [8]


def test_a_turned_card_that_was_set_aside_cannot_be_swapped():
    """Two of the cards that are left change places."""
    h = table("5 7 5 8 (5:swap-own-two) (3)", *["0 1 2 3 (4) (5)"] * 2)
    moves(h, "flip a3")
    assert legal(h) == ["pick 0:b1", "pick 0:b2", "pick 0:b3"]
    moves(h, "pick 0:b3", "pick 0:b1")
    assert lies(h, 0) == ". (3) . 8 . 7"


def test_hidden_cards_do_not_count_in_a_column():
    """Three equal ones, of which one lies face down, stay until it is turned."""
    h = table("9 8 6 (5) (7) (6:swap-with-another)", "7 1 7 (2) (9) (4)", "0 1 2 (3) (4) (5)")
    moves(h, "flip b3", "pick 0:a3", "pick 1:a3")
    assert lies(h, 1) == "7 1 7 (2) (7) (4)"
    assert (told(h)["cleared"], h.state.columns_cleared[1]) == (None, 0)
    moves(h, "flip a3")
    assert grid(h, 1) == ". 1 . ? . ?"


def test_a_swap_completes_a_column_in_somebody_elses_grid():
    """Their three cards go out of the game; the row names their seat."""
    h = table("9 8 7 (3) (4) (6:swap-with-another)", "7 1 7 (2) (3) (4)", "1 2 3 (4) (5) (6)")
    moves(h, "flip b3", "pick 0:a2", "pick 1:a3")
    assert lies(h, 0) == "9 8 (3) (3) (4) 6:swap-with-another"
    assert lies(h, 1) == ". 1 . (2) . (4)"
    assert told(h)["cleared"] == "1:a1 1:a2 1:a3"
    assert told(h)["swapped"] == "a2 1:a3"
    assert h.state.columns_cleared[:3] == [0, 1, 0]
    assert pile(h, "discard") == [0]


BOTH = ("7 (1) 7 (8:swap-with-another) 3 (2)", "3 (1) 3 (2) 7 (4)", "1 (2) 2 (3) 3 (4)")
"""Seat 0 can complete a column in two grids at once."""


def test_a_swap_completes_columns_in_both_grids_at_once():
    """Those of the player whose turn it is go first."""
    h = table(*BOTH)
    moves(h, "flip b2", "pick 0:a3", "pick 1:a3")
    assert lies(h, 0) == ". (1) . 8:swap-with-another . (2)"
    assert lies(h, 1) == ". (1) . (2) . (4)"
    assert told(h)["cleared"] == "a1 a2 a3 1:a1 1:a2 1:a3"
    assert h.state.columns_cleared[:3] == [1, 1, 0]
    h = table(*BOTH, cleared_to="discard pile")
    moves(h, "flip b2", "pick 0:a3", "pick 1:a3")
    assert pile(h, "discard") == [3, 3, 3, 7, 7, 7, 0]


def test_columns_of_two_others_go_from_the_player_to_the_left():
    """Seat 1's before seat 2's, whichever was picked first."""
    grids = ("9 (1) 8 (8:swap-two-others) 6 (2)", "7 (1) 7 (2) 3 (4)", "3 (1) 3 (2) 7 (4)")
    h = table(*grids, cleared_to="discard pile")
    moves(h, "flip b2", "pick 2:a3", "pick 1:a3")
    assert told(h)["cleared"] == "1:a1 1:a2 1:a3 2:a1 2:a2 2:a3"
    assert pile(h, "discard") == [3, 3, 3, 7, 7, 7, 0]


def test_columns_of_the_neighbours_swap_are_looked_at_from_the_player_on():
    """The row tells the places of the neighbour first, who decided."""
    grids = ("7 (1) 7 (8:right-neighbour-swap) 3 (2)", "1 (2) 2 (3) 3 (4)", "3 (1) 3 (2) 7 (4)")
    h = table(*grids, cleared_to="discard pile")
    moves(h, "flip b2", "pick 2:a3", "pick 0:a3")
    assert told(h)["cleared"] == "a1 a2 a3 0:a1 0:a2 0:a3"
    assert pile(h, "discard") == [3, 3, 3, 7, 7, 7, 0]


def test_two_of_ones_own_columns_are_completed_at_once():
    """By a swap of two of one's own cards; the left one goes first."""
    h = table(
        "7 3 (1) 7 3 (2) 3 7 (4)",
        "1 2 (1) 3 1 (2) 2 3 (4)",
        "1 2 (1) 3 1 (2) 2 3 (4)",
        draws="5:swap-own-two",
        cleared_to="discard pile",
        columns=3,
    )
    moves(h, "draw", "keep", "pick 0:b3", "pick 0:a3")
    assert grid(h, 0) == ". . ? . . ? . . ?"
    assert pile(h, "discard") == [3, 3, 3, 7, 7, 7, 0]


def test_a_column_is_completed_by_a_kept_card():
    """Like by any card that is placed."""
    h = table("5 1 5 2 (9) (3)", *["0 1 2 3 (4) (5)"] * 2, draws="5:peek-three 4 3 2")
    moves(h, "draw", "keep", "order 123", "place a3")
    assert grid(h, 0) == ". 1 . 2 . ?"
    assert pile(h, "discard") == [9, 0]


@pytest.mark.parametrize(("at_reveal", "raw"), [(True, 0), (False, 4)])
def test_columns_are_set_aside_at_the_reveal_unless_told_otherwise(at_reveal, raw):
    """Seat 1 has lost its last turn; its hidden 2 makes a column, or counts."""
    h = pairs("9 (1:next-skips)", "2 (2)", "1 (3)", clear_at_reveal=at_reveal)
    moves(h, "flip a2", "take", "place a1")
    assert h.state.phase == GAME_OVER
    assert h.state.raw[:3] == [10, raw, 3]
    assert pile(h, "out") == [2] * (2 * at_reveal)


# Cards that can't land


def test_a_card_for_a_corner_from_which_the_card_is_gone_cannot_be_kept():
    """It can only be discarded; why is said."""
    h = table("5 1 5 2 (9) (3)", *["0 1 2 3 (4) (5)"] * 2, discard=5, draws="0 0 -1:only-top-left")
    moves(h, "take", "place a3", "draw", "place a1", "draw", "place a1", "draw")
    assert legal(h) == ["discard"]
    session = Session(h, functions={}, writer=None)
    for action in ("keep", "place b1"):
        with pytest.raises(IllegalActionError, match="no card is left where this one may land"):
            session.act(action)
    session.act("discard")
    assert legal(h) == ["flip b3"]


def test_other_corners_are_as_they_were():
    """Only its own corner counts."""
    h = table("5 1 5 2 (9) (3)", *["0 1 2 3 (4) (5)"] * 2, discard=5, draws="0 0 -1:only-top-right")
    moves(h, "take", "place a3", "draw", "place a1", "draw", "place a1", "draw", "keep")
    assert legal(h) == ["place b1"]


def test_a_card_without_a_grid_to_go_to_can_only_be_discarded():
    """With an effect or without; who has no hidden card left turns nothing."""
    h = pairs("5 (5:two-actions)", "1 (2)", "1 (3)", draws="0:reverse 0")
    moves(h, "flip a2", "draw")
    assert legal(h) == ["discard"]
    moves(h, "discard")
    assert (h.state.direction, h.state.ender, h.state.seat) == (1, 0, 1)


def test_a_kept_card_whose_effect_left_no_card_to_replace_goes_on_the_discard_pile():
    """By itself; the turn is over."""
    h = pairs("4 (8)", "4 (3)", "1 (2)", draws="6:swap-with-another 0")
    moves(h, "draw", "keep", "pick 0:a2", "pick 1:a1")
    assert lies(h, 0) == ". ."
    assert lies(h, 1) == "(8) (3)"
    assert pile(h, "discard") == ["6:swap-with-another", 0]
    assert (told(h)["card_out"], told(h)["cleared"]) == (6, "a1 a2")
    assert h.state.kept == -1
    assert (h.state.ender, h.state.seat) == (0, 1)


def test_a_kept_card_with_an_extra_action_can_vanish_too():
    """The extra action follows all the same: here, draw and discard."""
    both = Effect(
        key="swap-and-go-on",
        words={"en": "x"},
        first=Pick("own"),
        second=Pick("others"),
        extra_actions=1,
    )
    h = pairs("4 (8)", "4 (3)", "1 (2)", draws="6:swap-and-go-on 7 0", own=[both])
    moves(h, "draw", "keep", "pick 0:a2", "pick 1:a1")
    assert pile(h, "discard") == ["6:swap-and-go-on", 0]
    assert (h.state.seat, h.state.turn, legal(h)) == (0, 1, ["draw"])


# The draw pile


@pytest.mark.parametrize(
    ("left", "orders", "after"),
    [("7 8 9", 6, [9, 7, 8]), ("7 8", ["order 12", "order 21"], [8, 7]), ("7", ["order 1"], [7])],
)
def test_fewer_cards_are_looked_at_if_there_are_fewer(left, orders, after):
    """As many as are left; the draw pile isn't made anew for it."""
    h = table(DOWN, DOWN, DOWN, draws=f"3:peek-three {left}")
    moves(h, "draw", "keep")
    assert legal(h) == orders or len(legal(h)) == orders
    moves(h, {3: "order 312", 2: "order 21", 1: "order 1"}[len(after)], "place a1")
    assert pile(h, "draw") == after
    assert knows(h, 0) == " ".join(map(str, after))


def test_without_a_draw_pile_there_is_nothing_to_look_at():
    """The effect does nothing, though there are cards on the discard pile."""
    h = table(DOWN, DOWN, DOWN, draws="7 3:peek-three")
    moves(h, "draw", "discard", "flip a1")
    moves(h, "draw", "keep")
    assert (told(h)["effect"], told(h)["no_effect"]) == ("peek-three", True)
    assert legal(h)[0] == "place a1"
    assert (h.state.draw_size, pile(h, "discard")) == (0, [7, 0])


def test_an_order_of_another_length_is_refused():
    """With the number of cards."""
    h = table(DOWN, DOWN, DOWN, draws="3:peek-three 7 8")
    moves(h, "draw", "keep")
    session = Session(h, functions={}, writer=None)
    with pytest.raises(IllegalActionError, match="2 cards are to be put in order"):
        session.act("order 312")


def test_the_draw_pile_is_made_anew_when_somebody_must_draw_and_not_before():
    """Of the discard pile but its top card; what has been set aside doesn't come back."""
    h = table("5 1 5 2 (5) (3)", *["0 1 2 3 (4) (5)"] * 2, discard=12, draws="9 8:reverse")
    moves(h, "flip a3")
    assert pile(h, "out") == [5, 5, 5]
    moves(h, "draw", "place a1", "draw", "keep", "place a1")
    assert (h.state.draw_size, pile(h, "discard")) == (0, [0, 0, 12])
    moves(h, "draw")
    assert h.needs_shuffle
    assert pile(h, "discard") == [0]
    assert sorted(h.deck.values[card] for card in h.state.draw[:2]) == [0, 12]
    h.shuffle([h.deck.parse_card(card) for card in ("12", "0")])
    assert (h.deck.values[h.state.hand], pile(h, "draw")) == (12, [0])
    assert (told(h)["source"], h.state.seat, h.state.on_turn) == ("draw pile", 1, 1)
    assert pile(h, "out") == [5, 5, 5]


def test_cards_with_effects_come_back_with_the_new_draw_pile():
    """And can be kept once more."""
    h = table(DOWN, DOWN, DOWN, draws="1:reverse 2")
    moves(h, "draw", "discard", "flip a1", "draw", "place a1", "draw")
    h.shuffle([h.deck.parse_card(card) for card in ("1:reverse", "0")])
    moves(h, "keep", "place b1")
    assert turns(h, 2) == [1, 0]


def test_with_one_card_on_the_discard_pile_and_no_draw_pile_nothing_can_be_drawn():
    """Take it, or turn a card."""
    h = table(DOWN, DOWN, DOWN)
    assert legal(h) == ["take", *(f"flip {p}" for p in ("a1", "b1", "a2", "b2", "a3", "b3"))]
