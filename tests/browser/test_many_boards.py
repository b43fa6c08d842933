"""Boards on a slow machine: each hears, whatever else the page and the kernel do."""

from __future__ import annotations

import pytest

from tests.browser.many_boards import click_many

pytestmark = pytest.mark.slow


def test_no_board_is_deaf(lab):
    """Shown by one Run All, each takes three clicks."""
    assert click_many(lab, 4, slow=6).deaf == {}


@pytest.mark.parametrize("subshells", [True, False])
def test_boards_of_a_busy_kernel_say_so_and_go_on(lab, subshells):
    """It answers nothing for a while as they are shown, and again as they are played on."""
    found = click_many(lab, 2, slow=6, busy=10, subshells=subshells)
    assert found.deaf == {}
    assert 1 in found.waited
