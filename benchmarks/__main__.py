"""Measure, and print a table: medians over repeats, the yardstick in the same run.

What a figure has to reach is written beside it; the exit code says whether all do.
``python -m benchmarks engine``, ``bulk``, ``coach``, ``measures``, ``records``, ``states``,
``environments``, ``scale``, ``serve``, ``solved`` or ``browser`` measures a part.
"""

from __future__ import annotations

import os
import platform
import sys

from benchmarks import (
    browser,
    bulk,
    coach,
    engine,
    environments,
    measures,
    records,
    scale,
    serve,
    solved,
    states,
)

PARTS = {
    "engine": engine.figures,
    "bulk": bulk.figures,
    "coach": coach.figures,
    "measures": measures.figures,
    "records": records.figures,
    "states": states.figures,
    "environments": environments.figures,
    "scale": scale.figures,
    "serve": serve.figures,
    "solved": solved.figures,
    "browser": browser.figures,
}


def main() -> int:
    """Measure the parts that are named, or all, and print the table; 1 if a bound is missed."""
    names = sys.argv[1:] or list(PARTS)
    if unknown := set(names) - set(PARTS):
        print(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
        return 2
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    print("medians, unless said otherwise")
    good = True
    for name in names:
        print(f"\n{name}")
        for figure in PARTS[name]():
            good &= figure.good
            print(figure.line(), flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
