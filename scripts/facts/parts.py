"""The parts of a run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from scripts.facts.effects import play_pairs
from scripts.facts.play import Table, play_games


def play_part(
    table: Table, games: int, seed: Sequence[int], *, compiled: bool = True
) -> npt.NDArray[np.int64]:
    """Play a part of a run; return its sums, by `scripts.facts.play.NAMES`.

    Parameters
    ----------
    table : Table
    games : int
    seed : sequence of int
    compiled : bool
        Whether it is compiled; the result is the same.

    Returns
    -------
    array of int64, 3 × names
        The sums, those of the squares, and of the products with `scripts.facts.play.BASES`.
    """
    play = play_pairs if table.effect else play_games
    return play(table, games, seed, compiled=compiled)
