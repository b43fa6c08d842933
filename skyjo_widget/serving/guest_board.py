"""A guest's board: what a seat's own device shows, and what it may ask for.

It is the counterpart of `skyjo_widget.board.widget`, without a widget.  A view is built from the
seat's observation and from public rows of the log.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from skyjo_widget.board.coach_panel import Coaching
from skyjo_widget.board.note_messages import build_notes, read_id, read_note, read_whole
from skyjo_widget.board.panels.all import Panels
from skyjo_widget.board.requests import RefusedError, answer, field
from skyjo_widget.board.tables.common import TableSnapshot, View
from skyjo_widget.board.view import build_rows, build_sheet, build_terms, picture
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.errors import MalformedMessageError, RulesError
from skyjo_widget.records.header import Player
from skyjo_widget.serving.limits import WRITE_AGAIN
from skyjo_widget.table.hooks import MakePanel
from skyjo_widget.table.table import Table
from skyjo_widget.util.i18n import device_language
from skyjo_widget.util.messages import rendered

GIFTS = ("undo", "coach", "pace", "next_round")
"""Rights that a host may give guests: take back their own last decision, ask the coach, set the
bots' pace, deal the next round without waiting for the others."""


def shared_traits(session: Table) -> dict[str, View]:
    """Build the traits that are the same for everybody; the session's lock must be held."""
    rows, older = build_rows(session)
    return {
        "terms": build_terms(session.history),
        "sheet": build_sheet(session.history),
        "rows": rows,
        "older": older,
    }


def public_view(session: Table) -> View:
    """Build the view of a spectator; the session's lock must be held."""
    return _view(session, None, undo="nothing", error=None)


def _view(session: Table, seat: int | None, *, undo: str, error: View | None) -> View:
    """Build a seat's view without what concerns the host's machine: paths, failures of bots."""
    table = TableSnapshot(session.history, session.waiting, session.state, undo)
    return picture(table, seat, error=error)


class _Guest:
    """A session as the panels of a guest's board meet it: in the guest's language."""

    def __init__(self, session: Table, may_write: Callable[[], bool]) -> None:
        self._session, self._may_write = session, may_write
        self.lang = "en"
        self.names: Sequence[str] | None = None
        """The names that this guest sees, where some are hidden."""

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, by the names that this guest sees."""
        players = self._session.players
        names = self.names or [player.name for player in players]
        return tuple(
            dataclasses.replace(player, name=name)
            for player, name in zip(players, names, strict=True)
        )

    def note(self, *arguments: Any, **options: Any) -> int:
        """Write a note, unless it is too much."""
        self._count()
        return self._session.note(*arguments, **options)

    def predict(self, *arguments: Any, **options: Any) -> Any:
        """Write a prediction, unless it is too much."""
        self._count()
        return self._session.predict(*arguments, **options)

    def answer(self, *arguments: Any, **options: Any) -> None:
        """Write an answer on a worksheet, unless it is too much."""
        self._count()
        self._session.answer(*arguments, **options)

    def _count(self) -> None:
        if not self._may_write():
            raise RulesError(
                "so much can't be written at once: wait {write_again} s", write_again=WRITE_AGAIN
            )

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


class GuestBoard:
    """The board of a seat on its own device; used by one thread at a time.

    Parameters
    ----------
    session : Table
        The table.
    seat : int
        Whose board it is.
    lang : str
        The language of its device.
    may : callable
        Returns which of `GIFTS` guests have.
    offered : callable
        Returns the panels that the host offers to guests.
    on_coach : callable
        Called when the coach has more to show.
    on_ready : callable
        Called when this seat is ready for the next round.
    may_write : callable
        Counts something that this seat writes; returns False if it is too much.
    table : int
        The table's number.
    """

    seat: int

    def __init__(
        self,
        session: Table,
        seat: int,
        lang: str,
        *,
        may: Callable[[], frozenset[str]],
        offered: Callable[[], dict[str, MakePanel]],
        on_coach: Callable[[], None],
        on_ready: Callable[[], None],
        may_write: Callable[[], bool],
        table: int,
    ) -> None:
        self.seat, self._table = seat, table
        self._session, self._may, self._on_ready = session, may, on_ready
        guest = self._guest = _Guest(session, may_write)
        self._offered_panels = offered
        self._new: dict[str, MakePanel] = {}
        self.set_language(lang)
        self._error: View | None = None
        self._answers = 0
        self._saved: View | None = None
        self._whole: int | None = None
        self._opened: list[str] = []
        self._coaching = Coaching(session, on_coach, lambda: seat)
        as_session: Any = guest  # by its attributes
        self._panels = Panels(as_session, offered, lambda: guest.lang)

    @property
    def board(self) -> str:
        """A name of this seat in this game, which messages bear: one to another does nothing."""
        return f"{self._table}.{self.seat}.{self._session.history.header['game_id']}"

    @property
    def name(self) -> str:
        """The player's name."""
        return self._session.players[self.seat].name

    def set_language(self, lang: str) -> None:
        """Follow the language of the device."""
        self._guest.lang = device_language(lang)

    def show_names(self, names: Sequence[str] | None) -> None:
        """Let the panels have other names than the players' own, by seat; None for these."""
        self._guest.names = names

    def traits(self, shared: dict[str, View]) -> dict[str, Any]:
        """Build all traits; the session's lock must be held.

        Parameters
        ----------
        shared : dict
            The result of `shared_traits`.
        """
        session, may = self._session, self._may()
        view = _view(session, self.seat, undo=self._undoable(may), error=self._error)
        view["answer"] = self._answers
        offered = self._offered()
        self._open_new()
        opened = [name for name in offered if name in self._opened]
        if "coach" in may:
            self._coaching.follow()
        return {
            **shared,
            "view": view,
            "notes": self._notes(),
            "coach": self._coaching.picture() if "coach" in may else {},
            "asides": offered,
            "opened": opened,
            "panels": self._panels.view(opened, view),
            "pace": session.pace,
            "guest": {"may": sorted(may), "board": self.board},
        }

    def receive(self, message: dict[str, Any]) -> None:
        """Do what a message of the board says, other than a press of a panel's button."""
        kind = message.get("type")
        self._answers += kind != "set"
        obey = self._set if kind == "set" else self._obey
        self._error = answer(obey, message, self._guest.lang, paper=False)

    def press(self, message: dict[str, Any]) -> View | None:
        """Do what a button of a panel is for; it may take seconds, so on a thread of its own.

        Returns
        -------
        dict or None
            A message with a file for the device.
        """
        with self._session.parts.game.lock:
            view = _view(self._session, self.seat, undo="nothing", error=None)
        try:
            file = self._panels.press(message, view, lambda: None)
        except MalformedMessageError as error:
            text = rendered(error, self._guest.lang)
            file, self._error = None, {"key": "malformed", "text": text}
        self._answers += 1
        return {"type": "file", "panel": message["panel"], **file} if file else None

    def forget_error(self) -> None:
        """Forget a refusal: the table has changed since."""
        self._error = None

    def _obey(self, message: dict[str, Any]) -> None:
        session, may = self._session, self._may()
        kind = field(message, "type", str)
        if kind == "note":
            self._note(message)
            return
        if kind == "whole note":
            number = read_whole(message, session.history)
            self._check_own(number)
            self._whole = number
            return
        state = field(message, "state", int)
        if kind == "act":
            session.act(field(message, "action", str), seat=self.seat, state=state)
        elif kind == "next_round":
            session.parts.game.check_state(state)
            if "next_round" in may:
                session.next_round(state=state)
            else:
                self._on_ready()
        elif kind == "undo" and "undo" in may:
            with session.parts.game.lock:
                session.parts.game.check_state(state)
                if session.parts.undo.seat != self.seat:
                    raise RefusedError("undo_others")
                session.undo(state=state)
        elif kind == "coach" and "coach" in may:
            session.parts.game.check_state(state)
            self._coaching.ask()
        else:
            raise MalformedMessageError("a guest can't send {kind!r:.40} here", kind=kind)

    def _undoable(self, may: frozenset[str]) -> str:
        session = self._session
        if "undo" not in may or session.parts.undo.seat != self.seat:
            return "nothing"
        return session.parts.undo.undoable

    def _offered(self) -> list[str]:
        session = self._session
        search = BOTS[session.history.game.name].search is not None
        predict = ["predict"] if search and session.for_ != "playtest" else []
        return [*predict, *self._offered_panels()]

    def _open_new(self) -> None:
        """Open the panels that the host has just offered."""
        offered = self._offered_panels()
        new = [name for name, make in offered.items() if self._new.get(name) is not make]
        self._opened += [name for name in new if name not in self._opened]
        self._new = dict(offered)

    def _set(self, message: dict[str, Any]) -> None:
        traits = field(message, "traits", dict)
        opened, spoken, pace = (traits.get(name) for name in ("opened", "spoken", "pace"))
        if isinstance(opened, list):
            self._opened = [name for name in opened[:20] if isinstance(name, str)]
        if isinstance(spoken, str):
            self.set_language(spoken)
        if type(pace) is int and "pace" in self._may() and -1 <= pace <= 60_000:
            self._session.pace = pace

    # Notes: a guest's own

    def _note(self, message: dict[str, Any]) -> None:
        note = read_note(message)
        if note["edits"] is not None:
            self._check_own(note["edits"])
        number = self._guest.note(**{**note, "by": self.name, "whom": None})
        self._saved, self._whole = {"id": read_id(message), "note": number}, None

    def _check_own(self, number: int) -> None:
        notes = self._session.history.notes
        if number not in range(len(notes)) or notes[number].by != self.name:
            raise MalformedMessageError("there is no note {number} of your own", number=number)

    def _notes(self) -> View:
        notes = build_notes(
            self._session.history, saved=self._saved, whole=self._whole, by=self.name
        )
        return {**notes, "rulings": []}
