"""Deferred interrupts, for short operations that must not be left half done."""

from __future__ import annotations

import signal
import threading
from types import FrameType


class uninterrupted:  # noqa: N801  (a context manager, as `contextlib.suppress`)
    """Defer an interrupt (SIGINT, Jupyter's Stop) until the block is done.

    Only the main thread is interrupted by signals; in other threads this does nothing.
    """

    __slots__ = ("_handler", "_main", "_waiting")

    def __enter__(self) -> None:
        self._main = threading.current_thread() is threading.main_thread()
        if self._main:
            waiting: list[tuple[int, FrameType | None]] = []
            self._waiting = waiting
            self._handler = signal.signal(signal.SIGINT, lambda *call: waiting.append(call))

    def __exit__(self, *_error: object) -> None:
        if self._main:
            signal.signal(signal.SIGINT, self._handler)
            if self._waiting and callable(self._handler):
                self._handler(*self._waiting[0])
