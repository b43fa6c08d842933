"""The panel for rulings."""

from __future__ import annotations

from typing import Any

from skyjo_widget.board.panels.common import Panel, Values, entry, whole
from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import RulesError
from skyjo_widget.util.i18n import words


class RulingsPanel(Panel):
    """The panel that records rulings: decisions where the rules are silent."""

    emptied: int

    answer: Any

    key = "ruling"
    buttons: tuple[str, ...] = ("save",)

    def entries(self, _view: View) -> list[View]:
        """Return the question, its answer and its decision: the newest one by default."""
        history = self.session.history
        newest = history.newest()
        return [
            entry("question", "line", once=True),
            entry("text", "line", once=True),
            entry(
                "decision",
                "number",
                value="0" if newest is None else str(newest.decision),
                most=max(len(history.decisions) - 1, 0),
                once=True,
            ),
        ]

    def press(self, _button: str, values: Values, _view: View) -> None:
        """Save a ruling."""
        session, texts, all_texts = self.session, self.texts, words(self.lang)
        if not values.get("text", "").strip():
            self.answer = texts["empty"]
            return
        last = len(session.history.decisions) - 1
        try:
            about = whole(values.get("decision", ""), last) if last >= 0 else None
        except RulesError:
            self.answer = all_texts["notes"]["fault"]["decision"].format(last=last)
            return
        number = session.ruling(values["text"], question=values.get("question", ""), decision=about)
        saved, places = session.history.rulings[number].decision, all_texts["replay"]
        where = places["before"] if saved is None else places["at"].format(decision=saved)
        self.answer = texts["saved"].format(where=where)
        self.emptied += 1
