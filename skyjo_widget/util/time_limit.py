"""Stop a function that takes too long, in whatever thread it runs.

One thread watches all deadlines, and raises `TimeUp` in a thread whose time is up; so it
works in a notebook's main thread, in a widget's callback, in workers, and on every system
that has threads.  Where there are none (Pyodide) there is no limit.

CPython raises what another thread asks for when a function is called or has returned, or a
loop begins anew; a call into C (``time.sleep``) is over first.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import math
import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

AGAIN = 0.2
"""Seconds after which it is raised again, if it was caught."""

Result = TypeVar("Result")

_HAS_THREADS = sys.platform not in {"emscripten", "wasi"}


class TimeUp(BaseException):
    """Time is up; not an `Exception`, so that ``except Exception`` lets it pass."""


class _Call:
    """A call that is watched.

    Attributes
    ----------
    thread : int
        Where it runs.
    deadline : float
        When it is to be stopped, or stopped again.
    over : bool
        Whether it has ended; nothing is raised any more.
    raising : bool
        Whether the watchdog has looked at `over` and may be about to raise.
    raised : type or None
        What it has raised, if it has.
    """

    __slots__ = ("deadline", "over", "raised", "raising", "thread")

    def __init__(self, seconds: float) -> None:
        self.thread = threading.get_ident()
        self.deadline = time.monotonic() + seconds
        self.over = self.raising = False
        self.raised: type[TimeUp] | None = None


class _Watchdog:
    """The thread that watches; it starts with the first call."""

    def __init__(self) -> None:
        self.calls: set[_Call] = set()
        self.wakes = math.inf
        self.bell: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.running = False
        self.starting = threading.Lock()

    def start(self) -> None:
        with self.starting:
            if not self.running:
                threading.Thread(target=self.run, name="time limits", daemon=True).start()
                self.running = True

    def watch(self, call: _Call) -> None:
        self.calls.add(call)
        if call.deadline < self.wakes:
            self.bell.put(None)

    def run(self) -> None:
        while True:
            self.wakes = math.inf  # a call that comes from now on rings the bell
            now = time.monotonic()
            for call in list(self.calls):
                if call.over:  # it was cut short before it was done
                    self.calls.discard(call)
                elif call.deadline <= now:
                    self.stop(call)
                    call.deadline = now + AGAIN
            soonest = min((call.deadline for call in list(self.calls)), default=math.inf)
            self.wakes = soonest
            with contextlib.suppress(queue.Empty):
                self.bell.get(timeout=min(max(soonest - now, 0), threading.TIMEOUT_MAX))

    def stop(self, call: _Call) -> None:
        call.raising = True
        if not call.over:
            if call.raised is None:
                call.raised = type("TimeUp", (TimeUp,), {})
            else:
                _insist(call.thread, call.raised)
            _raise_in(call.thread, call.raised)
        call.raising = False


def _insist(thread: int, exception: type[TimeUp]) -> None:
    """Let an exception raise the next one as it is made, since the last one was caught.

    The next comes as soon as whatever catches this one does anything: no ``except`` and
    no loop around it can go on.  What makes it is all C: in a function it would be raised there.
    """
    again = functools.partial(_raise_in, thread, exception)
    exception.__init__ = staticmethod(again)  # type: ignore[method-assign] # as said


_raise_in: Any = None
_watchdog: Any = None
_NOTHING = ctypes.py_object()  # takes back what hasn't been raised yet

if _HAS_THREADS:
    _prototype = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.py_object)
    _raise_in = _prototype(("PyThreadState_SetAsyncExc", ctypes.pythonapi))
    _watchdog = _Watchdog()
    if hasattr(os, "register_at_fork"):  # a forked process has no watchdog

        def _begin_anew() -> None:
            global _watchdog  # noqa: PLW0603  (the one there is)
            _watchdog = _Watchdog()

        os.register_at_fork(after_in_child=_begin_anew)


def within(seconds: float | None, function: Callable[..., Result], *arguments: Any) -> Result:
    """Call a function, and stop it when its time is up.

    Parameters
    ----------
    seconds : float or None
        How long it may take; None for as long as it likes.
    function : callable
    *arguments

    Raises
    ------
    TimeoutError
        If it had to be stopped, with the traceback of where it was.
    """
    if seconds is None or not _HAS_THREADS:
        return function(*arguments)
    watchdog = _watchdog
    if not watchdog.running:
        watchdog.start()
    call = _Call(seconds)
    failure: BaseException | None = None
    try:
        watchdog.watch(call)
        answer = function(*arguments)
    except BaseException as error:  # raised again below
        failure = error
    # Nothing may be raised after this function.  Python looks for what another thread
    # raises at calls and loops alone: so there is none from the function's end to the
    # lines that take back what hasn't arrived, and each of these is a single call.
    call.over = True
    if call.raised:
        _raise_in(call.thread, _NOTHING)
    if call.raising:  # the watchdog looked just before: one more may come
        try:
            while call.raising:
                time.sleep(0)
        except TimeUp:
            pass
    if call.raised:
        _raise_in(call.thread, _NOTHING)
    watchdog.calls.discard(call)
    if call.raised and not isinstance(failure, KeyboardInterrupt):  # Stop stops all of it
        trace = None if failure is None else failure.__traceback__
        raise TimeoutError(f"no answer after {seconds:g} seconds").with_traceback(trace) from None
    if failure is not None:
        raise failure
    return answer
