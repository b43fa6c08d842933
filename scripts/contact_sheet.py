"""Take a picture of every screen of the board, in five windows, two themes, two languages.

``python -m scripts.contact_sheet FOLDER [WORD]`` writes a PNG for each into the folder, and
``index.html`` with all of them side by side; with a word, only the screens whose name has it.
It needs what the browser tests need.
"""

from __future__ import annotations

import html
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import sync_playwright

from scripts import chromium as installed
from skyjo_widget import paper, play, replay
from skyjo_widget.engine.games import PresetName
from tests.browser.board_page import BoardPage
from tests.browser.checks import FAULT
from tests.browser.driver import FLAGS, Chromium

WINDOWS = ((280, 653), (390, 844), (768, 1024), (1366, 768), (1920, 1080))
"""A small and a usual phone, a tablet, a small laptop, a desktop: width and height."""
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LANGUAGES = ("en", "fr")
EIGHT = ("Ana", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Hal")
Steps = Callable[[BoardPage, str], None]
Scene = tuple[Callable[[str], Any], Steps | None]
"""A function from a language to what is shown, and what is done in the page then."""


def table(
    game: PresetName, *players: str, decisions: int = 0, until: str = "", **options: Any
) -> Any:
    """Make a table, played on by first choices to a number of decisions or a phase."""
    options = {"seed": 3, "display": False, "record": False, **options}
    session = play(game, list(players), **options)
    session.board.pace = 0
    while session.waiting in ("person", "bot") and (
        len(session.log.decisions) < decisions or (until and session.phase != until)
    ):
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    while session.waiting == "bot":
        session.step()
    return session


def press(english: str, french: str) -> Steps:
    """Press a button or a tab by its name."""

    def steps(page: BoardPage, lang: str) -> None:
        name = {"en": english, "fr": french}[lang]
        page.view.locator("button", has_text=name).first.click()
        page.page.wait_for_timeout(200)

    return steps


def with_fault(lang: str) -> Any:
    """Make a table whose bot has failed."""
    session = table("skyjo", "Ana", "bot:greedy", decisions=6, lang=lang)
    session.board.view = {**session.board.view, "fault": FAULT, "waiting": "fault"}
    return session


def over(game: PresetName, *players: str, lang: str, **options: Any) -> Any:
    """Make a table whose round or game is over."""
    return table(game, *players, decisions=10_000, lang=lang, **options)


SCENES: dict[str, Scene] = {
    "skyjo-1-start": (lambda lang: table("skyjo", "Ana", "bot:greedy", lang=lang), None),
    "skyjo-2-turn": (
        lambda lang: table("skyjo", "Ana", "bot:greedy", "bot:random", decisions=20, lang=lang),
        None,
    ),
    "skyjo-3-in-hand": (
        lambda lang: table(
            "skyjo", "Ana", "bot:greedy", decisions=16, until="place drawn", lang=lang
        ),
        None,
    ),
    "skyjo-4-eight": (lambda lang: table("skyjo", *EIGHT, decisions=60, lang=lang), None),
    "skyjo-5-round-over": (
        lambda lang: over("skyjo", "Ana", "bot:greedy", "bot:random", lang=lang),
        None,
    ),
    "skyjo-6-game-over": (
        lambda lang: over("skyjo", "Ana", "bot:greedy", "bot:random", target=1, lang=lang),
        None,
    ),
    "skyjo-7-pad": (
        lambda lang: table("skyjo", "Ana", "bot:greedy", decisions=20, lang=lang),
        press("Scores", "Scores"),
    ),
    "skyjo-8-rules": (
        lambda lang: table("skyjo", "Ana", "bot:greedy", decisions=20, lang=lang),
        press("Rules", "Règles"),
    ),
    "skyjo-9-coach": (
        lambda lang: table(
            "skyjo", "Ana", "bot:greedy", decisions=16, until="choose", coach="request", lang=lang
        ),
        press("Ask the coach", "Demander au coach"),
    ),
    "skyjo-10-fault": (with_fault, None),
    "skyjo-11-projector": (
        lambda lang: table(
            "skyjo", "Ana", "bot:greedy", decisions=20, projector=True, coach="request", lang=lang
        ),
        None,
    ),
    "skyjo-12-projector-story": (
        lambda lang: table("skyjo", "Ana", "bot:greedy", decisions=20, projector=True, lang=lang),
        press("Decisions", "Décisions"),
    ),
    "newskyjo-1-turn": (
        lambda lang: table("newskyjo", "Ana", *["bot:greedy"] * 2, decisions=20, lang=lang),
        None,
    ),
    "newskyjo-2-four": (
        lambda lang: table("newskyjo", "Ana", *["bot:greedy"] * 4, decisions=40, lang=lang),
        None,
    ),
    "newskyjo-3-note": (
        lambda lang: table(
            "newskyjo", "Ana", *["bot:greedy"] * 2, decisions=20, lang=lang, practice=True
        ),
        press("Note", "Note"),
    ),
    "skipbo-1-two": (
        lambda lang: table("skip-bo", "Ana", "bot:plain", decisions=40, lang=lang),
        None,
    ),
    "skipbo-2-four": (
        lambda lang: table("skip-bo", "Ana", *["bot:plain"] * 3, decisions=60, lang=lang),
        None,
    ),
    "replay": (
        lambda lang: replay(
            over("skyjo", "Ana", "bot:greedy", lang=lang), display=False, lang=lang
        ),
        None,
    ),
    "paper": (
        lambda lang: paper("skyjo", ["Ana", "Ben"], record=False, display=False, lang=lang),
        None,
    ),
}


def fit(page: BoardPage, width: int, height: int) -> None:
    """Give the window a size, and the board time to be drawn for it."""
    page.page.set_viewport_size({"width": width, "height": height})
    page.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))")


def take(chromium: Chromium, name: str, folder: Path) -> None:
    """Take the pictures of one screen."""
    make, steps = SCENES[name]
    for lang in LANGUAGES:
        screen = make(lang)
        page = BoardPage(chromium, screen.board, locale=lang)
        page.page.wait_for_selector(".sjw[data-state]")
        if steps:
            steps(page, lang)
        page.page.mouse.move(0, 0)
        for theme in THEMES:
            page.page.emulate_media(color_scheme=theme)
            page.page.evaluate(
                "light => { document.body.dataset.jpThemeLight = light }",
                str(theme == "light").lower(),
            )
            for width, height in WINDOWS:
                fit(page, width, height)
                path = folder / f"{name}-{lang}-{theme}-{width}.png"
                page.page.screenshot(path=path, full_page=True)
        if page.errors:
            print(f"{name}, {lang}: {page.errors}", file=sys.stderr)
        page.close()


def index(names: list[str]) -> str:
    """Write the page that has all pictures side by side."""
    parts = ["<!doctype html><meta charset=utf-8><title>Screens</title>"]
    parts.append("<style>body{font:14px sans-serif} img{border:1px solid #999;margin:4px;")
    parts.append("vertical-align:top;max-width:30vw}</style>")
    for name in names:
        for lang in LANGUAGES:
            for theme in THEMES:
                title = f"{name}, {lang}, {theme}"
                parts.append(f"<h2>{html.escape(title)}</h2>")
                parts += [
                    f'<img loading=lazy src="{name}-{lang}-{theme}-{width}.png" alt="{width}">'
                    for width, _ in WINDOWS
                ]
    return "\n".join(parts)


def main() -> int:
    """Take all pictures that are asked for."""
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    names = [name for name in SCENES if word in name]
    with tempfile.TemporaryDirectory() as games, sync_playwright() as playwright:
        os.chdir(games)  # tables write there
        browser = playwright.chromium.launch(executable_path=installed.find(), args=FLAGS)
        for name in names:
            take(Chromium(browser), name, folder)
            print(name)
        browser.close()
    (folder / "index.html").write_text(index(names), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
