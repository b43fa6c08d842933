"""Interaction measures that need no rollouts."""

from __future__ import annotations

from collections.abc import Iterable

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import SHARE, Exact, Statistic, Sums, divide

EFFECTS = ("decisions.effect", "decisions.no_effect", "decisions.swapped", "decisions.cleared")


def _has_grids(group: Group) -> bool:
    """Return True for grid games; in Skip-Bo, with common piles, effects aren't measured."""
    return group.sums.total("penalty", "games") > 0


def _could(group: Group) -> Iterable[Exact]:
    if group.touching is not None and _has_grids(group):
        yield Exact(*group.touching)


def _did(group: Group) -> Iterable[Statistic]:
    if _has_grids(group):
        yield group.sums.statistic("decided", "touched", "decisions")


def _effects(group: Group) -> Iterable[Statistic]:
    if group.sums.total("decided", "effects") > 0:
        yield group.sums.statistic("decided", "effects", "turns")


def _taken(group: Group) -> Iterable[Statistic]:
    def share(sums: Sums) -> Sums:
        return divide(sums[..., 0], sums.sum(axis=-1))

    chosen = sum(group.sums.total("seats", name) for name in ("taken", "drawn"))
    if chosen > 0:
        yield group.sums.statistic("seats", "taken", "drawn", value=share, n=chosen)


MEASURES = (
    Measure(
        key="cards_that_could",
        family="interaction",
        statistics=_could,
        unit="share",
        bounds=SHARE,
        of="cards",
        whole=True,
    ),
    Measure(
        key="decisions_that_did",
        family="interaction",
        statistics=_did,
        unit="share",
        bounds=SHARE,
        of="decisions",
        needs=EFFECTS,
    ),
    Measure(
        key="effects_a_turn",
        family="interaction",
        statistics=_effects,
        unit="effects a turn",
        of="turns",
        needs=EFFECTS[:2],
    ),
    Measure(
        key="taken_share",
        family="interaction",
        statistics=_taken,
        unit="share",
        bounds=SHARE,
        of="cards taken or drawn",
        needs=("decisions.action",),
    ),
)
