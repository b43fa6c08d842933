"""The cache of a folder of records: their frames, as one file beside the folder.

It saves the replaying of records that are as they were: each is known by the hash of its bytes,
so nothing in it can be stale.  It can't be forged either: the file is signed with a key that only
this user has, and ignored without it, as if it were damaged or of another version.  Where it
can't be written, there is none.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import hmac
import io
import json
import os
import secrets
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.frames.arrow import from_arrow, to_arrow
from skyjo_widget.frames.parts import Recorded
from skyjo_widget.frames.schema import FRAMES
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.files import create_whole, make_folder, replace_whole
from skyjo_widget.util.reading import read_bytes
from skyjo_widget.util.version import __version__

LEAST = 20
"""Records for which it is worth it."""
_SIGNED = 32
"""Bytes of the signature."""


def place(folder: Path) -> Path:
    """Return the path of a folder's cache."""
    folder = folder.resolve()
    return folder.parent / f".{folder.name}.frames-cache"


class Cached:
    """The contents of a cache.

    Parameters
    ----------
    games : dict of str to tuple
        By the record's place in the folder: the hash of its bytes, the game's key and its number
        of events.
    frames : dict of str to DataFrame
        The public frames of these games.
    """

    def __init__(
        self,
        games: dict[str, tuple[str, str, int]] | None = None,
        frames: dict[str, pd.DataFrame] | None = None,
    ) -> None:
        self.games: dict[str, tuple[str, str, int]] = games or {}
        self.frames: dict[str, pd.DataFrame] = frames or {}


LARGEST = 1_000_000_000
"""Maximum size of a cache in bytes; that of 10,000 games has some 30 million."""


def read(folder: Path, *, verified: bool) -> Cached:
    """Read a folder's cache; an empty one if there is none that can be trusted.

    Parameters
    ----------
    folder : Path
    verified : bool
        Whether the records must have been proved.
    """
    try:
        data = read_bytes(place(folder), LARGEST)
        key = _key(make=False)
        signed, data = data[:_SIGNED], data[_SIGNED:]
        if key is None or not hmac.compare_digest(signed, _signature(key, data)):
            return Cached()
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            index = json.loads(file.read("index.json"))
            if index["made_by"] != _made_by() or index["verified"] < verified:
                return Cached()
            _, pq = need_arrow()
            frames = {
                name: from_arrow(pq.read_table(io.BytesIO(file.read(name))), name)
                for name in FRAMES
            }
        return Cached({place: tuple(about) for place, about in index["games"].items()}, frames)
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile, SkyjoWidgetError):
        return Cached()


def write(
    folder: Path,
    records: Sequence[Recorded],
    frames: Mapping[str, pd.DataFrame],
    *,
    verified: bool,
) -> None:
    """Write a folder's cache, if that is possible.

    Parameters
    ----------
    folder : Path
    records : sequence of Recorded
    frames : mapping of str to DataFrame
        Their public frames.
    verified : bool
        Whether all were proved.
    """
    games = {
        record.path.relative_to(folder).as_posix(): (record.digest, record.game_id, record.events)
        for record in records
    }
    with contextlib.suppress(OSError, ValueError, SkyjoWidgetError):  # pyarrow's are ValueErrors
        key = _key(make=True)
        if key is None:
            return
        _, pq = need_arrow()
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w") as file:
            about = {"made_by": _made_by(), "verified": verified, "games": games}
            file.writestr("index.json", json.dumps(about))
            for name, frame in frames.items():
                written = io.BytesIO()
                pq.write_table(to_arrow(frame, name), written, compression="zstd")
                file.writestr(name, written.getvalue())
        data = whole.getvalue()
        replace_whole(place(folder), _signature(key, data) + data)


def _signature(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def _key(*, make: bool) -> bytes | None:
    """Return this user's key; None if there is none."""
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        folder = Path(home) if home else Path.home() / ".cache"
        path = folder / "skyjo_widget" / "frames.key"
        with contextlib.suppress(FileNotFoundError):
            return read_bytes(path, 1000)
        if not make:
            return None
        make_folder(path.parent)
        with contextlib.suppress(FileExistsError):  # another process was faster
            create_whole(path, secrets.token_bytes(32))
            path.chmod(0o600)
        return read_bytes(path, 1000)
    except (OSError, RuntimeError):  # not even a home
        return None


@functools.cache
def _made_by() -> str:
    """Hash all that the frames depend on: the version, and the sources that make them.

    Raises
    ------
    OSError
        If the sources can't be read.
    """
    digest = hashlib.sha256(__version__.encode())
    package = Path(__file__).parents[1]
    for room in ("engine", "records", "frames"):
        for file in sorted((package / room).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()
