"""Exact odds at a table of Skip-Bo: what may be drawn, from what a seat has seen.

Nothing is concluded from what the others have played: a card in another's hand is as likely any
of the unseen ones as a card of the draw pile.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from skyjo_widget.observation import Observation
from skyjo_widget.odds.unseen import Memory, Unseen, check_memory

WILD = 0
"""A wild card's number, as an observation has it."""


class SkipBoOdds:
    """What a seat may reckon with.

    Parameters
    ----------
    seen : Observation
        What it sees, of a game of Skip-Bo.
    memory : {"perfect", "table"}
        Whether it remembers the completed piles, or goes by what lies on the table.

    Attributes
    ----------
    unseen : Unseen
        The cards that it doesn't see, by their numbers; a wild one is 0.

    Raises
    ------
    RulesError
        If the memory is neither.
    """

    def __init__(self, seen: Observation, memory: Memory = "perfect") -> None:
        check_memory(memory)
        self.memory, self.seat = memory, seen.me
        self._o, self._r = seen.seen, seen._codes
        self.unseen = Unseen(self._unseen())

    def __repr__(self) -> str:
        """All of it as text."""
        every = self.unseen.total
        cards = ", ".join(f"{v or 'wild'}: {n}/{every}" for v, n in self.unseen.counts.items())
        needed = ", ".join(map(str, sorted(set(self.needed))))
        lines = [f"{every} cards unseen", cards, f"the building piles need {needed}"]
        if self.draws:
            chance = self.helping()
            lines.append(f"one of the next {self.draws} cards fits: {float(chance):.1%}")
        return "\n".join(lines)

    def _unseen(self) -> Counter[int]:
        o, r = self._o, self._r
        every = (kind for kind in range(r.kinds) for _ in range(r.count[kind]))
        left = self._numbers(every)
        piles = [*o.building, *o.discards, *o.hand, o.stock_top]
        if self.memory == "perfect":
            piles.append(o.completed)
        for pile in piles:
            left.subtract(self._numbers(pile))
        return left

    def _numbers(self, cards: Iterable[int]) -> Counter[int]:
        """How many of each number are among cards that are seen."""
        r = self._r
        return Counter(WILD if card == r.wild else r.value[card] for card in cards if card >= 0)

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
        cards = self.draws if cards is None else cards
        fitting = {*self.needed, WILD}
        if self.memory == "table":
            return self.unseen.one_in(fitting, cards)
        first = min(cards, self._o.draw_size)
        then = Unseen(self._numbers(self._o.completed))  # shuffled, once the draw pile is empty
        fails = (1 - self.unseen.one_in(fitting, first)) * (1 - then.one_in(fitting, cards - first))
        return 1 - fails
