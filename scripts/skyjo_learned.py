"""Learn the table of Skyjo's `learned` policy from rounds, and write it.

    python -m scripts.skyjo_learned [PASSES]

Each pass plays rounds of two to four seats: everybody plays by the table so far, everybody
plays `careful`, or both kinds sit in turn round the table; the first pass plays `careful` alone.
One action in fifty is random.  After each turn every seat's columns are noted, and the sum with
which the seat ended the round.  A linear regression of the sums on the columns, one for each
stage, gives the next table; each pass halves the weight of all earlier ones.  The table that is
written is the mean of the last passes.  A pass takes 30 to 60 seconds.

The table at hand is of rounds without the gift.  Made anew, with it, the table won 52.0 % (51.1 to
53.0) of 10,000 games against that one at two seats, but 32.6 % (31.7 to 33.6) at three and 24.1 %
(23.3 to 24.9) at four, where chance is 33.3 and 25; so it was left.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots import skyjo_learned
from skyjo_widget.bots.skyjo_careful import careful_action
from skyjo_widget.bots.skyjo_learned import (
    CLEARED,
    COLUMNS,
    FILE,
    HIDDEN,
    LOWEST,
    MOVED,
    SCALE,
    STAGES,
    WAITING,
    column_number,
    placed,
    playable,
    table_action,
)
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import to_record
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
    DRAW,
    FLIP,
    FLIP_FIRST,
    GAME_OVER,
    PLACE_FIRST,
    ROUND_OVER,
    SETUP,
    SHUFFLE,
    TAKE,
)

PASSES = 14
KEPT = 10
"""The last passes, whose mean is written."""
ROUNDS = {2: 40_000, 3: 12_000, 4: 6_000}
"""Rounds of a pass, by seats, for each of the three kinds of table."""
STRAY = 0.02
"""The share of random actions."""
RIDGE = 15.0
"""Observations that a column's value at the stage before, with a turn less, counts for."""
MOST_NOTED = 4000
"""Grids noted of a round, at most; later ones are left out."""


@rule
def stray(s: Any, r: Any, rng: Any) -> int:
    """Return a random action."""
    if s.phase == CHOOSE:
        return DRAW if s.draw_size > 0 and rng.random() < 0.5 else TAKE
    at = int(rng.random() * r.cells)
    wanted = s.grid[s.seat][at]
    while wanted == NO_CARD or (s.phase == FLIP and wanted != UNKNOWN):
        at = int(rng.random() * r.cells)
        wanted = s.grid[s.seat][at]
    return (FLIP_FIRST if s.phase == FLIP else PLACE_FIRST) + at


@rule
def stage_of(s: Any, r: Any, seat: int, mover: int) -> int:
    """Return a seat's stage after a turn."""
    if s.ender != NOBODY:
        had = (seat - s.ender) % r.players <= (mover - s.ender) % r.players
        return 0 if had else 1
    fewest = s.hidden[0]
    for p in range(r.players):
        fewest = min(fewest, s.hidden[p])
    return int(1 + min(fewest, STAGES - 2))


def make_play(
    apply: Callable[..., None], proceed: Callable[..., None], fingerprint: int
) -> Callable[..., None]:
    """Build the loop that plays rounds and adds up what a regression needs."""

    def play(
        states: Any,
        rules: Any,
        rng: Any,
        by_table: Any,
        table: Any,
        rounds: int,
        noted: Any,
        products: Any,
        sums: Any,
    ) -> None:
        """Play rounds.

        Parameters
        ----------
        states : array of two twins
            The second one is a game's start.
        rules : array of one twin
        rng : Generator
        by_table : array of int
            1 for each seat that plays by the table, 0 for `careful`; it moves on by a seat
            each round.
        table : tuple of two arrays
            The table, and its `placed`.
        rounds : int
        noted : array of int, notes × (seat, role, stage, columns)
            Working memory.
        products : array, roles × stages × columns × columns
            How often two columns lay in one grid; is added to.
        sums : array, roles × stages × columns
            The sums that grids with a column ended with; is added to.
        """
        r = rules[0]
        for game in range(rounds + fingerprint * 0):
            states[0] = states[1]
            s = states[0]
            n = 0
            while s.phase not in (ROUND_OVER, GAME_OVER):
                if s.seat == NOBODY or s.phase == SHUFFLE:
                    if s.phase == SHUFFLE:
                        shuffle(rng, s.draw, s.draw_size)
                    proceed(s, r)
                    continue
                me = s.seat
                turns = s.turns[me]
                if s.phase != SETUP and rng.random() < STRAY:
                    action = stray(s, r, rng)
                elif by_table[(me + game) % r.players] and s.phase != SETUP:
                    action = table_action(s, r, table, True)
                else:
                    action = careful_action(s, r)
                apply(s, r, action)
                if s.turns[me] == turns or n + r.players > len(noted):
                    continue
                for p in range(r.players):
                    noted[n, 0] = p
                    noted[n, 1] = MOVED if p == me else WAITING
                    noted[n, 2] = stage_of(s, r, p, me)
                    for column in range(r.columns):
                        noted[n, 3 + column] = column_number(s, r, p, column)
                    n += 1
            for k in range(n):
                total = s.raw[noted[k, 0]]
                role = noted[k, 1]
                stage = noted[k, 2]
                for i in range(r.columns):
                    row = noted[k, 3 + i]
                    if row != CLEARED:
                        sums[role, stage, row] += total
                        for j in range(r.columns):
                            if noted[k, 3 + j] != CLEARED:
                                products[role, stage, row, noted[k, 3 + j]] += 1

    return play


def prior() -> npt.NDArray[np.float64]:
    """Return the sums of all columns, a hidden card at the mean of the deck."""
    deck = SKYJO.deck
    codes = next(iter(SKYJO.presets.values())).codes(2, deck)
    mean = sum(codes.count[k] * codes.value[k] for k in range(codes.kinds)) / codes.deck_size
    return np.array(
        [sum(mean if card == HIDDEN else card + LOWEST for card in column) for column in COLUMNS]
    )


def fitted(products: npt.NDArray[Any], sums: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return the values that fit best; those of stage 0, where nothing follows, are the prior."""
    values = np.tile(prior(), (2, STAGES, 1))
    for role in (MOVED, WAITING):
        for stage in range(1, STAGES):
            before = values[role, stage - 1]  # columns that were rarely seen stay near it
            matrix = products[role, stage].astype(np.float64)
            rest = sums[role, stage] - matrix @ before
            weighted = matrix + RIDGE * np.eye(len(before))
            values[role, stage] = before + np.linalg.solve(weighted, rest)
    return values


def learn(passes: int = PASSES) -> npt.NDArray[np.int16]:
    """Return the table, in 1 / `SCALE` points."""
    play = jit.compiled(make_play, SKYJO.apply, SKYJO.proceed)
    size = len(COLUMNS)
    products = np.zeros((2, STAGES, size, size), np.float32)
    sums = np.zeros((2, STAGES, size))
    values = np.tile(prior(), (2, STAGES, 1))
    tables = []
    for number in range(passes):
        begun = time.perf_counter()
        products *= 0.5
        sums *= 0.5
        small = playable(values)
        table = small, placed(small)
        for seats, rounds in ROUNDS.items():
            state = SKYJO.state()
            codes = next(iter(SKYJO.presets.values())).codes(seats, SKYJO.deck)
            SKYJO.start(state, codes)
            start, noted = to_record(state), np.zeros((MOST_NOTED, 3 + codes.columns), np.int64)
            kinds = ([0], [1, 0], [1]) if number else ([0],)  # the first table knows nothing
            for kind in kinds:
                rng = np.random.default_rng([number, seats, len(kind), kind[0]])
                by_table = np.array((kind * seats)[:seats])
                room = np.concatenate([start, start])
                rest = rounds, noted, products, sums
                play(room, to_record(codes), rng, by_table, table, *rest)
        values = fitted(products, sums)
        tables.append(values)
        print(f"pass {number + 1}: {time.perf_counter() - begun:.0f} s", flush=True)
    mean = np.mean(tables[-KEPT:], axis=0)
    bounds = np.iinfo(np.int16)
    rounded = np.clip(np.round(mean * SCALE), bounds.min, bounds.max)
    written: npt.NDArray[np.int16] = rounded.astype(np.int16)
    return written


if __name__ == "__main__":
    table = learn(int(sys.argv[1]) if len(sys.argv) > 1 else PASSES)
    np.save(FILE, table)
    print(f"{FILE}: {table.nbytes} bytes; the digest in {skyjo_learned.__file__} must become")
    print(skyjo_learned.digest())
