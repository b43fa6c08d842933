"""A frame that grows with its game: rows are built once, not again after every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

from skyjo_widget.records.history import Decision, History

PIECE = 64
"""The newest rows change most: so many, and up to twice as many, are built whenever they are
asked for; those before them are joined to the frame."""
_PIECES = 32
"""Pieces after which texts are put together again: Arrow leaves them in pieces."""


class Growing:
    """The decisions of a game that goes on, as a frame.

    Parameters
    ----------
    history : History
        The game.
    build : callable
        Makes a frame of rows, with the dtypes that all have.
    """

    def __init__(
        self, history: History, build: Callable[[list[dict[str, Any]]], pd.DataFrame]
    ) -> None:
        self._history = history
        self._build = build
        self._begin()

    def _begin(self) -> None:
        h = self._history
        self._key = h.header["game_id"], h.header["practice"]
        self._joined: pd.DataFrame | None = None
        self._size = 0  # rows that are joined
        self._pieces = 0
        self._changes = len(h.changed)  # of the rows, as far as they have been followed
        self._rounds_over = h.rounds_over
        self._secret: dict[int, list[int]] = {}  # by round: what its end tells of

    def frame(self) -> pd.DataFrame:
        """A row a decision, as every seat may know it by now; a new frame each time."""
        h = self._history
        if self._key != (h.header["game_id"], h.header["practice"]):
            self._begin()
        self._follow()
        rest = h.decisions[self._size :]
        if len(rest) >= 2 * PIECE:
            self._join(rest[:-PIECE])
            rest = rest[-PIECE:]
        newest = self._told(rest)
        if self._joined is None:
            return newest
        return pd.concat([self._joined, newest], ignore_index=True)

    def _told(self, rows: Iterable[Decision]) -> pd.DataFrame:
        return self._build([self._history.tell(row, None) for row in rows])

    def _join(self, rows: list[Decision]) -> None:
        piece = self._told(rows)
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
        """Build those of the joined rows again that tell something else now."""
        h = self._history
        changed = set(h.changed[self._changes :])
        self._changes = len(h.changed)
        before, now = sorted((self._rounds_over, h.rounds_over))
        for number in range(before + 1, now + 1):
            changed.update(self._secret.get(number, ()))
        self._rounds_over = h.rounds_over
        at = sorted(number for number in changed if number < self._size)
        if self._joined is None or not at:
            return
        rows = self._told(h.decisions[number] for number in at)
        for name in rows.columns:
            values = self._joined[name].array.copy()
            values[at] = rows[name].array
            self._joined[name] = values
