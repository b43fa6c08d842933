"""The options that the grid games share.

A preset is an instance of a frozen class whose fields can be changed one by one.
Its `codes` checks the options against a table and a deck, and translates them
into the integers that the rule functions read.
"""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Literal, get_args

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.options import Options, padded
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.limits import MAX_CARDS, MAX_CELLS, NO_CARD
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

ClearedTo = Literal["discard pile", "out of the game"]
EnderSafe = Literal["strictly lowest", "lowest"]
PenaltyWhen = Literal["positive", "always"]
Starter = Literal["ender", "highest sum"]

MAX_COLUMNS = 12
MAX_ROWS = 12


@twin
class GridCodes:
    """The rule codes of a grid game (the engine's ``r``): integers that are fixed during a game."""

    players: int = field("public", "how many play")
    columns: int = field("public", "columns of a grid")
    rows: int = field("public", "rows of a grid")
    cells: int = field("public", "columns × rows")
    top: list[int] = field("public", "the topmost cell of a cell's column, by cell", MAX_CELLS)
    turned: int = field("public", "cards each player turns at the set-up")
    clear: int = field("public", "how many equal face-up cards clear a column")
    clear_out: int = field("public", "1 if cleared cards leave the game, else 0")
    clear_at_reveal: int = field("public", "1 if the column rule holds at the final reveal")
    tie_is_safe: int = field("public", "1 if an ender who ties for the lowest score is safe")
    penalty_factor: int = field("public", "what a penalised raw score is multiplied by")
    penalty_add: int = field("public", "what is added to it then")
    penalty_always: int = field("public", "1 if a raw score of 0 or less is penalised too")
    ender_starts: int = field("public", "1 if the ender starts the next round")
    deck_size: int = field("public", "cards in the deck")
    kinds: int = field("public", "kinds of card in the deck")
    value: list[int] = field("public", "the number on a card, by kind", MAX_CARDS)
    count: list[int] = field("public", "cards of a kind in the deck, by kind", MAX_CARDS)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GridRules(Options):
    """The options that the grid games share.

    Parameters
    ----------
    columns, rows : int
        The size of a grid: 1 to 12 columns, 2 to 12 rows, at most 72 cards.
    turned : int
        Cards each player turns at the set-up, fewer than the grid holds.
    clear : int
        How many equal face-up cards clear a column, 2 to `rows`.
    cleared_to : {"discard pile", "out of the game"}
        Where they go.
    clear_at_reveal : bool
        Whether the column rule holds at the final reveal too.
    ender_safe : {"strictly lowest", "lowest"}
        The raw score with which ending a round costs nothing.
    penalty_factor, penalty_add : int
        Otherwise the ender scores ``raw × factor + add``, factor from 1.
    penalty_when : {"positive", "always"}
        Whether a raw score of 0 or less is penalised too.
    starter : {"ender", "highest sum"}
        Who starts the later rounds: the previous round's ender, or the highest sum
        of turned cards, as in the first round.
    """

    columns: int = 4
    rows: int = 3
    turned: int = 2
    clear: int = 3
    cleared_to: ClearedTo = "discard pile"
    clear_at_reveal: bool = True
    ender_safe: EnderSafe = "strictly lowest"
    penalty_factor: int = 2
    penalty_add: int = 0
    penalty_when: PenaltyWhen = "positive"
    starter: Starter = "ender"

    WORDS: ClassVar[dict[str, tuple[str, ...]]] = {
        "cleared_to": get_args(ClearedTo),
        "ender_safe": get_args(EnderSafe),
        "penalty_when": get_args(PenaltyWhen),
        "starter": get_args(Starter),
    }

    def __post_init__(self) -> None:
        Options.__post_init__(self)  # a class with slots has no super() without arguments
        self._check_range("columns", 1, MAX_COLUMNS)
        self._check_range("rows", 2, MAX_ROWS, _("a column needs at least two cards to be cleared"))
        cells = self.columns * self.rows
        if cells > MAX_CELLS:
            raise RulesError(
                "columns × rows: {columns} × {rows} is {cells} cards a player, more than "
                "{max_cells}",
                columns=self.columns,
                rows=self.rows,
                cells=cells,
                max_cells=MAX_CELLS,
            )
        self._check_range(
            "turned", 0, cells - 1, _("if all cards are turned at the start, the round is over")
        )
        self._check_range("clear", 2, self.rows, _("a column has as many cards as there are rows"))
        self._check_range("penalty_factor", 1, 100)
        self._check_range("penalty_add", 0, 10_000)

    def _grid_codes(self, players: int, deck: Deck) -> dict[str, Any]:
        """Return the fields of `GridCodes`; raise `RulesError` if table and deck don't fit."""
        self._check_players(players)
        if deck.wild != NO_CARD:
            raise RulesError("{title} has no wild cards, and this deck has some", title=self.TITLE)
        cells = self.columns * self.rows
        needed = players * cells + 1
        if needed > deck.size:
            raise RulesError(
                "{players} players with {columns} × {rows} cards need {needed} cards, "
                "one of them for the discard pile; the deck holds {size}",
                players=players,
                columns=self.columns,
                rows=self.rows,
                needed=needed,
                size=deck.size,
            )
        return {
            "players": players,
            "columns": self.columns,
            "rows": self.rows,
            "cells": cells,
            "top": [cell % self.columns for cell in range(MAX_CELLS)],
            "turned": self.turned,
            "clear": self.clear,
            "clear_out": int(self.cleared_to == "out of the game"),
            "clear_at_reveal": int(self.clear_at_reveal),
            "tie_is_safe": int(self.ender_safe == "lowest"),
            "penalty_factor": self.penalty_factor,
            "penalty_add": self.penalty_add,
            "penalty_always": int(self.penalty_when == "always"),
            "ender_starts": int(self.starter == "ender"),
            "deck_size": deck.size,
            "kinds": len(deck.kinds),
            "value": padded(deck.values, MAX_CARDS),
            "count": padded([kind.count for kind in deck.kinds], MAX_CARDS),
        }
