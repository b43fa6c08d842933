"""The base class of all games' odds: the seat, its memory and the cards that it doesn't see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable

from skyjo_widget.odds.html import Page
from skyjo_widget.odds.plain_text import PlainText
from skyjo_widget.odds.unseen import Memory, Unseen, check_memory
from skyjo_widget.strategies.observation import Observation, rulebook
from skyjo_widget.util.markup import Html, clipped_lines


class TableOdds(ABC):
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

    def __init__(self, seen: Observation, memory: Memory = "perfect") -> None:
        self.lang = "en"
        self.memory, self.seat = check_memory(memory), seen.me
        self._seen, self._o, self._r = seen, seen.seen, rulebook(seen).codes
        self._kinds = Counter(dict(enumerate(self._r.count[: self._r.kinds])))
        self._kinds.subtract(card for card in self._seen_cards() if card >= 0)
        self.unseen = self._numbers(self._kinds)

    @abstractmethod
    def _seen_cards(self) -> Iterable[int]:
        """Return the cards that the seat sees or remembers; below 0 where there is none."""

    @abstractmethod
    def _sections(self, page: Page) -> Iterable[str]:
        """Yield the sections of the page as HTML, in order."""

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
    def _lines(self, said: PlainText) -> Iterable[str]:
        """Yield the lines of the text."""

    def __repr__(self) -> str:
        return clipped_lines(str(self).splitlines())

    def _repr_html_(self) -> str:
        return self.html()
