"""Following a folder: its page is made again as files arrive."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skyjo_widget.lessons.hand_in.collect import ReadFiles, list_files
from skyjo_widget.records.record_file import signature

PAUSE = 1.0
"""Seconds between two looks at the folder."""


class Watch:
    """A folder of hand-in files that is followed.

    A file counts as whole when two looks have found it the same.  (A file that states how many
    events it holds is also checked by `collect`.)

    Parameters
    ----------
    folder : path, glob, or list of these

    Attributes
    ----------
    read_files : dict
        What was read before; see `collect`.
    arriving : set of Path
        The files that have changed since the last look.
    """

    def __init__(self, folder: Any) -> None:
        self._folder = folder
        self._seen: dict[Path, tuple[int, int]] = {}
        self._state: Any = None
        self.read_files: ReadFiles = {}
        self.arriving: set[Path] = set()

    def look(self) -> bool:
        """Look at the folder; return True if there is something new to show."""
        before = self._seen
        self._seen = {path: signature(path) for path in list_files(self._folder)}
        self.arriving = {path for path, mark in self._seen.items() if before.get(path) != mark}
        state = (self._seen, self.arriving)
        if state == self._state:
            return False
        self._state = state
        return True

    def follow(self, make: Callable[[], Any], pause: float = PAUSE) -> None:
        """Call `make` at once and whenever files have come or gone, until it is interrupted.

        Parameters
        ----------
        make : callable
        pause : float
            Seconds between two looks.
        """
        try:
            self.look()
            self.arriving = set()  # those that lie there at the beginning
            make()
            while True:
                time.sleep(pause)
                if self.look():
                    make()
        except KeyboardInterrupt:
            return
