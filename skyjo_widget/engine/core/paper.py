"""A game's own part in recording paper cards: its hidden places and corrections."""

from __future__ import annotations

import dataclasses
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from skyjo_widget.engine.core.shorthand import Shorthand
from skyjo_widget.errors import RulesError

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin, StateTwin

HAND = "hand"
MOST_POINTS = 10_000

S = TypeVar("S", bound="StateTwin")
R = TypeVar("R", bound="CodesTwin")


class NamedCards(Protocol):
    """The named cards of a game, of `skyjo_widget.engine.paper.Paper`, for corrections."""

    names: dict[str, int]
    no_draw: dict[int, int | None]

    def check_named(self, places: Sequence[str]) -> None:
        """Raise `RulesError` if one of these hidden cards has no name."""

    def shift(self, by: int) -> None:
        """Shift the names of the draw pile's cards, which lie so much lower now."""


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
        card: int = (
            getattr(self.cards, self.at) if isinstance(self.at, str) else self.cards[self.at]
        )
        return card

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


class PaperRules(ABC, Generic[S, R]):
    """A game's hidden places, and a referee's corrections where people have broken its rules.

    A correction ``correct(s, r, paper, **parts)`` changes a state ``s`` in place, or raises
    `RulesError` with the reason; the caller checks the invariants of the state afterwards.  Its
    keyword parameters are the parts of a referee's event.
    """

    shorthand: Shorthand = Shorthand({})
    """The game's short forms."""

    @abstractmethod
    def places(self, s: S, r: R, *, recycled: bool) -> Iterator[Place]:
        """Yield the hidden places."""

    @abstractmethod
    def places_shown(self, s: S, r: R, action: int) -> tuple[str, ...]:
        """Return the names of the places that an action shows to all."""

    @abstractmethod
    def due(self, s: S, r: R) -> tuple[str, ...]:
        """Return the names of the places that the next shuffle or score shows."""

    @abstractmethod
    def possible(self, s: S, r: R, cards: Sequence[int]) -> Iterator[S]:
        """Yield states in which the seat to act holds each of these cards."""

    @abstractmethod
    def follow(
        self, names: dict[str, int], before: S, s: S, r: R, action: int | None
    ) -> dict[str, int]:
        """Return the names after an action, moved with their cards."""

    @abstractmethod
    def lying(self, s: S, r: R) -> Iterator[tuple[str, list[int]]]:
        """Yield the visible cards by place."""

    @abstractmethod
    def conceals(self, s: S, names: dict[str, int]) -> bool:
        """Return whether the seat to act holds unnamed cards."""

    @abstractmethod
    def turn(self, s: S, r: R, paper: NamedCards, *, seat: int) -> None:
        """Give the turn to a seat that played out of turn, when it was noticed late."""

    def tidy(self, s: S, r: R) -> None:
        """Restore the invariants after supposed cards were swapped."""

    def looked_at(self, s: S) -> int:
        """Return how many cards of the draw pile the seat to act looks at."""
        return 0

    def spoken(self, r: R, action: int) -> dict[str, int]:
        """Return the card that an action's notation names, by place."""
        return {}

    def shown_by_penalty(self, s: S, seat: int) -> tuple[str, ...]:
        """Return the names of the places that a penalty for a seat shows."""
        return ()

    def own_hand(self, s: S) -> list[int] | None:
        """Return the hand of the seat to act, one of several private ones; None without."""
        return None

    def hold_back(self, no_draw: dict[int, int | None], before: S, s: S) -> None:
        """Return the cards that a seat drew for a turn in which it draws nothing."""

    def corrections(self) -> dict[str, Callable[..., None]]:
        """Return a referee's corrections by name."""
        return {"turn": self.turn, "points": add_points}


def add_points(s: StateTwin, r: CodesTwin, paper: NamedCards, *, seat: int, points: int) -> None:
    """Add points to a seat's total."""
    if not 0 < abs(points) <= MOST_POINTS:
        raise RulesError(
            "points={points}: −{most_points} to {most_points} are needed, and not 0",
            points=points,
            most_points=MOST_POINTS,
        )
    s.total[seat] += points


def correction_parts(rules: PaperRules[Any, Any] | None, what: object) -> tuple[str, ...]:
    """Return the parameters of a correction; none if the game hasn't got it."""
    correction = rules.corrections().get(what) if rules and isinstance(what, str) else None
    if correction is None:
        return ()
    parameters = inspect.signature(correction).parameters.values()
    return tuple(p.name for p in parameters if p.kind is p.KEYWORD_ONLY)
