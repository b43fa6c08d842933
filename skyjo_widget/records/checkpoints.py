"""Checkpoints: the linked list of a game's events that weren't undone, with some of the states.

Undo moves back along the list; a reference to any link keeps all links before it.  So a game can
be resumed from anywhere without a copy of the list.
"""

from __future__ import annotations

import pickle
import zlib
from typing import Any

from skyjo_widget.engine.paper import Paper
from skyjo_widget.records.record_file import Event

EVERY = 64
"""Events from one checkpoint to the next; at most one less is replayed."""


class Kept:
    """A compressed copy of a state.

    Parameters
    ----------
    state : twin
    paper : Paper or None
        The named hidden cards, in a game with paper cards.
    """

    __slots__ = ("_paper", "_state")

    def __init__(self, state: Any, paper: Paper | None) -> None:
        self._state = zlib.compress(pickle.dumps(state, 5), 1)
        self._paper = paper and paper.copy()

    def copies(self) -> tuple[Any, Paper | None]:
        """Return new copies of both."""
        return pickle.loads(zlib.decompress(self._state)), self._paper and self._paper.copy()


class Standing:
    """An event that wasn't undone, linked to those before it.

    Parameters
    ----------
    event : dict
    before : Standing or None
        The one before it.
    person : bool
        Whether it is a person's decision.

    Attributes
    ----------
    length : int
        The length of the list.
    decision, person : int or None
        The newest decision up to here, and the newest of a person.
    rounds : int
        The number of rounds that have ended up to here.
    kept : Kept or None
        The state after it, at a checkpoint.
    """

    __slots__ = ("before", "decision", "event", "kept", "length", "person", "rounds")

    def __init__(self, event: Event, before: Standing | None, *, person: bool) -> None:
        self.event: Event = event
        self.before: Standing | None = before
        self.kept: Kept | None = None
        self.length: int = 1
        self.decision: int | None = None
        self.person: int | None = None
        self.rounds: int = 0
        if before is not None:
            self.length += before.length
            self.decision, self.person, self.rounds = before.decision, before.person, before.rounds
        if event["event"] == "act":
            self.decision = event["decision"]
            if person:
                self.person = self.decision
        elif event["event"] == "round":
            self.rounds += 1

    @property
    def due(self) -> bool:
        """True if the state after it must be kept."""
        return self.length % EVERY == 0
