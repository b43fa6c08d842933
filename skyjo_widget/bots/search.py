"""Search: an action is tried out in many worlds that its seat holds possible.

A world is a state that agrees with all that the seat sees, its secrets drawn at random.
In each world every candidate is carried out and the round is played on by a built-in
policy; what the round's end is worth to the seat (a chance to win, 0 to 1) is noted.
All candidates meet the same worlds, so that luck cancels out of their differences.  After
each batch of worlds those go that are clearly worse than the leader (a race: Maron and
Moore, "Hoeffding races", 1993; here with paired differences), so that most rollouts go
where the choice is close.  What the policy itself would do is left only for an action that
is better by more than chance would often make it.

A game says how it is searched by a `Searched`; the loop is here, at either speed.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core import background as apart
from skyjo_widget.engine.core import jit as speed
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import Twins, copy, observe, to_record
from skyjo_widget.engine.limits import NOBODY

MAX_DECISIONS = 600
"""Decisions after which a rollout is cut off and what it has reached is judged."""

BATCH = 96
"""Rollouts between two looks at the clock, and at who has fallen behind."""
MIN_WORLDS = 12
"""Worlds before anybody is left out."""
BEHIND = 2.5
"""Standard errors behind the leader, at which a candidate is left out."""
DOUBT = 1.0
"""How much better a candidate must be than the policy's own choice, unless a game says so."""

SOON = 400
"""Milliseconds that a decision may take at a table, as long as nothing is compiled."""

NOTHING = -1
"""Fills up a plan that is shorter than others."""

WORTH, CHANCE, POINTS = range(3)
"""By which function of `Searched` the end of a rollout is judged."""

Plan = int | tuple[int, ...]
"""An action, or several decisions of the same seat in a row."""


@dataclasses.dataclass(frozen=True, slots=True)
class Searched:
    """What search needs to know of a game beside its rules; all but `candidates` are rules.

    Parameters
    ----------
    choose : callable
        The policies of rollouts, ``choose(policy, knob, o, r, rng) -> action``.
    imagine : callable
        ``imagine(s, r, me, rng)``: draw the secrets of a world.  `s` holds what seat `me`
        may see and nothing else: secret fields are empty, cards that it doesn't see are
        `UNKNOWN` or missing.
    worth : callable
        ``worth(s, r, me) -> float``: what a state after a round, or where a rollout was
        cut off, is worth to seat `me`.
    candidates : callable
        ``candidates(o, r, legal) -> list of plans``: the legal actions without those
        that are as good as another, or never worth a try.  A tuple of actions is a plan:
        this decision and the seat's next ones.  Plain Python.
    chance : callable
        ``chance(s, r, me) -> float``: the chance to win the game (in Skip-Bo the round), as
        well as it can be told, where `worth` only has to rise with it.
    points : callable
        ``points(s, r, me) -> float``: the running total of seat `me` after a round; NaN
        where a rollout was cut off.
    """

    choose: Callable[..., int]
    imagine: Callable[..., None]
    worth: Callable[..., float]
    candidates: Callable[[Any, Any, list[int]], Sequence[Plan]]
    chance: Callable[..., float]
    points: Callable[..., float]


def search_parts(game: Game, how: Searched) -> tuple[Any, ...]:
    """What `make_sample` needs to know of a game."""
    return (
        game.apply,
        game.proceed,
        how.choose,
        how.imagine,
        how.worth,
        how.chance,
        how.points,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.round_over,
        game.game_over,
    )


def make_sample(
    apply: Callable[..., None],
    proceed: Callable[..., None],
    choose: Callable[..., int],
    imagine: Callable[..., None],
    worth: Callable[..., float],
    chance: Callable[..., float],
    points: Callable[..., float],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    round_over: int,
    game_over: int,
    fingerprint: int,
) -> Callable[..., None]:
    """Build the loop over worlds, for `speed.compiled` or `speed.interpreted`."""

    def sample(
        seen: Any,
        worlds: Any,
        rules: Any,
        rng: Any,
        me: int,
        policy: int,
        knob: int,
        judge: int,
        plans: Any,
        outcomes: Any,
    ) -> None:
        """Try each plan in so many worlds, and note what came of it.

        Parameters
        ----------
        seen : sequence of one twin
            What seat `me` sees.
        worlds : sequence of two twins
            Room to work in.
        rules : sequence of one twin
        rng : Generator
        me : int
            Who decides.
        policy, knob : int
            Who plays on.
        judge : int
            `WORTH`, `CHANCE` or `POINTS`: one loop for all three, since each costs seconds
            to compile.
        plans : sequence of sequences of int
            The actions of each, filled up with `NOTHING`.
        outcomes : array of float, worlds × plans
            Receives what each is worth in each world.
        """
        r = rules[0]
        for world in range(len(outcomes) + fingerprint * 0):
            worlds[0] = seen[0]  # a copy
            imagine(worlds[0], r, me, rng)
            for k in range(len(plans)):
                worlds[1] = worlds[0]
                s = worlds[1]
                done = 0
                while done < MAX_DECISIONS and s.phase != round_over and s.phase != game_over:
                    if s.phase in idle_phases:
                        if s.phase == shuffle_phase:
                            shuffle(rng, s.draw, s.draw_size)
                        proceed(s, r)
                    else:
                        action = NOTHING
                        if done < len(plans[k]):
                            action = plans[k][done]
                        if action == NOTHING:
                            action = choose(policy, knob, s, r, rng)
                        apply(s, r, action)
                        done += 1
                if judge == WORTH:
                    outcomes[world, k] = worth(s, r, me)
                elif judge == CHANCE:
                    outcomes[world, k] = chance(s, r, me)
                else:
                    outcomes[world, k] = points(s, r, me)

    return sample


class Strong:
    """A policy that searches.

    Parameters
    ----------
    game : Game
    how : Searched
    name : str
        As it is written.
    base : tuple of two int
        The policy that plays rollouts on, and its number.
    rollouts : int, optional
        How many a decision gets at most: the same seed gives the same decision.
    ms : int, optional
        Or milliseconds a decision at most: that isn't reproducible.
    doubt : float
        Standard errors by which a candidate must be better than the policy's own choice.
    judge : int
        `WORTH`, `CHANCE` or `POINTS`: what `try_out` answers.
    kind : str
        The key of its loop over worlds in `skyjo_widget.engine.core.background`.

    Attributes
    ----------
    blur : float
        By how much it misjudges what each plan is worth, a standard deviation.
    """

    index = None
    """It can't be played by the compiled driver."""

    def __init__(
        self,
        game: Game,
        how: Searched,
        name: str,
        *,
        base: tuple[int, int],
        rollouts: int | None = None,
        ms: int | None = None,
        doubt: float = DOUBT,
        judge: int = WORTH,
        kind: str = "search",
    ) -> None:
        self.game, self.how, self.name, self.base, self.kind = game, how, name, base, kind
        self.rollouts, self.ms, self.doubt = rollouts, ms, doubt
        self.judge = judge
        self.blur = 0.0
        self._loaded = False

    def _make(self, make: Callable[..., Any]) -> Callable[..., None]:
        """The loop over worlds, by `speed.compiled` or `speed.interpreted`."""
        loop: Callable[..., None] = make(make_sample, *search_parts(self.game, self.how))
        return loop

    def _sample(self, seen: Any, *rest: Any) -> None:
        """Carry the loop out, at the speed that the tables are for."""
        self._make(speed.compiled if isinstance(seen, np.ndarray) else speed.interpreted)(
            seen, *rest
        )

    def _sampling(
        self, o: Any, r: Any, rng: np.random.Generator
    ) -> Callable[[int, npt.NDArray[np.int64]], npt.NDArray[np.float64]]:
        """What tries plans out in so many further worlds: compiled as soon as that can be."""
        rooms: dict[bool, tuple[Any, Any, Any]] = {}

        def sample(count: int, plans: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
            fast = self.is_fast()
            if fast not in rooms:
                rooms[fast] = tables(self.game, o, r, fast=fast)
            outcomes = np.empty((count, len(plans)))
            table: Any = plans if fast else plans.tolist()
            seen, room, rules = rooms[fast]
            self._sample(seen, room, rules, rng, o.seat, *self.base, self.judge, table, outcomes)
            return outcomes

        return sample

    def is_fast(self) -> bool:
        """Whether its worlds are played by compiled code, as yet."""
        return apart.ready(self.kind, self.game.name)

    def load(self) -> None:
        """Compile the loop, or load it from the cache."""
        game, rules = self.game, next(iter(self.game.presets.values()))
        o, r = observe(game.state(), NOBODY), rules.codes(3, game.deck)
        seen, room, codes = tables(game, o, r, fast=True)
        nothing = np.zeros((1, 1), np.int64), np.empty((0, 1))
        rng = np.random.default_rng(0)
        self._sample(seen, room, codes, rng, 0, *self.base, self.judge, *nothing)

    def act(self, o: Any, r: Any, rng: np.random.Generator) -> int:
        """The action that does best; `o` is an observation of the seat to act."""
        return self._decide(o, r, rng, self.ms)[0]

    def act_soon(self, o: Any, r: Any, rng: np.random.Generator) -> tuple[int, int | None]:
        """The same for somebody who waits: as long as nothing is compiled, with fewer rollouts.

        Returns
        -------
        (int, int or None)
            The action; and how many rollouts it had, if its budget is a higher number.
        """
        if self.ms or not speed.has_numba() or self.is_fast():
            return self.act(o, r, rng), None
        action, rollouts = self._decide(o, r, rng, SOON)
        return action, None if rollouts is None or rollouts >= (self.rollouts or 0) else rollouts

    def _decide(
        self, o: Any, r: Any, rng: np.random.Generator, ms: int | None
    ) -> tuple[int, int | None]:
        """The action, and how many rollouts it had; None if there was nothing to choose."""
        found = self.how.candidates(o, r, self.game.legal_actions(o, r))
        plans = [(plan,) if isinstance(plan, int) else plan for plan in found]
        if len(plans) == 1:
            return plans[0][0], None
        own = self.how.choose(*self.base, o, r, rng)
        plans.sort(key=lambda plan: plan[0] != own)  # the policy's own choice first
        best, rollouts = self._race(plans, o, r, rng, ms)
        return plans[best][0], rollouts

    def try_out(
        self,
        plans: Sequence[tuple[int, ...]],
        o: Any,
        r: Any,
        rng: np.random.Generator,
        worlds: int,
        ms: float | None = None,
    ) -> npt.NDArray[np.float64]:
        """What each plan is worth in worlds that seat ``o.seat`` holds possible.

        Parameters
        ----------
        plans : sequence of tuple of int
            Each a decision of the seat, and its next ones if there are more.
        o : observation
            Of the seat to act.
        r, rng : twin, Generator
        worlds : int
            How many at most.
        ms : float, optional
            Milliseconds after which no further world is begun; then the number of worlds
            isn't reproducible.

        Returns
        -------
        array of float, worlds × plans
            One world at least.
        """
        table, sample = _rectangle(list(plans)), self._sampling(o, r, rng)
        count = max(BATCH // len(plans), 1)
        tried = []
        if ms is not None:
            self.prepare(r)  # loading isn't thinking
        begun, done = time.perf_counter(), 0
        while done < worlds:
            late = ms is not None and time.perf_counter() - begun > ms / 1000
            if done and late:
                break
            fast = self.is_fast()
            size = 1 if not done and ms is not None else (count if fast else 1)
            if fast and ms is None:
                size = worlds  # nothing is looked at before the end
            tried.append(sample(min(size, worlds - done), table))
            done += len(tried[-1])
        return np.concatenate(tried)

    def prepare(self, r: Any) -> None:
        """Have the loop compiled for later; wait for it only where everybody does."""
        if self.is_fast() and not self._loaded:
            self.load()
            self._loaded = True

    def _race(
        self,
        plans: list[tuple[int, ...]],
        o: Any,
        r: Any,
        rng: np.random.Generator,
        ms: int | None,
    ) -> tuple[int, int]:
        """The index of the plan that wins, and how many rollouts it took.

        The first plan has an advantage.  Unless there is a time, the budget is that of rollouts.
        """
        left = self.rollouts or 0
        actions, tried = _rectangle(plans), self._sampling(o, r, rng)
        running = np.arange(len(plans))
        misjudged = np.zeros(len(plans))
        if self.blur:
            misjudged += self.blur * rng.standard_normal(len(plans))
        n = 0
        sums = np.zeros(len(plans))
        products = np.zeros((len(plans), len(plans)))  # of the outcomes of two plans

        if ms:
            self.prepare(r)  # loading isn't thinking
        begun = time.perf_counter()
        until = begun + (ms or 0) / 1000
        played = 0
        while True:
            count = max(BATCH // len(running), 1)
            if not ms:
                count = min(count, max(left // len(running), 1))
            elif n == 0:
                count = 1
            else:
                now = time.perf_counter()
                count = min(count, max(int(n * (until - now) / (now - begun)), 1))
            outcomes = tried(count, actions[running])
            n += count
            left -= outcomes.size
            played += outcomes.size
            sums += outcomes.sum(axis=0)
            # Not `@`, which adds up in another order on another machine.
            products += (outcomes[:, :, None] * outcomes[:, None, :]).sum(axis=0)
            means = sums / n
            judged = means + misjudged[running]
            over = time.perf_counter() >= until if ms else left < len(running)
            if over:
                break
            if n >= MIN_WORLDS:
                leader = int(np.argmax(judged))
                behind = BEHIND * _errors(means, products, n, leader)
                rest = judged[leader] - judged <= behind
                running, sums, products = running[rest], sums[rest], products[np.ix_(rest, rest)]
                if len(running) == 1:
                    return int(running[0]), played
        if running[0] == 0:
            judged = judged - self.doubt * _errors(means, products, n, 0)
        return int(running[np.argmax(judged)]), played


def tables(game: Game, o: Any, r: Any, *, fast: bool) -> tuple[Any, Any, Any]:
    """What the seat sees as a state, room for two worlds, and the rules; for either speed."""
    state = game.state()
    for f in dataclasses.fields(o):
        setattr(state, f.name, getattr(o, f.name))
    if not fast:
        return [state], Twins([copy(state), copy(state)]), [r]
    seen = to_record(state)
    return seen, np.concatenate([seen, seen]), to_record(r)


def _rectangle(plans: list[tuple[int, ...]]) -> npt.NDArray[np.int64]:
    """The plans as an array, filled up."""
    longest = max(map(len, plans))
    return np.array([[*plan] + [NOTHING] * (longest - len(plan)) for plan in plans], np.int64)


def _errors(means: Any, products: Any, n: int, k: int) -> Any:
    """The standard errors of all differences from the k-th."""
    squares = np.diag(products) + products[k, k] - 2 * products[k]
    return np.sqrt(np.maximum(squares / n - (means - means[k]) ** 2, 0) / max(n - 1, 1))
