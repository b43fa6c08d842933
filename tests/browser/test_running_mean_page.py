"""The running mean in a browser: played, stopped and sped up by keys, in every theme."""

from __future__ import annotations

import math
import re

import pytest
from playwright.sync_api import expect

from skyjo_widget import RunningMean, play, running_mean
from tests.browser.checks import AXE, CHECK
from tests.browser.driver import collect_errors

DIE = {"mean": 3.5, "sd": (35 / 12) ** 0.5, "title": "A die", "each": "throws"}


def throws(rng, n):
    """A fair die."""
    return rng.integers(1, 7, size=n)


def die(**options):
    """A die thrown 10,000 times."""
    return RunningMean(
        throws,
        **DIE | options,
    )


def lesson_odds():
    """The odds at the deal."""
    return play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False).odds()


def count(page):
    """Return the number of throws shown."""
    said = page.view.locator(".sjm-picture").get_attribute("aria-label")
    return int(re.search(r"– n = ([\d,]+) \(throws\)", said)[1].replace(",", ""))


def does(page, name):
    """A button."""
    return page.view.locator(f"[data-does={name}]")


def press(page, name, key="Enter"):
    """Press a button by a key."""
    does(page, name).focus()
    page.page.keyboard.press(key)


def wait_count(page, more_than):
    """Wait until more is shown."""
    return page.until(lambda: max(count(page) - more_than, 0), f"more than {more_than}")


def test_it_grows_by_itself_and_is_stopped_and_played_by_keys(board_page):
    """Space and Enter on the first button; what stands still stays so."""
    page = board_page(die())
    wait_count(page, 3)
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.dataset.does") == "play"
    assert does(page, "play").inner_text() == "Pause"
    page.page.keyboard.press("Space")
    assert does(page, "play").inner_text() == "Play"
    stopped = count(page)
    page.page.wait_for_timeout(250)
    assert count(page) == stopped < 10_000
    assert (
        page.view.locator(".sjm-unseen[aria-live]")
        .inner_text()
        .startswith(f"n = {stopped} (throws): the mean")
    )
    page.page.keyboard.press("Enter")
    assert does(page, "play").inner_text() == "Pause"
    wait_count(page, stopped)
    assert page.view.locator(".sjm-unseen[aria-live]").inner_text() == ""


@pytest.mark.slow
def test_speed_is_changed_by_keys(board_page):
    """From a quarter to eight times; the buttons at the ends do nothing, and keep the focus."""
    page = board_page(die())
    for speed in ("×2", "×4", "×8", "×8"):
        press(page, "faster")
        assert page.view.locator("output").inner_text() == f"speed {speed}"
    assert does(page, "faster").get_attribute("aria-disabled") == "true"
    assert page.page.evaluate("document.activeElement.dataset.does") == "faster"
    for speed in ("×4", "×2", "×1", "×0.5", "×0.25"):
        press(page, "slower", "Space")
        assert page.view.locator("output").inner_text() == f"speed {speed}"
    assert does(page, "slower").get_attribute("aria-disabled") == "true"


@pytest.mark.slow
def test_to_the_end_and_again(board_page):
    """The whole run at once, then from its first throw."""
    page = board_page(die())
    press(page, "end")
    assert count(page) == 10_000
    assert does(page, "end").get_attribute("aria-disabled") == "true"
    shown = page.view.locator(".sjm-numbers dd").all_inner_texts()
    last = page.widget.frame.iloc[-1]
    assert shown == ["10,000", f"{last['mean']:.3f}", "3.500", f"± {last['high'] - 3.5:.3f}"]
    press(page, "again")
    assert count(page) < 10_000
    assert does(page, "play").inner_text() == "Pause"


def test_new_draws_come_from_python_and_leave_the_others_thin(board_page):
    """One run more; it grows from its beginning."""
    page = board_page(die())
    press(page, "end")
    press(page, "renew")
    page.until(lambda: len(page.widget.chart["runs"]) == 2)
    page.page.wait_for_selector(".sjm-plot .sjm-earlier")
    assert count(page) < 10_000
    assert "earlier runs" in page.view.locator(".sjm-legend").inner_text()
    press(page, "end")
    shown = page.view.locator(".sjm-numbers dd").nth(1).inner_text()
    assert shown == f"{page.widget.frame['mean'].iloc[-1]:.3f}"


def tallied(page):
    """Return what is counted at each size."""
    return page.view.locator(".sjm-tally b").all_inner_texts()


def test_runs_are_counted_as_they_come(board_page):
    """One, then twenty at a press; those outside have an empty dot in the strip."""
    page = board_page(die(draws=1000))
    press(page, "end")
    tally = page.widget.tally["inside"]
    assert tallied(page) == [f"{inside} of 1" for inside in tally]
    assert does(page, "fill").inner_text() == "Up to 20 runs"
    press(page, "fill")
    page.until(lambda: len(page.widget.chart["runs"]) == 20)
    page.until(lambda: tallied(page) == [f"{n} of 20" for n in page.widget.tally["inside"]])
    assert count(page) == 1000  # several at once are shown whole
    outside = 60 - page.widget.tally["inside"].sum()
    assert page.view.locator(".sjm-strip [data-inside='0']").count() == outside
    assert page.view.locator(".sjm-strip .sjm-dot").count() == 60
    assert "about 19 expected" in page.view.locator(".sjm-tally").inner_text()
    said = page.view.locator(".sjm-picture").get_attribute("aria-label")
    assert re.search(r"of 20 runs lie within 2σ/√n at n = 1,000; about 19 are expected\.$", said)


def test_a_run_on_its_way_is_counted_where_it_has_come(board_page):
    """Before n = 10 nothing is; the size that isn't reached says so."""
    page = board_page(die(draws=1000))
    press(page, "play")
    press(page, "again")
    press(page, "play")
    assert count(page) < 1000
    reached = sum(n <= count(page) for n in (10, 100, 1000))
    assert len(tallied(page)) == reached
    assert page.view.locator(".sjm-tally").inner_text().count("not reached yet") == 3 - reached


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_the_page_that_is_written_counts_too(chromium, tmp_path, scheme):
    """In French, with both bands of a frequency: runs come as they were drawn, at any width."""
    made = running_mean(lesson_odds(), "X <= 4", draws=1000, runs=20, seed=2, lang="fr")
    for width in (320, 1000):
        page = chromium.open(width=width, color_scheme=scheme)
        errors = collect_errors(page)
        page.goto(made.to_html(tmp_path / f"{width}.html").as_uri())
        page.locator("[data-does=end]").click()
        assert page.locator(".sjm-tally b").first.inner_text().endswith("sur 1")
        page.locator("[data-does=renew]").click()
        page.locator("[data-does=end]").click()
        assert page.locator(".sjm-tally b").first.inner_text().endswith("sur 2")
        page.locator("[data-does=fill]").click()
        expect(page.locator("[data-does=fill]")).to_have_count(0)
        texts = page.locator(".sjm-tally b").all_inner_texts()
        assert texts == [f"{inside} sur 20" for inside in made.tally["inside"]]
        shown = page.locator(".sjm-tally").inner_text()
        for word in ("échantillons", "fréquence", "1/√n", "2σ/√n", "95,4"):
            assert word in shown
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate(CHECK.replace('".view"', "document")) == []
        assert errors == []
        page.close()


@pytest.mark.slow
def test_without_a_kernel_new_draws_are_the_same_again(board_page):
    """No error; the run starts over, and why is said."""
    page = board_page(die())
    press(page, "end")
    page.kill()
    press(page, "renew")
    page.until(lambda: count(page) < 10_000)
    assert does(page, "play").inner_text() == "Pause"
    assert "restarted" in page.view.locator(".sjm-silence").inner_text()


@pytest.mark.slow
def test_reduced_motion_shows_all_at_once_and_then_steps(board_page):
    """Nothing moves by itself; on request it comes in ten steps."""
    page = board_page(die(), reduced_motion="reduce")
    assert count(page) == 10_000
    assert does(page, "play").inner_text() == "Play"
    n = page.widget.chart["n"]
    steps = {n[math.floor(k / 10 * (len(n) - 1))] for k in range(11)}
    for _ in range(3):
        press(page, "faster")
    press(page, "play")
    seen = set()
    page.until(lambda: seen.add(count(page)) or does(page, "play").inner_text() == "Play")
    assert seen <= steps
    assert len(seen) > 2


@pytest.mark.slow
def test_below_the_fold_it_waits_until_it_is_seen(board_page):
    """A notebook that runs all its cells: nothing is missed."""
    page = board_page(die(), height=300)
    page.page.evaluate("document.body.style.paddingTop = '2000px'")
    page.page.evaluate("scrollTo(0, 0)")
    view = page.add_view()
    view.evaluate(LISTEN)
    page.page.wait_for_timeout(300)
    assert page.page.evaluate("heard") == []  # not even drawn
    view.scroll_into_view_if_needed()
    heard = page.until(lambda: [*page.page.evaluate("heard")][2:])
    first = page.page.evaluate("heard")[0]
    assert "– n = 1 (throws)" in first, (first, heard)


# Keeps what each drawing of a view is called.
LISTEN = """view => {
  window.heard = [];
  new MutationObserver(() => {
    const name = view.querySelector(".sjm-picture")?.getAttribute("aria-label");
    if (name && name !== heard.at(-1)) heard.push(name);
  }).observe(view, { attributes: true, childList: true, subtree: true });
}"""


@pytest.mark.slow
def test_a_view_taken_away_leaves_nothing_running(board_page):
    """And the other goes on."""
    page = board_page(die())
    page.add_view()
    page.remove_view(1)
    press(page, "again")
    wait_count(page, 2)
    assert page.page.locator(".sjm").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "width", [320, *(pytest.param(w, marks=pytest.mark.slow) for w in (500, 1000))]
)
@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "fr"])
def test_it_fits_and_can_be_read(board_page, theme, width, lang):
    """Nothing sticks out sideways, texts don't overlap, and letters stand out from the page."""
    page = board_page(
        running_mean([7, 3, 12, 4, 9, 11] * 200, exact=7.5, unit="points", lang=lang),
        theme=theme,
        width=width,
    )
    press(page, "end")
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.view.locator(".sjm-picture text").evaluate_all(
        "texts => texts.map(t => t.getBoundingClientRect())"
        ".map(b => [b.left, b.top, b.right, b.bottom])"
    )
    for i, one in enumerate(boxes):
        assert one[0] >= 0
        assert one[2] <= width
        for other in boxes[i + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 0 or down <= 1, (one, other)
    for button in page.view.locator("button").all():
        box = button.bounding_box()
        assert box["height"] >= 40
        assert box["x"] + box["width"] <= width


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(board_page, theme):
    """No rule of the accessibility checker is broken, contrast among them."""
    page = board_page(die(), theme=theme)
    press(page, "end")
    page.page.evaluate(AXE.read_text("utf-8"))
    assert page.page.evaluate(CHECK) == []


@pytest.mark.slow
def test_texts_from_outside_stay_texts(board_page):
    """A title that looks like markup is written out."""
    page = board_page(die(title="<img src=x onerror=alert(1)>", each="<b>throws"))
    assert page.view.locator("h4").inner_text() == "<img src=x onerror=alert(1)>"
    assert page.view.locator("img, b").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_in_jupyterlab(lab, theme):
    """It shows below its cell, and its keys are not the notebook's."""
    notebook = lab.open_notebook(
        [
            "from skyjo_widget import play, running_mean\n"
            "table = play('skyjo', ['Ana', 'Bo'], seed=1, record=False, display=False)\n"
            "grown = running_mean(table.odds(), lang='en')\n"
            "grown"
        ],
        theme=theme,
    )
    notebook.run_all()
    button = notebook.page.locator("[data-does=play]")
    button.wait_for()
    button.focus()
    for key in ("Space", "Enter", "a", "d", "d"):
        notebook.page.keyboard.press(key)
    assert notebook.page.locator(".jp-Notebook .jp-CodeCell").count() == 1
    assert button.inner_text() == "Pause"
    notebook.page.locator("[data-does=renew]").focus()
    notebook.page.keyboard.press("Enter")
    notebook.until("len(grown.chart['runs']) == 2")
    notebook.page.locator("[data-does=end]").focus()
    notebook.page.keyboard.press("Enter")
    shown = notebook.page.locator(".sjm-numbers dd").nth(1).inner_text()
    assert shown == notebook.kernel("print(f\"{grown.frame['mean'].iloc[-1]:.3f}\")")
    assert notebook.errors == []
