"""Summaries of a run that is played again: from its seed, or by its actions.

They equal those of the run's frames with all decisions (`skyjo_widget.measures.summaries`), without
a row for each: NumPy adds up the rounds of a block, the engine's tally has its decisions.
"""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.core.tally import EVENTS, Marks, Tally
from skyjo_widget.engine.core.trace import NOTHING, Trace
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.frames.trace_columns import card_numbers
from skyjo_widget.measures.decision_kinds import marks_of
from skyjo_widget.measures.estimate import GROUPS, block_of
from skyjo_widget.measures.source import COLUMNS, find
from skyjo_widget.measures.summaries import Summaries, summarise
from skyjo_widget.measures.sums import Floats, Rows, Sums, block_sums
from skyjo_widget.measures.tables import WILD, fined, labelled_cards, share_touching, versions
from skyjo_widget.records import places
from skyjo_widget.records.places import RUN
from skyjo_widget.simulation.executors import check_executor
from skyjo_widget.simulation.job import Job
from skyjo_widget.simulation.run_folder import RunFolder
from skyjo_widget.simulation.simulate import Simulation, load_simulation
from skyjo_widget.simulation.tallies import (
    Recorded,
    TalliedBlock,
    of_blocks,
    repeatable,
    repeats_by_actions,
    repeats_fast,
    tally_block,
)
from skyjo_widget.util.files import given_path, is_folder
from skyjo_widget.util.messages import warn

ROUND = (
    *("game", "round", "starter", "ender", "raw_score", "score", "total", "turns"),
    *("columns_cleared", "cards_left", "penalty_cards", "finished"),
)
"""The columns of rounds that are added up."""
KEPT_SUMS = ("kept_done", "kept_ended", "kept_total", "kept_won")


class RunPart(NamedTuple):
    """Sums of a block of a run.

    Parameters
    ----------
    first : int
        The first block of neighbours (`skyjo_widget.measures.estimate.block_of`) that they are of.
    arrays : dict of str to array of float
        As `skyjo_widget.measures.sums.block_sums` returns them.
    cards : array of float, shape (blocks, cards of the deck, events, one without, `KEPT_SUMS`)
    scores : array of float, shape (games,)
        The points of all seats.
    """

    first: int
    arrays: dict[str, Floats]
    cards: Floats
    scores: Floats


class Span(NamedTuple):
    """The place of a run among all games of its version.

    Parameters
    ----------
    games : int
        How many of its games are measured.
    first, units : int
        The number of its first unit among all those of the version, and how many these are.
    rotations : int
        Games per unit.
    players : tuple of int
        The number of each of its players among all those of the version.
    of : int
        How many these are.
    """

    games: int
    first: int
    units: int
    rotations: int
    players: tuple[int, ...]
    of: int


def summarise_any(
    source: Any,
    *,
    practice: bool = False,
    apart: bool = True,
    executor: Executor | None = None,
) -> Summaries:
    """Aggregate games from any source into `Summaries`; parameters and errors as of `measure`.

    Runs of built-in players are played again, unless their decisions were kept and reading them is
    faster: without numba.  So are runs in memory of functions, if their decisions were kept.
    """
    runs = _runs_of(source)
    alone = executor is None
    if runs and all(_is_played_again(run, alone=alone) for run in runs):
        for run in runs:
            check_executor(executor, run.job)
        games = [(run.job, run.played) for run in runs]
        scores = [None if run.files is None else np.zeros(run.played) for run in runs]
        recorded = [run.recorded for run in runs] if alone else []
        summaries = summarise_runs(
            games, apart=apart, scores=scores, recorded=recorded, executor=executor
        )
        with contextlib.suppress(SkyjoWidgetError, OSError, ValueError):  # damaged: rows count
            for run, sums in zip(runs, scores, strict=True):
                if run.files and sums is not None and not _has_scores(run.files, sums):
                    warn(
                        "{path}: another version of skyjo_widget has played these games, so they "
                        "can't be played again: what needs decisions is measured only if these "
                        "were kept",
                        path=run.path,
                    )
                    break
            else:
                return summaries
    return summarise(find(source), practice=practice, apart=apart)


def _is_played_again(run: Simulation, *, alone: bool) -> bool:
    """Return whether a run can be played again, and reading its rows isn't the faster way.

    That of functions can by its actions, which stay in this process (`alone`).
    """
    kept = run.wanted or COLUMNS["decisions"]
    readable = run.job.noted == "detailed" and set(COLUMNS["decisions"]) - {"ms"} <= set(kept)
    if readable and alone and not run.files and repeats_by_actions(run.job) and not run.stopped:
        return True
    return repeats_fast(run.job) if readable else repeatable(run.job)


def _has_scores(files: RunFolder, scores: Floats) -> bool:
    """Return whether these are the sums of the games' scores in a run's files."""
    for span in files.spans:  # a run needn't fit into memory
        rows = files.read("rounds", ("game_id", "score"), [span])
        sums = rows.groupby("game_id", sort=False, observed=True)["score"].sum().to_numpy(float)
        if not np.array_equal(sums, scores[span[0] : span[1] + 1]):
            return False
    return True


def _runs_of(source: Any) -> list[Simulation]:
    """Return the runs of which a source consists; none for other games, or if one is damaged."""
    if isinstance(source, Simulation):
        return [source]
    if not isinstance(source, (str, Path)) or not is_folder(given_path(source)):
        return []
    path = given_path(source)
    folders = [note.parent for note in sorted(path.rglob(RUN))]
    if not folders or any(
        not any(folder in file.parents for folder in folders) for file in path.rglob("*.parquet")
    ):
        return []
    try:
        runs = [load_simulation(folder) for folder in folders]
    except SkyjoWidgetError:
        return []
    names = {run.job.name for run in runs}
    return runs if len(names) == len(runs) and not places.look(path)[0].records else []


def summarise_runs(
    runs: Sequence[tuple[Job, int]],
    *,
    apart: bool = True,
    scores: Sequence[Floats | None] = (),
    recorded: Sequence[Recorded] = (),
    executor: Executor | None = None,
) -> Summaries:
    """Aggregate the first games of repeatable jobs into `Summaries`.

    Parameters
    ----------
    runs : sequence of (Job, int)
        Different jobs, and how many of their games were played.
    apart : bool
        Whether the kind of player is to be ``bot``; else ``all``.
    scores : sequence of (array of float or None), optional
        For each run an array that gets the points of each game, of all seats together.
    recorded : sequence of callable, optional
        For each run what returns the actions of a block (`skyjo_widget.simulation.tallies`); not
        for an executor of other processes.
    executor : Executor, optional
        By default all cores.
    """
    sums = RunSums(runs)
    for number, (job, games) in enumerate(runs):
        place, points = 0, scores[number] if scores else None
        actions = recorded[number] if recorded else None
        for part in of_blocks(job, sums.work(number, actions), games, executor):
            sums.add(number, part)
            if points is not None:
                points[place : place + len(part.scores)] = part.scores
                place += len(part.scores)
    return sums.summaries(apart=apart)


class RunSums:
    """The sums of the first games of repeatable jobs, from those of their blocks.

    Where there are several jobs, games that share a deal count as if each had its own.

    Parameters
    ----------
    runs : sequence of (Job, int)
        Different jobs, and how many games of each will be added.
    """

    def __init__(self, runs: Sequence[tuple[Job, int]]) -> None:
        self._runs = runs
        self._rules = [json.dumps(job.rules.as_dict()) for job, _ in runs]
        facts = [
            {
                "preset": job.preset,
                "players": len(job.players),
                "rules": rules,
                "deck": job.deck.hash,
                "deck_name": job.deck.name or "",
            }
            for (job, _), rules in zip(runs, self._rules, strict=True)
        ]
        self._versions = versions(pd.DataFrame(facts)).tolist()
        self._names: dict[str, list[str]] = {}
        """By version the names of all players."""
        units = dict.fromkeys(self._versions, 0)
        firsts: dict[int, int] = {}
        for number in sorted(range(len(runs)), key=lambda n: runs[n][0].name):  # as their game ids
            version = self._versions[number]
            firsts[number] = units[version]
            units[version] += self._units(number)
            names = self._names.setdefault(version, [])
            names += [name for name in runs[number][0].names if name not in names]
        self._spans = [
            Span(
                games,
                firsts[number],
                units[version],
                self._rotations(job),
                tuple(map(self._names[version].index, job.names)),
                len(self._names[version]),
            )
            for number, ((job, games), version) in enumerate(zip(runs, self._versions, strict=True))
        ]
        self._arrays: dict[str, dict[str, Floats]] = {version: {} for version in units}
        self._cards = {
            version: np.zeros((min(units[version], GROUPS), len(job.deck.kinds), _CARD_SUMS))
            for (job, _), version in zip(runs, self._versions, strict=True)
        }

    @property
    def games(self) -> int:
        """The number of games that will be added."""
        return sum(games for _, games in self._runs)

    def work(self, number: int, recorded: Recorded | None = None) -> Callable[[int], RunPart]:
        """Return what plays a block of a job again, given its number, for its sums."""
        job = self._runs[number][0]
        return functools.partial(_play_again, job, marks_of(job), self._spans[number], recorded)

    def counted(self, number: int) -> Callable[[int], CountedPiece]:
        """Return what plays a block of a job, given its number, for its rows and its sums."""
        job = self._runs[number][0]
        return functools.partial(_play_counted, job, marks_of(job), self._spans[number])

    def add(self, number: int, part: RunPart) -> None:
        """Add the sums of a block of a job."""
        version = self._versions[number]
        cards = self._cards[version]
        for name, sums in part.arrays.items():
            zeros = np.zeros((len(cards), *sums.shape[1:]))
            total = self._arrays[version].setdefault(name, zeros)
            total[part.first : part.first + len(sums)] += sums
        cards[part.first : part.first + len(part.cards)] += part.cards

    def summaries(self, *, apart: bool = True) -> Summaries:
        """Return the sums of all; `apart` as of `summarise_runs`."""
        kind = "bot" if apart else "all"
        whole, cards, touching = {}, [], {}
        for (job, _), rules, version in zip(self._runs, self._rules, self._versions, strict=True):
            if version in touching:
                continue
            whole[version, kind] = Sums(
                self._arrays[version],
                tuple(self._names[version]),
                self._rotations(job) > 1,
                fined(rules),
            )
            cards.append(_cards(job, self._cards[version]).assign(version=version, kind=kind))
            touching[version] = share_touching(job.deck, rules)
        return Summaries(
            whole,
            whole,
            labelled_cards(pd.concat(cards, ignore_index=True)),
            frozenset(),
            touching,
            functools.partial(self._places, kind),
            played_again=True,
        )

    def _rotations(self, job: Job) -> int:
        return job.rotations if len(self._runs) == 1 else 1

    def _units(self, number: int) -> int:
        job, games = self._runs[number]
        return -(-games // self._rotations(job))

    def _places(self, kind: str, ids: pd.Index) -> pd.DataFrame:
        """Return the places of games, as `Summaries.places` does."""
        ours = {job.name: number for number, (job, _) in enumerate(self._runs)}
        rows = []
        for game_id in ids:
            name, _, number = str(game_id).rpartition("-")
            if name in ours and int(number) < self._spans[ours[name]].games:
                span = self._spans[ours[name]]
                deal = span.first + int(number) // span.rotations
                rows.append((game_id, self._versions[ours[name]], kind, deal))
        places = pd.DataFrame(rows, columns=["game_id", "version", "whole", "deal"])
        return places.astype({"game_id": "string", "deal": np.int64}).set_index("game_id")


class CountedPiece(NamedTuple):
    """A block of a run with its sums, from one play."""

    games: int
    noted: Trace
    part: RunPart


def _play_counted(job: Job, marks: Marks, span: Span, number: int) -> CountedPiece:
    block = tally_block(job, marks, span.games, number)
    return CountedPiece(len(block.noted.games), block.noted, _sums(job, block, span))


def _play_again(
    job: Job, marks: Marks, span: Span, recorded: Recorded | None, number: int
) -> RunPart:
    return _sums(job, tally_block(job, marks, span.games, number, recorded), span)


def _sums(job: Job, block: TalliedBlock, span: Span) -> RunPart:
    over, rounds, players = block.noted.games, _Rounds(job, block.noted), len(job.players)
    seats = _of_seats(rounds)
    seats |= _results(job, over, rounds.last("total"), seats["started"])
    seats |= _decisions(block.tally, seats["score"].shape)
    of_games = _of_games(rounds) | {"finished": over["finished"], "margin": seats.pop("margin")}
    numbers = over["game"].astype(np.int64)
    unit = numbers // span.rotations
    place = block_of(span.first + np.arange(unit[0], unit[-1] + 1), span.units)
    seat = np.tile(np.arange(players), len(numbers))
    player = (seat + job.rotation(np.repeat(numbers, players))) % players
    rows = Rows(
        unit=unit - unit[0],
        block=place - place[0],
        games={name: column.astype(np.float64) for name, column in of_games.items()},
        game=np.repeat(np.arange(len(numbers)), players),
        seat=seat,
        player=np.array(span.players)[player],
        seats={name: column.ravel() for name, column in seats.items()},
    )
    arrays = block_sums(
        rows,
        blocks=rows.block[-1] + 1,
        seats=players,
        players=span.of,
        rotated=span.rotations > 1,
    )
    cards = _card_sums(block.tally, seats, rows.block[rows.unit])
    return RunPart(int(place[0]), arrays, cards, rounds.of_games(rounds["score"].sum(axis=0)))


class _Rounds:
    """The rounds of a block, by column: arrays of seats and rounds.

    NumPy is slow with sums over a few seats that lie side by side.
    """

    def __init__(self, job: Job, noted: Trace) -> None:
        players, first = len(job.players), noted.games["game"][0]
        self.columns = {
            name: np.ascontiguousarray(noted.rounds[name].reshape(-1, players).T) for name in ROUND
        }
        self.own = job.game.round_trace_columns
        self.games = len(noted.games)
        self.game = self.columns["game"][0] - first
        self.scored = self.columns["finished"][0] > 0
        self.number = self.of_games(self.scored)
        """Of each game, how many rounds have scores."""

    def __getitem__(self, name: str) -> Floats:
        """Return a column; NaN if its game doesn't have it."""
        column: Floats = self.columns[name].astype(np.float64)
        needed = name in ("raw_score", "columns_cleared", "cards_left", "penalty_cards")
        return np.full_like(column, np.nan) if needed and name not in self.own else column

    def of_games(self, values: npt.NDArray[Any]) -> Floats:
        """Add up numbers of rounds with scores."""
        return np.bincount(self.game[self.scored], values[self.scored], self.games).astype(
            np.float64
        )

    def of_seats(self, values: npt.NDArray[Any], *, every: bool = False) -> Floats:
        """Add up numbers of seats in rounds with scores, or in every one."""
        chosen = np.ones_like(self.scored) if every else self.scored
        game = self.game[chosen]
        sums = [np.bincount(game, of_seat[chosen], self.games) for of_seat in values]
        return np.stack(sums, axis=1).astype(np.float64)

    def of_own_column(self, name: str) -> Floats:
        """Add up a column of seats; NaN if its game doesn't have it, also without a score."""
        sums = self.of_seats(self[name])
        return sums if name in self.own else np.full_like(sums, np.nan)

    def last(self, name: str) -> Floats:
        """Return a number of seats in the last round with scores; NaN without one."""
        numbers = np.full((self.games, len(self.columns[name])), np.nan)
        numbers[self.game[self.scored]] = self.columns[name][:, self.scored].T  # the last stays
        return numbers


def _of_games(rounds: _Rounds) -> dict[str, npt.NDArray[Any]]:
    """Return sums over rounds with scores; NaN for a game without one."""
    score, none = rounds["score"], rounds.number == 0
    sums = {
        "rounds": rounds.number,
        "range": rounds.of_games(score.max(axis=0) - score.min(axis=0)),
        "variance": rounds.of_games(_variance(score)),
        "raw_variance": rounds.of_games(np.nan_to_num(_variance(rounds["raw_score"]))),
        "turns": rounds.of_games(rounds["turns"].sum(axis=0)),
    }
    return {name: np.where(none, np.nan, column) for name, column in sums.items()}


def _of_seats(rounds: _Rounds) -> dict[str, npt.NDArray[Any]]:
    """Return sums of seats over rounds."""
    score = rounds["score"]
    penalty = score - rounds["raw_score"]
    ended = (rounds["ender"] > 0) & ~np.isnan(penalty)
    none = rounds.number[:, None] == 0
    return {
        "rounds": np.repeat(rounds.number[:, None], len(score), axis=1),
        "score": rounds.of_seats(score),
        "score_sq": rounds.of_seats(score**2),
        "turns": rounds.of_seats(rounds["turns"], every=True),
        "columns": rounds.of_own_column("columns_cleared"),
        "cards_left": rounds.of_own_column("cards_left"),
        "penalty_cards": np.nan_to_num(rounds.of_seats(rounds["penalty_cards"])),
        "penalty": np.where(none, np.nan, rounds.of_seats(penalty)),
        "ended": rounds.of_seats(ended),
        "doubled": rounds.of_seats(ended & (penalty > 0)),
        "started": rounds.of_seats((rounds["starter"] > 0) & (rounds["round"] == 1), every=True),
    }


def _decisions(tally: Tally, shape: tuple[int, ...]) -> dict[str, npt.NDArray[Any]]:
    """Return the decisions of seats; nobody has timed them."""
    rows = tally.seats.reshape(shape)
    sums = {name: rows[name].astype(float) for name in rows.dtype.names or () if name != "begun"}
    return sums | {
        "told": sums["decisions"],
        "real": sums["decisions"] - sums["forced"],
    }


def _variance(scores: Floats) -> Floats:
    """Return the sample variance within each round; the scores are by seat and round."""
    n = len(scores)
    squares: Floats = (scores**2).sum(axis=0)
    variance: Floats = (squares - scores.sum(axis=0) ** 2 / n) / (n - 1.0)
    return variance


def _results(
    job: Job, over: npt.NDArray[Any], total: Floats, started: Floats
) -> dict[str, npt.NDArray[Any]]:
    """Return totals, wins and order of play of seats, and the games' margins."""
    players = len(job.players)
    seat = np.arange(players)
    won = ((over["winners"][:, None] >> seat) & 1).astype(float)
    ended = (over["finished"] > 0) & ~np.isnan(total[:, 0])
    decided = (over["finished"] + over["winners"] > 0) & (ended | (over["finished"] == 0))
    won *= decided[:, None]
    decided &= won.any(axis=1)
    share = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    total = np.where(ended[:, None], total, np.nan)
    with np.errstate(invalid="ignore"):
        best = np.where(won > 0, total, np.inf).min(axis=1)
        distance = np.where(won == 0, np.abs(total - best[:, None]), np.inf)
    margin = np.fmin.reduce(distance, axis=1)
    margin[~np.isfinite(margin)] = np.nan
    alone = not getattr(job.rules, "teams", False) or players < 4
    margin[(won.sum(axis=1) > 1) & alone & (over["finished"] > 0)] = 0.0
    began = started > 0
    first = np.where(began.any(axis=1), players - 1 - began[:, ::-1].argmax(axis=1), np.nan)
    return {
        "total": total,
        "won": np.where(decided[:, None], share, np.nan),
        "place": (seat - first[:, None]) % players,
        "margin": margin,
    }


_CARD_SUMS = len(EVENTS) + 1 + len(KEPT_SUMS)


def _card_sums(
    tally: Tally, seats: dict[str, npt.NDArray[Any]], place: npt.NDArray[np.int64]
) -> Floats:
    """Return the sums over cards of each block of neighbours."""
    events = tally.cards
    many, cards, _ = events.shape
    kept = tally.kept.reshape(many, -1, cards)
    done, ended = ~np.isnan(seats["won"]), ~np.isnan(seats["total"])
    weights = (done, ended, np.where(ended, seats["total"], 0.0), np.where(done, seats["won"], 0.0))
    sums = np.empty((many, cards, _CARD_SUMS))
    sums[:, :, : len(EVENTS) + 1] = events
    for n, weight in enumerate(weights):
        sums[:, :, len(EVENTS) + 1 + n] = np.einsum("gs,gsc->gc", weight.astype(float), kept)
    starts = np.flatnonzero(np.diff(place, prepend=-1))
    return np.add.reduceat(sums, starts)


def _cards(job: Job, blocks: Floats) -> pd.DataFrame:
    """Return a row for each card that was seen in a block; equal ones are one."""
    place, card = np.nonzero(blocks[:, :, : len(EVENTS) + 1].any(axis=2))
    values = card_numbers(job.deck, card).values
    keys = [kind.effect.key if kind.effect else "" for kind in job.deck.kinds]
    sums = blocks[place, card]
    names = (*EVENTS, "", *KEPT_SUMS)
    rows = pd.DataFrame(
        {
            "block": place,
            "value": np.where(values == NOTHING, WILD, values),
            "effect_key": pd.array(keys, "string").take(card),
            **{name: sums[:, n] for n, name in enumerate(names) if name},
        }
    )
    return rows.groupby(["value", "effect_key", "block"], as_index=False).sum()
