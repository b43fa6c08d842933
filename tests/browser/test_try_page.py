"""A position to be tried on the site's first page: a board without a kernel, from the disk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scripts.site.examples import write_position
from tests.browser.checks import AXE
from tests.browser.driver import collect_errors

CHECK = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`
)"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The page in each language."""
    folder = tmp_path_factory.mktemp("position")
    for lang in ("en", "fr"):
        write_position(folder / f"{lang}.html", lang)
    return folder


def test_a_choice_is_made_judged_and_taken_back(chromium, pages):
    """The best one clears the column; after a discard a card is turned up; each can be tried."""
    page = chromium.open(width=1100)
    errors = collect_errors(page)
    page.goto((pages / "en.html").as_uri())
    assert page.locator("select").locator("visible=true").count() == 0  # nobody could set anything
    best = page.locator('[data-spot="0:b3"]')
    expect(best.locator("xpath=..")).to_contain_text("−")
    best.click()
    expect(page.locator('[data-spot^="0:b"] .sjw-gone')).to_have_count(3)
    expect(page.locator(".sjw-main")).to_contain_text("best")
    assert page.locator('[data-open="true"]').count() == 0
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('[data-spot^="0:b"] .sjw-gone')).to_have_count(0)
    page.locator('[data-spot="discard"]').click()
    expect(page.locator(".sjw-prompt")).to_contain_text("turn")
    page.locator('[data-spot="0:a2"]').click()
    expect(page.locator(".sjw-status")).to_contain_text("a2")
    page.keyboard.press("u")
    expect(page.locator(".sjw-status")).to_contain_text("discarded 8")
    page.keyboard.press("u")
    expect(page.locator(".sjw-status")).to_contain_text("drew 8")
    expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
    assert errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_position_is_readable_at_any_width(chromium, pages, lang, theme):
    """Nothing sticks out, and axe-core finds nothing."""
    for width in (280, 390, 768, 1366):
        page = chromium.open(width=width, color_scheme=theme)
        page.goto((pages / f"{lang}.html").as_uri())
        page.wait_for_selector(".sjw[data-state]")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate(CHECK) == [], width
        chromium.close_pages()
