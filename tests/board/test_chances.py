"""The bar of chances on the board: where it is, what it shows, and what it can't show."""

from __future__ import annotations

import json
import threading

import numpy as np
import pytest

from skyjo_widget.board import chances as bar
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.measures.win_chances import win_probabilities
from skyjo_widget.strategies.conformance import permute_hidden
from skyjo_widget.table.screen import Served
from tests.fixtures.boards import go_on, offer_panels, send, table

CLOSED = {"why": "closed", "chances": None}
GAMES = (
    ("skyjo", ["Ana", "bot:greedy", "bot:random"]),
    ("newskyjo", ["Ana", "bot:greedy", "Bo"]),
    ("skip-bo", ["Ana", "Bo"]),
)


@pytest.fixture
def here(monkeypatch):
    """Judge without threads, as in a browser's own Python."""

    def none(*_args, **_options):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(bar, "ThreadPoolExecutor", none)


def with_bar(*players, **options):
    """A table whose bar is open, and its board."""
    session, board = table(*players, **{"coach": "request", **options})
    offer_panels(session, menu=False)
    board.opened = ["chances"]
    return session, board


def wait_for(board, holds):
    """Wait until the bar shows something."""
    drawn = threading.Event()

    def look(_change=None):
        if holds(board.chances):
            drawn.set()

    board.observe(look, "chances")
    look()
    assert drawn.wait(60), board.chances
    board.unobserve(look, "chances")
    return board.chances["chances"]


@pytest.mark.seconds
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_it_shows_what_the_replay_will(here, game, players):
    """At each decision the fitted chances, of equally strong players, from the public table."""
    session, board = with_bar(*players, game=game, seed=4)
    rng, live = np.random.default_rng(1), {}
    while session.waiting in ("person", "bot"):
        live[len(session.history.decisions)] = board.chances["chances"]
        session.step() if session.waiting == "bot" else session.act(
            session.legal[rng.integers(len(session.legal))]
        )
    frame = win_probabilities(
        session, every="decision", model="fitted", strengths="equal", progress=False
    ).frame
    later = {}
    for decision, chance in zip(frame["decision"], frame["chance"].tolist(), strict=True):
        later.setdefault(decision, []).append(round(chance, 3))
    compared = [(live[k + 1], seen) for k, seen in later.items() if k in live and k + 1 in live]
    assert len(compared) > 20
    assert all(at_table == replayed for at_table, replayed in compared)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_nobody_sees_changes_no_byte_of_it(here, game, players):
    """Permuted: the draw pile, face-down cards, other people's hands, a card just drawn."""
    session, board = with_bar(*players, game=game)
    rng = np.random.default_rng(3)
    for decisions in (1, 9, 26):
        go_on(session, rng, lambda n=decisions: len(session.history.decisions) >= n)
        before = json.dumps(board.chances)
        assert board.chances["chances"] is not None
        history = session.history
        hidden = str(history.state)
        permute_hidden(history.game, history.state, history.codes, NOBODY, rng)
        assert str(history.state) != hidden
        board._chances._judged = None
        board._follow()
        assert json.dumps(board.chances) == before


def test_it_is_closed_until_somebody_opens_it(here):
    """And has nothing to show once it is closed again."""
    _, board = table("Ana", "Bo", coach="request")
    assert board.chances == CLOSED
    board.opened = ["tools", "chances"]
    assert board.chances["why"] == ""
    assert sum(board.chances["chances"]) == pytest.approx(1, abs=0.002)
    board.opened = ["tools"]
    assert board.chances == CLOSED


def test_where_the_coach_may_not_speak_there_is_none(here):
    """Locked, at a playtest without a coach, for people on devices of their own."""
    for options in ({"coach": "locked"}, {"for_": "playtest"}):
        session, board = with_bar("Ana", "Bo", **{"coach": None, **options})
        session.act(session.legal[0])
        assert board.chances == {}
    session, board = with_bar("Ana", "Bo")
    session.parts.screen.serve_at(Served(None))
    assert board.chances == {}
    session.parts.screen.serve_at(None)
    assert board.chances["chances"]


def test_a_coach_that_is_off_gives_no_chances_until_it_is_on(here):
    """For a class too; the board's message turns it on."""
    for people in (None, "class"):
        session, board = with_bar("Ana", "Bo", coach="off", for_=people)
        assert board.chances == {"why": "off", "chances": None}
        send(board, type="coach mode", state=session.state, mode="request")
        assert board.chances["chances"]


def test_while_a_prediction_is_asked_it_is_hidden(here):
    """It would be the answer."""
    _, board = with_bar("Ana", "Bo")
    board.opened = ["chances", "predict"]
    assert board.chances == {"why": "asked", "chances": None}


def test_rules_that_no_model_knows_are_named(here):
    """And nothing is computed."""
    session, board = with_bar("Ana", "Bo", turned=3)
    session.act(session.legal[0])
    assert board.chances == {"why": "unknown", "chances": None}


def test_between_rounds_and_after_the_game(here):
    """Nobody decides between rounds; in the end the winner has it all."""
    session, board = with_bar("bot:greedy", "bot:random")
    session.run()
    assert board.chances["why"] == "between"
    session, board = with_bar("bot:greedy", "bot:random", target=1)
    session.run()
    won = [float(player.name in session.winners) for player in session.players]
    assert board.chances == {"why": "", "chances": won}


def test_a_game_that_was_broken_off_has_no_chances(here):
    """Nobody has won it: a bar of zeros would be empty."""
    session, board = with_bar("Ana", "Bo")
    assert board.chances["chances"]
    send(board, type="break off", state=session.state)
    assert session.over
    assert board.chances["why"] == "between"


def test_a_decision_beside_it_is_marked_as_coached(here):
    """In the record, as one for which the coach was asked; a bot's isn't."""
    session, board = with_bar("Ana", "bot:greedy")
    go_on(session, np.random.default_rng(1), lambda: len(session.history.decisions) >= 9)
    coached = set(session.history.coached)
    people = {row.decision for row in session.history.decisions if row.kind == "person"}
    due = {len(session.history.decisions)} if session.waiting == "person" else set()
    assert people | due == coached
    board.opened = []
    go_on(session, np.random.default_rng(2), lambda: len(session.history.decisions) >= 14)
    assert set(session.history.coached) == coached


def test_no_click_waits_for_it(monkeypatch):
    """While it judges, the game goes on; of several changes it judges the newest."""
    gate, judged, honest = threading.Event(), [], bar._judged

    def slow(model, states, history):
        assert gate.wait(60)
        judged.append(len(history.decisions))
        return honest(model, states, history)

    monkeypatch.setattr(bar, "_judged", slow)
    session, board = with_bar("Ana", "Bo")
    for _ in range(6):
        session.act(session.legal[0])
    assert board.chances == {"why": "", "chances": None}
    gate.set()
    wait_for(board, lambda view: view["chances"])
    board._chances._thread.shutdown()
    assert len(judged) <= 2
    assert board._chances._is_judged


def test_a_failure_is_told_and_the_board_goes_on(monkeypatch):
    """A thread's own would show nowhere."""
    failed = threading.Event()

    def broken(*_args):
        failed.set()
        raise ZeroDivisionError("no")

    monkeypatch.setattr(bar, "_judged", broken)

    def play_on():
        session, board = with_bar("Ana", "Bo")
        assert failed.wait(60)
        session.act(session.legal[0])
        board._chances._thread.shutdown()
        return session, board

    with pytest.warns(UserWarning, match="the coach failed: .*ZeroDivisionError"):
        session, board = play_on()
    assert board.view["state"] == session.state
    assert board.chances == {"why": "", "chances": None}
