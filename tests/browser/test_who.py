"""Marks of players: a colour and an initial, the same wherever a player is named."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.boards import table

MARKS = """(part) => Object.fromEntries([...document.querySelectorAll(`${part} .sjw-initial`)]
  .map((mark) => [mark.parentElement.querySelector("bdi").textContent.trim(),
    [mark.textContent, getComputedStyle(mark).borderTopColor]]))"""


def played(*players: str, game: str = "skyjo", **options: object):
    """A table on which everybody has decided, at a person's turn."""
    session = table(*players, game=game, **options)
    while len(session.history.decisions) < 24 or session.waiting != "person":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return session


def test_a_player_has_one_mark_on_the_table_and_in_the_story(board_page):
    """Three that begin alike are told apart by letter and by colour."""
    board = board_page(played("Ana", "bot:greedy", "Anton", "bot:random").board)
    on_table = board.page.evaluate(MARKS, ".sjw-seat")
    assert [letter for letter, _ in on_table.values()] == ["A1", "G", "A2", "R"]
    assert len({colour for _, colour in on_table.values()}) == 4
    assert board.page.evaluate(MARKS, ".sjw-story") == on_table


def test_the_fifth_player_has_a_ring_instead_of_a_disc(board_page):
    """The colours come a second time with another form."""
    board = board_page(played(*"ABCDEFGH").board)
    filled = board.view.locator(".sjw-seat .sjw-initial").evaluate_all(
        "marks => marks.map((m) => getComputedStyle(m).backgroundColor !== 'rgba(0, 0, 0, 0)')"
    )
    assert sorted(filled) == [False] * 4 + [True] * 4


def test_the_turn_is_a_frame_or_a_line_too(board_page):
    """Only the player on turn has one."""
    session = played("Ana", "Bo", "Cy")
    board = board_page(session.board)
    shadow = "e => getComputedStyle(e).boxShadow !== 'none'"
    outline = "e => getComputedStyle(e).outlineStyle !== 'none'"
    assert board.view.locator(".sjw-own > .sjw-seat").evaluate(shadow)
    assert board.view.locator(".sjw-other").evaluate_all(f"all => all.some({outline})") is False
    expect(board.view.locator(".sjw-arrow")).to_have_count(1)


def test_partners_share_a_colour(board_page):
    """In a game of teams it is the team's."""
    session = played(*"ABCD", game="skip-bo", teams=True)
    board = board_page(session.board)
    marks = board.page.evaluate(MARKS, ".sjw-seat")
    colours = {name: colour for name, (_, colour) in marks.items()}
    assert colours["A"] == colours["C"] != colours["B"] == colours["D"]


def test_the_stock_pile_is_the_largest_card_of_its_row(board_page):
    """At every width, and its number is larger than other captions."""
    board = board_page(played("Ana", "bot:plain", game="skip-bo").board)
    for width in (280, 390, 768, 1366, 1920):
        board.page.set_viewport_size({"width": width, "height": 900})
        board.page.wait_for_timeout(80)
        stock, pile = (
            board.view.locator(f".sjw-own [data-spot='0:{spot}'] .sjw-card").last.bounding_box()
            for spot in ("stock", "d1")
        )
        assert stock["width"] > 1.15 * pile["width"], width
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    number = board.view.locator(".sjw-own .sjw-stock .sjw-caption b").evaluate(size)
    assert number > 1.3 * board.view.locator(".sjw-discards").first.evaluate(size)
