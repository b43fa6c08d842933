"""Runs played again, from their seed or by their actions, for what no row is kept of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.tally import Marks, Tally
from skyjo_widget.engine.core.trace import Trace
from skyjo_widget.simulation.executors import map_in_order, pieces_of
from skyjo_widget.simulation.job import GroupRunner, Job

Result = TypeVar("Result")
Recorded = Callable[[int], npt.NDArray[np.int16] | None]
"""Returns all actions of a block in the order of play, given its number; None if they are lost."""


class TalliedBlock(NamedTuple):
    """Games that were played again: their rounds, and what was decided in them.

    Parameters
    ----------
    noted : Trace
        Games and rounds.
    tally : Tally
    """

    noted: Trace
    tally: Tally


def repeatable(job: Job) -> bool:
    """Return whether the seed alone gives the same games again."""
    return job.fast and not jit.is_interpreted(job.codes)


def repeats_fast(job: Job) -> bool:
    """Return whether playing it again is faster than reading rows of its decisions."""
    return repeatable(job) and jit.has_numba()


def repeats_by_actions(job: Job) -> bool:
    """Return whether playing it again by its actions is faster than reading rows.

    Not if a block may hold a part of a deal, which is a unit of measures.
    """
    return jit.has_numba() and not jit.is_interpreted(job.codes) and job.block % job.rotations == 0


def tally_block(
    job: Job, marks: Marks, games: int, number: int, recorded: Recorded | None = None
) -> TalliedBlock:
    """Play a block again, as far as so many games of the job go, by its actions if they are there.

    Reading them takes a fraction of the time that the policies take.
    """
    first = number * job.block
    last = min(first + job.block, games)
    actions = recorded(number) if recorded else None
    runner = GroupRunner(job, first // job.group, [], marks=marks, recorded=actions)
    return TalliedBlock(*runner.tally(last - first))


def of_blocks(
    job: Job, work: Callable[[int], Result], games: int, executor: Executor | None = None
) -> Iterator[Result]:
    """Yield ``work(number)`` of each block of the first games of a job, in order.

    Parameters
    ----------
    job : Job
        A repeatable one.
    work : callable
        Takes the number of a block, for `tally_block`.
    games : int
    executor : Executor, optional
        By default all cores.
    """
    blocks = range(-(-games // job.block))
    if executor is None:
        yield from pieces_of(job, work, blocks)
    else:
        yield from map_in_order(work, iter(blocks), executor)
