"""A worksheet in front of a pupil: its questions, the table and seat that they are about."""

from __future__ import annotations

from typing import Any

from skyjo_widget.board.position import Position
from skyjo_widget.classroom.lesson_moments import position_moment
from skyjo_widget.classroom.worksheet_file import (
    Feedback,
    check_feedback,
    check_title,
    read_questions,
)
from skyjo_widget.errors import RulesError
from skyjo_widget.table.session import HeadlessSession
from skyjo_widget.util.i18n import words
from skyjo_widget.util.validation import plain_text


class PupilSheet:
    """A worksheet in front of a pupil.

    Parameters
    ----------
    title : str
        Its name in the record.
    questions : sequence of dict
        As in `Worksheet`.
    table : HeadlessSession
        The session that they are about.
    feedback : {"at once", "kept"}
        Whether the right answer is shown to the pupil, or kept for the teacher.
    lang : str
        The pupil's language.
    seat : int, optional
        The seat that is asked; by default the one to act, or the only person's.
    by : str, optional
        The name of the pupil, where several share a seat.
    position : Position, optional
        What questions with ``at="position"`` are about.

    Raises
    ------
    RulesError
        With every problem of the sheet.
    """

    def __init__(
        self,
        title: str,
        questions: Any,
        table: HeadlessSession,
        *,
        feedback: Feedback = "at once",
        lang: str = "en",
        seat: int | None = None,
        by: str | None = None,
        position: Position | None = None,
    ) -> None:
        self.title = check_title(title)
        self.feedback = check_feedback(feedback)
        self.questions = read_questions(questions, table.game.name)
        self.table, self.by, self.seat, self.lang = table, by, seat, lang
        if by is not None:
            plain_text(by, "a name")
        if seat is not None:
            table.observation(seat)  # raises if there is no such seat
        self.texts: Any = words(lang)["worksheet"]
        fixed = [question.at == "position" for question in self.questions]
        if any(fixed) and position is None:
            raise RulesError(f"question {fixed.index(True) + 1}: at='position', but there is none")
        self.first_fixed = fixed.index(True) if any(fixed) else None
        """The index of the first question about the position."""
        self.position = position
        self.there = position_moment(position, lang) if position and any(fixed) else None

    def person(self) -> int | None:
        """Return the seat that is asked; None if that isn't clear or nobody plays by hand."""
        if self.seat is not None:
            return self.seat
        people = [seat for seat, one in enumerate(self.table.players) if one.kind == "person"]
        if self.table.seat in people:
            return self.table.seat
        return people[0] if len(people) == 1 else None

    @property
    def tells(self) -> bool:
        """True if right answers may be shown: feedback is immediate and the coach isn't locked."""
        return self.feedback == "at once" and not self.table.history.locked
