"""The server: uvicorn on a thread of its own, with its own loop."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import socket
import sys
import threading
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from skyjo_widget.errors import RulesError
from skyjo_widget.serving import limits
from skyjo_widget.serving.connections import Connections
from skyjo_widget.serving.limits import BURST, MESSAGE_BYTES, RATE, Bucket
from skyjo_widget.util.files import reason

TURN = 0.001
"""Seconds after which Python's threads take turns while a table is served: with the usual five, an
answer that passes three threads would wait for a cell that works."""
BACKLOG = 128
"""Connections that are accepted at once: each is a file, of which a process has few."""
PING = 20.0
"""Seconds after which a silent socket is asked whether it is still there, and for its answer."""

NOBODY = ("", 0)
"""The other side of a connection that has ended before it was met."""

_usual: list[float] = []
"""The intervals before each running server."""


class _Http(H11Protocol):
    """A connection of a browser, which ends if it asks for nothing, or never ends."""

    def __init__(self, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
        self._all = connections

    def connection_made(self, transport: Any) -> None:
        """Count it, and set the times at which it ends."""
        super().connection_made(transport)
        self._all.begin(self.client or NOBODY, transport)
        self.loop.call_later(limits.FIRST_MESSAGE, self._end, False)
        self.loop.call_later(limits.PAGE, self._end, True)

    def _end(self, always: bool) -> None:
        if self.transport.get_protocol() is self and (always or self.cycle is None):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        super().connection_lost(exc)
        self._all.end(self.client or NOBODY)


class _Socket(WebSocketsSansIOProtocol):
    """A socket whose end doesn't wait for a device that takes nothing."""

    def __init__(self, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
        self._all = connections
        self.conn.debug = False  # its log would have the tokens
        self._pings = Bucket(RATE, BURST)

    def handle_ping(self) -> None:
        """Answer a ping; browsers send none."""
        if self._pings.take():
            super().handle_ping()
        else:  # its answers would be kept until it reads
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """End a socket that hasn't answered."""
        super().keepalive_timeout()
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        super().connection_lost(exc)
        self._all.end(self.client or NOBODY)

    async def run_asgi(self) -> None:
        """Talk to the device; what it hasn't taken some seconds after the end is dropped."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(limits.END, self.transport.abort)


class Server:
    """A server of an ASGI application.

    Parameters
    ----------
    app : callable
        The application.
    connections : Connections
        Counts who is connected.
    host : str
        The address that it binds to.
    port : int
        0 for a free one.

    Attributes
    ----------
    port : int
        The one that it has.
    loop : AbstractEventLoop
        Its loop, once it has started.

    Raises
    ------
    RulesError
        If the port is taken, or the address isn't one of this machine.
    """

    def __init__(self, app: Any, connections: Connections, host: str, port: int = 0) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would take the port from another program
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((host, port))
            self._socket.listen()  # phones that come before the loop runs only wait
        except (OSError, OverflowError, TypeError, ValueError) as error:  # or no address at all
            self._socket.close()
            raise RulesError(
                "port {port} of {host} can't be served: {error}; without port= a free one is taken",
                port=port,
                host=host,
                error=reason(error),
            ) from error
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            http=functools.partial(_Http, connections),  # type: ignore[arg-type]
            ws=functools.partial(_Socket, connections),  # type: ignore[arg-type]
            ws_max_size=MESSAGE_BYTES,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            ws_per_message_deflate=False,  # a third of a megabyte a socket
            backlog=BACKLOG,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        self._began = threading.Event()
        self.loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=self._run, name="skyjo-serve", daemon=True)
        self._thread.start()
        self._began.wait()
        _usual.append(sys.getswitchinterval())
        sys.setswitchinterval(TURN)

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            self.loop.call_soon(self._began.set)
            await self._server.serve(sockets=[self._socket])

        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(serve())

    def stop(self) -> None:
        """Stop serving; sockets are closed."""
        self._server.should_exit = True
        if threading.current_thread() is not self._thread:
            self._thread.join(10)
        self._socket.close()
        sys.setswitchinterval(_usual.pop())
