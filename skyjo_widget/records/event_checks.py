"""Checks for readers of events."""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors import RecordError
from skyjo_widget.records.history import History
from skyjo_widget.records.record_file import Event

_PLAIN = frozenset({int, str, type(None)})


def compare(event: Event, expected: Event, *keys: str) -> None:
    """Raise `RecordError` where an event differs from the one that the rules make."""
    for key in keys:
        value, true = event[key], expected[key]
        if type(value) is type(true) and type(true) in _PLAIN and value == true:
            continue
        if value != true or repr(value) != repr(true):  # true is no 1
            raise RecordError(
                "says {key} = {given!r}, but replaying the game makes it {true!r}",
                key=key,
                given=value,
                true=true,
                reason="rows",
            )


def check_seat(h: History, seat: Any) -> None:
    """Raise `RecordError` if there is no such seat."""
    if type(seat) is not int or seat not in range(len(h.players)):
        raise RecordError("there is no seat {seat!r}", seat=seat)
