"""Shares of wins by seat and by order of play, and their imbalance."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import (
    SHARE,
    Statistic,
    Sums,
    divide,
    no_games,
    root,
    trials_interval,
)
from skyjo_widget.measures.sums import OF_WINS


def _rates(group: Group, by: str, word: str) -> Iterable[Statistic]:
    """Yield the share of games won of each seat, or place in the order of play."""
    wins = group.sums.arrays[by]
    trials, units = (wins[..., OF_WINS.index(name)] for name in ("trials", "units"))
    if not trials.any():
        yield no_games()
    for value in np.flatnonzero(trials.any(axis=0)):
        (at,) = np.nonzero(units[:, value])
        yield Statistic(
            wins[at, value],
            at=at,
            n=trials[:, value].sum(),
            about=f"{word} {value}",
            interval=trials_interval,
            blocks_of=round(units[:, value].sum()),
        )


def _by_seat(group: Group) -> Iterable[Statistic]:
    yield from _rates(group, "by_seat", "seat")


def _by_starter(group: Group) -> Iterable[Statistic]:
    yield from _rates(group, "by_place", "turn")


def imbalance(sums: Sums) -> Sums:
    """Return an unbiased mean squared distance of the shares of wins from equal shares.

    The columns are the wins of each seat (or player), then the sums over deals of the products of
    two seats' wins.  The sum of squared shares is estimated without bias, as by Simpson (1949): by
    the share of pairs with the same winner among all pairs of games of different deals.
    """
    wins, products = _wins_and_products(sums)
    many, n = wins.shape[-1], wins.sum(axis=-1)
    own, pairs = np.trace(products, axis1=-2, axis2=-1), products.sum(axis=(-2, -1))
    squares = divide((wins**2).sum(axis=-1) - own, n**2 - pairs)
    mean_square: Sums = (squares - 1 / many) / many
    return mean_square


def imbalance_interval(rows: Sums) -> tuple[float, float]:
    """Return the 95 % interval of the root mean squared distance from equal shares.

    The true shares lie in a ball around the observed ones that contains their joint 95 % region,
    estimated from the variance between deals, but at least that of equal players.  (Near equal
    shares a jackknife interval would be too narrow.)
    """
    wins, products = _wins_and_products(rows.sum(axis=0))
    n, many = float(wins.sum()), len(wins)
    shares = wins / n
    crossed = np.outer(products.sum(axis=0), shares)
    rest = products - crossed - crossed.T + products.sum() * np.outer(shares, shares)
    widest = max(float(np.linalg.eigvalsh(rest)[-1]) / n, 1 / many)
    radius = math.sqrt(chi_squared(many - 1) * widest / n)
    distance = float(np.linalg.norm(shares - 1 / many))
    low, high = max(distance - radius, 0.0), distance + radius
    return low / math.sqrt(many), high / math.sqrt(many)


def _wins_and_products(sums: Sums) -> tuple[Sums, Sums]:
    """Return the columns of `imbalance` as wins (…, n) and products (…, n, n)."""
    many = math.isqrt(sums.shape[-1])  # of n · (n + 1) numbers
    return sums[..., :many], sums[..., many:].reshape(*sums.shape[:-1], many, many)


def chi_squared(freedom: int) -> float:
    """Return the 95 % quantile of the chi-squared distribution (Wilson and Hilferty 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 1.6448536269514722 * math.sqrt(part)) ** 3)


def _balance(group: Group, by: str) -> Iterable[Statistic]:
    pairs = group.sums.arrays[by]
    many, games = pairs.shape[1], group.sums.total("won", "games")
    if many > 1 and games:
        columns = np.concatenate([pairs[:, :, 0], pairs[:, :, 1:].reshape(-1, many**2)], axis=1)
        yield group.sums.of_blocks(
            "won", columns, value=imbalance, n=games, scale=root, interval=imbalance_interval
        )


def _of_seats(group: Group) -> Iterable[Statistic]:
    yield from _balance(group, "seat_pairs")


def _of_players(group: Group) -> Iterable[Statistic]:
    games = group.sums.arrays["players"].sum(axis=0)
    if (games == group.sums.total("seats", "games")).all():  # more games are more wins
        yield from _balance(group, "player_pairs")


MEASURES = (
    Measure(
        key="wins_by_seat",
        family="wins",
        statistics=_by_seat,
        unit="share",
        bounds=SHARE,
        of="games",
    ),
    Measure(
        key="wins_by_starter",
        family="wins",
        statistics=_by_starter,
        unit="share",
        bounds=SHARE,
        of="games",
    ),
    Measure(
        key="imbalance_seats",
        family="wins",
        statistics=_of_seats,
        unit="share",
        bounds=SHARE,
        of="games",
        whole=True,
    ),
    Measure(
        key="imbalance_players",
        family="wins",
        statistics=_of_players,
        unit="share",
        bounds=SHARE,
        of="games",
        whole=True,
    ),
)
