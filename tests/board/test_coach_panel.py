"""The coach on the board: what the browser is told of it, and when."""

from __future__ import annotations

import json
import os
import threading

import numpy as np
import pytest

from skyjo_widget import load, play
from skyjo_widget.board import coach_panel
from skyjo_widget.coach import advice as coach_module
from skyjo_widget.coach.advice import advise
from skyjo_widget.strategies.conformance import permute_hidden
from tests.fixtures.boards import send


def table(*players, **options):
    """A table in memory and its board."""
    options = {"game": "skyjo", "seed": 3, "record": False, "display": False, **options}
    session = play(options.pop("game"), list(players) or ["Ana", "bot:greedy"], **options)
    return session, session.board


def message(board, kind, **more):
    """A message as the browser sends it; the view's answer."""
    send(board, type=kind, state=board.view["state"], **more)
    return board.view


def wait_for(board, holds):
    """Wait until the coach has told something."""
    told = threading.Event()

    def look(_change=None):
        if holds(board.coach):
            told.set()

    board.observe(look, "coach")
    look()
    assert told.wait(60), board.coach
    board.unobserve(look, "coach")
    return board.coach


def thought(board):
    """The coach's picture once it has thought."""
    return wait_for(board, lambda coach: coach["actions"] and not coach["thinking"])


def first_turn(session):
    """Go on until a person makes the first choice of a turn."""
    while session.phase != "choose" or session.waiting != "person":
        session.run() if session.waiting == "bot" else session.act(session.legal[0])
    return session


SILENT = {
    "state": 0,
    "odds": None,
    "actions": None,
    "best": {"points": None, "win": None},
    "thinking": False,
    "verdict": None,
}


@pytest.mark.parametrize("mode", ["off", "request", "after", "locked"])
def test_nothing_is_shown_before_it_is_asked(mode):
    """In no mode; the trait doesn't change from click to click."""
    session, board = table("Ana", "Bo", coach=mode)
    for _ in range(4):
        assert board.coach == {"mode": mode, **SILENT}
        if mode == "after":
            break  # it speaks after the first move
        message(board, "act", action=session.legal[0])


def test_who_asks_is_told_at_once_and_of_chances_when_they_are_there(monkeypatch):
    """Odds and points come with the answer; they are those of the odds."""
    monkeypatch.setattr(coach_module, "MS", None)  # as many worlds as are wanted, both times
    session, board = table(coach="request")
    first_turn(session)
    message(board, "coach")
    at_once = board.coach
    odds = session.odds()
    assert at_once["state"] == board.view["state"]
    assert at_once["odds"]["unseen"] == odds.unseen.total
    assert at_once["odds"]["hidden"] == [list(pair) for pair in odds.unseen.counts.items()]
    assert at_once["odds"]["mean"] == float(odds.mean)
    assert {a: told["points"] for a, told in at_once["actions"].items()} == {
        one.action: float(one.points) for one in odds.actions
    }
    assert set(at_once["actions"]) == set(board.view["targets"].values())
    least = min(one.points for one in odds.actions)
    assert {a: told["cost"] for a, told in at_once["actions"].items()} == {
        one.action: {"points": float(one.points - least), "win": None, "error": None}
        for one in odds.actions
    }
    coach = thought(board)
    advice = advise(session.observation(), seed=len(session.history.decisions))
    assert {a: told["win"] for a, told in coach["actions"].items()} == {
        a: judged.win for a, judged in advice.actions.items()
    }
    assert coach["best"]["win"] in coach["actions"]
    for action, told in coach["actions"].items():
        points, (win, error) = advice.cost(action, "points")[0], advice.cost(action, "win")
        assert told["cost"] == {"points": points, "win": win, "error": error}
        assert told["good"] == advice.is_as_good(action, "win")
    json.dumps(coach)


def test_what_was_said_of_a_moment_goes_with_it():
    """After the move, an undo, a change of mode."""
    session, board = table("Ana", "Bo", coach="request")
    first_turn(session)
    message(board, "coach")
    thought(board)
    message(board, "act", action="draw")
    assert board.coach == {"mode": "request", **SILENT}
    message(board, "coach")
    thought(board)
    message(board, "coach mode", mode="off")
    assert board.coach == {"mode": "off", **SILENT}
    assert session.coach == "off"
    assert session.history.coached == {4: "request", 5: "request"}


def test_after_the_move_it_tells_what_it_cost():
    """Against what was best; and the record says that it was told."""
    session, board = table("Ana", "Bo", coach="after")
    first_turn(session)
    advice = advise(session.observation(), worlds=0)
    worst = max(advice.actions.values(), key=lambda one: one.points).action
    decision = len(session.history.decisions)
    message(board, "act", action=worst)
    coach = wait_for(
        board, lambda coach: coach["verdict"] and coach["verdict"]["decision"] == decision
    )
    verdict = coach["verdict"]
    assert verdict["action"] == worst
    assert verdict["best"]["points"] == advice.best("points")
    assert verdict["cost"]["points"] == advice.cost(worst, "points")[0]
    assert 0 <= verdict["cost"]["win"] < 1
    assert (coach["odds"], coach["actions"]) == (None, None)
    assert session.history.coached[decision] == "after"
    session.history.header["practice"] = True
    message(board, "undo")
    assert board.coach["verdict"] is None


def test_the_board_does_not_wait_for_it(monkeypatch):
    """While it thinks, the game goes on; what it says then is of the moment before."""
    gate = threading.Event()
    honest = coach_panel.with_rollouts

    def slow(*args, **options):
        assert gate.wait(60)
        return honest(*args, **options)

    monkeypatch.setattr(coach_panel, "with_rollouts", slow)
    session, board = table("Ana", "Bo", coach="after")
    first_turn(session)
    decision = len(session.history.decisions)
    message(board, "act", action="draw")
    message(board, "act", action="discard")
    assert board.view["phase"] == "flip"
    assert board.coach["verdict"] is None
    gate.set()
    coach = wait_for(board, lambda coach: coach["verdict"] is not None)
    assert coach["verdict"]["decision"] >= decision


def test_a_click_waits_for_the_disk_once(monkeypatch, tmp_path):
    """Also with a coach that has thought, and speaks; closed, the record says all of it."""

    class Now:
        def __init__(self, *_args):
            pass

        def submit(self, work):
            work()

    synced, sync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (sync(file), synced.append(file)))
    monkeypatch.setattr(coach_panel, "ThreadPoolExecutor", Now)
    monkeypatch.setattr(coach_panel, "BROWSER_FIRST", 0)
    session, board = table("Ana", "Bo", coach="after", record=tmp_path / "a.jsonl")
    first_turn(session)
    decision = len(session.history.decisions)
    synced.clear()
    message(board, "act", action="draw")
    assert board.coach["verdict"]["decision"] == decision
    assert len(synced) == 1
    message(board, "act", action="place a1")
    assert len(synced) == 2
    session.close()
    assert len(synced) == 3
    assert load(tmp_path / "a.jsonl", display=False).history.coached[decision + 1] == "after"


def test_after_fast_clicks_it_thinks_about_the_last_ones(monkeypatch):
    """For those that are outdated it doesn't even let the browser go first."""
    begun, gate, waits = threading.Event(), threading.Event(), []

    def sleep(_seconds):
        waits.append(session.state)
        begun.set()
        assert gate.wait(60)

    monkeypatch.setattr(coach_panel.time, "sleep", sleep)
    session, board = table("Ana", "Bo", coach="after")
    first_turn(session)
    assert begun.wait(60)
    for _ in range(3):
        message(board, "act", action="draw")
        message(board, "act", action="place a1")
    gate.set()
    decision = len(session.history.decisions) - 1
    wait_for(board, lambda coach: coach["verdict"] and coach["verdict"]["decision"] == decision)
    assert len(waits) <= 3


def test_without_threads_it_thinks_at_once(monkeypatch):
    """As in a browser's own Python."""

    def none(*_args, **_options):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(coach_panel, "ThreadPoolExecutor", none)
    session, board = table(coach="request")
    first_turn(session)
    message(board, "coach")
    assert not board.coach["thinking"]
    assert all(told["win"] is not None for told in board.coach["actions"].values())


def asked(board):
    """The coach's picture once it has thought about this moment."""
    message(board, "coach")
    return wait_for(board, lambda coach: not coach["thinking"])


def test_a_coach_that_fails_says_so_and_is_done(monkeypatch):
    """The board doesn't wait for it for ever."""

    def broken(*_args, **_options):
        raise ZeroDivisionError("no")

    monkeypatch.setattr(coach_panel, "with_rollouts", broken)
    session, board = table(coach="request")
    first_turn(session)
    with pytest.warns(UserWarning, match="the coach failed: .*ZeroDivisionError"):
        coach = asked(board)
    assert all(told["win"] is None for told in coach["actions"].values())


def test_a_game_that_is_closed_while_it_thinks_is_in_no_trouble(monkeypatch, tmp_path):
    """Nothing more is written."""
    gate, honest = threading.Event(), coach_panel.with_rollouts
    done = threading.Event()

    def slow(*args, **options):
        assert gate.wait(60)
        try:
            return honest(*args, **options)
        finally:
            done.set()

    monkeypatch.setattr(coach_panel, "with_rollouts", slow)
    session, board = table("Ana", "Bo", coach="after", record=tmp_path / "game.jsonl")
    first_turn(session)
    message(board, "act", action="draw")
    session.close()
    gate.set()
    assert done.wait(60)
    board._coaching._thread.shutdown()
    assert session.trouble is None


@pytest.mark.slow
def test_a_look_at_the_draw_pile_is_not_told_to_others():
    """A player who puts cards back in order is told what that cost; others at the screen aren't."""
    session, board = table("Ana", "Bo", "Cy", game="newskyjo", coach="after", seed=11)
    rng = np.random.default_rng(2)
    while session.waiting == "person" and session.phase != "order":
        legal = [a for a in session.legal if a == "keep"] or list(session.legal)
        message(board, "act", action=legal[rng.integers(len(legal))])
    assert session.phase == "order"
    decision = len(session.history.decisions)
    message(board, "act", action=session.legal[-1])
    coach = wait_for(
        board, lambda coach: coach["verdict"] and coach["verdict"]["decision"] == decision
    )
    assert coach["verdict"]["action"] == "order"
    assert coach["verdict"]["best"] == {"points": None, "win": None}


def test_who_cannot_ask_is_refused():
    """The coach is off, locked, or it is a bot's turn; an old state; a mode that isn't one."""
    for mode in ("off", "locked"):
        session, board = table(coach=mode)
        assert message(board, "coach")["error"]["key"] == "malformed"
        assert mode in board.view["error"]["text"]
    assert message(board, "coach mode", mode="after")["error"]["text"].startswith(
        "the coach is locked"
    )
    session, board = table(coach="request")
    for wrong in ("locked", "on", 3):
        assert message(board, "coach mode", mode=wrong)["error"]["key"] == "malformed"
    send(board, type="coach", state=board.view["state"] - 1)
    assert board.view["error"]["key"] == "stale"
    while session.waiting == "person":
        session.act(session.legal[0])
    assert message(board, "coach")["error"]["text"].startswith(
        "the coach has advice for the person"
    )
    assert board.coach == {"mode": "request", **SILENT}


def test_a_hand_is_not_betrayed_by_the_coach():
    """It can't be asked about a covered hand, and names no card of one after the move."""
    session, board = table("Ana", "Bo", game="skip-bo", coach="after")
    assert message(board, "coach")["error"]["text"].startswith("the hand is covered")
    assert board.coach["actions"] is None
    message(board, "ready")
    message(board, "coach")
    assert thought(board)["actions"]
    discard = next(action for action in session.legal if action.startswith("discard"))
    message(board, "act", action=discard)
    coach = wait_for(board, lambda coach: coach["verdict"] is not None)
    assert coach["verdict"]["best"] == {"points": None, "win": None}
    assert (coach["actions"], coach["odds"]) == (None, None)


@pytest.mark.parametrize("preset", ["skyjo", "newskyjo"])
def test_the_browser_is_told_the_same_whatever_lies_hidden(preset):
    """Byte by byte, at many moments."""
    rng = np.random.default_rng(8)
    session, board = table("Ana", "bot:random", "bot:random", game=preset, coach="request")
    for _ in range(12):
        while session.waiting == "bot":
            session.step()
        if session.waiting != "person":
            break
        h, told = session.history, []
        for _ in range(2):
            permute_hidden(h.game, h.state, h.codes, session.seat, rng)
            board._coaching._present = None
            message(board, "coach")
            coach = board.coach
            points = {action: said["points"] for action, said in coach["actions"].items()}
            told.append(json.dumps([coach["odds"], points, coach["best"]["points"]]))
        assert told[0] == told[1]
        session.act(session.legal[rng.integers(len(session.legal))])
