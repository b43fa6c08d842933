"""A guest's device, to which messages are sent without ever waiting for it.

Messages are sent in their order.  Of the board only the newest state counts: one that a slow
device hasn't taken is replaced, so that nothing piles up.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from typing import TYPE_CHECKING, Any

from skyjo_widget.front.protocol.serving import GuestPoll, Lobby, ScreenPart
from skyjo_widget.serving import limits
from skyjo_widget.serving.connections import Connections, Peer
from skyjo_widget.serving.limits import BURST, RATE, UNDER_WAY, Bucket

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

WAITING = 64
"""Messages that may wait to be sent."""
CODES = {"malformed": 4000, "elsewhere": 4001, "removed": 4003, "fast": 4008, "late": 4009}
CODES |= {"stopped": 4010, "slow": 4011, "crowded": 4012}
"""The reasons for closing a socket, each with its code."""


class Client:
    """A socket of a guest.

    Parameters
    ----------
    socket : WebSocket
    loop : AbstractEventLoop
        The server's; what stands under "From any thread" may be called from other threads.
    connections : Connections
        Count it while it has no seat.
    """

    socket: WebSocket[Any]

    def __init__(
        self, socket: WebSocket, loop: asyncio.AbstractEventLoop, connections: Connections
    ) -> None:
        self.socket, self._loop, self._connections = socket, loop, connections
        self.peer: Peer = (socket.client.host, socket.client.port) if socket.client else ("", 0)
        self._late = self._hurry()
        self.rate: Bucket = Bucket(RATE, BURST)
        self.is_screen = False
        """True for the page on the projector, which shows all tables."""
        self.table: int | None = None
        """The number of the table that it shows; late views of another one are dropped."""
        self.gone: bool = False
        """True once its socket has closed."""
        self._messages: deque[dict[str, Any]] = deque()
        self._latest: dict[str, dict[str, Any]] = {}
        self._sent: dict[str, dict[str, Any]] = {}
        self._due = asyncio.Event()
        self._board: str | None = None
        self._closing: str | None = None
        self._under_way = 0

    # From any thread

    def post(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._call(self._post, message)

    def show(self, traits: dict[str, Any] | None, lobby: Lobby) -> None:
        """Show the newest state of the board, None for no board yet, and of the lobby."""
        self._call(self._show_board, traits, lobby)

    def show_screen(self, table: int, parts: dict[str, Any]) -> None:
        """Show the newest state of one of the tables on the projector."""
        self._call(self._show, {f"table {table}": parts})

    def show_hall(self, hall: ScreenPart) -> None:
        """Show what the projector has beside the tables."""
        self._call(self._show, {"screen": {"screen": hall}})

    def show_lobby(self, lobby: Lobby) -> None:
        """Show the newest state of the lobby to somebody without a seat."""
        self._call(self._show_board, None, lobby)

    def show_poll(self, poll: GuestPoll | None) -> None:
        """Show the class's question; None if there is none."""
        self._call(self._show, {"poll": {"poll": poll}})

    def close(self, why: str) -> None:
        """Close the socket with a reason, a key of `CODES`."""
        self._call(self._close, why)

    def done(self) -> None:
        """Count a message as dealt with."""
        self._call(self._done)

    def admit(self) -> None:
        """Let it stay: it has a seat, or watches, or waits for the host's answer."""
        self._call(self._admit)

    def dismiss(self) -> None:
        """Let it say again who it is, within the usual time."""
        self._call(self._dismiss)

    def _call(self, function: Any, *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(function, *arguments)

    # On the loop

    def _hurry(self) -> asyncio.TimerHandle:
        return self._loop.call_later(limits.FIRST_MESSAGE, self._close, "late")

    def _admit(self) -> None:
        self._late.cancel()
        if not self._closing:
            self._connections.admit(self.peer)

    def _dismiss(self) -> None:
        self._late.cancel()
        if not self.gone:
            self._late = self._hurry()
            self._connections.dismiss(self.peer)

    def leave(self) -> None:
        """Note that its socket has closed."""
        self.gone = True
        self._late.cancel()

    @property
    def closing(self) -> bool:
        """True if it is about to be closed by the server."""
        return self._closing is not None

    def begin(self) -> bool:
        """Count a message that is given to the table; False if too many wait already."""
        self._under_way += 1
        return self._under_way <= UNDER_WAY

    def _done(self) -> None:
        self._under_way -= 1

    def _show_board(self, traits: dict[str, Any] | None, lobby: Lobby) -> None:
        if lobby["table"] == self.table:
            if lobby["board"] != self._board:
                self._board = lobby["board"]
                self._sent.pop("state", None)  # the page forgets the other board
            self._show({"state": traits, "lobby": {"lobby": lobby}})

    def _post(self, message: dict[str, Any]) -> None:
        if self._closing:
            return
        if len(self._messages) >= WAITING:
            self._close("slow")
            return
        self._messages.append(message)
        self._due.set()

    def _show(self, parts: dict[str, Any]) -> None:
        if self._closing:
            return
        for key, part in parts.items():
            if part is None:
                self._latest.pop(key, None)
                self._sent.pop(key, None)
            else:
                self._latest[key] = part
        self._due.set()

    def _close(self, why: str) -> None:
        if self._closing:
            return
        self._closing = why
        self._connections.dismiss(self.peer)  # until it has really gone
        self._latest.clear()  # it isn't theirs any more
        self._due.set()

    async def send_all(self) -> None:
        """Send what there is to send until the socket closes."""
        try:
            while True:
                await self._due.wait()
                self._due.clear()
                while self._messages:
                    await self._send(self._messages.popleft())
                for key in sorted(self._latest):  # the lobby before the state
                    await self._send_part(key)
                if self._closing:
                    await self._end(self._closing)
                    return
        except TimeoutError:
            await self._end("slow")

    async def _send_part(self, key: str) -> None:
        latest = self._latest.get(key)
        if latest is None:
            return
        sent = self._sent.get(key, {})
        changed = {name: part for name, part in latest.items() if sent.get(name) != part}
        self._sent[key] = latest
        if not changed:
            return
        if key == "state":
            await self._send({"type": "state", "traits": changed})
        elif key in ("lobby", "poll"):
            await self._send({"type": key, **changed})
        elif key == "screen":
            await self._send({"type": "screen", **changed})
        else:
            table = int(key.removeprefix("table "))
            seats = changed.pop("seats", None)
            more = {} if seats is None else {"seats": seats}
            await self._send({"type": "screen table", "table": table, "traits": changed, **more})

    async def _send(self, message: dict[str, Any]) -> None:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        async with asyncio.timeout(limits.SEND):
            await self.socket.send_text(text)

    async def _end(self, why: str) -> None:
        with contextlib.suppress(Exception):  # it may be gone already
            async with asyncio.timeout(1):
                if why != "slow":
                    text = json.dumps({"type": "bye", "why": why})
                    await self.socket.send_text(text)
                await self.socket.close(CODES[why])
