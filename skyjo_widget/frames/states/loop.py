"""The loop that plays games again by their actions, and writes what seats saw before each.

It plays no policy: the actions are given, and the shuffles too, or the generators of a run make
them.  It runs compiled where that is ready, else interpreted, with the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.dealing import give_dice
from skyjo_widget.engine.core.driver import DEALS
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe, to_record
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import MAX_SEATS, NO_CARD, UNKNOWN
from skyjo_widget.frames.states.fields import (
    ACTOR,
    COPY,
    ME,
    OWNER,
    PILE,
    Layout,
    layout,
    numbers,
    plan,
)

STATES = "states"
"""The kind of compiled code that writes rows (`skyjo_widget.engine.core.background`)."""

ROOM = 8192
"""Rows that are written before they are collected."""

MANY = 100_000
"""Rows that take longer to write interpreted than the loop takes to compile, some 10 seconds."""

GAME, DECISION, SEAT, VIEWER, ACTION, ROUND = range(6)
"""The columns of `Rows.about`."""
FINISHED, WINNERS, ROUNDS_OVER, TOTALS = range(4)
"""The columns of `Rows.results`; from the last on, each seat's total."""

AT_GAME, AT_ACTION, AT_ORDER, GOING, MADE, FILLED = range(6)
"""The progress of the loop."""


class Given(NamedTuple):
    """Games of one kind of table to be played again.

    Parameters
    ----------
    actions : array of int64
        The actions of all games, one after the other.
    ends : array of int64
        Where each game's actions end.
    orders : array of int64
        The cards of each shuffle, top first, one after the other; empty if generators shuffle.
    order_ends : array of int64
        Where each game's cards end; empty if generators shuffle.
    generators : tuple of Generator
        For deals, and for shuffles within rounds; not used if there are orders.
    seeds : sequence of tuple of int
        Of each game the seed and its number in its run.
    """

    actions: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    orders: npt.NDArray[np.int64]
    order_ends: npt.NDArray[np.int64]
    generators: tuple[np.random.Generator, np.random.Generator]
    seeds: Sequence[tuple[int, int]]


class Rows(NamedTuple):
    """Rows of states.

    Parameters
    ----------
    x : array of int16 or int32, rows × numbers
    legal : array of uint8, rows × ⌈actions / 8⌉
        The legal actions as packed bits; none for a seat that isn't to decide.
    about : array of int32, rows × 6
        Game, decision, deciding seat, viewer, action and round.
    """

    x: npt.NDArray[Any]
    legal: npt.NDArray[np.uint8]
    about: npt.NDArray[np.int32]


def write_row(flat: Any, s: Any, steps: Any, viewer: int, row: Any) -> None:
    """Write what a seat sees of a state into a row, from the state's record as integers.

    Compiled alone: interpreted it would be slower than `observed_writer`.
    """
    for k in range(steps.shape[0]):
        how = steps[k, 0]
        # Unsigned: an index that can't be negative is checked no more, and loops become fast.
        at = np.uint64(steps[k, 1])
        length = np.uint64(steps[k, 2])
        base = np.uint64(steps[k, 3])
        if how == COPY:
            for i in range(length):
                row[at + np.uint64(i)] = flat[base + np.uint64(i)]
        elif how == PILE:
            size = np.uint64(flat[steps[k, 4]])
            cards = min(size, length)
            for i in range(cards):
                row[at + np.uint64(i)] = flat[base + size - np.uint64(1) - np.uint64(i)]
            for i in range(cards, length):
                row[at + np.uint64(i)] = NO_CARD
        elif how == ACTOR:
            card = flat[base]
            row[at] = card if viewer == s.seat or card == NO_CARD else UNKNOWN
        elif how == OWNER:
            own = base + np.uint64(viewer * steps[k, 5])
            for i in range(length):
                row[at + np.uint64(i)] = flat[own + np.uint64(i)]
        elif how == ME:
            row[at] = viewer


def make_rows(  # noqa: PLR0915  (it holds the loop)
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    legal: Callable[..., int],
    wins: Callable[..., bool],
    write: Callable[..., None],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    game_over: int,
    deals: tuple[int, ...],
    fingerprint: int,
) -> Callable[..., bool]:
    """Build the loop, for `jit.compiled` or `jit.interpreted`."""

    def rows(  # noqa: PLR0912, PLR0915  (one loop, so that one compile sees it all)
        states: Any,
        flat: Any,
        fresh: Any,
        rules: Any,
        deck_rng: Any,
        pile_rng: Any,
        orders: Any,
        order_ends: Any,
        actions: Any,
        ends: Any,
        until: int,
        steps: Any,
        every: bool,
        acts: Any,
        x: Any,
        mask: Any,
        about: Any,
        results: Any,
        where: Any,
    ) -> bool:
        """Play until game `until`, or until the room for rows is filled; return if it is there."""
        s = states[0]
        r = rules[0]
        game = where[AT_GAME] + fingerprint * 0  # the cache key must change with the rules
        at = where[AT_ACTION]
        order = where[AT_ORDER]
        going = where[GOING]
        decision = where[MADE]
        has_orders = len(order_ends) > 0
        each = r.players if every else 1
        n = 0
        full = False
        while not full:
            over = False
            if not going:
                if game == until:
                    break
                for i in range(len(fresh)):  # nothing of the game before, as at a table
                    flat[i] = fresh[i]
                start(s, r)
                going = 1
                decision = 0
            elif s.phase == game_over:
                over = True
            elif s.phase in idle_phases:
                if s.phase == shuffle_phase:
                    if has_orders:
                        if order + s.draw_size > order_ends[game]:
                            over = True
                        else:
                            for i in range(s.draw_size):
                                s.draw[s.draw_size - 1 - i] = orders[order + i]
                            order += s.draw_size
                    elif s.shuffled_for in deals:
                        shuffle(deck_rng, s.draw, s.draw_size)
                    else:
                        shuffle(pile_rng, s.draw, s.draw_size)
                if not over:
                    proceed(s, r)
            elif at == ends[game]:
                over = True
            elif n + each > len(x):
                full = True
            else:
                count = legal(s, r, acts)
                for viewer in range(r.players):
                    if every or viewer == s.seat:
                        write(flat, s, steps, viewer, x[n])
                        for i in range(mask.shape[1]):
                            mask[n, i] = 0
                        if viewer == s.seat:
                            for i in range(count):
                                mask[n, acts[i]] = 1
                        about[n, GAME] = game
                        about[n, DECISION] = decision
                        about[n, SEAT] = s.seat
                        about[n, VIEWER] = viewer
                        about[n, ACTION] = actions[at]
                        about[n, ROUND] = s.round
                        n += 1
                apply(s, r, actions[at])
                at += 1
                decision += 1
            if over:
                finished = s.phase == game_over
                results[game, FINISHED] = int(finished)
                results[game, ROUNDS_OVER] = s.round - int(not finished)
                results[game, WINNERS] = 0
                for p in range(r.players):
                    if finished and wins(s, r, p):
                        results[game, WINNERS] += 1 << p
                    results[game, TOTALS + p] = s.total[p]
                at = ends[game]
                if has_orders:
                    order = order_ends[game]
                game += 1
                going = 0
        where[AT_GAME] = game
        where[AT_ACTION] = at
        where[AT_ORDER] = order
        where[GOING] = going
        where[MADE] = decision
        where[FILLED] = n
        return not full

    return rows


class Player:
    """A player of games again, at one kind of table.

    Parameters
    ----------
    game : Game
    codes : twin
        The rule codes.
    laid_out : Layout
    every : bool
        Whether there is a row for each seat, not for the deciding one alone.
    decisions : int
        How many there are in all: with many, compiling is waited for.
    """

    game: Game
    codes: Any
    laid_out: Layout
    every: bool

    def __init__(
        self, game: Game, codes: Any, laid_out: Layout, *, every: bool, decisions: int = 0
    ) -> None:
        self.interpreted: bool = jit.is_interpreted(codes) or not jit.has_numba()
        self.waits: Any | bool = decisions * (codes.players if every else 1) > MANY
        self.game, self.codes, self.laid_out, self.every = game, codes, laid_out, every
        self.steps: npt.NDArray[np.int64] = plan(laid_out, game.state)
        self.x: npt.NDArray[np.int32] = np.zeros((ROOM, len(laid_out)), np.int32)
        self.mask: npt.NDArray[np.uint8] = np.zeros((ROOM, laid_out.actions), np.uint8)
        self.about: npt.NDArray[np.int32] = np.zeros((ROOM, 6), np.int32)
        self.acts: npt.NDArray[np.int64] = np.zeros(laid_out.actions, np.int64)

    def play(self, games: Given) -> tuple[list[Rows], npt.NDArray[np.int64]]:
        """Play games again.

        Returns
        -------
        list of Rows
            In order; game numbers count from 0.
        array of int64, games × 3 + seats
            The results: whether it was finished, a bit for each winner, the rounds that are over,
            and the totals.
        """
        count = len(games.ends)
        results = np.zeros((count, TOTALS + MAX_SEATS), np.int64)
        where = np.zeros(6, np.int64)
        pieces: list[Rows] = []
        while where[AT_GAME] < count:
            fast = not self.interpreted and (self.waits or background.ready(STATES, self.game.name))
            until = count if fast else int(where[AT_GAME]) + 1
            calls = self._calls(games, results, where, until, fast=fast)
            pieces += [self._taken(filled) for filled in calls if filled]
        return pieces, results

    def _calls(
        self, games: Given, results: Any, where: Any, until: int, *, fast: bool
    ) -> Iterator[int]:
        """Play until a game; yield how many rows are filled, each time before they are reused."""
        loop = _loop(
            self.game, observed_writer(self.laid_out) if not fast else write_row, fast=fast
        )
        state = self.game.state()
        if not fast:
            give_dice(state, self.codes, *games.seeds[where[AT_GAME]])
        states: Any = to_record(state) if fast else [state]
        rules: Any = to_record(self.codes) if fast else [self.codes]
        flat = states.view(np.int64).reshape(-1) if fast else np.zeros(0, np.int64)
        fresh = flat.copy()
        acts = self.acts if fast else [0] * self.laid_out.actions
        done = False
        while not done:
            done = loop(
                states, flat, fresh, rules, *games.generators, games.orders, games.order_ends,
                games.actions, games.ends, until, self.steps, self.every, acts, self.x, self.mask,
                self.about, results, where,
            )  # fmt: skip
            yield int(where[FILLED])

    def _taken(self, filled: int) -> Rows:
        return Rows(
            narrow(self.x[:filled]),
            np.packbits(self.mask[:filled], axis=1),
            self.about[:filled].copy(),
        )


def narrow(x: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    """Copy numbers as int16 if they fit, which halves the memory, else as int32."""
    fits = np.iinfo(np.int16)
    small = x.min(initial=0) >= fits.min and x.max(initial=0) <= fits.max
    return x.astype(np.int16 if small else np.int32)


def _loop(game: Game, write: Callable[..., None], *, fast: bool) -> Callable[..., bool]:
    if fast:
        jit.hand_over(write)
    deals = {phase for phase, why in game.shuffles.items() if why in DEALS}
    make: Any = jit.compiled if fast else jit.interpreted
    loop: Callable[..., bool] = make(
        make_rows,
        game.start,
        game.apply,
        game.proceed,
        game.legal,
        game.wins,
        write,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.game_over,
        tuple(sorted(deals)),
    )
    return loop


def observed_writer(laid_out: Layout) -> Callable[..., None]:
    """Return `write_row` for interpreted states, from the observation of the seat."""

    def write(_flat: Any, s: Any, _steps: Any, viewer: int, row: Any) -> None:
        row[:] = numbers(laid_out, observe(s, viewer), viewer)

    return write


@background.maker(STATES)
def _load_states(name: str) -> None:
    game = GAMES[name]
    rules = next(iter(game.presets.values()))
    codes = rules.codes(rules.PLAYERS[0], game.deck)
    none = np.zeros(0, np.int64)
    rng = np.random.default_rng(0)
    player = Player(game, codes, layout(game, codes, game.deck), every=False)
    games = Given(none, none, none, none, (rng, rng), ())
    results = np.zeros((0, TOTALS + MAX_SEATS), np.int64)
    list(player._calls(games, results, np.zeros(6, np.int64), 0, fast=True))
