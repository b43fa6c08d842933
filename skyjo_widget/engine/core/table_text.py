"""Written tables: a game's own part of positions that are set up.

A table that is set up is a state whose unseen cards are `UNKNOWN`;
`skyjo_widget.engine.core.set_up` reads, writes and deals it.
"""

from __future__ import annotations

import dataclasses
import numbers
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.errors import NotationError
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin, StateTwin

S = TypeVar("S", bound="StateTwin")
R = TypeVar("R", bound="CodesTwin")

_BETWEEN = re.compile(r"[\s,;]+")


class Problem(NamedTuple):
    """A problem of a written table: its place, and a clause."""

    where: str
    text: str


class TableProblems(Exception):  # noqa: N818  (joined to one RulesError, in the reader's language)
    """All problems of a written table."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{where}: {text}" for where, text in problems))
        self.problems: tuple[Problem, ...] = tuple(problems)


@dataclasses.dataclass(frozen=True)
class Written:
    """A table as it was written.

    Parameters
    ----------
    seats : sequence
        Each seat's cards, in the game's form; None where nothing is said.
    seat : int
        Who is to decide.
    parts : mapping
        The game's own parts (`TableText.parts`).
    phase : str, optional
    round : int
    turn : int, optional
        In this round, from 1.
    totals : sequence of int, optional
        By seat.
    also : str
        Further fields, as in state text.
    """

    seats: Sequence[object]
    seat: int
    parts: Mapping[str, object]
    phase: str | None = None
    round: int = 1
    turn: int | None = None
    totals: Sequence[int] = ()
    also: str = ""


class Reading:
    """The reader of a written table: it counts the cards and collects the problems.

    Parameters
    ----------
    r : twin
        The rule codes.
    deck : Deck
    names : sequence of str
        The players, by seat.
    """

    r: CodesTwin
    deck: Deck
    names: Sequence[str]

    def __init__(self, r: CodesTwin, deck: Deck, names: Sequence[str]) -> None:
        self.r, self.deck, self.names = r, deck, names
        self.problems: list[Problem] = []
        self._counts: Counter[int] = Counter()

    def problem(self, where: str, template: str, /, **parts: object) -> None:
        """Note a problem: its place, and a clause with its parts."""
        self.problems.append(Problem(where, _(template, **parts)))

    def card(self, value: object, where: str, *, hidden: bool = False, none: bool = False) -> int:
        """Read a card; `UNKNOWN` for ``?`` if it may be hidden, `NO_CARD` for ``.`` if `none`."""
        try:
            card = self.deck.parse_card(card_word(value))
        except NotationError as error:
            self.problem(where, "{error}", error=error)
            return NO_CARD
        if card == UNKNOWN and not hidden:
            self.problem(where, "a card that lies open has a name, and not '?'")
        elif card == NO_CARD and not none:
            self.problem(where, "'.' is no card")
        elif card >= 0:
            self._counts[card] += 1
            if self._counts[card] > self.r.count[card]:
                name = minus(self.deck.kinds[card].card)
                self.problem(
                    where,
                    "{card} is there {count} times, and the deck has {most}",
                    card=name,
                    count=self._counts[card],
                    most=self.r.count[card],
                )
        return card

    def words(self, value: object, where: str) -> list[object]:
        """Split cards into single ones: a text, a list, or one card."""
        if value is None:
            return []
        if isinstance(value, str):
            return [word for word in _BETWEEN.split(value) if word]
        if isinstance(value, numbers.Integral):
            return [value]
        if isinstance(value, Sequence):
            return list(value)
        self.problem(where, "cards as a text or a list are needed, not {value!r:.60}", value=value)
        return []

    def pile(self, value: object, where: str) -> list[int]:
        """Read an open pile, its top card first; returns it from the bottom up."""
        words = self.words(value, where)
        if len(words) > self.r.deck_size:
            self.problem(
                where,
                "{count} cards, and the deck has {most}",
                count=len(words),
                most=self.r.deck_size,
            )
            return []
        cards = [self.card(word, where) for word in words]
        return [card for card in reversed(cards) if card >= 0]

    def number(self, value: object, where: str, least: int, most: int) -> int:
        """Read a whole number; `least` if it is none."""
        if (
            not isinstance(value, numbers.Integral)
            or isinstance(value, bool)
            or not least <= int(value) <= most
        ):
            self.problem(
                where,
                "a whole number from {least} to {most} is needed, not {value!r}",
                least=least,
                most=most,
                value=value,
            )
            return least
        return int(value)


class TableText(ABC, Generic[S, R]):
    """The written form of a game's tables."""

    lying: ClassVar[tuple[str, ...]]
    """The fields of the state in which all cards lie."""
    parts: ClassVar[tuple[str, ...]]
    """The names of its own parts, beside what lies before each seat."""
    past: ClassVar[tuple[str, ...]]
    """The fields that only concern the last action or the last round."""
    counts: ClassVar[tuple[str, ...]]
    """The fields that follow from the cards and where they lie."""

    @abstractmethod
    def usual_phase(self, parts: Mapping[str, object]) -> int:
        """Return the phase of a table that doesn't say its phase."""

    @abstractmethod
    def read(self, s: S, r: R, reading: Reading, written: Written) -> None:
        """Lay the cards on an empty table, and infer what follows from where they lie.

        The phase, the round, the seat to decide and the totals are set already.
        """

    @abstractmethod
    def write(self, s: S, r: R, deck: Deck) -> tuple[list[object], dict[str, object]]:
        """Return what lies before each seat, and the game's own parts; the inverse of `read`."""

    def forget(self, s: S, r: R) -> None:
        """Clear the past."""
        bare = type(s)()
        for name in self.past:
            setattr(s, name, getattr(bare, name))

    @abstractmethod
    def conceal(self, s: S, r: R) -> None:
        """Put `UNKNOWN` in the places of unseen cards, which a seat's observation lacks."""

    def place_known(self, s: S, r: R, rng: np.random.Generator) -> None:
        """Lay the cards of the draw pile that a seat knows."""

    def tidy(self, s: S, r: R) -> None:
        """Restore the order of cards after dealing."""

    def take_turns(self, s: S, r: R, had: int) -> None:
        """Set the round's starter and each seat's turns, after `had` turns to the left in all."""
        n = r.players
        for p in range(n):
            s.turns[p] = had // n + ((p - s.starter) % n < had % n)


def minus(card: int | str) -> str:
    """Format a card with a proper minus sign."""
    return str(card).replace("-", "−", 1)


def card_word(value: object) -> str:
    """Return a card as a text: a number, a text, or a card of an observation."""
    if isinstance(value, str):
        return value.strip().replace("−", "-")
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        effect = getattr(value, "effect", None)
        return f"{value!s}:{effect}" if effect else str(value)
    return "..." if value is ... else repr(value)[:60]


def lay_pile(cards: list[int], pile: list[int]) -> int:
    """Lay cards on an empty pile of a state, from the bottom; return their number."""
    pile[: len(cards)] = cards
    return len(cards)


def unseen_last(card: int) -> tuple[bool, int]:
    """Return the key by which a hand is written: unseen cards come last."""
    return card < 0, card


def pile_words(cards: Sequence[int], deck: Deck) -> list[int | str]:
    """Return a pile, given from the bottom, as it is written: its top card first."""
    return [deck.kinds[card].card if card >= 0 else "?" for card in reversed(cards)]
