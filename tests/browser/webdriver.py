"""Firefox over WebDriver BiDi and WebKitGTK over WebKitWebDriver, each as it is installed.

Playwright drives neither as a system has it: its BiDi asks for what Firefox 153 doesn't know yet.
A `WebPage` has those of its methods that `tests.browser.lab` uses.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from websockets.sync.client import ClientConnection, connect

from scripts import browsers
from tests.browser.driver import PATIENCE
from tests.browser.lab import end, free_port

T = TypeVar("T")
WIDTH, HEIGHT = 390, 844
KEYS = {  # https://www.w3.org/TR/webdriver2/#keyboard-actions
    "Tab": "\ue004",
    "Enter": "\ue006",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Escape": "\ue00c",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
# The middle of an element that has come to rest and that nothing covers.
_MIDDLE = """async (selector) => {
    const element = document.querySelector(selector);
    if (!element) return null;
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    const before = element.getBoundingClientRect();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const { x, y, width, height } = element.getBoundingClientRect();
    if (x !== before.x || y !== before.y || !width) return null;
    const middle = [Math.round(x + width / 2), Math.round(y + height / 2)];
    const top = document.elementFromPoint(...middle);
    return top && (element.contains(top) || top.contains(element)) ? middle : null;
}"""


def proxy(address: str) -> dict[str, Any]:
    """Return a proxy by which a browser reaches one address and this machine, and nothing else."""
    nowhere = "127.0.0.1:9"
    return {
        "proxyType": "manual",
        "httpProxy": nowhere,
        "sslProxy": nowhere,
        "noProxy": ["127.0.0.1", address],
    }


class WebPage:
    """A page of a browser, as large as a phone.

    Parameters
    ----------
    pointer : str
        ``"touch"`` or ``"mouse"``: what `tap` uses.
    back : str
        The key to what lies before the focus.

    Attributes
    ----------
    errors : list of str
        What the page has reported as an error; only Firefox tells.
    """

    def __init__(self, pointer: str, back: str) -> None:
        self._pointer, self.back = pointer, back
        self.errors: list[str] = []

    def open(self, **_options: Any) -> WebPage:
        """Return itself: it is the browser's only page."""
        return self

    def goto(self, address: str) -> None:
        """Open an address."""
        raise NotImplementedError

    def picture(self) -> bytes:
        """Return a PNG of what is seen."""
        raise NotImplementedError

    def run(self, expression: str) -> str | None:
        """Return the text that an expression promises."""
        raise NotImplementedError

    def act(self, device: dict[str, Any]) -> None:
        """Do what a device of input does."""
        raise NotImplementedError

    def on(self, _event: str, _handler: Callable[..., None]) -> None:
        """Hear nothing: only Playwright's pages tell of frames and errors."""

    def evaluate(self, code: str, value: Any = None) -> Any:
        """Return what an expression comes to; a function is called with a value."""
        call = f'typeof code === "function" ? code({json.dumps(value)}) : code'
        text = self.run(f"(async (code) => JSON.stringify(await ({call})))({code})")
        return None if text is None else json.loads(text)

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Wait."""
        time.sleep(milliseconds / 1000)

    def wait_for(self, code: str, value: Any = None) -> Any:
        """Evaluate again and again until what comes is true, and return it."""
        until = time.monotonic() + PATIENCE
        while not (answer := self.evaluate(code, value)):
            if time.monotonic() > until:
                raise AssertionError(f"not in {PATIENCE} s: {code} {value}")
            time.sleep(0.05)
        return answer

    def wait_for_selector(self, selector: str, **_state: str) -> None:
        """Wait until there is such an element."""
        self.wait_for("(selector) => document.querySelector(selector) !== null", selector)

    def tap(self, selector: str) -> None:
        """Touch or click the first element of a selector, once it can be."""
        x, y = self.wait_for(_MIDDLE, selector)
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        kind = {"pointerType": self._pointer}
        self.act({"type": "pointer", "id": "pointer", "parameters": kind, "actions": moves})

    def press(self, chord: str) -> None:
        """Press a key, with others as in ``"Shift+Tab"``."""
        keys = [KEYS.get(key, key) for key in chord.split("+")]
        down = [{"type": "keyDown", "value": key} for key in keys]
        up = [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.act({"type": "key", "id": "keys", "actions": down + up})


class FirefoxPage(WebPage):
    """A page of Firefox.

    Parameters
    ----------
    socket : websockets.sync.client.ClientConnection
        To the browser's remote agent.
    address : str
        This machine's, which the page may reach.
    """

    def __init__(self, socket: ClientConnection, address: str) -> None:
        # Tab would go on to Firefox's own bars, and no key of WebDriver comes back from there.
        super().__init__("touch", back="Shift+Tab")
        self._socket, self._number = socket, 0
        session = self._ask("session.new", capabilities={"alwaysMatch": {"proxy": proxy(address)}})
        self.version = session["capabilities"]["browserVersion"]
        self._ask("session.subscribe", events=["log.entryAdded"])
        # The first tab has no focus, so that Enter would press no button.
        self._at = {"context": self._ask("browsingContext.create", type="tab")["context"]}
        size = {"width": WIDTH, "height": HEIGHT}
        self._ask("browsingContext.setViewport", **self._at, viewport=size)

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(command))
        while True:
            answer = json.loads(self._socket.recv(PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(answer["params"]["text"])
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def goto(self, address: str) -> None:
        """Open an address."""
        self._ask("browsingContext.navigate", **self._at, url=address, wait="complete")

    def picture(self) -> bytes:
        """Return a PNG of what is seen."""
        return base64.b64decode(self._ask("browsingContext.captureScreenshot", **self._at)["data"])

    def run(self, expression: str) -> str | None:
        """Return the text that an expression promises."""
        parameters = {"expression": expression, "target": self._at, "awaitPromise": True}
        answer = self._ask("script.evaluate", **parameters)
        assert answer["type"] == "success", answer
        text: str | None = answer["result"].get("value")
        return text

    def act(self, device: dict[str, Any]) -> None:
        """Do what a device of input does."""
        self._ask("input.performActions", **self._at, actions=[device])


class WebKitPage(WebPage):
    """A page of WebKitGTK, whose driver makes a touch a click.

    Parameters
    ----------
    driver : str
        The address of WebKitWebDriver.
    browser : str
        The path of the browser that it starts.
    address : str
        This machine's, which the page may reach.
    """

    def __init__(self, driver: str, browser: str, address: str) -> None:
        super().__init__("mouse", back="Tab")  # goes round; with Shift it goes nowhere
        self._session = f"{driver}/session"
        start = {"binary": browser, "args": ["--automation", "--full-screen"]}  # without its bars
        wanted = {"proxy": proxy(address), "webkitgtk:browserOptions": start}
        wanted["timeouts"] = {"script": PATIENCE * 1000}
        session = self._ask("", capabilities={"alwaysMatch": wanted})
        self.version = session["capabilities"]["browserVersion"]
        self._session += f"/{session['sessionId']}"
        self._ask("/window/rect", width=WIDTH, height=HEIGHT)

    def _ask(self, path: str, method: str | None = None, **parameters: Any) -> Any:
        data = json.dumps(parameters).encode() if parameters else None
        request = urllib.request.Request(self._session + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def goto(self, address: str) -> None:
        """Open an address."""
        self._ask("/url", url=address)

    def picture(self) -> bytes:
        """Return a PNG of what is seen."""
        return base64.b64decode(self._ask("/screenshot"))

    def run(self, expression: str) -> str | None:
        """Return the text that an expression promises."""
        script = f"const done = arguments[0]; ({expression}).then(done, (e) => done('!' + e));"
        text: str | None = self._ask("/execute/async", script=script, args=[])
        assert not (text or "").startswith("!"), text
        return text

    def act(self, device: dict[str, Any]) -> None:
        """Do what a device of input does."""
        self._ask("/actions", actions=[device])

    def close(self) -> None:
        """End the browser."""
        self._ask("", "DELETE")


@contextlib.contextmanager
def firefox(folder: Path, address: str) -> Iterator[WebPage]:
    """Give a page of Firefox, whose profile lies in a folder."""
    path = browsers.find("firefox-esr")
    assert path
    command = [path, "--headless", "--no-remote", "--profile", str(folder)]
    command += ["--remote-debugging-port", "0"]
    with contextlib.ExitStack() as started:
        _start(started, command, stderr=subprocess.DEVNULL)
        note = folder / "WebDriverBiDiServer.json"
        port = _wait(lambda: json.loads(note.read_text("utf-8"))["ws_port"])
        with connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None) as socket:
            yield FirefoxPage(socket, address)


@contextlib.contextmanager
def webkit(folder: Path, address: str) -> Iterator[WebPage]:
    """Give a page of WebKitGTK, which keeps what it has in a folder."""
    browser, screen, driver = browsers.find_view(), *map(browsers.find, ("Xvfb", "WebKitWebDriver"))
    assert browser
    assert screen
    assert driver
    read, write = os.pipe()
    size = f"{WIDTH}x{HEIGHT}x24"
    command = [screen, "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"]
    with contextlib.ExitStack() as started:
        _start(started, command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as display:
            environment = {**os.environ, "DISPLAY": f":{display.readline().strip()}"}
        environment |= {f"XDG_{kind}_HOME": str(folder) for kind in ("CACHE", "CONFIG", "DATA")}
        place = f"127.0.0.1:{free_port()}"
        _start(started, [driver, f"--port={place.partition(':')[2]}"], env=environment)
        _wait(lambda: urllib.request.urlopen(f"http://{place}/status", timeout=10).close() or True)
        page = WebKitPage(f"http://{place}", browser, address)
        started.callback(page.close)
        yield page


def _start(started: contextlib.ExitStack, command: list[str], **options: Any) -> None:
    """Start a program that ends with others."""
    started.callback(end, subprocess.Popen(command, **options))


def _wait(ask: Callable[[], T]) -> T:
    """Ask a program that starts until it answers, and return that."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except (OSError, ValueError):
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
