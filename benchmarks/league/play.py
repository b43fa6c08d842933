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
from benchmarks.league.settings import MOVES, SEED, Budget, Division, Pairing, pairings
from skyjo_widget.bots import find
from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.search import Strong
from skyjo_widget.simulation.simulate import simulate
from skyjo_widget.simulation.tournament import tournament
from skyjo_widget.strategies.observation import rulebook

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "league.jsonl"

Row = dict[str, Any]
"""A line of the file: the result of a piece, or the time that a budget takes."""


USED = {"skyjo": {"skyjo"}, "newskyjo": {"newskyjo", "skyjo"}, "skip-bo": {"skipbo"}}
"""Beginnings of the names of a game's files and folders, and of those that its bots use."""
SUFFIXES = (".py", ".csv", ".npy")
LEVELS = "levels.py"
"""Tuned by the league, so a level's numbers count for its own games alone."""

WIN = "win"
"""In the names of files with fitted chances to win, by which no bot decides."""


def code_of(package: Path, game: str, *more: Path, searches: bool) -> str:
    """Hash the rules and decks of a game, its rule bots, and with `searches` its search."""
    others = tuple(set().union(*USED.values()) - USED[game])
    rule_bots = tuple(USED[game])

    def is_used(path: Path) -> bool:
        parts = path.relative_to(package).parts
        if any(part.startswith(others) for part in parts) or path.name == LEVELS:
            return False
        if WIN in path.stem.split("_"):
            return False
        if path.stem.endswith("_search"):
            return searches and path.stem == f"{game.replace('-', '')}_search"
        return searches or parts[0] == "engine" or path.name.startswith(rule_bots)

    files = (path for folder in ("engine", "bots") for path in (package / folder).rglob("*"))
    used = sorted(path for path in files if path.suffix in SUFFIXES and is_used(path))
    return hashlib.sha256(b"".join(path.read_bytes() for path in (*used, *more))).hexdigest()[:8]


@functools.cache
def _hash(game: str, searches: bool) -> str:
    return code_of(ROOT / "skyjo_widget", game, Path(public.__file__), searches=searches)


def code(game: str, *players: str) -> str:
    """Return the version of the code by which bots play, with the levels' numbers and the seed."""
    numbers = search_of(game).levels
    levels = {name: numbers[int(name[6:-1])] for name in players if name.startswith("level(")}
    searches = any(name.startswith(("level(", "strong(")) for name in players)
    found = _hash(game, searches=searches)
    if levels:
        found += "-" + hashlib.sha256(repr(sorted(levels.items())).encode()).hexdigest()[:4]
    return f"{found}-{SEED}"


def _codes() -> Iterator[str]:
    """Yield the codes of all pairings that can be."""
    for game in USED:
        levels = [f"level({level})" for level in search_of(game).levels]
        yield from (code(game, "greedy"), code(game, "strong(1)"))
        yield from (code(game, one, other) for one in levels for other in (*levels, "greedy"))


CODES = frozenset(_codes())
"""Versions whose games count."""


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
    """The games played by this version of the code, in a file of lines of JSON.

    Parameters
    ----------
    path : Path
        The file; it need not exist.
    """

    def __init__(self, path: Path = KEPT) -> None:
        self.path = path
        self._pieces: dict[str, dict[int, Row]] = {}
        self._times: dict[str, Row] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                self._take(json.loads(line))

    def _take(self, row: Row) -> None:
        if row["code"] not in CODES:  # of any game: its name belongs to one
            return
        if "moves" in row:
            self._times[row["name"]] = row
        else:
            self._pieces.setdefault(row["name"], {})[row["seed"]] = row

    def add(self, row: Row) -> None:
        """Keep a row, in the file too."""
        self._take(row)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def has(self, name: str, seed: int, games: int) -> bool:
        """Return whether a piece with that seed and so many games was played."""
        row = self._pieces.get(name, {}).get(seed)
        return row is not None and row["games"] == games

    def total(self, name: str) -> Total:
        """Return a pairing's games so far."""
        rows = self._pieces.get(name, {}).values()
        sums = (sum(row[key] for row in rows) for key in ("games", "undecided", "wins"))
        return Total(*sums)

    def time_of(self, name: str) -> Row | None:
        """Return the measured time of a bot's moves, or None."""
        return self._times.get(name)

    @property
    def seconds(self) -> float:
        """The time that all of it took."""
        rows = [row for pieces in self._pieces.values() for row in pieces.values()]
        return float(sum(row["seconds"] for row in (*rows, *self._times.values())))


def play_piece(
    division: Division,
    one: Any,
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
    one, other : str or callable
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
        [public.STRATEGIES.get(one, one)],
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
            if not kept.has(division.name(pairing), SEED + number, pairing.piece):
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
        wanted = [one for one in choose(division) if only in division.name(one)]
        queue += [(at, division, one) for at, one in missing(division, wanted, kept, games)]
    for number, division, pairing in sorted(queue, key=lambda piece: piece[0]):
        name, begun = division.name(pairing), time.perf_counter()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".* isn't compiled")  # Skip-Bo's can't be
            total, error = play_piece(
                division, pairing.one, pairing.other, games=pairing.piece, seed=SEED + number
            )
        if error:
            raise RuntimeError(f"{name}: {error}")
        seconds = round(time.perf_counter() - begun, 2)
        played = code(division.game, pairing.one, pairing.other)
        row = {"code": played, "name": name, "seed": SEED + number, **total._asdict()}
        kept.add({**row, "seconds": seconds})
        so_far = kept.total(name)
        say(f"{name}: {so_far.wins:g} of {so_far.decided}, {seconds:.0f} s")


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
            if only in name and kept.time_of(name) is None:
                begun = time.perf_counter()
                taken = move_times(division, budget, moves)
                mean, most = float(np.mean(taken)), float(np.percentile(taken, 95))
                row = {"code": code(division.game, budget.bot), "name": name, "moves": len(taken)}
                row |= {"ms": round(mean, 2), "most": round(most, 2)}
                kept.add({**row, "seconds": round(time.perf_counter() - begun, 2)})
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
        simulate(
            division.game,
            [timed, *[division.best] * (division.seats - 1)],
            games=1,
            seed=SEED + number,
            limit=None,
            progress=False,
            **dict(division.rules),
        )
    return taken
