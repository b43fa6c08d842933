"""From the events of a record back to the game, each held against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from skyjo_widget.engine.core.state import copy
from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.records.annotations import SAID, check_remark
from skyjo_widget.records.header import read_player
from skyjo_widget.records.history import History, referee_parts
from skyjo_widget.records.predictions import check_answer, check_value, parse_question
from skyjo_widget.records.record_file import Event, parse_timestamp


def replay(events: list[Event], path: str | None = None) -> History:
    """The game that a record tells.

    Raises
    ------
    RecordError
        At the first event that the rules don't make of the game; with its line.
    """
    try:
        history = History(events[0])
    except RecordError as error:
        raise RecordError(error.message, path=path, line=1) from None
    for number, event in enumerate(events[1:], start=2):
        feed(history, event, line=number, path=path)
    return history


def states(history: History) -> Iterator[Any]:
    """The state before each decision of a game, undone ones too, by replaying it."""
    again = History(history.header)
    for event in history.events[1:]:
        if event["event"] == "act":
            yield copy(again.known_state)
        feed(again, event, line=0)


def before(history: History, decision: int) -> History:
    """A game as it was when a decision was to be made, by replaying it."""
    again = History(history.header)
    for event in history.events[1:]:
        if event.get("decision") == decision and event["event"] == "act":
            break
        feed(again, event, line=0)
    return again


def feed(history: History, event: Event, *, line: int, path: str | None = None) -> None:
    """Take in one event of a record after its header.

    Raises
    ------
    RecordError
        If it isn't what the rules make of the game so far; with its line.
    """
    read = _READERS.get(event["event"])
    if read is None:
        raise RecordError(
            f"unknown event {event['event']!r}; known are {', '.join(_READERS)}",
            path=path,
            line=line,
        )
    doubts = len(history.doubts)
    try:
        parse_timestamp(event["at"])
        read(history, event)
    except RecordError as error:
        raise RecordError(str(error), path=path, line=line, reason=error.reason) from None
    except KeyError as error:
        raise RecordError(f"the key {error} is missing", path=path, line=line) from None
    except RulesError as error:
        raise RecordError(str(error), path=path, line=line) from None
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise RecordError(f"damaged event: {error}", path=path, line=line) from None
    history.keep_as_written(event)
    history.doubts[doubts:] = [f"line {line}: {doubt}" for doubt in history.doubts[doubts:]]


def _read_shuffle(h: History, event: Event) -> None:
    if h.between_rounds:
        h.begin_round()
    if not h.needs_shuffle:
        raise RecordError("a shuffle where none is due")
    if h.paper:
        _compare(event, h.shuffle(), "for", "round", "order")
        return
    order = [h.deck.parse_card(str(value)) for value in event["order"]]
    s = h.state
    if sorted(order) != sorted(s.draw[: s.draw_size]):
        raise RecordError(f"the order must hold the {s.draw_size} cards to be shuffled, no others")
    _compare(event, h.shuffle(order), "for", "round", "order")


def _read_act(h: History, event: Event) -> None:
    if h.actor is None:
        raise RecordError("a decision where nobody has one to make")
    action = h.game.parse_action(event["action"], h.codes)
    legal = h.legal()
    if action not in legal:
        why = h.game.why_illegal(h.state, h.codes, action)
        raise RecordError(f"{event['action']!r} isn't legal: {why}")
    ms = event["ms"]
    if ms is not None and (type(ms) is not int or not 0 <= ms < 2**53):
        raise RecordError(f"ms = {ms!r} is no time in milliseconds")
    rollouts = event.get("rollouts")
    if rollouts is not None and (type(rollouts) is not int or not 0 <= rollouts < 2**53):
        raise RecordError(f"rollouts = {rollouts!r} is no number of them")
    made = h.act(action, ms=ms, rollouts=rollouts, legal=len(legal))
    _compare(event, made, *(key for key in made if key not in _NOT_MADE))
    for key in _SHARED:  # one text for all lines, one list for line and row
        if event[key] == made[key]:
            event[key] = made[key]


_SHARED = ("event", "action", "source", "cleared")
_NOT_MADE = frozenset({"event", "at", "action", "ms"})


def _read_round(h: History, event: Event) -> None:
    if not h.needs_scoring:
        raise RecordError("a score where the round isn't over")
    made = h.score()
    _compare(event, made, *(key for key in made if key not in ("event", "at")))


def _read_undo(h: History, event: Event) -> None:
    to, seat = event["to"], event["seat"]
    known = type(to) is int and to in range(len(h.decisions)) and not h.decisions[to].undone
    if not known and (to is not None or h.fresh_deal is None):
        raise RecordError(f"there is no decision {to!r} that could be undone")
    if seat is not None:
        _check_seat(h, seat)
    h.undo(to, seat)


def _read_penalty(h: History, event: Event) -> None:
    if h.actor is None:
        raise RecordError("a penalty where no seat is to decide")
    seat = event["seat"]
    _check_seat(h, seat)
    _compare(event, h.penalize(seat), "cards")


def _read_card(h: History, event: Event) -> None:
    if h.between_rounds:
        h.begin_round()
    where, card = event["where"], event["card"]
    if not isinstance(where, str):
        raise RecordError(f"where = {where!r}: the name of a hidden place is needed")
    _compare(event, h.name_card(where, h.deck.parse_card(str(card))), "card")


def _read_referee(h: History, event: Event) -> None:
    what, text = event["what"], event["text"]
    if not isinstance(what, str) or not isinstance(text, str):
        raise RecordError("what a referee does, and its text, are texts")
    said = referee_parts(event)
    for name, value in said.items():
        if name == "seat":
            _check_seat(h, value)
        elif type(value) is not (int if name in ("points", "cards") else str):
            raise RecordError(f"{name} = {value!r} is of the wrong type")
    h.referee(what, said, text=text)


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
        raise RecordError(f"edits = {edits!r}: the number of a note, or null")
    made = h.add_note(text, decision=decision, tags=tuple(tags), by=by, edits=edits, **about)
    h.notes[-1].at = event["at"]
    _compare(event, made, "note")


def _read_form(h: History, event: Event) -> None:
    said = {name: event[name] for name in SAID}
    check_remark(**said)
    text, version = event["text"], _text_or_none(event["version"])
    if not isinstance(text, str):
        raise RecordError(f"text = {text!r}: a text is needed")
    by = _text_or_none(event["by"])
    made = h.add_form(by=by, text=text, version=version, **said)
    h.forms[-1].at = event["at"]
    _compare(event, made, "form")


def _read_ruling(h: History, event: Event) -> None:
    decision, question, text = event["decision"], event["question"], event["text"]
    decision = _about(h, decision, "the ruling")
    if not isinstance(text, str) or not isinstance(question, str):
        raise RecordError("a ruling's question and text are texts")
    made = h.add_ruling(text, question=question, decision=decision, by=_text_or_none(event["by"]))
    h.rulings[-1].at = event["at"]
    _compare(event, made, "ruling")


def _about(h: History, decision: Any, what: str) -> int | None:
    """The decision that a remark is about; one that isn't there costs nobody the game."""
    if decision is None or (type(decision) is int and decision in range(len(h.decisions))):
        return decision
    if type(decision) is not int:
        raise RecordError(f"{what} is about decision = {decision!r}: a number or null is needed")
    h.doubts.append(f"{what} is about decision {decision}, which isn't there: kept without one")
    return None


def _read_prediction(h: History, event: Event) -> None:
    question = parse_question(event["question"], h.game)
    value, coach = event["value"], event["coach"]
    for given in (value, coach):
        if isinstance(given, str) and question.kind != "best":
            raise RecordError(f"{event['question']!r}: a number is needed, not {given!r}")
    checked = check_value(question, value)
    if coach is not None:
        check_value(question, coach)
    if question.kind == "best":
        for action in (value, coach or value):
            h.game.parse_action(action, h.codes)
    _check_seat(h, event["seat"])
    made = h.add_prediction(
        str(question),
        checked,
        seat=event["seat"],
        coach=coach,
        by=_text_or_none(event["by"]),
        written=_written(event),
    )
    h.predictions[-1].at = event["at"]
    _compare(event, made, "prediction", "decision")


def _read_answer(h: History, event: Event) -> None:
    sheet, question, right = event["sheet"], event["question"], event["right"]
    if not isinstance(sheet, str) or not isinstance(question, str):
        raise RecordError("an answer's worksheet and question are texts")
    if right is not None and type(right) is not bool:
        raise RecordError(f"right = {right!r}: true, false or null is needed")
    value = check_answer(event["value"])
    by = _text_or_none(event["by"])
    made = h.add_answer(sheet, question, value, right=right, by=by, written=_written(event))
    h.answers[-1].at = event["at"]
    _compare(event, made, "answer", "decision")


def _read_coach(h: History, event: Event) -> None:
    decision, mode = event["decision"], event["mode"]
    if type(decision) is not int or not 0 <= decision <= len(h.decisions):
        raise RecordError(f"there is no decision {decision!r} about which the coach could speak")
    if mode not in ("request", "after"):
        raise RecordError(f"mode = {mode!r}: 'request' or 'after' is needed")
    h.add_coach(decision, mode)


def _written(event: Event) -> str | None:
    """The number as it was typed; absent where it wasn't, and in older records."""
    text = event.get("written")
    if text is not None and not isinstance(text, str):
        raise RecordError(f"written = {text!r}: a text is needed")
    return text


def _text_or_none(text: Any) -> str | None:
    if text is not None and not isinstance(text, str):
        raise RecordError(f"by = {text!r}: a text or null is needed")
    return text


def _check_seat(h: History, seat: Any) -> None:
    if type(seat) is not int or seat not in range(len(h.players)):
        raise RecordError(f"there is no seat {seat!r}")


def _read_seat(h: History, event: Event) -> None:
    seat = event["seat"]
    _check_seat(h, seat)
    player = read_player(event["player"])
    if h.paper and player.kind != "person":
        raise RecordError("a bot at a table with paper cards: people play there")
    h.sit(seat, player)


def _read_remark(h: History, event: Event) -> None:
    """Faults and resumptions change nothing."""
    h.remark(event)


_PLAIN = frozenset({int, str, type(None)})


def _compare(found: Event, made: Event, *keys: str) -> None:
    for key in keys:
        told, true = found[key], made[key]
        if type(told) is type(true) and type(true) in _PLAIN and told == true:
            continue
        if told != true or repr(told) != repr(true):  # true is no 1
            raise RecordError(
                f"says {key} = {told!r}, but replaying the game makes it {true!r}", reason="rows"
            )


_READERS: dict[str, Callable[[History, Event], None]] = {
    "shuffle": _read_shuffle,
    "act": _read_act,
    "round": _read_round,
    "penalty": _read_penalty,
    "card": _read_card,
    "referee": _read_referee,
    "undo": _read_undo,
    "note": _read_note,
    "form": _read_form,
    "ruling": _read_ruling,
    "seat": _read_seat,
    "prediction": _read_prediction,
    "answer": _read_answer,
    "coach": _read_coach,
    "fault": _read_remark,
    "resume": _read_remark,
}
