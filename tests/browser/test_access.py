"""The board for everyone: axe-core finds nothing, fingers and keys reach everything."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.boards import WIDTHS, click_on, play_on, resize, settle, show, spot, table
from tests.browser.checks import AXE, CHECK, FAULT, SMALL

TROUBLE = {"key": "full", "text": "no room left", "path": "/home/ana/games/20261120-2355.jsonl"}


def end_of(players, target):
    """The view after the first round of a game of as many players to so many points."""
    return play_on(table("Ana", *["bot:random"] * (players - 1), target=target)).board.view


def scenes(board, session) -> Iterator[str]:
    """Everything that a board can show, one after the other."""
    players = len(session.players)
    yield "set-up"
    click_on(board, session)
    click_on(board, session)
    yield "to choose"
    click_on(board, session)
    assert session.phase == "place drawn"
    yield "a card in the hand"
    for tab in ("Scores", "Rules"):
        board.view.get_by_role("tab", name=tab).click()
        yield tab
    board.view.locator("summary", has_text="Keys").click()
    show(board, undo="seen", error={"key": "stale", "text": "an older state"})
    board.view.get_by_role("button", name="Undo").click(force=True)
    yield "an error, an undo that is refused, the keys"
    show(board, error=None, trouble=TROUBLE, saved=TROUBLE["path"])
    yield "trouble"
    show(board, trouble=None, saved=None, fault=FAULT, waiting="fault")
    for summary in board.view.locator(".sjw-fault summary").all():
        summary.click()
    yield "a fault"
    show(board, **end_of(players, 10_000))
    yield "the end of a round"
    show(board, **end_of(players, 1))
    yield "the end of the game"
    board.view.get_by_role("tab", name="Scores").click()
    board.view.get_by_role("button", name="Look at the board").click()
    board.kill()
    yield "a dead kernel"
    board.forgive()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(board_page, theme, players):
    """Whatever is on show, narrow and wide."""
    session = table("Ana", *["bot:random"] * (players - 1))
    board = board_page(session.board, theme=theme)
    board.page.add_script_tag(path=AXE)
    found = {}
    for scene in scenes(board, session):
        for width in (280, 1400):
            resize(board, width)
            found[scene, width] = board.page.evaluate(CHECK)
    assert {where: what for where, what in found.items() if what} == {}


def test_axe_would_find_something(board_page):
    """A button without a name, and a text too faint to read."""
    board = board_page(table().board)
    board.page.add_script_tag(path=AXE)
    spot(board, "draw").evaluate("e => e.removeAttribute('aria-label')")
    board.view.locator(".sjw-prompt").evaluate("e => (e.style.color = '#ccc')")
    found = " ".join(board.page.evaluate(CHECK))
    assert "critical button-name" in found
    assert "serious color-contrast" in found


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["skyjo", "skyjo-tall"])
@pytest.mark.parametrize("players", [2, 8])
def test_whatever_can_be_clicked_is_44_pixels_in_both_directions(board_page, players, preset):
    """At every width, whatever is on show; and nothing lies over something else."""
    session = table("Ana", *["bot:random"] * (players - 1), game=preset)
    board = board_page(session.board, has_touch=True)
    found = {}
    for scene in scenes(board, session):
        for width in WIDTHS:
            resize(board, width)
            found[scene, width] = board.page.evaluate(SMALL)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize(
    "columns", [5, 11, *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 11))]
)
def test_wide_grids_keep_44_pixels_where_there_is_room_for_them(board_page, columns):
    """Six columns need 318 px, and each column more 50."""
    board = board_page(table(columns=columns).board, has_touch=True)
    resize(board, max(280, 50 * columns + 18))
    assert board.page.evaluate(SMALL) == []


def test_one_tab_stop_a_grid_and_one_live_region(board_page):
    """Tab goes grid, pile, pile, buttons, as they stand; arrows move inside the grid."""
    session = table("Ana", "Ben")
    board = board_page(session.board)
    for grid in board.view.locator("[role=group]").all():
        assert grid.locator('[tabindex="0"]').count() == 1
    assert board.view.locator("[aria-live], [role=alert], [role=status], [role=log]").count() == 1
    spot(board, "0:a1").focus()
    stops = []
    for _ in range(4):
        stops.append(board.page.evaluate("document.activeElement.dataset.spot ?? 'button'"))
        board.page.keyboard.press("Tab")
    assert stops == ["0:a1", "draw", "discard", "button"]


FOCUS = "document.activeElement.closest('.sjw') ? document.activeElement.outerHTML : ''"


def test_the_focus_is_never_lost(board_page):
    """Not when the element that had it goes away: after an undo, a notice, a round's end."""
    session = table("Ana", "Ben", practice=True, target=10_000)
    board = board_page(session.board)
    page = board.page
    spot(board, "0:b2").focus()
    page.keyboard.press("Enter")
    board.until(lambda: session.state == 1)
    settle(board, session)
    assert 'data-spot="0:b2"' in page.evaluate(FOCUS)
    page.keyboard.press("u")
    board.until(lambda: session.state == 2)
    settle(board, session)
    assert 'data-spot="0:b2"' in page.evaluate(FOCUS)
    show(board, trouble=TROUBLE)
    board.view.get_by_role("button", name="Save elsewhere").focus()
    show(board, trouble=None, saved=TROUBLE["path"])
    assert "data-spot" in page.evaluate(FOCUS)
    board.view.get_by_role("button", name="Dismiss").focus()
    page.keyboard.press("Enter")
    expect(board.view.locator(".sjw-notice")).to_have_count(0)
    assert "data-spot" in page.evaluate(FOCUS)
    play_on(session)
    settle(board, session)
    assert "Next round" in page.evaluate(FOCUS)
    page.keyboard.press("u")
    expect(board.view.locator(".sjw-dialog")).to_have_count(0)
    assert "data-spot" in page.evaluate(FOCUS)


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_the_focus_can_be_seen(board_page, theme):
    """A line of at least 2 px that stands out 3 to 1 from the board, round whatever has it."""
    board = board_page(table().board, theme=theme)
    page = board.page
    spot(board, "draw").focus()
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        if not page.evaluate(FOCUS):
            break
        seen.add(page.evaluate("document.activeElement.tagName"))
        width, ratio = page.evaluate(OUTLINE)
        assert width >= 2
        assert ratio >= 3
    assert seen >= {"BUTTON", "SELECT", "SUMMARY"}


OUTLINE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  };
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
  const board = getComputedStyle(document.querySelector(".sjw-board")).backgroundColor;
  const [a, b] = [light(outlineColor), light(board)];
  return [outlineStyle === "none" ? 0 : parseFloat(outlineWidth),
    (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
}"""


def test_every_card_says_its_number(board_page):
    """In print and in words, never by its colour alone; so do the small ones."""
    session = play_on(table("Ana", "bot:random"))
    board = board_page(session.board)
    cards = board.view.locator("[data-spot*=':']:has(.sjw-face)").all()
    assert len(cards) > 12
    for card in cards:
        printed = card.inner_text().strip() or card.locator("text").text_content().strip()
        assert re.fullmatch(r"−?\d+", printed)
        assert card.get_attribute("aria-label").split(", ")[2] == printed


def heights(board):
    """The whole board, and what is not the panel below it."""
    return board.page.evaluate(
        """() => {
      const high = (name) => document.querySelector(name).getBoundingClientRect().height;
      const beside = document.querySelector(".sjw").dataset.panel === "beside";
      return beside ? high(".sjw-board") : high(".sjw-main") + 24;
    }"""
    )


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_board_of_two_is_less_than_two_thirds_of_the_window_high(board_page, lang):
    """From 700 px on; the panel counts where it stands beside the table."""
    session = table("Ana", "bot:greedy", lang=lang)
    session.board.pace = -1
    board = board_page(session.board)
    for clicks in range(4):
        for width in (700, 760, 825, 839, 840, 900, 1000, 1200, 1400, 1800):
            resize(board, width)
            assert heights(board) < 600, (clicks, width)
        if session.waiting == "person":
            session.act(session.legal[0])
        else:
            session.run()
        settle(board, session) if session.waiting != "bot" else None
    view = {**board.widget.view, "last_turn": True, "ender": 1, "undo": "seen"}
    show(board, **view)
    board.view.locator(".sjw-undo").click(force=True)
    for width in (700, 840, 1400):
        resize(board, width)
        assert heights(board) < 600, ("the last turn", width)


@pytest.mark.slow
def test_no_board_scrolls_sideways(board_page):
    """Two to eight players, 280 to 1800 px."""
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for players in range(2, 9):
        session = table("Ana", *["bot:random"] * (players - 1))
        board = board_page(session.board)
        for width in (280, 320, 360, 420, 520, 600, 700, 839, 840, 900, 1100, 1400, 1800):
            resize(board, width)
            assert board.page.evaluate(overflow) <= 0, (players, width)
