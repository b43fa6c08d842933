"""Predictions and what-ifs under the board, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import shown

pytestmark = pytest.mark.slow

PLAY = 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="{lang}", coach="after")'
TITLES = {"en": ("Predict, then see", "What if …"), "fr": ("Prédire, puis voir", "Et si…")}
COMMIT = {"en": "Commit", "fr": "Je m’engage"}
BRANCH = {"en": "Try it", "fr": "Essayer"}
OFTEN = {"en": "Play on 1000 times", "fr": "Jouer la suite 1000 fois"}


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("fr", "dark")])
def test_a_prediction_a_branch_and_a_thousand_rounds(lab, lang, theme):
    """By mouse and keys: what the coach says, another board, two distributions."""
    play = PLAY.format(lang=lang)
    notebook = lab.open_notebook(["from skyjo_widget import play", play], theme=theme)
    notebook.run_all()
    shown(notebook, 0)
    page = notebook.page
    for _ in range(2):
        notebook.kernel("table.act(table.legal[0])")
    notebook.kernel("table.run()")
    predict, what_if = TITLES[lang]
    page.get_by_role("button", name=predict).press("Enter")
    page.get_by_role("button", name=COMMIT[lang]).press("Enter")
    notebook.until("len(table.history.predictions) == 1")
    expect(page.locator(".widget-html", has_text="coach")).to_be_visible()
    page.get_by_role("button", name=what_if).click()
    page.get_by_role("button", name=OFTEN[lang]).click()
    expect(page.locator(".jupyter-widgets img")).to_be_visible(timeout=90_000)
    page.get_by_role("button", name=BRANCH[lang]).press("Enter")
    expect(page.locator(".sjw-board").nth(1)).to_be_visible(timeout=30_000)
    assert notebook.kernel("print(len(table.log.decisions), table.log.games['practice'].any())")
    assert notebook.errors == []
