"""Actions of the grid games and their values."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Branch(NamedTuple):
    """The best continuation after a card with this number is drawn or turned.

    Parameters
    ----------
    value : int
        The number.
    copies : int
        The number of equally likely cards that have this number.
    action : str
        The best action then, in notation; after ``discard`` a card is turned.  Empty for a turned
        card.
    points : Fraction
        The change in one's own expected raw score.
    effect : str or None
        The key of the effect on the card.
    """

    value: int
    copies: int
    action: str
    points: Fraction
    effect: str | None = None


class Valued(NamedTuple):
    """An action and its value.

    Parameters
    ----------
    action : str
        In notation.
    points : Fraction
        The change in one's own expected raw score; lower is better.
    formula : str
        The terms that sum to `points`.
    branches : tuple of Branch
        If a card is drawn or turned: the continuation for each card that it may be.
    exact : bool
        False if `points` is a close approximation; the formula then has ``≈``.
    worth : float or None
        On a board that is solved: the points by which the seat is better off than the other one at
        the end of the round, on average, if both play optimally after the action; higher is
        better.
    """

    action: str
    points: Fraction
    formula: str
    branches: tuple[Branch, ...] = ()
    exact: bool = True
    worth: float | None = None
