"""Many games at once: what is to be played, and the pieces in which it is played.

A `Job` says all that a worker needs to know, and is the same in each.  Its games come in
*blocks*, the pieces that workers are handed, and in *groups*: a group has generators of its
own, spawned from the seed by its number.  So the result doesn't depend on who plays what,
and a game is found again without playing all those before it.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget import bots
from skyjo_widget.engine import speed
from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.driver import DEALS, NO_ACTION, driver_parts, make_play, turns_lost
from skyjo_widget.engine.game import Game, find_preset
from skyjo_widget.engine.noted import Noted, make_notes, take
from skyjo_widget.engine.piles import shuffle
from skyjo_widget.engine.state import observe, to_record
from skyjo_widget.errors import PolicyError
from skyjo_widget.history import History
from skyjo_widget.seating import Answer
from skyjo_widget.strategies import ask

FAST_GROUP = 1024
"""Games of built-in policies that share their generators: some 20 ms, compiled."""
OWN_GROUP = 16
"""The same where a function decides."""
ROOM = 8192
"""Rows of decisions and rounds that a driver notes before they are taken away."""

_POLICIES, _DEALS, _PILES = range(3)  # streams of random numbers that must not touch


@dataclasses.dataclass(frozen=True, kw_only=True)
class Job:
    """Games to be played.

    Parameters
    ----------
    preset : str
    rules : rules object
    deck : Deck
    players : tuple of str or callable
        Names of built-in policies, or functions of an observation.
    names : tuple of str
        What each is called.
    games : int
        How many.
    seed : int
    turns : int
        The cap of `skyjo_widget.engine.driver`.
    mirrored : bool
        Whether each deal is played as often as there are seats, everybody a seat further
        each time.
    noted : {"", "plain", "detailed"}
        What is noted of decisions.
    """

    preset: str
    rules: Any
    deck: Deck
    players: tuple[str | Answer, ...]
    names: tuple[str, ...]
    games: int
    seed: int
    turns: int
    mirrored: bool = False
    noted: Literal["", "plain", "detailed"] = ""

    @functools.cached_property
    def game(self) -> Game:
        """The game."""
        return find_preset(self.preset)[0]

    @functools.cached_property
    def codes(self) -> Any:
        """The rule codes."""
        return self.rules.codes(len(self.players), self.deck)

    @functools.cached_property
    def name(self) -> str:
        """A name that no other run has, the same wherever it is played."""
        what = (self.preset, self.rules, self.deck.hash, self.names, self.seed, self.mirrored)
        return f"{self.preset}-{hashlib.sha256(repr(what).encode()).hexdigest()[:8]}"

    @functools.cached_property
    def policies(self) -> tuple[Any, ...]:
        """Each player's policy; a function as it is."""
        name = self.game.name
        return tuple(bots.find(name, p) if isinstance(p, str) else p for p in self.players)

    @property
    def fast(self) -> bool:
        """Whether a driver plays all of them by itself."""
        return all(getattr(policy, "index", None) is not None for policy in self.policies)

    @property
    def threaded(self) -> bool:
        """Whether threads play it faster than one: compiled code lets others work."""
        searches = any(not callable(p) and p.index is None for p in self.policies)
        return speed.has_numba() and (self.fast or searches)

    @property
    def group(self) -> int:
        """Games that share their generators."""
        if self.mirrored:
            return 1
        if self.fast:
            return FAST_GROUP
        return OWN_GROUP if all(callable(p) or p.index is not None for p in self.policies) else 1

    @property
    def block(self) -> int:
        """Games in a block."""
        return FAST_GROUP // 4 if self.mirrored and self.fast else self.group

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return -(-self.games // self.block)

    def rotation(self, game: Any) -> Any:
        """How many seats the players of a game (or of an array of them) have moved on."""
        return game % len(self.players) if self.mirrored else game * 0

    def generators(self, group: int) -> list[np.random.Generator]:
        """The generators of a group: for policies, deals, and shuffles within rounds."""
        deal = group // len(self.players) if self.mirrored else group
        keys = [(_POLICIES, group), (_DEALS, deal), (_PILES, group)]
        return [
            np.random.Generator(np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=key)))
            for key in keys
        ]

    def __getstate__(self) -> dict[str, Any]:
        """Cross to another process without what can be made again there."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}


class Fault(NamedTuple):
    """What stopped a game."""

    game: int
    seat: int
    player: str
    decision: int
    text: str
    traceback: str
    observation: str


class Block(NamedTuple):
    """What came of a block.

    Parameters
    ----------
    noted : Noted
        Of decisions what the job asks for.
    actions : list of array of int16, or None
        Each game's actions, where they can't be had again from the seed.
    faults : list of Fault
    """

    noted: Noted
    actions: list[npt.NDArray[np.int16]] | None
    faults: list[Fault]


def play_block(job: Job, number: int) -> Block:
    """Play a block of a job; anywhere, by anybody, with the same result."""
    first = number * job.block
    last = min(first + job.block, job.games)
    pieces = []
    faults: list[Fault] = []
    for group in range(first // job.group, -(-last // job.group)):
        begin = group * job.group
        table = Table(job, group, faults)
        pieces += table.play(min(job.group, last - begin))
    noted = Noted.joined(pieces).compact()
    actions = None
    if not job.fast:
        ends = np.cumsum(noted.games["decisions"])
        actions = np.split(noted.decisions["action"].astype(np.int16), ends[:-1])
    return Block(noted, actions, faults)


class Table:
    """Where the games of a group are played.

    Parameters
    ----------
    job : Job
    group : int
        Which one.
    faults : list of Fault
        What stops a game is told there.
    actions : list of array of int, optional
        What was played, to be played again.
    """

    def __init__(
        self, job: Job, group: int, faults: list[Fault], actions: Any | None = None
    ) -> None:
        self.job, self.faults, self.actions = job, faults, actions
        self.first = group * job.group
        self.generators = job.generators(group)
        shift = job.rotation(self.first)
        n = len(job.players)
        self.seated = [job.policies[(seat + shift) % n] for seat in range(n)]
        self.names = [job.names[(seat + shift) % n] for seat in range(n)]
        self.compiled = job.fast and speed.has_numba()
        state = job.game.state()
        self.states = to_record(state) if self.compiled else [state]
        self.rules = to_record(job.codes) if self.compiled else [job.codes]
        if job.fast:
            choose: Any = bots.chooser(job.game.name)
            self.line_up = [policy.index for policy in self.seated]
            self.knobs = [policy.knob for policy in self.seated]
        else:
            choose = self.choose
            self.line_up = self.knobs = [0] * n
        make = speed.compiled if self.compiled else speed.interpreted
        self.driver = make(make_play, *driver_parts(job.game, choose))

    def play(self, games: int, *, noting: bool = True) -> list[Noted]:
        """Play so many games; returns what was noted, in pieces."""
        job = self.job
        noted = job.noted or ("" if job.fast else "plain")
        self.notes = make_notes(
            job.game.details,
            compiled=self.compiled,
            games=games,
            rounds=ROOM if noting else 0,
            decisions=ROOM if noting and noted else 0,
            detailed=noted == "detailed",
            first=self.first,
        )
        line_up, knobs = np.array(self.line_up), np.array(self.knobs)
        pieces: list[Noted] = []
        over = False
        while not over:
            over = self.driver(
                self.states, self.rules, *self.generators, line_up, knobs, self.notes, job.turns
            )
            pieces.append(take(self.notes, job.game.details))
        return pieces

    def choose(self, _policy: int, _knob: int, s: Any, r: Any, rng: Any) -> int:
        """The action of whoever sits there; `NO_ACTION` if it fails, with a `Fault`."""
        if self.actions is not None:
            where = self.notes.where[0]
            return self._again(where.game, where.decision)
        player, seat = self.seated[s.seat], s.seat
        if not callable(player):
            return int(player.act(observe(s, seat), r, rng))
        job, where = self.job, self.notes.where[0]
        try:
            return ask(player, job.game, s, r, job.deck, rng, name=self.names[seat])
        except PolicyError as error:
            self.faults.append(
                Fault(
                    where.game,
                    seat,
                    error.player,
                    where.decision,
                    error.line,
                    error.traceback,
                    error.observation,
                )
            )
            return NO_ACTION

    def _again(self, game: int, decision: int) -> int:
        """What was played there; `NO_ACTION` if it had failed."""
        assert self.actions is not None
        actions = self.actions[game - self.first]
        return int(actions[decision]) if decision < len(actions) else NO_ACTION

    def play_again(self, h: History, game: int) -> None:
        """Play one of the games on a history, once those before it are played here."""
        rng, deals, piles = self.generators
        lost = 0
        while not h.over:
            if h.needs_shuffle:
                why = h.game.shuffles[h.state.shuffled_for]
                order = h.state.draw[: h.state.draw_size]
                shuffle(deals if why in DEALS else piles, order, len(order))
                h.shuffle(order[::-1])
            elif h.needs_scoring:
                h.score()
            elif h.between_rounds:
                lost = turns_lost(h.state, lost)
                h.begin_round()
            elif lost + h.state.turn > self.job.turns:
                break
            else:
                if self.actions is None:
                    action = self.seated[h.state.seat].act(h.state, h.codes, rng)
                else:
                    action = self._again(game, len(h.decisions))
                if action == NO_ACTION:
                    break
                h.act(action)
