"""Run the lessons' notebooks and store what their cells show: ``make notebooks``.

Whoever only opens one, without a kernel or on a forge's page, sees these outputs. Widgets are
stored as still pictures (``notebook_stills.py``), without their state.
``tests/project/test_notebooks.py`` compares the outputs with those of a fresh run. The
analysis takes minutes: of it only the first cell is stored, which shows a board with its panels.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "notebooks"
LESSONS = [
    FOLDER / f"{name}{ending}.ipynb"
    for name in ("tutorial", "samples", "strategy", "perfect")
    for ending in ("", ".fr")
]
ANALYSIS = FOLDER / "analysis.ipynb"
SLOW = "isn't compiled"
"""A part of the warnings of a slow computer."""
LONGEST = 300
"""Seconds that a cell may take."""


def run(path: Path, *, solutions: bool = False, first: bool = False) -> nbformat.NotebookNode:
    """Run a notebook in a copy of its folder.

    Parameters
    ----------
    path : Path
        A notebook beside the records that it reads.
    solutions : bool
        Whether the folded solutions run too, each where it stands; their outputs aren't stored.
    first : bool
        Whether only the first cell of code runs.

    Returns
    -------
    NotebookNode
        The notebook with the outputs that are stored.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell raises.
    RuntimeError
        If a cell warns: of a game that was stopped, or a run that isn't whole.
    """
    # nbformat has no types
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "notebooks"
        ignored = shutil.ignore_patterns("games", "hand-in", ".ipynb_checkpoints")
        shutil.copytree(path.parent, work, ignore=ignored)
        begin = f"import sys; sys.path.append({str(ROOT)!r})\nfrom scripts import notebook_stills\n"
        own = notebook.cells
        if first:
            notebook.cells = [next(cell for cell in own if cell.cell_type == "code")]
        run_first = _new_cell(begin + "notebook_stills.show_stills()")
        notebook.cells = [run_first, *notebook.cells]
        if solutions:
            notebook.cells = [
                piece for cell in notebook.cells for piece in (cell, *_solutions(cell))
            ]
        client = NotebookClient(
            notebook,
            timeout=LONGEST,
            kernel_name="python3",
            resources={"metadata": {"path": str(work)}},
            record_timing=False,
            coalesce_streams=True,  # one print may arrive in two messages
            store_widget_state=False,
        )
        client.execute(env=os.environ | {"IPYTHONDIR": str(Path(folder) / "ipython")})
    if warned := warnings_in(notebook):
        raise RuntimeError(f"{path.name}: {warned[0]}")
    notebook.cells = own
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [_stored(output) for output in cell.outputs]
            cell.execution_count = None  # not run yet, for its reader
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def warnings_in(notebook: nbformat.NotebookNode) -> list[str]:
    """Return what its cells have warned of, but for how slow this computer is."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    errors = [output.text for output in outputs if output.get("name") == "stderr"]
    return [text for text in errors if "Warning: " in text and SLOW not in text]


def _new_cell(source: str) -> Any:
    return nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]  # likewise


def _solutions(cell: Any) -> list[Any]:
    """Return the code that is folded in a text, as cells."""
    blocks = re.findall(r"```python\n(.*?)```", cell.source, re.DOTALL)
    return [_new_cell(block) for block in blocks] if cell.cell_type == "markdown" else []


def _stored(output: Any) -> Any:
    """Return an output without its number, and with its text free of addresses in memory."""
    if "execution_count" in output:
        output.execution_count = None
    for kind, content in output.get("data", {}).items():
        if kind.startswith("text/"):
            output.data[kind] = re.sub(r" at 0x[0-9a-f]+", "", content)
    return output


def text(notebook: nbformat.NotebookNode) -> str:
    """Return the notebook's file, as JupyterLab writes it."""
    written = nbformat.writes(notebook)  # type: ignore[no-untyped-call]  # likewise
    return json.dumps(json.loads(written), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Store the outputs of all lessons, or of those that are named, such as ``samples.fr``."""
    for path in [FOLDER / f"{name}.ipynb" for name in sys.argv[1:]] or [*LESSONS, ANALYSIS]:
        path.write_text(text(run(path, first=path == ANALYSIS)), encoding="utf-8")
        print(f"{path.stat().st_size / 1000:6.0f} kB  {path.relative_to(ROOT)}", flush=True)


if __name__ == "__main__":
    main()
