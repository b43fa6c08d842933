"""A served table: one thread that does what guests ask, paces the bots, and shows the result.

Guests' sockets live on the server's loop, which never waits for a table: it puts messages into the
table's queue, and gets back what each device is to show.
"""

from __future__ import annotations

import dataclasses
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import PolicyError
from skyjo_widget.front.protocol.serving import Lobby, LobbySeat, TableSummary
from skyjo_widget.records.header import Player
from skyjo_widget.serving.client import Client
from skyjo_widget.serving.delay import PublicViews
from skyjo_widget.serving.guest_board import GuestBoard, public_view, shared_traits
from skyjo_widget.serving.guests import Guests
from skyjo_widget.serving.limits import WRITE_AGAIN, WRITES, Bucket
from skyjo_widget.serving.names import alias, masked, names_of
from skyjo_widget.table.hooks import MakePanel
from skyjo_widget.table.screen import Served
from skyjo_widget.table.table import Table
from skyjo_widget.util.messages import warn

AGAIN = 5.0
"""Seconds after which a bot's move is tried again that couldn't be made."""
Job = Callable[[], None]


class Settings:
    """The host's decisions for all tables.

    Attributes
    ----------
    started : bool
        Whether people play; before that they gather.
    hidden : bool
        Whether names are replaced by the players' numbers.
    may : frozenset of str
        Rights of guests beyond playing: some of `GIFTS`.
    delayed : bool
        Whether spectators see each round only when it is over.
    panels : dict of str to callable
        The panels that guests have besides predictions, with what makes them.
    tables : int
        The number of tables.
    """

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.started = self.hidden = self.delayed = False
        self.may: frozenset[str] = frozenset()
        self.panels: dict[str, MakePanel] = {}


@dataclasses.dataclass
class _Look:
    """A device that looks at the table."""

    client: Client
    board: GuestBoard | None
    """None for a spectator."""
    pressing: bool = False
    """True while a button of a panel is at work: what comes meanwhile waits in `later`."""
    later: deque[dict[str, Any]] = dataclasses.field(default_factory=deque)


class ServedTable:
    """A session whose people sit at devices of their own.

    Parameters
    ----------
    session : Table
        The table.
    number : int
        From 1; its number in a class.
    settings : Settings
        The host's.
    guests : Guests
        Whoever sits here or elsewhere.
    host : int or None
        The host's own seat.
    on_change : callable
        Called on this table's thread after what it shows has changed.
    """

    session: Table
    number: int
    host: int | None

    def __init__(
        self,
        session: Table,
        number: int,
        settings: Settings,
        guests: Guests,
        *,
        host: int | None,
        on_change: Callable[[], None],
    ) -> None:
        self.session, self.number, self.host = session, number, host
        self._settings, self._guests, self._on_change = settings, guests, on_change
        self._writes = [Bucket(1 / WRITE_AGAIN, WRITES) for _ in session.players]
        self._looks: dict[Client, _Look] = {}
        self._ready: set[int] = set()
        self._round = ("", 0)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._changed, self._changed_at = True, time.monotonic()
        self._answered: set[Client] = set()
        self._public = PublicViews()
        self._spectators_view: dict[str, Any] | None = None
        """The traits that spectators see."""
        with session.parts.game.lock:
            self.summary: TableSummary = self._summary()
            """The table in a few words, for the host and the lobby."""
        session.parts.screen.serve_at(Served(host))
        self._leave = session.parts.game.on_change(self._follow)
        self._thread = threading.Thread(
            target=self._work, name=f"skyjo-table-{number}", daemon=True
        )
        self._thread.start()
        # A panel may compute for seconds; the table doesn't wait.
        self._aside = ThreadPoolExecutor(1, thread_name_prefix=f"skyjo-aside-{number}")

    def close(self) -> None:
        """End the service; the session is played at its own screen again."""
        self._leave()
        self._aside.shutdown(wait=False, cancel_futures=True)
        self._jobs.put(None)
        if threading.current_thread() is not self._thread:
            self._thread.join(10)
        self.session.parts.screen.serve_at(None)

    # From the server's loop, and from the host

    def enter(self, client: Client, seat: int | None, lang: str) -> None:
        """Show the table to a device: a seat's own, or a spectator's."""
        self._jobs.put(lambda: self._enter(client, seat, lang))

    def leave(self, client: Client) -> None:
        """Show it no longer."""
        self._jobs.put(lambda: self._exit(client))

    def receive(self, client: Client, message: dict[str, Any]) -> None:
        """Do what a device asks for."""
        self._jobs.put(lambda: self._receive(client, message))

    def refresh(self) -> None:
        """Show everybody the table again: the host has changed a setting."""
        self._jobs.put(self._touch)

    def may_write(self, seat: int) -> bool:
        """Count something that a seat's guest writes; False if it is too much."""
        return self._writes[seat].take()

    # On the table's thread

    def _work(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=self._seconds_left())
            except queue.Empty:
                job = self._step
            if job is None:
                return
            try:
                job()
                self._show()
            except Exception as error:  # the table goes on
                warn(
                    "table {number}: {kind}: {error}",
                    number=self.number,
                    kind=type(error).__name__,
                    error=error,
                )

    def _follow(self) -> None:
        """Follow a change of the game, on whichever thread it was made."""
        self._changed, self._changed_at = True, time.monotonic()
        if threading.current_thread() is not self._thread:
            self._jobs.put(lambda: None)

    def _touch(self) -> None:
        self._changed = True

    def _seconds_left(self) -> float | None:
        """Return the seconds until the next move of a bot, or the next delayed view."""
        waits = []
        session, now = self.session, time.monotonic()
        if self._bots_play and session.waiting == "bot":
            waits.append(self._changed_at + session.pace / 1000 - now)
        if (due := self._public.due(self._round[1])) is not None:
            waits.append(due - now)
        return max(0.0, min(waits)) if waits else None

    def _step(self) -> None:
        """Let a bot move if it is due; the wait was for that, or for a delayed view."""
        session = self.session
        due = self._changed_at + session.pace / 1000 <= time.monotonic() + 0.001
        if not (due and self._bots_play):
            return
        try:
            with session.parts.game.lock:
                if session.waiting == "bot":
                    session.step()
        except PolicyError:
            pass  # the host's board shows it
        except Exception:
            self._changed_at = time.monotonic() + AGAIN
            raise

    def _enter(self, client: Client, seat: int | None, lang: str) -> None:
        if client.gone:
            return
        board = None
        if seat is not None:
            board = GuestBoard(
                self.session,
                seat,
                lang,
                may=lambda: self._settings.may,
                offered=lambda: self._settings.panels,
                on_coach=self.refresh,
                on_ready=lambda: self._note_ready(seat),
                may_write=lambda: self.may_write(seat),
                table=self.number,
            )
        self._looks[client] = _Look(client, board)
        self._changed = True

    def _exit(self, client: Client) -> None:
        if self._looks.pop(client, None):
            self._changed = True
            self._go_on()

    def _receive(self, client: Client, message: dict[str, Any]) -> None:
        look, kind = self._looks.get(client), message["type"]
        if look and look.pressing:
            look.later.append(message)
            return
        client.done()
        if look is None or look.board is None or self._is_closed:
            return
        if message.get("board", look.board.board) != look.board.board:
            return  # it was meant for another seat, or another game
        if kind == "present":
            client.post({"type": "custom", "content": self._present(look.board, message)})
        elif not self._settings.started and kind not in ("set", "note", "whole note"):
            return  # the lobby has no board yet
        elif kind == "panel":
            look.pressing = True
            self._aside.submit(self._press, look, look.board, message)
        else:
            look.board.receive(message)
            self._answered.add(client)

    def _press(self, look: _Look, board: GuestBoard, message: dict[str, Any]) -> None:
        """Press a button of a panel, on the thread for that."""
        try:
            file = board.press(message)
            if file:
                look.client.post({"type": "custom", "content": file})
        except Exception as error:  # the table goes on
            warn(
                "table {number}: {kind}: {error}",
                number=self.number,
                kind=type(error).__name__,
                error=error,
            )
        finally:
            self._jobs.put(lambda: self._pressed(look))

    def _pressed(self, look: _Look) -> None:
        """Show what came of it, and do what has come since."""
        look.pressing = False
        self._answered.add(look.client)
        later = list(look.later)
        look.later.clear()
        for message in later:
            self._receive(look.client, message)

    def _present(self, board: GuestBoard, message: dict[str, Any]) -> View:
        number = message.get("id")
        answer = {"type": "present", "id": number if type(number) is int else None}
        if not self._settings.started:
            return {**answer, "state": None}  # the lobby has no board yet
        with self.session.parts.game.lock:
            traits = board.traits(shared_traits(self.session))
        view = traits["view"]
        fresh = (message.get("state"), message.get("answer")) == (view["state"], view["answer"])
        state = None if fresh else self._masked(traits, board.seat)
        return {**answer, "state": state}

    # Ready for the next round

    def _note_ready(self, seat: int) -> None:
        self._ready.add(seat)
        self._changed = True
        self._go_on()

    def _go_on(self) -> None:
        """Deal the next round when everybody who is here is ready."""
        here = self._here()
        with self.session.parts.game.lock:
            if self.session.waiting == "next round" and here and here <= self._ready:
                self.session.next_round()

    def _here(self) -> set[int]:
        return {look.board.seat for look in self._looks.values() if look.board}

    # Showing

    def _show(self) -> None:
        """Send each device what it is to show, if there is anything new."""
        changed, self._changed = self._changed, False
        whom = list(self._looks) if changed else [c for c in self._answered if c in self._looks]
        answered, self._answered = self._answered, set()
        session = self.session
        sent: list[tuple[Client, dict[str, Any]]] = []
        public: dict[str, Any] | None = None
        with session.parts.game.lock:
            now_round = (session.history.header["game_id"], session.history.state.round)
            if self._round != now_round:
                self._start_round(now_round)
            shared = shared_traits(session) if whom else {}
            for client in whom:
                board = self._looks[client].board
                if board is None:
                    public = public or {"view": public_view(session), **shared}
                    continue
                if client not in answered:
                    board.forget_error()
                board.show_names(self._names_for(board.seat))
                sent.append((client, self._masked(board.traits(shared), board.seat)))
            self.summary = self._summary()
        if public is not None:
            self._public.add(self._round[1], public, delayed=self._settings.delayed)
            self._show_screens(self._masked(public, None))
        started = self._settings.started and not self._is_closed
        for client, traits in sent:
            client.show(traits if started else None, self.lobby(client))
        at_once = not self._settings.delayed or session.over
        view = self._public.take(self._round[1], at_once=at_once)
        if view is not None:
            self._spectators_view = view
        watching = [
            client for client in (whom if view is None else self._looks) if self._watches(client)
        ]
        if watching:  # a delayed view stays until the next one
            seen = self._masked(self._spectators_view, None) if started else None
            for client in watching:
                client.show(seen, self.lobby(client))
        if changed:
            self._on_change()

    def _show_screens(self, public: dict[str, Any]) -> None:
        """Show the projector what everybody may see."""
        seats = self._masked({"seats": self.summary["seats"]}, None)
        traits = public if self._settings.started else {}
        if self._is_closed:
            traits = {"closed": True}
        for client in self._looks:
            if client.is_screen:
                client.show_screen(self.number, {**seats, **traits})

    def _start_round(self, now: tuple[str, int]) -> None:
        self._round = now
        self._ready.clear()
        self._public.start_round()

    def _watches(self, client: Client) -> bool:
        """Return whether a device is a spectator's."""
        return self._looks[client].board is None and not client.is_screen

    def _masked(self, traits: Any, seat: int | None) -> Any:
        if not self._settings.hidden:
            return traits
        return masked(traits, names_of(self.session.history), seat)

    def _names_for(self, seat: int) -> list[str] | None:
        """Return the names that a seat's panels show; None for the players' own."""
        if not self._settings.hidden:
            return None
        players = enumerate(self.session.players)
        return [player.name if at == seat else alias(at) for at, player in players]

    @property
    def _bots_play(self) -> bool:
        return self._settings.started and not self._is_closed and self.session.pace >= 0

    @property
    def _is_closed(self) -> bool:
        """True once the game was loaded again: it goes on elsewhere, and nobody plays here."""
        trouble = self.session.trouble
        return trouble is not None and trouble.reason == "moved"

    def _summary(self) -> TableSummary:
        session, here = self.session, self._here()
        return {
            "table": self.number,
            "waiting": session.waiting,
            "round": session.history.state.round,
            "over": session.over,
            "seats": [
                {
                    "seat": seat,
                    "name": "" if self._is_free(seat, player) else player.name,
                    "kind": player.kind,
                    "here": player.kind == "bot" or seat == self.host or seat in here,
                    "host": seat == self.host,
                    "turn": seat == session.seat,
                    "ready": seat in self._ready,
                }
                for seat, player in enumerate(session.players)
            ],
        }

    def _is_free(self, seat: int, player: Player) -> bool:
        """Return whether nobody has had a seat of a class yet."""
        nobody = seat != self.host and self._guests.at((self.number, seat)) is None
        return nobody and player.kind == "person" and player.name == alias(seat)

    def lobby(self, client: Client) -> Lobby:
        """Build what a device is told of the people at this table."""
        look = self._looks[client]
        own = None if look.board is None else look.board.seat
        seats: list[LobbySeat] = [
            {**seat, "me": seat["seat"] == own} for seat in self.summary["seats"]
        ]
        lobby: Lobby = {
            "started": self._settings.started,
            "language": self.session.lang,
            "tables": self._settings.tables,
            "table": self.number,
            "seat": own,
            "board": look.board.board if look.board and not self._is_closed else None,
            "lost": "closed" if self._is_closed else "",
            "free": False,
            "name": "" if own is None else self.session.players[own].name,
            "ready": own in self._ready,
            "seats": seats,
        }
        seen: Lobby = self._masked(lobby, own)
        return seen
