"""Run tests with other versions than the locked ones: ``python scripts/versions.py lowest``.

``lowest`` takes the lower bounds that ``pyproject.toml`` promises, in ``build/lowest``, which is
made anew when a bound changes.  ``newest`` takes what an installation without a lock gets today,
in ``build/newest``, which is made anew each time.
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
EXTRAS = ("lab", "fast", "parquet", "excel", "large", "serve")
TOOLS = ["hypothesis>=6.100", "polars>=1.9", "pytest>=8.2", "pytest-xdist>=3.6"]
OLDEST = ["jupyter_server==2.4.0"]
"""The oldest server that the lowest JupyterLab takes; a part of ours runs in it."""

CORE = """
    serving/test_class.py serving/test_hostile.py board/test_table_widget.py
    board/test_widget.py charts/test_charts.py lessons
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
        bound = re.fullmatch(r"([\w.-]+)>=([\w.]+)(; sys_platform != 'emscripten')?", requirement)
        if not bound:
            raise SystemExit(f"pyproject.toml: {requirement!r} isn't like 'name>=1.2'")
        pinned[bound[1]] = f"{bound[1]}=={bound[2]}"
    return list(pinned.values())


def environment(name: str) -> tuple[Path, list[str]]:
    """Return the Python of ``build/NAME``, and the command that installs into it."""
    folder = ROOT / "build" / name / ("Scripts" if os.name == "nt" else "bin")
    python = folder / "python"
    return python, [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]


def run_all(commands: list[list[str]], numba_cache: Path, **variables: str) -> int:
    """Run each command, whatever comes of the others, and return the worst exit code."""
    # Two versions of numba would throw away one another's compiled code.
    env = os.environ | {"NUMBA_CACHE_DIR": str(numba_cache)} | variables
    return max(subprocess.run(c, cwd=ROOT, env=env, check=False).returncode for c in commands)


def test_lowest() -> int:
    """Make the environment of the lower bounds if need be, and run the core tests in it."""
    pinned = lowest(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]) + OLDEST
    python, pip = environment("lowest")
    place = ROOT / "build" / "lowest"
    note = place / "installed.txt"
    if not note.exists() or note.read_text("utf-8") != "\n".join(pinned):
        venv.create(place, with_pip=True, clear=True)
        subprocess.run([*pip, *pinned, *TOOLS], check=True)
        subprocess.run([*pip, "--no-deps", "--editable", str(ROOT)], check=True)
        note.write_text("\n".join(pinned), encoding="utf-8")
    print(*pinned, flush=True)
    # Old versions warn of what newer ones have done away with: here warnings are no errors.
    pytest = [str(python), "-m", "pytest", "-q", "-W", "default", "--disable-warnings"]
    pytest += ["-p", "no:cacheprovider"]
    core = [f"tests/{name}" for name in CORE.split()]
    commands = [
        [*pytest, "-n", "2", "-m", "not slow and not browser", *core],
        [*pytest, "-m", "slow", "tests/project/test_server.py"],  # the oldest server
    ]
    return run_all(commands, place / "numba")


def test_newest() -> int:
    """Install the newest of everything, and run types, the core tests and a browser with it."""
    python, pip = environment("newest")
    venv.create(ROOT / "build" / "newest", with_pip=True, clear=True)
    subprocess.run([*pip, "--upgrade", "pip"], check=True)
    project = f".[{','.join((*EXTRAS, 'rl'))}]"
    groups = ["--group", "test", "--group", "lint"]
    subprocess.run([*pip, "--editable", project, *groups], cwd=ROOT, check=True)
    subprocess.run([str(python), "-m", "pip", "freeze", "--exclude-editable"], check=True)
    pytest = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
    core = [f"tests/{name}" for name in (*CORE.split(), "frames", "simulation", "board", "serving")]
    commands = [
        [str(python), "-m", "mypy", "--cache-dir", str(ROOT / "build" / "newest" / "mypy")],
        [*pytest, "-n", "2", *core],
        [*pytest, "tests/browser/test_board_page.py", "tests/browser/test_board_lab.py"],
    ]
    programs = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    return run_all(commands, ROOT / "build" / "newest" / "numba", PATH=programs)


if __name__ == "__main__":
    sys.exit({"lowest": test_lowest, "newest": test_newest}[sys.argv[1]]())
