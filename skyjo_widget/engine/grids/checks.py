"""Invariants that the grid games share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from skyjo_widget.engine.grids.grid import equal_in_column
from skyjo_widget.engine.grids.rules import SOURCES
from skyjo_widget.engine.limits import MAX_SEATS, NO_CARD, NOBODY, UNKNOWN

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import GridCodesTwin as R
    from skyjo_widget.engine.core.twins import GridStateTwin as S

_MOST_POINTS = 10**12  # far above any total, far below what overflows


def cards_conserved(s: S, r: R, *held: int) -> bool:
    """The cards in play, with those `held` in a hand, are those of the deck."""
    lying = [*s.draw[: s.draw_size], *s.discard[: s.discard_size], *s.out[: s.out_size], *held]
    for p in range(r.players):
        lying += s.grid[p][: r.cells] + s.under[p][: r.cells]
    cards = [card for card in lying if card not in (NO_CARD, UNKNOWN)]
    return all(cards.count(kind) == r.count[kind] for kind in range(r.kinds)) and (
        len(cards) == r.deck_size
    )


def hidden_counted(s: S, r: R) -> bool:
    """`hidden` counts the cards that lie face down, `cards_left` all that lie there."""
    return all(
        s.hidden[p] == s.grid[p][: r.cells].count(UNKNOWN)
        and s.cards_left[p] == r.cells - s.grid[p][: r.cells].count(NO_CARD)
        for p in range(r.players)
    )


def under_hidden(s: S, r: R) -> bool:
    """`under` has a card exactly where the grid shows a back."""
    return all(
        (s.under[p][i] != NO_CARD) == (s.grid[p][i] == UNKNOWN)
        for p in range(r.players)
        for i in range(r.cells)
    )


def reshuffled_in_pile(s: S, r: R) -> bool:
    """The reshuffled cards, where there are some, are the draw pile's and the one in a hand."""
    cards, coming = s.reshuffled[: s.reshuffled_size], s.draw[: s.draw_size]
    if s.hand != NO_CARD:
        coming = [*coming, s.hand]
    rest = s.reshuffled[s.reshuffled_size :]
    return (not cards or sorted(cards) == sorted(coming)) and rest.count(NO_CARD) == len(rest)


def no_column_left(s: S, r: R) -> bool:
    """No column shows enough equal cards to be cleared."""
    return all(
        s.grid[p][i] < 0 or equal_in_column(s, r, p, i) < r.clear
        for p in range(r.players)
        for i in range(r.cells)
    )


def set_up_in_order(s: S, r: R) -> bool:
    """At the set-up no turn was played, and `flips` fits the hidden cards of the seat to act."""
    seats = range(r.players)
    return (
        s.seat in seats
        and 1 <= s.flips <= min(r.turned, s.hidden[s.seat])
        and not s.turn
        and not any(s.turns[: r.players])
        and not any(s.turned_sum[s.seat + 1 : r.players])
        and (s.ender == NOBODY or (s.round > 1 and s.ender in seats))
    )


def turns_in_order(s: S, r: R) -> bool:
    """The seats' turns add up to those before the present one; there is a starter."""
    seats = range(r.players)
    return (
        s.flips == 0
        and s.turn >= 1
        and min(s.turns[: r.players]) >= 0
        and sum(s.turns[: r.players]) == s.turn - 1
        and s.starter in seats
        and (s.ender == NOBODY or s.ender in seats)
    )


def columns_counted(s: S, r: R) -> bool:
    """Cards have left a grid only in the columns that were cleared."""
    return all(
        s.columns_cleared[p] * r.clear == r.cells - s.cards_left[p] for p in range(r.players)
    )


def rounds_counted(s: S, r: R, points: int = 0) -> bool:
    """The game isn't over; before the end of the first round there are no scores.

    `points` is the most that a card counts besides its number.
    """
    seats = range(r.players)
    before = [*s.raw[: r.players], *s.score[: r.players]]
    return (
        s.round >= 1
        and not s.unfinished
        and (s.round > 1 or not any(before))
        and all(_can_be_scored(s, r, p, points) for p in seats)
    )


def _can_be_scored(s: S, r: R, p: int, points: int) -> bool:
    highest = (max(map(abs, r.value[: r.kinds])) + points) * r.cells
    return (
        abs(s.turned_sum[p]) <= highest
        and abs(s.raw[p]) <= highest
        and abs(s.score[p]) <= highest * r.penalty_factor + r.penalty_add
        and abs(s.total[p]) < _MOST_POINTS
    )


def last_action_possible(s: S) -> bool:
    """The fields of the last action describe a possible one."""
    return (
        0 <= s.source < len(SOURCES)
        and s.revealed in (0, 1)
        and UNKNOWN not in (s.card_in, s.card_out)
    )


def scores_add_up(
    s: S,
    r: R,
    points: Callable[[Any, int, int], int] = lambda r, card, i: 0,
    bonus: Sequence[int] = (0,) * MAX_SEATS,
) -> bool:
    """Raw scores are the sums of the cards left; only the ender's score differs.

    `points(r, card, cell)` is what a card counts besides its number, `bonus` what each seat has
    besides.
    """
    return all(
        s.raw[p]
        == sum(
            r.value[card] + points(r, card, i)
            for i, card in enumerate(s.grid[p][: r.cells])
            if card >= 0
        )
        + bonus[p]
        and (s.score[p] == s.raw[p] or p == s.ender)
        for p in range(r.players)
    )
