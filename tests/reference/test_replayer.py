"""The plain replayer against small games worked out by hand from the rulebook."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from skyjo_widget.records.plain import skyjo as plain
from tests.fixtures.changed_lines import named_line
from tests.reference import plain_replayer

RULES: dict[str, Any] = {
    "columns": 2,
    "rows": 2,
    "turned": 1,
    "clear": 2,
    "cleared_to": plain.TO_DISCARD_PILE,
    "clear_at_reveal": True,
    "ender_safe": plain.SAFE_IF_STRICTLY_LOWEST,
    "penalty_factor": 2,
    "penalty_add": 0,
    "penalty_when": plain.WHEN_POSITIVE,
    "starter": plain.STARTER_ENDER,
    "target": 100,
}


def game(order: list[int], players: int = 2, **rules: Any) -> dict[str, Any]:
    """Write a `game` event whose deck is these cards."""
    return {
        "event": "game",
        "format": "skyjo_widget record",
        "version": 1,
        "game": "skyjo",
        "rules": {**RULES, **rules},
        "deck": [list(pair) for pair in sorted(Counter(order).items())],
        "players": [{"name": n, "kind": "person", "policy": None} for n in "ABCDEFGH"[:players]],
    }


def dealt(order: list[int], players: int = 2, **rules: Any) -> plain.Table:
    """Deal these cards, top first."""
    table = plain.Table(game(order, players, **rules))
    table.shuffle(order)
    return table


def play(table: plain.Table, *actions: str) -> list[plain.Consequences]:
    """Each action by the seat that is to act."""
    return [table.act(table.seat, action) for action in actions]  # type: ignore[arg-type]


SHORT = ("flip a1", "flip b1", "flip a2")  # the set-up with three of four cards turned
TURN = ("draw", "discard", "flip b2")  # the turn that turns the last one


def short_round(zero: list[int], one: list[int], **rules: Any) -> plain.Table:
    """Seat 0 starts and ends the round at once; each keeps the four cards that were dealt."""
    table = dealt([*zero, *one, 30, 31, 32], **{"turned": 3, **rules})
    play(table, *SHORT, *SHORT)
    assert table.seat == 0
    play(table, *TURN, *TURN)
    return table


PLAIN_DEAL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


# ------------------------------------------------------------------ set-up and starter


def test_deck_is_dealt_seat_by_seat_in_cell_order() -> None:
    """Four cards each in row order, then the first discard, then the draw pile."""
    table = dealt(PLAIN_DEAL)
    assert [card and card[1] for card in table.grids[0].values()] == [1, 2, 3, 4]
    assert list(table.grids[1].items())[2] == ("a2", ("down", 7))
    assert (table.discard_pile, table.draw_pile) == ([9], [10, 11, 12])
    assert (table.phase, table.seat, table.turn, table.starter) == ("setup", 0, 0, None)


def test_deal_must_be_exactly_the_deck() -> None:
    """A deal that lacks a card, or has one twice, is refused."""
    table = plain.Table(game(PLAIN_DEAL))
    with pytest.raises(plain.RefusedError):
        table.shuffle(PLAIN_DEAL[:-1])
    with pytest.raises(plain.RefusedError):
        table.shuffle([*PLAIN_DEAL[:-1], 11])


def test_setup_turns_both_in_a_row_seat_by_seat() -> None:
    """Seat 0 turns all of its cards before seat 1 turns one, each card once."""
    table = dealt(PLAIN_DEAL, turned=2)
    seats = []
    for action in ("flip a1", "flip b2", "flip b1", "flip a2"):
        seats.append(table.seat)
        if action == "flip b2":
            with pytest.raises(plain.IllegalActionError, match="face up already"):
                table.act(0, "flip a1")
        play(table, action)
    assert seats == [0, 0, 1, 1]
    assert (table.phase, table.turn) == ("choose", 1)


def test_highest_sum_starts() -> None:
    """Seat 1 shows 5 and seat 0 shows 1, so seat 1 starts."""
    table = dealt(PLAIN_DEAL)
    assert play(table, "flip a1")[0] == plain.Consequences("grid", 1, None, [])
    play(table, "flip a1")
    assert (table.starter, table.seat) == (1, 1)


def test_starter_tie_goes_to_the_dealers_left() -> None:
    """With three players of whom 0 and 2 tie, round 1 counts from seat 0, round 2 from seat 1."""
    cards = [5, 6, 7, 1, 0, 1, 2, 3, 7, 6, 5, 1, 30, 31, 32, 33]
    table = dealt(cards, 3, turned=3, starter=plain.STARTER_HIGHEST_SUM, target=1000)
    play(table, *SHORT * 3)
    assert table.turned_sums == [18, 3, 18]
    assert table.starter == 0
    play(table, *TURN * 3)
    assert (table.phase, table.turns) == ("round over", [1, 1, 1])
    table.shuffle(cards)
    play(table, *SHORT * 3)
    assert (table.round, table.starter) == (2, 2)


def test_no_cards_turned_is_a_tie_of_all() -> None:
    """With nothing to turn there is no set-up, and the dealer's left starts."""
    table = dealt(PLAIN_DEAL, turned=0)
    assert (table.phase, table.seat, table.starter, table.turn) == ("choose", 0, 0, 1)


def test_ender_starts_the_next_round() -> None:
    """Seat 0 ended round 1 and starts round 2, though seat 1 turns the higher card there."""
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4])
    assert table.ender == 0
    table.shuffle([0, 1, 2, 3, 4, 1, 4, 2, 30, 31, 32])
    play(table, *SHORT, *SHORT)
    assert table.turned_sums == [3, 9]
    assert table.starter == table.seat == 0


def test_highest_sum_starts_later_rounds_too_if_the_rules_say_so() -> None:
    """The same second round, with the other option: seat 1 starts."""
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4], starter=plain.STARTER_HIGHEST_SUM)
    table.shuffle([0, 1, 2, 3, 4, 1, 4, 2, 30, 31, 32])
    play(table, *SHORT, *SHORT)
    assert table.starter == table.seat == 1


def test_column_rule_holds_at_the_setup() -> None:
    """Two equal cards turned at the set-up leave at once and still count for the starter."""
    table = dealt([5, 1, 5, 2, 8, 1, 0, 3, 9, 10, 11], turned=2)
    assert play(table, "flip a1", "flip a2")[1].cleared == ["a1", "a2"]
    assert table.discard_pile == [9, 5, 5]
    play(table, "flip a1", "flip b1")
    assert table.turned_sums == [10, 9]
    assert table.starter == 0


# ------------------------------------------------------------------ turns


def test_taken_card_stays_on_the_pile_until_placed_and_must_replace_one() -> None:
    """Seat 1 takes the 9 and puts it on its hidden 8, which becomes the discard pile's top."""
    table = dealt(PLAIN_DEAL)
    play(table, "flip a1", "flip a1")
    assert play(table, "take") == [plain.Consequences("discard pile", 9, None, [])]
    assert (table.phase, table.discard_pile) == ("place taken", [9])
    assert sorted(table.legal()) == ["place a1", "place a2", "place b1", "place b2"]
    with pytest.raises(plain.IllegalActionError, match="must be placed"):
        table.act(1, "discard")
    assert play(table, "place b2") == [plain.Consequences("discard pile", 9, 8, [])]
    assert table.discard_pile == [8]
    assert table.grids[1]["b2"] == ("up", 9)
    assert (table.seat, table.turn, table.turns) == (0, 2, [0, 1])


def test_discarded_draw_turns_a_hidden_card() -> None:
    """Seat 1 draws the 10, lays it off, and then may only turn one of its three hidden cards."""
    table = dealt(PLAIN_DEAL)
    play(table, "flip a1", "flip a1")
    assert play(table, "draw") == [plain.Consequences("draw pile", 10, None, [])]
    assert table.hand == 10
    assert play(table, "discard") == [plain.Consequences(None, None, 10, [])]
    assert (table.phase, table.seat, table.hand) == ("flip", 1, None)
    assert sorted(table.legal()) == ["flip a2", "flip b1", "flip b2"]
    assert play(table, "flip b1") == [plain.Consequences("grid", 6, None, [])]
    assert (table.seat, table.discard_pile) == (0, [9, 10])


def test_wrong_seat_is_refused_and_changes_nothing() -> None:
    """Seat 0 can't act in seat 1's turn."""
    table = dealt(PLAIN_DEAL)
    play(table, "flip a1", "flip a1")
    before = table.state()
    with pytest.raises(plain.IllegalActionError, match="seat 1's"):
        table.act(0, "draw")
    assert (table.state(), table.decision) == (before, 2)


def test_draw_pile_is_made_anew_when_a_card_must_be_drawn_and_not_before() -> None:
    """The last card is drawn; only the next draw shuffles all discards but the top one."""
    table = dealt([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    play(table, "flip a1", "flip a1", "draw", "place a1")
    assert (table.draw_pile, table.discard_pile, table.seat) == ([], [9, 5], 0)
    assert play(table, "draw") == [plain.Consequences(None, None, None, [])]
    assert (table.phase, table.seat, table.legal()) == ("needs shuffle", None, [])
    with pytest.raises(plain.RefusedError):
        table.shuffle([5])
    table.shuffle([9])
    assert (table.phase, table.seat, table.hand) == ("place drawn", 0, 9)
    assert (table.draw_pile, table.discard_pile) == ([], [5])
    assert play(table, "place a1") == [plain.Consequences("draw pile", 9, 1, [])]


def test_drawing_is_not_legal_if_there_is_none_to_shuffle_either() -> None:
    """Nine cards for two grids of four: only the discard pile's one card can be taken."""
    table = dealt([1, 2, 3, 4, 5, 6, 7, 8, 9])
    play(table, "flip a1", "flip a1")
    assert table.legal() == ["take"]
    with pytest.raises(plain.IllegalActionError, match="none to shuffle"):
        table.act(1, "draw")


# ------------------------------------------------------------------ columns

PAIR = [5, 1, 8, 2, 0, 1, 2, 3, 9, 5, 10, 11]  # seat 0 starts and draws its second 5


def test_cleared_column_goes_above_the_replaced_card() -> None:
    """The 8 that was replaced lies under the two fives."""
    table = dealt(PAIR)
    happened = play(table, "flip a1", "flip a1", "draw", "place a2")[-1]
    assert happened == plain.Consequences("draw pile", 5, 8, ["a1", "a2"])
    assert (table.discard_pile, table.out) == ([9, 8, 5, 5], [])
    assert table.columns_cleared == [1, 0]


def test_cleared_column_goes_out_of_the_game_if_the_rules_say_so() -> None:
    """The replaced 8 is discarded all the same; the fives are in no pile."""
    table = dealt(PAIR, cleared_to=plain.TO_NOWHERE)
    play(table, "flip a1", "flip a1", "draw", "place a2")
    assert (table.discard_pile, table.out) == ([9, 8], [5, 5])


def test_empty_position_stays_empty_and_cannot_be_chosen() -> None:
    """After the clearing, seat 0 may only replace cards of column b."""
    table = dealt(PAIR)
    play(table, "flip a1", "flip a1", "draw", "place a2", "draw", "place a1", "take")
    assert table.seat == 0
    assert sorted(table.legal()) == ["place b1", "place b2"]
    with pytest.raises(plain.IllegalActionError, match="a1 is empty"):
        table.act(0, "place a1")


def test_three_of_four_clear_and_the_fourth_stays() -> None:
    """In a column 7 3 7 hidden-7 the turned fourth card completes three; the 3 stays."""
    table = dealt([7, 3, 7, 7, 1, 2, 3, 4, 9, 10], columns=1, rows=4, clear=3, turned=3)
    play(table, "flip a1", "flip a2", "flip a3", "flip a1", "flip a2", "flip a3")
    happened = play(table, "draw", "discard", "flip a4")[-1]
    assert happened == plain.Consequences("grid", 7, None, ["a1", "a3", "a4"])
    assert table.grids[0] == {"a1": None, "a2": ("up", 3), "a3": None, "a4": None}
    assert table.ender == 0


def four_sevens(**rules: Any) -> plain.Table:
    """Seat 1 has 7 7 and two hidden sevens to the end; seat 0 ends with 1 2 3 4."""
    table = dealt(
        [1, 2, 3, 4, 7, 7, 7, 7, 7, 9, 7, 10, 7],
        **{"columns": 1, "rows": 4, "clear": 3, "turned": 2, **rules},
    )
    play(table, "flip a1", "flip a2", "flip a1", "flip a2")
    play(table, "take", "place a1")  # seat 1 puts a 7 on a 7
    play(table, "draw", "discard", "flip a3")
    play(table, "draw", "place a1")
    play(table, "draw", "discard", "flip a4")
    assert table.ender == 0
    play(table, "draw", "place a1")
    return table


def test_four_equal_at_the_reveal_clear_the_three_topmost() -> None:
    """The bottom 7 of the column of four stays and counts."""
    table = four_sevens()
    assert table.grids[1] == {"a1": None, "a2": None, "a3": None, "a4": ("up", 7)}
    assert (table.raw, table.score, table.columns_cleared) == ([10, 7], [20, 7], [0, 1])


def test_column_completed_by_the_reveal_stays_if_the_rules_say_so() -> None:
    """All four sevens count, so seat 0 is the lowest and isn't doubled."""
    table = four_sevens(clear_at_reveal=False)
    assert (table.raw, table.score, table.columns_cleared) == ([10, 28], [10, 28], [0, 0])


def test_two_pairs_revealed_in_one_column_both_clear() -> None:
    """Seat 1 never turns a card of 6 8 8 6: at the reveal the sixes go, then the eights."""
    table = dealt(
        [0, 1, 2, 3, 6, 8, 8, 6, 9, 20, 6, 21, 6, 22, 6, 23, 6], columns=1, rows=4, turned=0
    )
    for place in ("a1", "a2", "a3", "a4"):
        play(table, "draw", "discard", f"flip {place}")
        play(table, "draw", "place a1")  # a 6, each time in the place of the top 6
    assert table.phase == "round over"
    assert (table.raw, table.columns_cleared) == ([6, 0], [0, 2])
    assert table.discard_pile[-4:] == [6, 6, 8, 8]


# ------------------------------------------------------------------ end of a round, scores

EMPTYING = [5, 8, 1, 2, 5]  # one column of two: seat 0 has 5 8, seat 1 has 1 2, a 5 lies open


def emptied() -> plain.Table:
    """Let seat 0 clear its only column in the first turn."""
    table = dealt(EMPTYING, columns=1)
    play(table, "flip a1", "flip a1", "take", "place a2")
    return table


def test_emptied_grid_ends_the_round() -> None:
    """Seat 0 clears its only column; seat 1 has one more turn and no other."""
    table = emptied()
    assert (table.ender, table.seat, table.phase) == (0, 1, "choose")
    assert table.discard_pile == [8, 5, 5]
    play(table, "take", "place a2")
    assert (table.phase, table.seat, table.turns) == ("round over", None, [1, 1])
    assert (table.raw, table.score) == ([0, 6], [0, 6])


def test_last_card_turned_in_the_last_lap_makes_no_ender() -> None:
    """Both turn their last card; the first of them is the ender."""
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4])
    assert (table.ender, table.turns) == (0, [1, 1])


def test_ender_who_is_not_lowest_is_doubled() -> None:
    """10 against 7 becomes 20."""
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4])
    assert (table.raw, table.score, table.total) == ([10, 7], [20, 7], [20, 7])


def test_ender_who_is_strictly_lowest_is_safe() -> None:
    """10 against 11 stays 10."""
    assert short_round([1, 2, 3, 4], [1, 0, 3, 7]).score == [10, 11]


def test_tie_for_the_lowest_is_doubled_under_strictly_lowest() -> None:
    """10 against 10: the ender isn't strictly the lowest."""
    assert short_round([1, 2, 3, 4], [1, 0, 3, 6]).score == [20, 10]


def test_tie_for_the_lowest_is_safe_under_lowest() -> None:
    """10 against 10: the ender is among the lowest."""
    rules = {"ender_safe": plain.SAFE_IF_LOWEST}
    assert short_round([1, 2, 3, 4], [1, 0, 3, 6], **rules).score == [10, 10]


def test_negative_score_is_doubled_under_always_only() -> None:
    """-2 against -5 becomes -4, as written; where only positive scores double it stays."""
    cards = [-2, 1, 0, -1], [-2, -1, 0, -2]
    assert short_round(*cards, penalty_when=plain.WHEN_ALWAYS).score == [-4, -5]
    assert short_round(*cards).score == [-2, -5]


def test_zero_is_not_positive() -> None:
    """A raw 0 against -5 gets an added penalty only under always."""
    cards = [-2, 1, -1, 2], [-2, -1, 0, -2]
    assert short_round(*cards, penalty_add=5).score == [0, -5]
    assert short_round(*cards, penalty_add=5, penalty_when=plain.WHEN_ALWAYS).score == [5, -5]


def test_penalty_is_factor_then_addition() -> None:
    """10 times 3 and 7 is 37."""
    rules = {"penalty_factor": 3, "penalty_add": 7}
    assert short_round([1, 2, 3, 4], [1, 2, 0, 4], **rules).score == [37, 7]


def test_lowest_total_wins_once_the_target_is_reached() -> None:
    """20 reaches 20, so seat 1 with 7 has won; at a target of 21 another round follows."""
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4], target=20)
    assert (table.phase, table.winners) == ("game over", [1])
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4], target=21)
    assert (table.phase, table.winners) == ("round over", None)


def test_equal_lowest_totals_share_the_win() -> None:
    """10 each, with nothing doubled."""
    rules = {"target": 10, "ender_safe": plain.SAFE_IF_LOWEST}
    assert short_round([1, 2, 3, 4], [1, 0, 3, 6], **rules).winners == [0, 1]


def test_totals_run_on_over_the_rounds() -> None:
    """Two rounds of 20 against 7."""
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4])
    table.shuffle([1, 2, 3, 4, 1, 2, 0, 4, 30, 31, 32])
    play(table, *SHORT, *SHORT, *TURN, *TURN)
    assert (table.round, table.total, len(table.pad)) == (2, [40, 14], 2)


@pytest.mark.parametrize(
    "rules",
    [
        {"turned": 4},
        {"clear": 3},
        {"clear": 1},
        {"columns": 0},
        {"columns": 13},
        {"rows": 1},
        {"turned": -1},
        {"starter": "youngest"},
        {"target": "100"},
    ],
)
def test_impossible_rules_are_refused(rules: dict[str, Any]) -> None:
    """All cards turned at the start, groups larger than a column, and so on."""
    with pytest.raises(plain.RefusedError):
        plain.Table(game(PLAIN_DEAL * 20, **rules))


def test_two_to_eight_players_and_cards_enough() -> None:
    """One player, nine players and a deck without a first discard are refused."""
    with pytest.raises(plain.RefusedError):
        plain.Table(game(PLAIN_DEAL * 20, 1))
    nine = game(PLAIN_DEAL * 20, 8)
    with pytest.raises(plain.RefusedError):
        plain.Table({**nine, "players": [*nine["players"], nine["players"][0]]})
    with pytest.raises(plain.RefusedError):
        plain.Table(game(PLAIN_DEAL[:8]))
    plain.Table(game(PLAIN_DEAL[:9]))


# ------------------------------------------------------------------ undo and perft


def test_undo_puts_the_game_back_and_numbers_count_on() -> None:
    """After undoing to decision 2 the state is as then; the next decision is number 4."""
    table = dealt(PLAIN_DEAL)
    play(table, "flip a1", "flip a1")
    before = table.state()
    play(table, "draw", "place b1")
    table.undo(2)
    assert (table.state(), table.decision) == (before, 4)
    for gone in (2, 3, 4):
        with pytest.raises(plain.RefusedError):
            table.undo(gone)
    play(table, "take")
    table.undo(4)
    assert (table.state(), table.decision) == (before, 5)


def test_undo_goes_back_past_the_score_and_the_next_deal() -> None:
    """The round that was scored, and the deal after it, are void."""
    table = short_round([1, 2, 3, 4], [1, 2, 0, 4])
    table.shuffle([1, 2, 3, 4, 1, 2, 0, 4, 30, 31, 32])
    play(table, "flip a1")
    table.undo(11)
    assert (table.round, table.seat, table.phase, table.ender) == (1, 1, "flip", 0)
    assert (table.total, table.pad) == ([0, 0], [])
    play(table, "flip b2")
    assert table.total == [20, 7]


def test_undo_keeps_a_shuffle_that_came_before_the_decision() -> None:
    """The card from the pile made anew is in the hand again when its placing is undone."""
    table = dealt([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    play(table, "flip a1", "flip a1", "draw", "place a1", "draw")
    table.shuffle([9])
    play(table, "place a1")
    table.undo(5)
    assert (table.phase, table.hand, table.discard_pile) == ("place drawn", 9, [5])
    table.undo(4)
    assert (table.phase, table.hand, table.discard_pile) == ("choose", None, [9, 5])
    dealt_only = dealt(PLAIN_DEAL)
    before = dealt_only.state()
    play(dealt_only, "flip a1")
    dealt_only.undo(0)
    assert dealt_only.state() == before


def test_perft_counts_sequences_of_decisions() -> None:
    """One column of two: 2, 2 x 2, then draw or take, then three or two ways on."""
    table = dealt([1, 2, 3, 4, 5, 6, 7], columns=1)
    assert [table.perft(depth) for depth in range(5)] == [1, 2, 4, 8, 20]


def test_perft_makes_the_pile_anew_and_counts_no_cut_sequence() -> None:
    """In a last turn without a draw pile: 2, then 3 + 2, then only draw, discard, flip."""
    table = emptied()
    before = table.state()
    assert [table.perft(depth) for depth in range(5)] == [1, 2, 5, 1, 0]
    assert table.state() == before


# ------------------------------------------------------------------ a record, written by hand

AT = '"at": "2026-11-20T18:30:05.123Z"'

RECORD = [
    '{"event": "game", AT, "format": "skyjo_widget record", "version": 1, "game": "skyjo",'
    ' "game_id": "x", "preset": "skyjo", "rules": {"columns": 1, "rows": 2, "turned": 1,'
    ' "clear": 2, "cleared_to": "discard pile", "clear_at_reveal": true,'
    ' "ender_safe": "strictly lowest", "penalty_factor": 2, "penalty_add": 0,'
    ' "penalty_when": "positive", "starter": "ender", "target": 6},'
    ' "deck": [[1, 1], [2, 1], [5, 2], [8, 1]], "players":'
    ' [{"name": "Ana", "kind": "person", "policy": null},'
    ' {"name": "greedy", "kind": "bot", "policy": "greedy"}],'
    ' "seed": 7, "practice": false, "software": "0.1.0"}',
    '{"event": "shuffle", AT, "for": "deal", "round": 1, "order": [5, 8, 1, 2, 5]}',
    '{"event": "act", AT, "decision": 0, "seat": 0, "action": "flip a1", "source": "grid",'
    ' "card_in": 5, "card_out": null, "cleared": [], "ms": 1, "new key": 3}',
    '{"event": "act", AT, "decision": 1, "seat": 1, "action": "flip a2", "source": "grid",'
    ' "card_in": 2, "card_out": null, "cleared": [], "ms": null}',
    '{"event": "undo", AT, "to": 1, "seat": null}',
    '{"event": "note", AT, "note": 0, "decision": 1, "text": "oh", "tags": [], "by": null}',
    '{"event": "act", AT, "decision": 2, "seat": 1, "action": "flip a1", "source": "grid",'
    ' "card_in": 1, "card_out": null, "cleared": [], "ms": 1}',
    '{"event": "act", AT, "decision": 3, "seat": 0, "action": "take", "source": "discard pile",'
    ' "card_in": 5, "card_out": null, "cleared": [], "ms": 1}',
    '{"event": "act", AT, "decision": 4, "seat": 0, "action": "place a2",'
    ' "source": "discard pile", "card_in": 5, "card_out": 8, "cleared": ["a1", "a2"], "ms": 1}',
    '{"event": "fault", AT, "seat": 1, "player": "greedy", "decision": 5, "text": "x",'
    ' "traceback": "", "observation": ""}',
    '{"event": "seat", AT, "seat": 1, "player": {"name": "Bo", "kind": "person", "policy": null}}',
    '{"event": "act", AT, "decision": 5, "seat": 1, "action": "draw", "source": null,'
    ' "card_in": null, "card_out": null, "cleared": [], "ms": 1}',
    '{"event": "shuffle", AT, "for": "draw", "round": 1, "order": [8, 5]}',
    '{"event": "act", AT, "decision": 6, "seat": 1, "action": "place a2",'
    ' "source": "draw pile", "card_in": 8, "card_out": 2, "cleared": [], "ms": 1}',
    '{"event": "resume", AT, "software": "0.1.0"}',
    '{"event": "round", AT, "round": 1, "starter": 0, "ender": 0, "turns": [1, 1], "raw": [0, 9],'
    ' "score": [0, 9], "total": [0, 9], "columns_cleared": [1, 0], "winners": [0]}',
]
LINES = [line.replace("AT", AT, 1) + "\n" for line in RECORD]


def test_a_record_written_by_hand_replays() -> None:
    """Every kind of event once; the same table after each."""
    phases = [table.phase for table in plain_replayer.replay(LINES)]
    assert phases[:4] == ["round over", "setup", "setup", "choose"]
    assert phases[-5:] == ["needs shuffle", "place drawn", "game over", "game over", "game over"]
    *_, table = plain_replayer.replay(LINES)
    assert (table.winners, table.torn_line, table.players[1]["name"]) == ([0], None, "Bo")
    *_, from_bytes = plain_replayer.replay([line.encode() for line in LINES])
    *_, from_dicts = plain_replayer.replay([json.loads(line) for line in LINES])
    assert from_bytes.state() == from_dicts.state() == table.state()


def test_every_beginning_of_a_record_is_a_record() -> None:
    """Cut after any line, and within any line but the first, the rest replays."""
    for length in range(1, len(LINES)):
        assert len(list(plain_replayer.replay(LINES[:length]))) == length
        *_, table = plain_replayer.replay([*LINES[:length], LINES[length][:-2]])
        assert table.torn_line == length + 1


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, '"version": 1', '"version": 2'),
        (1, '"event": "game"', '"event": "start"'),
        (2, "[5, 8, 1, 2, 5]", "[5, 8, 1, 2, 2]"),
        (2, '"round": 1', '"round": 2'),
        (2, '"for": "deal"', '"for": "draw"'),
        (3, '"seat": 0', '"seat": 1'),
        (3, '"card_in": 5', '"card_in": 8'),
        (3, '"decision": 0', '"decision": 1'),
        (3, '"source": "grid"', '"source": null'),
        (4, "flip a2", "flip a3"),
        (4, "flip a2", "draw"),
        (5, '"to": 1', '"to": 2'),
        (5, '"event": "undo"', '"event": "redo"'),
        (6, '"note": 0', '"note": 1'),
        (7, '"decision": 2', '"decision": 1'),
        (9, '"card_out": 8', '"card_out": null'),
        (9, '["a1", "a2"]', '["a2", "a1"]'),
        (10, '"decision": 5', '"decision": 4'),
        (12, '"source": null', '"source": "draw pile"'),
        (13, "[8, 5]", "[8, 5, 5]"),
        (14, '"card_in": 8', '"card_in": 8.0'),
        (16, '"raw": [0, 9]', '"raw": [0, 8]'),
        (16, '"score": [0, 9]', '"score": [0, 18]'),
        (16, '"total": [0, 9]', '"total": [9, 0]'),
        (16, '"ender": 0', '"ender": 1'),
        (16, '"turns": [1, 1]', '"turns": [2, 1]'),
        (16, '"starter": 0', '"starter": 1'),
        (16, "[1, 0]", "[0, 0]"),
        (16, '"winners": [0]', '"winners": null'),
        (16, '"event": "round"', '"event": "resum"'),
        (16, "{", ""),
    ],
)
def test_a_line_that_disagrees_with_the_rules_is_named(line: int, old: str, new: str) -> None:
    """One thing changed in one line: that line's number is in the error."""
    assert named_line(LINES, line, old, new) == line


def test_round_line_is_due_right_after_the_last_act() -> None:
    """A note instead of the `round` line is refused, and so is a second `round` line."""
    with pytest.raises(plain_replayer.ReplayError, match="line 15: a `round` line was due"):
        list(plain_replayer.replay([*LINES[:14], LINES[5].replace('"note": 0', '"note": 1')]))
    with pytest.raises(plain_replayer.ReplayError, match="line 17: no round has just ended"):
        list(plain_replayer.replay([*LINES, LINES[-1]]))


def test_nothing_is_decided_after_the_game() -> None:
    """An act or a deal after the winners is refused."""
    for extra in (LINES[7].replace('"decision": 3', '"decision": 7'), LINES[1]):
        with pytest.raises(plain_replayer.ReplayError, match="line 17"):
            list(plain_replayer.replay([*LINES, extra]))


def test_main_prints_the_score_pad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The pad of the record above, also if a torn line follows."""
    file = tmp_path / "record.jsonl"
    file.write_bytes("".join(LINES).encode() + b'{"event": "note", "text": "\xc3')
    assert plain_replayer.main([str(file)]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[-2:] == ["total    0   9", "won by Ana"]
    assert "line 17 was cut off" in printed.err
    file.write_bytes("".join(LINES[:3] + LINES[4:]).encode())
    assert plain_replayer.main([str(file)]) == 1
