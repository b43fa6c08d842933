"""Replay of a record's events, each checked against the rules."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterator
from typing import Any

from skyjo_widget.engine.core.state import copy
from skyjo_widget.errors import RecordError, RulesError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.records.annotation_events import ANNOTATION_READERS
from skyjo_widget.records.event_checks import check_seat, compare
from skyjo_widget.records.header import read_player
from skyjo_widget.records.history import History
from skyjo_widget.records.paper_history import PaperHistory, referee_parts
from skyjo_widget.records.record_file import Event, parse_timestamp


def new_history(header: Event) -> History:
    """Make a game from its record's header; one with paper cards is a `PaperHistory`.

    Raises
    ------
    RecordError
        If the header is of another format or version, or can't be played.
    """
    return (PaperHistory if header.get("paper") else History)(header)


def replay(events: list[Event], path: str | None = None) -> History:
    """Replay a record's events; return the game.

    Raises
    ------
    RecordError
        At the first event that doesn't follow from the rules; with its line.
    """
    try:
        history = new_history(events[0])
    except RecordError as error:
        raise RecordError(error.message, path=path, line=1) from None
    for number, event in enumerate(events[1:], start=2):
        feed(history, event, line=number, path=path)
    return history


def _pickled(history: History) -> tuple[Callable[..., History], tuple[list[Event]]]:
    return replay, (history.events,)


for _kind in (History, PaperHistory):
    copyreg.pickle(_kind, _pickled)  # a game has functions, and a chain that is too deep


def states(history: History) -> Iterator[Any]:
    """Yield the state before each decision of a game, undone ones too, by replaying it."""
    replayed = new_history(history.header)
    for event in history.events[1:]:
        if event["event"] == "act":
            yield copy(replayed.known_state)
        feed(replayed, event, line=0)


def before(history: History, decision: int) -> History:
    """Return a game as it was before a decision, by replaying it."""
    replayed = new_history(history.header)
    for event in history.events[1:]:
        if event.get("decision") == decision and event["event"] == "act":
            break
        feed(replayed, event, line=0)
    return replayed


def feed(history: History, event: Event, *, line: int, path: str | None = None) -> None:
    """Replay one event of a record after its header.

    Raises
    ------
    RecordError
        If it doesn't follow from the rules; with its line.
    """
    read = _READERS.get(event["event"])
    if read is None:
        raise RecordError(
            "unknown event {event!r}; known are {known}",
            event=event["event"],
            known=", ".join(_READERS),
            path=path,
            line=line,
        )
    doubts = len(history.doubts)
    try:
        history.at = parse_timestamp(event["at"])
        read(history, event)
    except RecordError as error:
        raise RecordError(message_of(error), path=path, line=line, reason=error.reason) from None
    except KeyError as error:
        raise RecordError("the key {error} is missing", error=error, path=path, line=line) from None
    except RulesError as error:
        raise RecordError(message_of(error), path=path, line=line) from None
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        raise RecordError("damaged event: {error}", error=error, path=path, line=line) from None
    finally:
        history.at = None
    history.keep_as_written(event)
    history.doubts[doubts:] = [
        _("line {line}: {message}", line=line, message=doubt) for doubt in history.doubts[doubts:]
    ]


def _read_shuffle(h: History, event: Event) -> None:
    if h.between_rounds:
        h.begin_round()
    if not h.needs_shuffle:
        raise RecordError("a shuffle where none is due")
    order, s = h.order_of(event), h.state
    if order is not None and sorted(order) != sorted(s.draw[: s.draw_size]):
        raise RecordError(
            "the order must hold the {draw_size} cards to be shuffled, no others",
            draw_size=s.draw_size,
        )
    compare(event, h.shuffle(order), "for", "round", "order")


def _read_act(h: History, event: Event) -> None:
    if h.actor is None:
        raise RecordError("a decision where nobody has one to make")
    action = h.game.parse_action(event["action"], h.codes)
    legal = h.legal()
    if action not in legal:
        why = h.game.why_illegal(h.state, h.codes, action)
        raise RecordError("{action!r} isn't legal: {why}", action=event["action"], why=why)
    ms = event["ms"]
    if ms is not None and (type(ms) is not int or not 0 <= ms < 2**53):
        raise RecordError("ms = {ms!r} is no time in milliseconds", ms=ms)
    rollouts = event.get("rollouts")
    if rollouts is not None and (type(rollouts) is not int or not 0 <= rollouts < 2**53):
        raise RecordError("rollouts = {rollouts!r} is no number of them", rollouts=rollouts)
    expected = h.act(action, ms=ms, rollouts=rollouts, legal=len(legal))
    for key, value in expected.items():
        if key not in _NOT_MADE and (recorded := event[key]) is not value:
            if value == [] and recorded == []:  # of most decisions
                continue
            compare(event, expected, key)
    for key in _SHARED:  # one text for all lines, one list for line and row
        if event[key] == expected[key]:
            event[key] = expected[key]


_SHARED = ("event", "action", "source", "cleared")
_NOT_MADE = frozenset({"event", "at", "action", "ms"})


def _read_round(h: History, event: Event) -> None:
    if not h.needs_scoring:
        raise RecordError("a score where the round isn't over")
    expected = h.score()
    compare(event, expected, *(key for key in expected if key not in ("event", "at")))


def _read_undo(h: History, event: Event) -> None:
    to, seat = event["to"], event["seat"]
    reachable = type(to) is int and to in range(len(h.decisions)) and not h.decisions[to].undone
    if not reachable and (to is not None or h.fresh_deal is None):
        raise RecordError("there is no decision {to!r} that could be undone", to=to)
    if seat is not None:
        check_seat(h, seat)
    h.undo(to, seat)


def _read_penalty(h: History, event: Event) -> None:
    if h.actor is None:
        raise RecordError("a penalty where no seat is to decide")
    seat = event["seat"]
    check_seat(h, seat)
    compare(event, h.penalize(seat), "cards")


def _read_break_off(h: History, event: Event) -> None:
    if h.actor is None:
        raise RecordError("a game is broken off where no seat is to decide")
    h.break_off()


def _read_card(h: History, event: Event) -> None:
    if h.between_rounds:
        h.begin_round()
    where, card = event["where"], event["card"]
    if not isinstance(where, str):
        raise RecordError("where = {where!r}: the name of a hidden place is needed", where=where)
    compare(event, h.name_card(where, h.deck.parse_card(str(card))), "card")


def _read_referee(h: History, event: Event) -> None:
    what, text = event["what"], event["text"]
    if not isinstance(what, str) or not isinstance(text, str):
        raise RecordError("what a referee does, and its text, are texts")
    details = referee_parts(h.game, event)
    for name, value in details.items():
        if name == "seat":
            check_seat(h, value)
        elif type(value) is not (int if name in ("points", "cards") else str):
            raise RecordError("{name} = {value!r} is of the wrong type", name=name, value=value)
    h.referee(what, details, text=text)


def _read_seat(h: History, event: Event) -> None:
    seat = event["seat"]
    check_seat(h, seat)
    player = read_player(event["player"])
    if h.paper and player.kind != "person":
        raise RecordError("a bot at a table with paper cards: people play there")
    h.sit(seat, player)


def _read_remark(h: History, event: Event) -> None:
    """Keep a fault or a resumption, which changes nothing."""
    h.remark(event)


_READERS: dict[str, Callable[[History, Event], None]] = {
    "shuffle": _read_shuffle,
    "act": _read_act,
    "round": _read_round,
    "penalty": _read_penalty,
    "break off": _read_break_off,
    "card": _read_card,
    "referee": _read_referee,
    "undo": _read_undo,
    "seat": _read_seat,
    **ANNOTATION_READERS,
    "fault": _read_remark,
    "resume": _read_remark,
}
