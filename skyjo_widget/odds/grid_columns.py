"""Columns of a grid, and what they count once all their cards are turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb, perm, prod
from typing import NamedTuple

import numpy as np

from skyjo_widget.odds.unseen import Chance, Unseen
from skyjo_widget.util.parse_number import read_number

HIDDEN, GONE = 1 << 20, 1 << 21
"""In `Cells` a card that lies face down, and none; above any number on a card."""

EXACT = 256
"""Ways to share a number's cards out to columns, up to which a distribution is counted out: half
a second, for four columns of three hidden cards."""


class Column(NamedTuple):
    """A column of a grid.

    Parameters
    ----------
    shown : tuple of int
        The numbers that lie face up, in order.
    hidden : int
        How many cards lie face down.
    """

    shown: tuple[int, ...]
    hidden: int


class Cells:
    """A column cell by cell, as it lies or would lie.

    Parameters
    ----------
    at : tuple of int
        From the top: a number, `HIDDEN` or `GONE`.
    clear : int
        How many equal face-up cards leave it.
    """

    __slots__ = ("_after", "at", "can_clear", "clear", "column", "hidden", "most", "rows", "sum")

    def __init__(self, at: tuple[int, ...], clear: int) -> None:
        self.at, self.clear = at, clear
        shown = tuple(card for card in at if card < HIDDEN)
        self.column = Column(shown, at.count(HIDDEN))
        self.sum, self.hidden = sum(shown), self.column.hidden
        self.most = max(map(shown.count, shown), default=0)
        """How many equal ones lie face up, at most."""
        self.can_clear = self.hidden + self.most >= clear
        self.rows = {there: row for row, there in reversed([*enumerate(at)]) if there != GONE}
        """Of cards that are alike the topmost one's row."""
        self._after: dict[tuple[int, int], Cells] = {}

    def with_card(self, row: int, card: int) -> Cells:
        """With a card in a row; equal cards leave if there are enough, the topmost first."""
        found = self._after.get((row, card))
        if found is None:
            at = [*self.at[:row], card, *self.at[row + 1 :]]
            if card < HIDDEN and at.count(card) >= self.clear:
                for _ in range(self.clear):
                    at[at.index(card)] = GONE
            found = self._after[row, card] = Cells(tuple(at), self.clear)
        return found

    def exchanged(self, row: int, other: int) -> Cells:
        """With two cards of it in each other's place."""
        at = list(self.at)
        at[row], at[other] = at[other], at[row]
        return Cells(tuple(at), self.clear)


class Means:
    """What columns count in the mean once they are turned, as whole numbers of `scale`.

    Parameters
    ----------
    unseen : Unseen
        What hidden cards are drawn from.
    rows : int
        The most cards that a column holds.
    clear : int
        How many equal cards of a column don't count; 0 for no such rule at the reveal.
    """

    def __init__(self, unseen: Unseen, rows: int, clear: int) -> None:
        self.unseen, self.clear = unseen, clear
        self.scale = perm(unseen.total, min(rows, unseen.total))
        """A multiple of the ways in which the hidden cards of a column can be drawn."""
        self._card = int(unseen.mean * self.scale)
        self._cleared: dict[Column, int] = {}
        self._rows = rows
        self._without: dict[int, Means] = {}
        self._landings: dict[tuple[tuple[int, ...], int], tuple[int, int] | None] = {}
        self._exchanges: dict[tuple[Cells, Cells], int] = {}

    def without(self, value: int) -> Means:
        """The same once one of the unseen cards with a number was seen."""
        if value not in self._without:
            unseen = self.unseen.without(value)
            self._without[value] = Means(unseen, self._rows, self.clear)
        return self._without[value]

    def of(self, cells: Cells) -> int:
        """The mean of a column."""
        mean = cells.sum * self.scale + cells.hidden * self._card
        if self.clear and cells.can_clear:
            column = cells.column
            if column not in self._cleared:
                self._cleared[column] = self._clearing(column)
            mean -= self._cleared[column]
        return mean

    def change(self, cells: Cells, row: int, card: int) -> int:
        """What a card in a row changes."""
        old = cells.at[row]
        if card == HIDDEN:
            came, reach = self._card, cells.most + cells.hidden + 1
        else:
            equal = cells.column.shown.count(card) + 1
            came, reach = card * self.scale, max(cells.most, equal) + cells.hidden
        if cells.can_clear or reach >= cells.clear:
            return self.of(cells.with_card(row, card)) - self.of(cells)
        # No cards can leave the column, neither now nor at the reveal.
        return came - (self._card if old == HIDDEN else old * self.scale)

    def exchange(self, one: Cells, two: Cells) -> int:
        """What it changes at best that a card of one column is exchanged for one of another."""
        key = one, two
        if key not in self._exchanges:
            self._exchanges[key] = min(
                self.change(one, row, card) + self.change(two, other, old)
                for old, row in one.rows.items()
                for card, other in two.rows.items()
            )
        return self._exchanges[key]

    def _clearing(self, column: Column) -> int:
        """How many points leave the column at the reveal."""
        (shown, hidden), every, group = column, self.unseen.total, self.clear
        total = 0
        for value in {*shown, *self.unseen.counts} if hidden >= group else set(shown):
            have, n = shown.count(value), self.unseen[value]
            for more in range(max(0, hidden - every + n), min(n, hidden) + 1):
                cleared = (have + more) // group * group
                if cleared:
                    total += value * cleared * comb(n, more) * comb(every - n, hidden - more)
        return total * (self.scale // comb(every, hidden))

    def best_landing(self, grid: Sequence[Cells], card: int) -> int:
        """By how much a card changes a grid at best; 0 if it is empty."""
        least: int | None = None
        for cells in grid:
            found = self.landing(cells, card)
            if found is not None and (least is None or found[0] < least):
                least = found[0]
        return least or 0

    def landing(self, cells: Cells, card: int) -> tuple[int, int] | None:
        """By how much a card changes a column at best, and in which row; None if it is empty."""
        key = cells.at, card
        if key not in self._landings:
            self._landings[key] = min(
                ((self.change(cells, row, card), row) for row in cells.rows.values()),
                default=None,
            )
        return self._landings[key]


class Score(dict[int, Fraction]):
    """The distribution of a score: each sum that is possible, in points, with its chance.

    Attributes
    ----------
    worlds : int or None
        How many worlds it was simulated in; None if it is exact.
    """

    worlds: int | None = None

    @property
    def error(self) -> float | None:
        """The greatest standard error of one of the chances; None if they are exact."""
        return max((error for c in self.values() if (error := self._error(c))), default=None)

    def at_most(self, points: float | str) -> Chance:
        """The chance of so many points or fewer."""
        if isinstance(points, str):
            points = float(read_number(points))
        chance = sum((c for total, c in self.items() if total <= points), Fraction(0))
        return Chance(chance, self._error(chance))

    def _error(self, chance: Fraction) -> float | None:
        return None if self.worlds is None else float(chance * (1 - chance) / self.worlds) ** 0.5


def distribution(columns: Sequence[Column], unseen: Unseen, clear: int) -> dict[int, Fraction]:
    """The distribution of a grid's sum once all its cards are turned.

    Number by number it is decided how many of them lie in each column; so many ways there are
    for that, by which the sum grows.  Sums are exponents of one long integer, whose digits are
    the ways.

    Parameters
    ----------
    columns : sequence of Column
    unseen : Unseen
        What their hidden cards are drawn from, without replacement.
    clear : int
        How many equal cards of a column don't count; 0 for no such rule.

    Returns
    -------
    dict of int to Fraction
        Each sum that is possible, in points, with its chance, in order.
    """
    sizes = tuple(column.hidden for column in columns)
    hidden = sum(sizes)
    every = prod(comb(unseen.total - sum(sizes[:j]), size) for j, size in enumerate(sizes))
    digit = every.bit_length() + 1
    highest = max((abs(value) for value in unseen.counts), default=0)
    lift = highest * max(clear, 1)  # for each hidden card, so that no exponent is negative

    ways: dict[tuple[int, ...], int] = {sizes: 1}
    for value, count in unseen.counts.items():
        grows = [
            [_grown(column.shown.count(value), more, value, clear) for more in range(size + 1)]
            for column, size in zip(columns, sizes, strict=True)
        ]
        after: dict[tuple[int, ...], int] = {}
        for left, sums in ways.items():
            for taken, of in _shared_out(left, count):
                grown = sum(grows[j][more] for j, more in enumerate(taken)) + lift * sum(taken)
                rest = tuple(a - b for a, b in zip(left, taken, strict=True))
                after[rest] = after.get(rest, 0) + (sums * of << grown * digit)
        ways = after
    sums = ways.get((0,) * len(sizes), 0)
    lowest = sum(sum(column.shown) for column in columns) - lift * hidden
    found, mask = {}, (1 << digit) - 1
    while sums:
        if sums & mask:
            found[lowest] = Fraction(sums & mask, every)
        sums >>= digit
        lowest += 1
    return found


def ways_to_lie(columns: Iterable[Column]) -> int:
    """In how many ways any number of equal cards may be shared out to the columns."""
    return prod(column.hidden + 1 for column in columns)


def simulated(
    grids: Sequence[Sequence[Column]],
    unseen: Unseen,
    clear: int,
    rng: np.random.Generator,
    worlds: int,
) -> np.ndarray:
    """The sums of grids, once all their cards are turned, in worlds drawn at random.

    Returns
    -------
    ndarray
        Points, int64; a row for each world, a column for each grid.
    """
    cards = np.repeat([*unseen.counts], [*unseen.counts.values()]).astype(np.int64)
    dealt = rng.permuted(np.broadcast_to(cards, (worlds, cards.size)), axis=1)
    sums = np.zeros((worlds, len(grids)), np.int64)
    at = 0
    for j, columns in enumerate(grids):
        for shown, hidden in columns:
            up = np.broadcast_to(np.array(shown, np.int64), (worlds, len(shown)))
            column = np.hstack([up, dealt[:, at : at + hidden]])
            at += hidden
            sums[:, j] += column.sum(axis=1)
            if clear and column.shape[1] >= clear:
                for value in {*shown, *unseen.counts}:
                    equal = (column == value).sum(axis=1)
                    sums[:, j] -= value * (equal // clear * clear)
    return sums


def _grown(have: int, more: int, value: int, clear: int) -> int:
    """By how much a column's sum grows if it has so many more of a number."""
    groups = (have + more) // clear if clear else 0
    return value * (more - groups * clear)


def _shared_out(places: tuple[int, ...], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many of `count` equal cards may go to each place, and in how many ways."""
    if not places:
        yield (), 1
        return
    for here in range(min(places[0], count) + 1):
        ways = comb(count, here)
        for rest, of in _shared_out(places[1:], count - here):
            yield (here, *rest), ways * of
