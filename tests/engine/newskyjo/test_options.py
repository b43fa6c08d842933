"""The options of NewSkyjo, and what can't be played."""

from __future__ import annotations

import dataclasses

import pytest

from skyjo_widget import (
    NEWSKYJO_DECK,
    IllegalActionError,
    NewSkyjoRules,
    RulesError,
    Session,
    SkyjoRules,
    play,
)
from skyjo_widget.engine.newskyjo.rules import GAME_OVER, NOBODY, ROUND_OVER
from tests.fixtures.tables import DOWN, PAIRS, deal, exact, legal, moves, pairs, pile, table, turns

CORNERS = {
    "only-top-left": "a1",
    "only-top-right": "d1",
    "only-bottom-left": "a3",
    "only-bottom-right": "d3",
}

# Options


def test_without_effects_the_game_is_that_of_the_same_numbers():
    """Decision by decision, whoever plays; no effect is told."""
    line_up = ["bot:greedy", "bot:random", "bot:greedy", "bot:random"]
    quiet = {"seed": 8, "record": False, "display": False, "rounds": 2}
    without = play("newskyjo", line_up, effects=False, **quiet)
    two = play("newskyjo", line_up, deck=NEWSKYJO_DECK.without_effects(), **quiet)
    without.run(rounds=True)
    two.run(rounds=True)
    frames = [
        game.log.decisions.drop(columns=["game_id", "card_effect", "ms"]) for game in (without, two)
    ]
    assert len(frames[0]) > 100
    assert frames[0].equals(frames[1])
    assert frames[0]["effect"].isna().all()
    assert not frames[0]["no_effect"].any()
    assert set(without.log.decisions["action"]) == {"draw", "take", "discard", "flip", "place"}
    assert without.log.rounds["total"].to_list() == two.log.rounds["total"].to_list()


def test_without_effects_a_card_for_a_corner_goes_anywhere():
    """It is as if it had none."""
    h = table(DOWN, DOWN, DOWN, draws="-1:only-top-left", effects=False)
    moves(h, "draw")
    assert legal(h) == ["discard", *(f"place {p}" for p in ("a1", "b1", "a2", "b2", "a3", "b3"))]


def test_turning_a_card_may_be_no_action_of_its_own():
    """Only after a discarded card; the sentence names the option."""
    h = table("(1:next-skips) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="7", flip_turn=False)
    assert legal(h) == ["draw", "take"]
    session = Session(h, functions={}, writer=None)
    with pytest.raises(
        IllegalActionError, match=r"no action of its own here \(the option flip_turn"
    ):
        session.act("flip a1")
    moves(h, "draw", "discard", "flip a1")
    assert turns(h, 1) == [2]


def test_where_turning_is_no_action_and_nothing_can_be_drawn_or_taken_one_passes():
    """A hidden card can't be turned then; with cards in the grid there is always one to take."""
    h = pairs("5 (5:two-actions)", "1 (2)", "1 (3)", flip_turn=False, draws="0")
    moves(h, "draw", "discard", "flip a2")
    assert legal(h) == ["draw"]
    moves(h, "draw")
    h.shuffle([h.deck.parse_card("0")])
    moves(h, "discard")
    assert (h.state.ender, h.state.seat) == (0, 1)


def test_several_rounds_begin_anew_and_add_up():
    """Direction and what was pending are forgotten; the last round ends the game."""
    h = pairs("9 (1:reverse)", "1 (2)", "1 (3)", rounds=3)
    totals = [0, 0, 0]
    for number in (1, 2, 3):
        moves(h, "flip a2")
        if number == 1:
            assert h.state.direction == -1
        while h.actor is not None:
            moves(h, "take", "place a1")
        assert h.state.round == number
        totals = [total + raw for total, raw in zip(totals, h.state.raw[:3], strict=True)]
        assert h.state.total[:3] == totals
        assert h.state.phase == (GAME_OVER if number == 3 else ROUND_OVER)
        if number < 3:
            deal(h, ["9 1:reverse", "1 2", "1 3"], discard=0)
            moves(h, *["flip a1"] * 3)
            assert (h.state.direction, h.state.seat, h.state.ender) == (1, 0, NOBODY)


def test_the_highest_sum_starts_the_later_rounds_and_ties_go_to_the_dealers_left():
    """Seat 1 in round 2; with the option the ender of the round before starts."""
    for starter, second in (("highest sum", 1), ("ender", 0)):
        h = pairs("9 (1)", "1 (2)", "1 (3)", rounds=2, starter=starter)
        moves(h, "flip a2", *["take", "place a1"] * 2)
        deal(h, ["1 9", "1 2", "1 3"], discard=0)
        moves(h, *["flip a1"] * 3)
        assert h.state.starter == second


def test_cleared_cards_go_on_the_discard_pile_where_the_rules_say_so():
    """On top of the replaced one."""
    h = table("5 1 5 2 (9) (3)", *["0 1 2 3 (4) (5)"] * 2, discard=5, cleared_to="discard pile")
    moves(h, "take", "place a3")
    assert pile(h, "discard") == [5, 5, 5, 9]
    assert pile(h, "out") == []


@pytest.mark.parametrize(
    ("options", "score"),
    [
        ({}, 10),
        ({"penalty_factor": 2}, 20),
        ({"penalty_add": 5}, 15),
        ({"penalty_factor": 2, "penalty_add": 5, "ender_safe": "lowest"}, 25),
    ],
)
def test_the_ender_is_penalised_only_where_the_options_say_so(options, score):
    """10 against 2 and 4."""
    h = pairs("9 (1)", "1 (2)", "1 (3)", **options)
    moves(h, "flip a2", *["take", "place a1"] * 2)
    assert h.state.raw[:3] == [10, 2, 4]
    assert h.state.score[:3] == [score, 2, 4]


def test_corners_are_those_of_the_grid_that_is_played():
    """On 3 × 4 they are a1, c1, a4, c4."""
    grids = ["(1) (2) (3) (4) (5) (6) (7) (8) (9) (10) (11) (12)"] * 3
    for key, corner in zip(CORNERS, ("a1", "c1", "a4", "c4"), strict=True):
        h = exact(*grids, discard=0, draws=f"0:{key}", columns=3, rows=4)
        moves(h, "draw", "keep")
        assert legal(h) == [f"place {corner}"]


def test_on_one_column_left_and_right_are_the_same():
    """Both top corners are a1."""
    for key, corner in zip(CORNERS, ("a1", "a1", "a2", "a2"), strict=True):
        h = table("9 (1)", "1 (2)", "1 (3)", draws=f"0:{key}", **PAIRS)
        moves(h, "draw", "keep")
        assert legal(h) == [f"place {corner}"]


def test_the_presets_options_are_those_of_the_rules_page():
    """Each by name."""
    rules = NewSkyjoRules()
    assert (rules.columns, rules.rows, rules.turned, rules.clear) == (4, 3, 2, 3)
    assert (rules.cleared_to, rules.clear_at_reveal) == ("out of the game", True)
    assert (rules.ender_safe, rules.penalty_when) == ("strictly lowest", "positive")
    assert (rules.penalty_factor, rules.penalty_add) == (1, 0)
    assert (rules.starter, rules.rounds) == ("highest sum", 1)
    assert (rules.effects, rules.flip_turn) == (True, True)


PEOPLE = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hans", "Ida"]


@pytest.mark.parametrize(
    ("preset", "players", "options", "says"),
    [
        ("newskyjo", 2, {}, "NewSkyjo is played by 3 to 8 players, not 2"),
        ("newskyjo", 9, {}, "NewSkyjo is played by 3 to 8 players, not 9"),
        ("newskyjo", 8, {"columns": 6}, "8 players with 6 × 3 cards need 145 cards.* holds 135"),
        ("skyjo", 3, {"deck": NEWSKYJO_DECK}, "Skyjo has no effects, and this deck has some"),
        ("newskyjo", 3, {"rounds": 0}, "rounds=0 is outside 1 to 1000"),
        ("newskyjo", 3, {"rounds": 1001}, "rounds=1001 is outside 1 to 1000"),
        ("newskyjo", 3, {"rounds": 1.5}, "rounds=1.5 is no whole number"),
        ("newskyjo", 3, {"effects": 1}, "effects=1: it is True or False"),
        ("newskyjo", 3, {"flip_turn": "no"}, "flip_turn='no': it is True or False"),
        ("newskyjo", 3, {"target": 100}, "'target' is no option of NewSkyjo; there are columns"),
        ("skyjo", 3, {"rounds": 2}, "'rounds' is no option of Skyjo; there are columns"),
        ("newskyjo", 3, {"rules": SkyjoRules()}, "newskyjo needs a NewSkyjoRules"),
        ("skyjo", 3, {"rules": NewSkyjoRules()}, "skyjo needs a SkyjoRules"),
        ("newskyjo", 3, {"turned": 12}, "turned=12 is outside 0 to 11"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(preset, players, options, says):
    """And no record is begun."""
    with pytest.raises(RulesError, match=says):
        play(preset, PEOPLE[:players], display=False, **options)


@pytest.mark.seconds
def test_every_option_can_be_changed_alone():
    """Each gives rules that differ in just that field, and a game that comes to its end."""
    others = {
        "columns": 3,
        "rows": 4,
        "turned": 3,
        "clear": 2,
        "cleared_to": "discard pile",
        "clear_at_reveal": False,
        "ender_safe": "lowest",
        "penalty_factor": 3,
        "penalty_add": 10,
        "penalty_when": "always",
        "starter": "ender",
        "effects": False,
        "flip_turn": False,
        "rounds": 2,
    }
    usual = dataclasses.asdict(NewSkyjoRules())
    assert set(others) == set(usual)
    for name, value in others.items():
        session = play("newskyjo", ["bot:greedy"] * 3, record=False, display=False, **{name: value})
        session.run(rounds=True)
        assert session.over
        assert dataclasses.asdict(session.rules) == {**usual, name: value}
