"""Parsing of worksheets; all problems are reported together, with their places."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from skyjo_widget.board.position import Position, position
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import Message, _, joined, message_of
from skyjo_widget.lessons.shipped_lessons import is_shipped, shipped
from skyjo_widget.lessons.worksheet.answer_key import WANTED, Truth, read_truth
from skyjo_widget.records.history import Decision
from skyjo_widget.table.table import Table
from skyjo_widget.util.files import given_path
from skyjo_widget.util.parse_number import read_number
from skyjo_widget.util.people_files import parse_json, parse_toml, read_written
from skyjo_widget.util.spelling import choice, suggestion
from skyjo_widget.util.validation import plain_text

QuestionKind = Literal["number", "choice", "move", "text"]
Feedback = Literal["at once", "kept"]
FEEDBACK: tuple[Feedback, ...] = ("at once", "kept")
AT = ("game", "position")
LONGEST = 2000
"""Most characters of a text."""
MOST = 100
"""Most questions, and most options of a choice."""

_KEYS: dict[str, tuple[str, ...]] = {
    "number": ("truth", "tolerance", "at"),
    "choice": ("options", "right"),
    "move": ("wanted", "which"),
    "text": (),
}
FOR_TEACHERS = ("expected", "why")
"""The fields of a question that pupils don't see."""
_SHEET = ("title", "feedback", "lang", "position", "questions")


@dataclasses.dataclass(frozen=True)
class SheetQuestion:
    """A question of a worksheet.

    Parameters
    ----------
    kind : {"number", "choice", "move", "text"}
    text : str
        The question itself.
    name : str
        Its name in the record; by default the text.
    truth : Truth, callable or None
        Of a number: the right answer at the moment of the question; a function gets the
        session.  None: the teacher judges.
    tolerance : float or None
        The tolerance of a number; by default 0.005 for a chance, 0.05 for a mean, else 0.
    at : {"game", "position"}
        The moment of a number's right answer: the table's present one, or the sheet's position.
    options : tuple of str
        The options of a choice.
    right : str or None
        The right option; None: the teacher judges.
    wanted : str, callable or None
        Of a move: ``"best by points"``, ``"completes a column"``, a kind of action such as
        ``"take"``, or a whole action; a function gets the decision and the session.
    which : {"last", "next"}
        The move to judge: the person's last one, or the first since the question was asked.
    expected, why : str
        The answer that a teacher expects, and its reason; pupils don't see them.
    written : dict
        The question as written.
    """

    kind: QuestionKind
    text: str
    name: str
    truth: Truth | Callable[[Table], Any] | None = None
    tolerance: float | None = None
    at: Literal["game", "position"] = "game"
    options: tuple[str, ...] = ()
    right: str | None = None
    wanted: str | Callable[[Decision, Table], Any] | None = None
    which: Literal["last", "next"] = "last"
    expected: str = ""
    why: str = ""
    written: dict[str, Any] = dataclasses.field(default_factory=dict, compare=False)


class Problems(Exception):  # noqa: N818  (collected into one RulesError)
    """The problems of a question."""

    def __init__(self, *messages: str) -> None:
        self.messages = messages


def read_questions(questions: Any, game: str, where: str = "") -> tuple[SheetQuestion, ...]:
    """Parse the questions of a worksheet.

    Parameters
    ----------
    questions : sequence of mapping
    game : str
        The game of the table; keys that it doesn't have are rejected.
    where : str
        The file, for messages.

    Raises
    ------
    RulesError
        With every problem and its question.
    """
    if isinstance(questions, (str, Mapping)) or not isinstance(questions, Sequence):
        raise _in_file(where, _("questions: a list is needed"))
    if not 1 <= len(questions) <= MOST:
        count = len(questions)
        raise _in_file(
            where, _("questions: 1 to {most} are needed, not {count}", most=MOST, count=count)
        )
    read: list[SheetQuestion] = []
    problems = []
    for number, written in enumerate(questions, start=1):
        try:
            question = _read(written, game)
            if question.name in [other.name for other in read]:
                raise Problems(
                    _("another question is called {name!r}; name= tells apart", name=question.name)
                )
            read.append(question)
        except Problems as error:
            problems += [
                _("question {number}: {text}", number=number, text=text) for text in error.messages
            ]
    if problems:
        raise _in_file(where, joined("\n  ", problems))
    return tuple(read)


def _in_file(where: str, message: Message) -> RulesError:
    """Return the error of a file, or of questions without one."""
    return (
        RulesError("{path}: {error}", path=where, error=message) if where else RulesError(message)
    )


def read_sheet(path: str | Path, lang: str = "en") -> dict[str, Any]:
    """Read a worksheet's file, JSON or TOML; its questions aren't parsed yet.

    Parameters
    ----------
    path : path
        Or the name of a shipped lesson, whose worksheet it is.
    lang : str
        The language of a shipped one.

    Raises
    ------
    RulesError
        If it can't be read or isn't a worksheet.
    """
    if is_shipped(path):
        return {key: value for key, value in shipped(str(path), lang).items() if key in _SHEET}
    path = given_path(path)
    parse = parse_toml if path.suffix.lower() == ".toml" else parse_json
    sheet: dict[str, Any] = read_written(path, lambda text: _checked(parse(text)))
    return sheet


def _checked(sheet: Any) -> dict[str, Any]:
    """Return the contents of a worksheet's file; raise `RulesError` if they aren't a worksheet."""
    if not isinstance(sheet, dict):
        raise RulesError("an object with title and questions is needed")
    if unknown := [key for key in sheet if key not in _SHEET]:
        raise RulesError(
            "{unknown!r} is unknown{hint}; known are {sheet}",
            unknown=unknown[0],
            hint=suggestion(unknown[0], _SHEET),
            sheet=", ".join(_SHEET),
        )
    for key in ("title", "questions"):
        if key not in sheet:
            raise RulesError("{key!r} is missing", key=key)
    return sheet


def read_position(written: Any, lang: str | None = None) -> Position:
    """Read the position of a worksheet's file: ``game``, ``cards`` by player, and other keywords.

    Raises
    ------
    RulesError
        If there is none, or it can't be.
    """
    if written is None:
        raise RulesError("a table is needed, or a position in the file")
    if not isinstance(written, dict) or not {"game", "cards"} <= set(written):
        raise RulesError("position: an object with game and cards is needed")
    keywords = {key: value for key, value in written.items() if key not in ("game", "cards")}
    if "seats" in keywords:
        raise RulesError("position: 'seats' is unknown; the players with their cards are 'cards'")
    return position(written["game"], written["cards"], **{**keywords, "lang": lang})


def check_feedback(feedback: Any) -> Feedback:
    """Return a kind of feedback; raise `RulesError` if it is unknown."""
    return cast("Feedback", choice("feedback", feedback, FEEDBACK))


def check_title(title: Any) -> str:
    """Return a valid title; raise `RulesError` otherwise."""
    if not plain_text(title, _("a worksheet's title")).strip() or len(title) > LONGEST:
        raise RulesError("a worksheet's title is a text of 1 to {longest} signs", longest=LONGEST)
    return str(title)


def _read(written: Any, game: str) -> SheetQuestion:
    if not isinstance(written, Mapping):
        raise Problems(_("an object with kind and text is needed, not {one!r}", one=written))
    kind = written.get("kind")
    if not isinstance(kind, str) or kind not in _KEYS:
        raise Problems(
            _(
                "kind = {kind!r}{hint}: one of {keys} is needed",
                kind=kind,
                hint=suggestion(kind, _KEYS),
                keys=", ".join(_KEYS),
            )
        )
    keys = ("kind", "text", "name", *FOR_TEACHERS, *_KEYS[kind])
    problems: list[str] = [
        _(
            "{key!r} is unknown{hint}; a {kind} question has {known}",
            key=key,
            hint=suggestion(key, keys),
            kind=kind,
            known=", ".join(keys),
        )
        for key in written
        if key not in keys
    ]
    fields: dict[str, Any] = {}
    for key in ("text", "name"):
        text = written.get(key, fields.get("text"))
        if not _is_text(text):
            problems.append(
                _(
                    "{key}: a text of 1 to {longest} signs is needed, not {text!r}",
                    key=key,
                    longest=LONGEST,
                    text=text,
                )
            )
        fields[key] = text
    for key in FOR_TEACHERS:
        fields[key] = written.get(key, "")
        if fields[key] and not _is_text(fields[key]):
            problems.append(
                _("{key}: a text of at most {longest} signs is needed", key=key, longest=LONGEST)
            )
    for key, read in _READ[kind].items():
        try:
            fields[key] = read(written.get(key), written, game)
        except Problems as error:
            problems += error.messages
    if problems:
        raise Problems(*problems)
    return SheetQuestion(kind=kind, written=dict(written), **fields)  # type: ignore[arg-type]  # it is a QuestionKind


def _is_text(text: Any) -> bool:
    try:
        return bool(plain_text(text, "").strip()) and len(text) <= LONGEST
    except RulesError:
        return False


def _read_truth(truth: Any, _written: Mapping[str, Any], game: str) -> Any:
    if truth is None or callable(truth):
        return truth
    try:
        return read_truth(truth, game)
    except RulesError as error:
        raise Problems(message_of(error)) from None


def _read_tolerance(tolerance: Any, _written: Mapping[str, Any], _game: str) -> float | None:
    if tolerance is None:
        return None
    if isinstance(tolerance, str):
        try:
            tolerance = float(read_number(tolerance))
        except RulesError as error:
            raise Problems(_("tolerance: {error}", error=error)) from None
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)):
        raise Problems(_("tolerance = {tolerance!r}: a number is needed", tolerance=tolerance))
    if not 0 <= tolerance < 1e9:
        raise Problems(_("tolerance = {tolerance}: a number from 0 is needed", tolerance=tolerance))
    return float(tolerance)


def _read_at(at: Any, written: Mapping[str, Any], _game: str) -> str:
    if at not in (None, "game", "position"):
        raise Problems(
            _("at = {at!r}{hint}: 'game' or 'position' is needed", at=at, hint=suggestion(at, AT))
        )
    if at == "position" and callable(written.get("truth")):
        raise Problems(
            _("at = 'position': a function is about the table; give the truth as a text")
        )
    return at or "game"


def _read_options(options: Any, _written: Mapping[str, Any], _game: str) -> tuple[str, ...]:
    if not isinstance(options, (list, tuple)) or not 2 <= len(options) <= MOST:
        raise Problems(_("options: a list of 2 to {most} texts is needed", most=MOST))
    if not all(map(_is_text, options)) or len(set(options)) < len(options):
        raise Problems(_("options: texts that differ are needed"))
    return tuple(options)


def _read_right(right: Any, written: Mapping[str, Any], _game: str) -> str | None:
    options = written.get("options")
    if right is not None and (not isinstance(options, (list, tuple)) or right not in options):
        raise Problems(_("right = {right!r} isn't among the options", right=right))
    return None if right is None else str(right)


def _read_wanted(wanted: Any, _written: Mapping[str, Any], _game: str) -> Any:
    if wanted is None or callable(wanted):
        return wanted
    if not isinstance(wanted, str) or not any(rule.fullmatch(wanted) for rule in WANTED):
        raise Problems(
            _(
                "wanted = {wanted!r}: 'best by points', 'completes a column' or an "
                "action such as 'take' or 'place b3' is needed",
                wanted=wanted,
            )
        )
    return wanted


def _read_which(which: Any, _written: Mapping[str, Any], _game: str) -> str:
    if which not in (None, "last", "next"):
        raise Problems(_("which = {which!r}: 'last' or 'next' is needed", which=which))
    return which or "last"


_READ: dict[str, dict[str, Callable[[Any, Mapping[str, Any], str], Any]]] = {
    "number": {"truth": _read_truth, "tolerance": _read_tolerance, "at": _read_at},
    "choice": {"options": _read_options, "right": _read_right},
    "move": {"wanted": _read_wanted, "which": _read_which},
    "text": {},
}
