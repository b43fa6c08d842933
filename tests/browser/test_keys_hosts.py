"""No key that is pressed in a widget of ours reaches the notebook around it, in any host."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.driver import until
from tests.browser.held_keys import (
    BOARD,
    LESSON,
    OTHERS,
    OWN,
    PASSING,
    PLACES,
    REPLAY,
    SOME,
    notebook_keys,
    press_all,
    spy,
)
from tests.browser.lab import JUPYTERLAB, NOTEBOOK, Jupyter, JupyterServer

HOSTS = {"JupyterLab": JUPYTERLAB, "Notebook 7": NOTEBOOK}


@pytest.fixture
def opened(chromium, tmp_path):
    """A function from a host and cells to a notebook of it, which has run."""
    servers = []

    def start(host, cells):
        servers.append(JupyterServer(tmp_path / "notebook", HOSTS[host]))
        (servers[0].work / "lesson.toml").write_text(LESSON, "utf-8")
        notebook = Jupyter(servers[0], chromium).open_notebook(cells, width=1600, height=1400)
        notebook.run_all()
        notebook.page.locator(".sjw[data-state]").first.wait_for()
        return notebook

    yield start
    chromium.close_pages()
    for server in servers:
        server.stop()


CELLS = """() => [...window.jupyterapp.shell.widgets("main")].find((one) => one.sessionContext)
    .content.widgets.map(({ model, outputHidden }) => [model.type, model.id, outputHidden])"""


@pytest.mark.parametrize("host", ["Notebook 7", pytest.param("JupyterLab", marks=pytest.mark.slow)])
def test_keys_at_the_board_change_no_cell(opened, host):
    """Cut, delete, change and insert are the board's letters there; Escape gives them back."""
    notebook = opened(host, ["before = 1", BOARD, "after = 1"])
    page, cells = notebook.page, notebook.page.evaluate(CELLS)
    predict = page.locator("[data-aside=predict]")
    page.locator(".sjw-more-button").click()
    page.locator(".jp-Cell .cm-content").last.click()  # a cell is being edited
    page.locator('[data-spot="0:b2"]').click()
    notebook.until("table.decision == 1")
    page.locator('[data-spot="0:b2"]').focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator('[data-spot="0:b3"]')).to_be_focused()
    for key in ("x", "d", "d", "m", "o", "b", "0", "0"):
        page.keyboard.press(key)
    page.keyboard.press("a")
    expect(page.locator(".sjw-note textarea")).to_be_focused()
    page.keyboard.type("xddambo")
    expect(page.locator(".sjw-note textarea")).to_have_value("xddambo")
    page.keyboard.press("Escape")
    for margin in (".sjw-live", ".sjw-prompt"):
        page.locator(margin).click()
        page.keyboard.press("x")
    predict.click()
    expect(page.locator("[data-name=predict]")).to_be_visible()
    assert page.evaluate(CELLS) == cells
    page.keyboard.press("Escape")
    expect(page.locator("[data-name=predict]")).to_have_count(0)
    page.keyboard.press("x")
    expect(predict).to_be_focused()
    assert page.evaluate(CELLS) == cells
    page.keyboard.press("Escape")
    expect(page.locator(".jp-Cell:focus")).to_have_count(1)
    page.keyboard.press("x")  # the notebook's again
    until(page, lambda: len(page.evaluate(CELLS)) == len(cells) - 1)


@pytest.mark.slow
@pytest.mark.parametrize("host", HOSTS)
def test_what_is_the_applications_passes(opened, host):
    """It saves, and opens its palette, from the board; while one writes it only saves."""
    notebook = opened(host, [BOARD])
    spy(notebook)
    taken = press_all(notebook, '[data-spot="0:b2"]', list(PASSING))
    assert set(PASSING.values()) <= {name for names in taken.values() for name in names}
    assert all(PASSING[key] in names for key, names in taken.items())
    notebook.page.keyboard.press("a")
    taken = press_all(notebook, ".sjw-note textarea", list(PASSING))
    assert PASSING["Control+s"] in taken.pop("Control+s")
    assert not taken


@pytest.mark.slow(minutes=True)
@pytest.mark.parametrize("widget", PLACES)
@pytest.mark.parametrize("host", HOSTS)
def test_every_widget_holds_every_key(opened, host, widget):
    """Those of ours and all that mean something in a notebook, also after a click on a margin."""
    cells = {"board": [BOARD], "panel": [BOARD], "replay": [BOARD, REPLAY]}
    notebook = opened(host, cells.get(widget) or [BOARD, OTHERS[widget]])
    spy(notebook)
    every = list(dict.fromkeys(OWN + notebook_keys(notebook)))
    assert len(every) > 70
    taken = {}
    for number, place in enumerate(PLACES[widget]):
        taken[place] = press_all(notebook, place, every if number < 2 else list(SOME))
    assert taken == {place: {} for place in PLACES[widget]}
