"""The league's page, ``docs/internals/strength.md``, made of what was kept."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from benchmarks.league.play import Kept, Total
from benchmarks.league.public import SOURCES
from benchmarks.league.ratings import Ratings, Standing, rate
from benchmarks.league.settings import (
    ANCHOR,
    ANCHOR_RATING,
    SEED,
    Budget,
    Division,
    Pairing,
    pairings,
)
from skyjo_widget import __version__
from skyjo_widget.util.intervals import wilson

PAGE = "internals/strength.md"
PICTURE = "images/strength.svg"
MISSED = " not reached"


class Point(NamedTuple):
    """A point of the curve: a budget against the best rule bot, and the time that it took."""

    budget: Budget
    ms: float | None
    total: Total

    @property
    def rate(self) -> tuple[float, float, float]:
        """The share of wins and the ends of its interval."""
        won = self.total.wins / self.total.decided
        return won, *wilson(self.total.wins, self.total.decided)


def curve(division: Division, kept: Kept) -> list[Point]:
    """Return a division's points for which games were played."""
    points = []
    for budget in division.budgets:
        row = kept.time_of(division, budget)
        total = kept.total(division, Pairing(budget.bot, division.best, 0, 0))
        if total.decided:
            points.append(Point(budget, row["ms"] if row else None, total))
    return points


def page(divisions: Sequence[Division], kept: Kept) -> str:
    """Return the page."""
    parts = [_head(divisions, kept)]
    for division in divisions:
        ratings = rate(division, kept)
        if ratings.totals:
            parts.append("\n".join(_division(division, ratings)))
    parts += ["\n".join(_curves(divisions, kept)), "\n".join(_bounds(divisions, kept)), SOLVED]
    text = "\n\n".join(part for part in parts if part) + "\n"
    return re.sub(r"(?<=\|) +| +(?=\|)", "", text)  # the pages' words are counted


def _head(divisions: Sequence[Division], kept: Kept) -> str:
    named = sum(pairing.games for division in divisions for pairing in pairings(division))
    played = sum(
        kept.total(division, pairing).games
        for division in divisions
        for pairing in pairings(division)
    )
    names: dict[tuple[str, str, str], list[str]] = {}
    for name, source in SOURCES.items():
        names.setdefault(source, []).append(f"`{name}`")
    sources = "; ".join(
        f"{', '.join(group)} ({game}) after [{title}]({address})"
        for (game, title, address), group in names.items()
    )
    return f"""# How strong the bots are

Made by `make league`. The numbers of games, the seed
({SEED}) and who meets whom are named before play, in
[`benchmarks/league/settings.py`](../../benchmarks/league/settings.py). One of a pairing sits among
copies of the other, and each deal is played once for every seat.

- **Ratings** are on the Elo scale, by Bradley and Terry's model, with more than two players by
  Luce's and Plackett's; `{ANCHOR}` has {ANCHOR_RATING:,}. Of two players the one with 100 points
  more wins 64 %, with 400 more 91 %. After ± stands half of the 95 % interval of the difference
  from `{ANCHOR}`. Ratings of different games can't be compared.
- **Public strategies**, rebuilt from their descriptions in
  [`public.py`](../../benchmarks/league/public.py): {sources}.

A game is undecided if nobody ended a round for 2,000 turns, or nobody won.

Measured with skyjo_widget {__version__}, Python {platform.python_version()},
{platform.machine()}, {os.cpu_count()} cores: {played:,} of the {named:,} games that are named."""


def _division(division: Division, ratings: Ratings) -> Iterator[str]:
    yield f"## {division.title}\n"
    yield from rating_table(ratings.standings())
    steps = [ratings.difference(upper, lower) for lower, upper in _steps(division, ratings)]
    if steps:
        texts = (f"{mean:+.0f} ({low:+.0f} to {high:+.0f})" for mean, low, high in steps)
        yield f"\nEach level above the one before: {', '.join(texts)}."


def rating_table(standings: Iterable[Standing]) -> Iterator[str]:
    """Yield the lines of a table of ratings, in Markdown."""
    yield "| | | rating | games |"
    yield "|--:|---|--:|--:|"
    for place, (name, rating, games) in enumerate(standings, 1):
        half = "" if name == ANCHOR else f" ± {(rating.high - rating.low) / 2:,.0f}"
        yield f"| {place} | `{name}` | {rating.mean:,.0f}{half} | {games:,} |"


def _steps(division: Division, ratings: Ratings) -> Iterator[tuple[str, str]]:
    """Yield each level with the next one, of those that have played."""
    for level in range(1, division.levels):
        lower, upper = f"level({level})", f"level({level + 1})"
        if {lower, upper} <= set(ratings.names):
            yield lower, upper


def _curves(divisions: Sequence[Division], kept: Kept) -> Iterator[str]:
    points = [(division, point) for division in divisions for point in curve(division, kept)]
    if not points:
        return
    yield "## Strength over time\n"
    yield (
        "Against the best rule bot. The time is the processor's.\n\n"
        f"![The share of wins against the time for a move, for each game](../{PICTURE})\n"
    )
    yield "| | rollouts | ms a move | games | wins | 95 % interval |"
    yield "|---|--:|--:|--:|--:|--:|"
    for number, (division, point) in enumerate(points):
        rate_of, low, high = point.rate
        ms = "" if point.ms is None else f"{point.ms:.0f}"
        first = number == 0 or points[number - 1][0] is not division
        title = f" {division.title}, against {division.others(division.best)}" if first else ""
        yield (
            f"|{title} | {point.budget.rollouts:,} | {ms} "
            f"| {point.total.games:,} | {rate_of:.0%} | {low:.0%} – {high:.0%} |"
        )


def _bounds(divisions: Sequence[Division], kept: Kept) -> Iterator[str]:
    rows = list(bound_rows(divisions, kept))
    if rows:
        yield "## Bounds\n"
        yield (
            "`make league` fails if, once all games of a row are played, the lower end of its\n"
            "interval lies below the bound, or 5 % of the games are undecided.\n"
        )
        yield "| who against whom | games | undecided | wins | 95 % interval | must lie above |"
        yield "|---|--:|--:|--:|--:|--:|"
        yield from rows


def win_rows(divisions: Iterable[Division], kept: Kept, only: str = "") -> Iterator[str]:
    """Yield a table of the kept games of pairings whose name holds a word, and of their sums."""
    yield "| who against whom | games | undecided | wins | 95 % interval |"
    yield "|---|--:|--:|--:|--:|"
    for division in divisions:
        sums: dict[str, list[Total]] = {}
        for pairing in pairings(division):
            total = kept.total(division, pairing)
            if only in division.name(pairing) and total.games:
                sums.setdefault(pairing.player, []).append(total)
                yield _win_row(division.name(pairing), total)
        for name, totals in sums.items():
            if len(totals) > 1:
                label = f"{division.key}: {name} against all {len(totals)}"
                yield _win_row(label, Total(*map(sum, zip(*totals, strict=True))))


def _win_row(label: str, total: Total) -> str:
    low, high = wilson(total.wins, total.decided)
    share = total.wins / total.decided if total.decided else float("nan")
    undecided = total.undecided / total.games
    return f"| {label} | {total.games:,} | {undecided:.1%} | {share:.1%} | {low:.1%} – {high:.1%} |"


def bound_rows(divisions: Iterable[Division], kept: Kept) -> Iterator[str]:
    """Yield a row of the table for each bound whose games were played."""
    for division in divisions:
        for pairing in pairings(division):
            total = kept.total(division, pairing)
            if pairing.above is None or not total.games:
                continue
            low, high = wilson(total.wins, total.decided)
            rate_of = total.wins / total.decided if total.decided else float("nan")
            undecided = total.undecided / total.games
            whole = total.games >= pairing.games
            games = f"{total.games:,}" if whole else f"{total.games:,} of {pairing.games:,}"
            missed = MISSED if whole and (low <= pairing.above or undecided >= 0.05) else ""
            yield (
                f"| {division.name(pairing)} | {games} | {undecided:.1%} | {rate_of:.1%} "
                f"| {low:.1%} – {high:.1%} | {pairing.above:.0%}{missed} |"
            )


SOLVED = """## Against the optimal player

By `python -m benchmarks solved` a starter on one column of three (cards drawn with replacement) is
0.92 points better off, 0.34 worse if each turns a card. With four cards of each number: on 1 × 2
(0 to 4, one turned) 0.41 better, on 2 × 2 (0 to 2, one turned in each column) 0.09. What
decisions lose a round:

||1 × 2|2 × 2|column, one turned|
|---|--:|--:|--:|
|`learned`|0.73 ± 0.02|0.77 ± 0.01|0.48 ± 0.01|
|`careful`|0.73 ± 0.02|0.77 ± 0.01|1.07 ± 0.03|
|`expected`|0.94 ± 0.02|0.84 ± 0.01|4.83 ± 0.08|
|`threshold(2)`|1.58 ± 0.03|3.26 ± 0.04|4.82 ± 0.08|
|`greedy`|2.67 ± 0.03|1.81 ± 0.02|6.06 ± 0.08|

On the column, all hidden, only −2 to 0 are taken at first; with one turned, the ender is doubled in
21 % of optimal rounds. On 2 × 2, 21 % of them never end."""
"""The figures of `benchmarks.solved`."""
