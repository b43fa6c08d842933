"""Who wins, by seat and by who begins; how even that is."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from skyjo_widget.measures.cells import Cell, Sums, divided, no_games, of_trials, root
from skyjo_widget.measures.definition import Group, Measure


def _rates(group: Group, by: str, word: str) -> Iterable[Cell]:
    """The share of games that are won, by a column of the seats."""
    done = group.seats.dropna(subset=["won", by])
    if done.empty:
        yield no_games()
    for value, rows in done.groupby(by):
        wins = pd.DataFrame({"won": rows["won"].to_numpy(), "games": 1.0}, rows["game_id"])
        yield Cell(wins, about=f"{word} {value:.0f}", interval=of_trials)


def _by_seat(group: Group) -> Iterable[Cell]:
    yield from _rates(group, "seat", "seat")


def _by_starter(group: Group) -> Iterable[Cell]:
    yield from _rates(group, "place", "turn")


def imbalance(sums: Sums) -> Sums:
    """The mean squared distance of the shares of wins from equal ones, without what chance adds.

    The columns are each one's wins, and the sum of their squares by game.  The sum of squared
    shares is estimated without bias, as by Simpson (1949).
    """
    wins, own = sums[..., :-1], sums[..., -1]
    many, n = wins.shape[-1], wins.sum(axis=-1)
    squares = divided((wins**2).sum(axis=-1) - own, n * (n - 1))
    found: Sums = (squares - 1 / many) / many
    return found


def imbalance_interval(rows: Sums) -> tuple[float, float]:
    """The least and the largest distance from equal shares that the true ones may have.

    They lie around those found in a ball that holds the 95 % region of all shares at once.  (Near
    equal shares a jackknife would be too sure.)
    """
    wins = rows[:, :-1]
    n, many = wins.shape
    shares = wins.mean(axis=0)
    spread = wins.T @ wins / n - np.outer(shares, shares)
    widest = max(float(np.linalg.eigvalsh(spread)[-1]), 1 / many)
    radius = math.sqrt(chi_squared(many - 1) * widest / n)
    distance = float(np.linalg.norm(shares - 1 / many))
    low, high = max(distance - radius, 0.0), distance + radius
    return low / math.sqrt(many), high / math.sqrt(many)


def chi_squared(freedom: int) -> float:
    """Below it lie 95 % of the chi-squared distribution: Wilson and Hilferty (1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 1.6448536269514722 * math.sqrt(part)) ** 3)


def _balance(group: Group, by: str) -> Iterable[Cell]:
    done = group.seats.dropna(subset=["won"])
    wins = done.pivot_table(values="won", index="game_id", columns=by, aggfunc="sum").fillna(0.0)
    if wins.shape[1] > 1:
        sums = wins.assign(squares=(wins**2).sum(axis=1))
        yield Cell(
            sums,
            imbalance,
            n=len(wins),
            scale=root,
            interval=imbalance_interval,
            bounds=(0.0, 1.0),
        )


def _of_seats(group: Group) -> Iterable[Cell]:
    yield from _balance(group, "seat")


def _of_players(group: Group) -> Iterable[Cell]:
    games = group.seats.groupby("player")["game_id"].nunique()
    if (games == group.seats["game_id"].nunique()).all():  # who plays more often wins more often
        yield from _balance(group, "player")


MEASURES = (
    Measure(key="wins_by_seat", family="wins", cells=_by_seat, unit="share", of="games"),
    Measure(key="wins_by_starter", family="wins", cells=_by_starter, unit="share", of="games"),
    Measure(
        key="imbalance_seats", family="wins", cells=_of_seats, unit="share", of="games", whole=True
    ),
    Measure(
        key="imbalance_players",
        family="wins",
        cells=_of_players,
        unit="share",
        of="games",
        whole=True,
    ),
)
