"""Names of guests: which are valid, and how they are hidden."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import RulesError
from skyjo_widget.records.history import History
from skyjo_widget.serving.limits import NAME

ALIAS = "№ {number}"
"""A hidden name, the same in every language."""

_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs")
"""Categories of Unicode: controls, marks of direction, and what is no character."""


def guest_name(name: Any) -> str:
    """Return a guest's name as it is shown.

    Raises
    ------
    RulesError
        If it is no text, empty, longer than `NAME`, or has invisible characters.
    """
    if not isinstance(name, str):
        raise RulesError("a name is a text")
    trimmed = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(trimmed) <= NAME:
        raise RulesError("a name has 1 to {most} characters", most=NAME)
    if any(unicodedata.category(char) in _UNSEEN for char in trimmed):
        raise RulesError("{shown!r}: a name has only characters that can be seen", shown=trimmed)
    return trimmed


def alias(seat: int) -> str:
    """Return what stands for the name of a seat."""
    return ALIAS.format(number=seat + 1)


def names_of(history: History) -> list[tuple[str, int]]:
    """Return the names that a game has had, each with its seat; the present ones last."""
    first = [(player["name"], at) for at, player in enumerate(history.header["players"])]
    later = [
        (event["player"]["name"], event["seat"])
        for event in history.events
        if event["event"] == "seat"
    ]
    return [*first, *later, *((player.name, at) for at, player in enumerate(history.players))]


def masked(traits: Any, names: Iterable[tuple[str, int]], own: int | None) -> Any:
    """Return what a device shows with the names of the others replaced by numbers.

    Parameters
    ----------
    traits : dict
        The traits of its board, or its lobby.
    names : iterable of (str, int)
        The players' names and their seats, the present ones last.
    own : int or None
        The seat of the device, whose name stays.
    """
    aliases = {}
    for name, seat in names:
        for spelling in (name, clipped(name)):
            aliases[spelling] = spelling if seat == own else alias(seat)
    return _replaced(traits, aliases)


def _replaced(value: Any, aliases: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_replaced(item, aliases) for item in value]
    if not isinstance(value, dict):
        return value
    replaced: dict[str, Any] = {}
    for key, item in value.items():
        named = key == "player" or (key == "name" and "seat" in value)
        if named and isinstance(item, str):
            replaced[key] = aliases.get(item, item)
        elif key == "error" and item:
            replaced[key] = {**item, "text": ""}  # a sentence, which may name somebody
        elif key in ("rows", "older") and isinstance(item, dict) and "rows" in item:
            replaced[key] = _rows(item, value["rows"].get("columns", []), aliases)
        elif key == "about":
            replaced[key] = ""
        else:
            replaced[key] = _replaced(item, aliases)
    return replaced


def _rows(batch: dict[str, Any], columns: Sequence[str], aliases: dict[str, str]) -> dict[str, Any]:
    """Replace names in the rows of the log."""
    if "player" not in columns:
        return batch
    at = list(columns).index("player")
    rows = [[aliases.get(c, c) if i == at else c for i, c in enumerate(r)] for r in batch["rows"]]
    return {**batch, "rows": rows}
