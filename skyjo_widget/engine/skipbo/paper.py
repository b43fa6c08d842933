"""Skip-Bo with paper cards: hidden places, and a referee's corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from skyjo_widget.engine.core.paper import HAND, NamedCards, PaperRules, Place
from skyjo_widget.engine.core.piles import draw_card
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.skipbo import rules
from skyjo_widget.engine.skipbo.notation import (
    FROM_HAND,
    OWN_DISCARD,
    OWN_STOCK,
    WILD_IN_HAND,
)
from skyjo_widget.engine.skipbo.shorthand import SKIPBO_SHORTHAND
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import SkipBoCodesTwin as R
    from skyjo_widget.engine.core.twins import SkipBoStateTwin as S


class SkipBoPaper(PaperRules["S", "R"]):
    """The hidden places of Skip-Bo; hands, stock piles and the draw pile are one pool."""

    shorthand = SKIPBO_SHORTHAND

    def places(self, s: S, r: R, *, recycled: bool) -> Iterator[Place]:
        deals = s.phase == rules.SHUFFLE and s.shuffled_for in (rules.CUT, rules.DEAL)
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

    def places_shown(self, s: S, r: R, action: int) -> tuple[str, ...]:
        if action == rules.PASS:
            return ()
        source = rules.action_source(action)
        if source >= FROM_HAND:
            return (HAND,)
        if source >= OWN_DISCARD:
            return ()
        p = s.seat if source == OWN_STOCK else rules.partner(r, s.seat)
        return (f"{p}:stock",) if s.stock_left[p] > 1 else ()

    def due(self, s: S, r: R) -> tuple[str, ...]:
        if s.phase != rules.SHUFFLE:
            return ()
        if s.shuffled_for == rules.DEAL:
            return tuple(f"{p}:stock" for p in range(r.players))
        if s.shuffled_for == rules.PENALTY and s.stock_left[s.punished] == 0:
            return (f"{s.punished}:stock",)
        return ()

    def possible(self, s: S, r: R, cards: Sequence[int]) -> Iterator[S]:
        world, size = copy(s), s.hand_size[s.seat]
        for card in cards:
            world.hand[s.seat][:size] = [card] * size
            yield world

    def follow(
        self, names: dict[str, int], before: S, s: S, r: R, action: int | None
    ) -> dict[str, int]:
        if before.phase == rules.SHUFFLE and before.shuffled_for == rules.DEAL:
            return {}
        return {
            name: card
            for name, card in names.items()
            if name != HAND
            and s.stock_left[int(name.partition(":")[0])]
            == before.stock_left[int(name.partition(":")[0])]
        }

    def tidy(self, s: S, r: R) -> None:
        for p in range(r.players):
            size = s.hand_size[p]
            s.hand[p][:size] = sorted(s.hand[p][:size])

    def lying(self, s: S, r: R) -> Iterator[tuple[str, list[int]]]:
        for p in range(r.players):
            yield _("stock pile of seat {seat}", seat=p), [s.stock_top[p]]
            own = range(p * r.discard_piles, (p + 1) * r.discard_piles)
            cards = [card for d in own for card in s.discards[d][: s.discards_size[d]]]
            yield _("discard piles of seat {seat}", seat=p), cards
        building = [s.building[b][: s.building_size[b]] for b in range(r.building_piles)]
        yield _("building piles"), [card for pile in building for card in pile]
        yield _("completed piles"), s.completed[: s.completed_size]

    def conceals(self, s: S, names: dict[str, int]) -> bool:
        return bool(s.hand_size[s.seat] > 0)

    def spoken(self, r: R, action: int) -> dict[str, int]:
        if action == rules.PASS:
            return {}
        source = rules.action_source(action)
        if source < FROM_HAND:
            return {}
        return {HAND: r.wild if source == WILD_IN_HAND else source - FROM_HAND}

    def shown_by_penalty(self, s: S, seat: int) -> tuple[str, ...]:
        """Return the first card of an empty stock pile."""
        return (f"{seat}:stock",) if s.stock_left[seat] == 0 and s.draw_size > 0 else ()

    def own_hand(self, s: S) -> list[int]:
        return s.hand[s.seat]

    def hold_back(self, no_draw: dict[int, int | None], before: S, s: S) -> None:
        """Return the cards that a seat drew for a turn in which it draws nothing.

        An empty hand is filled nevertheless: there would be nothing to play.
        """
        seat = s.seat
        if seat not in no_draw:
            return
        if s.turn != before.turn or seat != before.seat:
            no_draw[seat] = before.hand_size[seat]
        size = no_draw[seat]
        if size is None or s.phase != rules.TURN:
            return
        del no_draw[seat]
        while 0 < size < s.hand_size[seat]:
            s.hand_size[seat] -= 1
            last = s.hand_size[seat]
            s.draw[s.draw_size], s.hand[seat][last] = s.hand[seat][last], NO_CARD
            s.draw_size += 1

    # Corrections

    def corrections(self) -> dict[str, Callable[..., None]]:
        return {**super().corrections(), "surplus": self.surplus, "no draw": self.no_draw}

    def turn(self, s: S, r: R, paper: NamedCards, *, seat: int) -> None:
        """Give the turn to a seat that played out of turn, when it was noticed late.

        The seat that was to play loses its turn.
        """
        if s.seat == seat:
            raise RulesError("it is the turn of seat {seat} already", seat=seat)
        if s.moved:
            raise RulesError("the turn has begun: finish it, or take it back, first")
        s.turns[s.seat] -= 1
        s.turn -= 1
        rules.begin_turn(s, r, seat)
        rules.forget(s)

    def surplus(self, s: S, r: R, paper: NamedCards, *, seat: int, cards: int) -> None:
        """Shuffle surplus cards that a seat drew into its stock pile."""
        if not 1 <= cards <= s.draw_size:
            raise RulesError(
                "cards={cards}: 1 to {draw_size} are needed, the draw pile's",
                cards=cards,
                draw_size=s.draw_size,
            )
        if s.stock_left[seat] == 0:
            raise RulesError("seat {seat} has no stock pile left", seat=seat)
        for _card in range(cards):
            rules.put_under(s, seat, draw_card(s))
        paper.names.pop(f"{seat}:stock", None)  # it may lie anywhere now

    def no_draw(self, s: S, r: R, paper: NamedCards, *, seat: int) -> None:
        """Let a seat draw nothing in its next turn, after a turn out of order was taken back."""
        if seat in paper.no_draw:
            raise RulesError("seat {seat} draws nothing in its next turn already", seat=seat)
        paper.no_draw[seat] = None


SKIPBO_PAPER = SkipBoPaper()
