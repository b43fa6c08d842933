"""Limits of time and memory for reading untrusted records.

The memory is estimated from the file's bytes before anything is parsed; the time is limited by
`skyjo_widget.util.time_limit`, in any thread.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from skyjo_widget.errors import RecordError
from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import replay
from skyjo_widget.util.time_limit import within

LARGEST = 50_000_000
"""Maximum size of a file in bytes; a game takes some hundred thousand."""
SECONDS = 30.0
"""Time limit to read and replay a game; one of 50,000 decisions takes some three."""
MEMORY = 1_000_000_000
"""Maximum memory of a game in bytes; one of 50,000 decisions takes some 80 million."""

Result = TypeVar("Result")

_ROOM = {b"[": 100, b"{": 300, b'"': 30, b",": 10, b"\n": 1500}
"""Bytes of memory that these bytes of a file can cost: lists, objects, texts, values, rows."""
_LETTER = 5
"""Bytes of memory that any byte can cost: as it was read, and as a part of a text."""
_DEAREST = _LETTER + max(_ROOM.values())
"""Bytes of memory that a byte can cost at most."""
SMALL = MEMORY // _DEAREST
"""Bytes of a file whose game can't take more than `MEMORY`."""


def in_time(
    function: Callable[..., Result],
    *arguments: object,
    seconds: float | None = SECONDS,
    path: str | Path | None = None,
) -> Result:
    """Call a function that reads a record, and stop it when its time is up.

    Parameters
    ----------
    function : callable
    *arguments
    seconds : float or None
        The time limit; None for no limit.
    path : path, optional
        The record, for the message.

    Raises
    ------
    RecordError
        If it had to be stopped; its `reason` is ``slow``.
    """
    try:
        return within(seconds, function, *arguments)
    except TimeoutError:
        raise RecordError(
            "takes more than {seconds:g} seconds to read",
            seconds=seconds,
            path=None if path is None else str(path),
            reason="slow",
        ) from None


def read_events(path: Path, *, largest: int = LARGEST, memory: int = MEMORY) -> record_file.Found:
    """Read a record's events, if it is no larger than a game can be.

    Parameters
    ----------
    path : Path
    largest : int
        Bytes that the file may have.
    memory : int
        Bytes of memory that its game may take.

    Raises
    ------
    RecordError
        If it can't be read; its `reason` is ``large`` if it is too large, or would be in memory.
    """

    def check(data: bytes) -> None:
        if len(data) * _DEAREST > memory and room(data) > memory:
            raise RecordError(
                "could take more than {memory:,} bytes of memory",
                memory=memory,
                path=str(path),
                reason="large",
            )

    return record_file.read(path, largest=largest, check=check)


def read_game(
    path: Path,
    *,
    largest: int = LARGEST,
    memory: int = MEMORY,
    seconds: float | None = SECONDS,
    by: Callable[[record_file.Found, Path], History] | None = None,
) -> tuple[record_file.Found, History]:
    """Read a record and replay its game, within limits.

    Parameters
    ----------
    path : Path
    largest, memory : int
        As in `read_events`.
    seconds : float or None
        The time limit.
    by : callable, optional
        Makes the game from the events; `replay` by default.

    Returns
    -------
    Found
        The contents of the file.
    History
        The game.

    Raises
    ------
    RecordError
        If it can't be read or replayed; its `reason` is ``slow`` or ``large`` if a limit was
        passed.
    """

    def read() -> tuple[record_file.Found, History]:
        content = read_events(path, largest=largest, memory=memory)
        return content, by(content, path) if by else replay(content.events, str(path))

    return in_time(read, seconds=seconds, path=path)


def room(data: bytes) -> int:
    """Return an upper bound of the memory of a record's game, in bytes."""
    return _LETTER * len(data) + sum(cost * data.count(mark) for mark, cost in _ROOM.items())
