"""A cell that runs again lets its earlier boards go, in a real kernel."""

from __future__ import annotations

import os

import nbformat
import pytest
from nbclient import NotebookClient

from tests.fixtures.paths import ROOT

pytestmark = pytest.mark.slow

BEGIN = """
from ipywidgets import HBox, Output
from ipywidgets.widgets.widget import _instances
from skyjo_widget import play, replay
def new(**options):
    return play("skyjo", ["Ana", "bot:greedy"], seed=3, record=False, **options)
"""
COUNT = "print(len(_instances))"


@pytest.fixture
def run(tmp_path):
    """A function that runs code, as a cell by that code, and gives what it printed."""
    client, places = NotebookClient(nbformat.v4.new_notebook()), {}
    environment = os.environ | {"IPYTHONDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with client.setup_kernel(env=environment):

        def execute(code: str) -> str:
            if code not in places:
                places[code] = len(client.nb.cells)
                client.nb.cells.append(nbformat.v4.new_code_cell(code))
            cell = client.nb.cells[places[code]]
            client.execute_cell(cell, places[code])
            return "".join(output.text for output in cell.outputs if "text" in output).strip()

        execute(BEGIN)
        yield execute


def test_a_cell_that_runs_again_leaves_no_models(run):
    """Of a table, of one with a panel, of a replay with its rows."""
    run("game = new(display=False); game.run(); frame = game.log.decisions")
    cells = [
        "table = new()",
        "new()",
        "table = new(); table.live('sums').wait()",
        "it = replay(game)\nit.beside(it.rows(), it.chart(frame, y='turn'))\nit",
    ]
    for cell in cells:
        run(cell)
        before = run(COUNT)
        for _ in range(3):
            run(cell)
        assert run(COUNT) == before, cell


def test_a_board_that_is_shown_elsewhere_stays(run):
    """In another cell, in a container, in an output that caught it; and a game can come back."""
    alive = "print([one.comm is not None for one in kept])"
    run("kept = []; out = Output()")
    cells = {
        "table = new(); kept.append(table)": "table",
        "caught = 1\nwith out: kept.append(new())": "",
        "box = HBox([new(display=False)]); kept.append(box.children[0]); box": "",
    }
    for cell, elsewhere in cells.items():
        run("kept.clear()")
        run(cell)
        run(elsewhere or "pass")
        run(cell)
        assert run(alive) == "[True, True]", cell
    run("table")  # it shows the newer one alone
    run("kept.clear()")
    run("once = new(); kept.append(once)")
    run("once = new(); kept.append(once)")
    assert run(alive) == "[False, True]"
    run("kept[0].act('flip a1')")
    run("display(kept[0])")
    assert run(alive) == "[True, True]"
    assert run("print(kept[0].board.view['decision'])") == "1"
