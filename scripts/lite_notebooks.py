"""The lessons as they run in a browser's own Python: fewer games, and no outputs yet.

They are made from ``notebooks/``; what differs stands in `CHANGES`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "notebooks"
KERNEL = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}

Change = tuple[str, str, str]
"""A cell's id, a text that stands in it once, and what stands there instead."""

CHANGES: dict[str, list[Change]] = {
    "tutorial": [],
    "tutorial.fr": [],
    "samples": [],
    "samples.fr": [],
    "strategy": [],
    "strategy.fr": [],
}


def made(name: str) -> dict[str, Any]:
    """Return a lesson's notebook with its changes made.

    Parameters
    ----------
    name : str
        That of its file, without the ending, such as ``samples.fr``.

    Raises
    ------
    ValueError
        If a text to be changed doesn't stand in its cell exactly once.
    """
    notebook: dict[str, Any] = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    cells = {cell["id"]: cell for cell in notebook["cells"]}
    for place, old, new in CHANGES[name]:
        source = "".join(cells[place]["source"]) if place in cells else ""
        if (found := source.count(old)) != 1:
            raise ValueError(f"{name}.ipynb, cell {place}: {old!r} stands there {found} times")
        cells[place]["source"] = source.replace(old, new).splitlines(keepends=True)
    for cell in cells.values():
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    notebook["metadata"]["kernelspec"] = KERNEL
    return notebook


def write(folder: Path) -> None:
    """Write all of them into a new folder."""
    folder.mkdir(parents=True)
    for name in CHANGES:
        text = json.dumps(made(name), ensure_ascii=False, indent=1)
        (folder / f"{name}.ipynb").write_text(text + "\n", "utf-8")
