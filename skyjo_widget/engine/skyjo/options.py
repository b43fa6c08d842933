"""The options and presets of Skyjo."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.options import Presets
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.grids.options import GridCodes, GridRules
from skyjo_widget.errors import RulesError


@twin
class SkyjoCodes(GridCodes):
    """The rule codes of Skyjo."""

    target: int = field("public", "a total that ends the game")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SkyjoRules(GridRules):
    """The options of Skyjo; the defaults are the publisher's rules as retold publicly.

    Parameters
    ----------
    target : int
        A total that ends the game, from 1.

    See Also
    --------
    GridRules : all the others.

    Examples
    --------
    >>> SkyjoRules().replace(turned=3)
    SkyjoRules(turned=3)
    """

    target: int = 100

    TITLE: ClassVar[str] = "Skyjo"
    PLAYERS: ClassVar[tuple[int, int]] = (2, 8)

    def __post_init__(self) -> None:
        GridRules.__post_init__(self)  # as in GridRules
        self._check_range("target", 1, 1_000_000)

    def codes(self, players: int, deck: Deck) -> SkyjoCodes:
        """Make the rule codes for a table and a deck.

        Raises
        ------
        RulesError
            If fewer than 2 or more than 8 play, the deck is too small, or its cards
            have effects.
        """
        if deck.effects:
            raise RulesError(
                "Skyjo has no effects, and this deck has some: play newskyjo, or take "
                "deck.without_effects()"
            )
        return SkyjoCodes(**self._grid_codes(players, deck), target=self.target)


SKYJO_PRESETS = Presets(
    {
        "skyjo": SkyjoRules(),
        "skyjo-strict": SkyjoRules(penalty_when="always", starter="highest sum"),
        "skyjo-school": SkyjoRules(
            cleared_to="out of the game", clear_at_reveal=False, ender_safe="lowest"
        ),
        "skyjo-tall": SkyjoRules(
            columns=3, rows=4, clear=3, ender_safe="lowest", starter="highest sum"
        ),
    }
)
"""The publisher's rules and three written variants, by name."""
