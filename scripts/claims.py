"""Measure what the notebook ``analysis`` says of Skyjo and NewSkyjo, as Markdown tables.

``python -m scripts.claims --games 4000 --seeds 1 2 3`` plays so many games of each version at each
table with each seed.  A difference is NewSkyjo minus Skyjo, the mean over the seeds, ± half of its
95 % interval.  All differences of a table are tested together (Holm 1979): one that these games
don't show stands in brackets.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from skyjo_widget import NEWSKYJO_DECK, SKYJO_DECK, Deck, SimulationError, Version, versus
from skyjo_widget.measures.versus.paired import holm, p_value
from skyjo_widget.util.intervals import Z95

TABLES: dict[str, list[str]] = {
    "random": ["random"] * 3,
    "greedy": ["greedy"] * 3,
    "threshold": ["threshold(2)"] * 3,
    "expected": ["expected"] * 3,
    "mixed": ["expected", "greedy", "threshold(2)"],
    "uneven": ["expected", "greedy", "random"],
}


def keeps(obs: Any, most: int) -> Any:
    """Keep cards up to `most` in place of higher ones, else act at random.

    The program is the same in both games, which no built-in bot but ``random`` is.
    """
    card = obs.discard_top if obs.hand is None else obs.hand
    low = card is not None and card <= most
    if obs.phase == "choose" and "draw" in obs.legal:
        return "take" if low and "take" in obs.legal else "draw"
    if low and "keep" in obs.legal:
        return "keep"
    if low and obs.highest_position is not None and obs.highest_card > card:
        place = "place " + obs.highest_position
        if place in obs.legal:
            return place
    if not low and "discard" in obs.legal:
        return "discard"
    return obs.legal[int(obs.rng.random() * len(obs.legal))]


def keeps_1(obs: Any) -> Any:
    """Keep cards up to 1."""
    return keeps(obs, 1)


def keeps_4(obs: Any) -> Any:
    """Keep cards up to 4."""
    return keeps(obs, 4)


def keeps_7(obs: Any) -> Any:
    """Keep cards up to 7."""
    return keeps(obs, 7)


SAME_PROGRAMS: dict[str, list[Any]] = {
    "close": [keeps_1, keeps_4, keeps_7],
    "far": [keeps_4, keeps_7, "random"],
    "one good": [keeps_4, "random", "random"],
}


def numbers_with_effects() -> Deck:
    """Make the deck of Skyjo's 150 numbers with NewSkyjo's effects on cards of the same number."""
    effects = [kind for kind in NEWSKYJO_DECK.counts if len(kind) == 3]
    left = {kind.value: kind.count for kind in SKYJO_DECK.kinds}
    for kind in NEWSKYJO_DECK.kinds:
        if kind.effect:
            left[kind.value] -= kind.count
    return Deck.from_counts([*effects, *((n, count) for n, count in left.items() if count)])


SKYJO, NEWSKYJO = Version("skyjo", target=1), Version("newskyjo")
SINGLE = Version("skyjo", target=1, penalty_factor=1)
PLAIN = Version("newskyjo", deck=SKYJO_DECK)
NUMBERS = Version("newskyjo", deck=NEWSKYJO_DECK.without_effects())
EFFECTS = Version("newskyjo", deck=numbers_with_effects())
STEPS = {
    "all": (SKYJO, NEWSKYJO),
    "rules": (SKYJO, PLAIN),
    "doubling dropped": (SKYJO, SINGLE),
    "numbers alone": (PLAIN, NUMBERS),
    "effects alone": (PLAIN, EFFECTS),
    "effects, new numbers": (NUMBERS, NEWSKYJO),
}
PERSONS = range(3, 9)
"""The numbers of players of the last table."""


class Found(NamedTuple):
    """A difference over several seeds.

    Parameters
    ----------
    a, b, value, error : float
        Means over the seeds, and the standard error of the difference.
    """

    a: float
    b: float
    value: float
    error: float

    @property
    def p(self) -> float:
        """The p-value of no difference; NaN where nothing is estimated."""
        exact = math.isnan(self.error) or self.error == 0
        return math.nan if exact else p_value(self.value, self.error, 10_000)


def compare(
    a: Version,
    b: Version,
    players: Sequence[Any],
    measure: str,
    games: int,
    seeds: Sequence[int],
    weighed: int = 0,
) -> Found:
    """Compare two versions by one measure, with each seed; by rollouts of `weighed` decisions."""
    results = [
        versus(
            a, b, players=players, games=games, seed=seed, measures=[measure], other_programs=True,
            progress=False, sampled_decisions=weighed,
        )
        for seed in seeds
    ]  # fmt: skip
    if any(sum(result.unfinished) for result in results):
        raise SimulationError(f"{players}: games weren't played to the end, see {results!r}")
    rows = [result.rows[0] for result in results]
    count = len(rows)
    return Found(
        sum(row.numbers[0].value for row in rows) / count,
        sum(row.numbers[1].value for row in rows) / count,
        sum(row.difference.value for row in rows) / count,
        math.sqrt(sum(row.difference.error**2 for row in rows)) / count,
    )


def markdown(
    title: str, cells: Mapping[tuple[str, str], Found], unit: float = 1, digits: int = 1
) -> str:
    """Return a table of differences: a line for each first key, a column for each second."""
    stands = dict(zip(cells, holm([cell.p for cell in cells.values()]), strict=True))
    rows = list(dict.fromkeys(row for row, _ in cells))
    columns = list(dict.fromkeys(column for _, column in cells))

    def text(key: tuple[str, str]) -> str:
        cell = cells[key]
        if math.isnan(cell.error):
            return "too few games"
        interval = f"{unit * cell.value:+.{digits}f} ± {unit * Z95 * cell.error:.{digits}f}"
        interval = interval.replace("-", "−")
        return interval if stands[key] or math.isnan(cell.p) else f"({interval})"

    lines = [f"### {title}", "", f"| table | A | B | {' | '.join(columns)} |"]
    lines.append(f"|---|--:|--:|{'--:|' * len(columns)}")
    for row in rows:
        first = cells[row, columns[0]]
        ends = f"{unit * first.a:.{digits}f} | {unit * first.b:.{digits}f}"
        differences = " | ".join(text((row, column)) for column in columns)
        lines.append(f"| `{row}` | {ends} | {differences} |")
    return "\n".join([*lines, ""])


def report(games: int, seeds: Sequence[int]) -> str:
    """Return all tables."""

    def cells(
        versions: Mapping[str, tuple[Version, Version]],
        tables: Mapping[str, Sequence[Any]],
        measure: str,
        weighed: int = 0,
    ) -> dict[tuple[str, str], Found]:
        return {
            (table, step): compare(a, b, players, measure, games, seeds, weighed)
            for table, players in tables.items()
            for step, (a, b) in versions.items()
        }

    whole = {"NewSkyjo": (SKYJO, NEWSKYJO)}
    as_played = {"NewSkyjo": (Version("skyjo"), NEWSKYJO)}
    both = {"a round": whole["NewSkyjo"], "games as played": as_played["NewSkyjo"]}
    sizes = {f"{n} × {name}": [name] * n for name in ("greedy", "expected") for n in PERSONS}
    head = f"{games} games of each version at each table with each of the seeds {seeds}.\n"
    return "\n".join(
        [
            head,
            markdown("Spread within a round (points)", cells(STEPS, TABLES, "score_sd_round")),
            markdown("The same before penalties", cells(whole, TABLES, "raw_sd_round")),
            markdown(
                "Spread relative to the mean (%)",
                cells(whole, TABLES, "score_sd_relative"), 100, 0,
            ),
            markdown("The winner's margin, games as played", cells(as_played, TABLES, "margin")),
            markdown(
                "Luck: not explained by the player (%)", cells(both, SAME_PROGRAMS, "luck"), 100, 0
            ),
            markdown(
                "Luck: explained by the deal (%)", cells(both, SAME_PROGRAMS, "deal_share"), 100, 0
            ),
            markdown(
                "Decisions that touched others (%)",
                cells(whole, TABLES, "decisions_that_did"), 100,
            ),
            markdown(
                "Decisions that moved the others' chances (%), by rollouts",
                cells(whole, TABLES, "decisions_that_moved", max(1, games // 10)), 100, 0,
            ),
            markdown("Spread within a round, by players", cells(whole, sizes, "score_sd_round")),
        ]
    )  # fmt: skip


def main(argv: Sequence[str] | None = None) -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    options = parser.parse_args(argv)
    print(report(options.games, options.seeds))


if __name__ == "__main__":
    main()
