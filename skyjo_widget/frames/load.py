"""Loading of recorded games as a log."""

from __future__ import annotations

import contextlib
import functools
import gc
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import RecordError, SkyjoWidgetError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.frames import cache
from skyjo_widget.frames.log import Log
from skyjo_widget.frames.parts import Part, Played, Recorded, Stored
from skyjo_widget.frames.plain_records import Plain, PlainRecords
from skyjo_widget.frames.schema import FRAMES
from skyjo_widget.records import places, read_limits, record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.proof import NEEDED, PROVED, Finding, prove
from skyjo_widget.util.files import given_path
from skyjo_widget.util.messages import warn

Runs = Callable[[Path], tuple[Part, list[tuple[str, str]]]]
"""Opens a run's folder: its games, and the files left out with the reasons."""


def load_records(
    source: Any,
    *,
    verified: bool = False,
    seconds: float | None = read_limits.SECONDS,
    runs: Runs | None = None,
) -> Log:
    """Load recorded games as one log; parameters and errors as of `skyjo_widget.load_all`.

    Parameters
    ----------
    source : path, glob, Log, or iterable of these
    verified : bool
    seconds : float or None
    runs : callable, optional
        Opens folders of runs; without it they are left out.
    """
    loader = _Loader(verified, seconds, runs)
    several = isinstance(source, (Sequence, Set, Iterator)) and not isinstance(source, str)
    with _uncollected():
        for records in source if several else [source]:
            loader.add(records, alone=not several)
    empty = loader.looked and not any(part.ids for part in loader.parts)
    if empty and not loader.warnings:
        loader.warnings.append(
            message_of(places.nothing(None if several else source, loader.looked))
        )
    for text in loader.warnings:
        warn(text)
    return Log(parts=loader.parts, left_out=loader.left_out)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Leave garbage uncollected: games are many objects, none of them garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class _Loader:
    """The parts that were loaded, each game once."""

    def __init__(self, verified: bool, seconds: float | None, runs: Runs | None) -> None:
        self.verified, self.seconds, self.runs = verified, seconds, runs
        self.parts: list[Part] = []
        self.left_out: list[tuple[str, str]] = []
        self.warnings: list[str] = []
        self.looked: list[places.Place] = []
        self._there: set[Path] = set()
        by = _proved if verified else None
        self.read = functools.partial(read_limits.read_game, seconds=seconds, by=by)

    def add(self, source: Any, *, alone: bool) -> None:
        """Add a folder, a file, those of a glob, or a log."""
        if isinstance(source, Log):
            for part in source.parts:
                self.join(part)
            return
        looked = places.look(source if alone else [source])
        self.looked += looked
        for place in looked:
            if alone and place.records == [given_path(source)]:
                self.join(Played([self._whole(place.records[0])], place.records))
                continue
            self.files(place.records, place.root)
            for run in place.runs:
                self.run(run)
            for other in place.others:
                if other.reason == "no record":  # a folder may hold anything else
                    self.left_out.append((str(other.path), other.message))
                else:
                    self._leave(str(other.path), other.message)

    def run(self, run: Path) -> None:
        """Add the games of a run's folder."""
        if run.resolve() in self._there:
            return
        self._there.add(run.resolve())
        if self.runs is None:
            self._leave(str(run), places.Other(run, "run").message)
            return
        try:
            part, left_out = self.runs(run)
        except SkyjoWidgetError as error:
            self._leave(str(run), message_of(error), _("left out: {error}", error=error))
            return
        for file, reason in left_out:
            self._leave(file, reason)
        self.join(part)

    def files(self, paths: list[Path], folder: Path | None) -> None:
        """Add records; those of a folder with its cache."""
        places = {path: path.resolve() for path in paths}
        paths = [path for path in paths if places[path] not in self._there]
        self._there.update(places.values())
        cached = folder is not None and len(paths) >= cache.LEAST
        earlier = (
            cache.read(folder, verified=self.verified) if folder and cached else cache.Cached()
        )
        records: list[Recorded] = []
        fresh: list[Recorded] = []
        sound: list[Recorded] = []  # nothing has to be said of them
        same = {path: _unchanged(path, folder, earlier, self.read) for path in paths if folder}
        others = [path for path in paths if cached and not self.verified and not same[path]]
        plain = PlainRecords(others, self.seconds)
        for path in paths:
            record = same.get(path)
            if path in plain.records:
                record = _plain(plain.records[path], self.read)
                fresh.append(record)
                sound.append(record)
            elif record is None:
                try:
                    content, history = self.read(path)
                except RecordError as error:
                    self._leave(
                        str(path), _without_path(error, path), _("left out: {error}", error=error)
                    )
                    continue
                record = _recorded(path, content, history, self.read)
                fresh.append(record)
                if not self._doubts(path, content, history):
                    sound.append(record)
            else:
                sound.append(record)
            records.append(record)
        records = self._once(records)
        new = [record for record in records if any(record is kept for kept in fresh)]
        if not cached or not records:
            played = [record.history for record in records if record.history]
            self.join(Played(played, [record.path for record in records]))
            return
        frames = _joined(earlier.frames, plain, records, new)
        stored = Stored(frames, records)
        if folder and len(new) * 20 > len(records):
            lasting = stored.without(
                k for k, record in enumerate(records) if not any(record is kept for kept in sound)
            )
            cache.write(folder, lasting.records, lasting.frames, verified=self.verified)
        self.join(stored)

    def join(self, part: Part) -> None:
        """Add a part; of a game that is there twice the longer one is kept."""
        there: dict[str, tuple[int, int]] = {}
        for number, other in enumerate(self.parts):
            there |= {game: (number, k) for k, game in enumerate(other.ids)}
        out: set[int] = set()
        for k, game in enumerate(part.ids):
            if game not in there:
                there[game] = (len(self.parts), k)
                continue
            number, at = there[game]
            other = self.parts[number] if number < len(self.parts) else part
            if part.size(k) > other.size(at):
                kept, less = (part, k), (other, at)
                there[game] = (len(self.parts), k)
                if other is part:
                    out.add(at)
                else:
                    self.parts[number] = other.without([at])
                    there |= {g: (number, j) for j, g in enumerate(self.parts[number].ids)}
            else:
                kept, less = (other, at), (part, k)
                out.add(k)
            self._leave_copy(less[0].place(less[1]), kept[0].place(kept[1]))
        self.parts.append(part.without(out) if out else part)

    def _whole(self, path: Path) -> History:
        content, history = self.read(path)
        self._doubts(path, content, history)
        return history

    def _doubts(self, path: Path, content: record_file.Found, history: History) -> bool:
        """Note what is doubtful in a record; return whether anything is."""
        doubts: list[str] = [
            _("{path}, {doubt}", path=path, doubt=doubt) for doubt in history.doubts
        ]
        if content.torn:
            doubts.insert(0, _("{path}: the last line was cut off and is left out", path=path))
        if content.edited:
            doubts.append(f"{path}, line {content.edited}: {record_file.EDITED}")
        self.warnings += doubts
        return bool(doubts)

    def _once(self, records: list[Recorded]) -> list[Recorded]:
        """Return the longest record of each game."""
        kept: dict[str, Recorded] = {}
        for record in records:
            other = kept.get(record.game_id)
            if other is None or record.events > other.events:
                kept[record.game_id] = record
            if other is not None:
                longer = kept[record.game_id]
                self._leave_copy(str((record if longer is other else other).path), str(longer.path))
        return [record for record in records if kept[record.game_id] is record]

    def _leave_copy(self, less: str, kept: str) -> None:
        reason = _("holds no more of the same game than {kept}", kept=kept)
        self._leave(less, reason, _("left out: {file} {reason}", file=less, reason=reason))

    def _leave(self, file: str, reason: str, text: str = "") -> None:
        self.left_out.append((file, reason))
        self.warnings.append(text or _("left out: {file}: {reason}", file=file, reason=reason))


def _recorded(path: Path, content: record_file.Found, history: History, read: Any) -> Recorded:
    game_id = str(history.header["game_id"])
    first = record_file.to_line(history.header)
    return Recorded(path, content.digest, game_id, len(history.events), first, read, history)


def _plain(record: Plain, read: Any) -> Recorded:
    header = record.history.header
    first = record_file.to_line(header)
    return Recorded(record.path, record.digest, header["game_id"], record.lines, first, read)


def _unchanged(path: Path, folder: Path, earlier: cache.Cached, read: Any) -> Recorded | None:
    """Return a record that the cache knows as it is; else None."""
    stamp = earlier.games.get(path.relative_to(folder).as_posix())
    if stamp is None:
        return None
    digest, game_id, events = stamp
    line = record_file.first_line(path)
    if line is None or line[1] != digest:
        return None
    return Recorded(path, digest, game_id, events, line[0], read)


def _joined(
    earlier: dict[str, pd.DataFrame],
    plain: PlainRecords,
    records: list[Recorded],
    new: list[Recorded],
) -> dict[str, pd.DataFrame]:
    """Return the frames of records, in their order: earlier ones and new ones."""
    order = {record.game_id: number for number, record in enumerate(records)}
    fresh = {id(record) for record in new}
    old = {record.game_id for record in records if id(record) not in fresh}
    replayed = [(record.history, record.path) for record in new if record.history]
    played = Played([history for history, _ in replayed], [path for _, path in replayed])
    traced = {record.path for record in new if not record.history}
    of_traced = plain.frames(traced) if traced else {}
    frames = {}
    for name in FRAMES:
        parts = [played.frame(name)] if replayed else []
        parts += [of_traced[name]] if traced else []
        if old:
            frame = earlier[name]
            ours = frame["game_id"].isin(old)
            parts.append(frame if ours.all() else frame[ours])
        full = [part for part in parts if len(part)] or parts[:1]
        frame = full[0] if len(full) == 1 else pd.concat(full)
        place = frame["game_id"].map(order).to_numpy(int)
        if (place[1:] < place[:-1]).any():
            frame = frame.iloc[place.argsort(kind="stable")]
        frames[name] = frame.reset_index(drop=True)
    paths = pd.Series([str(record.path) for record in records], dtype=FRAMES["games"]["path"])
    frames["games"]["path"] = paths
    return frames


def _without_path(error: RecordError, path: Path) -> str:
    """Return the text of an error without the path in front."""
    return str(error).removeprefix(f"{path}: ").removeprefix(f"{path}, ")


def _proved(read: record_file.Found, path: Path) -> History:
    """Return the game of a proved record; raise `RecordError` if it isn't proved."""
    proof = prove(read, path)
    if proof.history is None or proof.verdict != PROVED:
        parts = ", ".join(part for part in NEEDED if proof.parts[part] != PROVED) or "bots"
        finding = (
            proof.findings[0]
            if proof.findings
            else Finding("", None, _("not proved: {parts}", parts=parts))
        )
        raise RecordError(finding.text, path=str(path), line=finding.line)
    return proof.history
