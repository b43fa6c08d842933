"""A lesson from a teacher's file: the pupil's name, the board, worksheets and handing in."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import traitlets

from skyjo_widget.board.open import load, play
from skyjo_widget.board.session import Session
from skyjo_widget.board.static_board import StaticBoard, session_html
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import RulesError, SkyjoWidgetError
from skyjo_widget.errors.message import _
from skyjo_widget.front.front import Front, dictionary
from skyjo_widget.front.layouts import Borrowed, Layout
from skyjo_widget.front.lazy_widget import GAP, LazyBox, flexible
from skyjo_widget.lessons.hand_in.panel import LONGEST_NAME, HandInPanel
from skyjo_widget.lessons.lesson.file import LessonPlan, read_lesson
from skyjo_widget.lessons.lesson.games import Begun, begun_games
from skyjo_widget.lessons.worksheet.worksheet import Worksheet
from skyjo_widget.records.course import is_graded
from skyjo_widget.util.messages import in_its_language, rendered, speaks
from skyjo_widget.util.validation import plain_text

_OPEN: dict[str, Lesson] = {}
"""The newest lesson of this kernel that plays, by its folder of records."""


@in_its_language
def lesson(
    path: str | Path = "lesson.toml",
    *,
    name: str | Sequence[str] | None = None,
    seed: int | str | None = None,
    lang: str | None = None,
    display: bool = True,
) -> Lesson:
    """Open a lesson: the pupil types a name, and plays and answers.

    Parameters
    ----------
    path : path
        The lesson's file, TOML; ``docs/teaching.md`` describes it.  Or the name of a shipped
        lesson: ``"chance"``, ``"samples"``, ``"strategy"`` or ``"perfect"``.
    name : str or sequence of str, optional
        The name of the pupil, or of each at one screen: a new game begins at once.  By default a
        field asks for it; where this lesson was begun before, its games can be resumed instead.
    seed : int or str, optional
        The class's seed, in place of the file's.
    lang : str, optional
        The language, in place of the file's.
    display : bool
        Show it at once, if there is a notebook to show it in.

    Returns
    -------
    Lesson
        With `table` and `sheets`.

    Raises
    ------
    RulesError
        If the file can't be read, or with all its problems, each with its line or key; if a name
        is empty or too long.

    Examples
    --------
    >>> from pathlib import Path
    >>> written = Path("lesson.toml").write_text('game = {preset = "skyjo", seed = "3B"}')
    >>> begun = lesson("lesson.toml", name="Ana", display=False)
    >>> begun.table.players[0].name, begun.sheets
    ('Ana', ())
    """
    opened = Lesson(read_lesson(path, seed=seed, lang=lang))
    if name is not None:
        opened.begin([name] if isinstance(name, str) else name)
    elif not opened.plan.names and not opened.games:
        opened.begin()
    if display:
        opened.show()
    return opened


class LessonHead(Front, kind="lesson"):
    """The head of a lesson in the browser: the fields for names, and the games to resume.

    Parameters
    ----------
    receive : callable
        Called with each message.

    Attributes
    ----------
    head : dict
        What it shows; ``js/app/lesson.js``.
    """

    present: ClassVar[tuple[str, ...]] = ("head",)
    head: traitlets.Dict[str, Any] = dictionary()

    def __init__(self, receive: Any, head: dict[str, Any]) -> None:
        super().__init__(head=head, layout=flexible(flex="0 0 auto"))
        self.on_msg(lambda _widget, content, _buffers: receive(content))


@speaks
class Lesson(LazyBox):
    """A lesson under way; made by `lesson`.

    Parameters
    ----------
    plan : LessonPlan

    Attributes
    ----------
    plan : LessonPlan
        The contents of its file.
    table : Session or None
        The table; None until the pupil has begun.
    sheets : tuple of Worksheet
        Its worksheets; empty until then.
    games : list of Begun
        The games of this lesson that were begun before and can be resumed, the newest first.
    """

    children: Any

    def __init__(self, plan: LessonPlan) -> None:
        self.plan = plan
        self._lock: threading.RLock = threading.RLock()
        self.table: Session | None = None
        self.sheets: tuple[Worksheet, ...] = ()
        self.games: list[Begun] = begun_games(plan)
        self._stage = "ask"
        self._sentence: dict[str, Any] | None = None
        self._head: LessonHead | None = None
        super().__init__()

    @traitlets.default("layout")
    def _default_layout(self) -> Layout:
        column = {"flex_flow": "column", "align_items": "stretch", "grid_gap": GAP}
        return flexible(Borrowed, **column, overflow="visible")

    @property
    def lang(self) -> str:
        """The lesson's language; empty for the browser's."""
        return self.plan.lang

    @property
    def board(self) -> LessonHead:
        """The head, which a still picture of the lesson stands beside."""
        if self._head is None:
            self._head = LessonHead(self._receive, self._about())
        return self._head

    def begin(self, names: Sequence[str] = ()) -> None:
        """Deal the lesson's game.

        Parameters
        ----------
        names : sequence of str
            The pupils' names, by seat; none where the lesson asks for none.

        Raises
        ------
        RulesError
            If a name is missing or too long.
        RecordError
            If the record can't be made.
        """
        with self._lock:
            if self.table is not None:
                return
            players = list(self.plan.players)
            if self.plan.names or names:
                for seat, name in zip(self.plan.people, self._checked(names), strict=True):
                    players[seat] = f"person:{name}"
            table = play(
                self.plan.preset,
                players,
                record=False if is_graded() else f"{self.plan.records}/",
                lang=self.plan.lang or None,
                display=False,
                **self.plan.options,
            )
            table.parts.screen.decline_begun()  # the lesson has offered it
            self._take(table)

    def resume(self, game: int = 0) -> None:
        """Resume one of `games`.

        Raises
        ------
        RulesError
            If there is no such game.
        RecordError
            If its record can't be read, or another program has it open.
        """
        with self._lock:
            if self.table is not None:
                return
            if not 0 <= game < len(self.games):
                raise RulesError(
                    "game={game}: {count} games were begun here", game=game, count=len(self.games)
                )
            path = self.games[game].path
            table = load(path, lang=self.plan.lang or None, display=False)
            table.for_ = self.plan.options["for_"]
            coach = self.plan.options.get("coach")
            if coach and table.coach != "locked":
                table.coach = coach
            self._take(table)

    def show(self) -> None:
        """Show the lesson in this cell."""
        self._show_at_once()

    def close(self) -> None:
        """Remove it from the notebook, and release the record; the game can be resumed."""
        with self._lock:
            if self.table is not None:
                self.table.close()
            self._put_away()

    def __repr__(self) -> str:
        state = "not begun" if self.table is None else repr(self.table)
        return f"<Lesson {self.plan.title!r}: {state}>"

    def _take(self, table: Session) -> None:
        """Take a table: make its worksheets and its panel for handing in."""
        plan = self.plan
        older = _OPEN.get(str(Path(plan.records).absolute()))
        if older is not None and older is not self:
            older.close()
        _OPEN[str(Path(plan.records).absolute())] = self
        names = [table.players[seat].name for seat in plan.people]
        self.table = table
        pupils = ", ".join(names) if plan.names else None
        table.parts.screen.offer(
            "hand_in", lambda session: HandInPanel(session, name=pupils, folder=plan.hand_in)
        )
        self.sheets = tuple(
            Worksheet(
                sheet.title,
                sheet.questions,
                table,
                feedback=sheet.feedback,
                lang=plan.lang or None,
                position=plan.position,
            )
            for sheet in plan.sheets
        )
        self._stage = "on"
        key = "on" if not plan.names else "plays" if len(names) == 1 else "play"
        self._say(key, players=", ".join(map(clipped, names)))
        if self._needed:
            self._arrange()

    def _checked(self, names: Sequence[str]) -> list[str]:
        """Return pupils' names; raise `RulesError` if one is wrong."""
        if len(names) != len(self.plan.people):
            raise RulesError(
                "{count} names: {needed} are needed", count=len(names), needed=len(self.plan.people)
            )
        trimmed = [" ".join(plain_text(name, _("a name")).split()) for name in names]
        for name in trimmed:
            if not name:
                raise _WrongNameError("empty")
            if len(name) > LONGEST_NAME:
                raise _WrongNameError("too_long", most=LONGEST_NAME)
        return trimmed

    # The browser

    def _about(self) -> dict[str, Any]:
        """Return what the head shows."""
        asks = self.plan.names
        last = self.games[0].names if self.games else []
        pupils = len(self.plan.people) if asks else 0
        return {
            "lang": self.plan.lang,
            "title": self.plan.title,
            "text": self.plan.text,
            "stage": self._stage,
            "names": [*last, *([""] * pupils)][:pupils],
            "most": LONGEST_NAME,
            "games": [
                {"players": ", ".join(map(clipped, game.names)), "at": game.at, "round": game.round}
                for game in self.games
            ],
            "said": self._sentence,
        }

    def _say(self, key: str, *, wrong: bool = False, **params: Any) -> None:
        self._sentence = {"key": key, "params": params, "wrong": wrong}
        self._renew()

    def _renew(self) -> None:
        if self._head is not None:
            self._head.head = self._about()

    def _receive(self, content: Any) -> None:
        """Do what the browser asks for: begin, or go on."""
        kind = content.get("type") if isinstance(content, dict) else None
        if kind not in ("begin", "go on"):
            return
        with self._lock:
            if self.table is not None:
                self._renew()
                return
            self._stage = "busy"
            self._renew()
            try:
                if kind == "begin":
                    names = content.get("names")
                    self.begin(names if isinstance(names, list) else ())
                else:
                    self.resume(content.get("game"))
            except _WrongNameError as wrong:
                self._stage = "ask"
                self._say(wrong.key, wrong=True, **wrong.params)
            except (SkyjoWidgetError, TypeError) as error:
                self._stage = "ask"
                why = rendered(error, self.plan.lang or "en")
                self._say("gone", wrong=True, why=why)

    # Showing

    def _fill(self) -> None:
        self._static = StaticBoard(self, self._lock, self._picture, resend=self._show_again)
        self._arrange()

    def _arrange(self) -> None:
        """Put the head, the table and the worksheets below one another."""
        if self.table is None:
            self.children = (self.board,)
            return
        board = self.table.board
        board.opened = ["hand_in"]
        board.on_msg(self._rest)
        self.children = (self.board, self.table, *self.sheets)

    def _rest(self, board: Any, content: Any, buffers: Any) -> None:
        if self._static:
            self._static.receive(board, content, buffers)

    def _picture(self, lang: str) -> str:
        return session_html(self.table, lang) if self.table else ""


class _WrongNameError(RulesError):
    """A name that can't be taken, with the key of the sentence about it in ``locales``."""

    def __init__(self, key: str, **params: Any) -> None:
        self.key, self.params = key, params
        super().__init__("a name is missing" if key == "empty" else f"a name is too long: {params}")
