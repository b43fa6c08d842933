"""The solved boards of `benchmarks.solved`, checked on rounds of the engine."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.league.page import SOLVED
from benchmarks.solved import COLUMN, COLUMN_TURNED, KINDS, SQUARE
from benchmarks.solved.play import OUTCOME, START, STARTER, duel
from benchmarks.solved.solver import solved, value
from skyjo_widget.bots.skyjo import NAMES
from skyjo_widget.util.intervals import critical, mean_interval

ROUNDS = 2000
VALUES = {
    SQUARE: 0.0940,
    COLUMN: 0.9205,
    COLUMN_TURNED: -0.3423,
}
"""The points that the starter is better off."""
BOARDS = [
    pytest.param(SQUARE, marks=pytest.mark.slow, id="square"),
    pytest.param(COLUMN, marks=pytest.mark.slow, id="column"),
    pytest.param(COLUMN_TURNED, marks=pytest.mark.slow, id="column, one turned"),
]


def differs(sample, among):
    """Return whether a mean isn't 0, by Student's interval, if so many are looked at."""
    error = sample.std(ddof=1) / np.sqrt(len(sample))
    return bool(abs(sample.mean()) > critical(among, len(sample)) * error)


solution = functools.cache(solved)


@pytest.mark.parametrize("board", BOARDS)
def test_optimal_play_is_worth_what_is_solved(board):
    """Before the deal, and in rounds that the engine plays."""
    t = solution(board)
    assert value(board, t) == pytest.approx(VALUES[board], abs=1e-4)
    rows = duel(board, t, "optimal", ROUNDS, seed=3)
    assert not rows[:, [*KINDS.values()]].any()
    assert not differs(rows[:, STARTER] - VALUES[board], among=len(BOARDS))


@pytest.mark.parametrize("board", BOARDS)
def test_an_outcome_equals_the_sum_of_regrets(board):
    """A bot scores below the expectation after the deal by what its decisions have lost."""
    t = solution(board)
    for number, bot in enumerate(NAMES[1:]):
        rows = duel(board, t, bot, ROUNDS, seed=number)
        lost = rows[:, [*KINDS.values()]]
        assert (lost > -1e-4).all()
        gap = rows[:, OUTCOME] - rows[:, START] + lost.sum(axis=1)
        assert not differs(gap, among=len(NAMES)), bot
        assert mean_interval(lost.sum(axis=1)).low > 0


@pytest.mark.slow
def test_at_the_first_turn_only_minus_2_to_0_are_taken():
    """With all cards hidden, any higher one is worth less than a draw."""
    t = solution(COLUMN)
    start = t.at[0, 0, 0]
    taken = np.flatnonzero(t.value[start] > t.drawing[start] + 1e-6)
    assert [COLUMN.deck.values[kind] for kind in taken] == [-2, -1, 0]


def test_the_page_holds_what_was_measured():
    """The league writes the section, which is on the page already."""
    page = Path(__file__).parents[2] / "docs" / "internals" / "strength.md"
    assert SOLVED in page.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("board", "mean", "half"), [(COLUMN_TURNED, 2, 3), (SQUARE, 4, 5)])
def test_the_page_shows_each_bots_regret(board, mean, half):
    """As these rounds have it, within both intervals."""
    t = solution(board)
    for number, bot in enumerate(NAMES[1:]):
        row = re.search(rf"^\|`{bot}[`(].*$", SOLVED, re.MULTILINE)[0]
        cells = re.split(r" ± |\|", row)
        rows = duel(board, t, bot, ROUNDS, seed=10 + number)
        here = mean_interval(rows[:, [*KINDS.values()]].sum(axis=1))
        error = np.hypot(float(cells[half]), here.high - here.mean)
        assert abs(here.mean - float(cells[mean])) < 1.5 * error + 0.005, bot
