"""A board beside a cell that runs for long, in a real JupyterLab and Notebook."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from benchmarks.browser import COUNTER, COUNTER_CLASS
from tests.browser.hosts import MarimoServer
from tests.browser.lab import NOTEBOOK, Jupyter, JupyterServer

pytestmark = pytest.mark.slow

IMPORT = f"from skyjo_widget import play\n{COUNTER_CLASS}"
PLAY = 'table = play("skyjo", ["Ana", "Bo"], seed=3, lang="en")'
# The cells end when the file is there: no clock decides what is seen while they run.
SLEEPS = "import pathlib, time\nwhile not pathlib.Path({gate!r}).exists(): time.sleep(0.1)"
COUNTS = "import pathlib\nwhile not pathlib.Path({gate!r}).exists(): sum(range(100_000))"

RUN = """() => { window.jupyterapp.commands.execute("notebook:run-all-cells"); }"""


@pytest.fixture
def notebook7(chromium, tmp_path):
    """A Notebook."""
    server = JupyterServer(tmp_path / "notebook", NOTEBOOK)
    yield Jupyter(server, chromium)
    chromium.close_pages()
    server.stop()


@pytest.mark.parametrize(
    ("host", "busy"),
    [("lab", SLEEPS), ("lab", COUNTS), ("notebook7", SLEEPS)],
    ids=["lab-sleeps", "lab-counts", "notebook7-sleeps"],
)
def test_clicks_beside_a_busy_cell_are_kept_and_played_in_order(host, busy, request, tmp_path):
    """Run All: the board is drawn as a counter is; a click too many is given back."""
    gate = tmp_path / "gate"
    jupyter = request.getfixturevalue(host)
    cells = [IMPORT, PLAY, COUNTER, busy.format(gate=str(gate))]
    notebook = jupyter.open_notebook(cells, height=1400)
    page = notebook.page
    notebook.errors.clear()  # Notebook 7.6's own, about a setting
    page.evaluate(RUN)
    for spot in ("0:a1", "0:b2", "0:c3"):
        page.locator(f'[data-spot="{spot}"]').click()
    expect(page.locator(".counter")).to_be_visible()
    marks = page.locator(".sjw [data-waits]")
    expect(marks).to_have_count(3)
    numbers = marks.evaluate_all("all => all.map(({ dataset: d }) => [d.spot, d.waits])")
    assert numbers == [["0:a1", "1"], ["0:b2", "2"], ["0:c3", "3"]]
    expect(page.locator(".sjw-last-move")).to_have_text(re.compile("^3 clicks wait"))
    expect(page.locator(".sjw-notice-silence")).to_be_visible()
    expect(page.locator(".jp-InputPrompt").last).to_have_text("[*]:")
    assert page.locator(".sjw").get_attribute("data-state") == "0"
    gate.touch()
    expect(page.locator(".sjw")).to_have_attribute("data-state", "2")
    expect(page.locator(".sjw-notice")).to_have_text(re.compile("another’s turn, Bo"))
    expect(marks).to_have_count(0)
    played = notebook.kernel("print([row.notation for row in table.history.decisions])")
    assert played == "['flip a1', 'flip b2']"
    assert notebook.errors == []


def test_a_click_that_waits_is_taken_back_by_escape(lab, tmp_path):
    """The first one, which went up, stays; no card moves while a notice comes."""
    gate = tmp_path / "gate"
    notebook = lab.open_notebook([IMPORT, PLAY, SLEEPS.format(gate=str(gate))], height=1400)
    page = notebook.page
    page.evaluate(RUN)
    first = page.locator('[data-spot="0:a1"]')
    first.click()
    place = first.bounding_box()
    page.locator('[data-spot="0:b2"]').click()
    page.locator('[data-spot="0:c3"]').click()
    page.keyboard.press("Escape")
    expect(page.locator(".sjw [data-waits]")).to_have_count(2)
    expect(page.locator(".sjw-notice-silence")).to_be_visible()
    assert first.bounding_box() == place
    gate.touch()
    expect(page.locator(".sjw")).to_have_attribute("data-state", "2")
    expect(page.locator(".sjw-notice")).to_have_count(0)
    played = notebook.kernel("print([row.notation for row in table.history.decisions])")
    assert played == "['flip a1', 'flip b2']"
    assert notebook.errors == []


def test_marimo_draws_the_board_beside_a_busy_cell(chromium, tmp_path):
    """It has the code before a message could come; a click is played when the cell has ended."""
    gate = tmp_path / "gate"
    busy = f"table\n{SLEEPS.format(gate=str(gate))}"
    server = MarimoServer(tmp_path / "marimo", [IMPORT, f"{PLAY}\ntable", busy])
    try:
        page = chromium.open()
        page.goto(server.address)
        for spot in ("0:a1", "0:b2"):
            page.locator(f'.sjw [data-spot="{spot}"]').click()
        expect(page.locator(".sjw [data-waits]")).to_have_count(2)
        expect(page.locator(".sjw")).to_have_attribute("data-state", "0")
        gate.touch()
        expect(page.locator(".sjw")).to_have_attribute("data-state", "2")
    finally:
        chromium.close_pages()
        server.stop()
