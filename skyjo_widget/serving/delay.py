"""The public views of a table for spectators: at once, or a round at a time when it is over."""

from __future__ import annotations

import time
from collections import deque
from typing import Any


class PublicViews:
    """The public views of a table, in their order; used by the table's thread.

    A delayed round is shown at the pace at which it was played.
    """

    def __init__(self) -> None:
        self._views: deque[tuple[int, float, dict[str, Any]]] = deque()
        self._delay = 0.0

    def start_round(self) -> None:
        """Follow the beginning of a round: the last one may be shown from now on."""
        if self._views:
            self._delay = time.monotonic() - self._views[0][1]

    def add(self, round_: int, traits: dict[str, Any], *, delayed: bool) -> None:
        """Keep a view until spectators may see it."""
        if not delayed:
            self._views.clear()
        self._views.append((round_, time.monotonic(), traits))

    def due(self, round_: int) -> float | None:
        """Return the time, by `time.monotonic`, at which the next view may be shown.

        Parameters
        ----------
        round_ : int
            The round that is played now.
        """
        if self._views and self._views[0][0] < round_:
            return self._views[0][1] + self._delay
        return None

    def take(self, round_: int, *, at_once: bool) -> dict[str, Any] | None:
        """Return the newest view that spectators may see now; None if there is no new one.

        Parameters
        ----------
        round_ : int
            The round that is played now.
        at_once : bool
            True to return the newest one of all.
        """
        view, now = None, time.monotonic()
        while self._views:
            due = self.due(round_)
            if not (at_once or (due is not None and due <= now + 0.001)):
                break
            view = self._views.popleft()[2]
        return view
