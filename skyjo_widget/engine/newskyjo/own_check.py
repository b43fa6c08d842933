"""A check of functions of one's own: what one does mustn't depend on cards that nobody sees."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.engine.core.dealing import MOST_DICE
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.positions import parse_position, position_text
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.grids.grid import flip_cell
from skyjo_widget.engine.limits import NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo.options import NewSkyjoRules
from skyjo_widget.engine.newskyjo.own import EffectBoard
from skyjo_widget.engine.newskyjo.rules import SHUFFLE, NewSkyjoState, proceed, start
from skyjo_widget.errors import RulesError

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import NewSkyjoStateTwin as S

DEALS = 8
"""Deals in which a function is tried."""
PERMUTED = 8
"""Times that the unseen cards of a deal are permuted."""

Place = tuple[int, int]
"""A cell, by seat and number; a card of the draw pile, `_DRAW` and its number from the bottom."""
_DRAW = -1


class _WatchedBoard(EffectBoard):
    """A board that knows where the cards lay that a function has turned up."""

    def __init__(self, s: S, r: R) -> None:
        super().__init__(s, r)
        self._state, self._rules = s, r
        self.turned: set[Place] = set()
        self._came_from = {place: place for place in _hidden(s, r)}  # of the cards in the grids

    def reveal(self, seat: int, position: str) -> int:
        """As `EffectBoard.reveal`."""
        number = super().reveal(seat, position)
        self._turn(self._place(seat, position))
        return number

    def swap(self, seat: int, position: str, other: int, there: str) -> None:
        """As `EffectBoard.swap`."""
        super().swap(seat, position, other, there)
        first, second = self._place(seat, position), self._place(other, there)
        card, another = (self._came_from.pop(place, None) for place in (first, second))
        for place, origin in ((first, another), (second, card)):
            if origin:
                self._came_from[place] = origin

    def draw_to(self, seat: int, position: str) -> int | None:
        """As `EffectBoard.draw_to`."""
        number = super().draw_to(seat, position)
        if number is not None:
            self.turned.add((_DRAW, self._state.draw_size))
            self._turn(self._place(seat, position))  # the card that lay there is discarded, face up
        return number

    def _turn(self, place: Place) -> None:
        if origin := self._came_from.pop(place, None):
            self.turned.add(origin)

    def _place(self, seat: int, position: str) -> Place:
        return int(seat), parse_position(str(position), self._rules.columns, self._rules.cells)


def check_function(effect: Effect) -> None:
    """Try an effect's function in a few deals.

    Each is tried again as it is, and with other cards where no card was turned up; what everybody
    sees must be the same.

    Raises
    ------
    RulesError
        If it isn't; the message names what changed.
    """
    if effect.function is None:
        return
    deck = Deck.from_counts([*((value, 8) for value in range(-2, 13)), (5, 8, effect)])
    codes = NewSkyjoRules().codes(3, deck)
    for number in range(DEALS):
        rng = np.random.default_rng(number)
        state = _dealt(codes, rng)
        board, seen = _tried(effect, copy(state), codes)
        name = effect.function.name
        if differences := _changed(seen, _tried(effect, copy(state), codes)[1], codes):
            raise RulesError(
                "effect {key}: called twice at the same table, the function {name} "
                "changes {again}: take chance from board.rng, and keep nothing from one "
                "call to the next",
                key=effect.key,
                name=name,
                again=differences,
            )
        for _ in range(PERMUTED):
            _permute(state, codes, board.turned, rng)
            if other := _changed(seen, _tried(effect, copy(state), codes)[1], codes):
                raise RulesError(
                    "effect {key}: the function {name} depends on cards that lie face "
                    "down: where only those differ, it changes {other}: use what the "
                    "board shows, what reveal and draw_to return, and board.rng",
                    key=effect.key,
                    name=name,
                    other=other,
                )


def _dealt(codes: R, rng: np.random.Generator) -> S:
    """Return a table in the middle of a round, at which the effect is about to be carried out."""
    kind: Any = NewSkyjoState
    state: S = kind()
    start(state, codes)
    while state.phase == SHUFFLE:
        shuffle(rng, state.draw, state.draw_size)
        proceed(state, codes)
    for seat, cell in _hidden(state, codes):
        if rng.random() < 0.4:
            flip_cell(state, seat, cell)
    state.on_turn, state.effect = int(rng.integers(codes.players)), 1
    state.dice = int(rng.integers(1, MOST_DICE))
    return state


def _hidden(s: S, r: R) -> list[Place]:
    return [(p, i) for p in range(r.players) for i in range(r.cells) if s.grid[p][i] == UNKNOWN]


def _tried(effect: Effect, state: S, codes: R) -> tuple[_WatchedBoard, dict[str, Any]]:
    """Call the function; return its board, and all that everybody sees afterwards."""
    board, error = _WatchedBoard(state, codes), ""
    try:
        effect.function.call(board)
    except Exception as problem:  # as in a game, it may be a rule's or its own
        error = f"{type(problem).__name__}: {problem}"
    return board, {**dataclasses.asdict(observe(state, NOBODY)), "error": error}


def _permute(state: S, codes: R, turned: set[Place], rng: np.random.Generator) -> None:
    """Permute the cards that nobody sees, but for those that were turned up."""
    piles = [*((_DRAW, k) for k in range(state.draw_size)), *_hidden(state, codes)]
    places = [
        (state.draw if row == _DRAW else state.under[row], at)
        for row, at in piles
        if (row, at) not in turned
    ]
    cards = [row[at] for row, at in places]
    shuffle(rng, cards, len(cards))
    for (row, at), card in zip(places, cards, strict=True):
        row[at] = card


def _changed(seen: dict[str, Any], other: dict[str, Any], codes: R) -> str:
    """Name what differs of what everybody sees; empty if nothing does."""
    names = [name for name in seen if seen[name] != other[name]]
    if "grid" not in names:
        return ", ".join(names)
    cells = [
        f"{position_text(cell, codes.columns)} of seat {seat}"
        for seat in range(codes.players)
        for cell in range(codes.cells)
        if seen["grid"][seat][cell] != other["grid"][seat][cell]
    ]
    return f"the grids ({', '.join(cells[:4])}{', …' if len(cells) > 4 else ''})"
