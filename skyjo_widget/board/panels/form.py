"""The panel for players' opinions of the whole session."""

from __future__ import annotations

from typing import Any

from skyjo_widget.board.panels.common import Panel, Values, entry, options
from skyjo_widget.board.tables.common import View, clipped
from skyjo_widget.records.annotations import EXPERIENCE, RATINGS

MARKS = ("fun", "fairness", "clarity")
"""Questions of the form that are answered from 1 to 5."""
_NUMBERS = (*MARKS, "length")
_SCALE = [[str(n), str(n)] for n in RATINGS]


class FormPanel(Panel):
    """The form that one player after the other fills in about the whole session."""

    emptied: int

    answer: Any

    key = "form"
    buttons: tuple[str, ...] = ("save",)

    def entries(self, _view: View) -> list[View]:
        """Return the form's questions."""
        history = self.session.history
        version = history.deck.name or str(history.header["preset"])
        some = [["", "–"], *options(EXPERIENCE)]
        lengths = [["", "–"], *options(RATINGS)]
        return [
            entry("by", "line", once=True),
            entry("version", "line", value=version, once=True),
            entry("experience", "choice", options=some, words="experiences", once=True),
            entry("length", "choice", options=lengths, words="lengths", once=True),
            *(entry(name, "scale", options=_SCALE, once=True) for name in MARKS),
            entry("text", "text", hint=self.texts["text_hint"], once=True),
        ]

    def press(self, _button: str, values: Values, _view: View) -> None:
        """Save a form."""
        texts, text = self.texts, values.get("text", "")
        form: dict[str, Any] = {
            name: values.get(name, "").strip() or None for name in ("by", "experience")
        }
        form["version"] = values.get("version", "").strip()
        form |= {name: int(values[name]) if values.get(name) else None for name in _NUMBERS}
        if not text.strip() and not any(form[name] for name in ("experience", *_NUMBERS)):
            self.answer = texts["empty"]
            return
        number = self.session.form(**form, text=text)
        saved = texts["saved_by" if form["by"] else "saved"]
        self.answer = saved.format(number=number, by=clipped(str(form["by"])))
        self.emptied += 1
