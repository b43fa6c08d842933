"""The plain rules of Skip-Bo against small games worked out by hand from the pages."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from skyjo_widget.records.plain.skyjo import Card, IllegalActionError, RefusedError
from tests.reference import plain_replayer
from tests.reference import plain_skipbo as plain
from tests.reference.plain_replayer import ReplayError, replay
from tests.reference.plain_skipbo import SkipBoConsequences as Happened

RULES: dict[str, Any] = {
    "teams": False,
    "short": False,
    "stock": 2,
    "hand": 1,
    "building_piles": 2,
    "discard_piles": 2,
    "target": 500,
    "rounds": None,
    "win_points": 25,
    "card_points": 5,
}
DECK = [[number, 12] for number in range(1, 13)] + [["wild", 18]]


def cards(text: str) -> list[Card]:
    """Cards in one line, wild ones as `w`."""
    return ["wild" if word == "w" else int(word) for word in text.split()]


def header(deck: list[list[Any]], players: int, **rules: Any) -> dict[str, Any]:
    """Write a `game` event."""
    return {
        "event": "game",
        "format": "skyjo_widget record",
        "version": 1,
        "game": "skip-bo",
        "rules": {**RULES, **rules},
        "deck": deck,
        "players": [{"name": n, "kind": "person", "policy": None} for n in "ABCDEF"[:players]],
    }


def table_for(order: list[Card], players: int, **rules: Any) -> plain.SkipBoTable:
    """Make a table whose deck is these cards."""
    counts = Counter(order)
    kinds: list[Card] = sorted(card for card in counts if isinstance(card, int))
    kinds += ["wild"] if counts["wild"] else []
    return plain.SkipBoTable(header([[kind, counts[kind]] for kind in kinds], players, **rules))


def cut_cards(text: str, players: int) -> int | None:
    """Cut these cards; who deals."""
    table = table_for(cards(text), players, stock=1)
    table.shuffle(cards(text))
    assert (table.phase, table.seat, table.round) == ("round over", None, 0)
    return table.dealer


def dealt(*stocks: str, draws: str, **rules: Any) -> plain.SkipBoTable:
    """Deal these stock piles, top last, and this draw pile, top first; seat 0 starts."""
    order = [card for stock in stocks for card in cards(stock)] + cards(draws)
    table = table_for(order, len(stocks), stock=len(cards(stocks[0])), **rules)
    low = sorted(order, key=lambda card: 99 if card == "wild" else card)
    last = table.highest  # for the last seat, which deals then
    low.remove(last)
    table.shuffle([*low[: len(stocks) - 1], last, *low[len(stocks) - 1 :]])
    assert table.dealer == len(stocks) - 1
    table.shuffle(order)
    assert table.seat == 0
    return table


def play(table: plain.SkipBoTable, *actions: str) -> Happened:
    """Each action by the seat that is to act; what the last one did."""
    for action in actions:
        happened = table.act(table.seat, action)
    return happened


# ------------------------------------------------------------------ the cut and the deal


@pytest.mark.parametrize(
    ("order", "players", "dealer"),
    [
        ("2 3 1 1 1 1", 3, 1),
        ("w 2 1 1 1", 2, 0),  # seat 0 cuts again at once
        ("1 w w 2 1", 2, 1),
        ("4 2 4 1 w 3 1 1", 3, 2),  # seats 0 and 2 cut again: 1, and 3 after a wild card
        ("1 3 3 1 1 2 2 1 2", 3, 2),  # seats 1 and 2 tie three times
        ("w 1 1 1", 3, 0),  # no card is left for a second cut
        ("1 2 2 w", 3, 1),  # seats 1 and 2 are still in it
        ("1 3 3 w 2", 3, 1),  # seat 2 has nothing to cut
        ("1 2 2 1 w w", 3, 1),
        ("w w w 1", 2, 0),
    ],
)
def test_the_highest_card_cut_deals(order: str, players: int, dealer: int) -> None:
    """Wild cards don't count, those who tie cut again, and a deck may run out."""
    assert cut_cards(order, players) == dealer


def test_the_cut_comes_once_and_its_cards_go_back() -> None:
    """Every shuffle has the whole deck; the seat left of the dealer starts."""
    order = cards("2 1 1 1 1 1 w")
    table = table_for(order, 2)
    for wrong in (order[1:], [*order[1:], 1], [2, *order]):
        with pytest.raises(RefusedError, match="exactly the deck"):
            table.shuffle(wrong)
    table.shuffle(order)
    assert table.shuffle_due == "deal"
    with pytest.raises(RefusedError, match="exactly the deck"):
        table.shuffle(order[1:])
    table.shuffle(order)
    assert (table.round, table.dealer, table.starter, table.seat) == (1, 0, 1, 1)
    assert table.shuffle_due is None
    with pytest.raises(RefusedError, match="no shuffle is due"):
        table.shuffle(order)


def test_stock_piles_are_dealt_seat_by_seat_and_the_starter_draws() -> None:
    """The last card of each is its top."""
    table = dealt("3 1", "4 2", draws="1 2 3 4 w", hand=2)
    assert plain.comparable(table) == {
        "phase": "turn",
        "round": 1,
        "dealer": 1,
        "starter": 0,
        "ender": None,
        "seat": 0,
        "turn": 1,
        "turns": [1, 0],
        "idle_turns": 0,
        "stock_left": [2, 2],
        "stock_top": [1, 2],
        "stock": [[3], [4]],
        "hand": [[1, 2], []],
        "building": [[], []],
        "building_down": [0, 0],
        "discards": [[], [], [], []],
        "completed": [],
        "draw": ["wild", 4, 3],
        "score": [0, 0],
        "total": [0, 0],
        "penalty_cards": [0, 0],
    }


@pytest.mark.parametrize(
    ("players", "rules", "size"),
    [
        (2, {}, 30),
        (4, {}, 30),
        (4, {"teams": True}, 30),
        (5, {}, 20),
        (6, {"teams": True}, 20),
        (6, {"short": True}, 10),
        (2, {"short": True}, 10),
        (2, {"stock": 75}, 75),
    ],
)
def test_the_size_of_a_stock_pile(players: int, rules: dict[str, Any], size: int) -> None:
    """By the number of players, unless an option says otherwise."""
    table = plain.SkipBoTable(header(DECK, players, **{"stock": None, "hand": 5, **rules}))
    table.shuffle(sorted(table.deck, key=str))
    table.shuffle(list(table.deck))
    assert [len(stock) for stock in table.stocks] == [size] * players
    assert table.stocks[1][-1] == table.deck[2 * size - 1]
    assert len(table.draw_pile) == 162 - players * size - 5


# ------------------------------------------------------------------ turns


def test_cards_come_from_the_stock_pile_the_hand_and_the_discard_piles() -> None:
    """Two turns, with what every `act` line says of them."""
    table = dealt("3 1", "4 2", draws="1 2 3 4 4 w", hand=2)
    assert sorted(table.legal()) == [
        *("discard 1 d1", "discard 1 d2", "discard 2 d1", "discard 2 d2"),
        *("play 1 b1", "play 1 b2", "play stock b1", "play stock b2"),
    ]
    assert play(table, "play stock b2") == Happened("stock pile", 1, None, [], "stock", 1, False)
    assert (table.stocks[0], table.building) == ([3], [[], [1]])
    assert play(table, "play 2 b2") == Happened("hand", 2, None, [], None, 2, False)
    assert play(table, "discard 1 d2") == Happened("hand", 1, None, [], None, None, False)
    assert (table.seat, table.turn, table.turns, table.hands) == (1, 2, [1, 1], [[], [3, 4]])
    play(table, "discard 4 d1")
    assert (table.seat, table.hands) == (0, [[4, "wild"], [3]])
    assert play(table, "play d2 b1") == Happened("discard pile", 1, None, [], "d2", 1, False)
    assert table.discards[0] == [[], []]


def test_only_the_top_of_a_pile_can_be_played() -> None:
    """The 1 that lies below the 4 can't, nor the opponent's."""
    table = dealt("4 4", "4 4", draws="1 4 1 2 3 2 3", hand=2)
    play(table, "discard 1 d1", "discard 1 d1", "discard 4 d1", "discard 2 d2")
    assert (table.seat, table.discards) == (0, [[[1, 4], []], [[1], [2]]])
    assert not [action for action in table.legal() if action.startswith("play")]


def test_a_wild_card_is_any_number_and_stays_wild() -> None:
    """It is played as the 1 and the 3; on the pile and among the completed it is wild."""
    table = dealt("4 4", "4 4", draws="w 2 w 3 4 1 1", hand=2)
    assert {"play wild b1", "play wild b2", "discard wild d1"} <= set(table.legal())
    assert play(table, "play wild b1").played_as == 1
    play(table, "play 2 b1")
    happened = play(table, "play wild b1")
    assert happened == Happened("hand", "wild", None, [], None, 3, False)
    assert table.building[0] == ["wild", 2, "wild"]
    assert play(table, "play stock b1").completed
    assert (table.building[0], table.completed) == ([], ["wild", 2, "wild", 4])


def test_a_discarded_wild_card_is_wild_when_it_is_played() -> None:
    """It ends the turn, and stands for the 1 in the next."""
    table = dealt("2 2", "2 2", draws="w 1 1")
    assert play(table, "discard wild d1") == Happened("hand", "wild", None, [])
    assert table.seat == 1
    play(table, "discard 1 d1")
    happened = play(table, "play d1 b1")
    assert happened == Happened("discard pile", "wild", None, [], "d1", 1, False)


def test_a_completed_pile_is_set_aside_and_its_place_is_free() -> None:
    """The highest number of the deck completes it."""
    table = dealt("1 1", "1 1", draws="1 2 1 2", building_piles=1)
    play(table, "play 1 b1")
    happened = play(table, "play 2 b1")
    assert happened == Happened("hand", 2, None, [], None, 2, True)
    assert (table.building, table.completed, table.hands[0]) == ([[]], [1, 2], [1])
    assert "play stock b1" in table.legal()


def test_a_pile_may_run_down_where_the_option_says_so() -> None:
    """Begun by the highest number, or by a wild card that is declared; it is complete at 1."""
    table = dealt("2 2", "2 2", draws="3 w 2 1 1 1 1 1", hand=4, piles_down=True)
    assert {"play 3 b1", "play wild b2", "play wild b2 down"} <= set(table.legal())
    assert "play 2 b1" not in table.legal()
    assert play(table, "play wild b1 down").played_as == 3
    assert (play(table, "play 2 b1").played_as, table.down) == (2, [True, False])
    assert play(table, "play 1 b1") == Happened("hand", 1, None, [], None, 1, True)
    assert (table.down, table.completed) == ([False, False], ["wild", 2, 1])
    assert play(table, "play 3 b2").played_as == 3
    assert play(table, "play stock b2").played_as == 2
    by_the_sheet = dealt("2 2", "2 2", draws="3 w 2 1 1 1 1 1", hand=4)
    assert not {"play 3 b1", "play wild b1 down"} & set(by_the_sheet.legal())


def test_who_has_played_the_hand_draws_a_new_one_and_goes_on() -> None:
    """Not before it is empty, and not when the last card is discarded."""
    table = dealt("4 4", "4 4", draws="1 2 3 1 1 4", hand=2)
    play(table, "play 1 b1")
    assert table.hands[0] == [2]
    play(table, "play 2 b1")
    assert (table.seat, table.turn, table.hands[0]) == (0, 1, [3, 1])
    play(table, "play 3 b1", "discard 1 d1")
    assert (table.seat, table.hands) == (1, [[], [1, 4]])


def test_at_the_start_of_a_turn_one_draws_what_is_missing() -> None:
    """Seat 0 has kept two of three cards."""
    table = dealt("2 2", "2 2", draws="1 2 2 1 2 2 2", hand=3)
    play(table, "discard 1 d1", "discard 1 d1")
    assert table.hands == [[2, 2, 2], [2, 2]]


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("play stock b3", "there is no b3"),
        ("play stock b0", "there is no b0"),
        ("play stock b1", "b1 needs a 1"),
        ("play 3 b1", "3 isn't in the hand"),
        ("play wild b1", "wild isn't in the hand"),
        ("play 2 b1", "b1 needs a 1"),
        ("play d1 b1", "d1 is empty"),
        ("play d3 b1", "there is no d3"),
        ("play partner-stock b1", "there is no partner-stock"),
        ("play partner-d1 b1", "there is no partner-d1"),
        ("discard 3 d1", "3 isn't in the hand"),
        ("discard 2 d3", "there is no d3"),
        ("discard stock d1", "no action"),
        ("discard 2 b1", "no action"),
        ("discard 2", "no action"),
        ("play 02 b1", "02 isn't in the hand"),
        ("play stock b1 ", "no action"),
        ("play  stock b1", "no action"),
        ("PLAY stock b1", "no action"),
        ("play stock", "no action"),
        ("draw", "no action"),
        ("", "no action"),
        ("pass", "must discard"),
    ],
)
def test_what_is_not_legal_is_refused_with_a_reason(action: str, why: str) -> None:
    """And nothing has changed."""
    table = dealt("1 2", "3 1", draws="2 1 1")
    before = table.state()
    with pytest.raises(IllegalActionError, match=why):
        table.act(0, action)
    assert (table.state(), table.decision) == (before, 0)


def test_only_the_seat_whose_turn_it_is_acts() -> None:
    """Another seat, and what is no seat."""
    table = dealt("1 2", "3 1", draws="2 1 1")
    for seat in (1, -1, None, False, "0", 0.0):
        with pytest.raises(IllegalActionError, match="seat 0's decision"):
            table.act(seat, "discard 2 d1")  # type: ignore[arg-type]  # what a file may hold


# ------------------------------------------------------------------ an empty draw pile


def test_completed_piles_are_shuffled_when_a_card_must_be_drawn_and_not_before() -> None:
    """Seat 1 begins its turn with the last card, and gets the second from the new pile."""
    table = dealt("1 1", "1 2", draws="1 2 1 1 2", hand=2)
    play(table, "play 1 b1", "play 2 b1")
    assert (table.hands[0], table.draw_pile, table.completed) == ([1, 1], [2], [1, 2])
    play(table, "discard 1 d1")
    assert (table.phase, table.shuffle_due, table.seat) == ("needs shuffle", "draw", None)
    assert (table.hands[1], table.turns, table.legal()) == ([2], [1, 1], [])
    for wrong in ([1], [1, 1], [1, 2, 2], []):
        with pytest.raises(RefusedError, match="exactly the completed piles"):
            table.shuffle(wrong)
    table.shuffle([2, 1])
    assert (table.phase, table.seat, table.hands[1]) == ("turn", 1, [2, 2])
    assert (table.draw_pile, table.completed) == ([1], [])


def test_the_pile_just_completed_is_set_aside_before_one_draws() -> None:
    """The hand's last card completes the only pile while the draw pile is empty."""
    table = dealt("1 1", "1 1", draws="w 2")
    play(table, "play wild b1")
    assert (table.hands[0], table.draw_pile) == ([2], [])
    play(table, "play 2 b1")
    assert (table.phase, table.building, table.completed) == (
        *("needs shuffle", [[], []]),
        ["wild", 2],
    )
    with pytest.raises(RefusedError, match="exactly the completed piles"):
        table.shuffle([1, 2])  # the wild card is no 1 any more
    table.shuffle(["wild", 2])
    assert (table.seat, table.turn, table.hands[0], table.draw_pile) == (0, 1, ["wild"], [2])


def test_a_stock_card_that_completes_a_pile_fills_an_empty_hand() -> None:
    """There was nothing to draw before."""
    table = dealt("1 2", "1 1", draws="1")
    play(table, "play 1 b1")
    assert (table.phase, table.hands[0]) == ("turn", [])
    assert table.legal() == ["play stock b1", "pass"]
    play(table, "play stock b1")
    table.shuffle([2, 1])
    assert table.hands[0] == [2]


def test_the_last_card_of_a_stock_pile_ends_the_round_before_anything_is_drawn() -> None:
    """It completes a pile, which is set aside; no shuffle follows."""
    table = dealt("2", "1", draws="1", rounds=1)
    play(table, "play 1 b1")
    assert play(table, "play stock b1").completed
    assert (table.phase, table.shuffle_due, table.completed) == ("game over", None, [1, 2])
    assert (table.hands, table.winners, table.ender) == ([[], []], [0], 0)


def test_a_hand_stays_short_if_there_is_nothing_to_draw() -> None:
    """One card instead of two; it must be discarded, and then there is none."""
    table = dealt("2 2", "2 2", draws="1 2 2", hand=2)
    play(table, "discard 1 d1")
    assert (table.seat, table.hands[1]) == (1, [2])
    with pytest.raises(IllegalActionError, match="must discard"):
        table.act(1, "pass")
    play(table, "discard 2 d1")
    assert (table.seat, table.hands) == (0, [[2], []])
    play(table, "discard 2 d2")
    assert (table.seat, table.legal()) == (1, ["pass"])
    assert play(table, "pass") == Happened(None, None, None, [], None, None, False)


# ------------------------------------------------------------------ nobody can go on


def test_as_many_idle_turns_as_players_end_the_round_without_a_winner() -> None:
    """A turn in which a card was played is none, though it ends with `pass`."""
    table = dealt("1 2", "1 1", draws="1")
    play(table, "play 1 b1", "pass")
    assert (table.seat, table.idle_turns) == (1, 0)
    play(table, "pass")
    assert (table.seat, table.idle_turns) == (0, 1)
    play(table, "pass")
    assert table.phase == "round over"
    assert table.pad == [
        plain.SkipBoPadRow(
            round=1,
            dealer=1,
            starter=0,
            ender=None,
            turns=[2, 1],
            cards_left=[2, 2],
            penalty_cards=[0, 0],
            score=[0, 0],
            total=[0, 0],
            winners=None,
        )
    ]
    table.shuffle(cards("1 2 1 1 1"))  # the deal passes all the same
    assert (table.round, table.dealer, table.starter, table.seat) == (2, 0, 1, 1)
    assert (table.turns, table.idle_turns, table.building) == ([0, 1], 0, [[], []])


def test_a_card_played_or_discarded_begins_the_count_anew() -> None:
    """Two idle turns of three, a discard; one more, a play; then three, begun by seat 1."""
    table = dealt("2 2", "2 2", "2 2", draws="1 1", hand=2)
    play(table, "discard 1 d1", "pass", "pass")
    assert (table.seat, table.idle_turns) == (0, 2)
    play(table, "discard 1 d1", "pass", "pass")
    assert table.idle_turns == 2
    play(table, "play d1 b1")
    assert table.idle_turns == 0
    play(table, "pass")
    play(table, "pass", "pass")
    assert (table.phase, table.idle_turns) == ("turn", 2)
    play(table, "pass")
    assert (table.phase, table.pad[-1].ender) == ("round over", None)


def test_a_round_that_nobody_wins_counts_as_a_round() -> None:
    """A single one has no winner."""
    table = dealt("2 2", "2 2", draws="1", rounds=1)
    play(table, "discard 1 d1", "pass", "pass")
    assert (table.phase, table.winners, table.pad[-1].winners) == ("game over", [], [])


# ------------------------------------------------------------------ scores


def test_the_winner_gets_points_for_winning_and_for_each_card_left() -> None:
    """25 and 5 for each of seven cards; the next dealer sits to the left."""
    table = dealt("2 1", "1 1", "1 1", draws="2 1 1 1")
    play(table, "play stock b1")
    assert table.phase == "turn"
    play(table, "play stock b1")
    row = table.pad[-1]
    assert (row.cards_left, row.score, row.winners) == ([0, 2, 2], [45, 0, 0], None)
    table.shuffle(cards("1 1 1 1 2 1 2 1 1 1"))
    assert (table.dealer, table.starter, table.seat, table.total) == (0, 1, 1, [45, 0, 0])


def test_the_highest_total_wins_once_the_target_is_reached() -> None:
    """25 + 5 are 30, one more than 29."""
    for target, phase, winners in ((30, "game over", [0]), (31, "round over", None)):
        table = dealt("1", "2", draws="2", target=target)
        play(table, "play stock b1")
        assert (table.phase, table.winners, table.total) == (phase, winners, [30, 0])
    table = dealt("1", "2", draws="2", win_points=7, card_points=0)
    play(table, "play stock b1")
    assert table.score == [7, 0]


def test_equal_totals_share_the_win_after_the_last_round() -> None:
    """Each wins one of two rounds."""
    table = dealt("1", "2", draws="2", rounds=2)
    play(table, "play stock b1")
    assert table.phase == "round over"
    table.shuffle([2, 1, 2])
    assert table.seat == 1
    play(table, "play stock b1")
    assert (table.phase, table.total, table.winners) == ("game over", [30, 30], [0, 1])
    with pytest.raises(RefusedError, match="no shuffle is due"):
        table.shuffle([2, 1, 2])


# ------------------------------------------------------------------ teams


def team_game(**rules: Any) -> plain.SkipBoTable:
    """Seats 0 and 2 against 1 and 3; stock piles of one."""
    return dealt("1", "4", "2", "3", draws="3 4 4 1 3 1 1 4", **{"teams": True, **rules})


def test_one_plays_the_partners_stock_pile_and_both_must_be_gone() -> None:
    """Seat 0 plays out both; each partner scores for the cards of the others."""
    table = team_game()
    assert "play partner-stock b1" not in table.legal()
    play(table, "play stock b1")
    assert (table.phase, table.stocks[0]) == ("turn", [])
    assert "play partner-stock b1" in table.legal()
    happened = play(table, "play partner-stock b1")
    assert happened == Happened("stock pile", 2, None, [], "2:stock", 2, False)
    row = table.pad[-1]
    assert (row.ender, row.cards_left, row.score) == (0, [0, 1, 0, 1], [35, 0, 35, 0])


def test_who_has_no_stock_pile_left_goes_on_playing() -> None:
    """Seat 0 has another turn; then its partner ends the round."""
    table = team_game(target=35)
    play(table, "play stock b1", "discard 3 d1", "discard 4 d1", "discard 4 d1", "discard 1 d1")
    assert (table.seat, table.turns, table.hands[0]) == (0, [2, 1, 1, 1], [3])
    with pytest.raises(IllegalActionError, match="stock is empty"):
        table.act(0, "play stock b1")
    play(table, "discard 3 d2", "discard 1 d1")
    play(table, "play stock b1")
    assert (table.ender, table.turns, table.winners) == (2, [2, 2, 2, 1], [0, 2])


def test_one_plays_the_partners_discard_piles_but_discards_on_ones_own() -> None:
    """Seat 2 plays the 1 that seat 0 laid down; there is no way to lay one there."""
    table = dealt("4", "4", "4", "4", draws="1 2 3 2 2", teams=True)
    play(table, "discard 1 d2", "discard 2 d1")
    assert "play d2 b1" not in table.legal()
    with pytest.raises(IllegalActionError, match="partner-d1 is empty"):
        table.act(2, "play partner-d1 b1")
    happened = play(table, "play partner-d2 b1")
    assert happened == Happened("discard pile", 1, None, [], "0:d2", 1, False)
    with pytest.raises(IllegalActionError, match="no action"):
        table.act(2, "discard 3 partner-d1")


def test_partners_sit_opposite() -> None:
    """Of six, seats 0 and 3; and the cards of both other teams count."""
    table = dealt("1", "1", "1", "2", "1", "1", draws="3 3", teams=True)
    play(table, "play stock b1")
    assert play(table, "play partner-stock b1").source_pile == "3:stock"
    assert table.score == [45, 0, 0, 45, 0, 0]


# ------------------------------------------------------------------ the referee's penalty


def test_two_cards_go_under_the_stock_pile() -> None:
    """The first drawn lies above the second; nothing else changes."""
    table = dealt("4 4", "1 2", draws="1 3 4 4 4")
    before = table.state()
    table.penalty(1, 2)
    assert (table.stocks[1], table.draw_pile) == ([4, 3, 1, 2], [4, 4])
    after = table.state()
    for part in before.keys() - {"stocks", "draw_pile", "penalty_cards"}:
        assert after[part] == before[part]
    assert table.penalty_cards == [0, 2]
    assert (table.seat, table.decision) == (0, 0)
    table.penalty(0, 2)
    assert (table.stocks[0], table.draw_pile) == ([4, 4, 4, 4], [])


def test_the_completed_piles_are_shuffled_to_give_the_rest() -> None:
    """The first card comes from the old draw pile, the second from the new one."""
    for draws, order, stock, draw in (
        ("1 2 1 2", [1, 2], [1, 2, 1, 1], [2]),
        ("1 2 1", [2, 1], [1, 2, 1, 1], []),
    ):
        table = dealt("1 1", "1 1", draws=draws)
        play(table, "play 1 b1", "play 2 b1")
        assert (table.hands[0], table.completed) == ([1], [1, 2])
        table.penalty(1, 2)
        assert (table.phase, table.shuffle_due, table.seat) == ("needs shuffle", "penalty", None)
        with pytest.raises(RefusedError, match="no penalty in the phase"):
            table.penalty(1, 2)
        with pytest.raises(RefusedError, match="exactly the completed piles"):
            table.shuffle([1, 1])
        table.shuffle(order)
        assert (table.phase, table.seat, table.hands[0]) == ("turn", 0, [1])
        assert (table.stocks[1], table.draw_pile) == (stock, draw)


def test_fewer_are_given_if_there_are_no_more() -> None:
    """One, and then none; no other number will do."""
    table = dealt("1 1", "1 1", draws="1 2")
    for wrong in (2, 0, 3, -1):
        with pytest.raises(RefusedError, match="should be 1"):
            table.penalty(1, wrong)
    table.penalty(1, 1)
    assert (table.stocks[1], table.draw_pile) == ([2, 1, 1], [])
    table.penalty(1, 0)
    assert (table.stocks[1], table.seat) == ([2, 1, 1], 0)


def test_an_emptied_stock_pile_comes_to_life_again() -> None:
    """Seat 0's upper card is turned up, and the partner's last card doesn't end the round."""
    table = team_game()
    play(table, "play stock b1")
    table.penalty(0, 2)
    assert (table.stocks[0], table.seat) == ([4, 4], 0)
    play(table, "play partner-stock b1")
    assert (table.phase, table.stocks[2]) == ("turn", [])
    play(table, "play 3 b1", "play stock b1")
    assert (table.phase, table.stocks[0]) == ("turn", [4])


def test_a_penalty_leaves_the_count_of_idle_turns_alone() -> None:
    """An idle player has no card to give; the count goes on."""
    table = dealt("2 2", "2 2", draws="1")
    play(table, "discard 1 d1", "pass")
    table.penalty(1, 0)
    assert (table.idle_turns, table.stocks[1]) == (1, [2, 2])
    play(table, "pass")
    assert table.phase == "round over"


def test_a_penalty_needs_a_seat_that_is_to_decide() -> None:
    """Not before the cut, nor between cut and deal, nor in a shuffle, nor after the round."""
    order = cards("2 1 2")
    table = table_for(order, 2, stock=1, rounds=1)
    for after in (lambda: table.shuffle(order), lambda: table.shuffle([2, 1, 2])):
        with pytest.raises(RefusedError, match="no penalty in the phase"):
            table.penalty(0, 2)
        after()
    play(table, "play stock b1")
    with pytest.raises(RefusedError, match="no penalty in the phase 'game over'"):
        table.penalty(0, 2)


# ------------------------------------------------------------------ undo and perft


def test_undo_puts_everything_back() -> None:
    """Across a completed pile, its shuffle, a turn, and the end of a round."""
    table = dealt("1 2", "1 1", draws="1 w 2")
    states = []
    for action in ("play 1 b1", "play stock b1"):
        states.append(table.state())
        play(table, action)
    states.append(table.state())
    play(table, "discard wild d1", "play stock b1")
    table.undo(2)
    assert (table.state(), table.decision) == (states[2], 4)
    table.undo(0)
    assert (table.state(), table.decision) == (states[0], 4)
    with pytest.raises(RefusedError, match="no decision 0"):
        table.undo(0)
    table = dealt("1", "2", draws="2")
    before = table.state()
    play(table, "play stock b1")
    table.shuffle([2, 1, 2])
    table.undo(0)
    assert table.state() == before
    assert (table.round, table.dealer, table.total, table.pad) == (1, 1, [0, 0], [])


def test_undo_puts_the_count_of_idle_turns_back() -> None:
    """And whether somebody has played in the turn: seat 0's `pass` is no idle turn again."""
    table = dealt("1 2", "1 1", draws="1")
    play(table, "play 1 b1", "pass", "pass")
    table.undo(2)
    play(table, "pass")
    assert table.idle_turns == 1
    table.undo(1)
    play(table, "pass")
    assert (table.seat, table.idle_turns) == (1, 0)


def test_undo_to_a_decision_before_a_penalty_makes_it_void() -> None:
    """To the decision after it, the cards stay where they are."""
    table = dealt("4 1", "1 2", draws="3 3 4 4 4 4")
    table.penalty(0, 2)
    play(table, "play stock b1")
    table.penalty(1, 2)
    play(table, "discard 3 d1")
    table.undo(1)
    assert (table.stocks, table.seat) == ([[4, 3, 4], [4, 4, 1, 2]], 0)
    play(table, "discard 3 d2")
    table.undo(0)
    assert (table.stocks, table.seat) == ([[4, 3, 4, 1], [1, 2]], 0)
    table = dealt("1 1", "1 1", draws="1 2 1")
    play(table, "play 1 b1", "play 2 b1")
    table.penalty(1, 2)
    table.undo(1)  # while its shuffle is due
    assert (table.phase, table.shuffle_due, table.punished) == ("turn", None, None)
    play(table, "play 2 b1")
    assert (table.phase, table.stocks[1]) == ("turn", [1, 1])


def test_perft_counts_sequences_of_decisions() -> None:
    """One pile each. The new draw pile is the 2 above the 1, so that the 2 is drawn."""
    table = dealt("1 1", "1 1", draws="1 2", building_piles=1, discard_piles=1)
    before = table.state()
    # stock, 1, discard 1; then 1 + 2 + 2 ways on; then 2 + (2 + 1) + (2 + 3)
    assert [table.perft(depth) for depth in range(4)] == [1, 3, 5, 10]
    assert table.state() == before


def test_perft_ends_with_the_round() -> None:
    """The last card of the stock pile; or a discard and what seat 1 can do."""
    table = dealt("1", "2", draws="2", building_piles=1, discard_piles=1)
    # stock (over), discard 2; then only pass, though the stock pile's 2 waits for a 1
    assert [table.perft(depth) for depth in range(4)] == [1, 2, 1, 2]


# ------------------------------------------------------------------ headers


@pytest.mark.parametrize(
    "rules",
    [
        {"teams": True},
        {"teams": 0},
        {"short": None},
        {"short": True, "stock": 10},
        {"stock": 0},
        {"stock": 121},
        {"stock": "30"},
        {"stock": 79},  # 2 x 79 + 5 are one more than the deck
        {"hand": 0},
        {"hand": 11},
        {"hand": None},
        {"building_piles": 0},
        {"building_piles": 5},
        {"discard_piles": 0},
        {"discard_piles": 5},
        {"target": 0},
        {"target": 1_000_001},
        {"target": None},
        {"rounds": 0},
        {"rounds": 1001},
        {"rounds": True},
        {"win_points": -1},
        {"win_points": 10_001},
        {"card_points": -1},
        {"card_points": 10_001},
        {"card_points": 5.0},
    ],
)
def test_impossible_rules_are_refused(rules: dict[str, Any]) -> None:
    """Each option out of its range, and what doesn't go together."""
    plain.SkipBoTable(header(DECK, 2, hand=5, stock=78))
    with pytest.raises(RefusedError):
        plain.SkipBoTable(header(DECK, 2, **{"hand": 5, "stock": 30, **rules}))


@pytest.mark.parametrize("key", RULES)
def test_every_option_must_be_there(key: str) -> None:
    """A rule that isn't told can't be replayed."""
    game = header(DECK, 2)
    del game["rules"][key]
    with pytest.raises(RefusedError, match=key):
        plain.SkipBoTable(game)


@pytest.mark.parametrize(
    "deck",
    [
        None,
        {},
        [],
        [["wild", 60]],
        [[1, 30], [3, 30]],
        [[2, 30], [3, 30]],
        [[0, 30], [1, 30]],
        [[2, 30], [1, 30]],
        [[1, 30], [1, 30]],
        [["wild", 30], [1, 30]],
        [[1, 30], ["wild", 30], ["wild", 30]],
        [[1, 30], ["wild", 0]],
        [[1, 30], ["Wild", 30]],
        [[1, 30], ["2", 30]],
        [[1, 30], [2, 30.0]],
        [[1, 30], [2, True]],
        [[True, 30], [2, 30]],
        [[1, 30], [2]],
        [[1, 30], [2, 30, "reverse"]],
        [[1, 30], "wild"],
        [[1, 30], [[2], 30]],
        [[number, 8] for number in range(1, 32)],
        [[1, 200], ["wild", 57]],
    ],
)
def test_impossible_decks_are_refused(deck: Any) -> None:
    """Numbers that are missing, out of order or too high, and what is no card."""
    with pytest.raises(RefusedError, match="deck"):
        plain.SkipBoTable(header(deck, 2))


def test_decks_of_ones_own_and_numbers_of_players() -> None:
    """Thirty numbers without a wild card; two to six play, four or six in teams."""
    for deck in ([[number, 8] for number in range(1, 31)], [[1, 60]], [[1, 1], ["wild", 60]]):
        plain.SkipBoTable(header(deck, 2))
    for players in range(9):
        game = header(DECK, 6)
        game["players"] = [game["players"][0]] * players
        for teams, possible in ((False, range(2, 7)), (True, (4, 6))):
            game["rules"]["teams"] = teams
            if players in possible:
                plain.SkipBoTable(game)
            else:
                with pytest.raises(RefusedError, match="players"):
                    plain.SkipBoTable(game)


# ------------------------------------------------------------------ a record, written by hand


def act(
    decision: int, seat: int, action: str, source: str | None, card: Card | None, **more: Any
) -> dict[str, Any]:
    """Write an `act` event."""
    return {
        "event": "act",
        "decision": decision,
        "seat": seat,
        "action": action,
        "source": source,
        "card_in": card,
        "card_out": None,
        "cleared": [],
        "ms": 5,
        "source_pile": None,
        "played_as": None,
        "completed": False,
        **more,
    }


def shuffle(purpose: str, number: int, order: str) -> dict[str, Any]:
    """Write a `shuffle` event."""
    return {"event": "shuffle", "for": purpose, "round": number, "order": cards(order)}


HAND, STOCK, DISCARDS = "hand", "stock pile", "discard pile"
STOCK_2 = {"source_pile": "stock", "played_as": 2, "completed": True}

EVENTS = [
    header(
        [[1, 4], [2, 2], ["wild", 1]],
        2,
        stock=1,
        hand=1,
        rounds=1,
        building_piles=1,
        discard_piles=1,
    ),
    shuffle("cut", 0, "w 2 1 1 1 1 2"),  # seat 0 deals
    shuffle("deal", 1, "2 2 1 w 1 1 1"),
    act(0, 1, "play 1 b1", HAND, 1, played_as=1),
    act(1, 1, "play wild b1", HAND, "wild", played_as=2, completed=True),
    {"event": "undo", "to": 1, "seat": 1},
    act(2, 1, "play wild b1", HAND, "wild", played_as=2, completed=True),
    {"event": "penalty", "seat": 0, "cards": 2},
    act(3, 1, "discard 1 d1", HAND, 1),
    shuffle("draw", 1, "w 1"),
    act(4, 0, "play wild b1", HAND, "wild", played_as=1),
    act(5, 0, "play stock b1", STOCK, 2, **STOCK_2),
    {"event": "penalty", "seat": 1, "cards": 2},
    shuffle("penalty", 1, "2 w"),
    act(6, 0, "play stock b1", STOCK, 1, source_pile="stock", played_as=1),
    act(7, 0, "discard 1 d1", HAND, 1),
    act(8, 1, "play stock b1", STOCK, 2, **STOCK_2),
    shuffle("draw", 1, "1 2"),
    act(9, 1, "play d1 b1", DISCARDS, 1, source_pile="d1", played_as=1),
    act(10, 1, "play stock b1", STOCK, 2, **STOCK_2),
    act(11, 1, "play stock b1", STOCK, "wild", source_pile="stock", played_as=1),
    {
        "event": "round",
        "round": 1,
        "dealer": 0,
        "starter": 1,
        "ender": 1,
        "turns": [1, 2],
        "cards_left": [1, 0],
        "penalty_cards": [2, 2],
        "score": [0, 30],
        "total": [0, 30],
        "winners": [1],
    },
]


def lines(events: list[dict[str, Any]]) -> list[str]:
    """Events as the lines of a file."""
    return [json.dumps({**event, "at": "2026-11-20T18:30:05.123Z"}) + "\n" for event in events]


def changed(number: int, **values: Any) -> list[dict[str, Any]]:
    """The record with other values in its line `number` (from 1)."""
    events = [*EVENTS]
    events[number - 1] = {**events[number - 1], **values}
    return events


def assert_refused(events: list[dict[str, Any]], line: int) -> None:
    """The reader stops at this line (from 1)."""
    with pytest.raises(ReplayError) as caught:
        list(replay(lines(events)))
    assert caught.value.line == line


def test_a_record_written_by_hand_replays() -> None:
    """Cut, deal, both kinds of later shuffles, penalties, an undo, and the score."""
    *_, table = replay(lines(EVENTS))
    assert isinstance(table, plain.SkipBoTable)
    assert (table.phase, table.winners, table.total) == ("game over", [1], [0, 30])
    assert (table.stocks, table.completed) == ([[1], []], [1, 2])
    for length in range(1, len(EVENTS)):
        assert len(list(replay(lines(EVENTS[:length])))) == length


def test_main_prints_the_score_pad(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The player who ended the round has a star."""
    file = tmp_path / "record.jsonl"
    file.write_text("".join(lines(EVENTS)), encoding="utf-8")
    assert plain_replayer.main([str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        *("round  A    B", "    1  0  30*", "total  0   30", "won by B")
    ]


UNCHECKED = {("act", "ms"), ("undo", "seat")}
ALSO_RIGHT = {("undo", "to"): [0], ("penalty", "seat"): [0, 1]}  # so far as this line goes
WRONG = (None, True, False, 0, 1, 2, -1, 1.0, 10**400, "", "wild", [], [0, 0], [[]], {})


@pytest.mark.seconds
@pytest.mark.parametrize("line", range(2, len(EVENTS) + 1))
def test_every_key_of_every_line_is_checked(line: int) -> None:
    """A key that is left out, and any other value, are refused in that very line."""
    event = EVENTS[line - 1]
    for key, value in event.items():
        what = (event["event"], key)
        if what in UNCHECKED:
            continue
        events = [*EVENTS]
        events[line - 1] = {name: event[name] for name in event.keys() - {key}}
        assert_refused(events, line)
        right = [json.dumps(one) for one in [value, *ALSO_RIGHT.get(what, [])]]
        for wrong in WRONG:
            if json.dumps(wrong) not in right:
                assert_refused(changed(line, **{key: wrong}), line)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        (2, {"for": "deal", "round": 1}),  # a deal without a cut
        (2, {"round": 1}),
        (2, {"order": cards("1 2 w 1 1 1")}),
        (3, {"for": "cut", "round": 0}),
        (3, {"for": "draw"}),
        (3, {"order": cards("2 2 2 w 1 1 1")}),
        (3, {"order": ["2", 2, 1, "wild", 1, 1, 1]}),
        (3, {"order": [2, 2, True, "wild", 1, 1, 1]}),
        (3, {"order": [2, 2, 1.0, "wild", 1, 1, 1]}),
        (3, {"order": [2, 2, 1, "?", 1, 1, 1]}),
        (3, {"order": [2, 2, 1, ["wild"], 1, 1, 1]}),
        (4, {"action": "play stock b1"}),
        (4, {"action": "play wild b1"}),
        (4, {"action": "play 1 b2"}),
        (4, {"action": "pass"}),
        (4, {"ms": -1}),
        (4, {"source": "stock pile"}),
        (4, {"card_out": 1}),
        (4, {"cleared": ["b1"]}),
        (5, {"card_in": 2}),
        (5, {"completed": 1}),
        (6, {"to": 2}),
        (8, {"cards": 1}),
        (8, {"seat": 2}),
        (9, {"played_as": 1}),
        (10, {"for": "penalty"}),
        (10, {"order": cards("2 1")}),
        (12, {"source_pile": "0:stock"}),
        (14, {"for": "draw"}),
        (14, {"order": cards("w")}),
        (19, {"source_pile": "1:d1"}),
        (19, {"source": "hand", "source_pile": None}),
        (22, {"dealer": 1}),
        (22, {"ender": 0}),
        (22, {"turns": [2, 2]}),
        (22, {"score": [0, 25]}),
        (22, {"winners": []}),
        (22, {"winners": [0, 1]}),
    ],
)
def test_a_line_that_disagrees_with_the_rules_is_named(line: int, values: dict[str, Any]) -> None:
    """One thing told otherwise in one line: that line's number is in the error."""
    assert_refused(changed(line, **values), line)


@pytest.mark.parametrize("line", range(1, len(EVENTS)))
def test_no_line_can_be_left_out_or_come_twice(line: int) -> None:
    """Nothing is left to guess."""
    for events in (EVENTS[: line - 1] + EVENTS[line:], EVENTS[:line] + EVENTS[line - 1 :]):
        with pytest.raises(ReplayError):
            list(replay(lines(events)))


def test_nothing_follows_a_game_that_is_over() -> None:
    """No shuffle, no penalty, no second `round` line; nor anything between act and `round`."""
    deal = shuffle("deal", 2, "2 2 1 w 1 1 1")
    for event in (deal, EVENTS[2], EVENTS[7], EVENTS[20], EVENTS[21]):
        assert_refused([*EVENTS, event], 23)
        if event is not EVENTS[21]:
            assert_refused([*EVENTS[:21], event], 22)


def test_other_games_have_no_penalty() -> None:
    """A `penalty` in a record of Skyjo is refused, and so are its words for shuffles."""
    rules = {
        "columns": 1,
        "rows": 2,
        "turned": 1,
        "clear": 2,
        "cleared_to": "discard pile",
        "clear_at_reveal": True,
        "ender_safe": "lowest",
        "penalty_factor": 2,
        "penalty_add": 0,
        "penalty_when": "positive",
        "starter": "ender",
        "target": 100,
    }
    skyjo = {**header([[1, 9]], 2), "game": "skyjo", "rules": rules}
    deal = shuffle("deal", 1, "1 1 1 1 1 1 1 1 1")
    assert len(list(replay(lines([skyjo, deal])))) == 2
    assert_refused([skyjo, deal, {"event": "penalty", "seat": 1, "cards": 2}], 3)
    assert_refused([skyjo, {**deal, "for": "cut", "round": 0}], 2)
