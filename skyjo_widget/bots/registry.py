"""The registry of built-in bots: each game's policies and its search."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from skyjo_widget.bots.search import SearchFunctions, Strong
from skyjo_widget.bots.win_model import WinModel
from skyjo_widget.errors import RulesError

Choose = Callable[[int, int, Any, Any, Any], int]
"""``choose(policy, knob, o, r, rng) -> action``, where `policy` is an index of `Bots.names`."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """The search of a game, for its bots, the coach and the measures that need rollouts.

    Parameters
    ----------
    functions : SearchFunctions
        The functions of the game that the loop over worlds calls.
    strong : callable
        ``strong(name, rollouts=…)`` or ``strong(name, ms=…)`` makes the bot that searches.
    rollouts : int
        The budget of ``strong`` per decision.
    levels : mapping of int to (int, float)
        Each level's rollouts, and the standard deviation of the errors added to its values.
    estimates : tuple of two int, optional
        The policy that plays rounds to their end for scores and measures, and its number; by
        default that of ``strong``.
    judges_rounds : bool
        True if the game has a loop of its own, whose values are for winning the round.
    advises_by_rounds : bool
        True if the coach's rollouts end with the round; else they are as long as those of
        ``strong``.
    advice_worlds, chance_worlds, value_worlds, slow_value_worlds : int
        Worlds for the coach's advice, for win probabilities, for an action's value, and for an
        action's value while nothing is compiled.
    """

    functions: SearchFunctions
    strong: Callable[..., Strong]
    rollouts: int
    levels: Mapping[int, tuple[int, float]]
    estimates: tuple[int, int] | None = None
    judges_rounds: bool = False
    advises_by_rounds: bool = False
    advice_worlds: int
    chance_worlds: int
    value_worlds: int
    slow_value_worlds: int


class Bot(Protocol):
    """A player of a seat: a `skyjo_widget.bots.Policy`, a `Strong`, or a `Solved`."""

    @property
    def name(self) -> str:
        """The bot's name, with its number or budget."""

    @property
    def index(self) -> int | None:
        """The index in the game's ``NAMES``; None if the compiled driver can't play it."""

    def act(self, o: Any, r: Any, rng: Any) -> int:
        """Return its action; `o` is the observation of the seat to act."""

    def prepare(self, r: Any) -> None:
        """Do slow one-time work, such as compiling, for tables with these rule codes."""


class Solved(Bot, Protocol):
    """The optimal player of boards of a game that are solved."""

    def check(self, r: Any) -> None:
        """Raise `RulesError` unless the board with these rule codes is solved."""

    def worth(self, o: Any, r: Any) -> dict[int, float] | None:
        """Return what each legal action is worth, by its id; None where that isn't solved."""


@dataclasses.dataclass(frozen=True, slots=True)
class Bots:
    """The built-in bots of a game.

    Parameters
    ----------
    names : tuple of str
        The policies that `choose` plays, by index; the first plays at random.
    choose : Choose
        The function that plays all of them; a rule, so that it can be compiled.
    knobs : mapping of str to (int, int, int)
        The integer parameter of some policies: its default, lowest and highest value.
    search : Search, optional
        The game's search; without it there are neither bots that search nor a coach.
    win : WinModel, optional
        The game's fitted win probabilities.
    perfect : Solved, optional
        The optimal player of the game's boards that are solved.
    """

    names: tuple[str, ...]
    choose: Choose
    knobs: Mapping[str, tuple[int, int, int]] = dataclasses.field(default_factory=dict)
    search: Search | None = None
    win: WinModel | None = None
    perfect: Solved | None = None


BOTS: dict[str, Bots] = {}
"""The bots of each game; importing `skyjo_widget.bots` registers the built-in games."""


def search_of(game: str) -> Search:
    """Return the search of a game.

    Raises
    ------
    RulesError
        If the game has no search.
    """
    search = BOTS[game].search
    if search is None:
        raise RulesError(
            "{game} has no bot that searches, and so no coach and no rollouts", game=game
        )
    return search
