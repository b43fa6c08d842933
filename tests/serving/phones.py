"""Phones without a browser: sockets as the guest's page opens them."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import threading
import time
from http.client import HTTPConnection

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from skyjo_widget import classroom, play

LONG = 60
"""Seconds after which something that is waited for will never come."""


def wait_until(condition, what="it"):
    """Wait until a condition holds; return what it returns."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.005)
    raise AssertionError(f"{what} never came")


def port_of(serving):
    """The port that a service is at."""
    return serving._door.port


def token_in(link):
    """The token of a host's link."""
    return link.partition("=")[2]


class Phone:
    """A guest's device, which remembers every text that it has received."""

    def __init__(self, serving=None, *, port=None, at="127.0.0.1", **options):
        self.port = port or port_of(serving)
        self.pin = serving.pin if serving else None
        self.texts, self.messages = [], []
        self.traits, self.lobby, self.screen, self.tables = {}, None, None, {}
        self.token = self.role = self.refused = self.bye = self.code = None
        self.pongs, self.customs, self.news = 0, [], threading.Condition()
        address = f"127.0.0.1:{self.port}"
        options = {"origin": f"http://{address}", "compression": None, "max_size": None, **options}
        self.open = contextlib.ExitStack()
        options = {"proxy": None, "ping_interval": None, "source_address": (at, 0), **options}
        self.socket = self.open.enter_context(connect(f"ws://{address}/ws", **options))
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self):
        with contextlib.suppress(ConnectionClosed, OSError):
            for text in self.socket:
                self._take(text)
        with self.news:
            self.code = self.socket.close_code or 1006
            self.news.notify_all()

    def _take(self, text):
        message = json.loads(text)
        with self.news:
            self.texts.append(text)
            self.messages.append(message)
            kind = message["type"]
            if kind == "state":
                self.traits.update(message["traits"])
            elif kind == "welcome":
                self.token = message.get("token", self.token)
                self.role, self.refused = message["role"], None
            elif kind in ("refused", "not renamed"):
                self.refused = message
            elif kind == "lobby":
                self.lobby = message["lobby"]
            elif kind == "screen":
                self.screen = message["screen"]
            elif kind == "screen table":
                table = self.tables.setdefault(message["table"], {})
                table.update(message["traits"])
                if "seats" in message:
                    table["seats"] = message["seats"]
            elif kind == "bye":
                self.bye = message["why"]
            elif kind == "pong":
                self.pongs += 1
            elif kind == "custom":
                self.customs.append(message["content"])
            self.news.notify_all()

    def wait_for(self, condition, what="it"):
        """Wait until a condition of what was received holds; return what it returns."""
        with self.news:
            found = self.news.wait_for(lambda: condition(self), LONG)
        newest = self.texts[-1][:300] if self.texts else None
        assert found, f"{what} never came: {self.role} {self.refused} {self.code} {newest}"
        return found

    def send(self, kind, /, **fields):
        """Send a message."""
        self.send_text(json.dumps({"type": kind, **fields}))

    def send_text(self, text):
        """Send any text."""
        self.socket.send(text)

    # First messages

    def ask(self, kind, /, *, seated=True, **fields):
        """Send a first message, and wait for its answer; if `seated`, also for a player's lobby."""
        before = self.answers
        self.send(kind, **fields)
        self.wait_for(lambda _: self.answers > before or self.code, "an answer")
        if seated and self.role == "player" and not self.refused:
            self.wait_for(lambda p: p.lobby or p.code, "a lobby")
        return self

    @property
    def answers(self):
        """The number of first messages that were answered."""
        return sum(m["type"] in ("welcome", "refused") for m in self.messages)

    def join(self, name="Ana", pin=None, lang="en"):
        """Join as a new guest."""
        return self.ask("join", pin=pin or self.pin, name=name, lang=lang)

    def hello(self, token, lang="en", *, seated=True):
        """Come back to one's seat."""
        self.token = token
        return self.ask("hello", token=token, lang=lang, seated=seated)

    def watch(self, token):
        """Watch, or be the projector's screen."""
        return self.ask("watch", token=token, lang="en")

    # The game

    @property
    def view(self):
        """The newest view; empty before the first."""
        return self.traits.get("view", {})

    @property
    def state(self):
        """The state that is shown."""
        return self.view.get("state", -1)

    @property
    def mine(self):
        """True if it is this phone's turn, by what it shows."""
        view = self.view
        return view.get("waiting") == "person" and view["seat"] == view["viewer"]

    def options(self):
        """Return what can be chosen, by what is shown."""
        moves = [a for places in self.view.get("moves", {}).values() for a in places.values()]
        return sorted({*self.view["targets"].values(), *moves})

    def act(self, action, **fields):
        """Decide, by the state that is shown."""
        self.send("act", action=action, **{"state": self.state, **fields})

    def ping(self):
        """Ask whether the table is there; return when it is."""
        before = self.pongs
        self.send("ping")
        self.wait_for(lambda _: self.pongs > before, "a pong")

    def reach_table(self):
        """Wait until the table has done all that this phone has asked for."""
        number = 10**6 + len(self.customs)
        self.send("present", id=number, state=-1, answer=-1)
        self.wait_for(lambda p: p.code or any(one.get("id") == number for one in p.customs))

    def answered(self, kind, /, **fields):
        """Send a message of the board; return the error that it is answered by, or None."""
        before = self.view["answer"]
        self.send(kind, **fields)
        self.wait_for(lambda _: self.view["answer"] > before, f"an answer to {kind}")
        return self.view["error"]

    def cut(self):
        """Lose the network: nothing more is sent, no goodbye."""
        with contextlib.suppress(OSError):
            self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join(LONG)
        self.open.close()

    def close(self):
        """Close the page."""
        self.open.close()
        self.thread.join(LONG)


class Place:
    """A table that is served, and its phones."""

    def __init__(self):
        self.opened = []

    def serve(self, *players, start=True, pace=0, serve=(), **options):
        """Open a table and serve it; all that was opened is closed after the test."""
        options = {"game": "skyjo", "seed": 3, "record": False, "display": False, **options}
        session = play(options.pop("game"), list(players) or ["Ana", "Bo"], **options)
        self.opened.append(session)
        session.pace = pace
        serving = session.serve(display=False, **dict(serve))
        if start:
            serving.start()
        return serving

    def phone(self, serving=None, **options):
        """A phone that hasn't said who it is."""
        phone = Phone(serving, **options)
        self.opened.append(phone)
        return phone

    def sit(self, serving, *names):
        """Phones that have joined, in the order of the seats; each shows the board."""
        phones = [self.phone(serving).join(name) for name in names]
        for phone in phones:
            assert phone.role == "player", phone.refused
            phone.wait_for(lambda p: p.view or (p.lobby and not serving.started), "a board")
        return phones

    def played_class(self, folder, *names):
        """A class at tables of two whose phones have played a short game each, with records."""
        hall = classroom(
            "skyjo", tables=len(names) // 2, seats=2, seed="3B", record=folder, target=5,
            columns=2, display=False,
        )  # fmt: skip
        self.opened.append(hall)
        phones = self.sit(hall, *names)
        hall.start()
        rng = random.Random(1)
        for number, session in enumerate(hall.sessions):
            pair = phones[2 * number : 2 * number + 2]
            while not session.over:
                if session.waiting == "next round":
                    session.next_round()
                for phone in pair:
                    phone.wait_for(lambda p, state=session.state: p.state >= state)
                    if phone.mine:
                        before = phone.state
                        phone.act(rng.choice(phone.options()))
                        phone.wait_for(lambda p, before=before: p.state > before)
        return hall

    def shut(self, game):
        """Close a game's table and phones before the test ends."""
        phones = [one for one in self.opened if getattr(one, "port", 0) == port_of(game.serving)]
        for one in [*phones, game]:
            one.close()
            self.opened.remove(one)

    def close(self):
        """Close everything."""
        for one in reversed(self.opened):
            one.close()


def session_of(serving, table=1):
    """The session of a table."""
    return serving._session(table)


def settled(serving, *phones):
    """Wait until all phones show the present state of a game where no bot is to act."""
    session = session_of(serving)

    def same():
        with session.parts.game.lock:
            state = session.state
            quiet = session.waiting != "bot" or session.pace < 0
        return quiet and all(phone.state == state for phone in phones) and state == session.state

    wait_until(same, "one state on all phones")


def page(serving, method="GET", path="/", **headers):
    """Ask the server for a page; the status, the headers and the body."""
    connection = HTTPConnection("127.0.0.1", port_of(serving), timeout=LONG)
    given = {
        "Host": f"127.0.0.1:{port_of(serving)}",
        **{k.replace("_", "-"): v for k, v in headers.items()},
    }
    connection.putrequest(method, path, skip_host=True)
    for name, value in given.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


def raw(serving, text="", *, at="127.0.0.1", receive_buffer=None):
    """A bare connection, from an address of this machine, on which a text was sent."""
    connection = socket.socket()
    connection.bind((at, 0))
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(LONG)
    connection.connect(("127.0.0.1", port_of(serving)))
    connection.sendall(text.encode("latin-1"))
    return connection


UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def raw_socket(serving, **options):
    """A bare connection that was made a socket, and reads no more than that answer."""
    connection = raw(serving, UPGRADE.format(port=port_of(serving)), **options)
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return connection


def frame(text, *, opcode=1, fin=True):
    """A frame as a browser sends it, masked."""
    data = text.encode() if isinstance(text, str) else text
    head = bytes([opcode | (0x80 if fin else 0)])
    size = len(data)
    if size < 126:
        head += bytes([0x80 | size])
    else:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    mask = b"\x01\x02\x03\x04"
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
