"""Hidden cards of the Skyjo family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from skyjo_widget.engine.cards.effects import MAX_PEEK, TOP_OF_DISCARD
from skyjo_widget.engine.core.positions import ORDERS, place_text
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NO_PLACE, NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo import rules as newskyjo
from skyjo_widget.engine.paper.places import HAND, Hidden, Place
from skyjo_widget.engine.skyjo import rules as skyjo


class _Grids:
    """Of the Skyjo family."""

    def places(self, s: Any, r: Any, *, anew: bool) -> Iterator[Place]:
        deals = s.phase == (newskyjo.SHUFFLE if hasattr(s, "kept") else skyjo.SHUFFLE)
        deals = deals and s.turn == 0 and s.seat == NOBODY
        if s.hand != NO_CARD:
            yield Place(HAND, s, "hand")
        for k in range(1, s.draw_size + 1):
            name = f"draw {k}" if k <= MAX_PEEK else ""
            if deals:
                name = "discard" if k == r.players * r.cells + 1 else ""
            yield Place(name, s.draw, s.draw_size - k)
        for p in range(r.players):
            for i in range(r.cells):
                if s.grid[p][i] == UNKNOWN:
                    name = place_text(p * MAX_CELLS + i, r.columns)
                    yield Place(name, s.under[p], i, int(anew))

    def shown(self, s: Any, r: Any, action: int) -> tuple[str, ...]:
        game = newskyjo if hasattr(s, "kept") else skyjo
        kind = game.ACTIONS.kind(action)
        seat, cell = s.seat, None
        if kind == "flip":
            cell = action - game.FLIP_FIRST
        elif kind == "place":
            cell = action - game.PLACE_FIRST
        elif kind == "pick":
            seat, cell = divmod(action - newskyjo.PICK_FIRST_ID, MAX_CELLS)
            if r.second_whose[s.effect] != TOP_OF_DISCARD:
                cell = None  # both keep their faces
        hand = s.phase == game.PLACE_DRAWN
        names: tuple[str, ...] = (HAND,) if hand else ()
        if cell is not None and s.grid[seat][cell] == UNKNOWN:
            names += (place_text(seat * MAX_CELLS + cell, r.columns),)
        return names

    def due(self, s: Any, r: Any) -> tuple[str, ...]:
        game = newskyjo if hasattr(s, "kept") else skyjo
        if s.phase == game.SHUFFLE and s.shuffled_for == game.SETUP:
            return ("discard",)
        if s.phase != game.REVEAL:
            return ()
        return tuple(p.name for p in self.places(s, r, anew=False) if ":" in p.name)

    def possible(self, s: Any, r: Any, cards: Sequence[int]) -> Iterator[Any]:
        world = copy(s)
        for card in cards:
            world.hand = card
            yield world

    def follow(
        self, names: dict[str, int], before: Any, s: Any, r: Any, action: int | None
    ) -> dict[str, int]:
        kept = {name: card for name, card in names.items() if not name.startswith("draw")}
        game = newskyjo if hasattr(s, "kept") else skyjo
        coming = [names.get(f"draw {k + 1}") for k in range(MAX_PEEK)]
        if s.phase == game.SHUFFLE or before.phase == game.SHUFFLE:
            return {name: card for name, card in kept.items() if ":" in name}
        if before.phase != game.PLACE_DRAWN and s.phase == game.PLACE_DRAWN:
            first, *coming = coming
            if first is not None:
                kept[HAND] = first
        elif action is not None and game.ACTIONS.kind(action) == "order":
            order = ORDERS[action - newskyjo.ORDER_FIRST]
            coming[: len(order)] = [coming[int(digit) - 1] for digit in order]
        kept.update({f"draw {k + 1}": c for k, c in enumerate(coming) if c is not None})
        if action is not None and hasattr(s, "kept") and s.swapped_first != NO_PLACE:
            pair = [place_text(p, r.columns) for p in (s.swapped_first, s.swapped_second)]
            cards = [kept.pop(name, None) for name in pair]
            kept.update(
                {name: c for name, c in zip(pair[::-1], cards, strict=True) if c is not None}
            )
        return kept

    def tidy(self, s: Any, r: Any) -> None:
        """A paper record doesn't hold what a seat knows of the draw pile, but while it looks."""
        if not hasattr(s, "known"):
            return
        looks = s.phase == newskyjo.ORDER
        size = newskyjo.looked_at(s, r) if looks else 0
        s.looked = size
        for p in range(r.players):
            own = size if p == s.on_turn else 0
            s.known_size[p] = own
            for k in range(MAX_PEEK):
                s.known[p][k] = s.draw[s.draw_size - 1 - k] if k < own else NO_CARD
                s.known_to[p][k] = k + 1 if k < own else 0

    def lying(self, s: Any, r: Any) -> Iterator[tuple[str, list[int]]]:
        for p in range(r.players):
            yield f"grid of seat {p}", s.grid[p][: r.cells]
        yield "discard pile", s.discard[: s.discard_size]
        yield "out of the game", s.out[: s.out_size]
        if hasattr(s, "kept"):
            yield "kept", [s.kept]


GRID_PLACES: Hidden = _Grids()
