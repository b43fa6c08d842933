"""A run's folder: what is played, and Parquet files of what came of it.

A file is named after the games that it holds, from the first to the last:
``decisions/000000000-000001023.parquet``.  Small ones are joined as they become many, so that
a run that takes a second for a game keeps each, and leaves no thousand files.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import RecordError, RulesError, SimulationError
from skyjo_widget.frames.export import need_arrow
from skyjo_widget.records.lock import RecordLock
from skyjo_widget.records.record_file import timestamp
from skyjo_widget.simulation import trace_frames as noted_frames
from skyjo_widget.util.files import create_whole, given_path, make_folder, sync_folder, write_synced

RUN = "run.json"
"""What the games are."""
GAMES = 1024
"""That a file holds, once small ones are joined."""

_NAME = re.compile(r"(\d{9,10})-(\d{9,10})\.parquet")


class RunFolder:
    """Where a run writes.

    Parameters
    ----------
    path : Path
        The folder.

    Attributes
    ----------
    spans : list of tuple of int
        The first and the last game of each file, in order.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.spans: list[tuple[int, int]] = []
        self._made = False  # whether the folder itself is ours
        self._hold: RecordLock | None = None  # while the run goes on

    @classmethod
    def make(cls, to: Any, about: Mapping[str, Any]) -> RunFolder:
        """A new folder, with a note of what will be in it.

        Raises
        ------
        RulesError
            If it is no path, or there is something already.
        SimulationError
            If it couldn't be written.
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        need_arrow()
        if not isinstance(to, (str, Path)):
            raise RulesError(f"to={to!r} is no path of a folder")
        path = given_path(to)
        folder = cls(path)
        try:
            folder._made = not path.exists()
            if not folder._made and (not path.is_dir() or folder._left_over() is None):
                raise RulesError(
                    f"to={str(path)!r} exists already and isn't empty: name a new folder"
                )
            make_folder(path)
            try:
                folder._hold = RecordLock(path / RUN, timestamp())
            except RecordError:
                raise RulesError(f"to={str(path)!r}: another run writes there") from None
            try:
                for file in folder._left_over() or []:
                    file.unlink(missing_ok=True)
                create_whole(path / RUN, json.dumps(about, indent=1).encode())
            except BaseException:
                folder.give_back()
                raise
        except OSError as error:
            raise SimulationError(f"to={str(path)!r}: it couldn't be written: {error}") from None
        return folder

    def _left_over(self) -> list[Path] | None:
        """The files of a run that was killed before it had a game; None if there is more."""
        try:
            about = json.loads((self.path / RUN).read_bytes())
            ours = {"run", "table"} <= about.keys()
        except (OSError, ValueError, AttributeError):
            ours = False
        files = []
        for inner in self.path.iterdir():
            if (inner.name == RUN and ours) or inner.name.startswith(f".{RUN}-"):
                files.append(inner)
            elif inner.is_dir() and ours:
                within = list(inner.iterdir())
                names = [file.name.removeprefix("_").removesuffix(".half") for file in within]
                games = inner.name == "games" and any(_NAME.fullmatch(f.name) for f in within)
                if games or not all(map(_NAME.fullmatch, names)):
                    return None
                files += within
            elif inner.name != f".{RUN}.lock":
                return None
        return files

    @classmethod
    def find(cls, path: Path) -> tuple[RunFolder, dict[str, Any]]:
        """The folder of a run, whether it was finished or not, and its note.

        Raises
        ------
        SimulationError
            If there is no such folder, it can't be read, or there is no game in it.
        """
        need_arrow()
        try:
            about = json.loads((path / RUN).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise SimulationError(f"{str(path)!r} is no folder of a run: {error}") from None
        folder = cls(path)
        named = [_NAME.fullmatch(file.name) for file in (path / "games").glob("*.parquet")]
        found = [(int(name[1]), -int(name[2])) for name in named if name]
        for first, last in sorted(found):  # a joined file comes before those that it has joined
            if first == folder.games:
                folder.spans.append((first, -last))
        if not folder.spans:
            raise SimulationError(f"{str(path)!r}: no game was finished there")
        return folder, about

    @property
    def games(self) -> int:
        """How many are there."""
        return self.spans[-1][1] + 1 if self.spans else 0

    def write(self, games: int, files: Mapping[str, bytes]) -> None:
        """Add the files of the next games.

        Parameters
        ----------
        games : int
            How many.
        files : mapping of str to bytes
            By their folders.

        Raises
        ------
        SimulationError
            If they couldn't be written; nothing of them is left.
        """
        span = (self.games, self.games + games - 1)
        try:
            self._put(span, files)
        except OSError as error:
            raise SimulationError(f"it couldn't be written: {error}") from None
        self.spans.append(span)
        small = self._small()
        if len(small) > 1 and small[-1][1] + 1 - small[0][0] >= GAMES:
            self.join()

    def join(self) -> None:
        """Join the small files; if there is no room for that they stay as they are."""
        small = self._small()
        if len(small) < 2:
            return
        whole = {}
        for inner in [path for path in self.path.iterdir() if path.is_dir()]:
            files = [inner / _name(span) for span in small]
            files = [file for file in files if file.exists()]  # not all have actions, or faults
            if files:
                try:
                    whole[inner.name] = noted_frames.joined_parquet(files)
                except (OSError, ValueError, MemoryError):  # pyarrow's errors are of these
                    return
        with contextlib.suppress(OSError):
            span = (small[0][0], small[-1][1])
            self._put(span, whole)
            self.spans[-len(small) :] = [span]
            for one in small:
                for folder in whole:
                    (self.path / folder / _name(one)).unlink(missing_ok=True)

    def read(self, name: str, wanted: tuple[str, ...] = ()) -> pd.DataFrame:
        """One of the frames."""
        return noted_frames.read_parquet(name, self._files(name), wanted)

    def faults(self) -> pd.DataFrame | None:
        """What has stopped games; None if nothing has."""
        files = [file for file in self._files("faults") if file.exists()]
        return noted_frames.read_rows(files) if files else None

    def actions(self, first: int, last: int) -> list[list[int]] | None:
        """The actions of some games of one block; None if they weren't kept."""
        span = next(span for span in self.spans if span[0] <= first <= span[1])
        file = self.path / "actions" / _name(span)
        if not file.exists():
            return None
        rows = noted_frames.read_rows([file])
        kept = rows["actions"][rows["game"].between(first, last)]
        return [list(actions) for actions in kept] or None

    def give_back(self) -> None:
        """Remove what was made here, if nothing was written, so that a run can use it again."""
        with contextlib.suppress(OSError):
            (self.path / RUN).unlink(missing_ok=True)
            self.close()
            for inner in self.path.iterdir():
                inner.rmdir()
            if self._made:
                self.path.rmdir()

    def close(self) -> None:
        """Let another run have the folder, as far as there is room in it."""
        if self._hold:
            self._hold.release()
            self._hold = None

    def _small(self) -> list[tuple[int, int]]:
        """The last files, as far as they are small."""
        count = 0
        for first, last in reversed(self.spans):
            if last + 1 - first >= GAMES:
                break
            count += 1
        return self.spans[len(self.spans) - count :]

    def _files(self, name: str) -> list[Path]:
        return [self.path / name / _name(span) for span in self.spans]

    def _put(self, span: tuple[int, int], files: Mapping[str, bytes]) -> None:
        """Write all of them or none; where a file of `games` is, all others are."""
        written: list[Path] = []
        try:
            for folder, content in sorted(files.items(), key=lambda item: item[0] == "games"):
                make_folder(self.path / folder)
                written.append(self.path / folder / f"_{_name(span)}.half")  # no reader takes it
                written[-1].unlink(missing_ok=True)
                write_synced(written[-1], content)
            for number, half in enumerate(written):
                written[number] = half.replace(half.with_name(_name(span)))
                sync_folder(half.parent)  # one after the other: `games` comes last to the disk too
        except BaseException:
            for path in written:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            raise


def _name(span: tuple[int, int]) -> str:
    return f"{span[0]:09d}-{span[1]:09d}.parquet"
