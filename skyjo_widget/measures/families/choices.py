"""Number of choices: how often there is one, and among how many actions."""

from __future__ import annotations

from collections.abc import Iterable

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import SHARE, Statistic


def _of_decided(group: Group, column: str, below: str) -> Iterable[Statistic]:
    if group.sums.total("decided", "told") > 0:
        yield group.sums.statistic("decided", column, below)


def _real(group: Group) -> Iterable[Statistic]:
    yield from _of_decided(group, "real", "turns")


def _legal(group: Group) -> Iterable[Statistic]:
    yield from _of_decided(group, "legal", "told")


def _forced(group: Group) -> Iterable[Statistic]:
    yield from _of_decided(group, "forced", "told")


LEGAL = ("decisions.legal_actions",)

MEASURES = (
    Measure(
        key="real_choices",
        family="choices",
        statistics=_real,
        unit="choices a turn",
        of="turns",
        needs=LEGAL,
    ),
    Measure(
        key="legal_actions",
        family="choices",
        statistics=_legal,
        unit="actions",
        of="decisions",
        needs=LEGAL,
    ),
    Measure(
        key="forced_share",
        family="choices",
        statistics=_forced,
        unit="share",
        bounds=SHARE,
        of="decisions",
        needs=LEGAL,
    ),
)
