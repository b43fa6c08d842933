"""Kinds of decisions that measures count, as rows of a log and as marks of a tally."""

from __future__ import annotations

import functools
import operator
from typing import NamedTuple

import narwhals as nw
import numpy as np

from skyjo_widget.engine.core.tally import (
    AIMS,
    BEGINS,
    EVENTS,
    IN_TURN,
    NO_EVENT,
    STARTS_EFFECT,
    Marks,
)
from skyjo_widget.simulation.job import Job

ELSEWHERE = ":"
"""In the position of a place: it is another player's (``2:b3``)."""


class Kind(NamedTuple):
    """A kind of decision.

    Parameters
    ----------
    *pairs : tuple of (str, str)
        The phases and actions of which it is; an empty word stands for any.
    """

    pairs: tuple[tuple[str, str], ...]

    def has(self, phase: str, action: str) -> bool:
        """Return whether a decision is of this kind."""
        return any(p in ("", phase) and a in ("", action) for p, a in self.pairs)

    def column(self, phase: nw.Expr, action: nw.Expr) -> nw.Expr:
        """Return the same of rows, from their columns of phases and of actions."""
        alternatives = []
        for p, a in self.pairs:
            words = [column == word for column, word in ((phase, p), (action, a)) if word]
            alternatives.append(functools.reduce(operator.and_, words))
        return functools.reduce(operator.or_, alternatives)


SETUP = Kind((("setup", ""),))
OF_CARDS = {
    "drawn": Kind((("", "draw"),)),
    "taken": Kind((("", "take"),)),
    "turned": Kind((("", "flip"),)),
    "played": Kind((("", "play"),)),
    "discarded": Kind((("", "discard"),)),
    "kept": Kind((("place drawn", "place"), ("", "keep"))),
}
"""The events of a decision's card, as in a tally; at most one of them."""
BEGUN = Kind((("choose", ""), ("turn", "discard")))
"""Of each turn one decision: the first, or in Skip-Bo the last."""
STARTING = Kind((("place drawn", ""), ("flip", ""), ("choose", "")))
"""Those with which an effect begins; in other phases one goes on."""
AIMED = Kind((("pick hidden", ""), ("give", "")))
"""Choices of a place that touch others where it is another player's."""


def _mark(phase: str, action: str) -> int:
    """Return the mark of decisions of a phase, without whom they aim at."""
    events = [n for n, name in enumerate(EVENTS) if OF_CARDS[name].has(phase, action)]
    mark = events[0] if events else NO_EVENT
    for kind, bit in ((BEGUN, BEGINS), (STARTING, STARTS_EFFECT)):
        mark |= bit * kind.has(phase, action)
    return mark | IN_TURN * (not SETUP.has(phase, action))


def marks_of(job: Job) -> Marks:
    """Return what each decision of a job counts as."""
    game, players = job.game, len(job.players)
    bits = np.zeros((players, len(game.phases), len(game.actions)), np.int32)
    words = [game.actions.kind(a) for a in range(len(game.actions))]
    for p, phase in enumerate(game.phases):
        marks = {word: _mark(phase, word) for word in set(words)}
        aimed = {word: AIMED.has(phase, word) for word in set(words)}
        for a, action in enumerate(words):
            bits[:, p, a] = marks[action]
            if aimed[action]:
                for seat in range(players):
                    position = game.actions.position(a, job.codes, seat)
                    bits[seat, p, a] |= AIMS * (ELSEWHERE in (position or ""))
    return Marks(bits.ravel(), len(game.phases), len(game.actions))
