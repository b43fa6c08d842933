"""A worksheet as a panel below a guest's board: one question at a time."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from skyjo_widget.board.panels.common import Panel, Values, entry
from skyjo_widget.board.tables.common import View
from skyjo_widget.lessons.worksheet.asked import Asked, ask
from skyjo_widget.lessons.worksheet.pupil import PupilSheet, SheetText

if TYPE_CHECKING:
    from skyjo_widget.table.table import Table

_FIELDS = {"number": "short", "choice": "options", "text": "text"}
"""The kind of the entry of each kind of question; a move has none."""


class SheetPanel(Panel):
    """The panel of a worksheet; it begins at the first question without an answer.

    Parameters
    ----------
    session : Table
    sheet : SheetText
    """

    emptied: int

    answer: str

    key = "worksheet"

    def __init__(self, session: Table, sheet: SheetText) -> None:
        super().__init__(session)
        self._text = sheet
        self._asked: list[Asked] = []
        self._at: int | None = None
        self.buttons: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The sheet's title, and the number of the question."""
        of = self.texts["of"].format(number=self._number + 1, count=len(self._asked))
        return f"{self._text.title} · {of}"

    @property
    def question(self) -> View | None:
        """The present question, and the table that it is about."""
        asked = self._asked[self._number]
        view: View = {"text": asked.question.text, "moment": asked.about}
        there = asked.sheet.there
        if there and there.image and asked.question.at == "position":
            source, width, height, text = there.image
            image = {"source": html.unescape(source), "text": html.unescape(text)}
            caption = " ".join([f"{there.about[:1].upper()}{there.about[1:]}", there.pile]).strip()
            view |= {"image": {**image, "width": width, "height": height}, "caption": caption}
        return view

    def entries(self, view: View) -> list[View]:
        """Return the field of the present question."""
        self._follow(view["viewer"])
        asked = self._asked[self._number]
        self.answer = f"{asked.reply.verdict} {asked.reply.text}".strip() if asked.reply else ""
        submit = [] if asked.done else [asked.submit_key]
        anew = ["anew"] if asked.outdated else []
        onward = ["onward"] if self._number + 1 < len(self._asked) else []
        back = ["back"] if self._number else []
        self.buttons = (*submit, *anew, *onward, *back)
        field = _FIELDS.get(asked.question.kind)
        if field is None or asked.done:
            return []
        options = [[option, option] for option in asked.question.options]
        return [entry("field", field, hint=asked.hint, once=True, options=options)]

    def press(self, button: str, values: Values, _view: View) -> None:
        """Judge an answer, or turn to another question."""
        with self.session.parts.game.lock:  # the board may be drawn meanwhile
            self._press(button, values)

    def _press(self, button: str, values: Values) -> None:
        asked = self._asked[self._number]
        if button in ("onward", "back"):
            self._at = self._number + (1 if button == "onward" else -1)
            self.emptied += 1
        elif button == "anew":
            asked.ask_again()
        else:
            asked.submit(values.get("field"))

    @property
    def _number(self) -> int:
        return self._at or 0

    def _follow(self, seat: int) -> None:
        """Ask the questions, at first or in another language; then update the present one."""
        session: Any = self.session
        lang, name = self.lang, session.players[seat].name
        if not self._asked or self._asked[0].sheet.lang != lang:
            sheet = PupilSheet(self._text, session, lang=lang, seat=seat, by=name)
            self._asked = ask(sheet)
        if self._at is None:
            unanswered = (n for n, asked in enumerate(self._asked) if asked.reply is None)
            self._at = next(unanswered, 0)
        self._asked[0].sheet.by = name  # it may have changed
        for asked in self._asked:
            asked.follow()
