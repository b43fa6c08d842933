"""Hidden places, and the interface of a game's hidden cards."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

HAND = "hand"


@dataclasses.dataclass(slots=True, eq=False)
class Place:
    """A hidden place: its name, and a list of the state with an index.

    Supposed cards can be swapped only within the same `pile`: after the discard pile was
    recycled, its cards are known not to lie in a grid.
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
        """The place's identity, shared by all its names."""
        return id(self.cards), self.at


class Hidden(Protocol):
    """A game's hidden cards."""

    def places(self, s: Any, r: Any, *, recycled: bool) -> Iterator[Place]:
        """Yield the hidden places."""

    def shown(self, s: Any, r: Any, action: int) -> tuple[str, ...]:
        """Return the names of the places that an action shows to all."""

    def due(self, s: Any, r: Any) -> tuple[str, ...]:
        """Return the names of the places that the next shuffle or score shows."""

    def possible(self, s: Any, r: Any, cards: Sequence[int]) -> Iterator[Any]:
        """Yield states in which the seat to act holds each of these cards."""

    def follow(
        self, names: dict[str, int], before: Any, s: Any, r: Any, action: int | None
    ) -> dict[str, int]:
        """Return the names after an action, moved with their cards."""

    def tidy(self, s: Any, r: Any) -> None:
        """Restore the invariants after supposed cards were swapped."""

    def lying(self, s: Any, r: Any) -> Iterator[tuple[str, list[int]]]:
        """Yield the visible cards by place."""
