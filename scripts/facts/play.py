"""Play games in one compiled loop that keeps sums alone.

The package's driver writes rows of rounds and decisions; who leads from turn to turn is in none.
Each game gives a row of integers, one for each of `NAMES`; only their sums, the sums of their
squares and of their products with the game's rounds are kept.  Sums of integers are the same in
any order, so the parts of a run can be played anywhere, and more can be added later.
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
)
"""The quantities of a game's row; those of rounds are added up over the game."""
(
    GAMES_, ROUNDS, TURNS, DECISIONS, RAN_OUT, FIRST_STARTER, LATER_STARTER, STARTER_GAME,
    LEADER_GAME, ROLE_SHARE, ROLE_POINTS, POINTS, ENDER_WINS, PENALISED, PENALTY, TIED, AT_MOST_0,
    COLUMNS, AT_REVEAL, STARTER_ENDS, OPENING_WINS, LEAD_SINCE, AT_END, GAME_LEAD, NOBODY_ENDS,
    UNFINISHED, WINNER_POINTS,
) = range(len(NAMES))  # fmt: skip
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
def note_grids(s: Any, r: Any, columns: int, lead: int, since: int, opening: int, row: Any) -> None:
    """Add a scored round to a game's row."""
    n = r.players
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
    s: Any, r: Any, columns: int, lead: int, since: int, opening: int, row: Any
) -> None:
    """Add a scored round to a game's row."""
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
        worths: Any, row: Any, sums: Any, follows: bool,
    ) -> None:  # fmt: skip
        """Play games and add up their rows.

        Parameters
        ----------
        states, rules : sequences of one twin
        rng : Generator
        games : int
        line_up, knobs : arrays of int
            Each role's policy and its number; the roles move on by a seat each game.
        seated, worths, row : arrays of int
            Working memory.
        sums : array of int, 3 × rows
            The sums, those of the squares, and of the products with the rounds; are added to.
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
            while s.phase != game_over:
                if s.phase in idle_phases:
                    if s.phase == shuffle_phase:
                        if s.shuffled_for in deals:
                            ran_out = 0
                            turn = 0
                            lead = NOBODY
                            since = 0
                            opening = NOBODY
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
                        note_round(s, r, columns, lead, since, opening, row)
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
            for p in range(n):
                if seated[p] == 0:
                    row[ROLE_POINTS] += s.total[p]
            row[GAMES_] = 1
            row[DECISIONS] = decision
            row[GAME_LEAD] = PERMILLE * game_since // max(1, s.round)
            for k in range(len(row)):
                sums[0, k] += row[k]
                sums[1, k] += row[k] * row[k]
                sums[2, k] += row[k] * row[ROUNDS]

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
    """

    game: str
    rules: Any
    deck: Any
    players: tuple[str, ...]
    follows: bool = True

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


def play_part(
    table: Table, games: int, seed: Sequence[int], *, compiled: bool = True
) -> npt.NDArray[np.int64]:
    """Play a part of a run; return its sums, by `NAMES`.

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
        The sums, those of the squares, and of the products with the rounds.
    """
    game = GAMES[table.game]
    codes = table.rules.codes(len(table.players), table.deck)
    line_up, knobs = table.policies()
    sums = np.zeros((3, len(NAMES)), np.int64)
    row, worths, seated = (np.zeros(size, np.int64) for size in (len(NAMES), 8, 8))
    rng = np.random.default_rng(seed)
    parts = _parts(game, any(line_up >= ADVISED))
    rest = rng, games, line_up, knobs, seated, worths, row, sums, table.follows
    if compiled:
        jit.compiled(make_sums, *parts)(to_record(game.state()), to_record(codes), *rest)
    else:
        jit.interpreted(make_sums, *parts)([game.state()], [codes], *rest)
    return sums
