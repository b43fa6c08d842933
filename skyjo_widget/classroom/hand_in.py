"""A pupil's hand-in file: a copy of a record without what nobody meant to tell."""

from __future__ import annotations

import contextlib
import re
import secrets
import unicodedata
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RecordError
from skyjo_widget.records import record_file as record
from skyjo_widget.records.record_file import Event
from skyjo_widget.records.replay import replay
from skyjo_widget.table.seating import free_name
from skyjo_widget.table.session import HeadlessSession
from skyjo_widget.util.files import create_whole, given_path, make_folder
from skyjo_widget.util.validation import plain_text

_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_LONGEST = 60
"""Bytes of a part of the file's name."""


def hand_in(
    game: HeadlessSession | str | Path, name: str = "", *, folder: str | Path = "hand-in"
) -> Path:
    """Write a copy of a game for the teacher; the game itself goes on where it is.

    Parameters
    ----------
    game : Session or path
        A table, or the file of a record.  The game need not be over.
    name : str
        Whose it is; several games under one name are one pupil's.  Without it the file has
        a short code made at random, people at the table are called Player 1, Player 2 …,
        and nobody's name stands beside a prediction, an answer or a note.
    folder : path
        Where the file goes; it is made.

    Returns
    -------
    Path
        A new file, such as ``hand-in/hand-in-k7m3q-20261122-101500-a1b2c3.jsonl``.

    Raises
    ------
    RecordError
        If the record can't be read, or the file can't be written; none is there then.
    RulesError
        If the name is no text.

    Notes
    -----
    In no case does it hold what this machine or its user is called: a record has neither, but
    for the errors of one's own bots, of which only the moment is kept.  What was typed into
    notes and worksheets stays.  A record that was edited is handed in as one.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> file = hand_in(table, "Ana", folder="class")
    >>> file.parent.name, file.suffix
    ('class', '.jsonl')
    """
    name = " ".join(unicodedata.normalize("NFC", plain_text(name, "a name")).split())
    events, edited = _events(game)
    code = "".join(secrets.choice(_SIGNS) for _ in range(5))
    copied = [_told(event, named=bool(name)) for event in events]
    copied[0] |= {"hand_in": {"code": code, "name": name}}
    game_id = str(copied[0]["game_id"])
    target = Path(given_path(folder), f"hand-in-{_part(name) or code}-{_part(game_id)}.jsonl")
    return _write(_lines(copied, edited), target)


def _events(game: HeadlessSession | str | Path) -> tuple[list[Event], int | None]:
    """A game's events, and the first line that was edited."""
    if isinstance(game, HeadlessSession):
        with game.lock:
            events, edited = list(game.history.events), None
            if game.path:
                with contextlib.suppress(RecordError):  # the file is gone: the game is here
                    edited = record.read(game.path).edited
            return events, edited
    if not isinstance(game, (str, Path)):
        raise RecordError(f"{game!r} is neither a table nor the path of a record")
    found = record.read(Path(game))
    replay(found.events, str(game))
    return found.events, found.edited


def _told(event: Event, *, named: bool) -> Event:
    """An event as it is handed in."""
    told: dict[str, Any] = dict(event)
    if told["event"] == "fault":
        told |= {key: "" for key in ("text", "traceback", "observation") if key in told}
    if named:
        return told
    if told["event"] == "game":
        bots = [player["name"] for player in told["players"] if player["kind"] == "bot"]
        told["players"] = [
            _unnamed(player, seat, bots) for seat, player in enumerate(told["players"])
        ]
    elif told["event"] == "seat":
        told["player"] = _unnamed(told["player"], told["seat"], [])
    elif "by" in told:
        told["by"] = None
    return told


def _unnamed(player: Event, seat: int, others: list[str]) -> Event:
    if player["kind"] == "bot":
        return player
    return {**player, "name": free_name(f"Player {seat + 1}", others)}


def _lines(events: list[Event], edited: int | None) -> bytes:
    """The lines of a record; one that was edited has its wrong link where it had one."""
    lines, link = b"", ""
    for number, event in enumerate(events, start=1):
        line, link = record.chained(event, "edited" if number == edited else link)
        lines += line
    return lines


def _write(data: bytes, target: Path) -> Path:
    """Write a new file, whole or not at all; of two of one name each gets its own."""
    try:
        make_folder(target.parent)
        while True:
            free = record.unused(target)
            with contextlib.suppress(FileExistsError):  # somebody was faster
                create_whole(free, data)
                return free
    except OSError as error:
        raise RecordError(f"can't be written: {error.strerror}", path=str(target)) from None


def _part(text: str) -> str:
    """A text as part of a file's name."""
    safe = re.sub(r"[^\w-]", "_", text)
    return safe.encode()[:_LONGEST].decode(errors="ignore")
