"""The story beside the board, and the cards that it is about."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.boards import click_on, settle, show, spot, table

LIT = "nodes => nodes.map(node => node.dataset.spot)"


def begun(**options):
    """A table in its third turn."""
    session = table(**options)
    while session.history.state.turn < 3 or session.waiting != "person":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return session


def test_a_turn_is_a_line_and_its_columns_are_a_click_away(board_page):
    """Each decision is in both once."""
    session = begun()
    board = board_page(session.board)
    count = len(session.history.decisions)
    assert board.view.locator(".sjw-story [data-decision]").count() == count
    assert board.view.locator(".sjw-story > li").count() < count
    columns = board.view.get_by_role("button", name="As columns")
    columns.click()
    expect(columns).to_have_attribute("aria-pressed", "true")
    assert board.view.locator(".sjw-table-rows tbody tr").count() == count
    titles = board.view.locator(".sjw-table-rows th")
    assert titles.count() == len(session.board.rows["columns"])
    columns.click()
    assert board.view.locator(".sjw-story [data-decision]").count() == count


@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_a_line_and_its_cards_light_up_together(board_page, game):
    """Pointing at either marks the other, and nothing is marked once the pointer is away."""
    bots = {"skyjo": ["bot:greedy"], "newskyjo": ["bot:greedy"] * 2, "skip-bo": ["bot:plain"]}
    session = table("Ana", *bots[game], game=game)
    while len(session.history.decisions) < 12 or session.waiting != "person":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board)
    line = board.view.locator(".sjw-story > li").last
    line.hover(position={"x": 2, "y": 2})
    lit = board.view.locator(".sjw-place[data-lit]").evaluate_all(LIT)
    told = line.locator("[data-spots]").evaluate_all("all => all.map(one => one.dataset.spots)")
    assert lit
    assert set(lit) <= set(" ".join(told).split())
    board.view.locator(f'.sjw-place[data-spot="{lit[0]}"]').hover(force=True)
    expect(board.view.locator(".sjw-story > li[data-lit]")).to_have_count(1)
    board.page.mouse.move(1, 1)
    expect(board.view.locator("[data-lit]")).to_have_count(0)


def test_the_first_arrow_after_a_click_on_the_board_goes_into_the_grid(board_page):
    """Arrows go on to the piles beside it and from one to the other."""
    session = begun()
    board = board_page(session.board, width=1000)
    focused = "document.activeElement.dataset.spot"
    for key in ("ArrowDown", "Enter"):
        board.view.locator(".sjw-prompt").click()
        board.page.keyboard.press(key)
        assert board.page.evaluate(focused).startswith("0:")
    spot(board, "0:d1").focus()
    board.page.keyboard.press("ArrowRight")
    assert board.page.evaluate(focused) == "draw"
    board.page.keyboard.press("ArrowDown")
    assert board.page.evaluate(focused) == "discard"
    board.page.keyboard.press("ArrowLeft")
    assert board.page.evaluate(focused) == "0:d3"


def test_a_new_game_is_dealt_from_the_result(board_page):
    """With other cards, and with the same ones."""
    session = table("Ana", "bot:greedy", target=1)
    session.board.pace = 0
    while not session.over:
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    first = session.history.game_id
    board = board_page(session.board)
    expect(board.view.locator(".sjw-dialog .sjw-code")).to_have_text(f'replay("{session.path}")')
    board.view.get_by_role("button", name="New game").click()
    board.until(lambda: session.history.game_id != first, "another game is dealt")
    settle(board, session)
    expect(board.view.locator(".sjw-dialog")).to_have_count(0)
    expect(board.view.locator(".sjw-story [data-decision]")).to_have_count(
        len(session.history.decisions)
    )
    assert session.history.header["seed"] != 3
    click_on(board, session)


PENALTY = {
    "en": "Ana ended the round without a lower score than all the others, so it is doubled: "
    "2 × 40 = 80.",
    "fr": "Ana a fini la manche sans un score plus bas que tous les autres\N{NO-BREAK SPACE}: "
    "il est doublé, 2 × 40 = 80.",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_result_says_why_points_count_double(board_page, lang):
    """And is silent where they don't."""
    session = table("Ana", "bot:greedy", lang=lang)
    while session.waiting in ("person", "bot"):
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board)
    sheet = session.board.sheet
    (round_,) = sheet["pad"]["rounds"]
    for penalty in (40, 0):
        facts = {"ender": 0, "raw": [40, 3], "penalty": [penalty, 0], "score": [40 + penalty, 3]}
        board.widget.sheet = {**sheet, "pad": {**sheet["pad"], "rounds": [{**round_, **facts}]}}
        show(board)
        why = board.view.locator(".sjw-why")
        if penalty:
            expect(why).to_have_text(PENALTY[lang])
        else:
            expect(why).to_have_count(0)
