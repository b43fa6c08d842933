"""The strength of the bots: ``make strength``.

Plays the table below, mirrored deals with the seats rotated, and writes it with its numbers
of games and 95 % intervals to ``docs/strength.md``.  What was played is kept in
``build/strength.jsonl``: stopped, it goes on where it was; ``--games`` says how many games a
line gets, and ``--only WORD`` plays some lines.  It fails if a bound isn't reached.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skyjo_widget import __version__
from skyjo_widget.simulation.tournament import tournament
from skyjo_widget.util.intervals import wilson

ROOT = Path(__file__).parents[1]
PLAYED = ROOT / "build" / "strength.jsonl"
PAGE = ROOT / "docs" / "strength.md"


def code_of(package: Path) -> str:
    """Hash the rules, the decks and the bots: games of other versions don't count."""
    files = (path for folder in ("engine", "bots") for path in (package / folder).rglob("*"))
    played = sorted(path for path in files if path.suffix in (".py", ".csv"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in played)).hexdigest()[:8]


CODE = code_of(ROOT / "skyjo_widget")
MISSED = " not reached"
PIECE = 24
"""Games of a line that are played at a time: whole deals for 2, 3 and 4 seats."""


@dataclasses.dataclass(frozen=True)
class Line:
    """One against one or more of another; what the lower end of its interval has to reach.

    With a bound fewer than 5 % of the games may be undecided.
    """

    game: str
    one: str
    other: str
    seats: int = 2
    above: float | None = None
    rules: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """Its cell in the table."""
        rules = "".join(f", {name}={value}" for name, value in self.rules)
        others = self.other if self.seats == 2 else f"{self.seats - 1} × {self.other}"
        return f"{self.game}{rules}: {self.one} against {others}"


SHORT = (("stock", 20), ("rounds", 1))
BUDGET = "strong(20ms)"
LINES = (
    Line("skyjo", BUDGET, "greedy", above=0.87),
    Line("skyjo", BUDGET, "threshold(2)", above=0.73),
    Line("skyjo", BUDGET, "careful", above=0.58),
    Line("skyjo", BUDGET, "greedy", seats=4, above=0.68),
    Line("skip-bo", BUDGET, "plain", above=0.95, rules=SHORT),
    Line("skip-bo", BUDGET, "greedy", above=0.80, rules=SHORT),
    Line("newskyjo", BUDGET, "greedy", seats=3, above=0.70),
)
LEVELS = tuple(
    Line(game, f"level({level})", "greedy", seats=seats, rules=rules)
    for game, seats, rules in (("skyjo", 2, ()), ("newskyjo", 3, ()), ("skip-bo", 2, SHORT))
    for level in range(1, 6)
)
POLICIES = tuple(
    Line("skyjo", one, other)
    for one, other in (
        ("threshold(2)", "greedy"),
        ("expected", "greedy"),
        ("careful", "greedy"),
        ("careful", "threshold(2)"),
        ("careful", "expected"),
    )
)


def pieces() -> dict[str, list[dict[str, Any]]]:
    """The games played so far, by the lines' names."""
    found: dict[str, list[dict[str, Any]]] = {}
    if PLAYED.exists():
        for row in PLAYED.read_text("utf-8").splitlines():
            piece = json.loads(row)
            if piece["code"] == CODE:
                found.setdefault(piece["line"], []).append(piece)
    return found


def play(line: Line, seed: int, games: int) -> dict[str, Any]:
    """Play a piece of a line, and keep what came of it."""
    result = tournament(
        [line.one],
        game=line.game,
        against=line.other,
        seats=line.seats,
        games=games,
        seed=seed,
        progress=False,
        **dict(line.rules),
    )
    pair = result.pairs.iloc[0]
    piece = {
        "code": CODE,
        "line": line.name,
        "seed": seed,
        "games": int(pair["games"]),
        "undecided": int(pair["undecided"]),
        "wins": float(pair["wins"]),
    }
    PLAYED.parent.mkdir(exist_ok=True)
    with PLAYED.open("a", encoding="utf-8") as file:
        file.write(json.dumps(piece) + "\n")
    return piece


def rows(lines: tuple[Line, ...], found: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    """The table's rows, in Markdown."""
    for line in lines:
        played = found.get(line.name, [])
        games = sum(piece["games"] for piece in played)
        if not games:
            continue
        undecided = sum(piece["undecided"] for piece in played)
        wins, decided = sum(piece["wins"] for piece in played), games - undecided
        low, high = wilson(wins, decided)
        bound = "" if line.above is None else f"{line.above:.0%}"
        if line.above is not None and (low <= line.above or undecided >= 0.05 * games):
            bound += MISSED
        rate = wins / decided if decided else float("nan")
        yield (
            f"| {line.name} | {games:,} | {undecided / games:.1%} | {rate:.1%} "
            f"| {low:.1%} – {high:.1%} | {bound} |"
        )


def page(found: dict[str, list[dict[str, Any]]]) -> str:
    """The page."""
    head = (
        "| who against whom | games | undecided | wins | 95 % interval | must lie above |\n"
        "|---|--:|--:|--:|--:|--:|"
    )
    parts = [
        "# How strong the bots are",
        "",
        "Made by `make strength`. Each deal was played once for every seat that the first one "
        "can have; Skyjo in games to 100, NewSkyjo one round. The rate is of the decided games, "
        "a shared win counts by its share, and intervals are Wilson's. A game is undecided "
        "if nobody ended a round for 2,000 turns, or nobody won.",
        "",
        f"Measured with skyjo_widget {__version__}, Python {platform.python_version()}, "
        f"{platform.machine()}, {os.cpu_count()} cores; two games at a time, so a bot with "
        "20 ms a move has one core at most. Other work on the machine makes it weaker.",
        "",
    ]
    for title, lines in (
        ("The strong bots, 20 ms a move", LINES),
        ("Levels", LEVELS),
        ("Rule bots", POLICIES),
    ):
        parts += [f"## {title}", "", head, *rows(lines, found), ""]
    return "\n".join(parts)


def main() -> None:
    """Play what is missing, a piece of each line in turn."""
    parser = argparse.ArgumentParser(prog="make strength", description=__doc__)
    parser.add_argument("--games", type=int, default=480, help="games of each line")
    parser.add_argument("--only", default="", help="lines whose name holds this word")
    chosen = parser.parse_args()
    lines = [one for one in (*LINES, *LEVELS, *POLICIES) if chosen.only in one.name]
    found = pieces()
    for number in range(-(-chosen.games // PIECE)):
        for line in lines:
            played = found.setdefault(line.name, [])
            if all(piece["seed"] != number for piece in played):
                played.append(play(line, number, PIECE))
                wins = sum(piece["wins"] for piece in played)
                games = sum(piece["games"] - piece["undecided"] for piece in played)
                low, high = wilson(wins, games)
                print(f"{line.name}: {wins:g} of {games} ({low:.1%} – {high:.1%})", flush=True)
                PAGE.write_text(page(found), "utf-8")
    PAGE.write_text(page(found), "utf-8")
    missed = [row for row in rows(LINES, found) if MISSED in row]
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
