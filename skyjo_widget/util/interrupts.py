"""Put an interrupt off for the few moments in which a game must not be cut in two."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Let a press of Stop (SIGINT) wait until the block is done.

    Only the main thread is ever interrupted; elsewhere this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    handler = signal.signal(signal.SIGINT, lambda *call: waiting.append(call))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if waiting and callable(handler):
            handler(*waiting[0])
