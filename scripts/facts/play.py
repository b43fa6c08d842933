"""Play games in one compiled loop that keeps sums alone.

The package's driver writes rows of rounds and decisions; who leads from turn to turn is in none.
Each game gives a row of integers, one for each of `NAMES`; only their sums, the sums of their
squares and of their products with what they are divided by (`BASES`) are kept.  Sums of integers
are the same in any order, so the parts of a run can be played anywhere, and more can be added
later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from scripts.facts.advice import ADVISED, PIECES, advised_action
from skyjo_widget.bots import chooser
from skyjo_widget.bots import find as find_bot
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.driver import DEALS, MAX_TURNS, break_off, endless, turns_lost
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import to_record
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.grids.grid import visible_sum
from skyjo_widget.engine.limits import NOBODY

AFTER_TURNS = (1, 2, 4, 8, 12, 16)
"""Turns of each player after which it is noted who leads a round."""
AFTER_ROUNDS = (2, 4, 6)
"""Rounds after which it is noted who leads a game that goes on."""
LEFT = (20, 10, 5, 2, 1)
"""Cards left in a stock pile: it is noted who is first to have no more."""
LEADS = (
    *(f"after {k} turns" for k in AFTER_TURNS),
    *(f"after {k} rounds" for k in AFTER_ROUNDS),
    *(f"with {k} left" for k in LEFT),
)
"""The moments at which it is noted who leads: `AFTER_TURNS`, `AFTER_ROUNDS`, then `LEFT`."""
NAMES = (
    "games",
    "rounds",
    "turns",
    "decisions",
    "pile ran out",
    "first starter wins round",
    "later starter wins round",
    "first starter wins game",
    "first leader wins game",
    "role wins game",
    "role points",
    "points",
    "ender wins round",
    "penalised",
    "penalty points",
    "ender tied",
    "ender at most zero",
    "columns cleared",
    "cleared at reveal",
    "starter ends",
    "opening leader wins",
    "lead since",
    "decided at reveal",
    "game lead since",
    "nobody ends",
    "unfinished",
    "winner points",
    "effect happens",
    "effect points",
    "effect wins",
    *(f"{what} {moment}" for what in ("leads", "wins if") for moment in LEADS),
)
"""The quantities of a game's row; those of rounds are added up over the game."""
(
    GAMES_, ROUNDS, TURNS, DECISIONS, RAN_OUT, FIRST_STARTER, LATER_STARTER, STARTER_GAME,
    LEADER_GAME, ROLE_SHARE, ROLE_POINTS, POINTS, ENDER_WINS, PENALISED, PENALTY, TIED, AT_MOST_0,
    COLUMNS, AT_REVEAL, STARTER_ENDS, OPENING_WINS, LEAD_SINCE, AT_END, GAME_LEAD, NOBODY_ENDS,
    UNFINISHED, WINNER_POINTS, EFFECT, EFFECT_POINTS, EFFECT_WINS,
) = range(len(NAMES) - 2 * len(LEADS))  # fmt: skip
LED = EFFECT_WINS + 1
LED_AND_WON = LED + len(LEADS)
FIRST_PLAYED, FIRST_LEFT = len(AFTER_TURNS), len(AFTER_TURNS) + len(AFTER_ROUNDS)
BASES = np.full(len(NAMES), ROUNDS)
"""The quantity by which each one is divided, unless a fact names another."""
BASES[EFFECT_POINTS : EFFECT_WINS + 1] = EFFECT
BASES[LED_AND_WON:] = range(LED, LED_AND_WON)
SHARE = 840
"""A whole win; it is divided evenly among up to eight who share it."""
PERMILLE = 1000


@rule
def lowest(values: Any, players: int) -> int:
    """Return the seat with the lowest value; `NOBODY` if several have it."""
    best = 0
    for p in range(1, players):
        if values[p] < values[best]:
            best = p
    for p in range(players):
        if p != best and values[p] == values[best]:
            return NOBODY
    return best


@rule
def share_of(values: Any, players: int, seat: int) -> int:
    """Return the seat's share of a win by the lowest value, in `SHARE`."""
    same = 0
    for p in range(players):
        if values[p] < values[seat]:
            return 0
        same += values[p] == values[seat]
    return SHARE // same


@rule
def mean_card(r: Any) -> int:
    """Return the mean of the deck, in hundredths."""
    points = 0
    for kind in range(r.kinds):
        points += 100 * r.value[kind] * r.count[kind]
    return int(points // r.deck_size)


@rule
def grid_worth(s: Any, r: Any, mean: int, seat: int) -> int:
    """Return what a grid shows, a hidden card counted as the mean of the deck, in hundredths."""
    return int(100 * visible_sum(s, r, seat) + mean * s.hidden[seat])


@rule
def stock_worth(s: Any, r: Any, mean: int, seat: int) -> int:
    """Return how many cards are left in a stock pile."""
    return int(s.stock_left[seat])


@rule
def grid_columns(s: Any, r: Any) -> int:
    """Return how many columns have been cleared in this round."""
    columns = 0
    for p in range(r.players):
        columns += s.columns_cleared[p]
    return columns


@rule
def no_columns(s: Any, r: Any) -> int:
    """Return 0: there are none."""
    return 0


@rule
def note_stock(s: Any, r: Any, seat: int, leads: Any) -> None:
    """Note a seat that is the first with so few cards left in its stock pile."""
    for k in range(len(LEFT)):
        at = FIRST_LEFT + k
        if leads[at] == NOBODY and s.stock_left[seat] == LEFT[k] and LEFT[k] < r.stock:
            leads[at] = seat


@rule
def no_stock(s: Any, r: Any, seat: int, leads: Any) -> None:
    """Note nothing: there are none."""


@rule
def note_lead(row: Any, at: int, won: int) -> None:
    """Add a seat that leads at a moment, and its share of the win."""
    row[LED + at] += 1
    row[LED_AND_WON + at] += won


@rule
def note_grids(
    s: Any, r: Any, columns: int, lead: int, since: int, opening: int, leads: Any, row: Any
) -> None:
    """Add a scored round to a game's row."""
    n = r.players
    for k in range(FIRST_PLAYED):
        if leads[k] != NOBODY:
            note_lead(row, k, share_of(s.score, n, leads[k]))
    won = share_of(s.score, n, s.starter)
    row[FIRST_STARTER if s.round == 1 else LATER_STARTER] += won
    row[STARTER_ENDS] += s.ender == s.starter
    row[ENDER_WINS] += share_of(s.score, n, s.ender)
    row[PENALISED] += s.score[s.ender] != s.raw[s.ender]
    row[PENALTY] += s.score[s.ender] - s.raw[s.ender]
    safe = share_of(s.raw, n, s.ender)
    row[TIED] += (safe > 0) & (safe < SHARE)
    row[AT_MOST_0] += (safe < SHARE) & (s.raw[s.ender] <= 0)
    after = 0
    best = s.score[0]
    for p in range(n):
        best = min(best, s.score[p])
        after += s.columns_cleared[p]
        row[TURNS] += s.turns[p]
        row[POINTS] += s.score[p]
    row[COLUMNS] += after
    row[AT_REVEAL] += after > columns
    row[WINNER_POINTS] += best
    best = lowest(s.raw, n)
    row[OPENING_WINS] += share_of(s.raw, n, opening) if opening != NOBODY else 0
    if best != NOBODY and lead == best:
        row[LEAD_SINCE] += PERMILLE * since // max(1, s.turn)
    else:
        row[LEAD_SINCE] += PERMILLE
        row[AT_END] += 1


@rule
def note_stocks(
    s: Any, r: Any, columns: int, lead: int, since: int, opening: int, leads: Any, row: Any
) -> None:
    """Add a scored round to a game's row."""
    for at in range(FIRST_LEFT, len(LEADS)):
        if leads[at] != NOBODY:
            note_lead(row, at, SHARE * (s.ender == leads[at]))
    row[NOBODY_ENDS] += s.ender == NOBODY
    for p in range(r.players):
        row[TURNS] += s.turns[p]
        row[POINTS] += s.score[p]
    if s.ender == NOBODY:
        return
    row[FIRST_STARTER if s.round == 1 else LATER_STARTER] += SHARE * (s.ender == s.starter)
    row[OPENING_WINS] += SHARE * (s.ender == opening)
    row[LEAD_SINCE] += PERMILLE * since // max(1, s.turn) if lead == s.ender else PERMILLE
    row[AT_END] += lead != s.ender


def make_sums(  # noqa: PLR0915  (it holds the loop)
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    wins: Callable[..., bool],
    choose: Callable[..., int],
    worth_of: Callable[..., int],
    columns_of: Callable[..., int],
    watch: Callable[..., None],
    note_round: Callable[..., None],
    highest_wins: bool,
    others_too: bool,
    advised: bool,
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    round_over: int,
    game_over: int,
    deals: tuple[int, ...],
    fingerprint: int,
) -> Callable[..., None]:
    """Build the loop."""

    def play(  # noqa: PLR0912, PLR0915  (one loop, so that one compile sees it all)
        states: Any, rules: Any, rng: Any, games: int, line_up: Any, knobs: Any, seated: Any,
        worths: Any, leads: Any, row: Any, sums: Any, follows: bool,
    ) -> None:  # fmt: skip
        """Play games and add up their rows.

        Parameters
        ----------
        states, rules : sequences of one twin
        rng : Generator
        games : int
        line_up, knobs : arrays of int
            Each role's policy and its number; the roles move on by a seat each game.
        seated, worths, leads, row : arrays of int
            Working memory.
        sums : array of int, 3 × names
            The sums, those of the squares, and of the products; are added to.
        follows : bool
            Whether it is followed who leads in a round, which takes time.
        """
        s = states[0]
        r = rules[0]
        n = r.players
        mean = mean_card(r)
        mover = 0
        for game in range(games + fingerprint * 0):
            for k in range(len(row)):
                row[k] = 0
            for p in range(n):
                seated[p] = (p + game) % n
            start(s, r)
            lost = 0
            decision = 0
            columns = 0
            ran_out = 0
            turn = 0
            lead = NOBODY
            since = 0
            opening = NOBODY
            first_starter = NOBODY
            first_lead = NOBODY
            game_lead = NOBODY
            game_since = 0
            for k in range(len(leads)):
                leads[k] = NOBODY
            while s.phase != game_over:
                if s.phase in idle_phases:
                    if s.phase == shuffle_phase:
                        if s.shuffled_for in deals:
                            ran_out = 0
                            turn = 0
                            lead = NOBODY
                            since = 0
                            opening = NOBODY
                            for k in range(len(leads)):
                                if k < FIRST_PLAYED or k >= FIRST_LEFT:
                                    leads[k] = NOBODY
                        else:
                            ran_out = 1
                        shuffle(rng, s.draw, s.draw_size)
                        proceed(s, r)
                    elif s.phase == round_over:
                        lost = turns_lost(s, lost)
                        proceed(s, r)
                    else:
                        columns = columns_of(s, r)
                        proceed(s, r)
                        note_round(s, r, columns, lead, since, opening, leads, row)
                        row[RAN_OUT] += ran_out
                        row[ROUNDS] += 1
                        for p in range(n):
                            worths[p] = -s.total[p] if highest_wins else s.total[p]
                        leader = lowest(worths, n)
                        if s.round == 1:
                            first_starter = s.starter
                            first_lead = leader
                        if leader != game_lead:
                            game_lead = leader
                            game_since = s.round
                        for k in range(len(AFTER_ROUNDS)):
                            if s.round == AFTER_ROUNDS[k] and s.phase != game_over:
                                leads[FIRST_PLAYED + k] = leader
                elif endless(s, lost, MAX_TURNS, decision):
                    break_off(s, game_over)
                    row[UNFINISHED] = 1
                else:
                    if follows and s.turn != turn:
                        for p in range(n):
                            if others_too or p == mover or s.turn == 1:
                                worths[p] = worth_of(s, r, mean, p)
                        turn = s.turn
                        leader = lowest(worths, n)
                        if turn == 1:
                            opening = leader
                        for k in range(FIRST_PLAYED):
                            if turn == n * AFTER_TURNS[k] + 1:
                                leads[k] = leader
                        if leader != NOBODY and leader != lead:
                            lead = leader
                            since = turn
                    mover = s.seat
                    role = seated[mover]
                    if advised and line_up[role] >= ADVISED:
                        action = advised_action(s, r, knobs[role])
                    else:
                        action = choose(line_up[role], knobs[role], s, r, rng)
                    apply(s, r, action)
                    if follows:
                        watch(s, r, mover, leads)
                    decision += 1
            winners = 0
            for p in range(n):
                winners += wins(s, r, p)
            if winners > 0:
                for p in range(n):
                    share = SHARE // winners if wins(s, r, p) else 0
                    if p == first_starter:
                        row[STARTER_GAME] += share
                    if p == first_lead:
                        row[LEADER_GAME] += share
                    if seated[p] == 0:
                        row[ROLE_SHARE] += share
                    for k in range(FIRST_PLAYED, FIRST_LEFT):
                        if p == leads[k]:
                            note_lead(row, k, share)
            for p in range(n):
                if seated[p] == 0:
                    row[ROLE_POINTS] += s.total[p]
            row[GAMES_] = 1
            row[DECISIONS] = decision
            row[GAME_LEAD] = PERMILLE * game_since // max(1, s.round)
            for k in range(len(row)):
                sums[0, k] += row[k]
                sums[1, k] += row[k] * row[k]
                sums[2, k] += row[k] * row[BASES[k]]

    return play


class Table(NamedTuple):
    """A table at which games are played.

    Parameters
    ----------
    game : str
        The game's name.
    rules : rules object
    deck : Deck
    players : tuple of str
        Each role's bot, or a piece of advice (`scripts.facts.advice.PIECES`).
    follows : bool
        Whether it is followed who leads in a round.
    effect : str
        The effect whose worth is measured (`scripts.facts.effects`), if it is that.
    """

    game: str
    rules: Any
    deck: Any
    players: tuple[str, ...]
    follows: bool = True
    effect: str = ""

    def policies(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return each role's policy and its number."""
        pieces = list(PIECES)
        pairs = []
        for name in self.players:
            if name in PIECES:
                pairs.append((ADVISED, pieces.index(name)))
            else:
                bot: Any = find_bot(self.game, name)
                pairs.append((bot.index, bot.knob))
        line_up, knobs = np.array(pairs, np.int64).T.copy()
        return line_up, knobs


def _parts(game: Game, advised: bool) -> tuple[Any, ...]:
    """Return the arguments of `make_sums` but the fingerprint."""
    deals = {phase for phase, why in game.shuffles.items() if why in DEALS}
    grids = game.grids
    return (
        game.start,
        game.apply,
        game.proceed,
        game.wins,
        chooser(game.name),
        grid_worth if grids else stock_worth,
        grid_columns if grids else no_columns,
        no_stock if grids else note_stock,
        note_grids if grids else note_stocks,
        not grids,
        game.name != "skyjo",
        advised,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.round_over,
        game.game_over,
        tuple(sorted(deals)),
    )


def play_games(
    table: Table, games: int, seed: Sequence[int], *, compiled: bool
) -> npt.NDArray[np.int64]:
    """Play a part of a run at a table without an effect: see `scripts.facts.parts.play_part`."""
    game = GAMES[table.game]
    codes = table.rules.codes(len(table.players), table.deck)
    line_up, knobs = table.policies()
    sums = np.zeros((3, len(NAMES)), np.int64)
    sizes = 8, 8, len(LEADS), len(NAMES)
    seated, worths, leads, row = (np.zeros(size, np.int64) for size in sizes)
    rng = np.random.default_rng(seed)
    parts = _parts(game, any(line_up >= ADVISED))
    rest = rng, games, line_up, knobs, seated, worths, leads, row, sums, table.follows
    if compiled:
        jit.compiled(make_sums, *parts)(to_record(game.state()), to_record(codes), *rest)
    else:
        jit.interpreted(make_sums, *parts)([game.state()], [codes], *rest)
    return sums
