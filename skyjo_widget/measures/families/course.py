"""Measures of the course of a game, from each seat's chance to win at each moment.

Pure functions of a matrix, moments × seats, whose last row is the end: the winner's chance is 1,
winners who share it have equal parts.  `errors` are the standard errors of the chances, in the
same shape; None if they are known exactly.

Chances from rollouts are noisy, and noise looks like drama.  So a seat is *behind* another only if
the difference is more than `DOUBT` times the sum of the two errors, an upper bound of the error of
their difference (which it attains with two players).  From the squared distance between two
moments the expected part of the noise is subtracted.
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
from skyjo_widget.measures.estimate import ANY, SHARE, Statistic, no_games, of_units

Matrix = npt.NDArray[np.float64]

COLUMNS = ("lead_changes", "drama", "decisiveness", "surprise")
"""The columns of `summary`."""

DOUBT = 3.0
"""Standard errors by which a seat must be ahead: a game has some hundred moments."""


def leaders(chances: Matrix, errors: Matrix | None = None) -> npt.NDArray[np.int64]:
    """Return the leading seat at each moment; `NOBODY` before there is one.

    The first leader is ahead of all others; it leads until another seat is ahead of it.
    """
    noise = _noise(chances, errors)
    seats = np.full(len(chances), NOBODY)
    leader = NOBODY
    for moment, (row, doubt) in enumerate(zip(chances, noise, strict=True)):
        best = int(np.argmax(row))
        if leader == NOBODY:
            others = np.arange(len(row)) != best
            if (row[best] - row[others] > doubt[best] + doubt[others]).all():
                leader = best
        elif row[best] - row[leader] > doubt[best] + doubt[leader]:
            leader = best
        seats[moment] = leader
    return seats


def lead_changes(chances: Matrix, errors: Matrix | None = None) -> int:
    """Count the changes of the leader; the first leader is no change."""
    leading = leaders(chances, errors)
    leading = leading[leading != NOBODY]
    return int((leading[1:] != leading[:-1]).sum())


def drama(chances: Matrix, errors: Matrix | None = None) -> float:
    """Return the mean root of the gap to the leader, over the moments when the winner was behind.

    0 if it was never behind; the mean over winners who share the win.

    Notes
    -----
    Browne, "Automatic Generation and Evaluation of Recombination Games" (2008), the average
    over the positions in which the winner trails, with the leader's and the winner's chance as
    their evaluations, for any number of players.
    """
    by_winner = []
    for gap in _gaps(chances, errors):
        behind = gap > 0
        by_winner.append(float(np.sqrt(gap[behind]).mean()) if behind.any() else 0.0)
    return float(np.mean(by_winner))


def decisiveness(chances: Matrix, errors: Matrix | None = None) -> float:
    """Return the share of the game, 0 to 1, after which the winner was never behind again.

    0 if it was never behind, 1 if it was just before the end; the mean over winners who share the
    win.
    """
    by_winner = []
    for gap in _gaps(chances, errors):
        behind = np.flatnonzero(gap > 0)
        by_winner.append((behind[-1] + 1) / (len(gap) - 1) if len(behind) else 0.0)
    return float(np.mean(by_winner))


def surprise(chances: Matrix, errors: Matrix | None = None) -> float:
    """Return the sum of the distances between the chances of successive moments.

    Each is the Euclidean distance of two rows, corrected for noise.

    Notes
    -----
    Ely, Frankel and Kamenica, "Suspense and Surprise" (2015).  Where nothing happens some noise
    remains, since a negative square counts 0: less than half of the uncorrected value.  Moves no
    larger than their noise are underestimated, by up to a quarter.
    """
    squares = (np.diff(chances, axis=0) ** 2).sum(axis=1)
    if errors is not None:
        noise = (errors**2).sum(axis=1)
        squares = squares - noise[1:] - noise[:-1]
    return float(np.sqrt(np.maximum(squares, 0)).sum())


def summary(courses: Iterable[Any]) -> pd.DataFrame:
    """Return one row per finished game: `lead_changes`, `drama`, `decisiveness`, `surprise`.

    Parameters
    ----------
    courses : iterable of skyjo_widget.measures.win_chances.Course
    """
    rows = {
        course.game_id: {
            "lead_changes": float(lead_changes(course.chances, course.errors)),
            "drama": drama(course.chances, course.errors),
            "decisiveness": decisiveness(course.chances, course.errors),
            "surprise": surprise(course.chances, course.errors),
        }
        for course in courses
        if len(course.chances) > 1
    }
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=COLUMNS, dtype="float64")
    return frame.rename_axis("game_id")


def _noise(chances: Matrix, errors: Matrix | None) -> Matrix:
    """Return the margin of error of each chance."""
    return np.zeros_like(chances) if errors is None else DOUBT * errors


def _gaps(chances: Matrix, errors: Matrix | None) -> list[Matrix]:
    """Return each winner's gap to the leader by moment; 0 where it is within the noise."""
    noise = _noise(chances, errors)
    best = chances.argmax(axis=1)
    at = np.arange(len(chances))
    gaps = []
    for winner in np.flatnonzero(chances[-1] > 0):
        gap = chances[at, best] - chances[:, winner]
        sure = gap > noise[at, best] + noise[:, winner]
        gaps.append(np.where(sure, gap, 0.0))
    return gaps


def _mean(column: str, group: Group) -> Iterable[Statistic]:
    rows = group.more.get("win_probabilities")
    if rows is None:
        return
    mine = rows[rows["whole"] == group.kind]
    if mine.empty:
        yield no_games()
    else:
        yield of_units(mine.assign(games=1.0), column, "games")


def _measure(key: str, unit: str, bounds: tuple[float, float] = ANY) -> Measure:
    return Measure(
        key=key,
        family="course",
        statistics=functools.partial(_mean, key),
        unit=unit,
        bounds=bounds,
        of="games",
        whole=True,
        extra="win_probabilities",
        warning=True,
    )


MEASURES = (
    _measure("lead_changes", "changes a game"),
    _measure("drama", "roots of a chance"),
    _measure("decisiveness", "share", SHARE),
    _measure("surprise", "chances a game"),
)
