"""The swaps that effects of NewSkyjo may bring, and what they change for a seat."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from skyjo_widget.engine.cards.effects import (
    ANY,
    FACES,
    LOWEST,
    NOT_PICKED,
    OF_OTHERS,
    OF_PLAYER,
    OWN,
    TOP_OF_DISCARD,
    VISIBLE,
)
from skyjo_widget.engine.core.positions import DISCARD_PLACE
from skyjo_widget.engine.limits import MAX_CELLS
from skyjo_widget.odds.grid_columns import GONE, HIDDEN, Means
from skyjo_widget.odds.grids import Grid


class Spot(NamedTuple):
    """A card that a swap may move.

    Parameters
    ----------
    card : int
        Its number, or `HIDDEN`.
    place : int
        Where it lies, as the engine counts places.
    column, row : int
        Where it lies in the own grid; -1 if it doesn't.
    """

    card: int
    place: int
    column: int = -1
    row: int = -1


class Effected(NamedTuple):
    """What an effect brings at best, a kept card's landing included; in parts of `Means.scale`.

    Parameters
    ----------
    change : Fraction or int
        Of the own mean.
    swap : pair of Spot, optional
        What is swapped; None if nothing is.
    grid : tuple of Cells
        The own grid then, before the kept card lands.
    """

    change: Fraction | int
    swap: tuple[Spot, Spot] | None
    grid: Grid


Landing = Callable[[Grid, bool], Fraction | int]
"""What follows a swap: given the grid, and whether it showed a hidden card, its change."""


class Swaps:
    """The swaps of cards that a seat may reckon with.

    Parameters
    ----------
    o, r : object
        What the seat sees, as the engine has it, and the rule codes.
    seat : int
        Whose points count.
    grids : sequence of tuple of Cells
        What lies in each seat's grid.
    """

    def __init__(self, o: Any, r: Any, seat: int, grids: Sequence[Grid]) -> None:
        self._o, self._r, self._seat, self._grids = o, r, seat, grids

    def best(
        self,
        choose: Callable[..., Any],
        pairs: Iterable[tuple[Spot, Spot]],
        grid: Grid,
        means: Means,
        landing: Landing | None,
    ) -> Effected | None:
        """The least change, or the greatest, that one of some swaps brings; None without any."""
        found: Effected | None = None
        for first, second in pairs:
            change: Fraction | int = 0
            if first.column != second.column:  # else the column holds what it held
                if first.column >= 0:
                    change += means.change(grid[first.column], first.row, second.card)
                if second.column >= 0:
                    change += means.change(grid[second.column], second.row, first.card)
            if landing:
                shown = second.place == DISCARD_PLACE and first.card == HIDDEN
                change += landing(_exchanged(grid, first, second), shown)
            if found is None or choose(change, found.change) != found.change:
                found = Effected(change, (first, second), grid)
        if found is not None and found.swap:
            found = found._replace(grid=_exchanged(grid, *found.swap))
        return found

    def pairs(
        self,
        effect: int,
        grid: Grid,
        top: int | None,
        *,
        chooser: int | None = None,
        alike: bool = True,
    ) -> Iterator[tuple[Spot, Spot]]:
        """The swaps that an effect may bring; of swaps that are alike for the seat one.

        Parameters
        ----------
        effect : int
            Its number.
        grid : tuple of Cells
            The own grid.
        top : int or None
            The discard pile's top number.
        chooser : int, optional
            Who picks; whoever does for one's own effect unless told.
        alike : bool
            False for all swaps.
        """
        o, r = self._o, self._r
        if r.first_whose[effect] == NOT_PICKED:
            return
        player = self._seat if chooser is None else o.on_turn
        if chooser is None:
            chooser = (player + r.chooser[effect]) % r.players
        whose, others = r.first_whose[effect], r.second_whose[effect]
        apart = whose == others == OF_OTHERS
        alike = alike and not r.lands[effect]
        firsts = self._spots(whose, r.first_faces[effect], chooser, player, grid)
        seconds = self._spots(others, r.second_faces[effect], chooser, player, grid)
        if others == TOP_OF_DISCARD and top is not None:
            seconds = [Spot(top, DISCARD_PLACE)]
        if alike:
            firsts, seconds = _unlike(firsts, apart=apart), _unlike(seconds, apart=apart)
        for first in firsts:
            for second in seconds:
                same = apart and first.place // MAX_CELLS == second.place // MAX_CELLS
                if second.place != first.place and not same:
                    yield first, second

    def _spots(self, whose: int, faces: int, chooser: int, player: int, grid: Grid) -> list[Spot]:
        """The cards that may be picked: whose they are, and what they show."""
        if whose in (OWN, OF_PLAYER):
            seats = [chooser if whose == OWN else player]
        elif whose == OF_OTHERS:
            seats = [seat for seat in range(self._r.players) if seat != chooser]
        else:
            return []
        found = []
        for seat in seats:
            found += (
                self._showing(seat, faces, grid)
                if seat == self._seat
                else self._others_spots[seat, faces]
            )
        return found

    @functools.cached_property
    def _others_spots(self) -> dict[tuple[int, int], list[Spot]]:
        return {
            (seat, faces): self._showing(seat, faces, self._grids[seat])
            for seat in range(self._r.players)
            for faces in range(len(FACES))
        }

    def _showing(self, seat: int, faces: int, grid: Grid) -> list[Spot]:
        columns, mine = self._r.columns, seat == self._seat
        first = seat * MAX_CELLS
        spots = [
            Spot(card, first + row * columns + j, *((j, row) if mine else ()))
            for j, cells in enumerate(grid)
            for row, card in enumerate(cells.at)
            if card != GONE
        ]
        if faces == ANY:
            return spots
        visible = [spot for spot in spots if spot.card != HIDDEN]
        if faces == VISIBLE:
            return visible
        if faces < VISIBLE:
            return [spot for spot in spots if spot.card == HIDDEN]
        best = min if faces == LOWEST else max
        extreme = best((spot.card for spot in visible), default=None)
        return [spot for spot in visible if spot.card == extreme]


def _exchanged(grid: Grid, first: Spot, second: Spot) -> Grid:
    """The own grid after a swap."""
    after = list(grid)
    one, two = first.column, second.column
    if one == two >= 0:
        after[one] = after[one].exchanged(first.row, second.row)
    else:
        if one >= 0:
            after[one] = after[one].with_card(first.row, second.card)
        if two >= 0:
            after[two] = after[two].with_card(second.row, first.card)
    return tuple(after)


def _unlike(spots: list[Spot], *, apart: bool) -> list[Spot]:
    """Of cards that are alike for the own score one; of one's own two, which may be swapped."""
    met: dict[Any, int] = {}
    found = []
    for spot in spots:
        like = spot.card, spot.column, spot.place // MAX_CELLS if apart else 0
        met[like] = met.get(like, 0) + 1
        if met[like] <= 1 + (spot.column >= 0):
            found.append(spot)
    return found
