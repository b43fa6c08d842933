"""A table of Skip-Bo on the board: its piles, its penalties, what fits in a message."""

from __future__ import annotations

import json

import pytest

from skyjo_widget.board.session import Session
from skyjo_widget.engine.core.state import copy
from tests.fixtures import tables
from tests.fixtures.boards import Wire, send, table


def prepared(h):
    """The board of a prepared game."""
    session = Session(h, functions={}, writer=None)
    return session, session.board


def test_the_picture_tells_which_piles_run_down_and_where_one_may_begin():
    """A wild card has two ways on an empty place, each of them a move."""
    h = tables.skip_bo(
        *("5 7", "6"),
        hands="3 wild | 3",
        building="12 wild down | 1 2 | | ",
        draw="1 2 3 4 8 9 10 11",
        piles_down=True,
    )
    _, board = prepared(h)
    send(board, type="ready", state=0)
    view = board.view
    assert view["building"] == [
        {"count": 2, "top": "wild", "next": 10, "down": True},
        {"count": 2, "top": "2", "next": 3},
        {"count": 0, "top": None, "next": 1, "either": True},
        {"count": 0, "top": None, "next": 1, "either": True},
    ]
    moves = view["moves"]["hand:wild"]
    assert (moves["b3"], moves["b3 down"]) == ("play wild b3", "play wild b3 down")
    assert {place for place in moves if place.endswith("down")} == {"b3 down", "b4 down"}
    send(board, type="act", action="play wild b3 down", state=0)
    assert (board.view["last"]["position"], board.view["last"]["played_as"]) == ("b3", 12)
    assert board.view["building"][2] == {"count": 1, "top": "wild", "next": 11, "down": True}


def test_the_picture_of_skip_bo_tells_the_piles():
    """Stock piles' tops, discard piles whole, what building piles wait for."""
    h = tables.skip_bo(
        *("3 1", "2", "", "3 2"),
        hands="1 2 wild | 3 | 2 | 2",
        building="1 | | wild 2",
        discards="1 3 / wild | | / / 2 1 | ",
        draw="1 2",
        completed="1 2 3",
        teams=True,
    )
    session, board = prepared(h)
    send(board, type="ready", state=0)
    view = board.view
    assert view["seats"][0] == {
        "seat": 0,
        "name": "P0",
        "kind": "person",
        "stock": {"count": 2, "top": "1"},
        "discards": [["1", "3"], ["wild"], [], []],
        "hand": 3,
        "total": 0,
        "dealer": False,
        "starter": True,
        "ender": False,
        "partner": 2,
    }
    assert view["seats"][2]["stock"] == {"count": 0, "top": None}
    assert view["building"] == [
        {"count": 1, "top": "1", "next": 2},
        {"count": 0, "top": None, "next": 1},
        {"count": 2, "top": "2", "next": 3},
        {"count": 0, "top": None, "next": 1},
    ]
    assert (view["highest"], view["draw"], view["completed"]) == (3, {"count": 2}, {"count": 3})
    assert view["hand"] == ["1", "2", "wild"]
    assert view["moves"]["stock"] == {"b2": "play stock b2", "b4": "play stock b4"}
    assert view["moves"]["d1"] == {"b3": "play d1 b3"}
    assert view["moves"]["partner-d3"] == {
        "b2": "play partner-d3 b2",
        "b4": "play partner-d3 b4",
    }
    assert set(view["moves"]["hand:wild"]) == {*("b1", "b2", "b3", "b4"), *("d1", "d2", "d3", "d4")}
    assert set(view["moves"]) == {
        *("stock", "d1", "d2", "partner-d3", "hand:1", "hand:2", "hand:wild"),
    }
    send(board, type="act", action="play partner-d3 b2", state=0)
    told = board.view["last"]
    assert (told["kind"], told["position"], told["card_in"]) == ("play", "b2", "1")
    assert (told["source_pile"], told["played_as"], told["completed"]) == ("2:d3", 1, False)
    send(board, type="act", action="play d1 b3", state=1)
    assert board.view["last"]["completed"]
    assert board.view["building"][2] == {"count": 0, "top": None, "next": 1}
    row = dict(zip(board.rows["columns"], board.rows["rows"][0], strict=True))
    assert row == {
        "decision": 0,
        "player": "P0",
        "notation": "play partner-d3 b2",
        "card_in": 1,
        "wild": False,
        "source": "discard pile",
        "source_pile": "2:d3",
        "position": "b2",
        "played_as": 1,
        "completed": False,
        "round": 1,
        "turn": 1,
    }
    assert session.board.sheet["pad"]["teams"] == [[0, 2], [1, 3]]


def test_who_has_no_card_and_nothing_to_draw_may_pass():
    """It is a button."""
    session, board = prepared(tables.skip_bo("1 3", "2 1", hand=1))
    send(board, type="ready", state=0)
    assert (board.view["prompt"]["key"], board.view["hand"]) == ("pass", [])
    assert board.view["targets"] == {"button:pass": "pass"}
    send(board, type="act", action="pass", state=0)
    assert session.seat == 1


def test_what_was_cut_for_the_deal_is_shown_in_the_first_turn():
    """The card that each seat cut last."""
    h = tables.begun("skip-bo", 3, stock=2)
    tables.put_in_order(h, "9 wild 5 9 2 7")
    tables.put_in_order(h)
    session, board = prepared(h)
    assert board.view["cut"] == ["2", "5", "7"]
    assert [seat["dealer"] for seat in board.view["seats"]] == [False, False, True]
    while session.history.state.turn == 1:
        assert board.view["cut"] == ["2", "5", "7"]
        session.act(session.legal[-1])
    assert board.view["cut"] is None


def test_a_referee_gives_a_penalty_by_a_message():
    """It is told until the game goes on, and is nobody's move."""
    session, board = table("Ana", "Bo", game="skip-bo")
    seat = session.seat
    assert (board.view["penalty"], board.view["penalized"]) == (True, None)
    send(board, type="penalty", seat=1, state=0)
    assert board.view["error"] is None
    assert (board.view["penalized"], board.view["seat"]) == ({"seat": 1, "cards": 2}, seat)
    assert [told["stock"]["count"] for told in board.view["seats"]] == [30, 32]
    assert (board.view["state"], board.view["last"], board.rows["rows"]) == (1, None, [])
    session.note("he talked")
    assert board.view["penalized"] is not None
    session.act(session.legal[0])
    assert board.view["penalized"] is None


def test_what_was_done_before_a_penalty_stays():
    """The view says so."""
    h = tables.begun("skip-bo", 2, practice=False)
    tables.put_in_order(h, "1 3")
    tables.put_in_order(h, " ".join(["9"] * 12 + ["8"] * 12 + ["7"] * 12 + ["6"] * 12 + ["5"] * 12))
    session, board = prepared(h)
    session.act("play wild b1")
    assert board.view["undo"] == "yes"
    send(board, type="penalty", seat=0, state=1)
    assert board.view["undo"] == "penalty"
    send(board, type="undo", state=2)
    assert "a referee has given a penalty since" in board.view["error"]["text"]
    assert board.view["penalized"] == {"seat": 0, "cards": 2}


@pytest.mark.parametrize(
    ("message", "key", "says"),
    [
        ({"seat": 2, "state": 0}, "malformed", "there is no seat 2; seats go from 0 to 1"),
        ({"seat": -1, "state": 0}, "malformed", "there is no seat -1"),
        ({"seat": "1", "state": 0}, "malformed", "'seat' is of type int, not '1'"),
        ({"seat": True, "state": 0}, "malformed", "'seat'"),
        ({"seat": 1.0, "state": 0}, "malformed", "'seat'"),
        ({"state": 0}, "malformed", "'seat' is of type int, not None"),
        ({"seat": 1}, "malformed", "'state'"),
        ({"seat": 1, "state": -1}, "stale", "look again"),
        ({"seat": 1, "state": 7}, "stale", "look again"),
    ],
)
def test_a_penalty_that_cannot_be_given_is_said(message, key, says):
    """And nothing changes."""
    session, board = table("Ana", "Bo", game="skip-bo")
    before = copy(session.history.state)
    send(board, type="penalty", **message)
    assert board.view["error"]["key"] == key
    assert says in board.view["error"]["text"]
    assert (session.history.state, session.state) == (before, 0)
    assert board.view["penalized"] is None


def test_between_rounds_and_in_other_games_there_are_no_penalties():
    """The view says so before, and the message is refused."""
    session, board = table("bot:random", "bot:plain", game="skip-bo", stock=1)
    session.run()
    assert not board.view["penalty"]
    before = copy(session.history.state)
    send(board, type="penalty", seat=1, state=session.state)
    assert board.view["error"]["key"] == "illegal"
    assert "the round is over" in board.view["error"]["text"]
    assert session.history.state == before
    for game, players in (("skyjo", ["Ana", "Bo"]), ("newskyjo", ["Ana", "Bo", "Cy"])):
        _, board = table(*players, game=game)
        assert not board.view["penalty"]
        send(board, type="penalty", seat=1, state=0)
        assert board.view["error"]["key"] == "malformed"
        assert f"there are no penalties in {game}" in board.view["error"]["text"]
        send(board, type="ready", state=0)
        assert (board.view["error"], board.view["covered"]) == (None, False)


def test_six_players_with_full_discard_piles_fit_in_eight_kilobytes(monkeypatch):
    """Every card that isn't in a stock pile or a hand lies on a discard pile."""
    session, board = table(*["Ana with a rather long name"] * 6, game="skip-bo", stock=1)
    sent = []
    monkeypatch.setattr(board, "_send", lambda msg, buffers=None: sent.append(len(json.dumps(msg))))
    board.comm = Wire()
    while session.history.state.draw_size > 0 and session.seat is not None:
        discards = [action for action in session.legal if action.startswith("discard")]
        send(board, type="ready", state=session.state)
        send(board, type="act", action=discards[-1], state=session.state)
    laid = sum(len(pile) for seat in board.view["seats"] for pile in seat["discards"])
    assert laid > 120
    send(board, type="ready", state=session.state)
    assert len(sent) > 240
    assert max(sent) < 8000


# The linked module
