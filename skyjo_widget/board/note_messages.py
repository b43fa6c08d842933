"""Notes between the board and the record: their part of the view, and the board's messages.

``docs/internals/view.md`` describes both.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable
from typing import Any

from skyjo_widget.board.tables.common import View, clipped
from skyjo_widget.errors import MalformedMessageError
from skyjo_widget.records.annotations import TAGS, Note, Ruling
from skyjo_widget.records.history import History

SHOWN, SIZE = 50, 80_000
"""Maximum number of notes that the board shows, and of their bytes."""
EXCERPT = 500
"""Length of the excerpt of a note's text that is sent unasked."""
RULINGS, SIZE_OF_RULINGS = 20, 15_000
"""Maximum number of rulings, and of their bytes."""
OWN_TAGS = 12
"""Number of a game's newest custom tags that are offered again."""
LONGEST_TEXT, MOST_TAGS, LONGEST_TAG = 10_000, 20, 60
"""Limits of a board's messages."""
LONGEST_ID = 40


def build_notes(
    history: History,
    *,
    saved: View | None = None,
    whole: int | None = None,
    by: str | None = None,
) -> View:
    """Build the view of the newest current notes and the newest rulings, which are public.

    Parameters
    ----------
    history : History
        The game.
    saved : dict, optional
        The message that has just saved a note: its ``id``, and the number of the ``note``.
    whole : int, optional
        The note that is sent in full.
    by : str, optional
        Whose notes; everybody's by default.
    """
    standing = [
        note
        for note in reversed(history.notes)
        if not note.replaced and not note.empty and by in (None, note.by)
    ]
    own = (tag for note in standing for tag in note.tags if len(tag) <= LONGEST_TAG)
    all_tags = dict.fromkeys(itertools.chain(TAGS, own))
    return {
        "game_id": history.header["game_id"],
        "notes": _fitting((_note_view(history, note) for note in standing[:SHOWN]), SIZE),
        "rulings": _fitting(
            (_ruling(history, ruling) for ruling in history.rulings[: -RULINGS - 1 : -1]),
            SIZE_OF_RULINGS,
        ),
        "count": len(standing),
        "tags": list(all_tags)[: len(TAGS) + OWN_TAGS],
        "saved": saved,
        "whole": None if whole is None else _whole(history.notes[whole]),
    }


def _fitting(items: Iterable[View], room: int) -> list[View]:
    """Return the first items, as many as fit into `room` bytes."""
    views = []
    for item in items:
        room -= len(json.dumps(item))
        if room < 0:
            break
        views.append(item)
    return views


def _about(history: History, decision: int | None) -> View:
    row = None if decision is None else history.decisions[decision]
    return {
        "decision": decision,
        "about": "" if row is None else f"{clipped(row.player)} · {history.notation(row, None)}",
        "undone": row is not None and row.undone,
    }


def _ruling(history: History, ruling: Ruling) -> View:
    return {
        "ruling": ruling.ruling,
        **_about(history, ruling.decision),
        "question": ruling.question[:EXCERPT],
        "text": ruling.text[:EXCERPT],
        "by": ruling.by and clipped(ruling.by),
    }


def _note_view(history: History, note: Note) -> View:
    text, by = note.text[:EXCERPT], note.by and clipped(note.by)
    tags = [tag[:LONGEST_TAG] for tag in note.tags[:MOST_TAGS]]
    return {
        "note": note.note,
        **_about(history, note.decision),
        "kind": note.kind,
        "tags": tags,
        "rating": note.rating,
        "text": text,
        "by": by,
        "whom": note.whom and clipped(note.whom),
        "edited": note.edits is not None,
        "cut": (text, tags, by) != (note.text, list(note.tags), note.by),
    }


def _whole(note: Note) -> View:
    return {
        "note": note.note,
        "text": note.text,
        "tags": list(note.tags),
        "by": note.by,
        "whom": note.whom,
    }


def read_note(message: dict[str, Any]) -> dict[str, Any]:
    """Read a note from a board's message; returns the arguments of `Session.note`.

    Raises
    ------
    MalformedMessageError
        If a part of it is of another type, or longer than a note of the board may be.
    """
    tags = message.get("tags")
    if not isinstance(tags, list) or len(tags) > MOST_TAGS:
        raise MalformedMessageError(
            "a note has a list of {most_tags} tags at most, not {tags!r}",
            most_tags=MOST_TAGS,
            tags=tags,
        )
    return {
        "text": _text(message.get("text"), "text", LONGEST_TEXT),
        "kind": _maybe(message, "kind", str),
        "tags": [_text(tag, "tag", LONGEST_TAG) for tag in tags],
        "rating": _maybe(message, "rating", int),
        "decision": _maybe(message, "decision", int),
        "by": None if message.get("by") is None else _text(message["by"], "author", LONGEST_TEXT),
        "whom": (
            None if message.get("whom") is None else _text(message["whom"], "player", LONGEST_TEXT)
        ),
        "edits": _maybe(message, "edits", int),
    }


def read_whole(message: dict[str, Any], history: History) -> int:
    """Read the number of the note that a message requests in full.

    Raises
    ------
    MalformedMessageError
        If there is no such note, or it is too long to come as one.
    """
    number = _maybe(message, "note", int)
    if number not in range(len(history.notes)):
        raise MalformedMessageError(
            "there is no note {number!r}; there are {count}",
            number=number,
            count=len(history.notes),
        )
    note = history.notes[number]
    if len(note.text) > LONGEST_TEXT or len(note.tags) > MOST_TAGS:
        raise MalformedMessageError(
            "note {number} is too long for the board: note(…, edits={number}) edits it",
            number=number,
        )
    return int(number)


def read_id(message: Any) -> str | None:
    """Return a message's id; None if it has no valid one."""
    message_id = message.get("id") if isinstance(message, dict) else None
    return message_id if isinstance(message_id, str) and len(message_id) <= LONGEST_ID else None


def _text(value: Any, what: str, longest: int) -> str:
    if not isinstance(value, str):
        raise MalformedMessageError(
            "a note's {what} is a text, not {value!r}", what=what, value=value
        )
    if len(value) > longest:
        raise MalformedMessageError(
            "a note's {what} has {longest} characters at most", what=what, longest=longest
        )
    return value


def _maybe(message: dict[str, Any], name: str, kind: type) -> Any:
    value = message.get(name)
    if value is None or (isinstance(value, kind) and not isinstance(value, bool)):
        return value
    raise MalformedMessageError(
        "a note's {name!r} is of type {kind}, not {value!r}",
        name=name,
        kind=kind.__name__,
        value=value,
    )
