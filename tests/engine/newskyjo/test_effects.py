"""NewSkyjo's effects by scenario: each test holds a rule of docs/rules-newskyjo.md.

Its other rules are in ``test_rules_newskyjo_*.py``.  Most tables have grids of two columns and
three rows and a deck of just the cards that are named; one in parentheses lies face down.
"""

from __future__ import annotations

import functools
import itertools

import pytest

from skyjo_widget import IllegalActionError, Session
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.newskyjo.rules import CHOOSE, GAME_OVER
from tests.fixtures.tables import (
    BELOW,
    DOWN,
    SMALL,
    exact,
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

WAYS = {"kept": "keep", "turned": "flip"}
"""The beginning of an effect, and the action that begins it."""
SCENARIOS: set[tuple[str, str]] = set()
"""The effects that have a scenario, each with the way in which it begins there."""

CORNERS = {
    "only-top-left": "a1",
    "only-top-right": "d1",
    "only-bottom-left": "a3",
    "only-bottom-right": "d3",
}


def scenario(way: str, *keys: str):
    """Mark a test as the scenario of some effects; it gives its game back.

    The test gets the effect's key, and fails if no card with it was kept, or turned.
    """

    def mark(test):
        SCENARIOS.update((key, way) for key in keys)

        @pytest.mark.parametrize("key", keys)
        @functools.wraps(test)
        def held(key):
            history = test(key)
            begun = [row.more["effect"] for row in history.decisions if row.action == WAYS[way]]
            assert key in begun, f"no card with {key} was {way}"

        return held

    return mark


def without_scenario(effects) -> set[tuple[str, str]]:
    """The rows of a table of effects, and ways, that no test here plays."""
    return set(itertools.product(effects, WAYS)) - SCENARIOS


# Every effect, kept and turned


@scenario("kept", "right-neighbour-swap")
def test_kept_the_right_neighbour_picks_both_cards_of_a_swap(key):
    """First their own, then the player's; then the player places the card."""
    h = table(DOWN, DOWN, BELOW, draws=f"-2:{key} 0")
    moves(h, "draw", "keep")
    assert (h.state.seat, h.state.on_turn) == (2, 0)
    assert legal(h) == ["decline", *(f"pick 2:{p}" for p in ("a1", "b1", "a2", "b2", "a3", "b3"))]
    moves(h, "pick 2:b3")
    assert legal(h) == [f"pick 0:{p}" for p in ("a1", "b1", "a2", "b2", "a3", "b3")]
    moves(h, "pick 0:a1")
    assert lies(h, 0) == "(12) (2) (3) (4) (5) (6)"
    assert lies(h, 2) == "(7) (8) (9) (10) (11) (1)"
    assert h.state.seat == 0
    moves(h, "place b1")
    assert lies(h, 0) == f"(12) -2:{key} (3) (4) (5) (6)"
    assert pile(h, "discard") == [2, 0]
    assert turns(h, 1) == [1]
    return h


@scenario("turned", "right-neighbour-swap")
def test_turned_the_right_neighbour_may_pick_the_turned_card_too(key):
    """It lies there already; it keeps its face in the other grid."""
    h = table(f"(1) (-2:{key}) (3) (4) (5) (6)", DOWN, BELOW)
    moves(h, "flip b1", "pick 2:a1", "pick 0:b1")
    assert lies(h, 0) == "(1) (7) (3) (4) (5) (6)"
    assert lies(h, 2) == f"-2:{key} (8) (9) (10) (11) (12)"
    assert turns(h, 1) == [1]
    return h


@scenario("kept", *CORNERS)
def test_kept_a_card_for_a_corner_goes_there_alone(key):
    """Whatever lies there, hidden or visible."""
    h = exact(*[f"{DOWN} {BELOW}"] * 3, discard=0, draws=f"-1:{key}")
    moves(h, "draw", "keep")
    assert legal(h) == [f"place {CORNERS[key]}"]
    assert (told(h)["effect"], told(h)["no_effect"]) == (key, False)
    corner = {"a1": 0, "d1": 3, "a3": 8, "d3": 11}[CORNERS[key]]
    replaced = h.state.under[0][corner]
    moves(h, f"place {CORNERS[key]}")
    assert grid(h, 0).split()[corner] == f"-1:{key}"
    assert pile(h, "discard") == [h.deck.values[replaced], 0]
    assert turns(h, 1) == [1]
    return h


@scenario("turned", *CORNERS)
def test_turned_a_card_for_a_corner_does_nothing(key):
    """It stays where it lies."""
    h = exact(f"(7) (-1:{key}) (8) (9) {DOWN} (10) (11)", *[f"{DOWN} {BELOW}"] * 2, discard=0)
    moves(h, "flip b1")
    assert grid(h, 0).split()[1] == f"-1:{key}"
    assert (told(h)["effect"], told(h)["no_effect"]) == (key, True)
    assert turns(h, 2) == [1, 2]
    return h


@scenario("kept", "next-plays-twice")
def test_kept_next_plays_twice(key):
    """Two turns in a row, which are two turns."""
    h = table(DOWN, DOWN, DOWN, draws=f"0:{key}")
    moves(h, "draw", "keep", "place a1")
    assert turns(h, 4) == [1, 1, 2, 0]
    assert h.state.turns[:3] == [2, 2, 1]
    return h


@scenario("turned", "next-plays-twice")
def test_turned_next_plays_twice(key):
    """The same."""
    h = table(f"(0:{key}) (2) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "flip a1")
    assert turns(h, 4) == [1, 1, 2, 0]
    return h


@scenario("kept", "next-skips")
def test_kept_next_skips(key):
    """The turn goes to the one after."""
    h = table(DOWN, DOWN, DOWN, draws=f"1:{key}")
    moves(h, "draw", "keep", "place a1")
    assert turns(h, 3) == [2, 0, 1]
    return h


@scenario("turned", "next-skips")
def test_turned_next_skips(key):
    """The same."""
    h = table(f"(1:{key}) (2) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "flip a1")
    assert turns(h, 3) == [2, 0, 1]
    return h


@scenario("kept", "next-takes-discard")
def test_kept_next_takes_the_discard_piles_top_card(key):
    """Nothing else is possible; the player after them is free."""
    h = table(DOWN, DOWN, DOWN, draws=f"8:{key} 0 0")
    moves(h, "draw", "keep", "place a1")
    assert (h.state.seat, legal(h)) == (1, ["take"])
    moves(h, "take", "place b1")
    assert grid(h, 1) == "? 1 ? ? ? ?"
    assert h.state.seat == 2
    assert {"draw", "take", "flip a1"} <= set(legal(h))
    return h


@scenario("turned", "next-takes-discard")
def test_turned_next_takes_the_discard_piles_top_card(key):
    """The same."""
    h = table(f"(8:{key}) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="0 0")
    moves(h, "flip a1")
    assert (h.state.seat, legal(h)) == (1, ["take"])
    return h


@scenario("kept", "reverse")
def test_kept_reverse(key):
    """The previous seat is next, and so on."""
    h = table(DOWN, DOWN, DOWN, draws=f"1:{key}")
    moves(h, "draw", "keep")
    assert h.state.direction == -1  # at once
    moves(h, "place a1")
    assert turns(h, 4) == [2, 1, 0, 2]
    return h


@scenario("turned", "reverse")
def test_turned_reverse(key):
    """The same."""
    h = table(f"(1:{key}) (2) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "flip a1")
    assert turns(h, 4) == [2, 1, 0, 2]
    return h


@scenario("kept", "lowest-to-discard")
def test_kept_the_lowest_visible_card_goes_to_the_discard_pile(key):
    """The only lowest one by itself; the kept card lies nowhere yet, however low it is."""
    h = table(
        "5 1 (2) (3) (4) (6)", "1 2 (3) (4) (5) (6)", "1 3 (2) (4) (5) (6)", draws=f"-2:{key}"
    )
    moves(h, "draw", "keep")
    assert grid(h, 0) == "5 0 ? ? ? ?"
    assert pile(h, "discard") == [1]
    assert (told(h)["swapped"], told(h)["effect"]) == ("b1 discard pile", key)
    moves(h, "place a2")
    assert grid(h, 0) == f"5 0 -2:{key} ? ? ?"
    assert pile(h, "discard") == [2, 1]
    return h


@scenario("turned", "lowest-to-discard")
def test_turned_the_turned_card_counts_among_the_visible_ones(key):
    """Here it is the lowest itself, and goes."""
    h = table(f"5 (-2:{key}) (2) (3) (4) (6)", "1 (3) (3) (4) (5) (6)", "1 (3) (2) (4) (5) (6)")
    moves(h, "flip b1")
    assert grid(h, 0) == "5 0 ? ? ? ?"
    assert pile(h, "discard") == [f"-2:{key}"]
    assert turns(h, 1) == [1]
    return h


@scenario("kept", "swap-own-two")
def test_kept_two_own_cards_change_places(key):
    """Two different ones; hidden stays hidden, visible stays visible."""
    h = table(
        "9 (1) (2) (3) (4) (5)", "1 (2) (3) (4) (5) (6)", "1 (2) (3) (4) (5) (6)", draws=f"1:{key}"
    )
    moves(h, "draw", "keep")
    own = [f"pick 0:{p}" for p in ("a1", "b1", "a2", "b2", "a3", "b3")]
    assert legal(h) == own
    moves(h, "pick 0:a1")
    assert legal(h) == own[1:]
    moves(h, "pick 0:b3")
    assert lies(h, 0) == "(5) (1) (2) (3) (4) 9"
    assert told(h)["swapped"] == "a1 b3"
    moves(h, "place a1")
    assert lies(h, 0) == f"1:{key} (1) (2) (3) (4) 9"
    assert pile(h, "discard") == [5, 0]
    return h


@scenario("turned", "swap-own-two")
def test_turned_two_own_cards_change_places(key):
    """The turned one may be among them."""
    h = table(f"(1:{key}) (2) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "flip a1", "pick 0:b2", "pick 0:a1")
    assert lies(h, 0) == f"(4) (2) (3) 1:{key} (5) (6)"
    assert turns(h, 1) == [1]
    return h


@scenario("kept", "peek-three")
def test_kept_three_cards_are_looked_at_and_put_back_in_any_order(key):
    """``order 312``: what was the third lies on top, then the first, then the second."""
    h = table(DOWN, DOWN, DOWN, draws=f"3:{key} 7 8 9 10")
    moves(h, "draw", "keep")
    assert knows(h, 0) == "7 8 9"
    assert legal(h) == [f"order {o}" for o in ("123", "132", "213", "231", "312", "321")]
    moves(h, "order 312")
    assert pile(h, "draw") == [9, 7, 8, 10]
    assert knows(h, 0) == "9 7 8"
    assert knows(h, 1) == knows(h, 2) == ""
    moves(h, "place a1")
    assert turns(h, 1) == [1]
    return h


@scenario("turned", "peek-three")
def test_turned_three_cards_are_looked_at_and_put_back_in_any_order(key):
    """The next player draws the card laid on top."""
    h = table(f"(3:{key}) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="7 8 9 10")
    moves(h, "flip a1", "order 231")
    assert pile(h, "draw") == [8, 9, 7, 10]
    moves(h, "draw")
    assert (h.state.seat, h.deck.values[h.state.hand]) == (1, 8)
    return h


@scenario("kept", "two-actions")
def test_kept_one_more_action_follows_when_the_card_has_landed(key):
    """In the same turn, of any kind."""
    h = table(DOWN, DOWN, DOWN, draws=f"5:{key} 0")
    moves(h, "draw", "keep")
    assert legal(h)[0] == "place a1"  # first it lands
    moves(h, "place a1")
    assert (h.state.seat, h.state.phase, h.state.turn) == (0, CHOOSE, 1)
    assert legal(h) == ["draw", "take", *(f"flip {p}" for p in ("b1", "a2", "b2", "a3", "b3"))]
    moves(h, "flip b1")
    assert (h.state.seat, h.state.turn) == (1, 2)
    assert h.state.turns[0] == 1
    return h


@scenario("turned", "two-actions")
def test_turned_one_more_action_follows(key):
    """Here taking the discard pile's top card."""
    h = table(f"(5:{key}) (2) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "flip a1")
    assert (h.state.seat, h.state.phase, h.state.turn) == (0, CHOOSE, 1)
    moves(h, "take", "place b3")
    assert grid(h, 0) == f"5:{key} ? ? ? ? 0"
    assert (h.state.seat, h.state.turn) == (1, 2)
    return h


@scenario("kept", "swap-two-others")
def test_kept_cards_of_two_others_change_places(key):
    """Never one's own, and of two different players."""
    h = table(DOWN, DOWN, BELOW, draws=f"6:{key}")
    moves(h, "draw", "keep")
    cells = ("a1", "b1", "a2", "b2", "a3", "b3")
    assert legal(h) == [f"pick {seat}:{p}" for seat in (1, 2) for p in cells]
    moves(h, "pick 2:b1")
    assert legal(h) == [f"pick 1:{p}" for p in cells]
    moves(h, "pick 1:a3")
    assert lies(h, 1) == "(1) (2) (3) (4) (8) (6)"
    assert lies(h, 2) == "(7) (5) (9) (10) (11) (12)"
    assert told(h)["swapped"] == "2:b1 1:a3"
    moves(h, "place a1")
    return h


@scenario("turned", "swap-two-others")
def test_turned_cards_of_two_others_change_places(key):
    """The same."""
    h = table(f"(6:{key}) (2) (3) (4) (5) (6)", DOWN, BELOW)
    moves(h, "flip a1", "pick 1:a1", "pick 2:a1")
    assert lies(h, 1) == "(7) (2) (3) (4) (5) (6)"
    assert lies(h, 2) == "(1) (8) (9) (10) (11) (12)"
    assert turns(h, 1) == [1]
    return h


@scenario("kept", "swap-with-another")
def test_kept_an_own_card_and_anothers_change_places(key):
    """One's own is picked first, then that of any other player."""
    h = table(DOWN, DOWN, BELOW, draws=f"8:{key}")
    moves(h, "draw", "keep")
    cells = ("a1", "b1", "a2", "b2", "a3", "b3")
    assert legal(h) == [f"pick 0:{p}" for p in cells]
    moves(h, "pick 0:a2")
    assert legal(h) == [f"pick {seat}:{p}" for seat in (1, 2) for p in cells]
    moves(h, "pick 2:b3")
    assert lies(h, 0) == "(1) (2) (12) (4) (5) (6)"
    assert lies(h, 2) == "(7) (8) (9) (10) (11) (3)"
    moves(h, "place a2")
    assert pile(h, "discard") == [12, 0]
    return h


@scenario("turned", "swap-with-another")
def test_turned_an_own_card_and_anothers_change_places(key):
    """The turned one may be given away."""
    h = table(f"(8:{key}) (2) (3) (4) (5) (6)", DOWN, BELOW)
    moves(h, "flip a1", "pick 0:a1", "pick 1:b1")
    assert lies(h, 0) == "(2) (2) (3) (4) (5) (6)"
    assert lies(h, 1) == f"(1) 8:{key} (3) (4) (5) (6)"
    assert turns(h, 1) == [1]
    return h


def test_every_effect_has_a_scenario_kept_and_one_turned():
    """A row that is added to the table must be played here in both ways."""
    assert without_scenario(NEWSKYJO_EFFECTS) == set()
    added = {**NEWSKYJO_EFFECTS, "new": None}
    assert without_scenario(added) == {("new", "kept"), ("new", "turned")}


# Effects that happen, and that don't


def test_effects_of_the_cards_turned_at_the_set_up_do_not_happen():
    """The direction stays, nobody skips, and the discard pile's first card does nothing either."""
    h = table(
        "9:reverse (1) (2) (3) (4) (5)",
        "1:next-skips (2) (3) (4) (5) (6)",
        "2:two-actions (1) (3) (4) (5) (6)",
        discard="0:next-plays-twice",
    )
    assert [row.more["effect"] for row in h.decisions] == [None] * 3
    assert turns(h, 4) == [0, 1, 2, 0]


def test_a_taken_card_never_has_its_effect():
    """Whatever was on it."""
    h = table(DOWN, DOWN, DOWN, discard="1:reverse")
    moves(h, "take", "place a1")
    assert (h.state.direction, told(h)["effect"], told(h)["card_effect"]) == (1, None, "reverse")
    assert turns(h, 1) == [1]


def test_a_drawn_card_that_is_discarded_never_has_its_effect():
    """The card that is turned then has."""
    h = table("(1) (1:next-skips) (3) (4) (5) (6)", DOWN, DOWN, draws="2:reverse 0")
    moves(h, "draw", "discard")
    assert (h.state.direction, told(h)["effect"]) == (1, None)
    moves(h, "flip b1")
    assert (h.state.direction, told(h)["effect"]) == (1, "next-skips")
    assert turns(h, 1) == [2]


def test_a_card_that_comes_to_light_by_being_replaced_or_swapped_has_no_effect():
    """Replaced by a taken card, or gone to the discard pile by a swap."""
    h = table("(1:reverse) (2) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "take", "place a1")
    assert (pile(h, "discard"), h.state.direction) == (["1:reverse"], 1)
    h = table(
        "(1:lowest-to-discard) 0:reverse (3) (4) (5) (6)",
        "0 (2) (3) (4) (5) (6)",
        "0 (2) (3) (4) (5) (6)",
        discard="2:next-skips",
    )
    moves(h, "flip a1")
    assert grid(h, 0) == "1:lowest-to-discard 2:next-skips ? ? ? ?"
    assert pile(h, "discard") == ["0:reverse"]
    assert turns(h, 2) == [1, 2]


def test_a_visible_card_that_is_swapped_into_a_grid_has_no_effect():
    """Its new owner didn't turn it."""
    h = table(
        "9 (8:swap-with-another) (3) (4) (5) (6)",
        "2:reverse (2) (3) (4) (5) (6)",
        "1 (2) (3) (4) (5) (6)",
    )
    moves(h, "flip b1", "pick 0:a1", "pick 1:a1")
    assert grid(h, 0) == "2:reverse 8:swap-with-another ? ? ? ?"
    assert turns(h, 1) == [1]


def test_no_effect_happens_at_the_reveal():
    """A hidden two-actions and a hidden twice just lie there."""
    h = pairs("9 (2)", "1 (5:two-actions)", "1 (0:next-plays-twice)")
    moves(h, "flip a2", "take", "place a1", "take", "place a1")
    assert h.state.phase == GAME_OVER
    assert grid(h, 1) == "0 5:two-actions"
    assert grid(h, 2) == "1 0:next-plays-twice"
    assert h.state.raw[:3] == [11, 5, 1]


def test_a_card_with_an_effect_is_kept_or_discarded_and_one_without_is_placed_or_discarded():
    """A card that is kept is said to be so first, and there is no way back."""
    h = table(DOWN, DOWN, DOWN, draws="1:next-skips 7")
    moves(h, "draw")
    assert legal(h) == ["discard", "keep"]
    moves(h, "keep")
    assert all(action.startswith("place ") for action in legal(h))
    moves(h, "place a1", "draw")
    assert legal(h) == ["discard", *(f"place {p}" for p in ("a1", "b1", "a2", "b2", "a3", "b3"))]


def test_a_kept_card_is_seen_by_all_from_then_on():
    """While its effect goes on too; until then it was its player's alone."""
    h = table(DOWN, DOWN, DOWN, draws="1:swap-own-two")
    moves(h, "draw")
    session = Session(h, functions={}, writer=None)
    assert (session.observation(0).hand, session.observation(1).hand) == (1, None)
    session.act("keep")
    for seat in range(3):
        assert (session.observation(seat).kept, session.observation(seat).hand) == (1, None)
        assert session.observation(seat).kept.effect == "swap-own-two"
    session.act("pick 0:a1")
    session.act("pick 0:b1")
    assert session.observation(2).kept == 1
    session.act("place a1")
    assert session.observation(2).kept is None


def test_turning_a_card_is_an_action_of_its_own():
    """Draw, take, or turn any hidden card."""
    h = table("9 (1) (2) (3) (4) (5)", "1 (2) (3) (4) (5) (6)", "1 (2) (3) (4) (5) (6)", draws="1")
    assert legal(h) == ["draw", "take", *(f"flip {p}" for p in ("b1", "a2", "b2", "a3", "b3"))]
    moves(h, "flip b3")
    assert grid(h, 0) == "9 ? ? ? ? 5"
    assert turns(h, 1) == [1]


# The lowest card


LOWEST = "9:lowest-to-discard"


def test_of_several_lowest_cards_one_is_picked():
    """Only those; the pick is the player's."""
    h = table("2 2:reverse 5 (3) (4) (6)", *["1 0 2 (3) (4) (5)"] * 2, discard=12, draws=LOWEST)
    moves(h, "draw", "keep")
    assert (h.state.seat, legal(h)) == (0, ["pick 0:a1", "pick 0:b1"])
    moves(h, "pick 0:b1")
    assert grid(h, 0) == "2 12 5 ? ? ?"
    assert pile(h, "discard") == ["2:reverse"]
    assert told(h)["swapped"] == "b1 discard pile"
    assert h.state.direction == 1


def test_a_turned_card_may_be_one_of_several_lowest():
    """It counts among the visible ones."""
    h = table("9 5 (5:lowest-to-discard) (3) (4) (6)", *["1 2 (3) (4) (5) (6)"] * 2, discard=12)
    moves(h, "flip a2")
    assert legal(h) == ["pick 0:b1", "pick 0:a2"]
    moves(h, "pick 0:a2")
    assert grid(h, 0) == "9 5 12 ? ? ?"
    assert pile(h, "discard") == ["5:lowest-to-discard"]


def test_without_a_visible_card_no_lowest_one_goes():
    """Kept, it does nothing; turned, it is itself the lowest one."""
    h = table(DOWN, DOWN, DOWN, draws=LOWEST)
    moves(h, "draw", "keep")
    assert (told(h)["effect"], told(h)["no_effect"], told(h)["swapped"]) == (
        "lowest-to-discard",
        True,
        None,
    )
    assert pile(h, "discard") == [0]
    moves(h, "place a1")
    h = table("(9:lowest-to-discard) (2) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "flip a1")
    assert (grid(h, 0), pile(h, "discard")) == ("0 ? ? ? ? ?", [LOWEST])


def test_hidden_cards_are_no_lowest_ones():
    """However low they are."""
    h = table("9 (-2) (1) (2) (3) (4)", *["1 (2) (3) (4) (5) (6)"] * 2, draws=LOWEST)
    moves(h, "draw", "keep")
    assert lies(h, 0) == "0 (-2) (1) (2) (3) (4)"


def test_the_discard_piles_card_can_complete_a_column():
    """The three go out of the game; the lowest card lies on the discard pile."""
    h = table("7 8 7 9 -1 (3)", *["0 1 2 3 4 (5)"] * 2, discard=7, draws=LOWEST)
    moves(h, "draw", "keep")
    assert grid(h, 0) == ". 8 . 9 . ?"
    assert (pile(h, "discard"), pile(h, "out")) == ([-1], [7, 7, 7])
    assert told(h)["cleared"] == "a1 a2 a3"
    assert legal(h) == ["place b1", "place b2", "place b3"]


def test_the_discard_piles_card_goes_under_what_cleared_cards_go_to():
    """Cleared cards that are discarded lie on top of the lowest one."""
    h = table(
        "7 8 7 9 -1 (3)", *["0 1 2 3 4 (5)"] * 2, discard=7, draws=LOWEST, cleared_to="discard pile"
    )
    moves(h, "draw", "keep")
    assert pile(h, "discard") == [7, 7, 7, -1]


def test_the_lowest_card_goes_though_the_discard_piles_is_lower_or_higher():
    """It is mandatory either way."""
    for top in (-2, 12):
        h = table("5 9 (1) (2) (3) (4)", *["1 2 (3) (4) (5) (6)"] * 2, discard=top, draws=LOWEST)
        moves(h, "draw", "keep")
        assert grid(h, 0) == f"{top} 9 ? ? ? ?"


# The right neighbour


def test_the_neighbour_may_decline():
    """Nothing changes; the player goes on."""
    h = table(DOWN, DOWN, BELOW, draws="-2:right-neighbour-swap")
    moves(h, "draw", "keep", "decline")
    assert (lies(h, 0), lies(h, 2)) == (DOWN, BELOW)
    assert (told(h)["seat"], told(h)["effect"], told(h)["no_effect"]) == (
        2,
        "right-neighbour-swap",
        False,
    )
    assert told(h)["swapped"] is None
    assert (h.state.seat, legal(h)[0]) == (0, "place a1")


def test_the_neighbour_declines_instead_of_the_first_pick_only():
    """Then it is final; other effects can't be declined."""
    h = table(DOWN, DOWN, BELOW, draws="-2:right-neighbour-swap")
    moves(h, "draw", "keep", "pick 2:a1")
    assert "decline" not in legal(h)
    h = table(DOWN, DOWN, BELOW, draws="-2:swap-own-two")
    moves(h, "draw", "keep")
    session = Session(h, functions={}, writer=None)
    with pytest.raises(IllegalActionError, match="may not be declined"):
        session.act("decline")


def test_the_right_neighbour_is_the_previous_seat_when_play_goes_the_other_way_too():
    """Seat 0's is seat 2, though seat 1 has just played before it."""
    h = table("(1:reverse) (2) (3) (4) (5) (6)", DOWN, BELOW, draws="0 0 -2:right-neighbour-swap")
    moves(h, "flip a1", "draw", "place a1", "draw", "place a1", "draw", "keep")
    assert (h.state.on_turn, h.state.direction, h.state.seat) == (0, -1, 2)


# Effects that can't be carried out


def emptied(draws: str, *grids: str):
    """Seat 0's last turn, after seat 2 has emptied its grid."""
    h = pairs(*(grids or ("9 (2)", "3 (6)", "4 (4)")), draws=draws)
    moves(h, *["take", "place a1"] * 2, "flip a2")
    assert (lies(h, 2), h.state.ender, h.state.seat) == (". .", 2, 0)
    return h


@pytest.mark.parametrize("effect", ["right-neighbour-swap", "swap-two-others"])
def test_a_swap_that_lacks_one_of_its_cards_does_nothing(effect):
    """The neighbour's grid is empty; only one of two others has cards."""
    h = emptied(f"-2:{effect}")
    moves(h, "draw", "keep")
    assert (told(h)["effect"], told(h)["no_effect"], told(h)["swapped"]) == (effect, True, None)
    assert (h.state.seat, legal(h)) == (0, ["place a1", "place a2"])


def test_a_swap_with_another_goes_past_an_empty_grid():
    """Only those who have cards can be picked from."""
    h = emptied("-2:swap-with-another")
    moves(h, "draw", "keep", "pick 0:a1")
    assert legal(h) == ["pick 1:a1", "pick 1:a2"]


def test_a_swap_with_another_needs_another_with_cards():
    """Seats 1 and 2 have emptied their grids: nothing happens."""
    h = pairs("9 (2)", "4 (4)", "3 (3)", draws="-2:swap-with-another")
    moves(h, "take", "place a1", "flip a2", "flip a2")
    assert (lies(h, 1), lies(h, 2), h.state.ender, h.state.seat) == (". .", ". .", 1, 0)
    moves(h, "draw", "keep")
    assert told(h)["no_effect"]
    assert legal(h) == ["place a1", "place a2"]


def test_the_turned_card_that_empties_ones_grid_leaves_nothing_to_swap():
    """The neighbour isn't asked."""
    for effect in (
        "right-neighbour-swap",
        "swap-own-two",
        "swap-with-another",
        "lowest-to-discard",
    ):
        h = pairs(f"4 (4:{effect})", "3 (6)", "1 (2)")
        moves(h, "flip a2")
        assert (told(h)["effect"], told(h)["no_effect"], told(h)["cleared"]) == (
            effect,
            True,
            "a1 a2",
        )
        assert (h.state.ender, h.state.seat) == (0, 1)


def test_two_own_cards_need_two_cards():
    """With one left nothing happens, and the kept card replaces it."""
    h = table(
        "5 (5) (3)",
        *["1 (2) (3)"] * 2,
        draws="0 0 7:swap-own-two",
        **{**SMALL, "columns": 1, "clear": 2},
    )
    moves(h, "flip a2", "draw", "place a1", "draw", "place a1", "draw", "keep")
    assert lies(h, 0) == ". . (3)"
    assert (told(h)["effect"], told(h)["no_effect"]) == ("swap-own-two", True)
    assert legal(h) == ["place a3"]


def test_an_effect_that_could_be_carried_out_says_so():
    """Its row and its picks name it, and none of them says that it did nothing."""
    h = table(DOWN, DOWN, DOWN, draws="7:swap-own-two")
    moves(h, "draw", "keep", "pick 0:a1", "pick 0:b1", "place a1")
    rows = [h.log_row(row, None) for row in h.decisions[-5:]]
    assert [row["effect"] for row in rows] == [None, *["swap-own-two"] * 3, None]
    assert not any(row["no_effect"] for row in rows)
    assert [row["swapped"] for row in rows] == [None, None, None, ("a1", "b1"), None]


# Swaps show nothing


@pytest.mark.parametrize(
    ("draws", "picks"),
    [
        ("7:swap-own-two", ["pick 0:a1", "pick 0:b1"]),
        ("7:swap-with-another", ["pick 0:b1", "pick 1:a2"]),
        ("7:swap-two-others", ["pick 1:a1", "pick 2:b1"]),
        ("7:right-neighbour-swap", ["pick 2:b3", "pick 0:a1"]),
    ],
)
def test_hidden_cards_stay_hidden_and_visible_ones_visible_in_a_swap(draws, picks):
    """Nobody looks: other cards underneath would change no byte that anybody sees."""
    seen = []
    for two, three in (("(2)", "(3)"), ("(3)", "(2)")):
        h = table(
            f"9 {two} {three} (2) (3) (4)",
            f"1 {three} {two} (3) (2) (5)",
            f"0 {two} {three} (2) (3) (6)",
            draws=draws,
        )
        before = sum(h.state.hidden[:3])
        moves(h, "draw", "keep", *picks)
        assert sum(h.state.hidden[:3]) == before
        faces = [text.split().count("?") for text in (grid(h, 0), grid(h, 1), grid(h, 2))]
        assert faces == h.state.hidden[:3]
        session = Session(h, functions={}, writer=None)
        seen.append([str(session.observation(seat)) for seat in range(3)])
        assert not h.newest().revealed
    assert seen[0] == seen[1]


def test_a_card_is_picked_only_where_one_lies():
    """Reasons name the place; seats and positions are those of the table."""
    h = emptied("-2:swap-with-another")
    moves(h, "draw", "keep")
    session = Session(h, functions={}, writer=None)
    for action, says in (
        ("pick 1:a1", "doesn't pick a card of seat 1 now"),
        ("pick 0:b1", "is no position here"),
        ("pick 3:a1", "a place is a seat from 0 to 2"),
        ("pick a1", "is no place here"),
        ("draw", "is for the phase 'choose'"),
    ):
        with pytest.raises(IllegalActionError, match=says):
            session.act(action)
    session.act("pick 0:a1")
    for action, says in (
        ("pick 0:a1", "is picked already"),
        ("pick 2:a1", "no card is left on 2:a1"),
        ("pick 0:a2", "doesn't pick a card of seat 0 now"),
    ):
        with pytest.raises(IllegalActionError, match=says):
            session.act(action)
