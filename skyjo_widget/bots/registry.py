"""The registry of built-in bots: what a game's bots are, and how the game is searched."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from skyjo_widget.bots.search import Searched, Strong
from skyjo_widget.errors import RulesError

Choose = Callable[[int, int, Any, Any, Any], int]
"""``choose(policy, knob, o, r, rng) -> action``, with a policy's index of its game's names."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """The search of a game: its bots that search, the coach, and what rollouts tell.

    Parameters
    ----------
    how : Searched
        The functions of the game that the loop over worlds calls.
    strong : callable
        ``strong(name, rollouts=…)`` or ``strong(name, ms=…)`` makes the bot that searches.
    rollouts : int
        The budget of ``strong``, some 20 ms a decision.
    levels : mapping of int to (int, float)
        Each level's rollouts, and the standard deviation of its misjudged chances.
    complete : callable
        ``complete(s, r)``: fills in what `Searched.imagine` leaves open in a world of nobody,
        such as a card in a hand.  Not marked as a rule.
    judged : bool
        True if the end of a round is judged; else a world is played to the end of the game.
    judges_rounds : bool
        True if the game has a loop of its own, which judges rounds.
    advice_worlds, chance_worlds, value_worlds, slow_value_worlds : int
        Worlds for the coach's advice, for a moment's chances to win, for an action's value, and
        for the last of these as long as nothing is compiled.
    """

    how: Searched
    strong: Callable[..., Strong]
    rollouts: int
    levels: Mapping[int, tuple[int, float]]
    complete: Callable[[Any, Any], None]
    judged: bool = True
    judges_rounds: bool = False
    advice_worlds: int
    chance_worlds: int
    value_worlds: int
    slow_value_worlds: int


@dataclasses.dataclass(frozen=True, slots=True)
class Bots:
    """The built-in bots of a game.

    Parameters
    ----------
    names : tuple of str
        The policies that `choose` plays, by index; the first plays at random.
    choose : Choose
        Plays all of them; a rule, so that it can be compiled.
    knobs : mapping of str to (int, int, int)
        The whole number that some policies take: its default, lowest and highest value.
    search : Search, optional
        How the game is searched; without it there are neither bots that search nor a coach.
    """

    names: tuple[str, ...]
    choose: Choose
    knobs: Mapping[str, tuple[int, int, int]] = dataclasses.field(default_factory=dict)
    search: Search | None = None


BOTS: dict[str, Bots] = {}
"""The bots, by game; each game of `skyjo_widget.bots` is registered when that is imported."""


def search_of(game: str) -> Search:
    """Return how a game is searched.

    Raises
    ------
    RulesError
        If nothing searches it.
    """
    search = BOTS[game].search
    if search is None:
        raise RulesError(f"{game} has no bot that searches, and so no coach and no rollouts")
    return search
