"""A notebook that nobody has a kernel for, in real hosts: its still boards and nothing else."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from skyjo_widget.util.i18n import words
from tests.browser.lab import JUPYTERLAB, NOTEBOOK, Jupyter, JupyterServer, shown
from tests.fixtures.paths import ROOT

pytestmark = pytest.mark.slow

CELLS = [
    "from skyjo_widget import play, replay",
    'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="en")\nprint("below")',
    "it = replay(table)\nit.beside(it.rows(), it.chart(table.log.decisions, y='hidden_left'))",
]
WORDS = ["Loading widget", "model not found", *list(words("en")["board"].values())[1:4]]
"""The texts of hosts and of our own front end in place of a board."""


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """A notebook that nbclient has run, with its widgets' state."""
    folder = tmp_path_factory.mktemp("executed")
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    client = NotebookClient(notebook, resources={"metadata": {"path": str(folder)}})
    client.execute(env=os.environ | {"IPYTHONDIR": str(folder), "PYTHONPATH": str(ROOT)})
    return notebook


@pytest.mark.parametrize("application", [JUPYTERLAB, NOTEBOOK], ids=["JupyterLab", "Notebook 7"])
def test_a_notebook_from_elsewhere_shows_its_still_boards_alone(
    executed, application, chromium, tmp_path: Path
):
    """Trusted or not, with its widgets' state or without."""
    server = JupyterServer(tmp_path / "host", application)
    try:
        for trusted, state in ((True, True), (True, False), (False, True)):
            notebook = nbformat.from_dict(executed)
            notebook.cells[0].source += f"  # {trusted}, {state}"
            if not state:
                notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
            path = tmp_path / "elsewhere.ipynb"
            nbformat.write(notebook, path)
            if trusted:
                command = [sys.executable, "-c", "from nbformat.sign import *; main()", str(path)]
                own = {"JUPYTER_DATA_DIR": str(tmp_path / "host" / "data")}
                subprocess.run(command, check=True, env=os.environ | own, capture_output=True)
            page = Jupyter(server, chromium).open_notebook(path).page
            stills = page.locator(".sjw-still")
            expect(stills).to_have_count(2)
            expect(page.get_by_text("below", exact=True)).to_be_visible()
            page.wait_for_timeout(3000)  # a host looks for a model for two seconds
            for still in stills.all():
                expect(still.locator("img")).to_be_visible()
            expect(page.locator(".jupyter-widgets-disconnected:visible")).to_have_count(0)
            text = page.locator(".jp-Notebook").inner_text()
            assert not [word for word in WORDS if word in text], (trusted, state)
            chromium.close_pages()
    finally:
        chromium.close_pages()
        server.stop()


COMMS = """() => [...window.jupyterapp.shell.widgets("main")].find((one) => one.sessionContext)
    .sessionContext.session.kernel._comms.size"""
MODELS = "from ipywidgets.widgets.widget import _instances; print(len(_instances))"


def test_a_cell_that_runs_again_leaves_no_models(lab):
    """Neither in the kernel nor in JupyterLab; the new board is alive, and so is another cell's."""
    notebook = lab.open_notebook(
        [CELLS[0], CELLS[1], 'other = play("skyjo", ["Bo", "Cy"], seed=4)']
    )
    notebook.run_all()
    page = notebook.page
    expect(page.locator(".sjw[data-state]")).to_have_count(2)
    before = notebook.kernel(MODELS), page.evaluate(COMMS)
    first = notebook.kernel("first = table; print(first.board.mark)")
    for _ in range(5):
        page.evaluate(
            """() => { const panel = [...window.jupyterapp.shell.widgets("main")]
                .find((one) => one.sessionContext);
                panel.content.activeCellIndex = 1; panel.content.deselectAll(); }"""
        )
        notebook.command("notebook:run-cell")
        notebook.wait_idle()
    notebook.until("table is not first")
    shown(notebook, 0)
    expect(page.locator(".sjw[data-state]")).to_have_count(2)
    assert (notebook.kernel(MODELS), page.evaluate(COMMS)) == before
    assert first
    for target, name in (("0:a1", "table"), ("0:a1", "other")):
        board = page.locator(".sjw").nth(("table", "other").index(name))
        board.locator(f'[data-spot="{target}"]').click()
        notebook.until(f"{name}.decision == 1")
    assert notebook.errors == []


def offline(notebook, tmp_path: Path, *, theme: str = "light", **changes) -> Path:
    """An exported page; without the notebook's state, or without widgets at all, if asked."""
    if changes.get("stateless"):
        notebook.metadata.pop("widgets")
    for cell in notebook.cells:
        for output in cell.outputs:
            if changes.get("viewer"):  # a static viewer that knows no widget
                output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    page, _ = HTMLExporter(theme=theme).from_notebook_node(notebook)
    path = tmp_path / "page.html"
    path.write_text(page, "utf-8")
    return path


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("changes", [{}, {"stateless": True}, {"viewer": True}], ids=str)
def test_an_exported_page_shows_its_boards_offline(executed, chromium, tmp_path, theme, changes):
    """With how to go on, and nothing in place of the widget."""
    path = offline(copy.deepcopy(executed), tmp_path, theme=theme, **changes)
    page = chromium.open()
    page.goto(path.as_uri(), wait_until="domcontentloaded")
    for still in page.locator(".sjw-still").all():
        expect(still.locator("img")).to_be_visible()
        assert still.locator("img").evaluate("e => e.decode().then(() => e.naturalWidth)") > 300
    assert page.locator(".sjw-still").count() == 2
    expect(page.locator(".sjw-still").first).to_contain_text("run these two lines")
    text = page.locator("body").inner_text()
    assert not [word for word in WORDS if word in text]
    chromium.outside.clear()  # an exported page asks for MathJax and RequireJS
