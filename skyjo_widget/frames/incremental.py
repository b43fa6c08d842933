"""Incremental frames of a running game: rows are built once, not after every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

from skyjo_widget.records.history import Decision, History

PIECE = 64
"""Newest rows, which change most: so many, up to twice as many, are built at each access; those
before them are cached."""
_PIECES = 32
"""Pieces after which string columns are rebuilt: Arrow keeps them in chunks."""


class Growing:
    """The decisions of a running game, as a cached frame.

    Parameters
    ----------
    history : History
        The game.
    build : callable
        Converts rows to a frame with the dtypes of the columns.
    """

    def __init__(
        self, history: History, build: Callable[[list[dict[str, Any]]], pd.DataFrame]
    ) -> None:
        self._history = history
        self._build = build
        self._begin()

    def _begin(self) -> None:
        history = self._history
        self._key = history.header["game_id"], history.header["practice"]
        self._joined: pd.DataFrame | None = None
        self._size = 0  # the number of cached rows
        self._pieces = 0
        self._changes = len(history.changed)  # entries of `history.changed` already processed
        self._rounds_over = history.rounds_over
        self._secret: dict[int, list[int]] = {}  # by round: decisions that its end reveals

    def frame(self) -> pd.DataFrame:
        """Return one row per decision with public knowledge; a new frame each time."""
        history = self._history
        if self._key != (history.header["game_id"], history.header["practice"]):
            self._begin()
        self._follow()
        rest = history.decisions[self._size :]
        if len(rest) >= 2 * PIECE:
            self._join(rest[:-PIECE])
            rest = rest[-PIECE:]
        newest = self._frame(rest)
        if self._joined is None:
            return newest
        return pd.concat([self._joined, newest], ignore_index=True)

    def _frame(self, rows: Iterable[Decision]) -> pd.DataFrame:
        return self._build([self._history.tell(row, None) for row in rows])

    def _join(self, rows: list[Decision]) -> None:
        piece = self._frame(rows)
        whole = piece
        if self._joined is not None:
            whole = pd.concat([self._joined, piece], ignore_index=True)
        self._pieces += 1
        if self._pieces % _PIECES == 0:
            for name in whole.columns:
                text: Any = whole[name].dtype
                if isinstance(text, pd.StringDtype):
                    whole[name] = pd.array(whole[name].tolist(), dtype=text)
        self._joined = whole
        self._size += len(rows)
        for row in rows:
            if row.private or row.public_notation is not None or self._history.game.private_hands:
                self._secret.setdefault(row.round, []).append(row.decision)

    def _follow(self) -> None:
        """Rebuild the cached rows whose public content has changed."""
        history = self._history
        changed = set(history.changed[self._changes :])
        self._changes = len(history.changed)
        before, now = sorted((self._rounds_over, history.rounds_over))
        for number in range(before + 1, now + 1):
            changed.update(self._secret.get(number, ()))
        self._rounds_over = history.rounds_over
        at = sorted(number for number in changed if number < self._size)
        if self._joined is None or not at:
            return
        rows = self._frame(history.decisions[number] for number in at)
        for name in rows.columns:
            values = self._joined[name].array.copy()
            values[at] = rows[name].array
            self._joined[name] = values
