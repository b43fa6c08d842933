"""Runs that were stopped: the rest is played, and the files are those of a whole run."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from pandas.testing import assert_frame_equal

from skyjo_widget import Deck, RulesError, SimulationError, simulate
from skyjo_widget.simulation import run_folder
from skyjo_widget.simulation import simulate as simulation
from skyjo_widget.simulation.run_folder import RunFolder
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.strategies.compiled import compile as compiler
from tests.fixtures.paths import ROOT

SLOW = pytest.mark.slow
pytestmark = pytest.mark.filterwarnings("ignore:gives_up stopped .* games, and lost")


def gives_up(obs):
    """A strategy that fails now and then."""
    if obs.turn > 12:
        raise ValueError("too long")
    return obs.legal[0]


def other(obs):
    """Another strategy."""
    return obs.legal[-1]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """No strategy is compiled, however slow this computer is."""
    monkeypatch.setattr(compiler, "PAYS", float("inf"))


DECK = Deck.from_counts([(-1, 75), (3, 75)])
TABLE = {"games": 56, "seed": 5, "target": 1, "decisions": True, "progress": False}


def run(to, players=(gives_up, "random"), **options):
    """A run of four blocks into files."""
    return simulate("skyjo", list(players), to=to, **{**TABLE, **options})


def contents(folder):
    """Each file below a folder, with what it holds."""
    folder = Path(folder)
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def same(one, another):
    """Two results are equal in everything they give."""
    assert contents(one.path) == contents(another.path)
    assert (one.played, one.complete, one.trouble) == (another.played, True, "")
    for name in ("games", "seats", "rounds", "decisions", "faults", "summary"):
        assert_frame_equal(getattr(one, name), getattr(another, name))
    assert repr(one).replace(f"; {one.path}", f"; {another.path}") == repr(another)


@pytest.fixture
def played(monkeypatch):
    """The numbers of the blocks that are played; one is computed once."""
    numbers, known, real = [], {}, simulation.play_piece

    def play_piece(job, wanted, as_files, number):
        numbers.append(number)
        key = (job, wanted, number)
        if key not in known:
            known[key] = real(job, wanted, as_files, number)
        return known[key]

    monkeypatch.setattr(simulation, "play_piece", play_piece)
    return numbers


@pytest.mark.parametrize(
    "every", [pytest.param(1, marks=SLOW), pytest.param(9, marks=pytest.mark.seconds)]
)
def test_a_run_is_resumed_from_every_state_of_its_files(every, played, monkeypatch):
    """Stopped before any change of a file or in its middle, it ends as if it hadn't been."""
    monkeypatch.setattr(run_folder, "GAMES", 32)
    left = []

    def keep():
        left.append(Path(f"left-{len(left)}"))
        shutil.copytree("whole", left[-1])

    def stopping(function):
        def changed(path, *arguments, **options):
            if "whole" in Path(path).parts:
                keep()
            return function(path, *arguments, **options)

        return changed

    def write_half(path, data):
        path.write_bytes(data[: len(data) // 2])
        keep()
        path.write_bytes(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", stopping(Path.replace))
        patch.setattr(Path, "unlink", stopping(Path.unlink))
        patch.setattr(run_folder, "write_synced", write_half)
        whole = run("whole", games=40)
    assert len(whole.faults) > 2
    assert len(whole.files.spans) == 2
    keep()
    again = set()
    for folder in left[::-every]:
        there = RunFolder(folder)
        there.look()
        del played[:]
        result = run(folder, resume=True, games=40)
        assert contents(folder) == contents("whole")
        assert played == list(range(-(-there.games // 16), 3))
        if len(played) not in again:
            same(result, whole)
            again.add(len(played))
    assert again >= {0, 3}


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("preset", "players", "options"),
    [
        pytest.param(*("skyjo", [gives_up, "random"], {"states": True, "target": 1}), marks=SLOW),
        pytest.param(
            *("newskyjo", [other, *["random"] * 2], {"states": "all", "rounds": 1}), marks=SLOW
        ),
        ("skip-bo", [other, "random"], {"decisions": ["notation", "card_in"], "turns": 20}),
    ],
)
def test_after_stops_that_join_files_it_is_the_same(preset, players, options, monkeypatch):
    """A file joined of joined ones is that which is joined at once."""
    monkeypatch.setattr(run_folder, "GAMES", 48)
    options = {"games": 56, "seed": 3, "decisions": True, "progress": False, **options}
    whole = simulate(preset, players, to="whole", **options)
    taken = Simulation.add
    for stop in (16, 32):
        with pytest.MonkeyPatch.context() as patch:

            def add(self, piece, stop=stop):
                if self.played >= stop:
                    raise KeyboardInterrupt
                taken(self, piece)

            patch.setattr(Simulation, "add", add)
            with pytest.warns(UserWarning, match=f"^{stop} of 56 games: interrupted"):
                simulate(preset, players, to="run", resume=True, **options)
    assert RunFolder.find(Path("run"))[0].spans == [(0, 31)]
    same(simulate(preset, players, to="run", resume=True, **options), whole)


def cut(folder, games):
    """Leave a folder as after so many games, without joined files."""
    for file in Path(folder).glob("*/*.parquet"):
        if int(file.stem.split("-")[1]) >= games:
            file.unlink()


@pytest.mark.seconds
@pytest.mark.parametrize(
    "workers", ["threads", "processes", pytest.param("one thread", marks=pytest.mark.slow)]
)
def test_whoever_plays_the_rest(workers):
    """An executor's files are the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunFolder, "join", lambda self: None)
        run("run", ["greedy", other])
    cut("run", 32)
    whole = run("whole", ["greedy", other])
    many = 1 if workers == "one thread" else 2
    pool = ProcessPoolExecutor if workers == "processes" else ThreadPoolExecutor
    with pool(many) as executor:
        same(run("run", ["greedy", other], resume=True, executor=executor), whole)


@pytest.mark.seconds
def test_a_whole_run_is_returned_at_once(played, monkeypatch):
    """Nothing is played or written; so it is where nothing can be written."""
    whole = run("whole")
    before = {path: path.stat().st_mtime_ns for path in Path("whole").rglob("*.*")}
    shutil.copytree("whole", "again")
    del played[:]
    monkeypatch.setattr(simulation, "run", None)
    same(run("again", resume=True), whole)
    same(run("whole", resume=True), whole)
    assert not played
    assert {path: path.stat().st_mtime_ns for path in Path("whole").rglob("*.*")} == before


def test_without_resume_a_folder_must_be_new_as_ever():
    """One with games is refused, whole or not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunFolder, "join", lambda self: None)
        run("run")
    cut("run", 32)
    before = contents("run")
    with pytest.raises(RulesError, match="exists already and isn't empty: name a new folder"):
        run("run")
    assert contents("run") == before


@pytest.mark.seconds
def test_with_it_a_new_run_begins_where_there_is_none(own_folder):
    """In a new folder, an empty one, or one that was left before the first game."""
    whole = run("whole")
    same(run("new", resume=True), whole)
    (own_folder / "empty").mkdir()
    same(run("empty", resume=True), whole)
    (own_folder / "left").mkdir()
    shutil.copy("whole/run.json", "left")
    same(run("left", resume=True), whole)


def test_a_folder_of_something_else_is_refused(own_folder):
    """It stays as it is; and without a folder there is nothing to resume."""
    (own_folder / "mine").mkdir()
    (own_folder / "mine" / "text").write_text("mine", encoding="utf-8")
    with pytest.raises(RulesError, match="exists already and isn't empty"):
        run("mine", resume=True)
    assert contents("mine") == {"text": b"mine"}
    with pytest.raises(RulesError, match="resume=True: to= is needed, the folder of the run"):
        run(None, resume=True)
    with pytest.raises(RulesError, match="to=5 is no path"):
        run(5, resume=True)
    run("run")
    Path("run/run.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SimulationError, match=r"its run\.json can't be read: KeyError"):
        run("run", resume=True)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"seed": 6}, r"\(seed 5 there, 6 here\)"),
        ({"games": 57, "seed": 6}, r"\(seed 5 there, 6 here; games 56 there, 57 here\)"),
        ({"target": 2}, r"\(target 1 there, 2 here\)"),
        ({"turns": 9}, r"\(turns 2000 there, 9 here\)"),
        ({"limit": None}, r"\(limit 10\.0 there, None here\)"),
        ({"decisions": False}, r"\(decisions True there, False here\)"),
        ({"states": True}, r"\(states False there, own here\)"),
        ({"players": ["random", gives_up]}, r"\(players gives_up, random there, random, gives_up"),
        ({"deck": DECK}, r"\(deck f6c4453d28d2 there, \w{12} here\)"),
    ],
)
def test_a_folder_of_another_run_is_refused(changed, says):
    """By name of what differs; its files stay."""
    run("run")
    before = contents("run")
    with pytest.raises(RulesError, match=f"^to='run' holds another run {says}.*name a new folder$"):
        run("run", **{"resume": True, **changed})
    assert contents("run") == before


def test_a_preset_stands_for_its_rules():
    """They aren't compared one by one."""
    run("run")
    with pytest.raises(RulesError, match=r"\(preset skyjo there, skip-bo here; games 56 there, 5 "):
        simulate("skip-bo", [gives_up, "random"], games=5, seed=5, to="run", resume=True)


def test_so_is_one_of_another_version(monkeypatch):
    """Rules or bots may have changed."""
    run("run")
    monkeypatch.setattr(simulation, "__version__", "9.9")
    with pytest.raises(RulesError, match=r"\(version 0\.\S+ of skyjo_widget there, 9\.9 of "):
        run("run", resume=True)


def test_a_strategy_is_the_same_by_its_code():
    """Functions that it calls count; its place doesn't."""

    def strategy(last):
        def mine(obs):
            return obs.legal[-1 if last else 0]

        return mine

    run("run", [strategy(False), "random"])
    assert run("run", [strategy(False), "random"], resume=True).complete
    with pytest.raises(RulesError, match=r"\(the code of mine, or the version of Python\)"):
        run("run", [strategy(True), "random"], resume=True)


def test_the_seed_of_the_folder_is_used():
    """If none was given, neither before nor now."""
    first = run("run", seed=None)
    assert run("run", seed=None, resume=True).job.seed == first.job.seed


@pytest.mark.seconds
def test_a_damaged_file_goes_with_all_after_it(played, monkeypatch):
    """And is made again."""
    monkeypatch.setattr(run_folder, "GAMES", 16)
    whole = run("whole")
    for name in ("decisions", "rounds", "faults", "actions"):
        shutil.copytree("whole", name)
        file = sorted(Path(name, name).iterdir())[1]
        first = int(file.stem.split("-")[0]) // 16
        file.write_bytes(file.read_bytes()[:-9])
        del played[:]
        same(run(name, resume=True), whole)
        assert played == list(range(first, 4))


def test_a_run_that_goes_on_is_left_alone():
    """Its folder is locked."""

    def asks(obs):
        if not seen:
            seen.append(True)
            with pytest.raises(RulesError, match="another run writes there"):
                run("run", [asks, "random"], resume=True)
        return obs.legal[0]

    seen = []
    assert run("run", [asks, "random"]).complete
    assert seen


CHILD = """
import os, random, signal, sys, threading, time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from skyjo_widget import simulate
from skyjo_widget.simulation import executors
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.strategies.compiled import compile as compiler
from tests.simulation.test_resume import other

executors.PATIENCE = compiler.PAYS = float("inf")

def main():
    after, delay, workers, players, games = eval(sys.argv[1])
    taken = Simulation.add

    def kill():
        time.sleep(delay)
        os.kill(os.getpid(), signal.SIGKILL)

    def add(self, piece):
        nonlocal after
        after -= 1
        if after == 0:
            threading.Thread(target=kill).start()
        taken(self, piece)

    Simulation.add = add
    pools = {"threads": ThreadPoolExecutor, "processes": ProcessPoolExecutor}
    executor = pools[workers](2) if workers else None
    players = [other if player == "other" else player for player in players]
    result = simulate("skyjo", players, games=games, seed=7, target=1, decisions=True,
                      to="run", resume=True, executor=executor, progress=False)
    result.summary.to_csv("summary.csv")

if __name__ == "__main__":
    main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("workers", ["", "threads", "processes"])
@pytest.mark.parametrize(
    ("players", "games"), [(["other", "random"], 600), (["greedy", "threshold(2)"], 30 * 1024)]
)
def test_a_run_that_is_killed_at_random_is_resumed(workers, players, games, own_folder):
    """Time and again, by SIGKILL; the last one plays the rest."""
    drawn = random.Random(f"{workers} {games}")
    blocks = games // (16 if "other" in players else 1024)
    started = []

    def child(after, delay=0.0):
        """Start one with its own group, whose workers may stay behind; return how it has ended."""
        with Path("told").open("wb") as told:
            done = subprocess.Popen(
                [sys.executable, "child.py", repr((after, delay, workers, players, games))],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=told,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            started.append(done.pid)
            return done.wait()

    (own_folder / "child.py").write_text(CHILD, encoding="utf-8")
    kills = 0
    try:
        for _ in range(4):
            delay = drawn.random() * drawn.choice([0.002, 0.05])
            code = child(drawn.randrange(1, blocks // 4), delay)
            if code == 0:
                break
            assert code == -signal.SIGKILL, Path("told").read_text("utf-8")
            kills += 1
        assert kills >= 2
        assert child(0) == 0, Path("told").read_text("utf-8")
    finally:
        for group in started[:-1] if workers == "processes" else []:  # a killed pool's stay
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
    seated = [other if player == "other" else player for player in players]
    whole = run("whole", seated, seed=7, games=games)
    assert contents("run") == contents("whole")
    whole.summary.to_csv("whole.csv")
    assert Path("summary.csv").read_bytes() == Path("whole.csv").read_bytes()
