"""A card as strategies see it: a number with an effect."""

from __future__ import annotations

import functools
from typing import Any

from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.util import markup


class Card(int):
    """A card in an observation: its number; a wild card is 0, and printed as ``wild``.

    Attributes
    ----------
    effect : str or None
        The key of the effect on it (`skyjo_widget.engine.cards.effects`).
    wild : bool
        True for a wild card.
    """

    effect: str | None
    wild: bool

    def __new__(cls, kind: Kind) -> Card:
        """Return the card of a kind."""
        return _made_card(kind.value, kind.effect.key if kind.effect else None, kind.wild)

    def __repr__(self) -> str:
        """Return the card's name in an action."""
        return "wild" if self.wild else int.__repr__(self)

    __str__ = __repr__

    def _repr_html_(self) -> str:
        return markup.face("", f"<p>{markup.card(card_text(self))}</p>", sub=self.effect or "")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the card with its attributes."""
        return _made_card, (int(self), self.effect, self.wild)


def _made_card(number: int, effect: str | None, wild: bool) -> Card:
    card = int.__new__(Card, number)
    card.effect, card.wild = effect, wild
    return card


@functools.lru_cache(maxsize=16)
def cards_of(kinds: tuple[Kind, ...]) -> list[Card]:
    """Return the card of each kind."""
    return [Card(kind) for kind in kinds]


def card_text(card: Card | None) -> str:
    """Return a card's text in a record; ``?`` for an unknown card."""
    if card is None:
        return "?"
    return f"{card}:{card.effect}" if card.effect else str(card)
