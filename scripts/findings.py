"""Run the scripts of `findings/`, and name those whose tool behaves otherwise by now."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "findings"
MINUTES = 10
"""Time for each: a slow network isn't a change."""


def outcome(script: Path) -> tuple[str, str]:
    """Run a script; return "as it was" or "CHANGED", and what it printed."""
    try:
        done = subprocess.run(
            ["bash", str(script)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=60 * MINUTES,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "CHANGED", f"no end within {MINUTES} minutes"
    return ("CHANGED" if done.returncode else "as it was"), done.stdout.strip()


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """Run those whose names hold a word, or all; return 1 if one has changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="WORD")
    only = parser.parse_args(arguments).only
    changed = []
    for script in sorted(folder.glob("*.sh")):
        if only not in script.stem:
            continue
        start = time.monotonic()
        word, text = outcome(script)
        print(f"{word}  {time.monotonic() - start:4.0f} s  {script.stem}", flush=True)
        if word == "CHANGED":
            changed.append(script.stem)
            print(text, flush=True)
    print("changed: " + ("; ".join(changed) or "none"))
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
