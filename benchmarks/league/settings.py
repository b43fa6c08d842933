"""The league's settings, named before play: games, participants, numbers of games, the seed.

Whoever changes a number here measures another league.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

from skyjo_widget.engine.games import PresetName

SEED = 2026
"""A pairing's pieces have this seed and the next ones; all pairings the same deals."""
ANCHOR, ANCHOR_RATING = "greedy", 1000
"""The bot whose rating is given; intervals are of the differences from it."""


class Games(NamedTuple):
    """The number of games of a pairing, and how many are played and kept at a time."""

    games: int
    piece: int


FAST = Games(2400, 1200)
"""Each rule bot against each other one."""
PUBLIC = Games(480, 240)
"""The same, where a public strategy is one of them: a function in Python."""
LEVEL = Games(96, 24)
"""A level against the anchor, the best rule bot and the level below."""
OWN = 240
"""A function of one's own against each rule bot and public strategy."""
MOVES = 100
"""Moves whose time is measured, for each budget."""

USUAL, LONG = 20, 100
"""The budgets, in milliseconds, that have bounds."""


class Budget(NamedTuple):
    """A number of rollouts, the milliseconds a move that it was chosen for, and the games to play.

    The page has the time that it takes: in Skyjo longer since `learned` counts gifts.
    """

    ms: int
    rollouts: int
    games: int

    @property
    def bot(self) -> str:
        """The name of the bot that searches with it."""
        return f"strong({self.rollouts})"


class Bound(NamedTuple):
    """The rate that the interval of a budget has to lie above, against a bot."""

    other: str
    above: float
    games: int = 48
    ms: int = USUAL


class Pairing(NamedTuple):
    """One player among copies of another; `above` is the bound on its win rate.

    With a bound at most 5 % of the games may be undecided.
    """

    player: str
    other: str
    games: int
    piece: int
    above: float | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Division:
    """Participants who play the same game.

    Parameters
    ----------
    key, title, game : str
    seats : int
    fast : tuple of str
        The rule bots, each of which plays against each other one.
    best : str
        The strongest rule bot: levels and budgets play against it.
    budgets : tuple of Budget
        Those of ``strong``, against the best rule bot.
    rules : tuple of (str, value)
        What differs from the game's own rules.
    public : tuple of str
        Public strategies, which play as rule bots do.
    bounds : tuple of Bound
    levels : int
        How many there are.
    """

    key: str
    title: str
    game: PresetName
    seats: int
    fast: tuple[str, ...]
    best: str
    budgets: tuple[Budget, ...]
    rules: tuple[tuple[str, Any], ...] = ()
    public: tuple[str, ...] = ()
    bounds: tuple[Bound, ...] = ()
    levels: int = 5

    @property
    def participants(self) -> tuple[str, ...]:
        """All names."""
        levels = (f"level({level})" for level in range(1, self.levels + 1))
        return (*self.fast, *self.public, *levels, *(budget.bot for budget in self.budgets))

    def table(self, player: str, other: str) -> str:
        """Return who plays against whom, in words."""
        return f"{player} against {self.others(other)}"

    def others(self, name: str) -> str:
        """Return the other seats of a table in words, such as ``3 × careful``."""
        return name if self.seats == 2 else f"{self.seats - 1} × {name}"

    def name(self, pairing: Pairing) -> str:
        """Return a pairing's name, by which its games are kept."""
        rules = "".join(f", {name}={value}" for name, value in self.rules)
        return f"{self.key}{rules}: {self.table(pairing.player, pairing.other)}"


def fast_pairings(division: Division) -> Iterator[Pairing]:
    """Yield those of the rule bots and public strategies: each against each other one.

    Where more than two play, each of a pair is once the one among others, and once the others.
    """
    everybody = (*division.fast, *division.public)
    for player in everybody:
        for other in everybody:
            ordered = everybody.index(player) < everybody.index(other)
            if player != other and (ordered or division.seats > 2):
                numbers = PUBLIC if {player, other} & set(division.public) else FAST
                yield Pairing(player, other, *numbers)


def pairings(division: Division) -> list[Pairing]:
    """Return all of a division.

    A bot that searches doesn't meet everybody: a level plays against the anchor, the best rule
    bot and the level below; a budget against the best rule bot and those of its bounds.  The rule
    bots have all met one another, so each two ratings are connected.
    """
    pairs = list(fast_pairings(division))
    for level in range(1, division.levels + 1):
        below = [f"level({level - 1})"] if level > 1 else []
        others = dict.fromkeys([ANCHOR, division.best, *below])
        pairs += [Pairing(f"level({level})", other, *LEVEL) for other in others]
    for budget in division.budgets:
        games, above = {division.best: budget.games}, {}
        for bound in division.bounds:
            if bound.ms == budget.ms:
                games[bound.other], above[bound.other] = bound.games, bound.above
        pairs += [
            Pairing(budget.bot, other, number, min(number, LEVEL.piece), above.get(other))
            for other, number in games.items()
        ]
    return pairs


GRID = ("random", "greedy", "threshold(2)", "expected", "careful")
"""The rule bots that both games with grids have."""
SKYJO = (*GRID, "learned")
SKYNET = (
    "skynet_greedy",
    "skynet_flips",
    "skynet_columns",
    "skynet_risk",
    "skynet_ahead",
    "skynet_draws",
)
"""The heuristics of a paper on Skyjo at two seats."""
DIVISIONS = (
    Division(
        key="skyjo",
        title="Skyjo, two players, to 100",
        game="skyjo",
        seats=2,
        fast=SKYJO,
        public=("clearer", "rusher", *SKYNET),
        best="learned",
        budgets=(
            Budget(5, 400, 120),
            Budget(20, 4_000, 96),
            Budget(100, 60_000, 48),
            Budget(500, 250_000, 16),
        ),
        bounds=(
            Bound("greedy", 0.87, 96),
            Bound("threshold(2)", 0.73),
            Bound("careful", 0.58),
            Bound("careful", 0.82, 96, LONG),
        ),
    ),
    Division(
        key="skyjo-4",
        title="Skyjo, four players, to 100",
        game="skyjo",
        seats=4,
        fast=SKYJO,
        public=("clearer", "rusher"),
        best="learned",
        budgets=(
            Budget(5, 200, 96),
            Budget(20, 1_500, 48),
            Budget(100, 12_000, 24),
            Budget(500, 60_000, 16),
        ),
        bounds=(Bound("greedy", 0.68), Bound("careful", 0.35, 96, LONG)),
    ),
    Division(
        key="newskyjo",
        title="NewSkyjo, four players, one round",
        game="newskyjo",
        seats=4,
        fast=GRID,
        best="careful",
        budgets=(
            Budget(5, 100, 240),
            Budget(20, 400, 144),
            Budget(100, 4_000, 96),
            Budget(500, 20_000, 24),
        ),
        bounds=(Bound("greedy", 0.50, 96),),
    ),
    Division(
        key="skip-bo",
        title="Skip-Bo, two players, stock piles of 20, one round",
        game="skip-bo",
        seats=2,
        rules=(("stock", 20), ("rounds", 1)),
        fast=("random", "plain", "greedy", "planner"),
        public=("organiser",),
        best="planner",
        budgets=(
            Budget(5, 1_000, 120),
            Budget(20, 4_000, 120),
            Budget(100, 20_000, 72),
            Budget(500, 100_000, 24),
        ),
        bounds=(Bound("plain", 0.95, 144), Bound("greedy", 0.80)),
    ),
)
