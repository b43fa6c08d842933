"""The columns of a grid and the distribution of their scores once all cards are turned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import comb, perm, prod
from typing import NamedTuple

import numpy as np

from skyjo_widget.odds.unseen import Unseen

HIDDEN, GONE = 1 << 20, 1 << 21
"""In `Cells`, a face-down card and an empty cell; both above any number on a card."""

EXACT = 256
"""The most ways to distribute a number's cards over columns (`ways_to_lie`) for which a score
distribution is enumerated: four columns of three hidden cards, which takes half a second."""


class Column(NamedTuple):
    """A column of a grid.

    Parameters
    ----------
    visible : tuple of int
        The numbers that lie face up, in order.
    hidden : int
        The number of face-down cards.
    """

    visible: tuple[int, ...]
    hidden: int


class Cells:
    """A column cell by cell, actual or hypothetical.

    Parameters
    ----------
    at : tuple of int
        From top to bottom: a number, `HIDDEN` or `GONE`.
    clear : int
        The number of equal face-up cards that are removed from a column.
    """

    __slots__ = ("_after", "at", "can_clear", "clear", "column", "hidden", "most", "rows", "sum")

    at: tuple[int, ...]
    clear: int
    hidden: int
    rows: dict[int, int]
    sum: int

    def __init__(self, at: tuple[int, ...], clear: int) -> None:
        self.at, self.clear = at, clear
        visible = tuple(card for card in at if card < HIDDEN)
        self.column: Column = Column(visible, at.count(HIDDEN))
        self.sum, self.hidden = sum(visible), self.column.hidden
        self.most: int = max(map(visible.count, visible), default=0)
        """The size of the largest group of equal face-up cards."""
        self.can_clear: bool = self.hidden + self.most >= clear
        self.rows = {there: row for row, there in reversed([*enumerate(at)]) if there != GONE}
        """The row of each distinct card; of equal cards, the topmost."""
        self._after: dict[tuple[int, int], Cells] = {}

    def with_card(self, row: int, card: int) -> Cells:
        """Return the column with a card in a row; a complete group is removed, topmost first."""
        after = self._after.get((row, card))
        if after is None:
            at = [*self.at[:row], card, *self.at[row + 1 :]]
            if card < HIDDEN and at.count(card) >= self.clear:
                for _ in range(self.clear):
                    at[at.index(card)] = GONE
            after = self._after[row, card] = Cells(tuple(at), self.clear)
        return after

    def exchanged(self, row: int, other: int) -> Cells:
        """Return the column with two of its cards swapped."""
        at = list(self.at)
        at[row], at[other] = at[other], at[row]
        return Cells(tuple(at), self.clear)


class Means:
    """Expected scores of columns once all their cards are turned, as integers times 1/`scale`.

    Parameters
    ----------
    unseen : Unseen
        The cards that hidden cards are drawn from.
    rows : int
        The most cards that a column holds.
    clear : int
        The number of equal cards of a column that don't count; 0 for no such rule at the reveal.
    """

    unseen: Unseen
    clear: int

    def __init__(self, unseen: Unseen, rows: int, clear: int) -> None:
        self.unseen, self.clear = unseen, clear
        self.scale: int = perm(unseen.total, min(rows, unseen.total))
        """A multiple of the number of ways to draw the hidden cards of any column."""
        self._card = int(unseen.mean * self.scale)
        self._cleared: dict[Column, int] = {}
        self._rows = rows
        self._without: dict[int, Means] = {}
        self._landings: dict[tuple[tuple[int, ...], int], tuple[int, int] | None] = {}
        self._exchanges: dict[tuple[Cells, Cells], int] = {}

    def without(self, value: int) -> Means:
        """Return the expected scores after one of the unseen cards with this number was seen."""
        if value not in self._without:
            unseen = self.unseen.without(value)
            self._without[value] = Means(unseen, self._rows, self.clear)
        return self._without[value]

    def of(self, cells: Cells) -> int:
        """Return the expected score of a column."""
        mean = cells.sum * self.scale + cells.hidden * self._card
        if self.clear and cells.can_clear:
            column = cells.column
            if column not in self._cleared:
                self._cleared[column] = self._clearing(column)
            mean -= self._cleared[column]
        return mean

    def change(self, cells: Cells, row: int, card: int) -> int:
        """Return the change in a column's expected score if a card is put in a row."""
        old = cells.at[row]
        if card == HIDDEN:
            came, reach = self._card, cells.most + cells.hidden + 1
        else:
            equal = cells.column.visible.count(card) + 1
            came, reach = card * self.scale, max(cells.most, equal) + cells.hidden
        if cells.can_clear or reach >= cells.clear:
            return self.of(cells.with_card(row, card)) - self.of(cells)
        # No cards can leave the column, neither now nor at the reveal.
        return came - (self._card if old == HIDDEN else old * self.scale)

    def exchange(self, first: Cells, second: Cells) -> int:
        """Return the best change in expected score from a swap between two columns."""
        key = first, second
        if key not in self._exchanges:
            self._exchanges[key] = min(
                self.change(first, row, card) + self.change(second, other, old)
                for old, row in first.rows.items()
                for card, other in second.rows.items()
            )
        return self._exchanges[key]

    def _clearing(self, column: Column) -> int:
        """Return the expected points that are removed from the column at the reveal."""
        (visible, hidden), every, group = column, self.unseen.total, self.clear
        total = 0
        for value in {*visible, *self.unseen.counts} if hidden >= group else set(visible):
            have, n = visible.count(value), self.unseen[value]
            for more in range(max(0, hidden - every + n), min(n, hidden) + 1):
                cleared = (have + more) // group * group
                if cleared:
                    total += value * cleared * comb(n, more) * comb(every - n, hidden - more)
        return total * (self.scale // comb(every, hidden))

    def best_landing(self, grid: Sequence[Cells], card: int) -> int:
        """Return the best change from placing a card in a grid; 0 if the grid is empty."""
        least: int | None = None
        for cells in grid:
            landing = self.landing(cells, card)
            if landing is not None and (least is None or landing[0] < least):
                least = landing[0]
        return least or 0

    def landing(self, cells: Cells, card: int) -> tuple[int, int] | None:
        """Return the best change from placing a card in a column, and its row; None if empty."""
        key = cells.at, card
        if key not in self._landings:
            self._landings[key] = min(
                ((self.change(cells, row, card), row) for row in cells.rows.values()),
                default=None,
            )
        return self._landings[key]


def distribution(columns: Sequence[Column], unseen: Unseen, clear: int) -> dict[int, Fraction]:
    """Return the distribution of a grid's sum once all its cards are turned.

    For one number after another, all ways to distribute its cards over the columns are enumerated.
    The counts by sum are a generating function, stored as one long integer: its exponents (digit
    positions) are the sums, its coefficients (digits) the numbers of ways.

    Parameters
    ----------
    columns : sequence of Column
    unseen : Unseen
        The cards that their hidden cards are drawn from, without replacement.
    clear : int
        The number of equal cards of a column that don't count; 0 for no such rule.

    Returns
    -------
    dict of int to Fraction
        The probability of each possible sum in points, in ascending order.
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
            [_growth(column.visible.count(value), more, value, clear) for more in range(size + 1)]
            for column, size in zip(columns, sizes, strict=True)
        ]
        after: dict[tuple[int, ...], int] = {}
        for left, sums in ways.items():
            for taken, of in _distributions(left, count):
                grown = sum(grows[j][more] for j, more in enumerate(taken)) + lift * sum(taken)
                rest = tuple(a - b for a, b in zip(left, taken, strict=True))
                after[rest] = after.get(rest, 0) + (sums * of << grown * digit)
        ways = after
    sums = ways.get((0,) * len(sizes), 0)
    lowest = sum(sum(column.visible) for column in columns) - lift * hidden
    chances, mask = {}, (1 << digit) - 1
    while sums:
        if sums & mask:
            chances[lowest] = Fraction(sums & mask, every)
        sums >>= digit
        lowest += 1
    return chances


def ways_to_lie(columns: Iterable[Column]) -> int:
    """Return the number of ways to distribute any number of equal cards over the columns."""
    return prod(column.hidden + 1 for column in columns)


def simulated(
    grids: Sequence[Sequence[Column]],
    unseen: Unseen,
    clear: int,
    rng: np.random.Generator,
    worlds: int,
) -> np.ndarray:
    """Return the sums of grids once all their cards are turned, in random worlds.

    Returns
    -------
    ndarray
        Points, int64, of shape (worlds, grids).
    """
    cards = np.repeat([*unseen.counts], [*unseen.counts.values()]).astype(np.int64)
    dealt = rng.permuted(np.broadcast_to(cards, (worlds, cards.size)), axis=1)
    sums = np.zeros((worlds, len(grids)), np.int64)
    at = 0
    for j, columns in enumerate(grids):
        for visible, hidden in columns:
            up = np.broadcast_to(np.array(visible, np.int64), (worlds, len(visible)))
            column = np.hstack([up, dealt[:, at : at + hidden]])
            at += hidden
            sums[:, j] += column.sum(axis=1)
            if clear and column.shape[1] >= clear:
                for value in {*visible, *unseen.counts}:
                    equal = (column == value).sum(axis=1)
                    sums[:, j] -= value * (equal // clear * clear)
    return sums


def _growth(have: int, more: int, value: int, clear: int) -> int:
    """Return the growth of a column's sum with `more` cards of a number of which it has `have`."""
    groups = (have + more) // clear if clear else 0
    return value * (more - groups * clear)


def _distributions(places: tuple[int, ...], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each distribution of up to `count` equal cards over places, and its number of ways."""
    if not places:
        yield (), 1
        return
    for here in range(min(places[0], count) + 1):
        ways = comb(count, here)
        for rest, of in _distributions(places[1:], count - here):
            yield (here, *rest), ways * of
