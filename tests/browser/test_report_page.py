"""The reports on versions and the ten questions in a real browser, and on paper."""

from __future__ import annotations

import re

import pytest

from skyjo_widget import NEWSKYJO_DECK, Version, ask, insights, measure_steps, simulate, versus
from tests.browser.checks import AXE, CHECK_PAGE

PLAIN = Version("newskyjo", deck=NEWSKYJO_DECK.without_effects().named("plain"))
INSIDE = "[...document.querySelectorAll('.wide')].every((n) => n.scrollWidth <= n.clientWidth)"
FEW = {"games": 60, "seed": 1, "progress": False}


@pytest.fixture(scope="module")
def reports():
    """One of each kind, with the caveats of two games."""
    return {
        "versus": versus("skyjo", "newskyjo", players=["random"] * 3, **FEW),
        "ask": ask("Less spread?", PLAIN, "newskyjo", measure="score_sd", **FEW),
        "steps": measure_steps([NEWSKYJO_DECK, PLAIN], players=["greedy"] * 3, **FEW),
        "insights": insights(simulate("skyjo", ["greedy"] * 3, decisions=True, **FEW)),
    }


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["versus", "ask", "steps", "insights"])
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
