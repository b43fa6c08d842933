"""A referee's corrections at a table with paper cards, where people have broken the rules.

Each function changes a state in place, or raises `RulesError` with the reason; the caller checks
the invariants of the state afterwards (`skyjo_widget.engine.core.invariants`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skyjo_widget.engine.core.piles import discard_card, draw_card, take_discard
from skyjo_widget.engine.core.positions import parse_place
from skyjo_widget.engine.grids.grid import clear_column, flip_cell, swap_cells
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo import rules as newskyjo
from skyjo_widget.engine.paper.hidden_cards import Paper
from skyjo_widget.engine.skipbo import rules as skipbo
from skyjo_widget.engine.skyjo import rules as skyjo
from skyjo_widget.errors import NotationError, RulesError

MOST_POINTS = 10_000
PILES = ("draw pile", "discard pile")


def turn(s: Any, r: Any, paper: Paper, *, seat: int) -> None:
    """Give the turn to a seat that played out of turn, when it was noticed late.

    The seat that was to play loses its turn.  In the last lap of a round in Skyjo the seats that
    were passed over lose theirs; in NewSkyjo they are still due.
    """
    if s.seat == seat:
        raise RulesError(f"it is the turn of seat {seat} already")
    if paper.game.private_hands:
        if s.moved:
            raise RulesError("the turn has begun: finish it, or take it back, first")
        s.turns[s.seat] -= 1
        s.turn -= 1
        skipbo.begin_turn(s, r, seat)
        skipbo.forget(s)
        return
    game = _rules_of(s)
    if s.phase != game.CHOOSE:
        raise RulesError("the turn has begun: finish it, or take it back, first")
    if s.ender == seat:
        raise RulesError(f"seat {seat} has ended the round, and has no turn any more")
    if game is skyjo:
        s.last_turns = 0 if s.ender == NOBODY else (s.ender - seat) % r.players
    else:
        if s.ender not in (NOBODY, s.on_turn):
            s.due[s.on_turn] = 1
            s.last_turns += 1
        if s.due[seat]:
            newskyjo.take_last_turn(s, seat)
        s.on_turn, s.turns_left, s.actions_left, s.must_take = seat, 1, 0, 0
    s.seat = seat


def points(s: Any, r: Any, paper: Paper, *, seat: int, points: int) -> None:
    """Add points to a seat's total."""
    if not 0 < abs(points) <= MOST_POINTS:
        raise RulesError(f"points={points}: −{MOST_POINTS} to {MOST_POINTS} are needed, and not 0")
    s.total[seat] += points


def show(s: Any, r: Any, paper: Paper, *, place: str) -> None:
    """Turn a face-down card that was shown by mistake; its effect isn't played."""
    _check_quiet(s)
    seat, cell = _cell(s, r, place)
    if s.grid[seat][cell] != UNKNOWN:
        raise RulesError(f"the card on {place} is face up already")
    paper.check_named([place])
    flip_cell(s, seat, cell)
    clear_column(s, r, seat, cell)


def swap(s: Any, r: Any, paper: Paper, *, first: str, second: str) -> None:
    """Swap two cards of the grids; each keeps its face."""
    _check_quiet(s)
    one, other = _cell(s, r, first), _cell(s, r, second)
    if one == other:
        raise RulesError(f"{first} and {second}: two different places are needed")
    swap_cells(s, *one, *other)
    cards = paper.names.pop(first, None), paper.names.pop(second, None)
    paper.names.update(
        {name: c for name, c in zip((second, first), cards, strict=True) if c is not None}
    )
    for seat, cell in (one, other):
        if s.grid[seat][cell] >= 0:
            clear_column(s, r, seat, cell)


def move(s: Any, r: Any, paper: Paper, *, source: str, target: str) -> None:
    """Move the top card of the draw pile to the discard pile, or the other way round."""
    _check_quiet(s)
    if {source, target} != set(PILES):
        raise RulesError(
            f"from {source!r:.40} to {target!r:.40}: from the draw pile to the discard pile, or "
            "back, is possible"
        )
    if s.phase in (_rules_of(s).PLACE_TAKEN, _rules_of(s).PLACE_DRAWN):
        raise RulesError("a card is in a hand: say first where it goes")
    if source == "draw pile":
        if s.draw_size == 0:
            raise RulesError("the draw pile is empty")
        paper.check_named(["draw 1"])
        discard_card(s, draw_card(s))
        paper.shift(-1)
    else:
        if s.discard_size < 2:
            raise RulesError("the discard pile's only card stays there")
        card = take_discard(s)
        s.draw[s.draw_size] = card
        s.draw_size += 1
        paper.shift(1)
        paper.names["draw 1"] = card


def surplus(s: Any, r: Any, paper: Paper, *, seat: int, cards: int) -> None:
    """Shuffle surplus cards that a seat drew into its stock pile."""
    if not 1 <= cards <= s.draw_size:
        raise RulesError(f"cards={cards}: 1 to {s.draw_size} are needed, the draw pile's")
    if s.stock_left[seat] == 0:
        raise RulesError(f"seat {seat} has no stock pile left")
    for _ in range(cards):
        skipbo.put_under(s, seat, draw_card(s))
    paper.names.pop(f"{seat}:stock", None)  # it may lie anywhere now


def no_draw(s: Any, r: Any, paper: Paper, *, seat: int) -> None:
    """Let a seat draw nothing in its next turn, after a turn out of order was taken back."""
    if seat in paper.no_draw:
        raise RulesError(f"seat {seat} draws nothing in its next turn already")
    paper.no_draw[seat] = None


_GRIDS: dict[str, Callable[..., None]] = {"show": show, "swap": swap, "move": move}
_SKIPBO: dict[str, Callable[..., None]] = {"surplus": surplus, "no draw": no_draw}
PARTS: dict[str, tuple[str, ...]] = {
    "turn": ("seat",),
    "points": ("seat", "points"),
    "show": ("place",),
    "swap": ("first", "second"),
    "move": ("source", "target"),
    "surplus": ("seat", "cards"),
    "no draw": ("seat",),
}
"""The parameters of each correction."""


def kinds(paper: Paper) -> dict[str, Callable[..., None]]:
    """Return the corrections that a game has."""
    own = _SKIPBO if paper.game.private_hands else _GRIDS
    return {"turn": turn, "points": points, **own}


def _rules_of(s: Any) -> Any:
    return newskyjo if hasattr(s, "kept") else skyjo


def _check_quiet(s: Any) -> None:
    if hasattr(s, "kept") and (s.effect or s.kept != NO_CARD):
        raise RulesError("an effect is carried out: finish it, or take it back, first")


def _cell(s: Any, r: Any, place: str) -> tuple[int, int]:
    try:
        seat, cell = divmod(parse_place(place, r.columns, r.cells, r.players), MAX_CELLS)
    except (NotationError, AttributeError):
        raise RulesError(f"{place!r:.40} is no place here; a place is like 0:a1") from None
    if s.grid[seat][cell] == NO_CARD:
        raise RulesError(f"no card is left on {place}")
    return seat, cell
