"""The door of served tables: it lets guests in, and keeps their seats and sockets.

A message comes from `app` to the door, which gives it to the guest's table; the host's object
(`serving`) opens and closes the door and gives seats away.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import RulesError, SkyjoWidgetError
from skyjo_widget.front.protocol.serving import GuestPoll, Lobby, ScreenPart
from skyjo_widget.serving import limits, seat_file
from skyjo_widget.serving.client import Client
from skyjo_widget.serving.connections import Connections
from skyjo_widget.serving.guests import TOKEN, Guest, Guests, Place, new_pin
from skyjo_widget.serving.limits import WRITE_AGAIN, WRITES, Bucket, Room, Tries
from skyjo_widget.serving.names import ALIAS, guest_name
from skyjo_widget.serving.served_table import ServedTable, Settings
from skyjo_widget.table.table import Table
from skyjo_widget.util.i18n import device_language
from skyjo_widget.util.messages import rendered

CODE = 12
"""Bytes of the code that stands in a link in place of the PIN, while people gather."""
BEHIND = 0.05
"""Seconds within which changes of the lobby are gathered."""
_HOST = re.compile(r"([\w.-]+)(:\d{1,5})?", re.ASCII)


class Poll(Protocol):
    """Questions to everybody."""

    def on_phone(self, guest: str) -> GuestPoll | None:
        """Return what a guest's phone shows."""

    def answer(self, question: Any, value: Any, *, guest: str, who: str) -> None:
        """Take a guest's answer; raises `SkyjoWidgetError` if it can't be taken."""


class Door:
    """Lets guests in, keeps who sits where, and passes messages on to the tables.

    `knows_host`, `knows`, `greet`, `receive` and `leave` are called on the server's loop.

    Parameters
    ----------
    sessions : sequence of Table
        The tables.
    seat : int or None
        The host's own seat, at the first table.
    delayed : bool
        Whether spectators see each round only when it is over.
    file : path or None
        Keeps who sits where.
    hosts : iterable of str
        The names and addresses at which the tables are served.
    projector : callable
        Returns what the projector shows beside the tables.
    poll : Poll, optional
        The class's questions.
    title : str
        Of the page on which guests join.

    Raises
    ------
    RulesError
        If no seat is left for a guest.
    """

    watch: str
    screen: str
    locked: bool
    stopped: bool
    lock: threading.RLock

    def __init__(
        self,
        sessions: Sequence[Table],
        *,
        seat: int | None,
        delayed: bool,
        file: Path | None,
        hosts: Iterable[str],
        projector: Callable[[], ScreenPart],
        poll: Poll | None = None,
        title: str = "",
    ) -> None:
        places = [
            (number, at)
            for number, session in enumerate(sessions, 1)
            for at, player in enumerate(session.players)
            if player.kind == "person" and (number, at) != (1, seat)
        ]
        if not places:
            raise RulesError("no seat is left for a guest: a person's seat besides yours is needed")
        self.guests: Guests = Guests(places)
        self.settings: Settings = Settings(len(sessions))
        self.settings.delayed = delayed
        self.settings.started = any(session.history.decisions for session in sessions)
        self.title: str = title
        self.pin: str = new_pin()
        self.watch, self.screen = (secrets.token_urlsafe(TOKEN) for _ in range(2))
        self.code: str = secrets.token_urlsafe(CODE)
        self.locked = self.stopped = False
        self.lock = threading.RLock()  # the server's loop takes it too: never for long
        self.tries: Tries = Tries()
        self.connections: Connections = Connections(self.announce)
        self._asking = Room(limits.ASKING)
        self._watching = {"watcher": Room(limits.WATCHERS), "screen": Room(limits.SCREENS)}
        self.clients: dict[Client, Guest | str] = {}
        self.requests: dict[str, tuple[Guest, Client, str]] = {}
        self.port: int | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._hosts, self._projector = frozenset(hosts), projector
        self._poll = poll
        self._chances = ThreadPoolExecutor(1, thread_name_prefix="skyjo-class")  # in their order
        self._written: dict[str, Bucket] = {}
        self._listeners: list[Callable[[], None]] = []
        self._writing, self._showing = threading.Lock(), threading.Lock()
        self._due = False
        self._file = file
        self._take_up(seat_file.read(file))
        self.tables: list[ServedTable] = [
            ServedTable(
                session,
                number,
                self.settings,
                self.guests,
                host=seat if number == 1 else None,
                on_change=self.announce,
            )
            for number, session in enumerate(sessions, 1)
        ]

    def open(self, port: int, loop: asyncio.AbstractEventLoop) -> None:
        """Follow the server, which runs now."""
        self.port, self._loop = port, loop
        self.save()

    def close(self, *, farewell: bool) -> None:
        """End all sockets.

        Parameters
        ----------
        farewell : bool
            Whether devices show that the host has ended it; else they try to come back.
        """
        self.stopped = True
        for client in list(self.clients) if farewell else ():
            client.close("stopped")

    def release(self) -> None:
        """Let the tables go, once the server has stopped."""
        for table in self.tables:
            table.close()
        self._chances.shutdown(cancel_futures=True)
        self._show()

    @property
    def lang(self) -> str:
        """The language of the first table, which the host's panel and the projector speak."""
        return self.tables[0].session.lang

    def session(self, number: int) -> Table:
        """Return the session of a table."""
        return self.tables[number - 1].session

    # The server's loop

    def knows_host(self, host: str) -> bool:
        """Return whether the tables are served at a host's name."""
        parts = _HOST.fullmatch(host.lower())
        return parts is not None and not self._hosts.isdisjoint({parts[0], parts[1]})

    def add_host(self, host: str) -> None:
        """Serve the tables at one more host's name."""
        self._hosts |= {host.lower()}

    def knows(self, client: Client) -> bool:
        """Return whether a socket has been let in."""
        return client in self.clients

    async def greet(self, client: Client, message: dict[str, Any]) -> None:
        """Answer a first message, or another try."""
        kind, lang = message["type"], str(message.get("lang", ""))[:8]
        self._forget_request(client)
        if kind == "watch":
            self._greet_watcher(client, message.get("token"))
        elif kind == "hello":
            self._greet_again(client, message.get("token"), lang)
        elif kind != "join":
            client.close("malformed")
        elif refused := self._refusal(message, client.peer[0]):
            client.post({"type": "refused", **refused})
        else:
            await asyncio.to_thread(self._join, client, guest_name(message["name"]), lang)

    def receive(self, client: Client, message: dict[str, Any]) -> None:
        """Pass on a later message."""
        guest = self.clients.get(client)
        if not isinstance(guest, Guest):
            client.done()  # spectators only look
        elif message["type"] in ("rename", "leave", "sit"):
            threading.Thread(target=self._obey, args=(client, guest, message), daemon=True).start()
        elif message["type"] == "chance":
            with contextlib.suppress(RuntimeError):  # the service is ending
                self._chances.submit(self._take_chance, client, guest, message)
        elif guest.place is None:
            client.done()
        else:
            self.tables[guest.place[0] - 1].receive(client, message)

    def leave(self, client: Client) -> None:
        """Note that a socket has closed."""
        self._drop(client)
        self._forget_request(client)
        self.announce()

    def _drop(self, client: Client) -> None:
        self.clients.pop(client, None)
        for room in self._watching.values():
            room.leave(client)
        for table in self.tables:
            table.leave(client)

    # Letting in

    def _refusal(self, message: dict[str, Any], address: str) -> View | None:
        """Return why somebody can't join; None if they can."""
        if "code" in message:  # nobody guesses it: tries aren't counted
            if self.settings.started or not _same(message["code"], self.code):
                return {"why": "code"}
        elif wait := self.tries.wait(address):
            return {"why": "wait", "seconds": int(wait) + 1}
        elif not _same(message.get("pin"), self.pin):
            self.tries.note_wrong(address)
            return {"why": "pin"}
        if self.locked:
            return {"why": "locked"}
        try:
            guest_name(message.get("name"))
        except RulesError:
            return {"why": "name"}
        return None

    def _join(self, client: Client, name: str, lang: str) -> None:
        """Let somebody in who knows the PIN."""
        with self.lock:
            taken = next((g for g in self.guests if g.name == name and g.place), None)
            if taken is not None:
                self._request(client, taken, lang)
                return
            if len(self.guests) >= 2 * len(self.guests.places) + 8:
                spare = self.guests.spare(client.peer[0])
                if spare is None:
                    client.post({"type": "refused", "why": "full"})
                    return
                self.remove(spare, "crowded")
            guest, token = self.guests.join(name, lang, client.peer[0])
            place = self._best_place(name)
            if place:
                self.guests.seat(guest, place)
        self.sit(guest)
        if client.gone:  # nobody has the token
            self.guests.remove(guest)
            return
        self.save()  # a token that is sent holds after a fault too
        self._welcome(client, guest, token)

    def _best_place(self, name: str) -> Place | None:
        """Return the free seat of that name, or the first free one."""
        free = self.guests.free
        own = (place for place in free if self.session(place[0]).players[place[1]].name == name)
        return next(own, free[0] if free else None)

    def _greet_again(self, client: Client, token: Any, lang: str) -> None:
        guest = self.guests.find(token)
        if guest is None:
            client.post({"type": "refused", "why": "token"})
            return
        self._end_others(guest)
        guest.lang = lang
        self._welcome(client, guest, None)

    def _greet_watcher(self, client: Client, token: Any) -> None:
        if _same(token, self.screen):
            role, tables = "screen", self.tables
        elif _same(token, self.watch):
            role, tables = "watcher", self.tables[:1]
        else:
            client.post({"type": "refused", "why": "token"})
            return
        self.clients[client] = role
        client.table = 1
        client.admit()
        room = self._watching[role]
        room.enter(client, client.peer[0], lambda: client.close("crowded"))
        client.post({"type": "welcome", "role": role})
        if role == "screen":
            client.is_screen = True
            client.show_hall(self._projector())
        for table in tables:
            table.enter(client, None, "")
        self.announce()

    def _welcome(self, client: Client, guest: Guest, token: str | None) -> None:
        welcome = {"type": "welcome", "role": "player"}
        client.post({**welcome, "token": token} if token else welcome)
        client.admit()
        self.clients[client] = guest
        self._enter(client, guest)
        if client.gone:  # it went while it was let in
            self.clients.pop(client, None)
        self.announce()

    def _enter(self, client: Client, guest: Guest) -> None:
        place = guest.place
        client.table = place and place[0]
        if place is None:
            client.show_lobby(self._waiting(guest))
        else:
            self.tables[place[0] - 1].enter(client, place[1], guest.lang)

    # Taking a seat over

    def _request(self, client: Client, guest: Guest, lang: str) -> None:
        """Ask the host whether a device may take a guest's seat over."""
        request = secrets.token_hex(4)
        self.requests[request] = (guest, client, lang)
        client.admit()
        client.post({"type": "refused", "why": "asked"})
        self._asking.enter(client, client.peer[0], lambda: self._refuse(request))
        self.announce()

    def allow(self, request: str, on: bool) -> None:
        """Answer a device that asks; raises `RulesError` if there is no such request."""
        with self.lock:
            if request not in self.requests:
                raise RulesError("there is no request {request!r}", request=request)
            guest, client, lang = self.requests[request]
            if not on or guest not in self.guests:
                self._refuse(request)
                return
            del self.requests[request]
            self._asking.leave(client)
            token = self.guests.renew(guest)
            guest.lang = lang
        self._end_others(guest)
        self.save()  # a token that is sent holds after a fault too
        self._welcome(client, guest, token)

    def _refuse(self, request: str) -> None:
        """Let a device that asks try something else."""
        with self.lock:
            if request not in self.requests:
                return
            _, client, _ = self.requests.pop(request)
        self._asking.leave(client)
        client.dismiss()
        client.post({"type": "refused", "why": "full"})
        self.announce()

    def _forget_request(self, client: Client) -> None:
        with self.lock:
            if not any(asking is client for _, asking, _ in self.requests.values()):
                return
            self._asking.leave(client)
            client.dismiss()
            self.requests = {k: r for k, r in self.requests.items() if r[1] is not client}

    # Guests and their seats

    def sit(self, guest: Guest) -> None:
        """Give a guest's name to their seat."""
        if guest.place is None:
            return
        number, seat = guest.place
        session = self.session(number)
        if session.players[seat].name != guest.name and not session.over:
            session.replace(seat, f"person:{guest.name}")
        guest.name = session.players[seat].name

    def reconnect(self, guest: Guest) -> None:
        """Show a guest's devices the table that they are at now."""
        for client in self._clients_of(guest):
            for table in self.tables:
                table.leave(client)
            if guest.place:  # the old board goes before the new one comes
                client.table, seat = guest.place
                client.show_lobby({**self._waiting(guest), "table": client.table, "seat": seat})
            self._enter(client, guest)
        self.refresh()

    def remove(self, guest: Guest, why: str = "removed") -> None:
        """Forget a guest, and close their devices with a reason."""
        with self.lock:
            self.guests.remove(guest)
        guest.place = None  # later messages are for no seat
        self._close_all(guest, why)
        self.refresh()

    def _obey(self, client: Client, guest: Guest, message: dict[str, Any]) -> None:
        """Rename a guest, seat them, or let them go."""
        try:
            if message["type"] == "leave":
                self.remove(guest)
            elif message["type"] == "sit":
                self._take_seat(guest)
            elif not self.settings.started:
                self._rename(client, guest, guest_name(message.get("name")))
        except RulesError:
            client.post({"type": "not renamed", "why": "name"})
        finally:
            client.done()

    def _take_chance(self, client: Client, guest: Guest, message: dict[str, Any]) -> None:
        """Write a guest's prediction down."""
        try:
            bucket = self._written.setdefault(guest.guest, Bucket(1 / WRITE_AGAIN, WRITES))
            if not bucket.take():
                raise RulesError(
                    "so much can't be written at once: wait {write_again} s",
                    write_again=WRITE_AGAIN,
                )
            if self._poll is not None:
                question, value = message.get("question"), message.get("value")
                who = self._alias(guest) if self.settings.hidden else guest.name
                self._poll.answer(question, value, guest=guest.guest, who=who)
        except SkyjoWidgetError as error:
            client.post({"type": "not taken", "text": rendered(error, device_language(guest.lang))})
        finally:
            client.done()

    def _alias(self, guest: Guest) -> str:
        """Return what stands for a name in the class: the table and the seat."""
        if guest.place is None:
            return ALIAS.format(number=guest.guest)
        return ALIAS.format(number=f"{guest.place[0]}.{guest.place[1] + 1}")

    def _take_seat(self, guest: Guest) -> None:
        with self.lock:
            place = self.guests.next_for(guest)
            if guest.place or place is None or guest not in self.guests:
                return
            self.guests.seat(guest, place)
        self.sit(guest)
        self.reconnect(guest)

    def _rename(self, client: Client, guest: Guest, name: str) -> None:
        if guest.place and not self.tables[guest.place[0] - 1].may_write(guest.place[1]):
            client.post({"type": "not renamed", "why": "wait", "seconds": WRITE_AGAIN})
            return
        guest.name = name
        self.sit(guest)
        self.refresh()

    def _end_others(self, guest: Guest) -> None:
        """Close the devices that a guest had until now."""
        self._close_all(guest, "elsewhere", forget=True)

    def _close_all(self, guest: Guest, why: str, *, forget: bool = False) -> None:
        for client in self._clients_of(guest):
            if forget:
                self.clients.pop(client, None)
            for table in self.tables:
                table.leave(client)
            client.close(why)

    def _clients_of(self, guest: Guest) -> list[Client]:
        return [client for client, role in list(self.clients.items()) if role is guest]

    def _waiting(self, guest: Guest) -> Lobby:
        """Build the lobby of somebody without a seat."""
        return {
            "started": self.settings.started,
            "language": self.lang,
            "tables": self.settings.tables,
            "table": None,
            "seat": None,
            "board": None,
            "lost": guest.lost,
            "free": self.guests.next_for(guest) is not None,
            "name": guest.name,
            "ready": False,
            "seats": [],
        }

    # Announcing changes

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after changes of the people and tables, on any thread."""
        self._listeners.append(listener)

    def refresh(self) -> None:
        """Show everything again after the host has changed something, and keep it."""
        for table in self.tables:
            table.refresh()
        self.announce()
        self.save()

    def announce(self) -> None:
        """Notify the lobby, the projector and listeners soon; several changes at once."""
        with self.lock:
            if self._due or self.stopped or self._loop is None:
                return
            self._due = True
        try:
            self._loop.call_soon_threadsafe(self._loop.call_later, BEHIND, self._show_soon)
        except RuntimeError:  # it has ended
            self._due = False

    def _show_soon(self) -> None:
        """Show it from another thread: standings wait for the tables, the loop for nobody."""
        with contextlib.suppress(RuntimeError):  # the loop is ending
            asyncio.get_running_loop().run_in_executor(None, self._show)

    def _show(self) -> None:
        with self._showing:
            self._due = False
            for client, role in list(self.clients.items()):
                if role == "screen":
                    client.show_hall(self._projector())
                elif isinstance(role, Guest):
                    if role.place is None:
                        client.show_lobby(self._waiting(role))
                    if self._poll is not None:
                        client.show_poll(self._poll.on_phone(role.guest))
            for listener in list(self._listeners):
                listener()

    # The file of seats

    def _take_up(self, saved: View | None) -> None:
        if saved is None:
            return
        self.pin, self.watch, self.screen = saved["pin"], saved["watch"], saved["screen"]
        self.locked, self.settings.hidden = saved["locked"], saved["hidden"]
        self.port = saved["port"]
        self.guests.restore(saved["guests"])

    def save(self) -> None:
        """Keep who sits where."""
        if self._file is None:
            return
        with self._writing:
            with self.lock:
                saved = {
                    "pin": self.pin,
                    "watch": self.watch,
                    "screen": self.screen,
                    "locked": self.locked,
                    "hidden": self.settings.hidden,
                    "port": self.port or 0,
                    "guests": self.guests.saved(),
                }
            seat_file.write(self._file, saved)


def _same(token: Any, own: str) -> bool:
    """Compare a token in constant time."""
    return isinstance(token, str) and secrets.compare_digest(token.encode(), own.encode())
