"""A kernel that is killed: what any phone was shown is in the record, and the seats are kept."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from skyjo_widget.records.replay import replay
from tests.fixtures.paths import ROOT
from tests.serving.phones import Phone, token_in, wait_until

HOST = """
import sys, time, warnings
from skyjo_widget import load, play
path, new = sys.argv[1], sys.argv[2] == "new"
options = {"practice": True, "seed": 5, "columns": 3, "display": False}
session = play("skyjo", ["Ana", "Bo", "bot:random"], record=path, **options) if new else load(
    path, display=False)
session.pace = 0
serving = session.serve(display=False)
if new:
    serving.start()
print(serving.pin, serving._door.port, serving.watch_link, flush=True)
sys.stdin.read()
"""


class Host:
    """A kernel that serves a table."""

    def __init__(self, path, how):
        command = [sys.executable, "-c", HOST, str(path), how]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(command, cwd=ROOT, **pipes)
        self.said = self.process.stdout.readline().split()
        assert len(self.said) == 3, self.said
        self.pin, self.port, self.watch = self.said[0], int(self.said[1]), self.said[2]

    def kill(self):
        """Kill it."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.mark.seconds
def test_a_killed_kernel_takes_the_seats_up_again(tmp_path):
    """Three times: PIN, port and seats are the same, and no decision is lost."""
    path, rng, tokens, shown = tmp_path / "game.jsonl", random.Random(), [None, None], {}
    host, said = Host(path, "new"), None
    try:
        for _ in range(3):
            assert said in (None, host.said), "the same PIN, port and links"
            said, phones = host.said, []
            for seat, name in enumerate(["Ana", "Bo"]):
                phone = Phone(port=host.port)
                phones.append(phone)
                if tokens[seat]:
                    phone.hello(tokens[seat])
                else:
                    phone.join(name, host.pin)
                assert phone.role == "player", phone.refused
                phone.wait_for(lambda p: p.view)
                assert phone.lobby["seat"] == seat
                tokens[seat] = phone.token
            watcher = Phone(port=host.port).watch(token_in(host.watch))
            assert watcher.role == "watcher"
            phones.append(watcher)
            for _ in range(rng.randrange(3, 25)):
                step(phones, rng)
            for phone in phones[:2]:  # in the midst of something
                if phone.mine:
                    phone.act(rng.choice(phone.options()))
            host.kill()
            for phone in phones:
                phone.close()
                for message in phone.messages:
                    rows = message.get("traits", {}).get("rows")
                    columns = rows["columns"] if rows else ()
                    for row in rows["rows"] if rows else ():
                        fields = dict(zip(columns, row, strict=True))
                        shown.setdefault(fields["decision"], set()).add(fields["player"])
            lines = [json.loads(text) for text in whole_lines(path)]
            kept = replay(lines)
            names = {row.decision: row.player for row in kept.decisions}
            for decision, players in shown.items():
                assert players == {names[decision]}
            host = Host(path, "load")
    finally:
        host.kill()


def whole_lines(path):
    """The lines of a record that were written to their end."""
    return [text for text in path.read_text("utf-8").splitlines(keepends=True) if text[-1] == "\n"]


def step(phones, rng):
    """Decide on the phone whose turn it is."""
    ana, bo = phones[:2]

    def due():
        if ana.view["waiting"] == "next round":
            for phone in (ana, bo):
                phone.send("next_round", state=phone.state)
            wait_until(lambda: ana.view["waiting"] != "next round")
        return next((p for p in (ana, bo) if p.mine), None) or ana.view["waiting"] is None

    phone = wait_until(due, "somebody's turn")
    if phone is not True:
        before = phone.state
        phone.act(rng.choice(phone.options()))
        phone.wait_for(lambda p: p.state > before or p.view["error"])
