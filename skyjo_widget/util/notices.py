"""Notices about slow operations."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

from skyjo_widget.errors.message import _
from skyjo_widget.util import time_limit
from skyjo_widget.util.i18n import present_language
from skyjo_widget.util.messages import rendered

_own = threading.local()

COMPILING = _("compiling, which the first time takes some seconds …")
INTERPRETED = _(
    "an effect is a function of one's own: it isn't compiled, and bots that search are slow"
)
_written: set[str] = set()


def write_line(text: str) -> None:
    """Write a line to standard output; what its encoding lacks is replaced by question marks."""
    encoding = _encoding()
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()


def encodable(text: str) -> bool:
    """Return whether standard output can show a text, as far as its encoding goes."""
    encoding = _encoding()
    return text.encode(encoding, "ignore").decode(encoding) == text


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"


@contextlib.contextmanager
def announced(text: str, *, after: float = 2.0, once: bool = False) -> Iterator[None]:
    """Print a line if a block takes longer than `after` seconds, while it runs.

    With `once` it is printed at most once.  It is in the present language, and goes to standard
    output, since notebooks show standard error like an error.
    """
    if sys.platform == "emscripten" or getattr(_own, "hushed", False):  # no threads in a browser
        yield
        return
    line = rendered(text, present_language())

    def say() -> None:
        if not (once and text in _written):
            _written.add(text)
            write_line(line)

    timer = threading.Timer(after, say)
    timer.daemon = True
    time_limit.start(timer)
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
