"""The share of luck in scores: variance components of players and of deals."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import SHARE, Statistic, Sums, divide, jackknife, no_games
from skyjo_widget.measures.sums import OF_SCORES
from skyjo_widget.util.intervals import student


def intraclass_correlation(
    squares: Sums, means: Sums, total: Sums, n: Sums, many: Sums, sizes: Sums
) -> Sums:
    """Return the intraclass correlation: the share of the variance that lies between classes.

    One-way random effects, classes of unequal size (Fisher 1925; Shrout and Fleiss 1979, case 1;
    Searle, Casella and McCulloch 1992).

    Parameters
    ----------
    squares : array of float
        The sum of squares.
    means : array of float
        The sum over classes of the squared sum divided by the class size.
    total : array of float
        The sum of all numbers.
    n, many : array of float
        The count of numbers, and of classes.
    sizes : array of float
        The sum of the squared class sizes.
    """
    between, within, size = mean_squares(squares, means, total, n, many, sizes)
    of_class = divide(between - within, size)
    return np.asarray(divide(of_class, of_class + within))


def mean_squares(
    squares: Sums, means: Sums, total: Sums, n: Sums, many: Sums, sizes: Sums
) -> tuple[Sums, Sums, Sums]:
    """Return the mean squares between and within classes, and the effective class size.

    Parameters as of `intraclass_correlation`.
    """
    within = divide(squares - means, n - many)
    between = divide(means - divide(total**2, n), many - 1)
    return between, within, divide(n - divide(sizes, n), many - 1)


def _of_players(sums: Sums) -> tuple[Sums, ...]:
    """Return the arguments of `intraclass_correlation` with players as classes.

    The columns of `sums` are each player's sums of squares, then sums, then counts.
    """
    squares, total, n = np.moveaxis(sums.reshape(*sums.shape[:-1], 3, -1), -2, 0)
    return (
        squares.sum(axis=-1),
        np.nan_to_num(divide(total**2, n)).sum(axis=-1),
        total.sum(axis=-1),
        n.sum(axis=-1),
        (n > 0).sum(axis=-1).astype(float),
        (n**2).sum(axis=-1),
    )


def luck_of_players(sums: Sums) -> Sums:
    """Return 1 − the share of the players; the columns are as in `_of_players`."""
    return np.asarray(1 - intraclass_correlation(*_of_players(sums)))


def luck_interval(rows: Sums) -> tuple[float, float]:
    """Return the 95 % interval of the luck: a jackknife interval of √F, transformed.

    F is the mean square between players divided by that within.  The error of its root hardly
    depends on the players (of two it is the t of their difference), while the error of a share
    near 1 does.  An F below 1, where all is luck, counts as 1.
    """

    def root_of_f(sums: Sums) -> Sums:
        between, within, _ = mean_squares(*_of_players(sums))
        return np.sqrt(divide(between.clip(0), within))

    error, freedom = jackknife(rows, root_of_f)
    if not freedom:
        return math.nan, math.nan
    total = rows.sum(axis=0)
    root, size = float(root_of_f(total)), float(mean_squares(*_of_players(total))[2])
    root, half = max(root, 1.0), error * student(freedom)
    low, high = (size / (end**2 - 1 + size) for end in (root + half, max(root - half, 0.0)))
    return low, high


def _players(group: Group) -> Iterable[Statistic]:
    scores = group.sums.arrays["scores"]
    games = scores[:, :, OF_SCORES.index("one")].sum(axis=0)
    several = games > 1
    if not several.any():  # no player has two games
        yield no_games()
    if several.sum() < 2:
        return
    columns = scores[:, several].swapaxes(1, 2).reshape(len(scores), -1)
    yield group.sums.of_blocks(
        "mean",
        columns,
        there=np.asarray(columns.any(axis=1)),  # elsewhere players with one game alone have played
        value=luck_of_players,
        n=games[several].sum(),
        interval=luck_interval,
    )


def _deals(group: Group) -> Iterable[Statistic]:
    if not group.sums.rotated:
        return
    deals, many, score, means = group.sums.arrays["deals"].T
    if not deals.any():
        return
    # A deal's cards meet each player once, so what a player is better by leaves their sums alone.
    square, total, n = np.moveaxis(group.sums.arrays["deal_scores"], -1, 0)
    ahead = divide(total.sum(axis=0), n.sum(axis=0)) - score.sum() / n.sum()
    square = np.nansum(square - 2 * ahead * total + ahead**2 * n, axis=1)
    plays = n.sum(axis=1)
    sizes = divide(plays**2, many)
    columns = (square, means, score, plays, many, sizes)
    (at,) = np.nonzero(deals)
    if square.sum() - means.sum() > 1e-9 * square.sum():  # else all play each deal alike
        yield Statistic(
            np.stack(columns, axis=1)[at],
            lambda sums: intraclass_correlation(*np.moveaxis(sums, -1, 0)),
            n=deals.sum(),
            at=at,
            blocks_of=round(deals.sum()),
        )


MEASURES = (
    Measure(
        key="luck",
        family="luck",
        statistics=_players,
        unit="share",
        bounds=SHARE,
        of="scores of games",
        warning=True,
    ),
    Measure(
        key="deal_share",
        family="luck",
        statistics=_deals,
        unit="share",
        bounds=SHARE,
        of="deals",
        warning=True,
    ),
)
