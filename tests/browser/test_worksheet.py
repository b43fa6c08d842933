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
