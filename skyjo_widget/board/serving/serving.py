"""Serving tables: who joins, who sits where, and what the host decides."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import io
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import segno

from skyjo_widget.board.serving import seat_file
from skyjo_widget.board.serving.addresses import LOOPBACK, own_addresses
from skyjo_widget.board.serving.app import make_app
from skyjo_widget.board.serving.client import Client
from skyjo_widget.board.serving.guest_board import GIFTS
from skyjo_widget.board.serving.guests import TOKEN, Guest, Guests, Place, new_pin
from skyjo_widget.board.serving.limits import Tries
from skyjo_widget.board.serving.names import guest_name
from skyjo_widget.board.serving.served_table import ServedTable, Settings
from skyjo_widget.board.serving.server import Server
from skyjo_widget.board.settings import BoardSettings
from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import RulesError
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util.notebook import notebook
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import seat_number, whole_number

BEHIND = 0.05
"""Seconds within which changes of the lobby are gathered."""
_HOST = re.compile(r"([\w.-]+)(:\d{1,5})?", re.ASCII)


class Serving:
    """Tables that people join from devices of their own; made by `Session.serve`.

    Parameters
    ----------
    sessions : sequence of BoardSettings
        The tables.
    seat : int, optional
        The host's own seat, at the first table; by default the host watches.
    network : bool or str
        Whether devices of this machine's networks may join: True, or the address of one.
    port : int
        0 for a free one.
    hosts : sequence of str
        Further names under which the tables are reached, as behind a proxy.
    link : str, optional
        The address that guests are given, where a proxy stands before the server.
    delayed : bool
        Whether spectators see each round only when it is over.
    seats : path, optional
        The file that keeps who sits where, so that everybody comes back to their seat.

    Attributes
    ----------
    pin : str
        Six digits, with which people join.
    running : bool
        Whether it is served.

    Raises
    ------
    RulesError
        If something can't be served; the message says why.
    """

    def __init__(
        self,
        sessions: Sequence[BoardSettings],
        *,
        seat: int | None = None,
        network: bool | str = False,
        port: int = 0,
        hosts: Iterable[str] = (),
        link: str | None = None,
        delayed: bool = False,
        seats: Path | None = None,
    ) -> None:
        self._settings = Settings()
        self._settings.delayed = delayed
        self._settings.started = any(session.history.decisions for session in sessions)
        if seat is not None:
            seat = _host_seat(sessions[0], seat)
        places = [
            (number, at)
            for number, session in enumerate(sessions, 1)
            for at, player in enumerate(session.players)
            if player.kind == "person" and (number, at) != (1, seat)
        ]
        if not places:
            raise RulesError("no seat is left for a guest: a person's seat besides yours is needed")
        self._guests = Guests(places)
        self.pin = new_pin()
        self._watch, self._screen = (secrets.token_urlsafe(TOKEN) for _ in range(2))
        self.locked = False
        self.running = True
        self._lock = threading.RLock()  # the server's loop takes it too: never for long
        self._writing, self._telling = threading.Lock(), threading.Lock()
        self._tries = Tries()
        self._clients: dict[Client, Guest | str] = {}
        self._requests: dict[str, tuple[Guest, Client, str]] = {}
        self._listeners: list[Callable[[], None]] = []
        self._due = False
        self._file = seats
        saved = seat_file.read(seats)
        if saved:
            self._take_up(saved)
        address = LOOPBACK if network is False else "0.0.0.0" if network is True else network
        own = own_addresses() if network is True else []
        self._addresses = own or [("", LOOPBACK if network is True else address)]
        self._chosen = 0
        self._link = link and f"{link.rstrip('/')}/"
        names = [hosts] if isinstance(hosts, str) else hosts
        known = {*names, "localhost", LOOPBACK, *(one for _, one in self._addresses)}
        if link:
            known.add(urlsplit(link).hostname or "")
        self._hosts = {one.lower() for one in known if one}
        self._server: Server | None = None
        self.tables = [
            ServedTable(
                session,
                number,
                self._settings,
                host=seat if number == 1 else None,
                on_change=self._announce,
            )
            for number, session in enumerate(sessions, 1)
        ]
        try:
            self._server = self._bind(address, port, saved)
        except RulesError:
            for table in self.tables:
                table.close()
            raise
        self._save()
        atexit.register(self.stop)

    def _bind(self, address: str, port: int, saved: View | None) -> Server:
        """Start the server, at the port of the last time if that is free."""
        if saved and not port:
            try:
                return Server(make_app(self), address, saved["port"])
            except RulesError:
                pass  # another program has it now
        return Server(make_app(self), address, port)

    @property
    def _port(self) -> int:
        return self._server.port if self._server else 0

    # Links

    @property
    def link(self) -> str:
        """The address that guests open; they need the PIN too."""
        if self._link:
            return self._link
        return f"http://{self._addresses[self._chosen][1]}:{self._port}/"

    @property
    def join_link(self) -> str:
        """The address that the QR code holds: with the PIN."""
        return f"{self.link}#{self.pin}"

    @property
    def watch_link(self) -> str:
        """The address of spectators, who see what everybody may see."""
        return f"{self.link}#w={self._watch}"

    @property
    def screen_link(self) -> str:
        """The address of the page for the projector: all tables, the QR code and the PIN."""
        return f"{self.link}#s={self._screen}"

    @property
    def links(self) -> list[tuple[str, str]]:
        """The addresses to choose among: the network's name, and the link."""
        if self._link:
            return [("", self._link)]
        return [(name, f"http://{at}:{self._port}/") for name, at in self._addresses]

    @property
    def qr(self) -> list[str]:
        """The QR code of `join_link`: rows of 0 and 1, without a margin."""
        matrix = segno.make(self.join_link, error="m", micro=False).matrix
        return ["".join(map(str, row)) for row in matrix]

    @property
    def chosen(self) -> int:
        """The index in `links` of the one that is shown."""
        return self._chosen

    def choose(self, number: int) -> None:
        """Show another of `links`.

        Raises
        ------
        RulesError
            If there is no such one.
        """
        number = whole_number("link", number)
        if not 0 <= number < len(self.links):
            raise RulesError(f"there is no link {number}: 0 to {len(self.links) - 1}")
        self._chosen = number
        self._announce()

    @property
    def lang(self) -> str:
        """The language of the first table, which the host's panel and the projector speak."""
        return self.tables[0].session.lang

    # The host

    @property
    def started(self) -> bool:
        """True once people play; before that they gather."""
        return self._settings.started

    @property
    def may(self) -> frozenset[str]:
        """Rights of guests beyond playing; see `give`."""
        return self._settings.may

    @property
    def hidden(self) -> bool:
        """True while guests and the projector see numbers in place of names."""
        return self._settings.hidden

    def start(self, *, bots: PlayerSpec | None = None) -> None:
        """Let the games begin.

        Parameters
        ----------
        bots : player, optional
            Takes the seats that are free at tables where somebody sits.  By default they stay
            free.
        """
        if bots is not None:
            used = {guest.place[0] for guest in self._guests if guest.place}
            for number, seat in self._guests.free:
                if number in used:
                    self._session(number).replace(seat, bots)
                    self._guests.places.remove((number, seat))
        self._settings.started = True
        self._refresh()

    def lock(self, on: bool = True) -> None:
        """Let nobody else join; those who have a seat come back to it all the same."""
        self.locked = bool(on)
        self._refresh()

    def hide_names(self, on: bool = True) -> None:
        """Show numbers in place of names to guests and on the projector."""
        self._settings.hidden = bool(on)
        self._refresh()

    def give(self, what: str, on: bool = True) -> None:
        """Let guests do more than play.

        Parameters
        ----------
        what : {"undo", "coach", "pace", "next_round"}
            Take back their own last decision, ask the coach, set the bots' pace, or deal the next
            round without waiting for the others.
        on : bool
            False: no longer.

        Raises
        ------
        RulesError
            If it is something else.
        """
        what = choice("what", what, GIFTS)
        self._settings.may = self._settings.may | {what} if on else self._settings.may - {what}
        self._refresh()

    def rename(self, seat: int, name: str, *, table: int = 1) -> None:
        """Give a seat's player another name.

        Raises
        ------
        RulesError
            If there is no such seat, or the name isn't valid.
        """
        session = self._session(table)
        seat = seat_number(seat, [player.name for player in session.players])
        name = guest_name(name)
        session.replace(seat, f"person:{name}")
        with self._lock:
            guest = self._guests.at((table, seat))
            if guest:
                guest.name = session.players[seat].name
        self._refresh()

    def move(self, guest: str, seat: int, *, table: int = 1) -> None:
        """Give a guest another seat; whoever sits there waits for one.

        Parameters
        ----------
        guest : str
            The guest's number, as in `people`.
        seat : int
        table : int

        Raises
        ------
        RulesError
            If there is no such guest, or no such seat for a person.
        """
        with self._lock:
            who = self._named(guest)
            place = self._place(seat, table)
            other = self._guests.at(place)
            self._guests.seat(who, place)
        self._sit(who)
        if other is not None and other is not who:
            self._reconnect(other)
        self._reconnect(who)

    def remove(self, guest: str) -> None:
        """Send a guest away; their seat is free.

        Raises
        ------
        RulesError
            If there is no such guest.
        """
        with self._lock:
            who = self._named(guest)
            self._guests.remove(who)
        self._send_away(who)

    def free(self, seat: int, *, table: int = 1) -> None:
        """Free a seat for somebody else; who sat there waits for another.

        Raises
        ------
        RulesError
            If there is no such seat for a person.
        """
        with self._lock:
            who = self._guests.at(self._place(seat, table))
            if who is not None:
                who.place = None
        if who is not None:
            self._reconnect(who)
        self._refresh()

    def replace(self, seat: int, player: PlayerSpec = "bot:greedy", *, table: int = 1) -> None:
        """Let a bot play on at a seat, or a person again; who sat there waits for another.

        Raises
        ------
        RulesError
            As `Session.replace`.
        """
        session = self._session(table)
        seat = seat_number(seat, [one.name for one in session.players])
        session.replace(seat, player)
        with self._lock:
            who = self._guests.at((table, seat))
            if who is not None:
                who.place = None
            places = set(self._guests.places) - {(table, seat)}
            if session.players[seat].kind == "person" and seat != self.tables[table - 1].host:
                places.add((table, seat))
            self._guests.places[:] = sorted(places)
        if who is not None:
            self._reconnect(who)
        self._refresh()

    def allow(self, request: str, on: bool = True) -> None:
        """Answer a device that asks to take a seat over.

        Raises
        ------
        RulesError
            If there is no such request.
        """
        with self._lock:
            if request not in self._requests:
                raise RulesError(f"there is no request {request!r}")
            who, client, lang = self._requests.pop(request)
            client.asks = False
            if not on or who not in self._guests:
                client.post({"type": "refused", "why": "full"})
                self._announce()
                return
            token = self._guests.renew(who)
            who.lang = lang
        self._end_others(who)
        self._save()  # a token that is sent holds after a fault too
        self._welcome(client, who, token)

    def next_round(self, *, table: int = 1) -> None:
        """Deal a table's next round without waiting for those who aren't ready."""
        self._session(table).next_round()

    def stop(self) -> None:
        """End the service; the tables stay, and can be served again."""
        if not self.running:
            return
        self.running = False
        atexit.unregister(self.stop)
        for client in list(self._clients):
            client.close("stopped")
        if self._server:
            self._server.stop()
        for table in self.tables:
            table.close()
        self._tell()

    @property
    def people(self) -> View:
        """People by table, as the host's panel shows it (``docs/serving.md``)."""
        with self._lock:
            places = {guest.place: guest.guest for guest in self._guests}
            return {
                "started": self.started,
                "locked": self.locked,
                "hidden": self.hidden,
                "running": self.running,
                "tables": [
                    {
                        **table.summary,
                        "seats": [
                            {**seat, "guest": places.get((table.number, seat["seat"]))}
                            for seat in table.summary.get("seats", [])
                        ],
                    }
                    for table in self.tables
                ],
                "lobby": [
                    {"guest": guest.guest, "name": guest.name}
                    for guest in self._guests
                    if guest.place is None
                ],
                "requests": [
                    {"request": number, "name": who.name, "table": place[0], "seat": place[1]}
                    for number, (who, _, _) in self._requests.items()
                    if (place := who.place)
                ],
                "may": sorted(self.may),
                "watchers": sum(role == "watcher" for role in self._clients.values()),
            }

    def show(self) -> None:
        """Show the link, the QR code, the PIN and the people, with the host's controls."""
        if not notebook():
            print(self)  # noqa: T201  (a script has no other face)
            return
        from skyjo_widget.board.serving.host_panel import HostPanel  # noqa: PLC0415  (loads ipywidgets)

        HostPanel(self).show()

    def _ipython_display_(self) -> None:
        self.show()

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call `listener` after changes of the people and tables, on any thread."""
        self._listeners.append(listener)

    def __repr__(self) -> str:
        if not self.running:
            return "<Serving: stopped>"
        here = sum(isinstance(role, Guest) for role in self._clients.values())
        return f"<Serving {self.link}, PIN {self.pin}: {here} connected>"

    def __str__(self) -> str:
        """Return the link, the QR code and the PIN, for a terminal."""
        code = io.StringIO()
        segno.make(self.join_link, error="m", micro=False).terminal(code, compact=True, border=2)
        return f"{self.link}\nPIN {self.pin}\n{code.getvalue()}"

    # The door: on the server's loop

    def knows_host(self, host: str) -> bool:
        """Return whether the tables are served at a host's name."""
        parts = _HOST.fullmatch(host.lower())
        return parts is not None and not self._hosts.isdisjoint({parts[0], parts[1]})

    def knows(self, client: Client) -> bool:
        """Return whether a socket has been let in."""
        return client in self._clients

    async def greet(self, client: Client, message: dict[str, Any], address: str) -> None:
        """Answer a first message, or another try."""
        kind, lang = message["type"], str(message.get("lang", ""))[:8]
        self._forget_request(client)
        if kind == "watch":
            self._greet_watcher(client, message.get("token"))
        elif kind == "hello":
            guest = self._guests.find(message.get("token"))
            if guest is None:
                client.post({"type": "refused", "why": "token"})
                return
            self._end_others(guest)
            guest.lang = lang
            self._welcome(client, guest, None)
        elif kind != "join":
            client.close("malformed")
        elif refused := self._refusal(message, address):
            client.post({"type": "refused", **refused})
        else:
            await asyncio.to_thread(self._join, client, guest_name(message["name"]), lang)

    def receive(self, client: Client, message: dict[str, Any]) -> None:
        """Pass on a later message."""
        guest = self._clients.get(client)
        kind = message["type"]
        if not isinstance(guest, Guest):
            client.done()  # spectators only look
            return
        if kind in ("rename", "leave"):
            threading.Thread(target=self._obey, args=(client, guest, message), daemon=True).start()
        elif guest.place is None:
            client.done()
        else:
            self.tables[guest.place[0] - 1].receive(client, message)

    def leave(self, client: Client) -> None:
        """Note that a socket has closed."""
        self._clients.pop(client, None)
        self._forget_request(client)
        for table in self.tables:
            table.leave(client)
        self._announce()

    def _refusal(self, message: dict[str, Any], address: str) -> View | None:
        """Return why somebody can't join; None if they can."""
        wait = self._tries.wait(address)
        if wait:
            return {"why": "wait", "seconds": int(wait) + 1}
        pin = message.get("pin")
        if not isinstance(pin, str) or not secrets.compare_digest(pin.encode(), self.pin.encode()):
            self._tries.note_wrong(address)
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
        with self._lock:
            taken = next((g for g in self._guests if g.name == name and g.place), None)
            if taken is not None:
                self._requests[secrets.token_hex(4)] = (taken, client, lang)
                client.asks = True
                client.post({"type": "refused", "why": "asked"})
                self._announce()
                return
            if len(self._guests) >= 2 * len(self._guests.places) + 8:
                client.post({"type": "refused", "why": "full"})
                return
            guest, token = self._guests.join(name, lang)
            place = self._best_place(name)
            if place:
                self._guests.seat(guest, place)
        self._sit(guest)
        if client.gone:  # nobody has the token
            self._guests.remove(guest)
            return
        self._save()  # a token that is sent holds after a fault too
        self._welcome(client, guest, token)

    def _forget_request(self, client: Client) -> None:
        with self._lock:
            client.asks = False
            self._requests = {k: r for k, r in self._requests.items() if r[1] is not client}

    def _best_place(self, name: str) -> Place | None:
        """Return the free seat of that name, or the first free one."""
        free = self._guests.free
        for number, seat in free:
            if self._session(number).players[seat].name == name:
                return number, seat
        return free[0] if free else None

    def _sit(self, guest: Guest) -> None:
        """Give a guest's name to their seat."""
        if guest.place is None:
            return
        number, seat = guest.place
        session = self._session(number)
        if session.players[seat].name != guest.name and not session.over:
            session.replace(seat, f"person:{guest.name}")
        guest.name = session.players[seat].name

    def _greet_watcher(self, client: Client, token: Any) -> None:
        role = next(
            (
                role
                for role, own in (("watcher", self._watch), ("screen", self._screen))
                if isinstance(token, str) and secrets.compare_digest(token.encode(), own.encode())
            ),
            "",
        )
        if not role:
            client.post({"type": "refused", "why": "token"})
            return
        self._clients[client] = role
        client.post({"type": "welcome", "role": role})
        if role == "screen":
            client.is_screen = True
            client.show_hall(self._hall())
        for table in self.tables if role == "screen" else self.tables[:1]:
            table.enter(client, None, "")
        self._announce()

    def _welcome(self, client: Client, guest: Guest, token: str | None) -> None:
        welcome = {"type": "welcome", "role": "player"}
        client.post({**welcome, "token": token} if token else welcome)
        self._clients[client] = guest
        self._enter(client, guest)
        if client.gone:  # it went while it was let in
            self._clients.pop(client, None)
        self._announce()

    def _enter(self, client: Client, guest: Guest) -> None:
        if guest.place is None:
            client.show_lobby(self._waiting(guest))
        else:
            self.tables[guest.place[0] - 1].enter(client, guest.place[1], guest.lang)

    def _obey(self, client: Client, guest: Guest, message: dict[str, Any]) -> None:
        """Rename a guest, or let them go."""
        try:
            if message["type"] == "leave":
                with self._lock:
                    self._guests.remove(guest)
                self._send_away(guest)
            elif not self.started:
                guest.name = guest_name(message.get("name"))
                self._sit(guest)
                self._refresh()
        except RulesError:
            client.post({"type": "refused", "why": "name"})
        finally:
            client.done()

    def _send_away(self, guest: Guest) -> None:
        """Close the devices of somebody who is no longer a guest."""
        guest.place = None  # what they still send is for no seat
        for client in self._clients_of(guest):
            for table in self.tables:
                table.leave(client)
            client.close("removed")
        self._refresh()

    def _end_others(self, guest: Guest) -> None:
        """Close the devices that a guest had until now."""
        for client in self._clients_of(guest):
            self._clients.pop(client, None)
            for table in self.tables:
                table.leave(client)
            client.close("elsewhere")

    def _waiting(self, guest: Guest) -> View:
        """Build the lobby of somebody without a seat."""
        return {
            "started": self.started,
            "table": None,
            "seat": None,
            "name": guest.name,
            "ready": False,
            "seats": [],
        }

    # Telling

    def _refresh(self) -> None:
        """Show everything again after the host has changed something, and keep it."""
        for table in self.tables:
            table.refresh()
        self._announce()
        self._save()

    def _announce(self) -> None:
        """Notify the host's panel and the projector soon; several changes at once."""
        with self._lock:
            if self._due or not self.running or self._server is None:
                return
            self._due = True
        loop = self._server.loop
        try:
            loop.call_soon_threadsafe(loop.call_later, BEHIND, self._tell_soon)
        except RuntimeError:  # it has ended
            self._due = False

    def _tell_soon(self) -> None:
        """Show it from another thread: standings wait for the tables, the loop for nobody."""
        with contextlib.suppress(RuntimeError):  # the loop is ending
            asyncio.get_running_loop().run_in_executor(None, self._tell)

    def _tell(self) -> None:
        with self._telling:
            self._due = False
            for client, role in list(self._clients.items()):
                if role == "screen":
                    client.show_hall(self._hall())
                elif isinstance(role, Guest) and role.place is None:
                    client.show_lobby(self._waiting(role))
            for listener in list(self._listeners):
                listener()

    def _hall(self) -> View:
        return {
            "started": self.started,
            "pin": self.pin,
            "link": self.link,
            "qr": self.qr,
            "language": self.lang,
            "count": len(self.tables),
            "standings": self._ranking(),
            "lobby": [
                "–" if self.hidden else guest.name for guest in self._guests if guest.place is None
            ],
        }

    def _ranking(self) -> list[View]:
        """Return the standings across tables; there are none of one table."""
        return []

    # Helpers

    def _session(self, number: int) -> BoardSettings:
        number = whole_number("table", number)
        if not 1 <= number <= len(self.tables):
            raise RulesError(f"there is no table {number}: 1 to {len(self.tables)}")
        return self.tables[number - 1].session

    def _place(self, seat: int, table: int) -> Place:
        session = self._session(table)
        seat = seat_number(seat, [player.name for player in session.players])
        if (table, seat) not in self._guests.places:
            raise RulesError(f"seat {seat} of table {table} isn't for guests")
        return table, seat

    def _named(self, guest: str) -> Guest:
        found = self._guests.named(guest)
        if found is None:
            raise RulesError(f"there is no guest {guest!r}")
        return found

    def _clients_of(self, guest: Guest) -> list[Client]:
        return [client for client, role in list(self._clients.items()) if role is guest]

    def _reconnect(self, guest: Guest) -> None:
        """Show a guest's devices the table that they are at now."""
        for client in self._clients_of(guest):
            for table in self.tables:
                table.leave(client)
            self._enter(client, guest)
        self._refresh()

    def _take_up(self, saved: View) -> None:
        self.pin, self._watch, self._screen = saved["pin"], saved["watch"], saved["screen"]
        self.locked = saved["locked"]
        self._settings.hidden = saved["hidden"]
        self._guests.restore(saved["guests"])

    def _save(self) -> None:
        if self._file is None:
            return
        with self._writing:
            with self._lock:
                saved = {
                    "pin": self.pin,
                    "watch": self._watch,
                    "screen": self._screen,
                    "locked": self.locked,
                    "hidden": self.hidden,
                    "port": self._port,
                    "guests": self._guests.saved(),
                }
            seat_file.write(self._file, saved)


def _host_seat(session: BoardSettings, seat: int) -> int:
    """Check the host's own seat."""
    seat = seat_number(seat, [player.name for player in session.players])
    if session.players[seat].kind != "person":
        raise RulesError(f"a bot plays at seat {seat}: seat= is a person's, your own")
    return seat
