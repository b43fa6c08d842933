"""Make the pictures of boards in the README, in ``docs/images``.

``python -m scripts.board_pictures`` from the checkout's root, with what the browser tests need;
names after it, such as ``moment.fr``, are those that are made.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Locator, sync_playwright

from scripts import chromium as installed
from tests.browser.driver import FLAGS, Chromium
from tests.browser.lab import Jupyter, JupyterServer, Notebook, quiet

IMAGES = Path(__file__).parents[1] / "docs" / "images"
COACH = [
    """from skyjo_widget import play

table = play(
    "skyjo", ["bot:careful", "bot:greedy"], seed=5, lang="en", coach="request", display=False
)
while table.phase != "choose" or table.history.actor or table.history.state.hidden[0] > 4:
    table.step()
table.replace(0, "person:Ana")
table.act("draw")
table""",
]
MOMENT = [
    """from skyjo_widget import play

table = play(
    "skyjo", ["bot:careful", "bot:greedy"], seed=80, lang="en", coach="request", display=False
)
while len(table.history.decisions) < 30:
    table.step()
table.replace(0, "person:Ana")
table.act("draw")
table.live("sums")
table.live(lambda log: log.decisions[["turn", "player", "notation"]].tail(6), title="Moves")
table""",
]
"""A drawn card that completes a column, with the coach's values."""
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
ASK = re.compile("Ask the coach|Demander au coach")
IN_FRENCH = {'lang="en"': 'lang="fr"', '"Moves"': '"Coups"'}
WIDTH, HEIGHT = 1300, 1420


def ask(notebook: Notebook) -> None:
    """Ask the coach once its rollouts are compiled, and wait for its answer."""
    notebook.kernel("from skyjo_widget.engine.core import background")
    notebook.until("background.ready('search', 'skyjo')")
    notebook.page.get_by_role("button", name=ASK).click()
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
    selector : str
        The selector of the parts that are in the picture.
    above : str
        The selector of the part above which the picture ends, if it ends before theirs.
    """

    cells: list[str]
    act: Callable[[Notebook], None]
    selector: str
    above: str = ""

    def in_french(self) -> Scene:
        """Return the scene with a French board."""
        cells = "\0".join(self.cells)
        for english, french in IN_FRENCH.items():
            cells = cells.replace(english, french)
        return self._replace(cells=cells.split("\0"))


SCENES = {
    "coach": Scene(COACH, ask, ".sjw"),
    "moment": Scene(MOMENT, ask, ".jp-OutputArea-output:has(.sjw)", above=".sjw-panel"),
    "replay": Scene(REPLAY, go, ".sjw"),
}
SCENES["moment.fr"] = SCENES["moment"].in_french()


def take(parts: Locator, path: Path, above: str = "") -> None:
    """Take a picture of parts that lie below one another, or of what is above another part."""
    parts.first.scroll_into_view_if_needed()
    first, last = parts.first.bounding_box(), parts.last.bounding_box()
    assert first
    assert last
    bottom = last["y"] + last["height"]
    if above:
        cut = parts.page.locator(above).first.bounding_box()
        assert cut
        bottom = cut["y"]
    parts.page.screenshot(
        path=path,
        clip={
            "x": first["x"],
            "y": first["y"],
            "width": first["width"],
            "height": bottom - first["y"],
        },
    )
    # Few colours are in it: a palette takes a third of the bytes.
    Image.open(path).convert("RGB").quantize(256).save(path, optimize=True)


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
    take(notebook.page.locator(scene.selector), path, scene.above)
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
