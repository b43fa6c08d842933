"""`perfect`: the optimal player of small boards of Skyjo for two seats.

With two seats Skyjo is in effect a game of perfect information, and small boards are solved by
backward induction.  The file has the values of all positions in which both grids have hidden cards;
those of a last turn are computed from the scores, and the worth of an action from the positions
that it leads to.  Optimal is what leaves one most points better off than the other at the end of
the round, on average; totals don't matter.

The boards are solved as if each card came from the whole deck.  Of 150 cards that changes little:
in 40,000 rounds without replacement the starter of one column was better off by what is solved,
within the standard error of 0.04 points.  The file has steps of 1/400 of a point, which lose less
than a thousandth a round.  ``python -m scripts.skyjo_perfect`` makes it anew.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots.skyjo_boards import COLUMN, FOUR, Board, Tables, tables
from skyjo_widget.bots.skyjo_setup import setup_worths
from skyjo_widget.bots.skyjo_worth import best_action, worths
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.options import SkyjoCodes
from skyjo_widget.engine.skyjo.rules import SETUP
from skyjo_widget.errors import RulesError

BOARDS = {
    "columns=1": COLUMN,
    "columns=2, rows=2, clear=2, deck=Deck.from_counts([(n, 25) for n in range(6)])": FOUR,
}
"""The boards, by the arguments of a table with one."""
SCALE = 400
"""The file's steps a point."""
TIED = 1 / SCALE + 1e-9
"""Worth that may be equal, after rounding."""
FILE = Path(__file__).with_suffix(".npz")
DIGEST = "375b94c7ca754dfd"
"""The file's `digest`, which a test compares."""

_FREE = ("turned", "target", "ender_starts")
"""Rule codes that may differ from a solved board's."""
_FIXED = tuple(f.name for f in dataclasses.fields(SkyjoCodes) if f.name not in _FREE)


def digest() -> str:
    """Return a short hash of the values' file."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:16]


def board_of(r: Any) -> Board | None:
    """Return the solved board with these rule codes; None if there is none."""
    return next((board for board in BOARDS.values() if _is_played_by(board, r)), None)


def _is_played_by(board: Board, r: Any) -> bool:
    """Return whether rule codes are a board's, but for those that may differ."""
    codes = _codes(board)
    return type(r) is SkyjoCodes and all(getattr(r, n) == getattr(codes, n) for n in _FIXED)


@functools.cache
def _codes(board: Board) -> SkyjoCodes:
    """Return a board's rule codes."""
    return board.rules.codes(2, board.deck)


def early(t: Tables) -> npt.NDArray[np.bool_]:
    """Return the positions that the file has, as a mask: those before a last turn."""
    return np.asarray(t.hidden[t.other] > 0)


@functools.cache
def solution(board: Board) -> Tables:
    """Return a board's tables with the values of all its positions."""
    t = tables(board)
    here = early(t)
    with np.load(FILE) as file:
        t.value[here] = file[f"{board.name}: value"] / SCALE
        t.drawing[here] = file[f"{board.name}: drawing"] / SCALE
    _last_turns(t)
    return t


def _last_turns(t: Tables) -> None:
    """Fill in the values of positions in which the other one has ended the round."""
    full = np.flatnonzero(t.hidden == 0)
    points, chances = t.points[full], t.drawn[0]
    ends = np.zeros((len(t.hidden), len(full)))  # by the grids of the last seat and of the ender
    doubled = (points[:, None] <= points) & (points > 0)
    ends[full] = np.where(doubled, 2 * points, points) - points[:, None]
    for mine in np.flatnonzero(t.hidden)[::-1]:  # a turned card leads to a grid that comes later
        cell = np.argmax(t.old[mine] == len(chances))
        ends[mine] = chances @ ends[t.after[mine, cell]]
    for mine in np.flatnonzero(t.hidden):
        places = t.old[mine] >= 0
        placed = ends[t.after[mine, places]].max(axis=0)  # kinds × enders
        drawing = chances @ np.maximum(placed, ends[mine])
        at = t.at[mine, full, 0]
        t.drawing[at] = drawing
        t.value[at] = np.maximum(placed, drawing).T


@dataclasses.dataclass(frozen=True, slots=True)
class Perfect:
    """The bot; see the module."""

    name: str = "perfect"
    index: int | None = None

    def check(self, r: Any) -> None:
        """Raise `RulesError` unless the board with these rule codes is solved."""
        if board_of(r) is None:
            raise RulesError(
                "perfect plays two-seat games of Skyjo on boards that are solved, with its usual "
                "rules: {boards}",
                boards="; ".join(BOARDS),
            )

    def worth(self, o: Any, r: Any) -> dict[int, float] | None:
        """Return what each legal action is worth to the seat to act, by its id.

        Parameters
        ----------
        o : observation
            The observation of the seat to act.
        r : SkyjoCodes

        Returns
        -------
        dict of int to float or None
            The points by which the seat is better off than the other one at the end of the round,
            on average, if both play optimally after the action.  None on a board that isn't
            solved.
        """
        board = board_of(r)
        if board is None:
            return None
        out = _worths(board, o, r)
        return {int(action): float(out[action]) for action in np.flatnonzero(~np.isnan(out))}

    def act(self, o: Any, r: Any, rng: Any) -> int:
        """Return its action.

        Raises
        ------
        RulesError
            On a board that isn't solved.
        """
        self.check(r)
        board = board_of(r)
        assert board is not None, "`check` raises else"
        return int(best_action(o, _worths(board, o, r), TIED))

    def prepare(self, r: Any) -> None:
        """Load the values of the board with these rule codes."""
        board = board_of(r)
        if board:
            solution(board)


def _worths(board: Board, o: Any, r: Any) -> npt.NDArray[np.float64]:
    """Return what each action is worth; NaN for what isn't legal."""
    if o.phase == SETUP:
        return setup_worths(solution(board), o, r)
    out = np.empty(len(SKYJO.actions))
    worths(solution(board), o, r, 0, out)
    return out
