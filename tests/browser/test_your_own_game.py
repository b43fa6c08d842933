"""A game from outside the package on the board, in a real JupyterLab."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.lab import click, shown
from tests.fixtures.paths import ROOT

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
MODULE = "\n\n".join(
    re.findall(r"^```python\n(.*?)^```", PAGE.split("## In a notebook")[0], re.M | re.S)
)

PLAY_ON = """
table.next_round()
while not table.over:
    table.act(table.legal[0]) if table.waiting == "person" else table.step()
"""


def test_golf_is_played_by_clicks_on_our_cards(lab, tmp_path):
    """Imported in a cell; a round to its end, its rules and its score; no coach; then its study."""
    (tmp_path / "golf.py").write_text(MODULE, "utf-8")
    setup = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import golf"
    play = 'table = play("golf", ["Ana", "bot:simple"], seed=3, lang="en", rounds=2)'
    notebook = lab.open_notebook([f"{setup}\nfrom skyjo_widget import play", play])
    notebook.run_all()
    shown(notebook, 0)
    notebook.kernel("table.board.pace = 0")
    page = notebook.page
    tabs = page.locator(".sjw [role=tab]").all_inner_texts()
    assert "Rules" in " ".join(tabs)
    assert "Coach" not in " ".join(tabs)
    page.get_by_role("tab", name="Rules").click()
    expect(page.get_by_text("equal cards in a column count nothing")).to_be_visible()
    waiting, clicks = "person", 0
    while waiting == "person":
        # A place of a grid where there is one: a discard never ends a round.
        target = notebook.kernel("print(sorted(table.board.view['targets'])[0])")
        waiting = click(notebook, target)
        clicks += 1
        assert clicks < 100
    expect(page.locator(".sjw-dialog")).to_be_visible()
    assert int(notebook.kernel("len(table.log.rounds.dropna(subset='raw_score'))")) == 2
    notebook.kernel(PLAY_ON)
    page.get_by_role("button", name="Study this game").click()
    replay = page.get_by_role("region", name="Replay")
    expect(replay).to_be_focused()
    page.keyboard.press("End")
    expect(replay.locator(".sjw-replay-where")).to_contain_text("Decision")
    page.keyboard.press("Escape")
    expect(replay).to_have_count(0)
    assert notebook.errors == []
