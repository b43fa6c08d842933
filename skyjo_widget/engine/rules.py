"""The options and presets of the Skyjo family.

A preset is a value of a frozen class whose fields can be changed one by one.
Its `codes` checks a combination with a table and a deck, and translates it
into the integers that the rule functions read.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar, Literal, get_args

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.effects import CHOOSERS, FACES, LANDINGS, MAX_EFFECTS, WHOSE, Effect
from skyjo_widget.engine.options import Options, Presets, padded
from skyjo_widget.engine.state import MAX_CARDS, MAX_CELLS, NO_CARD, field, twin
from skyjo_widget.errors import RulesError

ClearedTo = Literal["discard pile", "out of the game"]
EnderSafe = Literal["strictly lowest", "lowest"]
PenaltyWhen = Literal["positive", "always"]
Starter = Literal["ender", "highest sum"]

MAX_COLUMNS = 12
MAX_ROWS = 12
_EFFECTS = MAX_EFFECTS + 1  # number 0 is no effect


@twin
class FamilyCodes:
    """What never changes during a game of the Skyjo family, as integers (the engine's ``r``)."""

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


@twin
class SkyjoCodes(FamilyCodes):
    """The rule codes of Skyjo."""

    target: int = field("public", "a total that ends the game")


@twin
class NewSkyjoCodes(FamilyCodes):
    """The rule codes of NewSkyjo; of an effect by its number, 0 for none."""

    rounds: int = field("public", "rounds in a game")
    flip_turn: int = field("public", "1 if turning a card is an action of its own")
    effect: list[int] = field("public", "the effect on a card, by kind", MAX_CARDS)
    chooser: list[int] = field("public", "who picks: 0 the player, else a neighbour", _EFFECTS)
    may_decline: list[int] = field("public", "1 if the chooser may decline", _EFFECTS)
    first_whose: list[int] = field("public", "whose card is picked first, of `WHOSE`", _EFFECTS)
    first_faces: list[int] = field("public", "which of them, of `FACES`", _EFFECTS)
    second_whose: list[int] = field("public", "whose card is picked second", _EFFECTS)
    second_faces: list[int] = field("public", "which of them", _EFFECTS)
    peek: list[int] = field("public", "cards of the draw pile that are looked at", _EFFECTS)
    reverse: list[int] = field("public", "1 if the direction of play is reversed", _EFFECTS)
    twice: list[int] = field("public", "turns that the next player has more", _EFFECTS)
    skips: list[int] = field("public", "turns that the next player has less", _EFFECTS)
    takes: list[int] = field("public", "1 if the next player must take the discard", _EFFECTS)
    extra: list[int] = field("public", "actions more in this turn", _EFFECTS)
    lands: list[int] = field("public", "where the card may be placed, bits of a side", _EFFECTS)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FamilyRules(Options):
    """The options that the games of the Skyjo family share.

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

    def _family_codes(self, players: int, deck: Deck) -> dict[str, Any]:
        """The fields of `FamilyCodes`, for a table and a deck that fit."""
        self._check_players(players)
        if deck.wild != NO_CARD:
            raise RulesError(f"{self.TITLE} has no wild cards, and this deck has some")
        cells = self.columns * self.rows
        needed = players * cells + 1
        if needed > deck.size:
            raise RulesError(
                f"{players} players with {self.columns} × {self.rows} cards need {needed} cards, "
                f"one of them for the discard pile; the deck holds {deck.size}"
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


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SkyjoRules(FamilyRules):
    """The options of Skyjo; the defaults are the publisher's rules as retold publicly.

    Parameters
    ----------
    target : int
        A total that ends the game, from 1.

    See Also
    --------
    FamilyRules : all the others.

    Examples
    --------
    >>> SKYJO_PRESETS["skyjo"].replace(turned=3)
    SkyjoRules(turned=3)
    """

    target: int = 100

    TITLE: ClassVar[str] = "Skyjo"
    PLAYERS: ClassVar[tuple[int, int]] = (2, 8)

    def __post_init__(self) -> None:
        FamilyRules.__post_init__(self)  # as in FamilyRules
        self._check_range("target", 1, 1_000_000)

    def codes(self, players: int, deck: Deck) -> SkyjoCodes:
        """What the rule functions read, for a table and a deck.

        Raises
        ------
        RulesError
            If fewer than 2 or more than 8 play, the deck is too small, or its cards
            have effects.
        """
        if deck.effects:
            raise RulesError(
                "Skyjo has no effects, and this deck has some: play newskyjo, "
                "or take deck.without_effects()"
            )
        return SkyjoCodes(**self._family_codes(players, deck), target=self.target)


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NewSkyjoRules(FamilyRules):
    """The options of NewSkyjo; the defaults are the designer's rules.

    Parameters
    ----------
    effects : bool
        Whether effects happen; else all cards are as if they had none.
    flip_turn : bool
        Whether turning a card is an action of its own.
    rounds : int
        Rounds in a game, 1 to 1,000.

    See Also
    --------
    FamilyRules : all the others.  Here cleared cards leave the game, the ender isn't
        penalised, and the highest sum starts every round.

    Examples
    --------
    >>> NewSkyjoRules(rounds=2).rounds
    2
    """

    cleared_to: ClearedTo = "out of the game"
    penalty_factor: int = 1
    starter: Starter = "highest sum"
    effects: bool = True
    flip_turn: bool = True
    rounds: int = 1

    TITLE: ClassVar[str] = "NewSkyjo"
    PLAYERS: ClassVar[tuple[int, int]] = (3, 8)

    def __post_init__(self) -> None:
        FamilyRules.__post_init__(self)  # as in FamilyRules
        self._check_range("rounds", 1, 1000)

    def codes(self, players: int, deck: Deck) -> NewSkyjoCodes:
        """What the rule functions read, for a table and a deck.

        Raises
        ------
        RulesError
            If fewer than 3 or more than 8 play, or the deck is too small.
        """
        table = list(deck.effects.values())
        numbers = {effect.key: n for n, effect in enumerate(table, start=1)}

        def column(read: Callable[[Effect], int]) -> list[int]:
            return padded([0, *map(read, table)], _EFFECTS)

        return NewSkyjoCodes(
            **self._family_codes(players, deck),
            rounds=self.rounds,
            flip_turn=int(self.flip_turn),
            effect=padded(
                [
                    numbers[kind.effect.key] if kind.effect and self.effects else 0
                    for kind in deck.kinds
                ],
                MAX_CARDS,
            ),
            chooser=column(lambda e: CHOOSERS[e.chooser]),
            may_decline=column(lambda e: int(e.may_decline)),
            first_whose=column(lambda e: WHOSE.index(e.first.whose) if e.first else 0),
            first_faces=column(lambda e: FACES.index(e.first.faces) if e.first else 0),
            second_whose=column(lambda e: WHOSE.index(e.second.whose) if e.second else 0),
            second_faces=column(lambda e: FACES.index(e.second.faces) if e.second else 0),
            peek=column(lambda e: e.peek),
            reverse=column(lambda e: int(e.reverse)),
            twice=column(lambda e: e.next_twice),
            skips=column(lambda e: e.next_skips),
            takes=column(lambda e: int(e.next_takes_discard)),
            extra=column(lambda e: e.extra_actions),
            lands=column(lambda e: LANDINGS[e.lands]),
        )


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

NEWSKYJO_PRESETS = Presets({"newskyjo": NewSkyjoRules()})
"""The designer's rules, by name."""
