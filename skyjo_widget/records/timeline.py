"""The timeline of a game: its positions after each event that changes the table, seekable.

It is independent of the game and of the events' meaning: a moment is a position that differs from
the one before and in which nothing happens by itself.  A moment is restored by replaying the
events before it from the nearest mark.  A mark holds the state and the lengths of the lists of
rows; the rows are those of the whole game, with their later changes reverted.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterator
from typing import Any, NamedTuple

from skyjo_widget.errors import RulesError
from skyjo_widget.records.annotations import Annotations
from skyjo_widget.records.checkpoints import Kept
from skyjo_widget.records.history import History, Round
from skyjo_widget.records.record_file import Event
from skyjo_widget.records.replay import feed, replay

EVERY = 32
"""Events from one mark to the next, the most that a step replays."""
_FIXED = ("header", "game", "rules", "deck", "codes", "effects", "wild", "interpreted")
"""Attributes of a history that its events don't change."""
_ANNOTATIONS = ("notes", "forms", "rulings", "predictions", "answers")
_LISTS = ("decisions", "doubts", *_ANNOTATIONS)
"""Lists that grow; a row in them may change later, which `on_change` announces."""
_AS_THEY_ARE = ("standing", "shuffles", "taken_back", "penalty")
"""Attributes that a later event replaces but doesn't change."""


@dataclasses.dataclass(frozen=True, slots=True)
class Moment:
    """A change of the table.

    Parameters
    ----------
    events : int
        The number of events of the record up to it.
    cause : str
        The event that changed the table: ``shuffle`` (a deal), ``act``, ``undo``, ``penalty`` …
    decision : int or None
        The newest decision that isn't undone then.
    seat : int or None
        The seat that made it, if the moment shows a decision.
    round, turn : int
        The round and the turn.
    """

    events: int
    cause: str
    decision: int | None
    seat: int | None
    round: int
    turn: int


class Moments:
    """The moments of a game, as a sequence.

    Parameters
    ----------
    events : list of dict
        The record's events, from the header on.
    path : str, optional
        The record, for messages.

    Attributes
    ----------
    final : History
        The whole game.
    moment_of : list of int
        The moment that shows a decision, by decision.

    Raises
    ------
    RecordError
        At the first event that doesn't follow from the rules; with its line.
    """

    def __init__(self, events: list[Event], path: str | None = None) -> None:
        self._events = events
        self._path = path
        self._marks: list[_Mark] = []
        self._changes: list[tuple[int, str, int, Any]] = []  # events, list, number, the row before
        self._coached: list[tuple[int, str | None]] = []  # decision, mode; None: taken back
        self._rounds: _Rounds | None = None
        self._at: History | None = None
        self._moments: list[Moment] = []
        self.moment_of: list[int] = []
        self.final: History = self._read()

    def __len__(self) -> int:
        return len(self._moments)

    def __getitem__(self, number: int) -> Moment:
        return self._moments[number]

    def __iter__(self) -> Iterator[Moment]:
        return iter(self._moments)

    def showing(self, decision: int) -> int:
        """Return the moment that shows a decision and its consequences.

        Raises
        ------
        RulesError
            If there is no such decision.
        """
        if not 0 <= decision < len(self.moment_of):
            raise RulesError(
                "there is no decision {decision}; there have been {count}",
                decision=decision,
                count=len(self.moment_of),
            )
        return self.moment_of[decision]

    def at(self, number: int) -> History:
        """Return the game at a moment; read-only, and valid until the next call."""
        target = self._moments[number].events
        now = self._at
        if now is None or not 0 <= target - len(now.events) <= EVERY:
            now = self._restored((target - 1) // EVERY)
        for line in range(len(now.events), target):
            feed(now, self._events[line], line=line + 1, path=self._path)
        self._at = now
        return now

    def _read(self) -> History:
        h = replay(self._events[:1], self._path)
        h.on_change = h.annotations.on_change = lambda name, at: self._remember(h, name, at)
        cause, before = "game", h.standing  # a branch begins in the middle of a round
        for number, event in enumerate(self._events):
            if number > 0:
                feed(h, event, line=number + 1, path=self._path)
                if h.standing is not before and cause in ("", "game", "card"):
                    cause = event["event"]
                before = h.standing
                self._follow(h, event)
            if number % EVERY == 0:
                self._marks.append(_Mark(h, len(self._coached), self._rounds))
            settled = not (h.needs_shuffle or h.needs_scoring)
            settled = settled and event["event"] != "card"  # the name comes next
            if cause and (settled or number == len(self._events) - 1):
                self._add(h, number + 1, cause)
                cause = ""
        h.on_change = h.annotations.on_change = None
        return h

    def _follow(self, h: History, event: Event) -> None:
        """Keep the lists that may shrink: finished rounds, and the coach's marks."""
        if event["event"] == "coach":
            self._coached.append((event["decision"], event["mode"]))
        elif event["event"] == "undo":
            self._coached.append((len(h.decisions), None))
            while self._rounds and self._rounds.number > len(h.rounds):
                self._rounds = self._rounds.before
        elif event["event"] == "round":
            self._rounds = _Rounds(h.rounds[-1], self._rounds, len(h.rounds))

    def _remember(self, h: History, name: str, number: int) -> None:
        """Keep a copy of a row before it changes, if a mark includes it."""
        if number < self._marks[-1].counts[name]:
            row = copy.copy(_rows(h, name)[number])
            self._changes.append((len(h.events), name, number, row))

    def _add(self, h: History, events: int, cause: str) -> None:
        row = h.newest()
        acted = len(h.decisions) > len(self.moment_of)
        if acted:
            row = h.decisions[-1]
            self.moment_of += [len(self._moments)] * (len(h.decisions) - len(self.moment_of))
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
        """Restore the game at a mark."""
        mark, final = self._marks[number], self.final
        h = type(final).__new__(type(final))
        vars(h).update({name: getattr(final, name) for name in _FIXED}, **mark.more)
        h.restore(mark.kept)
        h.players = mark.players[:]
        h.events = self._events[: number * EVERY + 1]
        h.annotations = Annotations(h.events)
        for name in _LISTS:
            setattr(_owner(h, name), name, _rows(final, name)[: mark.counts[name]])
        for events, name, at, row in reversed(self._changes):
            if events < len(h.events):
                break
            if at < mark.counts[name]:
                _rows(h, name)[at] = row
        h.rounds = []
        rounds = mark.rounds
        while rounds:
            h.rounds.append(rounds.newest)
            rounds = rounds.before
        h.rounds.reverse()
        coached = h.annotations.coached
        for decision, mode in self._coached[: mark.coached]:
            if mode is None:
                coached.pop(decision, None)
            else:
                coached[decision] = mode
        h.changed = []

        def own(name: str, at: int) -> None:
            """Copy a row before it changes: rows are shared with the whole game."""
            rows = _rows(h, name)
            rows[at] = copy.copy(rows[at])

        h.on_change = h.annotations.on_change = own
        return h


def _owner(h: History, name: str) -> History | Annotations:
    """Return the object that has a list."""
    return h.annotations if name in _ANNOTATIONS else h


def _rows(h: History, name: str) -> list[Any]:
    rows: list[Any] = getattr(_owner(h, name), name)
    return rows


class _Rounds(NamedTuple):
    """The finished rounds, as a linked list."""

    newest: Round
    before: _Rounds | None
    number: int


class _Mark:
    """The part of a history at a mark that isn't in the rows of the whole game."""

    __slots__ = ("coached", "counts", "kept", "more", "players", "rounds")

    def __init__(self, h: History, coached: int, rounds: _Rounds | None) -> None:
        top = h.standing  # later events have changed nothing on the table
        self.kept = (top and top.kept) or Kept(h.state, h.paper)
        if top:
            top.kept = self.kept
        self.counts = {name: len(_rows(h, name)) for name in _LISTS}
        self.more = {name: getattr(h, name) for name in _AS_THEY_ARE}
        self.players = h.players[:]
        self.coached = coached
        self.rounds = rounds
