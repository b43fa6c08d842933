"""Rules that the grid games share: set-up, turning, placing, reveal and score.

Each player has a grid; there are a draw pile and a discard pile.  The options are
those of `skyjo_widget.engine.grids.options.GridRules`.  Which phase follows is each game's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.piles import (
    clear_discard,
    clear_pile,
    discard_card,
    draw_card,
    gather_deck,
    recycle_discard,
    take_discard,
)
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.grids.grid import clear_column, flip_cell, replace_cell
from skyjo_widget.engine.limits import MAX_CARDS, MAX_CELLS, MAX_SEATS, NO_CARD, NOBODY, UNKNOWN

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import GridCodesTwin as R
    from skyjo_widget.engine.core.twins import GridStateTwin as S

FROM_NOWHERE, FROM_DRAW, FROM_DISCARD, FROM_GRID = range(4)
SOURCES = ("", "draw pile", "discard pile", "grid")


@twin
class GridState:
    """A state of a grid game."""

    phase: int = field("public", "what comes next, an index of `PHASES`", text="phase")
    round: int = field("public", "the round, from 1")
    turn: int = field("public", "the turn in this round, from 1; 0 in the set-up")
    seat: int = field("public", "whose decision it is", empty=NOBODY)
    starter: int = field("public", "who had the round's first turn", empty=NOBODY)
    ender: int = field("public", "who ended the round, or ended the last", empty=NOBODY)
    last_turns: int = field("public", "turns left in the last lap")
    shuffled_for: int = field("public", "what a shuffle was made for, a phase", text="phase")
    flips: int = field("public", "cards the seat to act still turns at the set-up")
    unfinished: int = field("public", "1 if the game was broken off")

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

    reshuffled: list[int] = field(
        "public",
        "the cards of a draw pile made of discards, in any order; a drawn one counts until all "
        "have seen it",
        MAX_CARDS,
        empty=NO_CARD,
        text="pile",
        optional=True,
    )
    reshuffled_size: int = field("public", "how many", text="size")


@rule
def reset_scores(s: S, r: R) -> None:
    """Begin a game: no round played, no points."""
    s.round = 0
    s.starter = NOBODY
    s.ender = NOBODY
    s.unfinished = 0
    for p in range(r.players):
        s.total[p] = 0
        s.raw[p] = 0
        s.score[p] = 0


@rule
def gather(s: S, r: R) -> None:
    """Gather all cards into the draw pile for another round, to be shuffled and dealt."""
    s.round += 1
    s.turn = 0
    s.seat = NOBODY
    s.last_turns = 0
    s.flips = 0
    gather_deck(s, r)
    clear_discard(s)
    clear_pile(s.out, s.out_size)
    s.out_size = 0
    clear_pile(s.reshuffled, s.reshuffled_size)
    s.reshuffled_size = 0
    s.hand = NO_CARD
    for p in range(r.players):
        for i in range(r.cells):
            s.grid[p][i] = NO_CARD
            s.under[p][i] = NO_CARD
        s.hidden[p] = 0
        s.cards_left[p] = 0
        s.turned_sum[p] = 0
        s.turns[p] = 0
        s.columns_cleared[p] = 0


@rule
def deal(s: S, r: R) -> None:
    """Deal seat by seat, each grid in cell order; one card starts the discard pile."""
    for p in range(r.players):
        for i in range(r.cells):
            s.under[p][i] = draw_card(s)
            s.grid[p][i] = UNKNOWN
        s.hidden[p] = r.cells
        s.cards_left[p] = r.cells
    discard_card(s, draw_card(s))
    s.seat = 0
    s.flips = r.turned


@rule
def turn_at_setup(s: S, r: R, cell: int) -> bool:
    """Turn a card at the set-up; return whether it was the last of all."""
    turn_card(s, r, cell)
    s.turned_sum[s.seat] += r.value[s.card_in]
    s.flips -= 1
    if s.flips > 0:
        return False
    s.seat += 1
    if s.seat == r.players:
        return True
    s.flips = r.turned
    return False


@rule
def find_starter(s: S, r: R) -> None:
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


@rule
def forget_consequences(s: S) -> None:
    """Forget what the last action did."""
    s.source = FROM_NOWHERE
    s.card_in = NO_CARD
    s.card_out = NO_CARD
    s.revealed = 0


@rule
def draw_to_hand(s: S) -> None:
    """Draw a card; where it goes is the next decision."""
    s.hand = draw_card(s)
    s.source = FROM_DRAW
    s.revealed = 1


@rule
def reshuffle_discard(s: S, r: R) -> None:
    """Turn the discard pile, except for its top card, into the draw pile, to be shuffled next.

    The rest of what nobody has seen lies face down in the grids: two known sets from now on.
    """
    recycle_discard(s)
    clear_pile(s.reshuffled, s.reshuffled_size)
    n = 0
    for kind in range(r.kinds):  # sorted, so that equal positions are equal states
        for i in range(s.draw_size):
            if s.draw[i] == kind:
                s.reshuffled[n] = kind
                n += 1
    s.reshuffled_size = n


@rule
def show_reshuffled(s: S, card: int) -> None:
    """Take a drawn card that all see now off the list of the reshuffled ones, if it is there."""
    n = 0
    while n < s.reshuffled_size and s.reshuffled[n] != card:
        n += 1
    if n == s.reshuffled_size:
        return
    s.reshuffled_size -= 1
    for i in range(n, s.reshuffled_size):
        s.reshuffled[i] = s.reshuffled[i + 1]
    s.reshuffled[s.reshuffled_size] = NO_CARD


@rule
def choose_discard(s: S) -> None:
    """Choose the discard pile's top card; it stays there until it is placed."""
    s.source = FROM_DISCARD
    s.card_in = s.discard[s.discard_size - 1]


@rule
def discard_hand(s: S) -> None:
    """Lay the drawn card on the discard pile."""
    s.card_out = s.hand
    s.revealed = 1
    discard_card(s, s.hand)
    s.hand = NO_CARD


@inlined_rule
def turn_card(s: S, r: R, cell: int) -> None:
    """Turn a face-down card; the column rule follows."""
    s.card_in = flip_cell(s, s.seat, cell)
    s.source = FROM_GRID
    s.revealed = 1
    clear_column(s, r, s.seat, cell)


@rule
def place_taken(s: S, r: R, cell: int) -> None:
    """Take the discard pile's top card in exchange for one of one's own."""
    s.source = FROM_DISCARD
    s.revealed = 1 if s.grid[s.seat][cell] == UNKNOWN else 0
    place_card(s, r, cell, take_discard(s))


@inlined_rule
def place_drawn(s: S, r: R, cell: int, card: int) -> None:
    """Put a card that came from the draw pile in the place of one's own."""
    s.source = FROM_DRAW
    s.revealed = 1
    place_card(s, r, cell, card)


@inlined_rule
def place_card(s: S, r: R, cell: int, card: int) -> None:
    """Put a card in the place of another, which is discarded; the column rule follows."""
    s.card_in = card
    s.card_out = replace_cell(s, s.seat, cell, card)
    discard_card(s, s.card_out)
    clear_column(s, r, s.seat, cell)


@rule
def reveal(s: S, r: R) -> None:
    """Turn all hidden cards, clear columns where the rules say so, and score."""
    turn_all(s, r)
    add_up(s, r)
    settle(s, r)


@rule
def turn_all(s: S, r: R) -> None:
    """Turn all hidden cards, and clear columns where the rules say so."""
    for p in range(r.players):
        for i in range(r.cells):
            if s.grid[p][i] == UNKNOWN:
                flip_cell(s, p, i)
    if r.clear_at_reveal:
        last = (r.rows - r.clear) * r.columns  # below, no group of so many can begin
        for p in range(r.players):
            for column in range(r.columns):
                for i in range(column, last + r.columns, r.columns):
                    if s.grid[p][i] >= 0:
                        clear_column(s, r, p, i)


@rule
def add_up(s: S, r: R) -> None:
    """Add up the cards of each grid."""
    for p in range(r.players):
        raw = 0
        for i in range(r.cells):
            if s.grid[p][i] >= 0:
                raw += r.value[s.grid[p][i]]
        s.raw[p] = raw


@rule
def settle(s: S, r: R) -> None:
    """Score the round.  The ender's penalty compares raw scores, before any doubling."""
    ender = s.ender
    safe = True
    for p in range(r.players):
        if p != ender and (
            s.raw[p] < s.raw[ender] or (s.raw[p] == s.raw[ender] and not r.tie_is_safe)
        ):
            safe = False
        s.score[p] = s.raw[p]
    if not safe and (r.penalty_always or s.raw[ender] > 0):
        s.score[ender] = s.raw[ender] * r.penalty_factor + r.penalty_add
    for p in range(r.players):
        s.total[p] += s.score[p]


@rule
def wins(s: S, r: R, seat: int) -> bool:
    """Return whether a seat has the lowest total, which may be shared.

    Nobody wins a game that was broken off.
    """
    for p in range(r.players):
        if s.total[p] < s.total[seat]:
            return False
    return not s.unfinished
