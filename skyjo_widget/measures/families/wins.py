"""Shares of wins by seat and by order of play, and their imbalance."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Statistic, Sums, divide, no_games, root, trials_interval


def _rates(group: Group, by: str, word: str) -> Iterable[Statistic]:
    """Yield the share of games won, for each value of a column of the seats."""
    done = group.seats.dropna(subset=["won", by])
    if done.empty:
        yield no_games()
    for value, rows in done.groupby(by, observed=True):
        wins = pd.DataFrame({"won": rows["won"].to_numpy(), "games": 1.0}, rows["game_id"])
        yield Statistic(wins, about=f"{word} {value:.0f}", interval=trials_interval)


def _by_seat(group: Group) -> Iterable[Statistic]:
    yield from _rates(group, "seat", "seat")


def _by_starter(group: Group) -> Iterable[Statistic]:
    yield from _rates(group, "place", "turn")


def imbalance(sums: Sums) -> Sums:
    """Return an unbiased mean squared distance of the shares of wins from equal shares.

    The columns are the wins of each seat (or player), and by deal the sum of their squares and the
    square of their sum.  The sum of squared shares is estimated without bias, as by Simpson
    (1949): by the share of pairs with the same winner among all pairs of games of different deals.
    """
    wins, own, pairs = sums[..., :-2], sums[..., -2], sums[..., -1]
    many, n = wins.shape[-1], wins.sum(axis=-1)
    squares = divide((wins**2).sum(axis=-1) - own, n**2 - pairs)
    mean_square: Sums = (squares - 1 / many) / many
    return mean_square


def imbalance_interval(rows: Sums) -> tuple[float, float]:
    """Return the 95 % interval of the root mean squared distance from equal shares.

    The true shares lie in a ball around the observed ones that contains their joint 95 % region,
    estimated from the variance between deals, but at least that of equal players.  (Near equal
    shares a jackknife interval would be too narrow.)
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
    """Return the 95 % quantile of the chi-squared distribution (Wilson and Hilferty 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 1.6448536269514722 * math.sqrt(part)) ** 3)


def _balance(group: Group, by: str) -> Iterable[Statistic]:
    done = group.seats.dropna(subset=["won"])
    wins = done.pivot_table(
        values="won", index="deal", columns=by, aggfunc="sum", observed=True
    ).fillna(0.0)
    if wins.shape[1] > 1:
        sums = wins.assign(own=(wins**2).sum(axis=1), pairs=wins.sum(axis=1) ** 2)
        games = done["game_id"].nunique()
        yield Statistic(sums, imbalance, n=games, scale=root, interval=imbalance_interval)


def _of_seats(group: Group) -> Iterable[Statistic]:
    yield from _balance(group, "seat")


def _of_players(group: Group) -> Iterable[Statistic]:
    games = group.seats.groupby("player", observed=True)["game_id"].nunique()
    if (games == group.seats["game_id"].nunique()).all():  # who plays more often wins more often
        yield from _balance(group, "player")


MEASURES = (
    Measure(key="wins_by_seat", family="wins", statistics=_by_seat, unit="share", of="games"),
    Measure(key="wins_by_starter", family="wins", statistics=_by_starter, unit="share", of="games"),
    Measure(
        key="imbalance_seats",
        family="wins",
        statistics=_of_seats,
        unit="share",
        of="games",
        whole=True,
    ),
    Measure(
        key="imbalance_players",
        family="wins",
        statistics=_of_players,
        unit="share",
        of="games",
        whole=True,
    ),
)
