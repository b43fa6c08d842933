"""The board: an anywidget that shows a session, and the ipywidgets around it.

The kernel sends one versioned view, as a trait; the browser sends requests with the state id
that it shows, as messages.  The browser knows no rules.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import traitlets

from skyjo_widget.board.chances import Chances
from skyjo_widget.board.coach_panel import Coaching
from skyjo_widget.board.note_messages import build_notes, read_id, read_note, read_whole
from skyjo_widget.board.panels.all import Panels, offered_panels, panel_names
from skyjo_widget.board.requests import RefusedError, answer, field, fields_of
from skyjo_widget.board.static_board import MISSED, REST
from skyjo_widget.board.tables.common import View
from skyjo_widget.board.view import (
    ScreenSession,
    build_rows,
    build_sheet,
    build_terms,
    build_view,
    hides_hand,
    screen_session,
    viewer_of,
)
from skyjo_widget.coach.advice import MODES
from skyjo_widget.errors import (
    MalformedMessageError,
    RecordError,
    RulesError,
    SkyjoWidgetError,
)
from skyjo_widget.errors.message import message_of
from skyjo_widget.front.front import Front, dictionary
from skyjo_widget.front.lazy_widget import flexible
from skyjo_widget.front.protocol.board import OfBoard
from skyjo_widget.records.record_file import LARGEST
from skyjo_widget.table.paper import PaperCards
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.reading import read_text

if TYPE_CHECKING:
    from skyjo_widget.table.table import Table

AT_ONCE = 0
NUDGE = {"type": "nudge"}
"""A message without content that flushes the network's buffers: see ``js/app/sender.js``."""


class Board(Front, kind="board"):
    """The board of a session.

    Parameters
    ----------
    session : Table
        The session that it shows and sends decisions to.

    Attributes
    ----------
    view : dict
        The viewer's view of the table; ``docs/internals/view.md``.
    terms : dict
        The rules and the cards' effects, which never change in a game.
    sheet : dict
        The score pad, which changes once a round.
    rows, older : dict
        The newest rows of the log: the incomplete batch, and the one before it.
    coach : dict
        The coach's view; it also changes when a computation ends.
    chances : dict
        The bar of chances; it also changes when a computation ends.
    notes : dict
        The newest notes; it changes when one is saved.
    pace : int
        Milliseconds between two decisions of bots; 0: at once; −1: one at each press.
    lang : str
        ``"en"``, ``"fr"``, or "" for the browser's language.
    spoken : str
        The language in which the browser shows it, as the browser reports.
    projector : bool
        Whether the board covers the page, large enough for a classroom wall.
    for_ : str
        The people whom it is for: ``"class"``, ``"playtest"``, or "" for both.
    asides, opened : list of str
        The panels under the board that its buttons open, and those that are open.
    panels : dict
        The open ones, by name.
    earlier : dict
        The earlier game of these players that can be resumed; empty if there is none.
    study : bool
        Whether a game that is over can be replayed below the board.
    hosted : bool
        Whether people play on devices of their own; the kernel then paces the bots.
    on_page : int
        The number of the state that a page shows, where it must report that; −1 elsewhere.
    """

    present: ClassVar[tuple[str, ...]] = (
        "view",
        "terms",
        "sheet",
        "rows",
        "older",
        "coach",
        "chances",
        "notes",
        "panels",
        "earlier",
    )
    view: traitlets.Dict[str, Any] = dictionary()
    terms: traitlets.Dict[str, Any] = dictionary()
    sheet: traitlets.Dict[str, Any] = dictionary()
    rows: traitlets.Dict[str, Any] = dictionary()
    older: traitlets.Dict[str, Any] = dictionary()
    coach: traitlets.Dict[str, Any] = dictionary()
    chances: traitlets.Dict[str, Any] = dictionary()
    notes: traitlets.Dict[str, Any] = dictionary()
    pace: traitlets.Int[int, int] = traitlets.Int().tag(sync=True)
    lang: traitlets.Unicode[str, str | bytes] = traitlets.Unicode("").tag(sync=True)
    spoken: traitlets.Unicode[str, str | bytes] = traitlets.Unicode("").tag(
        sync=True, echo_update=False
    )  # a message less a board
    projector: traitlets.Bool[bool, bool | int] = traitlets.Bool().tag(sync=True)
    for_: traitlets.Unicode[str, str | bytes] = traitlets.Unicode("").tag(sync=True)
    asides: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    opened: traitlets.List[str] = traitlets.List(traitlets.Unicode()).tag(sync=True)
    panels: traitlets.Dict[str, Any] = dictionary()
    earlier: traitlets.Dict[str, Any] = dictionary()
    study: traitlets.Bool[bool, bool | int] = traitlets.Bool().tag(sync=True)
    hosted: traitlets.Bool[bool, bool | int] = traitlets.Bool().tag(sync=True)
    on_page: traitlets.Int[int, int] = traitlets.Int(-1).tag(sync=True, echo_update=False)

    def __init__(self, session: Table, *, pace: int, projector: bool = False) -> None:
        self._session = session
        self._error: View | None = None
        self._answers = 0
        self._refreshed = False
        self._answering = False
        self._present: ScreenSession | None = None
        self._saved: View | None = None
        self._whole: int | None = None
        self._coaching = Coaching(session, self._show_coach, lambda: viewer_of(session))
        self._chances = Chances(session, lambda: self.opened, self._show_chances)
        self._panels = Panels(
            session, lambda: offered_panels(session), lambda: session.parts.game.spoken
        )
        self._below: Callable[[Any], None] | None = None
        self._study: Callable[[], None] | None = None
        with session.parts.game.lock:
            super().__init__(
                lang=session.lang,
                pace=pace,
                projector=projector,
                for_=session.for_,
                hosted=session.parts.screen.served is not None,
                layout=flexible(),
                **self._all(),
            )
            self._leave: list[Callable[[], None]] = []
            self.while_open(self._follow)
            self.observe(lambda change: self._hear(change.new), "spoken")
            self.observe(lambda _change: self._show_panels(), ["opened", "lang", "spoken"])
            self.observe(lambda _change: self._follow_chances(), "opened")
        self.on_msg(self._receive)

    def while_open(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change of the game until the board is closed."""
        self._leave.append(self._session.parts.game.on_change(listener))

    def close(self) -> None:
        """Remove the board from the notebook; it no longer follows the game."""
        with self._session.parts.game.lock:
            while self._leave:
                self._leave.pop()()
            super().close()

    # Traits aren't thread-safe: setting one takes the lock too.

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Apply a browser's changes."""
        with self._session.parts.game.lock:
            super().set_state(sync_data)

    def notify_change(self, change: Any) -> None:
        """Send and announce a trait that has changed."""
        with self._session.parts.game.lock:
            super().notify_change(change)

    def send_present(self, asked: dict[str, Any]) -> None:
        """Send the present state to a page that was disconnected for a while."""
        with self._session.parts.game.lock:
            super().send_present(asked)

    def _follow(self) -> None:
        if not self._answering:
            self._error = None  # the refused message is outdated
        self._refresh()

    def _refresh(self) -> None:
        with self._session.parts.game.lock, self.hold_sync():
            self._refreshed = True
            for name, value in self._all().items():
                setattr(self, name, value)

    def _show_coach(self) -> None:
        self.coach = self._coaching.picture()

    def _show_chances(self) -> None:
        self.chances = self._chances.picture()

    def _follow_chances(self) -> None:
        with self._session.parts.game.lock:
            self._chances.follow()
            self._show_chances()

    def _show_panels(self) -> None:
        with self._session.parts.game.lock:
            self.panels = self._open_panels(self.view)

    def _open_panels(self, view: View) -> dict[str, View]:
        names = [name for name in self.asides if name in self.opened]
        return self._panels.view(names, view) if names else {}

    def offer_panels(self, show_below: Callable[[Any], None]) -> None:
        """Offer panels under the board.

        Parameters
        ----------
        show_below : callable
            Shows the board of another session below this one.
        """
        self._below = show_below
        self.show_for()

    def offer_study(self, study: Callable[[], None]) -> None:
        """Offer to study the game when it is over.

        Parameters
        ----------
        study : callable
            Shows its replay.
        """
        self._study = study
        self.study = True

    def take_keys(self) -> None:
        """Let the board have the focus, if it isn't elsewhere on the page."""
        self.send({"type": "focus"})

    def show_below(self, other: Table) -> None:
        """Show the board of another session below this one."""
        if self._below:
            self._below(other)

    def show_for(self) -> None:
        """Show what is for the people whom the session is for."""
        with self._session.parts.game.lock, self.hold_sync():
            self.for_, self.hosted = (
                self._session.for_,
                self._session.parts.screen.served is not None,
            )
            self.asides = panel_names(self._session) if self._below else []
            self._refresh()

    def _all(self) -> dict[str, View]:
        self._coaching.follow()
        self._chances.follow()
        if self._present and self._present != screen_session(self._session):
            self._present = None  # even if an undo returns to it: another person may be there now
        # An equal answer would be no change of the trait, and the browser waits for one.
        view = build_view(self._session, self._error, present=self._present)
        view["answer"] = self._answers
        rows, older = build_rows(self._session)
        return {
            "view": view,
            "terms": build_terms(self._session.history),
            "sheet": build_sheet(self._session.history),
            "coach": self._coaching.picture(),
            "chances": self._chances.picture(),
            "rows": rows,
            "older": older,
            "notes": build_notes(self._session.history, saved=self._saved, whole=self._whole),
            "panels": self._open_panels(view),
            "earlier": self._earlier_view(),
        }

    def _earlier_view(self) -> View:
        begun = self._session.parts.screen.begun
        if begun is None:
            return {}
        return {**begun._asdict(), "path": begun.path.as_posix()}

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Handle a message; its problem, if any, is shown in the view."""
        if content in (NUDGE, REST, MISSED):
            return
        if isinstance(content, dict) and content.get("type") == "panel":
            self._press(content)
            return
        if isinstance(content, dict) and content.get("type") == "try":
            self._try(content)
            return
        session = self._session
        with session.parts.game.lock:
            self._error, self._refreshed, self._answering = None, False, True
            self._answers += 1
            try:
                with session.parts.game.hushed():
                    self._error = self._answer(content)
                    self._refreshed = False  # a slow command was shown halfway, before its answer
            finally:
                self._answering = False
                if not self._refreshed:
                    self._refresh()

    def _press(self, message: dict[str, Any]) -> None:
        """Do what a button of a panel is for; other messages may come meanwhile."""
        self._answers += 1
        try:
            file = self._panels.press(message, self.view, self._refresh)
            if file:
                self.send({"type": "file", "panel": message["panel"], **file})
        except MalformedMessageError as error:
            self._error = {"key": "malformed", "text": self._translated(error)}
            self._refresh()

    def _try(self, message: dict[str, Any]) -> None:
        """Answer what a line in shorthand would do."""
        session = self._session
        try:
            line = field(message, "line", str)
            understood = self._paper.understand(line, lang=self._language)
        except (MalformedMessageError, RulesError) as error:
            self._error = {"key": "malformed", "text": self._translated(error)}
            self._answers += 1
            self._refresh()
        else:
            answer = {"line": line, "state": session.state, **dataclasses.asdict(understood)}
            self.send({"type": "understood", **answer})

    def _answer(self, content: Any) -> View | None:
        """Carry out a message; return its problem, None if there is none."""
        on_paper = self._session.history.paper is not None
        return answer(self._obey, content, self._language, paper=on_paper)

    def _translated(self, error: SkyjoWidgetError) -> str:
        """Return an error's message in the board's language."""
        return rendered(error, self._language)

    @property
    def _language(self) -> str:
        return self._session.parts.game.spoken

    def _hear(self, spoken: str) -> None:
        """Let the table know the browser's language."""
        self._session.parts.game.heard = spoken if spoken in languages() else ""

    def _obey(self, message: Any) -> None:
        kind = field(message, "type", str)
        if kind == "note":
            number = self._session.note(**read_note(message))
            self._saved, self._whole = {"id": read_id(message), "note": number}, None
        elif kind == "whole note":
            self._whole = read_whole(message, self._session.history)
        elif kind in _COMMANDS:
            _COMMANDS[kind](self, **fields_of(message, OfBoard))
        else:
            there = ", ".join((*_COMMANDS, "note", "whole note", "panel", "try"))
            raise MalformedMessageError(
                "the message type {kind!r} is unknown; there are {there}", kind=kind, there=there
            )

    def _act(self, state: int, action: str, cards: dict[str, Any] | None = None) -> None:
        """Carry out a decision of the person at the screen."""
        session = self._session
        if session.parts.screen.given_out:
            raise RefusedError("given_out")
        seat = viewer_of(session)
        if seat is None and session.parts.screen.served:
            raise RulesError("people play here on their own devices")
        if state == session.state:
            self._check_uncovered()
        session.act(action, seat=seat, state=state, cards=cards)

    def _step(self, state: int) -> None:
        self._session.step(state=state)
        if self.pace == AT_ONCE and not self._session.parts.screen.served:
            self._session.run()

    def _deal_again(self, state: int, *, same: bool) -> None:
        self._check_state(state)
        self._session.again(seed=self._session.history.header["seed"] if same else None)

    def _choose_earlier(self, state: int, *, go_on: bool) -> None:
        self._check_state(state)
        screen = self._session.parts.screen
        if not go_on:
            screen.decline_begun()
            return
        try:
            screen.go_on_with_begun(self._session.parts.take_up)
        except RecordError as error:
            raise RulesError(message_of(error)) from error  # it can't be read, rather than written

    def _open_study(self, state: int) -> None:
        self._check_state(state)
        if self._study is None or not self._session.over:
            raise MalformedMessageError("there is nothing to study here now")
        self._study()

    def _save(self, state: int) -> None:
        """Save the game elsewhere; where a drive keeps nothing, give the browser its record."""
        session = self._session
        if session.trouble is None or session.trouble.reason != "fleeting" or not session.path:
            session.save_as()
            return
        file = {"name": session.path.name, "text": read_text(session.path, LARGEST)}
        self.send({"type": "file", "panel": "record", "state": session.state, **file})

    def _replace(self, state: int, seat: int) -> None:
        fault = self._session.parts.game.fault
        if fault is None or fault.seat != seat:
            raise MalformedMessageError("no bot has failed at seat {seat}", seat=seat)
        self._session.replace(seat, "bot:random", state=state)

    def _uncover(self, state: int) -> None:
        self._check_state(state)
        self._present = screen_session(self._session)

    def _ask_coach(self, state: int) -> None:
        self._check_state(state)
        self._check_uncovered()
        self._coaching.ask()

    def _set_coach(self, state: int, mode: Any) -> None:
        if mode == "locked" or mode not in MODES:
            raise MalformedMessageError("the coach's mode can't be {mode!r}", mode=mode)
        self._session.coach = mode

    def _set_people(self, state: int, for_: str) -> None:
        self._session.for_ = for_

    def _check_state(self, state: int) -> None:
        self._session.parts.game.check_state(state)

    @property
    def _paper(self) -> PaperCards:
        """The naming of paper cards; raises `MalformedMessageError` if there are none."""
        paper = self._session.paper
        if paper is None:
            raise MalformedMessageError("no paper cards are played here")
        return paper

    def _check_uncovered(self) -> None:
        """Raise `MalformedMessageError` if the hand is covered: it can't be played then."""
        if self._session.seat is not None and hides_hand(self._session, self._present):
            raise MalformedMessageError("the hand is covered: somebody must be there first")


_COMMANDS: dict[str, Callable[..., None]] = {
    "act": Board._act,
    "name": lambda board, **card: board._paper.name(**card),
    "step": Board._step,
    "next_round": lambda board, state: board._session.next_round(state=state),
    "again": Board._deal_again,
    "earlier": Board._choose_earlier,
    "study": Board._open_study,
    "undo": lambda board, state: board._session.undo(state=state),
    "save": Board._save,
    "retry": lambda board, state: board._session.step(state=state),
    "replace": Board._replace,
    "ready": Board._uncover,
    "penalty": lambda board, state, seat: board._session.penalize(seat, state=state),
    "break off": lambda board, state: board._session.break_off(state=state),
    "coach": Board._ask_coach,
    "coach mode": Board._set_coach,
    "for": Board._set_people,
    "write": lambda board, state, line: board._paper.write(line, state=state),
    "unwrite": lambda board, state: board._paper.unwrite(state=state),
}
"""The answer to each message of `OfBoard`, with its fields as arguments."""
