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
EXTRAS = ("lab", "fast", "parquet", "large", "serve")
TOOLS = ["hypothesis>=6.100", "pytest>=8.2", "pytest-xdist>=3.6"]
OLDEST = ["jupyter_server==2.4.0"]
"""The oldest server that the lowest JupyterLab takes; a part of ours runs in it."""

CORE = """
    board/serving/test_class.py board/serving/test_hostile.py board/test_table_widget.py
    board/test_widget.py charts/test_charts.py classroom
    engine/cards/test_deck.py engine/core/test_two_speeds.py frames/test_log.py
    measures/test_files.py measures/test_run.py measures/versus odds/test_skyjo.py
    project/test_server.py records/test_proof.py records/test_record_file.py
    records/test_sync.py replays simulation/test_simulate.py strategies/rule_table
    strategies/test_observation.py table/test_session.py
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
        if requirement.endswith("sys_platform == 'win32'"):
            continue
        found = re.fullmatch(r"([\w.-]+)>=([\w.]+)(; sys_platform != 'emscripten')?", requirement)
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
    if not note.exists() or note.read_text("utf-8") != "\n".join(pinned):
        venv.create(PLACE, with_pip=True, clear=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, *pinned, *TOOLS], check=True)
        subprocess.run([*pip, "--no-deps", "--editable", str(ROOT)], check=True)
        note.write_text("\n".join(pinned), encoding="utf-8")
    print(*pinned, flush=True)
    # Old versions warn of what newer ones have done away with: here warnings are no errors.
    pytest = [str(python), "-m", "pytest", "-q", "-W", "default", "--disable-warnings"]
    pytest += ["-p", "no:cacheprovider"]
    core = [f"tests/{name}" for name in CORE.split()]
    runs = [
        [*pytest, "-n", "2", "-m", "not slow and not browser", *core],
        [*pytest, "-m", "slow", "tests/project/test_server.py"],  # the oldest server
    ]
    # Two versions of numba would throw away one another's compiled code.
    own = os.environ | {"NUMBA_CACHE_DIR": str(PLACE / "numba")}
    done = [subprocess.run(command, cwd=ROOT, env=own, check=False) for command in runs]
    return max(one.returncode for one in done)


if __name__ == "__main__":
    sys.exit(main())
