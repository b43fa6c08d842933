"""How much of a score is luck: what the player explains of it, and what the deal does."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import pandas as pd

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Cell, Sums, divided, jackknife, no_games
from skyjo_widget.util.intervals import student


def explained(squares: Sums, means: Sums, total: Sums, n: Sums, many: Sums, sizes: Sums) -> Sums:
    """The share of a variance that lies between classes: the intraclass correlation.

    One-way random effects, classes of unequal size (Fisher 1925; Shrout and Fleiss 1979, case 1;
    Searle, Casella and McCulloch 1992).

    Parameters
    ----------
    squares : array of float
        The sum of all squares.
    means : array of float
        Over classes, the sum of squared sums by their numbers.
    total : array of float
        The sum of all.
    n, many : array of float
        How many numbers there are, and how many classes.
    sizes : array of float
        Over classes, the sum of squared numbers.
    """
    between, within, size = mean_squares(squares, means, total, n, many, sizes)
    of_class = divided(between - within, size)
    return np.asarray(divided(of_class, of_class + within))


def mean_squares(
    squares: Sums, means: Sums, total: Sums, n: Sums, many: Sums, sizes: Sums
) -> tuple[Sums, Sums, Sums]:
    """The mean squares between and within classes, and the size of a class; as `explained`."""
    within = divided(squares - means, n - many)
    between = divided(means - divided(total**2, n), many - 1)
    return between, within, divided(n - divided(sizes, n), many - 1)


def _of_players(sums: Sums) -> tuple[Sums, ...]:
    """What `explained` takes, the players being the classes; of each squares, sums, numbers."""
    squares, total, n = np.moveaxis(sums.reshape(*sums.shape[:-1], 3, -1), -2, 0)
    return (
        squares.sum(axis=-1),
        np.nan_to_num(divided(total**2, n)).sum(axis=-1),
        total.sum(axis=-1),
        n.sum(axis=-1),
        (n > 0).sum(axis=-1).astype(float),
        (n**2).sum(axis=-1),
    )


def luck_of_players(sums: Sums) -> Sums:
    """1 − the share of the players; the columns are squares, sums, numbers of each."""
    return np.asarray(1 - explained(*_of_players(sums)))


def luck_interval(rows: Sums) -> tuple[float, float]:
    """The 95 % interval of the luck: a jackknife's of the root of F, read as luck.

    F is the mean square between players by that within them.  Its root has about the same error
    whatever the players are (of two it is the t of their difference), while the error of a share
    near 1 changes with it.  An F below 1, which says that all is luck, counts as 1.
    """

    def root_of_f(sums: Sums) -> Sums:
        between, within, _ = mean_squares(*_of_players(sums))
        return np.sqrt(divided(between.clip(0), within))

    error, freedom = jackknife(pd.DataFrame(rows), root_of_f)
    if not freedom:
        return math.nan, math.nan
    total = rows.sum(axis=0)
    found, size = float(root_of_f(total)), float(mean_squares(*_of_players(total))[2])
    found, half = max(found, 1.0), error * student(freedom)
    low, high = (size / (end**2 - 1 + size) for end in (found + half, max(found - half, 0.0)))
    return low, high


def _players(group: Group) -> Iterable[Cell]:
    scores = _game_scores(group.seats)
    scores = scores[scores.groupby("player")["score"].transform("size") > 1]
    if scores.empty:  # nobody has played twice
        yield no_games()
    if scores["player"].nunique() < 2:
        return
    scores["square"], scores["one"] = scores["score"] ** 2, 1.0
    sums = scores.pivot_table(
        values=["square", "score", "one"], index="game_id", columns="player", aggfunc="sum"
    ).fillna(0.0)
    sums = sums[["square", "score", "one"]]
    yield Cell(sums, luck_of_players, n=len(scores), interval=luck_interval)


def _deals(group: Group) -> Iterable[Cell]:
    if not group.games["rotated"].any():
        return
    scores = _game_scores(group.seats)
    turns = scores.groupby(["deal", "seat"])["score"].transform("size")
    whole = scores.groupby("deal")["score"].transform("size")
    scores = scores[(turns == scores["players"]) & (whole == scores["players"] ** 2)]
    if scores.empty:
        return
    mean = scores["score"].mean()
    scores["score"] -= scores.groupby("player")["score"].transform("mean") - mean
    scores["square"], scores["one"] = scores["score"] ** 2, 1.0
    cards = scores.groupby(["deal", "seat"])[["square", "score", "one"]].sum()
    cards["means"], cards["sizes"] = cards["score"] ** 2 / cards["one"], cards["one"] ** 2
    cards["many"] = 1.0
    sums = cards.groupby("deal")[["square", "means", "score", "one", "many", "sizes"]].sum()
    squares, means = sums[["square", "means"]].sum()
    if squares - means > 1e-9 * squares:  # else all play each deal alike: it says nothing of cards
        yield Cell(sums, lambda sums: explained(*np.moveaxis(sums, -1, 0)), n=len(sums))


def _game_scores(seats: pd.DataFrame) -> pd.DataFrame:
    """A row a seat and game: the mean score of its rounds."""
    found = seats[seats["rounds"] > 0].copy()
    found["score"] = found["score"] / found["rounds"]
    return found


MEASURES = (
    Measure(
        key="luck", family="luck", cells=_players, unit="share", of="scores of games", warning=True
    ),
    Measure(key="deal_share", family="luck", cells=_deals, unit="share", of="deals", warning=True),
)
