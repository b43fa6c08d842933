"""Predictions that players commit to before the coach shows its own, and their outcomes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from numbers import Real
from typing import Any, NamedTuple

from skyjo_widget.engine.core.game import Game
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.history import History
from skyjo_widget.util.events import Condition, comparison, parse_event
from skyjo_widget.util.parse_number import read_number
from skyjo_widget.util.validation import plain_text

MOST = 10_000
"""The highest bound of a question, in points."""

_IN_WORDS = re.compile(r"(draw|score) at most (-?\d{1,5})")
_VARIABLES = {"X": "draw", "R": "score"}
"""The kinds of questions about a random variable: the next card, the own raw score of the round."""
_NAMES = {kind: name for name, kind in _VARIABLES.items()}
_EXAMPLES = {"draw": "X <= 4", "score": "R <= 20"}
_SIGN = re.compile("[<=>≤≥≠]")


class Question(NamedTuple):
    """A question for a prediction.

    Parameters
    ----------
    kind : str
        ``draw``: the probability of an event of X, the value of the next card drawn; ``score``:
        of R, the own raw score of this round; ``win``: of winning the game, ``win round``: (in
        Skip-Bo) the round, alone or with one's partner; ``mean``: the own expected raw score if
        the round ended now; ``best``: the best action.
    event : Condition or None
        Of ``draw`` and ``score``.
    """

    kind: str
    event: Condition | None

    @property
    def is_chance(self) -> bool:
        """True if the answer is a probability."""
        return self.kind not in ("mean", "best")

    def __str__(self) -> str:
        if self.event is None:
            return self.kind
        if self.event.op == "<=":
            return f"{self.kind} at most {self.event.bound}"
        return self.event.notation(_NAMES[self.kind])

    def text(self, lang: str) -> str:
        """Format the event as ``P(X ≤ 4)``; the kind where there is none."""
        if self.event is None:
            return self.kind
        return f"P({self.event.text(_NAMES[self.kind], lang)})"


def parse_question(text: Any, game: Game) -> Question:
    """Read a question, such as ``X <= 4``, ``R > 20 and R < 40``, ``draw at most 4`` or ``win``.

    Raises
    ------
    RulesError
        If it is none, or not one of the game's; the message lists those.
    """
    if isinstance(text, str) and text in game.questions and text not in _EXAMPLES:
        return Question(text, None)
    written = _IN_WORDS.fullmatch(text) if isinstance(text, str) else None
    names = [name for name, kind in _VARIABLES.items() if kind in game.questions]
    if written and written[1] in game.questions:
        event = comparison("<=", int(written[2]))
        if str(event.bound) != written[2]:
            raise RulesError(_no_bound(text))
        return Question(written[1], _check_bounds(event, text))
    if names and isinstance(text, str) and _SIGN.search(text):
        name, event = parse_event(text, names)
        return Question(_VARIABLES[name], _check_bounds(event, text))
    examples = ", ".join(repr(_EXAMPLES.get(each, each)) for each in game.questions)
    raise RulesError(
        "{text!r:.80} is no question about {name}; there are {known}",
        text=text,
        name=game.name,
        known=examples,
    )


def _check_bounds(event: Condition, text: str) -> Condition:
    for bound in event.numbers():
        if bound is None or bound.denominator != 1 or abs(bound) > MOST:
            raise RulesError(_no_bound(text))
    return event


def _no_bound(text: str) -> str:
    return _(
        "{text!r}: a whole number from {least} to {most} is needed",
        text=text,
        least=-MOST,
        most=MOST,
    )


def check_value(question: Question, value: Any) -> float | str:
    """Check an answer to a question, and return it; an action may be any text.

    A number may be a text, as `skyjo_widget.util.parse_number.read_number` takes it.

    Raises
    ------
    RulesError
        If it isn't valid: a probability is a number from 0 to 1.
    """
    if question.kind == "best":
        if not isinstance(value, str):
            raise RulesError("the best action is a text such as 'draw', not {value!r}", value=value)
        return value
    if isinstance(value, (bool, bytes)):
        raise RulesError(
            "{question!r}: a number is needed, not {value!r}", question=str(question), value=value
        )
    answer = value
    if isinstance(value, str):
        try:
            answer = read_number(value, decimal_comma=True)  # no answer is in the thousands
        except RulesError as error:
            raise RulesError("{question!r}: {error}", question=str(question), error=error) from None
    try:
        number = float(answer)
    except (TypeError, ValueError, OverflowError):
        raise RulesError(
            "{question!r}: a number is needed, not {value!r}", question=str(question), value=value
        ) from None
    if question.is_chance and not 0 <= number <= 1:
        percent = _(" (did you mean {number:g} %?)", number=number) if 1 < number <= 100 else ""
        raise RulesError(
            "a probability is a number from 0 to 1, not {value!r}{percent}",
            value=value,
            percent=percent,
        )
    if not math.isfinite(number) or abs(number) > MOST:
        raise RulesError("{value!r} is no number of points", value=value)
    return number


def check_answer(value: Any) -> float | str:
    """Check an answer on a worksheet, a number or a text, and return it.

    Raises
    ------
    RulesError
        If it is neither, or no finite number.
    """
    if isinstance(value, str):
        return plain_text(value, _("an answer"))
    if isinstance(value, bool) or not isinstance(value, (int, float, Real)):
        raise RulesError("an answer is a number or a text, not {value!r}", value=value)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise RulesError("an answer is a finite number, not {value!r:.60}", value=value)
    return number


def outcome(h: History, prediction: Prediction, seat: int | None = None) -> bool | None:
    """Return whether a prediction came true, as far as a seat (None: every seat) may know it.

    None while that is open, where it has no outcome (``mean``), or if the decision was undone.
    """
    if prediction.void:
        return None
    if prediction.decision < len(h.decisions) and h.decisions[prediction.decision].undone:
        return None
    question = parse_question(prediction.question, h.game)
    if question.event is not None:
        value = _RANDOM[question.kind](h, prediction, seat)
        return None if value is None else question.event.holds(value)
    return _OUTCOMES[question.kind](h, prediction)


def _drawn(h: History, prediction: Prediction, seat: int | None) -> int | None:
    """Return the number on the next card that was drawn, as far as a seat may know it."""
    for row in h.decisions[prediction.decision :]:
        if row.round != prediction.round:
            return None
        if row.action == "draw" and not row.undone:
            card = row.card_in if h.may_see(row, seat) else None
            return None if card is None else int(str(card).partition(":")[0])
    return None


def _scored(h: History, prediction: Prediction, _seat: int | None) -> int | None:
    """Return the seat's raw score of the round; None before its end."""
    for played in h.rounds:
        if played.round == prediction.round:
            return int(played.facts["raw"][prediction.seat])
    return None


def _won(h: History, prediction: Prediction) -> bool | None:
    return prediction.seat in h.game.winners(h.state, h.codes) if h.finished else None


def _won_round(h: History, prediction: Prediction) -> bool | None:
    for played in h.rounds:
        if played.round == prediction.round:
            ender = played.facts["ender"]
            half = len(h.players) // 2
            partner = (
                (prediction.seat + half) % len(h.players) if h.rules.teams else prediction.seat
            )
            return ender in (prediction.seat, partner)
    return None


def _agreed(_h: History, prediction: Prediction) -> bool | None:
    return None if prediction.coach is None else prediction.value == prediction.coach


_RANDOM: dict[str, Callable[[History, Prediction, int | None], int | None]] = {
    "draw": _drawn,
    "score": _scored,
}
_OUTCOMES: dict[str, Callable[[History, Prediction], bool | None]] = {
    "win": _won,
    "win round": _won_round,
    "mean": lambda *_: None,
    "best": _agreed,
}
