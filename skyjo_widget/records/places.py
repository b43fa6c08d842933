"""The places of records: files, folders, runs, globs and ZIP files.

This is the one notion of what is a record, for all that read records.  The content decides, not
the name: a file is a record if it begins like one, or if ``.jsonl`` in its name says that it is
meant as one.  Whatever is no record is named, except for the companions that systems and this
package put beside records.
"""

from __future__ import annotations

import contextlib
import glob
import json
import os
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from skyjo_widget.errors import RecordError
from skyjo_widget.errors.message import _
from skyjo_widget.records import archive, record_file
from skyjo_widget.util.files import check_readable, given_path, is_folder, is_there, reason

RUN = "run.json"
"""The file that a run's folder has."""

_COMPANIONS = {"__macosx", "desktop.ini", "thumbs.db"}
_BESIDE = (".lock", ".html", ".htm", ".ndjson")
"""Endings of what this package writes beside records."""


class Other(NamedTuple):
    """A file that is no record.

    Parameters
    ----------
    path : Path
    reason : str
        A key of ``REASONS``, or ``unreadable``.
    detail : str
        The system's message about an unreadable one.
    """

    path: Path
    reason: str
    detail: str = ""

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """The reason why it isn't a record, a clause."""
        text = REASONS[self.reason]
        return _(text, detail=self.detail) if self.detail else text


REASONS = {
    "no record": _("it is no record"),
    "damaged": _("it is a damaged ZIP file"),
    "large": _("it is too large a ZIP file"),
    "encrypted": _("it is encrypted: unpack it with its password"),
    "nested": _("it is a ZIP file in a ZIP file: unpack that"),
    "outside": _("its name leads out of its ZIP file"),
    "twice": _("its ZIP file holds another file of this name"),
    "run": _("it is a run's folder: load_all takes it"),
    "unreadable": _("it can't be read: {detail}"),
}


class Place(NamedTuple):
    """A place where records were looked for.

    Parameters
    ----------
    root : Path or None
        The folder or the ZIP file; None for single files.
    records : list of Path
        Those in a ZIP file have a path that goes through it.
    runs : list of Path
        Folders of runs.
    others : list of Other
        Files that aren't records.
    """

    root: Path | None
    records: list[Path]
    runs: list[Path]
    others: list[Other]

    @property
    def unread(self) -> list[Other]:
        """The files and folders that a reader of records alone leaves out."""
        return [*self.others, *(Other(run, "run") for run in self.runs)]

    def name(self, path: Path) -> str:
        """Return the path of a file here, from the folder or ZIP file."""
        return (path.relative_to(self.root) if self.root else path).as_posix()


def look(source: Any) -> list[Place]:
    """Look for records.

    Parameters
    ----------
    source : path, glob, or iterable of these
        In a folder or a ZIP file all files are looked at, and those in folders below.  A single
        file counts as a record whatever it holds; in a list, even if it doesn't exist.

    Raises
    ------
    RecordError
        If it is none of these, or there is no such file or folder.
    """
    if isinstance(source, (str, Path)):
        return list(_at(source, alone=True))
    if not isinstance(source, (Sequence, Set, Iterator)):  # a frame yields its columns' names
        raise _no_source(source)
    return [place for path in source for place in _at(path, alone=False)]


def are_paths(source: Any) -> TypeGuard[str | Path | Sequence[str | Path]]:
    """Return True for a path, a glob, or a list of these."""
    several = source if isinstance(source, (list, tuple)) else [source]
    return bool(several) and all(isinstance(path, (str, Path)) for path in several)


def located(source: str | Path, game_id: str | None = None) -> Path:
    """Return the path of one game's record.

    Parameters
    ----------
    source : path or glob
    game_id : str, optional
        Its key; needed if several records are there.

    Raises
    ------
    RecordError
        If there is no such record, or several are there.
    """
    path = given_path(source)
    places = look(path)
    records = [record for place in places for record in place.records]
    if game_id is not None:
        for record in records:
            line = record_file.first_line(record)
            with contextlib.suppress(ValueError, AttributeError, RecursionError):
                if line and json.loads(line[0]).get("game_id") == game_id:
                    return record
        if records == [path]:
            raise RecordError(
                "game_id={game_id!r}: it is no record of this game", game_id=game_id, path=str(path)
            )
        raise RecordError(
            "game_id={game_id!r}: no record there holds this game", game_id=game_id, path=str(path)
        )
    if len(records) == 1:
        return records[0]
    if not records:
        raise nothing(path, places)
    raise RecordError(
        "there are {count} records; the path of one is needed, such as {first!r}",
        count=len(records),
        first=str(records[0]),
        path=str(path),
    )


def newest(folder: Path) -> list[Path]:
    """Return the records in a folder itself, the newest first; none if it can't be read."""
    try:
        files = [file for file in folder.iterdir() if not _is_companion(file.name)]
        dated = [(file.stat().st_mtime, file) for file in files if _examined(file)[0] == [file]]
    except OSError:
        return []
    return [path for _, path in sorted(dated, reverse=True)]


def nothing(source: Any, places: Iterable[Place]) -> RecordError:
    """Return the error that no record is at some places; it names what is there."""
    others = [other for place in places for other in place.unread]
    text = _("there is no record there")
    if others:
        text = _("{text}; {path}: {why}", text=text, path=others[0].path, why=others[0].message)
    if len(others) > 1:
        text = _("{text} (and {count} more files)", text=text, count=len(others) - 1)
    is_path = isinstance(source, (str, Path))
    return RecordError(text, path=str(source) if is_path else None)


def _no_source(source: Any) -> RecordError:
    return RecordError("{source!r:.80}: a path, a glob or a list of these is needed", source=source)


def _at(source: Any, *, alone: bool) -> Iterator[Place]:
    if not isinstance(source, (str, Path)):
        raise _no_source(source)
    path = given_path(source)
    if is_folder(path):
        yield _folder(path)
    elif is_there(path) or record_file.is_record_file(path):
        yield _file(path)
    elif glob.has_magic(str(path)):
        matches = sorted(map(Path, glob.glob(str(path), recursive=True)))  # noqa: PTH207  (any root)
        matches = [match for match in matches if not _is_companion(match.name)]
        if not matches:
            raise RecordError("no file or folder fits this", path=str(path))
        folders = [match for match in matches if is_folder(match)]
        yield from _files(match for match in matches if match not in folders)
        yield from map(_folder, folders)
    elif not alone:
        yield Place(None, [path], [], [])
    else:
        if path.suffix:
            record_file.read(path)  # says what is wrong
        raise RecordError("there is no such folder", path=str(path))


def _file(path: Path) -> Place:
    """Return the place of a file that was named."""
    if path.name == RUN:
        return Place(None, [], [path.parent], [])
    with contextlib.suppress(RecordError, OSError, ValueError):
        if record_file.head(path).startswith(archive.SIGNATURE):
            records, others = _inside(path)
            return Place(path, records, [], others)
    return Place(None, [path], [], [])


def _files(paths: Iterable[Path]) -> Iterator[Place]:
    """Yield the places of files that were found."""
    single = Place(None, [], [], [])
    for path in paths:
        if path.name == RUN:
            single.runs.append(path.parent)
            continue
        records, others = _examined(path)
        if records and records != [path]:
            yield Place(path, records, [], others)
        else:
            single.records.extend(records)
            single.others.extend(others)
    yield single


def _folder(folder: Path) -> Place:
    check_readable(folder)
    place = Place(folder, [], [], [])

    def unreadable(error: OSError) -> None:
        place.others.append(Other(Path(error.filename), "unreadable", reason(error)))

    inside: set[Path] = set()  # folders of runs, and those below them
    for name, folders, files in os.walk(folder, onerror=unreadable):
        here = Path(name)
        folders[:] = sorted(subfolder for subfolder in folders if not _is_companion(subfolder))
        if RUN in files:
            place.runs.append(here)
        if RUN in files or here.parent in inside:
            inside.add(here)
            continue
        for file in sorted(files):
            if not _is_companion(file):
                records, others = _examined(here / file)
                place.records.extend(records)
                place.others.extend(others)
    place.records.sort()
    return place


def _is_companion(name: str) -> bool:
    name = name.lower()
    return name.startswith(".") or name in _COMPANIONS or name.endswith(_BESIDE)


def _examined(path: Path) -> tuple[list[Path], list[Other]]:
    """Return the records and the others that a file is or holds."""
    if ".jsonl" in path.name.lower():
        return [path], []
    try:
        head = record_file.head(path)
    except RecordError:  # a pipe or a device
        return [], [Other(path, "no record")]
    except (OSError, ValueError) as error:
        return [], [Other(path, "unreadable", reason(error))]
    if head.startswith(archive.SIGNATURE):
        records, others = _inside(path)
        if records or path.suffix.lower() == ".zip":  # a workbook is a ZIP file too
            return records, others
    return ([path], []) if _begins_like_record(head) else ([], [Other(path, "no record")])


def _begins_like_record(head: bytes) -> bool:
    begins = head.removeprefix(record_file.BOM).lstrip().startswith(b"{")
    return begins and record_file.FORMAT.encode() in head


def _inside(path: Path) -> tuple[list[Path], list[Other]]:
    """Return the records and the other files in a ZIP file."""
    try:
        opened = record_file.opened_archive(path)
    except RecordError as error:
        return [], [Other(path, "large" if error.reason == "large" else "damaged")]
    except (OSError, ValueError) as error:
        return [], [Other(path, "unreadable", reason(error))]
    records, others = [], []
    for name, why in opened.left_out.items():
        if not any(_is_companion(part) for part in Path(name).parts if part != ".."):
            others.append(Other(path / name.lstrip("/"), why))
    for name in sorted(opened.files):
        inner = path / name
        if any(map(_is_companion, Path(name).parts)):
            continue
        if ".jsonl" in inner.name.lower():
            records.append(inner)
            continue
        try:
            head = record_file.head(inner)
        except RecordError:
            head = b""
        if _begins_like_record(head):
            records.append(inner)
        else:
            nested = inner.suffix.lower() == ".zip"
            others.append(Other(inner, "nested" if nested else "no record"))
    if not records and not others:
        others.append(Other(path, "no record"))
    return records, others
