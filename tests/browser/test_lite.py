"""The lessons' site in the browser alone: JupyterLite with Pyodide, and no server but for files."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripts import chromium as installed
from scripts import lite
from skyjo_widget import load
from tests.browser.checks import AXE
from tests.browser.driver import FLAGS, PATIENCE
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

RUN_FIRST = """async (code) => {
    const { content } = [...window.jupyterapp.shell.widgets("main")].find((w) => w.sessionContext);
    content.activeCellIndex = content.widgets.findIndex((cell) => cell.model.type === "code");
    if (code) content.activeCell.model.sharedModel.setSource(code);
    await window.jupyterapp.commands.execute("notebook:run-cell");
}"""
CHECK = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`
)"""
SAID = (
    "^Matplotlib is building the font cache|no processes of their own for strategies here"
    "|games a second, so all take some"  # of a busy machine
)
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


def run_first(notebook: Notebook, code: str = "") -> None:
    """Run the first cell, with other code if some is given; done when its board is there."""
    notebook.page.evaluate(RUN_FIRST, code)
    notebook.wait_idle()
    notebook.page.locator(".sjw[data-state]").wait_for()


def decided(notebook: Notebook) -> int:
    """The number of decisions of the first seat the log has."""
    return int(notebook.kernel("int((table.log.decisions.player == table.players[0].name).sum())"))


@pytest.mark.parametrize("name", ["tutorial.fr", "samples", "strategy", "perfect.fr"])
def test_a_lesson_runs_to_its_end(lesson, name):
    """No cell raises; in red is only what Matplotlib says, and that strategies aren't apart."""
    opened = lesson(name)
    opened.run_all()
    red = opened.page.locator(RED).all_inner_texts()
    assert [text for text in red if not re.search(SAID, text)] == []


def test_a_round_is_begun_gone_on_with_and_handed_in(lesson, tmp_path):
    """Each click is in the record; the page is loaded anew in between, with a new Python."""
    opened = lesson("tutorial")
    run_first(opened)
    page = opened.page
    expect(page.locator(RED)).to_have_count(0)
    opened.kernel("table.board.pace = 0")
    assert page.evaluate(CLICKS, 8) == decided(opened) == 8
    opened.save()
    record = opened.kernel("print(table.path)")

    opened.open()
    run_first(opened, f"from skyjo_widget import load\ntable = load({record!r})")
    opened.kernel("table.board.pace = 0; table.for_ = 'class'")
    clicks = 8 + page.evaluate(CLICKS, None)
    assert decided(opened) == clicks > 12
    assert opened.kernel("table.trouble is None") == "True"

    page.keyboard.press("Escape")
    board = page.locator(".sjw")
    board.locator("[data-aside=hand_in]").click()
    aside = board.locator(".sjw-aside[data-name=hand_in]")
    aside.get_by_role("button", name="Hand in", exact=True).click()
    with page.expect_download() as download:
        aside.get_by_role("link").click()
    download.value.save_as(tmp_path / "handed-in.jsonl")
    there = opened.kernel(
        "from pathlib import Path; print(*map(Path.read_text, Path('hand-in').iterdir()))"
    )
    assert (tmp_path / "handed-in.jsonl").read_text("utf-8").rstrip() == there
    log = load(tmp_path / "handed-in.jsonl", record=False, display=False).log.decisions
    assert len(log) == int(opened.kernel("len(table.log.decisions)"))


@pytest.fixture
def french(chromium, tmp_path):
    """A page of a French browser with a profile: a private window caches no large file."""
    profile = chromium.browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=installed.find(), args=FLAGS, locale="fr-FR"
    )
    profile.set_default_timeout(PATIENCE * 1000)
    yield profile.new_page()
    profile.close()


def lessons(word):
    """The beginnings of the four lessons' titles."""
    return [re.compile(rf"^{word} {number}\b") for number in range(1, 5)]


def test_the_first_page_has_the_download_and_the_stored_games(site, french):
    """In two languages; what it has fetched the lesson doesn't fetch, and a game goes on."""
    page = french
    page.goto(f"{site.address}/pages/lite/")
    expect(page.locator("[role=status]")).to_contain_text("Python est là")
    expect(page.locator("progress")).to_have_js_property("value", 1)
    expect(page.locator("#games")).to_be_hidden()
    expect(page.locator("ol.list:visible a strong")).to_have_text(lessons("Leçon"))
    page.locator("#language").click()
    expect(page.locator("[role=status]")).to_contain_text("Python is there")
    expect(page.locator("ol.list:visible a strong")).to_have_text(lessons("Lesson"))

    before = len(site.log.read_text("utf-8"))
    lesson = Notebook(page, site, Path("tutorial.ipynb"), "light")
    run_first(lesson)
    asked = site.log.read_text("utf-8")[before:]
    assert not re.findall(r'"GET \S*static/pyodide/(\S*(?:wasm|whl)) [^"]*" 200', asked)
    lesson.kernel("table.board.pace = 0")
    page.evaluate(CLICKS, 6)
    decisions = int(lesson.kernel("len(table.log.decisions)"))
    record = lesson.kernel("print(table.path)")

    page.goto(f"{site.address}/pages/lite/")
    game = page.locator("#games a")
    expect(game).to_have_count(1)
    expect(game).to_contain_text(f"{decisions} decisions")
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(CHECK) == []
    game.click()
    page.wait_for_url(f"**/notebooks/index.html?path=go-on-{Path(record).stem}.ipynb")
    gone_on = Notebook(page, site, Path(f"go-on-{Path(record).stem}.ipynb"), "light")
    run_first(gone_on)
    assert gone_on.kernel("print(table.path)") == record
    assert int(gone_on.kernel("len(table.log.decisions)")) >= decisions


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_first_page_is_readable(site, chromium, width, scheme):
    """On a phone and a laptop, light and dark, in both languages."""
    for lang in ("en", "fr"):
        page = chromium.open(width=width, color_scheme=scheme)
        page.goto(f"{site.address}/pages/lite/index.html?lang={lang}")
        expect(page.locator("html")).to_have_attribute("lang", lang)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate(CHECK) == []
        chromium.close_pages()


def test_no_click_is_lost(lesson):
    """Of three hundred, over many rounds: the log and the record have them all."""
    opened = lesson("tutorial")
    run_first(
        opened,
        "from skyjo_widget import load, play\n"
        "table = play('skyjo', ['Ana', 'bot:greedy'], seed=3, target=1_000_000)\n"
        "table.board.pace = 0",
    )
    assert opened.page.evaluate(CLICKS, 300) == 300
    assert decided(opened) == 300
    read = "load(table.path, record=False, display=False).log.decisions"
    assert opened.kernel(f"int(({read}.player == 'Ana').sum())") == "300"
    # JupyterLite asks for lists of folders that only the browser has.
    assert [error for error in opened.errors if "404 (File not found)" not in error] == []
