"""The report of two versions as one self-contained HTML file without scripts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import resources

from skyjo_widget.measures.versus import wording
from skyjo_widget.measures.versus.report import Report
from skyjo_widget.measures.versus.rows import Row
from skyjo_widget.util import markup
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import percent

_STYLES = (
    resources.files("skyjo_widget.lessons.report") / "report.css",
    resources.files("skyjo_widget.measures.versus") / "report.css",
)
_WIDTH, _HEIGHT, _ROOM = 180, 22, 10
LONG = 12
"""Most lines of a list that isn't folded."""


def page(report: Report, lang: str) -> str:
    """Return the HTML of the page."""
    texts = words(lang)["versus"]
    title = texts["title"].format(a=report.names[0], b=report.names[1])
    style = "\n".join(file.read_text("utf-8") for file in _STYLES)
    parts = [
        f"<h1><bdi>{markup.escaped(title)}</bdi></h1>",
        markup.paragraph(wording.summary(report, lang), "quiet"),
        _section(texts["short"], _items(wording.headlines(report, lang))),
        markup.paragraph(wording.players(report, lang)),
        _section(texts["compared"], _compared(report, lang)),
        _section(texts["measures"], tables(report, lang)),
        _section(texts["reading"], _items(wording.reading(report, lang))),
        _section(texts["again"], f"<pre>{markup.escaped(report.call)}</pre>"),
        _section(texts["formulas"], _formulas(report, lang)),
    ]
    return markup.page(title, style, parts, lang)


def tables(report: Report, lang: str) -> str:
    """Return one table per family; single cards without a significant difference are folded."""
    texts, measured = words(lang)["versus"], words(lang)["measures"]
    parts = []
    for family, rows in wording.families(report.rows):
        label = measured["families"][family]
        parts.append(f"<h3>{markup.escaped(label)}</h3>")
        wide = wording.widest(rows)
        folded = [row for row in rows if family == "cards" and not row.stands]
        unfolded = [row for row in rows if row not in folded] if folded else rows
        if unfolded:
            parts.append(_measures(report, unfolded, wide, lang, label))
        if folded:
            more = markup.escaped(texts["rest"].format(count=len(folded)))
            inside = _measures(report, folded, wide, lang, label)
            parts.append(f"<details><summary>{more}</summary>{inside}</details>")
    return "".join(parts)


def _measures(report: Report, rows: Sequence[Row], wide: float, lang: str, label: str) -> str:
    texts, (a, b) = words(lang)["versus"]["table"], report.names
    lines, before = [], ""
    for row in rows:
        line = wording.line(row, lang)
        means = line.means if row.measure.key != before else ""
        before = row.measure.key
        lines.append(
            markup.row(
                _title(line.title, line.about, means),
                *(
                    number_cell(name, number, ends, count)
                    for name, number, ends, count in zip(
                        report.names, line.numbers, line.intervals, line.counts, strict=True
                    )
                ),
                number_cell(
                    texts["difference"],
                    line.difference,
                    line.ends,
                    texts["stands"] if row.stands else "",
                    strong=bool(row.stands),
                ),
                f'<td class="dots">{picture(row, wide)}</td>',
                f'<td class="note">{markup.escaped(line.note)}</td>',
            )
        )
    heads = "".join(
        f'<th scope="col" class="{kind}"><bdi>{markup.escaped(markup.short(text, 40))}</bdi></th>'
        for text, kind in (
            (texts["measure"], ""), (a, "number"), (b, "number"), (texts["difference"], "number"),
        )
    )  # fmt: skip
    scale = f'<th scope="col" class="dots">{markup.escaped(texts["picture"].format(a=a))}'
    heads += f"{scale}{axis(wide, lang)}</th>"
    heads += f'<th scope="col">{markup.escaped(texts["note"])}</th>'
    body = "".join(lines)
    inside = f"<table class=versus><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{markup.escaped(label)}">'
        f"{inside}</div>"
    )


def picture(row: Row, wide: float) -> str:
    """Return an SVG of a relative difference: an interval with a dot, filled if significant."""
    part = wording.part_of(row)
    lines = [f'<line class="zero" x1="{_x(0, 1)}" x2="{_x(0, 1)}" y1="0" y2="{_HEIGHT}"/>']
    if part is not None:
        kind, y = "stands" if row.stands else "open", _HEIGHT / 2
        if not math.isnan(part.low) and part.high > part.low:
            ends = [_x(min(max(end, -wide), wide), wide) for end in (part.low, part.high)]
            lines.append(f'<line class="{kind}" x1="{ends[0]}" x2="{ends[1]}" y1="{y}" y2="{y}"/>')
        at = _x(min(max(part.middle, -wide), wide), wide)
        if abs(part.middle) > wide:
            out = 7 if part.middle > 0 else -7
            lines.append(f'<path class="{kind}" d="M{at} {y - 5}l{out} 5 {-out} 5z"/>')
        else:
            lines.append(f'<circle class="{kind}" cx="{at}" cy="{y}" r="4.5"/>')
    return _svg(_HEIGHT, "".join(lines))


def axis(wide: float, lang: str) -> str:
    """Return an SVG of the axis labels of a table's pictures."""
    marks = [(-wide, "start"), (0.0, "middle"), (wide, "end")]
    texts = [
        f'<text x="{_x(at, wide) + nudge}" y="13" text-anchor="{anchor}">'
        f"{'+' if at > 0 else ''}{percent(at, lang)}</text>"
        for (at, anchor), nudge in zip(marks, (-_ROOM, 0, _ROOM), strict=True)
    ]
    return _svg(17, "".join(texts))


def _x(part: float, wide: float) -> float:
    return round(_WIDTH / 2 + part / wide * (_WIDTH / 2 - _ROOM), 1)


def _svg(height: int, inside: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'aria-hidden="true">{inside}</svg>'  # the texts beside it say the same
    )


def _title(title: str, about: str, means: str) -> str:
    inside = f"<bdi>{markup.escaped(title)}</bdi>"
    inside += f" <span class=about><bdi>{markup.escaped(about)}</bdi></span>" if about else ""
    inside += f"<small>{markup.escaped(means)}</small>" if means else ""
    return f'<th scope="row">{inside}</th>'


def number_cell(name: str, text: str, *below: str, strong: bool = False) -> str:
    """Return a cell with a number, its column's name for narrow pages, small texts below it."""
    inside = markup.escaped(text)
    inside = f"<b>{inside}</b>" if strong else inside
    inside += "".join(f"<small>{markup.escaped(more)}</small>" for more in below if more)
    return (
        f'<td class="number" data-name="{markup.escaped(name)}">{inside}</td>'  # for narrow pages
    )


def _compared(report: Report, lang: str) -> str:
    texts, (a, b) = words(lang)["versus"], report.names
    parts = [_items(wording.versions(report, lang))]
    rules = wording.rules(report, lang)
    if rules:
        heads = [(texts["table"]["rule"], ""), (a, ""), (b, "")]
        parts.append(markup.table(heads, [_row(r) for r in rules], label=texts["rules"]))
    else:
        parts.append(markup.paragraph(texts["same_rules"]))
    every, single = wording.deck(report, lang)
    parts.append(markup.paragraph(texts["other_deck"] if every else texts["same_deck"]))
    if every:
        heads = [(texts["table"]["card"], ""), (a, "number"), (b, "number")]
        rows = [_row(r, "number") for r in every]
        more = [_row(r, "number") for r in single]
        if len(more) <= LONG:
            parts.append(markup.table(heads, [*rows, *more], label=texts["deck"]))
        else:
            folded = markup.escaped(texts["deck_more"].format(count=len(more)))
            inside = markup.table(heads, more, label=texts["deck"])
            parts.append(markup.table(heads, rows, label=texts["deck"]))
            parts.append(f"<details><summary>{folded}</summary>{inside}</details>")
    return "".join(parts)


def _row(cells: Sequence[str], kind: str = "") -> str:
    first, *rest = cells
    inside = "".join(f'<td class="{kind}"><bdi>{markup.escaped(t)}</bdi></td>' for t in rest)
    return markup.row(markup.head(first), inside)


def _formulas(report: Report, lang: str) -> str:
    items = "".join(
        f"<li>{markup.escaped(title)}: <code>{markup.escaped(anchor)}</code></li>"
        for title, anchor in wording.formulas(report, lang)
    )
    intro = markup.paragraph(words(lang)["versus"]["formulas_told"])
    return f"{intro}<ul class=formulas>{items}</ul>"


def _section(title: str, inside: str) -> str:
    return f"<section><h2>{markup.escaped(title)}</h2>{inside}</section>"


def _items(texts: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li><bdi>{markup.escaped(text)}</bdi></li>' for text in texts)}</ul>"
