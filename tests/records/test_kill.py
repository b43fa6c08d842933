"""A kernel that is killed loses nothing that it had acknowledged.

Run as a program this file plays the killer: one warm process forks a table, reads what
it acknowledges after each decision, kills it at some moment, and holds the file against
what was acknowledged; the next table goes on from there.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path

import pytest

from skyjo_widget import load, play
from skyjo_widget.errors import RecordError
from skyjo_widget.records.record_file import read, to_line
from skyjo_widget.records.replay import replay
from tests.fixtures import fuzz
from tests.fixtures.paths import ROOT
from tests.reference import plain_replayer

UNIX = hasattr(os, "fork")


OPTIONS = {
    "skyjo": {},
    # A small deck: the draw pile is made anew for a turn and for a penalty.
    "skip-bo": {"deck": fuzz.WILD, "stock": 1, "hand": 2, "target": 200},
}


# The table that is killed


def move(session, rng):
    """Do what the moment and the generator say, mostly decide."""
    chance = rng.random()
    if chance < 0.08:
        session.note(f"remark {len(session.history.notes)}", tags=["é"])
    elif chance < 0.13 and session.history.newest():
        session.undo()
    elif chance < 0.16:
        session.replace(2, rng.choice(["bot:greedy", "bot:random"]))
    elif chance < 0.2:
        old = session.path
        session.save_as(next_file(old))
    elif chance < 0.24:
        session.close()
        session = load(session.path, display=False)
    elif chance < 0.3 and session.history.game.penalize and session.seat is not None:
        session.penalize(rng.randrange(3))
    elif session.waiting == "next round":
        session.next_round()
    elif session.waiting == "bot":
        session.step()
    else:
        session.act(rng.choice(session.legal))
    return session


def next_file(path):
    """The next number that no file has."""
    taken = [int(file.stem) for file in path.parent.glob("*.jsonl")]
    return path.with_name(f"{max(taken) + 1}.jsonl")


def account(session):
    """The least that a record must hold once this was said."""
    kinds = Counter(event["event"] for event in session.history.events)
    return {"file": session.path.name, "counts": kinds, "over": session.over}


def victim(path, say):
    """Go on with a game, saying after each thing done what there is by then."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        session = load(path, display=False)
    say({"loaded": [str(warning.message) for warning in warned], **account(session)})
    rng = random.Random(len(session.history.events))
    while not session.over:
        session = move(session, rng)
        assert session.trouble is None, session.trouble
        say(account(session))
    session.close()


# The killer


class Killer:
    """Games, and the tables that play them until they are killed."""

    def __init__(self, folder, seed, preset):
        self.folder, self.rng, self.preset = Path(folder), random.Random(seed), preset
        self.done = Counter()
        self.new_game()

    def new_game(self):
        """Deal another game, in a folder of its own."""
        number = self.done["games"]
        self.path = self.folder / str(number) / "0.jsonl"
        play(
            self.preset,
            ["Ana", "Bo", "bot:greedy"],
            record=self.path,
            seed=number,
            practice=True,
            display=False,
            **OPTIONS[self.preset],
        ).close()
        self.whole = self.path.read_bytes()
        self.torn = False

    def kill_one(self, *, at_last=False):
        """Let a table go on, kill it at some moment (`at_last`: never), and look at the file."""
        self.maybe_tear()
        listen, tell = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(listen)
            live_and_die(self.path, tell)
        os.close(tell)
        if not at_last:
            said = self.wait(listen)
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        else:
            said = b""
        while part := os.read(listen, 1 << 16):
            said += part
        os.close(listen)
        _, status = os.waitpid(child, 0)
        acknowledged = [json.loads(line) for line in said.split(b"\n")[:-1]]
        assert not any("failed" in told for told in acknowledged), acknowledged[-1]["failed"]
        assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL
        self.done["kills"] += not at_last
        self.look(acknowledged)

    def wait(self, listen):
        """Until a random number of things is acknowledged, and a moment longer."""
        said = b""
        for _ in range(self.rng.choice((0, 0, 1, 3, 8, 15))):
            part = os.read(listen, 1 << 16)
            if not part:
                break
            said += part
        select.select([listen], [], [], self.rng.random() * 0.002)
        time.sleep(self.rng.random() * self.rng.choice((0.0005, 0.005, 0.02)))
        return said

    def maybe_tear(self):
        """Sometimes leave half a line, as a kill in the middle of a write does."""
        if not self.torn and self.rng.random() < 0.25:
            line = self.rng.choice(self.whole.splitlines(keepends=True))
            with self.path.open("ab") as file:
                file.write(line[: self.rng.randrange(1, len(line))])
            self.torn = True

    def look(self, acknowledged):
        """Hold the files against what was acknowledged."""
        if acknowledged:
            warned = acknowledged[0]["loaded"]
            assert len(warned) == self.torn, (warned, self.torn)
            self.done["torn"] += self.torn
            self.done["acknowledged"] += len(acknowledged)
            last = acknowledged[-1]
            if last["file"] != self.path.name:
                self.done["moves"] += 1
                moved = self.path.with_name(last["file"])
                # A copy holds the same events; how they were written is its own affair.
                assert events_of(moved)[: len(events_of(self.path))] == events_of(self.path)
                self.path, self.whole = moved, b""
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        assert whole.startswith(self.whole)
        self.whole, self.torn = whole, len(data) > len(whole)
        found = read(self.path)
        events = found.events
        assert found.torn == self.torn
        assert found.edited is None
        history = replay(events)
        assert plain_totals(whole) == history.state.total[:3]
        if acknowledged:
            there = Counter(event["event"] for event in events)
            counts = last["counts"]
            assert all(there[kind] >= count for kind, count in counts.items()), (there, counts)
            # One thing was done but not yet acknowledged, with its consequences.
            assert there["act"] <= counts.get("act", 0) + 1
            self.done.update(dict.fromkeys(counts, 1))
            if last["over"] or history.over:
                assert history.over
                self.done["games"] += 1
                self.new_game()


def events_of(path):
    """The events of a file."""
    return read(path)[0]


def plain_totals(data):
    """Return the plain replayer's result."""
    *_, table = plain_replayer.replay(data.decode().splitlines(keepends=True))
    return table.total


def live_and_die(path, tell):
    """A forked table's whole life."""

    def say(what):
        os.write(tell, json.dumps(what).encode() + b"\n")

    try:
        victim(path, say)
    except BaseException:
        say({"failed": traceback.format_exc()})
    os._exit(0)


def main(folder, kills, seed, preset):
    """Kill so many tables, more where no penalty was met; then let the last game end in peace."""
    killer = Killer(folder, seed, preset)
    while killer.done["kills"] < kills or (
        preset == "skip-bo" and not killer.done["penalty"] and killer.done["kills"] < 10 * kills
    ):
        killer.kill_one()
    games = killer.done["games"]
    killer.kill_one(at_last=True)
    assert killer.done["games"] == games + 1
    print(json.dumps(killer.done))


# The tests


def kill(folder, kills, seed, preset="skyjo"):
    """Run this file as a program, which forks, in a process without threads."""
    alone = {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, __file__, str(folder), str(kills), str(seed), preset],
        env=os.environ | alone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{sys.argv}: seed {seed}\n{done.stderr}"
    return Counter(json.loads(done.stdout))


@pytest.mark.seconds
@pytest.mark.skipif(not UNIX, reason="needs fork and SIGKILL")
def test_a_kill_at_any_moment_loses_nothing_acknowledged(tmp_path):
    """Twenty tables; decisions, notes, undos, moves to a new file, and the game goes on."""
    done = kill(tmp_path, 20, 1)
    assert done["kills"] == 20
    assert done["acknowledged"] > 20


@pytest.mark.skipif(not UNIX, reason="needs fork and SIGKILL")
def test_a_kill_loses_no_penalty(tmp_path):
    """Nor its shuffle: twenty tables of Skip-Bo, or more until there was one."""
    done = kill(tmp_path, 20, 1, "skip-bo")
    assert done["kills"] >= 20
    assert done["acknowledged"] > 20
    assert done["penalty"] > 0


@pytest.mark.slow
@pytest.mark.skipif(not UNIX, reason="needs fork and SIGKILL")
@pytest.mark.parametrize(("seed", "preset"), [(2, "skyjo"), (3, "skyjo"), (4, "skip-bo")])
def test_a_hundred_and_fifty_kills_lose_nothing_acknowledged(tmp_path, seed, preset):
    """Over whole games, with torn lines and moves to new files."""
    done = kill(tmp_path, 150, seed, preset)
    assert done["kills"] >= 150
    assert min(done["games"], done["moves"], done["torn"]) > 0
    assert done["acknowledged"] > 500


def cut_and_load(path, data, at):
    """Return the result of `load` for a record that ends after so many bytes."""
    path.write_bytes(data[:at])
    whole = data[: data.rfind(b"\n", 0, at) + 1]
    if data[at : at + 1] == b"\n":  # the line lacks nothing else
        whole = data[:at]
    if not whole:
        with pytest.raises(RecordError, match="holds no event"):
            load(path, display=False)
        assert path.read_bytes() == data[:at]
        return
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        session = load(path, display=False)
    assert [str(warning.message) for warning in warned] == [
        f"{path}: the last line was cut off while it was written and is left out"
    ] * (len(whole) < at)
    kept = session.history.events
    assert b"".join(to_line(event) for event in kept).startswith(whole)
    session.note("goes on")
    session.close()
    assert path.read_bytes().startswith(whole)
    assert load(path, record=False, display=False).history.events[: len(kept)] == kept


@pytest.mark.slow
def test_a_record_torn_at_any_byte_of_its_last_line_keeps_the_others(tmp_path):
    """It loads, with a warning if a line was torn, and goes on."""
    for number, lines in enumerate(fuzz.records()):
        data = b"\n".join(lines) + b"\n"
        first = data.rfind(b"\n", 0, -1) + 1
        for at in range(first, len(data) + 1, 1 if number == 0 else 11):
            cut_and_load(tmp_path / "torn.jsonl", data, at)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 4])
def test_a_record_torn_at_any_byte_keeps_its_whole_lines(tmp_path, number):
    """Every byte of a short record."""
    data = b"\n".join(fuzz.records()[number]) + b"\n"
    for at in range(len(data) + 1):
        cut_and_load(tmp_path / "torn.jsonl", data, at)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
