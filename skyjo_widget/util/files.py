"""Atomic file writes that survive a power cut, and path checks that never raise.

A file is written beside its place under another name, synced, and renamed; then its folder is
synced, since the name stands there.  Its mode is the umask's; a file that takes the place of
another one keeps that one's.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from skyjo_widget.errors import RecordError, RulesError


def write_new(path: str | Path, data: str | bytes, *, overwrite: bool) -> Path:
    """Write a file; one that is there is kept, unless `overwrite`.

    Raises
    ------
    RulesError
        If it is no path.
    RecordError
        If there is such a file already, or it can't be written.
    """
    if not isinstance(path, (str, Path)) or not str(path):
        raise RulesError(f"{path!r:.60}: a file's path is needed")
    path = given_path(path)
    check_new(path, overwrite=overwrite)
    write_whole(path, data)
    return path


def check_new(path: Path, *, overwrite: bool) -> None:
    """Look whether there is such a file, which would be replaced.

    Raises
    ------
    RecordError
        If there is, and it is to be kept.
    """
    if is_there(path) and not overwrite:
        raise RecordError(
            "there is such a file already; overwrite=True replaces it", path=str(path)
        )


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file so that nobody ever finds a part of it; a link's target, not the link.

    Raises
    ------
    RecordError
        If it can't be written; nothing is left then.
    """
    try:
        replace_whole(path, data.encode() if isinstance(data, str) else data)
    except (OSError, ValueError) as error:
        raise RecordError(f"can't be written: {reason(error)}", path=str(path)) from error


def replace_whole(path: Path, data: bytes) -> None:
    """Write a file as `write_whole` does.

    Raises
    ------
    OSError, ValueError
        If it can't be written; nothing is left then.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise OSError(errno.EEXIST, "it is there, and no file")
    with _beside(target, data) as beside:
        beside.replace(target)
    sync_folder(target.parent)


def create_whole(path: Path, data: bytes) -> None:
    """Write a new file so that nobody ever finds a part of it, nor loses one of that name.

    Raises
    ------
    FileExistsError
        If something has this name, also since a moment ago.
    OSError
        If it can't be written.  In either case nothing is left.
    """
    with _beside(path, data) as beside:
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except (OSError, AttributeError, NotImplementedError):  # no hard links here
            os.close(os.open(path, _NEW, 0o666))  # takes the name
            try:
                beside.replace(path)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
    sync_folder(path.parent)


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file and wait until the disk has it; its name isn't synced yet.

    Raises
    ------
    OSError
        If it can't be written; a part may be left.
    """
    file = os.open(path, _NEW, 0o666)
    try:
        _write(file, data)
    finally:
        os.close(file)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, and wait until the disk has their names.

    Raises
    ------
    OSError
        If it can't be made.
    """
    missing = []
    for folder in (path, *path.parents):
        if folder.exists():
            break
        missing.append(folder)
    path.mkdir(parents=True, exist_ok=True)
    for folder in missing:
        sync_folder(folder.parent)


def sync_folder(path: Path) -> None:
    """Wait until the disk has the names in a folder, as far as the system can."""
    with contextlib.suppress(OSError):  # Windows opens no folder; some file systems sync none
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def given_path(path: str | Path) -> Path:
    """Return a path as somebody typed it, in which ``~`` is the home folder."""
    with contextlib.suppress(RuntimeError):  # nobody knows where that is
        return Path(path).expanduser()
    return Path(path)


@contextlib.contextmanager
def _beside(target: Path, data: bytes) -> Iterator[Path]:
    """A file of these bytes in the folder of another one; removed if it hasn't moved."""
    path = target.with_name(f".{target.name[:40]}-{secrets.token_hex(4)}")
    try:
        former = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        former = None
    file = os.open(path, _NEW, 0o666 if former is None else 0o600)
    try:
        try:
            if former is not None:
                path.chmod(former)
            _write(file, data)
        finally:
            os.close(file)
        yield path
    finally:
        path.unlink(missing_ok=True)


def _write(file: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(file, left) :]
    os.fsync(file)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def is_there(path: Path) -> bool:
    """Whether something has this path; no, if nobody can tell: whoever uses it learns why."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Whether it is a folder; no, if nobody can tell."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def check_readable(folder: Path) -> None:
    """Look whether a folder tells what is in it.

    Raises
    ------
    RecordError
        If it doesn't.
    """
    try:
        next(folder.iterdir(), None)
    except (OSError, ValueError) as error:
        raise RecordError(f"can't be read: {reason(error)}", path=str(folder)) from error


def reason(error: Exception) -> str:
    """Why a file can't be read or written, in the system's words."""
    return getattr(error, "strerror", None) or str(error)
