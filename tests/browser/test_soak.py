"""A board that is played on for long."""

from __future__ import annotations

import pytest

from tests.browser.boards import table
from tests.browser.soak import PLAY_ROUNDS, piled_up

pytestmark = pytest.mark.slow


def test_rounds_leave_nothing_behind_in_the_page(board_page):
    """As many elements and listeners after fifteen rounds as after three, and no motion."""
    session = table("Ana", "bot:random", target=1_000_000)
    board = board_page(session.board)
    found = []
    for rounds in (3, 12):
        board.page.evaluate(PLAY_ROUNDS, rounds)
        board.until(lambda: not board.page.evaluate("document.getAnimations().length"))
        found.append(piled_up(board.page))
    assert session.history.state.round == 16
    early, late = found
    assert late["elements"] <= early["elements"] + 300
    assert late["listeners"] <= early["listeners"] + 10
    assert late["on the layer"] == 0
    assert len(session._game._listeners) == 1
