"""Frames with the settings that they were made with, in one file."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import RecordError
from skyjo_widget.frames.log import csv_bytes, need_arrow
from skyjo_widget.util.files import write_new


def write_frame(
    frame: pd.DataFrame, path: str | Path, key: str, settings: dict[str, Any], *, overwrite: bool
) -> Path:
    """Write a Parquet file that any program can read, with settings in its metadata.

    Raises
    ------
    RecordError
        If there is such a file, or it can't be written.
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    pa, pq = need_arrow()
    table = pa.Table.from_pandas(frame, preserve_index=False)
    about = {**(table.schema.metadata or {}), key.encode(): json.dumps(settings).encode()}
    written = io.BytesIO()
    pq.write_table(table.replace_schema_metadata(about), written)
    return write_new(path, written.getvalue(), overwrite=overwrite)


def read_frame(
    path: str | Path, key: str, columns: dict[str, Any], settings_of: Sequence[str]
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Read what `write_frame` has written with that key, and these settings.

    Raises
    ------
    RecordError
        If it is no such file, or damaged.
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    pa, pq = need_arrow()
    try:
        table = pq.read_table(path)
        settings: dict[str, Any] = json.loads((table.schema.metadata or {})[key.encode()])
        frame = table.to_pandas()[list(columns)].astype(columns)
    except FileNotFoundError:
        raise RecordError("there is no such file", path=str(path)) from None
    except KeyError:
        raise RecordError(f"isn't a file of {key}, but of something else", path=str(path)) from None
    except (pa.ArrowException, OSError, ValueError, TypeError) as error:
        raise RecordError(
            f"can't be read, it may be cut off or damaged: {error}", path=str(path)
        ) from None
    if not isinstance(settings, dict) or (gone := [k for k in settings_of if k not in settings]):
        gone = gone if isinstance(settings, dict) else list(settings_of)
        raise RecordError(f"the settings {', '.join(gone)} are missing", path=str(path))
    return frame, settings


def write_csv(frame: pd.DataFrame, path: str | Path, *, overwrite: bool) -> Path:
    """Write a CSV file that a spreadsheet can open safely.

    Raises
    ------
    RecordError
        If there is such a file, or it can't be written.
    """
    return write_new(path, csv_bytes(frame), overwrite=overwrite)
