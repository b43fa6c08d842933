"""The head of a lesson in a browser."""

from __future__ import annotations

from playwright.sync_api import expect

from skyjo_widget import lesson


def test_the_name_and_the_focus_stay_when_a_game_cannot_begin(board_page, tmp_path):
    """The pupil reads why, and presses Enter again once the folder is mended."""
    path = tmp_path / "lesson.toml"
    path.write_text('game = {preset = "skyjo", players = ["pupil", "bot:greedy"], seed = "3B"}')
    begun = lesson(path, lang="en", display=False)
    blocked = tmp_path / "games"
    blocked.write_text("not a folder")
    page = board_page(begun.board)
    field = page.view.get_by_role("textbox")
    expect(field).to_be_focused()
    page.page.keyboard.type("Zoé")
    page.page.keyboard.press("Enter")
    expect(page.view.locator(".sje-wrong")).not_to_be_empty()
    expect(field).to_be_focused()
    expect(field).to_have_value("Zoé")
    blocked.unlink()
    page.page.keyboard.press("Enter")
    expect(page.view.get_by_role("status")).to_contain_text("Zoé")
    expect(field).to_have_count(0)
    begun.close()
