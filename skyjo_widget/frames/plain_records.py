"""Plain records as frames, without a history of each decision.

Their decisions are carried out, and traced as in a simulation; shuffles and scores are fed to a
history as ever.  A record is taken only if each line is, to the letter, what the table would have
written.  Any other, a spoilt one above all, is left to `skyjo_widget.records.replay`, which says
what is wrong.
"""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.driver import trace_moment
from skyjo_widget.engine.core.trace import (
    MOST_CLEARED,
    NOTHING,
    ClearedRow,
    Column,
    DecisionRow,
    GameRow,
    Progress,
    RoundRow,
    Rows,
    Scratch,
    Trace,
    numbers,
    texts,
    trace_dtype,
)
from skyjo_widget.engine.limits import MAX_SEATS
from skyjo_widget.errors import NotationError, RecordError
from skyjo_widget.frames.parts import Played
from skyjo_widget.frames.schema import CATEGORIES, FRAMES
from skyjo_widget.frames.trace_columns import decision_columns, frame
from skyjo_widget.records import read_limits, record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.plain_lines import PlainRecord, plain_record
from skyjo_widget.records.replay import feed, new_history


class Plain(NamedTuple):
    """A plain record.

    Parameters
    ----------
    path : Path
    digest : str
        The SHA-256 of its bytes.
    lines : int
    history : History
        The game without its decisions: its header, rounds and state.
    ms : list of bytes
        The milliseconds of each decision, as JSON.
    """

    path: Path
    digest: str
    lines: int
    history: History
    ms: list[bytes]


class PlainRecords:
    """The plain records among some files, and their frames.

    Parameters
    ----------
    paths : sequence of Path
    seconds : float or None
        The time limit of each.

    Attributes
    ----------
    records : dict of Path to Plain
    """

    records: dict[Path, Plain]

    def __init__(self, paths: Sequence[Path], seconds: float | None) -> None:
        self._tables: dict[tuple[Any, ...], _Table] = {}
        for path in paths:
            # Whatever is wrong with a file is said by the reader that it is left to.
            with contextlib.suppress(RecordError, OSError, ValueError):
                read_limits.in_time(self._read, path, seconds=seconds)
        self.records = {
            record.path: record for table in self._tables.values() for record in table.checked()
        }

    def frames(self, paths: Collection[Path]) -> dict[str, pd.DataFrame]:
        """Return the frames of the records at some paths, at least one, all of them plain."""
        records = [record for record in self.records.values() if record.path in paths]
        played = Played([record.history for record in records], [record.path for record in records])
        frames = {name: played.frame(name) for name in FRAMES if name != "decisions"}
        counts = [len(record.ms) for record in records]
        frames["games"]["decisions"] = pd.array(counts, FRAMES["games"]["decisions"])
        parts = [table.decisions(paths) for table in self._tables.values()]
        parts = [part for part in parts if len(part)] or parts[:1]
        return frames | {"decisions": pd.concat(parts, ignore_index=True)}

    def _read(self, path: Path) -> None:
        """Read a record, if it is plain."""
        record = plain_record(record_file.read_bytes(path, read_limits.SMALL))
        if record is None:
            return
        h = new_history(record.events[0][1])
        if h.paper or jit.is_interpreted(h.codes):  # a function of one's own may do anything
            return
        kind = (h.game.name, repr(h.rules), len(h.players), h.deck.hash)
        if kind not in self._tables:
            self._tables[kind] = _Table(h)
        self._tables[kind].read(path, record, h)


class _Table:
    """The plain records of one kind of table: game, rules, deck and number of players.

    Parameters
    ----------
    history : History
        One of the games.
    """

    def __init__(self, history: History) -> None:
        self._game, self._codes, self._deck = history.game, history.codes, history.deck
        self._records: list[Plain] = []
        self._kinds: dict[bytes, int] = {}  # the texts of facts that occur
        self._actions: list[int | None] = []  # of each of these texts
        self._decision_kinds: list[int] = []  # the text of each decision
        self._completed: list[tuple[int, Any, Any]] = []
        # One twin of each sort, whose values are taken as rows
        twins: tuple[Any, ...] = (DecisionRow, history.game.details, ClearedRow, Progress, Scratch)
        note, detail, cleared, where, scratch = twins
        self._note, self._detail = note(), detail()
        self._where, self._scratch = where(), scratch()
        self._place = Rows(cleared, MOST_CLEARED)
        self._dtypes = [trace_dtype(kind) for kind in twins[:3]]
        self._values = [operator.attrgetter(*dtype.names or ()) for dtype in self._dtypes]
        self._decisions: list[Any] = []
        self._details: list[Any] = []
        self._cleared: list[tuple[int, int]] = []
        self._trace: Trace

    def read(self, path: Path, record: PlainRecord, h: History) -> None:
        """Carry out a record's decisions, and the events between; keep it if that works.

        A record in the middle of a round is left out: its cards aren't public yet.
        """
        lists: tuple[list[Any], ...] = (
            self._decision_kinds,
            self._decisions,
            self._details,
            self._cleared,
            self._completed,
        )
        before = [len(rows) for rows in lists]
        self._scratch.cards_left = [0] * MAX_SEATS  # the grids kept there are another record's
        done = False
        try:
            decisions = 0
            for line, event, acts in [*record.events[1:], (0, {}, len(record.facts))]:
                if not self._acted(h, record.facts[decisions:acts], decisions):
                    return
                decisions = acts
                if event:
                    feed(h, event, line=line)
                if decisions and event.get("event") == "shuffle" and event["for"] == "draw":
                    self._complete(h)
            done = h.between_rounds or h.over
        finally:  # its time may be up
            if not done:
                for rows, count in zip(lists, before, strict=True):
                    del rows[count:]
        if done:
            self._records.append(Plain(path, record.digest, record.lines, h, record.ms))

    def checked(self) -> list[Plain]:
        """List the records of which all lines are as the table would have written them."""
        none: list[Any] = []
        sorts = zip((self._decisions, self._details, self._cleared), self._dtypes, strict=True)
        empty = (np.array(none, trace_dtype(kind)) for kind in (GameRow, RoundRow))
        self._trace = Trace(*empty, *(np.array(rows, dtype) for rows, dtype in sorts))
        counts = [len(record.ms) for record in self._records]
        owner = np.repeat(np.arange(len(counts)), counts)
        spoilt = set(owner[self._spoilt()].tolist())
        for row, note, detail in self._completed:
            self._trace.decisions[row], self._trace.details[row] = note, detail
        if spoilt:
            self._trace = _picked(self._trace, ~np.isin(owner, list(spoilt)))
            self._records = [
                record for number, record in enumerate(self._records) if number not in spoilt
            ]
        return self._records

    def decisions(self, paths: Collection[Path]) -> pd.DataFrame:
        """Return the decisions of the records at some paths."""
        wanted = [record.path in paths for record in self._records]
        counts = [len(record.ms) for record in self._records]
        trace = _picked(self._trace, np.repeat(np.array(wanted, bool), counts))
        columns = decision_columns(trace, self._game, self._codes, self._deck, detailed=True)
        columns |= _recorded_columns(
            [record for record in self._records if record.path in paths], trace
        )
        return frame("decisions", columns, len(trace.decisions))

    def _acted(self, h: History, facts: list[bytes], first: int) -> bool:
        """Carry out and trace decisions; return whether all are legal."""
        s, r, game = h.state, self._codes, self._game
        note, detail, where, scratch = self._note, self._detail, self._where, self._scratch
        cleared, legal = self._place, scratch.legal
        values_of_note, values_of_detail, _ = self._values
        for decision, text in enumerate(facts, start=first):
            kind = self._kinds.get(text)
            if kind is None:
                kind = self._kinds[text] = len(self._kinds)
                self._actions.append(self._action(text))
            action = self._actions[kind]
            phase = s.phase
            if phase in game.idle_phases or phase == game.game_over:
                return False
            count = detail.legal_actions = game.legal(s, r, legal)
            if action is None or action not in legal[:count]:
                return False
            trace_moment(s, note, 0, decision)
            game.trace_before(s, r, action, detail, scratch)
            game.apply(s, r, action)
            note.action = action
            game.trace_after(s, r, note)
            game.trace_details(s, r, note.seat, detail)
            game.trace_cleared(s, r, note.seat, len(self._decision_kinds), cleared, where, scratch)
            if where.cleared:
                self._cleared += [(card.row, card.place) for card in cleared[: where.cleared]]
                where.cleared = 0
            self._decision_kinds.append(kind)
            self._decisions.append(values_of_note(note))
            self._details.append(values_of_detail(detail))
        return True

    def _action(self, facts: bytes) -> int | None:
        """Return the action of a text of facts; None if it holds none."""
        try:
            return self._game.parse_action(facts.split(b'"', 6)[5].decode(), self._codes)
        except (NotationError, ValueError, IndexError):
            return None

    def _complete(self, h: History) -> None:
        """Note what a shuffle has added to the newest decision, which waited for it."""
        self._game.trace_after(h.state, self._codes, self._note)
        self._game.trace_details(h.state, self._codes, self._note.seat, self._detail)
        note, detail = self._values[0](self._note), self._values[1](self._detail)
        self._completed.append((len(self._decision_kinds) - 1, note, detail))

    def _spoilt(self) -> npt.NDArray[np.bool_]:
        """Return the decisions whose text isn't what the table would have written.

        Each text is compared once; all decisions that have it must have the same facts.
        """
        if not self._decision_kinds:
            return np.zeros(0, bool)
        h, rows, columns = self._records[0].history, self._trace.decisions, self._log_columns()
        none = Column(np.full(len(rows), -1), ())
        own = self._game.consequences(h.state, h.state, h.codes, h.deck, 0).get("more", ())
        facts = {name: columns.get(name, none) for name in ("source", "cleared", *own)}
        table = np.array(
            [rows[name] for name in ("seat", "action", "card_in", "card_out")]
            + [_distinct(column) for column in facts.values()]
        )
        kinds, firsts, which = np.unique(
            self._decision_kinds, return_index=True, return_inverse=True
        )
        right: npt.NDArray[np.bool_] = (table == table[:, firsts[which]]).all(axis=0)
        written, cards = list(self._kinds), self._deck.kinds
        fits = np.ones(len(kinds), bool)
        for at, (kind, first) in enumerate(zip(kinds.tolist(), firsts.tolist(), strict=True)):
            seat, action, card_in, card_out = table[:4, first].tolist()
            values = {name: _value(name, column, first) for name, column in facts.items()}
            event = {
                "seat": seat,
                "action": self._game.action_text(action, self._codes),
                "source": values.pop("source"),
                "card_in": cards[card_in].card if card_in >= 0 else None,
                "card_out": cards[card_out].card if card_out >= 0 else None,
                "cleared": values.pop("cleared") or [],
                **values,
            }
            if record_file.to_line(event) != b"{%s}\n" % written[kind]:
                fits[at] = False
        return ~(right & fits[which])

    def _log_columns(self) -> dict[str, Column]:
        trace = self._trace
        seats = trace.decisions["seat"].astype(np.int64)  # for arithmetic
        return self._game.log_columns(trace.details, seats, trace.cleared, self._codes, self._deck)


def _recorded_columns(records: Sequence[Plain], trace: Trace) -> dict[str, Column]:
    """Return the columns of decisions that are in the records, and not in a trace."""
    rows = trace.decisions
    game = np.repeat(np.arange(len(records)), [len(record.ms) for record in records])
    ms = [NOTHING if ms == b"null" else int(ms) for record in records for ms in record.ms]
    headers = [record.history.header for record in records]
    sat = [player for record in records for player in record.history.players]
    player = game * (len(sat) // max(len(records), 1)) + rows["seat"]
    kinds = CATEGORIES["kind"]
    kind = np.array([kinds.index(p.kind) for p in sat], np.int64)
    practice = np.array([int(header["practice"]) for header in headers], np.int64)
    return {
        "game_id": texts(game, [header["game_id"] for header in headers]),
        "player": texts(player, [p.name for p in sat]),
        "kind": texts(kind[player], kinds),
        "ms": numbers(np.array(ms, np.int64)),
        "undone": numbers(np.zeros(len(rows), np.int64)),
        "practice": numbers(practice[game]),
    }


def _picked(trace: Trace, kept: npt.NDArray[np.bool_]) -> Trace:
    """Return some of the rows of decisions."""
    if kept.all():
        return trace
    cleared = trace.cleared[kept[trace.cleared["row"]]].copy()
    cleared["row"] = (np.cumsum(kept) - 1)[cleared["row"]]
    return trace._replace(
        decisions=trace.decisions[kept], details=trace.details[kept], cleared=cleared
    )


def _distinct(column: Column) -> npt.NDArray[Any]:
    """Return a column's values, equal ones for equal words."""
    if column.words is None:
        return column.values
    places: dict[Any, int] = {}
    codes = [places.setdefault(word, len(places)) for word in column.words]
    values: npt.NDArray[Any] = np.array([*codes, -1])[column.values]
    return values


def _value(name: str, column: Column, row: int) -> Any:
    """Return a fact as the record has it."""
    value = int(column.values[row])
    if column.words is not None:
        word = None if value < 0 else column.words[value]
        return list(word) if isinstance(word, tuple) else word
    if value == NOTHING:
        return None
    return bool(value) if FRAMES["decisions"][name] == "boolean" else value
