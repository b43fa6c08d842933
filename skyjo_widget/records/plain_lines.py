"""Records that are read by their lines' text: most lines are decisions, in the words of `to_line`.

A decision's line isn't parsed.  Beside its number and its times it has a text of facts, which many
lines share: a reader compares each such text once with what the rules make of the action.
Whatever isn't written like that is left to `skyjo_widget.records.replay`.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from skyjo_widget.errors import RecordError
from skyjo_widget.records.record_file import TIME, Event, parse_event, parse_timestamp

EVENTS = frozenset({"game", "shuffle", "round", "fault", "resume"})
"""The events that a record may have beside decisions."""

_ACT = re.compile(
    rb'\{"event": "act", "at": "(%s)", "decision": (0|[1-9]\d{0,14}), '
    rb'("seat": .*), "ms": (null|0|[1-9]\d{0,14})(?:, "rollouts": (?:0|[1-9]\d{0,14}))?'
    % TIME.pattern.encode()
)
_BEGINS, _LINK, _HEX, _ENDS = b'{"event": "act"', b', "chain": "', 16, b'"}'
_LENGTH = len(_LINK) + _HEX + len(_ENDS)


class PlainRecord(NamedTuple):
    """A record's lines.

    Parameters
    ----------
    events : list of tuple
        The events other than decisions: its line, the event, and the number of decisions before.
    facts : list of bytes
        The facts of each decision: its line from the seat to the last consequence.
    ms : list of bytes
        The milliseconds of each decision, as JSON.
    lines : int
    digest : str
        The SHA-256 of the file's bytes.
    """

    events: list[tuple[int, Event, int]]
    facts: list[bytes]
    ms: list[bytes]
    lines: int
    digest: str


def plain_record(data: bytes) -> PlainRecord | None:
    """Read a record's bytes; None unless all its lines are plain, whole and unedited."""
    lines = data.split(b"\n")
    if lines.pop():  # a last line that was cut off
        return None
    record = PlainRecord([], [], [], len(lines), hashlib.sha256(data).hexdigest())
    events, facts, ms = record.events, record.facts, record.ms
    link = minute = b""
    for number, line in enumerate(lines, start=1):
        body, end = line[:-_LENGTH], line[-_LENGTH:]
        link = hashlib.sha256(link + body).hexdigest()[:_HEX].encode()
        if end != _LINK + link + _ENDS:
            return None
        if body.startswith(_BEGINS):
            act = _ACT.fullmatch(body)
            if act is None:
                return None
            at, since, decision, text, took = act.groups()
            if int(decision) != len(facts):
                return None
            if since != minute:
                try:
                    parse_timestamp(at.decode())
                except RecordError:
                    return None
                minute = since
            facts.append(text)
            ms.append(took)
            continue
        try:
            event = parse_event(line, number, "")
        except RecordError:
            return None
        if event["event"] not in EVENTS:
            return None
        events.append((number, event, len(facts)))
    if not events or events[0][0] != 1 or "edited" in events[0][1]:
        return None
    return record
