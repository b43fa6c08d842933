"""The reports of `versus`, `ask` and `measure_steps` in a real browser: a phone, and one sheet."""

from __future__ import annotations

import re

import pytest

from skyjo_widget import NEWSKYJO_DECK, Version, ask, measure_steps, versus
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
    }


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["versus", "ask", "steps"])
def test_a_report_is_read_on_a_phone_and_prints_on_one_page(
    chromium, reports, tmp_path, name, lang
):
    """At 390 px nothing sticks out, and axe-core finds nothing, also in the dark; A4 holds it."""
    path = reports[name].to_html(tmp_path / f"{name}.html", lang=lang)
    for scheme in ("light", "dark"):
        view = chromium.open(width=390, color_scheme=scheme)
        view.goto(path.absolute().as_uri())
        assert view.evaluate("document.documentElement.scrollWidth") <= 390
        wide = (
            "[...document.querySelectorAll('.wide')].every((n) => n.scrollWidth <= n.clientWidth)"
        )
        assert view.evaluate(wide)
        view.evaluate(AXE.read_text("utf-8"))
        assert view.evaluate(CHECK_PAGE) == []
    sheets = re.findall(
        rb"/Type /Pages\b.*?/Count (\d+)", view.pdf(prefer_css_page_size=True), re.S
    )
    assert sheets == [b"1"]
