"""Examples in the site: a game to click through, and a position to be played."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from skyjo_widget import play, replay
from skyjo_widget.board.coach_panel import Coaching
from skyjo_widget.board.session import Session
from skyjo_widget.board.view import build_rows, build_sheet, build_terms, build_view
from skyjo_widget.front.js_bundle import page_module, page_style
from skyjo_widget.replays.page import standalone

NOTES = {
    "en": ("Each note stands at its decision: click its mark on the line.", "Once, and not again."),
    "fr": (
        "Chaque note est à sa décision : clique sur sa marque sur la ligne.",
        "Une fois, et pas deux.",
    ),
}
WORDS = {
    "en": "A game of NewSkyjo by three bots, to click through, with a note and a ruling.",
    "fr": "Une partie de NewSkyjo entre trois robots, à revoir pas à pas, avec une note et un "
    "point de règle.",
}
"""The page's description."""
PLAYED = {
    "en": "A position of Skyjo in which Ana’s next decision can be made, with the coach’s values.",
    "fr": "Une position de Skyjo où jouer la prochaine décision d’Ana, avec les valeurs du coach.",
}
"""The other page's."""

QUESTIONS = {"en": "May one look twice?", "fr": "Peut-on regarder deux fois ?"}

TRY = {"en": "A position to be played", "fr": "Une position à jouer"}
HEADS = {"en": "<h2>Skyjo</h2><h3>Ana’s turn</h3>", "fr": "<h2>Skyjo</h2><h3>Au tour d’Ana</h3>"}
"""Headings above those of the board, for screen readers."""
BEFORE = 30
"""The decisions before the position: Ana then draws a card that completes a column."""
_IN_A_FRAME = """:root { --edge: 0px; --wide: none; }
body { background: none; }
body > header { position: absolute; width: 1px; height: 1px; overflow: hidden; opacity: 0; }
body > footer, .sjw[data-panel="below"] .sjw-panel, .sjw .sjw-coach-mode { display: none; }
#board { margin: 0; }
"""


def write_replay(path: Path, lang: str) -> None:
    """Write the page of a game of NewSkyjo by three bots, with a note and a ruling."""
    players = ["bot:greedy", "bot:expected", "bot:greedy"]
    table = play("newskyjo", players, seed=5, record=False, display=False, lang=lang, rounds=1)
    table.run()
    note, ruling = NOTES[lang]
    table.note(note, kind="observed", decision=12, by="A")
    table.ruling(ruling, question=QUESTIONS[lang], decision=40)
    path.parent.mkdir(parents=True, exist_ok=True)
    replay(table).to_html(path, lang=lang)
    path.write_text(_described(path.read_text("utf-8"), WORDS[lang]), "utf-8")


def write_position(path: Path, lang: str) -> None:
    """Write the page of a position with the coach's values, in which one decision can be made."""
    table = _position(lang)
    coach = _coach(table)
    moments: list[dict[str, Any]] = [{"shown": {**_traits(table), "coach": coach}, "ways": {}}]
    for action in table.legal:
        moments[0]["ways"][action] = len(moments)
        after = _position(lang, action)
        verdict = {key: coach["actions"][action][key] for key in ("cost", "good")}
        verdict |= {"decision": BEFORE + 1, "player": "Ana", "action": action}
        judged = {**coach, "verdict": {**verdict, "best": coach["best"]}}
        moments.append({"shown": {**_traits(after), "coach": judged}, "ways": {}})
        if after.waiting == "person":
            ways = moments[-1]["ways"]
            for flip in after.legal:
                ways[flip] = len(moments)
                traits_after = _traits(_position(lang, action, flip))
                moments.append({"shown": {**traits_after, "coach": judged}, "ways": {}})
    for state, moment in enumerate(moments):
        moment["shown"]["coach"] = {**moment["shown"]["coach"], "state": 0 if state == 0 else -1}
    traits = {
        "terms": build_terms(table.history),
        "lang": lang,
        "guest": {"may": ["undo"], "board": ""},
        "for_": "",
    }
    data = {"module": page_module(lang, "try_page"), "traits": traits, "moments": moments}
    style = page_style("pages/try_page.js") + _IN_A_FRAME
    path.parent.mkdir(parents=True, exist_ok=True)
    page = standalone(TRY[lang], data, style=style, head=HEADS[lang], lang=lang)
    path.write_text(_described(page, PLAYED[lang]), "utf-8")


def _described(page: str, words: str) -> str:
    """Give a page its description."""
    return page.replace("<title>", f'<meta name="description" content="{words}">\n<title>', 1)


def _position(lang: str, *actions: str) -> Session:
    """Make the table at the position, and make further decisions."""
    players = ["bot:careful", "bot:greedy"]
    options: dict[str, Any] = {"seed": 80, "record": False, "display": False}
    table = play("skyjo", players, lang=lang, coach="after", **options)
    while len(table.history.decisions) < BEFORE:
        table.step()
    table.replace(0, "person:Ana")
    for action in ("draw", *actions):
        table.act(action)
    return table


def _traits(table: Session) -> dict[str, Any]:
    """Return the traits that change from a decision to the next."""
    rows, older = build_rows(table)
    sheet = build_sheet(table.history)
    return {"view": build_view(table), "rows": rows, "older": older, "sheet": sheet}


def _coach(table: Session) -> dict[str, Any]:
    """Return the coach's view of the decision that is due, once it has thought."""
    coaching = Coaching(table, lambda: None, lambda: 0)
    with table.parts.game.lock:
        coaching.ask()
    while (view := coaching.picture())["thinking"]:
        time.sleep(0.05)
    return view
