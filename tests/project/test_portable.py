"""Needs of other systems, as far as they can be tried on this one."""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_widget.records import lock
from skyjo_widget.records.lock import RecordLock
from skyjo_widget.replays import rulings
from skyjo_widget.util import files, notices, processes
from tests.fixtures import no_posix
from tests.fixtures.paths import ROOT
from tests.fixtures.programs import run

PROGRAM = """
import contextlib, io, json, multiprocessing, sys, urllib.request
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

if __name__ == "__main__":
    from tests.fixtures import no_posix

    no_posix.hide()

import os, signal
assert not (hasattr(os, "fork") or hasattr(os, "getuid") or hasattr(signal, "SIGKILL"))
from skyjo_widget import (hand_in, class_page, load, load_all, load_simulation)
from skyjo_widget.errors import RecordError
from skyjo_widget import play, simulate, tournament, verify
from skyjo_widget.cli import main


def mine(obs):
    return obs.legal[0]


def endless(obs):
    while obs.turn > 3:
        pass
    return obs.legal[-1]


def games():
    for game, seats in {"skyjo": 2, "newskyjo": 3, "skip-bo": 2}.items():
        table = play(game, ["bot:greedy"] * seats, seed=4, display=False)
        table.run(rounds=True)
        assert table.over and table.trouble is None
        assert len(table.log.decisions) > 50 and verify(table.path)
        table.close()
    assert len(load_all("games").games) == 3
    load_all("games").to_csv("results")
    assert main(["verify", "games"]) == 0


def records():
    name = "Zo\\u00e9 \\u25b2"
    table = play("skyjo", [name, "bot:greedy"], seed=4, record="one.jsonl", display=False)
    code = "from skyjo_widget import load; load('one.jsonl', display=False)"
    other = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE)
    assert other.returncode and b"is held by another program" in other.stderr, other.stderr
    table.note("\\u2265 3 \\u2014 \\u00e9")
    path = hand_in(table, "Zo\\u00e9")
    table.close()
    assert not list(Path().glob(".*.lock"))
    assert load("one.jsonl", record=False, display=False).log.games["names"][0][0] == name
    class_page(path.parent, "class.html")


def runs():
    how = dict(games=40, seed=1, target=1, progress=False, decisions=True)
    alone = simulate("skyjo", [mine, "random"], to="alone", **how)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        simulate("skyjo", [mine, "random"], to="pool", executor=pool, **how)
    simulate("skyjo", [mine, "random"], to="pool", resume=True, **how)
    one, other = ({p.relative_to(f): p.read_bytes() for p in Path(f).rglob("*") if p.is_file()}
                  for f in ("alone", "pool"))
    assert one == other and len(one) == 5
    assert len(load_simulation("pool").games) == 40
    found = tournament([mine, "random"], games=2, target=1, seed=1, progress=False, apart=True)
    assert list(found.ranking["games"]) == [2, 2]
    slow = tournament([endless, "random"], games=1, target=1, limit=1, progress=False, apart=True)
    assert list(slow.pairs["stopped"]) == [2]


def serving():
    table = play("skyjo", ["Ana", "bot:greedy"], seed=4, record=False, display=False)
    served = table.serve(display=False)
    served.show()
    with urllib.request.urlopen(served.link) as page:
        assert page.headers["content-type"].startswith("text/html") and page.read()
    served.stop()


import subprocess
if __name__ == "__main__":
    games()
    records()
    runs()
    serving()
    print("all")
"""


@pytest.mark.slow
def test_nothing_needs_what_windows_lacks(tmp_path):
    """Games, records, runs, processes and a served table; texts name their encoding."""
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "sitecustomize.py").write_text(no_posix.CUSTOMIZE, encoding="utf-8")
    told = run(
        [sys.executable, "-X", "warn_default_encoding", "program.py"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]),
            "PYTHONIOENCODING": "cp1252",
            "PYTHONWARNINGS": "error::EncodingWarning",
        },
        encoding="cp1252",
    )
    assert told.splitlines()[-1] == "all"


TEXT_FILES = {"read_text": 0, "write_text": 1}
"""Methods of paths, with the arguments before their encoding."""
MODES = [["r"], ["w"], ["a"], ["x"]]


def without_encoding(code):
    """Each call that leaves it to the system how a text is encoded."""
    for call in ast.walk(ast.parse(code)):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        given = {keyword.arg for keyword in call.keywords} | {None}
        texts = [one.value for one in call.args[:2] if isinstance(one, ast.Constant)]
        opens = name == "open" and (isinstance(call.func, ast.Name) or texts[:1] in MODES)
        if (
            len(call.args) == TEXT_FILES.get(name)
            or (opens and not any("b" in str(mode) for mode in texts))
            or (name in {"run", "Popen", "check_output"} and "text" in given)
        ) and "encoding" not in given:
            yield call.lineno, name


PLACES = ("skyjo_widget", "scripts", "benchmarks")


@pytest.mark.seconds
def test_every_text_file_names_its_encoding():
    """Windows' own may be cp1252."""
    found = [
        f"{file.relative_to(ROOT)}:{line} {name}"
        for place in PLACES
        for file in (ROOT / place).rglob("*.py")
        for line, name in without_encoding(file.read_text("utf-8"))
    ]
    assert found == []
    bad = "path.read_text(), path.open('w'), open('a'), subprocess.run('a', text=True)"
    assert len(list(without_encoding(bad))) == 4


@pytest.mark.seconds
@pytest.mark.parametrize("command", [["answers", "--lang", "fr"], ["--help"]])
def test_a_command_prints_what_a_code_page_has(command):
    """A sign that it lacks is a question mark, not an error."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    told = run([sys.executable, "-m", "skyjo_widget.cli", *command], env=env, encoding="ascii")
    assert "?" in told


def test_so_do_the_notices(monkeypatch):
    """In any program."""
    page = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(page, encoding="cp437"))
    notices.write_line("compiling … é")
    assert page.getvalue().decode("cp437").split() == ["compiling", "?", "é"]


def test_a_lock_s_file_goes_where_no_open_file_can(own_folder, monkeypatch):
    """It is closed first."""
    closed, real, close = [], Path.unlink, os.close

    def unlink(self, missing_ok=False):
        if self.suffix == ".lock" and not closed:
            raise PermissionError(13, "it is open")
        real(self, missing_ok=missing_ok)

    monkeypatch.setattr(lock, "_OPEN_STAYS", True)
    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(lock.os, "close", lambda file: (closed.append(file), close(file)))
    hold = RecordLock(own_folder / "game.jsonl", "now")
    assert (own_folder / ".game.jsonl.lock").exists()
    hold.release()
    assert len(closed) == 1
    assert not list(own_folder.iterdir())


def test_a_file_that_another_program_reads_is_replaced_soon(own_folder, monkeypatch):
    """Or after some attempts not at all, and nothing is left beside it."""
    tries, real = [], Path.replace

    def replace(self, target):
        tries.append(self)
        if len(tries) < 3:
            raise PermissionError(13, "it is open")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(files, "_PAUSES", (0.0, 0.0))
    path = own_folder / "page.html"
    path.write_bytes(b"old")
    files.replace_whole(path, b"new")
    assert path.read_bytes() == b"new"
    del tries[:]
    monkeypatch.setattr(files, "_PAUSES", (0.0,))
    with pytest.raises(PermissionError):
        files.replace_whole(path, b"newer")
    assert [(one.name, one.read_bytes()) for one in own_folder.iterdir()] == [("page.html", b"new")]


def test_a_process_has_a_group_and_no_window(monkeypatch):
    """By flags that only Windows has."""
    assert processes.apart("BELOW_NORMAL_PRIORITY_CLASS")["creationflags"] == 0
    names = ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW", "BELOW_NORMAL_PRIORITY_CLASS")
    for bit, name in enumerate(names):
        monkeypatch.setattr(subprocess, name, 1 << bit, raising=False)
    assert processes.apart()["creationflags"] == 3
    assert processes.apart(names[-1])["creationflags"] == 7


def test_pages_of_rulings_have_names_that_every_system_has():
    """No device's, and none that differ by the size of letters alone."""
    names = rulings.page_names(["a", "A", "Con", "Rulings", ""])
    assert names == ["a.html", "A-2.html", "Con-3.html", "Rulings-4.html", "game.html"]
