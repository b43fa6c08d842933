"""Games drawn of a log, a session or a simulation, and what is worked out of them in parallel."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from skyjo_widget.engine.core import jit as speed
from skyjo_widget.errors import RulesError
from skyjo_widget.frames.load import load_all
from skyjo_widget.frames.log import Log
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import replay
from skyjo_widget.simulation.executors import cores, handed_out
from skyjo_widget.simulation.run_folder import RUN
from skyjo_widget.simulation.simulate import Simulation, load_simulation
from skyjo_widget.table.session import HeadlessSession
from skyjo_widget.util.files import is_folder, is_there
from skyjo_widget.util.validation import whole_number

OF_SIMULATIONS = 100
"""Games of a simulation that are drawn, unless told otherwise."""

Games = Log | HeadlessSession | Simulation | History | Sequence[History] | str | Path


def computed(work: Any, blocks: Iterator[Any], executor: Executor | None) -> Iterator[Any]:
    """What comes of each block, in their order.

    Raises
    ------
    RulesError
        If the executor is none.
    """
    if executor is not None:
        if not isinstance(executor, Executor):
            raise RulesError(f"executor={executor!r} is no executor of concurrent.futures")
        yield from handed_out(work, blocks, executor)
    elif not speed.has_numba():  # threads would take turns
        yield from map(work, blocks)
    else:
        own = ThreadPoolExecutor(cores())
        try:
            yield from handed_out(work, blocks, own)
        finally:
            own.shutdown(wait=False, cancel_futures=True)


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """The games that were drawn of a source.

    Parameters
    ----------
    source : Simulation or sequence of History
    numbers : list of int
        Which, in order.
    of : int
        How many there were.
    """

    source: Simulation | Sequence[History]
    numbers: Sequence[int]
    of: int

    def histories(self, *, progress: bool) -> Iterator[History]:
        """One after the other."""
        from tqdm.auto import tqdm  # noqa: PLC0415  (it looks for a notebook: only when needed)

        bar: Iterable[int] = tqdm(
            self.numbers, unit="game", delay=1, disable=not progress, leave=False
        )
        for number in bar:
            if isinstance(self.source, Simulation):
                yield self.source.open(number, display=False).history
            else:
                yield self.source[number]


def find_games(source: Games, sample: int | None, seed: int, *, locked: bool = False) -> Found:
    """The games of a source, or a sample of them.

    Parameters
    ----------
    source : Log, Session, Simulation, History, sequence of History, str or Path
    sample : int or None
        How many are drawn; all unless told, of a simulation `OF_SIMULATIONS`.
    seed : int
    locked : bool
        Whether a session may be one whose locked coach is silent about the present round.

    Raises
    ------
    RulesError
        If there is none, the sample is no number of games, or a session's coach is locked.
    """
    if isinstance(source, (str, Path)):
        folder = Path(source)
        if not is_folder(folder):
            raise RulesError(f"{str(source)!r}: there is no such folder")
        source = load_simulation(folder) if is_there(folder / RUN) else load_all(folder)
    games: Simulation | Sequence[History]
    if isinstance(source, HeadlessSession):
        with source.lock:
            events = source.history.events[:]
        h = replay(events)  # the game may go on meanwhile
        if h.locked and not h.over and not locked:
            raise RulesError("the coach is locked in this game: wait until its round is over")
        games = [h]
    elif isinstance(source, Simulation):
        games = source
        sample = min(OF_SIMULATIONS, source.played) if sample is None else sample
    elif isinstance(source, History):
        games = [source]
    else:
        games = list(source.histories if isinstance(source, Log) else source)
    many = games.played if isinstance(games, Simulation) else len(games)
    if many == 0:
        raise RulesError("there is no game of which chances could be told")
    sample = None if sample is None else whole_number("sample", sample)
    if sample is not None and sample < 1:
        raise RulesError(f"sample={sample}: 1 or more games are needed")
    if sample is None or sample >= many:
        return Found(games, range(many), many)
    rng = np.random.default_rng(seed)
    return Found(games, sorted(rng.choice(many, sample, replace=False).tolist()), many)
