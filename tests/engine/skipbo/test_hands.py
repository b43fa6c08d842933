"""Hands at one screen: covered until their owner is there, and shown to nobody else."""

from __future__ import annotations

import json

import numpy as np
import pytest

from skyjo_widget import Deck, IllegalActionError, play
from skyjo_widget.board.static_board import session_html
from skyjo_widget.engine.core.state import copy
from skyjo_widget.strategies.conformance import permute_hidden

SMALL = Deck.from_counts([*((number, 6) for number in range(1, 6)), ("wild", 4)])
"""The draw pile soon runs out."""


def table(*players, **options):
    """A table in memory and its board."""
    options = {"seed": 3, "record": False, "display": False, **options}
    session = play("skip-bo", list(players) or ["Ana", "Bo"], **options)
    return session, session.board


def starting(*players, **options):
    """A table at which seat 0 has the first turn."""
    for seed in range(100):
        session, board = table(*players, seed=seed, **options)
        if session.seat == 0:
            return session, board
    raise AssertionError


def send(board, kind, **message):
    """A message as the browser sends it, for the present state unless it says otherwise."""
    board._handle_custom_msg({"type": kind, "state": board.view["state"], **message}, [])
    return board.view


def end_turn(session):
    """Discard, from a cell."""
    session.act(next(action for action in session.legal if action.startswith("discard")))


def own(session, seat):
    """A seat's hand as the view writes it."""
    return ["wild" if card.wild else str(card) for card in session.observation(seat).mine]


def assert_covered(board):
    """Nothing of the hand is there, and nobody can act."""
    view = board.view
    assert (view["covered"], view["hand"], view["moves"], view["targets"]) == (True, None, {}, {})
    assert view["prompt"]["key"] == "cover"
    assert send(board, "act", action="pass")["error"]["key"] == "malformed"


def assert_open(session, board, seat):
    """The hand of that seat is there, and nobody else's."""
    view = board.view
    assert (view["viewer"], view["covered"]) == (seat, False)
    assert view["hand"] == own(session, seat)
    if session.seat == seat:
        places = [action for to in view["moves"].values() for action in to.values()]
        assert sorted([*places, *view["targets"].values()]) == sorted(session.legal)


# The owner's presence


def test_a_hand_is_covered_until_its_owner_is_there():
    """And again for the next one."""
    session, board = starting()
    assert_covered(board)
    send(board, "ready")
    assert_open(session, board, 0)
    assert board.view["error"] is None
    action = next(iter(board.view["moves"][f"hand:{board.view['hand'][0]}"].values()))
    send(board, "act", action=action)
    while session.seat == 0:
        assert_open(session, board, 0)
        action = list(board.view["moves"].values())[-1]["d1"]
        send(board, "act", action=action)
    assert board.view["viewer"] == 1
    assert_covered(board)
    send(board, "ready")
    assert_open(session, board, 1)


def test_an_old_ready_opens_no_hand_and_closes_none():
    """It was pressed for a state that is past."""
    session, board = starting()
    old = session.state
    send(board, "ready")
    end_turn(session)
    assert send(board, "ready", state=old)["error"]["key"] == "stale"
    assert send(board, "act", state=old, action="pass")["error"]["key"] == "stale"
    assert_covered(board)
    send(board, "ready")
    assert send(board, "ready", state=old)["error"]["key"] == "stale"
    assert_open(session, board, 1)
    assert send(board, "ready", state=None)["error"]["key"] == "malformed"
    assert_open(session, board, 1)


def again_by_a_cell(session, board):
    """Bo, who wasn't at the screen, has had their turn."""
    end_turn(session)
    end_turn(session)


def again_in_one_piece(session, board):
    """The same, of which the board shows only the end."""
    with session.parts.game.hushed():
        end_turn(session)
        end_turn(session)


def again_by_undo(session, board):
    """It was Bo's turn."""
    end_turn(session)
    assert_covered(board)
    send(board, "undo")


def again_by_undo_when_bo_was_there(session, board):
    """Bo has looked."""
    end_turn(session)
    send(board, "ready")
    send(board, "undo")


def again_by_undo_from_a_later_turn(session, board):
    """Back to an earlier turn of hers."""
    again_by_a_cell(session, board)
    send(board, "ready")
    session.undo(to=0)


def replaced(session, board):
    """Somebody else sits at her seat."""
    session.replace(0, "Zoe")


def replaced_over_bo(session, board):
    """A bot has played for Bo, and Bo is back."""
    end_turn(session)
    session.replace(1, "bot:random")
    session.run()
    session.replace(1, "Bo")


@pytest.mark.parametrize(
    "passes",
    [
        again_by_a_cell,
        again_in_one_piece,
        again_by_undo,
        again_by_undo_when_bo_was_there,
        again_by_undo_from_a_later_turn,
        replaced,
        replaced_over_bo,
    ],
)
def test_after_a_turn_has_passed_the_hand_is_covered_again(passes):
    """Also where the same seat is to act as before."""
    session, board = starting(practice=True)
    send(board, "ready")
    assert_open(session, board, 0)
    passes(session, board)
    assert (session.seat, session.waiting) == (0, "person")
    assert_covered(board)
    send(board, "ready")
    assert_open(session, board, 0)


def test_undo_back_to_where_another_was_there_leaves_their_hand_covered():
    """Bo was there; Ana's discard was taken back and made again."""
    session, board = starting(practice=True)
    end_turn(session)
    send(board, "ready")
    send(board, "undo")
    end_turn(session)
    assert session.seat == 1
    assert_covered(board)


def test_what_does_not_end_a_turn_leaves_the_hand_open():
    """Her own undo, a penalty for whomever, a note, a refusal."""
    session, board = starting()
    send(board, "ready")
    send(board, "penalty", seat=1)
    assert_open(session, board, 0)
    send(board, "penalty", seat=0)
    assert_open(session, board, 0)
    session.note("hm")
    assert_open(session, board, 0)
    send(board, "act", action="play 99 b1")
    assert_open(session, board, 0)
    send(board, "step")
    assert_open(session, board, 0)


def test_an_own_play_that_is_taken_back_leaves_the_hand_open():
    """It is still her turn."""
    for seed in range(200):
        session, board = table(seed=seed)
        me = session.seat
        send(board, "ready")
        from_hand = [a for a in session.legal if a.startswith("play") and "stock" not in a]
        if from_hand:
            break
    hand = board.view["hand"]
    send(board, "act", action=from_hand[0])
    assert board.view["undo"] == "yes"
    send(board, "undo")
    assert board.view["hand"] == hand
    assert_open(session, board, me)


def test_the_next_person_may_be_there_while_bots_play():
    """From their turn on nobody else's hand is there."""
    session, board = starting("Ana", "bot:random", "Bo", "bot:random")
    end_turn(session)
    assert (session.waiting, board.view["viewer"], board.view["covered"]) == ("bot", 2, True)
    assert (board.view["hand"], board.view["moves"]) == (None, {})
    send(board, "ready")
    assert_open(session, board, 2)
    assert board.view["moves"] == {}
    board.pace = 0
    send(board, "step")
    assert session.seat == 2
    assert_open(session, board, 2)
    end_turn(session)
    assert (board.view["viewer"], board.view["covered"], board.view["hand"]) == (0, True, None)
    send(board, "step")
    assert session.seat == 0
    assert_covered(board)


def test_between_rounds_nobody_must_be_there_and_no_hand_is():
    """The next round begins covered, for whoever was there last too."""
    for seed in range(20):
        session, board = table(stock=1, seed=seed)
        while session.seat is not None:
            send(board, "ready")
            ender = session.seat
            moves = board.view["moves"]
            send(board, "act", action=next(iter(next(iter(moves.values())).values())))
        for kind in ("ready", "act", "next_round"):
            view = board.view
            assert (view["covered"], view["hand"], view["moves"]) == (False, None, {})
            send(board, kind, action="pass")
            if kind == "act":
                assert "the round is over" in board.view["error"]["text"]
        assert_covered(board)
        if session.seat == ender:
            return
    raise AssertionError("whoever ended a round never started the next one")


def test_one_person_alone_is_never_covered():
    """Their own hand is there throughout, between rounds too; a bot's never."""
    session, board = table("bot:random", "Ana", "bot:greedy", stock=3)
    rng = np.random.default_rng(0)
    for _ in range(400):
        if session.over or session.state > 200:
            break
        assert_open(session, board, 1)
        if session.waiting == "bot":
            session.step()
        elif session.waiting == "person":
            session.act(session.legal[rng.integers(len(session.legal))])
        else:
            session.next_round()
    assert session.state > 100


def test_who_is_left_alone_with_bots_is_not_covered_and_is_when_somebody_comes():
    """People are counted at every moment."""
    session, board = starting()
    session.replace(1, "bot:random")
    assert_open(session, board, 0)
    session.replace(1, "Bo")
    assert_covered(board)


def test_two_boards_of_bots_show_no_hand():
    """Nobody looks."""
    session, board = table("bot:random", "bot:random")
    assert (board.view["viewer"], board.view["covered"], board.view["hand"]) == (None, False, None)
    session.step()
    assert board.view["hand"] is None


# Refusals


@pytest.mark.parametrize("kind", ["undo", "step", "next_round", "retry", "act", "penalty", "x"])
def test_a_refusal_on_a_covered_board_names_no_card(kind):
    """Neither what is in the hand nor what it could do."""
    session, board = starting()
    end_turn(session)
    error = send(board, kind, action="play 1 b1", seat=9)["error"]
    assert error is not None
    assert not any(action in error["text"] for action in session.legal)
    assert "Legal now" not in error["text"]


def test_what_is_asked_for_another_seat_is_refused_without_the_cards_of_whose_turn_it_is():
    """In a cell too."""
    session, _ = starting()
    end_turn(session)
    for ask in (
        lambda: session.act("play 1 b1", seat=0),
        session.undo,
        session.step,
        session.next_round,
    ):
        with pytest.raises(IllegalActionError) as caught:
            ask()
        assert caught.value.legal == ()


def test_while_a_bot_decides_nothing_is_legal_for_others():
    """Not for those who ask either: what is refused would tell what isn't."""
    session, board = starting("Ana", "bot:random")
    end_turn(session)
    assert session.waiting == "bot"
    assert session.legal == ()
    refusals = set()
    for card in (*range(1, 13), "wild"):
        with pytest.raises(IllegalActionError) as caught:
            session.act(f"discard {card} d1")
        refusals.add(str(caught.value).partition(" by ")[2])
        error = send(board, "act", action=f"discard {card} d1")["error"]
        refusals.add(error["text"].partition(" by ")[2])
    assert len(refusals) == 2  # by call and by message


@pytest.mark.parametrize("answer", ["discard 13 d1", "play 3 b1", None, 1 / 8, 0])
def test_a_fault_of_a_bot_tells_nothing_of_its_hand(answer):
    """The board gives what everybody may see; the bot's own is in the record."""

    def mine(obs):
        return answer

    session, board = starting("Ana", mine)
    hand = session.history.state.hand[1]
    end_turn(session)
    hand[:5] = [7, 8, 9, 10, 11]  # 8 to 12: none of them begins a pile
    send(board, "step")
    fault = board.view["fault"]
    assert fault["text"] == f"answered {answer!r}: that isn't legal now"
    assert fault["whose"] == "everybody"
    assert " hand=| " in fault["observation"]
    assert " hand=|8,9,10,11,12 " in session.parts.game.fault.observation
    assert session.legal == ()


def seen_by_others(session, board):
    """All that the screen shows while a hand is covered."""
    parts = [board.view, board.terms, board.sheet, board.rows, board.older]
    return json.dumps(parts), session_html(session), repr(session), repr(board)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["Ana", "Bo"], {}),
        (["Ana", "bot:random", "Bo"], {"practice": True}),
        (["Ana", "bot:greedy", "Bo", "Cy"], {"teams": True}),
    ],
)
def test_what_a_covered_board_gives_hangs_on_nothing_hidden(players, options):
    """All hands, what lies below the stock piles' tops, the draw pile: any may be another."""
    session, board = table(*players, deck=SMALL, stock=3, hand=3, **options)
    h, rng = session.history, np.random.default_rng(1)
    onlooker = len(players)  # a seat where nobody sits
    compared = 0
    for step in range(120):
        if session.seat is None:
            session.next_round()
        before = seen_by_others(session, board)
        truth = h.state
        h.state = copy(truth)
        permute_hidden(
            session.history.game, h.state, h.codes, onlooker, np.random.default_rng(step)
        )
        compared += h.state.hand != truth.hand
        board._refresh()
        assert seen_by_others(session, board) == before
        h.state = truth
        board._refresh()
        if step % 7 == 3:
            session.penalize(step % len(players))
        if step % 11 == 5 and session.parts.undo.undoable == "yes":
            session.undo()
        elif session.waiting == "bot":
            session.step()
        else:
            session.act(session.legal[rng.integers(len(session.legal))])
        if session.over:
            break
    assert compared > 60
