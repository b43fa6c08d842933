"""A page that shows a live Python widget without Jupyter.

The widget speaks as it does in a notebook, through its comm: what it sends goes to
the page as server-sent events, what the page sends is handled on another thread,
as in JupyterLab.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
import traceback
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

from comm.base_comm import BaseComm
from playwright.sync_api import Locator

from tests.browser.driver import Chromium, T, collect_errors, until

HOST = Path(__file__).with_name("host.js")
HTML = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A widget</title><link rel="icon" href="data:,">
<style>
  body { margin: 8px; font: 14px sans-serif;
    color: var(--jp-ui-font-color1); background: var(--jp-layout-color0); }
  [data-jp-theme-light="true"] { color-scheme: light;
    --jp-layout-color0: white; --jp-layout-color1: white; --jp-layout-color2: #eeeeee;
    --jp-layout-color3: #bdbdbd; --jp-border-color1: #bdbdbd; --jp-border-color2: #e0e0e0;
    --jp-ui-font-color0: rgba(0,0,0,1); --jp-ui-font-color1: rgba(0,0,0,.87);
    --jp-ui-font-color2: rgba(0,0,0,.54); --jp-brand-color1: #1976d2; --jp-error-color1: #d32f2f; }
  [data-jp-theme-light="false"] { color-scheme: dark;
    --jp-layout-color0: #111111; --jp-layout-color1: #212121; --jp-layout-color2: #424242;
    --jp-layout-color3: #616161; --jp-border-color1: #616161; --jp-border-color2: #424242;
    --jp-ui-font-color0: rgba(255,255,255,1); --jp-ui-font-color1: rgba(255,255,255,.87);
    --jp-ui-font-color2: rgba(255,255,255,.54); --jp-brand-color1: #2196f3;
    --jp-error-color1: #d32f2f; }
</style></head>
<body class="jp-ThemedContainer" data-jp-theme-light="LIGHT"><div id="views"></div>
<script type="module" src="/host.js"></script></body></html>
"""


class _Comm(BaseComm):
    """A widget's channel, with the page's server at its other end."""

    def __init__(self, server: _Server) -> None:
        self.server = server
        super().__init__(target_name="jupyter.widget")

    def publish_msg(
        self,
        msg_type: str,
        data: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,
        buffers: list[bytes] | None = None,
        **keys: Any,
    ) -> None:
        if buffers:
            raise NotImplementedError("this page takes no binary data")
        if msg_type == "comm_msg" and data:
            self.server.push(data)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, widget: Any, light: bool, policy: str) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.policy = policy
        self.losing: set[str] = set()  # methods of messages that get lost, either way
        self.html = HTML.replace("LIGHT", str(light).lower())
        self.errors: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.bytes_down = 0
        self._pages: list[queue.Queue[str | None]] = []
        self._lock = threading.Lock()
        self.hearing = threading.Lock()  # its holder keeps the kernel from answering
        self.widget = widget
        widget.comm = _Comm(self)
        # ipywidgets only logs what a handler raises.
        handler = logging.Handler()
        handler.emit = self._logged  # type: ignore[method-assign]
        log = logging.Logger("handlers of the widget")
        log.addHandler(handler)
        widget._msg_callbacks.log = log

    def _logged(self, record: logging.LogRecord) -> None:
        raised = record.exc_info[1] if record.exc_info else None
        self.errors.append(
            "".join(traceback.format_exception(raised)) if raised else record.getMessage()
        )

    def push(self, data: dict[str, Any]) -> None:
        if data["method"] in self.losing:
            return
        text = json.dumps(data, allow_nan=False)
        with self._lock:
            self.bytes_down += len(text.encode())
            for page in self._pages:
                page.put(text)

    def join(self) -> queue.Queue[str | None]:
        """A new page: it gets the whole state first, then every change."""
        page: queue.Queue[str | None] = queue.Queue()
        with self._lock:
            # Other widgets (a layout) are references that mean nothing here.
            state = {
                name: value
                for name, value in self.widget.get_state().items()
                if not (isinstance(value, str) and value.startswith("IPY_MODEL_"))
            }
            page.put(json.dumps({"method": "update", "state": state}, allow_nan=False))
            self._pages.append(page)
        return page

    def leave(self, page: queue.Queue[str | None]) -> None:
        with self._lock:
            self._pages.remove(page)

    def receive(self, data: dict[str, Any]) -> None:
        with self.hearing:
            self.messages.append(data)
            content = data.get("content")
            if isinstance(content, dict) and content.get("type") in self.losing:
                return
            try:
                self.widget.comm.handle_msg({"content": {"data": data}, "buffers": []})
            except Exception:
                self.errors.append(traceback.format_exc())

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that closes in the middle of a request is no error."""

    def stop(self) -> None:
        with self._lock:
            for page in self._pages:
                page.put(None)
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.0"  # a connection a request: none is left open
    kinds: ClassVar = {"/": "text/html; charset=utf-8", "/host.js": "text/javascript"}

    def do_GET(self) -> None:
        if self.path == "/down":
            self._stream()
        elif self.path in self.kinds:
            body = self.server.html.encode() if self.path == "/" else HOST.read_bytes()
            self._answer(200, body, self.kinds[self.path])
        else:
            self._answer(404, b"", "text/plain")

    def do_POST(self) -> None:
        self.server.receive(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._answer(200, b"", "text/plain")

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if self.server.policy:
            self.send_header("Content-Security-Policy", self.server.policy)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        page = self.server.join()
        try:
            while (text := page.get()) is not None:
                self.wfile.write(f"data: {text}\n\n".encode())
                self.wfile.flush()
        except OSError:
            pass  # the page is gone
        finally:
            self.server.leave(page)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


class BoardPage:
    """A widget on show.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The browser's page; the first view is ``page.locator(".view").first``.
    widget : anywidget.AnyWidget
        The live widget.
    errors : list of str
        What the page reported as an error and what handlers raised; the test fails
        at its end if any is left in it.
    messages : list of dict
        All that came up so far: ``{"method": "custom", "content": …}`` or
        ``{"method": "update", "state": …}``.
    """

    def __init__(
        self,
        chromium: Chromium,
        widget: Any,
        *,
        theme: str = "light",
        width: int = 1000,
        height: int = 900,
        policy: str = "",
        **context: Any,
    ) -> None:
        self.widget, self.chromium = widget, chromium
        self.server = _Server(widget, theme == "light", policy)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.messages = self.server.messages
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"
        context.setdefault("color_scheme", theme)
        self.page = chromium.open(width=width, height=height, **context)
        self._page_errors = collect_errors(self.page)
        self.reload()

    @property
    def errors(self) -> list[str]:
        return self._page_errors + self.server.errors

    def forgive(self) -> None:
        """Forget the errors so far: they were the point of the test."""
        self._page_errors.clear()
        self.server.errors.clear()

    def reload(self) -> None:
        """Load the page anew, as a tab that comes late."""
        self.page.goto(self.address)
        self.page.wait_for_selector("body[data-ready]", state="attached")

    @property
    def view(self) -> Locator:
        """The first view."""
        return self.page.locator(".view").first

    def add_view(self) -> Locator:
        """Show the same model once more in this page."""
        number = self.page.evaluate("host.addView()")
        return self.page.locator(".view").nth(number)

    def remove_view(self, number: int) -> None:
        """Clean a view up, as when its output is cleared."""
        self.page.evaluate("number => host.removeView(number)", number)

    def kill(self) -> None:
        """Let the page believe that its kernel was restarted."""
        self.page.evaluate("host.kill()")

    def until(self, check: Callable[[], T], what: str = "") -> T:
        """Wait for Python's side; give what `check` answers."""
        return until(self.page, check, what=what)

    def close(self) -> None:
        self.chromium.close(self.page.context)
        self.server.stop()
        self.widget.close()
