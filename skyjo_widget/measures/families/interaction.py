"""Interaction measures that need no rollouts."""

from __future__ import annotations

from collections.abc import Iterable

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Exact, Statistic
from skyjo_widget.measures.families.spread import by_game

EFFECTS = ("decisions.effect", "decisions.no_effect", "decisions.swapped", "decisions.cleared")


def _has_grids(group: Group) -> bool:
    """Return True for grid games; in Skip-Bo, with common piles, effects aren't measured."""
    return bool(group.seats["penalty"].notna().any())


def _could(group: Group) -> Iterable[Exact]:
    if group.touching is not None and _has_grids(group):
        yield Exact(*group.touching)


def _did(group: Group) -> Iterable[Statistic]:
    if _has_grids(group):
        yield by_game(group, "touched", "decisions")


def _effects(group: Group) -> Iterable[Statistic]:
    if group.seats["effects"].sum() > 0:
        yield by_game(group, "effects", "turns")


def _taken(group: Group) -> Iterable[Statistic]:
    seats = group.seats.assign(chosen=group.seats["taken"] + group.seats["drawn"])
    if seats["chosen"].sum() > 0:
        yield Statistic(seats.groupby("game_id", observed=True)[["taken", "chosen"]].sum())


MEASURES = (
    Measure(
        key="cards_that_could",
        family="interaction",
        statistics=_could,
        unit="share",
        of="cards",
        whole=True,
    ),
    Measure(
        key="decisions_that_did",
        family="interaction",
        statistics=_did,
        unit="share",
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
        of="cards taken or drawn",
        needs=("decisions.action",),
    ),
)
