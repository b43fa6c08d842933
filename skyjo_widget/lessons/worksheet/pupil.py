"""A worksheet in front of a pupil: its questions, the table and seat that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widget.board.position import Position
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.lessons.worksheet.file import (
    Feedback,
    check_feedback,
    check_title,
    read_questions,
)
from skyjo_widget.lessons.worksheet.moment import position_moment
from skyjo_widget.table.table import Table
from skyjo_widget.util.i18n import words
from skyjo_widget.util.validation import plain_text

if TYPE_CHECKING:
    from skyjo_widget.lessons.worksheet.file import SheetQuestion
    from skyjo_widget.lessons.worksheet.moment import LessonMoment


class SheetText(NamedTuple):
    """The text of a worksheet.

    Parameters
    ----------
    title : str
        Its name in the record.
    questions : sequence of dict
        As in `Worksheet`.
    feedback : {"at once", "kept"}
        Whether the right answer is shown to the pupil, or kept for the teacher.
    position : Position or None
        What questions with ``at="position"`` are about.
    """

    title: str
    questions: Any
    feedback: Feedback = "at once"
    position: Position | None = None


def language_at(table: Any, lang: str | None = None) -> str:
    """Return the language of a worksheet, by default its table's.

    Raises
    ------
    RulesError
        If it is no table.
    """
    if not isinstance(table, Table):
        raise RulesError("{table!r} is no table that play(…) or load(…) has given", table=table)
    return lang or getattr(table, "lang", None) or "en"


class PupilSheet:
    """A worksheet in front of a pupil.

    Parameters
    ----------
    text : SheetText
    table : Table
        The session that it is about.
    lang : str
        The pupil's language.
    seat : int, optional
        The seat that is asked; by default the one to act, or the only person's.
    by : str, optional
        The name of the pupil, where several share a seat.

    Raises
    ------
    RulesError
        With every problem of the sheet.
    """

    text: SheetText
    table: Table
    by: str | None
    seat: int | None
    lang: str
    title: str
    questions: tuple[SheetQuestion, ...]
    there: LessonMoment | None

    def __init__(
        self,
        text: SheetText,
        table: Table,
        *,
        lang: str = "en",
        seat: int | None = None,
        by: str | None = None,
    ) -> None:
        self.text, self.table, self.by, self.seat, self.lang = text, table, by, seat, lang
        self.title, self.feedback = check_title(text.title), check_feedback(text.feedback)
        self.questions = read_questions(text.questions, table.history.game.name)
        if by is not None:
            plain_text(by, _("a name"))
        if seat is not None:
            table.observation(seat)  # raises if there is no such seat
        self.words: Any = words(lang)["worksheet"]
        fixed = [question.at == "position" for question in self.questions]
        if any(fixed) and text.position is None:
            raise RulesError(
                "question {index}: at='position', but there is none", index=fixed.index(True) + 1
            )
        self.first_fixed: int | None = fixed.index(True) if any(fixed) else None
        """The index of the first question about the position."""
        self.there = position_moment(text.position, lang) if text.position and any(fixed) else None

    def person(self) -> int | None:
        """Return the seat that is asked; None if that isn't clear or nobody plays by hand."""
        if self.seat is not None:
            return self.seat
        people = [seat for seat, player in enumerate(self.table.players) if player.kind == "person"]
        if self.table.seat in people:
            return self.table.seat
        return people[0] if len(people) == 1 else None

    @property
    def tells(self) -> bool:
        """True if right answers may be shown: feedback is immediate and the coach isn't locked."""
        return self.feedback == "at once" and not self.table.history.locked
