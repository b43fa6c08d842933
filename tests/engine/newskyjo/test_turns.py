"""Turns, and the end of a round of NewSkyjo: docs/rules-newskyjo.md by scenario."""

from __future__ import annotations

import pytest

from skyjo_widget import Effect, IllegalActionError, Session
from skyjo_widget.engine.newskyjo.rules import CHOOSE, GAME_OVER, NOBODY
from tests.fixtures.tables import BELOW, DOWN, TWICE, legal, lies, moves, pairs, table, told, turns

# The order of play


def test_twice_and_skip_make_one_turn():
    """1 + 1 − 1, given together when the turns in a row are over."""
    h = table(TWICE, "(2:next-plays-twice) (3:next-skips) (4) (5) (6) (1)", DOWN)
    moves(h, "flip a1", "flip a1", "flip b1")
    assert turns(h, 3) == [2, 0, 1]


def test_two_twices_make_three_turns():
    """1 + 1 + 1."""
    h = table(TWICE, "(2:next-plays-twice) (3:next-plays-twice) (4) (5) (6) (1)", DOWN)
    moves(h, "flip a1", "flip a1", "flip b1")
    assert turns(h, 5) == [2, 2, 2, 0, 1]


@pytest.mark.parametrize("second", ["next-skips", "next-takes-discard"])
def test_what_is_left_over_lapses_with_the_lost_turn(second):
    """A second skip, or a forced discard: the player after that is given nothing."""
    h = table(TWICE, f"(2:next-skips) (3:{second}) (4) (5) (6) (1)", DOWN, draws="7 8")
    moves(h, "flip a1", "flip a1", "flip b1")
    assert (h.state.seat, h.state.turns_left) == (0, 1)
    assert "draw" in legal(h)
    assert turns(h, 3) == [0, 1, 2]


def test_effects_on_the_next_player_wait_for_the_last_turn_in_a_row():
    """A skip turned in the first of two turns doesn't touch the second."""
    h = table(TWICE, "(2:next-skips) (3) (4) (5) (6) (1)", DOWN)
    moves(h, "flip a1", "flip a1")
    assert (h.state.seat, h.state.turns_left, h.state.next_skips) == (1, 1, 1)
    assert turns(h, 3) == [1, 0, 1]


def test_what_is_pending_goes_to_who_follows_in_the_direction_of_that_moment():
    """A twice, then a reverse: the player before has two turns."""
    h = table(TWICE, "(2:next-plays-twice) (3:reverse) (4) (5) (6) (1)", DOWN)
    moves(h, "flip a1", "flip a1", "flip b1")
    assert turns(h, 4) == [0, 0, 2, 1]


def test_a_skip_before_a_reverse_hits_who_follows_then():
    """The player before loses the turn."""
    h = table(TWICE, "(2:next-skips) (3:reverse) (4) (5) (6) (1)", DOWN)
    moves(h, "flip a1", "flip a1", "flip b1")
    assert turns(h, 3) == [2, 1, 0]


def test_a_forced_discard_before_a_reverse_hits_who_follows_then():
    """The player before must take."""
    h = table(TWICE, "(2:next-takes-discard) (3:reverse) (4) (5) (6) (1)", DOWN, draws="7 8")
    moves(h, "flip a1", "flip a1", "flip b1")
    assert (h.state.seat, legal(h)) == (0, ["take"])


def test_a_reverse_does_not_end_ones_turns_in_a_row():
    """The second turn is still one's own."""
    h = table(TWICE, "(3:reverse) (2) (4) (5) (6) (1)", DOWN)
    moves(h, "flip a1", "flip a1")
    assert turns(h, 3) == [1, 0, 2]


def test_reversed_twice_it_goes_on_as_before():
    """To the left again."""
    h = table(TWICE, "(2:reverse) (3:reverse) (4) (5) (6) (1)", DOWN)
    moves(h, "flip a1", "flip a1", "flip b1")
    assert h.state.direction == 1
    assert turns(h, 3) == [2, 0, 1]


def test_several_forced_discards_count_once():
    """Two of them force one action of the next player, and nobody after."""
    h = table(
        TWICE, "(2:next-takes-discard) (3:next-takes-discard) (4) (5) (6) (1)", DOWN, draws="7 8"
    )
    moves(h, "flip a1", "flip a1", "flip b1")
    assert (h.state.seat, legal(h)) == (2, ["take"])
    moves(h, "take", "place a1")
    assert h.state.seat == 0
    assert "draw" in legal(h)


def test_a_forced_discard_holds_for_the_first_of_two_turns_alone():
    """The second is free."""
    h = table(
        TWICE, "(2:next-takes-discard) (3:next-plays-twice) (4) (5) (6) (1)", DOWN, draws="7 8"
    )
    moves(h, "flip a1", "flip a1", "flip b1")
    assert (h.state.seat, h.state.turns_left, legal(h)) == (2, 2, ["take"])
    moves(h, "take", "place a1")
    assert (h.state.seat, h.state.turns_left) == (2, 1)
    assert "draw" in legal(h)


def test_a_forced_discard_says_why_nothing_else_is_legal():
    """Even where the card hurts."""
    h = table(DOWN, DOWN, DOWN, discard=12, draws="8:next-takes-discard 0")
    moves(h, "draw", "keep", "place a1")
    session = Session(h, functions={}, writer=None)
    for action in ("draw", "flip a1", "pass"):
        with pytest.raises(IllegalActionError, match="only 'take' is possible"):
            session.act(action)


def test_a_forced_discard_lapses_with_an_empty_grid():
    """Seat 2's grid is emptied by a swap in seat 1's first last turn; it may draw."""
    h = pairs(
        "9 (2:next-plays-twice)",
        "1 (3:next-takes-discard)",
        "4 (8)",
        "4 (7)",
        draws="6:swap-two-others 0 0",
    )
    moves(h, "flip a2")
    assert (h.state.ender, h.state.turns_left) == (0, 2)
    moves(h, "draw", "keep", "pick 2:a2", "pick 3:a1")
    assert lies(h, 2) == ". ."
    moves(h, "place a1", "flip a2")
    assert (h.state.seat, legal(h)) == (2, ["draw"])
    moves(h, "draw", "discard")
    assert h.state.seat == 3
    assert "draw" in legal(h)


# Extra actions


def test_extra_actions_add_up_within_one_turn():
    """Two cards of two-actions make three actions, and one turn."""
    h = table("(5:two-actions) (6:two-actions) (3) (4) (5) (6)", DOWN, DOWN)
    moves(h, "flip a1")
    assert (h.state.seat, h.state.actions_left) == (0, 0)
    moves(h, "flip b1")
    assert (h.state.seat, h.state.turn) == (0, 1)
    moves(h, "flip a2")
    assert (h.state.seat, h.state.turn) == (1, 2)
    assert h.state.turns[:3] == [1, 0, 0]


def test_an_extra_action_may_be_an_effect_of_its_own():
    """Kept in the extra action, a skip works as ever."""
    h = table("(5:two-actions) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="1:next-skips 0")
    moves(h, "flip a1", "draw", "keep", "place b1")
    assert turns(h, 1) == [2]


def test_an_extra_action_must_be_used():
    """There is no pass where something is possible, and the sentence says so."""
    h = table("(5:two-actions) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="0")
    moves(h, "flip a1")
    session = Session(h, functions={}, writer=None)
    with pytest.raises(IllegalActionError, match="something is possible"):
        session.act("pass")


def test_two_actions_after_a_discard_follows_like_any_other():
    """Turned after a drawn card was discarded, it gives one more action."""
    h = table("(5:two-actions) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="0 7")
    moves(h, "draw", "discard", "flip a1")
    assert (h.state.seat, h.state.phase, h.state.turn) == (0, CHOOSE, 1)


def test_where_nothing_is_possible_one_passes():
    """No card in one's grid, none to draw, one on the discard pile; the pass uses the action up."""
    h = pairs("5 (5:two-actions)", "1 (2)", "1 (3)")
    moves(h, "flip a2")
    assert lies(h, 0) == ". ."
    assert (h.state.seat, legal(h), h.state.ender) == (0, ["pass"], NOBODY)
    moves(h, "pass")
    assert (h.state.ender, h.state.seat) == (0, 1)
    assert (told(h)["action"], told(h)["card_in"], told(h)["effect"]) == ("pass", None, None)


def test_the_end_is_looked_at_after_the_turn_and_not_in_its_middle():
    """A grid without a hidden card in between, which has one at the turn's end, ends nothing."""
    h = pairs("9 (2:two-actions)", "1 (3)", "1 (4)", draws="6:swap-with-another 0")
    moves(h, "flip a2")
    assert (h.state.hidden[0], h.state.ender) == (0, NOBODY)
    moves(h, "draw", "keep", "pick 0:a1", "pick 1:a2", "place a2")
    assert lies(h, 0) == "(3) 6:swap-with-another"
    # It is seat 1 that has none left now: the ender, though it hasn't played.
    assert (h.state.ender, h.state.seat) == (1, 2)


def test_a_round_goes_on_if_a_hidden_card_is_there_again_at_the_turns_end():
    """Nobody is the ender where the other of the swap has a hidden card left, too."""
    h = table(
        "9 8 7 6 (3) (2:two-actions)",
        "1 2 3 4 (5) (6)",
        "1 2 3 4 (5) (6)",
        discard=12,
        draws="6:swap-with-another",
    )
    moves(h, "flip a3")
    assert turns(h, 2) == [1, 2]
    moves(h, "flip b3")
    assert h.state.hidden[0] == 0
    moves(h, "draw", "keep", "pick 0:b1", "pick 1:a3", "place a1")
    assert h.state.hidden[:3] == [1, 1, 2]
    assert (h.state.ender, h.state.seat) == (NOBODY, 1)


# The last lap


def test_every_player_but_the_ender_has_one_last_turn():
    """Then cards are revealed, and the lowest sum wins; ending costs nothing."""
    h = pairs("9 (1)", "1 (2)", "1 (3)")
    moves(h, "flip a2")
    assert h.state.ender == 0
    assert turns(h, 9) == [1, 2]
    assert h.state.phase == GAME_OVER
    assert h.state.turns[:3] == [1, 1, 1]
    assert [h.deck.values[card] for card in h.state.grid[0][:2]] == [9, 1]
    assert h.state.raw[:3] == h.state.score[:3] == h.state.total[:3] == [10, 2, 4]
    assert h.game.winners(h.state, h.codes) == [1]


def test_equal_lowest_totals_share_the_win():
    """The ender may be among them."""
    h = pairs("2 (0)", "1 (2)", "1 (5)", draws="-2")
    moves(h, "flip a2", "take", "place a1", "draw", "place a1")
    assert h.state.total[:3] == [2, 2, 3]
    assert h.game.winners(h.state, h.codes) == [0, 1]


def test_who_has_no_hidden_card_left_in_the_last_lap_is_no_ender():
    """The first one stays it."""
    h = pairs("9 (1)", "1 (2)", "1 (3)")
    moves(h, "flip a2", "flip a2")
    assert (h.state.ender, h.state.seat) == (0, 2)


@pytest.mark.parametrize(
    ("effect", "lap"),
    [
        ("next-skips", [2, 3]),
        ("next-plays-twice", [1, 1, 2, 3]),
        ("reverse", [3, 2, 1]),
        ("only-top-left", [1, 2, 3]),
    ],
)
def test_effects_of_the_turn_that_ended_the_game_count_for_the_last_laps_first_player(effect, lap):
    """A skip takes the last turn away, a twice gives two."""
    h = pairs(f"9 (1:{effect})", "1 (2)", "1 (3)", "1 (4)")
    moves(h, "flip a2")
    assert h.state.ender == 0
    assert turns(h, 9) == lap


def test_a_forced_discard_of_the_turn_that_ended_the_game_counts_too():
    """For the first player of the last lap alone."""
    h = pairs("9 (1:next-takes-discard)", "1 (2)", "1 (3)", draws="5 6")
    moves(h, "flip a2")
    assert (h.state.seat, legal(h)) == (1, ["take"])
    moves(h, "take", "place a1")
    assert "draw" in legal(h)


@pytest.mark.parametrize(
    ("effect", "lap"),
    [
        ("next-skips", [3]),
        ("next-plays-twice", [2, 2, 3]),
        ("reverse", [3, 2]),  # from seat 1 over the ender
    ],
)
def test_effects_in_the_last_lap(effect, lap):
    """The same sum; the ender and those who had their last turn are passed over."""
    h = pairs("9 (1)", "1 (2)", "1 (3)", "1 (4)", draws=f"5:{effect}")
    moves(h, "flip a2", "draw", "keep", "place a1")
    assert turns(h, 9) == lap
    assert h.state.phase == GAME_OVER


def test_reversed_later_in_the_last_lap_it_goes_back_over_all_who_had_their_turn():
    """Seats 1, 2, then backwards over 1 and the ender to 4 and 3."""
    h = pairs("9 (1)", *["1 (2)"] * 4, draws="5:reverse")
    moves(h, "flip a2", "take", "place a1", "draw", "keep", "place a1")
    assert turns(h, 9) == [4, 3]


def test_two_last_turns_with_a_skip_each_take_one_last_turn_away():
    """1 + 0 − 2 is none; what is left over lapses."""
    h = pairs(
        "9 (1:next-plays-twice)", "1 (2)", "1 (3)", "1 (4)", draws="5:next-skips 6:next-skips"
    )
    moves(h, "flip a2", *["draw", "keep", "place a1"] * 2)
    assert turns(h, 9) == [3]
    assert h.state.turns[:4] == [1, 2, 0, 1]


def test_a_skip_of_the_only_last_turn_left_ends_the_round():
    """Nobody else has one due."""
    h = pairs("9 (1)", "1 (2)", "1 (3)", draws="5:next-skips")
    moves(h, "flip a2", "draw", "keep", "place a1")
    assert h.state.phase == GAME_OVER
    assert h.state.turns[:3] == [1, 1, 0]


def test_turns_in_a_row_lapse_when_the_round_ends():
    """Two turns in a row are two turns: the end is looked at after the first."""
    h = pairs("9 (3)", "1 (2)", "1 (4)", draws="5:next-plays-twice")
    moves(h, "draw", "keep", "place a1")
    assert (h.state.seat, h.state.turns_left) == (1, 2)
    moves(h, "flip a2")
    assert h.state.ender == 1
    assert turns(h, 9) == [2, 0]


def test_turns_in_a_row_lapse_though_somebody_else_is_the_ender():
    """The player who has just played has a last turn due as well, and has it last."""
    h = pairs("9 (1)", "1 (2)", "4 (8)", draws="2:next-plays-twice 6:swap-two-others")
    moves(h, "draw", "keep", "place a1")
    assert (h.state.seat, h.state.turns_left) == (1, 2)
    moves(h, "draw", "keep", "pick 2:a2", "pick 0:a1", "place a1")
    assert lies(h, 2) == "4 2:next-plays-twice"
    assert (h.state.ender, h.state.due[:3]) == (2, [0, 1, 0])  # seat 0 has just begun its own
    assert turns(h, 9) == [0, 1]
    assert h.state.turns[:3] == [2, 2, 0]


def test_the_skip_of_the_turn_that_ended_the_game_passes_over_the_ender():
    """Seat 2 is the ender by seat 1's swap: it is seat 3 that loses its last turn."""
    h = pairs(
        "9 (1)",
        "1 (2)",
        "4 (8)",
        "5 (7)",
        draws="2:next-plays-twice 3:next-skips 6:swap-two-others",
    )
    moves(h, "draw", "keep", "place a1", "draw", "keep", "place a1")
    moves(h, "draw", "keep", "pick 2:a2", "pick 3:a1", "place a1")
    assert h.state.ender == 2
    assert turns(h, 9) == [0, 1]
    assert h.state.turns[:4] == [2, 3, 0, 0]


def test_a_swap_that_empties_somebody_elses_grid_makes_them_the_ender():
    """They have no last turn; who played has one, the last."""
    h = pairs("9 (1)", "4 (3)", "4 (6)", draws="8:swap-two-others")
    moves(h, "draw", "keep", "pick 1:a2", "pick 2:a1", "place a1")
    assert lies(h, 1) == ". ."
    assert h.state.ender == 1
    assert turns(h, 9) == [2, 0]


def test_who_has_just_played_is_the_ender_before_all_others():
    """Seats 0 and 1 have no hidden card left: seat 1 has turned its last, and swapped 0's away."""
    h = pairs("9 (1)", "1 (8:swap-two-others)", "2 (6)")
    assert turns(h, 1) == [0]
    moves(h, "flip a2", "pick 0:a2", "pick 2:a1")
    assert h.state.hidden[:3] == [0, 0, 2]
    assert h.state.ender == 1
    assert turns(h, 9) == [2, 0]


FOUR_ACTIONS = Effect(key="four-actions", words={"en": "Four actions"}, extra_actions=3)


@pytest.mark.parametrize(
    ("second", "ender", "lap"), [("next-skips", 1, [3, 4, 0]), ("reverse", 3, [4, 2, 1, 0])]
)
def test_of_several_others_the_first_in_the_direction_of_play_is_the_ender(second, ender, lap):
    """From the one who has just played; seats 1 and 3 have no hidden card left."""
    h = pairs(
        "9 (1)",
        "1 (2)",
        "3 (7)",
        "1 (5)",
        "4 (6)",
        draws=f"5:four-actions 4:{second} 6:swap-two-others 7:swap-two-others",
        own=[FOUR_ACTIONS],
    )
    moves(h, *["draw", "keep", "place a1"] * 2)
    moves(h, "draw", "keep", "pick 1:a2", "pick 2:a1", "place a1")
    moves(h, "draw", "keep", "pick 3:a2", "pick 4:a1", "place a1")
    assert h.state.hidden[:5] == [1, 0, 2, 0, 2]
    assert h.state.ender == ender
    assert turns(h, 9) == lap


def test_eight_players():
    """The previous seat of 0 is 7, for the order of play and for the right neighbour."""
    h = table("(1:reverse) (2) (3) (4) (5) (6)", *[DOWN] * 7, draws="-1:right-neighbour-swap")
    moves(h, "flip a1")
    assert turns(h, 10) == [7, 6, 5, 4, 3, 2, 1, 0, 7, 6]
    h = table(DOWN, *[DOWN] * 6, BELOW, draws="-1:right-neighbour-swap")
    moves(h, "draw", "keep")
    assert h.state.seat == 7
    moves(h, "pick 7:a1", "pick 0:b3")
    assert (lies(h, 7).split()[0], lies(h, 0).split()[5]) == ("(6)", "(7)")


def test_eight_players_in_the_last_lap():
    """Seat 7 ends; 0 to 6 have one last turn each, but who is skipped."""
    h = pairs("9 (1)", *["1 (2)"] * 7, discard=10, draws="5:next-skips 3:reverse")
    moves(h, *["take", "place a1"] * 7, "flip a2")
    assert (h.state.ender, h.state.seat) == (7, 0)
    moves(h, "take", "place a1", "draw", "keep", "place a1")  # 2 loses its last turn
    moves(h, "draw", "keep", "place a1")  # reversed by 3: over 2, 1, 0 and 7 to 6
    assert turns(h, 9) == [6, 5, 4]
    assert h.state.turns[:8] == [2, 2, 1, 2, 2, 2, 2, 1]
