"""Escape closes what is open before it leaves the board, wherever the focus is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.boards import spot, table
from tests.fixtures.boards import offer_panels

ASIDES = ("predict", "what_if", "ruling", "form", "position")
EVERYDAY = ("predict", "note")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in EVERYDAY else [pytest.mark.slow])
        for name in (*ASIDES, "note")
    ],
)
def test_escape_on_a_card_closes_an_open_panel_first(board_page, name):
    """The focus stays on the card; the next Escape gives it to what is around the board."""
    board = board_page(offer_panels(table()).board)
    board.page.evaluate("document.body.tabIndex = -1")
    opener = ".sjw-note-button" if name == "note" else f"[data-aside={name}]"
    panel = board.view.locator(".sjw-note" if name == "note" else f"[data-name={name}]")
    board.view.locator(opener).click()
    expect(panel).to_be_visible()
    spot(board, "0:b2").focus()
    board.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(spot(board, "0:b2")).to_be_focused()
    board.page.keyboard.press("Escape")
    assert board.page.evaluate("document.activeElement === document.body")


def test_escape_closes_one_thing_at_a_time(board_page):
    """Of two panels first the upper one, from its opener; then the other; then it leaves."""
    board = board_page(offer_panels(table()).board)
    board.page.evaluate("document.body.tabIndex = -1")
    panels = board.view.locator(".sjw-aside")
    for name in ("predict", "position"):
        board.view.locator(f"[data-aside={name}]").click()
    opener = board.view.locator("[data-aside=position]")
    for left in (1, 0):
        expect(opener).to_be_focused()
        board.page.keyboard.press("Escape")
        expect(panels).to_have_count(left)
    expect(opener).to_be_focused()
    board.page.keyboard.press("Escape")
    assert board.page.evaluate("document.activeElement === document.body")


def test_escape_closes_a_dialog_that_has_no_focus(board_page):
    """The referee's penalty lies over the table."""
    board = board_page(table("Ana", "Ben", game="skip-bo").board)
    board.view.locator(".sjw-penalty").click()
    dialog, tab = board.view.locator(".sjw-dialog"), board.view.locator(".sjw-tab").first
    expect(dialog).to_be_visible()
    tab.focus()
    board.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert board.page.evaluate("document.activeElement.closest('.sjw') !== null")


def test_a_click_on_a_margin_gives_the_focus_to_what_is_ours(board_page):
    """Also on what lies outside the board's own element."""
    board = board_page(table().board)
    board.page.evaluate("""() => {
        const box = document.querySelector("[data-sjw]");
        box.style.paddingBottom = "40px";
    }""")
    x, y, width, height = board.page.locator("[data-sjw]").bounding_box().values()
    board.page.mouse.click(x + width / 2, y + height - 10)
    assert board.page.evaluate("document.activeElement.matches('[data-sjw]')")


def test_the_keys_help_is_one_key_away_and_escape_closes_it(board_page):
    """From a card, which keeps the focus."""
    board = board_page(table().board)
    keys = board.view.locator(".sjw-keys p")
    spot(board, "0:b2").focus()
    board.page.keyboard.press("?")
    expect(keys).to_be_visible()
    expect(keys).to_contain_text("?: this help.")
    board.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(spot(board, "0:b2")).to_be_focused()
