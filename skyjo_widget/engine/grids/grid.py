"""Operations on grids of cards, some face up, some face down.

Every game with grids has, for each seat and cell, ``grid`` (the card that lies
face up, `UNKNOWN` where one lies face down, `NO_CARD` where the place is empty)
and the secret ``under`` (the card that lies face down, `NO_CARD` elsewhere), and
for each seat ``hidden``, how many lie face down, ``cards_left``, how many lie there
at all, and ``columns_cleared``; and a pile ``out`` of cards out of the game.
Cell = row × columns + column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.piles import discard_card
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import GridCodesTwin as R
    from skyjo_widget.engine.core.twins import GridStateTwin as S

LOWEST = -(2**31)
"""Below the number on any card."""


@rule
def flip_cell(s: S, seat: int, cell: int) -> int:
    """Turn a face-down card up, and return it."""
    card: int = s.under[seat][cell]
    s.under[seat][cell] = NO_CARD
    s.grid[seat][cell] = card
    s.hidden[seat] -= 1
    return card


@rule
def replace_cell(s: S, seat: int, cell: int, card: int) -> int:
    """Lay a card face up in the place of another, and return the other."""
    old: int = s.grid[seat][cell]
    if old == UNKNOWN:
        old = s.under[seat][cell]
        s.under[seat][cell] = NO_CARD
        s.hidden[seat] -= 1
    s.grid[seat][cell] = card
    return old


@inlined_rule
def equal_in_column(s: S, r: R, seat: int, cell: int) -> int:
    """Count the face-up cards of a cell's column that show its number, itself included."""
    value = r.value[s.grid[seat][cell]]
    same = 0
    i = r.top[cell]
    while i < r.cells:  # a range with a step would cost a division
        card = s.grid[seat][i]
        # No `and`: a mispredicted branch costs more than reading value[UNKNOWN].
        same += (card >= 0) & (r.value[card] == value)
        i += r.columns
    return same


@rule
def has_pair(s: S, r: R, seat: int, cell: int, card: int) -> bool:
    """Return whether another face-up card of a cell's column shows a card's number."""
    i = r.top[cell]
    while i < r.cells:
        other = s.grid[seat][i]
        if i != cell and card >= 0 and other >= 0 and r.value[other] == r.value[card]:
            return True
        i += r.columns
    return False


@inlined_rule
def clear_column(s: S, r: R, seat: int, cell: int) -> None:
    """Clear the topmost `r.clear` cards of a column that equal a cell's, if there are so many.

    They go on the discard pile, or out of the game (`r.clear_out`).
    """
    if equal_in_column(s, r, seat, cell) < r.clear:
        return
    value = r.value[s.grid[seat][cell]]
    left = r.clear
    i = r.top[cell]
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
def swap_cells(s: S, seat: int, cell: int, other_seat: int, other_cell: int) -> None:
    """Swap two cards; each keeps its face."""
    card = s.grid[seat][cell]
    other = s.grid[other_seat][other_cell]
    s.grid[seat][cell] = other
    s.grid[other_seat][other_cell] = card
    below = s.under[seat][cell]
    s.under[seat][cell] = s.under[other_seat][other_cell]
    s.under[other_seat][other_cell] = below
    if card == UNKNOWN:
        s.hidden[seat] -= 1
        s.hidden[other_seat] += 1
    if other == UNKNOWN:
        s.hidden[seat] += 1
        s.hidden[other_seat] -= 1


@rule
def visible_sum(s: S, r: R, seat: int) -> int:
    """Return the sum of a seat's face-up cards."""
    total = 0
    cards = s.grid[seat]
    value = r.value
    for cell in range(r.cells):
        card = cards[cell]
        total += (card >= 0) * value[card]  # no branch: as in equal_in_column
    return total


@inlined_rule
def highest_visible(s: S, r: R, seat: int) -> int:
    """Return the cell of a seat's highest face-up card, the first of equals; −1 without one."""
    best = -1
    top = LOWEST
    for cell in range(r.cells):
        card = s.grid[seat][cell]
        value = r.value[card]
        higher = (card >= 0) & (value > top)  # no `and`, no branch: as in equal_in_column
        best = cell if higher else best
        top = value if higher else top
    return best


@rule
def nth_card(s: S, r: R, seat: int, n: int) -> int:
    """Return the cell of a seat's n-th card, from 0; −1 if it has fewer."""
    if s.cards_left[seat] == r.cells:
        return n
    for cell in range(r.cells):
        if s.grid[seat][cell] != NO_CARD:
            if n == 0:
                return cell
            n -= 1
    return -1


@inlined_rule
def nth_hidden(s: S, r: R, seat: int, n: int) -> int:
    """Return the cell of a seat's n-th face-down card, from 0; −1 if it has fewer."""
    at = -1
    for cell in range(r.cells):  # to the end: an early exit would be mispredicted
        if n >= 0:
            at = cell
        if s.grid[seat][cell] == UNKNOWN:
            n -= 1
    return at if n < 0 else -1


@rule
def lowest_visible(s: S, r: R, seat: int) -> int:
    """Return the cell of a seat's lowest face-up card, the first of equals; −1 without one."""
    best = -1
    for cell in range(r.cells):
        card = s.grid[seat][cell]
        if card >= 0 and (best < 0 or r.value[card] < r.value[s.grid[seat][best]]):
            best = cell
    return best
