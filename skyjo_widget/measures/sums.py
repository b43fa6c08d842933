"""Sums over games by blocks of neighbours, from which all measures are computed.

Games come as arrays (`Rows`), whatever their source; `block_sums` adds them up.  Sums of parts of a
run are added too, so that a run needn't fit into memory, nor onto one computer.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.limits import MAX_SEATS
from skyjo_widget.measures.estimate import Statistic, divide

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Part(NamedTuple):
    """Columns that are added up together, over the rows where a column is known.

    Parameters
    ----------
    needed : str
        That column; empty for all rows.
    columns : tuple of str
        Columns of `Rows.games` or of `Rows.seats`.
    """

    needed: str
    columns: tuple[str, ...] = ()


OF_GAMES = {
    "games": Part("", ("finished",)),
    "scored": Part("rounds", ("turns", "rounds", "range", "variance", "raw_variance")),
    "ended": Part("ended_rounds", ("ended_rounds",)),
    "margin": Part("margin", ("margin",)),
}
OF_SEATS = {
    "seats": Part(
        "", ("score", "score_sq", "rounds", "turns", "drawn", "taken", "doubled", "ended")
    ),
    "decided": Part(
        "decisions",
        ("decisions", "told", "legal", "forced", "real", "effects", "touched", "turns"),
    ),
    "columns": Part("columns", ("columns", "rounds")),
    "stocks": Part("cards_left", ("cards_left", "rounds", "penalty_cards")),
    "penalty": Part("penalty"),
    "mean": Part("mean"),
    "won": Part("won"),
    "minutes": Part("minutes", ("minutes",)),
    "timed": Part("time", ("time", "turns")),
    "waited": Part("others", ("others", "turns")),
}
PARTS = OF_GAMES | OF_SEATS
GAMES, UNITS = 0, 1
"""The first columns of a part's sums: in how many games, and units, something of it is known."""
OF_WINS = ("won", "trials", "won_sq", "won_trials", "trials_sq", "units")
"""The sums over units of the wins of a seat, or of a place in the order of play."""
OF_SCORES = ("square", "score", "one")
"""The sums over a player's mean scores of games."""
OF_DEALS = ("deals", "many", "score", "means")
"""The sums over deals that were played from every seat: the deals, the cards dealt to a seat, the
scores with these, and their squares divided by how often each was played."""


class Rows(NamedTuple):
    """Games, and the seats of one kind of player in them, as arrays in the order of blocks.

    Parameters
    ----------
    unit : array of int, shape (games,)
        The sampling unit of each, from 0: the game, or the deal that it shares.
    block : array of int, shape (units,)
        The block of each unit.
    games : dict of str to array of float, shape (games,)
        Its numbers by column, as in `skyjo_widget.measures.tables.Tables`; NaN where unknown.
    game, seat, player : array of int, shape (rows,)
        Of each row the game, as an index of `unit`, the seat, and the number of the player; -1
        where it isn't known.
    seats : dict of str to array of float, shape (rows,)
        Its numbers by column.
    """

    unit: Ints
    block: Ints
    games: Mapping[str, Floats]
    game: Ints
    seat: Ints
    player: Ints
    seats: Mapping[str, Floats]


@dataclasses.dataclass(frozen=True)
class Sums:
    """Sums over games of one version and one kind of player.

    Parameters
    ----------
    arrays : dict of str to array of float
        As `block_sums` returns them.
    players : tuple of str
        The players' names.
    rotated : bool
        Whether the units are deals that are played once for every seat.
    fined : bool
        Whether the rules have a penalty for the ender.
    """

    arrays: Mapping[str, Floats]
    players: tuple[str, ...]
    rotated: bool
    fined: bool

    def total(self, part: str, column: str) -> float:
        """Return a sum over all games: of a column of `PARTS`, or ``games`` or ``units``."""
        return float(self._columns(part, (column,)).sum())

    def statistic(self, part: str, *columns: str, **more: Any) -> Statistic:
        """Return a statistic of columns of a part; keywords as of `Statistic`."""
        return self.of_blocks(part, self._columns(part, columns), **more)

    def of_blocks(
        self, part: str, sums: Floats, *, there: npt.NDArray[np.bool_] | None = None, **more: Any
    ) -> Statistic:
        """Return a statistic of sums by block, with the units of a part in all blocks or some."""
        units = self.arrays[part][:, UNITS]
        if there is not None:
            units = np.where(there, units, 0)
        (at,) = np.nonzero(units)
        count = float(units.sum())
        return Statistic(
            sums[at],
            at=at,
            blocks_of=round(count),
            together=self.total(part, "games") / max(count, 1),
            **more,
        )

    def _columns(self, part: str, columns: tuple[str, ...]) -> Floats:
        names = ("games", "units", *PARTS[part].columns)
        return self.arrays[part][:, [names.index(column) for column in columns]]


def block_sums(
    rows: Rows, *, blocks: int, seats: int, players: int, rotated: bool
) -> dict[str, Floats]:
    """Add up games by block.

    Parameters
    ----------
    rows : Rows
    blocks, seats, players : int
        How many there are.
    rotated : bool
        Whether a unit is a deal that may have been played once for every seat.

    Returns
    -------
    dict of str to array of float
        By part (`PARTS`) the numbers of games and of units in which it is known, then the sums of
        its columns: blocks × (2 + columns).  `by_seat` and `by_place`: blocks × seats × `OF_WINS`.
        `seat_pairs` and `player_pairs`: blocks × n × (1 + n), the wins and the sums over units of
        the products of two seats' (players') wins.  `players`: blocks × players, in how many
        games each has played.  `scores`: blocks × players × `OF_SCORES`; `deal_scores` the
        same of the deals of `deals`, blocks × `OF_DEALS`.
    """
    adder = _Adder(rows, blocks)
    games, of_seats = dict(rows.games), dict(rows.seats)
    games["ended_rounds"] = np.where(games["finished"] > 0, games["rounds"], np.nan)
    of_seats["mean"] = mean = divide(of_seats["score"], of_seats["rounds"])
    sums = {}
    for name, part in OF_GAMES.items():
        sums[name] = adder.part(part, games, np.arange(len(rows.unit)))
    for name, part in OF_SEATS.items():
        sums[name] = adder.part(part, of_seats, rows.game)
    won = rows.seats["won"]
    decided = ~np.isnan(won)
    sums["by_seat"] = adder.wins(rows.seat, seats, decided)
    sums["by_place"] = adder.wins(rows.seats["place"], seats, decided)
    sums["seat_pairs"] = adder.pairs(rows.seat, seats, decided)
    sums["players"] = np.zeros((blocks, players))
    seated = rows.player >= 0
    there = np.unique((rows.game * players + rows.player)[seated])
    np.add.at(sums["players"], (adder.block[there // players], there % players), 1.0)
    many = players if players <= MAX_SEATS else 0  # else nobody plays in every game
    sums["player_pairs"] = adder.pairs(rows.player, many, decided & seated & (many > 0))
    sums["scores"] = adder.scores(mean, ~np.isnan(mean) & seated, players)
    if rotated:
        sums |= adder.deals(mean, seats, players)
    return sums


def sums_by(code: npt.NDArray[Any], numbers: npt.NDArray[Any] | None, many: int) -> Floats:
    """Add up numbers by their codes, of which there are so many; without numbers count them."""
    # NumPy takes no wider index than the machine's, which in a browser has 32 bits.
    return np.bincount(code.astype(np.intp, copy=False), numbers, many).astype(np.float64)


def wins_of(won: Floats, trials: Floats) -> Floats:
    """Return the terms of `OF_WINS`, as a last axis, of wins and trials."""
    return np.stack(
        [won, trials, won**2, won * trials, trials**2, (trials > 0).astype(float)], axis=-1
    )


# Inside


class _Adder:
    """The addition of rows by block."""

    def __init__(self, rows: Rows, blocks: int) -> None:
        self.rows, self.blocks, self.units = rows, blocks, len(rows.block)
        self.block = rows.block[rows.unit]
        """The block of each game."""
        self.unit = rows.unit[rows.game]
        """The unit of each row of seats."""

    def part(self, part: Part, columns: Mapping[str, Floats], game: Ints) -> Floats:
        """Return a part's sums; nothing is known of a column that isn't there."""
        sums = np.zeros((self.blocks, 2 + len(part.columns)))
        if part.needed and part.needed not in columns:
            return sums
        chosen = ~np.isnan(columns[part.needed]) if part.needed else np.ones(len(game), bool)
        there = np.zeros(len(self.block), bool)
        there[game[chosen]] = True
        units = np.zeros(self.units, bool)
        units[self.rows.unit[there]] = True
        sums[:, GAMES] = self._count(self.block[there])
        sums[:, UNITS] = self._count(self.rows.block[units])
        block = self.block[game[chosen]]
        for at, name in enumerate(part.columns, 2):
            if name in columns:
                numbers = np.nan_to_num(columns[name][chosen])
                sums[:, at] = sums_by(block, numbers, self.blocks)
        return sums

    def wins(self, value: npt.NDArray[Any], many: int, decided: npt.NDArray[np.bool_]) -> Floats:
        """Return sums over the wins of each value."""
        won, trials = self._won(value, many, decided & ~np.isnan(value))
        return self._by_block(wins_of(won, trials))

    def pairs(self, value: npt.NDArray[Any], many: int, decided: npt.NDArray[np.bool_]) -> Floats:
        """Return the wins of each value, and the products of two values' wins."""
        won, _ = self._won(value, many, decided)
        return self._by_block(
            np.concatenate([won[:, :, None], won[:, :, None] * won[:, None, :]], 2)
        )

    def scores(self, mean: Floats, chosen: npt.NDArray[np.bool_], players: int) -> Floats:
        """Return sums over the mean scores of players in chosen rows."""
        score = mean[chosen]
        key = self.block[self.rows.game[chosen]] * players + self.rows.player[chosen]
        sums = np.zeros((self.blocks * players, len(OF_SCORES)))
        for at, numbers in enumerate((score**2, score, np.ones_like(score))):
            sums[:, at] = sums_by(key, numbers, len(sums))
        return sums.reshape(self.blocks, players, len(OF_SCORES))

    def deals(self, mean: Floats, seats: int, players: int) -> dict[str, Floats]:
        """Return sums over the deals that each player has played once from every seat."""
        scored = ~np.isnan(mean)
        key = self.unit[scored] * seats + self.rows.seat[scored]
        size = self.units * seats
        played = sums_by(key, None, size).reshape(-1, seats)
        score = sums_by(key, mean[scored], size).reshape(-1, seats)
        whole = (played == seats).all(axis=1)
        of_deals = np.stack(
            [whole.astype(float), whole * float(seats)]
            + [np.where(whole, sums.sum(axis=1), 0.0) for sums in (score, score**2 / seats)],
            axis=-1,
        )
        chosen = scored & whole[self.unit]
        return {
            "deals": self._by_block(of_deals),
            "deal_scores": self.scores(mean, chosen, players),
        }

    def _won(
        self, value: npt.NDArray[Any], many: int, decided: npt.NDArray[np.bool_]
    ) -> tuple[Floats, Floats]:
        """Return by unit and value the wins, and the games with a result."""
        key = self.unit[decided] * many + value[decided].astype(np.int64)
        size = self.units * many
        won = sums_by(key, self.rows.seats["won"][decided], size)
        trials = sums_by(key, None, size)
        return won.reshape(self.units, many), trials.reshape(self.units, many)

    def _count(self, block: Ints) -> Floats:
        return sums_by(block, None, self.blocks)

    def _by_block(self, of_units: Floats) -> Floats:
        """Add up rows of units, which come in the order of blocks."""
        sums = np.zeros((self.blocks, *of_units.shape[1:]))
        if of_units.size:
            starts = np.flatnonzero(np.diff(self.rows.block, prepend=-1))
            sums[self.rows.block[starts]] = np.add.reduceat(of_units, starts, axis=0)
        return sums
