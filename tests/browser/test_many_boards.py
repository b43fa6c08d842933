"""Boards on a slow machine: each hears, whatever else the page and the kernel do."""

from __future__ import annotations

import pytest

from tests.browser.many_boards import click_many

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("boards", "slow", "busy"), [(4, 6, 0), (2, 6, 10)])
def test_no_board_is_deaf(lab, boards, slow, busy):
    """Shown by one Run All, each takes three clicks; also while the kernel is busy."""
    found = click_many(lab, boards, slow=slow, busy=busy)
    assert found.deaf == {}
