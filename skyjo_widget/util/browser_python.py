"""The differences of a browser's own Python (Pyodide): its drive, and JavaScript's null."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


def keeps_files(folder: Path) -> bool:
    """Return whether the files of a folder outlive the page; True for every other Python."""
    if sys.platform != "emscripten":
        return True
    import pyodide_js  # noqa: PLC0415  (only there)

    drives = pyodide_js.FS
    kind = drives.lookupPath(str(folder.absolute())).node.mount.type
    return bool(kind != drives.filesystems.MEMFS)


def with_none(message: Any) -> Any:
    """Return a browser's message with None for each null.

    In newer Pyodides a null is an object of its own.
    """
    null = getattr(sys.modules.get("pyodide.ffi"), "jsnull", None)
    return message if null is None else _with_none(message, null)


def _with_none(value: Any, null: Any) -> Any:
    if value is null:
        return None
    if isinstance(value, dict):
        return {key: _with_none(part, null) for key, part in value.items()}
    return [_with_none(part, null) for part in value] if isinstance(value, list) else value
