"""NewSkyjo's columns of the log, from a table's states or from a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.positions import (
    DISCARD_PLACE,
    PASSED_HALF,
    passed_places,
    place_text,
)
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.core.tally import NO_EFFECT as NOTHING_BEGAN
from skyjo_widget.engine.core.tally import OWN_EFFECT, TURNS_OTHERS
from skyjo_widget.engine.core.trace import Column, numbers, texts
from skyjo_widget.engine.grids import log as grid_log
from skyjo_widget.engine.grids.log import GridDetails, note_placed, note_turned
from skyjo_widget.engine.grids.log import trace_before as trace_grid_before
from skyjo_widget.engine.grids.log import trace_details as trace_grid_details
from skyjo_widget.engine.limits import MAX_CELLS, NO_PLACE
from skyjo_widget.engine.newskyjo.options import NewSkyjoCodes
from skyjo_widget.engine.newskyjo.rules import (
    FLIP_FIRST,
    GAME_OVER,
    NO_EFFECT,
    ORDER,
    PLACE_DRAWN,
    PLACE_FIRST,
    PLACE_KEPT,
    ROUND_OVER,
    NewSkyjoState,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from skyjo_widget.engine.core.trace import DecisionRow, Scratch
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import NewSkyjoStateTwin as S


def consequences(
    before: NewSkyjoState, s: NewSkyjoState, r: NewSkyjoCodes, deck: Deck, seat: int
) -> dict[str, Any]:
    """Return the consequences of a seat's last action; see `skyjo_widget.engine.grids.log`.

    Returns
    -------
    dict
        Also `public_notation`, the notation of a private choice for others, and `more`: effect,
        the key of the effect that it began or continued; no_effect, whether it began one that
        had no effect; swapped, the places whose cards changed places, each card with the next
        one's; more than two where cards were passed on.
    """
    row = grid_log.consequences(before, s, r, deck, seat, PLACE_DRAWN)
    moved = passed_places(s.passed)
    if s.swapped_first != NO_PLACE:
        moved = [s.swapped_first, s.swapped_second]
    swapped = [place_text(place, r.columns, seat) for place in moved] or None
    row["public_notation"] = "order" if before.phase == ORDER else None
    row["more"] = {
        "effect": None if s.effect_told == NO_EFFECT else list(deck.effects)[s.effect_told - 1],
        "no_effect": bool(s.no_effect),
        "swapped": swapped,
    }
    return row


def round_facts(s: NewSkyjoState, r: NewSkyjoCodes) -> dict[str, Any]:
    """Return the state of a round; see `skyjo_widget.engine.grids.log`."""
    return grid_log.round_facts(s, r, (ROUND_OVER, GAME_OVER))


def known(s: S, seat: int) -> tuple[list[int], list[int]]:
    """Return the next cards of the draw pile that a seat knows, and the greatest depth of each."""
    size = s.known_size[seat]
    return s.known[seat][:size], s.known_to[seat][:size]


# The same columns, from the trace of a driver


@twin
class NewSkyjoDetails(GridDetails):
    """The details of a decision in NewSkyjo."""

    effect: int = field("public", "the effect that it began or continued")
    no_effect: int = field("public", "1 if it began one that had no effect")
    swapped_first: int = field("public", "the first place that it swapped", empty=NO_PLACE)
    swapped_second: int = field("public", "the second one", empty=NO_PLACE)
    passed_low: int = field("public", "the places of the seats 0 to 3 whose cards it passed on")
    passed_high: int = field("public", "those of the others; packed, since rows have 32 bits")


@rule
def note_cards(s: S, r: R, action: int, detail: NewSkyjoDetails) -> None:
    """Write the details of a card that an action places or turns in the seat's own grid.

    Not of what effects do to other cards.
    """
    if PLACE_FIRST <= action < PLACE_FIRST + MAX_CELLS:
        card = s.hand
        if s.phase == PLACE_KEPT:
            card = s.kept
        elif s.phase != PLACE_DRAWN:
            card = s.discard[s.discard_size - 1]
        note_placed(s, r, action - PLACE_FIRST, card, detail)
    elif FLIP_FIRST <= action < FLIP_FIRST + MAX_CELLS:
        note_turned(s, r, action - FLIP_FIRST, detail)


@rule
def trace_before(s: S, r: R, action: int, detail: NewSkyjoDetails, scratch: Scratch) -> None:
    """Write the details before a decision."""
    trace_grid_before(s, r, action, detail, scratch)
    note_cards(s, r, action, detail)


@inlined_rule
def trace_after(s: S, r: R, note: DecisionRow) -> None:
    """Write the cards that a decision has moved."""
    note.card_in = max(s.hand, s.card_in)  # at most one of them is a card; no jump
    note.card_out = s.card_out


@rule
def trace_details(s: S, r: R, seat: int, detail: NewSkyjoDetails) -> None:
    """Write the details after a decision."""
    trace_grid_details(s, r, seat, detail)
    detail.effect = s.effect_told
    detail.no_effect = s.no_effect
    detail.swapped_first = s.swapped_first
    detail.swapped_second = s.swapped_second
    detail.passed_low = 0
    detail.passed_high = 0
    if s.passed != 0:
        sign = 1 if s.passed > 0 else -1
        packed = s.passed * sign
        detail.passed_low = sign * (packed % PASSED_HALF)
        detail.passed_high = sign * (packed // PASSED_HALF)


@rule
def tally_before(s: S, r: R, scratch: Any) -> None:
    """Note how many cards each grid holds."""
    for p in range(r.players):
        scratch.left[p] = s.cards_left[p]


@rule
def is_elsewhere(place: int, seat: int) -> bool:
    """Return whether a place is in another player's grid."""
    return place != DISCARD_PLACE and place // MAX_CELLS != seat


@rule
def tally_after(s: S, r: R, seat: int, scratch: Any) -> None:
    """Note whether others' cards were moved, and the effect."""
    moved = int(s.passed != 0)
    if s.swapped_first != NO_PLACE and (
        is_elsewhere(s.swapped_first, seat) or is_elsewhere(s.swapped_second, seat)
    ):
        moved = 1
    for p in range(r.players):
        if p != seat and s.cards_left[p] < scratch.left[p]:
            moved = 1
    scratch.moved = moved
    scratch.effect = NOTHING_BEGAN
    e = s.effect_told
    if e != NO_EFFECT and not s.no_effect:
        turns = r.reverse[e] or r.twice[e] or r.skips[e] or r.takes[e]
        scratch.effect = TURNS_OTHERS if turns else OWN_EFFECT


def log_columns(
    details: npt.NDArray[np.void],
    seats: npt.NDArray[np.int64],
    cleared: npt.NDArray[np.void],
    r: R,
    deck: Deck,
) -> dict[str, Column]:
    """Return columns of the log from a trace; see `skyjo_widget.engine.grids.log`."""
    return {
        **grid_log.log_columns(details, seats, cleared, r, deck),
        "effect": texts(details["effect"] - NO_EFFECT - 1, tuple(deck.effects)),
        "no_effect": numbers(details["no_effect"]),
        "swapped": _swapped_column(details, seats, r),
    }


def _swapped_column(details: npt.NDArray[np.void], seats: npt.NDArray[np.int64], r: R) -> Column:
    first, second = details["swapped_first"], details["swapped_second"]
    codes = np.full(len(seats), -1)
    many = 16 * MAX_CELLS * 16  # more than there are places
    keys = (seats.astype(np.int64) * many + first) * many + second
    kinds, inverse = np.unique(keys[first != NO_PLACE], return_inverse=True)
    words = []
    for key in kinds.tolist():
        rest, b = divmod(key, many)
        seat, a = divmod(rest, many)
        words.append(tuple(place_text(place, r.columns, seat) for place in (a, b)))
    codes[first != NO_PLACE] = inverse
    passed = details["passed_low"] + details["passed_high"].astype(np.int64) * PASSED_HALF
    for row in np.flatnonzero(passed).tolist():
        places = passed_places(int(passed[row]))
        codes[row] = len(words)
        words.append(tuple(place_text(place, r.columns, seats[row]) for place in places))
    return Column(codes, tuple(words))
