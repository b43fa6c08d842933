"""Bulk play: the same table, game after game, on one core or many.

What is played is a `skyjo_widget.bulk.Job`; here its blocks are handed out to an executor,
collected in their order, and kept in memory or written to Parquet files piece by piece.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import json
import os
import pickle
import secrets
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget import noted_frames
from skyjo_widget._version import __version__
from skyjo_widget.bulk import Fault, Job, Table, play_block
from skyjo_widget.engine import speed
from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.driver import MAX_TURNS
from skyjo_widget.engine.game import settle_rules
from skyjo_widget.engine.noted import Noted
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.estimates import wilson
from skyjo_widget.frames import FRAMES, need_arrow
from skyjo_widget.history import History, header
from skyjo_widget.interrupts import uninterrupted
from skyjo_widget.opening import chosen_language, show_session
from skyjo_widget.seating import PlayerSpec, seat_all, seat_bots
from skyjo_widget.session import Session
from skyjo_widget.strategies import LIMIT, time_limit
from skyjo_widget.values import seed_number, whole_number

INTERRUPTED = "interrupted"
PATIENCE = 10
"""Seconds of waiting that are announced."""
RUN = "run.json"
"""What a folder's games are."""
MOST = 2**31 - 1
"""Games, and turns: their numbers are kept in half of the memory."""


def simulate(
    game: str,
    players: Sequence[PlayerSpec],
    *,
    games: int = 1000,
    seed: int | None = None,
    rules: Any = None,
    deck: Deck | str | Path | None = None,
    decisions: bool | Sequence[str] = False,
    to: str | Path | None = None,
    executor: Executor | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    progress: bool = True,
    **rule_fields: Any,
) -> Simulation:
    """Play a table many times.

    The result is the same whoever computes it: it depends on the arguments and the seed,
    not on the executor, nor on whether numba is installed.  (Only a bot that is given
    milliseconds, and a strategy with random numbers of its own, play otherwise each time.)

    Parameters
    ----------
    game : str
        A preset, as in `play`.
    players : sequence
        By seat: a built-in policy's name (``"greedy"``, ``"threshold(3)"``, ``"bot:random"``)
        or a function from an `Observation` to an action.  There are no people.
    games : int
        How many games, each to its end.
    seed : int, optional
        From 0; a new one each time unless told.
    rules, deck, **rule_fields
        As in `play`.
    decisions : bool or sequence of str
        Whether each decision is kept, with all columns or those named; those of
        `skyjo_widget.noted_frames.PLAIN` cost little.
    to : path, optional
        A new folder for Parquet files: games, rounds and decisions are written there
        as they are played, and memory stays flat.  Else they are kept in memory.
    executor : concurrent.futures.Executor, optional
        Who computes: a thread or process pool, ``dask_client.get_executor()``.  Unless
        told, threads where numba is installed; a function plays in the calling thread.
    turns : int
        When nobody has ended a round for longer, the game is broken off: unfinished, won
        by nobody.
    limit : float or None
        Seconds that a function may take for a move; then it is stopped, and its game is
        over with a fault.  None for as long as it likes.
    progress : bool
        Whether a bar shows how far it is, when it takes more than a second.

    Returns
    -------
    Simulation
        An interrupt, a full disk or an executor that dies leave what was finished, with a
        warning; see `Simulation.complete`.

    Raises
    ------
    RulesError
        If this can't be played; the message says why.
    SimulationError
        If nothing was finished, or the folder can't be made.

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
        seed,
        rules=rules,
        deck=deck,
        turns=turns,
        limit=limit,
        fields=rule_fields,
    )
    check_executor(executor, job)
    wanted: tuple[str, ...] = ()
    if not isinstance(decisions, bool):
        wanted = _columns(decisions)
    if decisions:
        plain = bool(wanted) and set(wanted) <= set(noted_frames.PLAIN)
        job = dataclasses.replace(job, noted="plain" if plain else "detailed")
    folder = None if to is None else _new_folder(to, job, wanted)
    return play_job(job, wanted, folder, executor=executor, progress=progress)


def play_job(
    job: Job,
    wanted: tuple[str, ...] = (),
    folder: Path | None = None,
    *,
    executor: Executor | None,
    progress: bool,
) -> Simulation:
    """Play a job; parameters and errors as of `simulate`."""
    result = Simulation(job, wanted, folder)
    work = functools.partial(play_piece, job, wanted, folder is not None)
    try:
        result.trouble = run(work, job, executor, result.add, progress=progress)
        if not result.played:
            if result.trouble == INTERRUPTED:
                raise KeyboardInterrupt
            raise SimulationError(f"no game was finished: {result.trouble}")
    finally:
        if folder and not result.played:
            _give_back(folder)
    if result.trouble:
        warnings.warn(f"{result.played:,} of {job.games:,} games: {result.trouble}", stacklevel=3)
    return result


def make_job(
    game: str,
    players: Sequence[PlayerSpec],
    games: int,
    seed: int | None,
    *,
    rules: Any = None,
    deck: Deck | str | Path | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    fields: Mapping[str, Any] | None = None,
) -> Job:
    """What is to be played, checked; parameters as in `simulate`.

    Raises
    ------
    RulesError
        If it can't be played.
    """
    found, chosen, cards = settle_rules(game, rules, deck, fields or {})
    try:
        seated, names = seat_bots(players, found.name)
    except RulesError as error:
        if not isinstance(players, (list, tuple)):
            raise
        raise RulesError(f"{error} (nobody plays by hand here)") from None
    chosen.codes(len(seated), cards)
    return Job(
        preset=game,
        rules=chosen,
        deck=cards,
        players=seated,
        names=names,
        games=_how_many("games", games),
        seed=secrets.randbits(48) if seed is None else seed_number(seed),
        turns=_how_many("turns", turns),
        limit=time_limit(limit),
    )


def _how_many(name: str, number: Any) -> int:
    number = whole_number(name, number)
    if not 1 <= number <= MOST:
        raise RulesError(f"{name}={number}: a whole number from 1 to {MOST:,} is needed")
    return int(number)


def check_executor(executor: Any, job: Job) -> None:
    """Refuse what is no executor, and strategies that a process pool's workers can't have.

    Raises
    ------
    RulesError
        With what would be right.
    """
    if executor is not None and not isinstance(executor, Executor):
        raise RulesError(
            f"executor={executor!r} is no executor; a thread or process pool of "
            "concurrent.futures is one, or what a Dask client's get_executor() gives"
        )
    if not isinstance(executor, ProcessPoolExecutor):
        return
    notebook = not hasattr(sys.modules["__main__"], "__file__")
    for player, name in zip(job.players, job.names, strict=True):
        # What a notebook defines, workers don't have, or have as it was before it was run again.
        found = not (notebook and getattr(player, "__module__", "") == "__main__")
        try:
            pickle.dumps(player)
        except Exception:  # which one, depends on what it is made of
            found = False
        if not found:
            raise RulesError(
                f"other processes can't find {name}: define it in a file of its own "
                "and import it from there, or leave the executor out"
            )


def run(
    work: Callable[[int], Any],
    job: Job,
    executor: Executor | None,
    take: Callable[[Any], None],
    *,
    progress: bool,
) -> str:
    """Have all blocks of a job played, and take what comes of them in their order.

    Parameters
    ----------
    work : callable
        From a block's number to its piece, which has an attribute ``games``.
    job : Job
    executor : Executor or None
    take : callable
        What is done with each piece.
    progress : bool
        Whether a bar shows it.

    Returns
    -------
    str
        Why it stopped before the end; empty if it didn't.
    """
    from tqdm.auto import tqdm  # noqa: PLC0415  (it looks for a notebook: only when needed)

    own = None
    if executor is None and job.threaded:
        own = executor = ThreadPoolExecutor(cores())
    waits = executor is own  # else nobody knows how many compute
    begun, games = time.perf_counter(), 0
    try:
        with tqdm(total=job.games, unit="game", delay=1, disable=not progress, leave=False) as bar:
            for piece in _pieces(work, job.blocks, executor):
                with uninterrupted():
                    take(piece)
                bar.update(piece.games)
                games += piece.games
                if waits and time.perf_counter() - begun > PATIENCE / 10:
                    waits = False
                    _warn_if_slow(job, games, time.perf_counter() - begun)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SimulationError as error:
        return str(error)
    except Exception as error:
        if executor is own:
            raise
        return f"the executor failed: {type(error).__name__}: {error}"
    finally:
        if own:
            own.shutdown(wait=False, cancel_futures=True)
    return ""


def _pieces(work: Callable[[int], Any], blocks: int, executor: Executor | None) -> Iterator[Any]:
    """What comes of each block, in order; so many are under way that nobody waits."""
    if executor is None:
        yield from map(work, range(blocks))
        return
    ahead = 2 * _workers(executor)
    waiting: collections.deque[Future[Any]] = collections.deque()
    failed = None
    try:
        for number in range(blocks):
            try:
                waiting.append(executor.submit(work, number))
            except Exception as error:  # what was handed out before may be done
                failed = error
                break
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        if failed:
            raise failed
    finally:
        for future in waiting:
            future.cancel()


def cores() -> int:
    """How many this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _workers(executor: Executor) -> int:
    workers: int | None = getattr(executor, "_max_workers", None)
    client = getattr(executor, "_client", None)  # Dask's; it knows how many there are now
    if client is not None:
        workers = sum(client.nthreads().values())
    return workers or cores()


def _warn_if_slow(job: Job, games: int, seconds: float) -> None:
    left = (job.games - games) * seconds / games
    if left < PATIENCE:
        return
    why = job.slow or "a strategy that isn't compiled"
    if speed.has_numba() and (not job.team or job.team.driver):
        return  # bots that search are slow by nature
    warnings.warn(
        f"{why}: {games / seconds:,.0f} games a second, so all take some "
        f"{left / 60:,.1f} minutes more (Stop keeps what is done)",
        stacklevel=5,
    )


def _columns(names: Sequence[str]) -> tuple[str, ...]:
    known = FRAMES["decisions"]
    if isinstance(names, str) or not isinstance(names, Sequence) or not names:
        raise RulesError(f"decisions={names!r}: True, or a list of columns is needed")
    for name in names:
        if name not in known:
            raise RulesError(
                f"decisions: there is no column {name!r}; there are {', '.join(known)}"
            )
    return tuple(names)


def _new_folder(to: str | Path, job: Job, wanted: tuple[str, ...]) -> Path:
    """A new folder for a run, with a note of what it is."""
    need_arrow()
    if not isinstance(to, (str, Path)):
        raise RulesError(f"to={to!r} is no path of a folder")
    path = Path(to)
    about = {
        "software": __version__,
        "preset": job.preset,
        "rules": dataclasses.asdict(job.rules),
        "deck": [list(entry) for entry in job.deck.counts],
        "players": list(job.names),
        "seed": job.seed,
        "games": job.games,
        "turns": job.turns,
        "decisions": list(wanted) or bool(job.noted),
    }
    try:
        if path.exists() and any(path.iterdir() if path.is_dir() else [path]):
            raise RulesError(f"to={str(path)!r} exists already and isn't empty: name a new folder")
        path.mkdir(parents=True, exist_ok=True)
        (path / RUN).write_text(json.dumps(about, default=str, indent=1), "utf-8")
    except OSError as error:
        raise SimulationError(f"to={str(path)!r}: it couldn't be written: {error}") from None
    return path


def _give_back(folder: Path) -> None:
    """Remove a folder in which nothing was written, so that a run can name it again."""
    with contextlib.suppress(OSError):
        (folder / RUN).unlink()
        for inner in folder.iterdir():
            inner.rmdir()
        folder.rmdir()


class Piece(NamedTuple):
    """What a worker sends back of a block: rows in memory, or files by their folders."""

    games: int
    noted: Noted | None
    files: dict[str, bytes]
    actions: Any
    faults: list[Fault]


def play_piece(job: Job, wanted: tuple[str, ...], as_files: bool, number: int) -> Piece:
    """Play a block; the work of an executor."""
    block = play_block(job, number)
    noted, files = block.noted, {}
    if as_files:
        tables = {
            "games": noted_frames.games(job, noted),
            "rounds": noted_frames.rounds(job, noted),
        }
        if job.noted:
            tables["decisions"] = noted_frames.decisions(job, noted, wanted)
        for name, columns in tables.items():
            chosen = wanted if name == "decisions" else ()
            files[name] = noted_frames.parquet(name, columns, chosen)
        if block.actions:
            files["actions"] = noted_frames.actions_parquet(block.actions)
        return Piece(len(noted.games), None, files, None, block.faults)
    kept = noted if job.noted else noted.without_decisions()
    return Piece(len(noted.games), kept, files, block.actions, block.faults)


class Simulation:
    """Games that were played in bulk; made by `simulate`.

    Each frame has the columns and dtypes of a played game's (`skyjo_widget.columns`), and
    is built when it is asked for.

    Parameters
    ----------
    job : Job
        What was to be played.
    wanted : tuple of str
        The columns of `decisions` that were asked for; empty for all.
    folder : Path or None
        Where Parquet files are.

    Attributes
    ----------
    played : int
        Games that are done.
    trouble : str
        Why not all are; empty if they are.
    """

    def __init__(self, job: Job, wanted: tuple[str, ...], folder: Path | None) -> None:
        self.job, self.path = job, folder
        self._wanted = wanted
        self._pieces: list[Noted] = []
        self._actions: list[Any] = []
        self._faults: list[Fault] = []
        self._files: list[str] = []
        self.played = 0
        self.trouble = ""

    @property
    def complete(self) -> bool:
        """Whether all games were played that were asked for."""
        return self.played == self.job.games

    @property
    def games(self) -> pd.DataFrame:
        """A row a game."""
        return self._frame("games")

    @property
    def rounds(self) -> pd.DataFrame:
        """A row a seat and round."""
        return self._frame("rounds")

    @property
    def decisions(self) -> pd.DataFrame:
        """A row a decision.

        Raises
        ------
        SimulationError
            If they weren't asked for.
        """
        if not self.job.noted:
            raise SimulationError("decisions weren't kept: simulate(…, decisions=True) keeps them")
        return self._frame("decisions")

    @property
    def faults(self) -> pd.DataFrame:
        """A row for each game that a strategy has stopped: who, when, why, what it was shown."""
        return pd.DataFrame(self._faults, columns=list(Fault._fields))

    @property
    def summary(self) -> pd.DataFrame:
        """A row a player: wins (shared ones by their share) with a 95 % interval, mean scores.

        The rate is of the finished games.
        """
        games, rounds = self.games, self.rounds
        finished = int(games["finished"].sum())
        names = self.job.names
        won = games["winners"].dropna().str.split(", ")
        share = dict.fromkeys(names, 0.0)
        for winners in won:
            for name in winners:
                share[name] += 1 / len(winners)
        scores = rounds["score"].astype("float64").groupby(rounds["player"]).mean()
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
                }
            )
        return pd.DataFrame(rows)

    def open(self, game: int, *, lang: str | None = None, display: bool = True) -> Session:
        """Open one of the games on the board, played to its end.

        Parameters
        ----------
        game : int
            Its number, from 0: the row of `games`.
        lang, display
            As in `play`.

        Raises
        ------
        SimulationError
            If there is no such game.
        """
        number = whole_number("game", game)
        if not 0 <= number < self.played:
            raise SimulationError(
                f"there is no game {number}; games go from 0 to {self.played - 1}"
            )
        lang = chosen_language(lang)
        history, functions = self._history(number)
        session = Session(history, functions=functions, writer=None, lang=lang)
        session.limit = self.job.limit
        if display:
            show_session(session)
        return session

    def __repr__(self) -> str:
        who = ", ".join(self.job.names)
        count = f"{self.played:,}" if self.complete else f"{self.played:,} of {self.job.games:,}"
        where = f"; {self.path}" if self.path else ""
        if self._faults:
            where += f"; {len(self._faults):,} games stopped by a strategy, see faults"
        return f"<Simulation {self.job.preset}, {who}: {count} games, seed {self.job.seed}{where}>"

    # Inside

    def add(self, piece: Piece) -> None:
        """Keep a piece; those before it are here.

        Raises
        ------
        SimulationError
            If it couldn't be written; nothing of it is left.
        """
        if self.path:
            self._write(piece.files)
        elif piece.noted:
            self._pieces.append(piece.noted)
            self._actions.append(piece.actions)
        self._faults += piece.faults
        self.played += piece.games

    def _write(self, files: Mapping[str, bytes]) -> None:
        assert self.path
        name = f"part-{len(self._files):06d}.parquet"
        written: list[Path] = []
        try:
            for folder, content in files.items():
                (self.path / folder).mkdir(exist_ok=True)
                written.append(self.path / folder / f"_{name}.half")  # no reader takes it for one
                written[-1].write_bytes(content)
            for number, half in enumerate(written):
                written[number] = half.replace(half.with_name(name))
        except OSError as error:
            for path in written:
                with contextlib.suppress(OSError):
                    path.unlink(missing_ok=True)
            raise SimulationError(f"it couldn't be written: {error}") from None
        self._files.append(name)

    def _frame(self, name: str) -> pd.DataFrame:
        wanted = self._wanted if name == "decisions" else ()
        if self.path:
            files = [self.path / name / file for file in self._files]
            return noted_frames.read_parquet(name, files, wanted)
        tell: Callable[[Job, Noted], Any] = getattr(noted_frames, name)
        return noted_frames.frame(name, tell(self.job, Noted.joined(self._pieces)), wanted)

    def _history(self, number: int) -> tuple[History, dict[int, Any]]:
        """The game again, event by event, and the functions that played in it."""
        job, game = self.job, self.job.game
        block = number // job.block
        if not self.path:
            actions = self._actions[block]
        else:  # a block that was played compiled can be had again from the seed
            file = self.path / "actions" / self._files[block]
            actions = noted_frames.read_actions(file) if file.exists() else None
        table = Table(job, number // job.group, [], actions)
        table.play(number - table.first, noting=False)
        players, functions = seat_all(
            [p if callable(p) else f"bot:{p.name}" for p in table.seated], game.name
        )
        for player, name in zip(players, table.names, strict=True):
            player.name = name
        history = History(
            header(
                game=game,
                game_id=f"{job.name}-{number:06d}",
                preset=job.preset,
                rules=job.rules,
                deck=job.deck,
                players=players,
                seed=job.seed,
                practice=False,
                software=__version__,
            )
        )
        table.play_again(history, number)
        return history, functions
