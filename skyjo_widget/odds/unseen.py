"""The cards that a seat doesn't see, and the probabilities of drawing them.

An unseen card is any of these with equal probability, since nobody's choice depends on a card that
nobody has seen.  Cards are therefore drawn from the unseen ones without replacement (a
hypergeometric distribution).  Probabilities and means are `fractions.Fraction`: there is no
rounding, and enumerating small decks can verify them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any, Literal, NamedTuple, cast, get_args

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.markup import LONGEST_REPR, Html, bar, card, short
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import whole_number

Memory = Literal["perfect", "table"]
"""``"perfect"``: all cards seen in this round; ``"table"``: only those on the table now."""


def check_memory(memory: Any) -> Memory:
    """Return a kind of memory, given in any spelling; raise `RulesError` if it is none."""
    return cast("Memory", choice("memory", memory, get_args(Memory)))


def fraction_text(number: Fraction | int) -> str:
    """Format a number, whole or with two decimals."""
    number = Fraction(number)
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}"


def signed(number: Fraction | int) -> str:
    """Format a number with its sign, + or −."""
    return f"{'−' if number < 0 else '+'}{fraction_text(abs(Fraction(number)))}"


class Unseen(CellView, Mapping[int, int]):
    """The cards that a seat doesn't see, counted by number in ascending order.

    A number of which none is left has the count 0 and isn't among the keys.

    Parameters
    ----------
    counts : mapping of int to int
        The number of cards of each number.

    Attributes
    ----------
    total : int
        The number of cards in all.
    mean : Fraction
        The mean of their numbers, in points; 0 if there are none.
    """

    def __init__(self, counts: Mapping[int, int]) -> None:
        self.counts: dict[int, int] = {value: n for value, n in sorted(counts.items()) if n}
        self.total: int = sum(self.counts.values())
        points = sum(value * n for value, n in self.counts.items())
        self.mean: Fraction = Fraction(points, self.total or 1)

    @in_its_language
    def __getitem__(self, value: int | str) -> int:
        """Return the count of a number; raise `RulesError` if it is no whole number."""
        if type(value) is not int:
            value = whole_number(_("a card's number"), value)
        return self.counts.get(value, 0)

    def __contains__(self, value: object) -> bool:
        try:
            return value in self.counts or bool(isinstance(value, str) and self[value])
        except RulesError:
            return False

    def __iter__(self) -> Iterator[int]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        counts = ", ".join(f"{value}: {n}" for value, n in self.counts.items())
        return short(f"<Unseen, {self.total} cards: {counts}>", LONGEST_REPR)

    def _face(self, say: CellTexts) -> Html:
        lines = [
            (card(str(value)), str(n), f"{n}/{self.total}", bar(n / self.total))
            for value, n in self.counts.items()
        ]
        table = say.rows(("number", "cards", "share", ""), lines)
        mean = say("mean", mean=say.number(float(self.mean), 2))
        return say.face(say("unseen", count=self.total), table, sub=mean)

    def without(self, value: int) -> Unseen:
        """Return the unseen cards after one with this number was seen."""
        return Unseen({**self.counts, value: self[value] - 1})

    def chance(self, value: int | str) -> Fraction:
        """Return the probability that an unseen card has this number."""
        return Fraction(self[value], self.total or 1)

    def one_in(self, values: int | str | Iterable[int], cards: int) -> Fraction:
        """Return the probability that one or more of `cards` unseen cards has one of `values`."""
        cards = min(whole_number("cards", cards), self.total)
        if isinstance(values, str) or not isinstance(values, Iterable):
            values = [values]  # type: ignore[list-item]
        wanted = {whole_number(_("a card's number"), value) for value in values}
        others = self.total - sum(self[value] for value in wanted)
        return 1 - Fraction(comb(others, cards), comb(self.total, cards) or 1)


class Chance(NamedTuple):
    """A probability, exact or simulated.

    Parameters
    ----------
    value : Fraction
        From 0 to 1.
    error : float or None
        The standard error if it was simulated; None if it is exact.
    """

    value: Fraction
    error: float | None
