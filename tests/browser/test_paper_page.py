"""A game with paper cards on the board: which card it was, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from skyjo_widget import Session, paper
from tests.browser.board_page import BoardPage
from tests.browser.boards import commands, spot

Show = Callable[..., BoardPage]


def table(game: str = "skyjo", *players: str, **options: Any) -> Session:
    """A table with paper cards, in English."""
    options = {"record": False, "display": False, "lang": "en", **options}
    return paper(game, list(players) or ["Ana", "Ben"], **options)


def shown(board: BoardPage, session: Session, state: int) -> None:
    """Wait until the table has changed since a state, and the page shows it."""
    board.until(lambda: session.state > state, "the table has changed")
    board.page.wait_for_selector(f'.sjw[data-state="{session.state}"]')


def card(board: BoardPage, name: str) -> Any:
    """A card that may be named."""
    return board.view.locator(f'.sjw-paper-card[data-card="{name}"]')


@pytest.mark.slow
def test_a_turn_is_written_down_with_the_mouse(board_page: Show) -> None:
    """The start card, the set-up, a drawn card left open, and what its landing shows."""
    session = table(turned=1)
    board = board_page(session.board)
    dialog = board.view.locator(".sjw-dialog:has(.sjw-paper)")
    expect(dialog).to_contain_text("starts the discard pile")
    card(board, "4").click()
    shown(board, session, 0)
    for seat, name in ((0, "7"), (1, "12")):
        state = session.state
        spot(board, f"{seat}:a1").click()
        expect(dialog).to_contain_text("a1")
        card(board, name).click()
        shown(board, session, state)
    assert session.seat == 1
    state = session.state
    spot(board, "draw").click()
    dialog.get_by_text("Leave it unknown").click()
    shown(board, session, state)
    assert session.observation().hand is None
    state = session.state
    spot(board, "1:b1").click()
    expect(dialog).to_contain_text("(1/2)")
    card(board, "-2").click()
    expect(dialog).to_contain_text("(2/2)")
    card(board, "9").click()
    shown(board, session, state)
    row = session.history.newest()
    assert (row.notation, row.card_in, row.card_out) == ("place b1", -2, 9)
    assert session.history.decisions[-2].card_in == -2


def test_a_double_click_names_no_card(board_page: Show) -> None:
    """The dialog opens under the pointer: its second click chooses nothing there."""
    session = table(turned=1)
    session.paper.name("discard", 4)
    board = board_page(session.board)
    for place in ("0:a1", "0:b2", "0:c2", "0:c3"):
        box = spot(board, place).bounding_box()
        board.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(board.view.locator(".sjw-paper")).to_be_visible()
        assert commands(board) == []
        board.view.get_by_role("button", name="Cancel").click()
        expect(board.view.locator(".sjw-paper")).to_have_count(0)


def test_a_turn_is_written_down_with_keys(board_page: Show) -> None:
    """A number and Enter; Escape means nothing was meant; a card that isn't there is no card."""
    session = table(turned=1)
    board = board_page(session.board)
    keys = board.page.keyboard
    board.view.locator(".sjw-paper input").focus()
    keys.type("13")
    keys.press("Enter")
    assert commands(board) == []
    keys.press("Backspace")
    keys.press("Backspace")
    keys.type("11")
    keys.press("Enter")
    shown(board, session, 0)
    spot(board, "0:a1").focus()
    keys.press("Enter")
    expect(board.view.locator(".sjw-paper input")).to_be_focused()
    keys.press("Escape")
    expect(board.view.locator(".sjw-paper")).to_have_count(0)
    spot(board, "0:a1").focus()
    keys.press("Enter")
    keys.type("-2")
    state = session.state
    keys.press("Enter")
    shown(board, session, state)
    assert session.history.newest().card_in == -2
    keys.press("u")
    shown(board, session, state + 1)
    assert session.history.newest() is None


@pytest.mark.slow
def test_of_a_number_with_effects_the_effect_comes_next(board_page: Show) -> None:
    """First the number, then which of its cards."""
    session = table("newskyjo", "Ana", "Ben", "Cleo")
    board = board_page(session.board)
    keys = board.page.keyboard
    board.view.locator(".sjw-paper input").focus()
    keys.type("5")
    keys.press("Enter")
    effects = board.view.locator(".sjw-paper-effects .sjw-paper-card")
    assert effects.count() > 2
    keys.press("ArrowRight")
    keys.press("Enter")
    shown(board, session, 0)
    top = session.observation().discard_top
    assert top == 5
    assert top.effect is not None


def test_a_question_doesnt_make_the_board_higher(board_page: Show) -> None:
    """The page below the board stays in its place."""
    session = table(turned=1)
    session.paper.name("discard", 4)
    board = board_page(session.board, width=900)
    main = board.view.locator(".sjw-main")
    before = main.bounding_box()
    spot(board, "0:a1").click()
    expect(board.view.locator(".sjw-paper")).to_be_visible()
    assert main.bounding_box() == before


def test_a_card_that_is_nowhere_left_cant_be_chosen(board_page: Show) -> None:
    """A sixth −2 is refused before anything is sent."""
    session = table(turned=3)
    session.paper.name("discard", -2)
    for place in ("a1", "b1", "c1"):
        session.act(f"flip {place}", card=-2)
    session.act("flip a1", card=-2)
    board = board_page(session.board)
    spot(board, "1:b1").click()
    expect(card(board, "-2")).to_have_attribute("aria-disabled", "true")
    card(board, "-2").click(force=True)
    board.view.locator(".sjw-paper input").fill("-2")
    board.page.keyboard.press("Enter")
    expect(board.view.locator(".sjw-paper-hint")).to_contain_text("None is left")
    assert commands(board) == []


@pytest.mark.slow
def test_skip_bo_is_written_down(board_page: Show) -> None:
    """Stock piles are named, any card that a hand may hold can be played from it."""
    session = table("skip-bo", stock=5)
    board = board_page(session.board)
    for name in ("1", "9"):
        state = session.state
        card(board, name).click()
        shown(board, session, state)
    assert session.seat == 1
    state = session.state
    spot(board, "hand:0").click()
    spot(board, "b1").click()
    shown(board, session, state)
    assert session.history.newest().notation == "play 1 b1"


@pytest.mark.slow
@pytest.mark.parametrize("width", [290, 900])
def test_the_prompt_fits(board_page: Show, width: int) -> None:
    """Nothing of it lies outside the board."""
    session = table("newskyjo", "Ana", "Ben", "Cleo")
    board = board_page(session.board, width=width)
    board.view.locator(".sjw-paper input").fill("5")
    board.page.keyboard.press("Enter")
    box = board.view.locator(".sjw-dialog").bounding_box()
    frame = board.view.locator(".sjw-main").bounding_box()
    assert box["x"] >= frame["x"] - 1
    assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1


def test_the_end_of_a_round_is_typed_card_by_card(board_page: Show) -> None:
    """All that lies face down is asked for; the round is scored with the last one."""
    session = table(columns=1, rows=2, turned=1, clear=2)
    session.paper.name("discard", 4)
    for seat, name in ((0, 7), (1, 5)):
        session.act("flip a1", card=name)
        assert session.seat != seat or session.phase == "choose"
    session.act("take")
    session.act("place a2", out=9)
    session.act("take")
    session.act("place a1")
    assert session.paper.unnamed() == ("1:a2",)
    board = board_page(session.board)
    expect(board.view.locator(".sjw-prompt")).to_contain_text("face down")
    expect(board.view.locator(".sjw-dialog")).to_contain_text("a2 of Ben")
    state = session.state
    board.view.locator(".sjw-paper input").focus()
    board.page.keyboard.type("12")
    board.page.keyboard.press("Enter")
    shown(board, session, state)
    assert session.history.rounds[0].facts["raw"] == [11, 21]
    expect(board.view.locator(".sjw-table-result")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("width", [900, 360])
def test_turns_are_typed_as_lines(board_page: Show, width: int) -> None:
    """By keys alone: from the dialog to the field, a preview, a refusal, a line taken back."""
    session = table(turned=1)
    board = board_page(session.board, width=width)
    field = board.view.locator(".sjw-typed input")
    told = board.view.locator(".sjw-typed-told")
    dialog = board.view.locator(".sjw-dialog:has(.sjw-paper)")
    expect(dialog).to_be_visible()
    dialog.locator("input").focus()
    board.page.keyboard.press("l")
    expect(field).to_be_focused()
    expect(dialog).to_have_count(0)
    for line, words in (
        ("= 4", "discard = 4"),
        ("a1/7", "Ana: turned a1: 7"),
        ("a1/-2", "Ben: turned a1: -2"),
        ("5b3/9", "Ana: drew 5 → b3, 9 out"),
    ):
        state = session.state
        board.page.keyboard.type(line)
        expect(told).to_contain_text(words)
        board.page.keyboard.press("Enter")
        shown(board, session, state)
        expect(field).to_have_value("")
        expect(field).to_be_focused()
    state = session.state
    board.page.keyboard.type("tc1")
    expect(told).to_contain_text("c1 was face down: which card went out? tc1/…")
    board.page.keyboard.press("Enter")
    expect(board.view.get_by_text("That can’t be recorded: c1").first).to_be_visible()
    expect(field).to_have_value("tc1")
    assert session.state == state
    field.fill("")
    board.page.keyboard.press("Control+z")
    shown(board, session, state)
    assert session.paper.text() == "= 4\na1/7\na1/-2"
    box, around = board.view.locator(".sjw-typed").bounding_box(), board.view.bounding_box()
    assert box["x"] + box["width"] <= around["x"] + around["width"] + 1
    board.page.keyboard.press("Escape")
    expect(field).not_to_be_focused()
    board.page.keyboard.press("l")
    expect(field).to_be_focused()
