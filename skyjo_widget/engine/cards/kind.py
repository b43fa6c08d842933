"""A kind of card."""

from __future__ import annotations

import dataclasses

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.errors import RulesError
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, FrozenView


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Kind(FrozenView):
    """One kind of card: its number, how many the deck holds, and its effect.

    A wild card has the number 0 and no effect.
    """

    value: int
    count: int
    effect: Effect | None = None
    wild: bool = False

    def __post_init__(self) -> None:
        if not (self.effect is None or isinstance(self.effect, Effect)):
            raise RulesError("deck: {effect!r:.60} is no Effect", effect=self.effect)
        if not isinstance(self.wild, bool):
            raise RulesError("deck: wild={wild!r:.60}: it is True or False", wild=self.wild)
        if self.wild and (self.value, self.effect) != (0, None):
            raise RulesError("deck: a wild card has the number 0 and no effect")

    @property
    def card(self) -> int | str:
        """The card as a record writes it: ``5``, ``"5:reverse"`` or ``"wild"``."""
        if self.wild:
            return WILD
        return self.value if self.effect is None else f"{self.value}:{self.effect.key}"

    @property
    def rank(self) -> tuple[bool, int, str]:
        """The sort key in a deck: the number, then the effect's key; wild cards last."""
        return self.wild, self.value, self.effect.key if self.effect else ""

    def __repr__(self) -> str:
        return f"<Kind {self.card}: {self.count} cards>"

    def _face(self, say: CellTexts) -> markup.Html:
        words = list(self.effect.words_in(say.lang)) if self.effect else []
        return say.face(
            say("cards", count=self.count),
            f"<p>{markup.card(str(self.card))}</p>",
            *(markup.paragraph(markup.short(text)) for text in words[:2]),
            sub=self.effect.key if self.effect else "",
        )
