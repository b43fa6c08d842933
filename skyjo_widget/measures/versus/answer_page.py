"""The answer to a question about two versions, in sentences, in a cell and as one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib import resources
from typing import Protocol

from skyjo_widget.measures.format import format_difference
from skyjo_widget.measures.versus import wording
from skyjo_widget.measures.versus.html import axis, number_cell, picture
from skyjo_widget.measures.versus.report import Report
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.util import markup
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import format_number


class Answered(Protocol):
    """The parts of `skyjo_widget.measures.versus.question.DesignAnswer` that its texts need."""

    @property
    def question(self) -> str:
        """The question, in the asker's words."""

    @property
    def tables(self) -> Mapping[str, Report]:
        """The comparison at each table."""

    @property
    def rows(self) -> Mapping[str, Row]:
        """Each table's row of the measure."""

    @property
    def verdict(self) -> str:
        """The direction of the differences that stand."""

    @property
    def widest(self) -> str | None:
        """The table without a difference whose games would show the least."""

    @property
    def missing(self) -> tuple[str, ...]:
        """The tables that a stopped call hasn't played."""

    def more_games(self) -> int:
        """Return the further games that would show half as much there."""


_STYLES = (
    resources.files("skyjo_widget.lessons.report") / "report.css",
    resources.files("skyjo_widget.measures.versus") / "report.css",
)

_CELL = """@ .answer small { display: block; }
@ .answer svg { display: block; }
@ .answer svg text { font-size: 11px; fill: var(--soft); }
@ .answer svg .zero { stroke: var(--line); }
@ .answer svg .stands { stroke: var(--main); fill: var(--main); stroke-width: 2; }
@ .answer svg .open { stroke: var(--soft); fill: none; stroke-width: 1.5; }
"""


def cell(answer: Answered, lang: str) -> str:
    """Return the display in a notebook cell."""
    return markup.face(answer.question, *parts(answer, lang), lang=lang, style=_CELL)


def sentences(answer: Answered, lang: str) -> list[str]:
    """Return the answer and its certainty, and what a stopped call hasn't played."""
    return [_answer(answer, lang), *_stopped(answer, lang)]


def _stopped(answer: Answered, lang: str) -> list[str]:
    """Return what a stopped call hasn't played: games of a table, other tables."""
    lines = [
        f"{table}: {line}"
        for table, report in answer.tables.items()
        for line in wording.interrupted(report, lang)
    ]
    if answer.missing:
        lines.append(words(lang)["ask"]["missing"].format(tables=", ".join(answer.missing)))
    return lines


def _answer(answer: Answered, lang: str) -> str:
    """Return the answer and its certainty in one paragraph."""
    texts, (a, b) = words(lang)["ask"], _any(answer).names
    line = wording.line(next(iter(answer.rows.values())), lang)
    title = f"{line.title} ({line.about})" if line.about else line.title
    stand = {table: row.difference.value for table, row in answer.rows.items() if row.stands}
    lower = [table for table, value in stand.items() if value < 0]
    higher = [table for table, value in stand.items() if value > 0]
    unseen = [table for table, row in answer.rows.items() if row.enough and not row.stands]
    named = {"title": title, "a": a, "b": b, "all": len(answer.rows)}
    if answer.verdict == "few":
        notes = dict.fromkeys(row.note(lang) for row in answer.rows.values())
        return " ".join([texts["few"].format(**named), *notes])
    parts = []
    for key, tables in (("lower", lower), ("higher", higher)):
        if tables:
            all_of_them = len(tables) == len(answer.rows) > 1
            where = texts["everywhere" if all_of_them else "where"].format(
                tables=", ".join(tables), n=len(tables), all=len(answer.rows)
            )
            parts.append(
                texts[key].format(where=where, sizes=_sizes(answer, tables, lang), **named)
            )
    if answer.verdict == "depends":
        parts.insert(0, texts["depends"])
    if unseen:
        key = "unseen_all" if len(unseen) == len(answer.rows) else "unseen"
        size = format_difference(
            max(answer.rows[table].seen_from for table in unseen),
            max(answer.rows[table].difference.half for table in unseen),
            answer.rows[unseen[0]].measure.unit,
            lang,
        )
        parts.append(texts[key].format(tables=", ".join(unseen), size=size, **named))
    compared = sum(bool(row.compared) for row in answer.rows.values())
    if compared > 1 and (lower or higher):
        parts.append(texts["certain"])
    elif compared == 1 and (lower or higher):
        parts.append(texts["certain_one"])
    return " ".join(parts)


def advice(answer: Answered, lang: str) -> list[str]:
    """Return what to try next."""
    texts, report = words(lang)["ask"]["next"], _any(answer)
    reports = list(answer.tables.values())
    lines = wording.programs(reports, lang)
    lines += dict.fromkeys(
        line for comparison in reports for line in wording.stopped(comparison, lang)
    )
    if answer.verdict == "depends":
        lines.append(texts["depends"])
    if report.rules and report.deck_diff and answer.verdict not in ("few", "unseen"):
        lines.append(texts["apart"])
    if answer.widest is not None and (more := answer.more_games()):
        row = answer.rows[answer.widest]
        size = format_difference(row.seen_from / 2, row.difference.half / 2, row.measure.unit, lang)
        games = format_number(report.games + more, lang)
        lines.append(texts["games"].format(games=games, table=answer.widest, size=size))
    if len(answer.rows) == 1:
        lines.append(texts["tables"])
    return [*lines, texts["people"]]


def parts(answer: Answered, lang: str) -> list[str]:
    """Return the pieces of HTML that a cell and the page show: answer, picture, what to try."""
    texts = words(lang)["ask"]
    return [
        *(markup.paragraph(f"{line}", "answer") for line in sentences(answer, lang)),
        _table(answer, lang),
        f"<p><b>{markup.escaped(texts['try'])}</b></p>",
        f"<ul>{''.join(f'<li>{markup.escaped(line)}</li>' for line in advice(answer, lang))}</ul>",
    ]


def page(answer: Answered, lang: str) -> str:
    """Return the HTML of the page."""
    texts, report = words(lang)["ask"], _any(answer)
    style = "\n".join(file.read_text("utf-8") for file in _STYLES)
    changed = [f"{name}: {a} → {b}" for name, a, b in wording.rules(report, lang)]
    changed += [f"{name}: {a} → {b}" for name, a, b in wording.deck(report, lang)[0]]
    played = texts["played"].format(
        games=format_number(report.games, lang), tables=len(answer.rows), seed=report.seed
    )
    inside = [
        f"<h1><bdi>{markup.escaped(answer.question)}</bdi></h1>",
        *parts(answer, lang),
        f"<h2>{markup.escaped(texts['changed'])}</h2>",
        f"<ul>{''.join(f'<li><bdi>{markup.escaped(line)}</bdi></li>' for line in changed)}</ul>"
        if changed
        else markup.paragraph(texts["same"]),
        markup.paragraph(played, "quiet"),
    ]
    return markup.page(answer.question, style, inside, lang)


# Inside


def _any(answer: Answered) -> Report:
    """Return the comparison at the first table, for what all have in common."""
    return next(iter(answer.tables.values()))


def _sizes(answer: Answered, tables: list[str], lang: str) -> str:
    """Return the smallest and the largest difference of some tables, without signs."""
    rows = sorted(
        (answer.rows[table] for table in tables), key=lambda row: abs(row.difference.value)
    )
    least, most = (
        format_difference(abs(row.difference.value), row.difference.half, row.measure.unit, lang)
        for row in (rows[0], rows[-1])
    )
    if least == most:
        return most
    return str(words(lang)["measures"]["interval"]).format(low=least.partition(" ")[0], high=most)


def _line_up(report: Report) -> str:
    """Return the players of a table: ``3 × greedy``."""
    players = report.jobs[0].players
    if all(isinstance(player, str) for player in players):
        counts = Counter(map(str, players))
        return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in counts.items())
    return ", ".join(report.players)


def _table(answer: Answered, lang: str) -> str:
    texts, (a, b) = words(lang)["versus"]["table"], _any(answer).names
    wide = wording.widest(list(answer.rows.values()))
    lines = []
    for table, row in answer.rows.items():
        line = wording.line(row, lang)
        numbers = zip((a, b), line.numbers, line.intervals, strict=True)
        lines.append(
            markup.row(
                markup.name_head(table, _line_up(answer.tables[table])),
                *(number_cell(name, number, ends) for name, number, ends in numbers),
                number_cell(
                    texts["difference"], line.difference, line.ends, strong=bool(row.stands)
                ),
                f'<td class="dots">{picture(row, wide)}</td>',
            )
        )
    heads = [
        (words(lang)["ask"]["table"], ""), (a, "number"), (b, "number"),
        (texts["difference"], "number"), (texts["picture"].format(a=a), "dots"),
    ]  # fmt: skip
    foot = f'<tr><td colspan="4"></td><td class="dots">{axis(wide, lang)}</td></tr>'
    label = words(lang)["ask"]["table"]
    return markup.table(heads, lines, label=label, foot=foot, kind="versus answer")
