"""HTML builders that escape their texts, and the layout of objects' displays in cells.

A page has its own style sheet.  A cell's display (`face`) includes the common one, which follows
JupyterLab's light or dark theme.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from skyjo_widget.util.card_colours import colours

LONGEST_NAME = 40
"""The number of characters to which a name is cut."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
"""The content security policy of a page: inline styles and embedded images, no scripts."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")


def escaped(text: str) -> str:
    """Escape a text for HTML, and replace control characters by spaces."""
    return html.escape(_CONTROL.sub(" ", text))


def short(text: Any, longest: int = 200) -> str:
    """Cut a text that is too long."""
    text = str(text)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def page(
    title: str,
    style: str,
    parts: Iterable[str],
    lang: str,
    *,
    policy: str = POLICY,
    head: str = "",
    scripts: str = "",
) -> str:
    """Make a page from pieces of HTML; its policy keeps a browser from running scripts.

    Parameters
    ----------
    title, style : str
    parts : iterable of str
    lang : str
    policy : str
        Its content security policy; by default one without scripts.
    head, scripts : str
        HTML at the end of the head and of the body.
    """
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escaped(title)}</title>\n<style>\n{style}</style>\n{head}"
        f"</head>\n<body>\n<main>\n{chr(10).join(parts)}\n</main>\n{scripts}"
        "</body>\n</html>\n"
    )


def paragraph(text: str, kind: str = "") -> str:
    """Make a paragraph, with a CSS class."""
    return f'<p class="{kind}">{escaped(text)}</p>' if kind else f"<p>{escaped(text)}</p>"


def row(*cells: str) -> str:
    """Make a row of cells."""
    return f"<tr>{''.join(cells)}</tr>"


def head(text: str) -> str:
    """Make the header cell of a row."""
    return f'<th scope="row"><bdi>{escaped(text)}</bdi></th>'


def name_head(text: str, below: str = "") -> str:
    """Make the header cell of a row from a name, cut if long, with a small text below."""
    name, more = (f"<bdi>{escaped(short(part, LONGEST_NAME))}</bdi>" for part in (text, below))
    return f'<th scope="row" class="name">{name}{f"<small>{more}</small>" if below else ""}</th>'


def number(text: str, below: str = "") -> str:
    """Make a cell with a number, with a small text below."""
    more = f"<small>{escaped(below)}</small>" if below else ""
    return f'<td class="number">{escaped(text)}{more}</td>'


def cell(inside: str) -> str:
    """Make a cell from HTML."""
    return f"<td>{inside}</td>"


def table(
    heads: Sequence[tuple[str, str]],
    rows: Sequence[str],
    *,
    label: str,
    foot: str = "",
    kind: str = "",
) -> str:
    """Make a table; a wide one scrolls separately, with the keyboard too."""
    titles = "".join(
        f'<th scope="col" class="{each}">{escaped(title)}</th>' for title, each in heads
    )
    inside = (
        f'<table class="{kind}"><thead><tr>{titles}</tr></thead><tbody>{"".join(rows)}</tbody>'
        f"{f'<tfoot>{foot}</tfoot>' if foot else ''}</table>"
    )
    named = f'tabindex="0" role="region" aria-label="{escaped(label)}"'
    return f'<div class="wide" {named}>{inside}</div>'


# Displays in cells

LONGEST_REPR = 900
"""The most characters of a ``repr``."""
MOST_ROWS = 24
"""The most rows of a table in a cell."""

THEME = """--line: var(--jp-border-color2, rgba(128, 128, 128, .35));
  --main: var(--jp-brand-color1, #1976d2); --good: var(--jp-success-color1, #2e8b57);
  --bad: var(--jp-warn-color1, #d9730d); --soft: var(--jp-content-font-color2, currentColor);
  --quiet: var(--soft); --blue: var(--main); --warm: var(--bad); --ink: currentColor;
  --paper: var(--jp-layout-color0, canvas);
  font: 13px/1.45 var(--jp-ui-font-family, system-ui, sans-serif); max-width: 760px;
  color: var(--jp-content-font-color1, inherit); font-variant-numeric: tabular-nums;"""
"""The colours and type of all displays in cells."""

_SELECTOR = ".skyjo-face.skyjo-face"
"""The class is repeated for a higher specificity than a notebook's own rules for tables."""

_FACE = """
@ { THEME }
@ h2, @ h4 { font-size: 13px; font-weight: 600; margin: 4px 0 6px; color: inherit; }
@ h4 span, @ p, @ small, @ summary { color: var(--soft); font-weight: 400; }
@ p { margin: 4px 0; overflow-wrap: anywhere; }
@ small { font-size: 11px; }
@ .over { overflow-x: auto; }
@ .long { max-height: 420px; overflow: auto; }
@ table { border-collapse: collapse; font-size: 12px; margin: 6px 0; width: auto; color: inherit; }
@ tr:nth-child(n) { background: none; border-top: 1px solid var(--line); }
@ thead tr:nth-child(n) { border-top: 0; }
@ th, @ td { padding: 3px 12px 3px 0; text-align: left; border: 0; background: none;
  vertical-align: middle; max-width: 420px; overflow-wrap: break-word; }
@ th { color: var(--soft); font-weight: 400; white-space: nowrap; }
@ .number { text-align: right; white-space: nowrap; }
@ .card { display: inline-block; min-width: 20px; padding: 1px 3px; margin: 1px; border: 1px solid;
  border-radius: 4px; font-weight: 600; line-height: 20px; text-align: center; }
@ .back { background: #32416c; color: #e7dec4; border-color: #495b8e; }
@ .none { border: 1px dashed var(--line); color: transparent; }
@ .bars { display: flex; gap: 3px; align-items: flex-end; margin: 8px 0 10px; }
@ .bars > div { flex: 1 1 0; max-width: 40px; min-width: 0; text-align: center; }
@ .bars small, @ .bars b, @ .bars i { display: block; }
@ .bars b { border-top: 1px solid var(--line); font-weight: 500; }
@ .bars i.top { border-radius: 3px 3px 0 0; }
@ .bars i.effect { background-image: repeating-linear-gradient(45deg,
  rgba(255, 255, 255, .55) 0 2px, transparent 2px 5px); }
@ .track { display: block; position: relative; width: 90px; height: 8px; border-radius: 2px;
  background: rgba(128, 128, 128, .18); }
@ .track i { position: absolute; left: 0; top: 0; bottom: 0; border-radius: 2px;
  background: var(--main); }
@ .seats { display: flex; flex-wrap: wrap; gap: 6px 26px; }
""".replace("THEME", THEME).replace("@", _SELECTOR)


class Html(str):
    """A text that is HTML; a notebook cell renders it."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return self


def face(title: str, *parts: str, sub: str = "", lang: str = "en", style: str = "") -> str:
    """Make an object's display in a cell.

    Parameters
    ----------
    title : str
        The object's name, in bold.
    *parts : str
        HTML below the name.
    sub : str
        A softer text beside the name.
    lang : str
        The language of the texts.
    style : str
        Further rules, with ``@`` for the display.
    """
    more = f" <span>· {escaped(sub)}</span>" if sub else ""
    heading = f"<h4><bdi>{escaped(short(title))}</bdi>{more}</h4>" if title or sub else ""
    rules = _FACE + style.replace("@", _SELECTOR)
    return (
        f"<style>{rules}</style>"
        f'<div class="skyjo-face" lang="{escaped(lang)}">{heading}{"".join(parts)}</div>'
    )


def rows(
    heads: Sequence[str],
    lines: Iterable[Sequence[Any]],
    *,
    most: int = MOST_ROWS,
    more: str = "… and {count} more",
) -> Html:
    """Make a table: numbers are right-aligned, texts escaped, `Html` is kept as it is.

    Parameters
    ----------
    heads : sequence of str
        The column titles; empty for a table without titles.
    lines : iterable of sequence
        The rows; a cell is a text, a formatted number, or `Html`.
    most : int
        The most rows that are shown.
    more : str
        The note about further rows, with their ``{count}``.
    """
    lines = list(lines)
    used = {k for line in lines for k, cell in enumerate(line) if cell not in ("", "–")}
    if heads and lines:  # empty columns are left out
        heads = [title for k, title in enumerate(heads) if k in used]
        lines = [[cell for k, cell in enumerate(line) if k in used] for line in lines]
    rights = {k for line in lines for k, cell in enumerate(line) if heads and _is_number(cell)}
    side = [' class="number"' if k in rights else "" for k in range(len(heads) or 99)]
    titles = "".join(f"<th{side[k]}>{escaped(title)}</th>" for k, title in enumerate(heads))
    body = "".join(
        "<tr>"
        + "".join(f"<td{side[k]}>{_cell(cell)}</td>" for k, cell in enumerate(line))
        + "</tr>"
        for line in lines[:most]
    )
    left = paragraph(more.format(count=len(lines) - most)) if len(lines) > most else ""
    head = f"<thead><tr>{titles}</tr></thead>" if heads else ""
    return Html(f'<div class="over"><table>{head}<tbody>{body}</tbody></table></div>{left}')


def frame_rows(
    frame: Any, formats: Mapping[str, Callable[[Any], str]] | None = None, *, most: int = MOST_ROWS
) -> Html:
    """Make a table of a pandas DataFrame.

    Parameters
    ----------
    frame : DataFrame
        The frame; its index isn't shown.
    formats : mapping of str to callable, optional
        The formatter of a column's numbers.
    most : int
        The most rows that are shown.
    """
    formats = formats or {}
    lines = [
        [
            _plain(value, formats.get(str(name)))
            for name, value in zip(frame.columns, line, strict=True)
        ]
        for line in frame.itertuples(index=False, name=None)
    ]
    return rows([str(name) for name in frame.columns], lines, most=most)


def code(text: Any) -> Html:
    """Make a piece of code: a name or a value as it is written in Python."""
    return Html(f"<code>{escaped(short(text))}</code>")


def bar(share: float) -> Html:
    """Make a bar filled to a share from 0 to 1."""
    return Html(
        f'<span class="track"><i style="width: {100 * min(max(share, 0), 1):.1f}%"></i></span>'
    )


def card(text: str) -> Html:
    """Make a small card from its number, ``wild``, ``?`` (face down) or ``.`` (an empty place)."""
    number, _, effect = text.partition(":")
    if number in ("?", "."):
        return Html(f'<span class="card {"back" if number == "?" else "none"}">·</span>')
    wild = number == "wild"
    paper, rim, ink, _mark = colours(None if wild else int(number))
    label = "★" if wild else number.replace("-", "−")
    title = f' title="{escaped(effect)}"' if effect else ""
    return Html(
        f'<span class="card"{title} style="background: {paper}; color: {ink}; '
        f'border-color: {rim}">{label}{"*" if effect else ""}</span>'
    )


def clipped_lines(lines: Iterable[str], most: int = LONGEST_REPR) -> str:
    """Join as many whole lines as fit into `most` characters; count the others in a last line."""
    kept: list[str] = []
    lines, room = list(lines), most
    for line in (short(line, most // 3) for line in lines):
        if len(line) + 1 > room:
            return "\n".join([*kept, f"… and {len(lines) - len(kept)} more"])
        kept.append(line)
        room -= len(line) + 1
    return "\n".join(kept)


def _cell(value: Any) -> str:
    return value if isinstance(value, Html) else escaped(short(value))


def _is_number(value: Any) -> bool:
    text = str(value).strip("%+−- \u00a0").replace(",", "")
    return not isinstance(value, Html) and bool(text) and text[0].isdigit() and _ends(text)


def _ends(text: str) -> bool:
    return all(sign.isdigit() or sign in ".eE ±%\u00a0\u202f" for sign in text)


def _plain(value: Any, to_text: Callable[[Any], str] | None) -> str:
    if value is None or value != value or str(value) == "<NA>":  # noqa: PLR0124  (NaN)
        return "–"
    if to_text:
        return to_text(value)
    return f"{value:.4g}".replace("-", "−") if isinstance(value, float) else str(value)
