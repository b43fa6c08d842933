"""A worksheet for notebooks without widgets: questions as text, answers by a call."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from skyjo_widget.board.position import Position
from skyjo_widget.board.session import Session
from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.worksheet.asked import Asked, ask
from skyjo_widget.lessons.worksheet.file import Feedback, read_position, read_sheet
from skyjo_widget.lessons.worksheet.pupil import PupilSheet, SheetText, language_at
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.markup import Html, escaped, paragraph
from skyjo_widget.util.messages import speaks, translated

if TYPE_CHECKING:
    from skyjo_widget.lessons.worksheet.file import SheetQuestion


class Sentence(str):
    """A sentence that a cell shows as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@speaks
class TextWorksheet(CellView):
    """Questions about a table for a notebook without widgets; the answers go to the record.

    A cell shows the questions; `answer` answers one.

    Parameters
    ----------
    title : str
        Its name in the record.
    questions : sequence of dict
        As of a `Worksheet`.
    table : Session
        The session that they are about.
    feedback : {"at once", "kept"}
        Whether the right answer is shown to the pupil, or kept for the teacher.
    lang : str, optional
        ``"en"`` or ``"fr"``; by default the table's.
    position : Position, optional
        What questions with ``at="position"`` are about.

    Raises
    ------
    RulesError
        With every problem of the sheet.

    Examples
    --------
    >>> from skyjo_widget import play
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> asked = {"kind": "choice", "text": "Is 12 high?", "options": ["yes", "no"], "right": "yes"}
    >>> sheet = TextWorksheet("First steps", [asked], table)
    >>> sheet.answer(1, "b")
    Not right. Your answer: no. The right answer: yes.
    """

    title: str
    questions: tuple[SheetQuestion, ...]
    table: Session

    def __init__(
        self,
        title: str,
        questions: Sequence[dict[str, Any]],
        table: Session,
        *,
        feedback: Feedback = "at once",
        lang: str | None = None,
        position: Position | None = None,
    ) -> None:
        self.lang: str = language_at(table, lang)
        text = SheetText(title, questions, feedback, position)
        self._sheet = PupilSheet(text, table, lang=self.lang)
        self.title, self.questions, self.table = title, self._sheet.questions, table
        self._asked = ask(self._sheet)

    @classmethod
    def load(cls, path: str | Path, table: Session, *, lang: str | None = None) -> TextWorksheet:
        """Load a worksheet from a file, JSON or (named ``.toml``) TOML.

        Parameters
        ----------
        path : path
            Or the name of a shipped lesson: ``"chance"``, ``"samples"``, ``"strategy"`` or
            ``"perfect"``.
        table : Session
        lang : str, optional
            As in `TextWorksheet`.

        Raises
        ------
        RulesError
            If it can't be read, or with all its problems and their places.
        """
        sheet = read_sheet(path, language_at(table, lang))
        try:
            lang = language_at(table, lang or sheet.get("lang"))
            there = read_position(sheet["position"], lang) if "position" in sheet else None
            feedback = sheet.get("feedback", "at once")
            title, questions = sheet["title"], sheet["questions"]
            return cls(title, questions, table, feedback=feedback, lang=lang, position=there)
        except RulesError as error:
            with translated(lang if lang in languages() else None):
                raise RulesError("{path}: {error}", path=path, error=error) from None

    def answer(self, number: int, answer: float | str = "") -> Sentence:
        """Answer a question, at the present moment; the answer goes to the record.

        Parameters
        ----------
        number : int
            The question's number, from 1.
        answer : str or float
            A number, also as people write it, such as ``"2/5"``, ``"0,4"`` or ``"40 %"``; the
            letter of an option, or the option itself; a text.  None is needed for a move: the last
            one counts, or the next one since the sheet was made.

        Returns
        -------
        Sentence
            Whether it is right, as far as the pupil may know.  Once the right answer was told, the
            first answer stands.

        Raises
        ------
        RulesError
            If there is no such question.
        """
        if number not in range(1, len(self.questions) + 1):
            raise RulesError(
                "question {number!r}: one from 1 to {count} is needed",
                number=number,
                count=len(self.questions),
            )
        asked, content = self._asked[number - 1], str(answer).strip()
        if not asked.done:
            asked.follow()
            if asked.outdated:
                asked.ask_again()
            options = dict(zip(ascii_lowercase, asked.question.options, strict=False))
            asked.submit(options.get(content.lower(), content))
        return Sentence(_reply(asked))

    def _face(self, say: CellTexts) -> Html:
        parts = []
        if there := self._sheet.there:
            about = there.about[:1].upper() + there.about[1:]
            parts += [paragraph(about), there.picture]
        for number, asked in enumerate(self._asked, start=1):
            parts.append(f"<p><b>{number}.</b> {escaped(asked.question.text)}</p>")
            parts += map(paragraph, _lines(asked))
        return say.face(self.title, *parts)

    def __str__(self) -> str:
        lines = [self.title]
        for number, asked in enumerate(self._asked, start=1):
            lines += ["", f"{number}. {asked.question.text}"]
            lines += [f"   {line}" for line in _lines(asked)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<TextWorksheet {self.title!r}: {len(self.questions)} questions>"


def _reply(asked: Asked) -> str:
    """Return the reply to the newest answer; empty without one."""
    reply = asked.reply
    return f"{reply.verdict} {reply.text}".strip() if reply else ""


def _lines(asked: Asked) -> list[str]:
    """Return what stands below a question: the position, the options, and the newest answer."""
    question = asked.question
    about = [asked.about] if question.at == "position" and not asked.dated else []
    letters = ascii_lowercase[: len(question.options)]
    options = zip_longest(letters, question.options, fillvalue="–")
    reply = _reply(asked)
    return [*about, *(f"{a}) {option}" for a, option in options), *([reply] if reply else [])]
