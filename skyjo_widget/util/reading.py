"""The one place where files are opened to be read: regular files only, within a size.

A pipe would wait for ever and a device never end; to open one may have effects.  Errors are the
system's, whose `strerror` says what is wrong (`skyjo_widget.util.files.reason`); the callers name
the file.
"""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from skyjo_widget.errors.message import Message, _, joined
from skyjo_widget.util.files import given_path, reason
from skyjo_widget.util.spelling import similar_file

TEXT = 1_000_000
"""Maximum size in bytes of a text that a person writes: a lesson, a worksheet, a rule table."""
_TO_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NO_FILES: dict[str, Callable[[int], bool]] = {
    _("it is a folder, no file"): stat.S_ISDIR,
    _("it is a pipe, no file"): stat.S_ISFIFO,
    _("it is a socket, no file"): stat.S_ISSOCK,
    _("it is a device, no file"): lambda mode: stat.S_ISCHR(mode) or stat.S_ISBLK(mode),
}


class NoFileError(OSError):
    """A pipe, a socket or a device in place of a file."""


class TooLargeError(OSError):
    """A file of more bytes than its kind can have."""


def regular(path: str | Path) -> Path:
    """Return the path of a regular file, also of one behind a symbolic link.

    Raises
    ------
    OSError, ValueError
        If there is none, or it is something else.
    """
    path = given_path(path)
    _check(path.stat())
    return path


def read_bytes(path: str | Path, largest: int) -> bytes:
    """Read a regular file of at most so many bytes.

    Raises
    ------
    TooLargeError
        If it has more.
    OSError, ValueError
        If it can't be read, or isn't a regular file.
    """
    with _opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        # JupyterLite's drive reports a size of 0: read up to the limit
        data = b"" if size > largest else file.read(largest + 1)
    if max(size, len(data)) > largest:
        raise TooLargeError(errno.EFBIG, _("it is larger than {largest:,} bytes", largest=largest))
    return data


def read_head(path: str | Path, most: int) -> bytes:
    """Read the first bytes of a regular file.

    Raises
    ------
    OSError, ValueError
        If it can't be read, or isn't a regular file.
    """
    with _opened(path) as file:
        return file.read(most)


def read_text(path: str | Path, largest: int = TEXT) -> str:
    """Read a regular file as UTF-8, with or without a byte order mark, and with any line ends.

    Raises
    ------
    TooLargeError
        If it has more bytes.
    OSError, ValueError
        If it can't be read, isn't a regular file, or isn't UTF-8.
    """
    text = read_bytes(path, largest).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sheet_text(data: bytes) -> str:
    """Decode the text of a spreadsheet's CSV: UTF-8, UTF-16 with a byte order mark, or cp1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def why_unreadable(path: Path, error: Exception) -> Message:
    """Return why a file can't be read, and in place of a missing one a similar one."""
    meant = similar_file(path) if isinstance(error, FileNotFoundError) else ""
    return joined("", [reason(error), meant])


def _opened(path: str | Path) -> BinaryIO:
    """Open a regular file; whatever has taken its place since it was looked at is refused too."""
    file = os.fdopen(os.open(regular(path), _TO_READ), "rb")  # waits for nobody
    try:
        _check(os.fstat(file.fileno()))
    except OSError:
        file.close()
        raise
    return file


def _check(about: os.stat_result) -> None:
    """Raise if it isn't a regular file."""
    for what, is_one in _NO_FILES.items():
        if is_one(about.st_mode):
            if is_one is stat.S_ISDIR:
                raise IsADirectoryError(errno.EISDIR, what)
            raise NoFileError(errno.EINVAL, what)
