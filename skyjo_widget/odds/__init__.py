"""Exact odds: what a seat may reckon with, from its observation; a file for each game.

`unseen`, `base` and `html` are all games', `grids`, `valued` and `grid_…` the Skyjo family's.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.odds.newskyjo import NewSkyjoOdds
from skyjo_widget.odds.skipbo import SkipBoOdds
from skyjo_widget.odds.skyjo import SkyjoOdds
from skyjo_widget.odds.unseen import Memory
from skyjo_widget.strategies.observation import Observation, rulebook

Odds = SkyjoOdds | NewSkyjoOdds | SkipBoOdds

ODDS: dict[str, type[Any]] = {
    "skyjo": SkyjoOdds,
    "newskyjo": NewSkyjoOdds,
    "skip-bo": SkipBoOdds,
}
"""The class of its odds, by game."""


def find(seen: Observation, memory: Memory = "perfect") -> Odds:
    """The odds of a seat.

    Parameters
    ----------
    seen : Observation
        What it sees.
    memory : {"perfect", "table"}
        Whether it remembers all that it has seen in the round, or goes by what lies on the table.

    Raises
    ------
    RulesError
        If the memory is neither, or the game has no odds.
    """
    game = rulebook(seen).game.name
    if game not in ODDS:
        raise RulesError(f"{game} has no odds; there are those of {', '.join(ODDS)}")
    odds: Odds = ODDS[game](seen, memory)
    return odds
