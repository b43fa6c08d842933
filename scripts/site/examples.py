"""Examples in the site: a game to click through."""

from __future__ import annotations

from pathlib import Path

from skyjo_widget import play, replay

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

QUESTIONS = {"en": "May one look twice?", "fr": "Peut-on regarder deux fois ?"}


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
    described = f'<meta name="description" content="{WORDS[lang]}">\n<title>'
    path.write_text(path.read_text("utf-8").replace("<title>", described, 1), "utf-8")
