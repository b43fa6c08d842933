"""Operations on piles.  A pile is a list and a size; its top is at index size − 1.

Above it the list holds `NO_CARD`, so that equal positions are equal states.

Every game has the fields ``draw`` and ``draw_size``; one with a common discard pile
``discard`` and ``discard_size``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.limits import NO_CARD

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R
    from skyjo_widget.engine.core.twins import GridStateTwin
    from skyjo_widget.engine.core.twins import StateTwin as S


Card = TypeVar("Card")


class Random(Protocol):
    """A source of random numbers from 0 to 1, such as a `numpy.random.Generator`."""

    def random(self) -> float:
        """Return the next number."""
        ...


@rule
def shuffle(rng: Random, cards: list[Card], size: int) -> None:
    """Shuffle the first `size` cards in place (Fisher–Yates, one draw of `rng` a card).

    ``rng.random()`` gives the same stream at both speeds, and is much faster
    compiled than ``rng.integers``.
    """
    for i in range(size - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def shuffle_by(numbers: Sequence[float], cards: list[Card], size: int) -> None:
    """Shuffle like `shuffle`, by random numbers that were drawn before: ``size - 1`` of them."""
    for n in range(size - 1):
        i = size - 1 - n
        j = int(numbers[n] * (i + 1))
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@rule
def gather_deck(s: S, r: R) -> None:
    """Put the whole deck on the draw pile, to be shuffled."""
    n = 0
    for kind in range(r.kinds):
        for _ in range(r.count[kind]):
            s.draw[n] = kind
            n += 1
    s.draw_size = n


@rule
def clear_pile(cards: list[int], size: int) -> None:
    """Clear the first `size` cards of a pile; the caller sets its size."""
    for i in range(size):
        cards[i] = NO_CARD


@rule
def draw_card(s: S) -> int:
    """Take the top card off the draw pile."""
    s.draw_size -= 1
    card: int = s.draw[s.draw_size]
    s.draw[s.draw_size] = NO_CARD
    return card


@rule
def discard_card(s: GridStateTwin, card: int) -> None:
    """Lay a card face up on the discard pile."""
    s.discard[s.discard_size] = card
    s.discard_size += 1


@rule
def take_discard(s: GridStateTwin) -> int:
    """Take the top card off the discard pile."""
    s.discard_size -= 1
    card: int = s.discard[s.discard_size]
    s.discard[s.discard_size] = NO_CARD
    return card


@rule
def recycle_discard(s: GridStateTwin) -> None:
    """Turn the discard pile, except for its top card, into the draw pile, to be shuffled next."""
    top = take_discard(s)
    for i in range(s.discard_size):
        s.draw[i] = s.discard[i]
    s.draw_size = s.discard_size
    clear_discard(s)
    discard_card(s, top)


@rule
def clear_discard(s: GridStateTwin) -> None:
    """Empty the discard pile."""
    clear_pile(s.discard, s.discard_size)
    s.discard_size = 0
