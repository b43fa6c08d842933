"""How far scores lie apart."""

from __future__ import annotations

from collections.abc import Iterable

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Cell, Sums, divided, root


def by_game(group: Group, *columns: str) -> Cell:
    """The ratio of two sums of seats by game; empty where the second is missing."""
    known = group.seats.dropna(subset=list(columns))
    return Cell(known.groupby("game_id")[list(columns)].sum())


def variance(sums: Sums) -> Sums:
    """The variance, from the sum of squares, the sum and the number."""
    squares, total, n = sums[..., 0], sums[..., 1], sums[..., 2]
    return divided(squares - divided(total**2, n), n - 1)


def _mean(group: Group) -> Iterable[Cell]:
    yield by_game(group, "score", "rounds")


def _overall(group: Group) -> Iterable[Cell]:
    sums = group.seats.groupby("game_id")[["score_sq", "score", "rounds"]].sum()
    yield Cell(sums, variance, scale=root)


def _within(group: Group) -> Iterable[Cell]:
    yield Cell(group.games[["variance", "rounds"]].dropna(), scale=root)


def _range(group: Group) -> Iterable[Cell]:
    yield Cell(group.games[["range", "rounds"]].dropna())


def _margin(group: Group) -> Iterable[Cell]:
    yield Cell(group.games[["margin"]].dropna().assign(games=1.0))


MEASURES = (
    Measure(key="score_mean", family="spread", cells=_mean, unit="points a round", of="scores"),
    Measure(key="score_sd", family="spread", cells=_overall, unit="points", of="scores"),
    Measure(
        key="score_sd_round", family="spread", cells=_within, unit="points", of="rounds", whole=True
    ),
    Measure(
        key="score_range", family="spread", cells=_range, unit="points", of="rounds", whole=True
    ),
    Measure(key="margin", family="spread", cells=_margin, unit="points", of="games", whole=True),
)
