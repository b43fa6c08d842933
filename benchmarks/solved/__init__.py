"""Two-seat Skyjo solved on small boards: what rule bots lose against the optimal player.

With two seats, Skyjo is in effect a game of perfect information: a drawn card is private for
one decision of its drawer, and a hidden one is unknown to both.  So backward induction
over what everybody sees is exact.  A bot's regret is what its decisions lose in all, in points
a round; it equals what it scores worse than is expected after the deal, which a test checks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy.typing as npt

from benchmarks.figures import Figure
from benchmarks.solved.boards import COLUMN_TURNED, PAIR, SQUARE
from benchmarks.solved.play import DOUBLED, ENDLESS, KEEP, PILE, STARTER, WHERE, duel
from benchmarks.solved.solver import solved, value
from skyjo_widget.bots.skyjo import NAMES
from skyjo_widget.bots.skyjo_boards import COLUMN, Board
from skyjo_widget.util.intervals import critical, mean_interval

BOARDS = (PAIR, SQUARE, COLUMN, COLUMN_TURNED)
ROUNDS = 20_000
SEED = 2026
KINDS = {"take or draw": PILE, "place or discard": KEEP, "where": WHERE}


def figures() -> Iterator[Figure]:
    """Yield each board's value, its optimal self-play, and the regret of the rule bots."""
    for board in BOARDS:
        t = solved(board)
        name = f"{board.name}, {board.rules.turned} turned"
        exact = value(board, t)
        yield Figure(f"{name}: the starter is better off by", exact, "points")
        rows = duel(board, t, "optimal", ROUNDS, SEED)
        gap = rows[:, STARTER].mean() - exact
        most = critical(len(BOARDS), ROUNDS) * rows[:, STARTER].std(ddof=1) / math.sqrt(ROUNDS)
        yield Figure("  optimal self-play differs by", abs(gap), "points", at_most=most)
        yield _mean("  rounds in which the ender is doubled", 100 * rows[:, DOUBLED], "%")
        yield _mean("  rounds that don't end", 100 * rows[:, ENDLESS], "%")
        if board.rules.turned:
            yield from _regrets(board, t)


def _regrets(board: Board, t: Any) -> Iterator[Figure]:
    perfect = ("perfect",) if board.replaced else ()
    for bot in (*perfect, *NAMES):
        rows = duel(board, t, bot, ROUNDS, SEED)
        yield _mean(f"  {bot}: regret a round", rows[:, [*KINDS.values()]].sum(axis=1), "points")
        for kind, column in KINDS.items():
            yield _mean(f"    {kind}", rows[:, column], "points")


def _mean(what: str, sample: npt.NDArray[Any], unit: str) -> Figure:
    """Return a mean, with half of its 95 % interval in the unit."""
    interval = mean_interval(sample)
    return Figure(what, interval.mean, f"± {(interval.high - interval.low) / 2:.3f} {unit}")
