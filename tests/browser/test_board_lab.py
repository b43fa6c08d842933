"""The board in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

IMPORT = "from skyjo_widget import load, play"
PLAY = 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="en")'


def shown(notebook, state):
    """Wait until the page shows a state of the table."""
    notebook.page.wait_for_selector(f'.sjw[data-state="{state}"]')


def quiet(notebook):
    """Wait until no bot is to act, and the page shows it; what is waited for then."""
    notebook.until("table.waiting != 'bot'")
    state, waiting = notebook.kernel("table.state_id, table.waiting").strip("()").split(", ")
    shown(notebook, state)
    return waiting.strip("'")


def click(notebook, target):
    """Click a place and wait for what comes of it."""
    seen = notebook.kernel("table.state_id")
    notebook.page.locator(f'[data-spot="{target}"]').click()
    notebook.until(f"table.state_id > {seen}")
    return quiet(notebook)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_round_by_clicks_ends_with_a_frame_that_replays_to_the_same_board(lab, theme):
    """Click after click to the dialog; then the next round."""
    notebook = lab.open_notebook([IMPORT, PLAY], theme=theme)
    notebook.run_all()
    shown(notebook, 0)
    notebook.kernel("table.board.pace = 0")
    waiting, clicks = "person", 0
    while waiting == "person":
        target = notebook.kernel("print(next(iter(table.board.view['targets'])))")
        waiting = click(notebook, target)
        clicks += 1
        assert clicks < 300
    expect(notebook.page.locator(".sjw-dialog")).to_be_visible()
    rows = int(notebook.kernel("len(table.log.decisions)"))
    assert rows > clicks
    assert notebook.kernel("table.log.decisions['card_in'].isna().sum() < len(table.log.decisions)")
    replayed = notebook.kernel(
        "from skyjo_widget.record import read; from skyjo_widget.replay import replay;"
        "print(replay(read(table.path)[0]).state == table.history.state)"
    )
    assert replayed == "True"
    if waiting == "next round":
        notebook.page.get_by_role("button", name="Next round").click()
        notebook.until("table.history.state.round == 2")
    assert notebook.errors == []


def test_the_keys_of_the_board_are_not_the_notebooks(lab):
    """d d would delete the cell, a and b add one, x cut it."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    cells = notebook.page.locator(".jp-Cell").count()
    notebook.page.locator('[data-spot="0:a1"]').focus()
    for key in ("d", "d", "a", "b", "x", "ArrowDown", "ArrowRight", "Enter"):
        notebook.page.keyboard.press(key)
    notebook.until("len(table.history.decisions) == 1")
    assert notebook.kernel("table.history.decisions[0].position") == "'b2'"
    assert notebook.page.locator(".jp-Cell").count() == cells


def test_a_restarted_kernel_is_said_and_load_goes_on_at_the_last_decision(lab):
    """The same record in a fresh kernel shows the board again."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    click(notebook, "0:a1")
    click(notebook, "0:c2")
    path = notebook.kernel("print(table.path)")
    before = notebook.kernel("print(table.observation(0))")
    notebook.restart()
    expect(notebook.page.locator(".sjw-notice-dead")).to_be_visible()
    again = lab.open_notebook([IMPORT, f"table = load({path!r}, lang='en')"])
    again.run_all()
    quiet(again)
    assert again.kernel("print(table.observation(0))") == before
    click(again, next(iter(eval(again.kernel("table.board.view['targets']")))))


def test_running_the_cell_again_makes_a_new_game_and_one_board(lab):
    """The old record stays."""
    notebook = lab.open_notebook([IMPORT, f"{PLAY}\ntable"])
    notebook.run_all()
    shown(notebook, 0)
    first = notebook.kernel("print(table.path)")
    notebook.run_all()
    notebook.until(f"str(table.path) != {first!r}")
    shown(notebook, 0)
    assert notebook.page.locator(".sjw").count() == 1
    assert notebook.kernel(f"__import__('os').path.exists({first!r})") == "True"


def test_a_note_is_written_from_under_the_board(lab):
    """An ipywidgets line whose text lands in the record."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    notebook.page.get_by_placeholder("A note about the last decision").fill("why = 3?")
    notebook.page.get_by_role("button", name="Add note").click()
    notebook.until("len(table.log.notes) == 1")
    assert notebook.kernel("print(table.log.notes.loc[0, 'text'])") == "why = 3?"
