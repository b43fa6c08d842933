"""Writing of frames: CSV that a spreadsheet can open safely, and other files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.frames.schema import TEXT
from skyjo_widget.util.files import given_path, make_folder, reason, write_whole

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_INNER_FORMULA = re.compile(r"(;\s*)(?=[=+\-@])")
"""The start of a formula after a semicolon, which French spreadsheets take for a separator."""


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return CSV that a spreadsheet can open safely; with a BOM, for the accents."""
    return escaped(frame).to_csv(index=False).encode("utf-8-sig")


def escaped(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a copy whose texts no spreadsheet takes for formulas."""

    def escape(text: Any) -> Any:
        if not isinstance(text, str):
            return text
        text = _INNER_FORMULA.sub(r"\1'", text)
        if "\n" not in text:  # not quoted then, but some readers take \r for a line end
            text = text.replace("\r", "\n")
        return f"'{text}" if text.startswith(_FORMULA) else text

    safe = frame.copy()
    for name in safe.columns:
        if safe[name].dtype == TEXT:
            safe[name] = safe[name].map(escape, na_action="ignore").astype(TEXT)
    return safe


def write_frames(
    frames: Iterable[tuple[str, pd.DataFrame]],
    folder: str | Path,
    suffix: str,
    as_bytes: Callable[[pd.DataFrame], bytes],
) -> list[Path]:
    """Write each frame to a file of its name; return the paths.

    Raises
    ------
    SkyjoWidgetError
        If the folder can't be written to.
    """
    folder = given_path(folder)
    try:
        make_folder(folder)
    except (OSError, ValueError) as error:
        raise SkyjoWidgetError(f"{folder}: no folder to write to: {reason(error)}") from None
    written = []
    for name, frame in frames:
        path = folder / f"{name}.{suffix}"
        write_whole(path, as_bytes(frame))
        written.append(path)
    return written
