"""Texts of a comparison of two versions, for the page, Markdown and print."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from skyjo_widget.measures.estimate import Estimate
from skyjo_widget.measures.format import (
    format_about,
    format_difference,
    format_interval,
    format_value,
    signed,
)
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
    title, about, means : str
        Of the measure: its name, the part of the game, its meaning.
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
        measured["titles"][row.measure.key],
        format_about(row.about, lang),
        words(lang)["versus"]["means"].get(row.measure.key, ""),
        (numbers[0], numbers[1]),
        (intervals[0], intervals[1]),
        (counts[0], counts[1]),
        format_difference(difference.value, difference.half, unit, lang, sign=True) or none,
        format_ends(row, lang),
        row.note(lang),
    )


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
        title = f"{cells.title}, {cells.about}" if cells.about else cells.title
        numbers = [
            f"{number} ({ends})" if ends else number
            for number, ends in zip(cells.numbers, cells.intervals, strict=True)
        ]
        mark = "●" if row.stands else "○" if row.enough else ""
        lines.append([title, *numbers, cells.difference, cells.ends, mark, cells.note])
    return lines


def _as_sure(number: Estimate, half: float) -> Estimate:
    """Return a number with the interval width of the difference, for equal rounding."""
    if math.isnan(half):
        return number
    return number._replace(low=number.value - half, high=number.value + half)


def summary(report: Report, lang: str) -> str:
    """Return a sentence on the games, deals and seed."""
    return str(words(lang)["versus"]["played"]).format(
        games=format_number(report.games, lang),
        deals=format_number(report.deals, lang),
        seats=report.seats,
        seed=report.seed,
        software=__version__,
    )


def headlines(report: Report, lang: str) -> list[str]:
    """Return the answer asked for first, each family's clearest difference, counts, and gaps."""
    texts = words(lang)["versus"]
    cards = [row for row in report.rows if row.measure.family == "cards"]
    plain = [row for row in report.rows if row.measure.family != "cards"]
    lines = []
    best = [
        min(rows, key=_doubt)
        for _, rows in families([row for row in plain if row.stands and not row.known])
    ]
    first = asked_first(report)
    if first is not None:
        best = [first, *(row for row in best if row is not first)]
    lines += [headline(report, row, lang) for row in best]
    compared = [row for row in plain if row.compared]
    if compared:
        stand = sum(bool(row.stands) for row in compared)
        lines.append(texts["counted"].format(stand=stand, all=len(compared)))
        if any(row.verdict in ("none", "alone") for row in compared):
            lines[-1] += f" {texts['unseen']}"
        if all(row.verdict == "equal" for row in compared):
            lines[-1] = texts["same"]
    compared = [row for row in cards if row.compared]
    if compared and not all(row.verdict == "equal" for row in compared):
        stand = sum(bool(row.stands) for row in compared)
        lines.append(texts["counted_cards"].format(stand=stand, all=len(compared)))
    few = sum(row.verdict == "few" for row in report.rows)
    alone = sum(row.verdict in ("only_a", "only_b") for row in report.rows)
    lines += [texts["few_rows"].format(count=few)] if few else []
    lines += [texts["one_sided"].format(count=alone)] if alone else []
    return [*lines, *troubles(report, lang)]


def asked_first(report: Report) -> Row | None:
    """Return what was asked for first: a measure's row, or the clearest of a family."""
    which = report.settings["which"]
    if not which:
        return None
    name = which if isinstance(which, str) else next(iter(which))
    rows = [row for row in report.rows if row.enough and not row.known]
    mine = [row for row in rows if name in (row.measure.key, row.measure.family)]
    return min(mine, key=lambda row: (not row.stands, _doubt(row)), default=None)


def headline(report: Report, row: Row, lang: str) -> str:
    """Return a row as a sentence: both numbers, the difference, and whether it stands."""
    texts, cells, (a, b) = words(lang)["versus"], line(row, lang), report.names
    title = f"{cells.title} ({cells.about})" if cells.about else cells.title
    key = ("headline" if cells.ends else "headline_sure") if row.stands else "headline_open"
    text = texts[key].format(
        title=title, one=cells.numbers[0], other=cells.numbers[1], a=a, b=b,
        difference=cells.difference, interval=cells.ends, size=row.format_detectable(lang),
    )  # fmt: skip
    notes = words(lang)["measures"]["notes"]
    return f"{text} {notes[row.measure.key]}" if row.measure.warning else text


def _doubt(row: Row) -> float:
    """Return the relative error of a difference."""
    return row.difference.error / abs(row.difference.value) if row.difference.value else math.inf


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


def players(report: Report, lang: str) -> str:
    """Return a sentence on the players and the limits of results from bots."""
    names = ", ".join(report.players)
    return str(words(lang)["versus"]["bots"]).format(players=names)


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
        (names.get(name, name), _option(a, lang), _option(b, lang))
        for name, (a, b) in report.rules.items()
    ]


def _option(value: Any, lang: str) -> str:
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


def formulas(report: Report, lang: str) -> list[tuple[str, str]]:
    """Return the title of each measure and the link to its formula."""
    titles = words(lang)["measures"]["titles"]
    anchors = {row.measure.key: row.measure.anchor for row in report.rows}
    return [(titles[key], anchor) for key, anchor in anchors.items()]


class Part(NamedTuple):
    """A difference and its interval relative to A: 0.1 is 10 %."""

    middle: float
    low: float
    high: float


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
        return Part(endless, math.nan, math.nan) if row.stands else None
    return Part(difference.value / a.value, difference.low / a.value, difference.high / a.value)


def widest(rows: Sequence[Row]) -> float:
    """Return the half-width of the axis of relative differences."""
    ends = sorted(
        max(abs(part.low), abs(part.high))
        for row in rows
        if (part := part_of(row)) is not None and not math.isinf(part.middle)
    )
    most = ends[math.ceil(0.9 * len(ends)) - 1] if ends else 0.0
    return next((end for end in (0.05, 0.1, 0.2, 0.5, 1.0) if most <= end), 2.0)
