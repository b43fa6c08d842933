"""The bar of chances below a board that is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.boards import click_on, resize, spot, table
from tests.browser.checks import AXE, CHECK
from tests.fixtures.boards import offer_panels

TITLE = {"en": "Chances to win", "fr": "Chances de gagner"}
MORE = """([outer, inner]) => {
  const box = document.querySelector(outer).getBoundingClientRect();
  return [...document.querySelectorAll(inner)].every((e) => {
    const { left, right } = e.getBoundingClientRect();
    return left >= box.left - 1 && right <= box.right + 1;
  });
}"""


def with_menu(lang: str, **options):
    """A table whose menu is open, at a person's turn."""
    session = table("Ana", "bot:greedy", "bot:random", lang=lang, **options)
    while session.waiting != "person" or session.phase == "setup":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return offer_panels(session)


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("fr", "dark")])
def test_the_bar_is_opened_from_the_menu_and_follows_the_game(board_page, lang, theme):
    """At every width, for every eye; another view of the table and a reload show it too."""
    session = with_menu(lang, coach="request")
    board = board_page(session.board, theme=theme)
    bar = board.view.locator(".sjw-live-chances .sjw-chances[role=img]")
    expect(bar).to_have_count(0)
    board.view.locator("[data-aside=chances]").press("Enter")
    bar.wait_for()
    expect(bar).to_have_accessible_name(
        f"{TITLE[lang]}: "
        + ", ".join(
            f"{player.name} {round(100 * chance)}{' %' if lang == 'fr' else '%'}"
            for player, chance in zip(
                session.players, session.board.chances["chances"], strict=True
            )
        )
    )
    assert board.view.locator("[aria-live] .sjw-chances").count() == 0
    board.page.add_script_tag(path=AXE)
    for width in (280, 390, 768, 1366, 1920):
        resize(board, width)
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert board.page.evaluate(over) <= 0, width
        assert board.page.evaluate(MORE, [".sjw-main", ".sjw-live-chances *"]), width
        assert board.page.evaluate(CHECK) == [], width
    before = bar.get_attribute("aria-label")
    for _ in range(3):
        click_on(board, session)
    expect(bar).not_to_have_attribute("aria-label", before)
    board.reload()
    bar.wait_for()
    board.view.locator(".sjw-more-button").click()  # shut: what is open has its button still
    board.view.locator("[data-aside=chances]").click()
    expect(bar).to_have_count(0)
    expect(board.view.locator("[data-aside=chances]")).to_have_count(0)
    assert session.board.chances["chances"] is None


def test_the_cards_stay_where_they_are_when_the_bar_opens(board_page):
    """It stands below them."""
    board = board_page(with_menu("en", coach="request").board)
    before = spot(board, "0:a1").bounding_box()
    board.view.locator("[data-aside=chances]").click()
    board.view.locator(".sjw-live-chances").wait_for()
    assert spot(board, "0:a1").bounding_box() == before


def test_a_coach_that_is_off_is_turned_on_beside_the_reason(board_page):
    """In one line, with its button; then the chances come."""
    session = with_menu("en")
    board = board_page(session.board)
    board.view.locator("[data-aside=chances]").click()
    line = board.view.locator(".sjw-live-chances")
    expect(line).to_contain_text("coach")
    line.get_by_role("button").click()
    board.view.locator(".sjw-chances[role=img]").wait_for()
    assert session.coach == "request"


def test_a_locked_coach_has_no_bar_and_a_prediction_hides_it(board_page):
    """Nothing in the page, nor in what it is sent, says who is ahead."""
    board = board_page(with_menu("en", coach="locked").board)
    expect(board.view.locator("[data-aside=predict]")).to_have_count(1)
    expect(board.view.locator("[data-aside=chances]")).to_have_count(0)
    session = with_menu("en", coach="request")
    board = board_page(session.board)
    board.view.locator("[data-aside=chances]").click()
    board.view.locator(".sjw-chances[role=img]").wait_for()
    board.view.locator("[data-aside=predict]").click()
    expect(board.view.locator(".sjw-chances")).to_have_count(0)
    expect(board.view.locator(".sjw-live-chances")).to_contain_text("Hidden")
    assert session.board.chances["chances"] is None
