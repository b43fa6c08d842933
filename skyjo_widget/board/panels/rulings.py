"""The panel for rulings."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets

from skyjo_widget.board.panels.common import (
    WIDE,
    WRAP,
    FollowingPanel,
    answer_line,
    on_enter,
    shortened,
    show_text,
)
from skyjo_widget.board.session import Session
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.util.i18n import words

SHOWN = 20
"""Maximum number of listed rulings."""


class RulingsPanel(FollowingPanel):
    """The panel that records rulings: decisions where the rules are silent."""

    key = "ruling"

    def __init__(self, session: Session) -> None:
        self._question, self._text = ipywidgets.Text(layout=WIDE), ipywidgets.Text(layout=WIDE)
        self._decision = ipywidgets.BoundedIntText(0, 0, 0, layout={"width": "6em"})
        self._which = ipywidgets.Label()
        self._save = ipywidgets.Button(icon="gavel", layout={"width": "auto"})
        self._answer, self._listed = answer_line(), answer_line()
        self._newest = 0  # the decision that is preset until another one is chosen
        parts = [self._which, self._decision, self._save, self._answer]
        line = ipywidgets.HBox(parts, layout=WRAP)
        super().__init__(session, [self._question, self._text, line, self._listed])
        session.board.while_open(self.keep_up)  # a ruling changes nothing on the board
        self._save.on_click(self._add)
        for entry in (self._question, self._text):
            on_enter(entry, self._add)

    def _label(self) -> None:
        texts = self.texts
        self._question.placeholder = self._question.tooltip = texts["question"]
        self._text.placeholder = self._text.tooltip = texts["text"]
        self._which.value = self._decision.tooltip = texts["decision"]
        self._save.description = texts["save"]
        self.keep_up()

    def _follow(self) -> None:
        history = self.session.history
        newest = history.newest()
        chosen = self._decision.value != self._newest
        self._decision.max = max(len(history.decisions) - 1, 0)
        self._newest = 0 if newest is None else newest.decision
        if not chosen:
            self._decision.value = self._newest
        self._listed.value = self._list()

    def _add(self, _button: Any = None) -> None:
        session, texts = self.session, self.texts
        if not self._text.value.strip():
            show_text(self._answer, texts["empty"])
            return
        about = self._decision.value if session.history.decisions else None
        try:
            number = session.ruling(self._text.value, question=self._question.value, decision=about)
        except SkyjoWidgetError as error:
            show_text(self._answer, self.told(error))
            return
        saved = session.history.rulings[number].decision
        places = words(self.language)["replay"]
        where = places["before"] if saved is None else places["at"].format(decision=saved)
        show_text(self._answer, texts["saved"].format(where=where))
        self._question.value = self._text.value = ""
        self.keep_up()

    def _list(self) -> str:
        """Format the rulings so far as HTML, the newest first."""
        texts, history = self.texts, self.session.history
        items = []
        for one in history.rulings[: -SHOWN - 1 : -1]:
            where = texts["before"]
            if one.decision is not None:
                row = history.decisions[one.decision]
                about = f"{clipped(row.player)} · {history.notation(row, None)}"
                where = texts["at"].format(decision=one.decision, about=about)
            silent = f"<i>{html.escape(shortened(one.question))}</i><br>" if one.question else ""
            text = html.escape(shortened(one.text))
            items.append(f"<li>{html.escape(where)}<br>{silent}{text}</li>")
        return f"<ul>{''.join(items)}</ul>" if items else ""
