"""Predictions, what-ifs, rulings and the form under the board, in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.lab import shown

pytestmark = pytest.mark.slow

PLAY = 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="{lang}", coach="after")'
TITLES = {"en": ("Predict, then see", "What if…"), "fr": ("Prédire, puis voir", "Et si…")}
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
    expect(page.locator(".jupyter-widgets img")).to_be_visible()
    page.get_by_role("button", name=BRANCH[lang]).press("Enter")
    expect(page.locator(".sjw-board").nth(1)).to_be_visible()
    assert notebook.kernel("print(len(table.log.decisions), table.log.games['practice'].any())")
    assert notebook.errors == []


RULING = {
    "en": ("Ruling", "Save the ruling"),
    "fr": ("Point de règle", "Enregistrer le point de règle"),
}
FORM = {"en": ("Session form", "Save the form"), "fr": ("Bilan", "Enregistrer le bilan")}


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("fr", "dark")])
def test_a_ruling_and_two_forms(lab, lang, theme):
    """One person after the other; what was written is in the record."""
    play = PLAY.format(lang=lang)
    notebook = lab.open_notebook(["from skyjo_widget import play", play], theme=theme)
    notebook.run_all()
    shown(notebook, 0)
    page = notebook.page
    opens, save = RULING[lang]
    page.locator(".sjw-asides button", has_text=opens).click()
    entries = page.locator(".jupyter-widgets input[type=text]:visible")
    entries.nth(0).fill("Who begins?")
    entries.nth(1).fill("<b>Ana</b>")
    page.get_by_role("button", name=save).click()
    notebook.until("len(table.history.rulings) == 1")
    expect(page.locator(".widget-html li")).to_contain_text("<b>Ana</b>")
    page.locator(".sjw-asides button", has_text=opens).click()
    opens, save = FORM[lang]
    page.locator(".sjw-asides button", has_text=opens).press("Enter")
    for name, mark in (("Ana", "5"), ("Ben", "2")):
        page.locator(".jupyter-widgets input[type=text]:visible").first.fill(name)
        page.get_by_role("button", name=mark, exact=True).first.click()
        page.get_by_role("button", name=save).click()
        notebook.until(f"table.history.forms[-1:] and table.history.forms[-1].by == {name!r}")
    assert notebook.kernel("print([form.fun for form in table.history.forms])") == "[5, 2]"
    assert notebook.errors == []
