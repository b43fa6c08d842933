"""Nothing on the board is cut off, scrolls by a few pixels or sticks out, at any width."""

from __future__ import annotations

import pytest

from tests.browser.boards import resize, table

BOTS = {"skyjo": ["bot:greedy"], "newskyjo": ["bot:greedy"] * 2, "skip-bo": ["bot:plain"]}
STRAY = """() => [...document.querySelectorAll(".sjw *")]
  .filter((e) => e instanceof HTMLElement && e.checkVisibility()
    && !["inline", "contents"].includes(getComputedStyle(e).display)
    && !e.closest("select, .sjw-unseen, .sjw-scroll, .sjw-layer"))
  .map((e) => [e, e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight,
    getComputedStyle(e)])
  .filter(([e, x, y, { overflowX, overflowY }]) =>
    (x > 0 && overflowX === "auto" && getComputedStyle(e).scrollbarWidth !== "none")
    || (y > 0 && overflowY === "auto"))
  .map(([e, x, y]) => `${e.tagName} ${e.className}: ${x}, ${y}`)"""
OUTSIDE = """() => {
  const board = document.querySelector(".sjw-board").getBoundingClientRect();
  return [...document.querySelectorAll(".sjw-board *")]
    .filter((e) => e instanceof HTMLElement && e.checkVisibility()
      && !e.closest(".sjw-unseen, .sjw-scroll, .sjw-tabs, .sjw-layer"))
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([e, r]) => r.width > 0 && (r.right > board.right + 0.5 || r.left < board.left - 0.5))
    .map(([e, r]) => `${e.tagName} ${e.className}: ${r.left} to ${r.right}`);
}"""
TWICE = """() => {
  const walk = document.createTreeWalker(document.querySelector(".sjw"), NodeFilter.SHOW_TEXT);
  window.said = [];
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (data.trim().length > 2 && !parentElement.closest("select, .sjw-card")) {
      window.said.push([walk.currentNode, data]);
      walk.currentNode.data = `${data} ${data}`;
    }
  }
  return window.said.length;
}"""
ONCE = "() => { for (const [node, data] of window.said) node.data = data; }"


@pytest.mark.parametrize("twice", [False, True], ids=["plain", "twice as long"])
@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_nothing_sticks_out(board_page, game, twice):
    """In French, the longer language; texts that are twice as long wrap or are cut."""
    session = table("Ana", *BOTS[game], game=game, lang="fr", coach="request")
    while len(session.history.decisions) < 12 or session.waiting != "person":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board)
    found = {}
    for width in (280, 320, 390, 560, 700, 840, 1024, 1280, 1900):
        resize(board, width)
        if twice:
            assert board.page.evaluate(TWICE) > 10
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert board.page.evaluate(wide) <= 0, width
        found[width] = board.page.evaluate(STRAY) + board.page.evaluate(OUTSIDE)
        if twice:
            board.page.evaluate(ONCE)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_opponents_sit_next_to_the_own_cards(board_page, width, height):
    """No gap in the middle; the board fills what a notebook leaves of the window's height."""
    board = board_page(table("Ana", "bot:greedy").board, width=width, height=height)
    piles, other, frame = (
        board.view.locator(part).first.bounding_box()
        for part in (".sjw-piles", ".sjw-other", ".sjw-board")
    )
    assert 0 < other["x"] - piles["x"] - piles["width"] <= 30
    assert height - 330 <= frame["height"] <= height - 285


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "fr"])
def test_all_tabs_of_the_panel_are_in_sight(board_page, lang):
    """Five of them, in the narrowest panels below the table and beside it."""
    board = board_page(table("Ana", "bot:greedy", lang=lang, coach="request").board)
    hidden = {}
    for width in (280, 300, 390, 700, 720, 860, 1024):
        resize(board, width)
        for tab in board.page.locator(".sjw-tab").all():
            tab.click()  # the chosen one is bold
            tabs = board.page.locator(".sjw-tabs")
            hidden[width, tab.text_content()] = tabs.evaluate("e => e.scrollWidth - e.clientWidth")
    assert {where: pixels for where, pixels in hidden.items() if pixels > 0} == {}
