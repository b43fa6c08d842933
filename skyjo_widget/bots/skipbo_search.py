"""The search of Skip-Bo over plans: sequences of actions that begin a turn.

A plan is one discard; or one play, after which `planner` continues; or a run of plays up to
the first card that wasn't known, from the stock pile or drawn for an empty hand.  `plan_turn`
collects those that lead to different positions, the shortest first.  After a plan `planner`
plays, and the position some turns later is evaluated: a round is long, and its end depends
little on one turn.

A state is mostly unused room for piles; `copy_world` copies only the used part.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from skyjo_widget.bots import levels, skipbo
from skyjo_widget.bots.registry import Bots, Search
from skyjo_widget.bots.search import NOTHING, SearchFunctions, Strong, search_arrays
from skyjo_widget.bots.skipbo import (
    NO_PLAY,
    PLANNER,
    choose,
    discard_value,
    is_like,
    planner_action,
    play_towards,
)
from skyjo_widget.bots.skipbo_win import WIN_MODEL
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import draw_card, shuffle
from skyjo_widget.engine.core.state import field, from_record, observe, to_record, twin
from skyjo_widget.engine.limits import NO_CARD, NOBODY
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.engine.skipbo.notation import (
    FROM_HAND,
    MAX_NUMBER,
    MAX_PILES,
    OWN_STOCK,
    WILD_IN_HAND,
)
from skyjo_widget.engine.skipbo.rules import (
    ACTIONS,
    DISCARD_FIRST,
    DOWN_FIRST,
    GAME_OVER,
    PASS,
    PLAY_FIRST,
    ROUND_OVER,
    SCORE,
    TURN,
    add_to_hand,
    apply,
    discard_top,
    legal,
    partner,
    proceed,
)

MAX_RUNS = 256
"""The most runs of plays that are examined: a compiled table has a fixed size."""
MAX_LENGTH = 24
"""The most plays in a run."""
MAX_PLANS = 24
"""The most plans that are tried."""
MAX_DISCARDS = 5
"""The most discards among these, not counting equally good ones."""
MIN_TURNS = 4
"""The fewest turns after which a rollout is evaluated; with more players one turn for each."""
NO_POSITION = -1


# The probability to win a round: a sigmoid fitted to 8,000 rounds of two planners with stock
# piles of 5 to 30, at the beginning of each turn.
WILD_VALUE = 0.65  # of a wild card in the hand, in cards of the stock pile
PLAY_VALUE = 1.7  # of being able to play from the stock pile in this turn
STEEPNESS = 0.55


# Worlds


@rule
def copy_world(to: Any, s: Any, r: Any) -> None:
    """Copy the fields that a round's rules read; the rest of each pile's array is undefined."""
    to.phase = s.phase
    to.round = s.round
    to.turn = s.turn
    to.seat = s.seat
    to.dealer = s.dealer
    to.starter = s.starter
    to.ender = s.ender
    to.idle_turns = s.idle_turns
    to.moved = s.moved
    to.shuffled_for = s.shuffled_for
    to.punished = s.punished
    to.penalty_left = s.penalty_left
    to.unfinished = s.unfinished
    for p in range(r.players):
        to.stock_top[p] = s.stock_top[p]
        to.stock_left[p] = s.stock_left[p]
        to.stock_size[p] = s.stock_size[p]
        copy_pile(to.stock[p], s.stock[p], s.stock_size[p])
        to.hand_size[p] = s.hand_size[p]
        copy_pile(to.hand[p], s.hand[p], s.hand_size[p])
        to.turns[p] = s.turns[p]
        to.penalty_cards[p] = s.penalty_cards[p]
        to.score[p] = s.score[p]
        to.total[p] = s.total[p]
    for b in range(r.building_piles):
        to.building_size[b] = s.building_size[b]
        to.building_down[b] = s.building_down[b]
        copy_pile(to.building[b], s.building[b], s.building_size[b])
    for d in range(r.players * r.discard_piles):
        to.discards_size[d] = s.discards_size[d]
        copy_pile(to.discards[d], s.discards[d], s.discards_size[d])
    to.draw_size = s.draw_size
    copy_pile(to.draw, s.draw, s.draw_size)
    to.completed_size = s.completed_size
    copy_pile(to.completed, s.completed, s.completed_size)


@rule
def copy_pile(to: Any, cards: Any, size: int) -> None:
    """Copy the cards of a pile."""
    for i in range(size):
        to[i] = cards[i]


@rule
def imagine(s: Any, r: Any, me: int, rng: Any) -> None:
    """Deal the unseen cards to hands, stock piles and the draw pile at random."""
    n = 0
    for kind in range(r.kinds):
        left = r.count[kind] - count_card(s.hand[me], s.hand_size[me], kind)
        for p in range(r.players):
            left -= s.stock_top[p] == kind
        for b in range(r.building_piles):
            left -= count_card(s.building[b], s.building_size[b], kind)
        for d in range(r.players * r.discard_piles):
            left -= count_card(s.discards[d], s.discards_size[d], kind)
        left -= count_card(s.completed, s.completed_size, kind)
        for _ in range(left):
            s.draw[n] = kind
            n += 1
    shuffle(rng, s.draw, n)
    s.draw_size = n
    for p in range(r.players):
        for i in range(s.stock_size[p]):
            s.stock[p][i] = draw_card(s)
        if p != me:
            held = s.hand_size[p]
            s.hand_size[p] = 0
            for _ in range(held):
                add_to_hand(s, p, draw_card(s))


@rule
def count_card(cards: Any, size: int, card: int) -> int:
    """Count the copies of a card in a pile."""
    n = 0
    for i in range(size):
        n += cards[i] == card
    return n


# The plans of a turn


@twin
class Runs:
    """A table of action sequences that may begin a turn, one per row."""

    size: int = field("secret", "the number of rows")
    action: list[list[int]] = field("secret", "the actions of each row", MAX_RUNS, MAX_LENGTH)
    length: list[int] = field("secret", "the number of these actions", MAX_RUNS)
    is_plan: list[int] = field("secret", "0 if it is only a prefix of other rows", MAX_RUNS)
    position: list[int] = field("secret", "the hash of the position that it leads to", MAX_RUNS)


@rule
def plan_turn(seen: Any, world: Any, r: Any, runs: Any, out: Any) -> None:
    """Find the plans of a turn; the first is `planner`'s own action."""
    own = planner_action(seen, r)
    runs.size = 1
    runs.length[0] = 0
    runs.is_plan[0] = 0
    add_run(runs, 0, own, 1)
    row = 0
    # Rows are added while it goes through them: breadth first, so that the shortest come first.
    while row < runs.size and not plays_number(seen, r, own):
        if not runs.is_plan[row]:
            copy_world(world, seen, r)
            world.revealed = 0
            for i in range(runs.length[row]):
                apply(world, r, runs.action[row][i])
            runs.position[row] = position(world, r)
            if is_first(runs, row):
                if world.phase != TURN or world.revealed:
                    runs.is_plan[row] = int(runs.length[row] > 1)  # single plays are plans already
                else:
                    add_followers(world, r, runs, row, own, out)
        row += 1


@rule
def add_followers(s: Any, r: Any, runs: Any, row: int, own: int, out: Any) -> None:
    """Add the plays that can follow a row; after row 0 also single plays and good discards."""
    choices = legal(s, r, out)
    for k in range(choices):
        if out[k] < DISCARD_FIRST or out[k] >= DOWN_FIRST:
            if not is_duplicate(s, r, out[k]):
                if row == 0 and out[k] != own:
                    add_run(runs, 0, out[k], 1)
                add_run(runs, row, out[k], 0)
        elif row == 0 and out[k] != own and is_good_discard(s, r, out, choices, k):
            add_run(runs, 0, out[k], 1)


@rule
def add_run(runs: Any, row: int, action: int, is_plan: int) -> None:
    """Add a row that extends another one by an action, if there is room."""
    n = runs.size
    length = runs.length[row]
    if n < MAX_RUNS and length < MAX_LENGTH:
        for i in range(length):
            runs.action[n][i] = runs.action[row][i]
        runs.action[n][length] = action
        runs.length[n] = length + 1
        runs.is_plan[n] = is_plan
        runs.position[n] = NO_POSITION
        runs.size = n + 1


@rule
def is_first(runs: Any, row: int) -> bool:
    """Return True if no earlier row leads to the same position."""
    i = 0
    while runs.position[i] != runs.position[row]:
        i += 1
    return bool(i == row)


@rule
def plays_number(s: Any, r: Any, action: int) -> bool:
    """Return True if a number is played from one's stock pile: nothing is better."""
    return bool(action // MAX_PILES == OWN_STOCK and s.stock_top[s.seat] != r.wild)


@rule
def is_duplicate(s: Any, r: Any, play: int) -> bool:
    """Return True if an earlier building pile is equally high and runs the same way."""
    b = (play - (DOWN_FIRST if play >= DOWN_FIRST else PLAY_FIRST)) % MAX_PILES
    other = 0
    while not is_like(s, other, b):
        other += 1
    return other < b


@rule
def is_good_discard(s: Any, r: Any, out: Any, choices: int, k: int) -> bool:
    """Return True if `planner` values fewer than `MAX_DISCARDS` discards higher."""
    if out[k] == PASS:
        return True
    if is_on_later_empty_pile(s, r, out[k]):
        return False
    worth = value_of_discard(s, r, out[k])
    better = 0
    for i in range(choices):
        if DISCARD_FIRST <= out[i] < DOWN_FIRST and not is_on_later_empty_pile(s, r, out[i]):
            better += value_of_discard(s, r, out[i]) > worth
    return better < MAX_DISCARDS


@rule
def value_of_discard(s: Any, r: Any, discard: int) -> int:
    """Return `planner`'s value of a discard."""
    source = FROM_HAND + (discard - DISCARD_FIRST) // MAX_PILES
    card = r.wild if source == WILD_IN_HAND else source - FROM_HAND
    return discard_value(s, r, card, (discard - DISCARD_FIRST) % MAX_PILES)


@rule
def is_on_later_empty_pile(s: Any, r: Any, discard: int) -> bool:
    """Return True if a discard goes on an empty pile other than the first empty one."""
    pile = (discard - DISCARD_FIRST) % MAX_PILES
    first = 0
    while first < pile and discard_top(s, r, s.seat, first) != NO_CARD:
        first += 1
    return first < pile and discard_top(s, r, s.seat, pile) == NO_CARD


@rule
def position(s: Any, r: Any) -> int:
    """Return a hash of a position of a turn, independent of the order of plays."""
    key = 0
    for b in range(r.building_piles):
        height = s.building_size[b] + MAX_NUMBER * s.building_down[b]
        key += (height + 1) ** 4  # the order of the piles doesn't matter
    for p in range(r.players):
        key = hash_step(key, s.stock_left[p])
    for d in range(r.players * r.discard_piles):
        key = hash_step(key, s.discards_size[d])
    if s.seat != NOBODY:
        for i in range(s.hand_size[s.seat]):
            key = hash_step(key, s.hand[s.seat][i])
    return key


@rule
def hash_step(key: int, number: int) -> int:
    """Return the next state of a hash, small enough to be the same in Python and compiled."""
    return int((key * 1_000_003 + number + 7) % 2_147_483_647)


# Rollouts


@rule
def try_plan(s: Any, r: Any, plan: Any, turn: int, rng: Any) -> None:
    """Carry out a plan; then `planner` plays until `turn` begins or the round is over."""
    done = 0
    while s.turn < turn and s.phase != SCORE:
        if s.phase == TURN:
            action = NOTHING
            if done < len(plan):
                action = plan[done]
            if action == NOTHING:
                action = planner_action(s, r)
            apply(s, r, action)
            done += 1
        else:
            shuffle(rng, s.draw, s.draw_size)
            proceed(s, r)


@rule
def worth(s: Any, r: Any, me: int) -> float:
    """Return the probability to win the round; a round without a winner is lost."""
    if s.phase == SCORE:
        if s.ender == NOBODY:
            return 0.0
        return 1.0 if s.ender == me or (r.teams and s.ender == partner(r, me)) else 0.0
    sides = r.players // 2 if r.teams else r.players
    odds = 1.0
    for side in range(sides):
        if side != me % sides:
            lead = progress(s, r, me % sides) - progress(s, r, side)
            left = cards_left(s, r, me % sides) + cards_left(s, r, side)
            x = STEEPNESS * lead / math.sqrt(left + 1.0)
            chance = 0.5 + 0.5 * x / math.sqrt(1.0 + x * x)
            odds += (1.0 - chance) / chance
    return 1.0 / odds


@rule
def progress(s: Any, r: Any, side: int) -> float:
    """Return the progress of a side: the negated cards left in its stock piles, plus bonuses.

    A side is a seat, or in teams the seat of the first half with its partner.
    """
    wilds = count_card(s.hand[side], s.hand_size[side], r.wild)
    if r.teams:
        other = partner(r, side)
        wilds += count_card(s.hand[other], s.hand_size[other], r.wild)
    total = WILD_VALUE * wilds - cards_left(s, r, side)
    on_turn = s.seat == side or (r.teams and s.seat == partner(r, side))
    if on_turn and play_towards(s, r, s.stock_top[s.seat], OWN_STOCK) != NO_PLAY:
        total += PLAY_VALUE
    return total


@rule
def cards_left(s: Any, r: Any, side: int) -> int:
    """Return the number of cards in the stock piles of a seat, or of a team."""
    left = s.stock_left[side]
    if r.teams:
        left += s.stock_left[partner(r, side)]
    return int(left)


# At either speed


def make_plan(fingerprint: int) -> Callable[..., None]:
    """Build the planning of a turn, for `jit.compiled` or `jit.interpreted`."""

    def plan(seen: Any, worlds: Any, rules: Any, runs: Any, out: Any) -> None:
        out[0] = fingerprint * 0
        plan_turn(seen[0], worlds[0], rules[0], runs[0], out)

    return plan


def make_sample(fingerprint: int) -> Callable[..., None]:
    """Build the loop over worlds, for `jit.compiled` or `jit.interpreted`."""

    def sample(
        seen: Any,
        worlds: Any,
        rules: Any,
        rng: Any,
        me: int,
        policy: int,
        knob: int,
        rival: int,
        judge: int,
        plans: Any,
        outcomes: Any,
    ) -> None:
        """Try each plan in each world; see `skyjo_widget.bots.search.make_sample`.

        `planner` plays the rollouts, and `worth` evaluates them.
        """
        r = rules[0]
        turn = seen[0].turn + r.players * max(MIN_TURNS // r.players, 1)
        for world in range(len(outcomes) + fingerprint * 0):
            copy_world(worlds[0], seen[0], r)
            imagine(worlds[0], r, me, rng)
            for k in range(len(plans)):
                s = worlds[1]
                copy_world(s, worlds[0], r)
                try_plan(s, r, plans[k], turn, rng)
                outcomes[world, k, 0] = worth(s, r, me)

    return sample


def candidates(o: Any, r: Any, legal_actions: list[int]) -> list[tuple[int, ...]]:
    """Return the plans of a turn, at most `MAX_PLANS`; `legal_actions` isn't used."""
    new: Any = Runs
    fast = background.ready("plan", SKIPBO.name)
    seen, worlds, rules = search_arrays(SKIPBO, o, r, fast=fast)
    if fast:
        room = to_record(new())
        jit.compiled(make_plan)(seen, worlds, rules, room, np.zeros(len(ACTIONS), np.int64))
        runs = from_record(new, room)
    else:
        runs = new()
        jit.interpreted(make_plan)(seen, worlds, rules, [runs], [0] * len(ACTIONS))
    plans = [row for row in range(runs.size) if runs.is_plan[row]][:MAX_PLANS]
    return [tuple(runs.action[row][: runs.length[row]]) for row in plans]


@rule
def chance(s: Any, r: Any, me: int) -> float:
    """Return the probability to win the round."""
    if s.phase in (ROUND_OVER, GAME_OVER):
        won = s.ender == me or (r.teams and s.ender != NOBODY and s.ender == partner(r, me))
        return 1.0 if won else 0.0
    return worth(s, r, me)


SEARCH_FUNCTIONS = SearchFunctions(choose, imagine, worth, candidates, chance, judged=False)


class Planning(Strong):
    """A bot that searches over plans of whole turns.

    Parameters
    ----------
    name : str
        The bot's name, with its budget.
    rollouts : int, optional
        The most rollouts per decision; the same seed gives the same decision.
    ms : int, optional
        Instead, the most milliseconds per decision, which isn't reproducible.
    """

    def __init__(self, name: str, *, rollouts: int | None = None, ms: int | None = None) -> None:
        super().__init__(
            SKIPBO, SEARCH_FUNCTIONS, name, base=(PLANNER, 0), rollouts=rollouts, ms=ms
        )

    def _make(self, make: Callable[..., Any]) -> Callable[..., None]:
        loop: Callable[..., None] = make(make_sample)
        return loop

    def load(self) -> None:
        """Compile or load the loop and the planning of turns."""
        super().load()
        _load_plan(self.game.name)


@background.maker("plan")
def _load_plan(game: str) -> None:
    if game != SKIPBO.name:
        return  # other games have no plans of turns
    new: Any = Runs
    state, codes = SKIPBO.state(), SKIPBO.presets["skip-bo"].codes(2, SKIPBO.deck)
    seen, worlds, rules = search_arrays(SKIPBO, observe(state, NOBODY), codes, fast=True)
    plan = jit.compiled(make_plan)
    plan(seen, worlds, rules, to_record(new()), np.zeros(len(ACTIONS), np.int64))


def strong(name: str, rollouts: int | None = None, ms: int | None = None) -> Planning:
    """Return a bot that searches Skip-Bo, with a budget per decision."""
    return Planning(name, rollouts=rollouts, ms=ms)


BOTS = Bots(
    skipbo.NAMES,
    skipbo.choose,
    skipbo.KNOBS,
    Search(
        functions=SEARCH_FUNCTIONS,
        strong=strong,
        rollouts=4000,
        levels=levels.SKIPBO,
        judges_rounds=True,
        advice_worlds=2000,
        chance_worlds=100,
        value_worlds=60,
        slow_value_worlds=4,
    ),
    WIN_MODEL,
)
"""The bots of Skip-Bo."""
