"""Summaries of many games: sums by version and kind of player, from which measures are computed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from skyjo_widget.measures.estimate import GROUPS
from skyjo_widget.measures.source import Source
from skyjo_widget.measures.sums import Floats, Rows, Sums, block_sums
from skyjo_widget.measures.tables import Tables, tables_of

Key = tuple[str, str]
"""A version of a game, and a kind of player."""


@dataclasses.dataclass(frozen=True)
class Summaries:
    """Sums over many games.

    Parameters
    ----------
    whole : dict of Key to Sums
        Of whole games, by version and kind (``mixed`` where people and bots have played).
    seats : dict of Key to Sums
        Of seats, by version and kind.
    cards, missing, touching
        As of `skyjo_widget.measures.tables.Tables`.
    places : callable
        Returns of game ids those that are of these games, as the index of a DataFrame: `version`,
        `whole` (the kind of the whole game) and `deal`.
    played_again : bool
        Whether decisions were counted by playing the games again.
    more : dict
        Summaries made elsewhere, by name; see `add`.
    """

    whole: Mapping[Key, Sums]
    seats: Mapping[Key, Sums]
    cards: pd.DataFrame
    missing: frozenset[str]
    touching: Mapping[str, tuple[float, int] | None]
    places: Callable[[pd.Index], pd.DataFrame]
    played_again: bool = False
    more: dict[str, pd.DataFrame] = dataclasses.field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games."""
        return self._count("games")

    @property
    def finished(self) -> int:
        """The number of those that were played to their end."""
        return self._count("finished")

    def add(self, name: str, frame: pd.DataFrame) -> None:
        """Add a summary made elsewhere, as far as it is of these games.

        Parameters
        ----------
        name : str
        frame : DataFrame
            Index: `game_id`, also more than once.
        """
        placed = frame.join(self.places(frame.index.unique()), how="inner")
        placed["game_id"] = placed.index
        rotated = any(sums.rotated for sums in self.whole.values())
        self.more[name] = placed.set_index("deal") if rotated else placed

    def _count(self, column: str) -> int:
        return round(sum(sums.total("games", column) for sums in self.whole.values()))


def summarise(source: Source, *, practice: bool = False, apart: bool = True) -> Summaries:
    """Aggregate games into `Summaries`; parameters and errors as of `tables_of`."""
    tables = tables_of(source, practice=practice, apart=apart)
    whole: dict[Key, Sums] = {}
    of_seats: dict[Key, Sums] = {}
    seats = _with_times(tables)
    for version, games in tables.games.groupby("version", observed=True):
        rows = seats[seats["version"] == version]
        blocks = min(games["deal"].nunique(), GROUPS)
        for kind in games["kind"].unique():
            mine = games[games["kind"] == kind]
            inside = rows["game_id"].isin(mine.index)
            whole[str(version), str(kind)] = _sums(tables, mine, rows[inside], blocks)
        for kind in rows["kind"].unique():
            key = str(version), str(kind)
            of_kind = rows[rows["kind"] == kind]
            alike = len(of_kind) == len(rows) and key in whole
            mine = games[games.index.isin(of_kind["game_id"])]
            of_seats[key] = whole[key] if alike else _sums(tables, mine, of_kind, blocks)
    places = tables.games[["version", "kind", "deal"]].rename(columns={"kind": "whole"})
    return Summaries(
        whole,
        of_seats,
        tables.cards,
        tables.missing,
        tables.touching,
        lambda ids: places[places.index.isin(ids)],
    )


def _with_times(tables: Tables) -> pd.DataFrame:
    """Return the seats with people's times: a bot's depends on the computer.

    In seconds `time` and `others` (that of the others in the game), of finished games `minutes`.
    """
    seats = tables.seats
    if "timed" not in seats:
        return seats
    of_people = (seats["timed"] > 0) & (seats["kind"] != "bot")
    time = (seats["ms"] / 1000).where(of_people)
    if not of_people.any():
        return seats
    of_game = pd.DataFrame({"time": time, "seat": seats["seat"].where(of_people)}).groupby(
        seats["game_id"], observed=True
    )
    others = of_game["time"].transform("sum") - time
    finished = tables.games["finished"].to_numpy()[seats["game_id"].cat.codes]
    return seats.assign(
        time=time,
        others=others.where(of_game["seat"].transform("nunique") > 1),
        minutes=(time / 60).where(finished),
    )


def _sums(tables: Tables, games: pd.DataFrame, seats: pd.DataFrame, blocks: int) -> Sums:
    """Return the sums of games of one version, and of seats in them."""
    numbers = np.full(len(tables.games), -1)
    numbers[tables.games.index.get_indexer(games.index)] = np.arange(len(games))
    players, names = pd.factorize(seats["player"], sort=True)
    deals = games["deal"].to_numpy()
    _, first, unit = np.unique(deals, return_index=True, return_inverse=True)
    rows = Rows(
        unit=unit,
        block=games["block"].to_numpy(np.int64)[first],
        games=_columns(games),
        game=numbers[seats["game_id"].cat.codes],
        seat=seats["seat"].to_numpy(np.int64),
        player=players,
        seats=_columns(seats),
    )
    many = int(games["players"].iloc[0])
    arrays = block_sums(rows, blocks=blocks, seats=many, players=len(names), rotated=tables.rotated)
    return Sums(arrays, tuple(map(str, names)), tables.rotated, bool(games["fined"].any()))


def _columns(table: pd.DataFrame) -> dict[str, Floats]:
    """Return a table's numbers as arrays."""
    numbers: Any = table.select_dtypes(["number", "bool"])
    return {str(name): numbers[name].to_numpy(float) for name in numbers}
