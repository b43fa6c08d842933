"""Environments of hosts that can't share this one's packages, made when a test first asks."""

from __future__ import annotations

import json
import shutil
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


def node_packages(name: str, listed: Path) -> Path:
    """Return a folder of ``build/environments`` with the packages of a ``package.json``."""
    place = ROOT / "build" / "environments" / name
    note = place / "package.json"
    place.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{place}.lock"):
        if not note.exists() or note.read_text("utf-8") != listed.read_text("utf-8"):
            npm = Path(sys.executable).with_name("npm")
            wanted = json.loads(listed.read_text("utf-8"))["dependencies"]
            subprocess.run(
                [
                    npm,
                    "install",
                    "--silent",
                    "--no-save",
                    *(f"{package}@{version}" for package, version in wanted.items()),
                ],
                cwd=place,
                check=True,
            )
            shutil.copy(listed, note)
    return place
