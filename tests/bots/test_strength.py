"""Strength of the bots: a small part of ``make strength``, with fixed budgets."""

from __future__ import annotations

import pytest

from benchmarks.strength import LEVELS, LINES
from skyjo_widget.simulation.tournament import tournament
from skyjo_widget.util.intervals import wilson

pytestmark = pytest.mark.slow

BUDGETS = [(300, 36), (300, 24), (1000, 60), (300, 24), (800, 96), (800, 48), (500, 99)]
"""For each line rollouts, no more than go into 20 ms, and games: the closer, the more of both."""


def played(line, one, games):
    """The row of a line's pair."""
    pytest.importorskip("numba")
    result = tournament(
        [one],
        game=line.game,
        against=line.other,
        seats=line.seats,
        games=games,
        seed=11,
        progress=False,
        **dict(line.rules),
    )
    return result.pairs.iloc[0]


@pytest.mark.parametrize(
    ("line", "rollouts", "games"),
    [
        pytest.param(line, *budget, id=line.name.replace("20ms", str(budget[0])))
        for line, budget in zip(LINES, BUDGETS, strict=True)
    ],
)
def test_the_strong_bots_win_as_often_as_they_must(line, rollouts, games):
    """The lower end of the interval lies above the bound; hardly a game is undecided."""
    pair = played(line, f"strong({rollouts})", games)
    low, _ = wilson(pair["wins"], pair["games"] - pair["undecided"])
    assert low > line.above
    assert pair["undecided"] < 0.05 * pair["games"]


@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_levels_rise_in_strength(game):
    """The first is for a beginner, the last beats a rule bot."""
    low, middle, high = [line for line in LEVELS if line.game == game][::2]
    rates = [played(line, line.one, 60)["win_rate"] for line in (low, middle, high)]
    assert rates[0] < 0.25
    assert rates[0] + 0.15 < rates[1] < rates[2] - 0.15
    assert rates[2] > 0.7
