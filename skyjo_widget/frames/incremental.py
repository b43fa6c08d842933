"""Incremental frames of a running game: a row is built when it is made, and when it changes.

The rows stand in buffers with room for more, and a frame is a view of their beginning: it takes as
long after 100,000 decisions as after ten.  A view that was given never changes.  Rows after its end
are written into the same buffers; for a row that it shows the column is copied first.  Whoever
changes a frame changes only that, since pandas copies what it shares before it writes (before
pandas 3 the frame is copied here).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from skyjo_widget.frames.schema import CATEGORIES, DECISIONS, LIST, TEXT, lists
from skyjo_widget.records.history import History

PIECE = 64
"""Texts that are put into an Arrow array at once; the newest ones, which change most, aren't."""
_ROOM = 256
"""Rows that there is room for at first."""
_LAZY = int(pd.__version__.split(".")[0]) >= 3
"""True if pandas copies what frames share before it writes."""

try:
    import pyarrow as pa
except ImportError:  # an extra
    pa = None


class Growing:
    """The decisions of a running game, as a cached frame.

    Parameters
    ----------
    history : History
        The game.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._begin()

    def _begin(self) -> None:
        history = self._history
        self._key = history.header["game_id"], history.header["practice"]
        self._size = 0  # the number of rows
        self._room = _ROOM
        self._changes = len(history.changed)  # entries of `history.changed` already processed
        self._rounds_over = history.rounds_over
        self._secret: dict[int, list[int]] = {}  # by round: decisions that its end reveals
        self._texts = {
            name: _Texts(dtype) for name, dtype in DECISIONS.items() if dtype in (TEXT, LIST)
        }
        self._columns = {
            name: _column(name, dtype, self._room)
            for name, dtype in DECISIONS.items()
            if name not in self._texts
        }
        # Of whole buffers.  As long as a buffer is used this one shares it with all frames that
        # show it, so that none of them is written to in place.
        self._series: dict[str, pd.Series[Any]] = {}

    def frame(self) -> pd.DataFrame:
        """Return one row per decision with public knowledge; a new frame each time."""
        history = self._history
        if self._key != (history.header["game_id"], history.header["practice"]):
            self._begin()
        self._follow()
        for name, column in self._columns.items():
            if name not in self._series:
                self._series[name] = pd.Series(column.array(), copy=False)
        parts: dict[str, Any] = {
            name: series.iloc[: self._size] for name, series in self._series.items()
        }
        parts |= {name: texts.array() for name, texts in self._texts.items()}
        frame = pd.DataFrame({name: parts[name] for name in DECISIONS}, copy=False)
        return frame if _LAZY else frame.copy()

    def _follow(self) -> None:
        """Write the new rows, and those whose public content has changed."""
        history, size = self._history, self._size
        changed = set(history.changed[self._changes :])
        self._changes = len(history.changed)
        before, now = sorted((self._rounds_over, history.rounds_over))
        for number in range(before + 1, now + 1):
            changed.update(self._secret.get(number, ()))
        self._rounds_over = history.rounds_over
        for number in sorted(number for number in changed if number < size):
            self._rewrite(number)
        new = history.decisions[size:]
        if not new:
            return
        if size + len(new) > self._room:
            self._room = 2 * (size + len(new))
            self._columns = {
                name: column.copy(self._room) for name, column in self._columns.items()
            }
            self._series.clear()
        rows = [history.log_row(row, None) for row in new]
        for name, column in self._columns.items():
            for number, row in enumerate(rows, start=size):
                column.put(number, row.get(name))
        for name, texts in self._texts.items():
            texts.add([row.get(name) for row in rows])
        self._size += len(new)
        for decision in new:
            if (
                decision.private
                or decision.public_notation is not None
                or history.game.private_hands
            ):
                self._secret.setdefault(decision.round, []).append(decision.decision)

    def _rewrite(self, number: int) -> None:
        """Write a row again that frames may show already: into a copy of what is different."""
        row = self._history.log_row(self._history.decisions[number], None)
        for name, column in self._columns.items():
            if not column.holds(number, row.get(name)):
                self._columns[name] = column.copy(self._room)
                self._columns[name].put(number, row.get(name))
                self._series.pop(name, None)
        for name, texts in self._texts.items():
            texts.put(number, row.get(name))


class _Column:
    """A column of numbers or booleans: a buffer of values and one of what is missing."""

    def __init__(self, kind: Any, dtype: Any, room: int) -> None:
        self._kind = kind
        self._data = np.zeros(room, dtype)
        self._missing = np.ones(room, bool)

    def array(self) -> Any:
        return self._kind(self._data, self._missing, copy=False)

    def put(self, at: int, value: Any) -> None:
        self._missing[at] = value is None
        self._data[at] = 0 if value is None else value

    def holds(self, at: int, value: Any) -> bool:
        if self._missing[at] or value is None:
            return bool(self._missing[at]) and value is None
        return bool(self._data[at] == value)

    def copy(self, room: int) -> _Column:
        other = _Column(self._kind, self._data.dtype, room)
        other._data[: len(self._data)] = self._data
        other._missing[: len(self._missing)] = self._missing
        return other


class _Words:
    """A column of categories: a buffer of their numbers."""

    def __init__(self, words: Sequence[str], room: int) -> None:
        self._words = words
        self._codes = np.full(room, -1, np.int8)

    def array(self) -> Any:
        kinds = pd.CategoricalDtype(list(self._words), ordered=True)
        return pd.Categorical.from_codes(self._codes, dtype=kinds, validate=False)

    def _code(self, value: Any) -> int:
        return -1 if value is None else self._words.index(value)

    def put(self, at: int, value: Any) -> None:
        self._codes[at] = self._code(value)

    def holds(self, at: int, value: Any) -> bool:
        return bool(self._codes[at] == self._code(value))

    def copy(self, room: int) -> _Words:
        other = _Words(self._words, room)
        other._codes[: len(self._codes)] = self._codes
        return other


class _Texts:
    """A column of texts, or lists of them: Arrow arrays, which nothing can change, longest first.

    A new one is joined with its neighbour while that isn't longer, so there are few.
    """

    def __init__(self, dtype: Any) -> None:
        self._dtype = dtype
        self._kind = pa and (pa.large_string() if dtype == TEXT else LIST.pyarrow_dtype)
        self._pieces: list[Any] = []
        self._newest: list[str | None] = []
        self._sealed = 0  # the number of texts in `_pieces`

    def add(self, texts: list[str | None]) -> None:
        self._newest += texts
        if pa is None or len(self._newest) < 2 * PIECE:
            return
        many = len(self._newest) - PIECE
        self._pieces.append(pa.array(self._newest[:many], self._kind))
        del self._newest[:many]
        self._sealed += many
        while len(self._pieces) > 1 and len(self._pieces[-2]) <= len(self._pieces[-1]):
            self._pieces[-2:] = [pa.concat_arrays(self._pieces[-2:])]

    def put(self, at: int, text: str | None) -> None:
        if at >= self._sealed:
            self._newest[at - self._sealed] = text
            return
        for number, piece in enumerate(self._pieces):
            if at < len(piece):
                if piece[at] != pa.scalar(text, self._kind):
                    changed = pa.array([text], self._kind)
                    parts = [piece.slice(0, at), changed, piece.slice(at + 1)]
                    self._pieces[number] = pa.concat_arrays(parts)
                return
            at -= len(piece)

    def array(self) -> Any:
        if pa is None:
            return lists(self._newest) if self._dtype == LIST else pd.array(self._newest, TEXT)
        whole = pa.chunked_array([*self._pieces, pa.array(self._newest, self._kind)])
        kind: Any = LIST if self._dtype == LIST else pd.StringDtype()
        return kind.__from_arrow__(whole)


def _column(name: str, dtype: Any, room: int) -> Any:
    if dtype == "category":
        return _Words(CATEGORIES[name], room)
    if dtype == "boolean":
        return _Column(pd.arrays.BooleanArray, bool, room)
    return _Column(pd.arrays.IntegerArray, np.int64, room)
