"""Skyjo.

Source
    The publisher's rules as retold publicly, and three written variants, all as
    options of one object (`skyjo_widget.engine.rules.SkyjoRules`); in words in
    ``docs/rules-skyjo.md``.
Phases
    `SETUP` turn a card of one's own; `CHOOSE` draw, or take the discard pile's top
    card; `PLACE_TAKEN`, `PLACE_DRAWN` where it goes; `FLIP` turn a card after a
    discard.  Nobody decides in `SHUFFLE` (the draw pile waits to be put in order),
    `REVEAL` and `ROUND_OVER`: `proceed` goes on.  `GAME_OVER` is the end.
Actions
    ``draw``, ``take``, ``discard``, and for each cell ``flip`` and ``place``.
State
    `SkyjoState`.  A taken card stays on top of the discard pile until it is placed.
Observation
    All but what lies face down and the order of the draw pile; a drawn card is
    seen by the seat to act alone.
End and score
    `reveal`.
Where we decided
    The set-up goes seat by seat; a tie for the highest sum goes to the tied player
    nearest the dealer's left, which is seat (round − 1) mod players; the sum counts
    the cards that were turned, cleared or not.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.grid import equal_in_column, flip_cell, replace_cell, top_of_column
from skyjo_widget.engine.notation import ActionTable
from skyjo_widget.engine.piles import (
    clear_discard,
    discard_card,
    draw_card,
    recycle_discard,
    take_discard,
)
from skyjo_widget.engine.rules import SkyjoCodes
from skyjo_widget.engine.speed import rule
from skyjo_widget.engine.state import (
    MAX_CARDS,
    MAX_CELLS,
    MAX_SEATS,
    NO_CARD,
    NOBODY,
    UNKNOWN,
    field,
    twin,
)

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
    ("draw", ""), ("take", ""), ("discard", ""), ("flip", "cell"), ("place", "cell")
)
DRAW = ACTIONS.first("draw")
TAKE = ACTIONS.first("take")
DISCARD = ACTIONS.first("discard")
FLIP_FIRST = ACTIONS.first("flip")
PLACE_FIRST = ACTIONS.first("place")

FROM_NOWHERE, FROM_DRAW, FROM_DISCARD, FROM_GRID = range(4)
SOURCES = ("", "draw pile", "discard pile", "grid")


@twin
class SkyjoState:
    """A moment of a game of Skyjo."""

    phase: int = field("public", "what comes next, an index of `PHASES`", text="phase")
    round: int = field("public", "the round, from 1")
    turn: int = field("public", "the turn in this round, from 1; 0 in the set-up")
    seat: int = field("public", "whose decision it is", empty=NOBODY)
    starter: int = field("public", "who had the round's first turn", empty=NOBODY)
    ender: int = field("public", "who ended the round, or ended the last", empty=NOBODY)
    last_turns: int = field("public", "turns left in the last lap")
    shuffled_for: int = field("public", "what a shuffle was made for, a phase", text="phase")
    flips: int = field("public", "cards the seat to act still turns at the set-up")

    grid: list[list[int]] = field(
        "public",
        "what lies face up, by seat and cell",
        MAX_SEATS,
        MAX_CELLS,
        empty=NO_CARD,
        text="grid",
    )
    under: list[list[int]] = field(
        "secret",
        "what lies face down, by seat and cell",
        MAX_SEATS,
        MAX_CELLS,
        empty=NO_CARD,
        text="grid",
    )
    hidden: list[int] = field("public", "cards face down, by seat", MAX_SEATS, text="seats")
    cards_left: list[int] = field(
        "public", "cards left in the grid, by seat", MAX_SEATS, text="seats"
    )
    turned_sum: list[int] = field(
        "public", "sum of the cards turned at the set-up, by seat", MAX_SEATS, text="seats"
    )
    draw: list[int] = field("secret", "the draw pile", MAX_CARDS, empty=NO_CARD, text="pile")
    draw_size: int = field("public", "cards in it", text="size")
    discard: list[int] = field("public", "the discard pile", MAX_CARDS, empty=NO_CARD, text="pile")
    discard_size: int = field("public", "cards in it", text="size")
    out: list[int] = field("public", "cards out of the game", MAX_CARDS, empty=NO_CARD, text="pile")
    out_size: int = field("public", "how many", text="size")
    hand: int = field("actor", "the card just drawn", empty=NO_CARD, text="card")

    source: int = field("public", "where the last action's card came from, of `SOURCES`")
    card_in: int = field(
        "public", "the card that it took, turned or placed", empty=NO_CARD, text="card"
    )
    card_out: int = field("public", "the card that it sent away", empty=NO_CARD, text="card")
    revealed: int = field("public", "1 if it showed a card that nobody or not all had seen")

    turns: list[int] = field("public", "turns had in this round, by seat", MAX_SEATS, text="seats")
    columns_cleared: list[int] = field(
        "public", "groups cleared in this round, by seat", MAX_SEATS, text="seats"
    )
    raw: list[int] = field(
        "public", "sum of the last round's cards, by seat", MAX_SEATS, text="seats"
    )
    score: list[int] = field(
        "public", "its score, penalty included, by seat", MAX_SEATS, text="seats"
    )
    total: list[int] = field("public", "running total, by seat", MAX_SEATS, text="seats")


@rule
def start(s: Any, r: Any) -> None:
    """Begin a game: no round played, no points."""
    s.round = 0
    s.ender = NOBODY
    for p in range(r.players):
        s.total[p] = 0
        s.raw[p] = 0
        s.score[p] = 0
    next_round(s, r)


@rule
def next_round(s: Any, r: Any) -> None:
    """Gather all cards into the draw pile, to be shuffled and dealt."""
    s.round += 1
    s.turn = 0
    s.seat = NOBODY
    s.last_turns = 0
    s.flips = 0
    n = 0
    for kind in range(r.kinds):
        for _ in range(r.count[kind]):
            s.draw[n] = kind
            n += 1
    s.draw_size = n
    clear_discard(s)
    for i in range(s.out_size):
        s.out[i] = NO_CARD
    s.out_size = 0
    s.hand = NO_CARD
    forget_consequences(s)
    for p in range(r.players):
        for i in range(r.cells):
            s.grid[p][i] = NO_CARD
            s.under[p][i] = NO_CARD
        s.hidden[p] = 0
        s.cards_left[p] = 0
        s.turned_sum[p] = 0
        s.turns[p] = 0
        s.columns_cleared[p] = 0
    s.phase = SHUFFLE
    s.shuffled_for = SETUP


@rule
def proceed(s: Any, r: Any) -> None:
    """Go on where nobody decides: after a shuffle, at the reveal, between rounds."""
    if s.phase == SHUFFLE:
        if s.shuffled_for == SETUP:
            deal(s, r)
        else:
            take_from_draw_pile(s)
    elif s.phase == REVEAL:
        reveal(s, r)
    elif s.phase == ROUND_OVER:
        next_round(s, r)


@rule
def deal(s: Any, r: Any) -> None:
    """Deal seat by seat, each grid in cell order; one card starts the discard pile."""
    for p in range(r.players):
        for i in range(r.cells):
            s.under[p][i] = draw_card(s)
            s.grid[p][i] = UNKNOWN
        s.hidden[p] = r.cells
        s.cards_left[p] = r.cells
    discard_card(s, draw_card(s))
    if r.turned > 0:
        s.phase = SETUP
        s.seat = 0
        s.flips = r.turned
    else:
        first_turn(s, r)


@rule
def first_turn(s: Any, r: Any) -> None:
    """Give the first turn of a round to its starter."""
    starter = s.ender
    if not r.ender_starts or starter == NOBODY:
        dealers_left = (s.round - 1) % r.players
        starter = dealers_left
        for k in range(1, r.players):
            p = (dealers_left + k) % r.players
            if s.turned_sum[p] > s.turned_sum[starter]:
                starter = p
    s.starter = starter
    s.ender = NOBODY
    s.seat = starter
    s.turn = 1
    s.phase = CHOOSE


@rule
def legal(s: Any, r: Any, out: Any) -> int:
    """Write the ids of the legal actions into `out`, ascending; return how many.

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
            if s.grid[p][i] == UNKNOWN:
                out[n] = FLIP_FIRST + i
                n += 1
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
def apply(s: Any, r: Any, action: int) -> None:
    """Carry out a legal action of the seat to act."""
    forget_consequences(s)
    phase = s.phase
    if phase == CHOOSE:
        if action == TAKE:
            s.source = FROM_DISCARD
            s.card_in = s.discard[s.discard_size - 1]
            s.phase = PLACE_TAKEN
        elif s.draw_size > 0:
            take_from_draw_pile(s)
        else:
            recycle_discard(s)
            s.phase = SHUFFLE
            s.shuffled_for = CHOOSE
    elif phase == FLIP:
        turn_card(s, r, action - FLIP_FIRST)
        end_turn(s, r)
    elif phase == SETUP:
        turn_card(s, r, action - FLIP_FIRST)
        s.turned_sum[s.seat] += r.value[s.card_in]
        s.flips -= 1
        if s.flips == 0:
            s.flips = r.turned
            s.seat += 1
            if s.seat == r.players:
                s.flips = 0
                first_turn(s, r)
    elif action == DISCARD:
        s.card_out = s.hand
        s.revealed = 1
        discard_card(s, s.hand)
        s.hand = NO_CARD
        s.phase = FLIP  # who has no hidden card left has ended the round
    else:
        place(s, r, action - PLACE_FIRST)
        end_turn(s, r)


@rule
def forget_consequences(s: Any) -> None:
    """Forget what the last action did."""
    s.source = FROM_NOWHERE
    s.card_in = NO_CARD
    s.card_out = NO_CARD
    s.revealed = 0


@rule
def take_from_draw_pile(s: Any) -> None:
    """Draw a card; where it goes is the next decision."""
    s.hand = draw_card(s)
    s.source = FROM_DRAW
    s.revealed = 1
    s.phase = PLACE_DRAWN


@rule
def turn_card(s: Any, r: Any, cell: int) -> None:
    """Turn a face-down card; the column rule follows."""
    s.card_in = flip_cell(s, s.seat, cell)
    s.source = FROM_GRID
    s.revealed = 1
    clear_column(s, r, s.seat, cell)


@rule
def place(s: Any, r: Any, cell: int) -> None:
    """Put the taken or drawn card in the place of another, which is discarded."""
    p = s.seat
    if s.phase == PLACE_TAKEN:
        s.source = FROM_DISCARD
        card = take_discard(s)
        s.revealed = 1 if s.grid[p][cell] == UNKNOWN else 0
    else:
        s.source = FROM_DRAW
        card = s.hand
        s.hand = NO_CARD
        s.revealed = 1
    s.card_in = card
    s.card_out = replace_cell(s, p, cell, card)
    discard_card(s, s.card_out)
    clear_column(s, r, p, cell)


@rule
def clear_column(s: Any, r: Any, seat: int, cell: int) -> None:
    """Clear the topmost `r.clear` cards that equal a face-up cell's, if there are so many."""
    if equal_in_column(s, r, seat, cell) < r.clear:
        return
    value = r.value[s.grid[seat][cell]]
    left = r.clear
    i = top_of_column(r, cell)
    while left > 0:
        card = s.grid[seat][i]
        if card >= 0 and r.value[card] == value:
            s.grid[seat][i] = NO_CARD
            if r.clear_out:
                s.out[s.out_size] = card
                s.out_size += 1
            else:
                discard_card(s, card)
            left -= 1
        i += r.columns
    s.cards_left[seat] -= r.clear
    s.columns_cleared[seat] += 1


@rule
def end_turn(s: Any, r: Any) -> None:
    """Look whether the round has ended, and pass the turn on."""
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


@rule
def reveal(s: Any, r: Any) -> None:
    """Turn all hidden cards, clear columns where the preset says so, and score.

    The ender's penalty compares raw scores, before any doubling.
    """
    forget_consequences(s)
    for p in range(r.players):
        for i in range(r.cells):
            if s.grid[p][i] == UNKNOWN:
                flip_cell(s, p, i)
    if r.clear_at_reveal:
        for p in range(r.players):
            for column in range(r.columns):
                for i in range(column, r.cells, r.columns):
                    if s.grid[p][i] >= 0:
                        clear_column(s, r, p, i)
    over = False
    for p in range(r.players):
        raw = 0
        for i in range(r.cells):
            if s.grid[p][i] >= 0:
                raw += r.value[s.grid[p][i]]
        s.raw[p] = raw
        s.score[p] = raw
    ender = s.ender
    safe = True
    for p in range(r.players):
        if p != ender and (
            s.raw[p] < s.raw[ender] or (s.raw[p] == s.raw[ender] and not r.tie_is_safe)
        ):
            safe = False
    if not safe and (r.penalty_always or s.raw[ender] > 0):
        s.score[ender] = s.raw[ender] * r.penalty_factor + r.penalty_add
    for p in range(r.players):
        s.total[p] += s.score[p]
        if s.total[p] >= r.target:
            over = True
    s.phase = GAME_OVER if over else ROUND_OVER


def winners(s: Any, r: SkyjoCodes) -> list[int]:
    """The seats with the lowest total; they share the win."""
    totals = s.total[: r.players]
    return [p for p, total in enumerate(totals) if total == min(totals)]
