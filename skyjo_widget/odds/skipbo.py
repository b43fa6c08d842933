"""Exact odds at a table of Skip-Bo: what may be drawn, from what a seat has seen.

Nothing is concluded from what the others have played: a card in another's hand is as likely any
of the unseen ones as a card of the draw pile.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from fractions import Fraction

from skyjo_widget.odds.base import TableOdds
from skyjo_widget.odds.html import Page
from skyjo_widget.util.validation import whole_number

WILD = 0
"""A wild card's number, as an observation has it."""


class SkipBoOdds(TableOdds):
    """What a seat of Skip-Bo may reckon with; see `TableOdds`.

    A wild card is 0.  Without memory the completed piles are forgotten.
    """

    def __str__(self) -> str:
        """All of it as text."""
        every = self.unseen.total
        cards = ", ".join(f"{v or 'wild'}: {n}/{every}" for v, n in self.unseen.counts.items())
        needed = ", ".join(map(str, sorted(set(self.needed))))
        lines = [f"{every} cards unseen", cards, f"the building piles need {needed}"]
        if self.draws:
            chance = self.helping()
            lines.append(f"one of the next {self.draws} cards fits: {float(chance):.1%}")
        return "\n".join(lines)

    def _sections(self, page: Page) -> Iterator[str]:
        """Cards, what the building piles need, and the chance of it."""
        every, most = self.unseen.total, max(self.unseen.counts.values(), default=1)
        yield page.heading(page.say("unseen", count=every))
        fitting = {*self.needed, WILD}
        bars = []
        for value, count in self.unseen.counts.items():
            name, title = str(value), ""
            if value == WILD:
                name, title = "★", f' title="{page.say("wild")}"'
            kind = "top" if value in fitting else "effect"
            stack = page.stack(name, count, every, most, [(count, kind)])
            bars.append(f"<div{title}>{stack}</div>")
        yield f'<div class="bars">{"".join(bars)}</div><p>★ {page.say("wild")}</p>'
        numbers = ", ".join(map(str, sorted(set(self.needed))))
        yield f"<p>{page.say('needed', numbers=numbers)}</p>"
        if self.draws:
            chance = page.percent(self.helping())
            yield page.heading(page.say("helping", count=self.draws, chance=chance))

    def _seen_cards(self) -> list[int]:
        o = self._o
        cards = [card for pile in (*o.building, *o.discards, *o.hand) for card in pile]
        cards += o.stock_top
        return cards + o.completed if self.memory == "perfect" else cards

    def _number(self, card: int) -> int:
        return WILD if card == self._r.wild else super()._number(card)

    @functools.cached_property
    def needed(self) -> tuple[int, ...]:
        """The number that each building pile needs next."""
        return tuple(size + 1 for size in self._o.building_size[: self._r.building_piles])

    @property
    def draws(self) -> int:
        """How many cards the seat draws when its hand is filled next."""
        return max(int(self._r.hand - self._o.hand_size[self.seat]), 0)

    def helping(self, cards: int | None = None) -> Fraction:
        """The chance that at least one of the next cards of the draw pile can be played.

        Parameters
        ----------
        cards : int, optional
            How many; as many as fill the hand unless told otherwise.
        """
        cards = self.draws if cards is None else whole_number("cards", cards)
        fitting = {*self.needed, WILD}
        if self.memory == "table":
            return self.unseen.one_in(fitting, cards)
        first = min(cards, self._o.draw_size)
        completed = [card for card in self._o.completed if card >= 0]
        then = self._numbers(completed)  # shuffled, once the draw pile is empty
        fails = (1 - self.unseen.one_in(fitting, first)) * (1 - then.one_in(fitting, cards - first))
        return 1 - fails
