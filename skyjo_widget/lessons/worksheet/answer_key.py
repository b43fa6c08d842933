"""The right answers of a worksheet, computed from the odds and the record."""

from __future__ import annotations

import contextlib
import itertools
import math
import re
from fractions import Fraction
from typing import Any, NamedTuple

from skyjo_widget.coach.advice import advise
from skyjo_widget.errors import RulesError
from skyjo_widget.odds import ODDS
from skyjo_widget.odds import find as find_odds
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.replay import states
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util.events import parse_event
from skyjo_widget.util.parse_number import read_number

_KEY = re.compile(
    r"(draw at most|score at most|draw|unseen) (-?\d{1,4})|doubled|mean|unseen|helping", re.ASCII
)
_MOMENT = re.compile(r"(E|V|σ)\((\w)\)")
_OF_MEANS = re.compile(r"(2?) ?(σ\(\w\)) ?/ ?√(\d{1,7})", re.ASCII)
"""The standard deviation of the mean of n draws, or twice that: 2σ(X)/√100."""
_MOMENTS = {"E": "expectation", "V": "variance", "σ": "sd"}
_SIGN = re.compile("[<=>≤≥≠]")
_ASKED = {
    "draw at most N": "next_draw",
    "draw N": "next_draw",
    "score at most N": "score",
    "doubled": "doubled",
    "mean": "mean",
    "unseen": "__init__",
    "unseen N": "__init__",
    "helping": "helping",
}
"""The attribute of a game's odds that a key needs; all odds have `unseen`."""

WANTED = tuple(
    map(re.compile, (r"best by points", r"completes a column", r"[a-z]+( [a-z0-9:]+){0,4}"))
)
"""The patterns of a wanted move."""


class Truth(NamedTuple):
    """The specification of a right number: a key of the odds, or a constant.

    Parameters
    ----------
    key : str
        One of `truth_keys` without its number; ``event``; or E, V or σ of a variable, as ``E(X)``;
        empty for a constant.
    number : Fraction or None
        The N of the key, or the constant; of σ the square of its factor, 4/100 for 2σ(X)/√100.
    event : str
        The event of a random variable, such as ``X <= 4``.
    """

    key: str
    number: Fraction | None
    event: str = ""

    @property
    def is_chance(self) -> bool:
        """True if it is a probability, from 0 to 1."""
        return self.key not in ("", "mean", "unseen") and not _MOMENT.fullmatch(self.key)

    @property
    def tolerance(self) -> Fraction:
        """The default tolerance of an answer."""
        if self.is_chance:
            return Fraction(5, 1000)
        return Fraction(0) if self.key in ("", "unseen") else Fraction(5, 100)


class Value(NamedTuple):
    """The value of a right answer.

    Parameters
    ----------
    value : Fraction
    error : float
        Its standard error; 0 if it is exact.
    """

    value: Fraction
    error: float = 0.0


def read_truth(written: Any, game: str) -> Truth:
    """Parse the right answer of a worksheet.

    Raises
    ------
    RulesError
        If it is neither a key of this game nor a number.
    """
    if isinstance(written, (int, float)) and not isinstance(written, bool):
        try:
            return Truth("", Fraction(str(written)))
        except ValueError:
            pass  # not finite
    if isinstance(written, str):
        written = " ".join(written.split())
        variables = getattr(ODDS.get(game), "variables", ())
        if variables and _SIGN.search(written):
            name, event = parse_event(written, variables)
            return Truth("event", None, event.notation(name))
        moment = _MOMENT.fullmatch(written)
        if moment and moment[2] in variables:
            return Truth(written, None)
        means = _OF_MEANS.fullmatch(written)
        if means and means[2][2] in variables and int(means[3]):
            return Truth(means[2], Fraction(int(means[1] or 1) ** 2, int(means[3])))
        match = _KEY.fullmatch(written)
        key = match[1] or written if match else ""
        if match and any(k.removesuffix(" N") == key for k in truth_keys(game)):
            return Truth(key, Fraction(int(match[2])) if match[2] else None)
        with contextlib.suppress(RulesError):  # reported below, with the keys
            return Truth("", read_number(written))
    raise RulesError(
        "truth = {written!r}: a number, an event such as X <= 4, E(X), V(X), σ(X), "
        "2σ(X)/√100 or one of {known} is needed (N is any whole number)",
        written=written,
        known=", ".join(truth_keys(game)),
    )


def truth_keys(game: str) -> tuple[str, ...]:
    """Return the keys that a game's odds answer."""
    return tuple(key for key, asked in _ASKED.items() if hasattr(ODDS.get(game), asked))


def find_truth(truth: Truth, seen: Observation) -> Value | None:
    """Compute the right answer from an observation; None if it is undefined there."""
    number = truth.number
    if not truth.key:
        return None if number is None else Value(number)
    odds: Any = find_odds(seen)
    if truth.event:
        event = odds.p(truth.event)
        return Value(event.probability, event.error or 0.0) if event.law else None
    if truth.key in ("mean", "E(S)"):
        return Value(odds.mean)
    if moment := _MOMENT.fullmatch(truth.key):
        try:
            value = Fraction(getattr(odds.law_named(moment[2]), _MOMENTS[moment[1]]))
            return Value(value * Fraction(math.sqrt(number)) if number else value)
        except RulesError:  # no card, or one without a number
            return None
    if truth.key == "unseen":
        return Value(Fraction(odds.unseen.total if number is None else odds.unseen[int(number)]))
    if truth.key == "helping":
        return Value(odds.helping()) if odds.draws else None
    if truth.key == "doubled":
        return Value(odds.doubled().value, odds.doubled().error or 0.0)
    bound = int(number or 0)
    if truth.key == "score at most":
        chance = odds.score().at_most(bound)
        return Value(chance.value, chance.error or 0.0)
    if not odds.next_draw.total:
        return None
    counts = odds.next_draw.counts.items()
    every = truth.key == "draw at most"
    fits = sum(n for card, n in counts if card == bound or (every and card < bound))
    return Value(Fraction(fits, odds.next_draw.total))


def fits_move(wanted: str, row: Decision, history: History) -> tuple[bool | None, str]:
    """Return whether a recorded decision is the wanted one, and the wanted action.

    The first is None if that is unknown, the second empty if there is no single such action.
    """
    if wanted == "completes a column":
        return bool(row.cleared), ""
    if wanted == "best by points":
        if history.paper and history.game.private_hands:
            return None, ""  # the seat's options aren't recorded
        state = next(itertools.islice(states(history), row.decision, None))
        advice = advise(
            Observation(history.game, state, history.codes, history.deck, row.seat), worlds=0
        )
        cost = advice.cost(row.notation, "points")
        return (None, "") if cost is None else (cost[0] < 1e-9, advice.best("points") or "")
    return wanted in (row.action, row.notation), ""
