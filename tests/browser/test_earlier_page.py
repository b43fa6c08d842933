"""The offer to go on with an earlier game, on a page of its own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget import play


@pytest.fixture
def tables():
    """A table that was left after some decisions, and a new one of the same players."""
    old, new = (play("skyjo", ["Alex", "Bo"], display=False, lang="fr") for _ in range(2))
    for _ in range(3):
        old.act(old.legal[0])
    old.close()
    return old, new


@pytest.mark.parametrize("width", [360, 1000])
def test_the_offer_fits_and_a_new_game_is_kept_by_its_button(tables, board_page, width):
    """In French, on a phone as on a screen; both records stay."""
    old, new = tables
    shown = board_page(new.board, width=width)
    notice = shown.page.locator(".sjw-notice-earlier")
    expect(notice).to_contain_text("3 décisions, commencée à")
    expect(shown.page.locator("[aria-live]").first).to_contain_text("3 décisions")
    assert notice.evaluate("e => e.scrollWidth <= e.clientWidth")
    notice.get_by_role("button", name="Nouvelle partie").click()
    expect(notice).to_have_count(0)
    assert old.path.exists()
    assert new.path.exists()
    assert new.history.game_id != old.history.game_id


def test_a_kernel_that_is_gone_leads_to_the_earlier_game(tables, board_page):
    """The new one holds nothing."""
    old, new = tables
    shown = board_page(new.board)
    expect(shown.page.locator(".sjw-notice-earlier")).to_be_visible()
    shown.kill()
    expect(shown.page.locator(".sjw-notice-dead")).to_contain_text(old.path.name)
    expect(shown.page.locator(".sjw-notice-earlier")).to_have_count(0)


def test_a_game_that_cannot_be_opened_any_more_says_so_and_the_new_one_stays(tables, board_page):
    """Its record was deleted meanwhile."""
    old, new = tables
    shown = board_page(new.board)
    notice = shown.page.locator(".sjw-notice-earlier")
    expect(notice).to_be_visible()
    old.path.unlink()
    notice.get_by_role("button", name="Continuer").click()
    expect(shown.page.locator(".sjw-notice-error")).to_contain_text(old.path.name)
    assert new.path.exists()
    shown.page.locator('[data-spot="0:a1"]').click()
    expect(notice).to_have_count(0)
