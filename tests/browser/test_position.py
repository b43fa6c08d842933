"""The panel that gives the present table as a call, to be copied."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from skyjo_widget import Position, play, position
from skyjo_widget.board.session import Session
from tests.browser.board_page import BoardPage
from tests.browser.boards import spot, table
from tests.fixtures.boards import offer_panels

NO_CLIPBOARD = """() => {
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  document.execCommand = () => false;
}"""
SELECTED = """() => {
  const field = document.querySelector(".sjw-aside textarea");
  return document.activeElement === field
    && field.value.slice(field.selectionStart, field.selectionEnd);
}"""


def opened(board_page: BoardPage, session: Session) -> BoardPage:
    """A board whose panel is open."""
    board = board_page(offer_panels(session).board)
    board.view.locator("[data-aside=position]").click()
    board.view.locator(".sjw-aside[data-name=position]").wait_for()
    return board


def begun(**options: object) -> Session:
    """A table at Ana's first turn."""
    rows = ["4 ? 12 5", "? ? 3 ?", "? ? ? ?"]
    some = position("skyjo", {"Ana": rows, "bot:greedy": None}, discard=[2], seed=7)
    session = play(some, record=False, display=False, **{"lang": "en", **options})
    session.board.pace = 0
    return session


def test_a_click_copies_what_the_viewer_sees(board_page):
    """The text in the clipboard sets up the same table; it follows the game."""
    session = begun()
    board = opened(board_page, session)
    board.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    aside = board.view.locator(".sjw-aside")
    for spot_to_click in ("discard", None):
        aside.get_by_role("button", name="Copy").click()
        expect(aside.get_by_role("status")).to_have_text("Copied.")
        expect(aside.get_by_role("button", name="Copy")).to_be_focused()
        text = board.page.evaluate("navigator.clipboard.readText()")
        made = eval(text, {"position": position})
        assert isinstance(made, Position)
        assert made == session.position()
        if spot_to_click:
            spot(board, spot_to_click).click()
            expect(aside.get_by_role("textbox")).to_have_value(re.compile("place taken"))
            expect(aside.get_by_role("status")).to_have_text("")


def test_without_a_clipboard_the_text_is_selected(board_page):
    """And a line says how to copy it by hand."""
    board = opened(board_page, begun())
    board.page.evaluate(NO_CLIPBOARD)
    aside = board.view.locator(".sjw-aside")
    aside.get_by_role("button", name="Copy").click()
    expect(aside.get_by_role("status")).to_contain_text("Ctrl+C")
    assert board.page.evaluate(SELECTED) == aside.get_by_role("textbox").input_value()
    assert aside.get_by_role("textbox").get_attribute("readonly") is not None


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_where_nobody_decides_a_line_says_so(board_page, lang):
    """Between two rounds there is no position."""
    session = table("bot:greedy", "bot:random", lang=lang, record=False)
    session.run()
    board = opened(board_page, session)
    expected = {"en": "none is now", "fr": "aucune ne l’est"}[lang]
    expect(board.view.locator(".sjw-aside-answer")).to_contain_text(expected)
    expect(board.view.locator(".sjw-aside textarea")).to_have_count(0)
