"""The swaps that NewSkyjo's effects allow, and their value to a seat."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from skyjo_widget.engine.cards.effects import (
    ANY,
    FACES,
    HIGHEST,
    LOWEST,
    NOT_PICKED,
    OF_OTHERS,
    OF_PLAYER,
    OWN,
    PASS_LOWEST,
    TOP_OF_DISCARD,
    VISIBLE,
)
from skyjo_widget.engine.core.positions import DISCARD_PLACE
from skyjo_widget.engine.limits import MAX_CELLS
from skyjo_widget.odds.grid_columns import GONE, HIDDEN, Means
from skyjo_widget.odds.grids import Grid


class PlacedCard(NamedTuple):
    """A card that a swap may move, and its place.

    Parameters
    ----------
    card : int
        Its number, or `HIDDEN`.
    place : int
        The engine's number of its place.
    column, row : int
        Its column and row in one's own grid; -1 if it lies elsewhere.
    """

    card: int
    place: int
    column: int = -1
    row: int = -1


class EffectOutcome(NamedTuple):
    """The best outcome of an effect, including the placement of a kept card.

    Parameters
    ----------
    change : Fraction or int
        The change in one's own expected score, as a multiple of 1/`Means.scale`.
    swap : pair of PlacedCard, optional
        The two cards that are swapped; None if none are.
    grid : tuple of Cells
        One's own grid after the swap, before the kept card is placed.
    """

    change: Fraction | int
    swap: tuple[PlacedCard, PlacedCard] | None
    grid: Grid


LandingValue = Callable[[Grid, bool], Fraction | int]
"""``landing(grid, shown) -> change``: the value of placing the kept card after a swap, given the
grid, and whether the swap revealed a hidden card."""


class Swaps:
    """The swaps that are possible at a table, given what a seat knows.

    Parameters
    ----------
    o, r : object
        The engine's observation, and the rule codes.
    seat : int
        The seat whose expected score counts.
    grids : sequence of tuple of Cells
        Each seat's grid.
    """

    def __init__(self, o: Any, r: Any, seat: int, grids: Sequence[Grid]) -> None:
        self._o, self._r, self._seat, self._grids = o, r, seat, grids

    def best(
        self,
        choose: Callable[..., Any],
        pairs: Iterable[tuple[PlacedCard, PlacedCard]],
        grid: Grid,
        means: Means,
        landing: LandingValue | None,
    ) -> EffectOutcome | None:
        """Return the outcome of the swap that `choose`, ``min`` or ``max``, prefers, if any."""
        outcome: EffectOutcome | None = None
        for first, second in pairs:
            change: Fraction | int = 0
            if first.column != second.column:  # else the column's cards stay the same
                if first.column >= 0:
                    change += means.change(grid[first.column], first.row, second.card)
                if second.column >= 0:
                    change += means.change(grid[second.column], second.row, first.card)
            if landing:
                revealed = second.place == DISCARD_PLACE and first.card == HIDDEN
                change += landing(_swapped(grid, first, second), revealed)
            if outcome is None or choose(change, outcome.change) != outcome.change:
                outcome = EffectOutcome(change, (first, second), grid)
        if outcome is not None and outcome.swap:
            outcome = outcome._replace(grid=_swapped(grid, *outcome.swap))
        return outcome

    def pairs(
        self,
        effect: int,
        grid: Grid,
        top: int | None,
        *,
        chooser: int | None = None,
        distinct: bool = True,
    ) -> Iterator[tuple[PlacedCard, PlacedCard]]:
        """Yield the swaps that an effect allows; of swaps with the same value to the seat, one.

        Parameters
        ----------
        effect : int
            The effect's number.
        grid : tuple of Cells
            One's own grid.
        top : int or None
            The discard pile's top number.
        chooser : int, optional
            The seat that picks; by default the one that does for an effect of one's own.
        distinct : bool
            False to yield all swaps, including those with the same value.
        """
        o, r = self._o, self._r
        if r.first_whose[effect] == NOT_PICKED:
            return
        player = self._seat if chooser is None else o.on_turn
        if chooser is None:
            chooser = (player + r.chooser[effect]) % r.players
        whose, others = r.first_whose[effect], r.second_whose[effect]
        apart = whose == others == OF_OTHERS
        distinct = distinct and not r.lands[effect]
        firsts = self._candidates(whose, r.first_faces[effect], chooser, player, grid)
        seconds = self._candidates(others, r.second_faces[effect], chooser, player, grid)
        if others == TOP_OF_DISCARD and top is not None:
            seconds = [PlacedCard(top, DISCARD_PLACE)]
        if distinct:
            firsts, seconds = _distinct(firsts, apart=apart), _distinct(seconds, apart=apart)
        for first in firsts:
            for second in seconds:
                same = apart and first.place // MAX_CELLS == second.place // MAX_CELLS
                if second.place != first.place and not same:
                    yield first, second

    def passed(self, effect: int, grid: Grid) -> tuple[PlacedCard, PlacedCard] | None:
        """Return one's own card that an effect passes on, and the one that comes for it.

        None if one's own grid, or all others, are left out.
        """
        r, which = self._r, LOWEST if self._r.pass_on[effect] == PASS_LOWEST else HIGHEST
        passed: list[PlacedCard] = []
        for k in range(r.players):  # from the seat, against the direction of play
            seat = (self._seat - k * self._o.direction) % r.players
            cards = self._with_faces(seat, which, grid if k == 0 else self._grids[seat])
            if cards and (k == 0 or not self._o.protected[seat]):
                passed.append(min(cards, key=lambda placed: placed.place))
            elif k == 0:
                return None
        return (passed[0], passed[1]) if len(passed) > 1 else None

    def _candidates(
        self, whose: int, faces: int, chooser: int, player: int, grid: Grid
    ) -> list[PlacedCard]:
        """Return the cards that may be picked, by their owner (`whose`) and face (`faces`)."""
        if whose in (OWN, OF_PLAYER):
            seats = [chooser if whose == OWN else player]
        elif whose == OF_OTHERS:
            seats = [seat for seat in range(self._r.players) if seat != chooser]
        else:
            return []
        seats = [seat for seat in seats if seat == chooser or not self._o.protected[seat]]
        candidates = []
        for seat in seats:
            candidates += (
                self._with_faces(seat, faces, grid)
                if seat == self._seat
                else self._others_candidates[seat, faces]
            )
        return candidates

    @functools.cached_property
    def _others_candidates(self) -> dict[tuple[int, int], list[PlacedCard]]:
        return {
            (seat, faces): self._with_faces(seat, faces, self._grids[seat])
            for seat in range(self._r.players)
            for faces in range(len(FACES))
        }

    def _with_faces(self, seat: int, faces: int, grid: Grid) -> list[PlacedCard]:
        columns, mine = self._r.columns, seat == self._seat
        first = seat * MAX_CELLS
        placed_cards = [
            PlacedCard(card, first + row * columns + j, *((j, row) if mine else ()))
            for j, cells in enumerate(grid)
            for row, card in enumerate(cells.at)
            if card != GONE
        ]
        if faces == ANY:
            return placed_cards
        visible = [placed for placed in placed_cards if placed.card != HIDDEN]
        if faces == VISIBLE:
            return visible
        if faces < VISIBLE:
            return [placed for placed in placed_cards if placed.card == HIDDEN]
        best = min if faces == LOWEST else max
        extreme = best((placed.card for placed in visible), default=None)
        return [placed for placed in visible if placed.card == extreme]


def _swapped(grid: Grid, first: PlacedCard, second: PlacedCard) -> Grid:
    """Return one's own grid after a swap."""
    after = list(grid)
    column, other = first.column, second.column
    if column == other >= 0:
        after[column] = after[column].exchanged(first.row, second.row)
    else:
        if column >= 0:
            after[column] = after[column].with_card(first.row, second.card)
        if other >= 0:
            after[other] = after[other].with_card(second.row, first.card)
    return tuple(after)


def _distinct(placed_cards: list[PlacedCard], *, apart: bool) -> list[PlacedCard]:
    """Return one card of each group with the same influence on the score; of one's own cards two.

    Two equal cards of one's own may be swapped with each other.
    """
    counts: dict[Any, int] = {}
    distinct = []
    for placed in placed_cards:
        key = placed.card, placed.column, placed.place // MAX_CELLS if apart else 0
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= 1 + (placed.column >= 0):
            distinct.append(placed)
    return distinct
