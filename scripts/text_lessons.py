"""Write the lessons for notebooks without widgets: ``python -m scripts.text_lessons``.

Capytale and Basthon show no widgets. Their lessons, `lite/capytale/*.ipynb`, are those of
`notebooks/` with other cells where these show a board, an editor or a worksheet.
`lite/capytale/cells/` has them: ``[cells.NAME]`` with ``text`` or ``code`` takes the place of the
cell of that name, or stands behind the one that ``after`` names; one with ``drop`` is left out.
``[replace]`` changes words in the code and texts that are kept. ``common.toml`` has what lessons
share; what has no ``after`` there is used where a lesson names it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import nbformat

from scripts.notebooks import LESSONS, ROOT, text

FOLDER = ROOT / "lite" / "capytale"
LINK = re.compile(r"\[([^]]*)\]\([^)]*\.ipynb\)")
"""A link to another lesson, which isn't beside it there."""


def lesson(path: Path) -> nbformat.NotebookNode:
    """Return a lesson of `notebooks/` as one without widgets.

    Raises
    ------
    SystemExit
        If its file of cells names a cell that there isn't, or has one without contents.
    """
    _, _, lang = path.stem.partition(".")
    common = _toml(f"common.{lang}" if lang else "common")["cells"]
    own = _toml(path.stem)
    changes = {name: common.get(name, {}) | cell for name, cell in own["cells"].items()}
    always = {name: cell for name, cell in common.items() if "after" in cell}
    # nbformat has no types
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    cells = {cell.id: cell for cell in notebook.cells}
    for cell in cells.values():
        cell.source = LINK.sub(r"\1", cell.source)
        for old, new in own.get("replace", {}).items():
            cell.source = cell.source.replace(old, new)
    order = list(cells)
    for name, change in (always | changes).items():
        if change.get("drop"):
            order.remove(name)
            continue
        kind = "code" if "code" in change else "markdown"
        source = change.get("code", change.get("text"))
        if source is None or (name in cells) == ("after" in change):
            raise SystemExit(f"{path.stem}: the cell {name} has no contents, or no place")
        new_cell = getattr(nbformat.v4, f"new_{kind}_cell")(source.strip("\n"), id=name)
        if "after" in change:
            if change["after"] not in order:
                raise SystemExit(f"{path.stem}: there is no cell {change['after']}")
            order.insert(order.index(change["after"]) + 1, name)
        cells[name] = new_cell
    notebook.cells = [cells[name] for name in order]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    return notebook


def _toml(name: str) -> dict[str, Any]:
    with (FOLDER / "cells" / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def main() -> None:
    """Write all lessons."""
    for path in LESSONS:
        (FOLDER / path.name).write_text(text(lesson(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
