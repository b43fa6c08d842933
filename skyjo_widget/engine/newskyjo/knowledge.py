"""Operations on a seat's knowledge of the draw pile.

A game in which seats can peek at the draw pile has the public ``looked``, how many of the next
cards somebody has peeked at, and for each seat, seen by it alone, ``known`` (the cards it knows),
``known_size`` (their number) and ``known_to`` (the greatest depth of each).  1, 2, 3: it knows
their order; 1, 3, 3: it knows the first one, and two in either order.  A drawn card counts until
it is public: only then the others know which one is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.grids.rules import show_reshuffled
from skyjo_widget.engine.limits import NO_CARD

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import NewSkyjoStateTwin as S


@rule
def learn(s: S, seat: int, at: int, card: int) -> None:
    """Add the card at a depth (from 0) to a seat's knowledge; it has seen those above.

    If it knew the card to be among some that begin there, it knows its place now.
    """
    cards, to, size = s.known[seat], s.known_to[seat], s.known_size[seat]
    slot = at
    while slot < size and to[slot] == to[at] and cards[slot] != card:
        slot += 1
    if slot == size or to[slot] != to[at]:
        slot = size
        s.known_size[seat] = size + 1
    for k in range(slot, at, -1):
        cards[k] = cards[k - 1]
        to[k] = to[k - 1]
    cards[at] = card
    to[at] = at + 1


@rule
def mix(s: S, seat: int, size: int) -> None:
    """Remove a seat's knowledge of the order of the next `size` cards.

    If they end in the middle of cards in unknown order, all of these are mixed: a little is lost
    of what a seat could infer from peeks of different depth.
    """
    cards, to = s.known[seat], s.known_to[seat]
    n = 0
    end = 0
    while n < s.known_size[seat] and (end < size or to[n] == end):
        end = to[n]
        n += 1
    for i in range(n):
        to[i] = max(size, end)
        for k in range(i, 0, -1):  # sorted, so that the list doesn't reveal the order
            if cards[k] < cards[k - 1]:
                card = cards[k]
                cards[k] = cards[k - 1]
                cards[k - 1] = card


@rule
def see_drawn(s: S, r: R, card: int) -> None:
    """Make the drawn card public: seats that knew the next cards know one less."""
    show_reshuffled(s, card)
    if s.looked == 0:
        return
    s.looked -= 1
    for q in range(r.players):
        if s.known_size[q] > 0:
            learn(s, q, 0, card)
            forget_first(s, q)


@rule
def forget_first(s: S, seat: int) -> None:
    """Remove the first card from a seat's knowledge; the others lie one higher."""
    cards, to = s.known[seat], s.known_to[seat]
    s.known_size[seat] -= 1
    size = s.known_size[seat]
    for k in range(size):
        cards[k] = cards[k + 1]
        to[k] = to[k + 1] - 1
    cards[size] = NO_CARD
    to[size] = 0
