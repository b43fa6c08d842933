"""The rule options and the presets.

A preset is a value of a frozen class whose fields can be changed one by one.
`SkyjoRules.codes` checks a combination with a table and a deck, and translates it
into the integers that the rule functions read.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Literal, get_args

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.state import MAX_CELLS, MAX_KINDS, field, twin
from skyjo_widget.errors import RulesError
from skyjo_widget.values import whole_number

ClearedTo = Literal["discard pile", "out of the game"]
EnderSafe = Literal["strictly lowest", "lowest"]
PenaltyWhen = Literal["positive", "always"]
Starter = Literal["ender", "highest sum"]

MAX_COLUMNS = 12
MAX_ROWS = 12


@twin
class SkyjoCodes:
    """What never changes during a game of Skyjo, as integers (the engine's ``r``)."""

    players: int = field("public", "how many play, 2 to 8")
    columns: int = field("public", "columns of a grid")
    rows: int = field("public", "rows of a grid")
    cells: int = field("public", "columns × rows")
    turned: int = field("public", "cards each player turns at the set-up")
    clear: int = field("public", "how many equal face-up cards clear a column")
    clear_out: int = field("public", "1 if cleared cards leave the game, else 0")
    clear_at_reveal: int = field("public", "1 if the column rule holds at the final reveal")
    tie_is_safe: int = field("public", "1 if an ender who ties for the lowest score is safe")
    penalty_factor: int = field("public", "what a penalised raw score is multiplied by")
    penalty_add: int = field("public", "what is added to it then")
    penalty_always: int = field("public", "1 if a raw score of 0 or less is penalised too")
    ender_starts: int = field("public", "1 if the ender starts the next round")
    target: int = field("public", "a total that ends the game")
    deck_size: int = field("public", "cards in the deck")
    kinds: int = field("public", "kinds of card in the deck")
    value: list[int] = field("public", "the number on a card, by kind", MAX_KINDS)
    count: list[int] = field("public", "cards of a kind in the deck, by kind", MAX_KINDS)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SkyjoRules:
    """The options of Skyjo; the defaults are the publisher's rules as retold publicly.

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
    target : int
        A total that ends the game, from 1.
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
    target: int = 100

    def __post_init__(self) -> None:
        self._check_types()
        self._check_range("columns", 1, MAX_COLUMNS)
        self._check_range("rows", 2, MAX_ROWS, "a column needs at least two cards to be cleared")
        cells = self.columns * self.rows
        if cells > MAX_CELLS:
            raise RulesError(
                f"columns × rows: {self.columns} × {self.rows} is {cells} cards a player, "
                f"more than {MAX_CELLS}"
            )
        self._check_range(
            "turned", 0, cells - 1, "if all cards are turned at the start, the round is over"
        )
        self._check_range("clear", 2, self.rows, "a column has as many cards as there are rows")
        self._check_range("penalty_factor", 1, 100)
        self._check_range("penalty_add", 0, 10_000)
        self._check_range("target", 1, 1_000_000)

    def _check_types(self) -> None:
        for name, words in _WORDS.items():
            if getattr(self, name) not in words:
                raise RulesError(
                    f"{name}={getattr(self, name)!r} is unknown; "
                    f"it is {' or '.join(repr(word) for word in words)}"
                )
        if not isinstance(self.clear_at_reveal, bool):
            raise RulesError(f"clear_at_reveal={self.clear_at_reveal!r}: it is True or False")
        for name in _NUMBERS:
            object.__setattr__(self, name, whole_number(name, getattr(self, name)))

    def _check_range(self, name: str, low: int, high: int, why: str = "") -> None:
        number = getattr(self, name)
        if not low <= number <= high:
            raise RulesError(
                f"{name}={number} is outside {low} to {high}" + (f": {why}" if why else "")
            )

    def replace(self, **fields: Any) -> SkyjoRules:
        """A copy with some fields changed.

        Raises
        ------
        RulesError
            If a name is unknown or the combination is impossible.
        """
        known = [f.name for f in dataclasses.fields(self)]
        for name in fields:
            if name not in known:
                raise RulesError(f"{name!r} is no option of Skyjo; there are {', '.join(known)}")
        return dataclasses.replace(self, **fields)

    def codes(self, players: int, deck: Deck) -> SkyjoCodes:
        """What the rule functions read, for a table and a deck.

        Raises
        ------
        RulesError
            If fewer than 2 or more than 8 play, or the deck is too small.
        """
        if not 2 <= players <= 8:
            raise RulesError(f"Skyjo is played by 2 to 8 players, not {players}")
        cells = self.columns * self.rows
        needed = players * cells + 1
        if needed > deck.size:
            raise RulesError(
                f"{players} players with {self.columns} × {self.rows} cards need {needed} cards, "
                f"one of them for the discard pile; the deck holds {deck.size}"
            )
        padding = [0] * (MAX_KINDS - len(deck.kinds))
        return SkyjoCodes(
            players=players,
            columns=self.columns,
            rows=self.rows,
            cells=cells,
            turned=self.turned,
            clear=self.clear,
            clear_out=int(self.cleared_to == "out of the game"),
            clear_at_reveal=int(self.clear_at_reveal),
            tie_is_safe=int(self.ender_safe == "lowest"),
            penalty_factor=self.penalty_factor,
            penalty_add=self.penalty_add,
            penalty_always=int(self.penalty_when == "always"),
            ender_starts=int(self.starter == "ender"),
            target=self.target,
            deck_size=deck.size,
            kinds=len(deck.kinds),
            value=[*deck.values, *padding],
            count=[*(kind.count for kind in deck.kinds), *padding],
        )


_WORDS = {
    "cleared_to": get_args(ClearedTo),
    "ender_safe": get_args(EnderSafe),
    "penalty_when": get_args(PenaltyWhen),
    "starter": get_args(Starter),
}
_NUMBERS = ("columns", "rows", "turned", "clear", "penalty_factor", "penalty_add", "target")

SKYJO_PRESETS = {
    "skyjo": SkyjoRules(),
    "skyjo-strict": SkyjoRules(penalty_when="always", starter="highest sum"),
    "skyjo-school": SkyjoRules(
        cleared_to="out of the game", clear_at_reveal=False, ender_safe="lowest"
    ),
    "skyjo-tall": SkyjoRules(
        columns=3, rows=4, clear=3, ender_safe="lowest", starter="highest sum"
    ),
}
"""The publisher's rules and three written variants, by name."""
