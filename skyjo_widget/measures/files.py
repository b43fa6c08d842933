"""Frames with the settings that they were made with, in one file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import RecordError
from skyjo_widget.frames import escaped, need_arrow


def write_frame(frame: pd.DataFrame, path: str | Path, key: str, settings: dict[str, Any]) -> Path:
    """Write a Parquet file that any program can read, with settings in its metadata.

    Raises
    ------
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    pa, pq = need_arrow()
    table = pa.Table.from_pandas(frame, preserve_index=False)
    about = {**(table.schema.metadata or {}), key.encode(): json.dumps(settings).encode()}
    pq.write_table(table.replace_schema_metadata(about), path)
    return Path(path)


def read_frame(
    path: str | Path, key: str, columns: dict[str, Any]
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Read what `write_frame` has written with that key.

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
    return frame, settings


def write_csv(frame: pd.DataFrame, path: str | Path) -> Path:
    """Write a CSV file that a spreadsheet can open safely."""
    escaped(frame).to_csv(path, index=False, encoding="utf-8-sig")
    return Path(path)
