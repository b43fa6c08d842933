"""The record: what is written, read, refused; and the page that describes it."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest

from skyjo_widget import RecordError, SkyjoRules, load, play
from skyjo_widget.record import read
from skyjo_widget.replay import _READERS, replay
from tests import plain_replayer

PAGE = Path(__file__).parents[1] / "docs" / "record.md"


ODD_RULES = {**dataclasses.asdict(SkyjoRules()), "rows": 0}


@pytest.fixture
def finished(tmp_path):
    """The record of a whole game between bots, with a note, an undo and a change of seat."""
    path = tmp_path / "game.jsonl"
    session = play(
        "skyjo",
        ["Ana", "bot:greedy"],
        seed=4,
        record=path,
        display=False,
        practice=True,
        target=40,
    )
    session.act("flip a1")
    session.note("oops", tags=["é"])
    session.undo()
    session.act("flip b2")
    session.replace(0, "bot:random")
    session.run(rounds=True)
    session.close()
    return path


def test_both_programs_replay_the_file(finished):
    """The package's reader and the plain one, to the same end."""
    events, size, torn = read(finished)
    assert not torn
    assert size == finished.stat().st_size
    history = replay(events)
    with finished.open() as lines:
        *_, table = plain_replayer.replay(lines)
    assert table.total == history.state.total[:2]
    assert table.winners == history.game.winners(history.state, history.codes)


def test_every_event_is_one_ended_line_with_a_kind_and_a_time(finished):
    """UTF-8, accents as they are."""
    lines = finished.read_bytes().decode().splitlines(keepends=True)
    assert all(line.endswith("\n") for line in lines)
    for line in lines:
        event = json.loads(line)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event["at"])
    assert '"é"' in "".join(lines)


def test_a_torn_last_line_is_left_out_with_a_note(finished):
    """And the game goes on from the last whole one."""
    data = finished.read_bytes()
    finished.write_bytes(data[:-7])
    with pytest.warns(UserWarning, match="the last line was cut off"):
        session = load(finished, display=False)
    assert not session.over or session.history.rounds
    session.run(rounds=True)
    session.close()
    load(finished, display=False).close()


def change(path, line, **fields):
    """Change keys of one line of a record (counted from 1)."""
    lines = path.read_text().splitlines()
    event = json.loads(lines[line - 1])
    event.update(fields)
    lines[line - 1] = json.dumps({k: v for k, v in event.items() if v != "(gone)"})
    path.write_text("\n".join(lines) + "\n")


def line_of(path, kind, nth=0):
    """The number of the n-th line of a kind."""
    lines = path.read_text().splitlines()
    return [i for i, line in enumerate(lines, 1) if json.loads(line)["event"] == kind][nth]


@pytest.mark.parametrize(
    ("kind", "nth", "fields", "says"),
    [
        ("game", 0, {"version": 99}, "line 1: the record has version 99; this software reads 1"),
        ("game", 0, {"format": "other"}, "line 1: a record begins with a 'game' event"),
        ("game", 0, {"game": "whist"}, "unknown game 'whist'; known are skyjo"),
        ("game", 0, {"rules": {}}, "the key 'columns' is missing"),
        ("game", 0, {"rules": ODD_RULES}, "rows=0 is outside"),
        ("game", 0, {"rules": 3}, "line 1"),
        ("game", 0, {"players": [{"name": "x"}]}, "'kind' is missing"),
        ("game", 0, {"players": []}, "2 to 8 players"),
        ("game", 0, {"deck": "(gone)"}, "the key 'deck' is missing"),
        ("game", 0, {"seed": "(gone)"}, "the key 'seed' is missing"),
        ("game", 0, {"seed": 1.5}, "seed = 1.5 is of the wrong type"),
        ("game", 0, {"seed": 2**70}, "is outside 0 to"),
        ("game", 0, {"at": "yesterday"}, "at = 'yesterday' is no time like"),
        ("game", 0, {"version": True}, "has version True"),
        ("game", 0, {"game_id": "half \ud800"}, "surrogates not allowed"),
        ("act", 5, {"action": "place z9"}, "is no position"),
        ("act", 5, {"action": "jump"}, "is no action"),
        ("act", 5, {"seat": 7}, "says seat = 7, but replaying the game makes it"),
        ("act", 5, {"card_in": 77}, "says card_in = 77"),
        ("act", 5, {"decision": 77}, "says decision = 77"),
        ("act", 5, {"cleared": ["a1"]}, "says cleared"),
        ("act", 5, {"ms": "long"}, "ms = 'long' is no time in milliseconds"),
        ("act", 5, {"ms": 10**30}, "is no time in milliseconds"),
        ("act", 5, {"ms": float("inf")}, "is no time in milliseconds"),
        ("act", 5, {"action": "(gone)"}, "the key 'action' is missing"),
        ("act", 5, {"event": "jump"}, "unknown event 'jump'; known are shuffle, act"),
        ("shuffle", 0, {"order": [1, 2, 3]}, "the order must hold the 150 cards"),
        ("shuffle", 0, {"order": ["x"]}, "is no card of this deck"),
        ("round", 0, {"raw": [0, 0]}, r"says raw = \[0, 0\]"),
        ("round", 0, {"total": "(gone)"}, "the key 'total' is missing"),
        ("undo", 0, {"to": 55}, "no decision 55 that could be undone"),
        ("note", 0, {"text": None}, "are texts"),
        ("note", 0, {"at": 3}, "at = 3 is no time"),
        ("note", 0, {"decision": 0.0}, "isn't there"),
        ("note", 0, {"decision": 55}, "the note is about decision 55, which isn't there"),
        ("seat", 0, {"seat": 9}, "there is no seat 9"),
    ],
)
def test_a_wrong_event_is_an_error_with_its_line(finished, kind, nth, fields, says):
    """And the file isn't changed."""
    line = line_of(finished, kind, nth)
    change(finished, line, **fields)
    before = finished.read_bytes()
    with pytest.raises(RecordError, match=says) as caught:
        load(finished, display=False)
    assert f"line {line}" in str(caught.value)
    assert str(finished) in str(caught.value)
    assert finished.read_bytes() == before


@pytest.mark.parametrize("rubbish", [b"not json", b"[1, 2]", b'{"a": 1}', b"\xff\xfe", b""])
def test_a_damaged_line_in_the_middle_is_an_error_with_its_line(finished, rubbish):
    """Whatever stands there."""
    lines = finished.read_bytes().split(b"\n")
    lines[6] = rubbish
    finished.write_bytes(b"\n".join(lines))
    with pytest.raises(RecordError, match="line 7"):
        load(finished, display=False)


def test_a_byte_order_mark_is_passed_over(finished):
    """Some editors add one."""
    finished.write_bytes(b"\xef\xbb\xbf" + finished.read_bytes())
    load(finished, display=False).close()


@pytest.mark.parametrize("record", [5, 0, "", "nul\0.jsonl"])
def test_what_is_no_path_is_refused(record):
    """With a sentence."""
    with pytest.raises(RecordError):
        play("skyjo", ["Ana", "Bo"], record=record, display=False)


def test_a_record_in_a_folder_gets_a_dated_name(tmp_path):
    """A folder that is there, or a name that ends like one."""
    for folder in (tmp_path, f"{tmp_path}/new/"):
        session = play("skyjo", ["Ana", "Bo"], record=folder, display=False)
        assert str(session.path).startswith(str(folder))
        assert session.path.name.endswith("-skyjo.jsonl")
        session.close()


def test_a_session_that_was_closed_says_so():
    """The game goes on in memory."""
    session = play("skyjo", ["Ana", "Bo"], display=False)
    session.close()
    session.close()
    with pytest.warns(UserWarning, match=r"was closed; load\(path\) goes on"):
        session.act("flip a1")


def test_a_missing_or_empty_file_is_an_error(tmp_path):
    """A folder too."""
    (tmp_path / "empty.jsonl").write_bytes(b"")
    for path, says in (
        ("no.jsonl", "can't be read"),
        ("empty.jsonl", "holds no event"),
        (".", "can't be read"),
    ):
        with pytest.raises(RecordError, match=says):
            load(tmp_path / path, display=False)


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path):
    """Before the game begins."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="can't be opened"):
        play("skyjo", ["Ana", "Bo"], record=tmp_path / "file" / "game.jsonl", display=False)


def test_the_page_has_an_example_of_every_kind_of_event():
    """Each parses, and has the keys that are really written."""
    text = PAGE.read_text()
    examples = {}
    for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL):
        event = json.loads(block)
        examples[event["event"]] = event
    assert set(examples) == {"game", *_READERS}


def test_the_page_names_every_key_that_is_written(finished, tmp_path):
    """Example by example."""

    def mine(obs):
        raise ValueError("no")

    path = tmp_path / "fault.jsonl"
    session = play("skyjo", [mine, "Bo"], record=path, display=False)
    with pytest.raises(Exception, match="no"):
        session.run()
    session.close()
    again = load(path, display=False)
    again.note("x")
    again.close()
    text = PAGE.read_text()
    examples = {
        (event := json.loads(block))["event"]: set(event)
        for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    }
    written = {}
    for file in (finished, path):
        for event in read(file)[0]:
            written[event["event"]] = set(event)
    assert written == examples
