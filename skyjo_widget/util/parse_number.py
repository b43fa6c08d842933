"""A parser of typed numbers: ``0.4``, ``0,4``, ``40 %``, ``52/121``, ``−3``, ``1 234``.

Also as pupils write an answer: ``P(X ≤ 4) = 0,4``, ``≈ 0.4``, ``2 out of 5``, ``⅖``.  It serves
all typed input: predictions, worksheets, lists of cards, rule tables.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

_SPACES = dict.fromkeys(map(ord, "\t\u00a0\u202f\u2009\u2007"), " ")
_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "⁄": "/", "∕": "/", "⅟": "1/", "％": "%"} | dict.fromkeys("≃≅~", "≈")
)
_DIGITS = r"(?:[0-9]{1,15}|[0-9]{1,3}(?: [0-9]{3}){1,4})"
_PER_CENT = "%|per ?cent|pour cent"
_DECIMAL = re.compile(
    rf"([+-]?(?:{_DIGITS}(?:[.,]([0-9]{{1,15}}))?|[.,]([0-9]{{1,15}}))) ?({_PER_CENT})?"
)
_OF = "/|(?:chances? )?(?:sur|out of|in|of)"
_FRACTION = re.compile(rf"([+-]?{_DIGITS}) ?(?:{_OF}) ?({_DIGITS})")
_MIXED = re.compile(rf"([+-]?)({_DIGITS}) ({_DIGITS}) ?/ ?({_DIGITS})")
_RATIO = re.compile(rf"({_DIGITS}) ?(?::|to|against|contre) ?({_DIGITS})")
_VULGAR = re.compile(rf"([+-]?)({_DIGITS})? ?([¼-¾⅐-⅞↉])")
_LABEL = re.compile(r"^[^\W\d_]{1,12} ?(?:\([^()]*\))? ?(?=[=≈])")
"""The name of an answer before its sign of equality: ``P(X ≤ 4)``."""
_ABOUT = re.compile(r"^(?:[=≈] ?|(?:about|environ|env\.) )")
_THOUSANDS = re.compile(r"([+-]?[1-9][0-9]{0,2})[.,]([0-9]{3})")
_WHOLE = re.compile(rf"([+-]?{_DIGITS})(?:[.,]0{{1,15}})?")

_LONGEST = 60  # characters of a number

LIKE = _("0.4, 0,4, 40 % or 52/121")
"""Examples of valid numbers, for messages."""


class NoNumberError(RulesError):
    """A text that can't be understood as a number."""


def read_number(text: str, *, decimal_comma: bool = False) -> Fraction:
    """Parse a number exactly.

    Parameters
    ----------
    text : str
        A decimal with a point or a comma, a percentage or a fraction, also as ``2 out of 5`` or
        ``⅖``.  Spaces, a minus sign (−) and spaces between groups of three digits are allowed,
        and the number may be written several times, after what it is of, as in
        ``P(X ≤ 4) = 52/123 ≈ 0.42``; the most exact counts.
    decimal_comma : bool
        True if ``4,956`` is always a decimal, as in French; otherwise it is ambiguous.

    Raises
    ------
    NoNumberError
        If it isn't a number; the message states the valid forms.
    RulesError
        If it is ambiguous, contradicts itself or divides by 0.
    """
    bare = _ABOUT.sub("", _LABEL.sub("", _bare(text), count=1), count=1)
    parts = [_read_part(part, text, decimal_comma) for part in re.split(" ?[=≈] ?", bare)]
    number, _unit = min(parts, key=lambda part: part[1])
    for rounded, unit in parts:
        more = abs(number) - abs(rounded)
        like = number * rounded >= 0 and -unit / 2 <= more < unit  # rounded or cut off
        if number != rounded and not like:
            raise RulesError("{text!r} has two numbers that differ: write one", text=text)
    return number


def _read_part(bare: str, text: str, decimal_comma: bool) -> tuple[Fraction, Fraction]:
    """Return one number of a text, and the unit of its last decimal; 0 for a fraction."""
    if match := _FRACTION.fullmatch(bare):
        return _divided(match[1], match[2], text), Fraction(0)
    if match := _VULGAR.fullmatch(bare):
        above, below = unicodedata.normalize("NFKC", match[3]).split("\u2044")
        number = _whole(match[2] or "0") + _divided(above, below, text)
        return (-number if match[1] == "-" else number), Fraction(0)
    if match := _MIXED.fullmatch(bare):
        sign, ones, above, below = match.groups()
        mixed = _whole(ones) + _divided(above, below, text)
        raise _ambiguous(text, f"{sign}{mixed}", f"{sign}{ones}{above}/{below}")
    if match := _RATIO.fullmatch(bare):
        first, second = map(_whole, match.groups())
        raise _ambiguous(text, f"{first}/{second}", f"{first}/{first + second}")
    if match := _DECIMAL.fullmatch(bare):
        digits = match[1].replace(" ", "")
        numbers = two_readings(digits) if "," in digits and not decimal_comma else None
        if numbers and not match[4]:
            raise _ambiguous(text, *numbers)
        unit = Fraction(1, 10 ** len(match[2] or match[3] or ""))
        scale = 100 if match[4] else 1
        return Fraction(digits.replace(",", ".")) / scale, unit / scale
    raise NoNumberError("{text!r:.60} is no number; write it as {like}", text=text, like=LIKE)


def _divided(above: str, below: str, text: str) -> Fraction:
    if not _whole(below):
        raise RulesError("{text!r}: nothing can be divided by 0", text=text)
    return Fraction(_whole(above), _whole(below))


def _ambiguous(text: str, first: str, second: str) -> RulesError:
    return RulesError(
        "{text!r} could be {one} or {two}: write it so", text=text, one=first, two=second
    )


def _whole(digits: str) -> int:
    return int(digits.replace(" ", ""))


def two_readings(text: str) -> tuple[str, str] | None:
    """Return the numbers that ``1,000`` or ``1.000`` may be, 1 and 1000; None of other texts."""
    match = _THOUSANDS.fullmatch(_bare(text))
    if not match:
        return None
    ones, rest = match.groups()
    return f"{ones}.{rest}" if int(rest) else ones, ones + rest


def read_whole(text: str) -> int:
    """Parse an integer; ``5,0`` is 5.

    Raises
    ------
    NoNumberError
        If it isn't an integer.
    RulesError
        If it could be two, as ``1,000``, which may be 1 or 1000.
    """
    if numbers := two_readings(text):
        raise _ambiguous(text, *numbers)
    match = _WHOLE.fullmatch(_bare(text))
    if not match:
        raise NoNumberError("{text!r:.60} is no whole number; write it as 12 or −3", text=text)
    return _whole(match[1])


def written(value: Any) -> str | None:
    """Return the text of a typed number, with single spaces; None for a number."""
    return " ".join(value.split()) if isinstance(value, str) else None


def _bare(text: str) -> str:
    """Return a text with ASCII signs and single spaces; empty if it is too long."""
    if len(text) > _LONGEST:
        return ""
    bare = re.sub(" +", " ", text.translate(_SPACES)).strip().translate(_SIGNS)
    return re.sub("^([+-]) ", r"\1", bare)
