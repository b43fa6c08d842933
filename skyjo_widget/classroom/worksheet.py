"""A worksheet beside the board, built of ipywidgets."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple

import ipywidgets

from skyjo_widget.board.open import play
from skyjo_widget.board.position import Position
from skyjo_widget.board.session import Session
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.classroom.answer_key import Truth, Value, find_truth, fits_move
from skyjo_widget.classroom.lesson_moments import position_moment
from skyjo_widget.classroom.submit_button import SubmitButton
from skyjo_widget.classroom.worksheet_file import (
    LONGEST,
    Feedback,
    SheetQuestion,
    check_feedback,
    check_title,
    read_position,
    read_questions,
    read_sheet,
)
from skyjo_widget.errors import RulesError
from skyjo_widget.records.history import Decision
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util.files import create_whole, given_path
from skyjo_widget.util.i18n import has_decimal_comma, words
from skyjo_widget.util.markup import paragraph
from skyjo_widget.util.numbers import decimal_chain, format_number, fraction_chain, understood
from skyjo_widget.util.parse_number import read_number
from skyjo_widget.util.parse_number import written as written_text
from skyjo_widget.util.validation import plain_text

_STYLE = """<style>
.sjq { container-type: inline-size; width: 100%; max-width: 46rem; overflow: visible; }
.sjq .jupyter-widgets, .sjq .widget-box { overflow: visible; margin-left: 0; margin-right: 0; }
.sjq .widget-html, .sjq .widget-html-content { height: auto; line-height: 1.5; }
.sjq .sjq-title { font-size: 1.25em; font-weight: 600; overflow-wrap: anywhere; }
.sjq .sjq-box { border: 1px solid var(--jp-border-color2, #c8c8c8); border-radius: 6px;
  padding: 8px 14px 10px; margin: 6px 0; }
.sjq .sjq-text { overflow-wrap: anywhere; white-space: pre-line; font-weight: 600; }
.sjq .sjq-about { color: var(--jp-ui-font-color2, #666); }
.sjq .sjq-line { display: flex; flex-flow: row wrap; align-items: center; gap: 4px 8px; }
.sjq .sjq-line .widget-text { width: auto; flex: 0 1 20em; min-width: 10em; }
.sjq .sjq-line .widget-text > .widget-label, .sjq .widget-textarea > .widget-label { width: auto; }
.sjq .sjq-line input { min-width: 5em; }
.sjq .widget-textarea { width: 100%; }
.sjq .widget-radio { width: 100%; height: auto; }
.sjq .widget-radio-box { width: 100%; max-width: none; margin: 0; }
.sjq .widget-radio-box label { height: auto; line-height: 1.4; padding: 3px 0; white-space: normal;
  overflow-wrap: anywhere; display: flex; flex-direction: row-reverse; justify-content: flex-end;
  align-items: flex-start; gap: 4px; } /* the button stands first, behind its text in the markup */
.sjq .widget-radio-box label input { flex: none; margin: 3px 4px 0 1px; }
.sjq .sjq-hidden-label > .widget-label { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sjq button.jupyter-button { width: auto; height: auto; min-height: 32px; padding: 2px 12px;
  white-space: normal; line-height: 1.3; }
.sjq :is(button, input, textarea):focus-visible {
  outline: 2px solid var(--jp-brand-color1, #1976d2); outline-offset: 1px; }
.sjq [data-loading] { min-height: 0 !important; } /* the place of a button, not of a board */
.sjq .sjq-said { border-left: 4px solid var(--jp-border-color1, #999); padding: 1px 0 1px 10px;
  overflow-wrap: anywhere; margin-top: 4px; }
.sjq .sjq-position img { max-width: 100%; height: auto; }
.sjq .sjq-right { border-color: var(--jp-success-color1, #2e7d32); }
.sjq .sjq-wrong { border-color: var(--jp-error-color1, #c62828); }
</style>"""


class Worksheet(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
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

    _leave: Callable[[], None] | None = None  # ipywidgets also closes one whose __init__ raised

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
        if not isinstance(table, Session):
            raise RulesError(f"{table!r} is no table that play(…) or load(…) has given")
        self.title = check_title(title)
        self.feedback = check_feedback(feedback)
        self.questions = read_questions(questions, table.game.name)
        self.table, self.by, self.seat = table, by, seat
        if by is not None:
            plain_text(by, "a name")
        if seat is not None:
            table.observation(seat)  # raises if there is no such seat
        self.lang = lang or table.lang or "en"
        self.texts = words(self.lang)["worksheet"]
        fixed = [question.at == "position" for question in self.questions]
        if any(fixed) and position is None:
            raise RulesError(f"question {fixed.index(True) + 1}: at='position', but there is none")
        self.position = position
        self.there = position_moment(position, self.lang) if position and any(fixed) else None
        self._boxes = [_KINDS[question.kind](self, question) for question in self.questions]
        heading = f'<div class="sjq-title" role="heading" aria-level="3">{_safe(title)}</div>'
        children = [one.box for one in self._boxes]
        if self.there:
            about = self.there.about[:1].upper() + self.there.about[1:]
            shown = paragraph(about) + self.there.picture
            children.insert(fixed.index(True), ipywidgets.HTML(shown).add_class("sjq-position"))
        super().__init__([ipywidgets.HTML(_STYLE + heading), *children])
        self.add_class("sjq")
        self._leave = table.on_change(self._follow)
        for one in self._boxes:
            one.restore()

    @classmethod
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
            Or the name of a shipped lesson: ``"chance"``, ``"samples"`` or ``"strategy"``.
        table : Session, optional
            By default one at the file's position, which shows itself; its game isn't recorded.
        lang, seat, by
            As in `Worksheet`.

        Raises
        ------
        RulesError
            If it can't be read, or with all its problems and their places.
        """
        sheet = read_sheet(path, lang or (table.lang if table else None) or "en")
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
            raise RulesError(f"{path}: {error}") from None

    def save(self, path: str | Path) -> Path:
        """Write it as JSON, for `load`.

        Raises
        ------
        RulesError
            If a right answer is a function, a question is about a position, or the file exists or
            can't be written.
        """
        if self.there:
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
            raise RulesError(f"{path}: can't be written: {error.strerror}") from None
        return path

    def close(self) -> None:
        """Close the widgets and stop following the game."""
        if self._leave:
            self._leave()
        super().close()

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

    def _follow(self) -> None:
        for one in self._boxes:
            one.follow()


class _AskedAt(NamedTuple):
    """The moment that a question refers to."""

    state: int
    decision: int
    round: int
    seat: int
    seen: Observation
    own: Any
    """The right answer that the user's function returned."""


class _Box:
    """The widgets of a question: its text, a field for the answer and a button."""

    def __init__(self, sheet: Worksheet, question: SheetQuestion) -> None:
        self.sheet, self.question, self.texts = sheet, question, sheet.texts
        self.moment: _AskedAt | None = None
        self.field = self._make_field()
        label = self.texts["check" if sheet.feedback == "at once" else "submit"]
        self.button = SubmitButton(self._submit, label, sheet.lang)
        self.anew = ipywidgets.Button(description=self.texts["anew"], layout={"display": "none"})
        self.about, self.answer = ipywidgets.HTML(), ipywidgets.HTML()
        self.anew.on_click(lambda _: self._ask_again())
        text = ipywidgets.HTML(f'<div class="sjq-text"><bdi>{_safe(question.text)}</bdi></div>')
        self.box = ipywidgets.VBox([text, self.about, *self._layout(), self.answer])
        self.box.add_class("sjq-box")
        self._put()

    # Overridden by the kinds

    dated = False
    """True if it refers to a moment of the game."""
    closed = False
    """True if its answer is about a moment that isn't known any more."""
    once = True
    """True if it closes once the right answer was shown."""

    def _make_field(self) -> Any:
        raise NotImplementedError

    def _layout(self) -> list[Any]:
        return [_line(self.field, self.button, self.anew)]

    def _given(self, shown: Any) -> tuple[float | str, bool | None, str]:
        """Return the answer, whether it is right, and the right one as HTML; raise `_Refused`.

        Parameters
        ----------
        shown : str or None
            The value of the field.
        """
        raise NotImplementedError

    def _shown(self, sent: object) -> str | None:
        """Return the value of the field: as a press carries it, else as the kernel has it.

        The kernel's own is left alone: it may be older, and by now the page may show a newer one.
        """
        return sent if isinstance(sent, str) else self.field.value

    # Shared

    def follow(self) -> None:
        """Update the question after a change of the game."""
        if not self.dated:
            return
        if self.moment is None:
            if not self.closed:
                self._put()
        elif self.moment.state != self.sheet.table.state_id:
            self._show_about(outdated=True)

    def _put(self) -> None:
        """Ask the question about the present moment."""
        table = self.sheet.table
        with table.lock:
            seat = self.sheet.person()
            self.moment = None
            if self.dated and seat is not None and table.seat is not None:
                truth = self.question.truth
                self.moment = _AskedAt(
                    table.state_id,
                    len(table.history.decisions),
                    table.history.state.round,
                    seat,
                    table.observation(seat),
                    truth(table) if callable(truth) else None,
                )
        if self.dated:
            self._show_about(outdated=False)

    def _ask_again(self) -> None:
        self.answer.value = ""
        self.closed = False
        self.button.disabled = False
        self._put()

    def _show_about(self, *, outdated: bool) -> None:
        moment = self.moment
        if moment is None:
            text = self.texts["no_moment"]
        else:
            text = self.texts["gone_on" if outdated else "about"].format(
                decision=moment.decision,
                round=moment.round,
                player=clipped(self.sheet.table.players[moment.seat].name),
            )
        self.about.value = _about(text)
        self.anew.layout.display = None if outdated else "none"

    def _submit(self, sent: object) -> None:
        shown = self._shown(sent)
        try:
            with self.sheet.table.lock:
                value, right, truth = self._given(shown)
                written = written_text(shown) if isinstance(value, float) else None
                self.sheet.table.answer(
                    self.sheet.title,
                    self.question.name,
                    value,
                    right=right,
                    by=self.sheet.by,
                    written=written,
                )
        except _Refused as why:
            self._show(why.text, "wrong")
            return
        except RulesError as error:
            self._show(_safe(str(error)), "wrong")
            return
        self._react(self._understood(value, written), right, truth)

    def restore(self) -> None:
        """Show the newest answer that the record has: of an earlier kernel, or of another cell."""
        sheet = self.sheet
        asked = (sheet.title, self.question.name, sheet.by)
        for one in reversed(sheet.table.history.answers):
            if (one.sheet, one.question, one.by) == asked:
                if self.dated and one.decision != len(sheet.table.history.decisions):
                    self._close()
                self._react(self._understood(one.value, one.written), one.right, "")
                return

    def _close(self) -> None:
        """Leave the question with its answer, which was about an earlier moment of the game."""
        self.moment, self.closed = None, True
        self.about.value = _about(self.texts["earlier"])
        self.anew.layout.display = None

    def _understood(self, value: float | str, written: str | None) -> str:
        """Return an answer as it was written, with its decimal where that reads otherwise."""
        if written is None:
            return str(value)
        number = read_number(written, decimal_comma=has_decimal_comma(self.sheet.lang))
        return understood(written, decimal_chain(number, self.sheet.lang))

    def _react(self, shown: str, right: bool | None, truth: str) -> None:
        yours = _safe(self.texts["yours"].format(answer=clipped(shown)))
        if self.sheet.feedback == "kept" or right is None:
            self._show(f"{yours} {_safe(self.texts['kept'])}", "kept")
            return
        verdict = _safe(self.texts["right" if right else "wrong"])
        if not self.sheet.tells:
            self._show(f"<b>{verdict}</b> {yours}", "right" if right else "wrong")
            return
        self._show(f"<b>{verdict}</b> {yours} {truth}", "right" if right else "wrong")
        self.button.disabled = self.once

    def _show(self, text: str, kind: str) -> None:
        self.answer.value = f'<div class="sjq-said sjq-{kind}" role="status">{text}</div>'


class _Number(_Box):
    dated = True

    def __init__(self, sheet: Worksheet, question: SheetQuestion) -> None:
        truth = question.truth
        there = sheet.there if question.at == "position" else None
        self.dated = not there and (
            callable(truth) or (isinstance(truth, Truth) and bool(truth.key))
        )
        super().__init__(sheet, question)
        if there:
            self.moment = _AskedAt(-1, 0, 0, there.seen.seat, there.seen, None)
            self.about.value = _about(self.texts["about_position"])

    def _make_field(self) -> Any:
        truth = self.question.truth
        chance = isinstance(truth, Truth) and truth.is_chance
        return ipywidgets.Text(
            description=self.texts["answer"],
            placeholder=self.texts["number_like" if chance else "value_like"],
            continuous_update=False,
        )

    def _given(self, shown: Any) -> tuple[float | str, bool | None, str]:
        comma = has_decimal_comma(self.sheet.lang)
        try:
            number = read_number(shown, decimal_comma=comma)
        except RulesError:
            key = "no_number" if shown.strip() else "empty"
            raise self._refused(key, answer=clipped(shown)) from None
        truth, value = self.question.truth, None
        if isinstance(truth, Truth) and truth.is_chance and not 0 <= number <= 1:
            raise self._refused("no_chance", answer=clipped(shown))
        if self.dated and self.moment is None:
            raise self._refused("no_moment")
        if callable(truth):
            value = _as_value(self.moment.own if self.moment else None)
        elif truth is not None:
            seen = self.moment.seen if self.moment else None
            value = find_truth(truth, seen) if seen or not truth.key else None  # type: ignore[arg-type]  # a number needs no moment
        if value is None:
            return float(number), None, ""
        if self.question.tolerance is not None:
            room = Fraction(str(self.question.tolerance))
        else:
            room = truth.tolerance if isinstance(truth, Truth) else Fraction(0)
        right = abs(number - value.value) <= room + Fraction(2 * value.error)
        return float(number), right, self._format_truth(value)

    def _format_truth(self, value: Value) -> str:
        """Return the right answer as a fraction and as a decimal."""
        lang, number = self.sheet.lang, value.value
        decimal = _decimal(float(number), lang)
        if value.error:
            error = _decimal(2 * value.error, lang)
            return _safe(self.texts["about_truth"].format(decimal=decimal, error=error))
        truth = fraction_chain(number, lang).removeprefix("= ")
        return _safe(self.texts["truth"].format(truth=truth))

    def _refused(self, key: str, **holes: str) -> _Refused:
        return _Refused(_safe(self.texts[key].format(**holes)))


class _Choice(_Box):
    def _make_field(self) -> Any:
        field = ipywidgets.RadioButtons(
            options=self.question.options, value=None, description=self.texts["answer"]
        )
        return field.add_class("sjq-hidden-label")

    def _layout(self) -> list[Any]:
        return [self.field, _line(self.button)]

    def _given(self, shown: Any) -> tuple[float | str, bool | None, str]:
        right = self.question.right
        if shown is None:
            raise _Refused(_safe(self.texts["choose"]))
        truth = "" if right is None else _safe(self.texts["truth"].format(truth=right))
        return shown, None if right is None else shown == right, truth

    def _shown(self, sent: object) -> str | None:
        options = self.question.options
        if type(sent) is int and -1 <= sent < len(options):
            return options[sent] if sent >= 0 else None
        return super()._shown(None)


class _Move(_Box):
    once = False

    def __init__(self, sheet: Worksheet, question: SheetQuestion) -> None:
        self.since = len(sheet.table.history.decisions)
        super().__init__(sheet, question)
        self.button.label = self.texts["this_move"]
        self.about.value = _about(self.texts[question.which])

    def _make_field(self) -> Any:
        return ipywidgets.HTML()

    def _layout(self) -> list[Any]:
        return [_line(self.button)]

    def _given(self, shown: Any) -> tuple[float | str, bool | None, str]:
        table, wanted = self.sheet.table, self.question.wanted
        made = self._made()
        if made is None:
            raise _Refused(_safe(self.texts["no_move"]))
        right, best = None, ""
        if callable(wanted):
            found = wanted(made, table)
            right = None if found is None else bool(found)
        elif wanted is not None:
            right, best = fits_move(wanted, made, table.history)
        truth = _safe(self.texts["truth"].format(truth=best)) if best and not right else ""
        return f"{made.notation} ({made.decision})", right, truth

    def _made(self) -> Decision | None:
        """Return the move to judge; None if there is none yet."""
        seats = [self.sheet.seat] if self.sheet.seat is not None else None
        made = [
            row
            for row in self.sheet.table.history.decisions[self.since :]
            if row.kind == "person" and not row.undone and (seats is None or row.seat in seats)
        ]
        if not made:
            return None
        return made[0] if self.question.which == "next" else made[-1]


class _Text(_Box):
    def _make_field(self) -> Any:
        field = ipywidgets.Textarea(
            description=self.texts["answer"], rows=3, continuous_update=False
        )
        return field.add_class("sjq-hidden-label")

    def _layout(self) -> list[Any]:
        return [self.field, _line(self.button)]

    def _given(self, shown: Any) -> tuple[float | str, bool | None, str]:
        text = shown.strip()
        if not text:
            raise _Refused(_safe(self.texts["empty"]))
        if len(text) > LONGEST:
            raise _Refused(_safe(self.texts["too_long"].format(most=LONGEST)))
        return text, None, ""


class _Refused(Exception):  # noqa: N818  (a sentence for the pupil)
    def __init__(self, text: str) -> None:
        self.text = text


_KINDS: dict[str, Callable[[Worksheet, SheetQuestion], _Box]] = {
    "number": _Number,
    "choice": _Choice,
    "move": _Move,
    "text": _Text,
}


def _as_value(found: Any) -> Value | None:
    """Convert the result of a user's function to a value; None if it isn't a number."""
    if isinstance(found, bool) or not isinstance(found, Real):
        return None
    if isinstance(found, Fraction):
        return Value(found)
    number = float(found)
    return Value(Fraction(str(number))) if math.isfinite(number) else None


def _decimal(number: float, lang: str) -> str:
    """Return a number with at most four decimals."""
    return format_number(round(number, 4), lang)


def _line(*widgets: Any) -> Any:
    return ipywidgets.Box(widgets).add_class("sjq-line")


def _about(text: str) -> str:
    return f'<div class="sjq-about">{_safe(text)}</div>'


def _safe(text: str) -> str:
    return html.escape(text)
