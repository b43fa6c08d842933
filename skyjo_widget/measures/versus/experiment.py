"""Two versions of a game against each other: every measure side by side, with its difference.

Both are played by the same players on the same seeds.  `pairing` says how far they lie apart,
`versus_picture` draws it, `versus_report` writes it down.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib.util
import math
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import narwhals as nw
import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.deck_diff import DeckDiff
from skyjo_widget.engine.cards.deck_diff import compare as compare_decks
from skyjo_widget.engine.core.driver import MAX_TURNS
from skyjo_widget.engine.games import find_preset, preset_name, settle_rules
from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.frames.log import csv_bytes
from skyjo_widget.measures import decision_values as influence
from skyjo_widget.measures.decision_values import weigh
from skyjo_widget.measures.families import course
from skyjo_widget.measures.registry import chosen
from skyjo_widget.measures.run import work_out
from skyjo_widget.measures.source import COLUMNS as SOURCE_COLUMNS
from skyjo_widget.measures.source import Source, find
from skyjo_widget.measures.summaries import Summaries, summarise
from skyjo_widget.measures.versus.paired import Units
from skyjo_widget.measures.versus.rows import Measured, Row, find_rows, frame_of
from skyjo_widget.measures.versus.wording import headlines, summary, text_heads, text_rows
from skyjo_widget.measures.win_chances import chances as chances_of
from skyjo_widget.simulation.executors import check_executor
from skyjo_widget.simulation.job import Job
from skyjo_widget.simulation.run_folder import RunFolder
from skyjo_widget.simulation.simulate import Simulation, _about, make_job, play_job
from skyjo_widget.strategies.call import LIMIT
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util import markup
from skyjo_widget.util.files import write_new
from skyjo_widget.util.i18n import words
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import plain_text, seed_number, whole_number

if TYPE_CHECKING:
    from matplotlib.figure import Figure

IN_MEMORY = 5_000
"""Games of a version; the decisions of more are kept in a temporary folder if that can be read."""
LONGEST = 24
"""Letters of a version's name."""
NOTED = tuple(name for name in SOURCE_COLUMNS["decisions"] if name != "ms")
"""Columns of decisions that are kept; a bot's time is a computer's."""


@dataclasses.dataclass(frozen=True, init=False, repr=False)
class Version:
    """A version of a game that is to be played: ``Version("newskyjo", deck="mine.csv")``.

    Parameters
    ----------
    game : str
        A preset, as in `play`.
    rules, deck, **rule_fields
        As in `play`.

    Raises
    ------
    RulesError
        If there is no such preset or option, or a value can't be played.

    Examples
    --------
    >>> Version("newskyjo", turned=3)
    Version('newskyjo', turned=3)
    """

    game: str
    rules: Any = None
    deck: Deck | str | Path | None = None
    fields: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __init__(
        self,
        game: str,
        *,
        rules: Any = None,
        deck: Deck | str | Path | None = None,
        **rule_fields: Any,
    ) -> None:
        game = preset_name(game)
        if rules is None:
            find_preset(game)[1].replace(**rule_fields)  # refuses what can't be played
        for name, value in zip(
            ("game", "rules", "deck", "fields"), (game, rules, deck, rule_fields), strict=True
        ):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        said = [repr(self.game)]
        if self.rules is not None:
            said.append(f"rules={self.rules!r}")
        if isinstance(self.deck, Deck):
            said.append(f"deck=<Deck {self.deck.hash}>")
        elif self.deck is not None:
            said.append(f"deck={str(self.deck)!r}")
        said += [f"{name}={value!r}" for name, value in self.fields.items()]
        return markup.short(said[0] if len(said) == 1 else f"Version({', '.join(said)})", 400)

    def _repr_html_(self) -> str:
        lines = [("rules", repr(self.rules))] if self.rules is not None else []
        if self.deck is not None:
            cards = (
                f"{self.deck.size} cards, {self.deck.hash}" if isinstance(self.deck, Deck) else ""
            )
            lines.append(("deck", cards or str(self.deck)))
        lines += [(name, str(value)) for name, value in self.fields.items()]
        table = markup.rows((), lines) if lines else ""
        return markup.face(f"{self.game}", table, sub="a version to be played")


def versus(
    a: str | Version,
    b: str | Version,
    *,
    players: Sequence[PlayerSpec],
    games: int = 200,
    seed: int | None = None,
    names: tuple[str, str] = ("A", "B"),
    which: Sequence[str] | str | None = None,
    chances: int = 0,
    weighed: int = 0,
    worlds: int | None = None,
    executor: Executor | None = None,
    turns: int = MAX_TURNS,
    limit: float | None = LIMIT,
    progress: bool = True,
    lang: str = "en",
) -> Versus:
    """Play two versions of a game and set every measure of both side by side.

    The same players play both, each deal once for every seat that they can have: so nobody has
    better cards or a better seat.  Game k of the one and game k of the other are a pair, with the
    same random numbers; where the decks are alike, with the same shuffled cards.

    Parameters
    ----------
    a, b : str or Version
        A preset, or what is changed of one: ``Version("newskyjo", deck="mine.csv")``.
    players : sequence
        By seat, as in `simulate`; they play both.
    games : int
        How many games of each, rounded up to whole deals.
    seed : int, optional
        A new one each time unless told.
    names : tuple of str
        What the two are called.
    which : sequence of str, optional
        Measures or families, as in `measure`; all unless told.
    chances : int
        In how many games of each, drawn with the seed, chances to win are worked out for the
        measures that need them.
    weighed : int
        How many decisions of each, drawn likewise, are tried out.
    worlds : int, optional
        As in `skyjo_widget.chances` and `skyjo_widget.weigh`.
    executor, turns, limit, progress
        As in `simulate`.
    lang : str
        The language of its words.

    Returns
    -------
    Versus

    Raises
    ------
    RulesError
        If one of them can't be played; the message says which, and why.
    SimulationError
        If not enough was finished.

    Examples
    --------
    >>> found = versus("skyjo", Version("skyjo", penalty_factor=1), players=["greedy"] * 2,
    ...                games=40, seed=1, which=["columns"])
    >>> found.deals, found.frame["measure"].tolist()
    (20, ['columns'])
    """
    words(lang)
    labels = _labels(names)
    wanted = chosen(which)
    seed = secrets.randbits(48) if seed is None else seed_number(seed)
    chances, weighed = whole_number("chances", chances), whole_number("weighed", weighed)
    for name, number in (("chances", chances), ("weighed", weighed)):
        if number < 0:
            raise RulesError(f"{name}={number}: a whole number from 0 is needed")
    extra = {"chances": chances, "weighed": weighed}
    wanted = tuple(one for one in wanted if not one.extra or extra[one.extra])
    if not wanted:
        raise RulesError(
            f"which={which!r}: these come from rollouts: chances= or weighed= is needed"
        )
    settings = {"which": which, **extra, "worlds": worlds, "turns": turns}
    noted = any(name.startswith("decisions") for one in wanted for name in one.needs)
    both = []
    for label, version in zip("ab", (a, b), strict=True):
        told = _version(label, version)
        try:
            job = make_job(
                told.game,
                players,
                games,
                seed,
                rules=told.rules,
                deck=told.deck,
                turns=turns,
                limit=limit,
                fields=told.fields,
            )
        except RulesError as error:
            raise RulesError(f"{label}={told!r}: {error}") from None
        seats = len(job.players)
        job = dataclasses.replace(
            job,
            mirrored=True,
            games=-(-job.games // seats) * seats,
            noted="detailed" if noted else "",
        )
        check_executor(executor, job)
        both.append((told, job))
    with tempfile.TemporaryDirectory(prefix="skyjo-versus-", ignore_cleanup_errors=True) as folder:
        played = tuple(
            _play(job, Path(folder) / label, executor=executor, progress=progress)
            for label, (_, job) in zip("ab", both, strict=True)
        )
        whole = min(one.played for one in played) // seats
        if not whole:
            raise SimulationError("no deal was played to its end by both")
        sides = []
        for simulation in played:
            source = _kept(find(simulation.path or simulation), whole * seats, simulation)
            known = summarise(source)
            _extras(known, simulation, settings, seed=seed, executor=executor, progress=progress)
            sides.append(Measured(source, known, work_out(known, wanted)))
        units = Units(whole, seats)
        return Versus(
            names=labels,
            versions=(both[0][0], both[1][0]),
            jobs=(both[0][1], both[1][1]),
            seed=seed,
            units=units,
            rows=find_rows(sides[0], sides[1], units, wanted),
            faults=tuple(simulation.faults for simulation in played),
            unfinished=tuple(int((~one.known.games["finished"]).sum()) for one in sides),
            settings=settings,
            lang=lang,
        )


class Versus:
    """Two versions side by side; made by `versus`.

    Attributes
    ----------
    names : tuple of str
        What they are called.
    versions : tuple of Version
    jobs : tuple of Job
        What was played.
    games, deals, seats : int
        Games of each, the deals that they are, how many play.
    seed : int
    rows : list of Row
        What was found, as `frame` has it.
    unfinished : tuple of int
        Games of each that were broken off.
    faults : tuple of DataFrame
        As `Simulation.faults`, of each.
    call : str
        What plays it again.
    """

    def __init__(
        self,
        *,
        names: tuple[str, str],
        versions: tuple[Version, Version],
        jobs: tuple[Job, Job],
        seed: int,
        units: Units,
        rows: list[Row],
        faults: tuple[pd.DataFrame, ...],
        unfinished: tuple[int, ...],
        settings: dict[str, Any],
        lang: str,
    ) -> None:
        self.names, self.versions, self.jobs = names, versions, jobs
        self.seed, self.rows, self.lang = seed, rows, lang
        self.deals, self.seats = units.deals, units.seats
        self.games = units.deals * units.seats
        self.faults, self.unfinished = faults, unfinished
        self._settings = settings

    @property
    def players(self) -> tuple[str, ...]:
        """Who has played, by seat."""
        return self.jobs[0].names

    @property
    def rules(self) -> dict[str, tuple[Any, Any]]:
        """The rules that differ, by name: the value in A and in B, None where there is no such."""
        known = [
            {f.name: getattr(job.rules, f.name) for f in dataclasses.fields(job.rules)}
            for job in self.jobs
        ]
        return {
            name: (known[0].get(name), known[1].get(name))
            for name in dict.fromkeys([*known[0], *known[1]])
            if known[0].get(name) != known[1].get(name)
        }

    @property
    def deck_diff(self) -> DeckDiff:
        """What changes from the deck of A to that of B; false if nothing does."""
        return compare_decks(self.jobs[0].deck, self.jobs[1].deck)

    @property
    def call(self) -> str:
        """What plays it again: Python."""
        a, b = (repr(version) for version in self.versions)
        players = ", ".join(
            repr(p) if isinstance(p, str) else getattr(p, "__name__", type(p).__name__)
            for p in self.jobs[0].players
        )
        said = [a, b, f"players=[{players}]", f"games={self.games}", f"seed={self.seed}"]
        if self.names != ("A", "B"):
            said.append(f"names={self.names!r}")
        plain = {"which": None, "chances": 0, "weighed": 0, "worlds": None, "turns": MAX_TURNS}
        said += [
            f"{name}={value!r}" for name, value in self._settings.items() if value != plain[name]
        ]
        return f"versus({', '.join(said)})"

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """A row a measure: A and B with their intervals, and the difference, B − A, with its own.

        `p`: how often chance alone makes so large a difference; `stands`: whether it stands when
        all that are `compared` are looked at (Holm 1979); `seen_from`: the difference that so many
        games would show four times out of five.  Missing where nothing is compared.
        """
        return frame_of(self.rows, self.lang)

    def table(self, lang: str | None = None) -> pd.DataFrame:
        """The same to be read: titles, numbers with their units and intervals, as texts.

        Parameters
        ----------
        lang : str, optional
            Its language; that of the call unless told.
        """
        lang = lang or self.lang
        return pd.DataFrame(
            text_rows(self.rows, lang), columns=text_heads(self, lang), dtype="string"
        )

    def more_games(self, measure: str, difference: float, about: str = "all") -> int:
        """How many more games of each are needed to tell a difference of a measure.

        Parameters
        ----------
        measure, about : str
            Which, as in `frame`.
        difference : float
            In its unit; a share from 0 to 1.

        Returns
        -------
        int
            0 if those played are enough.  With so many a real difference of that size is found
            in 80 % of all such comparisons: its own 95 % interval doesn't contain 0.  (If it is
            to stand among many, somewhat more.)

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
            raise RulesError(f"{measure!r}, {about!r}: there is no such row{meant}")
        if not difference > 0:
            raise RulesError(f"difference={difference}: a number above 0 is needed")
        if math.isnan(row.seen_from):
            raise RulesError(f"{measure!r}, {about!r}: there is no interval to reckon with")
        needed = math.ceil(self.deals * (row.seen_from / difference) ** 2)
        return max(needed - self.deals, 0) * self.seats

    def to_csv(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write the frame as a CSV file that a spreadsheet can open safely; returns the file.

        Raises
        ------
        SkyjoWidgetError
            If there is such a file, or it can't be written.
        """
        return write_new(path, csv_bytes(self.frame), overwrite=overwrite)

    def picture(self, lang: str | None = None, family: str | None = None) -> Figure:
        """A line a measure: A, B, and the difference with its interval, as a Matplotlib figure.

        Dots stand at the difference in percent of A; they are filled where it stands.

        Parameters
        ----------
        lang : str, optional
            Its language; that of the measures unless told.
        family : str, optional
            Which family of measures; all but those of single cards unless told.

        Raises
        ------
        RulesError
            If there is nothing of it.
        SkyjoWidgetError
            If Matplotlib isn't installed.
        """
        from skyjo_widget.measures.versus.plot import draw  # noqa: PLC0415  (it uses this module)

        return draw(self, lang or self.lang, family)

    def to_markdown(
        self, path: str | Path | None = None, *, lang: str | None = None, overwrite: bool = False
    ) -> str:
        """The report as Markdown; written to a file too if a path is told.

        Raises
        ------
        SkyjoWidgetError
            If there is such a file, or it can't be written.
        """
        from skyjo_widget.measures.versus.markdown import markdown  # noqa: PLC0415  (the same)

        text = markdown(self, lang or self.lang)
        if path is not None:
            write_new(path, text, overwrite=overwrite)
        return text

    def to_html(
        self, path: str | Path, *, lang: str | None = None, overwrite: bool = False
    ) -> Path:
        """Write the report as one HTML file that opens anywhere, without a network or a script.

        Raises
        ------
        SkyjoWidgetError
            If there is such a file, or it can't be written.
        """
        from skyjo_widget.measures.versus.html import page  # noqa: PLC0415  (the same)

        return write_new(path, page(self, lang or self.lang), overwrite=overwrite)

    def __repr__(self) -> str:
        return markup.clipped_lines([summary(self, "en"), *headlines(self, "en")])

    def _repr_html_(self) -> str:
        a, b = self.names
        table = markup.frame_rows(self.table().fillna(""), most=len(self.rows))
        return markup.face(
            f"{a} – {b}",
            markup.paragraph(summary(self, self.lang)),
            *(markup.paragraph(line) for line in headlines(self, self.lang)),
            f'<div class="long">{table}</div>',
            lang=self.lang,
        )


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
            f"names={names!r}: two different names of 1 to {LONGEST} letters are needed"
        )
    return plain_text(names[0], "a version's name"), plain_text(names[1], "a version's name")


def _version(label: str, version: str | Version) -> Version:
    if not isinstance(version, (str, Version)):
        raise RulesError(
            f"{label}={version!r:.80}: a preset's name is needed, or what is changed of one: "
            "Version('newskyjo', deck=…)"
        )
    try:
        version = Version(version) if isinstance(version, str) else version
        settle_rules(version.game, version.rules, version.deck, version.fields)
    except RulesError as error:
        raise RulesError(f"{label}={version!r}: {error}") from None
    return version


def _play(job: Job, folder: Path, *, executor: Executor | None, progress: bool) -> Simulation:
    """Play; what is large goes to files if these can be read afterwards."""
    wanted = NOTED if job.noted else ()
    readable = all(importlib.util.find_spec(name) for name in ("pyarrow", "duckdb"))
    large = job.noted and job.games > IN_MEMORY and readable
    files = RunFolder.make(folder, _about(job, wanted)) if large else None
    return play_job(job, wanted, files, executor=executor, progress=progress)


def _kept(source: Source, games: int, played: Simulation) -> Source:
    """The games that both have played, as deals that were rotated."""
    seats = len(played.job.players)
    frames = source.frames
    if played.played > games:
        both = played.games["game_id"].iloc[:games].tolist()
        frames = {
            name: frame.filter(nw.col("game_id").is_in(both)) for name, frame in frames.items()
        }
    return dataclasses.replace(source, frames=frames, rotated=seats)


def _extras(
    known: Summaries,
    played: Simulation,
    settings: Mapping[str, Any],
    **how: Any,
) -> None:
    """Work out what comes from rollouts: the same games of both, as far as they are drawn."""
    if settings["chances"]:
        told = chances_of(played, sample=settings["chances"], worlds=settings["worlds"], **how)
        known.more["chances"] = course.summary(told.courses())
    if settings["weighed"]:
        weighed = weigh(played, sample=settings["weighed"], worlds=settings["worlds"], **how)
        known.more["weighed"] = influence.summary(weighed)
