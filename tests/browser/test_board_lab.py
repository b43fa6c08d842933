"""The board in a real JupyterLab."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.boards import best, card_spot, place_spot
from tests.browser.lab import click, quiet, shown

pytestmark = pytest.mark.slow

IMPORT = "from skyjo_widget import load, play"
PLAY = 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="en")'


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
        "from skyjo_widget.records.record_file import read;"
        "from skyjo_widget.records.replay import replay;"
        "print(replay(read(table.path)[0]).state == table.history.state)"
    )
    assert replayed == "True"
    if waiting == "next round":
        notebook.page.get_by_role("button", name="Next round").click()
        notebook.until("table.history.state.round == 2")
    assert notebook.errors == []


def test_a_round_with_effects_is_played_and_logged(lab):
    """NewSkyjo, one's own cards and others' by clicks; what an effect says stands in its line."""
    play = 'table = play("newskyjo", ["Ana", "bot:greedy", "bot:random"], seed=3, lang="fr")'
    notebook = lab.open_notebook([IMPORT, play])
    notebook.run_all()
    shown(notebook, 0)
    notebook.kernel("table.board.pace = 0")
    waiting, kinds, clicks = "person", set(), 0
    while waiting == "person":
        targets = eval(notebook.kernel("list(table.board.view['targets'].items())"))
        target, action = targets[-1]
        kinds.add(action.split()[0])
        if target.startswith(("button:", "order:")):
            notebook.kernel(f"table.act({action!r})")
            quiet(notebook)
            waiting = notebook.kernel("print(table.waiting)")
        else:
            waiting = click(notebook, target)
        if notebook.page.locator(".sjw-legend dt").count():
            assert notebook.page.locator(".sjw-legend dt").first.evaluate(
                "term => getComputedStyle(term).float === 'none' && term.offsetHeight < 30"
            )
        clicks += 1
        assert clicks < 200
    assert kinds >= {"flip", "pick"}
    assert notebook.kernel("print(table.over, table.log.decisions['effect'].notna().any())") == (
        "True True"
    )
    assert notebook.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_game_of_skipbo_is_played_by_two_people_at_one_screen(lab, theme):
    """Each says that they are there, plays by clicks, and gives the screen on; to the end."""
    play = 'table = play("skip-bo", ["Ana", "Bo"], stock=2, rounds=1, seed=3, lang="en")'
    notebook = lab.open_notebook([IMPORT, play], theme=theme)
    notebook.run_all()
    shown(notebook, 0)
    cover, covers, waiting = notebook.page.locator(".sjw-cover button"), 0, "person"
    while waiting == "person":
        view = json.loads(notebook.kernel("import json; print(json.dumps(table.board.view))"))
        if view["covered"]:
            assert notebook.page.locator("[data-spot^='hand:']").count() == 0
            cover.click()
            notebook.until("not table.board.view['covered']")
            covers += 1
            continue
        card, place = best(view)
        notebook.page.locator(f'[data-spot="{card_spot(view, card)}"]').click()
        waiting = click(notebook, place_spot(view, place))
    expect(notebook.page.locator(".sjw-dialog")).to_be_visible()
    assert covers > 2
    left = notebook.kernel("print(sorted(table.log.rounds['cards_left'].tolist()))")
    assert left in ("[0, 1]", "[0, 2]")
    assert notebook.errors == []


def test_the_keys_of_the_board_are_not_the_notebooks(lab):
    """d d would delete the cell, a and b add one, x cut it."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    cells = notebook.page.locator(".jp-Cell").count()
    notebook.page.locator('[data-spot="0:a1"]').focus()
    notebook.page.keyboard.press("a")  # it opens the board's own panel for notes
    expect(notebook.page.locator(".sjw textarea")).to_be_focused()
    notebook.page.keyboard.press("Escape")
    notebook.page.locator('[data-spot="0:a1"]').focus()
    for key in ("d", "d", "b", "x", "ArrowDown", "ArrowRight", "Enter"):
        notebook.page.keyboard.press(key)
    notebook.until("len(table.history.decisions) == 1")
    assert notebook.kernel("table.history.decisions[0].position") == "'b2'"
    assert notebook.page.locator(".jp-Cell").count() == cells


def test_after_a_click_on_its_words_the_keys_are_the_boards(lab):
    """The cell is chosen as by any other click; nothing scrolls, and no cell comes or goes."""
    notebook = lab.open_notebook([IMPORT, PLAY, "1"])
    notebook.run_all()
    shown(notebook, 0)
    page = notebook.page
    cells = page.locator(".jp-Cell")
    place = "document.querySelector('.jp-WindowedPanel-outer').scrollTop"
    for name in (".sjw-prompt", ".sjw-own", ".sjw-panel"):
        cells.nth(2).locator(".jp-InputPrompt").click()
        before = page.evaluate(place)
        page.locator(name).first.click(position={"x": 2, "y": 2})
        expect(cells.nth(1)).to_have_class(re.compile("jp-mod-active"))
        assert page.evaluate(place) == before
        page.keyboard.press("x")
        page.keyboard.press("a")
        expect(page.locator(".sjw textarea")).to_be_focused()
        page.keyboard.press("Escape")
        assert cells.count() == 3, name
    assert notebook.errors == []


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


def test_a_note_is_written_without_a_letter_going_to_the_notebook(lab):
    """Letters that are shortcuts there (a, b, dd, x) and on the board; Ctrl+A is the text."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    page = notebook.page
    page.locator(".sjw-note-button").click()
    page.keyboard.type("forget this")
    page.keyboard.press("Control+a")
    page.keyboard.type("bad deal: ddxxuu, why = 3?")
    page.keyboard.press("Control+Enter")
    notebook.until("len(table.log.notes) == 1")
    assert notebook.kernel("print(table.log.notes.loc[0, 'text'])") == "bad deal: ddxxuu, why = 3?"
    assert notebook.kernel("print(len(table.history.decisions))") == "0"
    assert page.locator(".jp-Cell").count() == 2
    shown(notebook, 0)


def test_a_reloaded_page_has_the_board_again_and_goes_on(lab):
    """The kernel lives; the saved notebook's output finds its model there."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    click(notebook, "0:a1")
    notebook.save()
    notebook.page.reload()
    notebook.wait_idle()
    shown(notebook, 1)
    click(notebook, "0:b1")
    assert notebook.kernel("[row.notation for row in table.history.decisions][:2]") == (
        "['flip a1', 'flip b1']"
    )


def test_a_lost_connection_is_said_and_the_board_goes_on_by_itself(lab):
    """The websocket is gone as one clicks, and comes back when JupyterLab tries again."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    page = notebook.page
    page.context.set_offline(True)
    notebook.reconnect()
    page.locator('[data-spot="0:a1"]').click()
    expect(page.locator(".sjw-notice-silence")).to_contain_text("No answer yet")
    page.context.set_offline(False)
    expect(page.locator(".sjw")).to_have_attribute("data-state", "1")
    expect(page.locator(".sjw-notice-silence")).to_have_count(0)
    page.keyboard.press("Escape")  # JupyterLab's own word about it
    notebook.errors.clear()
    click(notebook, "0:b1")
    assert notebook.kernel("[row.notation for row in table.history.decisions][:2]") == (
        "['flip a1', 'flip b1']"
    )
    assert notebook.errors == []


def test_two_browsers_on_one_notebook_show_one_game(lab):
    """A click in either shows in both."""
    first = lab.open_notebook([IMPORT, PLAY])
    first.run_all()
    shown(first, 0)
    first.save()
    second = lab.open_beside(first)
    shown(second, 0)
    click(first, "0:a1")
    shown(second, 1)
    click(second, "0:b1")
    shown(first, second.kernel("table.state"))
    for spot in ("0:a1", "0:b1", "discard"):
        faces = {
            page.locator(f'[data-spot="{spot}"]').get_attribute("aria-label")
            for page in (first.page, second.page)
        }
        assert len(faces) == 1


def test_a_new_view_for_the_cells_output_shows_the_same_game(lab):
    """JupyterLab's command; a click in either view shows in both."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    notebook.command("notebook:create-output-view", path=notebook.path.name, index=1)
    boards = notebook.page.locator(".sjw")
    expect(boards).to_have_count(2)
    for view, place in ((1, "0:a1"), (0, "0:b1")):
        state = notebook.kernel("table.state")
        boards.nth(view).locator(f'[data-spot="{place}"]').click()
        notebook.until(f"table.state > {state}")
    quiet(notebook)
    for view in (0, 1):
        expect(boards.nth(view)).to_have_attribute("data-state", notebook.kernel("table.state"))


def test_a_notebook_without_its_kernel_shows_the_last_position(lab):
    """A still picture, which a live board hides without a gap."""
    notebook = lab.open_notebook([IMPORT, PLAY])
    notebook.run_all()
    shown(notebook, 0)
    still = notebook.page.locator(".sjw-still")
    click(notebook, "0:a1")
    card = notebook.kernel("print(table.observation(0).grid[0]['a1'])")
    expect(still.locator("img")).to_have_attribute("alt", re.compile(f": {card} □ "))
    expect(notebook.page.locator(".jp-OutputArea-child", has=still)).to_be_hidden()
    notebook.save()
    lab.server.end_sessions()
    notebook.open()
    expect(still).to_be_visible()
    expect(still.locator("img")).to_have_attribute("alt", re.compile(f": {card} □ "))
    expect(still).to_contain_text("load(")
    assert notebook.page.locator(".sjw").count() == 0
    saved = json.loads(notebook.path.read_text("utf-8"))
    saved["cells"][0]["source"] = "# changed elsewhere: JupyterLab trusts it no longer"
    notebook.path.write_text(json.dumps(saved), "utf-8")
    notebook.open()
    expect(still.locator("img")).to_be_visible()
    assert still.locator("img").evaluate("img => img.decode().then(() => img.naturalWidth)") > 300


def test_a_click_styles_the_board_alone(lab, tmp_path):
    """Not the whole notebook, however long: each rule is narrow, the still picture's as well."""
    notebook = lab.open_notebook([IMPORT, PLAY.replace("bot:greedy", "Bo")])
    notebook.run_all()
    shown(notebook, 0)
    page, file = notebook.page, tmp_path / "trace.json"
    click(notebook, "0:a1")
    expect(page.locator(".sjw-still")).to_be_attached()  # and its style sheet with it
    page.wait_for_timeout(500)
    page.context.browser.start_tracing(page=page, path=file, categories=["devtools.timeline"])
    for spot in ("0:a2", "1:a1", "1:a2"):
        click(notebook, spot)
        page.wait_for_timeout(500)  # for what comes after the move
    page.context.browser.stop_tracing()
    styled = [
        event["args"]["elementCount"]
        for event in json.loads(file.read_bytes())["traceEvents"]
        if event["name"] == "UpdateLayoutTree" and "elementCount" in event.get("args", {})
    ]
    board = page.evaluate("document.querySelectorAll('.sjw *').length")
    assert styled
    assert max(styled) <= board < page.evaluate("document.querySelectorAll('*').length") / 2


def test_the_undo_button_takes_a_decision_back(lab):
    """At a practice table; its row stays, marked, and the card lies face down again."""
    notebook = lab.open_notebook([IMPORT, PLAY.replace(")", ", practice=True)")])
    notebook.run_all()
    shown(notebook, 0)
    click(notebook, "0:a1")
    notebook.page.get_by_role("button", name="Undo").click()
    notebook.until("[row.undone for row in table.history.decisions] == [True]")
    shown(notebook, notebook.kernel("table.state"))
    expect(notebook.page.locator('[data-spot="0:a1"]')).to_have_attribute("data-open", "true")
    expect(notebook.page.locator(".sjw li[data-mark=undone]")).to_have_count(1)


def test_the_server_has_our_part(lab):
    """Installing the package was enough."""
    assert "skyjo_widget_server | extension was successfully loaded" in lab.server.log.read_text()
