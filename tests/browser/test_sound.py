"""The sounds of a board: off, until a person turns them on; one a moment, only where it is seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.boards import click_on, settle, show, table

SPY = """
window.heard = { contexts: 0, sounds: 0 };
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.heard.contexts += 1; }
  createOscillator() {
    const tone = super.createOscillator();
    const start = tone.start.bind(tone);
    tone.start = (at) => { window.heard.sounds += 1; start(at); };
    return tone;
  }
};
"""
MOMENT = 600
"""Milliseconds within which a sound of what has happened would have begun."""


def heard(board):
    """Return how many sounds were begun, once the newest moment is over."""
    board.page.wait_for_timeout(MOMENT)
    return board.page.evaluate("window.heard.sounds")


@pytest.fixture
def listened(board_page):
    """A function from a table to its board, whose sounds are counted."""

    def show(session, **options):
        board = board_page(session.board, **options)
        board.page.add_init_script(SPY)
        board.reload()
        board.page.wait_for_selector(".sjw[data-state]")
        return board

    return show


def turn_on(board):
    """Turn the sounds on, in the menu; what is heard then, to be known, isn't counted."""
    if board.view.get_by_role("switch", name="Sound").count() == 0:
        board.view.get_by_role("button", name="Tools").first.click()
    switch = board.view.get_by_role("switch", name="Sound")
    expect(switch).to_have_attribute("aria-checked", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    board.page.wait_for_timeout(MOMENT)
    board.page.evaluate("window.heard.sounds = 0")


def after_setup():
    """A table of two persons, of whom one is to draw or to take."""
    session = table("Ana", "Bo")
    while session.phase == "setup":
        session.act(session.legal[0])
    return session


def turn(board, session):
    """Let whoever is to play draw and place a card, on a board that shows each."""
    while session.phase != "choose":
        session.act(session.legal[0])
    settle(board, session)
    board.page.wait_for_timeout(MOMENT)
    board.page.evaluate("window.heard.sounds = 0")
    session.act("draw")
    settle(board, session)
    session.act(next(action for action in session.legal if action.startswith("place")))
    settle(board, session)


def test_a_board_is_silent_until_somebody_turns_its_sounds_on(listened):
    """No context is opened before; then a placed card is one sound, and the wish is kept."""
    session = after_setup()
    board = listened(session)
    for _ in range(2):
        click_on(board, session)
    assert heard(board) == 0
    assert board.page.evaluate("window.heard.contexts") == 0
    turn_on(board)
    turn(board, session)
    assert heard(board) == 1
    board.reload()
    settle(board, session)
    turn(board, session)
    assert heard(board) == 0, "never before a touch"
    assert board.page.evaluate("window.heard.contexts") == 0
    board.page.keyboard.press("Tab")
    for _ in range(2):
        click_on(board, session)
    assert heard(board) == 1
    assert board.page.evaluate("window.heard.contexts") == 1


def test_a_moment_is_one_sound(listened):
    """In two views of a table; when many decisions arrive at once; none after a step back."""
    session = after_setup()
    board = listened(session)
    board.add_view()
    turn_on(board)
    turn(board, session)
    assert heard(board) == 1
    past, last = session.board.view["decision"], session.board.view["last"]
    show(board, decision=past + 12, last=last, phase="round over")
    assert heard(board) == 2
    show(board, decision=past, last=last)
    assert heard(board) == 2, "of a step back"


def test_a_page_that_nobody_sees_is_silent(listened):
    """In another tab, or scrolled out of sight; with less motion it sounds all the same."""
    session = after_setup()
    board = listened(session, reduced_motion="reduce")
    turn_on(board)
    for script, sounds in (
        ("1", 1),
        ("Object.defineProperty(document, 'hidden', { value: true, configurable: true })", 0),
        ("delete document.hidden; document.body.style.paddingTop = '5000px'", 0),
        ("document.body.style.paddingTop = ''", 1),
    ):
        board.page.evaluate(script)
        turn(board, session)
        assert heard(board) == sounds, script


def test_a_class_and_a_wall_are_silent_whatever_is_wanted_elsewhere(listened):
    """Until the sounds are turned on there, too."""
    session = after_setup()
    board = listened(session)
    turn_on(board)
    session.for_ = "class"
    expect(board.view.get_by_role("switch", name="Sound")).to_have_attribute(
        "aria-checked", "false"
    )
    turn(board, session)
    assert heard(board) == 0
    turn_on(board)
    turn(board, session)
    assert heard(board) == 1
    session.parts.screen.projector = True
    expect(board.view.locator(".sjw")).to_have_attribute("data-projector", "")
    turn(board, session)
    assert heard(board) == 0
