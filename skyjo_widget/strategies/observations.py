"""The class of each game's observations."""

from __future__ import annotations

from collections.abc import Sequence

from skyjo_widget.strategies.card import Card, card_text
from skyjo_widget.strategies.observation import GridObservation, Observation
from skyjo_widget.strategies.observation_fields import NewSkyjoFields, SkipBoFields, SkyjoFields
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts


class SkyjoObservation(SkyjoFields, GridObservation, game="skyjo"):
    """The observation of a seat in Skyjo; see `Observation`."""

    __slots__ = ()


class NewSkyjoObservation(NewSkyjoFields, GridObservation, game="newskyjo"):
    """The observation of a seat in NewSkyjo; see `Observation`."""

    __slots__ = ()


class SkipBoObservation(SkipBoFields, Observation, game="skip-bo"):
    """The observation of a seat in Skip-Bo; see `Observation`."""

    __slots__ = ()

    def _table(self, say: CellTexts) -> list[str]:
        """Return HTML of the building piles, each seat's piles, and the own hand."""

        def cards(row: Sequence[Card | None]) -> str:
            return "".join(markup.card(card_text(card)) for card in row)

        def tops(piles: Sequence[Sequence[Card | None]]) -> str:
            return "".join(markup.card(card_text(p[-1]) if p else ".") for p in piles)

        seats = [
            (
                say("seat", seat=seat),
                markup.Html(tops([[stock]])),
                markup.Html(tops(self.discards[seat])),
            )
            for seat, stock in enumerate(self.stock_top)
        ]
        return [
            f"<p>{say.head('building_piles')} {tops(self.building)}</p>",
            say.rows(("", "stock_pile", "discard_piles"), seats),
            f"<p>{say.head('own_hand')} {cards(self.mine)}</p>",
        ]

    @property
    def mine(self) -> list[Card]:
        """One's own hand."""
        return self.hand[self.me]
