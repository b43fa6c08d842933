"""The worth of turning a card at the set-up of a solved board that is drawn with replacement."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots.skyjo_worth import grid_number
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import FLIP_FIRST

Pair = tuple[int, int]


def setup_worths(t: Any, o: Any, r: Any) -> npt.NDArray[np.float64]:
    """Return what each action is worth to the seat that turns a card; NaN for what isn't legal.

    Parameters
    ----------
    t : Tables
        With the values of all positions.
    o : observation
    r : SkyjoCodes
    """
    kinds, chances = len(t.unit), t.turned[0].tolist()

    @functools.cache
    def value(grids: Pair, lead: int, top: int, seat: int, flips: int) -> float:
        """Return the points by which seat 0 is better off; `lead` is that of its turned sum."""
        if seat == 2:
            starter = _starter(o, r, lead)
            best = float(t.value[t.at[grids[starter], grids[1 - starter], 0], top])
            return best if starter == 0 else -best
        points = [
            turned(grids, lead, top, seat, flips, j)
            for j, card in enumerate(t.old[grids[seat]])
            if card == kinds
        ]
        return max(points) if seat == 0 else min(points)

    def turned(grids: Pair, lead: int, top: int, seat: int, flips: int, j: int) -> float:
        """Return the same once the card at a place is turned."""
        mine, total = grids[seat], 0.0
        after = (seat, flips - 1) if flips > 1 else (seat + 1, r.turned)
        for k, chance in enumerate(chances):
            grid = int(t.after[mine, j, k])
            both = (grid, grids[1]) if seat == 0 else (grids[0], grid)
            ahead = lead + (r.value[k] if seat == 0 else -r.value[k])
            total += chance * value(both, ahead, k if t.clears[mine, j, k] else top, *after)
        return total

    numbers = [grid_number(o, r, seat) for seat in range(2)]
    grids = int(t.grid[numbers[0]]), int(t.grid[numbers[1]])
    lead, top = o.turned_sum[0] - o.turned_sum[1], o.discard[o.discard_size - 1]
    out = np.full(len(SKYJO.actions), np.nan)
    for i in range(r.cells):
        j = int(t.place[numbers[o.seat], i])
        if j >= 0 and t.old[grids[o.seat], j] == kinds:
            points = turned(grids, lead, top, o.seat, o.flips, j)
            out[FLIP_FIRST + i] = points if o.seat == 0 else -points
    return out


def _starter(o: Any, r: Any, lead: int) -> int:
    """Return the seat that has the first turn."""
    if r.ender_starts and o.ender != NOBODY:
        return int(o.ender)
    first = (o.round - 1) % 2
    return first if lead == 0 else int(lead < 0)
