"""Export of a replay as one self-contained page: board, all moments and style in one file.

The page makes no network requests, which its content security policy forbids.  It stores the first
moment in full and the changes of each later one: `js/pages/replay_page.js` applies them and is the
board's model.
"""

from __future__ import annotations

import base64
import dataclasses
import datetime
import hashlib
import itertools
import json
from html import escape
from pathlib import Path
from typing import Any

from skyjo_widget.board.tables.common import View, clipped
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.front.js_bundle import page_module, page_style
from skyjo_widget.records.record_file import Event
from skyjo_widget.util.dates import format_date
from skyjo_widget.util.files import write_new
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import POLICY
from skyjo_widget.util.names import sentence
from skyjo_widget.util.page_sheet import page_sheet

_START = """
const data = JSON.parse(document.getElementById("data").textContent);
const address = URL.createObjectURL(new Blob([data.module], { type: "text/javascript" }));
const { default: start } = await import(address);
start(document.getElementById("board"), data);
"""
_SUM = base64.b64encode(hashlib.sha256(_START.encode()).digest()).decode()
_POLICY = f"{POLICY}; script-src blob: 'sha256-{_SUM}'"
_STYLE = """:root { --wide: 74rem; --edge: .75rem; }
p { margin: 0 0 .25rem; max-width: none; }
#board { margin: .75rem 0; }
"""


@dataclasses.dataclass(frozen=True)
class Page:
    """The content of a page.

    Parameters
    ----------
    lang : str
    header : dict
        The record's first event.
    deck : Deck
    players : list of str
        Their names, by seat.
    line, terms, rows : dict
        Constant traits of the board: the moments, the rules, all rows of the log.
    shots : list of dict
        The traits ``view`` and ``sheet`` of each moment.
    whole : bool
        Whether all cards of the game are shown.
    seat : int or None
        The seat whose view is shown; None for the public view.
    """

    lang: str
    header: Event
    deck: Deck
    players: list[str]
    line: View
    terms: View
    rows: View
    shots: list[dict[str, View]]
    whole: bool
    seat: int | None


def write_page(page: Page, path: str | Path, *, overwrite: bool = False) -> Path:
    """Write a page to a file.

    Raises
    ------
    RulesError
        If `path` isn't a path.
    RecordError
        If the file exists, or can't be written.
    """
    return write_new(path, page_html(page), overwrite=overwrite)


def page_html(page: Page) -> str:
    """Return the HTML of a page."""
    texts = words(page.lang)["replay_page"]
    title = page_title(page.header, page.players, page.lang)
    cards = sum(entry[1] for entry in page.deck.counts)
    data = {"module": page_module(page.lang), **page_data(page)}
    facts = texts["facts_named" if page.deck.name else "facts"].format(
        preset=_preset_name(page.header, texts), cards=cards, name=page.deck.name
    )
    hint = texts["hash"].format(hash=page.deck.hash[:12])
    head = f"""<p>{escape(_perspective(page, texts))}</p>
<p class="quiet" title="{escape(hint)}">{escape(facts)}</p>"""
    return standalone(
        title, data, style=page_style("pages/replay_page.js"), head=head, lang=page.lang
    )


def standalone(title: str, data: View, *, style: str, head: str = "", lang: str) -> str:
    """Return the HTML of a page that shows something with its own module, offline.

    Parameters
    ----------
    title : str
    data : dict
        ``module`` is an ES module; its default export is called with an element and all of `data`.
    style : str
    head : str
        HTML below the title.
    lang : str
    """
    texts = words(lang)["replay_page"]
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>{page_sheet(_STYLE + style)}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
{head}
</header>
<main id="board"><noscript><p>{escape(texts["script"])}</p></noscript></main>
<footer>{escape(texts["unofficial"])}</footer>
<script type="application/json" id="data">{in_script(data)}</script>
<script type="module">{_START}</script>
</body>
</html>
"""


def page_data(page: Page) -> dict[str, Any]:
    """Return the data of a page's board: its constant traits, its rows and its moments."""
    return {
        "traits": {"terms": page.terms, "replay": page.line, "lang": page.lang},
        "rows": page.rows,
        **_steps(page.shots),
    }


def page_title(header: Event, players: list[str], lang: str) -> str:
    """Return the title of a game: preset, players and date."""
    texts = words(lang)["replay_page"]
    names = ", ".join(clipped(name) for name in players)
    date = format_date(datetime.date.fromisoformat(header["at"][:10]), lang)
    return f"{_preset_name(header, texts)} · {names} · {date}"


def _preset_name(header: Event, texts: dict[str, Any]) -> str:
    """Return the label of a preset; an unknown one of a record is its own label."""
    return str(texts["presets"].get(header["preset"], clipped(header["preset"])))


def in_script(data: Any) -> str:
    """Return data as JSON that is safe in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _perspective(page: Page, texts: dict[str, Any]) -> str:
    """Return a sentence on whose view is shown."""
    if page.seat is not None:
        return sentence(texts["seat"], page.lang, player=clipped(page.players[page.seat]))
    under = any("under" in seat for seat in page.shots[0]["view"]["seats"])
    return str(texts["whole" if page.whole else "public"]) + f" {texts['under']}" * under


def _steps(shots: list[dict[str, View]]) -> View:
    """Return the first moment, and the changes at each later one."""
    steps = [
        {
            key: changed
            for key in ("view", "sheet")
            if (changed := _changes(before[key], after[key]))
        }
        for before, after in itertools.pairwise(shots)
    ]
    return {"first": {key: shots[0][key] for key in ("view", "sheet")}, "steps": steps}


def _changes(before: View, after: View) -> View:
    """Return the changed keys of a view, those of `seats` seat by seat.

    If the keys differ, ``whole`` holds the new view.
    """
    if before.keys() != after.keys():
        return {"whole": after}
    changed = {key: value for key, value in after.items() if value != before[key]}
    if "seats" in changed:
        pairs = zip(before["seats"], after["seats"], strict=True)
        changed["seats"] = [_changes(was, now) for was, now in pairs]
    return changed
