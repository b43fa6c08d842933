"""The page of rulings: decisions on gaps in the rules, each with a link to its replay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from skyjo_widget.board.session import Session
from skyjo_widget.errors import RecordError
from skyjo_widget.frames.log import Log
from skyjo_widget.records.annotations import Ruling
from skyjo_widget.records.history import History
from skyjo_widget.replays.page import page_title
from skyjo_widget.replays.widget import replay
from skyjo_widget.table.sources import histories_of
from skyjo_widget.util import markup
from skyjo_widget.util.files import (
    check_new,
    given_path,
    make_folder,
    reason,
    write_whole,
)
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.page_sheet import page_sheet

INDEX = "rulings.html"
_RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)\d", re.IGNORECASE)
"""Names that no file has on Windows, whatever its ending."""
_ICON = '<link rel="icon" href="data:,">\n'
"""None, so that no browser asks for one."""
_STYLE = """article { margin: 0 0 .75rem; padding: .6rem .9rem; border-radius: 8px;
  background: var(--soft); }
article p { margin: 0; }
.question { font-weight: 600; }
"""


@in_its_language
def rulings_page(
    source: Log | Session | str | Path | Iterable[str | Path],
    folder: str | Path,
    *,
    lang: str | None = None,
    overwrite: bool = False,
) -> Path:
    """Write a list of all rulings, each a link to the replay of its game at that decision.

    Parameters
    ----------
    source : Log, Session, path, or paths
        The games, as a log, a session, or paths of records, folders, globs or ZIP files.
    folder : path
        The folder of `rulings.html`, and of a page for each game with a ruling; it is created if
        needed.
    lang : str, optional
        The language of the pages; by default the table's, else English.
    overwrite : bool
        Whether to replace existing pages.

    Returns
    -------
    Path
        The page with the list.

    Raises
    ------
    RulesError
        If there is no such language, or `source` isn't a source of games.
    RecordError
        If a record can't be read, or a page exists or can't be written.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    >>> table.act("flip a1")
    >>> ruling = table.ruling("Both turn again.", question="Two equal sums?")
    >>> rulings_page(table, "rulings").name
    'rulings.html'
    """
    lang = lang or (source.lang if isinstance(source, (Log, Session)) else "") or "en"
    texts = words(lang)
    games = [history for history in histories_of(source) if history.rulings]
    index = given_path(folder) / INDEX
    names = write_replays(index.parent, games, index, lang=lang, overwrite=overwrite)
    write_whole(index, _page(games, names, lang, texts))
    return index


def write_replays(
    folder: Path, games: Sequence[History], index: Path, *, lang: str, overwrite: bool
) -> list[str]:
    """Write a page for the replay of each game into a folder, and return the files' names.

    Raises
    ------
    RecordError
        If a file, or the `index` that is to link to them, exists, or the folder can't be made.
    """
    names = page_names([history.game_id for history in games])
    for file in (index, *(folder / name for name in names)):
        check_new(file, overwrite=overwrite)
    try:
        make_folder(folder)
    except (OSError, ValueError) as error:
        raise RecordError(
            "can't be made: {error}", error=reason(error), path=str(folder)
        ) from error
    for history, name in zip(games, names, strict=True):
        replay(history, lang=lang, display=False).to_html(folder / name, overwrite=overwrite)
    return names


def page_names(ids: Sequence[str]) -> list[str]:
    """Return a unique, safe file name for the page of each game, by its key."""
    names: list[str] = []
    taken = {INDEX}
    for number, game_id in enumerate(ids, start=1):
        name = re.sub(r"[^A-Za-z0-9-]+", "-", game_id)[:60].strip("-") or "game"
        while _RESERVED.fullmatch(name) or f"{name}.html".lower() in taken:
            name = f"{name}-{number}"
        names.append(f"{name}.html")
        taken.add(names[-1].lower())  # "A" and "a" are one file on some systems
    return names


def _page(games: list[History], names: list[str], lang: str, words_: dict[str, Any]) -> str:
    texts: dict[str, Any] = words_["rulings"]
    count = sum(len(history.rulings) for history in games)
    counted = texts["count"].get(str(count), texts["count"]["any"]).format(count=count)
    sections = "\n".join(
        f"<section><h2>{escape(_title(history, lang))}</h2>\n"
        + "\n".join(_entry(history, ruling, name, texts) for ruling in history.rulings)
        + "\n</section>"
        for history, name in zip(games, names, strict=True)
    )
    parts = [
        f"<h1>{escape(texts['title'])}</h1>",
        markup.paragraph(counted if count else texts["none"], "quiet"),
        f"<div>{sections}</div>",
        f"<footer>{escape(words_['replay_page']['unofficial'])}</footer>",
    ]
    return markup.page(texts["title"], page_sheet(_STYLE), parts, lang, head=_ICON)


def _title(history: History, lang: str) -> str:
    return page_title(history.header, [player.name for player in history.players], lang)


def _entry(history: History, ruling: Ruling, name: str, texts: dict[str, Any]) -> str:
    at = "" if ruling.decision is None else f"#d{ruling.decision}"
    where = texts["before"] if not at else texts["where"].format(decision=ruling.decision)
    row = None if ruling.decision is None else history.decisions[ruling.decision]
    about = [] if row is None else [f"{row.player} · {history.notation(row, None)}"]
    about += [ruling.by] if ruling.by else []
    about.append(ruling.at[:16].replace("T", " ") + " UTC")
    return (
        f'<article><p class="question"><bdi>{escape(ruling.question or texts["no_question"])}</bdi>'
        f"</p><p><bdi>{escape(ruling.text)}</bdi></p>"
        f'<p class="quiet"><a href="{name}{at}">{escape(where)}</a> · '
        f"{' · '.join(f'<bdi>{escape(part)}</bdi>' for part in about)}</p></article>"
    )
