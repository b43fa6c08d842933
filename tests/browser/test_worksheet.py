"""A worksheet in a real JupyterLab."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import AXE

pytestmark = pytest.mark.slow

SETUP = """from skyjo_widget import Worksheet, play
table = play("skyjo", ["Léa", "bot:greedy"], seed="3B", lang="fr", display=False, record=False)
table.act("flip a1"); table.act("flip b2"); table.run()"""
SHEET = """sheet = Worksheet("Leçon 1", [
    {"kind": "number", "name": "quatre", "truth": "draw at most 4", "tolerance": 0.01,
     "text": "Quelle est la probabilité que la carte suivante soit un 4 ou moins ?"},
    {"kind": "choice", "text": "Que vaut une carte cachée ?", "name": "cachée",
     "options": ["zéro", "la moyenne des cartes qu’on ne voit pas", "<b>douze</b>"],
     "right": "la moyenne des cartes qu’on ne voit pas"},
    {"kind": "move", "text": "Joue le meilleur coup d’après les points.", "name": "coup",
     "wanted": "best by points"},
    {"kind": "text", "text": "Explique pourquoi.", "name": "pourquoi"},
], table)
sheet"""


def opened(lab, **options):
    """A notebook with the worksheet."""
    notebook = lab.open_notebook([SETUP, SHEET], **options)
    notebook.run_all()
    expect(notebook.page.locator(".sjq-box")).to_have_count(4)
    # Their code comes after the fields; a key pressed earlier would miss them.
    expect(notebook.page.locator(".sjq").get_by_role("button")).to_have_count(4)
    return notebook


def answers(notebook):
    """Return the record's answers: question, value, right or not."""
    code = "print([(a.question, a.value, a.right) for a in table.history.answers])"
    return eval(notebook.kernel(code))


def test_a_sheet_is_answered_with_the_keyboard_alone(lab):
    """Field by field; what was said stands below the question and in the record."""
    notebook = opened(lab)
    boxes, keys = notebook.page.locator(".sjq-box"), notebook.page.keyboard
    notebook.page.get_by_label("Réponse").first.focus()
    keys.type("dunno")
    keys.press("Tab")
    keys.press("Enter")
    expect(boxes.nth(0).get_by_role("status")).to_contain_text("« dunno » n’est pas un nombre")
    assert answers(notebook) == []
    notebook.page.get_by_label("Réponse").first.fill("23/48")
    keys.press("Tab")
    keys.press("Space")
    expect(boxes.nth(0).get_by_role("status")).to_contain_text(
        "Juste. Ta réponse : 23/48 ≈ 0,4792."
    )
    expect(boxes.nth(0).get_by_role("status")).to_contain_text("23/48 ≈ 0,4792")
    boxes.nth(1).get_by_role("radio").first.focus()
    for key in ("Tab", "Space", "Tab", "Tab", "Enter"):
        keys.press(key)
    expect(boxes.nth(1).get_by_role("status")).to_contain_text("Juste.")
    notebook.kernel("table.act(table.advice(worlds=0).best('points'))")
    expect(boxes.nth(0)).to_contain_text("La partie a continué")
    boxes.nth(2).get_by_role("button").press("Enter")
    expect(boxes.nth(2).get_by_role("status")).to_contain_text("Juste.")
    boxes.nth(3).get_by_role("textbox").fill("Parce que <b>toutes</b> sont aussi probables.")
    boxes.nth(3).get_by_role("button").press("Enter")
    expect(boxes.nth(3).get_by_role("status")).to_contain_text("gardée pour ton professeur")
    assert [(name, right) for name, _, right in answers(notebook)] == [
        ("quatre", True),
        ("cachée", True),
        ("coup", True),
        ("pourquoi", None),
    ]
    assert notebook.page.locator(".sjq b", has_text="toutes").count() == 0
    assert notebook.errors == []


HELD = """import time
from pathlib import Path
def hold(change):
    while not Path({go!r}).exists():
        time.sleep(0.01)
for box in sheet._boxes:
    box.field.observe(hold, "value")"""


@pytest.mark.parametrize("press", ["button", "Enter"])
def test_the_answer_that_is_shown_is_judged_by_a_kernel_that_lags(lab, tmp_path, press):
    """Each field's first value holds the kernel, so that the newest waits in the browser."""
    notebook = opened(lab)
    number, choice, _, why = notebook.page.locator(".sjq-box").all()
    go = tmp_path / "go"
    notebook.kernel(HELD.format(go=str(go)))
    number.get_by_role("textbox").fill("dunno")
    number.get_by_role("textbox").press("Tab")
    number.get_by_role("textbox").fill("23/48")
    if press == "Enter":
        number.get_by_role("textbox").press("Enter")
    else:
        number.get_by_role("button").click()
    choice.get_by_role("radio").nth(0).check()
    choice.get_by_role("radio").nth(1).check()
    choice.get_by_role("button").click()
    why.get_by_role("textbox").fill("Parce")
    why.get_by_role("textbox").press("Tab")
    why.get_by_role("textbox").fill("Parce que.")
    why.get_by_role("button").click()
    why.get_by_role("textbox").fill("Parce que voilà")  # not given yet
    go.touch()
    expect(number.get_by_role("status")).to_contain_text("Juste. Ta réponse : 23/48")
    expect(choice.get_by_role("status")).to_contain_text("Juste.")
    expect(why.get_by_role("status")).to_contain_text("Parce que.")
    assert answers(notebook) == [
        ("quatre", 23 / 48, True),
        ("cachée", "la moyenne des cartes qu’on ne voit pas", True),
        ("pourquoi", "Parce que.", None),
    ]
    expect(number.get_by_role("button")).to_be_disabled()
    expect(why.get_by_role("textbox")).to_have_value("Parce que voilà")
    assert notebook.errors == []


LOOKS = """node => ["color", "background", "border", "border-radius", "box-shadow", "cursor",
    "font", "height", "letter-spacing", "opacity", "outline", "outline-offset", "padding",
    "text-align", "text-shadow", "text-transform", "user-select"].map(
        (name) => `${name}: ${getComputedStyle(node).getPropertyValue(name)}`)"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_button_looks_as_those_of_the_notebook(lab, theme):
    """At rest, with the focus of the keyboard and disabled."""
    notebook = opened(lab, theme=theme)
    notebook.kernel("table.act('draw')")
    box = notebook.page.locator(".sjq-box").first
    expect(box.get_by_role("button")).to_have_count(2)
    ours, theirs = box.get_by_role("button").all()
    for state in ("rest", "focus", "disabled"):
        if state == "disabled":
            notebook.kernel(
                "sheet._boxes[0].button.disabled = sheet._boxes[0].anew.disabled = True"
            )
            expect(ours).to_be_disabled()
            expect(theirs).to_be_disabled()
        looks = []
        for button in (ours, theirs):
            if state == "focus":
                box.get_by_role("textbox").focus()
                for _ in range(1 + (button is theirs)):
                    notebook.page.keyboard.press("Tab")
                expect(button).to_be_focused()
                assert button.evaluate("n => getComputedStyle(n).outlineStyle") == "solid"
            looks.append(button.evaluate(LOOKS))
        assert looks[0] == looks[1], state
    tops = [button.bounding_box()["y"] for button in (ours, theirs)]
    assert abs(tops[0] - tops[1]) < 1


@pytest.mark.parametrize(("theme", "width"), [("light", 1200), ("dark", 560)])
def test_a_sheet_is_readable_wide_and_narrow(lab, theme, width):
    """Nothing sticks out, every field and button has a name, and texts stand out from the paper."""
    notebook = opened(lab, theme=theme)
    notebook.page.set_viewport_size({"width": width, "height": 900})
    sheet = notebook.page.locator(".sjq")
    wide = sheet.evaluate("n => [n.scrollWidth, n.clientWidth]")
    assert wide[0] <= wide[1] + 1
    for field in sheet.locator("input, textarea").all():
        assert field.evaluate("n => n.labels.length && n.labels[0].textContent.trim()")
    ink = sheet.locator(".sjq-text").first.evaluate(CONTRAST)
    assert ink >= 4.5
    assert sheet.locator(".sjq-about").first.evaluate(CONTRAST) >= 4.5
    notebook.page.evaluate(AXE.read_text("utf-8"))
    assert notebook.page.evaluate(CHECK) == []


CHECK = """async () => (await axe.run(".sjq", { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.html).join(", ")}`
)"""
CONTRAST = """node => {
    const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = (colour) => {
        const [r, g, b] = numbers(colour).map((c) => c / 255)
            .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let paper = node;
    const seen = (n) => getComputedStyle(n).backgroundColor;
    while (paper.parentElement && numbers(seen(paper))[3] === 0) paper = paper.parentElement;
    const [a, b] = [light(getComputedStyle(node).color), light(seen(paper))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""
