"""The record on disk: an append-only file of JSON Lines.

``docs/internals/record.md`` specifies it for authors of other readers.
This module reads and writes lines; `skyjo_widget.records.history` interprets the events.
"""

from __future__ import annotations

import contextlib
import datetime
import errno
import functools
import hashlib
import io
import json
import os
import re
import secrets
import sys
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from skyjo_widget.errors import RecordError
from skyjo_widget.errors.message import _
from skyjo_widget.records import archive
from skyjo_widget.records.course import default_folder, is_graded
from skyjo_widget.records.lock import RecordLock
from skyjo_widget.util import reading
from skyjo_widget.util.files import (
    create_whole,
    given_path,
    is_folder,
    is_there,
    make_folder,
    reason,
    replace_whole,
    sync_folder,
)
from skyjo_widget.util.reading import why_unreadable

FORMAT = "skyjo_widget record"
VERSION = 1
BOM = b"\xef\xbb\xbf"  # some editors add it
_BLANK = b" \t\r\n"
_HEAD = 4096
LARGEST = 500_000_000
"""Maximum size of a file in bytes; 50,000 decisions take eleven million."""

EDITED = _("isn't as it was written, or lines before it are missing: the record was edited")

Event = dict[str, Any]

_LINK = re.compile(rb', "chain": "([0-9a-f]{16})"}$')
TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d):[0-5]\d\.\d{3}Z", re.ASCII)
_decode = json.JSONDecoder().raw_decode
_encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


def timestamp() -> str:
    """Return the present time in UTC, in the record's format."""
    now = datetime.datetime.now(datetime.UTC)
    return now.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def parse_timestamp(text: Any) -> str:
    """Check a time in the record's format, and return it.

    Raises
    ------
    RecordError
        If it isn't valid.
    """
    try:
        match = TIME.fullmatch(text)
        if not match or not 1970 <= _year(match[1]) <= 2261:  # the range of frames
            raise ValueError
    except (TypeError, ValueError):
        raise RecordError(
            "at = {text!r} is no time like {timestamp!r}", text=text, timestamp=timestamp()
        ) from None
    return str(text)


@functools.lru_cache(16)
def _year(minute: str) -> int:
    """Return the year of a minute; raises `ValueError` if there is no such minute."""
    return datetime.datetime.fromisoformat(minute).year


def new_game_id() -> str:
    """Make a dated, unique name."""
    return datetime.datetime.now().strftime("%Y%m%d-%H%M%S-") + secrets.token_hex(3)


def to_line(event: Event) -> bytes:
    """Serialise an event as one line."""
    return _encode(event).encode() + b"\n"


def chained(event: Event, before: str) -> tuple[bytes, str]:
    """Serialise an event as a line that ends with its link: a hash of the line and the link before.

    An edited line breaks the chain, which `read` reports.
    """
    body = to_line(event).removesuffix(b"}\n")
    link = _link(body, before)
    return body + f', "chain": "{link}"}}\n'.encode(), link


def _link(body: bytes, before: str) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()[:16]


class Writer:
    """A writer that appends events to a record, each call by one write.

    Parameters
    ----------
    path : Path
        The file.  Its folder is made.
    keep : int or None
        None makes a new file, or uses one that a killed kernel has left empty; else the file
        exists, and its first so many bytes hold the events that were read.  An incomplete
        line or blank ones after them are cut off.
    chain : str
        The link of the last of these.

    Raises
    ------
    RecordError
        If the file can't be opened, a new one exists already, or another program holds
        it or has written to it since it was read.  A writer of it in this program is
        closed, and its `on_moved` called.
    """

    def __init__(self, path: Path, *, keep: int | None = None, chain: str = "") -> None:
        self.path = path
        self._chain = chain
        self.on_moved: Callable[[], Callable[[RecordError], None] | None] | None = None
        """A weak reference to the callback for when this program opens the record elsewhere."""
        self._lock = threading.Lock()
        self._left: RecordError | None = None
        self._size = keep or 0
        self._gap = b""  # before the first line that is appended
        if keep is not None and _through(path):
            raise RecordError(_INSIDE, path=str(path))
        try:
            self._where = path.absolute()  # a notebook may change its folder
            self._file, self._hold = self._create() if keep is None else self._open_again()
        except RecordError:
            raise
        except ValueError as error:
            raise RecordError("can't be opened: {error}", error=error, path=str(path)) from None
        except OSError as error:
            if isinstance(error, FileExistsError) and is_there(path):
                raise RecordError(_EXISTS, path=str(path)) from None
            raise self._failed(_NO_RECORD if keep is None else _LOOK, error) from error
        self._release = weakref.finalize(self, _close, self._file, self._hold)
        _OPEN[str(self._where)] = self
        if keep is not None:
            self._cut_torn_line()
        if _KEEPS_CLOSED:
            self._release.detach()
            os.close(self._file)
            self._release = weakref.finalize(self, _close, None, self._hold)

    def append(self, *events: Event, sync: bool) -> None:
        """Write events; with `sync`, wait until the disk has them and those before.

        Raises
        ------
        RecordError
            If they can't be written whole; `RecordError.reason` has the cause.
        """
        with self._lock:
            if self._left:
                raise self._left
            lines, link = _all_chained(events, self._chain)
            lines = self._gap + lines
            try:
                with self._opened() as file:
                    self._check(file)
                    try:
                        self._write(file, lines, sync)
                    except OSError:
                        with contextlib.suppress(OSError):
                            os.ftruncate(file, self._size)  # leave no half line
                        raise
                if _KEEPS_CLOSED and self._where.stat().st_size != self._size + len(lines):
                    raise OSError(errno.EIO, os.strerror(errno.EIO))
            except OSError as error:
                raise self._failed(_("written"), error) from error
            self._size += len(lines)
            self._chain, self._gap = link, b""

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._leave(_("was closed; load(path) goes on with it"), "closed")

    @property
    def open(self) -> bool:
        """True if it can still append."""
        return self._left is None and self._release.alive

    def disown(self) -> None:
        """Close an inherited file in a forked process; its parent still writes."""
        self._lock = threading.Lock()  # a thread of the parent may have held it
        if not self._left:
            self._left = RecordError(
                "is written by the process that this one was forked from",
                path=str(self.path),
                reason="held",
            )
            self._release.detach()
            os.close(self._file)  # its lock disowns itself

    def _create(self) -> tuple[int, RecordLock]:
        """Make the file, or use an empty one; the lock comes first."""
        make_folder(self._where.parent)
        if is_there(self._where) and not _is_empty(self._where):
            raise FileExistsError
        hold = RecordLock(self.path, timestamp())
        try:
            if _KEEPS_CLOSED and not is_there(self._where):
                replace_whole(self._where, b"")  # made under a name that says no JSON
            try:
                file = os.open(self._where, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
            except FileExistsError:
                if not _is_empty(self._where):
                    raise
                file = os.open(self._where, _FLAGS)
            sync_folder(self._where.parent)
        except BaseException:
            hold.release()
            raise
        return file, hold

    def _open_again(self) -> tuple[int, RecordLock]:
        file = os.open(self._where, _FLAGS)
        try:
            self._follow_another()
            return file, RecordLock(self.path, timestamp())
        except BaseException:
            os.close(file)
            raise

    @contextlib.contextmanager
    def _opened(self) -> Iterator[int]:
        """Give the open file; where a drive keeps only what was closed, for this block alone."""
        if not _KEEPS_CLOSED:
            yield self._file
            return
        try:
            file = os.open(self._where, _FLAGS)
        except FileNotFoundError:
            raise self._gone() from None
        try:
            yield file
        finally:
            os.close(file)

    @staticmethod
    def _write(file: int, lines: bytes, sync: bool) -> None:
        if os.write(file, lines) < len(lines):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if sync:
            os.fsync(file)

    def _gone(self) -> RecordError:
        return RecordError(
            "is no longer there: it was deleted, moved or replaced",
            path=str(self.path),
            reason="gone",
        )

    def _check(self, file: int) -> None:
        try:
            there = os.path.samestat(os.fstat(file), self._where.stat())
        except FileNotFoundError:
            there = False
        if not there:
            raise self._gone()
        if os.fstat(file).st_size != self._size:
            raise RecordError(
                "another program has written to this record; load(path) goes on with its game",
                path=str(self.path),
                reason="foreign",
            )

    def _follow_another(self) -> None:
        """Close another writer of the record in this program."""
        former = _OPEN.get(str(self._where))
        if former and (
            why := former._leave(_("was loaded again; the game goes on there"), "moved")
        ):
            notify = former.on_moved and former.on_moved()
            if notify:
                notify(why)

    def _cut_torn_line(self) -> None:
        os.lseek(self._file, self._size, os.SEEK_SET)
        torn = os.read(self._file, 1 << 20)
        if torn.strip() and b"\n" in torn:
            self.close()
            raise RecordError(
                "another program has written to this record while it was read: load it again",
                path=str(self.path),
                reason="foreign",
            )
        if torn:
            os.ftruncate(self._file, self._size)
        if self._size:
            os.lseek(self._file, self._size - 1, os.SEEK_SET)
            self._gap = b"" if os.read(self._file, 1) == b"\n" else b"\n"

    def _leave(self, why: str, reason: str) -> RecordError | None:
        with self._lock:
            if self._left:
                return None
            self._left = RecordError(why, path=str(self.path), reason=reason)
            self._release()
            return self._left

    def _failed(self, what: str, error: OSError) -> RecordError:
        return _failed(what, self.path, error)


_KEEPS_CLOSED = sys.platform == "emscripten"
"""True where a drive keeps what a file held when it was closed, and nothing else: JupyterLite's."""
_EXISTS = _(
    "the file exists; load(path) goes on with its game, record= with another name begins a new one"
)
_INSIDE = _(
    "is in a ZIP file, where nothing can be added: record= with a path goes on in a copy there"
)
_LOOK = _("opened for writing (record=False opens it to look, record= with a new name to play on)")
_NO_RECORD = _(
    "opened (record=False plays without a record, record= with a path writes it elsewhere)"
)
_NO_RECORD_AT_ALL = _(
    "is no record of a game, which is a file that ends in .jsonl, such as those "
    "that play(…) writes to the folder games; a deck is read by Deck.from_csv"
)
_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)
_OPEN: weakref.WeakValueDictionary[str, Writer] = weakref.WeakValueDictionary()
_REASONS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "denied",
    errno.ENOENT: "gone",
    errno.ENODEV: "gone",
    errno.ENXIO: "gone",
    errno.ESTALE: "gone",
}


def is_open(path: Path) -> bool:
    """Return True if this program has a record open for writing."""
    writer = _OPEN.get(str(path.absolute()))
    return writer is not None and writer.open


def write_error(path: Path, error: OSError) -> RecordError:
    """Return the error of a file that can't be written, with its reason."""
    return _failed(_("written"), path, error)


def _failed(what: str, path: Path, error: OSError) -> RecordError:
    return RecordError(
        "can't be {what}: {error}",
        what=what,
        error=reason(error),
        path=str(path),
        reason=_REASONS.get(error.errno or 0, "failed"),
    )


def _close(file: int | None, hold: RecordLock) -> None:
    if file is not None:
        os.close(file)
    hold.release()


def _disown_all() -> None:
    """Disown all records in a forked process: they would stay locked if its parent died."""
    for writer in list(_OPEN.values()):
        writer.disown()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)


def _all_chained(events: Iterable[Event], link: str) -> tuple[bytes, str]:
    """Serialise events that follow a link; return the lines and the last link."""
    lines = b""
    for event in events:
        line, link = chained(event, link)
        lines += line
    return lines, link


def _is_empty(path: Path) -> bool:
    """Return whether it is an empty file, which a kernel killed at the start may leave."""
    try:
        return not reading.read_bytes(path, 0)  # in a browser's Python an open file's size is 0
    except OSError:
        return False


def file_name(header: Event) -> str:
    """Return the default name of a game's file."""
    name = f"{header['game_id']}-{header['preset']}"
    return re.sub(r"[^\w-]", "_", name)[:80] + ".jsonl"  # a record's texts may hold anything


def place_for(record: Any, name: str) -> Path | None:
    """Return the path of a new game's record: the given file, or `name` in a folder.

    Parameters
    ----------
    record : path, bool or None
        None: the folder ``games`` in the current one, and in an nbgrader course as
        `default_folder` says, but nowhere while it grades; False: nowhere.  A new name without
        an ending, as in ``games``, is a folder's.
    name : str
        The file's name in a folder.

    Raises
    ------
    RecordError
        If it is of another type.
    """
    if record is False:
        return None
    if record is None or record is True:
        return None if is_graded() else default_folder("games") / name
    if not isinstance(record, (str, Path)) or not str(record):
        raise RecordError("record={record!r}: a path, or False for none, is needed", record=record)
    path = given_path(record)
    new_folder = not path.suffix and not is_there(path)
    if str(record).endswith(("/", os.sep)) or is_folder(path) or new_folder:
        return path / name
    return path


def unused(path: Path) -> Path:
    """Return a path that isn't taken: the given one, or with a number."""
    number = 2
    free = path
    while is_there(free):
        free = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return free


def write_all(events: list[Event], places: list[Path]) -> Writer:
    """Write a whole record to the first of some places where that works.

    Raises
    ------
    RecordError
        If none works: the error of the first.
    """
    first: RecordError | None = None
    for place in places:
        try:
            return _write_copy(events, place)
        except RecordError as error:
            first = first or error
    raise first or RecordError("no place to write to was given")


def _write_copy(events: list[Event], place: Path) -> Writer:
    """Write a whole record to a new file."""
    lines, link = _all_chained(events, "")
    where = place.absolute()
    try:
        make_folder(where.parent)
        create_whole(where, lines)
    except ValueError as error:
        raise RecordError("can't be opened: {error}", error=error, path=str(place)) from None
    except OSError as error:
        if isinstance(error, FileExistsError) and is_there(place):
            raise RecordError(_EXISTS, path=str(place)) from None
        raise _failed(_("written"), place, error) from error
    try:
        return Writer(place, keep=len(lines), chain=link)
    except RecordError:
        where.unlink(missing_ok=True)
        raise


class Found(NamedTuple):
    """The contents of a record file.

    Parameters
    ----------
    events : list of dict
        Line n of the file is ``events[n - 1]``.
    size : int
        Their size in bytes.
    torn : bool
        Whether an incomplete last line was left out.  One that lacks its line feed alone is whole.
    chain : str
        The link of the last line; empty if it has none.
    edited : int or None
        The first line that was edited, or before which lines are missing.
    digest : str
        The SHA-256 of the file's bytes.
    """

    events: list[Event]
    size: int
    torn: bool
    chain: str
    edited: int | None
    digest: str


def read(
    path: Path, *, largest: int = LARGEST, check: Callable[[bytes], None] | None = None
) -> Found:
    """Read a record's events.

    Parameters
    ----------
    path : Path
        The file; it isn't changed.
    largest : int
        Its maximum size in bytes.
    check : callable, optional
        Called with its bytes before they are parsed; raises to prevent that.

    Raises
    ------
    RecordError
        If the file can't be read, is no file, is too large or empty, or a line is no event; with
        the line's number.
    """
    try:
        data = read_bytes(path, largest)
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        raise RecordError(
            "can't be read: {error}", error=why_unreadable(path, error), path=str(path)
        ) from error
    if check:
        check(data)
    return found_in(data, str(path))


def first_line(path: Path, *, largest: int = LARGEST) -> tuple[bytes, str] | None:
    """Return a file's first line and the SHA-256 of its bytes; None if it can't be read."""
    try:
        data = read_bytes(path, largest)
    except (RecordError, OSError, ValueError):
        return None
    return data.split(b"\n", 1)[0].removeprefix(BOM), hashlib.sha256(data).hexdigest()


def found_in(data: bytes, path: str) -> Found:
    """Read the events of a record's bytes; `path` is named in errors, which are those of `read`."""
    other = not path.lower().endswith(".jsonl")
    if other and data.removeprefix(BOM).lstrip()[:1] not in (b"{", b""):
        raise RecordError(_NO_RECORD_AT_ALL, path=path)
    size = len(data.rstrip(_BLANK))  # blank lines at the end hold nothing
    whole = data.find(b"\n", size) + 1 or data.rfind(b"\n") + 1
    lines = io.BytesIO(data[:whole].removeprefix(BOM))  # one at a time: a list of them takes room
    events, links = [], _Links()
    for number, line in enumerate(lines, start=1):
        events.append(parse_event(line, number, path))
        links.follow(line, number)
    torn = whole < size
    if torn:
        with contextlib.suppress(RecordError):
            last = data[whole:size].removeprefix(BOM if not whole else b"")
            event = parse_event(last, len(events) + 1, path)
            if links.fits(last):
                links.follow(last, len(events) + 1)
                events.append(event)
                whole, torn = size, False
    if not events:
        raise RecordError("holds no event; a record begins with a 'game' event", path=path)
    original = events[0].get("edited")  # of the record that this one is a copy of
    edited = links.edited or (original if type(original) is int else None)
    digest = hashlib.sha256(data).hexdigest()
    return Found(events, whole, torn, links.last, edited, digest)


def read_bytes(path: Path, largest: int) -> bytes:
    """Read a file's bytes, also those of one in a ZIP file, as ``class.zip/Ana/x.jsonl``.

    Raises
    ------
    RecordError
        If they are more than a game can have; its `reason` is ``large``.
    OSError, ValueError
        If it can't be read, or isn't a regular file.
    """
    through = _through(path)
    if through:
        file, name = through
        data = opened_archive(file).read(name, largest + 1)
    else:
        try:
            data = reading.read_bytes(path, largest)
        except reading.TooLargeError:
            raise _too_large(path, largest) from None
    if len(data) > largest:
        raise _too_large(path, largest)
    return data


def head(path: Path) -> bytes:
    """Return a file's first bytes, which show whether it is a record or a ZIP file.

    Raises
    ------
    RecordError, OSError, ValueError
        As `read_bytes`.
    """
    through = _through(path)
    if through:
        return opened_archive(through[0]).read(through[1], _HEAD)
    return reading.read_head(path, _HEAD)


def opened_archive(path: Path) -> archive.Archive:
    """Return a ZIP file's content; the last one is kept, until the file changes.

    Raises
    ------
    RecordError
        If it is damaged or too large.
    OSError, ValueError
        If it can't be read.
    """
    about = path.stat()
    return _archive(path, about.st_size, about.st_mtime_ns, about.st_ino)


@functools.lru_cache(maxsize=1)
def _archive(path: Path, *_signature: int) -> archive.Archive:
    return archive.Archive(reading.read_head(path, archive.LARGEST + 1), str(path))


def is_record_file(path: Path) -> bool:
    """Return True if there is such a file, in a folder or in a ZIP file."""
    with contextlib.suppress(OSError, ValueError, RecordError):
        through = _through(path)
        return through[1] in opened_archive(through[0]).files if through else path.is_file()
    return False


def signature(path: Path) -> tuple[int, int]:
    """Return the size and the time of a file or of its ZIP file, by which a change is noticed."""
    try:
        through = _through(path)
        about = (through[0] if through else path).stat()
    except (OSError, ValueError):
        return (-1, -1)
    return about.st_size, about.st_mtime_ns


def _through(path: Path) -> tuple[Path, str] | None:
    """Return a ZIP file and the path in it, if a path goes through a file."""
    try:
        if path.exists():
            return None
    except (OSError, ValueError):
        return None
    for parent in path.parents:
        if is_there(parent):
            is_file = parent.is_file()
            return (parent, path.relative_to(parent).as_posix()) if is_file else None
    return None


def _too_large(path: Path, largest: int) -> RecordError:
    return RecordError(
        "is larger than {largest:,} bytes, which no game is",
        largest=largest,
        path=str(path),
        reason="large",
    )


class _Links:
    """The check of the lines' links, in the order of reading.

    Records of the first versions have no links; once a line has one, all after it must.

    Attributes
    ----------
    last : str
        The last one.
    edited : int or None
        The first line whose link is wrong.
    """

    def __init__(self) -> None:
        self.last = ""
        self.edited: int | None = None

    def fits(self, line: bytes) -> bool:
        """Return whether the next line's link is right, without going on to it."""
        return self._linked(line)[0]

    def follow(self, line: bytes, number: int) -> None:
        """Check the next line."""
        holds, self.last = self._linked(line)
        if not holds and self.edited is None:
            self.edited = number

    def _linked(self, line: bytes) -> tuple[bool, str]:
        line = line.removesuffix(b"\n").removesuffix(b"\r")  # some editors add it
        match = _LINK.search(line)
        if match is None:
            return not self.last, self.last
        link = match[1].decode()
        return link == _link(line[: match.start()], self.last), link


def parse_event(line: bytes, number: int, path: str) -> Event:
    """Parse a line, with or without its end, as an event without its link.

    Raises
    ------
    RecordError
        If it is none; with the line's number.
    """
    line = line.removesuffix(b"\n")
    try:
        text = line.decode()
        event, end = _decode(text) if text.startswith("{") else (None, -1)
        if end != len(text):
            event = json.loads(text)  # more than an event, or less
        if b"\\u" in line:  # half of a character can't be written anywhere
            json.dumps(event, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise RecordError("is no JSON: {error}", error=error, path=path, line=number) from None
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise RecordError(
            "is no event: an object with the key 'event' is needed", path=path, line=number
        )
    event.pop("chain", None)
    return dict(zip(map(sys.intern, event), event.values(), strict=True))  # one text for all lines
