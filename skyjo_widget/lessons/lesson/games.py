"""The games of a lesson that were begun before, from their records."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.lesson.file import LessonPlan
from skyjo_widget.records.begun import newest_records
from skyjo_widget.records.record_file import Event, parse_timestamp
from skyjo_widget.util.validation import seed_number

MOST = 4
"""Most games that are offered."""


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
    games: list[Begun] = []
    for path, events in newest_records(Path(plan.records)):
        if len(games) == MOST:
            break
        try:
            game = _read(path, events, plan)
        except (RecordError, KeyError, TypeError, AttributeError):
            continue  # a damaged one
        if game:
            games.append(game)
    return games


def _read(path: Path, events: list[Event], plan: LessonPlan) -> Begun | None:
    """Return a record's game; None if it is another one's, or nothing was played."""
    head = events[0]
    seed = plan.options.get("seed")
    if head["preset"] != plan.preset or len(head["players"]) != len(plan.players):
        return None
    if "branch" in head or (seed is not None and head["seed"] != seed_number(seed)):
        return None
    if not any(event["event"] in ("act", "answer") for event in events):
        return None
    names = [str(player["name"]) for player in head["players"] if player["kind"] == "person"]
    rounds = [event["round"] for event in events if event["event"] == "shuffle"]
    parse_timestamp(head["at"])
    return Begun(path, names if plan.names else [], head["at"], max(rounds))
