"""The class's page in a real browser: no network, no script of its own, any width, paper."""

from __future__ import annotations

import pytest

from skyjo_widget import class_page, hand_in
from tests.browser.checks import AXE
from tests.browser.driver import collect_errors
from tests.fixtures.lessons import SEED, played, predicted

CHECK = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`
)"""
NAMES = ["", "<img src=x onerror=pwned=1>", "Ana \u202egnp.exe", "A" * 300, "Léa"]


@pytest.fixture
def report():
    """A class of five with predictions, answers and a file that is left out."""
    for number, name in enumerate(NAMES):
        table = played(worst={number + 6}) if number else predicted()
        table.answer("Lesson 1", "Why?", "because " * 40)
        table.answer("Lesson 1", "How many?", 7, right=number > 2)
        path = hand_in(table, name)
    path.with_name("a" * 150 + ".jsonl").write_text("x")
    return class_page("hand-in", seed=SEED, progress=False)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("width", [320, pytest.param(1000, marks=pytest.mark.slow)])
def test_the_page_is_readable(chromium, report, scheme, width):
    """At any width, light and dark: axe-core finds nothing and nothing sticks out."""
    view = chromium.open(width=width, color_scheme=scheme)
    errors = collect_errors(view)
    view.goto(report.path.absolute().as_uri())
    assert view.evaluate("document.documentElement.scrollWidth") <= width
    assert view.evaluate("window.pwned") is None
    style = "getComputedStyle(document.querySelector('body')).maxWidth"
    assert view.evaluate(style) != "none"  # its own style is let in
    view.evaluate(AXE.read_text("utf-8"))
    assert view.evaluate(CHECK) == []
    assert errors == []


def test_no_script_runs_in_the_page(chromium, report):
    """Not even if one got in, as an element or as an attribute."""
    text = report.path.read_text("utf-8")
    bad = "<script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'></main>"
    report.path.write_text(text.replace("</main>", bad), "utf-8")
    view = chromium.open()
    view.goto(report.path.absolute().as_uri())
    assert view.evaluate("document.querySelector('main script') !== null")
    assert view.evaluate("window.pwned") is None


@pytest.mark.slow
def test_the_page_is_for_paper(chromium, report):
    """On A4 nothing is cut off at the side, also where the screen is dark: paper is white."""
    view = chromium.open(width=703, color_scheme="dark")  # 210 mm less the margins
    view.goto(report.path.absolute().as_uri())
    view.emulate_media(media="print", color_scheme="dark")
    assert view.evaluate("document.documentElement.scrollWidth") <= 703
    wide = "[...document.querySelectorAll('.wide')].every((n) => n.scrollWidth <= n.clientWidth)"
    assert view.evaluate(wide)
    paper = "getComputedStyle(document.body).backgroundColor"
    assert view.evaluate(paper) == "rgb(255, 255, 255)"
    assert view.pdf(prefer_css_page_size=True).startswith(b"%PDF")
