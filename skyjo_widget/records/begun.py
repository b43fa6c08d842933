"""The games of a folder that were begun and aren't over, from their records."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from skyjo_widget.errors import RecordError
from skyjo_widget.records import record_file
from skyjo_widget.records.lock import RecordLock
from skyjo_widget.records.places import newest
from skyjo_widget.records.record_file import Event

LARGEST = 20_000_000
"""Maximum size in bytes of a record that is looked at."""
NEWEST = 50
"""Number of a folder's records that are looked at, those first that were played last."""
_ITS_OWN = {"at", "game_id", "seed", "software"}
"""Keys of a header in which two games of the same table differ."""


class Begun(NamedTuple):
    """A game that was begun and isn't over.

    Parameters
    ----------
    path : Path
        Its record.
    at : str
        The time when it began, UTC, as in the record.
    decisions : int
        The number of decisions, without those that were taken back.
    held : bool
        Whether another program has it open.
    """

    path: Path
    at: str
    decisions: int
    held: bool


def newest_records(
    folder: Path, fits: Callable[[Event], bool] | None = None
) -> Iterator[tuple[Path, list[Event]]]:
    """Yield a folder's records with their events, the one that was played last first.

    Parameters
    ----------
    folder : Path
    fits : callable, optional
        Whether a header is that of a game to be read.  What can't be read is left out.
    """
    for path in newest(folder)[:NEWEST]:
        try:
            if fits is None or fits(_header(path)):
                yield path, record_file.read(path, largest=LARGEST).events
        except (RecordError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            continue  # no record, or a damaged one


def unfinished(folder: Path, fits: Callable[[Event], bool] | None = None) -> Begun | None:
    """Return the game of a folder that was played last and isn't over; None if there is none.

    One that another program has open comes after all others.  A game counts from the first
    decision of a person, where people play.
    """
    held = None
    for path, events in newest_records(folder, fits):
        try:
            if is_over(events) or not is_begun(events):
                continue
            begun = Begun(
                path, record_file.parse_timestamp(events[0]["at"]), _valid(events), _is_held(path)
            )
        except (RecordError, KeyError, TypeError, AttributeError, IndexError):
            continue
        if not begun.held:
            return begun
        held = held or begun
    return held


def same_game(header: Event, *, seed: bool) -> Callable[[Event], bool]:
    """Return a test for headers: the same game, rules, cards and players, and with `seed` the same.

    Parameters
    ----------
    header : dict
        A new game's header.
    seed : bool
        Whether the seed counts, as somebody has chosen it.
    """
    own = _ITS_OWN - {"seed"} if seed else _ITS_OWN
    wanted = _without(json.loads(record_file.to_line(header)), own)
    return lambda other: _without(other, own) == wanted


def is_over(events: list[Event]) -> bool:
    """Return whether a record's game is over."""
    last = next((event for event in reversed(events) if event["event"] in _MOVES), None)
    if last is None:
        return False
    won = last["event"] == "round" and last["winners"] is not None
    return won or last["event"] == "break off"


def is_begun(events: list[Event]) -> bool:
    """Return whether a person has decided in a game, or a bot where only bots play.

    Predictions, notes and answers don't count: a notebook's cells make them anew in each game.
    """
    players = events[0]["players"]
    people = [seat for seat, player in enumerate(players) if player["kind"] == "person"]
    acts = (event for event in events if event["event"] == "act")
    return any(not people or event["seat"] in people for event in acts)


def holds_nothing(events: list[Event]) -> bool:
    """Return whether nobody would miss a game: it has its deal, and decisions of bots."""
    deal = ("game", "shuffle", "resume", "round", "act")
    return not is_begun(events) and all(event["event"] in deal for event in events)


_MOVES = ("act", "round", "undo", "shuffle", "break off")


def _header(path: Path) -> Event:
    line = record_file.first_line(path, largest=LARGEST)
    if line is None:
        raise RecordError("can't be read", path=str(path))
    header: Event = json.loads(line[0])
    header.pop("chain", None)
    return header


def _without(header: Event, keys: set[str]) -> Event:
    return {key: value for key, value in header.items() if key not in keys}


def _valid(events: list[Event]) -> int:
    """Count the decisions that weren't taken back."""
    decisions: list[int] = []
    for event in events:
        if event["event"] == "act":
            decisions.append(event["decision"])
        elif event["event"] == "undo" and event["to"] is not None:
            decisions = [decision for decision in decisions if decision < event["to"]]
    return len(decisions)


def _is_held(path: Path) -> bool:
    """Return whether another program has a record open; this one lets a second table go on."""
    if record_file.is_open(path):
        return False
    try:
        RecordLock(path, record_file.timestamp()).release()
    except RecordError:
        return True
    return False
