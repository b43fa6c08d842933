"""Files that nobody should have to wait for, or run out of memory by."""

from __future__ import annotations

import json
import os
import pathlib
import random
import socket
import tracemalloc
import warnings

import pytest

from skyjo_widget import class_page, hand_in, load, load_all, play, replay
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.hand_in.collect import collect
from skyjo_widget.records import read_limits, record_file
from skyjo_widget.records.checkpoints import EVERY
from skyjo_widget.records.history import History
from skyjo_widget.records.proof import prove

QUIET = {"record": False, "display": False}


def written(path, events):
    """A record with whole links."""
    link, lines = "", b""
    for event in events:
        line, link = record_file.chained(event, link)
        lines += line
    pathlib.Path(path).write_bytes(lines)
    return path


def of_many_undos(decisions=1200, undos=100):
    """A long game whose end is taken back again and again."""
    session = play("skyjo", ["Ana", "Bo"], seed=1, target=100_000, practice=True, **QUIET)
    choices = random.Random(1)

    def decide():
        if session.waiting == "next round":
            session.next_round()
        session.act(choices.choice(session.legal))

    while len(session.history.decisions) < decisions:
        decide()
    for _ in range(undos):
        session.undo()
        decide()
    return session.history


@pytest.mark.parametrize("read", [load, replay], ids=["load", "replay"])
@pytest.mark.parametrize("what", ["pipe", "socket", "device", "folder", "large"])
def test_what_is_no_file_is_refused_at_once(tmp_path, monkeypatch, read, what):
    """A pipe would wait for ever, a device never end."""
    path = tmp_path / "one.jsonl"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "socket":
        monkeypatch.chdir(tmp_path)  # a socket's path is short
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    elif what == "device":
        path.symlink_to("/dev/zero")
    elif what == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(record_file.LARGEST + 2)  # a hole: the disk holds nothing of it
    with pytest.raises(RecordError) as refused:
        read(path, display=False)
    assert refused.value.path == str(path)
    known = {"large": "is larger than", "folder": "there is no record there"}
    assert known.get(what, f"can't be read: it is a {what}, no file") in str(refused.value)


def test_what_takes_too_long_or_too_much_room_is_left_out_by_name(tmp_path, monkeypatch):
    """The others are read; each is told apart."""
    monkeypatch.chdir(tmp_path)
    table = play("skyjo", ["Ana", "bot:greedy"], seed=7, **QUIET)
    table.act(table.legal[0])
    good = hand_in(table, "Ana")
    folder = good.parent
    slow = written(folder / "slow.jsonl", table.history.events)
    brackets = b'{"event": "game", "format": "skyjo_widget record", "rules": '
    (folder / "wide.jsonl").write_bytes(brackets + b"[" * 20_000_000 + b"\n")
    reading = read_limits.replay

    def stalling(events, path=None):
        if events[0]["game_id"] == table.history.game_id and "hand_in" not in events[0]:
            raise TimeoutError
        return reading(events, path)

    monkeypatch.setattr("skyjo_widget.records.read_limits.replay", stalling)
    monkeypatch.setattr(
        "skyjo_widget.lessons.hand_in.collect.prove",
        lambda found, path: stalling(found.events) and prove(found, path),
    )
    kept, left_out = collect(folder, seconds=60)
    assert [one.path for one in kept] == [good]
    assert left_out == [("slow.jsonl", "slow", ""), ("wide.jsonl", "large", "")]
    for lang, words in (("en", "takes too long"), ("fr", "trop long à lire")):
        page = class_page(folder, "class.html", lang=lang, seconds=60, progress=False)
        assert words in page.path.read_text()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        log = load_all(folder, seconds=60)
    assert len(log.games) == 1
    said = [str(one.message) for one in told]
    assert said[0].startswith(f"left out: {slow}: takes more than 60 seconds")
    assert "wide.jsonl: could take more than" in said[1]


def test_reading_is_stopped_when_its_time_is_up():
    """Whatever it does; within no limit it goes on to its end."""

    def endless():
        while True:
            pass

    with pytest.raises(RecordError, match=r"x\.jsonl: takes more than 0\.05 seconds") as stopped:
        read_limits.in_time(endless, seconds=0.05, path="x.jsonl")
    assert stopped.value.reason == "slow"
    assert read_limits.in_time(sum, [1, 2], seconds=None) == 3


def test_a_game_that_is_read_takes_less_room_than_was_reckoned():
    """Of any game: its rows, and a page of brackets too."""
    data = b"".join(map(record_file.to_line, of_many_undos(300, 20).events))
    for text in (data, b"[" + b"[]," * 20_000 + b"[]]\n", b"{" + b'"a":{},' * 9999 + b'"b":0}\n'):
        tracemalloc.start()
        try:
            kept = [json.loads(line) for line in text.splitlines()]
            kept += [read_limits.replay(kept)] if text is data else []
            assert tracemalloc.get_traced_memory()[1] < read_limits.room(text)
        finally:
            tracemalloc.stop()


def test_an_undo_plays_few_events_again(monkeypatch):
    """However long the game is: so a file of many undos is read as soon as any."""
    played = []
    again = History._play_again
    monkeypatch.setattr(
        History, "_play_again", lambda h, event: played.append(event) or again(h, event)
    )
    h = of_many_undos(700, 30)
    assert len(played) <= 30 * (EVERY - 1)
    played.clear()
    assert read_limits.replay(h.events).state == h.state
    assert len(played) <= 30 * (EVERY - 1)
