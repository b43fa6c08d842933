"""The options and preset of NewSkyjo."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import ClassVar

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import (
    CHOOSERS,
    FACES,
    LANDINGS,
    MAX_EFFECTS,
    PASSED,
    REVEALED,
    WHOSE,
    Effect,
)
from skyjo_widget.engine.core.options import Presets, padded
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.grids.options import ClearedTo, GridCodes, GridRules, Starter
from skyjo_widget.engine.limits import MAX_CARDS
from skyjo_widget.engine.newskyjo.own import number_of

_EFFECTS = MAX_EFFECTS + 1  # number 0 is no effect


@twin
class NewSkyjoCodes(GridCodes):
    """The rule codes of NewSkyjo; those of effects by the effect's number, 0 for none."""

    rounds: int = field("public", "rounds in a game")
    flip_turn: int = field("public", "1 if turning a card is an action of its own")
    effect: list[int] = field("public", "the effect on a card, by kind", MAX_CARDS)
    chooser: list[int] = field("public", "who picks: 0 the player, else a neighbour", _EFFECTS)
    may_decline: list[int] = field("public", "1 if the chooser may decline", _EFFECTS)
    first_whose: list[int] = field("public", "whose card is picked first, of `WHOSE`", _EFFECTS)
    first_faces: list[int] = field("public", "which of them, of `FACES`", _EFFECTS)
    second_whose: list[int] = field("public", "whose card is picked second", _EFFECTS)
    second_faces: list[int] = field("public", "which of them", _EFFECTS)
    peek: list[int] = field("public", "cards of the draw pile to peek at", _EFFECTS)
    reverse: list[int] = field("public", "1 if the direction of play is reversed", _EFFECTS)
    twice: list[int] = field("public", "turns that the next player has more", _EFFECTS)
    skips: list[int] = field("public", "turns that the next player has less", _EFFECTS)
    takes: list[int] = field("public", "1 if the next player must take the discard", _EFFECTS)
    extra: list[int] = field("public", "actions more in this turn", _EFFECTS)
    lands: list[int] = field("public", "where the card may be placed, bits of a side", _EFFECTS)
    more: list[int] = field("public", "1 if it does one of the following", _EFFECTS)
    reveal_whose: list[int] = field("public", "whose hidden cards are turned up", _EFFECTS)
    reveal_cards: list[int] = field("public", "how many of them", _EFFECTS)
    pass_on: list[int] = field("public", "which card each seat passes on, of `PASSED`", _EFFECTS)
    protect: list[int] = field("public", "1 if the player's grid is protected", _EFFECTS)
    points: list[int] = field("public", "points that the card counts besides its number", _EFFECTS)
    points_at: list[int] = field("public", "where it must lie for that, bits of a side", _EFFECTS)
    has_points: int = field("public", "1 if some effect of the deck counts points")
    function: list[int] = field("public", "the function that it calls, 0 for none", _EFFECTS)
    functions: int = field("public", "1 if some effect is a function: played interpreted")


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NewSkyjoRules(GridRules):
    """The options of NewSkyjo; the defaults are the designer's rules.

    Parameters
    ----------
    effects : bool
        Whether effects are played; else cards count as if they had none.
    flip_turn : bool
        Whether turning a card is an action of its own.
    rounds : int
        Rounds in a game, 1 to 1,000.

    See Also
    --------
    GridRules : all the others.  Here cleared cards leave the game, the ender isn't
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
        GridRules.__post_init__(self)  # as in GridRules
        self._check_range("rounds", 1, 1000)

    def codes(self, players: int, deck: Deck) -> NewSkyjoCodes:
        """Make the rule codes for a table and a deck.

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
            **self._grid_codes(players, deck),
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
            more=column(lambda e: int(bool(e.reveal or e.pass_on or e.protect or e.score))),
            reveal_whose=column(lambda e: REVEALED[e.reveal.whose] if e.reveal else 0),
            reveal_cards=column(lambda e: e.reveal.cards if e.reveal else 0),
            pass_on=column(lambda e: PASSED[e.pass_on] if e.pass_on else 0),
            protect=column(lambda e: int(e.protect)),
            points=column(lambda e: e.score),
            points_at=column(lambda e: LANDINGS[e.score_at]),
            has_points=int(self.effects and any(e.score or e.function for e in table)),
            function=column(lambda e: number_of(e.function) if e.function else 0),
            functions=int(self.effects and any(e.function for e in table)),
        )


NEWSKYJO_PRESETS = Presets({"newskyjo": NewSkyjoRules()})
"""The designer's rules, by name."""
