"""The panel for a referee's decisions, in a game with paper cards."""

from __future__ import annotations

from typing import Any

import ipywidgets

from skyjo_widget.board.panels.common import NAME, Panel, answer_line, show_text
from skyjo_widget.board.session import Session
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.engine.core.paper import correction_parts
from skyjo_widget.engine.grids.paper import PILES
from skyjo_widget.errors import SkyjoWidgetError

_REST = {"flex": "1 1 16em", "width": "auto", "max_width": "100%"}
"""The layout of an entry: it fills the room beside its name, or below it."""
_SHOWS = ("show", "move")
"""Corrections that may show a card."""


class RefereePanel(Panel):
    """The panel that records a referee's corrections of broken rules."""

    key = "referee"

    def __init__(self, session: Session) -> None:
        paper = session.history.paper
        self._offered = list(paper.rules.corrections()) if paper else []
        self._what = ipywidgets.Dropdown(layout=_REST)
        self._entries: dict[str, Any] = {
            "seat": ipywidgets.Dropdown(),
            "points": ipywidgets.Text(value="5"),
            "cards": ipywidgets.Text(value="1"),
            "place": ipywidgets.Text(placeholder="0:a1"),
            "first": ipywidgets.Text(placeholder="0:a1"),
            "second": ipywidgets.Text(placeholder="1:b2"),
            "source": ipywidgets.Dropdown(layout=_REST),
            "card": ipywidgets.Text(placeholder="5"),
            "text": ipywidgets.Text(layout=_REST),
        }
        entries = {"what": self._what, **self._entries}
        self._labels = {name: ipywidgets.Label(layout=NAME) for name in entries}
        self._lines = {
            name: ipywidgets.HBox([self._labels[name], entry], layout={"flex_flow": "row wrap"})
            for name, entry in entries.items()
        }
        self._write = ipywidgets.Button(
            icon="check", layout={"width": "auto", "align_self": "flex-start"}
        )
        self._answer = answer_line()
        self._write.on_click(self._add)
        self._what.observe(self._fit, "value")
        self._entries["source"].observe(self._fit, "value")
        super().__init__(session, [*self._lines.values(), self._write, self._answer])

    def _parts(self, what: str | None) -> tuple[str, ...]:
        return correction_parts(self.session.history.game.paper, what)

    @property
    def _needed(self) -> set[str]:
        """The entries that the chosen correction needs."""
        parts = set(self._parts(self._what.value)) - {"target"}
        shows = self._what.value in _SHOWS and self._entries["source"].value != "discard pile"
        return {*parts, "text", "what", *({"card"} if shows else ())}

    def _fit(self, _change: Any = None) -> None:
        for name, line in self._lines.items():
            line.layout.display = "" if name in self._needed else "none"

    def _label(self) -> None:
        texts = self.texts
        for name, text in self._labels.items():
            text.value = texts[name]
        self._write.description = texts["write"]
        seats = [(clipped(p.name), n) for n, p in enumerate(self.session.players)]
        _offer(self._what, [(texts["kinds"][kind], kind) for kind in self._offered])
        _offer(self._entries["source"], [(texts["piles"][pile], pile) for pile in PILES])
        _offer(self._entries["seat"], seats)
        self._fit()

    def _add(self, _button: Any = None) -> None:
        entries, what = self._entries, self._what.value
        about = {name: entries[name].value for name in self._parts(what) if name != "target"}
        if "source" in about:
            about["target"] = PILES[1 - PILES.index(about["source"])]
        card = entries["card"].value.strip()
        if "card" in self._needed and card:
            about["card"] = card
        try:
            self.session.referee(what, text=entries["text"].value, **about)
        except SkyjoWidgetError as error:
            show_text(self._answer, self.told(error))
            return
        entries["text"].value = entries["card"].value = ""
        show_text(self._answer, self.texts["written"])


def _offer(entry: ipywidgets.Dropdown, options: list[tuple[str, Any]]) -> None:
    """Replace a dropdown's options, and keep the chosen value if it is still there."""
    kept = entry.value
    entry.options = options
    values = [value for _, value in options]
    entry.value = kept if kept in values else values[0]
