"""Effects that are functions of one's own: what such a function may see and do.

Rules that call one run interpreted only (`NewSkyjoCodes.functions`).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from skyjo_widget.engine.cards.effects import MAX_POINTS
from skyjo_widget.engine.cards.function import OwnFunction
from skyjo_widget.engine.core.dealing import MOST_DICE
from skyjo_widget.engine.core.jit import python_rule
from skyjo_widget.engine.core.piles import discard_card, draw_card
from skyjo_widget.engine.core.positions import parse_position, position_text
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.grids.checks import cards_conserved, hidden_counted, under_hidden
from skyjo_widget.engine.grids.grid import clear_column, flip_cell, replace_cell, swap_cells
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.engine.newskyjo.knowledge import see_drawn
from skyjo_widget.errors import NotationError, RulesError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.util.validation import whole_number

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import NewSkyjoStateTwin as S

_functions: list[OwnFunction] = []


def number_of(function: OwnFunction) -> int:
    """Return the number of a function in this process, from 1."""
    for n, registered in enumerate(_functions, start=1):
        if registered == function and registered.call is function.call:
            return n
    _functions.append(function)
    return len(_functions)


class EffectBoard:
    """The table, as a function of one's own may see and change it.

    A grid is a dict from position to number, None for a hidden card, without empty places.
    Cards that are moved keep their face; each change is followed by the column rule.

    Attributes
    ----------
    player : int
        The seat that played the card.
    players : int
        How many play.
    direction : int
        Of play: 1 to the left, rising seats; −1 to the right.
    discard_top : int
        The number on the discard pile's top card.
    draw_size : int
        Cards in the draw pile.
    rng : random.Random
        For chance: it gives the same numbers when the game is replayed, whatever cards lie face
        down.
    """

    def __init__(self, s: S, r: R) -> None:
        self.__s, self.__r = s, r
        self.player: int = s.on_turn
        self.players: int = r.players
        self.rng: random.Random = random.Random(s.dice)
        s.dice = self.rng.randrange(1, MOST_DICE)  # of the next call, however many this one takes

    @property
    def direction(self) -> int:
        """The direction of play."""
        return int(self.__s.direction)

    @property
    def discard_top(self) -> int:
        """The number on the discard pile's top card."""
        return int(self.__r.value[self.__s.discard[self.__s.discard_size - 1]])

    @property
    def draw_size(self) -> int:
        """Cards in the draw pile."""
        return int(self.__s.draw_size)

    def grid(self, seat: int) -> dict[str, int | None]:
        """Return what everybody sees of a seat's grid."""
        row = self.__s.grid[self._seat(seat)][: self.__r.cells]
        return {
            position_text(cell, self.__r.columns): None if card == UNKNOWN else self.__r.value[card]
            for cell, card in enumerate(row)
            if card != NO_CARD
        }

    def is_protected(self, seat: int) -> bool:
        """Return whether a seat's grid is protected."""
        return bool(self.__s.protected[self._seat(seat)])

    def reveal(self, seat: int, position: str) -> int:
        """Turn up a hidden card, without its effect; returns its number."""
        seat, cell = self._card(seat, position)
        if self.__s.grid[seat][cell] != UNKNOWN:
            raise RulesError(
                "reveal: the card on {position} of seat {seat} is face up already",
                position=position,
                seat=seat,
            )
        card = flip_cell(self.__s, seat, cell)
        self.__s.revealed = 1
        clear_column(self.__s, self.__r, seat, cell)
        return int(self.__r.value[card])

    def swap(self, seat: int, position: str, other: int, there: str) -> None:
        """Swap two cards; each keeps its face."""
        (seat, cell), (other, where) = self._card(seat, position), self._card(other, there)
        if (seat, cell) == (other, where):
            raise RulesError("swap: two different cards are needed")
        swap_cells(self.__s, seat, cell, other, where)
        for p, i in ((seat, cell), (other, where)):
            if self.__s.grid[p][i] >= 0:
                clear_column(self.__s, self.__r, p, i)

    def draw_to(self, seat: int, position: str) -> int | None:
        """Put the draw pile's top card in the place of a card, which is discarded.

        Returns its number, or None with nothing done where the draw pile is empty.
        """
        s, r = self.__s, self.__r
        seat, cell = self._card(seat, position)
        if s.draw_size == 0:
            return None
        card = draw_card(s)
        see_drawn(s, r, card)
        s.revealed = 1
        discard_card(s, replace_cell(s, seat, cell, card))
        clear_column(s, r, seat, cell)
        return int(r.value[card])

    def score(self, seat: int, points: int) -> None:
        """Count points, −99 to 99, for a seat when this round is scored."""
        points = whole_number("score: points", points)
        if abs(points) > MAX_POINTS:
            raise RulesError(
                "score: points={points} is outside -{max_points} to {max_points}",
                points=points,
                max_points=MAX_POINTS,
            )
        self.__s.bonus[self._seat(seat)] += points

    def protect(self, seat: int) -> None:
        """Protect a seat's grid until its next turn."""
        self.__s.protected[self._seat(seat)] = 1

    def reverse(self) -> None:
        """Reverse the direction of play."""
        self.__s.direction = -self.__s.direction

    def extra_actions(self, count: int = 1) -> None:
        """Give the player so many actions more in this turn, 0 to 9."""
        self.__s.actions_left += _few("extra_actions", count)

    def next_twice(self, count: int = 1) -> None:
        """Give the next player so many turns more, 0 to 9."""
        self.__s.next_twice += _few("next_twice", count)

    def next_skips(self, count: int = 1) -> None:
        """Take so many turns from the next player, 0 to 9."""
        self.__s.next_skips += _few("next_skips", count)

    def _seat(self, seat: Any) -> int:
        seat = whole_number("seat", seat)
        if not 0 <= seat < self.players:
            raise RulesError(
                "seat={seat}: seats go from 0 to {last}", seat=seat, last=self.players - 1
            )
        return int(seat)

    def _card(self, seat: Any, position: Any) -> tuple[int, int]:
        seat = self._seat(seat)
        try:
            cell = parse_position(str(position), self.__r.columns, self.__r.cells)
        except NotationError as error:
            raise RulesError(message_of(error)) from None
        if self.__s.grid[seat][cell] == NO_CARD:
            raise RulesError(
                "no card is left on {position} of seat {seat}", position=position, seat=seat
            )
        return seat, cell


def _few(name: str, count: Any) -> int:
    count = whole_number(name, count)
    if not 0 <= count <= 9:
        raise RulesError("{name}={count} is outside 0 to 9", name=name, count=count)
    return int(count)


@python_rule
def call_function(s: S, r: R) -> None:
    """Call the function of the present effect, and check what it has left behind.

    Raises
    ------
    RulesError
        With the function's name, if it fails or breaks an invariant; the state is as before.
    """
    function = _functions[r.function[s.effect] - 1]
    before = copy(s)
    try:
        function.call(EffectBoard(s, r))
        broken = _broken(before, s, r)
    except Exception as error:
        broken = f"{type(error).__name__}: {error}"
        _restore(s, before)
        raise RulesError(
            "the effect's function {name}: {broken}", name=function.name, broken=broken
        ) from error
    if broken:
        _restore(s, before)
        raise RulesError(
            "the effect's function {name} has broken the table: {broken}",
            name=function.name,
            broken=broken,
        )
    before.dice = s.dice
    if s != before:
        s.no_effect = 0


def _broken(before: S, s: S, r: R) -> str:
    """Return what a function has broken; empty if nothing is."""
    held = (s.hand, s.kept)
    for name, holds in (
        (_("cards are missing or there twice"), cards_conserved(s, r, *held)),
        (_("hidden cards are counted wrongly"), hidden_counted(s, r)),
        (_("cards lie under others"), under_hidden(s, r)),
        (_("it moved the card that is kept"), held == (before.hand, before.kept)),
        (
            _("it isn't in the middle of this effect any more"),
            (s.phase, s.seat, s.on_turn, s.effect, s.turn, s.round)
            == (
                before.phase,
                before.seat,
                before.on_turn,
                before.effect,
                before.turn,
                before.round,
            ),
        ),
    ):
        if not holds:
            return name
    return ""


def _restore(s: Any, before: S) -> None:
    for name in type(s).__slots__:
        setattr(s, name, getattr(before, name))
