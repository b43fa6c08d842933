"""What a deck is: kinds of card and how many there are of each.

In the engine a card is the index of its kind; `Deck.values` gives its number.
Two cards of one kind can't be told apart.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from skyjo_widget.engine.state import MAX_CARDS, MAX_KINDS, NO_CARD, UNKNOWN
from skyjo_widget.errors import NotationError, RulesError


@dataclasses.dataclass(frozen=True, slots=True)
class Kind:
    """One kind of card: its number, and how many the deck holds."""

    value: int
    count: int


@dataclasses.dataclass(frozen=True, slots=True)
class Deck:
    """An unshuffled deck.

    Parameters
    ----------
    kinds : tuple of Kind
        By rising value, each value once.

    Raises
    ------
    RulesError
        If a value stands twice, a count is no whole number from 1, or there are
        too many kinds or cards.
    """

    kinds: tuple[Kind, ...]

    def __post_init__(self) -> None:
        if not all(isinstance(kind, Kind) for kind in self.kinds):
            raise RulesError("deck: a deck is made of Kind(value, count); see Deck.from_counts")
        for kind in self.kinds:
            for name, number in (("value", kind.value), ("count", kind.count)):
                if isinstance(number, bool) or not isinstance(number, int):
                    raise RulesError(f"deck: the {name} {number!r} is no whole number")
            if kind.count < 1:
                raise RulesError(
                    f"deck: the card {kind.value} has the count {kind.count}; 1 or more is needed"
                )
            if abs(kind.value) > 999:
                raise RulesError(f"deck: the value {kind.value} is outside -999 to 999")
        values = [kind.value for kind in self.kinds]
        if values != sorted(set(values)):
            raise RulesError("deck: each value may stand once, by rising value")
        if not self.kinds or len(self.kinds) > MAX_KINDS:
            raise RulesError(f"deck: 1 to {MAX_KINDS} kinds of card, not {len(self.kinds)}")
        if self.size > MAX_CARDS:
            raise RulesError(f"deck: at most {MAX_CARDS} cards, not {self.size}")

    @classmethod
    def from_counts(cls, counts: Iterable[tuple[int, int]]) -> Deck:
        """A deck from pairs of value and count, in any order.

        Raises
        ------
        RulesError
            As the class does, or if they aren't pairs.
        """
        try:
            kinds = [Kind(value, count) for value, count in counts]
            return cls(tuple(sorted(kinds, key=lambda kind: kind.value)))
        except RulesError:
            raise
        except (TypeError, ValueError) as error:
            raise RulesError(f"deck: pairs of value and count are needed ({error})") from None

    @property
    def size(self) -> int:
        """How many cards there are."""
        return sum(kind.count for kind in self.kinds)

    @property
    def values(self) -> tuple[int, ...]:
        """The number on each kind of card, by its index."""
        return tuple(kind.value for kind in self.kinds)

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """Pairs of value and count, by rising value."""
        return tuple((kind.value, kind.count) for kind in self.kinds)

    def card_text(self, card: int) -> str:
        """A card in notation: its number, ``?`` if it is unknown, ``.`` if there is none."""
        if card == UNKNOWN:
            return "?"
        if card == NO_CARD:
            return "."
        return str(self.kinds[card].value)

    def parse_card(self, text: str) -> int:
        """The card that a text stands for; the inverse of `card_text`.

        Raises
        ------
        NotationError
            If the deck has no such card.
        """
        if text == "?":
            return UNKNOWN
        if text == ".":
            return NO_CARD
        for card, kind in enumerate(self.kinds):
            if text == str(kind.value):
                return card
        raise NotationError(
            f"{text!r} is no card of this deck, which holds "
            f"{', '.join(str(value) for value in self.values)}"
        )


SKYJO_DECK = Deck.from_counts(
    [(-2, 5), (-1, 10), (0, 15), *((value, 10) for value in range(1, 13))]
)
"""The 150 cards of Skyjo."""
