"""Play until each table has so many rounds; write the facts, their page and its pictures.

    python -m scripts.facts --rounds 1000000 [--only TEXT ...] [--anew] [--minutes M]

Parts that were played before count: a run that is stopped goes on where it was, and a larger
number adds to what is there.  ``--rounds 0`` only writes.  With
``--only`` just the tables are played whose keys hold one of the texts, as ``"| 2 | greedy"``; a
``*`` in it stands for anything, and a key begins with ``| ``: ``"| skyjo*learned"``.  ``--anew``
drops what was played at these tables before, as is needed after a change of a bot.
"""

from __future__ import annotations

import argparse
import fnmatch
import time
from collections.abc import Sequence

from scripts.facts import page
from scripts.facts.cells import games_of_part, keys, seed_of, table_of
from scripts.facts.parts import play_part
from scripts.facts.rows import rows
from scripts.facts.sums import Sums
from skyjo_widget.frames import facts
from skyjo_widget.frames.export import csv_bytes
from skyjo_widget.util.files import write_whole

SAVED = 60.0
"""Seconds of play after which the sums are saved."""


def chosen(only: Sequence[str]) -> list[str]:
    """Return the keys of the tables that hold one of the texts; of all without one."""
    patterns = [f"*{text}*" for text in only or [""]]
    return [k for k in keys() if any(fnmatch.fnmatchcase(f"| {k}", text) for text in patterns)]


def play(sums: Sums, rounds: int, tables: Sequence[str], minutes: float) -> None:
    """Play the parts that are missing, at most for so many minutes."""
    until, saved = time.monotonic() + 60 * minutes, time.monotonic()
    for key in tables:
        before = sums.rounds(key)
        if before >= rounds:
            continue
        begun = time.process_time()
        table, games = table_of(key), games_of_part(key)
        while sums.rounds(key) < rounds and time.monotonic() < until:
            sums.add(key, play_part(table, games, seed_of(key, sums.parts.get(key, 0))))
            if time.monotonic() - saved > SAVED:
                sums.save()
                saved = time.monotonic()
        sums.save()
        more, seconds = sums.rounds(key) - before, time.process_time() - begun
        print(f"{key}: {more:,} rounds more, {seconds:.0f} s", flush=True)


def main(argv: Sequence[str] | None = None) -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    options = parser.parse_args(argv)
    if options.anew and not options.only:
        parser.error("--anew needs --only")
    sums, tables = Sums(), chosen(options.only)
    if options.anew:
        sums.drop(tables)
    play(sums, options.rounds, tables, options.minutes)
    write_whole(facts.FILE, csv_bytes(rows(sums)))
    if set(sums.parts) == set(keys()):  # else the page lacks figures
        page.write()


if __name__ == "__main__":
    main()
