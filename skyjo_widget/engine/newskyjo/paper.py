"""NewSkyjo with paper cards: hidden places, and a referee's corrections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skyjo_widget.engine.cards.effects import MAX_PEEK, TOP_OF_DISCARD
from skyjo_widget.engine.core.positions import ORDERS, place_text
from skyjo_widget.engine.grids.paper import GridPaper, swap_names
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NO_PLACE, NOBODY
from skyjo_widget.engine.newskyjo import rules
from skyjo_widget.engine.newskyjo.shorthand import NEWSKYJO_SHORTHAND
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import NewSkyjoStateTwin as S


class NewSkyjoPaper(GridPaper["S", "R"]):
    """The hidden places and corrections of NewSkyjo: cards are peeked at, picked and swapped."""

    shorthand = NEWSKYJO_SHORTHAND

    def shown_place(self, s: S, r: R, action: int) -> tuple[int, int] | None:
        if rules.ACTIONS.kind(action) != "pick":
            return super().shown_place(s, r, action)
        swaps = s.phase in (rules.PICK_FIRST, rules.PICK_SECOND)
        if swaps and r.second_whose[s.effect] != TOP_OF_DISCARD:
            return None  # both keep their faces
        seat, cell = divmod(action - rules.PICK_FIRST_ID, MAX_CELLS)
        return seat, cell

    def follow(
        self, names: dict[str, int], before: S, s: S, r: R, action: int | None
    ) -> dict[str, int]:
        kept = super().follow(names, before, s, r, action)
        shuffles = rules.SHUFFLE in (s.phase, before.phase)
        if action is not None and not shuffles and s.swapped_first != NO_PLACE:
            swap_names(
                kept,
                place_text(s.swapped_first, r.columns),
                place_text(s.swapped_second, r.columns),
            )
        return kept

    def put_in_order(self, coming: list[int | None], action: int) -> list[int | None]:
        if rules.ACTIONS.kind(action) != "order":
            return coming
        order = ORDERS[action - rules.ORDER_FIRST]
        return [coming[int(digit) - 1] for digit in order] + coming[len(order) :]

    def tidy(self, s: S, r: R) -> None:
        """Clear what seats know of the draw pile, except while a seat is peeking."""
        size = rules.looked_at(s, r) if s.phase == rules.ORDER else 0
        s.looked = size
        for p in range(r.players):
            own = size if p == s.on_turn else 0
            s.known_size[p] = own
            for k in range(MAX_PEEK):
                s.known[p][k] = s.draw[s.draw_size - 1 - k] if k < own else NO_CARD
                s.known_to[p][k] = k + 1 if k < own else 0

    def lying(self, s: S, r: R) -> Iterator[tuple[str, list[int]]]:
        yield from super().lying(s, r)
        yield _("kept"), [s.kept]

    def looked_at(self, s: S) -> int:
        return s.looked

    def pass_turn(self, s: S, r: R, seat: int) -> None:
        """Settle which turns are left: the seats that were passed over are still due."""
        if s.ender not in (NOBODY, s.on_turn):
            s.due[s.on_turn] = 1
            s.last_turns += 1
        if s.due[seat]:
            rules.take_last_turn(s, seat)
        s.on_turn, s.turns_left, s.actions_left, s.must_take = seat, 1, 0, 0
        s.protected[seat] = 0

    def check_quiet(self, s: S) -> None:
        if s.effect or s.kept != NO_CARD:
            raise RulesError("an effect is carried out: finish it, or take it back, first")


NEWSKYJO_PAPER = NewSkyjoPaper(rules)
