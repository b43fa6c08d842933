"""The lessons' site in the browser alone: JupyterLite with Pyodide, and no server but for files."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripts import lite
from tests.browser.lab import Notebook, Server, free_port
from tests.browser.soak import CHANGED, CLICK_ON

pytestmark = pytest.mark.slow

# Clicks on places of the board, until so many are done or the round is over.
CLICKS = f"""async (wanted) => {{
    const board = document.querySelector(".sjw");
    const [clickOn, changed] = [{CLICK_ON}, {CHANGED}];
    let clicks = 0;
    board.addEventListener("click", ({{ target }}) => {{
        clicks += target.closest("[data-spot]") ? 1 : 0;
    }}, true);
    for (let turn = 0; clicks < (wanted ?? Infinity); turn++) {{
        if (!wanted && board.querySelector(".sjw-dialog .sjw-button-main")) break;
        const {{ state }} = board.dataset;
        clickOn(board, turn);
        await changed(board, state);
    }}
    return clicks;
}}"""

WRITE = """async ([panel, code]) => {
    const { content } = [...window.jupyterapp.shell.widgets("main")].find((w) => w.sessionContext);
    content.activeCellIndex = content.widgets.findIndex((cell) => cell.model.type === "code");
    content.activeCell.model.sharedModel.setSource(code);
    await window.jupyterapp.commands.execute("notebook:run-cell");
}"""
RED = "[data-mime-type='application/vnd.jupyter.stderr']"


class Site(Server):
    """A server of files, with the site in a folder of it, as below a project's pages."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        command = [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(port)]
        ready = "/pages/lite/jupyter-lite.json"
        super().__init__(
            command, folder=folder, port=port, environment=dict(os.environ), ready=ready
        )

    def address_of(self, notebook: Path) -> str:
        """The address at which a notebook opens."""
        return f"{self.address}/pages/lite/notebooks/index.html?path={notebook}"


@pytest.fixture(scope="module")
def site(_browser, tmp_path_factory):
    """The site, built and served."""
    folder = tmp_path_factory.mktemp("site")
    lite.build(folder / "pages" / "lite")
    settings = folder / "pages" / "lite" / "jupyter-lite.json"
    written = json.loads(settings.read_text("utf-8"))
    written["jupyter-config-data"]["exposeAppInBrowser"] = True  # for its commands
    settings.write_text(json.dumps(written), "utf-8")
    server = Site(folder)
    yield server
    server.stop()


@pytest.fixture
def lesson(site, chromium):
    """A function that opens a lesson in a browser that has never seen the site."""
    return lambda name, **size: Notebook(
        chromium.open(**size), site, Path(f"{name}.ipynb"), "light"
    )


def write(notebook: Notebook, code: str) -> None:
    """Write code into the first cell and run it."""
    notebook.page.evaluate(WRITE, [None, code])
    notebook.wait_idle()


def decided(notebook: Notebook) -> int:
    """How many decisions of the first seat the log has."""
    return int(notebook.kernel("int((table.log.decisions.player == table.players[0].name).sum())"))


@pytest.mark.parametrize("name", ["samples", "samples.fr", "strategy", "strategy.fr"])
def test_a_lesson_runs_to_its_end(lesson, name):
    """No cell raises, and nothing is printed in red."""
    opened = lesson(name)
    opened.run_all()
    expect(opened.page.locator(RED)).to_have_count(0)


def test_a_round_is_played_handed_in_and_gone_on_with(lesson):
    """Each click is in the record; the page is loaded anew, and has the game still."""
    opened = lesson("tutorial")
    opened.run_all()
    page = opened.page
    expect(page.locator(RED)).to_have_count(0)
    opened.kernel("table.board.pace = 0")
    clicks = page.evaluate(CLICKS, None)
    assert decided(opened) == clicks > 10
    assert opened.kernel("table.trouble") == "None"

    page.locator(".sjw-dialog").first.get_by_role("button").last.press("Escape")
    board = page.locator(".sjw").first
    board.locator("[data-aside=hand_in]").click()
    aside = board.locator(".sjw-aside[data-name=hand_in]")
    aside.get_by_role("button", name="Hand in", exact=True).click()
    with page.expect_download() as download:
        aside.get_by_role("link").click()
    handed_in = download.value.path().read_text("utf-8")
    assert handed_in.count('"event": "decision"') > clicks
    assert opened.kernel(
        "print(next(__import__('pathlib').Path('hand-in').iterdir()).read_text())"
    ) == handed_in.rstrip("\n")

    opened.save()
    record, state = opened.kernel("print(table.path)"), opened.kernel("table.state_id")
    opened.open()
    write(opened, f"from skyjo_widget import load\ntable = load({record!r})")
    page.locator(f'.sjw[data-state="{state}"]').first.wait_for()
    assert decided(opened) == clicks
    assert opened.kernel("table.trouble") == "None"


def test_no_click_is_lost(lesson):
    """Of three hundred, over many rounds: the log and the record have them all."""
    opened = lesson("tutorial")
    write(
        opened,
        "from skyjo_widget import load, play\n"
        "table = play('skyjo', ['Ana', 'bot:greedy'], seed=3, target=1_000_000)\n"
        "table.board.pace = 0",
    )
    opened.page.locator(".sjw").wait_for()
    assert opened.page.evaluate(CLICKS, 300) == 300
    assert decided(opened) == 300
    read = "load(table.path, record=False, display=False).log.decisions"
    assert opened.kernel(f"int(({read}.player == 'Ana').sum())") == "300"
    assert opened.errors == []
