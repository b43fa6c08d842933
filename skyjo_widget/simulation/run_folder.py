"""The folder of a run: its description, and Parquet files of its results.

A file is named after the first and last game that it holds:
``decisions/000000000-000001023.parquet``.  Small files are joined as they accumulate, so that a
slow run saves each game without leaving thousands of files.
"""

from __future__ import annotations

import bisect
import contextlib
import itertools
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import RecordError, RulesError, SimulationError
from skyjo_widget.records.lock import RecordLock
from skyjo_widget.records.places import RUN
from skyjo_widget.records.record_file import timestamp
from skyjo_widget.simulation import trace_frames
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.files import (
    create_whole,
    given_path,
    make_folder,
    reason,
    rename,
    sync_folder,
    write_synced,
)
from skyjo_widget.util.reading import read_text, regular

GAMES = 1024
"""Games per file, once small files are joined."""

_OPTIONAL = ("actions", "faults")
"""The folders in which not each span has a file."""
_NAME = re.compile(r"(\d{9,10})-(\d{9,10})\.parquet")


ABOUT = 50_000_000
"""Maximum size of a run's description in bytes."""


class RunFolder:
    """The folder to which a run writes.

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
        self._created = False  # True if this run has created the folder
        self._hold: RecordLock | None = None  # while the run is writing

    @classmethod
    def make(cls, to: Any, about: Mapping[str, Any]) -> RunFolder:
        """Create a new folder with the description of the run.

        Raises
        ------
        RulesError
            If it isn't a path, or the folder exists and isn't empty.
        SimulationError
            If it couldn't be written.
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        need_arrow()
        if not isinstance(to, (str, Path)):
            raise RulesError("to={to!r} is no path of a folder", to=to)
        path = given_path(to)
        folder = cls(path)
        try:
            folder._created = not path.exists()
            if not folder._created and (not path.is_dir() or folder._left_over() is None):
                raise RulesError(
                    "to={path!r} exists already and isn't empty: name a new folder", path=str(path)
                )
            make_folder(path)
            folder.lock()
            try:
                for file in folder._left_over() or []:
                    file.unlink(missing_ok=True)
                create_whole(path / RUN, json.dumps(about, indent=1).encode())
            except BaseException:
                folder.give_back()
                raise
        except OSError as error:
            raise SimulationError(
                "to={path!r}: it couldn't be written: {error}", path=str(path), error=error
            ) from None
        return folder

    def _left_over(self) -> list[Path] | None:
        """Return the files of a run killed before its first game; None if there are others."""
        try:
            about = json.loads(read_text(self.path / RUN, ABOUT))
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
        """Open the folder of a run, finished or not; return it with its description.

        Raises
        ------
        SimulationError
            If there is no such folder, it can't be read, or it holds no game.
        """
        need_arrow()
        try:
            about = json.loads(read_text(path / RUN, ABOUT))
        except (OSError, ValueError) as error:
            raise SimulationError(
                "{path!r} is no folder of a run: {error}", path=str(path), error=reason(error)
            ) from None
        folder = cls(path)
        folder.look()
        if not folder.spans:
            raise SimulationError("{path!r}: no game was finished there", path=str(path))
        return folder, about

    def look(self) -> None:
        """Find the spans of the files that are there."""
        self.spans = []
        named = [_NAME.fullmatch(file.name) for file in (self.path / "games").glob("*.parquet")]
        bounds = [(int(name[1]), -int(name[2])) for name in named if name]
        for first, last in sorted(bounds):  # a joined file before its parts
            if first == self.games:
                self.spans.append((first, -last))

    def lock(self) -> None:
        """Lock the folder until `close`.

        Raises
        ------
        RulesError
            If another run has locked it.
        """
        try:
            self._hold = RecordLock(self.path / RUN, timestamp())
        except RecordError:
            raise RulesError("to={path!r}: another run writes there", path=str(self.path)) from None

    def mend(self, names: Sequence[str]) -> None:
        """Bring the folder of a killed run to the end of its last whole game.

        The first damaged file goes, with all files of later games; so do half-written ones, and
        parts of joined ones.

        Parameters
        ----------
        names : sequence of str
            The frames that were kept.

        Raises
        ------
        OSError
            If a file can't be removed.
        """
        broken = self.broken([*names, *_OPTIONAL])
        self.spans = list(itertools.takewhile(lambda span: span not in broken, self.spans))
        kept = {_name(span) for span in self.spans}
        inner = [path for path in self.path.iterdir() if path.is_dir()]
        for folder in sorted(inner, key=lambda path: path.name != "games"):  # as in `_put`
            for file in list(folder.iterdir()):
                name = file.name.removeprefix("_").removesuffix(".half")
                if _NAME.fullmatch(name) and file.name not in kept:
                    file.unlink()
        for file in list(self.path.glob(f".{RUN}-*")):
            file.unlink()
        self.join()

    @property
    def games(self) -> int:
        """The number of games in the folder."""
        return self.spans[-1][1] + 1 if self.spans else 0

    def write(self, games: int, files: Mapping[str, bytes]) -> None:
        """Add the files of the next games.

        Parameters
        ----------
        games : int
            The number of games.
        files : mapping of str to bytes
            The files' contents, by their folders.

        Raises
        ------
        SimulationError
            If they couldn't be written; none of them is left.
        """
        span = (self.games, self.games + games - 1)
        try:
            self._put(span, files)
        except OSError as error:
            raise SimulationError("it couldn't be written: {error}", error=error) from None
        self.spans.append(span)
        if self.games % GAMES == 0:
            self._join(self.spans[bisect.bisect_left(self.spans, (self.games - GAMES, 0)) :])

    def join(self) -> None:
        """Join the small files; keep them if that fails, as on a full disk."""
        for _, spans in itertools.groupby(list(self.spans), lambda span: span[0] // GAMES):
            self._join(list(spans))

    def _join(self, small: list[tuple[int, int]]) -> None:
        """Join the files of some spans; the file is the same if parts of it were joined before."""
        if len(small) < 2:
            return
        whole = {}
        for inner in [path for path in self.path.iterdir() if path.is_dir()]:
            files = [inner / _name(span) for span in small]
            files = [file for file in files if file.exists()]  # not all have actions, or faults
            if files:
                try:
                    whole[inner.name] = trace_frames.joined_parquet(files)
                except (
                    OSError,
                    ValueError,
                    MemoryError,
                ):  # pyarrow's errors are subclasses of these
                    return
        with contextlib.suppress(OSError):
            span = (small[0][0], small[-1][1])
            self._put(span, whole)
            at = self.spans.index(small[0])
            self.spans[at : at + len(small)] = [span]
            for part in small:
                for folder in whole:
                    (self.path / folder / _name(part)).unlink(missing_ok=True)

    def read(
        self,
        name: str,
        wanted: tuple[str, ...] = (),
        spans: Sequence[tuple[int, int]] | None = None,
    ) -> pd.DataFrame:
        """Read one of the frames, of all files or those of some spans."""
        return trace_frames.read_parquet(name, self.files(name, spans), wanted)

    def broken(self, names: Sequence[str]) -> dict[tuple[int, int], tuple[Path, str]]:
        """Return by span the first file of some frames that is no whole Parquet file, and why."""
        _, pq = need_arrow()
        faults = {}
        for span in self.spans:
            for name in names:
                file = self.path / name / _name(span)
                if name in _OPTIONAL and not file.exists():
                    continue
                try:
                    pq.read_metadata(regular(file))
                except (OSError, ValueError) as error:  # pyarrow's errors are subclasses of these
                    faults[span] = file, str(error).splitlines()[0]
                    break
        return faults

    def faults(self) -> pd.DataFrame | None:
        """Read the faults; None if there are none."""
        files = [file for file in self.files("faults") if file.exists()]
        return trace_frames.read_rows(files) if files else None

    def actions(self, first: int, last: int) -> list[list[int]] | None:
        """Read the actions of some games of one block; None if they weren't kept."""
        span = next(span for span in self.spans if span[0] <= first <= span[1])
        file = self.path / "actions" / _name(span)
        if not file.exists():
            return None
        rows = trace_frames.read_rows([file])
        kept = rows["actions"][rows["game"].between(first, last)]
        return [list(actions) for actions in kept] or None

    def give_back(self) -> None:
        """Remove what was made here if no result was written, so that a run can use it again."""
        with contextlib.suppress(OSError):
            (self.path / RUN).unlink(missing_ok=True)
            self.close()
            for inner in self.path.iterdir():
                inner.rmdir()
            if self._created:
                self.path.rmdir()

    def close(self) -> None:
        """Release the lock on the folder."""
        if self._hold:
            self._hold.release()
            self._hold = None

    def files(self, name: str, spans: Sequence[tuple[int, int]] | None = None) -> list[Path]:
        """List the files of a frame, of all games or those of some spans, in order."""
        return [self.path / name / _name(span) for span in (self.spans if spans is None else spans)]

    def _put(self, span: tuple[int, int], files: Mapping[str, bytes]) -> None:
        """Write all files or none; `games` comes last, so its presence implies all others."""
        written: list[Path] = []
        try:
            for folder, content in sorted(files.items(), key=lambda item: item[0] == "games"):
                make_folder(self.path / folder)
                written.append(self.path / folder / f"_{_name(span)}.half")  # readers ignore it
                written[-1].unlink(missing_ok=True)
                write_synced(written[-1], content)
            for number, half in enumerate(written):
                whole = half.with_name(_name(span))
                rename(half, whole)
                written[number] = whole
                sync_folder(half.parent)  # in this order on disk too: `games` last
        except BaseException:
            for path in written:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            raise


def _name(span: tuple[int, int]) -> str:
    return f"{span[0]:09d}-{span[1]:09d}.parquet"
