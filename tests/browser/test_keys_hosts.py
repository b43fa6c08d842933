"""No key that is pressed in a widget of ours reaches the notebook around it, in any host."""

from __future__ import annotations

import pytest

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
        spy(notebook)
        return notebook

    yield start
    chromium.close_pages()
    for server in servers:
        server.stop()


@pytest.mark.slow(minutes=True)
@pytest.mark.parametrize("widget", PLACES)
@pytest.mark.parametrize("host", HOSTS)
def test_every_widget_holds_every_key(opened, host, widget):
    """Those of ours and all that mean something in a notebook, also after a click on a margin."""
    cells = {"board": [BOARD], "panel": [BOARD], "replay": [BOARD, REPLAY]}
    notebook = opened(host, cells.get(widget) or [BOARD, OTHERS[widget]])
    every = list(dict.fromkeys(OWN + notebook_keys(notebook)))
    assert len(every) > 70
    taken = {}
    for number, place in enumerate(PLACES[widget]):
        taken[place] = press_all(notebook, place, every if number < 2 else list(SOME))
    assert taken == dict.fromkeys(PLACES[widget], {})
