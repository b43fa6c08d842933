"""The parts of a log: games in memory, records with the frames that a cache has of them."""

from __future__ import annotations

import dataclasses
import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors import RecordError
from skyjo_widget.frames.incremental import Growing
from skyjo_widget.frames.rows import ROWS, game_row, state_texts
from skyjo_widget.frames.schema import FRAMES, TEXT, frame_of
from skyjo_widget.records import record_file
from skyjo_widget.records.header import read_header
from skyjo_widget.records.history import History


class Part(ABC):
    """Some games of a log.

    Attributes
    ----------
    ids : list of str
        The games' keys, in order.
    paths : list of Path or None
        Their records.
    """

    ids: list[str]
    paths: list[Path | None]

    @abstractmethod
    def frame(self, name: str) -> pd.DataFrame:
        """Return one of the frames; don't modify it."""

    @abstractmethod
    def history(self, number: int) -> History:
        """Return the game at a place of `ids`."""

    @abstractmethod
    def decks(self) -> dict[str, Deck]:
        """Return the decks of the games, by their hashes."""

    @abstractmethod
    def count(self, name: str) -> int:
        """Return the number of rows of a frame."""

    @abstractmethod
    def without(self, places: Iterable[int]) -> Part:
        """Return the part without some games."""

    def size(self, number: int) -> int:
        """Return how much of a game there is: its number of events, or 0 of a simulated one."""
        return 0

    def place(self, number: int) -> str:
        """Return where a game comes from, for a message."""
        return str(self.paths[number])

    def histories(self) -> list[History]:
        """Return all games."""
        return [self.history(number) for number in range(len(self.ids))]


class Played(Part):
    """Games in memory; their frames are built once, and again if a game has changed.

    Parameters
    ----------
    histories : sequence of History
    paths : sequence of Path or None, optional
        Their records.
    seat : int, optional
        The seat whose knowledge is shown; by default what is public.
    states : bool
        Whether `decisions` has the column `state`.
    growing : Growing, optional
        The cached decisions of the only game.
    """

    paths: list[Path | None]

    def __init__(
        self,
        histories: Sequence[History],
        paths: Sequence[Path | None] | None = None,
        *,
        seat: int | None = None,
        states: bool = False,
        growing: Growing | None = None,
    ) -> None:
        self._histories = list(histories)
        self.paths = list(paths) if paths is not None else [None] * len(self._histories)
        self._seat, self._states, self._growing = seat, states, growing
        self._built: dict[str, tuple[Any, pd.DataFrame]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_growing": None, "_built": {}}

    @property
    def ids(self) -> list[str]:  # type: ignore[override]  # a game's id may change at a table
        """The games' keys."""
        return [str(history.header["game_id"]) for history in self._histories]

    def frame(self, name: str) -> pd.DataFrame:
        """Return one of the frames."""
        if name == "decisions" and self._growing:
            return self._growing.frame()
        # Whatever changes a game is an event; a game's number may change without one.
        key = [(len(h.events), h.header["game_id"], h.header["practice"]) for h in self._histories]
        built_for, frame = self._built.get(name, (None, None))
        if frame is None or built_for != key:
            frame = self._make(name)
            self._built[name] = key, frame
        return frame.copy()

    def _make(self, name: str) -> pd.DataFrame:
        if name == "games":
            pairs = zip(self._histories, self.paths, strict=True)
            rows = [game_row(history, path) for history, path in pairs]
        else:
            rows = [row for h in self._histories for row in ROWS[name](h, self._seat)]
        frame = frame_of(rows, FRAMES[name])
        if name == "decisions" and self._states:
            texts = [text for h in self._histories for text in state_texts(h, self._seat)]
            frame["state"] = pd.array(texts, dtype=TEXT)
        return frame

    def history(self, number: int) -> History:
        """Return the game at a place of `ids`."""
        return self._histories[number]

    def decks(self) -> dict[str, Deck]:
        """Return the decks of the games."""
        return {history.deck.hash: history.deck for history in self._histories}

    def count(self, name: str) -> int:
        """Return the number of rows of a frame."""
        if name == "games":
            return len(self._histories)
        if name == "rounds":
            return sum(len(h.rounds) * len(h.players) for h in self._histories)
        return sum(len(getattr(history, name)) for history in self._histories)

    def without(self, places: Iterable[int]) -> Played:
        """Return the part without some games."""
        out = set(places)
        kept = [number for number in range(len(self._histories)) if number not in out]
        return Played([self._histories[k] for k in kept], [self.paths[k] for k in kept])

    def size(self, number: int) -> int:
        """Return the game's number of events."""
        return len(self._histories[number].events)


@dataclasses.dataclass
class Recorded:
    """A record that is replayed when its game is asked for.

    Parameters
    ----------
    path : Path
    digest : str
        The SHA-256 of its bytes, as `skyjo_widget.records.record_file.Found.digest`.
    game_id : str
    events : int
        Their number.
    first : bytes
        Its first line.
    read : callable
        Reads and replays the record within limits: the contents, and the game.
    history : History, optional
        The game, if it was replayed.
    """

    path: Path
    digest: str
    game_id: str
    events: int
    first: bytes
    read: Callable[[Path], tuple[record_file.Found, History]]
    history: History | None = None

    def replayed(self) -> History:
        """Return the game.

        Raises
        ------
        RecordError
            If the record has changed since it was loaded, or can't be read any more.
        """
        if self.history is None:
            content, history = self.read(self.path)
            if content.digest != self.digest:
                raise RecordError(
                    "has changed since it was loaded: load it again", path=str(self.path)
                )
            self.history = history
        return self.history


class Stored(Part):
    """Records whose frames are known.

    Parameters
    ----------
    frames : mapping of str to DataFrame
        The public frames of the records, in their order.
    records : list of Recorded
    """

    frames: dict[str, pd.DataFrame]
    records: list[Recorded]

    def __init__(self, frames: dict[str, pd.DataFrame], records: list[Recorded]) -> None:
        self.frames, self.records = frames, records
        self.ids: list[str] = [record.game_id for record in records]
        self.paths: list[Path | None] = [record.path for record in records]
        self._lock = threading.Lock()
        self._changed: Played | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_lock": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    def frame(self, name: str) -> pd.DataFrame:
        """Return one of the frames."""
        if any(
            record.history and len(record.history.events) != record.events
            for record in self.records
        ):
            if self._changed is None:  # somebody has annotated one of the games
                self._changed = Played(self.histories(), self.paths)
            return self._changed.frame(name)
        return self.frames[name].copy()

    def history(self, number: int) -> History:
        """Return the game at a place of `ids`; it is replayed at the first call."""
        with self._lock:
            return self.records[number].replayed()

    def decks(self) -> dict[str, Deck]:
        """Return the decks of the games."""
        decks = (
            read_header(json.loads(first))[2] for first in {record.first for record in self.records}
        )
        return {deck.hash: deck for deck in decks}

    def count(self, name: str) -> int:
        """Return the number of rows of a frame."""
        if name == "rounds":
            return int(self.frames[name]["finished"].sum())
        return len(self.frames[name])

    def without(self, places: Iterable[int]) -> Stored:
        """Return the part without some games."""
        out = set(places)
        if not out:
            return self
        records = [record for number, record in enumerate(self.records) if number not in out]
        kept = {record.game_id for record in records}
        frames = {
            name: frame[frame["game_id"].isin(kept)].reset_index(drop=True)
            for name, frame in self.frames.items()
        }
        return Stored(frames, records)

    def size(self, number: int) -> int:
        """Return the game's number of events."""
        return self.records[number].events
