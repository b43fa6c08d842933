"""Questions of a worksheet as a pupil is asked them: their moment, and the judgement of answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from numbers import Real
from typing import Any, ClassVar, Literal, NamedTuple

from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.worksheet.answer_key import Truth, Value, find_truth, fits_move
from skyjo_widget.lessons.worksheet.file import LONGEST, SheetQuestion
from skyjo_widget.lessons.worksheet.pupil import PupilSheet
from skyjo_widget.records.history import Decision
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util.i18n import has_decimal_comma
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.numbers import decimal_chain, format_number, fraction_chain, understood
from skyjo_widget.util.parse_number import NoNumberError, read_number
from skyjo_widget.util.parse_number import written as written_text


class Reply(NamedTuple):
    """The reply to an answer, as plain text."""

    kind: Literal["right", "wrong", "kept"]
    """Refused answers are wrong, too."""
    verdict: str
    """Empty if there is none."""
    text: str


class _Moment(NamedTuple):
    """The moment that a question refers to."""

    state: int
    decision: int
    round: int
    seat: int
    seen: Observation
    own: Any
    """The right answer that the user's function returned."""


class _Refused(Exception):  # noqa: N818  (a sentence for the pupil)
    def __init__(self, text: str) -> None:
        self.text = text


class Asked:
    """A question that a pupil is asked.

    Parameters
    ----------
    sheet : PupilSheet
    question : SheetQuestion

    Attributes
    ----------
    about : str
        The moment that it refers to, in words; empty if it refers to none.
    outdated : bool
        True if the game has continued since; `ask_again` asks about the present moment.
    done : bool
        True if the right answer was told: nothing is accepted any more.
    reply : Reply or None
        The reply to the newest answer.
    """

    sheet: PupilSheet
    question: SheetQuestion
    about: str
    outdated: bool
    done: bool

    button: ClassVar[str] = ""
    """The key of its button's text; empty: that of the sheet's feedback."""
    dated = False
    """True if it refers to a moment of the game."""
    once: ClassVar[bool] = True
    """True if it is done once the right answer was shown."""

    def __init__(self, sheet: PupilSheet, question: SheetQuestion) -> None:
        self.sheet, self.question = sheet, question
        self.about, self.outdated, self.done = "", False, False
        self.reply: Reply | None = None
        self.moment: _Moment | None = None
        self._closed = False
        """True if its answer is about a moment that isn't known any more."""
        self._put()

    @property
    def submit_key(self) -> str:
        """The key of its button's text in the locales."""
        return self.button or ("check" if self.sheet.feedback == "at once" else "submit")

    @property
    def hint(self) -> str:
        """An example of an answer, for an empty field."""
        return ""

    def submit(self, content: str | None) -> None:
        """Judge an answer, and save it unless it is refused; `reply` says what came of it.

        Parameters
        ----------
        content : str or None
            The content of the field.
        """
        sheet = self.sheet
        try:
            with sheet.table.parts.game.lock:
                value, right, truth = self._judge(content)
                written = written_text(content or "") if isinstance(value, float) else None
                sheet.table.answer(
                    sheet.title,
                    self.question.name,
                    value,
                    right=right,
                    by=sheet.by,
                    written=written,
                )
        except _Refused as why:
            self.reply = Reply("wrong", "", why.text)
        except RulesError as error:
            self.reply = Reply("wrong", "", rendered(error, sheet.lang))
        else:
            self._react(self._understood(value, written), right, truth)

    def ask_again(self) -> None:
        """Ask about the present moment."""
        self.reply, self.done, self._closed = None, False, False
        self._put()

    def follow(self) -> None:
        """Update the question after a change of the game."""
        if not self.dated:
            return
        if self.moment is None:
            if not self._closed:
                self._put()
        elif self.moment.state != self.sheet.table.state:
            self._describe(outdated=True)

    def restore(self) -> None:
        """Take up the newest answer of the record: of an earlier kernel, or of another cell."""
        sheet = self.sheet
        asked = (sheet.title, self.question.name, sheet.by)
        for answer in reversed(sheet.table.history.answers):
            if (answer.sheet, answer.question, answer.by) == asked:
                if self.dated and answer.decision != len(sheet.table.history.decisions):
                    self.moment, self._closed = None, True
                    self.about, self.outdated = sheet.words["earlier"], True
                self._react(self._understood(answer.value, answer.written), answer.right, "")
                return

    # Overridden by the kinds

    def _judge(self, content: str | None) -> tuple[float | str, bool | None, str]:
        """Return the answer, whether it is right, and the right one in words; raise `_Refused`."""
        raise NotImplementedError

    # Shared

    def _put(self) -> None:
        """Set the moment of the question to the present one."""
        table = self.sheet.table
        self.moment = None
        if not self.dated:
            return
        with table.parts.game.lock:
            seat = self.sheet.person()
            if seat is not None and table.seat is not None:
                truth = self.question.truth
                self.moment = _Moment(
                    table.state,
                    len(table.history.decisions),
                    table.history.state.round,
                    seat,
                    table.observation(seat),
                    truth(table) if callable(truth) else None,
                )
        self._describe(outdated=False)

    def _describe(self, *, outdated: bool) -> None:
        moment, texts = self.moment, self.sheet.words
        self.outdated = outdated
        if moment is None:
            self.about = texts["no_moment"]
        else:
            self.about = texts["gone_on" if outdated else "about"].format(
                decision=moment.decision,
                round=moment.round,
                player=clipped(self.sheet.table.players[moment.seat].name),
            )

    def _understood(self, value: float | str, written: str | None) -> str:
        """Return an answer as it was written, with its decimal where that reads otherwise."""
        if written is None:
            return str(value)
        number = read_number(written, decimal_comma=has_decimal_comma(self.sheet.lang))
        return understood(written, decimal_chain(number, self.sheet.lang))

    def _react(self, answer: str, right: bool | None, truth: str) -> None:
        texts = self.sheet.words
        yours = texts["yours"].format(answer=clipped(answer))
        if self.sheet.feedback == "kept" or right is None:
            self.reply = Reply("kept", "", f"{yours} {texts['kept']}")
            return
        kind: Literal["right", "wrong"] = "right" if right else "wrong"
        if not self.sheet.tells:
            self.reply = Reply(kind, texts[kind], yours)
            return
        self.reply = Reply(kind, texts[kind], f"{yours} {truth}".strip())
        self.done = self.once

    def _refused(self, key: str, **holes: object) -> _Refused:
        return _Refused(self.sheet.words[key].format(**holes))


class _Number(Asked):
    def __init__(self, sheet: PupilSheet, question: SheetQuestion) -> None:
        truth = question.truth
        there = sheet.there if question.at == "position" else None
        self.dated = not there and (
            callable(truth) or (isinstance(truth, Truth) and bool(truth.key))
        )
        super().__init__(sheet, question)
        if there:
            self.moment = _Moment(-1, 0, 0, there.seen.seat, there.seen, None)
            self.about = sheet.words["about_position"]

    @property
    def _is_chance(self) -> bool:
        truth = self.question.truth
        return isinstance(truth, Truth) and truth.is_chance

    @property
    def hint(self) -> str:
        return str(self.sheet.words["number_like" if self._is_chance else "value_like"])

    def _judge(self, content: str | None) -> tuple[float | str, bool | None, str]:
        content = content or ""
        comma = has_decimal_comma(self.sheet.lang)
        try:
            number = read_number(content, decimal_comma=comma)
        except NoNumberError:
            key = "no_number" if content.strip() else "empty"
            raise self._refused(key, answer=clipped(content)) from None
        except RulesError as error:
            raise self._refused("unclear", why=rendered(error, self.sheet.lang)) from None
        truth, value = self.question.truth, None
        if self._is_chance and not 0 <= number <= 1:
            raise self._refused("no_chance", answer=clipped(content))
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
        texts, lang, number = self.sheet.words, self.sheet.lang, value.value
        if value.error:
            decimal, error = _decimal(float(number), lang), _decimal(2 * value.error, lang)
            return str(texts["about_truth"].format(decimal=decimal, error=error))
        truth = fraction_chain(number, lang).removeprefix("= ")
        return str(texts["truth"].format(truth=truth))


class _Choice(Asked):
    def _judge(self, content: str | None) -> tuple[float | str, bool | None, str]:
        right = self.question.right
        if content not in self.question.options:
            raise self._refused("choose")
        truth = "" if right is None else self.sheet.words["truth"].format(truth=right)
        return str(content), None if right is None else content == right, truth


class _Move(Asked):
    button = "this_move"
    once = False

    def __init__(self, sheet: PupilSheet, question: SheetQuestion) -> None:
        self._since = len(sheet.table.history.decisions)
        super().__init__(sheet, question)
        self.about = sheet.words[question.which]

    def _judge(self, _content: str | None) -> tuple[float | str, bool | None, str]:
        table, wanted = self.sheet.table, self.question.wanted
        move = self._move()
        if move is None:
            raise self._refused("no_move")
        right, best = None, ""
        if callable(wanted):
            verdict = wanted(move, table)
            right = None if verdict is None else bool(verdict)
        elif wanted is not None:
            right, best = fits_move(wanted, move, table.history)
        truth = self.sheet.words["truth"].format(truth=best) if best and not right else ""
        return f"{move.notation} ({move.decision})", right, truth

    def _move(self) -> Decision | None:
        """Return the move to judge; None if there is none yet."""
        seats = [self.sheet.seat] if self.sheet.seat is not None else None
        moves = [
            row
            for row in self.sheet.table.history.decisions[self._since :]
            if row.kind == "person" and not row.undone and (seats is None or row.seat in seats)
        ]
        if not moves:
            return None
        return moves[0] if self.question.which == "next" else moves[-1]


class _Text(Asked):
    def _judge(self, content: str | None) -> tuple[float | str, bool | None, str]:
        text = (content or "").strip()
        if not text:
            raise self._refused("empty")
        if len(text) > LONGEST:
            raise self._refused("too_long", most=LONGEST)
        return text, None, ""


_KINDS: dict[str, Callable[[PupilSheet, SheetQuestion], Asked]] = {
    "number": _Number,
    "choice": _Choice,
    "move": _Move,
    "text": _Text,
}


def ask(sheet: PupilSheet) -> list[Asked]:
    """Ask all questions of a sheet; answers that the record has already are taken up."""
    asked = [_KINDS[question.kind](sheet, question) for question in sheet.questions]
    for question in asked:
        question.restore()
    return asked


def _as_value(truth: Any) -> Value | None:
    """Convert the result of a user's function to a value; None if it isn't a number."""
    if isinstance(truth, bool) or not isinstance(truth, Real):
        return None
    if isinstance(truth, Fraction):
        return Value(truth)
    number = float(truth)
    return Value(Fraction(str(number))) if math.isfinite(number) else None


def _decimal(number: float, lang: str) -> str:
    """Return a number with at most four decimals."""
    return format_number(round(number, 4), lang)
