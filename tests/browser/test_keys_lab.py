"""A game at a table in a real JupyterLab by the keyboard alone, from the cell and back to it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import begin

pytestmark = pytest.mark.slow

PLAYERS = {"skyjo": ["Ana", "bot:greedy"], "newskyjo": ["Ana", "bot:greedy", "bot:random"]}
CELL = """from skyjo_widget import play
table = play({game!r}, {players}, seed=3, lang="en", coach="request", practice=True)
table.pace = 0"""


@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_a_game_by_keys_alone(lab, game):
    """Ten decisions, the coach, every tab and panel, a note, undo, and back to the notebook."""
    players = PLAYERS.get(game, ["Ana", "bot:plain"])
    notebook = lab.open_notebook([CELL.format(game=game, players=players)])
    keys, page = begin(notebook), notebook.page
    for _ in range(5):
        keys.decide()
    notebook.until("table.waiting == 'person'")
    keys.press("c")
    expect(page.locator(".sjw-worth").first).to_be_attached()
    for _ in range(5):
        keys.decide()
    made = int(notebook.kernel("len([row for row in table.history.decisions if not row.undone])"))
    assert made >= 10

    for name in ("Scores", "Rules", "Notes", "Coach", "Decisions"):
        keys.open_tab(name)
        expect(page.locator(".sjw-tabpanel")).to_be_visible()
    keys.go_to("Tools", "Shift+Tab")
    keys.press("Enter")
    for name, panel in (("Predict", "predict"), ("What if…", "what_if")):
        keys.go_to(name, "Shift+Tab")
        keys.press("Enter")
        expect(page.locator(f".sjw-aside[data-name={panel}]")).to_be_visible()
        keys.tab_to(lambda panel=panel: page.locator(f"[data-name={panel}] :focus").count() > 0)
        keys.press("Escape")
        expect(page.locator(f".sjw-aside[data-name={panel}]")).to_have_count(0)
        assert keys.in_board()

    keys.press("a")
    expect(page.locator(".sjw-note textarea")).to_be_focused()
    page.keyboard.type("By keys.")
    keys.press("Control+Enter")
    notebook.until("[note.text for note in table.history.notes] == ['By keys.']")
    expect(page.locator(".sjw-note")).to_have_count(0)
    assert keys.in_board()

    keys.press("u")
    notebook.until("any(row.undone for row in table.history.decisions)")

    keys.press("p")
    expect(page.locator(".sjw[data-projector]")).to_be_visible()
    keys.press("Escape")
    expect(page.locator(".sjw[data-projector]")).to_have_count(0)
    assert keys.in_board()
    keys.leave_board()
    assert notebook.errors == []


@pytest.mark.parametrize(
    ("lang", "theme", "width"), [("en", "light", 1280), ("fr", "dark", 700), ("fr", "light", 1280)]
)
def test_a_game_that_is_over_is_studied_by_keys_and_by_mouse(lab, lang, theme, width):
    """Its replay opens below the board, takes the keys and gives them back."""
    cell = CELL.format(game="skyjo", players=PLAYERS["skyjo"]).replace("practice=True", "target=1")
    notebook = lab.open_notebook(
        [cell.replace('lang="en"', f"lang={lang!r}")], theme=theme, width=width
    )
    keys, page = begin(notebook), notebook.page
    while notebook.kernel("table.over") != "True":
        notebook.kernel("table.act(table.legal[-1]); table.run()")
    dialog = page.locator(".sjw-dialog")
    expect(dialog).to_be_visible()
    name = {"en": "Study this game", "fr": "Étudier cette partie"}[lang]
    region = page.get_by_role("region", name={"en": "Replay", "fr": "Relecture"}[lang]).first
    button = dialog.get_by_role("button", name=name)

    keys.go_to(name)
    keys.press("Enter")
    expect(region).to_be_focused()
    keys.press("ArrowRight", "ArrowRight")
    expect(region.locator('.sjw-replay-where[data-at="2"]')).to_be_visible()
    keys.press("Escape")
    expect(region).to_have_count(0)
    expect(button).to_be_focused()

    button.click()
    expect(region).to_be_focused()
    region.get_by_role(
        "button", name={"en": "Back to the board", "fr": "Retour au plateau"}[lang]
    ).click()
    expect(region).to_have_count(0)
    expect(button).to_be_focused()
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    assert keys.in_board()
    keys.leave_board()
    assert notebook.errors == []
