"""Whoever does their worst at a limit: a class's phones come back, and a new pupil joins."""

from __future__ import annotations

import contextlib
import copy
import json
import sys

import pytest
from websockets.exceptions import ConnectionClosed

from skyjo_widget.serving import limits
from skyjo_widget.serving.limits import TRIES
from tests.serving.phones import (
    frame,
    page,
    raw,
    raw_socket,
    session_of,
    settled,
    token_in,
    wait_until,
)

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="it has only 127.0.0.1")

FEW = [f"127.0.1.{n}" for n in range(1, 5)]
"""The addresses of somebody hostile."""
ELSEWHERE = "127.0.2.1"
"""The address of a new pupil."""
HELLO = frame(json.dumps({"type": "hello", "token": "x"}))


class Siege:
    """Connections of somebody hostile, who opens another one for each that is ended."""

    def __init__(self, serving, addresses, count):
        self.serving, self.addresses, self.count = serving, addresses, count
        self.held = []

    def press(self, connect):
        """Hold the full number of connections."""
        with contextlib.suppress(OSError):
            for n in range(self.count):
                at = self.addresses[n % len(self.addresses)]
                self.held.append(connect(self.serving, at))

    def repeat(self, data):
        """Send something on each of them."""
        for connection in self.held:
            with contextlib.suppress(OSError):
                connection.sendall(data)

    def close(self):
        """Let go."""
        for connection in self.held:
            connection.close()


def sockets(siege):
    """Sockets whose greeting is refused again and again."""
    siege.press(lambda serving, at: raw_socket(serving, at=at))
    siege.repeat(HELLO)
    yield
    siege.repeat(HELLO)


def half_requests(siege):
    """Requests that never end."""
    siege.press(lambda serving, at: raw(serving, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", at=at))
    yield
    siege.repeat(b"x")


def half_bodies(siege):
    """Requests whose body never ends."""
    text = "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n"
    siege.press(lambda serving, at: raw(serving, text, at=at))
    yield
    siege.repeat(b"x")


def nothing(siege):
    """Connections on which nothing is asked for."""
    siege.press(lambda serving, at: raw(serving, at=at))
    yield


def half_frames(siege):
    """Sockets on which a message begins and never ends."""
    siege.press(lambda serving, at: raw_socket(serving, at=at))
    siege.repeat(HELLO[:5])
    yield


def wrong_pins(siege):
    """Six digits after the other."""
    wrong = "000000" if siege.serving.pin != "000000" else "111111"
    join = frame(json.dumps({"type": "join", "pin": wrong, "name": "x"}))
    siege.press(lambda serving, at: raw_socket(serving, at=at))
    tries = siege.serving._door.tries

    def have_to_wait():
        """Connections that were ended meanwhile have sent less: send until it is enough."""
        siege.repeat(join)
        noted = copy.deepcopy(tries)  # the service's thread writes there
        return all(noted.wait(at) for at in siege.addresses)

    wait_until(have_to_wait, "a wait")
    yield
    siege.repeat(join)


WORST = [sockets, half_requests, half_bodies, nothing, half_frames, wrong_pins]


@pytest.fixture
def siege(place):
    """A function from a service and the addresses of somebody hostile to their connections."""

    def begin(serving, addresses, count=100):
        held = Siege(serving, addresses, count)
        place.opened.append(held)
        return held

    return begin


@pytest.mark.parametrize("worst", WORST, ids=lambda worst: worst.__name__)
@pytest.mark.parametrize("addresses", [FEW[:1], FEW], ids=["one device", "four"])
def test_nobody_is_shut_out(place, siege, monkeypatch, worst, addresses):
    """Not by whatever is sent without the PIN, and more of it than there is room for."""
    monkeypatch.setattr(limits, "STRANGERS", 40)
    serving = place.serve("Ana", "Bo", "Cleo", "Di")
    phones = place.sit(serving, "Ana", "Bo", "Cleo")
    for phone in phones:
        phone.cut()
    doing = worst(siege(serving, addresses))
    next(doing)
    back = [place.phone(serving, at="127.0.2.2").hello(phone.token) for phone in phones]
    next(doing, None)
    new = place.phone(serving, at=ELSEWHERE).join("Di")
    for phone in (*back, new):
        assert (phone.role, phone.refused) == ("player", None)
        phone.wait_for(lambda p: p.view, "a board")
    assert page(serving)[0] == 200
    settled(serving, *back, new)
    turn = next(phone for phone in (*back, new) if phone.mine)
    turn.act(turn.options()[0])
    state = turn.state
    turn.wait_for(lambda p: p.state > state, "the decision")


def test_known_phones_come_back_beside_somebody_hostile(place, siege, monkeypatch):
    """From their address, as behind a proxy, which gives all the same one."""
    monkeypatch.setattr(limits, "STRANGERS", 40)
    serving = place.serve("Ana", "Bo")
    phones = place.sit(serving, "Ana", "Bo")
    for phone in phones:
        phone.cut()
    for worst in WORST:
        next(worst(siege(serving, ["127.0.0.1"])))
        back = [place.phone(serving).hello(phone.token) for phone in phones]
        assert [phone.role for phone in back] == ["player", "player"], worst


def test_a_class_behind_a_proxy_may_mistype_the_pin(place):
    """All have one address there."""
    serving = place.serve(*(f"P{n}" for n in range(8)))
    for n in range(8):
        phone = place.phone(serving)
        for _ in range(TRIES // 10):
            phone.ask("join", pin="x", name=f"P{n}")
            assert phone.refused["why"] == "pin"
        phone.join(f"P{n}")
        assert phone.role == "player"


def test_who_sits_keeps_no_room_from_others(place, monkeypatch):
    """Seats, spectators and who asks the host aren't counted among the strangers."""
    monkeypatch.setattr(limits, "STRANGERS", 2)
    serving = place.serve("Ana", "Bo", "Cleo", "Di")
    phones = place.sit(serving, "Ana", "Bo", "Cleo", "Di")
    watchers = [place.phone(serving).watch(token_in(serving.watch_link)) for _ in range(3)]
    asks = place.phone(serving).join("Ana")
    strangers = [place.phone(serving) for _ in range(3)]
    strangers[0].wait_for(lambda p: p.code, "an end")
    for phone in (*phones, *watchers, asks, *strangers[1:]):
        phone.ping()


def test_a_device_that_was_sent_away_is_a_stranger_until_it_goes(place, monkeypatch):
    """Whoever has a seat can't hold more connections by coming back all the time."""
    monkeypatch.setattr(limits, "STRANGERS", 3)
    monkeypatch.setattr(limits, "END", 60)
    serving = place.serve()
    (ana,) = place.sit(serving, "Ana")
    hello = frame(json.dumps({"type": "hello", "token": ana.token, "lang": "en"}))
    held = []
    for _ in range(9):
        held.append(raw_socket(serving))
        held[-1].sendall(hello)
    wait_until(lambda: len(serving._server._server.server_state.connections) <= 5, "the end")
    for connection in held:
        connection.close()


def test_spectators_are_limited_by_address(place, monkeypatch):
    """A device that opens the link without end shuts out neither others nor the projector."""
    monkeypatch.setattr(limits, "WATCHERS", 4)
    serving = place.serve()
    link = token_in(serving.watch_link)
    screen = place.phone(serving).watch(token_in(serving.screen_link))
    other = place.phone(serving, at=ELSEWHERE).watch(link)
    greedy = [place.phone(serving, at=FEW[0]).watch(link) for _ in range(6)]
    for phone in greedy[:3]:
        phone.wait_for(lambda p: p.code)
        assert (phone.code, phone.bye) == (4012, "crowded")
    late = place.phone(serving, at="127.0.2.9").watch(link)
    for phone in (screen, other, late):
        phone.ping()


def test_requests_are_limited_by_address(place, monkeypatch):
    """A device that asks without end doesn't hide another's request from the host."""
    monkeypatch.setattr(limits, "ASKING", 3)
    serving = place.serve()
    place.sit(serving, "Ana", "Bo")
    asks = place.phone(serving, at=ELSEWHERE).join("Ana")
    greedy = [place.phone(serving, at=FEW[0]).join("Bo") for _ in range(5)]
    for phone in greedy[:3]:
        phone.wait_for(lambda p: p.refused["why"] == "full")
    requests = wait_until(lambda: serving.people["requests"])
    assert [request["name"] for request in requests] == ["Ana", "Bo", "Bo"]
    serving.allow(requests[0]["request"])
    asks.wait_for(lambda p: p.role == "player")


def test_made_up_guests_are_limited_by_address(place):
    """A device that joins without end doesn't keep others from waiting for a seat."""
    serving = place.serve("Ana", "bot:random", start=False)
    greedy = [place.phone(serving, at=FEW[0]).join(f"G{n}") for n in range(11)]
    assert greedy[-1].refused["why"] == "full"
    ana = place.phone(serving, at=ELSEWHERE).join("Ana")
    assert ana.role == "player"
    greedy[1].wait_for(lambda p: p.code)
    assert (greedy[1].bye, greedy[0].code) == ("crowded", None)
    assert ana.lobby["seat"] is None
    serving.remove(serving.people["tables"][0]["seats"][0]["guest"])
    assert "Ana" in [guest["name"] for guest in serving.people["lobby"]]


def test_who_writes_too_much_stops_nobody_elses_notes(place):
    """Notes and names are counted by seat, messages by device."""
    serving = place.serve()
    ana, bo = place.sit(serving, "Ana", "Bo")
    note = {"id": "k", "decision": None, "text": "x", "kind": None, "tags": [], "rating": None}
    note |= {"by": None, "edits": None}
    errors = [ana.answered("note", **note) for _ in range(limits.WRITES + 5)]
    assert errors[-1]["key"] == "note"
    assert bo.answered("note", **note) is None
    with contextlib.suppress(ConnectionClosed):
        for _ in range(500):
            ana.send("undo", state=0)
    ana.wait_for(lambda p: p.code)
    bo.ping()
    assert session_of(serving).history.notes[-1].by == "Bo"
    assert place.phone(serving).hello(ana.token).role == "player"


def test_the_host_is_told_of_a_device_with_many_connections(place, siege, monkeypatch):
    """Until they are gone."""
    monkeypatch.setattr(limits, "CROWD", 20)
    serving = place.serve()
    assert serving.people["crowd"] is None
    announced = []
    serving._door.on_change(lambda: announced.append(serving.people["crowd"]))
    held = siege(serving, FEW[:1], count=30)
    held.press(lambda serving, at: raw(serving, at=at))
    crowd = wait_until(lambda: announced and announced[-1], "the host's notice")
    assert crowd["address"] == FEW[0]
    assert 20 <= crowd["count"] <= 30
    held.close()
    wait_until(lambda: announced[-1] is None, "its end")
