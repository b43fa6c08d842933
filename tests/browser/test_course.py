"""The chances and the dear decisions of a replayed game, on its line."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget import replay
from tests.browser.boards import resize, table
from tests.browser.checks import AXE, CHECK


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
    button = {"en": "Chances to win", "fr": "Chances de gagner"}[lang]
    board.view.get_by_role("button", name=button).click()
    bar = board.view.locator(".sjw-chances")
    bar.wait_for()
    expect(board.view.get_by_role("button", name=button)).to_have_count(0)
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
