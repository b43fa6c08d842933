"""Checks on what callers hand in: numbers and texts."""

from __future__ import annotations

import hashlib
import operator
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.spelling import matched

_MOST_BITS = 1024  # of more than some thousand digits Python itself can't tell a number


def whole_number(name: str, number: Any) -> int:
    """A whole number given by a caller, as Python's own; NumPy's and typed ones are welcome.

    Raises
    ------
    RulesError
        If it is no whole number.
    """
    try:
        if isinstance(number, bool):
            raise TypeError
        whole = read_whole(number) if isinstance(number, str) else operator.index(number)
    except (TypeError, RulesError):
        raise RulesError(f"{name}={number!r} is no whole number") from None
    if whole.bit_length() > _MOST_BITS:
        raise RulesError(f"{name} is a whole number with far too many digits")
    return whole


def seed_number(seed: Any) -> int:
    """A seed given by a caller: a number, or a text that stands for one.

    Raises
    ------
    RulesError
        If it is neither a text nor a whole number from 0 to 2**63 - 1.
    """
    if isinstance(seed, str):
        text = unicodedata.normalize(
            "NFKC", " ".join(plain_text(seed, "a seed").split()).casefold()
        )
        if not text:
            raise RulesError("seed='': a text that isn't empty, or a whole number, is needed")
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
    seed = whole_number("seed", seed)
    if not 0 <= seed < 2**63:
        raise RulesError(f"seed={seed}: a whole number from 0 to 2**63 - 1 is needed")
    return int(seed)


def seat_number(seat: Any, names: Sequence[str]) -> int:
    """A seat given by a caller, from 0; `names` are the players by seat.

    Raises
    ------
    RulesError
        If there is no such seat; for a player's name the message says where they sit.
    """
    name = matched(seat, names)
    if name is not None:
        raise RulesError(
            f"seat={seat!r}: a seat is a number; {name} sits at seat {names.index(name)}"
        )
    seat = whole_number("seat", seat)
    if not 0 <= seat < len(names):
        raise RulesError(f"there is no seat {seat}; seats go from 0 to {len(names) - 1}")
    return int(seat)


def new_seed() -> int:
    """A seed that nobody chose."""
    return secrets.randbits(48)


def plain_text(text: Any, what: str) -> str:
    """A text that a caller gave, if it is one that can be written to a file.

    Raises
    ------
    RulesError
        If it is no text, or holds half of a character.
    """
    if not isinstance(text, str):
        raise RulesError(f"{what} is a text, not {text!r}")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RulesError(f"{what} holds half of a character: {text!r}") from None
    return text
