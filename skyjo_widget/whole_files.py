"""Files that are written whole or not at all, and questions about paths that never fail."""

from __future__ import annotations

import os
import tempfile
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
    path = Path(path)
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
    beside: str | None = None
    try:
        data = data.encode() if isinstance(data, str) else data
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise RecordError("can't be written: it is there, and no file", path=str(path))
        handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}-")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(beside).chmod(0o644)
        Path(beside).replace(target)
    except (OSError, ValueError) as error:
        raise RecordError(f"can't be written: {reason(error)}", path=str(path)) from error
    finally:
        if beside:
            Path(beside).unlink(missing_ok=True)


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
