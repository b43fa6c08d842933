"""The board on a projector, for a classroom wall."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.boards import settle, spot, table

SMALLEST = """() => {
  const walk = document.createTreeWalker(document.querySelector(".sjw"), NodeFilter.SHOW_TEXT);
  const small = [];
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const { parentElement: box } = text;
    if (!text.data.trim() || !box.checkVisibility() || box.closest(".sjw-unseen, svg")) continue;
    const size = parseFloat(getComputedStyle(box).fontSize) * box.currentCSSZoom;
    if (size < 23.99) small.push(`${text.data.trim()}: ${size}`);
  }
  return small;
}"""
TABS = {
    "en": ("Table", "Decisions", "Scores", "Rules"),
    "fr": ("Table", "Décisions", "Scores", "Règles"),
}


@pytest.mark.parametrize(("game", "lang"), [("skyjo", "en"), ("newskyjo", "fr"), ("skip-bo", "fr")])
def test_texts_are_at_least_24_pixels_high_and_one_thing_is_shown_at_a_time(board_page, game, lang):
    """At 1920 × 1080, and nothing is cut off sideways."""
    bots = {"skyjo": ["bot:greedy"], "newskyjo": ["bot:greedy"] * 2, "skip-bo": ["bot:plain"]}
    session = table("Ana", *bots[game], game=game, lang=lang, projector=True)
    while len(session.history.decisions) < 12 or session.waiting != "person":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board, width=1920, height=1080)
    root = board.view.locator(".sjw")
    expect(root).to_have_attribute("data-projector", "")
    box = root.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1920, 1080)
    for name in TABS[lang]:
        board.view.get_by_role("tab", name=name, exact=True).click()
        assert board.page.evaluate(SMALLEST) == [], name
        assert root.evaluate("root => root.scrollWidth - root.clientWidth") <= 0
        on_table = name == "Table"
        assert board.view.locator(".sjw-stage").is_visible() is on_table
        assert board.view.locator(".sjw-tabpanel").is_visible() is not on_table


def test_p_and_escape_change_it_here_and_in_python(board_page):
    """A game goes on as before; P in a note is a letter."""
    session = table()
    board = board_page(session.board)
    root = board.view.locator(".sjw")
    before = root.bounding_box()
    spot(board, "0:a1").focus()
    board.page.keyboard.press("p")
    expect(root).to_have_attribute("data-projector", "")
    board.until(lambda: session.parts.screen.projector is True)
    spot(board, "0:b1").click()
    board.until(lambda: session.state > 0)
    settle(board, session)
    board.page.keyboard.press("Escape")
    board.until(lambda: session.parts.screen.projector is False)
    expect(root).not_to_have_attribute("data-projector", "")
    after = root.bounding_box()
    assert (after["x"], after["width"]) == (before["x"], before["width"])
    session.parts.screen.projector = True
    expect(root).to_have_attribute("data-projector", "")
    board.view.get_by_role("button", name="Projector").click()
    board.until(lambda: session.parts.screen.projector is False)
    board.page.keyboard.press("a")
    board.page.keyboard.type("p")
    assert session.parts.screen.projector is False
