"""Skyjo.

Source
    The publisher's rules as retold publicly, and three written variants, all as
    options of one object (`skyjo_widget.engine.skyjo.options.SkyjoRules`); in words in
    ``docs/rules-skyjo.md``.
Phases
    `SETUP` turn a card of one's own; `CHOOSE` draw, or take the discard pile's top
    card; `PLACE_TAKEN`, `PLACE_DRAWN` where it goes; `FLIP` turn a card after a
    discard.  Nobody decides in `SHUFFLE` (the draw pile waits to be put in order),
    `REVEAL` and `ROUND_OVER`: `proceed` advances the game.  `GAME_OVER` is the end.
Actions
    ``draw``, ``take``, ``discard``, and for each cell ``flip`` and ``place``.
State
    `SkyjoState`.  A taken card stays on top of the discard pile until it is placed.
Observation
    All but what lies face down and the order of the draw pile; a drawn card is
    seen by the seat to act alone.
End and score
    `skyjo_widget.engine.grids.rules.reveal`; a total that reaches the target ends the game.
Where we decided
    The set-up goes seat by seat; a tie for the highest sum goes to the tied player
    nearest the dealer's left, which is seat (round − 1) mod players; the sum counts
    the cards that were turned, cleared or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.jit import rule
from skyjo_widget.engine.core.notation import ALONE, ActionTable
from skyjo_widget.engine.core.positions import CELL
from skyjo_widget.engine.core.state import twin
from skyjo_widget.engine.grids.rules import (
    GridState,
    choose_discard,
    deal,
    discard_hand,
    draw_to_hand,
    find_starter,
    forget_consequences,
    gather,
    place_drawn,
    place_taken,
    reset_scores,
    reshuffle_discard,
    reveal,
    show_reshuffled,
    turn_at_setup,
    turn_card,
)
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import SkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import SkyjoStateTwin as S

SETUP, CHOOSE, PLACE_TAKEN, PLACE_DRAWN, FLIP, SHUFFLE, REVEAL, ROUND_OVER, GAME_OVER = range(9)
PHASES = (
    "setup",
    "choose",
    "place taken",
    "place drawn",
    "flip",
    "shuffle",
    "reveal",
    "round over",
    "game over",
)

ACTIONS = ActionTable(
    ("draw", ALONE), ("take", ALONE), ("discard", ALONE), ("flip", CELL), ("place", CELL)
)
DRAW = ACTIONS.first("draw")
TAKE = ACTIONS.first("take")
DISCARD = ACTIONS.first("discard")
FLIP_FIRST = ACTIONS.first("flip")
PLACE_FIRST = ACTIONS.first("place")


@twin
class SkyjoState(GridState):
    """A state of Skyjo: the fields of all grid games."""


@rule
def start(s: S, r: R) -> None:
    """Begin a game."""
    reset_scores(s, r)
    next_round(s, r)


@rule
def next_round(s: S, r: R) -> None:
    """Gather all cards; they are shuffled and dealt next."""
    gather(s, r)
    forget_consequences(s)
    s.phase = SHUFFLE
    s.shuffled_for = SETUP


@rule
def proceed(s: S, r: R) -> None:
    """Advance the game where nobody decides: after a shuffle, at the reveal, between rounds."""
    if s.phase == SHUFFLE:
        if s.shuffled_for == SETUP:
            deal(s, r)
            if r.turned > 0:
                s.phase = SETUP
            else:
                first_turn(s, r)
        else:
            draw_to_hand(s)
            s.phase = PLACE_DRAWN
    elif s.phase == REVEAL:
        forget_consequences(s)
        reveal(s, r)
        s.phase = ROUND_OVER
        for p in range(r.players):
            if s.total[p] >= r.target:
                s.phase = GAME_OVER
    elif s.phase == ROUND_OVER:
        next_round(s, r)


@rule
def first_turn(s: S, r: R) -> None:
    """Begin the turns of a round."""
    find_starter(s, r)
    s.phase = CHOOSE


@rule
def legal(s: S, r: R, out: list[int]) -> int:
    """Write the ids of the legal actions into `out`, ascending; return their number.

    Reads nothing that the seat to act may not see.
    """
    n = 0
    p = s.seat
    if s.phase == CHOOSE:
        if s.draw_size > 0 or s.discard_size > 1:
            out[n] = DRAW
            n += 1
        if s.discard_size > 0:
            out[n] = TAKE
            n += 1
    elif s.phase == SETUP or s.phase == FLIP:
        for i in range(r.cells):
            out[n] = FLIP_FIRST + i  # the next overwrites it unless it counts
            n += s.grid[p][i] == UNKNOWN
    elif s.phase == PLACE_TAKEN or s.phase == PLACE_DRAWN:
        if s.phase == PLACE_DRAWN:
            out[n] = DISCARD
            n += 1
        for i in range(r.cells):
            if s.grid[p][i] != NO_CARD:
                out[n] = PLACE_FIRST + i
                n += 1
    return n


@rule
def apply(s: S, r: R, action: int) -> None:
    """Carry out a legal action of the seat to act."""
    forget_consequences(s)
    phase = s.phase
    if phase == CHOOSE:
        if action == TAKE:
            choose_discard(s)
            s.phase = PLACE_TAKEN
        elif s.draw_size > 0:
            draw_to_hand(s)
            s.phase = PLACE_DRAWN
        else:
            reshuffle_discard(s, r)
            s.phase = SHUFFLE
            s.shuffled_for = CHOOSE
    elif phase == FLIP:
        turn_card(s, r, action - FLIP_FIRST)
        end_turn(s, r)
    elif phase == SETUP:
        if turn_at_setup(s, r, action - FLIP_FIRST):
            first_turn(s, r)
    elif action == DISCARD:
        show_reshuffled(s, s.hand)
        discard_hand(s)
        s.phase = FLIP  # a hidden card is left: else the round has ended
    elif phase == PLACE_TAKEN:
        place_taken(s, r, action - PLACE_FIRST)
        end_turn(s, r)
    else:
        card = s.hand
        s.hand = NO_CARD
        show_reshuffled(s, card)
        place_drawn(s, r, action - PLACE_FIRST, card)
        end_turn(s, r)


@rule
def end_turn(s: S, r: R) -> None:
    """End the round if it is over, else pass the turn on."""
    p = s.seat
    s.turns[p] += 1
    if s.ender == NOBODY:
        if s.hidden[p] == 0:
            s.ender = p
            s.last_turns = r.players - 1
    else:
        s.last_turns -= 1
    if s.ender != NOBODY and s.last_turns == 0:
        s.seat = NOBODY
        s.phase = REVEAL
    else:
        s.seat = p + 1 if p + 1 < r.players else 0
        s.turn += 1
        s.phase = CHOOSE
