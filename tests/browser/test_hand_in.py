"""Handing in by the button of a class's board: the file, the download, a disk that refuses."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.boards import WIDTHS, play_on, resize, settle, spot, table
from tests.browser.checks import AXE, CHECK
from tests.fixtures.boards import offer_panels

ASIDE = ".sjw-aside[data-name=hand_in]"


def opened(board_page, *, over=False, **options):
    """A class's table on show, its panel open."""
    session = offer_panels(table(for_="class", coach="off", **options))
    if over:
        play_on(session)
    board = board_page(session.board)
    board.view.locator("[data-aside=hand_in]").click()
    board.view.locator(ASIDE).wait_for()
    return session, board, board.view.locator(ASIDE)


def test_a_file_is_written_and_can_be_downloaded(board_page):
    """By the keyboard alone; the download is the same file."""
    _, board, aside = opened(board_page, over=True)
    expect(aside).to_contain_text("No name leaves this computer but the one that stands here.")
    aside.get_by_label("Your name").fill("Léa")
    board.page.keyboard.press("Enter")
    expect(aside).to_contain_text("Handed in under the name “Léa”")
    (file,) = Path("hand-in").iterdir()
    expect(aside).to_contain_text(f"hand-in/{file.name}")
    with board.page.expect_download() as download:
        aside.get_by_role("link").click()
    assert download.value.suggested_filename == file.name
    assert Path(download.value.path()).read_bytes() == file.read_bytes()


def test_once_a_round_is_over_handing_in_is_the_main_button(board_page):
    """The result leads to it, by one key, and shows no code to a class."""
    session = offer_panels(table(for_="class", coach="off", target=1))
    board = board_page(play_on(session).board)
    result = board.view.locator(".sjw-dialog")
    expect(result.locator(".sjw-button-main")).to_have_text("Hand in")
    expect(result).to_contain_text("The game is over")
    expect(result.locator(".sjw-code")).to_have_count(0)
    result.locator(".sjw-button-main").press("Enter")
    expect(board.view.locator(ASIDE)).to_be_visible()
    assert board.page.evaluate(
        "document.activeElement.closest('[data-name=hand_in], [data-aside=hand_in]') !== null"
    )


def test_in_a_round_a_download_is_a_second_decision(board_page):
    """The round ends on the board then, which says so when a card is clicked."""
    session, board, aside = opened(board_page)
    settle(board, session)
    aside.get_by_role("textbox").fill("")
    aside.get_by_role("button", name="Hand in", exact=True).click()
    expect(aside).to_contain_text("Handed in without a name")
    expect(aside.get_by_role("link")).to_have_count(0)
    aside.get_by_role("button", name="Stop here and download").click()
    expect(aside.get_by_role("link")).to_have_text(f"Save {next(Path('hand-in').iterdir()).name}")
    spot(board, "0:a1").click()
    expect(board.view.locator(".sjw-board")).to_contain_text("This round has ended here")
    assert session.history.decisions == []


def test_a_disk_that_is_full_is_told_and_the_download_works(board_page, monkeypatch):
    """In words, and with the content that couldn't be written."""

    def refuse(*_args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("skyjo_widget.lessons.hand_in.hand_in.create_whole", refuse)
    _, board, aside = opened(board_page, over=True, record=False)
    aside.get_by_role("button", name="Hand in", exact=True).click()
    expect(aside).to_contain_text("couldn’t be written to hand-in: the disk is full")
    with board.page.expect_download() as download:
        aside.get_by_role("link").click()
    assert b'"event": "game"' in Path(download.value.path()).read_bytes()


@pytest.mark.parametrize(
    ("lang", "theme"), [pytest.param("en", "light", marks=pytest.mark.slow), ("fr", "dark")]
)
def test_the_panel_fits_and_axe_finds_nothing(board_page, lang, theme):
    """At every width, with its longest answer."""
    session = offer_panels(table(for_="class", coach="off", lang=lang))
    board = board_page(session.board, theme=theme)
    board.view.locator("[data-aside=hand_in]").click()
    aside = board.view.locator(ASIDE)
    aside.locator(".sjw-button-main").click()
    aside.locator(".sjw-buttons .sjw-button").nth(1).click()
    aside.get_by_role("link").wait_for()
    board.page.add_script_tag(path=AXE)
    for width in WIDTHS:
        resize(board, width)
        wide = aside.evaluate("n => [n.scrollWidth, n.clientWidth]")
        assert wide[0] <= wide[1] + 1
    assert board.page.evaluate(CHECK) == []
