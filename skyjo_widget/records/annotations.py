"""What is said about a game, beside what happens in it."""

from __future__ import annotations

import dataclasses
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.util import markup
from skyjo_widget.util.spelling import suggestion

TAGS = ("confusing", "rule question", "broken", "fun", "frustrating", "slow")
"""What a board offers as tags of a note; there may be others."""
KINDS = ("observed", "opinion", "idea")
"""What a note is."""
EXPERIENCE = ("first", "some", "many")
"""How many games of the kind somebody had played before."""
RATINGS = range(1, 6)


class _Remark:
    """Shows the parts that say something, long texts cut short."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={markup.short(repr(part), 120)}" for name, part in self._said())
        return f"{type(self).__name__}({parts})"

    def _repr_html_(self) -> str:
        lines = [(name, _text(part)) for name, part in self._said()]
        return markup.face(type(self).__name__, markup.rows((), lines))

    def _said(self) -> list[tuple[str, Any]]:
        parts = [(f.name, getattr(self, f.name)) for f in dataclasses.fields(self)]  # type: ignore[arg-type]
        return [
            (name, part)
            for name, part in parts
            if not (part is None or part is False or part in ("", ()))
        ]


def _text(part: Any) -> str:
    return ", ".join(map(str, part)) if isinstance(part, tuple) else str(part)


@dataclasses.dataclass(slots=True, repr=False)
class Note(_Remark):
    """A remark about a decision.

    `edits` is the number of the note that it takes the place of, which stays, `replaced`.
    """

    note: int
    decision: int | None
    text: str
    tags: tuple[str, ...]
    by: str | None
    at: str
    kind: str | None = None
    rating: int | None = None
    edits: int | None = None
    replaced: bool = False

    @property
    def empty(self) -> bool:
        """Whether it says nothing; an edit that does withdraws a note."""
        return not (self.text.strip() or self.tags or self.kind or self.rating)


@dataclasses.dataclass(slots=True, repr=False)
class Form(_Remark):
    """What somebody says of the whole session.

    `fun`, `fairness` and `clarity` go from 1 to 5; so does `length`, where 3 is right and 5
    far too long.  `version` is that of the deck or the rules.
    """

    form: int
    by: str | None
    experience: str | None
    version: str | None
    fun: int | None
    fairness: int | None
    clarity: int | None
    length: int | None
    text: str
    at: str


@dataclasses.dataclass(slots=True, repr=False)
class Ruling(_Remark):
    """How it was decided, `text`, where the rules were silent, `question`."""

    ruling: int
    decision: int | None
    question: str
    text: str
    by: str | None
    at: str


@dataclasses.dataclass(slots=True, repr=False)
class Prediction(_Remark):
    """A player's answer, given before the coach's (`skyjo_widget.records.predictions`).

    `decision` is the one that was due; `value` a chance, a number or an action, `coach` what
    the coach said, None if it said nothing.
    """

    prediction: int
    decision: int
    round: int
    seat: int
    by: str | None
    question: str
    value: float | str
    coach: float | str | None
    at: str
    written: str | None = None
    """The number as it was typed, such as ``52/121``."""
    private: str = ""
    """How long it may betray what only its seat has seen: for the ``turn``, or the ``round``."""
    void: bool = False
    """Whether what was due then was taken back before it was decided."""


@dataclasses.dataclass(slots=True, repr=False)
class Answer(_Remark):
    """An answer on a worksheet; `right` is None where the teacher judges it."""

    answer: int
    decision: int
    sheet: str
    question: str
    value: float | str
    right: bool | None
    by: str | None
    at: str
    written: str | None = None


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
            meant = suggestion(value, known)
            raise RulesError(f"{name}={value!r}{meant}: one of {', '.join(known)} is needed")


_CHOICES = {"kind": KINDS, "experience": EXPERIENCE}
