"""The fields of states and rule codes, as rules read and write them at both speeds.

Made from the games' declarations by ``python -m scripts.twins``, for type checkers; not imported
when a game is played.
"""

from __future__ import annotations

from typing import Protocol


class StateTwin(Protocol):
    """The fields of every game."""

    phase: int
    round: int
    turn: int
    seat: int
    starter: int
    ender: int
    shuffled_for: int
    unfinished: int
    draw: list[int]
    draw_size: int
    source: int
    card_in: int
    revealed: int
    turns: list[int]
    score: list[int]
    total: list[int]


class GridStateTwin(StateTwin, Protocol):
    """The fields of Grid."""

    last_turns: int
    flips: int
    grid: list[list[int]]
    under: list[list[int]]
    hidden: list[int]
    cards_left: list[int]
    turned_sum: list[int]
    discard: list[int]
    discard_size: int
    out: list[int]
    out_size: int
    hand: int
    card_out: int
    columns_cleared: list[int]
    raw: list[int]
    reshuffled: list[int]
    reshuffled_size: int


class SkyjoStateTwin(GridStateTwin, Protocol):
    """The fields of Skyjo."""


class NewSkyjoStateTwin(GridStateTwin, Protocol):
    """The fields of NewSkyjo."""

    direction: int
    on_turn: int
    turns_left: int
    actions_left: int
    next_twice: int
    next_skips: int
    next_takes: int
    must_take: int
    due: list[int]
    kept: int
    effect: int
    first: int
    looked: int
    known: list[list[int]]
    known_to: list[list[int]]
    known_size: list[int]
    effect_told: int
    no_effect: int
    swapped_first: int
    swapped_second: int
    reveals_left: int
    protected: list[int]
    bonus: list[int]
    passed: int
    dice: int


class SkipBoStateTwin(StateTwin, Protocol):
    """The fields of SkipBo."""

    dealer: int
    idle_turns: int
    moved: int
    punished: int
    penalty_left: int
    cut: list[int]
    stock_top: list[int]
    stock_left: list[int]
    stock: list[list[int]]
    stock_size: list[int]
    hand: list[list[int]]
    hand_size: list[int]
    building: list[list[int]]
    building_size: list[int]
    discards: list[list[int]]
    discards_size: list[int]
    completed: list[int]
    completed_size: int
    played_as: int
    has_completed: int
    penalty_cards: list[int]
    building_down: list[int]


class CodesTwin(Protocol):
    """The fields of every game."""

    players: int
    deck_size: int
    kinds: int
    value: list[int]
    count: list[int]


class GridCodesTwin(CodesTwin, Protocol):
    """The fields of Grid."""

    columns: int
    rows: int
    cells: int
    top: list[int]
    turned: int
    clear: int
    clear_out: int
    clear_at_reveal: int
    tie_is_safe: int
    penalty_factor: int
    penalty_add: int
    penalty_always: int
    ender_starts: int


class SkyjoCodesTwin(GridCodesTwin, Protocol):
    """The fields of Skyjo."""

    target: int


class NewSkyjoCodesTwin(GridCodesTwin, Protocol):
    """The fields of NewSkyjo."""

    rounds: int
    flip_turn: int
    effect: list[int]
    chooser: list[int]
    may_decline: list[int]
    first_whose: list[int]
    first_faces: list[int]
    second_whose: list[int]
    second_faces: list[int]
    peek: list[int]
    reverse: list[int]
    twice: list[int]
    skips: list[int]
    takes: list[int]
    extra: list[int]
    lands: list[int]
    more: list[int]
    reveal_whose: list[int]
    reveal_cards: list[int]
    pass_on: list[int]
    protect: list[int]
    points: list[int]
    points_at: list[int]
    has_points: int
    function: list[int]
    functions: int


class SkipBoCodesTwin(CodesTwin, Protocol):
    """The fields of SkipBo."""

    teams: int
    stock: int
    hand: int
    building_piles: int
    discard_piles: int
    highest: int
    wild: int
    target: int
    rounds: int
    win_points: int
    card_points: int
    piles_down: int
