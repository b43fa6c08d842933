"""Pieces of HTML whose texts are always texts."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any

LONGEST_NAME = 40
"""Signs of a name that are shown."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")


def escaped(text: str) -> str:
    """A text as HTML: nothing in it is markup, and control characters are spaces."""
    return html.escape(_CONTROL.sub(" ", text))


def short(text: Any, longest: int = 200) -> str:
    """A text that isn't too long to be shown."""
    text = str(text)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph, with a class of the style."""
    return f'<p class="{kind}">{escaped(text)}</p>' if kind else f"<p>{escaped(text)}</p>"


def row(*cells: str) -> str:
    """A row of cells."""
    return f"<tr>{''.join(cells)}</tr>"


def head(text: str) -> str:
    """A row's first cell."""
    return f'<th scope="row"><bdi>{escaped(text)}</bdi></th>'


def name_head(text: str, below: str = "") -> str:
    """The same with a name, and what stands small below it; a long one is cut."""
    shown, more = (f"<bdi>{escaped(short(part, LONGEST_NAME))}</bdi>" for part in (text, below))
    return f'<th scope="row" class="name">{shown}{f"<small>{more}</small>" if below else ""}</th>'


def number(text: str, below: str = "") -> str:
    """A cell with a number, and what stands small below it."""
    more = f"<small>{escaped(below)}</small>" if below else ""
    return f'<td class="number">{escaped(text)}{more}</td>'


def cell(inside: str) -> str:
    """A cell with what is HTML already."""
    return f"<td>{inside}</td>"


def table(
    heads: Sequence[tuple[str, str]],
    rows: Sequence[str],
    *,
    label: str,
    foot: str = "",
    kind: str = "",
) -> str:
    """A table; a wide one scrolls by itself, with the keyboard too."""
    titles = "".join(
        f'<th scope="col" class="{each}">{escaped(title)}</th>' for title, each in heads
    )
    inside = (
        f'<table class="{kind}"><thead><tr>{titles}</tr></thead><tbody>{"".join(rows)}</tbody>'
        f"{f'<tfoot>{foot}</tfoot>' if foot else ''}</table>"
    )
    named = f'tabindex="0" role="region" aria-label="{escaped(label)}"'
    return f'<div class="wide" {named}>{inside}</div>'
