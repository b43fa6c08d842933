"""Hand-in files of pupils: copies of records without private data."""

from __future__ import annotations

import contextlib
import hashlib
import re
import unicodedata
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records import record_file
from skyjo_widget.records.course import default_folder
from skyjo_widget.records.places import located
from skyjo_widget.records.record_file import Event
from skyjo_widget.records.replay import replay
from skyjo_widget.table.table import Table
from skyjo_widget.util.files import create_whole, given_path, make_folder
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.names import free_name
from skyjo_widget.util.people_files import parse_toml
from skyjo_widget.util.reading import read_text
from skyjo_widget.util.validation import plain_text

_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # without similar-looking characters
HAND_IN = "hand-in"
"""The folder of hand-in files."""
_LONGEST = 60
"""Most bytes of a part of the file's name."""


@in_its_language
def hand_in(game: Table | str | Path, name: str = "", *, folder: str | Path | None = None) -> Path:
    """Write a copy of a game for the teacher; the game itself isn't affected.

    Parameters
    ----------
    game : Session or path
        A table, or the file of a record.  The game need not be over.
    name : str
        The pupil's name; several games under one name are one pupil's.  Without it the file
        has a short random code, people at the table are called Player 1, Player 2 …, and
        predictions, answers and notes have no names.
    folder : path, optional
        The folder of the file, by default that of the ``lesson.toml`` beside the notebook, else
        ``hand-in``; it is created if needed.

    Returns
    -------
    Path
        A new file, such as ``hand-in/hand-in-k7m3q-20261122-101500-a1b2c3.jsonl``.

    Raises
    ------
    RecordError
        If the record can't be read, or the file can't be written; no file is left then.
    RulesError
        If the name isn't a text.

    Notes
    -----
    The file never holds the name of this machine or its user: a record has neither, except in
    error messages of one's own bots, which are removed.  Texts of notes and worksheets stay.  An
    edited record stays recognisable as edited.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> file = hand_in(table, "Ana", folder="class")
    >>> file.parent.name, file.suffix
    ('class', '.jsonl')
    """
    file_name, data = hand_in_copy(game, name)
    place = hand_in_folder() if folder is None else given_path(folder)
    return write_hand_in(data, place / file_name)


def hand_in_folder() -> Path:
    """Return the folder that the lesson beside the notebook names; else ``hand-in``."""
    named = None
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError, RulesError):
        named = parse_toml(read_text("lesson.toml"))["lesson"]["hand_in"]
    return default_folder(named if isinstance(named, str) and named else HAND_IN)


def hand_in_copy(game: Table | str | Path, name: str = "") -> tuple[str, bytes]:
    """Return the name and the content of a hand-in file; `hand_in` describes them.

    Raises
    ------
    RecordError
        If the record can't be read.
    RulesError
        If the name isn't a text.
    """
    name = " ".join(unicodedata.normalize("NFC", plain_text(name, _("a name"))).split())
    events, edited = _events(game)
    copied = [_redacted(event, named=bool(name)) for event in events]
    game_id = str(copied[0]["game_id"])
    code = hand_in_code(game_id)
    copied[0] |= {
        "hand_in": {
            "code": code,
            "name": name,
            "at": record_file.timestamp(),
            "events": len(copied),
        }
    }
    return f"hand-in-{_part(name) or code}-{_part(game_id)}.jsonl", _lines(copied, edited)


def hand_in_code(game_id: str) -> str:
    """Return the code of a game, whose id is random: the same each time that it is handed in."""
    number = int.from_bytes(hashlib.sha256(game_id.encode()).digest()[:8])
    signs = []
    for _sign in range(5):
        number, sign = divmod(number, len(_SIGNS))
        signs.append(_SIGNS[sign])
    return "".join(signs)


def _events(game: Table | str | Path) -> tuple[list[Event], int | None]:
    """Return a game's events, and the first line that was edited."""
    if isinstance(game, Table):
        with game.parts.game.lock:
            events, edited = list(game.history.events), None
            if game.path:
                with contextlib.suppress(RecordError):  # the file is gone, the game isn't
                    edited = record_file.read(game.path).edited
            return events, edited
    if not isinstance(game, (str, Path)):
        raise RecordError("{game!r} is neither a table nor the path of a record", game=game)
    path = located(game)
    record = record_file.read(path)
    replay(record.events, str(path))
    return record.events, record.edited


def _redacted(event: Event, *, named: bool) -> Event:
    """Return an event without private data."""
    copy: dict[str, Any] = dict(event)
    if copy["event"] == "fault":
        copy |= {key: "" for key in ("text", "traceback", "observation") if key in copy}
    if named:
        return copy
    if copy["event"] == "game":
        bots = [player["name"] for player in copy["players"] if player["kind"] == "bot"]
        copy["players"] = [
            _unnamed(player, seat, bots) for seat, player in enumerate(copy["players"])
        ]
    elif copy["event"] == "seat":
        copy["player"] = _unnamed(copy["player"], copy["seat"], [])
    elif "by" in copy:
        copy["by"] = None
    return copy


def _unnamed(player: Event, seat: int, others: list[str]) -> Event:
    if player["kind"] == "bot":
        return player
    return {**player, "name": free_name(f"Player {seat + 1}", others)}


def _lines(events: list[Event], edited: int | None) -> bytes:
    """Return the lines of a record with new hash links; a broken link stays where it was."""
    lines, link = b"", ""
    for number, event in enumerate(events, start=1):
        line, link = record_file.chained(event, "edited" if number == edited else link)
        lines += line
    return lines


def write_hand_in(data: bytes, target: Path) -> Path:
    """Write a new file atomically, under an unused name.

    Raises
    ------
    RecordError
        If it can't be written; `RecordError.reason` has the cause, and no file is left.
    """
    try:
        make_folder(target.parent)
        while True:
            free = record_file.unused(target)
            with contextlib.suppress(FileExistsError):  # another process took the name
                create_whole(free, data)
                return free
    except OSError as error:
        raise record_file.write_error(target, error) from None


def _part(text: str) -> str:
    """Return a text as part of a file's name."""
    safe = re.sub(r"[^\w-]", "_", text)
    return safe.encode()[:_LONGEST].decode(errors="ignore")
