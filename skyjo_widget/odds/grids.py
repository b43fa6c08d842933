"""What the odds of the Skyjo family share: grids, columns, and where a card is best placed.

The measure of an action is *points now*: by how much the mean of the own raw score changes,
if the round ended after it and all cards were turned, columns cleared as the rules say.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from skyjo_widget.engine.core.positions import parse_position, position_text
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.odds import grid_html
from skyjo_widget.odds.base import TableOdds
from skyjo_widget.odds.grid_columns import (
    EXACT,
    GONE,
    HIDDEN,
    Cells,
    Column,
    Means,
    Score,
    distribution,
    simulated,
    ways_to_lie,
)
from skyjo_widget.odds.grid_penalty import penalised
from skyjo_widget.odds.html import Page
from skyjo_widget.odds.unseen import Chance, Unseen, fraction_text, signed
from skyjo_widget.odds.valued import Branch, Valued
from skyjo_widget.util.validation import whole_number

Grid = tuple[Cells, ...]
QUICK = 64
"""Ways to share a number's cards out to columns, up to which scores are counted for a picture."""
WORLDS = 4000
"""Deals that are simulated for one else."""


class Kind(NamedTuple):
    """What tells a card from others: its number, and its effect's number, 0 for none."""

    value: int
    effect: int


class Landed(NamedTuple):
    """A card in the place of another.

    Parameters
    ----------
    change : Fraction
        Of the own mean.
    cell : int
        Where it lies.
    terms : str
        How the change comes about.
    """

    change: Fraction
    cell: int
    terms: str


class GridOdds(TableOdds):
    """What a seat may reckon with in a game of the Skyjo family; see `TableOdds`."""

    # Cards

    def _seen_cards(self) -> list[int]:
        o = self._o
        piles = [*o.discard[: o.discard_size], *o.out[: o.out_size]]
        if self.memory == "table":
            piles = piles[o.discard_size - 1 : o.discard_size]
        return [*piles, o.hand, *(card for row in o.grid for card in row)]

    @functools.cached_property
    def hidden(self) -> dict[int, Fraction]:
        """The chance of each number, for a card that lies face down."""
        return {value: self.unseen.chance(value) for value in self.unseen.counts}

    @functools.cached_property
    def next_draw(self) -> Unseen:
        """What the next card of the draw pile may be."""
        numbers: dict[int, int] = {}
        for kind, copies in self._next_kinds.items():
            numbers[kind.value] = numbers.get(kind.value, 0) + copies
        return Unseen(numbers)

    @functools.cached_property
    def _next_kinds(self) -> dict[Kind, int]:
        """The next card by its kind, and how many of the cards that it may be are of it."""
        return self._by_kind(self._recycling() if self._recycled else self._kinds.elements())

    @property
    def _recycled(self) -> bool:
        """Whether the next draw comes from the discard pile, turned over: then it is known."""
        return self._o.draw_size == 0 and self.memory == "perfect"

    def _recycling(self) -> list[int]:
        o = self._o
        return list(o.discard[: max(o.discard_size - 1, 0)])

    def _by_kind(self, cards: Iterable[int]) -> dict[Kind, int]:
        """Cards counted by number and effect, in order."""
        found: dict[Kind, int] = {}
        for card in sorted(cards, key=self._number):
            kind = Kind(self._number(card), self._effect(card))
            found[kind] = found.get(kind, 0) + 1
        return found

    def _effect(self, card: int) -> int:
        """The number of the effect on a card, 0 for none."""
        return 0

    # One's own grid

    @functools.cached_property
    def columns(self) -> tuple[Column, ...]:
        """The own grid, column by column."""
        return tuple(cells.column for cells in self._grid)

    @functools.cached_property
    def _grid(self) -> Grid:
        return self._grid_of(self.seat)

    def _grid_of(self, seat: int) -> Grid:
        r, meaning = self._r, {NO_CARD: GONE, UNKNOWN: HIDDEN}
        cards = [meaning.get(card, r.value[card]) for card in self._o.grid[seat][: r.cells]]
        return tuple(Cells(tuple(cards[j :: r.columns]), r.clear) for j in range(r.columns))

    @property
    def completing(self) -> dict[int, int]:
        """The numbers that would clear one of the own columns, and how many are unseen."""
        short = self._r.clear - 1
        found = {
            value
            for shown, hidden in self.columns
            for value in shown
            if shown.count(value) == short and len(shown) + hidden > short
        }
        return {value: self.unseen[value] for value in sorted(found)}

    @property
    def clear(self) -> int:
        """How many equal cards of a column don't count at the reveal; 0 for no such rule."""
        return self._r.clear if self._r.clear_at_reveal else 0

    @functools.cached_property
    def _means(self) -> Means:
        """The means of columns, as far as is known now."""
        return Means(self.unseen, self._r.rows, self.clear)

    @property
    def mean(self) -> Fraction:
        """The mean of the own raw score, if the round ended now."""
        return self.mean_of(self.seat)

    def mean_of(self, seat: int) -> Fraction:
        """The mean of a seat's raw score, if the round ended now, for whom these odds are."""
        means = self._means
        return Fraction(sum(map(means.of, self._grid_of(seat))), means.scale)

    def score(self, rng: np.random.Generator | None = None, worlds: int = 20_000) -> Score:
        """The distribution of the own raw score, if the round ended now.

        Exact for at most four columns of three hidden cards, or about as many; else simulated,
        with an `error`.

        Parameters
        ----------
        rng : Generator, optional
            For the simulation; the same one each time unless told.
        worlds : int
            How many worlds are drawn.
        """
        if ways_to_lie(self.columns) <= EXACT:
            return Score(distribution(self.columns, self.unseen, self.clear))
        return self.simulated_score(rng, worlds)

    def simulated_score(
        self, rng: np.random.Generator | None = None, worlds: int = 20_000
    ) -> Score:
        """The same by simulation, whatever it costs to count it."""
        worlds = whole_number("worlds", worlds)
        rng = rng or np.random.default_rng(0)
        sums = simulated([self.columns], self.unseen, self.clear, rng, worlds)
        totals, counts = np.unique(sums, return_counts=True)
        found = zip(totals.tolist(), counts.tolist(), strict=True)
        score = Score({total: Fraction(n, worlds) for total, n in found})
        score.worlds = worlds
        return score

    def doubled(self, rng: np.random.Generator | None = None, worlds: int = 4000) -> Chance:
        """The chance to be penalised, if the round ended now and this seat had ended it.

        Exact where one opponent has hidden cards and the seat itself has one at most, and where
        that is quick; else by simulation.

        Parameters
        ----------
        rng : Generator, optional
            For the simulation; the same one each time unless told.
        worlds : int
            How many worlds are drawn.
        """
        others = [seat for seat in range(self._r.players) if seat != self.seat]
        theirs = [tuple(cells.column for cells in self._grid_of(seat)) for seat in others]
        return penalised([self.columns, *theirs], self.unseen, self._r, rng, worlds)

    # Actions

    @functools.cached_property
    def actions(self) -> tuple[Valued, ...]:
        """Each legal action, in the order of `Observation.legal`; none if it isn't one's turn."""
        return tuple(self._valued(action) for action in self._seen.legal)

    @property
    def best(self) -> Valued | None:
        """The first of those that lower the mean most."""
        return min(self.actions, key=lambda valued: valued.points, default=None)

    def __str__(self) -> str:
        """All of it as text, the best action first."""
        every = self.unseen.total
        cards = ", ".join(f"{v}: {n}/{every}" for v, n in self.unseen.counts.items())
        lines = [f"{every} cards unseen, {fraction_text(self.unseen.mean)} in the mean", cards]
        lines.append(f"own score, if the round ended now: {fraction_text(self.mean)} in the mean")
        lines += [
            f"{valued.action}: {valued.formula}"
            for valued in sorted(self.actions, key=lambda valued: valued.points)
        ]
        return "\n".join(lines)

    # Shown

    def _sections(self, page: Page) -> Iterator[str]:
        """Cards, score, actions."""
        mean = page.say("mean", mean=page.number(self.unseen.mean))
        yield page.heading(page.say("unseen", count=self.unseen.total), mean)
        if self.memory == "table":
            yield f"<p>{page.say('forgetful')}</p>"
        yield grid_html.bars(page, self.unseen.counts, self._with_effect())
        if self.next_draw.counts != self.unseen.counts and self.next_draw.total:
            yield page.heading(page.say("next"))
            yield grid_html.bars(page, self.next_draw.counts, {})
        yield from self._effect_sections(page)
        yield page.heading(page.say("score", mean=page.number(self.mean)))
        quick = ways_to_lie(self.columns) <= QUICK
        score = self.score() if quick else self.simulated_score(worlds=WORLDS)
        yield grid_html.score(page, score, self.mean)
        if self.actions:
            yield page.heading(page.say("actions"), page.say("lower"))
            yield from grid_html.actions(page, self.actions)

    def _with_effect(self) -> dict[int, int]:
        """How many of the unseen cards of each number have an effect."""
        return {}

    def _effect_sections(self, page: Page) -> Iterable[str]:
        """The effects on the next card."""
        return ()

    # The worth of an action

    def _valued(self, action: str) -> Valued:
        kind, _, where = action.partition(" ")
        if kind == "draw":
            return self._draw()
        if kind == "take":
            return self._placed(action, self._best_place(self._discard_top(), self._means))
        if kind == "place":
            cell = parse_position(where, self._r.columns, self._r.cells)
            return self._placed(action, self._place(cell, self._in_hand(), self._means))
        if kind == "discard":
            return self._discard()
        return self._flip(action, parse_position(where, self._r.columns, self._r.cells))

    def _discard_top(self) -> int:
        return self._number(self._o.discard[self._o.discard_size - 1])

    def _in_hand(self) -> int:
        """The number on the card that is to be placed."""
        return self._number(self._o.hand) if self._o.hand >= 0 else self._discard_top()

    # Placing

    def _place(self, cell: int, card: int, means: Means, grid: Grid | None = None) -> Landed:
        """A card in a cell of one's own, and what that changes."""
        row, j = divmod(cell, self._r.columns)
        before = (grid or self._grid)[j]
        old, after = before.at[row], before.with_card(row, card)
        change = Fraction(means.of(after) - means.of(before), means.scale)
        away = means.unseen.mean if old == HIDDEN else Fraction(old)
        terms, so_far = [signed(card), signed(-away)], card - away
        if after.at[row] == GONE:
            terms.append(signed(-self._r.clear * card))
            so_far -= self._r.clear * card
        # The column's chance to be cleared at the reveal has changed, so that it can be told.
        if abs(change - so_far) >= Fraction(1, 200):
            terms.append(signed(change - so_far))
        return Landed(change, cell, " ".join(terms))

    def _best_place(self, card: int, means: Means) -> Landed:
        """The place where a card lowers the mean most, the first of several."""
        _, cell = min(self._landings(self._grid, card, means))
        return self._place(cell, card, means)

    def _landings(
        self, grid: Iterable[Cells], card: int, means: Means
    ) -> Iterator[tuple[int, int]]:
        """Of each column the lowest change, as a multiple of `Means.scale`, and the cell."""
        for j, cells in enumerate(grid):
            found = means.landing(cells, card)
            if found is not None:
                yield found[0], found[1] * self._r.columns + j

    def _placed(self, action: str, landed: Landed) -> Valued:
        where = position_text(landed.cell, self._r.columns)
        first = "" if action.startswith("place") else f"place {where}: "
        formula = f"{first}{landed.terms} = {signed(landed.change)}"
        return Valued(action, landed.change, formula)

    # Turning

    def _flip(self, action: str, cell: int) -> Valued:
        """A card is turned: in the mean that changes nothing, but for columns that it clears."""
        points = self._turning(self._grid[cell % self._r.columns], self._means)
        return Valued(action, points, signed(points))

    def _discard(self) -> Valued:
        """After a discard one card is turned."""
        points = self._best_turn(self._means)
        return Valued("discard", points, signed(points))

    def _best_turn(self, means: Means) -> Fraction:
        return min(
            (self._turning(cells, means) for cells in self._grid if cells.hidden),
            default=Fraction(0),
        )

    def _turning(self, cells: Cells, means: Means) -> Fraction:
        """What turning a card of a column changes."""
        if self.clear:
            return Fraction(0)  # then it would be cleared later as well
        group, shown = self._r.clear, cells.column.shown
        leaving = {value for value in shown if shown.count(value) + 1 == group}
        cleared = sum(means.unseen[value] * value * group for value in leaving)
        return -Fraction(cleared, means.unseen.total)

    # Drawing

    def _draw(self) -> Valued:
        """The mean over the cards that may be drawn of what is best then."""
        return self._over("draw", (self._drawn(*of) for of in self._next_kinds.items()))

    def _drawn(self, kind: Kind, copies: int) -> Branch:
        """What is best once a card is drawn."""
        means = self._means if self._recycled else self._means.without(kind.value)
        turned = self._best_turn(means)
        change, cell = min(self._landings(self._grid, kind.value, means), default=(0, -1))
        if cell < 0 or turned * means.scale < change:
            return Branch(kind.value, copies, "discard", turned)
        where = position_text(cell, self._r.columns)
        return Branch(kind.value, copies, f"place {where}", Fraction(change, means.scale))

    def _over(self, action: str, found: Iterable[Branch], *, exact: bool = True) -> Valued:
        """The mean of what the cards bring that may come; the like are told together."""
        branches = tuple(found)
        every = sum(branch.copies for branch in branches) or 1
        points = sum((branch.copies * branch.points for branch in branches), Fraction(0)) / every
        alike: dict[str, int] = {}
        for branch in branches:
            if branch.points:
                sign = "+" if branch.points > 0 else "−"
                bring = f"{sign} {{}}/{every} × {fraction_text(abs(branch.points))}"
                alike[bring] = alike.get(bring, 0) + branch.copies
        terms = " ".join(bring.format(copies) for bring, copies in alike.items())
        equals = "=" if exact else "≈"
        formula = f"{terms} {equals} {signed(points)}" if terms else signed(points)
        return Valued(action, points, formula, branches, exact)
