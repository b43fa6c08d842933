"""Time limits for function calls, in any thread.

One watchdog thread watches all deadlines, and raises `TimeUp` in a thread whose time is up.  That
works in a notebook's main thread, in a widget's callback, in workers, and on every system with
threads.  On systems without any (Pyodide) there is no limit.

CPython raises an asynchronous exception at a function call or return or at a jump back in a loop;
a call into C (``time.sleep``) finishes first.  Up to 3.11 it may raise in a thread that is being
started what is meant for the one that starts it (`start`).
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

from skyjo_widget.errors.message import _

TICK = 1.0
"""Seconds after which the watchdog looks whether the machine was asleep."""
AGAIN = 0.2
"""Seconds after which `TimeUp` is raised again, if it was caught."""

Result = TypeVar("Result")

_HAS_THREADS = sys.platform not in {"emscripten", "wasi"}


class TimeUp(BaseException):
    """The exception at a deadline; not an `Exception`, so that ``except Exception`` misses it."""


class _Call:
    """A watched call.

    Attributes
    ----------
    thread : int
        The thread in which it runs.
    deadline : float
        The time, by `time.monotonic`, at which it is stopped next.
    over : bool
        True once it has ended; nothing is raised any more.
    raising : bool
        True while the watchdog checks `over` and may be about to raise.
    raised : type or None
        The exception that the watchdog has raised, if any.
    spared : bool
        True while nothing may be raised; it comes later.
    """

    __slots__ = ("deadline", "over", "raised", "raising", "spared", "thread")

    def __init__(self, seconds: float) -> None:
        self.thread = threading.get_ident()
        self.deadline = time.monotonic() + seconds
        self.over = self.raising = self.spared = False
        self.raised: type[TimeUp] | None = None


class _Watchdog:
    """The watchdog thread, started with the first call."""

    def __init__(self) -> None:
        self.calls: set[_Call] = set()
        self.wakes = math.inf
        self.bell: queue.SimpleQueue[tuple[float, float]] = queue.SimpleQueue()
        """Rung with the time, and the processor's time of the process."""
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
            self.bell.put((time.monotonic(), time.process_time()))

    def run(self) -> None:
        while True:
            self.wakes = math.inf  # from now on every new call rings the bell
            now = time.monotonic()
            for call in list(self.calls):
                if call.over:  # an interrupt has skipped its removal
                    self.calls.discard(call)
                elif call.deadline <= now:
                    self.stop(call)
                    call.deadline = now + AGAIN
            soonest = min((call.deadline for call in list(self.calls)), default=math.inf)
            self.wakes = soonest
            self.wait(min(max(soonest - now, 0), TICK if self.calls else threading.TIMEOUT_MAX))

    def wait(self, seconds: float) -> None:
        """Wait for the bell; time in which the whole process stood still doesn't count."""
        woken = time.monotonic() + seconds, time.process_time()
        with contextlib.suppress(queue.Empty):
            woken = self.bell.get(timeout=seconds)
        lost = time.monotonic() - woken[0]
        if lost > TICK and time.process_time() - woken[1] < lost / 2:
            for call in list(self.calls):
                call.deadline += lost

    def stop(self, call: _Call) -> None:
        call.raising = True
        if not (call.over or call.spared):
            if call.raised is None:
                call.raised = type("TimeUp", (TimeUp,), {})
            else:
                _insist(call.thread, call.raised)
            _raise_in(call.thread, call.raised)
        call.raising = False


def _insist(thread: int, exception: type[TimeUp]) -> None:
    """Make an exception raise the next one when it is instantiated, since the last was caught.

    The next one arrives as soon as the handler of this one does anything, so that no ``except``
    and no loop around it can continue.  The initialiser is pure C: in a Python function the
    exception would be raised inside it.
    """
    reraise = functools.partial(_raise_in, thread, exception)
    exception.__init__ = staticmethod(reraise)  # type: ignore[method-assign] # see above


_raise_in: Any = None
_watchdog: Any = None
_NOTHING = ctypes.py_object()  # cancels a pending exception

if _HAS_THREADS:
    _prototype = ctypes.PYFUNCTYPE(None, ctypes.c_ulong, ctypes.py_object)
    _raise_in = _prototype(("PyThreadState_SetAsyncExc", ctypes.pythonapi))
    _watchdog = _Watchdog()
    if hasattr(os, "register_at_fork"):  # a forked process has no watchdog

        def _replace_watchdog() -> None:
            global _watchdog  # noqa: PLW0603  (one per process)
            _watchdog = _Watchdog()

        os.register_at_fork(after_in_child=_replace_watchdog)


def within(seconds: float | None, function: Callable[..., Result], *arguments: Any) -> Result:
    """Call a function, and stop it when its time is up.

    Parameters
    ----------
    seconds : float or None
        The time limit; None for no limit.
    function : callable
    *arguments

    Raises
    ------
    TimeoutError
        If it had to be stopped, with the traceback of where it was stopped.
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
    # Nothing may be raised after this function.  Python checks for asynchronous exceptions only
    # at calls and loops: so there is neither between the function's end and the lines that
    # cancel a pending exception, each of which is a single call.
    call.over = True
    if call.raised:
        _raise_in(call.thread, _NOTHING)
    if call.raising:  # the watchdog checked just before: one more may come
        try:
            while call.raising:
                time.sleep(0)
        except TimeUp:
            pass
    if call.raised:
        _raise_in(call.thread, _NOTHING)
    watchdog.calls.discard(call)
    if call.raised and not isinstance(failure, KeyboardInterrupt):  # an interrupt has priority
        trace = None if failure is None else failure.__traceback__
        raise TimeoutError(
            _("no answer after {seconds:g} seconds", seconds=seconds)
        ).with_traceback(trace) from None
    if failure is not None:
        raise failure
    return answer


def start(thread: threading.Thread) -> None:
    """Start a thread, before a time limit of this one strikes.

    A new thread has the identity of the one that starts it until it runs.  If an exception for that
    one were raised then, the new thread would die of it without a sign, and the other would wait
    for ever for it to begin.
    """
    own = threading.get_ident()
    calls = [call for call in list(_watchdog.calls) if call.thread == own] if _HAS_THREADS else []
    for call in calls:
        call.spared = True
    try:
        while any(call.raising for call in calls):  # one that was about to come
            time.sleep(0)
        thread.start()
    finally:
        for call in calls:
            call.spared = False
