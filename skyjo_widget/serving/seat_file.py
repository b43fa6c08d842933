"""The file that keeps who sits where, beside the record, for a kernel that starts again.

It holds hashes of the guests' tokens, and the PIN and links of the host; only its owner may read
it.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from skyjo_widget.serving.guests import Guests
from skyjo_widget.util.files import replace_whole
from skyjo_widget.util.messages import warn

VERSION = 1


def beside(record: Path) -> Path:
    """Return the place of the file of a record."""
    return record.with_name(f".{record.stem}.seats.json")


def read(path: Path | None) -> dict[str, Any] | None:
    """Return what was kept; None, with a warning, if the file can't be used."""
    if path is None or not path.exists():
        return None
    try:
        saved = json.loads(path.read_text("utf-8"))
        if saved["version"] != VERSION:
            raise ValueError(f"version {saved['version']}")
        Guests(()).restore(saved["guests"])
        for name in ("pin", "watch", "screen"):
            if not isinstance(saved[name], str):
                raise TypeError(name)
        return {**saved, "port": int(saved["port"]), "locked": bool(saved["locked"])}
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        warn(f"{path}: who sat where can't be read ({error}); everybody joins again")
        return None


def write(path: Path, saved: dict[str, Any]) -> None:
    """Keep who sits where; a warning says if that isn't possible."""
    text = json.dumps({"version": VERSION, **saved}, ensure_ascii=False, indent=1)
    try:
        replace_whole(path, text.encode())
        with contextlib.suppress(OSError):
            os.chmod(path, 0o600)  # noqa: PTH101
    except OSError as error:
        warn(f"{path}: who sits where can't be kept ({error.strerror})")
