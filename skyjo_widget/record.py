"""The record on disk: an append-only file of JSON Lines.

``docs/record.md`` describes it for those who want to write a reader of their own.
This module knows lines and files; what the events mean is `skyjo_widget.history`'s.
"""

from __future__ import annotations

import datetime
import json
import os
import secrets
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RecordError

FORMAT = "skyjo_widget record"
VERSION = 1
BOM = b"\xef\xbb\xbf"  # some editors add it

Event = dict[str, Any]


def timestamp() -> str:
    """Now, in UTC, as the record writes it."""
    now = datetime.datetime.now(datetime.UTC)
    return now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z"


def parse_timestamp(text: Any) -> str:
    """A time as the record writes it, if it is one.

    Raises
    ------
    RecordError
        If it isn't.
    """
    try:
        datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")
    except (TypeError, ValueError):
        raise RecordError(f"at = {text!r} is no time like {timestamp()!r}") from None
    return str(text)


def new_game_id() -> str:
    """A dated name that no other game has."""
    return datetime.datetime.now().strftime("%Y%m%d-%H%M%S-") + secrets.token_hex(3)


def to_line(event: Event) -> bytes:
    """An event as one line of the file."""
    return json.dumps(event, ensure_ascii=False, separators=(", ", ": ")).encode() + b"\n"


class Writer:
    """Appends events to one record; each is one write, so that a kill loses none before it.

    Parameters
    ----------
    path : Path
        The file.  Its folder is made.
    keep : int or None
        None makes a new file; else the file exists, and its first so many bytes hold
        the events that were read.
    torn : bool
        Whether what follows them is a last line that a kill had torn; it is cut off.

    Raises
    ------
    RecordError
        If the file can't be opened, or a new one exists already.
    """

    def __init__(self, path: Path, *, keep: int | None = None, torn: bool = False) -> None:
        self.path = path
        flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)
        try:
            if keep is None:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o644)
            else:
                self._file = os.open(path, flags)
                if torn:
                    os.ftruncate(self._file, keep)
            self._size = keep or 0
            self._release = weakref.finalize(self, os.close, self._file)
        except ValueError as error:
            raise RecordError(f"can't be opened: {error}", path=str(path)) from None
        except OSError as error:
            if keep is None and path.exists():
                raise RecordError(
                    "the file exists; load(path) goes on with its game, "
                    "record= with another name begins a new one",
                    path=str(path),
                ) from None
            raise RecordError(f"can't be opened: {error.strerror}", path=str(path)) from error

    def append(self, event: Event, *, sync: bool) -> None:
        """Write one event; with `sync`, wait until the disk has it.

        Raises
        ------
        RecordError
            If it can't be written whole.
        """
        line = to_line(event)
        if self._file < 0:
            raise RecordError("was closed; load(path) goes on with it", path=str(self.path))
        try:
            if os.fstat(self._file).st_size != self._size:
                raise RecordError(
                    "another session has written to this record; load(path) goes on with its game",
                    path=str(self.path),
                )
            written = os.write(self._file, line)
            if written != len(line):
                raise OSError(0, f"only {written} of {len(line)} bytes were written")
            self._size += written
            if sync:
                os.fsync(self._file)
        except OSError as error:
            raise RecordError(f"can't be written: {error.strerror}", path=str(self.path)) from error

    def close(self) -> None:
        """Let go of the file; a second call does nothing."""
        self._file = -1
        self._release()


def read(path: Path) -> tuple[list[Event], int, bool]:
    """Read a record's events.

    Parameters
    ----------
    path : Path
        The file; it isn't changed.

    Returns
    -------
    events : list of dict
        Line n of the file is ``events[n - 1]``.
    size : int
        How many bytes they take.
    torn : bool
        Whether a last line without its end was left out.

    Raises
    ------
    RecordError
        If the file can't be read, is empty, or a line is no event; with its number.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"can't be read: {error.strerror}", path=str(path)) from error
    whole = data.rfind(b"\n") + 1
    events = list(_parse(data[:whole].removeprefix(BOM), str(path)))
    if not events:
        raise RecordError("holds no event; a record begins with a 'game' event", path=str(path))
    return events, whole, whole < len(data)


def _parse(data: bytes, path: str) -> Iterator[Event]:
    for number, line in enumerate(data.split(b"\n")[:-1], start=1):
        try:
            event = json.loads(line.decode())
            if b"\\u" in line:  # half of a character can't be written anywhere
                json.dumps(event, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise RecordError(f"is no JSON: {error}", path=path, line=number) from None
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            raise RecordError(
                "is no event: an object with the key 'event' is needed", path=path, line=number
            )
        yield event
