"""A parser of typed numbers: ``0.4``, ``0,4``, ``40 %``, ``52/121``, ``−3``, ``1 234``.

It serves all typed input: predictions, worksheets, lists of cards, rule tables.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

_SPACES = dict.fromkeys(map(ord, "\t\u00a0\u202f\u2009\u2007"), " ")
_SIGNS = str.maketrans({"−": "-", "–": "-", "⁄": "/", "∕": "/", "％": "%"})
_DIGITS = r"(?:[0-9]{1,15}|[0-9]{1,3}(?: [0-9]{3}){1,4})"
_DECIMAL = re.compile(rf"([+-]?(?:{_DIGITS}(?:[.,][0-9]{{1,15}})?|[.,][0-9]{{1,15}})) ?(%?)")
_FRACTION = re.compile(rf"([+-]?{_DIGITS}) ?/ ?({_DIGITS})")
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}")
_WHOLE = re.compile(rf"([+-]?{_DIGITS})(?:[.,]0{{1,15}})?")

_LONGEST = 60  # characters of a number

LIKE = _("0.4, 0,4, 40 % or 52/121")
"""Examples of valid numbers, for messages."""


def read_number(text: str, *, decimal_comma: bool = False) -> Fraction:
    """Parse a number exactly.

    Parameters
    ----------
    text : str
        A decimal with a point or a comma, a percentage or a fraction.  Spaces, a minus sign
        (−), ≈ in front and spaces between groups of three digits are allowed.
    decimal_comma : bool
        True if ``4,956`` is always a decimal, as in French; otherwise it is ambiguous.

    Raises
    ------
    RulesError
        If it isn't a number, is ambiguous, or divides by 0; the message states the valid forms.
    """
    bare = _bare(text)
    if match := _FRACTION.fullmatch(bare):
        above, below = (int(part.replace(" ", "")) for part in match.groups())
        if not below:
            raise RulesError("{text!r}: nothing can be divided by 0", text=text)
        return Fraction(above, below)
    if match := _DECIMAL.fullmatch(bare):
        digits = match[1].replace(" ", "")
        if not decimal_comma and not match[2] and _THOUSANDS.fullmatch(digits):
            decimal, whole = digits.replace(",", "."), digits.replace(",", "")
            raise RulesError(
                "{text!r} could be {one} or {two}: write it so", text=text, one=decimal, two=whole
            )
        number = Fraction(digits.replace(",", "."))
        return number / 100 if match[2] else number
    raise RulesError("{text!r:.60} is no number; write it as {like}", text=text, like=LIKE)


def read_whole(text: str) -> int:
    """Parse an integer; ``5,0`` is 5.

    Raises
    ------
    RulesError
        If it isn't an integer.
    """
    match = _WHOLE.fullmatch(_bare(text))
    if not match:
        raise RulesError("{text!r:.60} is no whole number; write it as 12 or −3", text=text)
    return int(match[1].replace(" ", ""))


def written(value: Any) -> str | None:
    """Return the text of a typed number, with single spaces; None for a number."""
    return " ".join(value.split()) if isinstance(value, str) else None


def _bare(text: str) -> str:
    """Return a text with ASCII signs and single spaces; empty if it is too long."""
    if len(text) > _LONGEST:
        return ""
    bare = re.sub(" +", " ", text.translate(_SPACES)).strip().translate(_SIGNS)
    bare = bare.removeprefix("≈").lstrip()
    return re.sub("^([+-]) ", r"\1", bare)
