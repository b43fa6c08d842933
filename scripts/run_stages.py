"""Run the stages of `make check`, `make test` or `make test-all`, and tell which failed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
PYTEST = [PYTHON, "-m", "pytest"]
BROWSER = "tests/browser"
HOSTS = ROOT / "build" / "hosts.jsonl"  # see host_table.py
WHEEL = ["tests/project/test_wheel.py", "tests/project/test_pyodide.py"]
PYTHON_ALONE = [part for path in (BROWSER, *WHEEL) for part in ("--ignore", path)]
LONGEST = ["--durations", "20"]  # so that the suite can be kept short
# One that is done takes tests from another one, whose next may take minutes.
TWO = ["-n", "2", "--dist", "worksteal"]
THREE = ["-n", "3", "--dist", "worksteal"]  # on two cores: tests wait for servers and timers too


def commit() -> str:
    """The commit that draws a slice of the slow tests; a word where there is no git."""
    try:
        command = ["git", "rev-parse", "--short=12", "HEAD"]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    except (OSError, subprocess.CalledProcessError):
        return "none"
    return done.stdout.strip()


# All that are quick, and some of the others; in `test-all` the slow ones have stages of their own.
EVERYDAY = ["-m", "not slow"] if sys.argv[1:] == ["test-all"] else ["--slice", commit()]

Lane = dict[str, list[str]]
"""Stages one after the other: their names and commands."""

STATIC: Lane = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "lint-imports": ["lint-imports", "--no-cache", "--no-logo"],
    "biome": ["npm", "run", "--silent", "lint"],
    "tsc": ["npm", "run", "--silent", "types"],
    "node --test": ["npm", "run", "--silent", "test"],
    "mypy": ["mypy"],
}
# Numba's cache is filled once, not by each process of pytest.
COMPILE: Lane = {"compile": [PYTHON, "-m", "skyjo_widget.cli", "compile"]}
CHROMIUM: Lane = {"chromium": [PYTHON, "scripts/chromium.py"]}
LIBREOFFICE: Lane = {"libreoffice": [PYTHON, "-m", "scripts.libreoffice"]}
BROWSERS: Lane = {"browsers": [PYTHON, "-m", "scripts.browsers"]}
IN_BROWSER: Lane = {"pytest, browser": [*PYTEST, *LONGEST, *EVERYDAY, BROWSER]}
BUILT: Lane = {"pytest, wheel": [*PYTEST, *WHEEL]}  # builds and installs once
# A quarter of them, drawn by the commit: Pyodide computes at a tenth of the speed.
SOME_BUILT: Lane = {"pytest, wheel": [*PYTEST, *WHEEL, "--slice", f"{commit()}:4"]}
SLOW: Lane = {"pytest, slow": [*PYTEST, *TWO, *LONGEST, *PYTHON_ALONE, "-m", "slow"]}
VERSIONS: Lane = {
    f"{bound} versions": [PYTHON, "scripts/versions.py", bound] for bound in ("lowest", "newest")
}
PYTHON_TESTS: Lane = {"pytest": [*PYTEST, *THREE, *LONGEST, *PYTHON_ALONE, *EVERYDAY]}

CHECK: list[list[Lane]] = [
    [STATIC, COMPILE],
    [{"pytest": [*PYTEST, *TWO, *PYTHON_ALONE, "-m", "not slow and not seconds"]}],
]
SLOW_BROWSER: Lane = {"pytest, slow, browser": [*PYTEST, *LONGEST, "-m", "slow", BROWSER]}
TEST: list[list[Lane]] = [
    [STATIC, COMPILE, CHROMIUM],
    [PYTHON_TESTS, IN_BROWSER, SOME_BUILT],  # a browser waits as much as it works
]
TEST_ALL: list[list[Lane]] = [
    [STATIC, COMPILE, CHROMIUM | LIBREOFFICE | BROWSERS],
    [PYTHON_TESTS | SLOW, IN_BROWSER | SLOW_BROWSER, BUILT | VERSIONS],
]
STAGES = {"check": CHECK, "test": TEST, "test-all": TEST_ALL}
"""For each target its rounds; the lanes of a round run beside one another, on two cores."""

_printing = threading.Lock()


def run(name: str, command: list[str], *, at_once: bool) -> tuple[str, float]:
    """Run one stage; give what came of it and its seconds.

    Parameters
    ----------
    name : str
        Its name.
    command : list of str
        What is run.
    at_once : bool
        Whether its output is printed as it comes, or at its end: in one piece, where another
        stage runs beside it.
    """
    title = f"\n=== {name}: {' '.join(command).replace(PYTHON, 'python')}"
    print(title if at_once else f"\n… {name}", flush=True)
    start = time.perf_counter()
    kept = None if at_once else subprocess.PIPE
    try:
        done = subprocess.run(
            command, cwd=ROOT, check=False, stdout=kept, stderr=kept and subprocess.STDOUT
        )
        code, output = done.returncode, done.stdout or b""
    except OSError as error:
        code, output = 127, f"{error}\n".encode()
    seconds = time.perf_counter() - start
    with _printing:
        if not at_once:
            print(title, flush=True)
        sys.stdout.write(output.decode(errors="replace"))
        sys.stdout.flush()
    if code == 0:
        return "passed", seconds
    if name in CHROMIUM | LIBREOFFICE | BROWSERS and os.environ.get("CI") != "true":
        return "none", seconds  # tests that need it skip, and say why
    return "FAILED", seconds


def run_lane(lane: Lane, *, at_once: bool) -> dict[str, tuple[str, float]]:
    """Run a lane's stages one after the other, whatever comes of them."""
    return {name: run(name, command, at_once=at_once) for name, command in lane.items()}


def main() -> int:
    """Run the stages of the mode that is named on the command line."""
    # The tools are in this environment, whoever calls.
    os.environ["PATH"] = os.pathsep.join([str(Path(PYTHON).parent), os.environ["PATH"]])
    results: dict[str, tuple[str, float]] = {}
    if sys.argv[1] == "test-all":
        HOSTS.unlink(missing_ok=True)
    begun = time.perf_counter()
    for lanes in STAGES[sys.argv[1]]:
        with ThreadPoolExecutor(len(lanes)) as pool:
            alone = len(lanes) == 1
            for outcome in pool.map(lambda lane, alone=alone: run_lane(lane, at_once=alone), lanes):
                results |= outcome
    if sys.argv[1] == "test-all":
        subprocess.run([PYTHON, "-m", "scripts.host_table"], cwd=ROOT, check=False)
    print(f"\n=== make {sys.argv[1]}: {time.perf_counter() - begun:.0f} s")
    for name, (result, seconds) in results.items():
        print(f"{result:7} {seconds:6.1f} s  {name}")
    failed = [name for name, (result, _) in results.items() if result == "FAILED"]
    passed = sum(result == "passed" for result, _ in results.values())
    print(f"failed: {'; '.join(failed)}" if failed else f"{passed} of {len(results)} stages passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
