"""States of a run: its games are played again by their actions, group by group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core.trace import Trace
from skyjo_widget.frames.states.build import Played, joined
from skyjo_widget.frames.states.fields import layout
from skyjo_widget.frames.states.loop import WINNERS, Given, Player
from skyjo_widget.frames.states.table import States, Views
from skyjo_widget.simulation.job import Job


def states_of(
    job: Job, traces: Sequence[Trace], views: Views = "own", depth: int | None = None
) -> States:
    """Return the states of traces with decisions; each begins with the first game of a group."""
    laid_out = layout(job.game, job.codes, job.deck, depth)
    decisions = sum(len(trace.decisions) for trace in traces)
    player = Player(job.game, job.codes, laid_out, every=views == "all", decisions=decisions)
    played: list[Played] = []
    games: list[int] = []
    for trace in traces:
        for rows, group in _groups(job, trace):
            played.append(Played(*player.play(group)))
            played[-1].results[:, WINNERS] = trace.games["winners"][rows]  # also of stopped games
            games += trace.games["game"][rows].tolist()
    return joined(laid_out, played, [f"{job.name}-{number:06d}" for number in games])


def _groups(job: Job, trace: Trace) -> Iterator[tuple[npt.NDArray[np.int64], Given]]:
    """Yield the rows of the games of each group, and the games as the loop takes them."""
    games, none = trace.games["game"].astype(np.int64), np.zeros(0, np.int64)
    ends = np.cumsum(trace.games["decisions"], dtype=np.int64)
    actions = trace.decisions["action"].astype(np.int64)
    for group in np.unique(games // job.group):
        rows = np.flatnonzero(games // job.group == group)
        first = int(ends[rows[0] - 1]) if rows[0] else 0
        _, deals, piles = job.generators(int(group))
        yield (
            rows,
            Given(
                actions[first : int(ends[rows[-1]])],
                ends[rows] - first,
                none,
                none,
                (deals, piles),
                [(job.seed, int(number)) for number in games[rows]],
            ),
        )
