"""The notebooks run from top to bottom."""

from __future__ import annotations

import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

pytestmark = pytest.mark.slow


def test_there_is_a_tutorial():
    """The notebook that `skyjo-widget` and `make play` open."""
    assert "tutorial.ipynb" in [path.name for path in NOTEBOOKS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_of_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch):
    """In a copy, in the folder where its reader would run it."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    work = tmp_path / "notebooks"
    shutil.copytree(path.parent, work, ignore=shutil.ignore_patterns("games", ".ipynb_checkpoints"))
    notebook = nbformat.read(work / path.name, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(work)}}
    )
    client.execute()  # raises, with the cell and its traceback, if one does
    cells = [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]
    assert cells
    assert all(cell.execution_count for cell in cells)
    nbformat.validate(notebook)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path):
    """Outputs age, hold paths of a machine, and show widgets whose kernel is gone."""
    notebook = nbformat.read(path, as_version=4)
    kept = [c for c in notebook.cells if c.cell_type == "code" and (c.outputs or c.execution_count)]
    assert not kept
    assert "widgets" not in notebook.metadata
