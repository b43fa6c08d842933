"""Measures of pace (turns, times, waiting) and of rounds."""

from __future__ import annotations

from collections.abc import Iterable

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import SHARE, Statistic, no_games

MS = ("decisions.ms",)


def _turns(group: Group) -> Iterable[Statistic]:
    if group.sums.total("scored", "turns"):  # nobody counts them at a real table
        yield group.sums.statistic("scored", "turns", "rounds")


def _rounds(group: Group) -> Iterable[Statistic]:
    yield group.sums.statistic("ended", "ended_rounds", "games")


def _minutes(group: Group) -> Iterable[Statistic]:
    """Yield people's time alone: a bot's depends on the computer."""
    if group.sums.total("minutes", "games"):
        yield group.sums.statistic("minutes", "minutes", "games")
    elif group.kind != "bot" and not group.sums.total("games", "finished"):
        yield no_games()


def _time(group: Group) -> Iterable[Statistic]:
    if group.sums.total("timed", "games"):
        yield group.sums.statistic("timed", "time", "turns")


def _waiting(group: Group) -> Iterable[Statistic]:
    """Yield the other people's time per own turn."""
    if group.sums.total("waited", "games"):
        yield group.sums.statistic("waited", "others", "turns")


def _doubling(group: Group) -> Iterable[Statistic]:
    if group.sums.fined and group.sums.total("seats", "ended") > 0:
        yield group.sums.statistic("seats", "doubled", "ended")


def _columns(group: Group) -> Iterable[Statistic]:
    if group.sums.total("columns", "games"):
        yield group.sums.statistic("columns", "columns", "rounds")


def _cards_left(group: Group) -> Iterable[Statistic]:
    if group.sums.total("stocks", "games"):
        yield group.sums.statistic("stocks", "cards_left", "rounds")


def _penalty_cards(group: Group) -> Iterable[Statistic]:
    if group.sums.total("stocks", "penalty_cards") > 0:
        yield group.sums.statistic("stocks", "penalty_cards", "rounds")


MEASURES = (
    Measure(
        key="turns_a_round", family="pace", statistics=_turns, unit="turns", of="rounds", whole=True
    ),
    Measure(
        key="rounds_a_game",
        family="pace",
        statistics=_rounds,
        unit="rounds",
        of="games",
        whole=True,
    ),
    Measure(
        key="minutes_a_game",
        family="pace",
        statistics=_minutes,
        unit="minutes",
        of="games",
        whole=True,
        needs=MS,
    ),
    Measure(
        key="time_a_turn", family="pace", statistics=_time, unit="seconds", of="turns", needs=MS
    ),
    Measure(
        key="waiting", family="pace", statistics=_waiting, unit="seconds", of="turns", needs=MS
    ),
    Measure(
        key="doubling_share",
        family="rounds",
        statistics=_doubling,
        unit="share",
        bounds=SHARE,
        of="rounds ended",
    ),
    Measure(
        key="columns", family="rounds", statistics=_columns, unit="columns a round", of="scores"
    ),
    Measure(key="cards_left", family="rounds", statistics=_cards_left, unit="cards", of="scores"),
    Measure(
        key="penalty_cards", family="rounds", statistics=_penalty_cards, unit="cards", of="scores"
    ),
)
