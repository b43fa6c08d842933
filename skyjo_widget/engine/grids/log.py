"""The grid games' columns of the log, from a table's states or from a trace."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.positions import place_text
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.core.trace import NOTHING, Column, numbers, texts
from skyjo_widget.engine.grids.grid import has_pair, visible_sum
from skyjo_widget.engine.grids.options import GridCodes
from skyjo_widget.engine.grids.rules import SOURCES, GridState
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NOBODY, UNKNOWN

if TYPE_CHECKING:
    import numpy.typing as npt

    from skyjo_widget.engine.core.trace import ClearedRow, DecisionRow, Progress, RoundRow, Scratch
    from skyjo_widget.engine.core.twins import GridCodesTwin as R
    from skyjo_widget.engine.core.twins import GridStateTwin as S


def before(
    s: GridState,
    r: GridCodes,
    seat: int,
    action: int,
    *,
    note_cards: Callable[[Any, Any, int, Any], None] | None = None,
) -> dict[str, Any]:
    """Return the row's public columns about the state before an action, and about its cards.

    Parameters
    ----------
    note_cards : callable, optional
        The game's rule ``note_cards(s, r, action, detail)``, which calls `note_placed` and
        `note_turned`; without it the columns of `CARDS` are missing.
    """
    kind: Any = GridDetails  # all its fields have a default (`twin`)
    detail = kind()
    forget_cards(detail)
    if note_cards is not None:
        note_cards(s, r, action, detail)
    cards = {name: getattr(detail, name) for name in CARDS}
    return {
        **{name: None if value == NOTHING else bool(value) for name, value in cards.items()},
        "draw_pile_size": s.draw_size,
        "discard_top": r.value[s.discard[s.discard_size - 1]] if s.discard_size else None,
        "visible_before": visible_sum(s, r, seat),
    }


def after(before: GridState, s: GridState, r: GridCodes, seat: int) -> dict[str, Any]:
    """Return the row's public columns about the state after an action."""
    return {
        "hidden_left": s.hidden[seat],
        "visible_after": visible_sum(s, r, seat),
        "ended_round": bool(is_ending(s)) and not is_ending(before),
    }


def consequences(
    before: GridState, s: GridState, r: GridCodes, deck: Deck, seat: int, drawn: int
) -> dict[str, Any]:
    """Return the consequences of a seat's last action.

    Parameters
    ----------
    drawn : int
        The phase in which the seat alone has seen the card that came in, now in its hand.

    Returns
    -------
    dict
        source : where `card_in` came from, or None; card_in, card_out : cards as the
        record writes them, or None; cleared : the places that the column rule emptied,
        those of the seat first, then those to its left, each in cell order; private;
        revealed : whether it showed a card that not all had seen before.
    """
    private = s.phase == drawn
    return {
        "source": SOURCES[s.source] or None,
        "card_in": _card(deck, s.hand if private else s.card_in),
        "card_out": _card(deck, s.card_out),
        "cleared": [
            place_text(owner * MAX_CELLS + cell, r.columns, seat)
            for owner in ((seat + k) % r.players for k in range(r.players))
            if s.cards_left[owner] != before.cards_left[owner]
            for cell in range(r.cells)
            if before.grid[owner][cell] != NO_CARD and s.grid[owner][cell] == NO_CARD
        ],
        "private": private,
        "revealed": bool(s.revealed),
    }


def nothing_known(_s: GridState, _seat: int) -> tuple[list[int], list[int]]:
    """Return the cards of the draw pile that a seat knows: none, where nobody looks into it."""
    return [], []


def way_round(s: GridState) -> tuple[int, int]:
    """Return the seat whose turn it is, and the step to the next one."""
    return s.seat, 1


def round_facts(s: GridState, r: GridCodes, over: Collection[int]) -> dict[str, Any]:
    """Return the state of a round; lists by seat, scores None until it is over.

    Parameters
    ----------
    over : collection of int
        The phases in which it is.

    Returns
    -------
    dict
        starter, ender : seats or None; turns, columns_cleared, raw, score, total.
    """
    n, scored = r.players, s.phase in over and not s.unfinished
    return {
        "starter": s.starter if s.turn else None,
        "ender": s.ender if s.turn and s.ender != NOBODY else None,
        "turns": s.turns[:n],
        "columns_cleared": s.columns_cleared[:n],
        "raw": s.raw[:n] if scored else None,
        "score": s.score[:n] if scored else None,
        "total": s.total[:n] if scored else None,
    }


def round_columns(facts: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return the columns of a seat's row, from `round_facts`."""
    over = facts["score"] is not None
    return {
        "raw_score": facts["raw"][seat] if over else None,
        "penalty": facts["score"][seat] - facts["raw"][seat] if over else None,
        "score": facts["score"][seat] if over else None,
        "total": facts["total"][seat] if over else None,
        "turns": facts["turns"][seat],
        "columns_cleared": facts["columns_cleared"][seat],
    }


def _card(deck: Deck, card: int) -> int | str | None:
    return deck.kinds[card].card if card >= 0 else None


# The same columns, from the trace of a driver


@twin
class GridDetails:
    """The details of a decision in any grid game."""

    legal_actions: int = field("public", "how many were legal")
    discard_top: int = field("public", "the number on the discard pile's top card before")
    visible_before: int = field("public", "the sum of the seat's face-up cards before")
    source: int = field("public", "where the card came from, of `SOURCES`")
    hidden_left: int = field("public", "the seat's cards face down after it")
    visible_after: int = field("public", "the sum of its face-up cards after it")
    out_hidden: int = field("public", "1 if the card that a placed one replaced lay face down")
    broke_pair: int = field("public", "1 if it had its equal face up in its column")
    completes_pair: int = field("public", "1 if the card placed or turned has it there")
    was_ending: int = field("public", "1 if the round's last turns had begun before it")
    ending: int = field("public", "1 if they have begun after it")


CARDS = ("out_hidden", "broke_pair", "completes_pair")
"""The details of the card that a decision places or turns in the seat's own grid; `NOTHING` of
other decisions."""


@rule
def forget_cards(detail: GridDetails) -> None:
    """Write that a decision places and turns no card."""
    detail.out_hidden = NOTHING
    detail.broke_pair = NOTHING
    detail.completes_pair = NOTHING


@rule
def note_placed(s: S, r: R, cell: int, card: int, detail: GridDetails) -> None:
    """Write the details of a card that the seat to act is about to place, face up.

    A card of the same number changes no pair.
    """
    old = s.grid[s.seat][cell]
    same = old >= 0 and r.value[old] == r.value[card]
    detail.out_hidden = int(old == UNKNOWN)
    detail.broke_pair = int(not same and has_pair(s, r, s.seat, cell, old))
    detail.completes_pair = int(not same and has_pair(s, r, s.seat, cell, card))


@rule
def note_turned(s: S, r: R, cell: int, detail: GridDetails) -> None:
    """Write the details of a card that the seat to act is about to turn face up."""
    detail.completes_pair = int(has_pair(s, r, s.seat, cell, s.under[s.seat][cell]))


@rule
def is_ending(s: S) -> bool:
    """Return whether the last turns of a round have begun; the set-up has the last ender still."""
    return bool(s.turn > 0 and s.ender != NOBODY)


@rule
def trace_before(s: S, r: R, _action: int, detail: GridDetails, scratch: Scratch) -> None:
    """Write the details before a decision, and keep the grids in `scratch`.

    Only those in which places became empty, or full by a deal: `trace_cleared` asks for no more.
    """
    forget_cards(detail)
    detail.was_ending = int(is_ending(s))
    detail.discard_top = NOTHING
    if s.discard_size > 0:
        detail.discard_top = r.value[s.discard[s.discard_size - 1]]
    detail.visible_before = visible_sum(s, r, s.seat)
    for p in range(r.players):
        if scratch.cards_left[p] != s.cards_left[p]:
            scratch.cards_left[p] = s.cards_left[p]
            scratch.grid[p][:] = s.grid[p]


@inlined_rule
def trace_after(s: S, r: R, note: DecisionRow) -> None:
    """Write the cards that a decision has moved."""
    note.card_in = max(s.hand, s.card_in)  # at most one of them is a card; no jump
    note.card_out = s.card_out


@rule
def trace_details(s: S, r: R, seat: int, detail: GridDetails) -> None:
    """Write the details after a decision."""
    detail.source = s.source
    detail.hidden_left = s.hidden[seat]
    detail.ending = int(is_ending(s))
    detail.visible_after = visible_sum(s, r, seat)


@rule
def trace_cleared(
    s: S,
    r: R,
    seat: int,
    row: int,
    cleared: Sequence[ClearedRow],
    where: Progress,
    scratch: Scratch,
) -> None:
    """Write the cards that the column rule removed: the seat's first, then those to its left."""
    p = seat
    for _ in range(r.players):
        if s.cards_left[p] != scratch.cards_left[p]:
            for i in range(r.cells):
                if s.grid[p][i] == NO_CARD and scratch.grid[p][i] != NO_CARD:
                    cleared[where.cleared].row = row
                    cleared[where.cleared].place = p * MAX_CELLS + i
                    where.cleared += 1
        p = p + 1 if p + 1 < r.players else 0


@rule
def trace_round(s: S, r: R, seat: int, row: RoundRow) -> None:
    """Write a seat's result of a round."""
    row.starter = int(s.starter == seat)
    row.ender = int(s.ender == seat)
    row.raw_score = s.raw[seat]
    row.score = s.score[seat]
    row.total = s.total[seat]
    row.turns = s.turns[seat]
    row.columns_cleared = s.columns_cleared[seat]


ROUND_COLUMNS = ("raw_score", "penalty", "turns", "columns_cleared")


def log_columns(
    details: npt.NDArray[np.void],
    seats: npt.NDArray[np.int64],
    cleared: npt.NDArray[np.void],
    r: R,
    _deck: Deck,
) -> dict[str, Column]:
    """Return columns of the log from a trace.

    Parameters
    ----------
    details : structured array, shape (decisions,)
    seats : array of int, shape (decisions,)
        The seat that decided.
    cleared : structured array, shape (cards,)
        Of `skyjo_widget.engine.core.trace.ClearedRow`.
    """
    return {
        "legal_actions": numbers(details["legal_actions"]),
        "discard_top": numbers(details["discard_top"]),
        "visible_before": numbers(details["visible_before"]),
        "source": texts(details["source"] - 1, SOURCES[1:]),
        "hidden_left": numbers(details["hidden_left"]),
        "visible_after": numbers(details["visible_after"]),
        **{name: numbers(details[name]) for name in CARDS},
        "ended_round": numbers((details["ending"] > details["was_ending"]).astype(np.int64)),
        "cleared": _cleared_column(cleared, seats, r),
    }


def _cleared_column(cleared: npt.NDArray[np.void], seats: npt.NDArray[np.int64], r: R) -> Column:
    codes = np.full(len(seats), -1)
    words: list[tuple[str, ...]] = []
    rows, firsts = np.unique(cleared["row"], return_index=True)
    for n, places in zip(rows, np.split(cleared["place"], firsts[1:]), strict=False):
        codes[n] = len(words)
        words.append(
            tuple(place_text(place, r.columns, int(seats[n])) for place in places.tolist())
        )
    return Column(codes, tuple(words))
