"""Records whose decisions are read by their lines' text: the frames and errors of the others."""

from __future__ import annotations

import json
import random
import warnings

import pandas as pd
import pytest

from skyjo_widget import load_all
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS
from skyjo_widget.frames import cache, load
from skyjo_widget.frames.plain_records import PlainRecords
from skyjo_widget.frames.schema import FRAMES
from skyjo_widget.records import record_file
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import History
from skyjo_widget.records.plain_lines import plain_record
from skyjo_widget.records.record_file import chained
from tests.fixtures.random_games import RANDOM_GAMES, new_game

GAMES = 12
"""Of each kind in a folder."""


@pytest.fixture(autouse=True)
def no_cache(monkeypatch):
    """Each folder is read anew, a small one too; errors that name the time name one time."""
    monkeypatch.setattr(cache, "LEAST", 0)
    monkeypatch.setattr(cache, "write", lambda *_, **__: None)
    monkeypatch.setattr(record_file, "timestamp", lambda: "2026-01-01T00:00:00.000Z")


@pytest.fixture
def taken(monkeypatch):
    """The records that were read as plain ones, by their names."""
    found = []

    class Noted(PlainRecords):
        def __init__(self, paths, seconds):
            super().__init__(paths, seconds)
            found.extend(path.name for path in self.records)

    monkeypatch.setattr(load, "PlainRecords", Noted)
    return found


def written(events) -> bytes:
    """A record's bytes, with links."""
    lines, link = b"", ""
    for event in events:
        line, link = chained(event, link)
        lines += line
    return lines


def played(kind: str, seed: int) -> History | None:
    """A random game, most often to the end of a round."""
    h = RANDOM_GAMES[kind](seed)
    if h is None:
        return None
    rng = random.Random(f"{kind} {seed}")
    for seat in range(len(h.players)):  # mixed people and bots
        if rng.random() < 0.5:
            h.players[seat] = Player(f"bot {seat} é", "bot", "greedy")
    h.header["players"] = [player.as_dict() for player in h.players]
    h.header["game_id"] = f"{kind} {seed}"
    h.header["practice"] = rng.random() < 0.5
    odd = rng.choice(["", "", "", "", "undo", "penalty", "note", "seat", "resume", "middle"])
    most, rounds = rng.randrange(1, 400), rng.randrange(1, 4)
    for _ in range(1500):
        if h.between_rounds:
            if odd != "middle" and len(h.rounds) >= rounds:
                break
            h.begin_round()
        h.settle()
        if h.over or (odd == "middle" and len(h.decisions) >= most):
            break
        if h.actor is None:
            continue
        if rng.random() < 0.03:
            if odd == "undo" and h.newest():
                h.undo(h.newest().decision)
            elif odd == "penalty" and h.game.penalize:
                h.penalize(rng.randrange(len(h.players)))
            elif odd == "note" and h.newest():
                h.annotations.add_note("ß", decision=h.newest().decision, tags=(), by=None)
            elif odd == "seat":
                h.sit(0, Player("another", "person", None))
            elif odd == "resume":
                h.remark({"event": "resume", "at": h.events[-1]["at"]})
            continue
        took = rng.choice([None, 0, 1234, 2**31])
        h.act(rng.choice(h.legal()), ms=took, rollouts=rng.choice([None, None, 7]))
    return h


def told(folder, monkeypatch, *, plain: bool):
    """A folder's frames, the files left out, and the warnings."""
    with monkeypatch.context() as patched, warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        if not plain:
            patched.setattr(load, "PlainRecords", lambda _paths, _seconds: PlainRecords([], None))
        log = load_all(folder)
        frames = {name: getattr(log, name) for name in FRAMES}
    return frames, log.left_out, [str(one.message) for one in said], repr(log)


def compare(folder, monkeypatch):
    """Compare what is read as plain records with what is read as all others are."""
    frames, *others = told(folder, monkeypatch, plain=True)
    true_frames, *true_others = told(folder, monkeypatch, plain=False)
    for name, frame in true_frames.items():
        pd.testing.assert_frame_equal(frames[name], frame)
        for column in frame:
            values, true = frames[name][column].tolist(), frame[column].tolist()
            assert list(map(type, values)) == list(map(type, true))
            assert repr(values) == repr(true)
    pd.testing.assert_frame_equal(others[0], true_others[0])
    assert others[1:] == true_others[1:]


def records_of(kind: str, folder, *, games: int = GAMES):
    """Random games' records in a folder."""
    folder.mkdir()
    for seed in range(games):
        if h := played(kind, seed):
            (folder / f"{seed:02}.jsonl").write_bytes(written(h.events))
    return folder


@pytest.mark.seconds
@pytest.mark.parametrize("kind", RANDOM_GAMES)
def test_plain_records_give_the_same_frames(kind, tmp_path, monkeypatch, taken):
    """Games of any rules, decks and players: finished or not, with undo, penalties, notes."""
    folder = records_of(kind, tmp_path / "games")
    compare(folder, monkeypatch)
    assert len(taken) >= 3
    assert set(taken) < {path.name for path in folder.iterdir()}


@pytest.mark.seconds
def test_several_games_in_one_folder_are_in_their_order(tmp_path, monkeypatch, taken):
    """Also a copy of one, and a shorter one of a game that is there."""
    folder = tmp_path / "games"
    folder.mkdir()
    for number, kind in enumerate(RANDOM_GAMES):
        records_of(kind, folder / f"{9 - number}")
    first = sorted(folder.rglob("*.jsonl"))[0]
    (folder / "copy.jsonl").write_bytes(first.read_bytes())
    lines = [json.loads(line) for line in first.read_bytes().splitlines()]
    (folder / "zz.jsonl").write_bytes(written({**e, "chain": ""} for e in lines[:1]))
    compare(folder, monkeypatch)
    assert len(taken) > 12


def odd_values(value, rng):
    """Something else in the place of a value, above all what is equal but for its type."""
    others = [None, True, False, 0, 1, -1, "", "x", [], ["a1"], {}, 1.5, "null", 2**70, "🂡"]
    if isinstance(value, bool):
        others += [int(value)] * 8
    elif isinstance(value, int):
        others += [float(value), str(value), value + 1, bool(value)] * 3
    elif isinstance(value, list):
        others += [None, value[:-1], [*value, 1], value[::-1]] * 3
    return rng.choice(others)


def spoil(events, rng):
    """Change a record's events in one place; the links are those of the changed ones."""
    events = [dict(event) for event in events]
    at = rng.randrange(len(events))
    event = events[at]
    how = rng.randrange(9)
    if how < 4:
        key = rng.choice(list(event))
        event[key] = odd_values(event[key], rng)
    elif how == 4:
        event.pop(rng.choice(list(event)))
    elif how == 5:
        other = rng.choice(events)
        events[at] = {**event, **{k: other[k] for k in event if k in other and k != "at"}}
    elif how == 6:
        event["more"] = 1
    elif how == 7:
        other = rng.randrange(len(events))
        events[at], events[other] = events[other], events[at]
    else:
        events[at : at + 1] = rng.choice([[], [event, event]])
    return events


@pytest.mark.seconds
@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", RANDOM_GAMES)
def test_spoilt_records_give_the_same_errors(kind, count, tmp_path, monkeypatch, taken):
    """With links as they should be, so that only the rules tell."""
    folder = tmp_path / "games"
    folder.mkdir()
    rng = random.Random(kind)
    games = [h for seed in range(GAMES) if (h := played(kind, seed))]
    plain = [h.events for h in games if plain_record(written(h.events))]
    for number in range(count):
        events = [{**event} for event in rng.choice(plain)]
        events[0]["game_id"] = f"game {number}"
        (folder / f"{number:02}.jsonl").write_bytes(written(spoil(events, rng)))
    compare(folder, monkeypatch)
    assert len(taken) < count / 3


@pytest.mark.seconds
@pytest.mark.parametrize(
    "wrong",
    [
        lambda data: data[:-1],
        lambda data: data + b"\n",
        lambda data: data + b'{"event": "resume"',
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.replace(b'": ', b'":', 9),
        lambda data: data.replace(b'"ms": null', b'"ms": 5', 1),
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"\n", b"\n\xff", 3),
        lambda data: b"",
    ],
)
def test_other_bytes_are_read_as_ever(wrong, tmp_path, monkeypatch, taken):
    """Torn lines, other ends, marks, edits: what is said of them is the same."""
    folder = records_of("skyjo", tmp_path / "games", games=5)
    path = next(p for p in sorted(folder.iterdir()) if plain_record(p.read_bytes()))
    path.write_bytes(wrong(path.read_bytes()))
    compare(folder, monkeypatch)
    assert path.name not in taken


def swap_cards(events):
    """Two draws of a seat, each with the card of the other: every line is one that may stand."""
    draws = [e for e in events if e.get("action") == "draw" and e["seat"] == 0]
    one, other = draws[0], next(e for e in draws if e["card_in"] != draws[0]["card_in"])
    one["card_in"], other["card_in"] = other["card_in"], one["card_in"]
    return events


def at(text):
    """A spoiler that gives a decision a time."""

    def spoil_time(events):
        next(e for e in events if e["event"] == "act")["at"] = text
        return events

    return spoil_time


def edited(events):
    """The copy of a record that was edited."""
    events[0]["edited"] = 3
    return events


@pytest.mark.seconds
@pytest.mark.parametrize(
    "wrong",
    [
        swap_cards,
        at("2026-13-01T00:00:00.000Z"),
        at("1969-12-31T23:59:59.999Z"),
        at("2262-01-01T00:00:00.000Z"),
        edited,
    ],
)
def test_lines_that_look_right_are_checked(wrong, tmp_path, monkeypatch, taken):
    """Facts of other lines, days that there aren't, copies of edited records are found."""
    folder = records_of("skyjo", tmp_path / "games")
    paths = [p for p in sorted(folder.iterdir()) if plain_record(p.read_bytes())]
    h = finished()
    for number, path in enumerate(paths):
        events = [{**event} for event in h.events]
        events[0]["game_id"] = path.name
        path.write_bytes(written(wrong(events) if number == 1 else events))
    compare(folder, monkeypatch)
    assert paths[0].name in taken
    assert paths[1].name not in taken


def finished(*, forged: bool = False) -> History:
    """A round of Skyjo by its own rules, or but for the last card that somebody turns up."""
    h = new_game("skyjo", SKYJO_PRESETS["skyjo"], 3, SKYJO_DECK, 5)
    rng = random.Random(5)
    while not h.between_rounds:
        h.settle()
        legal = h.legal()
        if not legal:
            continue
        action = rng.choice(legal)
        if forged and h.game.action_text(action, h.codes).startswith("flip") and len(legal) < 4:
            others = [a for a in range(min(legal), max(legal)) if a not in legal]
            action, forged = (others or [action])[0], not others
        h.act(action)
    assert not forged
    return h


def test_an_action_that_is_not_legal_is_refused(tmp_path, monkeypatch, taken):
    """Even where its line says what would have come of it: a card is turned up twice."""
    folder = tmp_path / "games"
    folder.mkdir()
    for name, forged in (("honest", False), ("forged", True)):
        h = finished(forged=forged)
        h.header["game_id"] = name
        (folder / f"{name}.jsonl").write_bytes(written(h.events))
    compare(folder, monkeypatch)
    assert taken == ["honest.jsonl"]
    assert "isn't legal" in told(folder, monkeypatch, plain=True)[1]["reason"][0]


def test_the_game_of_a_plain_record_is_replayed_when_asked_for(tmp_path, taken):
    """With all its decisions, and what is written to it since is in the frames."""
    log = load_all(records_of("skyjo", tmp_path / "games"))
    name = sorted(taken)[0]
    game = log.games.set_index(log.games["path"].str[-8:].str.lstrip("/"))["game_id"][name]
    history = log.history(game)
    assert len(history.decisions) == (log.decisions["game_id"] == game).sum()
    history.annotations.add_note("later", decision=0, tags=(), by=None)
    assert "later" in log.notes["text"].tolist()
