"""Readers of annotation events: each is checked and added to its game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skyjo_widget.errors import RecordError
from skyjo_widget.errors.message import _
from skyjo_widget.records.annotations import SAID, check_remark
from skyjo_widget.records.event_checks import check_seat, compare
from skyjo_widget.records.history import History
from skyjo_widget.records.predictions import check_answer, check_value, parse_question
from skyjo_widget.records.record_file import Event


def _read_note(h: History, event: Event) -> None:
    decision = event["decision"]
    decision = _about(h, decision, "the note")
    tags, text, by = event["tags"], event["text"], event["by"]
    texts = (text, *tags, "" if by is None else by)
    if type(tags) is not list or not all(isinstance(part, str) for part in texts):
        raise RecordError("a note's text, tags and author are texts")
    about = {"kind": event.get("kind"), "rating": event.get("rating")}  # absent in older records
    check_remark(**about)
    edits = event.get("edits")
    if edits is not None and type(edits) is not int:
        raise RecordError("edits = {edits!r}: the number of a note, or null", edits=edits)
    whom = _text_or_none(event.get("whom"), "whom")
    expected = h.annotations.add_note(
        text, decision=decision, tags=tuple(tags), by=by, edits=edits, whom=whom, **about
    )
    h.annotations.notes[-1].at = event["at"]
    compare(event, expected, "note")


def _read_form(h: History, event: Event) -> None:
    opinion = {name: event[name] for name in SAID}
    check_remark(**opinion)
    text, version = event["text"], _text_or_none(event["version"])
    if not isinstance(text, str):
        raise RecordError("text = {text!r}: a text is needed", text=text)
    by = _text_or_none(event["by"])
    expected = h.annotations.add_form(by=by, text=text, version=version, **opinion)
    h.annotations.forms[-1].at = event["at"]
    compare(event, expected, "form")


def _read_ruling(h: History, event: Event) -> None:
    decision, question, text = event["decision"], event["question"], event["text"]
    decision = _about(h, decision, "the ruling")
    if not isinstance(text, str) or not isinstance(question, str):
        raise RecordError("a ruling's question and text are texts")
    expected = h.annotations.add_ruling(
        text, question=question, decision=decision, by=_text_or_none(event["by"])
    )
    h.annotations.rulings[-1].at = event["at"]
    compare(event, expected, "ruling")


def _about(h: History, decision: Any, what: str) -> int | None:
    """Check the decision that a remark is about; an unknown one is dropped with a warning."""
    if decision is None or (type(decision) is int and decision in range(len(h.decisions))):
        return decision
    if type(decision) is not int:
        raise RecordError(
            "{what} is about decision = {decision!r}: a number or null is needed",
            what=what,
            decision=decision,
        )
    h.doubts.append(
        _(
            "{what} is about decision {decision}, which isn't there: kept without one",
            what=what,
            decision=decision,
        )
    )
    return None


def _read_prediction(h: History, event: Event) -> None:
    question = parse_question(event["question"], h.game)
    value, coach = event["value"], event["coach"]
    for answer in (value, coach):
        if isinstance(answer, str) and question.kind != "best":
            raise RecordError(
                "{question!r}: a number is needed, not {given!r}",
                question=event["question"],
                given=answer,
            )
    checked = check_value(question, value)
    if coach is not None:
        check_value(question, coach)
    if question.kind == "best":
        for action in (value, coach or value):
            h.game.parse_action(action, h.codes)
    check_seat(h, event["seat"])
    expected = h.annotations.add_prediction(
        str(question),
        checked,
        due=h.due(event["seat"]),
        coach=coach,
        by=_text_or_none(event["by"]),
        written=_written(event),
    )
    h.annotations.predictions[-1].at = event["at"]
    compare(event, expected, "prediction", "decision")


def _read_answer(h: History, event: Event) -> None:
    sheet, question, right = event["sheet"], event["question"], event["right"]
    if not isinstance(sheet, str) or not isinstance(question, str):
        raise RecordError("an answer's worksheet and question are texts")
    if right is not None and type(right) is not bool:
        raise RecordError("right = {right!r}: true, false or null is needed", right=right)
    value = check_answer(event["value"])
    by = _text_or_none(event["by"])
    expected = h.annotations.add_answer(
        sheet,
        question,
        value,
        decision=len(h.decisions),
        right=right,
        by=by,
        written=_written(event),
    )
    h.annotations.answers[-1].at = event["at"]
    compare(event, expected, "answer", "decision")


def _read_coach(h: History, event: Event) -> None:
    decision, mode = event["decision"], event["mode"]
    if type(decision) is not int or not 0 <= decision <= len(h.decisions):
        raise RecordError(
            "there is no decision {decision!r} about which the coach could speak", decision=decision
        )
    if mode not in ("request", "after"):
        raise RecordError("mode = {mode!r}: 'request' or 'after' is needed", mode=mode)
    h.annotations.add_coach(decision, mode)


def _written(event: Event) -> str | None:
    """Return a number as it was typed; absent for other answers, and in older records."""
    text = event.get("written")
    if text is not None and not isinstance(text, str):
        raise RecordError("written = {text!r}: a text is needed", text=text)
    return text


def _text_or_none(text: Any, key: str = "by") -> str | None:
    if text is not None and not isinstance(text, str):
        raise RecordError("{key} = {text!r}: a text or null is needed", key=key, text=text)
    return text


ANNOTATION_READERS: dict[str, Callable[[History, Event], None]] = {
    "note": _read_note,
    "form": _read_form,
    "ruling": _read_ruling,
    "prediction": _read_prediction,
    "answer": _read_answer,
    "coach": _read_coach,
}
"""The readers by the event's name."""
