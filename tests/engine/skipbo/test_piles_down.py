"""Building piles of Skip-Bo that may run down, by the option *piles_down*."""

from __future__ import annotations

import dataclasses

import pytest

from skyjo_widget import RulesError, SkipBoRules, play, position
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.errors import NotationError
from skyjo_widget.frames.states.fields import layout, numbers
from skyjo_widget.strategies.observation import Observation
from tests.fixtures.skipbo import skip_bo
from tests.fixtures.tables import building, legal, moves, plays, refused

DOWN_TO_2 = "12 11 10 9 8 7 6 5 4 3 2 down"


def down(**cards):
    """A table at which piles may run down."""
    return skip_bo(piles_down=True, **cards)


def played_as(h):
    """The number that the last card stands for."""
    return h.decisions[-1].more["played_as"]


def test_by_the_rule_sheet_piles_only_run_up():
    """No 12 begins one, and no wild card is asked its direction."""
    h = skip_bo(hands=["12 wild", ""])
    assert plays(h) == {f"play wild b{n}" for n in range(1, 5)}
    assert legal(h)[-1].startswith("discard")
    refused(h, "play wild b1 down", "building piles only run up here: piles_down is False")
    refused(h, "play 12 b1", "the building pile b1 needs 1, and this is 12")


def test_an_empty_place_takes_a_1_or_a_12_or_a_wild_card_either_way():
    """The ids of the last come after all others, so that no other id has changed."""
    h = down(hands=["1 2 12 wild", ""], building=["1", "12 down", "1", ""])
    assert plays(h) == {
        *("play 1 b4", "play 12 b4", "play wild b4", "play wild b4 down"),
        *("play wild b1", "play wild b2", "play wild b3", "play 2 b1", "play 2 b3"),
    }
    assert legal(h)[-1] == "play wild b4 down"
    without = SkipBoRules().codes(2, SKIPBO.deck)
    assert SKIPBO.action_count(without) == 41 * 4 + 31 * 4 + 1
    assert SKIPBO.action_count(h.codes) == len(SKIPBO.actions) == 41 * 4 + 31 * 4 + 1 + 11 * 4
    texts = [SKIPBO.action_text(action, h.codes) for action in range(len(SKIPBO.actions))]
    assert [SKIPBO.parse_action(text, h.codes) for text in texts] == list(range(len(texts)))


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ({"hands": ["12 wild", ""]}, "play 12 b1"),
        ({"hands": ["3 wild", ""]}, "play wild b1 down"),
        ({"stocks": ["7 wild", "5"], "hands": ["3", ""]}, "play stock b1 down"),
        ({"hands": ["3", ""], "discards": ["/4 wild", ""]}, "play d2 b1 down"),
    ],
)
def test_who_begins_a_pile_declares_its_direction(cards, action):
    """With a 12, or a wild card of the hand, the stock pile or a discard pile."""
    h = down(**cards)
    moves(h, action)
    assert played_as(h) == 12
    assert h.state.building_down[:4] == [1, 0, 0, 0]
    assert h.decisions[-1].position == "b1"
    assert status(h.game, h.state, h.codes) == ()


def test_a_wild_card_begins_a_pile_that_runs_up_where_nothing_is_declared():
    """It is a 1 there."""
    h = moves(down(hands=["2 wild wild", ""]), "play wild b1")
    assert (played_as(h), h.state.building_down[0]) == (1, 0)
    assert "play 2 b1" in plays(h)


def test_a_pile_that_runs_down_takes_the_next_lower_number_or_a_wild_card():
    """A wild card stands for the number that is due."""
    h = down(hands=["1 9 11 12 wild", ""], building=["12 down"])
    assert {text for text in plays(h) if text.endswith("b1")} == {"play 11 b1", "play wild b1"}
    refused(h, "play 9 b1", "the building pile b1 needs 11, and this is 9")
    refused(h, "play 9 b2", "the empty place b2 takes 1 or 12, and this is 9")
    moves(h, "play 11 b1", "play wild b1")
    assert played_as(h) == 10
    assert {text for text in plays(h) if text.endswith("b1")} == {"play 9 b1"}
    assert building(h)[0] == "12 11 wild"


@pytest.mark.parametrize("last", ["1", "wild"])
def test_a_pile_that_has_come_down_to_1_is_set_aside(last):
    """Its place is free for either direction."""
    h = down(hands=["1 12 wild", ""], building=[DOWN_TO_2])
    moves(h, f"play {last} b1")
    assert (played_as(h), h.decisions[-1].more["completed"]) == (1, True)
    assert (h.state.completed_size, h.state.building_size[0], h.state.building_down[0]) == (
        12,
        0,
        0,
    )
    assert "play 12 b1" in plays(h)


def test_partners_wild_cards_begin_piles_too():
    """From the tops of the partner's stock and discard piles."""
    h = skip_bo(
        stocks=["7", "5", "6 wild", "5"],
        hands=["3", "", "", ""],
        discards=["", "", "//8 wild", ""],
        building=["1", "1", "1", ""],
        teams=True,
        piles_down=True,
    )
    assert {text for text in plays(h) if text.endswith("down")} == {
        "play partner-stock b4 down",
        "play partner-d3 b4 down",
    }
    assert not [text for text in legal(moves(h, "play partner-stock b4 down")) if "b4 down" in text]


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("play wild b1 down", "the building pile b1 has begun"),
        ("play stock b2 down", "only a wild card needs a direction: the 7 has its own"),
        ("play d1 b2 down", "that discard pile is empty"),
    ],
)
def test_a_direction_that_cannot_be_declared_is_refused(action, says):
    """On a pile that has begun, for a number, without a card."""
    refused(down(hands=["12 wild", ""], building=["1"]), action, says)


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("play wild b5 down", "'b5' is no building pile; they go from b1 to b4"),
        ("play 12 b2 down", "'down' is for a wild card alone, .* not for 12"),
        ("play wild b2 up", "'b2 up' is no building pile"),
        ("play wild b2 down down", "'b2 down' is no building pile"),
        ("discard wild d1 down", "'d1 down' is no discard pile"),
    ],
)
def test_a_text_that_declares_no_direction_is_no_action(action, says):
    """A number has its own."""
    with pytest.raises(NotationError, match=says):
        SKIPBO.parse_action(action, down().codes)


def test_state_text_tells_the_direction_where_a_pile_runs_down():
    """Without one it is the text of a game by the rule sheet, which older versions wrote too."""
    h = down(hands=["3 wild", ""], building=["", "12 wild down"])
    text = SKIPBO.state_text(h.state, h.codes, h.deck)
    assert " building=|wild,12|| " in text
    assert text.endswith(" building_down=0,1,0,0")
    assert SKIPBO.parse_state(text, h.codes, h.deck) == h.state
    up = down(hands=["3 wild", ""], building=["", "1"])
    assert "building_down" not in SKIPBO.state_text(up.state, up.codes, up.deck)
    with pytest.raises(NotationError, match="4 entries are needed"):
        SKIPBO.parse_state(text.replace("0,1,0,0", "0,1"), h.codes, h.deck)


def test_damage_to_a_direction_is_named():
    """A number that lies where another is due, a direction without cards, or without the option."""
    h = down(hands=["3 wild", ""], building=["12 11 down", "1 2"])
    for b, number in ((0, 0), (1, 1), (2, 1), (0, 2)):
        before = h.state.building_down[b]
        h.state.building_down[b] = number
        assert status(h.game, h.state, h.codes) == ("building piles go up",), (b, number)
        h.state.building_down[b] = before
    assert status(h.game, h.state, h.codes) == ()
    codes = dataclasses.replace(h.codes, piles_down=0)
    assert "building piles go up" in status(h.game, h.state, codes)


# A seat's observation


def test_an_observation_tells_the_direction():
    """1 for a pile that runs down; and whether there can be any."""
    h = down(hands=["3 wild", ""], building=["1", "12 11 down"])
    obs = Observation(h.game, h.state, h.codes, h.deck, 0)
    assert (obs.piles_down, obs.building_down) == (1, [0, 1, 0, 0])
    assert obs.building[1] == [12, 11]
    assert "play wild b3 down" in obs.legal


def test_arrays_of_observations_have_the_direction_under_the_option_alone():
    """By the rule sheet their layout, and the actions, are as they were."""
    usual = layout(SKIPBO, SkipBoRules().codes(2, SKIPBO.deck), SKIPBO.deck)
    assert "building_down" not in {f.name for f in usual.fields}
    h = down(hands=["3 wild", ""], building=["1", "12 11 down"])
    laid_out = layout(SKIPBO, h.codes, h.deck)
    assert laid_out.columns_of(laid_out["building_down"]) == [
        f"building_down_{b}" for b in range(4)
    ]
    row = numbers(laid_out, observe(h.state, 0), 0)
    assert row[laid_out["building_down"].slice] == [0, 1, 0, 0]
    assert (laid_out.actions, usual.actions) == (333, 289)


# Tables that are written down


STOCKS = {"Ana": {"stock": [7, 12], "hand": "wild 3"}, "Bo": {"stock": [8, 3]}}


def test_a_written_table_tells_the_direction():
    """After a pile that runs down stands `down`: a number, or its cards where some are wild."""
    at = position("skip-bo", STOCKS, building=["7 down", "11 wild down", 3], piles_down=True)
    h = play(at, record=False, display=False).history
    assert building(h)[:3] == ["12 11 10 9 8 7", "wild 11", "1 2 3"]
    assert h.state.building_down[:4] == [1, 1, 0, 0]
    assert 'building=["7 down", "11 wild down", 3]' in repr(at)
    cards = position("skip-bo", STOCKS, building=["7 8 9 10 11 12"], piles_down=True)
    assert play(cards, record=False, display=False).history.state.building_down[0] == 1


@pytest.mark.parametrize(
    ("building", "options", "says"),
    [
        (["7 down"], {"piles_down": False}, "b1: building piles only run up here"),
        (["down"], {}, "b1: an empty place runs neither up nor down"),
        (["1 down"], {}, "b1: a pile of 12 cards"),
        (["0 down"], {}, "from 1 to 12 is needed"),
        (["9 11 12 down"], {}, "9 lies where 10 is due"),
    ],
)
def test_a_written_pile_that_cannot_run_down_is_refused(building, options, says):
    """With the reason."""
    with pytest.raises(RulesError, match=says):
        position("skip-bo", STOCKS, building=building, **{"piles_down": True, **options})
