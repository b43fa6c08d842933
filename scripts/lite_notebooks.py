"""The lessons as they run in a browser's own Python: fewer games, and no outputs yet.

They are made from ``notebooks/``; what differs stands in `CHANGES`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "notebooks"
KERNEL = {"display_name": "Python (Pyodide)", "language": "python", "name": "python"}

Change = tuple[str, str, str]
"""A cell's id, a text that stands in it once, and what stands there instead."""

CHANGES: dict[str, list[Change]] = {
    "tutorial": [],
    "tutorial.fr": [],
    "samples": [],
    "samples.fr": [],
    "strategy": [
        ("words-compare", "a hundred games", "fifty games"),
        ("compare", "games=100", "games=50"),
        ("words-if", "500 times", "200 times"),
        ("if", "games=500", "games=200"),
        ("words-share", "the 500 deals", "the 200 deals"),
        ("answer-if", "some 1.7 points", "some 1.4 points"),
        ("tournament", "games=40", "games=20"),
    ],
    "strategy.fr": [
        ("words-compare", "cent parties", "cinquante parties"),
        ("compare", "games=100", "games=50"),
        ("words-if", "500 fois", "200 fois"),
        ("if", "games=500", "games=200"),
        ("words-share", "des 500 donnes", "des 200 donnes"),
        ("answer-if", "d’environ 1,7 point", "d’environ 1,4 point"),
        ("tournament", "games=40", "games=20"),
    ],
    "perfect": [
        ("words-rounds", "200 rounds", "60 rounds"),
        ("rounds", "games=200", "games=60"),
        ("compare", "games=200", "games=60"),
        ("words-end", "**Next:**", "**With the package installed:**"),
        ("words-end", "[analysis](analysis.ipynb)", "analysis"),
        ("words-end", "; if it isn't in your folder, `skyjo-widget analysis` puts it there", ""),
    ],
    "perfect.fr": [
        ("words-rounds", "200 manches", "60 manches"),
        ("rounds", "games=200", "games=60"),
        ("compare", "games=200", "games=60"),
        ("words-end", "**La suite :**", "**Avec le paquet installé :**"),
        ("words-end", "[analysis](analysis.ipynb)", "analysis"),
        ("words-end", " ; s’il n’est pas dans ton dossier, `skyjo-widget analysis` l’y met", ""),
    ],
}

HERE = {
    "en": (
        "**In this page.** Python runs in your browser: nothing is installed, and nothing is sent. "
        "The first cell takes longest, since Python has to start. Your game stays in this browser, "
        "and some browsers clear what they keep: hand in before you close the page."
    ),
    "fr": (
        "**Dans cette page.** Python tourne dans ton navigateur : rien n’est installé, et rien "
        "n’est envoyé. La première cellule est la plus longue : Python démarre. Ta partie reste "
        "dans ce navigateur, et certains effacent ce qu’ils gardent : rends ton travail avant de "
        "fermer la page."
    ),
}
"""The paragraph at the end of each lesson's first cell, by language."""


def adapted(name: str) -> dict[str, Any]:
    """Return a lesson's notebook with its changes made.

    Parameters
    ----------
    name : str
        That of its file, without the ending, such as ``samples.fr``.

    Raises
    ------
    ValueError
        If a text to be changed doesn't stand in its cell exactly once.
    """
    notebook: dict[str, Any] = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    cells = {cell["id"]: cell for cell in notebook["cells"]}
    for place, old, new in CHANGES[name]:
        source = "".join(cells[place]["source"]) if place in cells else ""
        if (count := source.count(old)) != 1:
            raise ValueError(f"{name}.ipynb, cell {place}: {old!r} stands there {count} times")
        cells[place]["source"] = source.replace(old, new).splitlines(keepends=True)
    notebook["cells"][0]["source"] += ["\n\n", HERE["fr" if name.endswith(".fr") else "en"]]
    for cell in cells.values():
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    notebook["metadata"]["kernelspec"] = KERNEL
    return notebook


def write(folder: Path) -> None:
    """Write all of them into a new folder."""
    folder.mkdir(parents=True)
    for name in CHANGES:
        text = json.dumps(adapted(name), ensure_ascii=False, indent=1)
        (folder / f"{name}.ipynb").write_text(text + "\n", "utf-8")
