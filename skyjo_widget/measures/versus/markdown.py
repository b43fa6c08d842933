"""The report of two versions as Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from skyjo_widget.measures.versus import wording
from skyjo_widget.measures.versus.report import Report
from skyjo_widget.util.i18n import words

_MARKS = re.compile(r"([\\`*_\[\]|~$])")


def markdown(report: Report, lang: str) -> str:
    """Return the report; of single cards only those with a significant difference."""
    texts, measured = words(lang)["versus"], words(lang)["measures"]
    a, b = report.names
    parts = [
        f"# {safe(texts['title'].format(a=a, b=b))}",
        safe(wording.summary(report, lang)),
        f"## {texts['short']}",
        _items(wording.headlines(report, lang)),
        safe(wording.players(report, lang)),
        f"## {texts['compared']}",
        _items(wording.versions(report, lang)),
        *_changes(report, lang),
        f"## {texts['measures']}",
    ]
    for family, rows in wording.families(report.rows):
        listed = [row for row in rows if row.stands or family != "cards"]
        parts += [f"### {measured['families'][family]}"]
        if listed:
            heads = wording.text_heads(report, lang)
            parts.append(table(heads, wording.text_rows(listed, lang), 1))
        if len(listed) < len(rows):
            parts.append(safe(texts["rest_told"].format(count=len(rows) - len(listed))))
    parts += [f"## {texts['reading']}", _items(wording.reading(report, lang))]
    parts += [f"## {texts['again']}", code(report.call)]
    parts += [f"## {texts['formulas']}", safe(texts["formulas_told"])]
    parts.append(
        "\n".join(
            f"- {safe(title)}: `{anchor}`" for title, anchor in wording.formulas(report, lang)
        )
    )
    return "\n\n".join(parts) + "\n"


def safe(text: str) -> str:
    """Escape a text for Markdown, on one line."""
    line = " ".join(text.split("\n")).replace("\r", " ")
    line = _MARKS.sub(r"\\\1", html.escape(line, quote=False))
    return re.sub(r"^(\s*\d*)([-+#=.)])", r"\1\\\2", line)


def code(text: str) -> str:
    """Return a fenced code block; the fence is longer than any in the text."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 0)
    return f"{fence}python\n{text}\n{fence}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: int = 0) -> str:
    """Return a table; columns from `right` on are right-aligned numbers."""
    marks = ["---" if i < right else "---:" for i in range(len(heads))]
    lines = [heads, marks, *rows]
    cells = [
        [statistic if line is marks else safe(statistic) for statistic in line] for line in lines
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _items(texts: Sequence[str]) -> str:
    return "\n".join(f"- {safe(text)}" for text in texts)


def _changes(report: Report, lang: str) -> list[str]:
    texts, (a, b) = words(lang)["versus"], report.names
    rules = wording.rules(report, lang)
    every, single = wording.deck(report, lang)
    parts = [table([texts["table"]["rule"], a, b], rules, 1)] if rules else [texts["same_rules"]]
    parts.append(texts["other_deck"] if every else texts["same_deck"])
    parts += [table([texts["table"]["card"], a, b], [*every, *single], 1)] if every else []
    return parts
