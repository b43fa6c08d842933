"""Measures of the spread of scores."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import AT_LEAST_0, Statistic, Sums, divide, root

_MOMENTS = ("score_sq", "score", "rounds")


def variance(sums: Sums) -> Sums:
    """Return the sample variance, from the sum of squares, the sum and the count."""
    squares, total, n = sums[..., 0], sums[..., 1], sums[..., 2]
    return divide(squares - divide(total**2, n), n - 1)


def _mean(group: Group) -> Iterable[Statistic]:
    yield group.sums.statistic("seats", "score", "rounds")


def _overall(group: Group) -> Iterable[Statistic]:
    yield group.sums.statistic("seats", *_MOMENTS, value=variance, scale=root)


def _within(group: Group) -> Iterable[Statistic]:
    yield group.sums.statistic("scored", "variance", "rounds", scale=root)


def _relative(group: Group) -> Iterable[Statistic]:
    def of_mean(sums: Sums) -> Sums:
        spread = np.sqrt(variance(sums).clip(0))
        return divide(spread, divide(sums[..., 1], sums[..., 2]))

    yield group.sums.statistic("seats", *_MOMENTS, value=of_mean)


def _raw_within(group: Group) -> Iterable[Statistic]:
    if group.sums.total("scored", "raw_variance"):
        yield group.sums.statistic("scored", "raw_variance", "rounds", scale=root)


def _range(group: Group) -> Iterable[Statistic]:
    yield group.sums.statistic("scored", "range", "rounds")


def _margin(group: Group) -> Iterable[Statistic]:
    yield group.sums.statistic("margin", "margin", "games")


MEASURES = (
    Measure(
        key="score_mean", family="spread", statistics=_mean, unit="points a round", of="scores"
    ),
    Measure(key="score_sd", family="spread", statistics=_overall, unit="points", of="scores"),
    Measure(
        key="score_sd_round",
        family="spread",
        statistics=_within,
        unit="points",
        of="rounds",
        whole=True,
    ),
    Measure(
        key="raw_sd_round",
        family="spread",
        statistics=_raw_within,
        unit="points",
        of="rounds",
        whole=True,
        needs=("rounds.raw_score",),
    ),
    Measure(
        key="score_sd_relative",
        family="spread",
        statistics=_relative,
        unit="share",
        bounds=AT_LEAST_0,
        of="scores",
    ),
    Measure(
        key="score_range",
        family="spread",
        statistics=_range,
        unit="points",
        of="rounds",
        whole=True,
    ),
    Measure(
        key="margin", family="spread", statistics=_margin, unit="points", of="games", whole=True
    ),
)
