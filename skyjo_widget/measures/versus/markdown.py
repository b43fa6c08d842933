"""The report of two versions as Markdown."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from skyjo_widget.measures.versus import wording as told_of
from skyjo_widget.measures.versus.report import Report
from skyjo_widget.util.i18n import words

_MARKS = re.compile(r"([\\`*_\[\]|~$])")


def markdown(found: Report, lang: str) -> str:
    """The report; of single cards only those that differ."""
    said, measured = words(lang)["versus"], words(lang)["measures"]
    a, b = found.names
    parts = [
        f"# {safe(said['title'].format(a=a, b=b))}",
        safe(told_of.summary(found, lang)),
        f"## {said['short']}",
        _items(told_of.headlines(found, lang)),
        safe(told_of.players(found, lang)),
        f"## {said['compared']}",
        _items(told_of.versions(found, lang)),
        *_changes(found, lang),
        f"## {said['measures']}",
    ]
    for family, rows in told_of.families(found.rows):
        shown = [row for row in rows if row.stands or family != "cards"]
        parts += [f"### {measured['families'][family]}"]
        if shown:
            heads = told_of.text_heads(found, lang)
            parts.append(table(heads, told_of.text_rows(shown, lang), 1))
        if len(shown) < len(rows):
            parts.append(safe(said["rest_told"].format(count=len(rows) - len(shown))))
    parts += [f"## {said['reading']}", _items(told_of.reading(found, lang))]
    parts += [f"## {said['again']}", code(found.call)]
    parts += [f"## {said['formulas']}", safe(said["formulas_told"])]
    parts.append(
        "\n".join(f"- {safe(title)}: `{anchor}`" for title, anchor in told_of.formulas(found, lang))
    )
    return "\n\n".join(parts) + "\n"


def safe(text: str) -> str:
    """A text of which nothing is markup, on one line."""
    line = " ".join(text.split("\n")).replace("\r", " ")
    line = _MARKS.sub(r"\\\1", html.escape(line, quote=False))
    return re.sub(r"^(\s*\d*)([-+#=.)])", r"\1\\\2", line)


def code(text: str) -> str:
    """A block of code that its text can't end."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 0)
    return f"{fence}python\n{text}\n{fence}"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: int = 0) -> str:
    """A table; columns from `right` on are numbers."""
    marks = ["---" if i < right else "---:" for i in range(len(heads))]
    lines = [heads, marks, *rows]
    cells = [[cell if line is marks else safe(cell) for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _items(texts: Sequence[str]) -> str:
    return "\n".join(f"- {safe(text)}" for text in texts)


def _changes(found: Report, lang: str) -> list[str]:
    said, (a, b) = words(lang)["versus"], found.names
    rules = told_of.rules(found, lang)
    every, single = told_of.deck(found, lang)
    parts = [table([said["table"]["rule"], a, b], rules, 1)] if rules else [said["same_rules"]]
    parts.append(said["other_deck"] if every else said["same_deck"])
    parts += [table([said["table"]["card"], a, b], [*every, *single], 1)] if every else []
    return parts
