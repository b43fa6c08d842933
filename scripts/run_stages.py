"""Run the stages of `make check`, `make test` or `make test-all`, and tell which failed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
BROWSER = "tests/browser"
WHEEL = "tests/project/test_wheel.py"
PYTEST = [PYTHON, "-m", "pytest"]
LONGEST = ["--durations", "20"]  # so that the suite can be kept short
TWO = ["-n", "2"]  # processes; a browser test has the machine to itself

CHECK = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "lint-imports": ["lint-imports", "--no-cache", "--no-logo"],
    "biome": ["npm", "run", "--silent", "lint"],
    "tsc": ["npm", "run", "--silent", "types"],
    "node --test": ["npm", "run", "--silent", "test"],
    "chromium": [PYTHON, "scripts/chromium.py"],
    "pytest": [*PYTEST, *TWO, "-m", "not slow and not browser"],
    "pytest, browser": [*PYTEST, "-m", "browser and not slow", BROWSER],
}
TEST = CHECK | {
    "pytest, wheel": [*PYTEST, WHEEL],  # builds and installs once, so in one process
}
TEST_ALL = TEST | {
    "pytest, slow": [*PYTEST, *TWO, *LONGEST, "-m", "slow and not browser", "--ignore", WHEEL],
    "pytest, slow, browser": [*PYTEST, *LONGEST, "-m", "slow and browser", BROWSER],
    "lowest versions": [PYTHON, "scripts/lowest.py"],
}
STAGES = {"check": CHECK, "test": TEST, "test-all": TEST_ALL}


def run(name: str, command: list[str]) -> tuple[str, float]:
    """Run one stage; give what came of it and its seconds."""
    print(f"\n=== {name}: {' '.join(command).replace(PYTHON, 'python')}", flush=True)
    start = time.perf_counter()
    try:
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
    except OSError as error:
        print(error, file=sys.stderr)
        code = 127
    if code == 0:
        result = "passed"
    elif name == "chromium" and os.environ.get("CI") != "true":
        result = "none"  # the browser tests skip, and say why
    else:
        result = "FAILED"
    return result, time.perf_counter() - start


def main() -> int:
    """Run the stages of the mode that is named on the command line."""
    # The tools are in this environment, whoever calls.
    os.environ["PATH"] = os.pathsep.join([str(Path(PYTHON).parent), os.environ["PATH"]])
    stages = STAGES[sys.argv[1]]
    results = {name: run(name, command) for name, command in stages.items()}
    print(f"\n=== make {sys.argv[1]}")
    for name, (result, seconds) in results.items():
        print(f"{result:7} {seconds:6.1f} s  {name}")
    failed = [name for name, (result, _) in results.items() if result == "FAILED"]
    passed = sum(result == "passed" for result, _ in results.values())
    print(f"failed: {'; '.join(failed)}" if failed else f"{passed} of {len(results)} stages passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
