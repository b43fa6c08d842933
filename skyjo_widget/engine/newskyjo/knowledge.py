"""Verbs for what a seat knows of the draw pile.

A game in which cards of the draw pile can be looked at has the public ``looked``, how many
of the next cards somebody has looked at, and for each seat, seen by it alone, ``known``
(the cards it knows), ``known_size`` (how many) and ``known_to`` (among the next how many
each lies).  1, 2, 3: it knows their order; 1, 3, 3: it knows the first one, and two that
may lie either way.  A drawn card counts until all have seen it: only then others can tell
which one is gone.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.limits import NO_CARD


@rule
def learn(s: Any, seat: int, at: int, card: int) -> None:
    """A seat sees which card lies at a depth (from 0); it has seen those above.

    If it knew the card to be among some that begin there, it knows its place now.
    """
    cards, to, size = s.known[seat], s.known_to[seat], s.known_size[seat]
    found = at
    while found < size and to[found] == to[at] and cards[found] != card:
        found += 1
    if found == size or to[found] != to[at]:
        found = size
        s.known_size[seat] = size + 1
    for k in range(found, at, -1):
        cards[k] = cards[k - 1]
        to[k] = to[k - 1]
    cards[at] = card
    to[at] = at + 1


@rule
def mix(s: Any, seat: int, size: int) -> None:
    """The next so many cards may lie in any order now, for all that a seat knows.

    If they end in the middle of cards that might lie either way already, all of these are
    mixed: a little less than could be worked out, where looks of different depth meet.
    """
    cards, to = s.known[seat], s.known_to[seat]
    n = 0
    end = 0
    while n < s.known_size[seat] and (end < size or to[n] == end):
        end = to[n]
        n += 1
    for i in range(n):
        to[i] = max(size, end)
        for k in range(i, 0, -1):  # sorted, so that the list tells nothing of the order
            if cards[k] < cards[k - 1]:
                card = cards[k]
                cards[k] = cards[k - 1]
                cards[k - 1] = card


@rule
def see_drawn(s: Any, r: Any, card: int) -> None:
    """All see the card that was drawn: who knew the next cards knows one less."""
    if s.looked == 0:
        return
    s.looked -= 1
    for q in range(r.players):
        if s.known_size[q] > 0:
            learn(s, q, 0, card)
            forget_first(s, q)


@rule
def forget_first(s: Any, seat: int) -> None:
    """The first card that a seat knows is gone; the others lie one higher."""
    cards, to = s.known[seat], s.known_to[seat]
    s.known_size[seat] -= 1
    size = s.known_size[seat]
    for k in range(size):
        cards[k] = cards[k + 1]
        to[k] = to[k + 1] - 1
    cards[size] = NO_CARD
    to[size] = 0
