"""Bulk simulation of one table on one core or many.

A `job.Job` specifies the games.  Its blocks are kept in memory, or written one by one to a
`run_folder.RunFolder`.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple, Unpack, get_args

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget import bots
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.trace import Trace
from skyjo_widget.engine.games import GameSpec, RuleOptions, preset_name, settle_rules
from skyjo_widget.errors import RecordError, RulesError, SimulationError
from skyjo_widget.errors.message import _
from skyjo_widget.frames import trace_columns
from skyjo_widget.frames.rows import lists_of_texts
from skyjo_widget.frames.schema import FRAMES
from skyjo_widget.frames.states.fields import checked_depth
from skyjo_widget.frames.states.table import States, Views, checked_views
from skyjo_widget.records.header import header
from skyjo_widget.records.history import History
from skyjo_widget.records.places import RUN
from skyjo_widget.records.record_file import Event, timestamp
from skyjo_widget.records.replay import new_history
from skyjo_widget.simulation import stopped_games, trace_frames
from skyjo_widget.simulation.executors import INTERRUPTED, Part, check_executor, run
from skyjo_widget.simulation.job import Fault, GroupRunner, Job, OnFault, play_block
from skyjo_widget.simulation.resume import on_fault_of, open_run, run_seed
from skyjo_widget.simulation.run_folder import RunFolder
from skyjo_widget.simulation.state_rows import states_of
from skyjo_widget.simulation.tallies import repeatable
from skyjo_widget.strategies.call import LIMIT, time_limit
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.hooks import HOOKS
from skyjo_widget.table.seating import PlayerSpec, Policy, seat_all, seat_bots
from skyjo_widget.table.table import Table
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts
from skyjo_widget.util.files import given_path
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.intervals import wilson
from skyjo_widget.util.messages import in_its_language, warn
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import seed_number, whole_number
from skyjo_widget.util.version import __version__

MOST = 2**31 - 1
"""The most games, and turns: their numbers fit into 32 bits."""


@in_its_language
def simulate(
    game: GameSpec,
    players: Sequence[PlayerSpec],
    *,
    games: int = 1000,
    seed: int | str | None = None,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    decisions: bool | Sequence[str] = False,
    states: bool | Views = False,
    to: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    on_fault: OnFault = "lose",
    progress: bool = True,
    **rule_fields: Unpack[RuleOptions],
) -> Simulation:
    """Play a table many times.

    The result depends on the arguments and the seed, not on the executor, nor on whether
    numba is installed.  (Only a bot with a limit in milliseconds, and a strategy with random
    numbers of its own, aren't reproducible.)

    Parameters
    ----------
    game : str or Game
        A preset, as in `play`.
    players : sequence
        By seat: a built-in policy's name (``"greedy"``, ``"threshold(3)"``, ``"bot:random"``)
        or a function from an `Observation` to an action.  There are no people.
    games : int
        The number of games, each played to its end.
    seed : int, optional
        From 0; by default a new one each time.
    rules, deck, **rule_fields
        As in `play`.
    decisions : bool or sequence of str
        Whether to keep decisions, with all columns or those named; those of
        `skyjo_widget.simulation.trace_frames.PLAIN` cost little.
    states : bool or {"own", "all"}
        Whether to keep what seats saw before decisions (`Simulation.states`): True or ``"own"``
        the view of each decision's seat, ``"all"`` that of every seat.  Without `decisions`, those
        columns of them are kept that cost little.
    to : path, optional
        A new folder for Parquet files: games, rounds, decisions and states are written there
        as they are played, and memory use stays constant.  By default they are kept in memory.
    resume : bool
        Whether `to` may hold the same run, stopped before its end: only the games that are
        missing are played, and the files become those of a run that wasn't stopped.  Without
        `seed` its seed is used.
    executor : concurrent.futures.Executor, optional
        A thread or process pool, or ``dask_client.get_executor()``.  By default threads,
        if numba is installed; a function plays in the calling thread.
    turns : int
        A game in which nobody ends a round for so many turns is broken off: unfinished,
        without a winner.
    limit : float or None
        Seconds that a function may take for a decision; then it is stopped, and its game
        ends with a fault.  None for no limit.
    on_fault : {"lose", "leave out"}
        The result of a game that a strategy stops, by an error, an illegal action, its time limit
        or the death of its process: lost by it and its partners and won by the others, or none.
    progress : bool
        Show a progress bar if it takes more than 2 seconds.

    Returns
    -------
    Simulation
        After an interrupt, a full disk or an executor's failure it holds the finished games,
        with a warning; see `Simulation.complete`.

    Raises
    ------
    RulesError
        If the arguments are invalid, or the folder isn't empty; with `resume`, if it holds
        another run.  The message says why, and what differs.
    SimulationError
        If no game was finished, or the folder can't be made.

    Examples
    --------
    >>> result = simulate("skyjo", ["greedy", "random"], games=20, seed=1)
    >>> len(result.games), bool(result.games["finished"].all())
    (20, True)
    """
    job = make_job(
        game,
        players,
        games,
        run_seed(seed, to, resume=resume),
        rules=rules,
        deck=deck,
        turns=turns,
        limit=limit,
        on_fault=on_fault,
        fields=rule_fields,
    )
    check_executor(executor, job)
    job, wanted = _with_decisions(job, decisions, states)
    folder = None
    if to is not None:
        about = note_of(job, wanted)
        folder = open_run(to, about, resume=resume)
    result = play_job(job, wanted, folder, executor=executor, progress=progress)
    stopped_games.warn_of(stopped_games.of_run(result))
    return result


def play_job(
    job: Job,
    wanted: tuple[str, ...] = (),
    folder: RunFolder | None = None,
    *,
    executor: Executor | None,
    progress: bool,
) -> Simulation:
    """Play a job; parameters and errors as of `simulate`."""
    result = Simulation(job, wanted, folder)
    how = part_of if executor else _recorded_part_of
    play_together([result], executor=executor, progress=progress, part_of=how)
    if result.trouble:
        warn(
            "{played:,} of {games:,} games: {trouble}",
            played=result.played,
            games=job.games,
            trouble=result.trouble,
        )
    return result


def part_of(simulation: Simulation) -> Part:
    """Return what is missing of a run."""
    job = simulation.job
    work = functools.partial(play_piece, job, simulation.wanted, simulation.files is not None)
    return Part(job, work, simulation.add, simulation.played)


def _recorded_part_of(simulation: Simulation) -> Part:
    """Return what is missing of a run, as it is played in this process: actions are recorded."""
    job, wanted = simulation.job, simulation.wanted
    if simulation.files or job.noted or not repeatable(job):
        return part_of(simulation)

    def work(number: int) -> Piece:
        return play_piece(job, wanted, False, number, recording=simulation.records)

    return Part(job, work, simulation.add, simulation.played)


def play_together(
    runs: Sequence[Simulation],
    *,
    executor: Executor | None,
    progress: bool,
    part_of: Callable[[Simulation], Part] = part_of,
) -> None:
    """Play what is missing of runs, block by block in turn; errors as of `simulate`.

    Parameters
    ----------
    runs : sequence of Simulation
    executor, progress
        As of `simulate`.
    part_of : callable
        From a run to how its blocks are played.
    """
    going = [simulation for simulation in runs if not simulation.complete]
    trouble = ""
    try:
        for simulation in going:
            if simulation.played % simulation.job.block:
                raise SimulationError(
                    "{path}: another version of skyjo_widget has begun this run, in parts of "
                    "another size: play it anew, into another folder",
                    path=simulation.path,
                )
        parts = [part_of(simulation) for simulation in going]
        if parts:
            trouble = run(parts, executor, progress=progress)
        if not all(simulation.played for simulation in runs):
            if trouble == INTERRUPTED:
                raise KeyboardInterrupt
            raise SimulationError("no game was finished: {trouble}", trouble=trouble)
    finally:
        with uninterrupted():
            for simulation in runs:
                simulation.trouble = "" if simulation.complete else trouble
                give_back(simulation)


def give_back(result: Simulation) -> None:
    """Join and release the files of a run; remove its folder if no game was finished."""
    if result.files:
        result.files.join() if result.played else result.files.give_back()
        result.files.close()


def make_job(
    game: GameSpec,
    players: Sequence[PlayerSpec],
    games: int,
    seed: int | str | None,
    *,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    on_fault: OnFault = "lose",
    fields: Mapping[str, Any] | None = None,
) -> Job:
    """Validate the arguments and return the job; parameters as of `simulate`.

    Raises
    ------
    RulesError
        If an argument is invalid.
    """
    preset = preset_name(game)
    rulebook, chosen, cards = settle_rules(preset, rules, deck, fields or {})
    try:
        seated, names = seat_bots(players, rulebook.name)
    except RulesError as error:
        if not isinstance(players, (list, tuple)):
            raise
        raise RulesError("{error} (nobody plays by hand here)", error=error) from None
    codes = chosen.codes(len(seated), cards)
    bots.check(rulebook.name, seated, codes)
    if jit.is_interpreted(codes):
        keys = ", ".join(key for key, effect in cards.effects.items() if effect.function)
        warn(
            "games with a function of one's own as an effect ({keys}) aren't compiled: "
            "they are some hundred times slower",
            keys=keys,
        )
    return Job(
        preset=preset,
        rules=chosen,
        deck=cards,
        players=seated,
        names=names,
        games=_how_many("games", games),
        seed=seed_number(seed),
        turns=_how_many("turns", turns),
        limit=time_limit(limit),
        on_fault=checked_on_fault(on_fault),
    )


def checked_on_fault(on_fault: Any) -> OnFault:
    """Check the result of stopped games; raises `RulesError`."""
    if on_fault not in get_args(OnFault):
        raise RulesError(
            "on_fault={on_fault!r}: 'lose' or 'leave out' is needed", on_fault=on_fault
        )
    chosen: OnFault = on_fault
    return chosen


def _how_many(name: str, number: Any) -> int:
    number = whole_number(name, number)
    if not 1 <= number <= MOST:
        raise RulesError(
            "{name}={number}: a whole number from 1 to {most:,} is needed",
            name=name,
            number=number,
            most=MOST,
        )
    return int(number)


def _with_decisions(
    job: Job, decisions: bool | Sequence[str], states: Any = False
) -> tuple[Job, tuple[str, ...]]:
    """Return the job with what is kept of decisions, and the columns to keep of them."""
    if states:
        views = "own" if states is True else checked_views(states)
        job = dataclasses.replace(job, states=views)
        decisions = decisions or trace_frames.PLAIN
    if isinstance(decisions, bool):
        return dataclasses.replace(job, noted="detailed" if decisions else ""), ()
    columns = FRAMES["decisions"]
    if isinstance(decisions, str) or not isinstance(decisions, Sequence) or not decisions:
        raise RulesError(
            "decisions={decisions!r}: True, or a list of columns is needed", decisions=decisions
        )
    for name in decisions:
        if name not in columns:
            raise RulesError(
                "decisions: there is no column {name!r}{hint}; there are {known}",
                name=name,
                hint=suggestion(name, columns),
                known=", ".join(columns),
            )
    plain = set(decisions) <= set(trace_frames.PLAIN)
    return dataclasses.replace(job, noted="plain" if plain else "detailed"), tuple(decisions)


def note_of(job: Job, wanted: tuple[str, ...]) -> dict[str, Any]:
    """Return the description of a run that its folder stores; `load_simulation` reads it."""
    table, _ = _header(job, job.policies, job.names, job.name)
    del table["at"]  # the same run makes the same files
    return {
        "run": job.name,
        "games": job.games,
        "turns": job.turns,
        "limit": job.limit,
        "on_fault": job.on_fault,
        "decisions": list(wanted) or bool(job.noted),
        **({"states": job.states} if job.states else {}),
        **({"mirrored": True} if job.mirrored else {}),
        "table": table,
    }


@in_its_language
def load_simulation(
    folder: str | Path, *, players: Sequence[PlayerSpec] | None = None
) -> Simulation:
    """Load the folder of a run as what ``simulate(…, to=folder)`` has returned.

    Parameters
    ----------
    folder : path
        The folder; of an interrupted run it holds the finished games.
    players : sequence, optional
        As in `simulate`: the same functions, to open games in which they were compiled on the
        board.  Not needed for anything else.

    Raises
    ------
    SimulationError
        If it isn't the folder of a run, or these players haven't played there.

    Examples
    --------
    >>> played = simulate("skyjo", ["greedy", "random"], games=4, seed=1, to="run")
    >>> load_simulation("run")
    <Simulation skyjo, greedy, random: 4 games, seed 1; run>
    """
    path = given_path(folder)
    files, about = RunFolder.find(path)
    try:
        table = new_history({**about["table"], "at": timestamp()})
        seated: tuple[str | Policy, ...] = tuple(
            _MissingStrategy(p.name) if str(p.policy).endswith("()") else str(p.policy)
            for p in table.players
        )
        names = tuple(p.name for p in table.players)
        job = Job(
            preset=about["table"]["preset"],
            rules=table.rules,
            deck=table.deck,
            players=seated,
            names=names,
            games=_how_many("games", about["games"]),
            seed=about["table"]["seed"],
            turns=_how_many("turns", about["turns"]),
            limit=time_limit(about["limit"]),
            on_fault=checked_on_fault(on_fault_of(about)),
            mirrored=about.get("mirrored") is True,
        )
        if job.game is not table.game or not all(job.policies):
            raise RecordError(
                "{preset} is no preset of {name}", preset=job.preset, name=table.game.name
            )
        job, wanted = _with_decisions(job, about["decisions"], about.get("states", False))
        run_name = str(about["run"])
    except (RecordError, RulesError, KeyError, TypeError) as error:
        raise SimulationError(
            "{path!r}: its {run} can't be read: {error!r}", path=str(path), run=RUN, error=error
        ) from None
    if players is None:
        vars(job)["name"] = run_name  # the hash depends on the functions too
    else:
        seated, names = seat_bots(players, table.game.name)
        job = dataclasses.replace(job, players=seated, names=names)
    if job.name != run_name:
        raise SimulationError(
            "{path!r}: {names} haven't played there, or not as they are now",
            path=str(path),
            names=", ".join(names),
        )
    result = Simulation(job, wanted, files)
    if not result.complete:
        result.trouble = _("it was stopped before the end")
    return result


class _MissingStrategy:
    """A placeholder for a strategy that isn't available in this process."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __call__(self, obs: Observation) -> int:
        raise SimulationError(
            "{part} isn't here: load_simulation(…, players=…)", part=self.__name__
        )


class Piece(NamedTuple):
    """A worker's result for a block: a trace in memory, or the bytes of files by folder."""

    games: int
    noted: Trace | None
    files: dict[str, bytes]
    actions: Any
    faults: list[Fault]
    stopped: int
    recorded: npt.NDArray[np.int16] | None = None


def play_piece(
    job: Job, wanted: tuple[str, ...], as_files: bool, number: int, *, recording: bool = False
) -> Piece:
    """Play a block in a worker; return its rows, or its files; `recording` as of `play_block`."""
    block = play_block(job, number, recording=recording)
    noted, faults = block.noted, block.faults
    games, stopped = len(noted.games), len(faults)
    if not as_files:
        kept = noted if job.noted else noted.without_decisions()
        return Piece(games, kept, {}, block.actions, faults, stopped, block.recorded)
    tables = {"games": trace_frames.games(job, noted), "rounds": trace_frames.rounds(job, noted)}
    if job.noted:
        tables["decisions"] = trace_frames.decisions(job, noted, wanted)
    files = {
        name: trace_frames.parquet(
            name, columns, len(getattr(noted, name)), wanted if name == "decisions" else ()
        )
        for name, columns in tables.items()
    }
    if job.states:
        files["states"] = states_of(job, [noted], job.states).parquet_bytes()
    if block.actions:
        rows = {"game": noted.games["game"], "actions": block.actions}
        files["actions"] = trace_frames.rows_parquet(rows)
    if faults:
        columns = dict(zip(Fault._fields, zip(*faults, strict=True), strict=True))
        files["faults"] = trace_frames.rows_parquet(columns)
    return Piece(games, None, files, None, [], stopped)


MOST_RECORDED = 2**25
"""Most actions of a run that are kept only to measure it sooner: 64 MB."""
MOST_SUMMED = 200_000
"""Most games whose summary is shown in a cell; more would take too long."""


class Simulation(stopped_games.StoppedView):
    """The games of a bulk simulation; made by `simulate`.

    Each frame has the columns and dtypes of a log's (`skyjo_widget.column_dictionary`), and is
    built at each access.

    Parameters
    ----------
    job : Job
        The specification of the games.
    wanted : tuple of str
        The columns of `decisions` to keep; empty for all.
    folder : RunFolder or None
        The folder of Parquet files.

    Attributes
    ----------
    played : int
        The number of finished games.
    trouble : str
        The reason why not all are; empty if they are.
    """

    def __init__(self, job: Job, wanted: tuple[str, ...], folder: RunFolder | None) -> None:
        self.job = job
        self._wanted, self._folder = wanted, folder
        self._pieces: list[Trace] = []
        self._actions: list[Any] = []
        self._faults: list[Fault] = []
        self._recorded: list[npt.NDArray[np.int16] | None] = []
        self._room = MOST_RECORDED
        self._stopped = 0 if folder is None else len(self.faults)
        self.played: int = 0 if folder is None else folder.games
        self.trouble = ""

    @property
    def wanted(self) -> tuple[str, ...]:
        """The columns of `decisions` that are kept; empty for all."""
        return self._wanted

    @property
    def files(self) -> RunFolder | None:
        """The files, if there are any."""
        return self._folder

    @property
    def path(self) -> Path | None:
        """The folder of the files, if there is one."""
        return self._folder.path if self._folder else None

    @property
    def records(self) -> bool:
        """True while there is room for actions that only save time (`recorded`)."""
        return self._room > 0

    def recorded(self, block: int) -> npt.NDArray[np.int16] | None:
        """Return all actions of a block in the order of play; None if they weren't kept."""
        if self._folder:
            return None
        if self.job.noted:
            return self._pieces[block].decisions["action"].astype(np.int16)
        return self._recorded[block]

    @property
    def complete(self) -> bool:
        """True if all games of the job were played."""
        return self.played == self.job.games

    @property
    def games(self) -> pd.DataFrame:
        """One row per game."""
        return self._frame("games")

    @property
    def rounds(self) -> pd.DataFrame:
        """One row per seat and round."""
        return self._frame("rounds")

    @property
    def seats(self) -> pd.DataFrame:
        """One row per seat and game: its player, and how the game ended for it."""
        return self.seats_of(self.games, self.rounds)

    def seats_of(self, games: pd.DataFrame, rounds: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of `seats` of some of the games."""
        event, _ = _header(self.job, self.job.policies, self.job.names, self.job.name)
        policies = {player["name"]: player["policy"] for player in event["players"]}
        return trace_frames.seats(games, rounds, policies)

    @property
    def decisions(self) -> pd.DataFrame:
        """One row per decision.

        Raises
        ------
        SimulationError
            If they weren't kept.
        """
        if not self.job.noted:
            raise SimulationError("decisions weren't kept: simulate(…, decisions=True) keeps them")
        return self._frame("decisions")

    def states(self, *, views: Views | None = None, depth: int | None = None) -> States:
        """Return what each seat could see before each decision, as arrays, with the result.

        Games of a run in memory are played again by their actions, without the strategies; those of
        a run's folder are read.  The decisions of a round that was broken off are left out.

        Parameters
        ----------
        views : {"own", "all"}, optional
            A row per decision, as the deciding seat sees it; or a row per decision and seat.  By
            default as in ``simulate(…, states=)``.
        depth : int, optional
            How many cards of each pile, from its top; by default all.

        Raises
        ------
        SimulationError
            If they weren't kept.
        RulesError
            If an argument is invalid.

        Examples
        --------
        >>> played = simulate("skyjo", ["greedy", "random"], games=2, seed=1, states=True)
        >>> played.states(depth=1)["discard"].shape == (len(played.decisions), 1)
        True
        """
        depth = checked_depth(depth)
        kept = self.job.states
        wanted = checked_views(views or kept or "own")
        if self._folder is None:
            if not self.job.noted:
                raise SimulationError("states weren't kept: simulate(…, states=True) keeps them")
            return states_of(self.job, self._pieces, wanted, depth)
        if not kept:
            raise SimulationError("states weren't kept: simulate(…, states=True, to=…) keeps them")
        if wanted == "all" and kept == "own":
            raise SimulationError('only own views were kept: simulate(…, states="all", to=…)')
        states = States.read(self._folder.files("states"), depth=depth)
        return states if wanted == kept else states[states.seat == states.viewer]

    @property
    def faults(self) -> pd.DataFrame:
        """One row per game that a strategy's failure stopped, with its error and observation."""
        written = self._folder.faults() if self._folder else None
        if written is not None:
            return written
        return pd.DataFrame(self._faults, columns=list(Fault._fields))

    @property
    def stopped(self) -> int:
        """The number of games that a strategy's failure stopped."""
        return self._stopped

    @property
    def winners(self) -> dict[tuple[str, ...], int]:
        """The number of games by winner, or by the players who shared the win."""
        counts = Counter(map(tuple, self.games["winners"].dropna()))
        return {names: many for names, many in counts.most_common() if names}  # () had no winner

    @property
    def summary(self) -> pd.DataFrame:
        """One row per player: wins (shared ones by their share) with 95 % interval, mean scores.

        The rate is of the `games` that have a result, and missing if there are none; `left_out` of
        it are those without an end, and with ``on_fault="leave out"`` those that were stopped.
        `stopped` is how many the player itself has stopped.  `mean_score` is of the `rounds` that
        were played to their end; `rounds_left_out` were broken off.
        """
        games, rounds = self.games, self.rounds
        finished = int(games["winners"].notna().sum())
        stopped = self.faults["player"].value_counts()
        names = self.job.names
        share = dict.fromkeys(names, 0.0)
        for winners, many in self.winners.items():
            for name in winners:
                share[name] += many / len(winners)
        of_players = rounds["score"].astype("float64").groupby(rounds["player"], observed=True)
        scores, scored, begun = of_players.mean(), of_players.count(), of_players.size()
        rows = []
        for name in names:
            low, high = wilson(share[name], finished)
            rows.append(
                {
                    "player": name,
                    "games": finished,
                    "wins": share[name],
                    "win_rate": share[name] / finished if finished else float("nan"),
                    "low": low,
                    "high": high,
                    "mean_score": float(scores[name]),
                    "stopped": int(stopped.get(name, 0)),
                    "left_out": len(games) - finished,
                    "rounds": int(scored[name]),
                    "rounds_left_out": int(begun[name] - scored[name]),
                }
            )
        return pd.DataFrame(rows)

    def open(self, game: int | str, *, lang: str | None = None, display: bool = True) -> Table:
        """Open one of the games on the board, played to its end.

        Parameters
        ----------
        game : int or str
            Its number, from 0: its row in `games`; or its `game_id`.
        lang, display
            As in `play`.

        Raises
        ------
        SimulationError
            If there is no such game.

        Examples
        --------
        >>> played = simulate("skyjo", ["greedy", "random"], games=4, seed=1)
        >>> played.open(2, display=False).winners
        ('greedy',)
        """
        number = self.number(game)
        if not 0 <= number < self.played:
            raise SimulationError(
                "there is no game {number}; games go from 0 to {last}",
                number=number,
                last=self.played - 1,
            )
        history, functions = self.history(number)
        assert HOOKS.table
        options = {"limit": self.job.limit, "lang": lang, "display": display}
        table: Table = HOOKS.table(history, functions=functions, **options)
        return table

    def number(self, game: int | str) -> int:
        """Return a game's number, given it or its `game_id`.

        Raises
        ------
        SimulationError
            If no game here has such a `game_id`.
        """
        if not isinstance(game, str):
            return whole_number("game", game)
        name, _, number = game.rpartition("-")
        if name != self.job.name or not number.isdecimal() or len(number) < 6:
            raise SimulationError(
                "game_id={game!r}: there is no such game; they are called {name}-000000 …",
                game=game,
                name=self.job.name,
            )
        return int(number)

    @property
    def _stops(self) -> list[stopped_games.Stops]:
        return stopped_games.of_run(self)

    def __repr__(self) -> str:
        who = ", ".join(markup.short(name, markup.LONGEST_NAME) for name in self.job.names)
        count = f"{self.played:,}" if self.complete else f"{self.played:,} of {self.job.games:,}"
        where = f"; {self.path}" if self.path else ""
        for line in stopped_games.sentences(CellTexts(self.lang), self._stops):
            where += f"; {line}"
        return f"<Simulation {self.job.preset}, {who}: {count} games, seed {self.job.seed}{where}>"

    def _face(self, say: CellTexts) -> markup.Html:
        job = self.job
        count: Any = self.played
        if not self.complete:
            count = say("of", count=count, every=job.games)
        facts = say("run", count=count, seed=str(job.seed))
        parts: list[str] = []
        rows = []
        if 0 < self.played <= MOST_SUMMED:
            rows = self.summary.to_dict("records")
        if rows and not rows[0]["games"]:
            parts.append(markup.paragraph(say("none_finished")))
        elif rows:
            lines = [
                (
                    row["player"],
                    say.percent(row["win_rate"]),
                    markup.bar(row["win_rate"]),
                    say.interval(row["low"], row["high"]),
                    say.number(row["mean_score"], 2),
                )
                for row in rows
            ]
            parts.append(say.rows(("player", "wins", "", "interval", "round_score"), lines))
        for row in rows[:1]:  # they are those of all
            parts += stopped_games.gaps(say, row["left_out"], row["rounds_left_out"])
        parts += stopped_games.paragraphs(say, self._stops)
        if self.path:
            parts.append(markup.paragraph(str(self.path)))
        return say.face(job.preset, *parts, sub=facts)

    # Inside

    def add(self, piece: Piece) -> None:
        """Add the next piece.

        Raises
        ------
        SimulationError
            If it couldn't be written; none of its files is left.
        """
        if self._folder:
            self._folder.write(piece.games, piece.files)
        elif piece.noted:
            self._pieces.append(piece.noted)
            self._actions.append(piece.actions)
            self._recorded.append(piece.recorded)
            self._room -= 0 if piece.recorded is None else len(piece.recorded)
        self._faults += piece.faults
        self._stopped += piece.stopped
        self.played += piece.games

    def coded_decisions(self) -> pd.DataFrame:
        """Return the decisions of a run in memory with categories for texts and lists."""
        return self._frame("decisions", coded=True)

    def _frame(self, name: str, *, coded: bool = False) -> pd.DataFrame:
        wanted = self._wanted if name == "decisions" else ()
        if self._folder:
            return self.read(self._folder, name)
        columns: Callable[[Job, Trace], Any] = getattr(trace_frames, name)
        noted = Trace.joined(self._pieces)
        rows = len(getattr(noted, name))
        return trace_columns.frame(name, columns(self.job, noted), rows, wanted, coded=coded)

    def read(
        self, folder: RunFolder, name: str, spans: Sequence[tuple[int, int]] | None = None
    ) -> pd.DataFrame:
        """Read one of the frames from its files, or those of some spans."""
        wanted = self._wanted if name == "decisions" else ()
        return lists_of_texts(folder.read(name, wanted, spans), self._orders)

    @property
    def _orders(self) -> list[tuple[str, ...]]:
        """The names in seat order, as the seats are rotated."""
        names = self.job.names
        return [(*names[k:], *names[:k]) for k in range(len(names))]

    def history(self, number: int) -> tuple[History, dict[int, Any]]:
        """Replay a game as a history; return it with the functions that played, by seat."""
        job = self.job
        group = number // job.group
        first, last = group * job.group, min((group + 1) * job.group, self.played) - 1
        if self._folder:
            actions = self._folder.actions(first, last)
        else:  # None for a compiled block, which the seed reproduces
            actions = self._actions[number // job.block]
            actions = actions and actions[first % job.block :]
        absent = [str(p.__name__) for p in job.players if isinstance(p, _MissingStrategy)]
        if actions is None and absent:
            raise SimulationError(
                "this game needs {absent}: load_simulation(…, players=…) takes them",
                absent=", ".join(absent),
            )
        runner = GroupRunner(job, group, [], actions)
        runner.play(number - first, noting=False)
        event, functions = _header(job, runner.seated, runner.names, f"{job.name}-{number:06d}")
        event["run"] = number
        history = new_history(event)
        runner.play_again(history, number)
        return history, functions


def _header(
    job: Job, policies: Sequence[Any], names: Sequence[str], game_id: str
) -> tuple[Event, dict[int, Policy]]:
    """Return the first event of a game's record, and the functions that play, by seat."""
    players, functions = seat_all(
        [p if callable(p) else f"bot:{p.name}" for p in policies], job.game.name
    )
    for player, name in zip(players, names, strict=True):
        player.name = name
    event = header(
        game=job.game,
        game_id=game_id,
        preset=job.preset,
        rules=job.rules,
        deck=job.deck,
        players=players,
        seed=job.seed,
        practice=False,
        software=__version__,
    )
    return event, functions
