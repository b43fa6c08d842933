"""Environments of hosts that can't share this one's packages, made when a test first asks."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from filelock import FileLock

ROOT = Path(__file__).parents[2]
EXTRAS = "lab,serve"


def environment(group: str) -> Path:
    """Return the Python of an environment with this package and a dependency group of its own.

    It lies in ``build/environments``, and is made anew when the group changes.

    Parameters
    ----------
    group : str
        A dependency group of ``pyproject.toml``.
    """
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"][group]
    place = ROOT / "build" / "environments" / group
    place.parent.mkdir(parents=True, exist_ok=True)
    python, note = place / "bin" / "python", place / "installed.txt"
    with FileLock(f"{place}.lock"):
        if not note.exists() or note.read_text("utf-8") != "\n".join(wanted):
            uv = [sys.executable, "-m", "uv", "--quiet"]
            subprocess.run([*uv, "venv", "--clear", "--python", sys.executable, place], check=True)
            install = [*uv, "pip", "install", "--python", python]
            subprocess.run([*install, *wanted, "-e", f"{ROOT}[{EXTRAS}]"], check=True)
            note.write_text("\n".join(wanted), encoding="utf-8")
    return python
