"""Fit the curve by which Skyjo's totals become a probability to win, and print its numbers.

    python -m scripts.skyjo_win_curve [GAMES]

`careful` and `learned` play games against themselves with two to six seats.  The numbers are
those of the highest likelihood, over the totals after each round; each kind of table has the
same weight.  They belong at the top of `skyjo_widget/bots/skyjo_search.py`.  It takes about a
minute.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots import skyjo_search
from skyjo_widget.simulation.simulate import simulate

NAMES = ("ROUND_POINTS", "LAST_ROUND", "ROUND_SPREAD", "FIRST_TURN")
TARGET = 100
STEPS = (0.1, 0.03, 0.01)
"""Shares by which a number is changed in search of a higher likelihood."""

Floats = npt.NDArray[np.float64]


class Totals(NamedTuple):
    """The totals after rounds of games with as many seats.

    Attributes
    ----------
    totals : array of float, rounds × seats
    starters : array of int, rounds
        The seat that starts the next round.
    shares : array of float, rounds × seats
        Each seat's share of the win.
    """

    totals: Floats
    starters: npt.NDArray[np.int64]
    shares: Floats


def totals_of(policy: str, seats: int, games: int, seed: int) -> Totals:
    """Return the totals after the rounds of a policy's games against itself, but the last."""
    played = simulate("skyjo", [policy] * seats, games=games, seed=seed, progress=False)

    def by_seat(name: str) -> Floats:
        rounds = played.rounds.astype({name: float})
        table = rounds.pivot_table(
            index=["game_id", "round"], columns="seat", values=name, observed=True
        )
        return table.to_numpy()

    totals, ends = by_seat("total"), by_seat("ender")
    ids = played.rounds.drop_duplicates(["game_id", "round"]).sort_values(["game_id", "round"])
    shares = played.seats.pivot_table(
        index="game_id", columns="seat", values="share", observed=True
    )
    goes_on = (totals < TARGET).all(axis=1)
    won = shares.reindex(ids["game_id"]).to_numpy(float)
    return Totals(totals[goes_on], ends.argmax(axis=1)[goes_on], won[goes_on])


def chances_after(numbers: Sequence[float], standing: Totals) -> Floats:
    """Return each seat's probability to win, as `skyjo_search.worth` does after a round."""
    points, least, spread, first = numbers
    totals = standing.totals.copy()
    seats = totals.shape[1]
    rounds = np.maximum((TARGET - totals.max(axis=1)) / (points * np.sqrt(seats)), least)
    totals[np.arange(len(totals)), standing.starters] -= first
    lead = totals.min(axis=1, keepdims=True) - totals
    weights: Floats = np.exp(lead / (spread * np.sqrt(rounds) / np.cbrt(seats))[:, None])
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def likelihood(numbers: Sequence[float], tables: Sequence[Totals]) -> float:
    """Return the mean log likelihood of the winners, each table's by the same weight."""
    logs = [
        (table.shares * np.log(chances_after(numbers, table))).sum(axis=1).mean()
        for table in tables
    ]
    return float(np.mean(logs))


def fit(numbers: Sequence[float], tables: Sequence[Totals]) -> list[float]:
    """Return the numbers of the highest likelihood, changed one at a time."""
    best, most = list(numbers), likelihood(numbers, tables)
    for step in STEPS:
        before = -np.inf
        while most > before:
            before = most
            for at in range(len(best)):
                for factor in (1 - step, 1 + step):
                    tried = [*best[:at], best[at] * factor, *best[at + 1 :]]
                    value = likelihood(tried, tables)
                    if value > most:
                        best, most = tried, value
    return best


def main() -> None:
    """Play, fit and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    tables = [
        totals_of(policy, seats, games, seed=seats)
        for policy in ("careful", "learned")
        for seats in (2, 3, 4, 6)
    ]
    now = [getattr(skyjo_search, name) for name in NAMES]
    print(f"log likelihood {likelihood(now, tables):.5f} with {now}")
    fitted = fit(now, tables)
    print(f"log likelihood {likelihood(fitted, tables):.5f} with")
    for name, number in zip(NAMES, fitted, strict=True):
        print(f"{name} = {number:.3g}")


if __name__ == "__main__":
    main()
