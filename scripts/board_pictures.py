"""Make the README's pictures of boards: ``board``, ``coach`` and ``replay`` in ``docs/images``.

``python -m scripts.board_pictures`` from the checkout's root, with what the browser tests need;
names after it, such as ``board.fr``, are those of the pictures that are made.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, sync_playwright

from scripts import chromium as installed
from tests.browser.driver import FLAGS, Chromium
from tests.browser.lab import Jupyter, JupyterServer, Notebook, click, quiet

IMAGES = Path(__file__).parents[1] / "docs" / "images"
BOARD = [
    """from skyjo_widget import play

table = play("skyjo", ["Ana", "bot:greedy", "bot:random"], seed=7, lang="en")""",
    """table.live("sums"); table.live("chance to win")

@table.live
def thinking_time(log):
    return log.decisions.groupby("player")["ms"].agg(["count", "mean"]).astype(int)""",
]
CLICKS = ("0:a1", "0:c2", "draw", "0:b3", "draw", "0:d3", "draw", "0:a2")
COACH = [
    """from skyjo_widget import play

table = play(
    "skyjo", ["bot:careful", "bot:greedy"], seed=5, lang="en", coach="request", display=False
)
while table.phase != "choose" or table.history.actor or table.history.state.hidden[0] > 4:
    table.step()
table.replace(0, "person:Ana")
table.act("draw")
table.show()""",
]
REPLAY = [
    """from skyjo_widget import play, replay

table = play("newskyjo", ["bot:careful"] * 3, seed=7, lang="en", display=False)
notes = {12: "observed", 28: "observed", 47: "idea", 71: "opinion"}
while not table.over:
    count = len(table.history.decisions)
    if count in notes:
        table.note("a longer look", kind=notes.pop(count))
    if count == 35:
        table.ruling("that of the player on turn", question="whose corner?")
    table.step()
look = replay(table)""",
]
WIDTH, HEIGHT = 1300, 1420


def some_turns(notebook: Notebook) -> None:
    """Play some turns, until the panels have drawn them."""
    notebook.page.locator('[data-spot="0:a1"][data-open="true"]').wait_for()
    notebook.kernel("table.pace = 0")
    for target in CLICKS:
        click(notebook, target)
    quiet(notebook)
    notebook.until("all(panel.wait(10) for panel in table._panels)")


def ask(notebook: Notebook) -> None:
    """Ask the coach once its rollouts are compiled, and wait for its answer."""
    notebook.kernel("from skyjo_widget.engine.core import background")
    notebook.until("background.ready('search', 'skyjo')")
    notebook.page.get_by_role("button", name="Ask the coach").click()
    quiet(notebook)


def go(notebook: Notebook) -> None:
    """Go to the replay's decision 40."""
    notebook.kernel("look.show(40)")
    notebook.page.get_by_text("Decision 40 of").wait_for()


class Scene(NamedTuple):
    """A notebook and the part of it that a picture shows.

    Attributes
    ----------
    cells : list of str
        The notebook.
    act : callable
        What is done in it once it has run.
    shown : str
        The selector of the parts that are in the picture.
    """

    cells: list[str]
    act: Callable[[Notebook], None]
    shown: str

    def in_french(self) -> Scene:
        """Return the scene with a French board."""
        cells = (cell.replace('lang="en"', 'lang="fr"') for cell in self.cells)
        return self._replace(cells=[cell.replace("thinking_time", "réflexion") for cell in cells])


SCENES = {
    "board": Scene(BOARD, some_turns, ".jp-Notebook .jp-Cell"),
    "coach": Scene(COACH, ask, ".sjw"),
    "replay": Scene(REPLAY, go, ".sjw"),
}
SCENES["board.fr"] = SCENES["board"].in_french()


def take(parts: Locator, path: Path) -> None:
    """Take a picture of parts that lie below one another."""
    parts.first.scroll_into_view_if_needed()
    first, last = parts.first.bounding_box(), parts.last.bounding_box()
    assert first
    assert last
    parts.page.screenshot(
        path=path,
        clip={
            "x": first["x"],
            "y": first["y"],
            "width": first["width"],
            "height": last["y"] + last["height"] - first["y"],
        },
    )


def make(name: str, theme: str, chromium: Chromium, server: JupyterServer) -> Path:
    """Run a scene in a notebook of that theme, and take its picture."""
    scene = SCENES[name]
    notebook = Jupyter(server, chromium).open_notebook(
        scene.cells, theme=theme, width=WIDTH, height=HEIGHT
    )
    notebook.command("application:toggle-left-area")
    notebook.run_all()
    notebook.page.locator(".sjw[data-state]").first.wait_for()
    scene.act(notebook)
    notebook.page.mouse.move(0, 0)
    notebook.page.wait_for_timeout(1500)
    path = IMAGES / f"{name}-{theme}.png"
    take(notebook.page.locator(scene.shown), path)
    return path


def main() -> None:
    """Make all, light and dark."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed.find(), args=FLAGS)
        chromium, server = Chromium(browser), JupyterServer(Path(folder) / "lab")
        try:
            for name in sys.argv[1:] or SCENES:
                for theme in ("light", "dark"):
                    print(make(name, theme, chromium, server))
                    chromium.close_pages()
        finally:
            server.stop()
            browser.close()


if __name__ == "__main__":
    main()
