"""The file that keeps who sits where, beside the record, for a kernel that starts again.

It holds hashes of the guests' tokens, and the PIN and links of the host; only its owner may read
it.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from skyjo_widget.serving.guests import Guests
from skyjo_widget.serving.limits import PORTS
from skyjo_widget.util.files import reason, replace_whole
from skyjo_widget.util.messages import warn
from skyjo_widget.util.reading import read_text

VERSION = 1
_TEXTS = {"pin": r"\d{6}", "watch": r"[\w-]{32}", "screen": r"[\w-]{32}"}


def beside(record: Path) -> Path:
    """Return the place of the file of a record."""
    return record.with_name(f".{record.stem}.seats.json")


def read(path: Path | None) -> dict[str, Any] | None:
    """Return what was kept; None, with a warning, if the file can't be used."""
    if path is None or not path.exists():
        return None
    try:
        saved = json.loads(read_text(path))
        if saved["version"] != VERSION:
            raise ValueError(f"version {saved['version']}")
        Guests(()).restore(saved["guests"])
        for name, pattern in _TEXTS.items():
            if not re.fullmatch(pattern, saved[name], re.ASCII):
                raise ValueError(name)
        port = saved["port"]
        if type(port) is not int or port not in PORTS:
            raise ValueError("port")
        return {**saved, "locked": bool(saved["locked"]), "hidden": bool(saved["hidden"])}
    except (
        *(OSError, ValueError, ArithmeticError, LookupError),
        *(AttributeError, TypeError, RecursionError),
    ) as error:
        warn(
            "{path}: who sat where can't be read ({error}); everybody joins again",
            path=path,
            error=error,
        )
        return None


def write(path: Path, saved: dict[str, Any]) -> None:
    """Keep who sits where; a warning says if that isn't possible."""
    text = json.dumps({"version": VERSION, **saved}, ensure_ascii=False, indent=1)
    try:
        if not path.exists():  # a file that is replaced keeps its rights
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
        replace_whole(path, text.encode())
    except OSError as error:
        warn("{path}: who sits where can't be kept ({error})", path=path, error=reason(error))
