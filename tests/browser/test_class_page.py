"""The class's page in a real browser: no network, no script but its own, paper, the wall."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from skyjo_widget import class_page, hand_in
from tests.browser.checks import AXE, CHECK_PAGE
from tests.browser.driver import collect_errors, until
from tests.fixtures.lessons import SEED, hand_in_class, listed, played, predicted

NAMES = ["", "<img src=x onerror=pwned=1>", "Ana \u202egnp.exe", "A" * 300, "Léa"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A class of five with predictions, answers and a file that is left out."""
    folder = tmp_path_factory.mktemp("class")
    with contextlib.chdir(folder):
        for number, name in enumerate(NAMES):
            table = played(worst={number + 6}) if number else predicted()
            table.answer("Lesson 1", "Why?", "because " * 40)
            table.answer("Lesson 1", "How many?", 7, right=number > 2)
            path = hand_in(table, name)
        path.with_name("a" * 150 + ".jsonl").write_text("x")
        class_page("hand-in", seed=SEED, progress=False)
    return folder


@pytest.fixture
def report(made, own_folder):
    """The class's page, which a test may change."""
    return Path(shutil.copy(made / "class.html", own_folder))


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("width", [320, pytest.param(1000, marks=pytest.mark.slow)])
def test_the_page_is_readable(chromium, report, scheme, width):
    """At any width, light and dark: axe-core finds nothing and nothing sticks out."""
    view = chromium.open(width=width, color_scheme=scheme)
    errors = collect_errors(view)
    view.goto(report.absolute().as_uri())
    assert view.evaluate("document.documentElement.scrollWidth") <= width
    assert view.evaluate("window.pwned") is None
    style = "getComputedStyle(document.querySelector('body')).maxWidth"
    assert view.evaluate(style) != "none"  # its own style is let in
    view.evaluate(AXE.read_text("utf-8"))
    assert view.evaluate(CHECK_PAGE) == []
    assert errors == []


def test_no_script_runs_in_the_page(chromium, report):
    """Not even if one got in, as an element or as an attribute."""
    text = report.read_text("utf-8")
    bad = "<script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'></main>"
    report.write_text(text.replace("</main>", bad), "utf-8")
    view = chromium.open()
    view.goto(report.absolute().as_uri())
    assert view.evaluate("document.querySelector('main script') !== null")
    assert view.evaluate("window.pwned") is None


@pytest.mark.slow
def test_the_page_is_for_paper(chromium, report):
    """On A4 nothing is cut off at the side, also where the screen is dark: paper is white."""
    view = chromium.open(width=703, color_scheme="dark")  # 210 mm less the margins
    view.goto(report.absolute().as_uri())
    view.emulate_media(media="print", color_scheme="dark")
    assert view.evaluate("document.documentElement.scrollWidth") <= 703
    wide = "[...document.querySelectorAll('.wide')].every((n) => n.scrollWidth <= n.clientWidth)"
    assert view.evaluate(wide)
    paper = "getComputedStyle(document.body).backgroundColor"
    assert view.evaluate(paper) == "rgb(255, 255, 255)"
    assert view.pdf(prefer_css_page_size=True).startswith(b"%PDF")


SMALLEST = """() => [...document.querySelectorAll("section.on *, .wall-bar *")]
  .filter((n) => n.checkVisibility() && [...n.childNodes].some(
    (c) => c.nodeType === 3 && c.textContent.trim()))
  .map((n) => {
    const svg = n.closest("svg");
    const [box, view] = svg ? [svg.getBoundingClientRect(), svg.viewBox.baseVal] : [];
    const zoom = svg ? Math.min(box.width / view.width, box.height / view.height) : 1;
    return [parseFloat(getComputedStyle(n).fontSize) * zoom, n.textContent.trim()];
  }).sort((a, b) => a[0] - b[0])[0]"""


def test_the_wall_shows_one_thing_at_a_time(chromium, report):
    """By keys and buttons, at 1920 pixels nothing below 24; its address survives a reload."""
    view = chromium.open(width=1920, height=1080)
    errors = collect_errors(view)
    view.goto(report.absolute().as_uri())
    view.get_by_role("button", name="Show on the projector").click()
    count = view.locator("section.slide").count()
    assert count == 5
    for number in range(1, count + 1):
        expect(view.locator("section.on")).to_have_count(1)
        expect(view.locator(".wall-bar output")).to_have_text(f"{number} of {count}")
        assert view.evaluate("location.hash") == f"#wall-{number}"
        assert view.evaluate("document.documentElement.scrollWidth") <= 1920
        size, text = view.evaluate(SMALLEST)
        assert size >= 24, text
        view.keyboard.press("ArrowRight")
    view.reload()
    expect(view.locator(".wall-bar output")).to_have_text(f"{count} of {count}")
    view.keyboard.press("Escape")
    expect(view.locator(".wall-bar")).to_be_hidden()
    assert view.evaluate("document.querySelectorAll('main > section').length") > count
    assert errors == []


FILLS = """() => {
  const section = document.querySelector("section.on");
  const boxes = [...section.querySelectorAll("*")].filter((n) => n.checkVisibility())
    .map((n) => n.getBoundingClientRect());
  const { scrollHeight, scrollWidth } = document.documentElement;
  return {
    key: section.dataset.slide, scrollHeight, scrollWidth,
    bottom: Math.max(...boxes.map((box) => box.bottom)),
    picture: section.querySelector("svg")?.getBoundingClientRect().height ?? 0,
    names: [...section.querySelectorAll("svg text")].filter((n) => n.querySelector("title")).length,
  };
}"""


@pytest.mark.parametrize(
    ("count", "lang"),
    [(0, "fr"), (3, "en")]
    + [pytest.param(*each, marks=pytest.mark.slow) for each in ((3, "fr"), (28, "en"), (28, "fr"))],
)
def test_no_page_of_the_wall_scrolls(chromium, own_folder, count, lang):
    """At the sizes of projectors, with nobody, few pupils and a class; scores fill it."""
    Path("hand-in").mkdir()
    hand_in_class(count)
    Path("list.csv").write_text(listed(), "utf-8")
    options = {"names": "first", "class_list": "list.csv", "progress": False}
    report = class_page("hand-in", lang=lang, **options)
    for width, height in ((1280, 720), (1920, 1080)):
        view = chromium.open(width=width, height=height)
        view.goto(f"{report.path.absolute().as_uri()}#wall-1")
        keys = []
        for _slide in range(view.locator("section.slide").count()):
            expect(view.locator("section.on")).to_have_count(1)
            measured = view.evaluate(FILLS)
            keys.append(measured["key"])
            assert measured["scrollHeight"] <= height, measured
            assert measured["scrollWidth"] <= width, measured
            assert measured["bottom"] <= height, measured
            if measured["key"] == "scores":
                assert measured["picture"] > 0.6 * height
                assert measured["names"] == count
            view.keyboard.press("ArrowRight")
        assert keys == ["who", *(["draws", "scores", "calibration", "decisions"] if count else [])]


@pytest.mark.slow
def test_the_page_has_two_columns_where_there_is_room(chromium, report):
    """From 1100 pixels; nothing is wider than the window, and narrower windows have one."""
    columns = """() => new Set([...document.querySelectorAll("main > section:not(.whole-width)")]
      .map((n) => Math.round(n.getBoundingClientRect().left))).size"""
    for width, wanted in ((1099, 1), (1100, 2), (1920, 2)):
        view = chromium.open(width=width, height=800)
        view.goto(report.absolute().as_uri())
        assert view.evaluate(columns) == wanted
        assert view.evaluate("document.documentElement.scrollWidth") <= width


def test_a_decision_opens_as_a_replay_just_before_it(chromium, report):
    """On the page and on the wall; offline, closed by Escape, with no trace left."""
    view = chromium.open(width=1400, height=1000)
    errors = collect_errors(view)
    view.goto(report.absolute().as_uri())
    where = view.locator(".decisions li").first.locator("b").inner_text()
    first = view.locator("[data-replay]").first
    first.click()
    board = view.locator("dialog .sjw")
    expect(board).to_contain_text(where.replace(", turn", " · Turn").split(" · ")[0])
    before = board.inner_text()
    view.keyboard.press("ArrowRight")
    until(view, lambda: before not in board.inner_text())
    view.keyboard.press("Escape")
    expect(view.locator("dialog")).to_be_hidden()
    expect(view.locator("dialog .sjw")).to_have_count(0)
    view.keyboard.press("p")
    view.keyboard.press("End")
    first.click()
    expect(view.locator("dialog .sjw[data-projector]")).to_be_visible()
    view.keyboard.press("Escape")
    expect(view.locator("dialog")).to_be_hidden()
    expect(view.locator("section.on")).to_have_count(1)
    assert errors == []


def test_a_page_that_is_watched_loads_itself_again(chromium, report):
    """At the place it was scrolled to, and with what has arrived; a watched page alone."""
    view = chromium.open(width=1000, height=700)
    view.clock.install()
    live = report.with_name("live.html")
    html = report.read_text("utf-8")
    live.write_text(html.replace('"live":false', '"live":true'), "utf-8")
    view.goto(live.absolute().as_uri())
    expect(view.get_by_role("button", name="Show on the projector")).to_be_visible()
    view.evaluate("scrollTo(0, 900)")
    live.write_text(html.replace('"live":false', '"live":true').replace("</h1>", "!</h1>"), "utf-8")
    until(view, lambda: view.clock.run_for(5100) or view.locator("h1").inner_text()[-1] == "!")
    until(view, lambda: abs(view.evaluate("scrollY") - 900) < 2)
