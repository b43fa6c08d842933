"""The server: uvicorn on a thread of its own, with its own loop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
import threading
from typing import Any

import uvicorn

from skyjo_widget.errors import RulesError
from skyjo_widget.serving.limits import MESSAGE_BYTES, SOCKETS

TURN = 0.001
"""Seconds after which Python's threads take turns while a table is served: with the usual five, an
answer that passes three threads would wait for a cell that works."""
PING = 20.0
"""Seconds after which a silent socket is asked whether it is still there, and for its answer."""

_usual: list[float] = []
"""The intervals before each running server."""


class Server:
    """A server of an ASGI application.

    Parameters
    ----------
    app : callable
        The application.
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

    def __init__(self, app: Any, host: str, port: int = 0) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((host, port))
        except OSError as error:
            self._socket.close()
            raise RulesError(
                f"port {port} of {host} can't be served: {error.strerror}; "
                "without port= a free one is taken"
            ) from error
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            app,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=MESSAGE_BYTES,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            ws_per_message_deflate=False,  # a third of a megabyte a socket
            limit_concurrency=2 * SOCKETS,
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
