"""Hostile guests: what they send does no harm, and the table goes on."""

from __future__ import annotations

import contextlib
import gzip
import json
import logging
import random
import time
import tracemalloc

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from skyjo_widget.serving import limits
from skyjo_widget.serving.client import Client
from skyjo_widget.serving.limits import Tries
from tests.fixtures.hostile import HOSTILE
from tests.serving.phones import (
    UPGRADE,
    frame,
    page,
    port_of,
    raw,
    raw_socket,
    session_of,
    settled,
    token_in,
    wait_until,
)


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self):
        return self.now


def goes_on(serving, *phones):
    """Make a decision on a phone, which all of them then show."""
    settled(serving, *phones)
    phone = next(phone for phone in phones if phone.mine)
    phone.act(phone.options()[0])
    state = phone.state
    phone.wait_for(lambda p: p.state > state, "the decision")
    settled(serving, *phones)


# Tries


def test_wrong_pins_make_an_address_wait(place, monkeypatch):
    """After too many of them even the right one has to wait."""
    monkeypatch.setattr(limits, "TRIES", 5)
    serving = place.serve()
    clock = Clock()
    serving._door.tries = Tries(clock)
    phone = place.phone(serving)
    wrong = "000000" if serving.pin != "000000" else "111111"
    for pin in [wrong, "", serving.pin + " ", serving.pin[:5], "٣" * 6]:
        phone.ask("join", pin=pin, name="Ana", lang="en")
        assert phone.refused["why"] == "pin"
    phone.join()
    assert (phone.refused["why"], phone.refused["seconds"]) == ("wait", 61)
    other = place.phone(serving).join()
    assert other.refused["why"] == "wait"
    clock.now = 61.0
    phone.join()
    assert phone.role == "player"


@pytest.mark.parametrize("pin", [None, 0, True, ["1"], {}, 1e999, "\ud800"])
def test_a_pin_is_a_text(place, pin):
    """Whatever else it is, it is wrong."""
    phone = place.phone(place.serve())
    phone.send("join", pin=pin, name="Ana")
    phone.wait_for(lambda p: p.refused or p.code)
    assert phone.refused == {"type": "refused", "why": "pin"} or phone.code == 4000


@pytest.mark.parametrize("token", [None, 0, "", "x", "x" * 32, "é" * 32, ["x"], "\0"])
@pytest.mark.parametrize("kind", ["hello", "watch"])
def test_a_token_cannot_be_guessed(place, kind, token):
    """A wrong one is refused, and another try is allowed."""
    serving = place.serve()
    (ana,) = place.sit(serving, "Ana")
    phone = place.phone(serving)
    phone.ask(kind, token=token)
    assert phone.refused == {"type": "refused", "why": "token"}
    phone.ask(kind, token=ana.token if kind == "watch" else token_in(serving.watch_link))
    assert phone.refused == {"type": "refused", "why": "token"}, "a token is for one role"
    phone.join("Bo")
    assert phone.role == "player"


# Permissions


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "null", "", "http://", "http://["),
        *("http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1"),
        *("http://127.0.0.1.evil.example:{port}", "http://evil@127.0.0.1:{port}"),
    ],
)
def test_another_sites_page_gets_no_socket(place, origin):
    """Nor does a program that doesn't say where it comes from."""
    serving = place.serve()
    origin = origin and origin.format(port=port_of(serving))
    with pytest.raises(InvalidStatus) as refused:
        place.phone(serving, origin=origin)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", ""),
        *("127.0.0.1:{port}.evil.example", "127.0.0.1:x", "localhost:1; script-src *", "[::1]"),
        *("127.0.0.1:{port}/x", "@127.0.0.1", "127.0.0.1:123456", "localhost:"),
    ],
)
def test_a_name_that_was_pointed_here_gets_nothing(place, host):
    """Neither the page nor a socket."""
    serving = place.serve()
    host = host.format(port=port_of(serving))
    status, headers, body = page(serving, Host=host)
    assert status in (400, 421)
    assert b"skyjo" not in body
    assert "script-src" not in headers.get("content-security-policy", "")
    upgrade = UPGRADE.replace("127.0.0.1:{port}", "{host}").format(host=host)
    connection = raw(serving, upgrade)
    assert connection.recv(15).startswith((b"HTTP/1.1 403", b"HTTP/1.1 400"))
    connection.close()


def test_every_answer_forbids_what_it_does_not_need(place):
    """Page, parts, and refusals; and only what never changes is kept."""
    serving = place.serve()
    status, headers, body = page(serving)
    assert (status, headers["cache-control"]) == (200, "no-cache")
    policy = headers["content-security-policy"]
    for rule in ("default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"):
        assert rule in policy
    assert "unsafe" not in policy
    parts = gzip.decompress(body).decode().split('"')
    paths = [f"/{part}" for part in parts if part.startswith(("app.", "style."))]
    assert len(paths) == 2
    for path in [*paths, "/", "/nothing", "/ws", "/..%2f", "//evil.example/", f"{paths[0]}/"]:
        for method in ("GET", "HEAD", "POST", "OPTIONS", "TRACE"):
            status, headers, body = page(serving, method, path)
            assert status in (200, 404, 405), (path, method)
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "location" not in headers
            assert "server" not in headers
            assert not {"access-control-allow-origin", "set-cookie"} & set(headers)
            forever = "immutable" in headers["cache-control"]
            assert forever == (status == 200 and path in paths)
            assert status != 200 or (path in [*paths, "/"] and method in ("GET", "HEAD"))


@pytest.mark.parametrize(
    ("headers", "trustworthy"),
    [
        ({}, True),
        ({"Host": "localhost"}, True),
        ({"Host": "table.example", "Sec-Fetch-Site": "none"}, True),  # over https
        ({"Host": "table.example"}, False),
        ({"Host": "evil.example"}, False),
    ],
)
def test_the_page_keeps_its_window_where_its_origin_is_trustworthy(place, headers, trustworthy):
    """Elsewhere browsers would log the header as an error."""
    _, answered, _ = page(place.serve(serve={"hosts": ["table.example"]}), **headers)
    assert ("cross-origin-opener-policy" in answered) == trustworthy


# Messages


def notes(**fields):
    """A note's message."""
    own = {"id": "k", "decision": None, "text": "x", "kind": "idea", "tags": [], "rating": 3}
    return {"type": "note", **own, "by": None, "edits": None, **fields}


MESSAGES = [
    {"type": "act", "action": "flip a1", "state": 1, "cards": {"hand": "4"}, "seat": 1},
    {"type": "next_round", "state": 1},
    {"type": "undo", "state": 1},
    {"type": "coach", "state": 1},
    {"type": "coach mode", "state": 1, "mode": "after"},
    {"type": "for", "for_": "class", "state": 1},
    {"type": "name", "where": "discard", "card": "4", "state": 1},
    {"type": "write", "line": "5b3/9", "state": 1},
    {"type": "unwrite", "state": 1},
    {"type": "try", "line": "5b3", "state": 1},
    {"type": "step", "state": 1},
    {"type": "again", "same": False, "state": 1},
    {"type": "study", "state": 1},
    {"type": "ready", "state": 1},
    {"type": "penalty", "seat": 1, "state": 1},
    {"type": "save", "state": 1},
    {"type": "retry", "state": 1},
    {"type": "replace", "seat": 1, "state": 1},
    notes(),
    notes(edits=0),
    {"type": "whole note", "note": 0},
    {
        "type": "panel",
        "panel": "predict",
        "button": "commit",
        "values": {"question": "win", "value": "1/2"},
    },
    {"type": "present", "id": 3, "state": 1, "answer": 1},
    {"type": "set", "traits": {"opened": ["predict"], "spoken": "fr", "pace": 0}},
    {"type": "rename", "name": "Bo"},
    {"type": "nudge"},
    {"type": "rest"},
    {"type": "code", "hash": "x"},
    {"type": "seek", "to": 1},
    {"type": "start"},
    {"type": "move", "guest": "x", "table": 1, "seat": 1},
    {"type": "remove", "guest": "x"},
    {"type": "allow", "request": "x", "on": True},
]
ODD = [
    *(None, True, False, 0, -1, 1.5, 10**30, float("nan"), float("inf"), "", "x", "\0", "é" * 99),
    *(
        [],
        [[]],
        {},
        {"a": 1},
        ["predict"] * 99,
        [None],
        {"pace": True},
        {"opened": [1], "pace": -2},
    ),
    *("person:x", "bot:greedy", "../../x", "<b>", "\u202e", "9" * 4000, [[[[[[]]]]]] * 9),
]


@pytest.mark.seconds
def test_no_field_of_a_message_is_trusted(place, recwarn):
    """Hundreds of them: the seat's owner gets an answer, nobody else notices anything."""
    serving = place.serve("Ana", "Bo", record="game.jsonl")
    ana, bo = place.sit(serving, "Ana", "Bo")
    session, rng = session_of(serving), random.Random(1)
    serving.give("pace")
    session.pace = -1
    before, players = len(session.history.decisions), session.players
    bos, sent = len(bo.texts), 0
    (client,) = [c for c, role in serving._door.clients.items() if role.name == "Ana"]
    client.rate = limits.Bucket(1e6, 10**6)
    for message in MESSAGES:
        for name in [*message, "more"]:
            for odd in rng.sample(ODD, 6):
                if name == "type" and isinstance(odd, str):
                    continue
                text = json.dumps({**message, name: odd})
                if name == "type":  # no message at all: it closes the socket
                    other = place.phone(serving).join("Zoe")
                    other.send_text(text)
                    other.wait_for(lambda p: p.code)
                    assert (other.code, other.bye) == (4000, "malformed")
                    serving.remove(next(iter(serving.people["lobby"]))["guest"])
                    break
                ana.send_text(text)
                sent += 1
                if sent % 10 == 0:
                    ana.reach_table()
    assert sent > 300
    ana.reach_table()
    settled(serving, ana, bo)
    assert ana.code is None
    played = [(d.player, d.seat) for d in session.history.decisions[before:]]
    assert set(played) <= {("Ana", 0)}
    assert len(played) <= 1, "only its own turn is its own"
    assert session.players == players
    assert (session.coach, session.for_, len(session.history.rulings)) == ("off", "", 0)
    assert all(note.by == "Ana" for note in session.history.notes)
    assert [str(w.message) for w in recwarn if "table 1" in str(w.message)] == []
    seen = "".join(bo.texts[bos:])
    assert '"error":{' not in seen
    for phone in (ana, bo):
        for text in phone.texts:
            assert "Traceback" not in text
            assert "game.jsonl" not in text
            assert '"internal"' not in text, text[:2000]
            assert "NaN" not in text
    goes_on(serving, ana, bo)


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "null", "[]", "{}", '"a"', "1", '{"type": 1}', "[" * 8000, '{"a":' * 1600),
        *('{"type": "act"', '{"type": "\\ud800"}', '{"type": "a", "b": "\\udfff"}', "9" * 8000),
        *("\ufeff{}", '{"type": ["act"]}', "\0"),
        b'{"type": "ping"}',
    ],
)
@pytest.mark.parametrize("joined", [False, True])
def test_what_is_no_message_closes_the_socket(place, text, joined):
    """With a code; the table goes on."""
    serving = place.serve()
    ana, bo = place.sit(serving, "Ana", "Bo")
    phone = place.phone(serving).hello(ana.token) if joined else place.phone(serving)
    phone.send_text(text)
    phone.wait_for(lambda p: p.code)
    assert (phone.code, phone.bye) == (4000, "malformed")
    ana = place.phone(serving).hello(ana.token)
    ana.wait_for(lambda p: p.view)
    goes_on(serving, ana, bo)


@pytest.mark.parametrize("joined", [False, True])
def test_a_message_that_is_too_large_closes_the_socket(place, joined):
    """Before it is read."""
    serving = place.serve()
    ana, bo = place.sit(serving, "Ana", "Bo")
    phone = ana if joined else place.phone(serving)
    phone.send("join", name="x" * 9000)
    phone.wait_for(lambda p: p.code)
    assert phone.code == 1009
    bo.ping()


def test_who_sends_too_fast_is_closed(place):
    """And the table goes on; the guest comes back to the seat."""
    serving = place.serve()
    ana, bo = place.sit(serving, "Ana", "Bo")
    with pytest.raises(Exception, match=r"4008|fast|close|ConnectionClosed|reset|pipe"):  # noqa: PT012
        for _ in range(5000):
            ana.send("act", action="flip a1", state=-1)
    ana.wait_for(lambda p: p.code)
    assert ana.code in (4008, 1006)
    assert ana.bye in ("fast", None)
    back = place.phone(serving).hello(ana.token)
    back.wait_for(lambda p: p.view)
    goes_on(serving, back, bo)


def test_flooding_is_told_by_its_code(place):
    """A guest that still reads learns why."""
    serving = place.serve()
    (ana,) = place.sit(serving, "Ana")
    for _ in range(limits.BURST + 20):
        ana.send_text('{"type":"ping"}')
    ana.wait_for(lambda p: p.code)
    assert (ana.code, ana.bye) == (4008, "fast")


def test_the_host_and_the_others_stay_who_they_are(place):
    """Messages for other seats, others' notes, and what only a host may ask for."""
    serving = place.serve("Ana", "Bo", game="skip-bo", stock=3)
    ana, bo = place.sit(serving, "Ana", "Bo")
    session = session_of(serving)
    settled(serving, ana, bo)
    turn, other = (ana, bo) if ana.mine else (bo, ana)
    before = session.state
    action = turn.options()[0]
    error = other.answered("act", action=action, state=turn.state, seat=turn.view["seat"])
    assert error["key"] in ("illegal", "malformed")
    assert session.state == before
    note = {"id": "k", "decision": None, "kind": None, "tags": [], "rating": None, "edits": None}
    assert turn.answered("note", text="a secret", by=None, **note) is None
    assert other.answered("whole note", note=0)["key"] in ("malformed", "note_long")
    assert other.answered("note", text="", by=None, **{**note, "edits": 0})["key"] == "note"
    assert "a secret" not in "".join(other.texts)
    for kind, fields in {
        "penalty": {"seat": 0},
        "replace": {"seat": 0},
        "save": {},
        "again": {"same": True},
        "study": {},
        "coach mode": {"mode": "after"},
        "for": {"for_": "class"},
        "retry": {},
        "step": {},
        "write": {"line": "x"},
        "name": {"where": "discard", "card": "4"},
        "undo": {},
        "coach": {},
        "ready": {},
        "unwrite": {},
        "bogus": {},
    }.items():
        assert turn.answered(kind, state=turn.state, **fields)["key"] == "malformed", kind
    assert session.state == before + (session.state - before)
    assert session.history.events[-1]["event"] != "penalty"
    assert (session.coach, session.for_, session.pace) == ("off", "", 0)
    turn.send("set", traits={"pace": 5000})
    turn.ping()
    goes_on(serving, ana, bo)
    assert session.pace == 0


# Sockets that hang


def test_a_socket_that_never_speaks_is_closed(place, monkeypatch):
    """Pings are no greeting, and what is refused gives no more time."""
    monkeypatch.setattr(limits, "FIRST_MESSAGE", 0.3)
    serving = place.serve()
    silent, *busy = [place.phone(serving) for _ in range(3)]
    texts = '{"type": "ping"}', '{"type": "hello", "token": "x"}'
    for _ in range(100):
        for phone, text in zip(busy, texts, strict=True):
            with contextlib.suppress(ConnectionClosed):
                phone.send_text(text)
        if all(phone.code for phone in busy):
            break
        time.sleep(0.06)
    for phone in (silent, *busy):
        phone.wait_for(lambda p: p.code)
        assert (phone.code, phone.bye) == (4009, "late")


@pytest.mark.parametrize(
    "begun", ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", "\x16\x03\x01"]
)
def test_half_a_request_is_dropped(place, monkeypatch, begun):
    """It doesn't hold a connection for ever."""
    monkeypatch.setattr(limits, "FIRST_MESSAGE", 0.3)
    serving = place.serve()
    connection = raw(serving, begun)
    try:
        while connection.recv(1000):
            pass
    except ConnectionResetError:
        pass
    connection.close()
    assert page(serving)[0] == 200


@pytest.mark.seconds
def test_a_socket_that_does_not_read_is_dropped(place, monkeypatch):
    """Nothing piles up for it meanwhile, and the others are served."""
    monkeypatch.setattr(limits, "SEND", 0.5)
    monkeypatch.setattr(limits, "END", 0.2)
    monkeypatch.setattr("skyjo_widget.serving.server.PING", 1.0)
    serving = place.serve("Ana", "Bo")
    session = session_of(serving)
    ana, bo = place.sit(serving, "Ana", "Bo")
    deaf = raw_socket(serving, receive_buffer=2048)
    deaf.sendall(frame(json.dumps({"type": "hello", "token": ana.token, "lang": "en"})))
    ana.wait_for(lambda p: p.bye == "elsewhere")
    wait_until(lambda: serving.people["tables"][0]["seats"][0]["here"])
    (client,) = [
        c for c, role in serving._door.clients.items() if getattr(role, "name", "") == "Ana"
    ]
    tracemalloc.start()
    grown = 0
    rng = random.Random(1)
    for turn in range(1000):
        if client.gone:
            break
        with session.parts.game.lock:
            session.note(f"{turn} {rng.random()}" * 5, by="Ana", tags=["x"])
            session.act(rng.choice(session.legal)) if session.waiting == "person" else None
            if session.waiting == "next round":
                session.next_round()
            elif session.waiting is None:
                session.again(seed=1)
        if turn % 50 == 0:
            bo.wait_for(lambda p: p.state == session.state)
            now = tracemalloc.get_traced_memory()[0]
            grown = max(grown, now)
    tracemalloc.stop()
    wait_until(lambda: client.gone, "its end")
    assert len(client._messages) <= 64
    assert grown < 60e6
    wait_until(lambda: len(serving._server._server.server_state.connections) == 1, "its end")
    wait_until(lambda: not serving.people["tables"][0]["seats"][0]["here"], "its absence")
    deaf.close()
    back = place.phone(serving).hello(ana.token)
    back.wait_for(lambda p: p.state == session.state)


def test_pings_without_end_are_not_answered_without_end(place):
    """Their answers would wait for a device that doesn't read."""
    serving = place.serve()
    (ana,) = place.sit(serving, "Ana")
    rude = raw_socket(serving, receive_buffer=2048)
    many = frame("x" * 125, opcode=9) * 1000
    with pytest.raises(OSError):  # noqa: PT012, PT011  (whichever the system says)
        for _ in range(1000):
            rude.sendall(many)
    rude.close()
    ana.ping()


def test_a_socket_that_ignores_its_end_is_dropped(place, monkeypatch):
    """A guest who was removed can't hold on, nor act meanwhile."""
    monkeypatch.setattr(limits, "END", 0.2)
    serving = place.serve()
    stubborn = raw_socket(serving)
    join = {"type": "join", "pin": serving.pin, "name": "Ana", "lang": "en"}
    stubborn.sendall(frame(json.dumps(join)))
    seats = wait_until(lambda: [s for s in table_seats(serving) if s["guest"]], "Ana")
    wait_until(lambda: table_seats(serving)[0]["here"])
    session = session_of(serving)
    serving.remove(seats[0]["guest"])
    act = {"type": "act", "action": session.legal[0], "state": session.state}
    try:
        for _ in range(5):
            stubborn.sendall(frame(json.dumps(act)))
        while stubborn.recv(4000):
            pass
    except OSError:
        pass
    stubborn.close()
    assert not session.history.decisions
    wait_until(lambda: not serving._door.clients, "its end")


def table_seats(serving):
    """The seats of the first table, as the host is told."""
    return serving.people["tables"][0].get("seats", [])


# Seats


def test_a_second_device_takes_the_first_ones_place(place):
    """With the same token: the first one is told, and sends nothing more."""
    serving = place.serve()
    first, bo = place.sit(serving, "Ana", "Bo")
    second = place.phone(serving).hello(first.token)
    first.wait_for(lambda p: p.code)
    assert (first.code, first.bye) == (4001, "elsewhere")
    second.wait_for(lambda p: p.view)
    assert second.lobby["seats"][0]["here"]
    goes_on(serving, second, bo)


def test_a_seat_is_taken_over_only_if_the_host_allows(place):
    """The phone that asks waits; refused it may try another name."""
    serving = place.serve()
    (ana,) = place.sit(serving, "Ana")
    thief = place.phone(serving).join("Ana")
    assert thief.refused["why"] == "asked"
    (request,) = wait_until(lambda: serving.people["requests"])
    assert (request["name"], request["table"], request["seat"]) == ("Ana", 1, 0)
    serving.allow(request["request"], on=False)
    thief.wait_for(lambda p: p.refused["why"] == "full")
    assert ana.code is None
    assert not thief.view
    thief.join("Bo")
    assert (thief.role, thief.refused) == ("player", None)
    thief.wait_for(lambda p: p.lobby and p.lobby["seat"] == 1)

    phone = place.phone(serving).join("Ana")
    (request,) = wait_until(lambda: serving.people["requests"])
    serving.allow(request["request"])
    phone.wait_for(lambda p: p.role == "player")
    ana.wait_for(lambda p: p.code)
    assert (ana.bye, ana.token != phone.token) == ("elsewhere", True)
    old = place.phone(serving).hello(ana.token)
    assert old.refused["why"] == "token"
    phone.wait_for(lambda p: p.view)
    goes_on(serving, phone, thief)


def test_a_request_is_for_somebody_not_for_a_seat(place):
    """Whoever sits there by the time it is allowed keeps the seat."""
    serving = place.serve()
    ana, bo = place.sit(serving, "Ana", "Bo")
    thief = place.phone(serving).join("Ana")
    (request,) = wait_until(lambda: serving.people["requests"])
    guests = {seat["name"]: seat["guest"] for seat in table_seats(serving)}
    serving.move(guests["Bo"], 0)
    serving.allow(request["request"])
    ana.wait_for(lambda p: p.code)
    thief.wait_for(lambda p: p.lobby and p.lobby["seat"] is None)
    bo.wait_for(lambda p: p.lobby["seat"] == 0)
    assert bo.code is None
    assert not thief.view


def test_a_request_goes_with_its_socket(place):
    """Nobody is asked about a phone that has gone."""
    serving = place.serve()
    place.sit(serving, "Ana")
    thief = place.phone(serving).join("Ana")
    wait_until(lambda: serving.people["requests"])
    thief.cut()
    wait_until(lambda: not serving.people["requests"])


def test_who_waits_for_the_host_is_not_late(place, monkeypatch):
    """It may take the host a while: no timer runs any more."""
    timers = []
    hurry = Client._hurry
    monkeypatch.setattr(Client, "_hurry", lambda self: timers.append(hurry(self)) or timers[-1])
    serving = place.serve()
    place.sit(serving, "Ana")
    asks = place.phone(serving).join("Ana")
    wait_until(lambda: serving.people["requests"])
    wait_until(lambda: all(timer.cancelled() for timer in timers))
    (request,) = serving.people["requests"]
    serving.allow(request["request"])
    asks.wait_for(lambda p: p.role == "player")


def test_who_was_removed_does_not_come_back(place):
    """Not with the old token; with the PIN, unless the table is locked."""
    serving = place.serve()
    ana, bo = place.sit(serving, "Ana", "Bo")
    serving.remove(table_seats(serving)[0]["guest"])
    ana.wait_for(lambda p: p.code)
    assert (ana.code, ana.bye) == (4003, "removed")
    back = place.phone(serving).hello(ana.token)
    assert back.refused["why"] == "token"
    serving.lock()
    back.join("Ana")
    assert back.refused["why"] == "locked"
    serving.lock(on=False)
    back.join("Ana")
    back.wait_for(lambda p: p.view)
    goes_on(serving, back, bo)


def test_who_leaves_gives_the_seat_up(place):
    """And the token is forgotten."""
    serving = place.serve()
    (ana,) = place.sit(serving, "Ana")
    ana.send("leave")
    ana.wait_for(lambda p: p.code)
    assert ana.bye == "removed"
    assert place.phone(serving).hello(ana.token).refused["why"] == "token"
    cleo = place.phone(serving).join("Cleo")
    cleo.wait_for(lambda p: p.lobby and p.lobby["seat"] == 0)


# Names


@pytest.mark.parametrize("name", [text for _, text in HOSTILE], ids=[name for name, _ in HOSTILE])
def test_a_name_is_a_text(place, name):
    """Taken as it is, or refused."""
    serving = place.serve()
    phone = place.phone(serving).join(name[:1000])  # longer ones are too large a message
    if phone.refused:
        assert phone.refused == {"type": "refused", "why": "name"}
        phone.join("Ana")
    phone.wait_for(lambda p: p.view)
    shown = session_of(serving).players[0]
    assert shown.kind == "person"
    assert 1 <= len(shown.name) <= 24
    assert phone.lobby["name"] == shown.name
    assert shown.name.isprintable()


@pytest.mark.parametrize("name", [None, 1, [], {}, True, "", " ", "\u200b", "x" * 25, "a\u202eb"])
def test_what_is_no_name_is_refused(place, name):
    """And another one may be tried."""
    phone = place.phone(place.serve())
    phone.ask("join", pin=phone.pin, name=name)
    assert phone.refused == {"type": "refused", "why": "name"}
    assert phone.join("Ana").role == "player"


@pytest.mark.parametrize("name", ["bot:greedy", "person:Ana", "greedy", "Bo", "№ 1"])
def test_a_name_makes_nobody_somebody_else(place, name):
    """No bot, and nobody who sits there already."""
    serving = place.serve("Ana", "Bo", "bot:greedy", serve={"seat": 1})
    phone = place.phone(serving).join(name)
    phone.wait_for(lambda p: p.view)
    players = session_of(serving).players
    assert [player.kind for player in players] == ["person", "person", "bot"]
    assert players[1].name == "Bo"
    assert len({player.name for player in players}) == 3
    assert phone.lobby["name"] == players[0].name


def test_a_guest_is_renamed_only_in_the_lobby(place):
    """Never to another's name."""
    serving = place.serve(start=False)
    ana, bo = place.sit(serving, "Ana", "Bo")
    ana.send("rename", name="Bo")
    ana.wait_for(lambda p: p.lobby["name"] == "Bo 2")
    ana.send("rename", name="\u202e")
    ana.wait_for(lambda p: p.refused)
    assert ana.refused == {"type": "not renamed", "why": "name"}
    serving.start()
    bo.wait_for(lambda p: p.view)
    ana.send("rename", name="Cleo")
    ana.ping()
    goes_on(serving, *[p for p in (ana, bo) if p.wait_for(lambda p: p.view)])
    assert [player.name for player in session_of(serving).players] == ["Bo 2", "Bo"]


def test_the_lobby_shows_no_cards(place):
    """Not even to a page that asks what it should show."""
    serving = place.serve(start=False, game="skip-bo", stock=3)
    (ana,) = place.sit(serving, "Ana")
    ana.send("present", id=1, state=-1, answer=-1)
    ana.wait_for(lambda p: p.customs)
    assert ana.customs == [{"type": "present", "id": 1, "state": None}]
    ana.send("act", action="discard 1 d1", state=1)
    ana.ping()
    assert '"hand"' not in "".join(ana.texts)


def test_tokens_are_in_no_log_and_no_list(place, caplog):
    """Nor is the PIN in a log, however much is logged; other guests get neither."""
    caplog.set_level(logging.DEBUG)
    serving = place.serve()
    caplog.clear()
    ana, bo = place.sit(serving, "Ana", "Bo")
    watcher = place.phone(serving).watch(token_in(serving.watch_link))
    again = place.phone(serving).hello(ana.token)
    again.wait_for(lambda p: p.view)
    goes_on(serving, again, bo)
    own = [ana.token, bo.token, token_in(serving.watch_link), token_in(serving.screen_link)]
    served = [r.getMessage() for r in caplog.records if not r.name.startswith("websockets.client")]
    for token in own:
        assert token not in "\n".join(served)
        assert token not in json.dumps(serving.people)
        assert token not in repr(serving)
        for phone in (ana, bo, watcher, again):
            assert phone.token == token or token not in "".join(phone.texts)
