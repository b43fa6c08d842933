"""A replay as one self-contained page: the board, all moments and the style in one file.

The page asks nothing of any network, and its own security policy forbids it.  Of the moments
there is the first one, and of each other one what changes: `js/replay_page.js` puts them together
and is the board's model.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import itertools
import json
from html import escape
from pathlib import Path
from typing import Any

from skyjo_widget.board.js_bundle import board_style, page_module
from skyjo_widget.board.tables.common import View, clipped
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.records.record_file import Event
from skyjo_widget.util.files import write_new
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import POLICY

_START = """
const data = JSON.parse(document.getElementById("data").textContent);
const address = URL.createObjectURL(new Blob([data.module], { type: "text/javascript" }));
const { default: start } = await import(address);
start(document.getElementById("board"), data);
"""
_SUM = base64.b64encode(hashlib.sha256(_START.encode()).digest()).decode()
_POLICY = f"{POLICY}; script-src blob: 'sha256-{_SUM}'"
_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 1180px; margin: 0 auto; padding: 12px; background: Canvas; color: CanvasText;
  font: 15px / 1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: 0 0 4px; overflow-wrap: anywhere; }
#board { margin: 12px 0; }
footer, .facts { color: color-mix(in oklab, CanvasText 72%, Canvas); font-size: 13px; }
"""


@dataclasses.dataclass(frozen=True)
class Page:
    """What a page is made of.

    Parameters
    ----------
    lang : str
    header : dict
        The record's first event.
    deck : Deck
    players : list of str
        Their names, by seat.
    line, terms, rows : dict
        Traits of the board that don't change: the moments, the rules, all rows of the log.
    shots : list of dict
        For each moment the traits ``view`` and ``sheet``.
    whole : bool
        Whether all cards of the game are shown.
    seat : int or None
        Through whose eyes.
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
    """Write a page.

    Raises
    ------
    RulesError
        If it is no path.
    RecordError
        If the file is there already, or can't be written.
    """
    return write_new(path, page_html(page), overwrite=overwrite)


def page_html(page: Page) -> str:
    """The text of a page."""
    said = words(page.lang)["replay_page"]
    title = page_title(page.header, page.players, page.lang)
    cards = sum(entry[1] for entry in page.deck.counts)
    data = {
        "module": page_module(page.lang),
        "traits": {"terms": page.terms, "replay": page.line, "lang": page.lang},
        "rows": page.rows,
        **_steps(page.shots),
    }
    facts = said["facts"].format(preset=_preset_name(page.header, said), cards=cards)
    hint = said["hash"].format(hash=page.deck.hash[:12])
    return f"""<!doctype html>
<html lang="{page.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>{_STYLE}{board_style()}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
<p>{escape(_eyes(page, said))}</p>
<p class="facts" title="{escape(hint)}">{escape(facts)}</p>
</header>
<main id="board"><noscript><p>{escape(said["script"])}</p></noscript></main>
<footer>{escape(said["unofficial"])}</footer>
<script type="application/json" id="data">{in_script(data)}</script>
<script type="module">{_START}</script>
</body>
</html>
"""


def page_title(header: Event, players: list[str], lang: str) -> str:
    """What a game is called: what was played, by whom, and when."""
    said = words(lang)["replay_page"]
    names = ", ".join(clipped(name) for name in players)
    year, month, day = map(int, header["at"][:10].split("-"))
    date = said["date"].get(str(day), said["date"]["any"])
    date = date.format(day=day, month=said["months"][str(month)], year=year)
    return f"{_preset_name(header, said)} · {names} · {date}"


def _preset_name(header: Event, said: dict[str, Any]) -> str:
    """What a preset is called by people; a record may name one that isn't known."""
    return str(said["presets"].get(header["preset"], clipped(header["preset"])))


def in_script(data: Any) -> str:
    """Data as JSON that can stand in a script element, whatever its texts are."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _eyes(page: Page, said: dict[str, Any]) -> str:
    """Through whose eyes one looks, in words."""
    if page.seat is not None:
        return str(said["seat"].format(player=clipped(page.players[page.seat])))
    under = any("under" in seat for seat in page.shots[0]["view"]["seats"])
    return str(said["whole" if page.whole else "public"]) + f" {said['under']}" * under


def _steps(shots: list[dict[str, View]]) -> View:
    """The first moment, and what is another at each later one."""
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
    """What must be laid over a picture: keys that are others, of `seats` seat by seat.

    With the key ``whole`` it isn't laid over, but takes its place.
    """
    if before.keys() != after.keys():
        return {"whole": after}
    changed = {key: value for key, value in after.items() if value != before[key]}
    if "seats" in changed:
        pairs = zip(before["seats"], after["seats"], strict=True)
        changed["seats"] = [_changes(was, now) for was, now in pairs]
    return changed
