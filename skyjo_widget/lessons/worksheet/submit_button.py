"""The button below a question of a worksheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import traitlets

from skyjo_widget.front.front import Front
from skyjo_widget.front.layouts import Layout, shared


class SubmitButton(Front, kind="submit"):
    """A button whose press carries the answer that the page shows; ``js/app/submit.js``.

    Parameters
    ----------
    receive : callable
        Called with the answer of each press, which a page may have made up.
    label : str
    lang : str

    Attributes
    ----------
    label : str
    disabled : bool
        A disabled button's presses are dropped: they were sent before the page knew.
    """

    present: ClassVar[tuple[str, ...]] = ("label", "disabled")
    label: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)
    disabled: traitlets.Bool[bool, bool | int] = traitlets.Bool(False).tag(sync=True)
    lang: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)

    def __init__(self, receive: Callable[[object], None], label: str, lang: str) -> None:
        self._receive = receive
        super().__init__(label=label, lang=lang, layout=shared(Layout))
        self.on_msg(self._press)

    def _press(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, dict) and content.get("type") == "submit" and not self.disabled:
            self._receive(content.get("answer"))
