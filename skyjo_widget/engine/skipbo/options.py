"""The options of Skip-Bo, and its preset."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.options import Options, Presets, padded
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.limits import MAX_CARDS
from skyjo_widget.engine.skipbo.notation import MAX_NUMBER, MAX_PILES
from skyjo_widget.engine.skipbo.rules import MAX_HAND
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

MAX_STOCK = 120
SHORT_STOCK, STOCK, STOCK_OF_MANY = 10, 30, 20


@twin
class SkipBoCodes:
    """The rule codes of Skip-Bo (the engine's ``r``): integers that are fixed during a game."""

    players: int = field("public", "how many play")
    teams: int = field("public", "1 if two play together")
    stock: int = field("public", "cards dealt to each stock pile")
    hand: int = field("public", "cards a hand is filled up to")
    building_piles: int = field("public", "places for building piles")
    discard_piles: int = field("public", "places for discard piles, each seat")
    highest: int = field("public", "the number that completes a building pile")
    wild: int = field("public", "the wild kind of card; NO_CARD if there is none")
    target: int = field("public", "a total that ends the game")
    rounds: int = field("public", "the last round; 0: as many as it takes")
    win_points: int = field("public", "points for winning a round")
    card_points: int = field("public", "points for each card in an opponent's stock pile")
    deck_size: int = field("public", "cards in the deck")
    kinds: int = field("public", "kinds of card in the deck")
    value: list[int] = field("public", "the number on a card, by kind", MAX_CARDS)
    count: list[int] = field("public", "cards of a kind in the deck, by kind", MAX_CARDS)
    piles_down: int = field("public", "1 if building piles may run down")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SkipBoRules(Options):
    """The options of Skip-Bo; the defaults are the rule sheet's.

    Parameters
    ----------
    teams : bool
        Whether partners, who sit opposite, play together; with 4 or 6 players.
    short : bool
        The short game: stock piles of 10.
    stock : int, optional
        Cards in each stock pile, 1 to 120; by default 30 with 2 to 4 players, 20 with 5 or 6.
    hand : int
        Cards a hand is filled up to, 1 to 10.
    building_piles, discard_piles : int
        Places for building piles, and for each player's discard piles, 1 to 4.
    piles_down : bool
        Whether who begins a building pile may let it run down, from the highest number to 1.
    target : int
        A total that ends the game, from 1.
    rounds : int, optional
        Rounds after which it ends at the latest, 1 to 1,000.
    win_points, card_points : int
        Points for winning a round, and for each card left in the opponents' stock piles;
        0 to 10,000, not both 0.

    Examples
    --------
    >>> SkipBoRules(short=True).stock_for(2)
    10
    """

    teams: bool = False
    short: bool = False
    stock: int | None = None
    hand: int = 5
    building_piles: int = MAX_PILES
    discard_piles: int = MAX_PILES
    piles_down: bool = False
    target: int = 500
    rounds: int | None = None
    win_points: int = 25
    card_points: int = 5

    TITLE: ClassVar[str] = "Skip-Bo"
    PLAYERS: ClassVar[tuple[int, int]] = (2, 6)
    ADDED: ClassVar[tuple[str, ...]] = ("piles_down",)

    def __post_init__(self) -> None:
        Options.__post_init__(self)  # a class with slots has no super() without arguments
        if self.stock is not None:
            self._check_range("stock", 1, MAX_STOCK)
            if self.short:
                raise RulesError(
                    "stock={stock} and short=True: the short game has stock piles of "
                    "{short_stock}; give one of the two",
                    stock=self.stock,
                    short_stock=SHORT_STOCK,
                )
        self._check_range("hand", 1, MAX_HAND)
        self._check_range("building_piles", 1, MAX_PILES)
        self._check_range("discard_piles", 1, MAX_PILES)
        self._check_range("target", 1, 1_000_000)
        if self.rounds is not None:
            self._check_range("rounds", 1, 1000)
        self._check_range("win_points", 0, 10_000)
        self._check_range("card_points", 0, 10_000)
        if self.win_points == self.card_points == 0:
            raise RulesError("win_points=0 and card_points=0: nobody could ever win")

    def stock_for(self, players: int) -> int:
        """Return the number of cards in each stock pile."""
        if self.stock is not None:
            return self.stock
        if self.short:
            return SHORT_STOCK
        return STOCK if players <= 4 else STOCK_OF_MANY

    def codes(self, players: int, deck: Deck) -> SkipBoCodes:
        """Make the rule codes for a table and a deck.

        Raises
        ------
        RulesError
            If fewer than 2 or more than 6 play, teams don't come out even, or the deck
            isn't one of numbers from 1 on and wild cards, or is too small.
        """
        self._check_players(players)
        if self.teams and players not in (4, 6):
            raise RulesError(
                "teams of two are played by 4 or 6 players, not {players}", players=players
            )
        highest = _check_deck(deck)
        stock = self.stock_for(players)
        needed = players * stock + self.hand
        if needed > deck.size:
            most = (deck.size - self.hand) // players
            raise RulesError(
                "{players} stock piles of {stock} cards and a hand of {hand} are {needed} cards; "
                "the deck holds {size}, {enough}",
                players=players,
                stock=stock,
                hand=self.hand,
                needed=needed,
                size=deck.size,
                enough=_("enough for stock piles of {most}", most=most)
                if most > 0
                else _("too few for any"),
            )
        return SkipBoCodes(
            players=players,
            teams=int(self.teams),
            stock=stock,
            hand=self.hand,
            building_piles=self.building_piles,
            discard_piles=self.discard_piles,
            highest=highest,
            wild=deck.wild,
            target=self.target,
            rounds=self.rounds or 0,
            win_points=self.win_points,
            card_points=self.card_points,
            deck_size=deck.size,
            kinds=len(deck.kinds),
            value=padded(deck.values, MAX_CARDS),
            count=padded([kind.count for kind in deck.kinds], MAX_CARDS),
            piles_down=int(self.piles_down),
        )


def _check_deck(deck: Deck) -> int:
    """Return the highest number of a deck; raise `RulesError` if it isn't one for Skip-Bo."""
    if deck.effects:
        raise RulesError("Skip-Bo has no effects, and this deck has some: deck.without_effects()")
    numbers = [kind.value for kind in deck.kinds if not kind.wild]
    if numbers != list(range(1, len(numbers) + 1)) or not 1 <= len(numbers) <= MAX_NUMBER:
        raise RulesError(
            "Skip-Bo needs a deck with each number from 1 to its highest, which is "
            "{max_number} at most; this one has {numbers}",
            max_number=MAX_NUMBER,
            numbers=", ".join(map(str, numbers)) or _("none"),
        )
    return len(numbers)


SKIPBO_PRESETS = Presets({"skip-bo": SkipBoRules()})
"""The rule sheet's rules, by name."""
