"""What is said of two versions side by side: in a page, in Markdown and in print."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from skyjo_widget.measures.estimate import Estimate
from skyjo_widget.measures.format import (
    signed,
    told_about,
    told_difference,
    told_interval,
    told_value,
)
from skyjo_widget.measures.versus.report import Report
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import short
from skyjo_widget.util.numbers import format_number
from skyjo_widget.util.version import __version__


def told_ends(row: Row, lang: str) -> str:
    """The interval of a difference, without its unit; empty if there is none."""
    found = row.difference
    if math.isnan(found.low) or found.error == 0:
        return ""
    factor = 100 if row.measure.unit == "share" else 1
    low, high = (
        signed(factor * end, factor * found.half, lang, sign=True)
        for end in (found.low, found.high)
    )
    return str(words(lang)["measures"]["interval"]).format(low=low, high=high)


class Line(NamedTuple):
    """A row as texts.

    Parameters
    ----------
    title, about, means : str
        Of the measure: its name, what of the game it is about, what it says.
    numbers, intervals, counts : tuple of str
        Of A and of B.
    difference, ends : str
        B − A, and its interval.
    note : str
    """

    title: str
    about: str
    means: str
    numbers: tuple[str, str]
    intervals: tuple[str, str]
    counts: tuple[str, str]
    difference: str
    ends: str
    note: str


def line(row: Row, lang: str) -> Line:
    """A row as texts."""
    measured, none = words(lang)["measures"], words(lang)["versus"]["none"]
    unit, found = row.measure.unit, row.difference
    numbers = [told_value(_as_sure(one, found.half), unit, lang) or none for one in row.numbers]
    intervals = [told_interval(one, unit, lang) for one in row.numbers]
    counts = [
        f"{format_number(one.cell.count, lang)} {measured['of'][row.measure.of]}"
        if one and one.cell
        else ""
        for one in row.found
    ]
    return Line(
        measured["titles"][row.measure.key],
        told_about(row.about, lang),
        words(lang)["versus"]["means"].get(row.measure.key, ""),
        (numbers[0], numbers[1]),
        (intervals[0], intervals[1]),
        (counts[0], counts[1]),
        told_difference(found.value, found.half, unit, lang, sign=True) or none,
        told_ends(row, lang),
        row.note(lang),
    )


def text_heads(found: Report, lang: str) -> list[str]:
    """The heads of `text_rows`."""
    said, (a, b) = words(lang)["versus"]["table"], found.names
    return [said["measure"], a, b, *(said[k] for k in ("difference", "interval", "stands", "note"))]


def text_rows(rows: Sequence[Row], lang: str) -> list[list[str]]:
    """Rows as cells of text: ● where a difference stands, ○ where none was shown."""
    lines = []
    for row in rows:
        one = line(row, lang)
        title = f"{one.title}, {one.about}" if one.about else one.title
        numbers = [
            f"{number} ({ends})" if ends else number
            for number, ends in zip(one.numbers, one.intervals, strict=True)
        ]
        mark = "●" if row.stands else "○" if row.enough else ""
        lines.append([title, *numbers, one.difference, one.ends, mark, one.note])
    return lines


def _as_sure(number: Estimate, half: float) -> Estimate:
    """A number that is told as precisely as the difference is."""
    if math.isnan(half):
        return number
    return number._replace(low=number.value - half, high=number.value + half)


def summary(found: Report, lang: str) -> str:
    """How much was played."""
    return str(words(lang)["versus"]["played"]).format(
        games=format_number(found.games, lang),
        deals=format_number(found.deals, lang),
        seats=found.seats,
        seed=found.seed,
        software=__version__,
    )


def headlines(found: Report, lang: str) -> list[str]:
    """The clearest difference of each family; how many stand; what can't be told."""
    said = words(lang)["versus"]
    a, b = found.names
    cards = [row for row in found.rows if row.measure.family == "cards"]
    plain = [row for row in found.rows if row.measure.family != "cards"]
    told_of = []
    for _, rows in families([row for row in plain if row.stands and not row.known]):
        row = min(rows, key=_doubt)
        one = line(row, lang)
        title = f"{one.title} ({one.about})" if one.about else one.title
        text = said["headline" if one.ends else "headline_sure"].format(
            title=title, one=one.numbers[0], other=one.numbers[1], a=a, b=b,
            difference=one.difference, interval=one.ends,
        )  # fmt: skip
        notes = words(lang)["measures"]["notes"]
        told_of.append(f"{text} {notes[row.measure.key]}" if row.measure.warning else text)
    compared = [row for row in plain if row.compared]
    if compared:
        stand = sum(bool(row.stands) for row in compared)
        told_of.append(said["counted"].format(stand=stand, all=len(compared)))
        if any(row.verdict in ("none", "alone") for row in compared):
            told_of[-1] += f" {said['unseen']}"
        if all(row.verdict == "equal" for row in compared):
            told_of[-1] = said["same"]
    compared = [row for row in cards if row.compared]
    if compared and not all(row.verdict == "equal" for row in compared):
        stand = sum(bool(row.stands) for row in compared)
        told_of.append(said["counted_cards"].format(stand=stand, all=len(compared)))
    few = sum(row.verdict == "few" for row in found.rows)
    alone = sum(row.verdict in ("only_a", "only_b") for row in found.rows)
    told_of += [said["few_rows"].format(count=few)] if few else []
    told_of += [said["one_sided"].format(count=alone)] if alone else []
    return [*told_of, *troubles(found, lang)]


def _doubt(row: Row) -> float:
    """Small for what is clear."""
    return row.difference.error / abs(row.difference.value)


def troubles(found: Report, lang: str) -> list[str]:
    """Games that weren't played to the end, and players that failed."""
    said = words(lang)["versus"]
    told_of = []
    for name, many, faults in zip(found.names, found.unfinished, found.faults, strict=True):
        if many:
            told_of.append(said["unfinished"].format(count=format_number(many, lang), name=name))
        for player, rows in faults.groupby("player", sort=False):
            why = short(rows["text"].iloc[0])
            told_of.append(
                said["fault"].format(
                    count=format_number(len(rows), lang), name=name, player=player, why=why
                )
            )
    return told_of


def players(found: Report, lang: str) -> str:
    """Who has played, and what that can't say."""
    names = ", ".join(found.players)
    return str(words(lang)["versus"]["bots"]).format(players=names)


def versions(found: Report, lang: str) -> list[str]:
    """What the two are."""
    text = words(lang)["versus"]["version"]
    return [
        text.format(name=name, preset=job.preset, cards=job.deck.size, hash=job.deck.hash[:12])
        for name, job in zip(found.names, found.jobs, strict=True)
    ]


def rules(found: Report, lang: str) -> list[tuple[str, str, str]]:
    """The rules that differ: name, in A, in B."""
    return [(name, _option(a, lang), _option(b, lang)) for name, (a, b) in found.rules.items()]


def _option(value: Any, lang: str) -> str:
    said = words(lang)["versus"]
    if value is None:
        return str(said["none"])
    if isinstance(value, bool):
        return str(said["yes" if value else "no"])
    return format_number(value, lang) if isinstance(value, (int, float)) else str(value)


def deck(found: Report, lang: str) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """What differs between the decks: of all cards, and kind by kind."""
    said, diff = words(lang)["versus"]["deck_rows"], found.deck_diff
    measured = words(lang)["effect_labels"]
    if not diff:
        return [], []
    every = [
        (said["size"], *(format_number(n, lang) for n in diff.size)),
        (said["with_effect"], *(format_number(n, lang) for n in diff.with_effect)),
        (said["mean"], *(format_number(n, lang, 2) for n in diff.mean)),
        (said["spread"], *(format_number(n, lang, 2) for n in diff.spread)),
    ]
    single = [
        (told_about(f"card {one.name}", lang) if _number(one.name) else one.name,
         format_number(one.before, lang), format_number(one.after, lang))
        for one in diff.kinds
    ]  # fmt: skip
    single += [
        (said["effect"].format(name=measured.get(one.name, one.name)),
         format_number(one.before, lang), format_number(one.after, lang))
        for one in diff.effects
    ]  # fmt: skip
    single += [
        (said["redefined"].format(name=one.effect, part=one.part), str(one.before), str(one.after))
        for one in diff.redefined
    ]
    return every, single


def _number(name: str) -> bool:
    """Whether a card's name is one that can be told: ``5``, ``-1:reverse``."""
    value = name.partition(":")[0]
    return value == "wild" or value.lstrip("-").isdigit()


def reading(found: Report, lang: str) -> list[str]:
    """How the tables are to be read."""
    a, b = found.names
    compared = {row.measure.family == "cards": row.compared for row in found.rows if row.compared}
    return [
        text.format(a=a, b=b, all=compared.get(False, 0), cards=compared.get(True, 0))
        for text in words(lang)["versus"]["how"].values()
    ]


def families(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """The rows, a family after the other."""
    for family in dict.fromkeys(row.measure.family for row in rows):
        yield family, [row for row in rows if row.measure.family == family]


def formulas(found: Report, lang: str) -> list[tuple[str, str]]:
    """The title of each measure, and where its formula is."""
    titles = words(lang)["measures"]["titles"]
    anchors = {row.measure.key: row.measure.anchor for row in found.rows}
    return [(titles[key], anchor) for key, anchor in anchors.items()]


class Part(NamedTuple):
    """A difference and its interval in parts of A's value: 0.1 is 10 %."""

    middle: float
    low: float
    high: float


def part_of(row: Row) -> Part | None:
    """The difference in parts of A's value; None where this says nothing.

    A's value must be clearly above 0, else a small change looks like a large one: a difference
    that stands then has no end.
    """
    a, found = row.numbers[0], row.difference
    if math.isnan(found.value) or row.verdict == "few":
        return None
    if not a.value > 0 or a.value < 2 * a.half:
        endless = math.copysign(math.inf, found.value)
        return Part(endless, math.nan, math.nan) if row.stands else None
    return Part(found.value / a.value, found.low / a.value, found.high / a.value)


def widest(rows: Sequence[Row]) -> float:
    """How far a picture of differences reaches to either side, in parts of A's value."""
    ends = sorted(
        max(abs(part.low), abs(part.high))
        for row in rows
        if (part := part_of(row)) is not None and not math.isinf(part.middle)
    )
    most = ends[math.ceil(0.9 * len(ends)) - 1] if ends else 0.0
    return next((end for end in (0.05, 0.1, 0.2, 0.5, 1.0) if most <= end), 2.0)
