"""The log of games as DataFrames.

The frames: `decisions` (one row per decision), `rounds` (per seat and round), `seats` (per seat
and game), `games`, and the annotations: `notes`, `forms`, `rulings`, `referee`, `predictions`,
`answers`.  ``(game_id, decision)`` is the key that joins them.  A row holds only public knowledge:
private values are missing until they become public or their round is over.
"""

from __future__ import annotations

import contextlib
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors import CallError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.arrow import parquet_bytes, to_arrow
from skyjo_widget.frames.export import csv_bytes, write_excel, write_frames
from skyjo_widget.frames.parts import Part, Played
from skyjo_widget.frames.schema import FRAMES, TEXT
from skyjo_widget.frames.states.build import of_histories
from skyjo_widget.frames.states.table import States, Views
from skyjo_widget.records.history import History
from skyjo_widget.util import markup
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.messages import rendered, speaks
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import seat_number, whole_number


@speaks
class Log(CellView):
    """One or more games as DataFrames; made by `Session.log` and `load_all`.

    Each access returns a new, up-to-date frame; what it has of unchanged games is built once.

    Parameters
    ----------
    histories : sequence of History
        The games.
    parts : sequence of Part, optional
        The games and more about them, in place of `histories`.
    left_out : sequence of (str, str)
        The files that couldn't be read, with the reasons.
    lock : lock, optional
        Held while rows of a running game are read.

    Attributes
    ----------
    left_out : DataFrame
        The files that `load_all` couldn't read: `file` and `reason`.

    Examples
    --------
    >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
    >>> table.step()
    >>> table.log
    <Log of 1 game with 1 decision>
    >>> table.log.decisions["notation"].tolist()
    ['flip d2']
    """

    def __init__(
        self,
        histories: Sequence[History] = (),
        *,
        parts: Sequence[Part] = (),
        left_out: Sequence[tuple[str, str]] = (),
        lock: Any = None,
    ) -> None:
        self._lock = lock or contextlib.nullcontext()
        self._parts: list[Part] = list(parts) or [Played(histories)]
        self.left_out: pd.DataFrame = left_out_frame(left_out)

    def __call__(self, *_args: Any, **_named: Any) -> NoReturn:
        """Refuse to be called as a function: raises `CallError`."""
        tables = ", ".join(f"log.{name}" for name in FRAMES)
        text = _("log is no function: {tables} are tables", tables=tables)
        raise CallError(rendered(text, self.lang))

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:  # of a game that goes on: as it is now
            parts = pickle.dumps(self._parts)
        return {"lang": self.lang, "left_out": self.left_out, "parts": parts}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._lock = contextlib.nullcontext()
        self._parts = pickle.loads(state["parts"])
        self.lang: str = state["lang"]
        self.left_out = state["left_out"]

    @property
    def parts(self) -> list[Part]:
        """The parts that it was joined from."""
        return self._parts

    @property
    def game_ids(self) -> frozenset[str]:
        """The games' keys."""
        return frozenset(key for part in self._parts for key in part.ids)

    @property
    def first(self) -> str:
        """The key of the first game.

        Raises
        ------
        RulesError
            If there is none.
        """
        for part in self._parts:
            if part.ids:
                return part.ids[0]
        raise RulesError("there is no game in this log")

    @property
    def histories(self) -> list[History]:
        """The games; a recorded one is replayed when it is asked for."""
        return [history for part in self._parts for history in part.histories()]

    def history(self, game_id: str) -> History:
        """Return a game by its key.

        Raises
        ------
        RulesError
            If there is no such game.
        """
        part, number = self._find(game_id)
        return part.history(number)

    def path(self, game_id: str) -> Path | None:
        """Return the path of a game's record; None if it has none.

        Raises
        ------
        RulesError
            If there is no such game.
        """
        part, number = self._find(game_id)
        return part.paths[number]

    @property
    def decks(self) -> dict[str, Deck]:
        """The decks of the games, by their hashes."""
        return {key: deck for part in self._parts for key, deck in part.decks().items()}

    @property
    def decisions(self) -> pd.DataFrame:
        """One row per decision, including undone ones; see `skyjo_widget.column_dictionary`."""
        return self._frame("decisions")

    @property
    def rounds(self) -> pd.DataFrame:
        """One row per seat and round, including an unfinished one."""
        return self._frame("rounds")

    @property
    def seats(self) -> pd.DataFrame:
        """One row per seat and game: who sat there at the end, and how it ended."""
        return self._frame("seats")

    @property
    def games(self) -> pd.DataFrame:
        """One row per game."""
        return self._frame("games")

    @property
    def notes(self) -> pd.DataFrame:
        """One row per note, with its decision; edited ones are `replaced`."""
        return self._frame("notes")

    @property
    def forms(self) -> pd.DataFrame:
        """One row per form on the whole session; see `Session.form`."""
        return self._frame("forms")

    @property
    def rulings(self) -> pd.DataFrame:
        """One row per ruling on a gap in the rules; see `Session.ruling`."""
        return self._frame("rulings")

    @property
    def referee(self) -> pd.DataFrame:
        """One row per action of a referee; see `Session.referee`, `Session.penalize`."""
        return self._frame("referee")

    @property
    def predictions(self) -> pd.DataFrame:
        """One row per prediction, with its outcome; see `Session.predict`."""
        return self._frame("predictions")

    @property
    def answers(self) -> pd.DataFrame:
        """One row per answer on a worksheet."""
        return self._frame("answers")

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
            states = of_histories(self.histories, views=views, depth=depth)
        states.lang = self.lang
        return states

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

    def to_csv(self, folder: str | Path, *, lang: str = "en") -> list[Path]:
        """Write the frames that have rows as CSV files that a spreadsheet can open safely.

        What a spreadsheet would take for a formula, also after a semicolon, gets an apostrophe
        in front; a line break is ``⏎``.  Files have a BOM, so that accents survive.

        Parameters
        ----------
        folder : path
        lang : str
            The language of the spreadsheet: ``"fr"`` writes ``1,5``, and semicolons between cells.

        Returns
        -------
        list of Path
            The files written.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        return self._write(folder, "csv", lambda frame, _name: csv_bytes(frame, lang))

    def to_jsonl(self, folder: str | Path) -> list[Path]:
        """Write the frames that have rows as JSON Lines; return the paths."""

        def lines(frame: pd.DataFrame, _name: str) -> bytes:
            text = frame.to_json(orient="records", lines=True, date_format="iso", force_ascii=False)
            return text.encode()

        return self._write(folder, "jsonl", lines)

    def to_parquet(self, folder: str | Path) -> list[Path]:
        """Write the frames that have rows as Parquet files; return the paths.

        Each column has the same type whatever the game: texts, whole numbers of 64 bits, yes and
        no, numbers, times in microseconds (UTC), lists of texts.

        Raises
        ------
        SkyjoWidgetError
            If pyarrow isn't installed.
        """

        def file(frame: pd.DataFrame, name: str) -> bytes:
            return parquet_bytes(to_arrow(frame, name))

        need_arrow()
        return self._write(folder, "parquet", file)

    def to_excel(self, path: str | Path) -> Path:
        """Write the frames as an Excel workbook, a sheet for each that has rows.

        Lists are JSON texts, times are UTC, and texts are as in `to_csv`.

        Parameters
        ----------
        path : path
            Its name ends in ``.xlsx``.

        Raises
        ------
        SkyjoWidgetError
            If openpyxl isn't installed, a frame has more rows than a sheet, or it can't be written.
        """
        return write_excel(((name, getattr(self, name)) for name in FRAMES), path)

    def arrow(self, frame: str = "decisions") -> Any:
        """Return one of the frames as a ``pyarrow.Table``, for polars, DuckDB and others.

        Raises
        ------
        RulesError
            If there is no such frame.
        SkyjoWidgetError
            If pyarrow isn't installed.

        Examples
        --------
        >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
        >>> table.run()
        >>> table.log.arrow("games").column("winners").to_pylist()
        [['greedy']]
        """
        if frame not in FRAMES:
            meant, names = suggestion(frame, FRAMES), ", ".join(FRAMES)
            raise RulesError(
                "frame={frame!r}: there is no such frame{meant}; there are {known}",
                frame=frame,
                meant=meant,
                known=names,
            )
        return to_arrow(self._frame(frame), frame)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.arrow().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        games, decisions = self._count("games"), self._count("decisions")
        left_out = len(self.left_out)
        text = _(
            "<Log of {games} with {decisions}{left_out}>",
            games=_("1 game") if games == 1 else _("{games} games", games=games),
            decisions=_("1 decision")
            if decisions == 1
            else _("{decisions} decisions", decisions=decisions),
            left_out=_("; files left out: {count}", count=left_out) if left_out else "",
        )
        return rendered(text, self.lang)

    def _face(self, say: CellTexts) -> markup.Html:
        with self._lock:
            names = ("games", "rounds", "decisions", "notes", "forms", "rulings", "predictions")
            counts = {name: self._count(name) for name in (*names, "answers")}
        if len(self.left_out):
            counts["left_out"] = len(self.left_out)
        lines = [(f".{name}", say.number(count, 0)) for name, count in counts.items()]
        return say.face(say("log"), say.rows(("frame", "rows"), lines), sub=say("frames"))

    def _write(
        self, folder: str | Path, suffix: str, as_bytes: Callable[[pd.DataFrame, str], bytes]
    ) -> list[Path]:
        frames = ((name, getattr(self, name)) for name in FRAMES)  # one at a time, to save memory
        return write_frames(frames, folder, suffix, as_bytes)

    def _with(self, seat: int | None) -> Log:
        paths = [path for part in self._parts for path in part.paths]
        part = Played(self.histories, paths, seat=seat, states=True)
        log = Log(parts=[part], lock=self._lock)
        log.lang = self.lang
        return log

    def _frame(self, name: str) -> pd.DataFrame:
        with self._lock:
            frames = [part.frame(name) for part in self._parts]
        full = [frame for frame in frames if len(frame)]
        if len(full) > 1:
            return pd.concat(full, ignore_index=True)
        return (full or frames)[0]

    def _count(self, name: str) -> int:
        return sum(part.count(name) for part in self._parts)

    def _find(self, game_id: str) -> tuple[Part, int]:
        for part in self._parts:
            if game_id in part.ids:
                return part, part.ids.index(game_id)
        ids = [key for part in self._parts for key in part.ids]
        meant = suggestion(game_id, ids)
        raise RulesError(
            "game_id={game_id!r}: there is no such game among {count}{meant}",
            game_id=game_id,
            count=len(ids),
            meant=meant,
        )


def left_out_frame(rows: Sequence[tuple[str, str]]) -> pd.DataFrame:
    """Return files with the reasons why they were left out."""
    return pd.DataFrame(list(rows), columns=["file", "reason"], dtype=TEXT)
