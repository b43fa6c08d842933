"""A served table: the host's board and controls, pace, rounds, spectators, beginning and end."""

from __future__ import annotations

import json
import random
import socket
import threading

import pytest

from skyjo_widget import RulesError, paper, play
from skyjo_widget.serving import open as opening
from tests.fixtures.boards import offer_panels, send
from tests.serving.conftest import ours
from tests.serving.phones import port_of, session_of, settled, token_in, wait_until

NOTE = {
    "id": "x",
    "decision": None,
    "text": "Hm.",
    "kind": None,
    "tags": [],
    "rating": None,
    "by": None,
    "edits": None,
}


def first_option(obs):
    """A bot that takes the first of its actions."""
    return obs.legal[0]


class Failing:
    """A bot that fails until it is mended."""

    __name__ = "failing"
    broken = True

    def __call__(self, obs):
        if self.broken:
            raise ValueError("a secret of the host's machine")
        return obs.legal[0]


def played(serving, phones, rounds=1):
    """Play on phones until so many rounds are over."""
    session, rng = session_of(serving), random.Random(rounds)
    while session.history.rounds_over < rounds and not session.over:
        settled(serving, *phones)
        phone = next(phone for phone in phones if phone.mine)
        state = phone.state
        phone.act(rng.choice(phone.options()))
        phone.wait_for(lambda p, state=state: p.state > state)
    settled(serving, *phones)
    return session


# The host's board


@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_the_hosts_board_shows_what_a_spectator_sees(place, game):
    """Its panels say nothing of the seat to act, and nobody is played for."""
    serving = place.serve("Ana", "Bo", "Cy", game=game)
    session = session_of(serving)
    phones = place.sit(serving, "Ana", "Bo", "Cy")
    watcher = place.phone(serving).watch(token_in(serving.watch_link))
    board = offer_panels(session).board
    session.coach = "request"
    for _ in range(10):
        settled(serving, *phones)
        phone = next(phone for phone in phones if phone.mine)
        state = phone.state
        phone.act(phone.options()[0])
        phone.wait_for(lambda p, state=state: p.state > state)
        settled(serving, *phones, watcher)
        for name in ("viewer", "targets", "hand", "held", "known", "peeked", "moves", "last"):
            assert board.view.get(name) == watcher.view.get(name), name
        assert board.view["viewer"] is None
    assert board.hosted
    assert not {"predict", "what_if", "position"} & set(board.asides)
    board.opened = ["predict", "what_if", "position"]
    assert not set(board.panels) & {"predict", "what_if", "position"}
    before = session.state
    send(board, type="act", action=session.legal[0], state=before)
    assert (session.state, board.view["error"]["key"]) == (before, "malformed")
    send(board, type="coach", state=before)
    assert not board.coach.get("odds")
    assert board.view["error"]


def test_the_host_may_have_a_seat(place):
    """Then its board shows that, and others join the other seats."""
    serving = place.serve("Host", "Ana", game="skip-bo", stock=3, serve={"seat": 0})
    session = session_of(serving)
    (ana,) = place.sit(serving, "Ana")
    assert ana.lobby["seat"] == 1
    assert [seat["host"] for seat in ana.lobby["seats"]] == [True, False]
    board = session.board
    assert (board.view["viewer"], board.view["covered"]) == (0, False)
    assert "?" not in board.view["hand"]
    settled(serving, ana)
    if session.seat == 1:
        ana.act(next(option for option in ana.options() if option.startswith("discard")))
        wait_until(lambda: session.seat == 0)
    action = session.legal[0]
    send(board, type="act", action=action, state=session.state)
    assert board.view["error"] is None
    settled(serving, ana)
    full = place.phone(serving).join("Bo")
    full.wait_for(lambda p: p.lobby)
    assert full.lobby["seat"] is None


# The pace


@pytest.mark.parametrize("pace", [0, 20])
def test_the_kernel_paces_the_bots(place, pace):
    """No browser asks for their moves."""
    serving = place.serve("Ana", "bot:greedy", first_option, pace=pace)
    (ana,) = place.sit(serving, "Ana")
    session = session_of(serving)
    for _ in range(6):
        settled(serving, ana)
        if not ana.mine:
            break
        state = ana.state
        ana.act(ana.options()[0])
        ana.wait_for(lambda p, state=state: p.state > state)
    assert {d.seat for d in session.history.decisions} == {0, 1, 2}


def test_bots_wait_for_the_host_if_it_wants(place):
    """With -1, and before the start."""
    serving = place.serve("Ana", "bot:greedy", start=False)
    session = session_of(serving)
    session.act(session.legal[0])
    session.act(session.legal[0])
    assert session.waiting == "bot"
    (ana,) = place.sit(serving, "Ana")
    ana.reach_table()
    assert len(session.history.decisions) == 2
    session.pace = -1
    serving.start()
    ana.wait_for(lambda p: p.view)
    ana.reach_table()
    assert len(session.history.decisions) == 2
    send(session.board, type="step", state=session.state)
    ana.wait_for(lambda p: p.state == session.state)
    assert len(session.history.decisions) == 3
    session.pace = 0
    serving.give("pace")
    ana.wait_for(lambda p: p.mine)


def test_a_bot_that_fails_stops_the_table(place):
    """Phones show that, not why; after `replace` or `retry` it goes on."""
    bot = Failing()
    serving = place.serve("Ana", bot)
    (ana,) = place.sit(serving, "Ana")
    session = session_of(serving)
    while session.waiting == "person":
        state = ana.state
        ana.act(ana.options()[0])
        ana.wait_for(lambda p, state=state: p.state > state)
        wait_until(lambda: session.waiting != "bot")
    ana.wait_for(lambda p: p.view["waiting"] == "fault")
    assert ana.view["fault"] is None
    assert not any("secret" in text or "Traceback" in text for text in ana.texts)
    assert "secret" in str(session.board.view["fault"])
    serving.replace(1, "bot:greedy")
    ana.wait_for(lambda p: p.mine or p.view["waiting"] == "next round")


def test_a_record_that_cannot_be_written_stops_no_service(place, tmp_path, monkeypatch):
    """Its table doesn't spin, and says nothing of the host's disk."""
    serving = place.serve("Ana", "bot:random", record=tmp_path / "game.jsonl")
    (ana,) = place.sit(serving, "Ana")
    session = session_of(serving)
    asked = []

    def step():
        asked.append(1)
        raise OSError(28, "No space left on device", str(tmp_path))

    monkeypatch.setattr(session, "step", step)
    with pytest.warns(UserWarning, match="No space"):  # noqa: PT031
        while session.waiting == "person":
            state = ana.state
            ana.act(ana.options()[0])
            ana.wait_for(lambda p, state=state: p.state > state)
        wait_until(lambda: asked)
        for _ in range(20):
            ana.reach_table()
    assert len(asked) == 1
    assert str(tmp_path) not in "".join(ana.texts)


# Rounds


def test_the_next_round_begins_when_all_who_are_here_are_ready(place):
    """Those who have gone aren't waited for; the host needn't wait."""
    serving = place.serve("Ana", "Bo", "Cy", columns=1, practice=True, target=1000)
    phones = ana, bo, cy = place.sit(serving, "Ana", "Bo", "Cy")
    session = played(serving, phones)
    ana.send("next_round", state=ana.state)
    ana.wait_for(lambda p: p.lobby["ready"])
    bo.wait_for(lambda p: [seat["ready"] for seat in p.lobby["seats"]] == [True, False, False])
    bo.send("next_round", state=bo.state)
    cy.wait_for(lambda p: p.lobby["seats"][1]["ready"])
    assert session.waiting == "next round"
    cy.cut()
    for phone in (ana, bo):
        phone.wait_for(lambda p: p.view["round"] == 2)
        assert not any(seat["ready"] for seat in phone.lobby["seats"])
    cy = place.phone(serving).hello(cy.token)
    phones = (ana, bo, cy)
    cy.wait_for(lambda p: p.view)
    played(serving, phones, 2)
    serving.next_round()
    played(serving, phones, 3)
    serving.give("next_round")
    bo.wait_for(lambda p: "next_round" in p.traits["guest"]["may"])
    bo.send("next_round", state=bo.state)
    cy.wait_for(lambda p: p.view["round"] == 4)


def test_undo_is_a_gift(place):
    """Of one's own last decision only."""
    serving = place.serve("Ana", "Bo", practice=True)
    ana, bo = place.sit(serving, "Ana", "Bo")
    ana.answered("act", action=ana.options()[0], state=ana.state)
    assert ana.view["undo"] == "nothing"
    assert ana.answered("undo", state=ana.state)["key"] == "malformed"
    serving.give("undo")
    ana.wait_for(lambda p: p.traits["guest"]["may"] == ["undo"])
    settled(serving, ana, bo)
    assert (ana.view["undo"] != "nothing", bo.view["undo"]) == (True, "nothing")
    assert bo.answered("undo", state=bo.state)["key"] == "undo_others"
    assert ana.answered("undo", state=ana.state) is None
    settled(serving, ana, bo)
    serving.give("undo", on=False)
    ana.wait_for(lambda p: p.traits["guest"]["may"] == [])
    with pytest.raises(RulesError, match="undo, coach, pace, next_round"):
        serving.give("record")


# The lobby


def test_free_seats_can_be_given_to_bots(place):
    """At the start."""
    serving = place.serve("Ana", "Bo", "Cy", start=False)
    (bo,) = place.sit(serving, "Bo")
    assert bo.lobby["seat"] == 1
    assert not bo.view
    serving.start(bots="bot:greedy")
    bo.wait_for(lambda p: p.view)
    assert [player.kind for player in session_of(serving).players] == ["bot", "person", "bot"]
    late = place.phone(serving).join("Di")
    late.wait_for(lambda p: p.lobby)
    assert late.lobby["seat"] is None
    serving.replace(2, "person:Di")
    (guest,) = serving.people["lobby"]
    serving.move(guest["guest"], 2)
    late.wait_for(lambda p: p.view and p.lobby["seat"] == 2)


def test_what_there_is_not_is_refused(place):
    """Each says what there is."""
    serving = place.serve("Ana", "bot:greedy")
    for wrong, says in (
        (lambda: serving.rename(7, "x"), "seat"),
        (lambda: serving.rename(0, ""), "1 to 24"),
        (lambda: serving.rename(0, "x", table=2), "1 to 1"),
        (lambda: serving.move("x", 0), "no guest"),
        (lambda: serving.remove("x"), "no guest"),
        (lambda: serving.free(1), "isn't for guests"),
        (lambda: serving.allow("x"), "no request"),
        (lambda: serving.choose(5), "0 to 0"),
        (lambda: serving.replace(0, "bot:nobody"), "nobody"),
    ):
        with pytest.raises(RulesError, match=says):
            wrong()


# Spectators


def test_spectators_can_be_a_round_behind(place):
    """They see a round when it is over, in its order; the end of the game at once."""
    serving = place.serve(
        *("Ana", "Bo"), columns=1, practice=True, target=1000, serve={"delayed": True}
    )
    phones = place.sit(serving, "Ana", "Bo")
    watcher = place.phone(serving).watch(token_in(serving.watch_link))
    watcher.wait_for(lambda p: p.lobby)
    session = played(serving, phones)
    late = place.phone(serving).watch(token_in(serving.watch_link))
    late.wait_for(lambda p: p.lobby)
    for phone in (watcher, late):
        assert not phone.view, "the round hasn't been followed by another"
    session.next_round()
    watcher.wait_for(lambda p: p.view and p.view["waiting"] == "next round")
    views = [m["traits"]["view"] for m in watcher.messages if m["type"] == "state"]
    assert all(view["round"] == 1 for view in views)
    states = [view["state"] for view in views]
    assert states == sorted(states)
    played(serving, phones, 2)
    assert watcher.view["round"] == 1


def test_a_delayed_spectator_sees_the_end_of_the_game_at_once(place):
    """No round follows that they could wait for; whoever comes then sees it too."""
    serving = place.serve(
        *("Ana", "Bo"), columns=1, practice=True, target=1, serve={"delayed": True}
    )
    phones = place.sit(serving, "Ana", "Bo")
    watcher = place.phone(serving).watch(token_in(serving.watch_link))
    watcher.wait_for(lambda p: p.lobby)
    assert not watcher.view
    session = session_of(serving)
    while not session.over:
        played(serving, phones, session.history.rounds_over + 1)
        if session.waiting == "next round":
            session.next_round()
    late = place.phone(serving).watch(token_in(serving.watch_link))
    for phone in (watcher, late):
        phone.wait_for(lambda p: p.view and p.view["winners"] is not None, "the end")
        assert phone.view["state"] == session.state


# Panels


def test_a_table_does_not_wait_for_a_panel(place, monkeypatch):
    """A prediction's answer takes seconds: others play meanwhile, its guest's messages wait."""
    working, go_on = threading.Event(), threading.Event()

    def slow(*_, **__):
        working.set()
        assert go_on.wait(60)

    monkeypatch.setattr("skyjo_widget.table.annotator.coach_answer", slow)
    serving = place.serve("Ana", "Bo", "Cy")
    phones = place.sit(serving, "Ana", "Bo", "Cy")
    session = session_of(serving)
    one = phones[session.seat]
    others = [phone for phone in phones if phone is not one]
    one.send("set", traits={"opened": ["predict"]})
    one.wait_for(lambda p: "predict" in p.traits["panels"])
    values = {"question": "win", "value": "50 %"}
    before = one.view["answer"]
    one.send("panel", panel="predict", button="commit", values=values)
    one.act(one.options()[0])
    assert working.wait(60)
    for other in others:
        assert other.answered("note", **NOTE) is None
    assert one.view["answer"] == before
    assert not session.history.decisions
    go_on.set()
    one.wait_for(lambda p: p.view["answer"] == before + 2, "the press and the act")
    assert [row.value for row in session.history.predictions] == [0.5]


# Beginning and end


def test_what_cannot_be_served_says_why(place, monkeypatch):
    """And nothing is left of it."""
    tables = {
        "seats": play("skyjo", ["Ana", "bot:greedy"], record=False, display=False),
        "bots": play("skyjo", ["bot:greedy", "bot:random"], record=False, display=False),
    }
    place.opened += tables.values()
    taken = socket.create_server(("127.0.0.1", 0))
    port = taken.getsockname()[1]
    for options, says in (
        ({"seat": 7}, "seat"),
        ({"seat": 1}, "a bot plays at seat 1"),
        ({"seat": 0}, "no seat is left"),
        ({"port": port}, f"port {port} of 127.0.0.1 can't be served"),
        ({"port": 1 << 16}, "from 0 to 65535 is needed"),
        ({"network": "203.0.113.1"}, "can't be served"),
        ({"network": "no such host.example"}, "can't be served"),
    ):
        with pytest.raises(RulesError, match=says):
            tables["seats"].serve(display=False, **options)
        assert tables["seats"].parts.screen.served is None
        assert not ours(place)
    taken.close()
    with pytest.raises(RulesError, match="only bots"):
        tables["bots"].serve(display=False)
    monkeypatch.setattr(opening.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RulesError, match=r"starlette.*pip install 'skyjo_widget\[serve\]'"):
        tables["seats"].serve(display=False)


def test_paper_cards_have_no_phones():
    """They lie on a real table."""
    table = paper("skyjo", ["Ana", "Bo"], record=False, display=False)
    with pytest.raises(RulesError, match="paper cards"):
        table.serve(display=False)


def test_a_table_is_served_once_and_stopped_once(place):
    """Then its port and its threads are free, and it can be served again."""
    serving = place.serve("Ana", "Bo")
    session, port = session_of(serving), port_of(serving)
    with pytest.raises(RulesError, match="served already"):
        session.serve(display=False)
    (ana,) = place.sit(serving, "Ana")
    session.parts.screen.service.stop()
    ana.wait_for(lambda p: p.code)
    assert (ana.code, ana.bye) == (4010, "stopped")
    assert (serving.running, session.parts.screen.served) == (False, None)
    serving.stop()
    wait_until(lambda: not ours(place))
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))
    session.act(session.legal[0])
    second = session.serve(display=False)
    assert second.running
    session.close()
    assert not second.running


def test_a_slow_bot_delays_no_other_socket(place):
    """The loop waits for nobody: neither for a table nor for its host."""
    begun, go_on, answered = threading.Event(), threading.Event(), threading.Event()

    def slow(obs):
        begun.set()
        go_on.wait(60)
        answered.set()
        return obs.legal[0]

    serving = place.serve("Ana", slow)
    (ana,) = place.sit(serving, "Ana")
    renaming = threading.Thread(target=lambda: serving.rename(0, "Anna"))
    try:
        while not begun.is_set():
            ana.act(ana.options()[0])
            ana.reach_table() if not begun.wait(0.1) else None
        renaming.start()
        watcher = place.phone(serving).watch(token_in(serving.watch_link))
        assert watcher.role == "watcher"
        for _ in range(5):
            ana.ping()
            watcher.ping()
            assert json.dumps(serving.people)
        watcher.cut()
        ana.ping()
        back = place.phone(serving).hello(ana.token, seated=False)  # the table has no time for it
        assert back.role == "player"
        assert not answered.is_set(), "something waited for the bot"
    finally:
        go_on.set()
    renaming.join(60)
    back.wait_for(lambda p: p.lobby and p.lobby["name"] == "Anna")


def test_what_is_meant_for_another_board_does_nothing(place):
    """Not at the seat that a phone has by now, nor in another game."""
    serving = place.serve()
    ana, bo = place.sit(serving, "Ana", "Bo")
    session = session_of(serving)
    settled(serving, ana, bo)
    turn = ana if ana.mine else bo
    old = turn.traits["guest"]["board"]
    session.again()
    turn.wait_for(lambda p: p.traits["guest"]["board"] != old, "the new game")
    settled(serving, ana, bo)
    turn = ana if ana.mine else bo
    turn.act(turn.options()[0], board=old)
    turn.reach_table()
    assert not session.history.decisions
    turn.act(turn.options()[0], board=turn.traits["guest"]["board"])
    wait_until(lambda: session.history.decisions, "the decision")


def test_who_has_lost_a_seat_takes_a_free_one_but_not_the_same(place):
    """The host has freed it for somebody else."""
    serving = place.serve("Ana", "Bo", "Cleo")
    ana, bo = place.sit(serving, "Ana", "Bo")
    serving.free(1)
    bo.wait_for(lambda p: p.lobby["lost"] == "freed")
    assert (bo.lobby["board"], bo.lobby["free"]) == (None, True)
    bo.send("sit")
    bo.wait_for(lambda p: p.lobby["seat"] == 2)
    serving.replace(1, "bot:random")
    serving.replace(2, "bot:random")
    bo.wait_for(lambda p: p.lobby["lost"] == "bot")
    bo.wait_for(lambda p: not p.lobby["free"])
    bo.send("sit")
    bo.ping()
    assert bo.lobby["seat"] is None
    ana.send("leave")
    bo.wait_for(lambda p: p.lobby["free"])
