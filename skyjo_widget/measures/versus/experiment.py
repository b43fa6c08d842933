"""Experiments with two versions of a game: every measure side by side, with its difference.

The same players play both on the same seeds.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import math
import tempfile
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import narwhals as nw
import pandas as pd

from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.games import GameSpec
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.export import CsvWritten
from skyjo_widget.measures import choice_values
from skyjo_widget.measures.choice_values import decision_values
from skyjo_widget.measures.families import course
from skyjo_widget.measures.registry import chosen
from skyjo_widget.measures.run import evaluate
from skyjo_widget.measures.run_summaries import (
    CountedPiece,
    RunSums,
    summarise_runs,
)
from skyjo_widget.measures.source import COLUMNS as SOURCE_COLUMNS
from skyjo_widget.measures.source import Source, duckdb, find
from skyjo_widget.measures.summaries import Summaries, summarise
from skyjo_widget.measures.versus import brief, plot
from skyjo_widget.measures.versus.blocks import Block
from skyjo_widget.measures.versus.paired import Units
from skyjo_widget.measures.versus.report import Report, default_names, differing_programs
from skyjo_widget.measures.versus.reported import Reported
from skyjo_widget.measures.versus.rows import MeasuredVersion, find_rows, frame_of
from skyjo_widget.measures.versus.version import Version, check_version
from skyjo_widget.measures.versus.wording import text_heads, text_rows
from skyjo_widget.measures.win_chances import win_probabilities
from skyjo_widget.simulation import stopped_games
from skyjo_widget.simulation.executors import INTERRUPTED, Part, check_executor
from skyjo_widget.simulation.job import Job
from skyjo_widget.simulation.resume import open_run, run_seed
from skyjo_widget.simulation.simulate import (
    Piece,
    Simulation,
    give_back,
    make_job,
    note_of,
    play_together,
)
from skyjo_widget.simulation.tallies import repeats_fast
from skyjo_widget.strategies.call import LIMIT
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util.files import given_path
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import plain_text, whole_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Key = TypeVar("Key", bound=Hashable)

IN_MEMORY = 5_000
"""Most games per version whose decisions stay in memory; more go to files if possible."""
SAMPLES = {"win_probabilities": "sampled_games", "decision_values": "sampled_decisions"}
"""The arguments of `versus` that say how much is rolled out."""
LONGEST = 24
"""Most letters of a version's name."""
NOTED: tuple[str, ...] = tuple(name for name in SOURCE_COLUMNS["decisions"] if name != "ms")
"""Columns of decisions to keep; not `ms`, since a bot's time depends on the computer."""


@in_its_language
def versus(
    a: GameSpec | Version,
    b: GameSpec | Version,
    *,
    players: Sequence[PlayerSpec],
    games: int = 200,
    seed: int | str | None = None,
    names: tuple[str, str] | None = None,
    measures: Sequence[str] | str | None = None,
    sampled_games: int = 0,
    sampled_decisions: int = 0,
    worlds: int | None = None,
    other_programs: bool = False,
    to: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    progress: bool = True,
    lang: str | None = None,
) -> Versus:
    """Play two versions of a game and set every measure of both side by side.

    The same players play both, each deal once in every rotation of the seats: so nobody has
    better cards or a better seat.  Game k of one version and game k of the other form a pair, with
    the same random numbers; with equal decks, also with the same shuffled cards.

    Parameters
    ----------
    a, b : str, Game or Version
        A preset, or a changed one: ``Version("newskyjo", deck="mine.csv")``.
    players : sequence
        By seat, as in `simulate`; they play both versions.
    games : int
        Games of each version, rounded up so that each deal is played in every seating: of 3 by two
        players there are 4, and the result says so.
    seed : int or str, optional
        By default a new one each time.
    names : tuple of str, optional
        Names of the two versions; by default those of their decks, if these have different
        ones, else A and B.
    measures : sequence of str, optional
        Measures or families, as in `measure`; by default all.
    sampled_games : int
        Games of each, drawn with the seed, in which chances to win are estimated for the measures
        that need them.
    sampled_decisions : int
        Decisions of each, drawn with the seed, whose actions are rolled out.
    worlds : int, optional
        As in `skyjo_widget.win_probabilities` and `skyjo_widget.decision_values`.
    other_programs : bool
        Whether players may be other programs in `b` than in `a`.  In two games, bots of one name
        are two programs, but for ``random``: what differs may then come from them.
    to : path, optional
        A new folder: the games are written to its folders ``a`` and ``b`` as they are played, as
        `simulate` does, and rollouts beside them.
    resume : bool
        As in `simulate`: only what a stopped call lacks is played.
    executor, turns, limit, progress
        As in `simulate`.
    lang : str, optional
        The language of its texts; by default that of what it is about, else English.

    Returns
    -------
    Versus
        Both are played in turn, so that after an interrupt it compares the deals that both have
        played, and says how many are missing.  What needs rollouts is left out unless those of
        both are whole.

    Raises
    ------
    RulesError
        If one of them can't be played, or a player is another program in `b` than in `a`; the
        message says which and why.
    SimulationError
        If no deal was finished by both.
    KeyboardInterrupt
        If it is interrupted before that; `to` keeps what was played.

    Examples
    --------
    >>> report = versus("skyjo", Version("skyjo", penalty_factor=1), players=["greedy"] * 2,
    ...                 games=40, seed=1, measures=["columns"])
    >>> report.deals, report.frame["measure"].tolist()
    (20, ['columns'])
    """
    lang = call_language(lang)
    labels = None if names is None else _labels(names)
    wanted = chosen(measures)
    seed = run_seed(seed, to, resume=resume, inner="a")
    place = None if to is None else given_path(to)
    samples = {"sampled_games": sampled_games, "sampled_decisions": sampled_decisions}
    samples = {name: whole_number(name, number) for name, number in samples.items()}
    for name, number in samples.items():
        if number < 0:
            raise RulesError(
                "{name}={number}: a whole number from 0 is needed", name=name, number=number
            )
    wanted = tuple(
        measure for measure in wanted if not measure.extra or samples[SAMPLES[measure.extra]]
    )
    if not wanted:
        raise RulesError(
            "measures={measures!r}: these come from rollouts: sampled_games= or "
            "sampled_decisions= is needed",
            measures=measures,
        )
    settings = {"measures": measures, **samples, "worlds": worlds, "turns": turns} | {
        "other_programs": other_programs
    }
    noted = any(name.startswith("decisions") for measure in wanted for name in measure.needs)
    both = []
    for label, version in zip("ab", (a, b), strict=True):
        checked = check_version(label, version)
        try:
            job = make_job(
                checked.game,
                players,
                games,
                seed,
                rules=checked.rules,
                deck=checked.deck,
                turns=turns,
                limit=limit,
                fields=checked.fields,
            )
        except RulesError as error:
            raise RulesError(
                "{label}={checked!r}: {error}", label=label, checked=checked, error=error
            ) from None
        seats = len(job.players)
        job = dataclasses.replace(
            job,
            mirrored=True,
            games=-(-job.games // seats) * seats,
            noted="detailed" if noted else "",
        )
        check_executor(executor, job)
        both.append((checked, job))
    others = differing_programs(both[0][1], both[1][1])
    if others and not other_programs:
        raise RulesError(
            "players: {others}: other programs in b than in a, so what differs may come "
            "from them; players that are the same in both are 'random' and your own "
            "functions, and other_programs=True compares all the same",
            others=", ".join(others),
        )
    with tempfile.TemporaryDirectory(prefix="skyjo-versus-", ignore_cleanup_errors=True) as folder:
        jobs = [job for _, job in both]
        counted = place is None and all(repeats_fast(job) for job in jobs)
        if counted:
            jobs = [dataclasses.replace(job, noted="") for job in jobs]
        runs = _opened(jobs, place, Path(folder), resume=resume)
        counts = {run: RunSums([(run.job, run.job.games)]) for run in runs} if counted else {}
        play = functools.partial(play_together, runs, executor=executor, progress=progress)
        play(part_of=functools.partial(_counted, counts)) if counts else play()
        stopped_games.warn_of([stops for run in runs for stops in stopped_games.of_run(run)])
        whole = min(run.played for run in runs) // seats
        if not whole:
            if runs[0].trouble == INTERRUPTED:
                raise KeyboardInterrupt
            raise SimulationError("no deal was played to its end by both")
        of_sides = [_summarised(run, whole * seats, counts.get(run)) for run in runs]
        missing = _add_rollouts(
            of_sides, runs, settings, place,
            seed=seed, executor=executor, progress=progress, resume=resume,
        )  # fmt: skip
        wanted = tuple(measure for measure in wanted if measure.extra not in missing)
        sides = [MeasuredVersion(summaries, evaluate(summaries, wanted)) for summaries in of_sides]
        units = Units(whole, seats)
        return Versus(
            names=labels or default_names(both[0][1], both[1][1]),
            versions=(both[0][0], both[1][0]),
            jobs=(jobs[0], jobs[1]),
            seed=seed,
            deals=units.deals,
            seats=units.seats,
            rows=find_rows(sides[0], sides[1], units, wanted),
            faults=tuple(simulation.faults for simulation in runs),
            unfinished=tuple(s.games - s.finished for s in of_sides),
            settings=settings,
            lang=lang,
            missing=missing,
        )


def until_stopped(
    comparisons: Iterable[tuple[Key, Callable[[], Versus]]],
) -> dict[Key, Versus]:
    """Make one comparison after the other, and none after one that was stopped.

    Raises
    ------
    KeyboardInterrupt
        If the first one is interrupted before there is anything to compare.
    """
    finished: dict[Key, Versus] = {}
    for key, make in comparisons:
        try:
            finished[key] = make()
        except KeyboardInterrupt:
            if not finished:
                raise
            break
        if not finished[key].complete:
            break
    return finished


@speaks
class Versus(Report, Reported, CsvWritten):
    """A comparison of two versions by every measure; made by `versus`.

    Attributes
    ----------
    names : tuple of str
        Their names.
    versions : tuple of Version
    jobs : tuple of Job
        The games of each.
    games, deals, seats : int
        Games of each, their deals, and players per game.
    seed : int
    rows : list of Row
        The rows of `frame` as objects.
    unfinished : tuple of int
        Games of each that were broken off.
    faults : tuple of DataFrame
        As `Simulation.faults`, of each.
    complete : bool
        Whether nothing is missing of what was asked for.
    call : str
        Python code that repeats it.
    """

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """One row per measure: A and B with intervals, and the difference B − A with its own.

        `p`: two-sided p-value of the difference; `stands`: whether it is significant after Holm's
        (1979) correction for the number `compared`; `seen_from`: the difference that so many games
        would detect with a power of 80 %.  Missing where nothing is compared.
        """
        return frame_of(self.rows, self.lang)

    def table(self, lang: str | None = None) -> pd.DataFrame:
        """Return the frame in readable form: titles, numbers with units and intervals as texts.

        Parameters
        ----------
        lang : str, optional
            Its language; by default that of the call.
        """
        lang = lang or self.lang
        return pd.DataFrame(
            text_rows(self.rows, lang), columns=text_heads(self, lang), dtype="string"
        )

    def more_games(self, measure: str, difference: float, about: str = "all") -> int:
        """Return the number of further games of each that are needed to detect a difference.

        Parameters
        ----------
        measure, about : str
            The row, as in `frame`.
        difference : float
            In the measure's unit; a share from 0 to 1.

        Returns
        -------
        int
            0 if those played are enough.  With so many, a real difference of that size is detected
            with a power of 80 %: its own 95 % interval doesn't contain 0.  (To be significant
            among many it takes somewhat more.)

        Raises
        ------
        RulesError
            If there is no such row, nothing is compared in it, or the difference isn't above 0.
        """
        row = next((r for r in self.rows if (r.measure.key, r.about) == (measure, about)), None)
        if row is None:
            keys = [r.measure.key for r in self.rows]
            abouts = [str(r.about) for r in self.rows if r.measure.key == measure]
            meant = suggestion(about, abouts) if measure in keys else suggestion(measure, keys)
            raise RulesError(
                "{measure!r}, {about!r}: there is no such row{meant}",
                measure=measure,
                about=about,
                meant=meant,
            )
        if not difference > 0:
            raise RulesError(
                "difference={difference}: a number above 0 is needed", difference=difference
            )
        if math.isnan(row.seen_from):
            raise RulesError(
                "{measure!r}, {about!r}: there is no interval to compute with",
                measure=measure,
                about=about,
            )
        needed = math.ceil(self.deals * (row.seen_from / difference) ** 2)
        return max(needed - self.deals, 0) * self.seats

    def picture(self, lang: str | None = None, family: str | None = None) -> Figure:
        """Draw one line per measure: A, B, and the difference with its interval.

        Dots are at the difference in percent of A; filled where it is significant.

        Parameters
        ----------
        lang : str, optional
            Its language; by default that of the call.
        family : str, optional
            A family of measures; by default all but those of single cards.

        Raises
        ------
        RulesError
            If there is nothing to draw.
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        return plot.draw(self, lang or self.lang, family)

    def _title(self, lang: str) -> str:
        a, b = self.names
        return str(words(lang)["versus"]["title"]).format(a=a, b=b)

    def _blocks(self, lang: str) -> list[Block]:
        return brief.blocks(self, lang)


# Inside


def _labels(names: Any) -> tuple[str, str]:
    if (
        not isinstance(names, (tuple, list))
        or len(names) != 2
        or not all(isinstance(name, str) and name.strip() for name in names)
        or names[0] == names[1]
        or max(map(len, names)) > LONGEST
    ):
        raise RulesError(
            "names={names!r}: two different names of 1 to {longest} letters are needed",
            names=names,
            longest=LONGEST,
        )
    return plain_text(names[0], _("a version's name")), plain_text(names[1], _("a version's name"))


def _opened(
    jobs: Sequence[Job], place: Path | None, folder: Path, *, resume: bool
) -> list[Simulation]:
    """Return the runs of both: in folders of a place, or large ones where files can be read."""
    noted = jobs[0].noted
    wanted = NOTED if noted else ()
    if place:
        duckdb()  # says what isn't installed
    readable = all(importlib.util.find_spec(name) for name in ("pyarrow", "duckdb"))
    large = bool(noted) and jobs[0].games > IN_MEMORY and readable
    runs: list[Simulation] = []
    try:
        for label, job in zip("ab", jobs, strict=True):
            files = None
            if place or large:
                to = (place or folder) / label
                files = open_run(to, note_of(job, wanted), resume=resume)
            runs.append(Simulation(job, wanted, files))
    except BaseException:
        for run in runs:
            give_back(run)
        raise
    return runs


def _counted(counts: Mapping[Simulation, RunSums], simulation: Simulation) -> Part:
    """Return a run whose decisions are counted while it is played."""
    job = simulation.job
    sums = counts[simulation]

    def take(piece: CountedPiece) -> None:
        simulation.add(Piece(piece.games, piece.noted, {}, None, [], 0))
        sums.add(0, piece.part)

    return Part(job, sums.counted(0), take)


def _summarised(played: Simulation, games: int, counted: RunSums | None) -> Summaries:
    """Aggregate the games that both have played."""
    if counted and counted.games == games:
        return counted.summaries()
    if repeats_fast(played.job):
        return summarise_runs([(played.job, games)])
    return summarise(_kept(find(played.path or played), games, played))


def _kept(source: Source, games: int, played: Simulation) -> Source:
    """Restrict a source to the games that both have played, marked as rotated deals."""
    seats = len(played.job.players)
    frames = source.frames
    if played.played > games:
        both = played.games["game_id"].iloc[:games].tolist()
        frames = {
            name: frame.filter(nw.col("game_id").is_in(both)) for name, frame in frames.items()
        }
    return dataclasses.replace(source, frames=frames, rotated=seats)


def _add_rollouts(
    summaries: Sequence[Summaries],
    runs: Sequence[Simulation],
    settings: Mapping[str, Any],
    place: Path | None,
    **how: Any,
) -> tuple[str, ...]:
    """Add the summaries that need rollouts, of the same games of both; return what is missing."""
    makers: dict[str, tuple[Any, Any]] = {
        "win_probabilities": (win_probabilities, lambda chances: course.summary(chances.courses())),
        "decision_values": (decision_values, choice_values.summary),
    }
    asked = [name for name in makers if settings[SAMPLES[name]]]
    stopped = any(run.trouble for run in runs)
    for at, name in enumerate(asked):
        make, summed = makers[name]
        rows = []
        for label, played in zip("ab", runs, strict=True):
            if not stopped:
                to = place and place / f"{name}-{label}"
                values = make(
                    played, sample=settings[SAMPLES[name]], worlds=settings["worlds"], to=to, **how
                )
                stopped = values.missing > 0
                rows.append(summed(values))
        if stopped:
            return tuple(asked[at:])
        for of_side, more in zip(summaries, rows, strict=True):
            of_side.add(name, more)
    return ()
