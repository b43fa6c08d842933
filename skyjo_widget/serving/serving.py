"""The host's object of served tables: links, seats, and what guests may do."""

from __future__ import annotations

import atexit
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from skyjo_widget.board.tables.registry import TABLES
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.front.protocol.serving import HostState, HostTable, Ranked, ScreenPart
from skyjo_widget.serving.addresses import LOOPBACK, ORIGIN, hub_address, own_addresses
from skyjo_widget.serving.door import Door
from skyjo_widget.serving.guest_board import GIFTS
from skyjo_widget.serving.guests import Guest, Place
from skyjo_widget.serving.names import guest_name
from skyjo_widget.table.hooks import MakePanel
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.table.table import Table
from skyjo_widget.util.messages import speaks
from skyjo_widget.util.notebook import notebook
from skyjo_widget.util.notices import encodable, write_line
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import plain_text, seat_number, whole_number

if TYPE_CHECKING:
    from skyjo_widget.serving.class_predictions import ClassPredictions
    from skyjo_widget.serving.server import Server


LONGEST_TITLE = 60

_serving: dict[Path | None, Serving] = {}
"""The running ones, by the file that keeps who sits where."""


@speaks
class Serving:
    """Tables that people join from devices of their own; made by `Session.serve`.

    Parameters
    ----------
    sessions : sequence of Table
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
        The address that guests are given, where a proxy stands before the server.  By default that
        of the JupyterHub on which the kernel runs, if any.
    delayed : bool
        Whether spectators see each round only when it is over.
    title : str
        Of the page on which guests join.
    seats : path, optional
        The file that keeps who sits where, so that everybody comes back to their seat.

    Raises
    ------
    RulesError
        If something can't be served; the message says why.
    """

    _poll: ClassPredictions | None = None

    def __init__(
        self,
        sessions: Sequence[Table],
        *,
        seat: int | None = None,
        network: bool | str = False,
        port: int = 0,
        hosts: Iterable[str] = (),
        link: str | None = None,
        delayed: bool = False,
        title: str = "",
        seats: Path | None = None,
    ) -> None:
        self.sessions: Sequence[Table] = list(sessions)
        port = whole_number("port", port)
        if not 0 <= port < 2**16:
            raise RulesError("port={port}: a number from 0 to 65535 is needed", port=port)
        hosts = _texts("hosts", [hosts] if isinstance(hosts, str) else hosts)
        _texts("link", [link or ""])
        if not isinstance(network, (bool, str)):
            raise RulesError(
                "network={network!r:.60}: True, False or an address is needed", network=network
            )
        address = LOOPBACK if network is False else "0.0.0.0" if network is True else network
        own = own_addresses() if network is True else []
        self._addresses = own or [("", LOOPBACK if network is True else address)]
        self._chosen = 0
        self._link = link and f"{link.rstrip('/')}/"
        self._hub = hub_address() if not link and isinstance(network, bool) else ""
        self._door = Door(
            sessions,
            seat=None if seat is None else _host_seat(sessions[0], seat),
            delayed=delayed,
            file=seats,
            hosts=self._host_names(hosts),
            projector=self._projector,
            poll=self._poll,
            title=_title(title),
        )
        self._seats = seats and seats.resolve()
        if self._seats in _serving:
            _serving[self._seats]._leave()  # its phones come to this one
        try:
            self._server = self._bind(address, port)
        except RulesError:
            self._door.release()
            raise
        self._door.open(self._server.port, self._server.loop)
        atexit.register(self._leave)
        if self._seats:
            _serving[self._seats] = self

    def _host_names(self, hosts: Iterable[str]) -> set[str]:
        """Return the hosts' names at which the server answers."""
        names = {*hosts, "localhost", LOOPBACK, *(address for _, address in self._addresses)}
        names |= {urlsplit(link).hostname or "" for link in (self._link, self._hub) if link}
        return {name.lower() for name in names if name}

    def _bind(self, address: str, port: int) -> Server:
        """Start the server, at the port of the last time if that is free."""
        from skyjo_widget.serving.app import make_app  # noqa: PLC0415  (needs the extra `serve`)
        from skyjo_widget.serving.server import Server  # noqa: PLC0415

        base = urlsplit(self._link or "").path.rstrip("/")
        app, before = make_app(self._door, base), self._door.port
        if before and not port:
            try:
                return Server(app, self._door.connections, address, before)
            except RulesError:
                pass  # another program has it now
        return Server(app, self._door.connections, address, port)

    @property
    def spoken(self) -> str:
        """The language of the first table."""
        return self.sessions[0].parts.game.spoken

    # Links

    @property
    def pin(self) -> str:
        """Six digits, with which people join."""
        return self._door.pin

    @property
    def link(self) -> str:
        """The address that guests open; they need the PIN too."""
        return self.links[self._chosen][1]

    @property
    def join_link(self) -> str:
        """The address that the QR code holds: with the PIN.

        A JupyterHub's login loses that; there it is a code, which counts until `start`.
        """
        coded = self._logs_in and not self.started
        return f"{self.link}?c={self._door.code}" if coded else f"{self.link}#{self.pin}"

    @property
    def watch_link(self) -> str:
        """The address of spectators, who see what everybody may see."""
        return f"{self.link}{'?' if self._logs_in else '#'}w={self._door.watch}"

    @property
    def screen_link(self) -> str:
        """The address of the page for the projector: all tables, the QR code and the PIN."""
        return f"{self.link}#s={self._door.screen}"

    @property
    def links(self) -> list[tuple[str, str]]:
        """The addresses to choose among: the network's name, and the link."""
        if self._link:
            return [("", self._link)]
        port = self._door.port
        hub = [("JupyterHub", f"{self._hub}proxy/{port}/")] if self._hub else []
        direct = [(name, f"http://{at}:{port}/") for name, at in self._addresses]
        return [*hub, *(pair for pair in direct if not hub or LOOPBACK not in pair[1])]

    @property
    def _logs_in(self) -> bool:
        """True if the present link leads through a hub's login, where all after # is lost."""
        path = urlsplit(hub_address()).path
        return bool(path) and urlsplit(self.link).path.startswith(path)

    def tell_origin(self, origin: str) -> None:
        """Complete the links of a JupyterHub that doesn't state its own address.

        Parameters
        ----------
        origin : str
            That of a page of this hub: ``"https://hub.example.org"``.

        Raises
        ------
        RulesError
            If it is none.
        """
        if not ORIGIN.fullmatch(origin):
            raise RulesError("origin={origin!r:.60}: as https://hub.example.org", origin=origin)
        if self._hub.startswith("/"):
            self._hub = f"{origin}{self._hub}"
            self._door.add_host(urlsplit(origin).hostname or "")
            self._door.announce()

    def _code(self) -> Any:
        """Make the QR code of `join_link`."""
        import segno  # noqa: PLC0415  (of the extra `serve`)

        return segno.make(self.join_link, error="m", micro=False)

    @property
    def qr(self) -> list[str]:
        """The QR code of `join_link`: rows of 0 and 1, without a margin."""
        return ["".join(map(str, row)) for row in self._code().matrix]

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
            raise RulesError(
                "there is no link {number}: 0 to {last}", number=number, last=len(self.links) - 1
            )
        self._chosen = number
        self._door.announce()

    # The host

    @property
    def running(self) -> bool:
        """True until `stop`."""
        return not self._door.stopped

    @property
    def locked(self) -> bool:
        """True while nobody else may join."""
        return self._door.locked

    @property
    def started(self) -> bool:
        """True once people play; before that they gather."""
        return self._door.settings.started

    @property
    def may(self) -> frozenset[str]:
        """Rights of guests beyond playing; see `give`."""
        return self._door.settings.may

    @property
    def hidden(self) -> bool:
        """True while guests and the projector see numbers in place of names."""
        return self._door.settings.hidden

    def start(self, *, bots: PlayerSpec | None = None) -> None:
        """Let the games begin.

        Parameters
        ----------
        bots : player, optional
            Takes the seats that are free at tables where somebody sits.  By default they stay
            free.
        """
        if bots is not None:
            used = {guest.place[0] for guest in self._door.guests if guest.place}
            for number, seat in self._door.guests.free:
                if number in used:
                    self._session(number).replace(seat, bots)
                    self._door.guests.places.remove((number, seat))
        self._door.settings.started = True
        self._door.refresh()

    def lock(self, on: bool = True) -> None:
        """Let nobody else join; those who have a seat come back to it all the same."""
        self._door.locked = bool(on)
        self._door.refresh()

    def hide_names(self, on: bool = True) -> None:
        """Show numbers in place of names to guests and on the projector."""
        self._door.settings.hidden = bool(on)
        self._door.refresh()

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
        self._door.settings.may = (
            self._door.settings.may | {what} if on else self._door.settings.may - {what}
        )
        self._door.refresh()

    def offer(self, name: str, make: MakePanel | None) -> None:
        """Offer a panel below the boards of all guests; it opens by itself.

        Parameters
        ----------
        name : str
            The key of its texts in the locales.
        make : callable or None
            Makes it for a guest's board; None takes it back.
        """
        panels = {**self._door.settings.panels, name: make}
        self._door.settings.panels = {
            key: maker for key, maker in panels.items() if maker is not None
        }
        self._door.refresh()

    @property
    def lang(self) -> str:
        """The language of the projector."""
        return self._door.lang

    def rename(self, seat: int, name: str, *, table: int = 1) -> None:
        """Give a seat's player another name.

        Raises
        ------
        RulesError
            If there is no such seat, or the name isn't valid.
        """
        session, seat = self._session(table), self._seat(seat, table)
        name = guest_name(name)
        session.replace(seat, f"person:{name}")
        with self._door.lock:
            guest = self._door.guests.at((table, seat))
            if guest:
                guest.name = session.players[seat].name
        self._door.refresh()

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
        with self._door.lock:
            who = self._named(guest)
            place = self._place(seat, table)
            other = self._door.guests.at(place)
            self._door.guests.seat(who, place)
        self._door.sit(who)
        if other is not None and other is not who:
            self._door.reconnect(other)
        self._door.reconnect(who)

    def remove(self, guest: str) -> None:
        """Send a guest away; their seat is free.

        Raises
        ------
        RulesError
            If there is no such guest.
        """
        self._door.remove(self._named(guest))

    def free(self, seat: int, *, table: int = 1) -> None:
        """Free a seat for somebody else; who sat there waits for another.

        Raises
        ------
        RulesError
            If there is no such seat for a person.
        """
        with self._door.lock:
            who = self._door.guests.at(self._place(seat, table))
            if who is not None:
                self._door.guests.unseat(who, "freed")
        if who is not None:
            self._door.reconnect(who)
        self._door.refresh()

    def replace(self, seat: int, player: PlayerSpec = "bot:greedy", *, table: int = 1) -> None:
        """Let a bot play on at a seat, or a person again; who sat there waits for another.

        Raises
        ------
        RulesError
            As `Session.replace`.
        """
        session, seat = self._session(table), self._seat(seat, table)
        session.replace(seat, player)
        with self._door.lock:
            who = self._door.guests.at((table, seat))
            if who is not None:
                bot = session.players[seat].kind == "bot"
                self._door.guests.unseat(who, "bot" if bot else "given")
            places = set(self._door.guests.places) - {(table, seat)}
            if session.players[seat].kind == "person" and seat != self._door.tables[table - 1].host:
                places.add((table, seat))
            self._door.guests.places[:] = sorted(places)
        if who is not None:
            self._door.reconnect(who)
        self._door.refresh()

    def allow(self, request: str, on: bool = True) -> None:
        """Answer a device that asks to take a seat over.

        Raises
        ------
        RulesError
            If there is no such request.
        """
        self._door.allow(request, bool(on))

    def next_round(self, *, table: int = 1) -> None:
        """Deal a table's next round without waiting for those who aren't ready."""
        self._session(table).next_round()

    def stop(self) -> None:
        """End the service; the tables stay, and can be served again."""
        self._end(farewell=True)

    def _leave(self) -> None:
        """End with the kernel: phones come back by themselves if another one serves the table."""
        self._end(farewell=False)

    def _end(self, *, farewell: bool) -> None:
        if self.running:
            atexit.unregister(self._leave)
            _serving.pop(self._seats, None)
            self._door.close(farewell=farewell)
            self._server.stop()
            self._door.release()

    @property
    def people(self) -> HostState:
        """People by table, as the host's panel shows it (``docs/internals/view.md``)."""
        door = self._door
        crowd = door.connections.crowd
        with door.lock:
            return {
                "started": self.started,
                "locked": self.locked,
                "hidden": self.hidden,
                "running": self.running,
                "tables": self._people_at_tables(),
                "lobby": [
                    {"guest": guest.guest, "name": guest.name}
                    for guest in door.guests
                    if guest.place is None
                ],
                "requests": [
                    {"request": number, "name": who.name, "table": place[0], "seat": place[1]}
                    for number, (who, _, _) in door.requests.items()
                    if (place := who.place)
                ],
                "may": sorted(self.may),
                "watchers": sum(role == "watcher" for role in door.clients.values()),
                "crowd": crowd and {"address": crowd[0], "count": crowd[1]},
                "poll": None if self._poll is None else self._poll.on_panel(self._here),
            }

    def _people_at_tables(self) -> list[HostTable]:
        guests = {guest.place: guest.guest for guest in self._door.guests}
        return [
            {
                **table.summary,
                "seats": [
                    {**seat, "guest": guests.get((table.number, seat["seat"]))}
                    for seat in table.summary["seats"]
                ],
            }
            for table in self._door.tables
        ]

    def show(self) -> None:
        """Show the link, the QR code, the PIN and the people, with the host's controls."""
        if not notebook():
            write_line(str(self) if encodable("▀▄█") else self._text)
            return
        self._panel().show()

    def _ipython_display_(self) -> None:
        self.show()

    def _panel(self) -> Any:
        from skyjo_widget.serving.host_panel import HostPanel  # noqa: PLC0415  (loads ipywidgets)

        return HostPanel(self, self._door)

    def __repr__(self) -> str:
        name = type(self).__name__
        if not self.running:
            return f"<{name}: stopped>"
        here = sum(isinstance(role, Guest) for role in self._door.clients.values())
        return f"<{name} {self.link}, PIN {self.pin}: {here} connected>"

    def __str__(self) -> str:
        """Return the link, the QR code and the PIN, for a terminal."""
        code = io.StringIO()
        self._code().terminal(code, compact=True, border=2)
        return f"{self._text}\n{code.getvalue()}"

    # Helpers

    @property
    def _text(self) -> str:
        return f"{self.link}\nPIN {self.pin}"

    def _projector(self) -> ScreenPart:
        """Build what the projector shows beside the tables."""
        waiting = [guest.name for guest in self._door.guests if guest.place is None]
        return {
            "started": self.started,
            "pin": self.pin,
            "link": self.link,
            "qr": self.qr,
            "language": self._door.lang,
            "count": len(self._door.tables),
            "fewer": TABLES[self.sessions[0].history.game.name].kind == "grids",
            "standings": self._ranking(),
            "lobby": ["–"] * len(waiting) if self.hidden else waiting,
            "poll": None if self._poll is None else self._poll.on_wall(self._here),
        }

    @property
    def _here(self) -> int:
        """The number of guests with a connected device."""
        roles = list(self._door.clients.values())
        return len({role.guest for role in roles if isinstance(role, Guest)})

    def _ranking(self) -> list[Ranked]:
        """Return the standings across tables; there are none of one table."""
        return []

    def _session(self, table: int) -> Table:
        number, tables = whole_number("table", table), len(self._door.tables)
        if not 1 <= number <= tables:
            raise RulesError(
                "there is no table {number}: 1 to {tables}", number=number, tables=tables
            )
        return self._door.session(number)

    def _seat(self, seat: int, table: int) -> int:
        return seat_number(seat, [player.name for player in self._session(table).players])

    def _place(self, seat: int, table: int) -> Place:
        seat = self._seat(seat, table)
        if (table, seat) not in self._door.guests.places:
            raise RulesError(
                "seat {seat} of table {table} isn't for guests", seat=seat, table=table
            )
        return table, seat

    def _named(self, guest: str) -> Guest:
        member = self._door.guests.named(guest)
        if member is None:
            raise RulesError("there is no guest {guest!r}", guest=guest)
        return member


def _host_seat(session: Table, seat: int) -> int:
    """Check the host's own seat."""
    seat = seat_number(seat, [player.name for player in session.players])
    if session.players[seat].kind != "person":
        raise RulesError("a bot plays at seat {seat}: seat= is a person's, your own", seat=seat)
    return seat


def _title(title: Any) -> str:
    """Check a title of one line."""
    line = " ".join(plain_text(title, _("a title")).split())
    if len(line) > LONGEST_TITLE:
        raise RulesError(
            "title={title!r:.60}: at most {longest} signs", title=line, longest=LONGEST_TITLE
        )
    return line


def _texts(name: str, values: Any) -> list[str]:
    """Check a list of texts."""
    texts = list(values) if isinstance(values, Iterable) else [values]
    if not all(isinstance(text, str) for text in texts):
        raise RulesError("{name}={values!r:.60}: texts are needed", name=name, values=values)
    return texts
