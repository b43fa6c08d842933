"""The file of a lesson: worksheets with a head that sets the table."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from skyjo_widget.board.position import Position
from skyjo_widget.coach.advice import MODES
from skyjo_widget.engine.games import GAMES, PresetName, find_preset, preset_name, settle_rules
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import Message, _, joined, message_of, split
from skyjo_widget.lessons.hand_in.hand_in import HAND_IN
from skyjo_widget.lessons.shipped_lessons import is_shipped, shipped
from skyjo_widget.lessons.worksheet.file import (
    LONGEST,
    check_feedback,
    check_title,
    read_position,
    read_questions,
)
from skyjo_widget.records.course import default_folder
from skyjo_widget.records.header import Player
from skyjo_widget.table.screen import people_for
from skyjo_widget.table.seating import seat_all
from skyjo_widget.util.files import given_path, is_folder
from skyjo_widget.util.i18n import present_language, words
from skyjo_widget.util.messages import translated
from skyjo_widget.util.people_files import parse_toml, read_written
from skyjo_widget.util.spelling import choice, suggestion
from skyjo_widget.util.validation import plain_text, seed_number

T = TypeVar("T")

"""Most bytes of a lesson's file."""
MOST_SHEETS = 20
PLAYERS = ("pupil", "bot:greedy")
"""The players of a lesson that names none."""

_OWN = "games/lesson-"
"""The beginning of a lesson's own folder of records."""
_TOP = ("title", "feedback", "lang", "game", "lesson", "paper", "position", "questions", "sheets")
_LESSON = ("text", "names", "hand_in", "records")
_SHEET = ("title", "feedback", "questions")
_OF_PLAY = ("preset", "players", "seed", "coach", "for")
"""The keys of ``[game]`` that are no rule options."""


@dataclasses.dataclass(frozen=True)
class Sheet:
    """A worksheet of a lesson: its title, its feedback and its questions as written."""

    title: str
    feedback: Any
    questions: list[dict[str, Any]]


@dataclasses.dataclass(frozen=True)
class LessonPlan:
    """The contents of a lesson's file.

    Parameters
    ----------
    title : str
    text : str
        What is told at the beginning; may be empty.
    lang : str
        Empty for the browser's language.
    names : bool
        Whether pupils are asked for their names.
    hand_in : str
        The folder of files that are handed in.
    records : str
        The folder of the records; by default one of its own for each lesson.
    preset : str
    players : tuple of str
    people : tuple of int
        The seats of pupils.
    options : dict
        Further arguments of `play`.
    sheets : tuple of Sheet
    paper : tuple of str
        The sheets of paper that it needs, of `PAPER`.
    position : Position or None
        The moment that the class talks about together.
    """

    title: str
    text: str
    lang: str
    names: bool
    hand_in: str
    records: str
    preset: PresetName
    players: tuple[str, ...]
    people: tuple[int, ...]
    options: dict[str, Any]
    sheets: tuple[Sheet, ...]
    paper: tuple[str, ...]
    position: Position | None


class _Problems:
    """The problems of a file, each with its key."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def problem(self, where: str, template: str, /, **parts: Any) -> None:
        text = _(template, **parts)
        self.messages.append(_("{where}: {text}", where=where, text=text) if where else text)

    def attempt(self, where: str, otherwise: T, read: Callable[..., T], *arguments: Any) -> T:
        """Return what `read` reads from what is given; note its error, if it raises one."""
        try:
            return read(*arguments)
        except RulesError as error:
            for text in split(message_of(error)):
                self.problem(where, "{text}", text=text)
        return otherwise

    def table(self, where: str, value: Any, keys: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return a table of the file; note if it is none, and its unknown keys."""
        if not isinstance(value, dict):
            self.problem(where, "a table with keys is needed, not {value!r:.60}", value=value)
            return {}
        for key in value if keys else ():
            if key not in keys:
                place = f"{where}.{key}" if where else key
                self.problem(
                    place,
                    "unknown{hint}; there are {known}",
                    hint=suggestion(key, keys),
                    known=", ".join(sorted(keys)),
                )
        return value


PAPER = (
    *("deck", "law", "predictions", "runs", "rules", "strategies", "worths"),
    *("questions", "home"),
)
"""The sheets of paper that a lesson may need."""


def read_lesson(
    path: str | Path, *, seed: int | str | None = None, lang: str | None = None
) -> LessonPlan:
    """Read a lesson's file.

    Parameters
    ----------
    path : path
        Or the folder with its ``lesson.toml``, or the name of a shipped lesson.
    seed, lang : optional
        In place of the file's; a shipped lesson is in English by default.

    Raises
    ------
    RulesError
        If it can't be read, or with all its problems, each with its line or key.
    """
    if is_shipped(path):
        written, path = shipped(str(path), lang or present_language()), given_path(path)
    else:
        path = given_path(path)
        path = path / "lesson.toml" if is_folder(path) else path
        written = read_written(path, parse_toml)
    problems = _Problems()
    top = problems.table("", written, _TOP)
    lang = problems.attempt("lang", "", _language, lang or top.get("lang", ""))
    title = problems.attempt("title", "", check_title, top.get("title", path.stem))
    head = problems.table("lesson", top.get("lesson", {}), _LESSON)
    if "game" not in top:
        problems.problem("game", "it is missing, as in\n    [game]\n    preset = 'skyjo'")
    game = problems.table("game", top.get("game", {}))
    if seed is not None:
        game = {**game, "seed": seed}
    preset, players, people, options = _game(game, problems)
    sheets = _sheets(top, title, preset, problems)

    def read(key: str, otherwise: T, how: Callable[[Any], T]) -> T:
        return problems.attempt(f"lesson.{key}", otherwise, how, head.get(key, otherwise))

    plan = LessonPlan(
        title=title,
        text=read("text", "", _text),
        lang=lang,
        names=read("names", True, _flag),
        hand_in=read("hand_in", HAND_IN, _folder),
        records=read("records", _OWN, _folder),
        preset=cast("PresetName", preset),  # without one, this raises below
        players=players,
        people=people,
        options=options,
        sheets=sheets,
        paper=problems.attempt("paper", (), _paper, top.get("paper", ["deck", "questions"])),
        position=problems.attempt("", None, _position, top.get("position"), lang),
    )
    if plan.position is None and not top.get("position"):
        for sheet in plan.sheets:
            for number, question in enumerate(sheet.questions, start=1):
                if isinstance(question, Mapping) and question.get("at") == "position":
                    place = _("question {number}", number=number)
                    problems.problem(place, "at = 'position', but there is no [position]")
    if problems.messages:
        count = len(problems.messages)
        lines = [_("{count} problems", count=count)] * (count > 1) + problems.messages
        with translated(lang or None):
            raise RulesError("{path}: {problems}", path=path, problems=joined("\n  ", lines))
    records = _own_folder(plan) if plan.records == _OWN else plan.records
    return dataclasses.replace(
        plan,
        hand_in=str(default_folder(plan.hand_in)),
        records=str(default_folder(records)),
    )


def _game(
    table: dict[str, Any], problems: _Problems
) -> tuple[PresetName | None, tuple[str, ...], tuple[int, ...], dict[str, Any]]:
    """Return the preset, the players, the pupils' seats and the arguments of `play`."""
    preset = table.get("preset")
    preset_key = problems.attempt("game.preset", None, preset_name, preset)
    players = table.get("players", list(PLAYERS))
    options: dict[str, Any] = {}
    checks: dict[str, tuple[str, Callable[[Any], Any]]] = {
        "seed": ("seed", _seed),
        "coach": ("coach", lambda mode: choice("coach", mode, MODES)),
        "for": ("for_", people_for),
    }
    for key, (name, check) in checks.items():
        if key in table:
            options[name] = problems.attempt(f"game.{key}", None, check, table[key])
    options.setdefault("for_", "class")
    if not preset_key:
        return None, (), (), options
    game, rules = find_preset(preset_key)
    names = (*_OF_PLAY, *(field.name for field in dataclasses.fields(rules)))
    problems.table("game", table, names)
    fields = {key: table[key] for key in names if key in table and key not in _OF_PLAY}
    settled = problems.attempt("game", None, settle_rules, preset_key, None, None, fields)
    nobody: list[Player] = []
    seated = problems.attempt("game.players", nobody, _seated, players, game.name)
    people = tuple(seat for seat, player in enumerate(seated) if player.kind == "person")
    if seated and not people:
        problems.problem(
            "game.players", "nobody is a pupil, as in {players}", players=list(PLAYERS)
        )
    if seated and settled:
        _, rules, cards = settled
        problems.attempt("game.players", None, rules.codes, len(seated), cards)
    return preset_key, tuple(players) if seated else (), people, {**options, **fields}


def _sheets(
    top: Mapping[str, Any], title: str, preset: PresetName | None, problems: _Problems
) -> tuple[Sheet, ...]:
    """Return the worksheets: ``[[sheets]]``, or the one of ``[[questions]]``."""
    several = top.get("sheets", [])
    if "questions" in top:
        if several:
            problems.problem(
                "sheets", "[[questions]] is one sheet and [[sheets]] several: not both"
            )
        several = [{key: top[key] for key in ("feedback", "questions") if key in top}]
        several[0]["title"] = title
    elif not isinstance(several, list) or len(several) > MOST_SHEETS:
        problems.problem(
            "sheets", "a list of at most {most} is needed, as [[sheets]] begins", most=MOST_SHEETS
        )
        return ()
    read: list[Sheet] = []
    for number, written in enumerate(several, start=1):
        place = "" if "questions" in top else f"sheets {number}"
        dot = f"{place}." if place else ""
        table = problems.table(place, written, _SHEET)
        name = problems.attempt(f"{dot}title", "", check_title, table.get("title", ""))
        if name and name in [sheet.title for sheet in read]:
            problems.problem(f"{dot}title", "another sheet is called {name!r}", name=name)
        mode = table.get("feedback", top.get("feedback", "at once"))
        feedback = problems.attempt(f"{dot}feedback", "at once", check_feedback, mode)
        asked = table.get("questions", [])
        problems.attempt(place, None, _check_questions, asked, preset)
        read.append(Sheet(name, feedback, asked))
    return tuple(read)


def _check_questions(asked: Any, preset: PresetName | None) -> None:
    """Check questions; where the game isn't known, those of any game are right."""
    if preset:
        read_questions(asked, find_preset(preset)[0].name)
        return
    errors: list[RulesError] = []
    for game in GAMES:
        try:
            read_questions(asked, game)
        except RulesError as error:
            errors.append(error)
        else:
            return
    raise min(errors, key=lambda error: str(error).count("\n"))


def _seated(players: Any, game: str) -> list[Player]:
    return seat_all(players, game)[0]


def _language(lang: Any) -> str:
    lang = plain_text(lang, _("a language"))
    if lang:
        words(lang)
    return str(lang)


def _seed(seed: Any) -> Any:
    seed_number(seed)
    return seed


def _text(text: Any) -> str:
    if len(plain_text(text, _("a text"))) > LONGEST:
        raise RulesError("{longest} signs at most", longest=LONGEST)
    return str(text)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise RulesError("true or false is needed, not {value!r:.60}", value=value)
    return value


def _paper(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise RulesError("a list of {paper} is needed", paper=", ".join(PAPER))
    return tuple(choice("paper", name, PAPER) for name in names)


def _position(written: Any, lang: str) -> Position | None:
    return None if written is None else read_position(written, lang or None)


def _folder(text: Any) -> str:
    if not plain_text(text, _("a folder")).strip() or "\0" in text:
        raise RulesError("the name of a folder is needed")
    return str(text)


def _own_folder(plan: LessonPlan) -> str:
    """Return a folder that only this lesson's records are in: of the same title and game."""
    about = [plan.title, plan.preset, plan.players, sorted(plan.options.items())]
    mark = hashlib.sha256(json.dumps(about, default=str).encode()).hexdigest()[:8]
    return f"{_OWN}{mark}"
