"""The course of a game, from each seat's chance to win at each of its moments.

Pure functions of a matrix, moments × seats, whose last row is the end: the winner's chance is 1,
winners who share it have equal parts.  `errors` are the standard errors of the chances, all 0 if
they are known exactly.

Chances from rollouts are noisy, and noise looks like drama.  So a seat is *behind* another only if
the difference is more than `DOUBT` times its error; the sum of two chances' errors is the most
that the error of their difference can be (with two players it is just that).  Of the squared
distance between two moments the part is taken away that noise alone would make in the mean.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Cell, no_games

Matrix = npt.NDArray[np.float64]

COLUMNS = ("lead_changes", "drama", "decisiveness", "surprise")
"""What is told of a game (`summary`)."""

DOUBT = 3.0
"""Errors by which one seat must be ahead of another: a game has some hundred moments."""


def leaders(chances: Matrix, errors: Matrix | None = None) -> npt.NDArray[np.int64]:
    """Who is the most likely winner at each moment; `NOBODY` before anybody is.

    The first leader is ahead of all others; it stays until another seat overtakes it strictly.
    """
    noise = _noise(chances, errors)
    found = np.full(len(chances), NOBODY)
    leader = NOBODY
    for moment, (row, doubt) in enumerate(zip(chances, noise, strict=True)):
        best = int(np.argmax(row))
        if leader == NOBODY:
            others = np.arange(len(row)) != best
            if (row[best] - row[others] > doubt[best] + doubt[others]).all():
                leader = best
        elif row[best] - row[leader] > doubt[best] + doubt[leader]:
            leader = best
        found[moment] = leader
    return found


def lead_changes(chances: Matrix, errors: Matrix | None = None) -> int:
    """How often the most likely winner changes; the first one is no change."""
    found = leaders(chances, errors)
    found = found[found != NOBODY]
    return int((found[1:] != found[:-1]).sum())


def drama(chances: Matrix, errors: Matrix | None = None) -> float:
    """How far the later winner was behind: the mean of the roots of the gaps, where it was.

    0 if it was never behind; of winners who share it, their mean.

    Notes
    -----
    Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), the average
    over the positions in which the winner trails, with the leader's and the winner's chance as
    their evaluations, for any number of players.
    """
    found = []
    for gap in _gaps(chances, errors):
        behind = gap > 0
        found.append(float(np.sqrt(gap[behind]).mean()) if behind.any() else 0.0)
    return float(np.mean(found))


def decisiveness(chances: Matrix, errors: Matrix | None = None) -> float:
    """The share of the game after which the later winner no longer fell behind, 0 to 1.

    0 if it was never behind, 1 if it was just before the end; of winners who share it, their mean.
    """
    found = []
    for gap in _gaps(chances, errors):
        behind = np.flatnonzero(gap > 0)
        found.append((behind[-1] + 1) / (len(gap) - 1) if len(behind) else 0.0)
    return float(np.mean(found))


def surprise(chances: Matrix, errors: Matrix | None = None) -> float:
    """The sum over a game of how far the chances moved from one moment to the next.

    Each move is the Euclidean distance of two rows, corrected for noise.

    Notes
    -----
    Ely, Frankel and Kamenica, "Suspense and Surprise" (2015).  Where nothing happens some noise is
    left, since a root has no values below 0: less than half of what there would be without
    correction.  Moves no larger than their noise come out too small, by up to a quarter.
    """
    squares = (np.diff(chances, axis=0) ** 2).sum(axis=1)
    if errors is not None:
        noise = (errors**2).sum(axis=1)
        squares = squares - noise[1:] - noise[:-1]
    return float(np.sqrt(np.maximum(squares, 0)).sum())


def summary(courses: Iterable[Any]) -> pd.DataFrame:
    """A row a game that is over: `lead_changes`, `drama`, `decisiveness`, `surprise`.

    Parameters
    ----------
    courses : iterable of skyjo_widget.measures.win_chances.Course
    """
    rows = {
        one.game_id: {
            "lead_changes": float(lead_changes(one.chances, one.errors)),
            "drama": drama(one.chances, one.errors),
            "decisiveness": decisiveness(one.chances, one.errors),
            "surprise": surprise(one.chances, one.errors),
        }
        for one in courses
        if len(one.chances) > 1
    }
    found = pd.DataFrame.from_dict(rows, orient="index", columns=COLUMNS, dtype="float64")
    return found.rename_axis("game_id")


def _noise(chances: Matrix, errors: Matrix | None) -> Matrix:
    """What each chance may be off."""
    return np.zeros_like(chances) if errors is None else DOUBT * errors


def _gaps(chances: Matrix, errors: Matrix | None) -> list[Matrix]:
    """For each winner how far it is behind the leader at each moment; 0 if that isn't sure."""
    noise = _noise(chances, errors)
    best = chances.argmax(axis=1)
    at = np.arange(len(chances))
    found = []
    for winner in np.flatnonzero(chances[-1] > 0):
        gap = chances[at, best] - chances[:, winner]
        sure = gap > noise[at, best] + noise[:, winner]
        found.append(np.where(sure, gap, 0.0))
    return found


def _mean(column: str, group: Group) -> Iterable[Cell]:
    rows = group.more.get("chances")
    if rows is None:
        return
    if rows.empty:
        yield no_games()
    else:
        yield Cell(pd.DataFrame({column: rows[column], "games": 1.0}))


def _measure(key: str, unit: str) -> Measure:
    return Measure(
        key=key,
        family="course",
        cells=functools.partial(_mean, key),
        unit=unit,
        of="games",
        whole=True,
        extra="chances",
        warning=True,
    )


MEASURES = (
    _measure("lead_changes", "changes a game"),
    _measure("drama", "roots of a chance"),
    _measure("decisiveness", "share"),
    _measure("surprise", "chances a game"),
)
