"""Measures of pace (turns, times, waiting) and of rounds."""

from __future__ import annotations

from collections.abc import Iterable

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Statistic, no_games
from skyjo_widget.measures.families.spread import by_game

MS = ("decisions.ms",)


def _turns(group: Group) -> Iterable[Statistic]:
    yield Statistic(group.games[["turns", "rounds"]].dropna())


def _rounds(group: Group) -> Iterable[Statistic]:
    done = group.games[group.games["finished"] & group.games["rounds"].notna()]
    yield Statistic(done[["rounds"]].assign(games=1.0))


def _minutes(group: Group) -> Iterable[Statistic]:
    """Yield people's time alone: a bot's depends on the computer."""
    finished = group.games.index[group.games["finished"]]
    seats = group.seats[group.seats["game_id"].isin(finished) & (group.seats["kind"] != "bot")]
    timed = seats[seats["timed"] > 0]
    if len(timed):
        sums = timed.groupby("game_id", observed=True)[["ms"]].sum() / 60_000
        yield Statistic(sums.assign(games=1.0))
    elif group.kind != "bot" and finished.empty:
        yield no_games()


def _time(group: Group) -> Iterable[Statistic]:
    seats = group.seats[(group.seats["timed"] > 0) & (group.seats["kind"] != "bot")]
    if len(seats):
        sums = seats.groupby("game_id", observed=True)[["ms", "turns"]].sum()
        yield Statistic(sums.assign(ms=sums["ms"] / 1000)[["ms", "turns"]])


def _waiting(group: Group) -> Iterable[Statistic]:
    """Yield the other people's time per own turn."""
    seats = group.seats[(group.seats["timed"] > 0) & (group.seats["kind"] != "bot")]
    games = seats.groupby("game_id", observed=True)
    seats = seats.assign(others=games["ms"].transform("sum") - seats["ms"])
    seats = seats[games["seat"].transform("nunique") > 1]
    if len(seats):
        sums = seats.groupby("game_id", observed=True)[["others", "turns"]].sum()
        yield Statistic(sums.assign(others=sums["others"] / 1000)[["others", "turns"]])


def _doubling(group: Group) -> Iterable[Statistic]:
    if group.games["fined"].any() and group.seats["ended"].sum() > 0:
        yield by_game(group, "doubled", "ended")


def _columns(group: Group) -> Iterable[Statistic]:
    if group.seats["columns"].notna().any():
        known = group.seats.dropna(subset=["columns"])
        yield Statistic(known.groupby("game_id", observed=True)[["columns", "rounds"]].sum())


def _cards_left(group: Group) -> Iterable[Statistic]:
    known = group.seats.dropna(subset=["cards_left"])
    if len(known):
        yield Statistic(known.groupby("game_id", observed=True)[["cards_left", "rounds"]].sum())


def _penalty_cards(group: Group) -> Iterable[Statistic]:
    known = group.seats.dropna(subset=["cards_left"])
    if known["penalty_cards"].sum() > 0:
        yield Statistic(known.groupby("game_id", observed=True)[["penalty_cards", "rounds"]].sum())


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
        key="doubling_share", family="rounds", statistics=_doubling, unit="share", of="rounds ended"
    ),
    Measure(
        key="columns", family="rounds", statistics=_columns, unit="columns a round", of="scores"
    ),
    Measure(key="cards_left", family="rounds", statistics=_cards_left, unit="cards", of="scores"),
    Measure(
        key="penalty_cards", family="rounds", statistics=_penalty_cards, unit="cards", of="scores"
    ),
)
