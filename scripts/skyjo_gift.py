"""Measure what the gift is worth to Skyjo's `learned` and `strong`, in games to 100.

    python -m scripts.skyjo_gift [GAMES]
    python -m scripts.skyjo_gift strong [DEALS]

In each game one seat reckons with the gift and the others, which play by the same table, don't;
that seat moves on by one each game.  In the control nobody does.  The processor's time is that
of games in which all do, over that of games in which nobody does.  10,000 games of each kind take
some two minutes.

Two searches play each deal twice, from both seats: one with the gift in its rollouts, and one
without it, with more rollouts.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.bots.search import Strong
from skyjo_widget.bots.skyjo import LEARNED
from skyjo_widget.bots.skyjo_careful import PATIENCE, careful_action
from skyjo_widget.bots.skyjo_learned import AFTER, VALUES, is_known, table_action
from skyjo_widget.bots.skyjo_search import strong
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe, to_record
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import GAME_OVER, SETUP, SHUFFLE
from skyjo_widget.util.intervals import mean_interval

SEED = 2026
TABLE = VALUES, AFTER
ROLLOUTS = 200, 280
"""Of the search with the gift, and of the one without it."""


def make_play(
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    wins: Callable[..., bool],
    fingerprint: int,
) -> Callable[..., None]:
    """Build the loop that plays whole games."""

    def play(
        states: Any, rules: Any, rng: Any, giving: Any, tables: Any, shares: Any, points: Any
    ) -> None:
        """Play games.

        Parameters
        ----------
        states, rules : arrays of one twin
        rng : Generator
        giving : array of int
            1 for each role that reckons with the gift, else 0.
        tables : tuple of two tables
            Those of role 0 and of all others.
        shares, points : arrays of float, games × roles
            Receive each role's share of the win and its points per round.
        """
        s = states[0]
        r = rules[0]
        for game in range(len(shares) + fingerprint * 0):
            start(s, r)
            while s.phase != GAME_OVER:
                if s.seat == NOBODY or s.phase == SHUFFLE:
                    if s.phase == SHUFFLE:
                        shuffle(rng, s.draw, s.draw_size)
                    proceed(s, r)
                elif s.phase == SETUP or s.turn >= PATIENCE * r.players:
                    apply(s, r, careful_action(s, r))
                else:
                    role = (s.seat + game) % r.players
                    table = tables[0] if role == 0 else tables[1]
                    apply(s, r, table_action(s, r, table, giving[role] > 0))
            winners = 0
            for p in range(r.players):
                winners += wins(s, r, p)
            for p in range(r.players):
                role = (p + game) % r.players
                shares[game, role] = wins(s, r, p) / winners
                points[game, role] = s.total[p] / s.round

    return play


def played(
    giving: Sequence[int],
    games: int,
    seed: int = SEED,
    tables: tuple[Any, Any] = (TABLE, TABLE),
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Play games, one seat for each role; return shares of the win and points per round.

    Parameters
    ----------
    giving : sequence of int
        1 for each role that reckons with the gift, else 0.
    games, seed : int
    tables : pair of tables
        Those of role 0 and of all others: a table's values, and these `placed`.

    Returns
    -------
    shares, points : arrays of float, games × roles
    """
    state, codes = SKYJO.state(), SKYJO.presets["skyjo"].codes(len(giving), SKYJO.deck)
    shares, points = np.zeros((2, games, len(giving)))
    play = jit.compiled(make_play, SKYJO.start, SKYJO.apply, SKYJO.proceed, SKYJO.wins)
    room = to_record(state), to_record(codes), np.random.default_rng(seed)
    play(*room, np.array(giving), tables, shares, points)
    return shares, points


@rule
def ungiving(policy: int, knob: int, o: Any, r: Any, rng: Any) -> int:
    """Return the action of `learned` without the gift, or for any other policy `careful`'s."""
    if policy != LEARNED or not is_known(r) or o.phase == SETUP or o.turn >= PATIENCE * r.players:
        return careful_action(o, r)
    return table_action(o, r, (VALUES, AFTER), False)


def searches(rollouts: tuple[int, int] = ROLLOUTS) -> tuple[Strong, Strong]:
    """Return a search with the gift in its rollouts, and one without it."""
    giving, plain = (strong(f"strong({n})", rollouts=n) for n in rollouts)
    plain.functions = dataclasses.replace(plain.functions, choose=ungiving)
    return giving, plain


def winner(bots: Sequence[Strong], seed: int) -> float:
    """Play a game of two searches, and return the first one's share of the win."""
    s, r = SKYJO.state(), SKYJO.presets["skyjo"].codes(2, SKYJO.deck)
    cards, rng = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    SKYJO.start(s, r)
    while s.phase != GAME_OVER:
        if s.seat == NOBODY or s.phase == SHUFFLE:
            if s.phase == SHUFFLE:
                shuffle(cards, s.draw, s.draw_size)
            SKYJO.proceed(s, r)
        else:
            SKYJO.apply(s, r, bots[s.seat].act(observe(s, s.seat), r, rng))
    wins = [SKYJO.wins(s, r, p) for p in range(2)]
    return wins[0] / sum(wins)


def duel(first: Strong, second: Strong, deals: int) -> tuple[npt.NDArray[np.float64], float]:
    """Play each deal from both seats; return the first one's shares of the wins, and the time."""
    begun = time.process_time()
    with background.waiting():
        pairs = [
            (winner((first, second), SEED + n) + 1 - winner((second, first), SEED + n)) / 2
            for n in range(deals)
        ]
    return np.array(pairs), time.process_time() - begun


def report_searches(deals: int) -> None:
    """Print the share of wins of the search with the gift, and how long each takes."""
    giving, plain = searches()
    for bot in (giving, plain):
        bot.load()
    won = mean_interval(100 * duel(giving, plain, deals)[0])
    print(f"{won.mean:.1f} % ({won.low:.1f} to {won.high:.1f}) of {2 * deals} games", flush=True)
    times = [duel(bot, bot, deals // 4)[1] for bot in (giving, plain)]
    print(f"processor's time: {times[0] / times[1]:.2f} times that without the gift")


def report(games: int) -> None:
    """Print the share of wins against others without the gift, the control and the time."""
    for seats in (2, 3, 4):
        for roles in ([1, *[0] * (seats - 1)], [0] * seats):
            shares, points = played(roles, games)
            won = mean_interval(100 * shares[:, 0])
            kind = "gift" if roles[0] else "control"
            print(
                f"{seats} seats, {kind}: {won.mean:.1f} % ({won.low:.1f} to {won.high:.1f}) of "
                f"{games} games, {points[:, 0].mean():.2f} against {points[:, 1:].mean():.2f} "
                "points a round",
                flush=True,
            )
    times = []
    for roles in ([1, 1], [0, 0]):
        begun = time.process_time()
        played(roles, games // 4)
        times.append(time.process_time() - begun)
    print(f"processor's time: {times[0] / times[1]:.1f} times that without the gift")


if __name__ == "__main__":
    if sys.argv[1:2] == ["strong"]:
        report_searches(int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    else:
        report(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
