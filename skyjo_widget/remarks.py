"""What is said about a game, beside what happens in it: what such remarks may hold."""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.history import EXPERIENCE, KINDS, RATINGS

SAID = ("experience", "fun", "fairness", "clarity", "length")
"""The answers of a form that are chosen, not written."""


def check_remark(**parts: Any) -> None:
    """Check the chosen parts of a note or a form; None is none.

    Raises
    ------
    RulesError
        If a part isn't one of those that there are.
    """
    for name, value in parts.items():
        if value is None:
            continue
        known = _CHOICES.get(name)
        if known is None:
            if type(value) is not int or value not in RATINGS:
                raise RulesError(f"{name}={value!r}: a whole number from 1 to 5 is needed")
        elif value not in known:
            raise RulesError(f"{name}={value!r}: one of {', '.join(known)} is needed")


_CHOICES = {"kind": KINDS, "experience": EXPERIENCE}
