"""Make the README's pictures of a board with live panels beside it: ``docs/images/board-*.png``.

``python -m scripts.board_pictures`` from the checkout's root, with what the browser tests need.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts import chromium as installed
from tests.browser.driver import FLAGS, Chromium
from tests.browser.lab import Jupyter, JupyterServer, click, quiet

IMAGES = Path(__file__).parents[1] / "docs" / "images"
CELLS = [
    """from skyjo_widget import play

table = play("skyjo", ["Ana", "bot:greedy", "bot:random"], seed=7, lang="en")""",
    """table.live("sums"); table.live("chance to win")

@table.live
def thinking_time(log):
    return log.decisions.groupby("player")["ms"].agg(["count", "mean"]).astype(int)""",
]
CLICKS = ("0:a1", "0:c2", "draw", "0:b3", "draw", "0:d3", "draw", "0:a2")
WIDTH, HEIGHT = 1300, 1420


def make(theme: str, chromium: Chromium, server: JupyterServer) -> Path:
    """Play some turns in a notebook of that theme, and take its picture."""
    notebook = Jupyter(server, chromium).open_notebook(
        CELLS, theme=theme, width=WIDTH, height=HEIGHT
    )
    notebook.command("application:toggle-left-area")
    notebook.run_all()
    page = notebook.page
    page.locator('[data-spot="0:a1"][data-open="true"]').wait_for()
    notebook.kernel("table.pace = 0")
    for target in CLICKS:
        click(notebook, target)
    quiet(notebook)
    notebook.until("all(panel.wait(10) for panel in table._panels)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(1500)
    path = IMAGES / f"board-{theme}.png"
    cell = page.locator(".jp-Notebook .jp-Cell")
    first, last = cell.nth(0).bounding_box(), cell.nth(1).bounding_box()
    assert first
    assert last
    page.screenshot(
        path=path,
        clip={
            "x": first["x"],
            "y": first["y"],
            "width": first["width"],
            "height": last["y"] + last["height"] - first["y"],
        },
    )
    return path


def main() -> None:
    """Make both."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed.find(), args=FLAGS)
        chromium, server = Chromium(browser), JupyterServer(Path(folder) / "lab")
        try:
            for theme in ("light", "dark"):
                print(make(theme, chromium, server))
                chromium.close_pages()
        finally:
            server.stop()
            browser.close()


if __name__ == "__main__":
    main()
