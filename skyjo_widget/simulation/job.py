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
import time
import types
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget import bots
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import background as apart
from skyjo_widget.engine.core import jit as speed
from skyjo_widget.engine.core.driver import (
    DEALS,
    NO_ACTION,
    NOT_YET,
    driver_parts,
    endless,
    make_play,
    turns_lost,
)
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe, to_record
from skyjo_widget.engine.core.trace import Noted, make_notes, take
from skyjo_widget.engine.games import GAMES, find_preset
from skyjo_widget.errors import PolicyError
from skyjo_widget.records.history import History
from skyjo_widget.strategies import compile as compiling
from skyjo_widget.strategies import process as strategy_process
from skyjo_widget.strategies.call import LIMIT, ask, read_reply, sealed
from skyjo_widget.strategies.process import Ask, Reply, StrategyProcess
from skyjo_widget.strategies.rule_table.table import RuleTable
from skyjo_widget.table.seating import Policy

FAST_GROUP = 1024
"""Games of built-in policies that share their generators: some 20 ms, compiled."""
OWN_GROUP = 16
"""The same where a function decides."""
TOGETHER = 16
"""Games that are played side by side where strategies are asked in processes of their own."""
ROOM = 32_768
"""Rows of decisions and rounds that a driver notes before they are taken away."""

PLAY = "play"
"""The kind of compiled code that plays groups (`skyjo_widget.engine.core.background`)."""

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
        The cap of `skyjo_widget.engine.core.driver`.
    mirrored : bool
        Whether each deal is played as often as there are seats, everybody a seat further
        each time.
    noted : {"", "plain", "detailed"}
        What is noted of decisions.
    limit : float or None
        Seconds that a function may take for a move.
    """

    preset: str
    rules: Any
    deck: Deck
    players: tuple[str | Policy, ...]
    names: tuple[str, ...]
    games: int
    seed: int
    turns: int
    mirrored: bool = False
    noted: Literal["", "plain", "detailed"] = ""
    limit: float | None = LIMIT

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
        options = dataclasses.asdict(self.rules).items()
        rules = ", ".join(f"{option}={value!r}" for option, value in options)
        table = (self.deck.hash, self.names, self.mirrored, self.seed, self.turns)
        players = [_meaning(p, set()) for p in self.players]
        parts = [f"{type(self.rules).__name__}({rules})", *map(repr, (*table, players))]
        what = f"({self.preset!r}, {', '.join(parts)})"
        return f"{self.preset}-{hashlib.sha256(what.encode()).hexdigest()[:8]}"

    @functools.cached_property
    def policies(self) -> tuple[Any, ...]:
        """Each player's policy; a function as it is, of a table of rules its function."""
        name = self.game.name
        functions = [p.function() if isinstance(p, RuleTable) else p for p in self.players]
        return tuple(bots.find(name, p) if isinstance(p, str) else p for p in functions)

    @functools.cached_property
    def functions(self) -> tuple[Any, ...]:
        """The players that are functions, each once; of one that plays apart its function."""
        return tuple(dict.fromkeys(_function(p) for p in self.policies if callable(p)))

    @functools.cached_property
    def team(self) -> compiling.Team | None:
        """How the functions are compiled; None if there are none."""
        if not self.functions:
            return None
        others = [p for p in self.policies if not callable(p)]
        return compiling.find_team(
            (self.preset, repr(self.rules), self.deck.hash, len(self.players)),
            self.game,
            self.codes,
            self.functions,
            built_in=len(others) > 0,
            searching=any(other.index is None for other in others),
        )

    @property
    def slow(self) -> str:
        """Why it isn't played at full speed, a sentence; empty if it is, or may yet be."""
        if not speed.has_numba():
            return speed.why_slow()
        if trouble := apart.trouble(PLAY, self.game.name):
            return f"nothing could be compiled ({trouble})"
        return self.team.why if self.team else ""

    @property
    def fast(self) -> bool:
        """Whether a driver plays all of them by itself."""
        return all(getattr(policy, "index", None) is not None for policy in self.policies)

    @functools.cached_property
    def apart(self) -> bool:
        """True if a strategy plays in a process of its own."""
        return any(isinstance(p, StrategyProcess) for p in self.players)

    @property
    def threaded(self) -> bool:
        """Whether threads play it faster than one, by now: compiled code lets others work."""
        searches = any(not callable(p) and p.index is None for p in self.policies)
        compiled = self.team is not None and self.team.driver is not None
        if self.fast or searches:
            return apart.ready(PLAY if self.fast else "search", self.game.name)
        return compiled and speed.has_numba()

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
        if not self.mirrored:
            return self.group
        return FAST_GROUP // 4 if self.fast else TOGETHER if self.apart else self.group

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
            sealed(np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=key)))
            for key in keys
        ]

    def __getstate__(self) -> dict[str, Any]:
        """Cross to another process with the name, without what can be made again there."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)} | {
            "name": self.name
        }


def _function(policy: Any) -> Any:
    """A function that plays, wherever it does."""
    return policy.function if isinstance(policy, StrategyProcess) else policy


def _meaning(thing: Any, met: set[int]) -> Any:
    """What a strategy does, as far as can be seen: its code, and what this names outside."""
    thing = _function(thing)
    if id(thing) in met:
        return "again"
    if isinstance(thing, RuleTable):
        return thing.to_text()
    if isinstance(thing, types.FunctionType):
        met = met | {id(thing)}
        outside = [thing.__globals__.get(name) for name in thing.__code__.co_names]
        inside = [cell.cell_contents for cell in thing.__closure__ or ()]
        return [_meaning(part, met) for part in (thing.__code__, *outside, *inside)]
    if isinstance(thing, types.CodeType):
        return [thing.co_code, thing.co_names, *(_meaning(part, met) for part in thing.co_consts)]
    if isinstance(thing, (set, frozenset)):
        return sorted(repr(_meaning(part, met)) for part in thing)  # in an order of their own
    if isinstance(thing, (tuple, list)):
        return [_meaning(part, met) for part in thing]
    simple = thing is None or isinstance(thing, (bool, int, float, str, bytes))
    return repr(thing) if simple else type(thing).__name__


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
    groups = range(first // job.group, -(-last // job.group))
    pieces = []
    faults: list[Fault] = []
    by_itself = True
    if job.apart and not (job.team and job.team.driver):
        pieces = _play_together(job, groups, last, faults)
        by_itself, groups = False, range(0)
    for group in groups:
        played, again = _play_group(job, group, min(job.group, last - group * job.group), faults)
        pieces += played
        by_itself &= again
    noted = Noted.joined(pieces)
    actions = None
    if not by_itself:
        ends = np.cumsum(noted.games["decisions"])
        actions = np.split(noted.decisions["action"].astype(np.int16), ends[:-1])
    return Block(noted, actions, faults)


def _play_group(job: Job, group: int, games: int, faults: list[Fault]) -> tuple[list[Noted], bool]:
    """What was noted of a group, and whether it can be played again without its actions."""
    table = Table(job, group, faults)
    if job.fast:
        return table.play(games), True
    if table.compiled:
        try:
            return table.play(games), True
        except Exception:  # a compiled strategy can't say more; asked one by one it does
            pass
        table = Table(job, group, faults, interpreted=True)
    before, begun = len(faults), time.perf_counter()
    played = table.play(games)
    if len(faults) == before:
        _consider(job, group, games, played, (time.perf_counter() - begun) / games)
    return played, False


def _consider(job: Job, group: int, games: int, played: list[Noted], seconds: float) -> None:
    """Have strategies compiled if that pays, at so many seconds a game."""
    left = job.games - group * job.group - games
    if job.team:
        job.team.consider(seconds * left, lambda driver: _agrees(job, group, games, played, driver))


def _play_together(job: Job, groups: range, last: int, faults: list[Fault]) -> list[Noted]:
    """Play groups side by side, so that strategies answer many at once; return the notes.

    While one process thinks, the games that another has answered go on.
    """
    begun = time.perf_counter()
    tables = [Table(job, group, [], interpreted=True) for group in groups]
    sizes = [min(job.group, last - table.first) for table in tables]
    found: list[list[Noted]] = [[] for _ in tables]
    going = [
        table.playing(games, pieces, together=True)
        for table, games, pieces in zip(tables, sizes, found, strict=True)
    ]
    waiting: dict[StrategyProcess, list[tuple[int, Ask]]] = {}
    asked: dict[StrategyProcess, list[tuple[int, Ask]]] = {}

    def go_on(number: int) -> None:
        for process, question in going[number]:
            waiting.setdefault(process, []).append((number, question))
            return

    with strategy_process.TURN:
        try:
            for number in range(len(tables)):
                go_on(number)
            while waiting or asked:
                for process in [process for process in waiting if process not in asked]:
                    asked[process] = waiting.pop(process)
                    process.send([question for _, question in asked[process]])
                process = next(iter(asked))
                replies = process.collect()
                for (number, _), reply in zip(asked.pop(process), replies, strict=True):
                    tables[number].reply = reply
                    go_on(number)
        except BaseException:  # what the others answer, nobody waits for
            for process in asked:
                process.close()
            raise
    for table in tables:
        faults += table.faults
    if not any(table.faults for table in tables):
        seconds = (time.perf_counter() - begun) / sum(sizes)
        _consider(job, groups[-1], sizes[-1], found[-1], seconds)
    return [piece for pieces in found for piece in pieces]


def _agrees(job: Job, group: int, games: int, played: list[Noted], driver: Any) -> bool:
    """Whether a compiled driver plays a group as interpreted strategies have played it."""
    again = Noted.joined(Table(job, group, [], driver=driver).play(games, acting=True))
    known = Noted.joined(played)
    return all(
        np.array_equal(a, b)
        for a, b in (
            (again.games, known.games),
            (again.rounds, known.rounds),
            (again.decisions["action"], known.decisions["action"]),
        )
    )


@apart.maker(PLAY)
def _load_play(name: str) -> None:
    game = GAMES[name]
    preset = next(iter(game.presets))
    random = bots.policies(name)[0]
    job = Job(
        preset=preset,
        rules=game.presets[preset],
        deck=game.deck,
        players=(random,) * 3,
        names=("a", "b", "c"),
        games=1,
        seed=0,
        turns=1,
    )
    Table(job, 0, []).play(1)


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
    interpreted : bool
        Whether functions are asked one by one, even if they are compiled.
    driver : callable, optional
        What plays in the place of the team's.
    """

    def __init__(
        self,
        job: Job,
        group: int,
        faults: list[Fault],
        actions: Any | None = None,
        *,
        interpreted: bool = False,
        driver: Any = None,
    ) -> None:
        self.job, self.faults, self.actions = job, faults, actions
        self.together = False
        self.pending: tuple[StrategyProcess, Ask] | None = None
        self.reply: Reply | None = None
        self.first = group * job.group
        self.generators = job.generators(group)
        shift = job.rotation(self.first)
        n = len(job.players)
        self.seated = [job.policies[(seat + shift) % n] for seat in range(n)]
        self.names = [job.names[(seat + shift) % n] for seat in range(n)]
        own = driver
        if job.team and not own and not interpreted and actions is None:
            own = job.team.driver
        self.compiled = own is not None or (job.fast and apart.ready(PLAY, job.game.name))
        self.changes = job.fast and not self.compiled
        state = job.game.state()
        self.states = to_record(state) if self.compiled else [state]
        self.rules = to_record(job.codes) if self.compiled else [job.codes]
        if own:
            self.driver = own
            self.line_up = [
                compiling.index(job.game, job.functions, _function(policy))
                if callable(policy)
                else policy.index
                for policy in self.seated
            ]
            self.knobs = [0 if callable(policy) else policy.knob for policy in self.seated]
            return
        if job.fast:
            choose: Any = bots.chooser(job.game.name)
            self.line_up = [policy.index for policy in self.seated]
            self.knobs = [policy.knob for policy in self.seated]
        else:
            choose = self.choose
            self.line_up = self.knobs = [0] * n
        make = speed.compiled if self.compiled else speed.interpreted
        self.driver = make(make_play, *driver_parts(job.game, choose))

    def playing(
        self,
        games: int,
        pieces: list[Noted],
        *,
        noting: bool = True,
        acting: bool = False,
        together: bool = False,
    ) -> Iterator[tuple[StrategyProcess, Ask]]:
        """Play so many games, and add what was noted, in pieces.

        Parameters
        ----------
        games : int
        pieces : list of Noted
        noting : bool
            Whether anything is noted.
        acting : bool
            Whether actions are, in any case.
        together : bool
            Whether to give what a strategy in a process is to be asked, and go on when
            `reply` is there.
        """
        job = self.job
        acting = acting or not (job.fast or self.compiled)
        noted = job.noted or ("plain" if acting else "")
        room = ROOM if self.compiled else ROOM // 64 if self.changes else ROOM // 16
        self.notes = make_notes(
            job.game.details,
            compiled=self.compiled,
            games=games,
            rounds=room if noting else 0,
            decisions=room if noting and noted else 0,
            detailed=noted == "detailed",
            first=self.first,
        )
        line_up, knobs = np.array(self.line_up), np.array(self.knobs)
        self.together = together
        over = False
        while not over:
            over = self.driver(
                self.states, self.rules, *self.generators, line_up, knobs, self.notes, job.turns
            )
            if self.pending:
                yield self.pending
                continue
            pieces.append(take(self.notes, job.game.details))
            if self.changes and not over and apart.ready(PLAY, job.game.name):
                self._change_over()
                line_up, knobs = np.array(self.line_up), np.array(self.knobs)

    def play(self, games: int, *, noting: bool = True, acting: bool = False) -> list[Noted]:
        """Play so many games; returns what was noted, in pieces: actions, if they are needed."""
        pieces: list[Noted] = []
        for _ in self.playing(games, pieces, noting=noting, acting=acting):
            pass
        return pieces

    def _change_over(self) -> None:
        """Go on compiled, in the middle of a game, where it was interpreted."""
        game, notes = self.job.game, self.notes
        where = to_record(notes.where[0])
        self.compiled, self.changes = True, False
        self.states, self.rules = to_record(self.states[0]), to_record(self.job.codes)
        self.driver = speed.compiled(make_play, *driver_parts(game, bots.chooser(game.name)))
        self.notes = make_notes(
            game.details,
            compiled=True,
            games=len(notes.games),
            rounds=ROOM if notes.rounds else 0,
            decisions=ROOM if notes.decisions else 0,
            detailed=len(notes.details) > 0,
        )._replace(where=where)

    def choose(self, _policy: int, _knob: int, s: Any, r: Any, rng: Any) -> int:
        """The action of whoever sits there; `NO_ACTION` if it fails, with a `Fault`."""
        if self.actions is not None:
            where = self.notes.where[0]
            return self._again(where.game, where.decision)
        seat, where = s.seat, self.notes.where[0]
        try:
            return self._ask(s, r, rng)
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

    def _ask(self, s: Any, r: Any, rng: Any) -> int:
        job, player = self.job, self.seated[s.seat]
        if not callable(player):
            return int(player.act(observe(s, s.seat), r, rng))
        name = self.names[s.seat]
        if self.together and isinstance(player, StrategyProcess):
            if self.reply is None or self.pending is None:
                legal = job.game.legal_actions(s, r)
                self.pending = player, Ask(job.game, s, r, job.deck, rng, legal, job.limit)
                return NOT_YET
            (_, asked), reply = self.pending, self.reply
            self.pending = self.reply = None
            return read_reply(reply, asked, name=name)
        return ask(player, job.game, s, r, job.deck, rng, name=name, limit=job.limit)

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
            elif endless(h.state, lost, self.job.turns, len(h.decisions)):
                break
            else:
                if self.actions is None:
                    action = self._ask(h.state, h.codes, rng)
                else:
                    action = self._again(game, len(h.decisions))
                if action == NO_ACTION:
                    break
                h.act(action)
