"""Processes that are started beside the program."""

from __future__ import annotations

import subprocess
from typing import Any


def apart(*flags: str) -> dict[str, Any]:
    """Return options of `subprocess.Popen` with which an interrupt doesn't reach the process.

    On Windows it has a group of its own, no console window, and the further creation flags that
    are named; elsewhere a session of its own.
    """
    names = ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW", *flags)
    of_windows = {getattr(subprocess, name, 0) for name in names}
    return {"start_new_session": True, "creationflags": sum(of_windows)}
