"""Sources of games: a log, a simulation, or files too large to load.

Each source gives the frames `games`, `rounds` and `decisions` as narwhals LazyFrames: over
pandas in memory, over DuckDB relations for Parquet files.  So each query is written once.
"""

from __future__ import annotations

import dataclasses
import glob
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import narwhals as nw
import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.games import GAMES
from skyjo_widget.errors import RecordError, RulesError, SimulationError, SkyjoWidgetError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.export import lists_as_json
from skyjo_widget.frames.log import Log
from skyjo_widget.frames.schema import FRAMES, LIST, TEXT
from skyjo_widget.records import places
from skyjo_widget.records.places import RUN
from skyjo_widget.simulation.executors import cores
from skyjo_widget.simulation.load import load_all
from skyjo_widget.simulation.run_folder import RunFolder
from skyjo_widget.simulation.simulate import Simulation, load_simulation
from skyjo_widget.table.sources import log_of
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.files import check_readable, given_path, is_folder, is_there
from skyjo_widget.util.messages import warn
from skyjo_widget.util.reading import regular

COLUMNS: dict[str, tuple[str, ...]] = {
    "games": (
        *("game_id", "game", "preset", "players", "names", "persons", "rounds", "finished"),
        *("decisions", "winners", "rules", "deck", "deck_name", "branch"),
        "practice",
    ),
    "rounds": (
        *("game_id", "round", "seat", "player", "kind", "starter", "ender", "penalty", "score"),
        *("raw_score", "total", "turns", "columns_cleared", "cards_left", "penalty_cards"),
        *("finished", "practice"),
    ),
    "decisions": (
        *("game_id", "seat", "kind", "phase", "action", "card_in", "card_effect", "wild"),
        *("cleared", "effect", "no_effect", "swapped", "legal_actions", "ms"),
        "position",
        *("undone", "practice"),
    ),
}
"""The columns to read of each frame, if present; no other column is touched."""
KEYS: dict[str, tuple[str, ...]] = {
    "games": ("game_id", "game", "preset", "players", "finished", "winners"),
    "rounds": ("game_id", "round", "seat", "player", "kind", "score"),
    "decisions": ("game_id", "seat", "kind"),
}
"""The required columns of each frame."""
OF_RUNS: dict[str, str | None] = {"kind": "bot", "ms": None}
"""Columns of a run's decisions that needn't be kept: all are bots, whose times nobody takes."""
MEMORY = "2GB"
"""DuckDB's memory limit; beyond it spills to disk."""

Lazy = nw.LazyFrame[Any]


@dataclasses.dataclass(frozen=True)
class Source:
    """Games to measure.

    Parameters
    ----------
    frames : mapping of str to LazyFrame
        ``games``, ``rounds``, and ``decisions`` if they were kept, with the columns of `COLUMNS`
        that exist.
    lazy : callable
        Converts a small DataFrame to a LazyFrame of the same backend, to join with them.
    decks : mapping of str to Deck
        The known decks, by their hashes.
    rotated : int
        How many successive games share a deal, each with the players one seat further; 1 if each
        game has its own deal.
    retry : callable
        Returns the source without files that turn out to be unreadable; None if all can be read.
    """

    frames: Mapping[str, Lazy]
    lazy: Callable[[pd.DataFrame], Lazy]
    decks: Mapping[str, Deck]
    rotated: int = 1
    retry: Callable[[], Source | None] = lambda: None

    @property
    def missing(self) -> frozenset[str]:
        """The missing columns, as ``decisions.ms``; a missing frame as ``decisions``."""
        gone = {name for name in COLUMNS if name not in self.frames}
        for name, frame in self.frames.items():
            present = frame.collect_schema().names()
            gone |= {f"{name}.{column}" for column in COLUMNS[name] if column not in present}
        return frozenset(gone)


def find(source: Any) -> Source:
    """Return the source of games given in any supported form.

    Parameters
    ----------
    source : Log, Session, Simulation, path, glob, or list of these paths
        A path is that of a run's folder (``simulate(…, to=)``) or of a folder of runs, of another
        folder of Parquet files with our frames (`Log.to_parquet`), or whatever `load_all` takes.

    Raises
    ------
    RulesError
        If it is none of these, or holds no game.
    SkyjoWidgetError
        If DuckDB or pyarrow is needed but not installed.
    """
    if isinstance(source, Source):
        return source
    if isinstance(source, Simulation):
        return of_simulation(source)
    if isinstance(source, (str, Path)):
        return of_path(given_path(source))
    return of_log(log_of(source, load_all))


def of_log(log: Log) -> Source:
    """Return the games of a log."""
    frames = {name: getattr(log, name) for name in COLUMNS}
    return in_memory(frames, log.decks)


def of_simulation(played: Simulation) -> Source:
    """Return the games of a simulation, from its files if it has any."""
    if played.path is not None:
        return of_run(played.path)
    job = played.job
    frames = {name: getattr(played, name) for name in ("games", "rounds")}
    if job.noted:
        decisions = played.coded_decisions()
        decisions = decisions.assign(**{n: v for n, v in OF_RUNS.items() if n not in decisions})
        lacking = [name for name in KEYS["decisions"] if name not in decisions]
        if lacking:
            warn(
                "left out: {reason}",
                reason=_(
                    "the column {column} of {name} is missing", column=lacking[0], name="decisions"
                ),
            )
        else:
            frames["decisions"] = decisions
    return in_memory(frames, {job.deck.hash: job.deck}, job.rotations)


def in_memory(
    frames: Mapping[str, pd.DataFrame], decks: Mapping[str, Deck], rotated: int = 1
) -> Source:
    """Return the games of DataFrames with the columns of a log."""
    kept = {name: frame[[c for c in COLUMNS[name] if c in frame]] for name, frame in frames.items()}
    return Source(
        {
            name: nw.from_native(frame).lazy() if name == "decisions" else lazy(frame)
            for name, frame in kept.items()
        },
        lazy,
        _built_in_decks() | dict(decks),
        rotated,
    )


def lazy(frame: pd.DataFrame) -> Lazy:
    """Return a DataFrame as a LazyFrame; lists as JSON texts."""
    return nw.from_native(_without_categories(lists_as_json(frame))).lazy()


def of_path(path: Path) -> Source:
    """Return the games at a path: of a folder with Parquet files, else the records there.

    Raises
    ------
    RulesError
        If no game is there.
    RecordError
        If there is no such folder or file, or it can't be read.
    """
    if is_folder(path):
        check_readable(path)
        files = sorted(path.rglob("*.parquet"))
        if files or is_there(path / RUN):
            if records := places.look(path)[0].records:
                warn(
                    "left out: {count} records beside the Parquet files, such as "
                    "{first}: load_all takes both",
                    count=len(records),
                    first=records[0],
                )
            runs = [file.parent for file in sorted(path.rglob(RUN))]
            return _of_runs(files, runs)
    looked = places.look(path)
    if not any(place.records or place.runs for place in looked):
        raise RulesError(
            "{nothing}; nor is there a Parquet file", nothing=places.nothing(path, looked)
        )
    return of_log(load_all(path))


def of_run(path: Path) -> Source:
    """Return the games of a run's folder."""
    return _of_runs(sorted(path.rglob("*.parquet")), [path])


def _of_runs(files: Sequence[Path], runs: Sequence[Path]) -> Source:
    """Return the games of files, those of runs as far as they hold whole games, with their decks.

    A run that was killed while its files were joined holds some games twice.
    """
    decks: dict[str, Deck] = {}
    rotations: list[int] = []
    names: dict[Path, set[str]] = {}
    for run in runs:
        try:
            folder, _ = RunFolder.find(run)
            job = load_simulation(run).job
        except (SimulationError, RecordError) as error:
            warn("the files are read without the run's own note: {error}", error=error)
            continue
        decks[job.deck.hash] = job.deck
        rotations.append(job.rotations)
        names[run] = {f"{first:09d}-{last:09d}.parquet" for first, last in folder.spans}
    inside = (names.get(file.parent.parent) for file in files)
    kept = [
        file
        for file, written in zip(files, inside, strict=True)
        if written is None or file.name in written
    ]
    return of_files(kept, decks, rotations[0] if len(runs) == len(rotations) == 1 else 1)


def of_files(files: Sequence[Path], decks: Mapping[str, Deck], rotated: int = 1) -> Source:
    """Return the games of Parquet files; skip unreadable ones, with a warning that names them.

    Raises
    ------
    RulesError
        If no file has games, or none has rounds.
    SkyjoWidgetError
        If DuckDB or pyarrow isn't installed.
    """
    base = duckdb()
    sorted_files: dict[str, list[Path]] = {name: [] for name in COLUMNS}
    for file in files:
        name, why = _frame_of(file)
        if why:
            warn("left out: {file}: {reason}", file=file, reason=why)
        elif name in COLUMNS:
            sorted_files[name].append(file)
    for name in ("games", "rounds"):
        if not sorted_files[name]:
            raise RulesError(
                "no Parquet file with {name} among the {count} that there are",
                name=name,
                count=len(files),
            )

    def retry() -> Source | None:
        every = [file for paths in sorted_files.values() for file in paths]
        whole = [file for file in every if _readable(base, file)]
        return of_files(whole, decks, rotated) if len(whole) < len(every) else None

    try:
        relations = {
            name: _relation(base, name, paths) for name, paths in sorted_files.items() if paths
        }
    except Exception:  # DuckDB raises many types; some broken files show here already
        if (whole := retry()) is None:
            raise
        return whole

    return Source(
        {name: nw.from_native(relation).lazy() for name, relation in relations.items()},
        lambda frame: nw.from_native(base.from_df(_without_categories(frame))).lazy(),
        _built_in_decks() | dict(decks),
        rotated,
        retry,
    )


# Inside


def _without_categories(frame: pd.DataFrame) -> pd.DataFrame:
    """Convert categories to texts, which can be compared and joined across backends."""
    texts = {name: "string" for name in frame if isinstance(frame[name].dtype, pd.CategoricalDtype)}
    return frame.astype(texts)


def _built_in_decks() -> dict[str, Deck]:
    return {game.deck.hash: game.deck for game in GAMES.values()}


def duckdb() -> Any:
    """Open a DuckDB connection with limited memory and threads."""
    need_arrow()
    try:
        import duckdb as package  # noqa: PLC0415  (an extra)
    except ImportError:
        raise SkyjoWidgetError(
            "Parquet files are read by DuckDB, which isn't installed here: pip install "
            "'skyjo_widget[large]'"
        ) from None
    base = package.connect()
    base.execute(f"SET threads = {cores()}")
    base.execute(f"SET memory_limit = '{MEMORY}'")
    base.execute("SET preserve_insertion_order = false")
    base.execute("SET enable_progress_bar = false")  # it would be mixed into a cell's output
    return base


def _relation(base: Any, name: str, files: Sequence[Path]) -> Any:
    """Return the rows of some files; lists as JSON texts, beside the texts of older files."""
    kinds: dict[tuple[str, ...], list[Path]] = {}
    for file in files:
        kinds.setdefault(_list_columns(file), []).append(file)
    parts = []
    for lists, alike in kinds.items():
        names = [glob.escape(str(file)) for file in alike]
        relation = base.read_parquet(names, union_by_name=True)
        if name == "decisions" and all(_is_of_run(file) for file in alike):
            own = {n: v for n, v in OF_RUNS.items() if n not in relation.columns}
            values = (f"'{v}' AS {n}" if v else f"NULL::BIGINT AS {n}" for n, v in own.items())
            relation = relation.select(", ".join(["*", *values]))
        columns = [c for c in COLUMNS[name] if c in relation.columns]
        parts.append(
            relation.select(
                ", ".join(
                    f'CAST(to_json("{c}") AS VARCHAR) AS "{c}"' if c in lists else f'"{c}"'
                    for c in columns
                )
            )
        )
    if len(parts) == 1:
        return parts[0]
    query = " UNION ALL BY NAME ".join(f"({part.sql_query()})" for part in parts)
    return base.sql(query)


def _is_of_run(file: Path) -> bool:
    return is_there(file.parent.parent / RUN)


def _list_columns(file: Path) -> tuple[str, ...]:
    """Return the columns of a file that hold lists."""
    pa, pq = need_arrow()
    return tuple(
        field.name
        for field in pq.read_schema(regular(file))
        if pa.types.is_list(field.type) or pa.types.is_large_list(field.type)
    )


def _frame_of(file: Path) -> tuple[str, str]:
    """Return the name of a file's frame and the reason for leaving it out; one is empty."""
    pa, pq = need_arrow()
    try:
        schema = pq.read_schema(regular(file))
    except (OSError, ValueError) as error:  # pyarrow's errors are subclasses of these
        return "", _("it can't be read as Parquet: {error}", error=str(error).splitlines()[0])
    names = [name for name in FRAMES if name in (file.stem, file.parent.name)]
    if not names and file.parent.name in ("actions", "faults"):
        return file.parent.name, ""
    names += [name for name, keys in KEYS.items() if set(keys) <= set(schema.names)]
    if not names:
        return "", _("its columns are none of ours: {columns}", columns=", ".join(schema.names[:8]))
    name = names[0]
    for column in KEYS.get(name, ()):
        if column not in schema.names:
            if column in OF_RUNS and _is_of_run(file):
                continue
            return "", _("the column {column} of {name} is missing", column=column, name=name)
    for column in COLUMNS.get(name, ()):
        if column in schema.names and not _fits(pa, schema.field(column).type, column, name):
            return "", _(
                "the column {column} of {name} is {kind}",
                column=column,
                name=name,
                kind=schema.field(column).type,
            )
    return name, ""


def _fits(pa: Any, kind: Any, column: str, name: str) -> bool:
    """Return True if a column's type fits the schema: text, boolean or number."""
    if pa.types.is_null(kind):
        return True
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if FRAMES[name][column] == LIST and (pa.types.is_list(kind) or pa.types.is_large_list(kind)):
        kind = kind.value_type  # a text in older files
    text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    if FRAMES[name][column] in (TEXT, "category", LIST):
        return bool(text or pa.types.is_string_view(kind))
    if FRAMES[name][column] == "boolean":
        return bool(pa.types.is_boolean(kind))
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))


def _readable(base: Any, file: Path) -> bool:
    """Read all needed columns to the end; return False with a warning if that fails."""
    name, _ = _frame_of(file)
    try:
        relation = _relation(base, name, [file])
        relation.aggregate(
            # Reads each value, unlike a count, which comes from the file's metadata.
            ", ".join(f'bit_xor(hash("{column}"))' for column in relation.columns)
        ).fetchall()
    except Exception as error:  # DuckDB raises many types; all mean an unreadable file
        warn("left out: {file}: {reason}", file=file, reason=str(error).splitlines()[0])
        return False
    return True
