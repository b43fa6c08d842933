"""Execution of a job's blocks in threads, processes or on a cluster, with results in order."""

from __future__ import annotations

import collections
import math
import os
import pickle
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from skyjo_widget.engine.core import jit
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.simulation.job import Job
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.messages import warn
from skyjo_widget.util.progress import progress_bar

INTERRUPTED = _("interrupted")
QUIET = 2
"""Seconds before a progress bar is shown."""
COUNT = 5
"""Seconds between two counts of a cluster's workers, which come and go."""
PATIENCE = 10
"""Seconds of remaining time from which a slow run is announced."""


def check_executor(executor: Any, job: Job) -> None:
    """Check that it is an executor, and that the strategies can go to other processes.

    Raises
    ------
    RulesError
        If not; the message says what is needed.
    """
    if executor is not None and not isinstance(executor, Executor):
        raise RulesError(
            "executor={executor!r} is no executor; a thread or process pool of "
            "concurrent.futures is one, or what a Dask client's get_executor() gives",
            executor=executor,
        )
    if executor is None or isinstance(executor, ThreadPoolExecutor):
        return
    for player, name in zip(job.players, job.names, strict=True):
        try:
            _bytes_of(player)
        except Exception as error:  # of any type, depending on the object
            raise RulesError(
                "{name} can't go to another process: {kind}: {error}",
                name=name,
                kind=type(error).__name__,
                error=error,
            ) from None


class _Sent:
    """Work that any executor can send, also one whose own pickle refuses a notebook's functions.

    Parameters
    ----------
    work : callable
    """

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self._work = work

    def __call__(self, number: Any) -> Any:
        return self._work(number)

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return pickle.loads, (_bytes_of(self._work),)


def _bytes_of(thing: Any) -> bytes:
    """Pickle a thing, functions of a notebook by their code."""
    import cloudpickle  # noqa: PLC0415  (a browser's Python lacks it)

    data: bytes = cloudpickle.dumps(thing)
    return data


class Part(NamedTuple):
    """One of the runs that are played together.

    Parameters
    ----------
    job : Job
    work : callable
        From a block's number to its piece, which has an attribute ``games``.
    take : callable
        Called with each piece, in order.
    done : int
        The number of games that were played before: whole blocks.
    """

    job: Job
    work: Callable[[int], Any]
    take: Callable[[Any], None]
    done: int = 0


def run(parts: Sequence[Part], executor: Executor | None, *, progress: bool) -> str:
    """Play the blocks of runs, those of several in turn: a stop finds them equally far.

    Parameters
    ----------
    parts : sequence of Part
    executor : Executor or None
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    str
        The reason for stopping before the end; empty if it didn't.
    """
    waits = executor is None  # else the number of workers is unknown
    if waits:
        for part in parts:
            part.job.prepare()  # loading isn't playing: it says nothing of the speed
    begun, games = time.perf_counter(), 0
    total, done = sum(part.job.games for part in parts), sum(part.done for part in parts)
    pieces = [_pieces(part, executor) for part in parts]
    try:
        how: dict[str, Any] = {"total": total, "initial": done, "delay": QUIET}
        # Not on stderr, which notebooks show as an error.
        with progress_bar(unit="game", file=sys.stdout, disable=not progress, **how) as bar:
            for part, piece in _in_turn(parts, pieces):
                with uninterrupted():
                    part.take(piece)
                bar.update(piece.games)
                games += piece.games
                if waits and time.perf_counter() - begun > PATIENCE / 10:
                    waits = False
                    speed = games / (time.perf_counter() - begun)
                    _warn_if_slow(part.job, total - done - games, speed)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SimulationError as error:
        return message_of(error)
    except Exception as error:
        if executor is None:
            raise
        return _("the executor failed: {kind}: {error}", kind=type(error).__name__, error=error)
    finally:
        for each in pieces:
            each.close()
    return ""


def _in_turn(parts: Sequence[Part], pieces: Sequence[Iterator[Any]]) -> Iterator[tuple[Part, Any]]:
    """Yield a piece of each run in turn, until all are played."""
    going = list(zip(parts, pieces, strict=True))
    while going:
        for pair in list(going):
            part, rest = pair
            try:
                yield part, next(rest)
            except StopIteration:
                going.remove(pair)


def _pieces(part: Part, executor: Executor | None) -> Generator[Any]:
    """Yield the piece of each block that is left, in order."""
    blocks = range(-(-part.done // part.job.block), part.job.blocks)
    if executor is not None:
        yield from map_in_order(part.work, iter(blocks), executor)
        return
    yield from pieces_of(part.job, part.work, blocks)


def pieces_of(job: Job, work: Callable[[int], Any], numbers: Iterable[int]) -> Generator[Any]:
    """Yield ``work(number)`` of each block of a job, in order: in threads once that is faster."""
    blocks = iter(numbers)
    while not job.threaded:  # a strategy's first games may show that it can be compiled
        number = next(blocks, None)
        if number is None:
            return
        yield work(number)
    own = ThreadPoolExecutor(cores())
    try:
        yield from map_in_order(work, blocks, own)
    finally:
        own.shutdown(wait=False, cancel_futures=True)


def map_in_order(
    work: Callable[[Any], Any], blocks: Iterator[Any], executor: Executor
) -> Iterator[Any]:
    """Yield ``work(block)`` of each block, in order, with two blocks per worker submitted ahead."""
    ahead, counted, work = 0, -math.inf, _Sent(work)
    waiting: collections.deque[Future[Any]] = collections.deque()
    failed = None
    try:
        for number in blocks:
            try:
                if time.monotonic() - counted > COUNT:
                    ahead, counted = 2 * _workers(executor), time.monotonic()
                waiting.append(executor.submit(work, number))
            except Exception as error:  # blocks submitted before may finish
                failed = error
                break
            while len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        if failed:
            raise failed
    finally:
        for future in waiting:
            future.cancel()


def cores() -> int:
    """Return the number of cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # not on every platform
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _workers(executor: Executor) -> int:
    workers: int | None = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)  # Dask's; it knows how many there are now
    if client is not None:
        workers = sum(client.nthreads().values())
    return workers or cores()


def _warn_if_slow(job: Job, games: int, speed: float) -> None:
    """Warn if so many games would take long, at so many a second."""
    left = games / speed
    if left < PATIENCE:
        return
    why = job.slow or _("a strategy that isn't compiled")
    python = jit.is_interpreted(job.codes)
    soon = job.team is None or job.team.driver or job.team.under_way
    if jit.has_numba() and not python and soon:
        return  # bots that search are slow by nature
    warn(
        "{why}: {speed:,.0f} games a second, so all take some {left:,.1f} minutes more "
        "(Stop keeps what is done)",
        why=why,
        speed=speed,
        left=left / 60,
    )
