"""Jobs of many games, and the blocks and groups in which they are played.

A `Job` holds everything that a worker needs, and is equal in all workers.  Its games are divided
into *blocks*, the units of work, and these into *groups*: a group has its own generators, spawned
from the seed by its number.  So the result doesn't depend on which worker plays what, and a game
can be played again without all the games before its group.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import time
import types
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget import bots
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.dealing import give_dice
from skyjo_widget.engine.core.driver import (
    DEALS,
    NO_ACTION,
    NOT_YET,
    OWN,
    RECORDED,
    driver_parts,
    endless,
    make_play,
    turns_lost,
)
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import observe, to_record
from skyjo_widget.engine.core.tally import NO_MARKS, Marks, SeatTally, Tally
from skyjo_widget.engine.core.trace import (
    Trace,
    make_buffers,
    rows_array,
    set_until,
    take,
    with_room,
    written_actions,
)
from skyjo_widget.engine.games import GAMES, find_preset
from skyjo_widget.errors import PolicyError, SimulationError
from skyjo_widget.errors.message import _
from skyjo_widget.records.history import History
from skyjo_widget.strategies import process as strategy_process
from skyjo_widget.strategies.call import LIMIT, ask, read_reply, sealed
from skyjo_widget.strategies.compiled import compile as compiler
from skyjo_widget.strategies.process import Ask, Reply, StrategyProcess
from skyjo_widget.strategies.rule_table.table import RuleTable
from skyjo_widget.table.seating import Policy

if TYPE_CHECKING:
    from skyjo_widget.engine.core.trace import Notes

FAST_GROUP = 1024
"""Games of built-in policies that share their generators: some 20 ms, compiled."""
OWN_GROUP = 16
"""Games of a group in which a function decides."""
TOGETHER = 16
"""Games played side by side where strategies run in processes of their own."""
ROOM = 32_768
"""Rows of decisions and rounds that a driver records before they are collected."""
ROOM_FOR_ACTIONS = 2**20
"""Actions that a driver records before their buffer grows: more than most blocks have."""

OnFault = Literal["lose", "leave out"]
"""The results of a game that a strategy has stopped (`Job`)."""

PLAY, TALLY = compiler.PLAY, "tally"
"""The kinds of compiled code that play groups, and count their decisions."""

_POLICIES, _DEALS, _PILES = range(3)  # independent streams of random numbers


@dataclasses.dataclass(frozen=True, kw_only=True)
class Job:
    """The specification of a run: games to play, with everything that determines them.

    Parameters
    ----------
    preset : str
    rules : rules object
    deck : Deck
    players : tuple of str or callable
        Names of built-in policies, or functions of an observation.
    names : tuple of str
        The players' names.
    games : int
        The number of games.
    seed : int
    turns : int
        The cap of `skyjo_widget.engine.core.driver`.
    mirrored : bool
        Whether each deal is played once in every rotation of the players.
    noted : {"", "plain", "detailed"}
        The level of detail in which decisions are recorded.
    limit : float or None
        Seconds that a function may take for a decision.
    states : {"", "own", "all"}
        Whose views of the states before decisions are kept.
    on_fault : {"lose", "leave out"}
        The result of a game that a strategy has stopped, by an error, an illegal action, its time
        limit or the death of its process: lost by it and won by the others, or none.
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
    states: Literal["", "own", "all"] = ""
    on_fault: OnFault = "lose"

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
        """The run's name: preset and a hash of everything that determines the games."""
        options = self.rules.as_dict().items()
        rules = ", ".join(f"{option}={value!r}" for option, value in options)
        settings = (self.deck.hash, self.names, self.mirrored, self.seed, self.turns)
        players = [_fingerprint(p, set()) for p in self.players]
        parts = [f"{type(self.rules).__name__}({rules})", *map(repr, (*settings, players))]
        what = f"({self.preset!r}, {', '.join(parts)})"
        return f"{self.preset}-{hashlib.sha256(what.encode()).hexdigest()[:8]}"

    @functools.cached_property
    def policies(self) -> tuple[Any, ...]:
        """Each player's policy; a function is its own, a rule table's is its function."""
        name = self.game.name
        functions = [p.function() if isinstance(p, RuleTable) else p for p in self.players]
        return tuple(bots.find(name, p) if isinstance(p, str) else p for p in functions)

    def prepare(self) -> None:
        """Let the built-in bots do their slow one-time work."""
        for policy in self.policies:
            if not callable(policy):
                policy.prepare(self.codes)

    @functools.cached_property
    def functions(self) -> tuple[Any, ...]:
        """The distinct functions among the players, also those of strategy processes."""
        return tuple(dict.fromkeys(_function(p) for p in self.policies if callable(p)))

    @functools.cached_property
    def team(self) -> compiler.Team | None:
        """The compiler of the functions; None if there are none."""
        if not self.functions:
            return None
        others = [p for p in self.policies if not callable(p)]
        return compiler.find_team(
            (self.preset, repr(self.rules), self.deck.hash, len(self.players)),
            self.game,
            self.codes,
            self.functions,
            searching=any(other.index is None for other in others),
        )

    @property
    def slow(self) -> str:
        """The reason why it isn't played at full speed; empty if it is, or may yet be."""
        if jit.is_interpreted(self.codes):
            return _("an effect is a function of one's own, which isn't compiled")
        if not jit.has_numba():
            return jit.why_slow()
        if trouble := background.trouble(PLAY, self.game.name):
            return _("nothing could be compiled ({trouble})", trouble=trouble)
        return self.team.why if self.team else ""

    @property
    def fast(self) -> bool:
        """True if a driver plays the games by itself: all bots are built in, and none searches."""
        return all(getattr(policy, "index", None) is not None for policy in self.policies)

    @functools.cached_property
    def apart(self) -> bool:
        """True if a strategy plays in a process of its own."""
        return any(isinstance(p, StrategyProcess) for p in self.players)

    @property
    def threaded(self) -> bool:
        """True if several threads are faster by now: compiled code releases the GIL."""
        searches = any(not callable(p) and p.index is None for p in self.policies)
        compiled = self.team is not None and self.team.driver is not None
        if jit.is_interpreted(self.codes):
            return False
        if self.fast or searches:
            return background.ready(PLAY if self.fast else "search", self.game.name)
        return compiled and jit.has_numba()

    @property
    def group(self) -> int:
        """The number of games that share generators."""
        if self.mirrored or jit.is_interpreted(self.codes):
            return 1
        if self.fast:
            return FAST_GROUP
        return OWN_GROUP if all(callable(p) or p.index is not None for p in self.policies) else 1

    @property
    def block(self) -> int:
        """The number of games in a block."""
        if not self.mirrored:
            return self.group
        if self.fast:  # as many whole deals
            return FAST_GROUP // 4 // self.rotations * self.rotations
        return TOGETHER if self.apart else self.group

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return -(-self.games // self.block)

    @property
    def rotations(self) -> int:
        """The number of successive games that share a deal, each with the players one seat on."""
        return len(self.players) if self.mirrored else 1

    def rotation(self, game: Any) -> Any:
        """Return by how many seats the players of a game (or of each in an array) are rotated."""
        return game % len(self.players) if self.mirrored else game * 0

    def others(self, game: int, seat: int) -> list[int]:
        """Return the seats that win a game because one has stopped it.

        Its partners lose with it, and so do others of the same strategy, so that a strategy never
        gains by it; at a table of one strategy alone the others win.
        """
        n, shift = len(self.players), self.rotation(game)
        sides = [self.game.side(self.codes, p) for p in range(n)]
        played = [self.players[(p + shift) % n] for p in range(n)]
        rivals = [p for p in range(n) if sides[p] != sides[seat]]
        return [p for p in rivals if played[p] is not played[seat]] or rivals

    def generators(self, group: int) -> list[np.random.Generator]:
        """Return the generators of a group, as strategies may have them, in order of `streams`."""
        return [sealed(np.random.Generator(numbers)) for numbers in self.streams(group)]

    def streams(self, group: int) -> list[np.random.PCG64]:
        """Return the random numbers of a group: of policies, deals, and shuffles within rounds."""
        deal = group // len(self.players) if self.mirrored else group
        keys = [(_POLICIES, group), (_DEALS, deal), (_PILES, group)]
        return [np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=key)) for key in keys]

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields and the name; other cached properties are computed again."""
        return {f.name: getattr(self, f.name) for f in dataclasses.fields(self)} | {
            "name": self.name
        }


def _function(policy: Any) -> Any:
    """Return the function of a strategy process, anything else unchanged."""
    return policy.function if isinstance(policy, StrategyProcess) else policy


def _fingerprint(thing: Any, met: set[int]) -> Any:
    """Return a comparable description of a strategy: its code, constants, globals and closure."""
    thing = _function(thing)
    if id(thing) in met:
        return "again"
    if isinstance(thing, RuleTable):
        return thing.to_text()
    if isinstance(thing, types.FunctionType):
        met = met | {id(thing)}
        outside = [thing.__globals__.get(name) for name in thing.__code__.co_names]
        inside = [cell.cell_contents for cell in thing.__closure__ or ()]
        defaults = [part for part in (thing.__defaults__, thing.__kwdefaults__) if part]
        return [_fingerprint(part, met) for part in (thing.__code__, *outside, *inside, *defaults)]
    if isinstance(thing, types.CodeType):
        return [
            thing.co_code,
            thing.co_names,
            *(_fingerprint(part, met) for part in thing.co_consts),
        ]
    if isinstance(thing, (set, frozenset)):
        return sorted(repr(_fingerprint(part, met)) for part in thing)  # sets have no order
    if isinstance(thing, (tuple, list)):
        return [_fingerprint(part, met) for part in thing]
    if isinstance(thing, dict):
        return [_fingerprint(pair, met) for pair in thing.items()]
    if isinstance(thing, np.ndarray) and not thing.dtype.hasobject:
        return str(thing.dtype), thing.shape, hashlib.sha256(thing.tobytes()).hexdigest()
    simple = thing is None or isinstance(thing, (bool, int, float, str, bytes))
    return repr(thing) if simple else type(thing).__name__


class Fault(NamedTuple):
    """A strategy's failure that stopped a game."""

    game: int
    seat: int
    player: str
    decision: int
    text: str
    traceback: str
    observation: str


class Block(NamedTuple):
    """The result of a block.

    Parameters
    ----------
    noted : Trace
        The trace, with decisions in the detail that the job asks for.
    actions : list of array of int16, or None
        Each game's actions, unless they can be reproduced from the seed.
    faults : list of Fault
    recorded : array of int16, or None
        All actions, in order, if they are wanted though the seed reproduces them.
    """

    noted: Trace
    actions: list[npt.NDArray[np.int16]] | None
    faults: list[Fault]
    recorded: npt.NDArray[np.int16] | None = None


def play_block(job: Job, number: int, *, recording: bool = False) -> Block:
    """Play a block of a job; the result is the same in every worker.

    Parameters
    ----------
    job : Job
    number : int
        Its number.
    recording : bool
        Whether the actions of built-in policies are wanted too.
    """
    first = number * job.block
    last = min(first + job.block, job.games)
    groups = range(first // job.group, -(-last // job.group))
    pieces = []
    faults: list[Fault] = []
    reproducible = True
    recorded = None
    if job.fast:
        runner = GroupRunner(job, groups[0], faults)
        pieces, groups = runner.play(last - first, recording=recording), range(0)
        recorded = written_actions(runner.notes) if recording else None
    elif job.apart and not (job.team and job.team.driver):
        pieces = _play_together(job, groups, last, faults)
        reproducible, groups = False, range(0)
    for group in groups:
        size = min(job.group, last - group * job.group)
        played, from_seed = _play_group(job, group, size, faults)
        pieces += played
        reproducible &= from_seed
    noted = Trace.joined(pieces)
    _settle(job, noted.games, faults)
    actions = None
    if not reproducible:
        ends = np.cumsum(noted.games["decisions"])
        actions = np.split(noted.decisions["action"].astype(np.int16), ends[:-1])
    return Block(noted, actions, faults, recorded)


def _settle(job: Job, games: npt.NDArray[Any], faults: list[Fault]) -> None:
    """Write into the rows of games who has won those that a strategy has stopped."""
    if job.on_fault == "lose" and faults:
        for fault in faults:
            winners = sum(1 << seat for seat in job.others(fault.game, fault.seat))
            games["winners"][fault.game - games["game"][0]] = winners


def _play_group(job: Job, group: int, games: int, faults: list[Fault]) -> tuple[list[Trace], bool]:
    """Play a group with functions; return its trace, and whether the seed alone reproduces it."""
    runner = GroupRunner(job, group, faults)
    if runner.compiled:
        try:
            return runner.play(games), True
        except Exception:  # compiled code loses the details: play it interpreted
            pass
        runner = GroupRunner(job, group, faults, interpreted=True)
    # Some browsers' Python has no clock of a thread; there numba is missing too.
    clock = time.thread_time if jit.has_numba() else time.perf_counter
    before, begun = len(faults), clock()
    played = runner.play(games)
    if len(faults) == before:
        _consider(job, group, games, played, games, clock() - begun)
    return played, False


def _consider(
    job: Job, group: int, games: int, played: list[Trace], together: int, seconds: float
) -> None:
    """Compile the strategies if that pays, given the seconds that so many games took together."""
    left = job.games - group * job.group - games
    if job.team:
        job.team.consider(
            together, seconds, left, lambda driver: _agrees(job, group, games, played, driver)
        )


def _play_together(job: Job, groups: range, last: int, faults: list[Fault]) -> list[Trace]:
    """Play groups side by side, so that strategies answer in batches; return the traces.

    While one process computes, the games that another has answered continue.
    """
    begun = time.perf_counter()
    runners = [GroupRunner(job, group, [], interpreted=True) for group in groups]
    sizes = [min(job.group, last - runner.first) for runner in runners]
    traces: list[list[Trace]] = [[] for _ in runners]
    going = [
        runner.playing(games, pieces, together=True)
        for runner, games, pieces in zip(runners, sizes, traces, strict=True)
    ]
    waiting: dict[StrategyProcess, list[tuple[int, Ask]]] = {}
    asked: dict[StrategyProcess, list[tuple[int, Ask]]] = {}

    def resume(number: int) -> None:
        for process, question in going[number]:
            waiting.setdefault(process, []).append((number, question))
            return

    with strategy_process.TURN:
        try:
            for number in range(len(runners)):
                resume(number)
            while waiting or asked:
                for process in [process for process in waiting if process not in asked]:
                    asked[process] = waiting.pop(process)
                    process.send([question for _, question in asked[process]])
                process = next(iter(asked))
                replies = process.collect()
                for (number, _), reply in zip(asked.pop(process), replies, strict=True):
                    runners[number].reply = reply
                    resume(number)
        except BaseException:  # pending answers are lost
            for process in asked:
                process.close()
            raise
    for runner in runners:
        faults += runner.faults
    if not any(runner.faults for runner in runners):
        seconds = time.perf_counter() - begun  # the strategies' CPU time isn't known here
        _consider(job, groups[-1], sizes[-1], traces[-1], sum(sizes), seconds)
    return [piece for pieces in traces for piece in pieces]


def _agrees(job: Job, group: int, games: int, played: list[Trace], driver: Any) -> bool:
    """Return True if a compiled driver reproduces a group that was played interpreted."""
    replayed = Trace.joined(GroupRunner(job, group, [], driver=driver).play(games, acting=True))
    interpreted = Trace.joined(played)
    return all(
        np.array_equal(a, b)
        for a, b in (
            (replayed.games, interpreted.games),
            (replayed.rounds, interpreted.rounds),
            (replayed.decisions["action"], interpreted.decisions["action"]),
        )
    )


@background.maker(PLAY)
def _load_play(name: str) -> None:
    GroupRunner(_shortest(name), 0, []).play(1)


@background.maker(TALLY)
def _load_tally(name: str) -> None:
    job = _shortest(name)
    phases, actions = len(job.game.phases), len(job.game.actions)
    bits = np.zeros(len(job.players) * phases * actions, np.int32)
    GroupRunner(job, 0, [], marks=Marks(bits, phases, actions)).tally(1)


def _shortest(name: str) -> Job:
    """Return a job of one turn of a game."""
    game = GAMES[name]
    preset = next(iter(game.presets))
    random = bots.policies(name)[0]
    return Job(
        preset=preset,
        rules=game.presets[preset],
        deck=game.deck,
        players=(random,) * 3,
        names=("a", "b", "c"),
        games=1,
        seed=0,
        turns=1,
    )


@functools.cache
def _first_record(state: Callable[[], Any]) -> npt.NDArray[np.void]:
    """Return a game's first state for compiled code."""
    return to_record(state())


def _as_arrays(tally: Tally) -> Tally:
    """Return an interpreted driver's tally as a compiled one has it."""
    return tally._replace(seats=rows_array(SeatTally, tally.seats[:]))


class GroupRunner:
    """A runner that plays the games of one group of a job, and of those after it.

    Parameters
    ----------
    job : Job
    group : int
        Its number.
    faults : list of Fault
        Failures that stop a game are appended here.
    actions : list of array of int, optional
        The actions of games to replay.
    interpreted : bool
        Whether functions are called interpreted, even if they are compiled.
    driver : callable, optional
        A driver to use in place of the team's.
    marks : Marks, optional
        What decisions count as, if they are to be counted (`tally`): those of built-in policies,
        or `recorded` ones.
    recorded : array of int16, optional
        All actions of the games, in order, to be counted without asking the players.
    """

    job: Job
    faults: list[Fault]
    actions: Any | None
    driver: Callable[..., Any]
    line_up: npt.NDArray[np.int64]
    knobs: npt.NDArray[np.int64]
    notes: Notes
    states: Any

    def __init__(
        self,
        job: Job,
        group: int,
        faults: list[Fault],
        actions: Any | None = None,
        *,
        interpreted: bool = False,
        driver: Any = None,
        marks: Marks | None = None,
        recorded: npt.NDArray[np.int16] | None = None,
    ) -> None:
        self.recorded = recorded
        self.marks: Marks | None = marks
        self.kind: str = TALLY if marks else PLAY
        self.job, self.faults, self.actions = job, faults, actions
        self.together: bool = False
        self.pending: tuple[StrategyProcess, Ask] | None = None
        self.reply: Reply | None = None
        self.first: int = group * job.group
        self.group: int = group
        self.generators: list[np.random.Generator] = job.generators(group)
        own = driver
        alone = job.fast or recorded is not None
        if job.team and not own and not interpreted and actions is None and not alone:
            own = job.team.driver
        python = jit.is_interpreted(job.codes)
        if python:
            own = None
        self.compiled: bool = own is not None or (
            alone and not python and background.ready(self.kind, job.game.name)
        )
        self.changes: bool = alone and not self.compiled and not python
        self.rules = to_record(job.codes) if self.compiled else [job.codes]
        self.linked: bool = own is not None
        self._seat()
        if own:
            self.driver = own
            return
        choose: Any = bots.chooser(job.game.name) if alone else self.choose
        make = jit.compiled if self.compiled else jit.interpreted
        self.driver = make(make_play, *driver_parts(job.game, choose, tallied=marks is not None))

    def _seat(self) -> None:
        """Set out the first state of the group, and who sits where."""
        job, n = self.job, len(self.job.players)
        if self.compiled:
            self.states = _first_record(job.game.state).copy()
        else:
            state = job.game.state()
            give_dice(state, job.codes, job.seed, self.group * job.group)
            self.states = [state]
        shift = job.rotation(self.group * job.group)
        self.seated: list[Any] = [job.policies[(seat + shift) % n] for seat in range(n)]
        self.names: list[str] = [job.names[(seat + shift) % n] for seat in range(n)]
        self.line_up = self.knobs = np.zeros(n, np.int64)
        if self.recorded is not None:
            self.line_up = np.full(n, RECORDED)
        elif self.linked or job.fast:
            addresses = job.team.addresses if job.team else ()
            self.line_up = np.array([OWN if callable(p) else p.index for p in self.seated])
            self.knobs = np.array(
                [
                    addresses[job.functions.index(_function(p))] if callable(p) else p.knob
                    for p in self.seated
                ]
            )

    def _next_group(self) -> None:
        """Continue with the next group, from the beginning of its random numbers."""
        self.group += 1
        for own, new in zip(self.generators, self.job.streams(self.group), strict=True):
            own.bit_generator.state = new.state
        self._seat()

    def playing(
        self,
        games: int,
        pieces: list[Trace],
        *,
        noting: bool = True,
        acting: bool = False,
        together: bool = False,
        recording: bool = False,
    ) -> Iterator[tuple[StrategyProcess, Ask]]:
        """Play games and append their traces to `pieces`; yield requests to processes.

        Parameters
        ----------
        games : int
        pieces : list of Trace
        noting : bool
            Whether to record rounds and decisions.
        acting : bool
            Whether to record actions in any case.
        together : bool
            Whether to yield requests to strategy processes, and continue once `reply` is set.
        recording : bool
            Whether to record actions in any case, and nothing else of decisions, in `notes`.
        """
        job = self.job
        acting = acting or not (job.fast or self.compiled)
        noted = job.noted or ("plain" if acting else "")
        if self.marks:
            noted = ""
        room = ROOM if self.compiled else ROOM // 64 if self.changes else ROOM // 16
        self.notes = make_buffers(
            job.game.details,
            compiled=self.compiled,
            games=games,
            rounds=room if noting else 0,
            decisions=room if noting and noted else 0,
            detailed=noted == "detailed",
            first=self.first,
            marks=self.marks or NO_MARKS,
            players=len(job.players),
            cards=len(job.deck.kinds),
            actions=np.empty(ROOM_FOR_ACTIONS, np.int16) if recording else self.recorded,
        )
        self.together = together
        last, over = self.first + games, False
        while not over:
            until = min((self.group + 1) * job.group, last)
            set_until(self.notes, until)
            over = self.driver(
                self.states,
                self.rules,
                *self.generators,
                self.line_up,
                self.knobs,
                self.notes,
                job.turns,
            )
            if over and until < last:
                over = False
                self._next_group()
                continue
            if self.pending:
                yield self.pending
                continue
            pieces.append(take(self.notes, job.game.details))
            if recording:
                self.notes = with_room(self.notes)
            if not (over or any(map(len, pieces[-1]))):
                # Machine code of other sources than these: they were edited while it was made.
                raise SimulationError("the driver plays without an end; remove numba's cache")
            if self.changes and not over and background.ready(self.kind, job.game.name):
                self._change_over()

    def play(
        self, games: int, *, noting: bool = True, acting: bool = False, recording: bool = False
    ) -> list[Trace]:
        """Play games; return their trace in pieces; parameters as of `playing`."""
        pieces: list[Trace] = []
        how = {"noting": noting, "acting": acting, "recording": recording}
        for _part in self.playing(games, pieces, **how):
            pass
        return pieces

    def tally(self, games: int) -> tuple[Trace, Tally]:
        """Play games; return their trace without decisions, and the tally of these."""
        noted = Trace.joined(self.play(games))
        tally = self.notes.tally
        return noted, tally if self.compiled else _as_arrays(tally)

    def _change_over(self) -> None:
        """Switch from the interpreted to the compiled driver, in the middle of a game."""
        game, notes = self.job.game, self.notes
        where = to_record(notes.where[0])
        self.compiled, self.changes = True, False
        self.states, self.rules = to_record(self.states[0]), to_record(self.job.codes)
        parts = driver_parts(game, bots.chooser(game.name), tallied=self.marks is not None)
        self.driver = jit.compiled(make_play, *parts)
        self.notes = make_buffers(
            game.details,
            compiled=True,
            games=len(notes.games),
            rounds=ROOM if notes.rounds else 0,
            decisions=ROOM if notes.decisions else 0,
            detailed=len(notes.details) > 0,
            actions=notes.actions,
        )._replace(where=where, marks=notes.marks, tally=_as_arrays(notes.tally))

    def choose(self, _policy: int, _knob: int, state: Any, codes: Any, rng: Any) -> int:
        """Return the action of the player to act; on failure `NO_ACTION`, with a `Fault`."""
        if self.actions is not None:
            where = self.notes.where[0]
            return self._replayed(where.game, where.decision)
        seat, where = state.seat, self.notes.where[0]
        try:
            return self._ask(state, codes, rng)
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

    def _ask(self, state: Any, codes: Any, rng: Any) -> int:
        job, player = self.job, self.seated[state.seat]
        if not callable(player):
            return int(player.act(observe(state, state.seat), codes, rng))
        name = self.names[state.seat]
        if self.together and isinstance(player, StrategyProcess):
            if self.reply is None or self.pending is None:
                legal = job.game.legal_actions(state, codes)
                self.pending = player, Ask(job.game, state, codes, job.deck, rng, legal, job.limit)
                return NOT_YET
            (_, asked), reply = self.pending, self.reply
            self.pending = self.reply = None
            return read_reply(reply, asked, name=name)
        return ask(player, job.game, state, codes, job.deck, rng, name=name, limit=job.limit)

    def _replayed(self, game: int, decision: int) -> int:
        """Return the recorded action; `NO_ACTION` if the strategy failed there."""
        assert self.actions is not None
        actions = self.actions[game - self.first]
        return int(actions[decision]) if decision < len(actions) else NO_ACTION

    def play_again(self, history: History, game: int) -> None:
        """Play a game on `history`; those before it in the group must be played already."""
        rng, deals, piles = self.generators
        lost = 0
        while not history.over:
            if history.needs_shuffle:
                why = history.game.shuffles[history.state.shuffled_for]
                order = history.state.draw[: history.state.draw_size]
                shuffle(deals if why in DEALS else piles, order, len(order))
                history.shuffle(order[::-1])
            elif history.needs_scoring:
                history.score()
            elif history.between_rounds:
                lost = turns_lost(history.state, lost)
                history.begin_round()
            elif endless(history.state, lost, self.job.turns, len(history.decisions)):
                break
            else:
                if self.actions is None:
                    action = self._ask(history.state, history.codes, rng)
                else:
                    action = self._replayed(game, len(history.decisions))
                if action == NO_ACTION:
                    break
                history.act(action)
