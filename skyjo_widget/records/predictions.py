"""Predictions: what a player may commit to before the coach shows its own, and what came true."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from numbers import Real
from typing import Any, NamedTuple

from skyjo_widget.engine.core.game import Game
from skyjo_widget.errors import RulesError
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.history import History
from skyjo_widget.util.parse_number import read_number
from skyjo_widget.util.validation import plain_text

MOST = 10_000
"""The highest bound of a question, in points."""

_WRITTEN = re.compile(r"(draw|score) at most (-?\d{1,5})|win|win round|mean|best")


class Question(NamedTuple):
    """A question.

    Parameters
    ----------
    kind : str
        ``draw at most``: how likely the draw pile's next card is so low; ``score at most``: how
        likely the own raw score of this round is; ``win``: how likely one wins the game, ``win
        round``: (of Skip-Bo) the round, alone or with one's partner; ``mean``:
        what the own raw score would be in the mean, if the round ended now; ``best``: which
        action is best.
    bound : int or None
        In points, where the question has one.
    """

    kind: str
    bound: int | None

    @property
    def is_chance(self) -> bool:
        """Whether the answer is a chance."""
        return self.kind not in ("mean", "best")

    def __str__(self) -> str:
        return self.kind if self.bound is None else f"{self.kind} {self.bound}"


_EXAMPLES = {"draw at most": "draw at most 4", "score at most": "score at most 20"}
"""A question of each kind that takes a whole number."""


def parse_question(text: Any, game: Game) -> Question:
    """Read a question.

    Raises
    ------
    RulesError
        If it is none, or not one of the game's; the message lists those there are.
    """
    written = _WRITTEN.fullmatch(text) if isinstance(text, str) else None
    kind = f"{written[1]} at most" if written and written[1] else text
    if not written or kind not in game.questions:
        known = [repr(_EXAMPLES.get(each, each)) for each in game.questions]
        number = " (any whole number)" if set(_EXAMPLES) & set(game.questions) else ""
        raise RulesError(
            f"{text!r} is no question about {game.name}; there are {', '.join(known)}{number}"
        )
    if not written[1]:
        return Question(written[0], None)
    bound = int(written[2])
    if abs(bound) > MOST or str(bound) != written[2]:
        raise RulesError(f"{text!r}: a whole number from {-MOST} to {MOST} is needed")
    return Question(f"{written[1]} at most", bound)


def check_value(question: Question, value: Any) -> float | str:
    """An answer to a question; of an action only that it is a text.

    A number may be a text, as `skyjo_widget.util.parse_number.read_number` takes it.

    Raises
    ------
    RulesError
        If it can't be one: a chance is a number from 0 to 1.
    """
    if question.kind == "best":
        if not isinstance(value, str):
            raise RulesError(f"the best action is a text such as 'draw', not {value!r}")
        return value
    if isinstance(value, (bool, bytes)):
        raise RulesError(f"{str(question)!r}: a number is needed, not {value!r}")
    given = value
    if isinstance(value, str):
        try:
            given = read_number(value, decimal_comma=True)  # no answer is in the thousands
        except RulesError as error:
            raise RulesError(f"{str(question)!r}: {error}") from None
    try:
        number = float(given)
    except (TypeError, ValueError, OverflowError):
        raise RulesError(f"{str(question)!r}: a number is needed, not {value!r}") from None
    if question.is_chance and not 0 <= number <= 1:
        percent = f" (did you mean {number:g} %?)" if 1 < number <= 100 else ""
        raise RulesError(f"a chance is a number from 0 to 1, not {value!r}{percent}")
    if not math.isfinite(number) or abs(number) > MOST:
        raise RulesError(f"{value!r} is no number of points")
    return number


def check_answer(value: Any) -> float | str:
    """An answer on a worksheet: a number or a text.

    Raises
    ------
    RulesError
        If it is neither, or no finite number.
    """
    if isinstance(value, str):
        return plain_text(value, "an answer")
    if isinstance(value, bool) or not isinstance(value, (int, float, Real)):
        raise RulesError(f"an answer is a number or a text, not {value!r}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise RulesError(f"an answer is a finite number, not {value!r:.60}")
    return number


def outcome(h: History, one: Prediction, seat: int | None = None) -> bool | None:
    """Whether a prediction came true, as far as a seat (None: every seat) may know it by now.

    None while that is open, where it has no outcome (``mean``), or if the decision was undone.
    """
    if one.void:
        return None
    if one.decision < len(h.decisions) and h.decisions[one.decision].undone:
        return None
    question = parse_question(one.question, h.game)
    return _OUTCOMES[question.kind](h, one, question.bound or 0, seat)


def _drawn(h: History, one: Prediction, bound: int, seat: int | None) -> bool | None:
    for row in h.decisions[one.decision :]:
        if row.round != one.round:
            return None
        if row.action == "draw" and not row.undone:
            card = row.card_in if h.may_see(row, seat) else None
            return None if card is None else _number(card) <= bound
    return None


def _scored(h: History, one: Prediction, bound: int, _seat: int | None) -> bool | None:
    for played in h.rounds:
        if played.round == one.round:
            return bool(played.facts["raw"][one.seat] <= bound)
    return None


def _won(h: History, one: Prediction, _bound: int, _seat: int | None) -> bool | None:
    return one.seat in h.game.winners(h.state, h.codes) if h.over else None


def _won_round(h: History, one: Prediction, _bound: int, _seat: int | None) -> bool | None:
    for played in h.rounds:
        if played.round == one.round:
            ender = played.facts["ender"]
            half = len(h.players) // 2
            partner = (one.seat + half) % len(h.players) if h.rules.teams else one.seat
            return ender in (one.seat, partner)
    return None


def _agreed(_h: History, one: Prediction, _bound: int, _seat: int | None) -> bool | None:
    return None if one.coach is None else one.value == one.coach


def _number(card: int | str) -> int:
    return int(str(card).partition(":")[0])


_OUTCOMES: dict[str, Callable[[History, Prediction, int, int | None], bool | None]] = {
    "draw at most": _drawn,
    "score at most": _scored,
    "win": _won,
    "win round": _won_round,
    "mean": lambda *_: None,
    "best": _agreed,
}
