"""The editor of rules in a real JupyterLab, by mouse and keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.slow

CELL = "from skyjo_widget import RuleEditor, RuleTable, play\neditor = RuleEditor({})\neditor"


@pytest.fixture
def editor(lab):
    """An opened notebook with an editor of the example."""
    notebook = lab.open_notebook([CELL.format("")], height=1800)
    notebook.run_all()
    expect(notebook.page.locator(".sjr-row")).to_have_count(11)
    yield notebook
    assert not notebook.errors


def row(notebook, number):
    """The row of a rule."""
    own = notebook.page.get_by_text(str(number), exact=True)
    return notebook.page.locator(".sjr-row").filter(has=own)


def said(notebook):
    """The rules in the kernel, as text."""
    return notebook.kernel("print(editor.text)").splitlines()[2:]


def test_a_strategy_is_built_by_mouse_and_plays(editor):
    """A rule is added, changed, and moved to where it never acts, which is named; then it plays."""
    page = editor.page
    page.get_by_role("button", name="Add a rule").first.click()
    expect(page.locator(".sjr-row")).to_have_count(12)
    new = row(editor, 5)
    new.get_by_role("combobox", name="when").select_option("my highest open card is at least …")
    new.get_by_role("spinbutton", name="number").fill("11")
    new.get_by_role("spinbutton", name="number").press("Enter")
    new.get_by_role("combobox", name="then").select_option(
        "take it and replace my highest open card"
    )
    editor.until("'offer: when highest >= 11 then take to highest' in editor.text")
    expect(page.get_by_text("12 rules, no problems")).to_be_visible()

    new.get_by_role("button", name="Move rule 5 down").click()
    wrong = "It never acts: whenever it could, rule 5 acts before it."
    expect(row(editor, 6).get_by_text(wrong)).to_be_visible()
    expect(page.get_by_text("1 problem: until it is solved")).to_be_visible()
    assert "rule 6: It never acts" in editor.kernel(
        "from skyjo_widget import RulesError\n"
        "try:\n    editor.table\nexcept RulesError as error:\n    print(error)"
    )
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("12 rules, no problems")).to_be_visible()

    page.get_by_role("button", name="As Python").click()
    shown = page.locator("pre.sjr-python")
    expect(shown).to_be_visible()
    shown.click()  # selects all of it
    copied = page.evaluate("() => window.getSelection().toString()")
    played = editor.kernel(
        f"space = {{}}\nexec({copied!r}, space)\n"
        "games = [play('skyjo', [mine, 'bot:greedy'], seed=5, record=False, display=False)\n"
        "         for mine in (space['mine'], editor.table)]\n"
        "[game.run(rounds=True) for game in games]\n"
        "told = [[d.action for d in game.history.decisions] for game in games]\n"
        "print(games[0].over, told[0] == told[1])"
    )
    assert played == "True True"


def test_rules_are_moved_and_deleted_by_keys(editor):
    """The focus goes with the rule, so that a key is pressed again and again."""
    page = editor.page
    before = said(editor)
    row(editor, 4).get_by_role("button", name="Move rule 4 up").focus()
    for place in (3, 2, 1):
        page.keyboard.press("Space")
        editor.until(f"str(editor.rules[{place - 1}]) == {before[3]!r}")
        name = f"Move rule {place} up" if place > 1 else "Move rule 1 down"
        expect(page.get_by_role("button", name=name)).to_be_focused()
    page.get_by_role("button", name=re.compile("Delete rule 1$")).focus()
    page.keyboard.press("Space")
    editor.until("len(editor.rules) == 10")
    expect(page.get_by_role("button", name=re.compile("Delete rule 1$"))).to_be_focused()
    assert said(editor) == [*before[:3], *before[4:]]
    page.get_by_title("Add a condition to rule 4").focus()
    page.keyboard.press("Space")
    expect(row(editor, 4).get_by_role("combobox", name="when")).to_be_visible()
    page.keyboard.press("Shift+Tab")  # to the action; what is chosen by letters stays here
    editor.until("len(editor.rules) == 10")


def test_a_text_is_used_saved_and_loaded(editor):
    """A line that can't be read is named with its number and changes nothing."""
    page = editor.page
    page.get_by_role("button", name="As text").click()
    field = page.get_by_role("textbox", name="As text")
    good = field.input_value()
    field.fill(good + "offer: when card < 3 then draw\n")
    page.get_by_role("button", name="Use this text").click()
    expect(page.get_by_text("line 14: 'card < 3' is no condition of 'offer'")).to_be_visible()
    assert len(said(editor)) == 11
    field.fill(good.replace("name: example", "name: <b>Ana</b>").replace("card <= 4", "card <= 3"))
    page.get_by_role("button", name="Use this text").click()
    expect(page.get_by_role("textbox", name="Name")).to_have_value("<b>Ana</b>")
    assert "drawn: when card <= 3 then put on hidden" in said(editor)

    page.locator(".sjr").get_by_role("button", name="File").click()
    page.get_by_role("textbox", name="File").fill("mine.txt")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved: mine.txt")).to_be_visible()
    assert editor.kernel("RuleTable.load('mine.txt') == editor.table") == "True"
    editor.kernel("open('mine.txt', 'a').write('offer: otherwise draw')")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("exists and holds something else")).to_be_visible()
    page.get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_text("Loaded: mine.txt")).to_be_visible()
    expect(row(editor, 6).get_by_text("This is rule 5 once more.")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_read_in_french_and_fits_a_narrow_place(lab, theme):
    """Nothing is cut off or lies on something else at 400 pixels."""
    cell = CELL.format("lang='fr'") + ".layout.width = '400px'\neditor"
    notebook = lab.open_notebook([cell], theme=theme, height=2400)
    notebook.run_all()
    page = notebook.page
    expect(page.get_by_text("Une carte est offerte")).to_be_visible()
    page.wait_for_timeout(200)
    beyond = page.evaluate(
        """() => {
            const box = document.querySelector(".sjr").getBoundingClientRect();
            return [...document.querySelectorAll(".sjr :is(button, select, input)")]
                .map((part) => part.getBoundingClientRect())
                .filter((r) => r.width && (r.right > box.right + 1 || r.left < box.left - 1))
                .length;
        }"""
    )
    assert beyond == 0
