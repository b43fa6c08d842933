"""Samples of games from a log, session or simulation, and parallel work on them."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

from skyjo_widget.engine.core import jit
from skyjo_widget.errors import RulesError
from skyjo_widget.frames.log import Log
from skyjo_widget.records.history import History
from skyjo_widget.records.places import RUN, are_paths
from skyjo_widget.records.replay import replay
from skyjo_widget.simulation.executors import cores, map_in_order
from skyjo_widget.simulation.load import load_all
from skyjo_widget.simulation.simulate import Simulation, load_simulation
from skyjo_widget.table.sources import histories_of
from skyjo_widget.table.table import Table
from skyjo_widget.util.files import given_path, is_there
from skyjo_widget.util.progress import progress_bar
from skyjo_widget.util.validation import whole_number
from skyjo_widget.util.version import __version__

OF_SIMULATIONS = 100
"""Games of a simulation that are drawn by default."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Games = Log | Table | Simulation | History | Sequence[History] | str | Path


def map_blocks(work: Any, blocks: Iterator[Any], executor: Executor | None) -> Iterator[Any]:
    """Yield ``work(block)`` of each block, in order.

    Raises
    ------
    RulesError
        If `executor` isn't an Executor.
    """
    if executor is not None:
        if not isinstance(executor, Executor):
            raise RulesError(
                "executor={executor!r} is no executor of concurrent.futures", executor=executor
            )
        yield from map_in_order(work, blocks, executor)
    elif not jit.has_numba():  # threads would take turns
        yield from map(work, blocks)
    else:
        own = ThreadPoolExecutor(cores())
        try:
            yield from map_in_order(work, blocks, own)
        finally:
            own.shutdown(wait=False, cancel_futures=True)


class _GamesOfLog:
    """The games of a log by number; each is replayed, or played again, when it is asked for."""

    def __init__(self, log: Log) -> None:
        self._places = [(part, k) for part in log.parts for k in range(len(part.ids))]

    def __len__(self) -> int:
        return len(self._places)

    def game_id(self, number: int) -> str:
        """Return a game's id."""
        part, k = self._places[number]
        return part.ids[k]

    def __getitem__(self, number: int) -> History:
        part, k = self._places[number]
        return part.history(k)


@dataclasses.dataclass(frozen=True, slots=True)
class GameSample:
    """The games that were drawn of a source.

    Parameters
    ----------
    source : Simulation, sequence of History, or games of a log
    numbers : list of int
        Their numbers in the source, in order.
    of : int
        How many games the source has.
    """

    source: Simulation | Sequence[History] | _GamesOfLog
    numbers: Sequence[int]
    of: int

    def about(self, seed: int) -> dict[str, Any]:
        """Return what determines the results of these games, beside a call's own arguments."""
        return {
            "seed": seed,
            "games": len(self.numbers),
            "of": self.of,
            "which": hashlib.sha256(" ".join(self._ids()).encode()).hexdigest()[:12],
            "numba": jit.has_numba(),
            "software": __version__,
        }

    def _ids(self) -> list[str]:
        if isinstance(self.source, Simulation):
            return [f"{self.source.job.name}-{number:06d}" for number in self.numbers]
        if isinstance(self.source, _GamesOfLog):
            return [self.source.game_id(number) for number in self.numbers]
        games = [self.source[number] for number in self.numbers]
        return [f"{game.header['game_id']}:{len(game.events)}" for game in games]

    def histories(self, *, progress: bool) -> Iterator[History]:
        """Yield the games' histories."""
        for number in progress_bar(self.numbers, unit="game", disable=not progress):
            if isinstance(self.source, Simulation):
                yield self.source.open(number, display=False).history
            else:
                yield self.source[number]


def find_games(
    source: Games,
    sample: int | None,
    seed: int,
    *,
    locked: bool = False,
    every_game: bool = False,
) -> GameSample:
    """Return the games of a source, or a sample of them.

    Parameters
    ----------
    source : Log, Session, Simulation, History, sequence of History, path, or list of paths
    sample : int or None
        How many to draw; by default all, of a simulation `OF_SIMULATIONS`.
    seed : int
    locked : bool
        Whether a session is accepted whose coach is locked during the current round.
    every_game : bool
        Whether by default all games of a simulation are taken.

    Raises
    ------
    RulesError
        If it is none of these, there is no game, the sample isn't a positive number, or a
        session's coach is locked.
    """
    if isinstance(source, (str, Path)) and is_there(given_path(source) / RUN):
        source = load_simulation(given_path(source))
    elif are_paths(source):
        source = load_all(source)
    games: Simulation | Sequence[History] | _GamesOfLog
    if isinstance(source, Table):
        with source.parts.game.lock:
            events = source.history.events[:]
        history = replay(events)  # a copy: the game may continue meanwhile
        if history.locked and not history.over and not locked:
            raise RulesError("the coach is locked in this game: wait until its round is over")
        games = [history]
    elif isinstance(source, Simulation):
        games = source
        if sample is None and not every_game:
            sample = min(OF_SIMULATIONS, source.played)
    elif isinstance(source, Log):
        games = _GamesOfLog(source)
    else:
        games = histories_of(source)
    many = games.played if isinstance(games, Simulation) else len(games)
    if many == 0:
        raise RulesError("there is no game to estimate chances of")
    sample = None if sample is None else whole_number("sample", sample)
    if sample is not None and sample < 1:
        raise RulesError("sample={sample}: 1 or more games are needed", sample=sample)
    if sample is None or sample >= many:
        return GameSample(games, range(many), many)
    rng = np.random.default_rng(seed)
    return GameSample(games, sorted(rng.choice(many, sample, replace=False).tolist()), many)
