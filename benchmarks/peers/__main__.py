"""Measure other projects' card games beside ours: ``python -m benchmarks.peers [NAME …]``.

Each is installed, in the version that is named here, in a temporary environment; it and ours
then play at random in turn.  SkyNet is on no package index: it is measured if ``--skynet``
names a folder with its files.  It takes some minutes and some gigabytes, and no test runs it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

LOOPS = Path(__file__).with_name("loops.py")
PEERS = {
    "rlskyjo": ("rlskyjo==1.0.0", "numba==0.61.2", "numpy==2.2.6"),
    "openspiel": ("open_spiel==2.0.2",),
    "rlcard": ("rlcard==1.2.0",),
    "kaggle": ("kaggle-environments==1.33.2",),
    "pettingzoo": ("pettingzoo[classic]==1.27.0",),
    "skynet": (),
}
"""The packages of each."""
BARE = {"rlskyjo"}
"""Those installed without what they only need to train a model."""
REPEATS, SECONDS = 3, 2
"""The runs of each, in turn, and the processor time of one."""


def install(name: str, folder: Path) -> Path:
    """Return the interpreter of a new environment with a peer."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    if PEERS[name]:
        options = ["--no-deps"] if name in BARE else []
        packages = [*PEERS[name], *(["llvmlite==0.44.0"] if name in BARE else [])]
        install = [str(python), "-m", "pip", "install", "--quiet", *options, *packages]
        subprocess.run(install, check=True)
    return python


def run(python: Path, name: str, folder: str = "", **environment: str) -> float:
    """Return the decisions a second of one run."""
    done = subprocess.run(
        [python, LOOPS, name, str(SECONDS), folder],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, **environment},
    )
    return float(done.stdout.split("decisions/s")[-1])


def line(name: str, rates: Sequence[tuple[float, float, float]]) -> str:
    """Return the median rate of a peer, and of ours over it: compiled, and interpreted.

    Parameters
    ----------
    name : str
    rates : sequence of (float, float, float)
        Decisions a second of the peer, ours compiled and ours interpreted, side by side.
    """
    compiled = statistics.median(ours / theirs for theirs, ours, _ in rates)
    interpreted = statistics.median(ours / theirs for theirs, _, ours in rates)
    rate = statistics.median(theirs for theirs, *_ in rates)
    return f"{name:12}{rate:>14,.0f}{compiled:>12.2f}{interpreted:>14.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the peers that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(PEERS)}")
    parser.add_argument("--skynet", default="", help="a folder with SkyNet's files")
    chosen = parser.parse_args(arguments)
    names = chosen.names or [name for name in PEERS if name != "skynet" or chosen.skynet]
    if unknown := set(names) - set(PEERS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(PEERS)}")
    print("            decisions/s  × compiled  × interpreted   (ours)")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            python, own = install(name, Path(folder)), Path(sys.executable)
            rates = [
                (
                    run(python, name, chosen.skynet),
                    run(own, "ours", SKYJO_WIDGET_COMPILE="wait"),
                    run(own, "ours", NUMBA_DISABLE_JIT="1"),
                )
                for _ in range(REPEATS)
            ]
        print(line(name, rates), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
