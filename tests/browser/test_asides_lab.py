"""Predictions, what-ifs and branches under the board, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import shown

pytestmark = pytest.mark.slow

PLAY = 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="{lang}", for_="class")'
COMMIT = {"en": "Commit", "fr": "Je m’engage"}
BRANCH = {"en": "Try it", "fr": "Essayer"}
MEAN = "running_mean(table.odds(), draws=200)"
SCROLLS = """() =>
  [...document.querySelectorAll(".jp-OutputArea-output, .jupyter-widgets, .sjw-aside *")]
    .filter((e) => /auto|scroll/.test(getComputedStyle(e).overflow))
    .map((e) => [e.className, e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight])
    .filter(([, x, y]) => x > 0 || y > 0)"""


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("fr", "dark")])
def test_a_prediction_a_what_if_and_a_branch(lab, lang, theme):
    """By mouse and keys: what the coach says, the worth of each action, another board."""
    cells = ["from skyjo_widget import play, running_mean", PLAY.format(lang=lang), MEAN]
    notebook = lab.open_notebook(cells, theme=theme)
    notebook.run_all()
    shown(notebook, 0)
    page = notebook.page
    for _ in range(2):
        notebook.kernel("table.act(table.legal[0])")
    notebook.kernel("table.run()")
    page.locator(".sjw-more-button").press("Enter")
    page.locator("[data-aside=predict]").press("Enter")
    page.get_by_role("button", name=COMMIT[lang]).press("Enter")
    notebook.until("len(table.history.predictions) == 1")
    expect(page.locator(".sjw-aside-answer")).to_contain_text("coach")
    page.locator("[data-aside=what_if]").click()
    page.locator("[data-name=what_if] .sjw-button-main").click()
    expect(page.locator(".sjw-outcome li:not([aria-hidden])")).to_have_count(2)
    page.get_by_role("button", name=BRANCH[lang]).press("Enter")
    expect(page.locator(".sjw-board").nth(1)).to_be_visible()
    page.locator(".sjm").scroll_into_view_if_needed()
    expect(page.locator(".sjm-picture")).to_be_visible()
    assert page.evaluate(SCROLLS) == []
    assert notebook.errors == []
