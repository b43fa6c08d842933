"""Loading of games from anywhere: records, and the folders of runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors.message import _
from skyjo_widget.frames.load import load_records
from skyjo_widget.frames.log import Log
from skyjo_widget.frames.parts import Part
from skyjo_widget.frames.schema import FRAMES, frame_of
from skyjo_widget.records import read_limits
from skyjo_widget.records.history import History
from skyjo_widget.simulation.run_folder import RunFolder
from skyjo_widget.simulation.simulate import Simulation, load_simulation
from skyjo_widget.util.messages import in_its_language

Source = str | Path | Log


@in_its_language
def load_all(
    source: Source | Iterable[Source],
    *,
    verified: bool = False,
    seconds: float | None = read_limits.SECONDS,
) -> Log:
    """Load games from anywhere as one log.

    What can't be read is left out, with a warning that gives the file and the reason, and a row of
    `Log.left_out`; of two records of one game, the shorter one.  A file that is no record has the
    row alone.

    Parameters
    ----------
    source : path, glob, Log, or iterable of these
        A folder or a ZIP file is searched through for records, by their content, and for folders
        of runs (``simulate(…, to=)``); a file is a record; ``"class/*/games"`` is a glob.
    verified : bool
        Leave out, with a warning, records that `skyjo_widget.verify` doesn't prove.
    seconds : float or None
        The time limit per record; a slower one is left out with a warning, as is one of more
        than 50 MB or one whose game could take more than 1 GB of memory.

    Returns
    -------
    Log
        A game of a run is played again when it is asked for.

    Raises
    ------
    RecordError
        If there is no such folder or file, nothing fits the glob, or a record given alone can't be
        read.

    Notes
    -----
    The frames of a folder of 20 records or more are kept in a file beside it,
    ``.NAME.frames-cache``, where that is possible and pyarrow is installed.  Next time only the
    records that have changed are replayed.  It may be deleted at any time.

    Examples
    --------
    >>> for seed in (1, 2):
    ...     table = play("skyjo", ["bot:greedy", "bot:random"], seed=seed, display=False)
    ...     table.run()
    ...     table.close()
    >>> run = simulate("skyjo", ["greedy", "random"], games=3, seed=1, to="run")
    >>> log = load_all(["games", "run"])
    >>> len(log.games), len(log.seats)
    (5, 10)
    """
    return load_records(source, verified=verified, seconds=seconds, runs=_games_of_run)


def log_of_run(run: Simulation) -> Log:
    """Return the games of a run as a log; each is played again when it is asked for."""
    if run.path is not None:
        part, left_out = _games_of_run(run.path)
        return Log(parts=[part], left_out=left_out)
    return Log(parts=[KeptGames(run)])


def _games_of_run(folder: Path) -> tuple[Part, list[tuple[str, str]]]:
    """Return the games of a run's folder, and its unreadable files with the reasons."""
    run = load_simulation(folder)
    files = run.files
    assert files is not None
    names = ("games", "rounds", "decisions") if run.job.noted else ("games", "rounds")
    broken = files.broken(names)
    left_out: list[tuple[str, str]] = [
        (
            str(file),
            _(
                "{why}; games {first} to {last} of the run are left out",
                why=why,
                first=first,
                last=last,
            ),
        )
        for (first, last), (file, why) in broken.items()
    ]
    spans = [span for span in files.spans if span not in broken]
    return RunGames(run, files, spans), left_out


def _with_all_columns(frame: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return a frame with the columns that a run hasn't kept, empty."""
    if len(frame.columns) == len(FRAMES[name]):
        return frame
    whole = pd.concat([frame_of([], FRAMES[name]), frame])
    return whole.astype({c: d for c, d in FRAMES[name].items() if d != "category"})


class _OfRun(Part):
    """Games of one run, which are played again when they are asked for."""

    _run: Simulation
    _numbers: Sequence[int]

    def history(self, number: int) -> History:
        """Return the game at a place of `ids`; it is played again."""
        return self._run.history(self._numbers[number])[0]

    def decks(self) -> dict[str, Deck]:
        """Return the run's deck."""
        deck = self._run.job.deck
        return {deck.hash: deck}


class RunGames(_OfRun):
    """The games of a run, as a part of a log.

    Parameters
    ----------
    run : Simulation
    files : RunFolder
    spans : sequence of tuple of int
        The first and the last game of each file to read.
    out : frozenset of str
        The keys of games to leave out.
    """

    def __init__(
        self,
        run: Simulation,
        files: RunFolder,
        spans: list[tuple[int, int]],
        out: frozenset[str] = frozenset(),
    ) -> None:
        self._run, self._files, self._spans, self._out = run, files, spans, out
        numbers = [number for first, last in spans for number in range(first, last + 1)]
        ids = [f"{run.job.name}-{number:06d}" for number in numbers]
        self._numbers = [n for n, game_id in zip(numbers, ids, strict=True) if game_id not in out]
        self.ids: list[str] = [game_id for game_id in ids if game_id not in out]
        self.paths: list[Path | None] = [None] * len(self.ids)

    def frame(self, name: str) -> pd.DataFrame:
        """Return one of the frames; those of annotations are empty."""
        run = self._run
        noted = name in ("games", "rounds") or (name == "decisions" and run.job.noted)
        if name == "seats":
            return run.seats_of(self.frame("games"), self.frame("rounds"))
        if not noted or not self._spans:
            return frame_of([], FRAMES[name])
        frame = run.read(self._files, name, self._spans)
        frame = _with_all_columns(frame, name)
        if self._out:
            frame = frame[~frame["game_id"].isin(self._out)]
        return frame.reset_index(drop=True)

    def count(self, name: str) -> int:
        """Return the number of rows of a frame."""
        if name == "games":
            return len(self.ids)
        if name == "decisions" and self._run.job.noted:
            return int(self.frame("games")["decisions"].sum())
        return len(self.frame("rounds")) if name == "rounds" else 0

    def without(self, places: Iterable[int]) -> RunGames:
        """Return the part without some games."""
        out = frozenset(self.ids[place] for place in places)
        return RunGames(self._run, self._files, self._spans, self._out | out)

    def place(self, number: int) -> str:
        """Return where a game comes from, for a message."""
        return f"game {self._numbers[number]} of {self._files.path}"


class KeptGames(_OfRun):
    """The games of a run in memory, as a part of a log.

    Parameters
    ----------
    run : Simulation
    numbers : sequence of int, optional
        The numbers of its games; by default all that were played.
    """

    def __init__(self, run: Simulation, numbers: Sequence[int] | None = None) -> None:
        self._run = run
        self._numbers = list(range(run.played) if numbers is None else numbers)
        self.ids: list[str] = [f"{run.job.name}-{number:06d}" for number in self._numbers]
        self.paths: list[Path | None] = [None] * len(self.ids)

    def frame(self, name: str) -> pd.DataFrame:
        """Return one of the frames; those of annotations are empty."""
        run = self._run
        empty = frame_of([], FRAMES[name])
        if name not in ("games", "rounds", "seats", "decisions"):
            return empty
        if name == "decisions" and not run.job.noted:
            return empty
        frame: pd.DataFrame = getattr(run, name)
        frame = frame[frame["game_id"].isin(self.ids)]
        return _with_all_columns(frame, name).reset_index(drop=True)

    def count(self, name: str) -> int:
        """Return the number of rows of a frame."""
        return len(self.ids) if name == "games" else len(self.frame(name))

    def without(self, places: Iterable[int]) -> KeptGames:
        """Return the part without some games."""
        out = set(places)
        return KeptGames(self._run, [n for at, n in enumerate(self._numbers) if at not in out])

    def place(self, number: int) -> str:
        """Return where a game comes from, for a message."""
        return f"game {self._numbers[number]} of a run"
