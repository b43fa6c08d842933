"""What a seat may see, made readable for people who write a bot."""

from __future__ import annotations

import dataclasses
from typing import Any

from skyjo_widget.engine.deck import Deck, Kind
from skyjo_widget.engine.game import Game
from skyjo_widget.engine.notation import known_cards, place_text, position_text
from skyjo_widget.engine.state import NO_CARD, NO_PLACE, copy, observe


class Card(int):
    """A card as an observation shows it: its number.

    Attributes
    ----------
    effect : str or None
        The key of the effect on it (`skyjo_widget.engine.effects`).
    """

    effect: str | None

    def __new__(cls, kind: Kind) -> Card:
        """The card of a kind."""
        card = super().__new__(cls, kind.value)
        card.effect = kind.effect.key if kind.effect else None
        return card

    def __reduce__(self) -> tuple[Any, ...]:
        """Be copied, and cross to another process, as a number with its effect."""
        return _remade_card, (int(self), self.effect)


def _remade_card(number: int, effect: str | None) -> Card:
    card = int.__new__(Card, number)
    card.effect = effect
    return card


class Observation:
    """What one seat may see of a moment of a game; nothing else is in it.

    Every public field of the game's state is an attribute of the same name (for
    Skyjo see `skyjo_widget.engine.skyjo.SkyjoState`): a phase is its name, a card its
    number (a `Card`; None if it is unknown or there is none), a pile a list from
    bottom to top, so that ``discard[-1]`` is its top card; what there is for each seat
    is a list by seat, and a grid a dict from position to number (None for a card that
    lies face down; an empty place isn't in it).  An effect is its key, a place in a
    grid its name with the seat, ``"2:b3"``; None where there is none.  What a seat knows
    of the draw pile is a list of pairs: a card, and among the next how many it lies.

    Attributes
    ----------
    legal : tuple of str
        The legal actions in notation; empty if it isn't this seat's decision.
    mine : dict
        One's own grid.
    columns, rows, players : int
        The size of a grid and of the table.
    me : int
        The seat that looks.
    """

    def __init__(self, game: Game, state: Any, codes: Any, deck: Deck, seat: int) -> None:
        self._game, self._codes, self._deck = game, copy(codes), deck
        self._cards = [Card(kind) for kind in deck.kinds]
        self.seen = observe(state, seat)
        """The same as the engine has it: what built-in policies read."""
        self.me = seat
        self.columns: int = codes.columns
        self.rows: int = codes.rows
        self.players: int = codes.players
        acts = game.legal_actions(self.seen, codes) if game.actor(state) == seat else []
        self.legal: tuple[str, ...] = tuple(game.action_text(a, codes) for a in acts)
        for f in dataclasses.fields(self.seen):
            if f.metadata["text"] != "size":
                setattr(self, f.name, self._readable(f.metadata["text"], f.name))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"an observation has no {name!r}: it isn't there, or not to be seen")

    def __str__(self) -> str:
        return self._game.state_text(self.seen, self._codes, self._deck)

    def __repr__(self) -> str:
        return f"<Observation of seat {self.me}: {self}>"

    @property
    def mine(self) -> dict[str, int | None]:
        """One's own grid: position → number, None for a card that lies face down."""
        own: dict[str, int | None] = self.grid[self.me]
        return own

    def _readable(self, how: str, name: str) -> Any:
        value = getattr(self.seen, name)
        if how == "phase":
            return self._game.phases[value]
        if how == "card":
            return self._number(value)
        if how == "pile":
            return [self._number(card) for card in value[: getattr(self.seen, f"{name}_size")]]
        if how == "known":
            return [
                [(self._number(card), to) for card, to in known]
                for known in known_cards(self.seen, self.players)
            ]
        if how == "seats":
            return value[: self.players]
        if how == "effect":
            return list(self._deck.effects)[value - 1] if value else None
        if how == "place":
            return None if value == NO_PLACE else place_text(value, self.columns)
        if how == "grid":
            return [
                {
                    position_text(cell, self.columns): self._number(card)
                    for cell, card in enumerate(row[: self._codes.cells])
                    if card != NO_CARD
                }
                for row in value[: self.players]
            ]
        return value

    def _number(self, card: int) -> Card | None:
        return self._cards[card] if card >= 0 else None
