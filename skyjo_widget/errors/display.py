"""Short error reports in IPython and Jupyter: the user's own lines and the message.

IPython calls ``_render_traceback_`` of an exception that has one.  Other hosts, and plain
Python, print the ordinary traceback.
"""

from __future__ import annotations

import linecache
import os
import sys
import sysconfig
import traceback
import weakref
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

_FOREIGN = (
    f"{Path(__file__).parents[1]}{os.sep}",
    *(f"{sysconfig.get_path(key)}{os.sep}" for key in ("stdlib", "platstdlib")),
    "<frozen ",
)
_INSTALLED = ("site-packages", "dist-packages")
_MOST_FRAMES = 4  # of the user's own: a recursive strategy has a thousand

_last: tuple[weakref.ref[BaseException], int] | None = None  # the last error, its traceback's id


def full_traceback() -> None:
    """Print the full traceback of the last error, with the lines inside this package.

    In IPython and Jupyter ``%tb`` prints the same.

    Examples
    --------
    >>> import skyjo_widget
    >>> skyjo_widget.full_traceback()  # doctest: +SKIP
    """
    error = getattr(sys, "last_value", None)
    if error is None:
        print("No error has been shown so far.")  # noqa: T201  (printing is its purpose)
        return
    print("\n".join(_full(error, _shell())))  # noqa: T201  (as above)


def render(error: BaseException) -> list[str]:
    """Return the lines with which IPython shows an error.

    The second time in a row for the same error, as for ``%tb``, this is the full traceback, as it
    is if the user has chosen ``%xmode Verbose``.
    """
    global _last  # noqa: PLW0603  (not an attribute of the error, which must stay picklable)
    shell = _shell()
    mode = getattr(getattr(shell, "InteractiveTB", None), "mode", "Context")
    repeated = _last is not None and (_last[0](), _last[1]) == (error, id(error.__traceback__))
    if repeated or mode == "Verbose":
        _last = None
        return _full(error, shell)
    _last = weakref.ref(error), id(error.__traceback__)
    paint = _Paint(shell)
    parts = list(_parts(error, shell, paint))
    return [*parts, "", paint.faint("Full traceback: %tb, or skyjo_widget.full_traceback()")]


def _parts(error: BaseException, shell: Any, paint: _Paint) -> Iterator[str]:
    """Yield an error's own lines and message, after those of the error that caused it."""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and any(_own_frames(cause.__traceback__)):
        yield from _parts(cause, shell, paint)
        yield "\nwhich led to:\n"
    for frame in _own_frames(error.__traceback__):
        yield _frame_text(frame, shell, paint)
    sentence, *more = traceback.format_exception_only(error)
    kind, colon, text = sentence.rstrip("\n").partition(":")
    yield paint.kind(kind.rpartition(".")[2]) + colon + text
    yield from (line.rstrip("\n") for line in more)


def _own_frames(trace: TracebackType | None) -> list[traceback.FrameSummary]:
    """Return the user's own frames of a traceback; of many the outermost and the innermost."""
    own = [frame for frame in traceback.extract_tb(trace) if _is_own(frame.filename)]
    return own if len(own) <= _MOST_FRAMES else [own[0], *own[1 - _MOST_FRAMES :]]


def _is_own(file: str) -> bool:
    return not file.startswith(_FOREIGN) and not any(part in file for part in _INSTALLED)


def _frame_text(frame: traceback.FrameSummary, shell: Any, paint: _Paint) -> str:
    """Format a frame as two lines: its location, and its source with an arrow."""
    place = f"File {frame.filename}"
    named = getattr(getattr(shell, "compile", None), "format_code_name", None)
    if cell := named(frame.filename) if named else None:
        place = " ".join(cell)
    inside = "" if frame.name == "<module>" else f", in {frame.name}"
    source = linecache.getline(frame.filename, frame.lineno or 0).strip()
    arrow = f"----> {frame.lineno} "
    return f"{paint.place(place)}, line {frame.lineno}{inside}\n{paint.arrow(arrow)}{source}\n"


def _full(error: BaseException, shell: Any) -> list[str]:
    """Return the lines of the full traceback, formatted by IPython if it runs."""
    structured: Any = getattr(getattr(shell, "InteractiveTB", None), "structured_traceback", None)
    if structured is None:
        return "".join(traceback.format_exception(error)).rstrip("\n").split("\n")
    return list(structured(type(error), error, error.__traceback__))


def _shell() -> Any:
    """Return the running IPython shell, None outside of one; never imports it."""
    ipython = sys.modules.get("IPython")
    return None if ipython is None else ipython.get_ipython()


class _Paint:
    """ANSI colours, if the shell's are on."""

    def __init__(self, shell: Any) -> None:
        colours = str(getattr(shell, "colors", "nocolor")).lower()
        self.on = colours != "nocolor"

    def _in(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text

    def kind(self, text: str) -> str:
        """Colour the class of an error."""
        return self._in("31", text)

    def place(self, text: str) -> str:
        """Colour a file or a cell."""
        return self._in("32", text)

    def arrow(self, text: str) -> str:
        """Colour the arrow before a line of source."""
        return self._in("32", text)

    def faint(self, text: str) -> str:
        """Colour a hint."""
        return self._in("2", text)
