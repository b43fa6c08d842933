"""How much of a score is luck: what the player explains of it, and what the deal does."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from skyjo_widget.measures.cells import Cell, Sums, divided, no_games
from skyjo_widget.measures.definition import Group, Measure


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
    within = divided(squares - means, n - many)
    between = divided(means - divided(total**2, n), many - 1)
    size = divided(n - divided(sizes, n), many - 1)
    of_class = divided(between - within, size)
    return np.asarray(divided(of_class, of_class + within))


def _luck_of_players(sums: Sums) -> Sums:
    """1 − the share of the players; the columns are squares, sums, numbers of each."""
    squares, total, n = np.moveaxis(sums.reshape(*sums.shape[:-1], 3, -1), -2, 0)
    means = divided(total**2, n)
    return np.asarray(
        1
        - explained(
            squares.sum(axis=-1),
            np.nan_to_num(means).sum(axis=-1),
            total.sum(axis=-1),
            n.sum(axis=-1),
            (n > 0).sum(axis=-1).astype(float),
            (n**2).sum(axis=-1),
        )
    )


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
    yield Cell(sums, _luck_of_players, n=len(scores), bounds=(0.0, 1.0))


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
    yield Cell(
        sums,
        lambda sums: explained(*np.moveaxis(sums, -1, 0)),
        n=len(sums),
        bounds=(0.0, 1.0),
    )


def _game_scores(seats: pd.DataFrame) -> pd.DataFrame:
    """A row a seat and game: the mean score of its rounds."""
    found = seats[seats["rounds"] > 0].copy()
    found["score"] = found["score"] / found["rounds"]
    return found


MEASURES = (
    Measure(
        key="luck", family="luck", cells=_players, unit="share", of="scores of games", warning=True
    ),
    Measure(
        key="deal_share", family="luck", cells=_deals, unit="share", of="deals", unit_of="deals"
    ),
)
