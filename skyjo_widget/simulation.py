"""Bulk play: the same table, game after game, on one core or many.

What is played is a `skyjo_widget.bulk.Job`; here its blocks are handed out to an executor,
collected in their order, and kept in memory or written to Parquet files piece by piece.
"""

from __future__ import annotations

import collections
import dataclasses
import functools
import json
import os
import secrets
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
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
from skyjo_widget.frames import FRAMES
from skyjo_widget.history import History, header
from skyjo_widget.opening import chosen_language, show_session
from skyjo_widget.seating import PlayerSpec, seat_all, seat_bots
from skyjo_widget.session import Session
from skyjo_widget.values import seed_number, whole_number

PATIENCE = 10
"""Seconds of waiting that are announced."""


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
        or a function from an `Observation` to an action.
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
        If nothing was finished.

    Examples
    --------
    >>> result = simulate("skyjo", ["greedy", "random"], games=20, seed=1)
    >>> len(result.games), bool(result.games["finished"].all())
    (20, True)
    """
    job = make_job(
        game, players, games, seed, rules=rules, deck=deck, turns=turns, fields=rule_fields
    )
    wanted: tuple[str, ...] = ()
    if not isinstance(decisions, bool):
        wanted = _columns(decisions)
    if decisions:
        plain = bool(wanted) and set(wanted) <= set(noted_frames.PLAIN)
        job = dataclasses.replace(job, noted="plain" if plain else "detailed")
    folder = None if to is None else _new_folder(Path(to), job, wanted)
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
    result.trouble = run(work, job, executor, result.add, progress=progress)
    if result.trouble:
        if not result.played:
            raise SimulationError(f"no game was finished: {result.trouble}")
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
    fields: Mapping[str, Any] | None = None,
) -> Job:
    """What is to be played, checked; parameters as in `simulate`.

    Raises
    ------
    RulesError
        If it can't be played.
    """
    found, chosen, cards = settle_rules(game, rules, deck, fields or {})
    seated, names = seat_bots(players, found.name)
    chosen.codes(len(seated), cards)
    if whole_number("games", games) < 1:
        raise RulesError(f"games={games}: at least one is needed")
    if whole_number("turns", turns) < 1:
        raise RulesError(f"turns={turns}: at least one is needed")
    return Job(
        preset=game,
        rules=chosen,
        deck=cards,
        players=seated,
        names=names,
        games=whole_number("games", games),
        seed=secrets.randbits(48) if seed is None else seed_number(seed),
        turns=whole_number("turns", turns),
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
        own = executor = ThreadPoolExecutor(os.cpu_count())
    try:
        with tqdm(total=job.games, unit="game", delay=1, disable=not progress, leave=False) as bar:
            begun = time.perf_counter()
            for piece in _pieces(work, job.blocks, executor):
                take(piece)
                bar.update(piece.games)
                if bar.n == piece.games:
                    _warn_if_slow(job, piece.games, time.perf_counter() - begun)
    except KeyboardInterrupt:
        return "interrupted"
    except OSError as error:
        return f"it couldn't be written: {error}"
    except Exception as error:
        if executor is None or executor is own:
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
    ahead = 2 * (getattr(executor, "_max_workers", None) or os.cpu_count() or 4)
    waiting: collections.deque[Future[Any]] = collections.deque()
    try:
        for number in range(blocks):
            waiting.append(executor.submit(work, number))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _warn_if_slow(job: Job, games: int, seconds: float) -> None:
    left = (job.games - games) * seconds / games
    if left > PATIENCE and not (job.fast and speed.has_numba()):
        why = "a strategy that isn't compiled" if speed.has_numba() else "numba isn't installed"
        if any(callable(player) for player in job.players) or not speed.has_numba():
            warnings.warn(
                f"{why}: {games / seconds:,.0f} games a second, so all take some "
                f"{left / 60:,.1f} minutes more (Stop keeps what is done)",
                stacklevel=4,
            )


def _columns(names: Sequence[str]) -> tuple[str, ...]:
    known = FRAMES["decisions"]
    if isinstance(names, str) or not names:
        raise RulesError(f"decisions={names!r}: True, or a list of columns is needed")
    for name in names:
        if name not in known:
            raise RulesError(
                f"decisions: there is no column {name!r}; there are {', '.join(known)}"
            )
    return tuple(names)


def _new_folder(path: Path, job: Job, wanted: tuple[str, ...]) -> Path:
    """A new folder for a run, with a note of what it is."""
    if path.exists() and any(path.iterdir() if path.is_dir() else [path]):
        raise RulesError(f"to={str(path)!r} exists already and isn't empty: name a new folder")
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
        path.mkdir(parents=True, exist_ok=True)
        (path / "run.json").write_text(json.dumps(about, default=str, indent=1), "utf-8")
    except OSError as error:
        raise SimulationError(f"to={str(path)!r}: it couldn't be written: {error}") from None
    return path


class Piece(NamedTuple):
    """What a worker sends back of a block: rows in memory, or files."""

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
            tables["decisions"] = noted_frames.decisions(job, noted)
        for name, columns in tables.items():
            chosen = wanted if name == "decisions" else ()
            files[name] = noted_frames.parquet(name, columns, chosen)
    kept = None if as_files else noted if job.noted else noted.without_decisions()
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
        scores = rounds.groupby("player")["score"].mean()
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
        if display:
            show_session(session)
        return session

    def __repr__(self) -> str:
        who = ", ".join(self.job.names)
        count = f"{self.played:,}" if self.complete else f"{self.played:,} of {self.job.games:,}"
        where = f"; {self.path}" if self.path else ""
        return f"<Simulation {self.job.preset}, {who}: {count} games, seed {self.job.seed}{where}>"

    # Inside

    def add(self, piece: Piece) -> None:
        """Keep a piece; those before it are here."""
        if self.path:
            for name, content in piece.files.items():
                target = self.path / name / f"part-{len(self._files):06d}.parquet"
                target.parent.mkdir(exist_ok=True)
                half = target.with_suffix(".part")
                try:
                    half.write_bytes(content)
                    half.replace(target)
                except OSError:
                    half.unlink(missing_ok=True)
                    raise
            self._files.append(target.name)
        elif piece.noted:
            self._pieces.append(piece.noted)
        self._actions.append(piece.actions)
        self._faults += piece.faults
        self.played += piece.games

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
        table = Table(job, number // job.group, [], self._actions[block])
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
