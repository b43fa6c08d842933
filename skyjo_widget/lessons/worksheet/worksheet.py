"""A worksheet beside the board, built of ipywidgets."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from skyjo_widget.board.open import play
from skyjo_widget.board.position import Position
from skyjo_widget.board.session import Session
from skyjo_widget.errors import RulesError
from skyjo_widget.front.own_keys import OWN_KEYS
from skyjo_widget.front.typed_widgets import VBox
from skyjo_widget.lessons.worksheet.asked import Asked, ask
from skyjo_widget.lessons.worksheet.file import Feedback, read_position, read_sheet
from skyjo_widget.lessons.worksheet.pupil import PupilSheet, SheetText, language_at
from skyjo_widget.lessons.worksheet.submit_button import SubmitButton
from skyjo_widget.util.files import create_whole, given_path, reason
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.markup import escaped, paragraph
from skyjo_widget.util.messages import in_its_language, translated

if TYPE_CHECKING:
    from skyjo_widget.lessons.worksheet.file import SheetQuestion

_STYLE = resources.files("skyjo_widget.lessons.worksheet") / "worksheet.css"


class Worksheet(VBox):
    """Questions beside the board; the answers go to the record.

    Parameters
    ----------
    title : str
        Its name in the record.
    questions : sequence of dict
        Each with `kind` (``number``, ``choice``, ``move`` or ``text``), `text` and the keys of
        its kind; see ``docs/teaching.md``.
    table : Session
        The session that they are about.
    feedback : {"at once", "kept"}
        Whether the right answer is shown to the pupil, or kept for the teacher.
    lang : str, optional
        ``"en"`` or ``"fr"``; by default the table's.
    seat : int, optional
        The seat that is asked; by default the one to act, or the only person's.
    by : str, optional
        The name of the pupil, where several share a seat.
    position : Position, optional
        What questions with ``at="position"`` are about; shown above the first of them.

    Raises
    ------
    RulesError
        With every problem of the sheet.

    Notes
    -----
    A question about the odds refers to the moment at which it was asked.  If the game continues
    it shows a note, and can be asked again for the present moment as long as it isn't answered.
    Answers that the record has already are shown, and those that have been told the right one stay
    closed.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> asked = {"kind": "choice", "text": "Is 12 high?", "options": ["yes", "no"], "right": "yes"}
    >>> sheet = Worksheet("First steps", [asked], table)
    """

    title: str
    feedback: str
    lang: str
    questions: tuple[SheetQuestion, ...]
    table: Session
    text: SheetText

    _leave: Callable[[], None] | None = None  # ipywidgets also closes one whose __init__ raised

    @in_its_language
    def __init__(
        self,
        title: str,
        questions: Sequence[dict[str, Any]],
        table: Session,
        *,
        feedback: Feedback = "at once",
        lang: str | None = None,
        seat: int | None = None,
        by: str | None = None,
        position: Position | None = None,
    ) -> None:
        lang = language_at(table, lang)
        text = SheetText(title, questions, feedback, position)
        sheet = PupilSheet(text, table, lang=lang, seat=seat, by=by)
        self.title, self.feedback, self.lang = sheet.title, sheet.feedback, lang
        self.questions, self.table, self.text, self._sheet = sheet.questions, table, text, sheet
        self._boxes = [_BOXES[asked.question.kind](asked) for asked in ask(sheet)]
        children = [box.box for box in self._boxes]
        if sheet.there and sheet.first_fixed is not None:
            about = sheet.there.about[:1].upper() + sheet.there.about[1:]
            picture = ipywidgets.HTML(paragraph(about) + sheet.there.picture)
            children.insert(sheet.first_fixed, picture.add_class("sjq-position"))
        style = f"<style>{_STYLE.read_text('utf-8')}</style>"
        heading = f'<div class="sjq-title" role="heading" aria-level="3">{escaped(title)}</div>'
        super().__init__([ipywidgets.HTML(style + heading), *children])
        self.add_class("sjq").add_class(OWN_KEYS)
        self._leave = table.parts.game.on_change(self._follow)

    @classmethod
    @in_its_language
    def load(
        cls,
        path: str | Path,
        table: Session | None = None,
        *,
        lang: str | None = None,
        seat: int | None = None,
        by: str | None = None,
    ) -> Worksheet:
        """Load a worksheet from a file, JSON or (named ``.toml``) TOML.

        Parameters
        ----------
        path : path
            Or the name of a shipped lesson: ``"chance"``, ``"samples"``, ``"strategy"`` or
            ``"perfect"``.
        table : Session, optional
            By default one at the file's position, which shows itself; its game isn't recorded.
        lang, seat, by
            As in `Worksheet`.

        Raises
        ------
        RulesError
            If it can't be read, or with all its problems and their places.
        """
        sheet = read_sheet(path, language_at(table, lang) if table else lang or "en")
        try:
            lang = lang or sheet.get("lang")
            there = None
            if table is None or "position" in sheet:
                there = read_position(sheet.get("position"), lang or (table and table.lang) or None)
            if table is None and there:
                table = play(there, record=False, lang=lang)
            assert table is not None  # there is a table or a position
            return cls(
                sheet["title"],
                sheet["questions"],
                table,
                feedback=sheet.get("feedback", "at once"),
                lang=lang,
                seat=seat,
                by=by,
                position=there,
            )
        except RulesError as error:
            with translated(lang if lang in languages() else None):
                raise RulesError("{path}: {error}", path=path, error=error) from None

    def save(self, path: str | Path) -> Path:
        """Write it as JSON, for `load`.

        Raises
        ------
        RulesError
            If a right answer is a function, a question is about a position, or the file exists or
            can't be written.
        """
        if self._sheet.there:
            raise RulesError(
                "a position can't be written to a worksheet's file: add [position] by hand"
            )
        sheet = {
            "title": self.title,
            "feedback": self.feedback,
            "lang": self.lang,
            "questions": [question.written for question in self.questions],
        }
        path = given_path(path)
        try:
            create_whole(path, (json.dumps(sheet, ensure_ascii=False, indent=2) + "\n").encode())
        except TypeError:
            raise RulesError(
                "a function can't be written to a file: give a key or a number"
            ) from None
        except OSError as error:
            raise RulesError(
                "{path}: can't be written: {error}", path=path, error=reason(error)
            ) from None
        return path

    def __repr__(self) -> str:
        return f"<Worksheet {self.title!r}: {len(self.questions)} questions>"

    def close(self) -> None:
        """Close the widgets and stop following the game."""
        if self._leave:
            self._leave()
        super().close()

    def _follow(self) -> None:
        for box in self._boxes:
            box.follow()


class _Box:
    """The widgets of a question: its text, a field for the answer and a button."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        texts = self.texts = asked.sheet.words
        self.field = self._make_field()
        self.button = SubmitButton(self._submit, texts[asked.submit_key], asked.sheet.lang)
        self.anew = ipywidgets.Button(description=texts["anew"])
        self.anew.on_click(lambda _: self._ask_again())
        self.about, self.answer = ipywidgets.HTML(), ipywidgets.HTML()
        text = f'<div class="sjq-text"><bdi>{escaped(asked.question.text)}</bdi></div>'
        self.box = ipywidgets.VBox(
            [ipywidgets.HTML(text), self.about, *self._layout(), self.answer]
        )
        self.box.add_class("sjq-box")
        self._draw()

    def _make_field(self) -> Any:
        raise NotImplementedError

    def _layout(self) -> list[Any]:
        return [self.field, _line(self.button)]

    def _content(self, sent: object) -> str | None:
        """Return the value of the field: as a press carries it, else as the kernel has it.

        The kernel's own is left alone: it may be older, and by now the page may show a newer one.
        """
        return sent if isinstance(sent, str) else self.field.value

    def follow(self) -> None:
        """Update the question after a change of the game."""
        self.asked.follow()
        self._draw()

    def _submit(self, sent: object) -> None:
        self.asked.submit(self._content(sent))
        self._draw()

    def _ask_again(self) -> None:
        self.asked.ask_again()
        self._draw()

    def _draw(self) -> None:
        asked, reply = self.asked, self.asked.reply
        self.about.value = (
            f'<div class="sjq-about">{escaped(asked.about)}</div>' if asked.about else ""
        )
        self.anew.layout.display = None if asked.outdated else "none"
        self.button.disabled = asked.done
        reply_line = ""
        if reply:
            verdict = f"<b>{escaped(reply.verdict)}</b> " if reply.verdict else ""
            text = f"{verdict}{escaped(reply.text)}"
            reply_line = f'<div class="sjq-said sjq-{reply.kind}" role="status">{text}</div>'
        self.answer.value = reply_line


class _Number(_Box):
    def _make_field(self) -> Any:
        return ipywidgets.Text(
            description=self.texts["answer"],
            placeholder=self.asked.hint,
            continuous_update=False,
        )

    def _layout(self) -> list[Any]:
        return [_line(self.field, self.button, self.anew)]


class _Choice(_Box):
    def _make_field(self) -> Any:
        field = ipywidgets.RadioButtons(
            options=self.asked.question.options,
            value=None,
            description=self.texts["answer"],
            tooltip="",  # None as a tooltip shows as "null"
        )
        return field.add_class("sjq-hidden-label")

    def _content(self, sent: object) -> str | None:
        options = self.asked.question.options
        if type(sent) is int and -1 <= sent < len(options):
            return options[sent] if sent >= 0 else None
        return super()._content(None)


class _Move(_Box):
    def _make_field(self) -> Any:
        return ipywidgets.HTML()

    def _layout(self) -> list[Any]:
        return [_line(self.button)]


class _Text(_Box):
    def _make_field(self) -> Any:
        field = ipywidgets.Textarea(
            description=self.texts["answer"], rows=3, continuous_update=False
        )
        return field.add_class("sjq-hidden-label")


_BOXES: dict[str, Callable[[Asked], _Box]] = {
    "number": _Number,
    "choice": _Choice,
    "move": _Move,
    "text": _Text,
}


def _line(*widgets: Any) -> Any:
    return ipywidgets.Box(widgets).add_class("sjq-line")
