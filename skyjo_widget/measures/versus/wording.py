"""Texts of a comparison of two versions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from skyjo_widget.measures.estimate import Estimate
from skyjo_widget.measures.format import (
    format_about,
    format_difference,
    format_interval,
    format_value,
    signed,
)
from skyjo_widget.measures.versus.blocks import Part
from skyjo_widget.measures.versus.report import Report, differing_programs
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import short
from skyjo_widget.util.numbers import format_number
from skyjo_widget.util.version import __version__


def format_ends(row: Row, lang: str) -> str:
    """Return the interval of a difference, without its unit; empty if there is none."""
    difference = row.difference
    if math.isnan(difference.low) or difference.error == 0:
        return ""
    factor = 100 if row.measure.unit == "share" else 1
    low, high = (
        signed(factor * end, factor * difference.half, lang, sign=True)
        for end in (difference.low, difference.high)
    )
    return str(words(lang)["measures"]["interval"]).format(low=low, high=high)


class Line(NamedTuple):
    """The texts of a row.

    Parameters
    ----------
    means : str
        The meaning of the measure.
    numbers, intervals, counts : tuple of str
        Of A and of B.
    difference, ends : str
        B − A, and its interval.
    note : str
    """

    means: str
    numbers: tuple[str, str]
    intervals: tuple[str, str]
    counts: tuple[str, str]
    difference: str
    ends: str
    note: str


def line(row: Row, lang: str) -> Line:
    """Return the texts of a row."""
    measured, none = words(lang)["measures"], words(lang)["versus"]["none"]
    unit, difference = row.measure.unit, row.difference
    numbers = [
        format_value(_as_sure(number, difference.half), unit, lang) or none
        for number in row.numbers
    ]
    intervals = [format_interval(number, unit, lang) for number in row.numbers]
    counts = [
        f"{format_number(finding.statistic.count, lang)} {measured['of'][row.measure.of]}"
        if finding and finding.statistic
        else ""
        for finding in row.findings
    ]
    return Line(
        words(lang)["versus"]["means"].get(row.measure.key, ""),
        (numbers[0], numbers[1]),
        (intervals[0], intervals[1]),
        (counts[0], counts[1]),
        format_difference(difference.value, difference.half, unit, lang, sign=True) or none,
        format_ends(row, lang),
        row.note(lang),
    )


def title(row: Row, lang: str) -> str:
    """Return the name of a row: its measure, and the part of the game."""
    name, about = words(lang)["measures"]["titles"][row.measure.key], format_about(row.about, lang)
    return f"{name} ({about})" if about else str(name)


def with_unit(row: Row, lang: str) -> str:
    """Return the name of a row with its unit, for numbers without it; shares have their sign."""
    name, unit = title(row, lang), words(lang)["measures"]["units"][row.measure.unit]
    plain = row.measure.unit == "share" or unit in name.lower()
    return name if plain else f"{name} ({unit})"


def bare(text: str, row: Row, lang: str) -> str:
    """Return a number of a row without its unit, and percentage points as points."""
    of_shares = words(lang)["versus"]["units"]
    if row.measure.unit == "share":
        return text.replace(of_shares["share"], of_shares["points"])
    return text.removesuffix(words(lang)["measures"]["units"][row.measure.unit]).rstrip()


def listing(names: Iterable[str], most: int = 12) -> str:
    """Join names; of many, the first ones and an ellipsis."""
    names = list(names)
    return ", ".join([*names[:most], *(["…"] if len(names) > most else [])])


def text_heads(report: Report, lang: str) -> list[str]:
    """Return the column heads of `text_rows`."""
    texts, (a, b) = words(lang)["versus"]["table"], report.names
    return [
        texts["measure"],
        a,
        b,
        *(texts[k] for k in ("difference", "interval", "stands", "note")),
    ]


def text_rows(rows: Sequence[Row], lang: str) -> list[list[str]]:
    """Return rows of texts: ● marks a significant difference, ○ one that isn't."""
    lines = []
    for row in rows:
        cells = line(row, lang)
        numbers = [
            f"{number} ({ends})" if ends else number
            for number, ends in zip(cells.numbers, cells.intervals, strict=True)
        ]
        mark = "●" if row.stands else "○" if row.enough else ""
        lines.append([title(row, lang), *numbers, cells.difference, cells.ends, mark, cells.note])
    return lines


def _as_sure(number: Estimate, half: float) -> Estimate:
    """Return a number with the interval width of the difference, for equal rounding."""
    if math.isnan(half):
        return number
    return number._replace(low=number.value - half, high=number.value + half)


def troubles(report: Report, lang: str) -> list[str]:
    """Return sentences on a stop, other programs, unfinished games, and players that failed."""
    return [*interrupted(report, lang), *programs([report], lang), *stopped(report, lang)]


def interrupted(report: Report, lang: str) -> list[str]:
    """Return a sentence on what a stopped call hasn't done, if it was stopped."""
    texts, asked = words(lang)["versus"], report.jobs[0].games
    lines = []
    if report.games < asked:
        games, every = format_number(report.games, lang), format_number(asked, lang)
        lines.append(texts["interrupted"].format(games=games, all=every))
    if report.missing:
        lines.append(texts["no_rollouts"].format(names=", ".join(report.missing)))
    return lines


def programs(reports: Sequence[Report], lang: str) -> list[str]:
    """Return a sentence on the players that are other programs in B than in A, if any are."""
    others = dict.fromkeys(name for report in reports for name in differing_programs(*report.jobs))
    a, b = reports[0].names
    text = words(lang)["versus"]["programs"]
    return [text.format(players=", ".join(others), a=a, b=b)] if others else []


def stopped(report: Report, lang: str) -> list[str]:
    """Return sentences on unfinished games and on players that failed."""
    texts, lines = words(lang)["versus"], []
    for name, many, faults in zip(report.names, report.unfinished, report.faults, strict=True):
        if many:
            lines.append(texts["unfinished"].format(count=format_number(many, lang), name=name))
        for player, rows in faults.groupby("player", sort=False, observed=True):
            why = short(rows["text"].iloc[0])
            lines.append(
                texts["fault"].format(
                    count=format_number(len(rows), lang), name=name, player=player, why=why
                )
            )
    return lines


def played(report: Report, lang: str) -> str:
    """Return a sentence on the games, the players and the seed."""
    return str(words(lang)["versus"]["played"]).format(
        games=format_number(report.games, lang),
        deals=format_number(report.deals, lang),
        seats=report.seats,
        players=line_up(report),
        seed=report.seed,
        software=__version__,
    )


def line_up(report: Report) -> str:
    """Return the players of a table: ``3 × greedy``."""
    players = report.jobs[0].players
    if all(isinstance(player, str) for player in players):
        counts = Counter(map(str, players))
        return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in counts.items())
    return ", ".join(report.players)


def versions(report: Report, lang: str) -> list[str]:
    """Return a sentence on each version: preset and deck."""
    text = words(lang)["versus"]["version"]
    return [
        text.format(
            name=name,
            preset=job.preset,
            cards=job.deck.size,
            hash=job.deck.hash
            if job.deck.name in ("", name)
            else f"{job.deck.name}, {job.deck.hash}",
        )
        for name, job in zip(report.names, report.jobs, strict=True)
    ]


def rules(report: Report, lang: str) -> list[tuple[str, str, str]]:
    """Return the rules that differ: name, value in A, value in B."""
    names = words(lang)["versus"]["rule_names"]
    return [
        (names.get(name, name), option(a, lang), option(b, lang))
        for name, (a, b) in report.rules.items()
    ]


def option(value: Any, lang: str) -> str:
    """Return the value of a rule as a text."""
    texts = words(lang)["versus"]
    if value is None:
        return str(texts["none"])
    if isinstance(value, bool):
        return str(texts["yes" if value else "no"])
    return format_number(value, lang) if isinstance(value, (int, float)) else str(value)


def deck(
    report: Report, lang: str
) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """Return rows on the difference of the decks: overall, and kind by kind."""
    texts, diff = words(lang)["versus"]["deck_rows"], report.deck_diff
    measured = words(lang)["effect_labels"]
    if not diff:
        return [], []
    every = [
        (texts["size"], *(format_number(n, lang) for n in diff.size)),
        (texts["with_effect"], *(format_number(n, lang) for n in diff.with_effect)),
        (texts["mean"], *(format_number(n, lang, 2) for n in diff.mean)),
        (texts["spread"], *(format_number(n, lang, 2) for n in diff.spread)),
    ]
    single = [
        (format_about(f"card {kind.name}", lang) if _is_card_name(kind.name) else kind.name,
         format_number(kind.before, lang), format_number(kind.after, lang))
        for kind in diff.kinds
    ]  # fmt: skip
    single += [
        (texts["effect"].format(name=measured.get(effect.name, effect.name)),
         format_number(effect.before, lang), format_number(effect.after, lang))
        for effect in diff.effects
    ]  # fmt: skip
    single += [
        (
            texts["redefined"].format(name=change.effect, part=change.part),
            str(change.before),
            str(change.after),
        )
        for change in diff.redefined
    ]
    return every, single


def _is_card_name(name: str) -> bool:
    """Return True if a card's name is a number or wild: ``5``, ``-1:reverse``."""
    value = name.partition(":")[0]
    return value == "wild" or value.lstrip("-").isdigit()


def reading(report: Report, lang: str) -> list[str]:
    """Return sentences that explain the tables."""
    a, b = report.names
    compared = {row.measure.family == "cards": row.compared for row in report.rows if row.compared}
    return [
        text.format(a=a, b=b, all=compared.get(False, 0), cards=compared.get(True, 0))
        for text in words(lang)["versus"]["how"].values()
    ]


def families(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Yield each family of measures with its rows."""
    for family in dict.fromkeys(row.measure.family for row in rows):
        yield family, [row for row in rows if row.measure.family == family]


def part_of(row: Row) -> Part | None:
    """Return the difference relative to A; None where that is meaningless.

    A must be clearly above 0, else a small change looks like a large one: a significant difference
    is then infinite.
    """
    a, difference = row.numbers[0], row.difference
    if math.isnan(difference.value) or row.verdict == "few":
        return None
    if not a.value > 0 or a.value < 2 * a.half:
        endless = math.copysign(math.inf, difference.value)
        return Part(endless) if row.stands else None
    return Part(difference.value / a.value, difference.low / a.value, difference.high / a.value)
