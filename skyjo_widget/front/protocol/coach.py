"""The coach."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

CoachMode = Literal["off", "request", "after", "locked"]
"""The coach gives advice on request, or after a move; locked: never in this game."""

Counts = list[tuple[int, int]]
"""Numbers of cards, each with how many there are."""


class Cost(TypedDict):
    """The loss of an action against the best one, by either measure."""

    points: float | None
    win: float | None
    error: float | None


class Loss(TypedDict):
    """The loss of an action against the best one."""

    cost: Cost
    good: bool
    """True if its chance to win isn't clearly below the best one."""


class Judged(Loss):
    """The worth of an action."""

    points: float | None
    formula: str | None
    win: float | None
    error: float | None


class CoachOdds(TypedDict):
    """The odds of the seat to act."""

    memory: str
    unseen: int
    hidden: Counts | None
    """Odds of a face-down card."""
    draw: Counts | None
    """Odds of the draw pile's next card."""
    mean: float | None
    """One's own raw score, if the round ended now."""
    completing: Counts
    """Numbers that clear an own column, with the count of unseen ones."""
    needed: list[int] | None
    """Of a table of piles: the numbers that are due."""
    helping: float | None
    """Of a table of piles: the chance that a drawn card fits."""


class Best(TypedDict):
    """The best action by each measure."""

    points: str | None
    win: str | None


class Verdict(Loss):
    """The coach's verdict on a person's newest decision."""

    decision: int
    player: str
    action: str
    best: Best


class Coach(TypedDict):
    """The coach; `odds`, `actions`, `best` and `thinking` belong to `state`."""

    mode: CoachMode
    state: NotRequired[int]
    odds: CoachOdds | None
    actions: dict[str, Judged] | None
    best: Best | None
    thinking: bool
    """True while chances to win are being computed."""
    verdict: Verdict | None


class Chances(TypedDict):
    """The bar of chances."""

    why: Literal["", "closed", "off", "asked", "between", "unknown"]
    """The reason why there are none: not wanted, the coach is off, a question asks for them, nobody
    is to decide, or no model knows the rules."""
    chances: list[float] | None
    """Each seat's chance to win the game; null until they are known."""
