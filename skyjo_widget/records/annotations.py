"""Annotations: remarks about a game, which don't change it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

from skyjo_widget.errors import RulesError
from skyjo_widget.records.record_file import Event, timestamp
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, FrozenView
from skyjo_widget.util.spelling import suggestion

TAGS = ("confusing", "rule question", "broken", "fun", "frustrating", "slow")
"""Tags of a note that a board offers; there may be others."""
KINDS = ("observed", "opinion", "idea")
"""The kinds of a note."""
EXPERIENCE = ("first", "some", "many")
"""A player's experience: the number of similar games played before."""
RATINGS = range(1, 6)


class _Remark(FrozenView):
    """A base class whose representation shows non-empty parts, long texts clipped."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={markup.short(repr(part), 120)}" for name, part in self._parts())
        return f"{type(self).__name__}({parts})"

    def _face(self, say: CellTexts) -> markup.Html:
        lines = [(markup.code(name), _text(part)) for name, part in self._parts()]
        return say.face(say(type(self).__name__.lower()), markup.rows((), lines))

    def _parts(self) -> list[tuple[str, Any]]:
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

    `edits` is the number of the note that it replaces, which stays, marked `replaced`.
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
    whom: str | None = None

    @property
    def empty(self) -> bool:
        """True if it has no content; an empty edit withdraws a note."""
        return not (self.text.strip() or self.tags or self.kind or self.rating)


@dataclasses.dataclass(slots=True, repr=False)
class Form(_Remark):
    """A player's opinion of the whole session.

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
    """A decision, `text`, where the rules were silent, `question`."""

    ruling: int
    decision: int | None
    question: str
    text: str
    by: str | None
    at: str


@dataclasses.dataclass(slots=True, repr=False)
class Prediction(_Remark):
    """A player's answer, given before the coach's (`skyjo_widget.records.predictions`).

    `decision` is the one that was due; `value` a probability, a number or an action, `coach` the
    coach's answer, None if it had none.
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
    """The time in which it may reveal a seat's secrets: the ``turn``, or the ``round``."""
    void: bool = False
    """True if an undo removed the decision that was due."""


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
    """Check the chosen parts of a note or a form; None is no answer.

    Raises
    ------
    RulesError
        If a part isn't one of its choices.
    """
    for name, value in parts.items():
        if value is None:
            continue
        choices = _CHOICES.get(name)
        if choices is None:
            if type(value) is not int or value not in RATINGS:
                raise RulesError(
                    "{name}={value!r}: a whole number from 1 to 5 is needed", name=name, value=value
                )
        elif value not in choices:
            meant = suggestion(value, choices)
            raise RulesError(
                "{name}={value!r}{meant}: one of {known} is needed",
                name=name,
                value=value,
                meant=meant,
                known=", ".join(choices),
            )


_CHOICES = {"kind": KINDS, "experience": EXPERIENCE}


class Due(NamedTuple):
    """The decision that is due, for a prediction; `private` as in `Prediction`."""

    decision: int
    round: int
    seat: int
    private: str


class Annotations:
    """The remarks about a game; none changes the table.

    Parameters
    ----------
    events : list of dict
        The game's events, to which each annotation adds one.

    Attributes
    ----------
    notes : list of Note
    forms : list of Form
    rulings : list of Ruling
    predictions : list of Prediction
    answers : list of Answer
    coached : dict of int to str
        The decisions for which the coach was looked at, and its mode then.
    """

    def __init__(self, events: list[Event]) -> None:
        self._events = events
        self.notes: list[Note] = []
        self.forms: list[Form] = []
        self.rulings: list[Ruling] = []
        self.predictions: list[Prediction] = []
        self.answers: list[Answer] = []
        self.coached: dict[int, str] = {}
        self.on_change: Callable[[str, int], None] | None = None
        """Called before a row changes: the name of its list, and its number there."""

    def add_note(
        self,
        text: str,
        *,
        decision: int | None,
        tags: tuple[str, ...],
        by: str | None,
        kind: str | None = None,
        rating: int | None = None,
        edits: int | None = None,
        whom: str | None = None,
    ) -> Event:
        """Add a remark.

        Raises
        ------
        RulesError
            If it is empty and edits none, or edits one that doesn't exist or was edited.
        """
        note = Note(
            len(self.notes), decision, text, tags, by, timestamp(), kind, rating, edits, whom=whom
        )
        if edits is None and note.empty:
            raise RulesError("a note needs a text, a tag, a kind or a rating")
        if edits is not None:
            if edits not in range(len(self.notes)):
                raise RulesError(
                    "there is no note {edits}; there are {count}",
                    edits=edits,
                    count=len(self.notes),
                )
            if self.notes[edits].replaced:
                later = {other.edits: other.note for other in self.notes}
                newest = edits
                while newest in later:
                    newest = later[newest]
                raise RulesError(
                    "note {edits} was edited already: edit note {newest}",
                    edits=edits,
                    newest=newest,
                )
            self._announce("notes", edits)
            self.notes[edits].replaced = True
        self.notes.append(note)
        return self._add(
            {
                "event": "note",
                "at": note.at,
                "note": note.note,
                "decision": decision,
                "text": text,
                "tags": list(tags),
                "by": by,
                "kind": kind,
                "rating": rating,
                "edits": edits,
                **({"whom": whom} if whom is not None else {}),
            }
        )

    def add_form(self, *, by: str | None, text: str, **opinion: Any) -> Event:
        """Add an opinion of the whole session; `opinion` holds the other parts of a `Form`."""
        form = Form(form=len(self.forms), by=by, text=text, at=timestamp(), **opinion)
        self.forms.append(form)
        return self._add({"event": "form", **dataclasses.asdict(form)})

    def add_ruling(
        self, text: str, *, question: str, decision: int | None, by: str | None
    ) -> Event:
        """Add a decision where the rules were silent."""
        ruling = Ruling(len(self.rulings), decision, question, text, by, timestamp())
        self.rulings.append(ruling)
        return self._add({"event": "ruling", **dataclasses.asdict(ruling)})

    def add_prediction(
        self,
        question: str,
        value: float | str,
        *,
        due: Due,
        coach: float | str | None,
        by: str | None,
        written: str | None = None,
    ) -> Event:
        """Add a player's prediction for the decision that is due."""
        at, number = timestamp(), len(self.predictions)
        self.predictions.append(
            Prediction(
                number,
                due.decision,
                due.round,
                due.seat,
                by,
                question,
                value,
                coach,
                at,
                written=written,
                private=due.private,
            )
        )
        return self._add(
            {
                "event": "prediction",
                "at": at,
                "prediction": number,
                "decision": due.decision,
                "seat": due.seat,
                "by": by,
                "question": question,
                "value": value,
                "coach": coach,
                **({"written": written} if written is not None else {}),
            }
        )

    def add_answer(
        self,
        sheet: str,
        question: str,
        value: float | str,
        *,
        decision: int,
        right: bool | None,
        by: str | None,
        written: str | None = None,
    ) -> Event:
        """Add an answer on a worksheet, given when `decision` was due."""
        at = timestamp()
        answer = Answer(len(self.answers), decision, sheet, question, value, right, by, at, written)
        self.answers.append(answer)
        parts = dataclasses.asdict(answer)
        if written is None:
            del parts["written"]
        return self._add({"event": "answer", **parts})

    def add_coach(self, decision: int, mode: str) -> Event:
        """Record that the coach was consulted for a decision."""
        self.coached[decision] = mode
        return self._add({"event": "coach", "at": timestamp(), "decision": decision, "mode": mode})

    def take_back(self, due: int) -> None:
        """Void the predictions for decisions from `due` on, after an undo."""
        self.coached.pop(due, None)  # its number is used for another decision
        for prediction in reversed(self.predictions):  # by decision
            if prediction.decision < due:
                break
            self._announce("predictions", prediction.prediction)
            self.predictions[prediction.prediction].void = True

    def _add(self, event: Event) -> Event:
        self._events.append(event)
        return event

    def _announce(self, name: str, number: int) -> None:
        """Announce a change of a row; the listener may replace the row by a copy."""
        if self.on_change:
            self.on_change(name, number)
