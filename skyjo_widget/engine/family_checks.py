"""What holds in every state of a game of the Skyjo family, whatever its phases."""

from __future__ import annotations

from skyjo_widget.engine.family import FamilyState
from skyjo_widget.engine.grid import equal_in_column
from skyjo_widget.engine.rules import FamilyCodes
from skyjo_widget.engine.state import NO_CARD, UNKNOWN


def cards_conserved(s: FamilyState, r: FamilyCodes, *held: int) -> bool:
    """Each kind is there as often as the deck holds it; `held` are cards on their way."""
    lying = [*s.draw[: s.draw_size], *s.discard[: s.discard_size], *s.out[: s.out_size], *held]
    for p in range(r.players):
        lying += s.grid[p][: r.cells] + s.under[p][: r.cells]
    cards = [card for card in lying if card not in (NO_CARD, UNKNOWN)]
    return all(cards.count(kind) == r.count[kind] for kind in range(r.kinds)) and (
        len(cards) == r.deck_size
    )


def hidden_counted(s: FamilyState, r: FamilyCodes) -> bool:
    """`hidden` counts the cards that lie face down, `cards_left` all that lie there."""
    return all(
        s.hidden[p] == s.grid[p][: r.cells].count(UNKNOWN)
        and s.cards_left[p] == r.cells - s.grid[p][: r.cells].count(NO_CARD)
        for p in range(r.players)
    )


def under_hidden(s: FamilyState, r: FamilyCodes) -> bool:
    """A card lies underneath just where the grid shows a back."""
    return all(
        (s.under[p][i] != NO_CARD) == (s.grid[p][i] == UNKNOWN)
        for p in range(r.players)
        for i in range(r.cells)
    )


def no_column_left(s: FamilyState, r: FamilyCodes) -> bool:
    """No column shows as many equal cards as clear it."""
    return all(
        s.grid[p][i] < 0 or equal_in_column(s, r, p, i) < r.clear
        for p in range(r.players)
        for i in range(r.cells)
    )


def scores_add_up(s: FamilyState, r: FamilyCodes) -> bool:
    """Raw scores are the sums of the cards left; only the ender's score differs."""
    return all(
        s.raw[p] == sum(r.value[card] for card in s.grid[p][: r.cells] if card >= 0)
        and (s.score[p] == s.raw[p] or p == s.ender)
        for p in range(r.players)
    )
