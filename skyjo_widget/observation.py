"""What a seat may see, made readable for people who write a bot."""

from __future__ import annotations

import dataclasses
from typing import Any

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.game import Game
from skyjo_widget.engine.notation import position_text
from skyjo_widget.engine.state import NO_CARD, copy, observe


class Observation:
    """What one seat may see of a moment of a game; nothing else is in it.

    Every public field of the game's state is an attribute of the same name (for
    Skyjo see `skyjo_widget.engine.skyjo.SkyjoState`): a phase is its name, a card its
    number (None if it is unknown or there is none), a pile a list from bottom to
    top, so that ``discard[-1]`` is its top card; what there is for each seat is a
    list by seat, and a grid a dict from position to number (None for a card that
    lies face down; an empty place isn't in it).

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
        if how == "seats":
            return value[: self.players]
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

    def _number(self, card: int) -> int | None:
        return self._deck.values[card] if card >= 0 else None
