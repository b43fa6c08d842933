"""The files in a ZIP file, as learning platforms give them: read in memory, never unpacked to disk.

``docs/internals/security.md`` gives the limits.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath

from skyjo_widget.errors import RecordError

SIGNATURE = b"PK\x03\x04"
"""The first bytes of a ZIP file that isn't empty."""
LARGEST = 200_000_000
"""Maximum size of a ZIP file in bytes."""
MOST = 20_000
"""Maximum number of files in it."""
UNPACKED = 2_000_000_000
"""Maximum size of all of them in bytes."""

_UTF_8, _ENCRYPTED = 0x800, 0x1
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


class Archive:
    """A ZIP file's bytes.

    Parameters
    ----------
    data : bytes
    path : str
        Its path, for messages.

    Attributes
    ----------
    files : dict of str to ZipInfo
        Its files that can be read, by their paths in it.
    left_out : dict of str to str
        The others, with the reason: ``encrypted``, ``outside`` or ``twice``.

    Raises
    ------
    RecordError
        If it is no ZIP file, is damaged, or is too large; its `reason` is ``large`` then.
    """

    def __init__(self, data: bytes, path: str) -> None:
        self._path = path
        if len(data) > LARGEST or data.count(b"PK\x01\x02") > MOST:  # before its list is made
            raise self._too_large()
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            every = [entry for entry in self._zip.infolist() if not entry.is_dir()]
        except _DAMAGED as error:
            raise RecordError("is a damaged ZIP file: {error}", error=error, path=path) from None
        if len(every) > MOST or sum(entry.file_size for entry in every) > UNPACKED:
            raise self._too_large()
        self.files: dict[str, zipfile.ZipInfo] = {}
        self.left_out: dict[str, str] = {}
        for entry in every:
            name = PurePosixPath(_name(entry).replace("\\", "/"))
            if name.is_absolute() or ".." in name.parts or ":" in name.parts[0]:
                self.left_out[_name(entry)] = "outside"
            elif entry.flag_bits & _ENCRYPTED:
                self.left_out[str(name)] = "encrypted"
            elif str(name) in self.files:
                self.left_out[str(name)] = "twice"
            else:
                self.files[str(name)] = entry

    def read(self, name: str, largest: int) -> bytes:
        """Return a file's first bytes, as many as asked for at most.

        Raises
        ------
        FileNotFoundError
            If there is no such file.
        RecordError
            If it is damaged.
        """
        if name not in self.files:
            raise FileNotFoundError(2, "No such file or directory")
        try:
            with self._zip.open(self.files[name]) as file:
                return file.read(largest)
        except (*_DAMAGED, RuntimeError) as error:
            where = f"{self._path}/{name}"
            raise RecordError(
                "can't be unpacked: {error}", error=error, path=where, reason="damaged"
            ) from None

    def _too_large(self) -> RecordError:
        return RecordError(
            "is a ZIP file of more than {largest:,} bytes, {most:,} files or "
            "{unpacked:,} bytes unpacked",
            largest=LARGEST,
            most=MOST,
            unpacked=UNPACKED,
            path=self._path,
            reason="large",
        )


def _name(entry: zipfile.ZipInfo) -> str:
    """Return a file's name; many programs write UTF-8 without saying so."""
    if not entry.flag_bits & _UTF_8:
        try:
            return entry.filename.encode("cp437").decode()
        except UnicodeError:
            pass
    return entry.filename
