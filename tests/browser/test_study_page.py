"""The button that studies a game that is over, and the way back from its replay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget import replay
from tests.browser.boards import commands, table
from tests.fixtures.paper_games import played, written

pytestmark = pytest.mark.browser
HERE = {"en": "Study this game", "fr": "Étudier cette partie"}
BACK = {"en": "Back to the board", "fr": "Retour au plateau"}


def over(game, lang="en"):
    """A game that is over, whose board can be studied; what is asked for."""
    if game == "paper":
        session = written(played("skyjo", 1))
        session.lang = lang
    else:
        bots = ["bot:greedy", "bot:greedy", "bot:random"]
        session = table(*bots, game=game, lang=lang, record=False)
        session.run(rounds=True)
    asked = []
    session.board.offer_study(lambda: asked.append(session.history.game_id))
    return session, asked


@pytest.mark.parametrize(
    ("game", "lang"),
    [
        *(("skyjo", "en"), ("newskyjo", "fr"), ("paper", "fr")),
        *(pytest.param("skip-bo", lang, marks=pytest.mark.slow) for lang in ("en", "fr")),
        pytest.param("skyjo", "fr", marks=pytest.mark.slow),
        *(pytest.param(game, "en", marks=pytest.mark.slow) for game in ("newskyjo", "paper")),
    ],
)
def test_the_result_has_a_button_that_studies_the_game(board_page, game, lang):
    """By mouse and by keys; the line for a cell stays where there is one."""
    session, asked = over(game, lang)
    board = board_page(session.board)
    button = board.view.get_by_role("button", name=HERE[lang])
    button.click()
    board.until(lambda: len(asked) == 1, "it was clicked")
    board.page.locator("body").press("Tab")
    button.focus()
    board.page.keyboard.press("Enter")
    board.until(lambda: len(asked) == 2, "Enter was pressed")
    expect(board.view.locator(".sjw-dialog .sjw-code")).to_have_count(0 if game == "paper" else 1)
    assert board.errors == []


def test_a_board_without_a_place_for_it_offers_no_study(board_page):
    """Nor does one whose game goes on."""
    session, _ = over("skyjo")
    session.board.study = False
    board = board_page(session.board)
    expect(board.view.locator(".sjw-dialog")).to_be_visible()
    expect(board.view.locator("[data-study]")).to_have_count(0)


def test_a_projected_board_makes_room_for_its_study(board_page):
    """It would lie over the replay."""
    session, asked = over("skyjo")
    session.parts.screen.projector = True
    board = board_page(session.board)
    board.view.locator("[data-study]").click()
    board.until(
        lambda: len(asked) == 1 and not session.parts.screen.projector, "the study is asked for"
    )


def test_the_board_takes_the_keys_back(board_page):
    """On the button of its study, unless somebody types elsewhere."""
    session, _ = over("skyjo")
    board = board_page(session.board)
    expect(board.view.locator(".sjw-dialog")).to_be_visible()
    page = board.page
    page.evaluate("document.activeElement.blur()")
    session.board.take_keys()
    expect(board.view.locator("[data-study]")).to_be_focused()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").last.focus()
    session.board.take_keys()
    page.wait_for_timeout(200)
    expect(page.locator("textarea").last).to_be_focused()


@pytest.mark.parametrize(
    ("way", "lang"),
    [
        *(("click", "fr"), ("Escape", "en"), ("Enter", "fr")),
        pytest.param("click", "en", marks=pytest.mark.slow),
        pytest.param("Escape", "fr", marks=pytest.mark.slow),
        pytest.param("Enter", "en", marks=pytest.mark.slow),
    ],
)
def test_the_replay_takes_the_keys_and_has_a_way_back(board_page, lang, way):
    """By its button or by Escape; an ordinary replay has neither."""
    session, _ = over("skyjo", lang)
    again, left = replay(session, display=False, lang=lang), []
    again.offer_back(lambda: left.append(way))
    board = board_page(again.board)
    root = board.view.locator(".sjw")
    expect(root).to_be_focused()
    board.until(lambda: not again.board.fresh, "it has had the focus")
    assert root.get_attribute("aria-label") == {"en": "Replay", "fr": "Relecture"}[lang]
    board.page.keyboard.press("ArrowRight")
    board.until(lambda: again.position == 1, "its keys work at once")
    button = board.view.get_by_role("button", name=BACK[lang])
    if way == "click":
        button.click()
    elif way == "Enter":
        button.press("Enter")
    else:
        board.page.keyboard.press("Escape")
    board.until(lambda: left == [way], "it goes back")
    assert board.errors == []


def test_an_ordinary_replay_stays(board_page):
    """It takes no focus, and Escape asks for nothing."""
    session, _ = over("skyjo")
    again = replay(session, display=False)
    board = board_page(again.board)
    board.view.locator(".sjw-replay-play").focus()
    board.page.keyboard.press("Escape")
    expect(board.view.get_by_role("button", name=BACK["en"])).to_have_count(0)
    assert not [one for one in commands(board) if one["type"] == "back"]
