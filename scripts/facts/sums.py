"""The sums of all parts that were played, in a file that any later run adds to."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from scripts.facts.play import NAMES
from skyjo_widget.util.files import write_whole

FILE = Path(__file__).parent / "sums.json"


class Sums:
    """The sums of the parts of each table.

    Parameters
    ----------
    file : path
        Is read if it exists; `save` writes it.

    Attributes
    ----------
    parts : dict of str to int
        The parts of each table that were played.
    tables : dict of str to array
        Their sums, by table.
    """

    def __init__(self, file: Path = FILE) -> None:
        self.file = file
        self.parts: dict[str, int] = {}
        self.tables: dict[str, npt.NDArray[np.int64]] = {}
        if file.exists():
            stored = json.loads(file.read_text("utf-8"))
            if stored["names"] != list(NAMES):
                raise ValueError(f"{file} has sums of other quantities: play anew without it")
            for key, (parts, *sums) in stored["tables"].items():
                self.parts[key] = parts
                self.tables[key] = np.array(sums, np.int64)

    def __contains__(self, key: str) -> bool:
        return key in self.tables

    def __getitem__(self, key: str) -> npt.NDArray[np.int64]:
        """Return the sums of a table, 3 × names; zeros if no part was played."""
        return self.tables.get(key, np.zeros((3, len(NAMES)), np.int64))

    def rounds(self, key: str) -> int:
        """Return how many rounds of a table were played."""
        return int(self[key][0, NAMES.index("rounds")])

    def add(self, key: str, sums: npt.NDArray[np.int64]) -> None:
        """Add the next part of a table."""
        self.tables[key] = self[key] + sums
        self.parts[key] = self.parts.get(key, 0) + 1

    def drop(self, keys: Iterable[str]) -> None:
        """Drop the parts of some tables, which can be played anew."""
        for key in keys:
            self.parts.pop(key, None)
            self.tables.pop(key, None)

    def save(self) -> None:
        """Write the file, a line for each table."""
        lines = [
            f"{json.dumps(key)}: {json.dumps([self.parts[key], *sums.tolist()])}"
            for key, sums in self.tables.items()
        ]
        text = f'{{"names": {json.dumps(NAMES)},\n"tables": {{\n' + ",\n".join(lines) + "\n}}\n"
        write_whole(self.file, text.encode())
