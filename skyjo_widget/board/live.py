"""Live panels: a function's output from a game's log, updated beside the board."""

from __future__ import annotations

import contextlib
import html
import linecache
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets

from skyjo_widget.board import live_charts
from skyjo_widget.errors import RulesError, SkyjoWidgetError
from skyjo_widget.front.capture import Outputs, captured
from skyjo_widget.front.layouts import Borrowed, close_whole
from skyjo_widget.front.lazy_widget import flexible
from skyjo_widget.front.typed_widgets import VBox
from skyjo_widget.table.table import Table
from skyjo_widget.util.i18n import words
from skyjo_widget.util.validation import plain_text

PAUSE = 0.1
"""Seconds between two runs of a panel, which limits the frame rate."""
_PACKAGE = __name__.partition(".")[0]


class Panel(VBox):
    """A panel beside a board; made by `Session.live`.

    Parameters
    ----------
    panels : Panels
        The panels of the table.
    make : callable
        Takes no argument; what it returns, prints, displays and draws is shown.
    title : callable
        From a language to the heading.
    key : str
        Identifies the panel at the table; empty for none.
    own : str
        The function's file, whose line an error message quotes.

    Attributes
    ----------
    error : Exception or None
        The exception of the newest run, with its whole traceback.
    decision : int or None
        The decision that was due at the newest run; None before the first one.
    """

    def __init__(
        self,
        panels: Panels,
        make: Callable[[], Any],
        *,
        title: Callable[[str], str],
        key: str = "",
        own: str = "",
    ) -> None:
        self._panels, self._make, self._title, self._own = panels, make, title, own
        self.key = key
        self.error: BaseException | None = None
        self.decision: int | None = None
        self._due = self._running = self._ended = False
        self._turn = threading.Condition()  # never held while the table's lock is asked for
        self._heading = ipywidgets.HTML(layout={"flex": "1 1 auto", "margin": "0"})
        self._remove = ipywidgets.Button(
            icon="times",
            layout={"width": "28px", "padding": "0", "margin": "0"},
            style={"button_color": "transparent"},
        )
        self._remove.on_click(lambda _button: self.close())
        self._head = ipywidgets.HBox(
            [self._heading, self._remove], layout={"align_items": "center", "width": "100%"}
        )
        self._body = ipywidgets.Output(layout={"width": "100%", "margin": "0"})
        super().__init__(
            [self._head, self._body],
            layout=flexible(
                Borrowed,
                flex="1 1 20rem",
                min_width="min(100%, 16rem)",
                overflow="hidden",
            ),
        )
        self._stop = panels.session.parts.game.on_change(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Run the function on another thread; calls during a run cause one more run."""
        with self._turn:
            if self._ended:
                return
            self._due = True
            if self._running:
                return
            self._running = True
        if sys.platform == "emscripten":  # a browser's Python has no threads
            import asyncio  # noqa: PLC0415  (only there)

            asyncio.get_event_loop().call_soon(self._work)
        else:
            threading.Thread(target=self._work, name="skyjo-live", daemon=True).start()

    def wait(self, seconds: float = 10) -> bool:
        """Wait until the newest state is shown; return whether it is."""
        with self._turn:
            return self._turn.wait_for(lambda: not self._running, seconds)

    def close(self) -> None:
        """Remove the panel from its table."""
        with self._turn:
            self._ended = True
        self._stop()
        self._panels.remove(self)
        for part in (self._head, self._body):
            close_whole(part)
        self.layout.close()
        super().close()

    def __repr__(self) -> str:
        state = "closed" if self._ended else "beside the board"
        return f"<Panel {self._title('en')!r}, {state}>"

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"text/plain": repr(self)}  # it is already shown beside the board

    def _work(self) -> None:
        while True:
            with self._turn:
                if self._ended or not self._due:
                    self._running = False
                    self._turn.notify_all()
                    return
                self._due = False
            decision = self._panels.session.decision
            outputs, error = _run(self._make, self._own)
            with self._turn:
                if self._ended:
                    continue
                self.error, self.decision = error, decision
                due = self._due
            self._show(outputs)
            if due:
                time.sleep(PAUSE)

    def _show(self, outputs: Outputs) -> None:
        lang = self._panels.session.parts.game.spoken
        texts = words(lang)["live"]
        with contextlib.suppress(Exception):  # closed meanwhile
            self._heading.value = texts["heading"].format(
                title=html.escape(self._title(lang)),
                decision=texts["decision"].format(decision=self.decision),
            )
            self._remove.tooltip = texts["remove"]
            self._body.outputs = tuple(outputs.entries)


class Panels:
    """The panels beside one board.

    Parameters
    ----------
    session : Table
        The table.
    arrange : callable
        Called when a panel was added or removed.
    """

    session: Table

    def __init__(self, session: Table, arrange: Callable[[], None]) -> None:
        self.session, self._arrange = session, arrange
        self._panels: list[Panel] = []

    def __iter__(self) -> Iterator[Panel]:
        return iter(self._panels)

    def __len__(self) -> int:
        return len(self._panels)

    def add(self, what: Any, title: str | None) -> Panel:
        """Put a panel beside the board; `Session.live` describes it.

        Raises
        ------
        RulesError
            If `what` is neither a function nor the name of a panel of this game.
        """
        session = self.session
        if title is not None:
            plain_text(title, "title")
        make: Callable[[], Any]
        if isinstance(what, str):
            chart = live_charts.find(what, session)
            key, own = title or what, ""
            heading = (lambda _lang: title) if title else chart.title

            def make() -> Any:
                return chart.draw(session, session.parts.game.spoken)
        elif callable(what):
            name = getattr(what, "__name__", type(what).__name__)
            key = title or ("" if name == "<lambda>" else name)
            own = getattr(getattr(what, "__code__", None), "co_filename", "")
            heading = lambda _lang: title or key.replace("_", " ")  # noqa: E731

            def make() -> Any:
                return what(session.log)
        else:
            raise RulesError(
                "live({what!r:.60}): a function of the log is needed, or one of {names}",
                what=what,
                names=", ".join(map(repr, live_charts.names(session))),
            )
        with session.parts.game.lock:
            older = next((panel for panel in self._panels if key and panel.key == key), None)
            panel = Panel(self, make, title=heading, key=key, own=own)
            if older is None:
                self._panels.append(panel)
            else:
                self._panels[self._panels.index(older)] = panel
                older.close()
            self._arrange()
        return panel

    def remove(self, panel: Panel) -> None:
        """Forget a panel that was closed."""
        with self.session.parts.game.lock:
            with contextlib.suppress(ValueError):
                self._panels.remove(panel)
            self._arrange()

    def refresh(self) -> None:
        """Refresh all of them."""
        for panel in self._panels:
            panel.refresh()

    def close(self) -> None:
        """Remove all of them."""
        for panel in list(self._panels):
            panel.close()


def _run(make: Callable[[], Any], own: str) -> tuple[Outputs, BaseException | None]:
    """Run a panel's function; return its outputs and its exception."""
    failed: BaseException | None = None
    outputs = Outputs()
    try:
        with captured() as outputs:
            outputs.show(make())
    except (Exception, SystemExit) as error:
        failed = error
        outputs.add({"text/plain": str(error), "text/html": _error_html(error, own)})
    return outputs, failed


def _error_html(error: BaseException, own: str) -> str:
    """Format an error as HTML: its message and the line of the function."""
    sentence = str(error) if isinstance(error, SkyjoWidgetError) else ""
    sentence = sentence or "".join(traceback.format_exception_only(error)).strip()
    line = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if own and frame.filename == own:
            text = (frame.line or linecache.getline(own, frame.lineno or 0)).strip()
            line = f"<pre style='margin:4px 0 0'>{frame.lineno}: {html.escape(text)}</pre>"
    return (
        "<div role='alert' style='border-left:3px solid var(--jp-error-color1,#c62828);"
        "padding:4px 8px;font:13px/1.4 system-ui,sans-serif;overflow-wrap:anywhere;"
        "color:var(--jp-content-font-color1,inherit)'>"
        f"{html.escape(sentence[:1000])}{line}</div>"
    )
