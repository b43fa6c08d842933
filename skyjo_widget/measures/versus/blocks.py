"""Reports in pieces, which are written once and shown as HTML, as Markdown and as plain text."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from skyjo_widget.util import markup
from skyjo_widget.util.page_sheet import page_sheet

_FOLDER = resources.files("skyjo_widget.measures.versus")
BLOCKS = (_FOLDER / "blocks.css").read_text("utf-8")
"""The style of the pieces, with ``@`` for what they stand in."""
_MARKS = re.compile(r"([\\`*_\[\]|~$])")
_WIDTH, _ROOM, _LINE = 400, 10, 34
"""Of a picture: its width, the margin beside its axis, the height of a line."""
_LABEL = 46
"""Most letters of a label of a picture."""
_AXIS = 60
"""Most letters of the words below its axis."""
_STEPS = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)
"""Half-widths of an axis, times a power of 10."""
_SIGNS = 20
"""Signs of a picture as text, on each side of 0."""


class Text(NamedTuple):
    """A paragraph; its kind is a CSS class: ``answer``, ``caveat``, ``head``, ``quiet``."""

    text: str
    kind: str = ""


class Items(NamedTuple):
    """A list of sentences."""

    texts: Sequence[str]
    kind: str = ""


class Code(NamedTuple):
    """Code, or other texts that are taken as they stand."""

    text: str
    language: str = "python"


class Cell(NamedTuple):
    """A text of a table, and smaller ones below it; a note is no number."""

    text: str
    below: tuple[str, ...] = ()
    strong: bool = False
    note: bool = False


class Table(NamedTuple):
    """Rows of cells; the first cell of a row is its head."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    label: str


class Part(NamedTuple):
    """A difference and its interval, in the unit of an axis."""

    middle: float
    low: float = math.nan
    high: float = math.nan


class Line(NamedTuple):
    """A line of a picture: what it is about, the difference, its figure, and whether it stands."""

    label: str
    part: Part | None
    figure: str
    stands: bool


class Picture(NamedTuple):
    """Intervals around 0 on one axis, from −wide to wide; `ends` are its texts there.

    The title says what is seen, `axis` what the axis is.
    """

    title: str
    lines: Sequence[Line]
    wide: float
    ends: tuple[str, str]
    axis: str = ""


class Fold(NamedTuple):
    """Pieces that are shown when their title is chosen."""

    title: str
    inside: Sequence[Block]


Block = Text | Items | Code | Table | Picture | Fold


def widest(parts: Sequence[Part | None]) -> float:
    """Return the half-width of an axis, a round number.

    A line that reaches more than three times as far as the median one leaves the axis, so that it
    doesn't squash the others.
    """
    sizes = sorted(
        max(abs(end) for end in part if not math.isnan(end))
        for part in parts
        if part is not None and not math.isinf(part.middle)
    )
    sizes = [size for size in sizes if size > 0]
    if not sizes:
        return 0.05
    most = max(size for size in sizes if size <= 3 * sizes[(len(sizes) - 1) // 2])
    power = 10.0 ** math.floor(math.log10(most))
    return next(step * power for step in _STEPS if most <= step * power * (1 + 1e-9))


# HTML


def page(title: str, blocks: Sequence[Block], lang: str) -> str:
    """Return one self-contained HTML page without scripts."""
    style = page_sheet(BLOCKS.replace("@ ", ".brief ") + (_FOLDER / "brief.css").read_text("utf-8"))
    heading = f"<h1><bdi>{markup.escaped(title)}</bdi></h1>"
    return markup.page(title, style, [f'<div class="brief">{heading}{as_html(blocks)}</div>'], lang)


def as_html(blocks: Sequence[Block]) -> str:
    """Return the pieces as HTML."""
    return "".join(_html(block) for block in blocks)


def _html(block: Block) -> str:
    match block:
        case Text():
            return markup.paragraph(block.text, block.kind)
        case Items():
            items = "".join(f"<li><bdi>{markup.escaped(text)}</bdi></li>" for text in block.texts)
            return f'<ul class="{block.kind}">{items}</ul>'
        case Code():
            return f"<pre>{markup.escaped(block.text)}</pre>"
        case Table():
            return _html_table(block)
        case Picture():
            return svg(block)
        case Fold():
            title = markup.escaped(block.title)
            inside = as_html(block.inside)
            return f"<details><summary>{title}</summary>{inside}</details>"


def _html_table(table: Table) -> str:
    rows = []
    for head, *cells in table.rows:
        below = "".join(f"<small><bdi>{markup.escaped(text)}</bdi></small>" for text in head.below)
        first = f'<th scope="row"><bdi>{markup.escaped(head.text)}</bdi>{below}</th>'
        named = zip(table.heads[1:], cells, strict=True)
        rows.append(markup.row(first, *(_html_cell(name, cell) for name, cell in named)))
    short = [markup.short(text, markup.LONGEST_NAME) for text in table.heads]
    kinds = ["", *("note" if cell.note else "number" for cell in table.rows[0][1:])]
    return markup.table(list(zip(short, kinds, strict=True)), rows, label=table.label)


def _html_cell(name: str, cell: Cell) -> str:
    text = f"<bdi>{markup.escaped(cell.text)}</bdi>"
    text = f"<b>{text}</b>" if cell.strong else text
    text += "".join(f"<small>{markup.escaped(below)}</small>" for below in cell.below if below)
    named = markup.escaped(markup.short(name, markup.LONGEST_NAME))
    kind = "note" if cell.note else "number"
    return f'<td class="{kind}" data-name="{named}">{text}</td>'  # for narrow pages


def svg(picture: Picture) -> str:
    """Return a picture as SVG: intervals with dots, filled where they stand.

    What leaves the axis ends in an arrow; each line has its figure.
    """
    height, wide = _LINE * len(picture.lines), picture.wide
    marks = [(-wide, "start", picture.ends[0]), (0, "middle", "0"), (wide, "end", picture.ends[1])]
    parts = [
        f'<line class="grid" x1="{_x(at, wide)}" x2="{_x(at, wide)}" y1="0" y2="{height}"/>'
        f'<text class="quiet-text" x="{_x(at, wide)}" y="{height + 15}" text-anchor="{anchor}">'
        f"{markup.escaped(text)}</text>"
        for at, anchor, text in marks
    ]
    for place, line in enumerate(picture.lines):
        y = _LINE * place
        label = markup.escaped(markup.short(line.label, _LABEL))
        figure = markup.escaped(line.figure)
        strong = ' class="strong"' if line.stands else ""
        parts.append(
            f'<text x="0" y="{y + 13}">{label}</text>'
            f'<text{strong} x="{_WIDTH}" y="{y + 13}" text-anchor="end">{figure}</text>'
        )
        if line.part is not None:
            parts.append(_marks(line.part, wide, y + 24, "part" if line.stands else "open"))
    title, axis = markup.escaped(picture.title), markup.escaped(markup.short(picture.axis, _AXIS))
    parts.append(f'<text class="quiet-text" x="0" y="{height + 33}">{axis}</text>')
    return (
        f"<figure><figcaption>{title}</figcaption>"
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {height + 38}" role="img" '
        f'aria-label="{title}">{"".join(parts)}</svg></figure>'
    )


def _marks(part: Part, wide: float, y: int, kind: str) -> str:
    """Return the interval and the dot of a line, with arrows where they leave the axis."""
    marks, points = [], [part.middle]
    if not math.isnan(part.low) and part.high > part.low:
        points += [part.low, part.high]
        low, high = (_x(min(max(end, -wide), wide), wide) for end in (part.low, part.high))
        marks.append(f'<line class="{kind}" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>')
    for sign in (-1, 1):
        if max(sign * point for point in points) > wide * (1 + 1e-9):
            at = _x(sign * wide, wide)
            marks.append(f'<path class="{kind}" d="M{at} {y - 5}l{8 * sign} 5 {-8 * sign} 5z"/>')
    if abs(part.middle) <= wide * (1 + 1e-9):
        marks.append(f'<circle class="{kind}" cx="{_x(part.middle, wide)}" cy="{y}" r="4.5"/>')
    return "".join(marks)


def _x(at: float, wide: float) -> float:
    return round(_WIDTH / 2 + at / wide * (_WIDTH / 2 - _ROOM), 1)


# Markdown


def as_markdown(title: str, blocks: Sequence[Block]) -> str:
    """Return the pieces under a title as Markdown; what is folded is an HTML element."""
    return "\n\n".join([f"# {safe(title)}", *map(_markdown, blocks)]) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Text(text, "answer" | "head"):
            return f"**{safe(text)}**"
        case Text():
            return f"> {safe(block.text)}" if block.kind == "caveat" else safe(block.text)
        case Items():
            return "\n".join(f"- {safe(text)}" for text in block.texts)
        case Code():
            return code(block.text, block.language)
        case Table():
            lines = [[Cell(head) for head in block.heads], *block.rows]
            texts = [f"| {' | '.join(map(_markdown_cell, line))} |" for line in lines]
            marks = ["---", *("---" if cell.note else "---:" for cell in block.rows[0][1:])]
            return "\n".join([texts[0], f"| {' | '.join(marks)} |", *texts[1:]])
        case Picture():
            return f"{safe(block.title)}\n\n{code(drawn(block))}\n\n{safe(block.axis)}".rstrip()
        case Fold():
            inside = "\n\n".join(map(_markdown, block.inside))
            title = html.escape(block.title)
            return f"<details>\n<summary>{title}</summary>\n\n{inside}\n\n</details>"


def _markdown_cell(cell: Cell) -> str:
    text = f"**{_inline(cell.text)}**" if cell.strong else _inline(cell.text)
    below = "; ".join(text for text in cell.below if text)
    return f"{text} ({_inline(below)})" if below else text


def safe(text: str) -> str:
    """Escape a text for Markdown, on one line."""
    return re.sub(r"^(\s*\d*)([-+#=.)])", r"\1\\\2", _inline(text))


def _inline(text: str) -> str:
    """Escape a text that doesn't begin a line."""
    line = " ".join(text.split("\n")).replace("\r", " ")
    return _MARKS.sub(r"\\\1", html.escape(line, quote=False))


def code(text: str, language: str = "") -> str:
    """Return a fenced code block; the fence is longer than any in the text."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", text)), 0)
    return f"{fence}{language}\n{text}\n{fence}"


def drawn(picture: Picture) -> str:
    """Return a picture as lines of signs: ``├──●──┤``, arrows where it leaves the axis."""
    middle, wide = _SIGNS, picture.wide
    labels = [" ".join(markup.short(line.label, _LABEL).split()) for line in picture.lines]
    room = max(map(len, labels), default=0)
    lines = []
    for label, line in zip(labels, picture.lines, strict=True):
        signs = [" "] * (2 * middle + 1)
        if line.part is not None:
            _draw(signs, line.part, wide, "●" if line.stands else "○")
        if signs[middle] in " ─":
            signs[middle] = "│" if signs[middle] == " " else "┼"
        lines.append(f"{label:{room}}  {''.join(signs)}  {line.figure}".rstrip())
    ends = picture.ends
    left = " " * (room + 2) + f"{ends[0]:{middle}}0"
    return "\n".join([*lines, f"{left}{ends[1]:>{middle}}"])


def _draw(signs: list[str], part: Part, wide: float, dot: str) -> None:
    """Put an interval and its dot among the signs of a line."""
    half = len(signs) // 2

    def at(number: float) -> int:
        return half + round(min(max(number / wide, -1), 1) * half)

    ends = [part.middle, part.middle] if math.isnan(part.low) else [part.low, part.high]
    low, high = map(at, ends)
    signs[low : high + 1] = "─" * (high - low + 1)
    if low < high:
        signs[low], signs[high] = "├┤"
    signs[at(part.middle)] = dot
    if min(*ends, part.middle) < -wide:
        signs[0] = "◀"
    if max(*ends, part.middle) > wide:
        signs[-1] = "▶"


# Plain text


def as_text(blocks: Sequence[Block]) -> list[str]:
    """Return the sentences that aren't folded, as lines."""
    return [
        line
        for block in blocks
        for line in (
            [block.text]
            if isinstance(block, Text)
            else block.texts
            if isinstance(block, Items)
            else []
        )
    ]
