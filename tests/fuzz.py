"""Spoilt records, decks, messages and notation: mutant number n is the same on every machine.

Half-way sense gets further than noise, so most mutants are of values in events that
parse, and some are of the bytes. ``python -m tests.fuzz KIND FROM TO`` tries numbers
beyond those of the suite and tells how far they got.
"""

from __future__ import annotations

import copy
import functools
import io
import json
import random
import re
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skyjo_widget import Deck, PolicyError, RecordError, RulesError, load, paper, play
from skyjo_widget.board.session import Session
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.errors import DeckError, NotationError
from skyjo_widget.records.history import History
from skyjo_widget.records.record_file import Found, found_in, to_line
from skyjo_widget.records.replay import feed, new_history, replay

AT = "2026-01-02T03:04:05.678Z"
TINY = {"columns": 1, "rows": 2, "turned": 1, "clear": 2, "target": 12}
SMALL = {"columns": 2, "rows": 2, "turned": 1, "clear": 2, "target": 20}
FEW = Deck.from_counts([(-2, 2), (3, 3), (7, 3), (12, 2)])
PILES = {"stock": 2, "hand": 2, "building_piles": 2, "discard_piles": 2, "rounds": 2}
WILD = Deck.from_counts([(1, 4), (2, 4), (3, 4), ("wild", 2)])


def read(data: bytes) -> Found:
    """Return the events of a file with these bytes."""
    return found_in(data, "mutant.jsonl")


# What is spoilt


def broken(_obs: Any) -> Any:
    """A bot that fails."""
    raise ValueError("not today")


@functools.cache
def records() -> tuple[tuple[bytes, ...], ...]:
    """Short records with every kind of event, as lines; the same on every machine."""
    games = [
        (["Ana", "Bo"], {**TINY, "practice": True}),
        (["Ana", "bot:random"], {**TINY, "practice": True, "clear_at_reveal": False}),
        (["Ana", "bot:greedy"], {**SMALL, "practice": True}),
        (["Ana", "Bo", "bot:greedy"], {**TINY, "cleared_to": "out of the game", "practice": True}),
        (["bot:random", "Ana"], {**TINY, "starter": "highest sum", "penalty_when": "always"}),
        (["Ana", broken], {**TINY, "practice": True}),
        (["Ana", "Bo"], {**PILES, "practice": True}),
        (["Ana", "bot:random", "Bo", "bot:greedy"], {**PILES, "teams": True}),
    ]
    made = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (players, options) in enumerate(games):
            path = Path(folder, f"{number}.jsonl")
            _play_a_little(path, players, options, random.Random(number))
            made.append(tuple(_timeless(line) for line in path.read_bytes().splitlines()))
        path = Path(folder, "paper.jsonl")
        _write_a_little(path, random.Random(len(games)))
        made.append(tuple(_timeless(line) for line in path.read_bytes().splitlines()))
    assert {json.loads(line)["event"] for lines in made for line in lines} == set(EVENTS)
    return tuple(made)


def _play_a_little(path: Path, players: list[Any], options: Any, rng: random.Random) -> None:
    session = _small_table(players, {"record": path, "seed": 1, **options})
    for turn in range(24):
        if session.over:
            break
        if session.waiting == "next round":
            session.next_round()
        elif session.waiting == "person":
            session.act(rng.choice(session.legal))
        else:
            try:
                session.step()
            except PolicyError:
                session.replace(1, "bot:random")
        if turn in (3, 9) and session.game.penalize and session.seat is not None:
            session.penalize(1)
        if turn == 4:
            session.note("hm", tags=["é"], by="Bo")
        if turn == 5:
            session.note("oh", kind="idea", rating=2, edits=0)
            session.form(by="Bo", experience="some", fun=4, length=3)
            session.ruling("no", question="twice?", by="Bo")
            session.answer("sheet", "mean", 2.5, right=True)
        if turn == 7 and session.waiting == "person":
            session.note_coach("request")
            session.predict("win", 0.5)
        if turn == 6 and options.get("practice"):
            session.undo()
        if turn == 10:
            session.close()
            session = load(path, display=False)
        if turn == 12 and not session.over:
            session.replace(0, "bot:greedy")
    session.close()


def _write_a_little(path: Path, rng: random.Random) -> None:
    """A game with paper cards, with what a referee did."""
    session = paper("skyjo", ["Ana", "Bo"], deck=FEW, record=path, display=False, **TINY)

    def name(places: tuple[str, ...]) -> None:
        for place in places:
            for card in rng.sample([-2, 3, 7, 12], 4):
                try:
                    session.name_card(place, card)
                    break
                except RulesError:
                    continue  # none of these is left

    name(session.unnamed())
    for turn in range(14):
        if session.waiting == "cards":
            name(session.unnamed())
        elif session.waiting == "next round":
            session.next_round()
        elif session.waiting == "person":
            action = rng.choice(session.legal)
            name(session.unnamed(action))
            session.act(action)
        if turn == 4 and session.seat is not None:
            session.referee("points", seat=1, points=3, text="looked")
        if turn == 8:
            session.undo()
    session.close()


def _small_table(players: list[Any], options: Any) -> Session:
    preset, deck = ("skip-bo", WILD) if "stock" in options else ("skyjo", FEW)
    return play(preset, players, deck=deck, display=False, **options)


def _timeless(line: bytes) -> bytes:
    event = json.loads(line) | {"at": AT}
    event |= {key: value for key, value in _FIXED.items() if key in event}
    del event["chain"]
    return to_line(event).rstrip(b"\n")


_FIXED = {"ms": 12, "game_id": "20260102-030405-fuzzed", "software": "0.1.0", "traceback": "…"}

EVENTS = {
    event["event"]: event
    for event in map(
        json.loads,
        """
{"event": "game", "format": "skyjo_widget record", "version": 1, "game": "skyjo"}
{"event": "shuffle", "for": "draw", "round": 1, "order": [3, 7, -2]}
{"event": "act", "decision": 3, "seat": 0, "action": "draw", "source": "draw pile", "card_in": 3, \
 "card_out": null, "cleared": [], "ms": 1}
{"event": "round", "round": 1, "starter": 0, "ender": 0, "turns": [1, 1], \
 "columns_cleared": [0, 0], "raw": [1, 2], "score": [1, 2], "total": [1, 2], "winners": null}
{"event": "penalty", "seat": 1, "cards": 2}
{"event": "card", "where": "hand", "card": 3}
{"event": "referee", "what": "points", "text": "x", "seat": 0, "points": 5}
{"event": "undo", "to": 2, "seat": 0}
{"event": "note", "note": 1, "decision": 2, "text": "x", "tags": ["y"], "by": null, \
 "kind": "opinion", "rating": 3, "edits": null}
{"event": "form", "form": 1, "by": null, "experience": "first", "version": "B", "fun": 1, \
 "fairness": 2, "clarity": null, "length": 5, "text": ""}
{"event": "ruling", "ruling": 1, "decision": 2, "question": "", "text": "x", "by": null}
{"event": "prediction", "prediction": 1, "decision": 4, "seat": 0, "by": null, \
 "question": "win", "value": 0.5, "coach": 0.25}
{"event": "answer", "answer": 1, "decision": 4, "sheet": "s", "question": "mean", \
 "value": 2.5, "right": null, "by": "Bo"}
{"event": "coach", "decision": 3, "mode": "after"}
{"event": "seat", "seat": 1, "player": {"name": "Zoe", "kind": "person", "policy": null}}
{"event": "fault", "seat": 1, "player": "b", "decision": 3, "text": "t", "traceback": "", \
 "observation": "o"}
{"event": "resume", "software": "0.1.0"}
""".strip().splitlines(),
    )
}
"""An event of each kind that is to be put somewhere; its numbers are made to fit."""
NUMBERED = ("note", "form", "ruling", "prediction", "answer")
"""The events that are counted."""

# How values are spoilt


class Raw(str):
    """JSON text that no Python value is written as."""

    __slots__ = ()


ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 7, 8, 999, -999, 1000, 2**31, 2**53, 2**63, -(2**64)),
    *(0.0, 1.0, -0.5, 1e22, float("nan"), float("inf"), 10**400),
    *("", " ", "0", "1", "?", ".", "-0", "a1", "draw", "flip a1", "place b2", "game", "éß", "\0"),
    *("\ud800", "<b>", "=1+1", "x" * 5000, "\u2028", AT, "2026-02-31T00:00:00.000Z", "person"),
    *([], {}, [[]], [None], [0], [0, 0], ["a1"], {"a": 1}, {"name": "x"}, [[1, 2], [3, 4]], [[3]]),
    *(Raw("1e999"), Raw("-0"), Raw("9" * 5000), Raw("1" + "0" * 3000), Raw("[" * 500 + "]" * 500)),
    *(Raw("[" * 970 + "]" * 970), Raw('{"a":' * 300 + "1" + "}" * 300), Raw('{"a":1,"a":2}')),
)


def dump(value: Any) -> bytes:
    """JSON, with what is `Raw` in it as it stands; half characters are escaped."""
    raw: list[str] = []

    def mark(part: Any) -> Any:
        if isinstance(part, Raw):
            raw.append(part)
            return f"\1raw{len(raw) - 1}"
        if isinstance(part, dict):
            return {key: mark(inner) for key, inner in part.items()}
        return [mark(inner) for inner in part] if isinstance(part, list) else part

    text = json.dumps(mark(value), ensure_ascii=True)
    return re.sub(r'"\\u0001raw(\d+)"', lambda m: raw[int(m[1])], text).encode()


def odd(rng: random.Random, old: Any) -> Any:
    """Something in the place of a value: near it, of another type, or anything."""
    if rng.random() < 0.4:
        return copy.deepcopy(rng.choice(ODD))
    if isinstance(old, bool):
        return rng.choice((not old, int(old), str(old), None))
    if isinstance(old, int):
        if abs(old) > 2**64:
            return rng.choice((-old, [old], 10 * old))
        return rng.choice((old + 1, old - 1, -old, float(old), str(old), [old], old == 1, 10 * old))
    if isinstance(old, str):
        words = ("place", "flip", "take", "draw", "discard")
        spoken = (f"{rng.choice(words)} {rng.choice('abz')}{rng.randrange(4)}", rng.choice(words))
        return rng.choice((old + " ", old.upper(), old[1:], [old], {old: 1}, *spoken, None))
    if isinstance(old, list):
        changed = old[:]
        rng.shuffle(changed)
        return rng.choice((changed, changed[1:], changed + changed, dict.fromkeys(map(str, old))))
    return rng.choice(("", 0, [], {}))


def spoil_value(rng: random.Random, value: Any) -> Any:
    """Change one thing somewhere in a value, in place where that can be; gives it back."""
    place: Any = value
    while True:
        if isinstance(place, dict):
            keys: Any = [key for key in place if key not in ("at", "event") or rng.random() < 0.1]
        elif isinstance(place, list):
            keys = range(len(place))
        else:
            return odd(rng, value)
        if not keys:
            return odd(rng, value)
        key = rng.choice(keys)
        if isinstance(place[key], (dict, list)) and place[key] and rng.random() < 0.6:
            place = place[key]
            continue
        how = rng.random()
        if how < 0.65:
            place[key] = odd(rng, place[key])
        elif how < 0.75:
            del place[key]
        elif how < 0.9:
            other = rng.choice(keys)
            place[key], place[other] = place[other], place[key]
        elif isinstance(place, dict):
            place[rng.choice((f"{key} ", "new", "\ud800", ""))] = odd(rng, place[key])
        else:
            place.insert(key, copy.deepcopy(place[key]))
        return value


# How records are spoilt


def record(number: int) -> bytes:
    """Mutant `number` of a record."""
    rng = random.Random(number)
    lines = list(rng.choice(records()))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        how = rng.choices(tuple(_LINES), tuple(_LINES.values()))[0]
        how(rng, lines)
        if not lines:
            break
    data = b"\n".join(lines) + b"\n"
    if rng.random() < 0.12:
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = rng.choice(_BYTES)(rng, data)
    return data


def _line(rng: random.Random, lines: list[bytes]) -> tuple[int, Any]:
    """A line, the first a little more often, and its event if it still is one."""
    number = rng.randrange(len(lines)) if rng.random() < 0.9 else 0
    return number, _parsed(lines[number])


def _parsed(line: bytes) -> Any:
    if _DEEP.search(line):  # how deep Python can look depends on who asks
        return None
    try:
        return json.loads(line)
    except ValueError:
        return None


_DEEP = re.compile(rb'\[{50}|({"a": ?){50}')


def _spoil_event(rng: random.Random, lines: list[bytes]) -> None:
    number, event = _line(rng, lines)
    lines[number] = dump(spoil_value(rng, event))


def _swap_between_events(rng: random.Random, lines: list[bytes]) -> None:
    (one, a), (two, b) = _line(rng, lines), _line(rng, lines)
    both = [key for key in a or () if key in (b or ())] if isinstance(a, dict) else []
    if both and isinstance(b, dict):
        key = rng.choice(both)
        a[key], b[key] = b[key], a[key]
        lines[one], lines[two] = dump(a), dump(b)


def _double_a_key(rng: random.Random, lines: list[bytes]) -> None:
    number, event = _line(rng, lines)
    if isinstance(event, dict) and event:
        key = rng.choice(list(event))
        again = dump({key: odd(rng, event[key])})
        parts = (lines[number], again) if rng.random() < 0.5 else (again, lines[number])
        lines[number] = parts[0][:-1] + b", " + parts[1][1:]


def _put_an_event(rng: random.Random, lines: list[bytes]) -> None:
    kind = rng.choice(("undo", "undo", "note", "note", "seat", "resume", *EVENTS))
    event: Any = copy.deepcopy(EVENTS[kind]) | {"at": AT}
    for key in ("decision", "to", "seat", *NUMBERED):
        if isinstance(event.get(key), int):
            so_far = sum(f'"event": "{key}"'.encode() in line for line in lines)
            most = so_far + 1 if key in NUMBERED else 3 if key == "seat" else 12
            event[key] = rng.randrange(most)
    lines.insert(rng.randrange(1, len(lines) + 1), dump(event))


def _end_with_another_act(rng: random.Random, lines: list[bytes]) -> None:
    """Cut the record at a decision and decide something else, consequences unknown."""
    acts = [i for i, line in enumerate(lines) if b'"action"' in line]
    if acts:
        number = rng.choice(acts)
        event = _parsed(lines[number])
        if isinstance(event, dict):
            event["action"] = odd(rng, "flip a1")
            lines[number:] = [dump(event)]


def _move(rng: random.Random, lines: list[bytes]) -> None:
    lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))


def _double(rng: random.Random, lines: list[bytes]) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


def _drop(rng: random.Random, lines: list[bytes]) -> None:
    at = rng.randrange(len(lines))
    del lines[at : at + rng.choice((1, 1, 2, 5))]


def _cut(rng: random.Random, lines: list[bytes]) -> None:
    del lines[rng.randrange(1, len(lines) + 1) :]


def _graft(rng: random.Random, lines: list[bytes]) -> None:
    other = rng.choice(records())
    lines[rng.randrange(1, len(lines) + 1) :] = other[rng.randrange(len(other)) :]


_LINES: dict[Callable[[random.Random, list[bytes]], None], int] = {
    _spoil_event: 55,
    _swap_between_events: 8,
    _double_a_key: 6,
    _put_an_event: 14,
    _end_with_another_act: 5,
    _move: 2,
    _double: 2,
    _drop: 3,
    _cut: 3,
    _graft: 2,
}


def _flip_a_bit(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) or 1)
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :] if data else data


def _other_digit(rng: random.Random, data: bytes) -> bytes:
    found = [m.start() for m in re.finditer(rb"\d", data)]
    at = rng.choice(found) if found else 0
    return data[:at] + b"%d" % rng.randrange(10) + data[at + 1 :]


def _put_bytes(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_RUBBISH) + data[at:]


def _take_bytes(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 1, 2, 10, 100)) :]


def _double_bytes(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[: at + rng.choice((1, 5, 50))] + data[at:]


def _splice(rng: random.Random, data: bytes) -> bytes:
    other = b"\n".join(rng.choice(records()))
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other)) :] + b"\n"


def _tear(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _dos(rng: random.Random, data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n", rng.choice((1, -1)))


def _mark(_rng: random.Random, data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


_RUBBISH = (
    *(b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\n", b"\r\n", b"\n\n", b" ", b"\t", b",", b'"'),
    *(
        b"}",
        b"]",
        b"{",
        b"\\",
        b"\\ud800",
        b"0",
        b"-",
        b"e9",
        b"null",
        b"\xef\xbb\xbf",
        b"\0" * 512,
    ),
)
_BYTES = (
    *(_flip_a_bit, _other_digit, _other_digit, _put_bytes, _take_bytes, _double_bytes),
    *(_splice, _tear, _dos, _mark),
)


def try_record(number: int) -> str:
    """Read and replay a mutant; how far it got.

    Raises
    ------
    AssertionError
        If another error than a `RecordError` with a line comes out, or what is
        accepted is no sound game.
    """
    data = record(number)
    lines = data.count(b"\n")
    try:
        events, size, torn, *_ = read(data)
    except RecordError as error:
        return _refused(error, lines)
    assert len(events) == lines
    assert (size, torn) == (data.rfind(b"\n") + 1, not data.endswith(b"\n"))
    try:
        history = replay(events, "mutant.jsonl")
    except RecordError as error:
        return _refused(error, lines)
    check(history)
    assert history.events == events
    again = replay(read(b"".join(map(to_line, events)))[0])
    assert told(again) == told(history)
    if number % 200 == 0:
        open_it(data)
    return "accepted"


def _refused(error: RecordError, lines: int) -> str:
    """Where it was refused; it says in which of the lines, if there are any."""
    said = str(error)
    said.encode()
    if not lines:
        assert "holds no event" in said, said
        return "no event"
    assert error.line is not None, said
    assert 1 <= error.line <= lines, said
    assert said.startswith(f"mutant.jsonl, line {error.line}: "), said
    if "is no JSON" in said:
        return "no JSON"
    if "is no event" in said:
        return "no event"
    return "header" if error.line == 1 else "refused"


def told(history: History) -> str:
    """All that a history knows."""
    parts = (history.state, history.decisions, history.rounds, history.notes, history.players)
    return repr(parts)


def check(history: History) -> None:
    """What holds in every game, however it came to be."""
    broken_names = status(history.game, history.state, history.codes)
    assert not broken_names, broken_names
    assert (history.actor is not None) == bool(history.legal())
    assert [row.decision for row in history.decisions] == list(range(len(history.decisions)))


def open_it(data: bytes) -> None:
    """Open an accepted mutant as everybody does: from a file, with board and tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mutant.jsonl")
        path.write_bytes(data)
        whole = data[: data.rfind(b"\n") + 1]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore" if len(whole) < len(data) else "error")
            warnings.filterwarnings("ignore", ".*kept without one")
            session = load(path, display=False)
        json.dumps([session.board.view, session.board.rows], allow_nan=False).encode()
        for frame in (session.log.decisions, session.log.rounds, session.log.games):
            frame.to_csv()
        session.log.notes.to_csv()
        session.close()
        after = path.read_bytes()
        assert after.startswith(whole)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*kept without one")
            load(path, display=False).close()


# Decks

_ODD_IN_PYTHON: tuple[Any, ...] = (
    *(value for value in ODD if not isinstance(value, Raw)),
    *(b"", b"12", (), (1,), (1, 2), (1, 2, 3), {1, 2}, frozenset(), range(3), 1j, object(), int),
    *(10**5000, -(10**5000), float("-inf"), [1, 2], {3: 4}, Ellipsis, iter(())),
    *("wild", "Wild ", ["wild", 2], ["wild", 1, "reverse"]),
)


def deck(number: int) -> Any:
    """Mutant `number` of a deck: of a file (bytes), or of value, count and perhaps effect."""
    rng = random.Random(number)
    return _deck_file(rng) if number % 2 else _deck_counts(rng, number)


def _deck_counts(rng: random.Random, number: int) -> Any:
    count = rng.choice((0, 1, 2, 5, 15, 96, 200))
    pairs: Any = [[value, rng.randrange(1, 4)] for value in range(-2, count - 2)]
    if number % 3 == 0:
        pairs += [[value, 1, rng.choice(list(NEWSKYJO_EFFECTS))] for value, _ in pairs[:9]]
    if number % 3 == 1:
        pairs.append(["wild", rng.randrange(1, 20)])
    if number % 8 == 0:
        rng.shuffle(pairs)
    for _ in range(rng.choice((0, 1, 1, 2))):
        if not pairs or rng.random() < 0.1:
            return rng.choice(_ODD_IN_PYTHON)
        at = rng.randrange(len(pairs))
        how = rng.random()
        if how < 0.6 and isinstance(pairs[at], list) and len(pairs[at]) > 1:
            pairs[at][rng.randrange(len(pairs[at]))] = rng.choice(_ODD_IN_PYTHON)
        elif how < 0.8:
            pairs[at] = rng.choice(_ODD_IN_PYTHON)
        else:
            pairs.insert(at, rng.choice(pairs))
    return pairs


def _deck_file(rng: random.Random) -> bytes:
    """A list of some of NewSkyjo's cards and wild ones, ours or the designer's, spoilt."""
    kinds = rng.sample(NEWSKYJO_DECK.kinds, rng.choice((1, 2, 5, 12)))
    lists: list[tuple[int | str, str]] = [
        (kind.value, kind.effect.words["fr"] if kind.effect else "") for kind in kinds
    ]
    if rng.random() < 0.3:
        lists.append((rng.choice(("wild", "Joker")), ""))
    if rng.random() < 0.5:
        rows = [["ID carte", "Valeur carte", "Effet"]]
        rows += [[str(at), str(value), text] for at, (value, text) in enumerate(lists)]
    else:
        rows = [["value", "effect", "count"]]
        rows += [[str(value), text, str(rng.randrange(1, 20))] for value, text in lists]
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        at = rng.randrange(len(rows)) if rng.random() < 0.1 else rng.randrange(1, len(rows))
        how = rng.random()
        if how < 0.6 and rows[at]:
            rows[at][rng.randrange(len(rows[at]))] = rng.choice(_CELLS)
        elif how < 0.7:
            rows[at] = rows[at][1:]
        elif how < 0.8:
            rows[at] = [*rows[at], rng.choice(_CELLS)]
        else:
            rows.insert(at, list(rng.choice(rows)))
    delimiter, end = rng.choice(",;"), rng.choice(("\n", "\r\n", "\r"))
    text = "".join(_csv_line(rng, row, delimiter) + end for row in rows)
    data = text.encode(rng.choice(("utf-8", "utf-8-sig")), "replace")
    if rng.random() < 0.2:
        for _ in range(rng.choice((1, 1, 2, 4))):
            data = rng.choice(_BYTES)(rng, data)
    return data


def _csv_line(rng: random.Random, row: list[str], delimiter: str) -> str:
    """The cells of a row, most of them in quotes where that is needed."""
    wanted = [rng.random() < (0.8 if set(cell) & set(',;"\n\r') else 0.05) for cell in row]
    cells = [
        '"' + cell.replace('"', '""') + '"' if quoted else cell
        for cell, quoted in zip(row, wanted, strict=True)
    ]
    return rng.choice((delimiter, delimiter, f" {delimiter} ")).join(cells)


_CELLS = (
    *("", " ", "0", "1", "7", "12", "-2", "+3", "−2", "–2", "- 2", "--2", "5.0", "5,0", "2.5"),
    *("999", "-999", "1000", "256", "257", "1e3", "1_0", "٣", "１２", "²", "½", "9" * 5000, "0x1"),
    *(
        "reverse",
        " Reverse ",
        "revers",
        "peek-three",
        "Inverse  la position\nde deux de tes cartes",
    ),
    *("Découvre ou échange deux cartes au lieu d’une à ce tour", "LE SENS DE ROTATION", "None"),
    *("wild", " WILD ", "joker", "wilde", "wild:reverse"),
    *('"', 'a"b', "'", "a;b", "a,b", "\n", "\r\n", "\t", "\0", "\ufeff", "\u2028", "\u200b", "nan"),
    *("=1+1", "@x", "<b>", "value", "count", "effect", "Effet", "sep=;", "{", "x" * 5000, "é" * 99),
)


def try_deck(number: int) -> str:
    """Make a deck of a mutant, some as a header's; how far it got."""
    mutant = deck(number)
    if isinstance(mutant, bytes):
        return _try_deck_file(mutant)
    if number % 10 == 0:
        event = json.loads(records()[0][0])
        event["deck"] = mutant
        try:
            made = replay([event], "mutant.jsonl").deck
        except RecordError as error:
            _refused(error, 1)
            return "refused"
    else:
        try:
            made = Deck.from_counts(mutant)
        except RulesError as error:
            str(error).encode()
            return "refused"
    _check_deck(made)
    return "accepted"


def _try_deck_file(data: bytes) -> str:
    """It is a deck, or says what is wrong in which of its lines."""
    try:
        made = Deck.from_text(data)
    except DeckError as error:
        said, problems = str(error), error.problems
    else:
        again = Deck.from_csv(io.StringIO(made.to_text()))
        assert again == made
        assert again.hash == made.hash
        assert not made.diff(again)
        _check_deck(made)
        return "accepted"
    said.encode()
    lines = len(re.split(rb"\r\n|\r|\n", data))
    assert problems
    assert all(line is None or 1 <= line <= lines for line, _ in problems), said
    return "refused"


def _check_deck(made: Deck) -> None:
    for kind in made.kinds:
        assert type(kind.value) is int
        assert type(kind.count) is int
        assert kind.count >= 1
        assert -999 <= kind.value <= 999
    wild = [card for card, kind in enumerate(made.kinds) if kind.wild]
    assert wild == ([] if made.wild == NO_CARD else [made.wild])
    ranks = [kind.rank for kind in made.kinds]
    assert ranks == sorted(set(ranks))
    assert 1 <= made.size <= 256
    assert Deck.from_counts(made.counts) == made
    cards = list(range(len(made.kinds)))
    assert [made.parse_card(made.card_text(card)) for card in cards] == cards


# Messages

MESSAGES = 100


def message(rng: random.Random, view: Any, *, saving: bool) -> Any:
    """What a browser might send at this view, spoilt half of the time."""
    state = view["state"]
    sound: dict[str, Any] = {"type": "act", "state": state}
    if actions := _offered(view):
        sound["action"] = rng.choice(actions)
    elif view["covered"]:
        sound["type"] = "ready"
    elif view["waiting"] == "fault":
        sound |= {"type": rng.choice(("retry", "replace")), "seat": view["fault"]["seat"]}
    else:
        sound["type"] = {"bot": "step", "next round": "next_round"}.get(view["waiting"], "act")
    how = rng.random()
    if how < 0.5:
        return sound
    if how < 0.65:
        return sound | {"type": rng.choice((*TYPES, "save") if saving else TYPES)}
    if how < 0.67:
        return dict(NUDGE)
    if how < 0.7:
        return sound | {"state": state + rng.randrange(-3, 3)}
    if how < 0.75:
        return sound | {"action": odd(rng, "flip a1")}
    spoilt = spoil_value(rng, sound | {"seat": 0})
    return _plain(spoilt)


NUDGE = {"type": "nudge"}
TYPES = (
    *("act", "step", "next_round", "retry", "replace", "undo", "nudge"),
    *("ready", "penalty"),
)


def _offered(view: Any) -> list[str]:
    """The actions that may be clicked."""
    moves = [action for goals in view.get("moves", {}).values() for action in goals.values()]
    return [*view["targets"].values(), *moves]


def _plain(value: Any) -> Any:
    """As a kernel gets it: what is `Raw` parsed, if that can be."""
    if isinstance(value, Raw):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return 10**4000
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def table(rng: random.Random, number: int) -> Session:
    """A table of people, bots and bots that fail now and then, in memory."""
    fails = [1] * rng.randrange(3)

    def mine(obs: Any) -> Any:
        if fails and rng.random() < 0.3:
            fails.pop()
            raise ValueError("half \ud800")
        return obs.legal[0]

    players = [["Ana", "bot:greedy"], ["Ana", "Bo"], ["Ana", mine], ["bot:random", mine]]
    options: Any = {**(PILES if number % 3 == 0 else {**TINY, "target": 60})}
    options |= {"practice": rng.random() < 0.5, "seed": number, "record": False}
    session = _small_table(players[number % 4], options)
    session.board.pace = rng.choice((0, 700, -1))
    return session


def try_messages(number: int) -> Counter[str]:
    """Send `MESSAGES` messages to tables, the next when a game is over; the answers."""
    rng, shares = random.Random(number), Counter[str]()
    session = table(rng, number)
    for _ in range(MESSAGES):
        if session.over and rng.random() < 0.3:
            check_replay(session)
            session = table(rng, number)
        shares[try_message(session, message(rng, session.board.view, saving=number % 20 == 0))] += 1
    check_replay(session)
    return shares


def try_message(session: Session, content: Any) -> str:
    """Send one message to a table; how it was answered."""
    board, before = session.board, session.state_id
    old, pictures = board.view, []

    def look(change: Any) -> None:
        pictures.append(change["new"]["answer"])

    board.observe(look, "view")
    board._handle_custom_msg(content, [b"\0"] if before % 2 else [])
    board.unobserve(look, "view")
    view, where = board.view, f"{content!r:.300}"
    if content == NUDGE:
        assert view is old, where
    else:
        assert set(pictures) == {old["answer"] + 1}, f"{where}: {pictures}"
    assert len(json.dumps([view, board.rows], allow_nan=False).encode()) < 100_000, where
    check(session.history)
    if not view["error"]:
        return "carried out"
    assert view["error"]["key"] != "internal", f"{where}: {view['error']}"
    assert session.state_id == before, where
    return str(view["error"]["key"])


def check_replay(session: Session) -> None:
    """The events of a table, written and read, make the same game."""
    data = b"".join(map(to_line, session.history.events))
    again = replay(read(data)[0])
    assert told(again) == told(session.history)


# Notation


@functools.cache
def states() -> tuple[tuple[str, Any, Deck, Game], ...]:
    """State texts of short games, with their rule codes, decks and games."""
    found = []
    for lines in records():
        history = replay([json.loads(line) for line in lines])
        again = new_history(history.header)
        for event in history.events[1:]:
            feed(again, event, line=0)
            text = again.game.state_text(again.state, again.codes, again.deck)
            found.append((text, again.codes, again.deck, again.game))
    return tuple(found)


def try_notation(number: int) -> str:
    """Read a spoilt action, or every fourth time a spoilt state; how far it got."""
    rng = random.Random(number)
    text, codes, cards, game = rng.choice(states())
    is_state = number % 4 == 0
    if not is_state:
        text = game.action_text(rng.randrange(len(game.actions)), codes)
    spoilt: Any = text
    for _ in range(rng.choice((0, 1, 1, 2))):
        spoilt = _spoil_text(rng, spoilt, rng.choice(states())[0])
    if is_state and rng.random() < 0.02:
        spoilt = rng.choice(_ODD_IN_PYTHON)
    try:
        if is_state:
            state = game.parse_state(spoilt, codes, cards)
            assert game.state_text(state, codes, cards) == spoilt
        else:
            action = game.parse_action(spoilt, codes)
            assert game.action_text(action, codes) == spoilt
    except NotationError as error:
        str(error).encode()
        return "refused"
    return "accepted"


def _spoil_text(rng: random.Random, text: str, other: str) -> str:
    words, at = text.split(" "), rng.randrange(len(text) + 1)
    word = rng.randrange(len(words))
    return rng.choice(
        (
            text[:at] + rng.choice(_PIECES) + text[at:],
            text[:at] + rng.choice(_PIECES) + text[at + 1 :],
            text[:at] + text[at + 1 :],
            re.sub(r"\d+", lambda m: str(int(m[0][:9]) + rng.choice((-1, 1, 9))), text, count=1),
            " ".join(words[:word] + words[word + 1 :]),
            " ".join([*words[: word + 1], *words[word:]]),
            " ".join([*words[:word], rng.choice(other.split(" ")), *words[word + 1 :]]),
        )
    )


_PIECES = (
    *("0", "9", "-", "+", "_", ".", "?", "|", ",", "=", " ", "\n", "\0", "é", "²", "٣", "\ud800"),
    *("x" * 5000, "9" * 30, "9" * 5000, "1_0", "a1", "draw"),
    *("wild", "d1", "b4", "stock", "partner-", "/", "|"),
)

KINDS: dict[str, Callable[[int], Any]] = {
    "records": try_record,
    "decks": try_deck,
    "messages": try_messages,
    "notation": try_notation,
}


def run(kind: str, first: int, last: int) -> Counter[str]:
    """Try mutants from `first` up to `last`; how many got how far.

    Raises
    ------
    AssertionError
        At the first that isn't borne; with its number.
    """
    shares: Counter[str] = Counter()
    for number in range(first, last):
        try:
            came = KINDS[kind](number)
        except Exception as error:
            shown = {"records": record, "decks": deck}.get(kind, repr)(number)
            raise AssertionError(
                f"tests.fuzz.KINDS[{kind!r}]({number}): {type(error).__name__}: "
                f"{str(error)!a}\n{shown!a}"  # half a character would stop a test's report
            ) from None
        shares.update([came] if isinstance(came, str) else came)
    return shares


if __name__ == "__main__":
    print(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
