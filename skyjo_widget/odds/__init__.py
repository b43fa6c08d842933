"""Exact odds for a seat, computed from its observation; one module per game.

`unseen`, `base` and `html` serve all games; `grids`, `valued` and `grid_…` the grid games.
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
"""The odds class of each game."""


def find(seen: Observation, memory: Memory = "perfect") -> Odds:
    """Return the odds of the observing seat.

    Parameters
    ----------
    seen : Observation
        The seat's observation.
    memory : {"perfect", "table"}
        Whether the seat remembers all that it has seen in the round, or only knows what lies on
        the table now.

    Raises
    ------
    RulesError
        If `memory` is neither of these, or the game has no odds.
    """
    game = rulebook(seen).game.name
    if game not in ODDS:
        raise RulesError(
            "{game} has no odds; there are those of {odds}", game=game, odds=", ".join(ODDS)
        )
    odds: Odds = ODDS[game](seen, memory)
    return odds
