"""Exact odds at a table of Skyjo: what a seat may reckon with, from what it has seen.

The next card of the draw pile and those that lie face down are drawn from the unseen ones
(`skyjo_widget.odds.unseen`).

(After the discard pile was shuffled into a new draw pile, all unseen cards count as equally
likely; who remembers what lay face down before knows more than that.)

The measure of an action is *points now*: by how much the mean of the own raw score changes,
if the round ended after it and all cards were turned, columns cleared as the rules say.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from skyjo_widget.engine.grid_notation import position_text
from skyjo_widget.engine.state import UNKNOWN
from skyjo_widget.observation import Observation
from skyjo_widget.odds.unseen import Chance, Memory, Unseen, check_memory


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


class Branch(NamedTuple):
    """What happens if a drawn card has a number.

    Parameters
    ----------
    value : int
        The number.
    copies : int
        How many of the unseen cards have it.
    action : str
        What is best then, in notation; after ``discard`` a card is turned.
    points : Fraction
        What that changes.
    """

    value: int
    copies: int
    action: str
    points: Fraction


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
        For ``draw`` what each card would bring.
    """

    action: str
    points: Fraction
    formula: str
    branches: tuple[Branch, ...] = ()


class SkyjoOdds:
    """What a seat may reckon with.

    Parameters
    ----------
    seen : Observation
        What it sees, of a game of Skyjo.
    memory : {"perfect", "table"}
        Whether it remembers all cards that it has seen in the round, or goes by what lies
        on the table: of the discard pile the top card.

    Raises
    ------
    RulesError
        If the memory is neither.
    """

    def __init__(self, seen: Observation, memory: Memory = "perfect") -> None:
        check_memory(memory)
        self.memory, self.seat = memory, seen.me
        self._seen, self._o, self._r = seen, seen.seen, seen._codes
        self.unseen = Unseen(self._unseen())

    def __repr__(self) -> str:
        """All of it as text, the best action first."""
        every = self.unseen.total
        cards = ", ".join(f"{v}: {n}/{every}" for v, n in self.unseen.counts.items())
        lines = [f"{every} cards unseen, {_told(self.unseen.mean)} in the mean", cards]
        lines.append(f"own score, if the round ended now: {_told(self.mean)} in the mean")
        lines += [
            f"{valued.action}: {valued.formula}"
            for valued in sorted(self.actions, key=lambda valued: valued.points)
        ]
        return "\n".join(lines)

    # Cards

    def _unseen(self) -> Counter[int]:
        o, r = self._o, self._r
        left: Counter[int] = Counter()
        for kind in range(r.kinds):
            left[r.value[kind]] += r.count[kind]
        piles = [*o.discard[: o.discard_size], *o.out[: o.out_size]]
        if self.memory == "table":
            piles = piles[o.discard_size - 1 : o.discard_size]
        held = [o.hand, getattr(o, "kept", -1)]
        for card in [*piles, *held, *(card for row in o.grid for card in row)]:
            if card >= 0:
                left[r.value[card]] -= 1
        return left

    @functools.cached_property
    def hidden(self) -> dict[int, Fraction]:
        """The chance of each number, for any card that the seat hasn't seen."""
        return {value: self.unseen.chance(value) for value in self.unseen.counts}

    # One's own grid

    @functools.cached_property
    def columns(self) -> tuple[Column, ...]:
        """The own grid, column by column."""
        return self._grid(self.seat)

    def _grid(self, seat: int) -> tuple[Column, ...]:
        columns = []
        for column in range(self._r.columns):
            cards = self._o.grid[seat][column : self._r.cells : self._r.columns]
            shown = tuple(self._r.value[card] for card in cards if card >= 0)
            columns.append(Column(shown, cards.count(UNKNOWN)))
        return tuple(columns)

    @property
    def completing(self) -> dict[int, int]:
        """The numbers that would clear one of the own columns, and how many are unseen."""
        short = self._r.clear - 1
        found = {
            v for column in self.columns for v in column.shown if column.shown.count(v) == short
        }
        return {value: self.unseen[value] for value in sorted(found)}

    def mean_of(self, column: Column, unseen: Unseen) -> Fraction:
        """What a column counts in the mean, once its cards are turned."""
        mean = Fraction(sum(column.shown)) + column.hidden * unseen.mean
        if not self._r.clear_at_reveal:
            return mean
        for value in {*column.shown, *unseen.counts}:
            have = column.shown.count(value)
            if have + min(column.hidden, unseen[value]) >= self._r.clear:
                mean -= value * sum(
                    chance * ((have + more) // self._r.clear * self._r.clear)
                    for more, chance in unseen.so_many(value, column.hidden)
                )
        return mean

    @property
    def mean(self) -> Fraction:
        """The mean of the own raw score, if the round ended now."""
        return sum((self.mean_of(column, self.unseen) for column in self.columns), Fraction(0))

    def score(self) -> dict[int, Fraction]:
        """The distribution of the own raw score, if the round ended now."""
        return distribution(
            self.columns, self.unseen, self._r.clear if self._r.clear_at_reveal else 0
        )

    # Actions

    @functools.cached_property
    def actions(self) -> tuple[Valued, ...]:
        """Each legal action, in the order of `Observation.legal`; none if it isn't one's turn."""
        return tuple(self._valued(action) for action in self._seen.legal)

    @property
    def best(self) -> Valued | None:
        """The first of those that lower the mean most."""
        return min(self.actions, key=lambda valued: valued.points, default=None)

    def _valued(self, action: str) -> Valued:
        kind, _, position = action.partition(" ")
        if kind == "draw":
            return self._draw()
        if kind == "take":
            return self._placed_best(
                action, self._r.value[self._o.discard[self._o.discard_size - 1]]
            )
        if kind == "place":
            return self._placed(action, self._in_hand(), position, self.unseen)
        if kind == "discard":
            return self._turned_best(action)
        return self._turned(action, position)

    def doubled(self, rng: np.random.Generator | None = None, worlds: int = 4000) -> Chance:
        """The chance to be penalised, if the round ended now and this seat had ended it.

        Exact where one opponent has hidden cards and the seat itself has one at most; else
        by simulation.

        Parameters
        ----------
        rng : Generator, optional
            For the simulation; the same one each time unless told.
        worlds : int
            How many worlds are drawn.
        """
        others = [p for p in range(self._r.players) if p != self.seat]
        open_grids = [p for p in others if any(column.hidden for column in self._grid(p))]
        if sum(column.hidden for column in self.columns) > 1 or len(open_grids) > 1:
            return self._doubled_in_worlds(rng or np.random.default_rng(0), worlds, others)
        clear = self._r.clear if self._r.clear_at_reveal else 0
        closed = [p for p in others if p not in open_grids]
        lowest = min((_sum_of(self._grid(p), clear) for p in closed), default=None)
        chance = Fraction(0)
        for columns, unseen, likely in self._turned_up():
            mine = _sum_of(columns, clear)
            if mine <= 0 and not self._r.penalty_always:
                continue
            if lowest is not None and self._beats(lowest, mine):
                chance += likely
                continue
            for p in open_grids:
                for other, ways in distribution(self._grid(p), unseen, clear).items():
                    if self._beats(other, mine):
                        chance += likely * ways
        return Chance(chance, None)

    def _turned_up(self) -> Iterator[tuple[tuple[Column, ...], Unseen, Fraction]]:
        """The own grid with its last hidden card turned, in all ways."""
        at = next((j for j, column in enumerate(self.columns) if column.hidden), None)
        if at is None:
            yield self.columns, self.unseen, Fraction(1)
            return
        column = self.columns[at]
        for value in self.unseen.counts:
            turned = Column((*column.shown, value), 0)
            columns = (*self.columns[:at], turned, *self.columns[at + 1 :])
            yield columns, self.unseen.without(value), self.unseen.chance(value)

    def _beats(self, other: int, mine: int) -> bool:
        """Whether another's raw score makes the ender's cost a penalty."""
        return other < mine or (other == mine and not self._r.tie_is_safe)

    def _doubled_in_worlds(
        self, rng: np.random.Generator, worlds: int, others: list[int]
    ) -> Chance:
        cards = [value for value, n in self.unseen.counts.items() for _ in range(n)]
        clear = self._r.clear if self._r.clear_at_reveal else 0
        grids = [self.columns, *(self._grid(p) for p in others)]
        hits = 0
        for _ in range(worlds):
            dealt = iter(rng.permutation(cards).tolist())
            mine, *theirs = (
                _sum_of([_dealt(column, dealt) for column in grid], clear) for grid in grids
            )
            pays = mine > 0 or self._r.penalty_always
            hits += bool(pays and self._beats(min(theirs), mine))
        rate = hits / worlds
        return Chance(Fraction(hits, worlds), (rate * (1 - rate) / worlds) ** 0.5)

    def _in_hand(self) -> int:
        o, r = self._o, self._r
        card = o.hand if o.hand >= 0 else o.discard[o.discard_size - 1]
        return int(r.value[card])

    @functools.cached_property
    def _places(self) -> dict[str, tuple[int, int | None]]:
        """One's own cards: the column, and the number, None for a card that lies face down."""
        o, r = self._o, self._r
        found = {}
        for cell in range(r.cells):
            card = o.grid[self.seat][cell]
            if card >= 0 or card == UNKNOWN:
                number = r.value[card] if card >= 0 else None
                found[position_text(cell, r.columns)] = (r.top[cell], number)
        return found

    def _placed(self, action: str, card: int, position: str, unseen: Unseen) -> Valued:
        """A card at a position of one's own, and what that changes."""
        column, old = self._places[position]
        before = self.columns[column]
        shown = list(before.shown)
        hidden = before.hidden
        if old is None:
            hidden -= 1
        else:
            shown.remove(old)
        shown.append(card)
        cleared = shown.count(card) >= self._r.clear
        for _ in range(self._r.clear if cleared else 0):
            shown.remove(card)
        points = self.mean_of(Column(tuple(shown), hidden), unseen) - self.mean_of(before, unseen)
        return Valued(action, points, self._formula(card, old, cleared, unseen, points))

    def _formula(
        self, card: int, old: int | None, cleared: bool, unseen: Unseen, points: Fraction
    ) -> str:
        """How a placing comes about, term by term."""
        away = unseen.mean if old is None else Fraction(old)
        terms = f"{_signed(card)} {_signed(-away)}"
        told = card - away
        if cleared:
            group = self._r.clear
            terms += f" {_signed(-group * card)}"
            told -= group * card
        if points != told:  # the column's chance to be cleared at the reveal has changed
            terms += f" {_signed(points - told)}"
        return f"{terms} = {_signed(points)}"

    def _placed_best(self, action: str, card: int) -> Valued:
        """Taking a card is worth what the best place for it is."""
        best = self._best_place(card, self.unseen)
        return Valued(action, best.points, f"{best.action}: {best.formula}")

    def _best_place(self, card: int, unseen: Unseen) -> Valued:
        tried: dict[Any, Valued] = {}
        for position, (column, old) in self._places.items():
            like = (self.columns[column], old)
            if like not in tried:
                tried[like] = self._placed(f"place {position}", card, position, unseen)
        return min(tried.values(), key=lambda valued: valued.points)

    def _turned(self, action: str, position: str) -> Valued:
        """A card is turned: in the mean that changes nothing, but for columns that it clears."""
        column, _ = self._places[position]
        points = self._turning(self.columns[column], self.unseen)
        return Valued(action, points, _signed(points))

    def _turned_best(self, action: str) -> Valued:
        """After a discard one card is turned."""
        points = self._best_turn(self.unseen)
        return Valued(action, points, _signed(points))

    def _best_turn(self, unseen: Unseen) -> Fraction:
        return min(
            (self._turning(column, unseen) for column in set(self.columns) if column.hidden),
            default=Fraction(0),
        )

    def _turning(self, column: Column, unseen: Unseen) -> Fraction:
        if self._r.clear_at_reveal:
            return Fraction(0)  # then it would be cleared later as well
        group = self._r.clear
        return -sum(
            (
                unseen.chance(value) * value * group
                for value in set(column.shown)
                if column.shown.count(value) + 1 == group
            ),
            Fraction(0),
        )

    def _draw(self) -> Valued:
        """The mean over the cards that may be drawn of what is best then."""
        branches = []
        points = Fraction(0)
        for value, count in self.next_draw.counts.items():
            rest = self.unseen if self._recycled else self.unseen.without(value)
            best = self._best_place(value, rest)
            turned = self._best_turn(rest)
            if turned < best.points:
                branches.append(Branch(value, count, "discard", turned))
            else:
                branches.append(Branch(value, count, best.action, best.points))
            points += Fraction(count, self.next_draw.total) * branches[-1].points
        terms = " ".join(
            f"{'+' if branch.points >= 0 else '−'} {branch.copies}/{self.next_draw.total} × "
            f"{_told(abs(branch.points))}"
            for branch in branches
            if branch.points
        )
        return Valued("draw", points, f"{terms} = {_signed(points)}", tuple(branches))

    @property
    def _recycled(self) -> bool:
        """Whether the next draw comes from the discard pile, turned over: then it is known."""
        return self._o.draw_size == 0 and self.memory == "perfect"

    @functools.cached_property
    def next_draw(self) -> Unseen:
        """What the next card of the draw pile may be."""
        if not self._recycled:
            return self.unseen
        o, r = self._o, self._r
        return Unseen(Counter(r.value[card] for card in o.discard[: max(o.discard_size - 1, 0)]))


def distribution(columns: tuple[Column, ...], unseen: Unseen, clear: int) -> dict[int, Fraction]:
    """The distribution of a grid's sum once all its cards are turned.

    Number by number it is decided how many of them lie in each column; so many ways there are
    for that, by which the sum grows.  Sums are exponents of one long integer, whose digits are
    the ways.

    Parameters
    ----------
    columns : tuple of Column
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


def _sum_of(columns: Iterable[Column], clear: int) -> int:
    """What turned columns count; equal cards, `clear` of them, don't."""
    total = 0
    for shown, _ in columns:
        total += sum(shown)
        if clear and len(shown) >= clear:
            total -= sum(v * (shown.count(v) // clear * clear) for v in set(shown))
    return total


def _dealt(column: Column, cards: Iterator[int]) -> Column:
    return Column((*column.shown, *itertools.islice(cards, column.hidden)), 0)


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


def _told(number: Fraction | int) -> str:
    """A number as it is told: whole, or with two decimals."""
    number = Fraction(number)
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}"


def _signed(number: Fraction | int) -> str:
    """With its sign, a proper minus."""
    return f"{'−' if number < 0 else '+'}{_told(abs(Fraction(number)))}"
