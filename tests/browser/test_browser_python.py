"""The board of a kernel in the browser (JupyterLite): keys without a value are lost on the way."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from skyjo_widget.front import front
from tests.browser import board_page as harness
from tests.browser.boards import click_on, settle, table


class Dropping:
    """A stand-in for `json` that drops each key whose value is None."""

    loads = staticmethod(json.loads)

    @classmethod
    def dumps(cls, data, **how):
        """Write what is left."""
        return json.dumps(cls._left(data), **how)

    @classmethod
    def _left(cls, value):
        if isinstance(value, dict):
            return {key: cls._left(one) for key, one in value.items() if one is not None}
        return [cls._left(one) for one in value] if isinstance(value, (list, tuple)) else value


@pytest.fixture
def lite(monkeypatch):
    """A kernel that drops them."""
    monkeypatch.setattr(front, "_DROPS_NONE", True)
    monkeypatch.setattr(harness, "json", Dropping)


@pytest.mark.usefixtures("lite")
@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_a_board_is_played_without_the_keys_that_are_dropped(board_page, game):
    """Every move arrives, and the log; a page that comes back has all of it again."""
    session = table("Ana", "Ben", "Cy", game=game)
    board = board_page(session.board)
    for _ in range(8):
        move(board, session)
    board.reload()
    for _ in range(3):
        move(board, session)
    assert board.errors == []
    board.page.evaluate("host.model.send({type: 'present', id: 1, state: -1})")
    board.until(lambda: {"type": "present", "id": 1, "state": -1} in contents(board))
    move(board, session)
    assert board.errors == []


def move(board, session):
    """Click the first target; in Skip-Bo, where a click may only choose a card, act in Python."""
    if next(iter(session.board.view["targets"]), None):
        click_on(board, session)
    else:
        session.act(session.legal[0])
        settle(board, session)


def contents(board):
    """All messages of the page."""
    return [message.get("content") for message in board.messages]


def test_the_record_is_given_where_a_drive_keeps_nothing(board_page, monkeypatch, tmp_path):
    """Said from the start; the file is the record as it is at that moment."""
    monkeypatch.setattr("skyjo_widget.records.sync.keeps_files", lambda _folder: False)
    session = table(record=tmp_path / "game.jsonl")
    board = board_page(session.board)
    notice = board.view.locator(".sjw-notice-trouble")
    expect(notice).to_contain_text("lost when the page is closed")
    for _ in range(2):
        click_on(board, session)
        settle(board, session)
        notice.get_by_role("button", name="Download the record").click()
        with board.page.expect_download() as download:
            notice.get_by_role("link", name="Save game.jsonl").click()
        assert download.value.suggested_filename == "game.jsonl"
        assert download.value.path().read_bytes() == session.path.read_bytes()
