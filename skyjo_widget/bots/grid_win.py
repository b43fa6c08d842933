"""Features of the grid games for `skyjo_widget.bots.win_model`: what is public of each seat's grid.

The expected sum of a grid is that of the table of `skyjo_widget.bots.skyjo_learned`, which knows
columns of three places and the turns that are left.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots.skyjo_learned import (
    COLUMNS,
    DIGITS,
    HIDDEN,
    KINDS,
    LOWEST,
    MOVED,
    NEVER,
    NUMBERS,
    PLACES,
    ROWS,
    STAGES,
    VALUES,
    WAITING,
)
from skyjo_widget.bots.win_model import Floats, lead
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN

Numbers = npt.NDArray[np.int32]

CLEARED = len(COLUMNS)
"""A column without cards, after those of the table."""
MOST_GAIN = 15.0


def _padded(table: Floats, value: float) -> Floats:
    """Return a table of columns with one more, that is cleared, flat."""
    last = np.full_like(table.take([0], axis=-1), value)
    return np.concatenate([table, last], axis=-1).reshape(-1)


def _changes() -> Floats:
    """Return the least change of a column's value by a card, by stage, card and column."""
    columns, cards = np.array(COLUMNS), np.arange(KINDS)
    least = np.full((STAGES, KINDS, len(columns)), np.float32(NEVER))
    for place in range(ROWS):
        laid = np.repeat(columns[None], KINDS, axis=0)
        laid[:, :, place] = cards[:, None]
        least = np.minimum(least, VALUES[MOVED][:, NUMBERS[laid @ DIGITS]])
    change: Floats = least - VALUES[MOVED][:, None]
    return change


_VALUES = _padded(VALUES, 0.0)
_GAINS = _padded(_changes(), NEVER)
"""By stage, card and column."""


@dataclasses.dataclass(frozen=True, slots=True)
class Phases:
    """The phases that features distinguish.

    Parameters
    ----------
    kinds : tuple of tuple of int
        Groups of phases; each is a feature of the seat that is to decide.
    takes, leaves : tuple of int
        Those in which the seat to decide, or the next one, can have the discard pile's top card.
    keeps : tuple of int
        Those of `takes` in which it is the card that the seat keeps.
    """

    kinds: tuple[tuple[int, ...], ...]
    takes: tuple[int, ...]
    leaves: tuple[int, ...]
    keeps: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Grids:
    """The grids of states, as far as features of several kinds need them.

    Parameters
    ----------
    order : array of int, rows × seats
        How many seats after the one to decide, in the direction of play.
    waits, had : array of bool, rows × seats
        In the last lap, who has a turn to come, and who hasn't.
    stage : array of int, rows × seats
        As of the learned table.
    columns : array of int, rows × seats × columns
        Numbers of columns in the learned table.
    value : array of float32, rows × seats
        The expected sum of the grid.
    """

    order: Numbers
    waits: npt.NDArray[np.bool_]
    had: npt.NDArray[np.bool_]
    stage: Numbers
    columns: Numbers
    value: Floats


def grids_of(states: Any, codes: Any, order: Numbers, waits: npt.NDArray[np.bool_]) -> Grids:
    """Return what the grids of states are worth.

    Parameters
    ----------
    states, codes
    order : array of int, rows × seats
        How many seats after the one to decide, in the direction of play.
    waits : array of bool, rows × seats
        In the last lap, who has a turn to come, the present one too.
    """
    seats = codes.players
    lap = (states["ender"] >= 0)[:, None] & (states["last_turns"] > 0)[:, None]
    had = lap & ~waits
    fewest = states["hidden"].min(axis=1)[:, None]
    stage = np.where(lap, waits, 1 + np.minimum(fewest, STAGES - 2))
    places = _places(states)[states["grid"]].reshape(-1, seats, codes.rows, codes.columns)
    index = places[:, :, 0] * (PLACES * PLACES) + places[:, :, 1] * PLACES + places[:, :, 2]
    columns = np.where(places[:, :, 0] < 0, CLEARED, NUMBERS[index])
    role = np.where(had | (order == seats - 1), MOVED, WAITING)
    at = (role * STAGES + stage) * (CLEARED + 1)
    value = _VALUES[at[:, :, None] + columns].sum(axis=2)
    return Grids(order, lap & waits, had, stage, columns, value)


def _places(states: Any) -> Numbers:
    """Return the learned table's place of each card; the last two are hidden and none."""
    places: Numbers = states.numbers.astype(np.int32) - LOWEST
    places[UNKNOWN], places[NO_CARD] = HIDDEN, -1
    return places


def _among(phase: npt.NDArray[Any], kind: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Return whether each phase is one of a kind."""
    among: npt.NDArray[np.bool_] = np.zeros(len(phase), np.bool_)
    for number in kind:
        among |= phase == number
    return among


def top_gain(states: Any, grids: Grids, phases: Phases) -> Floats:
    """Return what the card that a seat can have saves it, else 0."""
    seats = grids.order.shape[1]
    phase, top = states["phase"], states["discard"][:, 0]
    if phases.keeps:
        top = np.where(_among(phase, phases.keeps), states["kept"], top)
    takes, leaves = _among(phase, phases.takes), _among(phase, phases.leaves)
    gain = np.zeros(grids.order.shape, np.float32)
    rows = np.flatnonzero((takes | leaves) & (top >= 0))
    seat = (grids.order[rows] == (1 * leaves[rows])[:, None] % seats).argmax(axis=1)
    card = _places(states)[top[rows]]
    at = (grids.stage[rows, seat] * KINDS + card) * (CLEARED + 1)
    change = _GAINS[at[:, None] + grids.columns[rows, seat]].min(axis=1)
    gain[rows, seat] = np.clip(-change, 0, MOST_GAIN)
    return gain


def grid_features(states: Any, codes: Any, edge: Floats, grids: Grids, phases: Phases) -> list[Any]:
    """Return the features of both games, each rows × seats, or what broadcasts to it."""
    seats, phase = codes.players, states["phase"]
    numbers = states.numbers.astype(np.float32)
    acts = grids.order == 0
    hidden = states["hidden"]
    faces = numbers[states["grid"]]
    turn = (states["turn"] / seats)[:, None]
    gain = top_gain(states, grids, phases)
    value = grids.value - gain
    fewest = hidden.min(axis=1, keepdims=True)
    rest = np.where(states["ender"][:, None] >= 0, 0, np.minimum(fewest, 10) / 10)
    return [
        grids.value,
        value,
        lead(value),
        lead(value - edge * rest),
        edge,
        edge * rest,
        gain,
        hidden,
        hidden - fewest,
        faces.sum(axis=2),
        faces.max(axis=2),
        np.sort(faces, axis=2)[:, :, -2],
        states["cards_left"],
        grids.order / seats,
        acts,
        grids.order == seats - 1,
        grids.waits,
        grids.had,
        states["ender"][:, None] == np.arange(seats),
        *(acts & _among(phase, kind)[:, None] for kind in phases.kinds),
        np.minimum(turn, 20),
        1 / seats,
        np.sqrt(seats),
    ]
