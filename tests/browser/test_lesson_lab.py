"""A lesson in a real JupyterLab: a name, the board, a sheet, handing in, and going on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget.lessons.lesson.folder import new_lesson
from tests.browser.checks import AXE

pytestmark = pytest.mark.slow

FILE = """title = "Le hasard"
lang = "fr"
[game]
preset = "skyjo"
players = ["pupil", "bot:greedy"]
seed = "3B"
coach = "locked"
[[questions]]
kind = "choice"
name = "haut"
text = "Le 12 est-il haut ?"
options = ["oui", "non"]
right = "oui"
"""
CELLS = ["from skyjo_widget import lesson\nl = lesson('lesson.toml')"]
CHECK = """async () => (await axe.run(".sje", { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.html).join(", ")}`
)"""


@pytest.fixture
def notebook(lab):
    """A pupil's notebook, its lesson open; the folder is as it was before."""
    work = lab.server.work
    for path in (*work.glob("games/lesson-*/*"), *work.glob("hand-in/*")):
        path.unlink()
    (work / "lesson.toml").write_text(FILE)
    found = lab.open_notebook(CELLS)
    found.run_all()
    found.page.locator(".sje").wait_for()
    return found


def test_a_pupil_types_a_name_plays_answers_and_hands_in(notebook, lab):
    """From the keyboard; then, after a restart, goes on where it was."""
    page, keys = notebook.page, notebook.page.keyboard
    field = page.get_by_label("Ton prénom, ou un surnom")
    expect(field).to_be_focused()
    keys.press("Enter")
    expect(page.locator(".sje")).to_contain_text("Écris d’abord un prénom")
    expect(field).to_be_focused()
    keys.type("dd Zoé")  # letters that are the notebook's commands
    keys.press("Enter")
    expect(page.locator(".sje")).to_contain_text("dd Zoé joue.")
    page.locator('[data-spot="0:a1"]').click()
    notebook.until("len(l.table.history.decisions) == 1")
    tops = [
        page.locator(part).first.bounding_box()["y"]
        for part in (".sje", ".sjw", ".sjw-aside", ".sjq")
    ]
    assert tops == sorted(tops)  # one column
    page.locator(".sjw-aside .sjw-button-main").click()
    expect(page.locator(".sjw-aside")).to_contain_text("Rendu sous le nom « dd Zoé »")
    assert len(list((lab.server.work / "hand-in").iterdir())) == 1
    page.locator(".sjq").get_by_role("radio").first.check()
    page.locator(".sjq button").first.click()
    notebook.until("len(l.table.history.answers) == 1")

    notebook.restart()
    notebook.run_all()
    expect(page.locator(".sje")).to_contain_text("La partie de dd Zoé")
    page.get_by_role("button", name="Continuer").click()
    page.locator(".sjw").wait_for()
    assert (
        notebook.kernel("len(l.table.history.decisions), len(l.table.history.answers)") == "(1, 1)"
    )
    assert notebook.errors == []


OUT_OF_SIGHT = """() => {
  const panel = document.querySelector(".jp-Notebook").getBoundingClientRect();
  const seen = [...document.querySelectorAll(".sjw-own .sjw-place, .sjw-piles .sjw-place")];
  const out = seen.filter((e) => {
    const { top, bottom, left, right } = e.getBoundingClientRect();
    const end = Math.min(panel.bottom, innerHeight);
    return top < panel.top || bottom > end || left < panel.left || right > panel.right;
  });
  return [seen.length, out.map((e) => e.dataset.spot)];
}"""


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_all_cards_and_piles_are_in_sight_as_a_lesson_opens(lab, tmp_path, width, height):
    """In the pupils' notebook on a small laptop and a desktop, and after the first click."""
    folder = lab.server.work
    (folder / "lesson.toml").unlink(missing_ok=True)
    pupils, lesson = new_lesson(tmp_path / "new", "fr")
    (folder / "lesson.toml").write_bytes(lesson.read_bytes())
    notebook = lab.open_notebook(pupils, width=width, height=height)
    notebook.run_all()
    page = notebook.page
    page.get_by_label("Ton prénom, ou un surnom").fill("Ana")
    page.keyboard.press("Enter")
    page.locator('[data-spot="0:a1"]').wait_for()
    assert page.evaluate(OUT_OF_SIGHT) == [15, []]
    page.locator('[data-spot="0:a1"]').click()
    expect(page.locator('[data-spot="0:a1"][data-open="true"]')).to_have_count(0)
    assert page.evaluate(OUT_OF_SIGHT) == [15, []]


@pytest.mark.parametrize(("theme", "width"), [("light", 1200), ("dark", 600)])
def test_the_head_is_readable(notebook, theme, width):
    """Wide and narrow, light and dark."""
    notebook.set_theme(theme)
    notebook.page.set_viewport_size({"width": width, "height": 900})
    head = notebook.page.locator(".sje")
    wide = head.evaluate("n => [n.scrollWidth, n.clientWidth]")
    assert wide[0] <= wide[1] + 1
    notebook.page.evaluate(AXE.read_text("utf-8"))
    assert notebook.page.evaluate(CHECK) == []
