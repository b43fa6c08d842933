"""Strength of the bots: the bounds of ``make league``, with smaller budgets."""

from __future__ import annotations

import dataclasses

import pytest

from benchmarks.league.play import play_piece
from benchmarks.league.settings import DIVISIONS, USUAL, pairings
from skyjo_widget.util.intervals import wilson

pytestmark = pytest.mark.slow(minutes=True)

BOUNDS = [
    (division, pairing)
    for division in DIVISIONS
    for pairing in pairings(division)
    if pairing.above
    and pairing.player in {budget.bot for budget in division.budgets if budget.ms == USUAL}
]
SMALL = {
    "skyjo: careful": (250, 96),
    "skyjo: greedy": (300, 72),
    "skyjo: threshold(2)": (300, 24),
    "skyjo-4: greedy": (300, 24),
    "newskyjo: greedy": (300, 96),
    "skip-bo: plain": (800, 144),
    "skip-bo: greedy": (800, 48),
}
"""Rollouts, no more than the bound's budget has, and games: the closer, the more of both.

A bound of 95 % lies below the interval of 96 games only if all are won, of 144 games if 142 are.
"""


def key(division, pairing):
    """The name of a bound."""
    return f"{division.key}: {pairing.other}"


@pytest.mark.parametrize(
    ("division", "pairing"), BOUNDS, ids=lambda value: getattr(value, "key", None) or value.other
)
def test_the_strong_bots_win_as_often_as_they_must(division, pairing):
    """The lower end of the interval lies above the bound; hardly a game is undecided."""
    pytest.importorskip("numba")
    rollouts, games = SMALL[key(division, pairing)]
    total, _ = play_piece(division, f"strong({rollouts})", pairing.other, games=games, seed=11)
    low, _ = wilson(total.wins, total.decided)
    assert low > pairing.above
    assert total.undecided < 0.05 * total.games


@pytest.mark.parametrize(
    "division", [DIVISIONS[0], *DIVISIONS[2:]], ids=lambda division: division.key
)
def test_levels_rise_in_strength(division):
    """The first is for a beginner, the last beats a rule bot; at small tables."""
    pytest.importorskip("numba")
    small = dataclasses.replace(division, seats=min(division.seats, 3))
    totals = [
        play_piece(small, f"level({level})", "greedy", games=60, seed=11)[0] for level in (1, 3, 5)
    ]
    rates = [total.wins / total.decided for total in totals]
    assert rates[0] < 0.25
    assert rates[0] + 0.15 < rates[1] < rates[2] - 0.15
    assert rates[2] > 0.7
