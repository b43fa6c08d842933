"""Atomic and durable file writes, and path checks that never raise.

A file is written to a temporary name in the same folder, synced, and renamed; then the folder is
synced, since it stores the name.  A new file's mode follows the umask; a replacement keeps the
mode of the file that it replaces.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.errors.message import _, message_of


def write_new(path: str | Path, data: str | bytes, *, overwrite: bool) -> Path:
    """Write a file; keep an existing one, unless `overwrite`.

    Raises
    ------
    RulesError
        If `path` isn't a path.
    RecordError
        If there is such a file already, or it can't be written.
    """
    if not isinstance(path, (str, Path)) or not str(path):
        raise RulesError("{path!r:.60}: a file's path is needed", path=path)
    path = given_path(path)
    check_new(path, overwrite=overwrite)
    write_whole(path, data)
    return path


def check_new(path: Path, *, overwrite: bool) -> None:
    """Raise if a file exists that may not be overwritten.

    Raises
    ------
    RecordError
        If the file exists and `overwrite` is False.
    """
    if is_there(path) and not overwrite:
        raise RecordError(
            "there is such a file already; overwrite=True replaces it", path=str(path)
        )


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file atomically; through a symbolic link, its target.

    Raises
    ------
    RecordError
        If it can't be written; no partial file is left.
    """
    try:
        replace_whole(path, data.encode() if isinstance(data, str) else data)
    except (OSError, ValueError) as error:
        raise RecordError(
            "can't be written: {error}", error=reason(error), path=str(path)
        ) from error


def replace_whole(path: Path, data: bytes) -> None:
    """Write a file atomically; like `write_whole`, but with the system's exceptions.

    Raises
    ------
    OSError, ValueError
        If it can't be written; no partial file is left.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise OSError(errno.EEXIST, _("it is there, and no file"))
    with _beside(target, data) as beside:
        rename(beside, target)
    sync_folder(target.parent)


def create_whole(path: Path, data: bytes) -> None:
    """Create a file atomically, without ever replacing an existing one.

    Raises
    ------
    FileExistsError
        If the name is taken, even if another process has taken it just now.
    OSError
        If it can't be written.  In either case no partial file is left.
    """
    with _beside(path, data) as beside:
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except (OSError, AttributeError, NotImplementedError):  # hard links aren't supported
            os.close(os.open(path, _NEW, 0o666))  # reserves the name
            try:
                rename(beside, path)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
    sync_folder(path.parent)


def rename(path: Path, target: Path) -> None:
    """Rename a file, also onto another one.

    Windows refuses that while another program, such as a virus scanner, has one of them open;
    there it is tried again for a second.

    Raises
    ------
    OSError
        If it can't be renamed.
    """
    for pause in _PAUSES:
        try:
            path.replace(target)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    path.replace(target)


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file and sync its content, but not its name.

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
    """Make a folder and its missing parents, and sync their names.

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
    """Sync the names in a folder, where the system supports it."""
    with contextlib.suppress(OSError):  # Windows can't open folders; some file systems can't sync
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def given_path(path: str | Path) -> Path:
    """Return a user's path with ``~`` expanded to the home folder.

    Raises
    ------
    RulesError
        If it is neither a text nor a path.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise RulesError("{path!r:.60}: a path is needed", path=path)
    with contextlib.suppress(RuntimeError):  # there is no home folder
        return Path(path).expanduser()
    return Path(path)


@contextlib.contextmanager
def _beside(target: Path, data: bytes) -> Iterator[Path]:
    """Write a temporary file beside a target; remove it afterwards, unless it was renamed."""
    # JupyterLite's drive keeps a file as JSON, and breaks on any other text, if it is made with an
    # ending that has "json" in it; a renamed file stays what it was.
    path = target.with_name(f".{target.name[:40]}-{secrets.token_hex(4)}.part")
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


_PAUSES = (0.01, 0.04, 0.15, 0.3, 0.5) if os.name == "nt" else ()
"""Seconds between the attempts to rename a file."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def is_there(path: Path) -> bool:
    """Return True if a path exists; False if that can't be checked: using it then raises."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Return True if a path is a folder; False if that can't be checked."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def check_readable(folder: Path) -> None:
    """Raise if a folder can't be listed.

    Raises
    ------
    RecordError
        If it can't.
    """
    try:
        next(folder.iterdir(), None)
    except (OSError, ValueError) as error:
        raise RecordError(
            "can't be read: {error}", error=reason(error), path=str(folder)
        ) from error


def reason(error: Exception) -> str:
    """Return the system's message about a file that can't be read or written."""
    text = getattr(error, "strerror", None)
    return _(text) if text else message_of(error)


_OF_THE_SYSTEM = (
    _("No such file or directory"),
    _("Permission denied"),
    _("Is a directory"),
    _("Not a directory"),
    _("File exists"),
    _("No space left on device"),
    _("Read-only file system"),
    _("File name too long"),
    _("Input/output error"),
    _("Operation not permitted"),
    _("Address already in use"),
    _("Cannot assign requested address"),
    _("Name or service not known"),
)
"""Messages that `reason` returns, for the catalogues."""
