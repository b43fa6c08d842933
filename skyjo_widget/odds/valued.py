"""Actions of the Skyjo family and what they are worth."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Branch(NamedTuple):
    """What happens if a card has a number.

    Parameters
    ----------
    value : int
        The number.
    copies : int
        How many of the cards that it may be have it.
    action : str
        What is best then, in notation; after ``discard`` a card is turned.  Of a turned card
        it is empty.
    points : Fraction
        What that changes.
    effect : str or None
        The key of the effect on the card.
    """

    value: int
    copies: int
    action: str
    points: Fraction
    effect: str | None = None


class Valued(NamedTuple):
    """An action and what it is worth.

    Parameters
    ----------
    action : str
        In notation.
    points : Fraction
        By how much the mean of the own raw score changes; lower is better.
    formula : str
        How that comes about.
    branches : tuple of Branch
        Where a card is drawn or turned: what each card would bring.
    exact : bool
        False if `points` is a close approximation; then the formula has ``≈``.
    """

    action: str
    points: Fraction
    formula: str
    branches: tuple[Branch, ...] = ()
    exact: bool = True
