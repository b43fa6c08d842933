"""The log of games as DataFrames.

The frames: `decisions` (one row per decision), `rounds` (per seat and round), `games`, and the
annotations: `notes`, `forms`, `rulings`, `referee`, `predictions`, `answers`.  ``(game_id,
decision)`` is the key that joins them.  A row holds only public knowledge: private values are
missing until they become public or their round is over.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.frames.export import csv_bytes, write_frames
from skyjo_widget.frames.incremental import Growing
from skyjo_widget.frames.rows import (
    game_row,
    moment,
    prediction_row,
    referee_rows,
    round_rows,
    state_texts,
)
from skyjo_widget.frames.schema import (
    ANSWERS,
    DECISIONS,
    FORMS,
    FRAMES,
    NOTES,
    PLAYED,
    PREDICTIONS,
    REFEREE,
    ROUNDS,
    RULINGS,
    TEXT,
    frame_of,
)
from skyjo_widget.frames.states.build import of_histories
from skyjo_widget.frames.states.table import States, Views
from skyjo_widget.records.history import History
from skyjo_widget.util import markup
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.validation import seat_number, whole_number


class Log(CellView):
    """One or more games as DataFrames; made by `Session.log` and `load_all`.

    Each access returns a new, up-to-date frame.  Rows of a running game that no longer change are
    built once.

    Parameters
    ----------
    histories : sequence of History
        The games.
    lock : lock, optional
        Held while rows of a running game are read.
    paths : sequence of Path or None, optional
        Their records.
    seat : int, optional
        The seat whose knowledge is shown; by default what is public.
    states : bool
        Whether `decisions` has the column `state`.
    growing : Growing, optional
        The cached decisions of the only game, shared by successive logs (`growing`).

    Examples
    --------
    >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
    >>> table.step()
    >>> table.log
    <Log of 1 games with 1 decisions>
    >>> table.log.decisions["notation"].tolist()
    ['flip d2']
    """

    def __init__(
        self,
        histories: Sequence[History],
        *,
        lock: Any = None,
        paths: Sequence[Path | None] | None = None,
        seat: int | None = None,
        states: bool = False,
        growing: Growing | None = None,
    ) -> None:
        self.histories = list(histories)
        self._lock = lock or contextlib.nullcontext()
        self._paths = list(paths) if paths is not None else [None] * len(self.histories)
        self._seat = seat
        self._states = states
        self._growing = growing

    @property
    def decisions(self) -> pd.DataFrame:
        """One row per decision, including undone ones; see `skyjo_widget.column_dictionary`."""
        with self._lock:
            if self._growing:
                return self._growing.frame()
            rows = [
                history.log_row(row, self._seat)
                for history in self.histories
                for row in history.decisions
            ]
            frame = frame_of(rows, DECISIONS)
            if self._states:
                texts = [
                    text for history in self.histories for text in state_texts(history, self._seat)
                ]
                frame["state"] = pd.array(texts, dtype=TEXT)
        return frame

    @property
    def rounds(self) -> pd.DataFrame:
        """One row per seat and round, including an unfinished one."""
        with self._lock:
            rows = [row for history in self.histories for row in round_rows(history)]
        return frame_of(rows, ROUNDS)

    @property
    def games(self) -> pd.DataFrame:
        """One row per game."""
        with self._lock:
            rows = [
                game_row(history, path)
                for history, path in zip(self.histories, self._paths, strict=True)
            ]
        return frame_of(rows, PLAYED)

    @property
    def notes(self) -> pd.DataFrame:
        """One row per note, with its decision; edited ones are `replaced`."""
        with self._lock:
            rows = [
                {
                    **dataclasses.asdict(note),
                    **moment(history, note.decision, self._seat),
                    "note_kind": note.kind,
                    "tags": ", ".join(note.tags),
                }
                for history in self.histories
                for note in history.notes
            ]
        return frame_of(rows, NOTES)

    @property
    def forms(self) -> pd.DataFrame:
        """One row per form on the whole session; see `Session.form`."""
        with self._lock:
            rows = [
                {**dataclasses.asdict(form), **moment(history, None, self._seat)}
                for history in self.histories
                for form in history.forms
            ]
        return frame_of(rows, FORMS)

    @property
    def rulings(self) -> pd.DataFrame:
        """One row per ruling on a gap in the rules; see `Session.ruling`."""
        with self._lock:
            rows = [
                {**dataclasses.asdict(ruling), **moment(history, ruling.decision, self._seat)}
                for history in self.histories
                for ruling in history.rulings
            ]
        return frame_of(rows, RULINGS)

    @property
    def referee(self) -> pd.DataFrame:
        """One row per action of a referee; see `Session.referee`, `Session.penalize`."""
        with self._lock:
            rows = [row for history in self.histories for row in referee_rows(history)]
        return frame_of(rows, REFEREE)

    @property
    def predictions(self) -> pd.DataFrame:
        """One row per prediction, with its outcome; see `Session.predict`."""
        with self._lock:
            rows = [
                prediction_row(history, one, self._seat)
                for history in self.histories
                for one in history.predictions
            ]
        return frame_of(rows, PREDICTIONS)

    @property
    def answers(self) -> pd.DataFrame:
        """One row per answer on a worksheet."""
        with self._lock:
            rows = [
                {
                    **dataclasses.asdict(answer),
                    "game_id": history.header["game_id"],
                    "value": f"{answer.value:.15g}"
                    if isinstance(answer.value, float)
                    else answer.value,
                }
                for history in self.histories
                for answer in history.answers
            ]
        return frame_of(rows, ANSWERS)

    def states(self, *, views: Views = "own", depth: int | None = None) -> States:
        """Return what each seat could see before each decision, as arrays, with the result.

        Decisions that were undone, and those of a round that isn't over, are left out.

        Parameters
        ----------
        views : {"own", "all"}
            A row per decision, as the deciding seat sees it; or a row per decision and seat.
        depth : int, optional
            How many cards of each pile, from its top; by default all.

        Raises
        ------
        RulesError
            If there is no game, or games of several kinds of tables.

        Examples
        --------
        >>> table = play("skyjo", ["bot:greedy"] * 2, seed=7, record=False, display=False)
        >>> table.run()
        >>> states = table.log.states()
        >>> len(states) == len(table.log.decisions)
        True
        """
        with self._lock:
            found = of_histories(self.histories, views=views, depth=depth)
        found.lang = self.lang
        return found

    def as_seen_by(self, seat: int) -> Log:
        """Return a log with one seat's knowledge; its `decisions` have a column `state`.

        Raises
        ------
        RulesError
            If a game has no such seat.
        """
        for history in self.histories:
            seat_number(seat, [player.name for player in history.players])
        return self._with(whole_number("seat", seat))

    def omniscient(self) -> Log:
        """Return a log whose `decisions` have a column `state` with the full state.

        It includes hidden cards and the order of the draw pile for finished rounds; for an
        unfinished round it holds public knowledge only.
        """
        return self._with(None)

    def to_csv(self, folder: str | Path) -> list[Path]:
        """Write the frames as CSV files that a spreadsheet can open safely.

        A text that a spreadsheet would take for a formula gets an apostrophe in
        front.  Files have a BOM, so that accents survive.

        Returns
        -------
        list of Path
            The files written.
        """
        return self._write(folder, "csv", csv_bytes)

    def to_jsonl(self, folder: str | Path) -> list[Path]:
        """Write the frames as JSON Lines; return the paths."""

        def lines(frame: pd.DataFrame) -> bytes:
            text = frame.to_json(orient="records", lines=True, date_format="iso", force_ascii=False)
            return b"" if frame.empty else text.encode()

        return self._write(folder, "jsonl", lines)

    def to_parquet(self, folder: str | Path) -> list[Path]:
        """Write the frames as Parquet files; return the paths.

        Raises
        ------
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        need_arrow()

        def file(frame: pd.DataFrame) -> bytes:
            written = io.BytesIO()
            frame.to_parquet(written, index=False)
            return written.getvalue()

        return self._write(folder, "parquet", file)

    def __repr__(self) -> str:
        n = sum(len(history.decisions) for history in self.histories)
        return f"<Log of {len(self.histories)} games with {n} decisions>"

    def _face(self, said: CellTexts) -> markup.Html:
        with self._lock:
            counts = {
                "games": len(self.histories),
                "rounds": sum(
                    len(history.rounds) * len(history.players) for history in self.histories
                ),
                "decisions": sum(len(history.decisions) for history in self.histories),
                **{
                    name: sum(len(getattr(history, name)) for history in self.histories)
                    for name in ("notes", "forms", "rulings", "predictions", "answers")
                },
            }
        lines = [(f".{name}", said.number(count, 0)) for name, count in counts.items()]
        return said.face(said("log"), said.rows(("frame", "rows"), lines), sub=said("frames"))

    def _write(
        self, folder: str | Path, suffix: str, as_bytes: Callable[[pd.DataFrame], bytes]
    ) -> list[Path]:
        frames = ((name, getattr(self, name)) for name in FRAMES)  # one at a time, to save memory
        return write_frames(frames, folder, suffix, as_bytes)

    def _with(self, seat: int | None) -> Log:
        log = Log(self.histories, lock=self._lock, paths=self._paths, seat=seat, states=True)
        log.lang = self.lang
        return log


def growing(history: History) -> Growing:
    """Return the cached decisions of a running game, to share between its logs."""
    return Growing(history, lambda rows: frame_of(rows, DECISIONS))
