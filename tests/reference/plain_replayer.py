"""A slow, plain replayer of records, written from the rulebook and the record's page alone.

What it plays with, `skyjo_widget.records.plain` and `plain_skipbo`, shares no line with the
engine that it checks.

    python -m tests.reference.plain_replayer FILE      prints the score pad of a record
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from skyjo_widget.records.plain.newskyjo import NewSkyjoTable
from skyjo_widget.records.plain.skyjo import (
    GAME_OVER,
    ROUND_OVER,
    AnyTable,
    RefusedError,
    Table,
    need,
    need_int,
    need_word,
    read_player,
    same,
)
from tests.reference import plain_paper
from tests.reference.plain_skipbo import SkipBoTable

TABLES: dict[str, type[AnyTable]] = {
    table.GAME: table for table in (Table, NewSkyjoTable, SkipBoTable)
}


class ReplayError(RefusedError):
    """A line of a record that disagrees with the rules."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


LINK = re.compile(rb', "chain": "([0-9a-f]{16})"}$')


def is_whole(line: bytes, before: str, linked: re.Match[bytes] | None) -> bool:
    """Check a last line that isn't ended: whole is an object whose link follows from the last."""
    try:
        whole = isinstance(json.loads(line), dict)
    except ValueError:
        return False
    if linked is None:
        return whole and not before
    found = hashlib.sha256(before.encode() + line[: linked.start()]).hexdigest()
    return whole and found[:16] == linked[1].decode()


def whole_lines(
    lines: Iterable[str | bytes | Mapping[str, Any]], torn: list[int]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Line numbers (from 1) and events; a torn last line is only put on the list `torn`."""
    unended, link = 0, ""
    for number, line in enumerate(lines, start=1):
        if unended:
            raise ReplayError(unended, "a line in the middle isn't ended")
        if isinstance(line, Mapping):
            yield number, line
            continue
        written = line if isinstance(line, bytes) else line.encode()
        linked = LINK.search(written.rstrip())
        if not written.endswith(b"\n") and not is_whole(written.rstrip(), link, linked):
            unended = number
            continue
        link = linked[1].decode() if linked else ""
        try:
            text = line.decode("utf-8") if isinstance(line, bytes) else line
            event = json.loads(text)
        except ValueError as error:
            raise ReplayError(number, f"damaged line: {error}") from error
        if not isinstance(event, dict):
            raise ReplayError(number, "a line is not a JSON object")
        if not isinstance(event.get("at"), str) or not AT.fullmatch(event["at"]):
            raise ReplayError(number, f"`at` is no UTC time with milliseconds: {event.get('at')!r}")
        yield number, event
    if unended:
        torn.append(unended)


def replay(lines: Iterable[str | bytes | Mapping[str, Any]]) -> Iterator[AnyTable]:
    """Feed a record to a table; yield that table (always the same object) after each event.

    `lines` are text lines with their ends, as a file gives them, or events as dicts (whose
    `at` isn't looked at). When a torn last line was left out, the table's `torn_line` says so
    after the last event.
    """
    reader: Reader | None = None
    torn: list[int] = []
    numbered = list(whole_lines(lines, torn))
    if numbered and numbered[0][1].get("paper"):
        try:
            header = numbered[0][1]
            table = TABLES[need_word(header, "game", *TABLES)](header)
            told = plain_paper.filled([event for _, event in numbered], table)
        except RefusedError as error:
            raise ReplayError(0, str(error)) from error
        numbered = list(enumerate(told, start=1))
    for number, event in numbered:
        try:
            if reader is None:
                if need(event, "event") != "game":
                    raise RefusedError("the first line must be the `game` event")
                reader = Reader(TABLES[need_word(event, "game", *TABLES)](event))
            else:
                reader.take(event)
        except RefusedError as error:
            raise ReplayError(number, str(error)) from error
        yield reader.table
    if reader is None:
        raise ReplayError(1, "the record has no `game` line")
    if torn:
        reader.table.torn_line = torn[0]


class Reader:
    """Takes every event after the first, and holds it against the table."""

    def __init__(self, table: AnyTable) -> None:
        self.table = table
        self.notes = self.predictions = self.answers = self.forms = self.rulings = 0
        self.edited: set[object] = set()
        self.round_due = False  # the last act ended a round: its `round` line must come now

    def take(self, event: Mapping[str, Any]) -> None:
        kinds = {
            "shuffle": self.take_shuffle,
            "act": self.take_act,
            "round": self.take_round,
            "undo": self.take_undo,
            "note": self.take_note,
            "form": self.take_form,
            "ruling": self.take_ruling,
            "seat": self.take_seat,
            "fault": self.take_fault,
            "resume": self.take_resume,
            "penalty": self.take_penalty,
            "break off": self.take_break_off,
            "referee": self.take_referee,
            "prediction": self.take_prediction,
            "answer": self.take_answer,
            "coach": self.take_coach,
        }
        kind = need(event, "event")
        if not isinstance(kind, str) or kind not in kinds:
            raise RefusedError(f"no such kind of event here: {kind!r}")
        if self.round_due and kind not in ("round", "resume"):
            raise RefusedError(f"a `round` line was due, not {kind!r}")
        kinds[kind](event)
        if self.table.round:
            assert self.table.all_cards() == sorted(self.table.deck, key=str), "a card was lost"

    def take_shuffle(self, event: Mapping[str, Any]) -> None:
        table = self.table
        purpose = need_word(event, "for", "cut", "deal", "draw", "penalty")
        if purpose != table.shuffle_due:
            due = f"one for {table.shuffle_due!r}" if table.shuffle_due else "none"
            raise RefusedError(
                f"a shuffle for {purpose!r} in the phase {table.phase!r}; due is {due}"
            )
        expected = table.round + 1 if purpose == "deal" else table.round
        if not same(need(event, "round"), expected):
            raise RefusedError(f"shuffle for round {event['round']!r}, should be {expected}")
        table.shuffle(need(event, "order"))

    def take_act(self, event: Mapping[str, Any]) -> None:
        table = self.table
        if not same(need(event, "decision"), table.decision):
            raise RefusedError(f"decision {event['decision']!r} should be {table.decision}")
        happened = asdict(table.act(need(event, "seat"), need(event, "action")))
        for key, value in happened.items():
            if not same(need(event, key), value):
                raise RefusedError(
                    f"{event['action']!r}: {key} is {event[key]!r}, should be {value!r}"
                )
        if need(event, "ms") is not None:
            need_int(event, "ms", 0)
        self.round_due = table.phase in (ROUND_OVER, GAME_OVER)

    def take_round(self, event: Mapping[str, Any]) -> None:
        if not self.round_due:
            raise RefusedError("no round has just ended")
        for key, value in asdict(self.table.pad[-1]).items():
            if not same(need(event, key), value):
                raise RefusedError(f"{key} is {event[key]!r}, should be {value!r}")
        self.round_due = False

    def take_undo(self, event: Mapping[str, Any]) -> None:
        if need(event, "seat") is not None:
            need_int(event, "seat", 0, self.table.n - 1)
        self.table.undo(need_int(event, "to"))

    def take_prediction(self, event: Mapping[str, Any]) -> None:
        self.take_counted(event, "prediction", self.predictions)
        self.predictions += 1
        need_int(event, "seat", 0, self.table.n - 1)

    def take_answer(self, event: Mapping[str, Any]) -> None:
        self.take_counted(event, "answer", self.answers)
        self.answers += 1

    def take_counted(self, event: Mapping[str, Any], name: str, number: int) -> None:
        for key, value in ((name, number), ("decision", self.table.decision)):
            if not same(need(event, key), value):
                raise RefusedError(f"{key} {event[key]!r} should be {value}")

    def take_coach(self, event: Mapping[str, Any]) -> None:
        need_int(event, "decision", 0, self.table.decision)
        need_word(event, "mode", "request", "after")

    def take_note(self, event: Mapping[str, Any]) -> None:
        if not same(need(event, "note"), self.notes):
            raise RefusedError(f"note {event['note']!r} should be note {self.notes}")
        if need(event, "decision") is not None:
            need_int(event, "decision")
        if event.get("kind") is not None:
            need_word(event, "kind", "observed", "opinion", "idea")
        self.take_marks(event, "rating")
        edits = event.get("edits")
        if edits is not None:
            need_int(event, "edits", 0, self.notes - 1)
            if edits in self.edited:
                raise RefusedError(f"note {edits} was edited already")
            self.edited.add(edits)
        elif not any((event["text"].strip(), event["tags"], *map(event.get, ("kind", "rating")))):
            raise RefusedError("a note that says nothing")
        self.notes += 1

    def take_form(self, event: Mapping[str, Any]) -> None:
        if not same(need(event, "form"), self.forms):
            raise RefusedError(f"form {event['form']!r} should be form {self.forms}")
        if need(event, "experience") is not None:
            need_word(event, "experience", "first", "some", "many")
        self.take_marks(event, "fun", "fairness", "clarity", "length")
        self.forms += 1

    def take_ruling(self, event: Mapping[str, Any]) -> None:
        if not same(need(event, "ruling"), self.rulings):
            raise RefusedError(f"ruling {event['ruling']!r} should be ruling {self.rulings}")
        if need(event, "decision") is not None:
            need_int(event, "decision")
        self.rulings += 1

    def take_marks(self, event: Mapping[str, Any], *names: str) -> None:
        for name in names:
            if event.get(name) is not None:
                need_int(event, name, 1, 5)

    def take_seat(self, event: Mapping[str, Any]) -> None:
        seat = need_int(event, "seat", 0, self.table.n - 1)
        self.table.players[seat] = read_player(need(event, "player"))

    def take_fault(self, event: Mapping[str, Any]) -> None:
        if need_int(event, "seat") != self.table.seat:
            raise RefusedError(f"fault of seat {event['seat']}, not of {self.table.seat}")
        if need_int(event, "decision") != self.table.decision:
            raise RefusedError(f"fault at {event['decision']}, not at {self.table.decision}")

    def take_penalty(self, event: Mapping[str, Any]) -> None:
        self.table.penalty(need_int(event, "seat", 0, self.table.n - 1), need_int(event, "cards"))

    def take_break_off(self, _event: Mapping[str, Any]) -> None:
        self.table.break_off()

    def take_referee(self, event: Mapping[str, Any]) -> None:
        """Of a game with paper cards."""
        plain_paper.referee(self.table, event)

    def take_resume(self, event: Mapping[str, Any]) -> None:
        """It has no effect on the game."""


def score_pad(table: AnyTable) -> str:
    """Write the pad as text: each round's scores, the ender's with a star, and the totals."""
    lines = [["round", *(str(player["name"]) for player in table.players)]]
    for row in table.pad:
        cells = [row.cell(seat) for seat in range(table.n)]
        lines.append([str(row.round), *cells])
        lines.append(["total", *map(str, row.total)])
    widths = [max(len(line[i]) for line in lines) for i in range(table.n + 1)]
    text = ["  ".join(f"{c:>{w}}" for c, w in zip(line, widths, strict=True)) for line in lines]
    if table.winners is not None:
        names = " and ".join(str(table.players[seat]["name"]) for seat in table.winners) or "nobody"
        text.append(f"won by {names}")
    else:
        text.append(f"not over: round {table.round}, turn {table.turn}, {table.phase}")
    return "\n".join(text)


def main(arguments: list[str]) -> int:
    """Print the score pad of a record, or what is wrong with it."""
    if len(arguments) != 1:
        print("usage: python -m tests.reference.plain_replayer FILE", file=sys.stderr)
        return 2
    try:
        with Path(arguments[0]).open("rb") as file:
            *_, table = replay(file)
    except ReplayError as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 1
    if table.torn_line is not None:
        print(f"line {table.torn_line} was cut off and is left out", file=sys.stderr)
    print(score_pad(table))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
