"""Skyjo's rules by scenario: each test holds one rule of docs/rules-skyjo.md."""

from __future__ import annotations

import pytest

from skyjo_widget import simulate
from skyjo_widget.bots.skyjo_careful import PATIENCE
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import CHOOSE, GAME_OVER, ROUND_OVER
from tests.fixtures.paths import ROOT
from tests.fixtures.tables import deal, grid, legal, moves, pile, prepared

LOW = "1 2 3 4 5 6 7 8 9 10 11 12"
HIGH = "12 11 10 9 8 7 6 5 4 3 2 1"
SMALL = {"columns": 1, "rows": 2, "turned": 1, "clear": 2}
"""Grids of two cards: a round is over after one turn each."""


def small(*grids: str, discard: int = 0, draws: str = "", **fields):
    """A table with grids of two cards, a1 turned by everybody."""
    history = prepared(list(grids), discard=discard, draws=draws, **{**SMALL, **fields})
    return moves(history, *["flip a1"] * len(grids))


def test_deal_gives_each_seat_its_cards_in_cell_order_then_starts_the_discard_pile():
    """The top cards go to seat 0, the next to seat 1, one to the discard pile."""
    h = prepared([LOW, HIGH], discard=5, draws="-2 -1")
    assert [h.deck.values[c] for c in h.state.under[0][:12]] == list(range(1, 13))
    assert [h.deck.values[c] for c in h.state.under[1][:12]] == list(range(12, 0, -1))
    assert pile(h, "discard") == [5]
    assert pile(h, "draw")[:2] == [-2, -1]
    assert h.state.draw_size == 150 - 25


def test_set_up_goes_seat_by_seat_both_cards_in_a_row():
    """Each player turns their cards before the next one does."""
    h = prepared([LOW, HIGH], discard=5)
    seats = []
    for action in ("flip a1", "flip b1", "flip d3", "flip c2"):
        seats.append(h.state.seat)
        moves(h, action)
    assert seats == [0, 0, 1, 1]
    assert grid(h, 1) == "? ? ? ? ? ? 6 ? ? ? ? 1"


def test_highest_sum_of_the_turned_cards_starts():
    """7 against 23: seat 1 has the first turn."""
    h = moves(prepared([LOW, HIGH], discard=5), "flip a1", "flip b1", "flip a1", "flip b1")
    assert (h.state.starter, h.state.seat, h.state.phase, h.state.turn) == (1, 1, CHOOSE, 1)


def test_tie_for_the_start_goes_to_the_dealers_left():
    """In round 1 that is seat 0; in round 2 seat 1."""
    h = small("3 5", "3 4", "1 2", starter="highest sum")
    assert h.state.starter == 0
    moves(h, "take", "place a2", "take", "place a2", "take", "place a2")
    deal(h, ["3 5", "3 4", "3 2"], discard=0)
    moves(h, "flip a1", "flip a1", "flip a1")
    assert h.state.starter == 1


def test_nobody_turns_a_card_where_the_rules_say_none():
    """With turned=0 the dealer's left starts at once."""
    h = prepared([LOW, HIGH], discard=5, turned=0)
    assert (h.state.phase, h.state.seat) == (CHOOSE, 0)


def test_taken_card_must_replace_a_card_visible_or_hidden():
    """Twelve places, and no way back."""
    h = moves(prepared([HIGH, LOW], discard=5), "flip a1", "flip b1", "flip a1", "flip b1")
    moves(h, "take")
    assert legal(h) == [f"place {c}{r}" for r in (1, 2, 3) for c in "abcd"]
    moves(h, "place c3")
    assert grid(h, 0) == "12 11 ? ? ? ? ? ? ? ? 5 ?"
    assert pile(h, "discard") == [2]


def test_drawn_card_may_replace_a_card_or_be_discarded():
    """All places, and the discard pile."""
    h = moves(prepared([HIGH, LOW], discard=5, draws="-2"), *["flip a1", "flip b1"] * 2, "draw")
    assert legal(h)[0] == "discard"
    assert len(legal(h)) == 13
    moves(h, "place a1")
    assert grid(h, 0).startswith("-2 11 ?")
    assert pile(h, "discard") == [12, 5]


def test_discarded_card_turns_a_hidden_one():
    """Only hidden cards can be turned then."""
    h = moves(prepared([HIGH, LOW], discard=5, draws="9"), *["flip a1", "flip b1"] * 2)
    moves(h, "draw", "discard")
    assert pile(h, "discard") == [9, 5]
    assert legal(h) == [
        f"flip {p}" for p in ["c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"]
    ]
    moves(h, "flip d3")
    assert grid(h, 0).endswith("? 1")
    assert h.state.seat == 1


def test_column_clears_above_the_replaced_card():
    """The replaced card is discarded first, the three equal ones on top of it."""
    h = prepared(["7 1 1 1 7 2 2 2 9 3 3 3", LOW], discard=7)
    moves(h, "flip a1", "flip a2", "flip a1", "flip b1", "take", "place a3")
    assert grid(h, 0) == ". ? ? ? . ? ? ? . ? ? ?"
    assert pile(h, "discard") == [7, 7, 7, 9]
    assert h.state.columns_cleared[0] == 1


def test_column_completed_by_turning_clears():
    """The turn that follows a discard completes it too."""
    h = prepared(["7 1 1 1 7 2 2 2 7 3 3 3", LOW], discard=5, draws="12")
    moves(h, "flip a1", "flip a2", "flip a1", "flip b1", "draw", "discard", "flip a3")
    assert pile(h, "discard") == [7, 7, 7, 12, 5]


def test_negative_columns_clear_too():
    """Removal is mandatory, even where it costs points."""
    h = prepared(["-2 1 1 1 -2 2 2 2 9 3 3 3", "12 11 10 9 8 7 6 5 4 3 -2 -2"], discard=-2)
    moves(h, "flip a1", "flip a2", "flip c3", "flip d3", "take", "place a3")
    assert grid(h, 0) == ". ? ? ? . ? ? ? . ? ? ?"


def test_empty_place_cannot_be_chosen():
    """A cleared column is no longer there."""
    h = prepared(["7 1 1 1 7 2 2 2 9 3 3 3", LOW], discard=7)
    moves(h, "flip a1", "flip a2", "flip a1", "flip b1", "take", "place a3", "draw", "place a1")
    moves(h, "take")
    assert not any(action.startswith("place a") for action in legal(h))


def test_cleared_cards_leave_the_game_in_the_school_rules():
    """They go out, not on the discard pile."""
    h = prepared(["7 1 1 1 7 2 2 2 9 3 3 3", LOW], discard=7, preset="skyjo-school")
    moves(h, "flip a1", "flip a2", "flip a1", "flip b1", "take", "place a3")
    assert pile(h, "discard") == [9]
    assert pile(h, "out") == [7, 7, 7]


def test_three_of_four_clear_and_the_fourth_stays_in_the_tall_rules():
    """Equal cards need not lie next to each other."""
    h = prepared(["7 1 1 7 2 2 3 4 5 9 6 8", LOW], discard=7, preset="skyjo-tall")
    moves(h, "flip a1", "flip a2", "flip a1", "flip b1", "take", "place a4")
    assert grid(h, 0) == ". ? ? . ? ? ? ? ? . ? ?"
    assert pile(h, "discard") == [7, 7, 7, 9]


def play_until_seat_1_ends(h):
    """Seat 0 changes only b1; seat 1 replaces its hidden cards one after the other."""
    while h.state.phase == CHOOSE:
        cell = "b1"
        if h.state.seat == 1:
            cell = f"{'ab'[(i := grid(h, 1).split().index('?')) % 2]}{i // 2 + 1}"
        moves(h, "draw", f"place {cell}")
    return h


UNEQUAL = "1 2 3 4 6 9 10 11 12 1 2 3 4 6 9 10 11 12"


def test_four_equal_at_the_tall_reveal_lose_the_three_topmost():
    """The lowest card of the column stays and counts."""
    h = prepared(
        ["7 1 7 2 7 3 7 4", "-1 0 -1 0 1 2 3 4"],
        discard=5,
        draws=UNEQUAL,
        preset="skyjo-tall",
        columns=2,
        turned=1,
    )
    play_until_seat_1_ends(moves(h, "flip b1", "flip a1"))
    assert h.state.ender == 1
    assert grid(h, 0).split()[::2] == [".", ".", ".", "7"]
    assert h.state.columns_cleared[0] == 1


def test_two_groups_in_a_column_at_once_clear_the_upper_first():
    """With pairs cleared, 5 5 leave before the 8 8 below them."""
    h = prepared(
        ["5 1 5 2 8 3 8 4", "-1 0 -1 0 1 2 3 4"],
        discard=7,
        draws=UNEQUAL,
        columns=2,
        rows=4,
        turned=1,
        clear=2,
    )
    play_until_seat_1_ends(moves(h, "flip b1", "flip a1"))
    assert grid(h, 0).split()[::2] == [".", ".", ".", "."]
    assert h.state.columns_cleared[0] == 2
    assert pile(h, "discard")[:4] == [8, 8, 5, 5]


def test_last_hidden_card_gives_every_other_player_one_more_turn():
    """Three players: two turns follow the ender's, then the reveal."""
    h = small("9 1", "5 2", "4 3", discard=0)
    assert h.state.seat == 0
    moves(h, "take", "place a2")
    assert (h.state.ender, h.state.last_turns) == (0, 2)
    moves(h, "draw", "place a1", "draw", "place a1")
    assert h.state.phase in (ROUND_OVER, GAME_OVER)
    assert h.state.turns[:3] == [1, 1, 1]


def test_last_lap_player_without_hidden_cards_is_no_ender():
    """The one who ended first stays the ender."""
    h = small("9 1", "5 2", discard=0)
    moves(h, "take", "place a2", "take", "place a2")
    assert h.state.ender == 0


def test_emptied_grid_ends_the_round():
    """A column that clears the whole grid leaves no hidden card."""
    h = small("9 1", "5 2", discard=9)
    moves(h, "take", "place a2")
    assert grid(h, 0) == ". ."
    assert h.state.ender == 0


def test_ender_with_the_strictly_lowest_score_is_safe():
    """9 against 19 costs nothing."""
    h = small("9 1", "8 12", discard=0, draws="7")
    moves(h, "take", "place a2", "draw", "place a1")
    assert h.state.raw[:2] == [9, 19]
    assert h.state.score[:2] == [9, 19]


@pytest.mark.parametrize(
    ("preset_fields", "expected"),
    [({"ender_safe": "strictly lowest"}, 18), ({"ender_safe": "lowest"}, 9)],
)
def test_ender_who_ties_for_the_lowest_score(preset_fields, expected):
    """A tie is penalised only where the lowest must be strict."""
    h = small("9 1", "8 1", discard=0, draws="12", **preset_fields)
    moves(h, "take", "place a2", "draw", "discard", "flip a2")
    assert h.state.raw[:2] == [9, 9]
    assert h.state.score[:2] == [expected, 9]


@pytest.mark.parametrize(("when", "expected"), [("positive", -1), ("always", -2)])
def test_negative_score_of_the_ender_doubles_only_if_always(when, expected):
    """The strict rules double as written, a negative score too."""
    h = small("-1 5", "-2 -1", discard=0, draws="12", penalty_when=when, starter="highest sum")
    moves(h, "take", "place a2", "draw", "discard", "flip a2")
    assert h.state.raw[:2] == [-1, -3]
    assert h.state.score[0] == expected


def test_zero_is_not_positive():
    """An ender with 0 points isn't penalised where only positive scores are."""
    fields = {"penalty_when": "positive", "penalty_add": 10}
    h = small("1 5", "-1 -2", discard=-1, draws="12", **fields)
    moves(h, "take", "place a2", "draw", "discard", "flip a2")
    assert h.state.raw[:2] == [0, -3]
    assert h.state.score[0] == 0


def test_penalty_is_a_factor_and_a_flat_addition():
    """9 × 3 + 5."""
    h = small("9 1", "1 2", discard=0, draws="12", penalty_factor=3, penalty_add=5)
    moves(h, "take", "place a2", "draw", "discard", "flip a2")
    assert h.state.score[0] == 32


@pytest.mark.parametrize(("at_reveal", "raw"), [(True, 11), (False, 19)])
def test_column_completed_by_the_final_reveal_clears_where_the_rules_say_so(at_reveal, raw):
    """A pair that only the reveal shows leaves, or stays and counts."""
    fields = {"columns": 2, "turned": 3, "clear_at_reveal": at_reveal}
    h = prepared(["9 8 7 1", "4 3 4 2"], discard=0, draws="9", **{**SMALL, **fields})
    moves(h, "flip a1", "flip b1", "flip a2", "flip a1", "flip b1", "flip b2")
    moves(h, "take", "place b2", "draw", "place b1")
    assert h.state.raw[1] == raw


def test_ender_starts_the_next_round():
    """Whatever was turned."""
    h = moves(small("9 1", "5 2", discard=0), "take", "place a2", "take", "place a2")
    deal(h, ["1 2", "12 3"], discard=0)
    moves(h, "flip a1", "flip a1")
    assert h.state.starter == 0


def test_highest_sum_starts_every_round_in_the_strict_rules():
    """The ender has no privilege there."""
    h = moves(
        small("9 1", "5 2", discard=0, starter="highest sum"),
        *["take", "place a2"] * 2,
    )
    deal(h, ["1 2", "12 3"], discard=0)
    moves(h, "flip a1", "flip a1")
    assert h.state.starter == 1


def test_draw_pile_is_made_anew_when_a_card_must_be_drawn_and_not_before():
    """All of the discard pile but its top card, in the order of the shuffle."""
    deck = Deck.from_counts([(value, 2) for value in range(1, 6)])
    h = prepared(["1 2 3", "1 2 3"], discard=5, draws="5", deck=deck, columns=1, clear=3)
    moves(h, "flip a1", "flip a2", "flip a1", "flip a2")
    before = h.state.draw_size
    while h.state.draw_size:
        moves(h, "draw", "place a1")
    assert before == 3
    assert h.state.phase == CHOOSE
    top, *rest = pile(h, "discard")
    moves(h, "draw")
    assert h.needs_shuffle
    assert sorted(h.state.draw[: h.state.draw_size]) == sorted(
        h.deck.parse_card(str(value)) for value in rest
    )
    order = [h.deck.parse_card(str(value)) for value in sorted(rest)]
    h.shuffle(order)
    assert pile(h, "discard") == [top]
    assert h.state.hand == order[0]
    assert h.newest().card_in == min(rest)


def test_drawing_is_illegal_when_there_is_nothing_to_shuffle():
    """Every card but one lies in a grid: the discard pile's top must be taken."""
    deck = Deck.from_counts([(1, 3), (2, 2)])
    h = prepared(["1 2", "1 2"], discard=1, deck=deck, columns=1, rows=2, turned=1, clear=2)
    moves(h, "flip a1", "flip a1")
    assert legal(h) == ["take"]


def test_game_ends_after_a_round_in_which_a_total_reaches_the_target():
    """21 ≥ 20; the lowest total wins."""
    h = small("9 12", "1 2", discard=12, draws="12", target=20)
    moves(h, "take", "place a2", "draw", "discard", "flip a2")
    assert h.state.phase == GAME_OVER
    assert h.game.winners(h.state, h.codes) == [1]


def test_game_goes_on_below_the_target():
    """One point is missing."""
    h = small("9 1", "8 12", discard=0, draws="7", target=20)
    moves(h, "take", "place a2", "draw", "place a1")
    assert h.state.total[:2] == [9, 19]
    assert h.state.phase == ROUND_OVER


def test_equal_lowest_totals_share_the_win():
    """Both seats are winners."""
    h = small("9 1", "8 1", discard=0, draws="12", target=5, ender_safe="lowest")
    moves(h, "take", "place a2", "draw", "discard", "flip a2")
    assert h.game.winners(h.state, h.codes) == [0, 1]


def test_totals_add_up_over_rounds():
    """A negative round lowers the total."""
    h = small("9 1", "8 12", discard=0, draws="7")
    moves(h, "take", "place a2", "draw", "place a1")
    first = h.state.total[0]
    deal(h, ["-2 5", "1 2"], discard=-1)
    moves(h, "flip a1", "flip a1", "take", "place a2", "take", "place a1")
    assert h.state.total[0] == first - 3


def test_a_round_can_last_for_ever():
    """Taking a card onto an equal one passes: all lies as it lay."""
    h = small("9 1", "9 8", discard=9)
    before = grid(h, 0), grid(h, 1), pile(h, "discard"), h.state.draw_size
    for _ in range(40):
        moves(h, "take", "place a1")
        assert (grid(h, 0), grid(h, 1), pile(h, "discard"), h.state.draw_size) == before
    assert h.state.phase == CHOOSE


def test_the_page_says_when_a_round_without_end_is_stopped():
    """By simulations, by a table of people, and by the bots that lose their patience."""
    page = " ".join((ROOT / "docs" / "rules-skyjo.md").read_text("utf-8").split())
    assert f"does so](simulation.md) after {MAX_TURNS:,} turns" in page
    assert f"After {SKYJO.long_round} each ({SKIPBO.long_round} in Skip-Bo)" in page
    assert f"end it after {PATIENCE} turns each" in page
    played = simulate("skyjo", [first_place] * 2, games=1, decisions=True, progress=False)
    assert list(played.summary["left_out"]) == [1, 1]
    assert not played.summary["wins"].any()
    assert played.decisions["turn"].max() in (MAX_TURNS, MAX_TURNS + 1)


def first_place(obs):
    """Take the discard pile's top card, and put it on the first place: ends no round."""
    return "take" if "take" in obs.legal else obs.legal[0]
