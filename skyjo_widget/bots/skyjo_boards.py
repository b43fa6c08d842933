"""The boards that are solved, and the tables of their grids, piles and positions."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
from skyjo_widget.engine.skyjo.options import SkyjoRules

Array = npt.NDArray[Any]


class Board(NamedTuple):
    """A small game for two seats.

    Parameters
    ----------
    name : str
    rules : SkyjoRules
    deck : Deck
    replaced : bool
        Whether each card that is dealt or drawn comes from the whole deck.
    """

    name: str
    rules: SkyjoRules
    deck: Deck
    replaced: bool


COLUMN = Board("one column", SkyjoRules(columns=1, turned=0), SKYJO_DECK, True)
FOUR = Board(
    "2 × 2",
    SkyjoRules(columns=2, rows=2, clear=2, turned=0),
    Deck.from_counts([(value, 25) for value in range(6)]),
    True,
)


class Tables(NamedTuple):
    """A board in numbers, with room for its values.

    A grid is one up to the order of its columns and of the cards in each.  A place is one of its
    cells, one of those that don't differ.  A pile's number says which cards are unseen: before the
    first reshuffle a set of cards that are hidden or to be drawn, then one of each.  A position is
    the grids of the seat to act and of the other one, and the pile.

    Attributes
    ----------
    grid : array, by the number that a grid's cells are the digits of
    place : array, by the same number × cells
    hidden, points, seen : arrays, by grid
        Cards face down; the sum of the others, and these coded.
    old, after, clears : arrays, grids × places (× kinds)
        The card at a place, `len(counts)` face down, −1 without a place; the grid with another
        card there, and whether that clears a column.
    drawn, draw, turned, turn : arrays, piles × kinds
        The chance that a drawn or a turned card is of a kind, and the pile then.
    cards, mixed : arrays, by pile
        The size of the set that is drawn from, and whether hidden cards are in it.
    below, used_up : arrays, by pile
        The hidden cards, coded, if no other one is unseen, and the number of the pile then.
    first, deck, unit : int, int, and array, by kind
        The number of the first pile before a reshuffle, to which its set is added, coded; all
        cards and one card, coded: numbers that add up as the cards do.
    at, mine, other, pile, possible : arrays
        The position of two grids and a pile, −1 if there is none; and the positions' parts; and
        whether a kind can lie on top.
    value, drawing : arrays, positions × kinds, and positions
        The points that the seat to act is better off in the end, with a card on top; if it draws.
    """

    grid: Array
    place: Array
    hidden: Array
    points: Array
    seen: Array
    old: Array
    after: Array
    clears: Array
    drawn: Array
    draw: Array
    turned: Array
    turn: Array
    cards: Array
    mixed: Array
    below: Array
    used_up: Array
    first: int
    deck: int
    unit: Array
    at: Array
    mine: Array
    other: Array
    pile: Array
    possible: Array
    value: Array
    drawing: Array


def tables(board: Board) -> Tables:
    """Return a board's tables, its values 0."""
    values = np.array(board.deck.values)
    counts = np.array([kind.count for kind in board.deck.kinds])
    grids = _grids(board, values)
    piles = _piles(board, counts, int(grids["hidden"].max()))
    positions = _positions(board, counts, grids, piles)
    n = len(positions["mine"])
    for name in ("sets", "visible"):
        grids.pop(name, None)
        piles.pop(name, None)
    return Tables(
        **grids,
        **piles,
        **positions,
        value=np.zeros((n, len(values))),
        drawing=np.zeros(n),
    )


def _grids(board: Board, values: Array) -> dict[str, Any]:
    """Return the tables of the grids; those with hidden cards come first."""
    kinds, rules = len(values), board.rules
    hidden, empty = kinds, kinds + 1
    base, cells = kinds + 2, rules.columns * rules.rows

    def ordered(columns: Any) -> Any:
        return tuple(sorted(tuple(sorted(column)) for column in columns))

    def cleared(column: tuple[int, ...]) -> tuple[int, ...]:
        full = column[0] < hidden and len(set(column)) == 1
        return (empty,) * rules.rows if full else column

    columns = itertools.combinations_with_replacement(range(hidden + 1), rules.rows)
    kept = {cleared(column) for column in columns}
    every = {ordered(grid) for grid in itertools.combinations_with_replacement(kept, rules.columns)}
    most = cells - rules.turned

    def faces_down(grid: Any) -> int:
        return sum(column.count(hidden) for column in grid)

    names = sorted(
        (grid for grid in every if faces_down(grid) <= most),
        key=lambda grid: (-faces_down(grid), grid),
    )
    number = {grid: n for n, grid in enumerate(names)}
    old = np.full((len(names), cells), -1)
    after = np.full((len(names), cells, kinds), -1)
    clears = np.zeros((len(names), cells, kinds), bool)
    places: list[dict[Any, int]] = []
    for n, grid in enumerate(names):
        places.append({})
        for at, column in enumerate(grid):
            for i, card in enumerate(column):
                if card == empty or (card, column) in places[n]:
                    continue
                j = places[n][card, column] = len(places[n])
                old[n, j] = card
                for kind in range(kinds):
                    changed = (*column[:i], kind, *column[i + 1 :])
                    to = ordered((*grid[:at], cleared(changed), *grid[at + 1 :]))
                    after[n, j, kind] = number[to]
                    clears[n, j, kind] = cleared(changed)[0] == empty
    grid_of = np.full(base**cells, -1)
    place = np.full((base**cells, cells), -1)
    for code, cards in enumerate(itertools.product(range(base), repeat=cells)):
        split = [cards[at :: rules.columns] for at in range(rules.columns)]
        n = number.get(ordered(split), -1)
        grid_of[code] = n
        for i, card in enumerate(cards):
            if n >= 0 and card != empty:
                place[code, i] = places[n][card, tuple(sorted(split[i % rules.columns]))]
    visible = np.array(
        [[sum(column.count(k) for column in grid) for k in range(kinds)] for grid in names]
    )
    return {
        "grid": grid_of,
        "place": place,
        "hidden": np.array([faces_down(grid) for grid in names]),
        "points": visible @ values,
        "visible": visible,
        "old": old,
        "after": after,
        "clears": clears,
    }


def _piles(board: Board, counts: Array, most: int) -> dict[str, Any]:
    """Return the tables of the piles; with replacement there is one, which never runs out."""
    kinds = len(counts)
    if board.replaced:
        chances, stays = counts[None] / counts.sum(), np.zeros((1, kinds), int)
        return {
            "drawn": chances,
            "draw": stays,
            "turned": chances,
            "turn": stays,
            "cards": np.array([10**6]),
            "mixed": np.array([False]),
            "below": np.array([0]),
            "used_up": np.array([0]),
            "first": 0,
            "deck": 0,
            "unit": np.zeros(kinds, int),
            "sets": np.zeros((1, kinds), int),
        }
    base = counts.max() + 1
    unit = base ** np.arange(kinds)
    sets = np.arange(base**kinds)[:, None] // unit % base
    size = sets.sum(axis=1)
    apart = np.flatnonzero(size <= 2 * most)
    row = np.full(len(sets), -1)
    row[apart] = np.arange(len(apart))
    # The last row of piles is of those whose hidden cards aren't known apart.
    above, right = np.divmod(np.arange((len(apart) + 1) * len(sets)), len(sets))
    mixed = above == len(apart)
    unseen = np.where(mixed, right, np.append(apart, 0)[above])
    each = np.maximum(size, 1)[:, None]
    number = np.arange(len(above))[:, None]
    fewer = row[np.maximum(unseen[:, None] - unit, 0)]
    turn = np.where(mixed[:, None], number - unit, fewer * len(sets) + right[:, None])
    return {
        "drawn": (sets / each)[right],
        "draw": number - unit,
        "turned": (sets / each)[unseen],
        "turn": turn,
        "cards": size[right],
        "mixed": mixed,
        "below": unseen,
        "used_up": np.where(row[unseen] < 0, 0, row[unseen] * len(sets)),
        "first": len(apart) * len(sets),
        "deck": int(counts @ unit),
        "unit": unit,
        "sets": sets,
    }


def _positions(
    board: Board, counts: Array, grids: dict[str, Any], piles: dict[str, Any]
) -> dict[str, Any]:
    """Return the tables of all positions with a decision that the deck allows."""
    hidden, visible, sets = grids["hidden"], grids["visible"], piles["sets"]
    to_act = np.flatnonzero(hidden)
    if board.replaced:
        mine, other = np.indices((len(to_act), len(hidden))).reshape(2, -1)
        possible = np.ones((len(mine), len(counts)), bool)
        return _numbered(grids, piles, mine, other, np.zeros_like(mine), possible)
    size, cells = sets.sum(axis=1), board.rules.columns * board.rules.rows
    drawable = board.deck.size - 2 * cells - 1
    parts: list[tuple[Any, ...]] = []
    for own in to_act:
        for beside in range(len(hidden)):
            down = hidden[own] + hidden[beside]
            left = counts - visible[own] - visible[beside]
            fits = (sets <= left).all(axis=1)
            mixed = np.flatnonzero(fits & (size >= down) & (size <= down + drawable))
            first = piles["first"]
            parts.append((own, beside, first + mixed, sets[mixed] < left))
            for below in np.flatnonzero(fits & (size == down)):
                rest = left - sets[below]
                drawn = np.flatnonzero((sets <= rest).all(axis=1))
                pile = piles["used_up"][first + below] + drawn
                parts.append((own, beside, pile, sets[drawn] < rest))
    possible = np.concatenate([part[3] for part in parts])
    lengths = [len(part[2]) for part in parts]
    mine, other = (np.repeat([part[i] for part in parts], lengths) for i in (0, 1))
    pile = np.concatenate([part[2] for part in parts])
    some = possible.any(axis=1)
    return _numbered(grids, piles, mine[some], other[some], pile[some], possible[some])


def _numbered(
    grids: dict[str, Any],
    piles: dict[str, Any],
    mine: Array,
    other: Array,
    pile: Array,
    possible: Array,
) -> dict[str, Any]:
    """Return the positions' tables from their parts."""
    hidden = grids["hidden"]
    at = np.full((len(hidden), len(hidden), len(piles["cards"])), -1, np.int32)
    at[mine, other, pile] = np.arange(len(mine))
    return {
        "seen": grids["visible"] @ piles["unit"],
        "at": at,
        "mine": mine,
        "other": other,
        "pile": pile,
        "possible": possible,
    }
