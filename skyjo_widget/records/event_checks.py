"""Checks that readers of events share."""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors import RecordError
from skyjo_widget.records.history import History
from skyjo_widget.records.record_file import Event

_PLAIN = frozenset({int, str, type(None)})


def compare(found: Event, made: Event, *keys: str) -> None:
    """Raise `RecordError` where an event differs from the one that the rules make."""
    for key in keys:
        told, true = found[key], made[key]
        if type(told) is type(true) and type(true) in _PLAIN and told == true:
            continue
        if told != true or repr(told) != repr(true):  # true is no 1
            raise RecordError(
                f"says {key} = {told!r}, but replaying the game makes it {true!r}", reason="rows"
            )


def check_seat(h: History, seat: Any) -> None:
    """Raise `RecordError` if there is no such seat."""
    if type(seat) is not int or seat not in range(len(h.players)):
        raise RecordError(f"there is no seat {seat!r}")
