"""The roll of a class: who of its list has handed in, when, and what a teacher should look at."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.hand_in.collect import HandIn, LeftOut
from skyjo_widget.lessons.report.class_list import ClassList
from skyjo_widget.util.dates import local_time

HARMLESS = frozenset(("copy", "doubled", "later", "arriving"))
"""Reasons for which a file is left out, and there is nothing to look at."""
NEVER = datetime.datetime.min.replace(tzinfo=datetime.UTC)
"""The time of a file that states none: it is never late."""
_OF_A_FILE = re.compile(r"hand-in|\.jsonl.*|\d+|assignsubmission|file|[_/\\-]")


class Doubt(NamedTuple):
    """A typed name that isn't one pupil's of the list.

    Parameters
    ----------
    typed : str
    pupils : tuple of int
        The places of those whom it may mean; empty if none.
    """

    typed: str
    pupils: tuple[int, ...]


class Roll:
    """The roll of a class.

    Parameters
    ----------
    listed : ClassList
    hand_ins : sequence of HandIn
    left_out : sequence of LeftOut
    until : datetime.time, optional
        When the hour ends, on the day on which the first file was handed in.

    Attributes
    ----------
    handed : dict of int to datetime
        When each pupil, by the place in the list, has handed in first.
    late : set of int
        Those who have handed in after `until` first.
    doubts : list of Doubt
    left : dict of int to list of LeftOut
        The files that were left out and bear a pupil's name.
    hand_ins : list of HandIn
        As given; those of one pupil bear the name of the list.
    """

    def __init__(
        self,
        listed: ClassList,
        hand_ins: Sequence[HandIn],
        left_out: Sequence[LeftOut],
        until: datetime.time | None = None,
    ) -> None:
        self.listed: ClassList = listed
        self.until: datetime.time | None = until
        self.handed: dict[int, datetime.datetime] = {}
        self.doubts: list[Doubt] = []
        self.left: dict[int, list[LeftOut]] = {}
        self.hand_ins: list[HandIn] = [self._enter(hand_in) for hand_in in hand_ins]
        self.late: set[int] = self._late()
        self._to_look_at = [refusal for refusal in left_out if refusal.reason not in HARMLESS]
        for refusal in self._to_look_at:
            several = listed.find(" ".join(_OF_A_FILE.sub(" ", refusal.file).split()))
            if len(several) == 1 and len(several[0]) == 1:
                self.left.setdefault(several[0][0], []).append(refusal)

    @property
    def to_look_at(self) -> int:
        """The number of files that a teacher should look at."""
        return len(self._to_look_at) + len(self.doubts)

    @property
    def missing(self) -> list[int]:
        """The places of those who haven't handed in."""
        return [at for at in range(len(self.listed.pupils)) if at not in self.handed]

    def _enter(self, hand_in: HandIn) -> HandIn:
        """Enter a file; return it under the name of the list, if it is one pupil's."""
        persons = self.listed.find(hand_in.name) if hand_in.name else [()]
        for pupils in persons:
            if len(pupils) == 1:
                at = _moment(hand_in.at)
                self.handed[pupils[0]] = min(at, self.handed.get(pupils[0], at))
            else:
                self.doubts.append(Doubt(hand_in.name or hand_in.code, pupils))
        if len(persons) == len(persons[0]) == 1:
            return hand_in._replace(name=self.listed.names[persons[0][0]])
        return hand_in

    def _late(self) -> set[int]:
        if self.until is None or not self.handed:
            return set()
        first = min((at for at in self.handed.values() if at != NEVER), default=NEVER)
        end = datetime.datetime.combine(first.date(), self.until, first.tzinfo)
        return {pupil for pupil, at in self.handed.items() if at > end}


def _moment(at: str) -> datetime.datetime:
    """Return the time of a file; without one a time that is never late."""
    try:
        return local_time(at)
    except (ValueError, OverflowError):
        return NEVER


def end_of_hour(until: Any) -> datetime.time | None:
    """Return the time at which the hour ends.

    Raises
    ------
    RulesError
        If it is no time, such as 10:55.
    """
    if until is None or isinstance(until, datetime.time):
        return until
    written = re.fullmatch(r"\s*(\d{1,2})\s*[:hH.]\s*(\d{2})\s*", str(until))
    if not written or int(written[1]) > 23 or int(written[2]) > 59:
        raise RulesError("until={until!r:.20}: a time is needed, such as 10:55", until=until)
    return datetime.time(int(written[1]), int(written[2]))
