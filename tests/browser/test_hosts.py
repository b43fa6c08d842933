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
