"""Exact odds of Skip-Bo: the cards that may be drawn, given those that a seat has seen.

Nothing is inferred from the others' plays: a card in another's hand is as likely to be any of the
unseen cards as a card of the draw pile.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction

from skyjo_widget.engine.skipbo.rules import due_number
from skyjo_widget.odds.base import TableOdds
from skyjo_widget.odds.html import Page
from skyjo_widget.odds.law import Law
from skyjo_widget.odds.plain_text import PlainText
from skyjo_widget.odds.unseen import Unseen
from skyjo_widget.util.validation import whole_number

WILD = 0
"""A wild card's number in an observation."""


class SkipBoOdds(TableOdds):
    """Exact odds for a seat of Skip-Bo; see `TableOdds`.

    A wild card is 0.  It has no number: X has a law but no expectation, and no comparison by size
    holds for it.  ``X <= 4`` are the cards 1 to 4, ``X == "wild"`` the wild ones.  With
    ``memory="table"`` the completed piles are forgotten.
    """

    def _lines(self, texts: PlainText) -> Iterator[str]:
        """Yield the cards, the needed numbers, and the chance to draw one of these."""
        every, joint = self.unseen.total, texts("joint")
        yield texts("unseen", count=every)
        counts = self.unseen.counts.items()
        yield ", ".join(f"{v or texts('wild')}{joint}{n}/{every}" for v, n in counts)
        yield texts("needed", numbers=", ".join(map(str, sorted(set(self.needed)))))
        if self.draws:
            yield texts("helping", count=self.draws, chance=texts.percent(self.helping()))

    def _sections(self, page: Page) -> Iterator[str]:
        """Yield the unseen cards, the needed numbers, and the chance to draw one of these."""
        every, most = self.unseen.total, max(self.unseen.counts.values(), default=1)
        yield page.heading(page.text("unseen", count=every))
        fitting = {*self.needed, WILD}
        bars = []
        for value, count in self.unseen.counts.items():
            name, title = str(value), ""
            if value == WILD:
                name, title = "★", f' title="{page.text("wild")}"'
            kind = "top" if value in fitting else "effect"
            stack = page.stack(name, count, every, most, [(count, kind)])
            bars.append(f"<div{title}>{stack}</div>")
        yield f'<div class="bars">{"".join(bars)}</div><p>★ {page.text("wild")}</p>'
        numbers = ", ".join(map(str, sorted(set(self.needed))))
        yield f"<p>{page.text('needed', numbers=numbers)}</p>"
        if self.draws:
            chance = page.percent(self.helping())
            yield page.heading(page.text("helping", count=self.draws, chance=chance))

    def _seen_cards(self) -> list[int]:
        o = self._o
        cards = [card for pile in (*o.building, *o.discards, *o.hand) for card in pile]
        cards += o.stock_top
        return cards + o.completed if self.memory == "perfect" else cards

    def _next_numbers(self) -> Unseen:
        if self._o.draw_size or self.memory == "table":
            return self.unseen
        return self._completed()

    def _completed(self) -> Unseen:
        """Return the completed cards, which are shuffled once the draw pile is empty."""
        return self._numbers(card for card in self._o.completed if card >= 0)

    def _law_of(self, cards: Unseen, name: str) -> Law:
        return Law.of_cards(cards, name, wild=WILD, lang=self.lang)

    def _number(self, card: int) -> int:
        return WILD if card == self._r.wild else super()._number(card)

    @functools.cached_property
    def needed(self) -> tuple[int, ...]:
        """The number that each building pile needs next; then the other of empty places, if any.

        An empty place takes the highest number too where building piles may run down.
        """
        o, r = self._o, self._r
        due = tuple(due_number(o, r, b) for b in range(r.building_piles))
        empty = 0 in o.building_size[: r.building_piles]
        return (*due, r.highest) if r.piles_down and empty else due

    @property
    def draws(self) -> int:
        """The number of cards that the seat draws when its hand is next filled."""
        return max(int(self._r.hand - self._o.hand_size[self.seat]), 0)

    def helping(self, cards: int | None = None) -> Fraction:
        """Return the probability that at least one of the next cards drawn can be played.

        Parameters
        ----------
        cards : int, optional
            The number of cards; by default as many as fill the hand.
        """
        cards = self.draws if cards is None else whole_number("cards", cards)
        fitting = {*self.needed, WILD}
        if self.memory == "table":
            return self.unseen.one_in(fitting, cards)
        first = min(cards, self._o.draw_size)
        then = self._completed()
        fails = (1 - self.unseen.one_in(fitting, first)) * (1 - then.one_in(fitting, cards - first))
        return 1 - fails
