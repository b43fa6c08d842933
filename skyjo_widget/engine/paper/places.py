"""Places where a card lies hidden, and what a game knows of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

HAND = "hand"


@dataclasses.dataclass(slots=True, eq=False)
class Place:
    """Where a hidden card lies: its name, and a list of the state with an index.

    A card may change places with those of the same `pile` alone: once the discard pile has
    become the draw pile, all know that its cards don't lie in a grid.
    """

    name: str
    cards: Any
    at: int | str
    pile: int = 0

    @property
    def card(self) -> int:
        """The card that is supposed there."""
        found: int = (
            getattr(self.cards, self.at) if isinstance(self.at, str) else self.cards[self.at]
        )
        return found

    @card.setter
    def card(self, card: int) -> None:
        if isinstance(self.at, str):
            setattr(self.cards, self.at, card)
        else:
            self.cards[self.at] = card

    @property
    def key(self) -> tuple[int, int | str]:
        """What two names of one place have in common."""
        return id(self.cards), self.at


class Hidden(Protocol):
    """What a game knows of its hidden cards."""

    def places(self, s: Any, r: Any, *, anew: bool) -> Iterator[Place]:
        """Where they lie."""

    def shown(self, s: Any, r: Any, action: int) -> tuple[str, ...]:
        """The names of those that an action shows to all."""

    def due(self, s: Any, r: Any) -> tuple[str, ...]:
        """The names of those that the next shuffle or score shows."""

    def possible(self, s: Any, r: Any, cards: Sequence[int]) -> Iterator[Any]:
        """States in which the seat to act holds these cards, one after the other."""

    def follow(
        self, names: dict[str, int], before: Any, s: Any, r: Any, action: int | None
    ) -> dict[str, int]:
        """The names from before an action, where their cards are after it."""

    def tidy(self, s: Any, r: Any) -> None:
        """Mend what cards that changed places have upset."""

    def lying(self, s: Any, r: Any) -> Iterator[tuple[str, list[int]]]:
        """Where cards lie that all see."""
