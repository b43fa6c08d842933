"""Compiled strategies are made by another process and kept on disk, by all that they depend on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from skyjo_widget.engine.core import background
from skyjo_widget.simulation.job import GroupRunner, _agrees
from skyjo_widget.simulation.simulate import make_job
from skyjo_widget.strategies.compiled import compile as compiler
from skyjo_widget.strategies.compiled import kept
from tests.fixtures.paths import ROOT

pytest.importorskip("numba")

STRATEGY = """
K = 3
def low():
    return K
def mine(obs):
    if obs.phase == "choose" and obs.discard[-1] <= low():
        return "take"
    counts = {action: len(action) for action in obs.legal}
    return max(counts, key=lambda action: counts[action])
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for the cache of strategies; games' own code stays where it is."""
    place = tmp_path / "cache"
    place.mkdir()
    monkeypatch.setattr(background, "folder", lambda: place)
    monkeypatch.setattr(compiler, "_teams", {})
    return place


def function(text, tmp_path, name="strategy.py"):
    """The function of a file, as a notebook's cell defines it: the file may be written again."""
    import linecache

    file = tmp_path / name
    file.write_text(text)
    linecache.checkcache(str(file))
    names = {}
    exec(compile(text, file, "exec"), names)
    return names["mine"]


def job_of(mine, games=16):
    """A table at which it plays a built-in bot."""
    return make_job("skyjo", [mine, "greedy"], games, 1, turns=60)


def order_of(mine):
    """Its order."""
    (order,) = job_of(mine).team._orders
    return order


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<= low()", "< low()"),
        ("return K", "return K + 1"),
        ("K = 3", "K = 4"),
        ("K = 3", "K = 3.0"),
        ("K = 3", "K = True"),
        ("len(action)", "-len(action)"),
        ('"take"', '"draw"'),
    ],
)
def test_an_edited_function_is_another_one(folder, tmp_path, before, after):
    """Its body, a helper, an outer value, a constant; the name is the same."""
    old = order_of(function(STRATEGY, tmp_path))
    new = order_of(function(STRATEGY.replace(before, after), tmp_path))
    assert old.path != new.path


@pytest.mark.seconds
def test_the_same_function_elsewhere_is_the_same(folder, tmp_path):
    """Moved in its file, and in another process, whose texts have other hashes."""
    moved = "\n\n# a line more\n" + STRATEGY
    path = order_of(function(STRATEGY, tmp_path)).path
    assert order_of(function(moved, tmp_path)).path == path
    code = f"""
import sys
from pathlib import Path
from skyjo_widget.engine.core import background
background.folder = lambda: Path({str(folder)!r})
from tests.strategies.compiled.test_kept import *
print(order_of(function(STRATEGY, Path({str(tmp_path)!r}))).path)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == (str(path), "")


def test_another_table_or_package_has_another_file(folder, tmp_path, monkeypatch):
    """The rules' notation and the package's own files count too."""
    mine = function(STRATEGY, tmp_path)
    path = order_of(mine).path
    other = make_job("skyjo", [mine, "greedy"], 16, 1, fields={"columns": 3})
    assert other.team._orders[0].path != path
    other = make_job("newskyjo", [mine, "greedy", "greedy"], 16, 1)
    assert other.team._orders[0].path != path
    monkeypatch.setattr(background.platform, "node", lambda: "elsewhere")
    compiler._teams.clear()
    assert order_of(mine).path != path


def played(job):
    """A group of a job, interpreted."""
    return GroupRunner(job, 0, [], interpreted=True).play(16)


@pytest.mark.slow
def test_what_one_process_compiles_others_load(folder, tmp_path, monkeypatch):
    """Also after a compiler that was killed.  Two of a name, loaded side by side, stay two."""
    from skyjo_widget.strategies.compiled import numba_ask

    texts = [STRATEGY, STRATEGY.replace("-1] <= low()", "-1] > low()")]
    jobs = [job_of(function(text, tmp_path, f"{number}.py")) for number, text in enumerate(texts)]
    orders = [job.team._orders[0] for job in jobs]
    begin, started = background.start, []

    def start(*arguments):
        started.append(begin(*arguments))
        if len(started) == 1:
            end = time.monotonic() + 60
            while not orders[0].path.with_suffix(".lock").exists():
                assert time.monotonic() < end
                time.sleep(0.01)
            started[0].send_signal(signal.SIGKILL)
            started[0].wait()
            started[0].stderr.close()
        return started[-1]

    monkeypatch.setattr(background, "start", start)
    contents = [order.fetch() for order in orders]
    assert len(started) == 3
    assert all(order.there for order in orders)
    # From here on everything is found.
    monkeypatch.setattr(background, "start", lambda *_: pytest.fail("started"))
    monkeypatch.setattr(numba_ask, "_compile", lambda _: pytest.fail("compiled"))
    monkeypatch.setattr(numba_ask, "_loaded", {})
    assert [order.fetch() for order in orders] == contents
    drivers = [job.team.compile() for job in jobs]
    for job, other, driver in zip(jobs, jobs[::-1], drivers, strict=True):
        assert _agrees(job, 0, 16, played(job), driver)
        assert not _agrees(job, 0, 16, played(other), driver)


@pytest.mark.slow
def test_a_run_uses_what_another_process_has_kept(tmp_path):
    """Two processes, one after the other: the second starts none, and compiles nothing."""
    (tmp_path / "strategy.py").write_text(STRATEGY)
    code = textwrap.dedent(
        """
        import sys
        from strategy import mine
        from skyjo_widget import simulate
        from skyjo_widget.engine.core import background
        from skyjo_widget.simulation import executors
        from skyjo_widget.strategies.compiled import compile as compiler, numba_ask

        def played():
            few = dict(games=320, seed=1, progress=False, decisions=True)
            return simulate("skyjo", [mine, "greedy"], **few)

        executors.PATIENCE = compiler.PAYS = float("inf")
        plain = played()
        assert plain.job.team.driver is None
        compiler.PAYS = 0
        if sys.argv[1] == "second":
            background.start = numba_ask._compile = None
        run = played()
        run.job.team._done.wait(300)
        assert run.job.team.driver, run.job.team.why
        after = played()
        for name in ("games", "rounds", "decisions"):
            for other in (run, after):
                assert getattr(other, name).equals(getattr(plain, name))
        print(sum(actions is None for actions in run._actions), len(run._actions))
        """
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(tmp_path)])
    del environment[background.MODE]
    for which in ("first", "second"):
        done = subprocess.run(
            [sys.executable, "-c", code, which],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stderr, done.returncode) == ("", 0)
    compiled, all_blocks = map(int, done.stdout.split())
    assert compiled == all_blocks - 1  # all but the first group, which is compared


@pytest.mark.slow
def test_a_damaged_file_counts_as_none(folder, tmp_path, monkeypatch):
    """Cut off, changed or of another numba: it is deleted, and compiled again."""
    from skyjo_widget.strategies.compiled import numba_ask

    job = job_of(function(STRATEGY, tmp_path))
    (order,) = job.team._orders
    numba_ask.address_of(order, None)
    whole = order.path.read_bytes()
    for damaged in (b"", whole[:1000], whole[:-1] + bytes([whole[-1] ^ 1])):
        order.path.write_bytes(damaged)
        assert order.read() is None
        assert not order.there
    order.write(kept.Code(order_machine(), b"no pickle"))
    monkeypatch.setattr(numba_ask, "_loaded", {})
    assert _agrees(job, 0, 16, played(job), job.team.compile())
    assert len(order.path.read_bytes()) > 1000


def order_machine():
    """The processor that code is compiled for here."""
    from numba.core.registry import cpu_target

    return cpu_target.target_context.codegen().magic_tuple()


def test_a_refusal_is_kept_until_the_lines_move(folder, tmp_path):
    """Its line would be another's."""
    order = order_of(function(STRATEGY, tmp_path))
    order.write(kept.Refusal("it won't", 4, "write it otherwise", order.part.lines))
    assert order.read().reason == "it won't"
    moved = order_of(function("\n" + STRATEGY, tmp_path))
    assert moved.path == order.path
    assert moved.read() is None
    assert not order.there


def test_files_that_were_not_used_for_long_are_deleted(folder, tmp_path, monkeypatch):
    """The last used stay, with their locks."""
    monkeypatch.setattr(kept, "MOST", 3)
    orders = []
    for k in range(5):
        order = order_of(function(STRATEGY.replace("K = 3", f"K = {10 + k}"), tmp_path))
        order.write(kept.Refusal("it won't", 0, "", order.part.lines))
        order.path.with_suffix(".lock").touch()
        os.utime(order.path, (k + 1, k + 1))
        orders.append(order)
        if k == 2:
            assert orders[0].read()  # used now
    assert [order.there for order in orders] == [True, False, False, True, True]
    assert len(list(folder.iterdir())) == 6


def test_where_nothing_can_be_kept_no_process_is_started(tmp_path, monkeypatch):
    """It is compiled here then, by a thread."""
    monkeypatch.setattr(background, "folder", lambda: None)
    monkeypatch.setattr(background, "start", lambda *_: pytest.fail("started"))
    order = order_of(function(STRATEGY, tmp_path))
    order.write(kept.Refusal("it won't", 0, "", order.part.lines))
    assert order.path is order.lock is None
    assert order.fetch() is None


@pytest.mark.parametrize("there", [False, True])
def test_it_is_decided_by_the_cpu_time_that_is_left(folder, tmp_path, monkeypatch, there):
    """The first group, which loads what others use, doesn't count."""
    monkeypatch.delenv(background.MODE)
    begun = []

    def noted(team):
        begun.append(threading.current_thread())

    monkeypatch.setattr(compiler.Team, "compile", noted)
    team = job_of(function(STRATEGY, tmp_path)).team
    if there:
        team._mark.touch()
        team._orders[0].path.touch()
    least = compiler.PAYS / compiler.LOADS if there else compiler.PAYS
    for games, seconds, left in [(16, 100, 10_000), (10, 1, least * 10 - 1), (10, 1, 0)]:
        team.consider(games, seconds, left, lambda _: True)
        assert begun == []
    team.consider(10, 1, least * 10, lambda _: True)
    assert team._done.wait(10)
    assert begun != [threading.main_thread()]
    team.consider(10, 1, least * 10, lambda _: True)
    assert len(begun) == 1
