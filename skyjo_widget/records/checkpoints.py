"""The events of a game that hold, from the newest back, and the states kept along the way.

Undo goes back along the line and forgets what it passes; whoever remembers a link still has all
before it.  So a game can be taken up again from anywhere without its whole line being copied.
"""

from __future__ import annotations

import pickle
import zlib
from typing import Any

from skyjo_widget.engine.paper.hidden_cards import Paper
from skyjo_widget.records.record_file import Event

EVERY = 64
"""Events that hold from one kept state to the next; one less are played again at most."""


class Kept:
    """A state that was put aside, small.

    Parameters
    ----------
    state : twin
    paper : Paper or None
        Which hidden cards have a name, in a game with paper cards.
    """

    __slots__ = ("_paper", "_state")

    def __init__(self, state: Any, paper: Paper | None) -> None:
        self._state = zlib.compress(pickle.dumps(state, 5), 1)
        self._paper = paper and paper.copy()

    def given(self) -> tuple[Any, Paper | None]:
        """Another copy of both."""
        return pickle.loads(zlib.decompress(self._state)), self._paper and self._paper.copy()


class Standing:
    """An event that holds, and the line that leads to it.

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
        Of the line.
    decision, person : int or None
        The newest decision up to here, and the newest of a person.
    rounds : int
        How many rounds have ended up to here.
    kept : Kept or None
        The state after it, if it was kept.
    """

    __slots__ = ("before", "decision", "event", "kept", "length", "person", "rounds")

    def __init__(self, event: Event, before: Standing | None, *, person: bool) -> None:
        self.event = event
        self.before = before
        self.kept: Kept | None = None
        self.length = 1
        self.decision: int | None = None
        self.person: int | None = None
        self.rounds = 0
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
        """True if the state after it is to be kept."""
        return self.length % EVERY == 0
