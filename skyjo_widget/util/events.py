"""Events of a random variable, such as ``X <= 4``: conditions on its value, and their parser."""

from __future__ import annotations

import dataclasses
import math
import operator
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from numbers import Rational
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import format_number, plain
from skyjo_widget.util.parse_number import read_number

LONGEST = 100
"""Most characters of an event as text."""
MOST = 10**9
"""The largest number that a value is compared with."""
WILD = "wild"
"""The value of a card without a number, in an event."""

Bound = Fraction | None
"""The other side of a comparison: a number, or None for a wild card."""

_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "=": operator.eq,
    "!=": operator.ne,
}
_MIRRORED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
_SPELT = {"≤": "<=", "=<": "<=", "≥": ">=", "=>": ">=", "==": "=", "≠": "!=", "<>": "!="}
_SHOWN = {"<=": "≤", ">=": "≥", "!=": "≠"}
_WORDS = {
    **dict.fromkeys(("|", "∪", "or", "ou"), "or"),
    **dict.fromkeys(("&", "∩", "and", "et"), "and"),
    **dict.fromkeys(("~", "not", "non"), "not"),
    **dict.fromkeys(("wild", "joker", "★"), WILD),
}
_ENGLISH = {"or": "or", "and": "and", "not": "not", WILD: WILD}
_TOKEN = re.compile(
    r"\s*(?:(?P<op><=|=<|>=|=>|==|!=|<>|[<>=≤≥≠])|(?P<sign>[()|&~∪∩★])"
    r"|(?P<number>[-+−–]?[0-9]+(?:[.,][0-9]+)?(?:\s?/\s?[0-9]+)?)|(?P<word>[^\W\d_]+)|(?P<else>\S))"
)


@dataclasses.dataclass(frozen=True)
class Condition:
    """A condition on the value of a random variable.

    Parameters
    ----------
    op : str
        ``<=``, ``<``, ``>=``, ``>``, ``=`` or ``!=``; or ``and``, ``or``, ``not`` of `parts`.
    parts : tuple of Condition
    bound : Fraction or None
        The number of a comparison; None is a wild card, which has no number.
    """

    op: str
    parts: tuple[Condition, ...] = ()
    bound: Bound = None

    def holds(self, value: Bound | int) -> bool:
        """Return whether it holds for a value; no comparison by size holds for a wild card."""
        if self.op == "not":
            return not self.parts[0].holds(value)
        if self.parts:
            holds = (part.holds(value) for part in self.parts)
            return all(holds) if self.op == "and" else any(holds)
        if value is None or self.bound is None:
            same = value is self.bound
            return same if self.op == "=" else self.op == "!=" and not same
        return _TESTS[self.op](value, self.bound)

    def numbers(self) -> list[Bound]:
        """Return what is compared with, from left to right."""
        if self.parts:
            return [number for part in self.parts for number in part.numbers()]
        return [self.bound]

    def notation(self, name: str) -> str:
        """Format it for a record, in ASCII; `parse_event` reads it back."""
        return self._format(name, _ENGLISH, lambda op: op, str)

    def text(self, name: str, lang: str) -> str:
        """Format it for a reader, such as ``2 ≤ X ≤ 4``."""
        return self._format(
            name,
            words(lang)["law"]["words"],
            lambda op: _SHOWN.get(op, op),
            lambda bound: format_number(round(float(bound), 4), lang),
        )

    def _format(
        self,
        name: str,
        joints: dict[str, str],
        sign: Callable[[str], str],
        number: Callable[[Fraction], str],
    ) -> str:
        def inner(part: Condition) -> str:
            text = part._format(name, joints, sign, number)
            return f"({text})" if part.op in ("and", "or") and part.op != self.op else text

        if self.op == "not":
            return f"{joints['not']} ({self.parts[0]._format(name, joints, sign, number)})"
        if between := self._between():
            (low, under), (high, over) = between
            return f"{number(low)} {sign(under)} {name} {sign(over)} {number(high)}"
        if self.parts:
            return f" {joints[self.op]} ".join(map(inner, self.parts))
        bound = joints[WILD] if self.bound is None else number(self.bound)
        return f"{name} {sign(self.op)} {bound}"

    def _between(self) -> tuple[tuple[Fraction, str], tuple[Fraction, str]] | None:
        """Return both bounds of a double inequality with their signs, the lower one first."""
        if self.op != "and" or len(self.parts) != 2:
            return None
        low, high = sorted(self.parts, key=lambda part: part.op.startswith("<"))
        if low.bound is None or high.bound is None:
            return None
        if not low.op.startswith(">") or not high.op.startswith("<"):
            return None
        return (low.bound, _MIRRORED[low.op]), (high.bound, high.op)


def comparison(op: str, bound: Any) -> Condition:
    """Return a comparison of a value with a number, a text such as ``"4"``, or ``"wild"``.

    Raises
    ------
    RulesError
        If it isn't compared with a finite number, or a wild card by size.
    """
    bound = plain(bound)
    if isinstance(bound, str):
        wild = _WORDS.get(bound.strip().casefold()) == WILD
        return _compared(op, None if wild else read_number(bound, decimal_comma=True))
    if isinstance(bound, Rational) and not isinstance(bound, bool):
        return _compared(op, Fraction(bound))
    if isinstance(bound, float) and math.isfinite(bound):
        return _compared(op, Fraction(str(bound)))
    raise RulesError("a value is compared with a number from {low} to {high}", low=-MOST, high=MOST)


def _compared(op: str, bound: Bound) -> Condition:
    if bound is None and op not in ("=", "!="):
        raise RulesError("a wild card has no number: only = and != are for it")
    if bound is not None and abs(bound) > MOST:
        raise RulesError(
            "a value is compared with a number from {low} to {high}", low=-MOST, high=MOST
        )
    return Condition(op, (), bound)


def combined(op: str, *parts: Condition) -> Condition:
    """Return conditions joined by ``and``, ``or`` or ``not``; joints of one kind are merged."""
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if part.op == op and op != "not" else (part,)
    return Condition(op, tuple(flat))


def parse_event(text: Any, names: Iterable[str]) -> tuple[str, Condition]:
    """Parse an event such as ``X <= 4``, ``2 < X <= 5``, ``X = 4 or X = 5``, ``not (X > 9)``.

    The signs ``≤ ≥ ≠ ∪ ∩`` and Python's, French words, and ``P(…)`` round it are understood.

    Parameters
    ----------
    text : str
    names : iterable of str
        The random variables that there are.

    Returns
    -------
    name : str
        The random variable; an event has one.
    condition : Condition

    Raises
    ------
    RulesError
        If it is none; the message quotes what isn't understood.
    """
    return _Parser(text, tuple(names)).parse()


class _Parser:
    """A parser by recursive descent: or, and, not, a comparison; nothing is evaluated."""

    def __init__(self, text: Any, names: tuple[str, ...]) -> None:
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
            raise RulesError(
                "{text!r:.80} is no event: write one as {name} <= 4", text=text, name=names[0]
            )
        self.text, self.names, self.variable = text, names, ""
        self.tokens = [
            (str(token.lastgroup), token[token.lastgroup or 0]) for token in _TOKEN.finditer(text)
        ]
        self.at = 0

    def parse(self) -> tuple[str, Condition]:
        if self.tokens[:2] in ([("word", "P"), ("sign", "(")], [("word", "p"), ("sign", "(")]):
            self.at += 1
        condition = self._or()
        if self.at < len(self.tokens):
            raise self._refused()
        return self.variable, condition

    def _word(self) -> str:
        return self._meaning(*self._peek())

    @staticmethod
    def _meaning(kind: str, token: str) -> str:
        """Return the meaning of a token that is a joint or a wild card; else an empty text."""
        return _WORDS.get(token.casefold(), "") if kind in ("word", "sign") else ""

    def _peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("", "")

    def _refused(self) -> RulesError:
        name, token = self.names[0], self._peek()[1]
        like = _("write an event as {x} <= 4, {x} > 9 or ({x} = 4) or ({x} = 5)", x=name)
        if not token:
            return RulesError(
                "{text!r}: the event isn't complete; {like}", text=self.text, like=like
            )
        return RulesError(
            "{text!r}: {token!r} isn't understood there; {like}",
            text=self.text,
            token=token,
            like=like,
        )

    def _or(self) -> Condition:
        return self._joined("or", lambda: self._joined("and", self._not))

    def _joined(self, joint: str, part: Callable[[], Condition]) -> Condition:
        parts = [part()]
        while self._word() == joint:
            self.at += 1
            parts.append(part())
        return combined(joint, *parts) if parts[1:] else parts[0]

    def _not(self) -> Condition:
        if self._word() == "not":
            self.at += 1
            return combined("not", self._not())
        if self._peek() == ("sign", "("):
            self.at += 1
            inside = self._or()
            if self._peek() != ("sign", ")"):
                raise self._refused()
            self.at += 1
            return inside
        return self._comparison()

    def _comparison(self) -> Condition:
        """Parse ``X <= 4``, ``4 >= X`` or ``2 <= X <= 4``."""
        sides: list[str | Bound] = [self._side()]
        ops = []
        while self._peek()[0] == "op":
            op = self._peek()[1]
            ops.append(_SPELT.get(op, op))
            self.at += 1
            sides.append(self._side())
        match sides, ops:
            case [str(), Fraction() | None as bound], [op]:
                return _compared(op, bound)
            case [Fraction() | None as bound, str()], [op]:
                return _compared(_MIRRORED.get(op, op), bound)
            case [Fraction() | None as low, str(), Fraction() | None as high], [first, second]:
                parts = _compared(_MIRRORED.get(first, first), low), _compared(second, high)
                return combined("and", *parts)
        raise self._refused()

    def _side(self) -> str | Bound:
        """Parse a variable's name, a number, or a wild card."""
        kind, token = self._peek()
        self.at += 1
        if self._meaning(kind, token) == WILD:
            return None
        if kind == "number":
            return read_number(token, decimal_comma=True)
        if kind != "word" or self._meaning(kind, token):
            self.at -= 1
            raise self._refused()
        name = {variable.casefold(): variable for variable in self.names}.get(token.casefold())
        if name is None:
            variables = ", ".join(self.names)
            raise RulesError(
                "{text!r}: there is no random variable {token!r}; there is {known}",
                text=self.text,
                token=token,
                known=variables,
            )
        if self.variable not in ("", name):
            raise RulesError(
                "{text!r}: an event is about one random variable, not two", text=self.text
            )
        self.variable = name
        return name
