"""Runs played again from their seed, for what no row is kept of."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.tally import Marks, Tally
from skyjo_widget.engine.core.trace import Trace
from skyjo_widget.simulation.executors import pieces_of
from skyjo_widget.simulation.job import GroupRunner, Job


class TalliedBlock(NamedTuple):
    """Games that were played again: their rounds, and what was decided in them.

    Parameters
    ----------
    noted : Trace
        Games and rounds.
    tallies : list of Tally
        One of each group, in order.
    """

    noted: Trace
    tallies: list[Tally]


def repeatable(job: Job) -> bool:
    """Return whether the seed alone gives the same games again."""
    return job.fast and not jit.is_interpreted(job.codes)


def repeats_fast(job: Job) -> bool:
    """Return whether playing it again is faster than reading rows of its decisions."""
    return repeatable(job) and jit.has_numba()


def tally_block(job: Job, marks: Marks, games: int, number: int) -> TalliedBlock:
    """Play a block again, as far as so many games of the job go."""
    first = number * job.block
    last = min(first + job.block, games)
    pieces: list[Trace] = []
    tallies: list[Tally] = []
    for group in range(first // job.group, -(-last // job.group)):
        noted, tally = GroupRunner(job, group, [], marks=marks).tally(
            min(job.group, last - group * job.group)
        )
        pieces.append(noted)
        tallies.append(tally)
    return TalliedBlock(Trace.joined(pieces), tallies)


def tallied(job: Job, marks: Marks, games: int) -> Iterator[TalliedBlock]:
    """Yield the blocks of the first games of a repeatable job, in order, played on all cores."""
    work = functools.partial(tally_block, job, marks, games)
    yield from pieces_of(job, work, range(-(-games // job.block)))
