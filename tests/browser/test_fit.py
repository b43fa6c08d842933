"""Nothing on the board is cut off, scrolls by a few pixels or sticks out, at any width."""

from __future__ import annotations

import pytest

from tests.browser.boards import resize, show, table

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
CUT = """() => [...document.querySelectorAll(".sjw-seat")].flatMap((seat) => {
  const { left, right } = seat.getBoundingClientRect();
  return [...seat.querySelectorAll(".sjw-figure, .sjw-figure > :not(.sjw-unseen)")]
    .filter((e) => e.clientWidth !== 1)
    .filter((e) => e.scrollWidth > e.clientWidth
      || e.getBoundingClientRect().left < left - 0.5
      || e.getBoundingClientRect().right > right + 0.5)
    .map((e) => `${seat.parentElement.className}: ${e.textContent}`);
})"""
NARROW = {
    "1×3": ("skyjo", {"columns": 1}),
    "2×3": ("skyjo", {"columns": 2}),
    "2×2": ("skyjo", {"columns": 2, "rows": 2, "clear": 2}),
    "NewSkyjo": ("newskyjo", {"columns": 2, "rows": 3}),
}
"""Boards that are narrower than the words over them."""
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


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", NARROW)
def test_no_figure_of_a_narrow_grid_is_cut(board_page, name, lang):
    """With words there is room beside the grid; else the figures have signs alone."""
    game, options = NARROW[name]
    session = table("Ana", *BOTS[game], game=game, lang=lang, turned=0, **options)
    board = board_page(session.board)
    high = {"visible_sum": 36, "total": 118}  # as many digits as a game has
    show(board, seats=[{**seat, **high} for seat in board.widget.view["seats"]])
    cut, words = {}, set()
    for width in (264, 374, 404, 464, 752, 1350):  # a window's, without the page's margins
        for height in (600, 900):
            resize(board, width, height)
            cut[width, height] = board.page.evaluate(CUT)
            shown = board.view.locator(".sjw-own .sjw-figure-word").first
            if shown.count() and shown.evaluate("e => e.clientWidth > 1"):
                words.add(width)
    assert {where: texts for where, texts in cut.items() if texts} == {}
    assert {752, 1350} <= words, "there is room"


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
