"""Run the core tests with the lowest versions that ``pyproject.toml`` promises.

The environment is ``build/lowest``; it is made anew when a bound changes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "build" / "lowest"
EXTRAS = ("lab", "fast", "parquet", "large")
TOOLS = ["hypothesis>=6.100", "pytest>=8.2", "pytest-xdist>=3.6"]
OLDEST = ["jupyter_server==2.4.0"]
"""The oldest server that the lowest JupyterLab takes; a part of ours runs in it."""

CORE = """
    board charts decks frames keeping lessons measures measures_files observation odds proving
    record rule_table running_mean server session simulation stepping table_widget two_speeds
    versus worksheets
"""
"""The tests that meet what is installed; the rules need NumPy alone."""


def lowest(project: dict[str, Any]) -> list[str]:
    """Return each requirement at its lower bound, as ``pandas==2.2``.

    Raises
    ------
    SystemExit
        If one has no lower bound, or another kind of one.
    """
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(r for extra in EXTRAS for r in extras[extra])]
    pinned = {}
    for requirement in wanted:
        found = re.fullmatch(r"([\w.-]+)>=([\w.]+)", requirement)
        if not found:
            raise SystemExit(f"pyproject.toml: {requirement!r} isn't like 'name>=1.2'")
        pinned[found[1]] = f"{found[1]}=={found[2]}"
    return list(pinned.values())


def main() -> int:
    """Make the environment if need be, and test in it."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        pinned = lowest(tomllib.load(file)["project"]) + OLDEST
    python = PLACE / ("Scripts" if os.name == "nt" else "bin") / "python"
    note = PLACE / "installed.txt"
    if not note.exists() or note.read_text() != "\n".join(pinned):
        venv.create(PLACE, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, *pinned, *TOOLS], check=True)
        subprocess.run([*pip, "--no-deps", "--editable", str(ROOT)], check=True)
        note.write_text("\n".join(pinned))
    print(*pinned, flush=True)
    # Old versions warn of what newer ones have done away with: here warnings are no errors.
    pytest = [str(python), "-m", "pytest", "-q", "-W", "default", "--disable-warnings"]
    pytest += ["-p", "no:cacheprovider"]
    core = [f"tests/test_{name}.py" for name in CORE.split()]
    runs = [
        [*pytest, "-n", "2", "-m", "not slow and not browser", *core],
        [*pytest, "-m", "slow", "tests/test_server.py"],  # the oldest server
    ]
    return max(subprocess.run(command, cwd=ROOT, check=False).returncode for command in runs)


if __name__ == "__main__":
    sys.exit(main())
