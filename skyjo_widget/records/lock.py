"""An exclusive lock on a record file; a second writer gets the owner's details.

A lock file lies beside the record while its game is open.  The operating system locks it, and
releases it if the kernel is killed; a line in it describes the holder.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import weakref
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RecordError
from skyjo_widget.errors.message import _
from skyjo_widget.util.reading import regular

_OPEN_STAYS = os.name == "nt"
"""True where a file can't be removed while it is open, on Windows."""
_LOCKED = 1  # Windows lets nobody read the byte that is locked, the first one


class RecordLock:
    """The exclusive right to write a record, until `release`.

    Parameters
    ----------
    record : Path
        The record's file; its folder exists.
    since : str
        The time since when it is held, for others.

    Raises
    ------
    RecordError
        If somebody else holds it; the message names the holder.
    """

    def __init__(self, record: Path, since: str) -> None:
        self._path = record.with_name(f".{record.name}.lock").absolute()
        self._file = self._take(record)
        if self._file is not None:
            _HELD.add(self)
            self._release = weakref.finalize(self, _let_go, self._path, self._file)
            with contextlib.suppress(OSError):  # a full disk: held all the same, namelessly
                os.ftruncate(self._file, 0)
                os.write(self._file, b" " * _LOCKED + json.dumps(_holder(since)).encode())

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        if self._file is not None:
            self._release()

    def disown(self) -> None:
        """Close an inherited lock file in a forked process; the parent still holds the lock."""
        if self._file is not None and self._release.detach():
            os.close(self._file)

    def _take(self, record: Path) -> int | None:
        if sys.platform == "emscripten":  # a browser's Python has no locks
            return None
        try:
            from filelock import lock_descriptor  # noqa: PLC0415  (only a record needs it)
        except ImportError:  # it isn't there, or older than pip would take
            return None
        while True:
            try:
                with contextlib.suppress(FileNotFoundError):
                    regular(self._path)
                file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError:
                return None  # nothing can be made in this folder: no lock, as below
            try:
                locked = lock_descriptor(file, blocking=False)
            except OSError:  # no locks on this file system
                os.close(file)
                return None
            if not locked:
                os.close(file)
                raise RecordError(
                    "is held by {holder}; close it there, or load(path, record=False) "
                    "to look at it, record= with a new name to play on",
                    holder=_describe(self._path),
                    path=str(record),
                    reason="held",
                )
            if _same(file, self._path):
                return file
            os.close(file)  # its holder took it away in between


def _disown_all() -> None:
    """Close inherited locks in a forked process, which would outlive a killed parent."""
    for hold in list(_HELD):
        hold.disown()


_HELD: weakref.WeakSet[RecordLock] = weakref.WeakSet()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)


def _let_go(path: Path, file: int) -> None:
    if _OPEN_STAYS:
        os.close(file)
        with contextlib.suppress(OSError):  # another holder has opened it already
            path.unlink()
        return
    with contextlib.suppress(OSError):
        if _same(file, path):
            path.unlink()
    os.close(file)


def _same(file: int, path: Path) -> bool:
    """True if an open file is still the one that lies there."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except OSError:
        return False


def _holder(since: str) -> dict[str, Any]:
    return {
        "process": os.getpid(),
        "machine": socket.gethostname(),
        "notebook": os.environ.get("JPY_SESSION_NAME"),  # set by Jupyter
        "since": since,
    }


def _describe(path: Path) -> str:
    """Describe the holder of a lock file."""
    try:
        with regular(path).open("rb") as file:
            file.seek(_LOCKED)
            holder = json.loads(file.read(4096))
        notebook = holder["notebook"]
        what = _("the notebook {notebook}", notebook=notebook) if notebook else _("another program")
        return _(
            "{what} (process {process} on {machine}, since {since})",
            what=what,
            **{key: holder[key] for key in ("process", "machine", "since")},
        )
    except (OSError, ValueError, KeyError, TypeError):
        return _("another program")
