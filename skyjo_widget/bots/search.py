"""Search: each action is tried in many worlds that are consistent with the seat's observation.

A world is a state that agrees with the seat's observation, with the secrets drawn at random (a
determinization).  In each world every candidate is carried out, a built-in policy plays the
rest of the round or a few turns of it (a rollout), and the last state is valued for the seat (a
probability to win, 0 to 1).  All candidates meet the same worlds (common random numbers), so
that luck cancels out of their differences.  After each batch of worlds, candidates that are
clearly worse than the leader are dropped (a race: Maron and Moore, "Hoeffding races", 1993;
here with paired differences), so that most rollouts serve close choices.  An action replaces
the base policy's own choice only if it is better by `DOUBT` standard errors.

A game provides its part of the search as `SearchFunctions`; the loop is here, compiled or
interpreted.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import CopyingList, copy, observe, to_record
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.util.intervals import ENOUGH
from skyjo_widget.util.notices import INTERPRETED, announced

MAX_DECISIONS = 600
"""Decisions after which a rollout of a round is cut off and its state is valued."""
MAX_GAME_DECISIONS = 20_000
"""The same for a rollout of a game: players may wait forever."""

BATCH = 96
"""Rollouts between two checks of the clock and of the candidates that have fallen behind."""
MIN_WORLDS = 12
"""Worlds before any candidate is dropped."""
BEHIND = 2.5
"""Standard errors behind the leader at which a candidate is dropped."""
DOUBT = 1.0
"""Standard errors by which a candidate must be better than the base policy's own choice; a
game's default."""

SOON = 400
"""Milliseconds that a decision may take at a table before the loop is compiled."""

NOTHING = -1
"""The padding of a plan that is shorter than others."""

WORTH, CHANCE, POINTS, SHARES, CHANCE_SOON = range(5)
"""The value of a rollout: a function of `SearchFunctions`; the running total after the round, NaN
where the rollout was cut off; or all seats' probabilities to win.
`CHANCE_SOON` is `CHANCE` of a rollout that is cut off at the horizon, as `WORTH` is."""

Plan = int | tuple[int, ...]
"""An action, or several decisions of the same seat in a row."""


@rule
def as_imagined(s: Any, r: Any) -> None:
    """Leave a world as it is."""


@rule
def anywhere(s: Any, r: Any) -> bool:
    """Allow a rollout to be cut off in any state."""
    return True


@dataclasses.dataclass(frozen=True, slots=True)
class SearchFunctions:
    """A game's functions for the search; all but `candidates` are marked as rules.

    Parameters
    ----------
    choose : callable
        ``choose(policy, knob, o, r, rng) -> action``: the policies of rollouts.
    imagine : callable
        ``imagine(s, r, me, rng)``: draw the secrets of a world.  `s` holds only what seat
        `me` may see: secret fields are empty, cards that it doesn't see are `UNKNOWN` or
        missing.
    worth : callable
        ``worth(s, r, me) -> float``: the value to seat `me` of a state after a round, or
        where a rollout was cut off.
    candidates : callable
        ``candidates(o, r, legal) -> list of plans``: the legal actions without those that
        equal another one or are never worth a try.  A tuple of actions is a plan: this
        decision and the seat's next ones.  Plain Python.
    chance : callable
        ``chance(s, r, me) -> float``: the estimated probability to win the game (in Skip-Bo
        the round), after a round or where a rollout was cut off; `worth` only has to increase
        with it.
    complete : callable
        ``complete(s, r)``: fills in what `imagine` leaves open in a world drawn from public
        information, such as a card in a hand.
    judged : bool
        True if `SHARES` are valued at the end of the round; else at the end of the game.
    horizon : int
        Decisions of each seat after which a rollout for `worth` is cut off.
    settled : callable
        ``settled(s, r) -> bool``: whether `worth` can value this state.  After `horizon` a rollout
        goes on until it can.
    """

    choose: Callable[..., int]
    imagine: Callable[..., None]
    worth: Callable[..., float]
    candidates: Callable[[Any, Any, list[int]], Sequence[Plan]]
    chance: Callable[..., float]
    complete: Callable[[Any, Any], None] = as_imagined
    judged: bool = True
    horizon: int = MAX_DECISIONS
    settled: Callable[..., bool] = anywhere


def search_parts(game: Game, functions: SearchFunctions) -> tuple[Any, ...]:
    """Return the parts of a game that are arguments of `make_sample`, in order."""
    return (
        game.apply,
        game.proceed,
        game.wins,
        functions.choose,
        functions.imagine,
        functions.complete,
        functions.worth,
        functions.chance,
        game.shuffle_phase,
        tuple(sorted(game.idle_phases)),
        game.round_over,
        game.game_over,
        functions.judged,
        functions.horizon,
        functions.settled,
    )


def make_sample(
    apply: Callable[..., None],
    proceed: Callable[..., None],
    wins: Callable[..., bool],
    choose: Callable[..., int],
    imagine: Callable[..., None],
    complete: Callable[..., None],
    worth: Callable[..., float],
    chance: Callable[..., float],
    shuffle_phase: int,
    idle_phases: tuple[int, ...],
    round_over: int,
    game_over: int,
    judged: bool,
    horizon: int,
    settled: Callable[..., bool],
    fingerprint: int,
) -> Callable[..., None]:
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
        """Try each plan in each world, and write its value.

        Parameters
        ----------
        seen : sequence of one twin
            The observation of seat `me`, as a state.
        worlds : sequence of two twins
            Working memory.
        rules : sequence of one twin
        rng : Generator
        me : int
            The seat that decides; `NOBODY` for public information.
        policy, knob : int
            The policy of the rollouts, and its number.
        rival : int
            The policy of the other seats in every second world.
        judge : int
            `WORTH`, `CHANCE`, `POINTS`, `SHARES` or `CHANCE_SOON`.  One loop serves all, since
            each takes seconds to compile.
        plans : sequence of sequences of int
            The actions of each plan, padded with `NOTHING`.
        outcomes : array of float, worlds × plans × values
            Receives the value of each plan in each world; of `SHARES` one for each seat, which
            sum to 1.
        """
        r = rules[0]
        one_round = judged or judge != SHARES
        soon = judge in (WORTH, CHANCE_SOON)
        most = MAX_DECISIONS if one_round else MAX_GAME_DECISIONS
        enough = min(horizon * r.players, most) if soon else most
        # It closes over `fingerprint`: once a rule has changed, the cache on disk has no such loop.
        for world in range(len(outcomes) + fingerprint * 0):
            worlds[0] = seen[0]  # a copy
            imagine(worlds[0], r, me, rng)
            if me == NOBODY:
                complete(worlds[0], r)
            # In turn, not by chance: either style weighs the same, also in few worlds.
            other = policy if world % 2 == 0 else rival
            for k in range(len(plans)):
                worlds[1] = worlds[0]  # the same world for each plan: its luck cancels out
                s = worlds[1]
                done = 0
                while (
                    (done < enough or (done < most and not settled(s, r)))
                    and s.phase != game_over
                    and not (one_round and s.phase == round_over)
                ):
                    if s.phase in idle_phases:
                        if s.phase == shuffle_phase:
                            shuffle(rng, s.draw, s.draw_size)
                        proceed(s, r)
                    else:
                        action = NOTHING
                        if done < len(plans[k]):
                            action = plans[k][done]
                        if action == NOTHING:
                            action = choose(policy if s.seat == me else other, knob, s, r, rng)
                        apply(s, r, action)
                        done += 1
                if judge == WORTH:
                    outcomes[world, k, 0] = worth(s, r, me)
                elif judge in (CHANCE, CHANCE_SOON):
                    outcomes[world, k, 0] = chance(s, r, me)
                elif judge == POINTS:
                    finished = s.phase in (round_over, game_over)
                    outcomes[world, k, 0] = float(s.total[me]) if finished else math.nan
                else:
                    total = 0.0
                    for p in range(r.players):
                        if s.phase == game_over:
                            share = 1.0 if wins(s, r, p) else 0.0
                        elif judged:
                            share = chance(s, r, p)
                        else:
                            share = 1.0
                        outcomes[world, k, p] = share
                        total += share
                    for p in range(r.players):
                        share = outcomes[world, k, p]
                        outcomes[world, k, p] = share / total if total > 0.0 else 1.0 / r.players

    return sample


class Strong:
    """A bot that searches.

    Parameters
    ----------
    game : Game
    functions : SearchFunctions
    name : str
        The bot's name, with its budget.
    base : tuple of two int
        The policy of the rollouts, and its number.
    rival : int, optional
        The policy of the other seats in every second world; by default that of the rollouts.
    rollouts : int, optional
        The most rollouts per decision; the same seed gives the same decision.
    ms : int, optional
        Instead, the most milliseconds per decision, which isn't reproducible.
    doubt : float
        Standard errors by which a candidate must be better than the base policy's own choice.
    judge : int
        `WORTH`, `CHANCE`, `POINTS`, `SHARES` or `CHANCE_SOON`: the unit of `try_out`'s values.
    kind : str
        The key of its loop over worlds in `skyjo_widget.engine.core.background`.

    Attributes
    ----------
    blur : float
        The standard deviation of the errors that are added to the plans' values.
    """

    game: Game
    functions: SearchFunctions
    name: str
    base: tuple[int, int]
    kind: str
    rollouts: int | None
    ms: int | None
    doubt: float

    index = None
    """None: the compiled driver can't play it."""

    def __init__(
        self,
        game: Game,
        functions: SearchFunctions,
        name: str,
        *,
        base: tuple[int, int],
        rival: int | None = None,
        rollouts: int | None = None,
        ms: int | None = None,
        doubt: float = DOUBT,
        judge: int = WORTH,
        kind: str = "search",
    ) -> None:
        self.game, self.functions, self.name = game, functions, name
        self.base, self.kind = base, kind
        self.rival: int = base[0] if rival is None else rival
        self.rollouts, self.ms, self.doubt = rollouts, ms, doubt
        self.judge = judge
        self.blur: float = 0.0
        self._loaded = False

    def _make(self, make: Callable[..., Any]) -> Callable[..., None]:
        """Make the loop over worlds, by `jit.compiled` or `jit.interpreted`."""
        loop: Callable[..., None] = make(make_sample, *search_parts(self.game, self.functions))
        return loop

    def _sample(self, seen: Any, *rest: Any) -> None:
        """Run the loop, compiled if the arguments are arrays."""
        self._make(jit.compiled if isinstance(seen, np.ndarray) else jit.interpreted)(seen, *rest)

    def _sampler(
        self, o: Any, r: Any, rng: np.random.Generator, me: int
    ) -> Callable[[int, npt.NDArray[np.int64]], npt.NDArray[np.float64]]:
        """Return a function that tries plans in so many more worlds, compiled once possible."""
        arrays: dict[bool, tuple[Any, Any, Any]] = {}

        def sample(count: int, plans: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
            fast = self.is_fast(r)  # asked again: compiling may end during a decision
            if fast not in arrays:
                arrays[fast] = search_arrays(self.game, o, r, fast=fast)
            outcomes = np.empty((count, len(plans), r.players if self.judge == SHARES else 1))
            table: Any = plans if fast else plans.tolist()
            python = jit.is_interpreted(r)
            with announced(INTERPRETED, once=True) if python else contextlib.nullcontext():
                self._sample(
                    *arrays[fast], rng, me, *self.base, self.rival, self.judge, table, outcomes
                )
            return outcomes if self.judge == SHARES else outcomes[:, :, 0]

        return sample

    def is_fast(self, r: Any = None) -> bool:
        """Return True once its worlds are played by compiled code, with the rule codes `r`."""
        if r is not None and jit.is_interpreted(r):
            return False
        return background.ready(self.kind, self.game.name)

    def load(self) -> None:
        """Compile the loop, or load it from the cache."""
        game, rules = self.game, next(iter(self.game.presets.values()))
        o, r = observe(game.state(), NOBODY), rules.codes(3, game.deck)
        seen, room, codes = search_arrays(game, o, r, fast=True)
        nothing = np.zeros((1, 1), np.int64), np.empty((0, 1, 1))  # no world: only types count
        rng = np.random.default_rng(0)
        self._sample(seen, room, codes, rng, 0, *self.base, self.rival, self.judge, *nothing)

    def act(self, o: Any, r: Any, rng: np.random.Generator) -> int:
        """Return the best action; `o` is the observation of the seat to act."""
        return self._decide(o, r, rng, self.ms)[0]

    def act_soon(self, o: Any, r: Any, rng: np.random.Generator) -> tuple[int, int | None]:
        """Return the best action within about `SOON` ms: with fewer rollouts until it is compiled.

        Returns
        -------
        (int, int or None)
            The action; and its number of rollouts if that is below the budget, else None.
        """
        if self.ms or not jit.has_numba() or self.is_fast(r):
            return self.act(o, r, rng), None
        action, rollouts = self._decide(o, r, rng, SOON)
        return action, None if rollouts is None or rollouts >= (self.rollouts or 0) else rollouts

    def _decide(
        self, o: Any, r: Any, rng: np.random.Generator, ms: int | None
    ) -> tuple[int, int | None]:
        """Return the action and its number of rollouts; None if there was nothing to choose."""
        candidates = self.functions.candidates(o, r, self.game.legal_actions(o, r))
        plans = [(plan,) if isinstance(plan, int) else plan for plan in candidates]
        if len(plans) == 1:
            return plans[0][0], None
        own = self.functions.choose(*self.base, o, r, rng)
        plans.sort(key=lambda plan: plan[0] != own)  # the base policy's first: `_race` favours it
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
        *,
        me: int | None = None,
    ) -> npt.NDArray[np.float64]:
        """Return the value of each plan in worlds drawn from an observation.

        Parameters
        ----------
        plans : sequence of tuple of int
            Each a decision of the seat, possibly followed by its next ones.
        o : observation
            The observation of the seat to act, or as a state.
        r, rng : twin, Generator
        worlds : int
            The most worlds.
        ms : float, optional
            Milliseconds after which no further world is begun once there are `ENOUGH`; the number
            of worlds is then not reproducible.
        me : int, optional
            The seat with this knowledge, `NOBODY` for public information; by default the seat
            to act.

        Returns
        -------
        array of float, worlds × plans
            With at least one world; of `SHARES` worlds × plans × seats.
        """
        sample = self._sampler(o, r, rng, o.seat if me is None else me)
        table = _rectangle(list(plans))
        count = max(BATCH // len(plans), 1)
        tried = []
        if ms is not None:
            self.prepare(r)  # loading doesn't count as thinking time
        begun, done = time.perf_counter(), 0
        while done < worlds:
            late = ms is not None and time.perf_counter() - begun > ms / 1000
            if done and late:
                break
            fast = self.is_fast(r)
            if fast and ms is None:
                size = worlds  # no clock to check before the end
            elif ms is not None and not done:
                size = ENOUGH  # the fewest for an interval, however busy the machine is
            else:
                size = count if fast else 1  # a world takes long, so the clock is checked after it
            tried.append(sample(min(size, worlds - done), table))
            done += len(tried[-1])
        return np.concatenate(tried)

    def prepare(self, r: Any) -> None:
        """Start compiling the loop in the background; once it is compiled, load it here."""
        if self.is_fast(r) and not self._loaded:
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
        """Return the index of the winning plan and the number of rollouts.

        The first plan has the advantage `doubt`.  Without `ms`, the budget is in rollouts.
        """
        left = self.rollouts or 0
        actions, tried = _rectangle(plans), self._sampler(o, r, rng, o.seat)
        running = np.arange(len(plans))
        misjudged = np.zeros(len(plans))  # the same in all worlds: more of them don't mend it
        if self.blur:
            misjudged += self.blur * rng.standard_normal(len(plans))
        n = 0
        sums = np.zeros(len(plans))
        # Of the outcomes of two plans: any may become the leader that all are compared with.
        products = np.zeros((len(plans), len(plans)))

        if ms:
            self.prepare(r)  # loading doesn't count as thinking time
        begun = time.perf_counter()
        until = begun + (ms or 0) / 1000
        played = 0
        while True:
            count = max(BATCH // len(running), 1)
            if not ms:
                count = min(count, max(left // len(running), 1))
            elif n == 0:
                count = 1  # its time says how many more there is time for
            else:
                now = time.perf_counter()
                count = min(count, max(int(n * (until - now) / (now - begun)), 1))
            outcomes = tried(count, actions[running])
            n += count
            left -= outcomes.size
            played += outcomes.size
            sums += outcomes.sum(axis=0)
            # Not `@`, whose order of summation depends on the machine.
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


def search_arrays(game: Game, o: Any, r: Any, *, fast: bool) -> tuple[Any, Any, Any]:
    """Return the loop's arguments: the observation as a state, memory for two worlds, the rules.

    They are records in arrays if `fast`, else objects in lists.
    """
    state = game.state()
    for f in dataclasses.fields(o):
        setattr(state, f.name, getattr(o, f.name))
    if not fast:
        return [state], CopyingList([copy(state), copy(state)]), [r]
    seen = to_record(state)
    return seen, np.concatenate([seen, seen]), to_record(r)


def _rectangle(plans: list[tuple[int, ...]]) -> npt.NDArray[np.int64]:
    """Return the plans as an array, padded with `NOTHING`."""
    longest = max(map(len, plans))
    return np.array([[*plan] + [NOTHING] * (longest - len(plan)) for plan in plans], np.int64)


def _errors(means: Any, products: Any, n: int, k: int) -> Any:
    """Return the standard errors of the plans' differences from the k-th one."""
    squares = np.diag(products) + products[k, k] - 2 * products[k]
    return np.sqrt(np.maximum(squares / n - (means - means[k]) ** 2, 0) / max(n - 1, 1))
