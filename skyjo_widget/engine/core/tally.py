"""The tally of a driver: counts of decisions by game, seat and card, in place of a row for each.

What a decision counts as is no business of the engine: it is in `Marks`, by seat, phase and action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.limits import NO_CARD

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R
    from skyjo_widget.engine.core.twins import StateTwin as S

EVENTS = ("drawn", "taken", "turned", "played", "discarded", "kept")
"""The events of a visible card; a decision is at most one of them."""
NO_EVENT = len(EVENTS)
DRAWN, TAKEN, KEPT = (EVENTS.index(name) for name in ("drawn", "taken", "kept"))
EVENT = 7
"""The bits of a mark with the index of its event, or `NO_EVENT`."""
IN_TURN, BEGINS, STARTS_EFFECT, AIMS = 8, 16, 32, 64
"""Bits of a mark: the decision isn't the set-up's; it counts as the beginning of a turn; an effect
that it reports begins with it; its place is another player's."""
NO_EFFECT, OWN_EFFECT, TURNS_OTHERS = range(3)
"""Effects of a decision (`Scratch.effect`): none, or none that could do anything; one; one that
changes other players' turns."""


@twin
class SeatTally:
    """Decisions of a seat in a game, without the set-up's."""

    decisions: int = field("public", "decisions")
    legal: int = field("public", "their legal actions")
    forced: int = field("public", "those with one legal action")
    drawn: int = field("public", "cards drawn")
    taken: int = field("public", "cards taken from the discard pile")
    begun: int = field("public", "turns begun")
    effects: int = field("public", "effects that began and could do something")
    touched: int = field("public", "those that touched another player")


class Marks(NamedTuple):
    """The meaning of decisions, by seat, phase and action.

    Parameters
    ----------
    bits : array of int32, shape (seats × phases × actions,)
        Empty if nothing is tallied.
    phases, actions : int
        The number of phases, and of actions.
    """

    bits: npt.NDArray[np.int32]
    phases: int
    actions: int


NO_MARKS = Marks(np.zeros(0, np.int32), 0, 0)


class Tally(NamedTuple):
    """Counts of decisions in games, in the order of play.

    Parameters
    ----------
    seats : structured array of `SeatTally`, shape (games × players,)
    cards : array of int32, shape (games, cards of the deck, events + 1)
        How often each card came with each event, and at last with none.
    kept : array of int32, shape (games × players, cards of the deck)
        How often each seat kept each card.
    """

    seats: Any
    cards: npt.NDArray[np.int32]
    kept: npt.NDArray[np.int32]


@inlined_rule
def count(players: int, seat: int, mark: int, scratch: Any, where: Any, tally: Any) -> None:
    """Count a decision; `scratch` holds what it did, `mark` what it counts as."""
    game = where.game - where.first
    row = game * players + seat
    event = mark & EVENT
    if scratch.card_in != NO_CARD:
        tally.cards[game, scratch.card_in, event] += 1
        if event == KEPT:
            tally.kept[row, scratch.card_in] += 1
    if mark & IN_TURN:
        of_seat = tally.seats[row]
        of_seat.decisions += 1
        of_seat.legal += scratch.choices
        of_seat.forced += int(scratch.choices == 1)
        of_seat.drawn += int(event == DRAWN)
        of_seat.taken += int(event == TAKEN)
        of_seat.begun += int(mark & BEGINS != 0)
        touched = scratch.moved
        if mark & AIMS:
            touched = 1
        if mark & STARTS_EFFECT and scratch.effect != NO_EFFECT:
            of_seat.effects += 1
            if scratch.effect == TURNS_OTHERS:
                touched = 1
        of_seat.touched += touched


@rule
def nothing_before(s: S, r: R, scratch: Any) -> None:
    """Note nothing: decisions touch nobody else's cards."""


@rule
def nothing_touched(s: S, r: R, seat: int, scratch: Any) -> None:
    """Note nothing, as before."""
