"""Results by deal: the independent unit where each deal is played once from every seat."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
import pandas as pd

from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.util.intervals import Interval, matched_rates, mean_interval


class Differences(NamedTuple):
    """The differences of two players on the same deals, with 95 % intervals.

    Parameters
    ----------
    score : Interval
        In points a round: the paired t interval over deals (`mean_interval`); NaN if one of them
        has no scores, since a player has stopped it.
    win : Interval
        Of the shares of games won, −1 to 1, over deals (`matched_rates`).
    deals : int
    """

    score: Interval
    win: Interval
    deals: int


def differences(table: pd.DataFrame) -> Differences:
    """Return the mean differences of a table of `side_by_side`, with their intervals."""
    win = (table["wins_a"] - table["wins_b"]).to_numpy(float)
    score = (table["score_a"] - table["score_b"]).to_numpy(float)
    return Differences(mean_interval(score), matched_rates(win), len(table))


def side_by_side(a: pd.DataFrame, b: pd.DataFrame) -> pd.DataFrame:
    """Join two tables of `by_deal`: `score_a`, `score_b`, `wins_a` and `wins_b` of each deal."""
    joined = a.add_suffix("_a").join(b.add_suffix("_b"), how="outer")
    return joined[["score_a", "score_b", "wins_a", "wins_b"]]


def by_deal(simulation: Simulation, names: Collection[str]) -> pd.DataFrame:
    """Return the results of some of a simulation's players by deal.

    Parameters
    ----------
    simulation : Simulation
        Its games are mirrored: as many neighbours as there are seats have the same deal.
    names : collection of str
        The players whose mean is returned.

    Returns
    -------
    DataFrame
        One row per deal: `score`, the mean over games of a player's mean score of a round, and
        `wins`, a player's share of the games won, 0 to 1.  The one is missing unless all games of
        the deal were finished, the other unless all have a result.
    """
    games, rounds = simulation.games, simulation.rounds
    mine = rounds[rounds["player"].isin([*names])]
    scores = mine["score"].astype("float64").groupby(mine["game_id"], observed=True).mean()
    by_game = pd.DataFrame({"score": scores.reindex(games["game_id"]).to_numpy()})
    share = functools.cache(lambda won: _share(won, names))
    won = games["winners"].dropna()
    by_game["wins"] = pd.Series([share(tuple(who)) for who in won], won.index, float)
    by_game.loc[~games["finished"].to_numpy(bool), "score"] = np.nan
    seats = len(simulation.job.players)
    deals = by_game.groupby(np.arange(len(by_game)) // seats, observed=True)
    return deals.mean().where(deals.count() == seats)


def _share(won: tuple[str, ...], names: Collection[str]) -> float:
    """Return the mean share of a game won by some of its players; missing if nobody won."""
    return np.nan if not won else sum(name in won for name in names) / len(won) / len(names)
