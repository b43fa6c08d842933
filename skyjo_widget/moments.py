"""The moments of a game: the table after each event that changes it, forward and back.

Nothing here asks which game it is, or what an event does: a moment is where the table isn't as
it was, and nothing goes on by itself.  Any of them is had by feeding the events before it to
the rules again, from the nearest copy of the history that was put aside on the way.
"""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Iterator
from typing import Any

from skyjo_widget.engine.state import copy
from skyjo_widget.errors import RulesError
from skyjo_widget.history import History
from skyjo_widget.record import Event
from skyjo_widget.replaying import feed, replay

EVERY, COPIES = 25, 40
"""Events between two copies that are put aside; in a long game more, so that these are enough.

A copy holds all decisions before it: one every 25 events would cost the square of the length.
"""
_FIXED = ("header", "game", "rules", "deck", "codes")
"""What a history has that its events don't change."""


@dataclasses.dataclass(frozen=True, slots=True)
class Moment:
    """Where the table has changed.

    Parameters
    ----------
    events : int
        How many events of the record led to it.
    cause : str
        The event that changed the table: ``shuffle`` (a deal), ``act``, ``undo``, ``penalty`` …
    decision : int or None
        The newest decision that holds then.
    seat : int or None
        Who made it, if the moment shows a decision.
    round, turn : int
        When.
    """

    events: int
    cause: str
    decision: int | None
    seat: int | None
    round: int
    turn: int


class Moments:
    """A game, moment by moment.

    Parameters
    ----------
    events : list of dict
        Those of its record, from the header on.
    path : str, optional
        The record, for messages.

    Attributes
    ----------
    final : History
        The whole game.
    made : list of int
        By decision: the moment that shows it.

    Raises
    ------
    RecordError
        At the first event that the rules don't make of the game; with its line.
    """

    def __init__(self, events: list[Event], path: str | None = None) -> None:
        self._events = events
        self._path = path
        self._every = max(EVERY, len(events) // COPIES)
        self._copies: list[bytes] = []
        self._at: History | None = None
        self._moments: list[Moment] = []
        self.made: list[int] = []
        self.final = self._read()

    def __len__(self) -> int:
        return len(self._moments)

    def __getitem__(self, number: int) -> Moment:
        return self._moments[number]

    def __iter__(self) -> Iterator[Moment]:
        return iter(self._moments)

    def showing(self, decision: int) -> int:
        """The moment that shows a decision and what came of it.

        Raises
        ------
        RulesError
            If there is no such decision.
        """
        if not 0 <= decision < len(self.made):
            raise RulesError(f"there is no decision {decision}; there have been {len(self.made)}")
        return self.made[decision]

    def at(self, number: int) -> History:
        """The game as it stood at a moment; to be looked at, until the next one is asked for."""
        target = self._moments[number].events
        now = self._at
        if now is None or not 0 <= target - len(now.events) <= self._every:
            now = self._restored((target - 1) // self._every)
        for line in range(len(now.events), target):
            feed(now, self._events[line], line=line + 1, path=self._path)
        self._at = now
        return now

    def _read(self) -> History:
        h = replay(self._events[:1], self._path)
        cause, before = "game", _table(h)  # a branch begins in the middle of a round
        for number, event in enumerate(self._events):
            if number > 0:
                feed(h, event, line=number + 1, path=self._path)
                after = _table(h)
                if after != before and cause in ("", "game", "card"):
                    cause = event["event"]
                before = after
            if number % self._every == 0:
                self._copies.append(_put_aside(h))
            settled = not (h.needs_shuffle or h.needs_scoring)
            settled = settled and event["event"] != "card"  # what it is named for comes next
            if cause and (settled or number == len(self._events) - 1):
                self._add(h, number + 1, cause)
                cause = ""
        return h

    def _add(self, h: History, events: int, cause: str) -> None:
        row = h.newest()
        acted = len(h.decisions) > len(self.made)
        if acted:
            row = h.decisions[-1]
            self.made += [len(self._moments)] * (len(h.decisions) - len(self.made))
        s = h.state
        self._moments.append(
            Moment(
                events=events,
                cause=cause,
                decision=None if row is None else row.decision,
                seat=row.seat if row and acted else None,
                round=row.round if row and acted else s.round,
                turn=row.turn if row and acted else s.turn,
            )
        )

    def _restored(self, number: int) -> History:
        h = History.__new__(History)
        vars(h).update({name: getattr(self.final, name) for name in _FIXED})
        vars(h).update(pickle.loads(self._copies[number]))
        h.events = self._events[: number * self._every + 1]
        return h


def _table(h: History) -> Any:
    """What of a game is its table: a copy, to compare with."""
    return copy(h.state), len(h.decisions)


def _put_aside(h: History) -> bytes:
    return pickle.dumps({k: v for k, v in vars(h).items() if k not in (*_FIXED, "events")}, 5)
