"""The plain rules of NewSkyjo against small games worked out by hand from the pages."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from skyjo_widget.records.plain import newskyjo as plain
from skyjo_widget.records.plain.skyjo import IllegalActionError, RefusedError, number
from tests.fixtures.changed_lines import named_line
from tests.reference import plain_replayer

RULES: dict[str, Any] = {
    "columns": 2,
    "rows": 2,
    "turned": 0,
    "clear": 2,
    "cleared_to": "out of the game",
    "clear_at_reveal": True,
    "ender_safe": "strictly lowest",
    "penalty_factor": 1,
    "penalty_add": 0,
    "penalty_when": "positive",
    "starter": "highest sum",
    "rounds": 1,
    "effects": True,
    "flip_turn": True,
}

NOTHING: dict[str, Any] = {
    "words": {},
    "chooser": "player",
    "may_decline": False,
    "first": None,
    "second": None,
    "peek": 0,
    "reverse": False,
    "next_twice": 0,
    "next_skips": 0,
    "next_takes_discard": False,
    "extra_actions": 0,
    "lands": "anywhere",
}


def swap(first: str, second: str) -> dict[str, Any]:
    """Two cards that change places: `own any`, `others hidden`, `discard pile any`."""
    parts = {}
    for name, words in (("first", first), ("second", second)):
        whose, _, faces = words.rpartition(" ")
        parts[name] = {"whose": whose, "faces": faces}
    return parts


# The shipped effects, as the rules page describes them.
SHIPPED: dict[str, dict[str, Any]] = {
    "right-neighbour-swap": {
        "chooser": "right neighbour",
        "may_decline": True,
        **swap("own any", "player any"),
    },
    "only-top-left": {"lands": "top left"},
    "only-top-right": {"lands": "top right"},
    "only-bottom-left": {"lands": "bottom left"},
    "only-bottom-right": {"lands": "bottom right"},
    "next-plays-twice": {"next_twice": 1},
    "next-skips": {"next_skips": 1},
    "next-takes-discard": {"next_takes_discard": True},
    "reverse": {"reverse": True},
    "lowest-to-discard": swap("own lowest", "discard pile any"),
    "swap-own-two": swap("own any", "own any"),
    "peek-three": {"peek": 3},
    "two-actions": {"extra_actions": 1},
    "swap-two-others": swap("others any", "others any"),
    "swap-with-another": swap("own any", "others any"),
}

# Short names for the cards below.
SHORT = {
    "rns": "right-neighbour-swap",
    "twice": "next-plays-twice",
    "skip": "next-skips",
    "takes": "next-takes-discard",
    "low": "lowest-to-discard",
    "own": "swap-own-two",
    "peek": "peek-three",
    "two": "two-actions",
    "others": "swap-two-others",
    "with": "swap-with-another",
}


def card(text: str) -> int | str:
    """A card as the record writes it."""
    value, _, effect = text.partition(":")
    return f"{value}:{SHORT.get(effect, effect)}" if effect else int(value)


def cards(text: str) -> list[int | str]:
    """Cards in one line."""
    return [card(word) for word in text.split()]


def game(
    order: list[int | str], players: int, own: dict[str, Any] | None = None, **rules: Any
) -> dict[str, Any]:
    """Write a `game` event whose deck is these cards; `own` are effects besides the shipped."""
    counts = Counter(order)
    kinds = sorted(counts, key=lambda c: (number(c), str(c).partition(":")[2]))
    deck = []
    for kind in kinds:
        effect = str(kind).partition(":")[2]
        deck.append([number(kind), counts[kind], *([effect] if effect else [])])
    effects = {
        key: {**NOTHING, "key": key, **parts} for key, parts in {**SHIPPED, **(own or {})}.items()
    }
    return {
        "event": "game",
        "format": "skyjo_widget record",
        "version": 1,
        "game": "newskyjo",
        "rules": {**RULES, **rules},
        "deck": deck,
        "effects": effects,
        "players": [{"name": n, "kind": "person", "policy": None} for n in "ABCDEFGH"[:players]],
    }


def dealt(
    *grids: str, pile: str = "20", draws: str = "", own: dict[str, Any] | None = None, **rules: Any
) -> plain.NewSkyjoTable:
    """Deal these grids, in cell order; seat 0 starts unless cards are turned."""
    order = [card for grid in grids for card in cards(grid)] + cards(pile) + cards(draws)
    table = plain.NewSkyjoTable(game(order, len(grids), own, **rules))
    table.shuffle(order)
    return table


def play(table: plain.NewSkyjoTable, *actions: str) -> plain.NewConsequences:
    """Each action by the seat that is to act; what the last one did."""
    for action in actions:
        happened = table.act(table.seat, action)
    return happened


def lies(table: plain.NewSkyjoTable, seat: int) -> str:
    """A grid in cell order: hidden cards in brackets, empty places as dots."""
    shown = []
    for there in table.grids[seat].values():
        if there is None:
            shown.append(".")
        else:
            shown.append(f"({there[1]})" if there[0] == "down" else str(there[1]))
    return " ".join(shown)


def knows(table: plain.NewSkyjoTable, seat: int) -> list[tuple[list[int | str], int]]:
    """A seat's knowledge of the draw pile: these cards among the next so many, and so on."""
    return [(sorted(block.cards, key=number), block.size) for block in table.known[seat]]


A, B, C, D = "1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16"


# ------------------------------------------------------------------ set-up and actions


def test_effects_of_the_cards_turned_at_the_setup_do_not_happen() -> None:
    """Seat 0 turns a `reverse` and starts with the highest number; play goes to the left."""
    table = dealt("13:reverse 2 3 4", B, C, turned=1)
    happened = play(table, "flip a1")
    assert happened == plain.NewConsequences("grid", "13:reverse", None, [])
    play(table, "flip a1", "flip a1")
    assert (table.seat, table.starter, table.direction) == (0, 0, 1)


def test_turning_a_card_is_an_action_unless_the_rules_say_otherwise() -> None:
    """Flip, draw and take; with *flip_turn* off only draw and take."""
    assert dealt(A, B, C, draws="0").legal() == [
        *("flip a1", "flip b1", "flip a2", "flip b2", "draw", "take")
    ]
    table = dealt(A, B, C, draws="0", flip_turn=False)
    assert table.legal() == ["draw", "take"]
    play(table, "draw", "discard")
    assert "flip b2" in table.legal()
    table = dealt(A, B, C)
    assert play(table, "flip b1") == plain.NewConsequences("grid", 2, None, [])
    assert (table.seat, table.turns) == (1, [1, 0, 0])


def test_a_card_with_an_effect_is_kept_or_discarded_and_one_without_is_placed() -> None:
    """The drawn 0 has places to go to; the drawn `reverse` must be kept first."""
    table = dealt(A, B, C, draws="0 1:reverse")
    play(table, "draw")
    assert table.legal() == ["place a1", "place b1", "place a2", "place b2", "discard"]
    play(table, "place a1")
    happened = play(table, "draw")
    assert happened == plain.NewConsequences("draw pile", "1:reverse", None, [])
    assert (table.seat, table.legal()) == (1, ["keep", "discard"])
    happened = play(table, "keep")
    assert happened == plain.NewConsequences("draw pile", "1:reverse", None, [], "reverse")
    assert (table.phase, table.direction) == ("place kept", -1)
    happened = play(table, "place b2")
    assert happened == plain.NewConsequences("draw pile", "1:reverse", 8, [])
    assert (table.seat, table.discard_pile[-1]) == (0, 8)


def test_with_effects_off_a_card_is_as_if_it_had_none() -> None:
    """The drawn `reverse` is placed as any card, and a turned one does nothing."""
    table = dealt("1:reverse 2 3 4", B, C, draws="1:reverse", effects=False)
    assert play(table, "flip a1") == plain.NewConsequences("grid", "1:reverse", None, [])
    play(table, "draw")
    assert table.legal() == ["place a1", "place b1", "place a2", "place b2", "discard"]
    play(table, "place a1")
    assert (table.direction, table.seat) == (1, 2)


def test_neither_a_taken_nor_a_discarded_nor_a_replaced_card_has_its_effect() -> None:
    """Play goes on to the left three times."""
    table = dealt(A, "6 5:reverse 7 8", C, pile="0:reverse", draws="1:reverse 19")
    assert play(table, "take") == plain.NewConsequences("discard pile", "0:reverse", None, [])
    assert play(table, "place a1") == plain.NewConsequences("discard pile", "0:reverse", 1, [])
    assert play(table, "draw", "discard") == plain.NewConsequences(None, None, "1:reverse", [])
    play(table, "flip a1")
    assert table.seat == 2
    play(table, "flip a1", "flip b1")
    assert play(table, "draw", "place b1").card_out == "5:reverse"
    assert (table.seat, table.direction) == (2, 1)


def test_the_card_turned_after_a_discard_has_its_effect() -> None:
    """Seat 0 discards and turns a `reverse`: seat 2 is next."""
    table = dealt("1:reverse 2 3 4", B, C, draws="0")
    happened = play(table, "draw", "discard", "flip a1")
    assert happened == plain.NewConsequences("grid", "1:reverse", None, [], "reverse")
    assert table.seat == 2


def test_who_has_no_card_left_can_draw_and_discard_only_or_passes() -> None:
    """Seat 0's second turned card clears its only column and gives one more action."""
    table = dealt("3:two 3:two", "4 5", "6 7", columns=1, draws="0:two")
    happened = play(table, "flip a1", "flip a2")
    assert (happened.cleared, happened.effect) == (["a1", "a2"], "two-actions")
    assert (table.seat, table.ender, table.legal()) == (0, None, ["draw"])
    play(table, "draw")
    assert table.legal() == ["discard"]
    play(table, "discard")  # and there is no card to turn
    assert (table.seat, table.ender, table.turns) == (1, 0, [1, 0, 0])
    table = dealt("3:two 3:two", "4 5", "6 7", columns=1)
    play(table, "flip a1", "flip a2")
    assert (table.seat, table.legal()) == (0, ["pass"])
    assert play(table, "pass") == plain.NewConsequences(None, None, None, [])
    assert (table.seat, table.turns) == (1, [1, 0, 0])


def test_the_draw_pile_is_made_anew_when_somebody_must_draw() -> None:
    """The 20 is drawn again, and a `reverse` among the discards is a card with an effect."""
    table = dealt(A, B, C, pile="20:reverse", draws="0")
    play(table, "draw", "place a1")
    assert play(table, "draw") == plain.NewConsequences(None, None, None, [])
    assert (table.phase, table.seat) == ("needs shuffle", None)
    table.shuffle(["20:reverse"])
    assert (table.seat, table.legal()) == (1, ["keep", "discard"])


# ------------------------------------------------------------------ columns


def test_columns_go_out_of_the_game_whatever_their_effects() -> None:
    """Numbers count: a 5 and a `5:reverse` are equal. The column comes before the effect."""
    table = dealt("5 2 5:reverse 4", B, C)
    play(table, "flip a1", "flip a1", "flip a1")
    happened = play(table, "flip a2")
    assert happened == plain.NewConsequences("grid", "5:reverse", None, ["a1", "a2"], "reverse")
    assert (table.out, table.discard_pile) == ([5, "5:reverse"], [20])
    assert (table.columns_cleared, table.seat) == ([1, 0, 0], 2)


def test_a_swap_clears_columns_in_both_grids_as_seen_from_who_decides() -> None:
    """Seat 1's swap completes a column of its own and one of seat 0."""
    table = dealt("5 2 6 4", "6 12:with 5 8", C)
    play(table, *["flip a1"] * 3, *["flip a2"] * 3, "flip b1", "flip b1")
    assert (table.seat, table.phase) == (1, "pick first")
    happened = play(table, "pick 1:a1", "pick 0:a1")
    assert happened.swapped == ["a1", "0:a1"]
    assert happened.cleared == ["a1", "a2", "0:a1", "0:a2"]
    assert happened.effect == "swap-with-another"
    assert (lies(table, 0), lies(table, 1)) == (". 2 . (4)", ". 12:swap-with-another . (8)")
    assert table.columns_cleared == [1, 1, 0]


def test_groups_go_to_the_discard_pile_from_the_players_grid_leftwards() -> None:
    """A neighbour's pick clears the player's column first, then the neighbour's own."""
    table = dealt("5 12:rns 6 4", B, "6 10 5 12", draws="0", cleared_to="discard pile", pile="20")
    play(table, "flip a1", "flip a1", "flip a1", "flip a2", "flip a2", "flip a2")
    play(table, "flip b1")
    assert (table.player, table.seat) == (0, 2)
    happened = play(table, "pick 2:a1", "pick 0:a1")
    assert happened.cleared == ["a1", "a2", "0:a1", "0:a2"]
    assert table.discard_pile == [20, 6, 6, 5, 5]


# ------------------------------------------------------------------ effects, one by one


def test_right_neighbour_swap_is_picked_by_the_previous_seat() -> None:
    """Kept: seat 2 picks a card of its own, then one of seat 0, before the card is placed."""
    table = dealt(A, B, C, draws="-1:rns")
    happened = play(table, "draw", "keep")
    assert (happened.effect, happened.no_effect) == ("right-neighbour-swap", False)
    assert (table.player, table.seat, table.hand, table.kept) == (
        *(0, 2, "-1:right-neighbour-swap", True),
    )
    assert table.legal() == ["pick 2:a1", "pick 2:b1", "pick 2:a2", "pick 2:b2", "decline"]
    assert play(table, "pick 2:a1") == plain.NewConsequences(
        cleared=[], effect="right-neighbour-swap"
    )
    assert table.legal() == ["pick 0:a1", "pick 0:b1", "pick 0:a2", "pick 0:b2"]
    assert play(table, "pick 0:b2").swapped == ["a1", "0:b2"]
    assert (lies(table, 0), lies(table, 2)) == ("(1) (2) (3) (9)", "(4) (10) (11) (12)")
    assert (table.seat, table.phase) == (0, "place kept")


def test_the_neighbour_may_decline_and_is_on_the_right_in_either_direction() -> None:
    """Seat 1 plays, with play to the right: seat 0 is asked all the same."""
    table = dealt("1:reverse 2 3 4", "5:rns 6 7 8", C)
    play(table, "flip a1", "flip a1", "flip a1")
    assert (table.direction, table.player, table.seat) == (-1, 1, 0)
    assert play(table, "decline") == plain.NewConsequences(
        cleared=[], effect="right-neighbour-swap"
    )
    assert (table.seat, table.phase) == (0, "choose")


@pytest.mark.parametrize(
    ("effect", "place"),
    [
        ("only-top-left", "a1"),
        ("only-top-right", "b1"),
        ("only-bottom-left", "a2"),
        ("only-bottom-right", "b2"),
    ],
)
def test_a_card_for_a_corner_goes_there_or_nowhere(effect: str, place: str) -> None:
    """Kept: one place. Turned: nothing."""
    table = dealt(f"1:{effect} 2 3 4", B, C, draws=f"0:{effect}")
    assert play(table, "flip a1") == plain.NewConsequences(
        "grid", f"1:{effect}", None, [], effect, True
    )
    happened = play(table, "draw", "keep")
    assert happened == plain.NewConsequences("draw pile", f"0:{effect}", None, [], effect)
    assert table.legal() == [f"place {place}"]


def test_a_card_for_a_corner_that_is_gone_cannot_be_kept() -> None:
    """The left column has been set aside: the top right corner is still there."""
    for corner, legal in (("left", ["discard"]), ("right", ["keep", "discard"])):
        table = dealt("1 2 1 4", B, C, draws=f"0:only-top-{corner}")
        play(table, *["flip a1"] * 3, *["flip a2"] * 3, "draw")
        assert table.legal() == legal


def test_next_plays_twice() -> None:
    """Seat 1 has two turns in a row, then seat 2 one."""
    table = dealt("1:twice 2 3 4", B, C)
    happened = play(table, "flip a1")
    assert (happened.effect, happened.no_effect) == ("next-plays-twice", False)
    assert (table.seat, table.turns_left) == (1, 1)
    play(table, "flip a1")
    assert (table.seat, table.turns, table.turn) == (1, [1, 1, 0], 3)
    play(table, "flip b1")
    assert (table.seat, table.turns_left) == (2, 0)


def test_next_skips() -> None:
    """Seat 1 loses its turn; nothing is left for seat 2."""
    table = dealt("1:skip 2 3 4", B, C)
    play(table, "flip a1")
    assert (table.seat, table.turns_left, table.turns) == (2, 0, [1, 0, 0])


def test_twice_and_skips_are_added_up_over_actions_and_turns_in_a_row() -> None:
    """In two turns seat 1 gives seat 2 two turns more, or one more and one less."""
    table = dealt("1:twice 2 3 4", "5:two 6:twice 7:skip 8", C, draws="0:twice")
    play(table, "flip a1", "flip a1", "flip b1")
    assert (table.seat, table.turns, table.twice, table.skips) == (1, [1, 1, 0], 1, 0)
    play(table, "draw", "keep", "place a1")
    assert (table.seat, table.turns_left) == (2, 2)
    table = dealt("1:twice 2 3 4", "5:two 6:twice 7:skip 8", C)
    play(table, "flip a1", "flip a1", "flip b1", "flip a2")
    assert (table.seat, table.turns_left) == (2, 0)


def test_what_is_given_goes_to_who_follows_when_the_turn_is_over() -> None:
    """A skip, then a reverse in the same turn: seat 3 loses its turn, not seat 1."""
    table = dealt("1:x 2 3 4:reverse", B, C, D, own={"x": {"next_skips": 1, "extra_actions": 1}})
    play(table, "flip a1")
    assert (table.seat, table.skips, table.extra_actions) == (0, 1, 0)
    play(table, "flip b2")
    assert (table.seat, table.direction, table.skips) == (2, -1, 0)
    assert table.turns == [1, 0, 0, 0]


@pytest.mark.parametrize("more", ["skip", "takes"])
def test_a_lost_turn_loses_what_is_left_over(more: str) -> None:
    """Two skips, or a skip and a forced discard: seat 2 plays once and as it likes."""
    own = {"x": {"next_skips": 1, "extra_actions": 1}}
    table = dealt(f"1:x 2 3 4:{more}", B, C, own=own)
    play(table, "flip a1", "flip b2")
    assert (table.seat, table.turns_left, table.forced) == (2, 0, False)
    assert (table.skips, table.takes_discard) == (0, False)


def test_next_takes_discard_holds_for_the_first_action_of_the_first_turn() -> None:
    """Seat 1 plays twice and must take in the first of its turns only; two count once."""
    own = {"x": {"next_twice": 1, "next_takes_discard": True, "extra_actions": 1}}
    table = dealt("1:x 2 3 4:takes", B, C, own=own)
    play(table, "flip a1", "flip b2")
    assert (table.seat, table.turns_left, table.legal()) == (1, 1, ["take"])
    with pytest.raises(IllegalActionError, match="one may take"):
        table.act(1, "flip a1")
    play(table, "take", "place a1")
    assert (table.seat, table.turns, len(table.legal())) == (1, [1, 1, 0], 4)


def test_a_forced_discard_holds_in_the_turn_after_it_was_kept_too() -> None:
    """Kept by seat 0; what seat 1 then takes has no effect, so seat 1's turn is over."""
    table = dealt("1:two 2 3 4", B, C, draws="0:takes")
    play(table, "draw", "keep", "place a1")
    assert (table.seat, table.legal()) == (1, ["take"])
    play(table, "take", "place a1")
    assert (table.seat, lies(table, 1)) == (2, "1:two-actions (6) (7) (8)")


def test_reverse() -> None:
    """At once: seat 2 follows seat 0."""
    table = dealt("1:reverse 2 3 4", B, C)
    assert play(table, "flip a1").no_effect is False
    assert (table.direction, table.seat) == (-1, 2)


def test_lowest_to_discard_counts_a_turned_card_and_goes_by_itself() -> None:
    """The turned card is the only visible one: it changes places with the 20."""
    table = dealt("1:low 2 3 4", B, C, pile="20:reverse")
    happened = play(table, "flip a1")
    assert happened == plain.NewConsequences(
        "grid", "1:lowest-to-discard", None, [], "lowest-to-discard", False, ["a1", "discard pile"]
    )
    assert (lies(table, 0), table.discard_pile) == (
        "20:reverse (2) (3) (4)",
        ["1:lowest-to-discard"],
    )
    assert (table.seat, table.direction) == (1, 1)


def test_lowest_to_discard_kept_counts_not_yet_and_without_visible_cards_does_nothing() -> None:
    """Seat 0 has nothing visible, though it holds the kept card."""
    table = dealt(A, B, C, draws="0:low")
    happened = play(table, "draw", "keep")
    assert (happened.effect, happened.no_effect) == ("lowest-to-discard", True)
    assert (happened.swapped, table.phase) == (None, "place kept")


def test_of_several_lowest_cards_one_is_picked() -> None:
    """Seat 0 shows 5, 6 and 5: the second five changes places with the 20."""
    table = dealt("5 6 7 5", B, C, draws="0:low")
    play(table, *["flip a1"] * 3, *["flip b1"] * 3, *["flip b2"] * 3)
    happened = play(table, "draw", "keep")
    assert (happened.no_effect, happened.swapped, table.phase) == (False, None, "pick first")
    assert table.legal() == ["pick 0:a1", "pick 0:b2"]
    happened = play(table, "pick 0:b2")
    assert happened == plain.NewConsequences(
        None, None, None, [], "lowest-to-discard", False, ["b2", "discard pile"]
    )
    assert (lies(table, 0), table.discard_pile) == ("5 6 (7) 20", [5])
    assert table.legal() == ["place a1", "place b1", "place a2", "place b2"]


def test_the_card_from_the_discard_pile_can_complete_a_column() -> None:
    """Turned: the 3 goes for the 2 that lies there, and both threes leave."""
    table = dealt("9:low 2 8 3", B, C, pile="3")
    play(table, "flip b1", "flip a1", "flip a1", "flip b2", "flip b1", "flip b1")
    happened = play(table, "flip a1")
    assert (happened.swapped, happened.cleared) == (["b1", "discard pile"], ["b1", "b2"])
    assert (table.discard_pile, table.out) == ([2], [3, 3])


def test_swap_own_two_keeps_faces_and_takes_two_different_cards() -> None:
    """The visible 1 and the hidden 4 change places."""
    table = dealt("1:own 2 3 4", B, C)
    play(table, "flip a1")
    assert table.legal() == ["pick 0:a1", "pick 0:b1", "pick 0:a2", "pick 0:b2"]
    play(table, "pick 0:a1")
    assert table.legal() == ["pick 0:b1", "pick 0:a2", "pick 0:b2"]
    assert play(table, "pick 0:b2").swapped == ["a1", "b2"]
    assert (lies(table, 0), table.seat) == ("(4) (2) (3) 1:swap-own-two", 1)


def test_peek_three_kept_is_ordered_before_the_card_is_placed() -> None:
    """`order 231`: the second lies on top, then the third, then the first."""
    table = dealt(A, B, C, draws="0:peek 21 22 23 24")
    assert play(table, "draw", "keep").no_effect is False
    assert table.legal() == [f"order {order}" for order in (123, 132, 213, 231, 312, 321)]
    happened = play(table, "order 231")
    assert happened == plain.NewConsequences(cleared=[], effect="peek-three")
    assert table.draw_pile == [22, 23, 21, 24]
    assert (table.seat, table.phase) == (0, "place kept")


def test_peek_three_looks_at_fewer_if_there_are_fewer() -> None:
    """Two cards, one card, none: then it does nothing, and the pile isn't made anew."""
    for draws, orders in (("21 22", ["order 12", "order 21"]), ("21", ["order 1"])):
        table = dealt("0:peek 2 3 4", B, C, draws=draws)
        play(table, "flip a1")
        assert table.legal() == orders
        play(table, orders[-1])
        assert table.seat == 1
    table = dealt("0:peek 2 3 4", B, C)
    assert play(table, "flip a1").no_effect is True
    assert table.seat == 1


def test_two_actions_add_up_within_one_turn() -> None:
    """A kept one and a turned one: three actions, one turn."""
    table = dealt("1:two 2 3 4", B, C, draws="0:two")
    play(table, "draw", "keep")
    assert (table.phase, table.extra_actions) == ("place kept", 1)
    play(table, "place b2")
    assert (table.seat, table.phase, table.extra_actions) == (0, "choose", 0)
    play(table, "flip a1")
    assert (table.seat, table.phase) == (0, "choose")
    play(table, "flip b1")
    assert (table.seat, table.turns, table.turn) == (1, [1, 0, 0], 2)


def test_swap_two_others_takes_two_different_others() -> None:
    """Not the player's cards, and the second of another player than the first."""
    table = dealt("1:others 2 3 4", B, C, D)
    play(table, "flip a1")
    assert {action.split(":")[0] for action in table.legal()} == {"pick 1", "pick 2", "pick 3"}
    play(table, "pick 2:a1")
    assert {action.split(":")[0] for action in table.legal()} == {"pick 1", "pick 3"}
    assert play(table, "pick 3:b2").swapped == ["2:a1", "3:b2"]
    assert (lies(table, 2), lies(table, 3)) == ("(16) (10) (11) (12)", "(13) (14) (15) (9)")


def test_swap_with_another_takes_an_own_card_first() -> None:
    """One's own, then anybody else's."""
    table = dealt("1:with 2 3 4", B, C)
    play(table, "flip a1")
    assert {action.split(":")[0] for action in table.legal()} == {"pick 0"}
    play(table, "pick 0:a1")
    assert {action.split(":")[0] for action in table.legal()} == {"pick 1", "pick 2"}
    assert play(table, "pick 1:a1").swapped == ["a1", "1:a1"]
    assert (lies(table, 0), lies(table, 1)) == (
        *("(5) (2) (3) (4)", "1:swap-with-another (6) (7) (8)"),
    )


def test_a_swap_that_lacks_a_card_does_nothing() -> None:
    """Seat 0 has one card left, then none."""
    table = dealt("3 3:own", "4 5", "6 7", columns=1)
    happened = play(table, "flip a1", "flip a1", "flip a1", "flip a2")
    assert (happened.effect, happened.no_effect) == ("swap-own-two", True)
    assert (happened.cleared, table.ender) == (["a1", "a2"], 0)


def test_a_kept_card_that_finds_no_place_any_more_is_discarded() -> None:
    """Seat 0's swap clears its last two cards; nothing is turned then."""
    table = dealt("3 4", "3 5", "7 8", columns=1, draws="0:with", cleared_to="discard pile")
    play(table, *["flip a1"] * 3, "draw", "keep", "pick 0:a2")
    happened = play(table, "pick 1:a1")
    assert (happened.swapped, happened.cleared) == (["a2", "1:a1"], ["a1", "a2"])
    assert happened.card_out == "0:swap-with-another"
    assert table.discard_pile == [20, 3, 3, "0:swap-with-another"]
    assert (table.hand, table.kept, table.ender, table.seat) == (None, False, 0, 1)


# ------------------------------------------------------------------ effects of a user


def test_an_effect_of_ones_own_is_made_of_the_same_parts() -> None:
    """Order of play, then the look, then the swap, then the landing."""
    everything = {
        "reverse": True,
        "extra_actions": 1,
        "peek": 2,
        "chooser": "left neighbour",
        "lands": "bottom row",
        **swap("own hidden", "player hidden"),
    }
    table = dealt(A, B, C, draws="0:all 21 22 23", own={"all": everything})
    play(table, "draw", "keep")
    assert (table.direction, table.extra_actions) == (-1, 1)
    assert (table.seat, table.legal()) == (0, ["order 12", "order 21"])
    play(table, "order 21")
    assert (table.seat, table.draw_pile) == (1, [22, 21, 23])
    play(table, "pick 1:a1", "pick 0:b2")
    assert (table.seat, table.legal()) == (0, ["place a2", "place b2"])
    play(table, "place b2")
    assert (table.seat, table.phase) == (0, "choose")


def test_lowest_and_highest_are_those_of_each_grid() -> None:
    """The highest of every other grid: one each; the second goes by itself if it is only one."""
    own = {"x": swap("others highest", "others lowest")}
    table = dealt("1:x 2 3 4", B, C, own=own, turned=1)
    play(table, "flip b1", "flip a1", "flip b1")
    assert table.seat == 2
    play(table, "flip a1")
    happened = play(table, "flip a1")
    assert (table.seat, table.legal()) == (0, ["pick 1:a1", "pick 2:b1"])
    assert happened.swapped is None
    assert play(table, "pick 2:b1").swapped == ["2:b1", "1:a1"]


def test_both_picks_go_by_themselves() -> None:
    """The only lowest of mine and the only highest of the player to the left."""
    own = {"x": {"chooser": "left neighbour", **swap("own highest", "player lowest")}}
    table = dealt("1:x 2 3 4", B, C, own=own, turned=1)
    play(table, "flip b1", "flip a1", "flip b1", "flip a1")
    happened = play(table, "flip a1")
    assert happened.swapped == ["1:a1", "a1"]
    assert (lies(table, 0), lies(table, 1), table.seat) == ("5 2 (3) (4)", "1:x (6) (7) (8)", 1)


def test_a_first_pick_needs_a_second_one() -> None:
    """A visible card, then a hidden one of the same grid: nothing to do where all lie open."""
    own = {"x": swap("others visible", "own hidden")}
    table = dealt("1 2:x", "3 4", "5 6", columns=1, own=own)
    play(table, "flip a1", "flip a1", "flip a1")
    happened = play(table, "flip a2")
    assert (happened.no_effect, table.ender) == (True, 0)
    table = dealt("2:x 1", "3 4", "5 6", columns=1, own=own, turned=1)
    play(table, "flip a2", "flip a1", "flip a1")
    assert table.seat == 2


def test_a_hidden_card_lies_face_up_on_the_discard_pile() -> None:
    """And what comes from there lies face up in the grid."""
    own = {"x": swap("others hidden", "discard pile any")}
    table = dealt("1:x 2 3 4", B, C, own=own)
    play(table, "flip a1")
    assert play(table, "pick 1:b1").swapped == ["1:b1", "discard pile"]
    assert (lies(table, 1), table.discard_pile) == ("(5) 20 (7) (8)", [6])


# ------------------------------------------------------------------ the last lap


def last_lap(*grids: str, **more: Any) -> plain.NewSkyjoTable:
    """One column of two; every player has turned the upper card."""
    table = dealt(*grids, columns=1, **more)
    play(table, *["flip a1"] * len(grids))
    return table


def test_every_player_but_the_ender_has_one_last_turn() -> None:
    """Seat 0 turns its last card; seats 1 and 2 play once more, and the round is over."""
    table = last_lap("1 2", "3 4", "5 6", draws="0 19")
    play(table, "flip a2")
    assert (table.ender, table.due) == (0, [False, False, True])
    assert table.seat == 1
    play(table, "flip a2")
    assert (table.ender, table.seat, table.due) == (0, 2, [False] * 3)
    play(table, "take", "place a2")
    assert (table.phase, table.turns, table.total) == ("game over", [2, 2, 2], [3, 7, 25])
    assert table.winners == [0]


def test_a_player_whose_swap_ended_anothers_game_has_a_last_turn_too() -> None:
    """Seat 0 takes seat 1's only hidden card: seat 1 is the ender, seat 0 plays once more."""
    table = last_lap("1 2", "3 4", "5 6", "7 8", draws="0:with")
    play(table, "draw", "keep", "pick 0:a1", "pick 1:a2", "place a2")
    assert (lies(table, 0), lies(table, 1)) == ("(4) 0:swap-with-another", "3 1")
    assert (table.ender, table.seat, table.due) == (1, 2, [True, False, False, True])
    play(table, "flip a2", "flip a2")
    assert (table.seat, table.due) == (0, [False] * 4)
    play(table, "flip a1")
    assert (table.phase, table.turns) == ("game over", [3, 1, 2, 2])


@pytest.mark.parametrize(("reverse", "ender"), [(False, 1), (True, 2)])
def test_the_ender_is_looked_for_in_the_direction_of_play(reverse: bool, ender: int) -> None:
    """Seat 0 takes the last hidden cards of seats 1 and 2 in one turn, and may reverse play."""
    own = {
        "x": {"extra_actions": 1, **swap("own visible", "others hidden")},
        "y": {"reverse": reverse, **swap("own visible", "others hidden")},
    }
    table = dealt("1 2 9", "3 4 10", "5 6 11", columns=1, rows=3, own=own, draws="0:x 0:y")
    play(table, *["flip a1"] * 3, *["flip a2"] * 3)
    play(table, "draw", "keep", "pick 0:a1", "pick 1:a3", "place a3")
    play(table, "draw", "keep", "pick 0:a2", "pick 2:a3", "place a3")
    assert [table.hidden(seat) for seat in range(3)] == [["a1", "a2"], [], []]
    # The other of the two has a last turn, and plays first or second.
    other = 3 - ender
    assert (table.ender, table.seat) == (ender, other)
    assert table.due == [True, False, False]


def test_turns_in_a_row_lapse_and_the_last_lap_goes_on_from_the_player() -> None:
    """Seat 1 has two turns, and ends in the first of them."""
    table = dealt("9 1:twice 2", "3 4 5", "6 7 8", columns=1, rows=3)
    play(table, *["flip a1"] * 3, "take", "place a1", "flip a2", "flip a2", "flip a2")
    assert (table.seat, table.turns_left) == (1, 1)
    play(table, "flip a3")
    assert (table.ender, table.turns_left, table.seat) == (1, 0, 2)
    assert table.due == [True, False, False]


def test_in_the_last_lap_a_twice_gives_two_last_turns() -> None:
    """Given by the turn that ended the game, it counts for the first player of the last lap."""
    table = last_lap("1 2:twice", "3 4", "5 6", draws="0 0 0")
    play(table, "flip a2")
    assert (table.ender, table.seat, table.turns_left) == (0, 1, 1)
    play(table, "draw", "place a1", "draw", "place a1")
    assert (table.seat, table.turns) == (2, [2, 3, 1])
    play(table, "flip a2")
    assert table.phase == "game over"


def test_in_the_last_lap_a_skip_takes_the_last_turn_away() -> None:
    """Of the turn that ended the game, and of one in the last lap."""
    table = last_lap("1 2:skip", "3 4", "5 6")
    play(table, "flip a2")
    assert (table.seat, table.due, table.turns) == (2, [False] * 3, [2, 1, 1])
    play(table, "flip a2")
    assert table.phase == "game over"
    table = last_lap("1 2", "3 4:skip", "5 6")
    play(table, "flip a2", "flip a2")
    assert (table.phase, table.turns) == ("game over", [2, 2, 1])


def test_in_the_last_lap_who_has_no_last_turn_due_is_passed_over() -> None:
    """Seat 1 reverses: seat 0 is the ender, seat 3 the one who follows and is given the rest."""
    table = last_lap("1 2", "3 4:reverse", "5 6", "7 8", draws="0:twice 0 0")
    play(table, "flip a2", "flip a2")
    assert (table.direction, table.seat, table.due) == (-1, 3, [False, False, True, False])
    play(table, "draw", "keep", "place a2")
    assert (table.seat, table.turns_left) == (2, 1)
    play(table, "flip a2", "take", "place a1")
    assert table.phase == "game over"


@pytest.mark.parametrize(("draws", "legal"), [("0", ["draw"]), ("", ["pass"])])
def test_a_forced_discard_lapses_with_an_empty_grid(draws: str, legal: list[str]) -> None:
    """Seat 1's swap empties the grid of seat 2, which has nothing to replace."""
    own = {"x": {"next_takes_discard": True, **swap("own visible", "others any")}}
    table = last_lap("1 2", "5 4:x", "5 6", draws=draws, own=own)
    play(table, "flip a2", "flip a2", "pick 1:a1")
    happened = play(table, "pick 2:a2")
    assert (happened.swapped, happened.cleared) == (["a1", "2:a2"], ["2:a1", "2:a2"])
    assert (table.seat, table.forced, table.legal()) == (2, False, legal)


def test_the_ender_stays_the_ender() -> None:
    """A hidden card that the ender gets in the last lap changes nothing."""
    table = last_lap("1 2", "3 4:with", "5 6", draws="0")
    play(table, "flip a2", "flip a2", "pick 1:a1", "pick 2:a2")
    assert lies(table, 1) == "(6) 4:swap-with-another"
    play(table, "take", "place a1")
    assert (table.phase, table.pad[-1].ender) == ("game over", 0)


def test_cards_are_revealed_without_effects_and_columns_are_set_aside() -> None:
    """Seat 2's two sevens leave at the reveal; with the option off they count."""
    for option, total in ((True, [3, 7, 0]), (False, [3, 7, 14])):
        table = dealt("1 2", "3 4", "7 7:low", columns=1, pile="7", clear_at_reveal=option)
        play(table, "flip a1", "flip a1", "take", "place a1", "flip a2", "flip a2")
        play(table, "take", "place a1")
        assert (table.phase, table.total) == ("game over", total)
        assert table.columns_cleared == [0, 0, int(option)]


def test_rounds_penalty_and_later_starters_are_options() -> None:
    """Two rounds: the ender of the first doubles, starts the second, and the lowest total wins."""
    table = dealt(
        *("9 2", "3 4", "5 6"), columns=1, rounds=2, penalty_factor=2, starter="ender", draws="0"
    )
    play(table, *["flip a1"] * 3, *["flip a2"] * 3)
    assert (table.phase, table.score, table.winners) == ("round over", [22, 7, 11], None)
    table.shuffle([3, 4, 9, 2, 5, 6, 20, 0])
    assert (table.round, table.seat, table.direction, table.due) == (2, 0, 1, None)
    play(table, *["flip a1"] * 3, *["flip a2"] * 3)
    assert (table.phase, table.total, table.winners) == ("game over", [29, 18, 22], [1])


# ------------------------------------------------------------------ what a seat knows


def test_who_has_looked_knows_the_cards_until_they_are_laid_down() -> None:
    """Seat 0 knows three in order; a drawn one counts until it lies open."""
    table = dealt("0:peek 2 3 4", B, C, draws="21 22 23 24 25")
    play(table, "flip a1")
    assert knows(table, 0) == [([21], 1), ([22], 1), ([23], 1)]
    play(table, "order 312")
    assert knows(table, 0) == [([23], 1), ([21], 1), ([22], 1)]
    assert knows(table, 1) == knows(table, 2) == []
    play(table, "draw")
    assert knows(table, 0) == [([23], 1), ([21], 1), ([22], 1)]
    play(table, "place a1")
    assert knows(table, 0) == [([21], 1), ([22], 1)]
    play(table, "draw", "discard")
    assert knows(table, 0) == [([22], 1)]


def test_somebody_elses_order_leaves_so_many_among_the_next_so_many() -> None:
    """Seat 1 mixes seat 0's two with a third card; which is drawn tells how many are left."""
    table = dealt("0:peek 2 3 4", "5 6:peek 7 8", C, draws="21 22 23 24 25")
    play(table, "flip a1", "order 123", "draw", "discard", "flip b1")
    assert knows(table, 0) == [([22], 1), ([23], 1)]
    play(table, "order 312")
    assert table.draw_pile == [24, 22, 23, 25]
    assert knows(table, 0) == [([22, 23], 3)]
    assert knows(table, 1) == [([24], 1), ([22], 1), ([23], 1)]
    play(table, "draw")
    assert knows(table, 0) == [([22, 23], 3)]
    play(table, "place a1")
    assert knows(table, 0) == [([22, 23], 2)]
    play(table, "draw", "discard")
    assert knows(table, 0) == [([23], 1)]


def test_a_kept_card_is_known_to_all_at_once() -> None:
    """It counts no more for who knew that it lay there."""
    table = dealt("0:peek 2 3 4", B, C, draws="21:two 22 23")
    play(table, "flip a1", "order 123", "draw", "keep")
    assert knows(table, 0) == [([22], 1), ([23], 1)]


# ------------------------------------------------------------------ undo, perft, refusals


def test_undo_puts_everything_back() -> None:
    """To the middle of an effect, with a kept card and a first pick."""
    table = dealt(A, "5:reverse 6 7 8", C, draws="0:own 21:peek 22 23 24")
    play(table, "draw", "keep", "pick 0:a1")
    before = table.state()
    play(table, "pick 0:b2", "place a1", "flip a1", "draw", "keep", "order 321")
    table.undo(3)
    assert table.state() == before
    assert table.decision == 9
    assert table.legal() == ["pick 0:b1", "pick 0:a2", "pick 0:b2"]


def test_perft_counts_sequences_of_decisions() -> None:
    """Flip two, draw, take; then flip one or two, keep or discard, place two."""
    table = dealt("1 2", "3 4", "5 6", columns=1, draws="0:own")
    before = table.state()
    # 2 flips, then seat 1 has 4 choices each; keep or discard; place on 2.
    assert [table.perft(depth) for depth in range(3)] == [1, 4, 2 * 4 + 2 + 2]
    assert table.state() == before


def test_headers_that_cannot_be_are_refused() -> None:
    """Players, options, effects and decks."""
    order = cards("1 2 3 4 5 6 7 8 9 10 11 12 20 0:reverse 0:low")
    plain.NewSkyjoTable(game(order, 3))
    wrong: list[dict[str, Any]] = [
        game(order[:9], 2),
        game(order, 3, rounds=0),
        game(order, 3, effects="yes"),
        game(order, 3, flip_turn=1),
        game(order, 3, {"reverse": {"chooser": "dealer"}}),
        game(order, 3, {"reverse": {"first": {"whose": "own", "faces": "any"}}}),
        game(order, 3, {"reverse": swap("discard pile any", "own any")}),
        game(order, 3, {"reverse": {"lands": "middle"}}),
        game(order, 3, {"reverse": {"peek": -1}}),
        {**game(order, 3), "effects": {}},
        {**game(order, 3), "game": "skip-bo"},
    ]
    for header in wrong:
        with pytest.raises(RefusedError):
            plain.NewSkyjoTable(header)
    for key in NOTHING.keys() - {"words"}:
        header = json.loads(json.dumps(game(order, 3)))
        del header["effects"]["reverse"][key]
        with pytest.raises(RefusedError, match=key):
            plain.NewSkyjoTable(header)


# ------------------------------------------------------------------ a record, written by hand

AT = '"at": "2026-11-20T18:30:05.123Z"'
HEADER = game(cards("1 2:low 3 4 5 6 20 0:with 1:rns"), 3, columns=1)

RECORD = [
    json.dumps({**HEADER, "at": "2026-11-20T18:30:05.123Z"}),
    '{"event": "shuffle", AT, "for": "deal", "round": 1, "order": [1, "2:lowest-to-discard", 3, 4,'
    ' 5, 6, 20, "0:swap-with-another", "1:right-neighbour-swap"]}',
    '{"event": "act", AT, "decision": 0, "seat": 0, "action": "flip a2", "source": "grid",'
    ' "card_in": "2:lowest-to-discard", "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": "lowest-to-discard", "no_effect": false, "swapped": ["a2", "discard pile"]}',
    '{"event": "act", AT, "decision": 1, "seat": 1, "action": "draw", "source": "draw pile",'
    ' "card_in": "0:swap-with-another", "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": null, "no_effect": false, "swapped": null}',
    '{"event": "act", AT, "decision": 2, "seat": 1, "action": "keep", "source": "draw pile",'
    ' "card_in": "0:swap-with-another", "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": "swap-with-another", "no_effect": false, "swapped": null}',
    '{"event": "act", AT, "decision": 3, "seat": 1, "action": "pick 1:a1", "source": null,'
    ' "card_in": null, "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": "swap-with-another", "no_effect": false, "swapped": null}',
    '{"event": "undo", AT, "to": 3, "seat": 1}',
    '{"event": "act", AT, "decision": 4, "seat": 1, "action": "pick 1:a2", "source": null,'
    ' "card_in": null, "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": "swap-with-another", "no_effect": false, "swapped": null}',
    '{"event": "act", AT, "decision": 5, "seat": 1, "action": "pick 0:a2", "source": null,'
    ' "card_in": null, "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": "swap-with-another", "no_effect": false, "swapped": ["a2", "0:a2"]}',
    '{"event": "act", AT, "decision": 6, "seat": 1, "action": "place a1", "source": "draw pile",'
    ' "card_in": "0:swap-with-another", "card_out": 3, "cleared": [], "ms": 1,'
    ' "effect": null, "no_effect": false, "swapped": null}',
    '{"event": "act", AT, "decision": 7, "seat": 2, "action": "flip a1", "source": "grid",'
    ' "card_in": 5, "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": null, "no_effect": false, "swapped": null}',
    '{"event": "act", AT, "decision": 8, "seat": 0, "action": "flip a1", "source": "grid",'
    ' "card_in": 1, "card_out": null, "cleared": [], "ms": 1,'
    ' "effect": null, "no_effect": false, "swapped": null}',
    '{"event": "round", AT, "round": 1, "starter": 0, "ender": 1, "turns": [2, 1, 1],'
    ' "raw": [5, 20, 11], "score": [5, 20, 11], "total": [5, 20, 11],'
    ' "columns_cleared": [0, 0, 0], "winners": [0]}',
]


LINES = [line.replace("AT", AT, 1) + "\n" for line in RECORD]


def test_a_record_written_by_hand_replays() -> None:
    """An effect that goes by itself, a kept one with an undone pick, and the last lap."""
    *_, table = plain_replayer.replay(LINES)
    assert isinstance(table, plain.NewSkyjoTable)
    assert (table.phase, table.winners) == ("game over", [0])
    for length in range(1, len(LINES)):
        assert len(list(plain_replayer.replay(LINES[:length]))) == length


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, '"newskyjo"', '"skyjo"'),
        (1, '"reverse": true', '"reverse": 1'),
        (2, '"2:lowest-to-discard"', "2"),
        (2, '"2:lowest-to-discard"', '"2:reverse"'),
        (3, '"card_in": "2:lowest-to-discard"', '"card_in": 2'),
        (3, '"effect": "lowest-to-discard"', '"effect": null'),
        (3, '"no_effect": false', '"no_effect": true'),
        (3, '"no_effect": false, ', ""),
        (3, '["a2", "discard pile"]', "null"),
        (3, '["a2", "discard pile"]', '["discard pile", "a2"]'),
        (5, '"keep"', '"place a1"'),
        (6, '"pick 1:a1"', '"pick a1"'),
        (6, '"pick 1:a1"', '"pick 0:a1"'),
        (6, '"pick 1:a1"', '"decline"'),
        (6, '"effect": "swap-with-another"', '"effect": null'),
        (9, '["a2", "0:a2"]', '["1:a2", "0:a2"]'),
        (9, '["a2", "0:a2"]', '["0:a2", "a2"]'),
        (10, '"effect": null', '"effect": "swap-with-another"'),
        (10, '"card_out": 3', '"card_out": null'),
        (13, '"turns": [2, 1, 1]', '"turns": [2, 1, 2]'),
        (13, '"ender": 1', '"ender": 0'),
        (13, '"winners": [0]', '"winners": null'),
    ],
)
def test_a_line_that_disagrees_with_the_rules_is_named(line: int, old: str, new: str) -> None:
    """One thing changed in one line: that line's number is in the error."""
    assert named_line(LINES, line, old, new) == line
