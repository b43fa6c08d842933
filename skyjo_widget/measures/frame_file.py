"""Files of a DataFrame together with the settings that produced it."""

from __future__ import annotations

import io
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import pandas as pd

from skyjo_widget.errors import RecordError
from skyjo_widget.frames.export import CsvWritten
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.files import reason, write_new
from skyjo_widget.util.i18n import present_language
from skyjo_widget.util.reading import regular


def typed_frame(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any]) -> pd.DataFrame:
    """Return rows as a frame with these columns and dtypes."""
    return pd.DataFrame(
        {name: pd.array([row[name] for row in rows], dtype=kind) for name, kind in columns.items()}
    )


class StoredFrame(CellView, CsvWritten, ABC):
    """A DataFrame with the settings that produced it.

    Parameters
    ----------
    frame : DataFrame
    settings : dict

    Attributes
    ----------
    lang : str
        The language of the text and of the display; that of the table whose games these are.
    """

    frame: pd.DataFrame
    settings: dict[str, Any]

    _key: ClassVar[str]
    """The key of the settings in a file's metadata."""
    _columns: ClassVar[dict[str, Any]]
    _needed: ClassVar[Sequence[str]]
    """The settings that a file must have."""

    def __init__(self, frame: pd.DataFrame, settings: dict[str, Any]) -> None:
        self.frame, self.settings = frame, settings
        self.lang: str = present_language()

    def _worlds(self, say: CellTexts) -> str:
        """Return how many worlds were played by whom, for each game."""
        if "model" in self.settings:
            return say("by_model", model=str(self.settings["model"]))
        worlds, by = self.settings["worlds"], self.settings["bot"]
        return ", ".join(say("worlds_by", worlds=worlds[game], bot=by[game]) for game in by)

    @property
    def missing(self) -> int:
        """The number of games or decisions that are missing, as the call was stopped."""
        return int(self.settings.get("missing", 0))

    def _stopped(self, say: CellTexts, unit: str) -> list[str]:
        """Return a sentence on the games or decisions that a stopped call hasn't done, if any."""
        missing = self.missing
        every = missing + self.settings[unit]
        return [say(f"{unit}_missing", count=missing, all=every)] if missing else []

    @staticmethod
    @abstractmethod
    def _broken(frame: pd.DataFrame) -> str | None:
        """Return a description of what is wrong with the rows; None if they are valid."""

    def to_parquet(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write one Parquet file with the settings in its metadata; return its path.

        Raises
        ------
        RecordError
            If the file exists, or can't be written.
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        pa, pq = need_arrow()
        table = pa.Table.from_pandas(self.frame, preserve_index=False)
        about = {self._key.encode(): json.dumps(self.settings).encode()}
        written = io.BytesIO()
        pq.write_table(
            table.replace_schema_metadata({**(table.schema.metadata or {}), **about}), written
        )
        return write_new(path, written.getvalue(), overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file of `to_parquet`.

        Raises
        ------
        RecordError
            If it isn't such a file, or is damaged.
        SkyjoWidgetError
            If pyarrow isn't installed.
        """
        pa, pq = need_arrow()
        try:
            table = pq.read_table(regular(path))
            settings: dict[str, Any] = json.loads((table.schema.metadata or {})[cls._key.encode()])
            frame = table.to_pandas()[list(cls._columns)].astype(cls._columns)
        except FileNotFoundError:
            raise RecordError("there is no such file", path=str(path)) from None
        except KeyError:
            raise RecordError(
                "isn't a file of {key}, but of something else", key=cls._key, path=str(path)
            ) from None
        except (pa.ArrowException, OSError, ValueError, TypeError) as error:
            raise RecordError(
                "can't be read, it may be cut off or damaged: {error}",
                error=reason(error),
                path=str(path),
            ) from None
        present = settings if isinstance(settings, dict) else {}
        if gone := [name for name in cls._needed if name not in present]:
            raise RecordError(
                "the settings {gone} are missing", gone=", ".join(gone), path=str(path)
            )
        if broken := cls._broken(frame):
            raise RecordError("isn't whole: {broken}", broken=broken, path=str(path))
        return cls(frame, settings)
