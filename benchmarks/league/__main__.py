"""Play the league, or let a function of one's own play: ``python -m benchmarks.league``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.league.enter import choose, enter, load
from benchmarks.league.page import MISSED, PAGE, PICTURE, bound_rows, page, win_rows
from benchmarks.league.picture import picture
from benchmarks.league.play import KEPT, ROOT, Kept, measure_times, play
from benchmarks.league.settings import DIVISIONS, OWN, Division
from skyjo_widget.errors import RulesError

DOCS = ROOT / "docs"


def write(divisions: Sequence[Division], kept: Kept, docs: Path) -> None:
    """Write the page and its picture into a folder."""
    drawn = picture(divisions, kept)
    for name, text in ((PICTURE, drawn), (PAGE, page(divisions, kept))):
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        if text:
            (docs / name).write_text(text, "utf-8")


def _to_errors(line: str) -> None:
    print(line, file=sys.stderr)


def main(
    arguments: Sequence[str] | None = None,
    divisions: Sequence[Division] = DIVISIONS,
    path: Path = KEPT,
    docs: Path = DOCS,
) -> int:
    """Play what is missing and write the page, or let a function play.

    Returns
    -------
    int
        1 if a bound isn't reached, 2 if an argument is wrong, else 0.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.league",
        description="Play what is missing of the league, and write docs/internals/strength.md.",
    )
    parser.add_argument(
        "--games", type=int, help="games of each pairing, instead of the named ones"
    )
    parser.add_argument("--only", default="", help="pairings whose name holds this word")
    parser.add_argument(
        "--with",
        dest="own",
        help="mine.py:my_function plays against the rule bots and public strategies",
    )
    parser.add_argument(
        "--table",
        action="store_true",
        help="print the wins of these pairings, and leave times and the page as they are",
    )
    parser.add_argument("--game", default="skyjo", help="the division in which it plays")
    chosen = parser.parse_args(arguments)
    kept = Kept(path)
    if chosen.own:
        try:
            function, division = load(chosen.own), choose(divisions, chosen.game)
        except RulesError as error:
            print(error, file=sys.stderr)
            return 2
        print(f"{division.title}:")
        print(*enter(function, division, kept, games=chosen.games or OWN), sep="\n")
        return 0
    if chosen.table:
        play(divisions, kept, games=chosen.games, only=chosen.only, say=_to_errors)
        print(*win_rows(divisions, kept, chosen.only), sep="\n")
        return 0
    try:
        play(divisions, kept, games=chosen.games, only=chosen.only)
        measure_times(divisions, kept, only=chosen.only)
    except KeyboardInterrupt:
        print("stopped; the same command goes on")
    finally:
        write(divisions, kept, docs)
    missed = [row for row in bound_rows(divisions, kept) if MISSED in row]
    print(*missed, sep="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
