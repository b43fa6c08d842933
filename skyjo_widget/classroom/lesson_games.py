"""The games of a lesson that were begun before, from their records."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from skyjo_widget.classroom.lesson_file import LessonPlan
from skyjo_widget.errors import RecordError
from skyjo_widget.records import record_file
from skyjo_widget.records.places import newest
from skyjo_widget.util.validation import seed_number

MOST = 4
"""Most games that are offered."""
LARGEST = 20_000_000
"""Most bytes of a record that is looked at."""


class Begun(NamedTuple):
    """A game that was begun.

    Parameters
    ----------
    path : Path
        Its record.
    names : list of str
        The names of the people.
    at : str
        The time when it began, UTC, as in the record.
    round : int
        The round that was dealt last.
    """

    path: Path
    names: list[str]
    at: str
    round: int


def begun_games(plan: LessonPlan) -> list[Begun]:
    """Return the newest games of a lesson with a decision or an answer, the newest first."""
    found: list[Begun] = []
    for path in newest(Path(plan.records)):
        if len(found) == MOST:
            break
        try:
            game = _read(path, plan)
        except (RecordError, KeyError, TypeError, AttributeError):
            continue  # no record, or a damaged one
        if game:
            found.append(game)
    return found


def _read(path: Path, plan: LessonPlan) -> Begun | None:
    """Return a record's game; None if it is another one's, or nothing was played."""
    events = record_file.read(path, largest=LARGEST).events
    head = events[0]
    seed = plan.options.get("seed")
    if head["preset"] != plan.preset or len(head["players"]) != len(plan.players):
        return None
    if "branch" in head or (seed is not None and head["seed"] != seed_number(seed)):
        return None
    if not any(event["event"] in ("act", "answer") for event in events):
        return None
    names = [str(one["name"]) for one in head["players"] if one["kind"] == "person"]
    rounds = [event["round"] for event in events if event["event"] == "shuffle"]
    record_file.parse_timestamp(head["at"])
    return Begun(path, names if plan.names else [], head["at"], max(rounds))
