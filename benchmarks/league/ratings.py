"""Ratings of a division, by Plackett and Luce, with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from benchmarks.league.play import Kept, Total
from benchmarks.league.settings import ANCHOR, ANCHOR_RATING, Division, Pairing, pairings
from skyjo_widget.util.intervals import Z95, Interval, plackett_luce


class Standing(NamedTuple):
    """A participant's place in a division: its rating and games."""

    name: str
    rating: Interval
    games: int


class Ratings:
    """The ratings of all participants of a division that have played.

    Parameters
    ----------
    division : Division
    totals : mapping of Pairing to Total
        The results of pairings.
    """

    def __init__(self, division: Division, totals: Mapping[Pairing, Total]) -> None:
        self.totals = {pairing: total for pairing, total in totals.items() if total.decided}
        met = {name for pairing in self.totals for name in (pairing.player, pairing.other)}
        extra = sorted(met - set(division.participants))
        self.names = [name for name in (*division.participants, *extra) if name in met]
        at = {name: i for i, name in enumerate(self.names)}
        # The first result decides what is connected: one of the anchor.
        ordered = sorted(self.totals, key=lambda pairing: ANCHOR not in pairing[:2])
        self._rating, self._covariance = plackett_luce(
            len(self.names),
            [
                (
                    at[pairing.player],
                    at[pairing.other],
                    division.seats,
                    self.totals[pairing].wins,
                    self.totals[pairing].decided,
                )
                for pairing in ordered
            ],
        )

    def difference(self, name: str, other: str) -> Interval:
        """Return a rating minus another one, with its interval; NaN if unknown."""
        if not {name, other} <= set(self.names):
            return Interval(math.nan, math.nan, math.nan)
        i, k = self.names.index(name), self.names.index(other)
        c = self._covariance
        mean = float(self._rating[i] - self._rating[k])
        half = Z95 * math.sqrt(max(float(c[i, i] + c[k, k] - 2 * c[i, k]), 0))
        return Interval(mean, mean - half, mean + half)

    def rating(self, name: str) -> Interval:
        """Return a rating; its interval is that of the difference from the anchor."""
        return Interval(*(ANCHOR_RATING + end for end in self.difference(name, ANCHOR)))

    def standings(self) -> list[Standing]:
        """Return all who are connected with the anchor by games, the strongest first."""
        standings = []
        for name in self.names:
            games = sum(total.games for pair, total in self.totals.items() if name in pair[:2])
            standings.append(Standing(name, self.rating(name), games))
        connected = (standing for standing in standings if not math.isnan(standing.rating.mean))
        return sorted(connected, key=lambda standing: -standing.rating.mean)


def rate(division: Division, kept: Kept, more: Iterable[tuple[Pairing, Total]] = ()) -> Ratings:
    """Rate a division from what was kept, and perhaps more results."""
    totals = {pairing: kept.total(division, pairing) for pairing in pairings(division)}
    return Ratings(division, totals | dict(more))
