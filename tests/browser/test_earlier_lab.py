"""A game that was begun before, in a real JupyterLab: the board offers to go on with it."""

from __future__ import annotations

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.lab import click, quiet, shown
from tests.fixtures.paths import ROOT

pytestmark = pytest.mark.slow

PLAY = 'from skyjo_widget import play\ntable = play("skyjo", ["Alex", "bot:greedy"], lang="{lang}")'
TUTORIAL = nbformat.read(ROOT / "notebooks" / "tutorial.ipynb", as_version=4)
(PREDICT,) = (cell.source for cell in TUTORIAL.cells if cell.source.startswith("table.predict("))
CARDS = "[...document.querySelectorAll('.sjw [data-spot*=\":\"]')].map((e) => e.ariaLabel)"
BUTTON = {"en": "Go on", "fr": "Continuer"}


@pytest.mark.parametrize(("lang", "way"), [("en", "click"), ("fr", "keys")])
def test_after_restart_and_run_all_the_board_offers_the_game_and_goes_on_with_it(lab, lang, way):
    """Six clicks, a restart, and the same cards again, though the lesson's next cell predicts."""
    for record in lab.server.work.glob("games/*.jsonl"):
        record.unlink()
    notebook = lab.open_notebook([PLAY.format(lang=lang), PREDICT])
    notebook.run_all()
    shown(notebook, 0)
    page = notebook.page
    notebook.kernel("table.board.pace = 0")
    for _ in range(6):
        quiet(notebook)
        click(notebook, notebook.kernel("print(next(iter(table.board.view['targets'])))"))
    old, cards = notebook.kernel("print(table.path)"), page.evaluate(CARDS)
    decisions = notebook.kernel("len(table.history.decisions)")

    notebook.restart()
    notebook.run_all()
    notice = page.locator(".sjw-notice-earlier")
    expect(notice).to_contain_text(decisions)
    assert page.evaluate(CARDS) != cards
    expect(page.locator(".sjw[data-busy=false]")).to_be_visible()
    page.wait_for_timeout(1500)  # the board says when it is at rest
    notebook.save()
    saved = nbformat.read(notebook.path, as_version=4)
    pictures = [o["data"].get("text/html", "") for c in saved.cells for o in c.outputs]
    assert old in "".join(pictures)

    button = notice.get_by_role("button", name=BUTTON[lang])
    if way == "click":
        button.click()
    else:
        page.locator('[data-spot="0:a1"]').focus()
        for _ in range(30):
            page.keyboard.press("Shift+Tab")
            if button.evaluate("e => e === document.activeElement"):
                break
        page.keyboard.press("Enter")
    expect(notice).to_have_count(0)
    notebook.until(f"str(table.path) == {old!r}")
    quiet(notebook)
    assert page.evaluate(CARDS) == cards
    assert notebook.kernel("len(table.history.decisions)") == decisions
    assert notebook.kernel("import glob; len(glob.glob('games/*.jsonl'))") == "2"  # a prediction
    click(notebook, notebook.kernel("print(next(iter(table.board.view['targets'])))"))
    assert notebook.errors == []
