"""The public fields of each game's state, as an observation shows them to a strategy.

Made from the games' states by ``python -m scripts.observation_fields``, for editors and type
checkers; `skyjo_widget.strategies.observation` computes the values.  With paper cards, a card that
nobody has named is None.
"""

from __future__ import annotations

from typing import Any, Literal

from skyjo_widget.strategies.card import Card

SkyjoPhase = Literal[
    "setup",
    "choose",
    "place taken",
    "place drawn",
    "flip",
    "shuffle",
    "reveal",
    "round over",
    "game over",
]
NewSkyjoPhase = Literal[
    "setup",
    "choose",
    "place taken",
    "place drawn",
    "place kept",
    "flip",
    "pick first",
    "pick second",
    "order",
    "pick hidden",
    "give",
    "shuffle",
    "reveal",
    "round over",
    "game over",
]
SkipBoPhase = Literal[
    "turn",
    "cut",
    "deal",
    "penalty",
    "shuffle",
    "score",
    "round over",
    "game over",
]


class CommonFields:
    """The fields of every game."""

    __slots__ = ()

    phase: str
    round: int
    turn: int
    seat: int
    starter: int
    ender: int
    shuffled_for: str
    unfinished: int
    draw_size: int
    hand: Any
    source: int
    card_in: Card | None
    revealed: int
    turns: list[int]
    score: list[int]
    total: list[int]


class GridFields(CommonFields):
    """The fields of a game with grids."""

    __slots__ = ()

    last_turns: int
    flips: int
    grid: list[dict[str, Card | None]]
    hidden: list[int]
    cards_left: list[int]
    turned_sum: list[int]
    discard: list[Card]
    discard_size: int
    out: list[Card]
    out_size: int
    hand: Card | None
    card_out: Card | None
    columns_cleared: list[int]
    raw: list[int]
    reshuffled: list[Card]
    reshuffled_size: int
    columns: int
    rows: int


class SkyjoFields(GridFields):
    """The fields of Skyjo."""

    __slots__ = ()

    phase: SkyjoPhase
    shuffled_for: SkyjoPhase


class NewSkyjoFields(GridFields):
    """The fields of NewSkyjo."""

    __slots__ = ()

    phase: NewSkyjoPhase
    shuffled_for: NewSkyjoPhase
    direction: int
    on_turn: int
    turns_left: int
    actions_left: int
    next_twice: int
    next_skips: int
    next_takes: int
    must_take: int
    due: list[int]
    kept: Card | None
    effect: str | None
    first: str | None
    looked: int
    known: list[list[tuple[Card, int]]]
    effect_told: str | None
    no_effect: int
    swapped_first: str | None
    swapped_second: str | None
    reveals_left: int
    protected: list[int]
    bonus: list[int]
    passed: list[str]


class SkipBoFields(CommonFields):
    """The fields of SkipBo."""

    __slots__ = ()

    phase: SkipBoPhase
    dealer: int
    idle_turns: int
    moved: int
    shuffled_for: SkipBoPhase
    punished: int
    penalty_left: int
    cut: list[Card | None]
    stock_top: list[Card | None]
    stock_left: list[int]
    stock_size: list[int]
    hand: list[list[Card]]
    hand_size: list[int]
    building: list[list[Card]]
    building_size: list[int]
    discards: list[list[list[Card]]]
    discards_size: list[list[int]]
    completed: list[Card]
    completed_size: int
    played_as: int
    has_completed: int
    penalty_cards: list[int]
    building_down: list[int]
    teams: int
    highest: int
    building_piles: int
    discard_piles: int
    piles_down: int
