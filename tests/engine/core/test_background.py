"""Compiled code is made in another process; nobody waits for it, and no result depends on it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numba
import numpy as np
import pytest

from skyjo_widget import bots, cli, load, play, simulate
from skyjo_widget.engine.core import background, jit, lean_numba
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.simulation import compile_ahead
from skyjo_widget.simulation.job import TALLY, GroupRunner
from skyjo_widget.strategies.compiled import compile as compiler
from tests.fixtures.paths import ROOT
from tests.reference.plain_replayer import replay


@pytest.fixture
def patient(monkeypatch, tmp_path):
    """A process that doesn't wait for compiled code, with an empty cache and nothing under way."""
    monkeypatch.delenv(background.MODE, raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("_here", "_begun", "_failures"):
        monkeypatch.setattr(background, name, type(getattr(background, name))())
    return tmp_path / "cache"


def until(true, seconds=20):
    """Wait for something that another thread does."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


class Compiler:
    """Stands for the process that compiles."""

    stderr = None

    def __init__(self, returncode, work=lambda: None):
        self.returncode = returncode
        work()

    def poll(self):
        return self.returncode

    def wait(self):
        return self.returncode

    def communicate(self):
        return b"", b"first\nno such thing"


def test_a_run_that_changes_over_equals_one_that_does_not(monkeypatch):
    """In the middle of a game, with all that is noted of decisions."""
    whole = simulate("skyjo", ["greedy", "random"], games=60, seed=5, decisions=True)
    asked = []
    monkeypatch.setattr(
        background, "ready", lambda kind, game: bool(asked.append(kind)) or len(asked) > 3
    )
    changed = []
    change = GroupRunner._change_over

    def noticed(table):
        changed.append(table.notes.where[0].decision)
        change(table)

    monkeypatch.setattr(GroupRunner, "_change_over", noticed)
    repeated = simulate("skyjo", ["greedy", "random"], games=60, seed=5, decisions=True)
    assert len(changed) == 1
    for name in ("games", "rounds", "decisions"):
        assert getattr(repeated, name).equals(getattr(whole, name))


@pytest.mark.seconds
def test_a_search_that_changes_over_decides_the_same(monkeypatch):
    """From one batch of worlds to the next."""
    codes = SKYJO.presets["skyjo"].codes(3, SKYJO.deck)
    table = play("skyjo", ["Ana", "bot:greedy", "bot:greedy"], seed=4, record=False, display=False)
    while table.phase == "setup":
        table.act(table.legal[0]) if table.waiting == "person" else table.step()
    s = table.history.state
    bot = bots.find("skyjo", "strong(100)")
    actions = []
    for after in (0, 1, 10**9):
        asked = []
        monkeypatch.setattr(
            background,
            "ready",
            lambda *_, asked=asked, after=after: bool(asked.append(1)) or len(asked) > after,
        )
        rng = np.random.default_rng(3)
        actions.append((bot.act(observe(s, s.seat), codes, rng), rng.random()))
        assert len(asked) > 1
    assert actions[0] == actions[1] == actions[2]


@pytest.mark.slow
def test_a_strategy_is_compiled_while_it_plays_on_interpreted(monkeypatch):
    """A group ends before the compiler does; a later one is compiled, with the same results."""

    def lowest(obs):
        return obs.legal[0]

    def run():
        return simulate("skyjo", [lowest, "greedy"], games=64, seed=2, decisions=True)

    interpreted = run()
    monkeypatch.delenv(background.MODE)
    monkeypatch.setattr(compiler, "PAYS", 0.0)
    monkeypatch.setattr(compiler, "_teams", {})
    held, begun = threading.Event(), threading.Event()
    make = compiler.Team.compile

    def slowly(team):
        begun.set()
        assert held.wait(60)
        return make(team)

    monkeypatch.setattr(compiler.Team, "compile", slowly)
    before = run()
    (team,) = compiler._teams.values()
    assert begun.wait(60)
    assert team.driver is None
    held.set()
    until(lambda: team.driver or team.why, seconds=120)
    assert team.why == ""
    after = run()
    for name in ("games", "rounds", "decisions"):
        assert getattr(interpreted, name).equals(getattr(before, name))
        assert getattr(interpreted, name).equals(getattr(after, name))


def test_of_many_who_ask_one_has_it_compiled(patient, monkeypatch):
    """Others see its mark, and load."""
    started, loaded = [], []

    def start(kind, game):
        started.append(kind)
        return Compiler(0, lambda: background.mark_for(kind, game).touch())

    monkeypatch.setattr(background, "start", start)
    monkeypatch.setitem(background._makers, "play", loaded.append)
    lock = background.lock_for("skyjo")
    with lock:  # another process is at it
        assert not background.ready("play", "skyjo")
        assert not background.ready("play", "skyjo")
        time.sleep(0.3)
        assert started == loaded == []
        background.mark_for("play", "skyjo").touch()
    until(lambda: background.ready("play", "skyjo"))
    assert (started, loaded) == ([], ["skyjo"])


def test_a_compiler_that_was_killed_is_started_again(patient, monkeypatch):
    """The system has taken its lock away; a second one does it."""
    ends = [-9, 0]

    def start(kind, game):
        code = ends.pop(0)
        return Compiler(code, lambda: code or background.mark_for(kind, game).touch())

    monkeypatch.setattr(background, "start", start)
    monkeypatch.setitem(background._makers, "play", lambda game: None)
    background.ready("play", "skyjo")
    until(lambda: background.ready("play", "skyjo"))
    assert ends == []


def test_a_compiler_that_fails_leaves_play_interpreted(patient, monkeypatch, capfd):
    """Its last line is kept as the reason, and nothing is printed."""
    monkeypatch.setattr(background, "start", lambda kind, game: Compiler(1))
    assert len(simulate("skyjo", ["random", "random"], games=3, seed=1).games) == 3
    until(lambda: background.trouble("play", "skyjo"))
    assert "no such thing" in background.trouble("play", "skyjo")
    assert not background.ready("play", "skyjo")
    assert len(simulate("skyjo", ["random", "random"], games=3, seed=1).games) == 3
    assert capfd.readouterr() == ("", "")


def test_without_a_folder_for_the_cache_it_is_compiled_here(patient, monkeypatch):
    """By a thread, so that nobody waits all the same."""
    threads = []
    monkeypatch.setattr(background, "folder", lambda: None)
    monkeypatch.setattr(background, "start", lambda *_: 1 / 0)
    monkeypatch.setitem(
        background._makers, "play", lambda game: threads.append(threading.current_thread())
    )
    assert not background.ready("play", "skyjo")
    until(lambda: background.ready("play", "skyjo"))
    assert threads != [threading.main_thread()]


def test_an_edited_file_makes_another_mark(patient, monkeypatch):
    """Code compiled before counts no more."""
    before = background.mark_for("play", "skyjo")
    monkeypatch.setattr(background.platform, "node", lambda: "elsewhere")
    assert background.mark_for("play", "skyjo") != before


def test_nothing_is_compiled_where_numba_may_not(patient, monkeypatch):
    """Without numba, and with NUMBA_DISABLE_JIT."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not jit.has_numba()
    assert not background.ready("play", "skyjo")
    assert not background._begun


def test_a_bot_at_a_table_has_fewer_rollouts_until_then(patient, monkeypatch):
    """The record says how many; a reader reads it, and one that doesn't know the key too."""
    monkeypatch.setattr(background, "ready", lambda *_: False)
    monkeypatch.setattr("skyjo_widget.bots.search.SOON", 20)
    table = play("skyjo", ["bot:strong", "bot:greedy"], seed=3, record="game.jsonl", display=False)
    for _ in range(12):
        table.step()
    rollouts = [event["rollouts"] for event in table.history.events if "rollouts" in event]
    assert rollouts
    assert all(0 < n < 2000 for n in rollouts)
    lines = Path("game.jsonl").read_bytes().splitlines(keepends=True)
    assert [*replay(lines)]
    events = load("game.jsonl", display=False).history.events
    assert [event["rollouts"] for event in events if "rollouts" in event] == rollouts


def test_the_command_compiles_each_game_once(patient, monkeypatch, capsys):
    """A line about each; a process only where the cache lacks something."""
    begun = []

    def start(kind, game):
        def work():
            begun.append(game)
            for each in (kind, *background.KINDS):
                background.mark_for(each, game).touch()

        return Compiler(0, work)

    monkeypatch.setattr(background, "start", start)
    for kind in background.KINDS[1:]:
        background.mark_for(kind, "skyjo").touch()
    assert cli.main(["compile"]) == 0
    assert begun == list(GAMES)
    assert all(background.mark_for(TALLY, game).exists() for game in GAMES)  # measures need it
    printed = re.sub(r"\d+ s$", "", capsys.readouterr().out, flags=re.MULTILINE)
    assert printed.splitlines() == [f"{game}: compiled in " for game in GAMES]
    assert cli.main(["compile"]) == 0
    assert begun == list(GAMES)
    assert capsys.readouterr().out.splitlines() == [f"{game}: compiled before" for game in GAMES]


def test_the_command_says_which_game_failed(patient, monkeypatch, capsys):
    """With the last words of its process; the others are compiled all the same."""
    failing = {"newskyjo": 1}
    monkeypatch.setattr(background, "start", lambda _kind, game: Compiler(failing.get(game, 0)))
    assert cli.main(["compile"]) == 1
    printed = re.sub(r"\d+ s$", "", capsys.readouterr().out, flags=re.MULTILINE)
    assert printed.splitlines() == [
        f"{game}: failed, no such thing" if game in failing else f"{game}: compiled in "
        for game in GAMES
    ]


def test_the_command_says_that_nothing_can_be_kept(patient, monkeypatch, capsys):
    """Without a folder for the cache no process is started."""
    monkeypatch.setattr(background, "folder", lambda: None)
    monkeypatch.setattr(background, "start", lambda *_: pytest.fail("started"))
    assert cli.main(["compile"]) == 1
    assert "no folder" in capsys.readouterr().out


class Numba:
    """Stands for a part of numba."""

    def first(self):
        return 1

    def second(self):
        return 2


@pytest.mark.parametrize("differs", [False, True])
def test_what_differs_in_numba_is_left_together_with_its_part(monkeypatch, differs):
    """Nothing of a part is replaced unless all of it is as it was when it was written for."""
    for name in ("first", "second"):
        monkeypatch.setattr(Numba, name, vars(Numba)[name])  # restored afterwards

    def part():
        changes = [lean_numba.Change(Numba, name, "", lambda _: 3) for name in ("first", "second")]
        texts = [
            lean_numba.digest(changes[0]),
            "another" if differs else lean_numba.digest(changes[1]),
        ]
        return [c._replace(text=text) for c, text in zip(changes, texts, strict=True)]

    def lacking():
        return [lean_numba.Change(Numba, "third", "another", None)]

    monkeypatch.setattr(lean_numba, "PARTS", (part, lacking))
    assert lean_numba.work_less() == (["part", "lacking"] if differs else ["lacking"])
    assert (Numba().first(), Numba().second()) == ((1, 2) if differs else (3, 3))


def test_the_known_numba_works_less():
    """Each replacement fits it; with another numba a first compile may take twice as long."""
    changed = [
        f"{change.owner.__name__}.{change.name}"
        for part in lean_numba.PARTS
        for change in part()
        if lean_numba.digest(change) != change.text
    ]
    assert not (changed and numba.__version__.startswith(lean_numba.KNOWN))


def test_where_less_work_fails_numba_works_as_always(monkeypatch):
    """In another process, once; its end is the end of both."""
    begun = []

    def fail(_game, _kinds):
        raise AssertionError("nothing comes of it")

    def run(words, **_options):
        begun.append(words)
        return subprocess.CompletedProcess(words, 5)

    monkeypatch.setattr(compile_ahead, "compile_game", fail)
    monkeypatch.setattr(compile_ahead.subprocess, "run", run)
    monkeypatch.setattr(compile_ahead.os, "nice", lambda _: None, raising=False)
    monkeypatch.setattr(compile_ahead.gc, "set_threshold", lambda *_: None)
    monkeypatch.setattr(lean_numba, "work_less", list)
    assert compile_ahead.main(["play", "skyjo"]) == 5
    assert [words[-3:] for words in begun] == [["--plain", "play", "skyjo"]]
    with pytest.raises(AssertionError, match="nothing comes of it"):
        compile_ahead.main(["--plain", "play", "skyjo"])
    assert len(begun) == 1


@pytest.mark.slow
def test_a_process_compiles_and_another_loads_it(tmp_path):
    """From start to end, once for all who ask; killed in between, it is begun anew."""
    code = """
import time
from skyjo_widget import simulate
from skyjo_widget.engine.core import background
results = [simulate("skyjo", ["greedy", "random"], games=40, seed=2).games]
while not background.ready("play", "skyjo"):
    assert not background.trouble("play", "skyjo"), background.trouble("play", "skyjo")
    time.sleep(0.1)
results.append(simulate("skyjo", ["greedy", "random"], games=40, seed=2).games)
assert results[0].equals(results[1])
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    del environment[background.MODE]
    first = subprocess.Popen(
        [sys.executable, "-m", "skyjo_widget.simulation.compile_ahead", "play", "skyjo"],
        cwd=ROOT,
        env={**environment, background.MODE: "wait"},
    )
    until(lambda: list(tmp_path.glob("*.lock")) or first.poll() is not None)
    first.send_signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    asking = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert [(process.communicate()[1], process.returncode) for process in asking] == [("", 0)] * 2
    assert len(list(tmp_path.glob("*-play-*.done"))) == 1


@pytest.mark.seconds
def test_a_compiler_that_goes_wild_is_ended_before_the_machine():
    """Its memory and time have bounds; play stays interpreted then, and says why."""
    code = (
        "from skyjo_widget.simulation import compile_ahead as c; c.MEMORY = 2**31; c._limit()\n"
        "kept = []\n"
        "while True: kept.append(bytearray(2**26))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip().endswith("MemoryError")
