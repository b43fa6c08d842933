"""The board in other notebooks than JupyterLab's."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget.records.record_file import read
from skyjo_widget.records.replay import replay
from tests.browser.driver import collect_errors
from tests.browser.hosts import MarimoServer
from tests.browser.lab import NOTEBOOK, Jupyter, JupyterServer

pytestmark = pytest.mark.slow

IMPORT = "from skyjo_widget import play"
PLAY = 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="en")'
CLICKS = {"0:a1": "flip a1", "0:b1": "flip b1", "draw": "draw", "0:c1": "place c1"}


def play_a_turn(page):
    """The set-up's cards, a card drawn, a card placed, each when it may be; the bot answers."""
    board = page.locator(".sjw")
    for target in CLICKS:
        place = page.locator(f'[data-spot="{target}"][data-open="true"]')
        expect(place).to_be_visible()
        state = board.get_attribute("data-state")
        place.click()
        expect(board).not_to_have_attribute("data-state", state)
    expect(page.locator('[data-spot="draw"]')).to_have_attribute("data-open", "true")


def holds_the_turn(rows):
    """Return True if a log begins with the click and the bot's answer."""
    own = [notation for player, notation in rows if player == "Ana"]
    bots = [notation for player, notation in rows if player == "greedy"]
    return own == list(CLICKS.values()) and len(bots) >= 4


def test_a_turn_in_notebook_7(chromium, tmp_path):
    """Clicks up, moves of a bot down, rows in the DataFrame."""
    server = JupyterServer(tmp_path / "notebook", NOTEBOOK)
    try:
        notebook = Jupyter(server, chromium).open_notebook([IMPORT, PLAY])
        notebook.errors.clear()  # Notebook 7.6 has one of its own while it starts
        notebook.run_all()
        play_a_turn(notebook.page)
        rows = notebook.kernel("table.log.decisions[['player', 'notation']].values.tolist()")
        assert holds_the_turn(eval(rows))
        assert notebook.errors == []
    finally:
        chromium.close_pages()
        server.stop()


MARIMO_KEYS = (
    *("a", "b", "c", "x", "v", "q", "d", "d", "ArrowDown", "Shift+Enter", "Shift+Backspace"),
    *(f"Control+Shift+{key}" for key in ("o", "p", "9", "0", "1", "2", "'", "Enter", "m")),
    *("Control+Enter", "Control+b", "Control+z", "Control+h", "Escape"),
)
"""Of marimo's cells: its command mode's letters, and what creates, moves, splits, deletes."""


def test_marimos_cells_hear_no_key_of_the_board(chromium, tmp_path):
    """Neither on a card nor on a margin nor in a note; beside the board they are marimo's."""
    server = MarimoServer(tmp_path / "marimo", [IMPORT, f"{PLAY}\ntable"])
    try:
        page = chromium.open()
        page.goto(server.address)
        card, board = page.locator('[data-spot="0:b2"]'), page.locator(".sjw")
        card.wait_for()
        cells = page.locator("[data-cell-id][id^=cell-]")
        expect(cells).to_have_count(2)
        for key in MARIMO_KEYS:
            card.focus()
            page.keyboard.press(key)
        page.keyboard.press("a")
        page.keyboard.type("bxvq")
        expect(page.locator(".sjw-note textarea")).to_have_value("bxvq")
        page.keyboard.press("Escape")
        page.locator(".sjw-prompt").click()
        for key in ("c", "v", "b", "x", "Shift+Backspace"):
            page.keyboard.press(key)
        expect(cells).to_have_count(2)
        expect(board).to_be_visible()
        page.locator(".sjw-prompt").click()
        page.keyboard.press("Escape")
        page.keyboard.press("b")  # the cell's again
        expect(cells).to_have_count(3)
    finally:
        chromium.close_pages()
        server.stop()


def test_a_turn_in_marimo(chromium, tmp_path):
    """The session is its board there too; its record holds the turn."""
    server = MarimoServer(tmp_path / "marimo", [IMPORT, f"{PLAY}\ntable"])
    try:
        page = chromium.open()
        errors = collect_errors(page)
        page.goto(server.address)
        play_a_turn(page)
        (path,) = (server.work / "games").glob("*.jsonl")
        history = replay(read(path)[0])
        assert holds_the_turn([(row.player, row.notation) for row in history.decisions])
        assert errors == []
    finally:
        chromium.close_pages()
        server.stop()
