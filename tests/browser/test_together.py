"""Two people with one notebook open, in JupyterLab with jupyter-collaboration."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.driver import until
from tests.browser.environments import environment
from tests.browser.lab import Jupyter, JupyterServer, Notebook, click, shown

CELL = """from skyjo_widget import play
table = play("skyjo", ["Ana", "Bo"], columns=1, seed=5, lang="en", record=False)"""
TRUST = "Has somebody else run this cell? “Trust Notebook”"
LOST = "Error displaying widget: model not found"


@pytest.fixture
def together(tmp_path, chromium):
    """JupyterLab where people edit a notebook together."""
    server = JupyterServer(tmp_path / "lab", python=environment("together"))
    yield Jupyter(server, chromium)
    chromium.close_pages()
    server.stop()


class Slow:
    """A kernel's way to a page, on which messages can be held up."""

    def __init__(self, page):
        self.held: list[Any] = []
        self.holds = False
        page.route_web_socket(re.compile(r"/api/kernels/.*/channels"), self._pass)

    def _pass(self, page):
        kernel = page.connect_to_server()
        kernel.on_message(lambda message: self._take(page, message))

    def _take(self, page, message):
        if self.holds:
            self.held.append((page, message))
        else:
            page.send(message)

    def release(self):
        """Let through what was held up."""
        self.holds = False
        while self.held:
            page, message = self.held.pop(0)
            page.send(message)


def trust(notebook):
    """Trust the notebook, as its command asks."""
    notebook.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:trust'); }")
    notebook.page.locator(".jp-Dialog .jp-mod-accept").click()


def target(notebook):
    """The first place that may be chosen now."""
    return notebook.kernel("print(next(iter(table.board.view['targets'])))")


def both_show(*notebooks):
    """Wait until both show the present state."""
    state = notebooks[0].kernel("table.state")
    for notebook in notebooks:
        shown(notebook, state)


@pytest.mark.slow
def test_two_people_play_in_one_notebook(together, chromium):
    """The other is told how to see the board; both play; what is clicked twice counts once."""
    ana = together.open_notebook([CELL])
    page = chromium.open(width=1280, height=1000)
    way = Slow(page)
    bo = Notebook(page, together.server, ana.path, "light")
    ana.run_all()
    both_show(ana)
    expect(bo.outputs.nth(0)).to_contain_text("<Session skyjo, Ana, Bo: setup; in memory>")
    expect(bo.outputs.nth(0)).to_contain_text(TRUST)
    expect(bo.outputs.nth(1)).to_contain_text(TRUST)
    expect(bo.outputs.nth(1).locator("img")).to_be_visible()
    trust(bo)
    both_show(ana, bo)
    expect(bo.page.locator(".sjw-still")).to_be_hidden()

    # Each decides for the own seat; the other's page follows.
    for _ in range(2):
        seat = ana.kernel("print(table.seat)")
        click((ana, bo)[int(seat)], target(ana))
        both_show(ana, bo)

    # Bo's page is late and still shows the state that Ana has answered.
    place, state = target(ana), ana.kernel("table.state")
    way.holds = True
    click(ana, place)
    now = ana.kernel("(table.state, len(table.history.decisions))")
    shown(bo, state)
    bo.page.locator(f'[data-spot="{place}"]').click()
    until(ana.page, lambda: ana.kernel("print(table.board.view['error'] is None)") == "False")
    assert ana.kernel("(table.state, len(table.history.decisions))") == now
    way.release()
    both_show(ana, bo)

    for notebook in (bo, ana):
        notebook.open()
        both_show(ana, bo)
        click(notebook, target(notebook))
        both_show(ana, bo)


@pytest.mark.slow
def test_a_second_run_is_live_for_both(together, chromium):
    """Also where its output has come to a page before the kernel's own messages."""
    ana = together.open_notebook([CELL])
    page = chromium.open(width=1280, height=1000)
    way = Slow(page)
    bo = Notebook(page, together.server, ana.path, "light")
    ana.run_all()
    both_show(ana)
    expect(bo.outputs.nth(0)).to_contain_text(TRUST)
    trust(bo)
    both_show(ana, bo)
    bo.run_all()
    both_show(ana, bo)
    way.holds = True
    ana.run_all()
    expect(bo.outputs.get_by_text(LOST)).to_be_visible()
    way.release()
    both_show(ana, bo)
    expect(bo.outputs.get_by_text(LOST)).to_have_count(0)
    bo.open()
    both_show(ana, bo)
