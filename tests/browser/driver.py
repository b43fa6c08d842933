"""The Chromium of the tests: it reaches this machine and nothing else."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, WebSocket

from tests.browser.checks import HOLES

T = TypeVar("T")

PATIENCE = 60
"""Seconds that a test waits for anything: how busy the machine is decides nothing."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


class Chromium:
    """A browser that opens pages and remembers every address that wasn't here.

    Attributes
    ----------
    outside : list of str
        What was asked for from anywhere but this machine.
    holes : list of str
        What pages showed of values that weren't there, when they were closed.
    sent : list of dict
        What phones sent to their table.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.outside: list[str] = []
        self.holes: list[str] = []
        self.sent: list[dict[str, Any]] = []

    def open(self, *, width: int = 1000, height: int = 900, **context: Any) -> Page:
        """Open an empty page in a context of its own; options as Playwright's contexts."""
        made = self.browser.new_context(viewport={"width": width, "height": height}, **context)
        made.on("request", lambda request: self._note(request.url))
        made.set_default_timeout(PATIENCE * 1000)
        page = made.new_page()
        page.on("websocket", self._hear)
        return page

    def close_pages(self) -> None:
        """Close all pages that are open."""
        for context in self.browser.contexts:
            self.close(context)

    def close(self, context: BrowserContext) -> None:
        """Close a context's pages, after a last look at what they show."""
        for page in context.pages:
            for frame in page.frames:
                with contextlib.suppress(Error):  # a page that is being left
                    self.holes += frame.evaluate(HOLES)
        context.close()

    def _hear(self, socket: WebSocket) -> None:
        self._note(socket.url)
        if urlsplit(socket.url).path.endswith("/ws"):
            socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def _note(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in {
            "127.0.0.1",
            "localhost",
        }:
            self.outside.append(address)


def collect_errors(page: Page) -> list[str]:
    """Give a list that grows with what the page reports as an error; it is printed too."""
    errors: list[str] = []

    def keep(text: str) -> None:
        errors.append(text)
        print(text)  # pytest shows it if the test fails

    page.on("pageerror", lambda error: keep(f"{error}\n{error.stack or ''}"))
    page.on("console", lambda message: keep(message.text) if message.type == "error" else None)
    return errors


def settle(page: Page, session: Any) -> None:
    """Wait until a page shows its table's state, whichever that is by then."""
    until(page, lambda: page.locator(f'.sjw[data-state="{session.state}"]').is_visible())


def until(page: Page, check: Callable[[], T], *, what: str = "") -> T:
    """Ask again and again until the answer is true, and give it.

    For what is not in the page: a click is done when Python says so.
    """
    end = time.monotonic() + PATIENCE
    while not (answer := check()):
        if time.monotonic() > end:
            raise AssertionError(f"not in {PATIENCE} s: {what or check}")
        page.wait_for_timeout(20)  # the page goes on meanwhile
    return answer
