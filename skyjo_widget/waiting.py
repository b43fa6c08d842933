"""Saying why somebody has to wait."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

COMPILING = "compiling, which the first time takes some seconds …"


@contextlib.contextmanager
def announced(text: str, *, after: float = 0.7) -> Iterator[None]:
    """Print a line if a block takes longer than so many seconds, while it does."""
    if sys.platform == "emscripten":  # a browser's Python has no threads
        yield
        return
    timer = threading.Timer(after, print, [text], {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
