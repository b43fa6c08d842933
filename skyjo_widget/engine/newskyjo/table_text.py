"""The written form of NewSkyjo's tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.table_text import Reading, Written, pile_words
from skyjo_widget.engine.grids.table_text import GridText
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.engine.newskyjo import rules
from skyjo_widget.engine.newskyjo.log import known

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import NewSkyjoStateTwin as S


class NewSkyjoText(GridText["S", "R"]):
    """The tables of NewSkyjo: a kept card too; seats may know cards of the draw pile."""

    lying: ClassVar[tuple[str, ...]] = (*GridText.lying, "kept")
    parts: ClassVar[tuple[str, ...]] = (*GridText.parts, "kept")
    past: ClassVar[tuple[str, ...]] = (
        *GridText.past,
        "effect_told",
        "no_effect",
        "swapped_first",
        "swapped_second",
        "passed",
    )

    def usual_phase(self, parts: Mapping[str, object]) -> int:
        """Return the phase in which a kept card is placed if there is one."""
        return rules.PLACE_KEPT if parts.get("kept") is not None else super().usual_phase(parts)

    def read(self, s: S, r: R, reading: Reading, written: Written) -> None:
        """Lay the cards; it is the turn of the seat to decide, and its only one."""
        if written.parts.get("kept") is not None:
            s.kept = reading.card(written.parts["kept"], "kept")
        super().read(s, r, reading, written)
        if s.phase != rules.SETUP:
            s.on_turn, s.turns_left = s.seat, 1

    def find_lap(self, s: S, r: R, reading: Reading) -> None:
        """Find who has ended the round; the last turns of the seats until there are due."""
        for ahead in range(1, r.players):
            p = (s.seat + ahead) % r.players
            if s.hidden[p] == 0:
                s.ender, s.last_turns = p, ahead - 1
                for k in range(1, ahead):
                    s.due[(s.seat + k) % r.players] = 1
                return

    def write(self, s: S, r: R, deck: Deck) -> tuple[list[object], dict[str, object]]:
        """Return the same as of other grid games, and a kept card."""
        seats, parts = super().write(s, r, deck)
        if s.kept != NO_CARD:
            (parts["kept"],) = pile_words([s.kept], deck)
        return seats, parts

    def tidy(self, s: S, r: R) -> None:
        """Show whoever puts cards of the draw pile in order what they are."""
        size = rules.looked_at(s, r) if s.phase == rules.ORDER else 0
        if s.known_size[s.on_turn] < size:
            s.known_size[s.on_turn] = size
            for k in range(size):
                s.known[s.on_turn][k] = s.draw[s.draw_size - 1 - k]
                s.known_to[s.on_turn][k] = k + 1

    def place_known(self, s: S, r: R, rng: np.random.Generator) -> None:
        """Lay the next cards of the draw pile as a seat knows them, among the next few at random.

        The card in a hand is the first of them; the reshuffled cards follow.
        """
        coming = ([] if s.hand == NO_CARD else [-1]) + list(range(s.draw_size - 1, -1, -1))
        for p in range(r.players):
            cards, ends = known(s, p)
            begin = 0
            for end in sorted(set(ends)):
                block = [card for card, to in zip(cards, ends, strict=True) if to == end]
                free = []
                for at in coming[begin:end]:
                    card = s.hand if at < 0 else s.draw[at]
                    if card == UNKNOWN:
                        free.append(at)
                    elif card in block:
                        block.remove(card)
                chosen = rng.permutation(len(free))[: len(block)]
                for k, card in zip(chosen, block, strict=False):
                    if free[k] < 0:
                        s.hand = card
                    else:
                        s.draw[free[k]] = card
                begin = end
        super().place_known(s, r, rng)


NEWSKYJO_TEXT = NewSkyjoText(rules)
