"""Analysis next to the board in JupyterLab: panels, and a table among other widgets."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.driver import until
from tests.browser.lab import click

pytestmark = pytest.mark.slow

PLAY = """from skyjo_widget import play
table = play("skyjo", ["Ana", "bot:greedy"], seed=3, record=False, lang="en")"""
PANELS = """import threading
sums = table.live("sums")

@table.live
def count(log):
    return f"rows: {len(log.decisions)}"

@table.live
def wrong(log):
    return log.nothing

runs, gate = [], threading.Event()

@table.live
def slow(log):
    runs.append(table.decision)
    gate.wait(60)
    print("slow at", table.decision)
"""


def width(locator):
    """The width of what is shown, in CSS pixels."""
    return locator.bounding_box()["width"]


def test_panels_follow_the_game_beside_its_board(lab):
    """From a cell after the board's: a click changes them, an error is said, slow ones skip."""
    notebook = lab.open_notebook([PLAY, PANELS], width=1600)
    notebook.run_all()
    page = notebook.page
    board = page.locator(".sjw")
    expect(board).to_have_count(1)
    expect(page.get_by_text("rows: 0")).to_be_visible()
    wrong = page.get_by_role("alert").filter(has_text="has no attribute 'nothing'")
    expect(wrong).to_contain_text("return log.nothing")
    expect(page.get_by_text("Visible sums")).to_be_visible()
    panel = page.get_by_text("rows: 0").bounding_box()
    assert panel["x"] > board.bounding_box()["x"] + width(board)  # beside, where there is room
    for target in ("0:a1", "0:b1"):
        click(notebook, target)  # the bots have answered then
    rows = notebook.kernel("table.decision")
    expect(page.get_by_text(f"rows: {rows}", exact=True)).to_be_visible()
    assert notebook.kernel("runs") == "[0]"
    notebook.kernel("gate.set()")
    notebook.until("slow.wait(10)")
    expect(page.get_by_text(f"slow at {rows}")).to_be_visible()
    assert notebook.kernel("runs") == f"[0, {rows}]"  # it has skipped what lay between
    assert notebook.kernel("isinstance(wrong.error, AttributeError)") == "True"
    notebook.kernel("count.close()")
    expect(page.get_by_text(f"rows: {rows}", exact=True)).to_have_count(0)
    page.set_viewport_size({"width": 800, "height": 1000})
    expect(board).to_be_visible()
    live = page.locator(".sjw-live").first

    def below():
        place, above = live.bounding_box(), board.bounding_box()
        return place["y"] >= above["y"] + above["height"]

    until(page, below)
    assert notebook.errors == []


def test_a_table_and_an_output_share_a_line(lab):
    """Both are wide enough, wherever the box was made; the still picture stays hidden."""
    cells = [
        PLAY.replace('lang="en"', 'lang="en", display=False'),
        """from ipywidgets import HBox, IntSlider, Output, Tab, dlink
out = Output(layout={"width": "360px"})
box = HBox([table, out])
with out:
    print("beside")
moves = IntSlider(max=500)
dlink((table, "decision"), (moves, "value"))""",
        "box",
        "Tab([table])",
    ]
    notebook = lab.open_notebook(cells, width=1400)
    notebook.run_all()
    page = notebook.page
    first = page.locator(".sjw").first
    expect(page.get_by_text("beside", exact=True)).to_be_visible()
    assert width(first) > 500
    assert width(page.locator(".widget-output", has_text="beside")) >= 350
    first.locator('[data-spot="0:a1"]').click()
    notebook.until("moves.value == table.decision == 1")
    notebook.until("table._static._html != ''")
    page.wait_for_timeout(300)
    for still in page.locator(".sjw-still").all():
        assert not still.is_visible()
    assert notebook.errors == []


def test_a_table_stands_in_a_grid_and_follows_a_control(lab):
    """`GridBox` and `Accordion` hold it; `interactive_output` draws what a slider names of it."""
    cells = [
        PLAY.replace('lang="en"', 'lang="en", display=False'),
        """from ipywidgets import Accordion, GridBox, IntSlider, VBox, interactive_output
rows = IntSlider(value=2, max=9, description="rows")

def newest(rows):
    print("newest", len(table.log.decisions.tail(rows)))

out = interactive_output(newest, {"rows": rows})
columns = {"grid_template_columns": "minmax(0, 2fr) minmax(0, 1fr)"}
GridBox([table, VBox([rows, out])], layout=columns)""",
        "Accordion([table], selected_index=0)",
        """from ipywidgets import interactive_output as shown
choice = IntSlider(value=1, max=3)

def again(n):
    display(table if n == 1 else n)

VBox([choice, shown(again, {"n": choice})])""",
    ]
    notebook = lab.open_notebook(cells, width=1400, height=3600)
    notebook.run_all()
    page = notebook.page
    boards = page.locator(".sjw")
    expect(boards).to_have_count(3)
    assert width(boards.first) > 500
    expect(page.get_by_text("newest 0")).to_be_visible()
    boards.first.locator('[data-spot="0:a1"]').click()
    notebook.until("table.decision == 1")
    for board in boards.all():
        expect(board.locator('[data-spot="0:a1"]')).not_to_have_attribute("data-open", "true")
    notebook.kernel("rows.value = 1")
    expect(page.get_by_text("newest 1")).to_be_visible()
    notebook.kernel("choice.value = 2")
    expect(boards).to_have_count(2)
    boards.first.locator('[data-spot="0:b1"]').click()
    notebook.until("table.decision >= 2")
    assert notebook.errors == []
