"""Appending new events of a game to its record, and keeping the error if that fails."""

from __future__ import annotations

import tempfile
import weakref
from collections.abc import Callable
from pathlib import Path

from skyjo_widget.errors import RecordError
from skyjo_widget.records import record_file
from skyjo_widget.records.course import default_folder
from skyjo_widget.records.history import History
from skyjo_widget.util.browser_python import keeps_files
from skyjo_widget.util.messages import warn
from skyjo_widget.util.version import __version__


class RecordSync:
    """The record of a game, kept up to it.

    Parameters
    ----------
    history : History
        The game.
    writer : record_file.Writer or None
        Writes its events; None keeps them in memory.
    on_moved : callable
        A method, held weakly: called with the reason when the record is opened elsewhere in this
        program.

    Attributes
    ----------
    trouble : RecordError or None
        The error that stopped writing, the game continues in memory; or that the drive keeps
        nothing, its ``reason`` is ``fleeting``.
    saved : Path or None
        The file to which `save_as` has just written the game.
    """

    def __init__(
        self,
        history: History,
        writer: record_file.Writer | None,
        on_moved: Callable[[RecordError], None],
    ) -> None:
        self._history = history
        self._on_moved = weakref.WeakMethod(on_moved)  # a record must not keep its table alive
        self._writer: record_file.Writer | None = None
        self._written = 0  # number of the game's events in the record
        self._unsynced = False  # True if some of these may not be on the disk yet
        self._resumed = False
        self.trouble: RecordError | None = None
        self.saved: Path | None = None
        self._write_to(writer)

    @property
    def path(self) -> Path | None:
        """The record's file; None if the game is in memory only."""
        return self._writer.path if self._writer else None

    def resume(self, writer: record_file.Writer | None, written: int) -> None:
        """Continue a file that already has so many events; a `resume` event precedes the next."""
        self._write_to(writer)
        self._written = written
        self._resumed = True

    def write(self, *, sync: bool = True) -> None:
        """Append the game's new events to the record; retry after a failure.

        Parameters
        ----------
        sync : bool
            Wait until the disk has them, and those that were written before without waiting.
        """
        events = self._history.events
        written = self._written == len(events)
        if self._writer is None or (written and not (sync and self._unsynced)):
            return
        if self._resumed and not written:
            self._resumed = False
            at = record_file.timestamp()
            events.insert(self._written, {"event": "resume", "at": at, "software": __version__})
        try:
            self._writer.append(*events[self._written :], sync=sync)
        except RecordError as error:
            if self.trouble is self._fleeting:
                warn("{error}; the game goes on in memory only", error=error)
            self.trouble = error
        else:
            self._written = len(events)
            self._unsynced = not sync
            self.trouble = self._fleeting

    def save_as(self, record: str | Path | None) -> Path:
        """Write the whole game to a new file, and continue there; see `Session.save_as`."""
        name = record_file.file_name(self._history.header)
        place = None if record is None else record_file.place_for(record, name)
        if place:
            places = [place]
        else:
            folders = [default_folder("games"), Path.home(), Path(tempfile.gettempdir())]
            folders[:0] = [self.path.parent] if self.path else []
            places = [record_file.unused(folder / name) for folder in folders]
        former, events = self._writer, self._history.events
        writer = record_file.write_all(events, places)
        self._write_to(writer)
        self._written = len(events)
        self._unsynced = False
        if former:
            former.close()
        self.saved = writer.path
        return writer.path

    def close(self) -> None:
        """Close the file."""
        if self._writer:
            if self._unsynced:
                self.write()
            self._writer.close()

    def _write_to(self, writer: record_file.Writer | None) -> None:
        self._writer = writer
        self._fleeting: RecordError | None = None
        if writer:
            writer.on_moved = self._on_moved
            if not keeps_files(writer.path.parent):
                self._fleeting = RecordError(
                    "is lost when the page is closed: this browser's Python keeps no files",
                    path=str(writer.path),
                    reason="fleeting",
                )
        self.trouble = self._fleeting
