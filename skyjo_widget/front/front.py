"""The base class of all widgets: a page requests their code once, and their state at any time.

anywidget gets a stub (``js/app/stub.js``); the code and the style are sent as a message.  The first
widget of a kernel sends them unasked: a page's request would wait for the cells that are running.
"""

from __future__ import annotations

import itertools
import json
import secrets
import sys
from typing import Any, ClassVar

import traitlets

from skyjo_widget.front.js_bundle import front_hash, front_packed, front_stub
from skyjo_widget.front.layouts import Layout
from skyjo_widget.front.typed_widgets import AnyWidget
from skyjo_widget.util.browser_python import with_none
from skyjo_widget.util.notebook import notebook


def packed(value: Any, _widget: Any = None) -> Any:
    """Pack a dictionary for ``js/lib/packed.js``: as JSON text, if need be."""
    if not _DROPS_NONE:
        return value
    return {"json": json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)}


def dictionary() -> traitlets.Dict[str, Any]:
    """Make a trait that holds a dictionary for the browser."""
    return traitlets.Dict().tag(sync=True, to_json=packed)


_DROPS_NONE = sys.platform == "emscripten"
"""True where a kernel drops keys whose value is None from what it sends: that of JupyterLite."""
_PROCESS = secrets.token_hex(4)
_NUMBERS = itertools.count(1)


class Front(AnyWidget):
    """A widget whose code a page loads once for all of them.

    Subclasses declare their ``kind``: ``class Board(Front, kind="board")``.

    Attributes
    ----------
    kind : str
        Names its traits and messages in ``protocol/widgets.py``.
    present : tuple of str
        The traits that are sent when the page requests the present state.
    mark : str
        The widget's unique id in a page; ``sjw-live-…`` is a class of its element.
    answered : bool
        Whether a browser that shows it has sent anything.
    """

    kind: ClassVar[str] = ""
    present: ClassVar[tuple[str, ...]] = ()
    answered: bool = False

    def __init__(self, **traits: Any) -> None:
        number = next(_NUMBERS)
        self.mark: str = f"{_PROCESS}-{number}"
        unasked = number == 1 and notebook()
        if unasked:
            front_packed()  # before the page knows of the widget, and would ask
        elif number == 1 and "marimo" in sys.modules:  # it loses what it hasn't drawn yet
            self._esm = front_stub(self.kind, _PROCESS, code=front_packed())
        super().__init__(**traits)
        if unasked:
            self._send_code()

    @traitlets.default("layout")
    def _default_layout(self) -> Layout:
        return Layout()

    @traitlets.default("_dom_classes")
    def _default_classes(self) -> tuple[str, ...]:
        return (f"sjw-live-{self.mark}",)

    def __init_subclass__(cls, *, kind: str = "", **more: Any) -> None:
        if kind:
            cls.kind = kind
            cls._esm = front_stub(kind, _PROCESS)
        super().__init_subclass__(**more)

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        """Handle a browser's message."""
        self.answered = True
        super()._handle_msg(with_none(msg))

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        """Answer a page's requests to any widget; other messages go to `on_msg`."""
        kind = content.get("type") if isinstance(content, dict) else None
        if kind == "code":
            if content.get("hash") == front_hash():
                self._send_code()
        elif kind == "present":
            self.send_present(content)
        else:
            asks = content.pop("asks", None) if isinstance(content, dict) else None
            super()._handle_custom_msg(content, buffers)
            if asks is not None:
                self.send({"type": "present", "id": asks, "state": None})

    def _send_code(self) -> None:
        self.send({"type": "code", "hash": front_hash(), "code": front_packed()})

    def send_present(self, asked: dict[str, Any]) -> None:
        """Send the present state; without it if the page shows the present ``view``."""
        view: Any = getattr(self, "view", None)
        on_page = [asked.get("state"), asked.get("answer")]
        fresh = view is not None and on_page == [view.get("state"), view.get("answer")]
        state = None if fresh else packed({name: getattr(self, name) for name in self.present})
        self.send({"type": "present", "id": asked.get("id"), "state": state})
