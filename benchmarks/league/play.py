"""Playing the league: pieces of pairings, kept in a file, so that a stopped run goes on."""

from __future__ import annotations

import functools
import hashlib
import json
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.league import public
from benchmarks.league.settings import (
    ANCHOR,
    MOVES,
    SEED,
    Budget,
    Division,
    Pairing,
    pairings,
)
from skyjo_widget.bots import find
from skyjo_widget.bots.search import Strong
from skyjo_widget.simulation.simulate import simulate
from skyjo_widget.simulation.tournament import tournament
from skyjo_widget.strategies.observation import rulebook

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).with_name("rows.jsonl")

Row = dict[str, Any]
"""A line of the file: the result of a piece, or the time that a budget takes."""

WATCHED = 2
"""Games whose decisions tell one version of a participant from another."""
FEW = 60
"""The most rollouts of a budget in them."""


def version(division: Division, name: str) -> str:
    """Hash what a participant and copies of the anchor do in a few games."""
    budgets = {budget.bot: f"strong({min(budget.rollouts, FEW)})" for budget in division.budgets}
    return _version(division, budgets.get(name, name))


@functools.cache
def _version(division: Division, name: str) -> str:
    actions = _simulated(division, name, ANCHOR, games=WATCHED).decisions["action"]
    return hashlib.sha256("\n".join(actions).encode()).hexdigest()[:8]


def versions(division: Division, *players: str) -> str:
    """Return the versions of players, by which their games are kept."""
    return "-".join(version(division, name) for name in players)


def _simulated(division: Division, player: Any, other: str, *, games: int, seed: int = SEED) -> Any:
    """Simulate games of one player among copies of another, without a limit of time."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".* isn't compiled")  # Skip-Bo's can't be
        return simulate(
            division.game,
            [public.STRATEGIES.get(player, player), *[other] * (division.seats - 1)],
            games=games,
            seed=seed,
            decisions=["action"],
            limit=None,
            progress=False,
            **dict(division.rules),
        )


class Total(NamedTuple):
    """The games of a pairing so far; a shared win counts by its share."""

    games: int
    undecided: int
    wins: float

    @property
    def decided(self) -> int:
        """The games that had a winner."""
        return self.games - self.undecided


class Kept:
    """The games played so far, in a file of lines of JSON, one for each piece.

    Those count whose players decide today as they did.

    Parameters
    ----------
    path : Path
        The file; it need not exist.
    """

    def __init__(self, path: Path = KEPT) -> None:
        self.path = path
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        rows = [json.loads(line) for line in lines]
        self._rows: dict[tuple[str, int | None], Row] = {_key(row): row for row in rows}

    def add(self, row: Row) -> None:
        """Keep a row, in place of an older one of the same piece, in the file too."""
        self._rows[_key(row)] = row
        lines = sorted(json.dumps(row) + "\n" for row in self._rows.values())
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text("".join(lines), encoding="utf-8")
        part.replace(self.path)

    def pieces(self, division: Division, pairing: Pairing) -> list[Row]:
        """Return the rows of a pairing that count."""
        name = division.name(pairing)
        rows = [row for key, row in self._rows.items() if key[0] == name]
        if not rows:
            return []
        now = versions(division, pairing.player, pairing.other)
        return [row for row in rows if row["version"] == now]

    def has(self, division: Division, pairing: Pairing, seed: int) -> bool:
        """Return whether a pairing's piece with that seed was played."""
        rows = self.pieces(division, pairing)
        return any((row["seed"], row["games"]) == (seed, pairing.piece) for row in rows)

    def total(self, division: Division, pairing: Pairing) -> Total:
        """Return a pairing's games so far."""
        rows = self.pieces(division, pairing)
        sums = (sum(row[key] for row in rows) for key in ("games", "undecided", "wins"))
        return Total(*sums)

    def time_of(self, division: Division, budget: Budget) -> Row | None:
        """Return the measured time of a bot's moves, or None."""
        row = self._rows.get((time_name(division, budget), None))
        counts = row is not None and row["version"] == version(division, budget.bot)
        return row if counts else None


def _key(row: Row) -> tuple[str, int | None]:
    return row["name"], row.get("seed")


def play_piece(
    division: Division,
    player: Any,
    other: Any,
    *,
    games: int,
    seed: int,
    apart: bool | None = False,
) -> tuple[Total, str]:
    """Play games of a pairing on mirrored deals.

    Parameters
    ----------
    division : Division
    player, other : str or callable
    games, seed : int
    apart : bool, optional
        As in `tournament`: whether functions play in processes of their own.

    Returns
    -------
    Total, str
        The games, and the first error of a function, if there was one.

    Raises
    ------
    KeyboardInterrupt
        If it was interrupted: a part of a piece isn't kept, since short games end first.
    """
    result = tournament(
        [public.STRATEGIES.get(player, player)],
        game=division.game,
        against=public.STRATEGIES.get(other, other),
        seats=division.seats,
        games=games,
        seed=seed,
        apart=apart,
        progress=False,
        **dict(division.rules),
    )
    played = next(iter(result.simulations.values()))
    if played.trouble:
        raise KeyboardInterrupt(played.trouble)
    pair = result.pairs.iloc[0]
    error = "" if played.faults.empty else str(played.faults.iloc[0]["text"])
    return Total(int(pair["games"]), int(pair["undecided"]), float(pair["wins"])), error


def missing(
    division: Division, wanted: Iterable[Pairing], kept: Kept, games: int | None = None
) -> Iterator[tuple[int, Pairing]]:
    """Yield the pieces that aren't played yet: their numbers, and of what."""
    for pairing in wanted:
        for number in range(-(-(games or pairing.games) // pairing.piece)):
            if not kept.has(division, pairing, SEED + number):
                yield number, pairing


def play(
    divisions: Sequence[Division],
    kept: Kept,
    *,
    games: int | None = None,
    only: str = "",
    choose: Callable[[Division], Iterable[Pairing]] = pairings,
    say: Callable[[str], None] = print,
) -> None:
    """Play what is missing, a piece of each pairing in turn.

    Parameters
    ----------
    divisions : sequence of Division
    kept : Kept
    games : int, optional
        The games of each pairing, in whole pieces, in place of those in the settings.
    only : str
        Pairings whose name holds this word; all if it is empty.
    choose : callable
        The pairings of a division.
    say : callable
        Called with a line about each piece.
    """
    queue = []
    for division in divisions:
        wanted = [pairing for pairing in choose(division) if only in division.name(pairing)]
        queue += [(at, division, pairing) for at, pairing in missing(division, wanted, kept, games)]
    for number, division, pairing in sorted(queue, key=lambda piece: piece[0]):
        name, begun = division.name(pairing), time.perf_counter()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".* isn't compiled")  # Skip-Bo's can't be
            total, error = play_piece(
                division, pairing.player, pairing.other, games=pairing.piece, seed=SEED + number
            )
        if error:
            raise RuntimeError(f"{name}: {error}")
        played = versions(division, pairing.player, pairing.other)
        kept.add({"name": name, "seed": SEED + number, "version": played, **total._asdict()})
        so_far = kept.total(division, pairing)
        say(f"{name}: {so_far.wins:g} of {so_far.decided}, {time.perf_counter() - begun:.0f} s")


def time_name(division: Division, budget: Budget) -> str:
    """Return the name by which a budget's time is kept."""
    return f"{division.key}: {budget.bot}"


def measure_times(
    divisions: Sequence[Division],
    kept: Kept,
    *,
    only: str = "",
    moves: int = MOVES,
    say: Callable[[str], None] = print,
) -> None:
    """Measure how long the moves of each budget take, where that isn't known."""
    for division in divisions:
        for budget in division.budgets:
            name = time_name(division, budget)
            if only in name and kept.time_of(division, budget) is None:
                taken = move_times(division, budget, moves)
                mean, most = float(np.mean(taken)), float(np.percentile(taken, 95))
                row: Row = {"name": name, "version": version(division, budget.bot)}
                kept.add(row | {"moves": len(taken), "ms": round(mean, 2), "most": round(most, 2)})
                say(f"{name}: {mean:.1f} ms a move, 95 % within {most:.1f} ms")


def move_times(division: Division, budget: Budget, moves: int) -> list[float]:
    """Return the processor time of decisions that had a choice, in ms.

    They are those of one seat among the best rule bots; when there are enough, one of these
    plays on for it.
    """
    bot, rest = find(division.game, budget.bot), find(division.game, division.best)
    assert isinstance(bot, Strong)
    bot.load()
    taken: list[float] = []

    def timed(obs: Any) -> int:
        codes = rulebook(obs).codes
        if len(taken) >= moves:
            return rest.act(obs.seen, codes, obs.rng)
        legal = bot.game.legal_actions(obs.seen, codes)
        choice = len(bot.functions.candidates(obs.seen, codes, legal)) > 1
        begun = time.process_time()
        action = bot.act(obs.seen, codes, obs.rng)
        if choice:
            taken.append(1000 * (time.process_time() - begun))
        return action

    for number in range(moves):
        if len(taken) >= moves:
            break
        _simulated(division, timed, division.best, games=1, seed=SEED + number)
    return taken
