"""Games side by side, for environments: one loop carries all of them on, compiled where it can be.

The loop applies an action in each game, advances it to the next decision, writes what the seat to
act sees and may do, and begins the next game where one is over.  It draws no random numbers: where
cards are to be shuffled it stops, and is called again with the numbers.
"""

from __future__ import annotations

import functools
import inspect
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.dealing import give_dice
from skyjo_widget.engine.core.driver import MAX_TURNS, break_off, endless, turns_lost
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.piles import shuffle_by
from skyjo_widget.engine.core.state import from_record, observe, record_dtype, to_record
from skyjo_widget.engine.games import GAMES, GameSpec, RuleOptions, settle_rules
from skyjo_widget.engine.limits import NOBODY, UNKNOWN
from skyjo_widget.errors import IllegalActionError, RulesError, SkyjoWidgetError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.states.fields import Layout, checked_depth, layout, plan
from skyjo_widget.frames.states.loop import observed_writer, write_row
from skyjo_widget.util.validation import whole_number

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R
    from skyjo_widget.engine.core.twins import StateTwin as S

ENVIRONMENT = "environment"
"""The kind of compiled code of the loop (`skyjo_widget.engine.core.background`)."""

BEGIN, SHUFFLED, LOOK = -1, -2, -3
"""Orders that aren't actions: begin a game, go on after a shuffle, write what all seats see."""
LOST, DECISIONS, SEAT, ENDED, NEEDS = range(5)
COLUMNS = 5
"""The columns of `Games.progress`: turns since a player ended a round, decisions of the game, the
seat to act, how the game has ended, and the numbers that its shuffle needs."""
LIMIT = 10**12
"""The bound of the absolute value of numbers in an observation that aren't cards."""
Reward = Literal["win", "score"]

NO_GAME = -1
"""The result of `Games.step` if no action was illegal."""
GOES_ON, TERMINATED, TRUNCATED = range(3)
"""The values of the column `ENDED`."""
TURNS, POINTS, RENEWS = range(3)
"""Settings of the loop: turns without an end of a round after which a game is broken off, whether
rewards are points, and whether the next game begins where one is over."""


def share_out(s: S, r: R, winners: int, points: int, out: Any) -> None:
    """Write each seat's reward at the end of a game, from a bit for each winner.

    All are 0 if there is none; else see `skyjo_widget.simulation.environments.GameEnv.step`.
    """
    total = 0
    count = 0
    first = NOBODY
    for p in range(r.players):
        out[p] = 0.0
        total += s.total[p]
        if winners >> p & 1:
            count += 1
            if first == NOBODY:
                first = p
    if count == 0:
        return
    mean = total / r.players
    better = 1.0 if s.total[first] >= mean else -1.0
    stake = 1 / (r.players - 1)
    share = stake * (r.players - count) / count
    for p in range(r.players):
        if points:
            out[p] = better * (s.total[p] - mean)
        elif winners >> p & 1:
            out[p] = share
        else:
            out[p] = -stake


GAMES_AT, SEATS_AT, NUMBERS_AT, ACTIONS_AT, CARDS_AT, STEPS_AT, WORDS_AT, CODES_AT = range(8)
"""The sizes with which the memory of games begins; the last two are of a state and the codes."""
HEAD = 8


def split(memory: Any, state: Any, codes: Any) -> Any:
    """Return the parts of the memory of games, an array of int64, which share it.

    One array is handed over to compiled code, and its parts have one dimension: each array to be
    handed over, and each to be given a shape, would cost a step of a single game a tenth more.

    Parameters
    ----------
    memory : array of int64
    state, codes : dtype
        Of the records of states and of rule codes.
    """
    n = memory[GAMES_AT]
    seats = memory[SEATS_AT]
    words = memory[WORDS_AT]
    a = HEAD
    b = a + n * words
    flat = memory[a:b]
    states = flat.view(state)
    a, b = b, b + memory[CODES_AT]
    rules = memory[a:b].view(codes)
    a, b = b, b + words
    fresh = memory[a:b]
    a, b = b, b + memory[STEPS_AT] * 6
    steps = memory[a:b].reshape((memory[STEPS_AT], 6))
    a, b = b, b + 3
    settings = memory[a:b]
    a, b = b, b + n
    orders = memory[a:b]
    a, b = b, b + n * memory[CARDS_AT]
    dice = memory[a:b]
    a, b = b, b + n * COLUMNS
    progress = memory[a:b]
    a, b = b, b + memory[ACTIONS_AT]
    acts = memory[a:b]
    a, b = b, b + n * seats
    rewards = memory[a:b]
    a, b = b, b + n * seats * memory[NUMBERS_AT]
    views = memory[a:b]
    a, b = b, b + n
    waits = memory[a:b]
    allowed = memory[b:].view(np.int8)
    return (
        states, rules, flat, fresh, steps, settings, orders, dice,
        progress, allowed, acts, rewards, views, waits,
    )  # fmt: skip


def room(
    games: int,
    seats: int,
    numbers: int,
    actions: int,
    cards: int,
    steps: int,
    words: int,
    codes: int,
) -> npt.NDArray[np.int64]:
    """Return empty memory of games, with these sizes at its head."""
    whole = HEAD + words + codes + 6 * steps + 3 + actions + games * actions // 8 + 1
    each = words + 1 + cards + COLUMNS + seats + seats * numbers + 1
    memory = np.zeros(whole + games * each, np.int64)
    memory[:HEAD] = games, seats, numbers, actions, cards, steps, words, codes
    return memory


def renew_record(states: Any, flat: Any, fresh: Any, i: int) -> None:
    """Empty a state's record: nothing of the game before, as at a table."""
    for k in range(len(fresh)):
        flat[i * len(fresh) + k] = fresh[k]


def make_games(  # noqa: PLR0915  (it holds the loop)
    start: Callable[..., None],
    apply: Callable[..., None],
    proceed: Callable[..., None],
    legal: Callable[..., int],
    wins: Callable[..., bool],
    divide: Callable[..., Any],
    write: Callable[..., None],
    renew: Callable[..., None],
    state: Any,
    codes: Any,
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    round_over: int,
    game_over: int,
    written: int,
    fingerprint: int,
) -> Callable[..., int]:
    """Build the loop, for `jit.compiled` or `jit.interpreted`."""

    def carry_on(  # noqa: PLR0912, PLR0915  (one loop, so that one compile sees it all)
        memory: Any, x: Any, mask: Any, waiting: bool, count: int
    ) -> int:
        """Carry on the first `count` games, or the first `count` that wait, as `orders` says.

        What the seats to act see, and a 1 for each legal action, go to `x` and `mask`, game after
        game.

        Returns
        -------
        int
            How many of them wait for a shuffle: `waits` lists them, in each `progress` has the
            number of random numbers, which are to be in the rows of `dice` in this order.  If an
            action is illegal, −1 − its game, and nothing has changed.
        """
        (
            states, rules, flat, fresh, steps, settings, orders, dice,
            progress, allowed, acts, rewards, views, waits,
        ) = divide(memory, state, codes)  # fmt: skip
        r = rules[0]
        words = len(fresh)
        actions = len(acts)
        numbers = memory[NUMBERS_AT]
        cards = memory[CARDS_AT]
        left = (fingerprint + written) * 0  # the cache key must change with what is called
        for k in range(count):
            i = waits[k] if waiting else k
            action = orders[i]
            if action < LOOK or (
                action >= 0 and (action >= actions or allowed[i * actions + action] == 0)
            ):
                return int(-1 - i)
        for k in range(count):
            i = waits[k] if waiting else k
            s = states[i]
            at = i * COLUMNS
            record = flat[i * words : (i + 1) * words]
            legal_here = allowed[i * actions : (i + 1) * actions]
            rewards_here = rewards[i * r.players : (i + 1) * r.players]
            order = orders[i]
            begins = order == BEGIN
            if order == SHUFFLED:
                shuffle_by(dice[k * cards : (k + 1) * cards].view(np.float64), s.draw, s.draw_size)
                proceed(s, r)
            elif order != LOOK and progress[at + ENDED] != GOES_ON:
                progress[at + ENDED] = GOES_ON
                rewards_here[:] = 0
            if order >= 0:
                apply(s, r, order)
                progress[at + DECISIONS] += 1
            going = order != LOOK
            while going:
                going = False
                if begins:
                    begins = False
                    renew(states, flat, fresh, i)
                    s = states[i]
                    progress[at + LOST] = 0
                    progress[at + DECISIONS] = 0
                    start(s, r)
                while s.phase in idle_phases and s.phase != shuffle_phase:
                    if s.phase == round_over:
                        progress[at + LOST] = turns_lost(s, progress[at + LOST])
                    proceed(s, r)
                if s.phase == shuffle_phase:
                    orders[i] = SHUFFLED
                    progress[at + NEEDS] = max(s.draw_size - 1, 0)
                    waits[left] = i
                    left += 1
                    continue
                if s.phase != game_over and endless(
                    s, progress[at + LOST], settings[TURNS], progress[at + DECISIONS]
                ):
                    break_off(s, game_over)
                if s.phase == game_over:
                    progress[at + ENDED] = TRUNCATED if s.unfinished else TERMINATED
                    winners = 0
                    for p in range(r.players):
                        row = (i * r.players + p) * numbers
                        write(record, s, steps, p, views[row : row + numbers])
                        winners += int(wins(s, r, p)) << p
                    share_out(s, r, winners, settings[POINTS], rewards_here.view(np.float64))
                    begins = settings[RENEWS] == 1
                    going = begins
            if order == LOOK:
                for p in range(r.players):
                    row = (i * r.players + p) * numbers
                    write(record, s, steps, p, views[row : row + numbers])
            if s.phase != shuffle_phase:
                legal_here[:] = 0
                progress[at + SEAT] = NOBODY
                if s.phase not in idle_phases and s.phase != game_over:
                    progress[at + SEAT] = s.seat
                    write(record, s, steps, s.seat, x[i * numbers : (i + 1) * numbers])
                    for j in range(legal(s, r, acts)):
                        legal_here[acts[j]] = 1
                mask[i * actions : (i + 1) * actions] = legal_here
        return int(left)

    return carry_on


def set_up(
    preset: GameSpec,
    players: int,
    count: int,
    *,
    rules: Options | None,
    deck: Deck | str | Path | None,
    reward: Reward,
    turns: int,
    depth: int | None,
    renews: bool,
    rule_fields: RuleOptions,
) -> tuple[Games, Deck]:
    """Return the games of an environment, and their deck; for the parameters see `Games`.

    Raises
    ------
    RulesError
        If an argument is invalid; the message says why.
    """
    game, chosen, cards = settle_rules(preset, rules, deck, rule_fields)
    if reward not in get_args(Reward):
        raise RulesError("reward={reward!r}: it is 'win' or 'score'", reward=reward)
    turns = whole_number("turns", turns)
    if turns < 1:
        raise RulesError("turns={turns}: 1 or more are needed", turns=turns)
    codes: Any = chosen.codes(whole_number("players", players), cards)
    laid_out = layout(game, codes, cards, checked_depth(depth))
    points = reward == "score"
    return Games(game, codes, laid_out, count, turns=turns, points=points, renews=renews), cards


def without_libraries() -> SkyjoWidgetError:
    """Return the error that PettingZoo or Gymnasium isn't installed."""
    return SkyjoWidgetError(
        "environments need PettingZoo: pip install pettingzoo gymnasium, or pip "
        'install "skyjo_widget[rl]"'
    )


def bounds(laid_out: Layout) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the lower and upper bounds of each number of an observation."""
    low = np.full(len(laid_out), -LIMIT, np.int64)
    high = -low
    for f in laid_out.fields:
        if f.card:
            low[f.slice] = UNKNOWN
            high[f.slice] = len(laid_out.numbers) - 1
    return low, high


class Parts(NamedTuple):
    """The parts of the memory of games; see `Games` for those that are its attributes."""

    states: Any
    rules: Any
    flat: Any
    fresh: Any
    steps: Any
    settings: Any
    orders: Any
    dice: Any
    progress: Any
    allowed: Any
    acts: Any
    rewards: Any
    views: Any
    waits: Any


class Games:
    """Games of one kind of table, side by side.

    Parameters
    ----------
    game : Game
    codes : twin
        The rule codes.
    laid_out : Layout
    count : int
        How many games.
    turns : int
        A game in which nobody ends a round for so many turns is broken off.
    points : bool
        Whether the reward is the difference in points, not a win.
    renews : bool
        Whether the next game begins where one is over.

    Attributes
    ----------
    rngs : list of Generator
        One for each game; a game begins once it is there.
    orders : array of int64, shape (games,)
        What to do next: an action, or one of `BEGIN`, `SHUFFLED`, `LOOK`.
    progress : array of int64, shape (games, 5)
        See `LOST` and the other columns.
    x : array of int64, shape (games, numbers)
        What the seat to act sees.
    mask : array of int8, shape (games, actions)
        1 for a legal action; whoever writes into it allows nothing.
    rewards : array of float64, shape (games, players)
        Not 0 only in the step that ends a game.
    views : array of int64, shape (games, players, numbers)
        What each seat saw when the last game ended, or `LOOK` was asked.
    """

    def __init__(
        self,
        game: Game,
        codes: Any,
        laid_out: Layout,
        count: int,
        *,
        turns: int = MAX_TURNS,
        points: bool = False,
        renews: bool = False,
    ) -> None:
        self._name = game.name  # by name, so that it can be pickled
        self.codes: Any = codes
        self.laid_out: Layout = laid_out
        self.rngs: list[np.random.Generator] = []
        steps = plan(laid_out, game.state)
        kinds: Any = game.state, type(codes)
        words, rules = (record_dtype(kind).itemsize // 8 for kind in kinds)
        self._memory = room(
            *(count, codes.players, len(laid_out), laid_out.actions, codes.deck_size),
            *(len(steps), words, rules),
        )
        self.x: npt.NDArray[np.int64] = np.zeros((count, len(laid_out)), np.int64)
        self.mask: npt.NDArray[np.int8] = np.zeros((count, laid_out.actions), np.int8)
        parts = self._bind()
        parts.steps[:] = steps
        parts.settings[:] = turns, points, renews
        parts.rules[:] = to_record(codes)
        parts.fresh[:] = to_record(game.state()).view(np.int64)
        self.orders[:] = BEGIN
        self.fast: bool = False
        self._hold([game.state() for _ in range(count)])

    @property
    def game(self) -> Game:
        """The game's definition."""
        return GAMES[self._name]

    def step(self) -> int:
        """Carry on all games as `orders` says; returns −1, or the first with an illegal action.

        Nothing has changed if there is one.
        """
        left = self.carry_on(self._x, self._mask, False, len(self.orders))
        if left > 0:
            self.shuffle(left, self._x, self._mask)
        return -1 - left if left < 0 else NO_GAME

    def shuffle(self, left: int, x: npt.NDArray[np.int64], mask: npt.NDArray[np.int8]) -> None:
        """Carry on games that wait for a shuffle, to where none does; see `make_games`."""
        while left:
            which = self._waits[:left].tolist()
            for k, (i, size) in enumerate(zip(which, self.progress[which, NEEDS], strict=True)):
                self.rngs[i].random(out=self._dice[k, :size])
            left = self.carry_on(x, mask, True, left)

    def order(self, actions: npt.NDArray[Any]) -> None:
        """Note an action for each game; one that is no action at all will be illegal."""
        self.orders[:] = actions
        self.orders[self.orders < 0] = self.laid_out.actions

    def begin(self) -> None:
        """Begin all games anew, compiled if that is ready."""
        self.speed_up()
        self.orders[:] = BEGIN
        self.step()

    def look(self) -> None:
        """Write what all seats see, and the actions, of the states as they are now."""
        self.orders[:] = LOOK
        self.step()

    def speed_up(self) -> None:
        """Go on compiled if that is ready."""
        if (
            not self.fast
            and not jit.is_interpreted(self.codes)
            and background.ready(ENVIRONMENT, self._name)
        ):
            states = self._states
            self.fast = True
            self._hold(states)

    def state(self, i: int) -> Any:
        """Return the state of a game; interpreted it is the game's own, compiled a copy."""
        if self.fast:
            return from_record(self.game.state, self._bind().states[i : i + 1])
        return self._states[i]

    def set_state(self, i: int, state: Any) -> None:
        """Replace the state of a game; `look` then writes what seats see of it."""
        if self.fast:
            self._bind().states[i] = to_record(state)[0]
        else:
            self._states[i] = state

    def seen(self, i: int, seat: int) -> Any:
        """Return what a seat sees of a game as the engine's object, which bots read."""
        return observe(self.state(i), seat)

    def refusal(self, i: int, action: Any, *, where: bool = False) -> IllegalActionError:
        """Return the error of an action that isn't legal in a game; `where` names the game."""
        game, codes, seat = self.game, self.codes, int(self.progress[i, SEAT])
        observation = self.seen(i, seat)
        text, reason = f"{action!r:.60}", ""
        try:
            number = whole_number("action", action)
        except RulesError:
            reason = _("an action is a whole number")
        else:
            if 0 <= number < game.action_count(codes):
                text = game.action_text(number, codes)
                reason = game.why_illegal(observation, codes, number)
            else:
                reason = _("actions have the ids 0 to {last}", last=game.action_count(codes) - 1)
        if where:
            reason = _("in game {game}: {reason}", game=i, reason=reason)
        legal = game.legal_actions(observation, codes)
        return IllegalActionError(
            text,
            seat=seat,
            player=f"player_{seat}",
            reason=reason,
            legal=tuple(game.action_text(id_, codes) for id_ in legal),
        )

    def _bind(self) -> Parts:
        """Find the parts of the memory."""
        codes: Any = type(self.codes)
        parts = Parts(*split(self._memory, record_dtype(self.game.state), record_dtype(codes)))
        games, seats, numbers, _actions, cards = self._memory[:STEPS_AT].tolist()
        self._x, self._mask = self.x.reshape(-1), self.mask.reshape(-1)
        self.orders: Any = parts.orders
        self._waits = parts.waits
        self.progress: Any = parts.progress.reshape(games, COLUMNS)
        self.rewards: Any = parts.rewards.view(np.float64).reshape(games, seats)
        self.views: Any = parts.views.reshape(games, seats, numbers)
        self._dice = parts.dice.view(np.float64).reshape(games, cards)
        return parts

    def _hold(self, states: list[Any]) -> None:
        """Take states, and bind the loop to them."""
        parts = self._bind()
        self._states = [] if self.fast else states
        if self.fast:
            for i, state in enumerate(states):
                parts.states[i] = to_record(state)[0]
        else:
            parts = parts._replace(
                states=states,
                rules=[self.codes],
                settings=parts.settings.tolist(),
                orders=_Whole(parts.orders),
                progress=_Whole(parts.progress),
                acts=parts.acts.tolist(),
                waits=_Whole(parts.waits),
            )
        calls: tuple[Callable[..., Any], ...] = (split, write_row, renew_record)
        if not self.fast:
            calls = (lambda *_: parts, observed_writer(self.laid_out), self._renew)
        loop = _loop(self.game, calls, type(self.codes), fast=self.fast)
        if self.fast:
            loop(self._memory, self._x, self._mask, False, 0)  # compiled now
            loop = jit.direct(loop)
        self.carry_on: Callable[..., int] = functools.partial(loop, self._memory)

    def _renew(self, states: Any, _flat: Any, _fresh: Any, i: int) -> None:
        """Begin with a new state, interpreted."""
        states[i] = self.game.state()
        if jit.is_interpreted(self.codes):
            give_dice(states[i], self.codes, int(self.rngs[i].integers(2**48)))

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy needs: it goes on interpreted, until compiled code is ready."""
        names = ("_name", "codes", "laid_out", "rngs", "_memory", "x", "mask")
        states = [self.state(i) for i in range(len(self.orders))]
        return {name: getattr(self, name) for name in names} | {"_states": states}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.fast = False
        self._hold(self._states)
        self.speed_up()


class _Whole:
    """An array of integers whose elements are Python's, for interpreted rules."""

    def __init__(self, array: npt.NDArray[np.int64]) -> None:
        self._array = array

    def __getitem__(self, at: Any) -> int:
        return self._array.item(at)

    def __setitem__(self, at: Any, number: int) -> None:
        self._array[at] = number


def _loop(
    game: Game, calls: tuple[Callable[..., Any], ...], codes: Any, *, fast: bool
) -> Callable[..., int]:
    """Return the loop of a game, with the functions that divide, write and renew."""
    if fast:
        for function in (*calls, share_out):
            jit.hand_over(function)
    make: Any = jit.compiled if fast else jit.interpreted
    loop: Callable[..., int] = make(
        make_games,
        game.start,
        game.apply,
        game.proceed,
        game.legal,
        game.wins,
        *calls,
        record_dtype(game.state),
        record_dtype(codes),
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.round_over,
        game.game_over,
        zlib.crc32(inspect.getsource(write_row).encode()),
    )
    return loop


@background.maker(ENVIRONMENT)
def _load(name: str) -> None:
    game = GAMES[name]
    rules = next(iter(game.presets.values()))
    codes = rules.codes(rules.PLAYERS[0], game.deck)
    games = Games(game, codes, layout(game, codes, game.deck), 1)
    games.rngs = [np.random.default_rng(0)]
    games.begin()
