"""The cards that a class has drawn, and the exact law of a card drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from skyjo_widget.lessons.report.statistics import deal_marks
from skyjo_widget.records.history import History


class ClassDraws(NamedTuple):
    """The cards that a class has drawn from draw piles, in finished rounds.

    Parameters
    ----------
    counts : dict of int to int
        By number, how many different cards were drawn.
    law : dict of int to Fraction
        The law of X, the number on a card drawn at random from the whole deck.
    draws : int
        How often a pupil has drawn a card.
    deals : int
        How many deals these cards are from.
    """

    counts: dict[int, int]
    law: dict[int, Fraction]
    draws: int
    deals: int

    @property
    def cards(self) -> int:
        """The number of different cards."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """The mean of the numbers on the different cards; 0 without cards."""
        total = sum(value * n for value, n in self.counts.items())
        return Fraction(total, self.cards or 1)

    @property
    def expectation(self) -> Fraction:
        """E(X)."""
        return sum((value * chance for value, chance in self.law.items()), Fraction(0))


def class_draws(histories: Sequence[History]) -> ClassDraws | None:
    """Count the cards that people have drawn in finished rounds.

    A card of a deal counts once, however many pupils have drawn it: with a class seed all draw
    from the same piles.

    Returns
    -------
    ClassDraws or None
        None if the games have different decks, cards without a number, or no draws.
    """
    decks = {history.deck.hash for history in histories}
    if len(decks) != 1:
        return None
    law = _law(histories[0])
    if law is None:
        return None
    cards: dict[tuple[str, int, int], int] = {}
    draws = 0
    for history in histories:
        deals = deal_marks(history)
        piles: dict[int, tuple[int, int]] = {}
        for row in history.decisions:
            size = row.before.get("draw_pile_size")
            if row.undone or row.action != "draw" or size is None or row.round not in deals:
                continue
            pile, last = piles.get(row.round, (0, size + 1))
            pile += size >= last  # a pile made of discarded cards
            piles[row.round] = pile, size
            card = _number(row.card_in)
            if row.kind == "person" and card is not None and row.round <= history.rounds_over:
                draws += 1
                mark = str(history.header["game_id"]) if pile else deals[row.round]
                cards[mark, pile, size] = card
    if not cards:
        return None
    counts = Counter(cards.values())
    return ClassDraws(
        {value: counts[value] for value in law},
        law,
        draws,
        len({deal for deal, *_ in cards}),
    )


def _law(history: History) -> dict[int, Fraction] | None:
    """Return the law of a card of the deck; None if one has no number."""
    counts: Counter[int] = Counter()
    for value, count, *_ in history.deck.counts:
        if not isinstance(value, int):
            return None
        counts[value] += count
    return {value: Fraction(counts[value], counts.total()) for value in sorted(counts)}


def _number(card: int | str | None) -> int | None:
    """Return the number of a card in the record's form, such as ``"5:reverse"``."""
    if isinstance(card, str):
        number = card.partition(":")[0]
        return int(number) if number.lstrip("-").isdecimal() else None
    return card
