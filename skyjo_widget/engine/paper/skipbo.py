"""Hidden cards of Skip-Bo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.paper.places import HAND, Hidden, Place
from skyjo_widget.engine.skipbo import rules as skipbo
from skyjo_widget.engine.skipbo.notation import FROM_HAND, MAX_PILES, OWN_DISCARD, OWN_STOCK


class _SkipBo:
    """Of Skip-Bo: hands, stock piles and the draw pile are counted together."""

    def places(self, s: Any, r: Any, *, anew: bool) -> Iterator[Place]:
        deals = s.phase == skipbo.SHUFFLE and s.shuffled_for in (skipbo.CUT, skipbo.DEAL)
        tops = {(p + 1) * r.stock: p for p in range(r.players)} if deals else {}
        for p in range(r.players):
            for i in range(s.hand_size[p]):
                yield Place(HAND if p == s.seat else "", s.hand[p], i)
            for i in range(s.stock_size[p] - 1, -1, -1):
                yield Place(f"{p}:stock" if i == s.stock_size[p] - 1 else "", s.stock[p], i)
            if s.stock_left[p] == 0 and s.draw_size > 0 and not deals:
                yield Place(f"{p}:stock", s.draw, s.draw_size - 1)  # a penalty's first card
        for k in range(1, s.draw_size + 1):
            yield Place(f"{tops[k]}:stock" if k in tops else "", s.draw, s.draw_size - k)

    def shown(self, s: Any, r: Any, action: int) -> tuple[str, ...]:
        if action >= skipbo.DISCARD_FIRST:
            return () if action == skipbo.PASS else (HAND,)
        source = (action - skipbo.PLAY_FIRST) // MAX_PILES
        if source >= FROM_HAND:
            return (HAND,)
        if source >= OWN_DISCARD:
            return ()
        p = s.seat if source == OWN_STOCK else skipbo.partner(r, s.seat)
        return (f"{p}:stock",) if s.stock_left[p] > 1 else ()

    def due(self, s: Any, r: Any) -> tuple[str, ...]:
        if s.phase != skipbo.SHUFFLE:
            return ()
        if s.shuffled_for == skipbo.DEAL:
            return tuple(f"{p}:stock" for p in range(r.players))
        if s.shuffled_for == skipbo.PENALTY and s.stock_left[s.punished] == 0:
            return (f"{s.punished}:stock",)
        return ()

    def possible(self, s: Any, r: Any, cards: Sequence[int]) -> Iterator[Any]:
        world, size = copy(s), s.hand_size[s.seat]
        for card in cards:
            world.hand[s.seat][:size] = [card] * size
            yield world

    def follow(
        self, names: dict[str, int], before: Any, s: Any, r: Any, action: int | None
    ) -> dict[str, int]:
        if before.phase == skipbo.SHUFFLE and before.shuffled_for == skipbo.DEAL:
            return {}
        return {
            name: card
            for name, card in names.items()
            if name != HAND
            and s.stock_left[int(name.partition(":")[0])]
            == before.stock_left[int(name.partition(":")[0])]
        }

    def tidy(self, s: Any, r: Any) -> None:
        for p in range(r.players):
            size = s.hand_size[p]
            s.hand[p][:size] = sorted(s.hand[p][:size])

    def lying(self, s: Any, r: Any) -> Iterator[tuple[str, list[int]]]:
        for p in range(r.players):
            yield f"stock pile of seat {p}", [s.stock_top[p]]
            own = range(p * r.discard_piles, (p + 1) * r.discard_piles)
            cards = [card for d in own for card in s.discards[d][: s.discards_size[d]]]
            yield f"discard piles of seat {p}", cards
        building = [s.building[b][: s.building_size[b]] for b in range(r.building_piles)]
        yield "building piles", [card for pile in building for card in pile]
        yield "completed piles", s.completed[: s.completed_size]


SKIPBO_PLACES: Hidden = _SkipBo()
