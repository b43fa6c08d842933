"""The base class of all games' odds: the seat, its memory and the cards that it doesn't see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from typing import ClassVar

from skyjo_widget.odds.html import Page
from skyjo_widget.odds.law import Event, Law, RandomVariable
from skyjo_widget.odds.plain_text import PlainText
from skyjo_widget.odds.unseen import Memory, Unseen, check_memory
from skyjo_widget.strategies.observation import Observation, rulebook
from skyjo_widget.util.events import parse_event
from skyjo_widget.util.markup import Html, clipped_lines
from skyjo_widget.util.names_checked import NamesChecked


class TableOdds(NamesChecked, ABC):
    """Exact probabilities and expected values for a seat.

    Parameters
    ----------
    seen : Observation
        The seat's observation.
    memory : {"perfect", "table"}
        Whether the seat remembers all that it has seen in the round, or only knows what lies on
        the table now.

    Attributes
    ----------
    seat : int
        The seat that the odds are for.
    lang : str
        The language of the text and the HTML; English unless the table has another.
    unseen : Unseen
        The cards that the seat doesn't see, by number.

    Raises
    ------
    RulesError
        If `memory` is neither of these.
    """

    seat: int

    _called = "Odds"

    variables: ClassVar[tuple[str, ...]] = ("X",)
    """The random variables that have a law."""

    def __init__(self, seen: Observation, memory: Memory = "perfect") -> None:
        self.lang = "en"
        self.memory, self.seat = check_memory(memory), seen.me
        self._seen, self._o, self._r = seen, seen.seen, rulebook(seen).codes
        self._kinds = Counter(dict(enumerate(self._r.count[: self._r.kinds])))
        self._kinds.subtract(card for card in self._seen_cards() if card >= 0)
        self.unseen: Unseen = self._numbers(self._kinds)

    @abstractmethod
    def _seen_cards(self) -> Iterable[int]:
        """Return the cards that the seat sees or remembers; below 0 where there is none."""

    @abstractmethod
    def _sections(self, page: Page) -> Iterable[str]:
        """Yield the sections of the page as HTML, in order."""

    # The next card

    @abstractmethod
    def _next_numbers(self) -> Unseen:
        """Return the numbers that the next card drawn may have."""

    @property
    def law(self) -> Law:
        """The probability law of X, the value of the next card drawn."""
        return self._law_of(self._next_numbers(), "X")

    @property
    def X(self) -> RandomVariable:  # noqa: N802  (its name in mathematics)
        """The value of the next card drawn: ``X <= 4`` is an event with its probability."""
        return self.law.variable

    def p(self, event: str | Event) -> Event:
        """Return an event with its probability.

        Parameters
        ----------
        event : str or Event
            Such as ``"X <= 4"``, ``"2 <= X <= 5"`` or ``"X = 4 or X = 5"``.  X is the value of
            the next card drawn; in a grid game Y is that of a face-down card, and S the own raw
            score if the round ended now.

        Raises
        ------
        RulesError
            If it is none; the message quotes what isn't understood.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.odds().p("X <= 4")
        P(X ≤ 4) = 69/149 ≈ 0.463
        """
        if isinstance(event, Event):
            return event
        name, condition = self.law.translating(parse_event, event, self.variables)
        return Event(self.law_named(name), condition)

    def law_named(self, name: str) -> Law:
        """Return the law of one of `variables`."""
        assert name == "X", "X is the only variable of all games"
        return self.law

    def _law_of(self, cards: Unseen, name: str) -> Law:
        return Law.of_cards(cards, name, lang=self.lang)

    def _number(self, card: int) -> int:
        return int(self._r.value[card])

    def _numbers(self, cards: Iterable[int] | Counter[int]) -> Unseen:
        """Count cards by number."""
        numbers: Counter[int] = Counter()
        for card, count in Counter(cards).items():
            numbers[self._number(card)] += count
        return Unseen(numbers)

    def html(self, lang: str | None = None) -> Html:
        """Return all odds as HTML, for a page or a notebook cell.

        Parameters
        ----------
        lang : str, optional
            The language: ``"en"`` or ``"fr"``; by default `lang`.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        page = Page(lang or self.lang, rulebook(self._seen).game.name, self.seat)
        return Html(page.whole(self._sections(page)))

    def __str__(self) -> str:
        """Return all odds as text, in the language `lang`."""
        return "\n".join(
            self._lines(PlainText(self.lang, rulebook(self._seen).game.name, self.seat))
        )

    @abstractmethod
    def _lines(self, texts: PlainText) -> Iterable[str]:
        """Yield the lines of the text."""

    def __repr__(self) -> str:
        return clipped_lines(str(self).splitlines())

    def _repr_html_(self) -> str:
        return self.html()
