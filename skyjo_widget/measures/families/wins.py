"""Who wins, by seat and by who begins; how even that is."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Cell, Sums, divided, no_games, of_trials, root


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

    The columns are each one's wins, and by deal the sum of their squares and the square of their
    sum.  The sum of squared shares is estimated without bias, as by Simpson (1949): from pairs of
    wins, both of the same one, among all pairs of games with other cards.
    """
    wins, own, pairs = sums[..., :-2], sums[..., -2], sums[..., -1]
    many, n = wins.shape[-1], wins.sum(axis=-1)
    squares = divided((wins**2).sum(axis=-1) - own, n**2 - pairs)
    found: Sums = (squares - 1 / many) / many
    return found


def imbalance_interval(rows: Sums) -> tuple[float, float]:
    """The least and the largest distance from equal shares that the true ones may have.

    They lie around those found in a ball that holds the 95 % region of all shares at once, from how
    much deals differ, but as wide as games of equals make it at least.  (Near equal shares a
    jackknife would be too sure.)
    """
    wins = rows[:, :-2]
    n, many = float(wins.sum()), wins.shape[1]
    shares = wins.sum(axis=0) / n
    rest = wins - np.outer(wins.sum(axis=1), shares)
    widest = max(float(np.linalg.eigvalsh(rest.T @ rest)[-1]) / n, 1 / many)
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
    wins = done.pivot_table(values="won", index="deal", columns=by, aggfunc="sum").fillna(0.0)
    if wins.shape[1] > 1:
        sums = wins.assign(own=(wins**2).sum(axis=1), pairs=wins.sum(axis=1) ** 2)
        games = done["game_id"].nunique()
        yield Cell(sums, imbalance, n=games, scale=root, interval=imbalance_interval)


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
