"""The log as DataFrames.

The frames: `decisions` (a row a decision), `rounds` (a row a seat and round), `games`, and what was
said: `notes`, `forms`, `rulings`, `referee`, `predictions`, `answers`.  ``(game_id, decision)`` is
the key that joins them.  A row holds only what every seat may know at present: what is private is
missing until it is public or its round is over.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.frames.export import csv_bytes, need_arrow, write_frames
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
from skyjo_widget.records.history import History
from skyjo_widget.util import markup
from skyjo_widget.util.validation import seat_number, whole_number


class Log:
    """One or more games as DataFrames; made by `Session.log` and `load_all`.

    Each access gives a new frame, so it is always the present one.  Of a game that goes on the
    rows that are settled are built once.

    Parameters
    ----------
    histories : sequence of History
        The games.
    lock : lock, optional
        Held while rows are read, for a game that goes on.
    paths : sequence of Path or None, optional
        Their records.
    seat : int, optional
        Whose knowledge; that of all seats unless told otherwise.
    states : bool
        Whether `decisions` has the column `state`.
    growing : Growing, optional
        The decisions of the only game, kept from one log to the next (`growing`).

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
        """A row a decision, the undone ones too; see `columns`."""
        with self._lock:
            if self._growing:
                return self._growing.frame()
            rows = [h.tell(row, self._seat) for h in self.histories for row in h.decisions]
            frame = frame_of(rows, DECISIONS)
            if self._states:
                texts = [text for h in self.histories for text in state_texts(h, self._seat)]
                frame["state"] = pd.array(texts, dtype=TEXT)
        return frame

    @property
    def rounds(self) -> pd.DataFrame:
        """A row a seat and round; one that goes on is there, not finished."""
        with self._lock:
            rows = [row for h in self.histories for row in round_rows(h)]
        return frame_of(rows, ROUNDS)

    @property
    def games(self) -> pd.DataFrame:
        """A row a game."""
        with self._lock:
            rows = [game_row(h, path) for h, path in zip(self.histories, self._paths, strict=True)]
        return frame_of(rows, PLAYED)

    @property
    def notes(self) -> pd.DataFrame:
        """A row a note, with the decision that it is about; edited ones too, `replaced`."""
        with self._lock:
            rows = [
                {
                    **dataclasses.asdict(note),
                    **moment(h, note.decision, self._seat),
                    "note_kind": note.kind,
                    "tags": ", ".join(note.tags),
                }
                for h in self.histories
                for note in h.notes
            ]
        return frame_of(rows, NOTES)

    @property
    def forms(self) -> pd.DataFrame:
        """A row for each who has said how the session was; see `Session.form`."""
        with self._lock:
            rows = [
                {**dataclasses.asdict(form), **moment(h, None, self._seat)}
                for h in self.histories
                for form in h.forms
            ]
        return frame_of(rows, FORMS)

    @property
    def rulings(self) -> pd.DataFrame:
        """A row for each place where the rules were silent; see `Session.ruling`."""
        with self._lock:
            rows = [
                {**dataclasses.asdict(ruling), **moment(h, ruling.decision, self._seat)}
                for h in self.histories
                for ruling in h.rulings
            ]
        return frame_of(rows, RULINGS)

    @property
    def referee(self) -> pd.DataFrame:
        """A row for each thing that a referee did; see `Session.referee`, `Session.penalize`."""
        with self._lock:
            rows = [row for h in self.histories for row in referee_rows(h)]
        return frame_of(rows, REFEREE)

    @property
    def predictions(self) -> pd.DataFrame:
        """A row a prediction, and whether it came true; see `Session.predict`."""
        with self._lock:
            rows = [
                prediction_row(h, one, self._seat) for h in self.histories for one in h.predictions
            ]
        return frame_of(rows, PREDICTIONS)

    @property
    def answers(self) -> pd.DataFrame:
        """A row an answer on a worksheet."""
        with self._lock:
            rows = [
                {
                    **dataclasses.asdict(answer),
                    "game_id": h.header["game_id"],
                    "value": f"{answer.value:.15g}"
                    if isinstance(answer.value, float)
                    else answer.value,
                }
                for h in self.histories
                for answer in h.answers
            ]
        return frame_of(rows, ANSWERS)

    def as_seen_by(self, seat: int) -> Log:
        """The same log with one seat's knowledge; `decisions` has a column `state` too.

        Raises
        ------
        RulesError
            If a game has no such seat.
        """
        for h in self.histories:
            seat_number(seat, [player.name for player in h.players])
        return self._with(whole_number("seat", seat))

    def omniscient(self) -> Log:
        """The truth about the rounds that are over; `decisions` has a column `state` too.

        There, what lay face down and the draw pile's order are told.  Of a round that
        goes on, only what every seat may know.
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
        """Write the frames as JSON Lines; returns the files."""

        def lines(frame: pd.DataFrame) -> bytes:
            text = frame.to_json(orient="records", lines=True, date_format="iso", force_ascii=False)
            return b"" if frame.empty else text.encode()

        return self._write(folder, "jsonl", lines)

    def to_parquet(self, folder: str | Path) -> list[Path]:
        """Write the frames as Parquet files; returns them.

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
        n = sum(len(h.decisions) for h in self.histories)
        return f"<Log of {len(self.histories)} games with {n} decisions>"

    def _repr_html_(self) -> str:
        with self._lock:
            counts = {
                "games": len(self.histories),
                "rounds": sum(len(h.rounds) * len(h.players) for h in self.histories),
                "decisions": sum(len(h.decisions) for h in self.histories),
                **{
                    name: sum(len(getattr(h, name)) for h in self.histories)
                    for name in ("notes", "forms", "rulings", "predictions", "answers")
                },
            }
        lines = [(f".{name}", f"{count:,}") for name, count in counts.items()]
        return markup.face("Log", markup.rows(("frame", "rows"), lines), sub="DataFrames of play")

    def _write(
        self, folder: str | Path, suffix: str, as_bytes: Callable[[pd.DataFrame], bytes]
    ) -> list[Path]:
        frames = ((name, getattr(self, name)) for name in FRAMES)  # one at a time
        return write_frames(frames, folder, suffix, as_bytes)

    def _with(self, seat: int | None) -> Log:
        return Log(self.histories, lock=self._lock, paths=self._paths, seat=seat, states=True)


def growing(history: History) -> Growing:
    """The decisions of a game that goes on, for the logs that are made of it one by one."""
    return Growing(history, lambda rows: frame_of(rows, DECISIONS))
