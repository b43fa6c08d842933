"""The chances and the dear decisions of a replayed game, on its line."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget import replay
from tests.browser.boards import resize, table
from tests.browser.checks import AXE, CHECK

BUTTON = {"en": "Chances to win", "fr": "Chances de gagner"}


def round_over(lang: str):
    """A round that Ana plays by first choices, with its dear decisions."""
    session = table("Ana", "bot:greedy", "bot:random", lang=lang)
    while session.waiting in ("person", "bot"):
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return session


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("fr", "dark")])
def test_a_slip_opens_its_moment_and_names_the_better_action(board_page, lang, theme):
    """After a press on the button, which goes then; at every width, for every eye."""
    study = replay(round_over(lang), display=False, lang=lang)
    board = board_page(study.board, theme=theme)
    button = BUTTON[lang]
    board.view.get_by_role("button", name=button).press("Enter")
    bar = board.view.locator(".sjw-chances")
    bar.wait_for()
    expect(board.view.get_by_role("button", name=button)).to_have_count(0)
    expect(board.view.get_by_role("slider")).to_be_focused()
    mark = board.view.locator(".sjw-replay-mark[data-kind=slip]").first
    mark.click()
    slip = study.board.replay["course"]["slips"][0]
    board.page.wait_for_selector(f'.sjw[data-state="{slip["at"]}"]')
    assert study.decision == slip["decision"]
    note = board.view.locator(".sjw-replay-notes")
    expect(note).to_contain_text({"en": "best was to", "fr": "mieux"}[lang])
    board.page.add_script_tag(path=AXE)
    for width in (280, 390, 768, 1366):
        resize(board, width)
        over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert board.page.evaluate(over) <= 0, width
        assert board.page.evaluate(CHECK) == [], width
    parts = bar.locator("span").evaluate_all("all => all.map((e) => e.offsetWidth)")
    chances = study.board.replay["course"]["chances"][slip["at"]]
    assert parts.index(max(parts)) == chances.index(max(chances))


def test_every_view_shows_the_course_that_one_of_them_asked_for(board_page):
    """The other keeps its focus."""
    board = board_page(replay(round_over("en"), display=False, lang="en").board)
    other = board.add_view()
    other.get_by_role("tab", name="Decisions").focus()
    board.view.get_by_role("button", name=BUTTON["en"]).evaluate("button => button.click()")
    for view in (board.view, other):
        view.locator(".sjw-chances").wait_for()
        expect(view.get_by_role("button", name=BUTTON["en"])).to_have_count(0)
    expect(other.get_by_role("tab", name="Decisions")).to_be_focused()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_game_that_was_broken_off_says_in_a_line_why_it_has_no_chances(board_page, lang):
    """Neither an empty bar, nor that the model doesn't know the rules."""
    session = table("Ana", "bot:greedy", lang=lang)
    session.act(session.legal[0])
    session.break_off()
    board = board_page(replay(session, display=False, lang=lang).board)
    board.view.get_by_role("button", name=BUTTON[lang]).click()
    line = {"en": "Round not finished: no chances.", "fr": "Manche non terminée\u00a0: pas"}[lang]
    expect(board.view.locator(".sjw-replay")).to_contain_text(line)
    expect(board.view.locator(".sjw-chances")).to_have_count(0)


def test_a_locked_coach_is_named_beside_the_button_that_stays(board_page):
    """It can be pressed again once the game is over."""
    session = table("Ana", "bot:greedy", coach="locked")
    session.act(session.legal[0])
    board = board_page(replay(session, display=False, lang="en").board)
    button = board.view.get_by_role("button", name=BUTTON["en"])
    button.press("Enter")
    expect(board.view.locator(".sjw-notice-error")).to_contain_text("locked")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-disabled", "false")
    expect(board.view.locator(".sjw-chances")).to_have_count(0)
