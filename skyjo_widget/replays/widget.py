"""The replay widget: a game on the board, stepped forward and back through its moments.

A `Replay` is read-only.  A finished round is shown with all cards; of an unfinished one the public
view is shown, or the view of one seat.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import ipywidgets
import traitlets

from skyjo_widget.board.open import load
from skyjo_widget.board.session import Session
from skyjo_widget.board.static_board import StaticBoard, replay_html
from skyjo_widget.board.tables.common import (
    REPLAY,
    TableSnapshot,
    View,
    clipped,
    lay_open,
    row_columns,
)
from skyjo_widget.board.tables.registry import TABLES
from skyjo_widget.board.view import build_sheet, build_terms, last_action_view, picture
from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.front.front import Front, dictionary
from skyjo_widget.front.layouts import Borrowed, close_whole
from skyjo_widget.front.lazy_widget import WIDE, LazyBox, Mirror, aside, flexible
from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.places import located
from skyjo_widget.records.timeline import Moments
from skyjo_widget.replays.page import Page, page_data, write_page
from skyjo_widget.table.annotator import Annotator
from skyjo_widget.table.hooks import HOOKS
from skyjo_widget.table.parts import signed_as
from skyjo_widget.util.i18n import chosen_language
from skyjo_widget.util.messages import in_its_language, rendered, speaks, warn
from skyjo_widget.util.validation import seat_number, whole_number

if TYPE_CHECKING:
    import pandas as pd

    from skyjo_widget.frames.log import Log
    from skyjo_widget.replays.linked import Linked, LinkedChart, LinkedRows

Beside = TypeVar("Beside", bound="Linked")

BATCH = 20
"""Rows per batch of the log; sent are the position's batch, the one before and the next."""
PACE = 1200
"""The initial interval between two moments in milliseconds, when playing."""


@in_its_language
def replay(
    source: str | Path | Session | History | Log,
    game_id: str | None = None,
    *,
    seat: int | None = None,
    lang: str | None = None,
    display: bool = True,
) -> Replay:
    """Replay a game on the board, step by step.

    Parameters
    ----------
    source : path, Session, History or Log
        A record's path, or that of a folder, a glob or a ZIP file with one record, or with a
        `game_id`; a game in this process, as it is now; or several games, as of `load_all`,
        between which `Replay.show` and clicks in `rows` and `chart` change.
    game_id : str, optional
        The game of a log or of a folder of records; by default a log's first one.
    seat : int, optional
        The seat whose view is shown.  By default a finished round is shown with all cards, an
        unfinished one as the public sees it.
    lang : str, optional
        The board's language, ``"en"`` or ``"fr"``; by default the browser's.
    display : bool
        Show it at once, if in a notebook.

    Returns
    -------
    Replay
        It displays as a read-only board.

    Raises
    ------
    RecordError
        If the record can't be read, or its game can't be replayed; the message has the line.
    RulesError
        If there is no such seat or language, or the seat is that of a bot that plays against
        people in an unfinished round.

    Examples
    --------
    >>> from skyjo_widget import play
    >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
    >>> table.run()
    >>> study = replay(table, display=False)
    >>> study.show(12)
    >>> study.decision, len(study)
    (12, 99)
    """
    lang = chosen_language(lang)
    path: Path | None = None
    games: Log | None = None
    if isinstance(source, Session):
        lang = lang or source.lang
        with source.parts.game.lock:
            events = list(source.history.events)
    elif isinstance(source, History):
        events = list(source.events)
    elif type(source).__name__ == "Log":  # its module loads pandas
        games = cast("Log", source)
        game_id = games.first if game_id is None else game_id
        events = list(games.history(game_id).events)
    elif isinstance(source, (str, Path)):
        path = located(source, game_id)
        content = record_file.read(path)
        events = content.events
        if content.torn:
            warn(
                "{path}: the last line was cut off while it was written and is left out", path=path
            )
        if content.edited:
            warn(
                "{path}, line {line}: {message}",
                path=path,
                line=content.edited,
                message=record_file.EDITED,
            )
    else:
        raise RecordError(
            "{source!r} is no game: a path, a Session, a History or a Log is needed", source=source
        )
    study = Replay(Moments(events, str(path) if path else None), seat=seat, lang=lang, games=games)
    if games is None:
        study.noted_at = path or (source if isinstance(source, Session) else None)
    else:
        study.noted_at = games.path(study.game_id)
    for doubt in study.history.doubts if path else ():
        warn("{path}, {doubt}", path=path, doubt=doubt)
    if display:
        study._show_at_once()
    return study


class ReplayBoard(Front, kind="board"):
    """The board of a replay; ``docs/internals/view.md`` describes its messages.

    Parameters
    ----------
    line : dict
        The constant data: the moments, and the notes on them.
    seek : callable
        Called with the position that a browser asks for.

    Attributes
    ----------
    back : bool
        Whether it has a button that goes back to the board above.
    judges : bool
        Whether its kernel can compute the course of the game.
    fresh : bool
        Whether it takes the focus when it is first drawn.
    """

    present: ClassVar[tuple[str, ...]] = ("view", "sheet", "rows")
    view: traitlets.Dict[str, Any] = dictionary()
    terms: traitlets.Dict[str, Any] = dictionary()
    sheet: traitlets.Dict[str, Any] = dictionary()
    rows: traitlets.Dict[str, Any] = dictionary()
    older: traitlets.Dict[str, Any] = dictionary()
    coach: traitlets.Dict[str, Any] = dictionary()
    replay: traitlets.Dict[str, Any] = dictionary()
    pace: traitlets.Int[int, int] = traitlets.Int(PACE).tag(sync=True)
    lang: traitlets.Unicode[str, str | bytes] = traitlets.Unicode("").tag(sync=True)
    spoken: traitlets.Unicode[str, str | bytes] = traitlets.Unicode("").tag(sync=True)
    back: traitlets.Bool[bool, bool | int] = traitlets.Bool().tag(sync=True)
    fresh: traitlets.Bool[bool, bool | int] = traitlets.Bool().tag(sync=True)
    judges: traitlets.Bool[bool, bool | int] = traitlets.Bool(default_value=True).tag(sync=True)

    def __init__(self, line: View, seek: Callable[[int], None], **traits: Any) -> None:
        self._seek = seek
        self._answers = 0
        self.on_back: Callable[[], None] | None = None
        self.on_judge: Callable[[], None] | None = None
        super().__init__(replay=line, layout=flexible(), **traits)
        self.on_msg(self._receive)

    def follow(self, shot: dict[str, View], error: View | None = None) -> None:
        """Show a moment."""
        with self.hold_sync():
            self.view = {**shot["view"], "answer": self._answers, "error": error}
            self.sheet, self.rows = shot["sheet"], shot["rows"]

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        kind = content.get("type") if isinstance(content, dict) else None
        if kind == "back" and self.on_back:
            self.on_back()
        if kind not in ("seek", "judge"):
            return  # a message for a live game
        self._answers += 1  # else an equal view would be no change, and no reply
        try:
            if kind == "seek":
                self._seek(whole_number("to", content.get("to")))
            elif self.on_judge:
                self.on_judge()
        except RulesError as error:
            message = {"key": "malformed", "text": rendered(error, self.spoken or "en")}
            self.view = {**self.view, "answer": self._answers, "error": message}


class _WholeNumber(traitlets.TraitType[int, int]):
    """An integer trait that accepts NumPy's integers, and raises `RulesError` otherwise."""

    def validate(self, _obj: Any, value: Any) -> int:
        """Return the value as an int."""
        return whole_number(str(self.name), value)

    @in_its_language
    def set(self, obj: Any, value: Any) -> None:
        """Set the value while holding the object's lock."""
        with obj._lock:
            super().set(obj, value)


@speaks
class Replay(LazyBox):
    """A replay of a game; made by `replay`.

    It is an ipywidget, and can be used wherever one can.

    Parameters
    ----------
    moments : Moments
        The game's timeline.
    seat : int, optional
        The seat whose view is shown.
    lang : str
        The board's language; empty for the browser's.
    games : Log, optional
        The games that `show` changes between.

    Attributes
    ----------
    position : int
        The shown moment, from 0 (the deal); a trait, so that it can be observed and linked.
    decision : int or None
        The last decision before the shown moment; a trait too.  Set it to go there.
    board : ReplayBoard
        The anywidget.
    lang : str
        As given.
    """

    children: Any

    lock: threading.RLock

    position: _WholeNumber = _WholeNumber(0)
    noted_at: Path | Session | None = None
    """The record or the session that `note` writes to."""

    def __init__(
        self,
        moments: Moments,
        *,
        seat: int | None = None,
        lang: str = "",
        games: Log | None = None,
    ) -> None:
        self._moments = moments
        self._games = games
        final = moments.final
        if seat is not None:
            seat = _checked_seat(final, seat)
        self.seat = seat
        self.lang = lang
        self._lock = threading.RLock()  # a notebook's messages come on another thread
        self._beside: tuple[ipywidgets.Widget, ...] = ()
        self._linked: list[Linked] = []  # made by `rows` and `chart`
        self._course: View | None = None
        self.board: ReplayBoard = ReplayBoard(
            self._line(), self._seek, terms=build_terms(final), lang=lang, **self._shot(0)
        )
        self.board.on_judge = self._judge
        super().__init__()
        self.observe(lambda _change: self._follow(), "position")

    def __len__(self) -> int:
        return len(self._moments)

    def __repr__(self) -> str:
        history = self._moments.final
        return f"<Replay of {history.header['game_id']}: moment {self.position} of {len(self)}>"

    @traitlets.validate("position")
    def _check_position(self, proposal: Any) -> int:
        to: int = proposal["value"]
        if not 0 <= to < len(self):
            raise RulesError(
                "there is no moment {to}; they go from 0 to {last}", to=to, last=len(self) - 1
            )
        return to

    @property
    def history(self) -> History:
        """The whole game; don't modify it."""
        return self._moments.final

    @property
    def game_id(self) -> str:
        """The game's key in every frame."""
        return str(self._moments.final.header["game_id"])

    def _decision(self) -> int | None:
        """Return the last decision before the shown moment; None before the first one."""
        return self._moments[self.position].decision

    decision: Mirror = Mirror(property(_decision, lambda self, decision: self.show(decision)))

    def show(self, decision: int | None, game_id: str | None = None) -> None:
        """Go to the moment after a decision, of another game too if a log is replayed.

        Parameters
        ----------
        decision : int or None
            None for the deal.
        game_id : str, optional
            The game's key; by default that of the game shown.

        Raises
        ------
        RulesError
            If there is no such game or decision, or the game has no such seat as is shown.
        """
        decision = None if decision is None else whole_number("decision", decision)
        with self._lock:
            if game_id is None or game_id == self.game_id:
                self.position = 0 if decision is None else self._moments.showing(decision)
                return
            if self._games is None:
                raise RulesError("this replay has one game; give replay() a log of several")
            moments = Moments(list(self._games.history(game_id).events))
            if self.seat is not None:
                _checked_seat(moments.final, self.seat)
            to = 0 if decision is None else moments.showing(decision)
            self._moments, self._course = moments, None
            self.noted_at = self._games.path(game_id)
            with self.board.hold_sync():
                self.board.terms = build_terms(moments.final)
                self.board.replay = self._line()
                if to == self.position:
                    self._follow()
                else:
                    self.position = to

    @property
    def _openable(self) -> Collection[str]:
        """The games that can be shown."""
        return {self.game_id} if self._games is None else self._games.game_ids

    def step(self, by: int = 1) -> None:
        """Step forward by some moments, or back if `by` is negative; stop at the ends."""
        with self._lock:
            to = self.position + whole_number("by", by)
            self.position = max(0, min(len(self) - 1, to))

    @signed_as(Annotator.note)
    def note(self, text: str = "", **remark: Any) -> int:
        """Add a remark to the replayed record, as `Session.note` does at a table.

        Parameters
        ----------
        decision : int, optional
            What it is about; by default the decision shown.
        text, **remark
            As in `Session.note`.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        RecordError
            If the record can't be written, or a table of this notebook writes it.
        RulesError
            As `Session.note` does, or if the replay has no record.
        """
        if remark.get("edits") is None and remark.get("decision") is None:
            remark["decision"] = self.decision
        source = self.noted_at
        if source is None:
            raise RulesError("this replay has no record; give replay() its path or its table")
        if isinstance(source, Session):
            number = source.note(text, **remark)
            with source.parts.game.lock:
                events = list(source.history.events)
        else:
            if record_file.is_open(source):
                raise RecordError(
                    "a table of this notebook writes this record: write the note there",
                    path=str(source),
                )
            session = load(source, display=False)
            try:
                number = session.note(text, **remark)
            finally:
                session.close()
            events = record_file.read(source).events
        with self._lock:
            self._moments = Moments(events)
            self.board.replay = self._line()
            self._follow()
        return number

    def offer_back(self, on_back: Callable[[], None]) -> None:
        """Offer a button back to a board above, and take the focus when it is shown.

        Parameters
        ----------
        on_back : callable
            Called when it is pressed.
        """
        with self.board.hold_sync():
            self.board.on_back, self.board.back, self.board.fresh = on_back, True, True

    # Beside the board

    def rows(self, frame: pd.DataFrame | None = None, *, keys: bool = True) -> LinkedRows:
        """Make rows to show beside the board, linked with it by their decisions.

        Parameters
        ----------
        frame : DataFrame, optional
            With a column ``decision``, such as ``log.notes``; by default this game's decisions.
            Rows of other games (``game_id``) have no link.
        keys : bool
            Whether the columns ``game_id`` and ``decision`` are shown too.

        Raises
        ------
        RulesError
            If there is no column ``decision``, or it holds something else than whole numbers.
        """
        from skyjo_widget.frames.parts import Played  # noqa: PLC0415  (pandas loads when it is asked for)
        from skyjo_widget.replays.linked import LinkedRows  # noqa: PLC0415  (as above)

        if frame is None:
            part = Played([self._moments.final], seat=self.seat)
            frame = part.frame("decisions").drop(columns=["game", "practice"])
            if len(frame):  # before the first decision every column is empty
                frame = frame.dropna(axis="columns", how="all")
        return self._link(
            LinkedRows(
                frame,
                self.game_id,
                keys=keys,
                openable=self._openable,
                show=self.show,
                lang=self.spoken,
            )
        )

    def chart(
        self,
        frame: pd.DataFrame,
        x: str = "decision",
        y: str = "",
        *,
        title: str | None = None,
        every: bool = False,
    ) -> LinkedChart:
        """Make a chart to show beside the board; a click on a point goes to its decision.

        Parameters
        ----------
        frame : DataFrame
            With a column ``decision``; the rows of the game on the board are drawn.  There is a
            line for each ``player``, or ``seat``, if it has such a column.
        x, y : str
            Columns of numbers.
        title : str, optional
            The heading; by default `y`.
        every : bool
            Draw the rows of all games of the log that is replayed, as points; a click opens the
            game.

        Raises
        ------
        RulesError
            If a column is missing or not numeric.
        """
        from skyjo_widget.replays.linked import LinkedChart  # noqa: PLC0415  (pandas loads when asked for)

        return self._link(
            LinkedChart(
                frame,
                self.game_id,
                x=x,
                y=y,
                title=title,
                every=every,
                openable=self._openable,
                show=self.show,
                lang=self.spoken,
            )
        )

    def beside(self, *things: Any) -> Replay:
        """Show things beside the board, in place of the present ones.

        Parameters
        ----------
        *things : Widget or DataFrame
            Results of `rows` and `chart`, or other widgets; a frame with a column ``decision``
            becomes rows.  Without any the board stands alone.

        Returns
        -------
        Replay
            This replay.

        Raises
        ------
        RulesError
            If a thing is neither a widget nor a frame.
        """
        widgets = []
        for thing in things:
            if isinstance(thing, ipywidgets.Widget):
                widgets.append(thing)
            elif type(thing).__name__ == "DataFrame":
                widgets.append(self.rows(thing))
            else:
                raise RulesError(
                    "beside({thing!r:.60}): a widget, as rows() and chart() make, or a "
                    "frame is needed",
                    thing=thing,
                )
        with self._lock:
            self._beside = tuple(widgets)
            self._arrange()
        return self

    def to_html(
        self,
        path: str | Path,
        seat: int | None = None,
        *,
        lang: str | None = None,
        overwrite: bool = False,
    ) -> Path:
        """Write the replay as one page that opens anywhere, offline.

        ``page.html#d12`` opens at decision 12.

        Parameters
        ----------
        path : path
            The file.
        seat : int, optional
            The seat whose view is shown; by default the replay's.
        lang : str, optional
            The page's language; by default the replay's, else English.
        overwrite : bool
            Whether to replace an existing file.

        Returns
        -------
        Path
            The self-contained file.

        Raises
        ------
        RulesError
            If there is no such seat or language, or `replay` wouldn't accept the seat.
        RecordError
            If the file exists, or can't be written.
        """
        lang = chosen_language(lang) or self.lang or "en"
        with self._lock:  # both replays share the timeline
            study = self if seat is None else Replay(self._moments, seat=seat)
            page = study._page(lang)
        return write_page(page, path, overwrite=overwrite)

    def _link(self, beside: Beside) -> Beside:
        beside.follow(self.decision, self.game_id)
        self._linked.append(beside)
        return beside

    @property
    def spoken(self) -> str:
        """The language in which it is shown."""
        return self.lang or self.board.spoken

    # Data of the board

    def _page(self, lang: str, start: int = 0, stop: int | None = None) -> Page:
        """Return the content of a page, with some of the moments."""
        final = self._moments.final
        return Page(
            lang=lang,
            header=final.header,
            deck=final.deck,
            players=[player.name for player in final.players],
            line=self._line(),
            terms=build_terms(final),
            rows=self._rows(0, len(final.decisions)),
            shots=[self._shot(number) for number in range(len(self))[start:stop]],
            whole=self.seat is None and final.over,
            seat=self.seat,
        )

    def _seek(self, to: int) -> None:
        with self._lock:
            if to == self.position:
                self._follow()  # every message needs a reply
            self.position = to

    def _follow(self) -> None:
        with self._lock:
            self.board.follow(self._shot(self.position))
            for linked in self._linked:
                linked.follow(self.decision, self.game_id)
            self._announce()

    def _shot(self, number: int) -> dict[str, View]:
        """Return the board's traits at a moment."""
        history = self._moments.at(number)
        batch = (self._moments[number].decision or 0) // BATCH
        return {
            "view": self._view(history, number),
            "sheet": build_sheet(history),
            "rows": self._rows((batch - 1) * BATCH, (batch + 2) * BATCH),
        }

    def _view(self, history: History, number: int) -> View:
        final = self._moments.final
        whole = self.seat is None and history.state.round <= final.rounds_over
        view = picture(
            TableSnapshot(history, REPLAY, number), history.actor if whole else self.seat
        )
        view["at"] = number
        view["paper"] = None  # a replay asks for no card
        if whole:
            view["viewer"] = None
            row = history.newest()
            last = final.decisions[row.decision] if row else None
            view["last"] = last and last_action_view(final, last, None)
            for seat, more in zip(view["seats"], lay_open(history), strict=True):
                seat.update(more)
            if "hand" in view:
                view["hand"] = view["seats"][0]["cards"]  # the seat at the bottom
        return view

    def _line(self) -> View:
        """Return the constant data of the timeline: the moments and the notes on them."""
        moments, final = self._moments, self._moments.final
        return {
            "decision": [m.decision for m in moments],
            "cause": [m.cause for m in moments],
            "seat": [m.seat for m in moments],
            "round": [m.round for m in moments],
            "turn": [m.turn for m in moments],
            "undone": [moments.moment_of[row.decision] for row in final.decisions if row.undone],
            "notes": self._notes(),
            **({} if self._course is None else {"course": self._course}),
        }

    def _judge(self) -> None:
        """Compute the chances and the slips of the game, for the line of its moments."""
        moments = self._moments
        assert HOOKS.course
        course = HOOKS.course(moments.final)
        chances, empty = course["chances"], course["chances"].get(None, [])
        line = []
        for moment in moments:
            empty = chances.get(moment.decision, empty)  # a decision that was taken back: as before
            line.append(empty)
        slips = [{**slip, "at": moments.moment_of[slip["decision"]]} for slip in course["slips"]]
        with self._lock:
            if moments is not self._moments:
                return  # another game is shown by now
            self._course = {"chances": line if chances else [], "slips": slips}
            self.board.replay = self._line()
            self._follow()

    def _notes(self) -> list[View]:
        moments, final = self._moments, self._moments.final
        notes: list[View] = [
            {
                "kind": note.kind or "note",
                "decision": note.decision,
                "text": clipped(note.text),
                "tags": [clipped(tag) for tag in note.tags],
                "rating": note.rating,
                "by": note.by and clipped(note.by),
                "whom": note.whom and clipped(note.whom),
            }
            for note in final.notes
            if not note.replaced and not note.empty
        ]
        notes += [
            {
                "kind": "ruling",
                "decision": ruling.decision,
                "question": clipped(ruling.question),
                "text": clipped(ruling.text),
                "by": ruling.by and clipped(ruling.by),
            }
            for ruling in final.rulings
        ]
        for note in notes:
            note["at"] = 0 if note["decision"] is None else moments.moment_of[note["decision"]]
        return sorted(notes, key=lambda note: int(note["at"]))

    def _rows(self, start: int, stop: int) -> View:
        history = self._moments.final
        columns = row_columns(history, TABLES[history.game.name])
        decisions = history.decisions[max(0, start) : stop]
        rows = [
            {**history.shown_row(row, self.seat), "player": clipped(row.player)}
            for row in decisions
        ]
        return {
            "columns": list(columns),
            "rows": [[row[name] for name in columns] for row in rows],
            "undone": [row.decision for row in decisions if row.undone],
        }

    # Showing

    def close(self) -> None:
        """Close the widget with its rows and charts; a static picture of the moment stays."""
        with self._lock:
            self._beside = ()
            self._arrange()  # the caller's widgets aren't closed
            self._put_away()
            for widget in (*self._linked, self.board):
                close_whole(widget)
            self._linked.clear()

    def leave(self) -> None:
        """Close the board, whose cell has run again, with those of its rows that are beside it."""
        with self._lock:
            beside = [widget for widget in self._beside if widget in self._linked]
            self._linked = [linked for linked in self._linked if linked not in beside]
            self._beside, besides = (), self.children[1:]
            self._arrange()
            super().leave()
            for box in besides:
                box.children = ()  # the caller's widgets aren't closed
            for widget in (*besides, *beside):
                close_whole(widget)

    def _fill(self) -> None:
        self.board.layout.open()  # it may have been closed
        self.board.open()
        self._static = StaticBoard(self, self._lock, self._picture, resend=self._show_again)
        self._main = ipywidgets.Box(
            [self.board], layout=flexible(Borrowed, flex=f"3 1 {WIDE}", overflow="visible")
        )
        self._arrange()

    def _arrange(self) -> None:
        if not self._needed:
            return
        beside = (aside(self._beside),) if self._beside else ()
        self.children = (self._main, *beside)

    def _picture(self, lang: str) -> str:
        history = self._moments.at(self.position)
        view = picture(TableSnapshot(history, REPLAY, self.position), None)
        return replay_html(view, self.position, len(self) - 1, lang)

    def _display_(self) -> ReplayBoard:
        return self.board  # marimo displays the return value


def _checked_seat(final: History, seat: int) -> int:
    """Return a seat whose view may be shown; raise `RulesError` otherwise."""
    seat = seat_number(seat, [player.name for player in final.players])
    kinds = [player.kind for player in final.players]
    going_on = final.state.round > final.rounds_over
    if going_on and kinds[seat] == "bot" and "person" in kinds:
        raise RulesError(
            "seat {seat} is a bot's, and its round goes on: its cards are shown when that is over",
            seat=seat,
        )
    return seat


def round_data(study: Replay, number: int) -> dict[str, Any]:
    """Return a round of a replay as the data of a page's board (``js/pages/replay_page.js``)."""
    places = [at for at, moment in enumerate(study._moments) if moment.round == number]
    start, stop = places[0], places[-1] + 1
    page = study._page(study.lang or "en", start, stop)
    line = {
        key: values[start:stop]
        for key, values in page.line.items()
        if key not in ("undone", "notes")
    }
    line |= {
        "undone": [at - start for at in page.line["undone"] if start <= at < stop],
        "notes": [],
    }
    for at, shot in enumerate(page.shots):
        shot["view"]["at"] = at
    return page_data(dataclasses.replace(page, line=line))
