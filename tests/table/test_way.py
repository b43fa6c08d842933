"""The way of a decision through the package, and the names of a table."""

from __future__ import annotations

import subprocess
import sys
from os import environ
from pathlib import Path

import skyjo_widget
from skyjo_widget import play
from skyjo_widget.board.session import Session
from skyjo_widget.table.annotator import Annotator
from skyjo_widget.table.table import Table

PACKAGE = str(Path(skyjo_widget.__file__).parent)
NAMES = {
    "act", "advice", "again", "answer", "board", "branch",
    "break_off", "close", "coach", "decision", "deck",
    "for_", "form", "history", "lang", "legal", "live", "log", "next_round", "note",
    "observation", "odds", "over", "pace", "paper", "parts", "path", "penalize", "phase",
    "players", "position", "predict", "replace", "rules", "ruling", "run", "save_as", "seat",
    "serve", "state", "step", "trouble", "undo", "waiting", "what_if", "winners",
}  # fmt: skip


WAY = """
import sys
from skyjo_widget import play

files = set()

def follow(frame, event, _argument):
    if event == "call" and frame.f_code.co_filename.startswith(sys.argv[1]):
        files.add(frame.f_code.co_filename)

def count(call):
    files.clear()
    sys.setprofile(follow)
    call()
    sys.setprofile(None)
    return len(files)

table = play("skyjo", ["Ana", "Bo"], seed=7, display=False)
table.act("flip a1")
by_call = count(lambda: table.act("flip a2"))
board = table.board
for action in ("flip a1", "flip a2"):
    message = {"type": "act", "action": action, "state": table.state}
    by_click = count(lambda: board._receive(board, message, []))
print(table.decision, by_call, by_click)
"""


def test_a_decision_passes_through_few_files(tmp_path):
    """By a call through 19, by a click through 33: a file more is a question to ask."""
    run = subprocess.run(
        [sys.executable, "-c", WAY, PACKAGE],
        cwd=tmp_path, env=environ | {"PYTHONPATH": str(Path(PACKAGE).parent)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    decisions, by_call, by_click = map(int, run.stdout.split())
    assert decisions == 4
    assert 10 < by_call <= 19
    assert 20 < by_click <= 33


def test_a_table_has_few_names():
    """A new one is for people, and stands here; its parts have those that rooms need."""
    table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    assert {name for name in dir(table) if not name.startswith("_")} == NAMES
    assert len(NAMES) == 46
    assert Session.__mro__[1] is Table


def test_a_method_of_a_part_keeps_its_signature():
    """Its docstring too: it stands once, at the part."""
    assert Table.note.__doc__ == Annotator.note.__doc__
    assert Table.note.__wrapped__ is Annotator.note
