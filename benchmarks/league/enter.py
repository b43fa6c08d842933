"""A function of one's own in the league: it plays, its rating is printed, nothing is kept."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.league.page import rating_table
from benchmarks.league.play import Kept, Total, play, play_piece
from benchmarks.league.ratings import rate
from benchmarks.league.settings import OWN, SEED, Division, Pairing, fast_pairings
from skyjo_widget.errors import RulesError


def load(where: str) -> Callable[[Any], Any]:
    """Return the function that ``mine.py:my_function`` names.

    Raises
    ------
    RulesError
        If there is no such file or function.
    """
    path, _, name = where.rpartition(":")
    file = Path(path)
    if not file.is_file() or file.suffix != ".py":
        raise RulesError(f"--with {where}: it names a file and a function, as mine.py:my_function")
    sys.path.insert(0, str(file.resolve().parent))
    function = getattr(importlib.import_module(file.stem), name, None)
    if not callable(function):
        raise RulesError(f"--with {where}: {file.name} has no function {name!r}")
    participant: Callable[[Any], Any] = function
    return participant


def enter(
    function: Callable[[Any], Any],
    division: Division,
    kept: Kept,
    *,
    games: int = OWN,
    name: str = "",
    apart: bool | None = None,
    say: Callable[[str], None] = print,
) -> list[str]:
    """Play a function against the rule bots and public strategies, and return the table.

    Parameters
    ----------
    function : callable
    division : Division
    kept : Kept
        The games of the others; what is missing of the rule bots' is played first.
    games : int
        The games against each.
    name : str
        What the table calls it; by default its own name, with "(yours)" if a participant has it.
    apart : bool, optional
        As in `tournament`: by default it plays in a process of its own.
    say : callable
        Called with a line about each opponent.

    Returns
    -------
    list of str
        The table's lines, in Markdown.
    """
    name = name or function.__name__
    if name in division.participants:
        name += " (yours)"
    play([division], kept, choose=fast_pairings, say=say)
    results = dict(_results(function, division, games, name, apart, say))
    table = rating_table(rate(division, kept, results.items()).standings())
    return [_marked(line, name) for line in table]


def _results(
    function: Callable[[Any], Any],
    division: Division,
    games: int,
    name: str,
    apart: bool | None,
    say: Callable[[str], None],
) -> Iterator[tuple[Pairing, Total]]:
    """Yield the results against each of the fast ones."""
    for other in (*division.fast, *division.public):
        total, error = play_piece(division, function, other, games=games, seed=SEED, apart=apart)
        say(f"{division.table(name, other)}: {total.wins:g} of {total.decided}")
        if error:
            say(f"  games that it stops are lost; the first error: {error}")
        yield Pairing(name, other, games, games), total


def _marked(line: str, name: str) -> str:
    """Return a table's line with an arrow if it is that of the name."""
    return f"{line}  ◄" if f"`{name}`" in line else line


def choose(divisions: Sequence[Division], key: str) -> Division:
    """Return the division with a key.

    Raises
    ------
    RulesError
        If there is none; the message lists them.
    """
    for division in divisions:
        if division.key == key:
            return division
    keys = ", ".join(division.key for division in divisions)
    raise RulesError(f"--game {key}: there are {keys}")
