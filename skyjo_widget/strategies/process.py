"""Strategies in separate processes, which receive only observations.

A function that plays in this process could find the draw pile through the interpreter's frames
or its garbage collector.  Therefore a tournament starts a process for each strategy (never by a
fork, which would inherit the cards) and sends it the result of `observe` for each decision: a
tuple of numbers, about a kilobyte.  The reply is a number, or an error as text; none of it is
executed here.  `skyjo_widget.strategies.worker` is the other end.

This prevents peeking.  It isn't a sandbox: the process has its user's rights.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import linecache
import marshal
import math
import os
import re
import signal
import struct
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.util.processes import apart

MEMORY = 2 * 2**30
"""The limit of a process's address space in bytes, on systems that support one.

A strategy that needs more gets a MemoryError, a fault as any other, and the computer goes on.
"""
LOADING = 60.0
"""Seconds that a process may take to start and load its strategy."""
GRACE = 2.0
"""Seconds after a move's limit in which a process may stop its strategy itself.

Then it needn't be started again for the next decision.
"""
MOST_DEATHS = 20
"""Consecutive crashes after which a process isn't started again.

A strategy that always crashes would need a new process for each decision.
"""
STEADY = 1000
"""Answers after which the count of crashes starts again: rare ones don't add up in a long run."""
MOST_REPLY = 1 << 20
"""The most bytes of a reply; a process that sends more is stopped.

A reply is read into this process's memory; the errors that a worker sends are shorter.
"""

HEAD = struct.Struct("<II")
"""The header of each message: its length, and the number of the request."""
MOVE = struct.Struct("<i")
"""An action; any other reply is longer."""
RNG_STATE = struct.Struct("<16s16sBI")
"""The state of a PCG64 generator."""


def has_processes() -> bool:
    """Return True if processes can be started here; they can't in a browser."""
    return sys.platform not in {"emscripten", "wasi"}


# Serialising an observation


def packed(state: Any, seat: int, cells: int) -> tuple[Any, ...]:
    """Return the fields of `observe`'s result, without unused cells and places.

    Parameters
    ----------
    state : twin
        The whole state.
    seat : int
        The observing seat.
    cells : int
        The number of cells of a grid.
    """
    fields: list[Any] = []
    acts = seat == state.seat
    for name, seen, how, empty in _layout(state.__class__):
        value = getattr(state, name)
        if seen == "actor" and not acts:
            value = UNKNOWN if value != NO_CARD else NO_CARD
        elif seen == "owner":
            fields.append([*empty])
            fields[-1][seat] = value[seat]
            continue
        if how == "pile":
            value = value[: getattr(state, f"{name}_size")]
        elif how == "grid":
            value = [row[:cells] for row in value]
        elif how == "piles":
            sizes = getattr(state, f"{name}_size")
            value = [row[:size] for row, size in zip(value, sizes, strict=True)]
        fields.append(value)
    return tuple(fields)


def lengthen(seen: Any) -> None:
    """Pad an observation made from `packed` to the full size of its fields."""
    for f in dataclasses.fields(seen):
        how, about, value = _HOW.get(f.metadata["text"]), f.metadata, getattr(seen, f.name)
        if how:
            room = [about["empty"]] * about["shape"][-1]
            whole = (
                value + room[len(value) :]
                if how == "pile"
                else [row + room[len(row) :] for row in value]
            )
            setattr(seen, f.name, whole)


_HOW = {"pile": "pile", "grid": "grid", "building piles": "piles", "discard piles": "piles"}


@functools.cache
def _layout(kind: Any) -> list[tuple[str, str, str, Any]]:
    """Return each field that isn't secret: name, visibility, way of shortening, empty value."""
    return [
        (
            f.name,
            f.metadata["seen"],
            _HOW.get(f.metadata["text"], ""),
            getattr(kind(), f.name) if f.metadata["seen"] == "owner" else None,
        )
        for f in dataclasses.fields(kind)
        if f.metadata["seen"] != "secret"
    ]


def rng_state(rng: np.random.Generator) -> tuple[int, int, int, int]:
    """Return the state of a PCG64 generator as four integers."""
    state: Any = rng.bit_generator.state
    numbers = state["state"]
    return numbers["state"], numbers["inc"], state["has_uint32"], state["uinteger"]


def packed_rng_state(rng: np.random.Generator) -> bytes:
    """Return the state of a PCG64 generator as bytes."""
    state, inc, has, number = rng_state(rng)
    return RNG_STATE.pack(state.to_bytes(16, "little"), inc.to_bytes(16, "little"), has, number)


def set_rng_state(rng: np.random.Generator, chance: Sequence[int]) -> None:
    """Set the state of a PCG64 generator."""
    state, inc, has, number = chance
    whole = {"state": state, "inc": inc}
    fields = {"bit_generator": "PCG64", "state": whole, "has_uint32": has, "uinteger": number}
    rng.bit_generator.state = fields


# The process


class Reply(NamedTuple):
    """An answer of a strategy's process.

    Attributes
    ----------
    action : int or None
        The answer, if it is an action.
    text : str
        The error, a clause; for an answer that isn't an action, the reason.
    traceback : str
    answer : str
        The ``repr`` of the answer, if it isn't legal.
    """

    action: int | None = None
    text: str = ""
    traceback: str = ""
    answer: str = ""


class Ask(NamedTuple):
    """A request for a decision: a state, of which only the actor's observation is sent.

    Attributes
    ----------
    game : Game
        The game.
    s, r : twin
        The state, and the rule codes.
    deck : Deck
        The cards.
    rng : Generator
        The generator that becomes ``obs.rng``; it gets the state in which the strategy left it.
    legal : list of int
        The legal actions.
    limit : float or None
        The most seconds that the strategy may take.
    """

    game: Game
    s: Any
    r: Any
    deck: Deck
    rng: np.random.Generator
    legal: list[int]
    limit: float | None


def pack_requests(asks: Sequence[Ask]) -> bytes:
    """Serialise requests for decisions."""
    cells = getattr(asks[0].r, "cells", 0)
    return marshal.dumps(
        [
            (a.s.seat, a.limit, a.legal, rng_state(a.rng), packed(a.s, a.s.seat, cells))
            for a in asks
        ],
        # Later versions write which objects are shared; so, equal values give equal bytes.
        2,
    )


class _EndedError(Exception):
    """A process that has ended or sends unreadable data; the text is a clause."""


class _Running:
    """A running process, and the thread that ends it when its time is up.

    Parameters
    ----------
    start : bytes
        The strategy to load, serialised.

    Attributes
    ----------
    over : bool
        True once it has been ended.
    """

    def __init__(self, start: bytes) -> None:
        place = str(Path(__file__).parents[2])  # the package may lie where -P doesn't look
        paths = [place, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            # -P: files in the working directory can't shadow modules.
            [sys.executable, "-P", "-m", "skyjo_widget.strategies.worker"],
            # OpenBLAS reserves address space, which is limited, for each of its threads.
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,  # a read returns what has arrived, and doesn't wait for a full buffer
            **apart(),  # its children end with it, but on Windows
        )
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout
        self.over = False
        self._late = False
        self._table: tuple[Any, ...] = ()
        self._number, self._read_ahead = 0, b""
        self._deadline = math.inf
        self._changes = threading.Lock()
        self._bell = threading.Event()
        self._loading, self.loaded = True, Reply()
        # A pipe's read has no timeout; it ends when the thread kills the process.
        threading.Thread(target=self._watch, name="strategy's time", daemon=True).start()
        self.given_up: Callable[[], Any] = self.end
        _alive.add(self)
        with contextlib.suppress(_EndedError):  # the first request reports it
            self._send(start)

    def load(self) -> Reply:
        """Wait until it has loaded its strategy; return its reply."""
        if self._loading:
            self.loaded, _ = self.receive(LOADING, 1)
            self._loading = False
        return self.loaded

    def send(self, asks: Sequence[Ask]) -> None:
        """Send requests for decisions, all of the same table."""
        ask = asks[0]
        table = self._table
        if not (table and table[0] is ask.game and table[1] is ask.r and table[2] is ask.deck):
            self._table = (ask.game, ask.r, ask.deck)
            self._send(b"\0" + _pickled((ask.game.name, ask.r, ask.deck)))
        self._send(b"\1" + pack_requests(asks))

    def receive(self, seconds: float, request: int = 0) -> tuple[Reply, bytes]:
        """Wait for the next reply to a request; return it and the generator's state after it."""
        self._deadline = time.monotonic() + seconds
        length, number = HEAD.unpack(self._read(HEAD.size))
        if number != (request or self._number) % 2**32 or not RNG_STATE.size < length <= MOST_REPLY:
            raise _EndedError(_("its process has sent what can't be read"))
        body = self._read(length)
        with self._changes:
            if self._late:  # the reply came in time to be read, but the process is being killed
                raise _EndedError
            self._deadline = math.inf
        return _read_reply(body[RNG_STATE.size :]), body[: RNG_STATE.size]

    def end(self) -> str:
        """End it and its children; return how it has ended."""
        self._kill()
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            code = 0
        self.forget()
        if self._late:
            return LATE
        name = f"exit code {code}"
        with contextlib.suppress(ValueError):
            name = signal.Signals(-code).name
        return _("its process has ended ({name})", name=name)

    def forget(self) -> None:
        """Close this process's ends of its pipes."""
        self.over = True
        self._bell.set()
        for pipe in (self._to, self._from):
            with contextlib.suppress(OSError):
                pipe.close()

    def _kill(self) -> None:
        with self._changes:
            if not self.over:  # once it is over, its id may be another process's
                self.over = True
                self._bell.set()
                with contextlib.suppress(OSError):
                    if hasattr(os, "killpg"):
                        os.killpg(self._process.pid, signal.SIGKILL)
                    else:
                        self._process.kill()

    def _watch(self) -> None:
        """End it when its time is up."""
        # Every deadline is more than GRACE away when it is set, so none is missed.
        while not self._bell.wait(min(max(self._deadline - time.monotonic(), 0), GRACE / 2)):
            with self._changes:
                self._late = self._deadline <= time.monotonic()
            if self._late:
                self._kill()

    def _send(self, message: bytes) -> None:
        self._number += 1
        # The write waits for a process that doesn't read, once the pipe is full.
        self._deadline = time.monotonic() + LOADING
        data = memoryview(HEAD.pack(len(message), self._number % 2**32) + message)
        try:
            while data:
                data = data[self._to.write(data) :]
        except (OSError, ValueError):
            raise _EndedError from None
        finally:
            self._deadline = math.inf

    def _read(self, length: int) -> bytes:
        while len(self._read_ahead) < length:
            try:
                more = self._from.read(1 << 16)
            except (OSError, ValueError):
                more = b""
            if not more:
                raise _EndedError
            self._read_ahead += more
        content, self._read_ahead = self._read_ahead[:length], self._read_ahead[length:]
        return content


LATE = "late"
_alive: weakref.WeakSet[_Running] = weakref.WeakSet()

if hasattr(os, "register_at_fork"):

    def _leave_to_the_parent() -> None:
        """Close the pipes in a forked process, so that a strategy ends with its real parent."""
        global TURN  # noqa: PLW0603  (another thread may have held it)
        TURN = threading.RLock()
        for running in list(_alive):
            running.forget()

    os.register_at_fork(after_in_child=_leave_to_the_parent)


def _read_reply(body: bytes) -> Reply:
    """Parse and validate a reply: a number, or JSON."""
    # Neither pickle nor marshal, which aren't safe: a strategy may write to the pipe itself.
    if len(body) == MOVE.size:
        return Reply(*MOVE.unpack(body))
    try:
        fields = json.loads(body)
        texts = [str(fields[key]) for key in ("text", "traceback", "answer")]
        action = fields["action"]
        if not (action is None or type(action) is int):
            raise TypeError
        return Reply(action, *texts)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _EndedError(_("its process has sent what can't be read")) from None


class StrategyProcess:
    """A strategy that runs in a separate process, started when it is first needed.

    Parameters
    ----------
    function : callable
        The strategy.
    name : str
        Its name.

    Raises
    ------
    RulesError
        If it uses an object that can't be pickled.
    """

    def __init__(self, function: Callable[[Any], Any], name: str) -> None:
        self.function: Callable[[Any], Any] | None = function
        self.__name__ = name
        self._start = marshal.dumps((_sendable(function, name), [*map(str, sys.path)], MEMORY))
        self._begin()

    def _begin(self) -> None:
        self._running: _Running | None = None
        self._asked: list[Ask] = []
        self._deaths = self._answers = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it for a pool's process, which starts a process of its own."""
        importable = getattr(self.function, "__module__", "__main__") != "__main__"
        return _unpickled, (self._start, self.__name__, self.function if importable else None)

    def __call__(self, obs: Any) -> int | str:
        """Raise TypeError: use `decide`."""
        raise TypeError(f"{self.__name__} is asked in a process of its own")

    def start(self) -> None:
        """Start the process, without waiting for it."""
        with TURN:
            self._process()

    def close(self) -> None:
        """End the process; it starts again when it is needed."""
        running, self._running, self._asked = self._running, None, []
        if running:
            running.given_up()

    def decide(self, ask: Ask) -> Reply:
        """Ask for a decision, and wait for it.

        Raises
        ------
        SimulationError
            If no process can be started.
        """
        with TURN:
            self.send([ask])
            return self.collect()[0]

    def send(self, asks: Sequence[Ask]) -> None:
        """Request decisions at one table; `collect` waits for them.  The caller holds `TURN`."""
        self._asked = [*asks]
        if self._deaths < MOST_DEATHS:
            with contextlib.suppress(_EndedError):  # `collect` reports it
                self._process().send(asks)

    def collect(self) -> list[Reply]:
        """Return the replies to all requests."""
        replies: list[Reply] = []
        try:
            while left := self._asked[len(replies) :]:
                if self._deaths >= MOST_DEATHS:
                    text = _(
                        "its process has ended {count} times, and isn't started again",
                        count=MOST_DEATHS,
                    )
                    replies.append(Reply(text=text))
                    continue
                try:
                    replies.append(self._answer_to(left[0]))
                except _EndedError as error:
                    replies.append(Reply(text=self._ended(message_of(error), left[0].limit)))
                    if len(left) > 1:  # the other requests are sent again
                        with contextlib.suppress(_EndedError):
                            self._process().send(left[1:])
        except BaseException:  # nobody will read the remaining replies
            self.close()
            raise
        return replies

    def _answer_to(self, ask: Ask) -> Reply:
        running = self._process()
        loaded = running.load()
        if loaded.text:
            return loaded
        reply, chance = running.receive(math.inf if ask.limit is None else ask.limit + GRACE)
        if chance != packed_rng_state(ask.rng):
            state, inc, has, number = RNG_STATE.unpack(chance)
            after = int.from_bytes(state, "little"), int.from_bytes(inc, "little"), has, number
            set_rng_state(ask.rng, after)
        self._answers += 1
        return reply._replace(traceback=_with_lines(reply.traceback)) if reply.text else reply

    def _ended(self, text: str, limit: float | None) -> str:
        """End a failed process; return why it has ended."""
        running, self._running = self._running, None
        how = running.given_up() if running else ""
        self._deaths = 1 if self._answers > STEADY else self._deaths + 1
        self._answers = 0
        if how == LATE:
            how = _("no answer after {seconds:g} seconds", seconds=limit or LOADING)
            how = _("TimeoutError: {error}", error=how)
        return text or how

    def _process(self) -> _Running:
        if self._running and self._running.over:
            self.close()
        if not self._running:
            try:
                self._running = _Running(self._start)
            except OSError as error:
                raise SimulationError(
                    "{name} needs a process of its own, and none can be started: {error}",
                    name=self.__name__,
                    error=error,
                ) from None
            # So it also ends with this object, or with the interpreter; `end` is called once.
            self._running.given_up = weakref.finalize(self, self._running.end)
        return self._running


TURN = threading.RLock()
"""A lock held from sending requests to the last reply, so that threads can't deadlock."""


@functools.lru_cache(maxsize=16)
def _unpickled(start: bytes, name: str, function: Any) -> StrategyProcess:
    """Return the unpickled strategy, cached by its serialised form.

    A pool's worker unpickles it with each block of games; all share one process.
    """
    process = StrategyProcess.__new__(StrategyProcess)
    process.function, process.__name__, process._start = function, name, start
    process._begin()
    return process


# Serialising a strategy


def _pickled(thing: Any) -> bytes:
    # It pickles functions defined in a notebook; loaded on demand.
    import cloudpickle  # noqa: PLC0415

    pickled: bytes = cloudpickle.dumps(thing)
    return pickled


def _sendable(function: Any, name: str) -> bytes:
    """Serialise a strategy with all that it uses."""
    try:
        return _pickled(function)
    except Exception as error:
        part = _unsendable(function)
        what = _("its {part!r}", part=part) if part else _("it")
        raise RulesError(
            "{name} can't be sent to a process of its own: {what} can't be copied "
            "({kind}: {error}). Open files, locks and tables belong inside the function, "
            "or apart=False has it play in this one, where it could look at the cards",
            name=name,
            what=what,
            kind=type(error).__name__,
            error=error,
        ) from None


def _unsendable(function: Any) -> str:
    """Return the name in a function whose value can't be pickled; empty if it isn't found."""
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    outside = {name: function.__globals__.get(name) for name in code.co_names}
    inside = zip(code.co_freevars, function.__closure__ or (), strict=False)
    for name, value in {**outside, **{name: cell.cell_contents for name, cell in inside}}.items():
        try:
            _pickled(value)
        except Exception:
            return str(name)
    return ""


_FRAME = re.compile(r'  File "(.+)", line (\d+), in ')


def _with_lines(trace: str) -> str:
    """Add to a traceback the lines of a notebook's cells, which the other process doesn't have."""
    if not trace:
        return ""
    lines = trace.split("\n")
    filled = []
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        filled.append(line)
        frame = _FRAME.match(line)
        if frame and not after.startswith("    ") and frame[1] in linecache.cache:
            source = linecache.getline(frame[1], int(frame[2])).strip()
            filled += [f"    {source}"] if source else []
    return "\n".join(filled)
