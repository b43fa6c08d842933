"""The reports on versions, opinions and the ten questions in a real browser, and on paper."""

from __future__ import annotations

import re

import pytest

from skyjo_widget import (
    NEWSKYJO_DECK,
    Version,
    ask,
    insights,
    load_all,
    measure_steps,
    opinions,
    play,
    simulate,
    versus,
)
from tests.browser.checks import AXE, CHECK_PAGE

PLAIN = Version("newskyjo", deck=NEWSKYJO_DECK.without_effects().named("plain"))
INSIDE = "[...document.querySelectorAll('.wide')].every((n) => n.scrollWidth <= n.clientWidth)"
FEW = {"games": 60, "seed": 1, "progress": False}


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """The opinions of three people about two versions, with a note."""
    folder = tmp_path_factory.mktemp("said")
    for version, fun in (("A", {"Ana": 2, "Bo": 3, "Cy": 3}), ("B", {"Ana": 5, "Bo": 3, "Cy": 4})):
        table = play("newskyjo", [*fun], seed=7, display=False, record=folder / f"{version}.jsonl")
        table.act(table.legal[0])
        for by, answer in fun.items():
            table.form(by=by, version=version, fun=answer, text=f"{by} tried {version}")
        if version == "B":
            table.note("Ana laughs", tags=["fun"], by="Bo", decision=0, whom="Ana")
        table.close()
    return opinions(load_all(folder))


@pytest.fixture(scope="module")
def reports(evening):
    """One of each kind, with the caveats of two games."""
    return {
        "opinions": evening,
        "versus": versus("skyjo", "newskyjo", players=["random"] * 3, **FEW),
        "ask": ask("Less spread?", PLAIN, "newskyjo", measure="score_sd", **FEW),
        "steps": measure_steps([NEWSKYJO_DECK, PLAIN], players=["greedy"] * 3, **FEW),
        "insights": insights(simulate("skyjo", ["greedy"] * 3, decisions=True, **FEW)),
    }


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["versus", "ask", "steps", "insights", "opinions"])
def test_a_report_is_read_on_the_narrowest_screen(chromium, reports, tmp_path, name, lang):
    """At 280 px nothing sticks out, and axe-core finds nothing, also in the dark."""
    path = reports[name].to_html(tmp_path / f"{name}.html", lang=lang)
    for scheme in ("light", "dark"):
        view = chromium.open(width=280, color_scheme=scheme)
        view.goto(path.absolute().as_uri())
        view.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
        assert view.evaluate("document.documentElement.scrollWidth") <= 280
        view.evaluate(AXE.read_text("utf-8"))
        assert view.evaluate(CHECK_PAGE) == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["versus", "ask", "steps"])
def test_a_report_prints_on_one_page(chromium, reports, tmp_path, name, lang):
    """A sheet of A4, with what is folded left out; on a phone no table is cut."""
    path = reports[name].to_html(tmp_path / f"{name}.html", lang=lang)
    view = chromium.open(width=390)
    view.goto(path.absolute().as_uri())
    assert view.evaluate(INSIDE)
    printed = view.pdf(prefer_css_page_size=True)
    assert re.findall(rb"/Type /Pages\b.*?/Count (\d+)", printed, re.DOTALL) == [b"1"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["page", "cell"])
def test_a_dot_opens_what_it_stands_for(chromium, evening, tmp_path, kind):
    """By one click on it, or by the keyboard; the answers of others stay folded; no script runs."""
    path = evening.to_html(tmp_path / "said.html")
    if kind == "cell":
        path.write_text(f"<!doctype html><meta charset=utf-8>{evening.html()}", "utf-8")
    view = chromium.open(width=390, java_script_enabled=False)
    view.goto(path.absolute().as_uri())

    def entry(within, text):
        return view.locator(f"{within} .inside").get_by_text(text).first

    # The difference of a person between two versions.
    dot = view.locator(".pairs details", has_text="Ana").first.locator("circle").first
    assert not entry(".pairs", "Ana tried A").is_visible()
    dot.click()
    for text in ("Ana tried A", "Ana tried B", "Ana laughs"):
        assert entry(".pairs", text).is_visible()
    assert not entry(".pairs", "Cy tried A").is_visible()
    # An answer: A's lowest dot is Ana's 2, the highest of its 3s Bo's or Cy's.
    answers = view.locator(".answers").first
    answers.scroll_into_view_if_needed()
    low, high = (answers.locator("circle").nth(n).bounding_box() for n in (0, 2))
    view.mouse.click(low["x"] + 3, low["y"] + 3)
    assert entry(".answers", "Ana tried A").is_visible()
    assert not entry(".answers", "Bo tried A").is_visible()
    view.mouse.click(high["x"] + 3, high["y"] + 3)
    for by in ("Bo", "Cy"):
        assert entry(".answers", f"{by} tried A").is_visible()
    # By keys.
    view.keyboard.press("Enter")
    assert not entry(".answers", "Bo tried A").is_visible()
    view.keyboard.press("Shift+Tab")
    view.keyboard.press("Space")
    assert not entry(".answers", "Ana tried A").is_visible()
