"""Notices about slow operations."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

_own = threading.local()

COMPILING = "compiling, which the first time takes some seconds …"


@contextlib.contextmanager
def announced(text: str, *, after: float = 2.0) -> Iterator[None]:
    """Print a line if a block takes longer than `after` seconds, while it runs.

    It goes to standard output, since notebooks show standard error like an error.
    """
    if sys.platform == "emscripten" or getattr(_own, "hushed", False):  # no threads in a browser
        yield
        return
    timer = threading.Timer(after, print, [text], {"flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def hushed() -> Iterator[None]:
    """Suppress notices from this thread, for which nobody waits."""
    before = getattr(_own, "hushed", False)
    _own.hushed = True
    try:
        yield
    finally:
        _own.hushed = before
