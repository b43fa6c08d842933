"""What a driver notes: a row a game, a row a seat and round, a row a decision.

Each is a twin, so that a driver of either speed fills it, and becomes a structured array.
A game adds what only it can tell of a decision by a twin of its own (``Game.details``).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core.state import field, from_record, record_dtype, twin
from skyjo_widget.engine.limits import MAX_CELLS, MAX_SEATS, NO_CARD, NOBODY

MAX_ACTIONS = 2048
"""More than any game has."""
MOST_CLEARED = 2 * MAX_CELLS
"""More cards than one decision can clear."""
NOTHING = -(2**31)
"""Noted where there is no number."""


@twin
class GameNote:
    """A game that is over."""

    game: int = field("public", "its number in the run")
    rounds: int = field("public", "rounds begun")
    decisions: int = field("public", "decisions made")
    winners: int = field("public", "a bit for each seat that has won")
    finished: int = field("public", "0 if it was broken off")


@twin
class RoundNote:
    """A seat in a round that is over; what its game doesn't have stays as it is here."""

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
class DecisionNote:
    """A decision: what every game has."""

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
class ClearedNote:
    """A card that the column rule took away."""

    row: int = field("public", "the row of its decision")
    place: int = field("public", "seat × MAX_CELLS + cell")


@twin
class Where:
    """Where a run is, and how far its notes are filled."""

    game: int = field("public", "the game's number")
    until: int = field("public", "the number of the game that isn't played any more")
    going: int = field("public", "1 while it goes on")
    decision: int = field("public", "decisions made in it")
    lost: int = field("public", "turns lost in it, see `driver.turns_lost`")
    games: int = field("public", "rows filled")
    rounds: int = field("public", "rows filled")
    decisions: int = field("public", "rows filled")
    cleared: int = field("public", "rows filled")


@twin
class Scratch:
    """Room to work in."""

    grid: list[list[int]] = field("public", "the grids before", MAX_SEATS, MAX_CELLS)
    legal: list[int] = field("public", "legal actions", MAX_ACTIONS)


class Notes(NamedTuple):
    """Where a driver notes; each a sequence of twins, `where` and `scratch` of one.

    `decisions` may be empty, `details` too, and `rounds`: what has no room is left out.
    """

    games: Any
    rounds: Any
    decisions: Any
    details: Any
    cleared: Any
    scratch: Any
    where: Any


class Rows(Sequence[Any]):
    """Room for rows, each made when it is first asked for.

    Parameters
    ----------
    kind : type
        A twin.
    size : int
        How many rows there is room for.
    """

    def __init__(self, kind: Callable[[], Any], size: int) -> None:
        self._kind, self._size = kind, size
        self._rows: list[Any] = []

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, at: Any) -> Any:
        """Return a row, or those of a slice; `IndexError` beyond the room."""
        if isinstance(at, slice):
            return [self[number] for number in range(self._size)[at]]
        number = range(self._size)[at]
        while len(self._rows) <= number:
            self._rows.append(self._kind())
        return self._rows[number]


def make_notes(
    details: type,
    *,
    compiled: bool,
    games: int,
    rounds: int = 0,
    decisions: int = 0,
    detailed: bool = False,
    first: int = 0,
) -> Notes:
    """Room for so many rows of each sort.

    Parameters
    ----------
    details : type
        The game's twin for the details of a decision.
    compiled : bool
        For which speed.
    games, rounds, decisions : int
        How many rows; all of these games are to be played.
    detailed : bool
        Whether there is room for the details of decisions.
    first : int
        The number of the first game.
    """

    def room(kind: Any, size: int, dtype: np.dtype[Any] | None = None) -> Any:
        if not compiled:
            return Rows(kind, size)
        return np.zeros(size, dtype or noted_dtype(kind))

    rows = decisions if detailed else 0
    notes = Notes(
        room(GameNote, games),
        room(RoundNote, rounds),
        room(DecisionNote, decisions),
        room(details, rows),
        room(ClearedNote, rows + MOST_CLEARED),
        room(Scratch, 1, record_dtype(Scratch)),
        room(Where, 1, record_dtype(Where)),
    )
    if compiled:
        notes.where["game"], notes.where["until"] = first, first + games
    else:
        notes.where[0].game, notes.where[0].until = first, first + games
    return notes


class Noted(NamedTuple):
    """What was noted: a structured array for each sort of row."""

    games: npt.NDArray[Any]
    rounds: npt.NDArray[Any]
    decisions: npt.NDArray[Any]
    details: npt.NDArray[Any]
    cleared: npt.NDArray[Any]

    @staticmethod
    def joined(pieces: Sequence[Noted]) -> Noted:
        """All pieces as one; cleared cards are counted from the first one's first row."""
        cleared, rows = [], 0
        for piece in pieces:
            cleared.append(piece.cleared.copy())
            cleared[-1]["row"] += rows
            rows += len(piece.decisions)
        parts = [np.concatenate(parts) for parts in zip(*(p[:4] for p in pieces), strict=True)]
        return Noted._make([*parts, np.concatenate(cleared)])

    def without_decisions(self) -> Noted:
        """Games and rounds alone."""
        return Noted(
            self.games, self.rounds, self.decisions[:0], self.details[:0], self.cleared[:0]
        )


@functools.cache
def noted_dtype(kind: Any) -> np.dtype[Any]:
    """The dtype of a structured array of rows: int32, which is half of what must be written."""
    return np.dtype([(name, np.int32) for name in record_dtype(kind).names or ()])


def take(notes: Notes, details: type) -> Noted:
    """Take away what was noted, so that there is room again."""
    compiled = isinstance(notes.where, np.ndarray)
    where = from_record(Where, notes.where) if compiled else notes.where[0]
    detailed = where.decisions if len(notes.details) else 0
    counts = (where.games, where.rounds, where.decisions, detailed, where.cleared)
    kinds: tuple[type, ...] = (GameNote, RoundNote, DecisionNote, details, ClearedNote)
    taken = []
    for kind, noted, count in zip(kinds, notes, counts, strict=False):
        if compiled:
            taken.append(noted[:count].copy())
        else:
            dtype = noted_dtype(kind)
            names = dtype.names or ()
            rows = [tuple(getattr(row, name) for name in names) for row in noted[:count]]
            taken.append(np.array(rows, dtype))
    for name in ("games", "rounds", "decisions", "cleared"):
        if compiled:
            notes.where[name] = 0
        else:
            setattr(where, name, 0)
    return Noted(*taken)


class Column(NamedTuple):
    """A column of the log.

    Parameters
    ----------
    values : array of int
        Numbers, `NOTHING` where one is missing; or indices of `words`, -1 where one is missing.
    words : tuple of str, optional
        What the indices stand for.
    """

    values: npt.NDArray[Any]
    words: tuple[str, ...] | None = None


def numbers(values: npt.NDArray[Any], missing: Any = False) -> Column:
    """A column of numbers, `NOTHING` where `missing` holds."""
    return Column(values if missing is False else np.where(missing, NOTHING, values))


def texts(values: npt.NDArray[Any], words: Sequence[str]) -> Column:
    """A column of words, by their indices; -1 where one is missing."""
    return Column(values, tuple(words))
