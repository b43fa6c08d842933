"""The server's answers: one page, its script and style, and a socket for each guest.

Every answer forbids the browser anything from elsewhere.  A request must name a host that the
table is served at, and a socket must come from a page of that host: another site's page, or a name
that was pointed here, gets nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gzip
import hashlib
import json
from html import escape
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from skyjo_widget.front.js_bundle import guest_page, guest_style
from skyjo_widget.serving.addresses import LOOPBACK
from skyjo_widget.serving.client import Client
from skyjo_widget.serving.door import Door

FOREVER = "public, max-age=31536000, immutable"
LOCAL = {LOOPBACK, "localhost"}
SAFE = {
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>skyjo_widget</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.{style}.css">
</head>
<body>
<main id="guest" data-title="{title}"></main>
<noscript>This page needs JavaScript. – Cette page a besoin de JavaScript.</noscript>
<script type="module" src="app.{app}.js"></script>
</body>
</html>
"""


@functools.cache
def assets(title: str) -> dict[str, tuple[bytes, str]]:
    """Return the page and its parts by path: the body, compressed, and its type.

    Parameters
    ----------
    title : str
        What the page invites to.
    """
    script, style = guest_page().encode(), guest_style().encode()
    app, sheet = (hashlib.sha256(body).hexdigest()[:16] for body in (script, style))
    page = PAGE.format(app=app, style=sheet, title=escape(title)).encode()
    parts = {
        "/": (page, "text/html; charset=utf-8"),
        f"/app.{app}.js": (script, "text/javascript; charset=utf-8"),
        f"/style.{sheet}.css": (style, "text/css; charset=utf-8"),
    }
    return {path: (gzip.compress(body, mtime=0), kind) for path, (body, kind) in parts.items()}


def safe(request: Request) -> dict[str, str]:
    """Return the headers of every answer.

    Where its origin isn't trustworthy a browser logs the opener's policy as an error.  It names how
    it fetches (https://www.w3.org/TR/fetch-metadata/) only where it is: over https or on loopback.
    """
    host, _, _ = request.headers.get("host", "").partition(":")
    trustworthy = "sec-fetch-site" in request.headers or host in LOCAL
    return {**SAFE, "Cross-Origin-Opener-Policy": "same-origin"} if trustworthy else SAFE


def policy(host: str) -> str:
    """Return the content security policy of the page at a host."""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{host} wss://{host}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def make_app(door: Door, base: str = "") -> Starlette:
    """Make the application that serves tables.

    Parameters
    ----------
    door : Door
        Lets guests in.
    base : str
        The path before each of ours that a proxy may leave in place: ``"/services/skyjo"``.
    """
    parts = assets(door.title)

    async def page(request: Request) -> Response:
        host = request.headers.get("host", "")
        if not door.knows_host(host):
            raise HTTPException(421, "unknown host")
        body, kind = parts[request.scope["path"].removeprefix(base)]
        headers = {
            **safe(request),
            "Content-Encoding": "gzip",
            "Content-Security-Policy": policy(host),
            "Cache-Control": "no-cache" if kind.startswith("text/html") else FOREVER,
        }
        return Response(body, media_type=kind, headers=headers)

    async def talk(socket: WebSocket) -> None:
        host, origin = socket.headers.get("host", ""), socket.headers.get("origin", "")
        if not door.knows_host(host) or _host_of(origin) != host:
            await socket.close(1008)
            return
        await socket.accept()
        client = Client(socket, asyncio.get_running_loop(), door.connections)
        sending = asyncio.create_task(_send(client))
        listening = asyncio.create_task(_listen(door, client))
        try:  # a phone that takes nothing is no longer listened to either
            await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            client.leave()
            door.leave(client)
            if client.closing:
                await asyncio.wait({sending}, timeout=2)
            sending.cancel()
            listening.cancel()
        with contextlib.suppress(WebSocketDisconnect, asyncio.CancelledError):
            await listening

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        headers = {**safe(request), "Content-Security-Policy": "default-src 'none'"}
        headers["Cache-Control"] = "no-store"
        return PlainTextResponse(
            error.detail, error.status_code, {**headers, **(error.headers or {})}
        )

    async def add_slash(_request: Request) -> Response:
        return RedirectResponse(f"{base}/", headers=SAFE)

    routes: list[BaseRoute] = [Route(base, add_slash)] if base else []
    for before in {"", base}:
        routes += [Route(f"{before}{path}", page) for path in parts]
        routes.append(WebSocketRoute(f"{before}/ws", talk))
    app = Starlette(routes=routes, exception_handlers={HTTPException: refuse})
    app.router.redirect_slashes = False  # it would send browsers to any host
    return app


def _host_of(origin: str) -> str | None:
    """Return the host that a page comes from; None if that is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def _send(client: Client) -> None:
    """Send what a client is to show until its socket closes."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the reader notices too
        await client.send_all()


async def _listen(door: Door, client: Client) -> None:
    """Read a socket until it closes."""
    while (message := await _read(client)) is not None:
        if not client.rate.take():
            client.close("fast")
            return
        if client.closing:
            return
        if message["type"] == "ping":
            client.post({"type": "pong"})
        elif not door.knows(client):
            await door.greet(client, message)
        elif not client.begin():
            client.close("fast")
            return
        else:
            door.receive(client, message)
    client.close("malformed")


async def _read(client: Client) -> dict[str, Any] | None:
    """Return a socket's next message; None if it is none.  Raises `WebSocketDisconnect`."""
    raw = await client.socket.receive()
    if raw["type"] != "websocket.receive":
        raise WebSocketDisconnect(raw.get("code", 1006))
    try:
        message = json.loads(raw.get("text") or "")
        json.dumps(message, ensure_ascii=False).encode()  # half a character is no text
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return None
    return message
