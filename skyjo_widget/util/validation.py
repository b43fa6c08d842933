"""Validation of arguments: numbers, seeds, seats and texts."""

from __future__ import annotations

import hashlib
import math
import operator
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.spelling import matched

_MOST_EXACT = 2**53
_MOST_BITS = 1024  # Python refuses to convert numbers of some thousand digits to text


def whole_number(name: str, number: Any) -> int:
    """Validate an integer argument; NumPy's, texts and floats such as 1e3 are converted.

    Raises
    ------
    RulesError
        If it isn't a whole number.
    """
    try:
        if isinstance(number, bool):
            raise TypeError
        if isinstance(number, str):
            whole = read_whole(number)
        elif isinstance(number, float) and number.is_integer() and abs(number) <= _MOST_EXACT:
            whole = int(number)
        else:
            whole = operator.index(number)
    except (TypeError, RulesError):
        raise RulesError(
            "{name}={number!r} is no whole number{near}",
            name=name,
            number=number,
            near=_near(number),
        ) from None
    if whole.bit_length() > _MOST_BITS:
        raise RulesError("{name} is a whole number with far too many digits", name=name)
    return whole


def _near(number: Any) -> str:
    """Return what would be right in place of a fraction, as a hint."""
    if not isinstance(number, float) or not math.isfinite(number) or abs(number) > _MOST_EXACT:
        return ""
    return _("; {low} and {high} are", low=math.floor(number), high=math.ceil(number))


def seed_number(seed: Any) -> int:
    """Return the number of a seed: a text's hash; with None a random one.

    Raises
    ------
    RulesError
        If it is neither a text nor a whole number from 0 to 2**63 - 1.
    """
    if seed is None:
        return secrets.randbits(48)
    if isinstance(seed, str):
        text = unicodedata.normalize(
            "NFKC", " ".join(plain_text(seed, _("a seed")).split()).casefold()
        )
        if not text:
            raise RulesError("seed='': a text that isn't empty, or a whole number, is needed")
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
    seed = whole_number("seed", seed)
    if not 0 <= seed < 2**63:
        raise RulesError("seed={seed}: a whole number from 0 to 2**63 - 1 is needed", seed=seed)
    return int(seed)


def seat_number(seat: Any, names: Sequence[str]) -> int:
    """Validate a seat argument, from 0; `names` are the players by seat.

    Raises
    ------
    RulesError
        If there is no such seat; for a player's name the message states their seat.
    """
    name = matched(seat, names)
    if name is not None:
        raise RulesError(
            "seat={seat!r}: a seat is a number; {name} sits at seat {index}",
            seat=seat,
            name=name,
            index=names.index(name),
        )
    seat = whole_number("seat", seat)
    if not 0 <= seat < len(names):
        raise RulesError(
            "there is no seat {seat}; seats go from 0 to {last}", seat=seat, last=len(names) - 1
        )
    return int(seat)


def plain_text(text: Any, what: str) -> str:
    """Validate a text argument that must be encodable in UTF-8.

    Raises
    ------
    RulesError
        If it isn't a text, or holds a lone surrogate.
    """
    if not isinstance(text, str):
        raise RulesError("{what} is a text, not {text!r}", what=what, text=text)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RulesError(
            "{what} holds half of a character: {text!r}", what=what, text=text
        ) from None
    return text
