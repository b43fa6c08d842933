"""The panel for players' opinions of the whole session."""

from __future__ import annotations

from typing import Any

import ipywidgets

from skyjo_widget.board.panels.common import NAME, WIDE, WRAP, Panel, answer_line, show_text
from skyjo_widget.board.session import Session
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.records.annotations import EXPERIENCE, RATINGS

_NARROW = {"button_width": "2.6em"}
NOTHING = 0
"""The value for no answer: a widget's None would select nothing."""
MARKS = ("fun", "fairness", "clarity")
"""Questions of the form that are answered from 1 to 5."""


class FormPanel(Panel):
    """The form that one player after the other fills in about the whole session."""

    key = "form"

    def __init__(self, session: Session) -> None:
        marks = {name: ipywidgets.ToggleButtons(style=_NARROW) for name in MARKS}
        self._chosen: dict[str, Any] = {
            "experience": ipywidgets.Dropdown(),
            **marks,
            "length": ipywidgets.Dropdown(),
        }
        lines = {"by": ipywidgets.Text(), "version": ipywidgets.Text()}
        text = ipywidgets.Textarea(rows=3, layout=WIDE)
        self._written: dict[str, Any] = {**lines, "text": text}
        self._labels = {
            name: ipywidgets.Label(layout=NAME) for name in (*self._written, *self._chosen)
        }
        self._save = ipywidgets.Button(icon="check", layout={"width": "auto"})
        self._answer = answer_line()
        rows = [
            ipywidgets.HBox([self._labels[name], entry], layout=WRAP)
            for name, entry in {**lines, **self._chosen}.items()
        ]
        save = ipywidgets.HBox([self._save])
        super().__init__(session, [*rows, self._labels["text"], text, save, self._answer])
        self._empty()
        self._save.on_click(self._add)

    def _label(self) -> None:
        texts = self.texts
        for name, entry in (self._written | self._chosen).items():
            self._labels[name].value = entry.tooltip = texts[name]
        self._written["text"].placeholder = texts["text_hint"]
        self._save.description = texts["save"]
        for name, entry in self._chosen.items():
            kept = entry.value
            entry.options = _choices(texts, name)
            entry.value = kept or NOTHING

    def _empty(self) -> None:
        self._written["by"].value = self._written["text"].value = ""
        self._written["version"].value = str(self.session.history.header["preset"])
        for choice in self._chosen.values():
            choice.value = NOTHING

    def _add(self, _button: Any = None) -> None:
        texts = self.texts
        form: dict[str, Any] = {name: entry.value or None for name, entry in self._chosen.items()}
        form |= {name: entry.value.strip() or None for name, entry in self._written.items()}
        if not any(form[name] for name in (*self._chosen, "text")):
            show_text(self._answer, texts["empty"])
            return
        try:
            number = self.session.form(**form | {"text": self._written["text"].value})
        except SkyjoWidgetError as error:
            show_text(self._answer, self.told(error))
            return
        saved = texts["saved_by" if form["by"] else "saved"]
        show_text(self._answer, saved.format(number=number, by=clipped(str(form["by"]))))
        self._empty()


def _choices(texts: Any, name: str) -> list[tuple[str, Any]]:
    """Return the options of a question, no answer first."""
    values = EXPERIENCE if name == "experience" else RATINGS
    labels = {str(n): str(n) for n in RATINGS} if name in MARKS else texts[f"{name}s"]
    return [("–", NOTHING), *((labels[str(value)], value) for value in values)]
