"""The odds shared by the grid games: grids, columns, and the best place for a card.

An action is measured in *points now*: the change in the seat's own expected raw score, if the
round ended after it and all cards were turned, with columns cleared according to the rules.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from typing import ClassVar, NamedTuple

import numpy as np

from skyjo_widget.bots.registry import BOTS
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
    distribution,
    simulated,
    ways_to_lie,
)
from skyjo_widget.odds.grid_penalty import penalised
from skyjo_widget.odds.html import Page
from skyjo_widget.odds.law import Law
from skyjo_widget.odds.plain_text import PlainText
from skyjo_widget.odds.unseen import Chance, Unseen, fraction_text, signed
from skyjo_widget.odds.valued import Branch, Valued
from skyjo_widget.strategies.observation import GridObservation, rulebook
from skyjo_widget.util.action_words import formula_words
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import decimal_chain, format_number
from skyjo_widget.util.validation import whole_number

Grid = tuple[Cells, ...]
QUICK = 64
"""The most ways to distribute a number's cards over columns for which a chart is exact."""
WORLDS = 4000
"""Worlds that are simulated for any other chart."""


class Kind(NamedTuple):
    """The kind of a card: its number, and its effect's number, 0 for none."""

    value: int
    effect: int


class Placement(NamedTuple):
    """A placement of a card on one's own grid.

    Parameters
    ----------
    change : Fraction
        The change in one's own expected score.
    cell : int
        The cell.
    terms : str
        The terms whose sum is the change.
    """

    change: Fraction
    cell: int
    terms: str


class GridOdds(TableOdds):
    """Exact odds for a seat of a grid game; see `TableOdds`."""

    variables: ClassVar[tuple[str, ...]] = ("X", "Y", "S")
    _seen: GridObservation

    # Cards

    def _seen_cards(self) -> list[int]:
        o = self._o
        piles = [*o.discard[: o.discard_size], *o.out[: o.out_size]]
        if self.memory == "table":
            piles = piles[o.discard_size - 1 : o.discard_size]
        return [*piles, o.hand, *(card for row in o.grid for card in row)]

    @property
    def hidden(self) -> Law:
        """The probability law of Y, the value of a face-down card."""
        return self._law_of(self.face_down, "Y")

    def law_named(self, name: str) -> Law:
        """Return the law of one of `variables`."""
        if name == "S":
            return self.score()
        return self.hidden if name == "Y" else super().law_named(name)

    def _next_numbers(self) -> Unseen:
        return self.next_draw

    @functools.cached_property
    def _apart(self) -> bool:
        """True if the draw pile is made of discards: the seat knows which unseen cards it holds."""
        return self.memory == "perfect" and self._o.reshuffled_size > 0

    @functools.cached_property
    def _pile_kinds(self) -> Counter[int]:
        """The unseen cards that may lie in the draw pile, by kind."""
        if not self._apart:
            return self._kinds
        cards = Counter(self._o.reshuffled[: self._o.reshuffled_size])
        return cards - Counter(self._seen_of_pile())

    @functools.cached_property
    def _down_kinds(self) -> Counter[int]:
        """The unseen cards that may lie face down in the grids, by kind."""
        return self._kinds - self._pile_kinds if self._apart else self._kinds

    def _seen_of_pile(self) -> list[int]:
        """Return the cards drawn or in the draw pile that the seat alone sees or knows."""
        return [self._o.hand]

    @functools.cached_property
    def face_down(self) -> Unseen:
        """The unseen cards that may lie face down in the grids, by number."""
        return self._numbers(self._down_kinds) if self._apart else self.unseen

    @functools.cached_property
    def next_draw(self) -> Unseen:
        """The numbers that the next card of the draw pile may have."""
        numbers: dict[int, int] = {}
        for kind, copies in self._next_kinds.items():
            numbers[kind.value] = numbers.get(kind.value, 0) + copies
        return Unseen(numbers)

    @functools.cached_property
    def _next_kinds(self) -> dict[Kind, int]:
        """The kinds that the next card may be, each with its number of equally likely copies."""
        return self._by_kind(self._recycling() if self._recycled else self._pile_kinds.elements())

    @property
    def _recycled(self) -> bool:
        """True if the next draw comes from the discard pile turned over, which the seat knows."""
        return self._o.draw_size == 0 and self.memory == "perfect"

    def _recycling(self) -> list[int]:
        o = self._o
        return list(o.discard[: max(o.discard_size - 1, 0)])

    def _by_kind(self, cards: Iterable[int]) -> dict[Kind, int]:
        """Count cards by number and effect, in ascending order of number."""
        counts: dict[Kind, int] = {}
        for card in sorted(cards, key=self._number):
            kind = Kind(self._number(card), self._effect(card))
            counts[kind] = counts.get(kind, 0) + 1
        return counts

    def _effect(self, card: int) -> int:
        """Return the number of the effect on a card, 0 for none."""
        return 0

    # One's own grid

    @functools.cached_property
    def columns(self) -> tuple[Column, ...]:
        """One's own grid, column by column."""
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
        """The numbers that would clear one of one's own columns, each with its unseen count."""
        short = self._r.clear - 1
        numbers = {
            value
            for visible, hidden in self.columns
            for value in visible
            if visible.count(value) == short and len(visible) + hidden > short
        }
        return {value: self.unseen[value] for value in sorted(numbers)}

    @property
    def clear(self) -> int:
        """The number of equal cards of a column that don't count at the reveal; 0 if all do."""
        return self._r.clear if self._r.clear_at_reveal else 0

    @functools.cached_property
    def _means(self) -> Means:
        """The expected scores of columns, given what is known now."""
        return Means(self.face_down, self._r.rows, self.clear)

    @property
    def mean(self) -> Fraction:
        """One's own expected raw score, if the round ended now."""
        return self.mean_of(self.seat)

    def mean_of(self, seat: int) -> Fraction:
        """Return a seat's expected raw score, if the round ended now, as seen by this seat."""
        means = self._means
        return Fraction(sum(map(means.of, self._grid_of(seat))), means.scale)

    def score(self, rng: np.random.Generator | None = None, worlds: int = 20_000) -> Law:
        """Return the probability law of S, one's own raw score if the round ended now.

        It is exact for up to four columns of three hidden cards or a similar number; otherwise it
        is simulated, with an `error`.

        Parameters
        ----------
        rng : Generator, optional
            For the simulation; by default one with a fixed seed.
        worlds : int
            The number of simulated worlds.
        """
        if ways_to_lie(self.columns) <= EXACT:
            exact = distribution(self.columns, self.face_down, self.clear)
            return Law(exact, "S", lang=self.lang)
        return self.simulated_score(rng, worlds)

    def simulated_score(self, rng: np.random.Generator | None = None, worlds: int = 20_000) -> Law:
        """Return the same law, always by simulation."""
        worlds = whole_number("worlds", worlds)
        rng = rng or np.random.default_rng(0)
        sums = simulated([self.columns], self.face_down, self.clear, rng, worlds)
        totals, counts = np.unique(sums, return_counts=True)
        counted = zip(totals.tolist(), counts.tolist(), strict=True)
        chances = {total: Fraction(n, worlds) for total, n in counted}
        return Law(chances, "S", worlds=worlds, lang=self.lang)

    def doubled(self, rng: np.random.Generator | None = None, worlds: int = 4000) -> Chance:
        """Return the probability of a penalty, if the round ended now and this seat had ended it.

        It is exact if at most one opponent has hidden cards, the seat itself has at most one and
        the enumeration is quick; otherwise it is simulated.

        Parameters
        ----------
        rng : Generator, optional
            For the simulation; by default one with a fixed seed.
        worlds : int
            The number of simulated worlds.
        """
        others = [seat for seat in range(self._r.players) if seat != self.seat]
        theirs = [tuple(cells.column for cells in self._grid_of(seat)) for seat in others]
        return penalised([self.columns, *theirs], self.face_down, self._r, rng, worlds)

    # Actions

    @functools.cached_property
    def actions(self) -> tuple[Valued, ...]:
        """The legal actions, in the order of `Observation.legal`; none if it isn't one's turn."""
        worth = self._worth()
        return tuple(
            self._valued(action)._replace(worth=worth.get(action)) for action in self._seen.legal
        )

    def _worth(self) -> dict[str, float]:
        """Return the worth of the legal actions; empty where that isn't solved."""
        game, r, _ = rulebook(self._seen)
        solved = BOTS[game.name].perfect if self._seen.legal and game.name in BOTS else None
        worth = (solved.worth(self._o, r) if solved else None) or {}
        return {game.action_text(action, r): points for action, points in worth.items()}

    @property
    def best(self) -> Valued | None:
        """The first of the actions that lower the expected score most."""
        return min(self.actions, key=lambda valued: valued.points, default=None)

    def _lines(self, texts: PlainText) -> Iterator[str]:
        """Yield the cards, the own score and the actions, the best one first."""
        every, joint = self.face_down.total, texts("joint")
        yield texts("face_down" if self._apart else "unseen", count=every)
        yield from (law.summary(texts.lang) for law in self._card_laws())
        yield ", ".join(f"{v}{joint}{n}/{every}" for v, n in self.face_down.counts.items())
        yield from self._effect_lines(texts)
        yield texts("score", mean=decimal_chain(self.mean, texts.lang, 2))
        for valued in sorted(self.actions, key=lambda valued: valued.points):
            yield f"{texts.action(valued.action)}{joint}{texts.formula(valued.formula)}"
            if valued.action == "draw" and (note := self._conditioned(valued, texts.lang)):
                yield f"  ({note})"
        if worth := self._by_worth():
            yield texts("worth")
            for valued in worth:
                points = format_number(valued.worth or 0, texts.lang, 2)
                yield f"{texts.action(valued.action)}{joint}{points}"

    def _by_worth(self) -> list[Valued]:
        """Return the actions that have a worth, the best one first."""
        solved = [valued for valued in self.actions if valued.worth is not None]
        return sorted(solved, key=lambda valued: -(valued.worth or 0))

    def _effect_lines(self, texts: PlainText) -> Iterable[str]:
        """Yield the line about effects on the next card; none without effects."""
        return ()

    # HTML

    def _sections(self, page: Page) -> Iterator[str]:
        """Yield the unseen cards, the score and the actions."""
        first, *rest = [escape(law.summary(page.lang)) for law in self._card_laws()] or [""]
        cards = "face_down" if self._apart else "unseen"
        yield page.heading(page.text(cards, count=self.face_down.total), first)
        if self.memory == "table":
            yield f"<p>{page.text('forgetful')}</p>"
        yield grid_html.bars(page, self.face_down.counts, self._with_effect())
        if rest:
            yield page.heading(page.text("next"), *rest)
            yield grid_html.bars(page, self.next_draw.counts, {})
        yield from self._effect_sections(page)
        quick = ways_to_lie(self.columns) <= QUICK
        score = self.score() if quick else self.simulated_score(worlds=WORLDS)
        mean = decimal_chain(self.mean, page.lang, 2)
        spread = page.text("sd", sd=format_number(score.sd, page.lang, 2)) if score.sd else ""
        yield page.heading(page.text("score", mean=mean), spread)
        yield grid_html.score(page, score, self.mean)
        if self.actions:
            yield page.heading(page.text("actions"), page.text("lower"))
            notes = {valued.action: self._conditioned(valued, page.lang) for valued in self.actions}
            yield from grid_html.actions(page, self.actions, notes)
        if worth := self._by_worth():
            yield page.heading(page.text("worth"), page.text("higher"))
            yield from grid_html.worths(page, worth)

    def _card_laws(self) -> list[Law]:
        """Return the laws to summarise: of a hidden card if it is another, and of the next card."""
        laws = [law for law in (self.hidden, self.law) if law]
        return laws[1:] if len(laws) > 1 and laws[0] == laws[1] else laws

    def _with_effect(self) -> dict[int, int]:
        """Return how many of the cards of each number that may lie face down have an effect."""
        return {}

    def _effect_sections(self, page: Page) -> Iterable[str]:
        """Yield the section about effects on the next card; none without effects."""
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
        """Return the number on the card that is to be placed."""
        return self._number(self._o.hand) if self._o.hand >= 0 else self._discard_top()

    # Placing

    def _place(self, cell: int, card: int, means: Means, grid: Grid | None = None) -> Placement:
        """Return the placement of a card in one of one's own cells."""
        row, j = divmod(cell, self._r.columns)
        before = (grid or self._grid)[j]
        old, after = before.at[row], before.with_card(row, card)
        change = Fraction(means.of(after) - means.of(before), means.scale)
        away = means.unseen.mean if old == HIDDEN else Fraction(old)
        terms, so_far = [signed(card), signed(-away)], card - away
        if after.at[row] == GONE:
            terms.append(signed(-self._r.clear * card))
            so_far -= self._r.clear * card
        # The column's chance to be cleared at the reveal has changed enough to be shown.
        if abs(change - so_far) >= Fraction(1, 200):
            terms.append(signed(change - so_far))
        return Placement(change, cell, " ".join(terms))

    def _best_place(self, card: int, means: Means) -> Placement:
        """Return the placement that lowers the expected score most, the first of several."""
        _, cell = min(self._landings(self._grid, card, means))
        return self._place(cell, card, means)

    def _landings(
        self, grid: Iterable[Cells], card: int, means: Means
    ) -> Iterator[tuple[int, int]]:
        """Yield the best change in each column, as a multiple of 1/`Means.scale`, and its cell."""
        for j, cells in enumerate(grid):
            landing = means.landing(cells, card)
            if landing is not None:
                yield landing[0], landing[1] * self._r.columns + j

    def _placed(self, action: str, landed: Placement) -> Valued:
        where = position_text(landed.cell, self._r.columns)
        first = "" if action.startswith("place") else f"place {where}: "
        formula = f"{first}{landed.terms} = {signed(landed.change)}"
        return Valued(action, landed.change, formula)

    # Turning

    def _flip(self, action: str, cell: int) -> Valued:
        """Value a flip: its expected change is 0, except for columns that it may clear."""
        points = self._turn_change(self._grid[cell % self._r.columns], self._means)
        return Valued(action, points, signed(points))

    def _discard(self) -> Valued:
        """Value a discard, after which one card is turned."""
        points = self._best_turn(self._means)
        return Valued("discard", points, signed(points))

    def _best_turn(self, means: Means) -> Fraction:
        return min(
            (self._turn_change(cells, means) for cells in self._grid if cells.hidden),
            default=Fraction(0),
        )

    def _turn_change(self, cells: Cells, means: Means) -> Fraction:
        """Return the expected change from turning a card of a column."""
        if self.clear:
            return Fraction(0)  # it would be cleared at the reveal as well
        group, visible = self._r.clear, cells.column.visible
        leaving = {value for value in visible if visible.count(value) + 1 == group}
        cleared = sum(means.unseen[value] * value * group for value in leaving)
        return -Fraction(cleared, means.unseen.total)

    # Drawing

    def _draw(self) -> Valued:
        """Value a draw: the expectation, over the cards that may come, of the best use of each."""
        return self._averaged("draw", (self._branch(*of) for of in self._next_kinds.items()))

    def _means_after(self, kind: Kind) -> Means:
        """Return the expected scores of columns once the next card is drawn and is of a kind."""
        if self._recycled or self._apart:
            return self._means
        return self._means.without(kind.value)

    def _conditioned(self, valued: Valued, lang: str) -> str:
        """Return a sentence on how a drawn card changes the mean of the hidden ones.

        It is about the first branch that replaces a hidden card; empty if there is none.
        """
        if valued.action != "draw":
            return ""
        hidden = {f"place {position}" for position in self._seen.hidden_positions}
        for kind, branch in zip(self._next_kinds, valued.branches, strict=True):
            means = self._means_after(kind)
            if branch.action not in hidden or means.unseen.mean == self.face_down.mean:
                continue
            before, after = (
                f"{cards.mean * cards.total}/{cards.total} {decimal_chain(cards.mean, lang, 2)}"
                for cards in (self.face_down, means.unseen)
            )
            _, _, where = branch.action.partition(" ")
            cell = parse_position(where, self._r.columns, self._r.cells)
            terms = f"{self._place(cell, kind.value, means).terms} = {signed(branch.points)}"
            return str(
                words(lang)["odds"]["conditioned"].format(
                    card=str(kind.value).replace("-", "−"),
                    before=before,
                    after=after,
                    terms=formula_words(terms, rulebook(self._seen).game.name, lang),
                )
            )
        return ""

    def _branch(self, kind: Kind, copies: int) -> Branch:
        """Return the best use of a drawn card."""
        means = self._means_after(kind)
        turned = self._best_turn(means)
        change, cell = min(self._landings(self._grid, kind.value, means), default=(0, -1))
        if cell < 0 or turned * means.scale < change:
            return Branch(kind.value, copies, "discard", turned)
        where = position_text(cell, self._r.columns)
        return Branch(kind.value, copies, f"place {where}", Fraction(change, means.scale))

    def _averaged(self, action: str, branches: Iterable[Branch], *, exact: bool = True) -> Valued:
        """Value an action by the mean over its branches; equal terms are merged in the formula."""
        branches = tuple(branches)
        every = sum(branch.copies for branch in branches) or 1
        points = sum((branch.copies * branch.points for branch in branches), Fraction(0)) / every
        copies_of: dict[str, int] = {}
        for branch in branches:
            if branch.points:
                sign = "+" if branch.points > 0 else "−"
                term = f"{sign} {{}}/{every} × {fraction_text(abs(branch.points))}"
                copies_of[term] = copies_of.get(term, 0) + branch.copies
        terms = " ".join(term.format(copies) for term, copies in copies_of.items())
        equals = "=" if exact else "≈"
        formula = f"{terms} {equals} {signed(points)}" if terms else signed(points)
        return Valued(action, points, formula, branches, exact)
