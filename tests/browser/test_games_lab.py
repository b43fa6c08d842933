"""Each game in a real JupyterLab, some decisions by mouse and some by keys, to the record."""

from __future__ import annotations

import json

from tests.browser.boards import best, card_spot, place_spot
from tests.browser.lab import quiet, shown

PLAYS = {
    "skyjo": 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="en")',
    "newskyjo": 'table = play("newskyjo", ["Ana", "bot:greedy", "bot:random"], seed=3, lang="fr")',
    "skip-bo": 'table = play("skip-bo", ["Ana", "bot:greedy"], stock=3, seed=3, lang="en")',
}


def test_each_game_is_played_by_mouse_and_by_keys(lab):
    """One after the other in the same cell: JupyterLab and a kernel take seconds to start."""
    notebook = lab.open_notebook(["from skyjo_widget import play", ""])
    for cell in PLAYS.values():
        notebook.write(1, cell)
        notebook.run_all()
        shown(notebook, 0)
        play_on(notebook)
    assert notebook.errors == []


def play_on(notebook):
    """Choose every other decision by keys; each is a row, and a line of the record."""
    notebook.kernel("table.board.pace = 0")
    for turn in range(8):
        view = json.loads(notebook.kernel("import json; print(json.dumps(table.board.view))"))
        if view["waiting"] != "person":
            break
        made = int(notebook.kernel("sum(d.seat == 0 for d in table.history.decisions)"))
        for spot in spots(view):
            choose(notebook.page.locator(f'.sjw [data-spot="{spot}"]'), by_keys=turn % 2 == 1)
        notebook.until(f"sum(d.seat == 0 for d in table.history.decisions) == {made + 1}")
        quiet(notebook)
    assert made >= 4
    rows = int(notebook.kernel("len(table.log.decisions)"))
    lines = notebook.kernel(
        "print(sum('\"act\"' in line for line in table.path.read_text('utf-8').splitlines()))"
    )
    assert rows == int(lines)


def spots(view):
    """Name what is chosen one after the other for a decision."""
    if view["table"] == "piles":
        card, place = best(view)
        return [card_spot(view, card), place_spot(view, place)]
    return [next(target for target in view["targets"] if not target.startswith("button:"))]


def choose(spot, *, by_keys):
    """Click a spot, or give it the focus and press Enter."""
    if by_keys:
        spot.focus()
        spot.press("Enter")
    else:
        spot.click()
