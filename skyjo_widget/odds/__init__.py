"""Exact odds: what a seat may reckon with, from its observation; a file for each game."""

from __future__ import annotations

from skyjo_widget.errors import RulesError
from skyjo_widget.observation import Observation
from skyjo_widget.odds.skipbo import SkipBoOdds
from skyjo_widget.odds.skyjo import SkyjoOdds
from skyjo_widget.odds.unseen import Memory

Odds = SkyjoOdds | SkipBoOdds

_GAMES: dict[str, type[SkyjoOdds | SkipBoOdds]] = {"skyjo": SkyjoOdds, "skip-bo": SkipBoOdds}


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
        If the memory is neither, or there are no odds for the game yet.
    """
    name = seen._game.name
    if name not in _GAMES:
        raise RulesError(f"there are odds for {', '.join(_GAMES)}, not for {name}")
    return _GAMES[name](seen, memory)
