"""The host's panel in the notebook: the link, the QR code, the PIN, the people, the controls."""

from __future__ import annotations

from typing import Any, ClassVar

import traitlets

from skyjo_widget.board.requests import field
from skyjo_widget.errors import MalformedMessageError, SkyjoWidgetError
from skyjo_widget.front.front import Front, dictionary
from skyjo_widget.front.lazy_widget import flexible
from skyjo_widget.util.messages import rendered


class HostPanel(Front, kind="host"):
    """The panel of a service; ``docs/internals/view.md`` describes its messages.

    Parameters
    ----------
    serving : Serving
    door : Door
        Announces changes.

    Attributes
    ----------
    state : dict
        `Serving.people`.
    qr : list of str
        The QR code: rows of 0 and 1.
    link, pin, watch, screen : str
    links : list
        Pairs of a network's name and a link; `chosen` is the index of the one on show.
    lang : str
    error : str
        Why the newest message was refused.
    """

    present: ClassVar[tuple[str, ...]] = ("state", "qr", "link", "pin", "links", "chosen", "error")
    link: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)
    links: Any = traitlets.List().tag(sync=True)
    chosen: traitlets.Int[int, int] = traitlets.Int().tag(sync=True)
    pin: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)
    qr: Any = traitlets.List().tag(sync=True)
    watch: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)
    screen: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)
    lang: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)
    state: traitlets.Dict[str, Any] = dictionary()
    error: traitlets.Unicode[str, str | bytes] = traitlets.Unicode().tag(sync=True)

    def __init__(self, serving: Any, door: Any) -> None:
        self._serving, self._door = serving, door
        super().__init__(layout=flexible(), **self._picture())
        self.on_msg(self._receive)
        door.on_change(self._follow)

    def show(self) -> None:
        """Show it in this cell."""
        from IPython.display import display  # noqa: PLC0415

        display(self)  # type: ignore[no-untyped-call]

    def _picture(self) -> dict[str, Any]:
        serving = self._serving
        return {
            "link": serving.link,
            "links": [list(pair) for pair in serving.links],
            "chosen": serving.chosen,
            "pin": serving.pin,
            "qr": serving.qr,
            "watch": serving.watch_link,
            "screen": serving.screen_link,
            "lang": self._door.lang,
            "state": serving.people,
        }

    def _follow(self) -> None:
        with self.hold_sync():
            for name, value in self._picture().items():
                setattr(self, name, value)

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if isinstance(content, dict) and content.get("type") in ("nudge", "rest"):
            return
        try:
            self._obey(content)
            self.error = ""
        except SkyjoWidgetError as error:
            self.error = rendered(error, self.lang or "en")
        self._follow()

    def _obey(self, message: Any) -> None:
        serving = self._serving
        kind = field(message, "type", str)
        if kind in ("start", "stop"):
            getattr(serving, kind)()
        elif kind in ("lock", "hide"):
            change = serving.lock if kind == "lock" else serving.hide_names
            change(field(message, "on", bool))
        elif kind == "ask":
            serving.ask_class(field(message, "event", str))
        elif kind == "poll step":
            at = field(message, "question", int), field(message, "stage", str)
            serving.predictions.step(at)
        elif kind == "poll end":
            serving.predictions.end()
        elif kind == "poll show":
            serving.predictions.show(field(message, "question", int))
        elif kind == "give":
            serving.give(field(message, "what", str), field(message, "on", bool))
        elif kind == "choose":
            serving.choose(field(message, "n", int))
        elif kind == "origin":
            serving.tell_origin(field(message, "origin", str))
        elif kind == "remove":
            serving.remove(field(message, "guest", str))
        elif kind == "allow":
            serving.allow(field(message, "request", str), field(message, "on", bool))
        elif kind in ("rename", "move", "bot", "free", "next_round"):
            self._at_table(kind, message)
        else:
            raise MalformedMessageError("the message type {kind!r} is unknown", kind=kind)

    def _at_table(self, kind: str, message: Any) -> None:
        serving, table = self._serving, field(message, "table", int)
        if kind == "next_round":
            serving.next_round(table=table)
            return
        seat = field(message, "seat", int)
        if kind == "rename":
            serving.rename(seat, field(message, "name", str), table=table)
        elif kind == "move":
            serving.move(field(message, "guest", str), seat, table=table)
        elif kind == "bot":
            serving.replace(seat, table=table)
        else:
            serving.free(seat, table=table)
