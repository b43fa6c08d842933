"""The driver: the loop that plays games, interpreted or compiled.

It plays one game after the other and writes a trace (`skyjo_widget.engine.core.trace`).
It returns when the trace's buffers are full, and continues when it is called again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.jit import call_at, inlined_rule, rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.tally import count
from skyjo_widget.engine.core.trace import MOST_CLEARED
from skyjo_widget.engine.limits import NOBODY

if TYPE_CHECKING:
    import numpy as np

    from skyjo_widget.engine.core.trace import DecisionRow, GameRow, Notes, Progress, RoundRow
    from skyjo_widget.engine.core.twins import CodesTwin as R
    from skyjo_widget.engine.core.twins import StateTwin as S

MAX_TURNS = 2_000
"""Turns after which a game in which nobody ends a round counts as endless."""


MAX_ROUNDS = 2_000
"""Rounds after which a game counts as endless; more than any rules ask for."""
MAX_DECISIONS = 1_000_000
"""Decisions after which a game counts as endless: custom effects can make a turn endless."""

DEALS = ("cut", "deal")
"""Purposes of the shuffles that belong to a deal (`Game.shuffles`)."""

OWN = -1
"""The policy of a line-up that is a compiled function; its number is the function's address."""
RECORDED = -2
"""The policy of a line-up whose actions are read from the notes, by a driver that tallies."""
NO_ACTION = -1
"""The return value of a policy that has failed: its game is broken off."""
NOT_YET = -2
"""The return value of a policy that isn't done: the driver returns, and asks it again later."""


@rule
def turns_lost(s: S, lost: int) -> int:
    """Count the turns since a round was last ended by a player, this round's included."""
    return 0 if s.ender != NOBODY else int(lost + s.turn)


@inlined_rule
def endless(s: S, lost: int, turns: int, decisions: int) -> bool:
    """Return whether a game is endless: no round ends, or too many rounds or decisions."""
    return bool(lost + s.turn > turns or s.round > MAX_ROUNDS or decisions > MAX_DECISIONS)


@rule
def break_off(s: S, game_over: int) -> None:
    """Break off a game that doesn't end, without a winner."""
    s.unfinished = 1
    s.seat = NOBODY
    s.phase = game_over


@rule
def end_game(s: S, decisions: int, winners: int, game: GameRow, where: Progress) -> None:
    """Write the row of a game that is over."""
    game.winners = winners
    game.game = where.game
    game.rounds = s.round
    game.decisions = decisions
    game.finished = 1 - s.unfinished
    where.games += 1
    where.game += 1
    where.going = 0


@rule
def trace_seat(s: S, seat: int, row: RoundRow, where: Progress) -> None:
    """Write the keys of a round's row: game, round and seat."""
    row.game = where.game
    row.round = s.round
    row.seat = seat
    row.finished = 1 - s.unfinished
    where.rounds += 1


@inlined_rule
def trace_moment(s: S, note: DecisionRow, game: int, decision: int) -> None:
    """Write what is known of a decision before it is made."""
    note.game = game
    note.decision = decision
    note.round = s.round
    note.turn = s.turn
    note.seat = s.seat
    note.phase = s.phase
    note.draw_pile_size = s.draw_size


def driver_parts(
    game: Game, choose: Callable[..., int], *, tallied: bool = False
) -> tuple[Any, ...]:
    """Return the arguments of `make_play` but the fingerprint, for a game and its policies.

    Parameters
    ----------
    game : Game
    choose : callable
        The policies' choice.
    tallied : bool
        Whether the driver counts decisions.  It is another one, since what it never does would
        cost a driver that doesn't count a tenth of its time.
    """
    deals = {phase for phase, why in game.shuffles.items() if why in DEALS}
    return (
        game.start,
        game.apply,
        game.proceed,
        game.legal,
        game.wins,
        choose,
        game.trace_before,
        game.trace_after,
        game.trace_details,
        game.trace_cleared,
        game.trace_round,
        game.count_legal or game.legal,
        game.tally_before,
        game.tally_after,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.round_over,
        game.game_over,
        tuple(sorted(deals)),
        tallied,
    )


def make_play(  # noqa: PLR0915  (it holds the loop)
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    legal: Callable[..., int],
    wins: Callable[..., bool],
    choose: Callable[..., int],
    trace_before: Callable[..., None],
    trace_after: Callable[..., None],
    trace_details: Callable[..., None],
    trace_cleared: Callable[..., None],
    trace_round: Callable[..., None],
    count_legal: Callable[..., int],
    tally_before: Callable[..., None],
    tally_after: Callable[..., None],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    round_over: int,
    game_over: int,
    deals: tuple[int, ...],
    tallied: bool,
    fingerprint: int,
) -> Callable[..., bool]:
    """Build a driver, for `jit.compiled` or `jit.interpreted`."""

    def play(  # noqa: PLR0912, PLR0915  (one loop, so that one compile sees it all)
        states: Sequence[S],
        rules: Sequence[R],
        rng: np.random.Generator,
        deck_rng: np.random.Generator,
        pile_rng: np.random.Generator,
        line_up: Sequence[int],
        knobs: Sequence[int],
        notes: Notes,
        turns: int,
    ) -> bool:
        """Play until all games are over or the buffers are full.

        Parameters
        ----------
        states, rules : sequence of one twin
            Changed in place; a new game begins unless one is in progress.
        rng, deck_rng, pile_rng : Generator
            For policies, for the shuffles of deals, and for those in the middle of a round:
            deals don't depend on how the games are played.
        line_up, knobs : sequence of int
            Each seat's policy, by its index, and that policy's number; or `OWN`, or `RECORDED`.
        notes : Notes
            The buffers of the trace, and how many games to play.
        turns : int
            When nobody has ended a round for longer, or after `MAX_ROUNDS` or
            `MAX_DECISIONS`, the game is broken off: its last round and it are unfinished.
            It is also broken off where a policy returns `NO_ACTION`.  Where a policy returns
            `NOT_YET` the driver returns, as if the buffers were full.

        Returns
        -------
        bool
            Whether all games are played; else the buffers of rounds or decisions are full.
        """
        s = states[0]
        r = rules[0]
        where = notes.where[0]
        scratch = notes.scratch[0]
        rounds = len(notes.rounds)
        decisions = len(notes.decisions)
        detailed = len(notes.details) > 0
        most_cleared = len(notes.cleared) - MOST_CLEARED
        actions = 0 if tallied else len(notes.actions)
        acted = where.acted
        marks = notes.marks
        waits = False  # a counted decision, for the card that it draws
        n = where.decisions + fingerprint * 0  # the cache key must change with the rules
        decision = where.decision
        lost = where.lost
        seat = NOBODY
        mark = 0
        full = False
        while not full:
            round_ends = False
            if s.phase == game_over or not where.going:
                if where.going:
                    winners = 0
                    for p in range(r.players):
                        winners += int(wins(s, r, p)) << p
                    end_game(s, decision, winners, notes.games[where.games], where)
                if where.game == where.until:
                    break
                where.going = 1
                decision = 0
                lost = 0
                start(s, r)
            elif s.phase in idle_phases:
                if s.phase == shuffle_phase:
                    if s.shuffled_for in deals:
                        shuffle(deck_rng, s.draw, s.draw_size)
                        proceed(s, r)
                    else:
                        shuffle(pile_rng, s.draw, s.draw_size)
                        proceed(s, r)
                        if n > 0:  # completes the row of the draw that waited for it
                            note = notes.decisions[n - 1]
                            trace_after(s, r, note)
                            if detailed:
                                trace_details(s, r, note.seat, notes.details[n - 1])
                        if tallied and waits and s.phase != shuffle_phase:
                            waits = False
                            trace_after(s, r, scratch)
                            tally_after(s, r, seat, scratch)
                            count(r.players, seat, mark, scratch, where, notes.tally)
                elif s.phase == round_over:
                    lost = turns_lost(s, lost)
                    proceed(s, r)
                elif rounds and where.rounds + r.players > rounds:
                    full = True
                else:
                    proceed(s, r)
                    round_ends = True
            elif endless(s, lost, turns, decision):
                if rounds and where.rounds + r.players > rounds:
                    full = True
                else:
                    break_off(s, game_over)
                    round_ends = True
            elif (actions and acted == actions) or (
                decisions and (n == decisions or (detailed and where.cleared > most_cleared))
            ):
                full = True
            else:
                if decisions:
                    note = notes.decisions[n]
                    trace_moment(s, note, where.game, decision)
                    if detailed:
                        detail = notes.details[n]
                        detail.legal_actions = legal(s, r, scratch.legal)
                if tallied:
                    scratch.choices = count_legal(s, r, scratch.legal)
                    tally_before(s, r, scratch)
                    seat = s.seat
                    mark = seat * marks.phases + s.phase
                where.decision = decision  # policies read it
                policy = line_up[s.seat]
                if tallied and policy == RECORDED:
                    action = NO_ACTION
                    if acted < len(notes.actions):
                        action = int(notes.actions[acted])
                        acted += 1
                elif policy == OWN:
                    action = call_at(knobs[s.seat], s, r, rng)
                else:
                    action = choose(policy, knobs[s.seat], s, r, rng)
                if action == NOT_YET:
                    full = True
                elif action == NO_ACTION:
                    break_off(s, game_over)
                    round_ends = True
                else:
                    if actions:
                        notes.actions[acted] = action
                        acted += 1
                    if tallied:
                        mark = marks.bits[mark * marks.actions + action]
                    if decisions and detailed:
                        trace_before(s, r, action, detail, scratch)
                    apply(s, r, action)
                    decision += 1
                    if tallied and s.phase == shuffle_phase:
                        waits = True
                    elif tallied:
                        trace_after(s, r, scratch)
                        tally_after(s, r, seat, scratch)
                        count(r.players, seat, mark, scratch, where, notes.tally)
                if decisions and not round_ends and not full:
                    note.action = action
                    trace_after(s, r, note)
                    if detailed:
                        trace_details(s, r, note.seat, detail)
                        trace_cleared(s, r, note.seat, n, notes.cleared, where, scratch)
                    n += 1
            if round_ends and rounds:
                for p in range(r.players):
                    row = notes.rounds[where.rounds]
                    trace_seat(s, p, row, where)
                    trace_round(s, r, p, row)
        where.decisions = n
        where.decision = decision
        where.lost = lost
        where.acted = acted
        return not full

    return play
