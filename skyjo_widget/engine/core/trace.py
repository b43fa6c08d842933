"""The trace of a driver: preallocated rows for games, for seats and rounds, and for decisions.

Each row is a twin, which interpreted and compiled drivers fill; a trace is a structured array of
rows.  A game's own columns of a decision are in a twin of its own (``Game.details``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeVar, overload

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core.state import field, from_record, record_dtype, twin
from skyjo_widget.engine.core.tally import EVENTS, NO_MARKS, Marks, SeatTally, Tally
from skyjo_widget.engine.limits import MAX_CELLS, MAX_SEATS, NO_CARD, NOBODY

MAX_ACTIONS = 2048
"""More than any game has."""
MOST_CLEARED = 2 * MAX_CELLS
"""More cards than one decision can clear."""
NOTHING = -(2**31)
"""Marks a missing number."""
NO_ACTIONS = np.zeros(0, np.int16)

Row = TypeVar("Row")


@twin
class GameRow:
    """A game that is over."""

    game: int = field("public", "its number in the run")
    rounds: int = field("public", "rounds begun")
    decisions: int = field("public", "decisions made")
    winners: int = field("public", "a bit for each seat that has won")
    finished: int = field("public", "0 if it was broken off")


@twin
class RoundRow:
    """A seat in a round that is over; columns that its game doesn't have keep their defaults."""

    game: int = field("public", "the game's number")
    round: int = field("public", "the round, from 1")
    seat: int = field("public", "whose row it is")
    dealer: int = field("public", "1 if it dealt")
    starter: int = field("public", "1 if it had the first turn")
    ender: int = field("public", "1 if it ended the round")
    raw_score: int = field("public", "before any penalty")
    score: int = field("public", "what it scored")
    total: int = field("public", "its total since")
    turns: int = field("public", "turns had")
    columns_cleared: int = field("public", "groups cleared")
    cards_left: int = field("public", "cards left in its stock pile")
    penalty_cards: int = field("public", "cards it was given as a penalty")
    finished: int = field("public", "0 if the round was broken off")


@twin
class DecisionRow:
    """A decision: the columns of every game."""

    game: int = field("public", "the game's number")
    decision: int = field("public", "its number in the game, from 0")
    round: int = field("public", "the round")
    turn: int = field("public", "the turn")
    seat: int = field("public", "who decided", empty=NOBODY)
    phase: int = field("public", "in which phase")
    action: int = field("public", "the action's id")
    card_in: int = field("public", "the card that came", empty=NO_CARD)
    card_out: int = field("public", "the card that went", empty=NO_CARD)
    draw_pile_size: int = field("public", "cards in the draw pile before")


@twin
class ClearedRow:
    """A card that the column rule has removed."""

    row: int = field("public", "the row of its decision")
    place: int = field("public", "seat × MAX_CELLS + cell")


@twin
class Progress:
    """The progress of a run, and the number of rows that are filled."""

    game: int = field("public", "the game's number")
    first: int = field("public", "the number of the first game")
    until: int = field("public", "the number of the game that isn't played any more")
    going: int = field("public", "1 while it is in progress")
    decision: int = field("public", "decisions made in it")
    lost: int = field("public", "turns lost in it, see `driver.turns_lost`")
    games: int = field("public", "rows filled")
    rounds: int = field("public", "rows filled")
    decisions: int = field("public", "rows filled")
    cleared: int = field("public", "rows filled")
    acted: int = field("public", "actions written, or read")


@twin
class Scratch:
    """Working memory."""

    grid: list[list[int]] = field("public", "the grids before", MAX_SEATS, MAX_CELLS)
    cards_left: list[int] = field("public", "how many cards they held", MAX_SEATS)
    legal: list[int] = field("public", "legal actions", MAX_ACTIONS)
    choices: int = field("public", "how many there were")
    left: list[int] = field("public", "how many cards each grid held", MAX_SEATS)
    card_in: int = field("public", "the card that came")
    card_out: int = field("public", "the card that went")
    moved: int = field("public", "1 if another player's cards were moved")
    effect: int = field("public", "its effect, see `skyjo_widget.engine.core.tally`")


# numba unpickles the index of an old cache by this name, whatever the source is now.
class Notes(NamedTuple):
    """The buffers into which a driver writes a trace: sequences of twins.

    `where` and `scratch` have one element.  `rounds`, `decisions` and `details` may be empty:
    such rows aren't written.  Nor is anything counted in `tally` without `marks`; with them
    `actions`, an array of int16, are read, where a line-up says so, else they are written.
    """

    games: Any
    rounds: Any
    decisions: Any
    details: Any
    cleared: Any
    scratch: Any
    where: Any
    marks: Any
    tally: Any
    actions: Any


class Rows(Sequence[Row]):
    """A buffer of rows, each made at its first access.

    Parameters
    ----------
    kind : type
        A twin.
    size : int
        Capacity in rows.
    """

    def __init__(self, kind: Callable[[], Row], size: int) -> None:
        self._kind, self._size = kind, size
        self._rows: list[Row] = []

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        """Return a row, or those of a slice; `IndexError` beyond the capacity."""
        if isinstance(at, slice):
            return [self[number] for number in range(self._size)[at]]
        number = range(self._size)[at]
        while len(self._rows) <= number:
            self._rows.append(self._kind())
        return self._rows[number]


def make_buffers(
    details: type,
    *,
    compiled: bool,
    games: int,
    rounds: int = 0,
    decisions: int = 0,
    detailed: bool = False,
    first: int = 0,
    marks: Marks = NO_MARKS,
    players: int = 0,
    cards: int = 0,
    actions: npt.NDArray[np.int16] | None = None,
) -> Notes:
    """Allocate buffers for a trace.

    Parameters
    ----------
    details : type
        The game's twin for the details of a decision.
    compiled : bool
        For a compiled driver: structured arrays; else `Rows`.
    games, rounds, decisions : int
        Capacity in rows; all of these games are to be played.
    detailed : bool
        Whether the details of decisions are traced.
    first : int
        The number of the first game.
    marks : Marks
        What decisions count as; by default nothing is tallied.
    players, cards : int
        For a tally: the players, and the different cards of the deck.
    actions : array of int16
        The buffer of actions, or with `marks` those to be played; by default none.
    """
    tallied = games if len(marks.bits) else 0

    def room(kind: type, size: int, dtype: np.dtype[np.void] | None = None) -> Any:
        if not compiled:
            return Rows(kind, size)
        return np.zeros(size, dtype or trace_dtype(kind))

    rows = decisions if detailed else 0
    notes = Notes(
        room(GameRow, games),
        room(RoundRow, rounds),
        room(DecisionRow, decisions),
        room(details, rows),
        room(ClearedRow, rows + MOST_CLEARED),
        room(Scratch, 1, record_dtype(Scratch)),
        room(Progress, 1, record_dtype(Progress)),
        marks,
        Tally(
            room(SeatTally, tallied * players),
            np.zeros((tallied, cards, len(EVENTS) + 1), np.int32),
            np.zeros((tallied * players, cards), np.int32),
        ),
        NO_ACTIONS if actions is None else actions,
    )
    if compiled:
        notes.where["game"] = notes.where["first"] = first
    else:
        where = notes.where[0]
        where.game = where.first = first
    set_until(notes, first + games)
    return notes


def set_until(notes: Notes, game: int) -> None:
    """Set the number of the game that isn't played any more."""
    if isinstance(notes.where, np.ndarray):
        notes.where["until"] = game
    else:
        notes.where[0].until = game


class Trace(NamedTuple):
    """A trace: a structured array for each sort of row."""

    games: npt.NDArray[np.void]
    rounds: npt.NDArray[np.void]
    decisions: npt.NDArray[np.void]
    details: npt.NDArray[np.void]
    cleared: npt.NDArray[np.void]

    @staticmethod
    def joined(pieces: Sequence[Trace]) -> Trace:
        """Concatenate pieces; rows of cleared cards count from the first piece's first row."""
        cleared, rows = [], 0
        for piece in pieces:
            cleared.append(_joined([piece.cleared]))
            cleared[-1]["row"] += rows
            rows += len(piece.decisions)
        parts = [_joined(parts) for parts in zip(*(p[:4] for p in pieces), strict=True)]
        return Trace._make([*parts, _joined(cleared)])

    def without_decisions(self) -> Trace:
        """Return games and rounds alone."""
        return Trace(
            self.games, self.rounds, self.decisions[:0], self.details[:0], self.cleared[:0]
        )


@functools.cache
def trace_dtype(kind: type) -> np.dtype[np.void]:
    """Return the dtype of a structured array of rows: int32, half the memory of int64."""
    return np.dtype([(name, np.int32) for name in record_dtype(kind).names or ()])


def _joined(parts: Sequence[npt.NDArray[np.void]]) -> npt.NDArray[np.void]:
    """Return rows as one new array; as plain numbers, since rows are copied field by field."""
    return np.concatenate([part.view(np.int32) for part in parts]).view(parts[0].dtype)


def rows_array(kind: Any, rows: Sequence[Any]) -> npt.NDArray[Any]:
    """Return interpreted rows as a structured array."""
    dtype = trace_dtype(kind)
    names = dtype.names or ()
    return np.array([tuple(getattr(row, name) for name in names) for row in rows], dtype)


def take(notes: Notes, details: type) -> Trace:
    """Remove the trace written so far from the buffers, and return it."""
    compiled = isinstance(notes.where, np.ndarray)
    where = from_record(Progress, notes.where) if compiled else notes.where[0]
    detailed = where.decisions if len(notes.details) else 0
    counts = (where.games, where.rounds, where.decisions, detailed, where.cleared)
    kinds: tuple[type, ...] = (GameRow, RoundRow, DecisionRow, details, ClearedRow)
    taken = []
    for kind, noted, count in zip(kinds, notes, counts, strict=False):
        taken.append(_joined([noted[:count]]) if compiled else rows_array(kind, noted[:count]))
    for name in ("games", "rounds", "decisions", "cleared"):
        if compiled:
            notes.where[name] = 0
        else:
            setattr(where, name, 0)
    return Trace(*taken)


def with_room(notes: Notes) -> Notes:
    """Return notes whose buffer of actions isn't full."""
    if _acted(notes) < len(notes.actions):
        return notes
    room = np.empty(len(notes.actions), np.int16)
    return notes._replace(actions=np.concatenate([notes.actions, room]))


def written_actions(notes: Notes) -> npt.NDArray[np.int16]:
    """Return all actions that were written; their buffer shrinks to them, without a copy."""
    actions: npt.NDArray[np.int16] = notes.actions
    actions.resize(_acted(notes), refcheck=False)
    return actions


def _acted(notes: Notes) -> int:
    where = notes.where[0]
    return int(where["acted"] if isinstance(notes.where, np.ndarray) else where.acted)


class Column(NamedTuple):
    """A column of the log.

    Parameters
    ----------
    values : array of int
        Numbers, `NOTHING` where one is missing; or indices of `words`, -1 where one is missing.
    words : tuple, optional
        The values of the indices: texts, or lists as tuples of texts.
    """

    values: npt.NDArray[Any]
    words: tuple[Any, ...] | None = None


def numbers(
    values: npt.NDArray[Any], missing: npt.NDArray[np.bool_] | Literal[False] = False
) -> Column:
    """Make a column of numbers, `NOTHING` where `missing` is True."""
    return Column(values if missing is False else np.where(missing, NOTHING, values))


def texts(values: npt.NDArray[Any], words: Sequence[Any]) -> Column:
    """Make a column of words from their indices, -1 where one is missing."""
    return Column(values, tuple(words))
